export const id = 53;
export const ids = [53];
export const modules = {

/***/ 7168:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   A: () => (/* binding */ reachableElsewhere),
/* harmony export */   M: () => (/* binding */ unpushedSubmodules)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);


/**
 * Whether every commit of `tips` is reachable from a branch, a remote-tracking branch or a tag other than `except`:
 * then that branch can go and no commit with it. Stash, notes and archives do not count: they come and go.
 */
async function reachableElsewhere(engine, tips, except) {
    if (tips.length === 0)
        return true;
    const { git, commonDir } = engine.repo;
    // With --branches the pattern is the name below refs/heads, and it counts for the next such option alone.
    const exclude = except === undefined ? [] : [`--exclude=${except}`];
    const found = await git.text(commonDir, [
        "rev-list",
        "--max-count=1",
        ...tips,
        "--not",
        ...exclude,
        "--branches",
        "--remotes",
        "--tags",
    ]);
    return found === "";
}
/**
 * Submodules of a linked worktree whose commits are on no remote of theirs. Such a worktree has git directories of
 * its own for them (`<its git directory>/modules/...`), which go with it.
 * @returns the submodules' names
 */
async function unpushedSubmodules(engine, gitDir) {
    const modules = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(gitDir, "modules");
    const found = [];
    for (const name of moduleNames(modules)) {
        const directory = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(modules, name);
        const { code, stdout } = await engine.repo.git.run(directory, 
        // The module's config names its work tree, which may be gone; nothing here needs one.
        [
            "--git-dir=.",
            "-c",
            "core.worktree=",
            "-c",
            "core.bare=true",
            "rev-list",
            "--max-count=1",
            "--all",
            "HEAD",
            "--not",
            "--remotes",
        ], { codes: "any" });
        // What cannot be read is not known to be pushed.
        if (code !== 0 || stdout.length > 0)
            found.push(name);
    }
    return found;
}
/** A submodule's name may have slashes: a directory with a HEAD is one, others are looked into. */
function moduleNames(directory, prefix = "") {
    if (!(0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)(directory))
        return [];
    return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readdirSync)(directory, { withFileTypes: true }).flatMap((entry) => {
        if (!entry.isDirectory())
            return [];
        const name = prefix + entry.name;
        const path = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(directory, entry.name);
        if (!(0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(path, "HEAD")))
            return moduleNames(path, `${name}/`);
        const nested = moduleNames((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(path, "modules")).map((inner) => `${name}/modules/${inner}`);
        return [name, ...nested];
    });
}


/***/ }),

/***/ 5749:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B: () => (/* binding */ factsBeforeRemoval),
/* harmony export */   _: () => (/* binding */ removalFacts)
/* harmony export */ });
/* harmony import */ var _lifecycle_facts_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9532);
/* harmony import */ var _facts_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3984);
/* harmony import */ var _reachable_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7168);



/**
 * What decides about a removal: the worktree's facts, and whether its branch's commits exist elsewhere. What would be
 * lost beside files counts as uncommitted and is named like one: commits on a detached HEAD that no branch holds,
 * and commits of submodules that were not pushed.
 */
async function removalFacts(engine, record, force) {
    const gathered = await (0,_facts_js__WEBPACK_IMPORTED_MODULE_0__/* .worktreeFacts */ .Hc)(engine, record);
    const { facts } = gathered;
    const losses = await hiddenLosses(engine, gathered);
    const reachable = facts.headOid === undefined
        ? {}
        : { reachableElsewhere: await (0,_reachable_js__WEBPACK_IMPORTED_MODULE_1__/* .reachableElsewhere */ .A)(engine, [facts.headOid], record.branch) };
    return {
        ...gathered,
        facts: { ...withLosses(facts, losses), ...reachable, forceLevel: force },
    };
}
/** The facts of a merge that removes the worktree: commits of submodules that were not pushed would go with it. */
async function factsBeforeRemoval(engine, { facts, located }) {
    return withLosses(facts, await submoduleLosses(engine, located));
}
function withLosses(facts, losses) {
    const { uncommitted } = facts;
    if (uncommitted === undefined || losses.length === 0)
        return facts;
    return {
        ...facts,
        uncommitted: {
            files: [...losses, ...uncommitted.files].slice(0, 100),
            total: uncommitted.total + losses.length,
        },
    };
}
async function hiddenLosses(engine, { status, located }) {
    const losses = [];
    if (status?.detached === true && status.oid !== undefined) {
        if (!(await (0,_reachable_js__WEBPACK_IMPORTED_MODULE_1__/* .reachableElsewhere */ .A)(engine, [status.oid])))
            losses.push(detachedLoss(status.oid));
    }
    losses.push(...(await submoduleLosses(engine, located)));
    return losses;
}
async function submoduleLosses(engine, located) {
    if (located?.state !== "intact" || located.gitDir === undefined)
        return [];
    return (await (0,_reachable_js__WEBPACK_IMPORTED_MODULE_1__/* .unpushedSubmodules */ .M)(engine, located.gitDir)).map(_lifecycle_facts_js__WEBPACK_IMPORTED_MODULE_2__/* .notPushed */ .v);
}
const detachedLoss = (oid) => `HEAD (detached at ${oid.slice(0, 12)}, on no branch)`;


