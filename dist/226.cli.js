export const id = 226;
export const ids = [226,713];
export const modules = {

/***/ 1226:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  run: () => (/* binding */ run)
});

// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 2 modules
var schemas = __webpack_require__(5395);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./build/config/file.js
var file = __webpack_require__(1585);
;// CONCATENATED MODULE: ./build/config/sample.js
/** The file that `init` writes. */
const sampleConfigName = "coppice.config.jsonc";
/**
 * A config that says what the defaults say, with every line out of force: a person takes the comment marks away where
 * something is to be different.
 * @param base the branch that was found to be base
 */
function sampleConfig(base) {
    return `// Coppice's configuration. Every key may be left out; what stands behind // shows the default or an example.
// "coppice trust" must be run again by everybody when a command in it changes.
{
  // The branch that task branches fork from and merge into. Default: the remote's default branch.
  // "base": ${JSON.stringify(base ?? "main")},

  // Which branches are task branches.
  // "taskBranches": ["task/**"],

  // Where worktrees are made: relative to the main worktree, absolute, or from ~; {repo} is the repository's name.
  // "worktreeRoot": ".worktrees",
  // The directory of one: {branch}, {role}, {session}, {run}, {task}.
  // "directory": "{branch}",

  "setup": {
    // Ignored files to copy from the main worktree, beside .env and what .worktreeinclude names (gitignore syntax).
    // "envFiles": [".env.local", "config/*.key"],
    // "auto": by lockfile; "off"; or a command.
    // "install": "auto",
    // Runs last, in the new worktree, with COPPICE_WORKTREE, COPPICE_BRANCH, COPPICE_BASE and COPPICE_MAIN.
    // "initScript": "./scripts/init-worktree.sh",
    // In seconds.
    // "timeouts": { "install": 300, "initScript": 600 }
  },

  "merge": {
    // "merge", "squash" or "rebase".
    // "strategy": "merge",
    // {branch}, {base}, {task} and {title} are filled in.
    // "message": "Merge {branch} into {base}",
    // Must succeed at the merged commit before base moves.
    // "verify": "npm test",
    // Keep the worktree after a merge.
    // "keep": false,
    // Fetch base's upstream first.
    // "fetch": true,
    // Commit what is uncommitted instead of refusing.
    // "autoCommit": false,
    // "auto" (as git's config says), "always" or "never".
    // "sign": "auto"
  },

  "conflict": {
    // Resolves a conflict for "coppice resolve --with": gets the conflict as JSON on standard input.
    // "resolver": "./scripts/resolve.sh"
  }

  // "notesRef": "refs/notes/coppice",
  // The remote that is fetched from and pushed to.
  // "remote": "origin"
}
`;
}

// EXTERNAL MODULE: ./build/lifecycle/system-errors.js
var system_errors = __webpack_require__(9600);
// EXTERNAL MODULE: ./build/engine/base.js
var base = __webpack_require__(1570);
// EXTERNAL MODULE: ./build/engine/files.js
var files = __webpack_require__(3112);
// EXTERNAL MODULE: ./build/engine/worktree-root.js
var worktree_root = __webpack_require__(1811);
;// CONCATENATED MODULE: ./build/engine/init.js








/**
 * Prepares a repository: a config file with comments (an existing one is kept), the line in `info/exclude` that keeps
 * worktrees out of `git status`, and the refspec by which `git fetch` brings the journals of other clones. The second
 * time it changes nothing.
 * @throws PERMISSION_DENIED, READONLY_FS, NO_SPACE_LEFT, GIT_FAILED
 */
async function init(engine) {
    const steps = [configFile(engine), exclude(engine), await refspec(engine)];
    return { steps, changed: steps.some(({ outcome }) => outcome === "made") };
}
function configFile({ repo, config }) {
    const main = repo.mainWorktree;
    if (main === undefined) {
        return { name: "config", outcome: "none", detail: "a bare repository has its config file in base" };
    }
    const present = file/* configFileNames */.He.find((name) => (0,external_node_fs_.existsSync)((0,external_node_path_.join)(main, name)));
    if (present !== undefined)
        return { name: "config", outcome: "kept", detail: present };
    try {
        (0,external_node_fs_.writeFileSync)((0,external_node_path_.join)(main, sampleConfigName), sampleConfig(config.base), { flag: "wx" });
        return { name: "config", outcome: "made", detail: sampleConfigName };
    }
    catch (error) {
        if ((0,files/* hasCode */.up)(error, "EEXIST"))
            return { name: "config", outcome: "kept", detail: sampleConfigName };
        throw (0,system_errors/* systemError */.Oj)(error, `write ${sampleConfigName}`) ?? error;
    }
}
function exclude(engine) {
    const line = (0,worktree_root/* excludeWorktreeRoot */.WI)(engine);
    if (line !== undefined)
        return { name: "exclude", outcome: "made", detail: line };
    const inside = (0,worktree_root/* rootInMainWorktree */.uH)(engine);
    return inside === undefined
        ? { name: "exclude", outcome: "none", detail: "worktrees are made outside the main worktree" }
        : { name: "exclude", outcome: "kept", detail: inside };
}
/**
 * `+refs/notes/coppice*:refs/notes/remotes/origin/coppice*`: beside our own ref, never over it. The star is there
 * because `git fetch` dies of a configured ref without one that the remote does not have, and before the first sync
 * no remote has it.
 */
function notesRefspec(notesRef, remote) {
    return `+${notesRef}*:${remoteNotesRef(notesRef, remote)}*`;
}
/** Where the journals of a remote are fetched to. */
const remoteNotesRef = (notesRef, remote) => `refs/notes/remotes/${remote}/${notesRef.slice("refs/notes/".length)}`;
async function refspec(engine) {
    const { repo, config } = engine;
    const remote = (0,base/* mainRemote */.IC)(engine);
    if (remote === undefined || !(0,base/* remotes */.Yn)(repo).includes(remote)) {
        const detail = remote === undefined ? "there is no remote" : `there is no remote named ${remote}`;
        return { name: "refspec", outcome: "none", detail };
    }
    const wanted = notesRefspec(config.notesRef, remote);
    const key = `remote.${remote}.fetch`;
    const exact = `${config.notesRef}:${remoteNotesRef(config.notesRef, remote)}`;
    const present = repo.config.getAll(key).find((one) => [wanted, exact, `+${exact}`].includes(one));
    if (present !== undefined)
        return { name: "refspec", outcome: "kept", detail: present };
    await repo.git.run(repo.commonDir, ["config", "--add", key, wanted], { writes: repo.commonDir });
    return { name: "refspec", outcome: "made", detail: wanted };
}

// EXTERNAL MODULE: ./build/engine/trust.js + 2 modules
var trust = __webpack_require__(5512);
// EXTERNAL MODULE: ./build/cli/flags.js
var flags = __webpack_require__(6222);
// EXTERNAL MODULE: ./build/cli/render/visible.js
var visible = __webpack_require__(892);
// EXTERNAL MODULE: ./build/cli/trust.js
var cli_trust = __webpack_require__(831);
;// CONCATENATED MODULE: ./build/cli/commands/init.js






