/**
 * A process that appends TASK entries to one record, flushing after each, and prints the stamp of every entry once it
 * is acknowledged: `node writer.js <repository> <record id> <name> <count>`. Waits for a line on
 * standard input first, so that many start together.
 */
import { once } from "node:events";
import { writeSync } from "node:fs";
import { openRepository } from "../../../src/git/repository.js";
import { openNotesStore } from "../../../src/journal/store.js";
import { cloneIdSchema, recordIdSchema } from "../../../src/lifecycle/ids.js";

async function append(): Promise<void> {
  // Should Node run out of work before the end.
  process.exitCode = 1;
  const [dir = "", record = "", name = "", count = "0", when = "flushed"] = process.argv.slice(2);
  const repo = await openRepository(dir);
  const store = openNotesStore(repo, { ref: "refs/notes/coppice" });
  const id = recordIdSchema.parse(record);
  const by = { name, door: "cli" as const, clone: cloneIdSchema.parse("00000000000000aa") };

  writeSync(1, "ready\n");
  await once(process.stdin, "data");
  process.stdin.destroy();
  for (let number = 0; number < Number(count); number += 1) {
    const { t } = await store.append(
      id,
      { type: "TASK", id: name, title: `${number}`, status: "verified" },
      by,
    );
    // One system call: nothing is acknowledged that the reader would not see after a kill.
    if (when === "appended") writeSync(1, `${t}\n`);
    await store.flush();
    if (when === "flushed") writeSync(1, `${t}\n`);
  }
  await repo.close();
  process.exitCode = 0;
}

void append();