/***/ }),

/***/ 627:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   S: () => (/* binding */ removalRunners)
/* harmony export */ });
/* unused harmony export checkedOutAt */
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _git_refs_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6713);
/* harmony import */ var _git_worktree_links_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7358);
/* harmony import */ var _git_worktree_remove_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8483);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1740);
/* harmony import */ var _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(333);
/* harmony import */ var _files_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(3112);
/* harmony import */ var _find_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(1996);
/* harmony import */ var _place_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(8916);
/* harmony import */ var _reachable_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(7168);
/* harmony import */ var _record_lock_js__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(3896);
/* harmony import */ var _removal_facts_js__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(5749);
/* harmony import */ var _stop_js__WEBPACK_IMPORTED_MODULE_13__ = __webpack_require__(67);
/* harmony import */ var _verify_js__WEBPACK_IMPORTED_MODULE_14__ = __webpack_require__(5866);
/* harmony import */ var _worktree_root_js__WEBPACK_IMPORTED_MODULE_15__ = __webpack_require__(1811);
















/** The runners of every removal: by command, after a merge, in a retry. Each counts what is gone as done. */
function removalRunners(session, options) {
    const { engine } = session;
    return {
        // The holder was stopped before the effects began (protocol.ts); the merge's worktree goes as a whole.
        stopSetup: async () => { },
        abortMerge: async () => { },
        archive: async ({ scope }) => {
            if (scope === "squashed")
                await keepSquashed(session);
        },
        removeWorktree: async ({ force }) => {
            // What a killed process left running for the record would write on into the directory that goes.
            await (0,_stop_js__WEBPACK_IMPORTED_MODULE_13__/* .stopCommand */ .IM)(engine, session.id);
            const located = (0,_place_js__WEBPACK_IMPORTED_MODULE_9__/* .locate */ .x5)(engine, session.id);
            if (located === undefined)
                return;
            const place = engine.local.place(session.id);
            if (located.state === "intact" && options.setupStopped !== true)
                await mayGo(session, options, force);
            // A creation may have been killed before git came: then all there is is the empty directory.
            if (place !== undefined && located.gitDir === undefined)
                removeIfEmpty(place.path, place.identity);
            await takeAway(engine, located);
        },
        pruneBranch: ({ branch }) => pruneBranch(session, branch, options.expected),
        cleanupDirectory: async ({ halfMade }) => {
            await (0,_verify_js__WEBPACK_IMPORTED_MODULE_14__/* .removeLeftovers */ .DA)(session.engine, session.record);
            if (halfMade)
                await undoCreation(session);
            else
                forget(session);
        },
    };
}
/** Looks again, just before: since the decision, somebody may have worked there, or taken it. */
async function mayGo(session, options, force) {
    const { record, engine } = session;
    const level = options.force;
    const { facts } = await (0,_removal_facts_js__WEBPACK_IMPORTED_MODULE_12__/* .removalFacts */ ._)(engine, record, level);
    const { branch } = record;
    if (facts.insideDirectory === true) {
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .CoppiceError */ .uS("WORKTREE_IN_USE", `The command runs inside the worktree of ${branch}.`, {
            details: { branch },
            suggestedAction: `Leave it first, then coppice remove ${branch}.`,
        });
    }
    if (level < 2 && facts.liveLease) {
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .CoppiceError */ .uS("WORKTREE_IN_USE", `${branch} is in use by ${facts.liveLease.holder}.`, {
            details: { branch, lease: facts.liveLease },
        });
    }
    if (level < 2 && facts.gitLock) {
        const { reason } = facts.gitLock;
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .CoppiceError */ .uS("WORKTREE_LOCKED", `${branch} is locked${reason === null ? "" : `: ${reason}`}.`, {
            details: { branch, lock: reason === null ? {} : { reason } },
        });
    }
    if (options.expected !== undefined && facts.headOid !== undefined && facts.headOid !== options.expected) {
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .CoppiceError */ .uS("WORKTREE_DIRTY", `${branch} has new commits by now; its worktree stays.`, {
            details: { branch, expectedOid: options.expected, actualOid: facts.headOid },
            suggestedAction: `Look at them, then coppice remove ${branch} again.`,
        });
    }
    if (force)
        return;
    if (facts.uncommitted === undefined) {
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .CoppiceError */ .uS("WORKTREE_REMOVAL_FAILED", `The status of ${branch} could not be read, so it stays.`);
    }
    if (facts.uncommitted.total > 0) {
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .CoppiceError */ .uS("WORKTREE_DIRTY", `${branch} has uncommitted changes by now; its worktree stays.`, {
            details: {
                uncommittedFiles: [...facts.uncommitted.files],
                uncommittedTotal: facts.uncommitted.total,
            },
        });
    }
}
async function takeAway(engine, located) {
    const { gitDir, path, state } = located;
    if (gitDir === undefined) {
        if (state !== "missing" && (0,_files_js__WEBPACK_IMPORTED_MODULE_7__/* .identityOf */ .cu)(path) !== undefined)
            engine.report.warn(`What is at ${path} is no worktree of Coppice's and stays.`);
        return;
    }
    const id = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.basename)(gitDir);
    const removed = await (0,_record_lock_js__WEBPACK_IMPORTED_MODULE_11__/* .preferringWorktreeLock */ .Bz)(engine, async () => (0,_git_worktree_remove_js__WEBPACK_IMPORTED_MODULE_4__/* .removeWorktree */ .I)(engine.repo, { id, path }));
    if (removed.directory === "kept") {
        engine.report.warn(`Something else is at ${path} by now and stays; only the registration is gone.`);
    }
}
async function pruneBranch(session, branch, expected) {
    const { engine, record } = session;
    const tip = await (0,_git_refs_js__WEBPACK_IMPORTED_MODULE_2__/* .readRef */ .sg)(engine.repo, (0,_lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_6__/* .branchRef */ .Mi)(branch));
    if (tip === undefined)
        return;
    const holder = await checkedOutAt(engine, branch);
    if (holder !== undefined) {
        engine.report.warn(`The branch ${branch} stays: it is checked out in ${holder}.`);
        return;
    }
    const givenUp = record.removal?.force === true && record.removal.discard && tip === record.headOid;
    const decided = tip === expected || tip === record.landed?.headOid || givenUp;
    if (!decided && !(await (0,_reachable_js__WEBPACK_IMPORTED_MODULE_10__/* .reachableElsewhere */ .A)(engine, [tip], branch))) {
        engine.report.warn(`The branch ${branch} stays: it has commits that exist nowhere else.`);
        return;
    }
    if ((await (0,_git_refs_js__WEBPACK_IMPORTED_MODULE_2__/* .deleteRef */ .jq)(engine.repo, (0,_lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_6__/* .branchRef */ .Mi)(branch), tip)) === "stale") {
        engine.report.warn(`The branch ${branch} stays: it has just moved.`);
    }
}
/**
 * Where a branch is checked out, or is the subject of a rebase or bisect: deleting it would break that worktree.
 * git's list does not tell of the latter, as HEAD is detached then.
 */
