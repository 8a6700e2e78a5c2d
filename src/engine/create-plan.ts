import { mergeBase } from "../git/history.js";
import { type RefInfo, readRef } from "../git/refs.js";
import { readRegistrations, realPath } from "../git/worktree-links.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { SetupSteps } from "../lifecycle/events.js";
import type { BranchName, Oid, Timestamp } from "../lifecycle/ids.js";
import { type Base, findBase, mainRemote } from "./base.js";
import type { Engine } from "./context.js";
import { findRole, type RoleFile, refuseTracked } from "./roles.js";
import { wantedBranch } from "./wanted-branch.js";

export interface CreateRequest {
  /** A branch: a new one, one that exists (`adopt`), one of the remote (`x`, `origin/x`). */
  readonly branch: string;
  /** A branch, or a remote-tracking one (`origin/x`: fork there, base is `x`). */
  readonly base?: string;
  readonly task?: string;
  readonly title?: string;
  /** Takes a branch that exists, or a worktree that plain git made of it. */
  readonly adopt?: boolean;
  /** Which steps of the setup to run. Default all; none for a worktree that exists already. */
  readonly setup?: Partial<SetupSteps>;
  /** Locks the new worktree. */
  readonly lock?: boolean;
  /** The role that it plays: one of the config, or a directory `roles/NAME`. Its files are copied, its setup runs. */
  readonly role?: string;
  /** False: the role's files are left out. */
  readonly roleFiles?: boolean;
  readonly session?: string;
  readonly run?: string;
  /** When a worktree that is adopted was begun, where another tool tells. */
  readonly createdAt?: Timestamp;
}

/**
 * The files that the role of a planned worktree brings; none for a worktree that exists, or that comes from elsewhere.
 * @throws ROLE_NOT_FOUND, PATH_EXISTS when git tracks one of them there, ENV_COPY_FAILED, UNTRUSTED
 */
export async function roleFilesOf(
  engine: Engine,
  request: CreateRequest,
  plan: Plan,
): Promise<readonly RoleFile[]> {
  if (request.role === undefined) return [];
  const role = findRole(engine, request.role);
  if (request.roleFiles === false || plan.existing !== undefined || plan.foreign === true) return [];
  await refuseTracked(engine, role, plan.start);
  return role.files;
}

/** What is to be made, found out before anything is. */
export interface Plan {
  readonly branch: BranchName;
  readonly base: Base;
  /** Where the worktree's HEAD will stand. */
  readonly start: Oid;
  /** The commit at which the branch left base. */
  readonly fork: Oid;
  /** The remote-tracking branch that the new one follows, `origin/x`. */
  readonly upstream: string | null;
  /** Branches with this name, or below it. */
  readonly refs: readonly RefInfo[];
  /** A worktree that plain git made of the branch. */
  readonly existing: { readonly path: string; readonly gitDir: string } | undefined;
  readonly setup: SetupSteps;
  /** See `Brought`. */
  readonly foreign?: boolean;
}

export async function planOf(engine: Engine, request: CreateRequest, brought?: Oid): Promise<Plan> {
  const base = await findBase(engine, request.base);
  const { branch, refs, own, remote } = await wantedBranch(engine, request.branch);
  const existing = request.adopt === true ? existingWorktree(engine, own) : undefined;
  // That it exists, or is checked out elsewhere, is what the guard says of it.
  const free = request.adopt === true && (own?.worktreePath === undefined || existing !== undefined);
  if (base.branch === branch && (own === undefined || free)) {
    throw new CoppiceError("BRANCH_CREATION_FAILED", `${branch} is the base branch itself.`, {
      details: { branch, base: base.branch },
      suggestedAction: "Choose another name, or another base with --base.",
    });
  }
  const start = own?.oid ?? brought ?? remote?.oid ?? base.oid;
  const all = existing === undefined;
  return {
    branch,
    base,
    start,
    fork: await forkOf(engine, base, start),
    // What was brought follows what it was brought from; that may be no branch.
    upstream: brought === undefined ? (remote?.name ?? null) : null,
    refs,
    existing,
    setup: {
      copyEnv: request.setup?.copyEnv ?? all,
      installDeps: request.setup?.installDeps ?? all,
      runInitScript: request.setup?.runInitScript ?? all,
    },
  };
}

/**
 * The commit at which a branch left base. Whoever branches off `origin/main` has left it later than a local `main` that
 * is behind tells.
 */
export async function forkOf({ repo, config }: Engine, base: Base, start: Oid): Promise<Oid> {
  if (start === base.oid) return start;
  const remote = mainRemote({ repo, config });
  const published =
    remote === undefined ? undefined : await readRef(repo, `refs/remotes/${remote}/${base.branch}`);
  return (
    (await mergeBase(repo, start, base.oid, ...(published === undefined ? [] : [published]))) ?? base.oid
  );
}

/** The linked worktree that has a branch checked out. The main one is nobody's to adopt. */
function existingWorktree(engine: Engine, own: RefInfo | undefined): Plan["existing"] {
  const path = own?.worktreePath;
  if (path === undefined) return undefined;
  const found = readRegistrations(engine.repo.commonDir).find((one) => realPath(one.path) === realPath(path));
  return found === undefined ? undefined : { path: realPath(found.path), gitDir: found.adminDir };
}
