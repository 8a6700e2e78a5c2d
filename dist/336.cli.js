export const id = 336;
export const ids = [336];
export const modules = {

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

/***/ 65:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  x: () => (/* binding */ isFree),
  k: () => (/* binding */ newDirectory)
});

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./build/git/worktree-links.js
var worktree_links = __webpack_require__(7358);
;// CONCATENATED MODULE: ./build/lifecycle/names.js
/** A file name may have 255 bytes; the rest is left for what tools put after it. */
const mostBytes = 200;
const encoder = new TextEncoder();
const byteLength = (text) => encoder.encode(text).length;
/** Cuts between characters. */
function cutToBytes(text, most) {
    if (byteLength(text) <= most)
        return text;
    let kept = "";
    let used = 0;
    for (const character of text) {
        used += byteLength(character);
        if (used > most)
            break;
        kept += character;
    }
    return kept;
}
const trimEnds = (text) => text.replace(/^[.-]+/, "").replace(/[.-]+$/, "");
/** Windows opens a device under these names whatever their case and extension. */
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])(?:\.|$)/i;
function sanitize(text, most) {
    const replaced = text
        .toWellFormed()
        // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go
        .replace(/[/\\:*?"<>|#\u0000-\u001f\u007f-\u009f]/g, "-")
        .replace(/\s/g, "_")
        .replace(/-{2,}/g, "-");
    const cut = trimEnds(cutToBytes(trimEnds(replaced), most));
    if (cut === "")
        return "_branch";
    return deviceName.test(cut) ? trimEnds(cutToBytes(`_${cut}`, most)) : cut;
}
/**
 * The directory that a branch's worktree gets: a single name that every file system takes, of at most 200 bytes.
 * Different branches may get the same one; `uniqueDirectoryName` tells them apart.
 *
 * @example directoryName("feature/auth-login") // "feature-auth-login"
 */
const directoryName = (branch) => sanitize(branch, mostBytes);
/** Two names with the same key are one directory where file systems ignore case or Unicode form. */
const directoryKey = (name) => name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFC");
/** FNV-1a over UTF-8: 8 hex digits. It tells names apart, it protects nothing. */
function shortHash(text) {
    let hash = 0x811c9dc5;
    for (const byte of encoder.encode(text))
        hash = Math.imul(hash ^ byte, 0x01000193);
    return (hash >>> 0).toString(16).padStart(8, "0");
}
/**
 * The directory for a branch where others exist already: its plain name when that is free, else the name with a
 * suffix that depends on the branch alone, so that asking again gives the same.
 *
 * @param taken names (not paths) that exist beside it, in any case and Unicode form
 */
function uniqueDirectoryName(branch, taken) {
    const keys = new Set(Array.from(taken, directoryKey));
    const plain = directoryName(branch);
    if (!keys.has(directoryKey(plain)))
        return plain;
    for (let attempt = 0;; attempt += 1) {
        const suffix = `-${shortHash(attempt === 0 ? branch : `${branch}\n${attempt}`)}`;
        const name = sanitize(branch, mostBytes - suffix.length) + suffix;
        if (!keys.has(directoryKey(name)))
            return name;
    }
}

// EXTERNAL MODULE: ./build/engine/files.js
var files = __webpack_require__(3112);
// EXTERNAL MODULE: ./build/engine/worktree-root.js
var worktree_root = __webpack_require__(1811);
;// CONCATENATED MODULE: ./build/engine/directory.js






/**
 * The directory for a new worktree: the root and the pattern of the config, each part of it a name that every file
 * system takes. Where a worktree has that name already (names that sanitize alike, or differ in case alone), the
 * branch gets one of its own.
 * @param records all records; the directories of the live ones are taken
 */
function newDirectory(engine, names, records) {
    const parts = engine.config.directory
        .split("/")
        .map((part) => fill(part, names))
        .filter((part) => part !== "");
    const last = parts.pop() ?? names.branch;
    const parent = (0,worktree_links/* realPath */.Ye)((0,external_node_path_.join)((0,worktree_root/* worktreeRoot */.AH)(engine), ...parts.map(directoryName)));
    return (0,external_node_path_.join)(parent, uniqueDirectoryName(last, takenIn(engine, parent, records)));
}
/** Nothing is there, or an empty directory. */
function isFree(path) {
    try {
        const stat = (0,external_node_fs_.lstatSync)(path, { throwIfNoEntry: false });
        return stat === undefined || (stat.isDirectory() && (0,external_node_fs_.readdirSync)(path).length === 0);
    }
    catch (error) {
        // A file stands where one of its parents would have to be.
        if ((0,files/* hasCode */.up)(error, "ENOTDIR"))
            return false;
        throw error;
    }
}
const fill = (part, names) => part.replace(/\{(branch|role|session|run|task)\}/g, (_match, key) => names[key] ?? "");
function takenIn(engine, parent, records) {
    const places = [...records].flatMap((record) => record.status === "removed" ? [] : (engine.local.place(record.id)?.path ?? []));
    const registered = (0,worktree_links/* readRegistrations */.x6)(engine.repo.commonDir).map((one) => (0,worktree_links/* realPath */.Ye)(one.path));
    return [...places, ...registered].filter((path) => (0,external_node_path_.dirname)(path) === parent).map((path) => (0,external_node_path_.basename)(path));
}


/***/ }),

