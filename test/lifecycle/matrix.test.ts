import { describe, expect, test } from "vitest";
import { decide } from "../../src/lifecycle/decide.js";
import type { LifecycleEventInput, TransitionType } from "../../src/lifecycle/events.js";
import { transitionTypes } from "../../src/lifecycle/events.js";
import { reduce, sources, transitions } from "../../src/lifecycle/machine.js";
import { statuses } from "../../src/lifecycle/states.js";
import type { Source } from "../../src/lifecycle/table.js";
import {
  branch,
  createEvent,
  entry,
  errorEvent,
  freeze,
  inState,
  mergeEvent,
  oid,
  op,
  recordId,
} from "./support.js";

/* Written by hand from the specification, not from the code. A dash: the pair is invalid. */
const matrix = `
event            none     creating     initializing active   dirty      committing merging  conflict removing removed error
CREATE           creating -            -            -        -          -          -        -        -        -       -
INIT_COMPLETE    -        initializing active       -        -          active     removing -        removed  -       -
MODIFY           -        -            -            dirty    dirty      -          -        -        -        -       -
DISCARD          -        -            -            -        active     -          -        -        -        -       -
COMMIT           -        -            -            -        committing -          -        -        -        -       -
MERGE            -        -            -            merging  -          merging    -        -        -        -       -
RESOLVE_CONFLICT -        -            -            -        -          -          -        merging  -        -       -
ABORT_MERGE      -        -            -            -        -          -          active   active   -        -       -
REMOVE           -        -            removing     removing removing   -          -        removing -        -       removed
PRUNE            -        -            -            removing -          -          -        -        -        -       -
ERROR            -        error        error        error    error      error      error    -        error    -       error
RETRY            -        -            -            -        -          -          -        -        -        -       active
`;
const [head = "", ...lines] = matrix.trim().split("\n");
const columns = head.split(/ +/).slice(1);

const runningOp: Partial<Record<Source, number>> = {
  creating: 1,
  initializing: 1,
  committing: 2,
  merging: 3,
  removing: 4,
};

/** The event as it can take effect in a state, when the pair is valid at all. */
function eventFor(type: TransitionType, state: Source): LifecycleEventInput {
  const running = runningOp[state];
  const events: Readonly<Record<TransitionType, LifecycleEventInput>> = {
    CREATE: createEvent,
    INIT_COMPLETE: { type: "INIT_COMPLETE", op: op(running ?? 9) },
    MODIFY: { type: "MODIFY", filesChanged: ["b.txt"], total: 1 },
    DISCARD: { type: "DISCARD" },
    COMMIT: { type: "COMMIT", op: op(9), message: "More" },
    MERGE: mergeEvent(running ?? 9),
    RESOLVE_CONFLICT: { type: "RESOLVE_CONFLICT", op: op(9), resolution: "ours", headOid: oid(5) },
    ABORT_MERGE: { type: "ABORT_MERGE" },
    REMOVE: { type: "REMOVE", op: op(9), force: true },
    PRUNE: { type: "PRUNE", op: op(9), reason: "stale" },
    ERROR: errorEvent(running ?? 9, "merge"),
    RETRY: { type: "RETRY", op: op(9), operation: "merge" },
  };
  return events[type];
}

const cases = lines.flatMap((line) => {
  const [name, ...targets] = line.split(/ +/);
  const event = transitionTypes.find((type) => type === name) ?? "CREATE";
  return columns.map((from, index) => ({ event, from, to: targets[index] ?? "" }));
});

