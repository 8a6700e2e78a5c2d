import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildSchema, execute, type GraphQLError, parse, validate } from "graphql";
import * as z from "zod/mini";
import { GraphRefusal, type GraphRoot } from "./graphql-root.js";
import type { Answer } from "./state.js";

const schema = buildSchema(readFileSync(join(import.meta.dirname, "schema.graphql"), "utf8"));
const request = z.object({
  query: z.string(),
  variables: z.optional(z.record(z.string(), z.unknown())),
});

export const graphPath = "/api/graphql";

/** The name of what a request asks for, for failures on purpose; empty where it has none. */
export function operationOf(text: string | undefined): string {
  if (text === undefined || text === "") return "";
  const body: unknown = JSON.parse(text);
  const query = typeof body === "object" && body !== null && "query" in body ? String(body.query) : "";
  return /^\s*(?:query|mutation) (\w+)/.exec(query)?.[1] ?? "";
}

/**
 * Answers GraphQL by a slice of GitHub's own schema: a query that GitHub would not understand, and an answer that it
 * would never give, are complained of. Errors come with status 200, as GraphQL has it.
 */
export async function graphql(
  root: GraphRoot,
  body: unknown,
  complain: (problem: string) => void,
): Promise<Answer> {
  const { query, variables } = request.parse(body);
  let document: ReturnType<typeof parse>;
  try {
    document = parse(query);
  } catch (error) {
    complain(`GraphQL: ${String(error)}`);
    return { status: 200, body: { errors: [{ message: String(error) }] } };
  }
  const invalid = validate(schema, document);
  if (invalid.length > 0) {
    for (const { message } of invalid.slice(0, 5)) complain(`GraphQL: ${message}`);
    return { status: 200, body: { errors: invalid.map(({ message }) => ({ message })) } };
  }
  const { data, errors = [] } = await execute({
    schema,
    document,
    rootValue: root,
    ...(variables === undefined ? {} : { variableValues: variables }),
  });
  if (errors.length === 0) return { status: 200, body: { data } };
  return { status: 200, body: { data: data ?? null, errors: errors.map((one) => told(one, complain)) } };
}

function told(
  { originalError, message, path, locations }: GraphQLError,
  complain: (problem: string) => void,
) {
  const refusal = originalError instanceof GraphRefusal ? originalError : undefined;
  if (refusal === undefined) complain(`GraphQL: ${message}`);
  return { type: refusal?.type ?? "INTERNAL", path, locations, message };
}
