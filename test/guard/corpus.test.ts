import { afterAll, beforeAll, expect, test } from "vitest";
import { withGuard } from "../../src/engine/guard.js";
import { judgeText } from "../../src/guard/judge.js";
import { placeOf } from "../../src/guard/places.js";
import type { Verdict } from "../../src/guard/verdict.js";
import { corpus, type Expected } from "./corpus.js";
import { type GuardedRepo, guardedRepo } from "./support.js";

let repo: GuardedRepo;
beforeAll(async () => {
  repo = await guardedRepo();
});
afterAll(() => repo.remove());

function outcome({ allowed, commands }: Verdict): string {
  const refused = commands.find((one) => !one.allowed);
  if (allowed || refused === undefined) return allowed ? "passes" : "none";
  return refused.reason === "" ? "no reason" : `${refused.class}`;
}

/** The texts whose outcome is another one, with that. */
const unlike = (expected: string, texts: readonly string[], cwd: string): Promise<string[]> =>
  withGuard({ cwd, env: process.env }, async (context) => {
    const wrong: string[] = [];
    for (const text of texts) {
      const got = outcome(await judgeText(text, context));
      if (got !== expected) wrong.push(`${got}: ${text}`);
    }
    return wrong;
  });

const expectations: readonly Expected[] = ["passes", "blocked", "unknown"];

test.each(expectations)("in an active worktree, each text of the corpus that %s: does", async (expected) => {
  expect(await unlike(expected, corpus[expected], repo.a)).toEqual([]);
});

test("a NUL in a text, which each shell takes otherwise: refused", async () => {
  expect(await unlike("unknown", ["git status\0; git push", "git -C .\0 status"], repo.a)).toEqual([]);
});

test("a directory with a longer name than a system takes: nothing can be there, and the rest is judged", async () => {
  const long = "a".repeat(5_000);
  expect(await unlike("passes", [`git -C ${long} status`, `bash -lc 'cd ${long}'`], repo.a)).toEqual([]);
  expect(await unlike("blocked", [`cd ${long}; git push`], repo.a)).toEqual([]);
  for (const path of [long, "a\0b"]) expect(placeOf(`${repo.a}/${path}`)?.top).toBe(repo.a);
});

test("outside of managed worktrees: every text of the corpus passes", async () => {
  const texts = expectations.flatMap((expected) => corpus[expected]);
  expect(await unlike("passes", texts, repo.main)).toEqual([]);
});

test("from outside into a managed worktree: its own record judges", async () => {
  const texts = [`cd ${repo.a} && git push`, `git -C ${repo.b} reset --hard`, `env -C '${repo.a}' git stash`];
  expect(await unlike("blocked", texts, repo.main)).toEqual([]);
  expect(
    await unlike("passes", [`git -C ${repo.a} status`, `cd ${repo.a}; git commit -m x`], repo.main),
  ).toEqual([]);
});
