import * as z from "zod/mini";
import type { ConfigInput } from "../config/load.js";
import { configSchema } from "../config/schema.js";
import { branchPatternParts } from "../config/task-branches.js";
import { refuseBaseAsTask } from "./base.js";
import type { ConfigInputName } from "./input-table.js";
import { asText, type Convert, type Environment, given, numberOf, wrong } from "./input-values.js";

/** Lines, and what commas part within them. */
const listOf = (text: string): string[] =>
  text
    .split(/[\r\n,]+/)
    .map((one) => one.trim())
    .filter((one) => one !== "");

/** The key of the config file that says the same. */
const keys: Readonly<
  Record<ConfigInputName, { readonly path: readonly string[]; readonly convert: Convert }>
> = {
  "base-branch": { path: ["base"], convert: asText },
  "task-branches": { path: ["taskBranches"], convert: listOf },
  "exempt-branches": { path: ["prune", "exempt"], convert: listOf },
  "merge-strategy": { path: ["merge", "strategy"], convert: asText },
  "stale-days": { path: ["prune", "maxAgeDays"], convert: numberOf },
  "grace-days": { path: ["prune", "graceDays"], convert: numberOf },
  "completed-delay-hours": { path: ["prune", "completedDelayHours"], convert: numberOf },
  "archive-days": { path: ["prune", "archiveDays"], convert: numberOf },
  "notes-ref": { path: ["notesRef"], convert: asText },
};

/** What git takes in no branch name, see git-check-ref-format(1). */
const inNoName = /[\p{Cc} ~^:\\[]|\.\.|@\{|\/\//u;

/** Nothing would ever match it: blanks between patterns, a bracket that nothing closes. */
const isHopeless = (value: string): boolean =>
  branchPatternParts(value).some((part) => part.kind === "text" && inNoName.test(part.text));

const pattern = z.string().check(
  z.refine((value) => !value.startsWith("refs/"), "names branches without refs/heads/"),
  z.refine((value) => !value.startsWith("!"), "has no negation: task-branches takes what is wanted alone"),
  z.refine(
    (value) => !isHopeless(value),
    "holds what no branch name can: patterns stand one a line, or with commas between them",
  ),
);

interface Layer {
  [key: string]: unknown;
}

/**
 * Reads the inputs that base's config file may give, by the config's own schema.
 * @param names those that were given
 * @throws CONFIG_INVALID
 */
export async function readConfigInputs(
  env: Environment,
  names: readonly ConfigInputName[],
): Promise<ConfigInput> {
  const layer: Layer = {};
  for (const name of names) {
    const text = given(env, name) ?? "";
    const { path, convert } = keys[name];
    if (convert === listOf) await checkPatterns(name, listOf(text));
    const alone: Layer = {};
    put(alone, path, convert(text));
    const { success, error } = configSchema.safeParse(alone);
    if (!success) throw await wrong(name, text, error.issues, alone);
    put(layer, path, convert(text));
  }
  // Every key of it was parsed by the schema; base's config file gives what is not there.
  const config = layer as ConfigInput;
  if (config.base !== undefined && config.taskBranches !== undefined)
    refuseBaseAsTask(config.base, [config.taskBranches].flat());
  return config;
}

async function checkPatterns(name: ConfigInputName, patterns: readonly string[]): Promise<void> {
  for (const text of patterns) {
    const { success, error } = pattern.safeParse(text);
    if (!success) throw await wrong(name, text, error.issues, text);
  }
}

function put(target: Layer, [first = "", second]: readonly string[], value: unknown): void {
  if (second === undefined) target[first] = value;
  else target[first] = { ...Object(target[first]), [second]: value };
}
