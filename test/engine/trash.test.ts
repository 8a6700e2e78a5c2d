import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { list } from "../../src/engine/list.js";
import { remove } from "../../src/engine/remove.js";
import { Trash } from "../../src/engine/trash.js";
import { deletion } from "../../src/git/delete-tree.js";
import { tryLock } from "../../src/journal/lock.js";
import { commandProgram } from "../support/hook-program.js";
import { createRepo, createTempDir, type TestRepo } from "../support/repo.js";
import { createdIn, notes, recordIn, run } from "./support.js";

const ignore = () => {};
const inoOf = (path: string): bigint => lstatSync(path, { bigint: true }).ino;

/** More than is deleted at once. */
function fill(directory: string, files = 300): void {
  mkdirSync(directory, { recursive: true });
  for (let at = 0; at < files; at += 1) writeFileSync(join(directory, String(at)), "");
}

/** A root with a directory `tree` in it, and a large one, and its trash as a command without a program of its own has it. */
function rootWith(...names: readonly string[]): { root: string; bin: string; trash: Trash } {
  const root = createTempDir();
  for (const name of names) fill(join(root, name, "deep"));
  return { root, bin: join(root, ".coppice-trash"), trash: new Trash({ root }) };
}

const entriesIn = (bin: string): string[] => readdirSync(bin).filter((name) => name.startsWith("d"));

