export const id = 916;
export const ids = [916];
export const modules = {

/***/ 7916:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   mergeResult: () => (/* binding */ mergeResult),
/* harmony export */   run: () => (/* binding */ run)
/* harmony export */ });
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5395);
/* harmony import */ var _engine_merge_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8472);
/* harmony import */ var _lifecycle_events_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3970);
/* harmony import */ var _flags_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6222);
/* harmony import */ var _render_visible_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(892);
/* harmony import */ var _render_words_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(739);
/* harmony import */ var _results_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7759);
/* harmony import */ var _trust_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(831);








const flags = zod_mini__WEBPACK_IMPORTED_MODULE_6__/* .object */ .Ikc({
    into: _flags_js__WEBPACK_IMPORTED_MODULE_2__/* .textFlag */ .gx,
    strategy: zod_mini__WEBPACK_IMPORTED_MODULE_6__/* .optional */ .lqM(_lifecycle_events_js__WEBPACK_IMPORTED_MODULE_1__/* .strategySchema */ .XY),
    // What is not said on the command line is the config's to say.
    keep: zod_mini__WEBPACK_IMPORTED_MODULE_6__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_6__/* .literal */ .euz(true)),
    autoCommit: zod_mini__WEBPACK_IMPORTED_MODULE_6__/* .optional */ .lqM(zod_mini__WEBPACK_IMPORTED_MODULE_6__/* .literal */ .euz(true)),
    verify: _flags_js__WEBPACK_IMPORTED_MODULE_2__/* .onFlag */ .kY,
    push: _flags_js__WEBPACK_IMPORTED_MODULE_2__/* .flag */ .Jt,
});
/** Merges worktrees into their base, one after the other. */
const run = (cli, args, options) => {
    const { into, strategy, keep, autoCommit, verify, push } = (0,_flags_js__WEBPACK_IMPORTED_MODULE_2__/* .readFlags */ .uW)(flags, options);
    const request = {
        ...(into === undefined ? {} : { into }),
        ...(strategy === undefined ? {} : { strategy }),
        ...(keep === undefined ? {} : { keep }),
        ...(autoCommit === undefined ? {} : { autoCommit }),
        verify,
        push,
    };
    return cli.engine(async (engine) => {
        const outcomes = await (0,_trust_js__WEBPACK_IMPORTED_MODULE_5__/* .trustOnRequest */ .x)(cli, engine, () => (0,_engine_merge_js__WEBPACK_IMPORTED_MODULE_0__/* .merge */ .h1)(engine, args, request));
        const results = outcomes.map(mergeResult);
        for (const result of results)
            (0,_results_js__WEBPACK_IMPORTED_MODULE_4__/* .tellResult */ .F7)(cli, result);
        return (0,_results_js__WEBPACK_IMPORTED_MODULE_4__/* .finish */ .O9)(cli, results);
    });
};
/** What is told of one merge. */
function mergeResult(outcome) {
    const { branch, target, status, record } = outcome;
    const about = { branch, target, outcome: status, id: record?.id ?? null, status: record?.status ?? null };
    const error = (0,_engine_merge_js__WEBPACK_IMPORTED_MODULE_0__/* .errorOf */ .Mz)(outcome);
    if (outcome.status !== "merged")
        return { json: about, error };
    const { strategy, mergeOid, dropped, removed, branchStays, kept } = outcome;
    const into = (0,_render_visible_js__WEBPACK_IMPORTED_MODULE_3__/* .visible */ .RK)(outcome.target);
    // Why anything stays that was to go has been told as a warning.
    const end = removed
        ? branchStays
            ? "the worktree is removed, the branch stays"
            : "worktree and branch are removed"
        : `worktree and branch are kept${kept === _engine_merge_js__WEBPACK_IMPORTED_MODULE_0__/* .asAsked */ .Nh ? `: ${_engine_merge_js__WEBPACK_IMPORTED_MODULE_0__/* .asAsked */ .Nh}` : ""}`;
    const left = dropped.length === 0 ? "" : `; ${(0,_render_words_js__WEBPACK_IMPORTED_MODULE_7__/* .plural */ .LS)(dropped.length, "commit")} left out, ${into} had the changes`;
    const at = mergeOid === null ? "had landed already" : (0,_render_words_js__WEBPACK_IMPORTED_MODULE_7__/* .short */ .h0)(mergeOid);
    return {
        json: { ...about, strategy, mergeOid, dropped, removed, kept },
        line: `merged ${(0,_render_visible_js__WEBPACK_IMPORTED_MODULE_3__/* .visible */ .RK)(branch)} into ${into} (${strategy}) ${at}${left}; ${end}`,
        ...(error === undefined ? {} : { error }),
    };
}


/***/ }),

/***/ 7759:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   F7: () => (/* binding */ tellResult),
/* harmony export */   Mv: () => (/* binding */ forEachTarget),
/* harmony export */   O9: () => (/* binding */ finish)
/* harmony export */ });
/* harmony import */ var _context_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3812);
/* harmony import */ var _failure_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8919);
/* harmony import */ var _io_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1973);
/* harmony import */ var _render_failure_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2696);




/** Tells a person of one target as soon as its end is known. */
function tellResult(cli, result) {
    cli.progress.stop();
    if (result.line !== undefined)
        cli.say(result.line);
    if (result.error !== undefined) {
        cli.io.stderr.write((0,_render_failure_js__WEBPACK_IMPORTED_MODULE_3__/* .failureText */ .k)((0,_failure_js__WEBPACK_IMPORTED_MODULE_1__/* .failureOf */ .g5)(result.error), (0,_context_js__WEBPACK_IMPORTED_MODULE_0__/* .colorsFor */ .u0)(cli.io.stderr, cli.io, cli.globals.color)));
    }
}
/**
 * Ends a command with one or several targets. `--json` prints one document: `results` with an item for each target,
 * and `error`, the first failure, when there was one.
 * @returns the exit code
 */
function finish(cli, results) {
    const errors = results.map(({ error }) => error).filter((error) => error !== undefined);
    if (cli.globals.json) {
        cli.json({
            results: results.map(({ json, error }) => error === undefined ? json : { ...json, error: (0,_failure_js__WEBPACK_IMPORTED_MODULE_1__/* .failureOf */ .g5)(error) }),
            ...(errors.length === 0 ? {} : { error: (0,_failure_js__WEBPACK_IMPORTED_MODULE_1__/* .failureOf */ .g5)(errors[0]) }),
        });
    }
    return cli.io.signal.aborted && errors.length > 0
        ? _io_js__WEBPACK_IMPORTED_MODULE_2__/* .EXIT_INTERRUPTED */ ._
        : (0,_failure_js__WEBPACK_IMPORTED_MODULE_1__/* .exitCodeOfAll */ .WI)(errors.map(_failure_js__WEBPACK_IMPORTED_MODULE_1__/* .exitCodeOf */ .FO));
}
/** Does something to each target in turn; a failure of one does not stop the next, Ctrl-C does. */
async function forEachTarget(cli, names, work) {
    const results = [];
    for (const name of names.length === 0 ? [undefined] : names) {
        if (cli.io.signal.aborted)
            break;
        const result = await work(name).catch((error) => {
            return { json: { branch: name ?? null, outcome: "failed" }, error };
        });
        tellResult(cli, result);
        results.push(result);
    }
    return finish(cli, results);
}


/***/ })

};
