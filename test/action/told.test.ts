import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { annotationsOf } from "../../src/action/annotations.js";
import { outputNames, outputsOf } from "../../src/action/outputs.js";
import type { Result } from "../../src/action/result.js";
import { summaryOf } from "../../src/action/summary.js";
import type { Outcome, Report, Row } from "../../src/engine/hosted/model.js";
import { CoppiceError } from "../../src/lifecycle/errors.js";
import { oidSchema } from "../../src/lifecycle/ids.js";

const oidOf = (digit: string) => oidSchema.parse(digit.repeat(40));
const row = (branch: string, outcome: Outcome, more: Partial<Row> = {}): Row => ({
  branch,
  id: null,
  before: "active",
  after: "active",
  outcome,
  head: null,
  mergeOid: null,
  evidence: null,
  reason: null,
  pr: null,
  files: [],
  filesTotal: 0,
  branchDeleted: false,
  restore: null,
  ...more,
});

function result(rows: readonly Row[], more: Partial<Result> & { warnings?: string[] } = {}): Result {
  const { warnings = [], ...rest } = more;
  const report: Report = {
    operation: "merge",
    dryRun: false,
    rows,
    warnings,
    problems: [],
    pushes: 2,
    requests: 5,
  };
  return { dryRun: false, report, checked: [], notes: [], problems: [], ...rest };
}

const file = (path: string) =>
  ({ path, kind: "content", count: 1, preview: { ours: "a", theirs: "b" }, autoResolvable: false }) as const;
const night: Row[] = [
  row("task/kept", "kept", { reason: "it is the base of pull request #9" }),
  row("task/a", "merged", {
    after: "removed",
    mergeOid: oidOf("a"),
    evidence: "merge",
    head: oidOf("1"),
    branchDeleted: true,
  }),
  row("task/b", "merged", { after: "removed", mergeOid: oidOf("b"), evidence: "merge" }),
  row("task/c", "conflicted", {
    after: "conflict",
    pr: { number: 7, url: "https://github.com/a/b/pull/7" },
    files: [file("src/a.txt"), file("src/b.txt")],
    filesTotal: 5,
  }),
  row("task/d", "pruned", {
    after: "removed",
    evidence: "patch-id",
    restore: "git fetch origin x && git branch task/d x",
  }),
];

const hostile = [
  "`whoami` | <script>alert(1)</script> @team #12 ![x](http://evil)",
  "line\nbreak\r\n::set-output name=x::y\n##[error]z",
  `${"x".repeat(300)}\u202e\u0000|`,
];

