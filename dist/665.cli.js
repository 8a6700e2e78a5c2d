export const id = 665;
export const ids = [665];
export const modules = {

/***/ 665:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  forecast: () => (/* binding */ forecast)
});

// EXTERNAL MODULE: ./build/git/merge-session.js + 2 modules
var merge_session = __webpack_require__(8933);
// EXTERNAL MODULE: ./build/lifecycle/errors.js
var errors = __webpack_require__(1740);
// EXTERNAL MODULE: ./build/engine/find.js
var find = __webpack_require__(1996);
// EXTERNAL MODULE: ./build/git/near-history.js
var near_history = __webpack_require__(5072);
// EXTERNAL MODULE: ./build/git/object-format.js
var object_format = __webpack_require__(5306);
;// CONCATENATED MODULE: ./build/engine/forecast-overlap.js


/** Compares trees with one tree, whose folders are read once. */
class TreeComparison {
    #reader;
    #root;
    #folders = new Map();
    constructor(reader, root) {
        this.#reader = reader;
        this.#root = root;
    }
    /** Renames are a deletion and an addition. */
    async changesTo(tree) {
        const paths = [];
        let [adds, deletes] = [false, false];
        const open = [
            { path: "", from: this.#root, to: tree },
        ];
        for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
            const from = pair.from === undefined ? nothing : await this.#known(pair.from);
            const to = pair.to === undefined ? nothing : await this.#read(pair.to);
            for (const name of new Set([...from.keys(), ...to.keys()])) {
                const [before, after] = [from.get(name), to.get(name)];
                if (before?.oid === after?.oid && before?.mode === after?.mode)
                    continue;
                const path = pair.path + name;
                const [wasFile, isFile] = [fileOf(before), fileOf(after)];
                if (wasFile || isFile)
                    paths.push(path);
                adds ||= isFile && !wasFile;
                deletes ||= wasFile && !isFile;
                const [below, beside] = [folderOf(before), folderOf(after)];
                if (below !== undefined || beside !== undefined)
                    open.push({ path: `${path}/`, from: below, to: beside });
            }
        }
        return { paths, adds, deletes };
    }
    async #known(oid) {
        const known = this.#folders.get(oid);
        if (known !== undefined)
            return known;
        const folder = await this.#read(oid);
        this.#folders.set(oid, folder);
        return folder;
    }
    async #read(oid) {
        const object = await this.#reader.read(oid);
        if (object?.type !== "tree") {
            throw new errors/* CoppiceError */.uS("GIT_FAILED", `The tree ${oid.slice(0, 12)} does not exist.`);
        }
        const entries = (0,object_format/* parseTree */.cZ)(object.data, oid.length === 40 ? "sha1" : "sha256");
        return new Map(entries.map((entry) => [entry.name, entry]));
    }
}
const nothing = new Map();
const folderMode = "040000";
const folderOf = (entry) => entry?.mode === folderMode ? entry.oid : undefined;
const fileOf = (entry) => entry !== undefined && entry.mode !== folderMode;
/**
 * Two commits that have one common ancestor and change no path in common, nor one below the other's, merge cleanly:
 * git takes each path from the side that changed it. What renames add to that touches paths which the other side
 * changes as well, with one exception: when one side has moved a whole folder, git moves what the other side adds there.
 * @param changes of each member against the common ancestor; undefined: not known, it may conflict with everyone
 */
function suspectsAmong(changes) {
    const owners = new Map();
    changes.forEach((change, number) => {
        for (const path of change?.paths ?? []) {
            const known = owners.get(path);
            if (known === undefined)
                owners.set(path, [number]);
            else
                known.push(number);
        }
    });
    const near = changes.map((change) => {
        const others = new Set();
        for (const path of change?.paths ?? []) {
            for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
                for (const other of owners.get(path.slice(0, end)) ?? [])
                    others.add(other);
            }
        }
        return others;
    });
    const moves = (change) => change.adds && change.deletes;
    return {
        has: (one, other) => {
            const [a, b] = [changes[one], changes[other]];
            if (a === undefined || b === undefined)
                return true;
            if ((moves(a) && b.adds) || (moves(b) && a.adds))
                return true;
            return near[one]?.has(other) === true || near[other]?.has(one) === true;
        },
    };
}

;// CONCATENATED MODULE: ./build/engine/forecast-apart.js



/**
 * Whether a branch has commits that base has not, and merges cleanly because since they parted the two have changed
 * nothing that the other has. True is certain; false: the merge has to be tried. Costs no process of its own.
 */
