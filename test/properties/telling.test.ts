import fc from "fast-check";
import { expect, test } from "vitest";
import type { ToldEvent } from "../../src/engine/streamed-event.js";
import { Telling } from "../../src/engine/telling.js";
import { encode } from "../../src/journal/entry.js";
import { extend, fold } from "../../src/journal/fold.js";
import type { Entry } from "../../src/lifecycle/entry.js";
import type { RecordId } from "../../src/lifecycle/ids.js";
import { published } from "../../src/lifecycle/published.js";
import { life, partedLives } from "./lives.js";

const textOf = (entry: Entry): string => encode(entry).slice(0, -1);

/** What the entries tell when they arrive in this order. */
function told(id: RecordId, entries: readonly Entry[]): ToldEvent[] {
  const telling = new Telling();
  return entries.flatMap((entry) => [...telling.arrive({ id, stamp: entry.t, text: textOf(entry) })]);
}

/** The same from the fold of all, entry by entry. */
function derived(id: RecordId, entries: readonly Entry[]): ToldEvent[] {
  let reached = fold(id, []);
  return entries.flatMap((entry) => {
    const before = reached;
    reached = extend(reached, [{ text: textOf(entry), pending: false }]) ?? reached;
    if (reached.record === null || reached.entries.at(-1)?.superseded !== false) return [];
    return published(before.record, reached.record, entry).map((event) => ({ ...event, by: entry.by }));
  });
}

const lastState = (events: readonly ToldEvent[]): string | undefined =>
  events.findLast((event) => event.type === "state:update")?.status;

/** What happened, apart from states on the way. */
const happened = (events: readonly ToldEvent[]): string[] =>
  events.flatMap(({ type, at, by }) => (type === "state:update" ? [] : [`${type} ${at} ${by.clone}`])).sort();

test("entries in their order: what the fold publishes, event for event", () => {
  fc.assert(
    fc.property(life(), ({ id, entries }) => {
      expect(told(id, entries)).toEqual(derived(id, entries));
    }),
    { numRuns: 50 },
  );
});

test("entries in any order: what was told last is the state, and nothing that happened is missing", () => {
  const anyOrder = life(15).chain((it) =>
    fc.record({
      it: fc.constant(it),
      order: fc.shuffledSubarray([...it.entries], { minLength: it.entries.length }),
    }),
  );
  fc.assert(
    fc.property(anyOrder, ({ it: { id, entries }, order }) => {
      const events = told(id, order);
      const folded = fold(
        id,
        entries.map((entry) => ({ text: textOf(entry), pending: false })),
      );
      expect(lastState(events)).toBe(folded.record?.status);
      const all = happened(events);
      for (const one of happened(derived(id, entries))) expect(all).toContain(one);
    }),
    { numRuns: 50 },
  );
});

test("another clone's entries come late: the state told last is the fold's, and the same arrivals tell the same", () => {
  fc.assert(
    fc.property(partedLives(), ({ one, two }) => {
      const late = two.entries.filter(({ t }) => !one.entries.some((entry) => entry.t === t));
      const arrivals = [...one.entries, ...late];
      const events = told(one.id, arrivals);
      const folded = fold(
        one.id,
        arrivals.map((entry) => ({ text: textOf(entry), pending: false })),
      );
      expect(lastState(events)).toBe(folded.record?.status);
      for (const length of [one.entries.length, arrivals.length - 1]) {
        const before = told(one.id, arrivals.slice(0, length));
        expect(events.slice(0, before.length)).toEqual(before);
      }
    }),
    { numRuns: 30 },
  );
});
