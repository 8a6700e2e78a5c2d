import { CoppiceError } from "../lifecycle/errors.js";
import type { Strategy } from "../lifecycle/events.js";
import { type BranchName, branchNameSchema } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { asCoppiceError } from "./failure.js";
import { findRecord, recordOfBranch } from "./find.js";
import { readAhead } from "./merge-graph.js";
import type { MergeItem } from "./merge-item.js";
import { Landing } from "./merge-land.js";
import type { MergeOutcome } from "./merge-outcome.js";
import { lookAtAll, prepare, type Seen, type WishOptions } from "./merge-prepare.js";
import { pushBase } from "./merge-push.js";
import { type MergeTarget, readTarget } from "./merge-target.js";
import { withRecord } from "./protocol.js";
import type { RecordSession } from "./session.js";
import { verifyCommand } from "./verify.js";

export { asAsked, errorOf, type MergeOutcome } from "./merge-outcome.js";

export interface MergeOptions {
  /** The branch to merge into. Default: each record's base. */
  readonly into?: string;
  /** Default: config `merge.strategy`. */
  readonly strategy?: Strategy;
  /** Keep worktree and branch. Default: config `merge.keep`. */
  readonly keep?: boolean;
  /** Commit what is uncommitted first. Default: config `merge.autoCommit`. */
  readonly autoCommit?: boolean;
  /** The message of that commit. Default: the task's title. */
  readonly message?: string;
  /** Run config `merge.verify`, where there is one. Default true. */
  readonly verify?: boolean;
  /** Push base afterwards. */
  readonly push?: boolean;
}

/**
 * Merges worktrees into their base, one after the other; one conflict does not stop the next. Base's worktree, where
 * it has one, moves with it and keeps its edits; merged worktrees are removed unless something keeps them.
 * @param names none: the worktree that the command runs in
 * @returns one outcome for each name, in their order
 * @throws UNTRUSTED (the verify command), INTERRUPTED; what concerns one worktree is its outcome
 */
export async function merge(
  engine: Engine,
  names: readonly string[],
  options: MergeOptions = {},
): Promise<MergeOutcome[]> {
  const into = options.into === undefined ? undefined : branchNamed(options.into);
  const asked = await findAll(engine, names);
  const outcomes = new Map<object, MergeOutcome>();
  for (const group of groupsOf(asked, into, outcomes)) {
    const landed = await mergeInto(engine, group, options);
    group.asked.forEach((one, index) => {
      const outcome = landed[index];
      if (outcome !== undefined) outcomes.set(one, outcome);
    });
  }
  return asked.flatMap((one) => outcomes.get(one) ?? []);
}

interface Asked {
  readonly name: string;
  readonly found: WorktreeRecord | CoppiceError;
}

interface Group {
  readonly target: BranchName;
  readonly asked: readonly Asked[];
  readonly records: readonly WorktreeRecord[];
}

async function findAll(engine: Engine, names: readonly string[]): Promise<Asked[]> {
  const records = await engine.journal.records();
  const find = async (name: string | undefined): Promise<Asked> => {
    try {
      const direct = name === undefined ? undefined : recordOfBranch(records.values(), name);
      const found = direct ?? (await findRecord(engine, name));
      return { name: found.branch, found };
    } catch (error) {
      return { name: name ?? "", found: asCoppiceError(error, "NO_WORKTREE", "find the worktree") };
    }
  };
  const all = await Promise.all(names.length === 0 ? [find(undefined)] : names.map(find));
  const seen = new Set<string>();
  return all.filter(({ found }) => {
    if (found instanceof CoppiceError) return true;
    return seen.has(found.id) ? false : seen.add(found.id);
  });
}

/** Neighbours with one target form a group, so that the order of the names is that of the merges. */
function groupsOf(
  asked: readonly Asked[],
  into: BranchName | undefined,
  outcomes: Map<object, MergeOutcome>,
): Group[] {
  const groups: { target: BranchName; asked: Asked[]; records: WorktreeRecord[] }[] = [];
  for (const one of asked) {
    const { found } = one;
    const target = found instanceof CoppiceError ? null : (into ?? found.base);
    if (found instanceof CoppiceError || target === null || target === found.branch) {
      const error = found instanceof CoppiceError ? found : noTarget(found);
      const record = found instanceof CoppiceError ? null : found;
      outcomes.set(one, { status: "refused", branch: one.name, record, target, error });
      continue;
    }
    const last = groups.at(-1);
    if (last?.target === target) {
      last.asked.push(one);
      last.records.push(found);
    } else groups.push({ target, asked: [one], records: [found] });
  }
  return groups;
}

