import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { init } from "../../src/engine/init.js";
import { GitVersion } from "../../src/git/version.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { all, filesIn, install, states, status, uninstall } from "./hooks-support.js";
import { run } from "./support.js";

const own = "pre-push:\n  commands:\n    test:\n      run: npm test\n";

/** What lefthook leaves in the hooks directory for each hook that its config names. */
function lefthookInstall(repo: TestRepo): void {
  mkdirSync(join(repo.dir, ".git/hooks"), { recursive: true });
  for (const hook of Object.keys(all("")))
    writeFileSync(join(repo.dir, ".git/hooks", hook), `#!/bin/sh\nlefthook run "${hook}" "$@"\n`, {
      mode: 0o755,
    });
}

const files = (repo: TestRepo): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filesIn(repo.dir)).flatMap(([name, file]) =>
      name.startsWith(".git/") ? [] : [[name, file.replace(/^\d+ /, "")]],
    ),
  );

describe("a repository that lefthook runs the hooks of", () => {
  test("without --write: shown, and nothing is written", async () => {
    const repo = createRepo({ files: { "lefthook.yml": own } });
    const before = filesIn(repo.dir);
    const { changed, way, advice } = await install(repo.dir);
    expect({ changed, way }).toEqual({ changed: false, way: null });
    expect(advice).toContain("extends:\n    - lefthook-coppice.yml");
    expect(advice).toContain("use_stdin: true");
    const after = filesIn(repo.dir);
    delete after[".git/coppice/clone"];
    expect(after).toEqual(before);
    const { steps } = await run(repo.dir, (engine) => init(engine));
    expect(steps.at(-1)).toMatchObject({ name: "hooks", outcome: "none" });
  });

  test("with --write: the entry, a config and a script for each hook; lefthook itself comes next", async () => {
    const repo = createRepo({ files: { "lefthook.yml": own } });
    const { way, warnings, status: found } = await install(repo.dir, { write: true });
    expect(way).toBe("lefthook");
    expect(states(found)).toEqual(all("missing"));
    expect(found.hooks[0]?.detail).toBe("lefthook has not installed this hook: run lefthook install");
    expect(warnings[0]).toMatch(/^Not run here: post-checkout/);
    lefthookInstall(repo);
    expect(states(await status(repo.dir))).toEqual(all("installed"));
    const text = files(repo);
    expect((await install(repo.dir)).changed).toBe(false);
    expect(files(repo)).toEqual(text);

    repo.git("config", "coppice.hooks.install", "core");
    await install(repo.dir);
    expect(existsSync(join(repo.dir, ".lefthook/pre-commit"))).toBe(false);
    expect(repo.read("lefthook-coppice.yml")).not.toContain("pre-commit");
    rmSync(join(repo.dir, ".lefthook/pre-push"), { recursive: true });
    expect(states(await status(repo.dir))).toMatchObject({ "pre-push": "missing", "pre-commit": "off" });
  });

  test.each([
    ["no extends", own, "# >>> coppice >>>\nextends:\n  - lefthook-coppice.yml\n# <<< coppice <<<\n"],
    [
      "a list of its own",
      `extends:\n    - other.yml\n${own}`,
      "extends:\n    - lefthook-coppice.yml # coppice\n",
    ],
    [
      "a list without indent",
      `extends: # ours\n- other.yml\n${own}`,
      "- lefthook-coppice.yml # coppice\n- other.yml",
    ],
    ["CRLF", own.replaceAll("\n", "\r\n"), "extends:\n"],
    ["no final line feed", own.trimEnd(), "extends:\n"],
    ["a document's start", `# top\n---\n${own}`, "---\n# >>> coppice >>>\n"],
    ["nothing at all", "", "extends:\n"],
  ])("%s: the entry is made, and every byte comes back", async (_name, text, expected) => {
    const repo = createRepo({ files: { "lefthook.yml": text, "other.yml": "colors: false\n" } });
    const before = files(repo);
    await install(repo.dir, { write: true });
    expect(readFileSync(join(repo.dir, "lefthook.yml"), "latin1")).toContain(expected);
    expect((await uninstall(repo.dir)).changed).toBe(true);
    expect(files(repo)).toEqual(before);
    expect(repo.git("status", "--porcelain")).toBe("");
  });

  test.each([
    ["extends in another form", "lefthook.yml", "extends: [other.yml]\n"],
    ["another language", "lefthook.toml", "[pre-push]\n"],
    ["another place", ".config/lefthook.yml", own],
  ])("%s: left to a person", async (_name, name, text) => {
    const repo = createRepo({ files: { [name]: text } });
    const { way, advice } = await install(repo.dir, { write: true });
    expect(way).toBeNull();
    expect(advice).toContain(`${name}:`);
    expect(repo.git("status", "--porcelain")).toBe("");
  });

  test("source_dir: the scripts go where lefthook looks", async () => {
    const repo = createRepo({ files: { "lefthook.yml": `source_dir: "scripts/hooks"\n${own}` } });
    await install(repo.dir, { write: true });
    expect(repo.read("scripts/hooks/pre-push/coppice.sh")).toContain("/coppice/hooks/pre-push");
    await uninstall(repo.dir);
    expect(repo.git("status", "--porcelain")).toBe("");
  });

  test("a script that only has our name: stays", async () => {
    const repo = createRepo({
      files: { "lefthook.yml": own, ".lefthook/pre-push/coppice.sh": "echo mine\n" },
    });
    await uninstall(repo.dir);
    expect(repo.read(".lefthook/pre-push/coppice.sh")).toBe("echo mine\n");
  });

  test("a git that reads hooks from its config: nothing of lefthook is touched", async () => {
    const repo = createRepo({ files: { "lefthook.yml": own } });
    const { way } = await install(repo.dir, { version: new GitVersion(2, 54, 0) });
    expect(way).toBe("config");
    expect(repo.git("status", "--porcelain")).toBe("");
  });
});
