import { describe, expect, test } from "vitest";
import { createBareRemote } from "../support/repo.js";
import { headOf, type ShimOptions, type ShimPlace, shimPlace, zeros } from "../support/shims.js";

/**
 * Which pushes Coppice looks at.
 * @param shell the interpreter line of the scripts, `/usr/bin/dash`; undefined: as they are
 */
export function pushTable(title: string, shell?: string): void {
  const open = (options: ShimOptions = {}): ShimPlace => shimPlace({ ...options, shell });

  describe(`${title}: pre-push`, () => {
    const pushed = (place: ShimPlace, cwd: string, ...args: string[]): string[] => {
      place.git(cwd, ["push", "--quiet", ...args]);
      return place.started();
    };

    test("refs that concern nobody, and nothing to push: no program is started", () => {
      const place = open();
      createBareRemote(place.repo);
      place.repo.git("tag", "v1");
      place.repo.git("branch", "free");
      place.repo.git("update-ref", "refs/notes/coppice", "main^{tree}");
      place.repo.git("update-ref", "refs/coppice/archive/x/1", "main");
      expect(pushed(place, place.repo.dir, "origin", "free", "v1")).toEqual([]);
      expect(pushed(place, place.repo.dir, "origin", "refs/notes/*", "refs/coppice/archive/*")).toEqual([]);
      expect(pushed(place, place.repo.dir, "origin", ":free")).toEqual([]);
      expect(pushed(place, place.unmanaged, "origin", "other")).toEqual([]);
      expect(pushed(place, place.repo.dir, "origin", "other")).toEqual([]);
    });

    test("a line as long as no ref is: read in a time that grows with its length alone", () => {
      const place = open();
      const line = Array.from({ length: 4 }, () => "a".repeat(200_000)).join(" ");
      const { code, stderr } = place.hook("pre-push", place.repo.dir, ["origin", "url"], `${line}\n`);
      expect([code, stderr]).toEqual([0, ""]);
      expect(place.started()).toEqual([]);
    }, 60_000);

    test("a managed branch by its name there, from wherever and as whatever it is typed: judged", () => {
      const place = open();
      const url = createBareRemote(place.repo);
      place.repo.gitIn(url, "branch", "--quiet", "-D", "task/a");
      const zero = `${headOf(place)} refs/heads/task/a ${zeros}\n`;
      const judged = `pre-push origin ${url}`;
      place.answer(3);
      for (const [cwd, spec, line] of [
        [place.repo.dir, "task/a", `refs/heads/task/a ${zero}`],
        [place.worktree, "HEAD", `HEAD ${zero}`],
        [place.repo.dir, "task/a~0:refs/heads/task/a", `task/a~0 ${zero}`],
        [
          place.repo.dir,
          "refs/heads/task/a~0:refs/heads/free",
          `refs/heads/task/a~0 ${zero.replace("task/a", "free")}`,
        ],
      ] as const) {
        expect(pushed(place, cwd, "origin", spec)).toEqual([judged]);
        expect(place.programInput()).toBe(line);
      }
      expect(place.repo.gitIn(url, "branch", "--list", "task/*")).toBe("");
      // One that nobody manages yet, and one that takes a managed branch elsewhere.
      expect(pushed(place, place.repo.dir, "origin", "main:refs/heads/task/new")).toEqual([judged]);
      expect(pushed(place, place.repo.dir, "origin", "task/a:elsewhere")).toEqual([judged]);
      expect(place.observed()).toEqual([]);
    });

    test("to a branch, from what is no branch here: judged, since it may be anybody's work", () => {
      const place = open();
      const url = createBareRemote(place.repo);
      place.repo.git("tag", "v1", "task/a");
      place.answer(3);
      for (const spec of ["v1", "task/a~0", headOf(place)]) {
        expect(pushed(place, place.repo.dir, "origin", `${spec}:refs/heads/elsewhere`)).toEqual([
          `pre-push origin ${url}`,
        ]);
      }
    });

    test("HEAD, where a task's branch or a detached commit is checked out: judged; elsewhere not", () => {
      const place = open();
      const url = createBareRemote(place.repo);
      place.answer(3);
      expect(pushed(place, place.repo.dir, "--dry-run", "origin", "HEAD:refs/heads/elsewhere")).toEqual([]);
      for (const checkout of [["--ignore-other-worktrees", "task/a"], ["--detach"]]) {
        place.git(place.repo.dir, ["checkout", "--quiet", ...checkout], { COPPICE: "0" });
        expect(pushed(place, place.repo.dir, "origin", "HEAD:refs/heads/elsewhere")).toEqual([
          `pre-push origin ${url}`,
        ]);
      }
    });

    test("anything from a managed worktree: judged", () => {
      const place = open();
      const url = createBareRemote(place.repo);
      place.repo.git("tag", "v1");
      place.repo.commit("Move main");
      place.answer(3);
      expect(pushed(place, place.worktree, "origin", "main")).toEqual([`pre-push origin ${url}`]);
      expect(pushed(place, place.worktree, "origin", "v1")).toEqual([`pre-push origin ${url}`]);
    });

    test("a deletion, alone and mixed: judged by the remote ref (L26)", () => {
      const place = open();
      const url = createBareRemote(place.repo);
      place.git(place.repo.dir, ["push", "--quiet", "--no-verify", "origin", "task/a", "main:free"]);
      const oid = headOf(place);
      place.answer(3);
      expect(pushed(place, place.repo.dir, "origin", ":task/a")).toEqual([`pre-push origin ${url}`]);
      expect(place.programInput()).toBe(`(delete) ${zeros} refs/heads/task/a ${oid}\n`);
      expect(pushed(place, place.repo.dir, "origin", ":free", "+main:refs/heads/b", ":task/a")).toHaveLength(
        1,
      );
      expect(place.programInput().split("\n")).toHaveLength(4);
    });

    test("it passes: exit code 0, and HEAD of what was pushed is observed; two push URLs: judged twice", () => {
      const place = open();
      const url = createBareRemote(place.repo);
      place.git(place.worktree, ["commit", "--quiet", "--allow-empty", "-m", "x"], { COPPICE: "0" });
      const other = `${url}-two`;
      place.repo.git("init", "--quiet", "--bare", other);
      place.repo.git("remote", "set-url", "--add", "--push", "origin", url);
      place.repo.git("remote", "set-url", "--add", "--push", "origin", other);
      expect(place.git(place.worktree, ["push", "--quiet", "origin", "task/a"]).code).toBe(0);
      const starts = place.started().filter((line) => line.startsWith("pre-push"));
      expect(starts).toEqual([`pre-push origin ${url}`, `pre-push origin ${other}`]);
      expect(place.observed()).toMatchObject([
        { hook: "pre-push", gitDir: place.gitDir, oid: headOf(place), args: ["refs/heads/task/a"] },
        { hook: "pre-push" },
      ]);
    });

    test("from the main worktree: each branch is observed once", () => {
      const place = open();
      const line = (name: string): string =>
        `refs/heads/${name} ${headOf(place)} refs/heads/${name} ${zeros}\n`;
      place.hook("pre-push", place.repo.dir, ["o", "u"], line("task/a") + line("free") + line("task/b"));
      expect(place.observed()).toMatchObject([{ args: ["refs/heads/task/a", "refs/heads/task/b"] }]);
    });

    test("odd names, no final line feed, a local side of several words: as git gave it", () => {
      const place = open();
      const zero = `${headOf(place)} refs/heads/task/$(x)'"\\n\`é ${zeros}`;
      for (const input of [`HEAD@{2 days ago} ${zero}`, `refs/heads/free ${zero}\n`]) {
        place.hook("pre-push", place.repo.dir, ["origin", "url"], input);
        expect(place.started()[0]).toBe("pre-push origin url");
        expect(place.programInput()).toBe(input);
      }
    });

    test("a SHA-256 repository: 64 zeros (L26)", () => {
      const place = open();
      const zero = "0".repeat(64);
      place.hook(
        "pre-push",
        place.repo.dir,
        ["o", "u"],
        `(delete) ${zero} refs/heads/task/a ${"1".repeat(64)}\n`,
      );
      expect(place.started()[0]).toBe("pre-push o u");
    });

    test("3,000 refs: read and handed on whole", () => {
      const place = open();
      const line = (name: string): string =>
        `refs/heads/${name} ${"7".repeat(40)} refs/heads/${name} ${zeros}`;
      const many = Array.from(
        { length: 3_000 },
        (_, index) => `${line(`feature/of-some-length-${index}`)}\n`,
      );
      expect(place.hook("pre-push", place.repo.dir, ["o", "u"], many.join("")).code).toBe(0);
      expect(place.started()).toEqual([]);
      const mixed = many.join("") + line("task/z");
      expect(place.hook("pre-push", place.repo.dir, ["o", "u"], mixed).code).toBe(0);
      expect(place.programInput()).toBe(mixed);
    });

    test("the program's answer is the hook's, anything else than a verdict passes with a line", () => {
      const place = open();
      const input = `refs/heads/task/a ${headOf(place)} refs/heads/task/a ${zeros}\n`;
      const answer = (code: number): [number | null, string] => {
        place.answer(code);
        const ran = place.hook("pre-push", place.repo.dir, ["o", "u"], input, { NODE_OPTIONS: "--unknown" });
        return [ran.code, ran.stderr];
      };
      expect(answer(0)).toEqual([0, ""]);
      expect(answer(3)).toEqual([1, "refused by the program\n"]);
      // The options of somebody's Node are not for this one.
      expect(place.started().filter((line) => line.endsWith("is set"))).toEqual([]);
      // Node ends with 1 when it cannot load the program.
      for (const code of [1, 70]) {
        expect(answer(code)).toEqual([
          0,
          `refused by the program\ncoppice: pre-push: Coppice ended with exit code ${code}; the push is not checked\n`,
        ]);
      }
      place.settings("coppice_fail_closed=1");
      expect(answer(70)).toEqual([
        1,
        "refused by the program\n" +
          "coppice: pre-push: Coppice ended with exit code 70; refused because of hooks.failClosed\n",
      ]);
    });
  });
}
