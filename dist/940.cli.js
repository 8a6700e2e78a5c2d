export const id = 940;
export const ids = [940];
export const modules = {

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

/***/ 5498:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $o: () => (/* binding */ commitSigning),
/* harmony export */   Cg: () => (/* binding */ openCommit),
/* harmony export */   VD: () => (/* binding */ ownCall),
/* harmony export */   Yy: () => (/* binding */ commitRunner),
/* harmony export */   cd: () => (/* binding */ commit),
/* harmony export */   mc: () => (/* binding */ commitSession),
/* harmony export */   zH: () => (/* binding */ refuseOtherBranch)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _git_refs_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6713);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1740);
/* harmony import */ var _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(333);
/* harmony import */ var _facts_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(3984);
/* harmony import */ var _find_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(1996);
/* harmony import */ var _markers_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(6780);
/* harmony import */ var _merge_commit_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(2697);
/* harmony import */ var _observe_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(6959);
/* harmony import */ var _place_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(8916);
/* harmony import */ var _protocol_js__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(9863);
/* harmony import */ var _session_js__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(2494);













/**
 * Commits everything that changed in a worktree, untracked files too. The person's hooks run, as for a plain
 * `git commit`; one that refuses leaves the index as it was.
 * @throws INVALID_STATE (nothing to commit, unmerged files, conflict markers), WORKTREE_NOT_FOUND, COMMIT_FAILED
 */
async function commit(engine, name, options) {
    const found = await (0,_find_js__WEBPACK_IMPORTED_MODULE_6__/* .findRecord */ .Tq)(engine, name);
    return (0,_protocol_js__WEBPACK_IMPORTED_MODULE_11__/* .withRecord */ .q8)(engine, found.id, "commit", (session) => commitSession(session, options));
}
/** The same under a lock that is held. */
async function commitSession(session, options) {
    const { engine } = session;
    (0,_place_js__WEBPACK_IMPORTED_MODULE_10__/* .present */ .Eb)(engine, session.record);
    const seen = await (0,_facts_js__WEBPACK_IMPORTED_MODULE_5__/* .worktreeFacts */ .Hc)(engine, session.record);
    await (0,_observe_js__WEBPACK_IMPORTED_MODULE_9__/* .journalObservation */ .AY)(session, seen.status);
    const { effects } = await openCommit(session, seen, options);
    const record = await session.run(effects, { commitChanges: commitRunner(session) });
    // A hook may have left something changed.
    await (0,_observe_js__WEBPACK_IMPORTED_MODULE_9__/* .journalObservation */ .AY)(session, (await (0,_facts_js__WEBPACK_IMPORTED_MODULE_5__/* .worktreeFacts */ .Hc)(engine, record)).status);
    const sha = session.record.headOid;
    if (sha === null)
        throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .CoppiceError */ .uS("COMMIT_FAILED", "The commit is not in the journal.");
    return { record: session.record, sha };
}
/** Decides about a commit and opens it; the effects are the caller's to run. */
async function openCommit(session, seen, options) {
    const { engine } = session;
    refuseOtherBranch(session.record, seen);
    refuseSubmodulesOnly(session.record, seen);
    const files = seen.status?.files.map((file) => file.path) ?? [];
    const markers = seen.located === undefined
        ? []
        : await (0,_markers_js__WEBPACK_IMPORTED_MODULE_7__/* .filesWithConflicts */ .tD)(engine.repo, seen.located.path, files, seen.status?.oid);
    const op = (0,_session_js__WEBPACK_IMPORTED_MODULE_12__/* .newOp */ .I)();
    const effects = await session.open({
        type: "COMMIT",
        op,
        message: options.message,
        ...(options.author === undefined ? {} : { author: options.author }),
    }, { ...seen.facts, markers });
    return { op, effects };
}
/** What is committed must be the task's: someone may have switched to another branch in its worktree. */
function refuseOtherBranch(record, { status }) {
    if (status === undefined || status.branch === record.branch)
        return;
    const there = status.branch === undefined ? "HEAD is detached" : `${status.branch} is checked out`;
    throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .CoppiceError */ .uS("INVALID_STATE", `In the worktree of ${record.branch}, ${there}.`, {
        details: { branch: record.branch, found: status.branch ?? "detached" },
        suggestedAction: `Go back with git switch ${record.branch} there, then run the command again.`,
    });
}
/** Changes inside a submodule are committed there; here only a new commit of it can be. */
function refuseSubmodulesOnly(record, { status }) {
    const files = status?.files ?? [];
    const inside = files.filter((file) => file.submodule !== undefined && !file.submodule.commit);
    if (inside.length === 0 || inside.length < files.length)
        return;
    const paths = inside.map((file) => file.path);
    throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .CoppiceError */ .uS("INVALID_STATE", `${record.branch} has nothing to commit but changes inside submodules: ${paths.slice(0, 3).join(", ")}.`, { details: { files: paths.slice(0, 100) }, suggestedAction: "Commit inside the submodule first." });
}
/** Runs `commitChanges`: everything is staged and committed, by the person's hooks and signing. */
function commitRunner(session) {
    return async ({ message, author }) => {
        const { engine, record } = session;
        const { path, gitDir } = (0,_place_js__WEBPACK_IMPORTED_MODULE_10__/* .present */ .Eb)(engine, record);
        const index = saveIndex(gitDir);
        try {
            const located = [`--git-dir=${gitDir}`, `--work-tree=${path}`];
            await engine.repo.git.run(path, [...located, "-c", "advice.addEmbeddedRepo=false", "add", "--all"], {
                signal: engine.signal,
                writes: gitDir,
            });
            const signing = await commitSigning(engine, record);
            const { code, stderr } = await engine.repo.git.run(path, [
                "commit",
                "--quiet",
                "--cleanup=whitespace",
                ...(signing ? ["--gpg-sign"] : ["--no-gpg-sign"]),
                ...(author === null ? [] : [`--author=${author}`]),
                "--file=-",
            ], {
                stdin: message,
                codes: "any",
                hooks: true,
                rawConfig: signing,
                env: ownCall(session),
                timeoutMs: 3_600_000,
                signal: engine.signal,
                writes: gitDir,
                onStderr: (chunk) => engine.report.output(chunk),
            });
            if (code !== 0)
                throw commitFailed(record, code, stderr);
        }
        catch (error) {
            index.restore();
            throw error;
        }
        finally {
            index.drop();
        }
        const sha = await (0,_git_refs_js__WEBPACK_IMPORTED_MODULE_2__/* .readRef */ .sg)(engine.repo, (0,_lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_4__/* .branchRef */ .Mi)(record.branch));
        return sha === undefined ? {} : { sha };
    };
}
/** Tells Coppice's hooks that this git call is ours, so that nothing is recorded twice. */
const ownCall = ({ id, record }) => ({
    COPPICE_RECORD: id,
    COPPICE_OP: record.op?.id ?? "",
});
/**
 * Whether to sign, and whether it can be done: a key that is missing must not change what the command results in.
 * Tried on a commit that no ref will name, because a failed `git commit` would run the hooks twice.
 */
async function commitSigning(engine, record) {
    if (!(0,_merge_commit_js__WEBPACK_IMPORTED_MODULE_8__/* .wantsSigning */ .BP)(engine))
        return false;
    const { repo, config, report } = engine;
    const { code } = await repo.git.run(repo.commonDir, ["commit-tree", "-S", "-m", "probe", `${(0,_lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_4__/* .branchRef */ .Mi)(record.branch)}^{tree}`], { codes: "any", rawConfig: true });
    if (code === 0 || config.merge.sign === "always")
        return true;
    report.warn("commit.gpgSign is set but signing does not work here: the commit is not signed");
    return false;
}
/** Keeps a copy of the index, to put it back when the commit is refused. */
function saveIndex(gitDir) {
    const index = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(gitDir, "index");
    const copy = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(gitDir, "coppice-index");
    if ((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)(index))
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.copyFileSync)(index, copy);
    return {
        restore: () => {
            if ((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)(copy))
                (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.renameSync)(copy, index);
        },
        drop: () => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(copy, { force: true }),
    };
}
const commitFailed = (record, code, stderr) => new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .CoppiceError */ .uS("COMMIT_FAILED", `git commit refused the changes of ${record.branch}; a hook may have.`, {
    details: { branch: record.branch, exitCode: code, output: stderr.slice(-16_384), step: "git commit" },
    suggestedAction: `Read what it said above, mend it, then coppice retry ${record.branch}.`,
});


/***/ }),

/***/ 9119:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   R: () => (/* binding */ landingIn),
/* harmony export */   l: () => (/* binding */ landingOf)
/* harmony export */ });
/* harmony import */ var _git_history_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6643);
/* harmony import */ var _git_merge_place_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5384);
/* harmony import */ var _git_merge_tree_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1560);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1740);
/* harmony import */ var _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(333);
/* harmony import */ var _merge_target_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(8093);






/**
 * Whether a record's base, here or as its remote was seen last, has the work of a commit whose history it does not
 * have: squashed into one commit ("patch-id"), rebased or cherry-picked ("commits"), or brought by whatever way, so
 * that merging would change nothing ("tree"). What base did afterwards does not matter for the first two.
 * Writes nothing.
 * @returns undefined also when there is no base
 */
