import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openMemoryStore } from "../../src/journal/memory/store.js";
import { oidSchema } from "../../src/lifecycle/ids.js";
import { actor, createEvent, op } from "../journal/support.js";
import { tickFrom } from "../support/github/repository.js";
import { addBranch, all, github, type Hosted, hosted } from "../support/github/rig.js";
import { createTempDir } from "../support/repo.js";
import { deleted, pullRequest } from "../workflows/events.js";
import { type ActionOptions, listed, runAction } from "./support.js";

const fake = github();

/** A job without a checkout, on a machine without git. */
async function run(
  place: Hosted,
  { name, payload }: { name: string; payload: unknown },
  more: Partial<ActionOptions> = {},
) {
  const empty = join(createTempDir(), "bin");
  mkdirSync(empty);
  return runAction(fake.server, place, { event: name, payload, ...more, env: { PATH: empty, ...more.env } });
}

const at = ({ repository }: Hosted) => ({ repository: repository.fullName });
const storeOf = ({ repository }: Hosted, ref?: string) =>
  openMemoryStore({
    url: fake.server.gitUrl(repository),
    token: () => fake.server.token("ghs_setup0123456789abcdefghij", { contents: "write" }),
    ...(ref === undefined ? {} : { ref }),
  });

/** Begins records, as laptops do; `owner: null` is one that a run has adopted. */
async function begin(
  place: Hosted,
  names: readonly string[],
  owner: string | null = "00000000000000aa",
  ref?: string,
) {
  const store = storeOf(place, ref);
  for (const [number, name] of names.entries()) {
    const event = {
      ...createEvent(name, number + 1),
      ...(owner === null ? { clone: null, adopted: true } : {}),
    };
    const { id } = await store.create(event, actor());
    for (const _ of [1, 2]) await store.append(id, { type: "INIT_COMPLETE", op: op(number + 1) }, actor());
    const head = (await place.repository.tip(name)) ?? "";
    await store.append(
      id,
      { type: "REQUEST", target: event.base ?? event.branch, headOid: oidSchema.parse(head) },
      actor(),
    );
  }
  await store.flush();
}

const recordsOf = async (place: Hosted, ref?: string) =>
  new Map(
    [...(await storeOf(place, ref).records()).values()].map((record) => [record.branch as string, record]),
  );

test("a pull request is pushed to: its head gets the status; a fork's, and one of no task, gets nothing", async () => {
  const place = await hosted(fake.server);
  const head = addBranch(place, "task/x", { "x.txt": "x\n" });
  addBranch(place, "fix", { "y.txt": "y\n" });
  for (const name of ["task/x", "fix"])
    await place.repository.openPull({ title: name, head: name, base: "main" });
  const inputs = { operation: "check", "require-submit": "true" } as const;
  const event = pullRequest(at(place), { action: "synchronize", number: 1, head: "task/x" });
  const failing = await run(place, event, { inputs });
  expect(failing).toMatchObject({ code: 0, stderr: "" });
  expect(failing.annotations).toEqual(["warning: its head was never submitted; do: coppice submit task/x"]);
  expect(failing.summary).toContain("| `task/x` | failure |");
  await begin(place, ["task/x"]);
  // The check reads the journals first; that they are lost on the way to the second reading hides nothing of it.
  fake.server.fail({ on: /git-upload-pack$/, after: 1, answer: { status: 500, body: "" } });
  const half = await run(place, event, { inputs: { ...inputs, "dry-run": "true" } });
  expect(half).toMatchObject({ code: 1, annotations: [expect.stringContaining("answered with 500")] });
  expect(listed(half.outputs.checked)).toMatchObject([{ branch: "task/x", state: "success" }]);
  const passing = await run(place, event, { inputs });
  expect(listed(passing.outputs.reconciled)).toEqual([]);
  expect(listed(passing.outputs.checked)).toEqual([
    {
      branch: "task/x",
      head,
      state: "success",
      description: "main can take it",
      pr: { number: 1, url: `${fake.server.url}/${place.repository.fullName}/pull/1` },
    },
  ]);
  expect(
    place.repository.statuses.map(({ state, context, targetUrl }) => [state, context, targetUrl]),
  ).toEqual([
    ["failure", "coppice", expect.stringMatching(/\/actions\/runs\/\d+$/)],
    ["success", "coppice", expect.stringMatching(/\/actions\/runs\/\d+$/)],
  ]);
  const other = await run(place, pullRequest(at(place), { action: "opened", number: 2, head: "fix" }), {
    inputs,
  });
  const from = fake.server.requests.length;
  const fork = await run(
    place,
    pullRequest(at(place), { action: "opened", number: 3, head: "task/x", from: "mallory/x" }),
  );
  expect([other.annotations, fork.annotations]).toEqual([
    ["notice: Pull request #2 is of no task branch."],
    ["notice: Pull request #3 comes from a fork: nothing of it is fetched, checked or merged."],
  ]);
  expect(fake.server.requests.slice(from)).toEqual([]);
  expect(place.repository.statuses).toHaveLength(2);
});

