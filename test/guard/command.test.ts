import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { guardOutput } from "../../src/cli/output/guard.js";
import { coppice, type Run } from "../cli/support.js";
import { createRepo, createTempDir } from "../support/repo.js";
import { type GuardedRepo, guardedRepo } from "./support.js";

let repo: GuardedRepo;
beforeAll(async () => {
  repo = await guardedRepo();
});
afterAll(() => repo.remove());

const guard = (cwd: string, ...words: string[]): Promise<Run> => coppice(cwd, ["guard", "--", ...words]);

describe("coppice guard -- <command>", () => {
  test("a push in a managed worktree: exit code 3, the reason and the command to use on stderr", async () => {
    const { code, stdout, stderr } = await guard(repo.a, "git", "push", "origin", "main");
    expect(code).toBe(3);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^error\[HOOK_BLOCKED\] git push origin main is refused .*task\/a \(active\)/);
    expect(stderr).toContain("hint: Use coppice submit");
  });

  test("a command in quotation marks, one word to the shell: judged as what it says", async () => {
    const { code, stderr } = await guard(repo.a, "git add . && git push");
    expect(code).toBe(3);
    expect(stderr).toContain("git push is refused");
    expect((await guard(repo.a, "git status")).code).toBe(0);
  });

  test("--json: the verdict, and the error beside it", async () => {
    const refused = await coppice(repo.a, ["guard", "--json", "--", "git", "push"]);
    expect(refused.code).toBe(3);
    expect(guardOutput.parse(refused.json())).toMatchObject({
      allowed: false,
      class: "blocked",
      command: "git push",
      branch: "task/a",
      state: "active",
      error: { code: "HOOK_BLOCKED" },
    });
    const allowed = await coppice(repo.a, [
      "guard",
      "--json",
      "--",
      "git",
      "commit",
      "-m",
      "--json git push",
    ]);
    expect(allowed.code).toBe(0);
    expect(guardOutput.parse(allowed.json())).toMatchObject({
      allowed: true,
      class: "local",
      state: "active",
    });
    const none = await coppice(repo.main, ["guard", "--json", "--", "git", "push"]);
    expect(guardOutput.parse(none.json())).toMatchObject({
      allowed: true,
      class: null,
      branch: null,
      commands: [],
    });
  });

  test("a word with white space: one word, not a text", async () => {
    expect((await guard(repo.a, "git", "commit", "-m", "x; git push")).code).toBe(0);
    expect((await guard(repo.a, "echo", "git push")).code).toBe(0);
    expect((await guard(repo.a, "sh", "-c", "git push")).code).toBe(3);
  });

  test("uncommitted changes: the state is the observed one", async () => {
    writeFileSync(join(repo.b, "new.txt"), "x\n");
    const { json } = await coppice(repo.b, ["guard", "--json", "--", "git", "add", "."]);
    expect(guardOutput.parse(json()).state).toBe("dirty");
  });

  test("nothing to judge, or two ways at once: a usage error", async () => {
    expect((await coppice(repo.a, ["guard"])).code).toBe(2);
    expect((await coppice(repo.a, ["guard", "--stdin", "--", "git"])).code).toBe(2);
    expect((await coppice(repo.a, ["guard", "--agent", "nobody"])).code).toBe(2);
  });

  test("outside of every repository: everything passes", async () => {
    expect((await guard(createTempDir(), "git", "push")).code).toBe(0);
  });
});

test("--stdin: a shell text is read as a shell would", async () => {
  const judge = (stdin: string): Promise<Run> => coppice(repo.a, ["guard", "--stdin"], { stdin });
  expect((await judge("git status | cat\n")).code).toBe(0);
  expect((await judge("")).code).toBe(0);
  const { code, stderr } = await judge("npm test &&\n  git push\n");
  expect(code).toBe(3);
  expect(stderr).toContain("git push is refused");
  expect((await judge("git commit -m 'x")).stderr).toContain("cannot be read as shell");
});

/** What Claude Code says before it uses a tool. */
const asked = (cwd: string, tool: string, input: object): string =>
  JSON.stringify({
    session_id: "s",
    transcript_path: "/tmp/t.jsonl",
    cwd,
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name: tool,
    tool_input: input,
    tool_use_id: "t",
  });

