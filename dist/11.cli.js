export const id = 11;
export const ids = [11];
export const modules = {

/***/ 456:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   i: () => (/* binding */ withPath),
/* harmony export */   q: () => (/* binding */ tell)
/* harmony export */ });
/** The record and this clone's directory of it: what `--json` prints after a command on one worktree. */
function withPath(engine, record) {
    const gone = record.status === "removed";
    return { ...record, path: gone ? null : (engine.local.place(record.id)?.path ?? null) };
}
/** Prints the record as JSON, or one line for a person. */
function tell(cli, engine, record, line) {
    if (cli.globals.json)
        cli.json(withPath(engine, record));
    else
        cli.say(line);
}


/***/ }),

/***/ 7140:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  pE: () => (/* binding */ requireSetupTrust),
  mj: () => (/* binding */ setup),
  Nw: () => (/* binding */ setupRunners)
});

// EXTERNAL MODULE: ./build/config/commands.js
var commands = __webpack_require__(6601);
// EXTERNAL MODULE: ./build/lifecycle/errors.js
var errors = __webpack_require__(1740);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./build/git/semaphore.js
var semaphore = __webpack_require__(1497);
// EXTERNAL MODULE: ./build/lifecycle/system-errors.js
var system_errors = __webpack_require__(9600);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: ./build/engine/files.js
var files = __webpack_require__(3112);
;// CONCATENATED MODULE: ./build/engine/clone-file.js




let counter = 0;
/**
 * Copies one file, sharing its blocks where the file system can (copy-on-write). The target appears whole or not at
 * all, and never in the place of something else: the copy is made aside and linked to its name, which fails when the
 * name is taken.
 */
async function cloneFile({ from, to, root, draft }) {
    try {
        const stat = await (0,promises_.lstat)(from);
        if (stat.isSymbolicLink())
            return await cloneLink(from, to, root);
        if (!stat.isFile())
            return "special";
        counter += 1;
        await cloneRegular(from, to, `${draft}-${process.pid}-${counter}`);
        return "copied";
    }
    catch (error) {
        if ((0,files/* hasCode */.up)(error, "EEXIST"))
            return "exists";
        if ((0,files/* hasCode */.up)(error, "ENOENT") && (await isGone(from)))
            return "gone";
        throw error;
    }
}
async function cloneRegular(from, to, draft) {
    try {
        await (0,promises_.copyFile)(from, draft, external_node_fs_.constants.COPYFILE_EXCL | external_node_fs_.constants.COPYFILE_FICLONE);
        await (0,promises_.link)(draft, to);
    }
    catch (error) {
        // Another file system, or one without hard links: straight to its place, and away again when that fails.
        if (!(0,files/* hasCode */.up)(error, "EXDEV", "EPERM", "ENOTSUP", "EOPNOTSUPP", "EMLINK", "ENOSYS"))
            throw error;
        await copyInPlace(from, to);
    }
    finally {
        await (0,promises_.unlink)(draft).catch(() => { });
    }
}
async function copyInPlace(from, to) {
    try {
        await (0,promises_.copyFile)(from, to, external_node_fs_.constants.COPYFILE_EXCL | external_node_fs_.constants.COPYFILE_FICLONE);
    }
    catch (error) {
        if (!(0,files/* hasCode */.up)(error, "EEXIST"))
            await (0,promises_.unlink)(to).catch(() => { });
        throw error;
    }
}
async function cloneLink(from, to, root) {
    const target = await (0,promises_.readlink)(from);
    const path = (0,external_node_path_.relative)(root, (0,external_node_path_.resolve)((0,external_node_path_.dirname)(from), target));
    if ((0,external_node_path_.isAbsolute)(target) || path === ".." || path.startsWith(`..${external_node_path_.sep}`) || (0,external_node_path_.isAbsolute)(path))
        return "outside";
    await (0,promises_.symlink)(target, to);
    return "copied";
}
async function isGone(path) {
    try {
        await (0,promises_.lstat)(path);
        return false;
    }
    catch {
        return true;
    }
}
/** Where unfinished copies for a worktree are made: its own git directory, which goes when it goes. */
const draftIn = (gitDir) => (0,external_node_path_.join)(gitDir, "coppice-copy");

;// CONCATENATED MODULE: ./build/engine/env-match.js





