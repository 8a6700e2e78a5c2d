import * as z from "zod/mini";
import { type RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
/** One kind of local fact about a record: a small JSON file with a schema. */
export interface LocalFile<T> {
    readonly name: string;
    readonly schema: z.ZodMiniType<T>;
}
/** Where the worktree lies. Written before `git worktree add`, so that a killed creation can be cleaned up. */
export declare const placeFile: {
    name: string;
    schema: z.ZodMiniObject<{
        v: z.ZodMiniLiteral<1>;
        path: z.ZodMiniString<string>;
        identity: z.ZodMiniNullable<z.ZodMiniObject<{
            dev: z.ZodMiniString<string>;
            ino: z.ZodMiniString<string>;
        }, z.core.$strip>>;
        gitDir: z.ZodMiniNullable<z.ZodMiniString<string>>;
        found: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
        foreign: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
        branch: z.ZodMiniNullable<z.ZodMiniObject<{
            name: z.core.$ZodBranded<z.ZodMiniString<string>, "BranchName", "out">;
            start: z.core.$ZodBranded<z.ZodMiniString<string>, "Oid", "out">;
            made: z.ZodMiniBoolean<boolean>;
            upstream: z.ZodMiniNullable<z.ZodMiniString<string>>;
        }, z.core.$strip>>;
    }, z.core.$strip>;
};
export type Place = z.infer<typeof placeFile.schema>;
/**
 * A record that no clone holds is being taken up here, or was when the process ended. Before it is this clone's,
 * `create` goes on; after that, its setup was not finished.
 */
export declare const takeUpFile: {
    name: string;
    schema: z.ZodMiniObject<{
        v: z.ZodMiniLiteral<1>;
        setup: z.ZodMiniBoolean<boolean>;
    }, z.core.$strip>;
};
/** Logs of the setup, by step (`install`, `initScript` ...): absolute paths. */
export declare const logsFile: {
    name: string;
    schema: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>;
};
/**
 * What this clone alone knows of its records, under `coppice/local/<id>` of the common git directory. Nothing here
 * is a status, and everything can be deleted: what is lost is where a directory was, which git's own list tells again.
 */
export declare class LocalFacts {
    #private;
    constructor(commonDir: string);
    /** The record's own directory, made when it is missing; for logs and what else is bulky. */
    directory(id: RecordId): string;
    /** Undefined when the fact was never written, or is not readable as what it should be. */
    read<T>(id: RecordId, file: LocalFile<T>): T | undefined;
    /** Whether something was written as this fact, readable or not. */
    holds(id: RecordId, file: LocalFile<unknown>): boolean;
    write<T>(id: RecordId, file: LocalFile<T>, value: T): void;
    /** Forgets one fact. */
    clear(id: RecordId, file: LocalFile<unknown>): void;
    /** Forgets everything of a record whose worktree is gone, logs too. */
    forget(id: RecordId): void;
    /** The records of which anything is known here. */
    ids(): RecordId[];
    place(id: RecordId): Place | undefined;
    setPlace(id: RecordId, place: Place): void;
    /** Marks the worktree's own git directory with the record it belongs to; hooks and `find` read it there. */
    markWorktree(gitDir: string, id: RecordId): void;
    /** Takes the mark of one record away. */
    unmarkWorktree(gitDir: string, id: RecordId): void;
    /** The record that a worktree's own git directory belongs to. */
    markOf(gitDir: string): RecordId | undefined;
    /**
     * What sh hooks decide by: the file's first line, the status, in an error with the operation that failed. It is a copy
     * for them alone: nothing reads it as the status. Does nothing where the worktree is gone.
     */
    writeState(id: RecordId, record: Pick<WorktreeRecord, "status" | "lastError">): void;
    /** Whether that file in a worktree's git directory says what the record says. */
    isStateTold(gitDir: string, record: Pick<WorktreeRecord, "status" | "lastError">): boolean;
}
