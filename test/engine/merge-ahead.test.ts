import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Engine } from "../../src/engine/context.js";
import { CommitMaker } from "../../src/engine/merge-commit.js";
import { readAhead } from "../../src/engine/merge-graph.js";
import { isMade, type Plan, type Wished } from "../../src/engine/merge-item.js";
import { planMerges } from "../../src/engine/merge-plan.js";
import { parseOid } from "../../src/git/oid.js";
import { GitRunner } from "../../src/git/run.js";
import { branchNameSchema, type Oid } from "../../src/lifecycle/ids.js";
import { recordIn } from "../lifecycle/support.js";
import { type History, type HistoryOptions, history } from "./histories.js";
import { engineIn } from "./support.js";

/** Fewer than are merged ahead: these go to git one by one, which is what the others are held against. */
const fewer = 15;

interface Merged {
  readonly engine: Engine;
  readonly git: GitRunner;
  readonly tip: Oid;
  readonly wishes: readonly Wished[];
}

async function begin({ repo, heads }: History, git = new GitRunner()): Promise<Merged> {
  const engine = await engineIn(repo.dir, { git, now: () => 1_800_000_000_000 });
  const target = branchNameSchema.parse("main");
  const wishes = heads.map((head, index) => ({
    wish: {
      record: { ...recordIn("active"), branch: branchNameSchema.parse(`task/${index}`) },
      head: parseOid(head),
      target,
      strategy: "merge" as const,
      resolutions: [],
    },
  }));
  return { engine, git, tip: parseOid(repo.git("rev-parse", "main")), wishes };
}

async function mergeIn({ engine, tip, wishes }: Merged, together: number): Promise<Plan<Wished>[]> {
  const graph = await readAhead(
    engine.repo,
    wishes.map(({ wish }) => wish.head),
    tip,
  );
  const maker = new CommitMaker(engine);
  const landed = new Set<Oid>();
  const plans: Plan<Wished>[] = [];
  let onto = tip;
  for (let at = 0; at < wishes.length; at += together) {
    const items = wishes.slice(at, at + together);
    for (const plan of await planMerges({ engine, maker, graph, tip: onto, landed }, items)) {
      plans.push(plan);
      if (!isMade(plan)) continue;
      onto = plan.computed.oid;
      for (const oid of graph.commitsOf(plan.item.wish.head)) landed.add(oid);
    }
  }
  return plans;
}

/** What a plan says, without the texts of errors in which a temporary directory might be named. */
const told = (plan: Plan<Wished>): unknown => ({
  onto: plan.onto,
  came: "error" in plan ? plan.error.message : plan.computed,
});

const loose = (dir: string, oid: Oid): boolean =>
  existsSync(join(dir, ".git", "objects", oid.slice(0, 2), oid.slice(2)));

const situations: readonly (readonly [string, HistoryOptions])[] = [
  ["edits and new files", { seed: 1, branches: 140, calm: true }],
  ["everything that can happen", { seed: 2, branches: 40 }],
  [
    "everything, and attributes that change, in a repository of SHA-256",
    { seed: 5, branches: 40, attributes: true, format: "sha256" },
  ],
];

describe("many branches merged ahead: every commit, conflict and error is that of merging one by one", () => {
  test.each(situations)("%s", async (_, options) => {
    const made = await history(options);
    const { dir } = made.repo;
    const ahead = await begin(made);
    const plans = await mergeIn(ahead, Number.POSITIVE_INFINITY);
    const came = plans.filter(isMade);
    const packed = came.filter(({ computed }) => !loose(dir, computed.oid));
    expect(packed.length).toBeGreaterThan(options.calm === true ? came.length * 0.9 : 0);
    made.repo.git("update-ref", "refs/heads/merged", came.at(-1)?.computed.oid ?? "");
    expect(made.repo.git("fsck", "--strict", "--no-dangling")).toBe("");

    const oneByOne = await mergeIn(await begin(await history(options)), fewer);
    expect(plans.map(told)).toEqual(oneByOne.map(told));
  });
});
