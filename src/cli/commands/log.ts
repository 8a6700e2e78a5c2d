import type { Engine } from "../../engine/context.js";
import { findRecord, hereId } from "../../engine/find.js";
import type { Journal } from "../../journal/store.js";
import { isTransition } from "../../lifecycle/events.js";
import type { CommandModule } from "../command.js";
import type { Cli } from "../context.js";
import type { LogEntry, LogOutput } from "../output/log.js";
import { eventText } from "../render/event.js";
import { visible } from "../render/visible.js";
import { localTime, plural, statusText } from "../render/words.js";

/** Shows the journal of one worktree, also of a removed one, or of all. */
export const run: CommandModule["run"] = (cli, args) =>
  cli.engine(async (engine) => {
    const journals = await chosen(engine, args[0]);
    const output = merged(journals);
    if (cli.globals.json) {
      cli.json(output);
      return 0;
    }
    if (journals.length === 0) cli.say("no entries yet; coppice create <branch> makes the first");
    const width = Math.max(0, ...output.entries.map(({ by }) => actorText(by).length));
    for (const entry of output.entries) cli.print(entryLine(cli, entry, width, journals.length > 1));
    if (output.unreadable.length > 0) {
      cli.progress.warn(
        `${plural(output.unreadable.length, "line")} cannot be read by this version; nothing is dropped`,
      );
    }
    return 0;
  });

async function chosen(engine: Engine, name: string | undefined): Promise<Journal[]> {
  // Outside of every worktree there is no "this one": then it is the whole story.
  if (name === undefined && hereId(engine) === undefined)
    return [...(await engine.journal.readAll()).values()];
  const { id } = await findRecord(engine, name, { removed: true });
  const journal = await engine.journal.read(id);
  return journal === undefined ? [] : [journal];
}

function merged(journals: readonly Journal[]): LogOutput {
  const entries = journals.flatMap(({ id, record, entries: folded }) =>
    folded.map(({ entry, from, to, superseded, pending }): LogEntry => {
      return { id, branch: record?.branch ?? null, ...entry, from, to, superseded, pending };
    }),
  );
  entries.sort((a, b) => (a.t < b.t ? -1 : a.t > b.t ? 1 : 0));
  return {
    entries,
    unreadable: journals.flatMap(({ id, unreadable }) => unreadable.map((line) => ({ id, line }))),
  };
}

/** The longest name of a state. */
const STATE_WIDTH = "initializing".length;
const EVENT_WIDTH = "RESOLVE_CONFLICT".length;

const actorText = (by: LogEntry["by"]): string => `${visible(by.name)} (${by.door})`;

function entryLine(cli: Cli, entry: LogEntry, actorWidth: number, several: boolean): string {
  const { event, by, from, to, superseded, pending } = entry;
  const state = !isTransition(event) || superseded ? "" : to === "none" || to === from ? from : to;
  const shown = state === "" || state === "none" ? "" : statusText(state, cli.paint);
  const marks = `${superseded ? "  (ignored)" : ""}${pending ? "  (not yet in the notes)" : ""}`;
  const text = [
    cli.paint.dim(localTime(entry.at)),
    `${shown}${" ".repeat(STATE_WIDTH - state.length)}`,
    event.type.padEnd(EVENT_WIDTH),
    cli.paint.dim(actorText(by).padEnd(actorWidth)),
    ...(several ? [visible(entry.branch ?? entry.id.slice(0, 12))] : []),
    visible(eventText(event)),
  ].filter((part) => part !== "");
  const line = `${text.join("  ")}${marks}`.trimEnd();
  return superseded ? cli.paint.dim(line) : line;
}
