import { readSync } from "node:fs";
import { failsClosed } from "./fail-closed.js";
import type { prePush } from "./pre-push.js";

/** A push is judged by this; it comes later, so that what this file needs of Node is little. */
export type Judge = typeof prePush;

/**
 * Runs the pre-push hook: reads git's lines, loads what judges them, tells what came of it on standard error and in the
 * exit code. Keeps to what old Nodes can read, as main.ts does.
 * @param args the remote and its URL
 */
export function runPush(args: readonly string[], load: () => Promise<Judge>): Promise<void> {
  return Promise.all([load(), readInput()])
    .then(([judge, input]) => judge(args, input, process.env, process.cwd()))
    .then(({ code, stderr }) => {
      if (stderr !== "") process.stderr.write(stderr);
      process.exitCode = code;
    });
}

/** The lines that git gives a pre-push hook. */
function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  const text = (): string => Buffer.concat(chunks).toString("utf8");
  if (readNow(chunks)) return Promise.resolve(text());
  return new Promise((resolve, reject) => {
    process.stdin.on("data", (chunk: Buffer) => chunks.push(chunk));
    process.stdin.on("error", reject);
    process.stdin.on("end", () => resolve(text()));
  });
}

/**
 * Reads standard input as long as something comes. sh gives a pipe that blocks, and git's lines are in it already: a
 * stream would only take longer.
 * @returns false when its end has not come, because it does not block and nothing is there
 */
function readNow(chunks: Buffer[]): boolean {
  const buffer = Buffer.alloc(16_384);
  for (;;) {
    let length: number;
    try {
      length = readSync(0, buffer, 0, buffer.length, null);
    } catch (error) {
      // Windows tells the end of a pipe by an error.
      return error instanceof Error && "code" in error && error.code === "EOF";
    }
    if (length === 0) return true;
    chunks.push(Buffer.from(buffer.subarray(0, length)));
  }
}

/** The first line of what went wrong. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message.split("\n")[0] || error.name : "failed";

/** A push that could not be judged is told in a line, and stopped when the config says so. */
export function giveUpPush(reason: string): void {
  const stops = failsClosed(process.cwd(), process.env);
  const outcome = stops ? "; the push is refused (hooks.failClosed)" : "; the push is not judged";
  process.stderr.write(`coppice: ${reason}${outcome}\n`);
  // As in pre-push.ts: Node's own failures end with 1, which is no verdict.
  process.exitCode = stops ? 3 : 0;
}
