import * as z from "zod/mini";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Asking } from "./asking.js";
import type { BranchRules, ForgeSettings, HostedForge, MergeMethod } from "./hosted.js";

const reading = "contents: read";

type RuleMethods = Pick<HostedForge, "settings" | "rules" | "protectedBranches">;

const settingsAnswer = z.object({
  repository: z.object({
    defaultBranchRef: z.nullable(z.object({ name: z.string().check(z.minLength(1)) })),
    autoMergeAllowed: z.boolean(),
    mergeCommitAllowed: z.boolean(),
    squashMergeAllowed: z.boolean(),
    rebaseMergeAllowed: z.boolean(),
  }),
});

// By REST these are shown to administrators alone.
const settingsQuery = `query Settings($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) {
    defaultBranchRef { name }
    autoMergeAllowed
    mergeCommitAllowed
    squashMergeAllowed
    rebaseMergeAllowed
  }
}`;

const branchAnswer = z.object({ name: z.string().check(z.minLength(1)), protected: z.boolean() });

const count = z.int().check(z.minimum(0));
const ruleAnswer = z.object({
  type: z.string().check(z.minLength(1)),
  parameters: z.optional(
    z.object({
      required_approving_review_count: z.optional(count),
      required_status_checks: z.optional(z.array(z.object({ context: z.string() }))),
    }),
  ),
});
type Rule = z.output<typeof ruleAnswer>;

const protectionAnswer = z.object({
  repository: z.object({
    ref: z.nullable(
      z.object({
        refUpdateRule: z.nullable(
          z.object({
            requiredApprovingReviewCount: z.nullable(count),
            requiredStatusCheckContexts: z.nullable(z.array(z.nullable(z.string()))),
            requiresSignatures: z.boolean(),
            viewerCanPush: z.boolean(),
          }),
        ),
      }),
    ),
  }),
});
type Protection = NonNullable<
  NonNullable<z.output<typeof protectionAnswer>["repository"]["ref"]>["refUpdateRule"]
>;

// The protection itself is shown to administrators alone; this is what it means for who asks.
const protectionQuery = `query Protection($owner: String!, $name: String!, $ref: String!) {
  repository(owner: $owner, name: $name) {
    ref(qualifiedName: $ref) {
      refUpdateRule {
        requiredApprovingReviewCount
        requiredStatusCheckContexts
        requiresSignatures
        viewerCanPush
      }
    }
  }
}`;

/** Rules that say nothing against a push of new commits; those of names and files are found out by pushing. */
const harmless = new Set([
  "creation",
  "deletion",
  "non_fast_forward",
  "required_linear_history",
  "commit_message_pattern",
  "commit_author_email_pattern",
  "committer_email_pattern",
  "branch_name_pattern",
  "tag_name_pattern",
  "file_path_restriction",
  "max_file_path_length",
  "file_extension_restriction",
  "max_file_size",
  "copilot_code_review",
]);

/** What the repository and its branches allow. */
export function ruleMethods(asking: Asking): RuleMethods {
  const { repo } = asking;

  const settings = asking.once("lasting", async (_: "all"): Promise<ForgeSettings> => {
    const told = { doing: "read the repository's settings", what: "settings", permission: reading };
    const variables = { owner: repo.owner, name: repo.repo };
    const { repository: found } = await asking.graphWhole(told, settingsAnswer, settingsQuery, variables);
    if (found.defaultBranchRef === null)
      throw new CoppiceError("FETCH_FAILED", `${asking.repository} has no branch yet.`, {
        recoverable: false,
        suggestedAction: "Push a first commit.",
      });
    const methods: MergeMethod[] = [];
    if (found.mergeCommitAllowed) methods.push("merge");
    if (found.squashMergeAllowed) methods.push("squash");
    if (found.rebaseMergeAllowed) methods.push("rebase");
    return {
      defaultBranch: found.defaultBranchRef.name,
      autoMerge: found.autoMergeAllowed,
      methods: new Set(methods),
    };
  });

  const rules = asking.once("lasting", async (branch: string): Promise<BranchRules> => {
    const told = { doing: `read the rules of ${branch}`, what: `branch ${branch}`, permission: reading };
    const found = await asking.ask(told, branchAnswer, (client) =>
      client.rest.repos.getBranch({ ...repo, branch }),
    );
    const rulesets = await asking.list(told, ruleAnswer, (client, page) =>
      client.rest.repos.getBranchRules({ ...repo, branch, ...page }),
    );
    if (!found.protected) return together(rulesets, null, false);
    const ref = `refs/heads/${branch}`;
    const variables = { owner: repo.owner, name: repo.repo, ref };
    const { repository } = await asking.graphWhole(told, protectionAnswer, protectionQuery, variables);
    return together(rulesets, repository.ref?.refUpdateRule ?? null, true);
  });

  const protectedBranches = asking.once("lasting", async (_: "all"): Promise<ReadonlySet<string>> => {
    const told = { doing: "list the protected branches", what: "branches", permission: reading };
    const found = await asking.list(told, branchAnswer, (client, page) =>
      client.rest.repos.listBranches({ ...repo, protected: true, ...page }),
    );
    return new Set(found.map(({ name }) => name));
  });

  return { settings: () => settings("all"), rules, protectedBranches: () => protectedBranches("all") };
}

/**
 * Rulesets and protection together. A rule of a kind that is not known counts as one that refuses a push, and so does a
 * protection that nothing is shown of: a push that comes through because this token may pass by would be worse than a
 * pull request too many.
 */
function together(
  rulesets: readonly Rule[],
  protection: Protection | null,
  isProtected: boolean,
): BranchRules {
  const checks = rulesets.flatMap(({ parameters }) => parameters?.required_status_checks ?? []);
  const contexts = protection?.requiredStatusCheckContexts ?? [];
  const refuses =
    protection !== null &&
    (protection.requiredApprovingReviewCount !== null ||
      contexts.length > 0 ||
      protection.requiresSignatures ||
      !protection.viewerCanPush);
  const hidden = isProtected && protection === null && rulesets.length === 0;
  return {
    protected: isProtected || rulesets.length > 0,
    refusesPush: refuses || hidden || rulesets.some(({ type }) => !harmless.has(type)),
    mergeQueue: rulesets.some(({ type }) => type === "merge_queue"),
    requiredChecks: [
      ...new Set([
        ...checks.map(({ context }) => context),
        ...contexts.filter((context) => context !== null),
      ]),
    ],
    approvals: Math.max(
      0,
      protection?.requiredApprovingReviewCount ?? 0,
      ...rulesets.map(({ parameters }) => parameters?.required_approving_review_count ?? 0),
    ),
  };
}
