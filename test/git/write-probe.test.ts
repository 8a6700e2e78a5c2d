import { describe, expect, test } from "vitest";
import { GitRunner } from "../../src/git/run.js";
import { diskProblem, spaceProblem, toldProblem, writeProblem } from "../../src/git/write-probe.js";
import { createTempDir } from "../support/repo.js";

describe("why git could not write", () => {
  test("a disk with room: no problem of the disk", async () => {
    const directory = createTempDir();
    expect(await writeProblem(directory)).toBeUndefined();
    expect(await spaceProblem(directory, 1)).toBeUndefined();
    expect(toldProblem("error: unable to write file a.txt\nfatal: it failed\n")).toBeUndefined();
    const full = await diskProblem(directory, "fatal: unable to write a.txt: No space left on device\n");
    expect(full).toMatchObject({ code: "NO_SPACE_LEFT" });
  });

  test("more than the disk has room for: NO_SPACE_LEFT, with both sizes", async () => {
    const problem = await spaceProblem(createTempDir(), 1e18);
    expect(problem).toMatchObject({ code: "NO_SPACE_LEFT", details: { requiredMB: 1e12 } });
    expect(problem?.details.availableMB).toBeLessThan(1e12);
  });

  test.each([
    ["No space left on device", "NO_SPACE_LEFT"],
    ["Disk quota exceeded", "QUOTA_EXCEEDED"],
    ["Disc quota exceeded", "QUOTA_EXCEEDED"],
    ["Read-only file system", "READONLY_FS"],
  ])("git tells the system's answer, and by now there is room again (%s): %s", async (answer, code) => {
    const directory = createTempDir();
    const alias = `!echo "fatal: unable to create file a.txt: ${answer}" >&2; exit 128`;
    const failing = new GitRunner().run(directory, ["-c", `alias.fail=${alias}`, "fail"], {
      writes: directory,
    });
    await expect(failing).rejects.toMatchObject({ code });
    const unasked = new GitRunner().run(directory, ["-c", `alias.fail=${alias}`, "fail"]);
    await expect(unasked).rejects.toMatchObject({ code });
  });

  test("a file that is called like an answer, and what a remote says of its own disk: not taken for one", () => {
    expect(
      toldProblem("remote: fatal: write error: No space left on device\nerror: failed\n"),
    ).toBeUndefined();
    expect(toldProblem("error: 'a: No space left on device' is not tracked\n")).toBeUndefined();
  });
});
