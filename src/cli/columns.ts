import type { Colors } from "picocolors/types.js";
import type { ListRow } from "../engine/list.js";
import { UsageError } from "./failure.js";
import type { Fit } from "./render/table.js";
import { visible } from "./render/visible.js";
import { age, plural, statusText } from "./render/words.js";

/** What a cell is made from beside its row. */
export interface CellContext {
  readonly paint: Colors;
  readonly now: number;
  /** The clone that asks. */
  readonly clone: string;
  /** In how many files a merge into base would conflict, by record id. */
  readonly conflicts: ReadonlyMap<string, number>;
}

/** Work that is done only when a column asks for it. */
export type Cost = "places" | "dirtiness" | "aheadBehind" | "forecast";

interface Column {
  readonly head: string;
  readonly costs: readonly Cost[];
  /** It says nothing before that work is done. */
  readonly waits?: true;
  readonly cell: (row: ListRow, context: CellContext) => string;
}

const orDash = (text: string | null | undefined): string =>
  text === null || text === undefined || text === "" ? "-" : visible(text);

/** What does not fit with the state: one word where there is one; `show` has the sentence. */
function markOf({ path, present, interrupted, problems }: ListRow["observed"]): string {
  if (interrupted) return " (interrupted)";
  if (path !== null && !present) return " (missing)";
  return problems.length > 0 ? "!" : "";
}

/** Whether the state bears the mark that says nothing but that something does not fit. */
export const isMarked = (observed: ListRow["observed"]): boolean => markOf(observed) === "!";

/** How far its work has come: to whoever merges it, or all of it into base or another branch. */
function wayOf({ observed, record: { request, landed, headOid, base } }: ListRow): string | undefined {
  if (request !== null) return "submitted";
  if (landed === null || landed.headOid !== (observed.headOid ?? headOid)) return undefined;
  return landed.target === base ? "landed" : `landed in ${visible(landed.target)}`;
}

/** Whose it is, where it is not this clone's. */
function ownerOf({ record: { owner } }: ListRow, clone: string): string | undefined {
  if (owner === clone) return undefined;
  return owner === null ? "no clone" : "elsewhere";
}

function remarks(row: ListRow, clone: string): string {
  const all = row.record.status === "removed" ? [] : [wayOf(row), ownerOf(row, clone)].filter(Boolean);
  return all.length === 0 ? "" : ` (${all.join(", ")})`;
}

/** The columns of `list`, in the order in which they stand there. */
export const columns = {
  branch: { head: "branch", costs: [], cell: ({ record }) => visible(record.branch) },
  state: {
    head: "state",
    costs: ["places", "dirtiness"],
    cell: (row, { paint, clone }) => {
      const { observed } = row;
      const mark = markOf(observed);
      return `${statusText(observed.status, paint)}${mark === "" ? remarks(row, clone) : paint.red(mark)}`;
    },
  },
  task: {
    head: "task",
    costs: [],
    cell: ({ record }) => orDash([record.task?.id, record.title].filter(Boolean).join(" ")),
  },
  base: {
    head: "base",
    costs: ["aheadBehind"],
    cell: ({ record, ahead, behind }) =>
      `${orDash(record.base)}${ahead === null || behind === null ? "" : ` +${ahead} -${behind}`}`,
  },
  changes: {
    head: "changes",
    costs: ["places", "dirtiness"],
    waits: true,
    cell: ({ observed }) => orDash(observed.uncommitted === null ? null : String(observed.uncommitted.total)),
  },
  conflicts: {
    head: "conflicts",
    // Who is not ahead or not behind cannot conflict: counting commits spares most of the merging.
    costs: ["aheadBehind", "forecast"],
    waits: true,
    cell: ({ record }, { conflicts, paint }) => {
      const files = conflicts.get(record.id);
      if (files === undefined) return "-";
      return files === 0 ? "none" : paint.yellow(plural(files, "file"));
    },
  },
  pr: {
    head: "pr",
    costs: [],
    cell: ({ record }) => (record.pr === null ? "-" : `#${record.pr.number} ${record.pr.state}`),
  },
  age: { head: "age", costs: [], cell: ({ record }, { now }) => age(record.createdAt, now) },
  lock: {
    head: "lease/lock",
    costs: ["places"],
    cell: ({ lease, lock }) => {
      if (lease !== null) return `in use: ${visible(lease.holder)}`;
      return lock === null
        ? "-"
        : `locked${lock.reason === null || lock.reason === "" ? "" : `: ${visible(lock.reason)}`}`;
    },
  },
} as const satisfies Record<string, Column>;

export type ColumnName = keyof typeof columns;
const isColumnName = (name: string): name is ColumnName => Object.hasOwn(columns, name);

/** Every column, in order. */
export const columnNames: readonly ColumnName[] = Object.keys(columns).filter(isColumnName);

/** The columns that `--columns` names. */
export function chosenColumns(option: string | undefined): readonly ColumnName[] {
  if (option === undefined) return columnNames;
  const names = option.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !isColumnName(name));
  if (unknown !== undefined) {
    throw new UsageError(`there is no column '${unknown}'`, `The columns are ${columnNames.join(", ")}.`);
  }
  return names.filter(isColumnName);
}

/** A row's cell while work of these costs is still to be done for it. */
export function cellOf(
  name: ColumnName,
  row: ListRow,
  context: CellContext,
  pending: ReadonlySet<Cost> = none,
): string {
  const column: Column = columns[name];
  return column.waits === true && column.costs.some((cost) => pending.has(cost))
    ? context.paint.dim("...")
    : column.cell(row, context);
}

const none: ReadonlySet<Cost> = new Set();

/** Whether one of the columns costs that. */
export const costs = (names: readonly ColumnName[], cost: Cost): boolean =>
  names.some((name) => {
    const all: readonly Cost[] = columns[name].costs;
    return all.includes(cost);
  });

/** Titles give way where a terminal is too narrow for the table; all else is short, or a name that is typed. */
export const fitting = (names: readonly ColumnName[], terminal: number | undefined): Fit | undefined =>
  terminal === undefined || !names.includes("task")
    ? undefined
    : { column: names.indexOf("task"), columns: terminal };
