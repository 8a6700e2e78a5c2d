export const id = 662;
export const ids = [662];
export const modules = {

/***/ 8662:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  run: () => (/* binding */ run)
});

// EXTERNAL MODULE: ./build/git/identity.js
var identity = __webpack_require__(8574);
// EXTERNAL MODULE: ./build/git/object-writer.js
var object_writer = __webpack_require__(1734);
// EXTERNAL MODULE: ./build/git/refs.js
var refs = __webpack_require__(6713);
// EXTERNAL MODULE: ./build/lifecycle/errors.js
var errors = __webpack_require__(1740);
// EXTERNAL MODULE: ./build/lifecycle/ids.js
var ids = __webpack_require__(333);
// EXTERNAL MODULE: ./build/engine/find.js
var find = __webpack_require__(1996);
// EXTERNAL MODULE: ./build/engine/merge-landed.js
var merge_landed = __webpack_require__(8120);
// EXTERNAL MODULE: ./build/engine/place.js
var engine_place = __webpack_require__(8916);
// EXTERNAL MODULE: ./build/engine/protocol.js
var protocol = __webpack_require__(9863);
// EXTERNAL MODULE: ./build/engine/record-lock.js
var record_lock = __webpack_require__(3896);
// EXTERNAL MODULE: ./build/engine/resolve-state.js
var resolve_state = __webpack_require__(4679);
// EXTERNAL MODULE: ./build/engine/session.js + 1 modules
var engine_session = __webpack_require__(2494);
// EXTERNAL MODULE: ./build/engine/stop.js
var stop = __webpack_require__(67);
// EXTERNAL MODULE: ./build/engine/verify.js
var verify = __webpack_require__(5866);
;// CONCATENATED MODULE: ./build/engine/abort.js














/**
 * Gives up a merge that runs, was interrupted, or conflicts. Only what Coppice began in the task's worktree is undone;
 * a person's own merge, and a resolution that was committed, stay.
 * @throws INVALID_STATE where there is no merge to give up, ABORT_FAILED
 */
async function abort(engine, name, reason) {
    const record = await (0,find/* findRecord */.Tq)(engine, name);
    const event = { type: "ABORT_MERGE", ...(reason === undefined ? {} : { reason }) };
    const runs = record.status === "merging" && record.op?.clone === engine.clone;
    if (runs && (0,record_lock/* recordLockHolder */.Bo)(engine, record.id) !== undefined) {
        return (0,protocol/* takeOver */.w9)(engine, record.id, {
            purpose: "abort",
            open: async () => ({ event, facts: {} }),
            stop: () => (0,stop/* stopHolder */.Dy)(engine, record.id),
            runners: (session) => ({ abortMerge: () => undo(session) }),
        });
    }
    return (0,protocol/* withRecord */.q8)(engine, record.id, "abort", async (session) => {
        if (isHalfDone(session) || (await leaveInterruption(session)) === "active") {
            await undo(session);
            return session.record;
        }
        await session.run(await session.open(event, {}), { abortMerge: () => undo(session) });
        return session.record;
    });
}
/** ABORT_MERGE is journaled before it is carried out: a process that died between the two left its merge behind. */
function isHalfDone({ engine, id, record }) {
    const settled = record.status === "active" || record.status === "dirty";
    return settled && engine.local.read(id, resolve_state/* resolutionFile */.$v) !== undefined;
}
/**
 * A merge whose process has died is in `error` by now. Going back from there without a new try gives it up; from an
 * interrupted resolution that leads to the conflict, which is then aborted.
 * @returns the state after that; undefined when there was no such interruption
 * @throws INVALID_STATE when the interrupted merge had landed
 */
async function leaveInterruption(session) {
    const { engine, record } = session;
    const error = record.lastError;
    const merging = error?.operation === "merge" || error?.operation === "resolve";
    if (record.status !== "error" || error?.code !== "INTERRUPTED" || !merging)
        return undefined;
    const landed = await (0,merge_landed/* findLanded */.m)(engine, record);
    if (landed !== undefined) {
        throw new errors/* CoppiceError */.uS("INVALID_STATE", `${record.branch} was merged before its process ended: ${landed.target} has it.`, {
            details: { branch: record.branch, base: landed.target, state: record.status },
            suggestedAction: `coppice retry ${record.branch} completes it.`,
        });
    }
    await session.open({ type: "RETRY", op: (0,engine_session/* newOp */.I)(), operation: error.operation, run: false }, {});
    return session.record.status;
}
/** Undoes what is left of a merge: the verify worktree, and our own merge of base in the task's worktree. */
async function undo(session) {
    const { engine, record, id } = session;
    await (0,verify/* removeLeftovers */.DA)(engine, record);
    const memory = engine.local.read(id, resolve_state/* resolutionFile */.$v);
    const located = (0,engine_place/* locate */.x5)(engine, id);
    if (memory === undefined || located?.state !== "intact" || located.gitDir === undefined) {
        engine.local.clear(id, resolve_state/* resolutionFile */.$v);
        return;
    }
    const place = { path: located.path, gitDir: located.gitDir };
    const head = await (0,refs/* readRef */.sg)(engine.repo, (0,ids/* branchRef */.Mi)(record.branch));
    if ((0,resolve_state/* isOurs */.MU)(memory, place, head)) {
        if (memory.tree !== null)
            await keepWork(session, place, memory.tree);
        const { code, stderr } = await (0,resolve_state/* gitAt */.c8)(engine, place, ["merge", "--abort"], { codes: "any" });
        if (code !== 0 || (0,resolve_state/* mergeHead */.X5)(place) !== undefined) {
            throw new errors/* CoppiceError */.uS("ABORT_FAILED", `git could not abort the merge in the worktree of ${record.branch}.`, {
                details: { branch: record.branch, exitCode: code, output: stderr.slice(-16_384) },
            });
        }
    }
    engine.local.clear(id, resolve_state/* resolutionFile */.$v);
}
/**
 * What a person has resolved so far, uncommitted, goes with the merge: it is kept as a commit under a ref of its own.
 * @param before the worktree as Coppice left it
 */
