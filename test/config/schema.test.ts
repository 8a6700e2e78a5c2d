import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { configJsonSchema } from "../../src/config/json-schema.js";
import { leafKeys, namesAt } from "../../src/config/keys.js";
import { configSchema } from "../../src/config/schema.js";

const published: unknown = JSON.parse(
  readFileSync(new URL("../../schema/config.schema.json", import.meta.url), "utf8"),
);

describe("the JSON Schema for editors", () => {
  test("the published file: what the code checks with; npm run schema writes it", () => {
    expect(published).toEqual({ title: "Coppice's configuration", ...configJsonSchema() });
  });

  test("it and the code agree on what is valid", () => {
    const validate = new Ajv({ strict: false }).compile(configJsonSchema());
    const cases: readonly [unknown, boolean][] = [
      [{}, true],
      [{ taskBranches: "t/*", setup: { envFiles: ["a"], timeouts: { install: 3 } } }, true],
      [{ taskBranches: ["t/*"], prune: { auto: true } }, true],
      [{ roles: { dev: { files: { a: "b" } } }, sets: { s: { roles: ["dev"] } } }, true],
      [{ colour: 1 }, false],
      [{ merge: { strategy: "ours" } }, false],
      [{ setup: { timeouts: { install: 0 } } }, false],
      [{ roles: { "a/b": {} } }, false],
      [{ sets: { s: {} } }, false],
      [[], false],
    ];
    for (const [value, valid] of cases) {
      expect([value, validate(value)]).toEqual([value, valid]);
      expect([value, configSchema.safeParse(value).success]).toEqual([value, valid]);
    }
  });

  test("every key tells an editor what it is for", () => {
    const missing: string[] = [];
    const visit = (node: object, path: string): void => {
      if (!("properties" in node) || typeof node.properties !== "object" || node.properties === null) return;
      for (const [name, child] of Object.entries(node.properties)) {
        if (typeof child !== "object" || child === null) continue;
        if (!("description" in child) && !path.endsWith("timeouts")) missing.push(`${path}.${name}`);
        visit(child, `${path}.${name}`);
      }
    };
    visit(configJsonSchema(), "");
    expect(missing).toEqual([]);
  });
});

describe("the keys", () => {
  test("those of the specification, all of them", () => {
    expect(leafKeys().map(({ path }) => path.join("."))).toEqual([
      "base",
      "taskBranches",
      "worktreeRoot",
      "directory",
      "setup.envFiles",
      "setup.install",
      "setup.initScript",
      "setup.timeouts.install",
      "setup.timeouts.initScript",
      "roles",
      "sets",
      "merge.strategy",
      "merge.message",
      "merge.verify",
      "merge.keep",
      "merge.fetch",
      "merge.autoCommit",
      "merge.sign",
      "conflict.resolver",
      "conflict.timeout",
      "prune.maxAgeDays",
      "prune.graceDays",
      "prune.completedDelayHours",
      "prune.maxDiskGB",
      "prune.archiveDays",
      "prune.auto",
      "prune.exempt",
      "cleanup.onPull",
      "hooks.install",
      "hooks.order",
      "hooks.flush",
      "hooks.failClosed",
      "guard.push",
      "notesRef",
      "remote",
    ]);
  });

  test("names below a free name: those of what stands there", () => {
    expect(namesAt(["roles", "anything"])).toEqual(["files", "branch", "setup"]);
    expect(namesAt(["nothing", "there"])).toEqual([]);
  });
});
