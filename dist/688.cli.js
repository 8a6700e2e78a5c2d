export const id = 688;
export const ids = [688];
export const modules = {

/***/ 1570:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Hi: () => (/* binding */ headBranch),
/* harmony export */   IC: () => (/* binding */ mainRemote),
/* harmony export */   Yn: () => (/* binding */ remotes),
/* harmony export */   lN: () => (/* binding */ findBase)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var _git_refs_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6713);
/* harmony import */ var _git_worktree_links_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7358);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1740);
/* harmony import */ var _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(333);





/**
 * Finds the base of a new worktree: what was asked for, the config's, the remote's default branch, the main
 * worktree's branch, HEAD.
 * @param wanted a branch, or a remote-tracking one: `origin/x` forks there, and the base is `x`
 * @throws BRANCH_CREATION_FAILED when there is none, NOT_A_REPO when the repository has no commit yet
 */
async function findBase(engine, wanted) {
    const { repo, config } = engine;
    if (wanted !== undefined)
        return named(engine, wanted, `The base branch ${JSON.stringify(wanted)} does not exist.`);
    if (config.base !== undefined) {
        return named(engine, config.base, `The config's base branch ${config.base} does not exist.`);
    }
    const remote = mainRemote(engine);
    const remoteDefault = remote === undefined ? undefined : await defaultBranch(repo, remote);
    const candidates = [
        remoteDefault,
        await headBranch(repo, repo.commonDir),
        ...(repo.gitDir === repo.commonDir ? [] : [await headBranch(repo, repo.gitDir)]),
    ];
    for (const candidate of candidates) {
        const base = candidate === undefined ? undefined : await lookUp(engine, candidate);
        if (base !== undefined)
            return base;
    }
    throw await noBase(engine, candidates.find((candidate) => candidate !== undefined));
}
/** The remote that counts where none is named: the config's, the only one, `origin`. */
function mainRemote({ repo, config }) {
    if (config.remote !== undefined)
        return config.remote;
    const names = remotes(repo);
    return names.length === 1 ? names[0] : names.find((name) => name === "origin");
}
/** The remotes that git's configuration knows. */
function remotes(repo) {
    const names = repo.config.keys().flatMap((key) => /^remote\.([\s\S]+)\.url$/.exec(key)?.[1] ?? []);
    return [...new Set(names)];
}
/** The branch that a worktree's HEAD names, born or not; undefined when HEAD is detached. */
async function headBranch(repo, gitDir) {
    if (repo.refFormat === "files")
        return branchOfSymbolicRef((0,_git_worktree_links_js__WEBPACK_IMPORTED_MODULE_2__/* .readText */ .yR)((0,node_path__WEBPACK_IMPORTED_MODULE_0__.join)(gitDir, "HEAD")));
    const { code, stdout } = await repo.git.run(repo.commonDir, [`--git-dir=${gitDir}`, "symbolic-ref", "--quiet", "HEAD"], { codes: "any" });
    return code === 0 ? (0,_git_refs_js__WEBPACK_IMPORTED_MODULE_1__/* .branchOfRef */ .V4)(stdout.toString("utf8").trim()) : undefined;
}
const branchOfSymbolicRef = (text) => {
    const ref = /^ref: ([^\n]+)\n?$/.exec(text ?? "")?.[1];
    return ref === undefined ? undefined : (0,_git_refs_js__WEBPACK_IMPORTED_MODULE_1__/* .branchOfRef */ .V4)(ref);
};
async function named(engine, name, absent) {
    const base = await lookUp(engine, name);
    if (base !== undefined)
        return base;
    throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .CoppiceError */ .uS("BRANCH_CREATION_FAILED", absent, {
        details: { base: name.slice(0, 4096) },
        suggestedAction: "Name a branch that exists with --base; a commit or tag is no base, as nothing can be merged into it.",
    });
}
/** A local branch, else a remote-tracking one by its full name (`origin/x`), else that of the main remote. */
async function lookUp(engine, name) {
    const { repo } = engine;
    const local = asBranch(name.replace(/^refs\/heads\//, ""));
    if (local !== undefined) {
        const oid = await (0,_git_refs_js__WEBPACK_IMPORTED_MODULE_1__/* .readRef */ .sg)(repo, (0,_lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_4__/* .branchRef */ .Mi)(local));
        if (oid !== undefined)
            return { branch: local, oid };
    }
    const tracking = name.replace(/^refs\/remotes\//, "");
    const candidates = [
        ...remotes(repo).flatMap((remote) => tracking.startsWith(`${remote}/`) ? [[remote, tracking.slice(remote.length + 1)]] : []),
        ...[mainRemote(engine)].flatMap((remote) => (remote === undefined ? [] : [[remote, name]])),
    ];
    for (const [remote, short] of candidates) {
        const branch = asBranch(short);
        const oid = branch === undefined ? undefined : await (0,_git_refs_js__WEBPACK_IMPORTED_MODULE_1__/* .readRef */ .sg)(repo, `refs/remotes/${remote}/${branch}`);
        if (branch !== undefined && oid !== undefined)
            return { branch, oid };
    }
    return undefined;
}
function asBranch(name) {
    const parsed = _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_4__/* .branchNameSchema */ .BS.safeParse(name);
    return parsed.success ? parsed.data : undefined;
}
/** What the remote's HEAD names, as a plain branch name. `git clone` writes it, `git remote set-head` corrects it. */
async function defaultBranch(repo, remote) {
    const ref = `refs/remotes/${remote}/HEAD`;
    const prefix = `refs/remotes/${remote}/`;
    const target = repo.refFormat === "files"
        ? /^ref: ([^\n]+)\n?$/.exec((0,_git_worktree_links_js__WEBPACK_IMPORTED_MODULE_2__/* .readText */ .yR)((0,node_path__WEBPACK_IMPORTED_MODULE_0__.join)(repo.commonDir, ...ref.split("/"))) ?? "")?.[1]
        : (await (0,_git_refs_js__WEBPACK_IMPORTED_MODULE_1__.listRefs)(repo, [ref]))[0]?.symref;
    return target?.startsWith(prefix) === true ? target.slice(prefix.length) : undefined;
}
async function noBase(engine, candidate) {
    const refs = await (0,_git_refs_js__WEBPACK_IMPORTED_MODULE_1__.listRefs)(engine.repo, ["refs/heads/", "refs/remotes/"]);
    if (refs.length === 0) {
        return new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .CoppiceError */ .uS("NOT_A_REPO", "The repository has no commit yet, so there is nothing to branch from.", {
            suggestedAction: "Make a first commit, then create the worktree again.",
        });
    }
    const why = candidate === undefined
        ? "HEAD is detached, so it names no base branch"
        : `The base branch ${candidate} has no commit yet`;
    return new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .CoppiceError */ .uS("BRANCH_CREATION_FAILED", `${why}.`, {
        ...(candidate === undefined ? {} : { details: { base: candidate } }),
        suggestedAction: "Name the base branch with --base, or write it into the config.",
    });
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

/***/ 8093:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   _E: () => (/* binding */ readTarget),
/* harmony export */   wZ: () => (/* binding */ readBase)
/* harmony export */ });
/* unused harmony export findBasePlace */
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var _git_history_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6643);
/* harmony import */ var _git_operations_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(597);
/* harmony import */ var _git_worktree_links_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7358);
/* harmony import */ var _git_worktrees_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2009);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1740);
/* harmony import */ var _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(333);
/* harmony import */ var _base_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(1570);








