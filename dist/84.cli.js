export const id = 84;
export const ids = [84,916];
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

/***/ 3084:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  run: () => (/* binding */ run)
});

// EXTERNAL MODULE: ./node_modules/zod/v4/mini/schemas.js + 2 modules
var schemas = __webpack_require__(5395);
// EXTERNAL MODULE: ./build/engine/find.js
var find = __webpack_require__(1996);
// EXTERNAL MODULE: ./build/engine/merge.js + 1 modules
var merge = __webpack_require__(8472);
// EXTERNAL MODULE: ./build/lifecycle/errors.js
var errors = __webpack_require__(1740);
// EXTERNAL MODULE: ./build/engine/merge-target.js
var merge_target = __webpack_require__(8093);
// EXTERNAL MODULE: ./build/engine/protocol.js
var protocol = __webpack_require__(9863);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./build/git/oid.js
var git_oid = __webpack_require__(7635);
// EXTERNAL MODULE: ./build/git/paths.js
var git_paths = __webpack_require__(7612);
// EXTERNAL MODULE: ./build/engine/markers.js
var markers = __webpack_require__(6780);
// EXTERNAL MODULE: ./build/engine/resolve-state.js
var resolve_state = __webpack_require__(4679);
;// CONCATENATED MODULE: ./build/engine/resolve-apply.js







const submodule = "160000";
/** The unmerged entries of a worktree's index. */
async function unmergedEntries(engine, place) {
    const { stdout } = await (0,resolve_state/* gitAt */.c8)(engine, place, ["ls-files", "--unmerged", "-z"]);
    return (0,git_paths/* decodePaths */.NA)(stdout).flatMap((record) => {
        const match = /^(\d{6}) ([0-9a-f]+) ([123])\t([\s\S]+)$/.exec(record);
        const [, mode = "", oid = "", stage = "", path = ""] = match ?? [];
        if (match === null)
            return [];
        return [{ path, mode, oid: (0,git_oid/* parseOid */.Se)(oid), stage: stage === "1" ? 1 : stage === "2" ? 2 : 3 }];
    });
}
/** Puts the chosen versions into index and files; with that their paths are merged. */
async function applyChoice(engine, place, choice) {
    if (choice.size === 0)
        return;
    const zero = (0,git_oid/* zeroOid */.tC)(engine.repo.objectFormat);
    const files = [...choice].flatMap(([path, version]) => (version === null ? [] : [{ path, ...version }]));
    // A file takes the place of a folder with everything in it.
    const below = await trackedBelow(engine, place, files.map(({ path }) => path));
    const gone = [...choice.keys(), ...below];
    const lines = [
        ...gone.map((path) => `0 ${zero}\t${path}\0`),
        ...files.map(({ mode, oid, path }) => `${mode} ${oid}\t${path}\0`),
    ];
    await (0,resolve_state/* gitAt */.c8)(engine, place, ["update-index", "-z", "--index-info"], {
        stdin: (0,git_paths/* encodePath */.O0)(lines.join("")),
    });
    for (const path of gone)
        if (choice.get(path)?.mode !== submodule)
            removeFile(place.path, path);
    // A submodule's own worktree is not ours to move.
    const written = files.filter(({ mode }) => mode !== submodule).map(({ path }) => `${path}\0`);
    if (written.length > 0) {
        await (0,resolve_state/* gitAt */.c8)(engine, place, ["checkout-index", "--force", "-u", "-z", "--stdin"], {
            stdin: (0,git_paths/* encodePath */.O0)(written.join("")),
        });
    }
}
async function trackedBelow(engine, place, paths) {
    const folders = paths.filter((path) => (0,resolve_state/* standingAt */.Ib)((0,external_node_path_.join)(place.path, path))?.isDirectory() === true);
    if (folders.length === 0)
        return [];
    // All are listed: an argument cannot name a folder that is no UTF-8.
    const { stdout } = await (0,resolve_state/* gitAt */.c8)(engine, place, ["ls-files", "-z"]);
    return (0,git_paths/* decodePaths */.NA)(stdout).filter((path) => folders.some((folder) => path.startsWith(`${folder}/`)));
}
/** Deletes a file or link and the folders that it leaves empty; a folder only when it is empty. */
function removeFile(root, path) {
    const target = (0,external_node_path_.join)(root, path);
    const stat = (0,resolve_state/* standingAt */.Ib)(target);
    if (stat !== undefined && !stat.isDirectory())
        (0,external_node_fs_.unlinkSync)((0,git_paths/* nativePath */.vb)(target));
    try {
        if (stat?.isDirectory() === true)
            (0,external_node_fs_.rmdirSync)((0,git_paths/* nativePath */.vb)(target));
        for (let at = (0,external_node_path_.dirname)(target); at !== root && (0,find/* isInside */.FK)(at, root); at = (0,external_node_path_.dirname)(at))
            (0,external_node_fs_.rmdirSync)((0,git_paths/* nativePath */.vb)(at));
    }
    catch {
        // It holds something else.
    }
}
/**
 * Stages the files that a person or a command has edited until no marker was left, so that nobody has to say `git add`
 * as well. Only where both sides have a text: elsewhere (a deletion, a binary file) nothing shows that it was decided.
 */
async function stageResolved(engine, place) {
    const entries = await unmergedEntries(engine, place);
    const paths = [...new Set(entries.map((entry) => entry.path))].filter((path) => {
        const sides = entries.filter((entry) => entry.path === path && entry.stage !== 1);
        return sides.length === 2 && sides.every(({ mode }) => mode.startsWith("100"));
    });
    const resolved = [];
    for (const path of paths) {
        const text = (0,markers/* textOf */.b6)((0,external_node_path_.join)(place.path, path));
        if (text === undefined || (0,markers/* hasMarkerLine */.Tg)(text))
            continue;
        if (await isText(engine, entries.filter((entry) => entry.path === path)))
            resolved.push(path);
    }
    if (resolved.length === 0)
        return;
    await (0,resolve_state/* gitAt */.c8)(engine, place, ["update-index", "-z", "--add", "--stdin"], {
        stdin: (0,git_paths/* encodePath */.O0)(resolved.join("\0")),
    });
}
async function isText(engine, entries) {
    const blobs = await engine.repo.objects().readMany(entries.map(({ oid }) => oid));
    return blobs.every((blob) => blob !== undefined && !blob.data.includes(0));
}