test("pull requests are closed and merged, branches deleted: recorded without git, once, by base's configuration", async () => {
  const place = await hosted(fake.server);
  const { repository, clone } = place;
  const ref = "refs/notes/ours";
  clone.commit("Configure", {
    "coppice.config.jsonc": `{ "taskBranches": ["work/*"], "notesRef": "${ref}" /* ours */ }\n`,
  });
  clone.git("push", "--quiet", repository.bare.dir, "HEAD:main");
  for (const name of ["work/closed", "work/merged", "work/gone"])
    addBranch(place, name, { [`${name}.txt`]: "x\n" });
  await begin(place, ["work/closed", "work/merged"], undefined, ref);
  await begin(place, ["work/gone"], null, ref);
  // The fake's clock stands behind; a closing answers what was asked for before.
  tickFrom(Date.now() + 1000);
  const closed = await repository.openPull({ title: "Closed", head: "work/closed", base: "main" });
  const merged = await repository.openPull({ title: "Merged", head: "work/merged", base: "main" });
  repository.close(closed);
  clone.git("fetch", "--quiet", repository.bare.dir, "work/merged");
  clone.git("merge", "--quiet", "--no-ff", "-m", "Merge", "FETCH_HEAD");
  clone.git("push", "--quiet", repository.bare.dir, "HEAD:main");
  await repository.sync();
  await repository.bare.git("update-ref", "-d", "refs/heads/work/gone");

  const before = await repository.bare.git("rev-parse", ref);
  const inputs = { "task-branches": "work/*" };
  const other = pullRequest(at(place), { action: "closed", number: 7, head: "fix" });
  const mayRead = await run(place, other, { inputs, permissions: { ...all, contents: "read" } });
  expect(mayRead).toMatchObject({
    code: 0,
    annotations: [
      "notice: fix is no task branch.",
      "notice: What happened to other branches was not recorded. Give the token write access to contents.",
    ],
  });
  const dry = await run(place, deleted(at(place), "work/gone"), { inputs: { "dry-run": "true" } });
  expect(dry.summary).toContain("(dry run)");
  expect(await repository.bare.git("rev-parse", ref)).toBe(before);

  const from = fake.server.requests.length;
  const told = await run(place, other, { inputs });
  expect(told).toMatchObject({ code: 0, annotations: ["notice: fix is no task branch."] });
  expect(listed(told.outputs.reconciled).map(({ branch, reason }) => [branch, reason])).toEqual([
    ["work/closed", "its pull request #1 was closed without a merge"],
    ["work/gone", "its branch was deleted"],
    ["work/merged", "its pull request #2 was merged"],
  ]);
  expect(told.summary).toContain("stateDiagram-v2");
  expect(told.summary).toContain("1 push,");
  const asked = fake.server.requests
    .slice(from)
    .map(({ method, path }) => `${method} ${path.replace(/.*\/(?=git|info|pulls|graphql)/, "")}`);
  // The journals' ref is known when base's file was read: then it is asked for anew.
  const journals = ["GET info/refs", "POST git-upload-pack", "GET info/refs", "POST git-receive-pack"];
  expect(asked.filter((line) => /info|git-/.test(line))).toEqual(["GET info/refs", ...journals]);
  expect(asked.filter((line) => /pulls/.test(line))).toHaveLength(2);
  expect(asked.length).toBeLessThan(10);
  const records = await recordsOf(place, ref);
  expect(records.get("work/closed")).toMatchObject({
    status: "active",
    request: null,
    pr: { state: "closed" },
  });
  expect(records.get("work/merged")).toMatchObject({
    landed: { evidence: "pull-request", headOid: merged.head.oid },
  });
  expect(records.get("work/gone")).toMatchObject({ status: "removed" });

  const after = await repository.bare.git("rev-parse", ref);
  const again = await run(
    place,
    pullRequest(at(place), { action: "closed", number: 1, head: "work/closed" }),
  );
  expect(again).toMatchObject({ code: 0, outputs: { reconciled: [] } });
  expect(again.summary).toContain("0 pushes,");
  expect(await repository.bare.git("rev-parse", ref)).toBe(after);
});

test("the job is cancelled while the server keeps silent: the run ends at once, and says so", async () => {
  const place = await hosted(fake.server);
  fake.server.fail({ on: /info\/refs/, answer: "silence" });
  const from = fake.server.requests.length;
  const cancelled = await run(place, deleted(at(place), "task/x"), {
    started: (child) => {
      const cancel = (): unknown =>
        fake.server.requests.length > from ? child.kill("SIGTERM") : setImmediate(cancel);
      cancel();
    },
  });
  expect([cancelled.code, cancelled.annotations]).toEqual([
    1,
    [expect.stringContaining("error: The run was interrupted.")],
  ]);
});
