import * as z from "zod/mini";
import { type Asked, page, type Route, read } from "./asked.js";
import { mergeability, mergePull } from "./merging.js";
import { type Pull, tick } from "./repository.js";
import { type Answer, invalid, Refusal } from "./state.js";

const text = z.optional(z.string());
const newPull = z.object({
  title: z.string(),
  head: z.string(),
  base: z.string(),
  body: z.optional(z.nullable(z.string())),
  draft: z.optional(z.boolean()),
});
const change = z.object({
  title: text,
  body: z.optional(z.nullable(z.string())),
  state: z.optional(z.enum(["open", "closed"])),
});
const merge = z.object({ sha: text, merge_method: text, commit_title: text, commit_message: text });

/** A pull request as it is shown alone: with what takes git to find out. */
async function whole({ repository, bodies }: Asked, pull: Pull): Promise<object> {
  const { mergeable, state } = await mergeability(repository, pull);
  const { bare } = repository;
  const range = `${pull.base.oid}..${pull.head.oid}`;
  const commits = Number(await bare.constant("rev-list", "--count", range));
  const files = await bare.constant("diff", "--numstat", `${pull.base.oid}...${pull.head.oid}`);
  const lines = files === "" ? [] : files.split("\n").map((line) => line.split("\t").map(Number));
  const sum = (at: number): number => lines.reduce((total, line) => total + (line[at] || 0), 0);
  return {
    ...bodies.pull(repository, pull),
    merged: pull.mergedAt !== null,
    mergeable,
    rebaseable: mergeable,
    mergeable_state: state,
    merged_by: pull.mergedBy === null ? null : bodies.user(pull.mergedBy),
    comments: pull.comments.length,
    review_comments: 0,
    maintainer_can_modify: false,
    commits,
    additions: sum(0),
    deletions: sum(1),
    changed_files: lines.length,
  };
}

const pullOf = ({ repository, path }: Asked): Pull => repository.pull(Number(path.pull_number));

async function listPulls(asked: Asked): Promise<Answer> {
  const { repository, query, bodies } = asked;
  const { state = "open", head, base, sort = "created", direction } = query;
  const found = [...repository.pulls.values()].filter(
    (pull) =>
      (state === "all" || pull.state === state) &&
      (base === undefined || pull.base.branch === base) &&
      (head === undefined || `${pull.head.repository?.owner}:${pull.head.branch}` === head),
  );
  // The newest first where they are sorted by creation, the oldest first elsewhere, unless something else is asked for.
  if (sort === "updated") found.sort((one, other) => (one.updatedAt < other.updatedAt ? -1 : 1));
  if ((direction ?? (sort === "created" ? "desc" : "asc")) === "desc") found.reverse();
  return page(
    found.map((pull) => bodies.pull(repository, pull)),
    asked,
    "pulls",
  );
}

async function createPull(asked: Asked): Promise<Answer> {
  const { repository, account, body } = asked;
  if (account.mayNotCreatePulls === true)
    throw new Refusal(403, "GitHub Actions is not permitted to create or approve pull requests.");
  const { head, ...wanted } = read(newPull, body);
  const [owner, branch] = head.includes(":") ? head.split(":") : [repository.owner, head];
  if (owner !== repository.owner) throw invalid("PullRequest", "head", "head is invalid");
  const pull = await repository.openPull({ ...wanted, head: branch ?? "", author: account.login });
  return { status: 201, body: await whole(asked, pull) };
}

async function updatePull(asked: Asked): Promise<Answer> {
  const pull = pullOf(asked);
  const wanted = read(change, asked.body);
  if (wanted.state === "open" && pull.state === "closed") await reopen(pull);
  if (wanted.state === "closed" && pull.state === "open") asked.repository.close(pull);
  if (wanted.title !== undefined) pull.title = wanted.title;
  if (wanted.body !== undefined) pull.body = wanted.body;
  pull.updatedAt = tick();
  return { status: 200, body: await whole(asked, pull) };
}

async function reopen(pull: Pull): Promise<void> {
  if (pull.mergedAt !== null || (await pull.head.repository?.tip(pull.head.branch)) === undefined)
    throw invalid("PullRequest", "state", "state cannot be changed. The branch was deleted or merged.");
  pull.state = "open";
  pull.closedAt = null;
}

async function merged(asked: Asked): Promise<Answer> {
  const wanted = read(merge, asked.body);
  const sha = await mergePull(asked.repository, pullOf(asked), {
    sha: wanted.sha,
    method: wanted.merge_method,
    title: wanted.commit_title,
    message: wanted.commit_message,
    by: asked.account.login,
  });
  return { status: 200, body: { sha, merged: true, message: "Pull Request successfully merged" } };
}

const reading = [{ permission: "pull_requests", access: "read" }] as const;
const writing = [{ permission: "pull_requests", access: "write" }] as const;

export const pullRoutes: Readonly<Record<string, Route>> = {
  "GET /repos/{owner}/{repo}/pulls": { needs: reading, handle: listPulls },
  "POST /repos/{owner}/{repo}/pulls": { needs: writing, handle: createPull },
  "GET /repos/{owner}/{repo}/pulls/{pull_number}": {
    needs: reading,
    handle: async (asked) => ({ status: 200, body: await whole(asked, pullOf(asked)) }),
  },
  "PATCH /repos/{owner}/{repo}/pulls/{pull_number}": { needs: writing, handle: updatePull },
  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge": {
    needs: [{ permission: "contents", access: "write" }],
    handle: merged,
  },
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews": {
    needs: reading,
    handle: async (asked) => {
      const { repository, bodies } = asked;
      const pull = pullOf(asked);
      const reviews = pull.reviews.map((review) => bodies.review(repository, pull, review));
      return page(reviews, asked, `pulls/${pull.number}/reviews`);
    },
  },
};
