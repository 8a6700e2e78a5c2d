import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Ledger } from "../../../src/engine/hosted/ledger.js";
import type { Task } from "../../../src/engine/hosted/model.js";
import {
  type ProposingRun,
  proposeConflicts,
  proposeLandings,
  withdrawLabels,
} from "../../../src/engine/hosted/propose.js";
import { openHostedForge } from "../../../src/forge/open-hosted.js";
import { CoppiceError } from "../../../src/lifecycle/errors.js";
import { type Oid, oidSchema } from "../../../src/lifecycle/ids.js";
import type { Pull, Repository } from "../../support/github/repository.js";
import { all, git, github } from "../../support/github/rig.js";
import type { Fault } from "../../support/github/server.js";
import type { Permissions } from "../../support/github/state.js";
import { ownTemporaryDirectory } from "../../support/temporary.js";
import { branch, Journals, ledgerOf, live, main } from "./ledger-support.js";

const fake = github();
const label = "coppice:conflict";

interface Situation {
  readonly repository: Repository;
  readonly journals: Journals;
  readonly ledger: Ledger;
  /** A run like any other: it knows nothing but what the server and the journals tell. */
  run(more?: Partial<ProposingRun["settings"]>): ProposingRun;
  /** The tasks as a run finds them. */
  tasks(): Promise<(Task & { readonly head: Oid })[]>;
  /** The requests since the last look that change something, or may: `POST pulls`. */
  changes(): string[];
}

const temporary = ownTemporaryDirectory();
const repositories = new Map<string, Repository>();
let base: Oid | undefined;
let works: readonly Oid[] = [];

beforeAll(async () => {
  for (const name of ["conflicts", "landings"]) {
    const dir = join(temporary, `${name}.git`);
    await git(temporary, "init", "--quiet", "--bare", "-b", "main", dir);
    const repository = await fake.server.add({ owner: "acme", name, dir });
    repositories.set(name, repository);
    const { bare } = repository;
    const tree = await bare.git("mktree");
    const first = oidSchema.parse(await bare.commit(tree, [], "Base", "2026-01-01T00:00:00Z"));
    base = first;
    const made = ["Work", "More"].map((message) =>
      bare.commit(tree, [first], message, "2026-01-02T00:00:00Z"),
    );
    works = (await Promise.all(made)).map((oid) => oidSchema.parse(oid));
  }
});

/** Task branches of their own, each with a record that conflicts, and somebody's token. */
async function situation(
  where: "conflicts" | "landings",
  names: readonly string[],
  how: { readonly permissions?: Permissions; readonly mayNotCreatePulls?: boolean } = {},
): Promise<Situation> {
  const repository = repositories.get(where) ?? never();
  const { permissions = all, mayNotCreatePulls = false } = how;
  const token = fake.server.token(`token-of-${names[0]}`, permissions, { mayNotCreatePulls });
  repository.pulls.clear();
  await repository.bare.move("refs/heads/main", base ?? never());
  Object.assign(repository.settings, { allowAutoMerge: true, mergeMethods: ["merge", "squash"] });
  const journals = new Journals();
  for (const name of names) {
    await repository.bare.move(`refs/heads/${name}`, works[0] ?? never());
    await live(journals, { status: "conflict", owner: "none", branch: branch(name) });
  }
  const ledger = await ledgerOf(journals);
  const { owner, name } = repository;
  const path = `/api/v3/repos/${owner}/${name}/`;
  const forge = () =>
    openHostedForge(
      { owner, name, apiUrl: fake.server.apiUrl, token },
      { signal: new AbortController().signal, pause: async () => {}, workflow: "Coppice" },
    );
  const settings = { mergeWhen: "submitted", order: "age", maxMerges: 100, requireSubmit: false } as const;
  return {
    repository,
    journals,
    ledger,
    run: (more = {}) => ({
      forge: forge(),
      base: main,
      settings: { ...settings, prune: true, dryRun: false, conflictLabel: label, ...more },
    }),
    tasks: async () => {
      const open = await forge().openPulls();
      const found = await Promise.all(
        names.map(async (one) => ({
          record: ledger.liveOf(one) ?? never(),
          branch: branch(one),
          head: oidSchema.parse(await repository.tip(one)),
          pull: open.find((pull) => pull.head.branch === one),
        })),
      );
      fake.server.requests.splice(0);
      return found;
    },
    changes: () =>
      fake.server.requests
        .splice(0)
        .filter(({ method }) => method !== "GET")
        .map(({ method, path: asked, status }) =>
          [method, asked.replace(path, "").replace(/\d+/, "N"), ...(status < 400 ? [] : [status])].join(" "),
        ),
  };
}

