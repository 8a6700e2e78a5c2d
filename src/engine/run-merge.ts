import { CoppiceError } from "../lifecycle/errors.js";
import type { RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { shellWord } from "../lifecycle/shell-word.js";
import type { Engine } from "./context.js";
import { findRecord } from "./find.js";
import { type MergeOutcome, merge } from "./merge.js";
import { present } from "./place.js";
import { resolve } from "./resolve.js";
import { resolverKey } from "./resolve-with.js";
import { requireTrust } from "./trust.js";

/**
 * Asks for what merging a run's work will need, before the run: nobody wants to hear of it hours later.
 * @throws UNTRUSTED, NO_WORKTREE, WORKTREE_NOT_FOUND
 */
export async function requireMergeTrust(engine: Engine, name: string | undefined): Promise<void> {
  const { path } = present(engine, await findRecord(engine, name));
  await requireTrust(engine, ["merge.verify", resolverKey], { directory: path });
}

/**
 * Commits what a run has left uncommitted and merges; a conflict goes to the resolver of the config, where there is one.
 * @param message of that commit; default: the task's title
 * @throws UNTRUSTED, INTERRUPTED, WORKTREE_NOT_FOUND; CONFLICT_RESOLUTION_FAILED when the resolver did not: the state is `conflict`
 */
export async function mergeRun(engine: Engine, id: RecordId, message?: string): Promise<MergeOutcome> {
  const last = (await engine.journal.read(id))?.record;
  if (last?.status === "removed") throw removedMeanwhile(last);
  const record = await findRecord(engine, id);
  if (record.status !== "conflict") {
    const [outcome] = await merge(engine, [id], {
      autoCommit: true,
      ...(message === undefined ? {} : { message }),
    });
    if (outcome === undefined) throw new Error("a merge of one worktree has one outcome");
    if (outcome.status !== "conflict" || engine.config.conflict.resolver === undefined) return outcome;
    engine.report.step(`${outcome.branch} conflicts with ${outcome.target}`);
  }
  const resolved = await resolve(engine, id, {});
  // A resolver command that leaves anything open has failed.
  if (resolved.status === "pending") throw new Error("a resolver command leaves nothing pending");
  return resolved;
}

/** Somebody gave force twice, or the command itself did. */
const removedMeanwhile = ({ branch }: WorktreeRecord): CoppiceError =>
  new CoppiceError(
    "WORKTREE_NOT_FOUND",
    `${branch} was removed while the command worked there: nothing is merged.`,
    {
      details: { branch, reason: "removed" },
      suggestedAction: `coppice restore ${shellWord(branch)} brings back what was archived.`,
    },
  );
