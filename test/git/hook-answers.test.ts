import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { neutralConfig } from "../../src/git/environment.js";
import { parseAnswers, readAnswers } from "../../src/git/hook-answers.js";
import { statusArguments } from "../../src/git/status.js";

const words = (...all: readonly string[]): string => all.map((word) => `${word}\0`).join("");

const text = (answers: ReturnType<typeof parseAnswers>) =>
  answers === undefined
    ? undefined
    : { config: answers.config.toString(), status: answers.status?.toString() };

test.each([
  [words("a=1", "b\nc", "", "0", "# oid x", "? f", "", "0"), words("a=1", "b\nc"), words("# oid x", "? f")],
  [words("a=1", "", "0"), words("a=1"), undefined],
  [words("a=1", "", "0", "# half", "", "128"), words("a=1"), undefined],
  [`${words("a=1", "", "0", "# half")}without an end`, words("a=1"), undefined],
  [words("", "0", "", "0"), "", ""],
])("answers %j: what is whole and came from a git that succeeded", (given, config, status) => {
  expect(text(parseAnswers(Buffer.from(given)))).toEqual({ config, status });
});

test.each([words("a=1", "", "128", "? f", "", "0"), words("a=1", "half0"), words("a=1", ""), words(""), ""])(
  "answers %j: none, git has to be asked",
  (given) => {
    expect(parseAnswers(Buffer.from(given))).toBeUndefined();
  },
);

test("no descriptor is named, or none that a shim uses: nothing is read", async () => {
  for (const COPPICE_ANSWERS of ["0", "3x", "10", ""])
    expect(await readAnswers({ COPPICE_ANSWERS })).toBeUndefined();
  expect(await readAnswers({})).toBeUndefined();
});

test("what the push hook's shell asks and what its program asks: one status, under the same settings", () => {
  const shell = readFileSync(new URL("../../hooks/coppice-push.sh", import.meta.url), "utf8");
  const [, settings = "", asked] =
    /^ *git (-c .*?) --git-dir="\$coppice_git" --work-tree="\$coppice_text" (status .*)$/m.exec(
      shell.replace(/\\\n */g, ""),
    ) ?? [];
  expect(asked).toBe(statusArguments.join(" "));
  const ours = new Map([...neutralConfig, ["core.hooksPath", "/dev/null"] as const]);
  const pins = settings.split(" ").filter((word) => word !== "-c");
  expect(pins.map((pin) => pin.split("=", 1)[0])).toEqual([
    "core.hooksPath",
    "core.fsmonitor",
    "status.showStash",
  ]);
  for (const [name = "", value] of pins.map((pin) => pin.split("="))) expect(ours.get(name)).toBe(value);
});
