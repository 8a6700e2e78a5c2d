export const id = 324;
export const ids = [324,713];
export const modules = {

/***/ 9163:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   run: () => (/* binding */ run)
/* harmony export */ });
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5395);
/* harmony import */ var _engine_forecast_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(665);
/* harmony import */ var _flags_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6222);
/* harmony import */ var _render_table_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3566);
/* harmony import */ var _render_visible_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(892);
/* harmony import */ var _render_words_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(739);






const flags = zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .object */ .Ikc({ matrix: _flags_js__WEBPACK_IMPORTED_MODULE_1__/* .flag */ .Jt, order: _flags_js__WEBPACK_IMPORTED_MODULE_1__/* .flag */ .Jt });
/** Shows what merging would conflict; changes nothing. */
const run = (cli, args, options) => {
    const given = (0,_flags_js__WEBPACK_IMPORTED_MODULE_1__/* .readFlags */ .uW)(flags, options);
    return cli.engine(async (engine) => {
        const found = await (0,_engine_forecast_js__WEBPACK_IMPORTED_MODULE_0__.forecast)(engine, args, given);
        if (cli.globals.json)
            cli.json(found);
        else
            await print(cli, found, given.matrix);
        return 0;
    });
};
async function print(cli, { pairs, order }, matrix) {
    if (pairs.length === 0) {
        cli.say("no worktrees to compare");
        return;
    }
    cli.progress.stop();
    cli.io.stdout.write(await (matrix ? matrixText(cli, pairs) : listText(cli, pairs)));
    if (order.length > 0) {
        cli.print();
        cli.print(cli.paint.dim("an order that conflicts least"));
        for (const [number, { branch, base, outcome }] of order.entries()) {
            cli.print(`  ${number + 1}. ${(0,_render_visible_js__WEBPACK_IMPORTED_MODULE_2__/* .visible */ .RK)(branch)} into ${(0,_render_visible_js__WEBPACK_IMPORTED_MODULE_2__/* .visible */ .RK)(base)}: ${outcomeText(cli, outcome)}`);
        }
    }
    cli.say(cli.paint.dim("only commits count; uncommitted changes are left out"));
}
const outcomeText = (cli, outcome) => {
    const { paint } = cli;
    switch (outcome) {
        case "clean":
            return paint.green("clean");
        case "conflict":
            return paint.red("conflict");
        case "contained":
            return paint.dim("nothing to merge");
        case "unrelated":
            return paint.red("no common commit");
        case "unknown":
            return paint.yellow("cannot be told");
    }
};
const NAMED_FILES = 3;
/** The files with what kind of conflict each is, or why nothing can be told. */
function detailText({ files, total, reason }) {
    if (reason !== null)
        return (0,_render_visible_js__WEBPACK_IMPORTED_MODULE_2__/* .visible */ .RK)(reason);
    const named = files
        .slice(0, NAMED_FILES)
        .map(({ path, kind }) => `${(0,_render_visible_js__WEBPACK_IMPORTED_MODULE_2__/* .visible */ .RK)(path)} (${kind})`)
        .join(", ");
    return total > NAMED_FILES ? `${named} and ${total - NAMED_FILES} more` : named;
}
const listText = (cli, pairs) => (0,_render_table_js__WEBPACK_IMPORTED_MODULE_4__/* .tableText */ .q)(["branch", "with", "merge", "files"].map(cli.paint.dim), pairs.map((pair) => [
    (0,_render_visible_js__WEBPACK_IMPORTED_MODULE_2__/* .visible */ .RK)(pair.branch),
    (0,_render_visible_js__WEBPACK_IMPORTED_MODULE_2__/* .visible */ .RK)(pair.with),
    outcomeText(cli, pair.outcome),
    detailText(pair),
]));
const untroubled = ["clean", "contained"];
/** Up to so many branches fit beside each other. */
const WIDEST = 8;
/** A square of branches, or, where that would be too wide, the pairs that do not merge cleanly. */
async function matrixText(cli, pairs) {
    const rows = [...new Set(pairs.map(({ branch }) => branch))];
    const columns = [...new Set(pairs.map((pair) => pair.with))];
    const troubled = pairs.filter(({ outcome }) => !untroubled.includes(outcome));
    if (columns.length > WIDEST) {
        const clean = pairs.length - troubled.length;
        return `${await listText(cli, troubled)}${(0,_render_words_js__WEBPACK_IMPORTED_MODULE_5__/* .plural */ .LS)(clean, "other pair")} without a conflict\n`;
    }
    const square = await (0,_render_table_js__WEBPACK_IMPORTED_MODULE_4__/* .tableText */ .q)(["", ...columns].map((name) => cli.paint.dim((0,_render_visible_js__WEBPACK_IMPORTED_MODULE_2__/* .visible */ .RK)(name))), rows.map((row) => [
        (0,_render_visible_js__WEBPACK_IMPORTED_MODULE_2__/* .visible */ .RK)(row),
        ...columns.map((column) => {
            const pair = pairs.find((one) => one.branch === row && one.with === column);
            return pair === undefined ? "" : outcomeText(cli, pair.outcome);
        }),
    ]));
    return troubled.length === 0 ? square : `${square}\n${await listText(cli, troubled)}`;
}


/***/ }),

/***/ 6222:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Jt: () => (/* binding */ flag),
/* harmony export */   gx: () => (/* binding */ textFlag),
/* harmony export */   kY: () => (/* binding */ onFlag),
/* harmony export */   mN: () => (/* binding */ shellArgument),
/* harmony export */   uW: () => (/* binding */ readFlags)
/* harmony export */ });
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5395);
/* harmony import */ var _completion_scripts_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5576);
/* harmony import */ var _failure_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8919);