/***/ 3984:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Hc: () => (/* binding */ worktreeFacts),
/* harmony export */   qn: () => (/* binding */ sightsOf),
/* harmony export */   rk: () => (/* binding */ readStatus)
/* harmony export */ });
/* unused harmony export statusFacts */
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var _git_operations_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(597);
/* harmony import */ var _git_refs_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6713);
/* harmony import */ var _git_status_many_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2710);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1740);
/* harmony import */ var _lifecycle_events_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(3970);
/* harmony import */ var _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(333);
/* harmony import */ var _directory_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(65);
/* harmony import */ var _find_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(1996);
/* harmony import */ var _lease_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(3317);
/* harmony import */ var _place_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(8916);











/**
 * What is true of a record's own worktree now: one `git status`, the rest is read from files. What could not be
 * found out is left out, and every guard that needs it fails.
 * @param known the worktree's status, when it was read just before
 */
async function worktreeFacts(engine, record, known) {
    const located = (0,_place_js__WEBPACK_IMPORTED_MODULE_10__/* .locate */ .x5)(engine, record.id);
    const intact = located?.state === "intact" && located.gitDir !== undefined;
    const now = intact ? (known ?? (await readStatus(engine, located.path, located.gitDir))) : undefined;
    const lease = (0,_lease_js__WEBPACK_IMPORTED_MODULE_9__/* .liveLease */ .ln)(engine, record);
    const head = await (0,_git_refs_js__WEBPACK_IMPORTED_MODULE_2__/* .readRef */ .sg)(engine.repo, (0,_lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_6__/* .branchRef */ .Mi)(record.branch));
    const facts = {
        owner: record.owner === null || record.owner === engine.clone,
        ...directoryFact(located),
        listed: intact,
        branchExists: head !== undefined,
        liveLease: lease,
        gitLock: located?.gitDir === undefined ? null : (0,_lease_js__WEBPACK_IMPORTED_MODULE_9__/* .gitLock */ ._m)(located.gitDir, lease),
        insideDirectory: located !== undefined && runsInside(engine, located.path),
        ...(head === undefined ? {} : { headOid: head }),
        ...(now === undefined ? {} : statusFacts(now)),
        ...(intact ? { operationHere: (await (0,_git_operations_js__WEBPACK_IMPORTED_MODULE_1__/* .operationInProgress */ .y)(engine.repo, located.gitDir)) ?? null } : {}),
    };
    return { facts, status: now, located };
}
/**
 * Whether the worktree's directory exists. Where something stands in its place, or it lost its `.git` file, that is
 * not known: there may be work in it that git cannot tell us of.
 */
