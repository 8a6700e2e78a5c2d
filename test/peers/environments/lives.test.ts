import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { coppice, created } from "../../cli/support.js";
import { asProcess, type CommandLine, inProcess, life } from "../../environments/life.js";
import { createRepo, createTempDir, openRepo, type TestRepo } from "../../support/repo.js";

/*
 * One environment at a time: a whole life in each (the suite has several together), and what is refused in others. Some
 * need root (mounts, another user). REFTABLE_GITS may name a directory of builds of git (`<version>/bin/git`), whose
 * reftables are tried too.
 */

interface Environment {
  readonly repo?: TestRepo;
  readonly cli?: CommandLine;
  readonly name?: (plain: string) => string;
}

const variables = (changes: Readonly<Record<string, string | undefined>>) => (): Environment => ({
  cli: asProcess({ ...process.env, ...changes }),
});

const configured = (settings: Readonly<Record<string, string>>) => (): Environment => {
  const repo = createRepo();
  for (const [key, value] of Object.entries(settings)) repo.git("config", key, value);
  return { repo };
};

const named = (name: string) => (): Environment => ({ repo: createRepo({ name }) });

const shell = (before: string) => (): Environment => ({
  cli: asProcess(process.env, ["sh", "-c", `${before}; exec "$@"`, "sh"]),
});

const files = { "deep/x.txt": "1\n", "other/y.txt": "1\n" };

function cloned(...options: string[]): Environment {
  const from = createRepo({ files });
  from.git("config", "uploadpack.allowFilter", "true");
  const dir = join(dirname(from.dir), "clone");
  from.git("clone", "--quiet", ...options, `file://${from.dir}`, dir);
  return { repo: openRepo(dir) };
}

function sparse(...options: string[]): Environment {
  const repo = createRepo({ files });
  repo.git("sparse-checkout", "set", ...options);
  return { repo };
}

function filtered(program: string): Environment {
  const repo = createRepo({ files: { ".gitattributes": "*.txt filter=up\n" } });
  repo.git("config", "filter.up.clean", `${program} tr a-z A-Z`);
  repo.git("config", "filter.up.smudge", `${program} tr A-Z a-z`);
  repo.git("config", "filter.up.required", "true");
  repo.git("add", "--renormalize", ".");
  repo.commit("Normalise");
  return { repo };
}

