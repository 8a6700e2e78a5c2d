import type { Repository } from "../git/repository.js";
import type { HookState } from "./hooks-model.js";
import type { OwnHooks } from "./hooks-own.js";
import { type HookName, hookNames } from "./hooks-package.js";
import { shellQuote } from "./hooks-settings.js";

/**
 * Hooks that git's configuration defines (git 2.54): they run beside the hooks directory, whichever that is. A name must
 * not be that of an event; git appends the arguments itself and hands the command to a shell.
 */
const sectionOf = (hook: HookName): string => `hook.coppice-${hook}`;

/**
 * The command of a hook. A repository that was moved takes its own copy, found by one more process; one without any goes
 * on with a line, a push as hooks.failClosed says: a command that is not there would fail every commit.
 */
function wantedCommand(own: OwnHooks, hook: HookName): string {
  const isClosed = 'test "$(git config --type=bool coppice.hooks.failClosed)" = true';
  const end = hook === "pre-push" ? `${isClosed} && exit 1; exit 0` : "exit 0";
  return [
    `h=${shellQuote(own.copyOf(hook))}`,
    `test -x "$h" || h=$(git rev-parse --git-common-dir)/coppice/hooks/${hook}`,
    `test -x "$h" || { echo 'coppice: ${hook} is gone; run: coppice hooks install' >&2; ${end}; }`,
    // git appends "$@".
    `exec "$h"`,
  ].join("; ");
}

interface Defined {
  readonly command: string | undefined;
  readonly events: readonly string[];
}

/** What the repository's own configuration says of our hooks. Another git's, older or newer, may have written it. */
async function defined(repo: Repository): Promise<ReadonlyMap<HookName, Defined>> {
  const { stdout } = await repo.git.run(repo.commonDir, ["config", "--local", "-z", "--list"], {
    rawConfig: true,
    hooks: true,
  });
  const found = new Map<HookName, { command: string | undefined; events: string[] }>();
  for (const record of stdout.toString("utf8").split("\0")) {
    const end = record.indexOf("\n");
    const key = end < 0 ? record : record.slice(0, end);
    const value = end < 0 ? "" : record.slice(end + 1);
    const hook = hookNames.find((name) => key.startsWith(`${sectionOf(name)}.`));
    if (hook === undefined) continue;
    const entry = found.get(hook) ?? { command: undefined, events: [] };
    if (key.endsWith(".command")) entry.command = value;
    if (key.endsWith(".event")) entry.events.push(value);
    found.set(hook, entry);
  }
  return found;
}

const isCurrent = (own: OwnHooks, hook: HookName, entry: Defined | undefined): boolean =>
  entry?.command === wantedCommand(own, hook) && entry.events.length === 1 && entry.events[0] === hook;

/** Defines some of our hooks in the repository's configuration and no others. @returns whether anything changed */
export async function installIntoConfig(
  repo: Repository,
  own: OwnHooks,
  wanted: readonly HookName[],
): Promise<boolean> {
  const before = await defined(repo);
  let changed = await removeFromConfig(
    repo,
    hookNames.filter((hook) => !wanted.includes(hook)),
    before,
  );
  for (const hook of wanted) {
    if (isCurrent(own, hook, before.get(hook))) continue;
    const section = sectionOf(hook);
    // The event comes last: a command without one is never run, an event without a command stops git.
    await set(repo, `${section}.command`, wantedCommand(own, hook));
    await set(repo, `${section}.event`, hook);
    changed = true;
  }
  return changed;
}

async function set(repo: Repository, key: string, value: string): Promise<void> {
  await repo.git.run(repo.commonDir, ["config", "--local", "--replace-all", key, value], {
    writes: repo.commonDir,
  });
}

/** Takes our hooks out of the repository's configuration. @returns whether there were any */
export async function removeFromConfig(
  repo: Repository,
  hooks: readonly HookName[] = hookNames,
  known?: ReadonlyMap<HookName, Defined>,
): Promise<boolean> {
  const there = known ?? (await defined(repo));
  let changed = false;
  for (const hook of hooks) {
    if (!there.has(hook)) continue;
    await repo.git.run(repo.commonDir, ["config", "--local", "--remove-section", sectionOf(hook)], {
      writes: repo.commonDir,
      // 128: another run was faster.
      codes: [0, 128],
    });
    changed = true;
  }
  return changed;
}

/** How each of our hooks stands in the configuration; a hook that is not in it is not in the map. */
export async function statesInConfig(
  repo: Repository,
  own: OwnHooks,
): Promise<ReadonlyMap<HookName, HookState>> {
  const found = await defined(repo);
  return new Map([...found].map(([hook, entry]) => [hook, stateOf(repo, own, hook, entry)]));
}

function stateOf(repo: Repository, own: OwnHooks, hook: HookName, entry: Defined): HookState {
  const base = { chained: null, version: own.copyVersion(hook) };
  if (repo.config.bool(`${sectionOf(hook)}.enabled`) === false)
    return { ...base, state: "shadowed", detail: `${sectionOf(hook)}.enabled is false` };
  if (!isCurrent(own, hook, entry))
    return {
      ...base,
      state: "edited",
      detail: `${sectionOf(hook)} in git's config is not as Coppice wrote it`,
    };
  const copy = own.copyState(hook);
  if (copy === "missing") return { ...base, state: "missing", detail: "its script in coppice/hooks is gone" };
  return { ...base, state: copy === "current" ? "installed" : "outdated", detail: null };
}
