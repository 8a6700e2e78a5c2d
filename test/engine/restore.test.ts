import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { saveWork } from "../../src/engine/archive-save.js";
import { archives } from "../../src/engine/archives.js";
import { withRecord } from "../../src/engine/protocol.js";
import { recordLockHolder } from "../../src/engine/record-lock.js";
import { type RemoveOptions, remove } from "../../src/engine/remove.js";
import { restore } from "../../src/engine/restore.js";
import { newOp } from "../../src/engine/session.js";
import { commandProgram } from "../support/hook-program.js";
import { createRepo, snapshot, type TestRepo } from "../support/repo.js";
import { createdIn, engineIn, failure, lifeOf, notes, recordIn, run } from "./support.js";

const make = async (repo: TestRepo, branch = "task/a"): Promise<string> =>
  (await createdIn(repo, { branch, title: "Do it" })).path;
const take = (repo: TestRepo, options: RemoveOptions = { force: 1 }, branch = "task/a") =>
  run(repo.dir, (engine) => remove(engine, branch, options));
const bring = (repo: TestRepo, name = "task/a") => run(repo.dir, (engine) => restore(engine, name));
const archived = (repo: TestRepo): string[] =>
  repo
    .git("for-each-ref", "--format=%(refname)", "refs/coppice/archive/")
    .split("\n")
    .filter((ref) => ref !== "");

function commitIn(repo: TestRepo, path: string, file = "work.txt"): string {
  writeFileSync(join(path, file), `${file}\n`);
  repo.gitIn(path, "add", file);
  repo.gitIn(path, "commit", "--quiet", "-m", file);
  return repo.gitIn(path, "rev-parse", "HEAD");
}

const tracked = {
  ".gitattributes": "*.crlf text\n",
  ".gitignore": "/.env\n/build/\n",
  "announced/old": "x\n",
  "both.txt": "1\n2\n3\n",
  "dos.crlf": "one\ntwo\n",
  "folder/inner/file": "x\n",
  "gone.txt": "x\n",
  "gone-staged.txt": "x\n",
  "hidden.txt": "x\n",
  "link-to-be": "x\n",
  "moved.txt": "a long enough line to be recognised\n",
  "script.sh": "#!/bin/sh\n",
  "skipped.txt": "x\n",
  "unstaged.txt": "x\n",
};

/** Every kind of change that a worktree can have, but for an unmerged index. */
function change(repo: TestRepo, path: string): void {
  const at = (name: string): string => join(path, name);
  const git = (...args: string[]): string => repo.gitIn(path, ...args);
  writeFileSync(at("both.txt"), "1\nstaged\n3\n");
  git("add", "both.txt");
  writeFileSync(at("both.txt"), "1\nstaged\n3\nand not staged\n");
  writeFileSync(at("unstaged.txt"), "y\n");
  // Neither all of it as git would check it out, nor as it would store it.
  writeFileSync(at("dos.crlf"), "one\r\ntwo\nthree\r\n");
  rmSync(at("gone.txt"));
  git("rm", "--quiet", "gone-staged.txt");
  git("mv", "moved.txt", "folder/moved.txt");
  chmodSync(at("script.sh"), 0o755);
  rmSync(at("link-to-be"));
  symlinkSync("both.txt", at("link-to-be"));
  rmSync(at("folder/inner"), { recursive: true });
  writeFileSync(at("folder/inner"), "a file in a directory's place\n");
  rmSync(at("announced/old"));
  mkdirSync(at("announced/old"));
  writeFileSync(at("announced/old/new"), "a directory in a file's place\n");
  writeFileSync(at("announced/intent"), "to be added\n");
  git("add", "--intent-to-add", "announced/intent");
  git("update-index", "--assume-unchanged", "hidden.txt");
  writeFileSync(at("hidden.txt"), "edited behind git's back\n");
  git("update-index", "--skip-worktree", "skipped.txt");
  rmSync(at("skipped.txt"));
  writeFileSync(at("new\nline"), "untracked\n");
  writeFileSync(at('"quoted'), "untracked\n");
  writeFileSync(at("secret"), "mine alone\n", { mode: 0o600 });
  symlinkSync("/nowhere", at("dangling"));
  writeFileSync(at("empty"), "");
  writeFileSync(at(".env"), "TOKEN=edited\n", { mode: 0o600 });
}

