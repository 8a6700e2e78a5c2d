import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { atEnd, openOwn } from "../git/own-file.js";
import { scrubSecrets } from "../journal/scrub.js";
import { systemError } from "../lifecycle/system-errors.js";

const tailBytes = 65_536;
const tailLength = 16_000;

/** The file that a command writes to. */
export class Output {
  readonly fd: number;
  readonly #start: number;
  #read: number;
  readonly #decoder = new StringDecoder("utf8");
  #unfinished = "";

  constructor(fd: number) {
    this.fd = fd;
    this.#start = fstatSync(fd).size;
    this.#read = this.#start;
  }

  /** Tells the lines that were written since the last time; at the end also one without its line feed. */
  news(onOutput: (chunk: string) => void, end = false): void {
    const size = fstatSync(this.fd).size;
    while (this.#read < size) {
      const bytes = this.#bytes(this.#read, Math.min(size - this.#read, tailBytes));
      if (bytes.length === 0) break;
      this.#read += bytes.length;
      this.#unfinished += this.#decoder.write(bytes);
      // Whole lines: half a token would not be recognised as a secret.
      this.#tell(
        onOutput,
        1 + Math.max(this.#unfinished.lastIndexOf("\n"), this.#unfinished.lastIndexOf("\r")),
      );
      if (this.#unfinished.length > tailLength) this.#tell(onOutput, this.#unfinished.length);
    }
    if (end) this.#tell(onOutput, this.#unfinished.length);
  }

  #tell(onOutput: (chunk: string) => void, length: number): void {
    if (length > 0) onOutput(scrubSecrets(this.#unfinished.slice(0, length)));
    this.#unfinished = this.#unfinished.slice(length);
  }

  tail(): string {
    const size = fstatSync(this.fd).size;
    const from = Math.max(this.#start, size - tailBytes);
    const text = this.#bytes(from, size - from).toString("utf8");
    return scrubSecrets(text).slice(-tailLength).toWellFormed();
  }

  close(): void {
    closeSync(this.fd);
  }

  #bytes(from: number, length: number): Buffer {
    const bytes = Buffer.alloc(Math.max(0, length));
    return bytes.subarray(0, readSync(this.fd, bytes, 0, bytes.length, from));
  }
}

/**
 * Opens the log that a command writes to, or a file without a name where there is none.
 * @throws a system code when it cannot be written
 */
export function openOutput(logFile: string | undefined): Output {
  try {
    return new Output(logFile === undefined ? openNameless() : openOwn(logFile, atEnd, 0o600));
  } catch (error) {
    throw systemError(error, "write the command's log") ?? error;
  }
}

/** A file that no name leads to, so it is gone with its last user. */
function openNameless(): number {
  const directory = mkdtempSync(join(tmpdir(), "coppice-output-"));
  try {
    return openSync(join(directory, "output"), "a+", 0o600);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