/** How long the remote may take. A merge must not hang on a network that is half there. */
const fetchTimeoutMs = 60_000;
/**
 * Reads the branch that is merged into. Nothing is moved: where the local branch is behind its upstream, the merge
 * is built on the upstream's tip and base makes one step over both.
 * @throws INVALID_STATE when there is no such branch
 */
async function readTarget(engine, branch, options) {
    const named = upstreamName(engine, branch);
    if (named !== undefined && options.fetch)
        await fetchUpstream(engine, branch, named);
    const tips = await readBase(engine, branch);
    return { branch, ref: (0,_lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_6__/* .branchRef */ .Mi)(branch), ...tips, ...(await findBasePlace(engine, branch)) };
}
/**
 * Where a branch that is merged into stands, without a look at who has it checked out.
 * @throws INVALID_STATE when there is no such branch
 */
async function readBase(engine, branch) {
    const named = upstreamName(engine, branch);
    const { local, upstream } = await readTips(engine, branch, named);
    const start = local ?? upstream?.oid;
    if (start === undefined)
        throw noBase(branch, named?.remote);
    const moved = upstream?.oid;
    const { ahead, behind } = local === undefined || moved === undefined
        ? { ahead: 0, behind: 0 }
        : await (0,_git_history_js__WEBPACK_IMPORTED_MODULE_1__/* .aheadBehind */ .Kd)(engine.repo, local, moved);
    return {
        local,
        tip: ahead === 0 && behind > 0 && moved !== undefined ? moved : start,
        upstream,
        diverged: ahead > 0 && behind > 0,
    };
}
/** The upstream as git's config names it. A branch that follows another local branch has none of this kind. */
function upstreamName(engine, branch) {
    const { repo } = engine;
    const remote = repo.config.get(`branch.${branch}.remote`);
    const ref = repo.config.get(`branch.${branch}.merge`);
    if (remote !== undefined && ref !== undefined)
        return remote === "." ? undefined : { remote, ref };
    const only = (0,_base_js__WEBPACK_IMPORTED_MODULE_7__/* .mainRemote */ .IC)(engine);
    return only === undefined ? undefined : { remote: only, ref: (0,_lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_6__/* .branchRef */ .Mi)(branch) };
}
async function fetchUpstream(engine, branch, upstream) {
    if (!isFollowed(engine, branch, upstream))
        return;
    const { repo, report, signal } = engine;
    report.step(`fetching ${branch} from ${upstream.remote}`);
    const fetched = await repo.git
        .run(repo.commonDir, [
        "fetch",
        "--quiet",
        "--no-tags",
        "--no-recurse-submodules",
        "--no-write-fetch-head",
        "--no-auto-maintenance",
        "--end-of-options",
        upstream.remote,
        upstream.ref,
    ], { codes: "any", timeoutMs: fetchTimeoutMs, signal })
        .catch((error) => {
        if (error instanceof _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .CoppiceError */ .uS && error.code === "TIMEOUT")
            return { code: -1 };
        throw error;
    });
    if (fetched.code === 0)
        return;
    report.warn(`${branch} could not be fetched from ${upstream.remote} (offline?); what is known of it here is used`);
}
/** Whether the branch is set up to follow that remote branch; a guess is not fetched. */
const isFollowed = ({ repo }, branch, { remote, ref }) => repo.config.get(`branch.${branch}.remote`) === remote && repo.config.get(`branch.${branch}.merge`) === ref;
async function readTips(engine, branch, named) {
    const objects = engine.repo.objects();
    const local = await objects.resolve(`${(0,_lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_6__/* .branchRef */ .Mi)(branch)}^{commit}`);
    if (named === undefined)
        return { local, upstream: undefined };
    const followed = isFollowed(engine, branch, named);
    // Asked of git itself, because only its refspecs say under which name a remote's branch is kept here.
    const tracked = followed
        ? await objects.resolve(`${branch}@{upstream}^{commit}`)
        : local === undefined
            ? await objects.resolve(`refs/remotes/${named.remote}/${branch}^{commit}`)
            : undefined;
    return { local, upstream: { ...named, oid: tracked } };
}
/** Where a branch is checked out, and what is in progress there. */
async function findBasePlace(engine, branch) {
    const checkouts = [];
    let operation = null;
    for (const worktree of await (0,_git_worktrees_js__WEBPACK_IMPORTED_MODULE_4__/* .listWorktrees */ .P9)(engine.repo)) {
        const { gitDir } = worktree;
        if (gitDir === undefined || worktree.bare)
            continue;
        if (worktree.branch === branch) {
            checkouts.push(checkoutOf(worktree, gitDir, branch));
            operation ??= (await (0,_git_operations_js__WEBPACK_IMPORTED_MODULE_2__/* .operationInProgress */ .y)(engine.repo, gitDir)) ?? null;
        }
        else if (worktree.detached) {
            operation ??= detachedFrom(gitDir, branch);
        }
    }
    return { checkouts, operation };
}
function checkoutOf(worktree, gitDir, branch) {
    if (!worktree.main && !(0,_git_worktrees_js__WEBPACK_IMPORTED_MODULE_4__/* .linkIntact */ .al)(worktree)) {
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .CoppiceError */ .uS("INVALID_STATE", `${branch} is checked out in a worktree whose directory is missing or no longer git's.`, {
            details: { base: branch },
            suggestedAction: "Bring it back (git worktree repair), or forget it with git worktree prune; then merge again.",
        });
    }
    return { path: worktree.path, gitDir, main: worktree.main };
}
/** A rebase and a bisect detach HEAD and come back to the branch: moving it meanwhile would be lost or break them. */
function detachedFrom(gitDir, branch) {
    const names = (file) => {
        const text = (0,_git_worktree_links_js__WEBPACK_IMPORTED_MODULE_3__/* .readText */ .yR)((0,node_path__WEBPACK_IMPORTED_MODULE_0__.join)(gitDir, file))?.trim();
        return text === branch || text === (0,_lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_6__/* .branchRef */ .Mi)(branch);
    };
    if (names("rebase-merge/head-name") || names("rebase-apply/head-name"))
        return "rebase";
    return names("BISECT_START") ? "bisect" : null;
}
function noBase(branch, remote) {
    return new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .CoppiceError */ .uS("INVALID_STATE", `There is no branch ${branch} to merge into.`, {
        details: { base: branch },
        suggestedAction: remote === undefined
            ? "Name the branch with --into, or make it."
            : `Fetch it from ${remote}, or name another branch with --into.`,
    });
}


