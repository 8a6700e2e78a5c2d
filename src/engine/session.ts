import { randomBytes } from "node:crypto";
import { lastOfEnded } from "../journal/duplicates.js";
import type { CreateEvent, FoldedEntry, Journal } from "../journal/store.js";
import type { Effect } from "../lifecycle/effects.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { LifecycleEventInput, Operation } from "../lifecycle/events.js";
import type { Facts } from "../lifecycle/facts.js";
import { type BranchName, type OpId, opIdSchema, type RecordId, type Stamp } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { accepted, decided } from "./decision.js";
import { asCoppiceError, resumable } from "./failure.js";
import { type Completion, type EffectRunners, runEffects } from "./interpret.js";
import { takeUpFile } from "./local.js";
import { isMarkable, markBranch } from "./managed.js";
import { takeBackHeld } from "./take-back-held.js";
import { movedOn, operationPhrase, overtaken, wayOn } from "./wording.js";

/** A new id for one operation. */
export const newOp = (): OpId => opIdSchema.parse(randomBytes(8).toString("hex"));

/** An operation of this clone whose process died before its closing entry. */
export interface Interruption {
  readonly operation: Operation;
  /** When it began. */
  readonly since: string;
}

interface Running {
  readonly id: OpId;
  readonly name: Operation;
}

export interface SessionOptions {
  /** True: an interrupted operation is journaled as one, and the person is not told: the caller tells of it. */
  readonly quiet?: boolean;
}

export interface RunOptions {
  /** Facts for the closing entries; only `creating` needs some (canInitialize). */
  readonly facts?: (session: RecordSession) => Promise<Facts>;
}

/**
 * One record under its lock: the steps of the operation protocol. It exists only inside `withRecord`; what it appends
 * is synced to disk before it returns, observations apart.
 */
export class RecordSession {
  #journal: Journal;
  #interrupted: Interruption | undefined;
  /** The same, until something was done about it: refusals speak of it. */
  #unexplained: Interruption | undefined;
  /** The operation that this session opened. The journal may by now tell of another one that ended it. */
  #own: Running | undefined;

  private constructor(
    readonly engine: Engine,
    readonly id: RecordId,
    journal: Journal,
  ) {
    this.#journal = journal;
  }

  /**
   * Reads the journal and, when the record is in a transient state whose operation is dead, journals that first.
   * The caller holds the record's lock, so an operation of this clone that seems to run is dead.
   * @throws NO_WORKTREE when nothing is known of the record, JOURNAL_CORRUPT when it has no readable CREATE
   */
  static async start(
    engine: Engine,
    id: RecordId,
    { quiet = false }: SessionOptions = {},
  ): Promise<RecordSession> {
    const session = new RecordSession(engine, id, await readJournal(engine, id));
    takeBackHeld(engine, id);
    await session.#settle(quiet);
    return session;
  }

  /**
   * Begins a record: decides about its CREATE and journals it.
   * @param prepare takes the record's lock, before anybody can see the entry
   * @param known all records
   * @throws the refusal's code; nothing has changed then
   */
  static async create(
    engine: Engine,
    event: CreateEvent,
    facts: Facts,
    prepare: (id: RecordId) => void,
    known: Iterable<WorktreeRecord>,
  ): Promise<{ readonly session: RecordSession; readonly effects: readonly Effect[] }> {
    const { effects } = accepted(decided(engine, null, event, facts));
    const after = await formerEnd(engine, known, event.branch);
    const { id } = await engine.journal.create(event, engine.actor, prepare, after);
    const session = new RecordSession(engine, id, await readJournal(engine, id));
    const running = session.record.op;
    if (running !== null) session.#follow(running.id);
    return { session, effects };
  }

  /** Reads the journal without holding the lock, for the events that end somebody else's operation. */
  static async watch(engine: Engine, id: RecordId): Promise<RecordSession> {
    return new RecordSession(engine, id, await readJournal(engine, id));
  }

  get journal(): Journal {
    return this.#journal;
  }