async function isApart(repo, base, head) {
    const history = await (0,near_history/* nearHistory */.D)(repo, base, head);
    const [parting, ...others] = history?.mergeBases ?? [];
    if (history === undefined || parting === undefined || others.length > 0 || history.behind === 0)
        return false;
    const reader = repo.objects();
    try {
        const [root, ...sides] = await Promise.all([parting, base, head].map(async (oid) => (await reader.commit(oid)).tree));
        if (root === undefined)
            return false;
        const comparison = new TreeComparison(reader, root);
        const changes = await Promise.all(sides.map((tree) => comparison.changesTo(tree)));
        return !suspectsAmong(changes).has(0, 1);
    }
    catch (error) {
        // Something is missing; what becomes of the merge then, git tells.
        if (error instanceof errors/* CoppiceError */.uS && error.code === "GIT_FAILED")
            return false;
        throw error;
    }
}

// EXTERNAL MODULE: ./build/git/oid.js
var oid = __webpack_require__(7635);
// EXTERNAL MODULE: ./build/lifecycle/ids.js
var ids = __webpack_require__(333);
// EXTERNAL MODULE: ./build/engine/merge-graph.js
var merge_graph = __webpack_require__(7510);
;// CONCATENATED MODULE: ./build/engine/forecast-branches.js




/** Groups records by base; a branch with several records counts once. Home workspaces have no base and no part in it. */
async function branchesByBase(repo, records) {
    const names = new Map();
    const seen = new Set();
    for (const { branch, base, type } of records) {
        if (base === null || type === "home" || seen.has(branch))
            continue;
        seen.add(branch);
        const known = names.get(base);
        if (known === undefined)
            names.set(base, [branch]);
        else
            known.push(branch);
    }
    const groups = [];
    for (const [base, branches] of names) {
        groups.push({ base, names: branches, heads: await readHeads(repo, branches) });
    }
    return groups;
}
/**
 * The commits at the tips of branches; those that do not exist or cannot be read are left out. Not by `for-each-ref`,
 * which one ref with a missing commit ends.
 */
async function readHeads(repo, branches) {
    const commits = await repo.objects().readMany(branches.map((branch) => `${(0,ids/* branchRef */.Mi)(branch)}^{commit}`));
    const heads = new Map();
    branches.forEach((branch, index) => {
        const commit = commits[index];
        if (commit !== undefined)
            heads.set(branch, (0,oid/* parseOid */.Se)(commit.oid));
    });
    return heads;
}
/** `readAhead`, which one tip with a hole in its history would end for all of them. */
async function readAheadOfSound(repo, tips, base) {
    const broken = new Map();
    const graph = await (0,merge_graph/* readAhead */.E)(repo, tips, base).catch(async (error) => {
        await findBroken(repo, tips, base, error, broken);
        const sound = tips.filter((tip) => !broken.has(tip));
        return sound.length === 0 ? new merge_graph/* AheadGraph */.M(new Map()) : (0,merge_graph/* readAhead */.E)(repo, sound, base);
    });
    return { graph, broken };
}
/** Halves the tips that failed together until each failure has its tip: few processes where few are broken. */
async function findBroken(repo, tips, base, error, broken) {
    if (!isGitFailure(error))
        throw error;
    const [only] = tips;
    if (only === undefined)
        return;
    if (tips.length === 1) {
        broken.set(only, error);
        return;
    }
    const middle = Math.ceil(tips.length / 2);
    for (const half of [tips.slice(0, middle), tips.slice(middle)]) {
        try {
            await (0,merge_graph/* readAhead */.E)(repo, half, base);
        }
        catch (cause) {
            await findBroken(repo, half, base, cause, broken);
        }
    }
}
/** A failure that belongs to what git was asked for, not to the machine or to the person. */
const isGitFailure = (error) => error instanceof errors/* CoppiceError */.uS && error.code === "GIT_FAILED";

// EXTERNAL MODULE: ./build/git/conflict-report.js + 1 modules
var conflict_report = __webpack_require__(8938);
// EXTERNAL MODULE: ./build/git/paths.js
var paths = __webpack_require__(7612);
// EXTERNAL MODULE: ./build/lifecycle/events.js
var events = __webpack_require__(3970);
// EXTERNAL MODULE: ./build/engine/resolve-paths.js
var resolve_paths = __webpack_require__(4210);
;// CONCATENATED MODULE: ./build/engine/forecast-merges.js






const portion = 400;
/**
 * Tries many merges, the results in the order of the pairs. A pair that git fails at (a missing object) spoils the
 * portion that it is in: that one is tried pair by pair.
 * @throws INTERRUPTED on Ctrl-C, between portions
 */
