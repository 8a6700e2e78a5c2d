export const id = 681;
export const ids = [681];
export const modules = {

/***/ 5681:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  run: () => (/* binding */ run)
});

// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 2 modules
var schemas = __webpack_require__(5395);
// EXTERNAL MODULE: ./build/engine/list.js + 1 modules
var list = __webpack_require__(2647);
// EXTERNAL MODULE: ./build/cli/failure.js
var failure = __webpack_require__(8919);
// EXTERNAL MODULE: ./build/cli/render/visible.js
var visible = __webpack_require__(892);
// EXTERNAL MODULE: ./build/cli/render/words.js
var words = __webpack_require__(739);
;// CONCATENATED MODULE: ./build/cli/columns.js



const orDash = (text) => text === null || text === undefined || text === "" ? "-" : (0,visible/* visible */.RK)(text);
/** What does not fit with the state: one word where there is one; `show` has the sentence. */
function markOf({ path, present, interrupted, problems }) {
    if (interrupted)
        return " (interrupted)";
    if (path !== null && !present)
        return " (missing)";
    return problems.length > 0 ? "!" : "";
}
/** The columns of `list`, in the order in which they stand there. */
const columns = {
    branch: { head: "branch", costs: [], cell: ({ record }) => (0,visible/* visible */.RK)(record.branch) },
    state: {
        head: "state",
        costs: ["dirtiness"],
        cell: ({ observed }, { paint }) => {
            const mark = markOf(observed);
            return `${(0,words/* statusText */.qS)(observed.status, paint)}${mark === "" ? "" : paint.red(mark)}`;
        },
    },
    task: {
        head: "task",
        costs: [],
        cell: ({ record }) => orDash([record.task?.id, record.title].filter(Boolean).join(" ")),
    },
    base: {
        head: "base",
        costs: ["aheadBehind"],
        cell: ({ record, ahead, behind }) => `${orDash(record.base)}${ahead === null || behind === null ? "" : ` +${ahead} -${behind}`}`,
    },
    changes: {
        head: "changes",
        costs: ["dirtiness"],
        cell: ({ observed }) => orDash(observed.uncommitted === null ? null : String(observed.uncommitted.total)),
    },
    conflicts: {
        head: "conflicts",
        // Who is not ahead or not behind cannot conflict: counting commits spares most of the merging.
        costs: ["aheadBehind", "forecast"],
        cell: ({ record }, { conflicts, paint }) => {
            const files = conflicts.get(record.id);
            if (files === undefined)
                return "-";
            return files === 0 ? "none" : paint.yellow((0,words/* plural */.LS)(files, "file"));
        },
    },
    pr: {
        head: "pr",
        costs: [],
        cell: ({ record }) => (record.pr === null ? "-" : `#${record.pr.number} ${record.pr.state}`),
    },
    age: { head: "age", costs: [], cell: ({ record }, { now }) => (0,words/* age */.KW)(record.createdAt, now) },
    lock: {
        head: "lease/lock",
        costs: [],
        cell: ({ lease, lock }) => {
            if (lease !== null)
                return `in use: ${(0,visible/* visible */.RK)(lease.holder)}`;
            return lock === null
                ? "-"
                : `locked${lock.reason === null || lock.reason === "" ? "" : `: ${(0,visible/* visible */.RK)(lock.reason)}`}`;
        },
    },
};
const isColumnName = (name) => Object.hasOwn(columns, name);
/** Every column, in order. */
const columnNames = Object.keys(columns).filter(isColumnName);
/** The columns that `--columns` names. */
function chosenColumns(option) {
    if (option === undefined)
        return columnNames;
    const names = option.split(",").map((name) => name.trim());
    const unknown = names.find((name) => !isColumnName(name));
    if (unknown !== undefined) {
        throw new failure/* UsageError */.eb(`there is no column '${unknown}'`, `The columns are ${columnNames.join(", ")}.`);
    }
    return names.filter(isColumnName);
}
/** Whether one of the columns costs that. */
const costs = (names, cost) => names.some((name) => {
    const all = columns[name].costs;
    return all.includes(cost);
});

