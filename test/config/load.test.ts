import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type ConfigInput, loadConfig } from "../../src/config/load.js";
import { GitConfig } from "../../src/git/config.js";
import type { CoppiceError } from "../../src/lifecycle/errors.js";
import { createTempDir } from "../support/repo.js";

interface Given {
  readonly json?: string | object;
  readonly jsonc?: string;
  readonly git?: readonly (readonly [string, string])[];
  readonly flags?: ConfigInput;
}

async function load(given: Given) {
  const dir = createTempDir();
  if (given.json !== undefined) {
    const text = typeof given.json === "string" ? given.json : JSON.stringify(given.json);
    writeFileSync(join(dir, "coppice.config.json"), text);
  }
  if (given.jsonc !== undefined) writeFileSync(join(dir, "coppice.config.jsonc"), given.jsonc);
  const listing = (given.git ?? []).map(([key, value]) => `${key}\n${value}\0`).join("");
  const repo = {
    config: new GitConfig(listing),
    mainWorktree: dir,
    objects: () => {
      throw new Error("a main worktree needs no objects");
    },
  };
  return loadConfig(repo, given.flags);
}

const refusal = (given: Given): Promise<CoppiceError> =>
  load(given).then(
    () => {
      throw new Error("it was accepted");
    },
    (error: CoppiceError) => error,
  );

