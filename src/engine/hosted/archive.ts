import { ownCommitsOf } from "../../git/own-commits.js";
import type { BranchName, Oid } from "../../lifecycle/ids.js";
import { archiveRef } from "../archive.js";
import type { HostedRun } from "./model.js";
import type { RefChange, Refused } from "./remote.js";
import { changingWorkflows } from "./workflow-files.js";

/** Commits that are to be kept under a name. */
export interface Archive {
  readonly ref: string;
  readonly head: Oid;
}

/** More are archived unseen. */
const mostCommits = 50_000;

/**
 * Archives for the branches that base does not contain under their own commits: squashed ones, rebased ones.
 * @param base what base is now; undefined: it is gone
 */
export async function archivesOf(
  { engine }: HostedRun,
  base: Oid | undefined,
  branches: readonly { readonly branch: BranchName; readonly head: Oid }[],
): Promise<ReadonlyMap<BranchName, Archive>> {
  const heads = branches.map(({ head }) => head);
  const own =
    base === undefined ? undefined : await ownCommitsOf(engine.repo, base, heads, mostCommits, engine.signal);
  const at = engine.now();
  return new Map(
    branches.flatMap(({ branch, head }) =>
      own?.get(head)?.commits.length === 0 ? [] : [[branch, { ref: archiveRef(branch, at), head }] as const],
    ),
  );
}

/** As a push makes it. */
export const archiveChange = ({ ref, head }: Archive): RefChange => ({ ref, to: head, expected: undefined });

/** How often the others are tried again without those that the remote did not take. */
const attempts = 4;

/**
 * Makes archives over there, all in one push, or without those that stand in the way.
 * @param base what base is now
 * @returns those that could not be made, by their refs, and why; undefined: others wrote there at the same time
 * @throws PUSH_REJECTED when the remote is lost on the way, INTERRUPTED
 */
export async function saveArchives(
  run: HostedRun,
  base: Oid,
  archives: readonly Archive[],
): Promise<ReadonlyMap<string, Refused | undefined>> {
  const unsaved = new Map<string, Refused | undefined>();
  for (let attempt = 1; ; attempt += 1) {
    const left = archives.filter(({ ref }) => !unsaved.has(ref));
    const end = await run.remote.push(left.map(archiveChange));
    if (end.kind === "done") return unsaved;
    const why = end.kind === "refused" ? end.why : undefined;
    const named = end.kind === "moved" ? [...end.refs.keys()] : await refusedOf(run, base, left, end.why);
    const some = named.length > 0 && attempt < attempts ? named : left.map(({ ref }) => ref);
    for (const ref of some) unsaved.set(ref, why);
  }
}

/** The refs that the refusal is about, where it is not about all. */
async function refusedOf(
  { engine }: HostedRun,
  base: Oid,
  archives: readonly Archive[],
  { cause, refs }: Refused,
): Promise<string[]> {
  if (refs.length > 0 && refs.length < archives.length) return [...refs];
  if (cause !== "workflow") return [];
  const steps = archives.map(({ head }) => ({ onto: base, oid: head }));
  const touching = await changingWorkflows(engine.repo, steps);
  return archives.flatMap(({ ref, head }) => (touching.has(head) ? [ref] : []));
}
