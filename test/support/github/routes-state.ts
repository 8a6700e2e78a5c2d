import * as z from "zod/mini";
import { type Asked, page, type Route, read } from "./asked.js";
import type { Bodies } from "./bodies.js";
import { nextId, type Repository, tick } from "./repository.js";
import { type Answer, Refusal, type Status } from "./state.js";

const newStatus = z.object({
  state: z.enum(["error", "failure", "pending", "success"]),
  context: z._default(z.string(), "default"),
  description: z._default(z.nullable(z.string()), null),
  target_url: z._default(z.nullable(z.string()), null),
});

async function branchList(asked: Asked): Promise<Answer> {
  const { repository, query, bodies } = asked;
  const refs = await repository.bare.refs("refs/heads/");
  const branches = [...refs].map(([ref, oid]) => ({ name: ref.slice("refs/heads/".length), oid }));
  const wanted = branches.filter(
    ({ name }) =>
      query.protected === undefined ||
      (repository.protection(name) !== undefined) === (query.protected === "true"),
  );
  return page(
    wanted.map(({ name, oid }) => ({
      name,
      commit: { sha: oid, url: `${bodies.repoUrl(repository)}/commits/${oid}` },
      protected: repository.protection(name) !== undefined,
    })),
    asked,
    "branches",
  );
}

async function branch({ repository, path, bodies }: Asked): Promise<Answer> {
  const name = path.branch ?? "";
  const oid = await repository.tip(name);
  if (oid === undefined) throw new Refusal(404, "Branch not found");
  const url = `${bodies.repoUrl(repository)}/branches/${encodeURIComponent(name)}`;
  return {
    status: 200,
    body: {
      name,
      commit: await commit(repository, oid, bodies),
      _links: { self: url, html: `${bodies.pageUrl(repository)}/tree/${encodeURIComponent(name)}` },
      protected: repository.protection(name) !== undefined,
      protection: {},
      protection_url: `${url}/protection`,
    },
  };
}

async function commit(repository: Repository, oid: string, bodies: Bodies): Promise<object> {
  const format = "%T%x00%P%x00%an%x00%ae%x00%aI%x00%B";
  const shown = await repository.bare.constant("show", "--no-patch", `--format=${format}`, oid);
  const [tree = "", parents = "", name = "", email = "", date = "", message = ""] = shown.split("\0");
  const url = `${bodies.repoUrl(repository)}/commits/${oid}`;
  const page = `${bodies.pageUrl(repository)}/commit/${oid}`;
  const who = { name, email, date };
  return {
    sha: oid,
    node_id: `C_${oid}`,
    url,
    html_url: page,
    comments_url: `${url}/comments`,
    commit: {
      url: `${bodies.repoUrl(repository)}/git/commits/${oid}`,
      author: who,
      committer: who,
      message: message.trim(),
      comment_count: 0,
      tree: { sha: tree, url: `${bodies.repoUrl(repository)}/git/trees/${tree}` },
    },
    author: null,
    committer: null,
    parents: parents
      .split(" ")
      .filter((parent) => parent !== "")
      .map((sha) => ({ sha, url: `${bodies.repoUrl(repository)}/commits/${sha}` })),
  };
}

async function protection({ repository, path, bodies }: Asked): Promise<Answer> {
  const found = repository.protection(path.branch ?? "");
  if (found?.kind !== "protection") throw new Refusal(404, "Branch not protected");
  const url = `${bodies.repoUrl(repository)}/branches/${encodeURIComponent(path.branch ?? "")}/protection`;
  return {
    status: 200,
    body: {
      url,
      required_status_checks: {
        url: `${url}/required_status_checks`,
        contexts_url: `${url}/required_status_checks/contexts`,
        strict: false,
        contexts: found.requiredChecks,
        checks: found.requiredChecks.map((context) => ({ context, app_id: null })),
      },
      required_pull_request_reviews: {
        url: `${url}/required_pull_request_reviews`,
        dismiss_stale_reviews: false,
        require_code_owner_reviews: false,
        required_approving_review_count: found.approvals,
      },
    },
  };
}

