import { type CommandKey, commandAt, roleCommandKey } from "../config/commands.js";
import type { Effect } from "../lifecycle/effects.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { SetupSteps } from "../lifecycle/events.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { shellWord } from "../lifecycle/shell-word.js";
import type { Engine } from "./context.js";
import { noteCopied } from "./env-copied.js";
import { copyIgnoredFiles, type SkippedFile } from "./env-files.js";
import { asCoppiceError, resumable } from "./failure.js";
import { findRecord } from "./find.js";
import { installationsFor } from "./install.js";
import { type Completion, type EffectRunners, runEffects } from "./interpret.js";
import { present, worktreePath } from "./place.js";
import { withRecord } from "./protocol.js";
import { recordVariables } from "./record-variables.js";
import { copyRoleFiles } from "./role-files.js";
import { roleConfig } from "./roles.js";
import { newOp, type RecordSession } from "./session.js";
import { inStep, runStepCommand, type SetupStep, type StepCommand, StepLog } from "./setup-step.js";
import { requireTrust, type TrustPlace } from "./trust.js";
import { rootInMainWorktree } from "./worktree-root.js";

/**
 * What runs the steps of a setup: for `create`, and for `retry` in `initializing`. Every
 * failure names its step, so the record knows what is done and a retry goes on where it failed.
 */
export function setupRunners(session: RecordSession): Required<Pick<EffectRunners, SetupStep>> {
  const named = (step: SetupStep, run: (session: RecordSession) => Promise<Completion>) => async () => {
    try {
      return await run(session);
    } catch (error) {
      throw inStep(error, step);
    }
  };
  // Env files may be left out, and a role's file wins over one: whatever comes next finds them copied.
  const roleFiles = named("copyEnvFiles", async (own) => {
    await copyRoleFiles(own);
    return {};
  });
  return {
    copyEnvFiles: async () => {
      const done = await named("copyEnvFiles", copyEnvFiles)();
      await roleFiles();
      return done;
    },
    installDependencies: async () => {
      await roleFiles();
      return named("installDependencies", installDependencies)();
    },
    runInitScript: async () => {
      await roleFiles();
      return named("runInitScript", runInitScript)();
    },
  };
}

/**
 * Refuses a setup whose commands this clone has not allowed, before anything is made.
 * @param steps the steps that will run
 * @param place the commit that the new worktree will have, or its directory
 * @param role the worktree's, whose commands take the place of the others'
 * @throws UNTRUSTED
 */
export function requireSetupTrust(
  engine: Engine,
  steps: { readonly installDeps: boolean; readonly runInitScript: boolean },
  place: TrustPlace,
  role: string | null = null,
): Promise<void> {
  return requireTrust(
    engine,
    [
      ...(steps.installDeps ? [stepKey(engine, role, "install")] : []),
      ...(steps.runInitScript ? [stepKey(engine, role, "initScript")] : []),
    ],
    place,
    role,
  );
}

/** Where the config says what a step runs: a role may have its own. */
const stepKey = (engine: Engine, role: string | null, step: "install" | "initScript"): CommandKey =>
  role === null || roleConfig(engine, role).setup?.[step] === undefined
    ? `setup.${step}`
    : roleCommandKey(role, step);

/**
 * Runs the whole setup in a worktree that is `active`, `dirty` or in `conflict`: again, or for the first time in an
 * adopted one.
 * @throws INVALID_STATE in every other state, UNTRUSTED before anything runs, ENV_COPY_FAILED, DEPS_INSTALL_FAILED,
 *   INIT_SCRIPT_FAILED, INTERRUPTED
 */
export async function setup(engine: Engine, name: string | undefined): Promise<WorktreeRecord> {
  const { id } = await findRecord(engine, name);
  return withRecord(engine, id, "setup", async (session) => {
    const { status } = session.record;
    if (status !== "active" && status !== "dirty" && status !== "conflict") throw notNow(session.record);
    const path = worktreePath(engine, session.record);
    const all = { installDeps: true, runInitScript: true };
    await requireSetupTrust(engine, all, { directory: path }, session.record.role);
    await runSetup(session, setupSteps({ copyEnv: true, installDeps: true, runInitScript: true }));
    return session.record;
  });
}

/** The steps of a setup, in their order. */
export const setupSteps = (steps: SetupSteps): readonly Effect[] => [
  ...(steps.copyEnv ? [{ type: "copyEnvFiles" } as const] : []),
  ...(steps.installDeps ? [{ type: "installDependencies" } as const] : []),
  ...(steps.runInitScript ? [{ type: "runInitScript" } as const] : []),
];

/**
 * Runs steps of the setup in a worktree that can be worked in.
 *
 * The worktree stays in its state while they run, as RETRY alone leads back to `initializing`. So success journals only
 * what the init script's annotations say. A failure is ERROR of operation `init` under an op of its own (rows 11 and
 * 16): from then on it is as after a failed setup at creation, and `retry` goes on with the step that failed. In
 * `conflict`, which knows no such error, it is told and the state stays.
 * @throws as `setup`
 */
export async function runSetup(session: RecordSession, steps: readonly Effect[]): Promise<void> {
  try {
    await runEffects(steps, setupRunners(session), session.engine.signal);
  } catch (error) {
    const failure = resumable(asCoppiceError(error, "INIT_SCRIPT_FAILED", "set up the worktree"));
    if (session.record.status === "conflict") throw failure;
    await session.note({
      type: "ERROR",
      op: newOp(),
      code: failure.code,
      message: failure.message,
      details: failure.details,
      operation: "init",
      recoverable: failure.recoverable,
    });
    throw failure;
  }
}

