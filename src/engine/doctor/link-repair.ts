import { existsSync, lstatSync, mkdirSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import { linkState, readText } from "../../git/worktree-links.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import { systemError } from "../../lifecycle/system-errors.js";
import type { Engine } from "../context.js";
import { identityOf, writeAtomically } from "../files.js";
import { coppiceDir } from "../init-clone.js";
import { withWorktreeLock } from "../record-lock.js";
import {
  claimantsOf,
  type Entry,
  gitFileNames,
  type LinkSurvey,
  movedAlong,
  namesIn,
  namesRegistration,
  surveyLinks,
} from "./link-survey.js";

/*
 * `git worktree repair` mends what it finds of every worktree, whatever their `.git` files name: in a copy of a
 * repository it takes the worktrees of the original. So the two files of the one link that is certain are written here.
 */

/** How a link can be written anew with certainty. */
export interface LinkPlan {
  /** The worktree's directory. */
  readonly path: string;
  /** Its `.git` file has to name the registration. */
  readonly gitFile: boolean;
  /** The registration has to name it. */
  readonly registration: boolean;
  /** What is wrong with the `.git` file, after its name. */
  readonly reason: string;
}

/** How a broken link is to be mended; undefined where more than one way is open, or it is not certain what lies there. */
export async function repairPlan(
  engine: Engine,
  survey: LinkSurvey,
  entry: Entry,
): Promise<LinkPlan | undefined> {
  const claimants = claimantsOf(survey, entry);
  const found = { gitFile: false, registration: true, reason: "" };
  const [first] = claimants;
  if (entry.state === "missing" || entry.state === "nameless" || entry.state === "not-a-directory") {
    if (claimants.length === 1 && first !== undefined) return { ...found, path: first.path };
    const along =
      entry.state === "missing" && first === undefined ? movedAlong(engine, survey, entry) : undefined;
    return along === undefined ? undefined : { ...found, path: along, gitFile: true };
  }
  const { path } = entry;
  if (path === undefined || first !== undefined || !isSole(survey, entry)) return undefined;
  const reason = await gitFileProblem(engine, entry, path);
  return reason === undefined ? undefined : { path, gitFile: true, registration: false, reason };
}

/** Nobody else says that the directory is theirs. */
const isSole = ({ entries }: LinkSurvey, { id, path }: Entry): boolean =>
  entries.every((other) => other.id === id || other.path !== path);

/** What is wrong with a `.git` file that nothing else can have written; undefined: it may be right, for somebody else. */
async function gitFileProblem(engine: Engine, entry: Entry, path: string): Promise<string | undefined> {
  if (entry.state === "no-git-file")
    return (await isItsDirectory(engine, entry, path)) ? "is missing" : undefined;
  if (entry.state !== "foreign" || !isFile(join(path, ".git"))) return undefined;
  const target = gitFileNames(path);
  if (target === undefined) return "cannot be read";
  if (existsSync(target) || !namesRegistration(target, entry.id)) return undefined;
  return `names ${target}, which is gone, as after the repository was moved`;
}

/** A directory without a `.git` file is the worktree when it is the very one, or has files of its commit. */
async function isItsDirectory({ repo, local }: Engine, entry: Entry, path: string): Promise<boolean> {
  const names = new Set(namesIn(path));
  if (names.size === 0) return false;
  const known = entry.mark === undefined ? undefined : local.place(entry.mark)?.identity;
  const now = identityOf(path);
  if (known !== undefined && known !== null && known.dev === now?.dev && known.ino === now.ino) return true;
  const { code, stdout } = await repo.git.run(
    repo.commonDir,
    ["ls-tree", "-z", "--full-tree", "--name-only", "--end-of-options", `worktrees/${entry.id}/HEAD`],
    { codes: "any" },
  );
  return (
    code === 0 &&
    stdout
      .toString("utf8")
      .split("\0")
      .some((name) => name !== "" && names.has(name))
  );
}

/**
 * Writes a link anew, while nobody makes or removes worktrees.
 * @returns what was done; undefined: it is intact by now
 * @throws INVALID_STATE when things have changed since
 */
export function relink(engine: Engine, id: string, expected: LinkPlan): Promise<string | undefined> {
  return withWorktreeLock(engine, async () => {
    const survey = surveyLinks(engine);
    const entry = survey.entries.find((one) => one.id === id);
    if (entry === undefined || entry.state === "intact") return undefined;
    const plan = await repairPlan(engine, survey, entry);
    if (plan === undefined || plan.path !== expected.path || plan.registration !== expected.registration)
      throw changed(entry);
    try {
      if (plan.gitFile) writeGitFile(engine, entry, plan.path);
      if (plan.registration) writeRegistration(engine, entry, plan.path);
    } catch (error) {
      throw systemError(error, "write the link of the worktree") ?? error;
    }
    if (linkState(plan.path, entry.adminDir) !== "intact") throw changed(entry);
    rememberPlace(engine, entry, plan.path);
    return plan.registration
      ? `git finds the worktree ${entry.id} in ${plan.path} again.`
      : `${plan.path} has its .git file again.`;
  });
}

function writeRegistration(engine: Engine, { adminDir, id }: Entry, path: string): void {
  const file = join(adminDir, "gitdir");
  if (existsSync(file) && !isFile(file)) setAside(engine, file, `${id}-gitdir`);
  writeAtomically(file, `${join(path, ".git")}\n`);
}

function writeGitFile(engine: Engine, entry: Entry, path: string): void {
  const file = join(path, ".git");
  if (isFile(file) && gitFileNames(path) === undefined) setAside(engine, file, `${entry.id}-git-file`);
  writeAtomically(file, `gitdir: ${entry.adminDir}\n`);
}

/** Where `locate` and `find` look first. */
function rememberPlace({ local }: Engine, { mark, adminDir }: Entry, path: string): void {
  const place = mark === undefined ? undefined : local.place(mark);
  if (mark === undefined || place === undefined) return;
  const identity = identityOf(path);
  local.setPlace(mark, {
    ...place,
    path,
    gitDir: adminDir,
    identity: identity === undefined ? null : { dev: identity.dev, ino: identity.ino },
  });
}

/**
 * Moves a file out of git's way that nothing can be done with, and keeps it.
 * @returns where it is kept
 */
export function setAside({ repo, now }: Engine, file: string, name: string = basename(file)): string {
  const folder = join(coppiceDir(repo.commonDir), "aside");
  mkdirSync(folder, { recursive: true });
  const stamp = new Date(now()).toISOString().replaceAll(/[-:]/g, "");
  for (let count = 0; ; count += 1) {
    const kept = join(folder, `${name}.${stamp}${count === 0 ? "" : `-${count}`}`);
    if (existsSync(kept)) continue;
    renameSync(file, kept);
    return kept;
  }
}

const changed = ({ id }: Entry): CoppiceError =>
  new CoppiceError("INVALID_STATE", `The worktree ${id} has changed since it was looked at.`, {
    suggestedAction: "Run coppice doctor again.",
  });

export const isFile = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** A file's text without its last line feed; undefined when it cannot be read. */
export const lineOf = (file: string): string | undefined => readText(file)?.replace(/\r?\n$/, "");
