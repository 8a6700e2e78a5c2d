import { resolve } from "node:path";
import type { Engine } from "../../engine/context.js";
import { createSet } from "../../engine/set.js";
import { membersOf, missingOf, readSet, type SetRequest } from "../../engine/set-plan.js";
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
    const request = requestOf(cli, engine, flags);
    const { worktrees } = await trustOnRequest(cli, engine, () => createSet(engine, request));
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

function requestOf(cli: Cli, engine: Engine, flags: SetFlags): SetRequest {
  const described = flags.set === undefined ? {} : readSet(engine, flags.set, resolve(cli.io.cwd, flags.set));
  const given = {
    ...described,
    ...(flags.session === undefined ? {} : { session: flags.session }),
    ...(flags.run === undefined ? {} : { run: flags.run }),
    ...(flags.base === undefined ? {} : { base: flags.base }),
  };
  const { session, run, base, branch } = given;
  const request: SetRequest = {
    members: membersOf({
      ...described,
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
  if (missing === "members")
    throw new UsageError("the set has no worktree", "Name roles with --roles, or tasks with --tasks.");
  if (missing === "session")
    throw new UsageError("a set of roles needs a session", "Name it: --session NAME.");
  if (missing === "run") throw new UsageError("a set of tasks needs a run", "Name it: --run NAME.");
  return request;
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
