/** What a merge order is decided from. Names are branches; nothing here knows git. */
export interface OrderInput {
  /** In the order in which they were asked for, which decides between equals. */
  readonly branches: readonly string[];
  /** The branches that conflict with base as it is. */
  readonly conflictsWithBase: ReadonlySet<string>;
  /** Pairs of branches that conflict with each other. */
  readonly conflicts: readonly (readonly [string, string])[];
}

/**
 * An order of merging in which as few branches as possible meet a conflict: first a large set of branches that
 * conflict with nothing already taken, then the others. Taking the one with the fewest conflicts left is the usual
 * approximation of a largest independent set; the exact one takes exponential time.
 */
export function mergeOrder(input: OrderInput): string[] {
  const rivals = rivalsOf(input);
  const waiting = new Set(input.branches.filter((branch) => !input.conflictsWithBase.has(branch)));
  const degree = new Map([...waiting].map((branch) => [branch, count(rivals, branch, waiting)]));
  const taken: string[] = [];
  const late: string[] = [];
  while (waiting.size > 0) {
    const next = leastOf(waiting, degree);
    if (next === undefined) break;
    taken.push(next);
    const leave = (branch: string): void => {
      waiting.delete(branch);
      for (const rival of rivals.get(branch) ?? []) {
        if (waiting.has(rival)) degree.set(rival, (degree.get(rival) ?? 1) - 1);
      }
    };
    leave(next);
    for (const rival of rivals.get(next) ?? []) {
      if (!waiting.has(rival)) continue;
      late.push(rival);
      leave(rival);
    }
  }
  return [...taken, ...late, ...input.branches.filter((branch) => input.conflictsWithBase.has(branch))];
}

function rivalsOf(input: OrderInput): ReadonlyMap<string, ReadonlySet<string>> {
  const rivals = new Map<string, Set<string>>(input.branches.map((branch) => [branch, new Set()]));
  for (const [one, two] of input.conflicts) {
    rivals.get(one)?.add(two);
    rivals.get(two)?.add(one);
  }
  return rivals;
}

const count = (
  rivals: ReadonlyMap<string, ReadonlySet<string>>,
  branch: string,
  among: ReadonlySet<string>,
): number => [...(rivals.get(branch) ?? [])].filter((rival) => among.has(rival)).length;

function leastOf(waiting: ReadonlySet<string>, degree: ReadonlyMap<string, number>): string | undefined {
  let best: string | undefined;
  for (const branch of waiting) {
    if (best === undefined || (degree.get(branch) ?? 0) < (degree.get(best) ?? 0)) best = branch;
  }
  return best;
}
