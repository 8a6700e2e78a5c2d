import * as z from "zod/mini";
import { type Asked, page, type Route, read } from "./asked.js";
import { nextId, type Pull, type Repository, tick } from "./repository.js";
import { type Answer, type Comment, Refusal } from "./state.js";

const withBody = z.object({ body: z.string() });
const withLabels = z.object({ labels: z.optional(z.array(z.string())) });
const newLabel = z.object({
  name: z.string(),
  color: z.optional(z.string()),
  description: z.optional(z.string()),
});
/** GitHub cuts nothing: what is longer is refused. */
const longestComment = 65_536;

const pullOf = ({ repository, path }: Asked): Pull => repository.pull(Number(path.issue_number));

async function addComment(asked: Asked): Promise<Answer> {
  const { repository, account, bodies } = asked;
  const pull = pullOf(asked);
  const at = tick();
  const comment: Comment = {
    id: nextId(),
    author: account.login,
    body: checked(asked.body),
    createdAt: at,
    updatedAt: at,
  };
  pull.comments.push(comment);
  return { status: 201, body: bodies.comment(repository, pull, comment) };
}

async function editComment({ repository, path, body, bodies }: Asked): Promise<Answer> {
  for (const pull of repository.pulls.values()) {
    const comment = pull.comments.find(({ id }) => id === Number(path.comment_id));
    if (comment === undefined) continue;
    comment.body = checked(body);
    comment.updatedAt = tick();
    return { status: 200, body: bodies.comment(repository, pull, comment) };
  }
  throw new Refusal(404, "Not Found");
}

function checked(body: unknown): string {
  const { body: text } = read(withBody, body);
  if (text.length <= longestComment) return text;
  throw new Refusal(422, "Validation Failed", {
    errors: [{ resource: "IssueComment", code: "custom", field: "body", message: "body is too long" }],
  });
}

async function addLabels(asked: Asked): Promise<Answer> {
  const { repository, account, bodies } = asked;
  const pull = pullOf(asked);
  for (const name of read(withLabels, asked.body).labels ?? []) repository.label(pull, name, account.login);
  return { status: 200, body: bodies.labels(repository, pull) };
}

async function removeLabel(asked: Asked): Promise<Answer> {
  const { repository, account, bodies, path } = asked;
  const pull = pullOf(asked);
  const at = pull.labels.indexOf(path.name ?? "");
  if (at < 0) throw new Refusal(404, "Label does not exist");
  pull.labels.splice(at, 1);
  const event = {
    id: nextId(),
    kind: "unlabeled",
    label: path.name ?? "",
    actor: account.login,
    at: tick(),
  } as const;
  pull.labelEvents.push(event);
  return { status: 200, body: bodies.labels(repository, pull) };
}

async function createLabel({ repository, bodies, body }: Asked): Promise<Answer> {
  const { name, color = "ededed", description = "" } = read(newLabel, body);
  if (repository.labels.has(name))
    throw new Refusal(422, "Validation Failed", {
      errors: [{ resource: "Label", code: "already_exists", field: "name" }],
    });
  const label = { name, color, description };
  repository.labels.set(name, label);
  return { status: 201, body: bodies.label(repository, label) };
}

async function getLabel({ repository, bodies, path }: Asked): Promise<Answer> {
  const label = repository.labels.get(path.name ?? "");
  if (label === undefined) throw new Refusal(404, "Not Found");
  return { status: 200, body: bodies.label(repository, label) };
}

const list =
  (name: string, items: (asked: Asked, repository: Repository, pull: Pull) => object[]) =>
  async (asked: Asked): Promise<Answer> => {
    const pull = pullOf(asked);
    return page(items(asked, asked.repository, pull), asked, `issues/${pull.number}/${name}`);
  };

// A pull request is an issue too: either permission opens these.
const needs = (access: "read" | "write") =>
  [
    { permission: "issues", access },
    { permission: "pull_requests", access },
  ] as const;

export const discussionRoutes: Readonly<Record<string, Route>> = {
  "GET /repos/{owner}/{repo}/issues/{issue_number}/comments": {
    needs: needs("read"),
    handle: list("comments", ({ bodies }, repository, pull) =>
      pull.comments.map((comment) => bodies.comment(repository, pull, comment)),
    ),
  },
  "POST /repos/{owner}/{repo}/issues/{issue_number}/comments": { needs: needs("write"), handle: addComment },
  "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}": { needs: needs("write"), handle: editComment },
  "GET /repos/{owner}/{repo}/issues/{issue_number}/events": {
    needs: needs("read"),
    handle: list("events", ({ bodies }, repository, pull) =>
      pull.labelEvents.map((event) => bodies.labelEvent(repository, event)),
    ),
  },
  "POST /repos/{owner}/{repo}/issues/{issue_number}/labels": { needs: needs("write"), handle: addLabels },
  "DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}": {
    needs: needs("write"),
    handle: removeLabel,
  },
  "POST /repos/{owner}/{repo}/labels": { needs: needs("write"), handle: createLabel },
  "GET /repos/{owner}/{repo}/labels/{name}": { needs: needs("read"), handle: getLabel },
};
