import { expect, test } from "vitest";
import { Pace } from "../../../src/engine/hosted/pace.js";
import type { RefChange } from "../../../src/engine/hosted/remote.js";
import { httpStatus, parsePorcelain } from "../../../src/engine/hosted/remote-answer.js";
import { mayHide } from "../../../src/engine/hosted/remote-depth.js";
import { deniedBy, refusalOf } from "../../../src/engine/hosted/remote-refusal.js";
import { oid } from "./remote-support.js";

const main: RefChange = { ref: "refs/heads/main", to: oid("a".repeat(40)), expected: oid("b".repeat(40)) };
const old: RefChange = { ref: "refs/heads/task/old", to: undefined, expected: oid("c".repeat(40)) };
const notes: RefChange = { ref: "refs/notes/coppice", to: oid("d".repeat(40)), expected: undefined };

const answer = (reason: string, stderr: string, ref = main.ref) => ({
  code: 1,
  stderr,
  lines: [
    { ref, kind: "remote rejected", reason } as const,
    { ref: notes.ref, kind: "remote rejected", reason: "atomic push failure" } as const,
  ],
});

test.each([
  [
    "workflow",
    "refusing to allow a GitHub App to create or update workflow `.github/workflows/ci.yml` without `workflows` permission",
    "",
    /let a person merge, or give github-token/,
  ],
  [
    "workflow",
    "refusing to allow a Personal Access Token to create or update workflow `.github/workflows/ci.yml` without `workflow` scope",
    "",
    /workflows: write/,
  ],
  [
    "rule",
    "protected branch hook declined",
    'remote: error: GH006: Protected branch update failed for refs/heads/main.\nremote: error: Required status check "build" is expected.\n',
    /^A rule .* off main \(required checks are missing\), so pull requests are opened instead\.$/,
  ],
  [
    "rule",
    "push declined due to repository rule violations",
    "remote: error: GH013: Repository rule violations found for refs/heads/main.\nremote: - Changes must be made through a pull request.\n",
    /changes have to come by a pull request/,
  ],
  [
    "rule",
    "push declined due to repository rule violations",
    "remote: error: GH013: Repository rule violations found for refs/heads/main.\nremote: - Changes must be made through the merge queue\n",
    /merge queue/,
  ],
  [
    "rule",
    "push declined due to repository rule violations",
    "remote: error: GH013: Repository rule violations found for refs/heads/main.\nremote: - Commits must have verified signatures.\n",
    /commits have to be signed/,
  ],
  ["rule", "push declined due to email privacy restrictions", "remote: error: GH007: ...\n", /noreply/],
  ["rule", "pre-receive hook declined", "remote: not on Fridays\n", /hook of the server does not take main/],
  [
    "other",
    "pre-receive hook declined",
    "remote: error: GH001: Large files detected.\nremote: error: File a.bin is 120.00 MB; this exceeds GitHub's file size limit of 100.00 MB\n",
    /Git LFS/,
  ],
  ["other", "shallow update not allowed", "", /did not take main: read what it said/],
] as const)("%s: %s", (cause, reason, stderr, sentence) => {
  const refusal = refusalOf(answer(reason, stderr), [main, notes]);
  expect(refusal).toMatchObject({ cause, refs: [main.ref], sentence: expect.stringMatching(sentence) });
});

test("a branch is called after what is looked for: its name says nothing", () => {
  const ref = "refs/heads/task/secret-locked";
  const stderr = `remote: error: GH006: Protected branch update failed for ${ref}.\n`;
  const refusal = refusalOf(answer("protected branch hook declined", stderr, ref), [{ ...main, ref }]);
  expect(refusal?.sentence).toBe(
    "A rule of the repository keeps direct pushes off task/secret-locked, so pull requests are opened instead.",
  );
});

test("a branch that is protected from deletion, and notes that a rule keeps out: told for what they are", () => {
  const stderr = "remote: error: GH006: Protected branch update failed for refs/heads/task/old.\n";
  const deletion = refusalOf(answer("protected branch hook declined", stderr, old.ref), [old]);
  expect(deletion?.sentence).toBe(
    "A rule of the repository protects task/old: exempt it from the rule, or from pruning.",
  );
  const kept = "remote: error: GH013: Repository rule violations found for refs/notes/coppice.\n";
  expect(refusalOf(answer("hook declined", kept, notes.ref), [notes])?.sentence).toMatch(
    /does not let refs\/notes\/coppice be written: exempt it/,
  );
});