async function landingOf(engine, record, head) {
    const target = record.base;
    if (target === null || record.type !== "worktree")
        return undefined;
    for (const tip of await baseTips(engine, target)) {
        const landing = await landingIn(engine, target, tip, head);
        if (landing !== undefined)
            return landing;
    }
    return undefined;
}
async function baseTips(engine, base) {
    try {
        const { local, upstream } = await (0,_merge_target_js__WEBPACK_IMPORTED_MODULE_5__/* .readBase */ .wZ)(engine, base);
        return [...new Set([local, upstream?.oid])].filter((oid) => oid !== undefined);
    }
    catch (error) {
        // A base that is gone tells nothing.
        if (error instanceof _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_3__/* .CoppiceError */ .uS && error.code === "INVALID_STATE")
            return [];
        throw error;
    }
}
/** The same about one commit of a base branch. */
async function landingIn(engine, target, tip, head) {
    const { repo } = engine;
    const fork = await (0,_git_history_js__WEBPACK_IMPORTED_MODULE_0__/* .mergeBase */ .wu)(repo, tip, head);
    if (fork === undefined || fork === head)
        return undefined;
    const { tree } = await repo.objects().commit(head);
    // Commits that come to nothing have no changes by which they could be found again.
    if (tree === (await repo.objects().commit(fork)).tree)
        return undefined;
    const place = new _git_merge_place_js__WEBPACK_IMPORTED_MODULE_1__/* .MergePlace */ .U(repo, false);
    try {
        const whole = await place.scratch.commit({
            tree,
            parents: [fork],
            author: nobody,
            committer: nobody,
            message: `all of ${head}`,
        });
        const squashed = await counterpart(engine, place, tip, whole);
        if (squashed !== undefined)
            return { target, headOid: head, mergeOid: squashed, evidence: "patch-id" };
        const picked = await counterpart(engine, place, tip, head);
        if (picked !== undefined)
            return { target, headOid: head, mergeOid: picked, evidence: "commits" };
        await place.pin(tip);
        const merged = await (0,_git_merge_tree_js__WEBPACK_IMPORTED_MODULE_2__/* .mergeOnce */ .Kl)(repo, place, tip, head);
        const same = merged.outcome === "clean" && merged.tree === (await repo.objects().commit(tip)).tree;
        return same ? { target, headOid: head, evidence: "tree" } : undefined;
    }
    finally {
        place.dispose();
    }
}
const nobody = { name: "Coppice", email: "coppice@localhost", time: 0, zone: "+0000" };
/**
 * Whether each commit of `head` has one in `tip` that makes the same changes.
 * @returns the newest of those in `tip`; undefined when one has none, or when there are merges among them: what a
 *   merge changed itself is in no other commit
 */
async function counterpart(engine, place, tip, head) {
    const marked = async (side) => {
        const args = ["rev-list", "--topo-order", "--cherry-mark", side, `${tip}...${head}`, "--"];
        const text = await engine.repo.git.text(place.cwd, args, { env: place.env, signal: engine.signal });
        return text.split("\n").filter(Boolean);
    };
    const own = await marked("--right-only");
    if (own.length === 0 || !own.every((line) => line.startsWith("=")))
        return undefined;
    const newest = (await marked("--left-only")).find((line) => line.startsWith("="));
    return newest === undefined ? undefined : _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_4__/* .oidSchema */ .u0.parse(newest.slice(1));
}


/***/ }),

/***/ 6780:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Tg: () => (/* binding */ hasMarkerLine),
/* harmony export */   XF: () => (/* binding */ hasConflict),
/* harmony export */   b6: () => (/* binding */ textOf),
/* harmony export */   io: () => (/* binding */ largestText),
/* harmony export */   tD: () => (/* binding */ filesWithConflicts)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _git_paths_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7612);
/* harmony import */ var _files_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3112);




/** Bigger files are taken for data: nobody resolves a conflict in them by hand. */
const largestText = 20 * 1024 * 1024;
/** A line that git writes around the sides of a conflict, at the default size or a longer one. */
const opening = /^<{7,}(?: |$)/;
const closing = /^>{7,}(?: |$)/;
const ancestor = /^\|{7,}(?: |$)/;
/**
 * Whether a text holds a conflict as git leaves it: an opening marker and, after it, a closing one.
 * `=======` alone is a heading in many formats.
 */
function hasConflict(text) {
    const lines = text.split(/\r?\n/);
    const start = lines.findIndex((line) => opening.test(line));
    return start >= 0 && lines.slice(start + 1).some((line) => closing.test(line));
}
/** Whether any line of a conflict is left, for a file that is known to have had one. */
function hasMarkerLine(text) {
    return text.split(/\r?\n/).some((line) => opening.test(line) || closing.test(line) || ancestor.test(line));
}
/** A regular file's text; undefined for what is no text: a folder, a link, a binary or a huge file, nothing. */
function textOf(path) {
    if (!isSmallFile(path))
        return undefined;
    const bytes = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)((0,_git_paths_js__WEBPACK_IMPORTED_MODULE_2__/* .nativePath */ .vb)(path));
    return bytes.includes(0) ? undefined : bytes.toString("utf8");
}
function isSmallFile(path) {
    try {
        const stat = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.lstatSync)((0,_git_paths_js__WEBPACK_IMPORTED_MODULE_2__/* .nativePath */ .vb)(path));
        return stat.isFile() && stat.size <= largestText;
    }
    catch (error) {
        // A file may stand in the place of one of its folders.
        if ((0,_files_js__WEBPACK_IMPORTED_MODULE_3__/* .hasCode */ .up)(error, "ENOENT", "ENOTDIR"))
            return false;
        throw error;
    }
}
/**
 * Of some files of a worktree, those in which a conflict stands that their committed version does not have: a
 * project may well keep such text on purpose, in the tests of a merge tool.
 */
async function filesWithConflicts(repo, worktree, paths, head) {
    const suspects = paths.filter((path) => {
        const text = textOf((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(worktree, path));
        return text !== undefined && hasConflict(text);
    });
    if (suspects.length === 0 || head === undefined)
        return suspects;
    const committed = await repo.objects().readMany(suspects.map((path) => `${head}:${path}`));
    return suspects.filter((_, index) => {
        const before = committed[index];
        return before?.type !== "blob" || !hasConflict(before.data.toString("utf8"));
    });
}


/***/ }),

/***/ 2697:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   BP: () => (/* binding */ wantsSigning),
/* harmony export */   Uz: () => (/* binding */ CommitMaker),
/* harmony export */   jq: () => (/* binding */ contact),
/* harmony export */   kN: () => (/* binding */ readCommit)
/* harmony export */ });
/* harmony import */ var _git_identity_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8574);
/* harmony import */ var _git_object_format_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5306);
/* harmony import */ var _git_object_writer_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1734);
/* harmony import */ var _git_oid_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7635);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1740);





/**
 * Writes the commits of a merge. Unsigned ones are written without a process; signed ones by `git commit-tree`.
 *
 * Signing (`merge.sign`): `auto` signs when the person's git config says so (commit.gpgSign) and goes on unsigned,
 * with a warning, when that does not work: a missing key must not change what a merge results in. `always` fails
 * instead, `never` does not sign.
 */
class CommitMaker {
    #engine;
    #writer;
    #signing;
    #people;
    constructor(engine) {
        this.#engine = engine;
        this.#writer = (0,_git_object_writer_js__WEBPACK_IMPORTED_MODULE_2__/* .objectWriter */ .DJ)(engine.repo);
        this.#signing = wantsSigning(engine);
    }
    /** Who merges, for both roles. */
    people() {
        this.#people ??= (0,_git_identity_js__WEBPACK_IMPORTED_MODULE_0__/* .identity */ .D)(this.#engine.repo, process.env, this.#engine.now());
        return this.#people;
    }
    /**
     * Writes a commit by the person who merges.
     * @param draft.author the person who merges when it is left out
     * @throws MERGE_FAILED when `merge.sign` is `always` and signing does not work, GIT_FAILED without an identity
     */
    async make(draft) {
        const { author, committer } = await this.people();
        const whole = { ...draft, author: draft.author ?? author, committer };
        if (this.#signing) {
            const signed = await this.#sign(whole);
            if (signed !== undefined)
                return signed;
            this.#signing = false;
        }
        return this.#writer.commit(whole);
    }
    /** An unsigned commit that no ref will ever name: a merge base made to measure. */
    scratch(tree, parents) {
        const person = { name: "Coppice", email: "coppice@localhost", time: 0, zone: "+0000" };
        return this.#writer.commit({ tree, parents, author: person, committer: person, message: "scratch" });
    }
    async #sign(draft) {
        const { repo, config, report } = this.#engine;
        const parents = draft.parents.flatMap((parent) => ["-p", parent]);
        const result = await repo.git.run(repo.commonDir, 
        // commit-tree ignores commit.gpgSign: only -S signs.
        ["-c", "i18n.commitEncoding=UTF-8", "commit-tree", "-S", ...parents, "-F", "-", draft.tree], { stdin: draft.message, env: peopleEnvironment(draft), codes: "any", rawConfig: true });
        if (result.code === 0)
            return (0,_git_oid_js__WEBPACK_IMPORTED_MODULE_3__/* .parseOid */ .Se)(result.stdout.toString("utf8").trim());
        if (config.merge.sign === "always") {
            throw new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .CoppiceError */ .uS("MERGE_FAILED", "The merge commit could not be signed, and merge.sign is 'always'.", {
                details: { exitCode: result.code, output: result.stderr.slice(-16_384), step: "sign" },
                suggestedAction: "Make `git commit -S` work here, or set merge.sign to 'auto' or 'never'.",
            });
        }
        report.warn("commit.gpgSign is set but signing does not work here: the merge commit is not signed");
        return undefined;
    }
}
/** Whether commits of this run are to be signed. */
function wantsSigning(engine) {
    const { sign } = engine.config.merge;
    return sign === "always" || (sign === "auto" && engine.repo.config.bool("commit.gpgSign") === true);
}
function peopleEnvironment({ author, committer }) {
    const date = (person) => `@${Math.trunc(person.time)} ${person.zone}`;
    return {
        GIT_AUTHOR_NAME: author.name,
        GIT_AUTHOR_EMAIL: author.email,
        GIT_AUTHOR_DATE: date(author),
        GIT_COMMITTER_NAME: committer.name,
        GIT_COMMITTER_EMAIL: committer.email,
        GIT_COMMITTER_DATE: date(committer),
    };
}
/** `Name <address>`, as a Co-authored-by trailer carries it. */
const contact = (person) => (0,_git_object_format_js__WEBPACK_IMPORTED_MODULE_1__/* .formatPerson */ .tF)(person).replace(/ -?\d+ [+-]\d{4}$/, "");
/**
 * Reads a commit whose text may be in another encoding than UTF-8: what is made from it says no encoding, so it has
 * to be UTF-8.
 */
