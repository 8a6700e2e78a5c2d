import { Buffer } from "node:buffer";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { type ResolveOptions, resolve } from "../../src/engine/resolve.js";
import type { TestRepo } from "../support/repo.js";
import { mergeOne, project, type Task, task } from "./merge-support.js";
import { failure, recordIn, run } from "./support.js";

/** `dir/n` + stray byte + `.txt`: no UTF-8, as an old archive may hold it. */
const stray = (dir: string, byte: number): Buffer =>
  Buffer.concat([Buffer.from(`${dir}/sub/n`), Buffer.of(byte), Buffer.from(".txt")]);

function put(dir: string, byte: number, text: string): void {
  const file = stray(dir, byte);
  mkdirSync(dirname(file.toString("latin1")), { recursive: true });
  writeFileSync(file, text);
}

/** Two files whose names look the same when shown, both changed on both sides. */
async function conflict(): Promise<{ repo: TestRepo; a: Task }> {
  const repo = project();
  put(repo.dir, 0xfe, "one\n");
  put(repo.dir, 0xff, "one\n");
  repo.commit("Names that are no UTF-8");
  const a = await task(repo, "task/a");
  put(a.tree.dir, 0xfe, "TASK\n");
  put(a.tree.dir, 0xff, "TASK\n");
  a.tree.commit("Task");
  put(repo.dir, 0xfe, "BASE\n");
  put(repo.dir, 0xff, "BASE\n");
  repo.commit("Base");
  expect((await mergeOne(repo.dir, "task/a")).status).toBe("conflict");
  return { repo, a };
}

const resolving = (repo: TestRepo, options: ResolveOptions) =>
  run(repo.dir, (engine) => resolve(engine, "task/a", options));

const contents = (repo: TestRepo): string[] =>
  repo
    .git("ls-tree", "-r", "main", "sub/")
    .split("\n")
    .map((entry) => repo.git("cat-file", "-p", entry.split(/[ \t]/)[2] ?? ""));

describe("names that are no UTF-8", () => {
  test.each([
    ["ours", "TASK"],
    ["theirs", "BASE"],
  ] as const)("%s: that side, nothing marked, no file more", async (resolution, side) => {
    const { repo } = await conflict();
    expect((await recordIn(repo.dir, "task/a")).conflict).toMatchObject({
      total: 2,
      files: [{ path: "sub/n\uFFFD.txt", kind: "content" }, { path: "sub/n\uFFFD.txt" }],
    });
    expect(await resolving(repo, { resolution })).toMatchObject({ status: "merged" });
    expect(contents(repo)).toEqual([side, side]);
    expect(repo.git("status", "--porcelain")).toBe("");
  });

  test("manual: markers that are left are seen, edited files are taken", async () => {
    const { repo, a } = await conflict();
    expect(await resolving(repo, { resolution: "manual" })).toMatchObject({ left: ["sub/n\uFFFD.txt"] });
    a.tree.git("add", "--all");
    expect((await failure(resolving(repo, { resolution: "manual", continue: true }))).code).toBe(
      "CONFLICT_RESOLUTION_FAILED",
    );
    put(a.tree.dir, 0xfe, "BOTH\n");
    put(a.tree.dir, 0xff, "BOTH\n");
    a.tree.git("add", "--all");
    expect(await resolving(repo, { continue: true })).toMatchObject({ status: "merged" });
    expect(contents(repo)).toEqual(["BOTH", "BOTH"]);
  });
});
