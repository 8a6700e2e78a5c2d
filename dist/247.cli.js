export const id = 247;
export const ids = [247];
export const modules = {

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

/***/ 6018:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   U: () => (/* binding */ runEffects),
/* harmony export */   s: () => (/* binding */ throwIfInterrupted)
/* harmony export */ });
/* harmony import */ var ts_pattern__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8602);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1740);
/* harmony import */ var _failure_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(481);



/** How an effect's failure is called when it has no better name. */
const failures = {
    createBranch: { code: "BRANCH_CREATION_FAILED", doing: "make the branch" },
    createWorktree: { code: "WORKTREE_CREATION_FAILED", doing: "make the worktree" },
    copyEnvFiles: { code: "ENV_COPY_FAILED", doing: "copy the ignored files" },
    installDependencies: { code: "DEPS_INSTALL_FAILED", doing: "install the dependencies" },
    runInitScript: { code: "INIT_SCRIPT_FAILED", doing: "run the init script" },
    stopSetup: { code: "CLEANUP_FAILED", doing: "stop the running setup" },
    commitChanges: { code: "COMMIT_FAILED", doing: "commit the changes" },
    mergeBranch: { code: "MERGE_FAILED", doing: "merge the branch" },
    captureConflicts: { code: "MERGE_FAILED", doing: "describe the conflict" },
    resolveConflict: { code: "CONFLICT_RESOLUTION_FAILED", doing: "resolve the conflict" },
    abortMerge: { code: "ABORT_FAILED", doing: "abort the merge" },
    archive: { code: "CLEANUP_FAILED", doing: "save what would be lost" },
    removeWorktree: { code: "WORKTREE_REMOVAL_FAILED", doing: "remove the worktree" },
    pruneBranch: { code: "CLEANUP_FAILED", doing: "delete the branch" },
    cleanupDirectory: { code: "CLEANUP_FAILED", doing: "clean up" },
};
/**
 * Runs effects in their order, and stops at the first that fails.
 * @param signal ends the run between two effects; none for clean-up, which runs after an interruption too
 * @throws CoppiceError with the effect's code, a system code, or INTERRUPTED after Ctrl-C
 */
async function runEffects(effects, runners, signal) {
    let completion = {};
    for (const effect of effects) {
        try {
            if (signal !== undefined)
                throwIfInterrupted(signal);
            completion = { ...completion, ...(await dispatch(effect, runners)) };
        }
        catch (error) {
            const { code, doing } = failures[effect.type];
            throw (0,_failure_js__WEBPACK_IMPORTED_MODULE_1__/* .asCoppiceError */ .e)(error, code, doing);
        }
    }
    return completion;
}
/** @throws INTERRUPTED when Ctrl-C was pressed */
function throwIfInterrupted(signal) {
    if (signal.aborted)
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CoppiceError */ .uS("INTERRUPTED", "The operation was interrupted.");
}
// biome-ignore lint/suspicious/noConfusingVoidType: see EffectRunner
function dispatch(effect, runners) {
    return (0,ts_pattern__WEBPACK_IMPORTED_MODULE_2__/* .match */ .YW)(effect)
        .with({ type: "createBranch" }, (e) => known(runners.createBranch, e.type)(e))
        .with({ type: "createWorktree" }, (e) => known(runners.createWorktree, e.type)(e))
        .with({ type: "copyEnvFiles" }, (e) => known(runners.copyEnvFiles, e.type)(e))
        .with({ type: "installDependencies" }, (e) => known(runners.installDependencies, e.type)(e))
        .with({ type: "runInitScript" }, (e) => known(runners.runInitScript, e.type)(e))
        .with({ type: "stopSetup" }, (e) => known(runners.stopSetup, e.type)(e))
        .with({ type: "commitChanges" }, (e) => known(runners.commitChanges, e.type)(e))
        .with({ type: "mergeBranch" }, (e) => known(runners.mergeBranch, e.type)(e))
        .with({ type: "captureConflicts" }, (e) => known(runners.captureConflicts, e.type)(e))
        .with({ type: "resolveConflict" }, (e) => known(runners.resolveConflict, e.type)(e))
        .with({ type: "abortMerge" }, (e) => known(runners.abortMerge, e.type)(e))
        .with({ type: "archive" }, (e) => known(runners.archive, e.type)(e))
        .with({ type: "removeWorktree" }, (e) => known(runners.removeWorktree, e.type)(e))
        .with({ type: "pruneBranch" }, (e) => known(runners.pruneBranch, e.type)(e))
        .with({ type: "cleanupDirectory" }, (e) => known(runners.cleanupDirectory, e.type)(e))
        .exhaustive();
}
function known(runner, type) {
    if (runner === undefined)
        throw new Error(`this operation has no runner for ${type}`);
    return runner;
}


/***/ }),

/***/ 8916:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   An: () => (/* binding */ absence),
/* harmony export */   Eb: () => (/* binding */ present),
/* harmony export */   F9: () => (/* binding */ worktreePath),
/* harmony export */   x5: () => (/* binding */ locate)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var _git_worktree_links_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7358);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1740);



/**
 * Finds a record's worktree. The registration that carries the record's mark decides (git keeps it right through
 * `git worktree move`); the noted path only where there is none. A path never comes from a note.
 * @returns undefined when this clone never had one, or when it is gone with everything that was known of it
 */
function locate(engine, id) {
    const place = engine.local.place(id);
    const gitDir = registrationOf(engine, id, place?.gitDir ?? undefined, place?.path);
    if (gitDir !== undefined) {
        const path = (0,_git_worktree_links_js__WEBPACK_IMPORTED_MODULE_1__/* .readRegistration */ .qC)(gitDir)?.path ?? place?.path;
        if (path !== undefined)
            return { path, gitDir, state: (0,_git_worktree_links_js__WEBPACK_IMPORTED_MODULE_1__/* .linkState */ .mt)(path, gitDir) };
    }
    if (place === undefined)
        return undefined;
    const state = (0,_git_worktree_links_js__WEBPACK_IMPORTED_MODULE_1__/* .linkState */ .mt)(place.path, (0,node_path__WEBPACK_IMPORTED_MODULE_0__.join)(engine.repo.commonDir, "worktrees", (0,node_path__WEBPACK_IMPORTED_MODULE_0__.basename)(place.path)));
    return { path: place.path, gitDir: undefined, state: state === "missing" ? "missing" : "unregistered" };
}
/**
 * The directory of a record's worktree, certain to be it.
 * @throws WORKTREE_NOT_FOUND when it is gone, moved by hand, replaced, or in another clone
 */
function worktreePath(engine, record) {
    return present(engine, record).path;
}
/** Like `worktreePath`, with the worktree's own git directory. */
function present(engine, record) {
    const located = locate(engine, record.id);
    if (located?.state === "intact" && located.gitDir !== undefined) {
        return { path: located.path, gitDir: located.gitDir };
    }
    throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CoppiceError */ .uS("WORKTREE_NOT_FOUND", `The worktree of ${record.branch} ${absence(engine, record, located)}.`, {
        details: { branch: record.branch, reason: located?.state ?? "unknown" },
    });
}
/** What is wrong with a worktree that is not there as it should be, as the end of a sentence. */
function absence(engine, record, located) {
    if (record.owner !== null && record.owner !== engine.clone)
        return "is in another clone";
    if (record.owner === null)
        return "has no directory: no clone owns it";
    switch (located?.state) {
        case undefined:
            return "has no directory that this clone knows of";
        case "missing":
            return "is gone: its directory was deleted or moved";
        case "moved":
            return "was moved by hand; git worktree repair makes git find it again";
        case "foreign":
            return "was replaced: its .git file names something else";
        case "no-git-file":
            return "is broken: its directory has no .git file";
        case "unreadable":
            return "cannot be looked at: a directory above it may not be read";
        case "not-a-directory":
            return "was replaced by something that is no directory";
        default:
            return "is no longer registered with git";
    }
}
function registrationOf(engine, id, noted, path) {
    const { local, repo } = engine;
    if (noted !== undefined && local.markOf(noted) === id)
        return noted;
    const marked = (0,_git_worktree_links_js__WEBPACK_IMPORTED_MODULE_1__/* .readRegistrations */ .x6)(repo.commonDir).find((one) => local.markOf(one.adminDir) === id);
    if (marked !== undefined)
        return marked.adminDir;
    // The creation was killed between git's work and our mark: the path and its registration name each other.
    const unmarked = path === undefined ? undefined : (0,_git_worktree_links_js__WEBPACK_IMPORTED_MODULE_1__/* .gitDirOf */ .z0)(path);
    if (unmarked === undefined || (0,node_path__WEBPACK_IMPORTED_MODULE_0__.dirname)(unmarked) !== (0,node_path__WEBPACK_IMPORTED_MODULE_0__.join)(repo.commonDir, "worktrees"))
        return undefined;
    return local.markOf(unmarked) === undefined ? unmarked : undefined;
}