async function readCommit(repo, oid) {
    const object = await repo.objects().read(oid);
    if (object?.type !== "commit")
        return repo.objects().commit(oid);
    const head = object.data.subarray(0, Math.max(0, object.data.indexOf("\n\n"))).toString("latin1");
    const encoding = /^encoding (.+)$/m.exec(head)?.[1];
    return (0,_git_object_format_js__WEBPACK_IMPORTED_MODULE_1__/* .parseCommit */ .L5)(oid, encoding === undefined ? object.data : recoded(object.data, encoding));
}
function recoded(data, encoding) {
    try {
        return Buffer.from(new TextDecoder(encoding).decode(data), "utf8");
    }
    catch {
        // A name that nobody knows: its bytes are taken as they are.
        return data;
    }
}


/***/ }),

/***/ 1376:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  aw: () => (/* binding */ Landing),
  To: () => (/* binding */ alreadyMerged),
  J5: () => (/* binding */ refused)
});

// EXTERNAL MODULE: ./build/git/refs.js
var refs = __webpack_require__(6713);
// EXTERNAL MODULE: ./build/lifecycle/errors.js
var errors = __webpack_require__(1740);
// EXTERNAL MODULE: ./build/lifecycle/ids.js
var ids = __webpack_require__(333);
// EXTERNAL MODULE: ./build/git/conflict-report.js + 1 modules
var conflict_report = __webpack_require__(8938);
// EXTERNAL MODULE: ./build/engine/resolve-paths.js
var resolve_paths = __webpack_require__(4210);
;// CONCATENATED MODULE: ./build/engine/conflict.js



/**
 * Describes a conflict as MERGE_CONFLICT, whose details become the record's conflict. Nothing on disk has changed.
 * @param merge computed with the task's side as "ours"
 */
async function conflictError(engine, sides, merge) {
    const { files, total } = await (0,conflict_report/* conflictReport */.$)(engine.repo.objects(), (0,resolve_paths/* readable */.HD)(merge, sides));
    const few = files.slice(0, 3).map((file) => file.path);
    const named = total > few.length ? `${few.join(", ")} and ${total - few.length} more` : few.join(", ");
    return new errors/* CoppiceError */.uS("MERGE_CONFLICT", `${sides.branch} conflicts with ${sides.target} in ${total === 1 ? "1 file" : `${total} files`}: ${named}. Nothing was changed.`, {
        details: {
            branch: sides.branch,
            base: sides.target,
            conflictFiles: [...files],
            conflictTotal: total,
            headOid: sides.head,
            targetOid: sides.tip,
        },
        suggestedAction: `coppice resolve ${sides.branch} --ours, --theirs or --manual; or coppice abort ${sides.branch}.`,
    });
}

// EXTERNAL MODULE: ./build/engine/failure.js
var engine_failure = __webpack_require__(481);
// EXTERNAL MODULE: ./build/engine/landed.js
var landed = __webpack_require__(9119);
// EXTERNAL MODULE: ./build/engine/merge-commit.js
var merge_commit = __webpack_require__(2697);
// EXTERNAL MODULE: ./build/engine/merge-graph.js
var merge_graph = __webpack_require__(7510);
// EXTERNAL MODULE: ./build/engine/merge-outcome.js
var merge_outcome = __webpack_require__(4166);
// EXTERNAL MODULE: ./build/git/merge-session.js + 2 modules
var merge_session = __webpack_require__(8933);
// EXTERNAL MODULE: ./build/git/merge-tree.js
var merge_tree = __webpack_require__(1560);
;// CONCATENATED MODULE: ./build/engine/merge-wish.js


/** What message and trailers say of a record. */
const messageParts = ({ engine }, { record, target }) => ({
    id: record.id,
    branch: record.branch,
    target,
    task: record.task?.id ?? null,
    title: record.title ?? record.task?.title ?? null,
    template: engine.config.merge.message,
});
/**
 * The same conflict with the task's side as "ours", which is how Coppice speaks of it everywhere; base is the first
 * parent of what lands, so the merge itself has it the other way round.
 */
async function fromTaskSide(repo, head, tip, seen) {
    const turned = await (0,merge_tree/* mergeTree */.pR)(repo, { ours: head, theirs: tip, attributes: tip });
    return turned.outcome === "conflict" ? turned : seen;
}
const unrelated = ({ record, target }) => new errors/* CoppiceError */.uS("MERGE_FAILED", `${record.branch} and ${target} share no commit, so they are not merged.`, {
    details: { branch: record.branch, base: target },
    recoverable: false,
    suggestedAction: `If they belong together, merge them by hand: git merge --allow-unrelated-histories ${record.branch}.`,
});

// EXTERNAL MODULE: ./build/engine/message.js
var engine_message = __webpack_require__(1968);
;// CONCATENATED MODULE: ./build/engine/merge-rebase.js





/**
 * Replays the task's commits on base, oldest first. A commit that changes nothing there is dropped. After a resolved
 * conflict the branch holds the resolution as a merge of base: from the first commit on that conflicts alone, the rest
 * lands as one commit with the resolved content.
 * @throws MERGE_FAILED when the branch holds other merges
 */
async function replay(tools, wish, tip, oids) {
    const { repo } = tools.engine;
    const commits = await Promise.all(oids.map((oid) => (0,merge_commit/* readCommit */.kN)(repo, oid)));
    const isResolved = refuseMerges(tools, wish, commits);
    const picks = [];
    const dropped = [];
    let tree = (await (0,merge_commit/* readCommit */.kN)(repo, tip)).tree;
    for (const [index, commit] of commits.entries()) {
        const next = commit.parents.length > 1 ? undefined : await pick(tools, commit, tree);
        if (next === undefined) {
            const whole = await tools.merge(tip, wish.head);
            if (whole.outcome === "unrelated")
                throw unrelated(wish);
            if (whole.outcome === "conflict") {
                return { kind: "conflict", merge: await fromTaskSide(repo, wish.head, tip, whole) };
            }
            if (!isResolved)
                return conflictOf(tools, commit, tree, tip);
            if (whole.tree !== tree)
                picks.push({ from: commits.slice(index), tree: whole.tree });
            break;
        }
        if (next === tree)
            dropped.push(commit.oid);
        else
            picks.push({ from: [commit], tree: next });
        tree = next;
    }
    if (picks.length === 0)
        return { kind: "empty" };
    const joined = picks.flatMap(({ from }) => (from.length > 1 ? from.map(({ oid }) => oid) : []));
    return { kind: "made", oid: await write(tools, wish, tip, picks), dropped, joined };
}
/** Whether the branch holds a resolution of ours; any other merge is refused. */
function refuseMerges(tools, wish, commits) {
    const resolved = new Set(wish.resolutions.flatMap((tip) => tools.graph.commitsOf(tip)));
    const known = new Set(commits.map(({ oid }) => oid));
    const others = commits.filter(({ oid, parents }) => parents.length > 1 && !(resolved.has(oid) && parents.slice(1).every((parent) => !known.has(parent))));
    if (others.length === 0)
        return commits.some(({ parents }) => parents.length > 1);
    throw new errors/* CoppiceError */.uS("MERGE_FAILED", `${wish.record.branch} holds ${others.length === 1 ? "a merge commit" : `${others.length} merge commits`}, which a rebase would flatten.`, {
        details: { branch: wish.record.branch, base: wish.target },
        suggestedAction: "Merge it with --strategy merge or squash.",
    });
}
/**
 * The tree that a commit leads to on top of another tree; undefined: it conflicts. merge-tree finds its merge base
 * by itself (`--merge-base` came with git 2.40), so base's content is given the commit's parent as its own parent.
 */
async function pick(tools, commit, onto) {
    const [parent] = commit.parents;
    if (parent === undefined)
        return undefined;
    if ((await tools.engine.repo.objects().resolve(`${parent}^{tree}`)) === onto)
        return commit.tree;
    const result = await tools.merge(await tools.maker.scratch(onto, [parent]), commit.oid);
    return result.outcome === "clean" ? result.tree : undefined;
}
async function conflictOf(tools, commit, onto, tip) {
    const base = await tools.maker.scratch(onto, commit.parents.slice(0, 1));
    const merge = await (0,merge_tree/* mergeTree */.pR)(tools.engine.repo, { ours: commit.oid, theirs: base, attributes: tip });
    if (merge.outcome === "conflict")
        return { kind: "conflict", merge };
    throw new errors/* CoppiceError */.uS("MERGE_FAILED", `The commit ${commit.oid.slice(0, 12)} cannot be replayed.`);
}
/** Writes the commits. Authors stay; the last one carries the trailers. */
async function write(tools, wish, tip, picks) {
    let parent = tip;
    for (const [index, { from, tree }] of picks.entries()) {
        const own = from.filter((commit) => commit.parents.length < 2);
        const [first] = own.length > 0 ? own : from;
        const message = own.length === 1 && first !== undefined
            ? first.message
            : (0,engine_message/* mergeMessage */.ws)({
                ...messageParts(tools, wish),
                strategy: "squash",
                commits: own.map((commit) => commit.message),
                coAuthors: [],
            });
        const { record } = wish;
        parent = await tools.maker.make({
            tree,
            parents: [parent],
            ...(first === undefined ? {} : { author: first.author }),
            message: index === picks.length - 1
                ? (0,engine_message/* withTrailers */.jX)(message, (0,engine_message/* recordTrailers */.mu)(record.id, record.task?.id ?? null))
                : message,
        });
    }
    return parent;
}

// EXTERNAL MODULE: ./build/engine/markers.js
var markers = __webpack_require__(6780);
// EXTERNAL MODULE: ./build/engine/tree-diff.js
var tree_diff = __webpack_require__(6199);
;// CONCATENATED MODULE: ./build/engine/merge-squash.js






/**
 * One commit of base's alone.
 * @returns undefined when it would change nothing
 * @throws INVALID_STATE when it would bring a conflict's markers to base, where no history shows any more whose
 */
