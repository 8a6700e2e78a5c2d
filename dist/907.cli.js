export const id = 907;
export const ids = [907];
export const modules = {

/***/ 6070:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AK: () => (/* binding */ neutralConfig),
/* harmony export */   NV: () => (/* binding */ withConfig),
/* harmony export */   hh: () => (/* binding */ cleanEnvironment),
/* harmony export */   vg: () => (/* binding */ locationVariables)
/* harmony export */ });
/**
 * The environment that every git process gets. A person's shell, a hook or a CI job may have set variables and
 * configuration that move git to another repository or change what it prints; here they are taken out.
 */
/** `git rev-parse --local-env-vars`: what ties a process to one repository. A hook exports several of them. */
const locationVariables = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_CONFIG",
    "GIT_CONFIG_PARAMETERS",
    "GIT_OBJECT_DIRECTORY",
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_GRAFT_FILE",
    "GIT_INDEX_FILE",
    "GIT_NO_REPLACE_OBJECTS",
    "GIT_REPLACE_REF_BASE",
    "GIT_PREFIX",
    "GIT_SHALLOW_FILE",
    "GIT_COMMON_DIR",
    "GIT_INTERNAL_SUPER_PREFIX",
];
/** Variables that change what git prints or how it looks at paths and objects. */
const behaviourVariables = [
    "GIT_ATTR_SOURCE",
    "GIT_DEFAULT_HASH",
    "GIT_DIFF_OPTS",
    "GIT_EXTERNAL_DIFF",
    "GIT_GLOB_PATHSPECS",
    "GIT_ICASE_PATHSPECS",
    "GIT_LITERAL_PATHSPECS",
    "GIT_MERGE_VERBOSITY",
    "GIT_NAMESPACE",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_NOTES_REF",
    "GIT_REFLOG_ACTION",
    "LANGUAGE",
];
/**
 * Configuration that would change a result, set to git's own defaults. Read after the files and before a `-c`,
 * so one call can still say otherwise.
 */
const neutralConfig = [
    ["color.ui", "false"],
    ["column.ui", "never"],
    ["core.abbrev", "auto"],
    ["core.pager", "cat"],
    ["core.quotePath", "false"],
    // Another git's ref lock is held for milliseconds; git's own patience is only 100 ms. Ours comes on top.
    ["core.filesRefLockTimeout", "250"],
    ["diff.algorithm", "default"],
    ["diff.context", "3"],
    ["diff.ignoreSubmodules", "none"],
    ["diff.interHunkContext", "0"],
    ["diff.mnemonicPrefix", "false"],
    ["diff.noprefix", "false"],
    ["diff.orderFile", "/dev/null"],
    ["diff.relative", "false"],
    ["diff.renameLimit", "1000"],
    ["diff.renames", "true"],
    ["diff.submodule", "short"],
    ["diff.suppressBlankEmpty", "false"],
    ["log.showSignature", "false"],
    ["log.follow", "false"],
    // Merges read these, merge-tree included: a merge must not depend on whose machine it runs on.
    ["merge.conflictStyle", "merge"],
    ["merge.default", "text"],
    ["merge.directoryRenames", "conflict"],
    ["merge.ff", "true"],
    ["merge.autoStash", "false"],
    // Makes merge-tree abort with a BUG in a bare repository.
    ["merge.renormalize", "false"],
    ["merge.renameLimit", "7000"],
    ["merge.renames", "true"],
    ["merge.verbosity", "2"],
    ["merge.verifySignatures", "false"],
    ["status.aheadBehind", "true"],
    ["status.relativePaths", "true"],
    ["status.showStash", "false"],
    ["status.showUntrackedFiles", "normal"],
    ["status.submoduleSummary", "false"],
    // A signing key that is missing, or asks for a passphrase, would stop an unattended commit.
    ["commit.gpgSign", "false"],
    ["gpg.program", "gpg"],
    ["commit.verbose", "false"],
    ["commit.cleanup", "default"],
    ["commit.status", "false"],
    ["advice.submoduleMergeConflict", "false"],
    ["advice.detachedHead", "false"],
];
/** The inherited variables without those that would lead git astray, and with ours. */
function cleanEnvironment(inherited) {
    const env = {};
    for (const [name, value] of Object.entries(inherited)) {
        if (value !== undefined)
            env[name] = value;
    }
    for (const name of locationVariables)
        delete env[name];
    for (const name of behaviourVariables)
        delete env[name];
    return {
        ...env,
        LC_ALL: "C",
        GIT_TERMINAL_PROMPT: "0",
        GIT_PAGER: "cat",
        // git takes ":" as "an editor that leaves the text as it is" and starts nothing.
        GIT_EDITOR: ":",
        GIT_SEQUENCE_EDITOR: ":",
        GIT_MERGE_AUTOEDIT: "no",
    };
}
/**
 * Adds configuration through the environment, after what the caller's environment brings
 * (a CI job may give safe.directory or credentials that way).
 */