/** What all rulesets together ask of a branch; a branch without any has an empty list, not a 404. */
async function rules(asked: Asked): Promise<Answer> {
  const { repository, path } = asked;
  const found = repository.protection(path.branch ?? "");
  if (found?.kind !== "ruleset") return { status: 200, body: [] };
  const from = { ruleset_source_type: "Repository", ruleset_source: repository.fullName, ruleset_id: 1 };
  const review = {
    dismiss_stale_reviews_on_push: false,
    require_code_owner_review: false,
    require_last_push_approval: false,
    required_approving_review_count: found.approvals,
    required_review_thread_resolution: false,
  };
  const checks = {
    strict_required_status_checks_policy: false,
    required_status_checks: found.requiredChecks.map((context) => ({ context })),
  };
  const list = [
    ...(found.approvals === 0 ? [] : [{ type: "pull_request", parameters: review }]),
    ...(found.requiredChecks.length === 0 ? [] : [{ type: "required_status_checks", parameters: checks }]),
    ...(found.signatures ? [{ type: "required_signatures" }] : []),
    ...(found.mergeQueue ? [{ type: "merge_queue", parameters: queue }] : []),
    ...found.more.map((type) => ({ type })),
  ];
  return page(
    list.map((rule) => ({ ...rule, ...from })),
    asked,
    `rules/branches/${encodeURIComponent(path.branch ?? "")}`,
  );
}

const queue = {
  check_response_timeout_minutes: 60,
  grouping_strategy: "ALLGREEN",
  max_entries_to_build: 5,
  max_entries_to_merge: 5,
  merge_method: "MERGE",
  min_entries_to_merge: 1,
  min_entries_to_merge_wait_minutes: 5,
};

async function permission({ repository, path, bodies }: Asked): Promise<Answer> {
  const login = path.username ?? "";
  const found = repository.people.get(login) ?? (repository.private ? "none" : "read");
  return {
    status: 200,
    body: { permission: found, role_name: found, user: { ...bodies.user(login), role_name: found } },
  };
}

async function setStatus({ repository, account, path, body, bodies }: Asked): Promise<Answer> {
  const oid = path.sha ?? "";
  if (!(await repository.bare.has(oid))) throw new Refusal(422, `No commit found for SHA: ${oid}`);
  const { state, context, description, target_url: targetUrl } = read(newStatus, body);
  const status: Status = {
    id: nextId(),
    oid,
    state,
    context,
    description,
    targetUrl,
    creator: account.login,
    at: tick(),
  };
  repository.statuses.push(status);
  return { status: 201, body: { ...bodies.status(repository, status), creator: bodies.user(account.login) } };
}

async function combinedStatus({ repository, path, bodies }: Asked): Promise<Answer> {
  const wanted = path.ref ?? "";
  const oid = (await repository.tip(wanted)) ?? wanted;
  const statuses = repository.statusesOf(oid);
  const bad = statuses.some(({ state }) => state === "failure" || state === "error");
  const good = statuses.length > 0 && statuses.every(({ state }) => state === "success");
  const url = `${bodies.repoUrl(repository)}/commits/${oid}`;
  return {
    status: 200,
    body: {
      // Nothing at all is pending too.
      state: bad ? "failure" : good ? "success" : "pending",
      statuses: statuses.map((status) => bodies.status(repository, status)),
      sha: oid,
      total_count: statuses.length,
      repository: bodies.repository(repository),
      commit_url: url,
      url: `${url}/status`,
    },
  };
}

async function ref({ repository, path, bodies }: Asked): Promise<Answer> {
  const name = `refs/${path.ref ?? ""}`;
  const oid = (await repository.bare.refs(name)).get(name);
  if (oid === undefined) throw new Refusal(404, "Not Found");
  const object = { type: "commit", sha: oid, url: `${bodies.repoUrl(repository)}/git/commits/${oid}` };
  const url = `${bodies.repoUrl(repository)}/git/${name}`;
  return { status: 200, body: { ref: name, node_id: `REF_${oid}`, url, object } };
}

const contents = [{ permission: "contents", access: "read" }] as const;

export const stateRoutes: Readonly<Record<string, Route>> = {
  "GET /repos/{owner}/{repo}": {
    handle: async ({ repository, bodies }) => ({ status: 200, body: bodies.repository(repository) }),
  },
  "GET /repos/{owner}/{repo}/branches": { needs: contents, handle: branchList },
  "GET /repos/{owner}/{repo}/branches/{branch}": { needs: contents, handle: branch },
  "GET /repos/{owner}/{repo}/branches/{branch}/protection": {
    needs: [{ permission: "administration", access: "read" }],
    handle: protection,
  },
  "GET /repos/{owner}/{repo}/rules/branches/{branch}": { handle: rules },
  "GET /repos/{owner}/{repo}/collaborators/{username}/permission": { handle: permission },
  "GET /repos/{owner}/{repo}/git/ref/{ref}": { needs: contents, handle: ref },
  "POST /repos/{owner}/{repo}/statuses/{sha}": {
    needs: [{ permission: "statuses", access: "write" }],
    handle: setStatus,
  },
  "GET /repos/{owner}/{repo}/commits/{ref}/status": {
    needs: [{ permission: "statuses", access: "read" }],
    handle: combinedStatus,
  },
};
