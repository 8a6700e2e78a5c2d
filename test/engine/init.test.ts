import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseConfigFile } from "../../src/config/file.js";
import { sampleConfig } from "../../src/config/sample.js";
import { type InitResult, init } from "../../src/engine/init.js";
import { createBareRemote, createRepo, createTempDir, snapshot } from "../support/repo.js";
import { withEngine } from "./setup-support.js";

const run = (dir: string): Promise<InitResult> => withEngine(dir, (engine) => init(engine));
const outcomes = (result: InitResult): Record<string, string> =>
  Object.fromEntries(result.steps.map(({ name, outcome }) => [name, outcome]));
const refspecStep = ({ steps }: InitResult) => steps.find(({ name }) => name === "refspec");

describe("init", () => {
  test("a repository with a remote: config, exclude line, refspec; the second time nothing changes", async () => {
    const repo = createRepo();
    createBareRemote(repo);
    const first = await run(repo.dir);
    expect(outcomes(first)).toEqual({ config: "made", exclude: "made", refspec: "made", hooks: "made" });
    expect(first.changed).toBe(true);
    expect(readFileSync(join(repo.dir, ".git/info/exclude"), "utf8")).toMatch(/^\/\.worktrees\/$/m);
    expect(repo.git("config", "--get-all", "remote.origin.fetch").split("\n")).toEqual([
      "+refs/heads/*:refs/remotes/origin/*",
      "+refs/notes/coppice*:refs/notes/remotes/origin/coppice*",
    ]);
    expect(repo.git("status", "--porcelain")).toBe("?? coppice.config.jsonc");

    const before = [snapshot(repo.dir), repo.read(".git/config"), repo.read(".git/info/exclude")];
    const second = await run(repo.dir);
    expect(outcomes(second)).toEqual({ config: "kept", exclude: "kept", refspec: "kept", hooks: "kept" });
    expect(second.changed).toBe(false);
    const details = ({ steps }: InitResult): string[] => steps.map(({ detail }) => detail);
    expect(details(second)).toEqual(details(first));
    expect([snapshot(repo.dir), repo.read(".git/config"), repo.read(".git/info/exclude")]).toEqual(before);
  });

  test("the refspec: git fetch works before the remote has journals, and brings them when it has", async () => {
    const repo = createRepo();
    const remote = createBareRemote(repo);
    await run(repo.dir);
    repo.git("fetch", "--quiet");
    repo.git("notes", "--ref=coppice", "add", "-m", "from elsewhere", "HEAD");
    repo.git("push", "--quiet", remote, "refs/notes/coppice");
    repo.git("notes", "--ref=coppice", "add", "--force", "-m", "only here", "HEAD");
    const own = repo.git("rev-parse", "refs/notes/coppice");
    repo.git("fetch", "--quiet", "--prune");
    expect(repo.git("rev-parse", "refs/notes/coppice")).toBe(own);
    expect(repo.git("notes", "--ref=remotes/origin/coppice", "show", "HEAD")).toBe("from elsewhere");
  });

  test("a refspec that somebody wrote without a star: kept", async () => {
    const repo = createRepo();
    createBareRemote(repo);
    const exact = "+refs/notes/coppice:refs/notes/remotes/origin/coppice";
    repo.git("config", "--add", "remote.origin.fetch", exact);
    expect(refspecStep(await run(repo.dir))).toEqual({ name: "refspec", outcome: "kept", detail: exact });
  });

  test("no remote, or one that is not there: no refspec, and why", async () => {
    const repo = createRepo();
    expect(refspecStep(await run(repo.dir))).toMatchObject({
      outcome: "none",
      detail: "there is no remote",
    });
    repo.git("config", "coppice.remote", "upstream");
    expect(refspecStep(await run(repo.dir))).toMatchObject({ detail: "there is no remote named upstream" });
    expect(existsSync(join(repo.dir, ".git/refs/remotes"))).toBe(false);
  });

  test("a config file that exists: kept byte for byte; its root is what is excluded", async () => {
    const repo = createRepo();
    const text = '{ "worktreeRoot": "trees [x]" }\n';
    repo.write("coppice.config.json", text);
    writeFileSync(join(repo.dir, ".git/info/exclude"), "*.log");
    const { steps } = await run(repo.dir);
    expect(steps[0]).toMatchObject({ outcome: "kept", detail: "coppice.config.json" });
    expect(repo.read("coppice.config.json")).toBe(text);
    expect(existsSync(join(repo.dir, "coppice.config.jsonc"))).toBe(false);
    expect(repo.read(".git/info/exclude")).toBe("*.log\n/trees \\[x\\]/\n");
    repo.write("trees [x]/a", "");
    expect(repo.git("status", "--porcelain")).toBe("?? coppice.config.json");
  });

  test("a root outside the repository: nothing is excluded", async () => {
    const repo = createRepo();
    repo.git("config", "coppice.worktreeRoot", "../{repo}-worktrees");
    const before = existsSync(join(repo.dir, ".git/info/exclude"));
    expect(outcomes(await run(repo.dir))).toMatchObject({ exclude: "none" });
    expect(existsSync(join(repo.dir, ".git/info/exclude"))).toBe(before);
  });

  test("from a linked worktree: the main worktree gets the file", async () => {
    const repo = createRepo();
    const linked = join(createTempDir(), "linked");
    repo.git("worktree", "add", "--quiet", "-b", "task/a", linked);
    await run(linked);
    expect(existsSync(join(repo.dir, "coppice.config.jsonc"))).toBe(true);
    expect(existsSync(join(linked, "coppice.config.jsonc"))).toBe(false);
  });

  test("a bare repository: no config file, no exclude line", async () => {
    const bare = createBareRemote(createRepo());
    expect(outcomes(await run(bare))).toEqual({
      config: "none",
      exclude: "none",
      refspec: "made",
      hooks: "made",
    });
  });

  test("a repository without a commit: prepared all the same", async () => {
    const repo = createRepo({ empty: true });
    expect(outcomes(await run(repo.dir))).toMatchObject({ config: "made", exclude: "made" });
  });
});