async function squashCommit(tools, wish, tip, tree, oids) {
    const { repo } = tools.engine;
    if ((await repo.objects().resolve(`${tip}^{tree}`)) === tree)
        return undefined;
    const marked = await filesWithNewMarkers(tools, tip, tree);
    if (marked.length > 0)
        throw markersLeft(wish, marked);
    const commits = await Promise.all(oids.map((oid) => (0,merge_commit/* readCommit */.kN)(repo, oid)));
    const own = commits.filter((commit) => commit.parents.length < 2);
    const { author, others } = authorship(own.map((commit) => commit.author));
    return tools.maker.make({
        tree,
        parents: [tip],
        ...(author === undefined ? {} : { author }),
        message: (0,engine_message/* mergeMessage */.ws)({
            ...messageParts(tools, wish),
            strategy: "squash",
            commits: own.map((commit) => commit.message),
            coAuthors: others.map(merge_commit/* contact */.jq),
        }),
    });
}
/**
 * Who a squash is by: whoever began the work, at the time of the last commit; the others are named as co-authors.
 */
function authorship(authors) {
    const [first] = authors;
    const last = authors.at(-1);
    if (first === undefined || last === undefined)
        return { author: undefined, others: [] };
    const known = new Set([first.email.toLowerCase()]);
    const others = authors.filter(({ email }) => {
        const key = email.toLowerCase();
        return known.has(key) ? false : known.add(key);
    });
    return { author: { ...first, time: last.time, zone: last.zone }, others };
}
/** How many changed files are looked into. */
const mostFiles = 5000;
/** Files of a tree in which a conflict stands that another tree's version of them does not have. */
async function filesWithNewMarkers({ engine }, before, after) {
    const objects = engine.repo.objects();
    const { files } = await (0,tree_diff/* treeDifference */.i)(objects, before, after, mostFiles);
    const marked = async (name) => {
        const info = await objects.info(name);
        if (info?.type !== "blob" || info.size > markers/* largestText */.io)
            return false;
        const blob = await objects.read(name);
        return blob !== undefined && !blob.data.includes(0) && (0,markers/* hasConflict */.XF)(blob.data.toString("utf8"));
    };
    const found = [];
    for (const path of files) {
        if ((await marked(`${after}:${path}`)) && !(await marked(`${before}:${path}`)))
            found.push(path);
    }
    return found;
}
const markersLeft = ({ record }, files) => new errors/* CoppiceError */.uS("INVALID_STATE", `${record.branch} has conflict markers in ${files.slice(0, 3).join(", ")}.`, {
    details: { branch: record.branch, files: files.slice(0, 100) },
    suggestedAction: "Resolve them and commit, then merge again.",
});

;// CONCATENATED MODULE: ./build/engine/merge-compute.js




/**
 * Computes what lands of one branch on top of `tip`, and writes its commits. No ref, index or file is touched.
 * @throws MERGE_FAILED for unrelated histories, and for a rebase of merges
 */
async function computeMerge(tools, wish, tip) {
    const commits = tools.graph.commitsOf(wish.head).filter((oid) => !tools.landed.has(oid));
    if (commits.length === 0)
        return { kind: "contained" };
    if (tools.graph.isUnrelated(wish.head))
        throw unrelated(wish);
    if (wish.strategy === "rebase")
        return replay(tools, wish, tip, commits);
    const result = await tools.merge(tip, wish.head);
    if (result.outcome === "unrelated")
        throw unrelated(wish);
    if (result.outcome === "conflict") {
        return { kind: "conflict", merge: await fromTaskSide(tools.engine.repo, wish.head, tip, result) };
    }
    const oid = await (wish.strategy === "merge"
        ? mergeCommit(tools, wish, tip, result.tree)
        : squashCommit(tools, wish, tip, result.tree, commits));
    return oid === undefined ? { kind: "empty" } : { kind: "made", oid, dropped: [], joined: [] };
}
/** A two-parent commit, also where base could have been moved forward. */
function mergeCommit(tools, wish, tip, tree) {
    return tools.maker.make({
        tree,
        parents: [tip, wish.head],
        message: (0,engine_message/* mergeMessage */.ws)({ ...messageParts(tools, wish), strategy: "merge", commits: [], coAuthors: [] }),
    });
}

;// CONCATENATED MODULE: ./build/engine/merge-plan.js




const isMade = (plan) => "computed" in plan && plan.computed.kind === "made";
/** Where base goes when all of them land; undefined: nowhere. */
const lastMade = (plans) => plans.findLast(isMade)?.computed.oid;
/** Computes what each item comes to, on top of those before it. Nothing but objects is written. */
async function planMerges(request, items) {
    const { engine, maker, graph } = request;
    const { repo } = engine;
    const session = items.length > 1 ? (0,merge_session/* openMergeSession */.$)(repo, { attributes: "ours", keep: true }) : undefined;
    const merge = session === undefined
        ? (ours, theirs) => (0,merge_tree/* mergeTree */.pR)(repo, { ours, theirs, attributes: ours })
        : (ours, theirs) => session.merge(ours, theirs);
    const landed = new Set(request.landed);
    const plans = [];
    let onto = request.tip;
    try {
        for (const item of items) {
            try {
                const computed = await computeMerge({ engine, merge, maker, graph, landed }, item.wish, onto);
                plans.push({ item, onto, computed });
                if (computed.kind !== "made")
                    continue;
                onto = computed.oid;
                for (const oid of graph.commitsOf(item.wish.head))
                    landed.add(oid);
            }
            catch (error) {
                plans.push({ item, onto, error: (0,engine_failure/* asCoppiceError */.e)(error, "MERGE_FAILED", "compute the merge") });
            }
        }
    }
    finally {
        await session?.close();
    }
    return plans;
}

// EXTERNAL MODULE: ./build/engine/merge-target.js
var merge_target = __webpack_require__(8093);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./build/git/worktree-links.js
var worktree_links = __webpack_require__(7358);
// EXTERNAL MODULE: ./build/lifecycle/events.js
var events = __webpack_require__(3970);
;// CONCATENATED MODULE: ./build/engine/move-base.js







/**
 * Moves base to a commit that contains it, if it still is where it was read. Where it is checked out, that worktree
 * moves with it: `git merge --ff-only` keeps edits and refuses to lose any.
 * @returns "stale": base is elsewhere by now, or is checked out differently; nothing has moved
 * @throws WORKTREE_DIRTY, naming the files, when edits where base is checked out would be lost
 */
async function moveBase(engine, target, to, message) {
    const [checkout] = target.checkouts;
    if (checkout === undefined) {
        if (isCheckedOutNow(engine, target.ref))
            return "stale";
        return (0,refs/* updateRef */.du)(engine.repo, target.ref, to, target.local, message);
    }
    if ((await (0,refs/* readRef */.sg)(engine.repo, target.ref)) !== target.local)
        return "stale";
    return fastForward(engine, target, checkout, to, message);
}
/**
 * Says before anything is done whether edits where base is checked out stand in the way of `to`.
 * @throws WORKTREE_DIRTY, naming the files
 */
