export const id = 285;
export const ids = [285];
export const modules = {

/***/ 5285:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  run: () => (/* binding */ run)
});

// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 2 modules
var schemas = __webpack_require__(5395);
// EXTERNAL MODULE: ./node_modules/ts-pattern/dist/index.js
var dist = __webpack_require__(8602);
// EXTERNAL MODULE: ./build/git/refs.js
var refs = __webpack_require__(6713);
// EXTERNAL MODULE: ./build/lifecycle/errors.js
var errors = __webpack_require__(1740);
// EXTERNAL MODULE: ./build/lifecycle/ids.js
var ids = __webpack_require__(333);
// EXTERNAL MODULE: ./build/engine/commit.js
var engine_commit = __webpack_require__(5498);
// EXTERNAL MODULE: ./build/engine/creation.js + 1 modules
var creation = __webpack_require__(7398);
// EXTERNAL MODULE: ./build/engine/facts.js
var engine_facts = __webpack_require__(3984);
// EXTERNAL MODULE: ./build/engine/find.js
var find = __webpack_require__(1996);
// EXTERNAL MODULE: ./build/engine/merge.js + 1 modules
var engine_merge = __webpack_require__(8472);
// EXTERNAL MODULE: ./build/engine/merge-landed.js
var merge_landed = __webpack_require__(8120);
// EXTERNAL MODULE: ./build/engine/merge-outcome.js
var merge_outcome = __webpack_require__(4166);
// EXTERNAL MODULE: ./build/engine/merge-prepare.js
var merge_prepare = __webpack_require__(8013);
// EXTERNAL MODULE: ./build/engine/merge-target.js
var merge_target = __webpack_require__(8093);
// EXTERNAL MODULE: ./build/engine/observe.js
var observe = __webpack_require__(6959);
// EXTERNAL MODULE: ./build/engine/place.js
var engine_place = __webpack_require__(8916);
// EXTERNAL MODULE: ./build/engine/protocol.js
var protocol = __webpack_require__(9863);
// EXTERNAL MODULE: ./build/engine/removal.js
var removal = __webpack_require__(627);
// EXTERNAL MODULE: ./build/engine/removal-facts.js
var removal_facts = __webpack_require__(5749);
// EXTERNAL MODULE: ./build/engine/resolve-land.js
var resolve_land = __webpack_require__(2661);
// EXTERNAL MODULE: ./build/engine/session.js + 1 modules
var engine_session = __webpack_require__(2494);
// EXTERNAL MODULE: ./build/engine/setup.js + 5 modules
var setup = __webpack_require__(7140);
// EXTERNAL MODULE: ./build/engine/stop.js
var stop = __webpack_require__(67);
// EXTERNAL MODULE: ./build/engine/verify.js
var verify = __webpack_require__(5866);
;// CONCATENATED MODULE: ./build/engine/retry.js























/**
 * Goes on after an error: a creation, setup or removal under a new operation, a commit, merge or resolution by
 * beginning it again. A merge that had landed when its process ended is completed, never made twice.
 * @throws INVALID_STATE when nothing failed or it cannot be retried, and what the operation itself throws
 */
