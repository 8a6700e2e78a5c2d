import { expect, test } from "vitest";
import { pruneRun } from "../../../src/engine/hosted/nightly.js";
import { github } from "../../support/github/rig.js";
import { Past } from "../past.js";
import { pave, slug, type Times, type WayName } from "../ways.js";
import { hosted, openRun } from "./support.js";

const fake = github();
const dayMs = 86_400_000;
const now = Date.now();
const ago = (days: number): number => now - days * dayMs;

const young: Times = { work: ago(2), merge: ago(1) };
/** Base has made five thousand commits since. */
const old: Times = { work: ago(50), merge: ago(45) };

/** What becomes of a branch that nobody has recorded: worked on two days ago, and fifty. */
const table = {
  // Nobody here knows whether its commits were its own once.
  forwarded: ["kept new", "kept new"],
  merged: ["pruned ancestor", "pruned ancestor"],
  "merged, undone": ["pruned ancestor", "pruned ancestor"],
  squashed: ["pruned patch-id", "pruned patch-id"],
  "squashed, edited": ["pruned patch-id", "pruned patch-id"],
  "squashed, undone": ["pruned patch-id", "pruned patch-id"],
  rebased: ["pruned commits", "pruned commits"],
  picked: ["pruned commits", "pruned commits"],
  "picked in part": ["kept worked-on", "marked"],
  "by parts": ["pruned tree", "pruned tree"],
  open: ["kept worked-on", "marked"],
  "long, open": ["kept worked-on", "marked"],
  empty: ["kept worked-on", "marked"],
  fresh: ["kept new", "kept new"],
  reused: ["kept worked-on", "marked"],
} satisfies Readonly<Partial<Record<WayName, readonly [young: string, old: string]>>>;
const isWay = (name: string): name is keyof typeof table => name in table;

const words: readonly (readonly [begin: string, word: string])[] = [
  ["it has no commits of its own yet", "new"],
  ["it was last worked on", "worked-on"],
];

test("branches of every way of merging on a hosted repository: judged as in a clone", async () => {
  const host = await hosted(fake.server);
  const { repository } = host;
  const wanted = Object.keys(table)
    .filter(isWay)
    .flatMap((way) => [
      { way, name: `task/${slug(way)}/young`, times: young },
      { way, name: `task/${slug(way)}/old`, times: old },
    ]);
  const past = new Past();
  const { left, here } = pave(past, wanted, ago(60), ago(40));
  past.ref("refs/heads/main", here);
  for (const { name } of wanted) past.ref(`refs/heads/${name}`, left.get(name)?.tip ?? here);
  past.make(repository.bare.dir);

  const run = await openRun(fake.server, host, { settings: { dryRun: true }, now: () => now });
  const { rows, problems } = await pruneRun(run, { mergeFirst: false });
  expect(problems).toEqual([]);
  const found = rows.map(({ branch, outcome, evidence, reason }): [string, string] => {
    const word = words.find(([begin]) => reason?.startsWith(begin))?.[1];
    const more = outcome === "pruned" ? evidence : outcome === "kept" ? (word ?? reason) : undefined;
    return [branch, [outcome, more].filter(Boolean).join(" ")];
  });
  const expected = Object.entries(table).flatMap(([way, [one, other]]) => [
    [`task/${slug(way)}/young`, one],
    [`task/${slug(way)}/old`, other],
  ]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
});