describe("the config file", () => {
  test("no file: everything by defaults", async () => {
    const { config, commands, file } = await load({});
    expect(config).toMatchObject({
      taskBranches: ["task/**"],
      worktreeRoot: ".worktrees",
      directory: "{branch}",
      setup: { envFiles: [], install: "auto", timeouts: { install: 300, initScript: 600 } },
      merge: { strategy: "merge", keep: false, fetch: true, autoCommit: false, sign: "auto" },
      notesRef: "refs/notes/coppice",
    });
    expect(config.base).toBeUndefined();
    expect(commands).toEqual([]);
    expect(file).toBeUndefined();
  });

  test("every documented key: accepted", async () => {
    const { config } = await load({
      json: {
        $schema: "./node_modules/coppice/schema/config.schema.json",
        base: "develop",
        taskBranches: ["task/**", "agent/*"],
        worktreeRoot: "../{repo}-worktrees",
        directory: "{session}/{role}-{branch}",
        setup: {
          envFiles: [".env.local"],
          install: "make deps",
          initScript: "./init.sh",
          timeouts: { install: 1, initScript: 2.5 },
        },
        roles: { developer: { files: { "roles/developer/CLAUDE.md": "CLAUDE.md" }, branch: "swarm/{role}" } },
        sets: { pair: { roles: ["developer"], branch: "c2/{run}/{task}", base: "main" } },
        merge: {
          strategy: "squash",
          message: "{branch} into {base}\n\n{task} {title}",
          verify: "npm test",
          keep: true,
          fetch: false,
          autoCommit: true,
          sign: "never",
        },
        conflict: { resolver: "resolve-it" },
        prune: {
          maxAgeDays: 3,
          graceDays: 0,
          completedDelayHours: 1,
          maxDiskGB: 0.5,
          archiveDays: 9,
          auto: true,
          exempt: ["task/keep-*"],
        },
        cleanup: { onPull: false },
        hooks: { install: "core", order: "after", flush: "sync", failClosed: true },
        guard: { push: "state" },
        notesRef: "refs/notes/other",
        remote: "upstream",
      },
    });
    expect(config.setup.timeouts).toEqual({ install: 1, initScript: 2.5 });
    expect(config.merge.message).toContain("{task}");
    expect(config.remote).toBe("upstream");
  });

  test("one task branch pattern as text: a list of one", async () => {
    expect((await load({ json: { taskBranches: "t/*" } })).config.taskBranches).toEqual(["t/*"]);
  });

  test("comments and trailing commas: read in .jsonc, refused in .json with their place", async () => {
    const text = '{\n  // where to\n  "base": "dev",\n}\n';
    expect((await load({ jsonc: text })).config.base).toBe("dev");
    const error = await refusal({ json: text });
    expect(error).toMatchObject({ code: "CONFIG_INVALID", exitCode: 2, details: { line: 2, column: 3 } });
  });

  test("a byte order mark and Windows line ends: read", async () => {
    const { config, file } = await load({ jsonc: '\uFEFF{\r\n  "base": "dev"\r\n}\r\n' });
    expect([config.base, file]).toEqual(["dev", "coppice.config.jsonc"]);
  });

  test("both files: refused, neither is believed", async () => {
    const error = await refusal({ json: "{}", jsonc: "{}" });
    expect(error.code).toBe("CONFIG_INVALID");
    expect(error.message).toContain("coppice.config.json and coppice.config.jsonc");
  });

  test.each<[string, object, string, string]>([
    ["an unknown key", { bsae: "x" }, "'bsae'", "base"],
    ["an unknown key inside", { merge: { stratgey: "merge" } }, "'merge.stratgey'", "strategy"],
    ["an unknown key of a role", { roles: { dev: { file: {} } } }, "'roles.dev.file'", "files"],
  ])("%s: refused with the nearest name", async (_, json, key, near) => {
    const error = await refusal({ json });
    expect(error.message).toContain(key);
    expect(error.message).toContain(`did you mean '${near}'`);
    expect(error.details.nearest).toBe(near);
  });

  test("an unknown key like no other: refused without a guess", async () => {
    const error = await refusal({ jsonc: '{\n  "base": "main",\n  "colour": 1\n}' });
    expect(error.message).toBe("coppice.config.jsonc:3:3: 'colour' is no key that Coppice knows.");
    expect(error.details).toEqual({ file: "coppice.config.jsonc", line: 3, column: 3, key: "colour" });
  });

  test.each<[string, string, string]>([
    ['{"base": 3}', "1:2", "'base' must be text, not a number"],
    ['{"base": "a b"}', "1:2", "'base' is no valid branch name"],
    ['{"base": null}', "1:2", "'base' must be text, not null"],
    ["[]", "1:1", "the file must be an object, not a list"],
    ['{"merge": []}', "1:2", "'merge' must be an object, not a list"],
    ['{"merge": {"strategy": "ours"}}', "1:12", `'merge.strategy' must be "merge", "squash" or "rebase"`],
    ['{\n"setup": {"timeouts":\n {"install": "5"}}}', "3:3", "must be a number, not text"],
    ['{"setup": {"timeouts": {"install": 0}}}', "1:25", "must be at least 1"],
    ['{"prune": {"archiveDays": 0.5}}', "1:12", "must be at least 1"],
    ['{"setup": {"envFiles": ["a", 1]}}', "1:30", "'setup.envFiles[1]' must be text, not a number"],
    ['{"taskBranches": 5}', "1:2", "'taskBranches' must be text or a list, not a number"],
    ['{"taskBranches": ["a", 5]}', "1:24", "'taskBranches[1]' must be text, not a number"],
    ['{"taskBranches": ""}', "1:2", "'taskBranches' must not be empty"],
    ['{"worktreeRoot": "{branch}"}', "1:2", "may contain {repo} only"],
    ['{"directory": "../{branch}"}', "1:2", "must be a relative path without '..'"],
    ['{"roles": {"a/b": {}}}', "1:12", `'roles["a/b"]' has a name that is not allowed here`],
    ['{"notesRef": "refs/heads/x"}', "1:2", "'notesRef' has a form that is not allowed here"],
    ['{"sets": {"s": {}}}', "1:11", "'sets.s.roles' must be a list, not missing"],
    ['{"setup": {"initScript": "a\\u0000b"}}', "1:12", "must not contain a NUL character"],
  ])("%s: refused at %s", async (json, place, text) => {
    const error = await refusal({ json });
    expect(error.code).toBe("CONFIG_INVALID");
    expect(error.message).toContain(`coppice.config.json:${place}: `);
    expect(error.message).toContain(text);
  });

  test.each<[string, string, string]>([
    ["", "1:1", "it is empty"],
    ["  \n ", "1:1", "it is empty"],
    ['{"base": }', "1:10", "value expected"],
    ['{"a": 1', "1:8", "close brace expected"],
    ['{"base": "x" "merge": {}}', "1:14", "comma expected"],
    ['{"base": "x"} {}', "1:15", "end of file expected"],
    ['{"base": "x"} tail', "1:15", "invalid symbol"],
    ["[".repeat(200_000), "1:1", "it is nested too deeply"],
  ])("malformed %#: refused with line and column", async (json, place, text) => {
    const error = await refusal({ json });
    expect(error.message).toBe(`coppice.config.json:${place}: the file is not well-formed: ${text}.`);
  });

  test("the key __proto__: unknown like any other", async () => {
    const error = await refusal({ json: '{"__proto__": {"base": "x"}}' });
    expect(error.message).toContain("'__proto__' is no key");
  });

  test("a directory of that name: refused", async () => {
    const dir = createTempDir();
    mkdirSync(join(dir, "coppice.config.json"));
    const repo = {
      config: new GitConfig(""),
      mainWorktree: dir,
      objects: () => {
        throw new Error("unused");
      },
    };
    await expect(loadConfig(repo)).rejects.toMatchObject({ code: "CONFIG_INVALID" });
  });
});

