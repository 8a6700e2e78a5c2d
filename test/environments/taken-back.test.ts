import { chmodSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { coppice, created, done } from "../cli/support.js";
import { createRepo, openRepo, snapshot } from "../support/repo.js";

test("git stops in the middle of moving base's checkout, as on a full disk: taken back, nothing has moved, and a retry goes through", async () => {
  const repo = createRepo({ files: { ".gitattributes": "*.bin filter=large\n", "gone.txt": "old\n" } });
  // Works in the task's worktree alone, until it is mended: like a store of large files that cannot be reached.
  const filter = join(dirname(repo.dir), "filter");
  writeFileSync(filter, `#!/bin/sh\ncase $PWD in *task-a) cat ;; *) exit 1 ;; esac\n`);
  chmodSync(filter, 0o755);
  for (const side of ["clean", "smudge"]) repo.git("config", `filter.large.${side}`, filter);
  repo.git("config", "filter.large.required", "true");
  const task = openRepo(await created(repo, "task/a"));
  task.git("rm", "--quiet", "gone.txt");
  task.commit("Work", { "a/new.txt": "new\n", "large.bin": "large\n", "src/a.txt": "changed\n" });
  repo.write("untracked.txt", "mine\n");
  const before = snapshot(repo.dir);
  const run = await coppice(repo.dir, ["merge", "task/a"]);
  expect(run.stderr).toMatch(/^error\[MERGE_FAILED\] .*taken back; nothing has moved/m);
  expect({ ...snapshot(repo.dir), index: before.index }).toEqual(before);
  writeFileSync(filter, "#!/bin/sh\nexec cat\n");
  await done(repo.dir, "retry", "task/a");
  expect(repo.read("large.bin")).toBe("large\n");
  expect(repo.git("status", "--porcelain")).toBe("?? untracked.txt");
});
