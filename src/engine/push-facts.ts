import { isTaskBranch } from "../config/task-branches.js";
import { isAncestor } from "../git/history.js";
import type { BegunStatus } from "../git/hook-place.js";
import { nearHistory } from "../git/near-history.js";
import { operationInProgress } from "../git/operations.js";
import { branchOfRef } from "../git/refs.js";
import { type Status, status } from "../git/status.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { type BranchName, branchRef, type Oid } from "../lifecycle/ids.js";
import {
  isPushBlocked,
  type PushChange,
  type PushedRef,
  type PushedTask,
  pushRow,
} from "../lifecycle/push-policy.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { findBase, headBranch, mainRemote } from "./base.js";
import type { Engine } from "./context.js";
import { hereId, live, recordOfBranch } from "./find.js";
import { locate } from "./place.js";

/** One line that git hands to a pre-push hook. */
export interface PushLine {
  /** As the person typed it: a full ref, `HEAD`, an oid, an expression; `(delete)`. */
  readonly localRef: string;
  /** Undefined: the ref is deleted over there. */
  readonly localOid: Oid | undefined;
  /** The full name over there. */
  readonly remoteRef: string;
  /** What it holds over there; undefined: it does not exist. */
  readonly remoteOid: Oid | undefined;
}

/** A push as the policy sees it. */
export interface PushSeen {
  readonly refs: readonly { readonly ref: string; readonly pushed: PushedRef }[];
  /** The record of the managed worktree that it comes from. */
  readonly worktree: WorktreeRecord | undefined;
}

/**
 * Finds out what a push means. Three git processes most often: the one that read the configuration, one that reads
 * objects, one `git status` of a task's worktree; a fourth where histories parted long ago or a resolution is looked at.
 * @param lines those of the hook's standard input, in their order
 * @param begun a status that is on its way already
 */
export async function lookAtPush(
  engine: Engine,
  lines: readonly PushLine[],
  begun?: BegunStatus,
): Promise<PushSeen> {
  const records = [...(await engine.journal.records()).values()];
  const id = hereId(engine);
  const worktree = live(records).find((record) => record.id === id && record.type === "worktree");
  const look = new Look(engine, records, worktree, begun);
  const refs: { ref: string; pushed: PushedRef }[] = [];
  for (const line of lines) refs.push({ ref: line.remoteRef, pushed: await look.at(line) });
  return { refs, worktree };
}

class Look {
  readonly #engine: Engine;
  readonly #records: readonly WorktreeRecord[];
  readonly #worktree: WorktreeRecord | undefined;
  readonly #begun: BegunStatus | undefined;
  /** In a strict push one blocked branch is enough: the worktrees of the others are not looked at. */
  #blocked = false;
  #head: BranchName | null | undefined;

  constructor(
    engine: Engine,
    records: readonly WorktreeRecord[],
    worktree: WorktreeRecord | undefined,
    begun: BegunStatus | undefined,
  ) {
    this.#begun = begun;
    this.#engine = engine;
    this.#records = records;
    this.#worktree = worktree;
  }

