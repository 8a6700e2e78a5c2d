export const id = 560;
export const ids = [560];
export const modules = {

/***/ 5384:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  U: () => (/* binding */ MergePlace)
});

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./build/lifecycle/system-errors.js
var system_errors = __webpack_require__(9600);
// EXTERNAL MODULE: ./build/git/object-format.js
var object_format = __webpack_require__(5306);
;// CONCATENATED MODULE: ./build/git/attribute-files.js

/** Above so many folders one `ls-tree` is faster than reading them. */
const limit = 100;
/**
 * The `.gitattributes` files of a tree or commit, symbolic links left out. Without a process of its own where there are
 * few folders.
 * @param env where the tree is, if the repository itself does not have it
 */
async function attributeFiles(repo, treeish, env) {
    const files = (await readFolders(repo, treeish)) ?? (await listFiles(repo, treeish, env));
    return files.filter(({ path }) => isPlain(path));
}
/** Reads all folders of one depth at a time; undefined: there are many, or one is not in the repository. */
async function readFolders(repo, treeish) {
    const files = [];
    let open = [{ path: "", name: `${treeish}^{tree}` }];
    for (let met = 1; open.length > 0; met += open.length) {
        if (met > limit)
            return undefined;
        const objects = await repo.objects().readMany(open.map(({ name }) => name));
        const below = [];
        for (const [index, { path }] of open.entries()) {
            const object = objects[index];
            if (object?.type !== "tree")
                return undefined;
            for (const { mode, name, oid } of (0,object_format/* parseTree */.cZ)(object.data, repo.objectFormat)) {
                if (mode.startsWith("04"))
                    below.push({ path: `${path}${name}/`, name: oid });
                else if (name === ".gitattributes" && mode.startsWith("100"))
                    files.push({ path: path + name, oid });
            }
        }
        open = below;
    }
    return files;
}
async function listFiles(repo, treeish, env) {
    const { stdout } = await repo.git.run(repo.commonDir, ["ls-tree", "-r", "-z", "--full-tree", treeish], {
        env: { ...env, GIT_WORK_TREE: repo.commonDir },
    });
    return stdout
        .toString("utf8")
        .split("\0")
        .flatMap((record) => {
        const match = /^100\d{3} blob ([0-9a-f]+)\t((?:[\s\S]*\/)?\.gitattributes)$/.exec(record);
        const [, oid, path] = match ?? [];
        return oid === undefined || path === undefined ? [] : [{ path, oid }];
    });
}
/** A tree can be written to hold any name; these would lead out of the place or into a git directory. */
const isPlain = (path) => path
    .split("/")
    .every((part) => part !== "" && part !== "." && part !== ".." && part.toLowerCase() !== ".git");

// EXTERNAL MODULE: ./build/git/object-writer.js
var object_writer = __webpack_require__(1734);
// EXTERNAL MODULE: ./build/git/version.js
var version = __webpack_require__(3679);
;// CONCATENATED MODULE: ./build/git/merge-place.js







/**
 * A temporary git directory and work tree in which merges are computed, so that the result does not depend on
 * where Coppice was called: not on the caller's `.gitattributes`, not on `info/attributes` of this clone, not on
 * whether the repository is bare. Objects are read from the real repository; refs do not exist here.
 *
 * The attributes that count are those of one commit, given to `pin`. Git takes them from there with `--attr-source`
 * (2.43); an older git reads them from the work tree, where that commit's `.gitattributes` files are laid out.
 */
