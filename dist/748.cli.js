export const id = 748;
export const ids = [748];
export const modules = {

/***/ 5748:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  run: () => (/* binding */ run)
});

// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 2 modules
var schemas = __webpack_require__(5395);
// EXTERNAL MODULE: ./build/git/refs.js
var refs = __webpack_require__(6713);
// EXTERNAL MODULE: ./build/lifecycle/errors.js
var errors = __webpack_require__(1740);
// EXTERNAL MODULE: ./build/lifecycle/ids.js
var ids = __webpack_require__(333);
// EXTERNAL MODULE: ./build/engine/find.js
var find = __webpack_require__(1996);
// EXTERNAL MODULE: ./build/engine/landed.js
var landed = __webpack_require__(9119);
// EXTERNAL MODULE: ./build/engine/list.js + 1 modules
var list = __webpack_require__(2647);
// EXTERNAL MODULE: ./build/engine/local.js
var local = __webpack_require__(8060);
// EXTERNAL MODULE: ./build/engine/wording.js
var wording = __webpack_require__(5203);
;// CONCATENATED MODULE: ./build/engine/show.js








/**
 * Shows one worktree, also a removed one. Reads only.
 * @throws NO_WORKTREE
 */
async function show(engine, name) {
    const record = await (0,find/* findRecord */.Tq)(engine, name, { removed: true });
    const [row] = await (0,list/* rowsOf */.R)(engine, [record]);
    if (row === undefined)
        throw new errors/* CoppiceError */.uS("NO_WORKTREE", `${record.branch} could not be shown.`);
    return {
        ...row,
        merged: (await mergedNow(engine, row)) ?? null,
        logs: engine.local.read(record.id, local/* logsFile */.Gi) ?? {},
        wayOn: record.status === "error" || row.observed.interrupted ? (0,wording/* wayOn */.jT)(record) : null,
    };
}
/** Looked for only where base lacks commits of the branch. */
async function mergedNow(engine, { record, ahead }) {
    if (record.status === "removed" || ahead === null || ahead === 0)
        return undefined;
    const head = await (0,refs/* readRef */.sg)(engine.repo, (0,ids/* branchRef */.Mi)(record.branch));
    return head === undefined ? undefined : (0,landed/* landingOf */.l)(engine, record, head);
}

// EXTERNAL MODULE: ./node_modules/ts-pattern/dist/index.js
var dist = __webpack_require__(8602);
;// CONCATENATED MODULE: ./build/lifecycle/views.js

function failedStatus({ lastError }) {
    // Something disappeared, whatever was tried when it was noticed.
    if (lastError?.code === "WORKTREE_NOT_FOUND")
        return "broken";
    return (0,dist/* match */.YW)(lastError?.operation)
        .returnType()
        .with("create", "init", () => "failed")
        .with("observe", () => "broken")
        .with("commit", "merge", "resolve", "remove", undefined, () => "stuck")
        .exhaustive();
}
/** How workspace tools call the state; null when the worktree is removed. */
const workspaceStatus = (record) => (0,dist/* match */.YW)(record.status)
    .returnType()
    .with("creating", "initializing", () => "creating")
    .with("active", "dirty", "committing", "merging", () => "active")
    .with("conflict", () => "stuck")
    .with("removing", () => "closing")
    .with("error", () => failedStatus(record))
    .with("removed", () => null)
    .exhaustive();
/** The record as a workspace; what depends on this clone is null without its facts. */
const workspaceView = (record, local) => ({
    version: 1,
    type: record.type,
    status: workspaceStatus(record),
    repo_name: local?.repoName ?? null,
    branch_name: record.branch,
    parent_branch: record.base,
    parent_repo: local?.repoPath ?? null,
    worktree_path: record.type === "home" ? null : (local?.worktreePath ?? null),
    created_at: record.createdAt,
    updated_at: record.updatedAt,
});
/** The record as metadata. */
const metadataView = (record) => ({
    branch: record.branch,
    createdAt: record.createdAt,
    pr: record.pr,
    initScriptRan: record.initScriptRan,
    initScriptStatus: record.initScriptStatus,
    initScriptError: record.initScriptError,
});

// EXTERNAL MODULE: ./build/cli/flags.js
var flags = __webpack_require__(6222);
// EXTERNAL MODULE: ./build/cli/observed.js
var observed = __webpack_require__(7345);
// EXTERNAL MODULE: ./build/cli/render/conflicts.js
var conflicts = __webpack_require__(817);
// EXTERNAL MODULE: ./build/cli/render/visible.js
var visible = __webpack_require__(892);
// EXTERNAL MODULE: ./build/cli/render/words.js
var words = __webpack_require__(739);
;// CONCATENATED MODULE: ./build/cli/commands/show.js








