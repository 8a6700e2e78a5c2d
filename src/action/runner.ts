import { CoppiceError } from "../lifecycle/errors.js";
import { annotationsOf } from "./annotations.js";
import { outputNames, outputsOf } from "./outputs.js";
import { countsText, type Result } from "./result.js";
import { summaryOf } from "./summary.js";
import type { Voice } from "./voice.js";

/** Where a person can read about this run; undefined where the runner does not say enough, or the event is unreadable. */
export async function runUrl(): Promise<string | undefined> {
  try {
    const { context } = await import("@actions/github");
    const { owner, repo } = context.repo;
    if (!Number.isSafeInteger(context.runId)) return undefined;
    return `${context.serverUrl}/${owner}/${repo}/actions/runs/${context.runId}`;
  } catch {
    // It reads the event's file when it is loaded.
    return undefined;
  }
}

/** Shows a result: outputs, summary, annotations and, where something went wrong, the failed job. */
export async function show(
  result: Result,
  voice: Voice,
  how: { readonly base: string | undefined; readonly failOnConflict: boolean },
): Promise<void> {
  const core = await voice.open();
  const texts = outputsOf(result);
  for (const name of outputNames) core.setOutput(name, voice.clean(texts[name]));
  await summarize(voice.clean(summaryOf(result, how.base)), voice);
  for (const { level, title, message } of annotationsOf(result))
    core[level](voice.clean(message), { title: voice.clean(title) });
  for (const { details } of result.problems) if (details.output !== undefined) voice.output(details.output);
  voice.step(countsText(result));
  // Each problem has its annotation already.
  if (result.problems.length > 0) process.exitCode = core.ExitCode.Failure;
  else if (how.failOnConflict) {
    const why = conflictText(result);
    if (why !== undefined) core.setFailed(voice.clean(why));
  }
}

/** A run that could not begin, or that ended before it could tell what it did. */
export async function showFailure(error: unknown, voice: Voice): Promise<void> {
  const core = await voice.open();
  const problem =
    error instanceof CoppiceError
      ? error
      : new CoppiceError(
          "GIT_FAILED",
          `Coppice failed: ${error instanceof Error ? error.message : "unknown reason"}`,
          {
            suggestedAction: "This is a bug: report it with the job's log.",
          },
        );
  const result: Result = { dryRun: false, report: undefined, checked: [], notes: [], problems: [problem] };
  await summarize(voice.clean(summaryOf(result, undefined)), voice);
  if (problem.details.output !== undefined) voice.output(problem.details.output);
  if (!(error instanceof CoppiceError) && error instanceof Error) voice.output(error.stack ?? "");
  for (const { title, message } of annotationsOf(result).slice(1))
    core.error(voice.clean(message), { title: voice.clean(title) });
  core.setFailed(voice.clean(annotationsOf(result)[0]?.message ?? "Coppice failed."));
}

/** That branches conflict; undefined: none does. */
function conflictText({ checked, report }: Result): string | undefined {
  const rows = report?.rows.filter(({ outcome }) => outcome === "conflicted") ?? [];
  const branches = new Set([
    ...rows.map(({ branch }) => branch),
    ...checked.filter(({ conflicts }) => conflicts).map(({ branch }) => branch),
  ]);
  return branches.size === 0
    ? undefined
    : `${branches.size === 1 ? "A branch conflicts" : `${branches.size} branches conflict`} with base, and fail-on is conflict.`;
}

/** A runner that has no place for summaries is no reason to fail. */
async function summarize(text: string, voice: Voice): Promise<void> {
  const core = await voice.open();
  if ((process.env.GITHUB_STEP_SUMMARY ?? "") === "") return;
  try {
    await core.summary.addRaw(text).write();
  } catch {
    voice.warn("the job's summary could not be written");
  }
}
