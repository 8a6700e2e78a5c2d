import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { buildSync } from "esbuild";
import { expect, test } from "vitest";
import { createRepo, createTempDir, type TestRepo } from "../support/repo.js";

let starter: Uint8Array | undefined;

function bundledStarter(): Uint8Array {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, "../../src/cli/start.ts")],
    bundle: true,
    write: false,
    platform: "node",
    target: "node20",
    format: "cjs",
    // CommonJS has no import.meta.
    define: { "import.meta.url": "ownUrl" },
    banner: { js: 'const ownUrl = require("node:url").pathToFileURL(__filename).href;' },
    logLevel: "error",
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

/** As in dist/: cli.js, what it starts and chunks of that, all CommonJS; they say what they were called with. */
function createProgram(): string {
  const dist = createTempDir();
  starter ??= bundledStarter();
  writeFileSync(join(dist, "cli.js"), starter);
  writeFileSync(join(dist, "package.json"), '{"type":"commonjs"}\n');
  mkdirSync(join(dist, "cli"));
  writeFileSync(
    join(dist, "cli/main.js"),
    `exports.commandLine = async () => {
      const [word, ...rest] = process.argv.slice(2);
      if (word === "flags") require("node:v8").setFlagsFromString("--no-lazy");
      if (word === "unknown") process.exitCode = 2;
      if (word === "forever") await new Promise(() => {});
      if (rest.length > 0) require("./2.main.js").print(rest);
      else require("./1.main.js").print(word);
    };`,
  );
  writeFileSync(join(dist, "cli/1.main.js"), 'exports.print = (word) => console.log("ran", word);');
  writeFileSync(join(dist, "cli/2.main.js"), 'exports.print = (words) => console.log("with", words.join());');
  return join(dist, "cli.js");
}

test("a Node that is too old: a line that says so, and nothing else", () => {
  const old = join(createTempDir(), "old.cjs");
  writeFileSync(old, 'Object.defineProperty(process.versions, "node", { value: "18.19.0" });');
  const ran = spawnSync(process.execPath, ["--require", old, createProgram(), "list"], { encoding: "utf8" });
  expect([ran.status, ran.stdout]).toEqual([1, ""]);
  expect(ran.stderr).toBe("coppice: Node 20 or newer is needed, this is 18.19.0\n");
});

test("a command that waits for what never comes: no success", () => {
  const ran = spawnSync(process.execPath, [createProgram(), "forever"], { encoding: "utf8" });
  expect([ran.status, ran.stdout]).toEqual([13, ""]);
});

type Start = (cwd: string, ...args: readonly string[]) => string;

function starting(): Start {
  const program = createProgram();
  return (cwd, ...args) => {
    const { stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd, encoding: "utf8" });
    return stdout + stderr;
  };
}

const codeOf = (repo: TestRepo): string => join(repo.dir, ".git/coppice/code");
const keptOf = (repo: TestRepo, name = "list"): string => join(codeOf(repo), `cli-${name}`);
const stateOf = (file: string): string => [statSync(file).ino, statSync(file).mtimeMs].join();

function repoWithCoppice(): TestRepo {
  const repo = createRepo();
  mkdirSync(join(repo.dir, ".git/coppice"));
  return repo;
}

test("each command's code is kept once, from any directory of any worktree, and grows by what a run needs more", () => {
  const start = starting();
  const repo = repoWithCoppice();
  mkdirSync(join(repo.dir, "deep/down"), { recursive: true });
  repo.git("worktree", "add", "--quiet", "--detach", join(repo.dir, "aside"));
  expect(start(repo.dir, "list")).toBe("ran list\n");
  const first = stateOf(keptOf(repo));
  for (const place of ["deep/down", "aside", "."])
    expect(start(join(repo.dir, place), "list")).toBe("ran list\n");
  expect(stateOf(keptOf(repo))).toBe(first);
  expect(start(repo.dir, "list", "--all")).toBe("with --all\n");
  const both = stateOf(keptOf(repo));
  expect(both).not.toBe(first);
  for (const args of [["list"], ["list", "--all"]]) start(repo.dir, ...args);
  expect(stateOf(keptOf(repo))).toBe(both);
  expect(start(repo.dir, "--version")).toBe("ran --version\n");
  expect(start(repo.dir, "unknown")).toBe("ran unknown\n");
  expect(start(repo.dir, "flags")).toBe("ran flags\n");
  expect(readdirSync(codeOf(repo)).sort()).toEqual(["cli-list", "cli-other"]);
});

