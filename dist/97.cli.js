export const id = 97;
export const ids = [97];
export const modules = {

/***/ 4097:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   run: () => (/* binding */ run)
/* harmony export */ });
/* harmony import */ var _completion_scripts_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5576);
/* harmony import */ var _flags_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6222);


/** Prints the `ccd` function for a shell. */
const run = async (cli, args) => {
    cli.io.stdout.write((0,_completion_scripts_js__WEBPACK_IMPORTED_MODULE_0__/* .shellFunction */ .bL)((0,_flags_js__WEBPACK_IMPORTED_MODULE_1__/* .shellArgument */ .mN)(args)));
    return 0;
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
