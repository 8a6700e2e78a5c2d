import * as z from "zod/mini";
import type { ConfigInput } from "../config/load.js";
import { meant, nearest } from "../config/nearest.js";
import {
  type HostedSettings,
  type MergeOrderName,
  type MergeWhen,
  mergeOrders,
  mergeWhens,
} from "../engine/hosted/model.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { configInputNames, type InputName, inputNames, inputTable, inputVariable } from "./input-table.js";
import {
  asText,
  booleanOf,
  type Convert,
  type Environment,
  given,
  numberOf,
  shown,
  wrong,
} from "./input-values.js";

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
  throw new CoppiceError("CONFIG_INVALID", `The Action has no input ${shown(written)}${meant(near)}.`, {
    details: { key: written.slice(0, 255), ...(near === undefined ? {} : { nearest: near }) },
    suggestedAction: `The inputs are ${inputNames.join(", ")}.`,
  });
}

class Reader {
  constructor(readonly env: Environment) {}

  async token(): Promise<string> {
    const text = given(this.env, "github-token");
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
    return this.#parse(name, given(this.env, name) ?? inputTable[name], schema, convert);
  }

  async optional<T>(name: InputName, schema: z.ZodMiniType<T>): Promise<T | undefined> {
    const text = given(this.env, name);
    return text === undefined ? undefined : this.#parse(name, text, schema, asText);
  }

  /** The config's schema is not loaded where nothing of it is given. */
  async config(): Promise<ConfigInput> {
    const names = configInputNames.filter((name) => given(this.env, name) !== undefined);
    if (names.length === 0) return {};
    const { readConfigInputs } = await import("./config-inputs.js");
    return readConfigInputs(this.env, names);
  }

  async #parse<T>(name: InputName, text: string, schema: z.ZodMiniType<T>, convert: Convert): Promise<T> {
    const value = convert(text);
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw await wrong(name, text, parsed.error.issues, value);
  }
}