/***/ }),

/***/ 9863:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   q8: () => (/* binding */ withRecord),
/* harmony export */   w9: () => (/* binding */ takeOver)
/* harmony export */ });
/* unused harmony export runOperation */
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1740);
/* harmony import */ var _record_lock_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3896);
/* harmony import */ var _running_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6152);
/* harmony import */ var _session_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2494);
/* harmony import */ var _wording_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5203);





/**
 * Works on one record under its lock. Whoever comes second is refused at once, with the
 * state that it then sees.
 * @param purpose the command, for the lock's owner file
 * @throws INVALID_STATE while another process works on the record, NO_WORKTREE, JOURNAL_CORRUPT
 */
async function withRecord(engine, id, purpose, work) {
    const lock = (0,_record_lock_js__WEBPACK_IMPORTED_MODULE_1__/* .tryRecordLock */ .gz)(engine, id, purpose);
    if ("heldBy" in lock)
        throw await busy(engine, id);
    const own = (0,_running_js__WEBPACK_IMPORTED_MODULE_2__/* .interruptible */ .I)(engine);
    own.worksOn(id);
    let session;
    try {
        session = await _session_js__WEBPACK_IMPORTED_MODULE_3__/* .RecordSession */ .i.start(own.engine, id);
        return await work(session);
    }
    catch (error) {
        throw error instanceof _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CoppiceError */ .uS && session !== undefined
            ? error.concerning(session.record.branch)
            : error;
    }
    finally {
        own.done();
        lock.release();
    }
}
/** The plain operation: facts, decision, opening entry, effects, closing entry. */
function runOperation(engine, id, plan) {
    return withRecord(engine, id, plan.purpose, async (session) => {
        const { event, facts } = await plan.open(session);
        const effects = await session.open(event, facts);
        return session.run(effects, plan.runners(session), plan);
    });
}
/** How long a process that was told to stop may take to journal its end, before it is killed. */
const stopPatienceMs = 10_000;
/**
 * For the two events that end a running operation from outside (REMOVE in `initializing`, ABORT_MERGE in `merging`):
 * appends the event without the lock, stops the lock's owner, takes the lock, and only then lets the effects run.
 * What the stopped process still journals no longer counts.
 * @param open facts and event, gathered without the lock
 * @param stop ends the lock's owner; called only when the event took effect
 */
async function takeOver(engine, id, plan) {
    const outside = await _session_js__WEBPACK_IMPORTED_MODULE_3__/* .RecordSession */ .i.watch(engine, id);
    const { event, facts } = await plan.open(outside);
    const effects = await outside.open(event, facts);
    await plan.stop();
    const lock = await (0,_record_lock_js__WEBPACK_IMPORTED_MODULE_1__/* .waitForRecordLock */ .ZW)(engine, id, plan.purpose, stopPatienceMs);
    try {
        await outside.refresh();
        return await outside.run(effects, plan.runners(outside), plan);
    }
    finally {
        lock.release();
    }
}
async function busy(engine, id) {
    const record = (await engine.journal.read(id))?.record ?? undefined;
    const holder = (0,_record_lock_js__WEBPACK_IMPORTED_MODULE_1__/* .recordLockHolder */ .Bo)(engine, id);
    const branch = record?.branch ?? id.slice(0, 12);
    const running = record?.op ?? undefined;
    const what = running === undefined
        ? `Another command (${holder?.purpose ?? "coppice"}) is working on ${branch}`
        : `${(0,_wording_js__WEBPACK_IMPORTED_MODULE_4__/* .operationPhrase */ .Xm)(running.name)} of ${branch} is running since ${running.since}`;
    return new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CoppiceError */ .uS("INVALID_STATE", `${what}; its state is ${record?.status ?? "unknown"}.`, {
        details: {
            branch,
            ...(record === undefined ? {} : { state: record.status }),
            ...(running === undefined ? {} : { operation: running.name }),
        },
        suggestedAction: "Wait until it has ended, then run the command again.",
    });
}


/***/ }),

/***/ 3896:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Bo: () => (/* binding */ recordLockHolder),
/* harmony export */   Bz: () => (/* binding */ preferringWorktreeLock),
/* harmony export */   Uw: () => (/* binding */ withCreateLock),
/* harmony export */   ZW: () => (/* binding */ waitForRecordLock),
/* harmony export */   gz: () => (/* binding */ tryRecordLock),
/* harmony export */   ze: () => (/* binding */ withWorktreeLock)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var _journal_lock_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6381);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1740);
/* harmony import */ var _init_clone_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7721);




/** The longest that a command waits for others to make their worktrees. */
const worktreePatienceMs = 10 * 60_000;
const removalPatienceMs = 3_000;
/** Deciding about a creation takes milliseconds; a holder that takes this long is stuck. */
const createPatienceMs = 60_000;
const lockPath = (engine, name) => (0,node_path__WEBPACK_IMPORTED_MODULE_0__.join)((0,_init_clone_js__WEBPACK_IMPORTED_MODULE_3__/* .coppiceDir */ .V)(engine.repo.commonDir), "locks", `${name}.lock`);
/**
 * Takes the lock of one record: one operation at a time. There is no waiting: who comes second is told at once what
 * runs, and decides. A dead owner's lock is taken over.
 */
function tryRecordLock(engine, id, purpose) {
    return (0,_journal_lock_js__WEBPACK_IMPORTED_MODULE_1__/* .tryLock */ .bh)(lockPath(engine, id), purpose);
}
/** The living holder of a record's lock, looked at without taking it; undefined when nobody works on the record. */
const recordLockHolder = (engine, id) => (0,_journal_lock_js__WEBPACK_IMPORTED_MODULE_1__/* .lockHolder */ .ms)(lockPath(engine, id));
/**
 * Waits for the lock of a record whose holder was told to stop.
 * @throws INVALID_STATE when it does not let go in time
 */
function waitForRecordLock(engine, id, purpose, waitMs) {
    return wait(lockPath(engine, id), purpose, waitMs);
}
/**
 * Runs one `git worktree add` at a time: in parallel git loses some of them. Waits in line.
 */
function withWorktreeLock(engine, work) {
    const path = lockPath(engine, "worktree-add");
    return holding(wait(path, "git worktree", worktreePatienceMs, engine.signal), work);
}
/**
 * The same for taking a registration away, which nothing is lost by: waits a moment, and goes on all the same. A
 * creation may hold the lock for as long as somebody's post-checkout hook runs; should git stumble over what is gone
 * then, it is tried again.
 */