async function keepWork(session, place, before) {
    const { engine, record } = session;
    const tree = await (0,resolve_state/* worktreeTree */.kr)(engine, place);
    const head = await (0,refs/* readRef */.sg)(engine.repo, (0,ids/* branchRef */.Mi)(record.branch));
    if (tree === before || head === undefined)
        return;
    const { author, committer } = await (0,identity/* identity */.D)(engine.repo, process.env, engine.now());
    const message = `Keep what was resolved of ${record.branch} when the merge was aborted`;
    const oid = await (0,object_writer/* objectWriter */.DJ)(engine.repo).commit({ tree, parents: [head], author, committer, message });
    const ref = `refs/coppice/aborted/${record.id}`;
    await (0,refs/* updateRef */.du)(engine.repo, ref, oid, await (0,refs/* readRef */.sg)(engine.repo, ref), "coppice: abort");
    engine.report.warn(`What was edited there is kept as ${oid.slice(0, 12)}: git checkout ${oid.slice(0, 12)} -- FILE brings a file back.`);
}

// EXTERNAL MODULE: ./build/cli/render/visible.js
var visible = __webpack_require__(892);
// EXTERNAL MODULE: ./build/cli/render/words.js
var words = __webpack_require__(739);
// EXTERNAL MODULE: ./build/cli/worktree.js
var worktree = __webpack_require__(456);
;// CONCATENATED MODULE: ./build/cli/commands/abort.js




/** Gives up a merge. */
const run = (cli, args) => cli.engine(async (engine) => {
    const record = await abort(engine, args[0]);
    (0,worktree/* tell */.q)(cli, engine, record, `aborted the merge of ${(0,visible/* visible */.RK)(record.branch)}, ${(0,words/* statusText */.qS)(record.status, cli.paint)}`);
    return 0;
});


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

/***/ 456:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   i: () => (/* binding */ withPath),
/* harmony export */   q: () => (/* binding */ tell)
/* harmony export */ });
/** The record and this clone's directory of it: what `--json` prints after a command on one worktree. */
function withPath(engine, record) {
    const gone = record.status === "removed";
    return { ...record, path: gone ? null : (engine.local.place(record.id)?.path ?? null) };
}
/** Prints the record as JSON, or one line for a person. */
function tell(cli, engine, record, line) {
    if (cli.globals.json)
        cli.json(withPath(engine, record));
    else
        cli.say(line);
}


/***/ }),

/***/ 7510:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   E: () => (/* binding */ readAhead),
/* harmony export */   M: () => (/* binding */ AheadGraph)
/* harmony export */ });
/* harmony import */ var _git_oid_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7635);

/** The commits that some branches have and base has not, as a graph. */
class AheadGraph {
    /** Children before parents. */
    #parents;
    /** Where each stands in that order. */
    #places;
    constructor(parents) {
        this.#parents = parents;
        this.#places = new Map([...parents.keys()].map((oid, place) => [oid, place]));
    }
    /** Whether base lacks this commit. */
    has(oid) {
        return this.#parents.has(oid);
    }
    /** The commits of one tip that base has not, parents before children. Empty: base contains the tip. */
    commitsOf(tip) {
        const own = new Set();
        const open = [tip];
        for (let oid = open.pop(); oid !== undefined; oid = open.pop()) {
            const parents = this.#parents.get(oid);
            if (parents === undefined || own.has(oid))
                continue;
            own.add(oid);
            open.push(...parents);
        }
        const place = (oid) => this.#places.get(oid) ?? 0;
        return [...own].sort((a, b) => place(b) - place(a));
    }
    /** A commit's parents; of one that base has, nothing is known here. */
    parentsOf(oid) {
        return this.#parents.get(oid) ?? [];
    }
    /**
     * Whether a tip shares no commit with base. git merges such histories only when told to, and one of them ends
     * a whole `merge-tree --stdin` process.
     */
    isUnrelated(tip) {
        const own = this.commitsOf(tip);
        return (own.length > 0 && own.every((oid) => this.parentsOf(oid).every((parent) => this.#parents.has(parent))));
    }
}
/** Reads the commits of many tips that `base` has not, with one process. */
async function readAhead(repo, tips, base) {
    const wanted = [...new Set(tips)].filter((tip) => tip !== base);
    if (wanted.length === 0)
        return new AheadGraph(new Map());
    const listing = await repo.git.text(repo.commonDir, ["rev-list", "--topo-order", "--parents", "--stdin"], {
        stdin: [...wanted, `^${base}`, ""].join("\n"),
    });
    const parents = new Map();
    for (const line of listing.split("\n")) {
        if (line === "")
            continue;
        const [oid = "", ...of] = line.split(" ");
        parents.set((0,_git_oid_js__WEBPACK_IMPORTED_MODULE_0__/* .parseOid */ .Se)(oid), of.map(_git_oid_js__WEBPACK_IMPORTED_MODULE_0__/* .parseOid */ .Se));
    }
    return new AheadGraph(parents);
}


/***/ }),

/***/ 8120:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   m: () => (/* binding */ findLanded)
/* harmony export */ });
/* harmony import */ var _git_merge_tree_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1560);
/* harmony import */ var _git_refs_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6713);
/* harmony import */ var _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(333);
/* harmony import */ var _merge_graph_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7510);
/* harmony import */ var _message_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1968);





