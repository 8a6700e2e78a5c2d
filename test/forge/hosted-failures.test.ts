import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { openHostedForge } from "../../src/forge/open-hosted.js";
import type { Repository } from "../support/github/repository.js";
import { github } from "../support/github/rig.js";
import { ownTemporaryDirectory } from "../support/temporary.js";
import { bareRepository, branchName, failure, oid, openForge, pullOf } from "./hosted-rig.js";

const fake = github();
const temporary = ownTemporaryDirectory();
const headers = { "content-type": "application/json" };
let repository: Repository;

beforeAll(async () => {
  repository = await bareRepository(fake.server, temporary, "failing");
  await pullOf(repository, "task/a");
});

afterEach(() => {
  fake.server.rate.remaining = 5000;
});

const secondary = (after: string) => ({
  status: 403,
  body: '{"message":"You have exceeded a secondary rate limit."}',
  headers: { ...headers, "retry-after": after },
});

describe("limits", () => {
  test("retry-after is honoured, together as long as patience lasts; then RATE_LIMITED says when it is over", async () => {
    const { forge, paused } = openForge(fake.server, repository);
    fake.server.fail({ on: /pulls$/, answer: secondary("25") });
    expect(await forge.openPulls()).toHaveLength(1);
    fake.server.fail({ on: /rules\/branches/, answer: secondary("25") });
    expect((await forge.rules("main")).protected).toBe(false);
    fake.server.fail({ on: /pulls\/1$/, answer: secondary("25") });
    const error = await failure(forge.pull(1));
    expect([error.code, error.message]).toEqual([
      "RATE_LIMITED",
      `${new URL(fake.server.url).host} takes no more requests for 25 seconds: could not read pull request #1.`,
    ]);
    expect(paused).toEqual([25_000, 25_000]);
    // What is over sooner is still waited for.
    fake.server.fail({ on: /pulls\/1$/, answer: { ...secondary("3"), status: 429 } });
    expect((await forge.pull(1)).number).toBe(1);
  });

  test.each([
    ["by REST", (forge: ReturnType<typeof openHostedForge>) => forge.openPulls()],
    ["by GraphQL", (forge: ReturnType<typeof openHostedForge>) => forge.settings()],
  ])(
    "the hour's requests are used up in the middle, %s: waited for where it is soon over, told where not",
    async (_, ask) => {
      const { rate } = fake.server;
      const { forge } = openForge(fake.server, repository);
      rate.remaining = 0;
      const reset = rate.reset;
      const error = await failure(ask(forge));
      expect([error.code, error.message]).toEqual([
        "RATE_LIMITED",
        expect.stringContaining(`until ${new Date(reset * 1000).toISOString()}`),
      ]);
      expect(forge.requests).toBe(1);
      rate.reset = Math.floor(Date.now() / 1000) + 20;
      const waited: number[] = [];
      const patient = openHostedForge(
        {
          owner: "acme",
          name: "failing",
          apiUrl: fake.server.apiUrl,
          token: fake.server.token("patient", { contents: "read", pull_requests: "read" }),
        },
        {
          signal: new AbortController().signal,
          pause: async (ms) => {
            waited.push(ms);
            rate.remaining = 5000;
          },
        },
      );
      await ask(patient);
      rate.reset = reset;
      expect(waited).toHaveLength(1);
      expect(waited[0]).toBeGreaterThan(15_000);
      expect(waited[0]).toBeLessThanOrEqual(21_000);
    },
  );
});

