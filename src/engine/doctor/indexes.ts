import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { linkState } from "../../git/worktree-links.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import type { Engine } from "../context.js";
import { setAside } from "./link-repair.js";
import { type DoctorView, type Finding, subjectAt, subjectOf } from "./model.js";

/** The least that an index has: its signature, version and count, and a checksum. */
const leastIndex = 12 + 20;

/**
 * Indexes that git cannot read: every command there fails. What was staged is lost with one already, and the files are
 * whole, so HEAD's own index takes its place.
 */
export async function checkIndexes(view: DoctorView): Promise<Finding[]> {
  const { engine } = view;
  const findings: Finding[] = [];
  const live = new Map((await view.live()).map((record) => [record.id, record]));
  for (const { path, gitDir, bare } of await view.worktrees()) {
    if (bare || gitDir === undefined) continue;
    const isMain = gitDir === engine.repo.commonDir;
    if (!isMain && linkState(path, gitDir) !== "intact") continue;
    const mark = isMain ? undefined : engine.local.markOf(gitDir);
    const record = mark === undefined ? undefined : live.get(mark);
    if (
      !(await isDamaged(view, {
        path,
        gitDir,
        suspect: record === undefined ? false : await isUnread(view, record),
      }))
    )
      continue;
    findings.push({
      code: "index-damaged",
      severity: "broken",
      subject: record === undefined ? subjectAt(path) : subjectOf(record, path),
      message: `git cannot read the index of ${path}: ${join(gitDir, "index")} is damaged.`,
      suggestedAction:
        "coppice doctor --fix keeps it aside and makes the index anew from HEAD; the files stay as they are.",
      evidence: { index: join(gitDir, "index") },
      ...(record !== undefined && view.isBusy(record.id)
        ? {}
        : { repair: () => renewIndex(view, { path, gitDir }) }),
    });
  }
  return findings;
}

interface Worktree {
  readonly path: string;
  readonly gitDir: string;
}

/** Its status could not be read, for whatever reason. */
async function isUnread(view: DoctorView, record: WorktreeRecord): Promise<boolean> {
  const sight = (await view.sights()).get(record.id);
  return sight?.located?.state === "intact" && sight.status === undefined;
}

/** @param suspect git could not tell the worktree's status: it is asked whether that is because of the index */
async function isDamaged(
  { engine }: DoctorView,
  { path, gitDir, suspect }: Worktree & { readonly suspect: boolean },
): Promise<boolean> {
  const stat = statSync(join(gitDir, "index"), { throwIfNoEntry: false });
  if (stat === undefined) return false;
  if (!stat.isFile()) return false;
  const isWhole = stat.size >= leastIndex && hasItsSum(engine, join(gitDir, "index"), stat.size);
  if (isWhole && !suspect) return false;
  const at = [`--git-dir=${gitDir}`, `--work-tree=${path}`];
  const [index, commit] = await Promise.all([
    engine.repo.git.run(path, [...at, "ls-files", "--", ".git"], { codes: "any" }),
    engine.repo.git.run(path, [...at, "rev-parse", "--verify", "--quiet", "HEAD^{commit}"], { codes: "any" }),
  ]);
  return (index.code === 128 || !isWhole) && commit.code === 0;
}

/** Larger ones are not read whole: git tells of most damages itself. */
const largestRead = 64 * 1024 * 1024;

/** Whether an index begins and ends as git wrote it. git itself compares the sum in `git fsck` alone: gitformat-index(5). */
function hasItsSum({ repo }: Engine, path: string, size: number): boolean {
  if (size > largestRead) return readSignature(path);
  const data = readFileSync(path);
  if (data.toString("latin1", 0, 4) !== "DIRC") return false;
  const length = repo.objectFormat === "sha256" ? 32 : 20;
  const [content, sum] = [data.subarray(0, -length), data.subarray(-length)];
  // Zeros: index.skipHash, which saves the time for it.
  return (
    sum.every((byte) => byte === 0) || createHash(repo.objectFormat).update(content).digest().equals(sum)
  );
}

function readSignature(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(4);
    return readSync(file, bytes, 0, 4, 0) === 4 && bytes.toString("latin1") === "DIRC";
  } finally {
    closeSync(file);
  }
}

async function renewIndex(view: DoctorView, { path, gitDir }: Worktree): Promise<string | undefined> {
  if (!(await isDamaged(view, { path, gitDir, suspect: true }))) return undefined;
  const { engine } = view;
  if (existsSync(join(gitDir, "index.lock"))) {
    throw new CoppiceError("INVALID_STATE", `The index of ${path} is locked by another git.`, {
      suggestedAction: "Wait until it has ended, then run coppice doctor --fix again.",
    });
  }
  const kept = setAside(engine, join(gitDir, "index"));
  await engine.repo.git.run(path, [`--git-dir=${gitDir}`, `--work-tree=${path}`, "read-tree", "HEAD"], {
    writes: gitDir,
  });
  return `The index of ${path} is made anew from HEAD; the damaged one is kept as ${kept}.`;
}
