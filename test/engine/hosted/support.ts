import { appendFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { ConfigInput } from "../../../src/config/load.js";
import { closeEngine, type Engine, openEngine } from "../../../src/engine/context.js";
import { create } from "../../../src/engine/create.js";
import type { HostedRun, HostedSettings, Report, Row } from "../../../src/engine/hosted/model.js";
import { closeHostedRun, openHostedRun } from "../../../src/engine/hosted/open.js";
import { submit } from "../../../src/engine/submit.js";
import { openHostedForge } from "../../../src/forge/open-hosted.js";
import type { WorktreeRecord } from "../../../src/lifecycle/record.js";
import { copied } from "../../support/github/copies.js";
import { all, git, type Hosted, hosted, withToken } from "../../support/github/rig.js";
import type { FakeGitHub } from "../../support/github/server.js";
import type { Permissions } from "../../support/github/state.js";
import { openRepo } from "../../support/repo.js";

/** A person's clone of a hosted repository, with Coppice. */
export interface Laptop {
  readonly dir: string;
  /** Makes a worktree with commits; each of the files is one. Returns its directory. */
  task(branch: string, files: Readonly<Record<string, string>>, title?: string): Promise<string>;
  submit(branch: string, options?: Parameters<typeof submit>[2]): Promise<string>;
  /** Runs with an engine of the clone. */
  with<T>(work: (engine: Engine) => Promise<T>): Promise<T>;
  record(branch: string): Promise<WorktreeRecord>;
}

let tokens = 0;
/** A token that nothing else has, so that it can be searched for. */
export const newToken = (
  server: FakeGitHub,
  permissions: Permissions = all,
  login = "coppice[bot]",
): string => {
  tokens += 1;
  return server.token(`ghs_secret${tokens}x0123456789abcdefABCDEF`, permissions, { login });
};

export async function laptopOf(server: FakeGitHub, { clone }: Hosted): Promise<Laptop> {
  const token = newToken(server, { ...all, workflows: "write" }, "ada");
  const header = withToken(token)[1]?.replace(/^[^=]*=/, "") ?? "";
  appendFileSync(join(clone.dir, ".git/config"), `[http "${server.url}/"]\n\textraHeader = ${header}\n`);
  const open = async <T>(work: (engine: Engine) => Promise<T>, cwd = clone.dir): Promise<T> => {
    const engine = await openEngine({ cwd, door: "cli" });
    try {
      return await work(engine);
    } finally {
      await closeEngine(engine);
    }
  };
  return {
    dir: clone.dir,
    with: open,
    task: (branch, files, title) =>
      open(async (engine) => {
        const { path } = await create(engine, { branch, ...(title === undefined ? {} : { title }) });
        const work = openRepo(path);
        for (const [name, text] of Object.entries(files)) work.commit(`Write ${name}`, { [name]: text });
        return path;
      }),
    submit: (branch, options = {}) => open(async (engine) => (await submit(engine, branch, options)).headOid),
    record: (branch) =>
      open(async (engine) => {
        const records = [...(await engine.journal.records()).values()];
        const found = records.findLast((record) => record.branch === branch);
        if (found === undefined) throw new Error(`no record of ${branch}`);
        return found;
      }),
  };
}

export interface RunOptions {
  readonly settings?: Partial<HostedSettings>;
  readonly inputs?: ConfigInput;
  readonly token?: string;
  /** Where the checkout is; default a new one, of depth 1, as a job has it. */
  readonly cwd?: string;
  readonly now?: () => number;
}

export const settings: HostedSettings = {
  mergeWhen: "submitted",
  order: "age",
  maxMerges: 1000,
  requireSubmit: false,
  prune: true,
  dryRun: false,
  conflictLabel: "coppice:conflict",
};

/** A checkout as a job of a workflow has it: one commit, and the token in its configuration. */
export async function checkout(server: FakeGitHub, { repository }: Hosted, token: string): Promise<string> {
  const url = server.gitUrl(repository);
  // What a clone of one commit holds, the commit tells.
  const dir = await copied(`${url} ${await repository.tip("main")}`, "checkout", async (made) => {
    await git(tmpdir(), ...withToken(token), "clone", "--quiet", "--depth", "1", "--no-tags", url, made);
  });
  const header = withToken(token)[1]?.replace(/^[^=]*=/, "") ?? "";
  appendFileSync(join(dir, ".git/config"), `[http "${server.url}/"]\n\textraheader = ${header}\n`);
  return dir;
}

/** Opens a run as a job does it, from a checkout of its own. */
export async function openRun(
  server: FakeGitHub,
  host: Hosted,
  options: RunOptions = {},
): Promise<HostedRun> {
  const token = options.token ?? newToken(server);
  const { owner, name, fullName } = host.repository;
  const place = { owner, name, apiUrl: server.apiUrl, token };
  const signal = new AbortController().signal;
  const pause = async (): Promise<void> => {};
  const run = await openHostedRun({
    cwd: options.cwd ?? (await checkout(server, host, token)),
    token,
    serverUrl: server.url,
    repository: fullName,
    inputs: options.inputs ?? {},
    settings: { ...settings, ...options.settings },
    committer: { name: "coppice[bot]", email: "bot@example.com" },
    forge: openHostedForge(place, { signal, pause, workflow: "Coppice" }),
    signal,
    pause,
    runUrl: undefined,
    ...(options.now === undefined ? {} : { now: options.now }),
  });
  onTestFinished(() => closeHostedRun(run));
  return run;
}

/** What a report says in short: `task/x: merged`, by branch. */
export const outcomes = ({ rows }: Report): Record<string, string> =>
  Object.fromEntries(rows.map(({ branch, outcome }) => [branch, outcome]));

export function row({ rows }: Report, branch: string): Row {
  const found = rows.find((one) => one.branch === branch);
  if (found === undefined) throw new Error(`no row of ${branch}`);
  return found;
}

/** The branches over there. */
export const branchesOf = async ({ repository }: Hosted): Promise<string[]> =>
  (await git(repository.bare.dir, "for-each-ref", "--format=%(refname:short)", "refs/heads")).split("\n");

export { git, hosted };
