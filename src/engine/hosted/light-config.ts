import { parseConfigFile } from "../../config/file.js";
import { configFileNames, largestConfigFile } from "../../config/file-names.js";
import { overlay } from "../../config/layers.js";
import type { Config, ConfigInput } from "../../config/load.js";
import { configSchema } from "../../config/schema.js";
import type { HostedForge } from "../../forge/hosted.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import { type BranchName, branchNameSchema } from "../../lifecycle/ids.js";

export interface BaseConfigOptions {
  readonly forge: HostedForge;
  /** The branch that a clone checks out; undefined: the forge is asked. */
  readonly head: BranchName | undefined;
  /** What wins over the file. */
  readonly inputs: ConfigInput;
  /** Relative to the root; undefined: where the file always is. */
  readonly path: string | undefined;
}

/**
 * The configuration of a run without a clone: the file in base's tree, read from the forge, with the inputs over it.
 * Base is what the inputs name, else what the default branch's file names, else the default branch.
 * @throws CONFIG_INVALID, FETCH_FAILED, PERMISSION_DENIED, RATE_LIMITED, TIMEOUT
 */
export async function configOfBase({
  forge,
  head,
  inputs,
  path,
}: BaseConfigOptions): Promise<{ readonly config: Config; readonly base: BranchName }> {
  const named = inputs.base === undefined ? undefined : branchNameSchema.parse(inputs.base);
  const first = named ?? head ?? branchNameSchema.parse((await forge.settings()).defaultBranch);
  let file = await readFile(forge, first, path);
  const base = named ?? (file.base === undefined ? first : branchNameSchema.parse(file.base));
  if (base !== first) file = await readFile(forge, base, path);
  return { config: configSchema.parse(overlay(overlay({ ...file }, { ...inputs }), { base })), base };
}

async function readFile(
  forge: HostedForge,
  branch: BranchName,
  path: string | undefined,
): Promise<ConfigInput> {
  const found = [...(await forge.files(branch, path === undefined ? configFileNames : [path]))];
  const [file, other] = found;
  if (other !== undefined)
    throw new CoppiceError(
      "CONFIG_INVALID",
      `There are both ${configFileNames.join(" and ")} on ${branch}.`,
      {
        details: { file: configFileNames[0] },
        suggestedAction: "Keep one of the two files and delete the other.",
      },
    );
  if (file === undefined) {
    if (path === undefined) return {};
    throw new CoppiceError("CONFIG_INVALID", `${branch} has no file ${JSON.stringify(path)}.`, {
      details: { key: "config-path", file: path },
      suggestedAction: "Correct config-path in the workflow file, or leave it out.",
    });
  }
  const [name, { bytes, text }] = file;
  if (text === null || bytes > largestConfigFile)
    throw new CoppiceError(
      "CONFIG_INVALID",
      `${name} on ${branch} ${bytes > largestConfigFile ? "is larger than 1 MiB" : "is no text"}.`,
      { details: { file: name } },
    );
  return parseConfigFile(name, text);
}
