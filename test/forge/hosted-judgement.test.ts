import { beforeAll, describe, expect, test } from "vitest";
import type { Oid } from "../../src/lifecycle/ids.js";
import type { Pull, Repository } from "../support/github/repository.js";
import { nextId, tick } from "../support/github/repository.js";
import { all, github } from "../support/github/rig.js";
import { ownTemporaryDirectory } from "../support/temporary.js";
import { bareRepository, branchName, commitOn, failure, oid, openForge, pullOf } from "./hosted-rig.js";

const fake = github();
const temporary = ownTemporaryDirectory();
let repository: Repository;

let first: Pull;

beforeAll(async () => {
  repository = await bareRepository(fake.server, temporary, "judged");
  repository.people.set("ann", "write").set("bob", "write").set("eve", "read");
  first = await pullOf(repository, "task/first");
});

/** Another pull request of the same branch, which takes no git. */
function another(): Pull {
  const number = repository.pulls.size + 1;
  const pull = { ...first, number, labels: [], labelEvents: [], comments: [], reviews: [] };
  repository.pulls.set(number, pull);
  return pull;
}

/** A commit that nobody has looked at. */
async function commit(): Promise<Oid> {
  const tree = await repository.bare.git("rev-parse", "main^{tree}");
  return oid(await repository.bare.commit(tree, [], String(nextId()), "2026-01-01T00:00:00Z"));
}

/** What is said of a pull request's head. */
async function judgementOf(pull: Pull) {
  const { forge } = openForge(fake.server, repository);
  const head = oid(pull.head.oid);
  return (await forge.judge([{ oid: head, pull: pull.number }])).get(head);
}

describe("reviews", () => {
  test.each<[string, (pull: Pull) => void, boolean]>([
    ["nobody has looked", () => {}, false],
    [
      "somebody with write access approves the head",
      (pull) => repository.review(pull, "ann", "APPROVED"),
      true,
    ],
    ["somebody without write access approves", (pull) => repository.review(pull, "eve", "APPROVED"), false],
    [
      "the commit before was approved",
      (pull) => repository.review(pull, "ann", "APPROVED", pull.base.oid),
      false,
    ],
    [
      "one approves, another asks for changes of the commit before",
      (pull) => {
        repository.review(pull, "ann", "APPROVED");
        repository.review(pull, "bob", "CHANGES_REQUESTED", pull.base.oid);
      },
      false,
    ],
    [
      "somebody without write access asks for changes",
      (pull) => {
        repository.review(pull, "ann", "APPROVED");
        repository.review(pull, "eve", "CHANGES_REQUESTED");
      },
      true,
    ],
    [
      "asked for changes, then approved, then commented",
      (pull) => {
        repository.review(pull, "ann", "CHANGES_REQUESTED");
        repository.review(pull, "ann", "APPROVED");
        repository.review(pull, "ann", "COMMENTED");
      },
      true,
    ],
    [
      "approved, then dismissed",
      (pull) => {
        repository.review(pull, "ann", "APPROVED");
        repository.review(pull, "ann", "DISMISSED");
      },
      false,
    ],
  ])("%s: approved is told", async (_, review, expected) => {
    const pull = another();
    review(pull);
    expect(await judgementOf(pull)).toEqual({ approved: expected, checks: "none" });
  });
});

test("one commit is the head of two pull requests: approved by either, refused by either", async () => {
  const [one, other] = [another(), another()];
  const head = oid(first.head.oid);
  const judged = [one, other].map(({ number }) => ({ oid: head, pull: number }));
  const approved = async () =>
    (await openForge(fake.server, repository).forge.judge(judged)).get(head)?.approved;
  repository.review(one, "ann", "APPROVED");
  expect(await approved()).toBe(true);
  repository.review(other, "bob", "CHANGES_REQUESTED");
  expect(await approved()).toBe(false);
});

