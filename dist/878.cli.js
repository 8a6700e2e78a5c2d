export const id = 878;
export const ids = [878];
export const modules = {

/***/ 7878:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   run: () => (/* binding */ run)
/* harmony export */ });
/* harmony import */ var _engine_trust_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5512);
/* harmony import */ var _render_visible_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(892);


/** Allows this clone to run the commands of the config as it is now, and shows them. */
const run = (cli) => cli.engine(async (engine) => {
    const added = await (0,_engine_trust_js__WEBPACK_IMPORTED_MODULE_0__/* .trust */ .tY)(engine);
    if (cli.globals.json) {
        cli.json({ added, commands: await (0,_engine_trust_js__WEBPACK_IMPORTED_MODULE_0__/* .trustedCommands */ .OT)(engine) });
        return 0;
    }
    if (added.length === 0) {
        const known = await (0,_engine_trust_js__WEBPACK_IMPORTED_MODULE_0__/* .trustedCommands */ .OT)(engine);
        cli.say(known.length === 0
            ? "the config has no commands to trust"
            : "every command of the config is trusted already");
        return 0;
    }
    cli.say("this clone may now run:");
    for (const { key, command, files } of added) {
        cli.say(`  ${key}: ${cli.paint.bold((0,_render_visible_js__WEBPACK_IMPORTED_MODULE_1__/* .visible */ .RK)(command))}`);
        for (const file of files)
            cli.say(`    with ${(0,_render_visible_js__WEBPACK_IMPORTED_MODULE_1__/* .visible */ .RK)(file)} as it is now`);
    }
    return 0;
});


/***/ }),

/***/ 6601:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   N: () => (/* binding */ commandAt),
/* harmony export */   g: () => (/* binding */ commandKeys)
/* harmony export */ });
/** The keys that can hold a command of the person's own. */
const commandKeys = [
    "setup.install",
    "setup.initScript",
    "merge.verify",
    "conflict.resolver",
];
/** A command that is written out; `auto` and `off` are none. */
function commandAt(config, key) {
    switch (key) {
        case "setup.install": {
            const install = config.setup?.install;
            return install === "auto" || install === "off" ? undefined : install;
        }
        case "setup.initScript":
            return config.setup?.initScript;
        case "merge.verify":
            return config.merge?.verify;
        case "conflict.resolver":
            return config.conflict?.resolver;
    }
}


/***/ }),

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

/***/ 5512:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  aN: () => (/* binding */ requireTrust),
  tY: () => (/* binding */ trust),
  OT: () => (/* binding */ trustedCommands)
});

// EXTERNAL MODULE: ./build/config/commands.js
var config_commands = __webpack_require__(6601);
// EXTERNAL MODULE: ./build/lifecycle/errors.js
var errors = __webpack_require__(1740);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./build/engine/files.js
var files = __webpack_require__(3112);
;// CONCATENATED MODULE: ./build/engine/trust-content.js




const mostWords = 64;
const mostLinks = 8;
/**
 * The command's content as it would run at `place`. A word of the command that names a file from the top of the
 * worktree (`./scripts/init.sh`, `sh scripts/init.sh`) brings that file's content in. What such a file runs in turn
 * is not looked at.
 */
