import { ChildProcess } from "node:child_process";
import { PassThrough } from "node:stream";
import { GitProcess } from "../../../src/git/process.js";
import { type GitOptions, type GitResult, GitRunner } from "../../../src/git/run.js";

/** The real git; what it printed is kept. */
export class RecordingGit extends GitRunner {
  readonly printed: Buffer[] = [];

  override async run(cwd: string, args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
    const result = await super.run(cwd, args, options);
    this.printed.push(result.stdout);
    return result;
  }
}

/** A git that prints what it is told to, whatever it is asked. */
export class FakeGit extends GitRunner {
  readonly #says: readonly Buffer[];
  readonly #code: number;
  #calls = 0;

  /**
   * @param says what one process after the other prints; the last one's again, when there are more
   * @param code how they end
   */
  constructor(says: readonly Buffer[], code = 0) {
    super();
    this.#says = says;
    this.#code = code;
  }

  override async run(_cwd: string, _args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
    const stdout = this.#next();
    options.onStdout?.(stdout);
    return { code: this.#code, stdout, stderr: stdout.toString("utf8").slice(-65_536) };
  }

  /** What it prints comes in two pieces, then the process ends. */
  override open(): GitProcess {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const child = new ChildProcess();
    const opened = new GitProcess({ child, stdin, stdout, stderr, command: "cat-file" });
    const says = this.#next();
    stdin.resume();
    stdout.write(says.subarray(0, says.length >> 1));
    stdout.end(says.subarray(says.length >> 1));
    stdout.once("end", () => child.emit("close", this.#code));
    return opened;
  }

  #next(): Buffer {
    const said = this.#says[Math.min(this.#calls, this.#says.length - 1)] ?? Buffer.alloc(0);
    this.#calls += 1;
    return said;
  }
}
