import type { Oid } from "../lifecycle/ids.js";
import type { GitProcess } from "./process.js";
import type { GitRunner } from "./run.js";

/** `diff-tree --stdin` repeats a line that names no objects, and sends all that it has printed by then. */
const end = "end";

/** Tells whether two trees hold the same `.gitattributes` files, through one `git diff-tree`: only what differs is read. */
export class AttributeWatch {
  readonly #git: GitRunner;
  readonly #cwd: string;
  readonly #env: Readonly<Record<string, string>>;
  #process: GitProcess | undefined;

  constructor(git: GitRunner, cwd: string, env: Readonly<Record<string, string>>) {
    this.#git = git;
    this.#cwd = cwd;
    this.#env = env;
  }

  /** Whether any `.gitattributes` differs between two trees, or one of them cannot be read. */
  async differ(one: Oid, other: Oid): Promise<boolean> {
    this.#process ??= this.#git.open(
      this.#cwd,
      ["diff-tree", "--stdin", "-r", "--name-only", "--no-renames", "--", ":(glob)**/.gitattributes"],
      { env: this.#env },
    );
    this.#process.write(`${one} ${other}\n${end}\n`);
    const lines: string[] = [];
    for (let line = await this.#process.readLine(); line !== end; line = await this.#process.readLine()) {
      lines.push(line);
    }
    // The pair itself, where both could be read; then the files that differ.
    return lines.length !== 1;
  }

  /** Ends git. Idempotent. */
  async close(): Promise<void> {
    const open = this.#process;
    this.#process = undefined;
    await open?.close();
  }
}
