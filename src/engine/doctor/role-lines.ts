import { join } from "node:path";
import type { Engine } from "../context.js";
import { dueLines, roleLines, syncRoleLines } from "../role-lines.js";
import { type Checker, type Finding, subjectAt } from "./model.js";

/**
 * The lines that keep role files out of commits, beside the worktrees that have such files. One too many hides a file from
 * everybody; one that is missing lets a role file come into a commit.
 */
export const checkRoleLines: Checker = async ({ engine }) => {
  const { wanted, there } = roleLines(engine);
  const missing = dueLines(engine).filter((line) => !there.includes(line));
  const left = there.filter((line) => !wanted.includes(line));
  const path = join(engine.repo.commonDir, "info", "exclude");
  const shared = {
    severity: "warning",
    subject: subjectAt(path),
    suggestedAction: "coppice doctor --fix brings the lines in order; those of others stay as they are.",
  } as const;
  const findings: Finding[] = [];
  if (missing.length > 0)
    findings.push({
      code: "role-lines-missing",
      ...shared,
      message: `info/exclude does not keep these role files out of commits: ${named(missing)}.`,
      evidence: { lines: missing.slice(0, 100).map(shown) },
      repair: () => repaired(engine, "Role files are kept out of commits again."),
    });
  if (left.length > 0)
    findings.push({
      code: "role-lines-left",
      ...shared,
      message: `info/exclude hides files that are no worktree's role files any more: ${named(left)}.`,
      evidence: { lines: left.slice(0, 100).map(shown) },
      repair: () => repaired(engine, "Lines of role files that no worktree has are gone from info/exclude."),
    });
  return findings;
};

const repaired = async (engine: Engine, done: string): Promise<string | undefined> =>
  (await syncRoleLines(engine)) ? done : undefined;

/** A line as it is read: it stands there in UTF-8. */
const shown = (line: string): string => Buffer.from(line, "latin1").toString("utf8");

const named = (lines: readonly string[]): string => {
  const more = lines.length - 3;
  return `${lines.slice(0, 3).map(shown).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
};