const show_flags = schemas/* object */.Ikc({ format: schemas/* optional */.lqM(schemas/* enum */.k5n(["json", "workspace", "metadata"])) });
/** Shows one record, for a person or in one of the forms that tools read. */
const run = (cli, args, options) => {
    const { format } = (0,flags/* readFlags */.uW)(show_flags, options);
    return cli.engine(async (engine) => {
        const shown = await show(engine, args[0]);
        if (format === "workspace")
            cli.json(workspaceView(shown.record, localPlace(engine, shown)));
        else if (format === "metadata")
            cli.json(metadataView(shown.record));
        else if (format === "json" || cli.globals.json)
            cli.json(showJson(shown));
        else
            print(cli, engine.now(), showJson(shown));
        return 0;
    });
};
const showJson = (shown) => ({
    ...(0,observed/* observedJson */.j)(shown),
    logs: { ...shown.logs },
    merged: shown.merged === null ? null : { ...shown.merged, mergeOid: shown.merged.mergeOid ?? null },
    wayOn: shown.wayOn,
});
function localPlace({ repo }, { path }) {
    return { repoName: repo.name, repoPath: repo.mainWorktree ?? repo.commonDir, worktreePath: path };
}
function print(cli, now, shown) {
    const { paint } = cli;
    const line = (name, ...text) => {
        const shownText = text.filter((part) => part !== null && part !== "").join("  ");
        if (shownText !== "")
            cli.print(`  ${paint.dim(name.padEnd(9))} ${shownText}`);
    };
    cli.print(`${paint.bold((0,visible/* visible */.RK)(shown.branch))}  ${(0,words/* statusText */.qS)(shown.status, paint)}`);
    line("directory", shown.path === null ? null : (0,visible/* visible */.RK)(shown.path), shown.present || shown.path === null ? null : "(missing)");
    line("base", shown.base === null ? null : (0,visible/* visible */.RK)(shown.base), distance(shown));
    line("head", shown.headOid === null ? null : (0,words/* short */.h0)(shown.headOid));
    line("task", shown.task === null ? null : (0,visible/* visible */.RK)(shown.task.id), shown.task?.status ?? null, shown.title === null ? null : (0,visible/* visible */.RK)(shown.title));
    line("session", ...[shown.role, shown.session, shown.run].map((text) => (text === null ? null : (0,visible/* visible */.RK)(text))));
    if (shown.changes !== null && shown.changes.total > 0) {
        line("changes", (0,words/* plural */.LS)(shown.changes.total, "file"), shown.changes.files.slice(0, 5).map(visible/* visible */.RK).join(", "));
    }
    line("created", (0,words/* localTime */.HJ)(shown.createdAt), `(${(0,words/* age */.KW)(shown.createdAt, now)} ago)`);
    line("activity", (0,words/* localTime */.HJ)(shown.lastActivity), `(${(0,words/* age */.KW)(shown.lastActivity, now)} ago)`);
    line("removed", shown.removedAt === null ? null : (0,words/* localTime */.HJ)(shown.removedAt));
    line("locked", shown.liveLock === null ? null : (0,visible/* visible */.RK)(shown.liveLock.reason ?? "yes"));
    line("in use", shown.liveLease === null
        ? null
        : `by ${(0,visible/* visible */.RK)(shown.liveLease.holder)} until ${(0,words/* localTime */.HJ)(shown.liveLease.until)}`);
    line("landed", ...(shown.landed === null ? [null] : landedText(shown.landed)));
    line("merged", ...(shown.merged === null ? [null] : landedText(shown.merged)));
    line("pr", shown.pr === null ? null : `#${shown.pr.number} ${shown.pr.state} ${(0,visible/* visible */.RK)(shown.pr.url)}`);
    for (const [step, path] of Object.entries(shown.logs))
        line("log", (0,visible/* visible */.RK)(step), (0,visible/* visible */.RK)(path));
    if (shown.conflict !== null && shown.status === "conflict") {
        line("conflict", (0,words/* plural */.LS)(shown.conflict.total, "file"));
        for (const text of (0,conflicts/* conflictLines */._)(shown.conflict.files, shown.conflict.total, paint))
            cli.print(`  ${text}`);
    }
    if (shown.lastError !== null && shown.status === "error") {
        line("error", paint.red(`${shown.lastError.code} in ${shown.lastError.operation}`), (0,visible/* visible */.RK)(shown.lastError.message));
    }
    for (const problem of shown.problems)
        line("problem", paint.yellow((0,visible/* visible */.RK)(problem)));
    line("next", shown.wayOn === null ? null : (0,visible/* visible */.RK)(shown.wayOn));
    line("id", paint.dim(shown.id));
}
const landedText = (landed) => [
    `in ${(0,visible/* visible */.RK)(landed.target)}${landed.mergeOid === null ? "" : ` as ${(0,words/* short */.h0)(landed.mergeOid)}`}`,
    `by ${landed.evidence}`,
];
const distance = ({ ahead, behind }) => ahead === null || behind === null ? null : `(${ahead} ahead, ${behind} behind)`;


