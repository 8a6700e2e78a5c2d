import { listRefs, type RefInfo, readRef } from "../git/refs.js";
import { CoppiceError } from "../lifecycle/errors.js";
import {
  type BranchName,
  branchNameProblem,
  branchNameSchema,
  branchRef,
  homeName,
  type Oid,
} from "../lifecycle/ids.js";
import { mainRemote, remotes } from "./base.js";
import type { Engine } from "./context.js";

/** A remote-tracking branch. */
export interface RemoteBranch {
  /** `origin/x` */
  readonly name: string;
  readonly oid: Oid;
}

/** The branch that a worktree is wanted for, as it stands now. */
export interface WantedBranch {
  readonly branch: BranchName;
  /** Branches with this name, or below it. */
  readonly refs: readonly RefInfo[];
  /** The local branch. */
  readonly own: RefInfo | undefined;
  /** That of a remote, where there is no local one. */
  readonly remote: RemoteBranch | undefined;
}

/**
 * Finds the branch that a name stands for: a local one, one of a remote by its full name (`origin/x`, wanted as `x`),
 * one of the main remote, or none yet.
 * @throws INVALID_BRANCH_NAME
 */
export async function wantedBranch(engine: Engine, name: string): Promise<WantedBranch> {
  const given = await look(engine, checkName(name));
  if (given.own !== undefined) return given;
  for (const remote of remotes(engine.repo)) {
    const short = name.startsWith(`${remote}/`) ? name.slice(remote.length + 1) : "";
    const found = branchNameSchema.safeParse(short);
    const there = found.success ? await remoteBranch(engine, remote, found.data) : undefined;
    if (!found.success || there === undefined) continue;
    const wanted = await look(engine, found.data);
    return { ...wanted, remote: wanted.own === undefined ? there : undefined };
  }
  const main = mainRemote(engine);
  if (main === undefined) return given;
  return { ...given, remote: await remoteBranch(engine, main, given.branch) };
}

async function look({ repo }: Engine, branch: BranchName): Promise<WantedBranch> {
  const refs = await listRefs(repo, [branchRef(branch)]);
  return { branch, refs, own: refs.find((ref) => ref.name === branchRef(branch)), remote: undefined };
}

async function remoteBranch(
  { repo }: Engine,
  remote: string,
  branch: BranchName,
): Promise<RemoteBranch | undefined> {
  const oid = await readRef(repo, `refs/remotes/${remote}/${branch}`);
  return oid === undefined ? undefined : { name: `${remote}/${branch}`, oid };
}

function checkName(name: string): BranchName {
  // What Node makes of an argument that is no UTF-8: the branch would have another name than was asked for.
  if (name.includes("\uFFFD")) {
    throw new CoppiceError(
      "INVALID_BRANCH_NAME",
      "The branch name is no UTF-8, or holds the character U+FFFD.",
      {
        details: { branch: name.slice(0, 1000), reason: "no UTF-8" },
        suggestedAction: "Choose a name in UTF-8.",
      },
    );
  }
  const parsed = branchNameSchema.safeParse(name);
  if (parsed.success && parsed.data === homeName) {
    throw new CoppiceError("INVALID_BRANCH_NAME", `${homeName} is what Coppice calls the home workspace.`, {
      details: { branch: homeName, reason: "the home workspace's name" },
      suggestedAction: "Choose another name; coppice init --home tracks the main worktree.",
    });
  }
  if (parsed.success) return parsed.data;
  const shown = JSON.stringify(name.slice(0, 200));
  throw new CoppiceError("INVALID_BRANCH_NAME", `${shown} is no branch name: ${branchNameProblem(name)}.`, {
    details: { branch: name.slice(0, 1000), reason: branchNameProblem(name) ?? "" },
  });
}
