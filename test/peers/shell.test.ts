import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The project's own shell scripts: files with a shell's name in their first line. */
function shellScripts(): string[] {
  const found: string[] = [];
  const visit = (dir: string): void => {
    for (const name of readdirSync(join(root, dir))) {
      const path = join(dir, name);
      if (statSync(join(root, path)).isDirectory()) visit(path);
      else if (/^#!.*\b(ba|da)?sh\b/.test(readFileSync(join(root, path), "utf8").slice(0, 80)))
        found.push(path);
    }
  };
  for (const dir of [".ci", "scripts"]) visit(dir);
  return found;
}

test("the project's shell scripts: shellcheck has nothing to say", () => {
  const scripts = shellScripts();
  expect(scripts).toContain(join(".ci", "run"));
  const result = spawnSync("shellcheck", scripts, { cwd: root, encoding: "utf8" });
  expect(result.error).toBeUndefined();
  expect(result.stdout).toBe("");
  expect(result.status).toBe(0);
});
