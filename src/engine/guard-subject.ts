import { existsSync } from "node:fs";
import { GitConfig } from "../git/config.js";
import { listRefs } from "../git/refs.js";
import type { GitRunner } from "../git/run.js";
import type { Subject } from "../guard/context.js";
import type { Place } from "../guard/places.js";
import type { GitFacts } from "../lifecycle/git-rule.js";
import { notesRefOf } from "../lifecycle/git-rules-shared.js";
import { branchRef } from "../lifecycle/ids.js";
import { isPushBlocked } from "../lifecycle/push-policy.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { remotes } from "./base.js";
import type { Engine } from "./context.js";
import { hereId, live } from "./find.js";
import { type Observation, observe } from "./observe.js";
import { lookAtPush } from "./push-facts.js";

/** The aliases of git's configuration in a directory. */
export async function readAliases(git: GitRunner, directory: string): Promise<GitConfig> {
  if (!existsSync(directory)) return new GitConfig("");
  const { code, stdout } = await git.run(directory, ["config", "-z", "--get-regexp", "^alias\\."], {
    codes: "any",
    rawConfig: true,
  });
  return new GitConfig(code === 0 ? stdout.toString("utf8") : "");
}

/** The managed worktree at a place, with its state as observed; undefined when it is none. */
export async function subjectAt(
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