/***/ }),

/***/ 7345:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   a: () => (/* binding */ observedText),
/* harmony export */   j: () => (/* binding */ observedJson)
/* harmony export */ });
/** What a look at a worktree adds to its record. */
function lookOf({ record, path, observed, ahead, behind, lease, lock }) {
    return {
        path: record.status === "removed" ? null : path,
        present: observed.present,
        ahead,
        behind,
        changes: observed.uncommitted === null
            ? null
            : { files: [...observed.uncommitted.files], total: observed.uncommitted.total },
        liveLease: lease,
        liveLock: lock,
        interrupted: observed.interrupted,
        problems: [...observed.problems],
    };
}
/** The record with the state and the commit that are seen now. */
function seen({ record, observed }) {
    const { status } = observed;
    const headOid = (observed.branch === record.branch ? observed.headOid : null) ?? record.headOid;
    return record.status === status && record.headOid === headOid ? record : { ...record, status, headOid };
}
/** A row as `--json` prints it: flat, with the state as it is seen now. */
const observedJson = (row) => ({ ...seen(row), ...lookOf(row) });
/**
 * The same as text, with more members. Joined as text: to copy ten thousand records of forty members, so as to add
 * ten to each, takes V8 twenty times as long as to write them out.
 */
function observedText(row, more) {
    const record = JSON.stringify(seen(row));
    const look = JSON.stringify({ ...lookOf(row), ...more });
    return `${record.slice(0, -1)},${look.slice(1)}`;
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

/***/ 9119:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   R: () => (/* binding */ landingIn),
/* harmony export */   l: () => (/* binding */ landingOf)
/* harmony export */ });
/* harmony import */ var _git_history_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6643);
/* harmony import */ var _git_merge_place_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5384);
/* harmony import */ var _git_merge_tree_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1560);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1740);
/* harmony import */ var _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(333);
/* harmony import */ var _merge_target_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(8093);






/**
 * Whether a record's base, here or as its remote was seen last, has the work of a commit whose history it does not
 * have: squashed into one commit ("patch-id"), rebased or cherry-picked ("commits"), or brought by whatever way, so
 * that merging would change nothing ("tree"). What base did afterwards does not matter for the first two.
 * Writes nothing.
 * @returns undefined also when there is no base
 */
async function landingOf(engine, record, head) {
    const target = record.base;
    if (target === null || record.type !== "worktree")
        return undefined;
    for (const tip of await baseTips(engine, target)) {
        const landing = await landingIn(engine, target, tip, head);
        if (landing !== undefined)
            return landing;
    }
    return undefined;
}
async function baseTips(engine, base) {
    try {
        const { local, upstream } = await (0,_merge_target_js__WEBPACK_IMPORTED_MODULE_5__/* .readBase */ .wZ)(engine, base);
        return [...new Set([local, upstream?.oid])].filter((oid) => oid !== undefined);
    }
    catch (error) {
        // A base that is gone tells nothing.
        if (error instanceof _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .CoppiceError */ .uS && error.code === "INVALID_STATE")
            return [];
        throw error;
    }
}
/** The same about one commit of a base branch. */
async function landingIn(engine, target, tip, head) {
    const { repo } = engine;
    const fork = await (0,_git_history_js__WEBPACK_IMPORTED_MODULE_0__/* .mergeBase */ .wu)(repo, tip, head);
    if (fork === undefined || fork === head)
        return undefined;
    const { tree } = await repo.objects().commit(head);
    // Commits that come to nothing have no changes by which they could be found again.
    if (tree === (await repo.objects().commit(fork)).tree)
        return undefined;
    const place = new _git_merge_place_js__WEBPACK_IMPORTED_MODULE_1__/* .MergePlace */ .U(repo, false);
    try {
        const whole = await place.scratch.commit({
            tree,
            parents: [fork],
            author: nobody,
            committer: nobody,
            message: `all of ${head}`,
        });
        const squashed = await counterpart(engine, place, tip, whole);
        if (squashed !== undefined)
            return { target, headOid: head, mergeOid: squashed, evidence: "patch-id" };
        const picked = await counterpart(engine, place, tip, head);
        if (picked !== undefined)
            return { target, headOid: head, mergeOid: picked, evidence: "commits" };
        await place.pin(tip);
        const merged = await (0,_git_merge_tree_js__WEBPACK_IMPORTED_MODULE_2__/* .mergeOnce */ .Kl)(repo, place, tip, head);
        const same = merged.outcome === "clean" && merged.tree === (await repo.objects().commit(tip)).tree;
        return same ? { target, headOid: head, evidence: "tree" } : undefined;
    }
    finally {
        place.dispose();
    }
}
const nobody = { name: "Coppice", email: "coppice@localhost", time: 0, zone: "+0000" };
/**
 * Whether each commit of `head` has one in `tip` that makes the same changes.
 * @returns the newest of those in `tip`; undefined when one has none, or when there are merges among them: what a
 *   merge changed itself is in no other commit
 */
