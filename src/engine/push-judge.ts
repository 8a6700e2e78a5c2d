import { existsSync } from "node:fs";
import { join } from "node:path";
import type { BegunStatus, ConfigListing, HookPlace } from "../git/hook-place.js";
import { openHookRepository } from "../git/hook-repository.js";
import type { ObjectFormat } from "../git/oid.js";
import type { GitRunner } from "../git/run.js";
import { isPushBlocked, type PushedRef } from "../lifecycle/push-policy.js";
import { stateProperties } from "../lifecycle/states.js";
import { type Engine, engineOn } from "./context.js";
import { deliver } from "./deliver.js";
import { hasObservations } from "./observation-files.js";
import { lookAtPush, type PushLine, type PushSeen } from "./push-facts.js";

/** The push that a hook was started for. */
export interface JudgedPush {
  readonly place: HookPlace;
  /** The remote's name, or its URL where it has none. */
  readonly remote: string;
  readonly lines: readonly PushLine[];
  readonly objectFormat: ObjectFormat;
  readonly cwd: string;
  readonly git: GitRunner;
  /** What was begun while this was being loaded. */
  readonly config: Promise<ConfigListing>;
  readonly status?: BegunStatus | undefined;
}

/**
 * Judges a push by the policy of the configuration.
 * @returns what to tell when it is blocked
 * @throws when it could not be judged: CONFIG_INVALID, JOURNAL_CORRUPT, GIT_FAILED and others
 */
export async function judgePush(push: JudgedPush): Promise<string | undefined> {
  const repo = await openHookRepository(push.place, push.objectFormat, push.git, push.config);
  try {
    const engine = await engineOn(repo, { cwd: push.cwd, door: "hook" });
    const { refs, worktree } = await look(engine, push);
    const policy = engine.config.guard.push;
    const blocked = refs.filter(({ pushed }) => isPushBlocked(pushed, policy));
    if (blocked.length === 0) return undefined;
    const { pushRefusal } = await import("../lifecycle/push-refusal.js");
    return pushRefusal(blocked, {
      remote: push.remote,
      policy,
      worktree: worktree?.branch ?? null,
      base: worktree?.base ?? null,
    });
  } finally {
    await repo.close();
  }
}

/** How long another process may take to journal what hooks saw. */
const patienceMs = 3_000;

/**
 * Hooks may have left word that nobody has journaled yet, or that somebody is journaling at this moment: of a worktree
 * that was added a moment ago, of a commit. What a task branch is then seen in is not how it stands.
 */
async function look(engine: Engine, { lines, status, place }: JudgedPush): Promise<PushSeen> {
  // Asked first: an observation goes after its entries are there.
  const isLeft = hasObservations(engine.repo.commonDir);
  const isNew = isUnmarked(place);
  const seen = await lookAtPush(engine, lines, status);
  if (!isLeft || !(isNew || seen.refs.some(({ pushed }) => isUnsettled(pushed)))) return seen;
  await deliver(engine, { waitMs: patienceMs });
  return lookAtPush(engine, lines, status);
}

/** A linked worktree that is nobody's yet: it may be adopted at this moment. */
const isUnmarked = ({ gitDir, commonDir }: HookPlace): boolean =>
  gitDir !== commonDir && !existsSync(join(gitDir, "coppice", "id"));

/**
 * A task branch without a record, or with one that an operation moves: an adoption, a commit that is being told. What
 * goes to another branch may be the work of a task that has no record yet.
 */
const isUnsettled = (pushed: PushedRef): boolean =>
  (pushed.kind === "branch" && pushed.carries === null) ||
  (pushed.kind === "task" && (pushed.record === null || stateProperties(pushed.record.status).isTransient));
