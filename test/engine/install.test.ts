import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { installationsFor } from "../../src/engine/install.js";
import { createTempDir } from "../support/repo.js";

/** The commands for a directory with these files. */
function commands(files: Readonly<Record<string, string>>): string[] {
  const dir = createTempDir();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  return installationsFor(dir).map(({ command }) => command.join(" "));
}

describe("which installation a lockfile asks for", () => {
  test.each<[string, Readonly<Record<string, string>>, string[]]>([
    ["nothing", {}, []],
    ["a manifest without a lockfile", { "package.json": "{}", "go.mod": "module x\n" }, []],
    ["package-lock.json", { "package-lock.json": "{}" }, ["npm ci"]],
    ["npm-shrinkwrap.json", { "npm-shrinkwrap.json": "{}" }, ["npm ci"]],
    ["pnpm-lock.yaml", { "pnpm-lock.yaml": "" }, ["pnpm install --frozen-lockfile"]],
    ["yarn.lock of yarn 1", { "yarn.lock": "# yarn lockfile v1\n" }, ["yarn install --frozen-lockfile"]],
    [
      "yarn.lock of a newer yarn",
      { "yarn.lock": "\n__metadata:\n  version: 8\n" },
      ["yarn install --immutable"],
    ],
    ["yarn.lock beside .yarnrc.yml", { "yarn.lock": "", ".yarnrc.yml": "" }, ["yarn install --immutable"]],
    [
      "yarn named by package.json",
      { "yarn.lock": "", "package.json": '{"packageManager":"yarn@4.1.0+sha224.ab"}' },
      ["yarn install --immutable"],
    ],
    ["bun.lock", { "bun.lock": "" }, ["bun install --frozen-lockfile"]],
    ["bun.lockb", { "bun.lockb": "" }, ["bun install --frozen-lockfile"]],
    ["uv.lock", { "uv.lock": "" }, ["uv sync --frozen"]],
    ["poetry.lock", { "poetry.lock": "" }, ["poetry install --no-interaction"]],
    ["Cargo.lock", { "Cargo.lock": "" }, ["cargo fetch --locked"]],
    ["go.sum", { "go.sum": "" }, ["go mod download"]],
    ["Gemfile.lock", { "Gemfile.lock": "" }, ["bundle install"]],
    ["composer.lock", { "composer.lock": "" }, ["composer install --no-interaction"]],
    [
      "several languages: one each, JavaScript first",
      { "go.sum": "", "Cargo.lock": "", "package-lock.json": "{}" },
      ["npm ci", "cargo fetch --locked", "go mod download"],
    ],
    [
      "several JavaScript lockfiles: one by precedence",
      { "package-lock.json": "{}", "yarn.lock": "", "pnpm-lock.yaml": "" },
      ["pnpm install --frozen-lockfile"],
    ],
    [
      "several, and package.json names one",
      { "package-lock.json": "{}", "pnpm-lock.yaml": "", "package.json": '{"packageManager":"npm@10.2.0"}' },
      ["npm ci"],
    ],
    [
      "package.json names one without its lockfile",
      { "package-lock.json": "{}", "package.json": '{"packageManager":"pnpm@9.0.0"}' },
      ["npm ci"],
    ],
    ["a package.json that is no JSON", { "package-lock.json": "{}", "package.json": "{" }, ["npm ci"]],
  ])("%s", (_, files, wanted) => {
    expect(commands(files)).toEqual(wanted);
  });

  test("a directory named package.json: the lockfile decides alone", () => {
    const dir = createTempDir();
    mkdirSync(join(dir, "package.json"));
    writeFileSync(join(dir, "bun.lock"), "");
    expect(installationsFor(dir)).toEqual([
      {
        manager: "bun",
        command: ["bun", "install", "--frozen-lockfile"],
        lockfile: "bun.lock",
        env: { COREPACK_ENABLE_DOWNLOAD_PROMPT: "0" },
      },
    ]);
  });
});
