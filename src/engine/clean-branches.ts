import { isTaskBranch } from "../config/task-branches.js";
import { deleteRef, listRefs, type RefInfo, updateRef } from "../git/refs.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { type BranchName, branchNameSchema, branchRef, type Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { shellWord } from "../lifecycle/shell-word.js";
import { archiveRef } from "./archive.js";
import { saveCommits } from "./archive-save.js";
import { baseBranches, findBase } from "./base.js";
import { checkedOutAt } from "./branch-removal.js";
import type { Engine } from "./context.js";
import { worksOf } from "./evidence.js";
import { live } from "./find.js";
import { baseTips } from "./landed.js";
import { noteDeletion, reachableElsewhere, stillReachableElsewhere } from "./reachable.js";
import { withBranchLock } from "./record-lock.js";
import { roleNames } from "./roles.js";
import { patternOf } from "./set-branch.js";

/** A branch of a set that no live record speaks of. */
export interface LooseBranch {
  readonly branch: BranchName;
  readonly oid: Oid;
  /** The record that left it behind; undefined: its name tells that it is one of the set. */
  readonly record: WorktreeRecord | undefined;
}

/** What a set is called. */
export interface SetName {
  readonly key: "session" | "run";
  readonly value: string;
}

/**
 * The branches of sets that no live record speaks of: those that a removed record of them has left where it was, and
 * those whose names the patterns of roles and sets give. What is a base, is exempt or belongs to a live record is none.
 */
export async function looseBranches(
  engine: Engine,
  names: readonly SetName[],
  records: readonly WorktreeRecord[],
): Promise<LooseBranch[]> {
  const living = live(records);
  const taken = new Set<string>([
    ...living.flatMap(({ branch, base }) => [branch, ...(base === null ? [] : [base])]),
    ...(await baseBranches(engine)),
  ]);
  const patterns = names.flatMap((name) => patternsOf(engine, name));
  const left = new Map<string, WorktreeRecord>();
  for (const record of records) {
    const isNamed = names.some(({ key, value }) => record[key] === value);
    if (isNamed && record.status === "removed" && record.type === "worktree") left.set(record.branch, record);
  }
  return (await listRefs(engine.repo, ["refs/heads/"])).flatMap((ref): LooseBranch[] => {
    const branch = nameOf(ref);
    if (branch === undefined || taken.has(branch)) return [];
    if (isTaskBranch({ taskBranches: engine.config.prune.exempt }, branch)) return [];
    const record = left.get(branch);
    // A name that was taken again is another branch's.
    const isLeft = record?.headOid === ref.oid;
    if (!isLeft && !patterns.some((pattern) => pattern.test(branch))) return [];
    return [{ branch, oid: ref.oid, record: isLeft ? record : undefined }];
  });
}

function nameOf({ name, type }: RefInfo): BranchName | undefined {
  const parsed = branchNameSchema.safeParse(name.slice("refs/heads/".length));
  return parsed.success && type === "commit" ? parsed.data : undefined;
}

/** What the branches of a set are called, as far as a pattern of the config names the set. */
function patternsOf(engine: Engine, { key, value }: SetName): RegExp[] {
  const ofRole = (role: string, branch: string | undefined) =>
    [patternOf(engine, { role }, branch), role] as const;
  const patterns: (readonly [pattern: string, role: string | undefined])[] = [
    ...roleNames(engine).map((role) => ofRole(role, undefined)),
    ...Object.values(engine.config.sets).flatMap(({ branch, roles }) =>
      roles.map((role) => ofRole(role, branch)),
    ),
    [patternOf(engine, {}, undefined), undefined],
  ];
  return patterns.flatMap(([pattern, role]) => {
    if (!pattern.includes(`{${key}}`)) return [];
    const source = pattern.split(/(\{[a-z]+\})/).map((part) => {
      if (part === `{${key}}`) return escaped(value);
      if (part === "{role}" && role !== undefined) return escaped(role);
      return /^\{[a-z]+\}$/.test(part) ? "[^/]+" : escaped(part);
    });
    return [new RegExp(`^${source.join("")}$`)];
  });
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/** What becomes of a loose branch. */
export interface LooseEnd {
  /** Why it goes, or stays: a sentence without a full stop. */
  readonly because: string;
  readonly outcome: "removed" | "skipped";
}

/**
 * Deletes a loose branch at the commit that it was seen at. Commits that nothing else holds are archived first, and go
 * only when base has their work or with force.
 * @throws WORKTREE_DIRTY: it has commits that exist nowhere else
 */
export async function removeLoose(
  engine: Engine,
  loose: LooseBranch,
  { force, dryRun }: { readonly force: boolean; readonly dryRun: boolean },
): Promise<LooseEnd> {
  const { branch, oid } = loose;
  const holder = await checkedOutAt(engine, branch);
  if (holder !== undefined) return { outcome: "skipped", because: `it is checked out in ${holder}` };
  const isHeld = await reachableElsewhere(engine, [oid], branch);
  const base = isHeld ? undefined : await baseThatHas(engine, loose);
  if (!isHeld && base === undefined && !force) throw unmerged(branch);
  const because = isHeld
    ? "its commits are on other branches, too"
    : base === undefined
      ? "by force; its commits are archived"
      : `${base} has its work; its commits are archived`;
  if (dryRun) return { outcome: "removed", because };
  return withBranchLock(engine, async () => {
    const hasHolder = isHeld && (await stillReachableElsewhere(engine, oid, branch));
    if (isHeld && !hasHolder && !force) throw unmerged(branch);
    if (!hasHolder) await archive(engine, loose);
    noteDeletion(engine);
    const end = await deleteRef(engine.repo, branchRef(branch), oid);
    return end === "stale"
      ? { outcome: "skipped", because: "it has just moved" }
      : { outcome: "removed", because };
  });
}

/** Its base, where that has its work under other commits. */
async function baseThatHas(engine: Engine, { oid, record }: LooseBranch): Promise<BranchName | undefined> {
  const base = record?.base ?? (await findBase(engine, undefined)).branch;
  for (const tip of await baseTips(engine, base)) {
    const works = await worksOf(engine.repo, tip, [oid], { signal: engine.signal });
    if (works.get(oid)?.kind === "merged") return base;
  }
  return undefined;
}

async function archive(engine: Engine, { branch, oid, record }: LooseBranch): Promise<void> {
  if (record !== undefined) {
    await saveCommits(engine, record);
    return;
  }
  // The name of a second that is taken is another archive's.
  for (let at = engine.now(); ; at += 1000) {
    const ref = archiveRef(branch, at);
    if ((await updateRef(engine.repo, ref, oid, undefined, `coppice: archive ${branch}`)) === "moved") return;
  }
}

const unmerged = (branch: BranchName): CoppiceError =>
  new CoppiceError("WORKTREE_DIRTY", `The branch ${branch} has commits that exist nowhere else.`, {
    details: { branch },
    suggestedAction: `Merge it, or give --force: its commits are archived then. git log ${shellWord(branch)} shows them.`,
  });
