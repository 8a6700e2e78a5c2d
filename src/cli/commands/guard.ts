import * as z from "zod/mini";
import { withGuard } from "../../engine/guard.js";
import type { AgentAdapter, AgentAnswer } from "../../guard/agents/agent.js";
import { AgentInputError } from "../../guard/agents/agent.js";
import { agentOf } from "../../guard/agents/agents.js";
import { agentNames } from "../../guard/agents/names.js";
import { judgeText, judgeWords } from "../../guard/judge.js";
import { placeOf } from "../../guard/places.js";
import { refusalText, type Verdict } from "../../guard/verdict.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import type { CommandModule } from "../command.js";
import { type Cli, colorsFor } from "../context.js";
import { failureOf, UsageError } from "../failure.js";
import { flag, readFlags } from "../flags.js";
import { failureText } from "../render/failure.js";

const flags = z.object({ stdin: flag, agent: z.optional(z.enum(agentNames)) });

/** Judges a command, a shell text, or what an agent is about to do. */
export const run: CommandModule["run"] = async (cli, args, options) => {
  const { stdin, agent: name } = readFlags(flags, options);
  const ways = [args.length > 0, stdin, name !== undefined].filter((way) => way).length;
  if (ways !== 1) {
    throw new UsageError(
      ways === 0 ? "there is nothing to judge" : "a command, --stdin and --agent are three ways: take one",
      "coppice guard -- git push origin main, or coppice guard --stdin with a shell text on standard input.",
    );
  }
  const agent = name === undefined ? undefined : agentOf(name);
  if (agent !== undefined) return answer(cli, await judgeAgent(cli, agent));
  const text = stdin ? await inputOf(cli) : quotedText(args);
  const verdict = await guarded(cli, cli.globals.cwd, (context) =>
    text === undefined ? judgeWords(args, context) : judgeText(text, context),
  );
  return show(cli, verdict);
};

/** One word with blanks in it is a command that somebody quoted: no program is called "git push". */
const quotedText = ([word, ...others]: readonly string[]): string | undefined =>
  others.length === 0 && word !== undefined && /\s/.test(word.trim()) ? word : undefined;

const inputOf = async ({ io }: Cli): Promise<string> => (await io.stdin?.()) ?? "";

const guarded = (cli: Cli, cwd: string, judge: Parameters<typeof withGuard<Verdict>>[1]): Promise<Verdict> =>
  withGuard({ cwd, env: cli.io.env, signal: cli.io.signal }, judge);

function show(cli: Cli, verdict: Verdict): number {
  const refused = verdict.commands.find(({ allowed }) => !allowed);
  const decided =
    refused ?? verdict.commands.findLast((one) => one.class !== "read") ?? verdict.commands.at(-1);
  const error = refused === undefined ? undefined : refusal(verdict);
  if (cli.globals.json) {
    const { command = null, branch = null, state = null, reason = null, instead = null } = decided ?? {};
    cli.json({
      allowed: verdict.allowed,
      class: decided?.class ?? null,
      command,
      branch,
      state,
      reason,
      instead,
      commands: verdict.commands,
      ...(error === undefined ? {} : { error: error.toJSON() }),
    });
  }
  if (error === undefined) {
    cli.say("allowed");
    return 0;
  }
  cli.progress.stop();
  cli.io.stderr.write(failureText(failureOf(error), colorsFor(cli.io.stderr, cli.io, cli.globals.color)));
  return error.exitCode;
}

function refusal(verdict: Verdict): CoppiceError {
  const refused = verdict.commands.find(({ allowed }) => !allowed);
  const { branch = "", state = "", reason = "", instead = "" } = refused ?? {};
  return new CoppiceError("HOOK_BLOCKED", refusalText(verdict) ?? "", {
    details: { branch, state, reason },
    suggestedAction:
      instead === "" ? "Write the command so that it can be read before it runs." : `Use ${instead}.`,
  });
}

function answer(cli: Cli, { stdout, stderr, code }: AgentAnswer): number {
  cli.progress.stop();
  if (stdout !== "") cli.io.stdout.write(stdout);
  if (stderr !== "") cli.io.stderr.write(stderr);
  return code;
}

const nothing: AgentAnswer = { stdout: "", stderr: "", code: 0 };

async function judgeAgent(cli: Cli, agent: AgentAdapter): Promise<AgentAnswer> {
  const { cwd } = cli.globals;
  try {
    const action = agent.read(await inputOf(cli), cwd);
    if (action.kind === "other") return nothing;
    const verdict = await guarded(cli, action.cwd, async (context) => {
      if (action.kind === "shell") return judgeText(action.text, context);
      const { judgeWrites } = await import("../../guard/files.js");
      return judgeWrites(action.paths, context);
    });
    const reason = refusalText(verdict);
    return reason === undefined
      ? nothing
      : agent.deny(`coppice: ${reason} ${refusal(verdict).suggestedAction}`);
  } catch (error) {
    if (error instanceof CoppiceError) {
      return agent.deny(`coppice: it cannot be judged: ${error.message} ${error.suggestedAction}`);
    }
    if (!(error instanceof AgentInputError)) throw error;
    // Where no worktree is managed there is nothing to keep.
    const reason = `coppice guard --agent ${agent.name}: ${error.message}.`;
    return placeOf(cwd)?.linked === true ? agent.stop(reason) : agent.warn(reason);
  }
}