describe("git's config", () => {
  test("keys in any case: over the file, under the flags", async () => {
    const { config } = await load({
      json: { base: "a", remote: "one", merge: { strategy: "squash", keep: true } },
      git: [
        ["coppice.base", "b"],
        ["coppice.Merge.strategy", "rebase"],
        ["coppice.setup.Timeouts.initscript", "7"],
        ["coppice.prune.maxdiskgb", "1.5"],
        ["coppice.merge.keep", "no"],
        ["other.thing", "x"],
      ],
      flags: { base: "c" },
    });
    expect(config.base).toBe("c");
    expect(config.remote).toBe("one");
    expect(config.merge).toMatchObject({ strategy: "rebase", keep: false });
    expect(config.setup.timeouts).toEqual({ install: 300, initScript: 7 });
    expect(config.prune.maxDiskGB).toBe(1.5);
  });

  test("real git lower-cases the key: found all the same", async () => {
    const dir = createTempDir();
    execFileSync("git", ["init", "--quiet", dir]);
    execFileSync("git", ["-C", dir, "config", "coppice.setup.initScript", "./own.sh"]);
    execFileSync("git", ["-C", dir, "config", "coppice.taskBranches", "mine/*"]);
    const listing = execFileSync("git", ["-C", dir, "config", "-z", "--list"], { encoding: "utf8" });
    const { config, commands } = await loadConfig({
      config: new GitConfig(listing),
      mainWorktree: dir,
      objects: () => {
        throw new Error("unused");
      },
    });
    expect(config.taskBranches).toEqual(["mine/*"]);
    expect(commands).toEqual([{ key: "setup.initScript", command: "./own.sh", source: "git" }]);
  });

  test("several values: a list; an empty one drops those before it", async () => {
    const key = "coppice.setup.envfiles";
    const list = async (...values: string[]) =>
      (await load({ git: values.map((value) => [key, value] as const) })).config.setup.envFiles;
    expect(await list("a", "b")).toEqual(["a", "b"]);
    expect(await list("a", "", "b")).toEqual(["b"]);
    expect(await list("a", "")).toEqual([]);
  });

  test.each<[string, string, string]>([
    ["coppice.merge.stratgy", "merge", "did you mean 'coppice.merge.strategy'"],
    ["coppice.worktreroot", "x", "did you mean 'coppice.worktreeRoot'"],
    ["coppice.colour", "x", "'coppice.colour' is no key"],
    ["coppice.roles.dev.branch", "x", "roles can be defined in the config file only"],
    ["coppice.merge.keep", "perhaps", "'coppice.merge.keep' must be true or false"],
    ["coppice.prune.graceDays", "soon", "'coppice.prune.graceDays' must be a number"],
    ["coppice.merge.strategy", "ours", "git config: 'coppice.merge.strategy' must be"],
    ["coppice.base", "a b", "git config: 'coppice.base' is no valid branch name"],
  ])("%s = %s: refused", async (key, value, text) => {
    const error = await refusal({ git: [[key, value]] });
    expect(error.code).toBe("CONFIG_INVALID");
    expect(error.message).toContain(text);
  });

  test("a flag that is wrong: named as a flag, not as git's config", async () => {
    const error = await refusal({ flags: { base: "a b" } });
    expect(error.message).toBe("'base' is no valid branch name.");
  });
});

describe("the commands", () => {
  test("each is told with where it was written; auto and off are none", async () => {
    const { commands } = await load({
      json: { setup: { install: "off", initScript: "./a.sh" }, merge: { verify: "npm test" } },
      git: [["coppice.merge.verify", "make check"]],
      flags: { conflict: { resolver: "r" } },
    });
    expect(commands).toEqual([
      { key: "setup.initScript", command: "./a.sh", source: "file" },
      { key: "merge.verify", command: "make check", source: "git" },
      { key: "conflict.resolver", command: "r", source: "flag" },
    ]);
  });
});

test("a pipe in the config file's place: refused, not waited for", async () => {
  const dir = createTempDir();
  execFileSync("mkfifo", [join(dir, "coppice.config.json")]);
  const repo = { config: new GitConfig(""), mainWorktree: dir, objects: () => expect.fail("no objects") };
  await expect(loadConfig(repo)).rejects.toMatchObject({ code: "CONFIG_INVALID" });
});
