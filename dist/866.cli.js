export const id = 866;
export const ids = [866];
export const modules = {

/***/ 481:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   e: () => (/* binding */ asCoppiceError)
/* harmony export */ });
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1740);
/* harmony import */ var _lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9600);


/** Codes that say too little when they end an operation; the operation's own code takes their place. */
const vague = new Set(["GIT_FAILED"]);
/**
 * Gives a thrown failure its code: that of a CoppiceError, that of the operating system, else `fallback`.
 * @param doing what was being done, as it follows "Could not": for failures that have no words for a person
 */
function asCoppiceError(error, fallback, doing) {
    if (error instanceof _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CoppiceError */ .uS) {
        if (!vague.has(error.code) || error.code === fallback)
            return error;
        return new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CoppiceError */ .uS(fallback, `Could not ${doing}: ${error.message}`, {
            details: error.details,
            cause: error,
        });
    }
    const system = (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .systemError */ .Oj)(error, doing);
    if (system !== undefined)
        return system;
    const reason = error instanceof Error ? error.message : String(error);
    return new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CoppiceError */ .uS(fallback, `Could not ${doing}: ${reason}`, { cause: error });
}


/***/ }),

/***/ 3112:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   cu: () => (/* binding */ identityOf),
/* harmony export */   up: () => (/* binding */ hasCode),
/* harmony export */   vK: () => (/* binding */ writeAtomically)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var _lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9600);



/** Whether an error came from the operating system with one of these codes. */
function hasCode(error, ...codes) {
    const errno = (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .errnoOf */ .UQ)(error);
    return errno !== undefined && codes.includes(errno);
}
/** Writes a file whole or not at all: readers see the old content or the new one. */
function writeAtomically(path, content) {
    const draft = `${path}.${(0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomBytes)(6).toString("hex")}.tmp`;
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.writeFileSync)(draft, content);
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.renameSync)(draft, path);
    }
    catch (error) {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.rmSync)(draft, { force: true });
        throw error;
    }
}
/** The identity of what stands at a path, without following a symbolic link; undefined when nothing does. */
function identityOf(path) {
    try {
        const stat = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.lstatSync)(path, { bigint: true });
        return { dev: String(stat.dev), ino: String(stat.ino), directory: stat.isDirectory() };
    }
    catch (error) {
        // A file may stand in the place of one of its parents.
        if (hasCode(error, "ENOENT", "ENOTDIR"))
            return undefined;
        throw error;
    }
}


/***/ }),

/***/ 7721:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   V: () => (/* binding */ coppiceDir),
/* harmony export */   o: () => (/* binding */ openClone)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(333);
/* harmony import */ var _failure_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(481);
/* harmony import */ var _files_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(3112);






/** The directory in the common git directory that holds everything Coppice keeps for this clone alone. */
const coppiceDir = (commonDir) => (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(commonDir, "coppice");
/**
 * The random id of this clone, made once. A copy of the repository made by `cp -r` has the same id until a person
 * deletes the file: nothing in the file system tells a copy from a move.
 * Where nothing may be written, the id is one for this run alone: reading goes on, and no record can be owned by it.
 * @throws NO_SPACE_LEFT, QUOTA_EXCEEDED, GIT_FAILED
 */
function openClone(commonDir) {
    const path = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(coppiceDir(commonDir), "clone");
    const known = readClone(path);
    if (known !== undefined)
        return known;
    const made = _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_3__/* .cloneIdSchema */ .c9.parse((0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomBytes)(8).toString("hex"));
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.mkdirSync)(coppiceDir(commonDir), { recursive: true });
        return publish(path, made);
    }
    catch (error) {
        if ((0,_files_js__WEBPACK_IMPORTED_MODULE_5__/* .hasCode */ .up)(error, "EROFS", "EACCES", "EPERM"))
            return made;
        throw (0,_failure_js__WEBPACK_IMPORTED_MODULE_4__/* .asCoppiceError */ .e)(error, "GIT_FAILED", "write Coppice's directory in the git directory");
    }
}
/** Of two processes that make it at once the first one decides for both: a link, unlike a rename, is exclusive. */
function publish(path, made) {
    const draft = `${path}.${made}`;
    (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.writeFileSync)(draft, `${made}\n`);
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.linkSync)(draft, path);
        return made;
    }
    catch (error) {
        if (!(0,_files_js__WEBPACK_IMPORTED_MODULE_5__/* .hasCode */ .up)(error, "EEXIST"))
            throw error;
        const known = readClone(path);
        if (known !== undefined)
            return known;
        // What stands there is no id: cut off by a full disk.
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.writeFileSync)(path, `${made}\n`);
        return made;
    }
    finally {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.rmSync)(draft, { force: true });
    }
}
function readClone(path) {
    let text;
    try {
        text = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.readFileSync)(path, "utf8");
    }
    catch {
        return undefined;
    }
    const parsed = _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_3__/* .cloneIdSchema */ .c9.safeParse(text.trim());
    return parsed.success ? parsed.data : undefined;
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