describe("the trash", () => {
  test("looked at once more where it is: no other process deletes it meanwhile, and it can go back", async () => {
    const { root, bin, trash } = rootWith("tree");
    const tree = join(root, "tree");
    const others = new Trash({ root });
    const look = async (moved: string): Promise<void> => {
      await others.sweep(Date.now());
      expect(readdirSync(join(moved, "deep"))).toHaveLength(300);
      throw new Error("something is in it");
    };
    await expect(trash.takeAway(tree, inoOf(tree), look)).rejects.toThrow("something is in it");
    expect(readdirSync(root)).toEqual(["tree"]);

    const killed = (): Promise<void> => new Promise(() => {});
    void trash.takeAway(tree, inoOf(tree), killed);
    await others.sweep(Date.now());
    expect(readdirSync(bin).filter((name) => name !== ".gitignore")).toHaveLength(1);
    // What was written into it just before it moved, nobody has seen.
    await others.sweep(Date.now() + 7_200_000);
    const [back = "", ...more] = readdirSync(root);
    expect([back, more]).toEqual([expect.stringMatching(/^worktree-[0-9a-f]{8}$/), []]);
    expect(readdirSync(join(root, back, "deep"))).toHaveLength(300);
  });

  test("a small directory: gone at once, and nothing tells of it", async () => {
    const { root, trash } = rootWith();
    mkdirSync(join(root, "tree", "empty"), { recursive: true });
    writeFileSync(join(root, "tree", ".git"), "gitdir: elsewhere\n");
    // A name that is no UTF-8.
    writeFileSync(Buffer.concat([Buffer.from(join(root, "tree", "l")), Buffer.of(0xe4)]), "");
    expect(await trash.takeAway(join(root, "tree"), inoOf(join(root, "tree")))).toBe("taken");
    expect(readdirSync(root)).toEqual([]);
  });

  test("its .git cannot be deleted, as where another process is deleting it: taken all the same, gone in the end", async () => {
    const { root, trash } = rootWith("tree");
    mkdirSync(join(root, "tree", ".git"));
    expect(await trash.takeAway(join(root, "tree"), inoOf(join(root, "tree")))).toBe("taken");
    expect(readdirSync(root)).toEqual([".coppice-trash"]);
    await trash.end(Date.now(), () => {});
    expect(readdirSync(root)).toEqual([]);
  });

  test("large ones, also where only one file is: out of the way at once without their .git, gone in the end", async () => {
    const { root, bin, trash } = rootWith("one");
    mkdirSync(join(root, "two"));
    writeFileSync(join(root, "two", "large"), Buffer.alloc(1_100_000, 1));
    writeFileSync(join(root, "one", ".git"), "gitdir: elsewhere\n");
    for (const name of ["one", "two"]) {
      expect(await trash.takeAway(join(root, name), inoOf(join(root, name)))).toBe("taken");
    }
    expect(readdirSync(root)).toEqual([".coppice-trash"]);
    expect(entriesIn(bin)).toHaveLength(2);
    expect(entriesIn(bin).some((entry) => existsSync(join(bin, entry, ".git")))).toBe(false);
    expect(readFileSync(join(bin, ".gitignore"), "utf8")).toBe("*\n");
    await trash.end(0, ignore);
    expect(readdirSync(root)).toEqual([]);
  });

  test("read-only files and directories, a link that leads outside: those go, what the link leads to stays", async () => {
    const { root, trash } = rootWith("tree", "outside");
    const [tree, outside] = [join(root, "tree"), join(root, "outside")];
    symlinkSync(outside, join(tree, "link"));
    chmodSync(join(tree, "deep", "7"), 0o444);
    for (const directory of [join(tree, "deep"), tree]) chmodSync(directory, 0o555);
    expect(await trash.takeAway(tree, inoOf(tree))).toBe("taken");
    await trash.end(0, ignore);
    expect(readdirSync(root)).toEqual(["outside"]);
    expect(readdirSync(join(outside, "deep"))).toHaveLength(300);
  });

  test("something else stands at the path by then: back where it was", async () => {
    const { root, trash } = rootWith("tree", "other");
    const ino = inoOf(join(root, "tree"));
    renameSync(join(root, "tree"), join(root, "away"));
    renameSync(join(root, "other"), join(root, "tree"));
    expect(await trash.takeAway(join(root, "tree"), ino)).toBe("swapped");
    expect(readdirSync(join(root, "tree", "deep"))).toHaveLength(300);
    expect(readdirSync(join(root, "away", "deep"))).toHaveLength(300);
  });

  test.each(["a file", "a link"])(
    "%s stands where the trash would be: impossible, nothing is touched",
    async (what) => {
      const { root, bin, trash } = rootWith("tree", "outside");
      if (what === "a file") writeFileSync(bin, "mine");
      else symlinkSync(join(root, "outside"), bin);
      expect(await trash.takeAway(join(root, "tree"), inoOf(join(root, "tree")))).toBe("impossible");
      expect(readdirSync(join(root, "tree", "deep"))).toHaveLength(300);
      // What proves itself by its name is not believed behind a link either.
      const entry = `d${inoOf(join(root, "tree")).toString(16)}-0123456789abcdef`;
      renameSync(join(root, "tree"), join(root, "outside", entry));
      await trash.sweep(0);
      expect(existsSync(join(root, "outside", entry, "deep", "7"))).toBe(true);
    },
  );

  test("what another process has left goes, and what is not what its name says stays, told once", async () => {
    const { root, bin, trash } = rootWith("left", "swapped", "mine");
    mkdirSync(bin);
    const name = (ino: bigint): string => `d${ino.toString(16)}-0123456789abcdef`;
    const swapped = name(inoOf(join(root, "swapped")) + 100_000n);
    renameSync(join(root, "left"), join(bin, name(inoOf(join(root, "left")))));
    renameSync(join(root, "swapped"), join(bin, swapped));
    renameSync(join(root, "mine"), join(bin, "mine"));
    symlinkSync(join(bin, "mine"), join(bin, name(1n)));
    await trash.sweep(1_000);
    expect(
      readdirSync(bin)
        .filter((one) => !one.endsWith(".json"))
        .sort(),
    ).toEqual([name(1n), swapped, "mine"].sort());
    for (const one of [swapped, "mine"]) expect(readdirSync(join(bin, one, "deep"))).toHaveLength(300);

    const told: string[] = [];
    // Nothing is due before a day has gone by, so the program is not started.
    const later = new Trash({ root, program: ["/nowhere"] });
    for (let time = 0; time < 2; time += 1) await later.end(2_000, (text) => told.push(text));
    expect(told.filter((text) => text.includes(swapped))).toHaveLength(1);
    renameSync(join(bin, swapped), join(root, "back"));
    await trash.sweep(3_000);
    expect(existsSync(join(bin, `${swapped}.json`))).toBe(false);
  });

  test("killed when all but the trash itself was gone: a command takes that away, unless somebody works there", async () => {
    const { root, bin } = rootWith();
    const command = new Trash({ root, program: ["/nowhere"] });
    mkdirSync(bin);
    writeFileSync(join(bin, ".gitignore"), "*\n");
    const lock = tryLock(join(bin, "sweep.lock"), "test");
    await command.end(0, ignore);
    expect(readdirSync(bin).sort()).toEqual([".gitignore", "sweep.lock"]);
    if (!("heldBy" in lock)) lock.release();
    await command.end(0, ignore);
    expect(readdirSync(root)).toEqual([]);
  });

  test("something in it cannot be deleted: the rest goes, and the reason is told", async () => {
    const { root, bin, trash } = rootWith("tree");
    const tree = join(root, "tree");
    expect(await trash.takeAway(tree, inoOf(tree))).toBe("taken");
    const [entry = ""] = entriesIn(bin);
    // As a program does that goes on writing there: whatever is deleted, something new comes.
    const steps = deletion(join(bin, entry));
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) {
      count += 1;
      writeFileSync(join(bin, entry, `new-${count}`), "");
    }
    expect(step.value).toMatchObject({ path: join(bin, entry), reason: "ENOTEMPTY" });
    expect(existsSync(join(bin, entry, "deep"))).toBe(false);
    writeFileSync(
      join(bin, `${entry}.json`),
      JSON.stringify({ v: 1, at: 1_000, path: "new-1", reason: "EACCES", told: false }),
    );
    const told: string[] = [];
    await new Trash({ root, program: ["/nowhere"] }).end(2_000, (text) => told.push(text));
    expect(told.join()).toContain(`(EACCES): ${join(bin, entry, "new-1")}`);
    // A day later it is tried again.
    await trash.sweep(90_000_000);
    expect(readdirSync(root)).toEqual([]);
  });
});

