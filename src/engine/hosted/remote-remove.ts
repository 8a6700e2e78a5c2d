import type { Oid } from "../../lifecycle/ids.js";
import type { DeleteEnd, PushEnd, RefChange, Refused } from "./remote.js";
import { declined, type PushAnswer } from "./remote-answer.js";
import { largestCommand, pushAtomic, refsAfter, sizeOf } from "./remote-push.js";
import { deniedBy, named, refusalOf } from "./remote-refusal.js";
import { pauseBefore, type Talk, tries } from "./remote-talk.js";

/** A batch that is refused whole is halved, but not for ever: nearly every ref may be refused. */
const mostPushes = 12;
const nothing: ReadonlyMap<string, Oid> = new Map();

/** Deletes refs and writes down how each ended. */
export class Removal {
  readonly ends = new Map<string, DeleteEnd>();
  readonly #talk: Talk;
  readonly #refs: ReadonlyMap<string, Oid>;
  #made = 0;

  constructor(talk: Talk, refs: ReadonlyMap<string, Oid>) {
    this.#talk = talk;
    this.#refs = refs;
  }

  /** See `HostedRemote.remove`. */
  async run(others: readonly RefChange[]): Promise<PushEnd> {
    const end = others.length === 0 ? ({ kind: "done" } as const) : await this.#together(others);
    if (end.kind === "done") await this.#alone();
    return end;
  }

  /** The first batch and the others in one; without what stands in the way; at last the others by themselves. */
  async #together(others: readonly RefChange[]): Promise<PushEnd> {
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      const batch = this.#batches()[0] ?? [];
      const end = await pushAtomic(this.#talk, [...others, ...deletions(batch)], nothing);
      if (end.kind === "done") {
        for (const [ref] of batch) this.ends.set(ref, { kind: "deleted" });
        return end;
      }
      if (end.kind === "refused") {
        if (end.why.cause === "permission") this.#refuseAll(end.why);
        if (batch.length === 0 || this.#left().length === 0) return end;
        break;
      }
      const theirs = new Map([...end.refs].filter(([ref]) => !this.#refs.has(ref)));
      if (theirs.size > 0) return { kind: "moved", refs: theirs };
      for (const [ref, oid] of end.refs) {
        this.ends.set(ref, oid === undefined ? { kind: "gone" } : { kind: "moved", oid });
      }
    }
    return pushAtomic(this.#talk, others, nothing);
  }

  async #alone(): Promise<void> {
    const waiting = this.#batches();
    for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
      const { left, why } = await this.#push(batch);
      if (left.length === 0) continue;
      if (why.cause === "permission") return this.#refuseAll(why);
      if (left.length === 1 || this.#made >= mostPushes) {
        for (const [ref] of left) this.ends.set(ref, { kind: "refused", why });
        continue;
      }
      const half = Math.ceil(left.length / 2);
      waiting.unshift(left.slice(0, half), left.slice(half));
    }
  }

  /** @returns the refs that were refused all together: some of them may be taken without the others */
  async #push(batch: readonly Deletion[]): Promise<{ left: readonly Deletion[]; why: Refused }> {
    for (let attempt = 1; ; attempt += 1) {
      this.#made += 1;
      const answer = await this.#talk.push(deletions(batch), nothing, { atomic: false });
      const denied = deniedBy(answer);
      if (denied !== undefined) return { left: batch, why: denied };
      const refs = answer.code === 0 ? nothing : await refsAfter(this.#talk);
      const standing = answer.code === 0 ? [] : this.#settle(batch, answer, refs);
      for (const [ref] of batch) {
        if (!this.ends.has(ref) && !standing.some(([one]) => one === ref)) {
          this.ends.set(ref, { kind: "deleted" });
        }
      }
      const why = refusalOf(answer, deletions(standing));
      if (why === undefined && standing.length > 0 && attempt < tries) {
        await this.#talk.options.pause(pauseBefore(attempt));
        continue;
      }
      return this.#refuse(batch, standing, answer, why ?? unanswered(answer));
    }
  }

  /** @returns the refs that stand there as they were */
  #settle(
    batch: readonly Deletion[],
    answer: PushAnswer,
    refs: ReadonlyMap<string, Oid>,
  ): readonly Deletion[] {
    const kinds = new Map(answer.lines.map(({ ref, kind }) => [ref, kind]));
    for (const [ref, expected] of batch) {
      const now = refs.get(ref);
      // Without a line the answer was lost, and what is gone was deleted by it.
      if (now === undefined) this.ends.set(ref, { kind: kinds.get(ref) === "rejected" ? "gone" : "deleted" });
      else if (now !== expected) this.ends.set(ref, { kind: "moved", oid: now });
    }
    return batch.filter(([ref, expected]) => refs.get(ref) === expected);
  }

  #refuse(
    batch: readonly Deletion[],
    standing: readonly Deletion[],
    answer: PushAnswer,
    why: Refused,
  ): { left: readonly Deletion[]; why: Refused } {
    const told = new Set(named(answer.stderr, deletions(standing)));
    const byItself = declined(answer).some(({ reason }) => !/pre-receive|rule violations/i.test(reason));
    const whole = standing.length === batch.length && told.size === 0 && !byItself;
    if (whole) return { left: standing, why };
    const final = standing.filter(([ref]) => told.size === 0 || told.has(ref));
    for (const [ref] of final) this.ends.set(ref, { kind: "refused", why: { ...why, refs: [ref] } });
    return { left: standing.filter(([ref]) => !this.ends.has(ref)), why };
  }

  #refuseAll(why: Refused): void {
    for (const [ref] of this.#left()) this.ends.set(ref, { kind: "refused", why });
  }

  #left(): Deletion[] {
    return [...this.#refs].filter(([ref]) => !this.ends.has(ref));
  }

  #batches(): Deletion[][] {
    const batches: Deletion[][] = [];
    let room = 0;
    for (const deletion of this.#left()) {
      const size = sizeOf([deletion[0]]);
      if (size > room) {
        batches.push([]);
        room = largestCommand;
      }
      batches.at(-1)?.push(deletion);
      room -= size;
    }
    return batches;
  }
}

type Deletion = readonly [ref: string, expected: Oid];

const deletions = (refs: readonly Deletion[]): RefChange[] =>
  refs.map(([ref, expected]) => ({ ref, to: undefined, expected }));

const unanswered = (answer: PushAnswer): Refused => ({
  cause: "other",
  refs: [],
  sentence: "The server did not answer the push: run the workflow again.",
  output: answer.stderr.slice(-4096),
});
