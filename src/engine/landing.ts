import { aheadBehindMany, isAncestor } from "../git/history.js";
import { branchOfRef, readRef } from "../git/refs.js";
import type { Journal } from "../journal/store.js";
import { type BranchName, branchRef, type Oid, oidSchema } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { headBranch, mainRemote, remotes } from "./base.js";
import { cleanUpLanded } from "./clean-up.js";
import type { Engine } from "./context.js";
import { readStatus } from "./facts.js";
import { asCoppiceError } from "./failure.js";
import { live } from "./find.js";
import type { HookObservation, ObservedPlace } from "./observation-files.js";
import { isHere, journalObservation } from "./observe.js";
import { locate } from "./place.js";
import { withRecord } from "./protocol.js";
import { recordLockHolder } from "./record-lock.js";
import { RecordSession } from "./session.js";
import { joinFetched } from "./sync.js";

/** A merge that a hook saw where a branch is checked out. */
interface Merge {
  readonly branch: BranchName;
  readonly head: Oid;
  /** Where the branch stood before; undefined where no reflog tells. */
  readonly before: Oid | undefined;
  /** What git wrote into the reflog: `merge task/x: Fast-forward`. */
  readonly said: string;
}

/**
 * Journals LANDED for the task branches that merges have brought into a branch, by a merge here or with a pull, and
 * cleans up what is done with. A squash leaves no trace in history: that is found out by looking at the changes, which
 * is not done here.
 */
export async function markMerged(
  engine: Engine,
  place: ObservedPlace,
  merges: readonly HookObservation[],
): Promise<void> {
  const here = await headBranch(engine.repo, place.gitDir);
  await joinPulled(engine, here);
  for (const { headRef, oid } of merges) {
    const told = headRef === undefined ? undefined : branchOfRef(headRef);
    // Where the hook could not tell (a reftable's HEAD is no file), what is there now has to do.
    const branch = told ?? here;
    const head =
      told === undefined || oid === undefined
        ? branch && (await readRef(engine.repo, branchRef(branch)))
        : oid;
    if (branch === undefined || head === undefined) continue;
    await markLanded(engine, { branch, head, ...(await reflogOf(engine, place.gitDir, head)) });
  }
  await cleanUpLanded(engine);
}

/** A pull may have brought journals, too: what they say has landed is known by that. */
async function joinPulled(engine: Engine, branch: BranchName | undefined): Promise<void> {
  const { repo } = engine;
  const known = remotes(repo);
  const named = branch === undefined ? undefined : repo.config.get(`branch.${branch}.remote`);
  const found = [named, mainRemote(engine)].flatMap((one) =>
    one !== undefined && known.includes(one) ? [one] : [],
  );
  for (const remote of new Set(found)) {
    try {
      await joinFetched(engine, remote);
    } catch (error) {
      // What history tells is told all the same.
      engine.report.warn(asCoppiceError(error, "GIT_FAILED", `join the journals of ${remote}`).message);
    }
  }
}

/** How far back a merge is looked for in HEAD's reflog. */
const longestReflog = 200;

/** Where HEAD stood before it came to a commit the last time, and what git says of that. */
async function reflogOf(engine: Engine, gitDir: string, head: Oid): Promise<Pick<Merge, "before" | "said">> {
  const args = [
    `--git-dir=${gitDir}`,
    "log",
    "--walk-reflogs",
    "--format=%H %gs",
    `--max-count=${longestReflog}`,
  ];
  const { code, stdout } = await engine.repo.git.run(engine.repo.commonDir, [...args, "HEAD", "--"], {
    codes: "any",
  });
  const lines = code === 0 ? stdout.toString("utf8").split("\n") : [];
  const at = lines.findIndex((line) => line.startsWith(`${head} `));
  if (at < 0) return { before: undefined, said: "" };
  const before = oidSchema.safeParse(lines[at + 1]?.split(" ")[0]);
  return { before: before.success ? before.data : undefined, said: lines[at]?.slice(head.length + 1) ?? "" };
}

interface Candidate {
  readonly record: WorktreeRecord;
  readonly tip: Oid;
}

