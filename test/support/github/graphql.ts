import * as z from "zod/mini";
import { mergeWhatWaits } from "./merging.js";
import type { Repository } from "./repository.js";
import type { Account, Answer } from "./state.js";

const request = z.object({
  query: z.string(),
  variables: z._default(
    z.object({
      pullRequestId: z.optional(z.string()),
      mergeMethod: z._default(z.enum(["MERGE", "SQUASH", "REBASE"]), "MERGE"),
    }),
    { mergeMethod: "MERGE" },
  ),
});
const methods = { MERGE: "merge", SQUASH: "squash", REBASE: "rebase" } as const;

/**
 * The one thing that GitHub's REST API cannot do: auto-merge. Of a query only the mutation's name is read, its input
 * comes in the variables `pullRequestId` and `mergeMethod`. Errors come with status 200, as GraphQL has it.
 */
export async function graphql(
  repositories: Iterable<Repository>,
  account: Account,
  body: unknown,
): Promise<Answer> {
  const { query, variables } = request.parse(body);
  const name = /\b(enablePullRequestAutoMerge|disablePullRequestAutoMerge)\b/.exec(query)?.[1];
  if (name === undefined) return failed("NOT_IMPLEMENTED", "The fake knows auto-merge alone.");
  for (const repository of repositories) {
    const pull = [...repository.pulls.values()].find(
      ({ number }) => variables.pullRequestId === `PR_${repository.id}_${number}`,
    );
    if (pull === undefined) continue;
    const { permissions } = account;
    if (permissions.pull_requests !== "write" || permissions.contents !== "write")
      return failed("FORBIDDEN", "Resource not accessible by integration");
    if (!repository.settings.allowAutoMerge)
      return failed("UNPROCESSABLE", "Pull request Auto merge is not allowed for this repository");
    // GitHub offers it only where something stands in the way.
    if (name === "enablePullRequestAutoMerge" && repository.protection(pull.base.branch) === undefined)
      return failed("UNPROCESSABLE", "Pull request is in clean status");
    pull.autoMerge =
      name === "enablePullRequestAutoMerge"
        ? { by: account.login, method: methods[variables.mergeMethod] }
        : null;
    await mergeWhatWaits(repository);
    return { status: 200, body: { data: { [name]: { pullRequest: { number: pull.number } } } } };
  }
  return failed("NOT_FOUND", "Could not resolve to a node with the global id.");
}

const failed = (type: string, message: string): Answer => ({
  status: 200,
  body: { data: null, errors: [{ type, message, path: [], locations: [] }] },
});
