/**
 * A process that takes a lock again and again and proves each time that nobody else has it, by a file that it makes
 * exclusively: `node locker.js <lock> <proof> <count>`. Every third time it is killed while it holds the
 * lock, having taken its proof away first.
 */
import { rmSync, writeFileSync } from "node:fs";
import { acquireLock } from "../../../src/journal/lock.js";

async function takeAgainAndAgain(): Promise<void> {
  // Should Node run out of work before the end.
  process.exitCode = 1;
  const [path = "", proof = "", count = "0", dies = ""] = process.argv.slice(2);
  for (let number = 1; number <= Number(count); number += 1) {
    const lock = await acquireLock(path, { waitMs: 60_000, purpose: "prove it" });
    if ("heldBy" in lock) throw new Error("the lock did not become free");
    writeFileSync(proof, "", { flag: "wx" });
    await new Promise((resolve) => setImmediate(resolve));
    rmSync(proof);
    if (dies === "dies" && number === Number(count)) process.kill(process.pid, "SIGKILL");
    lock.release();
  }
  process.exitCode = 0;
}

void takeAgainAndAgain();