describe("checks", () => {
  const status = (of: string, state: "success" | "failure" | "pending", context: string): void => {
    repository.statuses.push({
      ...{ id: nextId(), oid: of, state, context, description: null, targetUrl: null },
      ...{ creator: "ci", at: tick() },
    });
  };

  test.each<[string, (head: string) => void, string]>([
    ["only Coppice's own status and the runs of this workflow", () => {}, "none"],
    [
      "one has succeeded, one was skipped",
      (head) => repository.check(head, "lint", { conclusion: "SKIPPED" }),
      "success",
    ],
    ["one still runs", (head) => repository.check(head, "slow", { conclusion: null }), "pending"],
    [
      "one runs and one has failed",
      (head) => {
        repository.check(head, "slow", { conclusion: null });
        repository.check(head, "test", { conclusion: "TIMED_OUT" });
      },
      "failure",
    ],
    [
      "another application's run has failed",
      (head) => repository.check(head, "scan", { workflow: null, conclusion: "FAILURE" }),
      "failure",
    ],
    ["a status says failure", (head) => status(head, "failure", "ci/other"), "failure"],
    ["a status is pending", (head) => status(head, "pending", "ci/other"), "pending"],
    [
      "more than a page of runs, the last of them failed",
      (head) => {
        for (let number = 0; number < 120; number += 1) repository.check(head, `part-${number}`);
        repository.check(head, "the last", { conclusion: "FAILURE" });
      },
      "failure",
    ],
  ])("%s", async (_, say, expected) => {
    const head = await commit();
    status(head, "pending", "coppice");
    repository.check(head, "coppice / merge", { workflow: "Coppice", conclusion: null });
    if (expected === "success") repository.check(head, "test");
    say(head);
    const { forge } = openForge(fake.server, repository, { workflow: "Coppice" });
    expect((await forge.judge([{ oid: head }])).get(head)?.checks).toBe(expected);
  });

  test("more than fifty commits, with and without a pull request, one that is not there: all judged, fifty in a request", async () => {
    const pull = another();
    repository.review(pull, "ann", "APPROVED");
    const judged = [{ oid: oid(pull.head.oid), pull: pull.number }];
    for (let number = 0; number < 52; number += 1) {
      const of = oid((number + 10).toString(16).repeat(40).slice(0, 40));
      repository.check(of, "test", { conclusion: number === 29 ? "SUCCESS" : null });
      judged.push({ oid: of, pull: pull.number });
    }
    const unknown = oid(`7${"0".repeat(39)}`);
    const { forge } = openForge(fake.server, repository);
    const found = await forge.judge([...judged, { oid: unknown }]);
    expect(forge.requests).toBe(2);
    expect(found.size).toBe(54);
    expect(judged.flatMap((one, at) => (found.get(one.oid)?.approved === true ? [at] : []))).toEqual([0]);
    expect(judged.flatMap((one, at) => (found.get(one.oid)?.checks === "success" ? [at] : []))).toEqual([30]);
    expect(found.get(unknown)).toEqual({
      approved: false,
      checks: undefined,
      why: "its checks could not be read",
    });
  });

  test("private repository, and the token may not read checks: they are unknown, and the permission is named", async () => {
    const secret = await bareRepository(fake.server, temporary, "secret", { private: true });
    secret.people.set("ann", "write");
    const pull = await pullOf(secret, "task/a");
    secret.review(pull, "ann", "APPROVED");
    secret.check(pull.head.oid, "test");
    const judged = [{ oid: oid(pull.head.oid), pull: pull.number }];
    const blind = await openForge(fake.server, secret).forge.judge(judged);
    expect([...blind.values()]).toEqual([
      {
        approved: true,
        checks: undefined,
        why: expect.stringContaining("add `checks: read` to `permissions:`"),
      },
    ]);
    const seeing = await openForge(fake.server, secret, {
      permissions: { ...all, checks: "read" },
    }).forge.judge(judged);
    expect([...seeing.values()]).toEqual([{ approved: true, checks: "success" }]);
  });

  test.each([
    ["nothing", '{"data":null}'],
    ["half of it", '{"data":{"repository":{"c0":{"oid":"x"}}}}'],
    ["an error for all of it", '{"errors":[{"message":"Internal"}]}'],
  ])("GraphQL answers %s: an error, no judgement", async (_, body) => {
    const pull = { oid: oid("2".repeat(40)) };
    const headers = { "content-type": "application/json" };
    fake.server.fail({ on: /graphql Judge$/, answer: { status: 200, body, headers } });
    const error = await failure(openForge(fake.server, repository).forge.judge([pull]));
    expect(["FETCH_FAILED", "INVALID_STATE"]).toContain(error.code);
  });
});

