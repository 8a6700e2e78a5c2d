import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { openGitHub } from "../../src/forge/github.js";
import { CoppiceError } from "../../src/lifecycle/errors.js";
import type { Repository } from "../support/github/repository.js";
import { all, git, github } from "../support/github/rig.js";
import { ownTemporaryDirectory } from "../support/temporary.js";

const fake = github();
const token = "secret-of-the-forge";
const temporary = ownTemporaryDirectory();
let repository: Repository;

/** A repository of one commit on main; with the parent's, where there is one. */
async function bare(owner: string, parent?: Repository): Promise<Repository> {
  const dir = join(temporary, `${owner}.git`);
  if (parent === undefined) await git(temporary, "init", "--quiet", "--bare", "-b", "main", dir);
  else await git(temporary, "clone", "--quiet", "--bare", parent.bare.dir, dir);
  const made = await fake.server.add({ owner, name: "app", dir, ...(parent && { parent }) });
  if (parent === undefined) await commit(made, "main");
  return made;
}

/** Gives a branch one more commit than main has. */
async function commit({ bare }: Repository, branch: string): Promise<void> {
  const main = (await bare.refs("refs/heads/main")).get("refs/heads/main");
  const tree = await bare.git("mktree");
  const oid = await bare.commit(tree, main === undefined ? [] : [main], branch, "2026-01-01T00:00:00Z");
  await bare.move(`refs/heads/${branch}`, oid);
}

beforeAll(async () => {
  fake.server.token(token, all);
  fake.server.token("reads-nothing", { contents: "read" });
  repository = await bare("acme");
  await commit(repository, "task/a");
  await repository.openPull({ title: "A", head: "task/a", base: "main" });
});

function forge(options: { token?: string | undefined; signal?: AbortSignal; timeoutMs?: number } = {}) {
  const { owner, name } = repository;
  return openGitHub(
    { owner, name, apiUrl: fake.server.apiUrl, token: "token" in options ? options.token : token },
    {
      signal: options.signal ?? new AbortController().signal,
      pause: async (ms) => {
        paused.push(ms);
      },
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    },
  );
}

/** What a question ends in; the token is in none of it. */
async function failure(question: Promise<unknown>): Promise<CoppiceError> {
  const error = await question.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CoppiceError)) throw new Error(`no error of the catalogue: ${String(error)}`);
  expect(`${JSON.stringify(error)} ${error.stack} ${String(error.cause)}`).not.toContain(token);
  return error;
}

/** How long was waited, in milliseconds, beside the clock. */
const paused: number[] = [];

const asked = (): number => fake.server.requests.length;
const answer = (status: number, body: object, headers: Record<string, string> = {}) => ({
  status,
  body: JSON.stringify(body),
  headers,
});
const on = /pulls\/1$/;

/** What GitHub says of a pull request, as far as it is read. */
const good = {
  number: 1,
  html_url: "https://github.com/acme/app/pull/1",
  title: "A",
  state: "open",
  merged_at: null,
  created_at: "2026-01-01T00:00:00Z",
  head: { ref: "task/a", repo: { id: 1 } },
  base: { ref: "main", repo: { id: 1 } },
};

describe("a pull request of GitHub", () => {
  test("open, closed and merged: what the journal keeps, where it comes from and goes to", async () => {
    expect(await forge().pullRequest(1)).toEqual({
      number: 1,
      url: `${fake.server.url}/${repository.fullName}/pull/1`,
      title: "A",
      state: "open",
      createdAt: expect.stringMatching(/^2026-/),
      head: { branch: "task/a", fork: false },
      base: { branch: "main" },
    });
    await commit(repository, "task/b");
    const other = await repository.openPull({ title: "B", head: "task/b", base: "main" });
    repository.close(other);
    expect((await forge().pullRequest(other.number)).state).toBe("closed");
    repository.merged(other, "ann", other.head.oid);
    expect((await forge().pullRequest(other.number)).state).toBe("merged");
  });

  test("a fork, and a fork that is gone: told apart from the repository's own branch", async () => {
    const fork = await bare("stranger", repository);
    await commit(fork, "main-2");
    const head = { head: "main-2", base: "main" };
    const pull = await repository.openPull({ title: "C", ...head, from: fork });
    expect((await forge().pullRequest(pull.number)).head).toEqual({ branch: "main-2", fork: true });
    // GitHub's description knows no such answer, and GitHub gives it.
    fake.server.fail({ on, answer: answer(200, { ...good, head: { ref: "main-2", repo: null } }) });
    expect((await forge().pullRequest(1)).head.fork).toBe(true);
  });
});

