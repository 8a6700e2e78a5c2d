import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aheadBehind } from "../../src/git/history.js";
import { nearHistory } from "../../src/git/near-history.js";
import { parseOid } from "../../src/git/oid.js";
import { openRepository } from "../../src/git/repository.js";
import { createRepo, type TestRepo } from "../support/repo.js";

interface Made {
  readonly name: string;
  /** Names of those made before; none: a root. */
  readonly parents: readonly string[];
  readonly time: number;
}

/** Makes branches of one commit each with one process. */
function grow(repo: TestRepo, commits: readonly Made[]): void {
  const stream = commits.map(({ name, parents, time }) => {
    const [first, ...more] = parents.map((parent) => `refs/heads/${parent}`);
    const lines = [
      first === undefined ? "" : `from ${first}\n`,
      ...more.map((parent) => `merge ${parent}\n`),
    ];
    return `commit refs/heads/${name}\ncommitter A <a@b> ${time} +0000\ndata ${name.length}\n${name}\n${lines.join("")}\n`;
  });
  repo.write("../stream", stream.join(""));
  repo.git("-c", "alias.import=!git fast-import --quiet <../stream", "import");
}

/** Numbers that look random and are the same each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

describe("nearHistory", () => {
  it("merges, several roots and dates that lie: what it tells is what git tells", async () => {
    const repo = createRepo();
    const next = numbers(7);
    const commits: Made[] = [];
    for (let number = 0; number < 40; number += 1) {
      const recent = (): string => `c${Math.max(0, number - 1 - next(5))}`;
      const parents = number === 0 || number === 3 ? [] : [recent(), ...(next(3) === 0 ? [recent()] : [])];
      commits.push({
        name: `c${number}`,
        parents: [...new Set(parents)],
        time: 1_700_000_000 + (number + next(12)) * 60,
      });
    }
    grow(repo, commits);
    const opened = await openRepository(repo.dir);
    let told = 0;
    for (let pair = 0; pair < 60; pair += 1) {
      const [one, other] = [`c${next(40)}`, `c${next(40)}`].map((name) =>
        parseOid(repo.git("rev-parse", `refs/heads/${name}`)),
      );
      if (one === undefined || other === undefined) continue;
      const near = await nearHistory(opened, one, other);
      if (near === undefined) continue;
      told += 1;
      const { ahead, behind, mergeBases, own } = near;
      expect({ ahead, behind }).toEqual(await aheadBehind(opened, one, other));
      expect([...mergeBases].sort()).toEqual(
        repo.git("merge-base", "--all", one, other).split("\n").filter(Boolean).sort(),
      );
      const only = repo.git("rev-list", "--parents", one, `^${other}`).split("\n").filter(Boolean);
      expect([...own].map(([oid, parents]) => [oid, ...parents].join(" ")).sort()).toEqual(only.sort());
      const met = new Set<string>();
      for (const [oid, parents] of own) {
        met.add(oid);
        expect(parents.some((parent) => met.has(parent))).toBe(false);
      }
    }
    expect(told).toBeGreaterThan(20);
    await opened.close();
  });

  it("a long way, no common commit, a history that is cut off: not told", async () => {
    const repo = createRepo();
    const line = Array.from({ length: 80 }, (_, number): Made => {
      const parents = [number === 0 ? "main" : `c${number - 1}`];
      return { name: `c${number}`, parents, time: 1_700_001_000 + number };
    });
    grow(repo, [...line, { name: "alone", parents: [], time: 1_700_000_000 }]);
    const opened = await openRepository(repo.dir);
    const oidOf = (name: string) => parseOid(repo.git("rev-parse", `refs/heads/${name}`));
    const near = (one: string, other: string) => nearHistory(opened, oidOf(one), oidOf(other));
    expect(await near("c79", "main")).toBeUndefined();
    expect(await near("alone", "main")).toBeUndefined();
    expect(await near("c9", "main")).toMatchObject({ ahead: 10, behind: 0, mergeBases: [oidOf("main")] });
    writeFileSync(join(opened.commonDir, "shallow"), `${oidOf("c5")}\n`);
    expect(await near("c9", "main")).toBeUndefined();
    await opened.close();
  });
});