/** How far back the commit is looked for. */
const longestSearch = 2000;
/**
 * Whether base has the work of a record whose merge was interrupted: all its commits, or a commit of ours with its
 * trailer after which nothing of its changes is missing. Looked up in base alone, so a merge is never made twice.
 */
async function findLanded(engine, record) {
    const { repo } = engine;
    const { merge } = record;
    if (merge === null)
        return undefined;
    const tip = await (0,_git_refs_js__WEBPACK_IMPORTED_MODULE_1__/* .readRef */ .sg)(repo, (0,_lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_2__/* .branchRef */ .Mi)(merge.target));
    const head = await (0,_git_refs_js__WEBPACK_IMPORTED_MODULE_1__/* .readRef */ .sg)(repo, (0,_lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_2__/* .branchRef */ .Mi)(record.branch));
    if (tip === undefined || head === undefined)
        return undefined;
    const graph = await (0,_merge_graph_js__WEBPACK_IMPORTED_MODULE_3__/* .readAhead */ .E)(repo, [head], tip);
    const mergeOid = await ourCommit(engine, record, tip);
    if (graph.commitsOf(head).length === 0)
        return { target: merge.target, head, mergeOid };
    if (mergeOid === null || merge.strategy === "merge" || graph.isUnrelated(head))
        return undefined;
    const again = await (0,_git_merge_tree_js__WEBPACK_IMPORTED_MODULE_0__/* .mergeTree */ .pR)(repo, { ours: tip, theirs: head, attributes: tip });
    const same = again.outcome === "clean" && again.tree === (await repo.objects().resolve(`${tip}^{tree}`));
    return same ? { target: merge.target, head, mergeOid } : undefined;
}
/** The newest commit of base that carries the record's trailer. */
async function ourCommit(engine, record, tip) {
    const { repo } = engine;
    const since = record.baseOid === null ? [] : [`^${record.baseOid}`];
    const text = await repo.git.text(repo.commonDir, [
        "rev-list",
        "--first-parent",
        `--max-count=${longestSearch}`,
        "--fixed-strings",
        `--grep=${_message_js__WEBPACK_IMPORTED_MODULE_4__/* .recordTrailerKey */ .Yu}: ${record.id}`,
        tip,
        ...since,
    ]);
    for (const line of text.split("\n")) {
        const oid = _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_2__/* .oidSchema */ .u0.safeParse(line);
        if (!oid.success)
            continue;
        const { message } = await repo.objects().commit(oid.data);
        if ((0,_message_js__WEBPACK_IMPORTED_MODULE_4__/* .trailerOf */ .ty)(message, _message_js__WEBPACK_IMPORTED_MODULE_4__/* .recordTrailerKey */ .Yu) === record.id)
            return oid.data;
    }
    return null;
}


/***/ }),

/***/ 1968:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Yu: () => (/* binding */ recordTrailerKey),
/* harmony export */   jX: () => (/* binding */ withTrailers),
/* harmony export */   mu: () => (/* binding */ recordTrailers),
/* harmony export */   ty: () => (/* binding */ trailerOf),
/* harmony export */   ws: () => (/* binding */ mergeMessage)
/* harmony export */ });
/* unused harmony export subjectOf */
/** The message of the commit that lands on base, trailers included. Ends in one line feed. */
function mergeMessage(input) {
    const text = input.template === undefined ? defaultMessage(input) : fillTemplate(input.template, input);
    const coAuthors = input.coAuthors.map((person) => ["Co-authored-by", person]);
    return withTrailers(text, [...coAuthors, ...recordTrailers(input.id, input.task)]);
}
/** The trailers that every landed commit carries: whose worktree it was, and for which task. */
function recordTrailers(id, task) {
    const own = [[recordTrailerKey, id]];
    if (task !== null && oneLine(task) !== "")
        own.push(["Task", oneLine(task)]);
    return own;
}
/** Names the record that a commit on base came from. */
const recordTrailerKey = "Coppice-Worktree";
function defaultMessage(input) {
    const title = oneLine(input.title ?? "");
    if (input.strategy === "merge") {
        return paragraphs(`Merge ${input.branch} into ${input.target}`, title);
    }
    const [only, ...more] = input.commits;
    if (only !== undefined && more.length === 0)
        return only;
    const subjects = input.commits.map((message) => `* ${subjectOf(message)}`).join("\n");
    return paragraphs(title === "" ? `Squash ${input.branch} into ${input.target}` : title, subjects);
}
function fillTemplate(template, input) {
    const values = {
        branch: input.branch,
        base: input.target,
        task: oneLine(input.task ?? ""),
        title: oneLine(input.title ?? ""),
    };
    // One pass: a title that holds "{branch}" stays as it is.
    const filled = template.replace(/\{([a-z]+)\}/gi, (whole, name) => values[name] ?? whole);
    return filled.trim() === "" ? defaultMessage({ ...input, template: undefined }) : filled;
}
/**
 * Adds trailers to a message so that `git interpret-trailers --parse` finds them: into its last paragraph where
 * that is one of trailers already, else as a paragraph of their own. One that stands there already is not repeated.
 */