/**
 * A command's own options, checked: commander tells their values without their types.
 * Its `choices` and the schema must agree; that is why a mismatch is a fault of ours and not of the caller.
 */
function readFlags(schema, options) {
    return schema.parse(options);
}
/** A flag that is absent unless it is given. */
const flag = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ._default */ .Rvf(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY(), false);
/** A flag that `--no-...` turns off. */
const onFlag = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ._default */ .Rvf(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY(), true);
const textFlag = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP());
/** The one argument of the commands that print something for a shell. */
function shellArgument(args) {
    const shell = _completion_scripts_js__WEBPACK_IMPORTED_MODULE_0__/* .shells */ .mP.find((name) => name === args[0]);
    if (shell === undefined)
        throw new _failure_js__WEBPACK_IMPORTED_MODULE_1__/* .UsageError */ .eb(`no script for the shell '${args[0] ?? ""}'`, `Name one of ${_completion_scripts_js__WEBPACK_IMPORTED_MODULE_0__/* .shells */ .mP.join(", ")}.`);
    return shell;
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

/***/ 1996:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Eg: () => (/* binding */ hereId),
/* harmony export */   FK: () => (/* binding */ isInside),
/* harmony export */   Pn: () => (/* binding */ recordOfBranch),
/* harmony export */   Tq: () => (/* binding */ findRecord),
/* harmony export */   VD: () => (/* binding */ live)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var _config_nearest_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9445);
/* harmony import */ var _git_worktree_links_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7358);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1740);




/**
 * The record that a person means: by branch, directory (absolute or relative to the cwd), unique prefix of the id;
 * without a name, that of the worktree the command runs in.
 * @throws NO_WORKTREE, with the nearest names
 */
async function findRecord(engine, name, options = {}) {
    const records = await engine.journal.records();
    const known = options.removed === true ? [...records.values()] : live(records.values());
    const found = name === undefined ? here(engine, known) : named(engine, known, name);
    if (found !== undefined)
        return found;
    throw name === undefined ? notHere() : unknown(name, live(records.values()));
}
/** The records that are not yet history. */
function live(records) {
    return [...records].filter((record) => record.status !== "removed");
}
/**
 * The live record of a branch. Where two clones have adopted the branch there are several; the oldest is the record,
 * and every clone picks the same.
 */
function recordOfBranch(records, branch) {
    return live(records)
        .filter((record) => record.branch === branch && record.type === "worktree")
        .sort((a, b) => compare(a.createdAt, b.createdAt) || compare(a.id, b.id))[0];
}
function named(engine, known, name) {
    const branch = name.startsWith("refs/heads/") ? name.slice("refs/heads/".length) : name;
    return (recordOfBranch(known, name) ??
        recordOfBranch(known, branch) ??
        byDirectory(engine, known, name) ??
        byPrefix(known, name) ??
        byCheckout(engine, known, branch) ??
        newest(known.filter((record) => record.branch === branch)));
}
function byDirectory(engine, known, name) {
    const path = (0,_git_worktree_links_js__WEBPACK_IMPORTED_MODULE_1__/* .realPath */ .Ye)((0,node_path__WEBPACK_IMPORTED_MODULE_0__.isAbsolute)(name) ? name : (0,node_path__WEBPACK_IMPORTED_MODULE_0__.resolve)(engine.cwd, name));
    return known.find((record) => engine.local.place(record.id)?.path === path);
}
/** A branch that was renamed or switched to inside a worktree, before anything journaled that. */
function byCheckout(engine, known, branch) {
    return known.find((record) => {
        const gitDir = engine.local.place(record.id)?.gitDir;
        if (gitDir === undefined || gitDir === null || record.status === "removed")
            return false;
        return (0,_git_worktree_links_js__WEBPACK_IMPORTED_MODULE_1__/* .readText */ .yR)((0,node_path__WEBPACK_IMPORTED_MODULE_0__.join)(gitDir, "HEAD"))?.trim() === `ref: refs/heads/${branch}`;
    });
}
function byPrefix(known, name) {
    // Shorter ones are more likely a mistyped branch than an id.
    if (!/^[0-9a-f]{4,64}$/.test(name))
        return undefined;
    const matching = known.filter((record) => record.id.startsWith(name));
    if (matching.length > 1) {
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CoppiceError */ .uS("NO_WORKTREE", `${name} is the beginning of ${matching.length} ids.`, {
            details: {
                nearest: matching
                    .map((record) => record.branch)
                    .join(", ")
                    .slice(0, 1000),
            },
            suggestedAction: "Give more digits, or the branch.",
        });
    }
    return matching[0];
}
function here(engine, known) {
    const id = hereId(engine);
    return known.find((record) => record.id === id);
}
/** The id of the managed worktree that the command runs in. */
function hereId(engine) {
    const { repo, local } = engine;
    if (repo.gitDir === repo.commonDir)
        return undefined;
    const marked = local.markOf(repo.gitDir);
    if (marked !== undefined)
        return marked;
    // Made by plain git, or the mark was lost: the directory tells.
    const top = repo.worktree;
    return top === undefined ? undefined : local.ids().find((id) => local.place(id)?.path === top);
}
/** Whether `path` is `directory` or lies in it. Both are absolute. */
function isInside(path, directory) {
    return path === directory || path.startsWith(directory.endsWith(node_path__WEBPACK_IMPORTED_MODULE_0__.sep) ? directory : directory + node_path__WEBPACK_IMPORTED_MODULE_0__.sep);
}
const newest = (records) => [...records].sort((a, b) => compare(b.createdAt, a.createdAt))[0];
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const notHere = () => new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CoppiceError */ .uS("NO_WORKTREE", "The current directory lies in no managed worktree.", {
    suggestedAction: "Name a worktree by its branch, or go into one; coppice list shows them.",
});
function unknown(name, known) {
    const meant = (0,_config_nearest_js__WEBPACK_IMPORTED_MODULE_3__/* .nearest */ .p)(name, known.map((record) => record.branch));
    const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
    return new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CoppiceError */ .uS("NO_WORKTREE", `There is no worktree ${JSON.stringify(name)}.${hint}`, {
        details: meant === undefined ? {} : { nearest: meant },
    });
}


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


