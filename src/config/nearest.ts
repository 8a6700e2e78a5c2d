/**
 * The candidate that `word` was most likely meant to be, by Damerau-Levenshtein distance (a swap of neighbours
 * counts as one slip), case ignored; nothing when none is near: more than a third of the letters differ.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const allowed = Math.max(1, Math.floor(Math.max(wanted.length, candidate.length) / 3));
    // Each letter too many is a slip: a word of a megabyte would be compared for seconds.
    if (Math.abs(wanted.length - candidate.length) > allowed) continue;
    const found = distance(wanted, candidate.toLowerCase());
    if (found > allowed) continue;
    // Of several that are as near, the one that begins alike: a slip at the end is more likely.
    if (found < least || (found === least && shared(wanted, candidate) > shared(wanted, best ?? ""))) {
      best = candidate;
      least = found;
    }
  }
  return best;
}

/** The nearest key in brackets, for the end of a sentence. */
export const meant = (near: string | undefined): string =>
  near === undefined ? "" : ` (did you mean '${near}'?)`;

/** How many letters two words have in common at their start. */
function shared(word: string, candidate: string): number {
  const other = candidate.toLowerCase();
  const differs = [...word].findIndex((letter, at) => letter !== other[at]);
  return differs < 0 ? word.length : differs;
}

/** How many letters to add, drop, change, or swap with a neighbour to come from `a` to `b`. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, at(before, column - 2) + 1);
      }
      current.push(cost);
    }
    before = previous;
    previous = current;
  }
  return at(previous, b.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY;
