import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { markManaged, type ShimPlace, shimPlace, takeObservations } from "../support/shims.js";

const commit = ["commit", "--quiet", "--allow-empty", "-m", "x"];

/** Waits until it holds; the program under test runs on its own. */
async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error("it did not happen in 20 s");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A program that waits for a word before it looks into the spool, and writes down what it met. */
function waitingProgram(place: ShimPlace): { word: string; lines: () => string[] } {
  const beside = dirname(place.repo.dir);
  const word = join(beside, "word");
  execFileSync("mkfifo", [word]);
  writeFileSync(
    join(beside, "program"),
    `beside='${beside}'
printf 'started %s %s\\n' "$1" "$PWD" >>"$beside/lines"
read -r x <"$beside/word"
rm -f "$2/coppice/flush.pid"
kill -HUP $$
kill -INT $$
echo survived >>"$beside/lines"
`,
  );
  return {
    word,
    lines: () =>
      existsSync(join(beside, "lines"))
        ? readFileSync(join(beside, "lines"), "utf8").trimEnd().split("\n")
        : [],
  };
}

test("a recorded commit waits for nothing, a burst of them starts one program, signals do not end it", async () => {
  const place = shimPlace({ settings: "coppice_flush=detached" });
  const { word, lines } = waitingProgram(place);
  // It ends while the program runs: nothing that would hold the caller is inherited.
  expect(place.git(place.worktree, commit)).toEqual({ code: 0, stdout: "", stderr: "" });
  await until(() => lines().length > 0);
  place.git(place.worktree, commit);
  place.git(place.worktree, commit);
  expect(lines()).toEqual([`started flush ${place.common}`]);
  expect(readdirSync(join(place.common, "coppice/spool"))).toHaveLength(3);
  writeFileSync(word, "go\n");
  await until(() => lines().includes("survived"));
  expect(existsSync(join(place.common, "coppice/flush.pid"))).toBe(false);
});

test("the program died before it looked: the next hook starts another", async () => {
  const place = shimPlace({ settings: "coppice_flush=detached" });
  const { word, lines } = waitingProgram(place);
  const dead = spawn("true");
  await once(dead, "exit");
  for (const left of [`${dead.pid}\n`, "", "no number\n"]) {
    const before = lines().length;
    writeFileSync(join(place.common, "coppice/flush.pid"), left);
    place.git(place.worktree, commit);
    await until(() => lines().length > before);
    writeFileSync(word, "go\n");
    await until(() => lines().length >= before + 2);
  }
});

test("20 worktrees, 20 commits each, all at once: no observation is lost", async () => {
  const place = shimPlace({ settings: "coppice_flush=detached" });
  writeFileSync(join(dirname(place.repo.dir), "program"), 'rm -f "$2/coppice/flush.pid"\n');
  const hook = join(place.common, "hooks/post-commit");
  const runs = Array.from({ length: 20 }, async (_, index) => {
    // What the hook reads of a worktree; git itself would only make the test slow.
    const gitDir = join(place.common, "worktrees", `w${index}`);
    mkdirSync(gitDir, { recursive: true });
    writeFileSync(join(gitDir, "HEAD"), `ref: refs/heads/task/${index}\n`);
    writeFileSync(join(gitDir, "commondir"), "../..\n");
    markManaged(place.common, gitDir, `task/${index}`);
    const child = spawn(
      "sh",
      ["-c", 'n=0; while [ $n -lt 20 ]; do "$1" || exit; n=$((n+1)); done', "sh", hook],
      {
        cwd: place.worktree,
        env: { ...process.env, GIT_DIR: gitDir },
        stdio: ["ignore", "ignore", "inherit"],
      },
    );
    const [code] = await once(child, "exit");
    expect(code).toBe(0);
  });
  await Promise.all(runs);
  const seen = new Map<string, number>();
  for (const { gitDir } of takeObservations(place.common)) seen.set(gitDir, (seen.get(gitDir) ?? 0) + 1);
  expect([...seen.values()]).toEqual(Array.from({ length: 20 }, () => 20));
  await until(() => !existsSync(join(place.common, "coppice/flush.pid")));
});
