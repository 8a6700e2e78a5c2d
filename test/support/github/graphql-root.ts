import { treeEntry } from "./graphql-tree.js";
import { mergeability, mergeWhatWaits } from "./merging.js";
import type { Pull, Repository } from "./repository.js";
import { type Account, type CheckRun, refusesPush, type Status } from "./state.js";

/** An error as GraphQL tells it: with a type where REST has a status. */
export class GraphRefusal extends Error {
  constructor(
    readonly type: "FORBIDDEN" | "NOT_FOUND" | "UNPROCESSABLE",
    message: string,
  ) {
    super(message);
  }
}

const forbidden = (): GraphRefusal => new GraphRefusal("FORBIDDEN", "Resource not accessible by integration");
const unprocessable = (message: string): GraphRefusal => new GraphRefusal("UNPROCESSABLE", message);

interface Paging {
  readonly first?: number;
  readonly last?: number;
  readonly after?: string | null;
}

/** An error in the place of an item is that item's alone. */
function connection<T, N>(items: readonly T[], { first, last, after }: Paging, show: (item: T) => N) {
  // GitHub wants either, and not more than a hundred.
  const size = first ?? last ?? 0;
  if (size < 1 || size > 100)
    throw unprocessable("Requesting more than 100 records, or none, exceeds the limit.");
  const from = last === undefined ? Number(after ?? 0) : Math.max(0, items.length - last);
  const to = Math.min(items.length, from + size);
  return {
    nodes: items.slice(from, to).map(show),
    pageInfo: { hasNextPage: to < items.length, endCursor: to === 0 ? null : String(to) },
    totalCount: items.length,
  };
}

/** By GraphQL an application's name has no `[bot]`. */
const actor = (login: string) =>
  login.endsWith("[bot]")
    ? { __typename: "Bot", login: login.replace("[bot]", "") }
    : { __typename: "User", login };

type Input = Readonly<Record<string, string | null | undefined>>;
const methods: Readonly<Record<string, "merge" | "squash" | "rebase">> = {
  MERGE: "merge",
  SQUASH: "squash",
  REBASE: "rebase",
};

/** What a query starts from, for one account. */
export class GraphRoot {
  constructor(
    readonly repositories: readonly Repository[],
    readonly account: Account,
  ) {}

  viewer() {
    return { login: this.account.login };
  }

  async repository({ owner, name }: { readonly owner: string; readonly name: string }) {
    const found = this.repositories.find((one) => one.owner === owner && one.name === name);
    const seen = Object.values(this.account.permissions).some((access) => access !== "none");
    if (found === undefined || (found.private && !seen))
      throw new GraphRefusal(
        "NOT_FOUND",
        `Could not resolve to a Repository with the name '${owner}/${name}'.`,
      );
    await found.sync();
    return new GraphRepository(found, this.account);
  }

  async enablePullRequestAutoMerge({ input }: { readonly input: Input }) {
    const { repository, pull } = this.#changed(input);
    if (!repository.settings.allowAutoMerge)
      throw unprocessable("Pull request Auto merge is not allowed for this repository");
    if (pull.draft) throw unprocessable("Pull request is in draft state");
    const protection = repository.protection(pull.base.branch);
    if (protection === undefined || !refusesPush(protection))
      throw unprocessable("Pull request Protected branch rules not configured for this branch");
    // GitHub offers it only where something stands in the way.
    if ((await mergeability(repository, pull)).state === "clean")
      throw unprocessable("Pull request is in clean status");
    pull.autoMerge = { by: this.account.login, method: methods[input.mergeMethod ?? ""] ?? "merge" };
    await mergeWhatWaits(repository);
    return { clientMutationId: null, pullRequest: { number: pull.number } };
  }

  disablePullRequestAutoMerge({ input }: { readonly input: Input }) {
    const { pull } = this.#changed(input);
    pull.autoMerge = null;
    return { clientMutationId: null, pullRequest: { number: pull.number } };
  }

  enqueuePullRequest({ input }: { readonly input: Input }) {
    const { repository, pull } = this.#changed(input);
    if (repository.protection(pull.base.branch)?.mergeQueue !== true)
      throw unprocessable("Pull request No merge queue found for branch");
    if (pull.queuedBy !== null) throw unprocessable("Pull request is already in the queue");
    pull.queuedBy = this.account.login;
    return { clientMutationId: null, mergeQueueEntry: { position: 1, state: "QUEUED" } };
  }

  #changed({ pullRequestId, expectedHeadOid }: Input): { repository: Repository; pull: Pull } {
    for (const repository of this.repositories) {
      const pull = [...repository.pulls.values()].find(
        ({ number }) => pullRequestId === `PR_${repository.id}_${number}`,
      );
      if (pull === undefined) continue;
      const { permissions } = this.account;
      if (permissions.pull_requests !== "write" || permissions.contents !== "write") throw forbidden();
      if (expectedHeadOid != null && expectedHeadOid !== pull.head.oid)
        throw unprocessable("Head branch was modified. Review and try the merge again.");
      return { repository, pull };
    }
    throw new GraphRefusal(
      "NOT_FOUND",
      `Could not resolve to a node with the global id of '${pullRequestId}'`,
    );
  }
}

