import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { clean } from "../../src/engine/clean.js";
import { remove } from "../../src/engine/remove.js";
import { createSet } from "../../src/engine/set.js";
import type { SetRequest } from "../../src/engine/set-plan.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { configure, living, picture } from "./set-support.js";
import { failure, notes, run, withJournal } from "./support.js";

const four = ["a", "b", "c", "d"].map((role) => ({ role }));
const make = (repo: TestRepo, request: Partial<SetRequest> = {}, options: Parameters<typeof run>[2] = {}) =>
  run(repo.dir, (engine) => createSet(engine, { members: four, session: "s", ...request }), options);

/** What the setup of the other three leaves in their worktrees: files, and a commit. */
const busy = { initScript: "touch left.txt && git commit --quiet --allow-empty -m left" };
const roles = { a: { setup: busy }, b: { setup: busy }, c: { setup: busy } };

/** What was trusted once is trusted still. */
const asBefore = (repo: TestRepo): void => repo.write("coppice.config.json", JSON.stringify({ roles }));

interface Breaking {
  readonly how: string;
  readonly code: string;
  /** Makes it fail. @returns what of the request is other */
  readonly break: (
    repo: TestRepo,
  ) => Promise<Partial<SetRequest> | undefined> | Partial<SetRequest> | undefined;
  readonly mend?: (repo: TestRepo) => void;
  /** It is found out before anything is made. */
  readonly before?: boolean;
}

const cases: readonly Breaking[] = [
  {
    how: "the role does not exist",
    code: "ROLE_NOT_FOUND",
    before: true,
    break: () => ({ members: [...four.slice(0, 3), { role: "../d" }] }),
  },
  {
    how: "its branch is taken",
    code: "BRANCH_EXISTS",
    before: true,
    break: (repo) => {
      repo.git("branch", "swarm/d-s");
      return undefined;
    },
    mend: (repo) => repo.git("branch", "-D", "swarm/d-s"),
  },
  {
    how: "something stands where its worktree would",
    code: "PATH_EXISTS",
    before: true,
    break: (repo) => {
      repo.write(".worktrees/swarm-d-s/file", "mine");
      return undefined;
    },
    mend: (repo) => rmSync(join(repo.dir, ".worktrees", "swarm-d-s"), { recursive: true }),
  },
  {
    how: "its role brings a file that git tracks",
    code: "PATH_EXISTS",
    before: true,
    break: (repo) => {
      repo.write("roles/d/README.md", "other");
      return undefined;
    },
    mend: (repo) => rmSync(join(repo.dir, "roles", "d", "README.md")),
  },
  {
    how: "its commands are not trusted",
    code: "UNTRUSTED",
    before: true,
    break: (repo) => {
      repo.write(
        "coppice.config.json",
        JSON.stringify({ roles: { ...roles, d: { setup: { install: "true" } } } }),
      );
      return undefined;
    },
    mend: (repo) => asBefore(repo),
  },
  {
    how: "git cannot check its files out",
    code: "WORKTREE_CREATION_FAILED",
    break: () => ({ members: [...four.slice(0, 3), { role: "d", base: "bad" }] }),
  },
  {
    how: "ignored files cannot be copied",
    code: "ENV_COPY_FAILED",
    break: (repo) => {
      mkdirSync(join(repo.dir, ".worktreeinclude"));
      return undefined;
    },
    mend: (repo) => rmSync(join(repo.dir, ".worktreeinclude"), { recursive: true }),
  },
  {
    how: "its role file would be committed",
    code: "ENV_COPY_FAILED",
    break: (repo) => {
      repo.write("roles/d/kept.md", "kept");
      return undefined;
    },
    mend: (repo) => rmSync(join(repo.dir, "roles", "d", "kept.md")),
  },
  {
    how: "its installation fails",
    code: "DEPS_INSTALL_FAILED",
    break: async (repo) => {
      await configure(repo, { roles: { ...roles, d: { setup: { install: "exit 3" } } } });
      return undefined;
    },
    mend: (repo) => asBefore(repo),
  },
  {
    how: "its init script fails",
    code: "INIT_SCRIPT_FAILED",
    break: async (repo) => {
      await configure(repo, { roles: { ...roles, d: { setup: { initScript: "touch half; exit 3" } } } });
      return undefined;
    },
    mend: (repo) => asBefore(repo),
  },
];