// EXTERNAL MODULE: ./build/engine/resolve-paths.js
var resolve_paths = __webpack_require__(4210);
;// CONCATENATED MODULE: ./build/engine/resolve-begin.js








/**
 * Lays a computed merge out in the task's worktree, as `git merge` would have left it: MERGE_HEAD, files with markers,
 * unmerged index entries. So what a person finds there is the conflict that was reported: base's attributes decided,
 * and nobody's configuration. The worktree is clean.
 * @throws CONFLICT_RESOLUTION_FAILED when ignored files are in the way; nothing has changed then
 */
async function beginMerge(engine, place, begin) {
    const { id, head, tip, merge, target, branch } = begin;
    await refuseFilesInTheWay(engine, place, begin);
    engine.local.write(id, resolve_state/* resolutionFile */.$v, { v: 1, tip, head, tree: null, sides: {} });
    // "ours" leaves index and files alone and lets git itself note down what is merged.
    await (0,resolve_state/* gitAt */.c8)(engine, place, [
        "merge",
        "--no-commit",
        "--no-ff",
        "--no-squash",
        "--no-autostash",
        "--no-verify-signatures",
        "--quiet",
        "--strategy=ours",
        `-m`,
        `Merge ${target} into ${branch}`,
        tip,
    ]);
    try {
        await (0,resolve_state/* gitAt */.c8)(engine, place, ["read-tree", "-m", "-u", head, merge.tree]);
        if (merge.outcome === "conflict")
            await markUnmerged(engine, place, begin, merge);
        await noteTree(engine, place, id);
    }
    catch (error) {
        await (0,resolve_state/* gitAt */.c8)(engine, place, ["reset", "--quiet", "--merge", head], { codes: "any" });
        engine.local.clear(id, resolve_state/* resolutionFile */.$v);
        throw error;
    }
}
/** Remembers the worktree as Coppice leaves it now: what differs later is a person's work. */
async function noteTree(engine, place, id, sides = {}) {
    const memory = engine.local.read(id, resolve_state/* resolutionFile */.$v);
    if (memory === undefined)
        return;
    const tree = await (0,resolve_state/* worktreeTree */.kr)(engine, place);
    engine.local.write(id, resolve_state/* resolutionFile */.$v, { ...memory, tree, sides: { ...memory.sides, ...sides } });
}
/** `read-tree` keeps untracked files but not ignored ones; in a clean worktree only those can be there. */
async function refuseFilesInTheWay(engine, place, { head, merge }) {
    const args = ["diff-tree", "-r", "-z", "--no-renames", "--name-only", "--diff-filter=A", head, merge.tree];
    const { stdout } = await (0,resolve_state/* gitAt */.c8)(engine, place, args);
    const obstacles = new Set();
    for (const path of (0,git_paths/* decodePaths */.NA)(stdout)) {
        const obstacle = firstFile(place.path, path);
        if (obstacle !== undefined)
            obstacles.add(obstacle);
    }
    const inTheWay = [];
    for (const path of obstacles) {
        // The task's own file in the place of a folder of base: git knows what to do with it.
        if ((await engine.repo.objects().resolve(`${head}:${path}`)) === undefined)
            inTheWay.push(path);
    }
    if (inTheWay.length === 0)
        return;
    throw new errors/* CoppiceError */.uS("CONFLICT_RESOLUTION_FAILED", `Ignored files are where the merge puts files of base: ${inTheWay.slice(0, 3).join(", ")}.`, { details: { files: inTheWay.slice(0, 100) }, suggestedAction: "Move them away, then resolve again." });
}
/** The file that stands at a path or in the place of one of its folders; a folder at the path itself is none. */
function firstFile(root, path) {
    const parts = path.split("/");
    for (let length = 1; length <= parts.length; length += 1) {
        const part = parts.slice(0, length).join("/");
        const stat = (0,resolve_state/* standingAt */.Ib)((0,external_node_path_.join)(root, part));
        if (stat === undefined)
            return undefined;
        if (!stat.isDirectory())
            return part;
    }
    return undefined;
}
async function markUnmerged(engine, place, begin, merge) {
    const names = (0,resolve_paths/* readableNames */.Vv)(merge, begin);
    const zero = (0,git_oid/* zeroOid */.tC)(engine.repo.objectFormat);
    const paths = [...new Set(merge.files.map((entry) => entry.path))];
    const gone = paths.map((path) => `0 ${zero}\t${path}\0`);
    const stages = merge.files.map(({ path, mode, oid, stage }) => `${mode} ${oid} ${stage}\t${names.get(path) ?? path}\0`);
    await (0,resolve_state/* gitAt */.c8)(engine, place, ["update-index", "-z", "--index-info"], {
        stdin: (0,git_paths/* encodePath */.O0)([...gone, ...stages].join("")),
    });
    for (const [path, name] of names) {
        if ((0,resolve_state/* standingAt */.Ib)((0,external_node_path_.join)(place.path, path)) !== undefined) {
            (0,external_node_fs_.renameSync)((0,git_paths/* nativePath */.vb)((0,external_node_path_.join)(place.path, path)), (0,git_paths/* nativePath */.vb)((0,external_node_path_.join)(place.path, name)));
        }
    }
    for (const path of paths)
        nameSides((0,external_node_path_.join)(place.path, names.get(path) ?? path), merge, begin);
}
/** The merge was computed from commits, so its markers name them; a person wants to read the branches. */
function nameSides(file, { labels }, { branch, target }) {
    const text = (0,markers/* textOf */.b6)(file);
    if (text === undefined || !(text.includes(labels.ours) || text.includes(labels.theirs)))
        return;
    const named = text.replace(/^(<{7,}|>{7,}|\|{7,}) ([0-9a-f]{40,64})(?=[:\r\n]|$)/gm, (line, marks, oid) => oid === labels.ours ? `${marks} ${branch}` : oid === labels.theirs ? `${marks} ${target}` : line);
    if (named !== text)
        (0,external_node_fs_.writeFileSync)((0,git_paths/* nativePath */.vb)(file), named);
}

