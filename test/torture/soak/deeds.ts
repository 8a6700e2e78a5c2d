import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Random } from "../races/random.js";
import type { Ledger } from "./ledger.js";
import type { Ended } from "./run.js";
import type { Clone, Site } from "./site.js";

/** What a worker has at hand. */
export interface Bench {
  readonly site: Site;
  readonly clone: Clone;
  readonly random: Random;
  readonly ledger: Ledger;
  /** How long a command takes at the moment, in milliseconds. */
  readonly usualMs: () => number;
}

/** One thing that a worker does now and then. */
export interface Deed {
  /** As the table names it; of Coppice's commands, the command. */
  readonly name: string;
  /** How often, against the others. */
  readonly weight: number;
  /** @returns undefined when there is nothing to do it to */
  readonly go: (bench: Bench) => Promise<Ended | undefined>;
}

/** No more worktrees than this are made in one clone. */
const mostWorktrees = 24;
/** One in so many processes of Coppice is killed, and of plain git. */
const killedCoppice = 20;
const killedGit = 60;

const killTime = (random: Random, oneIn: number, longest: number): number | undefined =>
  random.below(oneIn) === 0 ? random.below(longest) : undefined;

function coppice(
  { site, clone, random, usualMs }: Bench,
  argv: readonly string[],
  at = site.at(clone),
): Promise<Ended> {
  return site.coppice(at, argv, killTime(random, killedCoppice, Math.max(500, 2 * usualMs())));
}

function plainGit({ site, random }: Bench, at: string, ...argv: readonly string[]): Promise<Ended> {
  return site.git(at, argv, killTime(random, killedGit, 60));
}

/** Some worktree's directory; undefined when there is none. */
function anywhere({ site, clone, random }: Bench): string | undefined {
  const all = site.worktrees(clone);
  return all.length === 0 ? undefined : random.pick(all);
}

/** Some worktree in which a person works; undefined when there is none. */
function workplace({ site, clone, random }: Bench): string | undefined {
  const all = site.workplaces(clone);
  return all.length === 0 ? undefined : random.pick(all);
}

/** The branch that a worktree was made for. */
export const branchOf = (path: string): string => basename(path).replace("task-", "task/");

/** A command on some worktree. */
const onSome = (name: string, weight: number, ...argv: readonly string[]): Deed => ({
  name,
  weight,
  go: async (bench) => {
    const path = anywhere(bench);
    return path === undefined
      ? undefined
      : coppice(
          bench,
          argv.map((word) => (word === "WT" ? branchOf(path) : word)),
        );
  },
});

const everywhere = (name: string, weight: number, ...argv: readonly string[]): Deed => ({
  name,
  weight,
  go: (bench) => coppice(bench, argv),
});

/** Writes a file that nobody has written before. */
function write({ ledger, clone }: Bench, path: string): string | undefined {
  const number = ledger.next();
  const content = `edit ${number} in ${clone}\n`;
  try {
    writeFileSync(join(path, `edit-${number}.txt`), content);
  } catch {
    // The worktree has just gone.
    return undefined;
  }
  ledger.wrote(content, path);
  return content;
}

/** Both sides change the same lines: a conflict, sooner or later. */
function changeShared({ random, ledger }: Bench, path: string): void {
  try {
    const file = join(path, "shared.txt");
    const lines = readFileSync(file, "utf8").split("\n");
    lines[random.below(5)] = `changed ${ledger.next()}`;
    writeFileSync(file, lines.join("\n"));
  } catch {
    // The worktree has just gone.
  }
}

async function commitPlainly(bench: Bench, path: string): Promise<Ended | undefined> {
  if (write(bench, path) === undefined) return undefined;
  if (bench.random.below(4) === 0) changeShared(bench, path);
  const added = await plainGit(bench, path, "add", "--all");
  if (added.code !== 0) return added;
  const message = `Plain work ${bench.ledger.next()}`;
  const made = await plainGit(bench, path, "commit", "--quiet", "--message", message);
  if (made.code === 0) bench.ledger.committed(message, path);
  return made;
}

