export const id = 47;
export const ids = [47];
export const modules = {

/***/ 6601:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   N: () => (/* binding */ commandAt),
/* harmony export */   g: () => (/* binding */ commandKeys)
/* harmony export */ });
/** The keys that can hold a command of the person's own. */
const commandKeys = [
    "setup.install",
    "setup.initScript",
    "merge.verify",
    "conflict.resolver",
];
/** A command that is written out; `auto` and `off` are none. */
function commandAt(config, key) {
    switch (key) {
        case "setup.install": {
            const install = config.setup?.install;
            return install === "auto" || install === "off" ? undefined : install;
        }
        case "setup.initScript":
            return config.setup?.initScript;
        case "merge.verify":
            return config.merge?.verify;
        case "conflict.resolver":
            return config.conflict?.resolver;
    }
}


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

/***/ 377:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  g: () => (/* binding */ failureOf),
  m: () => (/* binding */ runRecordCommand)
});

// EXTERNAL MODULE: ./build/journal/owner.js
var owner = __webpack_require__(6779);
// EXTERNAL MODULE: ./build/lifecycle/errors.js
var errors = __webpack_require__(1740);
// EXTERNAL MODULE: external "node:child_process"
var external_node_child_process_ = __webpack_require__(1421);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:stream"
var external_node_stream_ = __webpack_require__(7075);
// EXTERNAL MODULE: ./build/git/environment.js
var environment = __webpack_require__(6070);
// EXTERNAL MODULE: ./build/lifecycle/system-errors.js
var system_errors = __webpack_require__(9600);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
;// CONCATENATED MODULE: ./build/engine/command-gate.js


/**
 * The words that start a program behind a gate: it runs once a line arrives at file descriptor 3, under the process id
 * of the shell that waited there. When the writer dies before, the program never starts. So there is no moment in
 * which a command runs of which nothing is written down.
 */
const behindGate = (words) => [
    "sh",
    "-c",
    'IFS= read -r _ <&3 || exit 125; exec 3<&-; exec "$@"',
    "sh",
    ...words,
];
/** Whether there is such a program: a path, or a name on PATH. */
function programExists(program, path) {
    if (program.includes("/"))
        return isProgram(program);
    return (path ?? "").split(external_node_path_.delimiter).some((folder) => isProgram((0,external_node_path_.join)(folder || ".", program)));
}
function isProgram(file) {
    try {
        (0,external_node_fs_.accessSync)(file, external_node_fs_.constants.X_OK);
        return true;
    }
    catch {
        return false;
    }
}

// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: external "node:string_decoder"
var external_node_string_decoder_ = __webpack_require__(6193);
// EXTERNAL MODULE: ./build/journal/scrub.js
var scrub = __webpack_require__(7751);
;// CONCATENATED MODULE: ./build/engine/command-output.js






