import { beforeAll, describe, expect, test } from "vitest";
import type { MergeMethod } from "../../src/forge/hosted.js";
import type { Pull, Repository } from "../support/github/repository.js";
import { all, github } from "../support/github/rig.js";
import { ownTemporaryDirectory } from "../support/temporary.js";
import { bareRepository, commitOn, failure, oid, openForge, pullOf } from "./hosted-rig.js";

const fake = github();
const temporary = ownTemporaryDirectory();
const headers = { "content-type": "application/json" };
let repository: Repository;
let pull: Pull;

beforeAll(async () => {
  repository = await bareRepository(fake.server, temporary, "written");
  pull = await pullOf(repository, "task/a");
});

/** What was sent since, by method and path. */
function log(): () => string[] {
  const from = fake.server.requests.length;
  return () =>
    fake.server.requests
      .slice(from)
      .map(({ method, path }) => `${method} ${path.replace("/api/v3/repos/acme/written/", "")}`);
}

describe("labels, comments and statuses", () => {
  test("a label: made with a colour the first time, set, taken off; one that is not there is no error", async () => {
    const { forge } = openForge(fake.server, repository);
    const sent = log();
    await forge.addLabel(pull.number, "coppice:conflict & more");
    await forge.addLabel(pull.number, "coppice:conflict & more");
    expect(sent().map((line) => line.split("?")[0])).toEqual([
      "GET labels/coppice%3Aconflict%20%26%20more",
      "POST labels",
      `POST issues/${pull.number}/labels`,
      `POST issues/${pull.number}/labels`,
    ]);
    expect(repository.labels.get("coppice:conflict & more")?.color).toBe("b60205");
    expect((await forge.openPulls())[0]?.labels).toEqual(["coppice:conflict & more"]);
    await forge.removeLabel(pull.number, "coppice:conflict & more");
    await forge.removeLabel(pull.number, "coppice:conflict & more");
    expect(pull.labels).toEqual([]);
  });

  test("a comment: written, found again by its marker, edited in place; nothing is sent where it stands already", async () => {
    const { forge } = openForge(fake.server, repository);
    const marker = "<!-- coppice -->";
    const at = "2026-01-01T00:00:00Z";
    // Somebody else's with the same marker is none of ours.
    pull.comments.push({ id: 1, author: "eve", body: `${marker}\nfirst`, createdAt: at, updatedAt: at });
    for (let id = 2; id < 120; id += 1)
      pull.comments.push({ id, author: "ann", body: "talk", createdAt: at, updatedAt: at });
    expect(await forge.comment(pull.number, marker, `${marker}\nfirst`)).toBe(true);
    expect(await forge.comment(pull.number, marker, `${marker}\nfirst`)).toBe(false);
    expect(await forge.comment(pull.number, marker, `${marker}\nsecond`)).toBe(true);
    const ours = pull.comments.filter(({ author }) => author === "github-actions[bot]");
    expect(ours.map(({ body }) => body)).toEqual([`${marker}\nsecond`]);
  });

  test("the answer to a new comment is lost, and it was written or was not: it is there once", async () => {
    const { forge } = openForge(fake.server, repository);
    const marker = "<!-- lost -->";
    fake.server.fail({ on: /POST .*comments$/, answer: "reset" });
    expect(await forge.comment(pull.number, marker, `${marker}\ntext`)).toBe(true);
    expect(pull.comments.filter(({ body }) => body.startsWith(marker))).toHaveLength(1);
  });

  test("the commit status: context coppice, its text cut where GitHub would refuse it", async () => {
    const { forge } = openForge(fake.server, repository);
    const description = `${"ä".repeat(139)}😀😀`;
    await forge.setStatus(oid(pull.head.oid), {
      state: "failure",
      description,
      targetUrl: "https://example.com/1",
    });
    expect(repository.statusesOf(pull.head.oid)).toMatchObject([
      {
        context: "coppice",
        state: "failure",
        description: `${"ä".repeat(139)}…`,
        targetUrl: "https://example.com/1",
      },
    ]);
    const blind = openForge(fake.server, repository, { permissions: { ...all, statuses: "read" } }).forge;
    const error = await failure(blind.setStatus(oid(pull.head.oid), { state: "success", description: "" }));
    expect(error.suggestedAction).toBe("Add `statuses: write` to `permissions:` in the workflow.");
    expect(blind.requests).toBe(1);
  });
});