export const deeds: readonly Deed[] = [
  {
    name: "create",
    weight: 8,
    go: async (bench) => {
      if (bench.site.worktrees(bench.clone).length >= mostWorktrees) return undefined;
      return coppice(bench, ["create", `task/${bench.clone}${bench.ledger.next()}`]);
    },
  },
  {
    name: "create",
    weight: 2,
    go: (bench) => coppice(bench, ["create", `task/${bench.clone}-same${bench.random.below(3)}`]),
  },
  {
    name: "edit of a file",
    weight: 8,
    go: async (bench) => {
      const path = workplace(bench);
      if (path === undefined) return undefined;
      const done = write(bench, path) !== undefined;
      return { code: done ? 0 : 1, stdout: "", stderr: "", ms: 0, killed: false, hung: false };
    },
  },
  {
    name: "git commit in a worktree",
    weight: 14,
    go: async (bench) => {
      const path = workplace(bench);
      return path === undefined ? undefined : commitPlainly(bench, path);
    },
  },
  { name: "git commit on base", weight: 2, go: (bench) => commitPlainly(bench, bench.site.at(bench.clone)) },
  {
    name: "git push of base",
    weight: 1,
    go: (bench) => plainGit(bench, bench.site.at(bench.clone), "push", "--quiet", "origin", "main"),
  },
  {
    name: "git pull of base",
    weight: 2,
    go: (bench) =>
      plainGit(
        bench,
        bench.site.at(bench.clone),
        "pull",
        "--quiet",
        "--no-rebase",
        "--no-edit",
        "-s",
        "ort",
        "-X",
        "ours",
      ),
  },
  {
    name: "git switch in a worktree",
    weight: 1,
    go: async (bench) => {
      const path = workplace(bench);
      const name = `aside${bench.ledger.next()}`;
      return path === undefined ? undefined : plainGit(bench, path, "switch", "--quiet", "--create", name);
    },
  },
  {
    name: "git switch back",
    weight: 2,
    go: async (bench) => {
      const path = workplace(bench);
      return path === undefined ? undefined : bench.site.switchBack(path, branchOf(path));
    },
  },
  {
    name: "commit",
    weight: 6,
    go: async (bench) => {
      const path = workplace(bench);
      if (path === undefined || write(bench, path) === undefined) return undefined;
      const message = `Work ${bench.ledger.next()}`;
      const made = await coppice(bench, ["commit", branchOf(path), "-m", message]);
      if (made.code === 0) bench.ledger.committed(message, path);
      return made;
    },
  },
  onSome("merge", 5, "merge", "WT"),
  onSome("merge", 2, "merge", "WT", "--strategy", "squash"),
  onSome("merge", 2, "merge", "WT", "--strategy", "rebase"),
  onSome("merge", 2, "merge", "WT", "--keep"),
  onSome("merge", 1, "merge", "WT", "--auto-commit", "--push"),
  onSome("resolve", 2, "resolve", "WT", "--ours"),
  onSome("resolve", 2, "resolve", "WT", "--theirs"),
  onSome("abort", 2, "abort", "WT"),
  onSome("retry", 4, "retry", "WT"),
  onSome("remove", 2, "remove", "WT"),
  onSome("remove", 1, "remove", "WT", "--keep-branch"),
  onSome("remove", 3, "remove", "WT", "--force"),
  onSome("submit", 2, "submit", "WT"),
  onSome("submit", 1, "submit", "WT", "--withdraw"),
  onSome("show", 2, "show", "WT", "--json"),
  onSome("log", 1, "log", "WT", "--json"),
  onSome("lock", 1, "lock", "WT"),
  onSome("unlock", 2, "unlock", "WT"),
  onSome("setup", 1, "setup", "WT"),
  onSome("path", 1, "path", "WT"),
  everywhere("list", 3, "list", "--json"),
  everywhere("conflicts", 1, "conflicts"),
  everywhere("archive", 1, "archive"),
  everywhere("sync", 3, "sync"),
  everywhere("prune", 1, "prune", "--filter", "completed"),
  everywhere("prune", 1, "prune", "--filter", "all", "--force"),
  everywhere("doctor", 1, "doctor"),
  everywhere("doctor", 1, "doctor", "--fix"),
  everywhere("clean", 1, "clean", "--all"),
  {
    name: "restore",
    weight: 2,
    go: async (bench) => {
      const listed = await bench.site.git(bench.site.at(bench.clone), [
        "for-each-ref",
        "--format=%(refname)",
        "refs/coppice/archive",
      ]);
      const refs = listed.stdout.split("\n").filter(Boolean);
      if (refs.length === 0 || bench.site.worktrees(bench.clone).length >= mostWorktrees) return undefined;
      const branch = bench.random
        .pick(refs)
        .replace("refs/coppice/archive/", "")
        .replace(/\/[^/]*$/, "");
      return coppice(bench, ["restore", branch]);
    },
  },
];
