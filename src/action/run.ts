import { isTaskBranch } from "../config/task-branches.js";
import type { Checked } from "../engine/hosted/check.js";
import type { HostedRun, Report } from "../engine/hosted/model.js";
import { beginOpenPulls } from "../forge/early.js";
import type { HostedForge } from "../forge/hosted.js";
import type { ForgePlace } from "../forge/place.js";
import { beginRemote } from "../journal/memory/early.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { refuseBaseAsTask } from "./base.js";
import { readEvent } from "./event.js";
import { inputVariable } from "./input-table.js";
import { type ActionInputs, readInputs } from "./inputs.js";
import { eventText, type Job, placeOf, readJob } from "./job.js";
import type { Result } from "./result.js";
import { type Route, routeOf } from "./route.js";
import { Voice } from "./voice.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** A run with everything that was read of the workflow file and the event. */
interface Task {
  readonly env: Environment;
  readonly voice: Voice;
  readonly job: Job;
  readonly inputs: ActionInputs;
  readonly signal: AbortSignal;
  /** Also ends what was begun early and nobody asked for. */
  readonly ended: AbortSignal;
}

/** What parts of a run have found so far. */
interface Found {
  readonly checked: Checked[];
  readonly notes: string[];
  readonly problems: CoppiceError[];
  report?: Report;
  base?: string;
}

/**
 * Runs the Action: reads inputs and event, does what they ask for, and tells what it did. What is not needed before the
 * first request is loaded while that is on its way.
 * @throws CoppiceError when it could not begin, or nothing can be told of what it did
 */
export async function run(env: Environment): Promise<void> {
  const voice = new Voice(tokenOf(env));
  const inputs = await readInputs(env);
  const job = readJob(env);
  const end = new AbortController();
  const signal = interruption();
  const task: Task = { env, voice, job, inputs, signal, ended: AbortSignal.any([signal, end.signal]) };
  const { taskBranches } = inputs.config;
  const route = routeOf(readEvent(job.event, await eventText(job)), {
    operation: inputs.operation,
    prune: inputs.settings.prune,
    isTask: (branch) =>
      taskBranches === undefined ? undefined : isTaskBranch({ taskBranches: [taskBranches].flat() }, branch),
  });
  const found: Found = { checked: [], notes: [], problems: [] };
  try {
    await follow(route, task, found);
  } catch (error) {
    throw task.signal.aborted ? interrupted() : error;
  } finally {
    end.abort();
  }
  const result: Result = {
    dryRun: inputs.settings.dryRun,
    report: found.report,
    checked: found.checked,
    notes: found.notes,
    problems: [...found.problems, ...(found.report?.problems ?? [])],
  };
  const { show } = await import("./runner.js");
  await show(result, voice, { base: found.base, failOnConflict: inputs.failOn === "conflict" });
}

/** Tells of a run that did not end. */
export async function runFailed(error: unknown, env: Environment): Promise<void> {
  const { showFailure } = await import("./runner.js");
  await showFailure(error, new Voice(tokenOf(env)));
}

const tokenOf = (env: Environment): string | undefined => env[inputVariable("github-token")]?.trim();

/** A runner that cancels a job sends SIGINT, and a few seconds later what cannot be caught. */
function interruption(): AbortSignal {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());
  return stop.signal;
}

const interrupted = (): CoppiceError =>
  new CoppiceError("INTERRUPTED", "The run was interrupted.", {
    suggestedAction: "What it had done by then is over there; the next run of any kind goes on from it.",
  });

async function follow(route: Route, task: Task, found: Found): Promise<void> {
  switch (route.kind) {
    case "nothing":
      found.notes.push(route.why);
      return;
    case "aside":
      found.notes.push(route.why);
      return aside(task, found);
    case "check":
      await check(route, task, found);
      if (route.after === "nothing") return;
      try {
        await (route.after === "merge" && found.notes.length === 0
          ? merge("merge", route.branch, task, found)
          : aside(task, found));
      } catch (error) {
        // What was checked is told all the same.
        if (!(error instanceof CoppiceError) || task.signal.aborted) throw error;
        found.problems.push(error);
      }
      return;
    case "reconcile":
      return reconcile(route.branch, task, found);
    case "sync":
      // Without a clone as much is found out as the forge and the journals tell.
      return (await hasClone(task))
        ? merge("sync", undefined, task, found)
        : reconcile(undefined, task, found);
    case "merge":
    case "prune":
      return merge(route.kind, route.branch, task, found);
  }
}

async function check(route: Extract<Route, { kind: "check" }>, task: Task, found: Found): Promise<void> {
  const { inputs } = task;
  const light = await openLight(task);
  const { runCheck } = await import("../engine/hosted/check.js");
  const { runUrl } = await import("./runner.js");
  const report = await runCheck({
    journal: light.journal,
    forge: light.forge,
    isTaskBranch: (branch) => isTaskBranch(light.config, branch),
    of:
      route.pull !== undefined
        ? { pull: route.pull }
        : route.branch !== undefined
          ? { branch: route.branch }
          : "all",
    requireSubmit: inputs.settings.requireSubmit,
    dryRun: inputs.settings.dryRun,
    runUrl: await runUrl(),
  });
  found.checked.push(...report.checked);
  found.notes.push(...report.notes);
  found.problems.push(...report.problems);
}

