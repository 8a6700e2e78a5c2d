import { CoppiceError, type ErrorDetails } from "../lifecycle/errors.js";
import { branchNameProblem } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { roleConfig } from "./roles.js";

/** What fills in the pattern of a branch. */
type Names = Readonly<Record<NameKey, string | undefined>>;

const nameKeys = ["role", "session", "run", "task"] as const;
type NameKey = (typeof nameKeys)[number];

const rolePattern = "swarm/{role}-{session}";
const taskPattern = "c2/{run}/{task}";

/** The pattern of a worktree's branch: its own, the set's, its role's, or the usual one. */
export const patternOf = (
  engine: Engine,
  { role, branch }: { readonly role?: string; readonly branch?: string },
  ofSet: string | undefined,
): string =>
  branch ?? ofSet ?? (role === undefined ? taskPattern : (roleConfig(engine, role).branch ?? rolePattern));

/** @throws INVALID_BRANCH_NAME with the name that is to blame in `details.key` */
export function branchOf(pattern: string, names: Names): string {
  const branch = pattern.replace(/\{([^{}]*)\}/g, (_all, name: string) => {
    const key = nameKeys.find((one) => one === name);
    const value = key === undefined ? undefined : names[key];
    if (value !== undefined && value !== "") return value;
    throw invalid(
      `The branches' pattern ${JSON.stringify(pattern)} names {${name}}, and a worktree of this set has none`,
      { key: "branch", reason: `no ${name}` },
      `Give ${name === "session" || name === "run" ? "the set" : "the worktree"} a ${name}, or another pattern.`,
    );
  });
  const problem = branchNameProblem(branch);
  if (problem === undefined) return branch;
  const made = JSON.stringify(branch.slice(0, 200));
  const blamed = nameKeys.find((key) => pattern.includes(`{${key}}`) && isUnfit(names[key]));
  const value = blamed === undefined ? undefined : names[blamed];
  const message =
    value === undefined
      ? `${made}, made of the pattern ${JSON.stringify(pattern)}, is no branch name: ${problem}`
      : `The ${blamed} ${JSON.stringify(value.slice(0, 200))} cannot be a part of a branch's name, as in ${made}: ${problem}`;
  throw invalid(
    message,
    { branch: branch.slice(0, 1000), key: blamed ?? "branch", reason: problem },
    blamed === undefined
      ? "Give the branches another pattern, or their session, run or task another name."
      : `Give the ${blamed} another name, or the branches a pattern without {${blamed}}.`,
  );
}

/** Whether no branch's name can have it in its middle. */
const isUnfit = (value: string | undefined): boolean =>
  value !== undefined && branchNameProblem(`x${value}x`) !== undefined;

/**
 * Two worktrees of one set never share a branch, and git keeps no branch `x` beside `x/y`.
 * @returns the place of the first that cannot be with those before it, and why; undefined: all can
 */
export function clashOf(
  branches: readonly string[],
): { readonly at: number; readonly error: CoppiceError } | undefined {
  const seen = new Set<string>();
  for (const [at, branch] of branches.entries()) {
    const error = seen.has(branch)
      ? clash(`Two worktrees of the set would have the branch ${branch}`, branch)
      : besides(branch, seen);
    if (error !== undefined) return { at, error };
    seen.add(branch);
  }
  return undefined;
}

function besides(branch: string, others: ReadonlySet<string>): CoppiceError | undefined {
  const other = [...others].find((one) => one.startsWith(`${branch}/`) || branch.startsWith(`${one}/`));
  return other === undefined ? undefined : clash(`git keeps no branch ${branch} beside ${other}`, branch);
}

const clash = (message: string, branch: string): CoppiceError =>
  invalid(
    message,
    { branch },
    "Name each role or task once, or give the branches a pattern that tells them apart.",
  );

const invalid = (message: string, details: ErrorDetails, suggestedAction: string): CoppiceError =>
  new CoppiceError("INVALID_BRANCH_NAME", `${message}.`, { details, suggestedAction });
