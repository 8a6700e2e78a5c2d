import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { createTempDir } from "../support/repo.js";

/** How long a screen may take to show what it is waited for; milliseconds. */
const PATIENCE_MS = 20_000;
const POLL_MS = 40;

export interface TmuxOptions {
  readonly cwd: string;
  readonly columns: number;
  readonly rows: number;
  /** More of the environment; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A terminal that nobody sits at: a tmux server of its own, with one window in which a shell script runs. */
export class Tmux {
  readonly #socket = join(createTempDir(), "tmux");

  constructor(script: string, { cwd, columns, rows, env = {} }: TmuxOptions) {
    onTestFinished(() => this.close());
    const unset = Object.keys(env).filter((name) => env[name] === undefined);
    const set = Object.entries(env).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${value}`],
    );
    const words = ["env", ...unset.flatMap((name) => ["-u", name]), ...set, "sh", "-c", script];
    this.#tmux("new-session", "-d", "-x", `${columns}`, "-y", `${rows}`, "-c", cwd, ...words);
  }

  /** What the window shows, without the empty end of each line and of the screen. */
  get screen(): string {
    const lines = this.#tmux("capture-pane", "-p").split("\n");
    return lines
      .map((line) => line.trimEnd())
      .join("\n")
      .trimEnd();
  }

  /** Types keys, by tmux's names. */
  keys(...names: readonly string[]): void {
    this.#tmux("send-keys", ...names);
  }

  resize(columns: number, rows: number): void {
    this.#tmux("resize-window", "-x", `${columns}`, "-y", `${rows}`);
  }

  /** One of tmux's formats: `#{alternate_on}`. */
  told(format: string): string {
    return this.#tmux("display-message", "-p", format).trim();
  }

  /** Waits until the window shows something. @returns all that it shows then */
  async until(expected: string | RegExp): Promise<string> {
    const matcher =
      typeof expected === "string" ? expect.stringContaining(expected) : expect.stringMatching(expected);
    await expect.poll(() => this.screen, { timeout: PATIENCE_MS, interval: POLL_MS }).toEqual(matcher);
    return this.screen;
  }

  /** Waits until the window shows just that. */
  async shows(expected: string, masked: (screen: string) => string = (screen) => screen): Promise<void> {
    await expect.poll(() => masked(this.screen), { timeout: PATIENCE_MS, interval: POLL_MS }).toBe(expected);
  }

  /** Closes the terminal under whatever runs in it. Idempotent. */
  close(): void {
    try {
      this.#tmux("kill-server");
    } catch {
      // It has ended with its last window.
    }
  }

  #tmux(...words: readonly string[]): string {
    return execFileSync("tmux", ["-S", this.#socket, "-f", "/dev/null", ...words], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  }
}
