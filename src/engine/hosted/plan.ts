import { isTaskBranch } from "../../config/task-branches.js";
import { isAncestor } from "../../git/history.js";
import type { BranchName, Oid, RecordId } from "../../lifecycle/ids.js";
import { isGitFailure, readAheadOfSound } from "../forecast-branches.js";
import { adopt, type ForkOf, leftoversOf, undeletedOf } from "./adopt.js";
import { type CandidateContext, candidates } from "./candidates.js";
import { recordConflict, recordLanded } from "./entries.js";
import { type Landing, type Landings, landAll } from "./land.js";
import type { Ledger } from "./ledger.js";
import type { Candidate, HostedRun, Outcome, Row, Task } from "./model.js";
import type { Wanted } from "./publish.js";
import { reconcile } from "./reconcile.js";
import { rowOf, type Told } from "./rows.js";
import type { Look } from "./state.js";
import { tasksOf } from "./tasks.js";

/** Why a branch is not tried again in this run. */
export interface Barred {
  readonly outcome: "raced" | "refused";
  readonly reason: string;
}

export interface PlanOptions {
  /** `push`: merges move base. `propose`: base takes no push. `record`: nothing is merged, only what happened is told. */
  readonly mode: "push" | "propose" | "record";
  readonly barred: ReadonlyMap<BranchName, Barred>;
}

/** Writes into a ledger what that does not say yet. */
type Word = (ledger: Ledger) => Promise<unknown>;

/** What a run would do about what it saw: commits that no ref has yet, entries that wait, and the rows that tell of it. */
export class CyclePlan implements Wanted {
  /** Of the draft as it is now. */
  ledger: Ledger;
  readonly landings: readonly Landing[];
  readonly tip: Oid;
  /** They merge cleanly, but base is protected, or takes no push: a pull request is where they are approved and merged. */
  readonly proposals: readonly Candidate[];
  /** Branches whose work has landed, by this run or another, and that were to go. */
  readonly leftovers: readonly Task[];
  readonly #rows = new Map<string, Row>();
  /** Whether its journals are over there. */
  delivered = false;
  readonly #words: { readonly id: RecordId; readonly word: Word }[] = [];
  readonly #told = new Map<string, { readonly task: Task; outcome: Outcome; told: Told }>();
  #givenUp: { readonly outcome: "raced" | "refused"; readonly reason: string } | undefined;

  constructor(
    ledger: Ledger,
    found: Pick<CyclePlan, "landings" | "tip" | "proposals" | "leftovers">,
    rows: readonly Row[],
  ) {
    this.ledger = ledger;
    this.landings = found.landings;
    this.tip = found.tip;
    this.proposals = found.proposals;
    this.leftovers = found.leftovers;
    for (const row of rows) this.#rows.set(row.branch, row);
    for (const landing of found.landings) this.tell(landing.candidate.task, ...firstWord(landing));
  }

  /** The commits that base gets. */
  get watched(): ReadonlyMap<BranchName, Oid> {
    return new Map(
      this.landings.flatMap(({ kind, candidate }) =>
        kind === "made" ? [[candidate.task.branch, candidate.head] as const] : [],
      ),
    );
  }

  /** Journals what was found out after the push. A word that is said twice must write once. */
  async say(id: RecordId, word: Word): Promise<void> {
    this.#words.push({ id, word });
    await word(this.ledger);
  }

