import { match } from "ts-pattern";
import * as z from "zod/mini";
import { type Oid, oidSchema } from "../lifecycle/ids.js";
import type { Asking, GraphProblem } from "./asking.js";
import type { Judged, Judgement, Known } from "./hosted.js";

/** GitHub counts what a query could return at most, and refuses half a million. */
const batch = 50;
const ownContext = "coppice";

const conclusions = [
  "ACTION_REQUIRED",
  "CANCELLED",
  "FAILURE",
  "NEUTRAL",
  "SKIPPED",
  "STALE",
  "STARTUP_FAILURE",
  "SUCCESS",
  "TIMED_OUT",
] as const;
const context = z.discriminatedUnion("__typename", [
  z.object({
    __typename: z.literal("CheckRun"),
    status: z.string(),
    conclusion: z.nullable(z.enum(conclusions)),
    checkSuite: z.nullable(
      z.object({ workflowRun: z.nullable(z.object({ workflow: z.object({ name: z.string() }) })) }),
    ),
  }),
  z.object({
    __typename: z.literal("StatusContext"),
    context: z.string(),
    state: z.enum(["ERROR", "EXPECTED", "FAILURE", "PENDING", "SUCCESS"]),
  }),
]);
type Context = z.output<typeof context>;

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.nullable(z.string()) });
/** A node is null where the token may not see it. */
const contexts = z.object({ nodes: z.array(z.nullable(context)), pageInfo });
const commit = z.object({
  oid: z.optional(oidSchema),
  statusCheckRollup: z.optional(z.nullable(z.object({ contexts }))),
});
const review = z.object({
  state: z.enum(["APPROVED", "CHANGES_REQUESTED", "COMMENTED", "DISMISSED", "PENDING"]),
  authorCanPushToRepository: z.boolean(),
  commit: z.nullable(z.object({ oid: oidSchema })),
});
const pull = z.object({
  latestOpinionatedReviews: z.nullable(
    z.object({ nodes: z.array(z.nullable(review)), pageInfo: z.object({ hasNextPage: z.boolean() }) }),
  ),
});
const answer = z.object({
  repository: z.record(z.string(), z.nullable(z.union([pull, commit]))),
});
type Part = z.output<typeof answer>["repository"][string];

const contextsQuery = (after: string): string => `contexts(first: 100${after}) {
      nodes {
        __typename
        ... on CheckRun { status conclusion checkSuite { workflowRun { workflow { name } } } }
        ... on StatusContext { context state }
      }
      pageInfo { hasNextPage endCursor }
    }`;

/** One query for some commits and pull requests; oids and numbers are of fixed form, so they stand in it as they are. */
function query(judged: readonly Judged[]): string {
  const parts = judged.map(({ oid, pull: number }, at) => {
    const checks = `c${at}: object(oid: "${oid}") {
    ... on Commit { oid statusCheckRollup { ${contextsQuery("")} } }
  }`;
    if (number === undefined) return checks;
    return `${checks}
  p${at}: pullRequest(number: ${number}) {
    latestOpinionatedReviews(first: 100) {
      nodes { state authorCanPushToRepository commit { oid } }
      pageInfo { hasNextPage }
    }
  }`;
  });
  return `query Judge($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) {
  ${parts.join("\n  ")}
  }
}`;
}

const moreQuery = `query MoreChecks($owner: String!, $name: String!, $oid: GitObjectID!, $after: String!) {
  repository(owner: $owner, name: $name) {
    c0: object(oid: $oid) {
      ... on Commit { oid statusCheckRollup { ${contextsQuery(", after: $after")} } }
    }
  }
}`;

const told = {
  doing: "read reviews and checks",
  what: "reviews and checks",
  permission: "checks: read",
};

/**
 * Judges commits in batches. What could not be read makes that one judgement unknown, with the reason; what no answer
 * came to at all is an error.
 */
