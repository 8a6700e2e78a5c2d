import { match } from "ts-pattern";
import type { MergeMethod } from "../../forge/hosted.js";
import type { ConflictFile } from "../../lifecycle/errors.js";
import type { BranchName, Oid } from "../../lifecycle/ids.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import { codeSpan, escapeMarkdown, fenced, htmlCode, plainTitle, table } from "./markdown.js";
import type { MergeWhen } from "./model.js";
import { coppiceCommands, gitCommands, word } from "./propose-commands.js";

/** What Coppice writes into the pull requests that it opens or takes over. The same facts make the same text. */

interface Proposed {
  readonly record: WorktreeRecord;
  readonly branch: BranchName;
  readonly base: BranchName;
  /** The commit that was tried. */
  readonly head: Oid;
}

export interface ConflictFacts extends Proposed {
  readonly files: readonly ConflictFile[];
  /** How many files conflict, of which `files` may be the first. */
  readonly total: number;
  readonly mergeWhen: MergeWhen;
}

/** A pull request's title: the record's, its task, the branch. At most 200 characters. */
export function pullTitle(
  { title, task }: Pick<WorktreeRecord, "title" | "task">,
  branch: BranchName,
): string {
  const named = [title, task?.title, task === null ? undefined : `${task.id}: ${branch}`];
  return plainTitle(named.find((text) => (text ?? "").trim() !== "") ?? branch);
}

/** How many files are shown with both sides; the table has the rest. */
const mostPreviews = 20;
/** A table longer than this is not read, and leaves no room for the sides. */
const tableRoom = 20_000;

/**
 * What conflicts, how it is resolved, what happens then.
 * @param room how many characters it may have
 * @returns undefined: there is no room even for a sentence
 */
export function conflictPart(facts: ConflictFacts, room: number): string | undefined {
  const { record, branch, base, total } = facts;
  const heading = `${conflictHeading} with ${codeSpan(base)}`;
  const start = `${heading}\n\n${sentence(facts)}`;
  const end = [
    "**To resolve it with Coppice**, in a clone that has it:",
    fenced(coppiceCommands(record, branch, base), "sh"),
    "**With git alone**, where `origin` is this repository:",
    fenced(gitCommands(branch, base), "sh"),
    whatFollows(facts),
    "To give it up, close this pull request: the request to merge is withdrawn then, and the branch stays as it is.",
    footer(record),
  ].join("\n\n");
  const parts = within([start, end], room);
  if (parts === undefined)
    return within(
      [start, `It is told here how to go on: ${codeSpan(`coppice show ${record.id.slice(0, 12)}`)}.`],
      room,
    )?.text;
  const list = fileTable(facts.files, total, Math.min(tableRoom, parts.left));
  const sides = previews(facts, parts.left - list.length - 4);
  return [start, list, sides, end].filter((text) => text !== "").join("\n\n");
}

/** How a part begins that tells of a conflict. */
const conflictHeading = "### Conflict";
export const tellsOfConflict = (part: string): boolean => part.startsWith(conflictHeading);

/** What stands in the place of it when the conflict is no more. */
export const resolvedPart = (branch: string, base: string): string =>
  `### No conflict any more\n\nThe conflict of ${codeSpan(branch)} with ${codeSpan(base)} is resolved.`;

function within(texts: readonly string[], room: number): { text: string; left: number } | undefined {
  const text = texts.join("\n\n");
  return text.length > room ? undefined : { text, left: room - text.length };
}

function sentence({ branch, base, head, files, total }: ConflictFacts): string {
  const what = total === 1 ? "1 file conflicts" : `${total} files conflict`;
  const easy = files.filter(({ autoResolvable }) => autoResolvable).length;
  const rest =
    easy === 0
      ? ""
      : `; ${easy === total ? (total === 1 ? "it" : "all of them") : easy} can be resolved without a person`;
  return `${codeSpan(branch)} (${codeSpan(head.slice(0, 10))}) could not be merged into ${codeSpan(base)}: ${what}${rest}. Nothing was changed.`;
}

function whatFollows({ record, branch, base, mergeWhen }: ConflictFacts): string {
  // Only the record of a conflict takes a new commit for the resolution; else it has to be asked for.
  const asked = record.status === "conflict" || mergeWhen !== "submitted";
  const when = match(mergeWhen)
    .with("submitted", () =>
      asked ? "" : ` when it was asked for again (${codeSpan(`coppice submit ${word(branch)}`)})`,
    )
    .with("always", () => "")
    .with("approved", () => ", as soon as this pull request is approved")
    .with("checks-pass", () => ", as soon as its checks have passed")
    .exhaustive();
  return `After the push it is merged into ${codeSpan(base)} by itself${when}, and this pull request shows as merged.`;
}

