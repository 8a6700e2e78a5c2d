import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import { makeDirectories } from "../../git/file-tree.js";
import { GitRunner } from "../../git/run.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import { systemError } from "../../lifecycle/system-errors.js";
import type { Cli } from "../context.js";
import { UsageError } from "../failure.js";
import type { Io, Output } from "../io.js";
import { visible, visibleLines } from "../render/visible.js";
import { environment, project, write } from "./project.js";
import { type Step, story } from "./story.js";

/** A command of the demo and how it ended, for `--json`. */
export interface Played {
  readonly command: string;
  readonly exitCode: number;
}

/** Where the demo takes place. */
export interface Stage {
  /** The repository with the worktrees. */
  readonly repository: string;
  /** The bare repository that is its `origin`. */
  readonly remote: string;
}

/** Makes the directory and lives the whole story in it; without a directory, in a temporary one that goes again. */
export async function play(
  cli: Cli,
  directory: string | undefined,
): Promise<{ stage: Stage; played: Played[] }> {
  const root =
    directory === undefined
      ? realpathSync(mkdtempSync(join(tmpdir(), "coppice-demo-")))
      : emptyDirectory(directory);
  const player = new Player(cli, { repository: join(root, "garden"), remote: join(root, "garden.git") });
  try {
    await player.prepare();
    for (const step of story) await player.step(step);
  } finally {
    if (directory === undefined) rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  }
  return { stage: player.stage, played: player.played };
}

function emptyDirectory(path: string): string {
  try {
    makeDirectories(path);
    if (readdirSync(path).length === 0) return realpathSync(path);
  } catch (error) {
    const denied = systemError(error, "make the directory for the demo");
    if (denied !== undefined) throw denied;
    throw new UsageError(
      "the directory for the demo cannot be made there",
      "Name one in a directory that exists and can be written.",
    );
  }
  throw new UsageError(
    "the directory for the demo is not empty",
    "Name one that does not exist yet, or an empty one.",
  );
}

class Player {
  readonly played: Played[] = [];
  readonly #cli: Cli;
  readonly #env: NodeJS.ProcessEnv;
  readonly #git: GitRunner;
  readonly #output: Output;
  #chapter = 0;

  constructor(
    cli: Cli,
    readonly stage: Stage,
  ) {
    this.#cli = cli;
    this.#env = ownEnvironment(cli.io.env);
    this.#git = new GitRunner({ env: this.#env });
    const shown = !cli.globals.json && !cli.globals.quiet;
    // Progress would only repeat what the story says, so no output counts as a terminal that moves.
    this.#output = {
      isTTY: cli.io.stdout.isTTY && cli.globals.color,
      columns: cli.io.stdout.columns,
      write: (text) => {
        if (shown) cli.io.stdout.write(text.replace(/^(?=.)/gm, "   "));
      },
    };
  }

  /** The repository, its first commit and its remote. Nothing of the person's configuration is used. */
  async prepare(): Promise<void> {
    const { repository, remote } = this.stage;
    mkdirSync(repository);
    await this.#text(repository, "init", "--quiet", "--initial-branch=main");
    await this.#text(repository, "config", "user.name", "Demo Gardener");
    await this.#text(repository, "config", "user.email", "gardener@demo.invalid");
    write(repository, project);
    await this.#text(repository, "add", "--all");
    await this.#text(repository, "commit", "--quiet", "--message", "Start the garden");
    await this.#text(repository, "init", "--quiet", "--bare", "--initial-branch=main", remote);
    await this.#text(repository, "remote", "add", "origin", remote);
    await this.#text(repository, "push", "--quiet", "--set-upstream", "origin", "main");
    write(repository, environment);
    this.#say("A garden project with one commit, and a bare repository as its origin.");
    this.#say(`   ${visible(repository)}`);
    this.#say(`   ${visible(remote)}`);
    this.#say("Lines with $ are commands that run now; what stands below them is what they print.");
  }

  async step(step: Step): Promise<void> {
    if (this.#cli.io.signal.aborted) throw new CoppiceError("INTERRUPTED", "the demo was interrupted");
    switch (step.type) {
      case "tell":
        this.#chapter += 1;
        this.#say();
        this.#say(this.#cli.paint.bold(`${this.#chapter}. ${step.title}`));
        for (const line of step.lines) this.#say(this.#cli.paint.dim(`   ${line}`));
        return;
      case "edit":
        write(await this.#place(step.branch), step.files);
        this.#say(
          `   ${this.#cli.paint.dim(`(edits ${Object.keys(step.files).join(", ")} of ${step.branch})`)}`,
        );
        return;
      case "git":
        return this.#plainGit(step.branch, step.args);
      case "coppice":
        return this.#coppice(step.args, step.code ?? 0);
    }
  }

  async #plainGit(branch: string | undefined, args: readonly string[]): Promise<void> {
    const directory = branch === undefined ? this.stage.repository : await this.#place(branch);
    const inside = branch === undefined ? [] : ["-C", directory.slice(this.stage.repository.length + 1)];
    this.#announce("git", [...inside, ...args]);
    const text = await this.#text(directory, ...args);
    if (text !== "") this.#output.write(`${visibleLines(text.trimEnd())}\n`);
    this.played.push({ command: ["git", ...inside, ...args].join(" "), exitCode: 0 });
  }

  async #coppice(args: readonly string[], expected: number): Promise<void> {
    this.#announce("coppice", args);
    const exitCode = await this.#cli.frame.run(args, this.#io(this.#output));
    this.played.push({ command: ["coppice", ...args].join(" "), exitCode });
    if (this.#cli.io.signal.aborted) throw new CoppiceError("INTERRUPTED", "the demo was interrupted");
    if (exitCode !== expected) {
      throw new Error(`coppice ${args.join(" ")} ended with ${exitCode}; the demo expected ${expected}`);
    }
    if (expected !== 0) this.#say(`   ${this.#cli.paint.dim(`(exit code ${exitCode})`)}`);
  }

  /** The directory of a branch's worktree, asked from Coppice itself. */
  async #place(branch: string): Promise<string> {
    let path = "";
    const collector: Output = {
      isTTY: false,
      columns: undefined,
      write: (text) => {
        path += text;
      },
    };
    const code = await this.#cli.frame.run(["path", branch], this.#io(collector));
    if (code !== 0) throw new Error(`coppice path ${branch} ended with ${code}: ${path}`);
    return path.trimEnd();
  }

  #io(output: Output): Io {
    const { signal } = this.#cli.io;
    const stderr = { ...output, isTTY: false };
    return { cwd: this.stage.repository, env: this.#env, stdout: output, stderr, canAsk: false, signal };
  }

  #announce(program: string, args: readonly string[]): void {
    const words = args.map((word) => (/^[\w./=:%-]+$/.test(word) ? word : `'${word}'`));
    this.#say(`   ${this.#cli.paint.cyan(`$ ${[program, ...words].join(" ")}`)}`);
  }

  #text(directory: string, ...args: string[]): Promise<string> {
    return this.#git.text(directory, args, { signal: this.#cli.io.signal });
  }

  #say(line = ""): void {
    this.#cli.say(line);
  }
}

/** The process's environment without anything that says how git or Coppice should behave here. */
function ownEnvironment(env: Readonly<NodeJS.ProcessEnv>): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(
    ([name]) => !/^(GIT|COPPICE)_/.test(name) || name === "COPPICE_DEBUG",
  );
  return {
    ...Object.fromEntries(kept),
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_SYSTEM: devNull,
  };
}
