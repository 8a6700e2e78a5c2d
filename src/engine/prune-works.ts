import type { BranchName, Oid } from "../lifecycle/ids.js";
import { isBeginning, type Work } from "../lifecycle/prune.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { worksOf } from "./evidence.js";
import { asCoppiceError } from "./failure.js";
import { baseTips } from "./landed.js";
import { wasMadeOn } from "./prune-activity.js";

/** A branch's tip, and whose it is. */
export interface Tip {
  readonly record: WorktreeRecord;
  readonly head: Oid;
}

/**
 * What bases have of branches' work, here and as their remotes were seen last: either counts. Each base is looked at
 * once for all its branches, and what is known of two commits is not asked again.
 */
export class Works {
  readonly #engine: Engine;
  readonly #settled: number;
  readonly #known = new Map<string, Work>();

  /** @param settled - what base had at this time, in milliseconds since the epoch, may be told to have come until then */
  constructor(engine: Engine, settled: number) {
    this.#engine = engine;
    this.#settled = settled;
  }

  /** @returns by record id; one base that cannot be read is unknown work, not a failure */
  async of(tips: readonly Tip[]): Promise<ReadonlyMap<string, Work>> {
    const found = new Map<string, Work>();
    for (const base of new Set(tips.map(({ record }) => record.base))) {
      const own = tips.filter(({ record }) => record.base === base);
      const works = await this.#against(base, own);
      for (const [index, tip] of own.entries()) {
        found.set(tip.record.id, ownWork(this.#engine, tip, works[index] ?? unread(base)));
      }
    }
    return found;
  }

  async #against(base: BranchName | null, own: readonly Tip[]): Promise<Work[]> {
    if (base === null) return own.map(() => unread(base));
    try {
      const tips = await baseTips(this.#engine, base);
      const known: ReadonlyMap<Oid, Work>[] = [];
      for (const tip of tips)
        known.push(
          await this.#compare(
            tip,
            own.map(({ head }) => head),
          ),
        );
      return own.map(({ head }) =>
        eitherOf(
          known.map((works) => works.get(head) ?? unread(base)),
          base,
        ),
      );
    } catch (error) {
      if (this.#engine.signal.aborted) throw error;
      const { message } = asCoppiceError(error, "GIT_FAILED", `compare with ${base}`);
      return own.map(() => ({ kind: "unknown", reason: message.replace(/\.$/, "") }));
    }
  }

  async #compare(base: Oid, heads: readonly Oid[]): Promise<ReadonlyMap<Oid, Work>> {
    const { repo, signal } = this.#engine;
    const asked = heads.filter((head) => !this.#known.has(`${base} ${head}`));
    if (asked.length > 0) {
      for (const [head, work] of await worksOf(repo, base, asked, { signal, settled: this.#settled })) {
        this.#known.set(`${base} ${head}`, work);
      }
    }
    return new Map(
      heads.flatMap((head) => {
        const work = this.#known.get(`${base} ${head}`);
        return work === undefined ? [] : [[head, work] as const];
      }),
    );
  }
}

/**
 * What base contains may never have been the branch's own: where it began, also when base was made anew since and does
 * not contain that any more, or what it was fast-forwarded to.
 */
export function ownWork({ repo }: Engine, { record, head }: Tip, work: Work): Work {
  if (work.kind === "unknown") return work;
  if (isBeginning(record, head)) return { kind: "level", at: work.kind === "unmerged" ? null : work.at };
  if (work.kind === "level" && wasMadeOn(repo, record.branch, head)) {
    return { kind: "merged", evidence: "ancestor", mergeOid: head, at: work.at };
  }
  return work;
}

const unread = (base: BranchName | null): Work => ({
  kind: "unknown",
  reason: base === null ? "it has no base" : `${base} could not be read`,
});

/** A commit on the line of one of the two may be nobody's own work there, whatever the other shows. */
function eitherOf(works: readonly Work[], base: BranchName): Work {
  return (
    works.find(({ kind }) => kind === "level") ??
    works.find(({ kind }) => kind === "merged") ??
    works.find(({ kind }) => kind === "unknown") ??
    works[0] ??
    unread(base)
  );
}
