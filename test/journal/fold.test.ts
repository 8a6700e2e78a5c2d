import { describe, expect, test } from "vitest";
import { joinDuplicates } from "../../src/journal/duplicates.js";
import { encode } from "../../src/journal/entry.js";
import { fold, type Journal, linesOf } from "../../src/journal/fold.js";
import { recordIdOf } from "../../src/journal/id.js";
import { type Entry, entrySchema } from "../../src/lifecycle/entry.js";
import type { LifecycleEventInput } from "../../src/lifecycle/events.js";
import type { RecordId } from "../../src/lifecycle/ids.js";
import { actor, branch, createEvent, oid, op, startOfTime } from "./support.js";

/** An entry written so many seconds after the tests' beginning. */
const at = (seconds: number, event: LifecycleEventInput, clone?: string): Entry => {
  const ms = startOfTime + seconds * 1000;
  return entrySchema.parse({
    t: `${ms.toString(16).padStart(12, "0")}0000-${(clone ?? "00000000000000aa").slice(-4).padStart(16, "0")}`,
    v: 1,
    at: new Date(ms).toISOString(),
    by: actor("cli", clone),
    event,
  });
};
const text = (entry: Entry): string => encode(entry).slice(0, -1);
const idOf = (entry: Entry): RecordId => recordIdOf(encode(entry), "sha1");
const journal = (id: RecordId, ...lines: (Entry | string)[]): Journal =>
  fold(
    id,
    lines.map((line) => ({ text: typeof line === "string" ? line : text(line), pending: false })),
  );
const steps = ({ entries }: Journal): string[] =>
  entries.map(
    ({ entry, from, to, superseded }) => `${superseded ? "(" : ""}${entry.event.type} ${from} ${to}`,
  );

const created = at(0, createEvent("task/a", 1));
const id = idOf(created);
const set = at(1, { type: "INIT_COMPLETE", op: op(1) });
const ready = at(2, { type: "INIT_COMPLETE", op: op(1) });

describe("fold", () => {
  test("the CREATE line stands last: the record is the same", () => {
    expect(journal(id, ready, set, created)).toEqual(journal(id, created, set, ready));
    expect(journal(id, ready, set, created).record?.status).toBe("active");
  });

  test("blank lines and lines with spaces: nothing", () => {
    expect(journal(id, "", created, "  ", "\t", set)).toEqual(journal(id, created, set));
  });

  test("a CREATE that the id does not name: superseded, also when it is the older one", () => {
    const older = at(-5, createEvent("task/b", 9));
    const folded = journal(id, older, created, set);
    expect(steps(folded)).toEqual([
      "(CREATE none none",
      "CREATE none creating",
      "INIT_COMPLETE creating initializing",
    ]);
    expect(folded.record?.branch).toBe("task/a");
  });

  test("no CREATE that the id names: no record, and the entries are kept", () => {
    const folded = journal(id, set, at(3, createEvent("task/c", 3)));
    expect(folded.record).toBeNull();
    expect(folded.entries.every(({ superseded }) => superseded)).toBe(true);
  });

  test("an entry reformatted by another tool: it is one entry", () => {
    const folded = journal(
      id,
      created,
      JSON.stringify(JSON.parse(text(set)), null, 1).replaceAll("\n", " "),
      set,
    );
    expect(steps(folded)).toEqual(steps(journal(id, created, set)));
  });

  test("two entries of one stamp: the same one counts in every order, and the id's CREATE before any other", () => {
    const other = { ...set, event: ready.event, by: actor("hook") };
    expect(journal(id, created, set, other)).toEqual(journal(id, other, set, created));
    const twin: Entry = { ...at(0, createEvent("task/a", 2)), t: created.t };
    expect(journal(id, twin, created).record?.ops).toEqual([op(1)]);
    expect(journal(id, created, twin).record?.ops).toEqual([op(1)]);
  });

  test("unreadable lines: kept as they are and told, the rest is read", () => {
    const later = text(ready).replace('"v":1', '"v":2');
    const folded = journal(id, created, "not JSON", later, set, "not JSON");
    expect(folded.unreadable).toEqual(["not JSON", later].sort());
    expect(folded.record?.status).toBe("initializing");
    expect([...linesOf(folded)].map((line) => line.text).sort()).toEqual(
      [text(created), text(set), "not JSON", later].sort(),
    );
  });

  test("the same entry in spool and note: once, and not pending", () => {
    const folded = fold(id, [
      { text: text(created), pending: true },
      { text: text(created), pending: false },
    ]);
    expect(folded.entries.map(({ pending }) => pending)).toEqual([false]);
  });
});

