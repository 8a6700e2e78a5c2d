import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { archives } from "../../src/engine/archives.js";
import { restore } from "../../src/engine/restore.js";
import { formatTree } from "../../src/git/object-format.js";
import { oidSchema } from "../../src/lifecycle/ids.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { failure, run } from "./support.js";

/** Writes an object as it is: git itself would refuse most of these. */
function object(repo: TestRepo, type: string, data: string | Uint8Array): string {
  return execFileSync("git", ["hash-object", "-w", "--literally", "--stdin", "-t", type], {
    cwd: repo.dir,
    input: data,
    encoding: "utf8",
  }).trim();
}

type Entry = readonly [mode: string, name: string, content: string | readonly Entry[]];

function tree(repo: TestRepo, entries: readonly Entry[]): string {
  return object(
    repo,
    "tree",
    formatTree(
      entries.map(([mode, name, content]) => ({
        mode,
        name,
        oid: oidSchema.parse(
          typeof content === "string" ? object(repo, "blob", content) : tree(repo, content),
        ),
      })),
    ),
  );
}

const nothing = {
  v: 1,
  id: "1".repeat(40),
  branch: "task/x",
  base: "main",
  detached: null,
  deleted: [],
  modes: {},
  counts: { staged: 0, unstaged: 0, untracked: 0, ignored: 0 },
  unsaved: [],
};

interface Forged {
  readonly manifest?: Record<string, unknown>;
  readonly parts?: readonly Entry[];
  /** The bytes of the index; default: that of main. */
  readonly index?: Buffer;
}

/** An archive that Coppice did not write, under a name that it could have. */
function forge(repo: TestRepo, { manifest = {}, parts = [], index }: Forged): void {
  const tip = repo.git("rev-parse", "main");
  const bytes = index ?? readFileSync(join(repo.dir, ".git/index"));
  const root = object(
    repo,
    "tree",
    formatTree(
      [
        [
          "100644",
          "archive.json",
          object(repo, "blob", JSON.stringify({ ...nothing, tip, ...manifest })),
        ] as const,
        ["100644", "index", object(repo, "blob", bytes)] as const,
        ["040000", "staged", repo.git("rev-parse", "main^{tree}")] as const,
        ...parts.map(
          ([mode, name, content]) =>
            [mode, name, tree(repo, typeof content === "string" ? [] : content)] as const,
        ),
      ].map(([mode, name, oid]) => ({ mode, name, oid: oidSchema.parse(oid) })),
    ),
  );
  const person = "Coppice <coppice@localhost> 1700000000 +0000";
  const commit = object(
    repo,
    "commit",
    `tree ${root}\nparent ${tip}\nauthor ${person}\ncommitter ${person}\n\nWhat is archived of task/x\n`,
  );
  repo.git("update-ref", "refs/coppice/archive/task/x/20300101T000000Z", commit);
}

/** An index of which git's own commands would not make one. */
function indexWith(repo: TestRepo, path: string): Buffer {
  const placeholder = "p".repeat(path.length);
  const env = { ...process.env, GIT_INDEX_FILE: join(repo.dir, ".git/forged") };
  const oid = repo.git("rev-parse", "main:README.md");
  execFileSync(
    "git",
    ["-c", "index.threads=1", "update-index", "--add", "--cacheinfo", `100644,${oid},${placeholder}`],
    { cwd: repo.dir, env },
  );
  return Buffer.from(
    readFileSync(env.GIT_INDEX_FILE).toString("latin1").replace(placeholder, path),
    "latin1",
  );
}

const evil = "#!/bin/sh\ntouch ../../evil\n";

const folders = (path: string, mode = "100644", content = evil): Entry => {
  const [first = "", ...rest] = path.split("/");
  return rest.length === 0
    ? [mode, first, content]
    : ["040000", first, [folders(rest.join("/"), mode, content)]];
};

