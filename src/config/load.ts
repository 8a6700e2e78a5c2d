import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Repository } from "../git/repository.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import { errnoOf, systemError } from "../lifecycle/system-errors.js";
import { type CommandSource, type ConfigCommand, commandAt, commandKeysOf, commandPath } from "./commands.js";
import { type ConfigFileName, configFileNames, largestConfigFile } from "./file-names.js";
import { overlay, type RawConfig } from "./layers.js";
import { type Config, type ConfigInput, configSchema } from "./schema.js";

export type { ConfigCommand } from "./commands.js";
export type { Config, ConfigInput } from "./schema.js";

/** A configuration and where it came from. */
export interface LoadedConfig {
  /** Everything, defaults filled in. */
  readonly config: Config;
  /** The commands that are written in it; those of the file run only when this clone trusts them. */
  readonly commands: readonly ConfigCommand[];
  /** The file's name; undefined when there is none. */
  readonly file: string | undefined;
}

/** A commit whose file counts instead of the worktree's. */
export interface ConfigPlace {
  readonly commit: Oid;
  /** The file's path in its tree, from the root; default: the usual names there. */
  readonly path?: string;
}

/** What loading needs of a repository. */
export type ConfigRepository = Pick<Repository, "config" | "mainWorktree" | "objects">;

/**
 * Reads the configuration: the file at the root of the main worktree (of base's tree in a bare repository), over it
 * git's `coppice.*`, over both the flags. Starts no git process where there is a main worktree.
 * @param place the file of this commit counts, and no worktree is looked at
 * @throws CONFIG_INVALID
 */
export async function loadConfig(
  repo: ConfigRepository,
  flags: ConfigInput = {},
  place?: ConfigPlace,
): Promise<LoadedConfig> {
  const git = await gitLayer(repo);
  const found = await findFile(repo, typeof git.base === "string" ? git.base : undefined, place);
  const file = found === undefined ? {} : await fileLayer(found);
  const config = await check(overlay(overlay({ ...file }, git), { ...flags }), { ...flags });
  const sources: readonly [CommandSource, ConfigInput | RawConfig][] = [
    ["flag", flags],
    ["git", git],
  ];
  const commands = commandKeysOf(config).flatMap((key): ConfigCommand[] => {
    const command = commandAt(config, key);
    if (command === undefined) return [];
    const path = commandPath(key);
    const source = sources.find(([, layer]) => valueAt({ ...layer }, path) !== undefined)?.[0] ?? "file";
    return [{ key, command, source }];
  });
  return { config, commands, file: found?.name };
}

/*
 * Every command and hook loads the configuration, and most often nothing is wrong with it: what finds out where a file is
 * wrong, and what git's config means, is loaded when it is needed.
 */

async function gitLayer({ config }: ConfigRepository): Promise<RawConfig> {
  if (!config.keys().some((key) => key.toLowerCase().startsWith("coppice."))) return {};
  const { fromGitConfig } = await import("./from-git.js");
  return fromGitConfig(config);
}

async function fileLayer({ name, text }: FoundFile): Promise<ConfigInput> {
  const plain = name.endsWith("c") ? undefined : rightConfig(text);
  return plain ?? (await import("./file.js")).parseConfigFile(name, text);
}

/** What a plain JSON file says, when nothing is wrong with it. */
function rightConfig(text: string): ConfigInput | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return configSchema.safeParse(value).success ? (value as ConfigInput) : undefined;
  } catch {
    return undefined;
  }
}

/** The file was checked when it was read, so what is wrong now came from git's config or from a flag. */
async function check(value: RawConfig, flags: RawConfig): Promise<Config> {
  const parsed = configSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { dotted, firstProblem } = await import("./problems.js");
  const { gitKey } = await import("./from-git.js");
  const { meant } = await import("./file.js");
  const problem = firstProblem(parsed.error.issues, value);
  const path = problem.path.filter((part) => typeof part !== "number").map(String);
  const key = valueAt(flags, path) === undefined ? gitKey(path) : dotted(path);
  const where = valueAt(flags, path) === undefined ? "git config: " : "";
  throw new CoppiceError("CONFIG_INVALID", `${where}'${key}' ${problem.text}${meant(problem.nearest)}.`, {
    details: { key, ...(problem.nearest === undefined ? {} : { nearest: problem.nearest }) },
  });
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, part) => (typeof at === "object" && at !== null ? Reflect.get(at, part) : undefined),
    value,
  );
}