/***/ 9454:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   BN: () => (/* binding */ HybridClock),
/* harmony export */   yg: () => (/* binding */ isReadableStamp)
/* harmony export */ });
/* unused harmony export lastMillisecond */
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1740);
/* harmony import */ var _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(333);



const maxCounter = 0xffff;
/** 9999-12-31T23:59:59.999Z, the last moment that an entry's `at` can name. A later stamp is not readable. */
const lastMillisecond = 253_402_300_799_999;
/** How far ahead of this machine's clock a stamp may be and still pull along the stamps of other records. */
const trustedLeadMs = 24 * 60 * 60 * 1000;
const momentOf = (stamp) => ({
    ms: Number.parseInt(stamp.slice(0, 12), 16),
    counter: Number.parseInt(stamp.slice(12, 16), 16),
});
const isAfter = (a, b) => a.ms > b.ms || (a.ms === b.ms && a.counter > b.counter);
const successor = ({ ms, counter }) => counter < maxCounter ? { ms, counter: counter + 1 } : { ms: ms + 1, counter: 0 };
/** Whether a stamp's time is one that an entry may carry. */
const isReadableStamp = (stamp) => momentOf(stamp).ms <= lastMillisecond;
/**
 * A hybrid logical clock: real time where real time moves on, a counter where it stands still or falls back.
 * Its stamps only ever grow, and each is greater than the one it is told to follow.
 *
 * A stamp far ahead of real time (a clone with a wrong clock, or somebody's bad intent) is followed in its own
 * journal, because an entry must sort behind what its writer had read; it does not pull along other journals.
 */
class HybridClock {
    #last = { ms: 0, counter: 0 };
    #sources;
    constructor(sources = {}) {
        this.#sources = { now: Date.now, suffix: () => (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomBytes)(8).toString("hex"), ...sources };
    }
    /** Milliseconds since 1970, from the same source as the stamps; within what an entry can name. */
    now() {
        return Math.min(Math.max(0, Math.trunc(this.#sources.now())), lastMillisecond);
    }
    /**
     * A new stamp, greater than every stamp before it and than `after`.
     * @throws CoppiceError JOURNAL_CORRUPT when `after` is so late that nothing can follow it
     */
    next(after) {
        const now = this.now();
        let moment = { ms: now, counter: 0 };
        if (!isAfter(moment, this.#last))
            moment = successor(this.#last);
        const shown = after === undefined ? undefined : momentOf(after);
        if (shown !== undefined && !isAfter(moment, shown)) {
            moment = successor(shown);
            if (moment.ms > lastMillisecond) {
                throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CoppiceError */ .uS("JOURNAL_CORRUPT", "The journal ends in the year 9999: no entry can follow.", {
                    details: { reason: `last stamp ${after}` },
                });
            }
            if (shown.ms <= now + trustedLeadMs)
                this.#last = moment;
        }
        else {
            this.#last = moment;
        }
        const time = moment.ms.toString(16).padStart(12, "0");
        const counter = moment.counter.toString(16).padStart(4, "0");
        return _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_2__/* .stampSchema */ .zg.parse(`${time}${counter}-${this.#sources.suffix()}`);
    }
}


/***/ }),

/***/ 4624:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D4: () => (/* binding */ decode),
/* harmony export */   YW: () => (/* binding */ maxLineBytes),
/* harmony export */   lF: () => (/* binding */ encode)
/* harmony export */ });
/* harmony import */ var _lifecycle_entry_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6587);
/* harmony import */ var _clock_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9454);


/** The longest line, its line feed included, in bytes. */
const maxLineBytes = 64 * 1024;
/**
 * One entry as its line: compact JSON with `t` first, so that the byte order of lines is their causal order,
 * and a line feed. It does not cut: see `fitEntry`.
 */