// EXTERNAL MODULE: ./build/cli/flags.js
var flags = __webpack_require__(6222);
// EXTERNAL MODULE: ./build/cli/observed.js
var observed = __webpack_require__(7345);
// EXTERNAL MODULE: ./build/cli/render/table.js
var table = __webpack_require__(3566);
;// CONCATENATED MODULE: ./build/cli/commands/list.js






const list_flags = schemas/* object */.Ikc({ columns: flags/* textFlag */.gx, all: flags/* flag */.Jt });
/** Shows the worktrees. What a column needs is found out only when the column is asked for. */
const run = (cli, _args, options) => {
    const given = (0,flags/* readFlags */.uW)(list_flags, options);
    const names = chosenColumns(given.columns);
    return cli.engine(async (engine) => {
        const rows = await rowsFor(engine, names, given.all);
        const conflicts = costs(names, "forecast") ? await conflictsOf(engine, rows) : new Map();
        if (cli.globals.json) {
            const texts = rows.map((row) => (0,observed/* observedText */.a)(row, { conflictFiles: conflicts.get(row.record.id) ?? null }));
            cli.jsonText(`{"worktrees":[${texts.join(",")}]}`);
            return 0;
        }
        if (rows.length === 0) {
            cli.say("no worktrees yet; coppice create <branch> makes one");
            return 0;
        }
        const context = { paint: cli.paint, now: engine.now(), conflicts };
        cli.progress.stop();
        cli.io.stdout.write(await (0,table/* tableText */.q)(names.map((name) => cli.paint.dim(columns[name].head)), rows.map((row) => names.map((name) => columns[name].cell(row, context)))));
        return 0;
    });
};
async function rowsFor(engine, names, all) {
    const looks = { dirtiness: costs(names, "dirtiness"), aheadBehind: costs(names, "aheadBehind") };
    if (!all)
        return (0,list/* list */.p)(engine, looks);
    const records = [...(await engine.journal.records()).values()];
    return (0,list/* rowsOf */.R)(engine, records.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1)), looks);
}
/** In how many files each would conflict with base now; rows of which it cannot be told are left out. */
async function conflictsOf(engine, rows) {
    const files = new Map();
    const apart = [];
    for (const row of rows) {
        if (row.ahead === null || row.behind === null)
            continue;
        if (row.ahead === 0 || row.behind === 0)
            files.set(row.record.id, 0);
        else
            apart.push(row);
    }
    if (apart.length === 0)
        return files;
    const { forecast } = await Promise.all(/* import() */[__webpack_require__.e(560), __webpack_require__.e(688), __webpack_require__.e(665)]).then(__webpack_require__.bind(__webpack_require__, 665));
    const { pairs } = await forecast(engine, apart.map(({ record }) => record.branch));
    const byBranch = new Map(pairs.map((pair) => [pair.branch, pair]));
    for (const { record } of apart) {
        const pair = byBranch.get(record.branch);
        if (pair?.outcome === "clean" || pair?.outcome === "conflict")
            files.set(record.id, pair.total);
    }
    return files;
}


/***/ }),