async function checkedOutAt(engine, branch) {
    const { repo } = engine;
    const ref = (0,_lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_6__/* .branchRef */ .Mi)(branch);
    const found = (await (0,_git_refs_js__WEBPACK_IMPORTED_MODULE_2__.listRefs)(repo, [ref])).find((one) => one.name === ref);
    if (found?.worktreePath !== undefined)
        return found.worktreePath;
    const places = [
        { path: repo.mainWorktree ?? repo.commonDir, gitDir: repo.commonDir },
        ...(0,_git_worktree_links_js__WEBPACK_IMPORTED_MODULE_3__/* .readRegistrations */ .x6)(repo.commonDir).map((one) => ({ path: one.path, gitDir: one.adminDir })),
    ];
    return places.find(({ gitDir }) => isSubjectOf(gitDir, ref, branch))?.path;
}
function isSubjectOf(gitDir, ref, branch) {
    const names = ["rebase-merge/head-name", "rebase-apply/head-name", "BISECT_START"];
    return names.some((name) => {
        const text = (0,_git_worktree_links_js__WEBPACK_IMPORTED_MODULE_3__/* .readText */ .yR)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(gitDir, name))?.trim();
        return text === ref || text === branch;
    });
}
/** The commits that a squash or rebase left behind get a ref, so that the branch can go and nothing is lost. */
async function keepSquashed(session) {
    const { engine, record } = session;
    const tip = await (0,_git_refs_js__WEBPACK_IMPORTED_MODULE_2__/* .readRef */ .sg)(engine.repo, (0,_lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_6__/* .branchRef */ .Mi)(record.branch));
    if (tip === undefined || (await (0,_reachable_js__WEBPACK_IMPORTED_MODULE_10__/* .reachableElsewhere */ .A)(engine, [tip], record.branch)))
        return;
    const time = new Date(engine.now()).toISOString().replace(/[-:]|\.\d+/g, "");
    await (0,_git_refs_js__WEBPACK_IMPORTED_MODULE_2__/* .updateRef */ .du)(engine.repo, `refs/coppice/archive/${record.branch}/${time}`, tip, undefined, "coppice: archive");
}
/** After a failed creation: the worktree as far as it was made, and the branch that this operation made. */
async function undoCreation(session) {
    const { engine, id } = session;
    const place = engine.local.place(id);
    if (place === undefined)
        return;
    const located = (0,_place_js__WEBPACK_IMPORTED_MODULE_9__/* .locate */ .x5)(engine, id);
    if (located?.gitDir !== undefined && (await isUntouched(session, located))) {
        await takeAway(engine, located);
        if ((0,_place_js__WEBPACK_IMPORTED_MODULE_9__/* .locate */ .x5)(engine, id)?.state !== "missing")
            (0,_git_worktree_remove_js__WEBPACK_IMPORTED_MODULE_4__/* .pruneRegistration */ .u)(engine.repo, { id: (0,node_path__WEBPACK_IMPORTED_MODULE_1__.basename)(located.gitDir) });
    }
    removeIfEmpty(place.path, place.identity);
    const { branch } = place;
    if (branch?.made === true && (await checkedOutAt(engine, branch.name)) === undefined) {
        await (0,_git_refs_js__WEBPACK_IMPORTED_MODULE_2__/* .deleteRef */ .jq)(engine.repo, (0,_lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_6__/* .branchRef */ .Mi)(branch.name), branch.start);
    }
    engine.local.setPlace(id, {
        ...place,
        identity: null,
        gitDir: null,
        branch: branch === null ? null : { ...branch, made: false },
    });
}
/** A worktree that was complete when something later failed may have been worked in; a half-made one was not. */
async function isUntouched(session, located) {
    if (located.state !== "intact" || located.gitDir === undefined)
        return true;
    if ((0,_git_worktree_links_js__WEBPACK_IMPORTED_MODULE_3__/* .readText */ .yR)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(located.gitDir, "locked"))?.trim() === "initializing")
        return true;
    const { facts } = await (0,_removal_facts_js__WEBPACK_IMPORTED_MODULE_12__/* .removalFacts */ ._)(session.engine, session.record, 0);
    if (facts.uncommitted?.total === 0)
        return true;
    session.engine.report.warn(`The worktree at ${located.path} stays: something was changed in it.`);
    return false;
}
function forget(session) {
    const { engine, id } = session;
    const place = engine.local.place(id);
    engine.local.forget(id);
    if (place !== undefined)
        removeEmptyParents(engine, (0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(place.path));
}
/** Directories of a pattern like `{run}/{task}`, up to the root, when this worktree was the last in them. */
function removeEmptyParents(engine, start) {
    const root = (0,_worktree_root_js__WEBPACK_IMPORTED_MODULE_15__/* .worktreeRoot */ .AH)(engine);
    for (let at = start; at !== root && (0,_find_js__WEBPACK_IMPORTED_MODULE_8__/* .isInside */ .FK)(at, root); at = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(at)) {
        try {
            // Refuses a directory that holds something.
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmdirSync)(at);
        }
        catch {
            return;
        }
    }
}
/** The directory that `mkdir` made for the worktree, when nothing came into it and nothing else took its place. */
function removeIfEmpty(path, made) {
    const found = (0,_files_js__WEBPACK_IMPORTED_MODULE_7__/* .identityOf */ .cu)(path);
    if (found === undefined || !found.directory || (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readdirSync)(path).length > 0)
        return;
    if (made !== null && (made.dev !== found.dev || made.ino !== found.ino))
        return;
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmdirSync)(path);
    }
    catch {
        // Something came into it since.
    }
}


