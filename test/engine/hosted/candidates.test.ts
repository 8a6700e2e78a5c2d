import { describe, expect, test } from "vitest";
import { type CandidateContext, type Candidates, candidates } from "../../../src/engine/hosted/candidates.js";
import { type MergeWhen, mergeWhens, type Row } from "../../../src/engine/hosted/model.js";
import { tasksOf } from "../../../src/engine/hosted/tasks.js";
import type { BranchRules, Judgement } from "../../../src/forge/hosted.js";
import { CoppiceError } from "../../../src/lifecycle/errors.js";
import type { BranchName } from "../../../src/lifecycle/ids.js";
import {
  branch,
  contextOf,
  head,
  Journals,
  type Life,
  ledgerOf,
  live,
  main,
  minute,
  newer,
  noPulls,
  oid,
  other,
  pullOf,
  request,
  task,
} from "./ledger-support.js";

const free: BranchRules = {
  protected: false,
  refusesPush: false,
  mergeQueue: false,
  requiredChecks: [],
  approvals: 0,
};
const guarded: BranchRules = { ...free, protected: true };

interface World extends Partial<Omit<CandidateContext, "settings" | "forge" | "rules">> {
  readonly when?: MergeWhen;
  readonly requireSubmit?: boolean;
  readonly maxMerges?: number;
  readonly rules?: BranchRules | "unknown";
  readonly judgement?: Partial<Judgement> | "unreadable";
  /** Pull requests whose label somebody with write access set. */
  readonly labelled?: readonly number[] | "unreadable";
  /** How many minutes after the last entry it is. */
  readonly later?: number;
}

async function chosen(lives: readonly Life[], world: World = {}): Promise<Candidates & { asked: number }> {
  const { when = "submitted", rules = free, judgement = {}, labelled = [], maxMerges = 50 } = world;
  const journals = new Journals();
  for (const life of lives) await live(journals, life);
  journals.now += (world.later ?? 0) * 60_000;
  const ledger = await ledgerOf(journals);
  const unreadable = new CoppiceError("RATE_LIMITED", "GitHub asked for a pause.");
  let asked = 0;
  const context: CandidateContext = {
    ...contextOf(journals),
    contains: async () => false,
    ...world,
    rules: rules === "unknown" ? undefined : rules,
    settings: { mergeWhen: when, maxMerges, requireSubmit: world.requireSubmit ?? false },
    forge: {
      judge: async (judged) => {
        asked += 1;
        if (judgement === "unreadable") throw unreadable;
        const told = { approved: false, checks: "none", ...judgement } as const;
        return new Map(judged.map((one) => [one.oid, told]));
      },
      labelled: async (pulls) => {
        if (labelled === "unreadable") throw unreadable;
        return new Set(pulls.map(({ number }) => number).filter((number) => labelled.includes(number)));
      },
    },
  };
  return { ...(await candidates(context, ledger, tasksOf(context, ledger))), asked };
}

const submitted: Life = { later: [request()] };
const reasonOf = ({ rows }: { rows: readonly Row[] }): string | null | undefined => rows[0]?.reason;
const pulls = (...open: ReturnType<typeof pullOf>[]) => ({ pulls: { ...noPulls, open } });

interface Case {
  readonly name: string;
  readonly life: Life;
  readonly world?: World;
  /** Undefined: it is taken. */
  readonly waits?: string;
}

const lease = { type: "LEASE", until: minute(600) } as const;
const protection = "main is protected: its pull request has to be approved, or its checks have to pass";
const atNewer = {
  heads: new Map([
    [main, other],
    [task, newer],
  ]),
};