describe("the summary", () => {
  test("what happened: a row for each branch, those that need a person first, states, restore commands, what is worth knowing", () => {
    const text = summaryOf(result(night, { warnings: ["Something is odd."] }), "main");
    expect(text.split("\n").filter((line) => line.startsWith("| `"))).toEqual([
      "| `task/c` | active | conflict | conflicted |  | [\\#&#8203;7](https://github.com/a/b/pull/7) | `src/a.txt` (content), `src/b.txt` (content) and 3 more |",
      "| `task/a` | active | removed | merged | merge `aaaaaaaaaaaa` |  | branch deleted |",
      "| `task/b` | active | removed | merged | merge `bbbbbbbbbbbb` |  |  |",
      "| `task/d` | active | removed | pruned | patch-id |  |  |",
      "| `task/kept` | active | active | kept |  |  | it is the base of pull request \\#&#8203;9 |",
    ]);
    expect(text).toContain("## Coppice: 1 conflicted, 2 merged, 1 pruned, 1 kept\n");
    expect(text).toContain(
      "```mermaid\nstateDiagram-v2\n  active --> removed: 2 merged\n  active --> conflict: 1 conflicted\n  active --> removed: 1 pruned\n```",
    );
    expect(text).toContain("```sh\ngit fetch origin x && git branch task/d x\n```");
    expect(text).toContain("- Something is odd.\n- A push by the job's own token starts no workflow");
    expect(text).toContain("2 pushes, 5 requests to the API.");
  });

  test("a dry run: said in the heading and in a sentence, and no push is spoken of", () => {
    const text = summaryOf(result(night, { dryRun: true }), "main");
    expect(text).toContain(
      "(dry run)\n\nThis was a dry run: it was looked at and told, and nothing was changed.",
    );
    expect(text).not.toContain("starts no workflow");
  });

  test("nothing was to be done, and nothing could be", () => {
    expect(summaryOf(result([]), undefined)).toBe(
      "## Coppice: nothing to do\n\n2 pushes, 5 requests to the API.\n",
    );
    const failed = summaryOf(
      {
        ...result([]),
        report: undefined,
        problems: [new CoppiceError("FETCH_FAILED", "It <b>failed</b>.", { suggestedAction: "Ask @ada." })],
      },
      undefined,
    );
    expect(failed).toBe(
      "## Coppice: failed\n\n### What went wrong\n\n- It &lt;b&gt;failed&lt;/b&gt;. Ask @&#8203;ada.\n",
    );
  });

  test("text from outside stays text: the table stays a table, nobody is mentioned", () => {
    for (const text of hostile) {
      const shown = summaryOf(
        result(
          [
            row(text, "refused", {
              reason: text,
              evidence: text,
              restore: null,
              files: [file(text)],
              filesTotal: 1,
            }),
          ],
          {
            warnings: [text],
            notes: [text],
            problems: [new CoppiceError("GIT_FAILED", text, { suggestedAction: text })],
          },
        ),
        "main",
      );
      const lines = shown.split("\n");
      const at = lines.findIndex((line) => line.startsWith("| branch"));
      expect(lines[at + 2]?.split(/(?<!\\)\|/)).toHaveLength(9);
      expect(lines[at + 3]).toBe("");
      expect(lines.filter((line) => /^(?:::|##\[|break)/.test(line))).toEqual([]);
      expect(shown).not.toMatch(/@(?=\w)|<script|\u202e|\0/);
    }
  });

  test("more than a summary can hold: cut row by row, the totals stay true", () => {
    const many = Array.from({ length: 20_000 }, (_, at) =>
      row(`task/${at}-${"x".repeat(100)}`, at % 2 === 0 ? "merged" : "pruned", {
        reason: "r".repeat(50),
        restore: `git branch ${at}`,
      }),
    );
    const text = summaryOf(
      result(many, { warnings: Array.from({ length: 5000 }, (_, at) => `Warning ${at} ${"w".repeat(90)}`) }),
      "main",
    );
    expect(Buffer.byteLength(text)).toBeLessThan(1_048_576);
    expect(text).toContain("## Coppice: 10000 merged, 10000 pruned");
    const shown = text.match(/^\| `/gm)?.length ?? 0;
    expect(shown).toBeGreaterThan(1000);
    expect(text).toContain(`${20_000 - shown} branches of 20000 are not shown here.`);
    expect(text).toMatch(/\d+ more commands of 20000 are not shown here/);
    expect(text).toMatch(/- and \d+ more$/m);
  });
});

describe("the outputs", () => {
  test("their names are those of action.yml", () => {
    const text = readFileSync(new URL("../../action.yml", import.meta.url), "utf8");
    const declared = [...(text.split("\noutputs:\n")[1] ?? "").matchAll(/^ {2}([a-z-]+):$/gm)].map(
      (found) => found[1],
    );
    expect([...declared].sort()).toEqual([...outputNames].sort());
  });

  test("each is a JSON text; what is null is left out", () => {
    const texts = outputsOf(result(night));
    const parsed = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, JSON.parse(text)]));
    expect(parsed.merged).toEqual([
      {
        branch: "task/a",
        before: "active",
        after: "removed",
        head: oidOf("1"),
        mergeOid: oidOf("a"),
        evidence: "merge",
        branchDeleted: true,
      },
      { branch: "task/b", before: "active", after: "removed", mergeOid: oidOf("b"), evidence: "merge" },
    ]);
    expect(parsed.conflicted[0]).toMatchObject({
      files: [
        { path: "src/a.txt", kind: "content" },
        { path: "src/b.txt", kind: "content" },
      ],
      filesTotal: 5,
    });
    expect(parsed.prs).toEqual([{ number: 7, url: "https://github.com/a/b/pull/7", branch: "task/c" }]);
    expect(parsed["restore-commands"]).toEqual(["git fetch origin x && git branch task/d x"]);
    expect(parsed.counts).toMatchObject({ merged: 2, conflicted: 1, refused: 0 });
  });

  test("a list that is too long: cut at its end, and counted", () => {
    const many = Array.from({ length: 10_000 }, (_, at) => row(`task/${at}-${"é".repeat(100)}`, "kept"));
    const { kept, counts } = outputsOf(result(many));
    expect(kept.length).toBeLessThan(500_000);
    expect(JSON.parse(kept).length).toBeGreaterThan(1000);
    expect(JSON.parse(counts)).toMatchObject({ kept: 10_000 });
  });
});

describe("the annotations", () => {
  test("problems, conflicts, refusals, failed checks and warnings, each in one line", () => {
    const told = annotationsOf(
      result([...night, row("task/e", "refused", { reason: "its history shares nothing with base" })], {
        problems: [new CoppiceError("FETCH_FAILED", "It failed.", { suggestedAction: "Try again." })],
        warnings: ["Odd."],
        notes: ["Nothing."],
        checked: [
          {
            branch: "task/f",
            head: oidOf("1"),
            pull: { number: 1, url: "https://x/1" },
            state: "failure",
            description: "d",
            conflicts: true,
            refusal: { state: "conflict", why: "why", use: "use" },
          },
        ],
      }),
    );
    expect(told.map(({ level, title, message }) => `${level} ${title}: ${message}`)).toEqual([
      "error Coppice: It failed. Try again.",
      "warning task/c conflicts: It conflicts with base in src/a.txt (content), src/b.txt (content) and 3 more files. Resolve it in https://github.com/a/b/pull/7",
      "warning task/e was refused: its history shares nothing with base",
      "warning task/f fails its check: why; do: use",
      "warning Coppice: Odd.",
      "notice Coppice: Nothing.",
    ]);
  });

  test("more than GitHub shows: the last one counts the others; lines from outside are one line", () => {
    const told = annotationsOf(
      result(
        Array.from({ length: 30 }, (_, at) => row(`task/${at}`, "refused", { reason: hostile[1] ?? "" })),
      ),
    );
    expect(told).toHaveLength(10);
    expect(told.at(-1)?.message).toBe("21 more of these stand in the job's summary.");
    expect(told[0]?.message).toBe("line\\u{a}break\\u{d}\\u{a}::set-output name=x::y\\u{a}## [error]z");
  });
});