/***/ }),

/***/ 5866:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   DA: () => (/* binding */ removeLeftovers),
/* harmony export */   MX: () => (/* binding */ verify),
/* harmony export */   p0: () => (/* binding */ verifyCommand)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var _git_worktree_links_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7358);
/* harmony import */ var _git_worktree_remove_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8483);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1740);
/* harmony import */ var _lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(9600);
/* harmony import */ var _local_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(8060);
/* harmony import */ var _record_command_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(377);
/* harmony import */ var _record_lock_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(3896);
/* harmony import */ var _trust_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(5512);
/* harmony import */ var _worktree_root_js__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(1811);












/**
 * The command of config `merge.verify`, where it is to run.
 * @throws UNTRUSTED when this clone has not allowed it
 */
async function verifyCommand(engine, wanted, tip) {
    const command = wanted ? engine.config.merge.verify : undefined;
    if (command !== undefined)
        await (0,_trust_js__WEBPACK_IMPORTED_MODULE_10__/* .requireTrust */ .aN)(engine, ["merge.verify"], { commit: tip });
    return command;
}
/**
 * Runs the verify command in a temporary detached worktree at the commit that is to land. The worktree lies beside the
 * others, so that a tool finds there what it finds in them, and is gone when this returns.
 * @throws MERGE_FAILED with the end of the output; base has not moved
 */