// EXTERNAL MODULE: ./build/git/refs.js
var refs = __webpack_require__(6713);
// EXTERNAL MODULE: ./build/lifecycle/ids.js
var ids = __webpack_require__(333);
// EXTERNAL MODULE: ./build/engine/commit.js
var commit = __webpack_require__(5498);
// EXTERNAL MODULE: ./build/engine/facts.js
var engine_facts = __webpack_require__(3984);
// EXTERNAL MODULE: ./build/git/history.js
var git_history = __webpack_require__(6643);
// EXTERNAL MODULE: ./build/git/merge-tree.js
var merge_tree = __webpack_require__(1560);
// EXTERNAL MODULE: ./build/git/operations.js
var operations = __webpack_require__(597);
// EXTERNAL MODULE: ./build/engine/place.js
var engine_place = __webpack_require__(8916);
;// CONCATENATED MODULE: ./build/engine/resolve-look.js















/**
 * Looks at the task's worktree before a step of the resolution.
 * @throws INVALID_STATE while another operation is in progress there, WORKTREE_NOT_FOUND
 */
async function lookAtConflict(session, target) {
    const { engine, record } = session;
    const place = (0,engine_place/* present */.Eb)(engine, record);
    await undoHalfBegun(session, place);
    const facts = await (0,engine_facts/* worktreeFacts */.Hc)(engine, record);
    (0,commit/* refuseOtherBranch */.zH)(record, facts);
    const head = await (0,refs/* readRef */.sg)(engine.repo, (0,ids/* branchRef */.Mi)(record.branch));
    if (head === undefined)
        throw failed(record, `The branch ${record.branch} does not exist any more.`);
    const operation = await (0,operations/* operationInProgress */.y)(engine.repo, place.gitDir);
    if (operation !== undefined && operation !== "merge")
        throw inProgress(record, operation);
    const going = (0,resolve_state/* mergeHead */.X5)(place);
    if (going !== undefined && !(await (0,git_history/* isAncestor */.QX)(engine.repo, going, target.tip))) {
        throw inProgress(record, "merge of something else");
    }
    // What is going on is resolved as it was begun, also when base has moved since.
    const tip = going ?? target.tip;
    const computed = await (0,merge_tree/* mergeTree */.pR)(engine.repo, { ours: head, theirs: tip, attributes: tip });
    if (computed.outcome === "unrelated") {
        throw failed(record, `${record.branch} and ${target.branch} share no commit.`);
    }
    const sides = { branch: record.branch, target: target.branch };
    const merge = computed.outcome === "conflict" ? (0,resolve_paths/* readable */.HD)(computed, sides) : computed;
    return { session, place, target, head, tip, computed, merge, facts };
}
/**
 * A process that died while it laid the merge out left one in which base's side may be missing altogether: it must not
 * be taken for a resolution. Nobody has worked on it in its half-made form, and what was edited since stays.
 */
async function undoHalfBegun({ engine, id, record }, place) {
    const memory = engine.local.read(id, resolve_state/* resolutionFile */.$v);
    if (memory === undefined || memory.tree !== null)
        return;
    const head = await (0,refs/* readRef */.sg)(engine.repo, (0,ids/* branchRef */.Mi)(record.branch));
    if ((0,resolve_state/* isOurs */.MU)(memory, place, head))
        await (0,resolve_state/* gitAt */.c8)(engine, place, ["merge", "--abort"], { codes: "any" });
    engine.local.clear(id, resolve_state/* resolutionFile */.$v);
}
/** Files with unmerged entries, and files of the conflict in which lines of it are left; as they are shown. */
async function openFiles({ session, place, merge }) {
    const { engine } = session;
    const unmerged = (await unmergedEntries(engine, place)).map((entry) => entry.path);
    const files = merge.outcome === "conflict" ? merge.files : [];
    const marked = [];
    for (const path of new Set(files.map((entry) => entry.path))) {
        const text = (0,markers/* textOf */.b6)((0,external_node_path_.join)(place.path, path));
        if (text === undefined || !(0,markers/* hasMarkerLine */.Tg)(text))
            continue;
        // Text that looks like a conflict may be meant to be there.
        if (!(await hadMarkers(session, files.filter((entry) => entry.path === path))))
            marked.push(path);
    }
    return [...new Set([...unmerged, ...marked].map(git_paths/* displayPath */.Gt))].sort();
}
async function hadMarkers({ engine }, entries) {
    const blobs = await engine.repo.objects().readMany(entries.map(({ oid }) => oid));
    return blobs.some((blob) => blob?.type === "blob" && (0,markers/* hasMarkerLine */.Tg)(blob.data.toString("utf8")));
}
const failed = (record, message) => new errors/* CoppiceError */.uS("CONFLICT_RESOLUTION_FAILED", message, { details: { branch: record.branch } });
const inProgress = (record, operation) => new errors/* CoppiceError */.uS("INVALID_STATE", `A ${operation} is in progress in the worktree of ${record.branch}.`, {
    details: { branch: record.branch, operation },
    suggestedAction: "End it there (git status says how), then resolve again.",
});

;// CONCATENATED MODULE: ./build/engine/resolve-conclude.js







/**
 * Commits the merge of base in the task's worktree, once nothing is open. The person's hooks run, as for a plain
 * `git commit`. Where no merge is in progress there is nothing to commit: somebody did it by hand.
 * @returns the task branch's tip
 * @throws CONFLICT_RESOLUTION_FAILED naming what is open, or when a hook refuses
 */