async function checkEdits(engine, target, to) {
    const [checkout] = target.checkouts;
    if (checkout === undefined || target.local === undefined)
        return;
    const difference = await (0,tree_diff/* treeDifference */.i)(engine.repo.objects(), target.local, to, move_base_mostFiles);
    await checkDeletions(engine, target, checkout, to, difference);
    const tried = ["read-tree", "--dry-run", "-m", "-u", target.local, to];
    if ((await inCheckout(engine, checkout, tried)).code !== 0) {
        // read-tree goes by the file times in the index, which are old where files were copied or touched and not changed.
        await inCheckout(engine, checkout, ["update-index", "-q", "--refresh"]);
        const { code, stderr } = await inCheckout(engine, checkout, tried);
        if (code !== 0)
            throw await editsInTheWay(engine, target, checkout, to, stderr);
    }
    await checkAdditions(engine, target, checkout, to, difference);
}
/** How many changed files are looked for one by one before git is asked. */
const move_base_mostFiles = 10_000;
/** git takes a file that was deleted and not staged for one that nobody edited, and writes it anew. */
async function checkDeletions(engine, { branch, local }, checkout, to, { total, modified }) {
    const gone = modified.filter((path) => isGone((0,external_node_path_.join)(checkout.path, path)));
    if (gone.length === 0 && total <= move_base_mostFiles)
        return;
    // A file may be missing on purpose: outside of a sparse checkout.
    const args = ["diff-files", "-z", "--no-renames", "--name-only", "--diff-filter=D"];
    const deleted = new Set(await pathsIn(engine, checkout, args));
    const changed = total <= move_base_mostFiles ? gone : await changedPaths(engine, local ?? to, checkout, to);
    const files = changed.filter((path) => deleted.has(path));
    if (files.length > 0)
        throw localChanges(branch, files);
}
/** read-tree overwrites ignored files, which the merge itself will not: they are looked for where it adds files. */
async function checkAdditions(engine, { branch, local }, checkout, to, { total, added }) {
    const all = total <= move_base_mostFiles
        ? added
        : await changedPaths(engine, local ?? to, checkout, to, "--diff-filter=A", "--ignore-submodules=all");
    const taken = all.filter((path) => isTaken(checkout.path, path));
    if (taken.length === 0)
        return;
    // What is there may be staged already, just as the merge has it.
    const files = overlap(taken, await pathsIn(engine, checkout, ["ls-files", "-z", "--others"]));
    if (files.length > 0)
        throw localChanges(branch, files);
}
/** Whether something is at a path, or something other than a folder where one above it has to be. */
function isTaken(root, path) {
    if (!isGone((0,external_node_path_.join)(root, path)))
        return true;
    const above = (0,external_node_path_.dirname)(path);
    if (above === ".")
        return false;
    const found = lookAt((0,external_node_path_.join)(root, above));
    return found === undefined ? isTaken(root, above) : !found.isDirectory();
}
const isGone = (path) => lookAt(path) === undefined;
function lookAt(path) {
    try {
        return (0,external_node_fs_.lstatSync)(path, { throwIfNoEntry: false });
    }
    catch {
        // What stands above it is no folder any more.
        return undefined;
    }
}
async function fastForward(engine, target, checkout, to, message) {
    const { code, stderr } = await inCheckout(engine, checkout, [
        "merge",
        "--ff-only",
        "--no-autostash",
        // What branch.<base>.mergeOptions and merge.* may ask for is about merges of the person's own.
        "--no-squash",
        "--commit",
        "--no-verify-signatures",
        // An ignored file is no rubbish: without this git overwrites it silently.
        "--no-overwrite-ignore",
        "--no-stat",
        "--quiet",
        to,
    ], { GIT_REFLOG_ACTION: message });
    const now = await (0,refs/* readRef */.sg)(engine.repo, target.ref);
    if (code === 0 && now === to)
        return "moved";
    if (now !== target.local)
        return "stale";
    if (code === 0)
        return "stale";
    throw await editsInTheWay(engine, target, checkout, to, stderr);
}
function inCheckout(engine, { path, gitDir }, args, env = {}) {
    // git's directory is given: where a `.git` file has gone missing, git would find the repository around it.
    return engine.repo.git.run(path, [`--git-dir=${gitDir}`, `--work-tree=${path}`, ...args], {
        codes: "any",
        env,
        timeoutMs: 600_000,
    });
}
/** Why base cannot move where it is checked out: unmerged files, or files that differ and that the merge changes too. */
async function editsInTheWay(engine, target, checkout, to, said) {
    const paths = (...args) => pathsIn(engine, checkout, args);
    const { branch, local } = target;
    const unmerged = await paths("diff", "-z", "--no-renames", "--name-only", "--diff-filter=U");
    if (unmerged.length > 0) {
        return inTheWay(branch, unmerged, `There are unmerged files where ${branch} is checked out`, "Resolve them there");
    }
    const changed = await changedPaths(engine, local ?? to, checkout, to);
    const edited = await paths("diff-index", "-z", "--no-renames", "--name-only", local ?? "HEAD");
    const untracked = await paths("ls-files", "-z", "--others");
    const files = overlap(changed, [...edited, ...untracked]);
    if (files.length > 0)
        return localChanges(branch, files);
    return new errors/* CoppiceError */.uS("MERGE_FAILED", `git cannot move ${branch} where it is checked out. Nothing has moved.`, {
        details: { base: branch, output: said.slice(-16_384) },
    });
}
async function pathsIn(engine, checkout, args) {
    const { stdout } = await inCheckout(engine, checkout, args);
    return stdout.toString("utf8").split("\0").filter(Boolean);
}
/** What differs between base and where it is to go. */
const changedPaths = (engine, from, checkout, to, ...only) => pathsIn(engine, checkout, ["diff-tree", "-r", "-z", "--no-renames", "--name-only", ...only, from, to]);
const localChanges = (branch, files) => inTheWay(branch, files, `The merge changes what has local changes where ${branch} is checked out`, "Commit them or put them aside there");
function inTheWay(branch, files, what, action) {
    const paths = [...new Set(files)];
    const named = paths.length <= 3 ? paths.join(", ") : `${paths.slice(0, 3).join(", ")} and ${paths.length - 3} more`;
    return new errors/* CoppiceError */.uS("WORKTREE_DIRTY", `${what}: ${named}. Nothing has moved.`, {
        details: { base: branch, uncommittedFiles: paths.slice(0, events/* keptFiles */.y2), uncommittedTotal: paths.length },
        suggestedAction: `${action}, then merge again.`,
    });
}
/** Paths of `mine` that equal one of `theirs`, lie below one, or have one below them. */
function overlap(theirs, mine) {
    const exact = new Set(theirs);
    const folders = new Set(theirs.flatMap(foldersOf));
    return [...new Set(mine)]
        .filter((path) => exact.has(path) || folders.has(path) || foldersOf(path).some((folder) => exact.has(folder)))
        .sort();
}
function foldersOf(path) {
    const folders = [];
    for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1))
        folders.push(path.slice(0, at));
    return folders;
}
/** Whether a HEAD names the ref, read from files; a reftable repository keeps its HEADs elsewhere. */
function isCheckedOutNow({ repo }, ref) {
    const admins = [
        ...(repo.mainWorktree === undefined ? [] : [repo.commonDir]),
        ...(0,worktree_links/* readRegistrations */.x6)(repo.commonDir).map((registration) => registration.adminDir),
    ];
    return admins.some((dir) => (0,worktree_links/* readText */.yR)((0,external_node_path_.join)(dir, "HEAD"))?.trim() === `ref: ${ref}`);
}

// EXTERNAL MODULE: ./build/engine/removal.js
var removal = __webpack_require__(627);
// EXTERNAL MODULE: ./build/engine/verify.js
var verify = __webpack_require__(5866);
;// CONCATENATED MODULE: ./build/engine/merge-land.js














/** How often a merge is computed again because base moved meanwhile. */
const attempts = 5;
/**
 * Lands branches on one base, one after the other: a conflict of one does not stop the next. Without a verify command
 * base moves once for all of them, with it once for each.
 */
