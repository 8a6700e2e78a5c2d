import { closeSync, constants, openSync, readSync } from "node:fs";

/** What the hook's shim asked git while this program started. */
export interface GitAnswers {
  /** `git config -z --list`. */
  readonly config: Buffer;
  /** `git status` as `statusArguments` has it; undefined where it was not asked, or could not answer. */
  readonly status: Buffer | undefined;
}

/** Names the file descriptor of the answers; the shim sets it for the program that it starts, whatever it was before. */
export const answersVariable = "COPPICE_ANSWERS";

/** A git that has not answered by then may never do so. */
const patienceMs = 60_000;

/**
 * Reads what the shim's gits answer. After each output come an empty word and the exit code, NUL ends both; git's own
 * output has no empty word.
 * @returns undefined when there is none that can be used: git has to be asked again
 */
export async function readAnswers(env: NodeJS.ProcessEnv): Promise<GitAnswers | undefined> {
  const descriptor = env[answersVariable];
  if (descriptor === undefined || !/^[3-9]$/.test(descriptor)) return undefined;
  const text = await readToEnd(Number(descriptor)).catch(() => undefined);
  return text === undefined ? undefined : parseAnswers(text);
}

/** @internal */
export function parseAnswers(text: Buffer): GitAnswers | undefined {
  const config = answerAt(text, 0);
  if (config?.output === undefined) return undefined;
  return { config: config.output, status: answerAt(text, config.end)?.output };
}

interface Answer {
  /** Undefined where git failed. */
  readonly output: Buffer | undefined;
  /** Where the next one begins. */
  readonly end: number;
}

function answerAt(text: Buffer, start: number): Answer | undefined {
  let end = start;
  while (text[end] !== 0) {
    const word = text.indexOf(0, end);
    if (word === -1) return undefined;
    end = word + 1;
  }
  const after = text.indexOf(0, end + 1);
  if (after === -1) return undefined;
  const succeeded = text.toString("latin1", end + 1, after) === "0";
  return { output: succeeded ? text.subarray(start, end) : undefined, end: after + 1 };
}

/** Mostly all of it is there by now; the rest takes a stream, which takes longer to make than to read. */
async function readToEnd(descriptor: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  if (readNow(descriptor, chunks)) return Buffer.concat(chunks);
  const { Socket } = await import("node:net");
  const socket = new Socket({ fd: descriptor, readable: true, writable: false });
  return new Promise((resolve) => {
    const done = (text: Buffer | undefined): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(text);
    };
    const timer = setTimeout(done, patienceMs, undefined);
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.once("error", () => done(undefined));
    socket.once("end", () => done(Buffer.concat(chunks)));
  });
}

/** Reads without waiting. @returns false: its end has not come, or cannot be told without waiting */
function readNow(descriptor: number, chunks: Buffer[]): boolean {
  let unblocked: number | undefined;
  try {
    // Linux opens the pipe anew; a mode of its own is what makes it not wait.
    unblocked = openSync(`/proc/self/fd/${descriptor}`, constants.O_RDONLY | constants.O_NONBLOCK);
    for (;;) {
      const buffer = Buffer.allocUnsafe(65_536);
      const length = readSync(unblocked, buffer, 0, buffer.length, null);
      if (length === 0) return true;
      chunks.push(buffer.subarray(0, length));
    }
  } catch {
    return false;
  } finally {
    if (unblocked !== undefined) closeSync(unblocked);
  }
}
