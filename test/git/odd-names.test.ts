import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { deleteRef, listRefs } from "../../src/git/refs.js";
import { status } from "../../src/git/status.js";
import { addWorktree } from "../../src/git/worktree-add.js";
import { removeWorktree } from "../../src/git/worktree-remove.js";
import { linkIntact, listWorktrees, lockWorktree } from "../../src/git/worktrees.js";
import { createRepo } from "../support/repo.js";
import { branch, oidOf, open } from "./support.js";

const paths: Readonly<Record<string, string>> = {
  "spaces at both ends": "  a b  ",
  "both kinds of quotes": 'it\'s "q"',
  "line feeds, one at the end": "line\nfeed\n",
  "a carriage return at the end": "return\r",
  emoji: "🙂 日本 ü",
  "a command": "$(touch made)`touch made`;touch made",
  "a leading dash": "--force",
  "a glob": "*[a]?{b}",
  "250 bytes": "ü".repeat(125),
  "a backslash": "back\\slash\\n",
  "a tilde and a colon": "~x:y",
  "only dots and blanks": ". .. .",
  "what git calls an option": "-b",
  "a name that looks like a git file": "x.git",
};

const branches: Readonly<Record<string, string>> = {
  emoji: "🙂/日本/ü",
  "both kinds of quotes": 'it\'s/"q"',
  "a command": "$(touch-made)/`x`;y&z|w",
  "a hash and a percent sign": "fix#123/100%",
  "240 bytes": `task/${"x".repeat(235)}`,
  "a name that a tag has, too": "v1",
  "a remote's name for a branch": "origin/main",
  "what looks like an abbreviated oid": "deadbeef",
  HEAD: "x/HEAD",
  "blanks and line separators that are not of ASCII, also at its end": "task/\u2028a\u00a0\u2029b\u3000",
};

describe("a whole life of a worktree with an odd directory", () => {
  test.each(Object.entries(paths))("%s", async (_name, odd) => {
    const main = createRepo();
    const repo = await open(main.dir);
    const parent = join(main.dir, "../parent of all");
    mkdirSync(parent);
    const path = join(parent, odd);
    const made = await addWorktree(repo, { path, branch: branch("task"), start: oidOf(main, "HEAD") });
    expect(basename(made.path)).toBe(odd);
    writeFileSync(join(made.path, odd), "");
    const listed = (await listWorktrees(repo)).find((worktree) => worktree.branch === "task");
    if (listed?.id === undefined) throw new Error("It is not listed with its registration.");
    expect(listed).toMatchObject({ path: made.path, gitDir: made.gitDir });
    expect(linkIntact(listed)).toBe(true);
    expect((await listRefs(repo, ["refs/heads/task"]))[0]?.worktreePath).toBe(made.path);
    expect((await status(repo, made.path)).files).toMatchObject([{ path: odd, kind: "untracked" }]);
    expect((await open(made.path)).worktree).toBe(made.path);
    expect(lockWorktree(listed, `why ${odd}`)).toBe(true);
    expect((await listWorktrees(repo)).at(-1)?.locked).toBe(`why ${odd}`.trimEnd());
    expect(await removeWorktree(repo, { id: listed.id, path: listed.path })).toEqual({
      directory: "removed",
      registration: "removed",
    });
    expect(readdirSync(parent)).toEqual([]);
    for (const dir of [main.dir, parent]) expect(existsSync(join(dir, "made"))).toBe(false);
  });
});

describe("a whole life of a worktree with an odd branch", () => {
  test.each(Object.entries(branches))("%s", async (_name, odd) => {
    const main = createRepo({ files: { "x.txt": "x\n" } });
    main.git("tag", "v1", "HEAD~1");
    const repo = await open(main.dir);
    const start = oidOf(main, "HEAD");
    const made = await addWorktree(repo, { path: join(main.dir, "../wt"), branch: branch(odd), start });
    const listed = (await listWorktrees(repo)).at(-1);
    expect(listed).toMatchObject({ branch: odd, head: start });
    expect(await status(repo, made.path)).toMatchObject({ branch: odd, oid: start, clean: true });
    await removeWorktree(repo, { id: listed?.id ?? "", path: made.path });
    expect(await deleteRef(repo, `refs/heads/${odd}`, start)).toBe("deleted");
    expect(readdirSync(join(main.dir, "..")).sort()).toEqual(["repo"]);
  });
});
