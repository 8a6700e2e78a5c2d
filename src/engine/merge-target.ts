import { join } from "node:path";
import { aheadBehind } from "../git/history.js";
import { operationInProgress } from "../git/operations.js";
import { trackingRef } from "../git/tracking.js";
import { lineIn } from "../git/worktree-links.js";
import { linkIntact, listWorktrees, type Worktree } from "../git/worktrees.js";
import { scrubSecrets } from "../journal/scrub.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { PendingOperation } from "../lifecycle/facts.js";
import { type BranchName, branchRef, type Oid } from "../lifecycle/ids.js";
import { mainRemote } from "./base.js";
import type { Engine } from "./context.js";
import { fetchRefs } from "./fetch-refs.js";

/** Where base is published. */
export interface Upstream {
  readonly remote: string;
  /** The branch's full name over there. */
  readonly ref: string;
  /** What this clone knows of it; undefined: nothing yet. */
  readonly oid: Oid | undefined;
}

/** The worktree that has base checked out. */
export interface BaseCheckout {
  readonly path: string;
  readonly gitDir: string;
  readonly main: boolean;
}

/** The branch that is merged into, as it was read. */
export interface MergeTarget {
  readonly branch: BranchName;
  readonly ref: string;
  /** Where the local branch is; undefined: only the remote has it, the first merge makes it. */
  readonly local: Oid | undefined;
  /** What merges are built on: the upstream's tip where the local branch is merely behind it. */
  readonly tip: Oid;
  readonly upstream: Upstream | undefined;
  /** Local branch and upstream have commits that the other has not. */
  readonly diverged: boolean;
  readonly checkouts: readonly BaseCheckout[];
  /** What is in progress where base is checked out, or was before a rebase or bisect began there. */
  readonly operation: PendingOperation | null;
}

export interface TargetOptions {
  /** Ask the remote first; where it cannot be reached that is a warning. */
  readonly fetch: boolean;
}

/** How long the remote may take. A merge must not hang on a network that is half there. */
const fetchTimeoutMs = 60_000;

/**
 * Reads the branch that is merged into. Nothing is moved: where the local branch is behind its upstream, the merge
 * is built on the upstream's tip and base makes one step over both.
 * @throws INVALID_STATE when there is no such branch
 */
export async function readTarget(
  engine: Engine,
  branch: BranchName,
  options: TargetOptions,
): Promise<MergeTarget> {
  const named = upstreamName(engine, branch);
  if (named !== undefined && options.fetch) await fetchUpstream(engine, branch, named);
  const tips = await readBase(engine, branch);
  return { branch, ref: branchRef(branch), ...tips, ...(await findBasePlace(engine, branch)) };
}

/**
 * Where a branch that is merged into stands, without a look at who has it checked out.
 * @throws INVALID_STATE when there is no such branch
 */
export async function readBase(
  engine: Engine,
  branch: BranchName,
): Promise<Pick<MergeTarget, "local" | "tip" | "upstream" | "diverged">> {
  const named = upstreamName(engine, branch);
  const { local, upstream } = await readTips(engine, branch, named);
  const start = local ?? upstream?.oid;
  if (start === undefined) throw noBase(branch, named?.remote);
  const moved = upstream?.oid;
  const { ahead, behind } =
    local === undefined || moved === undefined
      ? { ahead: 0, behind: 0 }
      : await aheadBehind(engine.repo, local, moved);
  return {
    local,
    tip: ahead === 0 && behind > 0 && moved !== undefined ? moved : start,
    upstream,
    diverged: ahead > 0 && behind > 0,
  };
}

interface UpstreamName {
  readonly remote: string;
  readonly ref: string;
}

/** The upstream as git's config names it. A branch that follows another local branch has none of this kind. */
function upstreamName(engine: Engine, branch: BranchName): UpstreamName | undefined {
  const { repo } = engine;
  const remote = repo.config.get(`branch.${branch}.remote`);
  const ref = repo.config.get(`branch.${branch}.merge`);
  if (remote !== undefined && ref !== undefined) return remote === "." ? undefined : { remote, ref };
  const only = mainRemote(engine);
  return only === undefined ? undefined : { remote: only, ref: branchRef(branch) };
}