test("kept code that is damaged, of another build, or another user's: not used, and made anew", () => {
  const start = starting();
  const repo = repoWithCoppice();
  start(repo.dir, "list");
  const whole = readFileSync(keptOf(repo));
  const otherSum = Buffer.from(whole);
  otherSum.write("0000", 6);
  const spoiled = Buffer.from(whole).fill(7, Math.floor(whole.length / 2));
  for (const damaged of [
    spoiled,
    whole.subarray(0, 300),
    otherSum,
    Buffer.from("[[1]]\n"),
    Buffer.alloc(0),
  ]) {
    writeFileSync(keptOf(repo), damaged);
    expect(start(repo.dir, "list")).toBe("ran list\n");
    expect(readFileSync(keptOf(repo)).equals(damaged)).toBe(false);
  }
  // A second name: somebody may have put one of the person's files there.
  linkSync(keptOf(repo), join(repo.dir, "linked"));
  const { ino } = statSync(keptOf(repo));
  expect(start(repo.dir, "list")).toBe("ran list\n");
  expect(statSync(keptOf(repo)).ino).not.toBe(ino);
});

test("no repository, none that Coppice was used in, or a place that cannot be written: nothing is kept", () => {
  const start = starting();
  const nowhere = createTempDir();
  expect(start(nowhere, "list")).toBe("ran list\n");
  expect(readdirSync(nowhere)).toEqual([]);
  const unused = createRepo();
  expect(start(unused.dir, "list")).toBe("ran list\n");
  expect(existsSync(join(unused.dir, ".git/coppice"))).toBe(false);
  const blocked = repoWithCoppice();
  writeFileSync(codeOf(blocked), "");
  expect(start(blocked.dir, "list")).toBe("ran list\n");
  rmSync(codeOf(blocked));
  chmodSync(join(blocked.dir, ".git/coppice"), 0o500);
  expect(start(blocked.dir, "list")).toBe("ran list\n");
  chmodSync(join(blocked.dir, ".git/coppice"), 0o700);
});

test.runIf(process.geteuid?.() === 0)(
  "another user's repository: what is kept there is neither used nor written",
  () => {
    const start = starting();
    const repo = repoWithCoppice();
    start(repo.dir, "list");
    const before = stateOf(keptOf(repo));
    chownSync(join(repo.dir, ".git"), 12_345, 12_345);
    expect(start(repo.dir, "list", "--all")).toBe("with --all\n");
    expect(stateOf(keptOf(repo))).toBe(before);
    chownSync(join(repo.dir, ".git"), 0, 0);
    chownSync(keptOf(repo), 12_345, 12_345);
    expect(start(repo.dir, "list")).toBe("ran list\n");
    expect(statSync(keptOf(repo)).uid).toBe(0);
  },
);

test("Ctrl-C while the command line is loaded: the command hears it, and does not end without a word", () => {
  const dist = dirname(createProgram());
  writeFileSync(
    join(dist, "cli/main.js"),
    `process.kill(process.pid, "SIGINT");
    exports.commandLine = async () => {
      process.on("SIGINT", () => {
        console.error("heard");
        process.exit(130);
      });
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    };`,
  );
  const { status, stderr } = spawnSync(process.execPath, [join(dist, "cli.js"), "list"], {
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([130, "heard\n"]);
});
