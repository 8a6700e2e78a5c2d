import { createHash } from "node:crypto";

/** What workers have made, and what has to be somewhere at the end. */
export class Ledger {
  #count = 0;
  /** Contents of files that were written, as git names them, and where. */
  readonly edits = new Map<string, string>();
  /** Messages of commits that were made, each only once, and where. */
  readonly commits = new Map<string, string>();

  /** A number that nothing else has. */
  next(): number {
    this.#count += 1;
    return this.#count;
  }

  wrote(content: string, where: string): void {
    this.edits.set(blobOid(content), where);
  }

  committed(message: string, where: string): void {
    this.commits.set(message, where);
  }
}

export const blobOid = (content: string | Uint8Array): string =>
  createHash("sha1")
    .update(`blob ${Buffer.byteLength(content)}\0`)
    .update(content)
    .digest("hex");