function withTrailers(message, trailers) {
    const body = tidy(message);
    const block = trailerBlock(body);
    const missing = trailers.map(([key, value]) => `${key}: ${value}`).filter((line) => !block.includes(line));
    if (missing.length === 0)
        return `${body}\n`;
    return `${body}${block.length > 0 ? "\n" : "\n\n"}${missing.join("\n")}\n`;
}
/** The value of a trailer in a message's trailer paragraph; undefined when it has none. */
function trailerOf(message, key) {
    const prefix = `${key.toLowerCase()}:`;
    const line = trailerBlock(tidy(message)).find((text) => text.toLowerCase().startsWith(prefix));
    return line?.slice(prefix.length).trim();
}
/** A message's first paragraph on one line. */
function subjectOf(message) {
    return oneLine(tidy(message).split("\n\n")[0] ?? "");
}
/**
 * The lines of the last paragraph when git would read it as trailers, else none: all lines are trailers, or one is
 * git's own and at least a quarter are. The first paragraph is the subject, never trailers. (git's trailer.c)
 */
function trailerBlock(body) {
    const start = body.lastIndexOf("\n\n");
    if (start < 0)
        return [];
    const lines = body.slice(start + 2).split("\n");
    let trailers = 0;
    let others = 0;
    let own = false;
    let continues = false;
    for (const line of lines) {
        const ownLine = /^(?:Signed-off-by: |\(cherry picked from commit )/.test(line);
        own ||= ownLine;
        if (ownLine || /^[A-Za-z0-9-]+[ \t]*:/.test(line)) {
            trailers += 1;
            continues = true;
        }
        else if (!(continues && /^[ \t]/.test(line))) {
            others += 1;
            continues = false;
        }
    }
    const isBlock = (trailers > 0 && others === 0) || (own && trailers * 3 >= others);
    return isBlock ? lines : [];
}
/** White space as git cleans it: no trailing blanks, no blank lines at the ends, never two in a row. */
function tidy(message) {
    return message
        .replaceAll("\r\n", "\n")
        .replace(/[ \t]+$/gm, "")
        .replace(/^\n+|\n+$/g, "")
        .replace(/\n{3,}/g, "\n\n");
}
const oneLine = (text) => text.replace(/\s+/g, " ").trim();
const paragraphs = (...texts) => texts.filter((text) => text !== "").join("\n\n");


/***/ }),

/***/ 4679:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $v: () => (/* binding */ resolutionFile),
/* harmony export */   Ib: () => (/* binding */ standingAt),
/* harmony export */   MU: () => (/* binding */ isOurs),
/* harmony export */   X5: () => (/* binding */ mergeHead),
/* harmony export */   c8: () => (/* binding */ gitAt),
/* harmony export */   kr: () => (/* binding */ worktreeTree)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(5395);
/* harmony import */ var _git_oid_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7635);
/* harmony import */ var _git_paths_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7612);
/* harmony import */ var _git_worktree_links_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7358);
/* harmony import */ var _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(333);
/* harmony import */ var _files_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(3112);








/**
 * The merge of base that Coppice began in a task's worktree, to resolve a conflict there. Abort undoes it only while
 * it is still the one that is going on.
 */
