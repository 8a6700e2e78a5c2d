import * as z from "zod/mini";
import type { Engine } from "../../engine/context.js";
import { type InitResult, type InitStep, init } from "../../engine/init.js";
import { trust, trustedCommands } from "../../engine/trust.js";
import { agentNames } from "../../guard/agents/names.js";
import type { CommandModule } from "../command.js";
import type { Cli } from "../context.js";
import { flag, readFlags } from "../flags.js";
import { visible } from "../render/visible.js";
import { allowed } from "../trust.js";

const flags = z.object({ yes: flag, agent: z.optional(z.enum(agentNames)), github: flag, home: flag });

/** Prepares a repository, says what it did, and asks about the config's commands where somebody can answer. */
export const run: CommandModule["run"] = (cli, _args, options) => {
  const { yes, agent, github, home } = readFlags(flags, options);
  return cli.engine(async (engine) => {
    // What cannot be tracked is refused before anything is written.
    if (home) await (await import("../../engine/home.js")).requireHome(engine);
    const local = await withAgent(engine, await init(engine), agent);
    const hosted = github ? await withWorkflow(engine, local) : local;
    const result = home ? await withHome(engine, hosted) : hosted;
    for (const step of result.steps) cli.say(stepLine(cli, step));
    for (const [index, sentence] of (result.next ?? []).entries())
      cli.say(`${index === 0 ? "next" : "    "}  ${visible(sentence)}`);
    const open = (await trustedCommands(engine)).filter(({ trusted }) => !trusted);
    const trusting =
      open.length > 0 &&
      !yes &&
      (await allowed(
        cli,
        open.map(({ command }) => command),
      ));
    if (trusting) await trust(engine);
    if (cli.globals.json) cli.json(result);
    else if (!result.changed && !trusting && (result.next ?? []).length === 0)
      cli.say("everything was there already");
    return 0;
  });
};

/** The agent's settings are one more thing that a repository needs once. */
async function withAgent(engine: Engine, result: InitResult, agent: string | undefined): Promise<InitResult> {
  if (agent === undefined) return result;
  const { writeAgentSettings } = await import("../../engine/agent-settings.js");
  const step: InitStep = { name: "agent", ...writeAgentSettings(engine, agent) };
  return { steps: [...result.steps, step], changed: result.changed || step.outcome === "made" };
}

async function withWorkflow(engine: Engine, result: InitResult): Promise<InitResult> {
  const { writeWorkflow } = await import("../../engine/workflow.js");
  const { next, ...written } = await writeWorkflow(engine);
  return {
    steps: [...result.steps, { name: "workflow", ...written }],
    changed: result.changed || written.outcome === "made",
    next,
  };
}

async function withHome(engine: Engine, result: InitResult): Promise<InitResult> {
  const { trackHome } = await import("../../engine/home.js");
  const { record, made } = await trackHome(engine);
  const step: InitStep = { name: "home", outcome: made ? "made" : "kept", detail: record.branch };
  return { ...result, steps: [...result.steps, step], changed: result.changed || made };
}

const subjects: Readonly<Record<InitStep["name"], string>> = {
  config: "config file",
  exclude: "worktrees kept out of git status",
  refspec: "git fetch brings journals of other clones",
  hooks: "git hooks",
  agent: "the agent asks coppice guard (commit the file: worktrees get it with their branch)",
  workflow: "the workflow for GitHub",
  home: "the main worktree has a record",
};

function stepLine(cli: Cli, { name, outcome, detail }: InitStep): string {
  const mark = { made: cli.paint.green("made"), kept: cli.paint.dim("kept"), none: cli.paint.dim("none") }[
    outcome
  ];
  return `${mark}  ${subjects[name]}: ${visible(detail)}`;
}
