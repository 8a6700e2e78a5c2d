import type { BegunOpening } from "../../src/cli/early.js";
import { openRepository } from "../../src/git/repository.js";
import { openNotesStore } from "../../src/journal/store.js";
import { cloneIdSchema, recordIdSchema } from "../../src/lifecycle/ids.js";

/** Appends one event to a record of the repository that lies here, and flushes. */
export async function appendOne(record: string, begun: BegunOpening | undefined): Promise<void> {
  const repo = await openRepository(begun?.cwd ?? process.cwd(), begun?.git, begun?.listing);
  const store = openNotesStore(repo, { ref: "refs/notes/coppice" });
  const id = recordIdSchema.parse(record);
  const journal = await store.read(id);
  const by = { name: "Bench", door: "cli" as const, clone: cloneIdSchema.parse("00000000000000aa") };
  await store.append(id, { type: "LOCK", reason: "busy" }, by, journal?.lastStamp);
  await store.flush();
  await repo.close();
}
