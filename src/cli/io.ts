import { setMaxListeners } from "node:events";
import { isatty } from "node:tty";
import { systemErrorCode } from "../lifecycle/system-errors.js";
import { handOver, isHandedOver } from "./foreground.js";

/**
 * A place that text goes to. A reader that went away (EPIPE) is no error: what follows is dropped. So it is where
 * nothing can be written (a full disk): the work goes on to its end, and only then the exit code says it.
 */
export interface Output {
  write(text: string): void;
  readonly isTTY: boolean;
  /** The width in columns; undefined where there is no terminal. */
  readonly columns: number | undefined;
  /** The height in rows; undefined where there is no terminal, or none that lines could be drawn again on. */
  readonly rows?: number | undefined;
  /** Aborted when nothing can be written any more: for who would go on writing for ever. */
  readonly ended?: AbortSignal;
}

/** Everything of the process that the command line touches, so that a test can run it in process. */
export interface Io {
  readonly cwd: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** All of the standard input, as UTF-8; undefined: there is none. */
  readonly stdin?: () => Promise<string>;
  readonly stdout: Output;
  readonly stderr: Output;
  /** A person can be asked: input and error output are a terminal. */
  readonly canAsk: boolean;
  /** Ends the running operation; it is then journaled as INTERRUPTED. */
  readonly signal: AbortSignal;
  /** Input, output and error output for a command that is run in the foreground; undefined: it has none. */
  readonly streams?: readonly [number, number, number];
  /** Hands the process's signals to a command in the foreground, until what this returns is called. */
  readonly handOver?: (pass: (name: NodeJS.Signals) => void) => () => void;
  /** The words that start this program anew; undefined: it is no process of its own. */
  readonly program?: readonly [string, ...string[]];
}

/** The conventional exit code of a run that Ctrl-C, SIGTERM or SIGHUP ended. */
export const EXIT_INTERRUPTED = 130;

/**
 * One Ctrl-C may come as two signals: of the terminal, and of a program such as npx that passes on its own. And a
 * terminal that is closed, or a machine that goes down, sends several at once.
 */
const sameWishMs = 250;

/** The real process. */
export function processIo(signal = interruptions()): Io {
  return {
    cwd: currentDirectory(),
    env: process.env,
    stdin: () => readInput(signal),
    stdout: outputOf(process.stdout),
    stderr: outputOf(process.stderr),
    // Not process.stdin: whoever only asks for it has Node open it, which takes two milliseconds.
    canAsk: isatty(0) && isatty(2),
    signal,
    streams: [0, 1, 2],
    handOver,
    ...(process.argv[1] === undefined
      ? {}
      : { program: [process.execPath, ...process.execArgv, process.argv[1]] }),
  };
}

/** Ctrl-C, SIGTERM and SIGHUP: the first one ends the operation in order, the second one the process. */
export function interruptions(): AbortSignal {
  const interruption = new AbortController();
  const { signal } = interruption;
  // Every git process of a run listens, many at once.
  setMaxListeners(0, signal);
  let first = 0;
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => {
      // A command in the foreground decides what becomes of it.
      if (isHandedOver()) return;
      if (!signal.aborted) {
        first = performance.now();
        interruption.abort(name);
      } else if (performance.now() - first > sameWishMs) {
        // Below a line that still moves.
        if (process.stderr.isTTY === true) process.stderr.write("\n");
        process.stderr.write(endedAtOnce);
        process.exit(EXIT_INTERRUPTED);
      }
    });
  }
  return signal;
}

const endedAtOnce = [
  "error[INTERRUPTED] Ended at once, without waiting for what was being done.",
  "hint: coppice list shows what was interrupted; coppice doctor says how each goes on.",
  "",
].join("\n");

/** A directory that was deleted has no name any more; the shell still knows it, and what comes next says that it is gone. */
export function currentDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return process.env.PWD ?? "/";
  }
}

async function readInput(signal: AbortSignal): Promise<string> {
  const end = (): void => {
    process.stdin.destroy(new Error("It was interrupted."));
  };
  if (signal.aborted) end();
  signal.addEventListener("abort", end, { once: true });
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  signal.removeEventListener("abort", end);
  return Buffer.concat(chunks).toString("utf8");
}

function outputOf(stream: NodeJS.WriteStream): Output {
  let closed = false;
  const end = new AbortController();
  stream.on("error", (error: NodeJS.ErrnoException) => {
    // `coppice merge | head -1`: the merge goes on, only its reader is gone.
    if (error.code !== "EPIPE" && !closed) {
      process.exitCode = process.exitCode || 1;
      if (stream !== process.stderr) {
        const errno = error.code ?? "EIO";
        process.stderr.write(`error[${systemErrorCode(errno) ?? errno}] The output could not be written.\n`);
      }
    }
    closed = true;
    end.abort();
  });
  return {
    ended: end.signal,
    write: (text) => {
      if (!closed) stream.write(text);
    },
    isTTY: stream.isTTY === true,
    get columns() {
      // A pseudo-terminal that nobody has sized says 0.
      return stream.isTTY === true && stream.columns > 0 ? stream.columns : undefined;
    },
    get rows() {
      return stream.isTTY === true && stream.rows > 0 ? stream.rows : undefined;
    },
  };
}