function encode(entry) {
    const { t, v, at, by, nonce, event } = entry;
    const actor = { name: by.name, door: by.door, clone: by.clone };
    const line = { t, v, at, by: actor, ...(nonce === undefined ? {} : { nonce }), event };
    return `${JSON.stringify(line)}\n`;
}
const unreadable = (reason) => ({ kind: "unreadable", reason });
/** Whether something was written by a later version, whose entries this one cannot judge. */
const isOtherVersion = (value) => typeof value === "object" &&
    value !== null &&
    "v" in value &&
    typeof value.v === "number" &&
    Number.isInteger(value.v) &&
    value.v !== 1;
/**
 * Reads one line, without its line feed. Total: what it cannot read it says, it never throws.
 * Fields that it does not know are left out of the entry; the line keeps them.
 */
function decode(line) {
    if (Buffer.byteLength(line, "utf8") >= maxLineBytes)
        return unreadable("too long");
    let value;
    try {
        value = JSON.parse(line);
    }
    catch {
        return unreadable("not JSON");
    }
    if (isOtherVersion(value))
        return unreadable("unknown version");
    const parsed = _lifecycle_entry_js__WEBPACK_IMPORTED_MODULE_0__/* .entrySchema */ .Oo.safeParse(value);
    if (!parsed.success || !(0,_clock_js__WEBPACK_IMPORTED_MODULE_1__/* .isReadableStamp */ .yg)(parsed.data.t))
        return unreadable("not an entry");
    return { kind: "entry", entry: parsed.data };
}


/***/ }),

/***/ 1427:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   ED: () => (/* binding */ fitEvent),
/* harmony export */   iC: () => (/* binding */ fitEntry)
/* harmony export */ });
/* unused harmony export cutText */
/* harmony import */ var ts_pattern__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8602);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1740);
/* harmony import */ var _lifecycle_events_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3970);
/* harmony import */ var _entry_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4624);
/* harmony import */ var _scrub_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7751);





/* The longest texts and lists that the schemas of an entry take. */
const longText = 4096;
const shortText = 1024;
const longMessage = 65_536;
const keptDetails = 200;
const keptPreview = 500;
/** The first `most` UTF-16 units of a text; a character of two units is never halved. */
function cutText(text, most) {
    if (text.length <= most)
        return text;
    const cut = text.slice(0, Math.max(0, most));
    return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}
const cutPaths = (paths, most) => paths.slice(0, most).map((path) => cutText(path, longText));
/**
 * An event as it may be journaled: error messages and reasons without absolute paths and secrets, a command's
 * output left out, every text and list within what the schema takes, with the totals that were before.
 */
