import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { create } from "../../src/engine/create.js";
import { doctor } from "../../src/engine/doctor/doctor.js";
import { remove } from "../../src/engine/remove.js";
import { restore } from "../../src/engine/restore.js";
import { retry } from "../../src/engine/retry.js";
import { roleFacts } from "../../src/engine/role-copied.js";
import { roleLines } from "../../src/engine/role-lines.js";
import { updateRole } from "../../src/engine/role-update.js";
import { createRepo, createTempDir, type TestRepo } from "../support/repo.js";
import { configure, living } from "./set-support.js";
import { failure, notes, run } from "./support.js";

const exclude = (repo: TestRepo): string => readFileSync(join(repo.dir, ".git", "info", "exclude"), "latin1");
const lines = (repo: TestRepo): string[] =>
  exclude(repo)
    .split("\n")
    .filter((line) => line.startsWith("/") && line !== "/.worktrees/");

/** A repository whose roles are no part of its commits. */
function prepared(files: Readonly<Record<string, string>> = {}): TestRepo {
  const repo = createRepo({ files: { ".gitignore": "/roles\n/coppice.config.json\n", ...files } });
  mkdirSync(join(repo.dir, "roles"));
  return repo;
}

const played = (repo: TestRepo, role: string, branch = `task/${role}`) =>
  run(repo.dir, (engine) => create(engine, { branch, role, session: "s" }));

