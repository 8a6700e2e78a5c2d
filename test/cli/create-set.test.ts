import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRepo } from "../support/repo.js";
import { coppice, done } from "./support.js";

test("a set of roles: told line by line, as paths, and as one document; role update copies again", async () => {
  const repo = createRepo({ files: { "roles/dev/CLAUDE.md": "dev\n", "roles/rev/CLAUDE.md": "rev\n" } });
  const at = (name: string) => join(repo.dir, ".worktrees", name);
  const first = await done(repo.dir, "create", "--roles", "dev, rev", "--session", "one");
  expect(first.stdout).toBe(
    [
      `created swarm/dev-one  active  ${at("swarm-dev-one")}`,
      `created swarm/rev-one  active  ${at("swarm-rev-one")}`,
      "2 worktrees, session one",
      "",
    ].join("\n"),
  );
  const paths = await done(
    repo.dir,
    "create",
    "--roles",
    "dev",
    "--session",
    "two",
    "--print",
    "path",
    "--no-role-files",
  );
  expect(paths.stdout).toBe(`${at("swarm-dev-two")}\n`);
  expect(existsSync(join(at("swarm-dev-two"), "CLAUDE.md"))).toBe(false);
  const json = await done(repo.dir, "create", "--tasks", "T-1,T-2", "--run", "r", "--base", "main", "--json");
  expect(json.json()).toMatchObject({
    worktrees: [
      { branch: "c2/r/T-1", run: "r", task: { id: "T-1" }, role: null, path: at("c2-r-T-1") },
      { branch: "c2/r/T-2" },
    ],
  });

  writeFileSync(join(at("swarm-dev-one"), "CLAUDE.md"), "mine\n");
  const kept = await done(repo.dir, "role", "update", "swarm/dev-one");
  expect(kept.stderr).toContain("warning: Edited in the worktree, and left as they are: CLAUDE.md.");
  const forced = await done(repo.dir, "role", "update", "swarm/dev-one", "--force", "--json");
  expect(forced.json()).toMatchObject({
    role: "dev",
    copied: ["CLAUDE.md"],
    kept: [],
    archive: expect.any(String),
  });
  const same = await done(at("swarm-dev-one"), "role", "update");
  expect(same.stdout).toBe("the files of swarm/dev-one are those of the role dev\n");
});