async function retry(engine, name, options = {}) {
    const found = await (0,find/* findRecord */.Tq)(engine, name);
    return (0,protocol/* withRecord */.q8)(engine, found.id, "retry", async (session) => {
        const failed = session.record;
        const operation = failed.lastError?.operation ?? "observe";
        if (failed.lastError?.code === "INTERRUPTED") {
            await (0,stop/* stopCommand */.IM)(engine, found.id);
            await (0,verify/* removeLeftovers */.DA)(engine, failed);
        }
        await again(session, failed, operation, options.run !== false);
        return session.record;
    });
}
function again(session, failed, operation, run) {
    return (0,dist/* match */.YW)(operation)
        .with("create", "init", () => retryCreation(session, operation, run))
        .with("remove", () => retryRemoval(session, failed, run))
        .with("commit", () => retryCommit(session, failed, run))
        .with("merge", () => retryMerge(session, failed, run))
        .with("resolve", () => retryResolve(session, failed, run))
        .with("observe", () => retryObserve(session))
        .exhaustive();
}
/** Appends RETRY; its effects are those of the state that it goes back to. */
async function goBack(session, operation, run) {
    const { facts } = await (0,engine_facts/* worktreeFacts */.Hc)(session.engine, session.record);
    return session.open({ type: "RETRY", op: (0,engine_session/* newOp */.I)(), operation, run }, facts);
}
async function retryCreation(session, operation, run) {
    const { engine, record } = session;
    const head = await (0,refs/* readRef */.sg)(engine.repo, (0,ids/* branchRef */.Mi)(record.branch));
    const place = operation === "init" ? { directory: (0,engine_place/* present */.Eb)(engine, record).path } : undefined;
    const start = head ?? record.baseOid;
    if (run && place !== undefined)
        await (0,setup/* requireSetupTrust */.pE)(engine, record.setup, place);
    else if (run && start !== null)
        await (0,setup/* requireSetupTrust */.pE)(engine, record.setup, { commit: start });
    const effects = await goBack(session, operation, run);
    await session.run(effects, (0,creation/* creationRunners */.B)(session), { facts: creation/* creationFacts */.l });
}
async function retryRemoval(session, failed, run) {
    const force = failed.removal?.force === true ? 1 : 0;
    const { facts } = await (0,removal_facts/* removalFacts */._)(session.engine, failed, force);
    const effects = await goBack(session, "remove", run);
    await session.run(effects, (0,removal/* removalRunners */.S)(session, { force, expected: facts.headOid }));
}
async function retryCommit(session, failed, run) {
    const { commit } = failed;
    await goBack(session, "commit", run);
    const { status } = await (0,engine_facts/* worktreeFacts */.Hc)(session.engine, session.record);
    await (0,observe/* journalObservation */.AY)(session, status);
    // The commit may have been made before the process ended; it was seen just now.
    if (!run || commit === null || session.record.status !== "dirty")
        return;
    await (0,engine_commit/* commitSession */.mc)(session, {
        message: commit.message,
        ...(commit.author === null ? {} : { author: commit.author }),
    });
}
async function retryMerge(session, failed, run) {
    const { engine } = session;
    const { merge } = failed;
    if (!run || merge === null) {
        await goBack(session, "merge", run);
        return;
    }
    const landed = await (0,merge_landed/* findLanded */.m)(engine, failed);
    if (landed !== undefined)
        return completeMerge(session, merge, landed);
    const target = await (0,merge_target/* readTarget */._E)(engine, merge.target, { fetch: engine.config.merge.fetch });
    const verifying = await (0,verify/* verifyCommand */.p0)(engine, true, target.tip);
    await goBack(session, "merge", run);
    const wish = { strategy: merge.strategy, keep: merge.keep, autoCommit: false };
    const { outcomes } = await (0,engine_merge/* landSessions */.F_)(engine, [session], target, wish, verifying);
    throwErrorOf(outcomes.get(session.id));
}
/** Journals, and cleans up after, a merge of which only that was missing. */
async function completeMerge(session, merge, landed) {
    await goBack(session, "merge", true);
    const { facts } = await (0,engine_facts/* worktreeFacts */.Hc)(session.engine, session.record);
    const kept = (0,merge_prepare/* keepReason */.En)(session.record, facts, merge.keep);
    const event = {
        type: "MERGE",
        op: (0,engine_session/* newOp */.I)(),
        target: merge.target,
        strategy: merge.strategy,
        headOid: landed.head,
        ...(kept === null ? {} : { keep: true }),
    };
    const effects = await session.open(event, {
        ...facts,
        // As it was when the merge began; what base has now is that merge.
        ahead: 1,
        operationAtBase: null,
        baseCheckouts: 0,
        baseDiverged: false,
    });
    await finishLanded(session, effects, landed);
}
async function finishLanded(session, effects, landed) {
    await session.run(effects, {
        resolveConflict: async () => { },
        mergeBranch: async () => ({
            sha: landed.head,
            ...(landed.mergeOid === null ? {} : { mergeOid: landed.mergeOid }),
        }),
        ...(0,removal/* removalRunners */.S)(session, { force: 0, expected: landed.head }),
    });
}
async function retryResolve(session, failed, run) {
    const { engine } = session;
    const { merge } = failed;
    if (!run || merge === null) {
        await goBack(session, "resolve", run);
        return;
    }
    const way = lastResolution(session);
    const landed = await (0,merge_landed/* findLanded */.m)(engine, failed);
    if (landed !== undefined) {
        await goBack(session, "resolve", run);
        const { facts } = await (0,engine_facts/* worktreeFacts */.Hc)(engine, session.record);
        const kept = (0,merge_prepare/* keepReason */.En)(session.record, facts, merge.keep);
        const event = {
            type: "RESOLVE_CONFLICT",
            op: (0,engine_session/* newOp */.I)(),
            resolution: way.resolution,
            headOid: landed.head,
            ...(kept === null ? {} : { keep: true }),
        };
        const effects = await session.open(event, { ...facts, unmerged: [], markers: [], conflictsNow: [] });
        return finishLanded(session, effects, landed);
    }
    const target = await (0,merge_target/* readTarget */._E)(engine, merge.target, { fetch: engine.config.merge.fetch });
    const verifying = await (0,verify/* verifyCommand */.p0)(engine, true, target.tip);
    const head = await (0,refs/* readRef */.sg)(engine.repo, (0,ids/* branchRef */.Mi)(failed.branch));
    await goBack(session, "resolve", run);
    if (head === undefined) {
        throw new errors/* CoppiceError */.uS("CONFLICT_RESOLUTION_FAILED", `The branch ${failed.branch} does not exist any more.`);
    }
    throwErrorOf(await (0,resolve_land/* landResolved */.C)(session, target, head, way, verifying));
}
/** How the conflict was resolved when the merge that followed failed. */
function lastResolution({ journal }) {
    const entry = journal.entries.findLast(({ entry, superseded }) => entry.event.type === "RESOLVE_CONFLICT" && !superseded)?.entry.event;
    return entry?.type === "RESOLVE_CONFLICT"
        ? { resolution: entry.resolution, files: entry.files ?? [] }
        : { resolution: "manual", files: [] };
}
async function retryObserve(session) {
    await goBack(session, "observe", true);
    const { status } = await (0,engine_facts/* worktreeFacts */.Hc)(session.engine, session.record);
    await (0,observe/* journalObservation */.AY)(session, status);
}
function throwErrorOf(outcome) {
    const error = outcome === undefined ? undefined : (0,merge_outcome/* errorOf */.M)(outcome);
    if (error !== undefined)
        throw error;
}

