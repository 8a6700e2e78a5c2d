import { join } from "node:path";
import { branchOfRef, listRefs, readRef } from "../git/refs.js";
import type { Repository } from "../git/repository.js";
import { asGitTrims, readText } from "../git/worktree-links.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { type BranchName, branchNameSchema, branchRef, type Oid } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";

/** Where a task branch forks from and merges back into. */
export interface Base {
  readonly branch: BranchName;
  /** The commit to fork at: the branch's tip, or that of the remote-tracking branch that was named. */
  readonly oid: Oid;
}

/**
 * Finds the base of a new worktree: what was asked for, the config's, the remote's default branch, the main
 * worktree's branch, HEAD.
 * @param wanted a branch, or a remote-tracking one: `origin/x` forks there, and the base is `x`
 * @throws BRANCH_CREATION_FAILED when there is none, NOT_A_REPO when the repository has no commit yet
 */
export async function findBase(engine: Engine, wanted: string | undefined): Promise<Base> {
  const { repo, config } = engine;
  if (wanted !== undefined)
    return named(engine, wanted, `The base branch ${JSON.stringify(wanted)} does not exist.`);
  if (config.base !== undefined) {
    return named(engine, config.base, `The config's base branch ${config.base} does not exist.`);
  }
  const remote = mainRemote(engine);
  const remoteDefault = remote === undefined ? undefined : await defaultBranch(repo, remote);
  const candidates = [
    remoteDefault,
    await headBranch(repo, repo.commonDir),
    ...(repo.gitDir === repo.commonDir ? [] : [await headBranch(repo, repo.gitDir)]),
  ];
  for (const candidate of candidates) {
    const base = candidate === undefined ? undefined : await lookUp(engine, candidate);
    if (base !== undefined) return base;
  }
  throw await noBase(
    engine,
    candidates.find((candidate) => candidate !== undefined),
  );
}

/** The branches that tasks fork from: the config's base, the remote's default branch, the main worktree's. */
export async function baseBranches(engine: Pick<Engine, "repo" | "config">): Promise<ReadonlySet<string>> {
  const { repo, config } = engine;
  const remote = mainRemote(engine);
  const found = [
    config.base,
    remote === undefined ? undefined : await defaultBranch(repo, remote),
    await headBranch(repo, repo.commonDir),
  ];
  return new Set(found.filter((branch) => branch !== undefined));
}

/** The remote that counts where none is named: the config's, the only one, `origin`. */
export function mainRemote({ repo, config }: Pick<Engine, "repo" | "config">): string | undefined {
  if (config.remote !== undefined) return config.remote;
  const names = remotes(repo);
  return names.length === 1 ? names[0] : names.find((name) => name === "origin");
}

/** The remotes that git's configuration knows. */
export function remotes(repo: Repository): string[] {
  const names = repo.config.keys().flatMap((key) => /^remote\.([\s\S]+)\.url$/.exec(key)?.[1] ?? []);
  return [...new Set(names)];
}

/** The branch that a worktree's HEAD names, born or not; undefined when HEAD is detached. */
export async function headBranch(repo: Repository, gitDir: string): Promise<BranchName | undefined> {
  if (repo.refFormat === "files") return branchOfSymbolicRef(readText(join(gitDir, "HEAD")));
  const { code, stdout } = await repo.git.run(
    repo.commonDir,
    [`--git-dir=${gitDir}`, "symbolic-ref", "--quiet", "HEAD"],
    { codes: "any" },
  );
  return code === 0 ? branchOfRef(asGitTrims(stdout.toString("utf8"))) : undefined;
}

const branchOfSymbolicRef = (text: string | undefined): BranchName | undefined => {
  const ref = /^ref: ([^\n]+)\n?$/.exec(text ?? "")?.[1];
  return ref === undefined ? undefined : branchOfRef(ref);
};

async function named(engine: Engine, name: string, absent: string): Promise<Base> {
  const base = await lookUp(engine, name);
  if (base !== undefined) return base;
  throw new CoppiceError("BRANCH_CREATION_FAILED", absent, {
    details: { base: name.slice(0, 4096) },
    suggestedAction:
      "Name a branch that exists with --base; a commit or tag is no base, as nothing can be merged into it.",
  });
}

/** A local branch, else a remote-tracking one by its full name (`origin/x`), else that of the main remote. */
async function lookUp(engine: Engine, name: string): Promise<Base | undefined> {
  const { repo } = engine;
  const local = asBranch(name.replace(/^refs\/heads\//, ""));
  if (local !== undefined) {
    const oid = await readRef(repo, branchRef(local));
    if (oid !== undefined) return { branch: local, oid };
  }
  const tracking = name.replace(/^refs\/remotes\//, "");
  const candidates = [
    ...remotes(repo).flatMap((remote) =>
      tracking.startsWith(`${remote}/`) ? [[remote, tracking.slice(remote.length + 1)] as const] : [],
    ),
    ...[mainRemote(engine)].flatMap((remote) => (remote === undefined ? [] : [[remote, name] as const])),
  ];
  for (const [remote, short] of candidates) {
    const branch = asBranch(short);
    const oid = branch === undefined ? undefined : await readRef(repo, `refs/remotes/${remote}/${branch}`);
    if (branch !== undefined && oid !== undefined) return { branch, oid };
  }
  return undefined;
}

function asBranch(name: string): BranchName | undefined {
  const parsed = branchNameSchema.safeParse(name);
  return parsed.success ? parsed.data : undefined;
}

/** What the remote's HEAD names, as a plain branch name. `git clone` writes it, `git remote set-head` corrects it. */
export async function defaultBranch(repo: Repository, remote: string): Promise<string | undefined> {
  const ref = `refs/remotes/${remote}/HEAD`;
  const prefix = `refs/remotes/${remote}/`;
  const target =
    repo.refFormat === "files"
      ? /^ref: ([^\n]+)\n?$/.exec(readText(join(repo.commonDir, ...ref.split("/"))) ?? "")?.[1]
      : (await listRefs(repo, [ref]))[0]?.symref;
  return target?.startsWith(prefix) === true ? target.slice(prefix.length) : undefined;
}

async function noBase(engine: Engine, candidate: string | undefined): Promise<CoppiceError> {
  const refs = await listRefs(engine.repo, ["refs/heads/", "refs/remotes/"]);
  if (refs.length === 0) {
    return new CoppiceError(
      "NOT_A_REPO",
      "The repository has no commit yet, so there is nothing to branch from.",
      {
        suggestedAction: "Make a first commit, then create the worktree again.",
      },
    );
  }
  const why =
    candidate === undefined
      ? "HEAD is detached, so it names no base branch"
      : `The base branch ${candidate} has no commit yet`;
  return new CoppiceError("BRANCH_CREATION_FAILED", `${why}.`, {
    ...(candidate === undefined ? {} : { details: { base: candidate } }),
    suggestedAction: "Name the base branch with --base, or write it into the config.",
  });
}
