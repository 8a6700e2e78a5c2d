import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { commands } from "../../src/cli/commands.js";
import { outputJsonSchema, outputNames } from "../../src/cli/output/schemas.js";

const folder = new URL("../../schema/", import.meta.url);
const published = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`${name}.schema.json`, folder), "utf8"));

test("the published schemas: as fresh as the code", () => {
  for (const name of outputNames) {
    expect(published(name)).toEqual(JSON.parse(JSON.stringify(outputJsonSchema(name))));
  }
  const names = [...outputNames, "config", "resolver", "set"];
  expect(readdirSync(folder).sort()).toEqual(names.map((name) => `${name}.schema.json`).sort());
});

test("the published schemas: valid JSON Schemas, and open for what later versions add", () => {
  const ajv = new Ajv2020({ strict: false });
  for (const name of outputNames) {
    const schema = outputJsonSchema(name);
    expect(ajv.validateSchema(schema)).toBe(true);
    expect(JSON.stringify(schema)).not.toContain('"additionalProperties":false');
  }
});

test("every command that prints data has one", () => {
  // These print text for a shell or a terminal, or nothing.
  const without = ["completion", "shell-init", "watch", "__complete", "__sweep"];
  const names: readonly string[] = outputNames;
  for (const { name } of commands)
    expect([name, names.includes(name)]).toEqual([name, !without.includes(name)]);
});