// EXTERNAL MODULE: ./build/cli/flags.js
var flags = __webpack_require__(6222);
// EXTERNAL MODULE: ./build/cli/render/visible.js
var visible = __webpack_require__(892);
// EXTERNAL MODULE: ./build/cli/render/words.js
var words = __webpack_require__(739);
// EXTERNAL MODULE: ./build/cli/trust.js
var trust = __webpack_require__(831);
// EXTERNAL MODULE: ./build/cli/worktree.js
var worktree = __webpack_require__(456);
;// CONCATENATED MODULE: ./build/cli/commands/retry.js







const retry_flags = schemas/* object */.Ikc({ run: flags/* onFlag */.kY });
/** Goes on after an error, or only back to the state before it. */
const run = (cli, args, options) => {
    const given = (0,flags/* readFlags */.uW)(retry_flags, options);
    return cli.engine(async (engine) => {
        const record = await (0,trust/* trustOnRequest */.x)(cli, engine, () => retry(engine, args[0], { run: given.run }));
        (0,worktree/* tell */.q)(cli, engine, record, `${(0,visible/* visible */.RK)(record.branch)} is ${(0,words/* statusText */.qS)(record.status, cli.paint)} again`);
        return 0;
    });
};


/***/ }),

/***/ 7398:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  l: () => (/* binding */ creationFacts),
  B: () => (/* binding */ creationRunners)
});

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./build/git/file-tree.js
var file_tree = __webpack_require__(5582);
// EXTERNAL MODULE: ./build/git/refs.js
var refs = __webpack_require__(6713);
// EXTERNAL MODULE: ./build/lifecycle/errors.js
var errors = __webpack_require__(1740);
// EXTERNAL MODULE: ./build/lifecycle/ids.js
var ids = __webpack_require__(333);
// EXTERNAL MODULE: ./build/lifecycle/system-errors.js
var system_errors = __webpack_require__(9600);
// EXTERNAL MODULE: ./build/git/locks.js
var locks = __webpack_require__(5983);
// EXTERNAL MODULE: ./build/git/worktree-links.js
var worktree_links = __webpack_require__(7358);
// EXTERNAL MODULE: ./build/git/worktree-remove.js
var worktree_remove = __webpack_require__(8483);
// EXTERNAL MODULE: ./build/git/worktrees.js
var git_worktrees = __webpack_require__(2009);
// EXTERNAL MODULE: ./build/git/write-probe.js
var write_probe = __webpack_require__(8691);
;// CONCATENATED MODULE: ./build/git/worktree-add.js












const attempts = 5;
/**
 * Makes a linked worktree. The branch is made first, by compare-and-swap, so it is certain who made it: when the
 * worktree cannot be made, that branch goes again and nothing is left. No upstream is set up.
 * git's own parallel `worktree add` loses a few of many (a half-written registration of a rival stops it); those
 * are tried again.
 *
 * @throws CoppiceError PATH_EXISTS, WORKTREE_EXISTS, BRANCH_EXISTS, BRANCH_CHECKED_OUT, BRANCH_CREATION_FAILED,
 *   WORKTREE_CREATION_FAILED, TIMEOUT, INTERRUPTED, or one of the system group
 */
