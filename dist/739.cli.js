export const id = 739;
export const ids = [739];
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

/***/ 8739:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  closeEngine: () => (/* binding */ closeEngine),
  openEngine: () => (/* binding */ openEngine)
});

// UNUSED EXPORTS: silent

// EXTERNAL MODULE: external "node:events"
var external_node_events_ = __webpack_require__(8474);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./build/lifecycle/errors.js
var errors = __webpack_require__(1740);
// EXTERNAL MODULE: ./build/lifecycle/system-errors.js
var system_errors = __webpack_require__(9600);
// EXTERNAL MODULE: ./build/config/commands.js
var config_commands = __webpack_require__(6601);
// EXTERNAL MODULE: ./build/config/file.js
var config_file = __webpack_require__(1585);
// EXTERNAL MODULE: ./build/config/keys.js
var keys = __webpack_require__(9115);
// EXTERNAL MODULE: ./build/config/nearest.js
var nearest = __webpack_require__(9445);
;// CONCATENATED MODULE: ./build/config/from-git.js




const section = "coppice.";
/**
 * What git's config says in `coppice.*`, with numbers, booleans and lists made of git's text. Git compares the
 * first and the last part of a key without case; so does this, for every part (`coppice.setup.envFiles` is one key
 * with `coppice.Setup.envfiles`). A list is given by several values of one key; an empty value drops those before it.
 * @throws CONFIG_INVALID for a key that Coppice does not know and for a value that is no number or boolean
 */
function fromGitConfig(config) {
    const found = new Map();
    for (const key of config.keys()) {
        if (!key.toLowerCase().startsWith(section))
            continue;
        const name = key.slice(section.length).toLowerCase();
        found.set(name, [...(found.get(name) ?? []), ...config.getAll(key)]);
    }
    const result = {};
    if (found.size === 0)
        return result;
    const known = new Map((0,keys/* leafKeys */.z9)().map((leaf) => [leaf.path.join(".").toLowerCase(), leaf]));
    for (const [name, values] of found) {
        const leaf = known.get(name);
        if (leaf === undefined || leaf.kind === "named")
            throw unknown(name, known);
        put(result, leaf.path, textValue(leaf, values));
    }
    return result;
}
/** The key as a person would write it after `git config`. */
const gitKey = (path) => section + path.join(".");
function textValue(leaf, values) {
    const last = values.at(-1) ?? "";
    switch (leaf.kind) {
        case "boolean":
            return booleanOf(leaf, last);
        case "number":
            return numberOf(leaf, last);
        case "list":
            return values.slice(values.lastIndexOf("") + 1);
        case "textOrList": {
            const kept = values.slice(values.lastIndexOf("") + 1);
            return kept.length === 1 ? kept[0] : kept;
        }
        default:
            return last;
    }
}
/** The words that git-config(1) takes for a boolean. */
function booleanOf(leaf, text) {
    if (/^(?:true|yes|on|1)$/i.test(text))
        return true;
    if (/^(?:false|no|off|0|)$/i.test(text))
        return false;
    throw wrong(leaf, "must be true or false");
}
/** A decimal number, or an integer with git's suffix k, m or g. */
function numberOf(leaf, text) {
    const parts = /^([+-]?\d+(?:\.\d+)?)([kmg]?)$/i.exec(text.trim());
    if (parts === null)
        throw wrong(leaf, "must be a number");
    const factor = { "": 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }[parts[2]?.toLowerCase() ?? ""] ?? 1;
    return Number(parts[1]) * factor;
}
function put(target, path, value) {
    const [name, ...rest] = path;
    if (name === undefined)
        return;
    if (rest.length === 0) {
        target[name] = value;
        return;
    }
    const next = target[name];
    const inner = isObject(next) ? next : {};
    target[name] = inner;
    put(inner, rest, value);
}
/** Lays `upper` over `lower`: objects are joined key by key, everything else is replaced. */
function overlay(lower, upper) {
    const result = { ...lower };
    for (const [key, value] of Object.entries(upper)) {
        if (value === undefined)
            continue;
        const below = result[key];
        result[key] = isObject(below) && isObject(value) ? overlay(below, value) : value;
    }
    return result;
}
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
function unknown(name, known) {
    const leaf = known.get((0,nearest/* nearest */.p)(name, known.keys()) ?? "");
    const near = leaf === undefined || leaf.kind === "named" ? undefined : gitKey(leaf.path);
    const head = name.split(".")[0] ?? "";
    const inFile = known.get(head)?.kind === "named";
    return new errors/* CoppiceError */.uS("CONFIG_INVALID", inFile
        ? `git config: '${section}${name}': ${head} can be defined in the config file only.`
        : `git config: '${section}${name}' is no key that Coppice knows${(0,config_file/* meant */.wx)(near)}.`, {
        details: { key: `${section}${name}`, ...(near === undefined ? {} : { nearest: near }) },
        suggestedAction: `git config --show-origin --get-all ${section}${name} tells where it is set.`,
    });
}
function wrong(leaf, text) {
    return new errors/* CoppiceError */.uS("CONFIG_INVALID", `git config: '${gitKey(leaf.path)}' ${text}.`, {
        details: { key: gitKey(leaf.path) },
    });
}

// EXTERNAL MODULE: ./build/config/problems.js
var problems = __webpack_require__(3515);
// EXTERNAL MODULE: ./build/config/schema.js
var schema = __webpack_require__(7096);
;// CONCATENATED MODULE: ./build/config/load.js









/**
 * Reads the configuration: the file at the root of the main worktree (of base's tree in a bare repository), over it
 * git's `coppice.*`, over both the flags. Starts no git process where there is a main worktree.
 * @throws CONFIG_INVALID
 */
async function loadConfig(repo, flags = {}) {
    const git = fromGitConfig(repo.config);
    const found = repo.mainWorktree === undefined
        ? await findInTree(repo, typeof git.base === "string" ? git.base : undefined)
        : await findInDirectory(repo.mainWorktree);
    const file = found === undefined ? {} : (0,config_file/* parseConfigFile */.me)(found.name, found.text);
    const config = check(overlay(overlay({ ...file }, git), { ...flags }), { ...flags });
    const sources = [
        ["flag", flags],
        ["git", git],
    ];
    const commands = config_commands/* commandKeys */.g.flatMap((key) => {
        const command = (0,config_commands/* commandAt */.N)(config, key);
        if (command === undefined)
            return [];
        const path = key.split(".");
        const source = sources.find(([, layer]) => valueAt({ ...layer }, path) !== undefined)?.[0] ?? "file";
        return [{ key, command, source }];
    });
    return { config, commands, file: found?.name };
}
/** The file was checked when it was read, so what is wrong now came from git's config or from a flag. */
function check(value, flags) {
    const parsed = schema/* configSchema */.Q.safeParse(value);
    if (parsed.success)
        return parsed.data;
    const problem = (0,problems/* firstProblem */.A)(parsed.error.issues, value);
    const path = problem.path.filter((part) => typeof part !== "number").map(String);
    const key = valueAt(flags, path) === undefined ? gitKey(path) : (0,problems/* dotted */.B)(path);
    const where = valueAt(flags, path) === undefined ? "git config: " : "";
    throw new errors/* CoppiceError */.uS("CONFIG_INVALID", `${where}'${key}' ${problem.text}${(0,config_file/* meant */.wx)(problem.nearest)}.`, {
        details: { key, ...(problem.nearest === undefined ? {} : { nearest: problem.nearest }) },
    });
}
function valueAt(value, path) {
    return path.reduce((at, part) => (typeof at === "object" && at !== null ? Reflect.get(at, part) : undefined), value);
}
async function findInDirectory(directory) {
    return only(await Promise.all(config_file/* configFileNames */.He.map((name) => readConfigFile(directory, name))));
}
async function readConfigFile(directory, name) {
    try {
        const path = (0,external_node_path_.join)(directory, name);
        const found = await (0,promises_.stat)(path);
        // A pipe would be waited for, a device has no end.
        if (!found.isFile())
            throw noFile(name);
        if (found.size > config_file/* largestConfigFile */.lp)
            throw tooLarge(name);
        return { name, text: await (0,promises_.readFile)(path, "utf8") };
    }
    catch (error) {
        if ((0,system_errors/* errnoOf */.UQ)(error) === "ENOENT" || (0,system_errors/* errnoOf */.UQ)(error) === "ENOTDIR")
            return undefined;
        if (error instanceof errors/* CoppiceError */.uS)
            throw error;
        throw ((0,system_errors/* systemError */.Oj)(error, `read ${name}`) ??
            new errors/* CoppiceError */.uS("CONFIG_INVALID", `${name} cannot be read.`, {
                details: { file: name, reason: (0,system_errors/* errnoOf */.UQ)(error) ?? "unknown" },
                cause: error,
            }));
    }
}
/** In a bare repository HEAD names the branch that a clone would check out; `coppice.base` says otherwise. */
async function findInTree(repo, base) {
    const tree = base === undefined ? "HEAD" : `refs/heads/${base}`;
    const objects = repo.objects();
    const files = [];
    for (const name of config_file/* configFileNames */.He) {
        const object = await objects.read(`${tree}:${name}`);
        if (object?.type !== "blob")
            continue;
        if (object.data.length > config_file/* largestConfigFile */.lp)
            throw tooLarge(name);
        files.push({ name, text: object.data.toString("utf8") });
    }
    return only(files);
}
function only(files) {
    const present = files.filter((file) => file !== undefined);
    if (present.length > 1) {
        throw new errors/* CoppiceError */.uS("CONFIG_INVALID", `There are both ${config_file/* configFileNames */.He.join(" and ")}.`, {
            details: { file: config_file/* configFileNames */.He[0] },
            suggestedAction: "Keep one of the two files and delete the other.",
        });
    }
    return present[0];
}
const noFile = (name) => new errors/* CoppiceError */.uS("CONFIG_INVALID", `${name} is no regular file.`, { details: { file: name } });
const tooLarge = (name) => new errors/* CoppiceError */.uS("CONFIG_INVALID", `${name} is larger than 1 MiB.`, { details: { file: name } });

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
;// CONCATENATED MODULE: ./build/git/config.js
/**
 * Git's effective configuration, read once. Section and variable names do not depend on case, what stands between
 * them does (`branch.Feat.merge`).
 */