async function preferringWorktreeLock(engine, work) {
    const lock = await (0,_journal_lock_js__WEBPACK_IMPORTED_MODULE_1__/* .acquireLock */ .IZ)(lockPath(engine, "worktree-add"), {
        purpose: "git worktree",
        waitMs: removalPatienceMs,
    });
    try {
        return await work();
    }
    finally {
        if (!("heldBy" in lock))
            lock.release();
    }
}
/** One process at a time decides that a branch and a directory are free, up to the CREATE that takes them. */
function withCreateLock(engine, work) {
    return holding(wait(lockPath(engine, "create"), "create", createPatienceMs, engine.signal), work);
}
async function wait(path, purpose, waitMs, signal) {
    const lock = await (0,_journal_lock_js__WEBPACK_IMPORTED_MODULE_1__/* .acquireLock */ .IZ)(path, {
        purpose,
        waitMs,
        ...(signal === undefined ? {} : { signal }),
    });
    if (!("heldBy" in lock))
        return lock;
    throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CoppiceError */ .uS("INVALID_STATE", `Another command (${lock.heldBy.purpose}, process ${lock.heldBy.pid}) did not let go in time.`, { suggestedAction: "Wait until it has ended, or end it, then run the command again." });
}
async function holding(acquired, work) {
    const lock = await acquired;
    try {
        return await work();
    }
    finally {
        lock.release();
    }
}


/***/ }),

/***/ 6152:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   G: () => (/* binding */ interrupt),
/* harmony export */   I: () => (/* binding */ interruptible)
/* harmony export */ });
/** What this very process is working on. A program that uses the library may remove a worktree that it sets up. */
const running = new Map();
/** Gives the work on one record a signal of its own, which the engine's aborts as well. */
function interruptible(engine) {
    const controller = new AbortController();
    const forward = () => controller.abort(engine.signal.reason);
    if (engine.signal.aborted)
        forward();
    else
        engine.signal.addEventListener("abort", forward, { once: true });
    const ids = [];
    return {
        engine: { ...engine, signal: controller.signal },
        worksOn: (id) => {
            ids.push(id);
            running.set(id, controller);
        },
        done: () => {
            engine.signal.removeEventListener("abort", forward);
            for (const id of ids)
                if (running.get(id) === controller)
                    running.delete(id);
        },
    };
}
/** Ends what this process is doing with a record, as Ctrl-C would. */
function interrupt(id) {
    running.get(id)?.abort();
}


/***/ }),

/***/ 2494:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  i: () => (/* binding */ RecordSession),
  I: () => (/* binding */ newOp)
});

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: ./build/lifecycle/errors.js
var errors = __webpack_require__(1740);
// EXTERNAL MODULE: ./build/lifecycle/ids.js
var ids = __webpack_require__(333);
// EXTERNAL MODULE: ./build/journal/fit.js
var fit = __webpack_require__(1427);
// EXTERNAL MODULE: ./build/lifecycle/decide.js + 4 modules
var decide = __webpack_require__(6948);
// EXTERNAL MODULE: ./build/lifecycle/events.js
var events = __webpack_require__(3970);
;// CONCATENATED MODULE: ./build/engine/decision.js





/**
 * Decides about an event of this run, in the form in which it will be journaled.
 * @param record null for a CREATE
 * @throws INVALID_STATE when the event is not well-formed
 */
function decided(engine, record, event, facts) {
    return (0,decide/* decide */.L)(record?.id ?? null, record, happeningOf(engine, event), facts);
}
function happeningOf(engine, event) {
    // What is decided about is what will be journaled.
    const parsed = events/* eventSchema */.G4.safeParse((0,fit/* fitEvent */.ED)(event));
    if (!parsed.success) {
        const [first] = parsed.error.issues;
        throw new errors/* CoppiceError */.uS("INVALID_STATE", `This ${event.type} is not well-formed: ${first?.path.join(".") ?? ""}: ${first?.message ?? ""}.`, { details: { event: event.type } });
    }
    const at = ids/* timestampSchema */.yo.parse(new Date(engine.now()).toISOString());
    return { at, by: engine.actor, event: parsed.data };
}
/** @throws the refusal, as the error that a person sees */
function accepted(decision) {
    if (decision.kind === "accepted")
        return decision;
    const { code, message, details, suggestedAction } = decision;
    throw new errors/* CoppiceError */.uS(code, message, {
        details,
        ...(suggestedAction === undefined ? {} : { suggestedAction }),
    });
}

// EXTERNAL MODULE: ./build/engine/failure.js
var engine_failure = __webpack_require__(481);
// EXTERNAL MODULE: ./build/engine/interpret.js
var interpret = __webpack_require__(6018);
// EXTERNAL MODULE: ./build/engine/wording.js
var wording = __webpack_require__(5203);
;// CONCATENATED MODULE: ./build/engine/session.js







/** A new id for one operation. */
const newOp = () => ids/* opIdSchema */.Mt.parse((0,external_node_crypto_.randomBytes)(8).toString("hex"));
/**
 * One record under its lock: the steps of the operation protocol. It exists only inside
 * `withRecord`; everything that it appends is synced to disk before it returns.
 */