function directoryFact(located) {
    if (located?.state === "intact")
        return { directoryExists: true };
    if (located === undefined || located.state === "missing")
        return { directoryExists: false };
    return located.state !== "unreadable" && (0,_directory_js__WEBPACK_IMPORTED_MODULE_7__/* .isFree */ .x)(located.path) ? { directoryExists: false } : {};
}
/** The facts that one `git status` tells. */
const statusFacts = (now) => ({
    uncommitted: {
        files: now.files.slice(0, _lifecycle_events_js__WEBPACK_IMPORTED_MODULE_5__/* .keptFiles */ .y2).map((file) => file.path),
        total: now.files.length,
    },
    unmerged: now.unmerged,
});
/** A worktree's status; undefined, with a warning, when it cannot be read. */
async function readStatus(engine, path, gitDir) {
    const [found] = await readStatuses(engine, [{ path, gitDir }]);
    return found;
}
/** Looks at the worktrees of many records at once. Without `dirtiness`, only at where they are. */
async function sightsOf(engine, ids, options = {}) {
    const places = ids.map((id) => ({ id, located: (0,_place_js__WEBPACK_IMPORTED_MODULE_10__/* .locate */ .x5)(engine, id) }));
    const targets = places.flatMap(({ id, located }) => options.dirtiness !== false && located?.state === "intact" && located.gitDir !== undefined
        ? [{ id, path: located.path, gitDir: located.gitDir }]
        : []);
    const statuses = await readStatuses(engine, targets);
    const byId = new Map(targets.map(({ id }, index) => [id, statuses[index]]));
    return new Map(places.map(({ id, located }) => [id, { located, status: byId.get(id) }]));
}
async function readStatuses(engine, targets) {
    const found = await (0,_git_status_many_js__WEBPACK_IMPORTED_MODULE_3__/* .statusMany */ .c)(engine.repo, targets, { signal: engine.signal });
    return found.map((one, index) => {
        if (!(one instanceof _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .CoppiceError */ .uS))
            return one;
        engine.report.warn(`The status of ${targets[index]?.path} could not be read: ${one.message}`);
        return undefined;
    });
}
/** A deleted directory has no name, and is inside nothing. */
function nameOf(current) {
    try {
        return current();
    }
    catch {
        return undefined;
    }
}
/** Whether the command, or the process that runs it, stands in a directory. */
function runsInside(engine, directory) {
    return [() => engine.cwd, process.cwd].some((current) => {
        const place = nameOf(current);
        if (place === undefined)
            return false;
        try {
            return (0,_find_js__WEBPACK_IMPORTED_MODULE_8__/* .isInside */ .FK)((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)(place), (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)(directory));
        }
        catch {
            return (0,_find_js__WEBPACK_IMPORTED_MODULE_8__/* .isInside */ .FK)(place, directory);
        }
    });
}


/***/ }),

/***/ 3317:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   _m: () => (/* binding */ gitLock),
/* harmony export */   ln: () => (/* binding */ liveLease)
/* harmony export */ });
/* unused harmony export acquireLease */
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(5395);
/* harmony import */ var _git_worktree_links_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7358);
/* harmony import */ var _git_worktrees_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2009);
/* harmony import */ var _journal_owner_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6779);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1740);
/* harmony import */ var _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(333);
/* harmony import */ var _place_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(8916);
/* harmony import */ var _protocol_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(9863);










/** The process that holds a lease, and how long its last heartbeat reaches. */
const leaseFile = {
    name: "lease",
    schema: zod_mini__WEBPACK_IMPORTED_MODULE_9__/* .object */ .Ikc({
        v: zod_mini__WEBPACK_IMPORTED_MODULE_9__/* .literal */ .euz(1),
        token: zod_mini__WEBPACK_IMPORTED_MODULE_9__/* .string */ .YjP(),
        owner: _journal_owner_js__WEBPACK_IMPORTED_MODULE_4__/* .ownerSchema */ .$K,
        holder: zod_mini__WEBPACK_IMPORTED_MODULE_9__/* .string */ .YjP(),
        until: _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_6__/* .timestampSchema */ .yo,
        /** The lease has locked the worktree; a lock that was there before is a person's and stays. */
        locked: zod_mini__WEBPACK_IMPORTED_MODULE_9__/* .boolean */ .zMY(),
    }),
};
/** Fifteen minutes: as long as a worktree stays taken after its holder went out of sight. */
const defaultTtlMs = (/* unused pure expression or super */ null && (15 * 60_000));
const lockReason = "coppice lease";
/**
 * Takes a worktree: while the lease lives nobody removes it, and a merge keeps it. It holds git's own lock too.
 * @throws WORKTREE_IN_USE while another lease lives, INVALID_STATE, WORKTREE_NOT_FOUND
 */
function acquireLease(engine, id, options) {
    const ttlMs = options.ttlMs ?? defaultTtlMs;
    return withRecord(engine, id, "lease", async (session) => {
        const { record } = session;
        const other = liveLease(engine, record);
        if (other !== null)
            throw inUse(record, other);
        const { gitDir } = present(engine, record);
        clearDeadLock(engine, record, gitDir);
        const token = randomBytes(8).toString("hex");
        const locked = lockWorktree({ gitDir, main: false }, `${lockReason}: ${options.holder}`);
        const held = new HeldLease(engine, id, { token, holder: options.holder, ttlMs, locked });
        held.write();
        await session.note({ type: "LEASE", until: held.until });
        return held;
    });
}
/**
 * The lease that is alive; null when there is none. Where its process can be seen, that decides; else its term does
 * (another host, boot or pid namespace, another clone).
 */
