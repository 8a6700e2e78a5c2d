import { describe, expect, it } from "vitest";
import {
  codeSpan,
  cut,
  escapeMarkdown,
  fenced,
  htmlCode,
  link,
  plainTitle,
  table,
} from "../../../src/engine/hosted/markdown.js";

const none = "&#8203;";

describe("text in markdown", () => {
  it.each([
    ["a word", "plain text, 100 % & more", "plain text, 100 % &amp; more"],
    ["a mention", "ask @someone or @org/team", `ask @${none}someone or @${none}org/team`],
    ["an address of mail", "a@b.example", `a@${none}b.example`],
    ["a reference", "fixes #12, o/r#3, GH-4", `fixes \\#${none}12, o/r\\#${none}3, GH-${none}4`],
    ["a number that is none", "high-5 C# #x", "high-5 C\\# \\#x"],
    ["a link", "[a](https://b.example)", `\\[a\\](https:${none}//b.example)`],
    ["a bare address", "see WWW.b.example", `see WWW${none}.b.example`],
    ["an image", "![a](b)", "!\\[a\\](b)"],
    ["a script", "<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
    ["our own mark", "<!-- coppice:end -->", "&lt;!-- coppice:end --&gt;"],
    ["an entity", "&lt;b&gt; &#35;", `&amp;lt;b&amp;gt; &amp;\\#${none}35;`],
    ["the bars of a table", "a | b \\| c", "a &#124; b &#92;&#124; c"],
    ["code", "`x` and ```y", "&#96;x&#96; and &#96;&#96;&#96;y"],
    ["emphasis", "*a* __b__ ~~c~~", "\\*a\\* \\_\\_b\\_\\_ \\~\\~c\\~\\~"],
    ["a formula", "$x$", "<span>&#36;</span>x<span>&#36;</span>"],
    ["an emoji's name", "ship it :+1: a:b", `ship it :${none}+1: a:b`],
    ["a heading", "# a", "\\# a"],
    ["a list", "- a", "\\- a"],
    ["a numbered list", "12. a", "12\\. a"],
    ["a number", "1.5 and 2) b", "1\\.5 and 2) b"],
    ["an underline", "===", "\\==="],
    ["a quotation", "> a", "&gt; a"],
    ["line breaks", "a\r\nb\n\n  c\u2028d\t", "a b c d"],
    ["a workflow command", "\n::set-output name=a::b", "::set-output name=a::b"],
    ["controls", "a\u001b[31mb\u0000\u009b", "a&#92;x1b\\[31mb&#92;x00&#92;x9b"],
    ["text in the other direction", "a\u202eb\u2066c", "a&#92;u{202e}b&#92;u{2066}c"],
    ["what has no width", "a\u200bb\u2060c\u{e0041}", "a&#92;u{200b}b&#92;u{2060}c&#92;u{e0041}"],
    ["half a character", "a\ud800b", "a&#92;u{d800}b"],
    ["other scripts", "größe 日本語 می\u200cخواهم", "größe 日本語 می\u200cخواهم"],
  ])("%s: is shown as text", (_, text, markdown) => {
    expect(escapeMarkdown(text)).toBe(markdown);
  });

  it("300 characters and more: cut, between characters", () => {
    expect(escapeMarkdown("x".repeat(300))).toBe("x".repeat(300));
    expect(escapeMarkdown("x".repeat(301))).toBe(`${"x".repeat(299)}…`);
    expect(cut("😀😀😀", 3)).toBe("😀😀😀");
    expect(cut("😀😀😀", 2)).toBe("😀…");
  });
});

describe("names as code", () => {
  it.each([
    ["a branch", "task/a#b%c&d+e-größe", "`task/a#b%c&d+e-größe`"],
    ["backticks inside", "a`b``c", "```a`b``c```"],
    ["backticks at the ends", "`a`", "`` `a` ``"],
    ["spaces at both ends", " a ", "`  a  `"],
    ["what would be a mention", "@team/#1", "`@team/#1`"],
    ["a backslash at its end", "a\\", "`a\\`"],
    ["a script", "<script>", "`<script>`"],
    ["a bar", "a|b`@c\\", "<code>a&#124;b&#96;&#64;c&#92;</code>"],
    ["nothing", "", "<code></code>"],
    ["a line break", "a\nb", "`a b`"],
    ["what joins characters unseen", "a\u200d\u202eb", "`a\\u{200d}\\u{202e}b`"],
  ])("%s: is shown as it is", (_, name, markdown) => {
    expect(codeSpan(name)).toBe(markdown);
  });

  it("200 bytes: not cut; 300 characters and more: cut", () => {
    expect(codeSpan("b".repeat(200))).toBe(`\`${"b".repeat(200)}\``);
    expect(codeSpan("b".repeat(500))).toBe(`\`${"b".repeat(299)}…\``);
  });

  it("where markdown is not read: as HTML", () => {
    expect(htmlCode("src/<b>.ts")).toBe("<code>src/&#60;b&#62;.ts</code>");
  });
});

describe("blocks", () => {
  it("fences inside of code: the outer one is longer", () => {
    expect(fenced("a\n````\n</details>\r\n\u001b\tb\n\n", "diff")).toBe(
      "`````diff\na\n````\n</details>\n\\x1b\tb\n`````",
    );
    expect(fenced("")).toBe("```\n\n```");
  });

  it("cells with bars and line breaks: the table stays a table", () => {
    expect(
      table(
        ["a", "b"],
        [
          [codeSpan("x|y"), escapeMarkdown("1\n| 2")],
          ["stray | bar", "stray\nline"],
        ],
      ),
    ).toBe(
      [
        "| a | b |",
        "| --- | --- |",
        "| <code>x&#124;y</code> | 1 &#124; 2 |",
        "| stray &#124; bar | stray line |",
      ].join("\n"),
    );
  });

  it("an address: linked where it is one of the web", () => {
    expect(link("#7", "https://github.example/a/b/pull/7")).toBe(
      `[\\#${none}7](https://github.example/a/b/pull/7)`,
    );
    expect(link("a", "https://b.example/)|<x> `")).toBe("[a](https://b.example/%29%7C%3Cx%3E%20%60)");
    expect(link("a", "javascript:alert(1)")).toBe("a");
  });

  it("a title: one line, nobody is mentioned in it or in the message made of it", () => {
    expect(plainTitle(" fix\n@team #12 \u202e* ")).toBe("fix @\u200bteam #\u200b12 \\u{202e}*");
    expect(plainTitle("t".repeat(400))).toHaveLength(200);
  });
});
