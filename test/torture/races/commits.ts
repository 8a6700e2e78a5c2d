import { createHash } from "node:crypto";

/** Names commits by what they are: content, message, author and what lies behind them, and not by when they were made. */
export class Commits {
  /** The git command whose output it reads. */
  static readonly args = [
    "log",
    "--exclude=refs/notes/*",
    "--all",
    "--reverse",
    "--topo-order",
    "--format=%x01%H%x00%T%x00%P%x00%an%x00%B",
  ] as const;

  readonly #names = new Map<string, string>();

  /** @param records which branch a record's id stands for: messages name ids */
  constructor(log: string, records: ReadonlyMap<string, string>) {
    for (const part of log.split("\u0001").slice(1)) {
      const [oid = "", tree = "", parents = "", author = "", message = ""] = part.split("\0");
      const told = message.trim().replaceAll(/\b[0-9a-f]{40}\b/g, (id) => `<${records.get(id) ?? "?"}>`);
      const behind = parents
        .split(" ")
        .filter(Boolean)
        .map((parent) => this.nameOf(parent));
      const sum = createHash("sha1")
        .update([tree, author, told, ...behind].join("\0"))
        .digest("hex");
      this.#names.set(oid, `${told.split("\n")[0]?.slice(0, 40)} #${sum.slice(0, 12)}`);
    }
  }

  /** A commit that no ref leads to has no other name than its own. */
  nameOf(oid: string): string {
    return this.#names.get(oid) ?? `lost ${oid.slice(0, 12)}`;
  }
}