class MergePlace {
    #repo;
    #dir;
    #attributes;
    /** Where git is started. */
    cwd;
    env;
    /** Writes where merge-tree writes. */
    writer;
    /** Writes objects that git can read here and that vanish with the place. */
    scratch;
    /** @param keep - whether merged objects go into the repository; else they vanish with the place */
    constructor(repo, keep) {
        this.#repo = repo;
        this.#dir = makeDirectory(keep ? (0,external_node_os_.tmpdir)() : forecastRoot());
        const real = (0,external_node_path_.join)(repo.commonDir, "objects");
        const scratch = (0,external_node_path_.join)(this.#dir, "scratch");
        const target = keep ? real : (0,external_node_path_.join)(this.#dir, "objects");
        this.cwd = (0,external_node_path_.join)(this.#dir, "tree");
        try {
            this.#lay();
        }
        catch (error) {
            this.dispose();
            throw (0,system_errors/* systemError */.Oj)(error, "make a temporary directory for merging") ?? error;
        }
        this.env = {
            GIT_DIR: (0,external_node_path_.join)(this.#dir, "git"),
            GIT_WORK_TREE: this.cwd,
            GIT_OBJECT_DIRECTORY: target,
            GIT_ALTERNATE_OBJECT_DIRECTORIES: [...(keep ? [] : [real]), scratch].map(quoted).join(external_node_path_.delimiter),
            GIT_ATTR_NOSYSTEM: "1",
        };
        this.writer = keep ? (0,object_writer/* objectWriter */.DJ)(repo) : new object_writer/* ObjectWriter */.nl(target, repo.objectFormat);
        this.scratch = new object_writer/* ObjectWriter */.nl(scratch, repo.objectFormat);
    }
    /** What stands before `merge-tree` on git's command line. */
    get options() {
        const source = this.#hasAttrSource && this.#attributes !== undefined ? [`--attr-source=${this.#attributes}`] : [];
        return ["-c", "core.attributesFile=", ...source];
    }
    /** Makes the attributes of a commit or tree count. A git that is already running may have read others. */
    async pin(attributes) {
        this.#attributes = attributes;
        if (this.#hasAttrSource)
            return;
        (0,external_node_fs_.rmSync)(this.cwd, { recursive: true, force: true });
        (0,external_node_fs_.mkdirSync)(this.cwd);
        const files = await attributeFiles(this.#repo, attributes, this.env);
        const contents = await this.#repo.objects().readMany(files.map((file) => file.oid));
        try {
            files.forEach((file, index) => {
                const target = (0,external_node_path_.join)(this.cwd, file.path);
                (0,external_node_fs_.mkdirSync)((0,external_node_path_.dirname)(target), { recursive: true });
                (0,external_node_fs_.writeFileSync)(target, contents[index]?.data ?? "");
            });
        }
        catch (error) {
            throw (0,system_errors/* systemError */.Oj)(error, "lay out the attributes of the merge") ?? error;
        }
    }
    /** Deletes the place with everything that was not kept. Idempotent. */
    dispose() {
        forget(this.#dir);
    }
    #lay() {
        for (const folder of ["scratch", "objects", "tree", "git/refs", "git/objects"]) {
            (0,external_node_fs_.mkdirSync)((0,external_node_path_.join)(this.#dir, folder), { recursive: true });
        }
        (0,external_node_fs_.writeFileSync)((0,external_node_path_.join)(this.#dir, "git/HEAD"), "ref: refs/heads/none\n");
        (0,external_node_fs_.writeFileSync)((0,external_node_path_.join)(this.#dir, "git/config"), configText(this.#repo));
        copyShallow(this.#repo.commonDir, (0,external_node_path_.join)(this.#dir, "git"));
    }
    get #hasAttrSource() {
        return this.#repo.version.atLeast(...version/* since */.XP.attrSource);
    }
}
const merge_place_open = new Set();
let exitHandled = false;
/** Linux's file system in memory. */
const memory = "/dev/shm";
const tmpfsType = 0x01021994;
/** How much of it has to be free: a forecast of thousands of merges takes some hundred megabytes, and there are others. */
const plenty = 2 * 1024 ** 3;
/** Where the objects of a forecast go. They are many and small, and memory takes them three times as fast as a disk. */
function forecastRoot() {
    if ((process.env.TMPDIR ?? "") !== "")
        return (0,external_node_os_.tmpdir)();
    try {
        const { type, bavail, bsize } = (0,external_node_fs_.statfsSync)(memory);
        (0,external_node_fs_.accessSync)(memory, external_node_fs_.constants.W_OK);
        return type === tmpfsType && bavail * bsize >= plenty ? memory : (0,external_node_os_.tmpdir)();
    }
    catch {
        return (0,external_node_os_.tmpdir)();
    }
}
function makeDirectory(root) {
    try {
        const dir = (0,external_node_fs_.mkdtempSync)((0,external_node_path_.join)(root, "coppice-merge-"));
        merge_place_open.add(dir);
        if (!exitHandled) {
            exitHandled = true;
            process.once("exit", () => {
                for (const left of merge_place_open)
                    forget(left);
            });
        }
        return dir;
    }
    catch (error) {
        throw (0,system_errors/* systemError */.Oj)(error, "make a temporary directory for merging") ?? error;
    }
}
function forget(dir) {
    (0,external_node_fs_.rmSync)(dir, { recursive: true, force: true, maxRetries: 3 });
    merge_place_open.delete(dir);
}
/** The repository's own configuration is included (merge drivers, promisor remotes); its format has to stand here. */
function configText(repo) {
    const partial = repo.config.get("extensions.partialClone");
    const shared = repo.config.get("core.sharedRepository");
    return [
        "[core]",
        "\trepositoryformatversion = 1",
        ...(shared === undefined ? [] : [`\tsharedRepository = ${configValue(shared)}`]),
        "[extensions]",
        ...(repo.objectFormat === "sha1" ? [] : [`\tobjectFormat = ${repo.objectFormat}`]),
        ...(partial === undefined ? [] : [`\tpartialClone = ${configValue(partial)}`]),
        "[include]",
        `\tpath = ${configValue((0,external_node_path_.join)(repo.commonDir, "config"))}`,
        // After the included file, which may say otherwise: merge-tree ignores attributes in a bare repository.
        "[core]",
        "\tbare = false",
        "",
    ].join("\n");
}
const configValue = (text) => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n").replaceAll("\t", "\\t")}"`;
function copyShallow(commonDir, gitDir) {
    try {
        (0,external_node_fs_.writeFileSync)((0,external_node_path_.join)(gitDir, "shallow"), (0,external_node_fs_.readFileSync)((0,external_node_path_.join)(commonDir, "shallow")));
    }
    catch (error) {
        if ((0,system_errors/* errnoOf */.UQ)(error) !== "ENOENT")
            throw error;
    }
}
/** A path in GIT_ALTERNATE_OBJECT_DIRECTORIES: in double quotes when it holds what separates or quotes there. */
function quoted(path) {
    if (!path.includes(external_node_path_.delimiter) && !/^"|\n/.test(path))
        return path;
    return `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}


/***/ }),

/***/ 6260:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   P: () => (/* binding */ fieldsOf),
/* harmony export */   h: () => (/* binding */ readMerge)
/* harmony export */ });
/* harmony import */ var _oid_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7635);
/* harmony import */ var _paths_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7612);


/**
 * Reads one record of `git merge-tree --write-tree -z` from its tree on. A conflict's record ends with the first
 * field that is no count: at the end of the output, at the empty field between two records of `--stdin`, or at the
 * advice about submodules that git 2.39 prints to standard output without an end of its own.
 *
 * @returns undefined when there is no tree: git was stopped by something else than a conflict, whatever its exit code
 */
async function readMerge(next, clean, labels) {
    const tree = await next();
    if (tree === undefined || !/^[0-9a-f]{40,64}$/.test(tree))
        return undefined;
    if (clean)
        return { outcome: "clean", tree: (0,_oid_js__WEBPACK_IMPORTED_MODULE_0__/* .parseOid */ .Se)(tree) };
    const files = [];
    for (let field = await next(); field !== undefined && field !== ""; field = await next()) {
        files.push(parseEntry(field));
    }
    const messages = [];
    for (let field = await next(); field !== undefined && /^\d+$/.test(field); field = await next()) {
        const paths = [];
        for (let left = Number(field); left > 0; left -= 1)
            paths.push((await next()) ?? "");
        const type = (await next()) ?? "";
        messages.push({ paths, type, text: ((await next()) ?? "").trimEnd() });
    }
    return { outcome: "conflict", tree: (0,_oid_js__WEBPACK_IMPORTED_MODULE_0__/* .parseOid */ .Se)(tree), files, messages, labels };
}
/** `mode SP oid SP stage TAB path`. */
function parseEntry(field) {
    const tab = field.indexOf("\t");
    const [mode = "", oid = "", stage = ""] = field.slice(0, tab).split(" ");
    return {
        path: field.slice(tab + 1),
        mode,
        oid: (0,_oid_js__WEBPACK_IMPORTED_MODULE_0__/* .parseOid */ .Se)(oid),
        stage: stage === "1" ? 1 : stage === "2" ? 2 : 3,
    };
}
/** The fields of a complete output. */
function fieldsOf(output) {
    let at = 0;
    return async () => {
        const end = output.indexOf(0, at);
        if (end < 0)
            return undefined;
        const field = (0,_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .decodePath */ .q0)(output.subarray(at, end));
        at = end + 1;
        return field;
    };
}


/***/ }),

/***/ 1560:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Kl: () => (/* binding */ mergeOnce),
/* harmony export */   Qq: () => (/* binding */ stoppedMerge),
/* harmony export */   pR: () => (/* binding */ mergeTree)
/* harmony export */ });
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1740);
/* harmony import */ var _merge_place_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5384);
/* harmony import */ var _merge_records_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6260);



