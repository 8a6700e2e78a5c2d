export const id = 231;
export const ids = [231];
export const modules = {

/***/ 8149:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C: () => (/* binding */ conditionHolds),
/* harmony export */   Kp: () => (/* binding */ conditionTexts),
/* harmony export */   tU: () => (/* binding */ retryTargets)
/* harmony export */ });
/* unused harmony export retryMustRun */
/* harmony import */ var ts_pattern__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8602);
/* harmony import */ var _states_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8205);


/** What each condition says, for the documentation. */
const conditionTexts = {
    runningOperation: "its op is the running one",
    newOperation: "its op is new to the record",
    force: "force",
    mergeConflict: "the code is MERGE_CONFLICT",
    endsHere: "the entry's clone is the record's owner, or it has none; no keep",
    failedOperation: "it names the operation that failed",
};
/** Where RETRY goes back to. */
const retryTargets = {
    create: "creating",
    init: "initializing",
    commit: "dirty",
    merge: "active",
    observe: "active",
    resolve: "conflict",
    remove: "removing",
};
/** Whether going back to where `operation` began means running it: there is no resting state to go back to. */
const retryMustRun = (operation) => (0,_states_js__WEBPACK_IMPORTED_MODULE_0__/* .stateProperties */ .X0)(retryTargets[operation]).isTransient;
/** Whether the condition holds of an entry that comes to a record. */
function conditionHolds(condition, record, happening) {
    const { event, by } = happening;
    return (0,ts_pattern__WEBPACK_IMPORTED_MODULE_1__/* .match */ .YW)(condition)
        .with("runningOperation", () => "op" in event && record.op !== null && event.op === record.op.id)
        .with("newOperation", () => "op" in event && !record.ops.includes(event.op))
        .with("force", () => event.type === "REMOVE" && event.force)
        .with("mergeConflict", () => event.type === "ERROR" && event.code === "MERGE_CONFLICT")
        .with("endsHere", () => (record.owner === null || record.owner === by.clone) && !record.merge?.keep)
        .with("failedOperation", () => event.type === "RETRY" &&
        event.operation === record.lastError?.operation &&
        // Going back to a conflict needs one.
        (event.operation !== "resolve" || (record.conflict !== null && record.merge !== null)) &&
        (event.run || !retryMustRun(event.operation)))
        .exhaustive();
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


/***/ }),

/***/ 5231:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  TS: () => (/* binding */ reduce),
  s: () => (/* binding */ take),
  bm: () => (/* binding */ transitions)
});

// UNUSED EXPORTS: rowsOf, sources, validEvents

// EXTERNAL MODULE: ./node_modules/ts-pattern/dist/index.js
var dist = __webpack_require__(8602);
// EXTERNAL MODULE: ./build/lifecycle/ids.js
var ids = __webpack_require__(333);
// EXTERNAL MODULE: ./build/lifecycle/states.js
var states = __webpack_require__(8205);
;// CONCATENATED MODULE: ./build/lifecycle/update.js



/** The later of two times; they compare as text. */
const later = (a, b) => (a > b ? a : b);
const plainRemoval = { force: false, pruneBranch: true, discard: false, reason: null };
/** The record that a CREATE begins. */
function begin(id, event, { at, by }) {
    const adopted = event.adopted ?? false;
    return {
        v: 1,
        id,
        status: "creating",
        branch: event.branch,
        base: event.base,
        baseOid: event.baseOid,
        type: event.kind,
        owner: event.clone,
        adopted,
        task: event.task === undefined ? null : { id: event.task, title: event.title ?? null, status: null },
        title: event.title ?? null,
        role: event.role ?? null,
        session: event.session ?? null,
        run: event.run ?? null,
        setup: event.setup,
        op: { id: event.op, name: "create", since: at, clone: by.clone },
        ops: [event.op],
        merge: null,
        removal: null,
        commit: null,
        createdAt: at,
        updatedAt: at,
        lastActivity: at,
        // A new branch starts at its base; where an adopted one stands is known when the worktree is there.
        headOid: adopted ? null : event.baseOid,
        envCopied: false,
        depsInstalled: false,
        initScriptRan: false,
        initScriptStatus: null,
        initScriptError: null,
        request: null,
        landed: null,
        pr: null,
        conflict: null,
        uncommittedFiles: null,
        lastError: null,
        stale: null,
        lock: null,
        lease: null,
        mergedAt: null,
        removedAt: null,
    };
}
/**
 * The steps of a setup come in a fixed order, so the one that failed tells which are done. In a worktree that worked
 * before, the whole setup was run again: a retry runs the step that failed and those after it.
 */
