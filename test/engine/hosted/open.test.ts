import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { HostedRun, HostedSettings } from "../../../src/engine/hosted/model.js";
import { closeHostedRun, type HostedRunOptions, openHostedRun } from "../../../src/engine/hosted/open.js";
import { openHostedForge } from "../../../src/forge/open-hosted.js";
import { oidSchema } from "../../../src/lifecycle/ids.js";
import { actor, createEvent, openStore, reopen } from "../../journal/support.js";
import { all, github, type Hosted, hosted } from "../../support/github/rig.js";
import { createTempDir, snapshot } from "../../support/repo.js";
import { branch } from "./remote-support.js";

const fake = github();
const token = "a-token-that-is-secret";

const settings: HostedSettings = {
  mergeWhen: "submitted",
  order: "age",
  maxMerges: 100,
  requireSubmit: false,
  prune: true,
  dryRun: false,
  conflictLabel: "coppice:conflict",
};

async function opened(place: Hosted, more: Partial<HostedRunOptions> = {}): Promise<HostedRun> {
  const { owner, name, fullName } = place.repository;
  const { signal } = new AbortController();
  const forge = openHostedForge({ owner, name, apiUrl: fake.server.apiUrl, token }, { signal });
  fake.server.token(token, all);
  const run = await openHostedRun({
    cwd: place.clone.dir,
    token,
    serverUrl: fake.server.url,
    repository: fullName,
    inputs: {},
    settings,
    committer: { name: "Coppice Bot", email: "bot@example.invalid" },
    forge,
    ...more,
  });
  onTestFinished(() => closeHostedRun(run));
  return run;
}

/** Pushes files to a branch of the remote, past the server. */
function toRemote({ clone, repository }: Hosted, name: string, files: Record<string, string>): string {
  const head = clone.git("rev-parse", "main");
  const oid = clone.commit(`Change ${name}`, files);
  clone.git("push", "--quiet", "--force", repository.bare.dir, `HEAD:refs/heads/${name}`);
  clone.git("reset", "--quiet", "--hard", head);
  return oid;
}

test("a detached checkout with changes: base's configuration and journals of the remote count, and nothing is touched", async () => {
  const place = await hosted(fake.server);
  const { clone, repository } = place;
  const store = openStore(await reopen(clone.dir));
  const { id } = await store.create(createEvent("task/a"), actor());
  await store.flush();
  clone.git("push", "--quiet", repository.bare.dir, "refs/notes/coppice");
  clone.git("update-ref", "-d", "refs/notes/coppice");
  const tip = toRemote(place, "main", {
    "coppice.config.json": JSON.stringify({ taskBranches: "work/**", merge: { verify: "make check" } }),
  });
  clone.write("coppice.config.json", '{"taskBranches": "other/**"}');
  clone.git("checkout", "--quiet", "--detach");
  clone.git("config", "coppice.merge.strategy", "squash");
  const before = [snapshot(clone.dir), clone.git("for-each-ref"), clone.git("config", "--list", "--local")];
  const run = await opened(place, { inputs: { merge: { keep: true } } });
  const { config, commands, actor: by, repo } = run.engine;
  expect([run.base, config.base, config.taskBranches, config.merge]).toMatchObject([
    "main",
    "main",
    ["work/**"],
    { strategy: "squash", keep: true, verify: "make check" },
  ]);
  expect(commands).toEqual([{ key: "merge.verify", command: "make check", source: "flag" }]);
  expect(by).toMatchObject({ name: "Coppice Bot", door: "action" });
  expect([...(await run.draft.records()).keys()]).toEqual([id]);
  expect(await repo.objects().resolve(tip)).toBe(tip);
  await run.draft.append(id, { type: "DISCARD" }, by);
  const drafted = oidSchema.parse(await run.draft.draft());
  expect(clone.git("log", "-1", "--format=%cn <%ce>", drafted)).toBe("Coppice Bot <bot@example.invalid>");
  expect([snapshot(clone.dir), clone.git("for-each-ref"), clone.git("config", "--list", "--local")]).toEqual(
    before,
  );
});

test("base is told by the input, by base's file on the default branch, by git's configuration, in this order", async () => {
  const place = await hosted(fake.server);
  const file = (strategy: string, base?: string) => ({
    "coppice.config.json": JSON.stringify({ base, merge: { strategy } }),
    ".github/coppice.jsonc": `// read where it is named\n{ "merge": { "strategy": "rebase" } }`,
  });
  toRemote(place, "main", file("merge", "develop"));
  toRemote(place, "develop", file("squash", "main"));
  toRemote(place, "release", file("squash"));
  const found = async (more: Partial<HostedRunOptions> = {}) => {
    const { base, engine } = await opened(place, more);
    return [base, engine.config.merge.strategy];
  };
  expect(await found()).toEqual(["develop", "squash"]);
  expect(await found({ base: branch("main") })).toEqual(["main", "merge"]);
  expect(await found({ configPath: "./.github/coppice.jsonc" })).toEqual(["main", "rebase"]);
  place.clone.git("config", "coppice.base", "release");
  expect(await found()).toEqual(["release", "squash"]);
  expect(await found({ inputs: { base: "main" } })).toEqual(["main", "merge"]);
});

test.each([
  ["a base that is not over there", { base: branch("gone") }, "CONFIG_INVALID", "has no branch gone"],
  ["a config file that base has not", { configPath: "x/../../y.json" }, "CONFIG_INVALID", "no file"],
  ["another repository's checkout", { repository: "acme/other" }, "CONFIG_INVALID", "No remote"],
  ["no token that can be sent", { token: "two\nlines" }, "CONFIG_INVALID", "holds no token"],
  ["a token that nobody knows", { token: "unknown" }, "PERMISSION_DENIED", "does not accept"],
] as const)("%s: refused, and the token is not named", async (_, more, code, words) => {
  const place = await hosted(fake.server);
  const failure = opened(place, more);
  await expect(failure).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
  await expect(failure).rejects.not.toThrow(/unknown|two/);
});

test("a directory without a repository: refused", async () => {
  const place = await hosted(fake.server);
  await expect(opened(place, { cwd: createTempDir() })).rejects.toMatchObject({ code: "NOT_A_REPO" });
});

test("the run is over: the token is in no file of the checkout and in no argument of git", async () => {
  const place = await hosted(fake.server);
  const run = await opened(place);
  await closeHostedRun(run);
  expect(JSON.stringify(run.engine.repo.git.trace)).not.toContain(token);
  const encoded = Buffer.from(`x-access-token:${token}`).toString("base64");
  const files = readdirSync(place.clone.dir, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "latin1"));
  expect(texts.length).toBeGreaterThan(10);
  expect(texts.filter((text) => text.includes(token) || text.includes(encoded))).toEqual([]);
});