async function counterpart(engine, place, tip, head) {
    const marked = async (side) => {
        const args = ["rev-list", "--topo-order", "--cherry-mark", side, `${tip}...${head}`, "--"];
        const text = await engine.repo.git.text(place.cwd, args, { env: place.env, signal: engine.signal });
        return text.split("\n").filter(Boolean);
    };
    const own = await marked("--right-only");
    if (own.length === 0 || !own.every((line) => line.startsWith("=")))
        return undefined;
    const newest = (await marked("--left-only")).find((line) => line.startsWith("="));
    return newest === undefined ? undefined : _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_4__/* .oidSchema */ .u0.parse(newest.slice(1));
}


/***/ }),

/***/ 2647:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  p: () => (/* binding */ list),
  R: () => (/* binding */ rowsOf)
});

// EXTERNAL MODULE: ./build/git/refs.js
var git_refs = __webpack_require__(6713);
// EXTERNAL MODULE: ./build/lifecycle/ids.js
var ids = __webpack_require__(333);
// EXTERNAL MODULE: ./build/git/history.js
var git_history = __webpack_require__(6643);
// EXTERNAL MODULE: ./build/git/near-history.js
var near_history = __webpack_require__(5072);
;// CONCATENATED MODULE: ./build/engine/ahead-behind.js


/**
 * Counts for many pairs at once, of several bases too: at most two git processes however many there are. The commits
 * that are not common to all are read once, and the counting is done here.
 * @returns the counts in the order of the pairs
 */
async function aheadBehindOf(repo, pairs) {
    const [only, ...more] = pairs.filter(({ tip, base }) => tip !== base);
    if (only === undefined)
        return pairs.map(() => ({ ahead: 0, behind: 0 }));
    if (more.length === 0) {
        const counts = (await (0,near_history/* nearHistory */.D)(repo, only.tip, only.base)) ?? (await (0,git_history/* aheadBehind */.Kd)(repo, only.tip, only.base));
        return pairs.map((pair) => (pair === only ? counts : { ahead: 0, behind: 0 }));
    }
    const parents = await graphOf(repo, [...new Set(pairs.flatMap(({ tip, base }) => [tip, base]))]);
    const reached = new Map();
    const reach = (oid) => {
        const known = reached.get(oid) ?? reachable(parents, oid);
        reached.set(oid, known);
        return known;
    };
    return pairs.map(({ tip, base }) => {
        const [mine, theirs] = [reachable(parents, tip), reach(base)];
        let shared = 0;
        for (const oid of mine)
            if (theirs.has(oid))
                shared += 1;
        return { ahead: mine.size - shared, behind: theirs.size - shared };
    });
}
/** The commits of `tips` that are not in their common history, each with its parents. */
async function graphOf(repo, tips) {
    const common = await repo.git.run(repo.commonDir, ["merge-base", "--octopus", ...tips], { codes: [0, 1] });
    const shared = common.stdout.toString("utf8").split("\n").filter(Boolean);
    const listing = await repo.git.text(repo.commonDir, ["rev-list", "--parents", "--stdin"], {
        stdin: [...tips, ...shared.map((oid) => `^${oid}`), ""].join("\n"),
    });
    const parents = new Map();
    for (const line of listing.split("\n")) {
        const [oid, ...of] = line.split(" ");
        if (oid !== undefined && oid !== "")
            parents.set(oid, of);
    }
    return parents;
}
function reachable(parents, start) {
    const seen = new Set();
    const open = [start];
    for (let oid = open.pop(); oid !== undefined; oid = open.pop()) {
        const next = parents.get(oid);
        if (next === undefined || seen.has(oid))
            continue;
        seen.add(oid);
        open.push(...next);
    }
    return seen;
}

