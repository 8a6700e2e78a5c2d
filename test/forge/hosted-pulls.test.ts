import { beforeAll, describe, expect, test } from "vitest";
import type { Repository } from "../support/github/repository.js";
import { all, github } from "../support/github/rig.js";
import { ownTemporaryDirectory } from "../support/temporary.js";
import { bareRepository, branchName, commitOn, failure, openForge, pullOf } from "./hosted-rig.js";

const fake = github();
const temporary = ownTemporaryDirectory();
let repository: Repository;

beforeAll(async () => {
  repository = await bareRepository(fake.server, temporary, "pulls");
});

const asked = (): string[] => fake.server.requests.map(({ method, path }) => `${method} ${path}`);
const open = (head: string, base = "main") => ({
  head: branchName(head),
  base: branchName(base),
  title: "T",
  body: "B",
});

describe("lists of pull requests", () => {
  test("open ones, a fork's too: everything is there, and asked twice is answered once, until something is written", async () => {
    const { forge } = openForge(fake.server, repository);
    const pull = await pullOf(repository, "task/list");
    repository.label(pull, "no-merge", "ann");
    const fork = await bareRepository(fake.server, temporary, "pulls", {
      owner: "stranger",
      parent: repository,
    });
    await commitOn(fork, "patch");
    const strange = await repository.openPull({ title: "P", head: "patch", base: "main", from: fork });
    const found = await forge.openPulls();
    expect(found.map(({ number, head }) => [number, head])).toEqual([
      [pull.number, { branch: "task/list", oid: pull.head.oid, fork: false }],
      [strange.number, { branch: "patch", oid: strange.head.oid, fork: true }],
    ]);
    expect(found[0]).toMatchObject({
      url: `${fake.server.url}/acme/pulls/pull/${pull.number}`,
      title: "task/list",
      state: "open",
      draft: false,
      labels: ["no-merge"],
      body: "",
      base: { branch: "main" },
      mergeOid: null,
      closedAt: null,
    });
    const before = forge.requests;
    await forge.openPulls();
    expect(forge.requests).toBe(before);
    await forge.updatePull(pull.number, { body: "new", title: "N" });
    expect((await forge.openPulls())[0]).toMatchObject({ title: "N", body: "new" });
    await forge.updatePull(pull.number, { state: "closed" });
    expect((await forge.openPulls()).map(({ number }) => number)).toEqual([strange.number]);
    repository.close(strange);
    expect(await forge.openPulls()).toHaveLength(1);
    forge.forget();
    expect(await forge.openPulls()).toEqual([]);
  });

  test("closed ones: the newest change first, as far as is wanted; merged ones with their commit on base", async () => {
    const { forge } = openForge(fake.server, repository);
    const first = await pullOf(repository, "task/closed-1");
    const second = await pullOf(repository, "task/closed-2");
    repository.close(second);
    await repository.bare.move("refs/heads/main", first.head.oid);
    const { pulls, complete } = await forge.closedPulls({ numbers: new Set([first.number]), pages: 3 });
    expect(complete).toBe(true);
    expect(pulls.slice(0, 2)).toMatchObject([
      { number: first.number, state: "merged", mergeOid: first.head.oid, closedAt: expect.any(String) },
      { number: second.number, state: "closed", mergeOid: null },
    ]);
  });

  test("more than a page, and one is closed while they are read: none is missed", async () => {
    const many = await bareRepository(fake.server, temporary, "many");
    const first = await pullOf(many, "task/many");
    for (let number = 2; number <= 205; number += 1) many.pulls.set(number, { ...first, number });
    const { forge } = openForge(fake.server, many);
    const before = asked().length;
    const reading = forge.openPulls();
    const closing = new Promise<void>((resolve) => {
      const look = setInterval(() => {
        if (asked().length < before + 2) return;
        clearInterval(look);
        many.close(many.pull(7));
        resolve();
      }, 1);
    });
    const numbers = (await reading).map(({ number }) => number);
    await closing;
    expect(numbers).toEqual(expect.arrayContaining([...many.pulls.keys()].filter((number) => number !== 7)));
    expect(asked().length - before).toBe(4);
    const { pulls, complete } = await forge.closedPulls({ numbers: new Set([7]), pages: 1 });
    expect([pulls.map(({ number }) => number), complete]).toEqual([[7], true]);
  });

  test.each([
    ["an error", { status: 500, body: "{}" }],
    ["a page", { status: 200, body: "<html>" }],
    ["an object", { status: 200, body: "{}" }],
    ["a list of half a pull request", { status: 200, body: '[{"number":1}]' }],
    [
      "an empty page with another after it",
      { status: 200, body: "[]", headers: { link: '<http://127.0.0.1/?page=2>; rel="next"' } },
    ],
  ])("instead of the list %s: FETCH_FAILED, and nothing of it is believed", async (_, answer) => {
    const { forge } = openForge(fake.server, repository);
    const headers = { "content-type": "application/json", ...("headers" in answer ? answer.headers : {}) };
    fake.server.fail({
      on: /GET .*\/pulls$/,
      times: answer.status === 500 ? 3 : 1,
      answer: { ...answer, headers },
    });
    expect((await failure(forge.openPulls())).code).toBe("FETCH_FAILED");
    await forge.openPulls();
  });

  test("an empty list where there are some, an empty date in one of them: FETCH_FAILED for all", async () => {
    const { forge } = openForge(fake.server, repository);
    const pull = await pullOf(repository, "task/dates");
    const headers = { "content-type": "application/json" };
    fake.server.fail({ on: /GET .*\/pulls$/, answer: { status: 200, body: "[]", headers } });
    expect((await failure(forge.openPulls())).message).toContain("GitHub lists none");
    const at = pull.updatedAt;
    pull.updatedAt = "";
    expect((await failure(forge.openPulls())).code).toBe("FETCH_FAILED");
    pull.updatedAt = at;
    fake.server.violations.splice(0);
  });
});

