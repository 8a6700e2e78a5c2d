import { type Ledger, openLedger } from "../../../src/engine/hosted/ledger.js";
import type { Pulls, Task } from "../../../src/engine/hosted/model.js";
import { type HostedContext, tasksOf } from "../../../src/engine/hosted/tasks.js";
import type { HostedPull } from "../../../src/forge/hosted.js";
import { HybridClock } from "../../../src/journal/clock.js";
import { joinDuplicates } from "../../../src/journal/duplicates.js";
import { fold, type Journal, type JournalHead } from "../../../src/journal/fold.js";
import { EntryMaker } from "../../../src/journal/maker.js";
import type { CreateEvent, JournalStore } from "../../../src/journal/store.js";
import type { Joined } from "../../../src/journal/sync.js";
import type { Actor, Entry } from "../../../src/lifecycle/entry.js";
import type { LifecycleEventInput } from "../../../src/lifecycle/events.js";
import {
  type BranchName,
  branchNameSchema,
  cloneIdSchema,
  type Oid,
  oidSchema,
  opIdSchema,
  type RecordId,
  type Stamp,
} from "../../../src/lifecycle/ids.js";
import type { WorktreeRecord } from "../../../src/lifecycle/record.js";
import type { Status } from "../../../src/lifecycle/states.js";

export const oid = (digit: string): Oid => oidSchema.parse(digit.repeat(40).slice(0, 40));
export const branch = (name: string): BranchName => branchNameSchema.parse(name);
export const op = (digit: string) => opIdSchema.parse(digit.repeat(16).slice(0, 16));
export const main = branch("main");
export const task = branch("task/a");
/** Where the task branch stands; where it began; what lies between. */
export const [head, start, newer, other] = [oid("2"), oid("0"), oid("3"), oid("9")];

export const laptop: Actor = { name: "Ada", door: "cli", clone: cloneIdSchema.parse("a".repeat(16)) };
export const robot: Actor = { name: "bot", door: "action", clone: cloneIdSchema.parse("c".repeat(16)) };

const minuteMs = 60_000;
const noon = Date.UTC(2026, 0, 31, 12);
/** So many minutes after the tests' noon, as a timestamp. */
export const minute = (minutes: number): string => new Date(noon + minutes * minuteMs).toISOString();

/** Journals in memory: lines that are folded and joined as a notes ref's are, and a clock that is set by hand. */
export class Journals implements JournalStore {
  readonly #lines = new Map<RecordId, string[]>();
  readonly #maker: EntryMaker;
  #joined: ReadonlyMap<RecordId, RecordId> = new Map();
  now = noon;
  /** How often all journals were read. */
  reads = 0;

  constructor() {
    this.#maker = new EntryMaker(new HybridClock({ now: () => this.now }));
  }

  get joined(): ReadonlyMap<RecordId, RecordId> {
    return this.#joined;
  }

  readonly illegible: ReadonlySet<RecordId> = new Set();

