import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { createTempDir } from "../support/repo.js";
import { headOf, hooksSeen, type ShimOptions, type ShimPlace, shimPlace, zeros } from "../support/shims.js";

/**
 * A script that was there before Coppice, and what happens when something is missing or wrong.
 * @param shell the interpreter line of the scripts, `/usr/bin/dash`; undefined: as they are
 */
export function survivalTable(title: string, shell?: string): void {
  const open = (options: ShimOptions = {}): ShimPlace => shimPlace({ ...options, shell });

  describe(`${title}: a script that was there before`, () => {
    const speak = `#!/bin/sh
{ printf 'kept'; printf ' <%s>' "$@"; printf ' %s\\n' "\${GIT_DIR-no git dir}"; cat; } >>"\${0%/*}/../../../order"
`;
    const program = `printf 'coppice %s\\n' "$1" >>"\${0%/*}/order"; [ "$1" = flush ] || cat >/dev/null\n`;
    const withProgram = (place: ShimPlace): ShimPlace => {
      writeFileSync(join(dirname(place.repo.dir), "program"), program);
      return place;
    };

    test.each(["first", "after"])("runs %s, with the same arguments, stdin and variables", (order) => {
      const place = withProgram(open({ settings: `coppice_order=${order}` }));
      for (const hook of ["pre-push", "post-rewrite", "post-checkout"]) place.keep(hook, speak);
      const input = `refs/heads/task/a ${headOf(place)} refs/heads/task/a ${zeros}`;
      place.hook("pre-push", place.repo.dir, ["o", "it's"], input);
      place.git(place.worktree, ["commit", "--quiet", "--allow-empty", "--amend", "-m", "x"]);
      const lines = place.read("order").split("\n");
      const kept = lines.indexOf(`kept <o> <it's> no git dir`);
      expect(lines[kept + 1]?.startsWith(input)).toBe(true);
      expect(
        kept <
          place
            .read("order")
            .split("\n")
            .findIndex((line) => line.includes("coppice pre-push")),
      ).toBe(order === "first");
      expect(lines).toContain(`kept <amend> ${place.gitDir}`);
      expect(place.read("order")).toMatch(/kept <amend> .*\n[0-9a-f]{40} [0-9a-f]{40}\n/);
    });

    test("its failure is the hook's; after a refusal of ours it does not run", () => {
      const place = open();
      for (const hook of ["pre-commit", "pre-push", "pre-rebase", "post-checkout"])
        place.keep(hook, `#!/bin/sh\necho ran >>"\${0%/*}/../../../ran"\nexit 7\n`);
      const commit = ["commit", "--quiet", "--allow-empty", "-m", "x"];
      const input = `refs/heads/task/a ${headOf(place)} refs/heads/task/a ${zeros}\n`;
      for (const order of ["first", "after"]) {
        place.settings(`coppice_order=${order}`);
        place.state("active");
        expect(place.git(place.worktree, commit).code).toBe(1);
        expect(place.git(place.worktree, ["rebase", "-f", "main"]).code).not.toBe(0);
        expect(place.hook("pre-push", place.repo.dir, ["o", "u"], input).code).toBe(7);
        expect(place.hook("pre-push", place.repo.dir, ["o", "u"], "").code).toBe(7);
        expect(place.git(place.worktree, ["switch", "--quiet", "-c", order]).code).toBe(1);
      }
      // Ours come first with `after`.
      rmSync(join(dirname(place.repo.dir), "ran"));
      place.state("merging");
      place.answer(3);
      expect(place.git(place.worktree, commit).code).toBe(1);
      expect(place.hook("pre-push", place.repo.dir, ["o", "u"], input).code).toBe(1);
      expect(() => place.read("ran")).toThrow();
    });

    test("runs where Coppice has nothing to do, with COPPICE=0, and where Coppice is gone", () => {
      const place = open();
      for (const hook of ["pre-commit", "post-commit", "post-checkout", "pre-push"])
        place.keep(
          hook,
          `#!/bin/sh\necho "\${0##*/} $*" >>'${dirname(place.repo.dir)}/ran'\ncat >/dev/null\n`,
        );
      const commit = ["commit", "--quiet", "--allow-empty", "-m", "x"];
      place.git(place.repo.dir, commit);
      place.git(place.worktree, commit, { COPPICE: "0" });
      place.git(place.repo.dir, ["checkout", "--quiet", "--", "src/a.txt"]);
      rmSync(join(place.common, "coppice"), { recursive: true });
      place.git(place.worktree, commit);
      place.hook("pre-push", place.repo.dir, ["o", "u"], "x\n");
      const oid = headOf(place, place.repo.dir);
      const once = "pre-commit.coppice-kept \npost-commit.coppice-kept \n";
      expect(place.read("ran")).toBe(
        `${once}${once}post-checkout.coppice-kept ${oid} ${oid} 0\n${once}pre-push.coppice-kept o u\n`,
      );
    });
  });

  describe(`${title}: when something is missing or wrong`, () => {
    const line = /^coppice: [a-z-]+: .+\n$/;
    const commit = ["commit", "--quiet", "--allow-empty", "-m", "x"];

    test("Coppice's directory is gone: a line, and git goes on (L23)", () => {
      const place = open();
      rmSync(join(place.common, "coppice"), { recursive: true });
      const path = join(dirname(place.repo.dir), "new");
      const added = place.git(place.repo.dir, ["worktree", "add", "--quiet", "-b", "task/n", path]);
      expect([added.code, added.stderr]).toEqual([0, expect.stringMatching(line)]);
      expect(headOf(place, path)).toBe(headOf(place));
      expect(place.git(place.worktree, commit).code).toBe(0);
      const push = (): unknown[] => {
        const { code, stderr } = place.hook("pre-push", place.worktree, ["o", "u"], "a 1 refs/heads/a 0\n");
        return [code, stderr];
      };
      expect(push()).toEqual([0, expect.stringMatching(line)]);
      place.repo.git("config", "coppice.hooks.failClosed", "true");
      expect(push()).toEqual([1, expect.stringMatching(line)]);
    });

    test("the program or Node is gone: a line, and the observation stays for later", () => {
      const place = open();
      for (const [setting, env] of [
        ["coppice_program=/nowhere/hooks.js", {}],
        ["coppice_node=/nowhere/node", { PATH: withoutNode() }],
      ] as const) {
        place.settings(setting);
        const { code, stderr } = place.git(place.worktree, commit, env);
        expect([code, stderr]).toEqual([0, expect.stringMatching(line)]);
        expect(hooksSeen(place)).toEqual(["post-commit"]);
        const input = `refs/heads/task/a ${headOf(place)} refs/heads/task/a ${zeros}\n`;
        const push = place.hook("pre-push", place.repo.dir, ["o", "u"], input, env);
        expect([push.code, push.stderr]).toEqual([0, expect.stringMatching(line)]);
        place.settings(`${setting}\ncoppice_fail_closed=1`);
        expect(place.hook("pre-push", place.repo.dir, ["o", "u"], input, env).code).toBe(1);
        expect(
          place.hook("pre-push", place.repo.dir, ["o", "u"], "refs/heads/a b refs/heads/x d\n", env).code,
        ).toBe(0);
      }
    });

    test("no settings, or a spool that cannot be written to: a line, and git goes on", () => {
      const place = open();
      rmSync(join(place.common, "coppice/hooks/settings"));
      expect(place.git(place.worktree, commit)).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(line),
      });
      expect(hooksSeen(place)).toEqual(["post-commit"]);
      const input = `refs/heads/task/a ${headOf(place)} refs/heads/task/a ${zeros}\n`;
      expect(place.hook("pre-push", place.repo.dir, ["o", "u"], input).code).toBe(0);
      place.repo.git("config", "coppice.hooks.failClosed", "true");
      expect(place.hook("pre-push", place.repo.dir, ["o", "u"], input).code).toBe(1);
      rmSync(join(place.common, "coppice/spool"), { recursive: true });
      writeFileSync(join(place.common, "coppice/spool"), "");
      expect(place.git(place.worktree, commit)).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(line),
      });
    });

    test("a file of Coppice's own is damaged: said, the script that was there runs once, git goes on", () => {
      const place = open();
      const oid = headOf(place);
      const input = `refs/heads/task/a ${oid} refs/heads/task/a ${zeros}\n`;
      const recording = ["post-checkout", "post-merge", "post-rewrite", "post-commit", "pre-push"];
      const hooksThatRead = {
        "coppice.sh": [...recording, "pre-commit"],
        settings: [...recording, "pre-commit"],
        "coppice-record.sh": recording,
        "coppice-refuse.sh": ["pre-commit"],
        "coppice-push.sh": ["pre-push"],
      };
      const given: Record<string, string[]> = {
        "post-checkout": [oid, oid, "1"],
        "pre-push": ["o", "it's"],
        "pre-commit": [],
      };
      place.state("merging");
      const ran = join(dirname(place.repo.dir), "ran");
      for (const hook of [...recording, "pre-commit"])
        place.keep(hook, `#!/bin/sh\n{ printf ' <%s>' "$@"; cat; } >>'${ran}'\n`);
      const push = (cwd: string, env: Record<string, string>): number | null =>
        place.hook("pre-push", cwd, ["o", "u"], input, env).code;
      const inWorktree = { GIT_DIR: place.gitDir };
      for (const [file, hooks] of Object.entries(hooksThatRead)) {
        const path = join(place.common, "coppice/hooks", file);
        const whole = readFileSync(path);
        writeFileSync(path, "coppice_task() { case $1 in 'task/'\n");
        for (const hook of hooks) {
          const args = given[hook] ?? ["0"];
          const { code, stderr } = place.hook(hook, place.worktree, args, input, inWorktree);
          const said = stderr.split("\n").filter((one) => one.startsWith("coppice: "));
          const damaged = expect.stringContaining(`coppice: ${hook}: ${file} is damaged`);
          expect([hook, code, said]).toEqual([hook, 0, [damaged]]);
          expect(place.read("ran")).toBe(`${args.map((one) => ` <${one}>`).join("") || " <>"}${input}`);
          rmSync(ran);
        }
        if (file === "settings") expect(push(place.repo.dir, {})).toBe(0);
        place.repo.git("config", "coppice.hooks.failClosed", "true");
        if (hooks.includes("pre-push")) expect(push(place.worktree, inWorktree)).toBe(1);
        if (file === "settings") expect(push(place.repo.dir, {})).toBe(1);
        place.repo.git("config", "--unset", "coppice.hooks.failClosed");
        rmSync(ran, { force: true });
        writeFileSync(path, whole);
      }
    });

    test("run by hand, without arguments, outside a repository, or with lines that are no refs: a line", () => {
      const place = open();
      const beside = dirname(place.repo.dir);
      for (const name of ["post-checkout", "post-merge", "post-rewrite", "pre-rebase", "pre-push"]) {
        const { code, stderr } = place.hook(name, place.worktree, []);
        expect([name, code, stderr]).toEqual([name, 0, expect.stringMatching(line)]);
      }
      for (const name of ["post-commit", "post-rewrite", "pre-commit", "pre-rebase", "pre-push"]) {
        const input = name === "pre-push" ? "x y z a\n" : undefined;
        const { code, stderr } = place.hook(name, beside, ["a", "b"], input);
        expect([name, code, stderr]).toEqual([name, 0, expect.stringMatching(line)]);
      }
      for (const input of [
        "nonsense\n\n\0\n",
        "refs/heads/a\n",
        "refs/heads/a 1\n",
        "refs/heads/a 1 refs/heads/a\n",
      ]) {
        const malformed = place.hook("pre-push", place.repo.dir, ["o", "u"], input);
        expect([malformed.code, malformed.stderr]).toEqual([0, expect.stringMatching(line)]);
      }
      place.settings("coppice_fail_closed=1");
      expect(place.hook("pre-push", place.repo.dir, ["o", "u"], "nonsense\n").code).toBe(1);
      expect(place.observed()).toEqual([]);
    });

    test("names of the hooks' variables in the environment, and errors on unset ones: no difference", () => {
      const place = open();
      place.keep("post-commit", `#!/bin/sh\nprintf %s "$coppice_git" >"\${0%/*}/../../../seen"\n`);
      place.git(place.worktree, commit, { coppice_git: "mine", coppice_kept: "x", IFS: "/", CDPATH: "/" });
      expect(hooksSeen(place)).toEqual(["post-commit"]);
    });
  });
}

/** A directory for PATH with git and what sh needs, without node. */
function withoutNode(): string {
  const dir = createTempDir();
  for (const tool of ["git", "sh", "mkdir", "cat", "rm"]) {
    const found = (process.env.PATH ?? "").split(delimiter).find((one) => existsSync(join(one, tool)));
    symlinkSync(join(found ?? "/bin", tool), join(dir, tool));
  }
  return dir;
}