describe("the config file that init writes", () => {
  test("as it is: valid, and says nothing but defaults", () => {
    const text = sampleConfig("main");
    expect(parseConfigFile("coppice.config.jsonc", text)).toEqual({
      setup: {},
      merge: {},
      conflict: {},
      prune: {},
      cleanup: {},
      hooks: {},
      guard: {},
    });
  });

  test("with every line in force: valid too", () => {
    // Comment lines that hold a key lose their marks, and nothing else is changed.
    const text = sampleConfig("develop").replace(/^( *)\/\/ (?="[A-Za-z]+": ["[{\dtf])/gm, "$1");
    const parsed = parseConfigFile("coppice.config.jsonc", text);
    expect(parsed).toMatchObject({
      base: "develop",
      setup: { install: "auto", timeouts: { install: 300 } },
      merge: { sign: "auto" },
      conflict: { resolver: "./scripts/resolve.sh", timeout: 1800 },
      prune: { maxAgeDays: 7, graceDays: 1, maxDiskGB: 10, archiveDays: 30, auto: false },
      cleanup: { onPull: true },
      hooks: { install: "all", order: "first", flush: "detached", failClosed: false },
      guard: { push: "strict" },
      remote: "origin",
      notesRef: "refs/notes/coppice",
    });
  });

  test("with any one line in force: valid, whatever comma it ends in", () => {
    const text = sampleConfig("main");
    const lines = [...text.matchAll(/^ *\/\/ (?="[A-Za-z]+": ["[{\dtf])/gm)];
    expect(lines.length).toBeGreaterThan(20);
    for (const { index, 0: mark } of lines) {
      const one = text.slice(0, index) + text.slice(index + mark.length);
      expect(() => parseConfigFile("coppice.config.jsonc", one)).not.toThrow();
    }
  });
});