async function concludeMerge(resolving) {
    const { session, place } = resolving;
    const { engine, record } = session;
    (0,commit/* refuseOtherBranch */.zH)(record, await (0,engine_facts/* worktreeFacts */.Hc)(engine, record));
    if ((0,resolve_state/* mergeHead */.X5)(place) !== undefined) {
        const left = await openFiles(resolving);
        if (left.length > 0)
            throw stillOpen(record.branch, left);
        const signing = await (0,commit/* commitSigning */.$o)(engine, record);
        const { code, stderr } = await (0,resolve_state/* gitAt */.c8)(engine, place, ["commit", "--quiet", "--no-edit", "--cleanup=whitespace", signing ? "--gpg-sign" : "--no-gpg-sign"], {
            codes: "any",
            hooks: true,
            rawConfig: signing,
            env: (0,commit/* ownCall */.VD)(session),
            timeoutMs: 3_600_000,
            writes: place.gitDir,
            onStderr: (chunk) => engine.report.output(chunk),
        });
        if (code !== 0) {
            throw new errors/* CoppiceError */.uS("CONFLICT_RESOLUTION_FAILED", `git commit refused the resolution of ${record.branch}; a hook may have.`, {
                details: {
                    branch: record.branch,
                    exitCode: code,
                    output: stderr.slice(-16_384),
                    step: "git commit",
                },
                suggestedAction: `Mend it in the worktree, then coppice resolve ${record.branch} --continue.`,
            });
        }
    }
    engine.local.clear(session.id, resolve_state/* resolutionFile */.$v);
    return (await (0,refs/* readRef */.sg)(engine.repo, (0,ids/* branchRef */.Mi)(record.branch))) ?? resolving.head;
}
function stillOpen(branch, left, reason) {
    const named = left.length <= 3 ? left.join(", ") : `${left.slice(0, 3).join(", ")} and ${left.length - 3} more`;
    const why = reason === undefined ? "" : ` (${reason})`;
    return new errors/* CoppiceError */.uS("CONFLICT_RESOLUTION_FAILED", `Not resolved yet${why}: ${named}.`, {
        details: { branch, files: left.slice(0, 100), ...(reason === undefined ? {} : { reason }) },
        suggestedAction: `Edit and git add them, then coppice resolve ${branch} --continue; or take a side with --ours or --theirs.`,
    });
}

// EXTERNAL MODULE: ./build/engine/resolve-land.js
var resolve_land = __webpack_require__(2661);
;// CONCATENATED MODULE: ./build/engine/resolve-side.js






/**
 * Takes one side of some files, or of all that are open, in the worktree. A file whose side was chosen before can be
 * given the other one by its name.
 * @throws CONFLICT_RESOLUTION_FAILED when a named file is not in conflict; nothing has changed then
 */