const onlyOf = ({ pulls }: Repository): Pull => [...pulls.values()][0] ?? never();

const never = (): never => {
  throw new Error("there is no such record");
};

const error = new CoppiceError("MERGE_CONFLICT", "It conflicts.", {
  details: {
    conflictFiles: [
      {
        path: "src/a.txt",
        kind: "content",
        count: 1,
        preview: { ours: "a", theirs: "b" },
        autoResolvable: false,
      },
    ],
    conflictTotal: 1,
  },
});

async function conflicts(now: Situation, run = now.run()) {
  const found = await now.tasks();
  return proposeConflicts(
    run,
    now.ledger,
    found.map((task) => ({ task, head: task.head, error })),
  );
}

describe("conflicts", () => {
  it("new, one that a person opened, and one whose run was interrupted: each has one pull request, and a second run changes nothing", async () => {
    const odd = "task/`x`|@team#1&größe%";
    const now = await situation("conflicts", ["task/a", odd, "task/c"]);
    const { repository } = now;
    const refs = await repository.bare.git("for-each-ref", "refs/heads");
    const own = await repository.openPull({ title: "Mine", head: odd, base: "main", body: "My words.\r\n" });
    await repository.openPull({ title: "Half done", head: "task/c", base: "main" });

    const tasks = (await now.tasks()).map((task) =>
      task.branch === "task/c" ? { ...task, pull: undefined } : task,
    );
    now.changes();
    const ends = await proposeConflicts(
      now.run(),
      now.ledger,
      tasks.map((task) => ({ task, head: task.head, error })),
    );

    expect(
      [...ends.values()].map(({ opened, change, problem }) => [opened, change, problem?.message]),
    ).toEqual([
      [true, "open", undefined],
      [false, "update", undefined],
      [false, "update", undefined],
    ]);
    expect(repository.pulls.size).toBe(3);
    const fresh = [...repository.pulls.values()].find((pull) => pull.head.branch === "task/a");
    expect(fresh?.title).toBe("task/a");
    expect(fresh?.body).toContain("### Conflict with `main`");
    expect(own.title).toBe("Mine");
    expect(own.body).toMatch(/^My words\.\r\n\n<!-- coppice:begin -->\n### Conflict/);
    for (const pull of repository.pulls.values()) {
      expect(pull.labels).toEqual([label]);
      expect(now.ledger.liveOf(pull.head.branch)?.pr).toMatchObject({
        number: pull.number,
        title: pull.title,
        state: "open",
        createdAt: pull.createdAt,
        url: expect.stringContaining(`/pull/${pull.number}`),
      });
      expect(pull.comments).toEqual([]);
    }
    expect(await repository.bare.git("for-each-ref", "refs/heads")).toBe(refs);

    now.changes();
    const written = now.journals.size;
    own.body = `${own.body}\r\nMore words.`;
    const again = await conflicts(now);
    expect(now.changes()).toEqual([]);
    expect(now.journals.size).toBe(written);
    expect([...again.values()].map(({ opened, change }) => [opened, change])).toEqual(
      Array.from({ length: 3 }, () => [false, "none"]),
    );

    await repository.bare.move("refs/heads/task/c", works[1] ?? never());
    await repository.sync();
    await conflicts(now);
    expect(now.changes()).toEqual(["PATCH pulls/N"]);

    const pulls = (await now.tasks()).flatMap(({ pull }) => (pull === undefined ? [] : [pull]));
    now.changes();
    expect(await withdrawLabels(now.run(), pulls)).toEqual([]);
    expect(own.labels).toEqual([]);
    expect(own.body).toMatch(
      /^My words\.\r\n\n<!-- coppice:begin -->\n### No conflict any more\n[\s\S]*-->\r\nMore words\.$/,
    );
    const calm = (await now.tasks()).flatMap(({ pull }) => (pull === undefined ? [] : [pull]));
    now.changes();
    await withdrawLabels(now.run(), calm);
    expect(now.changes()).toEqual([]);
  });

  it("Actions may not open pull requests: asked once, one sentence; one that is open already is kept up to date", async () => {
    const now = await situation("conflicts", ["task/a", "task/b", "task/c"], { mayNotCreatePulls: true });
    const open = await now.repository.openPull({ title: "B", head: "task/b", base: "main" });
    const ends = await conflicts(now);
    expect(now.changes().filter((one) => one.startsWith("POST pulls"))).toEqual(["POST pulls 403"]);
    expect(open.labels).toEqual([label]);
    const [a, b, c] = [...ends.values()];
    expect(a?.problem).toMatchObject({
      code: "PERMISSION_DENIED",
      suggestedAction: expect.stringContaining("Settings"),
    });
    expect(c?.problem).toBe(a?.problem);
    expect(b).toMatchObject({ opened: false, change: "update" });
    expect(b?.problem).toBeUndefined();
    expect(now.ledger.liveOf("task/b")?.pr?.number).toBe(open.number);
    expect(now.ledger.liveOf("task/a")?.pr).toBeNull();
  });

  it.each([
    [
      "the token may only read",
      "PERMISSION_DENIED",
      { permissions: { ...all, pull_requests: "read", issues: "read" } as const },
      undefined,
      1,
    ],
    [
      "the limit of requests is met in the middle",
      "RATE_LIMITED",
      {},
      { status: 429, body: "{}", headers: { "retry-after": "3600" } },
      1,
    ],
    ["the server fails for good", "FETCH_FAILED", {}, { status: 502, body: "" }, 2],
  ] as const)("%s: no storm, the same sentence for all", async (_, code, how, answer, asked) => {
    const now = await situation("conflicts", ["task/a", "task/b", "task/c", "task/d"], how);
    const times = answer === undefined ? 0 : 100;
    const fault: Fault = { on: /POST .*conflicts\/pulls$/, times, answer: answer ?? "reset" };
    fake.server.fail(fault);
    const ends = [...(await conflicts(now)).values()];
    fault.times = 0;
    expect(ends.map(({ problem }) => problem?.code)).toEqual([code, code, code, code]);
    expect(new Set(ends.map(({ problem }) => problem)).size).toBe(asked);
    expect(ends.every(({ pull, opened, change }) => pull === undefined && !opened && change === "none")).toBe(
      true,
    );
    expect(JSON.stringify(ends)).not.toContain("token-of-");
  });

  it("one branch is gone meanwhile: the others are proposed", async () => {
    const now = await situation("conflicts", ["task/a", "task/b"]);
    const tasks = await now.tasks();
    await now.repository.bare.remove("refs/heads/task/a");
    const ends = await proposeConflicts(
      now.run(),
      now.ledger,
      tasks.map((task) => ({ task, head: task.head, error })),
    );
    expect(ends.get(branch("task/a"))?.problem?.code).toBe("INVALID_STATE");
    expect(ends.get(branch("task/b"))).toMatchObject({ opened: true, change: "open" });
  });

  it("a dry run: nothing is written, what would be is told", async () => {
    const now = await situation("conflicts", ["task/a", "task/b"]);
    await now.repository.openPull({ title: "B", head: "task/b", base: "main" });
    const ends = await conflicts(now, now.run({ dryRun: true }));
    expect([...ends.values()].map(({ opened, change }) => [opened, change])).toEqual([
      [false, "open"],
      [false, "update"],
    ]);
    expect(now.changes()).toEqual([]);
    expect(now.ledger.liveOf("task/b")?.pr).toBeNull();
  });
});

describe("a base that takes no push", () => {
  // Settings and rules.
  const reads = ["POST /api/graphql", "POST /api/graphql"];
  const why = "changes must come by a pull request";
  const landings = async (
    now: Situation,
    strategy: "merge" | "squash" | "rebase" = "merge",
    run = now.run(),
    approved = false,
  ) => {
    const found = await now.tasks();
    return proposeLandings(
      run,
      now.ledger,
      found.map((task) => ({ task, head: task.head, strategy, approved })),
      why,
    );
  };

  it("the repository has auto-merge: it is set with the way that is allowed, once; the conflict's label goes", async () => {
    const now = await situation("landings", ["task/a", "task/b"]);
    const { repository } = now;
    repository.protect("main", { approvals: 1 });
    repository.settings.mergeMethods = ["squash"];
    const old = await repository.openPull({ title: "B", head: "task/b", base: "main" });
    repository.label(old, label, "coppice[bot]");

    const ends = await landings(now);
    expect([...ends.values()].map(({ opened, by, problem }) => [opened, by, problem])).toEqual([
      [true, "auto-merge", undefined],
      [false, "auto-merge", undefined],
    ]);
    for (const pull of repository.pulls.values()) {
      expect(pull.autoMerge?.method).toBe("squash");
      expect(pull.body).toContain(`takes no push: ${why}.`);
      expect(pull.body).toContain("GitHub merges it by itself (auto-merge, squash)");
      expect(pull.state).toBe("open");
    }
    expect(old.labels).toEqual([]);
    expect(now.ledger.liveOf("task/a")?.pr?.number).toBeGreaterThan(old.number);

    now.changes();
    const written = now.journals.size;
    expect([...(await landings(now)).values()].map(({ change, by }) => [change, by])).toEqual([
      ["none", "auto-merge"],
      ["none", "auto-merge"],
    ]);
    expect(now.changes()).toEqual(reads);
    expect(now.journals.size).toBe(written);
  });

  it("it has none, or refuses it: a person merges, and the text says why", async () => {
    const now = await situation("landings", ["task/a"]);
    const { repository } = now;
    repository.protect("main");
    repository.settings.allowAutoMerge = false;
    expect((await landings(now)).get(branch("task/a"))).toMatchObject({ opened: true, by: "person" });
    const pull = onlyOf(repository);
    expect(pull.body).toContain("Somebody has to merge it (merge): the repository has no auto-merge.");
    now.changes();
    await landings(now);
    expect(now.changes()).toEqual(reads);
  });

  it("the token may not set it: that is told, in the text too, and the next run asks again", async () => {
    const now = await situation("landings", ["task/a"], { permissions: { ...all, contents: "read" } });
    const { repository } = now;
    repository.protect("main");
    const end = (await landings(now)).get(branch("task/a"));
    expect(end).toMatchObject({ opened: true, by: "person", problem: { code: "PERMISSION_DENIED" } });
    expect(onlyOf(repository).body).toContain(
      "Somebody has to merge it (merge): GitHub does not do it by itself:",
    );
    expect(now.ledger.liveOf("task/a")?.pr?.number).toBe(onlyOf(repository).number);
  });

  it("base has a merge queue: GitHub puts it in when it can", async () => {
    const now = await situation("landings", ["task/a"]);
    now.repository.protect("main", { kind: "ruleset", mergeQueue: true });
    now.repository.settings.allowAutoMerge = true;
    expect((await landings(now, "squash")).get(branch("task/a"))).toMatchObject({
      by: "merge-queue",
      opened: true,
    });
    expect(onlyOf(now.repository)).toMatchObject({
      state: "open",
      autoMerge: { method: "squash" },
      body: expect.stringContaining("GitHub puts it into the merge queue"),
    });
  });

  it("base is protected, wants a pull request and nothing else, and nobody has approved it: a person merges it", async () => {
    const now = await situation("landings", ["task/a"]);
    now.repository.protect("main", { approvals: 0, signatures: true });
    const end = (await landings(now)).get(branch("task/a"));
    expect(end).toMatchObject({ by: "person", opened: true });
    expect(end?.mergeOid).toBeUndefined();
    expect(onlyOf(now.repository)).toMatchObject({
      state: "open",
      autoMerge: null,
      body: expect.stringContaining("nobody has approved it"),
    });
  });

  it.each([
    ["with auto-merge, which waits for nothing any more", true],
    ["without auto-merge", false],
  ])("approved already, %s: merged at once, this very commit", async (_, allowAutoMerge) => {
    const now = await situation("landings", ["task/a"]);
    const { repository } = now;
    repository.protect("main", { approvals: 1 });
    repository.settings.allowAutoMerge = allowAutoMerge;
    repository.people.set("wil", "write");
    // Whoever says that it is approved is not believed: GitHub refuses it.
    const early = (await landings(now, "merge", now.run(), true)).get(branch("task/a"));
    expect(early).toMatchObject({ by: allowAutoMerge ? "auto-merge" : "person" });
    expect(early?.mergeOid).toBeUndefined();
    const pull = onlyOf(repository);
    pull.autoMerge = null;
    pull.body = "";
    repository.review(pull, "wil", "APPROVED");
    const end = (await landings(now, "merge", now.run(), true)).get(branch("task/a"));
    expect(end?.problem).toBeUndefined();
    expect(end?.mergeOid).toBe(await repository.tip("main"));
    expect(pull).toMatchObject({ state: "closed", mergeOid: end?.mergeOid });
  });

  it("a dry run: nothing is written", async () => {
    const now = await situation("landings", ["task/a"]);
    now.repository.protect("main");
    const end = (await landings(now, "merge", now.run({ dryRun: true }))).get(branch("task/a"));
    expect(end).toEqual({ opened: false, change: "open", by: "auto-merge" });
    expect(now.changes()).toEqual(reads);
  });
});