const init_flags = schemas/* object */.Ikc({ yes: flags/* flag */.Jt });
/** Prepares a repository, says what it did, and asks about the config's commands where somebody can answer. */
const run = (cli, _args, options) => {
    const { yes } = (0,flags/* readFlags */.uW)(init_flags, options);
    return cli.engine(async (engine) => {
        const result = await init(engine);
        for (const step of result.steps)
            cli.say(stepLine(cli, step));
        const open = (await (0,trust/* trustedCommands */.OT)(engine)).filter(({ trusted }) => !trusted);
        const trusting = open.length > 0 &&
            !yes &&
            (await (0,cli_trust/* allowed */.T)(cli, open.map(({ command }) => command)));
        if (trusting)
            await (0,trust/* trust */.tY)(engine);
        if (cli.globals.json)
            cli.json(result);
        else if (!result.changed && !trusting)
            cli.say("everything was there already");
        return 0;
    });
};
const subjects = {
    config: "config file",
    exclude: "worktrees kept out of git status",
    refspec: "git fetch brings journals of other clones",
};
function stepLine(cli, { name, outcome, detail }) {
    const mark = { made: cli.paint.green("made"), kept: cli.paint.dim("kept"), none: cli.paint.dim("none") }[outcome];
    return `${mark}  ${subjects[name]}: ${(0,visible/* visible */.RK)(detail)}`;
}


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

/***/ 1585:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   He: () => (/* binding */ configFileNames),
/* harmony export */   lp: () => (/* binding */ largestConfigFile),
/* harmony export */   me: () => (/* binding */ parseConfigFile),
/* harmony export */   wx: () => (/* binding */ meant)
/* harmony export */ });
/* harmony import */ var jsonc_parser__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9547);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1740);
/* harmony import */ var _problems_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3515);
/* harmony import */ var _schema_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7096);




/** The names that the config file may have; with both present neither is believed. */
const configFileNames = ["coppice.config.json", "coppice.config.jsonc"];
/** How large a config file may be, in bytes. */
const largestConfigFile = 1_048_576;
/**
 * Reads the text of a config file. `.json` is plain JSON; in `.jsonc` comments and trailing commas are allowed.
 * @returns what the file says, checked, without defaults
 * @throws CONFIG_INVALID with file, line and column (both from 1) and the nearest known key
 */
function parseConfigFile(name, text) {
    const source = text.replace(/^\uFEFF/, "");
    if (source.trim() === "")
        throw malformed(name, source, 0, "it is empty");
    const errors = [];
    const tree = treeOf(name, source, errors);
    const error = errors[0];
    if (error !== undefined)
        throw malformed(name, source, error.offset, syntaxText(error));
    if (tree === undefined)
        throw malformed(name, source, 0, "value expected");
    const value = (0,jsonc_parser__WEBPACK_IMPORTED_MODULE_0__.getNodeValue)(tree);
    const parsed = _schema_js__WEBPACK_IMPORTED_MODULE_3__/* .configSchema */ .Q.safeParse(value);
    // What was checked is returned as it was written: defaults are filled in after git's config and flags.
    if (parsed.success)
        return value;
    const problem = (0,_problems_js__WEBPACK_IMPORTED_MODULE_2__/* .firstProblem */ .A)(parsed.error.issues, value);
    const { line, column } = positionOf(source, offsetOf(tree, problem.path));
    const key = (0,_problems_js__WEBPACK_IMPORTED_MODULE_2__/* .dotted */ .B)(problem.path);
    throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CoppiceError */ .uS("CONFIG_INVALID", `${name}:${line}:${column}: ${key === "" ? "the file" : `'${key}'`} ${problem.text}${meant(problem.nearest)}.`, {
        details: {
            file: name,
            line,
            column,
            key,
            ...(problem.nearest === undefined ? {} : { nearest: problem.nearest }),
        },
    });
}
function treeOf(name, source, errors) {
    const relaxed = name.endsWith("c");
    try {
        return (0,jsonc_parser__WEBPACK_IMPORTED_MODULE_0__.parseTree)(source, errors, { disallowComments: !relaxed, allowTrailingComma: relaxed });
    }
    catch (error) {
        // The parser is recursive: thousands of open brackets exhaust the stack.
        if (error instanceof RangeError)
            throw malformed(name, source, 0, "it is nested too deeply");
        throw error;
    }
}
/** The nearest key in brackets, for the end of a sentence. */
const meant = (nearest) => nearest === undefined ? "" : ` (did you mean '${nearest}'?)`;
function malformed(name, source, offset, what) {
    const { line, column } = positionOf(source, offset);
    return new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CoppiceError */ .uS("CONFIG_INVALID", `${name}:${line}:${column}: the file is not well-formed: ${what}.`, {
        details: { file: name, line, column, reason: what },
    });
}
/** `CommaExpected` as `comma expected`. */
const syntaxText = (error) => (0,jsonc_parser__WEBPACK_IMPORTED_MODULE_0__.printParseErrorCode)(error.error)
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .toLowerCase();
/** Where the value at `path` stands, or the nearest thing around it that does; an unknown key's own place. */
function offsetOf(tree, path) {
    for (let length = path.length; length > 0; length--) {
        const node = (0,jsonc_parser__WEBPACK_IMPORTED_MODULE_0__.findNodeAtLocation)(tree, path.slice(0, length).map((part) => (typeof part === "number" ? part : String(part))));
        if (node === undefined)
            continue;
        return node.parent?.type === "property" ? node.parent.offset : node.offset;
    }
    return tree.offset;
}
function positionOf(source, offset) {
    const before = source.slice(0, offset).split(/\r\n|\r|\n/);
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}


/***/ }),

/***/ 9115:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Qo: () => (/* binding */ namesAt),
/* harmony export */   z9: () => (/* binding */ leafKeys)
/* harmony export */ });
/* unused harmony export configJsonSchema */
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1939);
/* harmony import */ var _schema_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7096);


/** The config's JSON Schema: the same keys and types that `loadConfig` checks. */
const configJsonSchema = () => zod_mini__WEBPACK_IMPORTED_MODULE_1__/* .toJSONSchema */ .bl(_schema_js__WEBPACK_IMPORTED_MODULE_0__/* .configSchema */ .Q, { io: "input", target: "draft-7" });
let root;
function tree() {
    root ??= infoOf(configJsonSchema());
    return root;
}
function infoOf(node) {
    const children = new Map();
    for (const [name, child] of Object.entries(node.properties ?? {})) {
        if (typeof child === "object" && name !== "$schema")
            children.set(name, infoOf(child));
    }
    const each = typeof node.additionalProperties === "object" ? infoOf(node.additionalProperties) : undefined;
    return { kind: kindOf(node), children, each };
}
function kindOf(node) {
    if (node.anyOf !== undefined)
        return "textOrList";
    if (node.type === "object")
        return node.properties === undefined ? "named" : "group";
    if (node.type === "array")
        return "list";
    if (node.type === "boolean")
        return "boolean";
    return node.type === "number" || node.type === "integer" ? "number" : "text";
}
/** The names that may stand in the object at `path`. */
function namesAt(path) {
    let info = tree();
    for (const part of path)
        info = info?.children.get(String(part)) ?? info?.each;
    return [...(info?.children.keys() ?? [])];
}
/** Every key that holds a value, with what it holds. */
function leafKeys() {
    const visit = (info, path) => [...info.children].flatMap(([name, child]) => child.kind === "group" ? visit(child, [...path, name]) : [{ path: [...path, name], kind: child.kind }]);
    return visit(tree(), []);
}


/***/ }),

/***/ 3515:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   A: () => (/* binding */ firstProblem),
/* harmony export */   B: () => (/* binding */ dotted)
/* harmony export */ });
/* harmony import */ var _keys_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9115);
/* harmony import */ var _nearest_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9445);