function fitEvent(event, roots = []) {
    const clean = (text, most) => cutText((0,_scrub_js__WEBPACK_IMPORTED_MODULE_3__/* .scrub */ ._)(text, roots), most);
    return (0,ts_pattern__WEBPACK_IMPORTED_MODULE_4__/* .match */ .YW)(event)
        .with({ type: "CREATE" }, { type: "TASK" }, (it) => it.title === undefined ? it : { ...it, title: cutText(it.title, shortText) })
        .with({ type: "PR" }, (it) => ({ ...it, title: cutText(it.title, shortText) }))
        .with({ type: "COMMIT" }, (it) => it.message.length <= longMessage
        ? it
        : { messageLength: it.message.length, ...it, message: cutText(it.message, longMessage) })
        .with({ type: "MODIFY" }, (it) => ({ ...it, filesChanged: cutPaths(it.filesChanged, _lifecycle_events_js__WEBPACK_IMPORTED_MODULE_1__/* .keptFiles */ .y2) }))
        .with({ type: "RESOLVE_CONFLICT" }, (it) => it.files === undefined ? it : { total: it.files.length, ...it, files: cutPaths(it.files, _lifecycle_events_js__WEBPACK_IMPORTED_MODULE_1__/* .keptFiles */ .y2) })
        .with({ type: "ERROR" }, (it) => ({
        ...it,
        message: clean(it.message, longText),
        ...(it.details === undefined ? {} : { details: fitDetails(it.details, clean) }),
    }))
        .with({ type: "INIT_SCRIPT" }, (it) => it.error === undefined ? it : { ...it, error: clean(it.error, longText) })
        .with({ type: "ABORT_MERGE" }, { type: "WITHDRAW" }, { type: "LOCK" }, { type: "UNLOCK" }, (it) => it.reason === undefined ? it : { ...it, reason: clean(it.reason, shortText) })
        .otherwise((it) => it);
}
function fitDetails(details, clean) {
    const { output: _localOnly, conflictFiles, uncommittedFiles, ...rest } = details;
    const fitted = {};
    for (const [key, value] of Object.entries(rest))
        fitted[key] = cleanValue(value, clean);
    if (conflictFiles !== undefined) {
        fitted.conflictTotal = details.conflictTotal ?? conflictFiles.length;
        fitted.conflictFiles = conflictFiles.slice(0, keptDetails).map((file) => ({
            ...file,
            path: cutText(file.path, longText),
            preview: {
                ours: cutText(file.preview.ours, keptPreview),
                theirs: cutText(file.preview.theirs, keptPreview),
            },
        }));
    }
    if (uncommittedFiles !== undefined) {
        fitted.uncommittedTotal = details.uncommittedTotal ?? uncommittedFiles.length;
        fitted.uncommittedFiles = cutPaths(uncommittedFiles, keptDetails);
    }
    const parsed = _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .errorDetailsSchema */ .e$.safeParse(fitted);
    return parsed.success ? parsed.data : {};
}
/** Cleans every text of a value of the details: texts, lists of texts, and objects of texts. */
function cleanValue(value, clean) {
    if (typeof value === "string")
        return clean(value, longText);
    if (Array.isArray(value))
        return value.slice(0, keptDetails).map((item) => cleanValue(item, clean));
    if (typeof value !== "object" || value === null)
        return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cleanValue(item, clean)]));
}
/** What may be shortened in an event, the most dispensable first. Each is taken from the event as it then is. */
function cutsOf(event) {
    if (event.type === "COMMIT")
        return [cutOf("COMMIT", commitCut)];
    if (event.type === "MODIFY") {
        return [
            cutOf("MODIFY", (it) => ({
                size: it.filesChanged.length,
                least: 1,
                at: (size) => ({ ...it, filesChanged: it.filesChanged.slice(0, size) }),
            })),
        ];
    }
    if (event.type === "RESOLVE_CONFLICT") {
        return [
            cutOf("RESOLVE_CONFLICT", (it) => ({
                size: it.files?.length ?? 0,
                least: 0,
                at: (size) => ({ ...it, files: it.files?.slice(0, size), total: it.total ?? it.files?.length }),
            })),
        ];
    }
    if (event.type === "ERROR") {
        return [
            cutOf("ERROR", previewCut),
            ...detailLists.map((key) => cutOf("ERROR", (it) => detailCut(it, key))),
            cutOf("ERROR", (it) => ({ size: 1, least: 0, at: () => ({ ...it, details: {} }) })),
        ];
    }
    return [];
}
const cutOf = (type, cut) => (event) => isOf(event, type) ? cut(event) : undefined;
const isOf = (event, type) => event.type === type;
const commitCut = (it) => ({
    size: it.message.length,
    least: 1,
    at: (size) => ({
        ...it,
        message: cutText(it.message, size),
        messageLength: it.messageLength ?? it.message.length,
    }),
});
const detailLists = ["commands", "validEvents", "files", "uncommittedFiles", "conflictFiles"];
const detailCut = (it, key) => ({
    size: it.details[key]?.length ?? 0,
    least: 0,
    at: (size) => ({ ...it, details: { ...it.details, [key]: it.details[key]?.slice(0, size) } }),
});
const previewCut = (it) => ({
    size: keptPreview,
    least: 0,
    at: (size) => ({
        ...it,
        details: {
            ...it.details,
            conflictFiles: it.details.conflictFiles?.map((file) => ({
                ...file,
                preview: { ours: cutText(file.preview.ours, size), theirs: cutText(file.preview.theirs, size) },
            })),
        },
    }),
});
const fits = (entry) => Buffer.byteLength((0,_entry_js__WEBPACK_IMPORTED_MODULE_2__/* .encode */ .lF)(entry), "utf8") <= _entry_js__WEBPACK_IMPORTED_MODULE_2__/* .maxLineBytes */ .YW;
/** An entry whose line is short enough: messages, previews and lists are cut as little as that takes. */
function fitEntry(entry) {
    let fitted = entry;
    for (const step of cutsOf(entry.event)) {
        if (fits(fitted))
            return fitted;
        const cut = step(fitted.event);
        if (cut === undefined || cut.size <= cut.least)
            continue;
        const base = fitted;
        const at = (size) => ({ ...base, event: cut.at(size) });
        fitted = at(cut.least);
        if (!fits(fitted))
            continue;
        let [low, high] = [cut.least, cut.size];
        while (high - low > 1) {
            const middle = Math.floor((low + high) / 2);
            if (fits(at(middle)))
                low = middle;
            else
                high = middle;
        }
        fitted = at(low);
    }
    return fitted;
}


/***/ }),