async function verify(engine, record, target, oid, command) {
    engine.report.step(`verifying ${record.branch}: ${command}`);
    await removeLeftovers(engine, record);
    const path = await addDetached(engine, record, oid);
    try {
        const logFile = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(engine.local.directory(record.id), "verify.log");
        engine.local.write(record.id, _local_js__WEBPACK_IMPORTED_MODULE_7__/* .logsFile */ .Gi, {
            ...engine.local.read(record.id, _local_js__WEBPACK_IMPORTED_MODULE_7__/* .logsFile */ .Gi),
            verify: logFile,
        });
        const result = await (0,_record_command_js__WEBPACK_IMPORTED_MODULE_8__/* .runRecordCommand */ .m)(engine, record.id, {
            command,
            cwd: path,
            env: {
                COPPICE_WORKTREE: path,
                COPPICE_BRANCH: record.branch,
                COPPICE_BASE: target,
                COPPICE_MAIN: engine.repo.mainWorktree ?? engine.repo.root,
                COPPICE_COMMIT: oid,
            },
            logFile,
        });
        const failure = (0,_record_command_js__WEBPACK_IMPORTED_MODULE_8__/* .failureOf */ .g)(result);
        if (failure === undefined)
            return;
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .CoppiceError */ .uS("MERGE_FAILED", `The verify command ${failure}, so ${target} was not moved.`, {
            details: {
                branch: record.branch,
                base: target,
                step: "verify",
                ...(result.code === undefined ? {} : { exitCode: result.code }),
                output: result.tail,
            },
            suggestedAction: `Mend it: coppice retry ${record.branch} --no-run, work, then merge again; or coppice retry ${record.branch}.`,
        });
    }
    finally {
        await removeLeftovers(engine, record);
    }
}
const prefixOf = (record) => `.verify-${record.id.slice(0, 16)}-`;
async function addDetached(engine, record, oid) {
    const root = (0,_worktree_root_js__WEBPACK_IMPORTED_MODULE_11__/* .worktreeRoot */ .AH)(engine);
    const path = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(root, prefixOf(record) + (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomBytes)(4).toString("hex"));
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.mkdirSync)(root, { recursive: true });
    }
    catch (error) {
        throw (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_6__/* .systemError */ .Oj)(error, "make the directory for verifying") ?? error;
    }
    (0,_worktree_root_js__WEBPACK_IMPORTED_MODULE_11__/* .excludeWorktreeRoot */ .WI)(engine);
    await (0,_record_lock_js__WEBPACK_IMPORTED_MODULE_9__/* .withWorktreeLock */ .ze)(engine, () => engine.repo.git.run(engine.repo.commonDir, ["worktree", "add", "--detach", "--quiet", "--", path, oid], {
        timeoutMs: 600_000,
        signal: engine.signal,
        writes: root,
    }));
    return path;
}
/** Takes away every verify worktree of the record: the lock is held, so none is in use. */
async function removeLeftovers(engine, record) {
    const prefix = prefixOf(record);
    // Cleaning up goes on after Ctrl-C.
    const undisturbed = { ...engine, signal: new AbortController().signal };
    for (const { id, path } of (0,_git_worktree_links_js__WEBPACK_IMPORTED_MODULE_3__/* .readRegistrations */ .x6)(engine.repo.commonDir)) {
        if (!(0,node_path__WEBPACK_IMPORTED_MODULE_2__.basename)(path).startsWith(prefix))
            continue;
        await (0,_record_lock_js__WEBPACK_IMPORTED_MODULE_9__/* .withWorktreeLock */ .ze)(undisturbed, () => (0,_git_worktree_remove_js__WEBPACK_IMPORTED_MODULE_4__/* .removeWorktree */ .I)(engine.repo, { id, path }));
    }
}


