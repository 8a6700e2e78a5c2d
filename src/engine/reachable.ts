import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readOwnText } from "../git/own-file.js";
import { decodePaths } from "../git/paths.js";
import { readRef } from "../git/refs.js";
import type { Repository } from "../git/repository.js";
import { readRegistration } from "../git/worktree-links.js";
import { type BranchName, branchRef, type Oid } from "../lifecycle/ids.js";
import { isFolder } from "./archive-files.js";
import type { Engine } from "./context.js";
import { writeAtomically } from "./files.js";
import { coppiceDir } from "./init-clone.js";

/**
 * Whether every commit of `tips` is reachable from a branch, a remote-tracking branch or a tag other than `except`:
 * then that branch can go and no commit with it. Stash, notes and archives do not count: they come and go.
 */
export async function reachableElsewhere(
  engine: Engine,
  tips: readonly Oid[],
  except?: BranchName,
): Promise<boolean> {
  if (tips.length === 0 || (await isHeld(engine.repo, tips, except))) return true;
  const { git, commonDir } = engine.repo;
  const deletions = lastDeletion(engine);
  // With --branches the pattern is the name below refs/heads, and it counts for the next such option alone.
  const exclude = except === undefined ? [] : [`--exclude=${except}`];
  const reaching = await git.run(
    commonDir,
    ["rev-list", "--max-count=1", ...tips, "--not", ...exclude, "--branches", "--remotes", "--tags"],
    { codes: "any" },
  );
  const found =
    reaching.code === 0
      ? reaching.stdout.toString("latin1")
      : await unreachedByWhole(engine.repo, tips, except);
  if (found === "") answersOf(engine.repo).set(question(tips, except), { deletions, at: performance.now() });
  return found === "";
}

/** The same where git stumbles over a ref that is damaged, or whose commits are missing: those that are whole count. */
async function unreachedByWhole(
  repo: Repository,
  tips: readonly Oid[],
  except?: BranchName,
): Promise<string> {
  const listed = await repo.git.run(
    repo.commonDir,
    ["for-each-ref", "--format=%(objectname) %(refname)", "--", "refs/heads/", "refs/remotes/", "refs/tags/"],
    { codes: "any" },
  );
  const excepted = except === undefined ? undefined : branchRef(except);
  const refs = listed.stdout
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "" && line.slice(line.indexOf(" ") + 1) !== excepted);
  const oids = refs.map((line) => line.slice(0, line.indexOf(" ")));
  const known = await repo.objects().resolveMany(oids.map((oid) => `${oid}^{commit}`));
  const others = known.filter((oid) => oid !== undefined);
  return repo.git.text(repo.commonDir, ["rev-list", "--max-count=1", "--stdin"], {
    stdin: [...tips, ...others.map((oid) => `^${oid}`)].map((line) => `${line}\n`).join(""),
  });
}

/** For each question that was answered with yes: when, and which branch deletion had been the last one then. */
const answers = new WeakMap<Repository, Map<string, Answer>>();
interface Answer {
  readonly deletions: string;
  readonly at: number;
}
/** A removal that takes longer leaves others time to delete or move what held the commits, with git alone. */
const freshMs = 5_000;
const question = (tips: readonly Oid[], except?: BranchName): string => `${tips.join()} ${except ?? ""}`;

function answersOf(repo: Repository): Map<string, Answer> {
  const known = answers.get(repo) ?? new Map<string, Answer>();
  answers.set(repo, known);
  return known;
}

/**
 * The same once more, of a branch that is about to be deleted: no process is asked when this one has asked just before
 * and Coppice has deleted no branch since. The caller holds the lock of branches.
 */
export async function stillReachableElsewhere(
  engine: Engine,
  tip: Oid,
  except: BranchName,
): Promise<boolean> {
  const known = answersOf(engine.repo).get(question([tip], except));
  const isFresh = known !== undefined && performance.now() - known.at < freshMs;
  if (isFresh && known.deletions === lastDeletion(engine)) return true;
  return reachableElsewhere(engine, [tip], except);
}

const deletionFile = ({ repo }: Engine): string => join(coppiceDir(repo.commonDir), "last-deletion");

/** Another text after each deletion of a branch; empty: there was none. */
function lastDeletion(engine: Engine): string {
  try {
    return readOwnText(deletionFile(engine));
  } catch {
    return "";
  }
}

/** To be called before a branch is deleted, under the lock of branches. */
export function noteDeletion(engine: Engine): void {
  writeAtomically(deletionFile(engine), `${randomBytes(8).toString("hex")}\n`);
}

/** What a branch held when it was looked at for many others at once. */
interface Holder {
  readonly branch: BranchName;
  readonly oid: Oid;
  readonly tips: ReadonlySet<string>;
}