/***/ 7345:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   a: () => (/* binding */ observedText),
/* harmony export */   j: () => (/* binding */ observedJson)
/* harmony export */ });
/** What a look at a worktree adds to its record. */
function lookOf({ record, path, observed, ahead, behind, lease, lock }) {
    return {
        path: record.status === "removed" ? null : path,
        present: observed.present,
        ahead,
        behind,
        changes: observed.uncommitted === null
            ? null
            : { files: [...observed.uncommitted.files], total: observed.uncommitted.total },
        liveLease: lease,
        liveLock: lock,
        interrupted: observed.interrupted,
        problems: [...observed.problems],
    };
}
/** The record with the state and the commit that are seen now. */
function seen({ record, observed }) {
    const { status } = observed;
    const headOid = (observed.branch === record.branch ? observed.headOid : null) ?? record.headOid;
    return record.status === status && record.headOid === headOid ? record : { ...record, status, headOid };
}
/** A row as `--json` prints it: flat, with the state as it is seen now. */
const observedJson = (row) => ({ ...seen(row), ...lookOf(row) });
/**
 * The same as text, with more members. Joined as text: to copy ten thousand records of forty members, so as to add
 * ten to each, takes V8 twenty times as long as to write them out.
 */
function observedText(row, more) {
    const record = JSON.stringify(seen(row));
    const look = JSON.stringify({ ...lookOf(row), ...more });
    return `${record.slice(0, -1)},${look.slice(1)}`;
}


/***/ }),

/***/ 3566:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   q: () => (/* binding */ tableText)
/* harmony export */ });
const GAP = "  ";
/** Cells with a colour or beyond ASCII are rare; in all others a character is a column. */
const PLAIN = /^[\x20-\x7e]*$/;
/** Loaded only where it is needed: its tables of emoji take longer to set up than a list takes. */
async function widthIn(cells) {
    for (const line of cells) {
        if (line.every((cell) => PLAIN.test(cell)))
            continue;
        const { default: stringWidth } = await __webpack_require__.e(/* import() */ 668).then(__webpack_require__.bind(__webpack_require__, 4668));
        return (cell) => (PLAIN.test(cell) ? cell.length : stringWidth(cell));
    }
    return (cell) => cell.length;
}
/**
 * A table without lines, its columns aligned by what a terminal shows of them.
 * @param rows cells are visible text (see `visible`), perhaps coloured
 */
async function tableText(head, rows) {
    const all = [head, ...rows];
    const widthOf = await widthIn(all);
    const lines = all.map((cells) => cells.map((text) => ({ text, width: widthOf(text) })));
    const widths = head.map(() => 0);
    for (const cells of lines) {
        for (const [column, { width }] of cells.entries())
            widths[column] = Math.max(widths[column] ?? 0, width);
    }
    const last = head.length - 1;
    return lines
        .map((cells) => {
        const padded = cells.map(({ text, width }, column) => column === last ? text : text + " ".repeat((widths[column] ?? 0) - width));
        return `${padded.join(GAP).trimEnd()}\n`;
    })
        .join("");
}


/***/ }),

/***/ 739:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   HJ: () => (/* binding */ localTime),
/* harmony export */   KW: () => (/* binding */ age),
/* harmony export */   LS: () => (/* binding */ plural),
/* harmony export */   h0: () => (/* binding */ short),
/* harmony export */   qS: () => (/* binding */ statusText)
/* harmony export */ });
/** A state in its colour: green is ready, yellow needs care, red needs a decision, dim is over or on its way. */
function statusText(status, paint) {
    switch (status) {
        case "active":
            return paint.green(status);
        case "dirty":
            return paint.yellow(status);
        case "conflict":
        case "error":
            return paint.red(status);
        case "removed":
            return paint.dim(status);
        default:
            return paint.cyan(status);
    }
}
const UNITS = [
    ["d", 86_400_000],
    ["h", 3_600_000],
    ["m", 60_000],
    ["s", 1_000],
];
/** How long ago, in the largest unit that fits: `3d`, `5h`, `40s`, `now`. Clocks of clones may differ. */
function age(from, now) {
    const passed = now - Date.parse(from);
    const unit = UNITS.find(([, length]) => passed >= length);
    return unit === undefined ? "now" : `${Math.floor(passed / unit[1])}${unit[0]}`;
}
/** `1 file`, `2 files`. */
const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
/** An oid as people write it. */
const short = (oid) => oid.slice(0, 10);
/** An instant in local time, to the second: `2026-01-31 12:00:00`. */
function localTime(instant) {
    const date = new Date(instant);
    const pad = (value) => String(value).padStart(2, "0");
    return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())} ${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
}