function prepared(): TestRepo {
  const repo = createRepo({
    files: { ".gitignore": "!kept.md\n/roles/\n/coppice.config.json\n/.worktreeinclude\n" },
  });
  repo.git("switch", "--quiet", "-c", "bad");
  repo.commit("Break the checkout", { ".gitattributes": "* filter=broken\n", other: "x\n" });
  repo.git("switch", "--quiet", "main");
  repo.git("config", "filter.broken.smudge", "false");
  repo.git("config", "filter.broken.required", "true");
  for (const { role } of four) repo.write(`roles/${role}/CLAUDE.md`, `I am ${role}.\n`);
  // Lines without an end, and one that is no UTF-8.
  writeFileSync(
    join(repo.dir, ".git", "info", "exclude"),
    Buffer.from("# mine\r\n/.worktrees/\n\xff*.o", "latin1"),
  );
  return repo;
}

describe("a set of four of which the fourth fails", () => {
  test("at each step: nothing remains, and the error names the step", async () => {
    const repo = prepared();
    await configure(repo, { roles });
    for (const { how, code, before, break: spoil, mend } of cases) {
      const request = (await spoil(repo)) ?? {};
      const untouched = picture(repo);
      const error = await failure(make(repo, request));
      expect([how, error.code]).toEqual([how, code]);
      expect([how, picture(repo)]).toEqual([how, untouched]);
      expect([how, await living(repo)]).toEqual([how, {}]);
      if (before === true) expect(error.message).toMatch(/\. Nothing of the set s was made\.$/);
      else expect(error.message).toContain("The set s was not made; nothing of it is left.");
      if (before === true) expect(error.details.key).toMatch(/^members\[3\]/);
      expect(error.suggestedAction).not.toContain("--adopt");
      if (code === "INIT_SCRIPT_FAILED") expect(error.message).toContain("swarm/d-s: The init script");
      mend?.(repo);
    }
    const { worktrees } = await make(repo);
    expect(worktrees.map(({ record }) => [record.branch, record.status, record.role])).toEqual(
      four.map(({ role }) => [`swarm/${role}-s`, "active", role]),
    );
  });

  test("interrupted while its init script runs: the others' worktrees go with it", async () => {
    const repo = prepared();
    await configure(repo, { roles: { ...roles, d: { setup: { initScript: "sleep 600" } } } });
    const untouched = picture(repo);
    const controller = new AbortController();
    const report = notes();
    const error = await failure(
      make(
        repo,
        {},
        {
          signal: controller.signal,
          report: {
            ...report,
            step: (text) => {
              if (text === "swarm/d-s: running the init script: sleep 600") controller.abort();
            },
          },
        },
      ),
    );
    expect([error.code, error.exitCode]).toEqual(["INTERRUPTED", 130]);
    expect(picture(repo)).toEqual(untouched);
    expect(await living(repo)).toEqual({});
  });
});

test("one is removed while the set is being made: the set goes, and says why", async () => {
  const repo = prepared();
  await configure(repo, { roles: { ...roles, d: { setup: { initScript: "sleep 600" } } } });
  const untouched = picture(repo);
  const report = notes();
  let removed: Promise<unknown> | undefined;
  const step = (text: string) => {
    if (!text.startsWith("swarm/d-s: running the init script")) return;
    removed = run(repo.dir, async (engine) => {
      await remove(engine, "swarm/d-s");
      return [await living(repo), picture(repo)];
    });
  };
  const error = await failure(make(repo, {}, { report: { ...report, step } }));
  expect([error.code, error.message, error.suggestedAction]).toEqual([
    "INTERRUPTED",
    "swarm/d-s was removed while the set was being made. The set s was not made; nothing of it is left.",
    "Make the set again.",
  ]);
  // Whoever goes on after the removal finds nothing of the others either.
  expect(await removed).toEqual([{}, { ...untouched, locks: expect.anything() }]);
  expect(report.warnings).toEqual([]);
});

