import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { archives } from "../../src/engine/archives.js";
import { clean } from "../../src/engine/clean.js";
import type { Engine } from "../../src/engine/context.js";
import { create } from "../../src/engine/create.js";
import { doctor } from "../../src/engine/doctor/doctor.js";
import { restore } from "../../src/engine/restore.js";
import { retry } from "../../src/engine/retry.js";
import { createSet } from "../../src/engine/set.js";
import { commandProgram } from "../support/hook-program.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { configure, living, picture } from "./set-support.js";
import { failure, notes, run, withJournal } from "./support.js";

/** Kills the process that holds one of Coppice's locks, and waits until it is dead. */
const killHolder = (repo: TestRepo, lock: string): string =>
  `p=$(sed -n 's/.*"pid":\\([0-9]*\\).*/\\1/p' '${join(repo.dir, ".git", "coppice", "locks")}'/${lock}.lock); kill -9 $p`;

/** Waits until an entry tells that an init script has ended well; flushed are all of a set's at its end. */
const afterScript = (repo: TestRepo): string =>
  `until grep -qs '"success"' '${join(repo.dir, ".git", "coppice", "spool")}'/*.line; do sleep 0.1; done`;

async function killed(repo: TestRepo, ...argv: string[]): Promise<void> {
  const { node, program } = commandProgram();
  const child = spawn(node, [program, ...argv], { cwd: repo.dir, stdio: "ignore" });
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
}

function prepared(): TestRepo {
  const repo = createRepo({ files: { ".gitignore": "/roles/\n/coppice.config.json\n" } });
  for (const role of ["a", "b", "c"]) repo.write(`roles/${role}/CLAUDE.md`, role);
  return repo;
}

test("killed in the setup of the last one: doctor tells it once and takes back all of it", async () => {
  const repo = prepared();
  await configure(repo, {
    roles: {
      c: { setup: { initScript: `${afterScript(repo)}; ${killHolder(repo, "set-*")}; sleep 600` } },
      b: { setup: { initScript: "touch b" } },
    },
  });
  const untouched = picture(repo);
  await killed(repo, "create", "--roles", "a,b,c", "--session", "s");
  expect(Object.keys(await living(repo))).toHaveLength(3);

  const seen = await run(repo.dir, (engine) => doctor(engine));
  const [finding, ...others] = seen.findings.filter(({ severity }) => severity === "broken");
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    code: "set-interrupted",
    message: "Creating the set s was interrupted: its process ended before it was whole.",
    evidence: { phase: "making", branches: ["swarm/a-s", "swarm/b-s", "swarm/c-s"] },
  });
  const report = notes();
  const { repaired, findings } = await run(repo.dir, (engine) => doctor(engine, { fix: true }), { report });
  expect(report.warnings).toEqual([]);
  expect(repaired.filter(({ code }) => code === "set-interrupted")).toMatchObject([
    { done: "The set s was taken back: it had been interrupted." },
  ]);
  expect(findings.filter(({ severity }) => severity !== "note")).toEqual([]);
  expect(await living(repo)).toEqual({});
  expect(picture(repo)).toEqual({ ...untouched, exclude: expect.not.stringContaining("CLAUDE") });
});

test("killed, and worked in before it was taken back: commits and files are archived, the setup's are not", async () => {
  const repo = prepared();
  await configure(repo, {
    roles: {
      c: { setup: { initScript: `${killHolder(repo, "set-*")}; sleep 600` } },
      b: { setup: { initScript: "touch b" } },
    },
  });
  await killed(repo, "create", "--roles", "a,b,c", "--session", "s");
  const place = (role: string) => join(repo.dir, ".worktrees", `swarm-${role}-s`);
  writeFileSync(join(place("a"), "draft.txt"), "nowhere else\n");
  writeFileSync(join(place("b"), "work.txt"), "committed\n");
  repo.gitIn(place("b"), "add", "work.txt");
  repo.gitIn(place("b"), "commit", "--quiet", "-m", "Work");

  const report = notes();
  await run(repo.dir, (engine) => doctor(engine, { fix: true }), { report });
  expect(await living(repo)).toEqual({});
  expect(report.warnings.sort()).toEqual(
    ["a", "b"].map(
      (role) => `swarm/${role}-s had been worked in: coppice restore swarm/${role}-s brings that back.`,
    ),
  );
  expect((await run(repo.dir, (engine) => archives(engine))).map(({ branch }) => branch).sort()).toEqual([
    "swarm/a-s",
    "swarm/b-s",
  ]);
  for (const role of ["a", "b"]) await run(repo.dir, (engine) => restore(engine, `swarm/${role}-s`));
  expect(readFileSync(join(place("a"), "draft.txt"), "utf8")).toBe("nowhere else\n");
  expect(repo.git("log", "-1", "--format=%s", "swarm/b-s")).toBe("Work");
});

test("killed, and only a file that git ignores was edited before it was taken back: it is archived", async () => {
  const repo = prepared();
  await configure(repo, {
    roles: { b: { setup: { initScript: `${killHolder(repo, "set-*")}; sleep 600` } } },
  });
  await killed(repo, "create", "--roles", "a,b", "--session", "s");
  const edited = join(repo.dir, ".worktrees", "swarm-a-s", "CLAUDE.md");
  writeFileSync(edited, "mine\n");

  const report = notes();
  await run(repo.dir, (engine) => create(engine, { branch: "task/x" }), { report });
  expect(report.warnings).toContain(
    "swarm/a-s had been worked in: coppice restore swarm/a-s brings that back.",
  );
  expect((await run(repo.dir, (engine) => archives(engine))).map(({ branch }) => branch)).toEqual([
    "swarm/a-s",
  ]);
  await run(repo.dir, (engine) => restore(engine, "swarm/a-s"));
  expect(readFileSync(edited, "utf8")).toBe("mine\n");
});