/***/ }),

/***/ 2647:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  p: () => (/* binding */ list),
  R: () => (/* binding */ rowsOf)
});

// EXTERNAL MODULE: ./build/git/refs.js
var git_refs = __webpack_require__(6713);
// EXTERNAL MODULE: ./build/lifecycle/ids.js
var ids = __webpack_require__(333);
// EXTERNAL MODULE: ./build/git/history.js
var git_history = __webpack_require__(6643);
// EXTERNAL MODULE: ./build/git/near-history.js
var near_history = __webpack_require__(5072);
;// CONCATENATED MODULE: ./build/engine/ahead-behind.js


/**
 * Counts for many pairs at once, of several bases too: at most two git processes however many there are. The commits
 * that are not common to all are read once, and the counting is done here.
 * @returns the counts in the order of the pairs
 */
async function aheadBehindOf(repo, pairs) {
    const [only, ...more] = pairs.filter(({ tip, base }) => tip !== base);
    if (only === undefined)
        return pairs.map(() => ({ ahead: 0, behind: 0 }));
    if (more.length === 0) {
        const counts = (await (0,near_history/* nearHistory */.D)(repo, only.tip, only.base)) ?? (await (0,git_history/* aheadBehind */.Kd)(repo, only.tip, only.base));
        return pairs.map((pair) => (pair === only ? counts : { ahead: 0, behind: 0 }));
    }
    const parents = await graphOf(repo, [...new Set(pairs.flatMap(({ tip, base }) => [tip, base]))]);
    const reached = new Map();
    const reach = (oid) => {
        const known = reached.get(oid) ?? reachable(parents, oid);
        reached.set(oid, known);
        return known;
    };
    return pairs.map(({ tip, base }) => {
        const [mine, theirs] = [reachable(parents, tip), reach(base)];
        let shared = 0;
        for (const oid of mine)
            if (theirs.has(oid))
                shared += 1;
        return { ahead: mine.size - shared, behind: theirs.size - shared };
    });
}
/** The commits of `tips` that are not in their common history, each with its parents. */
async function graphOf(repo, tips) {
    const common = await repo.git.run(repo.commonDir, ["merge-base", "--octopus", ...tips], { codes: [0, 1] });
    const shared = common.stdout.toString("utf8").split("\n").filter(Boolean);
    const listing = await repo.git.text(repo.commonDir, ["rev-list", "--parents", "--stdin"], {
        stdin: [...tips, ...shared.map((oid) => `^${oid}`), ""].join("\n"),
    });
    const parents = new Map();
    for (const line of listing.split("\n")) {
        const [oid, ...of] = line.split(" ");
        if (oid !== undefined && oid !== "")
            parents.set(oid, of);
    }
    return parents;
}
function reachable(parents, start) {
    const seen = new Set();
    const open = [start];
    for (let oid = open.pop(); oid !== undefined; oid = open.pop()) {
        const next = parents.get(oid);
        if (next === undefined || seen.has(oid))
            continue;
        seen.add(oid);
        open.push(...next);
    }
    return seen;
}

// EXTERNAL MODULE: ./build/engine/facts.js
var facts = __webpack_require__(3984);
// EXTERNAL MODULE: ./build/engine/find.js
var find = __webpack_require__(1996);
// EXTERNAL MODULE: ./build/engine/lease.js
var engine_lease = __webpack_require__(3317);
// EXTERNAL MODULE: ./build/engine/observe.js
var observe = __webpack_require__(6959);
;// CONCATENATED MODULE: ./build/engine/list.js







/**
 * The live records, oldest first. Beside one `git status` for each worktree (in parallel, bounded) the number of git
 * processes does not depend on how many there are. One broken worktree is a row with problems, never an error.
 */