test("the fourth's branch is taken while the others begin: nothing remains but that branch, which is another's", async () => {
  const repo = prepared();
  const untouched = picture(repo);
  const error = await failure(
    run(repo.dir, (engine) => {
      let begun = 0;
      const racing = withJournal(engine, ({ create }) => ({
        create: (...given) => {
          begun += 1;
          if (begun === 3) repo.git("branch", "swarm/d-s", "bad");
          return create(...given);
        },
      }));
      return createSet(racing, { members: four, session: "s" });
    }),
  );
  expect([error.code, error.message]).toEqual([
    "BRANCH_EXISTS",
    expect.stringContaining("nothing of it is left"),
  ]);
  expect(await living(repo)).toEqual({});
  expect(repo.git("rev-parse", "swarm/d-s")).toBe(repo.git("rev-parse", "bad"));
  repo.git("branch", "--quiet", "-D", "swarm/d-s");
  expect(picture(repo)).toEqual(untouched);
});

test("a session: made, each with its role's files, which no commit takes along, and cleaned away again", async () => {
  const repo = prepared();
  repo.git("config", "coppice.directory", "{session}/{role}");
  repo.git("config", "coppice.setup.initScript", 'echo "$COPPICE_ROLE $COPPICE_SESSION" >.env');
  repo.write(".gitignore", `${repo.read(".gitignore")}.env\n`);
  repo.git("commit", "--quiet", "-am", "Ignore .env");
  const untouched = picture(repo);
  const { worktrees } = await make(repo, { session: "x-y", run: "7" });
  for (const [at, { record, path }] of worktrees.entries()) {
    const role = four[at]?.role ?? "";
    expect(path).toBe(join(repo.dir, ".worktrees", "x-y", role));
    expect(record).toMatchObject({ branch: `swarm/${role}-x-y`, session: "x-y", run: "7", base: "main" });
    expect(readFileSync(join(path, "CLAUDE.md"), "utf8")).toBe(`I am ${role}.\n`);
    expect(readFileSync(join(path, ".env"), "utf8")).toBe(`${role} x-y\n`);
    execFileSync("git", ["add", "--all"], { cwd: path });
    expect(repo.gitIn(path, "status", "--porcelain")).toBe("");
  }
  const { rows } = await run(repo.dir, (engine) => clean(engine, { session: "x-y" }));
  expect(rows.map(({ outcome }) => outcome)).toEqual(["removed", "removed", "removed", "removed"]);
  for (const branch of ["swarm/a-x-y", "swarm/a-z-x-y", "swarm/a-x"]) repo.git("branch", branch);
  const loose = await run(repo.dir, (engine) => clean(engine, { session: "x-y" }));
  expect(loose.rows.map(({ branch, id, outcome }) => [branch, id, outcome])).toEqual([
    ["swarm/a-x-y", null, "removed"],
  ]);
  repo.git("branch", "-D", "swarm/a-z-x-y", "swarm/a-x");
  expect(picture(repo)).toEqual(untouched);
});

test("a run of tasks, and patterns of one's own: branches as they say; setups run beside each other", async () => {
  const repo = createRepo();
  const pipe = join(repo.dir, ".git", "pipe");
  execFileSync("mkfifo", [pipe]);
  // Each of the two waits for the other.
  const meet = `case $COPPICE_BRANCH in */T-1) echo go >'${pipe}';; */T-2) read go <'${pipe}';; esac`;
  repo.git("config", "coppice.setup.initScript", meet);
  const branches = async (request: SetRequest) =>
    (await run(repo.dir, (engine) => createSet(engine, request))).worktrees.map(
      ({ record }) => record.branch,
    );
  expect(await branches({ run: "r1", members: [{ task: "T-1", title: "One" }, { task: "T-2" }] })).toEqual([
    "c2/r1/T-1",
    "c2/r1/T-2",
  ]);
  expect(await branches({ session: "s", branch: "w/{session}/{task}", members: [{ task: "x" }] })).toEqual([
    "w/s/x",
  ]);
  expect((await run(repo.dir, (engine) => clean(engine, { run: "r1" }))).rows).toHaveLength(2);
  expect(await living(repo)).toEqual({ "w/s/x": "active" });
});