/***/ }),

/***/ 7635:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Oy: () => (/* binding */ parseOptionalOid),
/* harmony export */   Se: () => (/* binding */ parseOid),
/* harmony export */   dH: () => (/* binding */ isOid),
/* harmony export */   tC: () => (/* binding */ zeroOid)
/* harmony export */ });
/* unused harmony export isZeroOid */
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1740);

const oidPattern = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** Whether a text is a full object id. */
const isOid = (text) => oidPattern.test(text);
/** An object id that git printed. */
function parseOid(text) {
    if (isOid(text))
        return text;
    throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CoppiceError */ .uS("GIT_FAILED", `git printed ${JSON.stringify(text.slice(0, 80))} where an object id belongs.`);
}
/** An object id that git printed, or nothing for the zero id and an empty field. */
const parseOptionalOid = (text) => text === "" || isZeroOid(text) ? undefined : parseOid(text);
/** Git's "no object": 40 zeros, or 64 in a SHA-256 repository. */
const isZeroOid = (text) => /^(?:0{40}|0{64})$/.test(text);
/** The zero id of a repository: as an old value it means "must not exist yet". */
const zeroOid = (format) => "0".repeat(format === "sha1" ? 40 : 64);


/***/ }),

/***/ 597:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   y: () => (/* binding */ operationInProgress)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _worktree_links_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7358);



/**
 * What a worktree is in the middle of, read from the files that git keeps for it, without a process.
 * A reftable repository keeps CHERRY_PICK_HEAD and REVERT_HEAD among its refs: they are looked up there.
 */
async function operationInProgress(repo, gitDir) {
    const has = (name) => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(gitDir, name));
    if (has("rebase-merge"))
        return "rebase";
    if (has("rebase-apply"))
        return has("rebase-apply/applying") ? "am" : "rebase";
    if (has("MERGE_HEAD"))
        return "merge";
    if (has("CHERRY_PICK_HEAD") || (await hasPseudoRef(repo, gitDir, "CHERRY_PICK_HEAD")))
        return "cherry-pick";
    if (has("REVERT_HEAD") || (await hasPseudoRef(repo, gitDir, "REVERT_HEAD")))
        return "revert";
    // Between two commits of a sequence only its list of what is left to do remains.
    const todo = (0,_worktree_links_js__WEBPACK_IMPORTED_MODULE_2__/* .readText */ .yR)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(gitDir, "sequencer", "todo"))?.trimStart();
    if (todo !== undefined && todo !== "")
        return /^(?:revert|r)\b/.test(todo) ? "revert" : "cherry-pick";
    if (has("BISECT_LOG"))
        return "bisect";
    return undefined;
}
async function hasPseudoRef(repo, gitDir, name) {
    if (repo.refFormat !== "reftable")
        return false;
    const [folder, id] = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.relative)(repo.commonDir, gitDir).split(node_path__WEBPACK_IMPORTED_MODULE_1__.sep);
    const ref = folder === "worktrees" && id !== undefined ? `worktrees/${id}/${name}` : `main-worktree/${name}`;
    return (await repo.objects().resolve(ref)) !== undefined;
}


/***/ }),

/***/ 6713:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   V4: () => (/* binding */ branchOfRef),
/* harmony export */   du: () => (/* binding */ updateRef),
/* harmony export */   jq: () => (/* binding */ deleteRef),
/* harmony export */   listRefs: () => (/* binding */ listRefs),
/* harmony export */   sg: () => (/* binding */ readRef)
/* harmony export */ });
/* unused harmony exports resolveCommit, updateRefs, blockingRef */
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1740);
/* harmony import */ var _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(333);
/* harmony import */ var _oid_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7635);
/* harmony import */ var _write_probe_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8691);




const fields = [
    "refname",
    "objectname",
    "objecttype",
    "*objectname",
    "worktreepath",
    "upstream",
    "committerdate:unix",
    "symref",
];
/**
 * Refs in the order of their names, with one process.
 * @param patterns - full names, prefixes ending at a slash, or globs, as for `git for-each-ref`; none: all refs
 */
