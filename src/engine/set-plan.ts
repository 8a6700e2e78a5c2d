import { mostMembers } from "../config/set-file.js";
import { CoppiceError, type ErrorCode, errorCatalogue } from "../lifecycle/errors.js";
import type { SetupSteps } from "../lifecycle/events.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { shellWord } from "../lifecycle/shell-word.js";
import type { Engine } from "./context.js";
import { createEvent, createFacts } from "./create-facts.js";
import { type CreateRequest, type Plan, planOf, roleFilesOf } from "./create-plan.js";
import { branchTaken } from "./create-taken.js";
import { accepted, decided } from "./decision.js";
import { newDirectory } from "./directory.js";
import { recordOfBranch } from "./find.js";
import { findRole, type RoleFile } from "./roles.js";
import { branchOf, clashOf, patternOf } from "./set-branch.js";
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

/** What is missing to make a set of these members; undefined: nothing. */
export function missingOf({ members, session, run }: SetRequest): "members" | "session" | "run" | undefined {
  if (members.length === 0) return "members";
  if (session === undefined && members.some(({ role }) => role !== undefined)) return "session";
  return session === undefined && run === undefined ? "run" : undefined;
}

/**
 * Finds out everything that can be found out before anything is made: whether the roles exist, whether branches and
 * directories are free, whether the commands may run.
 * @throws ROLE_NOT_FOUND, CONFIG_INVALID, INVALID_BRANCH_NAME, and what `create` refuses; `details.key` names the place
 *   in the request, as `members[2].role` does
 */
export async function planSet(engine: Engine, request: SetRequest): Promise<readonly PlannedMember[]> {
  const { members } = request;
  const missing = missingOf(request);
  if (missing !== undefined) throw incomplete(missing);
  if (members.length > mostMembers) throw tooMany();
  const each = <T, R>(all: readonly T[], work: (one: T, at: number) => R | Promise<R>): Promise<R[]> =>
    Promise.all(all.map(async (one, at) => about(request, at, async () => work(one, at))));
  await each(members, ({ role }) => (role === undefined ? undefined : findRole(engine, role)));
  const requests = await each(members, (member) => requestOf(engine, request, member));
  refuseClash(
    request,
    requests.map(({ branch }) => branch),
  );
  const records = [...(await engine.journal.records()).values()];
  const planned = await each(requests, (one) => planMember(engine, one));
  // A name may stand for a branch of a remote, so that two of them mean one.
  refuseClash(
    request,
    planned.map(({ plan }) => plan.branch),
  );
  for (const [at, { request: own, plan }] of planned.entries()) {
    await about(request, at, async () => {
      const living = recordOfBranch(records, plan.branch);
      if (living !== undefined) throw await taken(engine, living, request);
      const path = await newDirectory(engine, { ...own, branch: plan.branch }, records);
      const facts = await createFacts(engine, own, plan, path, records);
      accepted(decided(engine, null, createEvent(engine, own, plan), facts));
    });
  }
  return planned;
}

/** Does what concerns one member. What it throws says that nothing was made, and which member it is about. */
async function about<T>(request: SetRequest, at: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof CoppiceError ? refused(error, request, at) : error;
  }
}

function refuseClash(request: SetRequest, branches: readonly string[]): void {
  const clash = clashOf(branches);
  if (clash !== undefined) throw refused(clash.error, request, clash.at);
}

/** What is wrong with, where the error's own details do not say it. */
const blamed: Partial<Record<ErrorCode, keyof SetMember>> = {
  ROLE_NOT_FOUND: "role",
  ENV_COPY_FAILED: "role",
  BRANCH_CREATION_FAILED: "base",
};

function refused(error: CoppiceError, request: SetRequest, at: number): CoppiceError {
  const { session, run } = request;
  const { code, message, details, recoverable, cause } = error;
  const field = code === "INVALID_BRANCH_NAME" ? details.key : blamed[code];
  const isOwn = field !== undefined && Object.hasOwn(request.members[at] ?? {}, field);
  const isShared = !isOwn && field !== undefined && Object.hasOwn(request, field);
  const key = isShared ? field : `members[${at}]${isOwn ? `.${field}` : ""}`;
  const branch = details.branch ?? "";
  const isTaken = code === "BRANCH_EXISTS" && error.suggestedAction === errorCatalogue[code].suggestedAction;
  return new CoppiceError(
    code,
    `${message.replace(/\.$/, "")}. Nothing of the set ${session ?? run ?? ""} was made.`,
    {
      details: { ...details, key },
      recoverable,
      suggestedAction: isTaken
        ? `Give the set another ${session === undefined ? "run" : "session"} or another pattern of branches; if nobody needs it, git branch -d ${shellWord(branch)} deletes it.`
        : error.suggestedAction,
      cause: cause ?? error,
    },
  );
}

/** A session that was made before is what is most often asked for twice. */
async function taken(engine: Engine, living: WorktreeRecord, request: SetRequest): Promise<CoppiceError> {
  const error = await branchTaken(engine, living);
  const key = request.session === undefined ? "run" : "session";
  const name = request[key];
  if (name === undefined || living[key] !== name || living.status === "error") return error;
  return new CoppiceError(error.code, error.message, {
    details: error.details,
    suggestedAction: `Use what is there, give the set another ${key}, or take this one away: coppice clean --${key} ${shellWord(name)}.`,
  });
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

const tooMany = (): CoppiceError =>
  new CoppiceError("CONFIG_INVALID", `The set has more than ${mostMembers} worktrees.`, {
    details: { key: "members" },
    suggestedAction: "Make several sets of it.",
  });