function setupProgress(record, event) {
    const script = event.code === "INIT_SCRIPT_FAILED" || event.details.step === "runInitScript";
    const install = event.code === "DEPS_INSTALL_FAILED" || event.details.step === "installDependencies";
    if (record.status === "initializing") {
        return {
            ...(script || install ? { envCopied: record.envCopied || record.setup.copyEnv } : {}),
            ...(script ? { depsInstalled: record.depsInstalled || record.setup.installDeps } : {}),
        };
    }
    if (event.operation !== "init" || (record.status !== "active" && record.status !== "dirty"))
        return {};
    return {
        setup: { copyEnv: true, installDeps: true, runInitScript: true },
        envCopied: script || install,
        depsInstalled: script,
        initScriptStatus: record.initScriptStatus === "failed" ? "failed" : null,
    };
}
function conflictOf(record, event) {
    const head = ids/* oidSchema */.u0.safeParse(event.details.headOid);
    const target = ids/* oidSchema */.u0.safeParse(event.details.targetOid);
    const headOid = head.success ? head.data : (record.merge?.headOid ?? record.headOid);
    if (headOid === null)
        return null;
    const files = event.details.conflictFiles ?? [];
    return {
        files,
        total: Math.max(event.details.conflictTotal ?? 0, files.length),
        autoResolvable: files.filter((file) => file.autoResolvable).length,
        headOid,
        targetOid: target.success ? target.data : null,
    };
}
function failed(record, event, at, to) {
    if (to === "conflict")
        return { conflict: conflictOf(record, event) };
    return {
        ...setupProgress(record, event),
        lastError: {
            code: event.code,
            message: event.message,
            details: event.details,
            operation: event.operation,
            recoverable: event.recoverable,
            from: record.status,
            at,
        },
    };
}
function merged(record, event, at) {
    const { merge } = record;
    if (merge === null)
        return {};
    return {
        headOid: event.sha ?? merge.headOid,
        landed: {
            target: merge.target,
            headOid: merge.headOid,
            mergeOid: event.mergeOid ?? null,
            evidence: "merge",
            at,
        },
        mergedAt: at,
    };
}
function completed(record, event, at, to) {
    const told = {
        envCopied: event.envCopied ?? record.envCopied,
        depsInstalled: event.depsInstalled ?? record.depsInstalled,
        initScriptRan: event.initScriptRun ?? record.initScriptRan,
        headOid: event.sha ?? record.headOid,
    };
    const goOn = (name) => record.op && { ...record.op, name };
    return (0,dist/* match */.YW)(record.status)
        .returnType()
        .with("creating", () => ({ ...told, op: goOn("init") }))
        .with("merging", () => ({
        ...told,
        ...merged(record, event, at),
        ...(to === "removing" ? { op: goOn("remove"), removal: plainRemoval } : {}),
    }))
        .with("removing", () => ({ ...told, removedAt: at }))
        .with("initializing", "committing", "active", "dirty", "conflict", "removed", "error", () => told)
        .exhaustive();
}
const update_transient = new Set(states/* statuses */.bM.filter((status) => (0,states/* stateProperties */.X0)(status).isTransient));
/** Forgets what a state does not speak of, in a record just made, so that the same state always looks the same. */
function settle(record, to) {
    record.status = to;
    if (!update_transient.has(to))
        record.op = null;
    if (to === "error")
        return;
    record.lastError = null;
    if (to !== "merging" && to !== "conflict") {
        record.merge = null;
        record.conflict = null;
    }
    if (to !== "committing")
        record.commit = null;
    // A removed record keeps what was asked: clean-up that is found missing later is done again by it.
    if (to !== "removing" && to !== "removed")
        record.removal = null;
    if (to !== "dirty" && to !== "committing" && to !== "removing")
        record.uncommittedFiles = null;
}
/** The events after which somebody has worked here; with the annotation HEAD they move `lastActivity`. */
const isWork = (type) => type === "CREATE" ||
    type === "MODIFY" ||
    type === "COMMIT" ||
    type === "MERGE" ||
    type === "RESOLVE_CONFLICT";
/** What changes when somebody worked here: a STALE mark is void. */
const workedAt = (record, at) => ({
    lastActivity: later(record.lastActivity, at),
    stale: null,
});
function changesOf(record, event, { at, by }, to) {
    const open = (id, name) => ({ id, name, since: at, clone: by.clone });
    return ((0,dist/* match */.YW)(event)
        .returnType()
        .with({ type: "INIT_COMPLETE" }, (done) => completed(record, done, at, to))
        .with({ type: "MODIFY" }, ({ filesChanged, total }) => ({
        uncommittedFiles: { files: filesChanged, total: Math.max(total, filesChanged.length) },
    }))
        .with({ type: "COMMIT" }, ({ op, message, author }) => ({
        op: open(op, "commit"),
        commit: { message, author: author ?? null },
    }))
        .with({ type: "MERGE" }, ({ op, target, strategy, headOid, keep }) => ({
        op: open(op, "merge"),
        merge: { target, strategy, headOid, keep: keep ?? false },
        headOid,
    }))
        .with({ type: "ERROR" }, (error) => failed(record, error, at, to))
        .with({ type: "REMOVE" }, ({ op, force, pruneBranch, discard }) => ({
        op: open(op, "remove"),
        removal: { force, pruneBranch, discard: discard ?? false, reason: null },
        removedAt: to === "removed" ? at : record.removedAt,
    }))
        .with({ type: "RESOLVE_CONFLICT" }, ({ op, headOid, keep }) => ({
        op: open(op, "resolve"),
        merge: record.merge && { ...record.merge, headOid, keep: keep ?? record.merge.keep },
        headOid,
    }))
        .with({ type: "PRUNE" }, ({ op, reason }) => ({
        op: open(op, "remove"),
        removal: { ...plainRemoval, reason },
    }))
        .with({ type: "RETRY" }, ({ op, operation }) => ({
        op: open(op, operation),
        removal: operation === "remove" ? (record.removal ?? plainRemoval) : record.removal,
    }))
        // A record begins once; the table has no CREATE but the first.
        .with({ type: "CREATE" }, { type: "DISCARD" }, { type: "ABORT_MERGE" }, () => ({}))
        .exhaustive());
}
/** The record after an event took effect and led to `to`. */
function move(record, event, moment, to) {
    // One copy, then filled in: a spread of several objects takes several times as long, and journals are folded often.
    const next = { ...record };
    Object.assign(next, changesOf(record, event, moment, to));
    if (isWork(event.type))
        Object.assign(next, workedAt(record, moment.at));
    next.updatedAt = later(record.updatedAt, moment.at);
    if ("op" in event && !record.ops.includes(event.op))
        next.ops = [...record.ops, event.op];
    settle(next, to);
    return next;
}