/***/ }),

/***/ 5582:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   K: () => (/* binding */ makeDirectories),
/* harmony export */   d: () => (/* binding */ removeTree)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9600);



/**
 * Deletes a directory with everything in it. Read-only directories (a module cache, a test's fixture) are opened
 * first. Symbolic links are deleted, never followed. What is gone already counts as done.
 */
function removeTree(path) {
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
    }
    catch (error) {
        const errno = (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .errnoOf */ .UQ)(error);
        if (errno !== "EACCES" && errno !== "EPERM" && errno !== "ENOTEMPTY")
            throw error;
        openDirectories(path);
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
    }
}
function openDirectories(path) {
    const stat = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.lstatSync)(path, { throwIfNoEntry: false });
    if (stat === undefined || !stat.isDirectory())
        return;
    if ((stat.mode & 0o700) !== 0o700)
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.chmodSync)(path, stat.mode | 0o700);
    for (const entry of (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readdirSync)(path, { withFileTypes: true })) {
        if (entry.isDirectory())
            openDirectories((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(path, entry.name));
    }
}
/**
 * Makes a directory with the parents that it lacks. Node's own recursive mkdir never returns where a file system
 * answers ENOENT to a new directory below one that exists, as /proc does.
 */
function makeDirectories(path) {
    const missing = [];
    for (let at = path; (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.statSync)(at, { throwIfNoEntry: false }) === undefined; at = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(at))
        missing.push(at);
    for (const one of missing.reverse()) {
        try {
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdirSync)(one);
        }
        catch (error) {
            // Another process may have made it meanwhile; a link that leads nowhere is no directory.
            if ((0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .errnoOf */ .UQ)(error) !== "EEXIST" || (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.statSync)(one, { throwIfNoEntry: false }) === undefined)
                throw error;
        }
    }
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

/***/ 8483:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   I: () => (/* binding */ removeWorktree),
/* harmony export */   u: () => (/* binding */ pruneRegistration)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1740);
/* harmony import */ var _lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9600);
/* harmony import */ var _file_tree_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5582);
/* harmony import */ var _worktree_links_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7358);






/**
 * Deletes a linked worktree's directory and its registration, whatever is in it: modified and untracked files,
 * initialised submodules, read-only directories, a lock. Whether that may be lost is for the caller to decide first.
 * The directory goes only while it and the registration name each other; an empty directory in its place goes too,
 * anything else is kept. Idempotent.
 *
 * @param worktree - as `listWorktrees` gave it: the registration is found by its own name, never by the path alone
 * @throws CoppiceError WORKTREE_REMOVAL_FAILED, PERMISSION_DENIED, READONLY_FS
 */
