/**
 * Writes the published JSON Schemas to schema/: `npm run schema`. They are made of the zod schemas that the code
 * checks with, so an editor and the product agree.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { outputJsonSchema, outputNames } from "../src/cli/output/schemas.js";
import { configJsonSchema, setFileJsonSchema } from "../src/config/json-schema.js";
import { resolverJsonSchema } from "../src/engine/resolver.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** File name under schema/ to schema. */
const schemas: Readonly<Record<string, object>> = {
  "config.schema.json": { title: "Coppice's configuration", ...configJsonSchema() },
  "set.schema.json": { title: "A set of worktrees that coppice create --set makes", ...setFileJsonSchema() },
  "resolver.schema.json": {
    title: "A conflict, as a resolver command gets it on standard input",
    ...resolverJsonSchema(),
  },
  ...Object.fromEntries(outputNames.map((name) => [`${name}.schema.json`, outputJsonSchema(name)])),
};

mkdirSync(join(root, "schema"), { recursive: true });
for (const [name, schema] of Object.entries(schemas)) {
  writeFileSync(join(root, "schema", name), `${JSON.stringify(schema, null, 2)}\n`);
  console.log(`schema/${name}`);
}
