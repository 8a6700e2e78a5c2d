import { codeSpan, escapeMarkdown, fenced, link, table } from "../engine/hosted/markdown.js";
import type { Row } from "../engine/hosted/model.js";
import { several } from "../lifecycle/refusal.js";
import { countsText, outcomes, outcomeWords, type Result, rowsBy, rowsOf } from "./result.js";

/** GitHub drops a step's summary that is larger than 1 MiB, all of it. */
const mostBytes = 1_000_000;
/** What each list may take of that, so that none crowds the others out. */
const share = { rows: 600_000, checks: 150_000, restore: 150_000, sentences: 80_000 };

/** What a job's own token cannot do, told where it matters: after a push to base. */
export const tokenNote = (base: string): string =>
  `A push by the job's own token starts no workflow: what runs on a push to ${codeSpan(base)} has not been started by these merges. Give the input \`github-token\` the token of a GitHub App or of a person where it shall be.`;

/**
 * The job's summary, in markdown: whatever came from outside is shown as text. Lists that are too long are cut, and say
 * by how many.
 * @param base undefined: nothing was merged into it
 */
export function summaryOf(result: Result, base: string | undefined): string {
  const { dryRun, notes, problems, report } = result;
  const merged = dryRun || base === undefined ? [] : rowsBy(result, "merged");
  const parts = [
    `## Coppice: ${countsText(result)}${dryRun ? " (dry run)" : ""}`,
    dryRun ? "This was a dry run: it was looked at and told, and nothing was changed." : "",
    sentences(
      "What went wrong",
      problems.map(
        ({ message, suggestedAction }) =>
          `${escapeMarkdown(message, 1000)} ${escapeMarkdown(suggestedAction, 1000)}`,
      ),
    ),
    notes.map((note) => escapeMarkdown(note, 1000)).join("\n\n"),
    rowsTable(result),
    checksTable(result),
    picture(rowsOf(result)),
    restoreBlock(result),
    sentences("Worth knowing", [
      ...(report?.warnings ?? []).map((warning) => escapeMarkdown(warning, 1000)),
      ...(merged.length > 0 && base !== undefined ? [tokenNote(base)] : []),
    ]),
    report === undefined
      ? ""
      : `${several(report.pushes, "push", "pushes")}, ${several(report.requests, "request")} to the API.`,
  ];
  const text = `${parts.filter((part) => part !== "").join("\n\n")}\n`;
  return Buffer.byteLength(text) <= mostBytes ? text : tooLong(result);
}

const tooLong = (result: Result): string =>
  `## Coppice: ${countsText(result)}\n\nThere is more to tell than a summary can hold: the outputs have it.\n`;

function rowsTable(result: Result): string {
  // What needs a person comes first, what was kept as it was last.
  const rows = outcomes.flatMap((outcome) => rowsBy(result, outcome));
  if (rows.length === 0) return "";
  return bounded(
    ["branch", "before", "after", "outcome", "evidence", "pull request", "why"],
    rows.map((row) => () => [
      codeSpan(row.branch),
      row.before ?? "",
      row.after ?? "",
      outcomeWords[row.outcome],
      evidenceCell(row),
      row.pr === null ? "" : link(`#${row.pr.number}`, row.pr.url),
      whyCell(row),
    ]),
    share.rows,
    "branch",
    "branches",
  );
}

const shortOid = 12;

const evidenceCell = ({ evidence, mergeOid }: Row): string =>
  [
    evidence === null ? "" : escapeMarkdown(evidence),
    mergeOid === null ? "" : codeSpan(mergeOid.slice(0, shortOid)),
  ]
    .filter((part) => part !== "")
    .join(" ");

function whyCell({ reason, files, filesTotal, branchDeleted }: Row): string {
  const named = files.slice(0, 3).map(({ path, kind }) => `${codeSpan(path)} (${kind})`);
  const more = filesTotal - named.length;
  const list = named.length === 0 ? "" : `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return [reason === null ? "" : escapeMarkdown(reason), list, branchDeleted ? "branch deleted" : ""]
    .filter((part) => part !== "")
    .join("; ");
}

function checksTable({ checked }: Result): string {
  if (checked.length === 0) return "";
  return bounded(
    ["pull request", "branch", "status", "says", "why", "do"],
    checked.map(({ pull, branch, state, description, refusal }) => () => [
      link(`#${pull.number}`, pull.url),
      codeSpan(branch),
      state,
      escapeMarkdown(description),
      refusal === null ? "" : escapeMarkdown(`${refusal.state}: ${refusal.why}`),
      refusal === null ? "" : codeSpan(refusal.use),
    ]),
    share.checks,
    "check",
    "checks",
  );
}

/** A table of as many rows as fit; how many there are is said. */
function bounded(
  head: readonly string[],
  rows: readonly (() => readonly string[])[],
  bytes: number,
  one: string,
  many: string,
): string {
  const shown: (readonly string[])[] = [];
  let size = 0;
  for (const row of rows) {
    const cells = row();
    size += Buffer.byteLength(cells.join(" | ")) + 5;
    if (size > bytes) break;
    shown.push(cells);
  }
  const left = rows.length - shown.length;
  const text = table(head, shown);
  return left === 0 ? text : `${text}\n\n${several(left, one, many)} of ${rows.length} are not shown here.`;
}

/** Which states the records went through: those that are concerned and no others. */
function picture(rows: readonly Row[]): string {
  const arrows = new Map<string, number>();
  for (const { before, after, outcome } of rows) {
    if (after === null || before === after) continue;
    const arrow = `${before ?? "[*]"} --> ${after}: ${outcomeWords[outcome]}`;
    arrows.set(arrow, (arrows.get(arrow) ?? 0) + 1);
  }
  if (arrows.size === 0) return "";
  const lines = [...arrows].map(([arrow, count]) => `  ${arrow.replace(": ", `: ${count} `)}`);
  return `### States\n\n${fenced(["stateDiagram-v2", ...lines].join("\n"), "mermaid")}`;
}

function restoreBlock(result: Result): string {
  const commands = rowsOf(result).flatMap(({ restore }) => (restore === null ? [] : [restore]));
  if (commands.length === 0) return "";
  const shown: string[] = [];
  let size = 0;
  for (const command of commands) {
    size += Buffer.byteLength(command) + 1;
    if (size > share.restore) break;
    shown.push(command);
  }
  const left = commands.length - shown.length;
  return [
    "### To bring deleted branches back",
    fenced(shown.join("\n"), "sh"),
    ...(left > 0 ? [`${several(left, "more command")} of ${commands.length} are not shown here.`] : []),
  ].join("\n\n");
}

/** @param items markdown, one line each */
function sentences(title: string, items: readonly string[]): string {
  if (items.length === 0) return "";
  const shown: string[] = [];
  let size = 0;
  for (const item of items) {
    size += Buffer.byteLength(item) + 3;
    if (size > share.sentences) break;
    shown.push(`- ${item}`);
  }
  const left = items.length - shown.length;
  return [`### ${title}`, [...shown, ...(left > 0 ? [`- and ${left} more`] : [])].join("\n")].join("\n\n");
}
