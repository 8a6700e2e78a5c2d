import type { HostedForge, HostedPull, MergeMethod } from "../../forge/hosted.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import type { BranchName, Oid } from "../../lifecycle/ids.js";
import { withPart } from "./propose-part.js";

/** Makes the text of our part for so many characters; undefined: there is no room for it. */
export type WritePart = (room: number) => string | undefined;

/** What became of one branch's pull request. */
export interface Proposed {
  /** As it is now; undefined: there is none. */
  readonly pull?: HostedPull;
  /** It was opened by this run, rather than found. */
  readonly opened: boolean;
  /** What was done; in a dry run, what would be. */
  readonly change: "open" | "update" | "none";
  /**
   * What did not work; `pull` may be there all the same. What is refused for one branch as it would be for all is asked
   * once, and is the very same error for all of them then.
   */
  readonly problem?: CoppiceError;
}

/** Kinds of requests, of which GitHub may refuse one and take the others. */
type Kind = "open" | "edit" | "label" | "merge";

/** So many branches in a row without an answer: nobody is there. */
const mostUnanswered = 2;

/** Changes pull requests, one after the other, and does not ask again for what is refused to all of them. */
export class Proposals {
  readonly #refused = new Map<Kind, CoppiceError>();
  #over: CoppiceError | undefined;
  #unanswered = 0;

  constructor(
    readonly forge: HostedForge,
    readonly dryRun: boolean,
  ) {}

  /** Takes the steps for one branch, up to the first that does not work. */
  async about(take: (steps: PullSteps) => Promise<void>): Promise<Proposed> {
    const steps = new PullSteps(this);
    let problem: CoppiceError | undefined;
    try {
      await take(steps);
      problem = steps.problem;
    } catch (error) {
      if (!(error instanceof CoppiceError)) throw error;
      problem = error;
    }
    const { pull, opened, change } = steps;
    return {
      opened,
      change,
      ...(pull === undefined ? {} : { pull }),
      ...(problem === undefined ? {} : { problem }),
    };
  }

  async ask<T>(kind: Kind, request: () => Promise<T>): Promise<T> {
    const refused = this.#over ?? this.#refused.get(kind);
    if (refused !== undefined) throw refused;
    try {
      const answer = await request();
      this.#unanswered = 0;
      return answer;
    } catch (error) {
      if (error instanceof CoppiceError) this.#learn(kind, error);
      throw error;
    }
  }

  #learn(kind: Kind, error: CoppiceError): void {
    if (error.code === "PERMISSION_DENIED") this.#refused.set(kind, error);
    else if (error.code === "RATE_LIMITED" || error.code === "INTERRUPTED") this.#over = error;
    else if (error.code === "TIMEOUT" || (error.code === "FETCH_FAILED" && error.recoverable)) {
      this.#unanswered += 1;
      if (this.#unanswered >= mostUnanswered) this.#over = error;
    }
  }
}

/** The steps for one branch. In a dry run they change nothing and tell what they would. */
export class PullSteps {
  pull: HostedPull | undefined;
  opened = false;
  change: Proposed["change"] = "none";
  /** What did not work and stopped nothing. */
  problem: CoppiceError | undefined;
  readonly #all: Proposals;

  constructor(all: Proposals) {
    this.#all = all;
  }

  /** Takes the pull request that is known, or opens one; GitHub may have one of this head and base already. */
  async open(
    known: HostedPull | undefined,
    wanted: {
      readonly head: BranchName;
      readonly base: BranchName;
      readonly title: string;
      readonly write: WritePart;
    },
  ): Promise<void> {
    this.pull = known;
    if (known !== undefined) return;
    const { head, base, title, write } = wanted;
    if (this.#all.dryRun) {
      this.change = "open";
      return;
    }
    const body = withPart("", write);
    const end = await this.#all.ask("open", () => this.#all.forge.openPull({ head, base, title, body }));
    this.pull = end.pull;
    this.opened = end.opened;
    if (end.opened) this.change = "open";
  }

  /** Brings our part of the text up to date. */
  async rewrite(write: WritePart): Promise<void> {
    if (this.pull === undefined) return;
    const { number } = this.pull;
    const body = withPart(this.pull.body, write);
    if (body === this.pull.body) return;
    if (!this.#all.dryRun) await this.#all.ask("edit", () => this.#all.forge.updatePull(number, { body }));
    this.#updated({ body });
  }

  async label(label: string): Promise<void> {
    if (this.pull === undefined || hasLabel(this.pull, label)) return;
    const { number, labels } = this.pull;
    if (!this.#all.dryRun) await this.#all.ask("label", () => this.#all.forge.addLabel(number, label));
    this.#updated({ labels: [...labels, label] });
  }

  async unlabel(label: string): Promise<void> {
    if (this.pull === undefined || !hasLabel(this.pull, label)) return;
    const { number, labels } = this.pull;
    if (!this.#all.dryRun) await this.#all.ask("label", () => this.#all.forge.removeLabel(number, label));
    this.#updated({ labels: labels.filter((name) => !isLabel(name, label)) });
  }

  /**
   * Lets GitHub merge this very commit as soon as it can.
   * @param how.waits GitHub does it by itself, once nothing is missing
   * @param how.atOnce it may be merged now where GitHub does not wait, since nothing is missing
   * @returns why GitHub does not do it, as the end of a sentence
   */
  async letMerge(
    method: MergeMethod,
    head: Oid,
    { waits, atOnce }: { readonly waits: boolean; readonly atOnce: boolean },
  ): Promise<{ readonly refused?: string; readonly mergeOid?: Oid }> {
    const { pull } = this;
    if (pull === undefined || this.#all.dryRun) return {};
    const pinned = { ...pull, head: { ...pull.head, oid: head } };
    try {
      const refused = waits
        ? await this.#all.ask("merge", () => this.#all.forge.enableAutoMerge(pinned, method))
        : "it is to be merged at once";
      if (refused === undefined) return {};
      if (!atOnce) return { refused };
      const end = await this.#all.ask("merge", () =>
        this.#all.forge.mergePull(pull.number, { sha: head, method }),
      );
      return end.kind === "merged" ? { mergeOid: end.mergeOid } : { refused };
    } catch (error) {
      if (!(error instanceof CoppiceError)) throw error;
      // The text must not say that it is set.
      this.problem = error;
      return { refused: error.message.replace(/\.$/, "") };
    }
  }

  #updated(change: Partial<HostedPull>): void {
    if (this.pull !== undefined) this.pull = { ...this.pull, ...change };
    if (this.change === "none") this.change = "update";
  }
}

/** GitHub tells labels apart whatever their case. */
const isLabel = (name: string, label: string): boolean => name.toLowerCase() === label.toLowerCase();
const hasLabel = ({ labels }: HostedPull, label: string): boolean =>
  labels.some((name) => isLabel(name, label));
