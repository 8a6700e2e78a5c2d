import { realpathSync } from "node:fs";
import { join } from "node:path";
import type { CommandKey, ConfigCommand } from "../config/commands.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Engine } from "./context.js";
import { findRole, roleNames } from "./roles.js";
import { type Brought, type Content, contentOf } from "./trust-content.js";
import { readPending, readTrusted, type TrustPlace, writePending, writeTrusted } from "./trust-store.js";

export type { TrustPlace } from "./trust-store.js";

/** A command of the config file, with what this clone has said about it. */
export interface TrustedCommand {
  readonly key: CommandKey;
  readonly command: string;
  /** Files of the repository that the command names; their content is trusted with it. */
  readonly files: readonly string[];
  readonly trusted: boolean;
}

/**
 * The commands of the config file as they are now, in the main worktree, in the worktree the command runs in, at the
 * tip of base, and where a command was refused last. One command stands here once for each content of its files.
 */
export async function trustedCommands(engine: Engine): Promise<TrustedCommand[]> {
  const trusted = readTrusted(engine.repo.commonDir);
  return (await contents(engine)).map(({ key, command, files, hash }) => ({
    key,
    command,
    files,
    trusted: trusted.has(hash),
  }));
}

/**
 * Allows this clone to run the commands of the config file, with the files they name, as they are now. Whatever
 * changes in a command or such a file is asked about again.
 * @returns the commands that are new
 */
export async function trust(engine: Engine): Promise<TrustedCommand[]> {
  const { commonDir } = engine.repo;
  const trusted = readTrusted(commonDir);
  const news = (await contents(engine)).filter(({ hash }) => !trusted.has(hash));
  if (news.length > 0) writeTrusted(commonDir, [...trusted, ...news.map(({ hash }) => hash)]);
  writePending(commonDir, []);
  return news.map(({ key, command, files }) => ({ key, command, files, trusted: true }));
}

/**
 * Refuses to go on when a command of the config file is about to run that this clone has not allowed. Commands that a
 * person wrote into git's config or gave as a flag are their own and pass. Starts no process unless a command names
 * files of a commit.
 * @param keys what is about to run
 * @param place where, for the files that the commands name; `merge.verify` needs none
 * @param role whose files will lie there beside those of the place
 * @throws UNTRUSTED with the commands
 */
export async function requireTrust(
  engine: Engine,
  keys: readonly CommandKey[],
  place?: TrustPlace,
  role: string | null = null,
): Promise<void> {
  const wanted = fileCommands(engine).filter(({ key }) => keys.includes(key));
  if (wanted.length === 0) return;
  const trusted = readTrusted(engine.repo.commonDir);
  const refused: Content[] = [];
  for (const command of wanted) {
    const at = command.key === filesDoNotCount ? undefined : place;
    const content = await contentOf(engine, command, at, role === null ? undefined : filesOf(engine, role));
    if (!trusted.has(content.hash)) refused.push(content);
  }
  if (refused.length === 0) return;
  if (place !== undefined) writePending(engine.repo.commonDir, [place]);
  throw untrusted(refused);
}

/** Verifying is there to run what a branch brings: its command is trusted, the files that it runs are judged by it. */
const filesDoNotCount: CommandKey = "merge.verify";

const fileCommands = (engine: Engine): readonly ConfigCommand[] =>
  engine.commands.filter(({ source }) => source === "file");

async function contents(engine: Engine): Promise<Content[]> {
  const commands = fileCommands(engine);
  const places = commands.length === 0 ? [] : await knownPlaces(engine);
  const roles = commands.length === 0 ? [] : roleNames(engine);
  const brought = [undefined, ...roles.map((role) => filesOf(engine, role)).filter(({ size }) => size > 0)];
  const found = new Map<string, Content>();
  for (const command of commands) {
    for (const place of command.key === filesDoNotCount ? [undefined] : places) {
      for (const files of place === undefined ? [undefined] : brought) {
        const content = await contentOf(engine, command, place, files);
        found.set(content.hash, content);
      }
    }
  }
  // In the order of the keys; a map keeps that.
  return [...found.values()];
}

/** What a role will bring; nothing of one that cannot be played as it is now. */
function filesOf(engine: Engine, role: string): Brought {
  const main = engine.repo.mainWorktree;
  if (main === undefined) return new Map();
  try {
    return new Map(findRole(engine, role).files.map(({ from, to }) => [to, realpathSync(join(main, from))]));
  } catch (error) {
    if (error instanceof CoppiceError) return new Map();
    throw error;
  }
}

async function knownPlaces({ repo, config }: Engine): Promise<TrustPlace[]> {
  const directories = [repo.mainWorktree, repo.worktree].filter((path) => path !== undefined);
  const tips = ["HEAD", ...(config.base === undefined ? [] : [`refs/heads/${config.base}`])];
  const commits = await Promise.all(tips.map((tip) => repo.objects().resolve(`${tip}^{commit}`)));
  return [
    ...directories.map((directory) => ({ directory })),
    ...commits.filter((commit) => commit !== undefined).map((commit) => ({ commit })),
    ...readPending(repo.commonDir),
  ];
}

function untrusted(refused: readonly Content[]): CoppiceError {
  const names = refused.map(({ key }) => key).join(" and ");
  const files = [...new Set(refused.flatMap((content) => content.files))];
  const also = files.length === 0 ? "" : ` (with ${files.join(", ")})`;
  const [commands, are] = refused.length === 1 ? ["command", "is not one"] : ["commands", "are not ones"];
  return new CoppiceError(
    "UNTRUSTED",
    `The config's ${commands} for ${names}${also} ${are} that this clone has allowed to run.`,
    {
      details: {
        commands: refused.map(({ command }) => command.slice(0, 4096)),
        ...(files.length === 0 ? {} : { files: files.slice(0, 200) }),
        key: refused[0]?.key ?? "",
      },
    },
  );
}
