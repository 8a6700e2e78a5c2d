export const id = 397;
export const ids = [397];
export const modules = {

/***/ 1397:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   run: () => (/* binding */ run)
/* harmony export */ });
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5395);
/* harmony import */ var _engine_lock_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1216);
/* harmony import */ var _flags_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6222);
/* harmony import */ var _render_visible_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(892);
/* harmony import */ var _worktree_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(456);





const flags = zod_mini__WEBPACK_IMPORTED_MODULE_3__/* .object */ .Ikc({ reason: _flags_js__WEBPACK_IMPORTED_MODULE_1__/* .textFlag */ .gx });
/** Keeps a worktree from being removed. */
const run = (cli, args, options) => {
    const { reason } = (0,_flags_js__WEBPACK_IMPORTED_MODULE_1__/* .readFlags */ .uW)(flags, options);
    return cli.engine(async (engine) => {
        const record = await (0,_engine_lock_js__WEBPACK_IMPORTED_MODULE_0__/* .lock */ .s)(engine, args[0], reason);
        (0,_worktree_js__WEBPACK_IMPORTED_MODULE_4__/* .tell */ .q)(cli, engine, record, `locked ${(0,_render_visible_js__WEBPACK_IMPORTED_MODULE_2__/* .visible */ .RK)(record.branch)}${reason === undefined ? "" : `: ${(0,_render_visible_js__WEBPACK_IMPORTED_MODULE_2__/* .visible */ .RK)(reason)}`}`);
        return 0;
    });
};


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


/***/ })

};