const includeFile = ".worktreeinclude";
const largestIncludeFile = 1_048_576;
/**
 * The patterns of what is to be copied, in gitignore syntax, the last match deciding: `.env` at the root, then the
 * config's, then those of `.worktreeinclude` in the main worktree. So `!.env` leaves that one out.
 * @throws ENV_COPY_FAILED when `.worktreeinclude` cannot be read
 */
function copyPatterns(main, configured) {
    return ["/.env", ...configured, ...includedPatterns((0,external_node_path_.join)(main, includeFile))];
}
function includedPatterns(path) {
    try {
        const found = (0,external_node_fs_.statSync)(path);
        // A pipe would be waited for, a device has no end.
        if (!found.isFile())
            throw unreadable("it is no regular file");
        if (found.size > largestIncludeFile)
            throw unreadable("it is larger than 1 MiB");
        return (0,external_node_fs_.readFileSync)(path, "utf8")
            .replace(/^\uFEFF/, "")
            .split(/\r?\n/);
    }
    catch (error) {
        if ((0,files/* hasCode */.up)(error, "ENOENT"))
            return [];
        if (error instanceof errors/* CoppiceError */.uS)
            throw error;
        throw unreadable((0,system_errors/* errnoOf */.UQ)(error) ?? "unknown reason", error);
    }
}
const unreadable = (reason, cause) => new errors/* CoppiceError */.uS("ENV_COPY_FAILED", `${includeFile} cannot be read: ${reason}.`, {
    details: { step: "copyEnvFiles", files: [includeFile], reason },
    cause,
});
/**
 * The untracked files of the main worktree that match, ignored or not, relative, with slashes. Git neither lists what
 * it tracks nor looks into nested repositories and worktrees, nor behind symbolic links.
 */
async function matchingFiles({ git, from, patterns, scratch, signal, }) {
    const file = (0,external_node_path_.join)(scratch, `coppice-include-${process.pid}`);
    (0,external_node_fs_.writeFileSync)(file, `${patterns.join("\n")}\n`, { mode: 0o600 });
    try {
        const { stdout } = await git.run(from, 
        // Excluded and untracked, by our patterns alone: what .gitignore says is not asked here.
        ["ls-files", "-z", "--others", "--ignored", `--exclude-from=${file}`, "--", ...literals(patterns)], { signal });
        const wanted = patterns.some((pattern) => pattern.includes("node_modules"));
        return splitPaths(stdout).filter((path) => 
        // A trailing slash stands for a nested repository.
        !path.endsWith("/") && (wanted || !path.split("/").includes("node_modules")));
    }
    finally {
        (0,external_node_fs_.rmSync)(file, { force: true });
    }
}
/** Where every pattern is the path of one file, git need not look anywhere else. */
function literals(patterns) {
    const lines = patterns.filter((pattern) => pattern.trim() !== "" && !pattern.startsWith("#"));
    if (!lines.every((line) => /^\/(?:[^*?[\]\\!/\s]+\/)*[^*?[\]\\!/\s]+$/.test(line)))
        return [];
    return lines.map((line) => `:(top,literal)${line.slice(1)}`);
}
/**
 * Those of the paths that git would ignore in a worktree and does not track there.
 * @param paths relative to `worktree`, with slashes, none behind a symbolic link
 */
async function ignoredAmong(git, worktree, paths, signal) {
    if (paths.length === 0)
        return [];
    const { code, stdout } = await git.run(worktree, ["check-ignore", "-z", "--stdin"], {
        // A path that starts with a colon would be read as pathspec magic.
        stdin: paths.map((path) => `./${path}\0`).join(""),
        codes: [0, 1, 128],
        signal,
    });
    if (code !== 128)
        return splitPaths(stdout).map((path) => path.slice("./".length));
    // One path that lies in a submodule makes git refuse them all: that one is not ignored, the others may be.
    if (paths.length === 1)
        return [];
    const half = Math.ceil(paths.length / 2);
    return [
        ...(await ignoredAmong(git, worktree, paths.slice(0, half), signal)),
        ...(await ignoredAmong(git, worktree, paths.slice(half), signal)),
    ];
}
/** Names that are not UTF-8 are left out: they could not be shown, and hardly anybody has them. */
function splitPaths(listing) {
    return listing
        .toString("utf8")
        .split("\0")
        .filter((path) => path !== "" && !path.includes("\uFFFD"));
}

