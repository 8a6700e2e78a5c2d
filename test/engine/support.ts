import { dirname, join, relative } from "node:path";
import { onTestFinished } from "vitest";
import { closeEngine, type Engine, openEngine, type Reporter } from "../../src/engine/context.js";
import { create } from "../../src/engine/create.js";
import type { CreateRequest } from "../../src/engine/create-plan.js";
import { findRecord } from "../../src/engine/find.js";
import { GitRunner } from "../../src/git/run.js";
import type { JournalStore } from "../../src/journal/store.js";
import { CoppiceError } from "../../src/lifecycle/errors.js";
import type { WorktreeRecord } from "../../src/lifecycle/record.js";
import { Memory } from "../support/remembered.js";
import type { TestRepo } from "../support/repo.js";

/** A reporter that keeps what it was told. */
export interface Notes extends Reporter {
  readonly steps: string[];
  readonly warnings: string[];
}

export function notes(): Notes {
  const steps: string[] = [];
  const warnings: string[] = [];
  return {
    steps,
    warnings,
    step: (text) => steps.push(text),
    warn: (text) => warnings.push(text),
    output: () => {},
  };
}

export interface TestEngineOptions {
  readonly report?: Reporter;
  readonly signal?: AbortSignal;
  readonly now?: () => number;
  readonly git?: GitRunner;
  readonly program?: readonly [string, ...string[]];
}

/** An engine that is closed when the test ends, its journal flushed. */
export async function engineIn(cwd: string, options: TestEngineOptions = {}): Promise<Engine> {
  const engine = await openEngine({ cwd, door: "cli", git: new GitRunner(), ...options });
  onTestFinished(() => closeEngine(engine));
  return engine;
}

/** One command run: opens an engine, works, closes it. */
export async function run<T>(
  cwd: string,
  work: (engine: Engine) => Promise<T>,
  options: TestEngineOptions = {},
): Promise<T> {
  const engine = await openEngine({ cwd, door: "cli", ...options });
  try {
    return await work(engine);
  } finally {
    await closeEngine(engine);
  }
}

/** The record as a new process would read it. */
export const recordIn = (cwd: string, name: string): Promise<WorktreeRecord> =>
  run(cwd, (engine) => findRecord(engine, name, { removed: true }));

/** The way of a record through its states, as its journal tells: `CREATE>creating`, ignored entries left out. */
export async function lifeOf(cwd: string, name: string): Promise<string[]> {
  return run(cwd, async (engine) => {
    const { id } = await findRecord(engine, name, { removed: true });
    const journal = await engine.journal.read(id);
    return (journal?.entries ?? [])
      .filter((entry) => !entry.superseded)
      .map((entry) => `${entry.entry.event.type}>${entry.to}`);
  });
}

/** An engine whose journal does some things differently. */
export function withJournal(
  engine: Engine,
  change: (journal: JournalStore) => Partial<JournalStore>,
): Engine {
  const { journal } = engine;
  const same: JournalStore = {
    joined: journal.joined,
    illegible: journal.illegible,
    read: (id) => journal.read(id),
    readAll: () => journal.readAll(),
    readAs: (kept) => journal.readAs(kept),
    records: () => journal.records(),
    create: (...given) => journal.create(...given),
    append: (...given) => journal.append(...given),
    flush: () => journal.flush(),
    join: (other) => journal.join(other),
  };
  return { ...engine, journal: { ...same, ...change(same) } };
}

/** What a promise is rejected with, which must be a CoppiceError. */
export async function failure(work: Promise<unknown>): Promise<CoppiceError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof CoppiceError) return error;
    throw error;
  }
  throw new Error("it did not fail");
}

interface Made {
  readonly record: WorktreeRecord;
  /** Relative to the repository's parent. */
  readonly place: string;
}

const memory = new Memory<Made>();

/** `create` as a step of preparation: by copying files where another test has begun alike. */
export async function createdIn(
  repo: TestRepo,
  request: CreateRequest,
  repeats = false,
): Promise<{ readonly record: WorktreeRecord; readonly path: string }> {
  const parent = dirname(repo.dir);
  const { record, place } = await memory.take(
    repo,
    JSON.stringify(request),
    async () => {
      const made = await run(repo.dir, (engine) => create(engine, request));
      return { record: made.record, place: relative(parent, made.path) };
    },
    repeats,
  );
  return { record, path: join(parent, place) };
}
