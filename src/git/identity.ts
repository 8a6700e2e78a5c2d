import { CoppiceError } from "../lifecycle/errors.js";
import { type Person, parsePerson } from "./object-format.js";
import type { Repository } from "./repository.js";

export interface Identity {
  readonly author: Person;
  readonly committer: Person;
}

/**
 * Who commits here, as git would take it: environment, then configuration. Only where those do not say it
 * (a name guessed from the system, a fixed date) git is asked.
 *
 * @param now - milliseconds since the epoch
 * @throws CoppiceError GIT_FAILED when git knows no identity
 */
export async function identity(
  repo: Repository,
  env: Readonly<NodeJS.ProcessEnv> = repo.git.inherited,
  now: number = Date.now(),
): Promise<Identity> {
  const [author, committer] = await Promise.all([
    person(repo, "author", env, now),
    person(repo, "committer", env, now),
  ]);
  return { author, committer };
}

async function person(
  repo: Repository,
  role: "author" | "committer",
  env: Readonly<NodeJS.ProcessEnv>,
  now: number,
): Promise<Person> {
  const upper = role.toUpperCase();
  const pick = (variable: string, ...keys: string[]): string | undefined =>
    [env[variable], ...keys.map((key) => repo.config.get(key))].find(
      (value) => value !== undefined && value !== "",
    );
  const name = pick(`GIT_${upper}_NAME`, `${role}.name`, "user.name");
  const email = pick(`GIT_${upper}_EMAIL`, `${role}.email`, "user.email");
  const date = env[`GIT_${upper}_DATE`];
  if (name !== undefined && email !== undefined && (date === undefined || date === "")) {
    return { name, email, time: Math.floor(now / 1000), zone: zoneAt(now) };
  }
  const { code, stdout, stderr } = await repo.git.run(
    repo.worktree ?? repo.commonDir,
    ["var", `GIT_${upper}_IDENT`],
    {
      codes: "any",
    },
  );
  if (code === 0) return parsePerson(stdout.toString("utf8"));
  throw new CoppiceError("GIT_FAILED", "git does not know who commits here.", {
    details: { exitCode: code, output: stderr.slice(-16_384) },
    suggestedAction: 'Tell it with: git config user.name "..." and git config user.email "..."',
  });
}

/** The local time zone at a moment, as a commit writes it: `+0200`. */
export function zoneAt(now: number): string {
  const minutes = -new Date(now).getTimezoneOffset();
  const size = Math.abs(minutes);
  const digits = (value: number): string => String(value).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${digits(Math.floor(size / 60))}${digits(size % 60)}`;
}
