import type { Effect } from "../lifecycle/effects.js";
import type { SetupSteps } from "../lifecycle/events.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { type EffectRunners } from "./interpret.js";
import { type RecordSession } from "./session.js";
import { type SetupStep } from "./setup-step.js";
import { type TrustPlace } from "./trust.js";
/**
 * What runs the steps of a setup: for `create`, and for `retry` in `initializing`. Every
 * failure names its step, so the record knows what is done and a retry goes on where it failed.
 */
export declare function setupRunners(session: RecordSession): Required<Pick<EffectRunners, SetupStep>>;
/**
 * Refuses a setup whose commands this clone has not allowed, before anything is made.
 * @param steps the steps that will run
 * @param place the commit that the new worktree will have, or its directory
 * @param role the worktree's, whose commands take the place of the others'
 * @throws UNTRUSTED
 */
export declare function requireSetupTrust(engine: Engine, steps: {
    readonly installDeps: boolean;
    readonly runInitScript: boolean;
}, place: TrustPlace, role?: string | null): Promise<void>;
/**
 * Runs the whole setup in a worktree that is `active`, `dirty` or in `conflict`: again, or for the first time in an
 * adopted one.
 * @throws INVALID_STATE in every other state, UNTRUSTED before anything runs, ENV_COPY_FAILED, DEPS_INSTALL_FAILED,
 *   INIT_SCRIPT_FAILED, INTERRUPTED
 */
export declare function setup(engine: Engine, name: string | undefined): Promise<WorktreeRecord>;
/** The steps of a setup, in their order. */
export declare const setupSteps: (steps: SetupSteps) => readonly Effect[];
/**
 * Runs steps of the setup in a worktree that can be worked in.
 *
 * The worktree stays in its state while they run, as RETRY alone leads back to `initializing`. So success journals only
 * what the init script's annotations say. A failure is ERROR of operation `init` under an op of its own (rows 11 and
 * 16): from then on it is as after a failed setup at creation, and `retry` goes on with the step that failed. In
 * `conflict`, which knows no such error, it is told and the state stays.
 * @throws as `setup`
 */
export declare function runSetup(session: RecordSession, steps: readonly Effect[]): Promise<void>;
/** Whether what is missing of a worktree's setup is more than files to be copied: commands, which take their time. */
export declare function needsCommands(engine: Engine, record: WorktreeRecord, path: string): boolean;
