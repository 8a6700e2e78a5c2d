import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import formats from "ajv-formats";
import * as z from "zod/mini";

const reference = z.object({ $ref: z.string() });
const media = z.object({ "application/json": z.optional(z.looseObject({ schema: z.unknown() })) });
const parameter = z.object({ name: z.string(), in: z.string(), schema: z.looseObject({}) });
const response = z.object({ content: z.optional(media) });
const operationSchema = z.object({
  parameters: z.optional(z.array(z.union([reference, parameter]))),
  requestBody: z.optional(z.object({ required: z.optional(z.boolean()), content: media })),
  responses: z.record(z.string(), z.union([reference, response])),
});
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({
    parameters: z.record(z.string(), parameter),
    responses: z.record(z.string(), response),
  }),
});

/** A request or response as it went over the wire, matched to one of GitHub's operations. */
export interface Exchange {
  /** `GET /repos/{owner}/{repo}`, as GitHub's description spells it. */
  readonly route: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

const id = "github.json";
const text = readFileSync(join(import.meta.dirname, "openapi.json"), "utf8");
const document = documentSchema.parse(JSON.parse(text));

/**
 * GitHub's own description of its API, asked whether a request may be sent and a response may come back. What the fake
 * and the product agree on is worth nothing where GitHub would disagree.
 */
export class Contract {
  readonly #ajv = new Ajv({ strict: false, allErrors: false, logger: false, validateFormats: true });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor() {
    formats.default(this.#ajv);
    this.#ajv.addSchema(z.looseObject({}).parse(JSON.parse(text)), id);
  }

  /** The operation that a method and a path belong to; undefined: none of those that are served. */
  match(method: string, url: URL, prefix: string): Exchange | undefined {
    const asked = url.pathname.slice(prefix.length).split("/");
    for (const [template, methods] of Object.entries(document.paths)) {
      if (methods[method.toLowerCase()] === undefined) continue;
      const path = matchPath(template.split("/"), asked);
      if (path === undefined) continue;
      return { route: `${method} ${template}`, path, query: Object.fromEntries(url.searchParams) };
    }
    return undefined;
  }

  /** What GitHub would not understand of a request; empty: it is as described. */
  requestProblems({ route, path, query }: Exchange, body: unknown): string[] {
    const { pointer, operation } = find(route);
    const known = (operation.parameters ?? []).map((one) =>
      "$ref" in one ? component(document.components.parameters, one.$ref) : one,
    );
    const problems: string[] = [];
    for (const [place, values] of [["path", path] as const, ["query", query] as const]) {
      for (const [name, value] of Object.entries(values)) {
        const found = known.find((one) => one.in === place && one.name === name);
        if (found === undefined) problems.push(`${place} parameter ${name} is unknown`);
        else if (!this.#fits(found.schema, value)) problems.push(`${place} parameter ${name}: ${value}`);
      }
    }
    const schema = operation.requestBody?.content["application/json"];
    if (schema === undefined) return body === undefined ? problems : [...problems, "it takes no body"];
    if (body === undefined) {
      return operation.requestBody?.required === true ? [...problems, "it needs a body"] : problems;
    }
    const at = `${pointer}/requestBody/content/application~1json/schema`;
    return [...problems, ...this.#check(at, body), ...unknownKeys(schema.schema, body)];
  }

  /** What GitHub would never answer. */
  responseProblems(route: string, status: number, body: unknown): string[] {
    const { pointer, operation } = find(route);
    const declared = operation.responses[String(status)];
    // Of these the description tells only some, and GitHub answers them everywhere.
    if (declared === undefined) return [401, 403, 404, 429, 500, 502, 503].includes(status) ? [] : ["status"];
    const name = "$ref" in declared ? declared.$ref.split("/").at(-1) : undefined;
    const found = "$ref" in declared ? component(document.components.responses, declared.$ref) : declared;
    if (found.content?.["application/json"] === undefined)
      return body === undefined ? [] : ["a body where there is none"];
    const base = name === undefined ? `${pointer}/responses/${status}` : `#/components/responses/${name}`;
    return this.#check(`${base}/content/application~1json/schema`, body);
  }

  #check(pointer: string, value: unknown): string[] {
    let validate = this.#validators.get(pointer);
    if (validate === undefined) {
      validate = this.#ajv.compile({ $ref: `${id}${pointer}` });
      this.#validators.set(pointer, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ""}`);
  }

  /** A parameter is text in a URL; what it stands for is what its schema says. */
  #fits(schema: Record<string, unknown>, value: string): boolean {
    const whole = "$ref" in schema ? { $ref: `${id}${String(schema.$ref)}` } : schema;
    const candidates: unknown[] = [value];
    if (value.trim() !== "" && Number.isFinite(Number(value))) candidates.push(Number(value));
    if (value === "true" || value === "false") candidates.push(value === "true");
    return candidates.some((candidate) => this.#ajv.validate(whole, candidate));
  }
}

/** A placeholder takes one part of a path, the last one the rest: a ref has slashes. */
function matchPath(
  template: readonly string[],
  asked: readonly string[],
): Record<string, string> | undefined {
  const found: Record<string, string> = {};
  const greedy = template.at(-1) === "{ref}" && template.at(-2) === "ref";
  if (greedy ? asked.length < template.length : asked.length !== template.length) return undefined;
  for (const [index, part] of template.entries()) {
    const rest = greedy && index === template.length - 1;
    const value = rest ? asked.slice(index).join("/") : (asked[index] ?? "");
    if (!part.startsWith("{")) {
      if (part !== value) return undefined;
    } else {
      if (value === "") return undefined;
      found[part.slice(1, -1)] = decodeURIComponent(value);
    }
  }
  return found;
}

function find(route: string): { pointer: string; operation: z.infer<typeof operationSchema> } {
  const [method = "", path = ""] = route.split(" ");
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`${route} is not in the slice of GitHub's description`);
  const escaped = encodeURIComponent(path.replaceAll("~", "~0").replaceAll("/", "~1"));
  return { pointer: `#/paths/${escaped}/${method.toLowerCase()}`, operation };
}

function component<T>(components: Readonly<Record<string, T>>, ref: string): T {
  const found = components[ref.split("/").at(-1) ?? ""];
  if (found === undefined) throw new Error(`${ref} is not in the slice of GitHub's description`);
  return found;
}

/** A misspelt field is no error to a schema that allows more fields, and none to GitHub: it is just not heard. */
function unknownKeys(schema: unknown, body: unknown): string[] {
  const known = z.safeParse(z.object({ properties: z.record(z.string(), z.unknown()) }), schema);
  const given = z.safeParse(z.record(z.string(), z.unknown()), body);
  if (!known.success || !given.success) return [];
  return Object.keys(given.data)
    .filter((key) => !Object.hasOwn(known.data.properties, key))
    .map((key) => `field ${key} is unknown`);
}