function withConfig(env, config) {
    const given = Number(env.GIT_CONFIG_COUNT ?? "0");
    const first = Number.isSafeInteger(given) && given > 0 ? given : 0;
    const result = { ...env };
    config.forEach(([key, value], index) => {
        result[`GIT_CONFIG_KEY_${first + index}`] = key;
        result[`GIT_CONFIG_VALUE_${first + index}`] = value;
    });
    result.GIT_CONFIG_COUNT = String(first + config.length);
    return result;
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


/***/ }),

/***/ 9907:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  GitRunner: () => (/* binding */ GitRunner)
});

// EXTERNAL MODULE: external "node:child_process"
var external_node_child_process_ = __webpack_require__(1421);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: external "node:stream"
var external_node_stream_ = __webpack_require__(7075);
// EXTERNAL MODULE: ./build/git/environment.js
var environment = __webpack_require__(6070);
// EXTERNAL MODULE: ./build/git/locks.js
var locks = __webpack_require__(5983);
// EXTERNAL MODULE: ./build/lifecycle/errors.js
var errors = __webpack_require__(1740);
;// CONCATENATED MODULE: ./build/git/process.js

const LF = 0x0a;
const NUL = 0x00;
/**
 * A git process that is asked and answers, such as `cat-file --batch-command`.
 * Reads are answered in the order in which they were made. While no read is waiting the process does not keep
 * Node alive, so a forgotten one ends with the program: git ends at the end of its input.
 */
