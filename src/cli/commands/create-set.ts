import { resolve } from "node:path";
import { createSet } from "../../engine/set.js";
import { type DescribedSet, describedSet, membersOf } from "../../engine/set-described.js";
import { missingOf, type SetRequest } from "../../engine/set-plan.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import { several } from "../../lifecycle/refusal.js";
import type { Cli } from "../context.js";
import { UsageError } from "../failure.js";
import { visible } from "../render/visible.js";
import { statusText } from "../render/words.js";
import { trustOnRequest } from "../trust.js";
import { withPath } from "../worktree.js";

/** What the command line says of a set. */
export interface SetFlags {
  readonly roles?: string | undefined;
  readonly tasks?: string | undefined;
  readonly set?: string | undefined;
  readonly session?: string | undefined;
  readonly run?: string | undefined;
  readonly base?: string | undefined;
  /** The rest of a request, as of one worktree. */
  readonly rest: Pick<SetRequest, "setup" | "roleFiles" | "lock">;
  readonly print: boolean;
}

/** Makes a set of worktrees, all or none. */
export const runSet = (cli: Cli, flags: SetFlags): Promise<number> =>
  cli.engine(async (engine) => {
    const described =
      flags.set === undefined ? undefined : describedSet(engine, flags.set, resolve(cli.io.cwd, flags.set));
    const request = requestOf(flags, described);
    const { worktrees } = await trustOnRequest(cli, engine, () => createSet(engine, request)).catch(
      (error: unknown) => {
        throw described !== undefined && error instanceof CoppiceError
          ? located(error, flags, described)
          : error;
      },
    );
    const made = worktrees.map(({ record, path }) => ({ record, path }));
    if (cli.globals.json) {
      cli.json({ worktrees: made.map(({ record }) => withPath(engine, record)) });
    } else if (flags.print) {
      for (const { path } of made) cli.print(path);
    } else {
      const width = Math.max(...made.map(({ record }) => visible(record.branch).length));
      for (const { record, path } of made)
        cli.say(
          `created ${visible(record.branch).padEnd(width)}  ${statusText(record.status, cli.paint)}  ${visible(path)}`,
        );
      cli.say(`${several(made.length, "worktree")}, ${nameOf(request)}`);
    }
    return 0;
  });

function requestOf(flags: SetFlags, described: DescribedSet | undefined): SetRequest {
  const { session, run, base, branch } = {
    ...described?.set,
    ...(flags.session === undefined ? {} : { session: flags.session }),
    ...(flags.run === undefined ? {} : { run: flags.run }),
    ...(flags.base === undefined ? {} : { base: flags.base }),
  };
  const request: SetRequest = {
    members: membersOf({
      ...described?.set,
      ...(flags.roles === undefined ? {} : { roles: listOf("--roles", flags.roles) }),
      ...(flags.tasks === undefined ? {} : { tasks: listOf("--tasks", flags.tasks) }),
    }),
    ...(session === undefined ? {} : { session }),
    ...(run === undefined ? {} : { run }),
    ...(base === undefined ? {} : { base }),
    ...(branch === undefined ? {} : { branch }),
    ...flags.rest,
  };
  const missing = missingOf(request);
  if (missing !== undefined) throw incomplete(missing, flags.set);
  return request;
}

function incomplete(missing: "members" | "session" | "run", set: string | undefined): UsageError {
  const where = set === undefined ? "" : `${visible(set)}: `;
  const orThere = (key: string): string => (set === undefined ? "" : `, or there with the key "${key}"`);
  if (missing === "members")
    return new UsageError(
      `${where}the set has no worktree`,
      `Name roles with --roles, or tasks with --tasks${orThere("worktrees")}.`,
    );
  if (missing === "session")
    return new UsageError(
      `${where}a set of roles needs a session: the name that its worktrees share, and that their branches carry`,
      `Name it with --session NAME${orThere("session")}.`,
    );
  return new UsageError(
    `${where}a set of tasks needs a run, or a session: the name that its worktrees share`,
    `Name it with --run NAME or --session NAME${orThere("run")}.`,
  );
}

/** What is refused because of what a file says is told with the place in the file. */
function located(error: CoppiceError, flags: SetFlags, { set, placeOf }: DescribedSet): CoppiceError {
  const path = pathOf(error.details.key ?? "", flags, set);
  if (path === undefined) return error;
  const { shown, details } = placeOf(path);
  return new CoppiceError(error.code, `${shown}: ${error.message}`, {
    details: { ...error.details, ...details },
    recoverable: error.recoverable,
    suggestedAction: error.suggestedAction,
    cause: error,
  });
}

/** Where the file says what a key of the request names; undefined: the command line says it. */
function pathOf(key: string, flags: SetFlags, set: DescribedSet["set"]): (string | number)[] | undefined {
  const member = /^members\[(\d+)\](?:\.(\w+))?$/.exec(key);
  if (member === null) {
    const shared = (["session", "run", "base", "branch"] as const).find((one) => one === key);
    if (shared === undefined || set[shared] === undefined) return undefined;
    return shared !== "branch" && flags[shared] !== undefined ? undefined : [shared];
  }
  let at = Number(member[1]);
  for (const [list, given] of [
    ["roles", flags.roles],
    ["tasks", flags.tasks],
    ["worktrees", undefined],
  ] as const) {
    const count = given === undefined ? (set[list]?.length ?? 0) : listOf(`--${list}`, given).length;
    if (at >= count) {
      at -= count;
      continue;
    }
    if (given !== undefined) return undefined;
    return list === "worktrees" && member[2] !== undefined ? [list, at, member[2]] : [list, at];
  }
  return undefined;
}

function listOf(option: string, text: string): string[] {
  const names = text.split(",").map((name) => name.trim());
  if (names.every((name) => name !== "")) return names;
  throw new UsageError(`'${text}' has an empty name`, `Separate the names by commas: ${option} a,b,c.`);
}

const nameOf = ({ session, run }: SetRequest): string =>
  [
    ...(session === undefined ? [] : [`session ${visible(session)}`]),
    ...(run === undefined ? [] : [`run ${visible(run)}`]),
  ].join(", ");
