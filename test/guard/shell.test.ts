import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shellParser } from "../../src/guard/parser.js";
import { findInText } from "../../src/guard/shell.js";
import { newState } from "../../src/guard/state.js";
import { corpus } from "./corpus.js";

const parser = await shellParser();

/** The git commands of a text, each as its words and the directories it may run in; `?` is what is not known. */
const found = (text: string): string[] =>
  findInText(text, newState({ paths: ["/tree"], unknown: false }), { parser, home: "/home/me" }).map(
    (one) => {
      const { paths, unknown } = one.dirs;
      const where = [...paths, ...(unknown ? ["?"] : [])].join("|");
      const what =
        one.kind === "unknown" ? "UNKNOWN" : one.words.map((word) => word.text ?? `${word.start}?`).join(" ");
      return `${where}: ${what}`;
    },
  );

describe("the words of a command", () => {
  test.each([
    ["git commit -m 'a b' \"c d\" e\\ f", ["/tree: commit -m a b c d e f"]],
    ["git log ~/x ~ a~", ["/tree: log /home/me/x /home/me a~"]],
    ["git add a{b,c}d {x,y}", ["/tree: add abd acd x y"]],
    ["git add *.ts src/*.ts", ["/tree: add ? src/?"]],
    ["git show $'a\\tb\\x41\\101' $\"q\"", ["/tree: show a\tbAA q"]],
    ['git show "a\\$b\\\\c\\"d\\e"', ['/tree: show a$b\\c"d\\e']],
    ["A='x y'; git log $A \"$A\"", ["/tree: log x y x y"]],
    ['set -- a b; git log "$1"', ["/tree: log ?"]],
    ['f() { git log "$2" "$@"; }; f a b', ["/tree: log b a b"]],
    ["bash -c 'git log $1 $0' name arg", ["/tree: log arg ?"]],
    ["git log HEAD@{1} stash@{0} a^{tree} x..y", ["/tree: log HEAD@{1} stash@{0} a^{tree} x..y"]],
    ["git add file[1].txt", ["/tree: add file?"]],
    ["git log origin/$B", ["/tree: log origin/?"]],
    ["echo $(git log $(git status))", ["/tree: status", "/tree: log ?"]],
    ["git commit -F - <<E\nx\nE", ["/tree: commit -F -"]],
    ["git switch - 2>&1", ["/tree: switch -"]],
  ])("%s", (text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

describe("the directory of a command", () => {
  test.each([
    ["cd a && git x", ["/tree/a: x"]],
    ["cd a; git x", ["/tree/a|/tree: x"]],
    ["cd a || exit 1; git x", ["/tree/a: x"]],
    ["cd a || { echo no; exit 1; }; git x", ["/tree/a: x"]],
    ["cd a || git x", ["/tree: x"]],
    ["(cd a && git x); git y", ["/tree/a: x", "/tree: y"]],
    ["cd a && cd ../b && git x", ["/tree/b: x"]],
    ["cd /a && cd - && git x", ["/tree: x"]],
    ["cd && git x", ["/home/me: x"]],
    ['cd "$D" && git x', ["?: x"]],
    ['cd "$D" && cd /a && git x', ["/a: x"]],
    ["env -C a git x", ["/tree/a: x"]],
    ["if true; then cd a; fi && git x", ["/tree/a|/tree: x"]],
    ["for d in a b; do (cd $d && git x); done", ["/tree/a: x", "/tree/b: x"]],
    ["cd a | git x", ["/tree: x"]],
    ["cd a & git x", ["/tree: x"]],
    ["bash -c 'cd a && git x'; git y", ["/tree/a: x", "/tree: y"]],
    ["f() { cd a; }; f && git x", ["/tree/a|/tree: x"]],
    ["eval 'cd a' && git x", ["/tree/a: x"]],
    ["ssh host git x", ["?: x"]],
    ["time cd a && git x", ["/tree/a: x"]],
    ["time -p { cd a; git x; }", ["/tree/a|/tree: x"]],
    ["command cd a && git x", ["/tree/a: x"]],
    ["cd() { :; }; builtin cd a && command cd b && git x", ["/tree/a/b: x"]],
    ["env cd a && git x", ["/tree: x"]],
  ])("%s", (text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

describe("heredocs that the grammar cannot read", () => {
  test.each([
    ["cat <<A; git x\nbody 'git push'\nA\ngit y", ["/tree: x", "/tree: y"]],
    ["cat <<A <<'B'; git x\n'\nA\n$(git push)\nB\ngit y", ["/tree: x", "/tree: y"]],
    ["cat > a <<'A' && cat > b <<\\B; git x\n`git push`\nA\nit's\nB", ["/tree: x"]],
    ["git commit -F - <<'E'; git x\nit's \"git push\" `y`\nE", ["/tree: commit -F -", "/tree: x"]],
    ["sh <<'A'; git x\ngit push\nA", ["/tree: push", "/tree: x"]],
    ["if true; then cat <<-A; fi\n\tbody\n\tA\ngit x", ["/tree: x"]],
    ["cat <<A; true\n$(git x)\nA", ["/tree: x"]],
    ["echo \"$(cat <<'A'; git x\nbody)\nA\n)\" && git y", ["/tree: x", "/tree: y"]],
    ["cat <<A & git x\nbody\nA", ["/tree: x"]],
  ])("%j", (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  test.each([
    "cat <<A'B'; true\nx\nA\n'\nAB\ngit push\n'",
    "cat <<A; true\nx\\\nA\n'\nA\ngit push\n'",
    "cat <<'' <<A; true\n\nx\nA\ngit push",
    "x=$(cat <<A; true\nx\nA)\ngit push\nA\n)",
    "x=$(cat <<A; cat <<B)\nx\nA\ngit push\nB",
    "cat <<A; echo 'a\nA\n'\nb\nA\ngit push",
    "echo '<<A'; cat <<B; true\ngit push\nA\nB",
    "# <<A\ngit push\nA\ncat <<B; true\nx\nB",
    "echo $((1 <<A)); cat <<B; true\ngit push\nA\nB",
    "echo `cat <<A; true\nx\nA\n`; cat <<B; git push\nB",
    "cat <<A; true\nx",
    "cat <<A; true\r\nx\r\nA\r\ngit push",
    "cat <<A; true # it's\nx\nA\ngit push # '",
  ])("where the end of a body is not sure, the whole text is unknown: %j", (text) => {
    expect(found(text)).toEqual(["/tree: UNKNOWN"]);
  });
});

test("a text that is no shell, that is too long, or nested too deeply: unknown, not nothing", () => {
  expect(found("git commit -m 'x")).toEqual(["/tree: UNKNOWN"]);
  expect(found(`echo ${"x".repeat(300_000)}`)).toEqual(["/tree: UNKNOWN"]);
  expect(found(`${"eval ".repeat(100)}git push`)).toContain("/tree: UNKNOWN");
  expect(found(`${"$(".repeat(100)}git push${")".repeat(100)}`)).toContain("/tree: UNKNOWN");
  expect(found(`echo ${"$(echo ".repeat(60)}git push${")".repeat(60)}`)).toContain("/tree: UNKNOWN");
  expect(found(`echo $((${"(".repeat(20_000)}1${")".repeat(20_000)}))`)).toContain("/tree: UNKNOWN");
  expect(found("f() { f; f; }; f")).toContain("/tree: UNKNOWN");
  const loops = "abcdef".split("").map((name) => `for ${name} in 1 2 3 4 5 6 7 8 9; do `);
  expect(found(`${loops.join("")} git push; ${"done;".repeat(6)}`)).toContain("/tree: UNKNOWN");
});

test("pieces of shell put together at random: never throws, and a plain git push on a line of its own is found", () => {
  const pieces = [
    ...Object.values(corpus).flat(),
    "$(",
    ")",
    "`",
    "'",
    '"',
    "<<E\n",
    "\nE\n",
    "{",
    "}",
    "\\",
    "$",
    "&&",
    "|",
    ";;",
    "\0",
    "é",
    "if",
    "fi",
    "((",
    "[[",
  ];
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...pieces), { maxLength: 6 }),
      fc.constantFrom(" ", "\n", ";", ""),
      (parts, by) => {
        const text = `git push origin probe\n${parts.join(by)}`;
        const all = found(text);
        expect(all.some((one) => one.includes("push origin probe") || one.endsWith("UNKNOWN"))).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      found(text);
    }),
    { numRuns: 300 },
  );
});