class Landing {
    #engine;
    #maker;
    #verify;
    #target;
    #graph;
    /** Commits of branches that were landed since the graph was read. */
    #landed = new Set();
    #moved = false;
    constructor(engine, target, graph, verifyCommand) {
        this.#engine = engine;
        this.#maker = new merge_commit/* CommitMaker */.Uz(engine);
        this.#target = target;
        this.#graph = graph;
        this.#verify = verifyCommand;
    }
    /** Base as it is now. */
    get target() {
        return this.#target;
    }
    /** Whether anything was landed. */
    get moved() {
        return this.#moved;
    }
    /** One outcome for each item, in their order. */
    async land(items) {
        if (this.#verify === undefined || items.length < 2)
            return this.#landTogether(items);
        return this.#landEach(items);
    }
    async #landEach(items) {
        const outcomes = [];
        for (const item of items)
            outcomes.push(...(await this.#landTogether([item])));
        return outcomes;
    }
    async #landTogether(items) {
        const plans = await this.#plan(items);
        const outcomes = new Map();
        try {
            const tip = lastMade(plans);
            if (tip !== undefined)
                await checkEdits(this.#engine, this.#target, tip);
        }
        catch (error) {
            // Which of them the edits are in the way of, each finds out alone.
            if (items.length > 1)
                return this.#landEach(items);
            for (const item of items)
                outcomes.set(item, await this.#refuse(item, error));
            return [...outcomes.values()];
        }
        // All at once: their entries wait for the disk together.
        const begun = await Promise.all(plans.map((plan) => this.#begin(plan)));
        const opened = [];
        begun.forEach((one) => {
            if ("effects" in one)
                opened.push(one);
            else
                outcomes.set(one.item, one.outcome);
        });
        const valid = opened.length + outcomes.size === plans.length && !lostOne(plans, opened);
        const closed = await this.#finish(opened, valid ? plans : undefined);
        for (const [item, outcome] of closed)
            outcomes.set(item, outcome);
        return items.flatMap((item) => outcomes.get(item) ?? []);
    }
    /** Moves base and closes what was opened. */
    async #finish(opened, ready) {
        const items = opened.map(({ item }) => item);
        let plans = ready?.filter((plan) => items.includes(plan.item)) ?? (await this.#plan(items));
        let failure;
        try {
            for (let attempt = 1; !(await this.#move(plans, attempt > 1)); attempt += 1) {
                if (attempt === attempts)
                    throw keepsMoving(this.#target);
                await this.#reload(items);
                plans = await this.#plan(items);
            }
        }
        catch (error) {
            failure = (0,engine_failure/* asCoppiceError */.e)(error, "MERGE_FAILED", `move ${this.#target.branch}`);
        }
        const outcomes = new Map();
        const close = async ({ item, effects }) => {
            const plan = plans.find((one) => one.item === item);
            if (plan !== undefined)
                outcomes.set(item, await this.#close(plan, effects, failure));
        };
        // Where only an entry is left to write, all at once; removing is work of git's, one worktree after the other.
        await Promise.all(opened.filter(({ item }) => item.kept !== null).map(close));
        for (const one of opened)
            if (one.item.kept === null)
                await close(one);
        return outcomes;
    }
    /** @returns false when base was elsewhere by then and everything has to be computed again */
    async #move(plans, again) {
        const tip = lastMade(plans);
        if (tip === undefined)
            return true;
        const made = plans.filter(isMade);
        const [only] = made;
        const { branch } = this.#target;
        if (this.#verify !== undefined && only !== undefined) {
            await (0,verify/* verify */.MX)(this.#engine, only.item.wish.record, branch, tip, this.#verify);
        }
        // Since base was looked at, its files had time to change.
        if (this.#verify !== undefined || again)
            await checkEdits(this.#engine, this.#target, tip);
        const what = made.length === 1 ? (only?.item.wish.record.branch ?? "") : `${made.length} branches`;
        if ((await moveBase(this.#engine, this.#target, tip, `coppice: merge ${what}`)) === "stale")
            return false;
        for (const { item } of made) {
            for (const oid of this.#graph.commitsOf(item.wish.head))
                this.#landed.add(oid);
        }
        this.#target = { ...this.#target, local: tip, tip };
        this.#moved = true;
        return true;
    }
    #plan(items) {
        const { tip } = this.#target;
        const request = {
            engine: this.#engine,
            maker: this.#maker,
            graph: this.#graph,
            tip,
            landed: this.#landed,
        };
        return planMerges(request, items);
    }
    async #reload(items) {
        const { branch } = this.#target;
        this.#target = await (0,merge_target/* readTarget */._E)(this.#engine, branch, { fetch: false });
        if (this.#target.diverged) {
            throw new errors/* CoppiceError */.uS("BASE_DIVERGED", `${branch} and its upstream have both moved.`, {
                details: { base: branch },
            });
        }
        const heads = items.map(({ wish }) => wish.head);
        this.#graph = await (0,merge_graph/* readAhead */.E)(this.#engine.repo, heads, this.#target.tip);
        this.#landed = new Set();
    }
    /** Opens an item's merge, or tells why there is none. */
    async #begin(plan) {
        const { item } = plan;
        const outcome = await this.#nothingToDo(plan);
        if (outcome !== undefined)
            return { item, outcome };
        try {
            return { item, effects: await item.open() };
        }
        catch (error) {
            return { item, outcome: await this.#refuse(item, error) };
        }
    }
    /** The outcome of an item for which no entry is written. */
    async #nothingToDo(plan) {
        if ("error" in plan)
            return this.#refuse(plan.item, plan.error);
        const { kind } = plan.computed;
        const { item } = plan;
        if (kind === "made" || item.finishes)
            return undefined;
        // What was squashed into base conflicts with itself once base has moved on.
        const landing = kind === "conflict"
            ? await (0,landed/* landingIn */.R)(this.#engine, item.wish.target, plan.onto, item.wish.head)
            : undefined;
        if (kind === "conflict" && landing === undefined)
            return undefined;
        await item.giveUp();
        return alreadyMerged(item.session, this.#target, landing ?? (kind === "contained" ? kind : "empty"));
    }
    async #refuse(item, error) {
        await item.giveUp();
        return refused(item.session, this.#target, (0,engine_failure/* asCoppiceError */.e)(error, "MERGE_FAILED", "begin the merge"));
    }
    async #close(plan, effects, failure) {
        const { session, wish, kept } = plan.item;
        let landedAs;
        const mergeBranch = async () => {
            landedAs = await this.#completion(plan, failure);
            return landedAs;
        };
        const about = { branch: wish.record.branch, target: wish.target };
        let problem = null;
        try {
            await session.run(effects, {
                resolveConflict: async () => { },
                mergeBranch,
                // The files are in the ERROR entry; nothing else is kept of a conflict.
                captureConflicts: async () => { },
                ...(0,removal/* removalRunners */.S)(session, { force: 0, expected: wish.head }),
            });
        }
        catch (error) {
            problem = (0,engine_failure/* asCoppiceError */.e)(error, "MERGE_FAILED", "merge the branch");
            if (landedAs === undefined) {
                const status = session.record.status === "conflict" ? "conflict" : "failed";
                return { status, ...about, record: session.record, error: problem };
            }
        }
        const computed = "computed" in plan && plan.computed.kind === "made" ? plan.computed : undefined;
        if (computed !== undefined)
            this.#tell(plan.item, computed);
        if (kept !== null && kept !== merge_outcome/* asAsked */.N) {
            this.#engine.report.warn(`${wish.record.branch} and its worktree are kept: ${kept}`);
        }
        const removed = session.record.status === "removed";
        const left = removed ? await (0,refs/* readRef */.sg)(this.#engine.repo, (0,ids/* branchRef */.Mi)(wish.record.branch)) : undefined;
        return {
            status: "merged",
            ...about,
            record: session.record,
            strategy: wish.strategy,
            mergeOid: computed?.oid ?? null,
            dropped: computed?.dropped ?? [],
            removed,
            branchStays: left !== undefined,
            kept,
            problem,
        };
    }
    /** What the closing entry says; throws what it has to say instead. */
    async #completion(plan, failure) {
        const { wish } = plan.item;
        if ("error" in plan)
            throw plan.error;
        const { computed, onto } = plan;
        if (computed.kind === "conflict") {
            const { record, head, target } = wish;
            throw await conflictError(this.#engine, { branch: record.branch, head, target, tip: onto }, computed.merge);
        }
        if (computed.kind !== "made")
            return { sha: wish.head };
        if (failure !== undefined)
            throw failure;
        return { sha: wish.head, mergeOid: computed.oid, targetOid: onto };
    }
    #tell({ wish }, { dropped, joined }) {
        const { report } = this.#engine;
        const { branch } = wish.record;
        if (dropped.length > 0) {
            const names = dropped.map((oid) => oid.slice(0, 12)).join(", ");
            report.warn(`${branch}: left out what ${wish.target} has already: ${names}`);
        }
        if (joined.length > 0) {
            report.warn(`${branch}: ${joined.length} commits landed as one, because one of them conflicts alone`);
        }
    }
}
/** Whether a merge on which later ones build was not opened. */
const lostOne = (plans, opened) => plans.some((plan) => isMade(plan) && !opened.some(({ item }) => item === plan.item));
function refused(session, target, error) {
    const { record } = session;
    return { status: "refused", branch: record.branch, record, target: target.branch, error };
}
/** The outcome of a branch that has nothing for base. */
function alreadyMerged(session, target, how) {
    const { record } = session;
    const what = how === "contained" ? "all its commits" : `all its changes, ${otherCommits(how)}`;
    const error = new errors/* CoppiceError */.uS("INVALID_STATE", `${record.branch} has nothing to merge: ${target.branch} has ${what}.`, {
        details: {
            branch: record.branch,
            base: target.branch,
            state: record.status,
            ...(typeof how === "string" ? {} : { reason: how.evidence }),
        },
        suggestedAction: `Commit something first, or coppice remove ${record.branch}.`,
    });
    return { status: "already-merged", branch: record.branch, target: target.branch, record, error };
}
function otherCommits(how) {
    if (how === "empty" || how.mergeOid === undefined)
        return "under other commits";
    const commit = how.mergeOid.slice(0, 12);
    return how.evidence === "patch-id" ? `squashed as ${commit}` : `commit by commit up to ${commit}`;
}
const keepsMoving = (target) => new errors/* CoppiceError */.uS("MERGE_FAILED", `${target.branch} kept moving while the merge was computed.`, {
    details: { base: target.branch },
});


/***/ }),

/***/ 4166:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   M: () => (/* binding */ errorOf),
/* harmony export */   N: () => (/* binding */ asAsked)
/* harmony export */ });
/** Why a worktree stays when the person wanted it so; it needs no telling. */
const asAsked = "as asked";
/** The error of an outcome, for exit codes and messages; undefined: all went well. */
function errorOf(outcome) {
    return outcome.status === "merged" ? (outcome.problem ?? undefined) : outcome.error;
}


/***/ }),

/***/ 8013:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   En: () => (/* binding */ keepReason),
/* harmony export */   XT: () => (/* binding */ resolutionsOf),
/* harmony export */   iA: () => (/* binding */ prepare),
/* harmony export */   wI: () => (/* binding */ lookAtAll)
/* harmony export */ });
/* unused harmony export mergeFacts */
/* harmony import */ var _git_status_many_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2710);
/* harmony import */ var _lifecycle_decide_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6948);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1740);
/* harmony import */ var _lifecycle_events_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3970);
/* harmony import */ var _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(333);
/* harmony import */ var _commit_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5498);
/* harmony import */ var _facts_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(3984);
/* harmony import */ var _failure_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(481);
/* harmony import */ var _interpret_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(6018);
/* harmony import */ var _merge_land_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(1376);
/* harmony import */ var _merge_outcome_js__WEBPACK_IMPORTED_MODULE_14__ = __webpack_require__(4166);
/* harmony import */ var _observe_js__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(6959);
/* harmony import */ var _place_js__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(8916);
/* harmony import */ var _removal_facts_js__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(5749);
/* harmony import */ var _session_js__WEBPACK_IMPORTED_MODULE_13__ = __webpack_require__(2494);















