import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { worksOf } from "../../src/engine/evidence.js";
import { openRepository } from "../../src/git/repository.js";
import { GitRunner } from "../../src/git/run.js";
import type { Oid } from "../../src/lifecycle/ids.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { type Files, type Mark, Past } from "./past.js";

const lines = (words: Readonly<Record<number, string>> = {}, end = "\n"): string =>
  Array.from({ length: 30 }, (_, line) => `${words[line] ?? `line ${line}`}${end}`).join("");
const executable = (text: string) => ({ mode: "100755", text }) as const;
const submodule = (digit: string) => ({ mode: "160000", text: digit.repeat(40) }) as const;

/** Branches from one commit, beside a base that goes on for each of them in turn. */
class Field {
  readonly past = new Past();
  readonly tips = new Map<string, Mark>();
  /** What base is to have of each: `ancestor`, `patch-id`, `commits`, `tree`, `unmerged`. */
  readonly expected = new Map<string, string>();
  readonly start: Mark;
  base: Mark;
  #time = 1_700_000_000_000;

  constructor(files: Files) {
    this.start = this.past.commit([], files, this.#time);
    this.base = this.start;
  }

  commit(parents: readonly Mark[], files: Files): Mark {
    this.#time += 60_000;
    return this.past.commit(parents, files, this.#time);
  }

  /** @returns the commits, each on the one before */
  branch(name: string, expected: string, commits: readonly Files[], from = this.start): Mark[] {
    let tip = from;
    const made = commits.map((files) => {
      tip = this.commit([tip], files);
      return tip;
    });
    return this.tip(name, expected, tip, made);
  }

  tip(name: string, expected: string, tip: Mark, made: Mark[] = [tip]): Mark[] {
    this.tips.set(name, tip);
    this.expected.set(name, expected);
    return made;
  }

  /** A commit on base. */
  on(files: Files, ...merged: readonly Mark[]): Mark {
    this.base = this.commit([this.base, ...merged], files);
    return this.base;
  }
}

/** What is not as usual in the way a branch was merged, or was not. */
function field(): Field {
  const all = new Field({
    ...Object.fromEntries(
      ["clash", "squash-clash", "evil", "ours", "indented", "other-indent", "crlf", "crlf-not"].map(
        (name) => [`${name}.txt`, lines()],
      ),
    ),
    "moved.txt": lines().replaceAll("line", "row"),
    "same.txt": "x\n".repeat(10),
    "run.sh": "run\n",
    "run-not.sh": "run\n",
    "gone.txt": "gone\n",
    "gone-not.txt": "gone\n",
    "type.txt": "target",
    "old name.txt": lines(),
    lib: submodule("1"),
    "lib-not": submodule("1"),
    hidden: submodule("1"),
    ".gitmodules": '[submodule "hidden"]\n\tpath = hidden\n\turl = ./hidden\n\tignore = all\n',
  });
  const { start } = all;

  // The merge that brought it decided otherwise, in three ways; squashed, that leaves nothing to know it by.
  const clash = (name: string, expected: string): Mark[] => {
    all.on({ [`${name}.txt`]: lines({ 9: "base's" }) });
    return all.branch(name, expected, [{ [`${name}.txt`]: lines({ 9: "its own" }) }]);
  };
  all.on({ "clash.txt": lines({ 9: "of both" }) }, ...clash("clash", "ancestor"));
  all.on({ "evil.txt": lines({ 9: "base's" }), "evil-more.txt": "evil\n" }, ...clash("evil", "ancestor"));
  all.on({}, ...clash("ours", "ancestor"));
  clash("squash-clash", "unmerged");
  all.on({ "squash-clash.txt": lines({ 9: "of both" }) });

  all.branch("half undone", "patch-id", [{ "half.txt": "1\n", "h.txt": "1\n" }, { "half.txt": null }]);
  all.on({ "h.txt": "1\n" });
  all.branch("all undone", "unmerged", [{ "a.txt": "1\n" }, { "a.txt": null }]);
  all.branch("emptied", "commits", [{ "e.txt": "1\n" }, {}, { "f.txt": "1\n" }]);
  all.on({ "e.txt": "1\n" });
  all.on({ "f.txt": "1\n" });
  all.branch("in other portions", "tree", [{ "p.txt": "1\n" }, { "q.txt": "1\n" }, { "r.txt": "1\n" }]);
  all.on({ "p.txt": "1\n" });
  all.on({ "q.txt": "1\n", "r.txt": "1\n" });

  // Base has renamed the file since.
  const unlike = (words: Readonly<Record<number, string>>): string => lines(words).replaceAll("line", "row");
  all.branch("moved", "tree", [{ "moved.txt": unlike({ 9: "its own" }) }]);
  all.on({ "moved.txt": null, "moved/away.txt": unlike({ 2: "base's" }) });
  all.on({ "moved/away.txt": unlike({ 2: "base's", 9: "its own" }) });
  all.branch("renaming", "patch-id", [{ "old name.txt": null, "new name.txt": lines({ 5: "five" }) }]);
  all.on({ "old name.txt": null, "new name.txt": lines({ 5: "five" }) });

  all.branch("indented", "patch-id", [{ "indented.txt": lines({ 9: "    line 9" }) }]);
  all.on({ "indented.txt": lines({ 2: "base's" }) });
  all.on({ "indented.txt": lines({ 2: "base's", 9: "    line 9" }) });
  all.branch("other indent", "unmerged", [{ "other-indent.txt": lines({ 9: "    line 9" }) }]);
  all.on({ "other-indent.txt": lines({ 9: "  line 9" }) });
  all.branch("crlf", "patch-id", [{ "crlf.txt": lines({}, "\r\n") }]);
  all.on({ "crlf.txt": lines({}, "\r\n") });
  all.branch("crlf, not", "unmerged", [{ "crlf-not.txt": lines({ 9: "nine" }, "\r\n") }]);
  all.on({ "crlf-not.txt": lines({ 9: "nine" }) });
  all.branch("no line feed", "unmerged", [{ "end.txt": "1" }]);
  all.on({ "end.txt": "1\n" });

  all.branch("mode", "patch-id", [{ "run.sh": executable("run\n") }]);
  all.on({ "run.sh": executable("run\n") });
  all.branch("mode, not", "unmerged", [{ "run-not.sh": executable("go\n") }]);
  all.on({ "run-not.sh": "go\n" });
  all.branch("link", "patch-id", [{ "type.txt": { mode: "120000", text: "target" } }]);
  all.on({ "type.txt": { mode: "120000", text: "target" } });
  all.branch("binary", "patch-id", [{ "b.bin": "\0one\n" }]);
  all.on({ "b.bin": "\0one\n" });
  all.branch("binary, not", "unmerged", [{ "c.bin": "\0one\n" }]);
  all.on({ "c.bin": "\0two\n" });
  all.branch("submodule", "patch-id", [{ lib: submodule("2") }]);
  all.on({ lib: submodule("2") });
  all.branch("submodule, not", "unmerged", [{ "lib-not": submodule("2") }]);
  all.on({ "lib-not": submodule("3") });
  // Configuration that is in the tree says that its commits are not looked at.
  all.branch("hidden submodule", "unmerged", [{ hidden: submodule("2"), "s.txt": "1\n" }]);
  all.on({ "s.txt": "1\n" });
  all.branch("deleting", "patch-id", [{ "gone.txt": null }]);
  all.on({ "gone.txt": null });
  all.branch("deleting, not", "unmerged", [{ "gone-not.txt": null }]);
  all.on({ "gone-not.txt": "no\n" });
  all.branch("odd names", "patch-id", [{ 'a "b"\n\\c.txt': "1\n", " ä.txt": "1\n" }]);
  all.on({ 'a "b"\n\\c.txt': "1\n", " ä.txt": "1\n" });

  // The same lines in the same surroundings, twice; base has them once.
  all.branch("twice", "unmerged", [{ "same.txt": "x\n".repeat(11) }, { "same.txt": "x\n".repeat(12) }]);
  all.on({ "same.txt": "x\n".repeat(11) });

  // Base was merged into it on the way, and what it had by then was merged into base at the same time.
  const [one = start] = all.branch("criss-cross, first", "ancestor", [{ "x1.txt": "1\n" }]);
  const other = all.on({ "y.txt": "1\n" });
  all.on({ "x1.txt": "1\n" }, one);
  const crossed = all.commit([other, one], { "x1.txt": "1\n" });
  all.branch("criss-cross", "tree", [{ "x2.txt": "1\n" }], crossed);
  all.on({ "x2.txt": "1\n" });
  all.branch("criss-cross, open", "unmerged", [{ "x3.txt": "1\n" }], crossed);
  // It has another branch's work in it, which alone came to base.
  const [part = start] = all.branch("stacked, first", "patch-id", [{ "s1.txt": "1\n" }]);
  all.on({ "s1.txt": "1\n" });
  const mixed = all.commit([all.commit([start], { "s2.txt": "1\n" }), part], { "s1.txt": "1\n" });
  all.tip("stacked", "unmerged", mixed);

  // Base was made anew: the commit that they began at is in it under another id.
  const before = all.commit([all.base], { "anew.txt": "1\n" });
  all.branch("on what was made anew", "commits", [{ "n.txt": "1\n" }], before);
  all.branch("on what was made anew, open", "unmerged", [{ "o.txt": "1\n" }], before);
  all.on({ "anew.txt": "1\n" });
  all.on({ "n.txt": "1\n" });
  // Nothing of it is in base but what it began with.
  all.tip("what was made anew", "patch-id", before);
  return all;
}

async function judge(repo: TestRepo, base: Oid, heads: ReadonlyMap<string, Oid>) {
  const opened = await openRepository(repo.dir, new GitRunner());
  try {
    const works = await worksOf(opened, base, heads.values());
    return Object.fromEntries(
      [...heads].map(([name, head]) => {
        const work = works.get(head);
        return [name, work?.kind === "merged" ? work.evidence : (work?.kind ?? "nothing")];
      }),
    );
  } finally {
    await opened.close();
  }
}

test("merged in odd ways, or only seemingly: told by what base has, whatever git is configured to show", async () => {
  const repo = createRepo();
  const all = field();
  const oidOf = all.past.make(repo.dir);
  const base = oidOf(all.base);
  const heads = new Map([...all.tips].map(([name, mark]) => [name, oidOf(mark)]));
  const expected = Object.fromEntries(all.expected);
  expect(await judge(repo, base, heads)).toEqual(expected);

  const gitDir = join(repo.dir, ".git");
  const config = readFileSync(join(gitDir, "config"), "utf8");
  writeFileSync(join(gitDir, "attributes"), "*.txt binary\n*.bin diff=words\nlib ignore\n");
  appendFileSync(join(gitDir, "config"), hostile(join(gitDir, "attributes")));
  writeFileSync(join(gitDir, "index"), "no index\n");
  mkdirSync(join(gitDir, "info"), { recursive: true });
  // By the word of this clone alone, base has merged what it has not.
  const open = heads.get("criss-cross, open") ?? base;
  writeFileSync(join(gitDir, "info", "grafts"), `${base} ${open}\n`);
  const body = repo.git("cat-file", "commit", base);
  const replaced = body.replace(/^parent .*$/m, `$&\nparent ${heads.get("stacked") ?? base}`);
  writeFileSync(join(gitDir, "replaced"), `${replaced}\n`);
  const other = repo.git("hash-object", "-t", "commit", "-w", join(gitDir, "replaced"));
  mkdirSync(join(gitDir, "refs", "replace"), { recursive: true });
  writeFileSync(join(gitDir, "refs", "replace", base), `${other}\n`);
  expect(await judge(repo, base, heads)).toEqual(expected);

  // Of a history that is cut off less can be known, and nothing more.
  writeFileSync(join(gitDir, "config"), config);
  for (const mark of [all.start, ...[8, 20, 40].map((back) => all.start + back)]) {
    writeFileSync(join(gitDir, "shallow"), `${oidOf(mark)}\n`);
    for (const [name, found] of Object.entries(await judge(repo, base, heads))) {
      expect([expected[name], "unmerged", "unknown"], name).toContain(found);
    }
  }
});

/** Everything that a person may have set which changes what git shows of a change. */
const hostile = (attributes: string): string => `
[core]
	attributesFile = ${attributes}
	quotePath = true
	abbrev = 4
	commitGraph = true
	ignoreCase = true
	autocrlf = true
[diff]
	external = /bin/false
	noprefix = true
	mnemonicPrefix = true
	context = 0
	interHunkContext = 9
	algorithm = histogram
	renames = copies
	ignoreSubmodules = all
	submodule = log
	orderFile = /nowhere
	suppressBlankEmpty = true
	wsErrorHighlight = all
	relative = true
[diff "words"]
	textconv = /bin/false
	command = /bin/false
	binary = false
[submodule "hidden"]
	ignore = all
[submodule "lib"]
	path = lib
	ignore = all
[color]
	ui = always
[merge]
	renames = false
	conflictStyle = diff3
`;