const make = async (repo: TestRepo, branch: string): Promise<string> =>
  (await createdIn(repo, { branch })).path;
const binOf = (path: string): string => join(dirname(path), ".coppice-trash");

describe("removing a large worktree", () => {
  const files = { ".gitignore": "node_modules/\n" };

  test("in this process: registration and branch are gone at once, the files when it ends", async () => {
    const repo = createRepo({ files });
    const path = await make(repo, "task/a");
    fill(join(path, "node_modules"));
    await run(repo.dir, async (engine) => {
      expect((await remove(engine, "task/a")).status).toBe("removed");
      expect(existsSync(path)).toBe(false);
      expect(repo.git("worktree", "list").split("\n")).toHaveLength(1);
      expect(repo.git("branch", "--list", "task/a")).toBe("");
      expect(entriesIn(binOf(path))).toHaveLength(1);
      // Nobody sees it, and a worktree of the same name gets nothing of it.
      expect(repo.git("status", "--porcelain", "--untracked-files=all")).toBe("");
      expect(await list(engine)).toEqual([]);
      expect(readdirSync(await make(repo, "task/a")).includes("node_modules")).toBe(false);
    });
    expect(existsSync(binOf(path))).toBe(false);
    expect(existsSync(join(path, "README.md"))).toBe(true);
  });

  test("in a repository whose root lies in somebody else's: git status there tells nothing of it", async () => {
    const outer = createRepo();
    const repo = createRepo({ files });
    repo.git("config", "coppice.worktreeRoot", join(outer.dir, "trees"));
    const path = await make(repo, "task/a");
    fill(join(path, "node_modules"));
    await run(repo.dir, async (engine) => {
      await remove(engine, "task/a");
      expect(entriesIn(binOf(path))).toHaveLength(1);
      expect(outer.git("status", "--porcelain", "--untracked-files=all")).toBe("");
    });
  });

  test("killed after the rename: the next removal ends it, the next command's process the files", async () => {
    const repo = createRepo({ files });
    const path = await make(repo, "task/a");
    fill(join(path, "node_modules"));
    const killed = new Error("killed");
    await expect(
      run(repo.dir, (engine) => {
        const { takeAway } = engine.trash;
        const stopped = Object.assign(new Trash({ root: dirname(path) }), {
          takeAway: async (...args: Parameters<typeof takeAway>) => {
            expect(await takeAway(...args)).toBe("taken");
            throw killed;
          },
        });
        // What was taken away stays: the process has no time to delete it.
        return remove({ ...engine, trash: stopped }, "task/a").finally(() => {
          Object.assign(engine, { trash: stopped });
        });
      }),
    ).rejects.toThrow("killed");
    expect(existsSync(path)).toBe(false);
    expect(entriesIn(binOf(path))).toHaveLength(1);
    expect(repo.git("worktree", "list").split("\n")).toHaveLength(2);
    const { node, program } = commandProgram();
    const report = notes();
    const options = { report, program: [node, program] as const };
    await run(repo.dir, (engine) => remove(engine, "task/a"), options);
    expect(repo.git("worktree", "list").split("\n")).toHaveLength(1);
    expect((await recordIn(repo.dir, "task/a")).status).toBe("removed");
    // The process in the background takes the trash away as its last act.
    await vi.waitFor(() => expect(existsSync(binOf(path))).toBe(false), { timeout: 30_000, interval: 20 });
    expect(report.warnings.filter((text) => text.includes(basename(binOf(path))))).toEqual([]);
  });
});
