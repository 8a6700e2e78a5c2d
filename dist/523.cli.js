export const id = 523;
export const ids = [523];
export const modules = {

/***/ 1217:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   run: () => (/* binding */ run)
/* harmony export */ });
/* harmony import */ var _engine_setup_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7140);
/* harmony import */ var _render_visible_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(892);
/* harmony import */ var _render_words_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(739);
/* harmony import */ var _trust_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(831);
/* harmony import */ var _worktree_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(456);





/** Runs the setup again. */
const run = (cli, args) => cli.engine(async (engine) => {
    const record = await (0,_trust_js__WEBPACK_IMPORTED_MODULE_2__/* .trustOnRequest */ .x)(cli, engine, () => (0,_engine_setup_js__WEBPACK_IMPORTED_MODULE_0__/* .setup */ .mj)(engine, args[0]));
    (0,_worktree_js__WEBPACK_IMPORTED_MODULE_3__/* .tell */ .q)(cli, engine, record, `set up ${(0,_render_visible_js__WEBPACK_IMPORTED_MODULE_1__/* .visible */ .RK)(record.branch)}, ${(0,_render_words_js__WEBPACK_IMPORTED_MODULE_4__/* .statusText */ .qS)(record.status, cli.paint)}`);
    return 0;
});


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


/***/ })

};
