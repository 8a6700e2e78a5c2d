import { CoppiceError } from "../../lifecycle/errors.js";
import { type BranchName, branchRef } from "../../lifecycle/ids.js";
import { asCoppiceError } from "../failure.js";
import type { Ledger } from "./ledger.js";
import type { HostedRun, Report } from "./model.js";
import { type Barred, type CyclePlan, planCycle, sentence } from "./plan.js";
import { deliverNotes, publish, publishBase } from "./publish.js";
import type { PushEnd, Refused } from "./remote.js";
import { settleCycle } from "./settle.js";
import { askForge, type Look, lookAround } from "./state.js";
import { Tally } from "./tally.js";
import { changingWorkflows } from "./workflow-files.js";

/** How often a run plans anew because base moved. */
const attempts = 6;
/** After so many races in which the journals alone had moved, base no longer waits for them. */
const patienceWithNotes = 3;
/** A person's closed pull request stands among the newest; older ones are asked for where a record needs them. */
const closedPages = 3;

/**
 * Merges what is ready, hands conflicts to people, and brings the journals up to date with everything that happened
 * over there. One conflict, one branch that moved, one refusal never stops the others.
 * @throws CONFIG_INVALID, FETCH_FAILED, TIMEOUT, RATE_LIMITED, INTERRUPTED before anything was done; what goes wrong
 *   later is a problem of the report
 */
export async function mergeCycle(run: HostedRun): Promise<Report> {
  const tally = new Tally(run, "merge");
  await cycle(run, tally);
  return tally.report();
}

/** Looks at everything and records what happened; nothing is merged and nothing goes. Throws as `mergeCycle`. */
export async function syncRun(run: HostedRun): Promise<Report> {
  const tally = new Tally(run, "sync");
  const asked = await askForge(run);
  tally.asked(asked);
  for (let attempt = 1; ; attempt += 1) {
    const look = await lookAround(run, asked, { closedPages });
    const planOn = (ledger: Ledger): Promise<CyclePlan> =>
      planCycle(run, { state: look.state, ledger }, { mode: "record", barred: new Map() });
    let plan = await planOn(look.ledger);
    const again = async (ledger: Ledger): Promise<void> => {
      plan = await planOn(ledger);
    };
    const end = run.settings.dryRun ? undefined : await record(run, look, attempt, again);
    if (end?.kind === "moved" && attempt <= patienceWithNotes) continue;
    for (const gap of look.state.gaps) tally.warn(gap);
    tally.rows(plan.rows());
    if (end !== undefined) tally.end(end);
    return tally.report();
  }
}

/** Another run may have said the same meanwhile: first everything is looked at anew, and at last the journals alone. */
const record = (
  run: HostedRun,
  { state }: Look,
  attempt: number,
  again: (ledger: Ledger) => Promise<void>,
): Promise<PushEnd> =>
  attempt > patienceWithNotes
    ? deliverNotes(run, state, again)
    : publish(run, state, { tip: state.baseTip, watched: new Map() });

/** The merge cycle as a part of a larger run. Throws as `mergeCycle`. */
export async function cycle(run: HostedRun, tally: Tally): Promise<void> {
  const asked = await askForge(run);
  tally.asked(asked);
  const tries = new Tries(run, tally);
  for (;;) {
    const look = await lookAround(run, asked, { closedPages });
    const plan = await planCycle(run, look, tries);
    if (!run.settings.dryRun && !(await tries.push(look, plan))) continue;
    for (const gap of look.state.gaps) tally.warn(gap);
    if (run.settings.dryRun || tries.landed) await settleCycle({ run, look, plan, tally, tries });
    tally.rows(plan.rows());
    return;
  }
}

/** The pushes of a cycle until one comes through, and what was learnt from those that did not. */
class Tries {
  readonly barred = new Map<BranchName, Barred>();
  mode: "push" | "propose" = "push";
  /** Why base takes no push. */
  why = "";
  /** Whether what was planned is over there. */
  landed = false;
  readonly #run: HostedRun;
  readonly #tally: Tally;
  #attempt = 0;
  #notesAlone = 0;