async function fetchUpstream(engine: Engine, branch: BranchName, upstream: UpstreamName): Promise<void> {
  if (!isFollowed(engine, branch, upstream)) return;
  const { report } = engine;
  // A URL may stand there, with a password in it.
  const shown = scrubSecrets(upstream.remote);
  if (trackingRef(engine.repo.config, upstream.remote, upstream.ref) === undefined) {
    report.warn(
      `no refspec of ${shown} keeps ${branch} in this clone: what it has of it there is not compared`,
    );
    return;
  }
  report.step(`fetching ${branch} from ${shown}`);
  const fetched = await fetchRefs(engine, upstream.remote, [upstream.ref], {
    timeoutMs: fetchTimeoutMs,
  }).catch((error: unknown) => {
    if (error instanceof CoppiceError && error.code === "TIMEOUT") return { code: -1 };
    throw error;
  });
  if (fetched.code === 0) return;
  report.warn(`${branch} could not be fetched from ${shown} (offline?); what is known of it here is used`);
}

/** Whether the branch is set up to follow that remote branch; a guess is not fetched. */
const isFollowed = ({ repo }: Engine, branch: BranchName, { remote, ref }: UpstreamName): boolean =>
  repo.config.get(`branch.${branch}.remote`) === remote && repo.config.get(`branch.${branch}.merge`) === ref;

async function readTips(
  engine: Engine,
  branch: BranchName,
  named: UpstreamName | undefined,
): Promise<Pick<MergeTarget, "local" | "upstream">> {
  const objects = engine.repo.objects();
  const local = await objects.resolve(`${branchRef(branch)}^{commit}`);
  if (named === undefined) return { local, upstream: undefined };
  const followed = isFollowed(engine, branch, named);
  const tracking = followed ? trackingRef(engine.repo.config, named.remote, named.ref) : undefined;
  const guess = local === undefined ? `refs/remotes/${named.remote}/${branch}` : undefined;
  const kept = followed ? tracking : guess;
  const tracked = kept === undefined ? undefined : await objects.resolve(`${kept}^{commit}`);
  return { local, upstream: { ...named, oid: tracked } };
}

/** Where a branch is checked out, and what is in progress there. */
export async function findBasePlace(
  engine: Engine,
  branch: BranchName,
): Promise<Pick<MergeTarget, "checkouts" | "operation">> {
  const checkouts: BaseCheckout[] = [];
  let operation: PendingOperation | null = null;
  for (const worktree of await listWorktrees(engine.repo)) {
    const { gitDir } = worktree;
    if (gitDir === undefined || worktree.bare) continue;
    if (worktree.branch === branch) {
      checkouts.push(checkoutOf(worktree, gitDir, branch));
      operation ??= (await operationInProgress(engine.repo, gitDir)) ?? null;
    } else if (worktree.detached) {
      operation ??= detachedFrom(gitDir, branch);
    }
  }
  return { checkouts, operation };
}

function checkoutOf(worktree: Worktree, gitDir: string, branch: BranchName): BaseCheckout {
  if (worktree.main && worktree.path === gitDir) {
    throw new CoppiceError(
      "INVALID_STATE",
      `${branch} is checked out in the main worktree, and the repository does not tell from here where that lies.`,
      {
        details: { base: branch },
        suggestedAction:
          "Run the command in the main worktree; or tell git where it is, with git config core.worktree <its directory>.",
      },
    );
  }
  if (!worktree.main && !linkIntact(worktree)) {
    throw new CoppiceError(
      "INVALID_STATE",
      `${branch} is checked out in a worktree whose directory is missing or no longer git's.`,
      {
        details: { base: branch },
        suggestedAction:
          "Bring it back (git worktree repair), or forget it with git worktree prune; then merge again.",
      },
    );
  }
  return { path: worktree.path, gitDir, main: worktree.main };
}

/** A rebase and a bisect detach HEAD and come back to the branch: moving it meanwhile would be lost or break them. */
function detachedFrom(gitDir: string, branch: BranchName): PendingOperation | null {
  const names = (file: string): boolean => {
    const text = lineIn(join(gitDir, file));
    return text === branch || text === branchRef(branch);
  };
  if (names("rebase-merge/head-name") || names("rebase-apply/head-name")) return "rebase";
  return names("BISECT_START") ? "bisect" : null;
}

function noBase(branch: BranchName, remote: string | undefined): CoppiceError {
  return new CoppiceError("INVALID_STATE", `There is no branch ${branch} to merge into.`, {
    details: { base: branch },
    suggestedAction:
      remote === undefined
        ? "Make it, or name another branch with coppice merge --into."
        : `Fetch it from ${remote}, or name another branch with coppice merge --into.`,
  });
}
