import { describe, expect, test } from "vitest";
import { type CheckOptions, runCheck } from "../../../src/engine/hosted/check.js";
import { type Judged, verdictOf } from "../../../src/engine/hosted/verdict.js";
import { openHostedForge } from "../../../src/forge/open-hosted.js";
import { openMemoryStore } from "../../../src/journal/memory/store.js";
import type { JournalStore } from "../../../src/journal/store.js";
import { recordSchema, type WorktreeRecord } from "../../../src/lifecycle/record.js";
import { statuses } from "../../../src/lifecycle/states.js";
import { actor, branch, createEvent, oid } from "../../journal/support.js";
import { addBranch, github, type Hosted, hosted } from "../../support/github/rig.js";
import { newToken } from "./support.js";

const fake = github();

/** A record as a journal tells it, in some state. */
function record(change: Partial<WorktreeRecord>): WorktreeRecord {
  const at = "2026-01-31T12:00:00.000Z";
  return recordSchema.parse({
    v: 1,
    id: "1".repeat(40),
    status: "active",
    branch: "task/x",
    base: "main",
    baseOid: null,
    type: "worktree",
    owner: "00000000000000aa",
    adopted: false,
    ...{ task: null, title: null, role: null, session: null, run: null },
    setup: {},
    ...{ op: null, ops: [], merge: null, removal: null, commit: null },
    ...{ createdAt: at, updatedAt: at, lastActivity: at, headOid: null },
    ...{ envCopied: true, depsInstalled: true, initScriptRan: false },
    ...{ initScriptStatus: null, initScriptError: null, request: null, landed: null, pr: null },
    ...{ conflict: null, uncommittedFiles: null, lastError: null, stale: null, lock: null, lease: null },
    ...{ mergedAt: null, removedAt: null },
    ...change,
  });
}

const head = oid("b");
const judged = (change: Partial<Judged> = {}): Judged => ({
  branch: branch("task/x"),
  base: "main",
  head,
  record: record({}),
  mergeable: "clean",
  requireSubmit: false,
  ...change,
});
const request = {
  target: branch("main"),
  strategy: "merge",
  headOid: head,
  keep: false,
  at: record({}).createdAt,
} as const;

describe("the verdict", () => {
  test.each(statuses)("%s and base can take it: success, except in error", (status) => {
    expect(verdictOf(judged({ record: record({ status }) })).state).toBe(
      status === "error" ? "failure" : "success",
    );
  });

  test.each<[string, Partial<Judged>, string, string]>([
    ["no record", { record: undefined }, "success", "main can take it"],
    [
      "conflict, and it merges: somebody resolved it",
      { record: record({ status: "conflict" }) },
      "success",
      "the conflict is resolved: main can take it",
    ],
    [
      "conflict, nobody knows",
      { record: record({ status: "conflict" }), mergeable: "unknown" },
      "failure",
      "its conflict with base is not resolved; do: coppice resolve task/x, then coppice submit task/x",
    ],
    [
      "active, and it conflicts",
      { mergeable: "conflicting" },
      "failure",
      "its conflict with base is not resolved; do: coppice resolve task/x, then coppice submit task/x",
    ],
    [
      "error",
      { record: record({ status: "error" }) },
      "failure",
      "an operation failed and needs a decision first; do: coppice retry task/x, then coppice submit task/x",
    ],
    [
      "active, nobody knows",
      { mergeable: "unknown" },
      "pending",
      "GitHub has not said yet whether main can take it",
    ],
    [
      "never submitted, and it must be",
      { requireSubmit: true },
      "failure",
      "its head was never submitted; do: coppice submit task/x",
    ],
    [
      "no record, and it must be submitted",
      { requireSubmit: true, record: undefined },
      "failure",
      "its head was never submitted; do: coppice submit task/x",
    ],
    [
      "submitted, as it must be",
      { requireSubmit: true, record: record({ request }) },
      "success",
      "main can take it",
    ],
    [
      "submitted before, then it moved",
      { requireSubmit: true, record: record({ request }), head: oid("c") },
      "failure",
      "its head was never submitted; do: coppice submit task/x",
    ],
    [
      "a name that the command would not fit beside",
      { branch: branch(`task/${"é".repeat(100)}`), mergeable: "conflicting" },
      "failure",
      "its conflict with base is not resolved",
    ],
    ["a base with a long name", { base: "b".repeat(200) }, "success", `${"b".repeat(59)}… can take it`],
  ])("%s: %s", (_, change, state, description) => {
    const verdict = verdictOf(judged(change));
    expect(verdict).toMatchObject({ state, description });
    expect(verdict.description.length).toBeLessThanOrEqual(140);
  });
});

/** Journals of a hosted repository, and a forge that does not wait. */
function parts(place: Hosted): { journal: JournalStore; forge: CheckOptions["forge"] } {
  const token = newToken(fake.server);
  const { owner, name } = place.repository;
  const signal = new AbortController().signal;
  return {
    journal: openMemoryStore({ url: fake.server.gitUrl(place.repository), token: () => token }),
    forge: openHostedForge(
      { owner, name, apiUrl: fake.server.apiUrl, token },
      { signal, pause: async () => {} },
    ),
  };
}