class RecordSession {
    engine;
    id;
    #journal;
    #interrupted;
    /** The same, until something was done about it: refusals speak of it. */
    #unexplained;
    /** The operation that this session opened. The journal may by now tell of another one that ended it. */
    #own;
    constructor(engine, id, journal) {
        this.engine = engine;
        this.id = id;
        this.#journal = journal;
    }
    /**
     * Reads the journal and, when the record is in a transient state whose operation is dead, journals that first.
     * The caller holds the record's lock, so an operation of this clone that seems to run is dead.
     * @throws NO_WORKTREE when nothing is known of the record, JOURNAL_CORRUPT when it has no readable CREATE
     */
    static async start(engine, id) {
        const session = new RecordSession(engine, id, await readJournal(engine, id));
        await session.#settle();
        return session;
    }
    /**
     * Begins a record: decides about its CREATE and journals it.
     * @param prepare takes the record's lock, before anybody can see the entry
     * @throws the refusal's code; nothing has changed then
     */
    static async create(engine, event, facts, prepare) {
        const { effects } = accepted(decided(engine, null, event, facts));
        const { id } = await engine.journal.create(event, engine.actor, prepare);
        const session = new RecordSession(engine, id, await readJournal(engine, id));
        const running = session.record.op;
        if (running !== null)
            session.#follow(running.id);
        return { session, effects };
    }
    /** Reads the journal without holding the lock, for the events that end somebody else's operation. */
    static async watch(engine, id) {
        return new RecordSession(engine, id, await readJournal(engine, id));
    }
    get journal() {
        return this.#journal;
    }
    get record() {
        return recordOf(this.#journal);
    }
    /** The operation that was found interrupted when the session began. */
    get interrupted() {
        return this.#interrupted;
    }
    /**
     * Decides about an event and appends it; the effects are the caller's to run, with `run`.
     * @throws the refusal's code (INVALID_STATE, WORKTREE_DIRTY ...); nothing has changed then
     */
    async open(event, facts) {
        const { status } = this.record;
        const { effects } = this.#accept(event, facts);
        const own = await this.#append(event);
        if (own.superseded)
            throw this.#explained((0,wording/* overtaken */.K1)(this.record, event.type));
        this.#unexplained = undefined;
        if ("op" in own.entry.event)
            this.#follow(own.entry.event.op);
        // Another entry came in between: what was decided was decided about another state.
        if (own.from !== status)
            throw await this.fail((0,wording/* movedOn */.dm)(this.record, status));
        return effects;
    }
    /**
     * The other order, for an event that says that its effects have worked (REMOVE in `error`): decide, run, append.
     * @throws the refusal, or the failure of an effect, after it was journaled as the newest ERROR of that operation
     */
    async openAfterEffects(event, facts, runners, operation) {
        const { effects } = this.#accept(event, facts);
        try {
            await (0,interpret/* runEffects */.U)(effects, runners, this.engine.signal);
        }
        catch (error) {
            this.#own = { id: event.op, name: operation };
            throw await this.fail(error, runners);
        }
        return this.note(event);
    }
    /** Appends an annotation, which has no effects. One that no longer counts changes nothing. */
    async note(event) {
        await this.#append(event);
        return this.record;
    }
    /** Like `note`, for what was seen and can be seen again: it does not wait for the disk. */
    async observed(event) {
        await this.#append(event, false);
        return this.record;
    }
    /**
     * Runs the effects of the running operation and journals how it ended; goes on while the next state is transient
     * under the same operation (creating to initializing, merging to removing).
     * @throws the failure, after it was journaled as ERROR
     */
    async run(effects, runners, options = {}) {
        if (this.#own === undefined) {
            // An event without an operation of its own, ABORT_MERGE: nothing is closed after it.
            await (0,interpret/* runEffects */.U)(effects, runners, this.engine.signal);
            return this.record;
        }
        let pending = effects;
        while (this.#own !== undefined) {
            try {
                const completion = await (0,interpret/* runEffects */.U)(pending, runners, this.engine.signal);
                const facts = (await options.facts?.(this)) ?? {};
                pending = await this.#complete(this.#own.id, completion, facts);
            }
            catch (error) {
                throw await this.fail(error, runners);
            }
        }
        return this.record;
    }
    /**
     * Journals a failure of the running operation as ERROR and runs what the transition asks for then.
     * @returns what is to be thrown
     */
    async fail(error, runners = {}) {
        const op = this.#own;
        const failure = this.#asFailure(error);
        if (op === undefined)
            return failure.concerning(this.record.branch);
        try {
            const event = {
                type: "ERROR",
                op: op.id,
                code: failure.code,
                message: failure.message || failure.code,
                details: failure.details,
                operation: op.name,
                recoverable: failure.recoverable,
            };
            const decision = decided(this.engine, this.record, event, {});
            const own = await this.#append(event);
            this.#own = undefined;
            // Somebody ended this operation from outside (remove during setup, abort during a merge).
            if (own.superseded)
                return (0,wording/* overtaken */.K1)(this.record, "ERROR");
            if (decision.kind === "accepted")
                await this.#afterFailure(decision.effects, runners);
        }
        catch (second) {
            const reason = (0,engine_failure/* asCoppiceError */.e)(second, "JOURNAL_CORRUPT", "journal the failure").message;
            this.engine.report.warn(`${reason.replace(/\.$/, "")}; the next command on this worktree will call it interrupted`);
        }
        return failure.concerning(this.record.branch);
    }
    /** Reads the journal again, for an operation that waited for somebody else. */
    async refresh() {
        this.#journal = await readJournal(this.engine, this.id);
    }
    #accept(event, facts) {
        try {
            return accepted(decided(this.engine, this.record, event, facts));
        }
        catch (error) {
            throw error instanceof errors/* CoppiceError */.uS ? this.#explained(error) : error;
        }
    }
    async #complete(op, completion, facts) {
        const event = { type: "INIT_COMPLETE", op, ...completion };
        const { effects } = this.#accept(event, facts);
        // Where nothing follows, a power cut before the flush makes it an interrupted operation, which it then was.
        const own = await this.#append(event, effects.length > 0);
        this.#follow(op);
        if (own.superseded)
            throw (0,wording/* overtaken */.K1)(this.record, "INIT_COMPLETE");
        return effects;
    }
    /** Keeps hold of the operation while the record says that it runs. */
    #follow(op) {
        const running = this.record.op;
        this.#own = running?.id === op ? { id: op, name: running.name } : undefined;
    }
    async #afterFailure(effects, runners) {
        for (const effect of effects) {
            try {
                await (0,interpret/* runEffects */.U)([effect], runners);
            }
            catch (error) {
                this.engine.report.warn((0,engine_failure/* asCoppiceError */.e)(error, "CLEANUP_FAILED", "clean up after the failure").message);
            }
        }
    }
    async #settle() {
        const { op, status, branch } = this.record;
        if (op === null || op.clone !== this.engine.clone)
            return;
        const message = `${(0,wording/* operationPhrase */.Xm)(op.name)} of ${branch} was interrupted: its process ended before it was done.`;
        const own = await this.#append({
            type: "ERROR",
            op: op.id,
            code: "INTERRUPTED",
            message,
            details: { state: status, operation: op.name },
            operation: op.name,
            recoverable: true,
        });
        if (own.superseded)
            return;
        this.#interrupted = { operation: op.name, since: op.since };
        this.#unexplained = this.#interrupted;
        this.engine.report.warn(`${message} ${(0,wording/* wayOn */.jT)(this.record)}`);
    }
    async #append(event, durable = true) {
        const { engine, id } = this;
        const after = this.#journal.lastStamp;
        const entry = await engine.journal.append(id, event, engine.actor, after, { durable });
        await this.refresh();
        const own = this.#journal.entries.findLast((folded) => folded.entry.t === entry.t);
        if (own === undefined) {
            throw new errors/* CoppiceError */.uS("JOURNAL_CORRUPT", "An entry that was just written is not in the journal.");
        }
        this.#tellHooks();
        return own;
    }
    /** The state file is a hint for hooks; the entry is written, whatever becomes of the file. */
    #tellHooks() {
        try {
            this.engine.local.writeState(this.id, this.record.status);
        }
        catch (error) {
            this.engine.report.warn((0,engine_failure/* asCoppiceError */.e)(error, "GIT_FAILED", "write the state file of the hooks").message);
        }
    }
    #asFailure(error) {
        const failure = (0,engine_failure/* asCoppiceError */.e)(error, "GIT_FAILED", "finish the operation");
        if (!this.engine.signal.aborted || failure.code === "INTERRUPTED" || failure.code === "MERGE_CONFLICT") {
            return failure;
        }
        // Ctrl-C reaches the children too; what they complain about then is not what went wrong.
        return new errors/* CoppiceError */.uS("INTERRUPTED", "The operation was interrupted.", { cause: failure });
    }
    /** A refusal right after an interruption is about that interruption. */
    #explained(error) {
        const interrupted = this.#unexplained;
        if (interrupted === undefined)
            return error;
        return new errors/* CoppiceError */.uS(error.code, `${(0,wording/* operationPhrase */.Xm)(interrupted.operation)} of ${this.record.branch} was interrupted. ${error.message}`, { details: error.details, suggestedAction: (0,wording/* wayOn */.jT)(this.record), cause: error });
    }
}
async function readJournal(engine, id) {
    const journal = await engine.journal.read(id);
    if (journal === undefined) {
        throw new errors/* CoppiceError */.uS("NO_WORKTREE", `No worktree has the id ${id.slice(0, 12)}.`);
    }
    recordOf(journal);
    return journal;
}
function recordOf(journal) {
    if (journal.record === null) {
        throw new errors/* CoppiceError */.uS("JOURNAL_CORRUPT", `The journal ${journal.id.slice(0, 12)} has no entry that creates its worktree.`);
    }
    return journal.record;
}


/***/ }),

/***/ 5203:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   K1: () => (/* binding */ overtaken),
/* harmony export */   Xm: () => (/* binding */ operationPhrase),
/* harmony export */   dm: () => (/* binding */ movedOn),
/* harmony export */   jT: () => (/* binding */ wayOn)
/* harmony export */ });
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1740);

/** The operation, as the subject of a sentence. */
function operationPhrase(operation) {
    const phrases = {
        create: "The creation",
        init: "The setup",
        commit: "The commit",
        merge: "The merge",
        resolve: "The resolution of the conflict",
        remove: "The removal",
        observe: "The observation",
    };
    return phrases[operation];
}
/** What a person can do about a record in `error`. */
function wayOn(record) {
    return `coppice retry ${record.branch} goes on from there, coppice remove ${record.branch} gives it up.`;
}
/** The state changed between the decision and the opening entry. */
const movedOn = (record, decided) => new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CoppiceError */ .uS("INVALID_STATE", `${record.branch} was ${decided} no more when the operation began.`, {
    details: { branch: record.branch, state: decided },
    recoverable: true,
    suggestedAction: "Run the command again.",
});
/** An entry of ours came too late to count. */
const overtaken = (record, event) => new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CoppiceError */ .uS("INVALID_STATE", `${record.branch} is ${record.status}: another command came first, so ${event} changed nothing.`, { details: { branch: record.branch, state: record.status, event } });


/***/ }),