const resolutionFile = {
    name: "resolution",
    schema: zod_mini__WEBPACK_IMPORTED_MODULE_7__/* .object */ .Ikc({
        v: zod_mini__WEBPACK_IMPORTED_MODULE_7__/* .literal */ .euz(1),
        /** What is being merged: base as it was then. */
        tip: _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_5__/* .oidSchema */ .u0,
        /** The task branch before. */
        head: _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_5__/* .oidSchema */ .u0,
        /** The worktree as Coppice last left it, as a tree; null while the merge is being laid out. */
        tree: zod_mini__WEBPACK_IMPORTED_MODULE_7__/* .nullable */ .mee(_lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_5__/* .oidSchema */ .u0),
        /** Files whose side was chosen, one by one. */
        sides: zod_mini__WEBPACK_IMPORTED_MODULE_7__/* .record */ .g1P(zod_mini__WEBPACK_IMPORTED_MODULE_7__/* .string */ .YjP(), zod_mini__WEBPACK_IMPORTED_MODULE_7__/* ["enum"] */ .k5n(["ours", "theirs"])),
    }),
};
/** What a merge in progress is merging; undefined: none is in progress. An octopus tells its first. */
function mergeHead({ gitDir }) {
    const parsed = _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_5__/* .oidSchema */ .u0.safeParse((0,_git_worktree_links_js__WEBPACK_IMPORTED_MODULE_4__/* .readText */ .yR)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(gitDir, "MERGE_HEAD"))?.split("\n")[0]);
    return parsed.success ? parsed.data : undefined;
}
/** Whether the merge in progress is the one that Coppice began, on the very commit where it began. */
const isOurs = (memory, place, head) => memory !== undefined && memory.tip === mergeHead(place) && memory.head === head;
/** Runs git in a worktree, told where its git directory is. */
function gitAt(engine, { path, gitDir }, args, options = {}) {
    return engine.repo.git.run(path, [`--git-dir=${gitDir}`, `--work-tree=${path}`, ...args], {
        signal: engine.signal,
        ...options,
    });
}
/**
 * The worktree's files as a tree, untracked ones too, whatever the index says of them. The index is not touched.
 * Two calls give one tree when nothing was edited between them.
 */
async function worktreeTree(engine, place) {
    const index = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(place.gitDir, "coppice-tree-index");
    const env = { GIT_INDEX_FILE: index };
    try {
        if ((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(place.gitDir, "index")))
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.copyFileSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(place.gitDir, "index"), index);
        await forgetUnmergedSubmodules(engine, place, env);
        await gitAt(engine, place, ["-c", "advice.addEmbeddedRepo=false", "add", "--all"], { env });
        const { stdout } = await gitAt(engine, place, ["write-tree"], { env });
        return (0,_git_oid_js__WEBPACK_IMPORTED_MODULE_2__/* .parseOid */ .Se)(stdout.toString("utf8").trim());
    }
    finally {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(index, { force: true });
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(`${index}.lock`, { force: true });
    }
}
/** `git add` cannot add a submodule that is unmerged and not checked out. */
async function forgetUnmergedSubmodules(engine, place, env) {
    const { stdout } = await gitAt(engine, place, ["ls-files", "--unmerged", "-z"], { env });
    const records = (0,_git_paths_js__WEBPACK_IMPORTED_MODULE_3__/* .decodePaths */ .NA)(stdout);
    const paths = records.flatMap((record) => /^160000 [^\t]+\t([\s\S]+)$/.exec(record)?.[1] ?? []);
    if (paths.length === 0)
        return;
    const zero = (0,_git_oid_js__WEBPACK_IMPORTED_MODULE_2__/* .zeroOid */ .tC)(engine.repo.objectFormat);
    const stdin = [...new Set(paths)].map((path) => `0 ${zero}\t${path}\0`).join("");
    await gitAt(engine, place, ["update-index", "-z", "--index-info"], {
        env,
        stdin: (0,_git_paths_js__WEBPACK_IMPORTED_MODULE_3__/* .encodePath */ .O0)(stdin),
    });
}
/** What stands at a path, without following a link; undefined: nothing, also where a parent is a file. */
function standingAt(path) {
    try {
        return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.lstatSync)((0,_git_paths_js__WEBPACK_IMPORTED_MODULE_3__/* .nativePath */ .vb)(path));
    }
    catch (error) {
        if ((0,_files_js__WEBPACK_IMPORTED_MODULE_6__/* .hasCode */ .up)(error, "ENOENT", "ENOTDIR"))
            return undefined;
        throw error;
    }
}


/***/ }),

/***/ 5866:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   DA: () => (/* binding */ removeLeftovers),
/* harmony export */   MX: () => (/* binding */ verify),
/* harmony export */   p0: () => (/* binding */ verifyCommand)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var _git_worktree_links_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7358);
/* harmony import */ var _git_worktree_remove_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8483);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1740);
/* harmony import */ var _lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(9600);
/* harmony import */ var _local_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(8060);
/* harmony import */ var _record_command_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(377);
/* harmony import */ var _record_lock_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(3896);
/* harmony import */ var _trust_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(5512);
/* harmony import */ var _worktree_root_js__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(1811);












/**
 * The command of config `merge.verify`, where it is to run.
 * @throws UNTRUSTED when this clone has not allowed it
 */
async function verifyCommand(engine, wanted, tip) {
    const command = wanted ? engine.config.merge.verify : undefined;
    if (command !== undefined)
        await (0,_trust_js__WEBPACK_IMPORTED_MODULE_10__/* .requireTrust */ .aN)(engine, ["merge.verify"], { commit: tip });
    return command;
}
/**
 * Runs the verify command in a temporary detached worktree at the commit that is to land. The worktree lies beside the
 * others, so that a tool finds there what it finds in them, and is gone when this returns.
 * @throws MERGE_FAILED with the end of the output; base has not moved
 */
