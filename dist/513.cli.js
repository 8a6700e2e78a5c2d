export const id = 513;
export const ids = [513];
export const modules = {

/***/ 9513:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  run: () => (/* binding */ demo_run)
});

// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 2 modules
var schemas = __webpack_require__(5395);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./build/git/file-tree.js
var file_tree = __webpack_require__(5582);
// EXTERNAL MODULE: ./build/git/run.js + 3 modules
var run = __webpack_require__(9907);
// EXTERNAL MODULE: ./build/lifecycle/errors.js
var errors = __webpack_require__(1740);
// EXTERNAL MODULE: ./build/lifecycle/system-errors.js
var system_errors = __webpack_require__(9600);
// EXTERNAL MODULE: ./build/cli/failure.js
var failure = __webpack_require__(8919);
// EXTERNAL MODULE: ./build/cli/render/visible.js
var visible = __webpack_require__(892);
;// CONCATENATED MODULE: ./build/cli/demo/project.js


/** The demo's project: a few lines that tell a gardener what to do. */
const project = {
    "README.md": "# Garden\n\nWhat to do in the garden, and when.\n",
    ".gitignore": ".env\n",
    "src/plants.js": "export const plants = [\n  { name: 'fern', days: 3 },\n  { name: 'cactus', days: 14 },\n  { name: 'basil', days: 1 },\n];\n",
    "src/report.js": "import { plants } from './plants.js';\n\nexport function line(plant) {\n  return plant.name;\n}\n\nfor (const plant of plants) console.log(line(plant));\n",
};
/** Not in git; the setup copies it into each new worktree. */
const environment = { ".env": "GARDEN=back-yard\n" };
const withUnits = "import { millilitres } from './units.js';\n";
const report = (body, imports = "") => `${imports}${project["src/report.js"] ?? ""}`.replace("  return plant.name;\n", body);
/** The first task changes how a line of the report reads. */
const watering = {
    "src/report.js": report("  return plant.name + ': water every ' + plant.days + ' days';\n"),
    "README.md": `${project["README.md"]}\nThe report says how often to water.\n`,
};
/** The second one changes the same line in another way, and more. */
const amounts = {
    "src/report.js": report("  return plant.name + ': ' + millilitres(plant.days) + ' ml';\n", withUnits),
    "src/units.js": "export const millilitres = (days) => days * 40;\n",
};
/** Both wishes in one line: what a person makes of the conflict. */
const resolved = {
    "src/report.js": report("  return plant.name + ': water every ' + plant.days + ' days, ' + millilitres(plant.days) + ' ml';\n", withUnits),
};
/** The third task is an idea that comes to nothing. */
const orchids = { "src/orchids.js": "// Are they worth it?\n" };
/** Writes files, making their folders. */
function write(directory, files) {
    for (const [path, text] of Object.entries(files)) {
        const target = (0,external_node_path_.join)(directory, path);
        (0,external_node_fs_.mkdirSync)((0,external_node_path_.dirname)(target), { recursive: true });
        (0,external_node_fs_.writeFileSync)(target, text);
    }
}

;// CONCATENATED MODULE: ./build/cli/demo/story.js