/** `merge.strategy`, `taskBranches[1]`; names that hold other characters are quoted. */
function dotted(path) {
    let text = "";
    for (const part of path) {
        if (typeof part === "number")
            text += `[${part}]`;
        else if (/^[\w$-]+$/.test(String(part)))
            text += text === "" ? String(part) : `.${String(part)}`;
        else
            text += `[${JSON.stringify(String(part))}]`;
    }
    return text;
}
/** The first thing that is wrong, said so that a person can mend it. `value` is what was checked. */
function firstProblem(issues, value) {
    const issue = issues[0];
    if (issue === undefined)
        return { path: [], text: "is not valid" };
    return problemOf(issue, issue.path, value);
}
function problemOf(issue, path, value) {
    switch (issue.code) {
        case "unrecognized_keys":
            return unknownKey(path, issue.keys[0] ?? "");
        case "invalid_type":
            return { path, text: `must be ${nameOf(issue.expected)}, not ${kindAt(value, path)}` };
        case "invalid_value":
            return { path, text: `must be ${list(issue.values.map((one) => JSON.stringify(one)))}` };
        case "too_small":
            return { path, text: limit(issue.origin, "at least", Number(issue.minimum)) };
        case "too_big":
            return { path, text: limit(issue.origin, "at most", Number(issue.maximum)) };
        case "invalid_format":
            return { path, text: "has a form that is not allowed here" };
        case "invalid_key":
            return { path, text: `has a name that ${nameProblem(issue.issues[0])}` };
        case "invalid_union":
            return unionProblem(issue, path, value);
        default:
            return { path, text: issue.message };
    }
}
function unknownKey(path, key) {
    const near = (0,_nearest_js__WEBPACK_IMPORTED_MODULE_1__/* .nearest */ .p)(key, (0,_keys_js__WEBPACK_IMPORTED_MODULE_0__/* .namesAt */ .Qo)(path));
    const where = [...path, key];
    const text = "is no key that Coppice knows";
    return near === undefined ? { path: where, text } : { path: where, text, nearest: near };
}
function nameProblem(issue) {
    return issue?.code === "custom" ? issue.message : "is not allowed here";
}
/** A union says what each of its forms misses; the form that got furthest is what was meant. */
function unionProblem(issue, path, value) {
    const firsts = issue.errors.flatMap((errors) => errors[0] ?? []);
    const near = firsts.find((first) => first.code !== "invalid_type" || first.path.length > 0);
    if (near !== undefined)
        return problemOf(near, [...path, ...near.path], value);
    const expected = firsts.flatMap((first) => (first.code === "invalid_type" ? [nameOf(first.expected)] : []));
    return { path, text: `must be ${list(expected)}, not ${kindAt(value, path)}` };
}
function limit(origin, bound, value) {
    if (origin === "string") {
        return bound === "at least" && value === 1
            ? "must not be empty"
            : `must have ${bound} ${value} characters`;
    }
    if (origin === "array")
        return `must have ${bound} ${value} ${value === 1 ? "entry" : "entries"}`;
    return `must be ${bound} ${value}`;
}
const names = {
    string: "text",
    number: "a number",
    int: "a whole number",
    boolean: "true or false",
    array: "a list",
    object: "an object",
    record: "an object",
};
const nameOf = (type) => names[type] ?? type;
/** What stands at `path`, named as the expectation is; a key that is missing is named so. */
function kindAt(value, path) {
    let found = value;
    for (const part of path) {
        if (typeof found !== "object" || found === null)
            return "missing";
        found = Reflect.get(found, part);
    }
    if (found === undefined)
        return "missing";
    if (found === null)
        return "null";
    if (Array.isArray(found))
        return "a list";
    return nameOf(typeof found);
}
const list = (words) => words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;


/***/ }),

/***/ 7096:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Q: () => (/* binding */ configSchema)
/* harmony export */ });
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5395);
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3759);
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(9396);
/* harmony import */ var _lifecycle_events_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3970);
/* harmony import */ var _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(333);



/**
 * The config file's keys, their types and their defaults. Every documented key is here and checked in full, so a
 * file that the documentation calls valid is never refused; what reads a key decides what it does.
 */