async function* tryAll(session, pairs, signal) {
    for (let start = 0; start < pairs.length; start += portion) {
        const some = pairs.slice(start, start + portion);
        let done = 0;
        try {
            assertWanted(signal);
            for await (const result of session.mergeAll(some)) {
                done += 1;
                yield result;
            }
        }
        catch (error) {
            if (!isGitFailure(error))
                throw error;
            for (const { ours, theirs } of some.slice(done))
                yield await tryOne(session, ours, theirs, signal);
        }
    }
}
/** Tries one merge. */
async function tryOne(session, ours, theirs, signal) {
    assertWanted(signal);
    try {
        return await session.merge(ours, theirs);
    }
    catch (error) {
        if (isGitFailure(error))
            return error;
        throw error;
    }
}
/** @throws INTERRUPTED after Ctrl-C */
function assertWanted(signal) {
    if (signal.aborted)
        throw new errors/* CoppiceError */.uS("INTERRUPTED", "The forecast was interrupted.");
}
const nobody = { name: "Coppice", email: "coppice@localhost", time: 0, zone: "+0000" };
/** Writes a merge commit that vanishes with the session, to go on from. */
const commitMerge = (session, tree, onto, head) => session.writeCommit({
    tree,
    parents: [onto, head],
    author: nobody,
    committer: nobody,
    message: "forecast",
});
/** @param sides the names of ours (`branch`) and theirs (`target`) */
function resultOf(trial, sides) {
    if (trial instanceof errors/* CoppiceError */.uS)
        return unknown(trial.message);
    if (trial.outcome !== "conflict")
        return plain(trial.outcome);
    const files = filesOf(trial, sides);
    return { outcome: "conflict", files: files.slice(0, events/* keptFiles */.y2), total: files.length, reason: null };
}
const plain = (outcome) => ({
    outcome,
    files: [],
    total: 0,
    reason: null,
});
const unknown = (reason) => ({ ...plain("unknown"), reason });
const filesOf = (merge, sides) => (0,conflict_report/* conflictPaths */.L)((0,resolve_paths/* readable */.HD)(merge, sides)).map(({ path, kind }) => ({ path: (0,paths/* displayPath */.Gt)(path), kind }));

;// CONCATENATED MODULE: ./build/engine/order.js
/**
 * An order of merging in which as few branches as possible meet a conflict: first a large set of branches that
 * conflict with nothing already taken, then the others. Taking the one with the fewest conflicts left is the usual
 * approximation of a largest independent set; the exact one takes exponential time.
 */
function mergeOrder(input) {
    const rivals = rivalsOf(input);
    const waiting = new Set(input.branches.filter((branch) => !input.conflictsWithBase.has(branch)));
    const degree = new Map([...waiting].map((branch) => [branch, count(rivals, branch, waiting)]));
    const taken = [];
    const late = [];
    while (waiting.size > 0) {
        const next = leastOf(waiting, degree);
        if (next === undefined)
            break;
        taken.push(next);
        const leave = (branch) => {
            waiting.delete(branch);
            for (const rival of rivals.get(branch) ?? []) {
                if (waiting.has(rival))
                    degree.set(rival, (degree.get(rival) ?? 1) - 1);
            }
        };
        leave(next);
        for (const rival of rivals.get(next) ?? []) {
            if (!waiting.has(rival))
                continue;
            late.push(rival);
            leave(rival);
        }
    }
    return [...taken, ...late, ...input.branches.filter((branch) => input.conflictsWithBase.has(branch))];
}
function rivalsOf(input) {
    const rivals = new Map(input.branches.map((branch) => [branch, new Set()]));
    for (const [one, two] of input.conflicts) {
        rivals.get(one)?.add(two);
        rivals.get(two)?.add(one);
    }
    return rivals;
}
const count = (rivals, branch, among) => [...(rivals.get(branch) ?? [])].filter((rival) => among.has(rival)).length;
function leastOf(waiting, degree) {
    let best;
    for (const branch of waiting) {
        if (best === undefined || (degree.get(branch) ?? 0) < (degree.get(best) ?? 0))
            best = branch;
    }
    return best;
}

;// CONCATENATED MODULE: ./build/engine/forecast-order.js



/**
 * Finds an order in which few branches meet a conflict, and merges in it on a base that grows in memory, because two
 * branches that get along with a third one need not get along once that is merged.
 */
