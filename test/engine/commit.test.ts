import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commit } from "../../src/engine/commit.js";
import { retry } from "../../src/engine/retry.js";
import { commitAt, edit, project, task } from "./merge-support.js";
import { failure, lifeOf, recordIn, run } from "./support.js";

const committing = (cwd: string, message = "Message", author?: string) =>
  run(cwd, (engine) => commit(engine, "task/a", { message, ...(author === undefined ? {} : { author }) }));

test("everything that changed is committed, untracked files and deletions too", async () => {
  const repo = project({ files: { ".gitignore": "*.log\n" } });
  const a = await task(repo, "task/a");
  edit(a.tree.dir, "new/file.txt", "new\n");
  edit(a.tree.dir, "src/a.txt", "changed\n");
  edit(a.tree.dir, "x.log", "ignored\n");
  a.tree.git("rm", "--quiet", "src/b.txt");
  const { record, sha } = await committing(repo.dir, "Subject\n\nBody", "Bea <bea@example.org>");
  expect(record).toMatchObject({ status: "active", headOid: sha });
  const made = commitAt(a.tree, "HEAD");
  expect(made).toMatchObject({ oid: sha, message: "Subject\n\nBody\n" });
  expect(made.author).toContain("Bea <bea@example.org>");
  expect(a.tree.git("show", "--name-status", "--format=", "HEAD").split("\n")).toEqual([
    "A\tnew/file.txt",
    "M\tsrc/a.txt",
    "D\tsrc/b.txt",
  ]);
  expect((await lifeOf(repo.dir, "task/a")).slice(-3)).toEqual([
    "MODIFY>dirty",
    "COMMIT>committing",
    "INIT_COMPLETE>active",
  ]);
});

test("nothing to commit: refused", async () => {
  const repo = project();
  await task(repo, "task/a");
  expect((await failure(committing(repo.dir))).code).toBe("INVALID_STATE");
});

test("L5: the directory is gone: WORKTREE_NOT_FOUND, the record is as it was", async () => {
  const repo = project();
  const a = await task(repo, "task/a");
  rmSync(a.tree.dir, { recursive: true });
  expect((await failure(committing(repo.dir))).code).toBe("WORKTREE_NOT_FOUND");
  expect((await recordIn(repo.dir, "task/a")).status).toBe("active");
});

test("L14: unmerged entries: refused, naming the files", async () => {
  const repo = project();
  const a = await task(repo, "task/a", { "src/a.txt": "task\n" });
  repo.commit("Base", { "src/a.txt": "base\n" });
  expect(() => a.tree.git("merge", "--quiet", "main")).toThrow();
  const error = await failure(committing(repo.dir));
  expect(error).toMatchObject({ code: "INVALID_STATE", details: { files: ["src/a.txt"] } });
});

test("L14: conflict markers: refused, naming the files; nothing is staged", async () => {
  const repo = project();
  const a = await task(repo, "task/a");
  edit(a.tree.dir, "src/a.txt", "a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> other\n");
  const error = await failure(committing(repo.dir));
  expect(error).toMatchObject({ code: "INVALID_STATE", details: { files: ["src/a.txt"] } });
  expect(a.tree.git("status", "--porcelain")).toBe("M src/a.txt");
});

test("core.bare stands where it is taken for every worktree: named as the cause, not a hook; mended and retried", async () => {
  const repo = project();
  const a = await task(repo, "task/a");
  edit(a.tree.dir, "a.txt", "a\n");
  repo.git("config", "extensions.worktreeConfig", "true");
  repo.git("config", "core.bare", "true");
  const error = await failure(committing(repo.dir));
  expect(error).toMatchObject({ code: "COMMIT_FAILED", message: expect.stringContaining("core.bare") });
  expect(error.suggestedAction).toContain("coppice doctor --fix");
  repo.git("config", "core.bare", "false");
  expect(await run(repo.dir, (engine) => retry(engine, "task/a"))).toMatchObject({ status: "active" });
});

