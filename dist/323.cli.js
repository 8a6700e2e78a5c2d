export const id = 323;
export const ids = [323];
export const modules = {

/***/ 4323:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   run: () => (/* binding */ run)
/* harmony export */ });
/* harmony import */ var zod_mini__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5395);
/* harmony import */ var _engine_commit_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5498);
/* harmony import */ var _failure_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8919);
/* harmony import */ var _flags_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6222);
/* harmony import */ var _render_visible_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(892);
/* harmony import */ var _render_words_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(739);
/* harmony import */ var _worktree_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(456);







const flags = zod_mini__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ message: zod_mini__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(), author: _flags_js__WEBPACK_IMPORTED_MODULE_2__/* .textFlag */ .gx });
/** Commits everything that changed in a worktree. */
const run = (cli, args, options) => {
    const { message, author } = (0,_flags_js__WEBPACK_IMPORTED_MODULE_2__/* .readFlags */ .uW)(flags, options);
    checkWords(message, author);
    return cli.engine(async (engine) => {
        const { record, sha } = await (0,_engine_commit_js__WEBPACK_IMPORTED_MODULE_0__/* .commit */ .cd)(engine, args[0], {
            message,
            ...(author === undefined ? {} : { author }),
        });
        if (cli.globals.json)
            cli.json({ ...(0,_worktree_js__WEBPACK_IMPORTED_MODULE_5__/* .withPath */ .i)(engine, record), sha });
        else
            cli.say(`committed ${(0,_render_visible_js__WEBPACK_IMPORTED_MODULE_3__/* .visible */ .RK)(record.branch)} ${(0,_render_words_js__WEBPACK_IMPORTED_MODULE_6__/* .short */ .h0)(sha)}  ${(0,_render_visible_js__WEBPACK_IMPORTED_MODULE_3__/* .visible */ .RK)(message.split("\n")[0] ?? "")}`);
        return 0;
    });
};
const longestMessage = 65_536;
/** What git would refuse after the commit was begun, or do something else with: it looks an author's name up. */
function checkWords(message, author) {
    if (message.trim() === "") {
        throw new _failure_js__WEBPACK_IMPORTED_MODULE_1__/* .UsageError */ .eb("the commit message is empty", "Say with --message what was done.");
    }
    if (Buffer.byteLength(message) > longestMessage) {
        throw new _failure_js__WEBPACK_IMPORTED_MODULE_1__/* .UsageError */ .eb("the commit message is longer than 64 KiB", "Put what is so long into a file.");
    }
    if (author !== undefined && !/^[^<>\n]*<[^<>\n]*>\s*$/.test(author)) {
        throw new _failure_js__WEBPACK_IMPORTED_MODULE_1__/* .UsageError */ .eb("the author is not written as 'Name <address>'", "Give both, in quotes.");
    }
}


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

/***/ 456:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   i: () => (/* binding */ withPath),
/* harmony export */   q: () => (/* binding */ tell)
/* harmony export */ });
/** The record and this clone's directory of it: what `--json` prints after a command on one worktree. */
function withPath(engine, record) {
    const gone = record.status === "removed";
    return { ...record, path: gone ? null : (engine.local.place(record.id)?.path ?? null) };
}
/** Prints the record as JSON, or one line for a person. */
function tell(cli, engine, record, line) {
    if (cli.globals.json)
        cli.json(withPath(engine, record));
    else
        cli.say(line);
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

/***/ 1734:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   DJ: () => (/* binding */ objectWriter),
/* harmony export */   nl: () => (/* binding */ ObjectWriter)
/* harmony export */ });
/* unused harmony export hashObject */
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var node_zlib__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8522);
/* harmony import */ var _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1740);
/* harmony import */ var _lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(9600);
/* harmony import */ var _object_format_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5306);
/* harmony import */ var _oid_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(7635);








/** The id that an object has, without writing it. */
function hashObject(type, data, format) {
    return (0,_oid_js__WEBPACK_IMPORTED_MODULE_7__/* .parseOid */ .Se)((0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)(format).update(`${type} ${data.length}\0`).update(data).digest("hex"));
}
/**
 * Writes objects as loose files, the way git does: a temporary file, then its final name, so that a reader never
 * sees half of one. A commit costs a fraction of a millisecond instead of a process; for so little, waiting for
 * another thread would take longer than the work, so it is done at once.
 */