/**
 * Merges two commits without a checkout, with one git process, and one more before git 2.43.
 * The merged objects are kept in the repository; no ref, index or file is touched.
 * @throws CoppiceError GIT_FAILED when a commit does not exist; a conflict and unrelated histories are results
 */
async function mergeTree(repo, request) {
    const place = new _merge_place_js__WEBPACK_IMPORTED_MODULE_1__/* .MergePlace */ .U(repo, true);
    try {
        await place.pin(request.attributes);
        const pair = request.base === undefined ? request : await withBase(repo, place, request, request.base);
        return await mergeOnce(repo, place, pair.ours, pair.theirs);
    }
    finally {
        place.dispose();
    }
}
/** One merge in a place whose attributes are pinned. */
async function mergeOnce(repo, place, ours, theirs) {
    const { code, stdout, stderr } = await repo.git.run(place.cwd, [...place.options, "merge-tree", "--write-tree", "-z", "--messages", ours, theirs], { codes: "any", env: place.env });
    // An exit code of 1 also means "no such commit": only a tree on standard output makes it a conflict.
    const result = code === 0 || code === 1 ? await (0,_merge_records_js__WEBPACK_IMPORTED_MODULE_2__/* .readMerge */ .h)((0,_merge_records_js__WEBPACK_IMPORTED_MODULE_2__/* .fieldsOf */ .P)(stdout), code === 0, { ours, theirs }) : undefined;
    return result ?? stoppedMerge(repo, place, ours, theirs, { code, stderr });
}
/** Why merge-tree gave no result: unrelated histories are one, everything else is an error. */
async function stoppedMerge(repo, place, ours, theirs, end) {
    const { code } = await repo.git.run(place.cwd, ["merge-base", ours, theirs], {
        codes: "any",
        env: place.env,
    });
    if (code === 1)
        return { outcome: "unrelated" };
    throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CoppiceError */ .uS("GIT_FAILED", `git could not merge ${theirs.slice(0, 12)} into ${ours.slice(0, 12)}.`, {
        details: { exitCode: end.code, step: "git merge-tree", output: end.stderr.slice(-16_384) },
    });
}
const nobody = { name: "Coppice", email: "coppice@localhost", time: 0, zone: "+0000" };
/**
 * `--merge-base` came with git 2.40; three commits with the same trees and the history that we want do the same
 * everywhere. They vanish with the place.
 */