async function takeSide(resolving, side, files) {
    const { session, place, merge, head, tip } = resolving;
    const { engine } = session;
    const open = await unmergedEntries(engine, place);
    const isOpen = new Set(open.map(({ path }) => path));
    const decided = merge.outcome === "conflict" ? merge.files.filter(({ path }) => !isOpen.has(path)) : [];
    const entries = files.length === 0 ? open : [...open, ...decided];
    const known = new Set(entries.map(({ path }) => path));
    const named = files.length === 0 ? known : new Set(files.map((file) => conflicted(resolving, known, file)));
    const commit = side === "ours" ? head : tip;
    const choice = await (0,resolve_paths/* chooseSide */.vc)({ files: entries, messages: merge.outcome === "conflict" ? merge.messages : [] }, side, named, async (path) => (await engine.repo.objects().resolve(`${commit}:${path}`)) !== undefined);
    await applyChoice(engine, place, choice);
    await noteTree(engine, place, session.id, Object.fromEntries([...named].map((path) => [path, side])));
}
/** The conflicted path that a person means: relative to the worktree, or to where the command runs in it. */
function conflicted({ session, place }, known, file) {
    const fromHere = (0,external_node_path_.isAbsolute)(file) ? file : (0,external_node_path_.resolve)(session.engine.cwd, file);
    const candidates = [file, (0,external_node_path_.relative)(place.path, fromHere).split(external_node_path_.sep).join("/"), file.replace(/^\.\//, "")];
    const found = candidates.map((path) => meant(known, path)).find((path) => path !== undefined);
    if (found !== undefined)
        return found;
    const open = [...known].map(git_paths/* displayPath */.Gt).sort();
    throw new errors/* CoppiceError */.uS("CONFLICT_RESOLUTION_FAILED", `${file} is not in conflict.`, {
        details: { files: [file.slice(0, 4096)] },
        suggestedAction: open.length === 0
            ? "No file is."
            : `These are: ${open.slice(0, 10).join(", ")}${open.length > 10 ? " ..." : ""}.`,
    });
}
/** A name that is no UTF-8 cannot be typed: as it is shown will do, where it stands for one file alone. */
function meant(known, name) {
    if (known.has(name))
        return name;
    const shown = [...known].filter((path) => (0,git_paths/* displayPath */.Gt)(path) === name);
    return shown.length === 1 ? shown[0] : undefined;
}

// EXTERNAL MODULE: ./build/git/conflict-report.js + 1 modules
var conflict_report = __webpack_require__(8938);
// EXTERNAL MODULE: ./build/engine/local.js
var local = __webpack_require__(8060);
// EXTERNAL MODULE: ./build/engine/record-command.js + 3 modules
var record_command = __webpack_require__(377);
;// CONCATENATED MODULE: ./build/engine/resolver.js
/** The document on a resolver's standard input. Additive changes only. */
function resolverInput(brief) {
    const side = ({ branch, oid, commits }) => ({
        branch,
        oid,
        commits: commits.map(({ oid: commit, subject, author, email, authorDate }) => ({
            oid: commit,
            subject,
            author,
            email,
            date: new Date(authorDate * 1000).toISOString(),
        })),
    });
    const { record } = brief;
    return `${JSON.stringify({
        version: 1,
        prompt: resolverPrompt(brief),
        worktree: record.id,
        branch: record.branch,
        base: brief.theirs.branch,
        task: record.task === null ? null : { id: record.task.id, title: record.task.title ?? record.title },
        title: record.title,
        files: brief.files,
        total: brief.total,
        ours: side(brief.ours),
        theirs: side(brief.theirs),
    })}\n`;
}
/** The longest value that every system takes for one environment variable, with room to spare. */
const longestVariable = 100_000;
/** The same in the environment, for a command that is no program of its own. */
function resolverEnvironment(brief, worktree, main) {
    const { record } = brief;
    return {
        COPPICE_WORKTREE: worktree,
        COPPICE_MAIN: main,
        COPPICE_BRANCH: record.branch,
        COPPICE_BASE: brief.theirs.branch,
        COPPICE_TASK: record.task?.id ?? "",
        COPPICE_OURS: brief.ours.oid,
        COPPICE_THEIRS: brief.theirs.oid,
        COPPICE_FILES: brief.files
            .map((file) => file.path)
            .join("\n")
            .slice(0, longestVariable),
        COPPICE_PROMPT: resolverPrompt(brief).slice(0, longestVariable),
    };
}
/** Instructions that a person or a language model can follow without knowing Coppice. */
function resolverPrompt(brief) {
    const { record, ours, theirs, files, total } = brief;
    const what = record.title ?? record.task?.title ?? record.task?.id;
    return [
        `Resolve a merge conflict. The current directory is a git worktree of the branch ${ours.branch}, in which a merge of ${theirs.branch} has stopped.`,
        what === undefined ? "" : `The branch was made for this task: ${what}`,
        `Files in conflict (${total}):\n${fileLines(files, total)}`,
        `What ${ours.branch} (HEAD, "ours") did:\n${commitLines(ours)}`,
        `What ${theirs.branch} (MERGE_HEAD, "theirs") did:\n${commitLines(theirs)}`,
        [
            "Rules:",
            "- Keep the intention of both sides. Look at the commits above where it is not clear.",
            "- Edit the files until no conflict marker is left, then run `git add` (or `git rm`) for each of them.",
            "- Change nothing else, do not commit, do not push, and do not switch branches.",
            "- If you cannot resolve it, print one line `CONFLICT_FAILED: <reason>` and end with a code other than 0.",
        ].join("\n"),
    ]
        .filter((paragraph) => paragraph !== "")
        .join("\n\n");
}
function fileLines(files, total) {
    const lines = files.map(({ path, kind, count }) => `- ${path} (${kind}${count > 1 ? `, ${count} places` : ""})`);
    if (total > files.length)
        lines.push(`- and ${total - files.length} more: git status lists them`);
    return lines.join("\n");
}
const commitLines = (side) => side.commits.length === 0
    ? "- (no commit of its own)"
    : side.commits.map(({ oid, subject }) => `- ${oid.slice(0, 12)} ${subject}`).join("\n");
/** Finds a resolver's `CONFLICT_FAILED: reason` in its output; the last one counts. */
class FailureLine {
    #reason;
    /** Takes whole lines. */
    read(chunk) {
        for (const line of chunk.split(/\r?\n/)) {
            const found = /^\s*CONFLICT_FAILED:\s*(.*)$/.exec(line)?.[1];
            if (found !== undefined)
                this.#reason = found.trim().slice(0, 1000) || "no reason given";
        }
    }
    get reason() {
        return this.#reason;
    }
}

// EXTERNAL MODULE: ./build/engine/trust.js + 2 modules
var trust = __webpack_require__(5512);
;// CONCATENATED MODULE: ./build/engine/resolve-with.js











/** How many commits of each side a resolver is told. */
const mostCommits = 50;
/**
 * The command that is to resolve: one that the person gives now, or the config's.
 * @throws CONFIG_INVALID when there is none
 */
function resolverCommand(engine, given) {
    const command = given ?? engine.config.conflict.resolver;
    if (command !== undefined && command.trim() !== "")
        return command;
    throw new errors/* CoppiceError */.uS("CONFIG_INVALID", "No way to resolve was given, and no 'conflict.resolver' is configured.", {
        details: { key: "conflict.resolver" },
        suggestedAction: "Give --ours, --theirs, --manual or --with COMMAND.",
    });
}
/**
 * Runs a resolver command in the task's worktree. It is not believed: what counts is what is left open.
 * @param fromConfig it needs this clone's trust
 * @throws CONFLICT_RESOLUTION_FAILED, with the command's own `CONFLICT_FAILED: reason`; UNTRUSTED
 */
async function runResolver(resolving, command, fromConfig) {
    const { session, place } = resolving;
    const { engine, record } = session;
    if (fromConfig)
        await (0,trust/* requireTrust */.aN)(engine, ["conflict.resolver"], { directory: place.path });
    const brief = await briefOf(resolving);
    const logFile = (0,external_node_path_.join)(engine.local.directory(record.id), "resolver.log");
    engine.local.write(record.id, local/* logsFile */.Gi, { ...engine.local.read(record.id, local/* logsFile */.Gi), resolver: logFile });
    engine.report.step(`resolving ${record.branch}: ${command}`);
    const result = await (0,record_command/* runRecordCommand */.m)(engine, record.id, {
        command,
        cwd: place.path,
        env: resolverEnvironment(brief, place.path, engine.repo.mainWorktree ?? engine.repo.root),
        stdin: resolverInput(brief),
        logFile,
    });
    const told = new FailureLine();
    told.read(result.tail);
    const failure = (0,record_command/* failureOf */.g)(result);
    if (failure !== undefined || told.reason !== undefined) {
        throw new errors/* CoppiceError */.uS("CONFLICT_RESOLUTION_FAILED", told.reason === undefined
            ? `The resolver command ${failure ?? "failed"}.`
            : `The resolver command gave up: ${told.reason}`, {
            details: {
                branch: record.branch,
                step: "resolver",
                ...(told.reason === undefined ? {} : { reason: told.reason }),
                ...(result.code === undefined ? {} : { exitCode: result.code }),
                output: result.tail,
            },
            suggestedAction: `What it did is in the worktree: coppice resolve ${record.branch} --manual, or coppice abort ${record.branch}.`,
        });
    }
    await stageResolved(engine, place);
    const left = await openFiles(resolving);
    if (left.length > 0)
        throw stillOpen(record.branch, left, "the resolver command left them open");
}
async function briefOf(resolving) {
    const { session, target, merge, head, tip } = resolving;
    const { engine, record } = session;
    const open = new Set(await openFiles(resolving));
    const report = merge.outcome === "conflict"
        ? await (0,conflict_report/* conflictReport */.$)(engine.repo.objects(), merge)
        : { files: [], total: 0 };
    const [ours, theirs] = await Promise.all([
        (0,git_history/* commitsBetween */.$q)(engine.repo, { of: head, notIn: [tip], limit: mostCommits }),
        (0,git_history/* commitsBetween */.$q)(engine.repo, { of: tip, notIn: [head], limit: mostCommits }),
    ]);
    return {
        record,
        files: report.files.filter(({ path }) => open.has(path)),
        total: open.size,
        ours: { branch: record.branch, oid: head, commits: ours },
        theirs: { branch: target.branch, oid: tip, commits: theirs },
    };
}

// EXTERNAL MODULE: ./build/engine/verify.js
var verify = __webpack_require__(5866);
;// CONCATENATED MODULE: ./build/engine/resolve.js













/**
 * Resolves a conflict in the task's worktree, by merging base into the task branch there, and then merges the branch.
 * Until nothing is open, only the worktree changes.
 * @throws INVALID_STATE, WORKTREE_DIRTY, UNTRUSTED, CONFIG_INVALID (no way was given), CONFLICT_RESOLUTION_FAILED;
 *   the state then stays `conflict`
 */
async function resolve(engine, name, options) {
    const found = await (0,find/* findRecord */.Tq)(engine, name);
    return (0,protocol/* withRecord */.q8)(engine, found.id, "resolve", async (session) => {
        const { record } = session;
        if (record.status !== "conflict" || record.merge === null)
            throw notInConflict(record);
        const step = stepOf(engine, options);
        const target = await (0,merge_target/* readTarget */._E)(engine, record.merge.target, { fetch: engine.config.merge.fetch });
        const verifying = await (0,verify/* verifyCommand */.p0)(engine, true, target.tip);
        const resolving = await lookAtConflict(session, target);
        if (!(await take(resolving, step))) {
            const left = await openFiles(resolving);
            return { status: "pending", record: session.record, path: resolving.place.path, left };
        }
        const head = await concludeMerge(resolving);
        const resolution = step.kind === "side" ? step.side : "manual";
        const files = step.kind === "side" ? step.files : [];
        return (0,resolve_land/* landResolved */.C)(session, target, head, { resolution, files }, verifying);
    });
}
function stepOf(engine, options) {
    const { resolution } = options;
    if (resolution === "ours" || resolution === "theirs") {
        return { kind: "side", side: resolution, files: options.files ?? [] };
    }
    if (options.continue === true)
        return { kind: "continue" };
    if (resolution === "manual")
        return { kind: "manual" };
    const command = resolverCommand(engine, options.with);
    return { kind: "command", command, fromConfig: options.with === undefined };
}
/** One step in the worktree. @returns whether the merge is to go on */
async function take(resolving, step) {
    const { session, place, merge, facts } = resolving;
    const { engine } = session;
    if ((0,resolve_state/* mergeHead */.X5)(place) === undefined) {
        // Resolved by hand already, or base has moved so that nothing conflicts any more.
        const nothingLeft = merge.outcome === "clean" && facts.facts.uncommitted?.total === 0;
        if (nothingLeft || step.kind === "continue")
            return true;
        await begin(resolving);
    }
    switch (step.kind) {
        case "side":
            await takeSide(resolving, step.side, step.files);
            return (await openFiles(resolving)).length === 0;
        case "command":
            await runResolver(resolving, step.command, step.fromConfig);
            return true;
        case "continue":
            await stageResolved(engine, place);
            return true;
        case "manual":
            return false;
    }
}
async function begin(resolving) {
    const { session, place, target, head, tip, computed, facts } = resolving;
    const { engine, record } = session;
    const dirty = facts.facts.uncommitted;
    if (dirty === undefined || dirty.total > 0) {
        throw new errors/* CoppiceError */.uS("WORKTREE_DIRTY", `${record.branch} has uncommitted changes; a conflict is resolved in a clean worktree.`, {
            details: { uncommittedFiles: [...(dirty?.files ?? [])], uncommittedTotal: dirty?.total ?? 0 },
            suggestedAction: "Commit or discard them, then resolve again.",
        });
    }
    await beginMerge(engine, place, {
        id: record.id,
        branch: record.branch,
        head,
        target: target.branch,
        tip,
        merge: computed,
    });
}
const notInConflict = (record) => new errors/* CoppiceError */.uS("INVALID_STATE", `${record.branch} is ${record.status}: there is no conflict to resolve.`, {
    details: { branch: record.branch, state: record.status, event: "RESOLVE_CONFLICT" },
    suggestedAction: `coppice merge ${record.branch} tries a merge; coppice show ${record.branch} tells more.`,
});

// EXTERNAL MODULE: ./build/cli/failure.js
var failure = __webpack_require__(8919);
// EXTERNAL MODULE: ./build/cli/flags.js
var flags = __webpack_require__(6222);
// EXTERNAL MODULE: ./build/cli/render/visible.js
var visible = __webpack_require__(892);
// EXTERNAL MODULE: ./build/cli/render/words.js
var words = __webpack_require__(739);
// EXTERNAL MODULE: ./build/cli/results.js
var results = __webpack_require__(7759);
// EXTERNAL MODULE: ./build/cli/trust.js
var cli_trust = __webpack_require__(831);
// EXTERNAL MODULE: ./build/cli/commands/merge.js
var commands_merge = __webpack_require__(7916);
;// CONCATENATED MODULE: ./build/cli/commands/resolve.js












const resolve_flags = schemas/* object */.Ikc({ ours: flags/* flag */.Jt, theirs: flags/* flag */.Jt, manual: flags/* flag */.Jt, continue: flags/* flag */.Jt, with: flags/* textFlag */.gx });
/** Decides a conflict, by a side, by hand or by a command. */
const run = (cli, args, options) => {
    const given = (0,flags/* readFlags */.uW)(resolve_flags, options);
    return cli.engine(async (engine) => {
        const { name, files } = await target(engine, args);
        const request = requestOf(given, files);
        const outcome = await (0,cli_trust/* trustOnRequest */.x)(cli, engine, () => resolve(engine, name, request));
        return tell(cli, outcome);
    });
};
/** The worktree may be left out inside one, also when files are named. */
async function target(engine, args) {
    const [first, ...rest] = args;
    if (first === undefined)
        return { name: undefined, files: [] };
    try {
        await (0,find/* findRecord */.Tq)(engine, first);
        return { name: first, files: rest };
    }
    catch (error) {
        const unknown = error instanceof errors/* CoppiceError */.uS && error.code === "NO_WORKTREE";
        if (!unknown || (0,find/* hereId */.Eg)(engine) === undefined)
            throw error;
        return { name: undefined, files: args };
    }
}
function requestOf(given, files) {
    const manual = given.manual || given.continue;
    const ways = [given.ours, given.theirs, manual, given.with !== undefined].filter(Boolean).length;
    if (ways > 1) {
        throw new failure/* UsageError */.eb("several ways to resolve at once", "Name one of --ours, --theirs, --manual (then --continue) and --with.");
    }
    if (files.length > 0 && !given.ours && !given.theirs) {
        throw new failure/* UsageError */.eb("files are named, but no side to take for them", "Add --ours or --theirs.");
    }
    return {
        ...(given.ours ? { resolution: "ours" } : {}),
        ...(given.theirs ? { resolution: "theirs" } : {}),
        ...(manual ? { resolution: "manual", continue: given.continue } : {}),
        ...(given.with === undefined ? {} : { with: given.with }),
        ...(files.length === 0 ? {} : { files }),
    };
}
function tell(cli, outcome) {
    if (outcome.status !== "pending") {
        const result = (0,commands_merge.mergeResult)(outcome);
        const error = (0,merge/* errorOf */.Mz)(outcome);
        (0,results/* tellResult */.F7)(cli, result);
        if (cli.globals.json) {
            cli.json(error === undefined ? result.json : { ...result.json, error: (0,failure/* failureOf */.g5)(error) });
        }
        return error === undefined ? 0 : (0,failure/* exitCodeOf */.FO)(error);
    }
    const { record, path, left } = outcome;
    if (cli.globals.json) {
        const { branch, id, status, merge } = record;
        cli.json({ branch, target: merge?.target ?? null, outcome: "pending", id, status, path, left });
        return 0;
    }
    const open = left.length === 0 ? "nothing is open" : `${(0,words/* plural */.LS)(left.length, "file")} to resolve`;
    cli.say(`${(0,visible/* visible */.RK)(record.branch)}: ${open} in ${(0,visible/* visible */.RK)(path)}`);
    for (const file of left)
        cli.say(`  ${(0,visible/* visible */.RK)(file)}`);
    cli.say(`then: coppice resolve ${(0,visible/* visible */.RK)(record.branch)} --continue, or coppice abort ${(0,visible/* visible */.RK)(record.branch)}`);
    return 0;
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


/***/ }),

/***/ 2661:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C: () => (/* binding */ landResolved)
/* harmony export */ });
/* harmony import */ var _git_merge_tree_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1560);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1740);
/* harmony import */ var _lifecycle_events_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3970);
/* harmony import */ var _facts_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3984);
/* harmony import */ var _merge_graph_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7510);
/* harmony import */ var _merge_land_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1376);
/* harmony import */ var _merge_prepare_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(8013);
/* harmony import */ var _session_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(2494);








