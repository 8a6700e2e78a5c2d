import { CoppiceError } from "../../lifecycle/errors.js";
import { recordStale } from "./entries.js";
import type { Ledger } from "./ledger.js";
import { codeSpan, link } from "./markdown.js";
import type { HostedRun } from "./model.js";
import type { Subject } from "./prune-facts.js";

/** A branch that is told that it is stale. */
export interface Marked {
  readonly subject: Subject;
  /** Milliseconds since the epoch. */
  readonly lastWork: number;
  readonly because: string;
}

/** Our comment on a pull request is found again by it. */
const marker = "<!-- coppice:stale -->";

/** Journals the marks; they are pushed with the journals. */
export async function markStale(ledger: Ledger, marked: readonly Marked[]): Promise<void> {
  for (const { subject, lastWork } of marked) {
    const { id } = subject.task.record;
    // A mark that is older than what the record calls its last activity would be taken for one that missed some work.
    const known = Date.parse(ledger.get(id).lastActivity);
    await recordStale(ledger, id, Math.max(lastWork, known));
  }
}

/**
 * Tells the readers of pull requests. What cannot be told is a warning; a permission that is missing, or a limit that is
 * reached, would be the same for the next one.
 */
export async function commentStale(run: HostedRun, marked: readonly Marked[]): Promise<string[]> {
  const warnings: string[] = [];
  for (const one of marked) {
    const number = pullOf(one.subject);
    if (number === undefined) continue;
    try {
      await run.forge.comment(number, marker, textOf(run, one));
    } catch (error) {
      if (!(error instanceof CoppiceError) || error.code === "INTERRUPTED") throw error;
      const text = `Pull request #${number} was not told that its branch is stale: ${error.message}`;
      warnings.push(error.suggestedAction === undefined ? text : `${text} ${error.suggestedAction}`);
      if (error.code === "PERMISSION_DENIED" || error.code === "RATE_LIMITED") break;
    }
  }
  return warnings;
}

/** The open one from the branch, else the last one that was closed without a merge. */
function pullOf({ pull, task }: Subject): number | undefined {
  if (pull !== undefined) return pull.number;
  return task.record.pr?.state === "closed" ? task.record.pr.number : undefined;
}

function textOf({ engine, runUrl }: HostedRun, { subject, because }: Marked): string {
  const { graceDays } = engine.config.prune;
  const days = graceDays === 1 ? "1 day" : `${graceDays} days`;
  const stays =
    subject.pull === undefined
      ? `It is deleted after ${days}, unless somebody pushes to it.`
      : `It stays as long as this pull request is open. After that it is deleted, ${days} from now at the earliest, unless somebody pushes to it.`;
  return [
    marker,
    `The branch ${codeSpan(subject.task.branch)} is stale: ${because}. ${stays} Its commits are archived before it goes.`,
    ...(runUrl === undefined ? [] : ["", link("The run that says so", runUrl)]),
  ].join("\n");
}