async function verify(engine, record, target, oid, command) {
    engine.report.step(`verifying ${record.branch}: ${command}`);
    await removeLeftovers(engine, record);
    const path = await addDetached(engine, record, oid);
    try {
        const logFile = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(engine.local.directory(record.id), "verify.log");
        engine.local.write(record.id, _local_js__WEBPACK_IMPORTED_MODULE_7__/* .logsFile */ .Gi, {
            ...engine.local.read(record.id, _local_js__WEBPACK_IMPORTED_MODULE_7__/* .logsFile */ .Gi),
            verify: logFile,
        });
        const result = await (0,_record_command_js__WEBPACK_IMPORTED_MODULE_8__/* .runRecordCommand */ .m)(engine, record.id, {
            command,
            cwd: path,
            env: {
                COPPICE_WORKTREE: path,
                COPPICE_BRANCH: record.branch,
                COPPICE_BASE: target,
                COPPICE_MAIN: engine.repo.mainWorktree ?? engine.repo.root,
                COPPICE_COMMIT: oid,
            },
            logFile,
        });
        const failure = (0,_record_command_js__WEBPACK_IMPORTED_MODULE_8__/* .failureOf */ .g)(result);
        if (failure === undefined)
            return;
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .CoppiceError */ .uS("MERGE_FAILED", `The verify command ${failure}, so ${target} was not moved.`, {
            details: {
                branch: record.branch,
                base: target,
                step: "verify",
                ...(result.code === undefined ? {} : { exitCode: result.code }),
                output: result.tail,
            },
            suggestedAction: `Mend it: coppice retry ${record.branch} --no-run, work, then merge again; or coppice retry ${record.branch}.`,
        });
    }
    finally {
        await removeLeftovers(engine, record);
    }
}
const prefixOf = (record) => `.verify-${record.id.slice(0, 16)}-`;
async function addDetached(engine, record, oid) {
    const root = (0,_worktree_root_js__WEBPACK_IMPORTED_MODULE_11__/* .worktreeRoot */ .AH)(engine);
    const path = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(root, prefixOf(record) + (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomBytes)(4).toString("hex"));
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.mkdirSync)(root, { recursive: true });
    }
    catch (error) {
        throw (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_6__/* .systemError */ .Oj)(error, "make the directory for verifying") ?? error;
    }
    (0,_worktree_root_js__WEBPACK_IMPORTED_MODULE_11__/* .excludeWorktreeRoot */ .WI)(engine);
    await (0,_record_lock_js__WEBPACK_IMPORTED_MODULE_9__/* .withWorktreeLock */ .ze)(engine, () => engine.repo.git.run(engine.repo.commonDir, ["worktree", "add", "--detach", "--quiet", "--", path, oid], {
        timeoutMs: 600_000,
        signal: engine.signal,
        writes: root,
    }));
    return path;
}
/** Takes away every verify worktree of the record: the lock is held, so none is in use. */
async function removeLeftovers(engine, record) {
    const prefix = prefixOf(record);
    // Cleaning up goes on after Ctrl-C.
    const undisturbed = { ...engine, signal: new AbortController().signal };
    for (const { id, path } of (0,_git_worktree_links_js__WEBPACK_IMPORTED_MODULE_3__/* .readRegistrations */ .x6)(engine.repo.commonDir)) {
        if (!(0,node_path__WEBPACK_IMPORTED_MODULE_2__.basename)(path).startsWith(prefix))
            continue;
        await (0,_record_lock_js__WEBPACK_IMPORTED_MODULE_9__/* .withWorktreeLock */ .ze)(undisturbed, () => (0,_git_worktree_remove_js__WEBPACK_IMPORTED_MODULE_4__/* .removeWorktree */ .I)(engine.repo, { id, path }));
    }
}


/***/ }),

/***/ 1811:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AH: () => (/* binding */ worktreeRoot),
/* harmony export */   WI: () => (/* binding */ excludeWorktreeRoot),
/* harmony export */   uH: () => (/* binding */ rootInMainWorktree)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8161);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var _lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9600);
/* harmony import */ var _files_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3112);





/** The directory under which new worktrees are made: config `worktreeRoot`, absolute. It may not exist yet. */
function worktreeRoot({ repo, config }) {
    const text = config.worktreeRoot.replaceAll("{repo}", repo.name);
    if (text === "~" || text.startsWith("~/"))
        return (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)((0,node_os__WEBPACK_IMPORTED_MODULE_1__.homedir)(), text.slice(1));
    return (0,node_path__WEBPACK_IMPORTED_MODULE_2__.isAbsolute)(text) ? (0,node_path__WEBPACK_IMPORTED_MODULE_2__.resolve)(text) : (0,node_path__WEBPACK_IMPORTED_MODULE_2__.resolve)(repo.root, text);
}
/** The root relative to the main worktree, with slashes; undefined when it lies elsewhere. */
function rootInMainWorktree(engine) {
    const main = engine.repo.mainWorktree;
    if (main === undefined)
        return undefined;
    const path = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.relative)(main, worktreeRoot(engine));
    if (path === "" || path === ".." || path.startsWith(`..${node_path__WEBPACK_IMPORTED_MODULE_2__.sep}`) || (0,node_path__WEBPACK_IMPORTED_MODULE_2__.isAbsolute)(path))
        return undefined;
    return path.split(node_path__WEBPACK_IMPORTED_MODULE_2__.sep).join("/");
}
/**
 * Keeps the worktree root out of `git status` of the main worktree, by a line in `info/exclude` of the common git
 * directory. Idempotent.
 * @returns the line, when it was added now
 */
