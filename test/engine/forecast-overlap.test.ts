import { expect, test } from "vitest";
import { type Changes, suspectsAmong, TreeComparison } from "../../src/engine/forecast-overlap.js";
import { openMergeSession } from "../../src/git/merge-session.js";
import { oidOf, open } from "../git/support.js";
import { createRepo } from "../support/repo.js";
import { put, type Sketch, sketch } from "./forecast-support.js";

const changed = (paths: readonly string[], kind: Partial<Changes> = {}): Changes => ({
  paths,
  adds: false,
  deletes: false,
  ...kind,
});

test("paths: suspect are the same one, and one below the other; not neighbours, not a common beginning", () => {
  const suspects = suspectsAmong([
    changed(["src/a.txt"]),
    changed(["src/b.txt", "src/a.txt"]),
    changed(["src/a.txt/below"]),
    changed(["src/a.txt.old", "src/a"]),
    changed([]),
  ]);
  const found = [0, 1, 2, 3, 4].flatMap((one) =>
    [0, 1, 2, 3, 4].filter((two) => two > one && suspects.has(one, two)).map((two) => `${one}${two}`),
  );
  expect(found).toEqual(["01", "02", "12"]);
  expect(suspects.has(2, 0)).toBe(true);
});

test("one that may have moved a folder and one that adds: suspect; what is not known: suspect with everyone", () => {
  const moves = changed(["old", "new"], { adds: true, deletes: true });
  const suspects = suspectsAmong([moves, changed(["x"], { adds: true }), changed(["y"]), undefined]);
  expect(suspects.has(0, 1)).toBe(true);
  expect(suspects.has(1, 0)).toBe(true);
  expect(suspects.has(0, 2)).toBe(false);
  expect([0, 1, 2].every((one) => suspects.has(one, 3) && suspects.has(3, one))).toBe(true);
});

const folders = 9;
const filesEach = 3;
const text = (path: string, ...lines: readonly number[]): string =>
  Array.from({ length: 12 }, (_, line) => `${path} ${line}${lines.includes(line) ? " changed" : ""}\n`).join(
    "",
  );
const name = (folder: number, file: number): string => `d${folder}/f${file}.txt`;

/** The same small numbers on every machine (a linear congruential generator). */
function numbers(seed: number): (below: number) => number {
  let state = Math.imul(seed, 0x9e3779b1);
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** One or two changes of every kind that git treats in a way of its own. */
function branchOf(number: number): Sketch {
  const pick = numbers(number + 1);
  const change = (folder: number): string[] => {
    const path = name(folder, pick(filesEach));
    switch (pick(14)) {
      case 0:
        return [put(`d${folder}/added${pick(3)}.txt`, `added by ${number}\n`)];
      case 1:
        return [`D ${path}\n`];
      case 2:
        return [`D ${path}\n`, put(`d${folder}/renamed${pick(3)}.txt`, text(path, pick(12)))];
      case 3:
        return [`R d${folder} moved${pick(2)}\n`];
      case 4:
        return [`D ${path}\n`, put(`${path}/below.txt`, "below\n")];
      case 5:
        return [`D d${folder}\n`, put(`d${folder}`, "a file now\n")];
      case 6:
        return [put(`d${folder}/new/deep.txt`, `deep ${number}\n`)];
      default:
        return [put(path, text(path, pick(12)))];
    }
  };
  const first = pick(folders);
  const second = pick(folders);
  const commands = second === first || pick(2) === 0 ? change(first) : [...change(first), ...change(second)];
  return { branch: `b${number}`, commands };
}

test("branches with edits, renames, moved folders, files that become folders: what is not suspect merges cleanly", async () => {
  const repo = createRepo();
  const files: Record<string, string> = {};
  for (let folder = 0; folder < folders; folder += 1) {
    for (let file = 0; file < filesEach; file += 1) files[name(folder, file)] = text(name(folder, file));
  }
  repo.commit("Files", files);
  const sketches = Array.from({ length: 90 }, (_, number) => branchOf(number));
  sketch(repo, sketches);
  const session = openMergeSession(await open(repo.dir), { attributes: oidOf(repo, "main"), keep: false });
  const reader = session.objects();
  const treeOf = async (commit: string) => (await reader.commit(commit)).tree;
  const comparison = new TreeComparison(reader, await treeOf(oidOf(repo, "main")));
  const heads = sketches.map(({ branch }) => oidOf(repo, branch));
  const changes: Changes[] = [];
  for (const head of heads) changes.push(await comparison.changesTo(await treeOf(head)));
  for (const [number, change] of changes.slice(0, 20).entries()) {
    const told = repo.git("diff", "--no-renames", "--name-only", "main", `b${number}`).split("\n");
    expect([...change.paths].sort()).toEqual(told.sort());
  }

  const suspects = suspectsAmong(changes);
  const pairs = heads.flatMap((ours, one) =>
    heads.slice(one + 1).map((theirs, offset) => ({ ours, theirs, one, two: one + 1 + offset })),
  );
  const wrong: string[] = [];
  let [conflicts, cleared] = [0, 0];
  let at = 0;
  for (const result of await session.mergeAll(pairs)) {
    const pair = pairs[at++];
    if (pair === undefined) continue;
    if (result.outcome === "conflict") conflicts += 1;
    if (suspects.has(pair.one, pair.two)) continue;
    cleared += 1;
    if (result.outcome !== "clean") wrong.push(`b${pair.one} b${pair.two}`);
  }
  await session.close();
  expect(wrong).toEqual([]);
  // The branches are of a kind that says something.
  expect(conflicts).toBeGreaterThan(50);
  expect(cleared).toBeGreaterThan(500);
});
