/**
 * Cuts what the fake GitHub of the tests serves out of GitHub's own OpenAPI description:
 * `npx tsx scripts/github-openapi.ts <api.github.com.json of @octokit/openapi>`, where the package was unpacked with
 * `npm pack @octokit/openapi@23.0.2`. It takes 385 MB on disk, which is why it is no dependency.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";

const served = [
  "GET /rate_limit",
  "GET /user",
  "GET /repos/{owner}/{repo}",
  "GET /repos/{owner}/{repo}/branches",
  "GET /repos/{owner}/{repo}/branches/{branch}",
  "GET /repos/{owner}/{repo}/branches/{branch}/protection",
  "GET /repos/{owner}/{repo}/collaborators/{username}/permission",
  "GET /repos/{owner}/{repo}/commits/{ref}/status",
  "GET /repos/{owner}/{repo}/git/ref/{ref}",
  "POST /repos/{owner}/{repo}/statuses/{sha}",
  "GET /repos/{owner}/{repo}/issues/{issue_number}/comments",
  "POST /repos/{owner}/{repo}/issues/{issue_number}/comments",
  "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}",
  "GET /repos/{owner}/{repo}/issues/{issue_number}/events",
  "POST /repos/{owner}/{repo}/issues/{issue_number}/labels",
  "DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}",
  "POST /repos/{owner}/{repo}/labels",
  "GET /repos/{owner}/{repo}/labels/{name}",
  "GET /repos/{owner}/{repo}/pulls",
  "POST /repos/{owner}/{repo}/pulls",
  "GET /repos/{owner}/{repo}/pulls/{pull_number}",
  "PATCH /repos/{owner}/{repo}/pulls/{pull_number}",
  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge",
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews",
  "GET /repos/{owner}/{repo}/rules/branches/{branch}",
];

const target = join(import.meta.dirname, "../test/support/github/openapi.json");
const node = z.record(z.string(), z.unknown());
type Node = z.infer<typeof node>;

/** What is there for people alone. */
const prose = new Set([
  "description",
  "summary",
  "examples",
  "example",
  "externalDocs",
  "tags",
  "x-github",
  "title",
]);

const source = process.argv[2];
if (source === undefined) throw new Error("name the file api.github.com.json");
const whole = node.parse(JSON.parse(readFileSync(source, "utf8")));
const components = node.parse(whole.components);
const kept = new Map<string, unknown>();

const paths: Record<string, Node> = {};
for (const route of served) {
  const [method = "", path = ""] = route.split(" ");
  const operation = node.parse(node.parse(whole.paths)[path])[method.toLowerCase()];
  if (operation === undefined) throw new Error(`GitHub's description has no ${route}`);
  paths[path] = { ...paths[path], [method.toLowerCase()]: slim(operation, false) };
}

const slice: Record<string, Record<string, unknown>> = {};
for (const [pointer, value] of [...kept].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const [kind = "", name = ""] = pointer.split("/");
  slice[kind] = { ...slice[kind], [name]: value };
}
const version = z.object({ version: z.string() }).parse(whole.info).version;
const text = JSON.stringify({
  openapi: "3.0.3",
  info: { title: "GitHub", version },
  paths,
  components: slice,
});
writeFileSync(target, `${text}\n`);
console.log(`${(text.length / 1024).toFixed(0)} kB in ${target}`);

/** A part of the description without prose; what it refers to is kept, and `nullable` becomes plain JSON Schema. */
function slim(value: unknown, names: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => slim(item, false));
  if (typeof value !== "object" || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(value)) {
    if (!names && prose.has(key) && !(key === "title" && typeof child === "object")) continue;
    if (key === "$ref" && typeof child === "string") keep(child.replace("#/components/", ""));
    // Below these a key is a name that somebody chose, `description` and `title` among them.
    result[key] = slim(child, !names && ["properties", "patternProperties"].includes(key));
  }
  return names ? result : withoutNullable(result);
}

function withoutNullable({ nullable, ...schema }: Record<string, unknown>): Record<string, unknown> {
  if (nullable !== true) return schema;
  const { type, enum: values } = schema;
  if (typeof type !== "string") return { anyOf: [schema, { type: "null" }] };
  return {
    ...schema,
    type: [type, "null"],
    ...(Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {}),
  };
}

function keep(pointer: string): void {
  if (kept.has(pointer)) return;
  kept.set(pointer, undefined);
  const [kind = "", name = ""] = pointer.split("/");
  // An example of a component is prose, whatever its place.
  kept.set(pointer, slim(node.parse(components[kind])[name], false));
}