class GitConfig {
    #values = new Map();
    /** @param listing - the output of `git config -z --list`: `key LF value NUL`, or `key NUL` for a bare switch. */
    constructor(listing) {
        for (const record of listing.split("\0")) {
            if (record === "")
                continue;
            const end = record.indexOf("\n");
            const key = end < 0 ? record : record.slice(0, end);
            const value = end < 0 ? true : record.slice(end + 1);
            const known = this.#values.get(key);
            if (known === undefined)
                this.#values.set(key, [value]);
            else
                known.push(value);
        }
    }
    /** The last value, which is the one that counts; a bare switch reads "true". */
    get(key) {
        return this.getAll(key).at(-1);
    }
    /** All values, the one that counts last. */
    getAll(key) {
        return (this.#values.get(canonical(key)) ?? []).map((value) => (value === true ? "true" : value));
    }
    /** A boolean as git reads it; undefined when it is not set or is no boolean. */
    bool(key) {
        const value = this.get(key)?.toLowerCase();
        if (value === undefined)
            return undefined;
        if (["true", "yes", "on"].includes(value) || /^[+-]?0*[1-9]\d*$/.test(value))
            return true;
        if (["false", "no", "off", ""].includes(value) || /^[+-]?0+$/.test(value))
            return false;
        return undefined;
    }
    /** Every key, in git's spelling. */
    keys() {
        return [...this.#values.keys()];
    }
}
function canonical(key) {
    const first = key.indexOf(".");
    const last = key.lastIndexOf(".");
    if (first < 0)
        return key.toLowerCase();
    return key.slice(0, first).toLowerCase() + key.slice(first, last) + key.slice(last).toLowerCase();
}

// EXTERNAL MODULE: ./build/git/objects.js
var objects = __webpack_require__(9951);
// EXTERNAL MODULE: ./build/git/run.js + 3 modules
var run = __webpack_require__(9907);
// EXTERNAL MODULE: ./build/git/version.js
var git_version = __webpack_require__(3679);
// EXTERNAL MODULE: ./build/git/worktree-links.js
var worktree_links = __webpack_require__(7358);
;// CONCATENATED MODULE: ./build/git/repository.js








/** `rev-parse` repeats options that it does not know: this one keeps apart paths that may hold line feeds. */
const separator = "--coppice-next";
/**
 * Finds the repository of a directory, with two git processes. A repository without a commit is a valid result.
 * @throws CoppiceError NOT_A_REPO, GIT_TOO_OLD, PERMISSION_DENIED (git distrusts the owner), WORKTREE_NOT_FOUND (`cwd` is gone)
 */
async function openRepository(cwd, git = new run.GitRunner()) {
    const [found, listing] = await Promise.all([
        git.runWithVersion(cwd, discovery, { codes: "any" }),
        git.run(cwd, ["config", "-z", "--list"], { codes: "any", rawConfig: true }),
    ]);
    const version = await versionOf(git, cwd, found);
    (0,git_version/* requireVersion */.eU)(version);
    const [gitDir = "", common = "", flags = "", top = ""] = splitAnswers(found.stdout.toString("utf8"));
    const [bare, objectFormat, refFormat] = flags.split("\n");
    if (common === "" || (objectFormat !== "sha1" && objectFormat !== "sha256")) {
        throw notARepository(cwd, found.stderr);
    }
    const commonDir = (0,external_node_fs_.realpathSync)(common);
    const config = new GitConfig(listing.stdout.toString("utf8"));
    if (listing.code !== 0)
        throw brokenConfig(listing.stderr);
    git.silenceConfiguredHooks(configuredHooks(config));
    const worktree = top === "" ? undefined : (0,external_node_fs_.realpathSync)(top);
    const inMain = (0,external_node_fs_.realpathSync)(gitDir) === commonDir;
    const mainWorktree = await findMainWorktree(git, {
        commonDir,
        config,
        worktree,
        inMain,
        bare: bare === "true",
    });
    const root = mainWorktree ?? bareRoot(commonDir);
    let reader;
    return {
        git,
        version,
        commonDir,
        gitDir: inMain ? commonDir : (0,external_node_fs_.realpathSync)(gitDir),
        worktree,
        mainWorktree,
        name: (0,external_node_path_.basename)(root).replace(/(?<=.)\.git$/, "") || "repository",
        root,
        objectFormat,
        refFormat: refFormat === "reftable" ? "reftable" : "files",
        config,
        objects: () => {
            reader ??= new objects/* ObjectReader */.n(git, commonDir);
            return reader;
        },
        close: async () => {
            await reader?.close();
            reader = undefined;
        },
    };
}
const discovery = [
    "rev-parse",
    "--path-format=absolute",
    "--git-dir",
    separator,
    "--git-common-dir",
    separator,
    "--is-bare-repository",
    "--show-object-format=storage",
    // Since 2.45; an older git repeats it as it is, and has files only.
    "--show-ref-format",
    separator,
    // Last: git ends with an error here when there is no work tree, after it has printed the rest.
    "--show-toplevel",
];
const splitAnswers = (output) => output.split(`${separator}\n`).map((answer) => answer.replace(/\n$/, ""));
async function versionOf(git, cwd, traced) {
    const told = traced.version === undefined ? undefined : git_version/* GitVersion */.jz.parse(traced.version);
    if (told !== undefined && (!traced.doubtful || !told.atLeast(...git_version/* since */.XP.minimum)))
        return told;
    const text = await git.text(cwd, ["version"]);
    const version = git_version/* GitVersion */.jz.parse(text);
    if (version !== undefined)
        return version;
    throw new errors/* CoppiceError */.uS("GIT_TOO_OLD", "git did not tell its version.", { details: { required: "2.38.0" } });
}
async function findMainWorktree(git, found) {
    if (found.inMain && found.worktree !== undefined)
        return found.worktree;
    const config = found.inMain ? found.config : await mainConfig(git, found);
    // In a linked worktree git itself ignores core.bare and core.worktree: they speak of the main one.
    if (config.bool("core.bare") === true || (found.inMain && found.bare))
        return undefined;
    const configured = config.get("core.worktree");
    if (configured !== undefined)
        return (0,external_node_path_.resolve)(found.commonDir, configured);
    return (0,external_node_path_.basename)(found.commonDir) === ".git" ? (0,external_node_path_.dirname)(found.commonDir) : undefined;
}
/** With extensions.worktreeConfig, core.bare and core.worktree stand in a file that a linked worktree does not read. */
async function mainConfig(git, found) {
    if (found.config.bool("extensions.worktreeConfig") !== true)
        return found.config;
    const file = (0,external_node_path_.join)(found.commonDir, "config.worktree");
    if ((0,external_node_fs_.statSync)(file, { throwIfNoEntry: false }) === undefined)
        return found.config;
    const { stdout } = await git.run(found.commonDir, ["config", "-z", "--list", "--file", file], {
        codes: "any",
    });
    const main = new GitConfig(stdout.toString("utf8"));
    return main.keys().some((key) => key === "core.bare" || key === "core.worktree") ? main : found.config;
}
function bareRoot(commonDir) {
    const parent = (0,external_node_path_.dirname)(commonDir);
    return (0,external_node_path_.basename)(commonDir).startsWith(".") || (0,worktree_links/* gitFileTarget */.S6)((0,external_node_path_.join)(parent, ".git")) === commonDir
        ? parent
        : commonDir;
}
/** Hooks that the configuration defines (git 2.54): `hook.<name>.command`. */
function configuredHooks(config) {
    const names = config.keys().flatMap((key) => /^hook\.([\s\S]+)\.command$/.exec(key)?.[1] ?? []);
    return [...new Set(names)];
}
function notARepository(cwd, stderr) {
    const details = { output: stderr.slice(-16_384) };
    const marker = nearestMarker(cwd);
    if (marker === undefined) {
        return new errors/* CoppiceError */.uS("NOT_A_REPO", "This directory is not inside a git repository.", { details });
    }
    const stat = (0,external_node_fs_.lstatSync)(marker);
    const user = process.getuid?.();
    if (user !== undefined && stat.uid !== user) {
        return new errors/* CoppiceError */.uS("PERMISSION_DENIED", "git refuses this repository because another user owns it.", {
            details: { ...details, reason: "safe.directory" },
            suggestedAction: "If you trust its owner, allow it: git config --global --add safe.directory <its directory>",
        });
    }
    if (stat.isFile() && (0,worktree_links/* gitFileTarget */.S6)(marker) === undefined) {
        return new errors/* CoppiceError */.uS("NOT_A_REPO", "The .git file here names a git directory that is gone.", {
            details,
            suggestedAction: "Bring the main repository back to its place, or run git worktree repair there.",
        });
    }
    return new errors/* CoppiceError */.uS("NOT_A_REPO", "git does not accept the repository of this directory.", {
        details,
        suggestedAction: "Read what git said above, mend it, and run the command again.",
    });
}
/** The `.git` of this directory or of one above it. */
function nearestMarker(cwd) {
    for (let dir = (0,external_node_path_.resolve)(cwd);; dir = (0,external_node_path_.dirname)(dir)) {
        const marker = (0,external_node_path_.join)(dir, ".git");
        if ((0,external_node_fs_.lstatSync)(marker, { throwIfNoEntry: false }) !== undefined)
            return marker;
        if ((0,external_node_path_.dirname)(dir) === dir)
            return undefined;
    }
}
function brokenConfig(stderr) {
    return new errors/* CoppiceError */.uS("GIT_FAILED", "git cannot read its configuration.", {
        details: { output: stderr.slice(-16_384) },
        suggestedAction: "Correct the file and line that git names (git config --list shows the same error).",
    });
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: external "node:timers/promises"
var external_node_timers_promises_ = __webpack_require__(8500);
// EXTERNAL MODULE: ./build/lifecycle/entry.js
var entry = __webpack_require__(6587);
// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 2 modules
var schemas = __webpack_require__(5395);
// EXTERNAL MODULE: ./build/lifecycle/ids.js
var lifecycle_ids = __webpack_require__(333);
// EXTERNAL MODULE: ./build/version.js
var version = __webpack_require__(8508);
;// CONCATENATED MODULE: ./build/journal/cache.js






/** Raised when folding the same lines gives another record than before within one version of Coppice. */
const format = 2;
const headerSchema = schemas/* object */.Ikc({
    format: schemas/* literal */.euz(format),
    version: schemas/* literal */.euz(version/* VERSION */.x),
    ref: schemas/* string */.YjP(),
    tip: lifecycle_ids/* oidSchema */.u0,
    sum: schemas/* string */.YjP(),
});
function toColumns(records) {
    const column = (field) => records.map((record) => record[field]);
    const setups = new Map();
    for (const { setup } of records)
        setups.set(JSON.stringify(setup), setup);
    const indices = new Map([...setups.keys()].map((key, index) => [key, index]));
    const isUsual = (value) => value === null || value === false || value === "worktree";
    return {
        needed: {
            id: column("id"),
            status: column("status"),
            branch: column("branch"),
            createdAt: column("createdAt"),
            updatedAt: column("updatedAt"),
            lastActivity: column("lastActivity"),
            ops: column("ops"),
        },
        seldom: Object.fromEntries(seldomFields.flatMap((field) => {
            const values = column(field);
            return values.every(isUsual) ? [] : [[field, values.map((value) => (isUsual(value) ? 0 : value))]];
        })),
        setups: [...setups.values()],
        setup: records.map(({ setup }) => indices.get(JSON.stringify(setup)) ?? 0),
    };
}
const seldomFields = [
    "base",
    "baseOid",
    "type",
    "owner",
    "adopted",
    "task",
    "title",
    "role",
    "session",
    "run",
    "op",
    "merge",
    "removal",
    "commit",
    "headOid",
    "envCopied",
    "depsInstalled",
    "initScriptRan",
    "initScriptStatus",
    "initScriptError",
    "request",
    "landed",
    "pr",
    "conflict",
    "uncommittedFiles",
    "lastError",
    "stale",
    "lock",
    "lease",
    "mergedAt",
    "removedAt",
];
/** One record of the columns; nothing when they are not as long as they should be. */
function rowOf({ needed, seldom, setups, setup: indices }, at) {
    const [id, status, branch, ops] = [needed.id[at], needed.status[at], needed.branch[at], needed.ops[at]];
    const [createdAt, updatedAt] = [needed.createdAt[at], needed.updatedAt[at]];
    const [lastActivity, setup] = [needed.lastActivity[at], setups[indices[at] ?? -1]];
    if (id === undefined || status === undefined || branch === undefined || ops === undefined)
        return undefined;
    if (createdAt === undefined || updatedAt === undefined)
        return undefined;
    if (lastActivity === undefined || setup === undefined)
        return undefined;
    return {
        v: 1,
        id,
        status,
        branch,
        base: seldom.base?.[at] || null,
        baseOid: seldom.baseOid?.[at] || null,
        type: seldom.type?.[at] || "worktree",
        owner: seldom.owner?.[at] || null,
        adopted: seldom.adopted?.[at] || false,
        task: seldom.task?.[at] || null,
        title: seldom.title?.[at] || null,
        role: seldom.role?.[at] || null,
        session: seldom.session?.[at] || null,
        run: seldom.run?.[at] || null,
        setup,
        op: seldom.op?.[at] || null,
        ops,
        merge: seldom.merge?.[at] || null,
        removal: seldom.removal?.[at] || null,
        commit: seldom.commit?.[at] || null,
        createdAt,
        updatedAt,
        lastActivity,
        headOid: seldom.headOid?.[at] || null,
        envCopied: seldom.envCopied?.[at] || false,
        depsInstalled: seldom.depsInstalled?.[at] || false,
        initScriptRan: seldom.initScriptRan?.[at] || false,
        initScriptStatus: seldom.initScriptStatus?.[at] || null,
        initScriptError: seldom.initScriptError?.[at] || null,
        request: seldom.request?.[at] || null,
        landed: seldom.landed?.[at] || null,
        pr: seldom.pr?.[at] || null,
        conflict: seldom.conflict?.[at] || null,
        uncommittedFiles: seldom.uncommittedFiles?.[at] || null,
        lastError: seldom.lastError?.[at] || null,
        stale: seldom.stale?.[at] || null,
        lock: seldom.lock?.[at] || null,
        lease: seldom.lease?.[at] || null,
        mergedAt: seldom.mergedAt?.[at] || null,
        removedAt: seldom.removedAt?.[at] || null,
    };
}
/**
 * Folded records in a local file, so that thousands of journals need not be folded for each list. It speaks of one
 * commit only; what changed since is folded anew. It can be deleted at any time and is never needed: what cannot be
 * read or written is as if it were not there.
 */
class RecordCache {
    #file;
    #ref;
    constructor(file, ref) {
        this.#file = file;
        this.#ref = ref;
    }
    read() {
        try {
            const bytes = (0,external_node_fs_.readFileSync)(this.#file);
            const end = bytes.indexOf(0x0a);
            const header = headerSchema.parse(JSON.parse(bytes.toString("utf8", 0, end)));
            const body = bytes.subarray(end + 1);
            if (header.ref !== this.#ref || header.sum !== sumOf(body))
                return undefined;
            const records = parseBody(body.toString("utf8"));
            return records && { tip: header.tip, records };
        }
        catch {
            return undefined;
        }
    }
    write({ tip, records }) {
        const scratch = `${this.#file}.${process.pid}.tmp`;
        try {
            const body = JSON.stringify(toColumns([...records.values()]));
            const header = JSON.stringify({ format, version: version/* VERSION */.x, ref: this.#ref, tip, sum: sumOf(body) });
            (0,external_node_fs_.mkdirSync)((0,external_node_path_.dirname)(this.#file), { recursive: true });
            (0,external_node_fs_.writeFileSync)(scratch, `${header}\n${body}`);
            (0,external_node_fs_.renameSync)(scratch, this.#file);
        }
        catch {
            removeQuietly(scratch);
        }
    }
}
function removeQuietly(file) {
    try {
        (0,external_node_fs_.rmSync)(file, { force: true });
    }
    catch {
        // Where nothing can be written, nothing is left behind either.
    }
}
const sumOf = (body) => (0,external_node_crypto_.createHash)("sha1").update(body).digest("hex");
/** The sum has shown that the body is what this version wrote. */
const isColumns = (value) => typeof value === "object" && value !== null;
function parseBody(body) {
    const columns = JSON.parse(body);
    if (!isColumns(columns))
        return undefined;
    const records = new Map();
    for (const at of columns.setup.keys()) {
        const record = rowOf(columns, at);
        if (record === undefined)
            return undefined;
        records.set(record.id, record);
    }
    return records;
}

// EXTERNAL MODULE: ./build/journal/clock.js
var clock = __webpack_require__(9454);
// EXTERNAL MODULE: ./build/journal/entry.js
var journal_entry = __webpack_require__(4624);
// EXTERNAL MODULE: ./build/journal/fit.js
var fit = __webpack_require__(1427);
// EXTERNAL MODULE: ./build/git/identity.js
var identity = __webpack_require__(8574);
// EXTERNAL MODULE: ./build/git/object-format.js
var object_format = __webpack_require__(5306);
// EXTERNAL MODULE: ./build/git/oid.js
var git_oid = __webpack_require__(7635);
// EXTERNAL MODULE: ./build/git/write-probe.js
var write_probe = __webpack_require__(8691);
;// CONCATENATED MODULE: ./build/journal/id.js


/**
 * The id of the record whose journal begins with `line`: the oid of the blob that holds the line and its line feed.
 * @param line a CREATE entry's line, ending in a line feed
 */
function recordIdOf(line, format) {
    const bytes = Buffer.from(line, "utf8");
    const hash = (0,external_node_crypto_.createHash)(format).update(`blob ${bytes.length}\0`).update(bytes);
    return lifecycle_ids/* recordIdSchema */.co.parse(hash.digest("hex"));
}
/** The object format that an id belongs to; its length tells it. */
const formatOf = (id) => (id.length === 64 ? "sha256" : "sha1");

;// CONCATENATED MODULE: ./build/journal/lines.js
/**
 * The lines of a note, without line feeds and without blank ones: `git notes append` puts blank lines between
 * paragraphs. A line that is not UTF-8 is read byte for byte (Latin-1), so that lines which differ stay different.
 */
function splitLines(note) {
    const text = note.toString("utf8");
    const lines = text.includes("\uFFFD") ? bytesOfLines(note).map(decodeLine) : text.split("\n");
    return lines.filter((line) => line.trim() !== "");
}
function decodeLine(bytes) {
    const text = bytes.toString("utf8");
    return Buffer.from(text, "utf8").equals(bytes) ? text : bytes.toString("latin1");
}
function bytesOfLines(note) {
    const lines = [];
    for (let start = 0; start <= note.length;) {
        const end = note.indexOf(0x0a, start);
        lines.push(note.subarray(start, end < 0 ? note.length : end));
        start = end < 0 ? note.length + 1 : end + 1;
    }
    return lines;
}
/** The bytes of several notes on one object, one after the other, as git itself joins them; each ends in a line feed. */
function joinNotes(notes) {
    const lineFeed = Buffer.from("\n");
    return Buffer.concat(notes.flatMap((note) => (note.length === 0 || note.at(-1) === 0x0a ? [note] : [note, lineFeed])));
}

;// CONCATENATED MODULE: ./build/journal/lost.js






/*
 * `git notes add` and `append` read the whole tree, and later move the ref to what they made of it, whatever it holds by
 * then: entries that were written in between are gone from the ref's tree. A forced fetch does the same. So the commit
 * that Coppice wrote last is remembered beside the ref, and what it holds is read with the ref until the next write has
 * put it back. The file may be deleted at any time; then that protection begins anew.
 */
/** The commit of a notes ref that Coppice wrote last in this clone. */
class LastWritten {
    #file;
    #ref;
    constructor(file, ref) {
        this.#file = file;
        this.#ref = ref;
    }
    read() {
        let text;
        try {
            text = (0,external_node_fs_.readFileSync)(this.#file, "utf8");
        }
        catch {
            return undefined;
        }
        const [oid = "", ref] = text.trimEnd().split(" ");
        return ref === this.#ref && (0,git_oid/* isOid */.dH)(oid) ? oid : undefined;
    }
    /** Needs the flush lock. */
    write(oid) {
        try {
            (0,external_node_fs_.writeFileSync)(`${this.#file}.new`, `${oid} ${this.#ref}\n`);
            (0,external_node_fs_.renameSync)(`${this.#file}.new`, this.#file);
        }
        catch (error) {
            throw (0,system_errors/* systemError */.Oj)(error, "remember the journal's last commit") ?? error;
        }
    }
}
/**
 * The entries that stood in the commit written last and that the tip does not have, by record. Other lines are the
 * business of whoever wrote them.
 */
async function lostEntries(notes, tip, last, ids) {
    const lost = new Map();
    if (last === undefined || last === tip)
        return lost;
    try {
        const before = await notes.find(last, ids, tip);
        const standing = new Map();
        for await (const { note, data } of notes.contents(await notes.find(tip, before.map(({ id }) => id)))) {
            const lines = standing.get(note.id) ?? new Set();
            for (const line of splitLines(data))
                lines.add(line);
            standing.set(note.id, lines);
        }
        for await (const { note, data } of notes.contents(before)) {
            const missing = splitLines(data).filter((line) => !standing.get(note.id)?.has(line) && isEntry(line));
            if (missing.length > 0)
                lost.set(note.id, [...(lost.get(note.id) ?? []), ...missing]);
        }
    }
    catch (error) {
        // Objects that nothing named any more may have been pruned; what the tip itself lacks is told by its reader.
        if (!(error instanceof errors/* CoppiceError */.uS) || error.code !== "JOURNAL_CORRUPT")
            throw error;
    }
    return lost;
}
function isEntry(line) {
    const decoded = (0,journal_entry/* decode */.D4)(line);
    return decoded.kind === "entry" || decoded.reason === "unknown version";
}

;// CONCATENATED MODULE: ./build/journal/notes.js





/** Where we put a note: git's own layout for more than a handful of notes. */
const pathOf = (id) => `${id.slice(0, 2)}/${id.slice(2)}`;
/** How many objects are read into memory at once. */
const portion = 1000;
/**
 * Reads a notes ref through the repository's `cat-file` process. Every fan-out of the tree is read: git reshapes it
 * at will, and one note may stand at two paths.
 */
class NotesReader {
    #repo;
    #ref;
    constructor(repo, ref) {
        this.#repo = repo;
        this.#ref = ref;
    }
    /**
     * The commit that the ref holds; undefined when there is no such ref.
     * @throws CoppiceError JOURNAL_CORRUPT when the ref is there and its commit is not
     */
    async tip() {
        const ask = () => this.#repo.objects().resolve(`${this.#ref}^{commit}`);
        const found = await ask();
        if (found !== undefined || !this.#standsInFiles())
            return found;
        // It may have been made between the two looks.
        const again = await ask();
        if (again === undefined)
            throw this.#corrupt("it names no commit that is there");
        return again;
    }
    /**
     * The notes of some records, or of all.
     * @param except leaves out what another commit has in the same place
     */
    async find(commit, ids, except) {
        const wanted = ids === undefined ? undefined : prefixes(ids);
        const found = [];
        let level = [{ path: "", oid: `${commit}^{tree}`, other: except && `${except}^{tree}` }];
        while (level.length > 0) {
            const trees = await this.#trees(level.map(({ oid }) => oid));
            const others = await this.#trees(level.map(({ other }) => other));
            const below = [];
            for (const [index, { path }] of level.entries()) {
                const other = new Map(others[index]?.map(({ name, oid }) => [name, oid]));
                for (const entry of trees[index] ?? []) {
                    const key = path.replaceAll("/", "") + entry.name;
                    if (other.get(entry.name) === entry.oid || (wanted !== undefined && !wanted.has(key)))
                        continue;
                    if (isFolder(entry)) {
                        below.push({ path: `${path}${entry.name}/`, oid: entry.oid, other: other.get(entry.name) });
                    }
                    else if (isFile(entry) && key.length === commit.length) {
                        const id = lifecycle_ids/* recordIdSchema */.co.safeParse(key);
                        if (id.success)
                            found.push({ id: id.data, path: path + entry.name, blob: entry.oid });
                    }
                }
            }
            level = below;
        }
        return found;
    }
    /** The contents of notes, in their order, a portion at a time. */
    async *contents(notes) {
        for (let start = 0; start < notes.length; start += portion) {
            const some = notes.slice(start, start + portion);
            const blobs = await this.#repo.objects().readMany(some.map(({ blob }) => blob));
            for (const [index, note] of some.entries()) {
                const blob = blobs[index];
                if (blob === undefined)
                    throw this.#corrupt(`the note ${note.blob} is missing`);
                yield { note, data: blob.data };
            }
        }
    }
    /** The entries of trees, in their order; a file where the other commit has a folder, and nothing, have none. */
    async #trees(oids) {
        const named = oids.filter((oid) => oid !== undefined);
        const objects = (await this.#repo.objects().readMany(named)).values();
        return oids.map((oid) => {
            const object = oid === undefined ? undefined : objects.next().value;
            if (oid !== undefined && object === undefined)
                throw this.#corrupt("a tree is missing");
            return object?.type === "tree" ? (0,object_format/* parseTree */.cZ)(object.data, this.#repo.objectFormat) : [];
        });
    }
    /** Whether the ref is written down although git cannot tell what it is. Reftable cannot be looked into. */
    #standsInFiles() {
        const { commonDir, refFormat } = this.#repo;
        if (refFormat !== "files")
            return false;
        if ((0,external_node_fs_.existsSync)((0,external_node_path_.join)(commonDir, ...this.#ref.split("/"))))
            return true;
        const packed = (0,external_node_path_.join)(commonDir, "packed-refs");
        return (0,external_node_fs_.existsSync)(packed) && (0,external_node_fs_.readFileSync)(packed, "utf8").includes(` ${this.#ref}\n`);
    }
    #corrupt(what) {
        return new errors/* CoppiceError */.uS("JOURNAL_CORRUPT", `The journal in ${this.#ref} cannot be read: ${what}.`, {
            details: { reason: what },
        });
    }
}
const isFolder = (entry) => entry.mode === "040000" && /^[0-9a-f]{2}$/.test(entry.name);
const isFile = (entry) => entry.mode.startsWith("100");
/** Every part of a key at which a folder can end, and the key itself. */
function prefixes(ids) {
    const result = new Set();
    for (const id of ids)
        for (let end = 2; end <= id.length; end += 2)
            result.add(id.slice(0, end));
    return result;
}

;// CONCATENATED MODULE: ./build/journal/group-commit.js











/** How long the commit is made anew while others keep moving the ref, in milliseconds. */
const patienceMs = 30_000;
/** How often it is tried while the ref stands still: another git may hold its lock for a moment. */
const refusals = 8;
/** How many records a commit's message names. */
const namedRecords = 50;
/**
 * Adds lines to their notes with one `git fast-import`. How it reaches the disk is the person's core.fsync; by
 * default git syncs the ref after the objects, which is enough where the file system keeps that order. The ref moves only from the tip that was read; when somebody
 * else has moved it (a person with `git notes`, a fetch), their notes are read and ours are added again.
 *
 * New records' CREATE lines get a commit of their own before the rest: a record's id is the blob that holds exactly
 * that line, and the history of the ref keeps that blob.
 *
 * @param last the commit that Coppice wrote last: what others have dropped of it is put back
 * @returns the commit that was written; nothing when every line was there already
 * @throws CoppiceError GIT_FAILED, JOURNAL_CORRUPT and the system group; nothing has changed then
 */
async function commitLines(repo, ref, notes, additions, last, now) {
    const person = await committer(repo, now);
    const deadline = performance.now() + patienceMs;
    for (let refused = 0;;) {
        // Started before the tip is read: the less time between reading and moving the ref, the fewer rivals get between.
        const git = repo.git.open(repo.commonDir, ["fast-import", "--quiet", "--date-format=raw"]);
        const { tip, stream } = await streamOf(ref, notes, additions, last, person).catch(async (error) => {
            await git.close();
            throw error;
        });
        if (stream === undefined) {
            await git.close();
            return undefined;
        }
        git.write(stream);
        // Printed before the ref moves; a rival may move it on at once, so the ref could tell another commit.
        const written = git.readLine().catch(() => "");
        const code = await git.close();
        if (code === 0)
            return (0,git_oid/* parseOid */.Se)(await written);
        const moved = (await notes.tip()) !== tip;
        if (!moved)
            refused += 1;
        if (performance.now() > deadline || refused === refusals) {
            throw (await (0,write_probe/* writeProblem */.b)(repo.commonDir)) ?? notMoved(ref, code, git.stderr, moved);
        }
        await (0,external_node_timers_promises_.setTimeout)(moved ? Math.random() * 10 : 10 * 2 ** refused * (0.5 + Math.random()));
    }
}
async function streamOf(ref, notes, additions, last, person) {
    const tip = await notes.tip();
    const changes = await planChanges(notes, tip, await withLost(notes, tip, last, additions));
    return { tip, stream: changes.length === 0 ? undefined : importStream(ref, tip, changes, person) };
}
async function withLost(notes, tip, last, additions) {
    // No ref at all is somebody's decision, not an accident.
    if (tip === undefined)
        return additions;
    const all = new Map(additions);
    for (const [id, lines] of await lostEntries(notes, tip, last))
        all.set(id, [...lines, ...(all.get(id) ?? [])]);
    return all;
}
async function planChanges(notes, tip, additions) {
    const standing = new Map();
    if (tip !== undefined) {
        for await (const { note, data } of notes.contents(await notes.find(tip, additions.keys()))) {
            standing.set(note.id, [...(standing.get(note.id) ?? []), { at: note, data }]);
        }
    }
    const changes = [];
    for (const [id, lines] of additions) {
        const found = standing.get(id) ?? [];
        const before = joinNotes(found.map(({ data }) => data));
        const known = new Set(splitLines(before));
        const added = [...new Set(lines)].filter((line) => !known.has(line));
        if (added.length === 0)
            continue;
        const genesis = added.find((line) => recordIdOf(`${line}\n`, formatOf(id)) === id);
        changes.push({
            id,
            genesis: genesis === undefined ? undefined : `${genesis}\n`,
            content: joinNotes([before, Buffer.from(added.map((line) => `${line}\n`).join(""), "utf8")]),
            leaves: found.map(({ at }) => at.path).filter((path) => path !== pathOf(id)),
            added,
        });
    }
    return changes;
}
function importStream(ref, tip, changes, person) {
    const parts = [];
    const text = (line) => {
        parts.push(Buffer.from(`${line}\n`, "utf8"));
    };
    const data = (bytes) => {
        text(`data ${bytes.length}`);
        parts.push(bytes, Buffer.from("\n"));
    };
    const commit = (message, from) => {
        text(`commit ${ref}`);
        text("mark :1");
        text(`committer ${(0,object_format/* formatPerson */.tF)(person)}`);
        data(Buffer.from(message, "utf8"));
        if (from !== undefined)
            text(`from ${from}`);
    };
    const write = (id, content) => {
        text(`M 100644 inline ${pathOf(id)}`);
        data(content);
    };
    // From here on a stream that breaks off (we were killed) changes nothing.
    text("feature done");
    const created = changes.filter((change) => change.genesis !== undefined);
    if (created.length > 0) {
        commit(describe(created.map(({ id, genesis = "" }) => ({ id, lines: [genesis.trimEnd()] }))), tip);
        for (const { id, genesis = "" } of created)
            write(id, Buffer.from(genesis, "utf8"));
    }
    const rest = changes.filter(({ genesis, content }) => genesis === undefined || content.toString() !== genesis);
    if (rest.length > 0) {
        const lines = rest.map(({ id, genesis, added }) => ({
            id,
            lines: genesis === undefined || added.length === 1 ? added : added.filter((line) => `${line}\n` !== genesis),
        }));
        commit(describe(lines), created.length > 0 ? ":1" : tip);
        for (const { id, leaves, content } of rest) {
            for (const path of leaves)
                text(`D ${path}`);
            write(id, content);
        }
    }
    text("get-mark :1");
    text("done");
    return Buffer.concat(parts);
}
/** The message of a commit: what it adds, for a person who reads the ref's log. */
function describe(additions) {
    const entries = additions.reduce((sum, { lines }) => sum + lines.length, 0);
    const plural = (count, one, many) => `${count} ${count === 1 ? one : many}`;
    const subject = `Record ${plural(entries, "entry", "entries")} of ${plural(additions.length, "worktree", "worktrees")}`;
    const named = additions.slice(0, namedRecords).map(({ id, lines }) => {
        const events = lines.map((line) => {
            const decoded = (0,journal_entry/* decode */.D4)(line);
            if (decoded.kind === "unreadable")
                return "an unreadable line";
            const { event } = decoded.entry;
            return event.type === "CREATE" ? `CREATE (${event.branch})` : event.type;
        });
        return `${id.slice(0, 12)}: ${events.join(", ")}`;
    });
    const more = additions.length - named.length;
    if (more > 0)
        named.push(`and ${plural(more, "worktree", "worktrees")} more`);
    return `${subject}\n\n${named.join("\n")}\n`;
}
/**
 * Whose name the commit carries: the person's, as for every commit of theirs. Where git knows none, the journal is
 * written all the same, under a name without an address: an invented one would be a lie that servers refuse.
 */
async function committer(repo, now) {
    try {
        return (await (0,identity/* identity */.D)(repo, process.env, now)).committer;
    }
    catch (error) {
        if (!(error instanceof errors/* CoppiceError */.uS) || error.code !== "GIT_FAILED")
            throw error;
        return { name: "coppice", email: "", time: Math.floor(now / 1000), zone: "+0000" };
    }
}
function notMoved(ref, code, stderr, moved) {
    const why = moved ? "others keep moving it" : "git refused to move it";
    return new errors/* CoppiceError */.uS("GIT_FAILED", `The journal's ref ${ref} could not be written: ${why}.`, {
        details: { exitCode: code, output: stderr.slice(-16_384), step: "git fast-import" },
        recoverable: true,
        suggestedAction: "Nothing is lost: the entries wait in the spool, and the next command that writes tries again.",
    });
}

// EXTERNAL MODULE: ./build/journal/lock.js
var journal_lock = __webpack_require__(6381);
// EXTERNAL MODULE: ./build/lifecycle/machine.js + 4 modules
var machine = __webpack_require__(5231);
;// CONCATENATED MODULE: ./build/journal/fold.js



/**
 * Computes a record from its journal's lines, in whatever order they come. Total: an entry that is not valid in the
 * state reached changes nothing and is marked, a line that cannot be read is kept, a blank one is nothing. So the
 * same set of lines gives the same record everywhere.
 *
 * An entry counts once for each stamp: a line that was reformatted or written twice is one entry. Of two entries
 * that share a stamp and differ, the CREATE that the id names counts, else the first in the order of their lines.
 */
function fold(id, lines) {
    const candidates = new Map();
    const unreadable = new Set();
    for (const line of lines) {
        if (line.text.trim() === "")
            continue;
        const decoded = decodeOnce(line);
        if (decoded.kind === "unreadable") {
            unreadable.add(line.text);
            continue;
        }
        const candidate = { entry: decoded.entry, line, genesis: isGenesis(id, decoded.entry, line.text) };
        const { t } = decoded.entry;
        candidates.set(t, preferred(candidates.get(t), candidate));
    }
    const sorted = [...candidates.values()].sort((a, b) => order(a.entry.t, b.entry.t));
    const empty = {
        id,
        record: null,
        entries: [],
        unreadable: [...unreadable].sort(order),
        lastStamp: undefined,
    };
    return goOn(empty, sorted);
}
/**
 * Folds lines that came to a journal since: the same result as folding all of them anew.
 * @returns undefined when they do not all come after it, or not all can be read
 */
function extend(journal, lines) {
    const added = [];
    for (const line of lines) {
        const decoded = decodeOnce(line);
        if (decoded.kind === "unreadable")
            return undefined;
        added.push({ entry: decoded.entry, line, genesis: isGenesis(journal.id, decoded.entry, line.text) });
    }
    added.sort((a, b) => order(a.entry.t, b.entry.t));
    let last = journal.lastStamp;
    for (const { entry } of added) {
        if (last !== undefined && entry.t <= last)
            return undefined;
        last = entry.t;
    }
    return goOn(journal, added);
}
/** @param added in causal order, all of them after what the journal has */
function goOn(journal, added) {
    const entries = [...journal.entries];
    let { record } = journal;
    for (const { entry, line, genesis } of added) {
        const from = record?.status ?? "none";
        const next = take(journal.id, record, entry, genesis);
        if (next !== undefined)
            record = next;
        const to = record?.status ?? "none";
        entries.push({ entry, line: line.text, from, to, superseded: next === undefined, pending: line.pending });
    }
    return { ...journal, record, entries, lastStamp: added.at(-1)?.entry.t ?? journal.lastStamp };
}
/** A journal is folded again after each entry that is added to it, with the same lines. */
const decodings = new WeakMap();
function decodeOnce(line) {
    const known = decodings.get(line) ?? (0,journal_entry/* decode */.D4)(line.text);
    decodings.set(line, known);
    return known;
}
/** The record after an entry, or nothing when the entry changes nothing. */
function take(id, record, entry, genesis) {
    // Another record's CREATE may stand here: two clones adopted one branch, and their journals are read together.
    if (entry.event.type === "CREATE" && !genesis)
        return undefined;
    const reduction = (0,machine/* reduce */.TS)(id, record, entry);
    return reduction.kind === "applied" ? reduction.record : undefined;
}
const isGenesis = (id, entry, text) => entry.event.type === "CREATE" && recordIdOf(`${text}\n`, formatOf(id)) === id;
const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
function preferred(known, other) {
    if (known === undefined)
        return other;
    if (known.line.text === other.line.text)
        return known.line.pending ? other : known;
    if (known.genesis !== other.genesis)
        return known.genesis ? known : other;
    return order(known.line.text, other.line.text) <= 0 ? known : other;
}
/** The lines that a journal was folded from, duplicates once. */
function* linesOf(journal) {
    for (const { line, pending } of journal.entries)
        yield { text: line, pending };
    for (const text of journal.unreadable)
        yield { text, pending: false };
}

;// CONCATENATED MODULE: ./build/journal/reader.js




/** How many journals have to be folded anew before it is worth writing the cache. */
const worthCaching = 50;
/** The notes of how many records are kept in memory for operations on them, which most often follow. */
const mostKnown = 500;
/** Reads journals. */
class JournalReader {
    #sources;
    /** What `one` last read from the notes of a record. A commit never changes: while the tip is the same, so are they. */
    #known = new Map();
    /** What `one` folded last. */
    #folded = new Map();
    constructor(sources) {
        this.#sources = sources;
    }
    async one(id) {
        const { outside, tip } = await this.#begin(id);
        const note = tip === undefined ? [] : await this.#noteOf(id, tip);
        const lines = [...note, ...(outside.get(id) ?? [])];
        return lines.length === 0 ? undefined : this.#foldOn(id, lines);
    }
    /** Goes on from the last fold where lines have only come to it since. */
    #foldOn(id, lines) {
        const before = this.#folded.get(id);
        const goesOn = before?.lines.every((line, at) => isSame(line, lines[at])) === true;
        const extended = goesOn ? extend(before.journal, lines.slice(before.lines.length)) : undefined;
        const journal = extended ?? fold(id, lines);
        this.#folded.set(id, { lines, journal });
        return journal;
    }
    async all() {
        const { outside, tip } = await this.#begin();
        const journals = new Map();
        if (tip !== undefined) {
            for await (const { id, lines } of this.#notesAt(tip)) {
                journals.set(id, fold(id, [...lines, ...(outside.get(id) ?? [])]));
                outside.delete(id);
            }
        }
        for (const [id, lines] of outside)
            journals.set(id, fold(id, lines));
        return journals;
    }
    /** An operation reads its record's journal again after each entry, most often with nothing new in the notes. */
    async #noteOf(id, tip) {
        const known = this.#known.get(id);
        if (known?.tip === tip)
            return known.lines;
        const lines = [];
        for await (const note of this.#notesAt(tip, [id]))
            lines.push(...note.lines);
        this.#known.set(id, { tip, lines });
        return lines;
    }
    async records() {
        const { outside, tip } = await this.#begin();
        const { records, kept } = tip === undefined ? nothing() : await this.#recordsAt(tip, outside);
        for (const [id, lines] of outside) {
            const { record } = fold(id, [...(kept.get(id) ?? []), ...lines]);
            if (record !== null)
                records.set(id, record);
        }
        return records;
    }
    /** The records that the notes of a commit give by themselves, and the lines of those that have more outside. */
    async #recordsAt(tip, outside) {
        const cached = this.#sources.cache.read();
        const changed = cached === undefined ? undefined : await this.#changedSince(cached, tip);
        const records = cached !== undefined && changed !== undefined ? cached.records : new Map();
        const kept = new Map();
        let folded = 0;
        for (const id of changed ?? [])
            records.delete(id);
        for await (const { id, lines } of this.#notesAt(tip, changed && [...changed, ...outside.keys()])) {
            folded += 1;
            if (folded <= mostKnown)
                this.#known.set(id, { tip, lines });
            if (outside.has(id))
                kept.set(id, lines);
            const { record } = fold(id, lines);
            if (record !== null)
                records.set(id, record);
        }
        if (folded >= worthCaching)
            this.#sources.cache.write({ tip, records });
        return { records, kept };
    }
    /** The records whose notes are not what they were; nothing when the cached commit has been pruned. */
    async #changedSince({ tip: before }, tip) {
        if (before === tip)
            return new Set();
        const { notes } = this.#sources;
        try {
            const [came, went] = [
                await notes.find(tip, undefined, before),
                await notes.find(before, undefined, tip),
            ];
            return new Set([...came, ...went].map(({ id }) => id));
        }
        catch (error) {
            if (error instanceof errors/* CoppiceError */.uS && error.code === "JOURNAL_CORRUPT")
                return undefined;
            throw error;
        }
    }
    /**
     * The spool first: an entry leaves it only after it has come into the ref and into the commit that is remembered
     * as written last, so no order of events hides one.
     */
    async #begin(id) {
        const { notes, spool, last } = this.#sources;
        const outside = new Map();
        for (const file of spool.read(id))
            add(outside, file.id, file.line);
        const written = last.read();
        const tip = await notes.tip();
        if (tip !== undefined) {
            const lost = await lostEntries(notes, tip, written, id === undefined ? undefined : [id]);
            for (const [key, lines] of lost)
                for (const line of lines)
                    add(outside, key, line);
        }
        return { outside, tip };
    }
    /** The lines of each journal in the notes of a commit; one that stands in two layouts is put together. */
    async *#notesAt(tip, ids) {
        const { notes } = this.#sources;
        const found = await notes.find(tip, ids);
        found.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
        let current;
        for await (const { note, data } of notes.contents(found)) {
            if (current?.id !== note.id) {
                if (current !== undefined)
                    yield current;
                current = { id: note.id, lines: [] };
            }
            for (const text of splitLines(data))
                current.lines.push({ text, pending: false });
        }
        if (current !== undefined)
            yield current;
    }
}
const nothing = () => ({
    records: new Map(),
    kept: new Map(),
});
const isSame = (one, other) => one.text === other?.text && one.pending === other.pending;
function add(lines, id, text) {
    const line = { text, pending: true };
    const known = lines.get(id);
    if (known === undefined)
        lines.set(id, [line]);
    else
        known.push(line);
}

// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
// EXTERNAL MODULE: ./build/journal/owner.js
var owner = __webpack_require__(6779);
;// CONCATENATED MODULE: ./build/journal/spool.js






const sync = (0,external_node_util_.promisify)(external_node_fs_.fsync);
/**
 * `<record id>.<stamp>.<place>.<pid>.<start time>.line`. The id lets a reader of one record leave the rest unread, the
 * stamp makes the name unique, the process and the place where it runs tell whether a file that is not complete will
 * still become so.
 */
const fileName = /^([0-9a-f]{40}|[0-9a-f]{64})\.[0-9a-f]{16}-[0-9a-f]{16}\.([0-9a-f]{8})\.(\d+)\.(\d*)\.line$/;
/** How old a half-written file must be to be cleared away when its writer cannot be seen from here. */
const abandonedMs = 24 * 60 * 60_000;
/**
 * Where entries wait for the next commit of the notes ref: a directory of the common git directory with one small
 * file for each. A file is made exclusively and is complete when it ends in a line feed.
 */
class Spool {
    dir;
    #waiting = [];
    constructor(dir) {
        this.dir = dir;
    }
    /**
     * Writes one entry. It can be read at once; when the promise is kept, it survives a power cut, too. Entries that are
     * added together wait for the disk together.
     * @param line with its line feed
     * @returns the file's name
     * @throws CoppiceError PERMISSION_DENIED, READONLY_FS, NO_SPACE_LEFT, QUOTA_EXCEEDED; then nothing is there
     */
    async add(id, stamp, line, options = {}) {
        const { pid, startTime } = (0,owner/* currentOwner */.Hf)();
        const name = `${id}.${stamp}.${(0,owner/* placeToken */.l)()}.${pid}.${startTime ?? ""}.line`;
        try {
            const file = this.#open((0,external_node_path_.join)(this.dir, name));
            try {
                const bytes = Buffer.from(line, "utf8");
                for (let done = 0; done < bytes.length;)
                    done += (0,external_node_fs_.writeSync)(file, bytes, done);
                options.written?.(name);
                if (options.durable !== false)
                    await this.#synced(file);
                return name;
            }
            catch (error) {
                this.remove([name]);
                throw error;
            }
            finally {
                (0,external_node_fs_.closeSync)(file);
            }
        }
        catch (error) {
            throw (0,system_errors/* systemError */.Oj)(error, "write to the journal's spool") ?? error;
        }
    }
    /** The complete files, of one record or of all, a record's in causal order. What is half-written is not there yet. */
    read(id) {
        const names = id === undefined ? this.#names() : this.#names().filter((name) => name.startsWith(id));
        const files = [];
        for (const name of names.sort()) {
            const key = fileName.exec(name)?.[1];
            if (key === undefined || (id !== undefined && key !== id))
                continue;
            const text = this.#text(name);
            if (text?.endsWith("\n"))
                files.push({ name, id: lifecycle_ids/* recordIdSchema */.co.parse(key), line: text.slice(0, -1) });
        }
        return files;
    }
    /** Whether a file has not yet been taken into the notes. */
    has(name) {
        return (0,external_node_fs_.statSync)((0,external_node_path_.join)(this.dir, name), { throwIfNoEntry: false }) !== undefined;
    }
    /** Removes files whose entries are in the notes. */
    remove(names) {
        for (const name of names) {
            try {
                (0,external_node_fs_.unlinkSync)((0,external_node_path_.join)(this.dir, name));
            }
            catch (error) {
                if ((0,system_errors/* errnoOf */.UQ)(error) !== "ENOENT")
                    throw (0,system_errors/* systemError */.Oj)(error, "clear the journal's spool") ?? error;
            }
        }
    }
    /** Clears away half-written files that nobody will complete. Their entries were never acknowledged. */
    clean() {
        for (const name of this.#names()) {
            const match = fileName.exec(name);
            if (match === null || this.#text(name)?.endsWith("\n") !== false)
                continue;
            const age = Date.now() - ((0,external_node_fs_.statSync)((0,external_node_path_.join)(this.dir, name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
            // Another machine or container may share the directory: its processes only look dead from here.
            const seen = match[2] === (0,owner/* placeToken */.l)();
            const writer = { ...(0,owner/* currentOwner */.Hf)(), pid: Number(match[3]), startTime: match[4] || null };
            if (seen ? (0,owner/* liveness */.QX)(writer) === "dead" : age > abandonedMs)
                this.remove([name]);
        }
    }
    #open(path) {
        try {
            return (0,external_node_fs_.openSync)(path, "wx", 0o666);
        }
        catch (error) {
            if ((0,system_errors/* errnoOf */.UQ)(error) !== "ENOENT")
                throw error;
            (0,external_node_fs_.mkdirSync)(this.dir, { recursive: true });
            return (0,external_node_fs_.openSync)(path, "wx", 0o666);
        }
    }
    /** Kept when a file is on the disk together with its name. */
    #synced(file) {
        return new Promise((resolve, reject) => {
            if (this.#waiting.length === 0)
                setImmediate(() => this.#syncWaiting());
            this.#waiting.push({ file, resolve, reject });
        });
    }
    async #syncWaiting() {
        const together = this.#waiting.splice(0);
        const ends = await Promise.allSettled(together.map(({ file }) => sync(file)));
        const named = await this.#syncDirectory().then(() => undefined, (error) => ({ error }));
        for (const [index, { resolve, reject }] of together.entries()) {
            const end = ends[index];
            if (end?.status === "rejected")
                reject(end.reason);
            else if (named === undefined)
                resolve();
            else
                reject(named.error);
        }
    }
    /** Makes files' names survive too. Some systems cannot sync a directory; there a name is as safe as it gets. */
    async #syncDirectory() {
        try {
            const directory = (0,external_node_fs_.openSync)(this.dir, "r");
            try {
                await sync(directory);
            }
            finally {
                (0,external_node_fs_.closeSync)(directory);
            }
        }
        catch (error) {
            if ((0,system_errors/* errnoOf */.UQ)(error) === "EIO" || (0,system_errors/* errnoOf */.UQ)(error) === "ENOSPC")
                throw error;
        }
    }
    #names() {
        try {
            return (0,external_node_fs_.readdirSync)(this.dir);
        }
        catch (error) {
            if ((0,system_errors/* errnoOf */.UQ)(error) === "ENOENT")
                return [];
            throw (0,system_errors/* systemError */.Oj)(error, "read the journal's spool") ?? error;
        }
    }
    /** Undefined when it has just been taken into the notes. */
    #text(name) {
        try {
            return (0,external_node_fs_.readFileSync)((0,external_node_path_.join)(this.dir, name), "utf8");
        }
        catch (error) {
            if ((0,system_errors/* errnoOf */.UQ)(error) === "ENOENT")
                return undefined;
            throw (0,system_errors/* systemError */.Oj)(error, "read the journal's spool") ?? error;
        }
    }
}

;// CONCATENATED MODULE: ./build/journal/store.js
















/** The journals of a repository, in its notes ref and its spool. Nothing is read or written yet. */
const openNotesStore = (repo, options) => new NotesStore(repo, options);
/** How long a flush waits for others that are flushing. */
const flushWaitMs = 120_000;
const shortestPauseMs = 2;
const longestPauseMs = 30;
const holderTurns = 8;
const flushing = "flush the journal";
/** How many commits one flusher makes for everybody before it lets another one go on. */
const mostRounds = 4;
class NotesStore {
    #repo;
    #ref;
    #notes;
    #spool;
    #last;
    #reader;
    #flushLock;
    #clock;
    #roots;
    /** The last stamp of each journal that this process has seen. */
    #seen = new Map();
    /** The spool files of this process that it does not know to be in the ref. */
    #own = new Set();
    constructor(repo, options) {
        const home = (0,external_node_path_.join)(repo.commonDir, "coppice");
        this.#repo = repo;
        this.#ref = options.ref;
        this.#notes = new NotesReader(repo, options.ref);
        this.#spool = new Spool((0,external_node_path_.join)(home, "spool"));
        this.#last = new LastWritten((0,external_node_path_.join)(home, "last-written"), options.ref);
        this.#flushLock = (0,external_node_path_.join)(home, "flush.lock");
        this.#reader = new JournalReader({
            notes: this.#notes,
            spool: this.#spool,
            last: this.#last,
            cache: new RecordCache((0,external_node_path_.join)(home, "cache", "records"), options.ref),
        });
        this.#clock = new clock/* HybridClock */.BN(options.clock === undefined ? {} : { now: options.clock });
        const roots = [repo.worktree, repo.mainWorktree, repo.root];
        this.#roots = [...new Set(roots.filter((root) => root !== undefined))];
    }
    async read(id) {
        const journal = await this.#reader.one(id);
        if (journal !== undefined)
            this.#remember(journal);
        return journal;
    }
    async readAll() {
        const journals = await this.#reader.all();
        for (const journal of journals.values())
            this.#remember(journal);
        return journals;
    }
    records() {
        return this.#reader.records();
    }
    async create(event, by, prepare) {
        const entry = this.#entry(event, by, { nonce: (0,external_node_crypto_.randomBytes)(16).toString("hex") });
        const line = (0,journal_entry/* encode */.lF)(entry);
        const id = recordIdOf(line, this.#repo.objectFormat);
        prepare?.(id);
        await this.#write(id, entry, line);
        return { id, entry };
    }
    async append(id, event, by, after, { durable = true } = {}) {
        const seen = this.#seen.get(id);
        const last = after === undefined || (seen !== undefined && seen > after) ? seen : after;
        const entry = this.#entry(event, by, { after: last });
        await this.#write(id, entry, (0,journal_entry/* encode */.lF)(entry), durable);
        return entry;
    }
    async flush() {
        const deadline = Date.now() + flushWaitMs;
        for (let turn = 0; this.#waiting(); turn += 1) {
            // Many may be waiting, so a turn is cheap: only now and then the holder is looked at, whether it lives.
            const free = turn % holderTurns === 0 || !(0,journal_lock/* isLocked */.ln)(this.#flushLock);
            const lock = free ? (0,journal_lock/* tryLock */.bh)(this.#flushLock, flushing) : undefined;
            if (lock !== undefined && !("heldBy" in lock)) {
                await this.#commitAll(lock);
                // Who came while the lock was held has left its entry to us; this once we look again.
                const late = this.#spool.read().length > 0 ? (0,journal_lock/* tryLock */.bh)(this.#flushLock, flushing) : undefined;
                if (late !== undefined && !("heldBy" in late))
                    await this.#commitAll(late);
            }
            else if (Date.now() > deadline) {
                throw flushTimeout();
            }
            else {
                await (0,external_node_timers_promises_.setTimeout)(Math.min(longestPauseMs, shortestPauseMs * 2 ** turn) * (0.5 + Math.random()));
            }
        }
    }
    /** Whether entries of this process are still in the spool. Another process's flush may have taken them. */
    #waiting() {
        for (const name of this.#own)
            if (!this.#spool.has(name))
                this.#own.delete(name);
        return this.#own.size > 0;
    }
    /** Commits what lies in the spool, whoever put it there, and what has come in meanwhile. */
    async #commitAll(flushLock) {
        try {
            for (let round = 0; round < mostRounds; round += 1) {
                const files = this.#spool.read();
                if (files.length === 0)
                    break;
                const [additions, last] = [additionsOf(files), this.#last.read()];
                const written = await commitLines(this.#repo, this.#ref, this.#notes, additions, last, this.#clock.now());
                // Remembered before the files go: at every moment an entry is in the spool or in what is read with the ref.
                if (written !== undefined)
                    this.#last.write(written);
                this.#spool.remove(files.map(({ name }) => name));
            }
            this.#spool.clean();
        }
        finally {
            flushLock.release();
        }
    }
    #remember({ id, lastStamp }) {
        if (lastStamp !== undefined)
            this.#saw(id, lastStamp);
    }
    #saw(id, stamp) {
        const known = this.#seen.get(id);
        if (known === undefined || known < stamp)
            this.#seen.set(id, stamp);
    }
    #entry(event, by, { after, nonce }) {
        const parsed = entry/* entrySchema */.Oo.safeParse({
            t: this.#clock.next(after),
            v: 1,
            at: new Date(this.#clock.now()).toISOString(),
            by,
            ...(nonce === undefined ? {} : { nonce }),
            event: (0,fit/* fitEvent */.ED)(event, this.#roots),
        });
        if (!parsed.success)
            throw notWellFormed(event, parsed.error.issues);
        return (0,fit/* fitEntry */.iC)(parsed.data);
    }
    async #write(id, entry, line, durable = true) {
        if (Buffer.byteLength(line, "utf8") > journal_entry/* maxLineBytes */.YW) {
            throw notWellFormed(entry.event, [{ path: [], message: "it is too long" }]);
        }
        this.#saw(id, entry.t);
        await this.#spool.add(id, entry.t, line, { durable, written: (name) => this.#own.add(name) });
    }
}
/** The lines of each record in the order of their bytes, which is causal order. */
function additionsOf(files) {
    const additions = new Map();
    for (const { id, line } of files) {
        const lines = additions.get(id);
        if (lines === undefined)
            additions.set(id, [line]);
        else
            lines.push(line);
    }
    for (const lines of additions.values())
        lines.sort();
    return additions;
}
function notWellFormed(event, problems) {
    const [first] = problems;
    const reason = `${first?.path.map(String).join(".") ?? ""}: ${first?.message ?? ""}`;
    return new errors/* CoppiceError */.uS("INVALID_STATE", `This ${event.type} cannot be journaled: ${reason}.`, {
        details: { event: event.type, reason },
        recoverable: false,
    });
}
const flushTimeout = () => new errors/* CoppiceError */.uS("TIMEOUT", "Another process has been writing the journal for two minutes.", {
    details: { timeoutMs: flushWaitMs, step: flushing },
    suggestedAction: "Nothing is lost: the entries wait in the spool and are seen by every command. The next command that writes tries again.",
});

// EXTERNAL MODULE: ./build/engine/init-clone.js
var init_clone = __webpack_require__(7721);
// EXTERNAL MODULE: ./build/engine/local.js
var local = __webpack_require__(8060);
;// CONCATENATED MODULE: ./build/engine/context.js







/** A reporter that keeps silent. */
const silent = { step: () => { }, warn: () => { }, output: () => { } };
/**
 * Opens the repository that `cwd` lies in, with two git processes.
 * @throws NOT_A_REPO, GIT_TOO_OLD, CONFIG_INVALID
 */
async function openEngine(options) {
    const repo = await openRepository(options.cwd, options.git);
    const { config, commands } = await loadConfig(repo);
    const now = options.now ?? Date.now;
    const clone = (0,init_clone/* openClone */.o)(repo.commonDir);
    const signal = options.signal ?? new AbortController().signal;
    // Every git process that runs listens to it, and many run at once.
    (0,external_node_events_.setMaxListeners)(0, signal);
    return {
        repo,
        config,
        commands,
        journal: openNotesStore(repo, { ref: config.notesRef, clock: now }),
        clone,
        actor: { name: actorName(repo), door: options.door, clone },
        local: new local/* LocalFacts */.tx(repo.commonDir),
        report: options.report ?? silent,
        signal,
        now,
        cwd: options.cwd,
    };
}
/** Brings every entry of this run into the notes ref and ends the git processes that it kept. */
async function closeEngine(engine) {
    try {
        await engine.journal.flush();
    }
    finally {
        await engine.repo.close();
    }
}
const longestName = 255;
/** Who acts: the name that git would write into a commit, else the account's. */
function actorName(repo) {
    const named = repo.config.get("user.name")?.trim();
    const name = named === undefined || named === "" ? accountName() : named;
    return name.toWellFormed().slice(0, longestName).toWellFormed();
}
function accountName() {
    try {
        return (0,external_node_os_.userInfo)().username || "unknown";
    }
    catch {
        // A container's user may have no entry in the password file.
        return "unknown";
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

/***/ 8574:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D: () => (/* binding */ identity)
/* harmony export */ });
/* unused harmony export zoneAt */
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1740);
/* harmony import */ var _object_format_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5306);


/**
 * Who commits here, as git would take it: environment, then configuration. Only where those do not say it
 * (a name guessed from the system, a fixed date) git is asked.
 *
 * @param now - milliseconds since the epoch
 * @throws CoppiceError GIT_FAILED when git knows no identity
 */
async function identity(repo, env = process.env, now = Date.now()) {
    const [author, committer] = await Promise.all([
        person(repo, "author", env, now),
        person(repo, "committer", env, now),
    ]);
    return { author, committer };
}
async function person(repo, role, env, now) {
    const upper = role.toUpperCase();
    const pick = (variable, ...keys) => [env[variable], ...keys.map((key) => repo.config.get(key))].find((value) => value !== undefined && value !== "");
    const name = pick(`GIT_${upper}_NAME`, `${role}.name`, "user.name");
    const email = pick(`GIT_${upper}_EMAIL`, `${role}.email`, "user.email");
    const date = env[`GIT_${upper}_DATE`];
    if (name !== undefined && email !== undefined && (date === undefined || date === "")) {
        return { name, email, time: Math.floor(now / 1000), zone: zoneAt(now) };
    }
    const { code, stdout, stderr } = await repo.git.run(repo.worktree ?? repo.commonDir, ["var", `GIT_${upper}_IDENT`], {
        codes: "any",
    });
    if (code === 0)
        return (0,_object_format_js__WEBPACK_IMPORTED_MODULE_1__/* .parsePerson */ .JC)(stdout.toString("utf8"));
    throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CoppiceError */ .uS("GIT_FAILED", "git does not know who commits here.", {
        details: { exitCode: code, output: stderr.slice(-16_384) },
        suggestedAction: 'Tell it with: git config user.name "..." and git config user.email "..."',
    });
}
/** The local time zone at a moment, as a commit writes it: `+0200`. */
function zoneAt(now) {
    const minutes = -new Date(now).getTimezoneOffset();
    const size = Math.abs(minutes);
    const digits = (value) => String(value).padStart(2, "0");
    return `${minutes < 0 ? "-" : "+"}${digits(Math.floor(size / 60))}${digits(size % 60)}`;
}


/***/ }),

/***/ 5306:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Hs: () => (/* binding */ formatCommit),
/* harmony export */   JC: () => (/* binding */ parsePerson),
/* harmony export */   L5: () => (/* binding */ parseCommit),
/* harmony export */   cZ: () => (/* binding */ parseTree),
/* harmony export */   qV: () => (/* binding */ formatTree),
/* harmony export */   tF: () => (/* binding */ formatPerson)
/* harmony export */ });
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1740);
/* harmony import */ var _oid_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7635);


const nobody = { name: "", email: "", time: 0, zone: "+0000" };
/** Reads a commit object. Headers that we have no use for (signature, encoding) are skipped. */
function parseCommit(oid, data) {
    const end = data.indexOf("\n\n");
    const head = (end < 0 ? data : data.subarray(0, end)).toString("utf8");
    const parents = [];
    let tree;
    let author = nobody;
    let committer = nobody;
    for (const line of head.split("\n")) {
        const space = line.indexOf(" ");
        const value = line.slice(space + 1);
        switch (line.slice(0, space)) {
            case "tree":
                tree = (0,_oid_js__WEBPACK_IMPORTED_MODULE_1__/* .parseOid */ .Se)(value);
                break;
            case "parent":
                parents.push((0,_oid_js__WEBPACK_IMPORTED_MODULE_1__/* .parseOid */ .Se)(value));
                break;
            case "author":
                author = parsePerson(value);
                break;
            case "committer":
                committer = parsePerson(value);
                break;
        }
    }
    if (tree === undefined)
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CoppiceError */ .uS("GIT_FAILED", `The commit ${oid} names no tree.`);
    return {
        oid,
        tree,
        parents,
        author,
        committer,
        message: end < 0 ? "" : data.subarray(end + 2).toString("utf8"),
    };
}
/** Reads `Name <email> seconds zone`. What is malformed comes out empty: old commits hold many oddities. */
function parsePerson(text) {
    const match = /^(.*?) ?<([^>]*)>(?: (-?\d+) ([+-]\d{4}))?/s.exec(text);
    if (match === null)
        return nobody;
    return {
        name: match[1] ?? "",
        email: match[2] ?? "",
        time: Number(match[3] ?? "0"),
        zone: match[4] ?? "+0000",
    };
}
/** `Name <email> seconds zone`, without the characters that would break the header, as git itself drops them. */
function formatPerson(person) {
    return `${clean(person.name)} <${clean(person.email)}> ${Math.trunc(person.time)} ${person.zone}`;
}
/** What git drops at both ends of a name or an address, and inside it. */
function clean(text) {
    const crud = "[\\u0000-\\u0020.,:;<>\"\\\\']";
    return text.replace(new RegExp(`^${crud}+|${crud}+$`, "g"), "").replace(/[\n<>]/g, "");
}
/** Reads a tree object: `mode SP name NUL raw-oid`, repeated. */
function parseTree(data, format) {
    const width = format === "sha1" ? 20 : 32;
    const entries = [];
    for (let at = 0; at < data.length;) {
        const space = data.indexOf(0x20, at);
        const end = data.indexOf(0x00, space);
        if (space < 0 || end < 0 || end + 1 + width > data.length) {
            throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CoppiceError */ .uS("GIT_FAILED", "A tree object is cut short. Check the repository with git fsck.");
        }
        entries.push({
            mode: data.toString("latin1", at, space).padStart(6, "0"),
            name: data.toString("utf8", space + 1, end),
            oid: (0,_oid_js__WEBPACK_IMPORTED_MODULE_1__/* .parseOid */ .Se)(data.toString("hex", end + 1, end + 1 + width)),
        });
        at = end + 1 + width;
    }
    return entries;
}
/** Writes a tree object from entries, in git's order: a tree sorts as if its name ended in a slash. */
function formatTree(entries) {
    const sortKey = (entry) => Buffer.from(entry.mode === "040000" ? `${entry.name}/` : entry.name, "utf8");
    const sorted = [...entries].sort((one, two) => Buffer.compare(sortKey(one), sortKey(two)));
    return Buffer.concat(sorted.flatMap((entry) => [
        Buffer.from(`${entry.mode.replace(/^0/, "")} ${entry.name}\0`, "utf8"),
        Buffer.from(entry.oid, "hex"),
    ]));
}
/** The bytes of a commit object. The message ends in a line feed, as git leaves it. */
function formatCommit(draft) {
    const message = draft.message.replaceAll("\0", "");
    return Buffer.from([
        `tree ${draft.tree}`,
        ...draft.parents.map((parent) => `parent ${parent}`),
        `author ${formatPerson(draft.author)}`,
        `committer ${formatPerson(draft.committer)}`,
        "",
        message.endsWith("\n") ? message : `${message}\n`,
    ].join("\n"), "utf8");
}


/***/ }),

/***/ 9951:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   n: () => (/* binding */ ObjectReader)
/* harmony export */ });
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1740);
/* harmony import */ var _object_format_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5306);
/* harmony import */ var _oid_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7635);
/* harmony import */ var _paths_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7612);




