import { expect, test } from "vitest";
import { startDetached } from "../../src/engine/detached.js";

test.each([
  ["is not there", ["/nowhere/program"]],
  ["gets more words than the system takes", [process.execPath, "x".repeat(4_194_304)]],
] as const)("a detached program that %s: whoever starts it goes on", (_why, words) => {
  expect(() => startDetached(words, "/")).not.toThrow();
});
