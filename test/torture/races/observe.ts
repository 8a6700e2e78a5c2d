import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { closeEngine, type Engine, openEngine } from "../../../src/engine/context.js";
import type { WorktreeRecord } from "../../../src/lifecycle/record.js";
import { Commits } from "./commits.js";
import { git, lines as linesOf } from "./git.js";
import type { Projection, RecordState, WorktreeState } from "./projection.js";

/** The repositories of a world: see world.ts. */
const clones = ["repo", "clone", "job-a", "job-b"];
const bares = ["origin.git"];

/**
 * Looks at every repository of a world. What waits in a spool is written to the notes on the way, as the next command
 * would do it.
 */
export async function observe(world: string): Promise<Projection> {
  const branches: Record<string, string> = {};
  const worktrees: Record<string, WorktreeState> = {};
  const records: Record<string, readonly RecordState[]> = {};
  const reachable = new Set<string>();
  const blobs = new Set<string>();
  const lines = new Set<string>();
  const leftovers: string[] = [];
  for (const name of [...clones, ...bares]) {
    const dir = join(world, name);
    if (!existsSync(dir)) continue;
    const journals = clones.includes(name) ? await readJournals(dir) : undefined;
    const commits = new Commits(await git(dir, ...Commits.args), journals?.names ?? new Map());
    for (const line of linesOf(
      await git(dir, "for-each-ref", "--format=%(refname) %(objectname)", "refs/heads"),
    )) {
      const [ref = "", oid = ""] = line.split(" ");
      branches[`${name} ${ref.slice("refs/heads/".length)}`] = commits.nameOf(oid);
    }
    for (const line of linesOf(await git(dir, "rev-list", "--objects", "--all")))
      reachable.add(line.split(" ")[0] ?? "");
    if (journals === undefined) continue;
    for (const line of journals.lines) lines.add(line);
    for (const record of journals.records) {
      const key = `${name} ${record.branch}`;
      records[key] = [...(records[key] ?? []), stateOf(record, journals.engine, commits)];
    }
    for (const [path, state] of await readWorktrees(world, dir, blobs)) worktrees[path] = state;
    leftovers.push(...leftoversOf(world, dir));
  }
  return {
    state: { branches, worktrees, records },
    reachable: [...reachable],
    lines: [...lines],
    blobs: [...blobs],
    leftovers,
  };
}

async function readJournals(dir: string) {
  const engine = await openEngine({ cwd: dir, door: "cli" });
  try {
    const journals = [...(await engine.journal.readAll()).values()];
    const records = journals.flatMap(({ record }) => (record === null ? [] : [record]));
    records.sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
    return {
      engine,
      records,
      lines: journals.flatMap(({ entries }) => entries.map(({ entry }) => entry.t)),
      names: new Map(records.map(({ id, branch }) => [id as string, branch as string])),
    };
  } finally {
    await closeEngine(engine);
  }
}

/** What of a record does not depend on when it was looked at. Whether it is dirty its worktree tells. */
function stateOf(record: WorktreeRecord, engine: Engine, commits: Commits): RecordState {
  const { status, request, landed, lastError, merge, conflict } = record;
  const isOpen = status === "active" || status === "dirty";
  return {
    status: isOpen ? "open" : status,
    base: record.base,
    type: record.type,
    owner: record.owner === null ? null : record.owner === engine.clone ? "here" : "elsewhere",
    running: record.op?.name ?? null,
    error: status === "error" ? (lastError?.code ?? null) : null,
    request:
      request && `${request.target} ${request.strategy} ${request.keep} ${commits.nameOf(request.headOid)}`,
    landed: landed && `${landed.target} ${commits.nameOf(landed.headOid)}`,
    merge:
      merge && !isOpen && status !== "removed" ? `${merge.target} ${merge.strategy} ${merge.keep}` : null,
    conflict: conflict && status === "conflict" ? String(conflict.total) : null,
    locked: record.lock !== null,
    leased: record.lease !== null,
    task: record.task?.status ?? null,
  };
}

async function readWorktrees(world: string, dir: string, blobs: Set<string>) {
  const found: (readonly [string, WorktreeState])[] = [];
  const fields = (await git(dir, "worktree", "list", "--porcelain", "-z")).split("\0\0");
  for (const part of fields) {
    const words = new Map(
      part.split("\0").map((line) => [line.split(" ")[0] ?? "", line.slice(line.indexOf(" ") + 1)]),
    );
    const path = words.get("worktree");
    if (path === undefined || path === "") continue;
    const branch = words.get("branch") ?? "detached";
    const state = `${branch}${words.has("locked") ? " locked" : ""}${words.has("prunable") ? " gone" : ""}`;
    if (!existsSync(join(path, ".git"))) {
      found.push([relative(world, path), { branch: state, files: {}, changes: ["no worktree"] }]);
      continue;
    }
    const changes = linesOf(await git(path, "--no-optional-locks", "status", "--porcelain", "-uall"));
    const files: Record<string, string> = {};
    readFiles(path, "", files, blobs);
    found.push([relative(world, path), { branch: state, files, changes }]);
  }
  return found;
}

function readFiles(root: string, below: string, files: Record<string, string>, blobs: Set<string>): void {
  for (const name of readdirSync(join(root, below)).sort()) {
    if (below === "" && (name === ".git" || name === ".worktrees")) continue;
    const path = join(below, name);
    const at = join(root, path);
    if (lstatSync(at).isDirectory()) {
      readFiles(root, path, files, blobs);
      continue;
    }
    const content = readFileSync(at);
    files[path] = content.toString("latin1");
    blobs.add(blobOid(content));
  }
}

/** The oid that git gives a file's content. */
export const blobOid = (content: string | Uint8Array): string =>
  createHash("sha1")
    .update(`blob ${Buffer.byteLength(content)}\0`)
    .update(content)
    .digest("hex");

/** Locks, drafts, half-made directories, and what plain git would stumble over. */
function leftoversOf(world: string, dir: string): string[] {
  const gitDir = join(dir, ".git");
  const found: string[] = [];
  const visit = (at: string): void => {
    for (const entry of existsSync(at) ? readdirSync(at, { withFileTypes: true }) : []) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== "objects") visit(path);
      } else if (/\.lock$|\.tmp$|\/spool\//.test(path)) found.push(relative(world, path));
    }
  };
  visit(gitDir);
  const root = join(dir, ".worktrees");
  for (const name of existsSync(root) ? readdirSync(root) : []) {
    if (name === ".coppice-trash")
      found.push(...readdirSync(join(root, name)).filter((one) => one !== ".gitignore"));
    else if (!existsSync(join(root, name, ".git"))) found.push(relative(world, join(root, name)));
  }
  return found;
}