// A command, a path or a pattern: one argument of a process, which can hold anything but NUL.
const text = (most) => zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP().check(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._minLength */ .m9(1), zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._maxLength */ .Eb(most), zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .refine */ .YPB((value) => !value.includes("\0"), "must not contain a NUL character"));
/** What an editor shows beside a key. */
const about = (description, schema) => {
    zod_mini__WEBPACK_IMPORTED_MODULE_4__/* .globalRegistry */ .fd.add(schema, { description });
    return schema;
};
const command = text(4096);
const line = text(1024).check(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .refine */ .YPB((value) => !/[\r\n]/.test(value), "must be one line"));
const amount = (least, most) => zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .number */ .aig().check(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._gte */ .qm(least), zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._lte */ .Zm(most));
const day = amount(0, 36_500);
/** A pattern whose `{names}` are filled in later; a name that nothing fills in is a mistake worth telling. */
const template = (names) => line.check(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .refine */ .YPB((value) => [...value.matchAll(/\{([^{}]*)\}/g)].every((found) => names.includes(found[1] ?? "")), `may contain ${names.map((name) => `{${name}}`).join(", ")} only`));
const inside = (path) => !path.startsWith("/") && !/^[A-Za-z]:/.test(path) && !path.split(/[\\/]/).includes("..");
const insidePath = line.check(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .refine */ .YPB(inside, "must be a relative path without '..'"));
const messageTemplate = text(65_536).check(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .refine */ .YPB((value) => [...value.matchAll(/\{([a-z]+)\}/gi)].every((found) => ["branch", "base", "task", "title"].includes(found[1] ?? "")), "may contain {branch}, {base}, {task}, {title} only"));
const patternList = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .array */ .YOg(line).check(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._maxLength */ .Eb(1000));
const roleName = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP().check(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._regex */ .Fk(/^[A-Za-z0-9][A-Za-z0-9._-]*$/), zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._maxLength */ .Eb(100));
const setPattern = template(["branch", "role", "session", "run", "task"]);
const setup = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .strictObject */ .rej({
    envFiles: about("Ignored files to copy from the main worktree, beside .env and what .worktreeinclude names, in gitignore syntax. !.env leaves that one out.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(patternList, [])),
    install: about('"auto" installs dependencies by lockfile, "off" does not; anything else is a command, which needs coppice trust.', zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(command, "auto")),
    initScript: about("A command that runs last, in the new worktree, with COPPICE_WORKTREE, COPPICE_BRANCH, COPPICE_BASE, COPPICE_MAIN, COPPICE_ROLE and COPPICE_SESSION. Needs coppice trust.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(command)),
    timeouts: about("How long a step may take, in seconds.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .strictObject */ .rej({
        install: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(amount(1, 86_400), 300),
        initScript: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(amount(1, 86_400), 600),
    }), {})),
});
const role = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .strictObject */ .rej({
    files: about("Files to copy: from the repository's root to the worktree's.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .record */ .g1P(insidePath, insidePath))),
    branch: about("The pattern of the role's branches.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(setPattern)),
});
const set = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .strictObject */ .rej({
    roles: about("The roles of the set, a worktree each.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .array */ .YOg(roleName).check(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._minLength */ .m9(1), zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._maxLength */ .Eb(100))),
    branch: about("The pattern of the set's branches.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(setPattern)),
    base: about("The base of the set's branches.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(_lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_1__/* .branchNameSchema */ .BS)),
});
const merge = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .strictObject */ .rej({
    strategy: about("How a task branch comes into base.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(_lifecycle_events_js__WEBPACK_IMPORTED_MODULE_0__/* .strategySchema */ .XY, "merge")),
    message: about("The message of the commit that a merge or squash makes; {branch}, {base}, {task} and {title} are filled in.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(messageTemplate)),
    verify: about("A command that must succeed at the merged commit, in a temporary worktree, before base moves. Needs coppice trust.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(command)),
    keep: about("Keep the worktree and its branch after a merge.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY(), false)),
    fetch: about("Fetch base's upstream before a merge.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY(), true)),
    autoCommit: about("Commit what is uncommitted before a merge instead of refusing it.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY(), false)),
    sign: about('"auto" signs merges as git\'s own configuration says.', zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ["enum"] */ .k5n(["auto", "always", "never"]), "auto")),
});
const prune = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .strictObject */ .rej({
    maxAgeDays: about("Days without work until a worktree is stale.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(day, 7)),
    graceDays: about("Days between the mark and the removal of a stale worktree.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(day, 1)),
    completedDelayHours: about("Hours between a task's completion and the removal of its worktree.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(amount(0, 876_000), 24)),
    maxDiskGB: about("Above this, the oldest stale worktrees go first; in GB.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(amount(0, 1_000_000), 10)),
    archiveDays: about("Days until an archive expires.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(day, 30)),
    auto: about("Prune in the background, at most once a day.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY(), false)),
    exempt: about("Branches that are never pruned.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(patternList, [])),
});
const hooks = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .strictObject */ .rej({
    install: about('"core" is post-checkout, pre-push and post-merge alone.', zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ["enum"] */ .k5n(["all", "core", "none"]), "all")),
    order: about("When a hook script that was there before runs: before Coppice's, or after.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ["enum"] */ .k5n(["first", "after"]), "first")),
    flush: about("Whether a hook waits until its entry is in the notes ref.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ["enum"] */ .k5n(["detached", "sync"]), "detached")),
    failClosed: about("Refuse a push when Coppice or Node is missing.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY(), false)),
});
const listOrOne = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .pipe */ .FsL(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .union */ .KCZ([line, patternList.check(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._minLength */ .m9(1))]), zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .transform */ .pdi((value) => (typeof value === "string" ? [value] : value)));
const notesRef = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP().check(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._regex */ .Fk(/^refs\/notes\/[^/]/), zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .refine */ .YPB((value) => (0,_lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_1__/* .branchNameProblem */ .hq)(value) === undefined, "is no valid ref name"), zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .refine */ .YPB((value) => !value.startsWith("refs/notes/remotes/"), "must not lie under refs/notes/remotes"));
const configSchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .strictObject */ .rej({
    $schema: about("For editors.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP())),
    base: about("The branch that task branches fork from and merge into. Default: the remote's default branch.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(_lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_1__/* .branchNameSchema */ .BS)),
    taskBranches: about("Which branches are task branches.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(listOrOne, ["task/**"])),
    worktreeRoot: about("Where worktrees are made: relative to the main worktree, absolute, or from ~; {repo} is the repository's name.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(template(["repo"]), ".worktrees")),
    directory: about("The directory of a worktree under the root, with {branch}, {role}, {session}, {run} and {task}.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(setPattern.check(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .refine */ .YPB(inside, "must be a relative path without '..'")), "{branch}")),
    setup: about("What a new worktree gets.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(setup, {})),
    roles: about("Roles that worktrees of a set play.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .record */ .g1P(roleName, role), {})),
    sets: about("Sets of worktrees that are made together.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .record */ .g1P(roleName, set), {})),
    merge: about("How work comes into base.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(merge, {})),
    conflict: about("What happens at a conflict.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .strictObject */ .rej({
        resolver: about("A command that resolves conflicts; it gets them as JSON on standard input. Needs coppice trust.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(command)),
    }), {})),
    prune: about("When worktrees are removed on their own.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(prune, {})),
    cleanup: about("What happens to worktrees whose work has landed.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .strictObject */ .rej({
        onPull: about("Remove them when a pull brings their work.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY(), true)),
    }), {})),
    hooks: about("Which git hooks there are, and how they behave.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(hooks, {})),
    guard: about("What the guard lets through.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .strictObject */ .rej({
        push: about('"strict": only Coppice\'s own pushes; "state": as the branch\'s state allows.', zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ["enum"] */ .k5n(["strict", "state"]), "strict")),
    }), {})),
    notesRef: about("The notes ref that holds the journals.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .prefault */ .SdS(notesRef, "refs/notes/coppice")),
    remote: about("The remote that is fetched from and pushed to. Default: base's, or the only one.", zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP().check(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._regex */ .Fk(/^[^\s-][^\s]*$/), zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._maxLength */ .Eb(255)))),
});


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

/***/ 481:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   e: () => (/* binding */ asCoppiceError)
/* harmony export */ });
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1740);
/* harmony import */ var _lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9600);


/** Codes that say too little when they end an operation; the operation's own code takes their place. */
const vague = new Set(["GIT_FAILED"]);
/**
 * Gives a thrown failure its code: that of a CoppiceError, that of the operating system, else `fallback`.
 * @param doing what was being done, as it follows "Could not": for failures that have no words for a person
 */
function asCoppiceError(error, fallback, doing) {
    if (error instanceof _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CoppiceError */ .uS) {
        if (!vague.has(error.code) || error.code === fallback)
            return error;
        return new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CoppiceError */ .uS(fallback, `Could not ${doing}: ${error.message}`, {
            details: error.details,
            cause: error,
        });
    }
    const system = (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .systemError */ .Oj)(error, doing);
    if (system !== undefined)
        return system;
    const reason = error instanceof Error ? error.message : String(error);
    return new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CoppiceError */ .uS(fallback, `Could not ${doing}: ${reason}`, { cause: error });
}


/***/ }),

/***/ 3112:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   cu: () => (/* binding */ identityOf),
/* harmony export */   up: () => (/* binding */ hasCode),
/* harmony export */   vK: () => (/* binding */ writeAtomically)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var _lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9600);



/** Whether an error came from the operating system with one of these codes. */
function hasCode(error, ...codes) {
    const errno = (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .errnoOf */ .UQ)(error);
    return errno !== undefined && codes.includes(errno);
}
/** Writes a file whole or not at all: readers see the old content or the new one. */
function writeAtomically(path, content) {
    const draft = `${path}.${(0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomBytes)(6).toString("hex")}.tmp`;
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.writeFileSync)(draft, content);
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.renameSync)(draft, path);
    }
    catch (error) {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.rmSync)(draft, { force: true });
        throw error;
    }
}
/** The identity of what stands at a path, without following a symbolic link; undefined when nothing does. */
function identityOf(path) {
    try {
        const stat = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.lstatSync)(path, { bigint: true });
        return { dev: String(stat.dev), ino: String(stat.ino), directory: stat.isDirectory() };
    }
    catch (error) {
        // A file may stand in the place of one of its parents.
        if (hasCode(error, "ENOENT", "ENOTDIR"))
            return undefined;
        throw error;
    }
}


/***/ }),

/***/ 7721:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   V: () => (/* binding */ coppiceDir),
/* harmony export */   o: () => (/* binding */ openClone)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(333);
/* harmony import */ var _failure_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(481);
/* harmony import */ var _files_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(3112);






/** The directory in the common git directory that holds everything Coppice keeps for this clone alone. */
const coppiceDir = (commonDir) => (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(commonDir, "coppice");
/**
 * The random id of this clone, made once. A copy of the repository made by `cp -r` has the same id until a person
 * deletes the file: nothing in the file system tells a copy from a move.
 * Where nothing may be written, the id is one for this run alone: reading goes on, and no record can be owned by it.
 * @throws NO_SPACE_LEFT, QUOTA_EXCEEDED, GIT_FAILED
 */
function openClone(commonDir) {
    const path = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(coppiceDir(commonDir), "clone");
    const known = readClone(path);
    if (known !== undefined)
        return known;
    const made = _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_3__/* .cloneIdSchema */ .c9.parse((0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomBytes)(8).toString("hex"));
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.mkdirSync)(coppiceDir(commonDir), { recursive: true });
        return publish(path, made);
    }
    catch (error) {
        if ((0,_files_js__WEBPACK_IMPORTED_MODULE_5__/* .hasCode */ .up)(error, "EROFS", "EACCES", "EPERM"))
            return made;
        throw (0,_failure_js__WEBPACK_IMPORTED_MODULE_4__/* .asCoppiceError */ .e)(error, "GIT_FAILED", "write Coppice's directory in the git directory");
    }
}
/** Of two processes that make it at once the first one decides for both: a link, unlike a rename, is exclusive. */
function publish(path, made) {
    const draft = `${path}.${made}`;
    (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.writeFileSync)(draft, `${made}\n`);
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.linkSync)(draft, path);
        return made;
    }
    catch (error) {
        if (!(0,_files_js__WEBPACK_IMPORTED_MODULE_5__/* .hasCode */ .up)(error, "EEXIST"))
            throw error;
        const known = readClone(path);
        if (known !== undefined)
            return known;
        // What stands there is no id: cut off by a full disk.
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.writeFileSync)(path, `${made}\n`);
        return made;
    }
    finally {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.rmSync)(draft, { force: true });
    }
}
function readClone(path) {
    let text;
    try {
        text = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.readFileSync)(path, "utf8");
    }
    catch {
        return undefined;
    }
    const parsed = _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_3__/* .cloneIdSchema */ .c9.safeParse(text.trim());
    return parsed.success ? parsed.data : undefined;
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