class ObjectWriter {
    #objects;
    #format;
    #shared;
    /**
     * @param objects - the `objects` directory
     * @param shared - `core.sharedRepository`, when others write there, too
     */
    constructor(objects, format, shared) {
        this.#objects = objects;
        this.#format = format;
        this.#shared = shared;
    }
    /** Writes an object and returns its id. One that stands there as a loose file already is left alone. */
    async write(type, data, options = {}) {
        const oid = hashObject(type, data, this.#format);
        const folder = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(this.#objects, oid.slice(0, 2));
        const file = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(folder, oid.slice(2));
        try {
            if ((0,node_fs__WEBPACK_IMPORTED_MODULE_1__.existsSync)(file))
                return oid;
            if ((0,node_fs__WEBPACK_IMPORTED_MODULE_1__.mkdirSync)(folder, { recursive: true }) !== undefined)
                share(folder, this.#shared);
            store(folder, file, (0,node_zlib__WEBPACK_IMPORTED_MODULE_3__.deflateSync)(Buffer.concat([header(type, data), data])), options.sync === true);
            share(file, this.#shared);
        }
        catch (error) {
            throw (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .systemError */ .Oj)(error, "write an object") ?? notWritten(type, error);
        }
        return oid;
    }
    commit(draft, options = {}) {
        return this.write("commit", (0,_object_format_js__WEBPACK_IMPORTED_MODULE_6__/* .formatCommit */ .Hs)(draft), options);
    }
    blob(data, options = {}) {
        return this.write("blob", typeof data === "string" ? Buffer.from(data, "utf8") : data, options);
    }
}
function store(folder, file, bytes, sync) {
    // git's own prefix: `git gc` clears away what a killed writer leaves under it.
    const temporary = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(folder, `tmp_obj_${(0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomBytes)(8).toString("hex")}`);
    try {
        const descriptor = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.openSync)(temporary, "wx", 0o444);
        try {
            for (let at = 0; at < bytes.length;)
                at += (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.writeSync)(descriptor, bytes, at);
            if (sync)
                (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.fsyncSync)(descriptor);
        }
        finally {
            (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.closeSync)(descriptor);
        }
        try {
            (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.linkSync)(temporary, file);
        }
        catch (error) {
            // A link never replaces an object; where the file system has none, a rename puts equal bytes over equal bytes.
            if ((0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .errnoOf */ .UQ)(error) !== "EEXIST")
                (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.renameSync)(temporary, file);
        }
    }
    finally {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.rmSync)(temporary, { force: true });
    }
}
/** A writer into the repository's own object directory. */
const objectWriter = (repo) => new ObjectWriter((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(repo.commonDir, "objects"), repo.objectFormat, repo.config.get("core.sharedRepository"));
/** Opens what we made to the group or to all, as `core.sharedRepository` wants it (see git-config(1)). */
function share(path, shared) {
    const rights = sharedRights(shared);
    if (rights === 0)
        return;
    const stat = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.statSync)(path);
    const folder = stat.isDirectory();
    // A folder can be entered by whoever may read it and keeps its group; an object is never writable.
    const added = folder ? rights | ((rights & 0o444) >> 2) | 0o2000 : rights & 0o444;
    (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.chmodSync)(path, (stat.mode & 0o7777) | added);
}
function sharedRights(shared) {
    const value = shared?.toLowerCase() ?? "umask";
    if (["group", "true", "yes", "on", "1"].includes(value))
        return 0o660;
    if (["all", "world", "everybody", "2"].includes(value))
        return 0o664;
    return /^0[0-7]{3}$/.test(value) ? Number.parseInt(value, 8) : 0;
}
const header = (type, data) => Buffer.from(`${type} ${data.length}\0`, "utf8");
const notWritten = (type, cause) => new _lifecycle_errors_js__WEBPACK_IMPORTED_MODULE_4__/* .CoppiceError */ .uS("GIT_FAILED", `The ${type} could not be written into the repository.`, {
    details: { reason: (0,_lifecycle_system_errors_js__WEBPACK_IMPORTED_MODULE_5__/* .errnoOf */ .UQ)(cause) ?? "unknown" },
    cause,
});


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


/***/ })

};