const cases: readonly Case[] = [
  { name: "submitted at the tip", life: submitted },
  { name: "submitted and edited since", life: { status: "dirty", later: [request()] } },
  { name: "submitted before something failed", life: { status: "error", later: [request()] } },
  { name: "never submitted", life: {}, waits: "it was not submitted" },
  {
    name: "submitted at another commit",
    life: { later: [request({ headOid: oid("7") })] },
    waits: "its tip was not submitted; 7777777777 was",
  },
  {
    name: "submitted for another branch",
    life: { later: [request({ target: branch("release") })] },
    waits: "it was submitted for release, and this run merges into main",
  },
  {
    name: "withdrawn",
    life: { later: [request(), { type: "WITHDRAW" }] },
    waits: "it was not submitted",
  },
  { name: "in conflict, the same tip", life: { status: "conflict", later: [request()] } },
  {
    name: "in conflict, a commit on top of the submitted one",
    life: { status: "conflict", later: [request()] },
    world: { ...atNewer, contains: async (tip, known) => tip === newer && known === head },
  },
  {
    name: "in conflict, a tip without the submitted commit",
    life: { status: "conflict", later: [request()] },
    world: atNewer,
    waits: "its tip was not submitted; 2222222222 was",
  },
  {
    name: "in conflict, whose history could not be read",
    life: { status: "conflict", later: [request()] },
    world: { ...atNewer, contains: async () => undefined },
    waits: "whether its tip has the submitted commit could not be found out",
  },
  {
    name: "a local merge runs",
    life: { status: "merging", later: [request()] },
    waits: "a merge of it is running",
  },
  {
    name: "it is being removed",
    life: { status: "removing", later: [request()] },
    waits: "it is being removed",
  },
  {
    name: "pull requests unread",
    life: submitted,
    world: { pulls: { open: undefined, closed: [], complete: false } },
    waits: "its pull requests could not be read",
  },
  {
    name: "a draft",
    life: submitted,
    world: pulls(pullOf({ draft: true })),
    waits: "its pull request #1 is a draft",
  },
  {
    name: "labelled no-merge",
    life: submitted,
    world: { ...pulls(pullOf({ labels: ["No-Merge"] })), labelled: [1] },
    waits: "its pull request #1 has the label no-merge",
  },
  {
    name: "labelled no-merge by somebody without write access",
    life: submitted,
    world: pulls(pullOf({ labels: ["no-merge"] })),
  },
  {
    name: "labelled by nobody knows whom",
    life: submitted,
    world: { ...pulls(pullOf({ labels: ["no-merge"] })), labelled: "unreadable" },
    waits: "who set the label no-merge could not be found out: GitHub asked for a pause",
  },
  {
    name: "its pull request was closed at this commit",
    life: submitted,
    world: { pulls: { ...noPulls, closed: [pullOf({ state: "closed" })] } },
    waits: "its pull request #1 was closed at this commit; it waits for a new commit or a new request",
  },
  {
    name: "closed at this commit, and submitted again",
    life: submitted,
    world: { pulls: { ...noPulls, closed: [pullOf({ state: "closed", closedAt: minute(1) })] } },
  },
  {
    name: "always: closed too long ago to be read",
    life: { later: [{ type: "PR", number: 1, url: "u", title: "", state: "closed", createdAt: minute(0) }] },
    world: { when: "always", pulls: { ...noPulls, complete: false } },
    waits: "its pull request #1 was closed, at which commit was not read; it waits for a new request",
  },
  {
    name: "closed at an older commit",
    life: submitted,
    world: { pulls: { ...noPulls, closed: [pullOf({ state: "closed", oid: oid("7") })] } },
  },
  {
    name: "somebody went on working after the request",
    life: { later: [request(), lease] },
    waits: `Ada works on it until ${minute(600)}`,
  },
  { name: "the request is newer than the lease", life: { later: [lease, request()] } },
  { name: "the lease is over", life: { later: [request(), lease] }, world: { later: 700 } },
  {
    name: "a protected base, nobody approved",
    life: submitted,
    world: { rules: guarded, ...pulls(pullOf()) },
    waits: protection,
  },
  {
    name: "a protected base, approved",
    life: submitted,
    world: { rules: guarded, judgement: { approved: true } },
  },
  {
    name: "a protected base, checks",
    life: submitted,
    world: { rules: guarded, judgement: { checks: "success" } },
  },
  {
    name: "a base whose rules could not be read",
    life: submitted,
    world: { rules: "unknown" },
    waits:
      "whether main is protected could not be read: its pull request has to be approved, or its checks have to pass",
  },
  {
    name: "a protected base, the forge does not answer",
    life: submitted,
    world: { rules: guarded, judgement: "unreadable" },
    waits: protection,
  },
  {
    name: "always: a protected base",
    life: {},
    world: { when: "always", rules: guarded },
    waits: protection,
  },
  { name: "always: any task branch", life: { owner: "none" }, world: { when: "always" } },
  {
    name: "always: a record of another base",
    life: { create: { base: branch("release") } },
    world: { when: "always" },
    waits: "it belongs to release, and this run merges into main",
  },
  {
    name: "always: something failed and nobody asked for it",
    life: { status: "error" },
    world: { when: "always" },
    waits: "it is in the state error: it failed",
  },
  {
    name: "always: require-submit",
    life: {},
    world: { when: "always", requireSubmit: true },
    waits: "it was not submitted",
  },
  {
    name: "approved: this very commit",
    life: {},
    world: { when: "approved", judgement: { approved: true }, ...pulls(pullOf()) },
  },
  {
    name: "approved: nobody has",
    life: {},
    world: { when: "approved", ...pulls(pullOf()) },
    waits: "this commit of its pull request #1 is not approved by somebody with write access",
  },
  {
    name: "approved: without a pull request",
    life: submitted,
    world: { when: "approved", judgement: { approved: true } },
    waits: "it has no open pull request that could be approved",
  },
  {
    name: "approved: the branch moved meanwhile",
    life: {},
    world: { when: "approved", judgement: { approved: true }, ...pulls(pullOf({ oid: newer })) },
    waits: "its pull request #1 has another commit than the branch",
  },
  {
    name: "approved: unknown",
    life: {},
    world: { when: "approved", judgement: { approved: undefined }, ...pulls(pullOf()) },
    waits: "whether it is approved could not be found out",
  },
  {
    name: "approved: the forge does not answer",
    life: {},
    world: { when: "approved", judgement: "unreadable", ...pulls(pullOf()) },
    waits: "whether it is approved could not be found out: GitHub asked for a pause",
  },
  {
    name: "checks-pass: they do",
    life: {},
    world: { when: "checks-pass", judgement: { checks: "success" } },
  },
  {
    name: "checks-pass: one failed",
    life: {},
    world: { when: "checks-pass", judgement: { checks: "failure" } },
    waits: "a check of it failed",
  },
  {
    name: "checks-pass: they run",
    life: {},
    world: { when: "checks-pass", judgement: { checks: "pending" } },
    waits: "its checks are not finished",
  },
  {
    name: "checks-pass: there are none",
    life: {},
    world: { when: "checks-pass" },
    waits: "no check has reported on it",
  },
  {
    name: "checks-pass: unknown",
    life: {},
    world: { when: "checks-pass", judgement: { checks: undefined } },
    waits: "its checks could not be read",
  },
];