/***/ 1811:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AH: () => (/* binding */ worktreeRoot),
/* harmony export */   WI: () => (/* binding */ excludeWorktreeRoot),
/* harmony export */   uH: () => (/* binding */ rootInMainWorktree)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8161);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var _lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9600);
/* harmony import */ var _files_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3112);





/** The directory under which new worktrees are made: config `worktreeRoot`, absolute. It may not exist yet. */
function worktreeRoot({ repo, config }) {
    const text = config.worktreeRoot.replaceAll("{repo}", repo.name);
    if (text === "~" || text.startsWith("~/"))
        return (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)((0,node_os__WEBPACK_IMPORTED_MODULE_1__.homedir)(), text.slice(1));
    return (0,node_path__WEBPACK_IMPORTED_MODULE_2__.isAbsolute)(text) ? (0,node_path__WEBPACK_IMPORTED_MODULE_2__.resolve)(text) : (0,node_path__WEBPACK_IMPORTED_MODULE_2__.resolve)(repo.root, text);
}
/** The root relative to the main worktree, with slashes; undefined when it lies elsewhere. */
function rootInMainWorktree(engine) {
    const main = engine.repo.mainWorktree;
    if (main === undefined)
        return undefined;
    const path = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.relative)(main, worktreeRoot(engine));
    if (path === "" || path === ".." || path.startsWith(`..${node_path__WEBPACK_IMPORTED_MODULE_2__.sep}`) || (0,node_path__WEBPACK_IMPORTED_MODULE_2__.isAbsolute)(path))
        return undefined;
    return path.split(node_path__WEBPACK_IMPORTED_MODULE_2__.sep).join("/");
}
/**
 * Keeps the worktree root out of `git status` of the main worktree, by a line in `info/exclude` of the common git
 * directory. Idempotent.
 * @returns the line, when it was added now
 */
function excludeWorktreeRoot(engine) {
    const path = rootInMainWorktree(engine);
    if (path === undefined)
        return undefined;
    const line = `/${path.replace(/[\\*?[\]]/g, "\\$&").replace(/ (?= *$)/g, "\\ ")}/`;
    const file = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(engine.repo.commonDir, "info", "exclude");
    const before = readText(file);
    if (before.split(/\r?\n/).includes(line))
        return undefined;
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdirSync)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.dirname)(file), { recursive: true });
        // Appended, not replaced: the file may be a symbolic link to one that is shared.
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.appendFileSync)(file, `${before === "" || before.endsWith("\n") ? "" : "\n"}${line}\n`);
    }
    catch (error) {
        throw (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .systemError */ .Oj)(error, "write info/exclude") ?? error;
    }
    return line;
}
function readText(file) {
    try {
        return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(file, "utf8");
    }
    catch (error) {
        if ((0,_files_js__WEBPACK_IMPORTED_MODULE_4__/* .hasCode */ .up)(error, "ENOENT", "ENOTDIR"))
            return "";
        throw (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .systemError */ .Oj)(error, "read info/exclude") ?? error;
    }
}


/***/ }),

/***/ 7635:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Oy: () => (/* binding */ parseOptionalOid),
/* harmony export */   Se: () => (/* binding */ parseOid),
/* harmony export */   dH: () => (/* binding */ isOid),
/* harmony export */   tC: () => (/* binding */ zeroOid)
/* harmony export */ });
/* unused harmony export isZeroOid */
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1740);

const oidPattern = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** Whether a text is a full object id. */
const isOid = (text) => oidPattern.test(text);
/** An object id that git printed. */
function parseOid(text) {
    if (isOid(text))
        return text;
    throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CoppiceError */ .uS("GIT_FAILED", `git printed ${JSON.stringify(text.slice(0, 80))} where an object id belongs.`);
}
/** An object id that git printed, or nothing for the zero id and an empty field. */
const parseOptionalOid = (text) => text === "" || isZeroOid(text) ? undefined : parseOid(text);
/** Git's "no object": 40 zeros, or 64 in a SHA-256 repository. */
const isZeroOid = (text) => /^(?:0{40}|0{64})$/.test(text);
/** The zero id of a repository: as an old value it means "must not exist yet". */
const zeroOid = (format) => "0".repeat(format === "sha1" ? 40 : 64);


/***/ }),

/***/ 6713:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   V4: () => (/* binding */ branchOfRef),
/* harmony export */   du: () => (/* binding */ updateRef),
/* harmony export */   jq: () => (/* binding */ deleteRef),
/* harmony export */   listRefs: () => (/* binding */ listRefs),
/* harmony export */   sg: () => (/* binding */ readRef)
/* harmony export */ });
/* unused harmony exports resolveCommit, updateRefs, blockingRef */
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1740);
/* harmony import */ var _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(333);
/* harmony import */ var _oid_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7635);
/* harmony import */ var _write_probe_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8691);




const fields = [
    "refname",
    "objectname",
    "objecttype",
    "*objectname",
    "worktreepath",
    "upstream",
    "committerdate:unix",
    "symref",
];
/**
 * Refs in the order of their names, with one process.
 * @param patterns - full names, prefixes ending at a slash, or globs, as for `git for-each-ref`; none: all refs
 */