/***/ 6381:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   IZ: () => (/* binding */ acquireLock),
/* harmony export */   bh: () => (/* binding */ tryLock),
/* harmony export */   ln: () => (/* binding */ isLocked),
/* harmony export */   ms: () => (/* binding */ lockHolder)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8500);
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(5395);
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(3759);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1740);
/* harmony import */ var _lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(9600);
/* harmony import */ var _owner_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(6779);








const holderSchema = zod_mini__WEBPACK_IMPORTED_MODULE_7__/* .extend */ .X$i(_owner_js__WEBPACK_IMPORTED_MODULE_6__/* .ownerSchema */ .$K, {
    /** Makes each taking of the lock another one. */
    token: zod_mini__WEBPACK_IMPORTED_MODULE_7__/* .string */ .YjP().check(zod_mini__WEBPACK_IMPORTED_MODULE_8__/* ._regex */ .Fk(/^[0-9a-f]{16}$/)),
    /** What it is held for, for messages. */
    purpose: zod_mini__WEBPACK_IMPORTED_MODULE_7__/* .string */ .YjP().check(zod_mini__WEBPACK_IMPORTED_MODULE_8__/* ._maxLength */ .Eb(255)),
    /** Milliseconds since 1970. */
    since: zod_mini__WEBPACK_IMPORTED_MODULE_7__/* .number */ .aig(),
});
/** A lock whose holder cannot be seen from here is given up when it shows no sign of life for so long. */
const expiryMs = 5 * 60_000;
/** How often a holder shows that it lives. */
const heartbeatMs = 30_000;
const shortestPauseMs = 2;
const longestPauseMs = 25;
/** When a file that a dead process left behind while taking a lock is old enough to be cleared away. */
const leftoverMs = 60 * 60_000;
/**
 * Takes a lock that is a file naming its holder. At most one living process holds it; the lock of a dead one is
 * broken. Its directory is made when it is missing.
 *
 * @returns the lock, or who holds it when it did not become free in time
 * @throws CoppiceError INTERRUPTED, PERMISSION_DENIED, READONLY_FS, NO_SPACE_LEFT, QUOTA_EXCEEDED
 */
async function acquireLock(path, { waitMs = 0, signal, purpose }) {
    const deadline = Date.now() + waitMs;
    for (let pause = shortestPauseMs;; pause = Math.min(longestPauseMs, pause * 2)) {
        if (signal?.aborted === true)
            throw interrupted(purpose);
        const answer = tryLock(path, purpose);
        if (!("heldBy" in answer))
            return answer;
        const left = deadline - Date.now();
        if (left <= 0)
            return answer;
        const jittered = pause * (0.5 + Math.random());
        await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_3__.setTimeout)(Math.min(left, jittered), undefined, signal === undefined ? {} : { signal }).catch(() => {
            throw interrupted(purpose);
        });
    }
}
/** Who holds a lock now; undefined when nobody does, or when its holder is dead. */
function lockHolder(path) {
    const found = readHolder(path);
    return found === undefined || isAbandoned(found) ? undefined : found.holder;
}
const interrupted = (purpose) => new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .CoppiceError */ .uS("INTERRUPTED", `Waiting for a lock was interrupted (${purpose}).`);
/** One attempt, without waiting. A stale lock is broken and taken in the same attempt. */
function tryLock(path, purpose) {
    for (;;) {
        const found = readHolder(path);
        if (found === undefined) {
            const lock = take(path, purpose);
            if (lock !== undefined)
                return lock;
        }
        else if (isAbandoned(found)) {
            const breaker = breakLock(path, found.holder);
            if (breaker !== undefined)
                return { heldBy: breaker };
        }
        else {
            return { heldBy: found.holder };
        }
    }
}
/** Whether somebody seems to hold a lock, for one system call; a holder that is dead counts too. */
const isLocked = (path) => (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.statSync)(path, { throwIfNoEntry: false }) !== undefined;
/**
 * Removes the lock of a dead holder. Two processes that both saw it dead must not both remove it: the second could
 * remove the lock that the first has taken since. So removing is itself done under a lock, whose name is that of the
 * one taking of the lock that was found dead; who holds it looks again before removing.
 *
 * @returns who is breaking it, when somebody else is
 */