/***/ 6948:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  L: () => (/* binding */ decide)
});

// EXTERNAL MODULE: ./node_modules/ts-pattern/dist/index.js
var dist = __webpack_require__(8602);
// EXTERNAL MODULE: ./build/lifecycle/events.js
var events = __webpack_require__(3970);
// EXTERNAL MODULE: ./build/lifecycle/guards.js
var guards = __webpack_require__(4733);
// EXTERNAL MODULE: ./build/lifecycle/ids.js
var ids = __webpack_require__(333);
// EXTERNAL MODULE: ./build/lifecycle/machine.js + 4 modules
var machine = __webpack_require__(5231);
;// CONCATENATED MODULE: ./build/lifecycle/published.js

const recoverySteps = ({ branch, lastError }) => [
    `coppice show ${branch}`,
    ...(lastError?.recoverable ? [`coppice retry ${branch}`] : []),
    `coppice remove ${branch}`,
];
const mergedNow = (after) => after.landed === null
    ? []
    : [{ type: "worktree:merged", target: after.landed.target, mergeOid: after.landed.mergeOid }];
function entered(before, after) {
    return (0,dist/* match */.YW)(after.status)
        .returnType()
        .with("creating", () => [{ type: "worktree:creating" }])
        .with("removing", () => [{ type: "worktree:removing" }])
        .with("removed", () => [{ type: "worktree:removed" }])
        .with("merging", () => after.merge === null
        ? []
        : [{ type: "worktree:merging", target: after.merge.target, strategy: after.merge.strategy }])
        .with("conflict", () => after.conflict === null || before?.status === "error"
        ? []
        : [{ type: "worktree:conflict", files: after.conflict.files, total: after.conflict.total }])
        .with("error", () => after.lastError === null
        ? []
        : [
            {
                type: "worktree:error",
                code: after.lastError.code,
                recoverable: after.lastError.recoverable,
            },
            { type: "worktree:recovery_needed", error: after.lastError.code, steps: recoverySteps(after) },
        ])
        .with("initializing", "active", "dirty", "committing", () => [])
        .exhaustive();
}
/** What one entry that took effect lets others know. */
function published(before, after, { at, event }) {
    const status = before?.status ?? "none";
    const done = (0,dist/* match */.YW)([status, event])
        .returnType()
        .with(["initializing", { type: "INIT_COMPLETE" }], () => [{ type: "worktree:created" }])
        .with(["committing", { type: "INIT_COMPLETE" }], ([, { sha }]) => [
        { type: "worktree:committed", sha: sha ?? after.headOid },
    ])
        .with(["committing", { type: "MERGE" }], ([, { headOid }]) => [
        { type: "worktree:committed", sha: headOid },
    ])
        .with(["merging", { type: "INIT_COMPLETE" }], () => mergedNow(after))
        .with([dist.P._, { type: "LANDED" }], ([, { headOid }]) => before?.landed?.headOid === headOid ? [] : mergedNow(after))
        .with([dist.P._, { type: "ABORT_MERGE" }], () => [{ type: "worktree:merge_aborted" }])
        .with([dist.P._, { type: "RESOLVE_CONFLICT" }], ([, { resolution }]) => [
        { type: "worktree:resolved", resolution },
    ])
        .with([dist.P._, { type: "STALE" }], ([, { lastActivity }]) => [{ type: "worktree:stale", lastActivity }])
        .otherwise(() => []);
    const moved = status !== after.status;
    const again = moved || (after.status === "error" && event.type === "ERROR");
    const told = [
        ...done,
        ...(again ? entered(before, after) : []),
        ...(moved ? [{ type: "state:update", status: after.status }] : []),
    ];
    return told.map((one) => ({ ...one, id: after.id, branch: after.branch, at }));
}

;// CONCATENATED MODULE: ./build/lifecycle/refusal.js

/** A refusal in one line. */
const refuse = (code, message, details = {}, suggestedAction) => ({ code, message, details, ...(suggestedAction === undefined ? {} : { suggestedAction }) });
/** How a message speaks of a worktree. */
const nameOf = (record) => record === null ? "the worktree" : record.type === "home" ? "the home workspace" : `'${record.branch}'`;
/** `1 file`, `2 files`. */
const several = (count, one, many = `${one}s`) => count === 1 ? `1 ${one}` : `${count} ${many}`;
/** The first of many paths. */
const listed = (paths) => paths.length <= 3 ? paths.join(", ") : `${paths.slice(0, 3).join(", ")} and ${paths.length - 3} more`;
/** Paths as details, cut to what is kept. */
const withFiles = (paths) => ({ files: paths.slice(0, events/* keptFiles */.y2) });
/** WORKTREE_DIRTY, naming the files; `what` says what is refused because of them. */
function dirtyRefusal(record, uncommitted, what, suggestedAction) {
    const { files, total } = uncommitted ?? record?.uncommittedFiles ?? { files: [], total: 0 };
    const named = files.length === 0 ? "" : `: ${listed(files)}`;
    const changes = total === 0 ? "uncommitted changes" : several(total, "uncommitted file");
    return refuse("WORKTREE_DIRTY", `${nameOf(record)} has ${changes}${named}; ${what}`, { uncommittedFiles: files.slice(0, events/* keptFiles */.y2), uncommittedTotal: Math.max(total, files.length) }, suggestedAction);
}

// EXTERNAL MODULE: ./build/lifecycle/facts.js
var lifecycle_facts = __webpack_require__(9532);
;// CONCATENATED MODULE: ./build/lifecycle/removal-refusals.js



/** Why a worktree is not removed or pruned. */
function removalRefusal(requirement, context) {
    const { record, facts } = context;
    const name = nameOf(record);
    const branch = record === null ? {} : { branch: record.branch };
    return (0,dist/* match */.YW)(requirement)
        .returnType()
        .with("owned", () => refuse("INVALID_STATE", `${name} belongs to another clone; only the clone that holds its directory removes it`, branch, "Run the command in the clone that made it."))
        .with("notInside", () => refuse("INVALID_STATE", `${name} cannot be removed from inside its own directory`, branch, `Leave it first: cd to the main worktree, then coppice remove ${record?.branch ?? ""}.`))
        .with("notInUse", () => refuse("WORKTREE_IN_USE", `${name} is in use by ${facts.liveLease?.holder ?? "a process"}`, facts.liveLease
        ? { ...branch, lease: { until: facts.liveLease.until, holder: facts.liveLease.holder } }
        : branch, "Wait until the process that uses it has ended, or give --force twice."))
        .with("notLocked", () => {
        const reason = facts.gitLock?.reason ?? record?.lock?.reason ?? null;
        return refuse("WORKTREE_LOCKED", `${name} is locked${reason === null ? "" : `: ${reason}`}`, {
            ...branch,
            lock: reason === null ? {} : { reason },
        });
    })
        .with("cleanOrForced", () => dirtyRefusal(record, facts.uncommitted, "removing it would lose them", "Commit or discard them, or give --force --discard."))
        .with("restorable", () => refuse("WORKTREE_DIRTY", `${name} has ${facts.operationHere ? `a ${facts.operationHere} in progress` : "unmerged files"}, which could not be restored exactly`, { ...branch, ...withFiles(facts.unmerged ?? []) }, "End it there, or give --force twice."))
        .with("commitsKept", () => refuse("WORKTREE_DIRTY", `${name} has commits that exist nowhere else; removing its branch would lose them`, { ...branch, reason: "commits that exist nowhere else" }, "Merge or push it, keep the branch with --keep-branch, or give --force --discard."))
        .with("discardSaid", () => (0,guards/* isCleanNow */.C1)(context) === true
        ? refuse("WORKTREE_DIRTY", `${name} has commits that exist nowhere else; --force alone does not give them up`, { ...branch, reason: "commits that exist nowhere else" }, "Keep the branch with --keep-branch, or give up the commits with --force --discard.")
        : dirtyRefusal(record, facts.uncommitted, "--force alone does not give them up", "Commit them, or give them up with --force --discard."))
        .with("due", () => refuse("INVALID_STATE", `${name} is neither stale nor orphaned nor completed`, branch, "coppice remove takes it away at any time."))
        .with("prunable", () => refuse("INVALID_STATE", `${name} is never pruned: ${facts.neverPruned ?? "it is the main worktree"}`, { ...branch, reason: facts.neverPruned ?? "home" }, "coppice remove takes it away all the same."))
        .exhaustive();
}