// EXTERNAL MODULE: ./build/engine/facts.js
var facts = __webpack_require__(3984);
// EXTERNAL MODULE: ./build/engine/find.js
var find = __webpack_require__(1996);
// EXTERNAL MODULE: ./build/engine/lease.js
var engine_lease = __webpack_require__(3317);
// EXTERNAL MODULE: ./build/engine/observe.js
var observe = __webpack_require__(6959);
;// CONCATENATED MODULE: ./build/engine/list.js







/**
 * The live records, oldest first. Beside one `git status` for each worktree (in parallel, bounded) the number of git
 * processes does not depend on how many there are. One broken worktree is a row with problems, never an error.
 */
async function list(engine, options = {}) {
    // git looks at the files while the journals are read: what this clone knows of a record lies beside them.
    const sights = (0,facts/* sightsOf */.qn)(engine, engine.local.ids(), options);
    const [rows] = await Promise.all([
        engine.journal
            .records()
            .then((records) => rowsOf(engine, (0,find/* live */.VD)(records.values()).sort(byAge), options, sights)),
        sights,
    ]);
    return rows;
}
/**
 * The rows of some records.
 * @param seen what was seen of their worktrees, when somebody has looked already
 */
async function rowsOf(engine, records, options = {}, seen) {
    const here = records.filter((record) => (0,observe/* isHere */.nw)(engine, record));
    const ids = here.map(({ id }) => id);
    const [found, counts] = await Promise.all([
        seen ?? (0,facts/* sightsOf */.qn)(engine, ids, options),
        options.aheadBehind === false ? new Map() : countsOf(engine, records),
    ]);
    const sights = new Map(ids.map((id) => [id, found.get(id)]));
    const observations = await Promise.all(records.map((record) => (0,observe/* observationOf */.KY)(engine, record, sights.get(record.id))));
    return records.flatMap((record, index) => {
        const observed = observations[index];
        if (observed === undefined)
            return [];
        const lease = (0,engine_lease/* liveLease */.ln)(engine, record);
        return [
            {
                record,
                path: observed.path,
                observed,
                ahead: counts.get(record.id)?.ahead ?? null,
                behind: counts.get(record.id)?.behind ?? null,
                lease,
                lock: lockOf(record, sights.get(record.id), lease),
            },
        ];
    });
}
async function countsOf(engine, records) {
    const tips = await tipsOf(engine, records);
    const known = records.flatMap((record) => {
        // A branch of this name is another worktree's by now, or one that was kept: not the removed one's.
        if (record.status === "removed")
            return [];
        const tip = tips.get(record.branch);
        const base = record.base === null ? undefined : tips.get(record.base);
        return tip === undefined || base === undefined ? [] : [{ id: record.id, tip, base }];
    });
    const counts = await aheadBehindOf(engine.repo, known);
    return new Map(known.flatMap(({ id }, index) => {
        const count = counts[index];
        return count === undefined ? [] : [[id, count]];
    }));
}
/** Above so many branches one listing of all is cheaper than asking for each. */
const fewBranches = 8;
async function tipsOf(engine, records) {
    const names = new Set(records.flatMap(({ branch, base }) => (base === null ? [branch] : [branch, base])));
    if (names.size > fewBranches) {
        const refs = await (0,git_refs.listRefs)(engine.repo, ["refs/heads/"]);
        return new Map(refs.map((ref) => [ref.name.slice("refs/heads/".length), ref.oid]));
    }
    const tips = new Map();
    for (const name of names) {
        const oid = await (0,git_refs/* readRef */.sg)(engine.repo, (0,ids/* branchRef */.Mi)(name));
        if (oid !== undefined)
            tips.set(name, oid);
    }
    return tips;
}
function lockOf(record, sight, lease) {
    if (record.lock !== null)
        return { reason: record.lock.reason };
    const gitDir = sight?.located?.gitDir;
    // git's one lock is the lease's own while that lives.
    return gitDir === undefined || lease !== null ? null : (0,engine_lease/* gitLock */._m)(gitDir, lease);
}
const byAge = (a, b) => a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1;


/***/ }),

/***/ 8060:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Gi: () => (/* binding */ logsFile),
/* harmony export */   tx: () => (/* binding */ LocalFacts)
/* harmony export */ });
/* unused harmony export placeFile */
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5395);
/* harmony import */ var _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(333);
/* harmony import */ var _files_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3112);
/* harmony import */ var _init_clone_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7721);