/***/ }),

/***/ 4210:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   HD: () => (/* binding */ readable),
/* harmony export */   Vv: () => (/* binding */ readableNames),
/* harmony export */   vc: () => (/* binding */ chooseSide)
/* harmony export */ });
/* unused harmony export namesAside */
/**
 * Of a file in the way of a folder, or of two files of different types, git puts one aside under `name~side`.
 * Maps the name aside to the name that is meant.
 */
function namesAside(merge) {
    const aside = new Map();
    for (const { type, paths } of merge.messages) {
        if (!/\((?:file\/directory|distinct (?:modes|types))\)/.test(type))
            continue;
        for (const path of paths) {
            const meant = paths.find((other) => path.startsWith(`${other}~`));
            if (meant !== undefined)
                aside.set(path, meant);
        }
    }
    return aside;
}
/**
 * The merge was computed from commits, and git names what it puts aside after them; a person reads the branch more
 * easily. Maps git's name to ours.
 */
function readableNames(merge, { branch, target }) {
    const names = new Map();
    for (const [path, meant] of namesAside(merge)) {
        const label = path.slice(meant.length + 1);
        const side = label === merge.labels.ours ? branch : label === merge.labels.theirs ? target : undefined;
        if (side !== undefined)
            names.set(path, `${meant}~${side.replaceAll("/", "_")}`);
    }
    return names;
}
/** The same conflict with readable names throughout. */
function readable(merge, sides) {
    const names = readableNames(merge, sides);
    if (names.size === 0)
        return merge;
    const name = (path) => names.get(path) ?? path;
    return {
        ...merge,
        files: merge.files.map((entry) => ({ ...entry, path: name(entry.path) })),
        messages: merge.messages.map((message) => ({ ...message, paths: message.paths.map(name) })),
    };
}
/** Files that git would rather have in another folder, because the other side has renamed theirs: new to old path. */
function suggestedMoves(merge) {
    const moves = new Map();
    for (const { type, paths } of merge.messages) {
        const [to, from] = paths;
        if (type === "CONFLICT (directory rename suggested)" && to !== undefined && from !== undefined)
            moves.set(to, from);
    }
    return moves;
}
/**
 * What taking one side means for the unmerged paths that are named. Ours is stage 2, theirs stage 3.
 * @param has whether that side's commit has a path; asked where git has moved a file by itself
 */