async function reconcile(branch: string | undefined, task: Task, found: Found): Promise<void> {
  const light = await openLight(task);
  if (branch !== undefined && !isTaskBranch(light.config, branch))
    found.notes.push(`${branch} is no task branch.`);
  const { runLight } = await import("../engine/hosted/light.js");
  const { committer, settings } = task.inputs;
  found.report = await runLight({ run: light, name: committer.name, dryRun: settings.dryRun });
}

/**
 * Records what happened to others, where the run is not about them. A job that may not do that, as one that only checks,
 * has not failed at what it was started for: the next run that may finds it out again.
 */
async function aside(task: Task, found: Found): Promise<void> {
  const tolerable = ({ code, suggestedAction }: CoppiceError): boolean => {
    if (code !== "PERMISSION_DENIED" && code !== "PUSH_REJECTED") return false;
    found.notes.push(`What happened to other branches was not recorded. ${suggestedAction}`);
    return true;
  };
  try {
    await reconcile(undefined, task, found);
  } catch (error) {
    if (!(error instanceof CoppiceError && tolerable(error))) throw error;
    return;
  }
  const { report } = found;
  if (report !== undefined)
    found.report = { ...report, problems: report.problems.filter((one) => !tolerable(one)) };
}

/** The journals are asked for first; the runner's packages and the forge's are loaded meanwhile. */
async function openLight(task: Task) {
  const { job, inputs, voice, ended } = task;
  const url = `${job.serverUrl}/${job.repository}.git`;
  const http = beginRemote(url, inputs.token, ended);
  const { openLightRun } = await import("../engine/hosted/light-open.js");
  const light = await openLightRun({
    url,
    http,
    token: inputs.token,
    forge: async () => {
      await voice.open();
      return openForge(task, placeOf(job, task.env, inputs.token));
    },
    inputs: inputs.config,
    configPath: inputs.configPath,
    committer: inputs.committer,
  });
  refuseBaseAsTask(light.base, light.config.taskBranches);
  return light;
}

async function openForge(
  { job, signal }: Task,
  place: ForgePlace,
  send?: typeof fetch,
): Promise<HostedForge> {
  const { openHostedForge } = await import("../forge/open-hosted.js");
  return openHostedForge(place, { signal, workflow: job.workflow, fetch: send });
}

async function hasClone({ job }: Task): Promise<boolean> {
  const { existsSync } = await import("node:fs");
  const { join } = await import("node:path");
  return existsSync(join(job.workspace, ".git"));
}

async function merge(
  kind: "merge" | "prune" | "sync",
  branch: string | undefined,
  task: Task,
  found: Found,
): Promise<void> {
  const { job, inputs, voice, signal } = task;
  if (!(await hasClone(task))) throw noClone();
  const place = placeOf(job, task.env, inputs.token);
  const send = beginOpenPulls(place, task.ended);
  const { configInputs, withVerify } = await import("./verify.js");
  const { closeHostedRun, openHostedRun } = await import("../engine/hosted/open.js");
  const opened = await openHostedRun({
    cwd: job.workspace,
    token: inputs.token,
    serverUrl: job.serverUrl,
    repository: job.repository,
    inputs: configInputs(inputs),
    configPath: inputs.configPath,
    settings: inputs.settings,
    committer: inputs.committer,
    forge: await openForge(task, place, send),
    signal,
    report: voice,
  });
  try {
    await voice.open();
    const { runUrl } = await import("./runner.js");
    const run: HostedRun = { ...withVerify(opened, inputs.verify), runUrl: await runUrl() };
    found.base = run.base;
    const { config } = run.engine;
    refuseBaseAsTask(run.base, config.taskBranches);
    if (branch !== undefined && !isTaskBranch(config, branch)) {
      found.notes.push(`${branch} is no task branch.`);
      const { syncRun } = await import("../engine/hosted/cycle.js");
      found.report = await syncRun(run);
    } else if (kind === "prune") {
      const { pruneRun } = await import("../engine/hosted/nightly.js");
      found.report = await pruneRun(run, { mergeFirst: inputs.operation === "auto" });
    } else {
      const { mergeCycle, syncRun } = await import("../engine/hosted/cycle.js");
      found.report = await (kind === "sync" ? syncRun : mergeCycle)(run);
    }
  } finally {
    await closeHostedRun(opened);
  }
}

const noClone = (): CoppiceError =>
  new CoppiceError("NOT_A_REPO", "There is no clone of the repository in the job's workspace.", {
    suggestedAction:
      "Let actions/checkout run before this step; only checks and what a closing starts need none.",
  });