const tailBytes = 65_536;
const tailLength = 16_000;
/** The file that a command writes to. */
class Output {
    fd;
    #start;
    #read;
    #decoder = new external_node_string_decoder_.StringDecoder("utf8");
    #unfinished = "";
    constructor(fd) {
        this.fd = fd;
        this.#start = (0,external_node_fs_.fstatSync)(fd).size;
        this.#read = this.#start;
    }
    /** Tells the lines that were written since the last time; at the end also one without its line feed. */
    news(onOutput, end = false) {
        const size = (0,external_node_fs_.fstatSync)(this.fd).size;
        while (this.#read < size) {
            const bytes = this.#bytes(this.#read, Math.min(size - this.#read, tailBytes));
            if (bytes.length === 0)
                break;
            this.#read += bytes.length;
            this.#unfinished += this.#decoder.write(bytes);
            // Whole lines: half a token would not be recognised as a secret.
            this.#tell(onOutput, 1 + Math.max(this.#unfinished.lastIndexOf("\n"), this.#unfinished.lastIndexOf("\r")));
            if (this.#unfinished.length > tailLength)
                this.#tell(onOutput, this.#unfinished.length);
        }
        if (end)
            this.#tell(onOutput, this.#unfinished.length);
    }
    #tell(onOutput, length) {
        if (length > 0)
            onOutput((0,scrub/* scrubSecrets */.Z)(this.#unfinished.slice(0, length)));
        this.#unfinished = this.#unfinished.slice(length);
    }
    tail() {
        const size = (0,external_node_fs_.fstatSync)(this.fd).size;
        const from = Math.max(this.#start, size - tailBytes);
        const text = this.#bytes(from, size - from).toString("utf8");
        return (0,scrub/* scrubSecrets */.Z)(text).slice(-tailLength).toWellFormed();
    }
    close() {
        (0,external_node_fs_.closeSync)(this.fd);
    }
    #bytes(from, length) {
        const bytes = Buffer.alloc(Math.max(0, length));
        return bytes.subarray(0, (0,external_node_fs_.readSync)(this.fd, bytes, 0, bytes.length, from));
    }
}
/**
 * Opens the log that a command writes to, or a file without a name where there is none.
 * @throws a system code when it cannot be written
 */
function openOutput(logFile) {
    try {
        return new Output(logFile === undefined ? openNameless() : (0,external_node_fs_.openSync)(logFile, "a+", 0o600));
    }
    catch (error) {
        throw (0,system_errors/* systemError */.Oj)(error, "write the command's log") ?? error;
    }
}
/** A file that no name leads to, so it is gone with its last user. */
function openNameless() {
    const directory = (0,external_node_fs_.mkdtempSync)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), "coppice-output-"));
    try {
        return (0,external_node_fs_.openSync)((0,external_node_path_.join)(directory, "output"), "a+", 0o600);
    }
    finally {
        (0,external_node_fs_.rmSync)(directory, { recursive: true, force: true });
    }
}

;// CONCATENATED MODULE: ./build/engine/process.js








const defaultGraceMs = 2_000;
const pollMs = 100;
const groupPollMs = 20;
/** How long an ended group may linger after SIGKILL: where nobody reaps orphans it stays visible for ever. */
const lingerMs = 500;
/**
 * Runs a command to its end. An exit code, a signal, a timeout and an abort are answers, not errors.
 * @throws WORKTREE_NOT_FOUND when `cwd` is gone, a system code when the log cannot be written
 */