function footer({ id, task, title }: WorktreeRecord): string {
  const about = [
    `record ${codeSpan(id.slice(0, 12))}`,
    ...(task === null ? [] : [`task ${codeSpan(task.id)}`]),
    ...[task?.title ?? title].flatMap((text) => (text === null ? [] : [escapeMarkdown(text)])),
  ];
  return `<sub>Coppice, ${about.join(", ")}. It keeps this part up to date; what is written above or below it stays.</sub>`;
}

/** As many files as there is room for, and how many more there are. */
function fileTable(files: readonly ConflictFile[], total: number, room: number): string {
  const head = ["File", "Kind", "Places", "Without a person"];
  const rows: string[][] = [];
  let left = room - 200;
  for (const { path, kind, count, autoResolvable } of files) {
    const row = [codeSpan(path), kind, String(count), autoResolvable ? "yes" : "no"];
    left -= row.join().length + 12;
    if (left < 0) break;
    rows.push(row);
  }
  if (rows.length === 0) return "";
  const more = total - rows.length;
  return `${table(head, rows)}${more > 0 ? `\n\nand ${more} more ${more === 1 ? "file" : "files"}` : ""}`;
}

/** Both sides of the first place of each file, as lines of a diff: no line of them can be taken for anything else. */
function previews({ files, branch, base }: ConflictFacts, room: number): string {
  const intro = `Lines with ${codeSpan("-")} are those of ${codeSpan(base)}, lines with ${codeSpan("+")} those of ${codeSpan(branch)}; of each file the first place.`;
  const shown: string[] = [];
  let left = room - intro.length - 200;
  const withText = files.filter(({ preview: { ours, theirs } }) => `${ours}${theirs}`.trim() !== "");
  for (const { path, preview } of withText.slice(0, mostPreviews)) {
    const lines = [...side("-", preview.theirs), ...side("+", preview.ours)].join("\n");
    const text = `<details>\n<summary>${htmlCode(path)}</summary>\n\n${fenced(lines, "diff")}\n\n</details>`;
    left -= text.length + 2;
    if (left < 0) break;
    shown.push(text);
  }
  if (shown.length === 0) return "";
  const more = withText.length - shown.length;
  return [
    intro,
    ...shown,
    ...(more > 0 ? [`The sides of ${more} more ${more === 1 ? "file" : "files"} are left out here.`] : []),
  ].join("\n\n");
}

const side = (sign: string, text: string): string[] =>
  text === ""
    ? []
    : text
        .replace(/\r\n?/g, "\n")
        .replace(/\n$/, "")
        .split("\n")
        .map((line) => `${sign}${line}`);

export interface LandingFacts extends Proposed {
  /** Why base takes no push, as a sentence without a full stop. */
  readonly why: string;
  readonly method: MergeMethod;
  /** Who merges it; `person` with the reason why GitHub does not. `at-once`: it is merged already. */
  readonly by: "auto-merge" | "merge-queue" | "at-once" | { readonly person: string };
}

/** Why the merge comes as a pull request, and who merges it. */
export function landingPart(
  { record, branch, base, head, why, method, by }: LandingFacts,
  room: number,
): string | undefined {
  const how = match(by)
    .with(
      "auto-merge",
      () =>
        `GitHub merges it by itself (auto-merge, ${method}) as soon as ${codeSpan(base)} has all that it asks for.`,
    )
    .with(
      "merge-queue",
      () => "GitHub puts it into the merge queue as soon as it has all that the queue asks for.",
    )
    .with("at-once", () => "Nothing stood in the way, so it was merged at once.")
    .otherwise(({ person }) => `Somebody has to merge it (${method}): ${escapeMarkdown(person)}.`);
  return within(
    [
      `### To be merged into ${codeSpan(base)}`,
      `${codeSpan(branch)} (${codeSpan(head.slice(0, 10))}) was asked to be merged and merges cleanly. It comes as a pull request because ${codeSpan(base)} takes no push: ${escapeMarkdown(why)}.`,
      how,
      "To give it up, close this pull request: the request to merge is withdrawn then, and the branch stays as it is.",
      footer(record),
    ],
    room,
  )?.text;
}

/** What is told, once, in a pull request from a fork. */
export function forkNotice(base: string): { readonly marker: string; readonly body: string } {
  const marker = "<!-- coppice:fork -->";
  return {
    marker,
    body: `${marker}\nThis pull request comes from a fork. Coppice fetches, merges and runs nothing of a fork, so it leaves this one alone: review it and merge it into ${codeSpan(base)} as usual.`,
  };
}