async function mergeInto(engine: Engine, group: Group, options: MergeOptions): Promise<MergeOutcome[]> {
  let target: MergeTarget;
  try {
    target = await readTarget(engine, group.target, { fetch: engine.config.merge.fetch });
  } catch (error) {
    if (engine.signal.aborted) throw error;
    const failure = asCoppiceError(error, "MERGE_FAILED", `read ${group.target}`);
    return group.records.map((record) => refusedBefore(record, group.target, failure));
  }
  const verifying = await verifyCommand(engine, options.verify !== false, target.tip);
  const { merge: config } = engine.config;
  const wish: WishOptions = {
    strategy: options.strategy ?? config.strategy,
    keep: options.keep ?? config.keep,
    autoCommit: options.autoCommit ?? config.autoCommit,
    message: options.message,
  };
  const outcomes = await withSessions(engine, group.records, target, async (sessions) => {
    // Who aborts the merge of one of them, in this very process too, ends them all.
    const under = sessions.at(-1)?.engine ?? engine;
    const { landing, outcomes: landed } = await landSessions(under, sessions, target, wish, verifying);
    return options.push === true && landing.moved ? pushed(engine, landing, target, landed) : landed;
  });
  return group.records.flatMap((record) => outcomes.get(record.id) ?? []);
}

/** Merges the records of some sessions; their locks are held. */
export async function landSessions(
  engine: Engine,
  sessions: readonly RecordSession[],
  target: MergeTarget,
  wish: WishOptions,
  verifying: string | undefined,
): Promise<{ readonly landing: Landing; readonly outcomes: Map<string, MergeOutcome> }> {
  const outcomes = new Map<string, MergeOutcome>();
  const looks = await lookAtAll(engine, sessions, target, wish);
  const seen: Seen[] = [];
  looks.forEach((one, index) => {
    const id = sessions[index]?.id;
    if (!("outcome" in one)) seen.push(one);
    else if (id !== undefined) outcomes.set(id, one.outcome);
  });
  const heads = seen.flatMap(({ facts }) => facts.facts.headOid ?? []);
  const graph = await readAhead(engine.repo, heads, target.tip);
  const items: MergeItem[] = [];
  for (const one of seen) {
    const item = await prepare(one, target, graph, wish);
    if ("outcome" in item) outcomes.set(one.session.id, item.outcome);
    else items.push(item);
  }
  const landing = new Landing(engine, target, graph, verifying);
  const landed = await landing.land(items);
  items.forEach((item, index) => {
    const outcome = landed[index];
    if (outcome !== undefined) outcomes.set(item.session.id, outcome);
  });
  return { landing, outcomes };
}

/** Takes the records' locks one inside the other. Who works on one of them already keeps only that one from merging. */
async function withSessions(
  engine: Engine,
  records: readonly WorktreeRecord[],
  target: MergeTarget,
  work: (sessions: readonly RecordSession[]) => Promise<Map<string, MergeOutcome>>,
): Promise<Map<string, MergeOutcome>> {
  const busy = new Map<string, MergeOutcome>();
  const enter = async (
    index: number,
    sessions: readonly RecordSession[],
  ): Promise<Map<string, MergeOutcome>> => {
    const record = records[index];
    if (record === undefined) return sessions.length === 0 ? new Map() : work(sessions);
    let entered = false;
    try {
      const around = sessions.at(-1)?.engine ?? engine;
      return await withRecord(around, record.id, "merge", (session) => {
        entered = true;
        return enter(index + 1, [...sessions, session]);
      });
    } catch (error) {
      if (entered || engine.signal.aborted) throw error;
      busy.set(
        record.id,
        refusedBefore(record, target.branch, asCoppiceError(error, "MERGE_FAILED", "merge")),
      );
      return enter(index + 1, sessions);
    }
  };
  const outcomes = await enter(0, []);
  return new Map([...busy, ...outcomes]);
}

async function pushed(
  engine: Engine,
  landing: Landing,
  before: MergeTarget,
  outcomes: Map<string, MergeOutcome>,
): Promise<Map<string, MergeOutcome>> {
  const problem = await pushBase(engine, before, landing.target.tip);
  if (problem === undefined) return outcomes;
  return new Map(
    [...outcomes].map(([id, outcome]) => [
      id,
      outcome.status === "merged" ? { ...outcome, problem: outcome.problem ?? problem } : outcome,
    ]),
  );
}

function branchNamed(name: string): BranchName {
  const parsed = branchNameSchema.safeParse(name.replace(/^refs\/heads\//, ""));
  if (parsed.success) return parsed.data;
  throw new CoppiceError("INVALID_BRANCH_NAME", `${JSON.stringify(name)} is no valid branch name.`);
}

const refusedBefore = (record: WorktreeRecord, target: BranchName, error: CoppiceError): MergeOutcome => ({
  status: "refused",
  branch: record.branch,
  record,
  target,
  error,
});

const noTarget = (record: WorktreeRecord): CoppiceError =>
  new CoppiceError(
    "INVALID_STATE",
    record.type === "home"
      ? "The home workspace is never merged."
      : `${record.branch} cannot be merged into itself.`,
    {
      details: { branch: record.branch },
      suggestedAction:
        record.type === "home" ? "Create a worktree for the task." : "Name another branch with --into.",
    },
  );
