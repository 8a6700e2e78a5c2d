import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { gitCommands } from "../../../src/engine/hosted/propose-commands.js";
import { findPart, withPart } from "../../../src/engine/hosted/propose-part.js";
import {
  type ConflictFacts,
  conflictPart,
  forkNotice,
  landingPart,
  pullTitle,
  resolvedPart,
  tellsOfConflict,
} from "../../../src/engine/hosted/pull-body.js";
import type { ConflictFile } from "../../../src/lifecycle/errors.js";
import { branch, oid, recordIn } from "../../lifecycle/support.js";
import { createRepo } from "../../support/repo.js";

const file = (path: string, more: Partial<ConflictFile> = {}): ConflictFile => ({
  path,
  kind: "content",
  count: 1,
  preview: { ours: "task's\n", theirs: "base's\n" },
  autoResolvable: false,
  ...more,
});

const record = { ...recordIn("conflict"), owner: null };
const facts: ConflictFacts = {
  record,
  branch: branch("task/a"),
  base: branch("main"),
  head: oid(2),
  files: [file("src/a.txt", { count: 2 }), file("b.txt", { kind: "modify/delete", autoResolvable: true })],
  total: 2,
  mergeWhen: "submitted",
};
const room = 65_000;
const part = (change: Partial<ConflictFacts> = {}, most = room): string =>
  conflictPart({ ...facts, ...change }, most) ?? "";

