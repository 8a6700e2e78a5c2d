import { Octokit } from "@octokit/rest";
import { describe, expect, test } from "vitest";
import { addBranch, all, github, hosted } from "./rig.js";
import type { Permissions } from "./state.js";

const fake = github();
const enableAutoMerge =
  "mutation ($pullRequestId: ID!) { enablePullRequestAutoMerge(input: { pullRequestId: $pullRequestId }) { clientMutationId } }";
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

async function setUp(permissions: Permissions = all, mayNotCreatePulls = false) {
  const { server } = fake;
  const place = await hosted(server);
  const auth = server.token(`token-${place.repository.name}`, permissions, { mayNotCreatePulls });
  const octokit = new Octokit({ baseUrl: server.apiUrl, auth, log: quiet });
  return { ...place, octokit, repo: { owner: "acme", repo: place.repository.name } };
}

describe("who may do what", () => {
  test("a permission that is missing: 403 that names it, and nothing has changed", async () => {
    const { octokit, repo, repository, ...place } = await setUp({ contents: "read", pull_requests: "read" });
    const oid = addBranch({ ...place, repository }, "task/a", { "new.txt": "new\n" });
    const creating = octokit.pulls.create({ ...repo, title: "A", head: "task/a", base: "main" });
    await expect(creating).rejects.toMatchObject({
      status: 403,
      response: { headers: { "x-accepted-github-permissions": "pull_requests=write" } },
    });
    const status = octokit.repos.createCommitStatus({ ...repo, sha: oid, state: "success" });
    await expect(status).rejects.toMatchObject({ status: 403 });
    expect([repository.pulls.size, repository.statuses.length]).toEqual([0, 0]);
  });

  test("Actions may not create pull requests: 403 in GitHub's words", async () => {
    const { octokit, repo, ...place } = await setUp(all, true);
    addBranch(place, "task/a", { "new.txt": "new\n" });
    const creating = octokit.pulls.create({ ...repo, title: "A", head: "task/a", base: "main" });
    await expect(creating).rejects.toThrow(
      "GitHub Actions is not permitted to create or approve pull requests.",
    );
  });

  test("who a person is here, and whom a token speaks for", async () => {
    const { octokit, repo, repository } = await setUp();
    repository.people.set("ann", "write");
    const level = async (username: string) =>
      (await octokit.repos.getCollaboratorPermissionLevel({ ...repo, username })).data.permission;
    expect([await level("acme"), await level("ann"), await level("passer-by")]).toEqual([
      "admin",
      "write",
      "read",
    ]);
    expect((await octokit.users.getAuthenticated()).data.login).toBe("coppice[bot]");
  });

  test("the limit: every answer tells it, at its end 403, and only the look at it is free", async () => {
    const { octokit, repo } = await setUp();
    const { headers, data } = await octokit.repos.get(repo);
    expect([headers["x-ratelimit-limit"], data.default_branch]).toEqual(["5000", "main"]);
    fake.server.rate.remaining = 0;
    await expect(octokit.repos.get(repo)).rejects.toThrow("API rate limit exceeded");
    expect((await octokit.rateLimit.get()).data.rate.remaining).toBe(0);
    fake.server.rate.remaining = 5000;
  });

  test("what GitHub would not understand: a violation, which fails the test that sent it", async () => {
    const { octokit, repo } = await setUp();
    await octokit.request("GET /repos/{owner}/{repo}/pulls", { ...repo, sorted: "up" });
    await octokit.request("POST /repos/{owner}/{repo}/labels", { ...repo, name: "a", colour: "ffffff" });
    await octokit.request("GET /repos/{owner}/{repo}/hooks", repo).catch(() => {});
    expect(fake.server.violations.splice(0)).toEqual([
      "request of GET /repos/{owner}/{repo}/pulls: query parameter sorted is unknown",
      "request of POST /repos/{owner}/{repo}/labels: field colour is unknown",
      `GET /api/v3/repos/acme/${repo.repo}/hooks is not served`,
    ]);
  });
});