const isType = (text) => ["blob", "tree", "commit", "tag"].includes(text);
/**
 * Reads objects through one long-lived `git cat-file --batch-command`, so a thousand reads cost one process.
 * A name is whatever `git rev-parse` takes: an oid, a ref, `<oid>:path`, `HEAD^{tree}`.
 * What it reads is current: git looks up refs and new objects at each question.
 */
class ObjectReader {
    #git;
    #cwd;
    #env;
    #process;
    #open = [];
    #working;
    /** @param env - another object directory, for merges that leave nothing behind */
    constructor(git, cwd, env = {}) {
        this.#git = git;
        this.#cwd = cwd;
        this.#env = env;
    }
    /** Type and size without the content; undefined when there is no such object. */
    async info(name) {
        return (await this.#ask("info", [name]))[0]?.info;
    }
    /** An object; undefined when there is none of that name. */
    async read(name) {
        return (await this.readMany([name]))[0];
    }
    /** Several objects, in the order of their names. */
    async readMany(names) {
        const answers = await this.#ask("contents", names);
        return answers.map((answer) => answer?.info === undefined || answer.data === undefined
            ? undefined
            : { ...answer.info, data: answer.data });
    }
    /** The oid that a name stands for, or undefined. `resolve("main^{commit}")` peels tags. */
    async resolve(name) {
        return (await this.info(name))?.oid;
    }
    /** Several names, in their order. */
    async resolveMany(names) {
        return (await this.#ask("info", names)).map((answer) => answer?.info.oid);
    }
    /** @throws CoppiceError GIT_FAILED when it does not exist or is no commit */
    async commit(name) {
        const object = await this.#expect(name, "commit");
        return (0,_object_format_js__WEBPACK_IMPORTED_MODULE_1__/* .parseCommit */ .L5)(object.oid, object.data);
    }
    /** A tree's entries in git's order; the tree of a commit when `name` is one. */
    async tree(name) {
        const object = await this.#expect(`${name}^{tree}`, "tree");
        return (0,_object_format_js__WEBPACK_IMPORTED_MODULE_1__/* .parseTree */ .cZ)(object.data, formatOf(object.oid));
    }
    /** Ends the process; the next read starts another. */
    async close() {
        await this.#working;
        const open = this.#process;
        this.#process = undefined;
        await open?.close();
    }
    async #expect(name, type) {
        const object = await this.read(name);
        if (object?.type === type)
            return object;
        const what = object === undefined ? "does not exist" : `is a ${object.type}`;
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CoppiceError */ .uS("GIT_FAILED", `The ${type} ${JSON.stringify(name.slice(0, 200))} ${what}.`, {
            suggestedAction: "Check the repository with git fsck; in a shallow or partial clone, fetch what is missing.",
        });
    }
    #ask(command, names) {
        if (names.length === 0)
            return Promise.resolve([]);
        return new Promise((resolve, reject) => {
            const question = { answers: [], left: names.length, resolve, reject };
            for (const name of names)
                this.#open.push({ question, command, name });
            this.#working ??= this.#work();
        });
    }
    /** Questions of several callers go to git together: each alone would cost a turn of both processes. */
    async #work() {
        // Whoever asks in this turn comes along.
        await Promise.resolve();
        while (this.#open.length > 0) {
            // In portions: git must not be left writing to a full pipe while everything is still being sent.
            const together = this.#open.splice(0, portion);
            try {
                await this.#exchange(together);
            }
            catch (error) {
                // Git ended at the first that has no answer. The others are asked again, of another git.
                const failed = together[0]?.question;
                failed?.reject(error);
                const others = [...together, ...this.#open].filter(({ question }) => question !== failed);
                this.#open.splice(0, this.#open.length, ...others);
            }
        }
        this.#working = undefined;
    }
    /** Asks all and takes each off the list when it is answered. */
    async #exchange(together) {
        if (this.#process?.code !== undefined)
            this.#process = undefined;
        this.#process ??= this.#git.open(this.#cwd, ["cat-file", "--batch-command", "-z", "--buffer"], {
            env: this.#env,
        });
        const git = this.#process;
        const asked = together.map(({ command, name }) => (isAskable(name) ? `${command} ${name}\0` : ""));
        // Unbuffered, git writes each answer in three pieces, and each piece wakes us.
        git.write((0,_paths_js__WEBPACK_IMPORTED_MODULE_3__/* .encodePath */ .O0)(`${asked.join("")}flush\0`));
        for (let item = together[0]; item !== undefined; item = together[0]) {
            const { question, command, name } = item;
            question.answers.push(isAskable(name) ? await answerOf(git, command, name) : undefined);
            together.shift();
            question.left -= 1;
            if (question.left === 0)
                question.resolve(question.answers);
        }
    }
}
const portion = 500;
const isAskable = (name) => name !== "" && !name.includes("\0");
async function answerOf(open, command, name) {
    const header = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(await open.readLine());
    const [, oid = "", type = "", length = ""] = header ?? [];
    if (header === null || !isType(type)) {
        // "<name> missing": git repeats the name, line feeds included.
        for (const char of name)
            if (char === "\n")
                await open.readLine();
        return undefined;
    }
    const size = Number(length);
    const info = { oid: (0,_oid_js__WEBPACK_IMPORTED_MODULE_2__/* .parseOid */ .Se)(oid), type, size };
    if (command === "info")
        return { info, data: undefined };
    const data = await open.read(size);
    await open.read(1);
    return { info, data };
}
const formatOf = (oid) => (oid.length === 40 ? "sha1" : "sha256");


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

