import { existsSync } from "node:fs";
import { GitConfig } from "../git/config.js";
import { listRefs } from "../git/refs.js";
import { GitRunner } from "../git/run.js";
import type { GuardContext, Subject } from "../guard/context.js";
import { shellParser } from "../guard/parser.js";
import { type Place, placeOf } from "../guard/places.js";
import type { GitFacts } from "../lifecycle/git-rule.js";
import { notesRefOf } from "../lifecycle/git-rules-shared.js";
import { branchRef } from "../lifecycle/ids.js";
import { isPushBlocked } from "../lifecycle/push-policy.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { remotes } from "./base.js";
import { closeEngine, type Engine, openEngine } from "./context.js";
import { hereId, live } from "./find.js";
import { coppiceDir } from "./init-clone.js";
import { type Observation, observe } from "./observe.js";
import { lookAtPush } from "./push-facts.js";

export interface GuardOptions {
  /** Where the judged command or its agent is, absolute. */
  readonly cwd: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly signal?: AbortSignal;
}

/**
 * Gives the guard what it asks of the world. A repository is opened when a command concerns a worktree that may be
 * managed, and not before: most commands of an agent are no git commands at all.
 */
export async function withGuard<T>(
  options: GuardOptions,
  work: (context: GuardContext) => Promise<T>,
): Promise<T> {
  const git = new GitRunner({ env: options.env });
  const engines: Engine[] = [];
  const open = async (cwd: string): Promise<Engine> => {
    const engine = await openEngine({
      cwd,
      door: "cli",
      git,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    engines.push(engine);
    return engine;
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
        return remembered(subjects, place.gitDir, () => subjectAt(place, open));
      },
      alias: async (directory, name) => {
        const at = placeOf(directory)?.top ?? directory;
        const config = await remembered(aliases, at, () => readAliases(git, at));
        return config.get(`alias.${name}`) ?? config.get(`alias.${name}.command`);
      },
    });
  } finally {
    // One that was opened in advance may not be open yet.
    await Promise.allSettled(subjects.values());
    for (const engine of engines) await closeEngine(engine).catch(() => {});
  }
}

function remembered<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}

/** Told by files: a linked worktree of a repository that Coppice has been in. */
const mayBeManaged = (place: Place): place is Place & { readonly top: string } =>
  place.linked && place.top !== undefined && existsSync(coppiceDir(place.commonDir));

async function readAliases(git: GitRunner, directory: string): Promise<GitConfig> {
  if (!existsSync(directory)) return new GitConfig("");
  const { code, stdout } = await git.run(directory, ["config", "-z", "--get-regexp", "^alias\\."], {
    codes: "any",
    rawConfig: true,
  });
  return new GitConfig(code === 0 ? stdout.toString("utf8") : "");
}

async function subjectAt(
  place: Place & { readonly top: string },
  open: (cwd: string) => Promise<Engine>,
): Promise<Subject | undefined> {
  // Its directory may be gone while its git directory is named.
  if (!existsSync(place.top)) return undefined;
  const engine = await open(place.top);
  const records = [...(await engine.journal.records()).values()];
  const id = hereId(engine);
  const record = live(records).find((one) => one.id === id && one.type === "worktree");
  if (record === undefined) return undefined;
  const seen = await observe(engine, record);
  const refs = new Refs(engine);
  return {
    branch: record.branch,
    path: place.top,
    status: seen.status,
    failedOperation: record.lastError?.operation,
    why: whyOf(record, seen),
    policy: engine.config.guard.push,
    pushFacts: {
      branch: record.branch,
      pushDefault: engine.repo.config.get("push.default"),
      hasPushRefspec: engine.repo.config.keys().some((key) => /^remote\.[\s\S]+\.(push|mirror)$/.test(key)),
    },
    mayPush: () => mayPush(engine, record, seen),
    facts: () => factsOf(engine, record, records, refs),
    readRefs: () => refs.read(),
  };
}

function whyOf(record: WorktreeRecord, seen: Observation): string {
  if (seen.interrupted) return seen.problems[0] ?? "";
  return record.status === "error"
    ? (record.lastError?.message.replace(/\s+/g, " ").slice(0, 300) ?? "")
    : "";
}

/** Asks what the hook would say of a push of the branch to its own name. */
async function mayPush(engine: Engine, record: WorktreeRecord, seen: Observation): Promise<boolean> {
  if (seen.headOid === null || seen.branch !== record.branch) return false;
  const ref = branchRef(record.branch);
  const line = { localRef: ref, localOid: seen.headOid, remoteRef: ref, remoteOid: undefined };
  const { refs } = await lookAtPush(engine, [line]);
  return refs.every(({ pushed }) => !isPushBlocked(pushed, engine.config.guard.push));
}

/** The refs of a repository, read when somebody has asked for one: most commands name none. */
class Refs {
  #names: ReadonlySet<string> | undefined;
  #wanted = false;

  constructor(readonly engine: Engine) {}

  /** False as well while they are not read. */
  has(name: string): boolean {
    this.#wanted ||= this.#names === undefined;
    return this.#names?.has(name) === true;
  }

  async read(): Promise<boolean> {
    if (!this.#wanted) return false;
    const refs = await listRefs(this.engine.repo, ["refs/heads/", "refs/remotes/", "refs/tags/"]);
    this.#names = new Set(refs.map(({ name }) => name));
    this.#wanted = false;
    return true;
  }
}

function factsOf(
  { repo, config }: Engine,
  record: WorktreeRecord,
  records: readonly WorktreeRecord[],
  refs: Refs,
): GitFacts {
  const managed = new Set<string>(
    live(records).flatMap(({ type, branch }) => (type === "worktree" ? [branch] : [])),
  );
  const remoteNames = [...new Set([...remotes(repo), "origin", "upstream"])];
  const hasLocal = (name: string): boolean => refs.has(`refs/heads/${name}`) || refs.has(`refs/tags/${name}`);
  return {
    branch: record.branch,
    isManaged: (branch) => managed.has(branch),
    isRemote: (name) => {
      if (/@\{(u|upstream|push)\}/i.test(name) || name === "FETCH_HEAD") return true;
      if (/^(refs\/)?remotes\//.test(name)) return true;
      const looksRemote = remoteNames.some((remote) => name === remote || name.startsWith(`${remote}/`));
      return looksRemote && !hasLocal(name);
    },
    isOnlyRemote: (name) =>
      !hasLocal(name) && remoteNames.some((remote) => refs.has(`refs/remotes/${remote}/${name}`)),
    notesRef: config.notesRef,
    defaultNotesRef: notesRefOf(repo.config.get("core.notesRef") ?? "refs/notes/commits"),
  };
}
