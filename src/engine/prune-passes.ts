import type { Entry } from "../lifecycle/entry.js";
import type { OpId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { ToldEvent } from "./streamed-event.js";

/** One run of prune, as far as its entries tell. */
interface Pass {
  readonly clone: string;
  /** Operations of it that run. */
  readonly running: Set<OpId>;
  removed: number;
  /** How many more it was going to remove. */
  left: number;
  /** The last entry that ended one of its removals. */
  last: Entry | undefined;
}

/** Which run an opening belongs to: an operation's id, or, where the entry names none, the clone that wrote it. */
interface Mark {
  readonly id: string;
  readonly left: number;
}

/** A run that was to remove more and has not for so long, by the entries' own time, is over. */
const patienceMs = 10 * 60_000;

/**
 * Tells what each run of prune came to, once. The openings of its removals name the run and say how many are still to
 * come; so its last one to end ends the run. Where that one never began (somebody worked in it again at the last
 * moment, or the run was stopped) the run ends with the next one of that clone, or with an entry long after. So does a
 * run whose entries do not name it: those of the Action, each of whose runs is a clone of its own.
 */
export class PrunePasses {
  readonly #passes = new Map<string, Pass>();
  /** The run that a running operation belongs to. */
  readonly #ofOp = new Map<OpId, string>();

  /** @param before the record before an entry that took effect */
  saw(before: WorktreeRecord | null, after: WorktreeRecord, entry: Entry): ToldEvent[] {
    const { event } = entry;
    const mark = markOf(entry);
    const told = this.#over(entry, mark);
    if (mark !== undefined && "op" in event) this.#opened(mark, event.op, entry);
    const op = before?.op?.id ?? ("op" in event ? event.op : undefined);
    if (op === undefined || after.op?.id === op) return told;
    const id = this.#ofOp.get(op);
    const pass = id === undefined ? undefined : this.#passes.get(id);
    if (id === undefined || pass === undefined) return told;
    this.#ofOp.delete(op);
    pass.running.delete(op);
    pass.last = entry;
    if (after.status === "removed") pass.removed += 1;
    return pass.left === 0 && pass.running.size === 0 ? [...told, ...this.#end(id, pass)] : told;
  }

  #opened({ id, left }: Mark, op: OpId, { by }: Entry): void {
    const pass = this.#passes.get(id) ?? {
      clone: by.clone,
      running: new Set(),
      removed: 0,
      left,
      last: undefined,
    };
    pass.left = left;
    pass.running.add(op);
    this.#passes.set(id, pass);
    this.#ofOp.set(op, id);
  }

  /** The runs of which an entry shows that they are over. */
  #over({ at, by }: Entry, mark: Mark | undefined): ToldEvent[] {
    return [...this.#passes].flatMap(([id, pass]) => {
      if (pass.running.size > 0 || pass.last === undefined) return [];
      const another = mark !== undefined && mark.id !== id && by.clone === pass.clone;
      const late = Date.parse(at) - Date.parse(pass.last.at) > patienceMs;
      return another || late ? this.#end(id, pass) : [];
    });
  }

  #end(id: string, { removed, last }: Pass): ToldEvent[] {
    this.#passes.delete(id);
    if (removed === 0 || last === undefined) return [];
    return [{ type: "worktrees:pruned", count: removed, at: last.at, by: last.by }];
  }
}

function markOf({ event, by }: Entry): Mark | undefined {
  if ("pass" in event && event.pass !== undefined) return event.pass;
  return event.type === "PRUNE" ? { id: by.clone, left: 1 } : undefined;
}
