import * as z from "zod/mini";
import type { Engine } from "../../engine/context.js";
import { type Created, type CreateRequest, create } from "../../engine/create.js";
import { shellWord } from "../../lifecycle/shell-word.js";
import type { CommandModule } from "../command.js";
import type { Cli } from "../context.js";
import { UsageError } from "../failure.js";
import { flag, onFlag, readFlags, textFlag } from "../flags.js";
import { visible } from "../render/visible.js";
import { statusText } from "../render/words.js";
import { trustOnRequest } from "../trust.js";
import { withPath } from "../worktree.js";
import { runSet } from "./create-set.js";

/** A name that records keep. */
const nameFlag = z.optional(z.string());

const flags = z.object({
  base: textFlag,
  task: textFlag,
  title: textFlag,
  adopt: flag,
  pr: textFlag,
  setup: onFlag,
  env: onFlag,
  install: onFlag,
  initScript: onFlag,
  lock: flag,
  print: z.optional(z.literal("path")),
  role: textFlag,
  roleFiles: onFlag,
  roles: textFlag,
  tasks: textFlag,
  set: textFlag,
  session: nameFlag,
  run: nameFlag,
});

/** Makes a worktree and sets it up. */
export const run: CommandModule["run"] = (cli, args, options) => {
  const given = readFlags(flags, options);
  const branch = args[0];
  const setup = {
    // What is not turned off is left open: a worktree that exists already is set up by nobody.
    ...(given.setup && given.env ? {} : { copyEnv: false }),
    ...(given.setup && given.install ? {} : { installDeps: false }),
    ...(given.setup && given.initScript ? {} : { runInitScript: false }),
  };
  const names = namesOf(given);
  const { lock, roleFiles } = given;
  if (given.roles !== undefined || given.tasks !== undefined || given.set !== undefined) {
    refuseSingle(branch, given);
    return runSet(cli, {
      ...given,
      ...names,
      rest: { lock, roleFiles, setup },
      print: given.print === "path",
    });
  }
  if (branch === undefined && given.pr === undefined)
    throw new UsageError("missing required argument 'branch'", "Name a branch, or a pull request with --pr.");
  const number = given.pr === undefined ? undefined : pullRequestNumber(given.pr);
  const request = {
    ...(given.base === undefined ? {} : { base: given.base }),
    ...(given.task === undefined ? {} : { task: given.task }),
    ...(given.title === undefined ? {} : { title: given.title }),
    ...(given.role === undefined ? {} : { role: given.role }),
    ...names,
    adopt: given.adopt,
    roleFiles,
    lock,
    setup,
  };
  return cli.engine(async (engine) => {
    const { record, path, takenUp } = await trustOnRequest(cli, engine, () =>
      number === undefined
        ? create(engine, { ...request, branch: branch ?? "" })
        : createOnPullRequest(cli, engine, number, branch, request),
    );
    if (cli.globals.json) cli.json(withPath(engine, record));
    else if (given.print === "path") cli.print(path);
    else {
      const base = record.base === null ? "" : ` from ${visible(record.base)}`;
      const what = takenUp === true ? "took up" : "created";
      cli.say(`${what} ${visible(record.branch)}${base}, ${statusText(record.status, cli.paint)}`);
      if (number !== undefined && record.pr !== null)
        cli.say(`  #${record.pr.number} ${visible(record.pr.title)}`);
      cli.say(`  ${visible(path)}`);
    }
    return 0;
  });
};

/** Names of a session and a run, as records keep them: one line of at most 255 characters. */
function namesOf({ session, run }: z.output<typeof flags>): { session?: string; run?: string } {
  for (const [option, name] of [
    ["--session", session],
    ["--run", run],
  ] as const) {
    if (name === undefined || (name !== "" && name.length <= 255 && !/[\0\r\n]/.test(name))) continue;
    throw new UsageError(
      `${option} needs a name: one line of 1 to 255 characters`,
      "Give it such a name, or leave the option out.",
    );
  }
  return { ...(session === undefined ? {} : { session }), ...(run === undefined ? {} : { run }) };
}

/** What speaks of one worktree alone is no part of a set. */
function refuseSingle(branch: string | undefined, given: z.output<typeof flags>): void {
  const { task, title, pr, role, adopt } = given;
  const single = [
    ...(branch === undefined ? [] : ["a branch"]),
    ...Object.entries({ task, title, pr, role }).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}`],
    ),
    ...(adopt ? ["--adopt"] : []),
  ];
  if (single.length === 0) return;
  throw new UsageError(
    `${single.join(" and ")} cannot be given for a set`,
    "A set is described by --roles, --tasks or --set; its branches are named by patterns.",
  );
}

async function createOnPullRequest(
  cli: Cli,
  engine: Engine,
  number: number,
  branch: string | undefined,
  request: Omit<CreateRequest, "branch">,
): Promise<Created> {
  const { createForPullRequest } = await import("../../engine/pull-request.js");
  const { pullRequest, ...made } = await createForPullRequest(engine, cli.io.env, {
    ...request,
    number,
    ...(branch === undefined ? {} : { branch }),
  });
  if (pullRequest.head.fork)
    engine.report.warn(
      `#${number} comes from a fork: nothing of it was run or set up. When you have read it: coppice setup ${shellWord(made.record.branch)}`,
    );
  return made;
}

/** `7`, or `#7` as GitHub writes it. */
function pullRequestNumber(text: string): number {
  if (/^#?[1-9]\d{0,9}$/.test(text)) return Number(text.replace("#", ""));
  throw new UsageError(`'${text}' is no number of a pull request`, "Give its number, as in --pr 7.");
}