;// CONCATENATED MODULE: ./build/lifecycle/annotate.js


/** The record follows its own branch, also to a new name; a switch to another branch inside moves neither. */
function followHead(record, event) {
    if (event.branch === record.branch || event.from === record.branch)
        return { ...record, branch: event.branch, headOid: event.oid };
    return record;
}
/** The record after an annotation: never its status. */
function annotate(record, event, { at, by }) {
    const next = (0,dist/* match */.YW)(event)
        .returnType()
        .with({ type: "HEAD" }, (head) => ({
        ...followHead(record, head),
        ...workedAt(record, at),
    }))
        .with({ type: "INIT_SCRIPT" }, ({ status, error }) => ({
        ...record,
        initScriptRan: record.initScriptRan || status !== "running",
        initScriptStatus: status,
        initScriptError: error ?? null,
    }))
        .with({ type: "LANDED" }, ({ target, headOid, mergeOid, evidence }) => ({
        ...record,
        landed: { target, headOid, mergeOid: mergeOid ?? null, evidence, at },
        request: null,
        mergedAt: record.mergedAt ?? at,
    }))
        .with({ type: "REQUEST" }, ({ target, strategy, headOid, keep }) => ({
        ...record,
        request: { target, strategy, headOid, keep: keep ?? false, at },
    }))
        .with({ type: "WITHDRAW" }, () => ({ ...record, request: null }))
        .with({ type: "PR" }, ({ number, url, title, state, createdAt }) => ({
        ...record,
        pr: { number, url, title, state, createdAt },
    }))
        .with({ type: "OWN" }, ({ clone }) => ({ ...record, owner: clone }))
        .with({ type: "TASK" }, ({ id, title, status }) => ({
        ...record,
        task: { id, title: title ?? (record.task?.id === id ? record.task.title : null), status },
    }))
        .with({ type: "STALE" }, ({ lastActivity }) => ({
        ...record,
        // Whoever wrote it may not have heard of newer work.
        stale: lastActivity < record.lastActivity ? record.stale : { lastActivity, at },
    }))
        .with({ type: "LOCK" }, ({ reason }) => ({ ...record, lock: { reason: reason ?? null, at } }))
        .with({ type: "UNLOCK" }, () => ({ ...record, lock: null }))
        .with({ type: "LEASE" }, ({ until }) => ({
        ...record,
        lease: { until, clone: by.clone, holder: by.name },
    }))
        // A clone gives back its own lease; one that another clone has taken since stays.
        .with({ type: "RELEASE" }, () => (record.lease?.clone === by.clone ? { ...record, lease: null } : record))
        .exhaustive();
    return { ...next, updatedAt: later(record.updatedAt, at) };
}

// EXTERNAL MODULE: ./build/lifecycle/conditions.js
var conditions = __webpack_require__(8149);
// EXTERNAL MODULE: ./build/lifecycle/events.js
var events = __webpack_require__(3970);
;// CONCATENATED MODULE: ./build/lifecycle/steps.js
const step = (type, note, build) => ({ type, note, build });
const createBranch = step("createBranch", "unless adopted", ({ record }) => record.owner === null || record.adopted
    ? null
    : { type: "createBranch", branch: record.branch, startOid: record.baseOid });
const createWorktree = step("createWorktree", null, ({ record }) => record.owner === null ? null : { type: "createWorktree", branch: record.branch });
// The setup steps that are done are left out, so that a retry goes on where it failed.
const copyEnvFiles = step("copyEnvFiles", null, ({ record }) => record.owner !== null && record.setup.copyEnv && !record.envCopied ? { type: "copyEnvFiles" } : null);
const installDependencies = step("installDependencies", null, ({ record }) => record.owner !== null && record.setup.installDeps && !record.depsInstalled
    ? { type: "installDependencies" }
    : null);
const runInitScript = step("runInitScript", null, ({ record }) => record.owner !== null && record.setup.runInitScript && record.initScriptStatus !== "success"
    ? { type: "runInitScript" }
    : null);
