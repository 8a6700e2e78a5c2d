import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { largestSetFile, mostMembers, parseSetFile, type SetFile } from "../config/set-file.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { SetupSteps } from "../lifecycle/events.js";
import { branchNameProblem } from "../lifecycle/ids.js";
import { errnoOf, systemError } from "../lifecycle/system-errors.js";
import type { Engine } from "./context.js";
import { createEvent, createFacts } from "./create-facts.js";
import { type CreateRequest, type Plan, planOf, roleFilesOf } from "./create-plan.js";
import { branchTaken } from "./create-taken.js";
import { accepted, decided } from "./decision.js";
import { newDirectory } from "./directory.js";
import { recordOfBranch } from "./find.js";
import { findRole, type RoleFile, roleConfig } from "./roles.js";
import { requireSetupTrust } from "./setup.js";

/** One worktree of a set. */
export interface SetMember {
  /** A role of the config, or a directory `roles/NAME`. */
  readonly role?: string;
  readonly task?: string;
  readonly title?: string;
  /** The pattern of its branch. */
  readonly branch?: string;
  readonly base?: string;
}

/** A set of worktrees that are made together, all or none. */
export interface SetRequest {
  readonly members: readonly SetMember[];
  /** What they share; needed where a worktree has a role. */
  readonly session?: string;
  /** The same for worktrees that have tasks; one of the two there must be. */
  readonly run?: string;
  /** Where a member says nothing of its own. */
  readonly branch?: string;
  readonly base?: string;
  /** Which steps of the setup to run. Default: all. */
  readonly setup?: Partial<SetupSteps>;
  /** False: the files of the roles are left out. */
  readonly roleFiles?: boolean;
  /** Locks the new worktrees. */
  readonly lock?: boolean;
}

/** A member with everything that was found out of it. */
export interface PlannedMember {
  readonly request: CreateRequest;
  readonly plan: Plan;
  readonly roleFiles: readonly RoleFile[];
}

const rolePattern = "swarm/{role}-{session}";
const taskPattern = "c2/{run}/{task}";

/** The pattern of a member's branch: its own, the set's, its role's, or the usual one. */
export const patternOf = (engine: Engine, { role, branch }: SetMember, ofSet: string | undefined): string =>
  branch ?? ofSet ?? (role === undefined ? taskPattern : (roleConfig(engine, role).branch ?? rolePattern));

/**
 * What a name in the config's `sets`, or else a file, says of a set. A file is read as JSON, with comments where its name
 * ends in `c`.
 * @param place the name, or the file's path, absolute
 * @throws CONFIG_INVALID with file, line and column
 */
export function readSet({ config }: Engine, name: string, file: string): SetFile {
  const known = Object.hasOwn(config.sets, name) ? config.sets[name] : undefined;
  if (known !== undefined) return known;
  const shown = basename(file);
  try {
    const stat = statSync(file);
    // A pipe would be waited for, a device has no end.
    if (!stat.isFile()) throw unfit(shown, "is no regular file");
    if (stat.size > largestSetFile) throw unfit(shown, "is larger than 1 MiB");
    return parseSetFile(shown, readFileSync(file, "utf8"));
  } catch (error) {
    if (error instanceof CoppiceError) throw error;
    if (errnoOf(error) !== "ENOENT" && errnoOf(error) !== "ENOTDIR")
      throw systemError(error, `read ${shown}`) ?? unfit(shown, "cannot be read", error);
    const sets = Object.keys(config.sets);
    throw new CoppiceError(
      "CONFIG_INVALID",
      `There is no file ${JSON.stringify(name)}, and no set of that name in the config.`,
      {
        details: { file: name.slice(0, 4096) },
        suggestedAction:
          sets.length === 0
            ? "Name a file that describes the set."
            : `The config has these sets: ${sets.join(", ")}.`,
      },
    );
  }
}

/** The members that a description of a set names: a worktree for each role, for each task, and those described one by one. */
export const membersOf = ({ roles = [], tasks = [], worktrees = [] }: Partial<SetFile>): SetMember[] => [
  ...roles.map((role) => ({ role })),
  ...tasks.map((task) => ({ task })),
  ...worktrees.map(({ role, task, title, branch, base }) => ({
    ...(role === undefined ? {} : { role }),
    ...(task === undefined ? {} : { task }),
    ...(title === undefined ? {} : { title }),
    ...(branch === undefined ? {} : { branch }),
    ...(base === undefined ? {} : { base }),
  })),
];

/** What is missing to make a set of these members; undefined: nothing. */
export function missingOf({ members, session, run }: SetRequest): "members" | "session" | "run" | undefined {
  if (members.length === 0) return "members";
  if (session === undefined && members.some(({ role }) => role !== undefined)) return "session";
  return session === undefined && run === undefined ? "run" : undefined;
}

/**
 * Finds out everything that can be found out before anything is made: whether the roles exist, whether branches and
 * directories are free, whether the commands may run.
 * @throws ROLE_NOT_FOUND, CONFIG_INVALID, INVALID_BRANCH_NAME, and what `create` refuses
 */
