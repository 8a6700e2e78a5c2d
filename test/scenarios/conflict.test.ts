import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { coppice, done } from "../cli/support.js";
import { createRepo, openRepo, snapshot, type TestRepo } from "../support/repo.js";

interface Situation {
  readonly repo: TestRepo;
  readonly work: TestRepo;
  /** Base before anything was merged. */
  readonly base: string;
}

/** `src/a.txt` changed on both sides, `src/b.txt` deleted by the task and changed by base; the merge was tried. */
async function conflict(): Promise<Situation> {
  const repo = createRepo();
  const path = (await done(repo.dir, "create", "task/a", "--print", "path")).stdout.trimEnd();
  const work = openRepo(path);
  work.commit("Work", { "src/a.txt": "alpha\ntask\ngamma\ndelta\nepsilon\n", "src/mine.txt": "mine\n" });
  const base = repo.commit("Base goes on", {
    "src/a.txt": "alpha\nbase\ngamma\ndelta\nepsilon\n",
    "src/theirs.txt": "theirs\n",
  });
  return { repo, work, base };
}

async function tried(): Promise<Situation> {
  const situation = await conflict();
  expect((await coppice(situation.repo.dir, ["merge", "task/a"])).code).toBe(4);
  return situation;
}

const merged = ({ repo, work, base }: Situation): void => {
  expect(repo.git("rev-parse", "main^1")).toBe(base);
  expect(repo.git("rev-list", "--parents", "-1", "main").split(" ")).toHaveLength(3);
  expect(repo.read("src/mine.txt")).toBe("mine\n");
  expect(repo.read("src/theirs.txt")).toBe("theirs\n");
  expect(existsSync(work.dir)).toBe(false);
};

describe("a conflict", () => {
  test("told: exit 4, state conflict, files with kind, count, previews; nothing on disk changed", async () => {
    const { repo, work, base } = await conflict();
    const before = [snapshot(repo.dir), snapshot(work.dir)];
    const run = await coppice(repo.dir, ["merge", "task/a", "--json"]);
    expect(run.code).toBe(4);
    const files = [
      {
        path: "src/a.txt",
        kind: "content",
        count: 1,
        preview: { ours: expect.stringContaining("task"), theirs: expect.stringContaining("base") },
        autoResolvable: false,
      },
    ];
    expect(run.json()).toMatchObject({
      error: { code: "MERGE_CONFLICT", details: { conflictFiles: files, conflictTotal: 1 } },
      results: [{ branch: "task/a", outcome: "conflict" }],
    });
    expect((await done(repo.dir, "show", "task/a", "--json")).json()).toMatchObject({
      status: "conflict",
      conflict: { files, total: 1 },
    });
    expect([snapshot(repo.dir), snapshot(work.dir)]).toEqual(before);
    expect(repo.git("rev-parse", "main")).toBe(base);
  });

  test("for a person: the file, its kind, both sides, and the next command", async () => {
    const { repo } = await conflict();
    const run = await coppice(repo.dir, ["merge", "task/a"]);
    expect(run.stderr).toMatch(/^error\[MERGE_CONFLICT\] /m);
    expect(run.stderr).toMatch(/^ {2}src\/a\.txt {2}content$/m);
    expect(run.stderr).toMatch(/ours {3}\| task/);
    expect(run.stderr).toMatch(/theirs \| base/);
    expect(run.stderr).toMatch(/^hint: .*coppice resolve/m);
  });
});