async function runCommand(options) {
    if (options.signal?.aborted === true)
        return { ...nothing, aborted: true };
    const output = openOutput(options.logFile);
    try {
        const end = await run(options, output);
        return { ...end, tail: output.tail() };
    }
    finally {
        output.close();
    }
}
const nothing = {
    code: undefined,
    signal: undefined,
    timedOut: false,
    aborted: false,
    notFound: false,
    tail: "",
};
async function run(options, output) {
    const words = typeof options.command === "string" ? ["sh", "-c", options.command] : options.command;
    const env = process_environment(options.env);
    const gated = options.onStart !== undefined && process.platform !== "win32";
    if (gated && !programExists(words[0] ?? "", env.PATH))
        return { ...nothing, notFound: true };
    const [program = "", ...args] = gated ? behindGate(words) : words;
    const child = (0,external_node_child_process_.spawn)(program, args, {
        cwd: options.cwd,
        env,
        detached: process.platform !== "win32",
        stdio: [
            options.stdin === undefined ? "ignore" : "pipe",
            output.fd,
            output.fd,
            ...(gated ? ["pipe"] : []),
        ],
        windowsHide: true,
    });
    // A command need not read what it is offered.
    child.stdin?.on("error", () => { });
    child.stdin?.end(options.stdin);
    openGate(child, options.onStart);
    const group = new Group(child, options.graceMs ?? defaultGraceMs);
    const ended = new Promise((resolve, reject) => {
        child.once("error", (error) => {
            if (child.pid !== undefined)
                return;
            if ((0,system_errors/* errnoOf */.UQ)(error) === "ENOENT" && (0,external_node_fs_.existsSync)(options.cwd)) {
                resolve({ code: undefined, signal: undefined, notFound: true });
            }
            else
                reject(notStarted(error, options.cwd));
        });
        child.once("exit", (code, signal) => resolve({ code: code ?? undefined, signal: signal ?? undefined, notFound: false }));
    });
    let timedOut = false;
    let aborted = false;
    const timer = options.timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = !aborted;
            group.end();
        }, options.timeoutMs);
    const onAbort = () => {
        aborted = !timedOut;
        group.end();
    };
    options.signal?.addEventListener("abort", onAbort, { once: true });
    const { onOutput } = options;
    const poll = onOutput === undefined ? undefined : setInterval(() => output.news(onOutput), pollMs);
    try {
        const end = await ended;
        await group.ended();
        if (onOutput !== undefined)
            output.news(onOutput, true);
        return { ...end, timedOut, aborted, tail: "" };
    }
    finally {
        clearTimeout(timer);
        clearInterval(poll);
        options.signal?.removeEventListener("abort", onAbort);
        group.forget();
    }
}
/** Lets a command that waits behind its gate begin, when its start has been noted. */
function openGate(child, onStart) {
    const gate = child.stdio[3];
    // A shell that was ended before it could read.
    if (gate instanceof external_node_stream_.Writable)
        gate.on("error", () => { });
    try {
        if (child.pid !== undefined)
            onStart?.(child.pid);
    }
    catch (error) {
        if (gate instanceof external_node_stream_.Writable)
            gate.destroy();
        throw error;
    }
    if (gate instanceof external_node_stream_.Writable)
        gate.end("\n");
}
/** A command with everything that it started, as far as that stayed in its process group. */
class Group {
    #child;
    #graceMs;
    #ending;
    // Whatever ends us, nothing of ours goes on unwatched.
    #onExit = () => {
        this.#signal("SIGKILL");
    };
    constructor(child, graceMs) {
        this.#child = child;
        this.#graceMs = graceMs;
        process.once("exit", this.#onExit);
    }
    /** Asks the whole group to end, and makes it. */
    end() {
        this.#ending ??= this.#terminate();
    }
    /** Waits for the group's end where it was asked for. */
    async ended() {
        await this.#ending;
    }
    forget() {
        process.removeListener("exit", this.#onExit);
    }
    async #terminate() {
        this.#signal("SIGTERM");
        if (await this.#gone(this.#graceMs))
            return;
        this.#signal("SIGKILL");
        await this.#gone(lingerMs);
    }
    async #gone(withinMs) {
        const until = performance.now() + withinMs;
        while (this.#alive()) {
            if (performance.now() >= until)
                return false;
            await new Promise((resolve) => setTimeout(resolve, groupPollMs));
        }
        return true;
    }
    #alive() {
        if (process.platform === "win32")
            return this.#child.exitCode === null && this.#child.signalCode === null;
        return this.#signal(0);
    }
    #signal(signal) {
        const { pid } = this.#child;
        if (pid === undefined)
            return false;
        try {
            return process.platform === "win32" ? this.#child.kill(signal) : process.kill(-pid, signal);
        }
        catch (error) {
            return (0,system_errors/* errnoOf */.UQ)(error) === "EPERM";
        }
    }
}
function process_environment(added) {
    const env = { ...process.env };
    for (const name of environment/* locationVariables */.vg)
        delete env[name];
    return { ...env, ...added };
}
function notStarted(error, cwd) {
    // spawn reports a missing working directory exactly like a missing program.
    if (!(0,external_node_fs_.existsSync)(cwd)) {
        return new errors/* CoppiceError */.uS("WORKTREE_NOT_FOUND", "The directory in which a command was to run does not exist.", {
            cause: error,
        });
    }
    return (0,system_errors/* systemError */.Oj)(error, "start a command") ?? error;
}

// EXTERNAL MODULE: ./build/engine/stop.js
var stop = __webpack_require__(67);
;// CONCATENATED MODULE: ./build/engine/record-command.js




/**
 * Runs a command for a record, where a process that takes over can find and end it. What an earlier, killed process
 * left running for the record is ended first. Its output goes to the reporter as it comes.
 * @throws INTERRUPTED after Ctrl-C, and what `runCommand` throws
 */
