import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Engine } from "../../src/engine/context.js";
import { isPassed, withPass } from "../../src/engine/pass.js";
import { runCommand } from "../../src/engine/process.js";
import { pushRefs } from "../../src/engine/push.js";
import { currentOwner } from "../../src/git/owner.js";
import { oidSchema } from "../../src/lifecycle/ids.js";
import { createBareRemote, createRepo, type TestRepo } from "../support/repo.js";
import { engineIn } from "./support.js";

const one = oidSchema.parse("1".repeat(40));
const two = oidSchema.parse("2".repeat(40));
const update = { ref: "refs/heads/task/a", oid: one };
const notes = { ref: "refs/notes/coppice", oid: two };

const directory = (engine: Engine): string => join(engine.repo.commonDir, "coppice", "pass");
const tokenOf = (env: Readonly<Record<string, string>>): string => env.COPPICE_PASS ?? "";

async function opened(): Promise<{ repo: TestRepo; engine: Engine }> {
  const repo = createRepo();
  return { repo, engine: await engineIn(repo.dir) };
}

describe("a pass", () => {
  test("while its push runs: valid for exactly its updates, and for some of them", async () => {
    const { engine } = await opened();
    const { commonDir } = engine.repo;
    await withPass(engine, [update, notes], async (env) => {
      const token = tokenOf(env);
      expect(isPassed(commonDir, token, [update, notes])).toBe(true);
      expect(isPassed(commonDir, token, [notes])).toBe(true);
      expect(isPassed(commonDir, token, [{ ref: update.ref, oid: two }])).toBe(false);
      expect(isPassed(commonDir, token, [{ ref: "refs/heads/main", oid: one }])).toBe(false);
      expect(isPassed(commonDir, token, [update, { ref: "refs/heads/main", oid: one }])).toBe(false);
      expect(isPassed(commonDir, token, [{ ref: update.ref, oid: undefined }])).toBe(false);
      expect(isPassed(commonDir, token, [])).toBe(false);
    });
  });

  test("a guess, the name of the file itself, nothing: none is a pass", async () => {
    const { engine } = await opened();
    await withPass(engine, [update], async () => {
      const [name = ""] = readdirSync(directory(engine));
      for (const guess of [name, "", "0".repeat(64), "../clone", `../pass/${name}`]) {
        expect(isPassed(engine.repo.commonDir, guess, [update])).toBe(false);
      }
    });
  });

  test("after the push, and after one that failed: it is gone", async () => {
    const { engine } = await opened();
    let token = "";
    const failing = withPass(engine, [update], async (env) => {
      token = tokenOf(env);
      throw new Error("no network");
    });
    await expect(failing).rejects.toThrow("no network");
    expect(isPassed(engine.repo.commonDir, token, [update])).toBe(false);
    expect(readdirSync(directory(engine))).toEqual([]);
  });

  test("its process was killed: it opens nothing, and the next push clears it away", async () => {
    const { engine } = await opened();
    const token = "f".repeat(64);
    const left = join(directory(engine), createHash("sha256").update(token).digest("hex"));
    mkdirSync(directory(engine), { recursive: true });
    const dead = { ...currentOwner(), startTime: "1" };
    writeFileSync(left, JSON.stringify({ v: 1, owner: dead, updates: [update] }));
    expect(isPassed(engine.repo.commonDir, token, [update])).toBe(false);
    await withPass(engine, [update], async () => {});
    expect(existsSync(left)).toBe(false);
  });

  test("the file: readable for its owner alone, and the token is not in it", async () => {
    const { engine } = await opened();
    await withPass(engine, [update], async (env) => {
      const [name = ""] = readdirSync(directory(engine));
      const file = join(directory(engine), name);
      expect(statSync(file).mode & 0o077).toBe(0);
      // Another user of a shared repository has to be able to push, too.
      expect(statSync(dirname(file)).mode).toBe(statSync(dirname(dirname(file))).mode);
      expect(readFileSync(file, "utf8")).not.toContain(tokenOf(env));
      expect(name).not.toContain(tokenOf(env));
    });
  });
});

describe("where the token goes", () => {
  test("a push: its hook has it, its command line and git's trace do not", async () => {
    const { repo, engine } = await opened();
    createBareRemote(repo);
    repo.write(
      ".git/hooks/pre-push",
      '#!/bin/sh\nprintf %s "$COPPICE_PASS" >"$(git rev-parse --git-dir)/seen"\n',
    );
    chmodSync(join(repo.dir, ".git/hooks/pre-push"), 0o755);
    const head = oidSchema.parse(repo.git("rev-parse", "HEAD"));
    const { code } = await pushRefs(engine, "origin", [{ ref: "refs/heads/copy", oid: head }]);
    expect(code).toBe(0);
    const seen = repo.read(".git/seen");
    expect(seen).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(engine.repo.git.trace)).not.toContain(seen);
    expect(isPassed(engine.repo.commonDir, seen, [{ ref: "refs/heads/copy", oid: head }])).toBe(false);
  });

  test("inherited from a hook: neither the person's commands nor other git calls get it", async () => {
    const { repo } = await opened();
    process.env.COPPICE_PASS = "secret";
    try {
      const inner = await engineIn(repo.dir);
      const { tail } = await runCommand({ command: 'printf "<%s>" "$COPPICE_PASS"', cwd: repo.dir });
      expect(tail).toBe("<>");
      const git = await inner.repo.git.text(repo.dir, [
        "-c",
        'alias.show-pass=!printf "<%s>" "$COPPICE_PASS"',
        "show-pass",
      ]);
      expect(git).toBe("<>");
    } finally {
      delete process.env.COPPICE_PASS;
    }
  });
});