async function list(engine, options = {}) {
    // git looks at the files while the journals are read: what this clone knows of a record lies beside them.
    const sights = (0,facts/* sightsOf */.qn)(engine, engine.local.ids(), options);
    const [rows] = await Promise.all([
        engine.journal
            .records()
            .then((records) => rowsOf(engine, (0,find/* live */.VD)(records.values()).sort(byAge), options, sights)),
        sights,
    ]);
    return rows;
}
/**
 * The rows of some records.
 * @param seen what was seen of their worktrees, when somebody has looked already
 */
async function rowsOf(engine, records, options = {}, seen) {
    const here = records.filter((record) => (0,observe/* isHere */.nw)(engine, record));
    const ids = here.map(({ id }) => id);
    const [found, counts] = await Promise.all([
        seen ?? (0,facts/* sightsOf */.qn)(engine, ids, options),
        options.aheadBehind === false ? new Map() : countsOf(engine, records),
    ]);
    const sights = new Map(ids.map((id) => [id, found.get(id)]));
    const observations = await Promise.all(records.map((record) => (0,observe/* observationOf */.KY)(engine, record, sights.get(record.id))));
    return records.flatMap((record, index) => {
        const observed = observations[index];
        if (observed === undefined)
            return [];
        const lease = (0,engine_lease/* liveLease */.ln)(engine, record);
        return [
            {
                record,
                path: observed.path,
                observed,
                ahead: counts.get(record.id)?.ahead ?? null,
                behind: counts.get(record.id)?.behind ?? null,
                lease,
                lock: lockOf(record, sights.get(record.id), lease),
            },
        ];
    });
}
async function countsOf(engine, records) {
    const tips = await tipsOf(engine, records);
    const known = records.flatMap((record) => {
        // A branch of this name is another worktree's by now, or one that was kept: not the removed one's.
        if (record.status === "removed")
            return [];
        const tip = tips.get(record.branch);
        const base = record.base === null ? undefined : tips.get(record.base);
        return tip === undefined || base === undefined ? [] : [{ id: record.id, tip, base }];
    });
    const counts = await aheadBehindOf(engine.repo, known);
    return new Map(known.flatMap(({ id }, index) => {
        const count = counts[index];
        return count === undefined ? [] : [[id, count]];
    }));
}
/** Above so many branches one listing of all is cheaper than asking for each. */
const fewBranches = 8;
async function tipsOf(engine, records) {
    const names = new Set(records.flatMap(({ branch, base }) => (base === null ? [branch] : [branch, base])));
    if (names.size > fewBranches) {
        const refs = await (0,git_refs.listRefs)(engine.repo, ["refs/heads/"]);
        return new Map(refs.map((ref) => [ref.name.slice("refs/heads/".length), ref.oid]));
    }
    const tips = new Map();
    for (const name of names) {
        const oid = await (0,git_refs/* readRef */.sg)(engine.repo, (0,ids/* branchRef */.Mi)(name));
        if (oid !== undefined)
            tips.set(name, oid);
    }
    return tips;
}
function lockOf(record, sight, lease) {
    if (record.lock !== null)
        return { reason: record.lock.reason };
    const gitDir = sight?.located?.gitDir;
    // git's one lock is the lease's own while that lives.
    return gitDir === undefined || lease !== null ? null : (0,engine_lease/* gitLock */._m)(gitDir, lease);
}
const byAge = (a, b) => a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1;


/***/ }),

/***/ 6643:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $q: () => (/* binding */ commitsBetween),
/* harmony export */   Kd: () => (/* binding */ aheadBehind),
/* harmony export */   QX: () => (/* binding */ isAncestor),
/* harmony export */   wu: () => (/* binding */ mergeBase)
/* harmony export */ });
/* unused harmony exports aheadBehindMany, isShallow */
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _oid_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7635);