class GitProcess {
    #opened;
    #ended;
    #waiting = [];
    #chunks = [];
    #length = 0;
    #stderr = "";
    #code;
    #failure;
    #ending = false;
    #held;
    constructor(opened) {
        this.#opened = opened;
        const { child, stdin, stdout, stderr } = opened;
        // A git that died makes the pipe break; the reader learns it from the end of the output.
        stdin.on("error", () => { });
        stdout.on("data", (chunk) => {
            this.#chunks.push(chunk);
            this.#length += chunk.length;
            this.#serve();
        });
        stderr.on("data", (chunk) => {
            this.#stderr = (this.#stderr + chunk.toString("utf8")).slice(-16_384);
        });
        this.#ended = new Promise((done) => {
            child.once("error", (error) => {
                this.#failure = error;
            });
            child.once("close", (code) => {
                this.#code = code ?? -1;
                this.#ending = false;
                this.#serve();
                done(this.#code);
            });
        });
        this.#hold();
    }
    /** The exit code, once the process has ended; -1 when a signal ended it. */
    get code() {
        return this.#code;
    }
    /** The end of what git wrote to standard error. */
    get stderr() {
        return this.#stderr;
    }
    /** Sends bytes; a process that has ended ignores them. */
    write(data) {
        if (this.#code === undefined && this.#opened.stdin.writable)
            this.#opened.stdin.write(data);
    }
    /** The next `size` bytes. */
    read(size) {
        return this.#take(() => (this.#length >= size ? size : undefined), 0);
    }
    /** The bytes before the next `byte`, which is consumed. */
    readUntil(byte) {
        let searched = 0;
        return this.#take(() => {
            const found = this.#find(byte, searched);
            searched = this.#length;
            return found;
        }, 1);
    }
    /** The next line as UTF-8, without its line feed. */
    async readLine() {
        return (await this.readUntil(LF)).toString("utf8");
    }
    /** The next field of a `-z` output. */
    readField() {
        return this.readUntil(NUL);
    }
    /** Ends the input and waits until git has ended. */
    async close() {
        this.#ending = true;
        this.#opened.stdin.end();
        this.#hold();
        return this.#ended;
    }
    /** Ends git at once. */
    async kill() {
        this.#ending = true;
        this.#opened.child.kill("SIGKILL");
        this.#hold();
        await this.#ended;
    }
    #take(size, separator) {
        return new Promise((resolve, reject) => {
            const attempt = () => {
                const length = size();
                if (length === undefined)
                    return false;
                const bytes = this.#consume(length + separator);
                resolve(separator === 0 ? bytes : bytes.subarray(0, length));
                return true;
            };
            this.#waiting.push({ attempt, fail: reject });
            this.#serve();
            this.#hold();
        });
    }
    #serve() {
        for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
            if (first.attempt()) {
                this.#waiting.shift();
            }
            else if (this.#code !== undefined) {
                this.#waiting.shift();
                first.fail(this.#endedEarly());
            }
            else {
                break;
            }
        }
        if (this.#waiting.length === 0)
            this.#hold();
    }
    #find(byte, from) {
        let start = 0;
        for (const chunk of this.#chunks) {
            if (start + chunk.length > from) {
                const index = chunk.indexOf(byte, Math.max(0, from - start));
                if (index >= 0)
                    return start + index;
            }
            start += chunk.length;
        }
        return undefined;
    }
    #consume(size) {
        const first = this.#chunks[0];
        let all = first ?? Buffer.alloc(0);
        if (all.length < size) {
            all = Buffer.concat(this.#chunks);
            this.#chunks = [];
        }
        else {
            this.#chunks.shift();
        }
        if (all.length > size)
            this.#chunks.unshift(all.subarray(size));
        this.#length -= size;
        return all.subarray(0, size);
    }
    #endedEarly() {
        return new errors/* CoppiceError */.uS("GIT_FAILED", `git ${this.#opened.command} ended before it had answered.`, {
            details: { exitCode: this.#code ?? -1, output: this.#stderr },
            cause: this.#failure,
        });
    }
    /** Keeps Node alive only while an answer or the end is awaited. */
    #hold() {
        const wanted = this.#ending || this.#waiting.length > 0;
        if (wanted === this.#held)
            return;
        this.#held = wanted;
        const { child, stdin, stdout, stderr } = this.#opened;
        for (const handle of [child, stdin, stdout, stderr]) {
            if (wanted && "ref" in handle && typeof handle.ref === "function")
                handle.ref();
            if (!wanted && "unref" in handle && typeof handle.unref === "function")
                handle.unref();
        }
    }
}

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: ./build/lifecycle/system-errors.js
var system_errors = __webpack_require__(9600);
;// CONCATENATED MODULE: ./build/git/run-errors.js



