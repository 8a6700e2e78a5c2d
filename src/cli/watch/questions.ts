import type { ListRow } from "../../engine/list.js";
import { visible } from "../render/visible.js";
import { plural } from "../render/words.js";
import type { Order, Question, Wish } from "./model.js";

/** How many files are named before the rest is counted. */
const NAMED_FILES = 3;

const order = ({ record: { id, branch } }: ListRow, ...words: [string, ...string[]]): Wish => ({
  type: "run",
  order: { id, branch, words: [words[0], id, ...words.slice(1)] },
});

/** How a conflict can be resolved. */
export function resolveQuestion(row: ListRow): Question {
  const { branch, conflict, base } = row.record;
  const files = conflict === null ? "" : ` in ${plural(conflict.total, "file")}`;
  return {
    lines: [`Resolve the conflict of ${visible(branch)}${files}:`],
    choices: [
      { key: "o", text: `ours: take ${visible(branch)}'s side`, wish: order(row, "resolve", "--ours") },
      {
        key: "t",
        text: `theirs: take ${visible(base ?? "base")}'s side`,
        wish: order(row, "resolve", "--theirs"),
      },
      { key: "m", text: "by hand: leave markers in its files", wish: order(row, "resolve", "--manual") },
      { key: "c", text: "go on after resolving by hand", wish: order(row, "resolve", "--continue") },
      { key: "w", text: "with the resolver of the config", wish: order(row, "resolve") },
      { key: "a", text: "give the merge up", wish: order(row, "abort") },
    ],
  };
}

/** Whether a worktree is to go, with what stands against that as far as the last look told. */
export function removalQuestion(row: ListRow): Question {
  const { branch } = row.record;
  return {
    lines: [`Remove ${visible(branch)}?`, ...contents(row).map((line) => `  ${line}`)],
    choices: [{ key: "y", text: "remove", wish: order(row, "remove") }],
  };
}

/** What is there that would go, or that keeps it. */
function contents(row: ListRow): string[] {
  const { record, observed, ahead, lease, lock } = row;
  const lines = [
    filesLine(observed),
    ahead === null || ahead === 0
      ? undefined
      : `${plural(ahead, "commit")} that ${visible(record.base ?? "base")} does not have`,
    observed.status === "conflict" ? "a merge that stands at a conflict: it is given up" : undefined,
    lease === null ? undefined : `it is in use by ${visible(lease.holder)}`,
    lock === null
      ? undefined
      : `it is locked${lock.reason === null || lock.reason === "" ? "" : `: ${visible(lock.reason)}`}`,
  ].filter((line) => line !== undefined);
  return lines.length === 0 ? ["nothing in it would be lost"] : lines;
}

function filesLine({ uncommitted, present }: ListRow["observed"]): string | undefined {
  if (uncommitted === null) return present ? "its files could not be looked at" : "its directory is not here";
  if (uncommitted.total === 0) return undefined;
  const named = uncommitted.files.slice(0, NAMED_FILES).map(visible).join(", ");
  const more = uncommitted.total > NAMED_FILES ? ` and ${uncommitted.total - NAMED_FILES} more` : "";
  return `${plural(uncommitted.total, "uncommitted file")}: ${named}${more}`;
}

const once = ["--force"];
const twice = ["--force", "--force"];

/** The refusals of a removal that force overcomes, and how much of it at least. */
const overcome: Readonly<Record<string, readonly string[]>> = {
  WORKTREE_DIRTY: once,
  INVALID_STATE: once,
  WORKTREE_LOCKED: twice,
  WORKTREE_IN_USE: twice,
};

/** Several things may stand in the way; the hint knows what lifts them all. */
const asksTwice = (told: readonly string[]): boolean =>
  told.some((line) => line.startsWith("hint:") && line.includes("--force twice"));

/**
 * A removal was refused: whether it is to be forced.
 * @param told what the refusal says, as visible lines
 * @returns undefined: it was forced already, or force does not help
 */
export function forceQuestion(
  refused: Order,
  code: string | undefined,
  told: readonly string[],
): Question | undefined {
  const least = refused.words[0] === "remove" && code !== undefined ? overcome[code] : undefined;
  const force = least !== undefined && asksTwice(told) ? twice : least;
  const given = refused.words.filter((word) => word === "--force").length;
  if (force === undefined || force.length <= given) return undefined;
  return {
    lines: [
      ...told.filter((line) => !line.startsWith("hint:")),
      "",
      `Remove ${visible(refused.branch)} all the same? What is nowhere else is archived first.`,
    ],
    choices: [
      {
        key: "y",
        text: `remove ${force.join(" ")}`,
        wish: { type: "run", order: { ...refused, words: ["remove", refused.id, ...force] } },
      },
    ],
  };
}
