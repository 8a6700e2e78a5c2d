import { availableParallelism } from "node:os";
import { Semaphore } from "../git/semaphore.js";
import { lockWorktree } from "../git/worktrees.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Engine } from "./context.js";
import { type Begun, begin, type Created } from "./create-make.js";
import { creationFacts, creationRunners } from "./creation.js";
import { newDirectory } from "./directory.js";
import { asCoppiceError } from "./failure.js";
import { ensureHooksRun } from "./hooks-husky.js";
import { refreshHookSettings } from "./hooks-settings.js";
import { type EffectRunners, throwIfInterrupted } from "./interpret.js";
import { present } from "./place.js";
import { withCreateLock } from "./record-lock.js";
import { type Interruptible, interruptible } from "./running.js";
import { type PlannedMember, planSet, type SetRequest } from "./set-plan.js";
import { SetState } from "./set-state.js";
import { recoverSets, takeBackAll } from "./set-undo.js";

export type { SetMember, SetRequest } from "./set-plan.js";

export interface CreatedSet {
  /** In the order of the members. */
  readonly worktrees: readonly Created[];
}

/** How many setups run at once: they are the person's own commands, and often use more than one core. */
const parallelSetups = Math.max(2, Math.min(8, availableParallelism()));

/**
 * Makes the worktrees of a set, all or none: they become `active` together, and when one of them fails everything that
 * was made of the others goes, with branches and directories; their records end as removed. Killed at any moment, the
 * set is taken back, or finished where all of it was ready, by the next `createSet`, `create` or `clean`, or by doctor.
 * Worktrees are made one after the other, as git loses some in parallel; their setups run in parallel.
 * @throws ROLE_NOT_FOUND, CONFIG_INVALID, INVALID_BRANCH_NAME, UNTRUSTED and what `create` refuses: nothing was made.
 *   What else `create` throws: nothing is left of the set.
 */
export async function createSet(engine: Engine, request: SetRequest): Promise<CreatedSet> {
  for (const { told } of await recoverSets(engine)) engine.report.warn(told);
  const planned = await planSet(engine, request);
  const name = request.session ?? request.run ?? "";
  const state = SetState.begin(engine, name);
  const stop = new AbortController();
  const forward = (): void => stop.abort(engine.signal.reason);
  engine.signal.addEventListener("abort", forward, { once: true });
  const making = new Making({ ...engine, signal: stop.signal }, state, stop);
  try {
    throwIfInterrupted(engine.signal);
    const worktrees = await making.run(planned);
    state.end();
    refreshHookSettings(engine);
    return { worktrees };
  } catch (error) {
    throw await undone(
      engine,
      state,
      asCoppiceError(error, "WORKTREE_CREATION_FAILED", `make the set ${name}`),
    );
  } finally {
    engine.signal.removeEventListener("abort", forward);
  }
}

/** @returns what is to be thrown */
async function undone(engine: Engine, state: SetState, error: CoppiceError): Promise<CoppiceError> {
  const calm: Engine = { ...engine, signal: new AbortController().signal };
  if (state.phase === "made") {
    state.leave();
    return error;
  }
  const cause = (await removedMeanwhile(calm, state, error)) ?? error;
  engine.report.step(`taking back the set ${state.name}`);
  const { left } = await takeBackAll(calm, state);
  if (left.length === 0) state.end();
  else state.leave();
  const end =
    left.length === 0 ? "nothing of it is left" : `these could not be taken back: ${left.join(", ")}`;
  const { branch } = cause.details;
  const which = branch === undefined || cause.message.includes(branch) ? "" : `${branch}: `;
  const message = `${which}${cause.message.replace(/\.$/, "")}. The set ${state.name} was not made; ${end}.`;
  return new CoppiceError(cause.code, message, {
    details: cause.details,
    recoverable: cause.recoverable,
    suggestedAction:
      left.length > 0
        ? "coppice doctor --fix takes back the rest."
        : cause.code === "INTERRUPTED"
          ? "Make the set again."
          : "Mend what is named, then make the set again.",
    cause: error,
  });
}

/** Somebody's `remove` of one of its worktrees ends the set, which itself only sees that it was stopped. */
async function removedMeanwhile(
  { journal }: Engine,
  { ids }: SetState,
  error: CoppiceError,
): Promise<CoppiceError | undefined> {
  if (error.code !== "INTERRUPTED" && error.code !== "INVALID_STATE") return undefined;
  const records = await Promise.all(ids.map(async (id) => (await journal.read(id))?.record));
  const branches = records.flatMap((record) =>
    record?.status === "removing" || record?.status === "removed" ? record.branch : [],
  );
  if (branches.length === 0) return undefined;
  const were = `${branches.join(", ")} ${branches.length === 1 ? "was" : "were"}`;
  return new CoppiceError("INTERRUPTED", `${were} removed while the set was being made.`, {
    details: { branch: branches[0] },
    cause: error,
  });
}

