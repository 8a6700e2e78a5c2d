import { describe, expect, test } from "vitest";
import { scrub } from "../../src/journal/scrub.js";

describe("scrub", () => {
  const cases: Record<string, [before: string, after: string]> = {
    "a path": ["cannot stat /home/ann/repo/a.txt: gone", "cannot stat <path>: gone"],
    "a quoted path with spaces": ["fatal: '/home/ann/my repo/a' exists", "fatal: <path> exists"],
    "a path in double quotes": ['open "/srv/x y" failed', "open <path> failed"],
    "a home path": ["see ~/.ssh/id_rsa", "see <path>"],
    "a Windows path": ["at C:\\Users\\ann\\repo and D:/work", "at <path> and <path>"],
    "a network path": ["at \\\\server\\share\\x", "at <path>"],
    "a file URL": ["from file:///home/ann/repo.git", "from <path>"],
    "several paths": ["/a/b,/c/d (/e)", "<path>,<path> (<path>)"],
    "a URL with a password": ["https://ann:hunter2@example.com/r.git", "https://example.com/r.git"],
    "a URL with a token alone": ["https://abc123@example.com/r.git", "https://example.com/r.git"],
    "a GitHub token": [`bad ghp_${"a1".repeat(18)}`, "bad <secret>"],
    "a fine-grained token": [`github_pat_${"A1b2".repeat(10)} expired`, "<secret> expired"],
    "an AWS key": ["AKIAIOSFODNN7EXAMPLE refused", "<secret> refused"],
    "a bearer header": ["Authorization: Bearer abc.def", "Authorization: Bearer <secret>"],
    "a password assignment": ["PASSWORD=hunter2 npm i", "PASSWORD=<secret> npm i"],
    "a JSON secret": ['{"api_key": "hunter2"}', '{"api_key": <secret>}'],
    "an option": ["npm publish --auth-token hunter2", "npm publish --auth-token <secret>"],
    "a private key": ["-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----.", "<secret>."],
  };
  for (const [situation, [before, after]] of Object.entries(cases)) {
    test(`${situation}: taken out`, () => {
      expect(scrub(before)).toBe(after);
    });
  }

  for (const harmless of [
    "src/a.ts conflicts with lib/b.ts",
    "branch task/a, upstream origin/main",
    "https://example.com/r.git",
    "read and/or write; 3 / 4",
    "The journal in refs/notes/coppice cannot be read.",
  ]) {
    test(`harmless text stays: ${harmless}`, () => {
      expect(scrub(harmless)).toBe(harmless);
    });
  }

  test("a path below a known root: told relative to it", () => {
    const roots = ["/home/ann/repo", "/home/ann/repo-worktrees/task-a"];
    expect(
      scrub("in /home/ann/repo/src/a.ts and /home/ann/repo-worktrees/task-a/b, /home/ann/repo", roots),
    ).toBe("in src/a.ts and b, <path>");
  });
});