const stopSetup = step("stopSetup", null, () => ({ type: "stopSetup" }));
const abortMerge = step("abortMerge", null, () => ({ type: "abortMerge" }));
const archiveForced = step("archive", "when forced, without discard", ({ record }) => record.removal?.force && !record.removal.discard ? { type: "archive", scope: "forced" } : null);
const archivePruned = step("archive", null, () => ({ type: "archive", scope: "pruned" }));
const archiveSquashed = step("archive", "squashed commits, edited env files", () => ({
    type: "archive",
    scope: "squashed",
}));
const removeWorktree = step("removeWorktree", null, ({ record }) => ({
    type: "removeWorktree",
    force: record.removal?.force ?? false,
}));
const pruneBranch = step("pruneBranch", "unless it is to stay", ({ record }) => record.removal?.pruneBranch ? { type: "pruneBranch", branch: record.branch } : null);
/** After a failed or stopped creation: a branch that was there before Coppice came stays. */
const pruneOwnBranch = step("pruneBranch", "unless it is to stay or was adopted", ({ record }) => record.removal?.pruneBranch && !record.adopted ? { type: "pruneBranch", branch: record.branch } : null);
const cleanupDirectory = step("cleanupDirectory", null, () => ({
    type: "cleanupDirectory",
    halfMade: false,
}));
const during = (status, steps) => steps.map(({ type, build }) => ({
    type,
    note: `back in ${status}`,
    build: (context) => (context.record.status === status ? build(context) : null),
}));
const removal = [removeWorktree, pruneBranch, cleanupDirectory];
/** Which steps to take, by the name under which the table speaks of them. */
const creation = [createBranch, createWorktree];
const setup = [copyEnvFiles, installDependencies, runInitScript];
const undoCreation = [
    step("cleanupDirectory", "what was half made, with the branch this operation made", () => ({
        type: "cleanupDirectory",
        halfMade: true,
    })),
];
const stoppedSetupRemoval = [
    stopSetup,
    removeWorktree,
    pruneOwnBranch,
    cleanupDirectory,
];
const steps_plainRemoval = [archiveForced, ...removal];
const pruning = [archivePruned, ...removal];
const removalAfterMerge = [archiveSquashed, ...removal];
const conflictRemoval = [archiveForced, abortMerge, ...removal];
const failedRemoval = [
    archiveForced,
    removeWorktree,
    step("pruneBranch", "unless it is to stay, or setting up an adopted branch failed", (context) => {
        const failed = context.before?.lastError?.operation;
        const neverWorked = failed === "create" || failed === "init";
        return (neverWorked ? pruneOwnBranch : pruneBranch).build(context);
    }),
    cleanupDirectory,
];
const commit = [
    step("commitChanges", null, ({ event }) => event.type === "COMMIT"
        ? { type: "commitChanges", message: event.message, author: event.author ?? null }
        : null),
];
const merge = [
    step("mergeBranch", null, ({ record }) => record.merge === null ? null : { type: "mergeBranch", ...record.merge }),
];
const conflictCapture = [
    step("captureConflicts", null, () => ({ type: "captureConflicts" })),
];
const resolution = [
    step("resolveConflict", null, ({ event }) => event.type === "RESOLVE_CONFLICT"
        ? { type: "resolveConflict", resolution: event.resolution, files: event.files ?? null }
        : null),
    ...merge,
];
const abortion = [abortMerge];
/** After a RETRY the interrupted creation, setup or removal goes on under the new operation. */
const resumption = [
    ...during("creating", creation),
    ...during("initializing", setup),
    ...during("removing", steps_plainRemoval),
];
/** The effects of one transition, in order. The home workspace has none: Coppice made nothing of it. */
function buildEffects(steps, context) {
    if (context.record.type === "home")
        return [];
    const effects = [];
    for (const { build } of steps) {
        const effect = build(context);
        if (effect !== null)
            effects.push(effect);
    }
    return effects;
}

;// CONCATENATED MODULE: ./build/lifecycle/table.js



const row = (number, to, columns = {}) => ({
    number,
    when: [],
    guard: null,
    effects: [],
    effectsFirst: false,
    ...columns,
    to,
});
const invalid = () => [];
const running = ["runningOperation"];
const fresh = ["newOperation"];
const fromNone = (event) => (0,dist/* match */.YW)(event)
    .returnType()
    .with("CREATE", () => [row("1", "creating", { guard: "canCreate", effects: creation })])
    .with("INIT_COMPLETE", "MODIFY", "DISCARD", "COMMIT", "MERGE", "RESOLVE_CONFLICT", invalid)
    .with("ABORT_MERGE", "REMOVE", "PRUNE", "ERROR", "RETRY", invalid)
    .exhaustive();
const fromCreating = (event) => (0,dist/* match */.YW)(event)
    .returnType()
    .with("INIT_COMPLETE", () => [
    row("2", "initializing", { when: running, guard: "canInitialize", effects: setup }),
])
    .with("ERROR", () => [row("3", "error", { when: running, effects: undoCreation })])
    .with("CREATE", "MODIFY", "DISCARD", "COMMIT", "MERGE", "RESOLVE_CONFLICT", invalid)
    .with("ABORT_MERGE", "REMOVE", "PRUNE", "RETRY", invalid)
    .exhaustive();
const fromInitializing = (event) => (0,dist/* match */.YW)(event)
    .returnType()
    .with("INIT_COMPLETE", () => [row("4", "active", { when: running })])
    .with("ERROR", () => [row("5", "error", { when: running })])
    .with("REMOVE", () => [
    row("6", "removing", { guard: "canStopSetup", effects: stoppedSetupRemoval }),
])
    .with("CREATE", "MODIFY", "DISCARD", "COMMIT", "MERGE", "RESOLVE_CONFLICT", invalid)
    .with("ABORT_MERGE", "PRUNE", "RETRY", invalid)
    .exhaustive();
const fromActive = (event) => (0,dist/* match */.YW)(event)
    .returnType()
    .with("MODIFY", () => [row("7", "dirty", { guard: "isDirty" })])
    .with("REMOVE", () => [row("8", "removing", { guard: "canRemove", effects: steps_plainRemoval })])
    .with("PRUNE", () => [row("9", "removing", { guard: "canPrune", effects: pruning })])
    .with("MERGE", () => [row("10", "merging", { guard: "canMerge", effects: merge })])
    .with("ERROR", () => [row("11", "error", { when: fresh })])
    .with("CREATE", "INIT_COMPLETE", "DISCARD", "COMMIT", "RESOLVE_CONFLICT", invalid)
    .with("ABORT_MERGE", "RETRY", invalid)
    .exhaustive();