function notNow({ branch, status, lastError }: WorktreeRecord): CoppiceError {
  const afterSetup = status === "error" && lastError?.operation === "init";
  return new CoppiceError(
    "INVALID_STATE",
    `${branch} is ${status}: the setup runs when it is active, dirty or in conflict.`,
    {
      details: { branch, state: status },
      ...(afterSetup
        ? { suggestedAction: `coppice retry ${shellWord(branch)} goes on with the setup where it failed.` }
        : {}),
    },
  );
}

/** Whether what is missing of a worktree's setup is more than files to be copied: commands, which take their time. */
export function needsCommands(engine: Engine, record: WorktreeRecord, path: string): boolean {
  const { setup, depsInstalled, initScriptStatus } = record;
  if (setup.installDeps && !depsInstalled && installCommands(engine, path, record.role).length > 0)
    return true;
  const script = commandAt(engine.config, stepKey(engine, record.role, "initScript"));
  return setup.runInitScript && script !== undefined && initScriptStatus !== "success";
}

const mostWarnings = 10;

async function copyEnvFiles({ engine, record }: RecordSession): Promise<Completion> {
  const { repo, config, report, signal } = engine;
  // A bare repository has no worktree in which ignored files could lie.
  if (repo.mainWorktree === undefined) return {};
  report.step("copying ignored files");
  const { path, gitDir } = present(engine, record);
  const log = StepLog.start(engine, record.id, "copyEnvFiles");
  const { copied, skipped } = await copyIgnoredFiles({
    git: repo.git,
    from: repo.mainWorktree,
    to: path,
    gitDir,
    patterns: [...config.setup.envFiles, ...(roleConfig(engine, record.role).setup?.envFiles ?? [])],
    without: rootInMainWorktree(engine),
    signal,
  });
  noteCopied(engine, record.id, path, copied);
  const lines = [...copied.map((file) => `copied ${file}`), ...skipped.map(skippedText)];
  log.add(lines.map((line) => `${line}\n`).join(""));
  for (const file of skipped.slice(0, mostWarnings)) report.warn(skippedText(file));
  if (skipped.length > mostWarnings)
    report.warn(`${skipped.length - mostWarnings} more files were not copied`);
  return copied.length > 0 ? { envCopied: true } : {};
}

const skippedText = ({ path, reason }: SkippedFile): string => `not copied: ${path}: ${reason}`;

type InstallCommand = Pick<StepCommand, "name" | "command" | "whenMissing"> & {
  readonly env: Readonly<Record<string, string>>;
};

async function installDependencies(session: RecordSession): Promise<Completion> {
  const { engine, record } = session;
  const path = worktreePath(engine, record);
  await requireTrust(engine, [stepKey(engine, record.role, "install")], { directory: path });
  const commands = installCommands(engine, path, record.role);
  if (commands.length === 0) return {};
  const log = StepLog.start(engine, record.id, "installDependencies");
  const limitMs = engine.config.setup.timeouts.install * 1000;
  const deadline = performance.now() + limitMs;
  for (const { env, ...command } of commands) {
    engine.report.step(`installing dependencies: ${shown(command.command)}`);
    await runStepCommand(engine, record.id, {
      ...command,
      step: "installDependencies",
      code: "DEPS_INSTALL_FAILED",
      cwd: path,
      env: { ...recordVariables(session.engine, session.record, path), ...env },
      timeoutMs: Math.max(1, deadline - performance.now()),
      limitMs,
      log,
    });
  }
  return { depsInstalled: true };
}

function installCommands(engine: Engine, path: string, role: string | null): InstallCommand[] {
  const { config } = engine;
  if ((roleConfig(engine, role).setup?.install ?? config.setup.install) === "off") return [];
  const own = commandAt(config, stepKey(engine, role, "install"));
  if (own !== undefined) return [{ name: "The install command", command: own, env: {} }];
  return installationsFor(path).map(({ manager, command, lockfile, env }) => ({
    name: `${command.join(" ")} (${lockfile})`,
    command,
    env,
    whenMissing: `Install ${manager}, or set setup.install in the config to "off" or to a command; then coppice retry <worktree>.`,
  }));
}

async function runInitScript(session: RecordSession): Promise<Completion> {
  const { engine, record } = session;
  const key = stepKey(engine, record.role, "initScript");
  const command = commandAt(engine.config, key);
  if (command === undefined) return {};
  const path = worktreePath(engine, record);
  await requireTrust(engine, [key], { directory: path });
  const log = StepLog.start(engine, record.id, "runInitScript");
  const limitMs = engine.config.setup.timeouts.initScript * 1000;
  engine.report.step(`running the init script: ${shown(command)}`);
  await session.note({ type: "INIT_SCRIPT", status: "running" });
  try {
    await runStepCommand(engine, record.id, {
      step: "runInitScript",
      code: "INIT_SCRIPT_FAILED",
      name: "The init script",
      command,
      cwd: path,
      env: recordVariables(session.engine, session.record, path),
      timeoutMs: limitMs,
      limitMs,
      log,
    });
  } catch (error) {
    const { message } = asCoppiceError(error, "INIT_SCRIPT_FAILED", "run the init script");
    await session.note({ type: "INIT_SCRIPT", status: "failed", error: message });
    throw error;
  }
  await session.note({ type: "INIT_SCRIPT", status: "success" });
  return { initScriptRun: true };
}

const shown = (command: string | readonly string[]): string => {
  const text = typeof command === "string" ? command : command.join(" ");
  const line = text.split("\n", 1)[0] ?? "";
  return line.length < text.length || line.length > 80 ? `${line.slice(0, 80)} ...` : line;
};
