import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HybridClock, isReadableStamp, lastMillisecond } from "../../src/journal/clock.js";
import { type Stamp, stampSchema } from "../../src/lifecycle/ids.js";

const suffix = (): string => "0123456789abcdef";
const stampAt = (ms: number, counter = 0, end = suffix()): Stamp =>
  stampSchema.parse(`${ms.toString(16).padStart(12, "0")}${counter.toString(16).padStart(4, "0")}-${end}`);

describe("HybridClock", () => {
  test("real time moves on: the stamp is real time with counter zero", () => {
    let now = 1_000;
    const clock = new HybridClock({ now: () => now, suffix });
    expect(clock.next()).toBe(stampAt(1_000));
    now = 2_000;
    expect(clock.next()).toBe(stampAt(2_000));
  });

  test("real time stands still or falls back: the counter moves on", () => {
    let now = 1_000;
    const clock = new HybridClock({ now: () => now, suffix });
    clock.next();
    expect(clock.next()).toBe(stampAt(1_000, 1));
    now = 10;
    expect(clock.next()).toBe(stampAt(1_000, 2));
  });

  test("the counter is used up: the next stamp is a millisecond later", () => {
    const clock = new HybridClock({ now: () => 1_000, suffix });
    expect(clock.next(stampAt(1_000, 0xffff))).toBe(stampAt(1_001));
  });

  test("a stamp of another clone a little ahead: ours follow it, in every journal", () => {
    const clock = new HybridClock({ now: () => 1_000, suffix });
    expect(clock.next(stampAt(5_000))).toBe(stampAt(5_000, 1));
    expect(clock.next()).toBe(stampAt(5_000, 2));
  });

  test("a stamp years ahead: followed in its own journal, other journals keep real time", () => {
    const clock = new HybridClock({ now: () => 1_000, suffix });
    const absurd = stampAt(lastMillisecond - 1);
    expect(clock.next(absurd)).toBe(stampAt(lastMillisecond - 1, 1));
    expect(clock.next()).toBe(stampAt(1_000));
  });

  test("a stamp that nothing can follow: JOURNAL_CORRUPT", () => {
    const clock = new HybridClock({ now: () => 1_000, suffix });
    expect(() => clock.next(stampAt(lastMillisecond, 0xffff))).toThrow(
      expect.objectContaining({ code: "JOURNAL_CORRUPT" }),
    );
  });

  test("a machine whose clock is out of range: stamps stay readable", () => {
    for (const now of [-5, Number.MAX_SAFE_INTEGER, 0.5]) {
      expect(isReadableStamp(new HybridClock({ now: () => now }).next())).toBe(true);
    }
  });

  test("any times and any stamps shown: each stamp is greater than the one it follows, and none is given twice", () => {
    const moment = fc.record({
      now: fc.integer({ min: 0, max: lastMillisecond - 1 }),
      shown: fc.option(fc.tuple(fc.integer({ min: 0, max: lastMillisecond - 1 }), fc.nat(0xffff))),
    });
    fc.assert(
      fc.property(fc.array(moment, { minLength: 1, maxLength: 50 }), (moments) => {
        let now = 0;
        const clock = new HybridClock({ now: () => now });
        const given = new Set<Stamp>();
        for (const { now: at, shown } of moments) {
          now = at;
          const after = shown === null ? undefined : stampAt(...shown, "ffffffffffffffff");
          const stamp = clock.next(after);
          if (after !== undefined) expect(stamp > after).toBe(true);
          given.add(stamp);
        }
        expect(given.size).toBe(moments.length);
      }),
    );
  });
});