async function listRefs(repo, patterns = []) {
    // Fields end in NUL: a worktree's path may hold any other character. git adds a line feed after each ref.
    const format = fields.map((field) => `%(${field})%00`).join("");
    const { stdout } = await repo.git.run(repo.commonDir, [
        "for-each-ref",
        `--format=${format}`,
        "--",
        ...patterns,
    ]);
    const values = stdout.toString("utf8").split("\0");
    const refs = [];
    for (let at = 0; at + fields.length < values.length; at += fields.length) {
        const [name = "", oid = "", type = "", peeled = "", worktree = "", upstream = "", date = "", symref = "",] = values.slice(at, at + fields.length);
        refs.push({
            name: name.replace(/^\n/, ""),
            oid: (0,_oid_js__WEBPACK_IMPORTED_MODULE_2__/* .parseOid */ .Se)(oid),
            type,
            peeled: peeled === "" ? undefined : (0,_oid_js__WEBPACK_IMPORTED_MODULE_2__/* .parseOid */ .Se)(peeled),
            worktreePath: optional(worktree),
            upstream: optional(upstream),
            committerDate: date === "" ? undefined : Number(date),
            symref: optional(symref),
        });
    }
    return refs;
}
const optional = (text) => (text === "" ? undefined : text);
/** `task/x` of `refs/heads/task/x`; undefined for another ref, and for a name that we would not take. */
function branchOfRef(ref) {
    if (!ref.startsWith("refs/heads/"))
        return undefined;
    const parsed = _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_1__/* .branchNameSchema */ .BS.safeParse(ref.slice("refs/heads/".length));
    return parsed.success ? parsed.data : undefined;
}
/** The commit that a name stands for, tags peeled; undefined when there is none. Costs no process of its own. */
const resolveCommit = (repo, name) => repo.objects().resolve(`${name}^{commit}`);
/** What a ref holds now; undefined when it does not exist. Most often without a process of its own. */
async function readRef(repo, ref) {
    const [oid, ...others] = await repo.objects().resolveMany([ref, ...takenFor(ref)]);
    if (oid === undefined || others.every((other) => other === undefined))
        return oid;
    return (await listRefs(repo, [ref])).find(({ name }) => name === ref)?.oid;
}
/** Where the ref itself is missing, git takes its name for the short one of these (gitrevisions(7)). */
const takenFor = (ref) => [
    `refs/${ref}`,
    `refs/tags/${ref}`,
    `refs/heads/${ref}`,
    `refs/remotes/${ref}`,
    `refs/remotes/${ref}/HEAD`,
];
/**
 * Moves or makes a ref, if it still holds `from`.
 * @param from - undefined: the ref must not exist yet
 * @param message - for the reflog
 * @returns "stale" when it holds something else; nothing has changed then
 * @throws CoppiceError GIT_FAILED: a lock stays held, the object is missing, `a` against `a/b` (see `blockingRef`)
 */
async function updateRef(repo, ref, to, from, message) {
    const result = await updateRefs(repo, [{ ref, to, from }], message);
    return result === "done" ? "moved" : "stale";
}
/**
 * Deletes a ref, if it still holds `from`.
 * @returns "absent" when it is gone already, "stale" when it holds something else
 */
async function deleteRef(repo, ref, from) {
    const result = await updateRefs(repo, [{ ref, to: undefined, from }], "");
    if (result === "done")
        return "deleted";
    return (await readRef(repo, ref)) === undefined ? "absent" : "stale";
}
/**
 * Changes several refs, all or none.
 * @returns "stale" when one of them does not hold what was expected: that is read from the refs, not from git's wording
 */
async function updateRefs(repo, updates, message) {
    if (updates.length === 0)
        return "done";
    const zero = (0,_oid_js__WEBPACK_IMPORTED_MODULE_2__/* .zeroOid */ .tC)(repo.objectFormat);
    const lines = updates.map(({ ref, to, from }) => `update ${ref}\0${to ?? zero}\0${from ?? zero}\0`);
    const reason = message.replaceAll(/\s+/g, " ").trim();
    const result = await repo.git.run(repo.commonDir, ["update-ref", "--no-deref", ...(reason === "" ? [] : ["-m", reason]), "--stdin", "-z"], { stdin: lines.join(""), codes: "any" });
    if (result.code === 0)
        return "done";
    for (const { ref, from } of updates) {
        if ((await readRef(repo, ref)) !== from)
            return "stale";
    }
    const problem = await (0,_write_probe_js__WEBPACK_IMPORTED_MODULE_3__/* .writeProblem */ .b)(repo.commonDir);
    if (problem !== undefined)
        throw problem;
    const blocked = await findBlockedRef(repo, updates);
    throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CoppiceError */ .uS("GIT_FAILED", blocked === undefined
        ? `git could not change ${updates[0]?.ref ?? "the ref"}.`
        : `${blocked.ref} cannot exist beside ${blocked.by}: git keeps refs as files and folders.`, {
        details: {
            exitCode: result.code,
            output: result.stderr.slice(-16_384),
            ...(blocked === undefined ? {} : { blockedBy: blocked.by }),
        },
    });
}
async function findBlockedRef(repo, updates) {
    const made = updates.filter((update) => update.from === undefined && update.to !== undefined);
    if (made.length === 0)
        return undefined;
    const names = (await listRefs(repo)).map((ref) => ref.name);
    for (const { ref } of made) {
        const by = blockingRef(names, ref);
        if (by !== undefined)
            return { ref, by };
    }
    return undefined;
}
/** The existing ref, if any, beside which `name` cannot exist: `feat` blocks `feat/x`, and the reverse. */
function blockingRef(existing, name) {
    for (const other of existing) {
        if (name.startsWith(`${other}/`) || other.startsWith(`${name}/`))
            return other;
    }
    return undefined;
}


/***/ }),

/***/ 7358:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   S6: () => (/* binding */ gitFileTarget),
/* harmony export */   Ye: () => (/* binding */ realPath),
/* harmony export */   mt: () => (/* binding */ linkState),
/* harmony export */   qC: () => (/* binding */ readRegistration),
/* harmony export */   x6: () => (/* binding */ readRegistrations),
/* harmony export */   yR: () => (/* binding */ readText),
/* harmony export */   z0: () => (/* binding */ gitDirOf)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9600);



/** All registrations, read from files. One that cannot be read is left out. */
function readRegistrations(commonDir) {
    const parent = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(commonDir, "worktrees");
    let ids;
    try {
        ids = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readdirSync)(parent);
    }
    catch (error) {
        if ((0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .errnoOf */ .UQ)(error) === "ENOENT")
            return [];
        throw error;
    }
    return ids.flatMap((id) => readRegistration((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(parent, id)) ?? []);
}
/** One registration; undefined when it names no directory. */
function readRegistration(adminDir) {
    const content = readText((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(adminDir, "gitdir"));
    if (content === undefined)
        return undefined;
    // A path may end in white space; only the line feed that git adds is not part of it.
    const file = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)(adminDir, content.replace(/\r?\n$/, ""));
    return { id: (0,node_path__WEBPACK_IMPORTED_MODULE_1__.basename)(adminDir), adminDir, path: (0,node_path__WEBPACK_IMPORTED_MODULE_1__.basename)(file) === ".git" ? (0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(file) : file };
}
/** The git directory of the worktree at `path`: of a main one its `.git`, of a linked one what its `.git` file names. */
function gitDirOf(path) {
    const marker = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(path, ".git");
    const stat = standing(marker);
    return typeof stat === "object" && stat.isDirectory() ? realPath(marker) : gitFileTarget(marker);
}
/** The directory that a `.git` file names, symbolic links resolved; undefined when there is no such file or target. */
function gitFileTarget(file) {
    try {
        if (!(0,node_fs__WEBPACK_IMPORTED_MODULE_0__.lstatSync)(file).isFile())
            return undefined;
        const target = /^gitdir: ([\s\S]+?)\r?\n*$/.exec((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(file, "utf8"))?.[1];
        return target === undefined ? undefined : (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(file), target));
    }
    catch {
        return undefined;
    }
}
/**
 * Whether a worktree's directory and its registration name each other.
 * Anything but "intact" means: do not delete what is there.
 */
function linkState(path, adminDir) {
    const stat = standing(path);
    if (stat === undefined)
        return "missing";
    if (stat === "unreadable")
        return "unreadable";
    if (!stat.isDirectory())
        return "not-a-directory";
    const marker = standing((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(path, ".git"));
    if (marker === undefined)
        return "no-git-file";
    if (marker === "unreadable")
        return "unreadable";
    const named = gitDirOf(path);
    if (named === undefined || !isSamePlace(adminDir, named))
        return "foreign";
    const registered = readRegistration(adminDir);
    return registered !== undefined && isSamePlace(registered.path, path) ? "intact" : "moved";
}
/** Resolving links takes a system call for each folder; most often there are none. */
const isSamePlace = (one, other) => one === other || realPath(one) === realPath(other);
/** What stands at a path, without following a link there. A file in the place of one of its parents: nothing does. */
function standing(path) {
    try {
        return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.lstatSync)(path);
    }
    catch (error) {
        const errno = (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .errnoOf */ .UQ)(error);
        if (errno === "ENOENT" || errno === "ENOTDIR")
            return undefined;
        if (errno === "EACCES" || errno === "ELOOP")
            return "unreadable";
        throw error;
    }
}
/** The path with symbolic links resolved, as far as it exists; never throws. */
function realPath(path) {
    try {
        return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)(path);
    }
    catch {
        const parent = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(path);
        return parent === path ? path : (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(realPath(parent), (0,node_path__WEBPACK_IMPORTED_MODULE_1__.basename)(path));
    }
}
/** A file's text, or undefined when it cannot be read. */
function readText(file) {
    try {
        return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(file, "utf8");
    }
    catch {
        return undefined;
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


/***/ }),

/***/ 3970:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   G4: () => (/* binding */ eventSchema),
/* harmony export */   XY: () => (/* binding */ strategySchema),
/* harmony export */   le: () => (/* binding */ operationSchema),
/* harmony export */   nI: () => (/* binding */ transitionTypes),
/* harmony export */   qb: () => (/* binding */ isTransition),
/* harmony export */   y2: () => (/* binding */ keptFiles)
/* harmony export */ });
/* unused harmony exports resolutionSchema, pruneReasonSchema, setupSchema, evidenceSchema, pullRequestSchema, initScriptStatusSchema */
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5395);
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3759);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1740);
/* harmony import */ var _ids_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(333);



