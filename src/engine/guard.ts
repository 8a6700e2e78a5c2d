import { existsSync } from "node:fs";
import type { GitConfig } from "../git/config.js";
import { GitRunner } from "../git/run.js";
import type { GuardContext, Subject } from "../guard/context.js";
import { shellParser } from "../guard/parser.js";
import { type Place, placeOf } from "../guard/places.js";
import type { Engine } from "./context.js";
import { coppiceDir } from "./init-clone.js";

export interface GuardOptions {
  /** Where the judged command or its agent is, absolute. */
  readonly cwd: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly signal?: AbortSignal;
}

/**
 * Gives the guard what it asks of the world. A repository is opened when a command concerns a worktree that may be
 * managed, and what is needed for it is not loaded before: most commands of an agent are no git commands at all.
 */
export async function withGuard<T>(
  options: GuardOptions,
  work: (context: GuardContext) => Promise<T>,
): Promise<T> {
  const git = new GitRunner({ env: options.env });
  const engines: Engine[] = [];
  const subjectIn = async (place: ManagedPlace): Promise<Subject | undefined> => {
    const { openEngine } = await import("./context.js");
    const { subjectAt } = await import("./guard-subject.js");
    return subjectAt(place, async (cwd) => {
      const { signal } = options;
      const engine = await openEngine({ cwd, door: "cli", git, ...(signal === undefined ? {} : { signal }) });
      engines.push(engine);
      return engine;
    });
  };
  const subjects = new Map<string, Promise<Subject | undefined>>();
  const aliases = new Map<string, Promise<GitConfig>>();
  try {
    return await work({
      cwd: options.cwd,
      home: options.env.HOME ?? options.env.USERPROFILE,
      parser: shellParser,
      subject: (place) => {
        if (place === undefined || !mayBeManaged(place)) return Promise.resolve(undefined);
        return remembered(subjects, place.gitDir, () => subjectIn(place));
      },
      alias: async (directory, name) => {
        const at = placeOf(directory)?.top ?? directory;
        const { readAliases } = await import("./guard-subject.js");
        const config = await remembered(aliases, at, () => readAliases(git, at));
        return config.get(`alias.${name}`) ?? config.get(`alias.${name}.command`);
      },
    });
  } finally {
    // One that was opened in advance may not be open yet.
    await Promise.allSettled(subjects.values());
    if (engines.length > 0) {
      const { closeEngine } = await import("./context.js");
      for (const engine of engines) await closeEngine(engine).catch(() => {});
    }
  }
}

function remembered<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}

type ManagedPlace = Place & { readonly top: string };

/** Told by files: a linked worktree of a repository that Coppice has been in. */
const mayBeManaged = (place: Place): place is ManagedPlace =>
  place.linked && place.top !== undefined && existsSync(coppiceDir(place.commonDir));