describe("which branches are merged", () => {
  test.each(cases)("$name", async ({ life, world, waits }) => {
    const { ready, rows } = await chosen([life], world);
    expect([reasonOf({ rows }), ready.length]).toEqual([waits, waits === undefined ? 1 : 0]);
    if (waits !== undefined) expect(rows[0]).toMatchObject({ branch: task, outcome: "waiting" });
  });

  test("no branch over there, or already in base: nothing is merged", async () => {
    for (const when of mergeWhens) {
      const unpushed = await chosen([submitted], { when, heads: new Map([[main, other]]) });
      expect(unpushed).toMatchObject({ ready: [], rows: [], asked: 0 });
      const landed = await chosen(
        [{ later: [{ type: "LANDED", target: main, headOid: head, evidence: "merge" }] }],
        { when, judgement: { approved: true, checks: "success" }, ...pulls(pullOf()) },
      );
      expect(landed).toMatchObject({
        ready: [],
        rows: [{ outcome: "kept", reason: "the journal says that main has its work" }],
      });
    }
  });

  test("an unprotected base: others' judgement is not asked for", async () => {
    expect((await chosen([submitted])).asked).toBe(0);
    expect((await chosen([{}], { rules: guarded })).asked).toBe(0);
  });

  test("held back by protection alone: told apart, a pull request can bring the approval", async () => {
    const { ready, unapproved } = await chosen([submitted], { rules: guarded });
    expect([ready.length, unapproved.map((one) => one.task.branch)]).toEqual([0, [task]]);
  });

  test("strategy and keep: the request's own, else the configuration's", async () => {
    const merge = { strategy: "squash", keep: true } as const;
    const asked: Life = { later: [{ ...request(), strategy: "rebase" }] };
    expect((await chosen([asked])).ready[0]).toMatchObject({ strategy: "rebase", keep: false });
    expect((await chosen([{ later: [request({ keep: true })] }])).ready[0]).toMatchObject({ keep: true });
    expect((await chosen([{}], { merge, when: "always" })).ready[0]).toMatchObject(merge);
  });
});

describe("order and number", () => {
  const names = ["task/c", "task/a", "task/b"].map(branch);
  const heads = new Map<BranchName, typeof head>([
    [main, other],
    ...names.map((name) => [name, head] as const),
  ]);
  const all = names.map((name): Life => ({ branch: name, later: [request()] }));

  test("the oldest request first, and the rest waits for the next run", async () => {
    const { ready, rows } = await chosen(all, { heads, maxMerges: 2 });
    expect(ready.map((one) => one.task.branch)).toEqual(["task/c", "task/a"]);
    expect(rows).toMatchObject([{ branch: "task/b", reason: "max-merges: at most 2 in one run" }]);
  });

  test("a known conflict at the head of the queue: it takes nobody's place", async () => {
    const [first, ...rest] = all;
    const stuck: Life = { ...first, status: "conflict" };
    const { ready } = await chosen([stuck, ...rest], { heads, maxMerges: 1 });
    expect(ready.map((one) => one.task.branch)).toEqual(["task/c", "task/a"]);
  });
});
