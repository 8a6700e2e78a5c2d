import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readKept } from "../../../../src/engine/kept-file.js";
import { LocalFacts, logsFile, placeFile, takeUpFile } from "../../../../src/engine/local.js";
import { readObservations } from "../../../../src/engine/observation-files.js";
import { readPending, readTrusted } from "../../../../src/engine/trust-store.js";
import { isOid } from "../../../../src/git/oid.js";
import { currentOwner } from "../../../../src/git/owner.js";
import { gitDirOf, gitFileTarget, linkState, readRegistrations } from "../../../../src/git/worktree-links.js";
import { parsePushLines, prePush } from "../../../../src/hooks/pre-push.js";
import { lockHolder, tryLock } from "../../../../src/journal/lock.js";
import { Spool } from "../../../../src/journal/spool.js";
import { recordIdSchema } from "../../../../src/lifecycle/ids.js";
import { lives, notesOf } from "../corpus.js";
import { hostileText, hostileValue } from "../hostile.js";
import { holds, type Kind, same, total, totalLater } from "../model.js";
import { jsonText, mutateBytes, mutateJson } from "../mutate.js";
import type { Random } from "../random.js";

const oid = "0123456789abcdef0123456789abcdef01234567";
const zero = "0".repeat(40);

/** What hooks wrote down of what they saw; many files at once. */
export const observations: Kind = {
  name: "observation files",
  share: 5,
  least: 8_000,
  open: async ({ scratch }) => {
    const commonDir = join(scratch, "observations");
    const spool = join(commonDir, "coppice", "spool");
    const fields = (hook: string, ...args: string[]): Buffer =>
      Buffer.from(
        [
          "coppice-observation",
          "1",
          hook,
          "/repo",
          "/repo/.git/worktrees/a",
          "ref: refs/heads/task/a\n",
          oid,
          String(args.length),
          ...args,
          "end",
          "",
        ].join("\0"),
      );
    const real = [
      fields("post-checkout", zero, oid, "1"),
      fields("post-merge", "0"),
      fields("post-commit"),
      fields("post-rewrite", "amend", `${zero} ${oid}\n`),
      fields("pre-push", "origin", "https://example.invalid/x.git"),
    ];
    return {
      attempt: (random, show) => {
        rmSync(spool, { recursive: true, force: true });
        mkdirSync(spool, { recursive: true });
        const files = Array.from({ length: 20 }, () => mutateBytes(random, random.pick(real), real));
        show(files.map((file) => file.toString("latin1")));
        for (const [number, file] of files.entries())
          writeFileSync(join(spool, `post-commit.1.${number}.obs`), file);
        const read = total(() => readObservations(commonDir));
        holds(read !== undefined && read.length <= files.length, "observations that nobody made");
        for (const seen of read ?? []) {
          holds(seen.oid === undefined || isOid(seen.oid), "no object id");
          holds(seen.args.length < 100 && seen.gitDir !== "", "an observation that its schema refuses");
        }
        return files.length;
      },
    };
  },
};

