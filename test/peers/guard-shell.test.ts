import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ShellParser, shellParser } from "../../src/guard/parser.js";
import { type Found, findInText } from "../../src/guard/shell.js";
import { newState } from "../../src/guard/state.js";
import type { Word } from "../../src/lifecycle/git-arguments.js";
import { corpus } from "../guard/corpus.js";

/** All that the texts can reach beside the shell itself: nothing that deletes, and nothing outside of the scratch directory. */
const programs =
  "awk base64 basename bash cat cut date dirname env find grep head ls mkdir nice nohup sed setsid sh sort stdbuf tail tee timeout touch tr uniq wc xargs";

/** They name what lies outside, or have no end. */
const isHarmless = (text: string): boolean =>
  !/(^|[\s"'=(<>:])\/(?!dev\/)\w/.test(text) && !/\b(while|until) (!|git|true)|\bwatch\b|\byes\b/.test(text);
const texts = Object.values(corpus).flat().filter(isHarmless);

let root: string;
let parser: ShellParser;
beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "coppice-shell-")));
  parser = await shellParser();
});
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));

/** A directory to run in and a git that notes where and with which words it was started, and ends with `code`. */
class Stage {
  readonly #bin: string;
  readonly #log: string;
  readonly home: string;
  readonly cwd: string;

  constructor(name: string, code: number) {
    this.home = join(root, name);
    this.cwd = join(this.home, "deep", "down", "repo");
    this.#bin = join(this.home, "programs");
    this.#log = join(this.home, "log");
    mkdirSync(this.#bin, { recursive: true });
    for (const program of programs.split(" ")) {
      const path = ["/usr/bin", "/bin"].map((dir) => join(dir, program)).find((file) => existsSync(file));
      if (path !== undefined) symlinkSync(path, join(this.#bin, program));
    }
    const stub = `#!/bin/sh\nset -f\ncase $0 in *-push) set -- push "$@" ;; esac\n{ printf '%s\\0' "$(pwd -P)" "$@"; printf '\\1\\0'; } >>'${this.#log}'\nexit ${code}\n`;
    for (const git of ["git", "git-push", "git.exe"]) {
      writeFileSync(join(this.#bin, git), stub);
      chmodSync(join(this.#bin, git), 0o755);
    }
  }

  /** What bash starts of git when it runs a text, each as its directory and words. */
  async run(text: string): Promise<string[][]> {
    rmSync(this.cwd, { recursive: true, force: true });
    mkdirSync(join(this.cwd, "src"), { recursive: true });
    for (const file of ["a.ts", "b.md", "README.md"]) writeFileSync(join(this.cwd, file), `${file}\n`);
    writeFileSync(this.#log, "");
    const shell = spawn(join(this.#bin, "bash"), ["-c", text], {
      cwd: this.cwd,
      env: { PATH: this.#bin, HOME: this.home },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    shell.stdout.resume();
    shell.stderr.resume();
    const timer = setTimeout(() => {
      if (shell.pid !== undefined) process.kill(-shell.pid, "SIGKILL");
    }, 10_000);
    // What runs in the background holds the pipes open.
    await once(shell, "close");
    clearTimeout(timer);
    const runs = readFileSync(this.#log, "utf8").split("\x01\0").slice(0, -1);
    return runs.map((run) => run.split("\0").slice(0, -1));
  }
}

const fits = (words: readonly Word[], real: readonly string[]): boolean => {
  const [word, ...rest] = words;
  if (word === undefined) return real.length === 0;
  if (word.count !== "one" && (fits(rest, real) || (real.length > 0 && fits(words, real.slice(1)))))
    return true;
  const [first] = real;
  if (first === undefined) return false;
  const same =
    word.text === undefined ? first.startsWith(word.start) && first.endsWith(word.end) : word.text === first;
  return same && fits(rest, real.slice(1));
};

const isFound = (found: readonly Found[], [directory = "", ...words]: readonly string[]): boolean =>
  found.some(
    (one) =>
      one.kind === "git" &&
      (one.dirs.unknown || one.dirs.paths.includes(directory)) &&
      fits(one.words, words),
  );

test.each([0, 1])(
  "what bash starts of git, where git ends with %i, the guard has found, in that directory, or it has called the text unknown",
  async (code) => {
    const stages = [new Stage(`one-${code}`, code), new Stage(`two-${code}`, code)];
    const missed: string[] = [];
    let [compared, started] = [0, 0];
    await Promise.all(
      stages.map(async (stage, lane) => {
        for (const text of texts.filter((_, at) => at % stages.length === lane)) {
          const found = findInText(text, newState({ paths: [stage.cwd], unknown: false }), {
            parser,
            home: stage.home,
          });
          if (found.some(({ kind }) => kind === "unknown")) continue;
          const real = await stage.run(text);
          compared += 1;
          started += real.length;
          for (const one of real) {
            if (!isFound(found, one)) missed.push(`${text}\n  ${one.join(" ").replace(stage.home, "")}`);
          }
        }
      }),
    );
    expect(missed).toEqual([]);
    expect(compared).toBeGreaterThan(500);
    expect(started).toBeGreaterThan(400);
  },
  180_000,
);