async function tryOrder(request) {
    const { base, graph, session, signal } = request;
    const named = new Map(request.branches.map((branch) => [branch.name, branch]));
    const names = mergeOrder({
        branches: [...named.keys()],
        conflictsWithBase: new Set(request.branches.filter(({ conflicts }) => conflicts).map(({ name }) => name)),
        conflicts: request.conflicts.map((pair) => [pair.branch, pair.with]),
    });
    const steps = [];
    const landed = new Set();
    let onto = request.tip;
    for (const name of names) {
        const branch = named.get(name);
        if (branch === undefined)
            continue;
        const own = graph.commitsOf(branch.head).filter((oid) => !landed.has(oid));
        const trial = own.length === 0 ? undefined : await tryOne(session, onto, branch.head, signal);
        if (trial === undefined)
            steps.push({ branch: branch.name, base, outcome: "contained" });
        if (trial === undefined || trial instanceof errors/* CoppiceError */.uS || trial.outcome === "unrelated")
            continue;
        steps.push({ branch: branch.name, base, outcome: trial.outcome });
        if (trial.outcome === "conflict")
            continue;
        onto = await commitMerge(session, trial.tree, onto, branch.head);
        for (const oid of own)
            landed.add(oid);
    }
    return steps;
}

;// CONCATENATED MODULE: ./build/engine/forecast-pairs.js



/**
 * Each branch with each that comes after it, both as they are when merged into base: what base and one of them have
 * changed both is told once, by the pair of that one and base. Of a branch that conflicts with base the changed paths
 * are known, but no content: where they meet those of another branch, the two are merged as they stand.
 */
async function pairsAmong(request) {
    const { session, branches, signal } = request;
    const changes = await changesOf(request);
    const commits = await landedCommits(request);
    const suspects = suspectsAmong(changes);
    const pairs = branches.flatMap((one, index) => branches.slice(index + 1).map((two, offset) => {
        const other = index + 1 + offset;
        const [a, b] = [commits[index], commits[other]];
        const landed = a !== undefined && b !== undefined;
        const [ours, theirs] = landed ? [a, b] : [one.head, two.head];
        return { branch: one.name, with: two.name, ours, theirs, suspect: suspects.has(index, other) };
    }));
    const trials = tryAll(session, pairs.filter(({ suspect }) => suspect), signal);
    const results = [];
    for (const { branch, with: other, suspect } of pairs) {
        const trial = suspect ? await trials.next() : undefined;
        const result = trial?.done === false ? resultOf(trial.value, { branch, target: other }) : plain("clean");
        results.push({ branch, with: other, ...result });
    }
    return results;
}
/** For each branch that is clean the merge commit that would be made of it. */
async function landedCommits({ tip, branches, session }) {
    const commits = [];
    for (const { head, tree, conflicts } of branches) {
        commits.push(conflicts ? undefined : await commitMerge(session, tree, tip, head));
    }
    return commits;
}
/** What each changes of base. Not known of those that share commits: base is not the common ancestor of such a pair. */
async function changesOf({ tip, branches, graph, session }) {
    const shared = sharingBranches(branches, graph);
    const reader = session.objects();
    const root = await reader.resolve(`${tip}^{tree}`);
    if (root === undefined)
        return branches.map(() => undefined);
    const comparison = new TreeComparison(reader, root);
    const changes = [];
    for (const { name, tree } of branches) {
        changes.push(shared.has(name) ? undefined : await comparison.changesTo(tree).catch(unreadable));
    }
    return changes;
}
function unreadable(error) {
    if (!isGitFailure(error))
        throw error;
}
/** The branches that have a commit which base has not and another of them has. */
function sharingBranches(branches, graph) {
    const owner = new Map();
    const sharing = new Set();
    for (const { name, head } of branches) {
        const open = [head];
        for (let oid = open.pop(); oid !== undefined; oid = open.pop()) {
            const other = owner.get(oid);
            if (other === name || !graph.has(oid))
                continue;
            if (other !== undefined) {
                sharing.add(name);
                sharing.add(other);
                continue;
            }
            owner.set(oid, name);
            open.push(...graph.parentsOf(oid));
        }
    }
    return sharing;
}

// EXTERNAL MODULE: ./build/engine/merge-target.js
var merge_target = __webpack_require__(8093);
;// CONCATENATED MODULE: ./build/engine/forecast.js









/**
 * Tries merges in memory: each worktree's branch into its base, and with the others. Uncommitted changes do not count.
 * Nothing is left behind, not even objects. What cannot be told of one branch (it is in another clone, its history has
 * a hole, its base is gone) is an outcome of that branch alone.
 * @param names none: all live worktrees
 * @throws NO_WORKTREE when a name is nobody's; INTERRUPTED
 */
