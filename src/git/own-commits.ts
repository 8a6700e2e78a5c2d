import type { Oid } from "../lifecycle/ids.js";
import { parseOid } from "./oid.js";
import type { Repository } from "./repository.js";
import { trueHistory } from "./true-history.js";

/** What a tip has beyond a base. */
export interface OwnCommits {
  /** Commits that base does not contain, the tip first, with their parents. Empty: base contains the tip. */
  readonly commits: readonly { readonly oid: Oid; readonly parents: readonly Oid[] }[];
  /** Commits of base on which they stand. Empty where history has nothing in common with base, or is cut off. */
  readonly forks: readonly Oid[];
}

/**
 * The commits of many tips that `base` does not contain, with one process.
 * @param limit of the commits of all tips together
 * @returns undefined when there are more
 */
export async function ownCommitsOf(
  repo: Repository,
  base: Oid,
  tips: readonly Oid[],
  limit: number,
  signal?: AbortSignal,
): Promise<ReadonlyMap<Oid, OwnCommits> | undefined> {
  const text = await repo.git.text(
    repo.commonDir,
    ["rev-list", "--parents", `--max-count=${limit + 1}`, "--stdin"],
    {
      stdin: [...tips, `^${base}`, ""].join("\n"),
      env: trueHistory,
      ...(signal === undefined ? {} : { signal }),
    },
  );
  const lines = text.split("\n").filter(Boolean);
  if (lines.length > limit) return undefined;
  const parents = new Map<Oid, readonly Oid[]>();
  for (const line of lines) {
    const [oid = "", ...of] = line.split(" ");
    parents.set(parseOid(oid), of.map(parseOid));
  }
  return new Map(tips.map((tip) => [tip, ownOf(parents, tip)]));
}

function ownOf(known: ReadonlyMap<Oid, readonly Oid[]>, tip: Oid): OwnCommits {
  const commits: { oid: Oid; parents: readonly Oid[] }[] = [];
  const seen = new Set<Oid>([tip]);
  const forks = new Set<Oid>();
  const open = known.has(tip) ? [tip] : [];
  for (let oid = open.pop(); oid !== undefined; oid = open.pop()) {
    const parents = known.get(oid) ?? [];
    commits.push({ oid, parents });
    for (const parent of parents) {
      if (!known.has(parent)) forks.add(parent);
      else if (!seen.has(parent)) {
        seen.add(parent);
        open.push(parent);
      }
    }
  }
  return { commits, forks: [...forks] };
}