;// CONCATENATED MODULE: ./build/lifecycle/refusals.js





/** What could not be found out, as the end of "could not find out ...". */
const question = {
    hasCommit: "whether the repository has a commit",
    noLiveRecord: "whether the branch has a worktree already",
    notBlocked: "whether another branch's name stands in the way",
    branchFree: "whether the branch exists",
    notCheckedOut: "whether the branch is checked out somewhere",
    pathFree: "whether the directory is free",
    worktreeThere: "whether the worktree is there",
    mergeable: "whether it can be merged",
    noRequest: "whether a request to merge is pending",
    nothingInProgress: "whether a git operation is in progress in the worktree",
    nothingInProgressAtBase: "whether a git operation is in progress where base is checked out",
    nothingUnmerged: "whether the index has unmerged entries",
    clean: "whether the worktree is clean",
    ahead: "whether the branch has commits that base lacks",
    baseInOnePlace: "where base is checked out",
    baseNotDiverged: "whether base and its upstream have diverged",
    hasChanges: "whether the worktree has changes",
    noMarkers: "whether conflict markers are left",
    owned: "which clone holds the worktree",
    notInside: "whether the command runs inside the worktree",
    notInUse: "whether a process uses the worktree",
    notLocked: "whether the worktree is locked",
    cleanOrForced: "whether the worktree is clean",
    restorable: "whether a git operation is in progress in the worktree",
    commitsKept: "whether its commits exist elsewhere",
    discardSaid: "whether anything would be lost",
    due: "whether it is stale, orphaned or completed",
    prunable: "whether it may be pruned",
    filesInConflict: "which files are in conflict",
    resolved: "whether the conflict is resolved",
    recoverable: "whether the error can be retried",
};
function createRefusal(requirement, { event, facts }) {
    const branch = event.type === "CREATE" ? event.branch : "";
    return (0,dist/* match */.YW)(requirement)
        .returnType()
        .with("hasCommit", () => refuse("NOT_A_REPO", "the repository has no commit yet, so there is nothing to branch from", {}, "Make a first commit, then create it again."))
        .with("noLiveRecord", () => refuse("WORKTREE_EXISTS", `'${branch}' has a worktree already`, { branch }))
        .with("notBlocked", () => {
        const by = facts.branchBlockedBy ?? "";
        return refuse("BRANCH_EXISTS", `'${branch}' cannot be made while the branch '${by}' exists: git keeps one as a directory of the other's name`, { branch, blockedBy: by }, `Choose another name, or rename or delete '${by}'.`);
    })
        .with("branchFree", () => refuse("BRANCH_EXISTS", `the branch '${branch}' exists already`, { branch }))
        .with("notCheckedOut", () => refuse("BRANCH_CHECKED_OUT", `the branch '${branch}' is checked out at ${facts.branchCheckedOutAt ?? "another worktree"}`, { branch }))
        .with("pathFree", () => refuse("PATH_EXISTS", `the directory for '${branch}' exists already and is not Coppice's`, { branch }))
        .exhaustive();
}
function workRefusal(requirement, { record, event, facts }) {
    const name = nameOf(record);
    const branch = record?.branch ?? "";
    const target = event.type === "MERGE" ? event.target : (record?.base ?? "base");
    return (0,dist/* match */.YW)(requirement)
        .returnType()
        .with("worktreeThere", () => refuse("WORKTREE_CREATION_FAILED", `${name} was not made: its directory is missing or git does not list it`))
        .with("mergeable", () => refuse("INVALID_STATE", `${name} is never merged`, {}, "Merge a task's worktree."))
        .with("noRequest", () => refuse("INVALID_STATE", `${name} has a request to merge pending; merging it here too would land it twice`, {}, "Wait for it, or take it back with coppice submit --withdraw."))
        .with("nothingInProgress", () => refuse("INVALID_STATE", `a ${facts.operationHere ?? "git operation"} is in progress in ${name}`, { operation: facts.operationHere ?? "" }, "End it there (git status says how), then run the command again."))
        .with("nothingInProgressAtBase", () => refuse("INVALID_STATE", `a ${facts.operationAtBase ?? "git operation"} is in progress where '${target}' is checked out`, { base: target, operation: facts.operationAtBase ?? "" }, "End it there (git status says how), then merge again."))
        .with("nothingUnmerged", () => refuse("INVALID_STATE", `${name} has unmerged files: ${listed(facts.unmerged ?? [])}`, withFiles(facts.unmerged ?? []), "Resolve them and git add them, then run the command again."))
        .with("clean", () => event.type === "DISCARD"
        ? dirtyRefusal(record, facts.uncommitted, "it is not clean", "Commit or discard them.")
        : dirtyRefusal(record, facts.uncommitted, "a merge takes commits only", facts.uncommitted?.files.some(lifecycle_facts/* isNotPushed */.R)
            ? "Push the submodule's commits, or give --keep: the worktree goes with the merge otherwise."
            : "Commit or discard them, or give --auto-commit."))
        .with("ahead", () => refuse("INVALID_STATE", `${name} has nothing to merge: '${target}' has all its commits`, { base: target }, `Commit something first, or coppice remove ${branch}.`))
        .with("baseInOnePlace", () => refuse("BRANCH_CHECKED_OUT", `'${target}' is checked out in ${several(facts.baseCheckouts ?? 2, "worktree")}, which cannot move together`, { base: target }, `Switch all but one of them to another branch, then merge again.`))
        .with("baseNotDiverged", () => refuse("BASE_DIVERGED", `'${target}' and its upstream have both moved`, { base: target }))
        .with("hasChanges", () => refuse("INVALID_STATE", event.type === "COMMIT" ? `${name} has nothing to commit` : `${name} is clean`, {}, "Change something first."))
        .with("noMarkers", () => refuse("INVALID_STATE", `conflict markers are left in ${listed(facts.markers ?? [])}`, withFiles(facts.markers ?? []), "Resolve them, then run the command again."))
        .with("filesInConflict", () => {
        const known = new Set(record?.conflict?.files.map((file) => file.path));
        const named = event.type === "RESOLVE_CONFLICT" ? (event.files ?? []) : [];
        const strange = named.filter((file) => !known.has(file));
        return refuse("CONFLICT_RESOLUTION_FAILED", `not in conflict: ${listed(strange)}`, withFiles(strange), `coppice show ${branch} lists the files in conflict.`);
    })
        .with("resolved", () => {
        const left = [
            ...new Set([...(facts.unmerged ?? []), ...(facts.markers ?? []), ...(facts.conflictsNow ?? [])]),
        ];
        return refuse("CONFLICT_RESOLUTION_FAILED", `not resolved yet: ${listed(left)}`, withFiles(left), `coppice resolve ${branch} --manual writes the conflict markers; edit and git add the files, then coppice resolve ${branch} --continue.`);
    })
        .with("recoverable", () => refuse("INVALID_STATE", `what failed in ${name} cannot be retried: ${record?.lastError?.message ?? "no error is known"}`, record?.lastError ? { operation: record.lastError.operation } : {}, `coppice remove ${branch}, and create it again.`))
        .exhaustive();
}
const isCreate = (requirement) => guards/* createRequirements */.T1.some((name) => name === requirement);
const isRemoval = (requirement) => guards/* removalRequirements */.n6.some((name) => name === requirement);
/** What a person is told when a requirement does not hold. */
function refusalOf(requirement, context) {
    if ((0,guards/* answer */.ZF)(requirement, context) === undefined)
        return refuse("GIT_FAILED", `${nameOf(context.record)}: Coppice could not find out ${question[requirement]}, and does not guess`, { reason: requirement });
    if (isCreate(requirement))
        return createRefusal(requirement, context);
    if (isRemoval(requirement))
        return removalRefusal(requirement, context);
    return workRefusal(requirement, context);
}