function breakLock(path, dead) {
    const answer = tryLock(`${path}.${dead.token}`, "break a lock");
    if ("heldBy" in answer)
        return answer.heldBy;
    try {
        if (readHolder(path)?.holder.token === dead.token)
            remove(path);
        sweep(path);
    }
    finally {
        answer.release();
    }
    return undefined;
}
function take(path, purpose) {
    const token = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomBytes)(8).toString("hex");
    const holder = { ...(0,_owner_js__WEBPACK_IMPORTED_MODULE_6__/* .currentOwner */ .Hf)(), token, purpose, since: Date.now() };
    if (!create(path, `${JSON.stringify(holder)}\n`, token))
        return undefined;
    const heartbeat = setInterval(() => touch(path, token), heartbeatMs);
    heartbeat.unref();
    return {
        holder,
        release: () => {
            clearInterval(heartbeat);
            if (readHolder(path)?.holder.token === token)
                remove(path);
        },
    };
}
/**
 * Makes the file together with its content, or says that there is one. A name given by link(2) is exclusive, and
 * nobody sees the file half-written; where there are no links, a reader may see it empty for a moment.
 */
function create(path, content, token) {
    const scratch = `${path}.${token}.tmp`;
    try {
        writeNew(scratch, content);
        try {
            (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.linkSync)(scratch, path);
            return true;
        }
        catch (error) {
            const errno = (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .errnoOf */ .UQ)(error);
            if (errno === "EEXIST")
                return false;
            if (errno !== "EPERM" && errno !== "ENOTSUP" && errno !== "ENOSYS" && errno !== "EOPNOTSUPP")
                throw error;
            (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.writeFileSync)(path, content, { flag: "wx" });
            return true;
        }
        finally {
            remove(scratch);
        }
    }
    catch (error) {
        if ((0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .errnoOf */ .UQ)(error) === "EEXIST")
            return false;
        throw (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .systemError */ .Oj)(error, "write a lock file") ?? error;
    }
}
function writeNew(path, content) {
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.writeFileSync)(path, content, { flag: "wx" });
    }
    catch (error) {
        if ((0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .errnoOf */ .UQ)(error) !== "ENOENT")
            throw error;
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.mkdirSync)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.dirname)(path), { recursive: true });
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.writeFileSync)(path, content, { flag: "wx" });
    }
}
/** A file that names nobody: cut off by a full disk, or written by something else. Only its age counts. */
const nobody = {
    pid: 1,
    startTime: null,
    bootId: null,
    pidNamespace: null,
    host: "",
    token: "0000000000000000",
    purpose: "unknown",
    since: 0,
};
function readHolder(path) {
    try {
        const { mtimeMs } = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.statSync)(path);
        return { holder: parseHolder((0,node_fs__WEBPACK_IMPORTED_MODULE_1__.readFileSync)(path, "utf8")), touched: mtimeMs };
    }
    catch (error) {
        if ((0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .errnoOf */ .UQ)(error) === "ENOENT")
            return undefined;
        throw (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .systemError */ .Oj)(error, "read a lock file") ?? error;
    }
}
function parseHolder(text) {
    try {
        return holderSchema.parse(JSON.parse(text));
    }
    catch {
        return nobody;
    }
}
function isAbandoned({ holder, touched }) {
    const state = (0,_owner_js__WEBPACK_IMPORTED_MODULE_6__/* .liveness */ .QX)(holder);
    return state === "dead" || (state === "unknown" && Date.now() - touched > expiryMs);
}
function remove(path) {
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.unlinkSync)(path);
    }
    catch (error) {
        if ((0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .errnoOf */ .UQ)(error) !== "ENOENT")
            throw (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .systemError */ .Oj)(error, "remove a lock file") ?? error;
    }
}
function touch(path, token) {
    try {
        const now = new Date();
        if (readHolder(path)?.holder.token === token)
            (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.utimesSync)(path, now, now);
    }
    catch {
        // The next heartbeat tries again; a lock whose process can be seen does not need it.
    }
}
/** Clears away what processes that died while taking this lock have left. */
function sweep(path) {
    const [dir, prefix] = [(0,node_path__WEBPACK_IMPORTED_MODULE_2__.dirname)(path), `${(0,node_path__WEBPACK_IMPORTED_MODULE_2__.basename)(path)}.`];
    for (const name of (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.readdirSync)(dir)) {
        if (!name.startsWith(prefix) || !name.endsWith(".tmp"))
            continue;
        const age = Date.now() - ((0,node_fs__WEBPACK_IMPORTED_MODULE_1__.statSync)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(dir, name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
        if (age > leftoverMs)
            remove((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(dir, name));
    }
}


/***/ }),

/***/ 6779:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $K: () => (/* binding */ ownerSchema),
/* harmony export */   Hf: () => (/* binding */ currentOwner),
/* harmony export */   QX: () => (/* binding */ liveness),
/* harmony export */   bf: () => (/* binding */ ownerOf),
/* harmony export */   l: () => (/* binding */ placeToken)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8161);
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5395);
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(3759);
/* harmony import */ var _lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9600);