const environments: Readonly<Record<string, () => Environment>> = {
  "HOME that does not exist": variables({
    HOME: "/nonexistent/home",
    XDG_CONFIG_HOME: undefined,
    XDG_STATE_HOME: undefined,
  }),
  "HOME and XDG that are files": variables({
    HOME: "/etc/passwd",
    XDG_CONFIG_HOME: "/etc/passwd",
    XDG_STATE_HOME: "/etc/passwd",
    XDG_CACHE_HOME: "/etc/passwd",
  }),
  "relative XDG": variables({ XDG_CONFIG_HOME: "rel", XDG_STATE_HOME: "", XDG_CACHE_HOME: "../x" }),
  German: variables({ LC_ALL: "de_DE.UTF-8", LANG: "de_DE.UTF-8", LANGUAGE: "de:fr" }),
  "a locale that does not exist": variables({ LC_ALL: "xx_YY.nonsense", LANG: "tr_TR" }),
  "a time zone with minutes": variables({ TZ: "Pacific/Chatham" }),
  "a time zone that does not exist": variables({ TZ: "<+03:30>foo/bar" }),
  "TMPDIR that does not exist": variables({ TMPDIR: "/nonexistent/tmp" }),
  "another repository's variables": variables({
    GIT_DIR: "/nonexistent/.git",
    GIT_WORK_TREE: "/nonexistent",
    GIT_INDEX_FILE: "/nonexistent/index",
    GIT_OBJECT_DIRECTORY: "/nonexistent/o",
    GIT_NAMESPACE: "ns",
    GIT_CEILING_DIRECTORIES: "/",
  }),
  "traces on standard output": variables({
    GIT_TRACE: "1",
    GIT_TRACE_SETUP: "1",
    GIT_TRACE2: "1",
    GIT_TRACE_PACKET: "2",
  }),
  "configuration through the environment": variables({
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "user.name",
    GIT_CONFIG_VALUE_0: "Env",
    GIT_CONFIG_PARAMETERS: "'core.bare'='true'",
  }),
  "a count of configuration that is no number": variables({ GIT_CONFIG_COUNT: "nonsense" }),
  "variables that change what git does": variables({
    GIT_LITERAL_PATHSPECS: "1",
    GIT_EXTERNAL_DIFF: "false",
    GIT_PAGER: "false",
    PAGER: "false",
    GIT_EDITOR: "false",
    EDITOR: "false",
    GIT_SEQUENCE_EDITOR: "false",
    GIT_OPTIONAL_LOCKS: "1",
    GIT_REFLOG_ACTION: "x",
    GIT_DEFAULT_HASH: "sha256",
    GIT_ATTR_SOURCE: "HEAD",
    GIT_REPLACE_REF_BASE: "refs/x",
    GIT_SSH_COMMAND: "false",
    GIT_ASKPASS: "false",
  }),
  "dates of the past": variables({
    GIT_AUTHOR_DATE: "2001-02-03T04:05:06",
    GIT_COMMITTER_DATE: "2001-02-03T04:05:06",
  }),
  "a key that cannot sign": configured({ "commit.gpgSign": "true", "gpg.program": "/bin/false" }),
  "core.autocrlf": configured({ "core.autocrlf": "true" }),
  "core.autocrlf=input with core.safecrlf": configured({ "core.autocrlf": "input", "core.safecrlf": "true" }),
  "eol=crlf": () => ({ repo: createRepo({ files: { ".gitattributes": "* text eol=crlf\n" } }) }),
  "core.fileMode=false": configured({ "core.fileMode": "false" }),
  "core.symlinks=false": configured({ "core.symlinks": "false" }),
  "core.ignoreCase and its like": configured({
    "core.ignoreCase": "true",
    "core.precomposeUnicode": "true",
    "core.protectHFS": "true",
    "core.protectNTFS": "true",
  }),
  "gc.auto=1": configured({
    "gc.auto": "1",
    "gc.autoPackLimit": "1",
    "gc.autoDetach": "false",
    "maintenance.auto": "true",
  }),
  "core.fsmonitor": configured({ "core.fsmonitor": "true", "core.untrackedCache": "true" }),
  "a failing fsmonitor hook": configured({ "core.fsmonitor": "/bin/false" }),
  "feature.manyFiles": configured({ "feature.manyFiles": "true" }),
  "a split index of version 4": configured({
    "index.version": "4",
    "core.splitIndex": "true",
    "splitIndex.maxPercentChange": "0",
  }),
  "a sparse index": configured({ "index.sparse": "true", "feature.experimental": "true" }),
  "core.hooksPath that does not exist": configured({ "core.hooksPath": "/nonexistent/hooks" }),
  "extensions.worktreeConfig": configured({ "extensions.worktreeConfig": "true" }),
  "no reflogs": configured({ "core.logAllRefUpdates": "false" }),
  "core.fsync=all": configured({ "core.fsync": "all", "core.fsyncMethod": "batch" }),
  "quotes in the path": named(`it's "q" $(x) \`y\` \\`),
  "blanks at the path's ends": named("  a  b "),
  "a glob in the path": named("*[a]?{b}"),
  "a path that ends in .git": named("x.git"),
  "800 bytes of path": () => {
    const deep = join(createTempDir(), ...Array.from({ length: 4 }, () => "d".repeat(200)));
    mkdirSync(deep, { recursive: true });
    renameSync(createRepo().dir, join(deep, "repo"));
    return { repo: openRepo(join(deep, "repo")) };
  },
  "a bare repository": () => {
    const { dir, git } = createRepo();
    const bare = join(dirname(dir), "bare.git");
    git("clone", "--quiet", "--bare", dir, bare);
    return { repo: openRepo(bare) };
  },
  "packed refs and objects": () => {
    const repo = createRepo();
    repo.git("gc", "--quiet");
    return { repo };
  },
  "core.worktree": () => {
    const repo = createRepo();
    const gitDir = join(dirname(repo.dir), "elsewhere");
    renameSync(join(repo.dir, ".git"), gitDir);
    writeFileSync(join(repo.dir, ".git"), `gitdir: ${gitDir}\n`);
    repo.git("config", "core.worktree", repo.dir);
    return { repo };
  },
  "from a linked worktree": () => {
    const repo = createRepo();
    const dir = join(dirname(repo.dir), "linked");
    repo.git("switch", "--quiet", "--create", "other");
    repo.git("worktree", "add", "--quiet", dir, "main");
    return { repo: openRepo(dir) };
  },
  "umask 077": shell("umask 077"),
  "umask 000": shell("umask 000"),
  "standard input closed": shell("exec <&-"),
  "borrowed objects": () => cloned("--shared"),
  "a shallow clone": () => cloned("--depth=1"),
  "a clone without blobs": () => cloned("--filter=blob:none"),
  "a sparse checkout in cone mode": () => sparse("--cone", "src"),
  "a sparse checkout with a sparse index": () => sparse("--cone", "--sparse-index", "src"),
  "a sparse checkout by patterns": () => sparse("--no-cone", "/*", "!/deep/"),
  "a required filter": () => filtered(""),
  "a slow filter": () => filtered("sleep 0.1;"),
};