describe("what GitHub does not give", () => {
  test("no such number: FETCH_FAILED, after one request", async () => {
    const before = asked();
    const error = await failure(forge().pullRequest(404));
    expect([error.code, error.recoverable, asked() - before]).toEqual(["FETCH_FAILED", false, 1]);
    expect(error.message).toBe(`${repository.fullName} has no pull request #404 that this token may see.`);
  });

  test("token that is none: PERMISSION_DENIED, and what to set", async () => {
    const error = await failure(forge({ token: "expired" }).pullRequest(1));
    expect([error.code, error.details.reason]).toEqual(["PERMISSION_DENIED", "Bad credentials"]);
    expect(error.suggestedAction).toContain("GITHUB_TOKEN");
  });

  test("token without the permission: PERMISSION_DENIED that names it, after one request", async () => {
    const before = asked();
    const error = await failure(forge({ token: "reads-nothing" }).pullRequest(1));
    expect([error.code, asked() - before]).toEqual(["PERMISSION_DENIED", 1]);
    expect(error.suggestedAction).toContain("pull_requests=read");
  });

  test("single sign-on is missing: PERMISSION_DENIED that says so", async () => {
    const headers = { "x-github-sso": "required; url=https://github.com/orgs/acme/sso" };
    fake.server.fail({ on, answer: answer(403, { message: "Resource protected by SAML" }, headers) });
    expect((await failure(forge().pullRequest(1))).suggestedAction).toContain("single sign-on");
  });

  test("the limit is reached, for an hour: RATE_LIMITED at once, and until when", async () => {
    const { rate } = fake.server;
    const before = asked();
    rate.remaining = 0;
    const error = await failure(forge().pullRequest(1));
    rate.remaining = 5000;
    expect([error.code, asked() - before]).toEqual(["RATE_LIMITED", 1]);
    expect(error.message).toContain(`until ${new Date(rate.reset * 1000).toISOString()}`);
    rate.remaining = 0;
    const anonymous = await failure(forge({ token: undefined }).pullRequest(1));
    rate.remaining = 5000;
    expect(anonymous.suggestedAction).toContain("60 requests an hour");
  });

  test("a secondary limit that is over in a second: waited for once", async () => {
    const body = { message: "You have exceeded a secondary rate limit." };
    fake.server.fail({ on, answer: answer(403, body, { "retry-after": "1" }) });
    paused.length = 0;
    expect((await forge().pullRequest(1)).number).toBe(1);
    expect(paused).toEqual([1000]);
    fake.server.fail({ on, times: 3, answer: answer(429, body, { "retry-after": "90" }) });
    const before = asked();
    const error = await failure(forge().pullRequest(1));
    expect([error.code, error.message, asked() - before]).toEqual([
      "RATE_LIMITED",
      expect.stringContaining("for 90 seconds"),
      1,
    ]);
    await failure(forge().pullRequest(1));
    await failure(forge().pullRequest(1));
  });

  test("the server fails once, or the connection ends: tried again; fails twice: FETCH_FAILED", async () => {
    fake.server.fail({ on, answer: answer(502, { message: "Bad gateway" }) });
    expect((await forge().pullRequest(1)).number).toBe(1);
    fake.server.fail({ on, answer: "reset" });
    paused.length = 0;
    expect((await forge().pullRequest(1)).number).toBe(1);
    expect(paused).toEqual([1000]);
    fake.server.fail({ on, times: 2, answer: answer(503, { message: `no ${token}` }) });
    const error = await failure(forge().pullRequest(1));
    expect([error.code, error.details.reason]).toEqual(["FETCH_FAILED", "no <secret>"]);
  });

  test("no answer at all: TIMEOUT", async () => {
    fake.server.fail({ on, times: 2, answer: "silence" });
    expect((await failure(forge({ timeoutMs: 50 }).pullRequest(1))).code).toBe("TIMEOUT");
  });

  test("interrupted while it waits: INTERRUPTED", async () => {
    const interruption = new AbortController();
    const before = asked();
    fake.server.fail({ on, answer: "silence" });
    const waiting = failure(forge({ signal: interruption.signal }).pullRequest(1));
    await vi.waitFor(() => expect(asked()).toBe(before + 1));
    interruption.abort("SIGINT");
    expect((await waiting).code).toBe("INTERRUPTED");
  });

  test.each([
    ["a page", "<html>"],
    ["nothing", ""],
    ["an empty object", "{}"],
    ["a list", "[]"],
    ["null", "null"],
    ["cut text", '{"number":1,'],
    ["a URL that is a script", '{"html_url":"javascript:alert(1)"}'],
    ["a branch that git refuses", '{"base":{"ref":"--upload-pack=x","repo":{"id":1}}}'],
    ["an empty date", '{"created_at":""}'],
    ["a number as text", '{"number":"1"}'],
  ])("instead of a pull request %s: FETCH_FAILED", async (_, text) => {
    const partial: unknown = /^\{".*\}$/.test(text) ? JSON.parse(text) : undefined;
    const body = typeof partial === "object" ? JSON.stringify({ ...good, ...partial }) : text;
    fake.server.fail({ on, answer: { status: 200, body } });
    const error = await failure(forge().pullRequest(1));
    expect([error.code, error.message]).toEqual([
      "FETCH_FAILED",
      expect.stringContaining("does not understand"),
    ]);
  });
});
