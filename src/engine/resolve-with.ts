import { renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { conflictReport } from "../git/conflict-report.js";
import { commitsBetween, isAncestor } from "../git/history.js";
import { appendOwn } from "../git/own-file.js";
import { readRef } from "../git/refs.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { branchRef, type RecordId } from "../lifecycle/ids.js";
import { shellWord } from "../lifecycle/shell-word.js";
import type { Engine } from "./context.js";
import { logsFile } from "./local.js";
import { present } from "./place.js";
import { failureOf, runRecordCommand } from "./record-command.js";
import { recordVariables } from "./record-variables.js";
import { stageResolved } from "./resolve-apply.js";
import { stillOpen } from "./resolve-conclude.js";
import { openFiles, type Resolving } from "./resolve-look.js";
import { FailureLine, type ResolverBrief, resolverEnvironment, resolverInput } from "./resolver.js";
import { requireTrust } from "./trust.js";

/** Where the config names the command. */
export const resolverKey = "conflict.resolver";

/** How many commits of each side a resolver is told. */
const mostCommits = 50;

/**
 * The command that is to resolve: one that the person gives now, or the config's.
 * @throws CONFIG_INVALID when there is none
 */
export function resolverCommand(engine: Engine, given: string | undefined): string {
  const command = given ?? engine.config.conflict.resolver;
  if (command !== undefined && command.trim() !== "") return command;
  throw new CoppiceError(
    "CONFIG_INVALID",
    `No way to resolve was given, and no '${resolverKey}' is configured.`,
    {
      details: { key: resolverKey },
      suggestedAction: "Give --ours, --theirs, --manual or --with COMMAND.",
    },
  );
}

/**
 * Runs a resolver command in the task's worktree. It is not believed: what counts is what is left open.
 * @param fromConfig it needs this clone's trust
 * @throws CONFLICT_RESOLUTION_FAILED, with the command's own `CONFLICT_FAILED: reason`; UNTRUSTED
 */
export async function runResolver(resolving: Resolving, command: string, fromConfig: boolean): Promise<void> {
  const { session, place } = resolving;
  const { engine, record } = session;
  if (fromConfig) await requireTrust(engine, [resolverKey], { directory: place.path });
  const brief = await briefOf(resolving);
  const document = resolverInput(brief, place.path);
  const log = transcript(engine, record.id);
  log.add(`\n# ${new Date(engine.now()).toISOString()}\n$ ${command}\n${document}`);
  engine.report.step(`resolving ${record.branch}: ${command}`);
  const told = new FailureLine();
  const result = await runRecordCommand(engine, record.id, {
    command,
    cwd: place.path,
    env: { ...recordVariables(engine, record, place.path), ...resolverEnvironment(brief) },
    stdin: document,
    timeoutMs: brief.seconds * 1000,
    logFile: log.path,
    onOutput: (chunk) => told.read(chunk),
  });
  const failure = failureOf(result, brief.seconds * 1000);
  log.add(`# the command ${failure ?? "ended with exit code 0"}\n`);
  if (failure !== undefined || told.reason !== undefined) {
    throw new CoppiceError(
      "CONFLICT_RESOLUTION_FAILED",
      told.reason === undefined
        ? `The resolver command ${failure ?? "failed"}.`
        : `The resolver command gave up: ${told.reason}`,
      {
        details: {
          branch: record.branch,
          step: "resolver",
          ...(told.reason === undefined ? {} : { reason: told.reason }),
          ...(result.code === undefined ? {} : { exitCode: result.code }),
          ...(result.timedOut ? { timeoutMs: brief.seconds * 1000 } : {}),
          output: result.tail,
        },
        suggestedAction: `What it did is in the worktree: coppice resolve ${shellWord(record.branch)} --manual, or coppice abort ${shellWord(record.branch)}.`,
      },
    );
  }
  present(engine, record);
  await refuseLostCommits(resolving);
  await stageResolved(engine, place);
  const left = await openFiles(resolving);
  if (left.length > 0) throw stillOpen(record.branch, left, "the resolver command left them open");
}

/** A branch without its own commits merges cleanly, too, and its worktree would go as one that has landed. */
async function refuseLostCommits({ session, head }: Resolving): Promise<void> {
  const { engine, record } = session;
  const { branch } = record;
  const now = await readRef(engine.repo, branchRef(branch));
  if (now !== undefined && (now === head || (await isAncestor(engine.repo, head, now)))) return;
  throw new CoppiceError(
    "CONFLICT_RESOLUTION_FAILED",
    `The resolver command took commits off ${branch}, which was at ${head.slice(0, 10)}.`,
    {
      details: { branch, expectedOid: head, ...(now === undefined ? {} : { actualOid: now }) },
      suggestedAction: `git reset --keep ${head} there brings them back; coppice resolve ${shellWord(branch)} --continue goes on without them.`,
    },
  );
}

async function briefOf(resolving: Resolving): Promise<ResolverBrief> {
  const { session, target, merge, head, tip } = resolving;
  const { engine, record } = session;
  const open = new Set(await openFiles(resolving));
  const report =
    merge.outcome === "conflict"
      ? await conflictReport(engine.repo.objects(), merge)
      : { files: [], total: 0 };
  const [ours, theirs] = await Promise.all([
    commitsBetween(engine.repo, { of: head, notIn: [tip], limit: mostCommits }),
    commitsBetween(engine.repo, { of: tip, notIn: [head], limit: mostCommits }),
  ]);
  return {
    record,
    files: report.files.filter(({ path }) => open.has(path)),
    total: open.size,
    ours: { branch: record.branch, oid: head, commits: ours },
    theirs: { branch: target.branch, oid: tip, commits: theirs },
    seconds: engine.config.conflict.timeout,
  };
}

/** Above this a transcript begins anew, beside the one before. */
const largestTranscript = 1_048_576;

/** What resolvers were told and have said, one after the other, in a file that `show` names; for its owner alone. */
function transcript(engine: Engine, id: RecordId): { readonly path: string; add(text: string): void } {
  const path = join(engine.local.directory(id), "resolver.log");
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > largestTranscript)
    renameSync(path, `${path}.1`);
  engine.local.write(id, logsFile, { ...engine.local.read(id, logsFile), resolver: path });
  return { path, add: (text) => appendOwn(path, text, 0o600) };
}
