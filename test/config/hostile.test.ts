import { expect, test } from "vitest";
import { parseConfigFile } from "../../src/config/file.js";
import { fromGitConfig } from "../../src/config/from-git.js";
import { GitConfig } from "../../src/git/config.js";
import { errorDetailsSchema } from "../../src/lifecycle/error-schemas.js";
import { CoppiceError } from "../../src/lifecycle/errors.js";

function refusal(work: () => unknown): CoppiceError {
  try {
    work();
  } catch (error) {
    if (error instanceof CoppiceError) return error;
  }
  throw new Error("it was not refused");
}

test("a key of a megabyte that nobody knows: refused at once, in a message that can be read", () => {
  const key = "x".repeat(1_000_000);
  const begun = performance.now();
  const errors = [
    refusal(() => parseConfigFile("coppice.config.json", JSON.stringify({ [key]: 1 }))),
    refusal(() => fromGitConfig(new GitConfig(`coppice.${key}\n1\0`))),
  ];
  expect(performance.now() - begun).toBeLessThan(2_000);
  for (const error of errors) {
    expect(error.code).toBe("CONFIG_INVALID");
    expect(error.message.length).toBeLessThan(400);
    expect(errorDetailsSchema.safeParse(error.details).success).toBe(true);
  }
});
