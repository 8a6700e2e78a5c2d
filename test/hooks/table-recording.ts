import { realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { openRepo } from "../support/repo.js";
import {
  edit,
  headOf,
  hooksSeen,
  installShims,
  markManaged,
  type ShimOptions,
  type ShimPlace,
  settingsFor,
  shimPlace,
  zeros,
} from "../support/shims.js";

/**
 * What the recording hooks see.
 * @param shell the interpreter line of the scripts, `/usr/bin/dash`; undefined: as they are
 */
export function recordingTable(title: string, shell?: string): void {
  const open = (options: ShimOptions = {}): ShimPlace => shimPlace({ ...options, shell });

  describe(`${title}: recording`, () => {
    test("a new worktree on a task branch: observed with the all-zero old oid", () => {
      const place = open();
      const path = join(dirname(place.repo.dir), "new");
      place.repo.git("worktree", "add", "--quiet", "-b", "task/new", path);
      expect(place.observed()).toEqual([
        {
          hook: "post-checkout",
          cwd: path,
          gitDir: join(place.common, "worktrees/new"),
          head: "ref: refs/heads/task/new",
          oid: headOf(place, path),
          args: [zeros, headOf(place, path), "1"],
        },
      ]);
      expect(place.started()).toEqual([`flush ${place.common}`]);
    });

    test("a worktree on another branch, a checkout in the main worktree or of files: nothing", () => {
      const place = open();
      place.repo.git("worktree", "add", "--quiet", "-b", "free", join(dirname(place.repo.dir), "free"));
      place.repo.git("checkout", "--quiet", "-b", "task/here");
      place.repo.gitIn(place.worktree, "checkout", "--quiet", "--", "src/a.txt");
      place.repo.gitIn(place.unmanaged, "commit", "--quiet", "--allow-empty", "-m", "x");
      place.repo.git("commit", "--quiet", "--allow-empty", "-m", "x");
      expect([...place.observed(), ...place.started()]).toEqual([]);
    });

    test("Coppice's own call: nothing; the same for another record: observed", () => {
      const place = open();
      const own = { COPPICE_RECORD: "record-of-task/a" };
      const commit = ["commit", "--quiet", "--allow-empty", "-m", "x"];
      const path = join(dirname(place.repo.dir), "new");
      place.git(place.worktree, commit, own);
      place.git(place.worktree, [...commit, "--amend"], own);
      place.git(place.repo.dir, ["worktree", "add", "--quiet", "-b", "task/new", path], own);
      expect([...place.observed(), ...place.started()]).toEqual([]);
      place.git(place.worktree, commit, { COPPICE_RECORD: "another" });
      expect(hooksSeen(place)).toEqual(["post-commit"]);
    });

    test("commit, amend, branch switch in a managed worktree: HEAD", () => {
      const place = open();
      edit(place);
      place.repo.gitIn(place.worktree, "commit", "--quiet", "-am", "one");
      expect(place.observed()).toEqual([
        {
          hook: "post-commit",
          cwd: place.worktree,
          gitDir: place.gitDir,
          head: "ref: refs/heads/task/a",
          oid: headOf(place),
          args: [],
        },
      ]);
      place.repo.gitIn(place.worktree, "commit", "--quiet", "--amend", "-m", "two");
      const amended = place.observed();
      expect(amended.map(({ hook, oid, args }) => [hook, oid, args])).toEqual([
        ["post-commit", headOf(place), []],
        ["post-rewrite", headOf(place), ["amend"]],
      ]);
      place.repo.gitIn(place.worktree, "switch", "--quiet", "-c", "elsewhere");
      expect(place.observed()).toMatchObject([{ hook: "post-checkout", head: "ref: refs/heads/elsewhere" }]);
    });

    test("a commit in a worktree on a task branch that nobody adopted yet: observed", () => {
      const place = open();
      place.repo.gitIn(place.unmanaged, "checkout", "--quiet", "-b", "task/late");
      place.observed();
      place.repo.gitIn(place.unmanaged, "commit", "--quiet", "--allow-empty", "-m", "x");
      expect(place.observed()).toMatchObject([{ hook: "post-commit", head: "ref: refs/heads/task/late" }]);
    });

    test.each(["--merge", "--apply"])("rebase %s: its end alone", (backend) => {
      const place = open();
      place.repo.commit("Move main", { "other.txt": "x\n" });
      for (const file of ["x", "y"]) {
        edit(place, file);
        place.repo.gitIn(place.worktree, "add", file);
        place.repo.gitIn(place.worktree, "commit", "--quiet", "-m", file);
      }
      place.observed();
      place.repo.gitIn(place.worktree, "rebase", "--quiet", backend, "main");
      expect(place.observed()).toMatchObject([
        { hook: "post-rewrite", args: ["rebase"], ...(backend === "--merge" ? { oid: headOf(place) } : {}) },
      ]);
    });

    test("bisect: nothing", () => {
      const place = open();
      for (const file of ["x", "y", "z"]) {
        edit(place, file);
        place.repo.gitIn(place.worktree, "add", file);
        place.git(place.worktree, ["commit", "--quiet", "-m", file], { COPPICE: "0" });
      }
      place.repo.gitIn(place.worktree, "bisect", "start", "HEAD", "HEAD~3");
      place.repo.gitIn(place.worktree, "bisect", "good");
      expect(place.observed()).toEqual([]);
    });

    test("a merge where base may be: observed while records are known, not when squashed", () => {
      const place = open();
      edit(place);
      place.git(place.worktree, ["commit", "--quiet", "-am", "one"], { COPPICE: "0" });
      place.repo.git("merge", "--quiet", "--squash", "task/a");
      expect(place.observed()).toEqual([]);
      place.repo.git("reset", "--quiet", "--hard");
      place.repo.git("merge", "--quiet", "--no-edit", "task/a");
      expect(place.observed()).toMatchObject([
        {
          hook: "post-merge",
          cwd: place.repo.dir,
          gitDir: place.common,
          head: "ref: refs/heads/main",
          oid: headOf(place, place.repo.dir),
          args: ["0"],
        },
      ]);
      rmSync(join(place.common, "coppice/managed"), { recursive: true });
      place.repo.git("reset", "--quiet", "--hard", "HEAD~1");
      place.repo.git("merge", "--quiet", "--no-edit", "task/a");
      expect(place.observed()).toEqual([]);
    });

    test("a merge inside a managed worktree: HEAD", () => {
      const place = open();
      place.repo.commit("Move main", { "other.txt": "x\n" });
      place.repo.gitIn(place.worktree, "merge", "--quiet", "--no-edit", "main");
      expect(place.observed()).toMatchObject([
        { hook: "post-merge", gitDir: place.gitDir, oid: headOf(place) },
      ]);
    });

    test("folders with spaces, quotes, line feeds, leading dashes and other alphabets: observed", () => {
      const place = open({ name: `-it's a "ré\npo" $HOME`, worktree: "-w t\n'b'" });
      edit(place);
      place.repo.gitIn(place.worktree, "commit", "--quiet", "-am", "one");
      const path = join(dirname(place.repo.dir), "-n ew\n\"'");
      place.repo.git("worktree", "add", "--quiet", "-b", "task/$(x)'é", path);
      const [made, committed] = place.observed();
      expect(committed).toMatchObject({ hook: "post-commit", cwd: place.worktree, gitDir: place.gitDir });
      expect(made).toMatchObject({
        hook: "post-checkout",
        cwd: path,
        gitDir: place.repo.gitIn(path, "rev-parse", "--absolute-git-dir"),
        head: "ref: refs/heads/task/$(x)'é",
        oid: headOf(place, path),
      });
      const starts = place.started().join("\n");
      expect(starts).toBe(`flush ${place.common}\nflush ${place.common}`);
    });

    test("a bare repository with linked worktrees, and one with its git directory elsewhere", () => {
      const place = open();
      const beside = dirname(place.repo.dir);
      place.repo.git("clone", "--quiet", "--bare", place.repo.dir, join(beside, "bare.git"));
      place.repo.git(
        "clone",
        "--quiet",
        "--separate-git-dir",
        join(beside, "apart"),
        ".",
        join(beside, "far"),
      );
      for (const [common, main] of [
        [join(beside, "bare.git"), join(beside, "bare.git")],
        [join(beside, "apart"), join(beside, "far")],
      ] as const) {
        installShims(common, shell);
        writeFileSync(join(common, "coppice/hooks/settings"), settingsFor(join(beside, "program")));
        const path = `${common}-wt`;
        place.repo.gitIn(main, "worktree", "add", "--quiet", "-b", "task/b", path, "main");
        place.repo.gitIn(path, "commit", "--quiet", "--allow-empty", "-m", "x");
        if (main !== common) place.repo.gitIn(main, "commit", "--quiet", "--allow-empty", "-m", "x");
        expect(place.started()).toEqual([`flush ${common}`, `flush ${common}`]);
      }
    });

    test("a `.git` file with a relative path, no GIT_DIR: found", () => {
      const place = open();
      writeFileSync(join(place.worktree, ".git"), "gitdir: ../repo/.git/worktrees/wt\n");
      const oid = headOf(place);
      place.hook("post-checkout", place.worktree, [zeros, oid, "1"]);
      const [seen] = place.observed();
      expect([realpathSync(seen?.gitDir ?? ""), seen?.oid]).toEqual([place.gitDir, oid]);
    });

    test("a branch that is a symbolic ref: observed without an oid", () => {
      const place = open();
      place.repo.git("symbolic-ref", "refs/heads/task/alias", "refs/heads/free");
      place.repo.gitIn(place.worktree, "symbolic-ref", "HEAD", "refs/heads/task/alias");
      place.hook("post-commit", place.worktree, [], "", { GIT_DIR: place.gitDir });
      expect(place.observed()).toMatchObject([{ head: "ref: refs/heads/task/alias", oid: "" }]);
    });

    test("Coppice's program is started without git's variables: another worktree's index stays (L22)", () => {
      const place = open();
      writeFileSync(
        join(dirname(place.repo.dir), "program"),
        `cd '${place.repo.dir}' && git rm -q --cached src/a.txt`,
      );
      edit(place);
      place.repo.gitIn(place.worktree, "commit", "--quiet", "-am", "one");
      expect(place.repo.gitIn(place.worktree, "ls-files")).toContain("src/a.txt");
      expect(place.repo.git("ls-files")).not.toContain("src/a.txt");
      expect(openRepo(place.worktree).git("status", "--porcelain")).toBe("");
    });
  });

  test(`${title}: a worktree of a second record is observed as itself`, () => {
    const place = open();
    const path = join(dirname(place.repo.dir), "second");
    place.git(place.repo.dir, ["worktree", "add", "--quiet", "-b", "task/b", path], { COPPICE: "0" });
    markManaged(place.common, join(place.common, "worktrees/second"), "task/b");
    place.repo.gitIn(path, "commit", "--quiet", "--allow-empty", "-m", "x");
    expect(place.observed()).toMatchObject([{ cwd: path, head: "ref: refs/heads/task/b" }]);
  });
}