async function listRefs(repo, patterns = []) {
    // Fields end in NUL: a worktree's path may hold any other character. git adds a line feed after each ref.
    const format = fields.map((field) => `%(${field})%00`).join("");
    const { stdout } = await repo.git.run(repo.commonDir, [
        "for-each-ref",
        `--format=${format}`,
        "--",
        ...patterns,
    ]);
    const values = stdout.toString("utf8").split("\0");
    const refs = [];
    for (let at = 0; at + fields.length < values.length; at += fields.length) {
        const [name = "", oid = "", type = "", peeled = "", worktree = "", upstream = "", date = "", symref = "",] = values.slice(at, at + fields.length);
        refs.push({
            name: name.replace(/^\n/, ""),
            oid: (0,_oid_js__WEBPACK_IMPORTED_MODULE_2__/* .parseOid */ .Se)(oid),
            type,
            peeled: peeled === "" ? undefined : (0,_oid_js__WEBPACK_IMPORTED_MODULE_2__/* .parseOid */ .Se)(peeled),
            worktreePath: optional(worktree),
            upstream: optional(upstream),
            committerDate: date === "" ? undefined : Number(date),
            symref: optional(symref),
        });
    }
    return refs;
}
const optional = (text) => (text === "" ? undefined : text);
/** `task/x` of `refs/heads/task/x`; undefined for another ref, and for a name that we would not take. */
function branchOfRef(ref) {
    if (!ref.startsWith("refs/heads/"))
        return undefined;
    const parsed = _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_1__/* .branchNameSchema */ .BS.safeParse(ref.slice("refs/heads/".length));
    return parsed.success ? parsed.data : undefined;
}
/** The commit that a name stands for, tags peeled; undefined when there is none. Costs no process of its own. */
const resolveCommit = (repo, name) => repo.objects().resolve(`${name}^{commit}`);
/** What a ref holds now; undefined when it does not exist. Most often without a process of its own. */
async function readRef(repo, ref) {
    const [oid, ...others] = await repo.objects().resolveMany([ref, ...takenFor(ref)]);
    if (oid === undefined || others.every((other) => other === undefined))
        return oid;
    return (await listRefs(repo, [ref])).find(({ name }) => name === ref)?.oid;
}
/** Where the ref itself is missing, git takes its name for the short one of these (gitrevisions(7)). */
const takenFor = (ref) => [
    `refs/${ref}`,
    `refs/tags/${ref}`,
    `refs/heads/${ref}`,
    `refs/remotes/${ref}`,
    `refs/remotes/${ref}/HEAD`,
];
/**
 * Moves or makes a ref, if it still holds `from`.
 * @param from - undefined: the ref must not exist yet
 * @param message - for the reflog
 * @returns "stale" when it holds something else; nothing has changed then
 * @throws CoppiceError GIT_FAILED: a lock stays held, the object is missing, `a` against `a/b` (see `blockingRef`)
 */
async function updateRef(repo, ref, to, from, message) {
    const result = await updateRefs(repo, [{ ref, to, from }], message);
    return result === "done" ? "moved" : "stale";
}
/**
 * Deletes a ref, if it still holds `from`.
 * @returns "absent" when it is gone already, "stale" when it holds something else
 */
async function deleteRef(repo, ref, from) {
    const result = await updateRefs(repo, [{ ref, to: undefined, from }], "");
    if (result === "done")
        return "deleted";
    return (await readRef(repo, ref)) === undefined ? "absent" : "stale";
}
/**
 * Changes several refs, all or none.
 * @returns "stale" when one of them does not hold what was expected: that is read from the refs, not from git's wording
 */
async function updateRefs(repo, updates, message) {
    if (updates.length === 0)
        return "done";
    const zero = (0,_oid_js__WEBPACK_IMPORTED_MODULE_2__/* .zeroOid */ .tC)(repo.objectFormat);
    const lines = updates.map(({ ref, to, from }) => `update ${ref}\0${to ?? zero}\0${from ?? zero}\0`);
    const reason = message.replaceAll(/\s+/g, " ").trim();
    const result = await repo.git.run(repo.commonDir, ["update-ref", "--no-deref", ...(reason === "" ? [] : ["-m", reason]), "--stdin", "-z"], { stdin: lines.join(""), codes: "any" });
    if (result.code === 0)
        return "done";
    for (const { ref, from } of updates) {
        if ((await readRef(repo, ref)) !== from)
            return "stale";
    }
    const problem = await (0,_write_probe_js__WEBPACK_IMPORTED_MODULE_3__/* .writeProblem */ .b)(repo.commonDir);
    if (problem !== undefined)
        throw problem;
    const blocked = await findBlockedRef(repo, updates);
    throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CoppiceError */ .uS("GIT_FAILED", blocked === undefined
        ? `git could not change ${updates[0]?.ref ?? "the ref"}.`
        : `${blocked.ref} cannot exist beside ${blocked.by}: git keeps refs as files and folders.`, {
        details: {
            exitCode: result.code,
            output: result.stderr.slice(-16_384),
            ...(blocked === undefined ? {} : { blockedBy: blocked.by }),
        },
    });
}
async function findBlockedRef(repo, updates) {
    const made = updates.filter((update) => update.from === undefined && update.to !== undefined);
    if (made.length === 0)
        return undefined;
    const names = (await listRefs(repo)).map((ref) => ref.name);
    for (const { ref } of made) {
        const by = blockingRef(names, ref);
        if (by !== undefined)
            return { ref, by };
    }
    return undefined;
}
/** The existing ref, if any, beside which `name` cannot exist: `feat` blocks `feat/x`, and the reverse. */
function blockingRef(existing, name) {
    for (const other of existing) {
        if (name.startsWith(`${other}/`) || other.startsWith(`${name}/`))
            return other;
    }
    return undefined;
}


/***/ }),

/***/ 7358:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   S6: () => (/* binding */ gitFileTarget),
/* harmony export */   Ye: () => (/* binding */ realPath),
/* harmony export */   mt: () => (/* binding */ linkState),
/* harmony export */   qC: () => (/* binding */ readRegistration),
/* harmony export */   x6: () => (/* binding */ readRegistrations),
/* harmony export */   yR: () => (/* binding */ readText),
/* harmony export */   z0: () => (/* binding */ gitDirOf)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9600);