function liveLease(engine, record) {
    const { lease } = record;
    if (lease === null)
        return null;
    const mine = lease.clone === engine.clone ? engine.local.read(record.id, leaseFile) : undefined;
    if (mine === undefined)
        return isPast(engine, lease.until) ? null : { until: lease.until, holder: lease.holder };
    const found = { until: mine.until, holder: mine.holder };
    switch ((0,_journal_owner_js__WEBPACK_IMPORTED_MODULE_4__/* .liveness */ .QX)(mine.owner)) {
        case "alive":
            return found;
        case "dead":
            return null;
        default:
            return isPast(engine, mine.until) ? null : found;
    }
}
/**
 * git's lock on a worktree, unless it is what a dead lease left behind.
 * @param live the lease that is alive
 */
function gitLock(gitDir, live) {
    const text = (0,_git_worktree_links_js__WEBPACK_IMPORTED_MODULE_2__/* .readText */ .yR)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(gitDir, "locked"));
    if (text === undefined)
        return null;
    const reason = text.trim();
    if (isLeaseLock(reason) && live === null)
        return null;
    return { reason: reason === "" ? null : reason };
}
class HeldLease {
    engine;
    id;
    terms;
    #until;
    #journaled;
    #released = false;
    constructor(engine, id, terms) {
        this.engine = engine;
        this.id = id;
        this.terms = terms;
        this.#until = this.#next();
        this.#journaled = engine.now();
    }
    get until() {
        return this.#until;
    }
    write() {
        const { token, holder, locked } = this.terms;
        this.engine.local.write(this.id, leaseFile, {
            v: 1,
            token,
            owner: currentOwner(),
            holder,
            until: this.#until,
            locked,
        });
    }
    async heartbeat() {
        if (this.#released || !this.#isOurs())
            return;
        this.#until = this.#next();
        this.write();
        // Other clones see the journal alone, but an entry for each heartbeat would be noise for ever.
        if (this.engine.now() - this.#journaled < this.terms.ttlMs / 2)
            return;
        this.#journaled = this.engine.now();
        await this.#append({ type: "LEASE", until: this.#until });
    }
    async release() {
        if (this.#released)
            return;
        this.#released = true;
        if (!this.#isOurs())
            return;
        const gitDir = locate(this.engine, this.id)?.gitDir;
        if (gitDir !== undefined && this.terms.locked && isLeaseLock(readText(join(gitDir, "locked")) ?? "")) {
            unlockWorktree({ gitDir, main: false });
        }
        this.engine.local.clear(this.id, leaseFile);
        await this.#append({ type: "RELEASE" });
    }
    /** An annotation is valid in every state, so it waits for no operation. */
    async #append(event) {
        const journal = await this.engine.journal.read(this.id);
        if (journal?.record === undefined || journal.record === null)
            return;
        await this.engine.journal.append(this.id, event, this.engine.actor, journal.lastStamp);
    }
    #isOurs() {
        return this.engine.local.read(this.id, leaseFile)?.token === this.terms.token;
    }
    #next() {
        return timestampSchema.parse(new Date(this.engine.now() + this.terms.ttlMs).toISOString());
    }
}
function clearDeadLock(engine, record, gitDir) {
    const old = engine.local.read(record.id, leaseFile);
    if (old?.locked === true && isLeaseLock(readText(join(gitDir, "locked")) ?? "")) {
        unlockWorktree({ gitDir, main: false });
    }
}
const isLeaseLock = (reason) => reason.startsWith(lockReason);
const isPast = (engine, until) => Date.parse(until) <= engine.now();
const inUse = (record, lease) => new CoppiceError("WORKTREE_IN_USE", `${record.branch} is in use by ${lease.holder}.`, {
    details: { branch: record.branch, lease: { until: lease.until, holder: lease.holder } },
});


/***/ }),

/***/ 6959:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AY: () => (/* binding */ journalObservation),
/* harmony export */   KY: () => (/* binding */ observationOf),
/* harmony export */   nw: () => (/* binding */ isHere)
/* harmony export */ });
/* unused harmony exports observe, isDead */
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var _git_refs_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6713);
/* harmony import */ var _git_worktree_links_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7358);
/* harmony import */ var _lifecycle_events_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3970);
/* harmony import */ var _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(333);
/* harmony import */ var _lifecycle_states_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(8205);
/* harmony import */ var _facts_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(3984);
/* harmony import */ var _place_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(8916);
/* harmony import */ var _record_lock_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(3896);
/* harmony import */ var _session_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(2494);
/* harmony import */ var _tree_diff_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(6199);











