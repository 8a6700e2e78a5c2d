import * as z from "zod/mini";
import type { ConfigInput } from "../config/load.js";
import { nearest } from "../config/nearest.js";
import { configSchema } from "../config/schema.js";
import {
  type HostedSettings,
  type MergeOrderName,
  type MergeWhen,
  mergeOrders,
  mergeWhens,
} from "../engine/hosted/model.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { strategySchema } from "../lifecycle/events.js";
import { refuseBaseAsTask } from "./base.js";
import { type InputName, inputNames, inputTable, inputVariable } from "./input-table.js";

export const operations = ["auto", "merge", "prune", "check", "sync"] as const;
export type Operation = (typeof operations)[number];

/** What must succeed at a merged commit: nothing, what base's config file says, or a command. */
export type Verify =
  | { readonly kind: "off" | "config" }
  | { readonly kind: "command"; readonly command: string };

/** Everything that the workflow file says. */
export interface ActionInputs {
  readonly token: string;
  readonly operation: Operation;
  /** Only what was set: base's config file gives the rest. */
  readonly config: ConfigInput;
  readonly verify: Verify;
  readonly settings: HostedSettings;
  readonly failOn: "error" | "conflict";
  /** Relative to the root of base's tree. */
  readonly configPath: string | undefined;
  readonly committer: { readonly name: string; readonly email: string };
}

type Environment = Readonly<Record<string, string | undefined>>;

const oneLine = (value: string): boolean => !/\p{Cc}/u.test(value);
const token = z.string().check(z.regex(/^[\x21-\x7e]+$/), z.maxLength(4096));
const label = z.string().check(z.maxLength(50), z.refine(oneLine, "must be one line"));
const configPath = z.string().check(
  z.maxLength(1024),
  z.refine(
    (value) => oneLine(value) && !/^(?:\/|[A-Za-z]:)|\\/.test(value) && !value.split("/").includes(".."),
    "must be a path inside the repository, with slashes and without '..'",
  ),
  z.refine((value) => /\.jsonc?$/.test(value), "must end in .json or .jsonc"),
);
const committer = z.pipe(
  z.string().check(
    z.maxLength(512),
    z.refine(
      (value) => oneLine(value) && /^[^<>]*[^<>\s][^<>]* <[^<>\s]+>$/.test(value),
      "must be a name and an address: Name <name@example.com>",
    ),
  ),
  z.transform((value: string) => {
    const at = value.lastIndexOf(" <");
    return { name: value.slice(0, at).trim(), email: value.slice(at + 2, -1) };
  }),
);
const verify = z.string().check(
  z.maxLength(4096),
  z.refine((value) => !value.includes("\0"), "must not contain a NUL character"),
);
const pattern = z.string().check(
  z.refine((value) => !value.startsWith("refs/"), "names branches without refs/heads/"),
  z.refine((value) => !value.startsWith("!"), "has no negation: task-branches takes what is wanted alone"),
);
const mostMerges = 10_000;

/**
 * Reads what the workflow file says, before anything else is done. An empty input is one that was not given.
 * @param env the runner's variables: an input `dry-run` is `INPUT_DRY-RUN`
 * @throws CONFIG_INVALID for an input that action.yml does not declare, and for a value that cannot be what was meant
 */
export async function readInputs(env: Environment): Promise<ActionInputs> {
  refuseUnknown(env);
  const read = new Reader(env);
  const config = await read.config();
  const inputs: ActionInputs = {
    token: await read.token(),
    operation: await read.value("operation", z.enum(operations)),
    config,
    verify: verifyOf(await read.value("verify", verify)),
    settings: {
      mergeWhen: await read.value<MergeWhen>("merge-when", z.enum(mergeWhens)),
      order: await read.value<MergeOrderName>("order", z.enum(mergeOrders)),
      maxMerges: await read.value("max-merges", z.int().check(z.minimum(1), z.maximum(mostMerges)), numberOf),
      requireSubmit: await read.value("require-submit", z.boolean(), booleanOf),
      prune: await read.value("prune", z.boolean(), booleanOf),
      dryRun: await read.value("dry-run", z.boolean(), booleanOf),
      conflictLabel: await read.value("conflict-label", label),
    },
    failOn: await read.value("fail-on", z.enum(["error", "conflict"])),
    configPath: await read.optional("config-path", configPath),
    committer: await read.value("committer", committer),
  };
  if (config.base !== undefined && config.taskBranches !== undefined)
    refuseBaseAsTask(config.base, [config.taskBranches].flat());
  if (inputs.operation === "prune" && !inputs.settings.prune)
    throw new CoppiceError("CONFIG_INVALID", "The input operation is prune, and the input prune is false.", {
      details: { key: "prune" },
      suggestedAction: "Take one of the two out of the workflow file.",
    });
  return inputs;
}

const verifyOf = (text: string): Verify => {
  if (text === "off" || text === "config") return { kind: text };
  return { kind: "command", command: text };
};

function refuseUnknown(env: Environment): void {
  const known = new Map(inputNames.map((name) => [inputVariable(name), name]));
  const unknown = Object.keys(env).find((name) => name.startsWith("INPUT_") && !known.has(name));
  if (unknown === undefined) return;
  const written = unknown.slice("INPUT_".length).toLowerCase();
  const near = nearest(written.replaceAll("_", "-"), inputNames);
  throw new CoppiceError(
    "CONFIG_INVALID",
    `The Action has no input ${shown(written)}${near === undefined ? "" : ` (did you mean '${near}'?)`}.`,
    {
      details: { key: written.slice(0, 255), ...(near === undefined ? {} : { nearest: near }) },
      suggestedAction: `The inputs are ${inputNames.join(", ")}.`,
    },
  );
}

