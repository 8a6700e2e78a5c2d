import { type Config, type ConfigCommand } from "../config/load.js";
import { type Repository } from "../git/repository.js";
import type { GitRunner } from "../git/run.js";
import { type JournalStore } from "../journal/store.js";
import type { Actor, Door } from "../lifecycle/entry.js";
import type { CloneId } from "../lifecycle/ids.js";
import { LocalFacts } from "./local.js";
import { Trash } from "./trash.js";
/** Where progress and warnings go. A door renders them; an engine never prints. */
export interface Reporter {
    /** One step of long work, in a few words. */
    step(text: string): void;
    /** Something that a person should know and that stops nothing. */
    warn(text: string): void;
    /** A piece of a running command's output. */
    output(chunk: string): void;
}
/** A reporter that keeps silent. */
export declare const silent: Reporter;
/** Everything that an operation works with. One engine serves one command run. */
export interface Engine {
    readonly repo: Repository;
    readonly config: Config;
    /** The person's own commands in the config; those of the file need trust. */
    readonly commands: readonly ConfigCommand[];
    readonly journal: JournalStore;
    readonly clone: CloneId;
    readonly actor: Actor;
    readonly local: LocalFacts;
    /** Where removed worktrees go. */
    readonly trash: Trash;
    readonly report: Reporter;
    /** Aborted by Ctrl-C: the running operation then ends as ERROR INTERRUPTED. */
    readonly signal: AbortSignal;
    /** Milliseconds since the epoch. */
    readonly now: () => number;
    /** Where the command runs, absolute. */
    readonly cwd: string;
}
export interface EngineOptions {
    readonly cwd: string;
    readonly door: Door;
    readonly report?: Reporter;
    readonly signal?: AbortSignal;
    readonly now?: () => number;
    /** Counts and traces git processes; a new one by default. */
    readonly git?: GitRunner;
    /**
     * The words that start the program `coppice` anew: what takes long and nobody waits for goes on there. Without it closing
     * the engine takes as long as the files of large worktrees take to be deleted.
     */
    readonly program?: readonly [string, ...string[]];
    /** For who only looks: opening writes nothing. Such an engine is not closed by `closeEngine`, only its repository is. */
    readonly readOnly?: boolean;
}
/**
 * Opens the repository that `cwd` lies in, with one git process, or two.
 * @throws NOT_A_REPO, GIT_TOO_OLD, CONFIG_INVALID
 */
export declare function openEngine(options: EngineOptions): Promise<Engine>;
/**
 * The engine of a repository that is open.
 * @throws CONFIG_INVALID
 */
export declare function engineOn(repo: Repository, options: Omit<EngineOptions, "git">): Promise<Engine>;
/** Brings every entry of this run into the notes ref, ends the git processes that it kept, and empties the trash. */
export declare function closeEngine(engine: Engine): Promise<void>;