function excludeWorktreeRoot(engine) {
    const path = rootInMainWorktree(engine);
    if (path === undefined)
        return undefined;
    const line = `/${path.replace(/[\\*?[\]]/g, "\\$&").replace(/ (?= *$)/g, "\\ ")}/`;
    const file = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(engine.repo.commonDir, "info", "exclude");
    const before = readText(file);
    if (before.split(/\r?\n/).includes(line))
        return undefined;
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdirSync)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.dirname)(file), { recursive: true });
        // Appended, not replaced: the file may be a symbolic link to one that is shared.
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.appendFileSync)(file, `${before === "" || before.endsWith("\n") ? "" : "\n"}${line}\n`);
    }
    catch (error) {
        throw (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .systemError */ .Oj)(error, "write info/exclude") ?? error;
    }
    return line;
}
function readText(file) {
    try {
        return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(file, "utf8");
    }
    catch (error) {
        if ((0,_files_js__WEBPACK_IMPORTED_MODULE_4__/* .hasCode */ .up)(error, "ENOENT", "ENOTDIR"))
            return "";
        throw (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .systemError */ .Oj)(error, "read info/exclude") ?? error;
    }
}


/***/ }),

/***/ 5582:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   K: () => (/* binding */ makeDirectories),
/* harmony export */   d: () => (/* binding */ removeTree)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9600);



/**
 * Deletes a directory with everything in it. Read-only directories (a module cache, a test's fixture) are opened
 * first. Symbolic links are deleted, never followed. What is gone already counts as done.
 */
function removeTree(path) {
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
    }
    catch (error) {
        const errno = (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .errnoOf */ .UQ)(error);
        if (errno !== "EACCES" && errno !== "EPERM" && errno !== "ENOTEMPTY")
            throw error;
        openDirectories(path);
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
    }
}
function openDirectories(path) {
    const stat = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.lstatSync)(path, { throwIfNoEntry: false });
    if (stat === undefined || !stat.isDirectory())
        return;
    if ((stat.mode & 0o700) !== 0o700)
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.chmodSync)(path, stat.mode | 0o700);
    for (const entry of (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readdirSync)(path, { withFileTypes: true })) {
        if (entry.isDirectory())
            openDirectories((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(path, entry.name));
    }
}
/**
 * Makes a directory with the parents that it lacks. Node's own recursive mkdir never returns where a file system
 * answers ENOENT to a new directory below one that exists, as /proc does.
 */
function makeDirectories(path) {
    const missing = [];
    for (let at = path; (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.statSync)(at, { throwIfNoEntry: false }) === undefined; at = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(at))
        missing.push(at);
    for (const one of missing.reverse()) {
        try {
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdirSync)(one);
        }
        catch (error) {
            // Another process may have made it meanwhile; a link that leads nowhere is no directory.
            if ((0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .errnoOf */ .UQ)(error) !== "EEXIST" || (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.statSync)(one, { throwIfNoEntry: false }) === undefined)
                throw error;
        }
    }
}


/***/ }),

/***/ 8574:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D: () => (/* binding */ identity)
/* harmony export */ });
/* unused harmony export zoneAt */
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1740);
/* harmony import */ var _object_format_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5306);


/**
 * Who commits here, as git would take it: environment, then configuration. Only where those do not say it
 * (a name guessed from the system, a fixed date) git is asked.
 *
 * @param now - milliseconds since the epoch
 * @throws CoppiceError GIT_FAILED when git knows no identity
 */
async function identity(repo, env = process.env, now = Date.now()) {
    const [author, committer] = await Promise.all([
        person(repo, "author", env, now),
        person(repo, "committer", env, now),
    ]);
    return { author, committer };
}
async function person(repo, role, env, now) {
    const upper = role.toUpperCase();
    const pick = (variable, ...keys) => [env[variable], ...keys.map((key) => repo.config.get(key))].find((value) => value !== undefined && value !== "");
    const name = pick(`GIT_${upper}_NAME`, `${role}.name`, "user.name");
    const email = pick(`GIT_${upper}_EMAIL`, `${role}.email`, "user.email");
    const date = env[`GIT_${upper}_DATE`];
    if (name !== undefined && email !== undefined && (date === undefined || date === "")) {
        return { name, email, time: Math.floor(now / 1000), zone: zoneAt(now) };
    }
    const { code, stdout, stderr } = await repo.git.run(repo.worktree ?? repo.commonDir, ["var", `GIT_${upper}_IDENT`], {
        codes: "any",
    });
    if (code === 0)
        return (0,_object_format_js__WEBPACK_IMPORTED_MODULE_1__/* .parsePerson */ .JC)(stdout.toString("utf8"));
    throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CoppiceError */ .uS("GIT_FAILED", "git does not know who commits here.", {
        details: { exitCode: code, output: stderr.slice(-16_384) },
        suggestedAction: 'Tell it with: git config user.name "..." and git config user.email "..."',
    });
}
/** The local time zone at a moment, as a commit writes it: `+0200`. */
function zoneAt(now) {
    const minutes = -new Date(now).getTimezoneOffset();
    const size = Math.abs(minutes);
    const digits = (value) => String(value).padStart(2, "0");
    return `${minutes < 0 ? "-" : "+"}${digits(Math.floor(size / 60))}${digits(size % 60)}`;
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

/***/ 8483:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   I: () => (/* binding */ removeWorktree),
/* harmony export */   u: () => (/* binding */ pruneRegistration)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1740);
/* harmony import */ var _lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9600);
/* harmony import */ var _file_tree_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5582);
/* harmony import */ var _worktree_links_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7358);