test("labels: count when somebody with write access set them last, or when that cannot be told", async () => {
  const counts: Record<string, boolean> = {};
  const pulls = [];
  for (const [actor, counting] of [
    ["ann", true],
    ["eve", false],
    ["some-app[bot]", true],
    ["", true],
    ["stranger", false],
  ] as const) {
    const pull = another();
    repository.label(pull, "No-Merge", actor);
    counts[pull.number] = counting;
    pulls.push(pull.number);
  }
  const without = another();
  repository.label(without, "other", "ann");
  const open = await openForge(fake.server, repository).forge.openPulls();
  const { forge } = openForge(fake.server, repository);
  const found = await forge.labelled(open, "no-merge");
  expect(pulls.map((number) => found.has(number))).toEqual(pulls.map((number) => counts[number]));
  expect(found.has(without.number)).toBe(false);
  // One for the events, one for each person.
  expect(forge.requests).toBe(4);
  await forge.labelled(open, "no-merge");
  expect(forge.requests).toBe(5);
  fake.server.fail({
    on: /collaborators/,
    answer: { status: 403, body: "{}", headers: { "content-type": "application/json" } },
  });
  const blind = openForge(fake.server, repository).forge;
  expect((await blind.labelled(open, "no-merge")).size).toBe(found.size);
});

describe("settings and rules", () => {
  test("what the repository lets be done, and its default branch", async () => {
    const { forge } = openForge(fake.server, repository);
    expect(await forge.settings()).toEqual({
      defaultBranch: "main",
      autoMerge: true,
      methods: new Set(["merge", "squash"]),
    });
    await forge.settings();
    expect(forge.requests).toBe(1);
  });

  test("protection and rulesets: what refuses a push, and what does not", async () => {
    const ruled = await bareRepository(fake.server, temporary, "ruled");
    const rules = async (branch: string) => openForge(fake.server, ruled).forge.rules(branch);
    const name = "release/#1 & Ünicode".replaceAll(" ", "_");
    await commitOn(ruled, name);
    const nothing = {
      protected: false,
      refusesPush: false,
      mergeQueue: false,
      requiredChecks: [],
      approvals: 0,
    };
    expect(await rules(name)).toEqual(nothing);
    const given = { ...nothing, protected: true, refusesPush: true };
    ruled.protect(name, { requiredChecks: ["test"], approvals: 2 });
    expect(await rules(name)).toEqual({ ...given, requiredChecks: ["test"], approvals: 2 });
    ruled.protect(name, { approvals: 0, signatures: true });
    expect(await rules(name)).toEqual(given);
    ruled.protect(name, { approvals: 0 });
    expect(await rules(name)).toEqual({ ...given, refusesPush: false });
    ruled.protect(name, { kind: "ruleset", requiredChecks: ["a", "b"], approvals: 1, mergeQueue: true });
    expect(await rules(name)).toEqual({
      ...given,
      mergeQueue: true,
      requiredChecks: ["a", "b"],
      approvals: 1,
    });
    ruled.protect(name, { kind: "ruleset", approvals: 0, more: ["deletion", "non_fast_forward"] });
    expect(await rules(name)).toEqual({ ...given, refusesPush: false });
    // Protected, and nothing is shown of how.
    ruled.protect(name, { kind: "ruleset", approvals: 0 });
    expect(await rules(name)).toEqual(given);
    expect(await openForge(fake.server, ruled).forge.protectedBranches()).toEqual(new Set([name]));
    expect((await failure(rules("gone"))).code).toBe("FETCH_FAILED");
  });

  test("a rule of a kind that nobody knows yet: counts as one that refuses", async () => {
    const body = '[{"type":"moon_phase","parameters":{"phase":"full"}}]';
    const headers = { "content-type": "application/json" };
    fake.server.fail({ on: /rules\/branches/, answer: { status: 200, body, headers } });
    expect((await openForge(fake.server, repository).forge.rules("main")).refusesPush).toBe(true);
  });

  test("files of a branch: text, what is no text, what is no file, what is not there", async () => {
    await commitOn(repository, "files", { "a.jsonc": "{ ü }\n", "b.bin": "a\0b" });
    const { forge } = openForge(fake.server, repository);
    const found = await forge.files(branchName("files"), ["a.jsonc", "b.bin", "gone.txt", "a.txt"]);
    expect([...found]).toEqual([
      ["a.jsonc", { bytes: 7, text: "{ ü }\n" }],
      ["b.bin", { bytes: 3, text: null }],
      ["a.txt", { bytes: 2, text: "a\n" }],
    ]);
    expect(forge.requests).toBe(1);
    expect((await failure(forge.files(branchName("no-such"), ["a"]))).code).toBe("FETCH_FAILED");
  });
});