/** Looks at worktrees, journals what is new, and commits what is uncommitted where that is wanted. */
async function lookAtAll(engine, sessions, target, options) {
    const places = sessions.map((session) => {
        const located = (0,_place_js__WEBPACK_IMPORTED_MODULE_11__/* .locate */ .x5)(engine, session.id);
        const { path, gitDir } = located ?? {};
        return located?.state === "intact" && path !== undefined && gitDir !== undefined
            ? { path, gitDir }
            : undefined;
    });
    const targets = places.filter((place) => place !== undefined);
    const statuses = await (0,_git_status_many_js__WEBPACK_IMPORTED_MODULE_0__/* .statusMany */ .c)(engine.repo, targets, { signal: engine.signal });
    const known = new Map(targets.map((place, index) => [place, statuses[index]]));
    return Promise.all(sessions.map((session, index) => {
        const place = places[index];
        const status = place === undefined ? undefined : known.get(place);
        // What failed is read again by itself, and then told.
        return look(session, target, options, status instanceof _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CoppiceError */ .uS ? undefined : status);
    }));
}
async function look(session, target, options, known) {
    const { engine } = session;
    try {
        // Without the worktree nobody can tell what is uncommitted in it.
        if (session.record.owner !== null && session.record.type === "worktree")
            (0,_place_js__WEBPACK_IMPORTED_MODULE_11__/* .present */ .Eb)(engine, session.record);
        let facts = await (0,_facts_js__WEBPACK_IMPORTED_MODULE_6__/* .worktreeFacts */ .Hc)(engine, session.record, known);
        const { branch } = session.record;
        await (0,_observe_js__WEBPACK_IMPORTED_MODULE_10__/* .journalObservation */ .AY)(session, facts.status);
        if (session.record.branch !== branch)
            facts = await (0,_facts_js__WEBPACK_IMPORTED_MODULE_6__/* .worktreeFacts */ .Hc)(engine, session.record);
        if (session.record.owner !== null)
            (0,_commit_js__WEBPACK_IMPORTED_MODULE_5__/* .refuseOtherBranch */ .zH)(session.record, facts);
        if (session.record.status !== "dirty" || !options.autoCommit)
            return { session, facts, commit: undefined };
        return await commitFirst(session, facts);
    }
    catch (error) {
        if (engine.signal.aborted)
            throw error;
        const failure = (0,_failure_js__WEBPACK_IMPORTED_MODULE_7__/* .asCoppiceError */ .e)(error, "MERGE_FAILED", "look at the worktree");
        const { record } = session;
        if (record.status === "error" && record.lastError?.operation === "commit") {
            return {
                outcome: { status: "failed", branch: record.branch, target: target.branch, record, error: failure },
            };
        }
        return { outcome: (0,_merge_land_js__WEBPACK_IMPORTED_MODULE_9__/* .refused */ .J5)(session, target, failure) };
    }
}
async function commitFirst(session, seen) {
    const { engine, record } = session;
    const message = record.title ?? record.task?.title ?? `Work on ${record.branch}`;
    const { op, effects } = await (0,_commit_js__WEBPACK_IMPORTED_MODULE_5__/* .openCommit */ .Cg)(session, seen, { message });
    try {
        const { sha } = await (0,_interpret_js__WEBPACK_IMPORTED_MODULE_8__/* .runEffects */ .U)(effects, { commitChanges: (0,_commit_js__WEBPACK_IMPORTED_MODULE_5__/* .commitRunner */ .Yy)(session) }, engine.signal);
        return { session, facts: await (0,_facts_js__WEBPACK_IMPORTED_MODULE_6__/* .worktreeFacts */ .Hc)(engine, session.record), commit: { op, sha } };
    }
    catch (error) {
        throw await session.fail(error);
    }
}
/** Decides, without an entry yet, whether a branch may be merged. */
async function prepare(seen, target, graph, options) {
    const { session, commit } = seen;
    const { record, engine } = session;
    const kept = keepReason(record, seen.facts.facts, options.keep);
    const own = kept === null ? await (0,_removal_facts_js__WEBPACK_IMPORTED_MODULE_12__/* .factsBeforeRemoval */ .B)(engine, seen.facts) : seen.facts.facts;
    const facts = mergeFacts(own, record, target, graph);
    const head = facts.headOid;
    const giveUp = async () => {
        if (commit === undefined)
            return;
        const sha = commit.sha === undefined ? {} : { sha: commit.sha };
        await session.run([{ type: "commitChanges", message: "", author: null }], {
            commitChanges: async () => sha,
        });
    };
    const event = mergeEvent(target, options, head, commit?.op ?? (0,_session_js__WEBPACK_IMPORTED_MODULE_13__/* .newOp */ .I)(), kept !== null);
    if (event === undefined || !accepts(session, event, facts)) {
        const merged = event !== undefined && facts.ahead === 0 && accepts(session, event, { ...facts, ahead: 1 });
        const error = merged ? undefined : await refusalOf(session, event, facts, target);
        await giveUp();
        return {
            outcome: error === undefined ? (0,_merge_land_js__WEBPACK_IMPORTED_MODULE_9__/* .alreadyMerged */ .To)(session, target, "contained") : (0,_merge_land_js__WEBPACK_IMPORTED_MODULE_9__/* .refused */ .J5)(session, target, error),
        };
    }
    return {
        session,
        wish: {
            record,
            head: event.headOid,
            target: target.branch,
            strategy: options.strategy,
            resolutions: resolutionsOf(session),
        },
        kept,
        finishes: false,
        open: () => session.open(event, facts),
        giveUp,
    };
}
/** The facts that canMerge asks for. */
function mergeFacts(facts, record, target, graph) {
    const { headOid } = facts;
    return {
        ...facts,
        // No clone holds a directory: there is nothing that could be unclean.
        ...(record.owner === null
            ? { uncommitted: { files: [], total: 0 }, unmerged: [], operationHere: null }
            : {}),
        ...(headOid === undefined ? {} : { ahead: graph.commitsOf(headOid).length }),
        operationAtBase: target.operation,
        baseCheckouts: target.checkouts.length,
        baseDiverged: target.diverged,
    };
}
/** Why worktree and branch stay after the merge; null: they go. */
function keepReason(record, facts, wanted) {
    if (wanted)
        return _merge_outcome_js__WEBPACK_IMPORTED_MODULE_14__/* .asAsked */ .N;
    if (facts.insideDirectory === true)
        return "the command runs inside it";
    // First: a lease holds git's lock as well.
    if (facts.liveLease)
        return `it is in use by ${facts.liveLease.holder}`;
    if (record.lock !== null || facts.gitLock)
        return "it is locked";
    return facts.owner === false ? "another clone holds it" : null;
}
/** Tips that resolved conflicts of this record left, as its journal tells. */
const resolutionsOf = ({ journal }) => journal.entries.flatMap(({ entry, superseded }) => entry.event.type === "RESOLVE_CONFLICT" && !superseded ? [entry.event.headOid] : []);
function mergeEvent(target, { strategy }, headOid, op, keep) {
    if (headOid === undefined)
        return undefined;
    return { type: "MERGE", op, target: target.branch, strategy, headOid, ...(keep ? { keep } : {}) };
}
function accepts(session, event, facts) {
    const { engine, id, record } = session;
    const at = _lifecycle_ids_js__WEBPACK_IMPORTED_MODULE_4__/* .timestampSchema */ .yo.parse(new Date(engine.now()).toISOString());
    return ((0,_lifecycle_decide_js__WEBPACK_IMPORTED_MODULE_1__/* .decide */ .L)(id, record, { at, by: engine.actor, event: _lifecycle_events_js__WEBPACK_IMPORTED_MODULE_3__/* .eventSchema */ .G4.parse(event) }, facts).kind === "accepted");
}
/** The refusal in the session's words, which speak of an interruption that was found, too. */
async function refusalOf(session, event, facts, target) {
    if (event === undefined) {
        const { branch } = session.record;
        return (0,_failure_js__WEBPACK_IMPORTED_MODULE_7__/* .asCoppiceError */ .e)(new Error(`the branch ${branch} does not exist in this clone`), "MERGE_FAILED", `merge into ${target.branch}`);
    }
    try {
        await session.open(event, facts);
        return undefined;
    }
    catch (error) {
        return (0,_failure_js__WEBPACK_IMPORTED_MODULE_7__/* .asCoppiceError */ .e)(error, "MERGE_FAILED", "begin the merge");
    }
}


/***/ }),

/***/ 8472:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  Nh: () => (/* reexport */ merge_outcome/* asAsked */.N),
  Mz: () => (/* reexport */ merge_outcome/* errorOf */.M),
  F_: () => (/* binding */ landSessions),
  h1: () => (/* binding */ merge)
});

// EXTERNAL MODULE: ./build/lifecycle/errors.js
var errors = __webpack_require__(1740);
// EXTERNAL MODULE: ./build/lifecycle/ids.js
var ids = __webpack_require__(333);
// EXTERNAL MODULE: ./build/engine/failure.js
var engine_failure = __webpack_require__(481);
// EXTERNAL MODULE: ./build/engine/find.js
var engine_find = __webpack_require__(1996);
// EXTERNAL MODULE: ./build/engine/merge-graph.js
var merge_graph = __webpack_require__(7510);
// EXTERNAL MODULE: ./build/engine/merge-land.js + 7 modules
var merge_land = __webpack_require__(1376);
// EXTERNAL MODULE: ./build/engine/merge-prepare.js
var merge_prepare = __webpack_require__(8013);
;// CONCATENATED MODULE: ./build/engine/merge-push.js

const pushTimeoutMs = 300_000;
/**
 * Pushes base, if it over there still is where this clone last saw it. The person's pre-push hook runs.
 * @returns what went wrong; base stays moved here
 */
async function pushBase(engine, target, tip) {
    const { upstream, branch } = target;
    if (upstream === undefined) {
        return new errors/* CoppiceError */.uS("PUSH_REJECTED", `${branch} was merged here but not pushed: it has no remote.`, {
            details: { base: branch },
            suggestedAction: `Give it one: git push --set-upstream <remote> ${branch}.`,
        });
    }
    engine.report.step(`pushing ${branch} to ${upstream.remote}`);
    const { code, stderr } = await engine.repo.git.run(engine.repo.worktree ?? engine.repo.commonDir, [
        "push",
        "--porcelain",
        "--no-follow-tags",
        "--recurse-submodules=no",
        // An empty value: the ref must not exist yet.
        `--force-with-lease=${upstream.ref}:${upstream.oid ?? ""}`,
        "--end-of-options",
        upstream.remote,
        `${tip}:${upstream.ref}`,
    ], {
        codes: "any",
        hooks: true,
        timeoutMs: pushTimeoutMs,
        signal: engine.signal,
        env: { COPPICE_PUSH: "merge" },
        onStderr: (chunk) => engine.report.output(chunk),
    });
    if (code === 0)
        return undefined;
    return new errors/* CoppiceError */.uS("PUSH_REJECTED", `${branch} was merged here, but ${upstream.remote} did not take it.`, {
        details: {
            base: branch,
            exitCode: code,
            output: stderr.slice(-16_384),
            ...(upstream.oid === undefined ? {} : { expectedOid: upstream.oid }),
        },
        suggestedAction: `Look at what changed there (git fetch ${upstream.remote}), then push ${branch} yourself.`,
    });
}

// EXTERNAL MODULE: ./build/engine/merge-target.js
var merge_target = __webpack_require__(8093);
// EXTERNAL MODULE: ./build/engine/protocol.js
var protocol = __webpack_require__(9863);
// EXTERNAL MODULE: ./build/engine/verify.js
var verify = __webpack_require__(5866);
// EXTERNAL MODULE: ./build/engine/merge-outcome.js
var merge_outcome = __webpack_require__(4166);
;// CONCATENATED MODULE: ./build/engine/merge.js












/**
 * Merges worktrees into their base, one after the other; one conflict does not stop the next. Base's worktree, where
 * it has one, moves with it and keeps its edits; merged worktrees are removed unless something keeps them.
 * @param names none: the worktree that the command runs in
 * @returns one outcome for each name, in their order
 * @throws UNTRUSTED (the verify command), INTERRUPTED; what concerns one worktree is its outcome
 */