async function runRecordCommand(engine, id, options) {
    await (0,stop/* stopCommand */.IM)(engine, id);
    try {
        const result = await runCommand({
            ...options,
            signal: engine.signal,
            onOutput: (chunk) => engine.report.output(chunk),
            onStart: (pid) => engine.local.write(id, stop/* commandFile */.Cy, { v: 1, leader: (0,owner/* ownerOf */.bf)(pid) }),
        });
        if (result.aborted) {
            throw new errors/* CoppiceError */.uS("INTERRUPTED", "The command that was running was stopped.", {
                details: { output: result.tail },
            });
        }
        return result;
    }
    finally {
        engine.local.clear(id, stop/* commandFile */.Cy);
    }
}
/** How a command ended, as the end of a sentence; nothing when it succeeded. */
function failureOf(result, timeoutMs) {
    if (result.timedOut)
        return `did not end within ${Math.round((timeoutMs ?? 0) / 1000)} s and was stopped`;
    if (result.notFound)
        return "was not found: no such program is on PATH";
    if (result.signal !== undefined)
        return `was ended by ${result.signal}`;
    return result.code === 0 ? undefined : `ended with exit code ${result.code}`;
}


/***/ }),

/***/ 67:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Cy: () => (/* binding */ commandFile),
/* harmony export */   Dy: () => (/* binding */ stopHolder),
/* harmony export */   IM: () => (/* binding */ stopCommand)
/* harmony export */ });
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8500);
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5395);
/* harmony import */ var _journal_owner_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6779);
/* harmony import */ var _files_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3112);
/* harmony import */ var _record_lock_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3896);
/* harmony import */ var _running_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6152);






/**
 * The command of the person's that runs for a record now (setup, verify, resolver): the leader of its process group.
 * Who starts one writes this before, and clears it after.
 */
const commandFile = {
    name: "command",
    schema: zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .object */ .Ikc({ v: zod_mini__WEBPACK_IMPORTED_MODULE_5__/* .literal */ .euz(1), leader: _journal_owner_js__WEBPACK_IMPORTED_MODULE_1__/* .ownerSchema */ .$K }),
};
/** How long a process may take to end by itself after SIGTERM. */
const graceMs = 8_000;
const pollMs = 20;
/**
 * Ends whoever works on a record: SIGTERM to the holder of its lock, which then journals its end and lets go, SIGKILL
 * when it does not; then the command that it left running. Only processes that are certainly the recorded ones get a
 * signal: same host, boot, pid namespace and start time.
 */
async function stopHolder(engine, id) {
    const holder = (0,_record_lock_js__WEBPACK_IMPORTED_MODULE_3__/* .recordLockHolder */ .Bo)(engine, id);
    if (holder?.pid === process.pid) {
        (0,_running_js__WEBPACK_IMPORTED_MODULE_4__/* .interrupt */ .G)(id);
        await endOf(() => (0,_record_lock_js__WEBPACK_IMPORTED_MODULE_3__/* .recordLockHolder */ .Bo)(engine, id)?.token === holder.token, graceMs);
    }
    else if (holder !== undefined && (0,_journal_owner_js__WEBPACK_IMPORTED_MODULE_1__/* .liveness */ .QX)(holder) === "alive") {
        send(holder.pid, "SIGTERM");
        await endOf(() => (0,_record_lock_js__WEBPACK_IMPORTED_MODULE_3__/* .recordLockHolder */ .Bo)(engine, id)?.token === holder.token, graceMs);
        if ((0,_record_lock_js__WEBPACK_IMPORTED_MODULE_3__/* .recordLockHolder */ .Bo)(engine, id)?.token === holder.token && (0,_journal_owner_js__WEBPACK_IMPORTED_MODULE_1__/* .liveness */ .QX)(holder) === "alive") {
            send(holder.pid, "SIGKILL");
            await endOf(() => (0,_journal_owner_js__WEBPACK_IMPORTED_MODULE_1__/* .liveness */ .QX)(holder) === "alive", graceMs);
        }
    }
    await stopCommand(engine, id);
}
/** Ends the command that a process which is gone left running for a record. */
async function stopCommand(engine, id) {
    const command = engine.local.read(id, commandFile);
    if (command === undefined)
        return;
    const { leader } = command;
    const alive = () => (0,_journal_owner_js__WEBPACK_IMPORTED_MODULE_1__/* .liveness */ .QX)(leader) === "alive";
    if (alive() && leader.pid !== process.pid) {
        send(groupOf(leader.pid), "SIGTERM");
        await endOf(alive, graceMs);
        if (alive()) {
            send(groupOf(leader.pid), "SIGKILL");
            await endOf(alive, graceMs);
        }
    }
    engine.local.clear(id, commandFile);
}
/** A negative number means the whole group; Windows has none. */
const groupOf = (pid) => (process.platform === "win32" ? pid : -pid);
function send(pid, signal) {
    try {
        process.kill(pid, signal);
    }
    catch (error) {
        // It has ended in between.
        if (!(0,_files_js__WEBPACK_IMPORTED_MODULE_2__/* .hasCode */ .up)(error, "ESRCH"))
            throw error;
    }
}
async function endOf(going, waitMs) {
    const deadline = Date.now() + waitMs;
    while (going() && Date.now() < deadline)
        await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_0__.setTimeout)(pollMs);
}


