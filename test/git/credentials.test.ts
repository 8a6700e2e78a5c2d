import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Transport } from "../../src/git/credentials.js";
import { type GitOptions, GitRunner } from "../../src/git/run.js";
import { all, github, hosted } from "../support/github/rig.js";
import { createTempDir } from "../support/repo.js";

const fake = github();
const secret = "a-token-that-is-secret";
const encoded = Buffer.from(`x-access-token:${secret}`).toString("base64");

async function setUp(more: Partial<Transport> = {}, env: NodeJS.ProcessEnv = {}) {
  const place = await hosted(fake.server);
  const { clone, repository } = place;
  repository.private = true;
  const url = fake.server.gitUrl(repository);
  const token = fake.server.token(secret, all);
  const git = new GitRunner({ env: { ...process.env, ...env } });
  git.useTransport({ url, token, remote: "origin", configured: [url], partial: false, ...more });
  const run = (args: readonly string[], options: GitOptions = {}) => git.run(clone.dir, args, options);
  return { ...place, git, run, url };
}

const stale = `AUTHORIZATION: basic ${Buffer.from("x-access-token:expired").toString("base64")}`;

test("headers that actions/checkout and others left, in every file that git reads: the server sees ours alone", async () => {
  const included = join(createTempDir(), "credentials.config");
  writeFileSync(
    included,
    `[http "${fake.server.url}/"]\n\textraheader = ${stale}\n[http]\n\textraheader = ${stale}\n`,
  );
  const { clone, run, url } = await setUp(
    {},
    {
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: `http.${fake.server.url}/.extraheader`,
      GIT_CONFIG_VALUE_0: stale,
    },
  );
  clone.git("config", "--add", `http.${fake.server.url}/.extraheader`, stale);
  clone.git("config", "--add", `http.${url}.extraheader`, stale);
  clone.git("config", "--add", "http.extraheader", stale);
  clone.git("config", "--add", `includeIf.gitdir:${clone.dir}/.git.path`, included);
  // Two headers, or a wrong one, are refused by the server.
  const { stdout } = await run(["ls-remote", "origin", "refs/heads/main"]);
  expect(stdout.toString()).toContain("refs/heads/main");
  await run(["fetch", "--quiet", "origin"]);
  await run(["push", "--quiet", "origin", "main:refs/heads/task/a"]);
});

test("remote by ssh, or rewritten to ssh by somebody's configuration: reached by its one address", async () => {
  const ssh = "git@127.0.0.1:acme/site.git";
  const { clone, run, url, repository } = await setUp({ configured: [ssh] });
  clone.git("remote", "set-url", "origin", ssh);
  clone.git("config", "url.ssh://git@127.0.0.1/.insteadOf", `${fake.server.url}/`);
  clone.git("config", "url.ssh://git@127.0.0.1/.pushInsteadOf", `${fake.server.url}/`);
  await run(["push", "--quiet", "origin", "main:refs/heads/task/a"]);
  expect(await repository.tip("task/a")).toBe(clone.git("rev-parse", "main"));
  expect(clone.git("config", "remote.origin.url")).toBe(ssh);
  expect(url).not.toContain(secret);
});

test("the token is refused: no helper and no program is asked for another, and git says nothing of it", async () => {
  const asked = join(createTempDir(), "asked");
  const program = join(createTempDir(), "ask");
  writeFileSync(program, `#!/bin/sh\necho x >>${asked}\necho password=other\n`);
  chmodSync(program, 0o755);
  const { clone, run, git, url } = await setUp(
    { token: "expired-token" },
    { GIT_ASKPASS: program, SSH_ASKPASS: program },
  );
  clone.git("config", "credential.helper", `!${program}`);
  clone.git("config", `credential.${url}.helper`, `!${program}`);
  clone.git("config", "core.askPass", program);
  const { code, stderr } = await run(["ls-remote", "origin"], { codes: "any" });
  expect([code, existsSync(asked)]).toEqual([128, false]);
  expect(stderr + JSON.stringify(git.trace)).not.toMatch(/expired-token|basic/i);
});

test("traces are asked for by the environment and by configuration: none holds the token", async () => {
  const dir = createTempDir();
  const file = (name: string) => join(dir, name);
  const { run, git } = await setUp(
    {},
    {
      GIT_TRACE: file("trace"),
      GIT_TRACE_CURL: file("curl"),
      GIT_TRACE_REDACT: "0",
      GIT_CURL_VERBOSE: "1",
      GIT_TRACE2_EVENT: file("event"),
      GIT_TRACE2_CONFIG_PARAMS: "http.*",
      GIT_TRACE2_ENV_VARS: "GIT_CONFIG_VALUE_50",
    },
  );
  const { stderr } = await run(["fetch", "origin"]);
  const files = ["trace", "curl", "event"].map((name) =>
    existsSync(file(name)) ? readFileSync(file(name), "utf8") : "",
  );
  for (const text of [...files, stderr, JSON.stringify(git.trace)]) {
    expect(text).not.toContain(encoded);
    expect(text).not.toContain(secret);
  }
});

test("commands that stay here: they have no token; in a clone without all objects, which may fetch, they have", async () => {
  const show = ["-c", "alias.show-env=!env", "show-env"];
  const { run, git, url } = await setUp();
  expect((await run(show)).stdout.toString()).not.toContain(encoded);
  git.useTransport({ url, token: secret, remote: "origin", configured: [url], partial: true });
  expect((await run(show)).stdout.toString()).toContain(encoded);
  expect((await run(show, { hooks: true })).stdout.toString()).not.toContain(encoded);
});

test("the server sends git to another address: git does not go there", async () => {
  const { run, repository } = await setUp();
  fake.server.fail({
    on: new RegExp(`GET /${repository.fullName}\\.git/info/refs`),
    answer: { status: 302, body: "", headers: { location: `${fake.server.url}/else/where.git/info/refs` } },
  });
  const { code } = await run(["ls-remote", "origin"], { codes: "any" });
  expect(code).toBe(128);
  expect(fake.server.requests.filter(({ path }) => path.startsWith("/else"))).toEqual([]);
});
