import type { Colors } from "picocolors/types.js";
import type { ConflictFile } from "../../lifecycle/errors.js";
import { visible } from "./visible.js";

/** How many lines of each side's preview are shown to a person; `--json` has all of it. */
const PREVIEW_LINES = 6;

/** The conflicted files, each with its kind, how many places, and the first place's two sides. */
export function conflictLines(files: readonly ConflictFile[], total: number, paint: Colors): string[] {
  const lines = files.flatMap((file) => {
    const places = file.count === 1 ? "" : `, ${file.count} places`;
    const easy = file.autoResolvable ? ", resolvable without a person" : "";
    return [
      `  ${paint.bold(visible(file.path))}  ${file.kind}${places}${easy}`,
      ...side("ours", file.preview.ours, paint.green),
      ...side("theirs", file.preview.theirs, paint.magenta),
    ];
  });
  if (total > files.length) lines.push(`  and ${total - files.length} more`);
  return lines;
}

function side(name: string, text: string, color: (text: string) => string): string[] {
  if (text === "") return [];
  const lines = text.replace(/\n$/, "").split("\n");
  const shown = lines.slice(0, PREVIEW_LINES).map((line) => color(visible(line)));
  if (lines.length > PREVIEW_LINES) shown.push("…");
  // The task's side is "ours": Coppice merges base into the task's worktree.
  return shown.map((line, number) => `    ${number === 0 ? name.padEnd(6) : "      "} | ${line}`);
}