const options = (more: Partial<CheckOptions> & Pick<CheckOptions, "journal" | "forge">): CheckOptions => ({
  isTaskBranch: (name) => name.startsWith("task/"),
  of: "all",
  requireSubmit: false,
  dryRun: false,
  runUrl: "https://github.example/run/7",
  ...more,
});

const statusesOf = (place: Hosted): string[] =>
  place.repository.statuses.map(
    ({ oid, state, description }) => `${oid.slice(0, 4)} ${state}: ${description}`,
  );

describe("pull requests of a repository", () => {
  test("all that are open: each head gets what pre-push would say, others and forks nothing", async () => {
    const place = await hosted(fake.server);
    const { repository, clone } = place;
    const fork = await hosted(fake.server, { parent: place, owner: "mallory" });
    const heads = new Map(
      ["task/clean", "task/clash", "fix/other", "feature/known"].map((name) => [
        name,
        addBranch(
          place,
          name,
          name === "task/clash" ? { "src/a.txt": "theirs\n" } : { [`${name}.txt`]: "x\n" },
        ),
      ]),
    );
    addBranch(fork, "task/fork", { "f.txt": "x\n" });
    clone.commit("Change a", { "src/a.txt": "ours\n" });
    clone.git("push", "--quiet", repository.bare.dir, "HEAD:main");
    for (const name of heads.keys()) await repository.openPull({ title: name, head: name, base: "main" });
    await repository.openPull({ title: "Fork", head: "task/fork", base: "main", from: fork.repository });
    const { journal, forge } = parts(place);
    await journal.create(createEvent("feature/known"), actor());
    await journal.flush();
    const report = await runCheck(options({ journal, forge }));
    const short = (name: string): string => heads.get(name)?.slice(0, 4) ?? "";
    expect(statusesOf(place)).toEqual([
      `${short("task/clean")} success: main can take it`,
      `${short("task/clash")} failure: its conflict with base is not resolved; do: coppice resolve task/clash, then coppice submit task/clash`,
      `${short("feature/known")} success: main can take it`,
    ]);
    expect(new Set(repository.statuses.map(({ context, targetUrl }) => `${context} ${targetUrl}`))).toEqual(
      new Set(["coppice https://github.example/run/7"]),
    );
    expect(report.checked.map(({ branch: name, conflicts }) => [name, conflicts])).toEqual([
      ["task/clean", false],
      ["task/clash", true],
      ["feature/known", false],
    ]);
    expect(report).toMatchObject({ notes: [], problems: [] });
  });

  test("GitHub does not say whether it merges: pending after a bounded wait; later it is known", async () => {
    const place = await hosted(fake.server);
    addBranch(place, "task/a", { "x.txt": "x\n" });
    const { number } = await place.repository.openPull({ title: "A", head: "task/a", base: "main" });
    place.repository.mergeabilityLag = 50;
    await runCheck(options({ ...parts(place), of: { pull: number } }));
    place.repository.mergeabilityLag = 1;
    await runCheck(options({ ...parts(place), of: { branch: "task/a" } }));
    expect(place.repository.statuses.map(({ state }) => state)).toEqual(["pending", "success"]);
  });

  test("the head moves while it is checked, and one that is closed: no status, and why", async () => {
    const place = await hosted(fake.server);
    const { repository } = place;
    addBranch(place, "task/a", { "x.txt": "x\n" });
    const pull = await repository.openPull({ title: "A", head: "task/a", base: "main" });
    const { journal, forge } = parts(place);
    const moving = {
      ...forge,
      mergeable: async (number: number) => {
        const found = await forge.mergeable(number);
        await repository.bare.git(
          "update-ref",
          "refs/heads/task/a",
          addBranch(place, "task/b", { "y.txt": "y\n" }),
        );
        return found;
      },
    };
    const moved = await runCheck(options({ journal, forge: moving, of: { pull: pull.number } }));
    repository.close(pull);
    const closed = await runCheck(options({ ...parts(place), of: { pull: pull.number } }));
    expect([...moved.notes, ...closed.notes]).toEqual([
      "Pull request #1 changed while it was checked: the run that this started checks it.",
      "Pull request #1 is closed: there is nothing to check.",
    ]);
    expect(repository.statuses).toEqual([]);
  });

  test("a token that may set no status: said once for all of them, and no retry", async () => {
    const place = await hosted(fake.server);
    for (const name of ["task/a", "task/b"]) {
      addBranch(place, name, { [`${name}.txt`]: "x\n" });
      await place.repository.openPull({ title: name, head: name, base: "main" });
    }
    const { owner, name } = place.repository;
    const token = newToken(fake.server, { contents: "write", pull_requests: "write" });
    const forge = openHostedForge(
      { owner, name, apiUrl: fake.server.apiUrl, token },
      { signal: new AbortController().signal, pause: async () => {} },
    );
    const from = fake.server.requests.length;
    const { problems } = await runCheck(options({ journal: parts(place).journal, forge }));
    expect(problems.map(({ code, suggestedAction }) => [code, suggestedAction])).toEqual([
      ["PERMISSION_DENIED", expect.stringContaining("statuses: write")],
    ]);
    expect(
      fake.server.requests
        .slice(from)
        .filter(({ method, path }) => method === "POST" && /statuses/.test(path)),
    ).toHaveLength(1);
  });
});
