import type { Colors } from "picocolors/types.js";
import type { Failure } from "../failure.js";
import { conflictLines } from "./conflicts.js";
import { visible, visibleOutput } from "./visible.js";

/** How many files and lines of output are listed below an error. */
const LISTED = 10;
const OUTPUT_LINES = 20;

/** An error as text: what happened, the details that a person needs, and what to do next. */
export function failureText(failure: Failure, paint: Colors): string {
  const lines = [
    `${paint.red(`error[${failure.code}]`)} ${visible(failure.message)}`,
    ...detailLines(failure, paint),
  ];
  if (failure.suggestedAction !== "")
    lines.push(`${paint.cyan("hint:")} ${visible(failure.suggestedAction)}`);
  return `${lines.join("\n")}\n`;
}

function detailLines({ details, message }: Failure, paint: Colors): string[] {
  const lines: string[] = [];
  if (details.conflictFiles !== undefined) {
    lines.push(
      ...conflictLines(details.conflictFiles, details.conflictTotal ?? details.conflictFiles.length, paint),
    );
  }
  // A message that names the files itself is not repeated.
  const files = (details.uncommittedFiles ?? details.files ?? []).filter((file) => !message.includes(file));
  const total = details.uncommittedTotal ?? files.length;
  lines.push(...files.slice(0, LISTED).map((file) => `  ${visible(file)}`));
  if (files.length > 0 && total > LISTED) lines.push(`  and ${total - LISTED} more`);
  lines.push(...(details.commands ?? []).map((command) => `  $ ${visible(command)}`));
  if (details.output !== undefined && details.output.trim() !== "") {
    const output = visibleOutput(details.output.trimEnd()).split("\n");
    lines.push(...output.slice(-OUTPUT_LINES).map((line) => paint.dim(`  | ${line}`)));
  }
  return lines;
}