async function contentOf(engine, { key, command }, place) {
    const files = new Map();
    if (place !== undefined) {
        for (const word of words(command))
            await addFile(engine, place, word, files);
    }
    const named = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
    const hash = (0,external_node_crypto_.createHash)("sha256")
        .update(JSON.stringify([1, key, command, named]))
        .digest("hex");
    return { key, command, files: named.map(([path]) => path), hash };
}
/** What could be a path in a shell command: its words without quotes, and what stands whole between quotes. */
function words(command) {
    const quoted = [...command.matchAll(/"([^"]*)"|'([^']*)'/g)].map((found) => found[1] ?? found[2] ?? "");
    const found = new Set([...quoted, ...command.split(/[\s;&|()<>"'`$={}]+/)].flatMap((word) => inside(word) ?? []));
    return [...found].slice(0, mostWords);
}
/** A relative path made plain, or nothing when it leaves the worktree or names its top. */
function inside(path) {
    if (path === "" || path.startsWith("/") || path.includes("\0"))
        return undefined;
    const plain = external_node_path_.posix.normalize(path).replace(/\/$/, "");
    return plain === "." || plain === ".." || plain.startsWith("../") ? undefined : plain;
}
/** Adds a file and, when it is a symbolic link, what it leads to inside the worktree. */
async function addFile(engine, place, word, files) {
    let path = word;
    for (let links = 0; path !== undefined && links < mostLinks && !files.has(path); links++) {
        const content = "directory" in place ? fileIn(place.directory, path) : await fileAt(engine, place.commit, path);
        if (content === undefined)
            return;
        files.set(path, content);
        path = "link" in content ? inside(external_node_path_.posix.join(external_node_path_.posix.dirname(path), content.link)) : undefined;
    }
}
function fileIn(directory, path) {
    const file = (0,external_node_path_.join)(directory, path);
    try {
        const stat = (0,external_node_fs_.lstatSync)(file);
        if (stat.isSymbolicLink())
            return { link: (0,external_node_fs_.readlinkSync)(file) };
        return stat.isFile() ? { sha256: sha256((0,external_node_fs_.readFileSync)(file)) } : undefined;
    }
    catch (error) {
        // What is not there, or no name that a file can have, is a word like any other.
        if ((0,files/* hasCode */.up)(error, "ENOENT", "ENOTDIR", "ENAMETOOLONG", "ELOOP"))
            return undefined;
        throw error;
    }
}
async function fileAt(engine, commit, path) {
    const objects = engine.repo.objects();
    const object = await objects.read(`${commit}:${path}`);
    if (object?.type !== "blob")
        return undefined;
    // A blob does not tell that it is a link; its entry in the tree does.
    const parent = external_node_path_.posix.dirname(path);
    const tree = await objects.resolve(parent === "." ? `${commit}^{tree}` : `${commit}:${parent}`);
    const entries = tree === undefined ? [] : await objects.tree(tree);
    const entry = entries.find(({ name }) => name === external_node_path_.posix.basename(path));
    return entry?.mode === "120000" ? { link: object.data.toString("utf8") } : { sha256: sha256(object.data) };
}
const sha256 = (data) => (0,external_node_crypto_.createHash)("sha256").update(data).digest("hex");

// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 2 modules
var schemas = __webpack_require__(5395);
// EXTERNAL MODULE: ./node_modules/zod/v4/core/api.js
var api = __webpack_require__(3759);
// EXTERNAL MODULE: ./build/lifecycle/ids.js
var ids = __webpack_require__(333);
// EXTERNAL MODULE: ./build/lifecycle/system-errors.js
var system_errors = __webpack_require__(9600);
// EXTERNAL MODULE: ./build/engine/init-clone.js
var init_clone = __webpack_require__(7721);
;// CONCATENATED MODULE: ./build/engine/trust-store.js







/** Hashes of what this clone allowed, one a line. */
const trustPath = (commonDir) => (0,external_node_path_.join)((0,init_clone/* coppiceDir */.V)(commonDir), "trust");
/** Where commands were refused last: `coppice trust` looks there too. */
const pendingPath = (commonDir) => (0,external_node_path_.join)((0,init_clone/* coppiceDir */.V)(commonDir), "trust-pending.json");
const placeSchema = schemas/* union */.KCZ([
    schemas/* strictObject */.rej({ commit: ids/* oidSchema */.u0 }),
    schemas/* strictObject */.rej({ directory: schemas/* string */.YjP() }),
]);
const pendingSchema = schemas/* array */.YOg(placeSchema).check(api/* _maxLength */.Eb(10));
/** Nothing readable means that nothing is trusted. */
function readTrusted(commonDir) {
    const text = read(trustPath(commonDir));
    return new Set(text.split("\n").filter((line) => /^[0-9a-f]{64}$/.test(line)));
}
function writeTrusted(commonDir, hashes) {
    write(trustPath(commonDir), `${[...new Set(hashes)].join("\n")}\n`);
}
function readPending(commonDir) {
    try {
        const parsed = pendingSchema.safeParse(JSON.parse(read(pendingPath(commonDir)) || "[]"));
        return parsed.success ? parsed.data : [];
    }
    catch {
        return [];
    }
}
function writePending(commonDir, places) {
    if (places.length === 0)
        (0,external_node_fs_.rmSync)(pendingPath(commonDir), { force: true });
    else
        write(pendingPath(commonDir), `${JSON.stringify(places)}\n`);
}
function read(path) {
    try {
        return (0,external_node_fs_.readFileSync)(path, "utf8");
    }
    catch (error) {
        if ((0,files/* hasCode */.up)(error, "ENOENT", "ENOTDIR"))
            return "";
        throw (0,system_errors/* systemError */.Oj)(error, "read what this clone trusts") ?? error;
    }
}
function write(path, text) {
    try {
        (0,external_node_fs_.mkdirSync)((0,external_node_path_.dirname)(path), { recursive: true });
        (0,files/* writeAtomically */.vK)(path, text);
    }
    catch (error) {
        throw (0,system_errors/* systemError */.Oj)(error, "write what this clone trusts") ?? error;
    }
}

;// CONCATENATED MODULE: ./build/engine/trust.js




/**
 * The commands of the config file as they are now, in the main worktree, in the worktree the command runs in, at the
 * tip of base, and where a command was refused last. One command stands here once for each content of its files.
 */
async function trustedCommands(engine) {
    const trusted = readTrusted(engine.repo.commonDir);
    return (await contents(engine)).map(({ key, command, files, hash }) => ({
        key,
        command,
        files,
        trusted: trusted.has(hash),
    }));
}
/**
 * Allows this clone to run the commands of the config file, with the files they name, as they are now. Whatever
 * changes in a command or such a file is asked about again.
 * @returns the commands that are new
 */
async function trust(engine) {
    const { commonDir } = engine.repo;
    const trusted = readTrusted(commonDir);
    const news = (await contents(engine)).filter(({ hash }) => !trusted.has(hash));
    if (news.length > 0)
        writeTrusted(commonDir, [...trusted, ...news.map(({ hash }) => hash)]);
    writePending(commonDir, []);
    return news.map(({ key, command, files }) => ({ key, command, files, trusted: true }));
}
/**
 * Refuses to go on when a command of the config file is about to run that this clone has not allowed. Commands that a
 * person wrote into git's config or gave as a flag are their own and pass. Starts no process unless a command names
 * files of a commit.
 * @param keys what is about to run
 * @param place where, for the files that the commands name; `merge.verify` needs none
 * @throws UNTRUSTED with the commands
 */
async function requireTrust(engine, keys, place) {
    const wanted = fileCommands(engine).filter(({ key }) => keys.includes(key));
    if (wanted.length === 0)
        return;
    const trusted = readTrusted(engine.repo.commonDir);
    const refused = [];
    for (const command of wanted) {
        const content = await contentOf(engine, command, command.key === filesDoNotCount ? undefined : place);
        if (!trusted.has(content.hash))
            refused.push(content);
    }
    if (refused.length === 0)
        return;
    if (place !== undefined)
        writePending(engine.repo.commonDir, [place]);
    throw untrusted(refused);
}
/** Verifying is there to run what a branch brings: its command is trusted, the files that it runs are judged by it. */
const filesDoNotCount = "merge.verify";
const fileCommands = (engine) => engine.commands.filter(({ source }) => source === "file");
async function contents(engine) {
    const commands = fileCommands(engine);
    const places = commands.length === 0 ? [] : await knownPlaces(engine);
    const found = new Map();
    for (const command of commands) {
        for (const place of command.key === filesDoNotCount ? [undefined] : places) {
            const content = await contentOf(engine, command, place);
            found.set(content.hash, content);
        }
    }
    return [...found.values()].sort((a, b) => config_commands/* commandKeys */.g.indexOf(a.key) - config_commands/* commandKeys */.g.indexOf(b.key));
}
async function knownPlaces({ repo, config }) {
    const directories = [repo.mainWorktree, repo.worktree].filter((path) => path !== undefined);
    const tips = ["HEAD", ...(config.base === undefined ? [] : [`refs/heads/${config.base}`])];
    const commits = await Promise.all(tips.map((tip) => repo.objects().resolve(`${tip}^{commit}`)));
    return [
        ...directories.map((directory) => ({ directory })),
        ...commits.filter((commit) => commit !== undefined).map((commit) => ({ commit })),
        ...readPending(repo.commonDir),
    ];
}
function untrusted(refused) {
    const names = refused.map(({ key }) => key).join(" and ");
    const files = [...new Set(refused.flatMap((content) => content.files))];
    const also = files.length === 0 ? "" : ` (with ${files.join(", ")})`;
    const [commands, are] = refused.length === 1 ? ["command", "is not one"] : ["commands", "are not ones"];
    return new errors/* CoppiceError */.uS("UNTRUSTED", `The config's ${commands} for ${names}${also} ${are} that this clone has allowed to run.`, {
        details: {
            commands: refused.map(({ command }) => command.slice(0, 4096)),
            ...(files.length === 0 ? {} : { files: files.slice(0, 200) }),
            key: refused[0]?.key ?? "",
        },
    });
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