async function addWorktree(repo, wanted) {
    const path = preparePath(repo, wanted.path);
    if (wanted.start !== undefined)
        await createBranch(repo, wanted.branch, wanted.start);
    try {
        return await checkOut(repo, wanted, path);
    }
    catch (error) {
        cleanUpHalfMade(repo, path, wanted.branch);
        if (wanted.start !== undefined)
            await deleteMadeBranch(repo, wanted.branch, wanted.start);
        throw error;
    }
}
/** Deletes the branch that we made, unless somebody has moved it or checked it out meanwhile. */
async function deleteMadeBranch(repo, branch, start) {
    try {
        if ((await (0,git_worktrees/* listWorktrees */.P9)(repo)).some((worktree) => worktree.branch === branch))
            return;
        await (0,refs/* deleteRef */.jq)(repo, (0,ids/* branchRef */.Mi)(branch), start);
    }
    catch {
        // Why the worktree could not be made is what the caller has to hear; the branch is at base's tip and harms nobody.
    }
}
function preparePath(repo, wanted) {
    try {
        (0,file_tree/* makeDirectories */.K)((0,external_node_path_.dirname)(wanted));
    }
    catch (error) {
        throw ((0,system_errors/* systemError */.Oj)(error, "make the worktree's parent directory") ??
            creationFailed("its parent directory could not be made", error));
    }
    const path = (0,external_node_path_.join)((0,external_node_fs_.realpathSync)((0,external_node_path_.dirname)(wanted)), (0,external_node_path_.basename)(wanted));
    if ((0,worktree_links/* readRegistrations */.x6)(repo.commonDir).some((one) => one.path === path || (0,worktree_links/* realPath */.Ye)(one.path) === path)) {
        throw new errors/* CoppiceError */.uS("WORKTREE_EXISTS", `A worktree is registered at ${(0,external_node_path_.basename)(path)} already.`);
    }
    const stat = (0,external_node_fs_.lstatSync)(path, { throwIfNoEntry: false });
    if (stat !== undefined && !(stat.isDirectory() && (0,external_node_fs_.readdirSync)(path).length === 0)) {
        throw new errors/* CoppiceError */.uS("PATH_EXISTS", `Something else is where ${(0,external_node_path_.basename)(path)} was to be made.`);
    }
    return path;
}
async function createBranch(repo, branch, start) {
    let outcome;
    try {
        outcome = await (0,refs/* updateRef */.du)(repo, (0,ids/* branchRef */.Mi)(branch), start, undefined, `branch: Created from ${start}`);
    }
    catch (error) {
        if (!(error instanceof errors/* CoppiceError */.uS) || error.code !== "GIT_FAILED")
            throw error;
        const { blockedBy } = error.details;
        const blocking = blockedBy?.replace(/^refs\/heads\//, "");
        throw new errors/* CoppiceError */.uS("BRANCH_CREATION_FAILED", blocking === undefined
            ? `The branch ${branch} could not be made.`
            : `The branch ${branch} cannot exist beside the branch ${blocking}: git keeps branches as files and folders.`, {
            details: { ...error.details, branch, ...(blocking === undefined ? {} : { blockedBy: blocking }) },
            ...(blocking === undefined
                ? {}
                : { suggestedAction: `Choose another name, or rename the branch ${blocking}.` }),
            cause: error,
        });
    }
    if (outcome === "stale") {
        throw new errors/* CoppiceError */.uS("BRANCH_EXISTS", `The branch ${branch} exists already.`, { details: { branch } });
    }
}
async function checkOut(repo, wanted, path) {
    for (let attempt = 1;; attempt += 1) {
        const result = await repo.git.run(repo.commonDir, ["worktree", "add", "--quiet", "--", path, wanted.branch], {
            codes: "any",
            hooks: true,
            // A rival's lock may stop it half way: what is left is cleared away before the next attempt, below.
            retryLocks: false,
            timeoutMs: wanted.timeoutMs ?? 600_000,
            ...(wanted.env === undefined ? {} : { env: wanted.env }),
            ...(wanted.signal === undefined ? {} : { signal: wanted.signal }),
            ...(wanted.onStderr === undefined ? {} : { onStderr: wanted.onStderr }),
        });
        const gitDir = await completeGitDir(repo, path, wanted.branch);
        if (gitDir !== undefined)
            return { path, gitDir, hookExit: result.code === 0 ? undefined : result.code };
        cleanUpHalfMade(repo, path, wanted.branch);
        if (attempt >= attempts || !lostToRival(result))
            throw await explain(repo, wanted, path, result);
        await (0,locks/* backoff */.JN)(attempt);
    }
}
/** Wording decides only whether it is worth another try; what the error is comes from facts, below. */
const lostToRival = (result) => /\.lock'|could not lock|commondir|failed to read|could not open|No such file or directory/.test(result.stderr);
/**
 * The worktree's git directory, when everything but a hook has worked: both links are there, HEAD is on the
 * branch, the index is written, and git's own lock for the time of making it ("initializing") is gone.
 */
async function completeGitDir(repo, path, branch) {
    const gitDir = (0,worktree_links/* gitDirOf */.z0)(path);
    if (gitDir === undefined || (0,external_node_path_.dirname)(gitDir) !== (0,external_node_path_.join)(repo.commonDir, "worktrees"))
        return undefined;
    if ((0,worktree_links/* linkState */.mt)(path, gitDir) !== "intact" || isInitializing(gitDir))
        return undefined;
    if ((0,external_node_fs_.lstatSync)((0,external_node_path_.join)(gitDir, "index"), { throwIfNoEntry: false }) === undefined)
        return undefined;
    return (await headRef(repo, gitDir)) === (0,ids/* branchRef */.Mi)(branch) ? gitDir : undefined;
}
const isInitializing = (gitDir) => (0,worktree_links/* readText */.yR)((0,external_node_path_.join)(gitDir, "locked"))?.trim() === "initializing";
async function headRef(repo, gitDir) {
    if (repo.refFormat === "files")
        return /^ref: (.*)\n?$/.exec((0,worktree_links/* readText */.yR)((0,external_node_path_.join)(gitDir, "HEAD")) ?? "")?.[1];
    const { stdout } = await repo.git.run(repo.commonDir, [`--git-dir=${gitDir}`, "symbolic-ref", "--quiet", "HEAD"], {
        codes: "any",
    });
    return stdout.toString("utf8").trim();
}
/**
 * Takes away what a failed or killed `git worktree add` left at a path that was free before: registrations of
 * that path which git never finished, and the directory when one of them names it.
 */
function cleanUpHalfMade(repo, path, branch) {
    for (const registration of (0,worktree_links/* readRegistrations */.x6)(repo.commonDir)) {
        if ((0,worktree_links/* realPath */.Ye)(registration.path) !== path)
            continue;
        const head = (0,worktree_links/* readText */.yR)((0,external_node_path_.join)(registration.adminDir, "HEAD"))?.trim();
        const ours = isInitializing(registration.adminDir) || head === undefined || head === `ref: ${(0,ids/* branchRef */.Mi)(branch)}`;
        if (!ours)
            continue;
        const state = (0,worktree_links/* linkState */.mt)(path, registration.adminDir);
        if (state === "intact" || (state === "no-git-file" && (0,external_node_fs_.readdirSync)(path).length === 0))
            (0,file_tree/* removeTree */.d)(path);
        (0,worktree_remove/* pruneRegistration */.u)(repo, registration);
    }
}
async function explain(repo, wanted, path, result) {
    const { branch } = wanted;
    const worktrees = await (0,git_worktrees/* listWorktrees */.P9)(repo);
    const holder = worktrees.find((one) => one.branch === branch);
    if (holder !== undefined) {
        const blockedBy = holder.main ? "the main worktree" : (0,external_node_path_.basename)(holder.path);
        return new errors/* CoppiceError */.uS("BRANCH_CHECKED_OUT", `The branch ${branch} is checked out in ${blockedBy}.`, {
            details: { branch, blockedBy },
        });
    }
    if (worktrees.some((one) => one.path === path)) {
        return new errors/* CoppiceError */.uS("WORKTREE_EXISTS", `A worktree is registered at ${(0,external_node_path_.basename)(path)} already.`);
    }
    if ((await (0,refs/* readRef */.sg)(repo, (0,ids/* branchRef */.Mi)(branch))) === undefined) {
        return new errors/* CoppiceError */.uS("BRANCH_CREATION_FAILED", `The branch ${branch} does not exist.`, {
            details: { branch },
        });
    }
    const stat = (0,external_node_fs_.lstatSync)(path, { throwIfNoEntry: false });
    if (stat !== undefined && !(stat.isDirectory() && (0,external_node_fs_.readdirSync)(path).length === 0)) {
        return new errors/* CoppiceError */.uS("PATH_EXISTS", `Something else is where ${(0,external_node_path_.basename)(path)} was to be made.`);
    }
    const problem = (await (0,write_probe/* writeProblem */.b)((0,external_node_path_.dirname)(path))) ?? (await (0,write_probe/* writeProblem */.b)(repo.commonDir));
    return problem ?? creationFailed(`git worktree add ended with exit code ${result.code}`, undefined, result);
}
function creationFailed(reason, cause, result) {
    return new errors/* CoppiceError */.uS("WORKTREE_CREATION_FAILED", `The worktree could not be made: ${reason}.`, {
        details: result === undefined ? {} : { exitCode: result.code, output: result.stderr.slice(-16_384) },
        cause,
    });
}

// EXTERNAL MODULE: ./build/engine/base.js
var base = __webpack_require__(1570);
// EXTERNAL MODULE: ./build/engine/files.js
var files = __webpack_require__(3112);
// EXTERNAL MODULE: ./build/engine/place.js
var place = __webpack_require__(8916);
// EXTERNAL MODULE: ./build/engine/record-lock.js
var record_lock = __webpack_require__(3896);
// EXTERNAL MODULE: ./build/engine/removal.js
var removal = __webpack_require__(627);
// EXTERNAL MODULE: ./build/engine/setup.js + 5 modules
var setup = __webpack_require__(7140);
// EXTERNAL MODULE: ./build/engine/worktree-root.js
var worktree_root = __webpack_require__(1811);
;// CONCATENATED MODULE: ./build/engine/creation.js
















/** The runners of `creating` and `initializing`, for a creation and for its retry: what is made already stays. */
function creationRunners(session) {
    return {
        ...(0,setup/* setupRunners */.Nw)(session),
        createBranch: ({ branch, startOid }) => creation_createBranch(session, branch, startOid),
        createWorktree: ({ branch }) => createWorktree(session, branch),
        cleanupDirectory: (0,removal/* removalRunners */.S)(session, { force: 0 }).cleanupDirectory ?? (async () => { }),
    };
}
/** The facts of the closing entry of `creating` (canInitialize). */
async function creationFacts(session) {
    const there = (0,place/* locate */.x5)(session.engine, session.id)?.state === "intact";
    return { directoryExists: there, listed: there };
}
async function creation_createBranch(session, branch, startOid) {
    const { engine } = session;
    const place = placeOf(session);
    const start = place.branch?.start ?? startOid;
    if (start === null)
        throw new errors/* CoppiceError */.uS("BRANCH_CREATION_FAILED", `${branch} has no commit to start at.`);
    const upstream = place.branch?.upstream ?? null;
    if ((await (0,refs/* readRef */.sg)(engine.repo, (0,ids/* branchRef */.Mi)(branch))) === undefined) {
        // Noted before it is made: a branch that was made and not noted would stay for ever after a kill.
        engine.local.setPlace(session.id, { ...place, branch: { name: branch, start, made: true, upstream } });
        const message = `branch: Created from ${upstream ?? session.record.base ?? start}`;
        const made = await (0,refs/* updateRef */.du)(engine.repo, (0,ids/* branchRef */.Mi)(branch), start, undefined, message);
        if (made === "stale") {
            engine.local.setPlace(session.id, place);
            throw branchExists(branch);
        }
    }
    else if (place.branch?.made !== true) {
        throw branchExists(branch);
    }
    if (upstream !== null) {
        await engine.repo.git.run(engine.repo.commonDir, [
            "branch",
            "--quiet",
            `--set-upstream-to=${upstream}`,
            "--",
            branch,
        ]);
    }
}
async function createWorktree(session, branch) {
    const { engine, id } = session;
    const found = (0,place/* locate */.x5)(engine, id);
    const gitDir = found?.gitDir !== undefined && (await isComplete(session, found, branch))
        ? found.gitDir
        : await makeWorktree(session, branch, found);
    const path = (0,place/* locate */.x5)(engine, id)?.path ?? placeOf(session).path;
    engine.local.setPlace(id, { ...placeOf(session), path, identity: identity(path), gitDir });
    engine.local.markWorktree(gitDir, id);
    engine.local.writeState(id, session.record.status);
    const sha = await (0,refs/* readRef */.sg)(engine.repo, (0,ids/* branchRef */.Mi)(branch));
    return sha === undefined ? {} : { sha };
}
/** @returns the new worktree's git directory */
async function makeWorktree(session, branch, found) {
    const { engine, id } = session;
    const { path } = placeOf(session);
    engine.report.step(`git worktree add ${(0,external_node_path_.basename)(path)}`);
    const added = await (0,record_lock/* withWorktreeLock */.ze)(engine, async () => {
        if (found?.gitDir !== undefined)
            await (0,worktree_remove/* removeWorktree */.I)(engine.repo, { id: (0,external_node_path_.basename)(found.gitDir), path: found.path });
        (0,worktree_root/* excludeWorktreeRoot */.WI)(engine);
        makeDirectory(path, branch);
        engine.local.setPlace(id, { ...placeOf(session), identity: identity(path) });
        return addWorktree(engine.repo, {
            path,
            branch,
            signal: engine.signal,
            // Coppice's own hooks must not record what this operation records.
            env: { COPPICE_RECORD: id, COPPICE_OP: session.record.op?.id ?? "" },
            onStderr: (chunk) => engine.report.output(chunk),
        });
    });
    if (added.hookExit !== undefined) {
        engine.report.warn(`The post-checkout hook ended with exit code ${added.hookExit}; the worktree of ${branch} is complete all the same.`);
    }
    return added.gitDir;
}
/** Made by Coppice before git comes, so that it is certain whose directory it is. An empty one is taken as it is. */
function makeDirectory(path, branch) {
    (0,file_tree/* makeDirectories */.K)((0,external_node_path_.dirname)(path));
    try {
        (0,external_node_fs_.mkdirSync)(path);
    }
    catch (error) {
        if (!(0,files/* hasCode */.up)(error, "EEXIST"))
            throw error;
        if ((0,files/* identityOf */.cu)(path)?.directory !== true) {
            throw new errors/* CoppiceError */.uS("PATH_EXISTS", `Something else is where the worktree of ${branch} was to be made.`, {
                details: { branch },
            });
        }
    }
}
/** Everything that `git worktree add` does is done, a hook apart: links, HEAD, index, and its lock is gone. */
async function isComplete(session, found, branch) {
    const { gitDir, state } = found;
    if (state !== "intact" || gitDir === undefined)
        return false;
    if ((0,worktree_links/* readText */.yR)((0,external_node_path_.join)(gitDir, "locked"))?.trim() === "initializing")
        return false;
    if ((0,external_node_fs_.lstatSync)((0,external_node_path_.join)(gitDir, "index"), { throwIfNoEntry: false }) === undefined)
        return false;
    return (await (0,base/* headBranch */.Hi)(session.engine.repo, gitDir)) === branch;
}
function identity(path) {
    const found = (0,files/* identityOf */.cu)(path);
    return found === undefined ? null : { dev: found.dev, ino: found.ino };
}
function placeOf({ engine, id, record }) {
    const place = engine.local.place(id);
    if (place !== undefined)
        return place;
    throw new errors/* CoppiceError */.uS("WORKTREE_CREATION_FAILED", `It is not known where the worktree of ${record.branch} was to be.`, {
        details: { branch: record.branch },
        recoverable: false,
        suggestedAction: `coppice remove ${record.branch}, then create it again.`,
    });
}
const branchExists = (branch) => new errors/* CoppiceError */.uS("BRANCH_EXISTS", `The branch ${branch} exists already.`, { details: { branch } });


/***/ }),

