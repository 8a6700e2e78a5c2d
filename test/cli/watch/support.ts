import { createHash } from "node:crypto";
import { beginning, type Look, looked, type Model, type Size } from "../../../src/cli/watch/model.js";
import type { ListRow } from "../../../src/engine/list.js";
import { recordIdSchema } from "../../../src/lifecycle/ids.js";
import type { WorktreeRecord } from "../../../src/lifecycle/record.js";
import { branch, here, recordIn } from "../../lifecycle/support.js";

/** When the looks of these tests are made: five minutes after every record was. */
export const now = Date.parse("2026-01-31T12:05:00.000Z");

export interface RowOptions {
  readonly state?: Parameters<typeof recordIn>[0];
  readonly record?: Partial<WorktreeRecord>;
  readonly files?: readonly string[] | null;
  readonly row?: Partial<Omit<ListRow, "record" | "observed">>;
  readonly observed?: Partial<ListRow["observed"]>;
}

export const idOf = (name: string) => recordIdSchema.parse(createHash("sha1").update(name).digest("hex"));

/** What a look may tell of one worktree. */
export function rowOf(
  name: string,
  { state = "active", record, files = [], row, observed }: RowOptions = {},
): ListRow {
  const made = {
    ...recordIn(state),
    id: idOf(name),
    branch: branch(name),
    createdAt: recordIn("creating").createdAt,
  };
  return {
    record: { ...made, owner: here, ...record },
    path: `/somewhere/${name}`,
    observed: {
      status: state,
      path: `/somewhere/${name}`,
      present: true,
      broken: false,
      uncommitted: files === null ? null : { files, total: files.length },
      headOid: null,
      branch: branch(name),
      detached: false,
      renamed: false,
      interrupted: false,
      problems: [],
      ...observed,
    },
    ahead: 1,
    behind: 0,
    lease: null,
    lock: null,
    ...row,
  };
}

export const lookAt = (rows: readonly ListRow[], conflicts: Readonly<Record<string, number>> = {}): Look => ({
  repo: "garden",
  clone: here,
  rows,
  conflicts: new Map(Object.entries(conflicts).map(([name, files]) => [idOf(name), files])),
  now,
});

/** The screen of a size after one look. */
export const watching = (rows: readonly ListRow[], size: Size = { columns: 100, rows: 12 }): Model =>
  looked(beginning(size, now), lookAt(rows));
