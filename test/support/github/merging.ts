import { type Pull, type Repository, tick } from "./repository.js";
import { Refusal } from "./state.js";

export interface Mergeability {
  /** Null: not known yet, which is neither clean nor conflicting. */
  readonly mergeable: boolean | null;
  readonly state: "unknown" | "dirty" | "blocked" | "draft" | "clean";
}

/** Asks git whether it could be merged now. */
export async function mergeability(repository: Repository, pull: Pull): Promise<Mergeability> {
  if (repository.mergeabilityLag > 0) {
    repository.mergeabilityLag -= 1;
    return { mergeable: null, state: "unknown" };
  }
  const base = await repository.tip(pull.base.branch);
  if (base === undefined || pull.state === "closed") return { mergeable: null, state: "unknown" };
  const { clean } = await repository.bare.merge(base, pull.head.oid);
  if (!clean) return { mergeable: false, state: "dirty" };
  if (pull.draft) return { mergeable: true, state: "draft" };
  return { mergeable: true, state: missing(repository, pull) === undefined ? "clean" : "blocked" };
}

/** What the protection of base still asks for, in GitHub's words. */
function missing(repository: Repository, pull: Pull): string | undefined {
  const protection = repository.protection(pull.base.branch);
  if (protection === undefined) return undefined;
  const opinions = repository.opinions(pull).filter(({ author }) => repository.mayPush(author));
  const approvals = opinions.filter(({ state }) => state === "APPROVED").length;
  if (approvals < protection.approvals)
    return `At least ${protection.approvals} approving review is required by reviewers with write access.`;
  const { oid } = pull.head;
  const passed = new Set([
    ...repository
      .statusesOf(oid)
      .filter(({ state }) => state === "success")
      .map(({ context }) => context),
    ...repository.checkRuns
      .filter((run) => run.oid === oid && run.conclusion === "SUCCESS")
      .map(({ name }) => name),
  ]);
  const waiting = protection.requiredChecks.find((name) => !passed.has(name));
  return waiting === undefined ? undefined : `Required status check "${waiting}" is expected.`;
}

export interface MergeRequest {
  readonly sha?: string | undefined;
  readonly method?: string | undefined;
  readonly title?: string | undefined;
  readonly message?: string | undefined;
  readonly by: string;
  /** The queue merges, which nobody else may where there is one. */
  readonly queued?: boolean;
}

/**
 * Merges as the API does.
 * @returns the new commit of base
 */
export async function mergePull(repository: Repository, pull: Pull, wanted: MergeRequest): Promise<string> {
  const method = wanted.method ?? "merge";
  if (pull.state === "closed") throw new Refusal(405, "Pull Request is not mergeable");
  if (!repository.settings.mergeMethods.includes(method))
    throw new Refusal(405, `${method} merges are not allowed on this repository.`);
  if (wanted.sha !== undefined && wanted.sha !== pull.head.oid)
    throw new Refusal(409, "Head branch was modified. Review and try the merge again.");
  if (pull.draft) throw new Refusal(405, "Pull Request is still a draft");
  const base = await repository.tip(pull.base.branch);
  const merge = base === undefined ? undefined : await repository.bare.merge(base, pull.head.oid);
  if (base === undefined || merge?.clean !== true) throw new Refusal(405, "Pull Request is not mergeable");
  if (repository.protection(pull.base.branch)?.mergeQueue === true && wanted.queued !== true)
    throw new Refusal(405, "Changes must be made through the merge queue");
  const wants = missing(repository, pull);
  if (wants !== undefined) throw new Refusal(405, wants);
  const from = `${pull.head.repository?.owner ?? repository.owner}/${pull.head.branch}`;
  const title =
    wanted.title ??
    (method === "squash"
      ? `${pull.title} (#${pull.number})`
      : `Merge pull request #${pull.number} from ${from}`);
  const message = `${title}\n\n${wanted.message ?? pull.title}`;
  const parents = method === "squash" ? [base] : [base, pull.head.oid];
  const oid = await repository.bare.commit(merge.tree, parents, message, tick());
  if (!(await repository.bare.move(`refs/heads/${pull.base.branch}`, oid, base)))
    throw new Refusal(409, "Base branch was modified. Review and try the merge again.");
  repository.merged(pull, wanted.by, oid);
  if (repository.settings.deleteBranchOnMerge && pull.head.repository === repository)
    await repository.bare.remove(`refs/heads/${pull.head.branch}`);
  return oid;
}

/** What waits with auto-merge, or in the queue, is merged as soon as nothing is missing any more. */
export async function mergeWhatWaits(repository: Repository): Promise<void> {
  for (const pull of repository.pulls.values()) {
    const { autoMerge, queuedBy } = pull;
    const by = queuedBy ?? autoMerge?.by;
    if (by === undefined || pull.state === "closed") continue;
    if ((await mergeability(repository, pull)).state !== "clean") continue;
    await mergePull(repository, pull, { by, method: autoMerge?.method, queued: true });
  }
}