const tell = (title, ...lines) => ({ type: "tell", title, lines });
const coppice = (...args) => ({ type: "coppice", args });
const refused = (code, ...args) => ({ type: "coppice", args, code });
const git = (...args) => ({ type: "git", args });
const gitIn = (branch, ...args) => ({ type: "git", branch, args });
const edit = (branch, files) => ({ type: "edit", branch, files });
/** The whole life of three tasks. */
const story = [
    tell("Three tasks get a worktree each", "A branch and a directory of its own for every task; the setup copies .env, which git does not know."),
    coppice("create", "task/watering", "--task", "GARDEN-1", "--title", "Say how often to water"),
    coppice("create", "task/amounts", "--task", "GARDEN-2", "--title", "Say how much to water"),
    coppice("create", "task/orchids", "--task", "GARDEN-3", "--title", "Think about orchids"),
    tell("Work", "With plain git or with Coppice: both are noticed. The third task stays uncommitted."),
    edit("task/watering", watering),
    gitIn("task/watering", "commit", "--quiet", "--all", "--message", "Say how often to water"),
    edit("task/amounts", amounts),
    coppice("commit", "task/amounts", "--message", "Say how much to water"),
    edit("task/orchids", orchids),
    coppice("list"),
    tell("What would happen?", "Every merge is tried in memory: no file, no index and no branch is touched.", "Two tasks change the same line, so whichever comes second will conflict."),
    coppice("conflicts", "--matrix", "--order"),
    tell("A clean merge", "The merge commit is made without a checkout, main moves to it in one step, and is pushed.", "Worktree and branch have done their work and go."),
    coppice("merge", "task/watering", "--push"),
    tell("A conflict", "The second task does not fit any more. Nothing has changed on disk; the task waits."),
    refused(4, "merge", "task/amounts"),
    tell("The conflict is resolved by hand", "main is merged into the task, in the task's own worktree; the markers are edited there.", "Also possible: --ours (the task's side), --theirs (main's side), --with COMMAND, or coppice abort."),
    coppice("resolve", "task/amounts", "--manual"),
    edit("task/amounts", resolved),
    gitIn("task/amounts", "add", "src/report.js"),
    coppice("resolve", "task/amounts", "--continue"),
    tell("A task is given up", "It has work that exists nowhere else, so it does not go without --force and --discard."),
    refused(3, "remove", "task/orchids"),
    coppice("remove", "task/orchids", "--force", "--discard"),
    tell("What is left: a history", "Two merges, each with the task that it came from."),
    git("log", "--graph", "--oneline", "main"),
    git("show", "--no-patch", "--format=%B", "main"),
    tell("What is left: the journal", "Every step of every task is an entry in refs/notes/coppice, an ordinary git note."),
    git("notes", "--ref=coppice", "list"),
    coppice("log", "task/amounts"),
    tell("Sharing it", "Notes travel like any ref: the bare repository gets main and the journal."),
    git("push", "--quiet", "origin", "main", "refs/notes/coppice"),
    git("ls-remote", "origin"),
];

;// CONCATENATED MODULE: ./build/cli/demo/play.js