const label = zod_mini__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP().check(zod_mini__WEBPACK_IMPORTED_MODULE_5__/* ._maxLength */ .Eb(255));
/**
 * A process, named so that another one can tell whether it still runs. It stands in local files only, never in a
 * note. What a system cannot tell is null.
 */
const ownerSchema = zod_mini__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({
    pid: zod_mini__WEBPACK_IMPORTED_MODULE_4__/* .int */ .Whr().check(zod_mini__WEBPACK_IMPORTED_MODULE_5__/* ._gte */ .qm(1)),
    /** When the process started, in the kernel's ticks since boot: a number that is used again is another process. */
    startTime: zod_mini__WEBPACK_IMPORTED_MODULE_4__/* .nullable */ .mee(label),
    bootId: zod_mini__WEBPACK_IMPORTED_MODULE_4__/* .nullable */ .mee(label),
    /** In another namespace the same number is another process. */
    pidNamespace: zod_mini__WEBPACK_IMPORTED_MODULE_4__/* .nullable */ .mee(label),
    host: label,
});
/** A process's line in /proc; `gone` when there is none, undefined where there is no /proc. */
function statOf(pid) {
    let text;
    try {
        text = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.readFileSync)(`/proc/${pid}/stat`, "utf8");
    }
    catch (error) {
        if ((0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .errnoOf */ .UQ)(error) === "ESRCH")
            return "gone";
        return here().bootId === null ? undefined : "gone";
    }
    // The second field is the program's name, in parentheses, and may hold spaces and parentheses itself.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const [state = "", startTime] = [fields[0], fields[19]];
    if (startTime === undefined)
        return undefined;
    return { startTime, ended: state === "Z" || state === "X" };
}
const readOrNull = (read) => {
    try {
        return read().trim();
    }
    catch {
        return null;
    }
};
let place;
/** What is the same for every process of this machine and namespace. */
function here() {
    place ??= {
        bootId: readOrNull(() => (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.readFileSync)("/proc/sys/kernel/random/boot_id", "utf8")),
        pidNamespace: readOrNull(() => (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.readlinkSync)("/proc/self/ns/pid")),
        host: (0,node_os__WEBPACK_IMPORTED_MODULE_2__.hostname)().slice(0, 255),
    };
    return place;
}
/** Eight hex digits that stand for this host, boot and namespace: processes of one place can see each other. */
function placeToken() {
    const { bootId, pidNamespace, host } = here();
    return (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)("sha256")
        .update(JSON.stringify([host, bootId, pidNamespace]))
        .digest("hex")
        .slice(0, 8);
}
let self;
/** This process. */
function currentOwner() {
    self ??= ownerOf(process.pid);
    return self;
}
/** A process that runs now: this one or a child that was just started. */
function ownerOf(pid) {
    const stat = statOf(pid);
    return { pid, startTime: stat === undefined || stat === "gone" ? null : stat.startTime, ...here() };
}
/**
 * Whether a process still runs. `dead` is only said of a process that would be seen from here: same host, same
 * boot, same pid namespace.
 */
function liveness(owner) {
    const { bootId, pidNamespace, host } = here();
    if (owner.host !== host || owner.bootId !== bootId || owner.pidNamespace !== pidNamespace)
        return "unknown";
    const stat = statOf(owner.pid);
    if (stat === "gone")
        return "dead";
    if (stat !== undefined && owner.startTime !== null) {
        return stat.startTime === owner.startTime && !stat.ended ? "alive" : "dead";
    }
    // Without /proc a number that is in use says little: it may have been given to another process.
    return isPidInUse(owner.pid) ? "unknown" : "dead";
}
function isPidInUse(pid) {
    try {
        process.kill(pid, 0);
        return true;
    }
    catch (error) {
        return (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .errnoOf */ .UQ)(error) !== "ESRCH";
    }
}


/***/ }),