test.each<readonly [what: string, forged: (repo: TestRepo) => Forged]>([
  ["a file above the worktree", () => ({ parts: [["040000", "untracked", [folders("../evil")]]] })],
  ["a file far above it", () => ({ parts: [["040000", "changed", [folders("a/../../../evil")]]] })],
  ["a file of git's", () => ({ parts: [["040000", "ignored", [folders("a/.git/hooks/post-checkout")]]] })],
  ["a .git file", () => ({ parts: [["040000", "untracked", [folders(".git")]]] })],
  ["a name with a slash", () => ({ parts: [["040000", "untracked", [["100644", "../evil", evil]]]] })],
  ["a deletion above it", () => ({ manifest: { deleted: ["../../README.md"] } })],
  ["permissions of a file above it", () => ({ manifest: { modes: { "../../README.md": 0 } } })],
  ["an entry of the index above it", (repo) => ({ index: indexWith(repo, "../../evil") })],
  ["an entry of the index of git's", (repo) => ({ index: indexWith(repo, "a/.git/hooks/evil") })],
  [
    "a submodule above it",
    () => ({
      parts: [
        [
          "040000",
          "modules",
          [
            [
              "040000",
              "0",
              [
                ["100644", "bundle", ""],
                ["100644", "module.json", JSON.stringify(moduleAt("../evil"))],
              ],
            ],
          ],
        ],
      ],
    }),
  ],
])("an archive that names %s: refused, and nothing outside is touched", async (_what, forged) => {
  const repo = createRepo();
  const before = readFileSync(join(repo.dir, "README.md"), "utf8");
  forge(repo, forged(repo));
  expect((await failure(run(repo.dir, (engine) => restore(engine, "task/x")))).message).toContain(
    "names a file outside the worktree",
  );
  for (const place of [repo.dir, dirname(repo.dir), join(repo.dir, ".worktrees")])
    expect(existsSync(join(place, "evil"))).toBe(false);
  expect(readFileSync(join(repo.dir, "README.md"), "utf8")).toBe(before);
});

function moduleAt(path: string, config: readonly (readonly [string, string])[] = []) {
  return {
    v: 1,
    path,
    name: null,
    format: "sha1",
    head: "1".repeat(40),
    branch: null,
    archive: null,
    shallow: null,
    config,
  };
}

test("an archive with links, settings and permissions that reach out: restored without them", async () => {
  const repo = createRepo();
  const outside = join(dirname(repo.dir), "outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "kept"), "kept\n");
  forge(repo, {
    parts: [
      ["040000", "changed", [["120000", "src", outside]]],
      [
        "040000",
        "untracked",
        [
          ["040000", "src", [["100644", "kept", "overwritten\n"]]],
          ["100644", "run", "x\n"],
        ],
      ],
    ],
    manifest: {
      modes: { run: 0o106755 },
      settings: {
        branch: [
          ["remote", "ext::sh -c touch% evil"],
          ["pushremote", "-u"],
          ["merge", "--upload-pack=evil"],
          ["mergeoptions", "--strategy=evil"],
          ["description", "harmless"],
        ],
        worktree: [
          ["core.fsmonitor", "touch evil"],
          ["core.sshcommand", "touch evil"],
        ],
        sparse: null,
      },
    },
  });
  const { path } = await run(repo.dir, (engine) => restore(engine, "task/x"));
  expect(readFileSync(join(outside, "kept"), "utf8")).toBe("kept\n");
  expect(readFileSync(join(path, "src", "kept"), "utf8")).toBe("overwritten\n");
  const said = repo.gitIn(path, "config", "--list");
  expect(said).not.toContain("evil");
  expect(said.split("\n").filter((line) => line.startsWith("branch.task/x"))).toEqual([
    "branch.task/x.description=harmless",
  ]);
});

test("archives that cannot be read: listed with their problem, refused, and none of the others is kept from view", async () => {
  const repo = createRepo();
  forge(repo, { manifest: { v: 2 } });
  repo.git("update-ref", "refs/coppice/archive/task/y/20300101T000000Z", "main");
  repo.git("update-ref", "refs/coppice/archive/task/y/no-time", "main");
  repo.git("update-ref", "refs/coppice/archive/task/z/20300101T000000Z", "main^{tree}");
  await run(repo.dir, async (engine) => {
    expect((await archives(engine)).map(({ branch, problem }) => [branch, problem])).toEqual([
      ["task/x", expect.stringContaining("damaged or newer")],
      ["task/y", null],
    ]);
    expect((await failure(restore(engine, "task/x"))).message).toContain("damaged or newer");
    expect((await restore(engine, "task/y")).record.status).toBe("active");
  });
});