describe("a whole life", () => {
  test.each(Object.entries(environments))("%s", async (_title, make) => {
    const { repo = createRepo(), cli = inProcess, ...rest } = make();
    await life({ repo, cli, ...rest });
  });

  // What the git on PATH cannot make is tried with the builds that the machine has.
  const gits = process.env.REFTABLE_GITS;
  for (const version of gits === undefined ? [] : builds(gits).filter(makesReftables)) {
    test.each(["--ref-format=reftable", "--ref-format=reftable --object-format=sha256"])(
      `git ${version} %s`,
      async (options) => {
        const before = process.env.PATH ?? "";
        onTestFinished(() => {
          process.env.PATH = before;
        });
        process.env.PATH = `${join(gits ?? "", version, "bin")}:${before}`;
        const dir = join(createTempDir(), "repo");
        execFileSync("git", ["init", "--quiet", "-b", "main", ...options.split(" "), dir]);
        const repo = openRepo(dir);
        repo.commit("Start", { "src/a.txt": "a\n" });
        await life({ repo, cli: inProcess });
      },
    );
  }

  test("no hard links, as on some network file systems and FAT", async () => {
    const preload = join(createTempDir(), "no-links.mjs");
    writeFileSync(
      preload,
      `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
      fs.linkSync = () => { throw Object.assign(new Error("EPERM: operation not permitted, link"), { code: "EPERM", errno: -1, syscall: "link" }); };
      fs.promises.link = async () => fs.linkSync(); syncBuiltinESMExports();`,
    );
    await life({
      repo: createRepo(),
      cli: asProcess({ ...process.env, NODE_OPTIONS: `--import=${preload}` }),
    });
  });

  test("a clock that jumps back by a day at every command", async () => {
    const place = createTempDir();
    const preload = join(place, "clock.mjs");
    writeFileSync(
      preload,
      `import fs from "node:fs"; const file = ${JSON.stringify(join(place, "days"))};
      const days = Number(fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "0") + 1; fs.writeFileSync(file, String(days));
      const now = Date.now; Date.now = () => now() - days * 86_400_000;`,
    );
    await life({
      clock: false,
      repo: createRepo(),
      cli: asProcess({ ...process.env, NODE_OPTIONS: `--import=${preload}` }),
    });
  });
});

const builds = (gits: string): string[] =>
  readdirSync(gits).filter((version) => existsSync(join(gits, version, "bin", "git")));

/** Reftables came with git 2.45; a build of another name is taken for a newer one. */
function makesReftables(version: string): boolean {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(version) ?? [];
  return major === undefined || Number(major) > 2 || Number(minor) >= 45;
}

/** Everything below a directory, by its names; what a refusal must not have changed. */
const everything = (dir: string): string[] => readdirSync(dir, { recursive: true, encoding: "utf8" }).sort();