async function withBase(repo, place, pair, base) {
    const standIn = async (commit, parents) => {
        const tree = await repo.objects().resolve(`${commit}^{tree}`);
        if (tree === undefined) {
            throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CoppiceError */ .uS("GIT_FAILED", `The commit ${commit.slice(0, 12)} to merge does not exist.`);
        }
        return place.scratch.commit({
            tree,
            parents,
            author: nobody,
            committer: nobody,
            message: `of ${commit}`,
        });
    };
    const root = await standIn(base, []);
    return { ours: await standIn(pair.ours, [root]), theirs: await standIn(pair.theirs, [root]) };
}


/***/ }),

/***/ 5306:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Hs: () => (/* binding */ formatCommit),
/* harmony export */   JC: () => (/* binding */ parsePerson),
/* harmony export */   L5: () => (/* binding */ parseCommit),
/* harmony export */   cZ: () => (/* binding */ parseTree),
/* harmony export */   qV: () => (/* binding */ formatTree),
/* harmony export */   tF: () => (/* binding */ formatPerson)
/* harmony export */ });
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1740);
/* harmony import */ var _oid_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7635);


const nobody = { name: "", email: "", time: 0, zone: "+0000" };
/** Reads a commit object. Headers that we have no use for (signature, encoding) are skipped. */
function parseCommit(oid, data) {
    const end = data.indexOf("\n\n");
    const head = (end < 0 ? data : data.subarray(0, end)).toString("utf8");
    const parents = [];
    let tree;
    let author = nobody;
    let committer = nobody;
    for (const line of head.split("\n")) {
        const space = line.indexOf(" ");
        const value = line.slice(space + 1);
        switch (line.slice(0, space)) {
            case "tree":
                tree = (0,_oid_js__WEBPACK_IMPORTED_MODULE_1__/* .parseOid */ .Se)(value);
                break;
            case "parent":
                parents.push((0,_oid_js__WEBPACK_IMPORTED_MODULE_1__/* .parseOid */ .Se)(value));
                break;
            case "author":
                author = parsePerson(value);
                break;
            case "committer":
                committer = parsePerson(value);
                break;
        }
    }
    if (tree === undefined)
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CoppiceError */ .uS("GIT_FAILED", `The commit ${oid} names no tree.`);
    return {
        oid,
        tree,
        parents,
        author,
        committer,
        message: end < 0 ? "" : data.subarray(end + 2).toString("utf8"),
    };
}
/** Reads `Name <email> seconds zone`. What is malformed comes out empty: old commits hold many oddities. */
function parsePerson(text) {
    const match = /^(.*?) ?<([^>]*)>(?: (-?\d+) ([+-]\d{4}))?/s.exec(text);
    if (match === null)
        return nobody;
    return {
        name: match[1] ?? "",
        email: match[2] ?? "",
        time: Number(match[3] ?? "0"),
        zone: match[4] ?? "+0000",
    };
}
/** `Name <email> seconds zone`, without the characters that would break the header, as git itself drops them. */
function formatPerson(person) {
    return `${clean(person.name)} <${clean(person.email)}> ${Math.trunc(person.time)} ${person.zone}`;
}
/** What git drops at both ends of a name or an address, and inside it. */
function clean(text) {
    const crud = "[\\u0000-\\u0020.,:;<>\"\\\\']";
    return text.replace(new RegExp(`^${crud}+|${crud}+$`, "g"), "").replace(/[\n<>]/g, "");
}
/** Reads a tree object: `mode SP name NUL raw-oid`, repeated. */
function parseTree(data, format) {
    const width = format === "sha1" ? 20 : 32;
    const entries = [];
    for (let at = 0; at < data.length;) {
        const space = data.indexOf(0x20, at);
        const end = data.indexOf(0x00, space);
        if (space < 0 || end < 0 || end + 1 + width > data.length) {
            throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CoppiceError */ .uS("GIT_FAILED", "A tree object is cut short. Check the repository with git fsck.");
        }
        entries.push({
            mode: data.toString("latin1", at, space).padStart(6, "0"),
            name: data.toString("utf8", space + 1, end),
            oid: (0,_oid_js__WEBPACK_IMPORTED_MODULE_1__/* .parseOid */ .Se)(data.toString("hex", end + 1, end + 1 + width)),
        });
        at = end + 1 + width;
    }
    return entries;
}
/** Writes a tree object from entries, in git's order: a tree sorts as if its name ended in a slash. */
function formatTree(entries) {
    const sortKey = (entry) => Buffer.from(entry.mode === "040000" ? `${entry.name}/` : entry.name, "utf8");
    const sorted = [...entries].sort((one, two) => Buffer.compare(sortKey(one), sortKey(two)));
    return Buffer.concat(sorted.flatMap((entry) => [
        Buffer.from(`${entry.mode.replace(/^0/, "")} ${entry.name}\0`, "utf8"),
        Buffer.from(entry.oid, "hex"),
    ]));
}
/** The bytes of a commit object. The message ends in a line feed, as git leaves it. */
function formatCommit(draft) {
    const message = draft.message.replaceAll("\0", "");
    return Buffer.from([
        `tree ${draft.tree}`,
        ...draft.parents.map((parent) => `parent ${parent}`),
        `author ${formatPerson(draft.author)}`,
        `committer ${formatPerson(draft.committer)}`,
        "",
        message.endsWith("\n") ? message : `${message}\n`,
    ].join("\n"), "utf8");
}


