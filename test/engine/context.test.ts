import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { create } from "../../src/engine/create.js";
import { openClone } from "../../src/engine/init-clone.js";
import { GitRunner } from "../../src/git/run.js";
import { createRepo } from "../support/repo.js";
import { engineIn, failure, run } from "./support.js";

describe("opening an engine", () => {
  it("costs one git process, and the clone keeps its id", async () => {
    const repo = createRepo();
    const git = new GitRunner();
    const engine = await engineIn(repo.dir, { git });
    expect(git.count).toBe(1);
    expect(engine.clone).toMatch(/^[0-9a-f]{16}$/);
    expect((await engineIn(repo.dir)).clone).toBe(engine.clone);
    expect(engine.actor).toEqual({ name: "Coppice Test", door: "cli", clone: engine.clone });
  });

  it("every worktree of a clone has the same id, another clone has another", async () => {
    const repo = createRepo();
    const { path } = await run(repo.dir, (engine) => create(engine, { branch: "a" }));
    const other = join(repo.dir, "..", "other");
    repo.git("clone", "--quiet", repo.dir, other);
    const [here, linked, there] = await Promise.all([repo.dir, path, other].map((cwd) => engineIn(cwd)));
    expect(linked?.clone).toBe(here?.clone);
    expect(there?.clone).not.toBe(here?.clone);
  });

  it("the id's file is empty, as after a full disk: made anew", () => {
    const repo = createRepo();
    const file = join(repo.dir, ".git", "coppice", "clone");
    mkdirSync(join(repo.dir, ".git", "coppice"));
    writeFileSync(file, "");
    const clone = openClone(join(repo.dir, ".git"));
    expect(readFileSync(file, "utf8")).toBe(`${clone}\n`);
  });

  it("something else stands where Coppice's directory was to be: a catalogued error", async () => {
    const repo = createRepo();
    writeFileSync(join(repo.dir, ".git", "coppice"), "");
    expect((await failure(engineIn(repo.dir))).code).toBe("GIT_FAILED");
  });

  it("no repository, and an unknown config key: catalogued errors", async () => {
    const repo = createRepo();
    expect((await failure(engineIn("/"))).code).toBe("NOT_A_REPO");
    repo.write("coppice.config.json", '{ "worktreeRot": "x" }');
    expect(await failure(engineIn(repo.dir))).toMatchObject({
      code: "CONFIG_INVALID",
      details: { nearest: "worktreeRoot" },
    });
  });
});