async function chooseSide(merge, side, named, has) {
    const aside = namesAside(merge);
    const moves = suggestedMoves(merge);
    const choice = new Map();
    const meant = new Map();
    const paths = new Set(merge.files.map((entry) => entry.path).filter((path) => named.has(path)));
    for (const path of paths) {
        const version = versionOf(merge.files, path, side === "ours" ? 2 : 3);
        const real = aside.get(path);
        const from = moves.get(path);
        if (real !== undefined) {
            choice.set(path, null);
            if (version !== null)
                meant.set(real, version);
        }
        else if (from !== undefined) {
            // Both sides have the file; they differ in where: the side that renamed the folder wants it moved.
            const file = version ?? versionOf(merge.files, path, side === "ours" ? 3 : 2);
            const stays = await has(from);
            choice.set(path, stays ? null : file);
            if (stays && file !== null)
                meant.set(from, file);
        }
        else
            choice.set(path, version);
    }
    // Last: the name that is meant may be unmerged itself, with nothing of this side.
    for (const [path, version] of meant)
        choice.set(path, version);
    return choice;
}
function versionOf(files, path, stage) {
    const entry = files.find((one) => one.path === path && one.stage === stage);
    return entry === undefined ? null : { mode: entry.mode, oid: entry.oid };
}


/***/ }),

/***/ 8938:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  L: () => (/* binding */ conflictPaths),
  $: () => (/* binding */ conflictReport)
});

;// CONCATENATED MODULE: ./build/git/conflict-text.js
/** Conflict markers and previews: what can be read out of a merged file. */
/**
 * The conflicting regions of a merged file. Only markers that carry the labels of this merge count, so a file that
 * speaks about conflict markers is not mistaken. Their length may be any (`conflict-marker-size`).
 */
function conflictRegions(text, labels) {
    const regions = [];
    let size = 0;
    let side = "none";
    let ours = [];
    let theirs = [];
    for (const line of text.split(/(?<=\n)/)) {
        const bare = line.replace(/\r?\n$/, "");
        if (side === "none") {
            size = markerSize(bare, "<", labels.ours);
            if (size > 0)
                [side, ours, theirs] = ["ours", [], []];
        }
        else if (side !== "theirs" && bare === "=".repeat(size)) {
            side = "theirs";
        }
        else if (side === "ours" && bare.startsWith("|".repeat(size))) {
            side = "base";
        }
        else if (side === "theirs" && markerSize(bare, ">", labels.theirs) === size) {
            regions.push({ ours: ours.join(""), theirs: theirs.join("") });
            side = "none";
        }
        else if (side === "ours") {
            ours.push(line);
        }
        else if (side === "theirs") {
            theirs.push(line);
        }
    }
    return regions;
}
/** How long a marker is, 0 when the line is none: `<<<<<<< label`, with `:path` when the file was renamed. */
function markerSize(line, char, label) {
    let size = 0;
    while (line[size] === char)
        size += 1;
    const rest = line.slice(size);
    return size > 0 && (rest === ` ${label}` || rest.startsWith(` ${label}:`)) ? size : 0;
}
/** Whether git would call it binary: a NUL among its first 8,000 bytes. */
const isBinary = (data) => data.subarray(0, 8_000).includes(0);
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
/** Bytes as text; what is no UTF-8 comes out as U+FFFD. */
const decode = (data) => decoder.decode(data);
/** The first characters of a text, at most `limit` UTF-16 units, not ending inside a character. */
function cut(text, limit) {
    if (text.length <= limit)
        return text;
    const last = text.charCodeAt(limit - 1);
    const splitsPair = last >= 0xd800 && last <= 0xdbff;
    return text.slice(0, splitsPair ? limit - 1 : limit);
}

// EXTERNAL MODULE: ./build/git/paths.js
var paths = __webpack_require__(7612);
;// CONCATENATED MODULE: ./build/git/conflict-report.js


/** The journal keeps no more of one conflict. */
const mostFiles = 200;
/** Characters of each side: 500 for both together. */
const previewLength = 250;
/** Larger files get no preview: 4 MiB. */
const largestText = 4 * 1024 * 1024;
/**
 * Describes a conflict file by file: what kind it is, in how many places, how both sides read.
 * A path that a rename takes part in is listed under each of its names, as `git status` would after the merge.
 * @param reader - one that sees the merged objects: a forecast's are only seen by its session's
 */
