/**
 * Cuts what the fake GitHub of the tests serves by GraphQL out of GitHub's own schema, that of @octokit/graphql-schema:
 * `npx tsx scripts/github-graphql.ts`. A field that is not listed is not served, and a query for it is invalid.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { schema } from "@octokit/graphql-schema";
import {
  type ASTNode,
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  Kind,
  parse,
  print,
  type TypeNode,
  visit,
} from "graphql";

const served: Readonly<Record<string, readonly string[]>> = {
  Query: ["repository", "viewer"],
  Mutation: ["enablePullRequestAutoMerge", "disablePullRequestAutoMerge", "enqueuePullRequest"],
  Repository: [
    "nameWithOwner",
    "defaultBranchRef",
    "autoMergeAllowed",
    "mergeCommitAllowed",
    "squashMergeAllowed",
    "rebaseMergeAllowed",
    "object",
    "pullRequest",
    "pullRequests",
    "ref",
  ],
  User: ["login"],
  Bot: ["login"],
  Actor: ["login"],
  GitObject: ["oid"],
  Ref: ["name", "refUpdateRule", "target"],
  RefUpdateRule: [
    "pattern",
    "requiredApprovingReviewCount",
    "requiredStatusCheckContexts",
    "requiresLinearHistory",
    "requiresSignatures",
    "viewerCanPush",
  ],
  Commit: ["oid", "statusCheckRollup", "file"],
  TreeEntry: ["mode", "type", "object"],
  Blob: ["oid", "byteSize", "isBinary", "isTruncated", "text"],
  StatusCheckRollup: ["state", "contexts"],
  StatusCheckRollupContextConnection: ["nodes", "pageInfo", "totalCount"],
  PageInfo: ["hasNextPage", "endCursor"],
  CheckRun: ["name", "status", "conclusion", "checkSuite"],
  CheckSuite: ["workflowRun"],
  WorkflowRun: ["workflow"],
  Workflow: ["name"],
  StatusContext: ["context", "state"],
  PullRequest: [
    "number",
    "headRefOid",
    "state",
    "latestOpinionatedReviews",
    "timelineItems",
    "comments",
    "autoMergeRequest",
  ],
  PullRequestConnection: ["totalCount"],
  AutoMergeRequest: ["mergeMethod"],
  PullRequestReviewConnection: ["nodes", "pageInfo"],
  PullRequestReview: ["state", "author", "authorCanPushToRepository", "commit"],
  PullRequestTimelineItemsConnection: ["nodes", "pageInfo"],
  LabeledEvent: ["actor", "label", "createdAt"],
  UnlabeledEvent: ["actor", "label", "createdAt"],
  Label: ["name"],
  IssueCommentConnection: ["nodes", "pageInfo"],
  IssueComment: ["id", "fullDatabaseId", "body", "viewerDidAuthor", "author"],
  EnablePullRequestAutoMergePayload: ["clientMutationId", "pullRequest"],
  DisablePullRequestAutoMergePayload: ["clientMutationId", "pullRequest"],
  EnqueuePullRequestPayload: ["clientMutationId", "mergeQueueEntry"],
  MergeQueueEntry: ["position", "state"],
};

const target = join(import.meta.dirname, "../test/support/github/schema.graphql");
const whole = parse(schema.idl, { noLocation: true });
const definitions = new Map(
  whole.definitions.flatMap((one) => ("name" in one && one.name ? [[one.name.value, one] as const] : [])),
);

const kept = new Map<string, DefinitionNode>();
for (const name of ["Query", "Mutation"]) keep(name);

const slice: DocumentNode = {
  kind: Kind.DOCUMENT,
  definitions: [...kept].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one),
};
const text = print(visit(slice, { enter: withoutProse }));
writeFileSync(target, `# A part of GitHub's schema, made by scripts/github-graphql.ts.\n${text}\n`);
console.log(`${(text.length / 1024).toFixed(0)} kB in ${target}`);

/** Keeps a type, as far as it is served, with what its fields lead to. */
function keep(name: string): void {
  if (kept.has(name)) return;
  const found = definitions.get(name);
  if (found === undefined) return;
  switch (found.kind) {
    case Kind.OBJECT_TYPE_DEFINITION:
    case Kind.INTERFACE_TYPE_DEFINITION: {
      const names = served[name];
      if (names === undefined) throw new Error(`${name} is reached, and none of its fields is served`);
      const fields = names.map((field) => fieldOf(found.fields ?? [], name, field));
      const interfaces = (found.interfaces ?? []).filter((one) => served[one.name.value] !== undefined);
      kept.set(name, { ...found, fields, interfaces, directives: [] });
      for (const field of fields) {
        reach(field.type);
        for (const argument of field.arguments ?? []) reach(argument.type);
      }
      // Whoever asks for the interface gets one of these.
      if (found.kind === Kind.INTERFACE_TYPE_DEFINITION) implementersOf(name).forEach(keep);
      return;
    }
    case Kind.UNION_TYPE_DEFINITION: {
      const types = (found.types ?? []).filter((one) => served[one.name.value] !== undefined);
      kept.set(name, { ...found, types });
      for (const one of types) keep(one.name.value);
      return;
    }
    case Kind.INPUT_OBJECT_TYPE_DEFINITION:
      kept.set(name, found);
      for (const field of found.fields ?? []) reach(field.type);
      return;
    default:
      kept.set(name, found);
  }
}

function implementersOf(name: string): string[] {
  return Object.keys(served).filter((one) => {
    const found = definitions.get(one);
    return (
      found?.kind === Kind.OBJECT_TYPE_DEFINITION &&
      (found.interfaces ?? []).some((each) => each.name.value === name)
    );
  });
}

function fieldOf(fields: readonly FieldDefinitionNode[], type: string, name: string): FieldDefinitionNode {
  const found = fields.find((field) => field.name.value === name);
  if (found === undefined) throw new Error(`GitHub's schema has no ${type}.${name}`);
  return found;
}

function reach(type: TypeNode): void {
  if (type.kind === Kind.NAMED_TYPE) keep(type.name.value);
  else reach(type.type);
}

/** What is there for people alone, and what GitHub says with directives of its own. */
function withoutProse(node: ASTNode): object {
  return {
    ...node,
    ...("description" in node ? { description: undefined } : {}),
    ...("directives" in node ? { directives: [] } : {}),
  };
}