/** Makes the directory and lives the whole story in it; without a directory, in a temporary one that goes again. */
async function play(cli, directory) {
    const root = directory === undefined
        ? (0,external_node_fs_.realpathSync)((0,external_node_fs_.mkdtempSync)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), "coppice-demo-")))
        : emptyDirectory(directory);
    const player = new Player(cli, { repository: (0,external_node_path_.join)(root, "garden"), remote: (0,external_node_path_.join)(root, "garden.git") });
    try {
        await player.prepare();
        for (const step of story)
            await player.step(step);
    }
    finally {
        if (directory === undefined)
            (0,external_node_fs_.rmSync)(root, { recursive: true, force: true, maxRetries: 3 });
    }
    return { stage: player.stage, played: player.played };
}
function emptyDirectory(path) {
    try {
        (0,file_tree/* makeDirectories */.K)(path);
        if ((0,external_node_fs_.readdirSync)(path).length === 0)
            return (0,external_node_fs_.realpathSync)(path);
    }
    catch (error) {
        const denied = (0,system_errors/* systemError */.Oj)(error, "make the directory for the demo");
        if (denied !== undefined)
            throw denied;
        throw new failure/* UsageError */.eb("the directory for the demo cannot be made there", "Name one in a directory that exists and can be written.");
    }
    throw new failure/* UsageError */.eb("the directory for the demo is not empty", "Name one that does not exist yet, or an empty one.");
}
class Player {
    stage;
    played = [];
    #cli;
    #env;
    #git;
    #output;
    #chapter = 0;
    constructor(cli, stage) {
        this.stage = stage;
        this.#cli = cli;
        this.#env = ownEnvironment(cli.io.env);
        this.#git = new run.GitRunner({ env: this.#env });
        const shown = !cli.globals.json && !cli.globals.quiet;
        // Progress would only repeat what the story says, so no output counts as a terminal that moves.
        this.#output = {
            isTTY: cli.io.stdout.isTTY && cli.globals.color,
            columns: cli.io.stdout.columns,
            write: (text) => {
                if (shown)
                    cli.io.stdout.write(text.replace(/^(?=.)/gm, "   "));
            },
        };
    }
    /** The repository, its first commit and its remote. Nothing of the person's configuration is used. */
    async prepare() {
        const { repository, remote } = this.stage;
        (0,external_node_fs_.mkdirSync)(repository);
        await this.#text(repository, "init", "--quiet", "--initial-branch=main");
        await this.#text(repository, "config", "user.name", "Demo Gardener");
        await this.#text(repository, "config", "user.email", "gardener@demo.invalid");
        write(repository, project);
        await this.#text(repository, "add", "--all");
        await this.#text(repository, "commit", "--quiet", "--message", "Start the garden");
        await this.#text(repository, "init", "--quiet", "--bare", "--initial-branch=main", remote);
        await this.#text(repository, "remote", "add", "origin", remote);
        await this.#text(repository, "push", "--quiet", "--set-upstream", "origin", "main");
        write(repository, environment);
        this.#say("A garden project with one commit, and a bare repository as its origin.");
        this.#say(`   ${(0,visible/* visible */.RK)(repository)}`);
        this.#say(`   ${(0,visible/* visible */.RK)(remote)}`);
        this.#say("Lines with $ are commands that run now; what stands below them is what they print.");
    }
    async step(step) {
        if (this.#cli.io.signal.aborted)
            throw new errors/* CoppiceError */.uS("INTERRUPTED", "the demo was interrupted");
        switch (step.type) {
            case "tell":
                this.#chapter += 1;
                this.#say();
                this.#say(this.#cli.paint.bold(`${this.#chapter}. ${step.title}`));
                for (const line of step.lines)
                    this.#say(this.#cli.paint.dim(`   ${line}`));
                return;
            case "edit":
                write(await this.#place(step.branch), step.files);
                this.#say(`   ${this.#cli.paint.dim(`(edits ${Object.keys(step.files).join(", ")} of ${step.branch})`)}`);
                return;
            case "git":
                return this.#plainGit(step.branch, step.args);
            case "coppice":
                return this.#coppice(step.args, step.code ?? 0);
        }
    }
    async #plainGit(branch, args) {
        const directory = branch === undefined ? this.stage.repository : await this.#place(branch);
        const inside = branch === undefined ? [] : ["-C", directory.slice(this.stage.repository.length + 1)];
        this.#announce("git", [...inside, ...args]);
        const text = await this.#text(directory, ...args);
        if (text !== "")
            this.#output.write(`${(0,visible/* visibleLines */.gB)(text.trimEnd())}\n`);
        this.played.push({ command: ["git", ...inside, ...args].join(" "), exitCode: 0 });
    }
    async #coppice(args, expected) {
        this.#announce("coppice", args);
        const exitCode = await this.#cli.frame.run(args, this.#io(this.#output));
        this.played.push({ command: ["coppice", ...args].join(" "), exitCode });
        if (this.#cli.io.signal.aborted)
            throw new errors/* CoppiceError */.uS("INTERRUPTED", "the demo was interrupted");
        if (exitCode !== expected) {
            throw new Error(`coppice ${args.join(" ")} ended with ${exitCode}; the demo expected ${expected}`);
        }
        if (expected !== 0)
            this.#say(`   ${this.#cli.paint.dim(`(exit code ${exitCode})`)}`);
    }
    /** The directory of a branch's worktree, asked from Coppice itself. */
    async #place(branch) {
        let path = "";
        const collector = {
            isTTY: false,
            columns: undefined,
            write: (text) => {
                path += text;
            },
        };
        const code = await this.#cli.frame.run(["path", branch], this.#io(collector));
        if (code !== 0)
            throw new Error(`coppice path ${branch} ended with ${code}: ${path}`);
        return path.trimEnd();
    }
    #io(output) {
        const { signal } = this.#cli.io;
        const stderr = { ...output, isTTY: false };
        return { cwd: this.stage.repository, env: this.#env, stdout: output, stderr, canAsk: false, signal };
    }
    #announce(program, args) {
        const words = args.map((word) => (/^[\w./=:%-]+$/.test(word) ? word : `'${word}'`));
        this.#say(`   ${this.#cli.paint.cyan(`$ ${[program, ...words].join(" ")}`)}`);
    }
    #text(directory, ...args) {
        return this.#git.text(directory, args, { signal: this.#cli.io.signal });
    }
    #say(line = "") {
        this.#cli.say(line);
    }
}
/** The process's environment without anything that says how git or Coppice should behave here. */
function ownEnvironment(env) {
    const kept = Object.entries(env).filter(([name]) => !/^(GIT|COPPICE)_/.test(name) || name === "COPPICE_DEBUG");
    return {
        ...Object.fromEntries(kept),
        GIT_CONFIG_GLOBAL: external_node_os_.devNull,
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_CONFIG_SYSTEM: external_node_os_.devNull,
    };
}