/** The subcommand, for messages: options before it may hold paths. */
function subcommand(args) {
    for (let index = 0; index < args.length; index += 1) {
        const word = args[index] ?? "";
        if (word === "-c" || word === "-C")
            index += 1;
        else if (!word.startsWith("-"))
            return word;
    }
    return "";
}
/** Git ended with a code that is no answer; `lock` names the lock file that stopped it. */
function failed(args, result, lock) {
    const command = `git ${subcommand(args)}`;
    const details = { exitCode: result.code, step: command, output: result.stderr.slice(-16_384) };
    if (lock !== undefined) {
        return new errors/* CoppiceError */.uS("GIT_FAILED", `${command} could not start: another git process holds a lock.`, {
            details: { ...details, reason: "lock held" },
            recoverable: true,
            suggestedAction: "Wait until it has ended; if none is running, delete the .lock file that git names, then run it again.",
        });
    }
    const how = result.code === -1 ? "was ended by a signal" : `ended with exit code ${result.code}`;
    return new errors/* CoppiceError */.uS("GIT_FAILED", `${command} ${how}.`, { details });
}
const timedOut = (args, ms) => new errors/* CoppiceError */.uS("TIMEOUT", `git ${subcommand(args)} did not end within ${Math.round(ms / 1000)} s and was stopped.`, {
    details: { timeoutMs: ms, step: `git ${subcommand(args)}` },
});
const interrupted = (args) => new errors/* CoppiceError */.uS("INTERRUPTED", `git ${subcommand(args)} was interrupted.`, {
    details: { step: `git ${subcommand(args)}` },
});
const noPipes = (args) => new errors/* CoppiceError */.uS("GIT_FAILED", `git ${subcommand(args)} could not be started.`);
/** Why a process could not be started at all. */
function notStarted(error, cwd, args) {
    // spawn reports a missing working directory exactly like a missing program.
    if (!(0,external_node_fs_.existsSync)(cwd)) {
        return new errors/* CoppiceError */.uS("WORKTREE_NOT_FOUND", "The directory in which git was to run does not exist.", {
            suggestedAction: "Run it in a directory that exists, or bring that one back.",
            cause: error,
        });
    }
    if ((0,system_errors/* errnoOf */.UQ)(error) === "ENOENT") {
        return new errors/* CoppiceError */.uS("GIT_TOO_OLD", "git was not found: no such program is on PATH.", {
            details: { required: "2.38.0" },
            cause: error,
        });
    }
    return ((0,system_errors/* systemError */.Oj)(error, `start git ${subcommand(args)}`) ??
        new errors/* CoppiceError */.uS("GIT_FAILED", `git ${subcommand(args)} could not be started.`, {
            details: { reason: (0,system_errors/* errnoOf */.UQ)(error) ?? "unknown" },
            cause: error,
        }));
}

// EXTERNAL MODULE: ./build/git/semaphore.js
var semaphore = __webpack_require__(1497);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
;// CONCATENATED MODULE: ./build/git/wrapper.js


/** A script is read so far, in bytes. */
const longestRead = 65_536;
/**
 * Whether `git` is a script that has to do with versions: it may answer `git version` itself, and the trace that
 * comes through it is of another git than it stands for. What cannot be read is none.
 * @param path the PATH on which it is found
 */
function speaksOfVersions(binary, path) {
    const candidates = (0,external_node_path_.isAbsolute)(binary)
        ? [binary]
        : (path ?? "").split(external_node_path_.delimiter).flatMap((folder) => (folder === "" ? [] : [(0,external_node_path_.join)(folder, binary)]));
    const found = candidates.find(isProgram);
    if (found === undefined)
        return false;
    const start = beginning(found, 2);
    return start === "#!" && beginning(found, longestRead).includes("version");
}
function isProgram(file) {
    try {
        const stat = (0,external_node_fs_.statSync)(file);
        return stat.isFile() && (process.platform === "win32" || (stat.mode & 0o111) !== 0);
    }
    catch {
        return false;
    }
}
function beginning(file, length) {
    let descriptor;
    try {
        descriptor = (0,external_node_fs_.openSync)(file, "r");
        const bytes = Buffer.alloc(length);
        return bytes.toString("latin1", 0, (0,external_node_fs_.readSync)(descriptor, bytes, 0, length, 0));
    }
    catch {
        return "";
    }
    finally {
        if (descriptor !== undefined)
            (0,external_node_fs_.closeSync)(descriptor);
    }
}

// EXTERNAL MODULE: ./build/git/write-probe.js
var write_probe = __webpack_require__(8691);
;// CONCATENATED MODULE: ./build/git/run.js