/***/ }),

/***/ 1734:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   DJ: () => (/* binding */ objectWriter),
/* harmony export */   nl: () => (/* binding */ ObjectWriter)
/* harmony export */ });
/* unused harmony export hashObject */
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var node_zlib__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8522);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1740);
/* harmony import */ var _lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(9600);
/* harmony import */ var _object_format_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5306);
/* harmony import */ var _oid_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(7635);








/** The id that an object has, without writing it. */
function hashObject(type, data, format) {
    return (0,_oid_js__WEBPACK_IMPORTED_MODULE_7__/* .parseOid */ .Se)((0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)(format).update(`${type} ${data.length}\0`).update(data).digest("hex"));
}
/**
 * Writes objects as loose files, the way git does: a temporary file, then its final name, so that a reader never
 * sees half of one. A commit costs a fraction of a millisecond instead of a process; for so little, waiting for
 * another thread would take longer than the work, so it is done at once.
 */
class ObjectWriter {
    #objects;
    #format;
    #shared;
    /**
     * @param objects - the `objects` directory
     * @param shared - `core.sharedRepository`, when others write there, too
     */
    constructor(objects, format, shared) {
        this.#objects = objects;
        this.#format = format;
        this.#shared = shared;
    }
    /** Writes an object and returns its id. One that stands there as a loose file already is left alone. */
    async write(type, data, options = {}) {
        const oid = hashObject(type, data, this.#format);
        const folder = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(this.#objects, oid.slice(0, 2));
        const file = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(folder, oid.slice(2));
        try {
            if ((0,node_fs__WEBPACK_IMPORTED_MODULE_1__.existsSync)(file))
                return oid;
            if ((0,node_fs__WEBPACK_IMPORTED_MODULE_1__.mkdirSync)(folder, { recursive: true }) !== undefined)
                share(folder, this.#shared);
            store(folder, file, (0,node_zlib__WEBPACK_IMPORTED_MODULE_3__.deflateSync)(Buffer.concat([header(type, data), data])), options.sync === true);
            share(file, this.#shared);
        }
        catch (error) {
            throw (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .systemError */ .Oj)(error, "write an object") ?? notWritten(type, error);
        }
        return oid;
    }
    commit(draft, options = {}) {
        return this.write("commit", (0,_object_format_js__WEBPACK_IMPORTED_MODULE_6__/* .formatCommit */ .Hs)(draft), options);
    }
    blob(data, options = {}) {
        return this.write("blob", typeof data === "string" ? Buffer.from(data, "utf8") : data, options);
    }
}
function store(folder, file, bytes, sync) {
    // git's own prefix: `git gc` clears away what a killed writer leaves under it.
    const temporary = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(folder, `tmp_obj_${(0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomBytes)(8).toString("hex")}`);
    try {
        const descriptor = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.openSync)(temporary, "wx", 0o444);
        try {
            for (let at = 0; at < bytes.length;)
                at += (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.writeSync)(descriptor, bytes, at);
            if (sync)
                (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.fsyncSync)(descriptor);
        }
        finally {
            (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.closeSync)(descriptor);
        }
        try {
            (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.linkSync)(temporary, file);
        }
        catch (error) {
            // A link never replaces an object; where the file system has none, a rename puts equal bytes over equal bytes.
            if ((0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .errnoOf */ .UQ)(error) !== "EEXIST")
                (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.renameSync)(temporary, file);
        }
    }
    finally {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.rmSync)(temporary, { force: true });
    }
}
/** A writer into the repository's own object directory. */
const objectWriter = (repo) => new ObjectWriter((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(repo.commonDir, "objects"), repo.objectFormat, repo.config.get("core.sharedRepository"));
/** Opens what we made to the group or to all, as `core.sharedRepository` wants it (see git-config(1)). */
function share(path, shared) {
    const rights = sharedRights(shared);
    if (rights === 0)
        return;
    const stat = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.statSync)(path);
    const folder = stat.isDirectory();
    // A folder can be entered by whoever may read it and keeps its group; an object is never writable.
    const added = folder ? rights | ((rights & 0o444) >> 2) | 0o2000 : rights & 0o444;
    (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.chmodSync)(path, (stat.mode & 0o7777) | added);
}
function sharedRights(shared) {
    const value = shared?.toLowerCase() ?? "umask";
    if (["group", "true", "yes", "on", "1"].includes(value))
        return 0o660;
    if (["all", "world", "everybody", "2"].includes(value))
        return 0o664;
    return /^0[0-7]{3}$/.test(value) ? Number.parseInt(value, 8) : 0;
}
const header = (type, data) => Buffer.from(`${type} ${data.length}\0`, "utf8");
const notWritten = (type, cause) => new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .CoppiceError */ .uS("GIT_FAILED", `The ${type} could not be written into the repository.`, {
    details: { reason: (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .errnoOf */ .UQ)(cause) ?? "unknown" },
    cause,
});


/***/ }),

