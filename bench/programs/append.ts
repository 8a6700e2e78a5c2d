import { beginOpening } from "../../src/cli/early.js";

/**
 * Appends one event to a record and flushes, as any command that writes does: `cli.mjs lock <id>` in the repository. It
 * begins as the product does: git is started before the rest is loaded.
 */
export async function commandLine(): Promise<void> {
  const argv = process.argv.slice(2);
  const begun = beginOpening(argv);
  const { appendOne } = await import("./append-one.js");
  await appendOne(argv.at(-1) ?? "", begun);
}