describe("protected branches", () => {
  test("by protection and by ruleset: told by the endpoints of each, and in the list of branches", async () => {
    const { octokit, repo, repository } = await setUp({ ...all, administration: "read" });
    const branch = "main";
    const rules = async () => (await octokit.repos.getBranchRules({ ...repo, branch })).data;
    expect(await rules()).toEqual([]);
    repository.protect("main", { requiredChecks: ["test"] });
    const { data } = await octokit.repos.getBranchProtection({ ...repo, branch });
    expect(data.required_status_checks?.contexts).toEqual(["test"]);
    expect(
      (await octokit.repos.listBranches({ ...repo, protected: true })).data.map(({ name }) => name),
    ).toEqual(["main"]);
    repository.protect("main", { kind: "ruleset", requiredChecks: ["test"] });
    expect((await rules()).map(({ type }) => type)).toEqual(["pull_request", "required_status_checks"]);
    expect((await octokit.repos.getBranch({ ...repo, branch })).data.protected).toBe(true);
    const ref = await octokit.git.getRef({ ...repo, ref: "heads/main" });
    expect(ref.data.object.sha).toBe(await repository.tip("main"));
  });

  test("auto-merge: merges as soon as the approval and the check are there, and not before", async () => {
    const { octokit, repo, repository, clone } = await setUp();
    const oid = addBranch({ clone, repository }, "task/a", { "new.txt": "new\n" });
    repository.protect("main", { requiredChecks: ["test"], approvals: 1 });
    repository.people.set("ann", "write");
    const pull = await repository.openPull({ title: "A", head: "task/a", base: "main" });
    const { data } = await octokit.pulls.get({ ...repo, pull_number: pull.number });
    expect(data.mergeable_state).toBe("blocked");
    await expect(octokit.pulls.merge({ ...repo, pull_number: pull.number })).rejects.toThrow(
      "approving review",
    );
    await octokit.graphql(enableAutoMerge, { pullRequestId: data.node_id });
    repository.review(pull, "ann", "APPROVED");
    expect((await octokit.pulls.get({ ...repo, pull_number: pull.number })).data.auto_merge).not.toBeNull();
    await octokit.repos.createCommitStatus({ ...repo, sha: oid, state: "success", context: "test" });
    expect((await octokit.pulls.get({ ...repo, pull_number: pull.number })).data.merged).toBe(true);
  });

  test("auto-merge where the repository has none, or where nothing stands in the way: refused", async () => {
    const { octokit, repository, clone } = await setUp();
    const oid = addBranch({ clone, repository }, "task/a", { "new.txt": "new\n" });
    const { number } = await repository.openPull({ title: "A", head: "task/a", base: "main" });
    const enable = () => octokit.graphql(enableAutoMerge, { pullRequestId: `PR_${repository.id}_${number}` });
    await expect(enable()).rejects.toThrow("rules not configured");
    repository.protect("main", { requiredChecks: ["test"], approvals: 0 });
    repository.check(oid, "test");
    await expect(enable()).rejects.toThrow("clean status");
    repository.settings.allowAutoMerge = false;
    await expect(enable()).rejects.toThrow("Auto merge is not allowed");
  });
});

describe("failures on purpose", () => {
  test("after so many requests, so often, and then not any more; a connection that ends without an answer", async () => {
    const { octokit, repo } = await setUp();
    fake.server.fail({ on: /^GET .*\/pulls$/, after: 1, times: 2, answer: { status: 503, body: "{}" } });
    const outcome = () =>
      octokit.pulls.list(repo).then(
        () => "fine",
        ({ status }) => status,
      );
    expect([await outcome(), await outcome(), await outcome(), await outcome()]).toEqual([
      "fine",
      503,
      503,
      "fine",
    ]);
    fake.server.fail({ on: /\/pulls$/, answer: "reset" });
    expect(await outcome()).toBe(500);
  });
});
