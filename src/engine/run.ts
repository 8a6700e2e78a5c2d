import { basename } from "node:path";
import type { Status } from "../git/status.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { shellWord } from "../lifecycle/shell-word.js";
import { stateProperties } from "../lifecycle/states.js";
import { programExists, programFrom } from "./command-gate.js";
import type { Engine } from "./context.js";
import { worktreeFacts } from "./facts.js";
import { asCoppiceError } from "./failure.js";
import { findRecord } from "./find.js";
import { defaultTtlMs, type Lease, takeLease } from "./lease.js";
import { journalObservation } from "./observe.js";
import { present } from "./place.js";
import { attach, type Stream } from "./process.js";
import { withRecord } from "./protocol.js";
import { recordVariables } from "./record-variables.js";

export interface RunOptions {
  /** A program with its arguments; no shell reads them. A name with a slash is looked for from the worktree. */
  readonly command: readonly [string, ...string[]];
  /** What the command reads and writes: file descriptors of this process. Default: nothing. */
  readonly streams?: readonly [Stream, Stream, Stream];
  /**
   * Called when the command runs, with what passes a signal on to it; what it returns is called at the end. Without it the
   * engine's own signal, once aborted, ends the command with SIGTERM.
   */
  readonly signals?: (pass: (name: NodeJS.Signals) => void) => () => void;
  /** Milliseconds that the lease reaches after the last sign of life. Default 15 minutes. */
  readonly ttlMs?: number;
  /** Milliseconds between two signs of life, with which the worktree is looked at. Default: a third of the term. */
  readonly heartbeatMs?: number;
}

/** How a command under a lease ended. */
export interface RunOutcome {
  readonly record: WorktreeRecord;
  /** The worktree in which it ran. */
  readonly path: string;
  /** Undefined: a signal ended it, or it did not begin. */
  readonly code: number | undefined;
  readonly signal: NodeJS.Signals | undefined;
  /** There is no such program, or it may not be started; nothing has happened. */
  readonly notFound: boolean;
}

/**
 * Runs a command in a worktree, which is leased for as long as it runs: nobody removes it meanwhile, and a merge keeps it.
 * The lease is the command's: should this process be killed, it lasts until the command has ended. While the command
 * works no git process is kept.
 * @throws WORKTREE_IN_USE, INVALID_STATE where no command may work, WORKTREE_NOT_FOUND, NO_WORKTREE, INTERRUPTED before
 *   the command has begun
 */
export async function run(
  engine: Engine,
  name: string | undefined,
  options: RunOptions,
): Promise<RunOutcome> {
  const { id } = await findRecord(engine, name);
  const { command } = options;
  const begun = await withRecord(engine, id, "run", async (session) => {
    const { record } = session;
    refuseState(record);
    const { path } = present(engine, record);
    if (!isThere(command[0], path, engine.repo.git.inherited.PATH)) return { record, path, lease: undefined };
    const { ttlMs } = options;
    const lease = await takeLease(session, {
      holder: basename(command[0]),
      ...(ttlMs === undefined ? {} : { ttlMs }),
    });
    return { record, path, lease };
  });
  const { record, path, lease } = begun;
  if (lease === undefined) return { record, path, code: undefined, signal: undefined, notFound: true };
  try {
    const env = { ...recordVariables(engine, record, path), ...ownVariables(record), PWD: path };
    const end = await work(engine, record, lease, { ...options, cwd: path, env });
    return { record: await lookAgain(engine, record), path, notFound: false, ...end };
  } finally {
    await lease.release().catch((error) => {
      const { message } = asCoppiceError(error, "GIT_FAILED", "give the lease back");
      engine.report.warn(`${message} The lease ends with this process.`);
    });
  }
}

/** What the setup's commands are not told: it is of no use to them. */
const ownVariables = ({ task, run: name }: WorktreeRecord): Record<string, string> => ({
  COPPICE_TASK: task?.id ?? "",
  COPPICE_RUN: name ?? "",
});

interface Work extends RunOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

