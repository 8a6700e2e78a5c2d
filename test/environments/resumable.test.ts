import { expect, test } from "vitest";
import { resumable } from "../../src/engine/failure.js";
import { CoppiceError, type ErrorCode } from "../../src/lifecycle/errors.js";

test("what ended an operation: of the system, it can be retried, and the hint says so; what cannot be mended stays so", () => {
  const after = (code: ErrorCode, suggestedAction?: string) => {
    const options = suggestedAction === undefined ? {} : { suggestedAction };
    const { recoverable, suggestedAction: hint } = resumable(
      new CoppiceError(code, "It failed.", options),
    ).concerning("task/a");
    return [recoverable, hint];
  };
  expect(after("NO_SPACE_LEFT")).toEqual([true, "Free some disk space, then coppice retry task/a."]);
  expect(after("PERMISSION_DENIED")).toEqual([
    true,
    "Give yourself the permission, then coppice retry task/a.",
  ]);
  expect(after("INTERRUPTED", "Run the command again.")).toEqual([
    true,
    "coppice retry task/a goes on from there.",
  ]);
  expect(after("JOURNAL_CORRUPT")[0]).toBe(false);
  expect(after("MERGE_FAILED", "Mend it.")).toEqual([true, "Mend it."]);
});
