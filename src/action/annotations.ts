import type { Row } from "../engine/hosted/model.js";
import { several } from "../lifecycle/refusal.js";
import { type Result, rowsBy } from "./result.js";
import { plainLine } from "./voice.js";

/** What is shown beside the job. */
export interface Annotation {
  readonly level: "error" | "warning" | "notice";
  readonly title: string;
  readonly message: string;
}

/** GitHub shows ten of each level and step, and drops the others without a word. */
const shownOfALevel = 10;

/** Problems, conflicts, refusals and failed checks, the most important first. What is left out is counted. */
export function annotationsOf(result: Result): Annotation[] {
  const errors = result.problems.map(({ message, suggestedAction }): Annotation => {
    return { level: "error", title: "Coppice", message: `${message} ${suggestedAction}` };
  });
  const warnings: Annotation[] = [
    ...rowsBy(result, "conflicted").map(
      (row): Annotation => ({
        level: "warning",
        title: `${row.branch} conflicts`,
        message: conflictText(row),
      }),
    ),
    ...rowsBy(result, "refused").map(
      (row): Annotation => ({
        level: "warning",
        title: `${row.branch} was refused`,
        message: row.reason ?? "It was refused.",
      }),
    ),
    ...result.checked
      .filter(({ state }) => state === "failure")
      .map(({ branch, refusal, description }): Annotation => {
        const text = refusal === null ? description : `${refusal.why}; do: ${refusal.use}`;
        return { level: "warning", title: `${branch} fails its check`, message: text };
      }),
    ...(result.report?.warnings ?? []).map(
      (message): Annotation => ({ level: "warning", title: "Coppice", message }),
    ),
  ];
  const notices = result.notes.map((message): Annotation => ({ level: "notice", title: "Coppice", message }));
  return [...few(errors), ...few(warnings), ...few(notices)].map(({ level, title, message }) => ({
    level,
    title: plainLine(title).slice(0, 255),
    message: plainLine(message),
  }));
}

function conflictText({ files, filesTotal, pr, reason }: Row): string {
  const named = files.slice(0, 3).map(({ path, kind }) => `${path} (${kind})`);
  const more = filesTotal - named.length;
  const list = `${named.join(", ")}${more > 0 ? ` and ${several(more, "more file")}` : ""}`;
  const where = pr === null ? "" : ` Resolve it in ${pr.url}`;
  return `${list === "" ? (reason ?? "It conflicts with base.") : `It conflicts with base in ${list}.`}${where}`;
}

function few(annotations: readonly Annotation[]): Annotation[] {
  if (annotations.length <= shownOfALevel) return [...annotations];
  const left = annotations.length - shownOfALevel + 1;
  const shown = annotations.slice(0, shownOfALevel - 1);
  const level = annotations[0]?.level ?? "warning";
  return [
    ...shown,
    { level, title: "Coppice", message: `${left} more of these stand in the job's summary.` },
  ];
}