async function conflictReport(reader, merge) {
    const paths = conflictPaths(merge);
    const files = [];
    for (const one of paths.slice(0, mostFiles))
        files.push(await describe(reader, merge, one));
    return { files, total: paths.length };
}
/** The paths of a conflict in their order. No object is read. */
function conflictPaths(merge) {
    const stages = new Map();
    for (const entry of merge.files)
        add(stages, ownPath(entry.path, merge), entry);
    const types = new Map();
    for (const message of merge.messages) {
        if (!message.type.startsWith("CONFLICT"))
            continue;
        const paths = message.paths.map((path) => ownPath(path, merge));
        for (const path of new Set(paths))
            add(types, path, message.type);
        // Some conflicts leave no unmerged path: they are listed under the path that git names first.
        if (paths[0] !== undefined && !paths.some((path) => stages.has(path)))
            stages.set(paths[0], []);
    }
    return [...stages.keys()].sort().map((path) => {
        const entries = stages.get(path) ?? [];
        return { path, kind: kindOf(entries, types.get(path) ?? []), entries };
    });
}
function add(lists, key, value) {
    const known = lists.get(key);
    if (known === undefined)
        lists.set(key, [value]);
    else
        known.push(value);
}
/** Where a file and something else want one path, git puts the file at `path~label`: the path is what people know. */
function ownPath(path, { labels }) {
    for (const label of [labels.ours, labels.theirs]) {
        const at = path.lastIndexOf(`~${label}`);
        if (at > 0 && /^(?:_\d+)?$/.test(path.slice(at + label.length + 1)))
            return path.slice(0, at);
    }
    return path;
}
async function describe(reader, merge, { path, kind, entries }) {
    const name = { path: cut((0,paths/* displayPath */.Gt)(path), 4096), kind };
    if (kind === "binary" || kind === "submodule") {
        return { ...name, count: 1, preview: { ours: "", theirs: "" }, autoResolvable: false };
    }
    const ours = await sideText(reader, entries, 2);
    const theirs = await sideText(reader, entries, 3);
    const regions = ours === undefined || theirs === undefined ? [] : await markedRegions(reader, merge, entries);
    const shown = regions[0] ?? { ours: ours ?? "", theirs: theirs ?? "" };
    return {
        ...name,
        count: Math.max(1, regions.length),
        preview: { ours: cut(shown.ours, previewLength), theirs: cut(shown.theirs, previewLength) },
        autoResolvable: regions.length > 0 ? regions.every(isEasy) : wholeFileIsEasy(entries, ours, theirs),
    };
}
/** One side is empty, or both say the same but for white space at the ends of lines. */
function isEasy({ ours, theirs }) {
    const plain = (text) => text.replace(/[^\S\n]+$/gm, "").trim();
    const [one, other] = [plain(ours), plain(theirs)];
    return one === "" || other === "" || one === other;
}
/** Without regions: a side that has deleted the file is empty; both sides may hold the same bytes. */
function wholeFileIsEasy(entries, ours, theirs) {
    if (entries.length === 0)
        return false;
    const [one, other] = [2, 3].map((stage) => entries.find((entry) => entry.stage === stage));
    if (one === undefined || other === undefined)
        return true;
    return one.oid === other.oid || (ours !== undefined && theirs !== undefined && isEasy({ ours, theirs }));
}
/** The regions that git has marked in the merged file; none where it could not put both sides into one. */
async function markedRegions(reader, merge, entries) {
    const [one, other] = [2, 3].map((stage) => entries.find((entry) => entry.stage === stage)?.path);
    if (one === undefined || one !== other)
        return [];
    const text = await blobText(reader, `${merge.tree}:${one}`);
    return text === undefined ? [] : conflictRegions(text, merge.labels);
}
async function sideText(reader, entries, stage) {
    const entry = entries.find((one) => one.stage === stage);
    return entry === undefined ? undefined : blobText(reader, entry.oid);
}
async function blobText(reader, name) {
    const info = await reader.info(name);
    if (info?.type !== "blob" || info.size > largestText)
        return undefined;
    const blob = await reader.read(info.oid);
    return blob === undefined || isBinary(blob.data) ? undefined : decode(blob.data);
}
/** Git's own words for a conflict (merge-ort's type descriptions), the more telling ones first. */
const kinds = [
    [/submodule/, "submodule"],
    [/\(binary\)/, "binary"],
    [/\(file\/directory\)/, "file/directory"],
    [/\(distinct (?:modes|types)\)/, "mode"],
    [/\(rename\/rename\)/, "rename/rename"],
    [/\(rename\/delete\)/, "rename/delete"],
    [/\(rename involved in collision\)/, "rename/add"],
    [/directory rename|dir(?:ectory)? rename collision/, "directory-rename"],
    [/\(modify\/delete\)/, "modify/delete"],
];
function kindOf(entries, types) {
    for (const [words, kind] of kinds) {
        if (types.some((type) => words.test(type)))
            return kind;
    }
    const modes = entries.map((entry) => entry.mode);
    if (modes.includes("160000"))
        return "submodule";
    const [base, ours, theirs] = [1, 2, 3].map((stage) => entries.find((entry) => entry.stage === stage));
    if (ours !== undefined && theirs !== undefined) {
        if (ours.mode !== theirs.mode && ours.oid === theirs.oid)
            return "mode";
        return base === undefined ? "add/add" : "content";
    }
    if (base !== undefined && (ours !== undefined || theirs !== undefined))
        return "modify/delete";
    return types.some((type) => type.includes("(contents)")) ? "content" : "other";
}


/***/ }),

/***/ 8933:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  $: () => (/* binding */ openMergeSession)
});

// UNUSED EXPORTS: MergeSession

// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: ./build/lifecycle/errors.js
var errors = __webpack_require__(1740);
;// CONCATENATED MODULE: ./build/git/attribute-watch.js
/** `diff-tree --stdin` repeats a line that names no objects, and sends all that it has printed by then. */
const end = "end";
/** Tells whether two trees hold the same `.gitattributes` files, through one `git diff-tree`: only what differs is read. */
class AttributeWatch {
    #git;
    #cwd;
    #env;
    #process;
    constructor(git, cwd, env) {
        this.#git = git;
        this.#cwd = cwd;
        this.#env = env;
    }
    /** Whether any `.gitattributes` differs between two trees, or one of them cannot be read. */
    async differ(one, other) {
        this.#process ??= this.#git.open(this.#cwd, ["diff-tree", "--stdin", "-r", "--name-only", "--no-renames", "--", ":(glob)**/.gitattributes"], { env: this.#env });
        this.#process.write(`${one} ${other}\n${end}\n`);
        const lines = [];
        for (let line = await this.#process.readLine(); line !== end; line = await this.#process.readLine()) {
            lines.push(line);
        }
        // The pair itself, where both could be read; then the files that differ.
        return lines.length !== 1;
    }
    /** Ends git. Idempotent. */
    async close() {
        const open = this.#process;
        this.#process = undefined;
        await open?.close();
    }
}

// EXTERNAL MODULE: ./build/git/merge-place.js + 1 modules
var merge_place = __webpack_require__(5384);
// EXTERNAL MODULE: ./build/git/merge-records.js
var merge_records = __webpack_require__(6260);
// EXTERNAL MODULE: ./build/git/merge-tree.js
var merge_tree = __webpack_require__(1560);
// EXTERNAL MODULE: ./build/git/object-format.js
var object_format = __webpack_require__(5306);
// EXTERNAL MODULE: ./build/git/paths.js
var paths = __webpack_require__(7612);
// EXTERNAL MODULE: ./build/git/version.js
var version = __webpack_require__(3679);
;// CONCATENATED MODULE: ./build/git/merge-process.js