/** Where the worktree lies. Written before `git worktree add`, so that a killed creation can be cleaned up. */
const placeFile = {
    name: "place",
    schema: zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .object */ .Ikc({
        v: zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .literal */ .euz(1),
        /** Absolute and real. */
        path: zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .string */ .YjP(),
        /** What `mkdir` made; null until it has. */
        identity: zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .nullable */ .mee(zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .object */ .Ikc({ dev: zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .string */ .YjP(), ino: zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .string */ .YjP() })),
        /** The worktree's own git directory, `<common>/worktrees/<name>`; null until git has made it. */
        gitDir: zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .nullable */ .mee(zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .string */ .YjP()),
        /** The branch that the creation makes; null when it takes one that exists. */
        branch: zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .nullable */ .mee(zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .object */ .Ikc({
            name: _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_2__/* .branchNameSchema */ .BS,
            /** Where it starts: only a branch that still stands there may be taken back. */
            start: _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_2__/* .oidSchema */ .u0,
            /** This clone's creation made it. */
            made: zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .boolean */ .zMY(),
            /** The remote branch it is to track, `origin/x`. */
            upstream: zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .nullable */ .mee(zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .string */ .YjP()),
        })),
    }),
};
/** Logs of the setup, by step (`install`, `initScript` ...): absolute paths. */
const logsFile = {
    name: "logs",
    schema: zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .record */ .g1P(zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .string */ .YjP(), zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .string */ .YjP()),
};
/**
 * What this clone alone knows of its records, under `coppice/local/<id>` of the common git directory. Nothing here
 * is a status, and everything can be deleted: what is lost is where a directory was, which git's own list tells again.
 */
class LocalFacts {
    #root;
    #commonDir;
    constructor(commonDir) {
        this.#commonDir = commonDir;
        this.#root = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)((0,_init_clone_js__WEBPACK_IMPORTED_MODULE_4__/* .coppiceDir */ .V)(commonDir), "local");
    }
    /** The record's own directory, made when it is missing; for logs and what else is bulky. */
    directory(id) {
        const path = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(this.#root, id);
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdirSync)(path, { recursive: true });
        return path;
    }
    /** Undefined when the fact was never written, or is not readable as what it should be. */
    read(id, file) {
        let text;
        try {
            text = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(this.#root, id, `${file.name}.json`), "utf8");
        }
        catch (error) {
            if ((0,_files_js__WEBPACK_IMPORTED_MODULE_3__/* .hasCode */ .up)(error, "ENOENT", "ENOTDIR"))
                return undefined;
            throw error;
        }
        const parsed = file.schema.safeParse(parseJson(text));
        return parsed.success ? parsed.data : undefined;
    }
    write(id, file, value) {
        (0,_files_js__WEBPACK_IMPORTED_MODULE_3__/* .writeAtomically */ .vK)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(this.directory(id), `${file.name}.json`), `${JSON.stringify(value)}\n`);
    }
    /** Forgets one fact. */
    clear(id, file) {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(this.#root, id, `${file.name}.json`), { force: true });
    }
    /** Forgets everything of a record whose worktree is gone, logs too. */
    forget(id) {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(this.#root, id), { recursive: true, force: true });
    }
    /** The records of which anything is known here. */
    ids() {
        let names;
        try {
            names = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readdirSync)(this.#root);
        }
        catch {
            return [];
        }
        return names.flatMap((name) => {
            const id = _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_2__/* .recordIdSchema */ .co.safeParse(name);
            return id.success ? [id.data] : [];
        });
    }
    place(id) {
        return this.read(id, placeFile);
    }
    setPlace(id, place) {
        this.write(id, placeFile, place);
    }
    /** Marks the worktree's own git directory with the record it belongs to; hooks and `find` read it there. */
    markWorktree(gitDir, id) {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdirSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(gitDir, "coppice"), { recursive: true });
        (0,_files_js__WEBPACK_IMPORTED_MODULE_3__/* .writeAtomically */ .vK)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(gitDir, "coppice", "id"), `${id}\n`);
    }
    /** The record that a worktree's own git directory belongs to. */
    markOf(gitDir) {
        try {
            const id = _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_2__/* .recordIdSchema */ .co.safeParse((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(gitDir, "coppice", "id"), "utf8").trim());
            return id.success ? id.data : undefined;
        }
        catch {
            return undefined;
        }
    }
    /**
     * The one word that sh hooks decide by: the file's first line. It is a copy for them alone: nothing reads it as the
     * status. Does nothing where the worktree is gone.
     */
    writeState(id, status) {
        const gitDir = this.place(id)?.gitDir;
        if (gitDir === undefined || gitDir === null || !this.#isRegistration(gitDir))
            return;
        try {
            writeFirstLine((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(gitDir, "coppice", "state"), status);
        }
        catch (error) {
            // git may have pruned the registration in between.
            if (!(0,_files_js__WEBPACK_IMPORTED_MODULE_3__/* .hasCode */ .up)(error, "ENOENT"))
                throw error;
        }
    }
    #isRegistration(gitDir) {
        return gitDir.startsWith((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(this.#commonDir, "worktrees")) && (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(gitDir, "gitdir"));
    }
}
/**
 * Writes over what is there, longer or shorter. A new file in an old one's place would have to reach the disk first
 * (ext4 sees to that), which takes a millisecond for each entry of an operation.
 */
function writeFirstLine(path, line) {
    let file;
    try {
        file = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.openSync)(path, "r+");
    }
    catch (error) {
        if (!(0,_files_js__WEBPACK_IMPORTED_MODULE_3__/* .hasCode */ .up)(error, "ENOENT"))
            throw error;
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdirSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(path), { recursive: true });
        (0,_files_js__WEBPACK_IMPORTED_MODULE_3__/* .writeAtomically */ .vK)(path, `${line}\n`);
        return;
    }
    try {
        const bytes = Buffer.from(`${line}\n`);
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.writeSync)(file, bytes, 0, bytes.length, 0);
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.ftruncateSync)(file, bytes.length);
    }
    finally {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.closeSync)(file);
    }
}
function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
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

