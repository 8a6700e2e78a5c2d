import { basename, dirname, relative, resolve, sep } from "node:path";
import { stateProperties } from "../lifecycle/states.js";
import type { GuardContext, Subject } from "./context.js";
import { placeOf, realTarget } from "./places.js";
import { allowedBy, type JudgedCommand, nextCommand, refusedBy, stateText, type Verdict } from "./verdict.js";

/**
 * Judges that an agent's tool writes files. In a managed worktree an agent writes that one's files, as its state allows,
 * and what belongs to no managed worktree; git directories are git's. Symbolic links are followed.
 */
export async function judgeWrites(paths: readonly string[], context: GuardContext): Promise<Verdict> {
  const commands: JudgedCommand[] = [];
  for (const path of paths) {
    const judged = await judgeWrite(path, context);
    if (judged !== undefined) commands.push(judged);
  }
  return { allowed: commands.every(({ allowed }) => allowed), commands };
}

async function judgeWrite(path: string, context: GuardContext): Promise<JudgedCommand | undefined> {
  const home = placeOf(context.cwd);
  const own = await context.subject(home);
  const target = realTarget(resolve(context.cwd, path));
  const place = placeOf(dirname(target));
  const there = await context.subject(place);
  const isLink = basename(target) === ".git" && place?.top === dirname(target);
  const inGit =
    place !== undefined && (isLink || isInside(target, place.gitDir) || isInside(target, place.commonDir));
  const shown = `writing ${nameOf(target, context.cwd)}`;
  const isOurs = own !== undefined && home !== undefined && (isLink || isInside(target, home.commonDir));
  const keeper = own ?? there;
  if (keeper !== undefined && (isOurs || (inGit && there !== undefined))) {
    return refuse(
      keeper,
      shown,
      "git directories hold the lifecycle's hooks, settings and journals",
      "coppice, or git",
    );
  }
  if (there === undefined) return undefined;
  if (own !== undefined && own.path !== there.path) {
    return refuse(
      own,
      shown,
      `the file belongs to another managed worktree, that of ${there.branch}`,
      `an agent in ${there.path}, or git merge ${there.branch} once its work is committed`,
    );
  }
  const { allowsAgentAccess } = stateProperties(there.status, there.failedOperation);
  if (allowsAgentAccess) return { ...allowedBy(there, shown, "local"), class: null };
  return refuse(
    there,
    shown,
    `${there.branch} is ${stateText(there)}: nobody may work there now`,
    nextCommand(there),
  );
}

const refuse = (subject: Subject, shown: string, reason: string, instead: string): JudgedCommand =>
  refusedBy(subject, shown, { class: "blocked", reason, instead });

const isInside = (path: string, directory: string): boolean =>
  path === directory || path.startsWith(directory.endsWith(sep) ? directory : directory + sep);

/** The path as a person in `cwd` would write it. */
function nameOf(path: string, cwd: string): string {
  const short = relative(cwd, path);
  return short.length < path.length ? short : path;
}
