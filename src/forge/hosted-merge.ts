import * as z from "zod/mini";
import { oidSchema } from "../lifecycle/ids.js";
import type { Asking, GraphProblem } from "./asking.js";
import type { HostedForge, HostedPull, MergedPull, MergeMethod } from "./hosted.js";

type MergeMethods = Pick<HostedForge, "mergePull" | "enableAutoMerge">;

const mergedAnswer = z.object({ sha: oidSchema, merged: z.literal(true) });
const done = z.record(z.string(), z.unknown());

const autoMergeQuery = `mutation AutoMerge($pull: ID!, $method: PullRequestMergeMethod!, $head: GitObjectID!) {
  enablePullRequestAutoMerge(input: { pullRequestId: $pull, mergeMethod: $method, expectedHeadOid: $head }) {
    clientMutationId
  }
}`;
const enqueueQuery = `mutation Enqueue($pull: ID!, $head: GitObjectID!) {
  enqueuePullRequest(input: { pullRequestId: $pull, expectedHeadOid: $head }) { clientMutationId }
}`;

const methods = { merge: "MERGE", squash: "SQUASH", rebase: "REBASE" } as const;

/** Merging by the API, now or as soon as GitHub lets it. */
export function mergeMethods(asking: Asking, forge: Pick<HostedForge, "pull" | "rules">): MergeMethods {
  const { repo } = asking;

  async function mergePull(
    number: number,
    wanted: { readonly sha: string; readonly method: MergeMethod },
  ): Promise<MergedPull> {
    const told = {
      doing: `merge pull request #${number}`,
      what: `pull request #${number}`,
      permission: "contents: write",
    };
    for (let tries = 0; ; tries += 1) {
      const end = await asking.attempt(told, [405, 409, 422], mergedAnswer, (client) =>
        client.rest.pulls.merge({
          ...repo,
          pull_number: number,
          sha: wanted.sha,
          merge_method: wanted.method,
        }),
      );
      asking.wrote();
      if ("data" in end) return { kind: "merged", mergeOid: end.data.sha };
      // The answer to a try before may have been lost; and 409 is said of a base that moved too.
      const now = await forge.pull(number);
      if (now.head.oid !== wanted.sha) return { kind: "moved" };
      if (now.state === "merged" && now.mergeOid !== null) return { kind: "merged", mergeOid: now.mergeOid };
      const { status, reason } = end.refused;
      if (status !== 409 || tries === 2)
        return { kind: "refused", reason: reason === "" ? `GitHub answered with ${status}` : reason };
      await asking.pause(1000 * (tries + 1));
    }
  }

  const told = (pull: HostedPull) => ({
    doing: `let pull request #${pull.number} be merged when it may be`,
    what: `pull request #${pull.number}`,
    permission: "contents: write",
  });

  async function change(pull: HostedPull, query: string, more: object): Promise<GraphProblem | undefined> {
    const variables = { pull: pull.nodeId, head: pull.head.oid, ...more };
    const { problems } = await asking.graph(told(pull), done, query, variables);
    asking.wrote();
    const denied = problems.find(({ type }) => type === "FORBIDDEN");
    if (denied !== undefined) throw asking.problem(denied, told(pull));
    return problems[0];
  }

  return {
    mergePull,
    enableAutoMerge: async (pull, method) => {
      const problem = await change(pull, autoMergeQuery, { method: methods[method] });
      if (problem === undefined) return undefined;
      // Where nothing is missing any more there is nothing to wait for, but a queue takes it.
      if (
        /(?:clean|unstable) status/i.test(problem.message) &&
        (await forge.rules(pull.base.branch)).mergeQueue
      ) {
        const other = await change(pull, enqueueQuery, {});
        return other === undefined || /already (?:in the|queued)/i.test(other.message)
          ? undefined
          : reasonOf(other.message);
      }
      return reasonOf(problem.message);
    },
  };
}

/** GitHub's reasons, as the end of a sentence that a person can act on. */
function reasonOf(message: string): string {
  if (/auto.?merge is not allowed/i.test(message))
    return "the repository does not allow it (Settings > General > Pull Requests > Allow auto-merge)";
  if (/clean status/i.test(message)) return "nothing stands in its way: it can be merged at once";
  if (/unstable status/i.test(message)) return "a check that is not required has failed or is running";
  if (/protected branch rules not configured/i.test(message))
    return "its base has no rule that could be waited for";
  if (/draft/i.test(message)) return "it is a draft";
  return message.replace(/\.$/, "");
}