/***/ 6643:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $q: () => (/* binding */ commitsBetween),
/* harmony export */   Kd: () => (/* binding */ aheadBehind),
/* harmony export */   QX: () => (/* binding */ isAncestor),
/* harmony export */   wu: () => (/* binding */ mergeBase)
/* harmony export */ });
/* unused harmony exports aheadBehindMany, isShallow */
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _oid_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7635);



/** How many commits each of two has that the other has not. */
async function aheadBehind(repo, one, other) {
    if (one === other)
        return { ahead: 0, behind: 0 };
    const text = await repo.git.text(repo.commonDir, [
        "rev-list",
        "--count",
        "--left-right",
        `${one}...${other}`,
        "--",
    ]);
    const [ahead = "0", behind = "0"] = text.split("\t");
    return { ahead: Number(ahead), behind: Number(behind) };
}
/**
 * The same for many tips against one base, with at most two processes: the commits that are not common to all are
 * read once, and counted here.
 */
async function aheadBehindMany(repo, base, tips) {
    const wanted = [...new Set(tips)].filter((tip) => tip !== base);
    const result = new Map(tips.includes(base) ? [[base, { ahead: 0, behind: 0 }]] : []);
    if (wanted.length === 0)
        return result;
    const common = await repo.git.run(repo.commonDir, ["merge-base", "--octopus", base, ...wanted], {
        codes: [0, 1],
    });
    const exclude = common.stdout.toString("utf8").split("\n").filter(Boolean);
    const listing = await repo.git.text(repo.commonDir, ["rev-list", "--parents", "--stdin"], {
        stdin: [base, ...wanted, ...exclude.map((oid) => `^${oid}`), ""].join("\n"),
    });
    const parents = new Map();
    for (const line of listing.split("\n")) {
        const [oid, ...of] = line.split(" ");
        if (oid !== undefined && oid !== "")
            parents.set(oid, of);
    }
    const inBase = reachable(parents, base);
    for (const tip of wanted) {
        const inTip = reachable(parents, tip);
        let shared = 0;
        for (const oid of inTip)
            if (inBase.has(oid))
                shared += 1;
        result.set(tip, { ahead: inTip.size - shared, behind: inBase.size - shared });
    }
    return result;
}
function reachable(parents, start) {
    const seen = new Set();
    const open = [start];
    for (let oid = open.pop(); oid !== undefined; oid = open.pop()) {
        const next = parents.get(oid);
        if (next === undefined || seen.has(oid))
            continue;
        seen.add(oid);
        open.push(...next);
    }
    return seen;
}
/** Whether `descendant` contains `ancestor`; a commit contains itself. */
async function isAncestor(repo, ancestor, descendant) {
    if (ancestor === descendant)
        return true;
    const { code } = await repo.git.run(repo.commonDir, ["merge-base", "--is-ancestor", ancestor, descendant], {
        codes: [0, 1],
    });
    return code === 0;
}
/** The best common ancestor, the first when there are several; undefined for unrelated histories. */
async function mergeBase(repo, one, other) {
    const { stdout } = await repo.git.run(repo.commonDir, ["merge-base", one, other], { codes: [0, 1] });
    const text = stdout.toString("utf8").trim();
    return text === "" ? undefined : (0,_oid_js__WEBPACK_IMPORTED_MODULE_2__/* .parseOid */ .Se)(text);
}
const summaryFields = ["%H", "%P", "%T", "%s", "%an", "%ae", "%at", "%ct"];
/** Commits of a range, children before parents unless `reverse` is set. */
async function commitsBetween(repo, range) {
    const { stdout } = await repo.git.run(repo.commonDir, [
        "log",
        "-z",
        "--topo-order",
        "--no-show-signature",
        "--no-notes",
        "--no-mailmap",
        "--encoding=UTF-8",
        `--format=${summaryFields.join("%x00")}`,
        ...(range.limit === undefined ? [] : [`--max-count=${range.limit}`]),
        ...(range.reverse === true ? ["--reverse"] : []),
        range.of,
        ...range.notIn.map((oid) => `^${oid}`),
        "--",
    ]);
    const values = stdout.toString("utf8").split("\0");
    const commits = [];
    for (let at = 0; at + summaryFields.length <= values.length; at += summaryFields.length) {
        const [oid = "", parents = "", tree = "", subject = "", author = "", email = "", authored = "", committed = "",] = values.slice(at, at + summaryFields.length);
        commits.push({
            oid: (0,_oid_js__WEBPACK_IMPORTED_MODULE_2__/* .parseOid */ .Se)(oid),
            parents: parents.split(" ").filter(Boolean).map(_oid_js__WEBPACK_IMPORTED_MODULE_2__/* .parseOid */ .Se),
            tree: (0,_oid_js__WEBPACK_IMPORTED_MODULE_2__/* .parseOid */ .Se)(tree),
            subject,
            author,
            email,
            authorDate: Number(authored),
            committerDate: Number(committed),
        });
    }
    return commits;
}
/** Whether history is cut off here: then "no common ancestor" may only mean that it was not fetched. */
const isShallow = (repo) => existsSync(join(repo.commonDir, "shallow"));