/***/ 7612:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Gt: () => (/* binding */ displayPath),
/* harmony export */   NA: () => (/* binding */ decodePaths),
/* harmony export */   O0: () => (/* binding */ encodePath),
/* harmony export */   q0: () => (/* binding */ decodePath),
/* harmony export */   vb: () => (/* binding */ nativePath)
/* harmony export */ });
/* harmony import */ var node_buffer__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4573);

/**
 * git's paths are bytes, ours are strings. Bytes that are no UTF-8 stand in them as lone surrogates, U+DC00 plus the
 * byte (as PEP 383 has it), so that the very same path can be given back to git and to the file system. What is only
 * shown goes through `displayPath`.
 */
/** The path that git gave; `encodePath` undoes it. */
function decodePath(bytes) {
    if ((0,node_buffer__WEBPACK_IMPORTED_MODULE_0__.isUtf8)(bytes))
        return bytes.toString("utf8");
    let path = "";
    for (let at = 0; at < bytes.length;) {
        const character = [1, 2, 3, 4]
            .map((length) => bytes.subarray(at, at + length))
            .find((candidate) => (0,node_buffer__WEBPACK_IMPORTED_MODULE_0__.isUtf8)(candidate));
        path += character?.toString("utf8") ?? String.fromCharCode(0xdc00 + (bytes[at] ?? 0));
        at += character?.length ?? 1;
    }
    return path;
}
/** The fields of an output that ends each with a NUL. */
function decodePaths(output) {
    const paths = [];
    for (let at = 0; at < output.length;) {
        const end = output.indexOf(0, at);
        const next = end < 0 ? output.length : end;
        paths.push(decodePath(output.subarray(at, next)));
        at = next + 1;
    }
    return paths;
}
/** The bytes of a path, or of a text that holds paths. */
function encodePath(text) {
    if (text.isWellFormed())
        return Buffer.from(text, "utf8");
    const parts = text.split(/([\udc80-\udcff])/u);
    return Buffer.concat(parts.map((part, index) => index % 2 === 1 ? Buffer.of(part.charCodeAt(0) - 0xdc00) : Buffer.from(part, "utf8")));
}
/** For `node:fs`, which takes bytes where a string cannot say them. */
const nativePath = (path) => (path.isWellFormed() ? path : encodePath(path));
/** For people and documents: U+FFFD for what is no UTF-8, the same that Node makes of such an argument. */
const displayPath = (path) => path.isWellFormed() ? path : encodePath(path).toString("utf8");