interface FoundFile {
  readonly name: string;
  readonly text: string;
}

/** In a bare repository HEAD names the branch that a clone would check out; `coppice.base` says otherwise. */
async function findFile(
  repo: ConfigRepository,
  base: string | undefined,
  place: ConfigPlace | undefined,
): Promise<FoundFile | undefined> {
  if (place?.path !== undefined) return findNamed(repo, place.commit, place.path);
  if (place !== undefined) return findInTree(repo, place.commit);
  return repo.mainWorktree === undefined
    ? findInTree(repo, base === undefined ? "HEAD" : `refs/heads/${base}`)
    : findInDirectory(repo.mainWorktree);
}

/** Read at once: of two small files, or none, the thread pool's start would take longest. */
const findInDirectory = (directory: string): FoundFile | undefined =>
  only(configFileNames.map((name) => readConfigFile(directory, name)));

function readConfigFile(directory: string, name: ConfigFileName): FoundFile | undefined {
  try {
    const path = join(directory, name);
    const found = statSync(path);
    // A pipe would be waited for, a device has no end.
    if (!found.isFile()) throw noFile(name);
    if (found.size > largestConfigFile) throw tooLarge(name);
    return { name, text: readFileSync(path, "utf8") };
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return undefined;
    if (error instanceof CoppiceError) throw error;
    throw (
      systemError(error, `read ${name}`) ??
      new CoppiceError("CONFIG_INVALID", `${name} cannot be read.`, {
        details: { file: name, reason: errnoOf(error) ?? "unknown" },
        cause: error,
      })
    );
  }
}

async function findInTree(repo: ConfigRepository, tree: string): Promise<FoundFile | undefined> {
  const files: (FoundFile | undefined)[] = [];
  for (const name of configFileNames) files.push(await readBlob(repo, tree, name));
  return only(files);
}

async function findNamed(repo: ConfigRepository, commit: Oid, path: string): Promise<FoundFile> {
  const plain = path.replace(/^(?:\.\/+)+/, "");
  // git would take such a path from the directory that it runs in.
  const outside = /^\/|(?:^|\/)\.\.(?:\/|$)|[\0\n]/.test(plain);
  const file = outside ? undefined : await readBlob(repo, commit, plain);
  if (file !== undefined) return file;
  throw new CoppiceError("CONFIG_INVALID", `There is no file ${JSON.stringify(path)} in base's tree.`, {
    details: { file: path },
    suggestedAction: "Name a file of the base branch, from the repository's root, or leave it out.",
  });
}

async function readBlob(repo: ConfigRepository, tree: string, name: string): Promise<FoundFile | undefined> {
  const object = await repo.objects().read(`${tree}:${name}`);
  if (object?.type !== "blob") return undefined;
  if (object.data.length > largestConfigFile) throw tooLarge(name);
  return { name, text: object.data.toString("utf8") };
}

function only(files: readonly (FoundFile | undefined)[]): FoundFile | undefined {
  const present = files.filter((file) => file !== undefined);
  if (present.length > 1) {
    throw new CoppiceError("CONFIG_INVALID", `There are both ${configFileNames.join(" and ")}.`, {
      details: { file: configFileNames[0] },
      suggestedAction: "Keep one of the two files and delete the other.",
    });
  }
  return present[0];
}

const noFile = (name: string): CoppiceError =>
  new CoppiceError("CONFIG_INVALID", `${name} is no regular file.`, { details: { file: name } });

const tooLarge = (name: string): CoppiceError =>
  new CoppiceError("CONFIG_INVALID", `${name} is larger than 1 MiB.`, { details: { file: name } });
