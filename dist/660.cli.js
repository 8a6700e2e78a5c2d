export const id = 660;
export const ids = [660];
export const modules = {

/***/ 6660:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  run: () => (/* binding */ run)
});

// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 2 modules
var schemas = __webpack_require__(5395);
// EXTERNAL MODULE: ./build/lifecycle/errors.js
var errors = __webpack_require__(1740);
// EXTERNAL MODULE: ./build/engine/find.js
var find = __webpack_require__(1996);
// EXTERNAL MODULE: ./build/engine/landed.js
var landed = __webpack_require__(9119);
// EXTERNAL MODULE: ./build/engine/observe.js
var observe = __webpack_require__(6959);
// EXTERNAL MODULE: ./build/engine/place.js
var place = __webpack_require__(8916);
// EXTERNAL MODULE: ./build/engine/protocol.js
var protocol = __webpack_require__(9863);
// EXTERNAL MODULE: ./build/engine/record-lock.js
var record_lock = __webpack_require__(3896);
// EXTERNAL MODULE: ./build/engine/removal.js
var removal = __webpack_require__(627);
// EXTERNAL MODULE: ./build/engine/removal-facts.js
var removal_facts = __webpack_require__(5749);
// EXTERNAL MODULE: ./build/engine/session.js + 1 modules
var session = __webpack_require__(2494);
// EXTERNAL MODULE: ./build/engine/stop.js
var stop = __webpack_require__(67);
;// CONCATENATED MODULE: ./build/engine/remove.js











/**
 * Removes a worktree, its branch and what Coppice knows of it here. What was half done by a killed removal is done.
 * @throws WORKTREE_DIRTY (uncommitted files, or commits that exist nowhere else), WORKTREE_LOCKED, WORKTREE_IN_USE,
 *   INVALID_STATE, NO_WORKTREE, WORKTREE_REMOVAL_FAILED, CLEANUP_FAILED, the system group
 */
async function remove(engine, name, options = {}) {
    const record = await (0,find/* findRecord */.Tq)(engine, name);
    const runs = record.status === "initializing" && record.op?.clone === engine.clone;
    if (runs && (0,record_lock/* recordLockHolder */.Bo)(engine, record.id) !== undefined)
        return stopAndRemove(engine, record, options);
    return (0,protocol/* withRecord */.q8)(engine, record.id, "remove", async (session) => {
        const event = removeEvent(options);
        const facts = await settledFacts(session, options);
        const runners = (0,removal/* removalRunners */.S)(session, { force: options.force ?? 0, expected: facts.headOid });
        if (session.record.status === "error")
            return session.openAfterEffects(event, facts, runners, "remove");
        return session.run(await session.open(event, facts), runners);
    });
}
/** Facts that the record agrees with: what was seen is journaled, and a branch that was renamed is looked at anew. */
async function settledFacts(session, options) {
    const { engine } = session;
    const { branch } = session.record;
    const force = options.force ?? 0;
    const seen = await (0,removal_facts/* removalFacts */._)(engine, session.record, force);
    const { located } = seen;
    const givenUp = force > 0 && options.discard === true;
    if (!givenUp && located !== undefined && seen.facts.directoryExists === undefined) {
        throw broken(engine, session.record, located);
    }
    await (0,observe/* journalObservation */.AY)(session, seen.status);
    const { facts } = session.record.branch === branch ? seen : await (0,removal_facts/* removalFacts */._)(engine, session.record, force);
    if (!givenUp && options.keepBranch !== true)
        await journalLanding(session, facts);
    return facts;
}
/** Commits that are nowhere else are lost to nobody when base has their work: then that is in the journal. */
async function journalLanding(session, facts) {
    const { engine, record } = session;
    const { headOid } = facts;
    if (headOid === undefined || facts.reachableElsewhere !== false)
        return;
    if (record.landed?.headOid === headOid)
        return;
    const landing = await (0,landed/* landingOf */.l)(engine, record, headOid);
    if (landing !== undefined)
        await session.note({ type: "LANDED", ...landing });
}
const broken = (engine, record, located) => new errors/* CoppiceError */.uS("WORKTREE_NOT_FOUND", `The worktree of ${record.branch} ${(0,place/* absence */.An)(engine, record, located)}; what lies in it is not known to be saved.`, {
    details: { branch: record.branch, reason: located.state },
    suggestedAction: `Mend it (git worktree repair), or give it up with coppice remove ${record.branch} --force --discard; what lies there stays.`,
});
/** While the setup runs: the removal is journaled first, then whoever runs the setup is stopped. */
function stopAndRemove(engine, record, options) {
    const force = options.force ?? 0;
    return (0,protocol/* takeOver */.w9)(engine, record.id, {
        purpose: "remove",
        open: async (session) => ({
            event: removeEvent(options),
            facts: (await (0,removal_facts/* removalFacts */._)(engine, session.record, force)).facts,
        }),
        stop: () => (0,stop/* stopHolder */.Dy)(engine, record.id),
        runners: (session) => (0,removal/* removalRunners */.S)(session, { force, setupStopped: true }),
    });
}
const removeEvent = (options) => ({
    type: "REMOVE",
    op: (0,session/* newOp */.I)(),
    force: (options.force ?? 0) > 0,
    pruneBranch: options.keepBranch !== true,
    ...(options.discard === true ? { discard: true } : {}),
});

