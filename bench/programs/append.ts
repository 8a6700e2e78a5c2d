import { openRepository } from "../../src/git/repository.js";
import { openNotesStore } from "../../src/journal/store.js";
import { cloneIdSchema, recordIdSchema } from "../../src/lifecycle/ids.js";

/** Appends one event to a record and flushes, as any command that writes does: `cli.mjs <repository> <id>`. */
export async function commandLine(): Promise<void> {
  const [dir = "", record = ""] = process.argv.slice(2);
  const repo = await openRepository(dir);
  const store = openNotesStore(repo, { ref: "refs/notes/coppice" });
  const id = recordIdSchema.parse(record);
  const journal = await store.read(id);
  const by = { name: "Bench", door: "cli" as const, clone: cloneIdSchema.parse("00000000000000aa") };
  await store.append(id, { type: "LOCK", reason: "busy" }, by, journal?.lastStamp);
  await store.flush();
  await repo.close();
}