const fromDirty = (event) => (0,dist/* match */.YW)(event)
    .returnType()
    .with("MODIFY", () => [row("12", "dirty")])
    .with("DISCARD", () => [row("13", "active", { guard: "isClean" })])
    .with("COMMIT", () => [row("14", "committing", { guard: "canCommit", effects: commit })])
    .with("REMOVE", () => [
    row("15", "removing", { when: ["force"], guard: "canRemove", effects: steps_plainRemoval }),
])
    .with("ERROR", () => [row("16", "error", { when: fresh })])
    .with("CREATE", "INIT_COMPLETE", "MERGE", "RESOLVE_CONFLICT", invalid)
    .with("ABORT_MERGE", "PRUNE", "RETRY", invalid)
    .exhaustive();
const fromCommitting = (event) => (0,dist/* match */.YW)(event)
    .returnType()
    .with("MERGE", () => [row("17", "merging", { when: running, guard: "canMerge", effects: merge })])
    .with("INIT_COMPLETE", () => [row("18", "active", { when: running })])
    .with("ERROR", () => [row("19", "error", { when: running })])
    .with("CREATE", "MODIFY", "DISCARD", "COMMIT", "RESOLVE_CONFLICT", invalid)
    .with("ABORT_MERGE", "REMOVE", "PRUNE", "RETRY", invalid)
    .exhaustive();
const fromMerging = (event) => (0,dist/* match */.YW)(event)
    .returnType()
    .with("INIT_COMPLETE", () => [
    row("20", "removing", { when: ["runningOperation", "endsHere"], effects: removalAfterMerge }),
    row("20b", "active", { when: running }),
])
    .with("ERROR", () => [
    row("21", "conflict", { when: ["runningOperation", "mergeConflict"], effects: conflictCapture }),
    row("22", "error", { when: running }),
])
    .with("ABORT_MERGE", () => [row("23", "active", { effects: abortion })])
    .with("CREATE", "MODIFY", "DISCARD", "COMMIT", "MERGE", "RESOLVE_CONFLICT", invalid)
    .with("REMOVE", "PRUNE", "RETRY", invalid)
    .exhaustive();
const fromConflict = (event) => (0,dist/* match */.YW)(event)
    .returnType()
    .with("RESOLVE_CONFLICT", () => [
    row("24", "merging", { guard: "canResolveConflict", effects: resolution }),
])
    .with("ABORT_MERGE", () => [row("25", "active", { effects: abortion })])
    .with("REMOVE", () => [
    row("26", "removing", { when: ["force"], guard: "canRemove", effects: conflictRemoval }),
])
    .with("CREATE", "INIT_COMPLETE", "MODIFY", "DISCARD", "COMMIT", "MERGE", invalid)
    .with("PRUNE", "ERROR", "RETRY", invalid)
    .exhaustive();
const fromRemoving = (event) => (0,dist/* match */.YW)(event)
    .returnType()
    .with("INIT_COMPLETE", () => [row("27", "removed", { when: running })])
    .with("ERROR", () => [row("28", "error", { when: running })])
    .with("CREATE", "MODIFY", "DISCARD", "COMMIT", "MERGE", "RESOLVE_CONFLICT", invalid)
    .with("ABORT_MERGE", "REMOVE", "PRUNE", "RETRY", invalid)
    .exhaustive();
const fromError = (event) => (0,dist/* match */.YW)(event)
    .returnType()
    .with("RETRY", () => [
    row("29", conditions/* retryTargets */.tU, {
        when: ["failedOperation"],
        guard: "canRetry",
        effects: resumption,
    }),
])
    .with("REMOVE", () => [
    row("30", "removed", { guard: "canRemove", effects: failedRemoval, effectsFirst: true }),
])
    .with("ERROR", () => [row("31", "error", { when: fresh })])
    .with("CREATE", "INIT_COMPLETE", "MODIFY", "DISCARD", "COMMIT", "MERGE", invalid)
    .with("RESOLVE_CONFLICT", "ABORT_MERGE", "PRUNE", invalid)
    .exhaustive();
/**
 * The transition table, and the only place where it stands: the rows of one cell, in the order in which they are
 * tried; an empty cell is an invalid pair. A state or an event that is left out does not compile.
 */
const cell = (from, event) => (0,dist/* match */.YW)(from)
    .returnType()
    .with("none", () => fromNone(event))
    .with("creating", () => fromCreating(event))
    .with("initializing", () => fromInitializing(event))
    .with("active", () => fromActive(event))
    .with("dirty", () => fromDirty(event))
    .with("committing", () => fromCommitting(event))
    .with("merging", () => fromMerging(event))
    .with("conflict", () => fromConflict(event))
    .with("removing", () => fromRemoving(event))
    .with("removed", invalid)
    .with("error", () => fromError(event))
    .exhaustive();

;// CONCATENATED MODULE: ./build/lifecycle/machine.js







/** Where a transition can start, none first. */
const sources = ["none", ...states/* statuses */.bM];
const cells = new Map();
/** The rows of a pair of state and event; empty: invalid. A journal is folded often, so each cell is built once. */
function rowsOf(from, event) {
    const key = `${from} ${event}`;
    const known = cells.get(key);
    if (known !== undefined)
        return known;
    const rows = cell(from, event);
    cells.set(key, rows);
    return rows;
}
const order = (number) => Number.parseInt(number, 10) + (number.endsWith("b") ? 0.5 : 0);
/** All rows of the table in their order. */
const transitions = () => sources
    .flatMap((from) => events/* transitionTypes */.nI.flatMap((event) => rowsOf(from, event).map((row) => ({ ...row, from, event }))))
    .sort((a, b) => order(a.number) - order(b.number));
