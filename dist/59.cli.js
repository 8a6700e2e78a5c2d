export const id = 59;
export const ids = [59];
export const modules = {

/***/ 8059:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  run: () => (/* binding */ run)
});

// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 2 modules
var schemas = __webpack_require__(5395);
// EXTERNAL MODULE: ./build/git/history.js
var git_history = __webpack_require__(6643);
// EXTERNAL MODULE: ./build/git/refs.js
var git_refs = __webpack_require__(6713);
// EXTERNAL MODULE: ./build/git/worktree-links.js
var worktree_links = __webpack_require__(7358);
// EXTERNAL MODULE: ./build/git/worktrees.js
var worktrees = __webpack_require__(2009);
// EXTERNAL MODULE: ./build/lifecycle/errors.js
var errors = __webpack_require__(1740);
// EXTERNAL MODULE: ./build/lifecycle/ids.js
var ids = __webpack_require__(333);
// EXTERNAL MODULE: ./build/engine/base.js
var engine_base = __webpack_require__(1570);
// EXTERNAL MODULE: ./build/engine/creation.js + 1 modules
var creation = __webpack_require__(7398);
// EXTERNAL MODULE: ./build/engine/directory.js + 1 modules
var directory = __webpack_require__(65);
// EXTERNAL MODULE: ./build/engine/facts.js
var facts = __webpack_require__(3984);
// EXTERNAL MODULE: ./build/engine/find.js
var find = __webpack_require__(1996);
// EXTERNAL MODULE: ./build/engine/observe.js
var observe = __webpack_require__(6959);
// EXTERNAL MODULE: ./build/engine/place.js
var place = __webpack_require__(8916);
// EXTERNAL MODULE: ./build/engine/protocol.js
var protocol = __webpack_require__(9863);
// EXTERNAL MODULE: ./build/engine/record-lock.js
var record_lock = __webpack_require__(3896);
// EXTERNAL MODULE: ./build/engine/running.js
var running = __webpack_require__(6152);
// EXTERNAL MODULE: ./build/engine/session.js + 1 modules
var engine_session = __webpack_require__(2494);
// EXTERNAL MODULE: ./build/engine/setup.js + 5 modules
var setup = __webpack_require__(7140);
;// CONCATENATED MODULE: ./build/engine/wanted-branch.js




/**
 * Finds the branch that a name stands for: a local one, one of a remote by its full name (`origin/x`, wanted as `x`),
 * one of the main remote, or none yet.
 * @throws INVALID_BRANCH_NAME
 */
async function wantedBranch(engine, name) {
    const given = await look(engine, checkName(name));
    if (given.own !== undefined)
        return given;
    for (const remote of (0,engine_base/* remotes */.Yn)(engine.repo)) {
        const short = name.startsWith(`${remote}/`) ? name.slice(remote.length + 1) : "";
        const found = ids/* branchNameSchema */.BS.safeParse(short);
        const there = found.success ? await remoteBranch(engine, remote, found.data) : undefined;
        if (!found.success || there === undefined)
            continue;
        const wanted = await look(engine, found.data);
        return { ...wanted, remote: wanted.own === undefined ? there : undefined };
    }
    const main = (0,engine_base/* mainRemote */.IC)(engine);
    if (main === undefined)
        return given;
    return { ...given, remote: await remoteBranch(engine, main, given.branch) };
}
async function look({ repo }, branch) {
    const refs = await (0,git_refs.listRefs)(repo, [(0,ids/* branchRef */.Mi)(branch)]);
    return { branch, refs, own: refs.find((ref) => ref.name === (0,ids/* branchRef */.Mi)(branch)), remote: undefined };
}
async function remoteBranch({ repo }, remote, branch) {
    const oid = await (0,git_refs/* readRef */.sg)(repo, `refs/remotes/${remote}/${branch}`);
    return oid === undefined ? undefined : { name: `${remote}/${branch}`, oid };
}
function checkName(name) {
    // What Node makes of an argument that is no UTF-8: the branch would have another name than was asked for.
    if (name.includes("\uFFFD")) {
        throw new errors/* CoppiceError */.uS("INVALID_BRANCH_NAME", "The branch name is no UTF-8, or holds the character U+FFFD.", {
            details: { branch: name.slice(0, 1000), reason: "no UTF-8" },
            suggestedAction: "Choose a name in UTF-8.",
        });
    }
    const parsed = ids/* branchNameSchema */.BS.safeParse(name);
    if (parsed.success)
        return parsed.data;
    const shown = JSON.stringify(name.slice(0, 200));
    throw new errors/* CoppiceError */.uS("INVALID_BRANCH_NAME", `${shown} is no branch name: ${(0,ids/* branchNameProblem */.hq)(name)}.`, {
        details: { branch: name.slice(0, 1000), reason: (0,ids/* branchNameProblem */.hq)(name) ?? "" },
    });
}