/** All registrations, read from files. One that cannot be read is left out. */
function readRegistrations(commonDir) {
    const parent = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(commonDir, "worktrees");
    let ids;
    try {
        ids = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readdirSync)(parent);
    }
    catch (error) {
        if ((0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .errnoOf */ .UQ)(error) === "ENOENT")
            return [];
        throw error;
    }
    return ids.flatMap((id) => readRegistration((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(parent, id)) ?? []);
}
/** One registration; undefined when it names no directory. */
function readRegistration(adminDir) {
    const content = readText((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(adminDir, "gitdir"));
    if (content === undefined)
        return undefined;
    // A path may end in white space; only the line feed that git adds is not part of it.
    const file = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)(adminDir, content.replace(/\r?\n$/, ""));
    return { id: (0,node_path__WEBPACK_IMPORTED_MODULE_1__.basename)(adminDir), adminDir, path: (0,node_path__WEBPACK_IMPORTED_MODULE_1__.basename)(file) === ".git" ? (0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(file) : file };
}
/** The git directory of the worktree at `path`: of a main one its `.git`, of a linked one what its `.git` file names. */
function gitDirOf(path) {
    const marker = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(path, ".git");
    const stat = standing(marker);
    return typeof stat === "object" && stat.isDirectory() ? realPath(marker) : gitFileTarget(marker);
}
/** The directory that a `.git` file names, symbolic links resolved; undefined when there is no such file or target. */
function gitFileTarget(file) {
    try {
        if (!(0,node_fs__WEBPACK_IMPORTED_MODULE_0__.lstatSync)(file).isFile())
            return undefined;
        const target = /^gitdir: ([\s\S]+?)\r?\n*$/.exec((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(file, "utf8"))?.[1];
        return target === undefined ? undefined : (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(file), target));
    }
    catch {
        return undefined;
    }
}
/**
 * Whether a worktree's directory and its registration name each other.
 * Anything but "intact" means: do not delete what is there.
 */
function linkState(path, adminDir) {
    const stat = standing(path);
    if (stat === undefined)
        return "missing";
    if (stat === "unreadable")
        return "unreadable";
    if (!stat.isDirectory())
        return "not-a-directory";
    const marker = standing((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(path, ".git"));
    if (marker === undefined)
        return "no-git-file";
    if (marker === "unreadable")
        return "unreadable";
    const named = gitDirOf(path);
    if (named === undefined || !isSamePlace(adminDir, named))
        return "foreign";
    const registered = readRegistration(adminDir);
    return registered !== undefined && isSamePlace(registered.path, path) ? "intact" : "moved";
}
/** Resolving links takes a system call for each folder; most often there are none. */
const isSamePlace = (one, other) => one === other || realPath(one) === realPath(other);
/** What stands at a path, without following a link there. A file in the place of one of its parents: nothing does. */
function standing(path) {
    try {
        return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.lstatSync)(path);
    }
    catch (error) {
        const errno = (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .errnoOf */ .UQ)(error);
        if (errno === "ENOENT" || errno === "ENOTDIR")
            return undefined;
        if (errno === "EACCES" || errno === "ELOOP")
            return "unreadable";
        throw error;
    }
}
/** The path with symbolic links resolved, as far as it exists; never throws. */
function realPath(path) {
    try {
        return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)(path);
    }
    catch {
        const parent = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(path);
        return parent === path ? path : (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(realPath(parent), (0,node_path__WEBPACK_IMPORTED_MODULE_1__.basename)(path));
    }
}
/** A file's text, or undefined when it cannot be read. */
function readText(file) {
    try {
        return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(file, "utf8");
    }
    catch {
        return undefined;
    }
}


/***/ }),

/***/ 2009:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   P9: () => (/* binding */ listWorktrees),
/* harmony export */   WC: () => (/* binding */ unlockWorktree),
/* harmony export */   al: () => (/* binding */ linkIntact),
/* harmony export */   r4: () => (/* binding */ lockWorktree)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1740);
/* harmony import */ var _lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9600);
/* harmony import */ var _oid_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7635);
/* harmony import */ var _refs_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(6713);
/* harmony import */ var _worktree_links_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(7358);







/** All worktrees, the main one (or the bare repository) first, with one process. */
async function listWorktrees(repo) {
    const { stdout } = await repo.git.run(repo.commonDir, ["worktree", "list", "--porcelain", "-z"]);
    const registrations = (0,_worktree_links_js__WEBPACK_IMPORTED_MODULE_6__/* .readRegistrations */ .x6)(repo.commonDir);
    return splitRecords(stdout.toString("utf8")).map((fields, index) => {
        const branch = fields.get("branch");
        const head = (0,_oid_js__WEBPACK_IMPORTED_MODULE_4__/* .parseOptionalOid */ .Oy)(fields.get("HEAD") ?? "");
        const path = fields.get("worktree") ?? "";
        const registration = index === 0 ? undefined : takeRegistration(registrations, path, branch, head);
        return {
            path,
            main: index === 0,
            bare: fields.has("bare"),
            head,
            branch: branch === undefined ? undefined : (0,_refs_js__WEBPACK_IMPORTED_MODULE_5__/* .branchOfRef */ .V4)(branch),
            detached: fields.has("detached"),
            locked: fields.get("locked"),
            prunable: fields.get("prunable"),
            gitDir: index === 0 ? repo.commonDir : registration?.adminDir,
            id: registration?.id,
        };
    });
}
/** Records end in an empty field; a field is `key` or `key SP value`. */
function splitRecords(output) {
    const records = [];
    let current = new Map();
    for (const field of output.split("\0")) {
        if (field === "") {
            if (current.size > 0)
                records.push(current);
            current = new Map();
            continue;
        }
        const space = field.indexOf(" ");
        current.set(space < 0 ? field : field.slice(0, space), space < 0 ? "" : field.slice(space + 1));
    }
    return records;
}
/** Git lists paths, not registrations; two of these may claim one path, then HEAD tells them apart. */
function takeRegistration(registrations, path, branch, head) {
    const exact = registrations.filter((one) => one.path === path);
    const named = exact.length > 0 ? exact : registrations.filter((one) => (0,_worktree_links_js__WEBPACK_IMPORTED_MODULE_6__/* .realPath */ .Ye)(one.path) === (0,_worktree_links_js__WEBPACK_IMPORTED_MODULE_6__/* .realPath */ .Ye)(path));
    const expected = branch === undefined ? head : `ref: ${branch}`;
    const chosen = named.find((one) => (0,_worktree_links_js__WEBPACK_IMPORTED_MODULE_6__/* .readText */ .yR)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(one.adminDir, "HEAD"))?.trim() === expected) ?? named[0];
    if (chosen !== undefined)
        registrations.splice(registrations.indexOf(chosen), 1);
    return chosen;
}
/** Whether a linked worktree's directory and registration name each other; see `linkState` for why not. */
const linkIntact = (worktree) => worktree.gitDir !== undefined && (0,_worktree_links_js__WEBPACK_IMPORTED_MODULE_6__/* .linkState */ .mt)(worktree.path, worktree.gitDir) === "intact";
/**
 * Locks a worktree, as `git worktree lock` does, through the file that gitrepository-layout(5) documents: git's
 * command takes no registration by name and refuses two worktrees whose paths end alike.
 * @returns false when it is locked already; its reason stays
 */