/**
 * Deletes a linked worktree's directory and its registration, whatever is in it: modified and untracked files,
 * initialised submodules, read-only directories, a lock. Whether that may be lost is for the caller to decide first.
 * The directory goes only while it and the registration name each other; an empty directory in its place goes too,
 * anything else is kept. Idempotent.
 *
 * @param worktree - as `listWorktrees` gave it: the registration is found by its own name, never by the path alone
 * @throws CoppiceError WORKTREE_REMOVAL_FAILED, PERMISSION_DENIED, READONLY_FS
 */
async function removeWorktree(repo, worktree) {
    const adminDir = registrationDir(repo, worktree.id);
    const registered = (0,_worktree_links_js__WEBPACK_IMPORTED_MODULE_5__/* .readRegistration */ .qC)(adminDir);
    if (registered !== undefined && (0,_worktree_links_js__WEBPACK_IMPORTED_MODULE_5__/* .realPath */ .Ye)(registered.path) !== (0,_worktree_links_js__WEBPACK_IMPORTED_MODULE_5__/* .realPath */ .Ye)(worktree.path)) {
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CoppiceError */ .uS("WORKTREE_REMOVAL_FAILED", "The registration names another directory by now.");
    }
    const directory = await removeDirectory(repo, worktree.path, adminDir);
    const registration = pruneRegistration(repo, worktree) ? "removed" : "absent";
    // `git worktree remove` may have taken the registration along.
    return { directory, registration: registered === undefined ? registration : "removed" };
}
async function removeDirectory(repo, path, adminDir) {
    switch ((0,_worktree_links_js__WEBPACK_IMPORTED_MODULE_5__/* .linkState */ .mt)(path, adminDir)) {
        case "missing":
            return "absent";
        case "intact":
            break;
        default:
            return removeEmpty(path);
    }
    const before = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.lstatSync)(path);
    // Twice: also a locked one. git stops its file system monitor and takes the registration along.
    const { code, stderr } = await repo.git.run(repo.commonDir, ["worktree", "remove", "--force", "--force", "--", path], { codes: "any" });
    const after = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.lstatSync)(path, { throwIfNoEntry: false });
    if (after === undefined)
        return "removed";
    // git stops at the first file that it cannot delete, and by then may have forgotten the registration.
    if (after.ino !== before.ino || after.dev !== before.dev)
        return "kept";
    try {
        (0,_file_tree_js__WEBPACK_IMPORTED_MODULE_4__/* .removeTree */ .d)(path);
    }
    catch (error) {
        throw ((0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .systemError */ .Oj)(error, "delete the worktree's directory") ??
            new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CoppiceError */ .uS("WORKTREE_REMOVAL_FAILED", "The worktree's directory could not be deleted.", {
                details: { exitCode: code, output: stderr.slice(-16_384), reason: (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .errnoOf */ .UQ)(error) ?? "unknown" },
                cause: error,
            }));
    }
    return "removed";
}
function removeEmpty(path) {
    try {
        // Refuses a directory that holds something, a file, and a symbolic link.
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmdirSync)(path);
        return "removed";
    }
    catch (error) {
        return (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .errnoOf */ .UQ)(error) === "ENOENT" ? "absent" : "kept";
    }
}
/**
 * Deletes one registration, and only that one: `git worktree prune` would also take those of worktrees on a disk
 * that is not mounted. Idempotent.
 * @returns whether it was there
 */
function pruneRegistration(repo, registration) {
    const adminDir = registrationDir(repo, registration.id);
    const stat = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.lstatSync)(adminDir, { throwIfNoEntry: false });
    if (stat === undefined)
        return false;
    if (!stat.isDirectory()) {
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CoppiceError */ .uS("WORKTREE_REMOVAL_FAILED", "The worktree's registration is no directory.");
    }
    try {
        (0,_file_tree_js__WEBPACK_IMPORTED_MODULE_4__/* .removeTree */ .d)(adminDir);
    }
    catch (error) {
        throw (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .systemError */ .Oj)(error, "delete the worktree's registration") ?? error;
    }
    try {
        // git removes the folder of registrations with the last of them.
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmdirSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(adminDir));
    }
    catch {
        // Others are still registered.
    }
    return true;
}
function registrationDir(repo, id) {
    if (id === "" || id === "." || id === ".." || (0,node_path__WEBPACK_IMPORTED_MODULE_1__.basename)(id) !== id || id.includes("\0")) {
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CoppiceError */ .uS("WORKTREE_REMOVAL_FAILED", `${JSON.stringify(id)} is no name of a registration.`);
    }
    return (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(repo.commonDir, "worktrees", id);
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


/***/ })

};
