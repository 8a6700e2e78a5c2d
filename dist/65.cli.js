export const id = 65;
export const ids = [65];
export const modules = {

/***/ 7065:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  run: () => (/* binding */ run)
});

// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 2 modules
var schemas = __webpack_require__(5395);
// EXTERNAL MODULE: ./build/lifecycle/conditions.js
var conditions = __webpack_require__(8149);
// EXTERNAL MODULE: ./build/lifecycle/events.js
var events = __webpack_require__(3970);
// EXTERNAL MODULE: ./build/lifecycle/guards.js
var guards = __webpack_require__(4733);
// EXTERNAL MODULE: ./build/lifecycle/machine.js + 4 modules
var machine = __webpack_require__(5231);
// EXTERNAL MODULE: ./build/lifecycle/states.js
var states = __webpack_require__(8205);
;// CONCATENATED MODULE: ./build/lifecycle/document.js





const guardNames = () => Object.keys(guards/* guards */.DK).filter((name) => Object.hasOwn(guards/* guards */.DK, name));
/** The machine as JSON prints it. */
const machineJson = () => ({
    version: 1,
    states: states/* statuses */.bM.map((name) => ({ name, ...(0,states/* stateProperties */.X0)(name) })),
    events: events/* transitionTypes */.nI,
    guards: guardNames().map((name) => ({ name, holds: guards/* guardTexts */.S7[name], requires: guards/* guards */.DK[name] })),
    transitions: (0,machine/* transitions */.bm)().map(({ number, from, event, when, guard, effects, effectsFirst, to }) => ({
        row: number,
        from,
        event,
        conditions: when,
        guard,
        effects: effects.map(({ type, note }) => ({ type, note })),
        effectsFirst,
        to,
    })),
});
const line = (cells) => `| ${cells.join(" | ")} |`;
const table = (head, rows) => [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
const code = (text) => `\`${text}\``;
const yes = (value) => (value ? "yes" : "");
const guardCell = ({ when, guard }) => [...when.map((name) => conditions/* conditionTexts */.Kp[name]), ...(guard === null ? [] : [code(guard)])].join("; ");
function effectsCell({ effects, effectsFirst }) {
    const text = effects.map(({ type, note }) => (note === null ? type : `${type} (${note})`)).join(", ");
    return effectsFirst ? `before the entry: ${text}` : text;
}
const targetCell = ({ to }) => typeof to === "string"
    ? to
    : events/* operationSchema */.le.options.map((operation) => `${operation}: ${to[operation]}`).join("; ");
const fromCell = (from) => (from === "none" ? "(none)" : from);
function stateRow(status) {
    const state = (0,states/* stateProperties */.X0)(status);
    const afterWork = (0,states/* stateProperties */.X0)(status, "merge");
    const also = (own, later) => own === later ? own : `${own === "" ? "" : `${own}; `}after a failed commit or merge: ${later}`;
    return [
        code(status),
        state.meaning,
        state.isTerminal ? "terminal" : yes(state.isTransient),
        also(state.commandClasses.join(", "), afterWork.commandClasses.join(", ")),
        also(yes(state.allowsAgentAccess), yes(afterWork.allowsAgentAccess)),
        state.allowsRemoval,
        [
            state.requiresCleanup ? "clean-up" : "",
            state.requiresResolution ? "resolution" : "",
            state.requiresIntervention ? "intervention" : "",
        ]
            .filter((need) => need !== "")
            .join(", "),
    ];
}
/** The page docs/machine.md: states, transitions, guards and the diagram. */
const machineMarkdown = () => `${[
    "# The state machine",
    "This page is printed by `coppice machine --markdown` from the one table in `src/lifecycle/table.ts`.",
    "## States",
    table(["state", "meaning", "transient", "git commands", "agent may work", "removal", "requires"], states/* statuses */.bM.map(stateRow)),
    "## Transitions",
    "The first row of a state and event whose conditions hold is taken. A pair that is not in the table is refused, and nothing changes.",
    table(["#", "from", "event", "conditions and guard", "effects, in order", "to"], (0,machine/* transitions */.bm)().map((transition) => [
        transition.number,
        fromCell(transition.from),
        code(transition.event),
        guardCell(transition),
        effectsCell(transition),
        targetCell(transition),
    ])),
    "## Guards",
    "A guard is asked once, over facts gathered before the entry is written. A fact that is unknown fails it.",
    table(["guard", "holds when"], guardNames().map((name) => [code(name), guards/* guardTexts */.S7[name]])),
    "## Diagram",
    `\`\`\`mermaid\n${machineMermaid().trimEnd()}\n\`\`\``,
].join("\n\n")}\n`;
/** The machine as a mermaid state diagram. */
function machineMermaid() {
    const arrows = (0,machine/* transitions */.bm)().flatMap((transition) => {
        const { from, event, to, number } = transition;
        const start = from === "none" ? "[*]" : from;
        if (typeof to === "string")
            return [`  ${start} --> ${to}: ${event} (${number})`];
        return [...new Set(Object.values(to))].map((target) => {
            const operations = events/* operationSchema */.le.options.filter((operation) => to[operation] === target);
            return `  ${start} --> ${target}: ${event} ${operations.join(", ")} (${number})`;
        });
    });
    return ["stateDiagram-v2", ...arrows, "  removed --> [*]", ""].join("\n");
}

// EXTERNAL MODULE: ./build/cli/failure.js
var failure = __webpack_require__(8919);
// EXTERNAL MODULE: ./build/cli/flags.js
var flags = __webpack_require__(6222);
;// CONCATENATED MODULE: ./build/cli/commands/machine.js




const machine_flags = schemas/* object */.Ikc({ mermaid: flags/* flag */.Jt, markdown: flags/* flag */.Jt });
/** Prints the transition table: as markdown unless another form is asked for. */
const run = async (cli, _args, options) => {
    const { mermaid, markdown } = (0,flags/* readFlags */.uW)(machine_flags, options);
    if ([mermaid, markdown, cli.globals.json].filter(Boolean).length > 1) {
        throw new failure/* UsageError */.eb("several forms at once", "Name one of --json, --mermaid, --markdown.");
    }
    if (cli.globals.json)
        cli.json(machineJson());
    else
        cli.io.stdout.write(`${(mermaid ? machineMermaid() : machineMarkdown()).trimEnd()}\n`);
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


/***/ }),

/***/ 4733:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C1: () => (/* binding */ isCleanNow),
/* harmony export */   DK: () => (/* binding */ guards),
/* harmony export */   S7: () => (/* binding */ guardTexts),
/* harmony export */   T1: () => (/* binding */ createRequirements),
/* harmony export */   ZF: () => (/* binding */ answer),
/* harmony export */   mw: () => (/* binding */ broken),
/* harmony export */   n6: () => (/* binding */ removalRequirements)
/* harmony export */ });
/* unused harmony exports guardHolds, hasConflicts */
/* harmony import */ var ts_pattern__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8602);

/** What a CREATE needs. */
const createRequirements = [
    "hasCommit",
    "noLiveRecord",
    "notBlocked",
    "branchFree",
    "notCheckedOut",
    "pathFree",
];
/** What removing and pruning need. */
const removalRequirements = [
    "owned",
    "notInside",
    "notInUse",
    "notLocked",
    "cleanOrForced",
    "commitsKept",
    "restorable",
    "discardSaid",
    "due",
    "prunable",
];
const removalFromOutside = ["owned", "notInside", "notInUse", "notLocked"];
/** Every guard is the sum of its requirements; the first that does not hold is what a person is told. */
const guards = {
    canCreate: createRequirements,
    canInitialize: ["worktreeThere"],
    canMerge: [
        "mergeable",
        "noRequest",
        "nothingInProgress",
        "nothingUnmerged",
        "clean",
        "nothingInProgressAtBase",
        "baseInOnePlace",
        "baseNotDiverged",
        "ahead",
    ],
    canStopSetup: removalFromOutside,
    canRemove: [...removalFromOutside, "cleanOrForced", "commitsKept", "restorable", "discardSaid"],
    canPrune: [...removalFromOutside, "cleanOrForced", "due", "prunable"],
    isClean: ["clean"],
    isDirty: ["hasChanges"],
    canCommit: ["nothingUnmerged", "noMarkers", "hasChanges"],
    canResolveConflict: ["filesInConflict", "resolved"],
    canRetry: ["recoverable"],
};
/** What each guard says, for the documentation. */
const guardTexts = {
    canCreate: "the repository has a commit; no live record of the branch; the branch is free (or adopt) and not blocked by x vs x/y; the path is free",
    canInitialize: "the directory exists and git lists it",
    canMerge: "clean; ahead of base; no merge, rebase, cherry-pick, revert, bisect in progress here or where base is checked out; nothing unmerged; base is checked out in one worktree at most and not diverged; no REQUEST pending (local merge)",
    canStopSetup: "owner, or the record has none; not called from inside; no live lease, not locked (or forced twice)",
    canRemove: "owner, or the record has none; not called from inside; no live lease, not locked (or forced twice); clean or force; tip is landed.headOid, or its commits are reachable elsewhere, or branch kept, or force; what force would lose is given up with discard",
    canPrune: "owner, or the record has none; not called from inside; no live lease, not locked; clean; stale, orphaned or completed; no reason never to prune it",
    isClean: "git status has nothing: untracked counts, ignored does not",
    isDirty: "git status has something: untracked counts, ignored does not",
    canCommit: "there are changes; nothing unmerged; no conflict markers",
    canResolveConflict: "ours, theirs: the named files are among the conflicted; manual: nothing unmerged, no markers left, the branch now merges cleanly",
    canRetry: "the error is recoverable (WORKTREE_NOT_FOUND becomes so when the directory is back)",
};
const is = (fact, test) => fact === undefined ? undefined : test(fact);
const empty = (paths) => is(paths, (known) => known.length === 0);
/** What a removal asks for: the event itself, or for a RETRY what the failed one asked. */
const wishOf = ({ event, record }) => event.type === "REMOVE"
    ? { force: event.force, prune: event.pruneBranch, discard: event.discard ?? false }
    : { force: false, prune: record?.removal?.pruneBranch ?? true, discard: false };
const twice = ({ facts }) => facts.forceLevel === 2;
const isHome = ({ record }) => record?.type === "home";
/** No clone holds a directory: what only a directory has, there is not. */
const hasNoDirectory = ({ record, facts }) => record?.owner === null || record?.type === "home" || facts.directoryExists === false;
/** Whether nothing uncommitted is there. */
const isCleanNow = (context) => hasNoDirectory(context) ? true : is(context.facts.uncommitted, ({ total }) => total === 0);
/** Whether removing branch and worktree would lose no commit. */
function keepsCommits(context) {
    const { record, facts } = context;
    if (!wishOf(context).prune || facts.branchExists === false || facts.reachableElsewhere)
        return true;
    const landed = record?.landed?.headOid;
    if (landed !== undefined && facts.headOid === landed)
        return true;
    return facts.reachableElsewhere;
}
/**
 * Until there is an archive, a forced removal of unsaved work asks for `discard`: nothing is lost unawares.
 * Drop this requirement (here, in `guards.canRemove` and in refusals.ts) when forced removals are archived.
 */
const saysDiscard = (context) => !wishOf(context).force ||
    wishOf(context).discard ||
    (isCleanNow(context) === true && keepsCommits(context) === true);
/** The worktree was there before its record: it is taken as it stands. */
const adoptsWorktree = (facts) => facts.adopt === true && facts.listed === true;
const createsNothing = ({ event }) => event.type === "CREATE" && (event.clone === null || event.kind === "home");
const namedFilesInConflict = ({ record, event, facts }) => {
    if (event.type !== "RESOLVE_CONFLICT" || event.files === undefined)
        return true;
    const known = new Set([
        ...(record?.conflict?.files.map((file) => file.path) ?? []),
        ...(facts.conflictsNow ?? []),
    ]);
    return event.files.every((file) => known.has(file));
};
const isResolved = ({ event, facts }) => {
    if (event.type !== "RESOLVE_CONFLICT" || event.resolution !== "manual")
        return true;
    const answers = [empty(facts.unmerged), empty(facts.markers), empty(facts.conflictsNow)];
    return answers.includes(false) ? false : answers.includes(undefined) ? undefined : true;
};
/** Whether a requirement holds; undefined: a fact it needs is unknown, and then it does not hold. */
function answer(requirement, context) {
    const { record, event, facts, by } = context;
    // What CI merges are commits that were pushed; the directory they came from is not its concern.
    const elsewhere = by.door === "action";
    return (0,ts_pattern__WEBPACK_IMPORTED_MODULE_0__/* .match */ .YW)(requirement)
        .returnType()
        .with("hasCommit", () => facts.hasCommit)
        .with("noLiveRecord", () => is(facts.liveRecord, (live) => !live))
        .with("notBlocked", () => createsNothing(context) ? true : is(facts.branchBlockedBy, (branch) => branch === null))
        .with("branchFree", () => createsNothing(context) || facts.adopt ? true : is(facts.branchExists, (exists) => !exists))
        .with("notCheckedOut", () => createsNothing(context) || facts.branchExists === false || adoptsWorktree(facts)
        ? true
        : is(facts.branchCheckedOutAt, (place) => place === null))
        .with("pathFree", () => (createsNothing(context) || adoptsWorktree(facts) ? true : facts.pathFree))
        .with("worktreeThere", () => record?.owner === null || isHome(context)
        ? true
        : facts.directoryExists === false || facts.listed === false
            ? false
            : facts.directoryExists && facts.listed)
        .with("mergeable", () => !isHome(context))
        .with("noRequest", () => elsewhere || record?.request === null)
        .with("nothingInProgress", () => elsewhere || is(facts.operationHere, (pending) => pending === null))
        .with("nothingInProgressAtBase", () => is(facts.operationAtBase, (pending) => pending === null))
        .with("nothingUnmerged", () => elsewhere || empty(facts.unmerged))
        .with("clean", () => elsewhere || is(facts.uncommitted, ({ total }) => total === 0))
        .with("ahead", () => is(facts.ahead, (commits) => commits > 0))
        .with("baseInOnePlace", () => is(facts.baseCheckouts, (places) => places <= 1))
        .with("baseNotDiverged", () => is(facts.baseDiverged, (diverged) => !diverged))
        .with("hasChanges", () => is(facts.uncommitted, ({ total }) => total > 0))
        .with("noMarkers", () => empty(facts.markers))
        .with("owned", () => record?.owner === null || facts.owner)
        .with("notInside", () => record?.owner === null || isHome(context) ? true : is(facts.insideDirectory, (inside) => !inside))
        .with("notInUse", () => isHome(context) || record?.owner === null || twice(context)
        ? true
        : is(facts.liveLease, (lease) => lease === null))
        .with("notLocked", () => {
        if (isHome(context) || twice(context))
            return true;
        if (record?.lock !== null)
            return false;
        return record.owner === null ? true : is(facts.gitLock, (lock) => lock === null);
    })
        .with("cleanOrForced", () => wishOf(context).force || isCleanNow(context))
        .with("commitsKept", () => isHome(context) || wishOf(context).force || keepsCommits(context))
        .with("restorable", () => {
        // In `conflict` the merge in progress is Coppice's own, which the removal aborts.
        const exempt = wishOf(context).discard || twice(context) || record?.status === "conflict";
        if (exempt || !wishOf(context).force || isCleanNow(context) === true)
            return true;
        return facts.operationHere === undefined || facts.unmerged === undefined
            ? undefined
            : facts.operationHere === null && facts.unmerged.length === 0;
    })
        .with("discardSaid", () => isHome(context) || saysDiscard(context))
        .with("due", () => facts.stale || facts.orphaned || facts.completed
        ? true
        : (facts.stale ?? facts.orphaned ?? facts.completed))
        .with("prunable", () => (isHome(context) ? false : is(facts.neverPruned, (reason) => reason === null)))
        .with("filesInConflict", () => namedFilesInConflict(context))
        .with("resolved", () => isResolved(context))
        .with("recoverable", () => event.type === "RETRY" && record?.lastError
        ? record.lastError.recoverable ||
            (record.lastError.code === "WORKTREE_NOT_FOUND" && facts.directoryExists === true)
        : false)
        .exhaustive();
}
/** The first requirement of a guard that does not hold; undefined: the guard holds. */
const broken = (guard, context) => guards[guard].find((requirement) => answer(requirement, context) !== true);
/** Whether a guard holds. An unknown fact fails it. */
const guardHolds = (guard, context) => broken(guard, context) === undefined;
/** Unmerged index entries. */
const hasConflicts = (facts) => (facts.unmerged?.length ?? 0) > 0;


/***/ })

};