  get record(): WorktreeRecord {
    return recordOf(this.#journal);
  }

  /** The operation that was found interrupted when the session began. */
  get interrupted(): Interruption | undefined {
    return this.#interrupted;
  }

  /**
   * Decides about an event and appends it; the effects are the caller's to run, with `run`.
   * @throws the refusal's code (INVALID_STATE, WORKTREE_DIRTY ...); nothing has changed then
   */
  async open(event: LifecycleEventInput, facts: Facts): Promise<readonly Effect[]> {
    const { status } = this.record;
    const { effects } = this.#accept(event, facts);
    const own = await this.#append(event);
    if (own.superseded) throw this.#explained(overtaken(this.record, event.type));
    this.#unexplained = undefined;
    if ("op" in own.entry.event) this.#follow(own.entry.event.op);
    // Another entry came in between: what was decided was decided about another state.
    if (own.from !== status) throw await this.fail(movedOn(this.record, status));
    return effects;
  }

  /**
   * The other order, for an event that says that its effects have worked (REMOVE in `error`): decide, run, append.
   * @throws the refusal, or the failure of an effect, after it was journaled as the newest ERROR of that operation
   */
  async openAfterEffects(
    event: LifecycleEventInput & { readonly op: OpId },
    facts: Facts,
    runners: EffectRunners,
    operation: Operation,
  ): Promise<WorktreeRecord> {
    const { effects } = this.#accept(event, facts);
    try {
      await runEffects(effects, runners, this.engine.signal);
    } catch (error) {
      this.#own = { id: event.op, name: operation };
      throw await this.fail(error, runners);
    }
    return this.note(event);
  }

  /** Appends an annotation, which has no effects. One that no longer counts changes nothing. */
  async note(event: LifecycleEventInput): Promise<WorktreeRecord> {
    await this.#append(event);
    return this.record;
  }

  /** Like `note`, for what was seen and can be seen again: it does not wait for the disk. */
  async observed(event: LifecycleEventInput): Promise<WorktreeRecord> {
    await this.#append(event, false);
    return this.record;
  }

  /**
   * Runs the effects of the running operation and journals how it ended; goes on while the next state is transient
   * under the same operation (creating to initializing, merging to removing).
   * @throws the failure, after it was journaled as ERROR
   */
  async run(
    effects: readonly Effect[],
    runners: EffectRunners,
    options: RunOptions = {},
  ): Promise<WorktreeRecord> {
    if (this.#own === undefined) {
      // An event without an operation of its own, ABORT_MERGE: nothing is closed after it.
      await runEffects(effects, runners, this.engine.signal);
      return this.record;
    }
    let pending = effects;
    while (this.#own !== undefined) {
      try {
        const completion = await runEffects(pending, runners, this.engine.signal);
        const facts = (await options.facts?.(this)) ?? {};
        pending = await this.#complete(this.#own.id, completion, facts);
      } catch (error) {
        throw await this.fail(error, runners);
      }
    }
    return this.record;
  }

  /**
   * Journals a failure of the running operation as ERROR and runs what the transition asks for then.
   * @returns what is to be thrown
   */
  async fail(error: unknown, runners: EffectRunners = {}): Promise<CoppiceError> {
    const op = this.#own;
    const seen = this.#asFailure(error);
    if (op === undefined) return seen.concerning(this.record.branch);
    const failure = resumable(seen);
    try {
      const event: LifecycleEventInput = {
        type: "ERROR",
        op: op.id,
        code: failure.code,
        message: failure.message || failure.code,
        details: failure.details,
        operation: op.name,
        recoverable: failure.recoverable,
      };
      const decision = decided(this.engine, this.record, event, {});
      const own = await this.#append(event);
      this.#own = undefined;
      // Somebody ended this operation from outside (remove during setup, abort during a merge).
      if (own.superseded) return overtaken(this.record, "ERROR");
      if (decision.kind === "accepted") await this.#afterFailure(decision.effects, runners);
    } catch (second) {
      const reason = asCoppiceError(second, "JOURNAL_CORRUPT", "journal the failure").message;
      this.engine.report.warn(
        `${reason.replace(/\.$/, "")}; the next command on this worktree will call it interrupted`,
      );
    }
    return failure.concerning(this.record.branch);
  }

  /** Reads the journal again, for an operation that waited for somebody else. */
  async refresh(): Promise<void> {
    this.#journal = await readJournal(this.engine, this.id);
  }

  #accept(event: LifecycleEventInput, facts: Facts): { readonly effects: readonly Effect[] } {
    try {
      return accepted(decided(this.engine, this.record, event, facts));
    } catch (error) {
      throw error instanceof CoppiceError ? this.#explained(error) : error;
    }
  }

