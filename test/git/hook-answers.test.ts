import { expect, test } from "vitest";
import { parseAnswers, readAnswers } from "../../src/git/hook-answers.js";

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
