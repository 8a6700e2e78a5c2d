import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { addBranch, all, git, github, type Hosted, hosted } from "../support/github/rig.js";
import { coppice, type Run } from "./support.js";

const fake = github();
const token = "secret-token-of-a-person";

interface Place extends Hosted {
  /** Runs Coppice in the clone, with the fake's address and a token in the environment. */
  readonly run: (argv: readonly string[], env?: Readonly<Record<string, string>>) => Promise<Run>;
}

async function setUp(options: Parameters<typeof hosted>[1] = {}): Promise<Place> {
  const { server } = fake;
  server.token(token, all, { login: "ann" });
  const place = await hosted(server, options);
  const env = { GITHUB_API_URL: server.apiUrl, GITHUB_TOKEN: token };
  return { ...place, run: (argv, more) => coppice(place.clone.dir, argv, { env: { ...env, ...more } }) };
}

async function withPull(title: string, options: Parameters<typeof hosted>[1] = {}) {
  const place = await setUp(options);
  const oid = addBranch(place, "task/a", { "new.txt": "new\n" });
  const pull = await place.repository.openPull({ title, head: "task/a", base: "main" });
  return { ...place, oid, pull };
}

/** A pull request of a fork, whose files may do what they like. */
async function withFork(files: Record<string, string>) {
  const place = await setUp();
  const fork = await hosted(fake.server, { parent: place, owner: "stranger" });
  const oid = addBranch(fork, "main-fix", files);
  const head = { head: "main-fix", from: fork.repository };
  const pull = await place.repository.openPull({ title: "A fix", base: "main", ...head });
  return { ...place, oid, pull };
}