describe("coppice guard --agent claude-code", () => {
  const ask = (stdin: string, cwd = repo.main): Promise<Run> =>
    coppice(cwd, ["guard", "--agent", "claude-code"], { stdin });

  async function reasonOf(stdin: string): Promise<string | undefined> {
    const { code, stdout, stderr } = await ask(stdin);
    expect([code, stderr]).toEqual([0, ""]);
    if (stdout === "") return undefined;
    const said: unknown = JSON.parse(stdout);
    expect(said).toMatchObject({
      hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny" },
    });
    return /"permissionDecisionReason":"(.*?)"\}/.exec(stdout)?.[1];
  }

  test("Bash: refused with the reason, by the directory that the agent is in", async () => {
    const reason = await reasonOf(asked(repo.a, "Bash", { command: "npm test && git push" }));
    expect(reason).toMatch(
      /^coppice: git push is refused in the worktree of task\/a \(active\): .* Use coppice submit/,
    );
  });

  test("what is allowed: no decision, so that the agent's own permissions go on", async () => {
    for (const command of ["git status", "npm test", "git commit -m 'git push'"]) {
      expect(await reasonOf(asked(repo.a, "Bash", { command }))).toBeUndefined();
    }
    expect(await reasonOf(asked(repo.main, "Bash", { command: "git push" }))).toBeUndefined();
    expect(await reasonOf(asked(repo.a, "Read", { file_path: join(repo.b, "README.md") }))).toBeUndefined();
    expect(await reasonOf(asked(repo.a, "mcp__x__y", {}))).toBeUndefined();
  });

  test("Edit, Write, MultiEdit, NotebookEdit: the own worktree and places outside pass", async () => {
    const elsewhere = createTempDir();
    for (const file of [
      "README.md",
      "new/deep/file.txt",
      join(repo.a, "src", "a.txt"),
      join(elsewhere, "x"),
    ]) {
      for (const tool of ["Edit", "Write", "MultiEdit"]) {
        expect([file, tool, await reasonOf(asked(repo.a, tool, { file_path: file }))]).toEqual([
          file,
          tool,
          undefined,
        ]);
      }
    }
    expect(
      await reasonOf(asked(repo.a, "NotebookEdit", { notebook_path: join(repo.a, "x.ipynb") })),
    ).toBeUndefined();
    expect(
      await reasonOf(asked(repo.a, "Write", { file_path: join(repo.main, "README.md") })),
    ).toBeUndefined();
    expect(await reasonOf(asked(join(repo.a, "src"), "Edit", { file_path: "../README.md" }))).toBeUndefined();
  });

  test("another managed worktree's file: refused, also over a relative path or a symbolic link", async () => {
    symlinkSync(repo.b, join(repo.a, "link"));
    symlinkSync(join(repo.b, "not-there-yet"), join(repo.a, "file-link"));
    const paths = [
      join(repo.b, "README.md"),
      "../task-b/new.txt",
      "link/README.md",
      "file-link",
      join(repo.b, "x/y/z"),
    ];
    for (const path of paths) {
      expect(await reasonOf(asked(repo.a, "Write", { file_path: path }))).toContain(
        "another managed worktree",
      );
    }
    expect(
      await reasonOf(asked(repo.a, "NotebookEdit", { notebook_path: join(repo.b, "n.ipynb") })),
    ).toContain("task/b");
  });

  test("git directories: refused", async () => {
    const paths = [
      join(repo.main, ".git", "hooks", "pre-push"),
      join(repo.main, ".git", "config"),
      join(repo.main, ".git", "coppice", "hooks", "settings"),
      join(repo.main, ".git", "worktrees", "task-a", "coppice", "state"),
      join(repo.a, ".git"),
    ];
    for (const path of paths) {
      expect(await reasonOf(asked(repo.a, "Write", { file_path: path }))).toContain("git directories");
    }
    // Outside of managed worktrees the repository's own settings are the person's.
    expect(
      await reasonOf(asked(repo.main, "Edit", { file_path: join(repo.main, ".git", "config") })),
    ).toBeUndefined();
  });

  test("from the main worktree into a task's: passes while its state lets anybody work", async () => {
    expect(await reasonOf(asked(repo.main, "Write", { file_path: join(repo.a, "x.txt") }))).toBeUndefined();
  });

  test("malformed input: stops the tool in a managed worktree, is only told elsewhere", async () => {
    const inputs = [
      "",
      "no json",
      "[]",
      "{}",
      '{"tool_name":1}',
      '{"tool_name":"Bash","tool_input":{}}',
      '{"tool_name":"Edit"}',
    ];
    for (const input of inputs) {
      const inside = await ask(input, repo.a);
      expect([input, inside.code, inside.stdout]).toEqual([input, 2, ""]);
      expect(inside.stderr).toMatch(/^coppice guard --agent claude-code: .+\n$/);
      expect(inside.stderr).not.toMatch(/ {2}/);
      const outside = await ask(input, repo.main);
      expect([input, outside.code, outside.stdout]).toEqual([input, 1, ""]);
    }
  });

  test("a config that cannot be read: refused in a managed worktree, with what is wrong", async () => {
    const own = await guardedRepo();
    writeFileSync(join(own.main, "coppice.config.json"), "{");
    expect(await reasonOf(asked(own.a, "Bash", { command: "git push" }))).toContain("coppice.config.json:1");
    expect(await reasonOf(asked(own.a, "Bash", { command: "npm test" }))).toBeUndefined();
    own.remove();
  });
});