/** The events that the table has in a state, in the documentation's order. */
const validEvents = (from) => events/* transitionTypes */.nI.filter((event) => rowsOf(from, event).length > 0);
const ignored = (from, reason) => ({
    reduction: { kind: "ignored", from, reason, valid: validEvents(from) },
    taken: null,
});
const targetOf = (to, operation) => typeof to === "string" ? to : operation === null ? null : to[operation];
/** Like `reduce`, and tells the row. */
function take(id, record, happening) {
    const { event } = happening;
    const from = record?.status ?? "none";
    if (!(0,events/* isTransition */.qb)(event)) {
        if (record === null)
            return ignored(from, "INVALID_STATE");
        const next = annotate(record, event, happening);
        return { reduction: { kind: "applied", row: null, from, record: next, effects: [] }, taken: null };
    }
    const rows = rowsOf(from, event.type);
    if (rows.length === 0)
        return ignored(from, "INVALID_STATE");
    let otherOperation = false;
    for (const row of rows) {
        const broken = record === null ? undefined : row.when.find((name) => !(0,conditions/* conditionHolds */.C)(name, record, happening));
        if (broken !== undefined) {
            otherOperation ||= broken === "runningOperation" || broken === "newOperation";
            continue;
        }
        const to = targetOf(row.to, event.type === "RETRY" ? event.operation : null);
        if (to === null)
            continue;
        const next = record !== null
            ? move(record, event, happening, to)
            : event.type === "CREATE"
                ? begin(id, event, happening)
                : null;
        if (next === null)
            continue;
        const effects = buildEffects(row.effects, { before: record, record: next, event });
        return { reduction: { kind: "applied", row: row.number, from, record: next, effects }, taken: row };
    }
    return ignored(from, otherOperation ? "OTHER_OPERATION" : "NOT_ALLOWED");
}
/**
 * The reducer: what one entry does to one record. It looks at nothing but its arguments, changes none of them and
 * never throws; an entry that is not valid in the state reached is ignored, and the record stays as it is.
 */
const reduce = (id, record, happening) => take(id, record, happening).reduction;


/***/ }),

/***/ 8205:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   X0: () => (/* binding */ stateProperties),
/* harmony export */   bM: () => (/* binding */ statuses)
/* harmony export */ });
/* unused harmony export statusSchema */
/* harmony import */ var ts_pattern__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8602);
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5395);


/** The ten states of a managed worktree, in the order in which documentation shows them. */
const statuses = [
    "creating",
    "initializing",
    "active",
    "dirty",
    "committing",
    "merging",
    "conflict",
    "removing",
    "removed",
    "error",
];
const statusSchema = zod_mini__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(statuses);
const plain = {
    meaning: "",
    isTransient: false,
    isTerminal: false,
    allowsAgentAccess: false,
    allowsRemoval: "no",
    requiresCleanup: false,
    requiresResolution: false,
    requiresIntervention: false,
    hasUncommittedChanges: false,
    commandClasses: [],
};
/**
 * The properties of a state. `error` depends on which operation failed: after a commit or a merge the agent may
 * go on working to mend it.
 */
function stateProperties(status, failedOperation) {
    return (0,ts_pattern__WEBPACK_IMPORTED_MODULE_1__/* .match */ .YW)(status)
        .returnType()
        .with("creating", () => ({ ...plain, meaning: "git worktree add is running", isTransient: true }))
        .with("initializing", () => ({
        ...plain,
        meaning: "setup is running",
        isTransient: true,
        allowsRemoval: "yes",
        requiresCleanup: true,
        commandClasses: ["read"],
    }))
        .with("active", () => ({
        ...plain,
        meaning: "ready, clean",
        allowsAgentAccess: true,
        allowsRemoval: "yes",
        commandClasses: ["read", "local"],
    }))
        .with("dirty", () => ({
        ...plain,
        meaning: "has uncommitted changes",
        allowsAgentAccess: true,
        allowsRemoval: "force",
        hasUncommittedChanges: true,
        commandClasses: ["read", "local"],
    }))
        .with("committing", () => ({
        ...plain,
        meaning: "a commit is being made",
        isTransient: true,
        commandClasses: ["read", "commit"],
    }))
        .with("merging", () => ({
        ...plain,
        meaning: "the merge into base is being made",
        isTransient: true,
        commandClasses: ["read"],
    }))
        .with("conflict", () => ({
        ...plain,
        meaning: "the merge needs a decision",
        allowsAgentAccess: true,
        allowsRemoval: "force",
        requiresResolution: true,
        commandClasses: ["read", "resolve"],
    }))
        .with("removing", () => ({ ...plain, meaning: "clean-up is running", isTransient: true }))
        .with("removed", () => ({ ...plain, meaning: "terminal", isTerminal: true }))
        .with("error", () => {
        const workable = failedOperation === "commit" || failedOperation === "merge";
        return {
            ...plain,
            meaning: "an operation failed and needs a decision",
            allowsAgentAccess: workable,
            allowsRemoval: "yes",
            requiresCleanup: true,
            requiresIntervention: true,
            commandClasses: workable ? ["read", "local"] : ["read"],
        };
    })
        .exhaustive();
}


/***/ }),

