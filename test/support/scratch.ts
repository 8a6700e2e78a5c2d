import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The directory of this run for everything temporary, as a real path. */
    scratch: string;
  }
}

const prefix = "coppice-suite-";
const memory = "/dev/shm";
/** Linux's name for a filesystem in memory. */
const tmpfs = 0x01021994;
/** The suite needs 300 MB at once. */
const plenty = 2e9;
const oneDayMs = 24 * 60 * 60_000;

/** Gives a run of the tests one directory, and deletes it when all workers have ended, however they did. */
export default function scratch(project: TestProject): () => void {
  const place = usable(memory) ? memory : tmpdir();
  sweep(place);
  const dir = realpathSync(mkdtempSync(join(place, prefix)));
  // Some tests start programs as another user.
  chmodSync(dir, 0o755);
  // For what git and Coppice make themselves, open to everybody as the system's is.
  const temporary = join(dir, "tmp");
  mkdirSync(temporary);
  chmodSync(temporary, 0o1777);
  project.provide("scratch", dir);
  return () => rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
}

/**
 * Whether repositories may be made there. In memory, git takes a fifth less of the processor, and waits for no disk to
 * write through what it syncs. With TMPDIR set the tests run there, on the filesystem of one's choice.
 */
function usable(directory: string): boolean {
  if ((process.env.TMPDIR ?? "") !== "") return false;
  let probe: string | undefined;
  try {
    const { type, bavail, bsize } = statfsSync(directory);
    if (type !== tmpfs || bavail * bsize < plenty || freemem() < plenty) return false;
    probe = mkdtempSync(join(directory, "coppice-probe-"));
    // Hooks have to run: some containers forbid it there.
    const script = join(probe, "script");
    writeFileSync(script, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
    return spawnSync(script).status === 0;
  } catch {
    return false;
  } finally {
    if (probe !== undefined) rmSync(probe, { recursive: true, force: true });
  }
}

/** Deletes what a run that was killed has left for a day. */
function sweep(place: string): void {
  for (const name of readdirSync(place)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(place, name);
    const used = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - used <= oneDayMs) continue;
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // It is another user's.
    }
  }
}