describe("coppice init --agent claude-code", () => {
  const file = (dir: string): string => join(dir, ".claude", "settings.json");
  const entry = {
    matcher: "Bash|Edit|Write|MultiEdit|NotebookEdit",
    hooks: [{ type: "command", command: "coppice guard --agent claude-code", timeout: 30 }],
  };
  const init = (dir: string): Promise<Run> => coppice(dir, ["init", "--yes", "--agent", "claude-code"]);
  const settings = (dir: string): unknown => JSON.parse(readFileSync(file(dir), "utf8"));

  function having(text: string): string {
    const { dir } = createRepo();
    mkdirSync(join(dir, ".claude"));
    writeFileSync(file(dir), text);
    return dir;
  }

  test("no settings: makes them; the second time nothing changes", async () => {
    const { dir } = createRepo();
    expect((await init(dir)).stdout).toMatch(/made {2}the agent asks coppice guard/);
    expect(settings(dir)).toEqual({ hooks: { PreToolUse: [entry] } });
    const before = readFileSync(file(dir), "utf8");
    const again = await coppice(dir, ["init", "--yes", "--json", "--agent", "claude-code"]);
    expect(again.json()).toMatchObject({ changed: false });
    expect(readFileSync(file(dir), "utf8")).toBe(before);
  });

  test("other settings and hooks: stay, in their own formatting", async () => {
    const text = `{\n\t// mine\n\t"permissions": { "allow": ["Bash(ls)"] },\n\t"hooks": {\n\t\t"PreToolUse": [\n\t\t\t{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "mine" }] }\n\t\t],\n\t\t"Stop": []\n\t}\n}\n`;
    const dir = having(text);
    expect((await init(dir)).code).toBe(0);
    const after = readFileSync(file(dir), "utf8");
    expect(after).toContain('\t// mine\n\t"permissions": { "allow": ["Bash(ls)"] },');
    expect(after).toContain('"Stop": []');
    expect(JSON.parse(after.replace("// mine", ""))).toMatchObject({
      hooks: { PreToolUse: [{ matcher: "Bash" }, entry] },
    });
  });

  test("a copy of Coppice among the project's packages: the entry starts that one", async () => {
    const { dir } = createRepo();
    mkdirSync(join(dir, "node_modules", ".bin"), { recursive: true });
    writeFileSync(join(dir, "node_modules", ".bin", "coppice"), "");
    await init(dir);
    expect(readFileSync(file(dir), "utf8")).toContain(
      '\\"$CLAUDE_PROJECT_DIR\\"/node_modules/.bin/coppice guard',
    );
  });

  test("settings that only the person may read: nobody else may afterwards", async () => {
    const dir = having("{}");
    chmodSync(file(dir), 0o600);
    expect((await init(dir)).code).toBe(0);
    expect(settings(dir)).toEqual({ hooks: { PreToolUse: [entry] } });
    expect(statSync(file(dir)).mode & 0o777).toBe(0o600);
  });

  test("settings that are no UTF-8: refused, and left byte for byte", async () => {
    const dir = having("");
    const bytes = Buffer.from('{"name": "J\xfcrgen"}', "latin1");
    writeFileSync(file(dir), bytes);
    const { code, stderr } = await init(dir);
    expect([code, readFileSync(file(dir)).equals(bytes)]).toEqual([2, true]);
    expect(stderr).toContain(".claude/settings.json: the settings are no text in UTF-8");
  });

  test.each(["{", "[]", '{"hooks": []}', '{"hooks": {"PreToolUse": {}}}', "null"])(
    "settings that say something else (%s): refused, and left as they are",
    async (text) => {
      const dir = having(text);
      const { code, stderr } = await init(dir);
      expect(code).toBe(2);
      expect(stderr).toContain(".claude/settings.json: the settings are no");
      expect(readFileSync(file(dir), "utf8")).toBe(text);
    },
  );
});