/** One `git merge-tree --stdin`, started with the first question and again when a pair has ended it. */
class MergeProcess {
    #repo;
    #place;
    #process;
    #padding;
    /** A padding record that git has been asked for and that has not been read. */
    #unreadPadding = false;
    constructor(repo, place) {
        this.#repo = repo;
        this.#place = place;
    }
    /** Merges pairs, the results in their order. The caller waits for one call before the next. */
    async ask(pairs) {
        if (!this.#repo.version.atLeast(...version/* since */.XP.mergeTreeStdin)) {
            const results = [];
            for (const { ours, theirs } of pairs)
                results.push(await (0,merge_tree/* mergeOnce */.Kl)(this.#repo, this.#place, ours, theirs));
            return results;
        }
        const results = [];
        while (results.length < pairs.length) {
            const left = pairs.slice(results.length);
            const open = await this.#send(left);
            for (const pair of left) {
                const result = await receive(open, pair);
                if (result !== undefined) {
                    results.push(result);
                    continue;
                }
                // git ends at a pair that it cannot merge, after it has printed the results before it: this is that pair.
                const code = await open.close();
                this.#forget();
                results.push(await (0,merge_tree/* stoppedMerge */.Qq)(this.#repo, this.#place, pair.ours, pair.theirs, { code, stderr: open.stderr }));
                break;
            }
        }
        return results;
    }
    /** Ends git; the next question starts it again. Idempotent. */
    async stop() {
        const open = this.#process;
        this.#forget();
        await open?.close();
    }
    async #send(pairs) {
        const lines = pairs.map(({ ours, theirs }) => `${ours} ${theirs}\n`);
        const padding = await this.#paddingPair();
        if (padding !== undefined)
            lines.push(`${padding.ours} ${padding.theirs}\n`);
        this.#process ??= this.#repo.git.open(this.#place.cwd, [...this.#place.options, "merge-tree", "--write-tree", "-z", "--stdin"], { env: this.#place.env });
        const open = this.#process;
        open.write(lines.join(""));
        // The end of the last padding may have stayed in git's buffer until now.
        if (this.#unreadPadding && padding !== undefined)
            await receive(open, padding);
        this.#unreadPadding = padding !== undefined;
        return open;
    }
    #forget() {
        this.#process = undefined;
        this.#unreadPadding = false;
    }
    async #paddingPair() {
        if (this.#repo.version.atLeast(...version/* since */.XP.mergeTreeFlush))
            return undefined;
        this.#padding ??= await writePadding(this.#place.scratch);
        return this.#padding;
    }
}
/** The next record; undefined when git has ended. */
async function receive(open, pair) {
    const next = async () => {
        try {
            return (0,paths/* decodePath */.q0)(await open.readField());
        }
        catch (error) {
            if (open.code !== undefined)
                return undefined;
            throw error;
        }
    };
    const status = await next();
    if (status !== "0" && status !== "1")
        return undefined;
    const result = await (0,merge_records/* readMerge */.h)(next, status === "1", pair);
    // A clean record has no messages; an empty field ends it, too.
    if (result?.outcome === "clean")
        await next();
    return result;
}
const nobody = { name: "Coppice", email: "coppice@localhost", time: 0, zone: "+0000" };
/**
 * Before git 2.49 the output of `--stdin` stays in git's buffer until that is full. So each question is followed by
 * another one whose answer is longer than the buffer: a file with a very long name, changed here and deleted there.
 * glibc buffers 4 KiB of a pipe; elsewhere it may be more, there sixteen such files are used.
 */
async function writePadding(writer) {
    const names = Array.from({ length: (0,external_node_os_.platform)() === "linux" ? 1 : 16 }, (_, index) => `${index}`.padEnd(2_200, "-"));
    const commit = async (content, parents) => {
        const blob = content === undefined ? undefined : await writer.blob(content);
        const entries = blob === undefined ? [] : names.map((name) => ({ mode: "100644", name, oid: blob }));
        const tree = await writer.write("tree", (0,object_format/* formatTree */.qV)(entries));
        return writer.commit({ tree, parents, author: nobody, committer: nobody, message: "padding" });
    };
    const base = await commit("base\n", []);
    return { ours: await commit("changed\n", [base]), theirs: await commit(undefined, [base]) };
}

// EXTERNAL MODULE: ./build/git/objects.js
var objects = __webpack_require__(9951);
;// CONCATENATED MODULE: ./build/git/merge-session.js






/** Starts nothing yet: git runs from the first merge on. The caller closes the session. */
const openMergeSession = (repo, options) => new MergeSession(repo, options);
/** How many pairs are sent before their answers are read. */
const portion = 400;
/** As many processes share a portion; a third one would only take turns with us. */
const mostProcesses = Math.min(2, (0,external_node_os_.availableParallelism)());
/** For fewer pairs another process is not worth its start. */
const fewest = 50;
/**
 * Many merges through one or two `git merge-tree --stdin`, hundreds in a second. One merge can build on the commit that
 * was made from the one before it. Before git 2.39, which has no `--stdin`, each merge is a process.
 */
class MergeSession {
    #repo;
    #options;
    #place;
    #reader;
    #watch;
    /** The first does what has to be done in order; the others help with what has not. */
    #processes;
    /** The commit or tree that the attributes were last taken from or compared with. */
    #pinned;
    /** The last commit written: most often it is the next merge's first side. */
    #written;
    #tail = Promise.resolve();
    constructor(repo, options) {
        this.#repo = repo;
        this.#options = options;
        this.#place = new merge_place/* MergePlace */.U(repo, options.keep);
        this.#reader = new objects/* ObjectReader */.n(repo.git, this.#place.cwd, this.#place.env);
        this.#watch = new AttributeWatch(repo.git, this.#place.cwd, this.#place.env);
        this.#processes = Array.from({ length: mostProcesses }, () => new MergeProcess(repo, this.#place));
    }
    /** Merges two commits; the calls of one session run one after the other. */
    merge(ours, theirs) {
        return this.#inTurn(async () => {
            await this.#pin(ours);
            const [result] = (await this.#processes[0]?.ask([{ ours, theirs }])) ?? [];
            if (result === undefined)
                throw new errors/* CoppiceError */.uS("GIT_FAILED", "git merge-tree gave no answer.");
            return result;
        });
    }
    /**
     * Merges many pairs, giving the results in their order. Faster than `merge` for each: git does not wait for us.
     * With attributes "ours" those of the first pair count for a whole portion, so give one base.
     */
    async *mergeAll(pairs) {
        let waiting = [];
        for (const pair of pairs) {
            waiting.push(pair);
            if (waiting.length < portion)
                continue;
            yield* await this.#mergePortion(waiting);
            waiting = [];
        }
        if (waiting.length > 0)
            yield* await this.#mergePortion(waiting);
    }
    /** Writes a commit where the merged trees are. */
    async writeCommit(draft) {
        const oid = await this.#place.writer.commit(draft);
        this.#written = { commit: oid, tree: draft.tree };
        return oid;
    }
    /** Reads the repository's objects and the session's own. Closed with the session. */
    objects() {
        return this.#reader;
    }
    /** Ends git and deletes what was not kept. Idempotent. */
    async close() {
        await this.#tail.catch(() => { });
        await this.#stop();
        await this.#watch.close();
        await this.#reader.close();
        this.#place.dispose();
    }
    #mergePortion(pairs) {
        return this.#inTurn(async () => {
            const first = pairs[0];
            if (first !== undefined)
                await this.#pin(first.ours);
            const share = Math.max(fewest, Math.ceil(pairs.length / this.#processes.length));
            const results = await Promise.all(this.#processes.map((process, at) => process.ask(pairs.slice(at * share, (at + 1) * share))));
            return results.flat();
        });
    }
    #inTurn(task) {
        const result = this.#tail.then(task);
        this.#tail = result.catch(() => { });
        return result;
    }
    /** A running git has cached the attributes it began with: where they have changed it is started again. */
    async #pin(ours) {
        const { attributes } = this.#options;
        if (attributes !== "ours" && this.#pinned !== undefined)
            return;
        const source = attributes === "ours" ? ours : attributes;
        // What was given from outside is the repository's: a session that merges once needs no reader of its own.
        const reader = attributes === "ours" ? this.#reader : this.#repo.objects();
        const tree = this.#written?.commit === source ? this.#written.tree : await reader.resolve(`${source}^{tree}`);
        if (tree === undefined)
            throw new errors/* CoppiceError */.uS("GIT_FAILED", `${source.slice(0, 12)} does not exist.`);
        if (this.#pinned === undefined || (await this.#watch.differ(this.#pinned.tree, tree))) {
            await this.#stop();
            await this.#place.pin(tree);
        }
        this.#pinned = { tree };
    }
    async #stop() {
        for (const process of this.#processes)
            await process.stop();
    }
}


/***/ }),

/***/ 9951:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   n: () => (/* binding */ ObjectReader)
/* harmony export */ });
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1740);
/* harmony import */ var _object_format_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5306);
/* harmony import */ var _oid_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7635);
/* harmony import */ var _paths_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7612);