/***/ 8120:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   m: () => (/* binding */ findLanded)
/* harmony export */ });
/* harmony import */ var _git_merge_tree_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1560);
/* harmony import */ var _git_refs_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6713);
/* harmony import */ var _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(333);
/* harmony import */ var _merge_graph_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7510);
/* harmony import */ var _message_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1968);





/** How far back the commit is looked for. */
const longestSearch = 2000;
/**
 * Whether base has the work of a record whose merge was interrupted: all its commits, or a commit of ours with its
 * trailer after which nothing of its changes is missing. Looked up in base alone, so a merge is never made twice.
 */
async function findLanded(engine, record) {
    const { repo } = engine;
    const { merge } = record;
    if (merge === null)
        return undefined;
    const tip = await (0,_git_refs_js__WEBPACK_IMPORTED_MODULE_1__/* .readRef */ .sg)(repo, (0,_lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_2__/* .branchRef */ .Mi)(merge.target));
    const head = await (0,_git_refs_js__WEBPACK_IMPORTED_MODULE_1__/* .readRef */ .sg)(repo, (0,_lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_2__/* .branchRef */ .Mi)(record.branch));
    if (tip === undefined || head === undefined)
        return undefined;
    const graph = await (0,_merge_graph_js__WEBPACK_IMPORTED_MODULE_3__/* .readAhead */ .E)(repo, [head], tip);
    const mergeOid = await ourCommit(engine, record, tip);
    if (graph.commitsOf(head).length === 0)
        return { target: merge.target, head, mergeOid };
    if (mergeOid === null || merge.strategy === "merge" || graph.isUnrelated(head))
        return undefined;
    const again = await (0,_git_merge_tree_js__WEBPACK_IMPORTED_MODULE_0__/* .mergeTree */ .pR)(repo, { ours: tip, theirs: head, attributes: tip });
    const same = again.outcome === "clean" && again.tree === (await repo.objects().resolve(`${tip}^{tree}`));
    return same ? { target: merge.target, head, mergeOid } : undefined;
}
/** The newest commit of base that carries the record's trailer. */
async function ourCommit(engine, record, tip) {
    const { repo } = engine;
    const since = record.baseOid === null ? [] : [`^${record.baseOid}`];
    const text = await repo.git.text(repo.commonDir, [
        "rev-list",
        "--first-parent",
        `--max-count=${longestSearch}`,
        "--fixed-strings",
        `--grep=${_message_js__WEBPACK_IMPORTED_MODULE_4__/* .recordTrailerKey */ .Yu}: ${record.id}`,
        tip,
        ...since,
    ]);
    for (const line of text.split("\n")) {
        const oid = _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_2__/* .oidSchema */ .u0.safeParse(line);
        if (!oid.success)
            continue;
        const { message } = await repo.objects().commit(oid.data);
        if ((0,_message_js__WEBPACK_IMPORTED_MODULE_4__/* .trailerOf */ .ty)(message, _message_js__WEBPACK_IMPORTED_MODULE_4__/* .recordTrailerKey */ .Yu) === record.id)
            return oid.data;
    }
    return null;
}


