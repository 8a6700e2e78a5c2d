import { CoppiceError } from "../lifecycle/errors.js";
import type { Resolution } from "../lifecycle/events.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { shellWord } from "../lifecycle/shell-word.js";
import type { Engine } from "./context.js";
import { findRecord } from "./find.js";
import type { MergeOutcome } from "./merge-outcome.js";
import { readTarget } from "./merge-target.js";
import { withRecord } from "./protocol.js";
import { stageResolved } from "./resolve-apply.js";
import { beginMerge } from "./resolve-begin.js";
import { concludeMerge } from "./resolve-conclude.js";
import { landResolved } from "./resolve-land.js";
import { lookAtConflict, openFiles, type Resolving } from "./resolve-look.js";
import { reopenHalfTaken, takeSide } from "./resolve-side.js";
import { mergeHead } from "./resolve-state.js";
import { resolverCommand, runResolver } from "./resolve-with.js";
import { stopCommand } from "./stop.js";
import { verifyCommand } from "./verify.js";

export interface ResolveOptions {
  /** ours: the task's side; theirs: base's; manual: a person edits. None: a resolver command. */
  readonly resolution?: Resolution;
  /** The files to take that side of; none: all that are still open. Relative to the worktree, or to the cwd in it. */
  readonly files?: readonly string[];
  /** Everything was edited by hand: go on. */
  readonly continue?: boolean;
  /** The resolver command. Default: config `conflict.resolver`, which needs trust. */
  readonly with?: string;
}

export type ResolveOutcome =
  /** The conflict is laid out in the worktree and some of it is open; the state stays `conflict`. */
  | {
      readonly status: "pending";
      readonly record: WorktreeRecord;
      /** The worktree. */
      readonly path: string;
      /** The files that are still open. */
      readonly left: readonly string[];
    }
  /** Everything was resolved and the merge went on; never "refused". */
  | MergeOutcome;

/**
 * Resolves a conflict in the task's worktree, by merging base into the task branch there, and then merges the branch.
 * Until nothing is open, only the worktree changes.
 * @throws INVALID_STATE, WORKTREE_DIRTY, UNTRUSTED, CONFIG_INVALID (no way was given), CONFLICT_RESOLUTION_FAILED;
 *   the state then stays `conflict`
 */
export async function resolve(
  engine: Engine,
  name: string | undefined,
  options: ResolveOptions,
): Promise<ResolveOutcome> {
  const found = await findRecord(engine, name);
  return withRecord(engine, found.id, "resolve", async (session) => {
    const { record } = session;
    if (record.status !== "conflict" || record.merge === null) throw notInConflict(record);
    const step = stepOf(engine, options);
    // A resolver whose coppice was killed would go on over what is done now.
    await stopCommand(engine, session.id);
    const target = await readTarget(engine, record.merge.target, { fetch: engine.config.merge.fetch });
    const verifying = await verifyCommand(engine, true, target.tip);
    const resolving = await lookAtConflict(session, target);
    if (!(await take(resolving, step))) {
      const left = await openFiles(resolving);
      return { status: "pending", record: session.record, path: resolving.place.path, left };
    }
    const head = await concludeMerge(resolving);
    const resolution = step.kind === "side" ? step.side : "manual";
    const files = step.kind === "side" ? step.files : [];
    return landResolved(session, target, head, { resolution, files }, verifying);
  });
}

type Step =
  | { readonly kind: "side"; readonly side: "ours" | "theirs"; readonly files: readonly string[] }
  | { readonly kind: "manual" }
  | { readonly kind: "continue" }
  | { readonly kind: "command"; readonly command: string; readonly fromConfig: boolean };

function stepOf(engine: Engine, options: ResolveOptions): Step {
  const { resolution } = options;
  if (resolution === "ours" || resolution === "theirs") {
    return { kind: "side", side: resolution, files: options.files ?? [] };
  }
  if (options.continue === true) return { kind: "continue" };
  if (resolution === "manual") return { kind: "manual" };
  const command = resolverCommand(engine, options.with);
  return { kind: "command", command, fromConfig: options.with === undefined };
}

/** One step in the worktree. @returns whether the merge is to go on */
async function take(resolving: Resolving, step: Step): Promise<boolean> {
  const { session, place, merge, facts } = resolving;
  const { engine } = session;
  if (mergeHead(place) === undefined) {
    // Resolved by hand already, or base has moved so that nothing conflicts any more.
    const nothingLeft = merge.outcome === "clean" && facts.facts.uncommitted?.total === 0;
    if (nothingLeft || step.kind === "continue") return true;
    await begin(resolving);
  } else await reopenHalfTaken(resolving);
  switch (step.kind) {
    case "side":
      await takeSide(resolving, step.side, step.files);
      return (await openFiles(resolving)).length === 0;
    case "command":
      await runResolver(resolving, step.command, step.fromConfig);
      return true;
    case "continue":
      await stageResolved(engine, place);
      return true;
    case "manual":
      return false;
  }
}

async function begin(resolving: Resolving): Promise<void> {
  const { session, place, target, head, tip, computed, facts } = resolving;
  const { engine, record } = session;
  const dirty = facts.facts.uncommitted;
  if (dirty === undefined || dirty.total > 0) {
    throw new CoppiceError(
      "WORKTREE_DIRTY",
      `${record.branch} has uncommitted changes; a conflict is resolved in a clean worktree.`,
      {
        details: { uncommittedFiles: [...(dirty?.files ?? [])], uncommittedTotal: dirty?.total ?? 0 },
        suggestedAction: "Commit or discard the changes, then resolve again.",
      },
    );
  }
  await beginMerge(engine, place, {
    id: record.id,
    branch: record.branch,
    head,
    target: target.branch,
    tip,
    merge: computed,
  });
}

const notInConflict = (record: WorktreeRecord): CoppiceError =>
  new CoppiceError(
    "INVALID_STATE",
    `${record.branch} is ${record.status}: there is no conflict to resolve.`,
    {
      details: { branch: record.branch, state: record.status, event: "RESOLVE_CONFLICT" },
      suggestedAction: `coppice merge ${shellWord(record.branch)} tries a merge; coppice show ${shellWord(record.branch)} tells more.`,
    },
  );
