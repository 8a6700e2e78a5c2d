import { expect, test } from "vitest";
import { partsOf } from "../../scripts/picture.js";
import { terminalSvg } from "../../scripts/terminal-svg.js";

const cyan = (text: string): string => `\u001b[36m${text}\u001b[39m`;
const bold = (text: string): string => `\u001b[1m${text}\u001b[22m`;

test("parts of the demo's output: from the command to the next one or the next heading", () => {
  const output = [
    bold("1. First"),
    `   ${cyan("$ coppice list")}`,
    "   a",
    "",
    "     b",
    `   ${cyan("$ git log")}`,
    "   c",
    "",
    bold("2. Second"),
    "   why",
    `   ${cyan("$ coppice log")}`,
    "   d",
    "",
  ].join("\n");

  expect(partsOf(output, ["coppice log", "coppice list"])).toEqual([
    [cyan("$ coppice log"), "d"],
    [cyan("$ coppice list"), "a", "", "  b"],
  ]);
  expect(() => partsOf(output, ["coppice show"])).toThrow("ran no coppice show");
});

test("a line that is longer than the terminal is wide: goes on in the next row, in its colour", () => {
  const svg = terminalSvg([cyan("ab<d"), "e"], { columns: 3, title: "A & B" });
  const texts = [...svg.matchAll(/<text x="([\d.]+)" y="(\d+)"[^>]*?( fill="[^"]*")?>(.*?)<\/text>/g)];

  expect(texts.map((found) => found.slice(1))).toEqual([
    ["16", "28", ' fill="#76d9e6"', "ab&lt;"],
    ["16", "45", ' fill="#76d9e6"', "d"],
    ["16", "62", undefined, "e"],
  ]);
  expect(svg).toContain("<title>A &amp; B</title>");
});

test("columns of a table: each begins where it stands in the line", () => {
  const svg = terminalSvg(["one two  three"], { columns: 80, title: "table" });

  expect([...svg.matchAll(/x="([\d.]+)"[^>]*>([^<]+)<\/text>/g)].map((found) => found.slice(1))).toEqual([
    ["16", "one two"],
    ["80.8", "three"],
  ]);
});
