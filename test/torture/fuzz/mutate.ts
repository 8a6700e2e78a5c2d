import { hostileText, hostileValue, objectOf } from "./hostile.js";
import type { Random } from "./random.js";

/** Bytes that mean something to somebody. */
const meaningful = Buffer.from("\0\n\r\t \"'\\/.-:,;{}[]()<>|&$`~^*?@#!=+0123456789abcfxAZ\u007f");

/**
 * The same bytes with up to eight changes: flipped, replaced, inserted, deleted, repeated, exchanged, cut.
 * @param others parts of these get into it
 */
export function mutateBytes(
  random: Random,
  original: Uint8Array,
  others: readonly Uint8Array[] = [],
): Buffer {
  let bytes: Buffer = Buffer.from(original);
  for (let left = 1 + random.below(random.chance(70) ? 2 : 8); left > 0; left -= 1)
    bytes = mutatedOnce(random, bytes, others);
  return bytes;
}

function mutatedOnce(random: Random, bytes: Buffer, others: readonly Uint8Array[]): Buffer {
  const at = random.below(bytes.length + 1);
  const length = 1 + random.below(random.chance(70) ? 4 : 200);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  switch (random.below(10)) {
    case 0: {
      const copy = Buffer.from(bytes);
      if (at < copy.length) copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
      return copy;
    }
    case 1: {
      const copy = Buffer.from(bytes);
      if (at < copy.length) copy[at] = random.pick([...meaningful]);
      return copy;
    }
    case 2:
      return Buffer.concat([before, Buffer.of(random.below(256)), after]);
    case 3:
      return Buffer.concat([before, Buffer.from(hostileText(random)), after]);
    case 4:
      return Buffer.concat([before, after.subarray(length)]);
    case 5:
      return Buffer.concat([before, after.subarray(0, length), after]);
    case 6: {
      const from = random.below(bytes.length + 1);
      return Buffer.concat([before, bytes.subarray(from, from + length), after]);
    }
    case 7:
      return random.chance(30) ? before : Buffer.concat([after, before]);
    case 8: {
      if (others.length === 0) return Buffer.concat([before, after.subarray(1)]);
      const other = random.pick(others);
      const from = random.below(other.length + 1);
      return Buffer.concat([before, other.subarray(from, from + length * 4), after]);
    }
    default:
      // A field of digits becomes another number.
      return Buffer.from(
        bytes
          .toString("latin1")
          .replace(/\d+/, () => random.pick(["0", "-1", "4294967296", "99999999999999999999"])),
        "latin1",
      );
  }
}

export const mutateText = (random: Random, text: string, others: readonly string[] = []): string =>
  random.chance(10)
    ? spliced(random, text)
    : mutateBytes(
        random,
        Buffer.from(text),
        others.map((other) => Buffer.from(other)),
      ).toString("utf8");

/** As text, so that lone surrogates stay. */
function spliced(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + hostileText(random) + text.slice(at);
}

/** A JSON value with some of its parts changed: other types, other keys, exchanged, missing, one inside the other. */
export function mutateJson(random: Random, value: unknown): unknown {
  let result = value;
  for (let left = 1 + random.below(3); left > 0; left -= 1) result = changedSomewhere(random, result);
  return result;
}

function changedSomewhere(random: Random, value: unknown): unknown {
  const inside = typeof value === "object" && value !== null && random.chance(75);
  if (inside && Array.isArray(value) && value.length > 0) {
    const at = random.below(value.length);
    return value.map((item: unknown, index) => (index === at ? changedSomewhere(random, item) : item));
  }
  if (inside && isRecord(value) && Object.keys(value).length > 0) {
    const chosen = random.pick(Object.keys(value));
    return objectOf(
      Object.entries(value).map(([key, item]) => [
        key,
        key === chosen ? changedSomewhere(random, item) : item,
      ]),
    );
  }
  return changed(random, value);
}

function changed(random: Random, value: unknown): unknown {
  if (isRecord(value)) return changedRecord(random, Object.entries(value));
  if (Array.isArray(value) && value.length > 0 && random.chance(60)) {
    const list: readonly unknown[] = value;
    return random.pick([
      [...list, ...list],
      list.slice(1),
      [...list].reverse(),
      Object.fromEntries(list.entries()),
      [...list, hostileValue(random)],
    ]);
  }
  if (typeof value === "number" && random.chance(50))
    return random.pick([value + 1, -value, value * 1e6, `${value}`, value + 0.5]);
  if (typeof value === "string" && random.chance(50)) return mutateText(random, value);
  return random.pick([hostileValue(random), [value], { value }, hostileText(random)]);
}

function changedRecord(random: Random, entries: readonly (readonly [string, unknown])[]): unknown {
  const at = random.below(entries.length);
  const other = random.below(entries.length);
  const value = (index: number): unknown => entries[index]?.[1];
  switch (random.below(6)) {
    case 0:
      return objectOf(entries.filter((_, index) => index !== at));
    case 1:
      return objectOf(entries.map(([key, item], index) => [index === at ? hostileText(random) : key, item]));
    case 2:
      return objectOf([...entries, [hostileText(random), hostileValue(random)]]);
    case 3:
      return objectOf(
        entries.map(([key, item], index) => [
          key,
          index === at ? value(other) : index === other ? value(at) : item,
        ]),
      );
    case 4:
      return objectOf([...entries].reverse());
    default:
      return objectOf(entries.map(([key, item], index) => [key, index === at ? hostileValue(random) : item]));
  }
}

/** What JSON.stringify makes of it; what is nested too deeply for it is written by hand. */
export function jsonText(random: Random, value: unknown): string {
  let text: string;
  try {
    text = JSON.stringify(value) ?? "null";
  } catch {
    text = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  }
  // A key twice: which of the two counts is for the parser to say.
  if (random.chance(5) && text.startsWith("{") && text.length > 2)
    return `{${JSON.stringify(hostileText(random))}:${random.below(9)},${text.slice(1)}`;
  return text;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
