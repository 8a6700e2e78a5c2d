/**
 * Appends entries to a record, each in the ref before the next: `node writer.mjs <repository> <id> <count> <how>`. It
 * says that it is ready and waits for a line on standard input, so that many start together.
 *
 * `group` is the product. `single` is the same flusher under the same lock with a batch of one: each entry gets a
 * commit of its own.
 */
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openRepository } from "../../src/git/repository.js";
import { HybridClock } from "../../src/journal/clock.js";
import { encode } from "../../src/journal/entry.js";
import { commitLines } from "../../src/journal/group-commit.js";
import { isLocked, tryLock } from "../../src/journal/lock.js";
import { LastWritten } from "../../src/journal/lost.js";
import { NotesReader } from "../../src/journal/notes.js";
import { Spool } from "../../src/journal/spool.js";
import { openNotesStore } from "../../src/journal/store.js";
import { entrySchema } from "../../src/lifecycle/entry.js";
import { cloneIdSchema, recordIdSchema } from "../../src/lifecycle/ids.js";

const ref = "refs/notes/coppice";
const [dir = "", record = "", count = "0", how = "group"] = process.argv.slice(2);
const repo = await openRepository(dir);
const id = recordIdSchema.parse(record);
const by = { name: "Bench", door: "cli" as const, clone: cloneIdSchema.parse("00000000000000aa") };
const event = { type: "LOCK" as const, reason: "busy" };

async function group(): Promise<void> {
  const store = openNotesStore(repo, { ref });
  for (let number = 0; number < Number(count); number += 1) {
    await store.append(id, event, by);
    await store.flush();
  }
}

async function single(): Promise<void> {
  const home = join(repo.commonDir, "coppice");
  const [clock, spool, notes] = [
    new HybridClock(),
    new Spool(join(home, "spool")),
    new NotesReader(repo, ref),
  ];
  const last = new LastWritten(join(home, "last-written"), ref);
  const lockFile = join(home, "flush.lock");
  for (let number = 0; number < Number(count); number += 1) {
    const entry = entrySchema.parse({ t: clock.next(), v: 1, at: new Date().toISOString(), by, event });
    const line = encode(entry);
    const name = await spool.add(id, entry.t, line);
    for (let turn = 0; ; turn += 1) {
      const lock = turn % 8 === 0 || !isLocked(lockFile) ? tryLock(lockFile, "one entry") : undefined;
      if (lock !== undefined && !("heldBy" in lock)) {
        const additions = new Map([[id, [line.trimEnd()]]]);
        const written = await commitLines(repo, ref, notes, additions, last.read(), Date.now());
        if (written !== undefined) last.write(written);
        spool.remove([name]);
        lock.release();
        break;
      }
      await sleep(Math.min(30, 2 * 2 ** turn) * (0.5 + Math.random()));
    }
  }
}

console.log("ready");
await once(process.stdin, "data");
process.stdin.destroy();
await (how === "single" ? single() : group());
await repo.close();