export async function planSet(engine: Engine, request: SetRequest): Promise<readonly PlannedMember[]> {
  const { members } = request;
  const missing = missingOf(request);
  if (missing !== undefined) throw incomplete(missing);
  if (members.length > mostMembers) throw unfit("The set", `has more than ${mostMembers} worktrees`);
  for (const { role } of members) if (role !== undefined) findRole(engine, role);
  const requests = members.map((member) => requestOf(engine, request, member));
  refuseClashes(requests.map(({ branch }) => branch));
  const records = [...(await engine.journal.records()).values()];
  const planned = await Promise.all(requests.map((one) => planMember(engine, one)));
  // A name may stand for a branch of a remote, so that two of them mean one.
  refuseClashes(planned.map(({ plan }) => plan.branch));
  for (const { request: own, plan } of planned) {
    const living = recordOfBranch(records, plan.branch);
    if (living !== undefined) throw await branchTaken(engine, living);
    const path = await newDirectory(engine, { ...own, branch: plan.branch }, records);
    const facts = await createFacts(engine, own, plan, path, records);
    accepted(decided(engine, null, createEvent(engine, own, plan), facts));
  }
  return planned;
}

async function planMember(engine: Engine, request: CreateRequest): Promise<PlannedMember> {
  const plan = await planOf(engine, request);
  const roleFiles = await roleFilesOf(engine, request, plan);
  await requireSetupTrust(engine, plan.setup, { commit: plan.start }, request.role);
  return { request, plan, roleFiles };
}

function requestOf(engine: Engine, set: SetRequest, member: SetMember): CreateRequest {
  const { session, run, setup, roleFiles, lock } = set;
  const { role, task, title } = member;
  const base = member.base ?? set.base;
  return {
    branch: branchOf(patternOf(engine, member, set.branch), { role, session, run, task }),
    ...(base === undefined ? {} : { base }),
    ...(task === undefined ? {} : { task }),
    ...(title === undefined ? {} : { title }),
    ...(role === undefined ? {} : { role }),
    ...(session === undefined ? {} : { session }),
    ...(run === undefined ? {} : { run }),
    ...(setup === undefined ? {} : { setup }),
    ...(roleFiles === undefined ? {} : { roleFiles }),
    ...(lock === undefined ? {} : { lock }),
  };
}

/** What fills in a pattern. */
type Names = Readonly<Record<"role" | "session" | "run" | "task", string | undefined>>;

function branchOf(pattern: string, names: Names): string {
  const branch = pattern.replace(/\{([^{}]*)\}/g, (_all, key: string) => {
    const value =
      key === "role" || key === "session" || key === "run" || key === "task" ? names[key] : undefined;
    if (value !== undefined && value !== "") return value;
    throw new CoppiceError(
      "INVALID_BRANCH_NAME",
      `The branches' pattern ${JSON.stringify(pattern)} names {${key}}, and a worktree of this set has none.`,
      {
        details: { reason: `no ${key}` },
        suggestedAction: `Give the set a ${key}, or another pattern.`,
      },
    );
  });
  const problem = branchNameProblem(branch);
  if (problem === undefined) return branch;
  throw new CoppiceError(
    "INVALID_BRANCH_NAME",
    `${JSON.stringify(branch.slice(0, 200))}, made of the pattern ${JSON.stringify(pattern)}, is no branch name: ${problem}.`,
    {
      details: { branch: branch.slice(0, 1000), reason: problem },
      suggestedAction: "Give the session, the run or the task a name that may stand in a branch's.",
    },
  );
}

/** Two worktrees of one set never share a branch, and git keeps no branch `x` beside `x/y`. */
function refuseClashes(branches: readonly string[]): void {
  const seen = new Set<string>();
  for (const branch of branches) {
    if (seen.has(branch)) throw clash(`Two worktrees of the set would have the branch ${branch}.`, branch);
    seen.add(branch);
  }
  for (const branch of branches) {
    const parts = branch.split("/");
    const above = parts.map((_, at) => parts.slice(0, at).join("/")).find((one) => seen.has(one));
    if (above !== undefined) throw clash(`git keeps no branch ${branch} beside ${above}.`, branch);
  }
}

const clash = (message: string, branch: string): CoppiceError =>
  new CoppiceError("INVALID_BRANCH_NAME", message, {
    details: { branch },
    suggestedAction: "Name each role once, or give the branches a pattern with {task}.",
  });

const needs = {
  members: "A set needs a role or a task at least.",
  session: "A set of roles needs a session.",
  run: "A set of tasks needs a run, or a session.",
} as const;

const incomplete = (what: keyof typeof needs): CoppiceError =>
  new CoppiceError("CONFIG_INVALID", needs[what], {
    details: { key: what },
    suggestedAction: "Name it, and make the set again.",
  });

const unfit = (what: string, why: string, cause?: unknown): CoppiceError =>
  new CoppiceError("CONFIG_INVALID", `${what} ${why}.`, { details: { file: what }, cause });