/***/ }),

/***/ 2661:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C: () => (/* binding */ landResolved)
/* harmony export */ });
/* harmony import */ var _git_merge_tree_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1560);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1740);
/* harmony import */ var _lifecycle_events_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3970);
/* harmony import */ var _facts_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3984);
/* harmony import */ var _merge_graph_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7510);
/* harmony import */ var _merge_land_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1376);
/* harmony import */ var _merge_prepare_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(8013);
/* harmony import */ var _session_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(2494);








/**
 * Journals that the conflict is resolved and merges the branch. The session's record is in `conflict`.
 * @param head the task branch's tip, with the resolution
 * @throws CONFLICT_RESOLUTION_FAILED when the branch does not merge cleanly, INVALID_STATE, BASE_DIVERGED ...:
 *   nothing is journaled then
 */
async function landResolved(session, target, head, way, verifying) {
    const { engine, record } = session;
    const { merge } = record;
    if (merge === null)
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CoppiceError */ .uS("INVALID_STATE", `${record.branch} has no merge to go on with.`);
    refuseTarget(target);
    const { facts } = await (0,_facts_js__WEBPACK_IMPORTED_MODULE_3__/* .worktreeFacts */ .Hc)(engine, record);
    const kept = (0,_merge_prepare_js__WEBPACK_IMPORTED_MODULE_6__/* .keepReason */ .En)(record, facts, merge.keep) ?? dirtyReason(facts);
    const all = { ...facts, markers: [], conflictsNow: await conflictsNow(session, target, head) };
    const item = {
        session,
        wish: {
            record,
            head,
            target: target.branch,
            strategy: merge.strategy,
            resolutions: [...(0,_merge_prepare_js__WEBPACK_IMPORTED_MODULE_6__/* .resolutionsOf */ .XT)(session), head],
        },
        kept,
        // Base's side may have been taken of everything: then nothing is left to land, and that was the decision.
        finishes: true,
        open: () => session.open({
            type: "RESOLVE_CONFLICT",
            op: (0,_session_js__WEBPACK_IMPORTED_MODULE_7__/* .newOp */ .I)(),
            resolution: way.resolution,
            ...(way.files.length === 0
                ? {}
                : { files: way.files.slice(0, _lifecycle_events_js__WEBPACK_IMPORTED_MODULE_2__/* .keptFiles */ .y2), total: way.files.length }),
            headOid: head,
            ...(kept === null ? {} : { keep: true }),
        }, all),
        giveUp: async () => { },
    };
    const landing = new _merge_land_js__WEBPACK_IMPORTED_MODULE_5__/* .Landing */ .aw(engine, target, await (0,_merge_graph_js__WEBPACK_IMPORTED_MODULE_4__/* .readAhead */ .E)(engine.repo, [head], target.tip), verifying);
    const [outcome] = await landing.land([item]);
    if (outcome === undefined)
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CoppiceError */ .uS("MERGE_FAILED", `${record.branch} was not merged.`);
    if (outcome.status === "refused")
        throw outcome.error;
    return outcome;
}
async function conflictsNow({ engine }, target, head) {
    const now = await (0,_git_merge_tree_js__WEBPACK_IMPORTED_MODULE_0__/* .mergeTree */ .pR)(engine.repo, { ours: head, theirs: target.tip, attributes: target.tip });
    if (now.outcome !== "conflict")
        return [];
    const paths = [...new Set(now.files.map(({ path }) => path))];
    return paths.length > 0 ? paths : [...new Set(now.messages.flatMap((message) => message.paths))];
}
const dirtyReason = ({ uncommitted }) => uncommitted === undefined || uncommitted.total > 0 ? "it has uncommitted changes" : null;
/** What a merge asks of base, for one that goes on. */
function refuseTarget(target) {
    const { branch } = target;
    const details = { base: branch };
    if (target.operation !== null) {
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CoppiceError */ .uS("INVALID_STATE", `A ${target.operation} is in progress where ${branch} is checked out.`, {
            details: { ...details, operation: target.operation },
            suggestedAction: "End it there (git status says how), then resolve again.",
        });
    }
    if (target.checkouts.length > 1) {
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CoppiceError */ .uS("BRANCH_CHECKED_OUT", `${branch} is checked out in ${target.checkouts.length} worktrees.`, {
            details,
        });
    }
    if (target.diverged) {
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CoppiceError */ .uS("BASE_DIVERGED", `${branch} and its upstream have both moved.`, { details });
    }
}