test("a set that a file describes, or the config: read with comments, corrected with line and column", async () => {
  const repo = createRepo({ files: { "roles/dev/CLAUDE.md": "dev\n" } });
  repo.write(
    "set.jsonc",
    `// What we do today.
{
  "session": "today",
  "branch": "day/{session}/{task}",
  "worktrees": [
    { "role": "dev", "task": "T-1", "title": "First" },
    { "task": "T-2", "branch": "other/{task}" },
  ],
}
`,
  );
  const made = await done(repo.dir, "create", "--set", "set.jsonc", "--json");
  expect(made.json()).toMatchObject({
    worktrees: [
      { branch: "day/today/T-1", role: "dev", session: "today", title: "First" },
      { branch: "other/T-2", role: null },
    ],
  });
  mkdirSync(join(repo.dir, "sub"));
  const again = await coppice(join(repo.dir, "sub"), [
    "create",
    "--set",
    "../set.jsonc",
    "--session",
    "later",
  ]);
  expect([again.code, again.stderr]).toEqual([
    3,
    expect.stringContaining("error[WORKTREE_EXISTS] set.jsonc:7:5: 'worktrees[1]': other/T-2 has a worktree"),
  ]);

  const wrong: readonly (readonly [name: string, text: string, said: string])[] = [
    [
      "a.json",
      '{"role": ["dev"]}',
      "a.json:1:2: 'role' is no key that Coppice knows (did you mean 'roles'?).",
    ],
    [
      "b.json",
      '{"worktrees": [{"roles": "x"}]}',
      "b.json:1:17: 'worktrees[0].roles' is no key that Coppice knows (did you mean 'role'?).",
    ],
    ["c.json", '{\n  "roles": [1]\n}', "c.json:2:13: 'roles[0]' must be text, not a number."],
    [
      "d.json",
      '{"branch": "x/{name}"}',
      "d.json:1:2: 'branch' may contain {role}, {session}, {run}, {task} only.",
    ],
    [
      "d2.json",
      '{"roles": ["dev"],\n"worktrees": [{"task": "a", "task": "b"}]}',
      'd2.json:2:29: "task" stands twice in the same object',
    ],
    ["e.json", "{", "e.json:1:2: the file is not well-formed"],
    ["f.json", "", "f.json:1:1: the file is not well-formed: it is empty."],
    [
      "g.json",
      `{"session": "${"x".repeat(300)}"}`,
      "g.json:1:2: 'session' must have at most 255 characters.",
    ],
    ["h.json", " ".repeat(1_048_577), "h.json is larger than 1 MiB."],
    ["i.json", "[".repeat(200_000), "i.json:1:"],
  ];
  for (const [name, text, said] of wrong) {
    repo.write(name, text);
    const refused = await coppice(repo.dir, ["create", "--set", name, "--session", "x"]);
    expect([name, refused.code, refused.stderr]).toEqual([
      name,
      2,
      expect.stringContaining(`error[CONFIG_INVALID] ${said}`),
    ]);
  }
  const refused: readonly (readonly [text: string, options: string, said: string])[] = [
    [
      '{"worktrees": [\n{"role": "dev"},\n{"role": "zz"}]}',
      "--session x",
      `error[ROLE_NOT_FOUND] a.json:3:2: 'worktrees[1].role': There is no role "zz"`,
    ],
    [
      '{"roles": ["dev"],\n"session": "a b"}',
      "",
      `error[INVALID_BRANCH_NAME] a.json:2:1: 'session': The session "a b" cannot be`,
    ],
    [
      '{"roles": ["dev"], "session": "a b"}',
      "--session c~d",
      'error[INVALID_BRANCH_NAME] The session "c~d" cannot be',
    ],
    ['{"roles": ["dev"], "base": "no"}', "--session x", "a.json:1:20: 'base': The base branch \"no\""],
    ['{"tasks": ["t", "t"]}', "--roles dev --session x --run r", "a.json:1:17: 'tasks[1]': Two worktrees"],
    ['{"roles": ["dev"]}', "", 'NAME, or there with the key "session".'],
  ];
  for (const [text, options, said] of refused) {
    repo.write("a.json", text);
    const words = options.split(" ").filter((word) => word !== "");
    const { code, stderr } = await coppice(repo.dir, ["create", "--set", "a.json", ...words]);
    expect([text, code, stderr]).toEqual([text, expect.any(Number), expect.stringContaining(said)]);
  }
  const directory = await coppice(repo.dir, ["create", "--set", "src"]);
  expect(directory.stderr).toContain("error[CONFIG_INVALID] src is no regular file.");

  repo.write(
    "coppice.config.json",
    '{"sets": {"pair": {"roles": ["dev"], "branch": "pair/{role}/{session}"}}}',
  );
  const unknown = await coppice(repo.dir, ["create", "--set", "pears", "--session", "x"]);
  expect(unknown.stderr).toContain('There is no file "pears", and no set of that name in the config.');
  const named = await done(repo.dir, "create", "--set", "pair", "--session", "p", "--json");
  expect(named.json()).toMatchObject({ worktrees: [{ branch: "pair/dev/p", role: "dev" }] });
});

test("a command line that describes no set: refused, exit 2", async () => {
  const repo = createRepo();
  const refusals: readonly (readonly [string, string])[] = [
    ["--roles a", "error[USAGE] a set of roles needs a session"],
    ["--roles a --run r", "error[USAGE] a set of roles needs a session"],
    ["--tasks a", "error[USAGE] a set of tasks needs a run"],
    ["--roles a,,b --session s", "error[USAGE] 'a,,b' has an empty name"],
    ["task/x --roles a --session s", "error[USAGE] a branch cannot be given for a set"],
    ["--roles a --session s --adopt --role b", "error[USAGE] --role and --adopt cannot be given for a set"],
    ["--roles a --session s", 'error[ROLE_NOT_FOUND] There is no role "a"'],
    ["task/x --role a", 'error[ROLE_NOT_FOUND] There is no role "a"'],
    ["--roles a --session s --session t", "error[USAGE] option '--session <name>' is given twice"],
    ["--set a --set=b", "error[USAGE] option '--set <file>' is given twice"],
    ["-b main x --base main", "error[USAGE] option '-b, --base <branch>' is given twice"],
    ["--session s", "error[USAGE] missing required argument 'branch'"],
  ];
  for (const [line, said] of refusals) {
    const refused = await coppice(repo.dir, ["create", ...line.split(" ")]);
    expect([line, refused.code, refused.stderr]).toEqual([line, 2, expect.stringContaining(said)]);
  }
  expect((await coppice(repo.dir, ["create", "--roles", "a", "--session", ""])).code).toBe(2);
  expect((await coppice(repo.dir, ["role", "renew"])).code).toBe(2);
  expect(repo.git("branch")).toBe("* main");
  // The one option that stands more than once: as git's, the second is relative to the first.
  mkdirSync(join(repo.dir, "one", "two"), { recursive: true });
  expect((await coppice(repo.dir, ["list", "-C", "one", "-C", "two", "-C", "../.."])).code).toBe(0);
});