/***/ 7612:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Gt: () => (/* binding */ displayPath),
/* harmony export */   NA: () => (/* binding */ decodePaths),
/* harmony export */   O0: () => (/* binding */ encodePath),
/* harmony export */   q0: () => (/* binding */ decodePath),
/* harmony export */   vb: () => (/* binding */ nativePath)
/* harmony export */ });
/* harmony import */ var node_buffer__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4573);

/**
 * git's paths are bytes, ours are strings. Bytes that are no UTF-8 stand in them as lone surrogates, U+DC00 plus the
 * byte (as PEP 383 has it), so that the very same path can be given back to git and to the file system. What is only
 * shown goes through `displayPath`.
 */
/** The path that git gave; `encodePath` undoes it. */
function decodePath(bytes) {
    if ((0,node_buffer__WEBPACK_IMPORTED_MODULE_0__.isUtf8)(bytes))
        return bytes.toString("utf8");
    let path = "";
    for (let at = 0; at < bytes.length;) {
        const character = [1, 2, 3, 4]
            .map((length) => bytes.subarray(at, at + length))
            .find((candidate) => (0,node_buffer__WEBPACK_IMPORTED_MODULE_0__.isUtf8)(candidate));
        path += character?.toString("utf8") ?? String.fromCharCode(0xdc00 + (bytes[at] ?? 0));
        at += character?.length ?? 1;
    }
    return path;
}
/** The fields of an output that ends each with a NUL. */
function decodePaths(output) {
    const paths = [];
    for (let at = 0; at < output.length;) {
        const end = output.indexOf(0, at);
        const next = end < 0 ? output.length : end;
        paths.push(decodePath(output.subarray(at, next)));
        at = next + 1;
    }
    return paths;
}
/** The bytes of a path, or of a text that holds paths. */
function encodePath(text) {
    if (text.isWellFormed())
        return Buffer.from(text, "utf8");
    const parts = text.split(/([\udc80-\udcff])/u);
    return Buffer.concat(parts.map((part, index) => index % 2 === 1 ? Buffer.of(part.charCodeAt(0) - 0xdc00) : Buffer.from(part, "utf8")));
}
/** For `node:fs`, which takes bytes where a string cannot say them. */
const nativePath = (path) => (path.isWellFormed() ? path : encodePath(path));
/** For people and documents: U+FFFD for what is no UTF-8, the same that Node makes of such an argument. */
const displayPath = (path) => path.isWellFormed() ? path : encodePath(path).toString("utf8");