  constructor(run: HostedRun, tally: Tally) {
    this.#run = run;
    this.#tally = tally;
  }

  /** @returns whether the cycle goes on; false: it is planned anew */
  async push(look: Look, plan: CyclePlan): Promise<boolean> {
    this.#attempt += 1;
    const apart = this.#notesAlone >= patienceWithNotes && plan.tip !== look.state.baseTip;
    const end = await (apart ? publishBase : publish)(this.#run, look.state, plan);
    if (end.kind === "done") {
      this.landed = true;
      plan.delivered = !apart || (await this.#deliver(look));
      return true;
    }
    if (end.kind === "refused") return this.#refused(look, plan, end.why);
    return this.#raced(look, plan, end);
  }

  /** Base has moved: that the journals did not follow hides nothing of it. */
  async #deliver(look: Look): Promise<boolean> {
    try {
      const end = await deliverNotes(this.#run, look.state);
      this.#tally.end(end);
      return end.kind === "done";
    } catch (error) {
      if (this.#run.engine.signal.aborted) throw error;
      this.#tally.problem(asCoppiceError(error, "PUSH_REJECTED", "push the journals"));
      return false;
    }
  }

  async #refused(look: Look, plan: CyclePlan, why: Refused): Promise<boolean> {
    const { base } = this.#run;
    const movesBase = plan.tip !== look.state.baseTip;
    const namesBase = why.refs.length === 0 || why.refs.includes(branchRef(base));
    if (why.cause === "workflow" && movesBase && (await this.#barWorkflows(plan, why))) return false;
    if (why.cause === "rule" && movesBase && namesBase && this.mode === "push") {
      this.mode = "propose";
      this.why = why.sentence;
      return false;
    }
    this.#tally.problem(
      new CoppiceError("PUSH_REJECTED", `The remote did not take the push.`, {
        details: { output: why.output, base },
        suggestedAction: why.sentence,
      }),
    );
    plan.giveUp("refused", sentence(why.sentence));
    return true;
  }

  /** The token may not change workflow files: what does not touch them goes without what does. */
  async #barWorkflows(plan: CyclePlan, why: Refused): Promise<boolean> {
    const reason = sentence(why.sentence);
    const made = plan.landings.filter((one) => one.kind === "made");
    const touching = await changingWorkflows(this.#run.engine.repo, made);
    const barred = made.filter(({ oid }) => touching.has(oid));
    for (const { candidate } of barred) {
      this.barred.set(candidate.task.branch, { outcome: "refused", reason });
    }
    return barred.length > 0;
  }

  #raced({ state }: Look, plan: CyclePlan, { refs }: Extract<PushEnd, { kind: "moved" }>): boolean {
    const { base, engine } = this.#run;
    let [moved, notes] = [false, false];
    for (const [ref] of refs) {
      const branch = [...plan.watched.keys()].find((name) => branchRef(name) === ref);
      if (ref === branchRef(base)) moved = true;
      else if (ref === engine.config.notesRef) notes = true;
      else if (branch !== undefined)
        this.barred.set(branch, { outcome: "raced", reason: "it moved while it was being merged" });
    }
    this.#notesAlone = notes && !moved ? this.#notesAlone + 1 : this.#notesAlone;
    if (this.#attempt < attempts + patienceWithNotes) return false;
    const what = plan.tip === state.baseTip ? "the journals" : base;
    this.#tally.problem(
      new CoppiceError("PUSH_REJECTED", `Others moved ${what} again and again, so nothing was merged.`, {
        details: { base, reason: "others keep moving it" },
        suggestedAction: "Nothing is lost: the next run merges what waits.",
      }),
    );
    plan.giveUp("raced", `${what} moved again and again`);
    return true;
  }
}