/***/ }),

/***/ 3679:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   XP: () => (/* binding */ since),
/* harmony export */   eU: () => (/* binding */ requireVersion),
/* harmony export */   jz: () => (/* binding */ GitVersion)
/* harmony export */ });
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1740);

/** A git version; what follows the patch number (`.windows.1`, `.rc0`) does not matter to us. */
class GitVersion {
    major;
    minor;
    patch;
    constructor(major, minor, patch) {
        this.major = major;
        this.minor = minor;
        this.patch = patch;
    }
    /** Reads `2.39.5`, `2.39.5 (Apple Git-154)`, `git version 2.55.GIT`; nothing when there is no version in it. */
    static parse(text) {
        const match = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(text);
        return match === null
            ? undefined
            : new GitVersion(Number(match[1]), Number(match[2]), Number(match[3] ?? "0"));
    }
    atLeast(major, minor) {
        return this.major > major || (this.major === major && this.minor >= minor);
    }
    toString() {
        return `${this.major}.${this.minor}.${this.patch}`;
    }
}
/** Since when git can do what we use. Everything below falls back to another way on an older git. */
const since = {
    /** `merge-tree --write-tree -z`: merging without a checkout. */
    minimum: [2, 38],
    /** `merge-tree --stdin`: many merges in one process. */
    mergeTreeStdin: [2, 39],
    /**
     * `--attr-source`: attributes of a tree instead of a work tree's. git has the option since 2.41, but there
     * merge-tree crashes with it as soon as two contents have to be merged (mended by git's e95bafc52f).
     */
    attrSource: [2, 43],
    /** `merge-tree --stdin` flushes after each record, so a program can wait for it. */
    mergeTreeFlush: [2, 49],
};
/** @throws CoppiceError GIT_TOO_OLD */
function requireVersion(version) {
    if (version.atLeast(...since.minimum))
        return;
    throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CoppiceError */ .uS("GIT_TOO_OLD", `git ${version} is too old: merging without a checkout needs git 2.38.`, {
        details: { found: version.toString(), required: "2.38.0" },
    });
}


/***/ })

};