async function work(
  engine: Engine,
  record: WorktreeRecord,
  lease: Lease,
  { command, cwd, env, streams = ["ignore", "ignore", "ignore"], signals, ttlMs, heartbeatMs }: Work,
): Promise<{ readonly code: number | undefined; readonly signal: NodeJS.Signals | undefined }> {
  // What cannot be written now is written at the end.
  await rest(engine).catch((error) => {
    if (engine.signal.aborted) throw error;
  });
  if (engine.signal.aborted)
    throw new CoppiceError("INTERRUPTED", "The command was interrupted before it began.");
  const running = attach({
    words: command,
    ...{ cwd, env, streams, inherited: engine.repo.git.inherited },
    onStart: (pid) => lease.worksAs(pid),
  });
  const onAbort = (): void => running.signal("SIGTERM");
  const forget = signals?.((name) => running.signal(name));
  engine.signal.addEventListener("abort", onAbort, { once: true });
  let beat: Promise<void> | undefined;
  const timer = setInterval(
    () => {
      beat ??= signOfLife(engine, record, lease).finally(() => {
        beat = undefined;
      });
    },
    heartbeatMs ?? (ttlMs ?? defaultTtlMs) / 3,
  );
  try {
    return await running.ended;
  } finally {
    clearInterval(timer);
    engine.signal.removeEventListener("abort", onAbort);
    forget?.();
    await beat;
  }
}

/** Whatever goes wrong here can go well the next time, and the command's own output must not be disturbed. */
async function signOfLife(engine: Engine, record: WorktreeRecord, lease: Lease): Promise<void> {
  try {
    await lease.heartbeat();
    await observed(engine, record);
    await rest(engine);
  } catch {
    // As long as the process is seen nothing depends on it.
  }
}

/**
 * Journals what is seen of the worktree. git looks before the record's lock is taken, and where nothing is new it is not
 * taken at all: the command may be about to use Coppice itself.
 */
async function observed(engine: Engine, { id }: WorktreeRecord): Promise<WorktreeRecord | undefined> {
  const known = (await engine.journal.read(id))?.record ?? undefined;
  if (known === undefined || known.status === "removed") return known;
  const { status } = await worktreeFacts(engine, known);
  if (status === undefined || isTold(known, status)) return known;
  return withRecord(engine, id, "look after a run", async (session) =>
    session.record.status === "removed" ? session.record : journalObservation(session, status),
  );
}

/** Whether a record says what git says. */
const isTold = ({ status, headOid, branch, uncommittedFiles }: WorktreeRecord, now: Status): boolean =>
  now.branch === branch &&
  now.oid === headOid &&
  (now.clean ? status === "active" : status === "dirty" && uncommittedFiles?.total === now.files.length);

/** @returns the record as it is at the end; that it could not be looked at takes nothing from what the command has done */
async function lookAgain(engine: Engine, record: WorktreeRecord): Promise<WorktreeRecord> {
  try {
    return (await observed(engine, record)) ?? record;
  } catch (error) {
    const failure = asCoppiceError(error, "GIT_FAILED", "look at the worktree");
    if (failure.code !== "INVALID_STATE") engine.report.warn(failure.message);
    return (await engine.journal.read(record.id))?.record ?? record;
  }
}

/** Nothing of git stays open, and nothing waits to be written, while a command may work for hours. */
async function rest(engine: Engine): Promise<void> {
  await engine.journal.flush();
  await engine.repo.close();
}

/** A program is looked for from where it is to run. */
const isThere = (program: string, cwd: string, path: string | undefined): boolean =>
  programExists(programFrom(program, cwd), path);

/** The states in which a command may work; in a conflict that is the resolver alone. */
function refuseState(record: WorktreeRecord): void {
  const { status, branch, lastError } = record;
  const { allowsAgentAccess, requiresResolution } = stateProperties(
    status,
    status === "error" ? lastError?.operation : undefined,
  );
  if (record.type === "worktree" && allowsAgentAccess && !requiresResolution) return;
  throw new CoppiceError(
    "INVALID_STATE",
    record.type === "worktree"
      ? `${branch} is ${status}: no command may work there now.`
      : "The home workspace is never leased: no command is run there.",
    { details: { branch, state: status }, suggestedAction: wayOut(record) },
  );
}

function wayOut({ type, status, branch }: WorktreeRecord): string {
  const name = shellWord(branch);
  if (type !== "worktree") return "Start the command there without coppice run.";
  if (status === "conflict")
    return `coppice resolve ${name} --with COMMAND lets a command resolve it; coppice abort ${name} gives the merge up.`;
  if (status === "error") return `coppice retry ${name} goes on from there; coppice show ${name} tells more.`;
  return "Wait until what runs has ended, then run the command again.";
}
