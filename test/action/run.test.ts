import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inputVariable } from "../../src/action/input-table.js";
import { laptopOf, newToken } from "../engine/hosted/support.js";
import { addBranch, github, type Hosted, hosted } from "../support/github/rig.js";
import { createTempDir } from "../support/repo.js";
import { pullRequest, pushed, scheduled } from "../workflows/events.js";
import { checkout, jobToken, listed, runAction } from "./support.js";

const fake = github();

const place = ({ repository }: Hosted) => ({ repository: repository.fullName });
const push = (host: Hosted, branch: string) => {
  const { name: event, payload } = pushed(place(host), `refs/heads/${branch}`);
  return { event, payload };
};

/** A git that writes down its arguments, in front of the real one. */
function spyGit(): { readonly path: string; readonly seen: () => string } {
  const folder = join(createTempDir(), "bin");
  mkdirSync(folder);
  const log = join(folder, "log");
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  writeFileSync(log, "");
  writeFileSync(join(folder, "git"), `#!/bin/sh\nprintf '%s\\n' "$*" >>'${log}'\nexec '${real}' "$@"\n`);
  chmodSync(join(folder, "git"), 0o755);
  return { path: `${folder}:${process.env.PATH}`, seen: () => readFileSync(log, "utf8") };
}

test("a task is merged: base's own command to verify by is not run, one page of pull requests is asked for once, no child sees the token", async () => {
  const host = await hosted(fake.server);
  const { clone, repository } = host;
  clone.commit("Configure", { "coppice.config.json": '{ "merge": { "verify": "exit 7" } }\n' });
  clone.git("push", "--quiet", repository.bare.dir, "HEAD:main");
  const laptop = await laptopOf(fake.server, host);
  await laptop.task("task/x", { "x.txt": "x\n" });
  await laptop.submit("task/x");
  const workspace = await checkout(fake.server, host);
  const config = readFileSync(join(workspace, ".git/config"), "utf8");
  const spy = spyGit();
  const from = fake.server.requests.length;
  const refused = await runAction(fake.server, host, {
    ...push(host, "task/x"),
    workspace,
    inputs: { verify: "config" },
  });
  expect(listed(refused.outputs.refused)).toMatchObject([{ branch: "task/x" }]);
  const asked = fake.server.requests.slice(from).filter(({ path }) => path.endsWith("/pulls"));
  expect(asked.length).toBe(2);
  const run = await runAction(fake.server, host, {
    ...push(host, "task/x"),
    workspace,
    env: { PATH: spy.path },
  });
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(listed(run.outputs.merged)).toMatchObject([
    { branch: "task/x", branchDeleted: true, evidence: "merge" },
  ]);
  expect(run.summary).toContain("A push by the job's own token starts no workflow");
  expect(readFileSync(join(workspace, ".git/config"), "utf8")).toBe(config);
  expect(spy.seen()).toContain("push");
  for (const secret of [jobToken, Buffer.from(`x-access-token:${jobToken}`).toString("base64")])
    expect(spy.seen()).not.toContain(secret);
});

test("a pull request event of a conflicting task, and fail-on is conflict: checked, handed over, and the job fails; a dry run before that changes nothing", async () => {
  const host = await hosted(fake.server);
  const { clone, repository } = host;
  const laptop = await laptopOf(fake.server, host);
  await laptop.task("task/x", { "src/a.txt": "mine\n" });
  await laptop.submit("task/x");
  clone.commit("Change a", { "src/a.txt": "theirs\n" });
  clone.git("push", "--quiet", "--no-verify", repository.bare.dir, "HEAD:main");
  const title = "`x` | <b> @team\n::error::";
  const pull = await repository.openPull({ title, head: "task/x", base: "main" });
  const { name: event, payload } = pullRequest(place(host), { action: "opened", number: 1, head: "task/x" });
  const run = (inputs: object) =>
    checkout(fake.server, host).then((workspace) =>
      runAction(fake.server, host, { event, payload, workspace, inputs }),
    );
  const refs = await repository.bare.git("for-each-ref");
  const dry = await run({ "dry-run": "true" });
  expect(dry.code).toBe(0);
  expect(listed(dry.outputs.conflicted)).toMatchObject([{ branch: "task/x" }]);
  expect([await repository.bare.git("for-each-ref"), repository.statuses, pull.labels]).toEqual([
    refs,
    [],
    [],
  ]);

  const failed = await run({ "fail-on": "conflict" });
  expect(failed.code).toBe(1);
  expect(failed.annotations.at(-1)).toBe("error: A branch conflicts with base, and fail-on is conflict.");
  expect(repository.statuses.map(({ state }) => state)).toEqual(["failure"]);
  expect(pull.labels).toEqual(["coppice:conflict"]);
  expect(listed(failed.outputs.checked)).toMatchObject([{ branch: "task/x", state: "failure" }]);
});