  /** How many entries there are. */
  get size(): number {
    return [...this.#lines.values()].flat().length;
  }

  async read(id: RecordId): Promise<Journal | undefined> {
    return (await this.readAll()).get(this.#joined.get(id) ?? id);
  }

  async readAs<T extends JournalHead>(kept: (journal: Journal) => T): Promise<ReadonlyMap<RecordId, T>> {
    return new Map([...(await this.readAll())].map(([id, journal]) => [id, kept(journal)]));
  }

  async readAll(): Promise<ReadonlyMap<RecordId, Journal>> {
    this.reads += 1;
    const all = new Map<RecordId, Journal>();
    for (const [id, lines] of this.#lines) {
      all.set(
        id,
        fold(
          id,
          lines.map((text) => ({ text, pending: false })),
        ),
      );
    }
    const { journals, joined } = joinDuplicates(all);
    this.#joined = joined;
    return journals;
  }

  async records(): Promise<ReadonlyMap<RecordId, WorktreeRecord>> {
    const journals = await this.readAll();
    return new Map(
      [...journals].flatMap(([id, { record }]) => (record === null ? [] : [[id, record] as const])),
    );
  }

  async create(event: CreateEvent, by: Actor): Promise<{ id: RecordId; entry: Entry }> {
    const { id, entry, line } = this.#maker.first(event, by, "sha1");
    this.#lines.set(id, [line.trimEnd()]);
    return { id, entry };
  }

  async append(id: RecordId, event: LifecycleEventInput, by: Actor, after?: Stamp): Promise<Entry> {
    const { entry, line } = this.#maker.next(id, event, by, after);
    this.#lines.set(id, [...(this.#lines.get(id) ?? []), line.trimEnd()]);
    return entry;
  }

  async flush(): Promise<void> {}

  async join(): Promise<Joined> {
    throw new Error("nothing is joined here");
  }
}

type Events = readonly LifecycleEventInput[];
const initializing: Events = [{ type: "INIT_COMPLETE", op: op("1") }];
const active: Events = [...initializing, { type: "INIT_COMPLETE", op: op("1"), sha: head }];
const dirty: Events = [...active, { type: "MODIFY", filesChanged: ["a.txt"], total: 1 }];
export const merging: Events = [...active, { type: "MERGE", op: op("3"), target: main, headOid: head }];
const failed = (code: "MERGE_CONFLICT" | "MERGE_FAILED"): LifecycleEventInput => ({
  type: "ERROR",
  op: op("3"),
  code,
  message: "it failed",
  operation: "merge",
  recoverable: true,
});

/** What leads a new record to each state. */
export const lives: Readonly<Record<Status, Events>> = {
  creating: [],
  initializing,
  active,
  dirty,
  committing: [...dirty, { type: "COMMIT", op: op("2"), message: "Work" }],
  merging,
  conflict: [...merging, failed("MERGE_CONFLICT")],
  removing: [...active, { type: "REMOVE", op: op("4") }],
  removed: [...active, { type: "REMOVE", op: op("4") }, { type: "INIT_COMPLETE", op: op("4") }],
  error: [...merging, failed("MERGE_FAILED")],
};

export type Owner = "clone" | "none";

export interface Life {
  readonly status?: Status;
  readonly owner?: Owner;
  readonly branch?: BranchName;
  /** What happens after the state is reached, a minute later each. */
  readonly later?: Events;
  readonly create?: Partial<CreateEvent>;
  readonly by?: Actor;
}

/** Writes a record's life into journals: its first entry at the clock's time, each further one a minute later. */
export async function live(journals: Journals, how: Life = {}): Promise<RecordId> {
  const { status = "active", owner = "clone", later = [], by = laptop } = how;
  const { id } = await journals.create(
    {
      type: "CREATE",
      op: op("1"),
      branch: how.branch ?? task,
      base: main,
      baseOid: start,
      clone: owner === "none" ? null : laptop.clone,
      ...how.create,
    },
    by,
  );
  for (const event of [...lives[status], ...later]) {
    journals.now += minuteMs;
    await journals.append(id, event, by);
  }
  journals.now += minuteMs;
  return id;
}

/** The records as CI sees them. */
export const ledgerOf = (journals: Journals): Promise<Ledger> =>
  openLedger({ journal: journals, actor: robot, now: () => journals.now });

export const request = (more: { headOid?: Oid; target?: BranchName; keep?: boolean } = {}) =>
  ({ type: "REQUEST", target: main, headOid: head, ...more }) as const;

export const noPulls: Pulls = { open: [], closed: [], complete: true };

/** What a look found: base and one task branch, and no pull request. */
export function contextOf(journals: Journals, more: Partial<HostedContext> = {}): HostedContext {
  return {
    base: main,
    isTaskBranch: (name) => name.startsWith("task/"),
    heads: new Map([
      [main, other],
      [task, head],
    ]),
    pulls: noPulls,
    merge: { strategy: "merge", keep: false },
    now: journals.now,
    ...more,
  };
}

export function pullOf(
  more: Partial<Omit<HostedPull, "head">> & { from?: string; oid?: Oid } = {},
): HostedPull {
  const { from = task, oid: headOid = head, ...rest } = more;
  const number = rest.number ?? 1;
  return {
    number,
    url: `https://github.com/acme/site/pull/${number}`,
    title: "Work",
    state: "open",
    createdAt: minute(0),
    nodeId: `PR_${number}`,
    draft: false,
    labels: [],
    body: "",
    head: { branch: from, oid: headOid, fork: false },
    base: { branch: main },
    mergeOid: rest.state === "merged" ? oid("d") : null,
    closedAt: rest.state === undefined || rest.state === "open" ? null : minute(600),
    updatedAt: minute(0),
    ...rest,
  };
}

/** The task of a record, at the head that a context has. */
export function taskOf(context: HostedContext, ledger: Ledger, id: RecordId): Task {
  const record = ledger.get(id);
  const found = tasksOf(context, ledger).find((one) => one.record.id === id);
  return found ?? { record, branch: record.branch, head: context.heads.get(record.branch), pull: undefined };
}

/** Whether what the ledger says of every record is what the journals say, and nothing of ours was void. */
export async function isTrue(journals: Journals, ledger: Ledger): Promise<boolean> {
  for (const [id, { record, entries }] of await journals.readAll()) {
    if (JSON.stringify(record) !== JSON.stringify(ledger.get(id))) return false;
    if (entries.some(({ entry, superseded }) => superseded && entry.by.door === "action")) return false;
  }
  return true;
}

/** The events that CI journaled of a record, in their order. */
export const toldOf = (ledger: Ledger, id: RecordId): string[] =>
  ledger.entries(id).flatMap(({ by, event }) => (by.clone === robot.clone ? [event.type] : []));