/**
 * Journals that the conflict is resolved and merges the branch. The session's record is in `conflict`.
 * @param head the task branch's tip, with the resolution
 * @throws CONFLICT_RESOLUTION_FAILED when the branch does not merge cleanly, INVALID_STATE, BASE_DIVERGED ...:
 *   nothing is journaled then
 */
async function landResolved(session, target, head, way, verifying) {
    const { engine, record } = session;
    const { merge } = record;
    if (merge === null)
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CoppiceError */ .uS("INVALID_STATE", `${record.branch} has no merge to go on with.`);
    refuseTarget(target);
    const { facts } = await (0,_facts_js__WEBPACK_IMPORTED_MODULE_3__/* .worktreeFacts */ .Hc)(engine, record);
    const kept = (0,_merge_prepare_js__WEBPACK_IMPORTED_MODULE_6__/* .keepReason */ .En)(record, facts, merge.keep) ?? dirtyReason(facts);
    const all = { ...facts, markers: [], conflictsNow: await conflictsNow(session, target, head) };
    const item = {
        session,
        wish: {
            record,
            head,
            target: target.branch,
            strategy: merge.strategy,
            resolutions: [...(0,_merge_prepare_js__WEBPACK_IMPORTED_MODULE_6__/* .resolutionsOf */ .XT)(session), head],
        },
        kept,
        // Base's side may have been taken of everything: then nothing is left to land, and that was the decision.
        finishes: true,
        open: () => session.open({
            type: "RESOLVE_CONFLICT",
            op: (0,_session_js__WEBPACK_IMPORTED_MODULE_7__/* .newOp */ .I)(),
            resolution: way.resolution,
            ...(way.files.length === 0
                ? {}
                : { files: way.files.slice(0, _lifecycle_events_js__WEBPACK_IMPORTED_MODULE_2__/* .keptFiles */ .y2), total: way.files.length }),
            headOid: head,
            ...(kept === null ? {} : { keep: true }),
        }, all),
        giveUp: async () => { },
    };
    const landing = new _merge_land_js__WEBPACK_IMPORTED_MODULE_5__/* .Landing */ .aw(engine, target, await (0,_merge_graph_js__WEBPACK_IMPORTED_MODULE_4__/* .readAhead */ .E)(engine.repo, [head], target.tip), verifying);
    const [outcome] = await landing.land([item]);
    if (outcome === undefined)
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CoppiceError */ .uS("MERGE_FAILED", `${record.branch} was not merged.`);
    if (outcome.status === "refused")
        throw outcome.error;
    return outcome;
}
async function conflictsNow({ engine }, target, head) {
    const now = await (0,_git_merge_tree_js__WEBPACK_IMPORTED_MODULE_0__/* .mergeTree */ .pR)(engine.repo, { ours: head, theirs: target.tip, attributes: target.tip });
    if (now.outcome !== "conflict")
        return [];
    const paths = [...new Set(now.files.map(({ path }) => path))];
    return paths.length > 0 ? paths : [...new Set(now.messages.flatMap((message) => message.paths))];
}
const dirtyReason = ({ uncommitted }) => uncommitted === undefined || uncommitted.total > 0 ? "it has uncommitted changes" : null;
/** What a merge asks of base, for one that goes on. */
function refuseTarget(target) {
    const { branch } = target;
    const details = { base: branch };
    if (target.operation !== null) {
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CoppiceError */ .uS("INVALID_STATE", `A ${target.operation} is in progress where ${branch} is checked out.`, {
            details: { ...details, operation: target.operation },
            suggestedAction: "End it there (git status says how), then resolve again.",
        });
    }
    if (target.checkouts.length > 1) {
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CoppiceError */ .uS("BRANCH_CHECKED_OUT", `${branch} is checked out in ${target.checkouts.length} worktrees.`, {
            details,
        });
    }
    if (target.diverged) {
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CoppiceError */ .uS("BASE_DIVERGED", `${branch} and its upstream have both moved.`, { details });
    }
}