test("inputs that cannot be what was meant: the job fails with their names, and nothing is asked of anybody", async () => {
  const host = await hosted(fake.server);
  const workspace = await checkout(fake.server, host);
  const from = fake.server.requests.length;
  const unknown = await runAction(fake.server, host, {
    ...push(host, "task/x"),
    workspace,
    env: { [inputVariable("task-branch")]: "::error::x" },
  });
  expect(unknown.code).toBe(1);
  expect(unknown.annotations).toEqual([
    expect.stringContaining(
      "error: The Action has no input \"task-branch\" (did you mean 'task-branches'?).",
    ),
  ]);
  expect(unknown.summary).toContain("## Coppice: failed");
  expect(fake.server.requests.slice(from)).toEqual([]);

  const all = await runAction(fake.server, host, {
    event: scheduled(place(host)).name,
    workspace,
    inputs: { "task-branches": "**" },
  });
  expect(all.code).toBe(1);
  expect(all.annotations[0]).toContain('The pattern "**" of task-branches matches the base branch "main".');
  const bare = await runAction(fake.server, host, push(host, "task/x"));
  expect([bare.code, bare.annotations[0]]).toEqual([
    1,
    expect.stringContaining("There is no clone of the repository in the job's workspace."),
  ]);
});

test("a payload that is no JSON, a runner that tells little: the run goes on, as its inputs say; what base's file does not name is no task", async () => {
  const host = await hosted(fake.server);
  host.clone.commit("Configure", {
    "ops/coppice.json": '{ "taskBranches": "work/*", "notesRef": "refs/notes/a" }\n',
  });
  host.clone.git("push", "--quiet", host.repository.bare.dir, "HEAD:dev");
  const inputs = {
    "base-branch": "dev",
    "config-path": "ops/coppice.json",
    "notes-ref": "refs/notes/b",
    committer: "Ops Bot <ops@example.com>",
  };
  addBranch(host, "work/x", { "x.txt": "x\n" });
  newToken(fake.server);
  const workspace = await checkout(fake.server, host, { credentials: false });
  const broken = join(createTempDir(), "event.json");
  writeFileSync(broken, "{ not json");
  const run = await runAction(fake.server, host, {
    event: "push",
    workspace,
    inputs: { ...inputs, "merge-when": "always" },
    env: { GITHUB_EVENT_PATH: broken, GITHUB_RUN_ID: undefined, GITHUB_STEP_SUMMARY: undefined },
  });
  expect(run.code).toBe(0);
  expect(listed(run.outputs.merged)).toMatchObject([{ branch: "work/x" }]);
  const { bare } = host.repository;
  for (const ref of ["dev", "refs/notes/b"])
    expect(await bare.git("log", "-1", "--format=%cn <%ce>", ref)).toBe(inputs.committer);
  expect(await bare.git("for-each-ref", "--format=%(refname)", "refs/notes")).toBe("refs/notes/b");
  const other = await runAction(fake.server, host, { ...push(host, "task/x"), workspace, inputs });
  expect(other.annotations).toEqual(["notice: task/x is no task branch."]);
});
