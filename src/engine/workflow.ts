import { lstatSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isTaskBranch } from "../config/task-branches.js";
import { parseRemote } from "../forge/place.js";
import { systemError } from "../lifecycle/system-errors.js";
import { defaultBranch, mainRemote } from "./base.js";
import type { Engine } from "./context.js";
import { hasCode, writeNew } from "./files.js";
import { ownPackage } from "./hooks-package.js";
import { workflowFile, workflowProblem, workflowText } from "./workflow-template.js";

export interface WorkflowResult {
  readonly outcome: "made" | "kept" | "none";
  /** The file, relative to the worktree, and what is to be known of it; or why there is none. */
  readonly detail: string;
  /** What a person has to do, a sentence each. */
  readonly next: readonly string[];
}

/** The version of the Action that workflows are written for. */
const actionVersion = "v1";
/** Stands for the owner of the Action where nothing tells it. */
const unknownOwner = "OWNER";

/**
 * Writes the workflow that runs Coppice on GitHub into the main worktree, for the config's base and task branches. What
 * somebody wrote there is kept, and nothing is written through a symbolic link: GitHub follows none.
 * @param action the Action, `owner/name@ref`; default: the repository that this package comes from
 * @throws PERMISSION_DENIED, READONLY_FS, NO_SPACE_LEFT
 */
export async function writeWorkflow(engine: Engine, action?: string): Promise<WorkflowResult> {
  const { repo, config } = engine;
  const none = (detail: string): WorkflowResult => ({ outcome: "none", detail, next: [] });
  if (repo.mainWorktree === undefined)
    return none("a bare repository has its workflows in the default branch");
  const { base, taskBranches } = config;
  const problem = workflowProblem({ base, taskBranches }) ?? (await coversBase(engine));
  if (problem !== undefined) return none(problem);
  const uses = action ?? (await packagedAction(engine));
  const text = workflowText({ action: uses, base, taskBranches });
  const path = join(repo.mainWorktree, workflowFile);
  try {
    const obstacle = obstacleAt(repo.mainWorktree);
    if (obstacle !== undefined) return none(obstacle);
    const present = read(path);
    if (present !== undefined) {
      const asWritten = present.replaceAll("\r\n", "\n");
      if (asWritten === text) return { outcome: "kept", detail: workflowFile, next: ownerStep(uses) };
      // Whoever filled in the owner did what was asked for.
      if (withOwnerOf(uses, asWritten) === text) return { outcome: "kept", detail: workflowFile, next: [] };
      return {
        outcome: "kept",
        detail: `${workflowFile}, which says something else than would be written now`,
        next: [`To have it written anew, move ${workflowFile} away and run coppice init --github again.`],
      };
    }
    mkdirSync(dirname(path), { recursive: true });
    writeNew(path, text);
  } catch (error) {
    throw systemError(error, `write ${workflowFile}`) ?? error;
  }
  return { outcome: "made", detail: workflowFile, next: nextSteps(engine, uses) };
}

/** A task branch is merged and deleted, so base must not look like one. The Action refuses it, too. */
async function coversBase(engine: Engine): Promise<string | undefined> {
  const remote = mainRemote(engine);
  const base =
    engine.config.base ?? (remote === undefined ? undefined : await defaultBranch(engine.repo, remote));
  if (base === undefined || !isTaskBranch(engine.config, base)) return undefined;
  return `taskBranches in the config matches ${base}, the base: name only branches that may be merged and deleted`;
}

/** What stands where a directory or a file of ours should be. */
function obstacleAt(root: string): string | undefined {
  const parts = workflowFile.split("/");
  for (const [index] of parts.entries()) {
    const name = parts.slice(0, index + 1).join("/");
    const stat = lstatSync(join(root, name), { throwIfNoEntry: false });
    if (stat === undefined) return undefined;
    if (stat.isSymbolicLink()) return `${name} is a symbolic link, which GitHub does not follow`;
    const last = index === parts.length - 1;
    if (last ? !stat.isFile() : !stat.isDirectory())
      return `${name} is no ${last ? "file" : "directory"}: move it away, then run coppice init --github again`;
  }
  return undefined;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** The Action lies in the repository that this package was cloned from. */
async function packagedAction({ repo }: Engine): Promise<string> {
  const directory = ownPackage();
  const cloned =
    directory !== undefined && lstatSync(join(directory, ".git"), { throwIfNoEntry: false }) !== undefined;
  const origin = cloned
    ? await repo.git.run(directory, ["config", "--get", "remote.origin.url"], { codes: "any" })
    : undefined;
  const place = origin?.code === 0 ? parseRemote(origin.stdout.toString("utf8").trim()) : undefined;
  return `${place === undefined ? `${unknownOwner}/coppice` : `${place.owner}/${place.name}`}@${actionVersion}`;
}

function nextSteps(engine: Engine, uses: string): string[] {
  const { repo, config } = engine;
  const remote = mainRemote(engine);
  const url = remote === undefined ? undefined : repo.config.get(`remote.${remote}.url`);
  const place = url === undefined ? undefined : parseRemote(url);
  const settings =
    place === undefined ? "" : ` (https://${place.host}/${place.owner}/${place.name}/settings/actions)`;
  return [
    ...ownerStep(uses),
    `Commit and push ${workflowFile} to ${config.base ?? "the default branch"}; GitHub takes deletions and the nightly run from the default branch alone.`,
    `Let conflicts come back as pull requests: under Settings, Actions, General${settings}, tick "Allow GitHub Actions to create and approve pull requests".`,
  ];
}

/** The text with the placeholder back where a person wrote the owner that `uses` does not know. */
const withOwnerOf = (uses: string, text: string): string =>
  uses.startsWith(`${unknownOwner}/`)
    ? text.replace(/(?<=\buses: )[^\s/]+(?=\/coppice@)/, unknownOwner)
    : text;

/** GitHub finds no Action under a placeholder. */
const ownerStep = (uses: string): string[] =>
  uses.startsWith(`${unknownOwner}/`)
    ? [`In ${workflowFile}, write the owner of the Coppice repository in the place of ${unknownOwner}.`]
    : [];