  async #complete(op: OpId, completion: Completion, facts: Facts): Promise<readonly Effect[]> {
    const event: LifecycleEventInput = { type: "INIT_COMPLETE", op, ...completion };
    const { effects } = this.#accept(event, facts);
    // Where nothing follows, a power cut before the flush makes it an interrupted operation, which it then was.
    const own = await this.#append(event, effects.length > 0);
    this.#follow(op);
    if (own.superseded) throw overtaken(this.record, "INIT_COMPLETE");
    return effects;
  }

  /** Keeps hold of the operation while the record says that it runs. */
  #follow(op: OpId): void {
    const running = this.record.op;
    this.#own = running?.id === op ? { id: op, name: running.name } : undefined;
  }

  async #afterFailure(effects: readonly Effect[], runners: EffectRunners): Promise<void> {
    for (const effect of effects) {
      try {
        await runEffects([effect], runners);
      } catch (error) {
        this.engine.report.warn(
          asCoppiceError(error, "CLEANUP_FAILED", "clean up after the failure").message,
        );
      }
    }
  }

  async #settle(quiet: boolean): Promise<void> {
    const { op, status, branch } = this.record;
    if (op === null) return this.#settleTakeUp();
    if (op.clone !== this.engine.clone) return;
    const message = `${operationPhrase(op.name)} of ${branch} was interrupted: its process ended before it was done.`;
    const own = await this.#append({
      type: "ERROR",
      op: op.id,
      code: "INTERRUPTED",
      message,
      details: { state: status, operation: op.name },
      operation: op.name,
      recoverable: true,
    });
    if (own.superseded) return;
    this.#interrupted = { operation: op.name, since: op.since };
    this.#unexplained = this.#interrupted;
    if (!quiet) this.engine.report.warn(`${message} ${wayOn(this.record)}`);
  }

  /** A record was taken up here, and its worktree's setup did not end: no state tells of it, as it began in `active`. */
  async #settleTakeUp(): Promise<void> {
    const { engine, id } = this;
    const { status, owner, branch } = this.record;
    const left = engine.local.read(id, takeUpFile);
    if (left === undefined || owner !== engine.clone) return;
    if (left.setup && (status === "active" || status === "dirty")) {
      const message = `${operationPhrase("init")} of ${branch} was interrupted: its process ended before it was done.`;
      await this.#append({
        type: "ERROR",
        op: newOp(),
        code: "INTERRUPTED",
        message,
        details: { state: status, operation: "init" },
        operation: "init",
        recoverable: true,
      });
      engine.report.warn(`${message} ${wayOn(this.record)}`);
    }
    engine.local.clear(id, takeUpFile);
  }

  async #append(event: LifecycleEventInput, durable = true): Promise<FoldedEntry> {
    const { engine, id } = this;
    const { branch } = this.record;
    let after = this.#journal.lastStamp;
    if (event.type === "HEAD" && event.branch !== branch) {
      const end = await formerEnd(engine, (await engine.journal.records()).values(), event.branch);
      if (end !== undefined && (after === undefined || end > after)) after = end;
    }
    const entry = await engine.journal.append(id, event, engine.actor, after, { durable });
    await this.refresh();
    const own = this.#journal.entries.findLast((folded) => folded.entry.t === entry.t);
    if (own === undefined) {
      throw new CoppiceError("JOURNAL_CORRUPT", "An entry that was just written is not in the journal.");
    }
    this.#tellHooks(branch);
    return own;
  }

  /** The files are hints for hooks; the entry is written, whatever becomes of them. */
  #tellHooks(former: BranchName): void {
    const { local, repo, report } = this.engine;
    // A branch of the home workspace's name is not its own.
    if (this.record.type === "home") return;
    try {
      local.writeState(this.id, this.record);
      if (former !== this.record.branch) markBranch(repo.commonDir, former, false);
      markBranch(repo.commonDir, this.record.branch, isMarkable(this.record));
    } catch (error) {
      report.warn(asCoppiceError(error, "GIT_FAILED", "write the files of the hooks").message);
    }
  }

  #asFailure(error: unknown): CoppiceError {
    const failure = asCoppiceError(error, "GIT_FAILED", "finish the operation");
    if (!this.engine.signal.aborted || failure.code === "INTERRUPTED" || failure.code === "MERGE_CONFLICT") {
      return failure;
    }
    // Ctrl-C reaches the children too; what they complain about then is not what went wrong.
    return new CoppiceError("INTERRUPTED", "The operation was interrupted.", { cause: failure });
  }

  /** A refusal right after an interruption is about that interruption. */
  #explained(error: CoppiceError): CoppiceError {
    const interrupted = this.#unexplained;
    if (interrupted === undefined) return error;
    return new CoppiceError(
      error.code,
      `${operationPhrase(interrupted.operation)} of ${this.record.branch} was interrupted. ${error.message}`,
      { details: error.details, suggestedAction: wayOn(this.record), cause: error },
    );
  }
}

/** What a record has to follow that gets a branch: what is known of those that had it before. */
const formerEnd = (
  engine: Engine,
  known: Iterable<WorktreeRecord>,
  branch: string,
): Promise<Stamp | undefined> =>
  lastOfEnded(known, { branch, now: engine.now() }, (id) => engine.journal.read(id));

async function readJournal(engine: Engine, id: RecordId): Promise<Journal> {
  const journal = await engine.journal.read(id);
  if (journal === undefined) {
    throw new CoppiceError("NO_WORKTREE", `No worktree has the id ${id.slice(0, 12)}.`);
  }
  recordOf(journal);
  return journal;
}

function recordOf(journal: Journal): WorktreeRecord {
  if (journal.record === null) {
    throw new CoppiceError(
      "JOURNAL_CORRUPT",
      `The journal ${journal.id.slice(0, 12)} has no entry that creates its worktree.`,
    );
  }
  return journal.record;
}
