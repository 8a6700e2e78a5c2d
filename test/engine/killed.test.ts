import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { create } from "../../src/engine/create.js";
import { creationFacts, creationRunners } from "../../src/engine/creation.js";
import { doctor } from "../../src/engine/doctor/doctor.js";
import { list } from "../../src/engine/list.js";
import { withRecord } from "../../src/engine/protocol.js";
import { remove } from "../../src/engine/remove.js";
import { retry as retryCommand } from "../../src/engine/retry.js";
import { newOp } from "../../src/engine/session.js";
import { show } from "../../src/engine/show.js";
import { liveness, ownerOf } from "../../src/git/owner.js";
import { oidSchema } from "../../src/lifecycle/ids.js";
import { commandProgram } from "../support/hook-program.js";
import { createRepo, createTempDir, openRepo, type TestRepo } from "../support/repo.js";
import { notes, recordIn, run } from "./support.js";

/** Where a script of the repository waits, until the test lets it go on: a named pipe at which it tells its process. */
class Halt {
  readonly #told: string;
  readonly #go: string;
  /** Kept open for as long as the test runs: what is written to a pipe that nobody has open is lost. */
  readonly #opened: number;

  constructor() {
    const directory = createTempDir();
    this.#told = join(directory, "told");
    this.#go = join(directory, "go");
    execFileSync("mkfifo", [this.#told, this.#go]);
    // Read and write: opening does not wait for the other end then.
    this.#opened = openSync(this.#go, "r+");
    onTestFinished(() => {
      this.release();
      closeSync(this.#opened);
    });
  }

  /** The lines of sh that make it wait. Opening a pipe waits for the other end, so nothing is missed. */
  get script(): string {
    return `echo "$$ $PPID" >'${this.#told}'; read line <'${this.#go}'`;
  }

  /** Waits until the script is there. */
  async reached(): Promise<{ readonly pid: number; readonly parent: number }> {
    const file = await open(this.#told, "r");
    const [pid = "", parent = ""] = (await file.readFile("utf8")).trim().split(" ");
    await file.close();
    return { pid: Number(pid), parent: Number(parent) };
  }

  /** Lets it go on, also when it comes to wait only later. */
  release(): void {
    writeSync(this.#opened, "go\n");
  }
}

/** The command as a person starts it. */
function coppice(cwd: string, ...args: string[]): ChildProcess {
  const { node, program } = commandProgram();
  return spawn(node, [program, ...args], { cwd, stdio: ["ignore", "ignore", "pipe"] });
}

/** How a command ended, with what it told: a code alone would not say what went wrong. */
async function ended(child: ChildProcess): Promise<{ readonly code: number | null; readonly told: string }> {
  let told = "";
  child.stderr?.on("data", (chunk) => {
    told += chunk;
  });
  const [code] = await once(child, "close");
  return { code, told };
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

function hook(repo: TestRepo, script: string): void {
  writeFileSync(join(repo.dir, ".git", "hooks", "post-checkout"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

const retry = (repo: TestRepo) =>
  run(repo.dir, async (engine) => {
    const { id } = await recordIn(repo.dir, "task/a");
    return withRecord(engine, id, "retry", async (session) => {
      const operation = session.record.lastError?.operation ?? "create";
      const effects = await session.open({ type: "RETRY", op: newOp(), operation }, {});
      return session.run(effects, creationRunners(session), { facts: creationFacts });
    });
  });

/** A worktree whose creation was killed half way through the checkout, with the git that made it, as by a power cut. */
async function halfMade(): Promise<{ readonly repo: TestRepo; readonly path: string }> {
  const repo = createRepo({ files: { ".gitattributes": "*.slow filter=slow\n", "a.slow": "slow\n" } });
  const halt = new Halt();
  const filter = join(repo.dir, ".git", "slow");
  writeFileSync(filter, `#!/bin/sh\n${halt.script}\ncat\n`, { mode: 0o755 });
  repo.git("config", "filter.slow.smudge", `'${filter}'`);
  const child = coppice(repo.dir, "create", "task/a");
  const { pid } = await halt.reached();
  await kill(child);
  // git runs in a process group of its own; a power cut takes it along.
  process.kill(-groupOf(pid), "SIGKILL");
  writeFileSync(filter, "#!/bin/sh\ncat\n");
  expect(repo.git("worktree", "list", "--porcelain")).toContain("locked initializing");
  return { repo, path: join(repo.dir, ".worktrees", "task-a") };
}

/** A retry makes it whole. */
async function expectWhole(repo: TestRepo, path: string): Promise<void> {
  expect((await retry(repo)).status).toBe("active");
  expect(repo.gitIn(path, "status", "--porcelain")).toBe("");
  expect(readFileSync(join(path, "a.slow"), "utf8")).toBe("slow\n");
  expect(repo.git("worktree", "list", "--porcelain")).not.toContain("locked");
}

describe("SIGKILL", () => {
  it("in create, while the post-checkout hook runs: called interrupted, and a retry goes on", async () => {
    const repo = createRepo();
    const halt = new Halt();
    hook(repo, halt.script);
    const child = coppice(repo.dir, "create", "task/a");
    await halt.reached();
    await kill(child);
    halt.release();
    hook(repo, "exit 0");

    const [row] = await run(repo.dir, (engine) => list(engine));
    expect(row?.observed).toMatchObject({
      interrupted: true,
      problems: ["create was interrupted: its process ended before it was done"],
    });
    expect((await retry(repo)).status).toBe("active");
    expect(repo.gitIn(join(repo.dir, ".worktrees", "task-a"), "status", "--porcelain")).toBe("");
  });

  it("in create, and somebody works there on something else since: neither a retry nor doctor takes it away", async () => {
    const repo = createRepo();
    const halt = new Halt();
    hook(repo, halt.script);
    const child = coppice(repo.dir, "create", "task/a");
    await halt.reached();
    await kill(child);
    halt.release();
    hook(repo, "exit 0");

    const tree = openRepo(join(repo.dir, ".worktrees", "task-a"));
    // As where git was killed between its last file and the end of its lock.
    writeFileSync(join(tree.git("rev-parse", "--absolute-git-dir"), "locked"), "initializing");
    tree.git("checkout", "--quiet", "--detach");
    const head = tree.commit("Off the branch", { "a.txt": "a\n" });
    const stays = async () => {
      expect(tree.git("rev-parse", "HEAD")).toBe(head);
      await expect(retry(repo)).rejects.toMatchObject({
        code: "WORKTREE_CREATION_FAILED",
        suggestedAction: expect.stringContaining("git switch task/a"),
      });
      expect(tree.git("rev-parse", "HEAD")).toBe(head);
    };
    await run(repo.dir, (engine) => doctor(engine, { fix: true }));
    await stays();
    tree.write("new.txt", "new\n");
    await stays();
    tree.git("switch", "--quiet", "task/a");
    expect((await retry(repo)).status).toBe("active");
    expect(tree.git("status", "--porcelain")).toBe("?? new.txt");
    expect(repo.git("worktree", "list", "--porcelain")).not.toContain("locked");
  });

  it("in commit, while a hook of git's goes on: a retry names that git and changes nothing; when it has ended, the commit is there", async () => {
    const repo = createRepo();
    const { path } = await run(repo.dir, (engine) => create(engine, { branch: "task/a" }));
    writeFileSync(join(path, "new.txt"), "new\n");
    const halt = new Halt();
    const script = `#!/bin/sh\n${halt.script}\n`;
    writeFileSync(join(repo.dir, ".git", "hooks", "pre-commit"), script, { mode: 0o755 });
    const child = coppice(repo.dir, "commit", "task/a", "-m", "Work");
    const { parent } = await halt.reached();
    const git = ownerOf(parent);
    await kill(child);
    await expect(run(repo.dir, (engine) => retryCommand(engine, "task/a"))).rejects.toMatchObject({
      code: "INVALID_STATE",
      message: expect.stringContaining(`process ${parent}`),
      suggestedAction: expect.stringContaining(`kill ${parent}`),
    });
    expect((await recordIn(repo.dir, "task/a")).lastError?.code).toBe("INTERRUPTED");
    halt.release();
    await expect.poll(() => liveness(git), { timeout: 50_000 }).not.toBe("alive");
    expect((await run(repo.dir, (engine) => retryCommand(engine, "task/a"))).status).toBe("active");
    expect(repo.gitIn(path, "log", "--format=%s", "-1")).toBe("Work");
    expect(repo.gitIn(path, "status", "--porcelain")).toBe("");
  });

  it("in create, and git with it, half way through the checkout: a retry makes it whole", async () => {
    const { repo, path } = await halfMade();
    await expectWhole(repo, path);
  });

  it("in create, and git with it, half way through the checkout: what somebody has put there stays; out of the way, a retry makes it whole", async () => {
    const { repo, path } = await halfMade();
    const mine = join(path, "mine.txt");
    writeFileSync(mine, "mine\n");
    await expect(retry(repo)).rejects.toMatchObject({
      code: "WORKTREE_CREATION_FAILED",
      details: { files: ["mine.txt"] },
    });
    await run(repo.dir, (engine) => doctor(engine, { fix: true }));
    expect(readFileSync(mine, "utf8")).toBe("mine\n");
    rmSync(mine);
    await expectWhole(repo, path);
  });

  it("in the setup: the script it left running is ended by the removal, and nothing stays", async () => {
    const repo = createRepo();
    const halt = new Halt();
    repo.git("config", "coppice.setup.initScript", `${halt.script}; touch late.txt`);
    const child = coppice(repo.dir, "create", "task/a");
    const { pid } = await halt.reached();
    await kill(child);

    expect((await recordIn(repo.dir, "task/a")).status).toBe("initializing");
    const report = notes();
    const record = await run(repo.dir, (engine) => remove(engine, "task/a"), { report });
    expect(record.status).toBe("removed");
    expect(report.warnings.join()).toContain("The setup of task/a was interrupted");
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(join(repo.dir, ".worktrees", "task-a"))).toBe(false);
    expect(repo.git("for-each-ref", "refs/heads/task")).toBe("");
  });

  it("while a record is taken up that no clone holds: nobody's still, and the next create goes on; in its setup: a retry", async () => {
    const repo = createRepo();
    repo.git("branch", "task/a");
    await run(repo.dir, async ({ journal, actor }) => {
      const op = newOp();
      const sha = oidSchema.parse(repo.git("rev-parse", "main"));
      const { id } = await journal.create(
        { type: "CREATE", op, branch: "task/a", base: "main", baseOid: sha, clone: null, adopted: true },
        actor,
      );
      for (const _ of ["made", "set up"]) await journal.append(id, { type: "INIT_COMPLETE", op, sha }, actor);
    });
    const halt = new Halt();
    hook(repo, halt.script);
    const first = coppice(repo.dir, "create", "task/a");
    await halt.reached();
    await kill(first);
    halt.release();
    hook(repo, "exit 0");
    expect(await recordIn(repo.dir, "task/a")).toMatchObject({ owner: null, status: "active" });
    const shown = await run(repo.dir, (engine) => show(engine, "task/a"));
    expect(shown.wayOn).toBe("coppice create task/a makes a worktree of it in this clone.");

    const later = new Halt();
    repo.git("config", "coppice.setup.initScript", later.script);
    const second = coppice(repo.dir, "create", "task/a");
    await later.reached();
    await kill(second);
    later.release();
    repo.git("config", "coppice.setup.initScript", "touch ran.txt");
    expect(await ended(coppice(repo.dir, "create", "task/a"))).toMatchObject({
      code: 3,
      told: expect.stringContaining("coppice retry task/a goes on from there"),
    });
    expect((await run(repo.dir, (engine) => retryCommand(engine, "task/a"))).status).toBe("active");
    expect(existsSync(join(repo.dir, ".worktrees", "task-a", "ran.txt"))).toBe(true);
    expect(repo.git("worktree", "list").split("\n")).toHaveLength(2);
  });

  it("in the verification of a merge: base, branch and edits are as before, and it can be merged again", async () => {
    const repo = createRepo();
    const { path } = await run(repo.dir, (engine) => create(engine, { branch: "task/a" }));
    writeFileSync(join(path, "work.txt"), "work\n");
    repo.gitIn(path, "add", "work.txt");
    repo.gitIn(path, "commit", "--quiet", "-m", "Work");
    repo.write("edit.txt", "mine\n");
    const [base, tip] = [repo.git("rev-parse", "main"), repo.git("rev-parse", "task/a")];
    const halt = new Halt();
    repo.git("config", "coppice.merge.verify", halt.script);
    const child = coppice(repo.dir, "merge", "task/a");
    await halt.reached();
    await kill(child);

    expect(repo.git("rev-parse", "main")).toBe(base);
    expect(repo.git("rev-parse", "task/a")).toBe(tip);
    expect(repo.read("edit.txt")).toBe("mine\n");
    expect((await recordIn(repo.dir, "task/a")).status).toBe("merging");
    expect(await ended(coppice(repo.dir, "merge", "task/a"))).toMatchObject({ code: 3 });
    expect(await recordIn(repo.dir, "task/a")).toMatchObject({
      status: "error",
      lastError: { code: "INTERRUPTED", operation: "merge", recoverable: true },
    });
    expect(repo.git("rev-parse", "task/a")).toBe(tip);

    const left = (): number => repo.git("worktree", "list").split("\n").length;
    expect(left()).toBe(3);
    await run(repo.dir, (engine) => remove(engine, "task/a", { force: 1, discard: true }));
    expect(left()).toBe(1);
  });

  it("two processes merge one branch at once: one does, the other is refused with what it sees", async () => {
    const repo = createRepo();
    const { path } = await run(repo.dir, (engine) => create(engine, { branch: "task/a" }));
    writeFileSync(join(path, "work.txt"), "work\n");
    repo.gitIn(path, "add", "work.txt");
    repo.gitIn(path, "commit", "--quiet", "-m", "Work");
    const halt = new Halt();
    repo.git("config", "coppice.merge.verify", halt.script);
    const first = coppice(repo.dir, "merge", "task/a");
    const done = ended(first);
    await halt.reached();
    expect(await ended(coppice(repo.dir, "merge", "task/a"))).toMatchObject({
      code: 3,
      told: expect.stringContaining("its state is merging"),
    });
    halt.release();
    expect(await done).toMatchObject({ code: 0 });
    expect(repo.git("rev-list", "--count", "--merges", "main")).toBe("1");
    expect(await recordIn(repo.dir, "task/a")).toMatchObject({ status: "removed" });
  });

  it("SIGTERM during the setup: ended in order, as ERROR INTERRUPTED", async () => {
    const repo = createRepo();
    const halt = new Halt();
    repo.git("config", "coppice.setup.initScript", halt.script);
    const child = coppice(repo.dir, "create", "task/a");
    const { pid } = await halt.reached();
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    expect(await gone).toEqual([130, null]);
    expect(isAlive(pid)).toBe(false);
    expect(await recordIn(repo.dir, "task/a")).toMatchObject({
      status: "error",
      lastError: { code: "INTERRUPTED", operation: "init", recoverable: true },
    });
  });

  it("remove from another process while the setup runs: the setup is stopped, then all is gone, and what lay there is archived", async () => {
    const repo = createRepo();
    const halt = new Halt();
    repo.git("config", "coppice.setup.initScript", halt.script);
    const child = coppice(repo.dir, "create", "task/a");
    const gone = once(child, "exit");
    const { pid } = await halt.reached();
    writeFileSync(join(repo.dir, ".worktrees", "task-a", "draft.txt"), "a person's\n");
    expect((await run(repo.dir, (engine) => remove(engine, "task/a"))).status).toBe("removed");
    expect((await gone)[0]).not.toBe(0);
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(join(repo.dir, ".worktrees", "task-a"))).toBe(false);
    const archive = repo.git("for-each-ref", "--format=%(refname)", "refs/coppice/archive/task/a");
    expect(repo.git("show", `${archive}:untracked/draft.txt`)).toBe("a person's");
    expect(await recordIn(repo.dir, "task/a")).toMatchObject({ status: "removed", lastError: null });
  });
});

const groupOf = (pid: number): number =>
  Number(execFileSync("ps", ["-o", "pgid=", "-p", String(pid)], { encoding: "utf8" }).trim());

function isAlive(pid: number): boolean {
  try {
    // A process that has ended and was not yet waited for is still listed, as a zombie.
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
