import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import {
  CoppiceError,
  closeEngine,
  create,
  forecast,
  list,
  merge,
  openEngine,
  type Reporter,
  reduce,
  remove,
  resolve,
  show,
  stateProperties,
} from "../src/index.js";
import { createRepo, openRepo } from "./support/repo.js";

test("the library's example: a task is created, worked on and merged; its journal is in the notes", async () => {
  const repo = createRepo();
  const steps: string[] = [];
  const report: Reporter = { step: (text) => steps.push(text), warn: () => {}, output: () => {} };
  const engine = await openEngine({ cwd: repo.dir, door: "cli", report });
  try {
    const { path, record } = await create(engine, { branch: "task/login", title: "Let people log in" });
    openRepo(path).commit("Log in", { "src/login.txt": "login\n" });
    expect(await list(engine)).toMatchObject([{ ahead: 1, behind: 0, observed: { status: "active" } }]);
    const [outcome] = await merge(engine, ["task/login"]);
    expect(outcome).toMatchObject({ status: "merged", removed: true });
    expect((await show(engine, record.id)).record).toMatchObject({ status: "removed", id: record.id });
    expect(existsSync(path)).toBe(false);
    expect(steps.length).toBeGreaterThan(0);

    // The journal is public: its entries fold to the same record with the public reducer.
    const journal = await engine.journal.read(record.id);
    const folded = journal?.entries.reduce<Parameters<typeof reduce>[1]>((state, { entry }) => {
      const reduction = reduce(record.id, state, entry);
      return reduction.kind === "applied" ? reduction.record : state;
    }, null);
    expect(folded).toEqual(journal?.record);
  } finally {
    await closeEngine(engine);
  }
  expect(repo.git("notes", "--ref=coppice", "list").split("\n")).toHaveLength(1);
});

test("a conflict in the library: an outcome, not an exception; resolved by the task's side", async () => {
  const repo = createRepo();
  const engine = await openEngine({ cwd: repo.dir, door: "cli" });
  try {
    const { path } = await create(engine, { branch: "task/a" });
    openRepo(path).commit("Work", { "src/a.txt": "task\n" });
    repo.commit("Base", { "src/a.txt": "base\n" });
    expect((await forecast(engine)).pairs).toMatchObject([
      { branch: "task/a", outcome: "conflict", total: 1 },
    ]);
    const [outcome] = await merge(engine, ["task/a"]);
    expect(outcome?.status).toBe("conflict");
    expect(await resolve(engine, "task/a", { resolution: "ours" })).toMatchObject({ status: "merged" });
    expect(repo.read("src/a.txt")).toBe("task\n");
  } finally {
    await closeEngine(engine);
  }
});

test("a refusal in the library: a CoppiceError with its code and details", async () => {
  const repo = createRepo();
  const engine = await openEngine({ cwd: repo.dir, door: "cli" });
  try {
    const { path } = await create(engine, { branch: "task/a" });
    openRepo(path).write("new.txt", "x\n");
    const refusal = await remove(engine, "task/a").catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(CoppiceError);
    expect(refusal).toMatchObject({ code: "WORKTREE_DIRTY", details: { uncommittedFiles: ["new.txt"] } });
    expect(stateProperties("dirty")).toMatchObject({ allowsRemoval: "force" });
  } finally {
    await closeEngine(engine);
  }
});