/** Whether a record's directory could be here. Another clone's is nothing that could be looked for. */
const isHere = (engine, record) => record.owner === engine.clone;
/** Looks at a worktree, with one `git status` or none. For readers: writes nothing, and never throws for one worktree. */
async function observe(engine, record, options = {}) {
    const sights = await sightsOf(engine, isHere(engine, record) ? [record.id] : [], options);
    return observationOf(engine, record, sights.get(record.id));
}
/** What a look at a worktree told. */
async function observationOf(engine, record, sight) {
    const { located, status: now } = sight ?? { located: undefined, status: undefined };
    const gitDir = located?.state === "intact" ? located.gitDir : undefined;
    const here = now === undefined ? headOf(engine, gitDir) : now;
    const renamed = here?.branch !== undefined && (await isRenamed(engine, record, here.branch, here.oid));
    const interrupted = isDead(engine, record);
    return {
        status: statusOf(record, now),
        path: located?.path ?? null,
        present: gitDir !== undefined,
        uncommitted: now === undefined
            ? null
            : { files: now.files.slice(0, _lifecycle_events_js__WEBPACK_IMPORTED_MODULE_3__/* .keptFiles */ .y2).map((file) => file.path), total: now.files.length },
        headOid: here?.oid ?? null,
        branch: here?.branch ?? null,
        detached: here?.detached ?? false,
        renamed,
        interrupted,
        problems: problemsOf(engine, record, located, here, renamed, interrupted),
    };
}
/** Whether the record's running operation is one of this clone and nobody holds the lock any more. */
const isDead = (engine, record) => record.op !== null && record.op.clone === engine.clone && (0,_record_lock_js__WEBPACK_IMPORTED_MODULE_8__/* .recordLockHolder */ .Bo)(engine, record.id) === undefined;
/**
 * Journals what was seen, so that a writer decides from what is true: the branch's new name, commits that were made
 * with plain git, HEAD after an amend or a reset, MODIFY or DISCARD. The caller holds the record's lock.
 * @param now the worktree's status; undefined (not read) journals nothing
 */
async function journalObservation(session, now) {
    const { engine } = session;
    if (now === undefined || (0,_lifecycle_states_js__WEBPACK_IMPORTED_MODULE_5__/* .stateProperties */ .X0)(session.record.status).isTransient)
        return session.record;
    const { branch, oid } = now;
    if (branch !== undefined && oid !== undefined) {
        const from = session.record.branch;
        if (await isRenamed(engine, session.record, branch, oid)) {
            await session.observed({ type: "HEAD", oid, branch, from });
        }
        if (branch === session.record.branch && oid !== session.record.headOid) {
            await journalCommits(session, branch, oid);
        }
    }
    if (session.record.status === "active" && !now.clean)
        await noteModified(session, now);
    if (session.record.status === "dirty") {
        if (now.clean)
            await session.observed({ type: "DISCARD" });
        else if (now.files.length !== session.record.uncommittedFiles?.total)
            await noteModified(session, now);
    }
    return session.record;
}
const noteModified = (session, now) => session.observed({
    type: "MODIFY",
    filesChanged: now.files.slice(0, _lifecycle_events_js__WEBPACK_IMPORTED_MODULE_3__/* .keptFiles */ .y2).map((file) => file.path),
    total: now.files.length,
});
/** How many commits are journaled one by one when nobody told of them before. */
const mostCommits = 10;
/** How far back a known commit is looked for. */
const longestWalk = 500;
async function journalCommits(session, branch, oid) {
    const { status, headOid } = session.record;
    const commits = headOid !== null && (status === "active" || status === "dirty")
        ? await commitsSince(session.engine, headOid, oid)
        : [];
    if (commits.length === 0) {
        await session.observed({ type: "HEAD", oid, branch });
        return;
    }
    const objects = session.engine.repo.objects();
    for (const commit of commits.slice(0, mostCommits).reverse()) {
        const { files, total } = await (0,_tree_diff_js__WEBPACK_IMPORTED_MODULE_10__/* .treeDifference */ .i)(objects, await parentTree(session.engine, commit), commit.tree, _lifecycle_events_js__WEBPACK_IMPORTED_MODULE_3__/* .keptFiles */ .y2);
        if (session.record.status === "active" && total > 0) {
            await session.observed({ type: "MODIFY", filesChanged: [...files], total });
        }
        if (session.record.status !== "dirty")
            continue;
        const op = (0,_session_js__WEBPACK_IMPORTED_MODULE_9__/* .newOp */ .I)();
        const message = commit.message.trim() === "" ? "(no message)" : commit.message;
        await session.observed({
            type: "COMMIT",
            op,
            message,
            author: `${commit.author.name} <${commit.author.email}>`,
        });
        await session.observed({ type: "INIT_COMPLETE", op, sha: commit.oid });
    }
    if (session.record.headOid !== oid)
        await session.observed({ type: "HEAD", oid, branch });
}
/** The commits on the way from `known` to `tip` along first parents, newest first; none when it is not on that way. */
async function commitsSince(engine, known, tip) {
    const objects = engine.repo.objects();
    const found = [];
    for (let at = tip; at !== undefined && found.length < longestWalk;) {
        if (at === known)
            return found;
        const commit = await objects.commit(at);
        found.push(commit);
        at = commit.parents[0];
    }
    return [];
}
async function parentTree(engine, commit) {
    const [parent] = commit.parents;
    return parent === undefined ? undefined : (await engine.repo.objects().commit(parent)).tree;
}
/** HEAD's branch from git's file, for looks that start no process. Nothing for a reftable repository. */
function headOf(engine, gitDir) {
    if (gitDir === undefined || engine.repo.refFormat !== "files")
        return undefined;
    const text = (0,_git_worktree_links_js__WEBPACK_IMPORTED_MODULE_2__/* .readText */ .yR)((0,node_path__WEBPACK_IMPORTED_MODULE_0__.join)(gitDir, "HEAD"));
    if (text === undefined)
        return undefined;
    const ref = /^ref: (refs\/heads\/[^\n]+)\n?$/.exec(text)?.[1];
    return {
        branch: ref === undefined ? undefined : (0,_git_refs_js__WEBPACK_IMPORTED_MODULE_1__/* .branchOfRef */ .V4)(ref),
        oid: undefined,
        detached: ref === undefined,
    };
}
/**
 * Whether `branch` is the record's branch under a new name: the old one is gone, and the new one's reflog says so,
 * or, where that cannot be read, it stands at the commit that the old one was last seen at.
 */
