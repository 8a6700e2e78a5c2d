import { statSync } from "node:fs";
import { join } from "node:path";
import { lockHolder } from "../../journal/lock.js";
import { DroppedEntries } from "../../journal/put-back.js";
import { Spool } from "../../journal/spool.js";
import { openNotesStore } from "../../journal/store.js";
import type { Engine } from "../context.js";
import { coppiceDir } from "../init-clone.js";
import { observationNames, observeLockHolder } from "../observation-files.js";
import { deliverObservations } from "../observations.js";
import { type DoctorView, type Finding, subjectAt } from "./model.js";

/** A command brings its entries into the notes before it ends, a hook within a second. */
const settledMs = 3000;
const observationPatienceMs = 2000;

/**
 * What processes left in the spool that ended before they had brought it into the notes. Complete entries are seen by every
 * command; other clones see them with the next flush.
 */
export async function checkSpool({ engine }: DoctorView): Promise<Finding[]> {
  const dir = join(coppiceDir(engine.repo.commonDir), "spool");
  return [waiting(engine, dir), await dropped(engine), halfWritten(dir), unheard(engine, dir)].filter(
    (finding) => finding !== undefined,
  );
}

const isOld = (path: string): boolean => {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs > settledMs;
};

/** What is no file is told as that, and may be anybody's. */
const isFree = (lock: string): boolean => {
  const stat = statSync(lock, { throwIfNoEntry: false });
  return stat === undefined || (stat.isFile() && lockHolder(lock) === undefined);
};

function waiting(engine: Engine, dir: string): Finding | undefined {
  const flushLock = join(coppiceDir(engine.repo.commonDir), "flush.lock");
  const old = new Spool(dir).read().filter(({ name }) => isOld(join(dir, name)));
  if (old.length === 0 || !isFree(flushLock)) return undefined;
  return {
    code: "entries-waiting",
    severity: "warning",
    subject: subjectAt(dir),
    message: `${old.length === 1 ? "An entry waits" : `${old.length} entries wait`} in the spool for the next command that writes: a process ended before it had brought them into the notes.`,
    suggestedAction: "coppice doctor --fix brings them there, as any command that writes does.",
    evidence: { entries: old.length },
    repair: async () => {
      const { repo, config, now } = engine;
      if (new Spool(dir).read().length === 0) return undefined;
      await openNotesStore(repo, { ref: config.notesRef, clock: now }).flushAll();
      return "The entries of the spool are in the notes.";
    },
  };
}

async function dropped({ repo, config, now }: Engine): Promise<Finding | undefined> {
  const ref = config.notesRef;
  const entries = new DroppedEntries(repo, ref);
  const lost = await entries.find();
  if (lost.size === 0) return undefined;
  const count = [...lost.values()].reduce((sum, lines) => sum + lines.length, 0);
  const told = `${count === 1 ? "An entry" : `${count} entries`} of ${lost.size === 1 ? "a journal" : `${lost.size} journals`}`;
  return {
    code: "entries-dropped",
    severity: "warning",
    subject: subjectAt(join(repo.commonDir, ref)),
    message: `${told} ${count === 1 ? "is" : "are"} not in ${ref} any more, where Coppice had written ${count === 1 ? "it" : "them"}: somebody has removed notes there, or the ref.`,
    suggestedAction: "coppice doctor --fix puts them back, as any command that writes does.",
    evidence: { ref, entries: count, journals: lost.size },
    repair: async () => {
      if ((await entries.find()).size === 0) return undefined;
      await entries.putBack(now());
      return `${told} ${count === 1 ? "is" : "are"} in ${ref} again.`;
    },
  };
}

function halfWritten(dir: string): Finding | undefined {
  const count = new Spool(dir).abandoned().length;
  if (count === 0) return undefined;
  return {
    code: "entries-half-written",
    severity: "note",
    subject: subjectAt(dir),
    message: `${count === 1 ? "An entry" : `${count} entries`} of the spool never became complete: the process ended while it wrote, and had told nobody that it was written.`,
    suggestedAction: "coppice doctor --fix clears it away, as the next flush does.",
    evidence: { files: count },
    repair: async () => {
      const spool = new Spool(dir);
      if (spool.abandoned().length === 0) return undefined;
      spool.clean();
      return "What was half written in the spool is gone.";
    },
  };
}

function unheard(engine: Engine, dir: string): Finding | undefined {
  const { commonDir } = engine.repo;
  const old = observationNames(commonDir).filter((name) => isOld(join(dir, name)));
  if (old.length === 0 || observeLockHolder(commonDir) !== undefined) return undefined;
  return {
    code: "observations-waiting",
    severity: "warning",
    subject: subjectAt(dir),
    message: `${old.length === 1 ? "Something that a hook saw waits" : `${old.length} things that hooks saw wait`} to be journaled.`,
    suggestedAction: "coppice doctor --fix journals it, as any command that writes does.",
    evidence: { files: old.length },
    repair: async () => {
      await deliverObservations(engine, { waitMs: observationPatienceMs });
      const left = observationNames(commonDir).length;
      return left < old.length ? "What hooks saw is journaled." : undefined;
    },
  };
}