  /** All of that anew, on what others have written meanwhile. */
  async sayAgain(ledger: Ledger): Promise<void> {
    this.ledger = ledger;
    for (const { id, word } of this.#words) if (ledger.knows(id)) await word(ledger);
  }

  /** Says what became of a branch, over what was said before. */
  tell(task: Task, outcome: Outcome, told: Told = {}): void {
    const known = this.#told.get(task.branch);
    this.#told.set(task.branch, { task, outcome, told: { ...known?.told, ...told } });
  }

  /** Adds to what is said of a branch. */
  tellMore(task: Task, told: Told): void {
    const known = this.#told.get(task.branch);
    const row = this.#rows.get(task.branch);
    const first = { reason: "its work has landed before" };
    const isGone = told.branchDeleted === true && row?.outcome === "kept";
    if (known === undefined && row !== undefined)
      this.#rows.set(task.branch, { ...row, ...(isGone ? { outcome: "already-landed" } : {}), ...told });
    else this.tell(task, known?.outcome ?? "reconciled", known === undefined ? { ...first, ...told } : told);
  }

  /** Nothing of it came through, the journals neither. */
  giveUp(outcome: "raced" | "refused", reason: string): void {
    this.#givenUp = { outcome, reason };
    for (const { kind, candidate } of this.landings) {
      if (kind === "made" || kind === "landed")
        this.tell(candidate.task, outcome, { reason, mergeOid: null, evidence: null });
    }
  }

  /** One for each branch, with the states as they are over there. */
  rows(): Row[] {
    const rows = new Map(this.#rows);
    for (const [branch, { task, outcome, told }] of this.#told) {
      rows.set(branch, rowOf(task, outcome, told, this.ledger));
    }
    const given = this.#givenUp;
    if (given === undefined) return [...rows.values()];
    return [...rows.values()].map((row) => ({
      ...row,
      after: row.before,
      ...(row.outcome === "reconciled"
        ? { outcome: given.outcome, reason: `${row.reason}, which could not be recorded: ${given.reason}` }
        : {}),
    }));
  }
}

function firstWord(landing: Landing): [Outcome, Told] {
  switch (landing.kind) {
    case "made":
      return ["merged", { mergeOid: landing.oid, evidence: "merge" }];
    case "landed":
      return isNew(landing)
        ? ["waiting", { reason: "it has no commits that base lacks" }]
        : ["already-landed", { evidence: landing.evidence }];
    case "by-forge":
      return ["waiting", { reason: "its pull request is to be merged" }];
    case "conflict": {
      const { conflictFiles: files = [], conflictTotal = 0 } = landing.error.details;
      return ["conflicted", { files, filesTotal: Math.max(conflictTotal, files.length) }];
    }
    case "refused":
      return ["refused", { reason: sentence(landing.error.message) }];
  }
}

export const sentence = (text: string): string => text.replace(/\.$/, "");

/**
 * Brings the journals up to date in the draft and merges on objects what is ready, all on top of what was seen. Nothing
 * over there has changed when this returns.
 */
export async function planCycle(run: HostedRun, look: Look, options: PlanOptions): Promise<CyclePlan> {
  const { ledger, state } = look;
  const context = contextOf(run, look);
  await adopt(context, ledger, forks(run, look));
  const happened = await reconcile(context, ledger);
  const leftovers = [...leftoversOf(context, ledger), ...undeletedOf(context, ledger)];
  const nothing = { landings: [], tip: state.baseTip, proposals: [], leftovers };
  if (options.mode === "record") return new CyclePlan(ledger, nothing, happened);
  const { ready, later, unapproved, rows } = await candidates(context, ledger, tasksOf(context, ledger));
  const barredRows = ready.flatMap(({ task }) => {
    const barred = options.barred.get(task.branch);
    return barred === undefined ? [] : [rowOf(task, barred.outcome, { reason: barred.reason }, ledger)];
  });
  const isOpen = ({ task }: Candidate): boolean => !options.barred.has(task.branch);
  const takesPush = options.mode === "push";
  const { all, tip } = await landMost(run, state.baseTip, {
    first: ready.filter(isOpen),
    later: later.filter(isOpen),
    apart: !takesPush,
  });
  const held = await landAll(run, state.baseTip, unapproved, true);
  const isProposal = (landing: Landing): boolean =>
    landing.kind === "by-forge" && (!takesPush || unapproved.includes(landing.candidate));
  const landings = [...all, ...held.all];
  for (const landing of landings) await record(run, ledger, landing);
  const found = {
    landings: landings.filter((landing) => !isProposal(landing)),
    tip,
    proposals: landings.filter(isProposal).map(({ candidate }) => candidate),
    leftovers,
  };
  // What happened to a branch is told where nothing else is.
  return new CyclePlan(ledger, found, [...rows, ...happened, ...barredRows]);
}

/** How often others are tried in the place of what did not merge. */
const refills = 8;

/**
 * Merges as many as may be merged in one run: what conflicts or is refused takes nobody's place, or a few of those at
 * the head of the queue would keep everything behind them waiting.
 */
async function landMost(
  run: HostedRun,
  from: Oid,
  queue: { readonly first: Candidate[]; readonly later: Candidate[]; readonly apart: boolean },
): Promise<Landings> {
  const { first, later, apart } = queue;
  let { all, tip } = await landAll(run, from, first, apart);
  let next = 0;
  for (let round = 0; round < refills && next < later.length; round += 1) {
    const merged = all.filter(({ kind }) => kind === "made" || kind === "by-forge").length;
    const room = run.settings.maxMerges - merged;
    if (room <= 0) break;
    const more = await landAll(run, tip, later.slice(next, next + room), apart);
    next += room;
    all = [...all, ...more.all];
    tip = more.tip;
  }
  return { all, tip };
}

/** A branch that nobody asked for and that has nothing of its own is new, not merged. */
const isNew = (landing: Landing): boolean => {
  const { record } = landing.candidate.task;
  return landing.kind === "landed" && !landing.hadOwn && record.request?.headOid !== landing.candidate.head;
};

/** What is journaled of a landing in the push that makes it true. */
async function record({ base }: HostedRun, ledger: Ledger, landing: Landing): Promise<void> {
  const { task, head, strategy, keep } = landing.candidate;
  const merge = { task, head, target: base, strategy, keep };
  if (landing.kind === "made") {
    await recordLanded(ledger, { ...merge, mergeOid: landing.oid, evidence: "merge" });
  } else if (landing.kind === "landed" && !isNew(landing)) {
    await recordLanded(ledger, { ...merge, mergeOid: undefined, evidence: landing.evidence });
  } else if (landing.kind === "conflict") {
    await recordConflict(ledger, { ...merge, targetOid: landing.onto, error: landing.error });
  }
}

function contextOf(run: HostedRun, { state }: Look): CandidateContext {
  const { engine, base, settings, forge } = run;
  const { merge } = engine.config;
  return {
    base,
    defaultBranch: state.forge?.defaultBranch,
    isTaskBranch: (branch) => isTaskBranch(engine.config, branch),
    heads: state.heads,
    pulls: state.pulls,
    broken: state.broken,
    merge: { strategy: merge.strategy, keep: merge.keep },
    now: engine.now(),
    settings,
    rules: state.rules,
    forge,
    contains: async (descendant, ancestor) => {
      const objects = engine.repo.objects();
      const known = await Promise.all([descendant, ancestor].map((oid) => objects.info(oid)));
      if (known.includes(undefined)) return undefined;
      return isAncestor(engine.repo, ancestor, descendant).catch(unreadable);
    },
  };
}

/** A commit that its history leads to is missing. */
export function unreadable(error: unknown): undefined {
  if (!isGitFailure(error)) throw error;
}

/** Where branches forked from base, found out for all of them when it is first asked. */
function forks({ engine, base }: HostedRun, { state }: Look): ForkOf {
  const tips = [...state.heads].flatMap(([branch, oid]) =>
    branch !== base && isTaskBranch(engine.config, branch) && !state.broken.has(oid) ? [oid] : [],
  );
  let reading: ReturnType<typeof readAheadOfSound> | undefined;
  return async (head) => {
    reading ??= readAheadOfSound(engine.repo, tips, state.baseTip);
    const { graph: ahead, broken } = await reading;
    if (broken.has(head) || state.broken.has(head)) return undefined;
    // Without commits of its own it stands where it began.
    return ahead.commitsOf(head).length === 0 ? head : ahead.forksOf(head)[0];
  };
}