/** How many commits each of two has that the other has not. */
async function aheadBehind(repo, one, other) {
    if (one === other)
        return { ahead: 0, behind: 0 };
    const text = await repo.git.text(repo.commonDir, [
        "rev-list",
        "--count",
        "--left-right",
        `${one}...${other}`,
        "--",
    ]);
    const [ahead = "0", behind = "0"] = text.split("\t");
    return { ahead: Number(ahead), behind: Number(behind) };
}
/**
 * The same for many tips against one base, with at most two processes: the commits that are not common to all are
 * read once, and counted here.
 */
async function aheadBehindMany(repo, base, tips) {
    const wanted = [...new Set(tips)].filter((tip) => tip !== base);
    const result = new Map(tips.includes(base) ? [[base, { ahead: 0, behind: 0 }]] : []);
    if (wanted.length === 0)
        return result;
    const common = await repo.git.run(repo.commonDir, ["merge-base", "--octopus", base, ...wanted], {
        codes: [0, 1],
    });
    const exclude = common.stdout.toString("utf8").split("\n").filter(Boolean);
    const listing = await repo.git.text(repo.commonDir, ["rev-list", "--parents", "--stdin"], {
        stdin: [base, ...wanted, ...exclude.map((oid) => `^${oid}`), ""].join("\n"),
    });
    const parents = new Map();
    for (const line of listing.split("\n")) {
        const [oid, ...of] = line.split(" ");
        if (oid !== undefined && oid !== "")
            parents.set(oid, of);
    }
    const inBase = reachable(parents, base);
    for (const tip of wanted) {
        const inTip = reachable(parents, tip);
        let shared = 0;
        for (const oid of inTip)
            if (inBase.has(oid))
                shared += 1;
        result.set(tip, { ahead: inTip.size - shared, behind: inBase.size - shared });
    }
    return result;
}
function reachable(parents, start) {
    const seen = new Set();
    const open = [start];
    for (let oid = open.pop(); oid !== undefined; oid = open.pop()) {
        const next = parents.get(oid);
        if (next === undefined || seen.has(oid))
            continue;
        seen.add(oid);
        open.push(...next);
    }
    return seen;
}
/** Whether `descendant` contains `ancestor`; a commit contains itself. */
async function isAncestor(repo, ancestor, descendant) {
    if (ancestor === descendant)
        return true;
    const { code } = await repo.git.run(repo.commonDir, ["merge-base", "--is-ancestor", ancestor, descendant], {
        codes: [0, 1],
    });
    return code === 0;
}
/** The best common ancestor, the first when there are several; undefined for unrelated histories. */
async function mergeBase(repo, one, other) {
    const { stdout } = await repo.git.run(repo.commonDir, ["merge-base", one, other], { codes: [0, 1] });
    const text = stdout.toString("utf8").trim();
    return text === "" ? undefined : (0,_oid_js__WEBPACK_IMPORTED_MODULE_2__/* .parseOid */ .Se)(text);
}
const summaryFields = ["%H", "%P", "%T", "%s", "%an", "%ae", "%at", "%ct"];
/** Commits of a range, children before parents unless `reverse` is set. */
async function commitsBetween(repo, range) {
    const { stdout } = await repo.git.run(repo.commonDir, [
        "log",
        "-z",
        "--topo-order",
        "--no-show-signature",
        "--no-notes",
        "--no-mailmap",
        "--encoding=UTF-8",
        `--format=${summaryFields.join("%x00")}`,
        ...(range.limit === undefined ? [] : [`--max-count=${range.limit}`]),
        ...(range.reverse === true ? ["--reverse"] : []),
        range.of,
        ...range.notIn.map((oid) => `^${oid}`),
        "--",
    ]);
    const values = stdout.toString("utf8").split("\0");
    const commits = [];
    for (let at = 0; at + summaryFields.length <= values.length; at += summaryFields.length) {
        const [oid = "", parents = "", tree = "", subject = "", author = "", email = "", authored = "", committed = "",] = values.slice(at, at + summaryFields.length);
        commits.push({
            oid: (0,_oid_js__WEBPACK_IMPORTED_MODULE_2__/* .parseOid */ .Se)(oid),
            parents: parents.split(" ").filter(Boolean).map(_oid_js__WEBPACK_IMPORTED_MODULE_2__/* .parseOid */ .Se),
            tree: (0,_oid_js__WEBPACK_IMPORTED_MODULE_2__/* .parseOid */ .Se)(tree),
            subject,
            author,
            email,
            authorDate: Number(authored),
            committerDate: Number(committed),
        });
    }
    return commits;
}
/** Whether history is cut off here: then "no common ancestor" may only mean that it was not fetched. */
const isShallow = (repo) => existsSync(join(repo.commonDir, "shallow"));