describe("the matrix of 12 events and 11 states", () => {
  test("the hand-written table is complete: 132 cells, and the states are those of the code", () => {
    expect(cases).toHaveLength(132);
    expect(lines.map((line) => line.split(" ")[0])).toEqual(transitionTypes);
    expect(cases.every(({ to }) => to !== "")).toBe(true);
    expect(columns).toEqual(["none", ...statuses]);
    expect(sources).toEqual(columns);
  });

  const valid = cases.filter(({ to }) => to !== "-");
  const invalid = cases.filter(({ to }) => to === "-");

  test.each(valid)("$event in $from: goes to $to", ({ event, from, to }) => {
    const source = sources.find((name) => name === from) ?? "none";
    const reduction = reduce(recordId, inState(source), entry(eventFor(event, source)));
    expect(reduction).toMatchObject({ kind: "applied", from, record: { status: to } });
  });

  test.each(invalid)("$event in $from: changes nothing and names what is valid", ({ event, from }) => {
    const source = sources.find((name) => name === from) ?? "none";
    const record = freeze(inState(source));
    const before = JSON.stringify(record);
    const happening = entry(eventFor(event, source));
    const there = valid.filter((one) => one.from === from).map((one) => one.event);
    expect(reduce(recordId, record, happening)).toEqual({
      kind: "ignored",
      from,
      reason: "INVALID_STATE",
      valid: there,
    });
    expect(JSON.stringify(record)).toBe(before);

    const decision = decide(recordId, record, happening, {});
    if (event === "MERGE" && from === "dirty") {
      expect(decision).toMatchObject({
        kind: "refused",
        code: "WORKTREE_DIRTY",
        details: { uncommittedFiles: ["a.txt"], uncommittedTotal: 1 },
      });
      return;
    }
    expect(decision).toMatchObject({
      kind: "refused",
      code: "INVALID_STATE",
      details: { state: from, event, validEvents: there },
    });
    if (decision.kind !== "refused") return;
    expect(decision.message).toContain(event);
    for (const name of there) expect(decision.message).toContain(name);
  });

  test("the documented table: has the rows 1 to 31 and 20b, each once, in order", () => {
    const numbers = Array.from({ length: 31 }, (_, index) => String(index + 1));
    numbers.splice(20, 0, "20b");
    expect(transitions().map((row) => row.number)).toEqual(numbers);
  });

  test("the documented table: has the same cells as the matrix", () => {
    const documented = new Set(transitions().map((row) => `${row.from} ${row.event}`));
    expect(documented).toEqual(new Set(valid.map(({ from, event }) => `${from} ${event}`)));
  });
});

describe("operations", () => {
  const transient = ["creating", "initializing", "committing", "merging", "removing"] as const;
  test.each(transient)("%s: a completion or failure of another operation changes nothing", (state) => {
    const record = freeze(inState(state));
    for (const event of [
      { type: "INIT_COMPLETE", op: op("f") } as const,
      errorEvent("f", "merge"),
      errorEvent("f", "merge", { code: "MERGE_CONFLICT" }),
    ])
      expect(reduce(recordId, record, entry(event))).toMatchObject({
        kind: "ignored",
        reason: "OTHER_OPERATION",
      });
  });

  test("committing, then MERGE of another operation: changes nothing", () => {
    expect(reduce(recordId, inState("committing"), entry(mergeEvent(9)))).toMatchObject({
      kind: "ignored",
      reason: "OTHER_OPERATION",
    });
  });

  test("ERROR of an operation that is over: changes nothing, of a new one it counts", () => {
    for (const state of ["active", "dirty", "error"] as const) {
      expect(reduce(recordId, inState(state), entry(errorEvent(1, "init")))).toMatchObject({
        kind: "ignored",
        reason: "OTHER_OPERATION",
      });
      expect(reduce(recordId, inState(state), entry(errorEvent(9, "observe")))).toMatchObject({
        kind: "applied",
        record: { status: "error", op: null, lastError: { from: state, operation: "observe" } },
      });
    }
  });

  test("REMOVE without force in dirty or conflict: changes nothing", () => {
    for (const state of ["dirty", "conflict"] as const)
      expect(reduce(recordId, inState(state), entry({ type: "REMOVE", op: op(9) }))).toMatchObject({
        kind: "ignored",
        reason: "NOT_ALLOWED",
      });
  });

  test("RETRY of an operation that did not fail: changes nothing", () => {
    expect(
      reduce(recordId, inState("error"), entry({ type: "RETRY", op: op(9), operation: "commit" })),
    ).toMatchObject({ kind: "ignored", reason: "NOT_ALLOWED" });
  });

  test("an annotation without a record: changes nothing", () => {
    expect(reduce(recordId, null, entry({ type: "LOCK", reason: branch("x") }))).toEqual({
      kind: "ignored",
      from: "none",
      reason: "INVALID_STATE",
      valid: ["CREATE"],
    });
  });
});
