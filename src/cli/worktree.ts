import type { Engine } from "../engine/context.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Cli } from "./context.js";

/** The record and this clone's directory of it: what `--json` prints after a command on one worktree. */
export function withPath(
  engine: Engine,
  record: WorktreeRecord,
): WorktreeRecord & { readonly path: string | null } {
  const gone = record.status === "removed";
  return { ...record, path: gone ? null : (engine.local.place(record.id)?.path ?? null) };
}

/** Prints the record as JSON, or one line for a person. */
export function tell(cli: Cli, engine: Engine, record: WorktreeRecord, line: string): void {
  if (cli.globals.json) cli.json(withPath(engine, record));
  else cli.say(line);
}