const holders = new WeakMap<Repository, Holder[]>();

/**
 * Finds out of all branches at once, with one process, which of them a branch contains: as long as that one does not move,
 * `reachableElsewhere` knows the answer for each of them. Asking for the same branch again costs nothing.
 */
export async function rememberHeld({ repo }: Engine, branch: BranchName): Promise<void> {
  const oid = await readRef(repo, branchRef(branch));
  const known = holders.get(repo) ?? [];
  if (oid === undefined || known.some((one) => one.branch === branch && one.oid === oid)) return;
  const { code, stdout } = await repo.git.run(
    repo.commonDir,
    ["for-each-ref", `--merged=${oid}`, "--format=%(objectname)", "--", "refs/heads/"],
    { codes: "any" },
  );
  if (code !== 0) return;
  const tips = new Set(stdout.toString("latin1").split("\n"));
  holders.set(repo, [...known.filter((one) => one.branch !== branch), { branch, oid, tips }]);
}

async function isHeld(repo: Repository, tips: readonly Oid[], except?: BranchName): Promise<boolean> {
  for (const holder of holders.get(repo) ?? []) {
    if (holder.branch === except || !tips.every((tip) => holder.tips.has(tip))) continue;
    if ((await readRef(repo, branchRef(holder.branch))) === holder.oid) return true;
  }
  return false;
}

/**
 * Submodules of a linked worktree whose commits are on no remote of theirs. Such a worktree has git directories of
 * its own for them (`<its git directory>/modules/...`), which go with it.
 * @param top where the worktree's files are, if not at their place any more
 * @returns the submodules' names
 */
export async function unpushedSubmodules(
  engine: Engine,
  gitDir: string,
  top: string | undefined = readRegistration(gitDir)?.path,
): Promise<string[]> {
  const found: string[] = [];
  for (const { name, directory } of [
    ...modulesBelow(gitDir),
    ...(await embeddedModules(engine, gitDir, top)),
  ]) {
    const { code, stdout } = await engine.repo.git.run(
      directory,
      // The module's config names its work tree, which may be gone: git would not start. Only an option comes before it.
      [
        "--git-dir=.",
        "--work-tree=.",
        "rev-list",
        "--max-count=1",
        "--all",
        "HEAD",
        "--not",
        "--remotes",
        "--",
      ],
      { codes: "any" },
    );
    // What cannot be read is not known to be pushed.
    if (code !== 0 || stdout.length > 0) found.push(name);
  }
  return found;
}

interface Module {
  readonly name: string;
  readonly directory: string;
}

/** The submodules that have their git directories below another one, those below them too. */
export function modulesBelow(gitDir: string, prefix = ""): Module[] {
  const modules = join(gitDir, "modules");
  return moduleNames(modules).map((name) => ({ name: prefix + name, directory: join(modules, name) }));
}

/** Submodules that have their git directory in themselves: it goes with the worktree, too. */
async function embeddedModules({ repo }: Engine, gitDir: string, top: string | undefined): Promise<Module[]> {
  if (top === undefined || !mayHaveLinks(gitDir)) return [];
  const { stdout } = await repo.git.run(top, [`--git-dir=${gitDir}`, "ls-files", "-z", "--stage"]);
  return decodePaths(stdout).flatMap((line) => {
    const path = line.slice(line.indexOf("\t") + 1);
    if (!line.startsWith("160000 ") || !isFolder(top, path) || !isFolder(top, `${path}/.git`)) return [];
    const directory = join(top, path, ".git");
    return [{ name: path, directory }, ...modulesBelow(directory, `${path}/`)];
  });
}

/** The mode of a submodule as an index has it, in four bytes. */
const linkMode = Buffer.from([0, 0, 0xe0, 0]);

/** Whether the index may have a submodule: to ask git costs a process. Part of a split index is in another file. */
function mayHaveLinks(gitDir: string): boolean {
  try {
    if (readFileSync(join(gitDir, "index")).includes(linkMode)) return true;
    return readdirSync(gitDir).some((name) => name.startsWith("sharedindex."));
  } catch {
    return existsSync(join(gitDir, "index"));
  }
}

/** A submodule's name may have slashes: a directory with a HEAD is one, others are looked into. */
function moduleNames(directory: string, prefix = ""): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return [];
    const name = prefix + entry.name;
    const path = join(directory, entry.name);
    if (!existsSync(join(path, "HEAD"))) return moduleNames(path, `${name}/`);
    const nested = moduleNames(join(path, "modules")).map((inner) => `${name}/modules/${inner}`);
    return [name, ...nested];
  });
}