async function merge(engine, names, options = {}) {
    const into = options.into === undefined ? undefined : branchNamed(options.into);
    const asked = await findAll(engine, names);
    const outcomes = new Map();
    for (const group of groupsOf(asked, into, outcomes)) {
        const landed = await mergeInto(engine, group, options);
        group.asked.forEach((one, index) => {
            const outcome = landed[index];
            if (outcome !== undefined)
                outcomes.set(one, outcome);
        });
    }
    return asked.flatMap((one) => outcomes.get(one) ?? []);
}
async function findAll(engine, names) {
    const records = await engine.journal.records();
    const find = async (name) => {
        try {
            const direct = name === undefined ? undefined : (0,engine_find/* recordOfBranch */.Pn)(records.values(), name);
            const found = direct ?? (await (0,engine_find/* findRecord */.Tq)(engine, name));
            return { name: found.branch, found };
        }
        catch (error) {
            return { name: name ?? "", found: (0,engine_failure/* asCoppiceError */.e)(error, "NO_WORKTREE", "find the worktree") };
        }
    };
    const all = await Promise.all(names.length === 0 ? [find(undefined)] : names.map(find));
    const seen = new Set();
    return all.filter(({ found }) => {
        if (found instanceof errors/* CoppiceError */.uS)
            return true;
        return seen.has(found.id) ? false : seen.add(found.id);
    });
}
/** Neighbours with one target form a group, so that the order of the names is that of the merges. */
function groupsOf(asked, into, outcomes) {
    const groups = [];
    for (const one of asked) {
        const { found } = one;
        const target = found instanceof errors/* CoppiceError */.uS ? null : (into ?? found.base);
        if (found instanceof errors/* CoppiceError */.uS || target === null || target === found.branch) {
            const error = found instanceof errors/* CoppiceError */.uS ? found : noTarget(found);
            const record = found instanceof errors/* CoppiceError */.uS ? null : found;
            outcomes.set(one, { status: "refused", branch: one.name, record, target, error });
            continue;
        }
        const last = groups.at(-1);
        if (last?.target === target) {
            last.asked.push(one);
            last.records.push(found);
        }
        else
            groups.push({ target, asked: [one], records: [found] });
    }
    return groups;
}
async function mergeInto(engine, group, options) {
    let target;
    try {
        target = await (0,merge_target/* readTarget */._E)(engine, group.target, { fetch: engine.config.merge.fetch });
    }
    catch (error) {
        if (engine.signal.aborted)
            throw error;
        const failure = (0,engine_failure/* asCoppiceError */.e)(error, "MERGE_FAILED", `read ${group.target}`);
        return group.records.map((record) => refusedBefore(record, group.target, failure));
    }
    const verifying = await (0,verify/* verifyCommand */.p0)(engine, options.verify !== false, target.tip);
    const { merge: config } = engine.config;
    const wish = {
        strategy: options.strategy ?? config.strategy,
        keep: options.keep ?? config.keep,
        autoCommit: options.autoCommit ?? config.autoCommit,
    };
    const outcomes = await withSessions(engine, group.records, target, async (sessions) => {
        const { landing, outcomes: landed } = await landSessions(engine, sessions, target, wish, verifying);
        return options.push === true && landing.moved ? pushed(engine, landing, target, landed) : landed;
    });
    return group.records.flatMap((record) => outcomes.get(record.id) ?? []);
}
/** Merges the records of some sessions; their locks are held. */
async function landSessions(engine, sessions, target, wish, verifying) {
    const outcomes = new Map();
    const looks = await (0,merge_prepare/* lookAtAll */.wI)(engine, sessions, target, wish);
    const seen = [];
    looks.forEach((one, index) => {
        const id = sessions[index]?.id;
        if (!("outcome" in one))
            seen.push(one);
        else if (id !== undefined)
            outcomes.set(id, one.outcome);
    });
    const heads = seen.flatMap(({ facts }) => facts.facts.headOid ?? []);
    const graph = await (0,merge_graph/* readAhead */.E)(engine.repo, heads, target.tip);
    const items = [];
    for (const one of seen) {
        const item = await (0,merge_prepare/* prepare */.iA)(one, target, graph, wish);
        if ("outcome" in item)
            outcomes.set(one.session.id, item.outcome);
        else
            items.push(item);
    }
    const landing = new merge_land/* Landing */.aw(engine, target, graph, verifying);
    const landed = await landing.land(items);
    items.forEach((item, index) => {
        const outcome = landed[index];
        if (outcome !== undefined)
            outcomes.set(item.session.id, outcome);
    });
    return { landing, outcomes };
}
/** Takes the records' locks one inside the other. Who works on one of them already keeps only that one from merging. */
async function withSessions(engine, records, target, work) {
    const busy = new Map();
    const enter = async (index, sessions) => {
        const record = records[index];
        if (record === undefined)
            return sessions.length === 0 ? new Map() : work(sessions);
        let entered = false;
        try {
            return await (0,protocol/* withRecord */.q8)(engine, record.id, "merge", (session) => {
                entered = true;
                return enter(index + 1, [...sessions, session]);
            });
        }
        catch (error) {
            if (entered || engine.signal.aborted)
                throw error;
            busy.set(record.id, refusedBefore(record, target.branch, (0,engine_failure/* asCoppiceError */.e)(error, "MERGE_FAILED", "merge")));
            return enter(index + 1, sessions);
        }
    };
    const outcomes = await enter(0, []);
    return new Map([...busy, ...outcomes]);
}
async function pushed(engine, landing, before, outcomes) {
    const problem = await pushBase(engine, before, landing.target.tip);
    if (problem === undefined)
        return outcomes;
    return new Map([...outcomes].map(([id, outcome]) => [
        id,
        outcome.status === "merged" ? { ...outcome, problem: outcome.problem ?? problem } : outcome,
    ]));
}
function branchNamed(name) {
    const parsed = ids/* branchNameSchema */.BS.safeParse(name.replace(/^refs\/heads\//, ""));
    if (parsed.success)
        return parsed.data;
    throw new errors/* CoppiceError */.uS("INVALID_BRANCH_NAME", `${JSON.stringify(name)} is no valid branch name.`);
}
const refusedBefore = (record, target, error) => ({
    status: "refused",
    branch: record.branch,
    record,
    target,
    error,
});
const noTarget = (record) => new errors/* CoppiceError */.uS("INVALID_STATE", record.type === "home"
    ? "The home workspace is never merged."
    : `${record.branch} cannot be merged into itself.`, { details: { branch: record.branch }, suggestedAction: "Name another branch with --into." });


/***/ }),

/***/ 1968:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Yu: () => (/* binding */ recordTrailerKey),
/* harmony export */   jX: () => (/* binding */ withTrailers),
/* harmony export */   mu: () => (/* binding */ recordTrailers),
/* harmony export */   ty: () => (/* binding */ trailerOf),
/* harmony export */   ws: () => (/* binding */ mergeMessage)
/* harmony export */ });
/* unused harmony export subjectOf */
/** The message of the commit that lands on base, trailers included. Ends in one line feed. */
function mergeMessage(input) {
    const text = input.template === undefined ? defaultMessage(input) : fillTemplate(input.template, input);
    const coAuthors = input.coAuthors.map((person) => ["Co-authored-by", person]);
    return withTrailers(text, [...coAuthors, ...recordTrailers(input.id, input.task)]);
}
/** The trailers that every landed commit carries: whose worktree it was, and for which task. */
function recordTrailers(id, task) {
    const own = [[recordTrailerKey, id]];
    if (task !== null && oneLine(task) !== "")
        own.push(["Task", oneLine(task)]);
    return own;
}
/** Names the record that a commit on base came from. */
const recordTrailerKey = "Coppice-Worktree";
function defaultMessage(input) {
    const title = oneLine(input.title ?? "");
    if (input.strategy === "merge") {
        return paragraphs(`Merge ${input.branch} into ${input.target}`, title);
    }
    const [only, ...more] = input.commits;
    if (only !== undefined && more.length === 0)
        return only;
    const subjects = input.commits.map((message) => `* ${subjectOf(message)}`).join("\n");
    return paragraphs(title === "" ? `Squash ${input.branch} into ${input.target}` : title, subjects);
}
function fillTemplate(template, input) {
    const values = {
        branch: input.branch,
        base: input.target,
        task: oneLine(input.task ?? ""),
        title: oneLine(input.title ?? ""),
    };
    // One pass: a title that holds "{branch}" stays as it is.
    const filled = template.replace(/\{([a-z]+)\}/gi, (whole, name) => values[name] ?? whole);
    return filled.trim() === "" ? defaultMessage({ ...input, template: undefined }) : filled;
}
/**
 * Adds trailers to a message so that `git interpret-trailers --parse` finds them: into its last paragraph where
 * that is one of trailers already, else as a paragraph of their own. One that stands there already is not repeated.
 */
function withTrailers(message, trailers) {
    const body = tidy(message);
    const block = trailerBlock(body);
    const missing = trailers.map(([key, value]) => `${key}: ${value}`).filter((line) => !block.includes(line));
    if (missing.length === 0)
        return `${body}\n`;
    return `${body}${block.length > 0 ? "\n" : "\n\n"}${missing.join("\n")}\n`;
}
/** The value of a trailer in a message's trailer paragraph; undefined when it has none. */
function trailerOf(message, key) {
    const prefix = `${key.toLowerCase()}:`;
    const line = trailerBlock(tidy(message)).find((text) => text.toLowerCase().startsWith(prefix));
    return line?.slice(prefix.length).trim();
}
/** A message's first paragraph on one line. */
function subjectOf(message) {
    return oneLine(tidy(message).split("\n\n")[0] ?? "");
}
/**
 * The lines of the last paragraph when git would read it as trailers, else none: all lines are trailers, or one is
 * git's own and at least a quarter are. The first paragraph is the subject, never trailers. (git's trailer.c)
 */
function trailerBlock(body) {
    const start = body.lastIndexOf("\n\n");
    if (start < 0)
        return [];
    const lines = body.slice(start + 2).split("\n");
    let trailers = 0;
    let others = 0;
    let own = false;
    let continues = false;
    for (const line of lines) {
        const ownLine = /^(?:Signed-off-by: |\(cherry picked from commit )/.test(line);
        own ||= ownLine;
        if (ownLine || /^[A-Za-z0-9-]+[ \t]*:/.test(line)) {
            trailers += 1;
            continues = true;
        }
        else if (!(continues && /^[ \t]/.test(line))) {
            others += 1;
            continues = false;
        }
    }
    const isBlock = (trailers > 0 && others === 0) || (own && trailers * 3 >= others);
    return isBlock ? lines : [];
}
/** White space as git cleans it: no trailing blanks, no blank lines at the ends, never two in a row. */
function tidy(message) {
    return message
        .replaceAll("\r\n", "\n")
        .replace(/[ \t]+$/gm, "")
        .replace(/^\n+|\n+$/g, "")
        .replace(/\n{3,}/g, "\n\n");
}
const oneLine = (text) => text.replace(/\s+/g, " ").trim();
const paragraphs = (...texts) => texts.filter((text) => text !== "").join("\n\n");


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


/***/ })

};