describe("create --pr", () => {
  test("pull request of the repository: on its branch, following it, with its title and data", async () => {
    const { run, clone, oid, pull, repository } = await withPull("Let people log in");
    const made = await run(["create", "--pr", "1"]);
    expect([made.code, made.stderr]).toEqual([0, expect.not.stringContaining("fork")]);
    const path = join(clone.dir, ".worktrees", "task-a");
    expect(made.stdout).toBe(`created task/a from main, active\n  #1 Let people log in\n  ${path}\n`);
    expect(clone.gitIn(path, "rev-parse", "HEAD")).toBe(oid);
    expect(clone.gitIn(path, "rev-parse", "--abbrev-ref", "@{upstream}")).toBe("origin/task/a");
    expect((await run(["show", "task/a", "--json"])).json()).toMatchObject({
      title: "Let people log in",
      base: "main",
      pr: {
        number: 1,
        url: `${fake.server.url}/${repository.fullName}/pull/1`,
        title: "Let people log in",
        state: "open",
        createdAt: pull.createdAt,
      },
    });
    expect((await run(["show", "task/a"])).stdout).toContain("#1 open");
    expect((await run(["list", "--columns", "pr"])).stdout).toContain("#1 open");
    expect(clone.git("for-each-ref", "refs/coppice/pull")).toBe("");
  });

  test("pull request of a fork: on a branch of its own, nothing of it set up, copied or run", async () => {
    const { run, clone, oid } = await withFork({
      "package.json": '{"scripts":{"postinstall":"exit 1"}}',
      "package-lock.json": "{}",
    });
    clone.commit("Ignore", { ".gitignore": ".env\n" });
    clone.write(".env", "SECRET=1\n");
    clone.write(".git/hooks/post-checkout", "#!/bin/sh\ntouch .hook-ran\n");
    chmodSync(join(clone.dir, ".git/hooks/post-checkout"), 0o755);
    const made = await run(["create", "--pr", "#1"]);
    expect([made.code, made.stdout]).toEqual([
      0,
      expect.stringContaining("created pr/1 from main, active\n"),
    ]);
    expect(made.stderr).toContain("comes from a fork: nothing of it was run or set up");
    expect(made.stderr).toContain("coppice setup pr/1");
    const path = join(clone.dir, ".worktrees", "pr-1");
    expect(clone.gitIn(path, "rev-parse", "HEAD")).toBe(oid);
    expect(existsSync(join(path, ".hook-ran"))).toBe(false);
    expect(existsSync(join(path, ".env"))).toBe(false);
    expect(clone.git("config", "branch.pr/1.merge")).toBe("refs/pull/1/head");
    // The stranger's branch has no name here.
    expect(clone.git("for-each-ref", "--format=%(refname)", "refs/heads", "refs/remotes")).not.toContain(
      "fix",
    );
    // What is new there comes by a pull, as for any branch.
    await git(path, "fetch", "--quiet");
    expect((await run(["create", "mine", "--pr", "1"])).stdout).toContain("created mine from main");
  });

  test("making a fork's worktree fails: a retry goes on, and runs no hook either", async () => {
    const { run, clone } = await withFork({ ".gitattributes": "*.txt filter=strict\n", "a.txt": "a\n" });
    clone.write(".git/hooks/post-checkout", "#!/bin/sh\ntouch .hook-ran\n");
    chmodSync(join(clone.dir, ".git/hooks/post-checkout"), 0o755);
    clone.git("config", "filter.strict.required", "true");
    clone.git("config", "filter.strict.smudge", "false");
    expect((await run(["create", "--pr", "1"])).stderr).toContain("error[WORKTREE_CREATION_FAILED]");
    expect((await run(["show", "pr/1", "--json"])).json()).toMatchObject({
      status: "error",
      pr: { number: 1 },
    });
    clone.git("config", "filter.strict.smudge", "cat");
    expect((await run(["retry", "pr/1"])).code).toBe(0);
    const path = join(clone.dir, ".worktrees", "pr-1");
    expect([existsSync(join(path, "a.txt")), existsSync(join(path, ".hook-ran"))]).toEqual([true, false]);
  });

  test("--print path, --title, --json, --base: as without a pull request", async () => {
    const { run, clone } = await withPull("From GitHub");
    const path = join(clone.dir, ".worktrees", "task-a");
    expect((await run(["create", "--pr", "1", "--print", "path"])).stdout).toBe(`${path}\n`);
    await run(["remove", "task/a", "--force"]);
    const again = await run(["create", "--pr", "1", "--title", "Mine", "--json"]);
    expect(again.json()).toMatchObject({
      title: "Mine",
      branch: "task/a",
      path,
      pr: { title: "From GitHub" },
    });
  });

  test("a clone of one branch alone: the head is fetched and followed all the same", async () => {
    const { clone, run, oid } = await withPull("A");
    clone.git("config", "remote.origin.fetch", "+refs/heads/main:refs/remotes/origin/main");
    expect((await run(["create", "--pr", "1"])).code).toBe(0);
    expect(clone.git("rev-parse", "task/a")).toBe(oid);
    expect(clone.git("config", "branch.task/a.merge")).toBe("refs/heads/task/a");
  });

  test("branch named with #, %, &, +, quotes and letters of other scripts: on that very branch", async () => {
    const place = await setUp();
    const branch = `task/a#b%20c&d+e'f"-ü-木-$(id)-${"x".repeat(150)}`;
    const oid = addBranch(place, branch, { "new.txt": "new\n" });
    await place.repository.openPull({ title: "A", head: branch, base: "main" });
    const made = await place.run(["create", "--pr", "1", "--json"]);
    expect([made.code, made.json()]).toEqual([0, expect.objectContaining({ branch, headOid: oid })]);
    expect(place.clone.git("config", `branch.${branch}.merge`)).toBe(`refs/heads/${branch}`);
  });

  test("the branch or its worktree is there: refused as ever, and --adopt takes the branch as it is", async () => {
    const { clone, run } = await withPull("A");
    clone.git("branch", "task/a", "main");
    const refused = await run(["create", "--pr", "1"]);
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining("error[BRANCH_EXISTS]")]);
    expect((await run(["create", "--pr", "1", "--adopt"])).code).toBe(0);
    expect(clone.git("rev-parse", "task/a")).toBe(clone.git("rev-parse", "main"));
    const twice = await run(["create", "--pr", "1"]);
    expect(twice.stderr).toContain("error[WORKTREE_EXISTS]");
  });

  test("another branch beside --pr, no number, no branch at all: refused, and nothing was made", async () => {
    const { clone, run } = await withPull("A");
    const other = await run(["create", "task/b", "--pr", "1"]);
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining("is of the branch task/a")]);
    expect((await run(["create", "--pr", "one"])).stderr).toContain("error[USAGE] 'one' is no number");
    expect((await run(["create"])).stderr).toContain("error[USAGE] missing required argument 'branch'");
    expect(clone.git("for-each-ref", "refs/heads", "--format=%(refname)")).toBe("refs/heads/main");
  });

  test("closed or merged: refused with what it is", async () => {
    const { run, pull, repository } = await withPull("A");
    repository.close(pull);
    const closed = await run(["create", "--pr", "1"]);
    expect([closed.code, closed.stderr]).toEqual([3, expect.stringMatching(/is closed.*\nhint: Reopen it/)]);
    repository.merged(pull, "ann", pull.head.oid);
    expect((await run(["create", "--pr", "1"])).stderr).toContain("is merged: there is nothing to work on");
  });

  test("title with escape sequences and line breaks: shown as text, kept as it is", async () => {
    const title = "a\u001b[31m`b` | <script>\n@team ::set-output\u202e";
    const { run } = await withPull(title);
    const { stdout } = await run(["create", "--pr", "1"]);
    expect(stdout).toContain("#1 a\\x1b[31m`b` | <script>\\n@team ::set-output\\u{202e}\n");
    expect((await run(["show", "task/a", "--json"])).json()).toMatchObject({ title, pr: { title } });
  });
});