function lockWorktree(worktree, reason) {
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.writeFileSync)(lockFile(worktree), reason === "" ? "" : `${reason.trimEnd()}\n`, { flag: "wx" });
        return true;
    }
    catch (error) {
        if ((0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .errnoOf */ .UQ)(error) === "EEXIST")
            return false;
        throw (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .systemError */ .Oj)(error, "lock the worktree") ?? error;
    }
}
/** Takes the lock away. Idempotent. */
function unlockWorktree(worktree) {
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(lockFile(worktree), { force: true });
    }
    catch (error) {
        throw (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .systemError */ .Oj)(error, "unlock the worktree") ?? error;
    }
}
function lockFile(worktree) {
    if (worktree.main || worktree.gitDir === undefined) {
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CoppiceError */ .uS("INVALID_STATE", "Only a linked worktree can be locked.");
    }
    return (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(worktree.gitDir, "locked");
}


/***/ }),

/***/ 8691:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   b: () => (/* binding */ writeProblem)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var _lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9600);




/**
 * Finds out whether a directory can be written to, by writing a small file there and deleting it again.
 * @returns PERMISSION_DENIED, READONLY_FS, NO_SPACE_LEFT or QUOTA_EXCEEDED, or nothing when writing works
 */
async function writeProblem(directory) {
    const file = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(directory, `coppice-probe-${(0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomBytes)(6).toString("hex")}`);
    try {
        const handle = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.open)(file, "wx");
        try {
            // One block more than an inode can hold by itself: a full disk still takes empty files.
            await handle.write(Buffer.alloc(8192));
            await handle.sync();
        }
        finally {
            await handle.close();
        }
        return undefined;
    }
    catch (error) {
        return (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .systemError */ .Oj)(error, "write to the repository");
    }
    finally {
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.rm)(file, { force: true }).catch(() => { });
    }
}


/***/ }),

/***/ 3970:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   G4: () => (/* binding */ eventSchema),
/* harmony export */   XY: () => (/* binding */ strategySchema),
/* harmony export */   le: () => (/* binding */ operationSchema),
/* harmony export */   nI: () => (/* binding */ transitionTypes),
/* harmony export */   qb: () => (/* binding */ isTransition),
/* harmony export */   y2: () => (/* binding */ keptFiles)
/* harmony export */ });
/* unused harmony exports resolutionSchema, pruneReasonSchema, setupSchema, evidenceSchema, pullRequestSchema, initScriptStatusSchema */
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5395);
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3759);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1740);
/* harmony import */ var _ids_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(333);



