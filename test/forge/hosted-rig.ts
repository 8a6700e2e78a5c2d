import { join } from "node:path";
import { expect } from "vitest";
import { openHostedForge } from "../../src/forge/open-hosted.js";
import { CoppiceError } from "../../src/lifecycle/errors.js";
import { type BranchName, branchNameSchema, type Oid, oidSchema } from "../../src/lifecycle/ids.js";
import type { Pull, Repository } from "../support/github/repository.js";
import { all, git } from "../support/github/rig.js";
import type { FakeGitHub } from "../support/github/server.js";
import type { Permissions } from "../support/github/state.js";

export const token = "secret-of-the-job";

export const branchName = (name: string): BranchName => branchNameSchema.parse(name);
export const oid = (text: string): Oid => oidSchema.parse(text);

/** A repository of one commit on main, without a clone. */
export async function bareRepository(
  server: FakeGitHub,
  directory: string,
  name: string,
  options: { readonly owner?: string; readonly private?: boolean; readonly parent?: Repository } = {},
): Promise<Repository> {
  const { owner = "acme", parent } = options;
  const dir = join(directory, `${owner}-${name}.git`);
  if (parent === undefined) await git(directory, "init", "--quiet", "--bare", "-b", "main", dir);
  else await git(directory, "clone", "--quiet", "--bare", parent.bare.dir, dir);
  const made = await server.add({
    owner,
    name,
    dir,
    private: options.private ?? false,
    ...(parent && { parent }),
  });
  if (parent === undefined) await commitOn(made, "main", { "a.txt": "a\n" });
  return made;
}

/** Gives a branch one more commit than main has: main's files and these. */
export async function commitOn(
  { bare }: Repository,
  branch: string,
  files: Readonly<Record<string, string>> = {},
  from = "main",
): Promise<Oid> {
  const parent = (await bare.refs(`refs/heads/${from}`)).get(`refs/heads/${from}`);
  const entries = new Map<string, string>();
  if (parent !== undefined)
    for (const line of (await bare.git("ls-tree", parent)).split("\n"))
      entries.set(line.split("\t")[1] ?? "", line);
  for (const [name, text] of Object.entries(files)) {
    const blob = (await bare.run(["hash-object", "-w", "--stdin"], {}, text)).stdout.trim();
    entries.set(name, `100644 blob ${blob}\t${name}`);
  }
  const tree = (await bare.run(["mktree"], {}, `${[...entries.values()].join("\n")}\n`)).stdout.trim();
  const made = await bare.commit(tree, parent === undefined ? [] : [parent], branch, "2026-01-01T00:00:00Z");
  await bare.move(`refs/heads/${branch}`, made);
  return oid(made);
}

/** A new branch with a commit of its own, and its pull request into main. */
export async function pullOf(
  repository: Repository,
  branch: string,
  files: Readonly<Record<string, string>> = {},
): Promise<Pull> {
  await commitOn(repository, branch, files);
  return repository.openPull({ title: branch, head: branch, base: "main" });
}

export interface Opening {
  readonly permissions?: Permissions;
  readonly mayNotCreatePulls?: boolean;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly workflow?: string;
}

let tokens = 0;

/** The forge of a repository, and how long it has waited, in milliseconds, beside the clock. */
export function openForge(server: FakeGitHub, repository: Repository, opening: Opening = {}) {
  const { permissions = all, mayNotCreatePulls = false, signal, ...options } = opening;
  tokens += 1;
  const own = server.token(`${token}-${tokens}`, permissions, {
    login: "github-actions[bot]",
    mayNotCreatePulls,
  });
  const paused: number[] = [];
  const forge = openHostedForge(
    { owner: repository.owner, name: repository.name, apiUrl: server.apiUrl, token: own },
    {
      signal: signal ?? new AbortController().signal,
      pause: async (ms) => {
        paused.push(ms);
      },
      ...options,
    },
  );
  return { forge, paused, token: own };
}

/** What a question ends in; the token is in none of it. */
export async function failure(question: Promise<unknown>): Promise<CoppiceError> {
  const error = await question.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CoppiceError)) throw new Error(`no error of the catalogue: ${String(error)}`);
  expect(`${JSON.stringify(error)} ${error.stack} ${String(error.cause)}`).not.toContain(token);
  return error;
}
