import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, sep } from "node:path";
import { closeEngine, openEngine } from "../../../../src/engine/context.js";
import { create } from "../../../../src/engine/create.js";
import { withGuard } from "../../../../src/engine/guard.js";
import { AgentInputError } from "../../../../src/guard/agents/agent.js";
import { claudeCode } from "../../../../src/guard/agents/claude-code.js";
import type { GuardContext } from "../../../../src/guard/context.js";
import { judgeText } from "../../../../src/guard/judge.js";
import { refusalText } from "../../../../src/guard/verdict.js";
import { corpus } from "../../../guard/corpus.js";
import { hostileText } from "../hostile.js";
import { holds, type Kind, totalLater, Violation } from "../model.js";
import { jsonText, mutateJson, mutateText } from "../mutate.js";
import type { Random } from "../random.js";

/** A repository with the managed worktree of task/a. @returns that worktree */
async function guarded(root: string): Promise<string> {
  const main = join(root, "repo");
  mkdirSync(join(main, "src"), { recursive: true });
  const git = (...args: string[]): void => {
    execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@example.invalid", ...args], {
      cwd: main,
      stdio: "ignore",
    });
  };
  git("init", "--quiet", "-b", "main");
  writeFileSync(join(main, "src", "a.txt"), "a\n");
  git("add", ".");
  git("commit", "--quiet", "-m", "Begin");
  const engine = await openEngine({ cwd: main, door: "cli" });
  try {
    const setup = { copyEnv: false, installDeps: false, runInitScript: false };
    await create(engine, { branch: "task/a", setup });
  } finally {
    await closeEngine(engine);
  }
  return join(main, ".worktrees", "task-a");
}