const defaultTimeoutMs = 120_000;
/** How long git may take to end after SIGTERM. */
const killGraceMs = 2_000;
/** How long a pipe may stay open after git's end: a background child of a hook may have inherited it. */
const drainGraceMs = 500;
const longestStderr = 65_536;
const longestTrace = 10_000;
/** The one place that starts git. One instance for each command run. */
class GitRunner {
    trace = [];
    #binary;
    #env;
    #slots;
    #environments = new Map();
    #hookConfig = [];
    #count = 0;
    constructor(options = {}) {
        this.#binary = options.binary ?? "git";
        this.#env = (0,environment/* cleanEnvironment */.hh)(options.env ?? process.env);
        this.#slots = new semaphore/* Semaphore */.j(options.parallelism ?? Math.min(8, (0,external_node_os_.availableParallelism)() * 2));
    }
    /** How many git processes were started. */
    get count() {
        return this.#count;
    }
    /**
     * Names hooks that git's configuration defines (`hook.<name>.command`, git 2.54): core.hooksPath does not turn
     * them off, each has its own switch.
     */
    silenceConfiguredHooks(names) {
        this.#hookConfig = names.map((name) => [`hook.${name}.enabled`, "false"]);
        this.#environments.clear();
    }
    /**
     * Runs git to its end.
     * @throws CoppiceError GIT_FAILED, TIMEOUT, INTERRUPTED, GIT_TOO_OLD (no git at all), WORKTREE_NOT_FOUND (`cwd` is gone)
     */
    async run(cwd, args, options = {}) {
        const { stdout, stderr, code } = await this.#attempt(cwd, args, options, false);
        return { code, stdout, stderr };
    }
    /** Standard output as UTF-8, without its final line feed. */
    async text(cwd, args, options = {}) {
        const { stdout } = await this.run(cwd, args, options);
        return stdout.toString("utf8").replace(/\n$/, "");
    }
    /**
     * Runs git and reads the version that it tells on the way, through its trace on file descriptor 3 (git 2.22):
     * one process instead of two. `version` is undefined when git did not tell; `doubtful` when a wrapper may know better.
     */
    async runWithVersion(cwd, args, options = {}) {
        const env = { ...options.env, GIT_TRACE2_EVENT: "3", GIT_TRACE2_EVENT_NESTING: "1" };
        const { extra, ...result } = await this.#attempt(cwd, args, { ...options, env }, true);
        const version = /"event":"version".*"exe":"([^"]*)"/.exec(extra.toString("utf8"))?.[1];
        return { ...result, version, doubtful: speaksOfVersions(this.#binary, this.#env.PATH) };
    }
    /** Starts a process that is asked and answers. The caller closes it. */
    open(cwd, args, options = {}) {
        const child = this.#spawn(cwd, args, options, false);
        const { stdin, stdout, stderr } = child;
        if (stdin === null || stdout === null || stderr === null)
            throw noPipes(args);
        this.#remember({ args, cwd, ms: 0, code: undefined });
        return new GitProcess({ child, stdin, stdout, stderr, command: subcommand(args) });
    }
    async #attempt(cwd, args, options, extra) {
        for (let attempt = 0;; attempt += 1) {
            const result = await this.#slots.run(() => this.#once(cwd, args, options, extra));
            const lock = result.code === 0 || options.retryLocks === false ? undefined : (0,locks/* heldLock */.TT)(cwd, result.stderr);
            if (lock !== undefined && attempt < locks/* lockRetries */.kB) {
                await (0,locks/* backoff */.JN)(attempt, options.signal).catch(() => {
                    throw interrupted(args);
                });
                continue;
            }
            if (isAnswer(result.code, options.codes))
                return result;
            throw (await this.#diskProblem(options)) ?? failed(args, result, lock);
        }
    }
    async #diskProblem(options) {
        return options.writes === undefined ? undefined : (0,write_probe/* writeProblem */.b)(options.writes);
    }
    #once(cwd, args, options, extra) {
        if (options.signal?.aborted === true)
            return Promise.reject(interrupted(args));
        const started = performance.now();
        return new Promise((resolve, reject) => {
            const child = this.#spawn(cwd, args, options, extra);
            const stdout = collect(child.stdout);
            const trace = collect(child.stdio[3] instanceof external_node_stream_.Readable ? child.stdio[3] : null);
            let stderr = "";
            child.stderr?.on("data", (chunk) => {
                const text = chunk.toString("utf8");
                options.onStderr?.(text);
                stderr = (stderr + text).slice(-longestStderr);
            });
            let ending;
            const end = (reason) => {
                if (ending !== undefined)
                    return;
                ending = reason;
                killGroup(child, "SIGTERM");
                kill = setTimeout(() => killGroup(child, "SIGKILL"), killGraceMs);
            };
            let kill;
            const limit = options.timeoutMs ?? defaultTimeoutMs;
            const timer = setTimeout(() => end(timedOut(args, limit)), limit);
            const onAbort = () => end(interrupted(args));
            options.signal?.addEventListener("abort", onAbort, { once: true });
            const settle = () => {
                clearTimeout(timer);
                clearTimeout(kill);
                options.signal?.removeEventListener("abort", onAbort);
            };
            child.once("error", (error) => {
                settle();
                reject(notStarted(error, cwd, args));
            });
            let exited;
            const finish = () => {
                settle();
                const code = exited ?? -1;
                this.#remember({ args, cwd, ms: performance.now() - started, code });
                if (ending !== undefined)
                    reject(ending);
                else
                    resolve({ code, stdout: stdout(), stderr, extra: trace() });
            };
            child.once("exit", (code) => {
                exited = code ?? -1;
                closeIdlePipes(child);
            });
            child.once("close", finish);
            child.stdin?.on("error", () => { });
            child.stdin?.end(options.stdin);
        });
    }
    #spawn(cwd, args, options, extra) {
        return (0,external_node_child_process_.spawn)(this.#binary, args, {
            cwd,
            env: { ...this.#environment(options), ...options.env },
            // A group of its own: a timeout ends git together with what it started, and no terminal is left to ask on.
            detached: process.platform !== "win32",
            stdio: extra ? ["pipe", "pipe", "pipe", "pipe"] : ["pipe", "pipe", "pipe"],
            windowsHide: true,
        });
    }
    #environment(options) {
        const key = `${options.hooks === true} ${options.rawConfig === true}`;
        const known = this.#environments.get(key);
        if (known !== undefined)
            return known;
        const config = [
            ...(options.rawConfig === true ? [] : environment/* neutralConfig */.AK),
            ...(options.hooks === true ? [] : [["core.hooksPath", "/dev/null"], ...this.#hookConfig]),
        ];
        // With hooks, people's programs run below this git: they may write what is optional, such as the index,
        // and need a locale that knows all characters. Both locales let git speak English.
        const own = options.hooks === true ? { LC_ALL: "C.UTF-8" } : { GIT_OPTIONAL_LOCKS: "0" };
        const env = { ...(config.length === 0 ? this.#env : (0,environment/* withConfig */.NV)(this.#env, config)), ...own };
        this.#environments.set(key, env);
        return env;
    }
    #remember(entry) {
        this.#count += 1;
        if (this.trace.length >= longestTrace)
            this.trace.shift();
        this.trace.push(entry);
    }
}
const isAnswer = (code, codes) => codes === "any" || (codes ?? [0]).includes(code);
function collect(stream) {
    const chunks = [];
    stream?.on("data", (chunk) => chunks.push(chunk));
    return () => Buffer.concat(chunks);
}
/** Once git has ended, waits for its pipes only as long as data still comes. */
function closeIdlePipes(child) {
    const pipes = child.stdio.filter((pipe) => pipe !== null && pipe !== undefined && "destroy" in pipe);
    const timer = setTimeout(() => {
        for (const pipe of pipes)
            pipe?.destroy();
    }, drainGraceMs);
    for (const pipe of pipes)
        pipe?.on("data", () => timer.refresh());
    child.once("close", () => clearTimeout(timer));
}
function killGroup(child, signal) {
    if (child.pid === undefined)
        return;
    try {
        if (process.platform === "win32")
            child.kill(signal);
        else
            process.kill(-child.pid, signal);
    }
    catch {
        // The group has ended in between.
    }
}


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


/***/ }),

/***/ 8691:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   b: () => (/* binding */ writeProblem)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var _lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9600);




/**
 * Finds out whether a directory can be written to, by writing a small file there and deleting it again.
 * @returns PERMISSION_DENIED, READONLY_FS, NO_SPACE_LEFT or QUOTA_EXCEEDED, or nothing when writing works
 */
async function writeProblem(directory) {
    const file = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(directory, `coppice-probe-${(0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomBytes)(6).toString("hex")}`);
    try {
        const handle = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.open)(file, "wx");
        try {
            // One block more than an inode can hold by itself: a full disk still takes empty files.
            await handle.write(Buffer.alloc(8192));
            await handle.sync();
        }
        finally {
            await handle.close();
        }
        return undefined;
    }
    catch (error) {
        return (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .systemError */ .Oj)(error, "write to the repository");
    }
    finally {
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.rm)(file, { force: true }).catch(() => { });
    }
}


/***/ })

};