/***/ }),

/***/ 5512:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  aN: () => (/* binding */ requireTrust),
  tY: () => (/* binding */ trust),
  OT: () => (/* binding */ trustedCommands)
});

// EXTERNAL MODULE: ./build/config/commands.js
var config_commands = __webpack_require__(6601);
// EXTERNAL MODULE: ./build/lifecycle/errors.js
var errors = __webpack_require__(1740);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./build/engine/files.js
var files = __webpack_require__(3112);
;// CONCATENATED MODULE: ./build/engine/trust-content.js




const mostWords = 64;
const mostLinks = 8;
/**
 * The command's content as it would run at `place`. A word of the command that names a file from the top of the
 * worktree (`./scripts/init.sh`, `sh scripts/init.sh`) brings that file's content in. What such a file runs in turn
 * is not looked at.
 */
async function contentOf(engine, { key, command }, place) {
    const files = new Map();
    if (place !== undefined) {
        for (const word of words(command))
            await addFile(engine, place, word, files);
    }
    const named = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
    const hash = (0,external_node_crypto_.createHash)("sha256")
        .update(JSON.stringify([1, key, command, named]))
        .digest("hex");
    return { key, command, files: named.map(([path]) => path), hash };
}
/** What could be a path in a shell command: its words without quotes, and what stands whole between quotes. */
function words(command) {
    const quoted = [...command.matchAll(/"([^"]*)"|'([^']*)'/g)].map((found) => found[1] ?? found[2] ?? "");
    const found = new Set([...quoted, ...command.split(/[\s;&|()<>"'`$={}]+/)].flatMap((word) => inside(word) ?? []));
    return [...found].slice(0, mostWords);
}
/** A relative path made plain, or nothing when it leaves the worktree or names its top. */
function inside(path) {
    if (path === "" || path.startsWith("/") || path.includes("\0"))
        return undefined;
    const plain = external_node_path_.posix.normalize(path).replace(/\/$/, "");
    return plain === "." || plain === ".." || plain.startsWith("../") ? undefined : plain;
}
/** Adds a file and, when it is a symbolic link, what it leads to inside the worktree. */
async function addFile(engine, place, word, files) {
    let path = word;
    for (let links = 0; path !== undefined && links < mostLinks && !files.has(path); links++) {
        const content = "directory" in place ? fileIn(place.directory, path) : await fileAt(engine, place.commit, path);
        if (content === undefined)
            return;
        files.set(path, content);
        path = "link" in content ? inside(external_node_path_.posix.join(external_node_path_.posix.dirname(path), content.link)) : undefined;
    }
}
function fileIn(directory, path) {
    const file = (0,external_node_path_.join)(directory, path);
    try {
        const stat = (0,external_node_fs_.lstatSync)(file);
        if (stat.isSymbolicLink())
            return { link: (0,external_node_fs_.readlinkSync)(file) };
        return stat.isFile() ? { sha256: sha256((0,external_node_fs_.readFileSync)(file)) } : undefined;
    }
    catch (error) {
        // What is not there, or no name that a file can have, is a word like any other.
        if ((0,files/* hasCode */.up)(error, "ENOENT", "ENOTDIR", "ENAMETOOLONG", "ELOOP"))
            return undefined;
        throw error;
    }
}
async function fileAt(engine, commit, path) {
    const objects = engine.repo.objects();
    const object = await objects.read(`${commit}:${path}`);
    if (object?.type !== "blob")
        return undefined;
    // A blob does not tell that it is a link; its entry in the tree does.
    const parent = external_node_path_.posix.dirname(path);
    const tree = await objects.resolve(parent === "." ? `${commit}^{tree}` : `${commit}:${parent}`);
    const entries = tree === undefined ? [] : await objects.tree(tree);
    const entry = entries.find(({ name }) => name === external_node_path_.posix.basename(path));
    return entry?.mode === "120000" ? { link: object.data.toString("utf8") } : { sha256: sha256(object.data) };
}
const sha256 = (data) => (0,external_node_crypto_.createHash)("sha256").update(data).digest("hex");

// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 2 modules
var schemas = __webpack_require__(5395);
// EXTERNAL MODULE: ./node_modules/zod/v4/core/api.js
var api = __webpack_require__(3759);
// EXTERNAL MODULE: ./build/lifecycle/ids.js
var ids = __webpack_require__(333);
// EXTERNAL MODULE: ./build/lifecycle/system-errors.js
var system_errors = __webpack_require__(9600);
// EXTERNAL MODULE: ./build/engine/init-clone.js
var init_clone = __webpack_require__(7721);
;// CONCATENATED MODULE: ./build/engine/trust-store.js







/** Hashes of what this clone allowed, one a line. */
const trustPath = (commonDir) => (0,external_node_path_.join)((0,init_clone/* coppiceDir */.V)(commonDir), "trust");
/** Where commands were refused last: `coppice trust` looks there too. */
const pendingPath = (commonDir) => (0,external_node_path_.join)((0,init_clone/* coppiceDir */.V)(commonDir), "trust-pending.json");
const placeSchema = schemas/* union */.KCZ([
    schemas/* strictObject */.rej({ commit: ids/* oidSchema */.u0 }),
    schemas/* strictObject */.rej({ directory: schemas/* string */.YjP() }),
]);
const pendingSchema = schemas/* array */.YOg(placeSchema).check(api/* _maxLength */.Eb(10));
/** Nothing readable means that nothing is trusted. */
function readTrusted(commonDir) {
    const text = read(trustPath(commonDir));
    return new Set(text.split("\n").filter((line) => /^[0-9a-f]{64}$/.test(line)));
}
function writeTrusted(commonDir, hashes) {
    write(trustPath(commonDir), `${[...new Set(hashes)].join("\n")}\n`);
}
function readPending(commonDir) {
    try {
        const parsed = pendingSchema.safeParse(JSON.parse(read(pendingPath(commonDir)) || "[]"));
        return parsed.success ? parsed.data : [];
    }
    catch {
        return [];
    }
}
function writePending(commonDir, places) {
    if (places.length === 0)
        (0,external_node_fs_.rmSync)(pendingPath(commonDir), { force: true });
    else
        write(pendingPath(commonDir), `${JSON.stringify(places)}\n`);
}
function read(path) {
    try {
        return (0,external_node_fs_.readFileSync)(path, "utf8");
    }
    catch (error) {
        if ((0,files/* hasCode */.up)(error, "ENOENT", "ENOTDIR"))
            return "";
        throw (0,system_errors/* systemError */.Oj)(error, "read what this clone trusts") ?? error;
    }
}
function write(path, text) {
    try {
        (0,external_node_fs_.mkdirSync)((0,external_node_path_.dirname)(path), { recursive: true });
        (0,files/* writeAtomically */.vK)(path, text);
    }
    catch (error) {
        throw (0,system_errors/* systemError */.Oj)(error, "write what this clone trusts") ?? error;
    }
}

;// CONCATENATED MODULE: ./build/engine/trust.js




/**
 * The commands of the config file as they are now, in the main worktree, in the worktree the command runs in, at the
 * tip of base, and where a command was refused last. One command stands here once for each content of its files.
 */
async function trustedCommands(engine) {
    const trusted = readTrusted(engine.repo.commonDir);
    return (await contents(engine)).map(({ key, command, files, hash }) => ({
        key,
        command,
        files,
        trusted: trusted.has(hash),
    }));
}
/**
 * Allows this clone to run the commands of the config file, with the files they name, as they are now. Whatever
 * changes in a command or such a file is asked about again.
 * @returns the commands that are new
 */
async function trust(engine) {
    const { commonDir } = engine.repo;
    const trusted = readTrusted(commonDir);
    const news = (await contents(engine)).filter(({ hash }) => !trusted.has(hash));
    if (news.length > 0)
        writeTrusted(commonDir, [...trusted, ...news.map(({ hash }) => hash)]);
    writePending(commonDir, []);
    return news.map(({ key, command, files }) => ({ key, command, files, trusted: true }));
}
/**
 * Refuses to go on when a command of the config file is about to run that this clone has not allowed. Commands that a
 * person wrote into git's config or gave as a flag are their own and pass. Starts no process unless a command names
 * files of a commit.
 * @param keys what is about to run
 * @param place where, for the files that the commands name; `merge.verify` needs none
 * @throws UNTRUSTED with the commands
 */
async function requireTrust(engine, keys, place) {
    const wanted = fileCommands(engine).filter(({ key }) => keys.includes(key));
    if (wanted.length === 0)
        return;
    const trusted = readTrusted(engine.repo.commonDir);
    const refused = [];
    for (const command of wanted) {
        const content = await contentOf(engine, command, command.key === filesDoNotCount ? undefined : place);
        if (!trusted.has(content.hash))
            refused.push(content);
    }
    if (refused.length === 0)
        return;
    if (place !== undefined)
        writePending(engine.repo.commonDir, [place]);
    throw untrusted(refused);
}
/** Verifying is there to run what a branch brings: its command is trusted, the files that it runs are judged by it. */
const filesDoNotCount = "merge.verify";
const fileCommands = (engine) => engine.commands.filter(({ source }) => source === "file");
async function contents(engine) {
    const commands = fileCommands(engine);
    const places = commands.length === 0 ? [] : await knownPlaces(engine);
    const found = new Map();
    for (const command of commands) {
        for (const place of command.key === filesDoNotCount ? [undefined] : places) {
            const content = await contentOf(engine, command, place);
            found.set(content.hash, content);
        }
    }
    return [...found.values()].sort((a, b) => config_commands/* commandKeys */.g.indexOf(a.key) - config_commands/* commandKeys */.g.indexOf(b.key));
}
async function knownPlaces({ repo, config }) {
    const directories = [repo.mainWorktree, repo.worktree].filter((path) => path !== undefined);
    const tips = ["HEAD", ...(config.base === undefined ? [] : [`refs/heads/${config.base}`])];
    const commits = await Promise.all(tips.map((tip) => repo.objects().resolve(`${tip}^{commit}`)));
    return [
        ...directories.map((directory) => ({ directory })),
        ...commits.filter((commit) => commit !== undefined).map((commit) => ({ commit })),
        ...readPending(repo.commonDir),
    ];
}
function untrusted(refused) {
    const names = refused.map(({ key }) => key).join(" and ");
    const files = [...new Set(refused.flatMap((content) => content.files))];
    const also = files.length === 0 ? "" : ` (with ${files.join(", ")})`;
    const [commands, are] = refused.length === 1 ? ["command", "is not one"] : ["commands", "are not ones"];
    return new errors/* CoppiceError */.uS("UNTRUSTED", `The config's ${commands} for ${names}${also} ${are} that this clone has allowed to run.`, {
        details: {
            commands: refused.map(({ command }) => command.slice(0, 4096)),
            ...(files.length === 0 ? {} : { files: files.slice(0, 200) }),
            key: refused[0]?.key ?? "",
        },
    });
}


/***/ }),

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


/***/ })

};