/***/ }),

/***/ 5983:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   JN: () => (/* binding */ backoff),
/* harmony export */   TT: () => (/* binding */ heldLock),
/* harmony export */   kB: () => (/* binding */ lockRetries)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8500);



/** How often a command is tried again while another git holds a lock. The waits sum up to about two seconds. */
const lockRetries = 6;
/**
 * The lock file that stopped a git command, or nothing when it failed for another reason.
 * The name comes from git's message, because only git knows which lock it wanted (index, ref, packed-refs, config);
 * that it was held is the system's "File exists", or the file itself when it is still there.
 */
function heldLock(cwd, stderr) {
    const named = /Unable to create '(.+?\.lock)': (.*)/.exec(stderr) ??
        /could not lock config file (.+?): (.*)/.exec(stderr);
    const name = named?.[1];
    if (name === undefined)
        return undefined;
    const file = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)(cwd, name.endsWith(".lock") ? name : `${name}.lock`);
    return named?.[2]?.startsWith("File exists") === true || (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)(file) ? file : undefined;
}
/** Waits before the next try: doubling from 30 ms, each wait spread by a random half so that rivals part. */
async function backoff(attempt, signal) {
    const wait = 30 * 2 ** Math.min(attempt, 5);
    await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_2__.setTimeout)(wait / 2 + Math.random() * wait, undefined, signal === undefined ? {} : { signal });
}


/***/ })

};