describe("the server fails", () => {
  test("for a moment: asked again after one and four seconds", async () => {
    const { forge, paused } = openForge(fake.server, repository);
    fake.server.fail({ on: /pulls$/, answer: { status: 502, body: "<html>", headers: {} } });
    fake.server.fail({ on: /pulls$/, answer: "reset" });
    expect(await forge.openPulls()).toHaveLength(1);
    expect(paused).toEqual([1000, 4000]);
    const something = '{"errors":[{"message":"Something went wrong while executing your query."}]}';
    fake.server.fail({ on: /graphql/, answer: { status: 200, body: something, headers } });
    expect((await forge.settings()).defaultBranch).toBe("main");
  });

  test("for good, in the middle: one question is tried three times, the others once, and every one ends", async () => {
    const { forge, paused } = openForge(fake.server, repository);
    await forge.openPulls();
    fake.server.fail({ on: /./, times: 6, answer: { status: 503, body: "{}", headers } });
    const errors = [
      await failure(forge.settings()),
      await failure(forge.rules("main")),
      await failure(forge.judge([{ oid: oid("1".repeat(40)), pull: 1 }])),
      await failure(forge.setStatus(oid("1".repeat(40)), { state: "success", description: "" })),
    ];
    expect(errors.map(({ code }) => code)).toEqual(Array(4).fill("FETCH_FAILED"));
    expect(errors[0]?.message).toContain("answered with 503: could not read the repository's settings");
    expect(paused).toEqual([1000, 4000]);
    expect(forge.requests).toBe(7);
    // What failed is asked again, and what was read is still known.
    expect((await forge.settings()).defaultBranch).toBe("main");
    await forge.openPulls();
    expect(forge.requests).toBe(8);
  });

  test("does not answer, or the run is ended meanwhile: TIMEOUT, INTERRUPTED", async () => {
    const interruption = new AbortController();
    const { forge } = openForge(fake.server, repository, { timeoutMs: 40 });
    fake.server.fail({ on: /pulls$/, times: 3, answer: "silence" });
    expect((await failure(forge.openPulls())).code).toBe("TIMEOUT");
    const ended = openForge(fake.server, repository, { signal: interruption.signal }).forge;
    const before = fake.server.requests.length;
    fake.server.fail({ on: /pulls$/, answer: "silence" });
    const waiting = failure(ended.openPulls());
    await vi.waitFor(() => expect(fake.server.requests.length).toBe(before + 1));
    interruption.abort("SIGINT");
    expect((await waiting).code).toBe("INTERRUPTED");
  });
});

describe("what is refused", () => {
  test("a permission is missing: the line for the workflow, after one request each", async () => {
    const { forge } = openForge(fake.server, repository, { permissions: { contents: "read" } });
    const line = async (asking: Promise<unknown>) => (await failure(asking)).suggestedAction;
    const add = (what: string) => `Add \`${what}\` to \`permissions:\` in the workflow.`;
    expect(await line(forge.openPulls())).toBe(add("pull-requests: read"));
    expect(await line(forge.addLabel(1, "x"))).toBe(add("pull-requests: write"));
    expect(await line(forge.comment(1, "<!-- x -->", "text"))).toBe(add("pull-requests: read"));
    const merging = forge.mergePull(1, { sha: oid("1".repeat(40)), method: "merge" });
    expect(await line(merging)).toBe(add("contents: write"));
    // A look for the label beside each of the four.
    expect(forge.requests).toBe(5);
  });

  test("a token that is none, an archived repository, a repository that is not there", async () => {
    const place = { owner: "acme", name: "failing", apiUrl: fake.server.apiUrl, token: "expired" };
    const stranger = openHostedForge(place, { signal: new AbortController().signal });
    const bad = await failure(stranger.openPulls());
    expect([bad.code, bad.suggestedAction]).toEqual([
      "PERMISSION_DENIED",
      expect.stringContaining("github-token"),
    ]);
    const { forge, token } = openForge(fake.server, repository);
    const archived = '{"message":"Repository was archived so is read-only."}';
    fake.server.fail({ on: /PATCH/, answer: { status: 403, body: archived, headers } });
    expect((await failure(forge.updatePull(1, { title: "x" }))).message).toContain(
      "acme/failing is archived",
    );
    const elsewhere = { ...place, name: "nowhere", token };
    const gone = openHostedForge(elsewhere, { signal: new AbortController().signal });
    const missing = [await failure(gone.settings()), await failure(gone.openPulls())];
    expect(missing.map(({ code, recoverable }) => [code, recoverable])).toEqual([
      ["FETCH_FAILED", false],
      ["FETCH_FAILED", false],
    ]);
  });

  test("whoever stands in between sends the token back: it is in no error", async () => {
    const { forge, token } = openForge(fake.server, repository);
    const body = JSON.stringify({ message: `no ${token}`, errors: [{ message: `not ${token}` }] });
    fake.server.fail({ on: /pulls$/, times: 1, answer: { status: 422, body, headers } });
    const error = await failure(
      forge.openPull({ head: branchName("a"), base: branchName("main"), title: "", body: "" }),
    );
    expect(error.details.reason).toBe("no <secret>: not <secret>");
    fake.server.fail({ on: /graphql/, answer: { status: 200, body, headers } });
    expect((await failure(forge.settings())).details.reason).toBe("not <secret>");
  });
});