/***/ }),

/***/ 3679:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   XP: () => (/* binding */ since),
/* harmony export */   eU: () => (/* binding */ requireVersion),
/* harmony export */   jz: () => (/* binding */ GitVersion)
/* harmony export */ });
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1740);

/** A git version; what follows the patch number (`.windows.1`, `.rc0`) does not matter to us. */
class GitVersion {
    major;
    minor;
    patch;
    constructor(major, minor, patch) {
        this.major = major;
        this.minor = minor;
        this.patch = patch;
    }
    /** Reads `2.39.5`, `2.39.5 (Apple Git-154)`, `git version 2.55.GIT`; nothing when there is no version in it. */
    static parse(text) {
        const match = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(text);
        return match === null
            ? undefined
            : new GitVersion(Number(match[1]), Number(match[2]), Number(match[3] ?? "0"));
    }
    atLeast(major, minor) {
        return this.major > major || (this.major === major && this.minor >= minor);
    }
    toString() {
        return `${this.major}.${this.minor}.${this.patch}`;
    }
}
/** Since when git can do what we use. Everything below falls back to another way on an older git. */
const since = {
    /** `merge-tree --write-tree -z`: merging without a checkout. */
    minimum: [2, 38],
    /** `merge-tree --stdin`: many merges in one process. */
    mergeTreeStdin: [2, 39],
    /**
     * `--attr-source`: attributes of a tree instead of a work tree's. git has the option since 2.41, but there
     * merge-tree crashes with it as soon as two contents have to be merged (mended by git's e95bafc52f).
     */
    attrSource: [2, 43],
    /** `merge-tree --stdin` flushes after each record, so a program can wait for it. */
    mergeTreeFlush: [2, 49],
};
/** @throws CoppiceError GIT_TOO_OLD */
function requireVersion(version) {
    if (version.atLeast(...since.minimum))
        return;
    throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CoppiceError */ .uS("GIT_TOO_OLD", `git ${version} is too old: merging without a checkout needs git 2.38.`, {
        details: { found: version.toString(), required: "2.38.0" },
    });
}


/***/ })

};