test("what cannot be a set: refused with the reason, before anything is made", async () => {
  const repo = createRepo();
  for (const role of ["a", "b"]) repo.write(`roles/${role}/.keep/x`, "x");
  repo.git("add", ".");
  repo.git("commit", "--quiet", "-m", "Add roles");
  const untouched = picture(repo);
  const ab = [{ role: "a" }, { role: "b" }];
  const withRole = (role: string): SetRequest => ({ members: [{ role: "a" }, { role }], session: "s" });
  const refusals: readonly (readonly [SetRequest, string, string])[] = [
    [{ members: [] }, "CONFIG_INVALID", "a role or a task"],
    [{ members: ab }, "CONFIG_INVALID", "needs a session"],
    [{ members: ab, run: "r" }, "CONFIG_INVALID", "needs a session"],
    [{ members: [{ task: "t" }] }, "CONFIG_INVALID", "needs a run"],
    [{ members: [{ task: "t" }], session: "s" }, "INVALID_BRANCH_NAME", "names {run}"],
    [
      { members: [{ role: "a" }, { role: "a" }], session: "s" },
      "INVALID_BRANCH_NAME",
      "would have the branch",
    ],
    [{ members: ab, session: "s", branch: "one" }, "INVALID_BRANCH_NAME", "would have the branch one"],
    [
      { members: [{ task: "x" }, { task: "x/y" }], run: "r" },
      "INVALID_BRANCH_NAME",
      "git keeps no branch c2/r/x/y beside c2/r/x",
    ],
    [
      { members: ab, session: "a b" },
      "INVALID_BRANCH_NAME",
      'The session "a b" cannot be a part of a branch\'s name, as in "swarm/a-a b": it contains a space.',
    ],
    [{ members: ab, session: "..\u0007" }, "INVALID_BRANCH_NAME", "cannot be a part of a branch's name"],
    [{ members: ab, session: "s", branch: "{role}.lock" }, "INVALID_BRANCH_NAME", "is no branch name"],
    ...["A", "constructor", "roles"].map(
      (role) => [withRole(role), "ROLE_NOT_FOUND", "There is no role"] as const,
    ),
    ...["", "..", "../a", "/etc", "a/../b", "__proto__", "a\n", "a b", "-x", "Größe", "x".repeat(5000)].map(
      (role) => [withRole(role), "ROLE_NOT_FOUND", "is no name of a role"] as const,
    ),
  ];
  for (const [request, code, text] of refusals) {
    const error = await failure(run(repo.dir, (engine) => createSet(engine, request)));
    expect([error.code, error.message]).toEqual([code, expect.stringContaining(text)]);
    expect(error.exitCode).toBe(2);
  }
  expect(picture(repo)).toEqual(untouched);
  expect((await run(repo.dir, (engine) => engine.journal.records())).size).toBe(0);
});

test("twelve sets at once, two of each session, some failing: each is whole or absent", async () => {
  const repo = createRepo();
  repo.git("config", "coppice.setup.initScript", '[ "$COPPICE_ROLE" != b ] || [ "$COPPICE_SESSION" != s5 ]');
  for (const role of ["a", "b"]) repo.write(`roles/${role}/CLAUDE.md`, role);
  const sessions = Array.from({ length: 12 }, (_, at) => `s${at % 6}`);
  const ends = await Promise.allSettled(
    sessions.map((session) => make(repo, { session, members: [{ role: "a" }, { role: "b" }] })),
  );
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  const whole = ["s0", "s1", "s2", "s3", "s4"].flatMap((session) => [
    `swarm/a-${session}`,
    `swarm/b-${session}`,
  ]);
  expect(Object.keys(await living(repo)).sort()).toEqual([...whole].sort());
  const branches = repo.git("for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads").split("\n");
  expect(branches).toEqual(["main", ...whole].sort());
  expect(repo.git("worktree", "list").split("\n")).toHaveLength(11);
  expect(picture(repo)).toMatchObject({ sets: [], locks: [] });
});