async function removeWorktree(repo, worktree) {
    const adminDir = registrationDir(repo, worktree.id);
    const registered = (0,_worktree_links_js__WEBPACK_IMPORTED_MODULE_5__/* .readRegistration */ .qC)(adminDir);
    if (registered !== undefined && (0,_worktree_links_js__WEBPACK_IMPORTED_MODULE_5__/* .realPath */ .Ye)(registered.path) !== (0,_worktree_links_js__WEBPACK_IMPORTED_MODULE_5__/* .realPath */ .Ye)(worktree.path)) {
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CoppiceError */ .uS("WORKTREE_REMOVAL_FAILED", "The registration names another directory by now.");
    }
    const directory = await removeDirectory(repo, worktree.path, adminDir);
    const registration = pruneRegistration(repo, worktree) ? "removed" : "absent";
    // `git worktree remove` may have taken the registration along.
    return { directory, registration: registered === undefined ? registration : "removed" };
}
async function removeDirectory(repo, path, adminDir) {
    switch ((0,_worktree_links_js__WEBPACK_IMPORTED_MODULE_5__/* .linkState */ .mt)(path, adminDir)) {
        case "missing":
            return "absent";
        case "intact":
            break;
        default:
            return removeEmpty(path);
    }
    const before = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.lstatSync)(path);
    // Twice: also a locked one. git stops its file system monitor and takes the registration along.
    const { code, stderr } = await repo.git.run(repo.commonDir, ["worktree", "remove", "--force", "--force", "--", path], { codes: "any" });
    const after = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.lstatSync)(path, { throwIfNoEntry: false });
    if (after === undefined)
        return "removed";
    // git stops at the first file that it cannot delete, and by then may have forgotten the registration.
    if (after.ino !== before.ino || after.dev !== before.dev)
        return "kept";
    try {
        (0,_file_tree_js__WEBPACK_IMPORTED_MODULE_4__/* .removeTree */ .d)(path);
    }
    catch (error) {
        throw ((0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .systemError */ .Oj)(error, "delete the worktree's directory") ??
            new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CoppiceError */ .uS("WORKTREE_REMOVAL_FAILED", "The worktree's directory could not be deleted.", {
                details: { exitCode: code, output: stderr.slice(-16_384), reason: (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .errnoOf */ .UQ)(error) ?? "unknown" },
                cause: error,
            }));
    }
    return "removed";
}
function removeEmpty(path) {
    try {
        // Refuses a directory that holds something, a file, and a symbolic link.
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmdirSync)(path);
        return "removed";
    }
    catch (error) {
        return (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .errnoOf */ .UQ)(error) === "ENOENT" ? "absent" : "kept";
    }
}
/**
 * Deletes one registration, and only that one: `git worktree prune` would also take those of worktrees on a disk
 * that is not mounted. Idempotent.
 * @returns whether it was there
 */
function pruneRegistration(repo, registration) {
    const adminDir = registrationDir(repo, registration.id);
    const stat = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.lstatSync)(adminDir, { throwIfNoEntry: false });
    if (stat === undefined)
        return false;
    if (!stat.isDirectory()) {
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CoppiceError */ .uS("WORKTREE_REMOVAL_FAILED", "The worktree's registration is no directory.");
    }
    try {
        (0,_file_tree_js__WEBPACK_IMPORTED_MODULE_4__/* .removeTree */ .d)(adminDir);
    }
    catch (error) {
        throw (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .systemError */ .Oj)(error, "delete the worktree's registration") ?? error;
    }
    try {
        // git removes the folder of registrations with the last of them.
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmdirSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(adminDir));
    }
    catch {
        // Others are still registered.
    }
    return true;
}
function registrationDir(repo, id) {
    if (id === "" || id === "." || id === ".." || (0,node_path__WEBPACK_IMPORTED_MODULE_1__.basename)(id) !== id || id.includes("\0")) {
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CoppiceError */ .uS("WORKTREE_REMOVAL_FAILED", `${JSON.stringify(id)} is no name of a registration.`);
    }
    return (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(repo.commonDir, "worktrees", id);
}


/***/ })

};