// EXTERNAL MODULE: ./build/engine/interpret.js
var interpret = __webpack_require__(6018);
;// CONCATENATED MODULE: ./build/engine/env-files.js









const parallelCopies = 16;
/**
 * Copies the files of the main worktree that match and that git tracks in neither worktree. A file is copied only
 * where the new worktree ignores it (anything else would make it dirty at once), never over what exists, never
 * through a symbolic link, never out of a nested repository or worktree. Idempotent.
 * @throws ENV_COPY_FAILED with the file, INTERRUPTED
 */
async function copyIgnoredFiles(request) {
    const { git, from, to, gitDir, signal, without } = request;
    const patterns = copyPatterns(from, request.patterns);
    const matching = await matchingFiles({ git, from, patterns, scratch: gitDir, signal });
    const places = new Places(from, to);
    const skipped = [];
    const candidates = matching.filter((path) => {
        if (without !== undefined && path.startsWith(`${without}/`))
            return false;
        const reason = places.obstacle(path);
        if (reason !== undefined)
            skipped.push({ path, reason });
        return reason === undefined;
    });
    const ignored = new Set(await ignoredAmong(git, to, candidates, signal));
    const copied = [];
    const slots = new semaphore/* Semaphore */.j(parallelCopies);
    const work = candidates.map((path) => slots.run(async () => {
        if (!ignored.has(path)) {
            skipped.push({ path, reason: "git does not ignore it in the new worktree" });
            return;
        }
        (0,interpret/* throwIfInterrupted */.s)(signal);
        const reason = await copyOne(request, places, path);
        if (reason === undefined)
            copied.push(path);
        else if (reason !== quiet)
            skipped.push({ path, reason });
    }));
    const failure = (await Promise.allSettled(work)).find((result) => result.status === "rejected");
    if (failure !== undefined)
        throw failure.reason;
    return { copied: copied.sort(), skipped: skipped.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}
/** Nothing to tell: the file is there already, or it is gone from the main worktree. */
const quiet = "";
/** @returns why it was not copied; undefined when it was */
async function copyOne(request, places, path) {
    const { from, to, gitDir } = request;
    try {
        places.makeParents(path);
        const outcome = await cloneFile({
            from: (0,external_node_path_.join)(from, path),
            to: (0,external_node_path_.join)(to, path),
            root: from,
            draft: draftIn(gitDir),
        });
        switch (outcome) {
            case "copied":
                return undefined;
            case "outside":
                return "it is a symbolic link that leads out of the worktree";
            case "special":
                return "it is no regular file";
            default:
                return quiet;
        }
    }
    catch (error) {
        throw failedCopy(path, error);
    }
}
function failedCopy(path, error) {
    const errno = (0,system_errors/* errnoOf */.UQ)(error) ?? "unknown";
    const reasons = {
        EACCES: "permission denied",
        EPERM: "permission denied",
        ENOSPC: "no space is left on the device",
        EDQUOT: "the disk quota is used up",
        EROFS: "the file system is read-only",
    };
    const reason = reasons[errno] ?? errno;
    return new errors/* CoppiceError */.uS("ENV_COPY_FAILED", `${path} could not be copied: ${reason}.`, {
        details: { step: "copyEnvFiles", files: [path], reason },
        cause: error,
    });
}
/** The directories of the new worktree that files are copied into: real ones, with the modes of the old. */
class Places {
    #from;
    #to;
    #known = new Map();
    constructor(from, to) {
        this.#from = from;
        this.#to = to;
    }
    /** Why a file cannot be put at `path`, or nothing. */
    obstacle(path) {
        const parts = path.split("/");
        if (parts.some((part) => part.toLowerCase() === ".git"))
            return "it belongs to a git repository";
        const blocked = prefixes(path).find((parent) => this.#look(parent) === "blocked");
        return blocked === undefined ? undefined : `${blocked} is no directory there`;
    }
    makeParents(path) {
        for (const parent of prefixes(path)) {
            if (this.#known.get(parent) === "real")
                continue;
            const target = (0,external_node_path_.join)(this.#to, parent);
            try {
                (0,external_node_fs_.mkdirSync)(target);
                // Not by mkdir's own argument, which the umask would narrow or leave too wide.
                (0,external_node_fs_.chmodSync)(target, (0,external_node_fs_.lstatSync)((0,external_node_path_.join)(this.#from, parent)).mode & 0o777);
            }
            catch (error) {
                if (!(0,files/* hasCode */.up)(error, "EEXIST") || !(0,external_node_fs_.lstatSync)(target).isDirectory())
                    throw error;
            }
            this.#known.set(parent, "real");
        }
    }
    #look(directory) {
        const known = this.#known.get(directory);
        if (known !== undefined)
            return known;
        const stat = (0,external_node_fs_.lstatSync)((0,external_node_path_.join)(this.#to, directory), { throwIfNoEntry: false });
        const found = stat === undefined ? "missing" : stat.isDirectory() ? "real" : "blocked";
        this.#known.set(directory, found);
        return found;
    }
}
/** `a/b/c` lies in `a` and `a/b`. */
function prefixes(path) {
    const parts = path.split("/").slice(0, -1);
    return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

// EXTERNAL MODULE: ./build/engine/failure.js
var engine_failure = __webpack_require__(481);
// EXTERNAL MODULE: ./build/engine/find.js
var find = __webpack_require__(1996);
;// CONCATENATED MODULE: ./build/engine/install.js


const largestManifest = 1_048_576;
/**
 * What a worktree's lockfiles ask for: at most one package manager for JavaScript, and one for each other language.
 * Every command takes the versions of the lockfile and leaves it as it is, so a new worktree stays clean.
 */
function installationsFor(directory) {
    const present = new Set((0,external_node_fs_.readdirSync)(directory));
    const script = javaScript(directory, present);
    return [
        ...(script === undefined ? [] : [script]),
        ...others.filter(({ lockfile }) => present.has(lockfile)),
    ];
}
const others = [
    installation("uv.lock", ["uv", "sync", "--frozen"]),
    installation("poetry.lock", ["poetry", "install", "--no-interaction"]),
    installation("Cargo.lock", ["cargo", "fetch", "--locked"]),
    installation("go.sum", ["go", "mod", "download"]),
    installation("Gemfile.lock", ["bundle", "install"], { BUNDLE_FROZEN: "true" }),
    installation("composer.lock", ["composer", "install", "--no-interaction"]),
];
/** In the order in which they are preferred where several lie side by side and package.json names none. */
const javaScriptLockfiles = [
    { lockfile: "pnpm-lock.yaml", manager: "pnpm" },
    { lockfile: "yarn.lock", manager: "yarn" },
    { lockfile: "bun.lock", manager: "bun" },
    { lockfile: "bun.lockb", manager: "bun" },
    { lockfile: "package-lock.json", manager: "npm" },
    { lockfile: "npm-shrinkwrap.json", manager: "npm" },
];
function javaScript(directory, present) {
    const found = javaScriptLockfiles.filter(({ lockfile }) => present.has(lockfile));
    if (found.length === 0)
        return undefined;
    const named = packageManager(directory);
    const chosen = found.find(({ manager }) => manager === named?.name) ?? found[0];
    if (chosen === undefined)
        return undefined;
    const { lockfile, manager } = chosen;
    // corepack would ask whether it may download the manager, and nobody could answer.
    return installation(lockfile, [manager, ...installArguments(directory, present, manager, named)], {
        COREPACK_ENABLE_DOWNLOAD_PROMPT: "0",
    });
}
function installArguments(directory, present, manager, named) {
    if (manager === "npm")
        return ["ci"];
    if (manager !== "yarn")
        return ["install", "--frozen-lockfile"];
    const modern = named?.name === "yarn"
        ? named.major >= 2
        : present.has(".yarnrc.yml") || /^__metadata:/m.test(readStart((0,external_node_path_.join)(directory, "yarn.lock")));
    return ["install", modern ? "--immutable" : "--frozen-lockfile"];
}
/** The field `packageManager` of package.json: `pnpm@9.1.0+sha512.abc`. */
function packageManager(directory) {
    let manifest;
    try {
        manifest = JSON.parse(readStart((0,external_node_path_.join)(directory, "package.json")));
    }
    catch {
        // The manager itself will say what is wrong with it.
        return undefined;
    }
    if (typeof manifest !== "object" || manifest === null || !("packageManager" in manifest))
        return undefined;
    const found = /^(npm|pnpm|yarn|bun)@(\d+)/.exec(String(manifest.packageManager));
    return found === null ? undefined : { name: found[1] ?? "", major: Number(found[2]) };
}
function readStart(path) {
    try {
        return (0,external_node_fs_.readFileSync)(path).subarray(0, largestManifest).toString("utf8");
    }
    catch {
        return "";
    }
}
function installation(lockfile, command, env = {}) {
    return { manager: command[0] ?? "", command, lockfile, env };
}

// EXTERNAL MODULE: ./build/engine/place.js
var place = __webpack_require__(8916);
// EXTERNAL MODULE: ./build/engine/protocol.js
var protocol = __webpack_require__(9863);
// EXTERNAL MODULE: ./build/engine/session.js + 1 modules
var engine_session = __webpack_require__(2494);
// EXTERNAL MODULE: ./build/engine/local.js
var local = __webpack_require__(8060);
// EXTERNAL MODULE: ./build/engine/record-command.js + 3 modules
var record_command = __webpack_require__(377);
;// CONCATENATED MODULE: ./build/engine/setup-step.js






/** The log of one run of a step; an earlier run's is replaced. */
class StepLog {
    path;
    constructor(path) {
        this.path = path;
    }
    /** Starts the log, readable for its owner alone, and notes it where `show` finds it. */
    static start(engine, id, step) {
        try {
            const directory = (0,external_node_path_.join)(engine.local.directory(id), "logs");
            (0,external_node_fs_.mkdirSync)(directory, { recursive: true, mode: 0o700 });
            const log = new StepLog((0,external_node_path_.join)(directory, `${step}.log`));
            (0,external_node_fs_.rmSync)(log.path, { force: true });
            log.add("");
            engine.local.write(id, local/* logsFile */.Gi, { ...engine.local.read(id, local/* logsFile */.Gi), [step]: log.path });
            return log;
        }
        catch (error) {
            throw (0,system_errors/* systemError */.Oj)(error, "write the setup's log") ?? error;
        }
    }
    add(text) {
        const fd = (0,external_node_fs_.openSync)(this.path, "a", 0o600);
        try {
            (0,external_node_fs_.writeSync)(fd, text);
        }
        finally {
            (0,external_node_fs_.closeSync)(fd);
        }
    }
}
/**
 * Runs one command of a setup step.
 * @throws CoppiceError with the step's code and name, exit code, signal or time, and the end of the output (which
 *   stays local); INTERRUPTED after Ctrl-C
 */
async function runStepCommand(engine, id, step) {
    const shown = typeof step.command === "string" ? step.command : step.command.join(" ");
    step.log.add(`$ ${shown}\n`);
    let result;
    try {
        result = await (0,record_command/* runRecordCommand */.m)(engine, id, {
            command: step.command,
            cwd: step.cwd,
            env: step.env,
            timeoutMs: step.timeoutMs,
            logFile: step.log.path,
        });
    }
    catch (error) {
        throw inStep(error, step.step);
    }
    const how = (0,record_command/* failureOf */.g)(result, step.limitMs);
    if (how === undefined)
        return;
    const details = {
        step: step.step,
        ...(result.code === undefined ? {} : { exitCode: result.code }),
        ...(result.signal === undefined || result.timedOut ? {} : { signal: result.signal }),
        ...(result.timedOut ? { timeoutMs: step.limitMs } : {}),
        ...(result.tail === "" ? {} : { output: result.tail }),
    };
    throw new errors/* CoppiceError */.uS(step.code, `${step.name} ${how}.`, {
        details,
        ...(result.notFound && step.whenMissing !== undefined ? { suggestedAction: step.whenMissing } : {}),
    });
}
/** Says in which step an error happened: from that the record knows which steps are done. */
function inStep(error, step) {
    if (!(error instanceof errors/* CoppiceError */.uS) || error.details.step !== undefined)
        return error;
    return new errors/* CoppiceError */.uS(error.code, error.message, {
        details: { ...error.details, step },
        recoverable: error.recoverable,
        suggestedAction: error.suggestedAction,
        cause: error.cause,
    });
}

// EXTERNAL MODULE: ./build/engine/trust.js + 2 modules
var trust = __webpack_require__(5512);
// EXTERNAL MODULE: ./build/engine/worktree-root.js
var worktree_root = __webpack_require__(1811);
;// CONCATENATED MODULE: ./build/engine/setup.js













/**
 * What runs the steps of a setup: for `create`, and for `retry` in `initializing`. Every
 * failure names its step, so the record knows what is done and a retry goes on where it failed.
 */
function setupRunners(session) {
    const named = (step, run) => async () => {
        try {
            return await run(session);
        }
        catch (error) {
            throw inStep(error, step);
        }
    };
    return {
        copyEnvFiles: named("copyEnvFiles", copyEnvFiles),
        installDependencies: named("installDependencies", installDependencies),
        runInitScript: named("runInitScript", runInitScript),
    };
}
/**
 * Refuses a setup whose commands this clone has not allowed, before anything is made.
 * @param steps the steps that will run
 * @param place the commit that the new worktree will have, or its directory
 * @throws UNTRUSTED
 */
function requireSetupTrust(engine, steps, place) {
    return (0,trust/* requireTrust */.aN)(engine, [
        ...(steps.installDeps ? ["setup.install"] : []),
        ...(steps.runInitScript ? ["setup.initScript"] : []),
    ], place);
}
/**
 * Runs the whole setup in a worktree that is `active` or `dirty`: again, or for the first time in an adopted one.
 *
 * The worktree stays in its state while it runs: the person asked for it there, and RETRY alone leads back to
 * `initializing`. So success journals only what the init script's annotations say. A failure is ERROR of operation
 * `init` under an op of its own (rows 11 and 16): from then on it is as after a failed setup at creation, and `retry`
 * goes on with the step that failed.
 * @throws INVALID_STATE in every other state, UNTRUSTED before anything runs, ENV_COPY_FAILED, DEPS_INSTALL_FAILED,
 *   INIT_SCRIPT_FAILED, INTERRUPTED
 */
async function setup(engine, name) {
    const { id } = await (0,find/* findRecord */.Tq)(engine, name);
    return (0,protocol/* withRecord */.q8)(engine, id, "setup", async (session) => {
        const { status } = session.record;
        if (status !== "active" && status !== "dirty")
            throw notNow(session.record);
        const path = (0,place/* worktreePath */.F9)(engine, session.record);
        await requireSetupTrust(engine, { installDeps: true, runInitScript: true }, { directory: path });
        try {
            await (0,interpret/* runEffects */.U)(wholeSetup, setupRunners(session), engine.signal);
        }
        catch (error) {
            const failure = (0,engine_failure/* asCoppiceError */.e)(error, "INIT_SCRIPT_FAILED", "set up the worktree");
            await session.note({
                type: "ERROR",
                op: (0,engine_session/* newOp */.I)(),
                code: failure.code,
                message: failure.message,
                details: failure.details,
                operation: "init",
                recoverable: failure.recoverable,
            });
            throw failure;
        }
        return session.record;
    });
}
const wholeSetup = [
    { type: "copyEnvFiles" },
    { type: "installDependencies" },
    { type: "runInitScript" },
];
function notNow({ branch, status, lastError }) {
    const afterSetup = status === "error" && lastError?.operation === "init";
    return new errors/* CoppiceError */.uS("INVALID_STATE", `${branch} is ${status}: the setup runs when it is active or dirty.`, {
        details: { branch, state: status },
        ...(afterSetup
            ? { suggestedAction: `coppice retry ${branch} goes on with the setup where it failed.` }
            : {}),
    });
}
const mostWarnings = 10;
async function copyEnvFiles({ engine, record }) {
    const { repo, config, report, signal } = engine;
    // A bare repository has no worktree in which ignored files could lie.
    if (repo.mainWorktree === undefined)
        return { envCopied: true };
    report.step("copying ignored files");
    const { path, gitDir } = (0,place/* present */.Eb)(engine, record);
    const log = StepLog.start(engine, record.id, "copyEnvFiles");
    const { copied, skipped } = await copyIgnoredFiles({
        git: repo.git,
        from: repo.mainWorktree,
        to: path,
        gitDir,
        patterns: config.setup.envFiles,
        without: (0,worktree_root/* rootInMainWorktree */.uH)(engine),
        signal,
    });
    const lines = [...copied.map((file) => `copied ${file}`), ...skipped.map(skippedText)];
    log.add(lines.map((line) => `${line}\n`).join(""));
    for (const file of skipped.slice(0, mostWarnings))
        report.warn(skippedText(file));
    if (skipped.length > mostWarnings)
        report.warn(`${skipped.length - mostWarnings} more files were not copied`);
    return { envCopied: true };
}
const skippedText = ({ path, reason }) => `not copied: ${path}: ${reason}`;
async function installDependencies(session) {
    const { engine, record } = session;
    const path = (0,place/* worktreePath */.F9)(engine, record);
    await (0,trust/* requireTrust */.aN)(engine, ["setup.install"], { directory: path });
    const commands = installCommands(engine, path);
    if (commands.length === 0)
        return {};
    const log = StepLog.start(engine, record.id, "installDependencies");
    const limitMs = engine.config.setup.timeouts.install * 1000;
    const deadline = performance.now() + limitMs;
    for (const { env, ...command } of commands) {
        engine.report.step(`installing dependencies: ${shown(command.command)}`);
        await runStepCommand(engine, record.id, {
            ...command,
            step: "installDependencies",
            code: "DEPS_INSTALL_FAILED",
            cwd: path,
            env: { ...variables(session, path), ...env },
            timeoutMs: Math.max(1, deadline - performance.now()),
            limitMs,
            log,
        });
    }
    return { depsInstalled: true };
}
function installCommands({ config }, path) {
    if (config.setup.install === "off")
        return [];
    const own = (0,commands/* commandAt */.N)(config, "setup.install");
    if (own !== undefined)
        return [{ name: "The install command", command: own, env: {} }];
    return installationsFor(path).map(({ manager, command, lockfile, env }) => ({
        name: `${command.join(" ")} (${lockfile})`,
        command,
        env,
        whenMissing: `Install ${manager}, or set setup.install in the config to "off" or to a command; then coppice retry <worktree>.`,
    }));
}
async function runInitScript(session) {
    const { engine, record } = session;
    const command = (0,commands/* commandAt */.N)(engine.config, "setup.initScript");
    if (command === undefined)
        return {};
    const path = (0,place/* worktreePath */.F9)(engine, record);
    await (0,trust/* requireTrust */.aN)(engine, ["setup.initScript"], { directory: path });
    const log = StepLog.start(engine, record.id, "runInitScript");
    const limitMs = engine.config.setup.timeouts.initScript * 1000;
    engine.report.step(`running the init script: ${shown(command)}`);
    await session.note({ type: "INIT_SCRIPT", status: "running" });
    try {
        await runStepCommand(engine, record.id, {
            step: "runInitScript",
            code: "INIT_SCRIPT_FAILED",
            name: "The init script",
            command,
            cwd: path,
            env: variables(session, path),
            timeoutMs: limitMs,
            limitMs,
            log,
        });
    }
    catch (error) {
        const { message } = (0,engine_failure/* asCoppiceError */.e)(error, "INIT_SCRIPT_FAILED", "run the init script");
        await session.note({ type: "INIT_SCRIPT", status: "failed", error: message });
        throw error;
    }
    await session.note({ type: "INIT_SCRIPT", status: "success" });
    return { initScriptRun: true };
}
/** What the commands of a setup are told in their environment; what a record does not have is empty. */
function variables({ engine, record }, path) {
    return {
        COPPICE_WORKTREE: path,
        COPPICE_BRANCH: record.branch,
        COPPICE_BASE: record.base ?? "",
        COPPICE_MAIN: engine.repo.mainWorktree ?? engine.repo.root,
        COPPICE_ROLE: record.role ?? "",
        COPPICE_SESSION: record.session ?? "",
    };
}
const shown = (command) => {
    const text = typeof command === "string" ? command : command.join(" ");
    const line = text.split("\n", 1)[0] ?? "";
    return line.length < text.length || line.length > 80 ? `${line.slice(0, 80)} ...` : line;
};


/***/ }),

/***/ 1497:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   j: () => (/* binding */ Semaphore)
/* harmony export */ });
/** Lets a bounded number of tasks run at once; the others wait in order. */
class Semaphore {
    #free;
    #waiting = [];
    constructor(limit) {
        this.#free = limit;
    }
    /** Runs `task` when a place is free. */
    async run(task) {
        if (this.#free > 0)
            this.#free -= 1;
        else
            await new Promise((go) => this.#waiting.push(go));
        try {
            return await task();
        }
        finally {
            const next = this.#waiting.shift();
            if (next === undefined)
                this.#free += 1;
            else
                next();
        }
    }
}


/***/ })

};
