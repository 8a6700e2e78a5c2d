import { describe, expect, test } from "vitest";
import { directoryKey, directoryName, uniqueDirectoryName } from "../../src/lifecycle/names.js";

describe("directory names", () => {
  test.each([
    ["feature/auth-login", "feature-auth-login"],
    ["fix: bug #123", "fix-_bug_-123"],
    ["user/john/task", "user-john-task"],
    ["CON", "_CON"],
    ["...test", "test"],
    ['a\\b:c*d?e"f<g>h|i#j', "a-b-c-d-e-f-g-h-i-j"],
    ["a\u0000b\u001fc\u007fd\ne", "a-b-c-d-e"],
    ["a\u00a0b\u3000c d", "a_b_c_d"],
    ["a//--b", "a-b"],
    ["-.-a.-.", "a"],
    ["con.txt", "_con.txt"],
    ["lpt9", "_lpt9"],
    ["COM\u00b9", "_COM\u00b9"],
    ["console", "console"],
    ["", "_branch"],
    ["///", "_branch"],
    ["\u{1f680}/launch", "\u{1f680}-launch"],
    ["$(rm -rf ~)", "$(rm_-rf_~)"],
    ["Feat", "Feat"],
  ])("%j: %j", (branch, directory) => {
    expect(directoryName(branch)).toBe(directory);
  });

  test("long names: are cut between characters, and ends go again", () => {
    const name = directoryName(`${"a".repeat(199)}\u00fcb`);
    expect(name).toBe("a".repeat(199));
    expect(directoryName(`${"a".repeat(198)}/.b`)).toBe("a".repeat(198));
    expect(directoryName("\u{1f680}".repeat(80))).toBe("\u{1f680}".repeat(50));
  });

  test("a long device name: keeps within the bytes with its underscore", () => {
    const name = directoryName(`con.${"x".repeat(300)}`);
    expect(name.startsWith("_con.")).toBe(true);
    expect(Buffer.byteLength(name)).toBe(200);
  });
});

describe("branches whose names sanitize alike", () => {
  const place = (branches: readonly string[]): string[] => {
    const taken: string[] = [];
    for (const branch of branches) taken.push(uniqueDirectoryName(branch, taken));
    return taken;
  };

  test.each([
    ["feature/a-b", "feature-a/b"],
    ["Feat", "feat"],
    ["\u00e9t\u00e9", "e\u0301te\u0301"],
    ["a b", "a_b"],
    ["STRASSE", "stra\u00dfe"],
    ["\ufb01x", "fix"],
  ])("%j and %j: get different directories", (one, other) => {
    const [first = "", second = ""] = place([one, other]);
    expect(first).toBe(directoryName(one));
    expect(second).not.toBe(first);
    expect(directoryKey(second)).not.toBe(directoryKey(first));
  });

  test("asked again: the same directory, whatever else came meanwhile", () => {
    const again = uniqueDirectoryName("feature-a/b", ["feature-a-b"]);
    expect(again).toBe(uniqueDirectoryName("feature-a/b", ["other", "FEATURE-A-B"]));
    expect(again).toMatch(/^feature-a-b-[0-9a-f]{8}$/);
  });

  test("the suffix itself taken: another one is found", () => {
    const first = uniqueDirectoryName("feat", ["feat"]);
    const second = uniqueDirectoryName("feat", ["feat", first]);
    expect(new Set(["feat", first, second]).size).toBe(3);
  });

  test("long names with a suffix: stay within the bytes", () => {
    const long = "a".repeat(300);
    const [, second = ""] = place([long, `${long}b`]);
    expect(Buffer.byteLength(second)).toBe(200);
  });
});
