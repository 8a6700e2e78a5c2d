import { Octokit } from "@octokit/rest";
import { describe, expect, test } from "vitest";
import { addBranch, all, github, hosted } from "./rig.js";

const fake = github();

async function setUp() {
  const { server } = fake;
  const place = await hosted(server);
  const token = server.token("token-of-all", all);
  const octokit = new Octokit({ baseUrl: server.apiUrl, auth: token, log: quiet });
  const repo = { owner: place.repository.owner, repo: place.repository.name };
  return { ...place, octokit, repo };
}

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

describe("pull requests of the fake GitHub", () => {
  test("a branch with a change of its own: a pull request that git can merge, with refs/pull/N/head", async () => {
    const { octokit, repo, repository, ...place } = await setUp();
    const oid = addBranch({ ...place, repository }, "task/a", { "new.txt": "new\n" });
    const { data: made } = await octokit.pulls.create({ ...repo, title: "A", head: "task/a", base: "main" });
    expect(made).toMatchObject({
      state: "open",
      mergeable: true,
      mergeable_state: "clean",
      changed_files: 1,
    });
    expect((await repository.bare.refs("refs/pull/")).get(`refs/pull/${made.number}/head`)).toBe(oid);
    const { data: list } = await octokit.pulls.list({ ...repo, head: "acme:task/a", per_page: 100 });
    expect(list.map(({ number }) => number)).toEqual([made.number]);
  });

  test("two sides of one line: dirty, and the merge is refused with 405", async () => {
    const { octokit, repo, repository, clone } = await setUp();
    addBranch({ clone, repository }, "task/a", { "src/b.txt": "mine\n" });
    clone.commit("Change it on main", { "src/b.txt": "theirs\n" });
    clone.git("push", "--quiet", repository.bare.dir, "main");
    const { number } = await repository.openPull({ title: "A", head: "task/a", base: "main" });
    const { data } = await octokit.pulls.get({ ...repo, pull_number: number });
    expect(data).toMatchObject({ mergeable: false, mergeable_state: "dirty" });
    const merging = octokit.pulls.merge({ ...repo, pull_number: number });
    await expect(merging).rejects.toMatchObject({ status: 405 });
  });

  test("asked while GitHub still computes: neither mergeable nor not", async () => {
    const { octokit, repo, repository, clone } = await setUp();
    addBranch({ clone, repository }, "task/a", { "new.txt": "new\n" });
    const { number } = await repository.openPull({ title: "A", head: "task/a", base: "main" });
    repository.mergeabilityLag = 1;
    const look = async () => (await octokit.pulls.get({ ...repo, pull_number: number })).data.mergeable;
    expect([await look(), await look()]).toEqual([null, true]);
  });

  test("merged with the oid that was looked at: base has both parents, and another oid is refused with 409", async () => {
    const { octokit, repo, repository, clone } = await setUp();
    const base = await repository.tip("main");
    const oid = addBranch({ clone, repository }, "task/a", { "new.txt": "new\n" });
    const { number } = await repository.openPull({ title: "A", head: "task/a", base: "main" });
    const stale = octokit.pulls.merge({ ...repo, pull_number: number, sha: base ?? "" });
    await expect(stale).rejects.toMatchObject({ status: 409 });
    const { data } = await octokit.pulls.merge({ ...repo, pull_number: number, sha: oid });
    expect(await repository.bare.git("show", "--no-patch", "--format=%P", data.sha)).toBe(`${base} ${oid}`);
    expect((await octokit.pulls.get({ ...repo, pull_number: number })).data.merged).toBe(true);
  });

  test("its head pushed into base, or its branch deleted: it shows as merged, or closed", async () => {
    const { octokit, repo, repository, clone } = await setUp();
    const oid = addBranch({ clone, repository }, "task/a", { "a.txt": "a\n" });
    addBranch({ clone, repository }, "task/b", { "b.txt": "b\n" });
    const landed = await repository.openPull({ title: "A", head: "task/a", base: "main" });
    const gone = await repository.openPull({ title: "B", head: "task/b", base: "main" });
    await repository.bare.move("refs/heads/main", oid);
    await repository.bare.remove("refs/heads/task/b");
    const look = async (pull_number: number) => (await octokit.pulls.get({ ...repo, pull_number })).data;
    expect(await look(landed.number)).toMatchObject({ state: "closed", merged: true });
    expect(await look(gone.number)).toMatchObject({ state: "closed", merged: false });
  });

  test("one push brings several: each merged by its own commit of base, as soon as GitHub has looked", async () => {
    const { octokit, repo, repository, clone } = await setUp();
    const heads = ["a", "b", "c"].map((name) =>
      addBranch({ clone, repository }, `task/${name}`, { [`${name}.txt`]: `${name}\n` }),
    );
    const open = (head: string) => repository.openPull({ title: head, head, base: "main" });
    const pulls = [await open("task/a"), await open("task/b"), await open("task/c")];
    clone.git("merge", "--quiet", "--ff-only", heads[0] ?? "");
    for (const head of heads.slice(1)) clone.git("merge", "--quiet", "--no-ff", "--no-edit", head);
    repository.mergedLag = 1;
    clone.git("push", "--quiet", repository.bare.dir, "main");
    const closed = async () =>
      (await octokit.pulls.list({ ...repo, state: "closed", sort: "updated", direction: "desc" })).data;
    expect(await closed()).toEqual([]);
    expect((await closed()).map(({ number, merge_commit_sha }) => [number, merge_commit_sha])).toEqual([
      [pulls[2]?.number, clone.git("rev-parse", "main")],
      [pulls[1]?.number, clone.git("rev-parse", "main~1")],
      [pulls[0]?.number, heads[0]],
    ]);
  });

  test("opened twice, or without a commit of its own: 422, as GitHub words it", async () => {
    const { octokit, repo, repository, clone } = await setUp();
    addBranch({ clone, repository }, "task/a", { "new.txt": "new\n" });
    const open = (head: string) => octokit.pulls.create({ ...repo, title: "A", head, base: "main" });
    await open("task/a");
    await expect(open("task/a")).rejects.toThrow("A pull request already exists for acme:task/a.");
    clone.git("push", "--quiet", repository.bare.dir, "main:refs/heads/task/new");
    await expect(open("task/new")).rejects.toThrow("No commits between main and task/new");
  });

  test("a head in a fork: its commit arrives as refs/pull/N/head and nowhere else", async () => {
    const { octokit, repo, repository, clone } = await setUp();
    const fork = await hosted(fake.server, { parent: { clone, repository }, owner: "stranger" });
    const oid = addBranch(fork, "patch", { "new.txt": "new\n" });
    const pull = await repository.openPull({
      title: "P",
      head: "patch",
      base: "main",
      from: fork.repository,
    });
    const { data } = await octokit.pulls.get({ ...repo, pull_number: pull.number });
    expect(data.head).toMatchObject({
      sha: oid,
      ref: "patch",
      repo: { full_name: fork.repository.fullName },
    });
    expect([...(await repository.bare.refs()).keys()]).toEqual(["refs/heads/main", "refs/pull/1/head"]);
  });

  test("labels, comments, reviews and statuses: what was written is what is read", async () => {
    const { octokit, repo, repository, clone } = await setUp();
    const oid = addBranch({ clone, repository }, "task/a", { "new.txt": "new\n" });
    const { number } = await repository.openPull({ title: "A", head: "task/a", base: "main" });
    const issue = { ...repo, issue_number: number };
    await octokit.issues.createLabel({ ...repo, name: "coppice:conflict", color: "b60205" });
    await octokit.issues.addLabels({ ...issue, labels: ["coppice:conflict", "a & b"] });
    await octokit.issues.removeLabel({ ...issue, name: "a & b" });
    const { data: comment } = await octokit.issues.createComment({ ...issue, body: "first" });
    await octokit.issues.updateComment({ ...repo, comment_id: comment.id, body: "second" });
    await octokit.repos.createCommitStatus({ ...repo, sha: oid, state: "success", context: "coppice" });

    const { data } = await octokit.pulls.get({ ...repo, pull_number: number });
    expect(data.labels.map(({ name }) => name)).toEqual(["coppice:conflict"]);
    const { data: events } = await octokit.issues.listEvents(issue);
    expect(events.map(({ event, actor }) => [event, actor?.login])).toEqual([
      ["labeled", "coppice[bot]"],
      ["labeled", "coppice[bot]"],
      ["unlabeled", "coppice[bot]"],
    ]);
    const { data: comments } = await octokit.issues.listComments(issue);
    expect(comments.map(({ body }) => body)).toEqual(["second"]);
    const { data: status } = await octokit.repos.getCombinedStatusForRef({ ...repo, ref: "task/a" });
    expect(status).toMatchObject({ state: "success", sha: oid, total_count: 1 });
    expect((await octokit.issues.getLabel({ ...repo, name: "coppice:conflict" })).data.color).toBe("b60205");
    expect((await octokit.pulls.listReviews({ ...repo, pull_number: number })).data).toEqual([]);
  });
});