describe("the text of a conflict", () => {
  it("two files: what happened, a table, both sides, the commands, what follows", () => {
    expect(
      part({ record: { ...record, task: { id: "T-1", title: "Do *it* @all", status: null } } }),
    ).toBe(`### Conflict with \`main\`

\`task/a\` (\`2222222222\`) could not be merged into \`main\`: 2 files conflict; 1 can be resolved without a person. Nothing was changed.

| File | Kind | Places | Without a person |
| --- | --- | --- | --- |
| \`src/a.txt\` | content | 2 | no |
| \`b.txt\` | modify/delete | 1 | yes |

Lines with \`-\` are those of \`main\`, lines with \`+\` those of \`task/a\`; of each file the first place.

<details>
<summary><code>src/a.txt</code></summary>

\`\`\`diff
-base's
+task's
\`\`\`

</details>

<details>
<summary><code>b.txt</code></summary>

\`\`\`diff
-base's
+task's
\`\`\`

</details>

**To resolve it with Coppice**, in a clone that has it:

\`\`\`sh
coppice sync
coppice create task/a
coppice resolve task/a --manual
cd "$(coppice path task/a)"
# edit the files that conflict, then:
git add --all
git commit --no-edit
coppice submit task/a
\`\`\`

**With git alone**, where \`origin\` is this repository:

\`\`\`sh
git fetch origin
git switch --detach origin/task/a
git merge origin/main
# edit the files that conflict, then:
git add --all
git commit --no-edit
git push origin HEAD:refs/heads/task/a
\`\`\`

After the push it is merged into \`main\` by itself, and this pull request shows as merged.

To give it up, close this pull request: the request to merge is withdrawn then, and the branch stays as it is.

<sub>Coppice, record \`eeeeeeeeeeee\`, task \`T-1\`, Do \\*it\\* @&#8203;all. It keeps this part up to date; what is written above or below it stays.</sub>`);
  });

  it("a worktree of a clone: the commands lead there, by what its state lets be done", () => {
    const owned = part({ record: recordIn("conflict") });
    expect(owned).toContain('coppice resolve task/a --manual\ncd "$(coppice path task/a)"\n');
    const dirty = part({ record: recordIn("dirty") });
    expect(dirty).not.toContain("coppice resolve");
    expect(dirty).toContain("# commit what is open there, then:\ngit fetch origin\ngit merge origin/main\n");
    expect(dirty).toContain("when it was asked for again (`coppice submit task/a`)");
  });

  it.each([
    ["approved", "by itself, as soon as this pull request is approved, and"],
    ["checks-pass", "by itself, as soon as its checks have passed, and"],
    ["always", "into `main` by itself, and"],
  ] as const)("merged when %s: what it waits for is said", (mergeWhen, words) => {
    expect(part({ mergeWhen })).toContain(words);
  });

  it("names that mean something to markdown and to a shell: shown as text, and right in every command", () => {
    const name = branch("task/$(x)`|'&#1-@team-größe");
    const path = "a`|<script>@team\n::set-output";
    const text = part({
      branch: name,
      files: [file(path), file("<!-- coppice:end -->", { kind: "binary" })],
    });
    expect(text).toContain(
      "| <code>a&#96;&#124;&#60;script&#62;&#64;team &#58;&#58;set-output</code> | content |",
    );
    expect(text).toContain("coppice resolve 'task/$(x)`|'\\''&#1-@team-größe' --manual");
    expect(text).toContain("git push origin 'HEAD:refs/heads/task/$(x)`|'\\''&#1-@team-größe'");
    // Outside of code, nothing of it is left that GitHub would act on.
    const outside = text.replace(/^```[\s\S]*?^```$/gm, "").replace(/`[^`\n]+`/g, "");
    expect(outside).not.toMatch(/@team|<script|#1\b/);
    expect(findPart(withPart("", () => text))?.text).toBe(text);
  });

  it("a branch with characters that nobody sees: written out in the commands", () => {
    expect(gitCommands(branch("task/a\u202e'b\u{e0041}"), branch("main"))).toContain(
      "git switch --detach $'origin/task/a\\u202e\\'b\\U000e0041'",
    );
  });

  it("what both sides hold: cannot leave its block, nor be taken for our mark", () => {
    const evil = "````\n<!-- coppice:end -->\n</details>\r\n@team #1\n";
    const text = part({ files: [file("a", { preview: { ours: evil, theirs: "" } })], total: 1 });
    expect(text).toContain("`````diff\n+````\n+<!-- coppice:end -->\n+</details>\n+@team #1\n`````");
    expect(findPart(withPart("", () => text))?.text).toBe(text);
  });

  it("hundreds of files with long paths: within GitHub's limit, with honest totals", () => {
    const long = (at: number): string => `${at}/${"|<&".repeat(1300)}`.slice(0, 4096);
    const preview = { ours: "`<&\n".repeat(60), theirs: "x".repeat(250) };
    const files = Array.from({ length: 200 }, (_, at) => file(long(at), { preview }));
    const text = part({ files, total: 1234 });
    expect(withPart("", () => text).length).toBeLessThanOrEqual(65_536);
    const rows = text.split("\n").filter((line) => line.startsWith("| <code>")).length;
    expect(rows).toBeGreaterThan(5);
    expect(text).toContain(`\nand ${1234 - rows} more files\n`);
    expect(text).toContain("1234 files conflict.");
    expect(text).toMatch(/The sides of \d+ more files are left out here\./);
  });

  it("the longest names there may be, in little room: a sentence, or nothing", () => {
    const name = branch(`${"'".repeat(249)}/${"'".repeat(249)}/${"'".repeat(249)}/${"'".repeat(249)}`);
    const text = part({ branch: name, base: name });
    expect(text.length).toBeLessThanOrEqual(room);
    expect(text).toContain("coppice submit");
    expect(part({}, 700)).toMatch(/It is told here how to go on: `coppice show e{12}`\.$/);
    expect(conflictPart(facts, 100)).toBeUndefined();
  });

  it("the same facts: the same text", () => {
    expect(part()).toBe(part());
    expect(tellsOfConflict(part())).toBe(true);
    expect(tellsOfConflict(resolvedPart("task/a", "main"))).toBe(false);
  });

  it("the commands for git alone: they resolve and push a branch of an odd name", () => {
    const name = branch("task/$(touch oops)`'&;|\"x\u200b#1".replace(" ", "+"));
    const repo = createRepo();
    const remote = `${repo.dir}-remote`;
    repo.git("clone", "--quiet", "--bare", repo.dir, remote);
    repo.git("remote", "add", "origin", remote);
    repo.git("switch", "--quiet", "--create", name);
    repo.commit("Task", { "src/a.txt": "task\n" });
    repo.git("switch", "--quiet", "main");
    repo.commit("Base", { "src/a.txt": "base\n" });
    repo.git("push", "--quiet", "origin", "main", name);
    const script = gitCommands(name, branch("main"))
      .replace("git merge", "! git merge")
      .replace(/^#.*$/m, "echo both >src/a.txt");
    execFileSync("bash", ["-ec", script], {
      cwd: repo.dir,
      stdio: "ignore",
      env: { ...process.env, LC_ALL: "C.UTF-8" },
    });
    expect(repo.git("--git-dir", remote, "show", `refs/heads/${name}:src/a.txt`)).toBe("both");
    expect(repo.git("--git-dir", remote, "rev-list", "--count", "--merges", `refs/heads/${name}`)).toBe("1");
  });
});

describe("other texts", () => {
  const landing = {
    record,
    branch: facts.branch,
    base: facts.base,
    head: facts.head,
    method: "squash",
  } as const;

  it("base takes no push: why, and who merges", () => {
    const why = "changes must come by a pull request (GH006) | @team";
    const auto = landingPart({ ...landing, why, by: "auto-merge" }, room) ?? "";
    expect(auto).toContain("takes no push: changes must come by a pull request (GH006) &#124; @&#8203;team.");
    expect(auto).toContain("GitHub merges it by itself (auto-merge, squash)");
    expect(landingPart({ ...landing, why, by: "merge-queue" }, room)).toContain("merge queue");
    expect(landingPart({ ...landing, why, by: { person: "nobody does" } }, room)).toContain(
      "Somebody has to merge it (squash): nobody does.",
    );
    expect(tellsOfConflict(auto)).toBe(false);
  });

  it.each([
    ["the record's title", "  Fix\n@team ", { id: "T", title: "t", status: null }, "Fix @\u200bteam"],
    ["the task's", " ", { id: "T", title: "Task's", status: null }, "Task's"],
    ["the task's id", null, { id: "T-1", title: null, status: null }, "T-1: task/a"],
    ["the branch", null, null, "task/a"],
    ["a long one, cut", "t".repeat(1024), null, `${"t".repeat(199)}…`],
  ])("a title: %s", (_, title, task, expected) => {
    expect(pullTitle({ title, task }, branch("task/a"))).toBe(expected);
  });

  it("a pull request of a fork: a neutral notice that is found again", () => {
    const { marker, body } = forkNotice("main");
    expect(body.startsWith(`${marker}\n`)).toBe(true);
    expect(body).toContain("nothing of a fork");
  });
});

describe("our part of a text", () => {
  const ours = "<!-- coppice:begin -->\nours\n<!-- coppice:end -->";
  const write = () => "ours";

  it.each([
    ["nothing else", "", ours],
    ["a person's text", "Hello.", `Hello.\n\n${ours}`],
    ["text with line ends of a browser", "Hello.\r\n\r\n", `Hello.\r\n\r\n${ours}`],
    ["half a pair", "a\n<!-- coppice:begin -->\nb", `a\n<!-- coppice:begin -->\nb\n\n${ours}`],
    ["the other half", "a\n<!-- coppice:end -->", `a\n<!-- coppice:end -->\n\n${ours}`],
    [
      "a pair the wrong way round",
      "<!-- coppice:end -->\n<!-- coppice:begin -->\n",
      `<!-- coppice:end -->\n<!-- coppice:begin -->\n\n${ours}`,
    ],
    [
      "a quoted pair",
      "> <!-- coppice:begin -->\n> x\n> <!-- coppice:end -->",
      `> <!-- coppice:begin -->\n> x\n> <!-- coppice:end -->\n\n${ours}`,
    ],
    ["a pair in code", `~~~\n${ours}\n~~~\n`, `~~~\n${ours}\n~~~\n\n${ours}`],
    [
      "code that does not end",
      `\`\`\`\`js\n${ours}\n\`\`\``,
      `\`\`\`\`js\n${ours}\n\`\`\`\n\`\`\`\`\n\n${ours}`,
    ],
  ])("%s: it comes once, behind what is there", (_, body, expected) => {
    expect(withPart(body, write)).toBe(expected);
    expect(withPart(expected, write)).toBe(expected);
    expect(
      withPart(
        withPart(expected, () => "new\ntext"),
        write,
      ),
    ).toBe(expected);
  });

  it.each([
    ["between a person's lines", ["above\r\n", "\r\nbelow  \n"]],
    ["behind a copy of itself", [`${ours.replace("ours", "old")}\n\n`, "\n<!-- coppice:end -->\n"]],
    ["behind half a pair", ["<!-- coppice:begin -->\n", ""]],
  ])("%s: it is renewed in place, the rest stays byte for byte", (_, [before = "", after = ""]) => {
    const body = `${before}<!-- coppice:begin -->\nold\n<!-- coppice:end -->${after}`;
    expect(withPart(body, write)).toBe(`${before}${ours}${after}`);
  });

  it("saved in a browser: other line ends alone change nothing", () => {
    const body = "above\r\n<!-- coppice:begin -->\r\na\r\n\r\nb\r\n<!-- coppice:end -->\r\nbelow";
    expect(withPart(body, () => "a\n\nb")).toBe(body);
  });

  it("a person's text that leaves no room: it stays as it is", () => {
    const body = "x".repeat(65_500);
    expect(withPart(body, (most) => (most < 4 ? undefined : "ours"))).toBe(body);
    expect(withPart("x".repeat(65_400), (most) => "y".repeat(most))).toHaveLength(65_536);
  });
});