/***/ 7751:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Z: () => (/* binding */ scrubSecrets),
/* harmony export */   _: () => (/* binding */ scrub)
/* harmony export */ });
/** What stands for a path or a secret that was taken out of a text. */
const path = "<path>";
const secret = "<secret>";
/** Tokens that are recognised by their own shape. */
const tokens = [
    /\bgh[opsur]_[A-Za-z0-9]{20,}/g,
    /\bgithub_pat_[A-Za-z0-9_]{20,}/g,
    /\bgl(?:pat|ptt|rt|dt)-[A-Za-z0-9_-]{16,}/g,
    /\bnpm_[A-Za-z0-9]{20,}/g,
    /\bpypi-[A-Za-z0-9_-]{16,}/g,
    /\bxox[abeprs]-[A-Za-z0-9-]{10,}/g,
    /\b(?:sk|pk|rk)[-_](?:[a-z]+[-_])?[A-Za-z0-9_-]{16,}/g,
    /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
    /\bAIza[A-Za-z0-9_-]{30,}/g,
    /\beyJ[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]*/g,
    /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
];
/** `https://user:password@host`: what stands before the at sign. */
const credentials = /\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi;
/** `Authorization: Basic xyz`, `Bearer xyz`. */
const authorization = /\b(authorization\s*[:=]\s*(?:[a-z]+\s+)?|bearer\s+)[^\s"',;]+/gi;
const secretNames = "pass(?:word|wd|phrase)|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|credentials?";
/** `password=xyz`, `"API_KEY": "xyz"`. */
const named = new RegExp(`((?:${secretNames})["']?\\s*[:=]\\s*)("[^"]*"|'[^']*'|[^\\s"',;]+)`, "gi");
/** `--token xyz`. */
const options = new RegExp(`(--(?:[a-z-]+-)?(?:${secretNames})\\s+)[^\\s"',;]+`, "gi");
/** A place where a path can begin: not inside a word, a branch name or a URL. */
const start = /(^|[\s"'`([{<=,;|:])/.source;
const absolutePaths = [
    new RegExp(`${start}file:///?[^\\s"'\`<>|]+`, "g"),
    new RegExp(`${start}\\\\\\\\[^\\s"'\`<>|]+`, "g"),
    new RegExp(`${start}[A-Za-z]:[\\\\/][^\\s"'\`<>|]*`, "g"),
    new RegExp(`${start}~[A-Za-z0-9._-]*/[^\\s"'\`<>|:,;)\\]}]*`, "g"),
    new RegExp(`${start}/(?!/)[^\\s"'\`<>|:,;)\\]}]+`, "g"),
];
/** Git and Node put paths into quotes; such a path may contain spaces. */
const quotedPaths = [
    /'(?:\/(?!\/)|~\/|[A-Za-z]:[\\/])[^'\n]*'/g,
    /"(?:\/(?!\/)|~\/|[A-Za-z]:[\\/])[^"\n]*"/g,
];
/** Takes secrets out of a text that stays on this machine: a command's output, which is shown and logged. */
function scrubSecrets(text) {
    let result = text;
    for (const token of tokens)
        result = result.replace(token, secret);
    result = result.replace(credentials, "$1");
    result = result.replace(authorization, `$1${secret}`);
    return result.replace(named, `$1${secret}`);
}
/**
 * Takes absolute paths and secrets out of a text that is about to be journaled: notes are pushed.
 * @param roots directories whose inside may be named: a path below one of them becomes relative to it
 */
function scrub(text, roots = []) {
    let result = scrubSecrets(text);
    result = result.replace(options, `$1${secret}`);
    for (const root of [...roots].sort((a, b) => b.length - a.length)) {
        if (root.length > 1)
            result = result.replaceAll(root.endsWith("/") ? root : `${root}/`, "");
    }
    for (const quoted of quotedPaths)
        result = result.replace(quoted, path);
    for (const absolute of absolutePaths)
        result = result.replace(absolute, `$1${path}`);
    return result;
}


/***/ }),

/***/ 6587:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Oo: () => (/* binding */ entrySchema)
/* harmony export */ });
/* unused harmony exports doorSchema, actorSchema */
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5395);
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3759);
/* harmony import */ var _events_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3970);
/* harmony import */ var _ids_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(333);



const doorSchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ["enum"] */ .k5n(["cli", "hook", "action", "doctor"]);
/** Who appended an entry, through which door, from which clone. */
const actorSchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    name: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP().check(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._minLength */ .m9(1), zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._maxLength */ .Eb(255)),
    door: doorSchema,
    clone: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .cloneIdSchema */ .c9,
});
/** One line of a journal. `t` comes first, so that the byte order of lines is their causal order. */
const entrySchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    t: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .stampSchema */ .zg,
    v: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz(1),
    at: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .timestampSchema */ .yo,
    by: actorSchema,
    /** Stands in CREATE alone: it makes the record's id unique. */
    nonce: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP().check(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._regex */ .Fk(/^[0-9a-f]{32}$/))),
    event: _events_js__WEBPACK_IMPORTED_MODULE_0__/* .eventSchema */ .G4,
});


/***/ })

};