describe("merging by the API", () => {
  const merge = (one: Pull, sha = one.head.oid, method: MergeMethod = "merge") =>
    openForge(fake.server, repository).forge.mergePull(one.number, { sha: oid(sha), method });

  test("the very head: merged, with the commit on base; another head: moved", async () => {
    const one = await pullOf(repository, "merge/a", { "merge-a.txt": "a\n" });
    expect(await merge(one, one.base.oid)).toEqual({ kind: "moved" });
    const end = await merge(one, one.head.oid, "squash");
    expect(end).toEqual({ kind: "merged", mergeOid: await repository.tip("main") });
    expect(await merge(one)).toEqual(end);
  });

  test("a method that is not allowed, a conflict, a draft, a rule: refused in GitHub's words", async () => {
    const one = await pullOf(repository, "merge/b", { "a.txt": "b\n" });
    const reason = async (method?: MergeMethod) => await merge(one, one.head.oid, method);
    expect(await reason("rebase")).toEqual({
      kind: "refused",
      reason: "rebase merges are not allowed on this repository.",
    });
    await commitOn(repository, "main", { "a.txt": "other\n" });
    expect(await reason()).toEqual({ kind: "refused", reason: "Pull Request is not mergeable" });
    one.draft = true;
    expect(await reason()).toMatchObject({ kind: "refused", reason: expect.stringContaining("draft") });
  });

  test("the answer is lost after it was merged: merged, not refused", async () => {
    const one = await pullOf(repository, "merge/c", { "merge-c.txt": "c\n" });
    const oidOf = async () => await repository.tip("main");
    // It came through, and the second try is told that there is nothing to merge.
    fake.server.fail({ on: /PUT .*merge$/, answer: { status: 502, body: "{}", headers } });
    await repository.bare.move("refs/heads/main", one.head.oid);
    expect(await merge(one)).toEqual({ kind: "merged", mergeOid: await oidOf() });
  });

  test("base moves again and again meanwhile: tried three times, then refused", async () => {
    const one = await pullOf(repository, "merge/d", { "merge-d.txt": "d\n" });
    const body = '{"message":"Base branch was modified. Review and try the merge again."}';
    fake.server.fail({ on: /PUT .*merge$/, times: 3, answer: { status: 409, body, headers } });
    expect(await merge(one)).toMatchObject({
      kind: "refused",
      reason: expect.stringContaining("Base branch"),
    });
    expect((await merge(one)).kind).toBe("merged");
  });

  test("whether it can be merged: clean, conflicting, and unknown when GitHub never finds out", async () => {
    const one = await pullOf(repository, "merge/e", { "a.txt": "e\n" });
    const { forge, paused } = openForge(fake.server, repository);
    repository.mergeabilityLag = 2;
    expect(await forge.mergeable(one.number)).toBe("clean");
    expect(paused).toEqual([1000, 2000]);
    await commitOn(repository, "main", { "a.txt": "another\n" });
    expect(await forge.mergeable(one.number)).toBe("conflicting");
    repository.mergeabilityLag = 100;
    expect(await forge.mergeable(one.number)).toBe("unknown");
    repository.mergeabilityLag = 0;
    repository.close(one);
    expect(await forge.mergeable(one.number)).toBe("unknown");
  });
});

describe("auto-merge", () => {
  test("set where something is missing; where not, or not allowed, why", async () => {
    const own = await bareRepository(fake.server, temporary, "auto");
    own.people.set("ann", "write");
    const one = await pullOf(own, "task/a", { "new.txt": "new\n" });
    const { forge } = openForge(fake.server, own);
    const enable = async () => forge.enableAutoMerge(await forge.pull(one.number), "squash");
    expect(await enable()).toBe("its base has no rule that could be waited for");
    own.protect("main", { approvals: 1 });
    own.settings.allowAutoMerge = false;
    expect(await enable()).toContain("Settings > General > Pull Requests > Allow auto-merge");
    own.settings.allowAutoMerge = true;
    one.draft = true;
    expect(await enable()).toBe("it is a draft");
    one.draft = false;
    const stale = {
      ...(await forge.pull(one.number)),
      head: { branch: "task/a", oid: oid(one.base.oid), fork: false },
    };
    expect(await forge.enableAutoMerge(stale, "merge")).toContain("Head branch was modified");
    const blind = openForge(fake.server, own, { permissions: { ...all, contents: "read" } }).forge;
    const error = await failure(blind.enableAutoMerge(await forge.pull(one.number), "merge"));
    expect([error.code, error.suggestedAction]).toEqual([
      "PERMISSION_DENIED",
      "Add `contents: write` to `permissions:` in the workflow.",
    ]);
    expect(await enable()).toBeUndefined();
    expect(one.autoMerge?.method).toBe("squash");
    own.review(one, "ann", "APPROVED");
    await forge.setStatus(oid(one.head.oid), { state: "success", description: "" });
    expect((await forge.pull(one.number)).state).toBe("merged");
  });

  test("nothing is missing, and base has a queue: queued, which merges it", async () => {
    const own = await bareRepository(fake.server, temporary, "queue");
    const one = await pullOf(own, "task/a", { "new.txt": "new\n" });
    own.protect("main", { kind: "ruleset", approvals: 0, mergeQueue: true });
    const { forge } = openForge(fake.server, own);
    const sha = oid(one.head.oid);
    expect(await forge.mergePull(one.number, { sha, method: "merge" })).toMatchObject({
      kind: "refused",
      reason: expect.stringContaining("merge queue"),
    });
    expect(await forge.enableAutoMerge(await forge.pull(one.number), "merge")).toBeUndefined();
    expect((await forge.pull(one.number)).state).toBe("merged");
  });
});