interface Member {
  readonly planned: PlannedMember;
  readonly own: Interruptible;
  readonly begun: Begun;
}

/** One run of it, up to the moment at which all of it is there, or none of it is to be. */
class Making {
  readonly #engine: Engine;
  readonly #state: SetState;
  readonly #stop: AbortController;
  readonly #setups = new Semaphore(parallelSetups);
  /** The lock of the repository would do, but waiting for it takes longer. */
  readonly #git = new Semaphore(1);
  #failure: { readonly error: unknown } | undefined;

  constructor(engine: Engine, state: SetState, stop: AbortController) {
    this.#engine = engine;
    this.#state = state;
    this.#stop = stop;
  }

  async run(planned: readonly PlannedMember[]): Promise<Created[]> {
    const members: Member[] = [];
    try {
      await withCreateLock(this.#engine, async () => {
        for (const one of planned) members.push(await this.#begin(one));
      });
    } catch (error) {
      this.#fail(error);
    }
    const gate = new Gate(members.length, () => this.#state.made());
    const ends = await Promise.allSettled(members.map((member) => this.#make(member, gate)));
    if (this.#failure !== undefined) throw this.#failure.error;
    return ends.flatMap((end) => (end.status === "fulfilled" ? [end.value] : []));
  }

  async #begin(planned: PlannedMember): Promise<Member> {
    const { report } = this.#engine;
    const { branch } = planned.plan;
    const told: Engine = {
      ...this.#engine,
      report: {
        ...report,
        step: (text) => report.step(`${branch}: ${text}`),
        output: (chunk) => report.output(chunk),
        warn: (text) => report.warn(text),
      },
    };
    const own = interruptible(told);
    const prepare = (id: Begun["session"]["id"]): void => this.#state.add(id);
    const { roleFiles } = planned;
    const beginning = { directory: newDirectory, roleFiles, prepare };
    return { planned, own, begun: await begin(own, planned.request, planned.plan, beginning) };
  }

  async #make({ planned, own, begun }: Member, gate: Gate): Promise<Created> {
    const { session, lock, effects } = begun;
    const runners = this.#bounded(creationRunners(session));
    try {
      if (this.#failure !== undefined) throw await session.fail(stopped(), runners);
      await session.run(effects, runners, {
        facts: async (now) => {
          const facts = await creationFacts(now);
          if (now.record.status === "initializing") {
            await ensureHooksRun(own.engine, present(own.engine, now.record).path);
            await gate.arrive(own.engine.signal);
          }
          return facts;
        },
      });
      const { path, gitDir } = present(own.engine, session.record);
      if (planned.request.lock === true && lockWorktree({ gitDir, main: false }, ""))
        await session.note({ type: "LOCK" });
      return { record: session.record, path };
    } catch (error) {
      this.#fail(error);
      gate.fail();
      throw error;
    } finally {
      own.done();
      lock.release();
    }
  }

  /** The first failure is the one that is told; the others were stopped because of it. */
  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#stop.abort();
  }

  #bounded(runners: EffectRunners): EffectRunners {
    const { createWorktree, copyEnvFiles, installDependencies, runInitScript } = runners;
    return {
      ...runners,
      ...(createWorktree && { createWorktree: (effect) => this.#git.run(() => createWorktree(effect)) }),
      ...(copyEnvFiles && { copyEnvFiles: (effect) => this.#setups.run(() => copyEnvFiles(effect)) }),
      ...(installDependencies && {
        installDependencies: (effect) => this.#setups.run(() => installDependencies(effect)),
      }),
      ...(runInitScript && { runInitScript: (effect) => this.#setups.run(() => runInitScript(effect)) }),
    };
  }
}

const stopped = (): CoppiceError =>
  new CoppiceError("INTERRUPTED", "Another worktree of the set could not be made.");

/** Where the worktrees of a set wait for each other: they are ready together, or none is. */
class Gate {
  #missing: number;
  readonly #open: () => void;
  readonly #waiting: { readonly resolve: () => void; readonly reject: (error: CoppiceError) => void }[] = [];
  #failed = false;

  /** @param open called once, when all have arrived and before any goes on */
  constructor(count: number, open: () => void) {
    this.#missing = count;
    this.#open = open;
  }

  /** @throws INTERRUPTED when another one has failed, or this one is stopped */
  arrive(signal: AbortSignal): Promise<void> {
    if (this.#failed || signal.aborted) return Promise.reject(stopped());
    this.#missing -= 1;
    if (this.#missing > 0)
      return new Promise((resolve, reject) => {
        this.#waiting.push({ resolve, reject });
        signal.addEventListener("abort", () => reject(stopped()), { once: true });
      });
    this.#open();
    for (const { resolve } of this.#waiting) resolve();
    return Promise.resolve();
  }

  fail(): void {
    this.#failed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(stopped());
  }
}