describe("the files of a role", () => {
  test("text, binary, executable, nested, and links inside: copied byte for byte, and no commit takes them", async () => {
    const repo = prepared();
    const binary = Buffer.from([0, 255, 10, 13, 0, 128]);
    mkdirSync(join(repo.dir, "roles", "dev", "deep", "er"), { recursive: true });
    writeFileSync(join(repo.dir, "roles", "dev", "data.bin"), binary);
    writeFileSync(join(repo.dir, "roles", "dev", "deep", "er", "run.sh"), "#!/bin/sh\n");
    chmodSync(join(repo.dir, "roles", "dev", "deep", "er", "run.sh"), 0o750);
    writeFileSync(join(repo.dir, "roles", "dev", "odd * name [1] "), "odd");
    symlinkSync("../../README.md", join(repo.dir, "roles", "dev", "LINK.md"));
    const { path } = await played(repo, "dev");
    expect(readFileSync(join(path, "data.bin"))).toEqual(binary);
    expect(statSync(join(path, "deep", "er", "run.sh")).mode & 0o777).toBe(0o750);
    expect(readFileSync(join(path, "odd * name [1] "), "utf8")).toBe("odd");
    expect(lstatSync(join(path, "LINK.md")).isFile()).toBe(true);
    expect(readFileSync(join(path, "LINK.md"), "utf8")).toBe(repo.read("README.md"));
    repo.gitIn(path, "add", "--all");
    expect(repo.gitIn(path, "status", "--porcelain")).toBe("");
    expect(repo.git("status", "--porcelain")).toBe("");
  });

  test("of the config: from anywhere in the main worktree, to the target that it names, beside the role's own setup", async () => {
    const repo = prepared();
    repo.write("roles/shared/a.md", "a");
    repo.write("roles/shared/b.md", "b");
    repo.write("notes.txt", "n");
    repo.git("add", "notes.txt");
    repo.git("commit", "--quiet", "-m", "Add notes");
    repo.write(".env.dev", "SECRET\n");
    repo.write(".gitignore", `${repo.read(".gitignore")}.env*\nran\n`);
    repo.git("commit", "--quiet", "-am", "Ignore more");
    await configure(repo, {
      setup: { initScript: "exit 9" },
      roles: {
        dev: {
          files: { "roles/shared": ".agents", "notes.txt": "docs/", "roles/shared/a.md": "CLAUDE.md" },
          setup: {
            envFiles: [".env.dev"],
            initScript: 'cat CLAUDE.md .env.dev >ran; echo "$COPPICE_ROLE" >>ran',
          },
        },
      },
    });
    const { path, record } = await played(repo, "dev");
    expect(record).toMatchObject({ status: "active", role: "dev", session: "s" });
    expect(readFileSync(join(path, "ran"), "utf8")).toBe("aSECRET\ndev\n");
    expect(lines(repo)).toEqual(["/.agents/a.md", "/.agents/b.md", "/CLAUDE.md", "/docs/notes.txt"]);
    expect((await failure(played(repo, "none"))).code).toBe("ROLE_NOT_FOUND");
    // Who plays no role gets what everybody gets.
    expect((await failure(run(repo.dir, (engine) => create(engine, { branch: "task/x" })))).code).toBe(
      "INIT_SCRIPT_FAILED",
    );
  });

  test("what must not be brought: refused before anything is made", async () => {
    const outside = createTempDir();
    writeFileSync(join(outside, "secret"), "secret");
    const cases: readonly (readonly [string, (repo: TestRepo, role: string) => void, string])[] = [
      [
        "a link out of the repository",
        (_, role) => symlinkSync(join(outside, "secret"), join(role, "x")),
        "UNTRUSTED",
      ],
      ["a folder that is a link", (_, role) => symlinkSync(outside, join(role, "x")), "UNTRUSTED"],
      ["git's own files", (_, role) => symlinkSync("../../.git/config", join(role, "x")), "UNTRUSTED"],
      [
        "a link to a folder that it lies in",
        (_, role) => symlinkSync(".", join(role, "x")),
        "ENV_COPY_FAILED",
      ],
      [
        "links that make a thousand folders of ten",
        (_, role) => {
          for (let at = 0; at < 10; at += 1) {
            mkdirSync(join(role, `${at}`));
            for (const name of ["a", "b"]) symlinkSync(`../${at + 1}`, join(role, `${at}`, name));
          }
          mkdirSync(join(role, "10"));
        },
        "ENV_COPY_FAILED",
      ],
      ["a link that leads nowhere", (_, role) => symlinkSync("nowhere", join(role, "x")), "ENV_COPY_FAILED"],
      ["a file for git itself", (_, role) => writeFileSync(join(role, ".git"), "gitdir: /"), "UNTRUSTED"],
      ["a name of two lines", (_, role) => writeFileSync(join(role, "a\nb"), ""), "ENV_COPY_FAILED"],
      ["a tracked target", (_, role) => writeFileSync(join(role, "README.md"), ""), "PATH_EXISTS"],
      ["a file where git has a folder", (_, role) => writeFileSync(join(role, "src"), ""), "PATH_EXISTS"],
      ["a folder where git has a file", (repo) => repo.write("roles/bad/README.md/x", ""), "PATH_EXISTS"],
    ];
    const repo = prepared();
    const role = join(repo.dir, "roles", "bad");
    for (const [what, spoil, code] of cases) {
      mkdirSync(role);
      spoil(repo, role);
      const error = await failure(played(repo, "bad"));
      expect([what, error.code]).toEqual([what, code]);
      rmSync(role, { recursive: true });
    }
    symlinkSync(outside, role);
    expect((await failure(played(repo, "bad"))).code).toBe("ROLE_NOT_FOUND");
    await configure(repo, { roles: { bad: { files: { "roles/gone.md": "x" } } } });
    expect((await failure(played(repo, "bad"))).message).toContain("it does not exist");
    await configure(repo, { roles: { bad: { files: { "README.md": ".git/x" } } } });
    expect((await failure(played(repo, "bad"))).message).toContain("it belongs to git itself");
    expect(await living(repo)).toEqual({});
    expect(repo.git("branch", "--list", "task/*")).toBe("");
  });

  test("links in the worktree where a file would go: nothing is written through them", async () => {
    const repo = prepared();
    const outside = createTempDir();
    mkdirSync(join(repo.dir, "roles", "dev", "docs"), { recursive: true });
    repo.write("roles/dev/docs/a.md", "role");
    repo.write("roles/dev/b.md", "role");
    // The hook stands for whatever comes between the checkout and the copy.
    const hook = join(repo.dir, ".git", "hooks", "post-checkout");
    const plant = (script: string) => writeFileSync(hook, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    plant(`ln -s '${outside}' docs`);
    const first = await failure(played(repo, "dev", "task/one"));
    expect([first.code, first.message]).toEqual([
      "ENV_COPY_FAILED",
      expect.stringContaining("docs is no directory"),
    ]);
    plant(`ln -s '${outside}/b' b.md`);
    const second = await failure(played(repo, "dev", "task/two"));
    expect(second.message).toContain("something else stands there already");
    expect(existsSync(join(outside, "b"))).toBe(false);
    expect(existsSync(join(outside, "a.md"))).toBe(false);
    // A single worktree stays, for a person to look at, and can be gone on with.
    expect(await living(repo)).toEqual({ "task/one": "error", "task/two": "error" });
  });
});

test("a copy that failed in a single worktree: it stays in error, and a retry goes on from there", async () => {
  const repo = prepared({ ".gitignore": "/roles\n!CLAUDE.md\n" });
  repo.write("roles/dev/CLAUDE.md", "dev");
  const error = await failure(played(repo, "dev"));
  expect([error.code, error.details.files]).toEqual(["ENV_COPY_FAILED", ["CLAUDE.md"]]);
  const path = join(repo.dir, ".worktrees", "task-dev");
  writeFileSync(join(path, ".gitignore"), "/roles\n");
  repo.gitIn(path, "commit", "--quiet", "-am", "Ignore it");
  expect((await run(repo.dir, (engine) => retry(engine, "task/dev"))).status).toBe("active");
  expect(readFileSync(join(path, "CLAUDE.md"), "utf8")).toBe("dev");
  expect(repo.gitIn(path, "status", "--porcelain")).toBe("");
});

describe("role update", () => {
  test("pristine files are renewed, edited ones kept and named; forced, they are archived first", async () => {
    const repo = prepared();
    for (const name of ["a", "b", "c", "d"]) repo.write(`roles/dev/${name}.md`, "1");
    const { path } = await played(repo, "dev");
    const at = (name: string) => join(path, `${name}.md`);
    writeFileSync(at("b"), "mine");
    rmSync(at("c"));
    for (const name of ["a", "b", "c"]) repo.write(`roles/dev/${name}.md`, "2");
    repo.write("roles/dev/e.md", "new");
    rmSync(join(repo.dir, "roles", "dev", "d.md"));
    const update = (force: boolean) => run(repo.dir, (engine) => updateRole(engine, "task/dev", { force }));
    expect(await update(false)).toMatchObject({
      copied: ["a.md", "c.md", "e.md"],
      kept: ["b.md"],
      removed: ["d.md"],
      archive: null,
    });
    expect(["a", "b", "c", "e"].map((name) => readFileSync(at(name), "utf8"))).toEqual([
      "2",
      "mine",
      "2",
      "new",
    ]);
    expect([existsSync(at("d")), lines(repo)]).toEqual([false, ["/a.md", "/b.md", "/c.md", "/e.md"]]);
    const forced = await update(true);
    expect(forced).toMatchObject({ copied: ["b.md"], kept: [] });
    expect(readFileSync(at("b"), "utf8")).toBe("2");
    expect(repo.git("show", `${forced.archive}:ignored/b.md`)).toBe("mine");
    expect(await update(true)).toMatchObject({ copied: [], kept: [], removed: [], archive: null });
    expect(repo.gitIn(path, "status", "--porcelain")).toBe("");
    // One that cannot be brought stands in the way for as long as the role has it, and an edited one that it has no more never.
    repo.write("roles/dev/README.md", "tracked there");
    const blocked = await failure(update(false));
    expect([blocked.code, blocked.suggestedAction]).toEqual([
      "ENV_COPY_FAILED",
      "Mend the file named above, then coppice role update task/dev.",
    ]);
    writeFileSync(at("e"), "mine");
    for (const name of ["README", "e"]) rmSync(join(repo.dir, "roles", "dev", `${name}.md`));
    expect(await update(false)).toMatchObject({ copied: [], kept: ["e.md"], removed: [] });
    expect(lines(repo)).toEqual(["/a.md", "/b.md", "/c.md", "/e.md"]);
    await run(repo.dir, (engine) => create(engine, { branch: "task/none" }));
    expect((await failure(run(repo.dir, (engine) => updateRole(engine, "task/none")))).code).toBe(
      "INVALID_STATE",
    );
  });

  test("a person's own files where the role brings some by now: kept and named; forced, archived before they are replaced", async () => {
    const repo = prepared({ ".gitignore": "/roles\n*.local\n" });
    repo.write("roles/dev/a.md", "1");
    const { path } = await played(repo, "dev");
    const at = (name: string) => join(path, name);
    const update = (force: boolean) => run(repo.dir, (engine) => updateRole(engine, "task/dev", { force }));
    const names = ["a.md", "ignored.local", "untracked.md"];
    for (const name of names) {
      repo.write(`roles/dev/${name}`, "2");
      writeFileSync(at(name), "mine");
    }
    repo.write("roles/dev/folder", "2");
    mkdirSync(at("folder"));
    const forced = await update(true);
    expect([forced.copied, forced.kept]).toEqual([names, ["folder"]]);
    for (const name of names) {
      expect(readFileSync(at(name), "utf8")).toBe("2");
      expect(repo.git("show", `${forced.archive}:ignored/${name}`)).toBe("mine");
    }
    // Nothing else has to be edited for it.
    repo.write("roles/dev/other.local", "2");
    writeFileSync(at("other.local"), "mine");
    expect((await update(false)).kept).toEqual(["folder", "other.local"]);
    const again = await update(true);
    expect([again.copied, again.kept]).toEqual([["other.local"], ["folder"]]);
    expect(repo.git("show", `${again.archive}:ignored/other.local`)).toBe("mine");
  });
});

describe("worktrees with role files that go", () => {
  test("two roles with one target: its line goes with the last of them, and only pristine files go unsaved", async () => {
    const repo = prepared();
    writeFileSync(
      join(repo.dir, ".git", "info", "exclude"),
      Buffer.from("/.worktrees/\n# mine\r\n\xff", "latin1"),
    );
    const before = exclude(repo);
    for (const role of ["a", "b"]) repo.write(`roles/${role}/CLAUDE.md`, role);
    await played(repo, "a");
    const { path } = await played(repo, "b");
    const gone = (name: string) => run(repo.dir, (engine) => remove(engine, name));
    await gone("task/a");
    expect(lines(repo)).toEqual(["/CLAUDE.md"]);
    expect(repo.git("for-each-ref", "refs/coppice")).toBe("");
    writeFileSync(join(path, "CLAUDE.md"), "edited");
    await gone("task/b");
    expect(exclude(repo)).toBe(before);

    const back = await run(repo.dir, (engine) => restore(engine, "task/b"));
    expect(readFileSync(join(back.path, "CLAUDE.md"), "utf8")).toBe("edited");
    expect([back.record.status, repo.gitIn(back.path, "status", "--porcelain")]).toEqual(["active", ""]);
    expect(lines(repo)).toEqual(["/CLAUDE.md"]);
    await gone("task/b");
    expect(exclude(repo)).toBe(before);
  });

  test("made and removed at once, by two clones whose exclude file is one: each has its lines, and others' stay", async () => {
    const shared = join(createTempDir(), "exclude");
    writeFileSync(shared, Buffer.from("# ours\r\n/.worktrees/\n\xff", "latin1"));
    const before = readFileSync(shared, "latin1");
    const clones = [prepared(), prepared()];
    for (const repo of clones) {
      rmSync(join(repo.dir, ".git", "info", "exclude"));
      symlinkSync(shared, join(repo.dir, ".git", "info", "exclude"));
      for (const role of ["a", "b", "c"]) {
        repo.write(`roles/${role}/CLAUDE.md`, role);
        repo.write(`roles/${role}/${role}.md`, role);
      }
    }
    const at = (work: (repo: TestRepo, role: string) => Promise<unknown>, roles: readonly string[]) =>
      Promise.all(clones.flatMap((repo) => roles.map((role) => work(repo, role))));
    const gone = (repo: TestRepo, role: string) => run(repo.dir, (engine) => remove(engine, `task/${role}`));
    await at(played, ["a", "b"]);
    await Promise.all([at(played, ["c"]), at(gone, ["a", "b"])]);
    for (const repo of clones) {
      expect(await run(repo.dir, async (engine) => roleLines(engine))).toEqual({
        wanted: ["/CLAUDE.md", "/c.md"],
        there: ["/CLAUDE.md", "/c.md"],
      });
    }
    await at(gone, ["c"]);
    expect(readFileSync(shared, "latin1")).toBe(before);
    for (const repo of clones)
      expect(lstatSync(join(repo.dir, ".git", "info", "exclude")).isSymbolicLink()).toBe(true);
  });

  test("a file that git hides because of another worktree's role: archived when its worktree goes", async () => {
    const repo = prepared();
    repo.write("roles/a/NOTES.md", "role");
    await played(repo, "a");
    const { path } = await run(repo.dir, (engine) => create(engine, { branch: "task/other" }));
    writeFileSync(join(path, "NOTES.md"), "my own notes");
    await run(repo.dir, (engine) => remove(engine, "task/other"));
    const back = await run(repo.dir, (engine) => restore(engine, "task/other"));
    expect(readFileSync(join(back.path, "NOTES.md"), "utf8")).toBe("my own notes");
  });

  test("lines that a killed process left, or that somebody took away: doctor tells, and brings them in order", async () => {
    const repo = prepared();
    repo.write("roles/a/CLAUDE.md", "a");
    const before = exclude(repo);
    const { record } = await played(repo, "a");
    const put = exclude(repo);
    const codes = async (fix = false) => {
      const { findings, repaired } = await run(repo.dir, (engine) => doctor(engine, { fix }));
      return [...findings, ...repaired].map(({ code }) => code).filter((code) => code.startsWith("role-"));
    };
    expect(await codes()).toEqual([]);
    writeFileSync(join(repo.dir, ".git", "info", "exclude"), before);
    expect(await codes()).toEqual(["role-lines-missing"]);
    expect(await codes(true)).toEqual(["role-lines-missing"]);
    expect(lines(repo)).toEqual(["/CLAUDE.md"]);
    const report = notes();
    await run(
      repo.dir,
      async (engine) => {
        expect(roleFacts(engine, record.id)?.pending).toBe(false);
        await remove(engine, "task/a");
        writeFileSync(join(repo.dir, ".git", "info", "exclude"), put, "latin1");
      },
      { report },
    );
    expect(await codes()).toEqual(["role-lines-left"]);
    expect(await codes(true)).toEqual(["role-lines-left"]);
    expect(lines(repo)).toEqual([]);
    expect(await codes()).toEqual([]);
  });
});