/** One guard for all texts: nothing changes in its repository. */
async function openGuard(cwd: string): Promise<{ context: GuardContext; close: () => Promise<void> }> {
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let closed: Promise<void> = ended;
  const context = await new Promise<GuardContext>((opened, failed) => {
    closed = withGuard({ cwd, env: process.env }, (given) => {
      opened(given);
      return ended;
    });
    closed.catch(failed);
  });
  return {
    context,
    close: () => {
      end();
      return closed;
    },
  };
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The same commands in other clothes: what ran in the text runs in these, too. */
const clothes: readonly ((text: string) => string)[] = [
  (text) => `{ ${text}\n}`,
  (text) => `( ${text}\n)`,
  (text) => `if true; then\n${text}\nfi`,
  (text) => `true && {\n${text}\n}`,
  (text) => `for i in 1; do\n${text}\ndone`,
  (text) => `case x in x)\n${text}\n;; esac`,
  (text) => `f() {\n${text}\n}; f`,
  (text) => `x=$(\n${text}\n)`,
  (text) => `echo "$(\n${text}\n)"`,
  (text) => `eval ${quoted(text)}`,
  (text) => `bash -c ${quoted(text)}`,
  (text) => `# git status\n\n${text}`,
  (text) => `git status; ${text}`,
  (text) => `: && cd . && {\n${text}\n}`,
  (text) => `env bash -c ${quoted(text)}`,
  (text) => `while true; do\n${text}\nbreak\ndone`,
  (text) => `! {\n${text}\n}`,
  (text) => `{\n${text}\n} 2>&1`,
  (text) => `{\n${text}\n} | cat`,
];

export const guardTexts: Kind = {
  name: "shell texts for the guard",
  share: 14,
  least: 1_500,
  open: async ({ scratch }) => {
    const root = join(scratch, "guard");
    const cwd = await guarded(root);
    const texts = Object.values(corpus).flat();
    const refused: string[] = [];
    const { context, close } = await openGuard(cwd);
    // This repository has no aliases: what is refused here is known before it is dressed. What stands behind an `exit` is
    // refused though it never runs, and may pass elsewhere.
    for (const text of [...corpus.blocked, ...corpus.unknown])
      if (!/\b(exit|return)\b/.test(text) && !(await judgeText(text, context)).allowed) refused.push(text);
    const shell = Shell.in(join(root, "shell"));
    return {
      attempt: async (random, show) => {
        const dressed = random.chance(35);
        const text = dressed
          ? dress(random, random.pick(refused))
          : mutateText(random, random.pick(texts), texts);
        show(text);
        const verdict = await totalLater(() => judgeText(text, context));
        holds(verdict !== undefined, "the guard did not answer");
        if (verdict === undefined) return undefined;
        holds(verdict.allowed === (refusalText(verdict) === undefined), "a refusal without a reason");
        if (dressed) holds(!verdict.allowed, "what is refused passes in other clothes");
        else if (verdict.allowed && /push/.test(text) && shell !== undefined && isHarmless(text)) {
          const pushes = await shell.pushes(text);
          holds(pushes.length === 0, `it passes, and pushes: ${JSON.stringify(pushes)}`);
        }
        return undefined;
      },
      close,
    };
  },
};

function dress(random: Random, text: string): string {
  let result = text;
  for (let left = 1 + random.below(3); left > 0; left -= 1) result = random.pick(clothes)(result);
  return result;
}

/** What an agent says before it uses a tool. */
export const agentInputs: Kind = {
  name: "an agent's words",
  share: 2,
  least: 3_000,
  open: async () => {
    const real = [
      { cwd: "/x", tool_name: "Bash", tool_input: { command: "git push" } },
      { cwd: "/x", tool_name: "Edit", tool_input: { file_path: "/x/a" } },
      { tool_name: "NotebookEdit", tool_input: { notebook_path: "/x/a" } },
    ];
    return {
      attempt: (random, show) => {
        const one = random.pick(real);
        const text = random.chance(60)
          ? jsonText(random, mutateJson(random, one))
          : mutateText(random, JSON.stringify(one));
        show(text);
        try {
          claudeCode.read(text, "/here");
        } catch (error) {
          if (!(error instanceof AgentInputError))
            throw new Violation(`threw ${String(error)}`, { cause: error });
        }
        claudeCode.deny(hostileText(random));
        return undefined;
      },
    };
  },
};

/**
 * It names nothing outside and no other repository, has an end, starts nothing that outlives it, does push, and does not
 * take git for a script, which ours is.
 */
const isHarmless = (text: string): boolean =>
  !/--help|\s-h\b|GIT_|(^|[\s;&|({])(\.|source)\s|(^|[^\w.-])\/(?!dev\/null)|~|\.\.|[\0]|\b(while|until|watch|yes|kill|coproc|nohup|setsid)\b|&\s*$|for\s*\(\(/m.test(
    text,
  ) &&
  text.isWellFormed() &&
  text.length < longestText;

/** Linux takes no longer argument. */
const longestText = 30_000;

const programs = [
  "basename",
  "bash",
  "cat",
  "cut",
  "date",
  "dirname",
  "echo",
  "env",
  "head",
  "sed",
  "sh",
  "sort",
  "tail",
  "tr",
  "true",
  "wc",
  "xargs",
];

/** A real shell with a git that only notes with which words it was started. */
class Shell {
  readonly #bin: string;
  readonly #log: string;
  readonly #home: string;

  private constructor(root: string) {
    this.#home = root;
    this.#bin = join(root, "programs");
    this.#log = join(root, "log");
  }

  /** Undefined where there is no bash. */
  static in(root: string): Shell | undefined {
    mkdirSync(root, { recursive: true });
    const shell = new Shell(realpathSync(root));
    mkdirSync(shell.#bin, { recursive: true });
    for (const program of programs) {
      const path = ["/usr/bin", "/bin"]
        .map((directory) => join(directory, program))
        .find((file) => existsSync(file));
      if (path !== undefined) symlinkSync(path, join(shell.#bin, program));
    }
    const stub = `#!/bin/sh\n{ printf '%s\\0' "$(pwd -P)" "$@"; printf '\\1\\0'; } >>'${shell.#log}'\nexit 0\n`;
    writeFileSync(join(shell.#bin, "git"), stub);
    chmodSync(join(shell.#bin, "git"), 0o755);
    return existsSync(join(shell.#bin, "bash")) ? shell : undefined;
  }

  /** The pushes that a text makes in the directory where it runs, or below it. */
  async pushes(text: string): Promise<string[][]> {
    const cwd = join(this.#home, "deep", "down", "repo");
    rmSync(cwd, { recursive: true, force: true });
    mkdirSync(join(cwd, "src"), { recursive: true });
    writeFileSync(join(cwd, "src", "a.txt"), "a\n");
    writeFileSync(this.#log, "");
    const child = spawn(
      join(this.#bin, "bash"),
      ["-c", 'ulimit -f 2000; enable -n kill; eval "$1"', "bash", text],
      {
        cwd,
        env: { PATH: this.#bin, HOME: this.#home },
        stdio: ["ignore", "ignore", "ignore"],
        detached: true,
      },
    );
    const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, "SIGKILL"), 3_000);
    await once(child, "close");
    clearTimeout(timer);
    const runs = readFileSync(this.#log, "utf8")
      .split("\x01\0")
      .slice(0, -1)
      .map((run) => run.split("\0").slice(0, -1));
    return runs.filter(
      ([directory = "", command]) => command === "push" && `${directory}${sep}`.startsWith(`${cwd}${sep}`),
    );
  }
}
