import { type Dirent, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isOid } from "../../git/oid.js";
import { branchOfRef } from "../../git/refs.js";
import { readText } from "../../git/worktree-links.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import type { Oid } from "../../lifecycle/ids.js";
import { shellWord } from "../../lifecycle/shell-word.js";
import type { Engine } from "../context.js";
import { withBranchLock } from "../record-lock.js";
import { setAside } from "./link-repair.js";
import { type DoctorView, type Finding, subjectAt } from "./model.js";

/**
 * Branches, and the ref of the journals, whose file names no commit, as after a power cut: empty, or full of zeros. Most
 * commands of git leave them out with a warning, some end. The ref's log tells where it stood last.
 */
export async function checkRefs({ engine }: DoctorView): Promise<Finding[]> {
  const { repo, config } = engine;
  if (repo.refFormat !== "files") return [];
  const findings: Finding[] = [];
  const journals = isDamaged(repo.commonDir, config.notesRef) ? [config.notesRef] : [];
  for (const ref of [...journals, ...damagedBranches(repo.commonDir)]) {
    const last = await lastKnown(engine, ref);
    const branch = branchOfRef(ref);
    const [name, again] =
      branch === undefined ? [ref, "git update-ref"] : [`The branch ${branch}`, "git branch"];
    findings.push({
      code: "branch-damaged",
      severity: "broken",
      subject: { ...subjectAt(join(repo.commonDir, ref)), branch: branch ?? null },
      message: `${name} names no commit: its file in the git directory is damaged.`,
      suggestedAction:
        last === undefined
          ? `Find its last commit (git fsck --lost-found), delete ${shellWord(join(repo.commonDir, ref))}, and make it again with ${again}.`
          : `coppice doctor --fix puts it back to ${last.slice(0, 12)}, where it stood by its log.`,
      evidence: { ref, last: last ?? null },
      ...(last === undefined ? {} : { repair: () => restoreRef(engine, ref, last) }),
    });
  }
  return findings;
}

/** The most files that are looked at: those of thousands of branches are packed. */
const mostFiles = 50_000;

function damagedBranches(commonDir: string): string[] {
  const found: string[] = [];
  const folders = ["refs/heads"];
  let seen = 0;
  for (const folder of folders) {
    for (const entry of entriesIn(join(commonDir, folder))) {
      const ref = `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(ref);
      else if (entry.isFile() && !entry.name.endsWith(".lock") && isDamaged(commonDir, ref)) found.push(ref);
      seen += 1;
      if (seen > mostFiles) return found;
    }
  }
  return found.sort();
}

function entriesIn(folder: string): Dirent[] {
  return existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
}

function isDamaged(commonDir: string, ref: string): boolean {
  const text = readText(join(commonDir, ref));
  if (text === undefined) return false;
  const [oid = ""] = text.split(/\s/, 1);
  return !text.startsWith("ref:") && (!isOid(oid) || /^0+$/.test(oid));
}

/** Where a branch stood by the last line of its log, if that commit is there. */
async function lastKnown({ repo }: Engine, ref: string): Promise<Oid | undefined> {
  const lines = (readText(join(repo.commonDir, "logs", ref)) ?? "").trimEnd().split("\n");
  const oid = /^[0-9a-f]+ ([0-9a-f]+) /.exec(lines.at(-1) ?? "")?.[1];
  return oid !== undefined && isOid(oid) ? repo.objects().resolve(`${oid}^{commit}`) : undefined;
}

function restoreRef(engine: Engine, ref: string, expected: Oid): Promise<string | undefined> {
  return withBranchLock(engine, async () => {
    const { repo } = engine;
    if (!isDamaged(repo.commonDir, ref)) return undefined;
    if ((await lastKnown(engine, ref)) !== expected) {
      throw new CoppiceError("INVALID_STATE", `The log of ${ref} has changed since it was looked at.`, {
        suggestedAction: "Run coppice doctor again.",
      });
    }
    // git changes no ref that it cannot read.
    setAside(engine, join(repo.commonDir, ref), ref.replaceAll("/", "-"));
    await repo.git.run(repo.commonDir, ["update-ref", "-m", "coppice doctor: was damaged", ref, expected], {
      writes: repo.commonDir,
    });
    return `${branchOfRef(ref) ?? ref} is at ${expected.slice(0, 12)} again.`;
  });
}