/***/ }),

/***/ 4679:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $v: () => (/* binding */ resolutionFile),
/* harmony export */   Ib: () => (/* binding */ standingAt),
/* harmony export */   MU: () => (/* binding */ isOurs),
/* harmony export */   X5: () => (/* binding */ mergeHead),
/* harmony export */   c8: () => (/* binding */ gitAt),
/* harmony export */   kr: () => (/* binding */ worktreeTree)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(5395);
/* harmony import */ var _git_oid_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7635);
/* harmony import */ var _git_paths_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7612);
/* harmony import */ var _git_worktree_links_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7358);
/* harmony import */ var _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(333);
/* harmony import */ var _files_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(3112);








/**
 * The merge of base that Coppice began in a task's worktree, to resolve a conflict there. Abort undoes it only while
 * it is still the one that is going on.
 */
const resolutionFile = {
    name: "resolution",
    schema: zod_mini__WEBPACK_IMPORTED_MODULE_7__/* .object */ .Ikc({
        v: zod_mini__WEBPACK_IMPORTED_MODULE_7__/* .literal */ .euz(1),
        /** What is being merged: base as it was then. */
        tip: _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_5__/* .oidSchema */ .u0,
        /** The task branch before. */
        head: _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_5__/* .oidSchema */ .u0,
        /** The worktree as Coppice last left it, as a tree; null while the merge is being laid out. */
        tree: zod_mini__WEBPACK_IMPORTED_MODULE_7__/* .nullable */ .mee(_lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_5__/* .oidSchema */ .u0),
        /** Files whose side was chosen, one by one. */
        sides: zod_mini__WEBPACK_IMPORTED_MODULE_7__/* .record */ .g1P(zod_mini__WEBPACK_IMPORTED_MODULE_7__/* .string */ .YjP(), zod_mini__WEBPACK_IMPORTED_MODULE_7__/* ["enum"] */ .k5n(["ours", "theirs"])),
    }),
};
/** What a merge in progress is merging; undefined: none is in progress. An octopus tells its first. */
function mergeHead({ gitDir }) {
    const parsed = _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_5__/* .oidSchema */ .u0.safeParse((0,_git_worktree_links_js__WEBPACK_IMPORTED_MODULE_4__/* .readText */ .yR)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(gitDir, "MERGE_HEAD"))?.split("\n")[0]);
    return parsed.success ? parsed.data : undefined;
}
/** Whether the merge in progress is the one that Coppice began, on the very commit where it began. */
const isOurs = (memory, place, head) => memory !== undefined && memory.tip === mergeHead(place) && memory.head === head;
/** Runs git in a worktree, told where its git directory is. */
function gitAt(engine, { path, gitDir }, args, options = {}) {
    return engine.repo.git.run(path, [`--git-dir=${gitDir}`, `--work-tree=${path}`, ...args], {
        signal: engine.signal,
        ...options,
    });
}
/**
 * The worktree's files as a tree, untracked ones too, whatever the index says of them. The index is not touched.
 * Two calls give one tree when nothing was edited between them.
 */
