export const id = 417;
export const ids = [417];
export const modules = {

/***/ 9417:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   run: () => (/* binding */ run)
/* harmony export */ });
/* harmony import */ var _engine_find_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1996);
/* harmony import */ var _engine_place_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8916);
/* harmony import */ var _render_visible_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(892);



/** Prints a worktree's directory, for scripts byte for byte. */
const run = (cli, args) => cli.engine(async (engine) => {
    const path = (0,_engine_place_js__WEBPACK_IMPORTED_MODULE_1__/* .worktreePath */ .F9)(engine, await (0,_engine_find_js__WEBPACK_IMPORTED_MODULE_0__/* .findRecord */ .Tq)(engine, args[0]));
    if (cli.globals.json)
        cli.json({ path });
    else
        cli.print(cli.io.stdout.isTTY ? (0,_render_visible_js__WEBPACK_IMPORTED_MODULE_2__/* .visible */ .RK)(path) : path);
    return 0;
});


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


/***/ })

};
