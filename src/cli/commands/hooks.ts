import { basename } from "node:path";
import * as z from "zod/mini";
import type { Engine } from "../../engine/context.js";
import { installHooks, uninstallHooks } from "../../engine/hooks-install.js";
import type { HookReport, HooksStatus, HookWay } from "../../engine/hooks-model.js";
import { hooksStatus } from "../../engine/hooks-status.js";
import type { CommandModule } from "../command.js";
import type { Cli } from "../context.js";
import { flag, readFlags } from "../flags.js";
import { hookActions } from "../hook-actions.js";
import { tableText } from "../render/table.js";
import { visible } from "../render/visible.js";

const flags = z.object({ write: flag });
const action = z.enum(hookActions);

/** Installs git's hooks, takes them away, or tells how they stand. */
export const run: CommandModule["run"] = (cli, args, options) => {
  const { write } = readFlags(flags, options);
  const wanted = action.parse(args[0]);
  return cli.engine(async (engine) => {
    const { changed, advice, status } = await act(engine, wanted, write);
    if (cli.globals.json) {
      cli.json({ action: wanted, changed, advice, status });
      return 0;
    }
    if (wanted === "install") sayInstalled(cli, changed, status);
    if (wanted === "uninstall")
      cli.say(
        changed
          ? "the hooks are gone, and what was there before them is back"
          : "there was nothing of Coppice",
      );
    if (advice !== null) for (const line of advice.split("\n")) cli.print(visible(line));
    if (wanted === "status") await printStatus(cli, status);
    return 0;
  });
};

interface Done {
  readonly changed: boolean;
  readonly advice: string | null;
  readonly status: HooksStatus;
}

async function act(engine: Engine, wanted: z.infer<typeof action>, write: boolean): Promise<Done> {
  if (wanted === "install") return installHooks(engine, { write });
  const { changed } = wanted === "uninstall" ? await uninstallHooks(engine) : { changed: false };
  return { changed, advice: null, status: await hooksStatus(engine) };
}

const ways: Readonly<Record<HookWay, string>> = {
  config: "git's own config",
  directory: "the hooks directory",
  husky: "husky",
  lefthook: "lefthook",
};

/** What an install leaves to a person, where the files belong to everybody. */
const toDo: Readonly<Partial<Record<HookWay, string>>> = {
  husky: "commit .husky",
  lefthook: "run lefthook install, and commit the files",
};

function sayInstalled(cli: Cli, changed: boolean, { way, hooks }: HooksStatus): void {
  if (hooks.every(({ state }) => state === "off")) cli.say("no hooks: hooks.install in the config is none");
  const running = hooks.filter(({ state }) => state === "installed" || state === "edited");
  if (running.length > 0 && way !== null) {
    const mark = changed ? cli.paint.green("made") : cli.paint.dim("kept");
    cli.say(`${mark}  ${running.map(({ hook }) => hook).join(", ")} (${ways[way]})`);
  }
  for (const { hook, chained } of running)
    if (chained !== null) cli.say(`      ${hook} runs ${chained} too, the script that was there`);
  const next = way === null ? undefined : toDo[way];
  if (changed && next !== undefined) cli.say(`then: ${next}`);
}

async function printStatus(cli: Cli, status: HooksStatus): Promise<void> {
  const { way, hooks, worktrees, program } = status;
  cli.print(`hooks by ${way === null ? "nothing: none can be installed here" : ways[way]}`);
  cli.print(
    (
      await tableText(
        ["hook", "state", "also runs", ""],
        hooks.map((one) => row(cli, one)),
      )
    ).trimEnd(),
  );
  if (program !== null) {
    cli.print(`node     ${visible(program.node)}`);
    cli.print(`program  ${visible(program.program)}`);
  }
  const none = program === null && hooks.every(({ state }) => state === "missing" || state === "off");
  for (const { path, branch, differs } of none ? [] : worktrees) {
    if (differs.length === 0) continue;
    cli.print(`in ${visible(branch ?? basename(path))}:`);
    const rows = differs.map((one) => row(cli, one));
    cli.print((await tableText(["hook", "state", "also runs", ""], rows)).trimEnd());
  }
  for (const problem of status.problems) cli.print(`${cli.paint.yellow("problem")}  ${visible(problem)}`);
}

function row(cli: Cli, { hook, state, chained, detail }: HookReport): string[] {
  const paint = state === "installed" ? cli.paint.green : state === "off" ? cli.paint.dim : cli.paint.yellow;
  return [hook, paint(state), visible(chained ?? ""), visible(detail ?? "")];
}