  async at(line: PushLine): Promise<PushedRef> {
    const { remoteRef } = line;
    const fromManaged = this.#worktree !== undefined;
    if (remoteRef === this.#engine.config.notesRef || remoteRef.startsWith("refs/coppice/archive/")) {
      return { kind: "coppice", change: await this.#change(line) };
    }
    if (remoteRef.startsWith("refs/tags/")) return { kind: "tag", fromManaged };
    if (!remoteRef.startsWith("refs/heads/")) return { kind: "other" };
    const branch = branchOfRef(remoteRef);
    if (branch !== undefined && (await this.#isTask(branch))) return this.#task(branch, line);
    return {
      kind: "branch",
      branch: remoteRef.slice("refs/heads/".length),
      carries: (await this.#carried(line)) ?? null,
      fromManaged,
    };
  }

  /** A journal that came from elsewhere may speak of base as of a task; that it never is, unless it is named like one. */
  async #isTask(branch: string): Promise<boolean> {
    if (isTaskBranch(this.#engine.config, branch)) return true;
    return recordOfBranch(this.#records, branch) !== undefined && branch !== (await this.#foundBase());
  }

  async #task(branch: BranchName, line: PushLine): Promise<PushedRef> {
    const record = recordOfBranch(this.#records, branch);
    const pushed: PushedRef = {
      kind: "task",
      branch,
      record: record === undefined ? null : journaled(record),
      own: await this.#isOwn(branch, line),
      fromItsPlace: this.#worktree === undefined || this.#worktree.branch === branch,
      landed: line.localOid === undefined && (await this.#hasLanded(branch, record, line.remoteOid)),
      change: await this.#change(line),
    };
    const { push } = this.#engine.config.guard;
    const isEnough = this.#blocked && push === "strict";
    const seen =
      record === undefined || isEnough || pushRow(pushed) === "taskGone"
        ? pushed
        : { ...pushed, record: await this.#observed(record, line.localOid) };
    this.#blocked ||= isPushBlocked(seen, push);
    return seen;
  }

  async #change({ localOid, remoteOid }: PushLine): Promise<PushChange> {
    if (localOid === undefined) return "deleted";
    if (remoteOid === undefined) return "new";
    if (localOid === remoteOid) return "forward";
    const { repo } = this.#engine;
    if ((await repo.objects().info(remoteOid)) === undefined) return "unknown";
    return (await contains(this.#engine, localOid, remoteOid)) ? "forward" : "forced";
  }

  /** Whether the pushed commit is the local branch's tip, or one on the way to it. */
  async #isOwn(branch: BranchName, { localRef, localOid }: PushLine): Promise<boolean> {
    if (localOid === undefined || localRef === branchRef(branch)) return true;
    const tip = await this.#engine.repo.objects().resolve(`${branchRef(branch)}^{commit}`);
    // Without the branch nothing here can tell; its record does then.
    if (tip === undefined || tip === localOid) return true;
    return contains(this.#engine, tip, localOid);
  }

  /** The task branch whose work a push brings to a branch of another name. */
  async #carried({ localRef, localOid, remoteRef }: PushLine): Promise<BranchName | undefined> {
    if (localOid === undefined) return undefined;
    const named = localRef === "HEAD" || localRef === "@" ? await this.#headBranch() : branchOfRef(localRef);
    if (named !== undefined) {
      return (await this.#isTask(named)) ? recordOfBranch(this.#records, named)?.branch : undefined;
    }
    return (await this.#taskBefore(localRef, localOid)) ?? this.#taskAt(localOid, remoteRef);
  }

  /** `task/x~1`, `task/x@{yesterday}`: it is that task's work unless base has it. */
  async #taskBefore(localRef: string, oid: Oid): Promise<BranchName | undefined> {
    const name = /^(?:refs\/heads\/)?([^~^@]+)[~^@]/.exec(localRef)?.[1];
    const record = name === undefined ? undefined : recordOfBranch(this.#records, name);
    return record === undefined || (await this.#isInBase(record, oid)) ? undefined : record.branch;
  }

  /** A task that has only just begun stands at a commit of base, which is nobody's work. */
  async #isInBase(record: WorktreeRecord | undefined, oid: Oid): Promise<boolean> {
    for (const tip of await this.#baseTips(record)) if (await contains(this.#engine, tip, oid)) return true;
    return false;
  }

  /** An oid or an expression is pushed: it is a task's work when it is a task's tip that the branch here does not have. */
  async #taskAt(oid: Oid, ref: string): Promise<BranchName | undefined> {
    const objects = this.#engine.repo.objects();
    const tasks = live(this.#records).filter(({ type }) => type === "worktree");
    const tips = await objects.resolveMany(tasks.map(({ branch }) => `${branchRef(branch)}^{commit}`));
    const found = tasks.find(({ headOid }, index) => oid === headOid || oid === tips[index]);
    if (found === undefined || (await this.#isInBase(found, oid))) return undefined;
    const here = await objects.resolve(`${ref}^{commit}`);
    return here !== undefined && (await contains(this.#engine, here, oid)) ? undefined : found.branch;
  }

  async #headBranch(): Promise<BranchName | undefined> {
    this.#head ??= (await headBranch(this.#engine.repo, this.#engine.repo.gitDir)) ?? null;
    return this.#head ?? undefined;
  }

  async #hasLanded(
    branch: BranchName,
    record: WorktreeRecord | undefined,
    oid: Oid | undefined,
  ): Promise<boolean> {
    // Nothing is deleted that does not exist.
    if (oid === undefined) return true;
    if (this.#records.some((one) => one.branch === branch && one.landed?.headOid === oid)) return true;
    if ((await this.#engine.repo.objects().info(oid)) === undefined) return false;
    return this.#isInBase(record, oid);
  }

  /** Where base stands here and where it was last seen over there. Either counts. */
  async #baseTips(record: WorktreeRecord | undefined): Promise<Oid[]> {
    const engine = this.#engine;
    const base = record?.base ?? (await this.#defaultBase());
    if (base === undefined) return [];
    const remote = mainRemote(engine);
    const names = [branchRef(base), ...(remote === undefined ? [] : [`refs/remotes/${remote}/${base}`])];
    const found = await engine.repo.objects().resolveMany(names.map((name) => `${name}^{commit}`));
    return found.filter((tip) => tip !== undefined);
  }

  /** Where nothing names one, the branch of the main worktree is taken for base, which may be a task's itself. */
  async #defaultBase(): Promise<BranchName | undefined> {
    const base = await this.#foundBase();
    const isTask =
      base !== undefined &&
      (isTaskBranch(this.#engine.config, base) || recordOfBranch(this.#records, base) !== undefined);
    return isTask ? undefined : base;
  }

  async #foundBase(): Promise<BranchName | undefined> {
    return (await findBase(this.#engine, undefined).catch(() => undefined))?.branch;
  }

  /** The record's state with what git says of its worktree now. */
  async #observed(record: WorktreeRecord, pushed: Oid | undefined): Promise<PushedTask> {
    const engine = this.#engine;
    const told = {
      ...journaled(record),
      elsewhere: record.owner !== null && record.owner !== this.#engine.clone,
    };
    const isQuiet = record.status === "active" || record.status === "dirty" || record.status === "conflict";
    if (!isQuiet || record.owner === null) return told;
    const located = record.owner === engine.clone ? locate(engine, record.id) : undefined;
    if (located?.state !== "intact" || located.gitDir === undefined) return { ...told, seen: false };
    const now = await this.#status(located.path, located.gitDir);
    if (now === undefined) return { ...told, seen: false };
    const task = { ...told, uncommitted: now.files.length };
    if (record.status !== "conflict") return { ...task, status: now.clean ? "active" : "dirty" };
    const quiet = now.clean && (await operationInProgress(engine.repo, located.gitDir)) === undefined;
    return { ...task, resolved: quiet && (await this.#mergesCleanly(record, pushed)) };
  }

  /** Undefined when it cannot be read: never to be taken for clean. */
  async #status(path: string, gitDir: string): Promise<Status | undefined> {
    if (gitDir === this.#begun?.gitDir) return this.#begun.status;
    try {
      return await status(this.#engine.repo, path, { gitDir });
    } catch (error) {
      if (error instanceof CoppiceError) return undefined;
      throw error;
    }
  }

  async #mergesCleanly(record: WorktreeRecord, pushed: Oid | undefined): Promise<boolean> {
    const [tip] = await this.#baseTips(record);
    if (tip === undefined || pushed === undefined) return false;
    // Most often base was merged into the branch.
    const near = await nearHistory(this.#engine.repo, tip, pushed);
    if (near?.ahead === 0) return true;
    const { mergeTree } = await import("../git/merge-tree.js");
    const merge = await mergeTree(this.#engine.repo, { ours: tip, theirs: pushed, attributes: tip });
    return merge.outcome === "clean";
  }
}

const journaled = (record: WorktreeRecord): PushedTask => ({
  status: record.status,
  seen: true,
  elsewhere: false,
  resolved: false,
  uncommitted: record.uncommittedFiles?.total ?? 0,
  failed: record.lastError?.operation ?? null,
});

/**
 * Whether `descendant` contains `ancestor`, most often without a process of its own. What is no commit contains nothing,
 * and is part of every commit: nobody loses by it.
 */
async function contains(engine: Engine, descendant: Oid, ancestor: Oid): Promise<boolean> {
  if (descendant === ancestor) return true;
  const { repo } = engine;
  try {
    const near = await nearHistory(repo, ancestor, descendant);
    return near === undefined ? await isAncestor(repo, ancestor, descendant) : near.ahead === 0;
  } catch (error) {
    const [below, above] = await repo
      .objects()
      .resolveMany([ancestor, descendant].map((oid) => `${oid}^{commit}`));
    if (below !== undefined && above !== undefined) throw error;
    return above !== undefined;
  }
}
