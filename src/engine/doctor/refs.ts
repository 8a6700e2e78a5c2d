import { type Dirent, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isOid, parseOid } from "../../git/oid.js";
import { branchOfRef } from "../../git/refs.js";
import { readText } from "../../git/worktree-links.js";
import { holdsJournals, LastWritten } from "../../journal/lost.js";
import { NotesReader, symbolicTarget } from "../../journal/notes.js";
import { remoteNotesRef } from "../../journal/remote-ref.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import { branchRef, type Oid } from "../../lifecycle/ids.js";
import { shellWord } from "../../lifecycle/shell-word.js";
import { remotes } from "../base.js";
import type { Engine } from "../context.js";
import { coppiceDir } from "../init-clone.js";
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
  const journals = await journalsWithoutCommit(engine);
  if (repo.refFormat !== "files") return [...journals, ...without];
  const findings: Finding[] = [];
  const damaged = isDamaged(repo.commonDir, config.notesRef) ? [config.notesRef] : [];
  for (const ref of [...damaged, ...damagedBranches(repo.commonDir)]) {
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
          : `coppice doctor --fix puts it back to ${last.what}, ${last.oid.slice(0, 12)}.`,
      evidence: { ref, last: last?.oid ?? null },
      ...(last === undefined ? {} : { repair: () => restoreRef(engine, ref, last.oid) }),
    });
  }
  return [...findings, ...symbolicJournals(engine), ...journals, ...without];
}

/**
 * No journal can be read then: the commit that the ref names is not there, or the ref is gone and so is what Coppice wrote
 * there last. As for a branch, nothing is put back by itself.
 */
async function journalsWithoutCommit(engine: Engine): Promise<Finding[]> {
  const { repo, config } = engine;
  const ref = config.notesRef;
  if (isDamaged(repo.commonDir, ref) || symbolicTarget(repo, ref) !== undefined) return [];
  const named = await namedBy(engine, ref);
  const oid = named ?? writtenLast(engine);
  if (oid === undefined) return [];
  const isThere = (await repo.objects().resolve(`${oid}^{commit}`)) !== undefined;
  if (isThere && (named !== undefined || (await hasJournals(engine, oid)))) return [];
  const last = await journalsThere(engine);
  const word = shellWord(ref);
  const [begin, sync] =
    named === undefined
      ? [`delete ${shellWord(lastWrittenFile(engine))}`, "coppice sync, "]
      : [`git update-ref -d ${word}`, ""];
  const back =
    last === undefined
      ? `fetch the journals from a clone that has them, or give them up: ${begin}`
      : `git update-ref ${word} ${last.oid} puts it back to ${last.what}`;
  const what =
    named === undefined
      ? `${ref} is gone, and the commit ${oid.slice(0, 12)}, which is remembered as written there last, ${isThere ? "holds no journal" : "is not in this repository"}`
      : `${ref} names the commit ${oid.slice(0, 12)}, which is not in this repository`;
  return [
    {
      code: "journals-without-commit",
      severity: "broken",
      subject: subjectAt(join(repo.commonDir, ref)),
      message: `${what}: no journal can be read.`,
      suggestedAction: `Bring the ${isThere ? "ref" : "commit"} back (${sync}git fetch, or the object store that objects/info/alternates names); if it is lost, ${back}.`,
      evidence: { ref, oid, last: last?.oid ?? null },
    },
  ];
}

/** What a ref names, whether it is there or not. */
async function namedBy({ repo }: Engine, ref: string): Promise<Oid | undefined> {
  const format = "--format=%(objectname) %(refname)";
  const text = await repo.git.text(repo.commonDir, ["for-each-ref", format, "--", ref]);
  const line = text.split("\n").find((one) => one.endsWith(` ${ref}`));
  return line === undefined ? undefined : parseOid(line.slice(0, line.indexOf(" ")));
}

const lastWrittenFile = ({ repo }: Engine): string => join(coppiceDir(repo.commonDir), "last-written");

const writtenLast = (engine: Engine): Oid | undefined =>
  new LastWritten(lastWrittenFile(engine), engine.config.notesRef).read();

/** A commit that a ref can be put back to, and what it is to a person. */
interface WayBack {
  readonly oid: Oid;
  readonly what: string;
}

/** The newest state of the journals that is there, as far as this clone knows. */
async function journalsThere(engine: Engine): Promise<WayBack | undefined> {
  const { repo, config } = engine;
  const logged = await lastThere(engine, config.notesRef);
  if (logged !== undefined) return { oid: logged, what: "the last commit of its log that is there" };
  const written = await writtenLastThere(engine);
  if (written !== undefined) return { oid: written, what: "what Coppice wrote last" };
  for (const remote of remotes(repo)) {
    const fetched = remoteNotesRef(config.notesRef, remote);
    const oid = await repo.objects().resolve(`${fetched}^{commit}`);
    if (oid !== undefined) return { oid, what: `what was fetched last of ${remote}` };
  }
  return undefined;
}

async function writtenLastThere(engine: Engine): Promise<Oid | undefined> {
  const oid = writtenLast(engine);
  const there = oid === undefined ? undefined : await engine.repo.objects().resolve(`${oid}^{commit}`);
  return there !== undefined && (await hasJournals(engine, there)) ? there : undefined;
}

const hasJournals = ({ repo, config }: Engine, commit: Oid): Promise<boolean> =>
  holdsJournals(new NotesReader(repo, config.notesRef), commit);

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

/** Where a ref stood last, if that commit is there. */
async function lastKnown(engine: Engine, ref: string): Promise<WayBack | undefined> {
  const { repo, config } = engine;
  const last = logged(repo.commonDir, ref).at(-1);
  const there = last === undefined ? undefined : await repo.objects().resolve(`${last}^{commit}`);
  if (there !== undefined) return { oid: there, what: "where it stood by its log" };
  // Of the journals more is known; what others had joined to them since comes again with the next exchange.
  const written = ref === config.notesRef ? await writtenLastThere(engine) : undefined;
  return written === undefined ? undefined : { oid: written, what: "what Coppice wrote last" };
}

function restoreRef(engine: Engine, ref: string, expected: Oid): Promise<string | undefined> {
  return withBranchLock(engine, async () => {
    const { repo } = engine;
    if (!isDamaged(repo.commonDir, ref)) return undefined;
    if ((await lastKnown(engine, ref))?.oid !== expected) {
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