describe("restore", () => {
  it("every kind of change: branch, index and files are back, byte for byte, under a new record", async () => {
    const repo = createRepo({ files: tracked });
    writeFileSync(join(repo.dir, ".env"), "TOKEN=copied\n");
    const path = await make(repo);
    const tip = commitIn(repo, path);
    change(repo, path);
    mkdirSync(join(path, "build"));
    writeFileSync(join(path, "build", "output"), "ignored\n");
    const former = await recordIn(repo.dir, "task/a");
    const before = snapshot(path);
    const index = repo.gitIn(path, "ls-files", "--stage", "-v", "-z");
    // A name that is no UTF-8.
    const latin = Buffer.concat([Buffer.from(`${path}/l`), Buffer.of(0xe4)]);
    writeFileSync(latin, "latin\n");
    await take(repo);
    expect(existsSync(path)).toBe(false);
    expect(repo.git("for-each-ref", "refs/heads/task/")).toBe("");

    const { record, path: back, archive } = await bring(repo);
    expect(back).toBe(path);
    expect(readFileSync(latin, "utf8")).toBe("latin\n");
    rmSync(latin);
    expect(repo.gitIn(path, "ls-files", "--stage", "-v", "-z")).toBe(index);
    // Other ignored files are saved nowhere.
    const { "build/output": _, ...files } = before.files;
    const status = before.status.filter((line) => line !== "! build/");
    expect(snapshot(path)).toEqual({ ...before, status, files });
    expect(repo.git("rev-parse", "task/a")).toBe(tip);
    expect(record).toMatchObject({ status: "dirty", base: "main", title: "Do it", adopted: true });
    expect(record.id).not.toBe(former.id);
    expect(archive?.manifest?.id).toBe(former.id);
    expect(await lifeOf(repo.dir, "task/a")).toEqual([
      "CREATE>creating",
      "INIT_COMPLETE>initializing",
      "INIT_COMPLETE>active",
      "MODIFY>dirty",
    ]);
    // git looks at the files themselves, and not at what the index remembers of others.
    writeFileSync(join(path, "README.md"), "changed\n");
    expect(repo.gitIn(path, "status", "--short", "README.md")).toBe("M README.md");
    // Once more, from what was restored.
    repo.gitIn(path, "checkout", "--quiet", "README.md");
    await take(repo);
    await run(repo.dir, async (engine) => {
      const [, older] = await archives(engine);
      await restore(engine, older?.ref ?? "");
    });
    rmSync(latin);
    expect(snapshot(path)).toEqual({ ...before, status, files });
    expect(readFileSync(join(path, ".env"), "utf8")).toBe("TOKEN=edited\n");
  });

  it("an unmerged index in the middle of a merge: twice forced, and all but the merge itself is back", async () => {
    const repo = createRepo({ files: { "a.txt": "base\n" } });
    const path = await make(repo);
    writeFileSync(join(path, "a.txt"), "task\n");
    repo.gitIn(path, "commit", "--quiet", "-am", "Task");
    const other = repo.commit("Other", { "a.txt": "main\n", "b.txt": "from main\n" });
    expect(() => repo.gitIn(path, "merge", "--quiet", "main")).toThrow();
    writeFileSync(join(path, "a.txt"), "half resolved\n");
    const before = snapshot(path);
    const refused = await failure(take(repo));
    expect(refused).toMatchObject({ code: "WORKTREE_DIRTY" });
    expect(refused.suggestedAction).toContain("--force twice");
    const report = notes();
    await run(repo.dir, (engine) => remove(engine, "task/a", { force: 2 }), { report });
    expect(report.warnings.join()).toContain("of the merge in progress, index and files are archived");
    repo.git("gc", "--quiet", "--prune=now");
    await bring(repo);
    expect(snapshot(path)).toEqual(before);
    const [archive = ""] = archived(repo);
    expect(repo.git("rev-list", "--parents", "-1", archive)).toContain(other);
  });

  it("a detached HEAD with commits of its own: it is detached there again", async () => {
    const repo = createRepo();
    const path = await make(repo);
    repo.gitIn(path, "switch", "--quiet", "--detach");
    const own = commitIn(repo, path);
    writeFileSync(join(path, "new.txt"), "x\n");
    const before = snapshot(path);
    await take(repo);
    await bring(repo);
    expect(snapshot(path)).toEqual(before);
    expect(repo.gitIn(path, "rev-parse", "HEAD")).toBe(own);
  });

  it("another branch was checked out: it is again; gone on or checked out elsewhere: HEAD is detached, and that is said", async () => {
    const repo = createRepo();
    const path = await make(repo);
    repo.gitIn(path, "switch", "--quiet", "--create", "aside");
    const own = commitIn(repo, path);
    writeFileSync(join(path, "new.txt"), "x\n");
    const before = snapshot(path);
    await take(repo);
    await bring(repo);
    expect(snapshot(path)).toEqual(before);
    expect(repo.gitIn(path, "symbolic-ref", "HEAD")).toBe("refs/heads/aside");
    await take(repo);
    repo.git("switch", "--quiet", "aside");
    const report = notes();
    await run(repo.dir, (engine) => restore(engine, "task/a"), { report });
    expect(repo.gitIn(path, "rev-parse", "HEAD")).toBe(own);
    expect(() => repo.gitIn(path, "symbolic-ref", "--quiet", "HEAD")).toThrow();
    expect(report.warnings.join()).toContain(`HEAD is detached at ${own.slice(0, 12)}`);
  });

  it("a submodule with a branch, commits and changes of its own: all of it is back, without its remote", async () => {
    const library = createRepo({ name: "library" });
    const repo = createRepo();
    const allow = ["-c", "protocol.file.allow=always"];
    repo.git(...allow, "submodule", "--quiet", "add", "--name", "the/lib", library.dir, "lib");
    repo.git("commit", "--quiet", "-m", "Add the library");
    const path = await make(repo);
    const inside = join(path, "lib");
    repo.gitIn(path, ...allow, "submodule", "--quiet", "update", "--init");
    repo.gitIn(inside, "switch", "--quiet", "-c", "own");
    const own = commitIn(repo, inside);
    repo.gitIn(path, "add", "lib");
    writeFileSync(join(inside, "src", "a.txt"), "staged\n");
    repo.gitIn(inside, "add", ".");
    writeFileSync(join(inside, "src", "a.txt"), "not staged\n");
    writeFileSync(join(inside, "new.txt"), "untracked\n");
    const [before, beforeInside] = [snapshot(path), snapshot(inside)];
    const url = repo.gitIn(inside, "remote", "get-url", "origin");
    await take(repo);
    renameSync(library.dir, `${library.dir}-away`);
    await bring(repo);
    expect(snapshot(inside)).toEqual(beforeInside);
    expect(snapshot(path)).toEqual(before);
    expect(repo.gitIn(inside, "rev-parse", "own", "HEAD")).toBe(`${own}\n${own}`);
    expect(repo.gitIn(inside, "remote", "get-url", "origin")).toBe(url);
    expect(repo.gitIn(path, "submodule", "status")).toContain(own);
    repo.gitIn(inside, "fsck", "--strict");
    await take(repo);
    expect(archived(repo)).toHaveLength(2);
  });

  it("commits alone, and a branch whose commits are all elsewhere: by branch, and by the old record's id", async () => {
    const repo = createRepo();
    const tip = commitIn(repo, await make(repo));
    const { id } = await recordIn(repo.dir, "task/a");
    await take(repo);
    expect((await bring(repo, id.slice(0, 10))).record).toMatchObject({ status: "active", branch: "task/a" });
    expect(repo.git("rev-parse", "task/a")).toBe(tip);
    await make(repo, "task/b");
    await take(repo, {}, "task/b");
    expect(archived(repo)).toHaveLength(1);
    expect((await bring(repo, "task/b")).archive).toBeNull();
    expect(repo.git("rev-parse", "task/b")).toBe(repo.git("rev-parse", "main"));
  });

  it("what stands in its way: refused with the way on, and nothing has changed", async () => {
    const repo = createRepo();
    const path = await make(repo);
    const tip = commitIn(repo, path);
    expect((await failure(bring(repo))).code).toBe("WORKTREE_EXISTS");
    await take(repo);
    repo.git("branch", "task/a", "main");
    const moved = await failure(bring(repo));
    expect(moved).toMatchObject({ code: "BRANCH_EXISTS" });
    expect(moved.suggestedAction).toContain("git branch -m task/a");
    repo.git("branch", "--quiet", "-m", "task/a", "task");
    expect(await failure(bring(repo))).toMatchObject({ code: "BRANCH_EXISTS" });
    repo.git("branch", "--quiet", "-m", "task", "other");
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "mine"), "x\n");
    expect((await failure(bring(repo))).code).toBe("PATH_EXISTS");
    expect(repo.git("for-each-ref", "refs/heads/task/")).toBe("");
    expect((await failure(bring(repo, "task/none"))).code).toBe("NO_WORKTREE");
    rmSync(path, { recursive: true });
    // A branch that stands at that very commit is taken as it is.
    repo.git("branch", "task/a", tip);
    expect((await bring(repo)).record.status).toBe("active");
  });

  it("two at once: whoever comes second is refused until the first has told all of it", async () => {
    const repo = createRepo();
    writeFileSync(join(await make(repo), "new.txt"), "x\n");
    await take(repo);
    const engine = await engineIn(repo.dir);
    const clear = engine.local.clear.bind(engine.local);
    const held: boolean[] = [];
    vi.spyOn(engine.local, "clear").mockImplementation((id, file) => {
      if (file.name === "restore") held.push(recordLockHolder(engine, id) !== undefined);
      clear(id, file);
    });
    await restore(engine, "task/a");
    expect(held).toEqual([true]);
    expect((await failure(bring(repo))).code).toBe("WORKTREE_EXISTS");
  });

  it("killed after the worktree was made: the next run finishes, and its changes are there", async () => {
    const repo = createRepo();
    const path = await make(repo);
    writeFileSync(join(path, "new.txt"), "x\n");
    const before = snapshot(path);
    await take(repo);
    const [ref = ""] = archived(repo);
    const blob = repo.git("rev-parse", `${ref}:untracked/new.txt`);
    const object = join(repo.dir, ".git", "objects", blob.slice(0, 2), blob.slice(2));
    renameSync(object, `${object}.away`);
    expect((await failure(bring(repo))).code).toBe("WORKTREE_CREATION_FAILED");
    expect((await recordIn(repo.dir, "task/a")).status).toBe("error");
    renameSync(`${object}.away`, object);
    expect((await bring(repo)).record.status).toBe("dirty");
    expect(snapshot(path)).toEqual(before);
  });

  it("killed before its changes were there, and worked in since: that is archived before they take its place", async () => {
    const repo = createRepo();
    const path = await make(repo);
    writeFileSync(join(path, "new.txt"), "archived\n");
    const before = snapshot(path);
    await take(repo);
    const locks = join(repo.dir, ".git", "coppice", "locks");
    const hook = join(repo.dir, ".git", "hooks", "post-checkout");
    const kill = `kill -9 $(sed -n 's/.*"pid":\\([0-9]*\\).*/\\1/p' '${locks}'/worktree-add.lock)`;
    writeFileSync(hook, `#!/bin/sh\n${kill}\n`, { mode: 0o755 });
    const { node, program } = commandProgram();
    const child = spawn(node, [program, "restore", "task/a"], { cwd: repo.dir, stdio: "ignore" });
    expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
    rmSync(hook);
    writeFileSync(join(path, "new.txt"), "mine\n");
    const report = notes();
    await run(repo.dir, (engine) => restore(engine, "task/a"), { report });
    expect(snapshot(path)).toEqual(before);
    const [newest = ""] = archived(repo).toReversed();
    expect(report.warnings.join()).toContain(newest);
    expect(repo.git("show", `${newest}:untracked/new.txt`)).toBe("mine");
  });

  it.each(["restored again", "removed"])(
    "killed when its files were there, and only one that git ignores was edited since, %s: the edit is archived",
    async (how) => {
      const repo = createRepo({
        files: { ".gitattributes": "*.looked filter=look\n", ".gitignore": "/.env\n", "a.looked": "x\n" },
      });
      writeFileSync(join(repo.dir, ".env"), "copied\n");
      repo.git("config", "coppice.setup.envFiles", ".env");
      const path = await make(repo);
      const edited = join(path, ".env");
      writeFileSync(edited, "archived\n");
      await take(repo);
      const locks = join(repo.dir, ".git", "coppice", "locks");
      const filter = join(repo.dir, ".git", "look");
      const pids = `$(sed -n 's/.*"pid":\\([0-9]*\\).*/\\1/p' '${locks}'/*.lock)`;
      writeFileSync(filter, `#!/bin/sh\n[ ! -e '${edited}' ] || kill -9 ${pids}\ncat\n`, { mode: 0o755 });
      repo.git("config", "filter.look.clean", `'${filter}'`);
      const { node, program } = commandProgram();
      const child = spawn(node, [program, "restore", "task/a"], { cwd: repo.dir, stdio: "ignore" });
      expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
      repo.git("config", "--unset", "filter.look.clean");
      expect(readFileSync(edited, "utf8")).toBe("archived\n");
      writeFileSync(edited, "mine\n");
      if (how === "removed") await take(repo, { force: 2 });
      else await bring(repo);
      const [newest = ""] = archived(repo).toReversed();
      expect(repo.git("show", `${newest}:ignored/.env`)).toBe("mine");
    },
  );
});