async function worktreeTree(engine, place) {
    const index = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(place.gitDir, "coppice-tree-index");
    const env = { GIT_INDEX_FILE: index };
    try {
        if ((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(place.gitDir, "index")))
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.copyFileSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(place.gitDir, "index"), index);
        await forgetUnmergedSubmodules(engine, place, env);
        await gitAt(engine, place, ["-c", "advice.addEmbeddedRepo=false", "add", "--all"], { env });
        const { stdout } = await gitAt(engine, place, ["write-tree"], { env });
        return (0,_git_oid_js__WEBPACK_IMPORTED_MODULE_2__/* .parseOid */ .Se)(stdout.toString("utf8").trim());
    }
    finally {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(index, { force: true });
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(`${index}.lock`, { force: true });
    }
}
/** `git add` cannot add a submodule that is unmerged and not checked out. */
async function forgetUnmergedSubmodules(engine, place, env) {
    const { stdout } = await gitAt(engine, place, ["ls-files", "--unmerged", "-z"], { env });
    const records = (0,_git_paths_js__WEBPACK_IMPORTED_MODULE_3__/* .decodePaths */ .NA)(stdout);
    const paths = records.flatMap((record) => /^160000 [^\t]+\t([\s\S]+)$/.exec(record)?.[1] ?? []);
    if (paths.length === 0)
        return;
    const zero = (0,_git_oid_js__WEBPACK_IMPORTED_MODULE_2__/* .zeroOid */ .tC)(engine.repo.objectFormat);
    const stdin = [...new Set(paths)].map((path) => `0 ${zero}\t${path}\0`).join("");
    await gitAt(engine, place, ["update-index", "-z", "--index-info"], {
        env,
        stdin: (0,_git_paths_js__WEBPACK_IMPORTED_MODULE_3__/* .encodePath */ .O0)(stdin),
    });
}
/** What stands at a path, without following a link; undefined: nothing, also where a parent is a file. */
function standingAt(path) {
    try {
        return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.lstatSync)((0,_git_paths_js__WEBPACK_IMPORTED_MODULE_3__/* .nativePath */ .vb)(path));
    }
    catch (error) {
        if ((0,_files_js__WEBPACK_IMPORTED_MODULE_6__/* .hasCode */ .up)(error, "ENOENT", "ENOTDIR"))
            return undefined;
        throw error;
    }
}


/***/ })

};