const text = (most) => zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP().check(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._minLength */ .m9(1), zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._maxLength */ .Eb(most));
const label = text(255);
const count = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .int */ .Whr().check(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._gte */ .qm(0));
const strategySchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ["enum"] */ .k5n(["merge", "squash", "rebase"]);
const resolutionSchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ["enum"] */ .k5n(["ours", "theirs", "manual"]);
const operationSchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ["enum"] */ .k5n(["create", "init", "commit", "merge", "resolve", "remove", "observe"]);
const pruneReasonSchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ["enum"] */ .k5n(["task_completed", "branch_deleted", "orphaned", "stale", "manual"]);
const setupSchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    copyEnv: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ._default */ .Rvf(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY(), true),
    installDeps: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ._default */ .Rvf(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY(), true),
    runInitScript: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ._default */ .Rvf(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY(), true),
});
/** How many file names an event keeps; the total stands beside them. */
const keptFiles = 100;
const fileList = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .array */ .YOg(text(4096)).check(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._maxLength */ .Eb(keptFiles));
/* The twelve events that move the status. */
const createEvent = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("CREATE"),
    op: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .opIdSchema */ .Mt,
    branch: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .branchNameSchema */ .BS,
    /** Null for the home workspace alone. */
    base: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .nullable */ .mee(_ids_js__WEBPACK_IMPORTED_MODULE_1__/* .branchNameSchema */ .BS),
    baseOid: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .nullable */ .mee(_ids_js__WEBPACK_IMPORTED_MODULE_1__/* .oidSchema */ .u0),
    /** The clone that holds the directory; null when CI adopted a pushed branch. */
    clone: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .nullable */ .mee(_ids_js__WEBPACK_IMPORTED_MODULE_1__/* .cloneIdSchema */ .c9),
    kind: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ._default */ .Rvf(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ["enum"] */ .k5n(["worktree", "home"]), "worktree"),
    task: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(label),
    title: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(text(1024)),
    role: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(label),
    session: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(label),
    run: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(label),
    /** The branch existed before: removing the record's worktree after a failure must not remove it. */
    adopted: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY()),
    setup: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ._default */ .Rvf(setupSchema, { copyEnv: true, installDeps: true, runInitScript: true }),
});
const initCompleteEvent = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("INIT_COMPLETE"),
    op: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .opIdSchema */ .Mt,
    envCopied: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY()),
    depsInstalled: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY()),
    initScriptRun: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY()),
    /** The commit that a commit operation made, or the tip of the branch now. */
    sha: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(_ids_js__WEBPACK_IMPORTED_MODULE_1__/* .oidSchema */ .u0),
    /** The commit on base that carries the work. */
    mergeOid: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(_ids_js__WEBPACK_IMPORTED_MODULE_1__/* .oidSchema */ .u0),
    /** Base before the merge. */
    targetOid: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(_ids_js__WEBPACK_IMPORTED_MODULE_1__/* .oidSchema */ .u0),
});
const modifyEvent = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("MODIFY"),
    filesChanged: fileList.check(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._minLength */ .m9(1)),
    total: count.check(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._gte */ .qm(1)),
});
const discardEvent = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("DISCARD") });
const commitEvent = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("COMMIT"),
    op: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .opIdSchema */ .Mt,
    message: text(65_536),
    /** The message's length in UTF-16 units before it was cut to fit an entry. */
    messageLength: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(count),
    author: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(text(512)),
});
const mergeEvent = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("MERGE"),
    op: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .opIdSchema */ .Mt,
    target: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .branchNameSchema */ .BS,
    strategy: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ._default */ .Rvf(strategySchema, "merge"),
    headOid: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .oidSchema */ .u0,
    keep: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY()),
});
const resolveConflictEvent = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("RESOLVE_CONFLICT"),
    op: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .opIdSchema */ .Mt,
    resolution: resolutionSchema,
    files: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(fileList),
    /** How many files were named before the list was cut to fit an entry. */
    total: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(count),
    headOid: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .oidSchema */ .u0,
    /** Worktree and branch stay after the merge: it is resolved from inside the worktree, which is locked or in use. */
    keep: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY()),
});
const abortMergeEvent = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("ABORT_MERGE"), reason: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(text(1024)) });
const removeEvent = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("REMOVE"),
    op: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .opIdSchema */ .Mt,
    force: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ._default */ .Rvf(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY(), false),
    pruneBranch: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ._default */ .Rvf(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY(), true),
    /** The person gave up unsaved work knowingly: nothing is archived. */
    discard: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY()),
});
const pruneEvent = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("PRUNE"), op: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .opIdSchema */ .Mt, reason: pruneReasonSchema });
const errorEvent = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("ERROR"),
    op: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .opIdSchema */ .Mt,
    code: _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .errorCodeSchema */ .Py,
    message: text(4096),
    details: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ._default */ .Rvf(_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .errorDetailsSchema */ .e$, {}),
    operation: operationSchema,
    recoverable: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY(),
});
const retryEvent = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("RETRY"),
    op: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .opIdSchema */ .Mt,
    operation: operationSchema,
    run: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ._default */ .Rvf(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY(), true),
});
/* The annotations: they never change the status and are valid in every state of a record. */
const requestAnnotation = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("REQUEST"),
    target: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .branchNameSchema */ .BS,
    strategy: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ._default */ .Rvf(strategySchema, "merge"),
    headOid: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .oidSchema */ .u0,
    keep: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY()),
});
const withdrawAnnotation = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("WITHDRAW"), reason: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(text(1024)) });
const evidenceSchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ["enum"] */ .k5n(["merge", "ancestor", "patch-id", "commits", "tree", "pull-request"]);
const landedAnnotation = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("LANDED"),
    target: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .branchNameSchema */ .BS,
    headOid: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .oidSchema */ .u0,
    mergeOid: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(_ids_js__WEBPACK_IMPORTED_MODULE_1__/* .oidSchema */ .u0),
    evidence: evidenceSchema,
});
const pullRequestSchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    number: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .int */ .Whr().check(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._gte */ .qm(1)),
    url: text(2048),
    title: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP().check(zod_mini__WEBPACK_IMPORTED_MODULE_3__/* ._maxLength */ .Eb(1024)),
    state: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ["enum"] */ .k5n(["open", "closed", "merged"]),
    createdAt: text(64),
});
const prAnnotation = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("PR"), ...pullRequestSchema.shape });
const initScriptStatusSchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* ["enum"] */ .k5n(["running", "success", "failed"]);
const initScriptAnnotation = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("INIT_SCRIPT"),
    status: initScriptStatusSchema,
    error: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(text(4096)),
});
const headAnnotation = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("HEAD"),
    oid: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .oidSchema */ .u0,
    branch: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .branchNameSchema */ .BS,
    /** The branch's former name, when it was renamed. */
    from: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(_ids_js__WEBPACK_IMPORTED_MODULE_1__/* .branchNameSchema */ .BS),
});
const ownAnnotation = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("OWN"), clone: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .cloneIdSchema */ .c9 });
const taskAnnotation = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("TASK"),
    id: label,
    title: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(text(1024)),
    status: label,
});
const staleAnnotation = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("STALE"), lastActivity: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .timestampSchema */ .yo });
const lockAnnotation = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("LOCK"), reason: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(text(1024)) });
const unlockAnnotation = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("UNLOCK"), reason: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .optional */ .lqM(text(1024)) });
const leaseAnnotation = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("LEASE"), until: _ids_js__WEBPACK_IMPORTED_MODULE_1__/* .timestampSchema */ .yo });
const releaseAnnotation = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ type: zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .literal */ .euz("RELEASE") });
/** The payload of every event and annotation, told apart by `type`. */
const eventSchema = zod_mini__WEBPACK_IMPORTED_MODULE_2__/* .discriminatedUnion */ .gMt("type", [
    createEvent,
    initCompleteEvent,
    modifyEvent,
    discardEvent,
    commitEvent,
    mergeEvent,
    resolveConflictEvent,
    abortMergeEvent,
    removeEvent,
    pruneEvent,
    errorEvent,
    retryEvent,
    requestAnnotation,
    withdrawAnnotation,
    landedAnnotation,
    prAnnotation,
    initScriptAnnotation,
    headAnnotation,
    ownAnnotation,
    taskAnnotation,
    staleAnnotation,
    lockAnnotation,
    unlockAnnotation,
    leaseAnnotation,
    releaseAnnotation,
]);
/** The twelve events that move the status, in the order in which documentation shows them. */
const transitionTypes = [
    "CREATE",
    "INIT_COMPLETE",
    "MODIFY",
    "DISCARD",
    "COMMIT",
    "MERGE",
    "RESOLVE_CONFLICT",
    "ABORT_MERGE",
    "REMOVE",
    "PRUNE",
    "ERROR",
    "RETRY",
];
const transitionSet = new Set(transitionTypes);
/** Whether an event can move the status; otherwise it is an annotation. */
const isTransition = (event) => transitionSet.has(event.type);


