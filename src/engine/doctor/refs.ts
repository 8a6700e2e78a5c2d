import { type Dirent, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isOid } from "../../git/oid.js";
import { branchOfRef } from "../../git/refs.js";
import { readText } from "../../git/worktree-links.js";
import { symbolicTarget } from "../../journal/notes.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import { branchRef, type Oid } from "../../lifecycle/ids.js";
import { shellWord } from "../../lifecycle/shell-word.js";
import type { Engine } from "../context.js";
import { withBranchLock } from "../record-lock.js";
import { setAside } from "./link-repair.js";
import { type DoctorView, type Finding, subjectAt } from "./model.js";

/**
 * Branches, and the ref of the journals, whose file names no commit, as after a power cut: empty, or full of zeros. Most
 * commands of git leave them out with a warning, some end. The ref's log tells where it stood last.
 */
export async function checkRefs(view: DoctorView): Promise<Finding[]> {
  const { engine } = view;
  const { repo, config } = engine;
  const without = await withoutCommit(view);
  if (repo.refFormat !== "files") return without;
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
  return [...findings, ...symbolicJournals(engine), ...(await journalsWithoutCommit(engine)), ...without];
}

/** No journal can be read then. As for a branch, nothing is put back by itself. */
async function journalsWithoutCommit(engine: Engine): Promise<Finding[]> {
  const { repo, config } = engine;
  const ref = config.notesRef;
  const oid = readText(join(repo.commonDir, ref))?.trimEnd() ?? "";
  if (!isOid(oid) || isDamaged(repo.commonDir, ref)) return [];
  if ((await repo.objects().resolve(`${oid}^{commit}`)) !== undefined) return [];
  const last = await lastThere(engine, ref);
  const word = shellWord(ref);
  const back =
    last === undefined
      ? `fetch the journals from a clone that has them, or delete ${shellWord(join(repo.commonDir, ref))}`
      : `git update-ref ${word} ${last} puts it back to the last commit of its log that is there`;
  return [
    {
      code: "journals-without-commit",
      severity: "broken",
      subject: subjectAt(join(repo.commonDir, ref)),
      message: `${ref} names the commit ${oid.slice(0, 12)}, which is not in this repository: no journal can be read.`,
      suggestedAction: `Bring the commit back (git fetch, or the object store that objects/info/alternates names); if it is lost, ${back}.`,
      evidence: { ref, oid, last: last ?? null },
    },
  ];
}

/**
 * Branches whose commit is not there. Nothing is put back by itself: it may lie in an object store that is out of reach
 * for now, and what the branch says is true then.
 */
async function withoutCommit(view: DoctorView): Promise<Finding[]> {
  const { engine } = view;
  const { repo } = engine;
  const known = [...(await view.branches())];
  const commits = await repo.objects().resolveMany(known.map(([, oid]) => `${oid}^{commit}`));
  const lost = known.filter((_branch, index) => commits[index] === undefined);
  return Promise.all(
    lost.map(async ([branch, oid]): Promise<Finding> => {
      const ref = branchRef(branch);
      const last = await lastThere(engine, ref);
      const back =
        last === undefined
          ? "coppice archive tells what is saved of it"
          : `git update-ref ${shellWord(ref)} ${last} puts it back to the last commit of its log that is there`;
      return {
        code: "branch-without-commit",
        severity: "broken",
        subject: { ...subjectAt(join(repo.commonDir, ref)), branch },
        message: `The branch ${branch} names the commit ${oid.slice(0, 12)}, which is not in this repository.`,
        suggestedAction: `Bring the commit back (git fetch, or the object store that objects/info/alternates names); if it is lost, ${back}.`,
        evidence: { ref, oid, last: last ?? null },
      };
    }),
  );
}

/** How many lines of a log are looked at, from its end. */
const mostLines = 100;

/** The last commit of a branch's log that is there. */
async function lastThere({ repo }: Engine, ref: string): Promise<Oid | undefined> {
  const oids = logged(repo.commonDir, ref).slice(-mostLines).reverse();
  const there = await repo.objects().resolveMany(oids.map((oid) => `${oid}^{commit}`));
  return there.find((oid) => oid !== undefined);
}

/** Where a ref was moved to, by its log, the oldest first. */
const logged = (commonDir: string, ref: string): string[] =>
  (readText(join(commonDir, "logs", ref)) ?? "")
    .trimEnd()
    .split("\n")
    .map((line) => /^[0-9a-f]+ ([0-9a-f]+) /.exec(line)?.[1] ?? "")
    .filter(isOid);

/** What is journaled would be written to the ref that it leads to. */
function symbolicJournals({ repo, config }: Engine): Finding[] {
  const target = symbolicTarget(repo, config.notesRef);
  if (target === undefined) return [];
  return [
    {
      code: "journals-symbolic",
      severity: "broken",
      subject: subjectAt(join(repo.commonDir, config.notesRef)),
      message: `${config.notesRef} is a symbolic ref to ${target}: journals are kept in no other's ref.`,
      suggestedAction: `git symbolic-ref --delete ${shellWord(config.notesRef)}, and if ${target} holds the journals: git update-ref ${shellWord(config.notesRef)} ${shellWord(target)}.`,
      evidence: { ref: config.notesRef, target },
    },
  ];
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
  const oid = logged(repo.commonDir, ref).at(-1);
  return oid === undefined ? undefined : repo.objects().resolve(`${oid}^{commit}`);
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