// EXTERNAL MODULE: ./build/cli/flags.js
var flags = __webpack_require__(6222);
;// CONCATENATED MODULE: ./build/cli/commands/demo.js




const demo_flags = schemas/* object */.Ikc({ dir: flags/* textFlag */.gx });
/** Lives a whole life on a throw-away repository and tells it. */
const demo_run = async (cli, _args, options) => {
    const { dir } = (0,flags/* readFlags */.uW)(demo_flags, options);
    const directory = dir === undefined ? undefined : cli.resolve(dir);
    const { stage, played } = await play(cli, directory);
    if (cli.globals.json) {
        cli.json({ repository: directory === undefined ? null : stage.repository, commands: played });
        return 0;
    }
    cli.say();
    cli.say(cli.paint.bold("To look further"));
    if (directory === undefined) {
        cli.say("   The repositories are gone again; coppice demo --dir garden-demo leaves them. In one of yours:");
        for (const line of [
            "coppice init",
            "coppice create task/first",
            "coppice list",
            "coppice log",
            "coppice machine",
        ]) {
            cli.say(`   $ ${line}`);
        }
        return 0;
    }
    cli.say(`   $ cd ${quoted(stage.repository)}`);
    for (const line of [
        "coppice log",
        "coppice list --all",
        "git log --graph --oneline --all",
        "git notes --ref=coppice list",
        "git log --oneline origin/main",
        "coppice machine",
    ]) {
        cli.say(`   $ ${line}`);
    }
    return 0;
};
const quoted = (path) => /^[\w./-]+$/.test(path) ? path : `'${(0,visible/* visible */.RK)(path).replaceAll("'", "'\\''")}'`;


/***/ }),

/***/ 6222:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Jt: () => (/* binding */ flag),
/* harmony export */   gx: () => (/* binding */ textFlag),
/* harmony export */   kY: () => (/* binding */ onFlag),
/* harmony export */   mN: () => (/* binding */ shellArgument),
/* harmony export */   uW: () => (/* binding */ readFlags)
/* harmony export */ });
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5395);
/* harmony import */ var _completion_scripts_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5576);
/* harmony import */ var _failure_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8919);



/**
 * A command's own options, checked: commander tells their values without their types.
 * Its `choices` and the schema must agree; that is why a mismatch is a fault of ours and not of the caller.
 */
function readFlags(schema, options) {
    return schema.parse(options);
}
/** A flag that is absent unless it is given. */
const flag = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ._default */ .Rvf(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY(), false);
/** A flag that `--no-...` turns off. */
const onFlag = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ._default */ .Rvf(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY(), true);
const textFlag = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP());
/** The one argument of the commands that print something for a shell. */
function shellArgument(args) {
    const shell = _completion_scripts_js__WEBPACK_IMPORTED_MODULE_0__/* .shells */ .mP.find((name) => name === args[0]);
    if (shell === undefined)
        throw new _failure_js__WEBPACK_IMPORTED_MODULE_1__/* .UsageError */ .eb(`no script for the shell '${args[0] ?? ""}'`, `Name one of ${_completion_scripts_js__WEBPACK_IMPORTED_MODULE_0__/* .shells */ .mP.join(", ")}.`);
    return shell;
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


/***/ })

};