;// CONCATENATED MODULE: ./build/lifecycle/decide.js








/** INVALID_STATE, naming the state, the event and what is valid there. */
function invalid({ from, valid }, record, event, why) {
    const state = from === "none" ? "no record of it exists" : `its state is ${from}`;
    const choice = valid.length === 0 ? "nothing is valid there any more" : `valid there: ${valid.join(", ")}`;
    return refuse("INVALID_STATE", `${event.type} is refused for ${nameOf(record)}: ${why === "" ? state : `${state}, and ${why}`}; ${choice}`, {
        state: from,
        event: event.type,
        validEvents: [...valid],
        ...(record === null ? {} : { branch: record.branch }),
    }, record === null ? undefined : wayOut(record));
}
/** What an event wants to act on and does not find, where that says more than the state. */
function nothingTo({ type }, record) {
    if (record?.status !== "active" && record?.status !== "dirty")
        return "";
    return (0,dist/* match */.YW)(type)
        .with("COMMIT", () => (record.status === "active" ? "there is nothing to commit" : ""))
        .with("RETRY", () => "nothing has failed")
        .with("ABORT_MERGE", () => "there is no merge to give up")
        .otherwise(() => "");
}
/** What a person does about a worktree whose state refuses what was asked. */
function wayOut({ status, branch, lastError }) {
    return (0,dist/* match */.YW)(status)
        .with("conflict", () => `coppice resolve ${branch} --ours, --theirs or --manual; or coppice abort ${branch}.`)
        .with("error", () => lastError?.recoverable === false
        ? `coppice remove ${branch}, and create it again.`
        : `coppice retry ${branch}, or coppice remove ${branch}.`)
        .with("removed", () => "It is over; coppice create makes a new one.")
        .with("active", "dirty", () => `coppice show ${branch} tells more.`)
        .otherwise(() => "Wait for the command that works on it, then run this one again.");
}
function ignoredRefusal(ignored, record, { event }, facts) {
    if (record?.status === "dirty" && event.type === "MERGE")
        return dirtyRefusal(record, facts.uncommitted, "a merge takes commits only", "Commit or discard them, or give --auto-commit.");
    if (record?.status === "dirty" && event.type === "REMOVE")
        return dirtyRefusal(record, facts.uncommitted, "removing it would lose them", "Commit or discard them, or give --force --discard.");
    const why = (0,dist/* match */.YW)(ignored.reason)
        .with("INVALID_STATE", () => nothingTo(event, record))
        .with("OTHER_OPERATION", () => event.type === "ERROR" && record?.op === null
        ? "the operation that failed is over"
        : "the operation that runs is another one")
        .with("NOT_ALLOWED", () => event.type === "REMOVE"
        ? "removing it aborts the merge, which needs --force"
        : `what failed is ${record?.lastError?.operation ?? "unknown"}`)
        .exhaustive();
    const refusal = invalid(ignored, record, event, why);
    return event.type === "REMOVE" && record?.status === "conflict"
        ? { ...refusal, suggestedAction: `coppice abort ${record.branch} first, or give --force.` }
        : refusal;
}
/** The id of a record whose first entry is not written yet. */
const unwritten = () => ids/* recordIdSchema */.co.parse("0".repeat(40));
/**
 * Decides an event before it is written: the table, then the guard of the row over the facts. All that comes back is
 * data.
 *
 * Refusals: MERGE or REMOVE in `dirty` is WORKTREE_DIRTY with the files; a pair that is not in the table, an entry of
 * another operation, a pending request, a git operation in progress, nothing to commit or to merge and a removal from
 * inside are INVALID_STATE; commits that exist nowhere else are WORKTREE_DIRTY with that reason; a fact that could
 * not be found out is GIT_FAILED, as nothing is assumed. The others have the code that the catalogue names.
 *
 * @param id null for a CREATE, whose entry makes the id
 */
function decide(id, record, happening, facts) {
    const { event, by } = happening;
    const { reduction, taken } = (0,machine/* take */.s)(id ?? record?.id ?? unwritten(), record, happening);
    if (reduction.kind === "ignored")
        return { kind: "refused", ...ignoredRefusal(reduction, record, happening, facts) };
    if (taken !== null && taken.guard !== null && (0,events/* isTransition */.qb)(event)) {
        const context = { record, event, by, facts };
        const requirement = (0,guards/* broken */.mw)(taken.guard, context);
        if (requirement !== undefined)
            return { kind: "refused", ...refusalOf(requirement, context) };
    }
    return {
        kind: "accepted",
        next: reduction.record,
        effects: reduction.effects,
        effectsFirst: taken?.effectsFirst ?? false,
        publish: published(record, reduction.record, happening),
    };
}


/***/ }),

/***/ 9532:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   R: () => (/* binding */ isNotPushed),
/* harmony export */   v: () => (/* binding */ notPushed)
/* harmony export */ });
/** How a submodule is named among the uncommitted files when what would be lost is its commits. */
const notPushed = (submodule) => `${submodule}${notPushedMark}`;
const notPushedMark = " (commits not pushed)";
/** Whether an uncommitted file stands for a submodule's commits. */
const isNotPushed = (file) => file.endsWith(notPushedMark);


/***/ }),

/***/ 4733:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C1: () => (/* binding */ isCleanNow),
/* harmony export */   DK: () => (/* binding */ guards),
/* harmony export */   S7: () => (/* binding */ guardTexts),
/* harmony export */   T1: () => (/* binding */ createRequirements),
/* harmony export */   ZF: () => (/* binding */ answer),
/* harmony export */   mw: () => (/* binding */ broken),
/* harmony export */   n6: () => (/* binding */ removalRequirements)
/* harmony export */ });
/* unused harmony exports guardHolds, hasConflicts */
/* harmony import */ var ts_pattern__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8602);

/** What a CREATE needs. */
const createRequirements = [
    "hasCommit",
    "noLiveRecord",
    "notBlocked",
    "branchFree",
    "notCheckedOut",
    "pathFree",
];
/** What removing and pruning need. */
const removalRequirements = [
    "owned",
    "notInside",
    "notInUse",
    "notLocked",
    "cleanOrForced",
    "commitsKept",
    "restorable",
    "discardSaid",
    "due",
    "prunable",
];
const removalFromOutside = ["owned", "notInside", "notInUse", "notLocked"];
/** Every guard is the sum of its requirements; the first that does not hold is what a person is told. */
const guards = {
    canCreate: createRequirements,
    canInitialize: ["worktreeThere"],
    canMerge: [
        "mergeable",
        "noRequest",
        "nothingInProgress",
        "nothingUnmerged",
        "clean",
        "nothingInProgressAtBase",
        "baseInOnePlace",
        "baseNotDiverged",
        "ahead",
    ],
    canStopSetup: removalFromOutside,
    canRemove: [...removalFromOutside, "cleanOrForced", "commitsKept", "restorable", "discardSaid"],
    canPrune: [...removalFromOutside, "cleanOrForced", "due", "prunable"],
    isClean: ["clean"],
    isDirty: ["hasChanges"],
    canCommit: ["nothingUnmerged", "noMarkers", "hasChanges"],
    canResolveConflict: ["filesInConflict", "resolved"],
    canRetry: ["recoverable"],
};
/** What each guard says, for the documentation. */
const guardTexts = {
    canCreate: "the repository has a commit; no live record of the branch; the branch is free (or adopt) and not blocked by x vs x/y; the path is free",
    canInitialize: "the directory exists and git lists it",
    canMerge: "clean; ahead of base; no merge, rebase, cherry-pick, revert, bisect in progress here or where base is checked out; nothing unmerged; base is checked out in one worktree at most and not diverged; no REQUEST pending (local merge)",
    canStopSetup: "owner, or the record has none; not called from inside; no live lease, not locked (or forced twice)",
    canRemove: "owner, or the record has none; not called from inside; no live lease, not locked (or forced twice); clean or force; tip is landed.headOid, or its commits are reachable elsewhere, or branch kept, or force; what force would lose is given up with discard",
    canPrune: "owner, or the record has none; not called from inside; no live lease, not locked; clean; stale, orphaned or completed; no reason never to prune it",
    isClean: "git status has nothing: untracked counts, ignored does not",
    isDirty: "git status has something: untracked counts, ignored does not",
    canCommit: "there are changes; nothing unmerged; no conflict markers",
    canResolveConflict: "ours, theirs: the named files are among the conflicted; manual: nothing unmerged, no markers left, the branch now merges cleanly",
    canRetry: "the error is recoverable (WORKTREE_NOT_FOUND becomes so when the directory is back)",
};
const is = (fact, test) => fact === undefined ? undefined : test(fact);
const empty = (paths) => is(paths, (known) => known.length === 0);
/** What a removal asks for: the event itself, or for a RETRY what the failed one asked. */
const wishOf = ({ event, record }) => event.type === "REMOVE"
    ? { force: event.force, prune: event.pruneBranch, discard: event.discard ?? false }
    : { force: false, prune: record?.removal?.pruneBranch ?? true, discard: false };
