import { appendFileSync, chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Memory } from "./remembered.js";
import { createRepo, snapshot, type TestRepo } from "./repo.js";

/** A step of preparation, and how often it was really done. */
function preparation() {
  const memory = new Memory<{ times: number }>();
  let times = 0;
  const make = async (repo: TestRepo): Promise<{ times: number }> => {
    times += 1;
    repo.write("made.txt", repo.dir);
    repo.git("update-ref", "refs/heads/made", "HEAD");
    return { times };
  };
  const step = (repo: TestRepo) => memory.take(repo, "step", () => make(repo), true);
  return { step, times: () => times };
}

test("two begin alike: the second gets a copy under its own name, and a value of its own", async () => {
  const { step, times } = preparation();
  const one = createRepo();
  (await step(one)).times = 7;
  const other = createRepo();
  // Looked at: git writes anew when that was, not what is in it.
  other.git("update-index", "--refresh");
  expect(await step(other)).toEqual({ times: 1 });
  expect(times()).toBe(1);
  expect(other.read("made.txt")).toBe(other.dir);
  expect(snapshot(other.dir)).toEqual({
    ...snapshot(one.dir),
    files: { ...snapshot(one.dir).files, "made.txt": expect.stringContaining(other.dir) },
  });
});

const object = (repo: TestRepo): string => {
  const oid = repo.git("rev-parse", "HEAD");
  return join(repo.dir, ".git/objects", oid.slice(0, 2), oid.slice(2));
};

test.each<[string, (repo: TestRepo) => void]>([
  [
    "a variable of the environment",
    () => {
      process.env.COPPICE_TEST_KEY = "set";
      onTestFinished(() => {
        delete process.env.COPPICE_TEST_KEY;
      });
    },
  ],
  [
    "the configuration of the user",
    () => {
      const file = process.env.GIT_CONFIG_GLOBAL ?? "";
      const text = readFileSync(file, "utf8");
      appendFileSync(file, "[core]\n\tabbrev = 9\n");
      onTestFinished(() => writeFileSync(file, text));
    },
  ],
  [
    "a flag in the index, which is as long as before",
    (repo) => repo.git("update-index", "--assume-unchanged", "README.md"),
  ],
  [
    "a damaged object, which is as long as before",
    (repo) => {
      const bytes = readFileSync(object(repo)).fill(0);
      chmodSync(object(repo), 0o644);
      writeFileSync(object(repo), bytes);
      chmodSync(object(repo), 0o444);
    },
  ],
  ["the mode of a directory", (repo) => chmodSync(join(repo.dir, "src"), 0o700)],
  [
    "a reflog, which is as long as before",
    (repo) => {
      const file = join(repo.dir, ".git/logs/HEAD");
      const text = readFileSync(file, "utf8");
      writeFileSync(file, text.replace("Start", "Stark"));
      expect(statSync(file).size).toBe(text.length);
    },
  ],
])("the second differs in %s: nothing is copied", async (_, change) => {
  const { step, times } = preparation();
  await step(createRepo());
  const other = createRepo();
  change(other);
  // Git takes no ref to a damaged commit.
  await step(other).catch((error: unknown) => expect(String(error)).toContain("update-ref"));
  expect(times()).toBe(2);
});
