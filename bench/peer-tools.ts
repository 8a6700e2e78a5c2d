import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { type Run, run } from "./support.js";

/** A repository of one tool's own. */
export interface Place {
  readonly repo: string;
  /** The tool's HOME. */
  readonly home: string;
}

/** More of the environment. */
export type Env = Readonly<Record<string, string>>;

/** A manager of worktrees. Each command is one whole process, run as a script would: without a terminal. */
export interface Tool {
  /** With its version, as the table shows it. */
  readonly name: string;
  readonly create: (place: Place, branch: string, env?: Env) => Run;
  /** It keeps no records: worktrees that plain git made at this path are as good as its own, and sooner made. */
  readonly pathOf?: (place: Place, branch: string) => string;
  /** With a look at the files of each. */
  readonly list: (place: Place, env?: Env) => Run;
  /** How many worktrees are dirty, as the list tells. */
  readonly dirty: (listed: string) => number;
  readonly remove: (place: Place, branch: string, env?: Env) => Run;
  /** Where it leaves files that it deletes when nobody waits any more: not to disturb who is timed next. */
  readonly trash?: (place: Place) => string;
  /** Only tells which worktrees are done with; undefined: it has no such command. */
  readonly clean?: (place: Place, env?: Env) => Run;
  /** How many worktrees it would take away. */
  readonly going: (told: Run) => number;
}

const packages = {
  agentWorktree: ["@nekocode/agent-worktree-linux-x64", "0.13.6"],
  branchlet: ["branchlet", "1.2.0"],
} as const;

/**
 * Installs the peers from npm into a directory of their own: none is a dependency of this package.
 * @throws when npm has one not for this system: agent-worktree is published for Linux on x64
 */
export function installPeers(dir: string): readonly Tool[] {
  mkdirSync(dir);
  writeFileSync(join(dir, "package.json"), '{"private":true}\n');
  const wanted = Object.values(packages).map(([name, version]) => `${name}@${version}`);
  run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--save-exact", ...wanted], {
    cwd: dir,
  });
  return [
    agentWorktree(join(dir, "node_modules", packages.agentWorktree[0], "bin", "wt")),
    branchlet(join(dir, "node_modules", packages.branchlet[0], "dist", "index.js")),
  ];
}

type Command = (place: Place, args: readonly string[], env?: Env) => Run;

const command =
  (program: string, ...first: readonly string[]): Command =>
  ({ repo, home }, args, env) =>
    run(program, [...first, ...args], { cwd: repo, env: { HOME: home, ...env } });

const nodeCommand = (script: string): Command => command(process.execPath, script);

const coppiceList = z.object({ worktrees: z.array(z.object({ changes: z.object({ total: z.number() }) })) });
const coppicePrune = z.object({ worktrees: z.array(z.object({ verdict: z.string() })) });

export function coppiceTool(cli: string): Tool {
  const coppice = nodeCommand(cli);
  return {
    name: "Coppice",
    create: (place, branch, env) => coppice(place, ["create", branch, "--base", "main", "--no-setup"], env),
    list: (place, env) => coppice(place, ["list", "--json"], env),
    dirty: (listed) =>
      coppiceList.parse(JSON.parse(listed)).worktrees.filter(({ changes }) => changes.total > 0).length,
    remove: (place, branch, env) => coppice(place, ["remove", branch], env),
    trash: ({ repo }) => join(`${repo}-trees`, ".coppice-trash"),
    // Forced: what was merged this very minute is shown as well, and not only after a delay.
    clean: (place, env) => coppice(place, ["prune", "--dry-run", "--force", "--json"], env),
    going: ({ stdout }) =>
      coppicePrune.parse(JSON.parse(stdout)).worktrees.filter(({ verdict }) => verdict === "removed").length,
  };
}

const agentWorktreeList = z.object({ worktrees: z.array(z.object({ uncommitted: z.number() })) });

function agentWorktree(program: string): Tool {
  const wt = command(program);
  return {
    name: `agent-worktree ${packages.agentWorktree[1]}`,
    create: (place, branch, env) => wt(place, ["new", branch, "--base", "main"], env),
    list: (place, env) => wt(place, ["ls", "--json"], env),
    dirty: (listed) =>
      agentWorktreeList.parse(JSON.parse(listed)).worktrees.filter(({ uncommitted }) => uncommitted > 0)
        .length,
    remove: (place, branch, env) => wt(place, ["rm", branch], env),
    clean: (place, env) => wt(place, ["clean", "--dry-run"], env),
    going: ({ stderr }) => stderr.split("\n").filter((line) => line.startsWith("Would clean")).length,
  };
}

const branchletList = z.array(z.object({ isMain: z.optional(z.boolean()), isClean: z.boolean() }));

function branchlet(script: string): Tool {
  const tool = nodeCommand(script);
  const directory = (branch: string): string => branch.replaceAll("/", "-");
  return {
    name: `branchlet ${packages.branchlet[1]}`,
    create: (place, branch, env) =>
      tool(place, ["create", "-n", directory(branch), "-s", "main", "-b", branch], env),
    pathOf: ({ repo }, branch) => join(`${repo}.worktree`, directory(branch)),
    list: (place, env) => tool(place, ["list", "--json"], env),
    dirty: (listed) =>
      branchletList.parse(JSON.parse(listed)).filter(({ isMain, isClean }) => isMain !== true && !isClean)
        .length,
    remove: (place, branch, env) => tool(place, ["delete", "-n", directory(branch)], env),
    going: () => 0,
  };
}