test("L30: a hook refuses: COMMIT_FAILED, the index as it was; mended and retried", async () => {
  const repo = project();
  const a = await task(repo, "task/a");
  const hook = join(repo.dir, ".git/hooks/commit-msg");
  writeFileSync(hook, '#!/bin/sh\ngrep -q ok "$1" || { echo refused >&2; exit 1; }\n', { mode: 0o755 });
  edit(a.tree.dir, "src/a.txt", "changed\n");
  edit(a.tree.dir, "new.txt", "new\n");
  const before = a.tree.git("status", "--porcelain");
  const error = await failure(committing(repo.dir, "bad"));
  expect(error).toMatchObject({ code: "COMMIT_FAILED", recoverable: true });
  expect(error.details.output).toContain("refused");
  expect(a.tree.git("status", "--porcelain")).toBe(before);
  expect(await recordIn(repo.dir, "task/a")).toMatchObject({
    status: "error",
    lastError: { operation: "commit" },
  });
  writeFileSync(hook, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  expect((await run(repo.dir, (engine) => retry(engine, "task/a"))).status).toBe("active");
  expect(commitAt(a.tree, "HEAD").message).toBe("bad\n");
});

test("the person's hooks run, and are told whose call it is", async () => {
  const repo = project();
  const a = await task(repo, "task/a");
  const seen = join(repo.dir, "..", "seen");
  const hook = join(repo.dir, ".git/hooks/pre-commit");
  writeFileSync(hook, `#!/bin/sh\necho "$COPPICE_RECORD $COPPICE_OP" > '${seen}'\n`, { mode: 0o755 });
  edit(a.tree.dir, "new.txt", "new\n");
  await committing(repo.dir);
  expect(readFileSync(seen, "utf8")).toMatch(new RegExp(`^${a.record.id} [0-9a-f]{16}\n$`));
});

test("a hook leaves something changed: committed, and dirty again", async () => {
  const repo = project();
  const a = await task(repo, "task/a");
  writeFileSync(join(repo.dir, ".git/hooks/post-commit"), "#!/bin/sh\necho late > late.txt\n", {
    mode: 0o755,
  });
  edit(a.tree.dir, "new.txt", "new\n");
  const { record } = await committing(repo.dir);
  expect(record).toMatchObject({ status: "dirty", uncommittedFiles: { files: ["late.txt"], total: 1 } });
});

test("only a submodule is dirty inside: refused, naming it", async () => {
  const repo = project();
  const library = project({ name: "library" });
  repo.git("submodule", "--quiet", "add", library.dir, "lib");
  repo.git("commit", "-qm", "Add lib");
  const a = await task(repo, "task/a");
  a.tree.git("submodule", "--quiet", "update", "--init");
  edit(a.tree.dir, "lib/src/a.txt", "changed\n");
  const error = await failure(committing(repo.dir));
  expect(error).toMatchObject({ code: "INVALID_STATE", details: { files: ["lib"] } });
});

test("a hostile message: taken as it is", async () => {
  const repo = project();
  const a = await task(repo, "task/a");
  edit(a.tree.dir, "new.txt", "new\n");
  await committing(repo.dir, "--amend $(touch pwned) `x`\n\n# not a comment");
  expect(commitAt(a.tree, "HEAD").message).toBe("--amend $(touch pwned) `x`\n\n# not a comment\n");
});

test("somebody commits it all while the commit is on its way: refused, and nothing of theirs looks undone", async () => {
  const repo = project();
  const a = await task(repo, "task/a");
  edit(a.tree.dir, "src/a.txt", "changed\n");
  const hook = join(repo.dir, ".git/hooks/pre-commit");
  writeFileSync(hook, "#!/bin/sh\ngit commit --quiet --no-verify -m Theirs && exit 1\n", { mode: 0o755 });
  expect((await failure(committing(repo.dir))).code).toBe("COMMIT_FAILED");
  expect(commitAt(a.tree, "HEAD").message).toBe("Theirs\n");
  expect(a.tree.git("status", "--porcelain")).toBe("");
});

test("a sparse checkout: what is new outside of it is committed, and what it leaves out stays", async () => {
  const repo = project({ files: { "far/left.txt": "left out\n" } });
  const a = await task(repo, "task/a");
  a.tree.git("sparse-checkout", "set", "src");
  edit(a.tree.dir, "far/new.txt", "new\n");
  edit(a.tree.dir, "src/a.txt", "changed\n");
  await committing(repo.dir);
  expect(a.tree.git("show", "--name-status", "--format=", "HEAD").split("\n")).toEqual([
    "A\tfar/new.txt",
    "M\tsrc/a.txt",
  ]);
  expect(a.tree.git("status", "--porcelain")).toBe("");
});