export async function judge(asking: Asking, judged: readonly Judged[]): Promise<Map<Oid, Judgement>> {
  const found = new Map<Oid, Judgement>();
  const opinions = new Map<Oid, Opinion[]>();
  const variables = { owner: asking.repo.owner, name: asking.repo.repo };
  for (let from = 0; from < judged.length; from += batch) {
    const some = judged.slice(from, from + batch);
    const { data, problems } = await asking.graph(told, answer, query(some), variables);
    if (data === undefined) throw asking.problem(problems[0] ?? nothing, told);
    for (const [at, one] of some.entries()) {
      const of = (alias: string) => problems.filter(({ path }) => path[1] === `${alias}${at}`);
      const checks = await checksOf(asking, one.oid, data.repository[`c${at}`] ?? null, of("c"));
      const said = opinions.get(one.oid) ?? [];
      opinions.set(one.oid, said);
      if (one.pull !== undefined) said.push(opinionOf(one.oid, data.repository[`p${at}`] ?? null, of("p")));
      const approved = approvedBy(said);
      const why = [
        ...(approved === undefined ? [unread("reviews", "pull-requests: read", of("p"))] : []),
        ...(checks === undefined ? [unread("checks", "checks: read", of("c"))] : []),
      ].join("; ");
      found.set(one.oid, { approved, checks, ...(why === "" ? {} : { why }) });
    }
  }
  return found;
}

const nothing: GraphProblem = { type: "", message: "an empty answer", path: [] };

const unread = (what: string, permission: string, problems: readonly GraphProblem[]): string =>
  problems.some(({ type }) => type === "FORBIDDEN")
    ? `its ${what} may not be read (add \`${permission}\` to \`permissions:\` in the workflow)`
    : `its ${what} could not be read`;

/** What the people of one pull request say of a commit. */
type Opinion = "approved" | "refused" | "nothing" | "unknown";

/** One commit may be the head of several pull requests. */
function approvedBy(opinions: readonly Opinion[]): Known {
  if (opinions.includes("refused")) return false;
  return opinions.includes("unknown") ? undefined : opinions.includes("approved");
}

function opinionOf(oid: Oid, part: Part, problems: readonly GraphProblem[]): Opinion {
  if (problems.length > 0 || part === null || !("latestOpinionatedReviews" in part)) return "unknown";
  const { latestOpinionatedReviews: reviews } = part;
  if (reviews === null) return "unknown";
  const counting = reviews.nodes.filter((one) => one?.authorCanPushToRepository === true);
  if (counting.some((one) => one?.state === "CHANGES_REQUESTED")) return "refused";
  if (reviews.pageInfo.hasNextPage || reviews.nodes.includes(null)) return "unknown";
  // An approval of an older commit says nothing of this one.
  const approved = counting.some((one) => one?.state === "APPROVED" && one.commit?.oid === oid);
  return approved ? "approved" : "nothing";
}

async function checksOf(
  asking: Asking,
  oid: Oid,
  part: Part,
  problems: readonly GraphProblem[],
): Promise<Judgement["checks"]> {
  if (problems.length > 0 || part === null || !("oid" in part) || part.oid !== oid) return undefined;
  const nodes = [...(part.statusCheckRollup?.contexts.nodes ?? [])];
  let next = part.statusCheckRollup?.contexts.pageInfo;
  while (next?.hasNextPage === true) {
    const variables = { owner: asking.repo.owner, name: asking.repo.repo, oid, after: next.endCursor };
    const { data, problems: more } = await asking.graph(told, answer, moreQuery, variables);
    const page = data?.repository.c0;
    if (more.length > 0 || !page || !("oid" in page) || !page.statusCheckRollup) return undefined;
    nodes.push(...page.statusCheckRollup.contexts.nodes);
    next = page.statusCheckRollup.contexts.pageInfo;
  }
  if (nodes.includes(null)) return undefined;
  const states = nodes.flatMap((one) => (one === null ? [] : [stateOf(one, asking.workflow)]));
  if (states.includes("failure")) return "failure";
  if (states.includes("pending")) return "pending";
  return states.includes("success") ? "success" : "none";
}

/** @returns undefined for what is ours: Coppice's own status, and the runs of the workflow that this is one of */
function stateOf(one: Context, workflow: string | undefined): "success" | "failure" | "pending" | undefined {
  if (one.__typename === "StatusContext") {
    if (one.context === ownContext) return undefined;
    return match(one.state)
      .with("SUCCESS", () => "success" as const)
      .with("ERROR", "FAILURE", () => "failure" as const)
      .with("EXPECTED", "PENDING", () => "pending" as const)
      .exhaustive();
  }
  if (workflow !== undefined && one.checkSuite?.workflowRun?.workflow.name === workflow) return undefined;
  if (one.status !== "COMPLETED" || one.conclusion === null) return "pending";
  return ["SUCCESS", "NEUTRAL", "SKIPPED"].includes(one.conclusion) ? "success" : "failure";
}