test.each(["failure", "failed to update ref", "cannot lock ref 'refs/heads/main': is at 1 but expected 2"])(
  "%s: no refusal, another transaction was there",
  (reason) => {
    expect(refusalOf(answer(reason, ""), [main, notes])).toBeUndefined();
  },
);

const unable = (status: number) =>
  `fatal: unable to access 'https://github.com/a/b/': The requested URL returned error: ${status}\n`;

test.each([
  [`remote: Permission to a/b.git denied to github-actions[bot].\n${unable(403)}`, /contents: write/],
  [`remote: This repository was archived so it is read-only.\n${unable(403)}`, /unarchive/],
  [`remote: The 'a' organization has enabled or enforced SAML SSO.\n${unable(403)}`, /single sign-on/],
  ["fatal: Authentication failed for 'https://github.com/a/b/'\n", /one that is valid/],
  [
    "remote: Repository not found.\nfatal: repository 'https://github.com/a/b/' not found\n",
    /may not see it/,
  ],
])("%s: denied", (stderr, sentence) => {
  expect(deniedBy({ code: 128, lines: [], stderr })).toMatchObject({
    cause: "permission",
    sentence: expect.stringMatching(sentence),
  });
});

test("a server that fails, a connection that breaks: nothing was denied", () => {
  for (const stderr of [unable(502), "fatal: the remote end hung up unexpectedly\n", ""]) {
    expect(deniedBy({ code: 128, lines: [], stderr })).toBeUndefined();
  }
  expect(httpStatus("error: RPC failed; HTTP 502 curl 22 The requested URL returned error: 502")).toBe(502);
});

test("porcelain lines: any name, each with its kind and its reason", () => {
  const text = [
    "To https://github.com/a/b.git",
    "=\taaaa:refs/heads/task/a\t[up to date]",
    " \taaaa:refs/heads/main\t1a9eb2e..4576e96",
    "*\taaaa:refs/heads/task/ä#%&+(x)\t[new branch]",
    "-\t:refs/heads/b\t[deleted]",
    "!\t(delete):refs/heads/c\t[rejected] (stale info)",
    "!\taaaa:refs/heads/d\t[remote rejected] (cannot lock ref 'refs/heads/d': is at 1)",
    "!\taaaa:refs/heads/e\t[remote failure] (remote failed to report status)",
    "Done",
  ].join("\n");
  expect(parsePorcelain(text)).toEqual([
    { ref: "refs/heads/task/a", kind: "taken", reason: "" },
    { ref: "refs/heads/main", kind: "taken", reason: "" },
    { ref: "refs/heads/task/ä#%&+(x)", kind: "taken", reason: "" },
    { ref: "refs/heads/b", kind: "deleted", reason: "" },
    { ref: "refs/heads/c", kind: "rejected", reason: "stale info" },
    {
      ref: "refs/heads/d",
      kind: "remote rejected",
      reason: "cannot lock ref 'refs/heads/d': is at 1",
    },
  ]);
});

const oidOf = (name: string) => oid(Buffer.from(name).toString("hex").padEnd(40, "0"));

test.each([
  ["both are cut at the same commit", "T M2\nB M2\nM2 M1\nM1", ["M1"], false],
  ["the task goes on behind the cut of base", "T M1\nB M2\nM1\nM2", ["M1", "M2"], true],
  ["a branch that base merged is cut", "T M2\nB M2 S\nM2 M1\nS\nM1", ["M1", "S"], true],
  ["a root of its own, while base is cut", "T\nB M2\nM2", ["M2"], true],
  ["a root of its own, and nothing is cut", "T\nB M2\nM2", [], false],
] as const)("%s", (_, letters, boundary, expected) => {
  const named = (text: string) => text.replaceAll(/\w+/g, (name) => oidOf(name));
  expect(mayHide(named(letters), new Set(boundary.map(oidOf)), oidOf("B"), [oidOf("T")])).toBe(expected);
});

test("six pushes at once, the seventh when the first is a minute ago, the eighth not before", async () => {
  let now = 0;
  const pauses: number[] = [];
  const pace = new Pace(
    async (ms) => {
      pauses.push(ms);
      now += ms;
    },
    () => now,
  );
  for (let turn = 0; turn < 6; turn += 1) {
    await pace.turn();
    now += 1000;
  }
  await pace.turn();
  await pace.turn();
  now += 100_000;
  await pace.turn();
  expect(pauses).toEqual([54_000, 1000]);
});