/** Journals LANDED, with the evidence "ancestor", for the task branches that one merge has brought into base. */
export async function markLanded(engine: Engine, merge: Merge): Promise<void> {
  const objects = engine.repo.objects();
  if ((await objects.resolve(`${merge.head}^{commit}`)) !== merge.head) return;
  const candidates = await candidatesFor(engine, merge.branch);
  if (candidates.length === 0) return;
  const tips = candidates.map(({ tip }) => tip);
  const counts = await aheadBehindMany(engine.repo, merge.head, tips);
  const isContained = ({ tip }: Candidate): boolean => counts.get(tip)?.ahead === 0;
  const partly = await partlyBrought(
    engine,
    merge,
    candidates.filter((one) => !isContained(one)),
  );
  const whole = candidates.filter(isContained);
  if (whole.length + partly.length === 0) return;
  const trunk = await firstParents(engine, merge.head);
  for (const { record, tip } of whole) {
    const journal = await engine.journal.read(record.id);
    if (journal === undefined || !(await isBrought(engine, merge, trunk, journal, tip))) continue;
    await tellLanded(engine, record, await landedAt(engine, merge, trunk, tip));
  }
  for (const { record, tip } of partly)
    await tellLanded(engine, record, await landedAt(engine, merge, trunk, tip));
}

async function landedAt(engine: Engine, merge: Merge, trunk: readonly Oid[], tip: Oid): Promise<LandedEvent> {
  const mergeOid = trunk.includes(tip) ? tip : await mergeOf(engine, merge, trunk, tip);
  return { type: "LANDED", target: merge.branch, headOid: tip, mergeOid, evidence: "ancestor" };
}

/** How many merges of one pull are looked at one by one. */
const mostMerges = 200;

/**
 * Branches that have gone on since they were merged: of each the newest commit made on it that this merge has brought.
 * A merge's other parents tell which branches to look at.
 */
async function partlyBrought(
  engine: Engine,
  merge: Merge,
  candidates: readonly Candidate[],
): Promise<Candidate[]> {
  const { git, commonDir } = engine.repo;
  const here = candidates.filter(({ record }) => isHere(engine, record));
  if (here.length === 0 || merge.before === undefined) return [];
  const range = ["rev-list", "--parents", merge.head, `^${merge.before}`, "--"];
  const lines = (await git.text(commonDir, range)).split("\n").map(oidsOfLine);
  const sides = lines.flatMap(([, , ...others]) => others).slice(0, mostMerges);
  if (sides.length === 0) return [];
  const incoming = new Set(lines.map(([oid]) => oid));
  const containing = sides.map((oid) => `--contains=${oid}`);
  const refs = await git.text(commonDir, [
    "for-each-ref",
    "--format=%(refname)",
    ...containing,
    "refs/heads/",
  ]);
  const branches = new Set(refs.split("\n"));
  const found: Candidate[] = [];
  for (const { record } of here) {
    if (!branches.has(branchRef(record.branch))) continue;
    const journal = await engine.journal.read(record.id);
    const own = journal === undefined ? [] : [...ownCommits(journal)];
    const tip = own.findLast((oid) => incoming.has(oid));
    if (tip !== undefined && tip !== record.landed?.headOid) found.push({ record, tip });
  }
  return found;
}

/** The live records that merge into a branch and of whose tip the journal does not say that it has. */
async function candidatesFor(engine: Engine, base: BranchName): Promise<Candidate[]> {
  const objects = engine.repo.objects();
  const candidates: Candidate[] = [];
  for (const record of live((await engine.journal.records()).values())) {
    if (record.base !== base || record.type !== "worktree") continue;
    // A branch that only bears another clone's name may be anything.
    const tip = isHere(engine, record)
      ? await readRef(engine.repo, branchRef(record.branch))
      : record.headOid;
    if (tip === undefined || tip === null || tip === record.baseOid || tip === record.landed?.headOid)
      continue;
    if ((await objects.resolve(`${tip}^{commit}`)) === tip) candidates.push({ record, tip });
  }
  return candidates;
}

/** How far back base is read. */
const longestTrunk = 5000;

/** The commits that base itself has gone through, the newest first. */
async function firstParents(engine: Engine, head: Oid): Promise<Oid[]> {
  const args = ["rev-list", "--first-parent", `--max-count=${longestTrunk}`, head, "--"];
  return oidsOf(await engine.repo.git.text(engine.repo.commonDir, args));
}

/**
 * Whether base has the branch's own work, and not the branch a commit that base had anyhow. A tip beside base's own
 * line was merged. One on that line was reached by a fast-forward, or the branch was only moved there: then it has to
 * be new in base, and a commit that was made on the branch, or one that git says was merged by the branch's name.
 */