/***/ }),

/***/ 333:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   BS: () => (/* binding */ branchNameSchema),
/* harmony export */   Mi: () => (/* binding */ branchRef),
/* harmony export */   Mt: () => (/* binding */ opIdSchema),
/* harmony export */   c9: () => (/* binding */ cloneIdSchema),
/* harmony export */   co: () => (/* binding */ recordIdSchema),
/* harmony export */   hq: () => (/* binding */ branchNameProblem),
/* harmony export */   u0: () => (/* binding */ oidSchema),
/* harmony export */   yo: () => (/* binding */ timestampSchema),
/* harmony export */   zg: () => (/* binding */ stampSchema)
/* harmony export */ });
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5395);
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3759);

/**
 * Branded names. A value of one of these types has been checked once, where it came in; nothing below the doors
 * checks again.
 */
/** A full object id, lower-case hex: 40 characters (SHA-1) or 64 (SHA-256). */
const oidSchema = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
    .check(zod_mini__WEBPACK_IMPORTED_MODULE_1__/* ._regex */ .Fk(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/))
    .brand();
/** The id of a record: the oid of the blob that holds its journal's first line. */
const recordIdSchema = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
    .check(zod_mini__WEBPACK_IMPORTED_MODULE_1__/* ._regex */ .Fk(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/))
    .brand();
/** The random id of one clone of the repository: 16 hex digits. */
const cloneIdSchema = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
    .check(zod_mini__WEBPACK_IMPORTED_MODULE_1__/* ._regex */ .Fk(/^[0-9a-f]{16}$/))
    .brand();
/** The id of one operation, from its opening to its closing entry: 16 hex digits. */
const opIdSchema = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
    .check(zod_mini__WEBPACK_IMPORTED_MODULE_1__/* ._regex */ .Fk(/^[0-9a-f]{16}$/))
    .brand();
/**
 * An entry's identity and place in time: 12 hex digits of milliseconds, 4 hex digits of a logical counter,
 * a dash, 16 hex digits of randomness. Byte order is causal order.
 */
const stampSchema = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
    .check(zod_mini__WEBPACK_IMPORTED_MODULE_1__/* ._regex */ .Fk(/^[0-9a-f]{16}-[0-9a-f]{16}$/))
    .brand();
/** RFC 3339, UTC, with milliseconds: `2026-01-31T12:00:00.000Z`. */
const timestampSchema = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
    .check(zod_mini__WEBPACK_IMPORTED_MODULE_1__/* ._regex */ .Fk(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/))
    .brand();
/** A unit of a string takes at most three bytes, so most names need not be encoded to be measured. */
const isLonger = (text, bytes) => text.length * 3 > bytes && new TextEncoder().encode(text).length > bytes;
/**
 * Says why git would not take `name` as a branch, or nothing when it would.
 * The rules are those of git-check-ref-format(1) with `--branch`, without the `@{-1}` shorthand and without `@`,
 * which git branch refuses to make.
 * A longest length is ours: a loose ref is a file, and file systems stop at 255 bytes for each part.
 */
function branchNameProblem(name) {
    if (name === "")
        return "it is empty";
    if (name === "@")
        return "'@' alone means HEAD";
    if (name === "HEAD")
        return "'HEAD' is git's own name";
    if (name.startsWith("-"))
        return "it starts with a dash";
    if (name.endsWith("."))
        return "it ends with a dot";
    if (name.includes(".."))
        return "it contains '..'";
    if (name.includes("@{"))
        return "it contains '@{'";
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what git refuses
    const bad = /[\u0000-\u0020\u007f~^:?*[\\]/.exec(name);
    if (bad)
        return bad[0] === " " ? "it contains a space" : `it contains ${JSON.stringify(bad[0])}`;
    if (!name.isWellFormed())
        return "it is not well-formed Unicode";
    for (const part of name.split("/")) {
        if (part === "")
            return "it has an empty part between slashes";
        if (part.startsWith("."))
            return `the part '${part}' starts with a dot`;
        if (part.endsWith(".lock"))
            return `the part '${part}' ends with '.lock'`;
        if (isLonger(part, 250))
            return "a part of it is longer than 250 bytes";
    }
    if (isLonger(name, 1000))
        return "it is longer than 1,000 bytes";
    return undefined;
}
/** A short branch name, `task/x`, as `git check-ref-format --branch` accepts it. */
const branchNameSchema = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
    .check(zod_mini__WEBPACK_IMPORTED_MODULE_0__/* .refine */ .YPB((name) => branchNameProblem(name) === undefined, "is no valid branch name"))
    .brand();
/** `refs/heads/x` for branch `x`. */
const branchRef = (branch) => `refs/heads/${branch}`;


/***/ })

};