/***/ }),

/***/ 5072:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D: () => (/* binding */ nearHistory)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1740);



/** Each commit costs a turn of the reader's process: beyond so many, git's own walk is faster. */
const limit = 64;
/**
 * What `rev-list` and `merge-base` tell of two commits that parted not long ago, without a process of its own: the
 * commits are read one by one. Exact, whatever the commits' dates say: it is answered only when the walk has come
 * down to one single commit that all of the others descend from.
 * @returns undefined when it cannot be told in this way; then git has to be asked
 */
async function nearHistory(repo, one, other) {
    // A commit's own parents are not those that git walks here.
    if (["shallow", "info/grafts"].some((file) => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(repo.commonDir, file))))
        return undefined;
    const walked = await walk(repo, one, other);
    if (walked === undefined)
        return undefined;
    const { parents, end } = walked;
    const [mine, theirs] = [reachable(parents, one), reachable(parents, other)];
    const common = [...mine].filter((oid) => theirs.has(oid));
    const below = new Set(common.flatMap((oid) => (oid === end ? [] : (parents.get(oid) ?? []))));
    return {
        ahead: mine.size - common.length,
        behind: theirs.size - common.length,
        mergeBases: common.filter((oid) => !below.has(oid)),
    };
}
/**
 * Follows parents, newest commit first, until one commit is left. No root has been met on the way, so all that were
 * followed descend from that one: none of them can be found again below it, and it is common to both.
 */
async function walk(repo, one, other) {
    const parents = new Map();
    const open = new Map();
    const meet = async (oids) => {
        const fresh = oids.filter((oid) => !open.has(oid) && !parents.has(oid));
        const commits = await Promise.all(fresh.map((oid) => repo.objects().commit(oid))).catch(unreadable);
        fresh.forEach((oid, index) => {
            const commit = commits?.[index];
            if (commit !== undefined)
                open.set(oid, commit);
        });
        return commits !== undefined;
    };
    if (!(await meet([...new Set([one, other])])))
        return undefined;
    while (open.size > 1) {
        const [oid, commit] = [...open].reduce((newest, next) => (timeOf(next) > timeOf(newest) ? next : newest));
        if (commit.parents.length === 0 || parents.size >= limit)
            return undefined;
        open.delete(oid);
        parents.set(oid, commit.parents);
        if (!(await meet(commit.parents)))
            return undefined;
    }
    const [end] = open.keys();
    return end === undefined ? undefined : { parents, end };
}
const timeOf = ([, commit]) => commit.committer.time;
function unreadable(error) {
    if (!(error instanceof _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CoppiceError */ .uS) || error.code !== "GIT_FAILED")
        throw error;
}
/** The end of the walk included, to which all of them lead. */
function reachable(parents, start) {
    const seen = new Set();
    const open = [start];
    for (let oid = open.pop(); oid !== undefined; oid = open.pop()) {
        if (seen.has(oid))
            continue;
        seen.add(oid);
        open.push(...(parents.get(oid) ?? []));
    }
    return seen;
}


/***/ })

};
