export const id = 701;
export const ids = [701];
export const modules = {

/***/ 9701:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  run: () => (/* binding */ run)
});

// EXTERNAL MODULE: ./build/engine/find.js
var find = __webpack_require__(1996);
// EXTERNAL MODULE: ./build/lifecycle/events.js
var events = __webpack_require__(3970);
// EXTERNAL MODULE: ./build/cli/render/words.js
var words = __webpack_require__(739);
;// CONCATENATED MODULE: ./build/cli/render/event.js

/** What an entry says beyond its type, in a few words; text from outside is not yet made visible. */
function eventText(event) {
    switch (event.type) {
        case "CREATE":
            return event_words(event.branch, event.base === null ? "" : `from ${event.base}`, event.adopted === true ? "(adopted)" : "", event.task ?? "", event.title === undefined ? "" : quoted(event.title));
        case "INIT_COMPLETE":
            return event_words(event.mergeOid === undefined ? "" : `merged as ${(0,words/* short */.h0)(event.mergeOid)}`, event.sha === undefined ? "" : `commit ${(0,words/* short */.h0)(event.sha)}`, done(event));
        case "MODIFY":
            return `${(0,words/* plural */.LS)(event.total, "file")}: ${few(event.filesChanged, event.total)}`;
        case "COMMIT":
            return event_words(quoted(event.message), event.author === undefined ? "" : `by ${event.author}`);
        case "MERGE":
        case "REQUEST":
            return event_words(`into ${event.target}`, event.strategy, event.keep === true ? "keep" : "", `at ${(0,words/* short */.h0)(event.headOid)}`);
        case "RESOLVE_CONFLICT":
            return event_words(event.resolution, event.files === undefined ? "" : few(event.files, event.files.length));
        case "ABORT_MERGE":
        case "WITHDRAW":
        case "LOCK":
        case "UNLOCK":
            return event.reason ?? "";
        case "REMOVE":
            return event_words(event.force ? "force" : "", event.discard === true ? "discard" : "", event.pruneBranch ? "" : "keep branch");
        case "PRUNE":
            return event.reason;
        case "ERROR":
            return `${event.code} in ${event.operation}: ${event.message}`;
        case "RETRY":
            return event_words(event.operation, event.run ? "" : "(only back)");
        case "LANDED":
            return event_words(`in ${event.target}`, `at ${(0,words/* short */.h0)(event.headOid)}`, `by ${event.evidence}`);
        case "PR":
            return `#${event.number} ${event.state} ${quoted(event.title)}`;
        case "INIT_SCRIPT":
            return event_words(event.status, event.error ?? "");
        case "HEAD":
            return event_words(event.from === undefined ? "" : `${event.from} is now`, event.branch, `at ${(0,words/* short */.h0)(event.oid)}`);
        case "OWN":
            return `by clone ${event.clone}`;
        case "TASK":
            return event_words(event.id, event.status, event.title === undefined ? "" : quoted(event.title));
        case "STALE":
            return `since ${event.lastActivity}`;
        case "LEASE":
            return `until ${event.until}`;
        case "DISCARD":
        case "RELEASE":
            return "";
    }
}
const event_words = (...parts) => parts.filter((part) => part !== "").join(" ");
/** The first line of a text, in quotes. */
const quoted = (text) => `"${text.split("\n")[0] ?? ""}"`;
const NAMED_FILES = 3;
function few(files, total) {
    const named = files.slice(0, NAMED_FILES).join(", ");
    return total > NAMED_FILES ? `${named} and ${total - NAMED_FILES} more` : named;
}
function done(event) {
    const steps = [
        event.envCopied === true ? "env files copied" : "",
        event.depsInstalled === true ? "dependencies installed" : "",
        event.initScriptRun === true ? "init script run" : "",
    ];
    return steps.filter((step) => step !== "").join(", ");
}

// EXTERNAL MODULE: ./build/cli/render/visible.js
var visible = __webpack_require__(892);
;// CONCATENATED MODULE: ./build/cli/commands/log.js





/** Shows the journal of one worktree, also of a removed one, or of all. */
const run = (cli, args) => cli.engine(async (engine) => {
    const journals = await chosen(engine, args[0]);
    const output = merged(journals);
    if (cli.globals.json) {
        cli.json(output);
        return 0;
    }
    if (journals.length === 0)
        cli.say("no entries yet; coppice create <branch> makes the first");
    const width = Math.max(0, ...output.entries.map(({ by }) => actorText(by).length));
    for (const entry of output.entries)
        cli.print(entryLine(cli, entry, width, journals.length > 1));
    if (output.unreadable.length > 0) {
        cli.progress.warn(`${(0,words/* plural */.LS)(output.unreadable.length, "line")} cannot be read by this version; nothing is dropped`);
    }
    return 0;
});
async function chosen(engine, name) {
    // Outside of every worktree there is no "this one": then it is the whole story.
    if (name === undefined && (0,find/* hereId */.Eg)(engine) === undefined)
        return [...(await engine.journal.readAll()).values()];
    const { id } = await (0,find/* findRecord */.Tq)(engine, name, { removed: true });
    const journal = await engine.journal.read(id);
    return journal === undefined ? [] : [journal];
}
function merged(journals) {
    const entries = journals.flatMap(({ id, record, entries: folded }) => folded.map(({ entry, from, to, superseded, pending }) => {
        return { id, branch: record?.branch ?? null, ...entry, from, to, superseded, pending };
    }));
    entries.sort((a, b) => (a.t < b.t ? -1 : a.t > b.t ? 1 : 0));
    return {
        entries,
        unreadable: journals.flatMap(({ id, unreadable }) => unreadable.map((line) => ({ id, line }))),
    };
}
/** The longest name of a state. */
const STATE_WIDTH = "initializing".length;
const EVENT_WIDTH = "RESOLVE_CONFLICT".length;
const actorText = (by) => `${(0,visible/* visible */.RK)(by.name)} (${by.door})`;
function entryLine(cli, entry, actorWidth, several) {
    const { event, by, from, to, superseded, pending } = entry;
    const state = !(0,events/* isTransition */.qb)(event) || superseded ? "" : to === "none" || to === from ? from : to;
    const shown = state === "" || state === "none" ? "" : (0,words/* statusText */.qS)(state, cli.paint);
    const marks = `${superseded ? "  (ignored)" : ""}${pending ? "  (not yet in the notes)" : ""}`;
    const text = [
        cli.paint.dim((0,words/* localTime */.HJ)(entry.at)),
        `${shown}${" ".repeat(STATE_WIDTH - state.length)}`,
        event.type.padEnd(EVENT_WIDTH),
        cli.paint.dim(actorText(by).padEnd(actorWidth)),
        ...(several ? [(0,visible/* visible */.RK)(entry.branch ?? entry.id.slice(0, 12))] : []),
        (0,visible/* visible */.RK)(eventText(event)),
    ].filter((part) => part !== "");
    const line = `${text.join("  ")}${marks}`.trimEnd();
    return superseded ? cli.paint.dim(line) : line;
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
