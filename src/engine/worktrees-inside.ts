import { existsSync } from "node:fs";
import { relative } from "node:path";
import { readRegistrations, realPath } from "../git/worktree-links.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Engine } from "./context.js";
import { isInside } from "./find.js";
import type { Located } from "./place.js";

/**
 * Worktrees of the repository that lie inside of another one, and would go with its directory. Where the place is
 * ignored, as that of Coppice's own worktrees is, `git status` tells nothing of them.
 * @returns their paths inside
 */
export function worktreesInside({ repo }: Engine, { path, gitDir }: Located): string[] {
  const outer = realPath(path);
  return readRegistrations(repo.commonDir).flatMap((one) => {
    if (one.adminDir === gitDir || !existsSync(one.path)) return [];
    const inner = realPath(one.path);
    return inner !== outer && isInside(inner, outer) ? [relative(outer, inner)] : [];
  });
}

/**
 * The last look before a directory goes: no force takes another worktree along.
 * @throws WORKTREE_IN_USE
 */
export function refuseWorktreesInside(engine: Engine, located: Located): void {
  const inside = worktreesInside(engine, located);
  if (inside.length === 0) return;
  throw new CoppiceError(
    "WORKTREE_IN_USE",
    `Other worktrees lie inside ${located.path} and would go with it: ${inside.join(", ")}.`,
    { suggestedAction: "Remove them first, or move them elsewhere with git worktree move." },
  );
}
