import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseConfigFile } from "../../../../src/config/file.js";
import { fromGitConfig } from "../../../../src/config/from-git.js";
import { leafKeys } from "../../../../src/config/keys.js";
import { loadConfig } from "../../../../src/config/load.js";
import { sampleConfig } from "../../../../src/config/sample.js";
import { configSchema } from "../../../../src/config/schema.js";
import { isTaskBranch } from "../../../../src/config/task-branches.js";
import { GitConfig } from "../../../../src/git/config.js";
import { ObjectReader } from "../../../../src/git/objects.js";
import { GitRunner } from "../../../../src/git/run.js";
import { hostileText } from "../hostile.js";
import { holds, type Kind, same, total, totalLater } from "../model.js";
import { jsonText, mutateBytes, mutateJson, mutateText } from "../mutate.js";

/** Everything that a file can say. */
const full = {
  $schema: "./schema/config.json",
  base: "main",
  taskBranches: ["task/**", "agent/*"],
  worktreeRoot: "../{repo}-worktrees",
  directory: "{role}/{branch}",
  setup: {
    envFiles: ["*.local", "!.env"],
    install: "npm ci",
    initScript: "./init.sh",
    timeouts: { install: 300, initScript: 600 },
  },
  roles: { dev: { files: { "roles/dev/NOTES.md": "NOTES.md" }, branch: "swarm/{role}-{session}" } },
  sets: { pair: { roles: ["dev"] } },
  merge: {
    strategy: "squash",
    message: "Merge {branch}",
    verify: "npm test",
    keep: true,
    fetch: true,
    autoCommit: false,
    sign: "auto",
  },
  conflict: { resolver: "./resolve.sh" },
  prune: {
    maxAgeDays: 7,
    graceDays: 1,
    completedDelayHours: 24,
    maxDiskGB: 10,
    archiveDays: 30,
    auto: true,
    exempt: ["release/**"],
  },
  cleanup: { onPull: true },
  hooks: { install: "all", order: "first", flush: "sync", failClosed: true },
  guard: { push: "state" },
  notesRef: "refs/notes/coppice",
  remote: "origin",
};

export const configFiles: Kind = {
  name: "config files",
  share: 6,
  least: 5_000,
  open: async () => {
    const sample = sampleConfig("main");
    const uncommented = sample.replace(/^(\s*)\/\/ (?=")/gm, "$1");
    const texts = [sample, uncommented, JSON.stringify(full), JSON.stringify(full, undefined, 2), "{}"];
    return {
      attempt: (random, show) => {
        const text = random.chance(50)
          ? jsonText(random, mutateJson(random, full))
          : mutateText(random, random.pick(texts), texts);
        const name = random.pick(["coppice.config.json", "coppice.config.jsonc"]);
        show({ name, text });
        const read = total(() => parseConfigFile(name, text));
        if (read === undefined) return undefined;
        same(
          total(() => parseConfigFile(name, JSON.stringify(read))),
          read,
          "a config that was read and written",
        );
        const config = configSchema.parse(read);
        const matches = total(() => isTaskBranch(config, hostileText(random).slice(0, 200)));
        holds(typeof matches === "boolean", "patterns that were taken cannot be used");
        return undefined;
      },
    };
  },
};

/** `coppice.*` of git's own configuration, as `git config -z --list` prints it. */
export const gitConfig: Kind = {
  name: "git config",
  share: 5,
  least: 4_000,
  open: async ({ scratch }) => {
    const mainWorktree = join(scratch, "config");
    mkdirSync(mainWorktree, { recursive: true });
    const reader = new ObjectReader(new GitRunner(), mainWorktree);
    const keys = leafKeys().map(({ path }) => `coppice.${path.join(".")}`);
    const values = [
      "true",
      "false",
      "1k",
      "30",
      "-1",
      "main",
      "task/**",
      "",
      "squash",
      "off",
      "state",
      "refs/notes/coppice",
    ];
    return {
      attempt: async (random, show) => {
        const records = Array.from({ length: 1 + random.below(4) }, () => {
          const key = random.chance(80) ? random.pick(keys) : `coppice.${hostileText(random).slice(0, 200)}`;
          const value = random.chance(60) ? random.pick(values) : hostileText(random);
          return `${random.chance(50) ? key : key.toLowerCase()}${random.chance(95) ? `\n${value}` : ""}\0`;
        });
        const whole = Buffer.from(`core.bare\nfalse\0${records.join("")}`);
        const listing = (random.chance(30) ? mutateBytes(random, whole) : whole).toString("utf8");
        show(listing);
        const config = new GitConfig(listing);
        for (const key of config.keys()) config.bool(key);
        total(() => fromGitConfig(config));
        await totalLater(() => loadConfig({ config, mainWorktree, objects: () => reader }));
        return undefined;
      },
    };
  },
};
