import type { CreateEvent, Journal } from "../journal/store.js";
import type { Effect } from "../lifecycle/effects.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { LifecycleEventInput, Operation } from "../lifecycle/events.js";
import type { Facts } from "../lifecycle/facts.js";
import { type OpId, type RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { type EffectRunners } from "./interpret.js";
/** A new id for one operation. */
export declare const newOp: () => OpId;
/** An operation of this clone whose process died before its closing entry. */
export interface Interruption {
    readonly operation: Operation;
    /** When it began. */
    readonly since: string;
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
export declare class RecordSession {
    #private;
    readonly engine: Engine;
    readonly id: RecordId;
    private constructor();
    /**
     * Reads the journal and, when the record is in a transient state whose operation is dead, journals that first.
     * The caller holds the record's lock, so an operation of this clone that seems to run is dead.
     * @throws NO_WORKTREE when nothing is known of the record, JOURNAL_CORRUPT when it has no readable CREATE
     */
    static start(engine: Engine, id: RecordId, { quiet }?: SessionOptions): Promise<RecordSession>;
    /**
     * Begins a record: decides about its CREATE and journals it.
     * @param prepare takes the record's lock, before anybody can see the entry
     * @param known all records
     * @throws the refusal's code; nothing has changed then
     */
    static create(engine: Engine, event: CreateEvent, facts: Facts, prepare: (id: RecordId) => void, known: Iterable<WorktreeRecord>): Promise<{
        readonly session: RecordSession;
        readonly effects: readonly Effect[];
    }>;
    /** Reads the journal without holding the lock, for the events that end somebody else's operation. */
    static watch(engine: Engine, id: RecordId): Promise<RecordSession>;
    get journal(): Journal;
    get record(): WorktreeRecord;
    /** The operation that was found interrupted when the session began. */
    get interrupted(): Interruption | undefined;
    /**
     * Decides about an event and appends it; the effects are the caller's to run, with `run`.
     * @throws the refusal's code (INVALID_STATE, WORKTREE_DIRTY ...); nothing has changed then
     */
    open(event: LifecycleEventInput, facts: Facts): Promise<readonly Effect[]>;
    /**
     * The other order, for an event that says that its effects have worked (REMOVE in `error`): decide, run, append.
     * @throws the refusal, or the failure of an effect, after it was journaled as the newest ERROR of that operation
     */
    openAfterEffects(event: LifecycleEventInput & {
        readonly op: OpId;
    }, facts: Facts, runners: EffectRunners, operation: Operation): Promise<WorktreeRecord>;
    /** Appends an annotation, which has no effects. One that no longer counts changes nothing. */
    note(event: LifecycleEventInput): Promise<WorktreeRecord>;
    /** Like `note`, for what was seen and can be seen again: it does not wait for the disk. */
    observed(event: LifecycleEventInput): Promise<WorktreeRecord>;
    /**
     * Runs the effects of the running operation and journals how it ended; goes on while the next state is transient
     * under the same operation (creating to initializing, merging to removing).
     * @throws the failure, after it was journaled as ERROR
     */
    run(effects: readonly Effect[], runners: EffectRunners, options?: RunOptions): Promise<WorktreeRecord>;
    /**
     * Journals a failure of the running operation as ERROR and runs what the transition asks for then.
     * @returns what is to be thrown
     */
    fail(error: unknown, runners?: EffectRunners): Promise<CoppiceError>;
    /** Reads the journal again, for an operation that waited for somebody else. */
    refresh(): Promise<void>;
}