const isType = (text) => ["blob", "tree", "commit", "tag"].includes(text);
/**
 * Reads objects through one long-lived `git cat-file --batch-command`, so a thousand reads cost one process.
 * A name is whatever `git rev-parse` takes: an oid, a ref, `<oid>:path`, `HEAD^{tree}`.
 * What it reads is current: git looks up refs and new objects at each question.
 */
class ObjectReader {
    #git;
    #cwd;
    #env;
    #process;
    #open = [];
    #working;
    /** @param env - another object directory, for merges that leave nothing behind */
    constructor(git, cwd, env = {}) {
        this.#git = git;
        this.#cwd = cwd;
        this.#env = env;
    }
    /** Type and size without the content; undefined when there is no such object. */
    async info(name) {
        return (await this.#ask("info", [name]))[0]?.info;
    }
    /** An object; undefined when there is none of that name. */
    async read(name) {
        return (await this.readMany([name]))[0];
    }
    /** Several objects, in the order of their names. */
    async readMany(names) {
        const answers = await this.#ask("contents", names);
        return answers.map((answer) => answer?.info === undefined || answer.data === undefined
            ? undefined
            : { ...answer.info, data: answer.data });
    }
    /** The oid that a name stands for, or undefined. `resolve("main^{commit}")` peels tags. */
    async resolve(name) {
        return (await this.info(name))?.oid;
    }
    /** Several names, in their order. */
    async resolveMany(names) {
        return (await this.#ask("info", names)).map((answer) => answer?.info.oid);
    }
    /** @throws CoppiceError GIT_FAILED when it does not exist or is no commit */
    async commit(name) {
        const object = await this.#expect(name, "commit");
        return (0,_object_format_js__WEBPACK_IMPORTED_MODULE_1__/* .parseCommit */ .L5)(object.oid, object.data);
    }
    /** A tree's entries in git's order; the tree of a commit when `name` is one. */
    async tree(name) {
        const object = await this.#expect(`${name}^{tree}`, "tree");
        return (0,_object_format_js__WEBPACK_IMPORTED_MODULE_1__/* .parseTree */ .cZ)(object.data, formatOf(object.oid));
    }
    /** Ends the process; the next read starts another. */
    async close() {
        await this.#working;
        const open = this.#process;
        this.#process = undefined;
        await open?.close();
    }
    async #expect(name, type) {
        const object = await this.read(name);
        if (object?.type === type)
            return object;
        const what = object === undefined ? "does not exist" : `is a ${object.type}`;
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CoppiceError */ .uS("GIT_FAILED", `The ${type} ${JSON.stringify(name.slice(0, 200))} ${what}.`, {
            suggestedAction: "Check the repository with git fsck; in a shallow or partial clone, fetch what is missing.",
        });
    }
    #ask(command, names) {
        if (names.length === 0)
            return Promise.resolve([]);
        return new Promise((resolve, reject) => {
            const question = { answers: [], left: names.length, resolve, reject };
            for (const name of names)
                this.#open.push({ question, command, name });
            this.#working ??= this.#work();
        });
    }
    /** Questions of several callers go to git together: each alone would cost a turn of both processes. */
    async #work() {
        // Whoever asks in this turn comes along.
        await Promise.resolve();
        while (this.#open.length > 0) {
            // In portions: git must not be left writing to a full pipe while everything is still being sent.
            const together = this.#open.splice(0, portion);
            try {
                await this.#exchange(together);
            }
            catch (error) {
                // Git ended at the first that has no answer. The others are asked again, of another git.
                const failed = together[0]?.question;
                failed?.reject(error);
                const others = [...together, ...this.#open].filter(({ question }) => question !== failed);
                this.#open.splice(0, this.#open.length, ...others);
            }
        }
        this.#working = undefined;
    }
    /** Asks all and takes each off the list when it is answered. */
    async #exchange(together) {
        if (this.#process?.code !== undefined)
            this.#process = undefined;
        this.#process ??= this.#git.open(this.#cwd, ["cat-file", "--batch-command", "-z", "--buffer"], {
            env: this.#env,
        });
        const git = this.#process;
        const asked = together.map(({ command, name }) => (isAskable(name) ? `${command} ${name}\0` : ""));
        // Unbuffered, git writes each answer in three pieces, and each piece wakes us.
        git.write((0,_paths_js__WEBPACK_IMPORTED_MODULE_3__/* .encodePath */ .O0)(`${asked.join("")}flush\0`));
        for (let item = together[0]; item !== undefined; item = together[0]) {
            const { question, command, name } = item;
            question.answers.push(isAskable(name) ? await answerOf(git, command, name) : undefined);
            together.shift();
            question.left -= 1;
            if (question.left === 0)
                question.resolve(question.answers);
        }
    }
}
const portion = 500;
const isAskable = (name) => name !== "" && !name.includes("\0");
async function answerOf(open, command, name) {
    const header = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(await open.readLine());
    const [, oid = "", type = "", length = ""] = header ?? [];
    if (header === null || !isType(type)) {
        // "<name> missing": git repeats the name, line feeds included.
        for (const char of name)
            if (char === "\n")
                await open.readLine();
        return undefined;
    }
    const size = Number(length);
    const info = { oid: (0,_oid_js__WEBPACK_IMPORTED_MODULE_2__/* .parseOid */ .Se)(oid), type, size };
    if (command === "info")
        return { info, data: undefined };
    const data = await open.read(size);
    await open.read(1);
    return { info, data };
}
const formatOf = (oid) => (oid.length === 40 ? "sha1" : "sha256");


/***/ })

};
