/** Lines of the old text, from `start` up to `end`, that others took the place of. */
interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** How many differing lines are looked for one by one; what differs more is one hunk. */
const mostDifferences = 200;

/**
 * Guesses what git's line-based merge makes of a file that both sides changed. A guess, because another way to match the
 * lines may lead elsewhere: whoever uses it has git confirm the result.
 * @returns undefined: they conflict, as far as can be seen
 */
export function guessLineMerge(base: Buffer, ours: Buffer, theirs: Buffer): Buffer | undefined {
  if ([base, ours, theirs].some((data) => data.includes(0))) return undefined;
  const [old, mine, other] = [linesOf(base), linesOf(ours), linesOf(theirs)];
  const [left, right] = [hunksOf(old, mine), hunksOf(old, other)];
  const merged: string[] = [];
  let at = 0;
  const take = ({ start, end, lines }: Hunk): void => {
    merged.push(...old.slice(at, start), ...lines);
    at = end;
  };
  for (let [one, two] = [left.shift(), right.shift()]; one !== undefined || two !== undefined; ) {
    if (one !== undefined && two !== undefined && isSame(one, two)) {
      take(one);
      [one, two] = [left.shift(), right.shift()];
    } else if (two === undefined || (one !== undefined && one.end < two.start)) {
      if (one !== undefined) take(one);
      one = left.shift();
    } else if (one === undefined || two.end < one.start) {
      take(two);
      two = right.shift();
    } else return undefined;
  }
  return Buffer.from([...merged, ...old.slice(at)].join("\n"), "latin1");
}

const linesOf = (data: Buffer): string[] => data.toString("latin1").split("\n");

const isSame = (one: Hunk, two: Hunk): boolean =>
  one.start === two.start &&
  one.end === two.end &&
  one.lines.length === two.lines.length &&
  one.lines.every((line, index) => line === two.lines[index]);

function hunksOf(old: readonly string[], fresh: readonly string[]): Hunk[] {
  const shorter = Math.min(old.length, fresh.length);
  let start = 0;
  while (start < shorter && old[start] === fresh[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail += 1;
  const [a, b] = [old.slice(start, old.length - tail), fresh.slice(start, fresh.length - tail)];
  if (a.length + b.length === 0) return [];
  const common = a.length === 0 || b.length === 0 ? [] : commonLines(a, b);
  const hunks: Hunk[] = [];
  let [x, y] = [0, 0];
  for (const [nextX, nextY] of [...common, [a.length, b.length] as const]) {
    if (nextX > x || nextY > y) {
      hunks.push({ start: start + x, end: start + nextX, lines: b.slice(y, nextY) });
    }
    [x, y] = [nextX + 1, nextY + 1];
  }
  return hunks;
}

/** Pairs of lines that stay, by the greedy algorithm of Myers; none where too much differs. */
function commonLines(a: readonly string[], b: readonly string[]): (readonly [number, number])[] {
  const most = Math.min(mostDifferences, a.length + b.length);
  const reached = new Map<number, number>([[1, 0]]);
  const steps: ReadonlyMap<number, number>[] = [];
  const at = (from: ReadonlyMap<number, number>, k: number): number => from.get(k) ?? -1;
  const isDown = (from: ReadonlyMap<number, number>, k: number, d: number): boolean =>
    k === -d || (k !== d && at(from, k - 1) < at(from, k + 1));
  for (let d = 0; d <= most; d += 1) {
    steps.push(new Map(reached));
    for (let k = -d; k <= d; k += 2) {
      let x = isDown(reached, k, d) ? at(reached, k + 1) : at(reached, k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      reached.set(k, x);
      if (x >= a.length && x - k >= b.length) return wayBack(a.length, b.length, steps, isDown);
    }
  }
  return [];
}

function wayBack(
  endX: number,
  endY: number,
  steps: readonly ReadonlyMap<number, number>[],
  isDown: (from: ReadonlyMap<number, number>, k: number, d: number) => boolean,
): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  let [x, y] = [endX, endY];
  for (let d = steps.length - 1; d >= 0; d -= 1) {
    const before = steps[d] ?? new Map<number, number>();
    const k = x - y;
    const from = isDown(before, k, d) ? k + 1 : k - 1;
    const startX = before.get(from) ?? 0;
    const startY = startX - from;
    while (x > startX && y > startY && x > 0 && y > 0) {
      x -= 1;
      y -= 1;
      pairs.push([x, y]);
    }
    [x, y] = [startX, startY];
  }
  return pairs.reverse();
}