describe("refused", () => {
  const writing: readonly (readonly string[])[] = [
    ["create", "task/b"],
    ["commit", "task/a", "-m", "x"],
    ["merge", "task/a"],
    ["remove", "task/a", "--force"],
    ["prune", "--filter", "all", "--force"],
    ["lock", "task/a"],
    ["init", "--yes"],
  ];

  test("a read-only file system: READONLY_FS from every command that writes, the others work", async () => {
    const repo = createRepo();
    const task = openRepo(await created(repo, "task/a"));
    task.commit("Work", { "a.txt": "a\n" });
    task.write("edit.txt", "edit\n");
    execFileSync("mount", ["--bind", repo.dir, repo.dir]);
    onTestFinished(() => {
      execFileSync("umount", ["--lazy", repo.dir]);
    });
    execFileSync("mount", ["-o", "remount,ro,bind", repo.dir]);
    const before = everything(repo.dir);
    for (const argv of [
      ["list"],
      ["show", "task/a"],
      ["log"],
      ["path", "task/a"],
      ["conflicts"],
      ["archive"],
      ["guard", "--", "git", "status"],
    ])
      expect(await coppice(repo.dir, argv), argv.join(" ")).toMatchObject({ code: 0 });
    for (const argv of writing) {
      const run = await coppice(repo.dir, argv);
      expect(run.stderr, argv.join(" ")).toMatch(/^error\[READONLY_FS\] /m);
      expect(run.code).toBe(1);
    }
    expect(everything(repo.dir)).toEqual(before);
  });

  test("somebody else's repository: PERMISSION_DENIED that names safe.directory, nothing is changed", async () => {
    const repo = createRepo();
    await created(repo, "task/a");
    const place = dirname(repo.dir);
    execFileSync("chown", ["-R", "65534:65534", repo.dir]);
    chmodSync(place, 0o755);
    const before = everything(repo.dir);
    for (const argv of [["list"], ...writing]) {
      const run = await coppice(repo.dir, argv);
      expect(run.stderr, argv.join(" ")).toMatch(/^error\[PERMISSION_DENIED\] [\s\S]*safe\.directory/m);
    }
    expect(everything(repo.dir)).toEqual(before);
    const allowed = asProcess({
      ...process.env,
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "safe.directory",
      GIT_CONFIG_VALUE_0: "*",
    });
    expect(await allowed(repo.dir, ["list"])).toMatchObject({ code: 0 });
  });

  test("files that may not be written, as another user: PERMISSION_DENIED, and what only reads works", async () => {
    const repo = createRepo();
    await created(repo, "task/a");
    for (let dir = repo.dir; dir !== dirname(dir) && dir.includes("coppice-"); dir = dirname(dir))
      chmodSync(dir, 0o755);
    const nobody = asProcess(
      {
        ...process.env,
        HOME: "/nonexistent",
        GIT_CONFIG_COUNT: "1",
        GIT_CONFIG_KEY_0: "safe.directory",
        GIT_CONFIG_VALUE_0: "*",
      },
      ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"],
    );
    const before = everything(repo.dir);
    expect(await nobody(repo.dir, ["list"])).toMatchObject({ code: 0 });
    for (const argv of [
      ["create", "task/b"],
      ["remove", "task/a", "--force"],
      ["lock", "task/a"],
    ])
      expect(await nobody(repo.dir, argv), argv.join(" ")).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^error\[PERMISSION_DENIED\] /m),
      });
    expect(everything(repo.dir)).toEqual(before);
  });

  test("a clone without blobs whose remote has gone: what needs a blob says so and loses nothing, what needs none works", async () => {
    const { repo } = cloned("--filter=blob:none");
    if (repo === undefined) throw new Error("no clone");
    const task = openRepo(await created(repo, "task/a"));
    task.commit("Work", { "src/a.txt": "changed\n" });
    const url = repo.git("config", "remote.origin.url");
    const origin = openRepo(url.replace("file://", ""));
    origin.commit("Other work", { "src/a.txt": "other\n" });
    repo.git("fetch", "--quiet");
    repo.git("config", "remote.origin.url", join(repo.dir, "nowhere"));
    expect(await coppice(repo.dir, ["list"])).toMatchObject({ code: 0 });
    const run = await coppice(repo.dir, ["merge", "task/a"]);
    expect(run.code).not.toBe(0);
    expect(run.stderr).toMatch(/^error\[(?:MERGE_FAILED|GIT_FAILED|FETCH_FAILED)\] /m);
    expect(task.read("src/a.txt")).toBe("changed\n");
    repo.git("config", "remote.origin.url", url);
    await coppice(repo.dir, ["retry", "task/a", "--no-run"]);
    expect((await coppice(repo.dir, ["merge", "task/a"])).code).toBe(4);
  });
});