describe("opening a pull request", () => {
  test.each([
    "task/#1/100%/%20/a&b=c+d",
    "task/größe/数え方/\u0301",
    `task/${"x".repeat(195)}`,
    "$(id)`y`|<script>'\";@team",
  ])("branch %s: opened, and adopted when it is there already", async (head) => {
    const { forge } = openForge(fake.server, repository);
    await commitOn(repository, head);
    const made = await forge.openPull(open(head));
    expect([made.opened, made.pull.head.branch]).toEqual([true, head]);
    const again = await openForge(fake.server, repository).forge.openPull(open(head));
    expect([again.opened, again.pull.number]).toEqual([false, made.pull.number]);
    expect(asked().at(-1)).toBe("GET /api/v3/repos/acme/pulls/pulls");
  });

  test("there is one from a fork's branch of the same name: that one is not taken over", async () => {
    const fork = await bareRepository(fake.server, temporary, "twin", { owner: "other", parent: repository });
    await commitOn(fork, "task/twin");
    await repository.openPull({ title: "P", head: "task/twin", base: "main", from: fork });
    await commitOn(repository, "task/twin");
    expect((await openForge(fake.server, repository).forge.openPull(open("task/twin"))).opened).toBe(true);
  });

  test("the owner was renamed, so that no filter fits: found among all open ones", async () => {
    await commitOn(repository, "task/renamed");
    const { forge } = openForge(fake.server, repository);
    await forge.openPull(open("task/renamed"));
    fake.server.fail({
      on: /GET .*\/pulls$/,
      answer: { status: 200, body: "[]", headers: { "content-type": "application/json" } },
    });
    expect((await forge.openPull(open("task/renamed"))).opened).toBe(false);
  });

  test("nothing to merge, no such branch: each its own sentence, after one request", async () => {
    const { forge } = openForge(fake.server, repository);
    await repository.bare.move("refs/heads/task/nothing", (await repository.tip("main")) ?? "");
    const nothing = await failure(forge.openPull(open("task/nothing")));
    expect([nothing.code, nothing.message]).toEqual([
      "INVALID_STATE",
      "main has every commit of task/nothing already: GitHub opens no pull request for it.",
    ]);
    const gone = await failure(forge.openPull(open("task/gone")));
    expect(gone.message).toContain("head is invalid");
    expect(forge.requests).toBe(2);
  });

  test("the repository forbids it to Actions, or the token may not: one sentence names the setting, one request", async () => {
    await commitOn(repository, "task/forbidden");
    const forbidden = openForge(fake.server, repository, { mayNotCreatePulls: true }).forge;
    const setting = await failure(forbidden.openPull(open("task/forbidden")));
    expect([setting.code, setting.suggestedAction]).toEqual([
      "PERMISSION_DENIED",
      expect.stringContaining("Allow GitHub Actions to create and approve pull requests"),
    ]);
    const reading = openForge(fake.server, repository, {
      permissions: { ...all, pull_requests: "read" },
    }).forge;
    const missing = await failure(reading.openPull(open("task/forbidden")));
    expect([missing.code, missing.suggestedAction]).toEqual([
      "PERMISSION_DENIED",
      "Add `pull-requests: write` to `permissions:` in the workflow.",
    ]);
    expect([forbidden.requests, reading.requests]).toEqual([1, 1]);
  });

  test("the answer to it is lost: the next try finds it open", async () => {
    await commitOn(repository, "task/lost");
    const { forge, paused } = openForge(fake.server, repository);
    fake.server.fail({ on: /POST .*\/pulls$/, answer: "reset" });
    expect((await forge.openPull(open("task/lost"))).pull.head.branch).toBe("task/lost");
    expect(paused).toEqual([1000]);
  });
});