async function isRenamed(engine, record, branch, oid) {
    if (branch === record.branch)
        return false;
    if ((await (0,_git_refs_js__WEBPACK_IMPORTED_MODULE_1__/* .readRef */ .sg)(engine.repo, (0,_lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_4__/* .branchRef */ .Mi)(record.branch))) !== undefined)
        return false;
    const log = (0,_git_worktree_links_js__WEBPACK_IMPORTED_MODULE_2__/* .readText */ .yR)((0,node_path__WEBPACK_IMPORTED_MODULE_0__.join)(engine.repo.commonDir, "logs", ...(0,_lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_4__/* .branchRef */ .Mi)(branch).split("/")));
    if (log === undefined)
        return oid !== undefined && oid === record.headOid;
    return log.includes(`renamed ${(0,_lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_4__/* .branchRef */ .Mi)(record.branch)} to ${(0,_lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_4__/* .branchRef */ .Mi)(branch)}\n`);
}
function statusOf(record, now) {
    if (now === undefined || (record.status !== "active" && record.status !== "dirty"))
        return record.status;
    return now.clean ? "active" : "dirty";
}
function problemsOf(engine, record, located, head, renamed, interrupted) {
    const problems = [];
    if (interrupted && record.op !== null) {
        problems.push(`${record.op.name} was interrupted: its process ended before it was done`);
    }
    const expected = record.owner === engine.clone && record.status !== "creating" && record.status !== "removed";
    if (expected && located?.state !== "intact" && record.type === "worktree") {
        problems.push(`the worktree ${(0,_place_js__WEBPACK_IMPORTED_MODULE_7__/* .absence */ .An)(engine, record, located)}`);
    }
    if (head?.detached === true)
        problems.push("HEAD is detached there");
    if (head?.branch !== undefined && head.branch !== record.branch) {
        problems.push(renamed
            ? `its branch was renamed to ${head.branch}`
            : `${head.branch} is checked out there; the record keeps ${record.branch}`);
    }
    return problems;
}


/***/ }),

/***/ 6199:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   i: () => (/* binding */ treeDifference)
/* harmony export */ });
const folder = "040000";
const submodule = "160000";
/**
 * Compares two trees through the repository's object reader, folder by folder where they differ: no process of its
 * own. Renames are a deletion and an addition.
 * @param one undefined: the empty tree
 * @param keep how many paths are named; all are counted
 */