/***/ 8602:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   P: () => (/* binding */ z),
/* harmony export */   YW: () => (/* binding */ M)
/* harmony export */ });
/* unused harmony exports NonExhaustiveError, Pattern, isMatching */
const t=Symbol.for("@ts-pattern/matcher"),e=Symbol.for("@ts-pattern/isVariadic"),n="@ts-pattern/anonymous-select-key",r=t=>Boolean(t&&"object"==typeof t),i=e=>e&&!!e[t],o=(n,s,c)=>{if(i(n)){const e=n[t](),{matched:r,selections:i}=e.match(s);return r&&i&&Object.keys(i).forEach(t=>c(t,i[t])),r}if(r(n)){if(!r(s))return!1;if(Array.isArray(n)){if(!Array.isArray(s))return!1;let t=[],r=[],u=[];for(const o of n.keys()){const s=n[o];i(s)&&s[e]?u.push(s):u.length?r.push(s):t.push(s)}if(u.length){if(u.length>1)throw new Error("Pattern error: Using `...P.array(...)` several times in a single pattern is not allowed.");if(s.length<t.length+r.length)return!1;const e=s.slice(0,t.length),n=0===r.length?[]:s.slice(-r.length),i=s.slice(t.length,0===r.length?Infinity:-r.length);return t.every((t,n)=>o(t,e[n],c))&&r.every((t,e)=>o(t,n[e],c))&&(0===u.length||o(u[0],i,c))}return n.length===s.length&&n.every((t,e)=>o(t,s[e],c))}return Reflect.ownKeys(n).every(e=>{const r=n[e];return(e in s||i(u=r)&&"optional"===u[t]().matcherType)&&o(r,s[e],c);var u})}return Object.is(s,n)},s=e=>{var n,o,u;return r(e)?i(e)?null!=(n=null==(o=(u=e[t]()).getSelectionKeys)?void 0:o.call(u))?n:[]:Array.isArray(e)?c(e,s):c(Object.values(e),s):[]},c=(t,e)=>t.reduce((t,n)=>t.concat(e(n)),[]);function u(...t){if(1===t.length){const[e]=t;return t=>o(e,t,()=>{})}if(2===t.length){const[e,n]=t;return o(e,n,()=>{})}throw new Error(`isMatching wasn't given the right number of arguments: expected 1 or 2, received ${t.length}.`)}function a(t){return Object.assign(t,{optional:()=>h(t),and:e=>d(t,e),or:e=>y(t,e),select:e=>void 0===e?v(t):v(e,t)})}function l(t){return Object.assign((t=>Object.assign(t,{[Symbol.iterator](){let n=0;const r=[{value:Object.assign(t,{[e]:!0}),done:!1},{done:!0,value:void 0}];return{next:()=>{var t;return null!=(t=r[n++])?t:r.at(-1)}}}}))(t),{optional:()=>l(h(t)),select:e=>l(void 0===e?v(t):v(e,t))})}function h(e){return a({[t]:()=>({match:t=>{let n={};const r=(t,e)=>{n[t]=e};return void 0===t?(s(e).forEach(t=>r(t,void 0)),{matched:!0,selections:n}):{matched:o(e,t,r),selections:n}},getSelectionKeys:()=>s(e),matcherType:"optional"})})}const f=(t,e)=>{for(const n of t)if(!e(n))return!1;return!0},g=(t,e)=>{for(const[n,r]of t.entries())if(!e(r,n))return!1;return!0},m=(t,e)=>{const n=Reflect.ownKeys(t);for(const r of n)if(!e(r,t[r]))return!1;return!0};function d(...e){return a({[t]:()=>({match:t=>{let n={};const r=(t,e)=>{n[t]=e};return{matched:e.every(e=>o(e,t,r)),selections:n}},getSelectionKeys:()=>c(e,s),matcherType:"and"})})}function y(...e){return a({[t]:()=>({match:t=>{let n={};const r=(t,e)=>{n[t]=e};return c(e,s).forEach(t=>r(t,void 0)),{matched:e.some(e=>o(e,t,r)),selections:n}},getSelectionKeys:()=>c(e,s),matcherType:"or"})})}function p(e){return{[t]:()=>({match:t=>({matched:Boolean(e(t))})})}}function v(...e){const r="string"==typeof e[0]?e[0]:void 0,i=2===e.length?e[1]:"string"==typeof e[0]?void 0:e[0];return a({[t]:()=>({match:t=>{let e={[null!=r?r:n]:t};return{matched:void 0===i||o(i,t,(t,n)=>{e[t]=n}),selections:e}},getSelectionKeys:()=>[null!=r?r:n].concat(void 0===i?[]:s(i))})})}function b(t){return!0}function w(t){return"number"==typeof t}function S(t){return"string"==typeof t}function j(t){return"bigint"==typeof t}const K=a(p(b)),O=a(p(b)),E=K,x=t=>Object.assign(a(t),{startsWith:e=>{return x(d(t,(n=e,p(t=>S(t)&&t.startsWith(n)))));var n},endsWith:e=>{return x(d(t,(n=e,p(t=>S(t)&&t.endsWith(n)))));var n},minLength:e=>x(d(t,(t=>p(e=>S(e)&&e.length>=t))(e))),length:e=>x(d(t,(t=>p(e=>S(e)&&e.length===t))(e))),maxLength:e=>x(d(t,(t=>p(e=>S(e)&&e.length<=t))(e))),includes:e=>{return x(d(t,(n=e,p(t=>S(t)&&t.includes(n)))));var n},regex:e=>{return x(d(t,(n=e,p(t=>S(t)&&Boolean(t.match(n))))));var n}}),A=x(p(S)),N=t=>Object.assign(a(t),{between:(e,n)=>N(d(t,((t,e)=>p(n=>w(n)&&t<=n&&e>=n))(e,n))),lt:e=>N(d(t,(t=>p(e=>w(e)&&e<t))(e))),gt:e=>N(d(t,(t=>p(e=>w(e)&&e>t))(e))),lte:e=>N(d(t,(t=>p(e=>w(e)&&e<=t))(e))),gte:e=>N(d(t,(t=>p(e=>w(e)&&e>=t))(e))),int:()=>N(d(t,p(t=>w(t)&&Number.isInteger(t)))),finite:()=>N(d(t,p(t=>w(t)&&Number.isFinite(t)))),positive:()=>N(d(t,p(t=>w(t)&&t>0))),negative:()=>N(d(t,p(t=>w(t)&&t<0)))}),P=N(p(w)),k=t=>Object.assign(a(t),{between:(e,n)=>k(d(t,((t,e)=>p(n=>j(n)&&t<=n&&e>=n))(e,n))),lt:e=>k(d(t,(t=>p(e=>j(e)&&e<t))(e))),gt:e=>k(d(t,(t=>p(e=>j(e)&&e>t))(e))),lte:e=>k(d(t,(t=>p(e=>j(e)&&e<=t))(e))),gte:e=>k(d(t,(t=>p(e=>j(e)&&e>=t))(e))),positive:()=>k(d(t,p(t=>j(t)&&t>0))),negative:()=>k(d(t,p(t=>j(t)&&t<0)))}),T=k(p(j)),B=a(p(function(t){return"boolean"==typeof t})),_=a(p(function(t){return"symbol"==typeof t})),W=a(p(function(t){return null==t})),$=a(p(function(t){return null!=t}));var z={__proto__:null,matcher:t,optional:h,array:function(...e){return l({[t]:()=>({match:t=>{if(!Array.isArray(t))return{matched:!1};if(0===e.length)return{matched:!0};const n=e[0];let r={};if(0===t.length)return s(n).forEach(t=>{r[t]=[]}),{matched:!0,selections:r};const i=(t,e)=>{r[t]=(r[t]||[]).concat([e])};return{matched:t.every(t=>o(n,t,i)),selections:r}},getSelectionKeys:()=>0===e.length?[]:s(e[0])})})},set:function(...e){return a({[t]:()=>({match:t=>{if(!(t instanceof Set))return{matched:!1};let n={};if(0===t.size)return{matched:!0,selections:n};if(0===e.length)return{matched:!0};const r=(t,e)=>{n[t]=(n[t]||[]).concat([e])},i=e[0];return{matched:f(t,t=>o(i,t,r)),selections:n}},getSelectionKeys:()=>0===e.length?[]:s(e[0])})})},map:function(...e){return a({[t]:()=>({match:t=>{if(!(t instanceof Map))return{matched:!1};let n={};if(0===t.size)return{matched:!0,selections:n};const r=(t,e)=>{n[t]=(n[t]||[]).concat([e])};if(0===e.length)return{matched:!0};var i;if(1===e.length)throw new Error(`\`P.map\` wasn't given enough arguments. Expected (key, value), received ${null==(i=e[0])?void 0:i.toString()}`);const[s,c]=e;return{matched:g(t,(t,e)=>{const n=o(s,e,r),i=o(c,t,r);return n&&i}),selections:n}},getSelectionKeys:()=>0===e.length?[]:[...s(e[0]),...s(e[1])]})})},record:function(...e){return a({[t]:()=>({match:t=>{if(null===t||"object"!=typeof t||Array.isArray(t))return{matched:!1};var n;if(0===e.length)throw new Error(`\`P.record\` wasn't given enough arguments. Expected (value) or (key, value), received ${null==(n=e[0])?void 0:n.toString()}`);let r={};const i=(t,e)=>{r[t]=(r[t]||[]).concat([e])},[s,c]=1===e.length?[A,e[0]]:e;return{matched:m(t,(t,e)=>{const n="string"!=typeof t||Number.isNaN(Number(t))?null:Number(t),r=null!==n&&o(s,n,i),u=o(s,t,i),a=o(c,e,i);return(u||r)&&a}),selections:r}},getSelectionKeys:()=>0===e.length?[]:[...s(e[0]),...s(e[1])]})})},intersection:d,union:y,not:function(e){return a({[t]:()=>({match:t=>({matched:!o(e,t,()=>{})}),getSelectionKeys:()=>[],matcherType:"not"})})},when:p,select:v,any:K,unknown:O,_:E,string:A,number:P,bigint:T,boolean:B,symbol:_,nullish:W,nonNullable:$,instanceOf:function(t){return a(p(function(t){return e=>e instanceof t}(t)))},shape:function(t){return a(p(u(t)))}};class I extends Error{constructor(t){let e;try{e=JSON.stringify(t)}catch(n){e=t}super(`Pattern matching error: no pattern matches value ${e}`),this.input=void 0,this.input=t}}const L={matched:!1,value:void 0};function M(t){return new R(t,L)}class R{constructor(t,e){this.input=void 0,this.state=void 0,this.input=t,this.state=e}with(...t){if(this.state.matched)return this;const e=t[t.length-1],r=[t[0]];let i;3===t.length&&"function"==typeof t[1]?i=t[1]:t.length>2&&r.push(...t.slice(1,t.length-1));let s=!1,c={};const u=(t,e)=>{s=!0,c[t]=e},a=!r.some(t=>o(t,this.input,u))||i&&!Boolean(i(this.input))?L:{matched:!0,value:e(s?n in c?c[n]:c:this.input,this.input)};return new R(this.input,a)}when(t,e){if(this.state.matched)return this;const n=Boolean(t(this.input));return new R(this.input,n?{matched:!0,value:e(this.input,this.input)}:L)}otherwise(t){return this.state.matched?this.state.value:t(this.input)}exhaustive(t=F){return this.state.matched?this.state.value:t(this.input)}run(){return this.exhaustive()}returnType(){return this}narrow(){return this}}function F(t){throw new I(t)}
//# sourceMappingURL=index.js.map


/***/ })

};
