export const id = 713;
export const ids = [713];
export const modules = {

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