/** Locks, trust, local facts, registrations, kept code, spool: whatever lies in the git directory. */
export const localFiles: Kind = {
  name: "files of the git directory",
  share: 5,
  least: 2_500,
  open: async ({ scratch, seed }) => {
    const commonDir = join(scratch, "local");
    const id = recordIdSchema.parse(oid);
    const worktree = join(scratch, "worktree");
    const adminDir = join(commonDir, "worktrees", "a");
    const coppice = join(commonDir, "coppice");
    for (const directory of [
      worktree,
      adminDir,
      join(coppice, "local", id),
      join(coppice, "code"),
      join(coppice, "spool"),
    ])
      mkdirSync(directory, { recursive: true });
    const facts = new LocalFacts(commonDir);
    const holder = { ...currentOwner(), token: "0123456789abcdef", purpose: "x", since: 1 };
    const place = { v: 1, path: "/x", identity: { dev: "1", ino: "2" }, gitDir: null, branch: null };
    const line = notesOf(lives(seed, 1))[0]?.lines[0] ?? "";
    const spoolName = `${id}.0123456789abcdef-0123456789abcdef.01234567.1.1.line`;
    type Tried = readonly [file: string, original: string, read: (path: string) => unknown];
    const tried: readonly Tried[] = [
      [join(coppice, "a.lock"), JSON.stringify(holder), lockedOnce],
      [join(coppice, "trust"), `${"a".repeat(64)}\n`, () => readTrusted(commonDir)],
      [
        join(coppice, "trust-pending.json"),
        JSON.stringify([{ commit: oid }, { directory: "/x" }]),
        () => readPending(commonDir),
      ],
      [join(coppice, "local", id, "place.json"), JSON.stringify(place), () => facts.read(id, placeFile)],
      [
        join(coppice, "local", id, "logs.json"),
        JSON.stringify({ install: "/x.log" }),
        () => facts.read(id, logsFile),
      ],
      [
        join(coppice, "local", id, "take-up.json"),
        JSON.stringify({ v: 1, setup: true }),
        () => facts.read(id, takeUpFile),
      ],
      [
        join(coppice, "code", "x"),
        `[["a.js","${"0".repeat(64)}",3]]\nabc`,
        (file) => readKept({ file, owner: process.geteuid?.() ?? 0 }),
      ],
      [
        join(adminDir, "gitdir"),
        `${join(worktree, ".git")}\n`,
        () => [readRegistrations(commonDir), linkState(worktree, adminDir)],
      ],
      [
        join(worktree, ".git"),
        `gitdir: ${adminDir}\n`,
        (file) => [gitDirOf(worktree), gitFileTarget(file), linkState(worktree, adminDir)],
      ],
      [join(coppice, "spool", spoolName), `${line}\n`, () => new Spool(join(coppice, "spool")).read(id)],
    ];
    return {
      attempt: (random, show) => {
        const [file, original, read] = random.pick(tried);
        const bytes = mutatedFile(random, original);
        show({ file, bytes: bytes.toString("latin1") });
        writeFileSync(file, bytes);
        total(() => read(file));
        // As nobody has written it, so that the next input starts from there.
        writeFileSync(file, original);
        return undefined;
      },
    };
  },
};

function mutatedFile(random: Random, original: string): Buffer {
  if (random.chance(40) && /^[[{]/.test(original)) {
    const value = random.chance(10)
      ? hostileValue(random)
      : mutateJson(random, JSON.parse(original.split("\n")[0] ?? ""));
    return Buffer.from(jsonText(random, value));
  }
  return mutateBytes(random, Buffer.from(original));
}

/** Somebody seems to hold it, or it is taken and given back. */
function lockedOnce(path: string): void {
  const known = lockHolder(path);
  const lock = tryLock(path, "try");
  holds("heldBy" in lock || known === undefined, "a lock that is held was taken");
  if (!("heldBy" in lock)) lock.release();
}

/** What git gives a pre-push hook on standard input. */
export const pushes: Kind = {
  name: "pre-push lines",
  share: 3,
  least: 8_000,
  open: async ({ scratch }) => {
    const nowhere = join(scratch, "no-repository");
    mkdirSync(nowhere, { recursive: true });
    const env = { GIT_CEILING_DIRECTORIES: scratch };
    const real = [
      `refs/heads/task/a ${oid} refs/heads/task/a ${zero}\n`,
      `(delete) ${zero} refs/heads/task/b ${oid}\n`,
      `HEAD~1 ${oid} refs/heads/main ${oid}\n`,
      `main@{1 day ago} ${oid} refs/tags/v1 ${zero}\n`,
      `refs/notes/coppice ${"a".repeat(64)} refs/notes/coppice ${"0".repeat(64)}\n`,
    ];
    return {
      attempt: async (random, show) => {
        const whole = Array.from({ length: 1 + random.below(3) }, () => random.pick(real)).join("");
        const stdin = random.chance(90)
          ? mutateBytes(
              random,
              Buffer.from(whole),
              real.map((one) => Buffer.from(one)),
            ).toString("utf8")
          : whole + hostileText(random);
        show(stdin);
        const { lines, malformed } = parsePushLines(stdin);
        const given = stdin.split("\n").filter((text) => text.trim() !== "");
        same(
          lines.length + malformed.length,
          given.length,
          "lines that were read, and lines that were given",
        );
        for (const { remoteRef } of lines) holds(remoteRef.startsWith("refs/"), "a ref that is none");
        if (random.chance(10)) {
          const answer = await totalLater(() =>
            prePush(["origin", hostileText(random)], stdin, env, nowhere),
          );
          holds(
            answer !== undefined && (answer.code === 0 || answer.code === 3),
            "a hook that does not answer",
          );
        }
        return undefined;
      },
    };
  },
};
