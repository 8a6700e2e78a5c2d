import * as z from "zod/mini";
import type { Engine } from "../../engine/context.js";
import { type Shown, show, workspaceOf } from "../../engine/show.js";
import { metadataView } from "../../lifecycle/views.js";
import type { CommandModule } from "../command.js";
import type { Cli } from "../context.js";
import { readFlags } from "../flags.js";
import { observedJson } from "../observed.js";
import type { ShowOutput } from "../output/list.js";
import { conflictLines } from "../render/conflicts.js";
import { visible } from "../render/visible.js";
import { ago, localTime, plural, short, statusText } from "../render/words.js";

const flags = z.object({ format: z.optional(z.enum(["json", "workspace", "metadata"])) });

/** Shows one record, for a person or in one of the forms that tools read. */
export const run: CommandModule["run"] = (cli, args, options) => {
  const { format } = readFlags(flags, options);
  return cli.engine(async (engine) => {
    const shown = await show(engine, args[0]);
    if (format === "workspace") cli.json(workspaceOf(engine, shown));
    else if (format === "metadata") cli.json(metadataView(shown.record));
    else if (format === "json" || cli.globals.json) cli.json(showJson(shown));
    else print(cli, engine, showJson(shown));
    return 0;
  });
};

const showJson = (shown: Shown): ShowOutput => ({
  ...observedJson(shown),
  logs: { ...shown.logs },
  merged: shown.merged === null ? null : { ...shown.merged, mergeOid: shown.merged.mergeOid ?? null },
  wayOn: shown.wayOn,
});

function print(cli: Cli, engine: Engine, shown: ShowOutput): void {
  const now = engine.now();
  const { paint } = cli;
  const line = (name: string, ...text: (string | null)[]): void => {
    const shownText = text.filter((part) => part !== null && part !== "").join("  ");
    if (shownText !== "") cli.print(`  ${paint.dim(name.padEnd(9))} ${shownText}`);
  };
  cli.print(`${paint.bold(visible(shown.branch))}  ${statusText(shown.status, paint)}`);
  line(
    "directory",
    shown.path === null ? elsewhere(engine, shown) : visible(shown.path),
    shown.present || shown.path === null ? null : "(missing)",
  );
  line("base", shown.base === null ? null : visible(shown.base), distance(shown));
  line("head", shown.headOid === null ? null : short(shown.headOid));
  line(
    "task",
    shown.task === null ? null : visible(shown.task.id),
    typeof shown.task?.status === "string" ? visible(shown.task.status) : null,
    shown.title === null ? null : visible(shown.title),
  );
  for (const key of ["role", "session", "run"] as const) {
    const text = shown[key];
    line(key, text === null ? null : visible(text));
  }
  if (shown.changes !== null && shown.changes.total > 0) {
    line(
      "changes",
      plural(shown.changes.total, "file"),
      shown.changes.files.slice(0, 5).map(visible).join(", "),
    );
  }
  line("created", localTime(shown.createdAt), `(${ago(shown.createdAt, now)})`);
  line("activity", localTime(shown.lastActivity), `(${ago(shown.lastActivity, now)})`);
  line("removed", shown.removedAt === null ? null : localTime(shown.removedAt));
  line("locked", shown.liveLock === null ? null : visible(shown.liveLock.reason ?? "yes"));
  line(
    "in use",
    shown.liveLease === null
      ? null
      : `by ${visible(shown.liveLease.holder)} until ${localTime(shown.liveLease.until)}`,
  );
  line("request", shown.request === null ? null : requestText(shown.request));
  line("landed", ...(shown.landed === null ? [null] : landedText(shown.landed)));
  line("merged", ...(shown.merged === null ? [null] : landedText(shown.merged)));
  line("pr", shown.pr === null ? null : `#${shown.pr.number} ${shown.pr.state} ${visible(shown.pr.url)}`);
  for (const [step, path] of Object.entries(shown.logs)) line("log", visible(step), visible(path));
  if (shown.conflict !== null && shown.status === "conflict") {
    line("conflict", plural(shown.conflict.total, "file"));
    for (const text of conflictLines(shown.conflict.files, shown.conflict.total, paint))
      cli.print(`  ${text}`);
  }
  if (shown.lastError !== null && shown.status === "error") {
    line(
      "error",
      paint.red(`${shown.lastError.code} in ${shown.lastError.operation}`),
      visible(shown.lastError.message),
    );
  }
  for (const problem of shown.problems) line("problem", paint.yellow(visible(problem)));
  line("next", shown.wayOn === null ? null : visible(shown.wayOn));
  line("id", paint.dim(shown.id));
}

function elsewhere({ clone }: Engine, { owner, status, type }: ShowOutput): string | null {
  if (status === "removed") return null;
  if (owner === clone) return type === "home" ? "the main worktree" : null;
  return owner === null ? "none: no clone holds it" : "in another clone";
}

const requestText = ({ target, strategy, headOid, keep }: NonNullable<ShowOutput["request"]>): string =>
  `to merge ${short(headOid)} into ${visible(target)} (${keep ? `${strategy}, keep` : strategy})`;

const landedText = (landed: NonNullable<ShowOutput["merged"]>): string[] => [
  `in ${visible(landed.target)}${landed.mergeOid === null ? "" : ` as ${short(landed.mergeOid)}`}`,
  `by ${landed.evidence}`,
];

const distance = ({ ahead, behind }: ShowOutput): string | null =>
  ahead === null || behind === null ? null : `(${ahead} ahead, ${behind} behind)`;