const twice = ({ facts }) => facts.forceLevel === 2;
const isHome = ({ record }) => record?.type === "home";
/** No clone holds a directory: what only a directory has, there is not. */
const hasNoDirectory = ({ record, facts }) => record?.owner === null || record?.type === "home" || facts.directoryExists === false;
/** Whether nothing uncommitted is there. */
const isCleanNow = (context) => hasNoDirectory(context) ? true : is(context.facts.uncommitted, ({ total }) => total === 0);
/** Whether removing branch and worktree would lose no commit. */
function keepsCommits(context) {
    const { record, facts } = context;
    if (!wishOf(context).prune || facts.branchExists === false || facts.reachableElsewhere)
        return true;
    const landed = record?.landed?.headOid;
    if (landed !== undefined && facts.headOid === landed)
        return true;
    return facts.reachableElsewhere;
}
/**
 * Until there is an archive, a forced removal of unsaved work asks for `discard`: nothing is lost unawares.
 * Drop this requirement (here, in `guards.canRemove` and in refusals.ts) when forced removals are archived.
 */
const saysDiscard = (context) => !wishOf(context).force ||
    wishOf(context).discard ||
    (isCleanNow(context) === true && keepsCommits(context) === true);
/** The worktree was there before its record: it is taken as it stands. */
const adoptsWorktree = (facts) => facts.adopt === true && facts.listed === true;
const createsNothing = ({ event }) => event.type === "CREATE" && (event.clone === null || event.kind === "home");
const namedFilesInConflict = ({ record, event, facts }) => {
    if (event.type !== "RESOLVE_CONFLICT" || event.files === undefined)
        return true;
    const known = new Set([
        ...(record?.conflict?.files.map((file) => file.path) ?? []),
        ...(facts.conflictsNow ?? []),
    ]);
    return event.files.every((file) => known.has(file));
};
const isResolved = ({ event, facts }) => {
    if (event.type !== "RESOLVE_CONFLICT" || event.resolution !== "manual")
        return true;
    const answers = [empty(facts.unmerged), empty(facts.markers), empty(facts.conflictsNow)];
    return answers.includes(false) ? false : answers.includes(undefined) ? undefined : true;
};
/** Whether a requirement holds; undefined: a fact it needs is unknown, and then it does not hold. */
function answer(requirement, context) {
    const { record, event, facts, by } = context;
    // What CI merges are commits that were pushed; the directory they came from is not its concern.
    const elsewhere = by.door === "action";
    return (0,ts_pattern__WEBPACK_IMPORTED_MODULE_0__/* .match */ .YW)(requirement)
        .returnType()
        .with("hasCommit", () => facts.hasCommit)
        .with("noLiveRecord", () => is(facts.liveRecord, (live) => !live))
        .with("notBlocked", () => createsNothing(context) ? true : is(facts.branchBlockedBy, (branch) => branch === null))
        .with("branchFree", () => createsNothing(context) || facts.adopt ? true : is(facts.branchExists, (exists) => !exists))
        .with("notCheckedOut", () => createsNothing(context) || facts.branchExists === false || adoptsWorktree(facts)
        ? true
        : is(facts.branchCheckedOutAt, (place) => place === null))
        .with("pathFree", () => (createsNothing(context) || adoptsWorktree(facts) ? true : facts.pathFree))
        .with("worktreeThere", () => record?.owner === null || isHome(context)
        ? true
        : facts.directoryExists === false || facts.listed === false
            ? false
            : facts.directoryExists && facts.listed)
        .with("mergeable", () => !isHome(context))
        .with("noRequest", () => elsewhere || record?.request === null)
        .with("nothingInProgress", () => elsewhere || is(facts.operationHere, (pending) => pending === null))
        .with("nothingInProgressAtBase", () => is(facts.operationAtBase, (pending) => pending === null))
        .with("nothingUnmerged", () => elsewhere || empty(facts.unmerged))
        .with("clean", () => elsewhere || is(facts.uncommitted, ({ total }) => total === 0))
        .with("ahead", () => is(facts.ahead, (commits) => commits > 0))
        .with("baseInOnePlace", () => is(facts.baseCheckouts, (places) => places <= 1))
        .with("baseNotDiverged", () => is(facts.baseDiverged, (diverged) => !diverged))
        .with("hasChanges", () => is(facts.uncommitted, ({ total }) => total > 0))
        .with("noMarkers", () => empty(facts.markers))
        .with("owned", () => record?.owner === null || facts.owner)
        .with("notInside", () => record?.owner === null || isHome(context) ? true : is(facts.insideDirectory, (inside) => !inside))
        .with("notInUse", () => isHome(context) || record?.owner === null || twice(context)
        ? true
        : is(facts.liveLease, (lease) => lease === null))
        .with("notLocked", () => {
        if (isHome(context) || twice(context))
            return true;
        if (record?.lock !== null)
            return false;
        return record.owner === null ? true : is(facts.gitLock, (lock) => lock === null);
    })
        .with("cleanOrForced", () => wishOf(context).force || isCleanNow(context))
        .with("commitsKept", () => isHome(context) || wishOf(context).force || keepsCommits(context))
        .with("restorable", () => {
        // In `conflict` the merge in progress is Coppice's own, which the removal aborts.
        const exempt = wishOf(context).discard || twice(context) || record?.status === "conflict";
        if (exempt || !wishOf(context).force || isCleanNow(context) === true)
            return true;
        return facts.operationHere === undefined || facts.unmerged === undefined
            ? undefined
            : facts.operationHere === null && facts.unmerged.length === 0;
    })
        .with("discardSaid", () => isHome(context) || saysDiscard(context))
        .with("due", () => facts.stale || facts.orphaned || facts.completed
        ? true
        : (facts.stale ?? facts.orphaned ?? facts.completed))
        .with("prunable", () => (isHome(context) ? false : is(facts.neverPruned, (reason) => reason === null)))
        .with("filesInConflict", () => namedFilesInConflict(context))
        .with("resolved", () => isResolved(context))
        .with("recoverable", () => event.type === "RETRY" && record?.lastError
        ? record.lastError.recoverable ||
            (record.lastError.code === "WORKTREE_NOT_FOUND" && facts.directoryExists === true)
        : false)
        .exhaustive();
}
/** The first requirement of a guard that does not hold; undefined: the guard holds. */
const broken = (guard, context) => guards[guard].find((requirement) => answer(requirement, context) !== true);
/** Whether a guard holds. An unknown fact fails it. */
const guardHolds = (guard, context) => broken(guard, context) === undefined;
/** Unmerged index entries. */
const hasConflicts = (facts) => (facts.unmerged?.length ?? 0) > 0;


/***/ })

};
