import type { ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { CoppiceError } from "../lifecycle/errors.js";
import { killGroup } from "./running.js";

const LF = 0x0a;
const NUL = 0x00;

/** A child started by `GitRunner.open`, with its three pipes. */
export interface OpenedChild {
  readonly child: ChildProcess;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** What git was asked to do, for messages. */
  readonly command: string;
}

interface Waiting {
  /** Tries to take an answer out of the buffer. */
  readonly attempt: () => boolean;
  readonly fail: (error: Error) => void;
}

/**
 * A git process that is asked and answers, such as `cat-file --batch-command`.
 * Reads are answered in the order in which they were made. While no read is waiting the process does not keep
 * Node alive, so a forgotten one ends with the program: git ends at the end of its input.
 */
export class GitProcess {
  readonly #opened: OpenedChild;
  readonly #ended: Promise<number>;
  readonly #waiting: Waiting[] = [];
  #chunks: Buffer[] = [];
  #length = 0;
  #stderr = "";
  #code: number | undefined;
  #failure: Error | undefined;
  #interrupted: CoppiceError | undefined;
  #ending = false;
  #held: boolean | undefined;

  constructor(opened: OpenedChild) {
    this.#opened = opened;
    const { child, stdin, stdout, stderr } = opened;
    // A git that died makes the pipe break; the reader learns it from the end of the output.
    stdin.on("error", () => {});
    stdout.on("data", (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#length += chunk.length;
      this.#serve();
    });
    stderr.on("data", (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString("utf8")).slice(-16_384);
    });
    this.#ended = new Promise((done) => {
      child.once("error", (error) => {
        this.#failure = error;
      });
      child.once("close", (code) => {
        this.#code = code ?? -1;
        this.#ending = false;
        this.#serve();
        done(this.#code);
      });
    });
    this.#hold();
  }

  /** The exit code, once the process has ended; -1 when a signal ended it. */
  get code(): number | undefined {
    return this.#code;
  }

  /** The end of what git wrote to standard error. */
  get stderr(): string {
    return this.#stderr;
  }

  /** Sends bytes; a process that has ended ignores them. */
  write(data: string | Uint8Array): void {
    if (this.#code === undefined && this.#opened.stdin.writable) this.#opened.stdin.write(data);
  }

  /** The next `size` bytes. */
  read(size: number): Promise<Buffer> {
    return this.#take(() => (this.#length >= size ? size : undefined), 0);
  }

  /** The bytes before the next `byte`, which is consumed. */
  readUntil(byte: number): Promise<Buffer> {
    let searched = 0;
    return this.#take(() => {
      const found = this.#find(byte, searched);
      searched = this.#length;
      return found;
    }, 1);
  }

  /** The next line as UTF-8, without its line feed. */
  async readLine(): Promise<string> {
    return (await this.readUntil(LF)).toString("utf8");
  }

  /** The next line where it has come already: who reads thousands need not wait for each. */
  lineNow(): string | undefined {
    const length = this.#waiting.length > 0 ? undefined : this.#find(LF, 0);
    return length === undefined ? undefined : this.#consume(length + 1).toString("utf8", 0, length);
  }

  /** The next `size` bytes where they have come already. */
  bytesNow(size: number): Buffer | undefined {
    return this.#waiting.length > 0 || this.#length < size ? undefined : this.#consume(size);
  }

  /** The next field of a `-z` output. */
  readField(): Promise<Buffer> {
    return this.readUntil(NUL);
  }

  /** Ends the input and waits until git has ended. */
  async close(): Promise<number> {
    this.#ending = true;
    this.#opened.stdin.end();
    this.#hold();
    return this.#ended;
  }

  /** Ends git at once. */
  async kill(): Promise<void> {
    this.#ending = true;
    this.#opened.child.kill("SIGKILL");
    this.#hold();
    await this.#ended;
  }

  /** Ends git in order; whoever waits for an answer, or asks from now on, gets the reason. */
  interrupt(reason: CoppiceError): void {
    this.#interrupted ??= reason;
    killGroup(this.#opened.child, "SIGTERM");
  }

  #take(size: () => number | undefined, separator: 0 | 1): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const attempt = (): boolean => {
        const length = size();
        if (length === undefined) return false;
        const bytes = this.#consume(length + separator);
        resolve(separator === 0 ? bytes : bytes.subarray(0, length));
        return true;
      };
      this.#waiting.push({ attempt, fail: reject });
      this.#serve();
      this.#hold();
    });
  }

  #serve(): void {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      if (first.attempt()) {
        this.#waiting.shift();
      } else if (this.#code !== undefined) {
        this.#waiting.shift();
        first.fail(this.#endedEarly());
      } else {
        break;
      }
    }
    if (this.#waiting.length === 0) this.#hold();
  }

  #find(byte: number, from: number): number | undefined {
    let start = 0;
    for (const chunk of this.#chunks) {
      if (start + chunk.length > from) {
        const index = chunk.indexOf(byte, Math.max(0, from - start));
        if (index >= 0) return start + index;
      }
      start += chunk.length;
    }
    return undefined;
  }

  #consume(size: number): Buffer {
    const first = this.#chunks[0];
    let all = first ?? Buffer.alloc(0);
    if (all.length < size) {
      all = Buffer.concat(this.#chunks);
      this.#chunks = [];
    } else {
      this.#chunks.shift();
    }
    if (all.length > size) this.#chunks.unshift(all.subarray(size));
    this.#length -= size;
    return all.subarray(0, size);
  }

  #endedEarly(): Error {
    if (this.#interrupted !== undefined) return this.#interrupted;
    return new CoppiceError("GIT_FAILED", `git ${this.#opened.command} ended before it had answered.`, {
      details: { exitCode: this.#code ?? -1, output: this.#stderr },
      cause: this.#failure,
    });
  }

  /** Keeps Node alive only while an answer or the end is awaited. */
  #hold(): void {
    const wanted = this.#ending || this.#waiting.length > 0;
    if (wanted === this.#held) return;
    this.#held = wanted;
    const { child, stdin, stdout, stderr } = this.#opened;
    for (const handle of [child, stdin, stdout, stderr]) {
      if (wanted && "ref" in handle && typeof handle.ref === "function") handle.ref();
      if (!wanted && "unref" in handle && typeof handle.unref === "function") handle.unref();
    }
  }
}
