import type { Registration } from "../../git/worktree-links.js";
import type { Worktree } from "../../git/worktrees.js";
import type { JournalHead } from "../../journal/store.js";
import type { BranchName, Oid, RecordId } from "../../lifecycle/ids.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import type { Engine } from "../context.js";
import type { Sight } from "../facts.js";
/** What a finding is about; each part null where it says nothing. */
export interface Subject {
    readonly id: RecordId | null;
    readonly branch: string | null;
    /** The worktree's directory, or the file that is meant; absolute. */
    readonly path: string | null;
}
/**
 * "broken": something does not work, or work is at risk. "warning": two things that should agree do not.
 * "note": nothing is wrong; it is only worth knowing, and counts for nothing in the exit code.
 */
export type Severity = "broken" | "warning" | "note";
/** What a finding was told from, for programs and for the curious. */
export type Evidence = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
/** One thing that is not as it should be. */
export interface Finding {
    /** In kebab-case; docs/doctor.md has a row for each. */
    readonly code: string;
    readonly severity: Severity;
    readonly subject: Subject | null;
    /** What is wrong, with what: one sentence. */
    readonly message: string;
    /** What a person can do, where nothing or not everything is repaired: one sentence. */
    readonly suggestedAction: string;
    readonly evidence: Evidence;
    /**
     * Repairs it: looks again first, under the locks that the engine's operations take, since what was found may have
     * changed. Can be run again. Whatever it would lose is archived first.
     * @returns what was done, one sentence; undefined when there was nothing to be done any more
     * @throws CoppiceError why it cannot be repaired; the finding stands then
     */
    readonly repair?: () => Promise<string | undefined>;
}
/**
 * What checkers look at. Everything is read when it is first asked for, once, and nothing is written. Each part may
 * throw; then only the checkers fail that need it.
 */
export interface DoctorView {
    readonly engine: Engine;
    /** All journals without their entries, from notes and spool; those of one branch that were joined are one. */
    journals(): Promise<ReadonlyMap<RecordId, JournalHead>>;
    /** The live records, oldest first. */
    live(): Promise<readonly WorktreeRecord[]>;
    /** The removed records, oldest first. */
    removed(): Promise<readonly WorktreeRecord[]>;
    /** The worktrees as git lists them, the main one (or the bare repository) first. */
    worktrees(): Promise<readonly Worktree[]>;
    /** The registrations in `<common>/worktrees` that can be read. */
    registrations(): readonly Registration[];
    /** Local branches and where they stand. */
    branches(): Promise<ReadonlyMap<BranchName, Oid>>;
    /** Where the worktrees of this clone's live records are, and their status. */
    sights(): Promise<ReadonlyMap<RecordId, Sight>>;
    /** Whether a living process works on the record: then it is left alone. */
    isBusy(id: RecordId): boolean;
}
/** Looks at one topic. Writes nothing. */
export type Checker = (view: DoctorView) => Promise<readonly Finding[]>;
/** The subject of a record's finding. */
export declare const subjectOf: (record: WorktreeRecord, path?: string | null) => Subject;
/** A finding about a file or directory. */
export declare const subjectAt: (path: string) => Subject;