describe("joinDuplicates", () => {
  const other = "00000000000000bb";
  const second = at(5, createEvent("task/a", 7), other);
  const map = (...journals: Journal[]) => new Map(journals.map((it) => [it.id, it]));

  test("two live records of one branch: the oldest is the record, the other's entries are read with it", () => {
    const mine = journal(id, created, set, ready);
    const theirs = journal(
      idOf(second),
      second,
      at(6, { type: "HEAD", oid: oid("b"), branch: branch("task/a") }, other),
      at(7, { type: "MODIFY", filesChanged: ["x"], total: 1 }, other),
      "not JSON",
    );
    const { journals, joined } = joinDuplicates(map(theirs, mine));
    expect([...journals.keys()]).toEqual([id]);
    expect([...joined]).toEqual([[idOf(second), id]]);
    const it = journals.get(id);
    expect(it?.record).toMatchObject({ id, status: "dirty", headOid: oid("b") });
    expect(it && steps(it)).toContain("(CREATE active active");
    expect(it?.unreadable).toEqual(["not JSON"]);
  });

  test("a record created after the former one was removed: a record of its own", () => {
    const removed = journal(
      id,
      created,
      set,
      ready,
      at(3, { type: "REMOVE", op: op(3) }),
      at(4, { type: "INIT_COMPLETE", op: op(3) }),
    );
    const next = journal(idOf(second), second);
    const { journals, joined } = joinDuplicates(map(removed, next));
    expect([...journals.values()]).toEqual([removed, next]);
    expect(joined.size).toBe(0);
  });

  test("clocks that disagree: records of their own where stamps or times tell that one ended before the other began", () => {
    const removal = [at(3, { type: "REMOVE", op: op(3) }), at(4, { type: "INIT_COMPLETE", op: op(3) })];
    const told = (...journals: Journal[]) => joinDuplicates(map(...journals)).joined.size;
    // A clock was set back, and the later record follows the stamps of the former one.
    const behind = { ...second, at: at(-90, set.event).at };
    // A clone whose stamps were pulled ahead ended its record before another clone began one.
    const early = { ...second, t: at(-90, set.event).t };
    for (const next of [behind, early]) {
      expect(told(journal(id, created, set, ready, ...removal), journal(idOf(next), next))).toBe(0);
      expect(told(journal(id, created, set, ready), journal(idOf(next), next))).toBe(1);
    }
  });

  test("the joined record is removed under either id: it stays one record", () => {
    const mine = journal(id, created, set, ready);
    const theirs = journal(
      idOf(second),
      second,
      at(8, { type: "REMOVE", op: op(3) }, other),
      at(9, { type: "INIT_COMPLETE", op: op(3) }, other),
    );
    const { journals } = joinDuplicates(map(mine, theirs));
    expect([...journals.values()].map(({ record }) => record?.status)).toEqual(["removed"]);
  });

  test("records of different branches, and journals without a record: left as they are", () => {
    const mine = journal(id, created);
    const apart = at(5, createEvent("task/b", 7), other);
    const broken = journal(idOf(second), ready);
    const journals = map(mine, journal(idOf(apart), apart), broken);
    expect(joinDuplicates(journals)).toEqual({ journals, joined: new Map() });
  });
});