// EXTERNAL MODULE: ./build/cli/flags.js
var flags = __webpack_require__(6222);
// EXTERNAL MODULE: ./build/cli/render/visible.js
var visible = __webpack_require__(892);
// EXTERNAL MODULE: ./build/cli/results.js
var results = __webpack_require__(7759);
;// CONCATENATED MODULE: ./build/cli/commands/remove.js





const remove_flags = schemas/* object */.Ikc({ force: schemas/* _default */.Rvf(schemas/* number */.aig(), 0), keepBranch: flags/* flag */.Jt, discard: flags/* flag */.Jt });
/** Removes worktrees, one after the other. */
const run = (cli, args, options) => {
    const { force, keepBranch, discard } = (0,flags/* readFlags */.uW)(remove_flags, options);
    const level = force >= 2 ? 2 : force >= 1 ? 1 : 0;
    return cli.engine((engine) => (0,results/* forEachTarget */.Mv)(cli, args, async (name) => {
        const { id, branch, status } = await remove(engine, name, { force: level, keepBranch, discard });
        return {
            json: { branch, id, status, outcome: "removed", branchKept: keepBranch },
            line: `removed ${(0,visible/* visible */.RK)(branch)}${keepBranch ? "; its branch is kept" : ""}`,
        };
    }));
};


/***/ }),

/***/ 7759:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   F7: () => (/* binding */ tellResult),
/* harmony export */   Mv: () => (/* binding */ forEachTarget),
/* harmony export */   O9: () => (/* binding */ finish)
/* harmony export */ });
/* harmony import */ var _context_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3812);
/* harmony import */ var _failure_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8919);
/* harmony import */ var _io_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1973);
/* harmony import */ var _render_failure_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2696);




/** Tells a person of one target as soon as its end is known. */
function tellResult(cli, result) {
    cli.progress.stop();
    if (result.line !== undefined)
        cli.say(result.line);
    if (result.error !== undefined) {
        cli.io.stderr.write((0,_render_failure_js__WEBPACK_IMPORTED_MODULE_3__/* .failureText */ .k)((0,_failure_js__WEBPACK_IMPORTED_MODULE_1__/* .failureOf */ .g5)(result.error), (0,_context_js__WEBPACK_IMPORTED_MODULE_0__/* .colorsFor */ .u0)(cli.io.stderr, cli.io, cli.globals.color)));
    }
}
/**
 * Ends a command with one or several targets. `--json` prints one document: `results` with an item for each target,
 * and `error`, the first failure, when there was one.
 * @returns the exit code
 */
function finish(cli, results) {
    const errors = results.map(({ error }) => error).filter((error) => error !== undefined);
    if (cli.globals.json) {
        cli.json({
            results: results.map(({ json, error }) => error === undefined ? json : { ...json, error: (0,_failure_js__WEBPACK_IMPORTED_MODULE_1__/* .failureOf */ .g5)(error) }),
            ...(errors.length === 0 ? {} : { error: (0,_failure_js__WEBPACK_IMPORTED_MODULE_1__/* .failureOf */ .g5)(errors[0]) }),
        });
    }
    return cli.io.signal.aborted && errors.length > 0
        ? _io_js__WEBPACK_IMPORTED_MODULE_2__/* .EXIT_INTERRUPTED */ ._
        : (0,_failure_js__WEBPACK_IMPORTED_MODULE_1__/* .exitCodeOfAll */ .WI)(errors.map(_failure_js__WEBPACK_IMPORTED_MODULE_1__/* .exitCodeOf */ .FO));
}
/** Does something to each target in turn; a failure of one does not stop the next, Ctrl-C does. */
async function forEachTarget(cli, names, work) {
    const results = [];
    for (const name of names.length === 0 ? [undefined] : names) {
        if (cli.io.signal.aborted)
            break;
        const result = await work(name).catch((error) => {
            return { json: { branch: name ?? null, outcome: "failed" }, error };
        });
        tellResult(cli, result);
        results.push(result);
    }
    return finish(cli, results);
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


/***/ })

};
