import type { Outcome, Row } from "../engine/hosted/model.js";
import { outcomes, type Result, rowsBy, rowsOf } from "./result.js";

/** Outputs that list the rows of one outcome. */
const lists = {
  merged: "merged",
  conflicted: "conflicted",
  "already-landed": "already-landed",
  refused: "refused",
  raced: "raced",
  waiting: "waiting",
  proposed: "proposed",
  reconciled: "reconciled",
  pruned: "pruned",
  kept: "kept",
  marked: "marked",
} as const satisfies Partial<Record<string, Outcome>>;

/** The outputs that action.yml declares. */
export const outputNames = [...Object.values(lists), "prs", "restore-commands", "checked", "counts"] as const;
export type OutputName = (typeof outputNames)[number];

/** GitHub takes 1 MiB of one output, and counts UTF-16 units twice. */
const longestOutput = 480_000;

/**
 * The outputs of a run, each a JSON text. A list that is too long is cut at its end; `counts` says how many there are.
 */
export function outputsOf(result: Result): Record<OutputName, string> {
  const of = (outcome: Outcome): string => listText(rowsBy(result, outcome).map(branchOf));
  return {
    merged: of("merged"),
    conflicted: of("conflicted"),
    "already-landed": of("already-landed"),
    refused: of("refused"),
    raced: of("raced"),
    waiting: of("waiting"),
    proposed: of("proposed"),
    reconciled: of("reconciled"),
    pruned: of("pruned"),
    kept: of("kept"),
    marked: of("marked"),
    prs: listText(pullsOf(result)),
    "restore-commands": listText(
      rowsOf(result).flatMap(({ restore }) => (restore === null ? [] : [restore])),
    ),
    checked: listText(
      result.checked.map(({ branch, head, state, description, pull }) => ({
        branch,
        head,
        state,
        description,
        pr: pull,
      })),
    ),
    counts: JSON.stringify(
      Object.fromEntries(outcomes.map((outcome) => [outcome, rowsBy(result, outcome).length])),
    ),
  };
}

/** A row without what is null: previews of conflicts stand in the pull request. */
function branchOf(row: Row): Record<string, unknown> {
  const { branch, before, after, head, mergeOid, evidence, reason, pr, branchDeleted, restore } = row;
  const told = Object.entries({ before, after, head, mergeOid, evidence, reason, pr, restore });
  return {
    branch,
    ...Object.fromEntries(told.filter(([, value]) => value !== null)),
    ...(branchDeleted ? { branchDeleted } : {}),
    ...(row.filesTotal === 0
      ? {}
      : { files: row.files.map(({ path, kind }) => ({ path, kind })), filesTotal: row.filesTotal }),
  };
}

function pullsOf(result: Result): { number: number; url: string; branch: string }[] {
  const found = new Map<number, { number: number; url: string; branch: string }>();
  for (const { branch, pr } of rowsOf(result)) if (pr !== null) found.set(pr.number, { ...pr, branch });
  for (const { branch, pull } of result.checked) found.set(pull.number, { ...pull, branch });
  return [...found.values()].sort((a, b) => a.number - b.number);
}

function listText(items: readonly unknown[]): string {
  const texts: string[] = [];
  let length = 2;
  for (const item of items) {
    const text = JSON.stringify(item);
    length += text.length + 1;
    if (length > longestOutput) break;
    texts.push(text);
  }
  return `[${texts.join(",")}]`;
}
