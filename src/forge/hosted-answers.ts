import * as z from "zod/mini";
import { oidSchema } from "../lifecycle/ids.js";
import type { HostedPull } from "./hosted.js";

const longestTitle = 1024;

const repositoryId = z.object({ id: z.number() });
const time = z.iso.datetime();

/** A pull request of a list. Whatever is not so makes the whole list unreadable: nothing is judged from half of one. */
const pullAnswer = z.object({
  number: z.int().check(z.minimum(1)),
  node_id: z.string().check(z.minLength(1), z.maxLength(256)),
  html_url: z.url({ protocol: /^https?$/ }).check(z.maxLength(2048)),
  title: z.string(),
  state: z.enum(["open", "closed"]),
  draft: z._default(z.boolean(), false),
  body: z.nullable(z.string()),
  labels: z.array(z.object({ name: z.string() })),
  created_at: time,
  updated_at: time,
  closed_at: z.nullable(time),
  merged_at: z.nullable(time),
  merge_commit_sha: z.nullable(oidSchema),
  // The repository is null where a fork is gone.
  head: z.object({
    ref: z.string().check(z.minLength(1), z.maxLength(1024)),
    sha: oidSchema,
    repo: z.nullable(repositoryId),
  }),
  base: z.object({ ref: z.string().check(z.minLength(1), z.maxLength(1024)), repo: repositoryId }),
});

/** Reads one into the shape of the interface. */
export const hostedPull = z.pipe(pullAnswer, z.transform(pullOf));

function pullOf(found: z.output<typeof pullAnswer>): HostedPull {
  return {
    number: found.number,
    nodeId: found.node_id,
    url: found.html_url,
    title: found.title.toWellFormed().slice(0, longestTitle).toWellFormed(),
    state: found.merged_at === null ? found.state : "merged",
    createdAt: found.created_at,
    draft: found.draft,
    labels: found.labels.map(({ name }) => name),
    body: found.body ?? "",
    head: {
      branch: found.head.ref,
      oid: found.head.sha,
      fork: found.head.repo?.id !== found.base.repo.id,
    },
    base: { branch: found.base.ref },
    // Of an open one this is a merge that GitHub tried.
    mergeOid: found.merged_at === null ? null : found.merge_commit_sha,
    closedAt: found.closed_at,
    updatedAt: found.updated_at,
  };
}

/** Anything: what was written is told by the status. */
export const anything = z.unknown();