class GraphRepository {
  readonly #repository: Repository;
  readonly #account: Account;

  constructor(repository: Repository, account: Account) {
    this.#repository = repository;
    this.#account = account;
  }

  get nameWithOwner() {
    return this.#repository.fullName;
  }
  get autoMergeAllowed() {
    return this.#repository.settings.allowAutoMerge;
  }
  get mergeCommitAllowed() {
    return this.#repository.settings.mergeMethods.includes("merge");
  }
  get squashMergeAllowed() {
    return this.#repository.settings.mergeMethods.includes("squash");
  }
  get rebaseMergeAllowed() {
    return this.#repository.settings.mergeMethods.includes("rebase");
  }

  async defaultBranchRef() {
    const { defaultBranch: name } = this.#repository;
    return (await this.#repository.tip(name)) === undefined ? null : { name };
  }

  async ref({ qualifiedName }: { readonly qualifiedName: string }) {
    const name = qualifiedName.replace(/^refs\/heads\//, "");
    const tip = await this.#repository.tip(name);
    if (tip === undefined) return null;
    const found = this.#repository.protection(name);
    const target = () => ({
      __typename: "Commit",
      oid: tip,
      file: ({ path }: { readonly path: string }) => treeEntry(this.#repository.bare, tip, path),
    });
    if (found?.kind !== "protection") return { name, target, refUpdateRule: null };
    return {
      name,
      target,
      refUpdateRule: {
        pattern: name,
        requiredApprovingReviewCount: found.approvals === 0 ? null : found.approvals,
        requiredStatusCheckContexts: found.requiredChecks,
        requiresLinearHistory: false,
        requiresSignatures: found.signatures,
        viewerCanPush: !refusesPush(found),
      },
    };
  }

  async object({ oid }: { readonly oid: string }) {
    const statuses = this.#repository.statusesOf(oid);
    const runs = this.#repository.checkRuns.filter((run) => run.oid === oid);
    const all = [...runs.map((run) => ({ run })), ...statuses.map((status) => ({ status }))];
    const isHead = [...this.#repository.pulls.values()].some(({ head }) => head.oid === oid);
    // What something is said of is there, so most need no git.
    if (all.length === 0 && !isHead && !(await this.#repository.bare.has(oid))) return null;
    return {
      __typename: "Commit",
      oid,
      statusCheckRollup:
        all.length === 0
          ? null
          : {
              state: "PENDING",
              contexts: (paging: Paging) =>
                connection(all, paging, (one) =>
                  "run" in one ? this.#checkRun(one.run) : statusContext(one.status),
                ),
            },
    };
  }

  #checkRun({ name, conclusion, workflow }: CheckRun) {
    const { checks = "none" } = this.#account.permissions;
    if (this.#repository.private && checks === "none") return forbidden();
    return {
      __typename: "CheckRun",
      name,
      status: conclusion === null ? "IN_PROGRESS" : "COMPLETED",
      conclusion,
      checkSuite: { workflowRun: workflow === null ? null : { workflow: { name: workflow } } },
    };
  }

  pullRequests({ states }: { readonly states?: readonly string[] }) {
    const found = [...this.#repository.pulls.values()].map(stateOf);
    return { totalCount: found.filter((state) => states?.includes(state) ?? true).length };
  }

  pullRequest({ number }: { readonly number: number }) {
    const pull = this.#repository.pulls.get(number);
    if (pull === undefined)
      throw new GraphRefusal("NOT_FOUND", `Could not resolve to a PullRequest with the number of ${number}.`);
    if ((this.#account.permissions.pull_requests ?? "none") === "none") throw forbidden();
    const repository = this.#repository;
    return {
      number,
      headRefOid: pull.head.oid,
      state: stateOf(pull),
      autoMergeRequest: pull.autoMerge === null ? null : { mergeMethod: pull.autoMerge.method.toUpperCase() },
      latestOpinionatedReviews: (paging: Paging) =>
        connection(repository.opinions(pull), paging, ({ state, author, oid }) => ({
          state,
          author: actor(author),
          authorCanPushToRepository: repository.mayPush(author),
          commit: { __typename: "Commit", oid },
        })),
      timelineItems: ({ itemTypes = [], ...paging }: Paging & { readonly itemTypes?: readonly string[] }) =>
        connection(
          pull.labelEvents.filter(({ kind }) => itemTypes.includes(`${kind.toUpperCase()}_EVENT`)),
          paging,
          (event) => ({
            __typename: event.kind === "labeled" ? "LabeledEvent" : "UnlabeledEvent",
            actor: event.actor === "" ? null : actor(event.actor),
            label: { name: event.label },
            createdAt: event.at,
          }),
        ),
      comments: (paging: Paging) =>
        connection(pull.comments, paging, ({ id, body, author }) => ({
          id: `IC_${id}`,
          fullDatabaseId: String(id),
          body,
          author: actor(author),
          viewerDidAuthor: author === this.#account.login,
        })),
    };
  }
}

const stateOf = ({ mergedAt, state }: Pull): string => (mergedAt === null ? state.toUpperCase() : "MERGED");

const statusContext = ({ context, state }: Status) => ({
  __typename: "StatusContext",
  context,
  state: state.toUpperCase(),
});