const text = (most) => zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP().check(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._minLength */ .m9(1), zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._maxLength */ .Eb(most));
const label = text(255);
const count = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .int */ .Whr().check(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._gte */ .qm(0));
const strategySchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ["enum"] */ .k5n(["merge", "squash", "rebase"]);
const resolutionSchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ["enum"] */ .k5n(["ours", "theirs", "manual"]);
const operationSchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ["enum"] */ .k5n(["create", "init", "commit", "merge", "resolve", "remove", "observe"]);
const pruneReasonSchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ["enum"] */ .k5n(["task_completed", "branch_deleted", "orphaned", "stale", "manual"]);
const setupSchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    copyEnv: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ._default */ .Rvf(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY(), true),
    installDeps: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ._default */ .Rvf(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY(), true),
    runInitScript: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ._default */ .Rvf(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY(), true),
});
/** How many file names an event keeps; the total stands beside them. */
const keptFiles = 100;
const fileList = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .array */ .YOg(text(4096)).check(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._maxLength */ .Eb(keptFiles));
/* The twelve events that move the status. */
const createEvent = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("CREATE"),
    op: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .opIdSchema */ .Mt,
    branch: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .branchNameSchema */ .BS,
    /** Null for the home workspace alone. */
    base: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .nullable */ .mee(_ids_js__WEBPACK_IMPORTED_MODULE_1__/* .branchNameSchema */ .BS),
    baseOid: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .nullable */ .mee(_ids_js__WEBPACK_IMPORTED_MODULE_1__/* .oidSchema */ .u0),
    /** The clone that holds the directory; null when CI adopted a pushed branch. */
    clone: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .nullable */ .mee(_ids_js__WEBPACK_IMPORTED_MODULE_1__/* .cloneIdSchema */ .c9),
    kind: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ._default */ .Rvf(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ["enum"] */ .k5n(["worktree", "home"]), "worktree"),
    task: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(label),
    title: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(text(1024)),
    role: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(label),
    session: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(label),
    run: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(label),
    /** The branch existed before: removing the record's worktree after a failure must not remove it. */
    adopted: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY()),
    setup: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ._default */ .Rvf(setupSchema, { copyEnv: true, installDeps: true, runInitScript: true }),
});
const initCompleteEvent = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("INIT_COMPLETE"),
    op: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .opIdSchema */ .Mt,
    envCopied: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY()),
    depsInstalled: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY()),
    initScriptRun: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY()),
    /** The commit that a commit operation made, or the tip of the branch now. */
    sha: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(_ids_js__WEBPACK_IMPORTED_MODULE_1__/* .oidSchema */ .u0),
    /** The commit on base that carries the work. */
    mergeOid: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(_ids_js__WEBPACK_IMPORTED_MODULE_1__/* .oidSchema */ .u0),
    /** Base before the merge. */
    targetOid: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(_ids_js__WEBPACK_IMPORTED_MODULE_1__/* .oidSchema */ .u0),
});
const modifyEvent = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("MODIFY"),
    filesChanged: fileList.check(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._minLength */ .m9(1)),
    total: count.check(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._gte */ .qm(1)),
});
const discardEvent = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("DISCARD") });
const commitEvent = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("COMMIT"),
    op: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .opIdSchema */ .Mt,
    message: text(65_536),
    /** The message's length in UTF-16 units before it was cut to fit an entry. */
    messageLength: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(count),
    author: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(text(512)),
});
const mergeEvent = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("MERGE"),
    op: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .opIdSchema */ .Mt,
    target: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .branchNameSchema */ .BS,
    strategy: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ._default */ .Rvf(strategySchema, "merge"),
    headOid: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .oidSchema */ .u0,
    keep: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY()),
});
const resolveConflictEvent = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("RESOLVE_CONFLICT"),
    op: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .opIdSchema */ .Mt,
    resolution: resolutionSchema,
    files: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(fileList),
    /** How many files were named before the list was cut to fit an entry. */
    total: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(count),
    headOid: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .oidSchema */ .u0,
    /** Worktree and branch stay after the merge: it is resolved from inside the worktree, which is locked or in use. */
    keep: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY()),
});
const abortMergeEvent = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("ABORT_MERGE"), reason: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(text(1024)) });
const removeEvent = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("REMOVE"),
    op: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .opIdSchema */ .Mt,
    force: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ._default */ .Rvf(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY(), false),
    pruneBranch: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ._default */ .Rvf(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY(), true),
    /** The person gave up unsaved work knowingly: nothing is archived. */
    discard: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY()),
});
const pruneEvent = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("PRUNE"), op: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .opIdSchema */ .Mt, reason: pruneReasonSchema });
const errorEvent = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("ERROR"),
    op: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .opIdSchema */ .Mt,
    code: _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .errorCodeSchema */ .Py,
    message: text(4096),
    details: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ._default */ .Rvf(_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .errorDetailsSchema */ .e$, {}),
    operation: operationSchema,
    recoverable: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY(),
});
const retryEvent = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("RETRY"),
    op: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .opIdSchema */ .Mt,
    operation: operationSchema,
    run: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ._default */ .Rvf(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY(), true),
});
/* The annotations: they never change the status and are valid in every state of a record. */
const requestAnnotation = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("REQUEST"),
    target: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .branchNameSchema */ .BS,
    strategy: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ._default */ .Rvf(strategySchema, "merge"),
    headOid: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .oidSchema */ .u0,
    keep: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY()),
});
const withdrawAnnotation = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("WITHDRAW"), reason: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(text(1024)) });
const evidenceSchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ["enum"] */ .k5n(["merge", "ancestor", "patch-id", "commits", "tree", "pull-request"]);
const landedAnnotation = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("LANDED"),
    target: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .branchNameSchema */ .BS,
    headOid: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .oidSchema */ .u0,
    mergeOid: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(_ids_js__WEBPACK_IMPORTED_MODULE_1__/* .oidSchema */ .u0),
    evidence: evidenceSchema,
});
const pullRequestSchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    number: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .int */ .Whr().check(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._gte */ .qm(1)),
    url: text(2048),
    title: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP().check(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._maxLength */ .Eb(1024)),
    state: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ["enum"] */ .k5n(["open", "closed", "merged"]),
    createdAt: text(64),
});
const prAnnotation = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("PR"), ...pullRequestSchema.shape });
const initScriptStatusSchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ["enum"] */ .k5n(["running", "success", "failed"]);
const initScriptAnnotation = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("INIT_SCRIPT"),
    status: initScriptStatusSchema,
    error: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(text(4096)),
});
const headAnnotation = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("HEAD"),
    oid: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .oidSchema */ .u0,
    branch: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .branchNameSchema */ .BS,
    /** The branch's former name, when it was renamed. */
    from: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(_ids_js__WEBPACK_IMPORTED_MODULE_1__/* .branchNameSchema */ .BS),
});
const ownAnnotation = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("OWN"), clone: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .cloneIdSchema */ .c9 });
const taskAnnotation = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("TASK"),
    id: label,
    title: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(text(1024)),
    status: label,
});
const staleAnnotation = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("STALE"), lastActivity: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .timestampSchema */ .yo });
const lockAnnotation = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("LOCK"), reason: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(text(1024)) });
const unlockAnnotation = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("UNLOCK"), reason: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(text(1024)) });
const leaseAnnotation = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("LEASE"), until: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .timestampSchema */ .yo });
const releaseAnnotation = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("RELEASE") });
/** The payload of every event and annotation, told apart by `type`. */
const eventSchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .discriminatedUnion */ .gMt("type", [
    createEvent,
    initCompleteEvent,
    modifyEvent,
    discardEvent,
    commitEvent,
    mergeEvent,
    resolveConflictEvent,
    abortMergeEvent,
    removeEvent,
    pruneEvent,
    errorEvent,
    retryEvent,
    requestAnnotation,
    withdrawAnnotation,
    landedAnnotation,
    prAnnotation,
    initScriptAnnotation,
    headAnnotation,
    ownAnnotation,
    taskAnnotation,
    staleAnnotation,
    lockAnnotation,
    unlockAnnotation,
    leaseAnnotation,
    releaseAnnotation,
]);
/** The twelve events that move the status, in the order in which documentation shows them. */
const transitionTypes = [
    "CREATE",
    "INIT_COMPLETE",
    "MODIFY",
    "DISCARD",
    "COMMIT",
    "MERGE",
    "RESOLVE_CONFLICT",
    "ABORT_MERGE",
    "REMOVE",
    "PRUNE",
    "ERROR",
    "RETRY",
];
const transitionSet = new Set(transitionTypes);
/** Whether an event can move the status; otherwise it is an annotation. */
const isTransition = (event) => transitionSet.has(event.type);