// EXTERNAL MODULE: ./build/engine/wording.js
var wording = __webpack_require__(5203);
;// CONCATENATED MODULE: ./build/engine/create.js




















/**
 * Makes a worktree with its branch and sets it up. A branch that exists only on the remote is checked out, and
 * tracks it.
 * @throws INVALID_BRANCH_NAME, WORKTREE_EXISTS, BRANCH_EXISTS, BRANCH_CHECKED_OUT, PATH_EXISTS, NOT_A_REPO,
 *   BRANCH_CREATION_FAILED, UNTRUSTED: nothing was made. WORKTREE_CREATION_FAILED and the codes of the setup: the
 *   record is in `error`.
 */
async function create(engine, request) {
    const plan = await planOf(engine, request);
    await (0,setup/* requireSetupTrust */.pE)(engine, plan.setup, { commit: plan.start });
    const own = (0,running/* interruptible */.I)(engine);
    const { session, lock, effects } = await (0,record_lock/* withCreateLock */.Uw)(engine, () => begin(own, request, plan));
    try {
        await session.run(effects, (0,creation/* creationRunners */.B)(session), { facts: creation/* creationFacts */.l });
        const { path, gitDir } = (0,place/* present */.Eb)(engine, session.record);
        if (plan.existing !== undefined) {
            await (0,observe/* journalObservation */.AY)(session, await (0,facts/* readStatus */.rk)(engine, path, gitDir));
        }
        if (request.lock === true && (0,worktrees/* lockWorktree */.r4)({ gitDir, main: false }, ""))
            await session.note({ type: "LOCK" });
        return { record: session.record, path };
    }
    finally {
        own.done();
        lock.release();
    }
}
async function planOf(engine, request) {
    const { repo } = engine;
    const base = await (0,engine_base/* findBase */.lN)(engine, request.base);
    const { branch, refs, own, remote } = await wantedBranch(engine, request.branch);
    const existing = request.adopt === true ? existingWorktree(engine, own) : undefined;
    // That it exists, or is checked out elsewhere, is what the guard says of it.
    const free = request.adopt === true && (own?.worktreePath === undefined || existing !== undefined);
    if (base.branch === branch && (own === undefined || free)) {
        throw new errors/* CoppiceError */.uS("BRANCH_CREATION_FAILED", `${branch} is the base branch itself.`, {
            details: { branch, base: base.branch },
            suggestedAction: "Choose another name, or another base with --base.",
        });
    }
    const start = own?.oid ?? remote?.oid ?? base.oid;
    const all = existing === undefined;
    return {
        branch,
        base,
        start,
        fork: start === base.oid ? start : ((await (0,git_history/* mergeBase */.wu)(repo, base.oid, start)) ?? base.oid),
        upstream: remote?.name ?? null,
        refs,
        existing,
        setup: {
            copyEnv: request.setup?.copyEnv ?? all,
            installDeps: request.setup?.installDeps ?? all,
            runInitScript: request.setup?.runInitScript ?? all,
        },
    };
}
/** The linked worktree that has a branch checked out. The main one is nobody's to adopt. */
function existingWorktree(engine, own) {
    const path = own?.worktreePath;
    if (path === undefined)
        return undefined;
    const found = (0,worktree_links/* readRegistrations */.x6)(engine.repo.commonDir).find((one) => (0,worktree_links/* realPath */.Ye)(one.path) === (0,worktree_links/* realPath */.Ye)(path));
    return found === undefined ? undefined : { path: (0,worktree_links/* realPath */.Ye)(found.path), gitDir: found.adminDir };
}
/** Decides and journals CREATE. The caller holds the create lock: two creations of one branch or path are in line. */
async function begin(own, request, plan) {
    const { engine } = own;
    const records = [...(await engine.journal.records()).values()];
    const living = (0,find/* recordOfBranch */.Pn)(records, plan.branch);
    if (living !== undefined)
        throw await exists(engine, living);
    const path = plan.existing?.path ?? (0,directory/* newDirectory */.k)(engine, { ...request, branch: plan.branch }, records);
    const facts = await createFacts(engine, request, plan, path);
    const event = {
        type: "CREATE",
        op: (0,engine_session/* newOp */.I)(),
        branch: plan.branch,
        base: plan.base.branch,
        baseOid: plan.fork,
        clone: engine.clone,
        setup: plan.setup,
        ...(plan.refs.some((ref) => ref.name === (0,ids/* branchRef */.Mi)(plan.branch)) ? { adopted: true } : {}),
        ...optional("task", request.task),
        ...optional("title", request.title),
        ...optional("role", request.role),
        ...optional("session", request.session),
        ...optional("run", request.run),
    };
    let lock;
    let known;
    try {
        const { session, effects } = await engine_session/* RecordSession */.i.create(engine, event, facts, (id) => {
            known = id;
            lock = lockNew(engine, id);
            own.worksOn(id);
            engine.local.setPlace(id, newPlace(plan, path));
        });
        if (lock === undefined)
            throw new Error("a new record's lock was not taken");
        return { session, lock, effects };
    }
    catch (error) {
        own.done();
        lock?.release();
        if (known !== undefined)
            engine.local.forget(known);
        throw error;
    }
}
function lockNew(engine, id) {
    const lock = (0,record_lock/* tryRecordLock */.gz)(engine, id, "create");
    if (!("heldBy" in lock))
        return lock;
    throw new errors/* CoppiceError */.uS("INVALID_STATE", "Another process holds the lock of a record that does not exist yet.");
}
const newPlace = (plan, path) => ({
    v: 1,
    path,
    identity: null,
    gitDir: plan.existing?.gitDir ?? null,
    branch: plan.refs.some((ref) => ref.name === (0,ids/* branchRef */.Mi)(plan.branch))
        ? null
        : { name: plan.branch, start: plan.start, made: false, upstream: plan.upstream },
});
async function createFacts(engine, request, plan, path) {
    const own = plan.refs.find((ref) => ref.name === (0,ids/* branchRef */.Mi)(plan.branch));
    return {
        hasCommit: true,
        liveRecord: false,
        branchExists: own !== undefined,
        adopt: request.adopt === true,
        branchBlockedBy: await blockingBranch(engine, plan),
        branchCheckedOutAt: own?.worktreePath ?? null,
        pathFree: plan.existing === undefined ? (0,directory/* isFree */.x)(path) : true,
        listed: plan.existing !== undefined,
        directoryExists: plan.existing !== undefined,
    };
}
/** git keeps `x` as a file where `x/y` needs a folder; one of them has to give way. */
async function blockingBranch(engine, plan) {
    const below = plan.refs.find((ref) => ref.name.startsWith(`${(0,ids/* branchRef */.Mi)(plan.branch)}/`));
    if (below !== undefined)
        return (0,git_refs/* branchOfRef */.V4)(below.name) ?? null;
    const parts = plan.branch.split("/");
    for (let count = 1; count < parts.length; count += 1) {
        const ref = `refs/heads/${parts.slice(0, count).join("/")}`;
        if ((await (0,git_refs/* readRef */.sg)(engine.repo, ref)) !== undefined)
            return (0,git_refs/* branchOfRef */.V4)(ref) ?? null;
    }
    return null;
}
/** There is a live record: says what it is doing, and journals that its operation died when nobody does it any more. */
async function exists(engine, living) {
    const dead = living.op?.clone === engine.clone && (0,record_lock/* recordLockHolder */.Bo)(engine, living.id) === undefined;
    const record = dead
        ? await (0,protocol/* withRecord */.q8)(engine, living.id, "create", async (session) => session.record)
        : living;
    const failed = record.status === "error" ? record.lastError : null;
    const what = failed === null ? `it is ${record.status}` : failed.message.replace(/\.$/, "");
    return new errors/* CoppiceError */.uS("WORKTREE_EXISTS", `${record.branch} has a worktree already: ${what}.`, {
        details: { branch: record.branch, state: record.status },
        ...(failed === null ? {} : { suggestedAction: (0,wording/* wayOn */.jT)(record) }),
    });
}
function optional(key, value) {
    const result = {};
    if (value !== undefined && value !== "")
        result[key] = value;
    return result;
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
;// CONCATENATED MODULE: ./build/cli/commands/create.js







const create_flags = schemas/* object */.Ikc({
    base: flags/* textFlag */.gx,
    task: flags/* textFlag */.gx,
    title: flags/* textFlag */.gx,
    adopt: flags/* flag */.Jt,
    setup: flags/* onFlag */.kY,
    env: flags/* onFlag */.kY,
    install: flags/* onFlag */.kY,
    initScript: flags/* onFlag */.kY,
    lock: flags/* flag */.Jt,
    print: schemas/* optional */.lqM(schemas/* literal */.euz("path")),
});
/** Makes a worktree and sets it up. */
const run = (cli, args, options) => {
    const given = (0,flags/* readFlags */.uW)(create_flags, options);
    const request = {
        branch: args[0] ?? "",
        ...(given.base === undefined ? {} : { base: given.base }),
        ...(given.task === undefined ? {} : { task: given.task }),
        ...(given.title === undefined ? {} : { title: given.title }),
        adopt: given.adopt,
        lock: given.lock,
        // What is not turned off is left open: a worktree that exists already is set up by nobody.
        setup: {
            ...(given.setup && given.env ? {} : { copyEnv: false }),
            ...(given.setup && given.install ? {} : { installDeps: false }),
            ...(given.setup && given.initScript ? {} : { runInitScript: false }),
        },
    };
    return cli.engine(async (engine) => {
        const { record, path } = await (0,trust/* trustOnRequest */.x)(cli, engine, () => create(engine, request));
        if (cli.globals.json)
            cli.json((0,worktree/* withPath */.i)(engine, record));
        else if (given.print === "path")
            cli.print(path);
        else {
            const base = record.base === null ? "" : ` from ${(0,visible/* visible */.RK)(record.base)}`;
            cli.say(`created ${(0,visible/* visible */.RK)(record.branch)}${base}, ${(0,words/* statusText */.qS)(record.status, cli.paint)}`);
            cli.say(`  ${(0,visible/* visible */.RK)(path)}`);
        }
        return 0;
    });
};


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

/***/ 831:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   T: () => (/* binding */ allowed),
/* harmony export */   x: () => (/* binding */ trustOnRequest)
/* harmony export */ });
/* harmony import */ var _engine_trust_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5512);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1740);
/* harmony import */ var _render_visible_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(892);



/**
 * Does `work`; when it is refused because the config's commands are not trusted, shows them and asks on a terminal,
 * and after a yes does it again.
 */
async function trustOnRequest(cli, engine, work) {
    try {
        return await work();
    }
    catch (error) {
        if (!(error instanceof _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CoppiceError */ .uS) || error.code !== "UNTRUSTED")
            throw error;
        if (!(await allowed(cli, error.details.commands ?? [])))
            throw error;
        await (0,_engine_trust_js__WEBPACK_IMPORTED_MODULE_0__/* .trust */ .tY)(engine);
        return await work();
    }
}
/** Shows the commands and asks. Where nobody can be asked, the answer is no. */
async function allowed(cli, commands) {
    cli.progress.stop();
    if (cli.io.canAsk && !cli.globals.json) {
        cli.io.stderr.write("The config of this repository runs commands that this clone has not allowed yet:\n");
        for (const command of commands)
            cli.io.stderr.write(`  $ ${(0,_render_visible_js__WEBPACK_IMPORTED_MODULE_2__/* .visible */ .RK)(command)}\n`);
    }
    return (await cli.confirm("Allow them?")) === true;
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
