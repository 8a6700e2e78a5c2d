import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { edit, hooksSeen, type ShimOptions, type ShimPlace, shimPlace } from "../support/shims.js";

/**
 * What pre-commit and pre-rebase refuse.
 * @param shell the interpreter line of the scripts, `/usr/bin/dash`; undefined: as they are
 */
export function refusingTable(title: string, shell?: string): void {
  const open = (options: ShimOptions = {}): ShimPlace => shimPlace({ ...options, shell });

  describe(`${title}: pre-commit`, () => {
    test("refused in the states that do not allow a commit, in at most six lines", () => {
      const place = open();
      const stop = [
        "creating",
        "initializing",
        "merging",
        "removing",
        "error",
        "error create",
        "error remove",
      ];
      const states = [
        ...stop,
        ...[
          "error commit",
          "error merge",
          "active",
          "dirty",
          "committing",
          "conflict",
          "removed",
          "of tomorrow",
        ],
      ];
      const refused = states.filter((state) => {
        place.state(state);
        const { code, stderr } = place.git(place.worktree, ["commit", "--quiet", "--allow-empty", "-m", "x"]);
        if (code === 0) return false;
        const lines = stderr.trimEnd().split("\n");
        expect(lines.length).toBeLessThanOrEqual(6);
        expect(lines).toContain("  branch: task/a");
        expect(lines).toContain(`  state:  ${state}`);
        expect(stderr).toMatch(/ {2}why: .+\n {2}do: {5}coppice show task\/a/);
        return true;
      });
      expect(refused).toEqual(stop);
      expect(hooksSeen(place)).toEqual(states.slice(stop.length).map(() => "post-commit"));
    });

    test("the main and an unmanaged worktree, and Coppice's own commit: not looked at", () => {
      const place = open();
      place.state("initializing");
      const commit = ["commit", "--quiet", "--allow-empty", "-m", "x"];
      expect(place.git(place.repo.dir, commit).code).toBe(0);
      expect(place.git(place.unmanaged, commit).code).toBe(0);
      expect(place.git(place.worktree, commit, { COPPICE_RECORD: "record-of-task/a" }).code).toBe(0);
      expect(place.git(place.worktree, commit, { COPPICE: "0" }).code).toBe(0);
      expect(place.git(place.worktree, commit).code).toBe(1);
    });

    test("commit-msg refuses after pre-commit passed: nothing is left half way (L30)", () => {
      const place = open();
      place.state("dirty");
      const file = join(place.common, "hooks/commit-msg");
      writeFileSync(file, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
      edit(place);
      expect(place.git(place.worktree, ["commit", "-am", "one"]).code).toBe(1);
      expect([...place.observed(), ...place.started()]).toEqual([]);
      rmSync(file);
      expect(place.git(place.worktree, ["commit", "-am", "one"]).code).toBe(0);
      expect(hooksSeen(place)).toEqual(["post-commit"]);
    });
  });

  describe(`${title}: pre-rebase`, () => {
    test("an interactive rebase of a managed worktree is refused, however it is said; others pass", () => {
      const place = open();
      place.repo.git("config", "alias.ri", "rebase -i");
      place.repo.git("config", "alias.rs", "!git rebase --interactive");
      place.repo.gitIn(place.worktree, "commit", "--quiet", "--allow-empty", "-m", "x");
      const refused = (...args: string[]): boolean => {
        const { code, stderr } = place.git(place.worktree, args, { GIT_SEQUENCE_EDITOR: ":" });
        const ours = stderr.includes("coppice: interactive rebase refused\n  branch: task/a\n");
        expect(code === 0).toBe(!ours);
        return ours;
      };
      const interactive: readonly string[][] = [
        ["rebase", "-i", "main"],
        ["rebase", "main", "--interactive"],
        ["rebase", "--inter", "main"],
        ["rebase", "-qi", "main"],
        ["rebase", "-x", "true", "-i", "main"],
        ["-c", "a.b=rebase", "-C", ".", "rebase", "-vfi", "main"],
        ["ri", "main"],
        ["rs", "main"],
        ["pull", "--quiet", "--rebase=interactive", ".", "main"],
        ["-c", "pull.rebase=interactive", "pull", "--quiet", ".", "main"],
      ];
      expect(interactive.filter((args) => !refused(...args))).toEqual([]);
      const others: readonly string[][] = [
        ["rebase", "--quiet", "main"],
        ["rebase", "-x", "echo -i", "main"],
        ["rebase", "-f", "-Xignore-all-space", "main"],
        ["rebase", "--exec", "true -i", "--quiet", "main"],
        ["pull", "--quiet", "--rebase", ".", "main"],
      ];
      expect(others.filter((args) => refused(...args))).toEqual([]);
      const editor = { GIT_SEQUENCE_EDITOR: ":" };
      place.repo.gitIn(place.unmanaged, "commit", "--quiet", "--allow-empty", "-m", "x");
      expect(place.git(place.unmanaged, ["rebase", "-i", "HEAD~1"], editor).code).toBe(0);
    });

    test("an interactive rebase that has put changes aside: refused, and what it says brings them back", () => {
      const place = open();
      place.repo.gitIn(place.worktree, "commit", "--quiet", "--allow-empty", "-m", "x");
      edit(place);
      const before = place.repo.gitIn(place.worktree, "status", "--porcelain");
      const editor = { GIT_SEQUENCE_EDITOR: ":" };
      const { code, stderr } = place.git(place.worktree, ["rebase", "-i", "--autostash", "main"], editor);
      expect([code, place.repo.gitIn(place.worktree, "status", "--porcelain")]).toEqual([128, ""]);
      expect(stderr).toContain(
        "  do:     git rebase --quit, then git stash pop: your changes are put aside; then ",
      );
      place.repo.gitIn(place.worktree, "rebase", "--quit");
      place.repo.gitIn(place.worktree, "stash", "pop");
      expect(place.repo.gitIn(place.worktree, "status", "--porcelain")).toBe(before);
    });

    test("started by another tool's hook, some processes away from git: refused too", () => {
      const place = open();
      const ours = join(place.common, "coppice/hooks/pre-rebase");
      writeFileSync(
        join(place.common, "hooks/pre-rebase"),
        `#!/bin/sh -e\nsh -c '"$0" "$@"; exit $?' '${ours}' "$@"\n`,
      );
      place.repo.gitIn(place.worktree, "commit", "--quiet", "--allow-empty", "-m", "x");
      const editor = { GIT_SEQUENCE_EDITOR: ":" };
      expect(place.git(place.worktree, ["rebase", "-i", "main"], editor).stderr).toContain(
        "coppice: interactive",
      );
      expect(place.git(place.worktree, ["rebase", "main"], editor).code).toBe(0);
    });
  });
}
