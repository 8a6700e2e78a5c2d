export const id = 363;
export const ids = [363];
export const modules = {

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

/***/ 1216:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   T: () => (/* binding */ unlock),
/* harmony export */   s: () => (/* binding */ lock)
/* harmony export */ });
/* harmony import */ var _git_worktrees_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2009);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1740);
/* harmony import */ var _find_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1996);
/* harmony import */ var _lease_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3317);
/* harmony import */ var _place_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8916);
/* harmony import */ var _protocol_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(9863);






/**
 * Locks a worktree: git's own lock, and LOCK. It is not removed, pruned or taken away after a merge then.
 * @throws WORKTREE_LOCKED when it is locked already, WORKTREE_IN_USE while a lease holds git's lock, NO_WORKTREE,
 *   WORKTREE_NOT_FOUND, INVALID_STATE
 */
async function lock(engine, name, reason) {
    const { id } = await (0,_find_js__WEBPACK_IMPORTED_MODULE_2__/* .findRecord */ .Tq)(engine, name);
    return (0,_protocol_js__WEBPACK_IMPORTED_MODULE_5__/* .withRecord */ .q8)(engine, id, "lock", async (session) => {
        const { record } = session;
        const { gitDir } = (0,_place_js__WEBPACK_IMPORTED_MODULE_4__/* .present */ .Eb)(engine, record);
        if (record.lock !== null)
            throw lockedAlready(record, record.lock.reason);
        const lease = (0,_lease_js__WEBPACK_IMPORTED_MODULE_3__/* .liveLease */ .ln)(engine, record);
        // A lease holds git's one lock; ours is then in the journal alone, which removal honours as well.
        if (lease === null) {
            const held = (0,_lease_js__WEBPACK_IMPORTED_MODULE_3__/* .gitLock */ ._m)(gitDir, null);
            if (held !== null)
                throw lockedAlready(record, held.reason);
            (0,_git_worktrees_js__WEBPACK_IMPORTED_MODULE_0__/* .unlockWorktree */ .WC)({ gitDir, main: false });
            (0,_git_worktrees_js__WEBPACK_IMPORTED_MODULE_0__/* .lockWorktree */ .r4)({ gitDir, main: false }, reason ?? "");
        }
        return session.note({ type: "LOCK", ...(reason === undefined || reason === "" ? {} : { reason }) });
    });
}
/**
 * Takes the lock away, git's and the journal's, whoever set it. A lease's stays.
 * @throws INVALID_STATE when it is not locked, NO_WORKTREE
 */
async function unlock(engine, name, reason) {
    const { id } = await (0,_find_js__WEBPACK_IMPORTED_MODULE_2__/* .findRecord */ .Tq)(engine, name);
    return (0,_protocol_js__WEBPACK_IMPORTED_MODULE_5__/* .withRecord */ .q8)(engine, id, "unlock", async (session) => {
        const { record } = session;
        const gitDir = (0,_place_js__WEBPACK_IMPORTED_MODULE_4__/* .locate */ .x5)(engine, id)?.gitDir;
        const lease = (0,_lease_js__WEBPACK_IMPORTED_MODULE_3__/* .liveLease */ .ln)(engine, record);
        const held = gitDir === undefined || lease !== null ? null : (0,_lease_js__WEBPACK_IMPORTED_MODULE_3__/* .gitLock */ ._m)(gitDir, lease);
        if (record.lock === null && held === null) {
            throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CoppiceError */ .uS("INVALID_STATE", `${record.branch} is not locked.`, {
                details: { branch: record.branch, state: record.status },
                suggestedAction: "Nothing needs to be done.",
            });
        }
        if (gitDir !== undefined && held !== null)
            (0,_git_worktrees_js__WEBPACK_IMPORTED_MODULE_0__/* .unlockWorktree */ .WC)({ gitDir, main: false });
        return session.note({ type: "UNLOCK", ...(reason === undefined || reason === "" ? {} : { reason }) });
    });
}
const lockedAlready = (record, reason) => new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CoppiceError */ .uS("WORKTREE_LOCKED", `${record.branch} is locked already${reason === null ? "" : `: ${reason}`}.`, {
    details: { branch: record.branch, lock: reason === null ? {} : { reason } },
    suggestedAction: `coppice unlock ${record.branch} first.`,
});


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