/***/ }),

/***/ 5072:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D: () => (/* binding */ nearHistory)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1740);



/** Each commit costs a turn of the reader's process: beyond so many, git's own walk is faster. */
const limit = 64;
/**
 * What `rev-list` and `merge-base` tell of two commits that parted not long ago, without a process of its own: the
 * commits are read one by one. Exact, whatever the commits' dates say: it is answered only when the walk has come
 * down to one single commit that all of the others descend from.
 * @returns undefined when it cannot be told in this way; then git has to be asked
 */
async function nearHistory(repo, one, other) {
    // A commit's own parents are not those that git walks here.
    if (["shallow", "info/grafts"].some((file) => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(repo.commonDir, file))))
        return undefined;
    const walked = await walk(repo, one, other);
    if (walked === undefined)
        return undefined;
    const { parents, end } = walked;
    const [mine, theirs] = [reachable(parents, one), reachable(parents, other)];
    const common = [...mine].filter((oid) => theirs.has(oid));
    const below = new Set(common.flatMap((oid) => (oid === end ? [] : (parents.get(oid) ?? []))));
    return {
        ahead: mine.size - common.length,
        behind: theirs.size - common.length,
        mergeBases: common.filter((oid) => !below.has(oid)),
    };
}
/**
 * Follows parents, newest commit first, until one commit is left. No root has been met on the way, so all that were
 * followed descend from that one: none of them can be found again below it, and it is common to both.
 */
async function walk(repo, one, other) {
    const parents = new Map();
    const open = new Map();
    const meet = async (oids) => {
        const fresh = oids.filter((oid) => !open.has(oid) && !parents.has(oid));
        const commits = await Promise.all(fresh.map((oid) => repo.objects().commit(oid))).catch(unreadable);
        fresh.forEach((oid, index) => {
            const commit = commits?.[index];
            if (commit !== undefined)
                open.set(oid, commit);
        });
        return commits !== undefined;
    };
    if (!(await meet([...new Set([one, other])])))
        return undefined;
    while (open.size > 1) {
        const [oid, commit] = [...open].reduce((newest, next) => (timeOf(next) > timeOf(newest) ? next : newest));
        if (commit.parents.length === 0 || parents.size >= limit)
            return undefined;
        open.delete(oid);
        parents.set(oid, commit.parents);
        if (!(await meet(commit.parents)))
            return undefined;
    }
    const [end] = open.keys();
    return end === undefined ? undefined : { parents, end };
}
const timeOf = ([, commit]) => commit.committer.time;
function unreadable(error) {
    if (!(error instanceof _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CoppiceError */ .uS) || error.code !== "GIT_FAILED")
        throw error;
}
/** The end of the walk included, to which all of them lead. */
function reachable(parents, start) {
    const seen = new Set();
    const open = [start];
    for (let oid = open.pop(); oid !== undefined; oid = open.pop()) {
        if (seen.has(oid))
            continue;
        seen.add(oid);
        open.push(...(parents.get(oid) ?? []));
    }
    return seen;
}


/***/ })

};
