import { execFile } from "node:child_process";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, onTestFinished } from "vitest";
import { createRepo, createTempDir, type TestRepo } from "../repo.js";
import type { Repository } from "./repository.js";
import { FakeGitHub } from "./server.js";
import type { Permissions } from "./state.js";

const execute = promisify(execFile);

/** Everything that the job's own token has where the workflow asks for what Coppice needs. */
export const all: Permissions = {
  contents: "write",
  pull_requests: "write",
  issues: "write",
  statuses: "write",
};

/**
 * Starts a fake GitHub for a test file. After each test it must have seen nothing that GitHub's description of its API
 * does not allow.
 */
export function github(): { readonly server: FakeGitHub } {
  let server: FakeGitHub | undefined;
  beforeAll(async () => {
    server = await FakeGitHub.start();
  });
  afterEach(() => {
    expect(server?.violations.splice(0)).toEqual([]);
  });
  afterAll(() => server?.stop());
  return {
    get server() {
      if (server === undefined) throw new Error("the fake GitHub runs only inside tests");
      return server;
    },
  };
}

export interface Hosted {
  /** A clone of it, whose `origin` is what git is served over HTTP. */
  readonly clone: TestRepo;
  readonly repository: Repository;
}

let count = 0;

/** A repository on the fake GitHub with one commit on main, under a name of its own, and a clone. */
export async function hosted(
  server: FakeGitHub,
  options: { readonly private?: boolean; readonly parent?: Hosted; readonly owner?: string } = {},
): Promise<Hosted> {
  count += 1;
  const name = `project-${count}`;
  const dir = join(createTempDir(), `${name}.git`);
  const clone = createRepo({ name });
  const source = options.parent?.repository.bare.dir ?? clone.dir;
  // Nothing is served yet, so nothing waits for this git.
  clone.git("clone", "--quiet", "--bare", source, dir);
  const repository = await server.add({
    owner: options.owner ?? "acme",
    name,
    dir,
    private: options.private ?? false,
    ...(options.parent === undefined ? {} : { parent: options.parent.repository }),
  });
  onTestFinished(() => server.remove(repository));
  const remote = `[remote "origin"]\n\turl = ${server.gitUrl(repository)}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`;
  appendFileSync(
    join(clone.dir, ".git", "config"),
    `${remote}[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n`,
  );
  // What a clone of it has, without asking for it.
  if (options.parent === undefined) clone.git("update-ref", "refs/remotes/origin/main", "refs/heads/main");
  else await git(clone.dir, "fetch", "--quiet", "origin");
  return { clone, repository };
}

/** Pushes a new branch with one commit, past the server: as if it had been there before. */
export function addBranch(
  { clone, repository }: Hosted,
  name: string,
  files: Record<string, string>,
): string {
  const back = clone.git("symbolic-ref", "--short", "HEAD");
  clone.git("switch", "--quiet", "--create", name);
  const oid = clone.commit(`Work on ${name}`, files);
  clone.git("push", "--quiet", repository.bare.dir, `HEAD:refs/heads/${name}`);
  clone.git("switch", "--quiet", back);
  clone.git("branch", "--quiet", "-D", name);
  return oid;
}

/** Runs git beside the server, which lives in this process: a git that is waited for would wait for ever. */
export async function git(cwd: string, ...args: string[]): Promise<string> {
  const { stdout } = await execute("git", args, { cwd, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  return stdout.trim();
}

/** What a token is to git: a header that stands in no URL and no file. */
export const withToken = (token: string): string[] => [
  "-c",
  `http.extraHeader=Authorization: Basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`,
];