/***/ }),

/***/ 333:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   BS: () => (/* binding */ branchNameSchema),
/* harmony export */   Mi: () => (/* binding */ branchRef),
/* harmony export */   Mt: () => (/* binding */ opIdSchema),
/* harmony export */   c9: () => (/* binding */ cloneIdSchema),
/* harmony export */   co: () => (/* binding */ recordIdSchema),
/* harmony export */   hq: () => (/* binding */ branchNameProblem),
/* harmony export */   u0: () => (/* binding */ oidSchema),
/* harmony export */   yo: () => (/* binding */ timestampSchema),
/* harmony export */   zg: () => (/* binding */ stampSchema)
/* harmony export */ });
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5395);
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3759);

/**
 * Branded names. A value of one of these types has been checked once, where it came in; nothing below the doors
 * checks again.
 */
/** A full object id, lower-case hex: 40 characters (SHA-1) or 64 (SHA-256). */
const oidSchema = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
    .check(zod_mini__WEBPACK_IMPORTED_MODULE_1__/* ._regex */ .Fk(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/))
    .brand();
/** The id of a record: the oid of the blob that holds its journal's first line. */
const recordIdSchema = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
    .check(zod_mini__WEBPACK_IMPORTED_MODULE_1__/* ._regex */ .Fk(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/))
    .brand();
/** The random id of one clone of the repository: 16 hex digits. */
const cloneIdSchema = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
    .check(zod_mini__WEBPACK_IMPORTED_MODULE_1__/* ._regex */ .Fk(/^[0-9a-f]{16}$/))
    .brand();
/** The id of one operation, from its opening to its closing entry: 16 hex digits. */
const opIdSchema = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
    .check(zod_mini__WEBPACK_IMPORTED_MODULE_1__/* ._regex */ .Fk(/^[0-9a-f]{16}$/))
    .brand();
/**
 * An entry's identity and place in time: 12 hex digits of milliseconds, 4 hex digits of a logical counter,
 * a dash, 16 hex digits of randomness. Byte order is causal order.
 */
const stampSchema = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
    .check(zod_mini__WEBPACK_IMPORTED_MODULE_1__/* ._regex */ .Fk(/^[0-9a-f]{16}-[0-9a-f]{16}$/))
    .brand();
/** RFC 3339, UTC, with milliseconds: `2026-01-31T12:00:00.000Z`. */
const timestampSchema = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
    .check(zod_mini__WEBPACK_IMPORTED_MODULE_1__/* ._regex */ .Fk(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/))
    .brand();
/** A unit of a string takes at most three bytes, so most names need not be encoded to be measured. */
const isLonger = (text, bytes) => text.length * 3 > bytes && new TextEncoder().encode(text).length > bytes;
/**
 * Says why git would not take `name` as a branch, or nothing when it would.
 * The rules are those of git-check-ref-format(1) with `--branch`, without the `@{-1}` shorthand and without `@`,
 * which git branch refuses to make.
 * A longest length is ours: a loose ref is a file, and file systems stop at 255 bytes for each part.
 */
function branchNameProblem(name) {
    if (name === "")
        return "it is empty";
    if (name === "@")
        return "'@' alone means HEAD";
    if (name === "HEAD")
        return "'HEAD' is git's own name";
    if (name.startsWith("-"))
        return "it starts with a dash";
    if (name.endsWith("."))
        return "it ends with a dot";
    if (name.includes(".."))
        return "it contains '..'";
    if (name.includes("@{"))
        return "it contains '@{'";
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what git refuses
    const bad = /[\u0000-\u0020\u007f~^:?*[\\]/.exec(name);
    if (bad)
        return bad[0] === " " ? "it contains a space" : `it contains ${JSON.stringify(bad[0])}`;
    if (!name.isWellFormed())
        return "it is not well-formed Unicode";
    for (const part of name.split("/")) {
        if (part === "")
            return "it has an empty part between slashes";
        if (part.startsWith("."))
            return `the part '${part}' starts with a dot`;
        if (part.endsWith(".lock"))
            return `the part '${part}' ends with '.lock'`;
        if (isLonger(part, 250))
            return "a part of it is longer than 250 bytes";
    }
    if (isLonger(name, 1000))
        return "it is longer than 1,000 bytes";
    return undefined;
}
/** A short branch name, `task/x`, as `git check-ref-format --branch` accepts it. */
const branchNameSchema = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
    .check(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .refine */ .YPB((name) => branchNameProblem(name) === undefined, "is no valid branch name"))
    .brand();
/** `refs/heads/x` for branch `x`. */
const branchRef = (branch) => `refs/heads/${branch}`;


/***/ })

};