type Convert = (text: string) => unknown;
const asText: Convert = (text) => text;
/** What is no number stays text, which the schema refuses. */
const numberOf: Convert = (text) => (/^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text);
const booleanOf: Convert = (text) => ({ true: true, false: false })[text.toLowerCase()] ?? text;
/** Lines, and what commas part within them. */
const listOf = (text: string): string[] =>
  text
    .split(/[\r\n,]+/)
    .map((one) => one.trim())
    .filter((one) => one !== "");

/** The inputs that base's config file may give, with the key that says the same there. */
const configKeys = {
  "base-branch": { path: ["base"], convert: asText },
  "task-branches": { path: ["taskBranches"], convert: listOf },
  "exempt-branches": { path: ["prune", "exempt"], convert: listOf },
  "merge-strategy": { path: ["merge", "strategy"], convert: asText },
  "stale-days": { path: ["prune", "maxAgeDays"], convert: numberOf },
  "grace-days": { path: ["prune", "graceDays"], convert: numberOf },
  "completed-delay-hours": { path: ["prune", "completedDelayHours"], convert: numberOf },
  "archive-days": { path: ["prune", "archiveDays"], convert: numberOf },
  "notes-ref": { path: ["notesRef"], convert: asText },
} as const satisfies Partial<Record<InputName, { path: readonly string[]; convert: Convert }>>;

const choices: Partial<Record<InputName, readonly string[]>> = {
  operation: operations,
  "merge-when": mergeWhens,
  "merge-strategy": strategySchema.options,
  order: mergeOrders,
  "fail-on": ["error", "conflict"],
};

class Reader {
  constructor(readonly env: Environment) {}

  async token(): Promise<string> {
    const text = this.#given("github-token");
    if (text === undefined)
      throw new CoppiceError("CONFIG_INVALID", "The input github-token is empty.", {
        details: { key: "github-token" },
        // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub's
        suggestedAction: "Leave it out, or give it a token: ${{ github.token }} is the job's own.",
      });
    const parsed = token.safeParse(text);
    if (parsed.success) return parsed.data;
    // It may be a secret with a line feed too many: it is not shown.
    throw new CoppiceError("CONFIG_INVALID", "The input github-token holds no token: it must be one line.", {
      details: { key: "github-token" },
      suggestedAction: "Set the secret anew, without spaces and line breaks.",
    });
  }

  /** An input that has a default of its own. */
  async value<T>(name: InputName, schema: z.ZodMiniType<T>, convert = asText): Promise<T> {
    return this.#parse(name, this.#given(name) ?? inputTable[name], schema, convert);
  }

  async optional<T>(name: InputName, schema: z.ZodMiniType<T>): Promise<T | undefined> {
    const text = this.#given(name);
    return text === undefined ? undefined : this.#parse(name, text, schema, asText);
  }

  /** What the config's own schema says of the keys that were given. */
  async config(): Promise<ConfigInput> {
    const layer: RawLayer = {};
    for (const name of inputNames) {
      if (!isConfigInput(name)) continue;
      const text = this.#given(name);
      if (text === undefined) continue;
      const { path, convert } = configKeys[name];
      if (convert === listOf) await this.#patterns(name, listOf(text));
      const alone: RawLayer = {};
      put(alone, path, convert(text));
      const { success, error } = configSchema.safeParse(alone);
      if (!success) throw await wrong(name, text, error.issues, alone);
      put(layer, path, convert(text));
    }
    // Every key of it was parsed by the schema, one by one.
    const parsed = configSchema.safeParse(layer);
    if (!parsed.success) throw await wrong("base-branch", "", parsed.error.issues, layer);
    return layer as ConfigInput;
  }

  async #patterns(name: InputName, patterns: readonly string[]): Promise<void> {
    for (const text of patterns) await this.#parse(name, text, pattern, asText);
  }

  async #parse<T>(name: InputName, text: string, schema: z.ZodMiniType<T>, convert: Convert): Promise<T> {
    const value = convert(text);
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw await wrong(name, text, parsed.error.issues, value);
  }

  #given(name: InputName): string | undefined {
    const variable = inputVariable(name);
    const text = this.env[variable]?.trim();
    return text === "" ? undefined : text;
  }
}

interface RawLayer {
  [key: string]: unknown;
}

const isConfigInput = (name: InputName): name is keyof typeof configKeys => Object.hasOwn(configKeys, name);

function put(target: RawLayer, [first = "", second]: readonly string[], value: unknown): void {
  if (second === undefined) target[first] = value;
  else target[first] = { ...Object(target[first]), [second]: value };
}

/** What was found out about a value, which is loaded when something is wrong. */
async function wrong(
  name: InputName,
  text: string,
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
): Promise<CoppiceError> {
  const { firstProblem } = await import("../config/problems.js");
  const problem = firstProblem(issues, value);
  const near = nearest(text, choices[name] ?? []);
  return new CoppiceError(
    "CONFIG_INVALID",
    `The input ${name} is ${shown(text)}: it ${problem.text}${near === undefined ? "" : ` (did you mean '${near}'?)`}.`,
    {
      details: { key: name, ...(near === undefined ? {} : { nearest: near }) },
      suggestedAction: `Correct ${name} in the workflow file.`,
    },
  );
}

/** A value as text in one line: what a log or a page would act on is written out. */
const shown = (text: string): string =>
  JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}...` : text).replace(
    /\p{C}/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