describe("create --pr that cannot be", () => {
  test("no such pull request, and a private repository without a token: one sentence each", async () => {
    const { run, repository } = await withPull("A");
    const none = await run(["create", "--pr", "9"]);
    expect([none.code, none.stderr]).toEqual([
      1,
      expect.stringContaining("no pull request #9 that this token may see"),
    ]);
    repository.private = true;
    const hidden = await run(["create", "--pr", "1"], { GITHUB_TOKEN: "" });
    expect(hidden.stderr).toContain("shows no pull request #1 without a token.\nhint:");
    expect(hidden.stderr).toContain("set GITHUB_TOKEN");
  });

  test("no remote, and a remote elsewhere: says so, and asks nobody", async () => {
    const { clone, run } = await setUp();
    const before = fake.server.requests.length;
    clone.git("remote", "set-url", "origin", "https://gitlab.invalid/acme/project.git");
    const elsewhere = await run(["create", "--pr", "1"], { GITHUB_SERVER_URL: fake.server.url });
    expect([elsewhere.code, elsewhere.stderr]).toEqual([
      2,
      expect.stringContaining("no repository on GitHub"),
    ]);
    clone.git("remote", "remove", "origin");
    const none = await run(["create", "--pr", "1"]);
    expect(none.stderr).toContain("No remote is named");
    expect(fake.server.requests.length).toBe(before);
  });

  test("offline: FETCH_FAILED that names the host, and the token nowhere", async () => {
    const { clone, run } = await setUp();
    const { stderr, code } = await run(["create", "--pr", "1"], { GITHUB_API_URL: "http://127.0.0.1:1" });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("127.0.0.1:1 could not be reached (offline?)"),
    ]);
    expect(stderr).not.toContain(token);
    expect(clone.git("for-each-ref", "refs/heads", "--format=%(refname)")).toBe("refs/heads/main");
  });

  test("git may not fetch what the token may see: FETCH_FAILED that says whose credentials git uses", async () => {
    const { clone, run, repository } = await withPull("A");
    repository.private = true;
    const { stderr, code, stdout } = await run(["create", "--pr", "1", "--json"]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("git uses its own credentials, not GITHUB_TOKEN"),
    ]);
    expect(stderr + stdout).not.toContain(token);
    expect(clone.git("for-each-ref", "refs/heads", "--format=%(refname)")).toBe("refs/heads/main");
  });
});