describe("resolving it", () => {
  test("--ours: the task's side, merged, removed", async () => {
    const situation = await tried();
    await done(situation.repo.dir, "resolve", "task/a", "--ours");
    expect(situation.repo.read("src/a.txt")).toContain("task");
    merged(situation);
  });

  test("--theirs: base's side, merged, removed", async () => {
    const situation = await tried();
    await done(situation.repo.dir, "resolve", "task/a", "--theirs");
    expect(situation.repo.read("src/a.txt")).toContain("base");
    merged(situation);
  });

  test("--manual, edit, --continue: what the person made of it", async () => {
    const situation = await tried();
    const { repo, work } = situation;
    await done(repo.dir, "resolve", "task/a", "--manual");
    expect(work.read("src/a.txt")).toContain("<<<<<<<");
    expect((await done(repo.dir, "show", "task/a", "--json")).json()).toMatchObject({ status: "conflict" });
    const early = await coppice(repo.dir, ["resolve", "task/a", "--continue"]);
    expect(early.code).not.toBe(0);
    work.write("src/a.txt", "alpha\nboth\ngamma\ndelta\nepsilon\n");
    work.git("add", "src/a.txt");
    await done(repo.dir, "resolve", "task/a", "--continue");
    expect(repo.read("src/a.txt")).toContain("both");
    merged(situation);
  });

  test("inside the worktree, files named: that file takes that side", async () => {
    const situation = await tried();
    const { repo, work } = situation;
    await done(work.dir, "resolve", "--ours", "src/a.txt");
    expect(repo.git("show", "main:src/a.txt")).toContain("task");
  });

  test("--with a script: believed when it resolved everything", async () => {
    const situation = await tried();
    const { repo } = situation;
    const script = join(repo.dir, "..", "resolver.sh");
    writeFileSync(
      script,
      "#!/bin/sh\nprintf 'alpha\\nscript\\ngamma\\ndelta\\nepsilon\\n' >src/a.txt\ngit add src/a.txt\n",
    );
    chmodSync(script, 0o755);
    await done(repo.dir, "resolve", "task/a", "--with", script);
    expect(repo.read("src/a.txt")).toContain("script");
    merged(situation);
  });

  test("--with a script that resolves nothing: CONFLICT_RESOLUTION_FAILED or still a conflict, base has not moved", async () => {
    const { repo, base } = await tried();
    const run = await coppice(repo.dir, [
      "resolve",
      "task/a",
      "--with",
      "echo 'CONFLICT_FAILED: too hard'; exit 1",
      "--json",
    ]);
    expect(run.code).not.toBe(0);
    expect(JSON.stringify(run.json())).toContain("too hard");
    expect(repo.git("rev-parse", "main")).toBe(base);
  });

  test("abort: active again, the branch as it was", async () => {
    const { repo, work, base } = await conflict();
    const before = snapshot(work.dir);
    await coppice(repo.dir, ["merge", "task/a"]);
    await done(repo.dir, "abort", "task/a");
    expect((await done(repo.dir, "show", "task/a", "--json")).json()).toMatchObject({ status: "active" });
    expect(snapshot(work.dir)).toEqual(before);
    expect(repo.git("rev-parse", "main")).toBe(base);
  });

  test("abort in the middle of --manual: what Coppice started is undone", async () => {
    const { repo, work } = await conflict();
    const before = snapshot(work.dir);
    await coppice(repo.dir, ["merge", "task/a"]);
    await done(repo.dir, "resolve", "task/a", "--manual");
    await done(repo.dir, "abort", "task/a");
    expect(snapshot(work.dir)).toEqual(before);
  });

  test("two ways at once: refused, exit 2", async () => {
    const { repo } = await tried();
    for (const options of [
      ["--ours", "--theirs"],
      ["--manual", "--with", "x"],
    ]) {
      expect((await coppice(repo.dir, ["resolve", "task/a", ...options])).code).toBe(2);
    }
  });

  test("no way is named: the hint names the ways, and nothing has changed", async () => {
    const { repo, work } = await tried();
    const before = snapshot(work.dir);
    const run = await coppice(repo.dir, ["resolve", "task/a"]);
    expect(run.code).toBe(2);
    expect(run.stderr).toBe(
      "error[USAGE] no way to resolve is named, and the config has no conflict.resolver\n" +
        "hint: Name one of --ours, --theirs, --manual (then --continue) and --with COMMAND.\n",
    );
    expect(snapshot(work.dir)).toEqual(before);
  });
});

describe("a forecast", () => {
  test("conflicts --matrix --order: pairs and an order, and no object or ref is left behind", async () => {
    const repo = createRepo();
    for (const [name, text] of [
      ["task/a", "alpha\nfrom a\n"],
      ["task/b", "alpha\nfrom b\n"],
    ] as const) {
      const path = (await done(repo.dir, "create", name, "--print", "path")).stdout.trimEnd();
      openRepo(path).commit(`Work of ${name}`, { "src/a.txt": text });
    }
    const before = repo.git("count-objects", "-v");
    const run = await done(repo.dir, "conflicts", "--matrix", "--order", "--json");
    expect(run.json()).toMatchObject({
      pairs: [
        { branch: "task/a", with: "main", kind: "base", outcome: "clean" },
        { branch: "task/b", with: "main", kind: "base", outcome: "clean" },
        {
          branch: "task/a",
          with: "task/b",
          kind: "worktree",
          outcome: "conflict",
          files: [{ path: "src/a.txt", kind: "content" }],
          total: 1,
        },
      ],
      order: [
        { branch: "task/a", base: "main", outcome: "clean" },
        { branch: "task/b", base: "main", outcome: "conflict" },
      ],
    });
    expect(repo.git("count-objects", "-v")).toBe(before);
    expect((await done(repo.dir, "conflicts", "--matrix", "--order")).stdout).toContain("task/a");
  });
});