async function forecast(engine, names = [], options = {}) {
    const records = names.length === 0
        ? (0,find/* live */.VD)((await engine.journal.records()).values()).sort(byAge)
        : await Promise.all(names.map((name) => (0,find/* findRecord */.Tq)(engine, name)));
    const found = [];
    for (const group of await branchesByBase(engine.repo, records)) {
        found.push(await forecastGroup(engine, group, options));
    }
    return {
        base: found.flatMap(({ base }) => base),
        pairs: found.flatMap(({ pairs }) => pairs),
        order: found.flatMap(({ order }) => order),
    };
}
/** Oldest first: of equals, who came first is merged first. */
const byAge = (a, b) => a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1;
async function forecastGroup(engine, group, options) {
    const { base } = group;
    const tip = await tipOf(engine, base);
    if (tip instanceof errors/* CoppiceError */.uS) {
        const reason = unknown(tip.message);
        const pairs = group.names.map((branch) => ({ branch, with: base, kind: "base", ...reason }));
        return { base: [{ branch: base, oid: null }], pairs, order: [] };
    }
    const only = await forecastOnly(engine, group, tip, options);
    if (only !== undefined)
        return only;
    const session = (0,merge_session/* openMergeSession */.$)(engine.repo, { attributes: tip, keep: false });
    try {
        return await forecastOnto(engine, group, tip, session, options);
    }
    finally {
        await session.close();
    }
}
/** One branch that has nothing to do with what base has changed meanwhile: told without a merge. */
async function forecastOnly(engine, { base, names, heads }, tip, options) {
    const [name, ...more] = names;
    const head = name === undefined ? undefined : heads.get(name);
    if (name === undefined || head === undefined || more.length > 0)
        return undefined;
    assertWanted(engine.signal);
    // An order is made of the merged trees.
    if (options.order === true || !(await isApart(engine.repo, tip, head)))
        return undefined;
    return {
        base: [{ branch: base, oid: tip }],
        pairs: [{ branch: name, with: base, kind: "base", ...plain("clean") }],
        order: [],
    };
}
/** Where base is, or that there is none. */
const tipOf = (engine, base) => (0,merge_target/* readBase */.wZ)(engine, base).then(({ tip }) => tip, (error) => {
    if (error instanceof errors/* CoppiceError */.uS && error.code === "INVALID_STATE")
        return error;
    throw error;
});
async function forecastOnto(engine, { base, names, heads }, tip, session, options) {
    const { repo, signal } = engine;
    const { graph, broken } = await readAheadOfSound(repo, [...heads.values()], tip);
    const results = new Map();
    const ahead = [];
    for (const name of names) {
        const head = heads.get(name);
        const failure = head === undefined ? undefined : broken.get(head);
        if (head === undefined)
            results.set(name, unknown(absent(name)));
        else if (failure !== undefined)
            results.set(name, unknown(holed(name)));
        else if (!graph.has(head))
            results.set(name, plain("contained"));
        // Before it is sent: one of them ends git's process.
        else if (graph.isUnrelated(head))
            results.set(name, plain("unrelated"));
        else
            ahead.push({ name, head });
    }
    const tried = [];
    let at = 0;
    for await (const trial of tryAll(session, ahead.map(onto(tip)), signal)) {
        const branch = ahead[at++];
        if (branch === undefined)
            continue;
        results.set(branch.name, resultOf(trial, { branch: base, target: branch.name }));
        if (trial instanceof errors/* CoppiceError */.uS || trial.outcome === "unrelated")
            continue;
        tried.push({ ...branch, tree: trial.tree, conflicts: trial.outcome === "conflict" });
    }
    const pairs = names.flatMap((branch) => {
        const result = results.get(branch);
        return result === undefined ? [] : [{ branch, with: base, kind: "base", ...result }];
    });
    const forecast = { base: [{ branch: base, oid: tip }], pairs, order: [] };
    if (options.matrix !== true && options.order !== true)
        return forecast;
    const request = { base, tip, branches: tried, graph, session, signal };
    const among = await pairsAmong(request);
    const conflicts = among.filter(({ outcome }) => outcome === "conflict");
    const order = options.order === true ? await tryOrder({ ...request, conflicts }) : [];
    if (options.matrix !== true)
        return { ...forecast, order };
    return { ...forecast, pairs: pairs.concat(among.map((pair) => ({ ...pair, kind: "worktree" }))), order };
}
const onto = (tip) => ({ head }) => ({ ours: tip, theirs: head });
const absent = (branch) => `This clone has no branch ${branch}, or its commit cannot be read.`;
const holed = (branch) => `The history of ${branch} cannot be read to its end.`;


/***/ })

};