async function isBrought(
  engine: Engine,
  merge: Merge,
  trunk: readonly Oid[],
  journal: Journal,
  tip: Oid,
): Promise<boolean> {
  const { before, said } = merge;
  const own = ownCommits(journal);
  if (await isNew(engine, journal, tip)) return false;
  const fresh = before !== undefined && !(await isAncestor(engine.repo, tip, before));
  if (!trunk.includes(tip)) return fresh || own.size > 0;
  if (before !== undefined && !fresh) return false;
  const named = journal.record !== null && said.startsWith(`merge ${journal.record.branch}:`);
  return (own.has(tip) && !(await wasMovedTo(engine, journal, tip))) || (fresh && named);
}

/**
 * Whether the branch's reflog tells of a commit that others made only how the branch came there: after a reset, a rebase
 * or a pull that made nothing new, no hook runs, and a look at the branch takes what is new on it for its own.
 */
async function wasMovedTo(engine: Engine, { record }: Journal, tip: Oid): Promise<boolean> {
  if (record === null || !isHere(engine, record)) return false;
  const ways = (await reflogOfBranch(engine, record.branch)).filter((line) => line.startsWith(`${tip} `));
  return (
    ways.length > 0 &&
    ways.every((line) => /^\S+ (?:reset: |.*: Fast-forward$)/s.test(line) || line.endsWith(` onto ${tip}`))
  );
}

/** `<commit> <what git wrote>`, the newest first; nothing where there is no reflog. */
async function reflogOfBranch(engine: Engine, branch: BranchName): Promise<string[]> {
  const args = ["log", "--walk-reflogs", "--format=%H %gs", branchRef(branch), "--"];
  const { code, stdout } = await engine.repo.git.run(engine.repo.commonDir, args, { codes: "any" });
  return code === 0 ? stdout.toString("utf8").trimEnd().split("\n") : [];
}

/**
 * Whether a branch still stands where it was made, on a commit of another branch: what base has got is that one's work.
 * One that was made of its like on a remote came with work of its own.
 */
async function isNew(engine: Engine, { record, entries }: Journal, tip: Oid): Promise<boolean> {
  const made = entries.find(({ from, superseded }) => from === "creating" && !superseded)?.entry.event;
  if (record === null || made?.type !== "INIT_COMPLETE" || made.sha !== tip) return false;
  const first = (await reflogOfBranch(engine, record.branch)).at(-1);
  return first?.startsWith(`${tip} branch: Created from `) === true && !first.endsWith(`/${record.branch}`);
}

/** The commits that the journal says were made on the branch, with the one that it came with. */
function ownCommits({ record, entries }: Journal): ReadonlySet<Oid> {
  const own = new Set<Oid>();
  for (const { entry, from, superseded } of entries) {
    if (superseded || entry.event.type !== "INIT_COMPLETE" || entry.event.sha === undefined) continue;
    const made = from === "committing" || (from === "creating" && entry.event.sha !== record?.baseOid);
    if (made) own.add(entry.event.sha);
  }
  return own;
}

/** The commit on base's own line that brought a tip in: the oldest one that has it. */
async function mergeOf(engine: Engine, merge: Merge, trunk: readonly Oid[], tip: Oid): Promise<Oid> {
  const args = ["rev-list", "--ancestry-path", `${tip}..${merge.head}`, "--"];
  const after = new Set(oidsOf(await engine.repo.git.text(engine.repo.commonDir, args)));
  return trunk.findLast((oid) => after.has(oid)) ?? merge.head;
}

const oidsOf = (text: string): Oid[] => text.split("\n").flatMap(oidsOfLine);

const oidsOfLine = (line: string): Oid[] =>
  line.split(" ").flatMap((word) => {
    const oid = oidSchema.safeParse(word);
    return oid.success ? [oid.data] : [];
  });

type LandedEvent = Parameters<RecordSession["note"]>[0] & { readonly type: "LANDED" };

async function tellLanded(engine: Engine, record: WorktreeRecord, event: LandedEvent): Promise<void> {
  if (isHere(engine, record) && recordLockHolder(engine, record.id) === undefined) {
    await withRecord(engine, record.id, "landed", async (session) => {
      // What was done before it landed stands before it in the journal.
      const located = locate(engine, session.id);
      if (located?.state === "intact" && located.gitDir !== undefined) {
        await journalObservation(session, await readStatus(engine, located.path, located.gitDir));
      }
      await session.note(event);
    });
    return;
  }
  // An annotation is valid in every state, and waits for nobody.
  const session = await RecordSession.watch(engine, record.id);
  await session.note(event);
}
