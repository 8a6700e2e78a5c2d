import { CoppiceError } from "../../lifecycle/errors.js";
import type { Oid } from "../../lifecycle/ids.js";
import type { PruneVerdict } from "../../lifecycle/prune.js";
import type { Ledger } from "./ledger.js";
import type { HostedRun, Outcome, Row, Task } from "./model.js";
import { type Going, type GoingEnd, restoreOf } from "./prune-delete.js";
import type { Subject } from "./prune-facts.js";
import type { Marked } from "./prune-stale.js";
import type { PushEnd } from "./remote.js";
import { rowOf, type Told } from "./rows.js";

/** What pruning did. */
export interface Pruned {
  /** One for each task branch over there. */
  readonly rows: readonly Row[];
  readonly warnings: readonly string[];
  /** What went wrong and concerns no single branch. */
  readonly problems: readonly CoppiceError[];
  /**
   * Others wrote the journals, or moved base: nothing was done ("before"), or the deletions were not ("between"). It is
   * to be planned anew from what is there then.
   */
  readonly overtaken: "before" | "between" | undefined;
}

/** Collects what is told of a run that prunes: what was tried is not told as done. */
export class PruneTelling {
  /** That of now; what a failed push had hoped for is not in it. */
  ledger: Ledger;
  /** Archives that were made for branches that are still there. */
  readonly needless = new Map<string, Oid>();
  overtaken: Pruned["overtaken"];
  readonly #run: HostedRun;
  readonly #told: { readonly task: Task; readonly outcome: Outcome; readonly told: Told }[] = [];
  readonly #warnings = new Set<string>();
  readonly #problems: CoppiceError[] = [];

  constructor(run: HostedRun, ledger: Ledger) {
    this.#run = run;
    this.ledger = ledger;
  }

  warn(sentence: string): void {
    this.#warnings.add(sentence);
  }

  problem(error: CoppiceError): void {
    this.#problems.push(error);
  }

  /** A branch that stays, or is marked. */
  verdict(subject: Subject, verdict: PruneVerdict): void {
    const evidence = subject.facts.work.kind === "merged" ? subject.facts.work.evidence : null;
    this.#tell(subject, verdict.kind === "mark" ? "marked" : "kept", { reason: verdict.because, evidence });
  }

  /** A branch that has gone, or would have in a dry run. */
  gone(going: Going, branchDeleted: boolean): void {
    const { subject, verdict } = going;
    const { work } = subject.facts;
    this.#tell(subject, "pruned", {
      reason: verdict.because,
      evidence: verdict.evidence,
      mergeOid: work.kind === "merged" ? work.mergeOid : null,
      branchDeleted,
      restore: restoreOf(this.#run, going),
    });
  }

  /** How the deletion of a branch ended. */
  end(going: Going, end: GoingEnd | undefined): void {
    const { subject, archive } = going;
    const stays = end?.kind !== "deleted" && end?.kind !== "gone";
    if (stays && archive !== undefined && end?.kind !== "unsaved") this.needless.set(archive, subject.head);
    if (end?.kind === "deleted") this.gone(going, true);
    else if (end?.kind === "gone") {
      this.#tell(subject, "reconciled", { reason: "somebody had deleted it already", branchDeleted: true });
    } else if (end?.kind === "moved") {
      const reason = `it moved to ${end.oid.slice(0, 12)} after it was looked at`;
      this.#tell(subject, "kept", { reason });
    } else if (end?.kind === "refused") {
      this.#tell(subject, "refused", { reason: `it could not be deleted: ${phrase(end.why.sentence)}` });
      this.warn(`Not every branch could be deleted: ${end.why.sentence}`);
    } else if (archive === undefined) {
      this.#tell(subject, "refused", { reason: "others moved base while it was to be deleted" });
    } else {
      const why = end?.why === undefined ? "others wrote there at the same time" : phrase(end.why.sentence);
      this.#tell(subject, "refused", { reason: `its commits could not be archived: ${why}` });
    }
  }

  /** The journals with the marks were not taken: nothing was done. */
  undelivered(end: PushEnd, marked: readonly Marked[], going: readonly Going[]): void {
    this.delivered(end);
    const reason = "the journals could not be pushed, so nothing was done about it";
    for (const { subject } of [...marked, ...going]) this.#tell(subject, "refused", { reason });
  }

  /** How a push of journals ended that tell what is done. */
  delivered(end: PushEnd): void {
    if (end.kind === "done") return;
    const isMoved = end.kind === "moved";
    this.#problems.push(
      new CoppiceError(
        "PUSH_REJECTED",
        isMoved
          ? "Others wrote the journals again and again; what happened here is not recorded yet."
          : "The remote did not take the journals.",
        isMoved
          ? { suggestedAction: "Nothing is lost: the next run finds it out again and records it." }
          : { details: { output: end.why.output }, suggestedAction: end.why.sentence },
      ),
    );
  }

  /** The remote was lost: what became of these is found out by the next run. */
  lost(going: readonly Going[], problem: CoppiceError): void {
    this.#problems.push(problem);
    const reason = `whether it was deleted is not known: ${phrase(problem.message)}`;
    for (const { subject } of going) this.#tell(subject, "refused", { reason });
  }

  told(): Pruned {
    const rows = new Map<string, Row>();
    for (const { task, outcome, told } of this.#told) {
      rows.set(task.branch, rowOf(task, outcome, told, this.ledger));
    }
    const { overtaken } = this;
    return { rows: [...rows.values()], warnings: [...this.#warnings], problems: this.#problems, overtaken };
  }

  #tell({ task, pull }: Subject, outcome: Outcome, told: Told): void {
    const pr = pull === undefined ? {} : { pr: { number: pull.number, url: pull.url } };
    this.#told.push({ task, outcome, told: { ...pr, ...told } });
  }
}

const phrase = (sentence: string): string => sentence.replace(/\.$/, "");
