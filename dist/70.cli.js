export const id = 70;
export const ids = [70];
export const modules = {

/***/ 70:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   run: () => (/* binding */ run)
/* harmony export */ });
/* harmony import */ var _engine_lock_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1216);
/* harmony import */ var _render_visible_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(892);
/* harmony import */ var _worktree_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(456);



/** Takes the lock away. */
const run = (cli, args) => cli.engine(async (engine) => {
    const record = await (0,_engine_lock_js__WEBPACK_IMPORTED_MODULE_0__/* .unlock */ .T)(engine, args[0]);
    (0,_worktree_js__WEBPACK_IMPORTED_MODULE_2__/* .tell */ .q)(cli, engine, record, `unlocked ${(0,_render_visible_js__WEBPACK_IMPORTED_MODULE_1__/* .visible */ .RK)(record.branch)}`);
    return 0;
});


/***/ })

};