describe("the archive", () => {
  it("a removal that ended after it was archived: the next one archives nothing twice", async () => {
    const repo = createRepo();
    const path = await make(repo);
    writeFileSync(join(path, "new.txt"), "x\n");
    const { id } = await recordIn(repo.dir, "task/a");
    await run(repo.dir, (engine) =>
      withRecord(engine, id, "test", async (session) => {
        await session.note({ type: "REMOVE", op: newOp(), force: true });
        await saveWork(engine, session.record);
      }),
    );
    expect(archived(repo)).toHaveLength(1);
    await take(repo);
    expect(archived(repo)).toHaveLength(1);
    await bring(repo);
    expect(readFileSync(join(path, "new.txt"), "utf8")).toBe("x\n");
  });

  it("given up with discard: removed, and nothing is archived", async () => {
    const repo = createRepo();
    const path = await make(repo);
    commitIn(repo, path);
    writeFileSync(join(path, "new.txt"), "x\n");
    expect((await take(repo, { force: 1, discard: true })).status).toBe("removed");
    expect(archived(repo)).toEqual([]);
  });

  it("a repository that git does not track: named and refused, and twice forced it goes with a warning", async () => {
    const repo = createRepo();
    const path = await make(repo);
    repo.gitIn(path, "init", "--quiet", "nested/deep");
    writeFileSync(join(path, "nested", "deep", "file"), "x\n");
    const refused = await failure(take(repo));
    expect(refused.message).toContain("nested/deep/ (a repository that git does not track)");
    const report = notes();
    await run(repo.dir, (engine) => remove(engine, "task/a", { force: 2 }), { report });
    expect(report.warnings.join()).toContain("nested/deep/");
  });

  it("older than the config's days: gone when the next is written, others stay", async () => {
    const repo = createRepo();
    const old = "refs/coppice/archive/task/old/20200101T000000Z";
    for (const ref of [old, "refs/coppice/archive/no-time", "refs/coppice/archive/x/29990101T000000Z"]) {
      repo.git("update-ref", ref, "main");
    }
    commitIn(repo, await make(repo));
    await take(repo);
    expect(archived(repo)).not.toContain(old);
    expect(archived(repo)).toHaveLength(3);
  });
});