async function treeDifference(objects, one, other, keep) {
    const files = [];
    const modified = [];
    const added = [];
    let total = 0;
    const open = [
        { path: "", a: one, b: other },
    ];
    for (let pair = open.shift(); pair !== undefined; pair = open.shift()) {
        const [a, b] = [await entries(objects, pair.a), await entries(objects, pair.b)];
        for (const name of new Set([...a.keys(), ...b.keys()])) {
            const [left, right] = [a.get(name), b.get(name)];
            if (left?.oid === right?.oid && left?.mode === right?.mode)
                continue;
            const path = pair.path + name;
            if ([left, right].some((entry) => entry !== undefined && entry.mode !== folder)) {
                total += 1;
                if (files.length < keep) {
                    files.push(path);
                    if (left !== undefined && right !== undefined)
                        modified.push(path);
                    if (!isFile(left) && isFile(right))
                        added.push(path);
                }
            }
            const [below, beside] = [tree(left), tree(right)];
            if (below !== undefined || beside !== undefined)
                open.push({ path: `${path}/`, a: below, b: beside });
        }
    }
    return { files, total, modified, added };
}
const isFile = (entry) => entry !== undefined && entry.mode !== folder && entry.mode !== submodule;
const tree = (entry) => entry?.mode === folder ? entry.oid : undefined;
async function entries(objects, oid) {
    const list = oid === undefined ? [] : await objects.tree(oid);
    return new Map(list.map((entry) => [entry.name, entry]));
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

/***/ 2710:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  c: () => (/* binding */ statusMany)
});

// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./build/lifecycle/errors.js
var errors = __webpack_require__(1740);
// EXTERNAL MODULE: ./build/git/oid.js
var git_oid = __webpack_require__(7635);
// EXTERNAL MODULE: ./build/git/refs.js
var refs = __webpack_require__(6713);
// EXTERNAL MODULE: ./build/git/worktree-links.js
var worktree_links = __webpack_require__(7358);
;// CONCATENATED MODULE: ./build/git/status.js




/** The subcommand with its options. What it prints is for `parseStatus`. */
const statusArguments = [
    "status",
    "--porcelain=v2",
    "-z",
    "--branch",
    "--untracked-files=normal",
    "--ignore-submodules=none",
    "--no-renames",
    "--no-ahead-behind",
];
/**
 * What a worktree holds that HEAD does not. Submodules with changes of their own count. The person's
 * configuration does not matter, and nothing is written, not even a refreshed index.
 * Git's directory is given explicitly: where a `.git` file has gone missing, git would find the repository around
 * it and describe that one instead.
 *
 * @throws CoppiceError WORKTREE_NOT_FOUND when there is no worktree at `path`
 */
async function status_status(repo, path, options = {}) {
    const gitDir = options.gitDir ?? (0,worktree_links/* gitDirOf */.z0)(path);
    if (gitDir === undefined) {
        throw new errors/* CoppiceError */.uS("WORKTREE_NOT_FOUND", "There is no git worktree in the directory that was to be looked at.");
    }
    const { stdout } = await repo.git.run(path, [`--git-dir=${gitDir}`, `--work-tree=${path}`, ...statusArguments], {
        ...(options.signal === undefined ? {} : { signal: options.signal }),
        ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    });
    return parseStatus(stdout.toString("utf8"));
}
/** Reads `git status --porcelain=v2 --branch -z`. Lines of a kind that we do not know are skipped, as git asks readers to. */
function parseStatus(output) {
    let oid;
    let head;
    const files = [];
    const records = output.split("\0");
    for (let at = 0; at < records.length; at += 1) {
        const record = records[at] ?? "";
        if (record.startsWith("# branch.oid ")) {
            const value = record.slice("# branch.oid ".length);
            oid = value === "(initial)" ? undefined : (0,git_oid/* parseOid */.Se)(value);
        }
        else if (record.startsWith("# branch.head ")) {
            head = record.slice("# branch.head ".length);
        }
        else if (record.startsWith("? ")) {
            files.push({
                path: record.slice(2),
                kind: "untracked",
                index: ".",
                worktree: "?",
                submodule: undefined,
            });
        }
        else if (record.startsWith("1 ") || record.startsWith("2 ") || record.startsWith("u ")) {
            files.push(changed(record));
            // A renamed entry is followed by its old path.
            if (record.startsWith("2 "))
                at += 1;
        }
    }
    const branch = head === undefined || head === "(detached)" ? undefined : (0,refs/* branchOfRef */.V4)(`refs/heads/${head}`);
    return {
        oid,
        branch,
        detached: head === "(detached)",
        files,
        unmerged: files.filter((file) => file.kind === "unmerged").map((file) => file.path),
        clean: files.length === 0,
    };
}
/** Fields before the path: `1 XY sub mH mI mW hH hI`, `2` with a score, `u XY sub m1 m2 m3 mW h1 h2 h3`. */
const fieldsBeforePath = { "1": 8, "2": 9, u: 10 };
function changed(record) {
    const kind = record.charAt(0);
    const [, states = "..", sub = "N..."] = record.split(" ", 3);
    return {
        path: afterFields(record, fieldsBeforePath[kind] ?? 8),
        kind: kind === "u" ? "unmerged" : "tracked",
        index: states.charAt(0),
        worktree: states.charAt(1),
        submodule: sub.startsWith("S")
            ? { commit: sub[1] === "C", modified: sub[2] === "M", untracked: sub[3] === "U" }
            : undefined,
    };
}
function afterFields(record, count) {
    let at = 0;
    for (let field = 0; field < count; field += 1)
        at = record.indexOf(" ", at) + 1;
    return record.slice(at);
}