test("killed in git worktree add: the next create takes it back, and makes what it was asked for", async () => {
  const repo = prepared();
  const hook = join(repo.dir, ".git", "hooks", "post-checkout");
  const second = '[ "$(git rev-parse --abbrev-ref HEAD)" != swarm/b-s ] || { ';
  writeFileSync(hook, `#!/bin/sh\n${second}${killHolder(repo, "worktree-add")}; }\n`, { mode: 0o755 });
  await killed(repo, "create", "--roles", "a,b,c", "--session", "s");
  writeFileSync(hook, "#!/bin/sh\n", { mode: 0o755 });
  const { findings } = await run(repo.dir, (engine) => doctor(engine));
  const codes = findings.flatMap(({ code, severity }) => (severity === "note" ? [] : [code]));
  // Neither git's lock of a half-made worktree nor the lines and marks that it lacks are anything of their own.
  expect(codes.filter((code) => code !== "entries-waiting")).toEqual(["set-interrupted"]);

  const report = notes();
  await run(repo.dir, (engine) => create(engine, { branch: "swarm/b-s" }), { report });
  expect(report.warnings).toContain("The set s was taken back: it had been interrupted.");
  expect(await living(repo)).toEqual({ "swarm/b-s": "active" });
  expect(repo.git("for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads")).toBe("main\nswarm/b-s");
  expect(picture(repo)).toMatchObject({
    sets: [],
    locks: [],
    directories: ["swarm-b-s"],
    registrations: ["swarm-b-s"],
  });
});

/** An engine whose journal takes so many entries of a kind, and then no entry any more. */
function until(engine: Engine, type: string, many: number): Engine {
  let left = many;
  return withJournal(engine, ({ append }) => ({
    append: (id, event, ...given) => {
      if (event.type === type) left -= 1;
      return left < 0 ? Promise.reject(new Error("the power is gone")) : append(id, event, ...given);
    },
  }));
}

test("killed when all were ready, and one was told: the next command finishes the others", async () => {
  const repo = prepared();
  const members = ["a", "b", "c"].map((role) => ({ role }));
  // Each has two: one when it is made, one when it is ready.
  await run(repo.dir, (engine) =>
    failure(createSet(until(engine, "INIT_COMPLETE", 4), { members, session: "s" })),
  );
  expect(Object.values(await living(repo)).sort()).toEqual(["active", "initializing", "initializing"]);
  const { repaired } = await run(repo.dir, (engine) => doctor(engine, { fix: true }));
  expect(repaired.map(({ done }) => done)).toContain("The set s was finished.");
  expect(await living(repo)).toEqual({ "swarm/a-s": "active", "swarm/b-s": "active", "swarm/c-s": "active" });
  expect(picture(repo).sets).toEqual([]);
});

test("one was gone on with before the set could be taken back: it stays, the others go", async () => {
  const repo = prepared();
  const members = ["a", "b", "c"].map((role) => ({ role }));
  await run(repo.dir, (engine) =>
    failure(createSet(until(engine, "INIT_COMPLETE", 2), { members, session: "s" })),
  );
  expect(Object.values(await living(repo))).not.toContain("active");
  await run(repo.dir, (engine) => retry(engine, "swarm/b-s"));
  const { repaired } = await run(repo.dir, (engine) => doctor(engine, { fix: true }));
  expect(repaired.map(({ done }) => done)).toContain(
    "The set s had been interrupted; these stay, as somebody went on with them: swarm/b-s.",
  );
  expect(await living(repo)).toEqual({ "swarm/b-s": "active" });
  expect(picture(repo)).toMatchObject({ sets: [], directories: ["swarm-b-s"] });
});

test("cleaned away before it could be taken back: what is foretold is what goes, and is counted as such", async () => {
  const repo = prepared();
  repo.git("config", "coppice.directory", "{session}/{role}");
  const members = ["a", "b"].map((role) => ({ role }));
  await run(repo.dir, (engine) =>
    failure(createSet(until(engine, "INIT_COMPLETE", 1), { members, session: "s" })),
  );
  repo.write(".worktrees/s/a/left.txt", "of the setup");
  const report = notes();
  const options = { session: "s", dryRun: true };
  const foreseen = await run(repo.dir, (engine) => clean(engine, options), { report });
  expect(foreseen.rows.map(({ branch, outcome }) => [branch, outcome])).toEqual([
    ["swarm/a-s", "removed"],
    ["swarm/b-s", "removed"],
  ]);
  expect(report.warnings).toEqual(["The set s was interrupted, and would be taken back first."]);
  const done = await run(repo.dir, (engine) => clean(engine, { session: "s" }));
  expect(done).toEqual({ ...foreseen, dryRun: false });
  expect(await living(repo)).toEqual({});
  expect((await run(repo.dir, (engine) => failure(clean(engine, { session: "S" })))).message).toBe(
    `There is no session "S", and never was one here (did you mean 's'?).`,
  );
});