;// CONCATENATED MODULE: ./build/git/status-many.js




/** How many lists are worked off at once: as many processes as a runner starts. */
const lanes = Math.min(8, (0,external_node_os_.availableParallelism)() * 2);
/** For fewer worktrees each gets a process of ours: there is nothing to be saved. */
const fewest = 4;
/** The longest list of paths on one command line; git hands it on in one environment variable. */
const longestList = 32_768;
/** For a whole list; one worktree on a slow disk may take seconds. */
const listTimeoutMs = 600_000;
const key = "coppice-status.worktree";
const sectionHead = "# branch.oid ";
/**
 * The statuses of many worktrees, in their order; a failure stands in its place. Starting a process costs Node more than it
 * costs git (a large process is forked, and waits until the child runs), so a few `git for-each-repo` start the
 * `git status` of each. Whatever one of them cannot tell, a process of its own is asked: the answers are the same.
 * @throws INTERRUPTED
 */
async function statusMany(repo, targets, options = {}) {
    const found = new Map();
    // Values in the repository's own configuration would come before ours.
    if (targets.length >= fewest && repo.config.get(key) === undefined) {
        const lists = split(targets.filter(isListable), lanes);
        await Promise.all(lists.map((list) => readList(repo, list, options, found)));
    }
    return Promise.all(targets.map((target) => found.get(target) ?? readOne(repo, target, options)));
}
/** Each list is worked off by one process; they run at once. */
function split(targets, count) {
    const lists = [];
    const atMost = Math.ceil(targets.length / count);
    let [list, length] = [[], 0];
    for (const target of targets) {
        if (list.length === atMost || length + target.path.length > longestList) {
            lists.push(list);
            [list, length] = [[], 0];
        }
        list.push(target);
        length += target.path.length + key.length;
    }
    if (list.length > 0)
        lists.push(list);
    return lists;
}
/** A path that holds what separates the ceilings cannot be one of them. */
const isListable = ({ path }) => !path.includes(external_node_path_.delimiter) && !path.includes("\n");
async function readList(repo, list, options, found) {
    const output = await runList(repo, list, options);
    const sections = sectionsOf(output.text);
    // git ends at the first worktree that it cannot tell of, perhaps in the middle of its answer.
    if (!output.whole)
        sections.pop();
    if (sections.length > list.length || (output.whole && sections.length < list.length))
        return;
    sections.forEach((section, index) => {
        const target = list[index];
        if (target !== undefined)
            found.set(target, parseStatus(section));
    });
}
async function runList(repo, list, { signal }) {
    try {
        const { code, stdout } = await repo.git.run(
        // Outside of every repository: in one, git may tell its children where it is, and they would stay there.
        (0,external_node_path_.parse)(repo.commonDir).root, [
            ...list.flatMap(({ path }) => ["-c", `${key}=${path}`]),
            "for-each-repo",
            `--config=${key}`,
            "--",
            ...statusArguments,
        ], {
            codes: "any",
            timeoutMs: listTimeoutMs,
            // The arguments say all that counts; newer gits keep configuration from the environment to themselves.
            rawConfig: true,
            ...(signal === undefined ? {} : { signal }),
            // Where a `.git` file has gone missing since, git must not find the repository around it.
            env: { GIT_CEILING_DIRECTORIES: [...new Set(list.map(({ path }) => (0,external_node_path_.dirname)(path)))].join(external_node_path_.delimiter) },
        });
        return { text: stdout.toString("utf8"), whole: code === 0 };
    }
    catch (error) {
        if (signal?.aborted === true || !(error instanceof errors/* CoppiceError */.uS))
            throw error;
        return { text: "", whole: false };
    }
}
/** One answer of `git status --porcelain=v2 --branch -z` after the other. A path never stands at a record's beginning. */
function sectionsOf(output) {
    const sections = [];
    for (const record of output.split("\0")) {
        if (record.startsWith(sectionHead))
            sections.push([]);
        sections.at(-1)?.push(record);
    }
    return sections.map((records) => records.join("\0"));
}
async function readOne(repo, { path, gitDir }, { signal }) {
    try {
        return await status_status(repo, path, { gitDir, ...(signal === undefined ? {} : { signal }) });
    }
    catch (error) {
        if (signal?.aborted === true || !(error instanceof errors/* CoppiceError */.uS))
            throw error;
        return error;
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


/***/ })

};
