import { renameSync } from "node:fs";
import { isOid } from "../git/oid.js";
import { readOwnText, writeOwn } from "../git/own-file.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid, RecordId } from "../lifecycle/ids.js";
import { systemError } from "../lifecycle/system-errors.js";
import { decode } from "./entry.js";
import { splitLines } from "./lines.js";
import type { NotesTree } from "./notes.js";

/*
 * `git notes add` and `append` read the whole tree, and later move the ref to what they made of it, whatever it holds by
 * then: entries that were written in between are gone from the ref's tree. A forced fetch does the same. So the commit
 * that Coppice wrote last is remembered beside the ref, and what it holds is read with the ref until the next write has
 * put it back. The same goes for a ref that is gone altogether. The file may be deleted at any time;
 * then that protection begins anew.
 */

/** The commit of a notes ref that Coppice wrote last in this clone. */
export class LastWritten {
  readonly #file: string;
  readonly #ref: string;

  constructor(file: string, ref: string) {
    this.#file = file;
    this.#ref = ref;
  }

  /** @throws CoppiceError GIT_FAILED where something else stands in the file's place: nothing may pass for forgotten */
  read(): Oid | undefined {
    let text: string;
    try {
      text = readOwnText(this.#file);
    } catch (error) {
      if (error instanceof CoppiceError) throw error;
      return undefined;
    }
    const [oid = "", ref] = text.trimEnd().split(" ");
    return ref === this.#ref && isOid(oid) ? oid : undefined;
  }

  /** Needs the flush lock. */
  write(oid: Oid): void {
    try {
      writeOwn(`${this.#file}.new`, `${oid} ${this.#ref}\n`);
      renameSync(`${this.#file}.new`, this.#file);
    } catch (error) {
      throw systemError(error, "remember the journal's last commit") ?? error;
    }
  }
}

/**
 * The entries that stood in the commit written last and that the tip does not have, by record. Other lines are the
 * business of whoever wrote them.
 * @param tip undefined: there is no ref any more
 * @throws CoppiceError JOURNAL_CORRUPT when there is no ref, and the commit written last is gone as well, or no journals'
 */
export async function lostEntries(
  notes: NotesTree,
  tip: Oid | undefined,
  last: Oid | undefined,
  ids?: readonly RecordId[],
): Promise<ReadonlyMap<RecordId, readonly string[]>> {
  const lost = new Map<RecordId, string[]>();
  if (last === undefined || last === tip) return lost;
  try {
    const before = await notes.find(last, ids, tip);
    if (tip === undefined && before.length === 0 && !(await holdsJournals(notes, last))) {
      throw notes.corrupt("what was written last holds none");
    }
    const standing = new Map<RecordId, Set<string>>();
    const wanted = before.map(({ id }) => id);
    const now = tip === undefined ? [] : await notes.find(tip, wanted);
    for await (const { note, data } of notes.contents(now)) {
      const lines = standing.get(note.id) ?? new Set();
      for (const line of splitLines(data)) lines.add(line);
      standing.set(note.id, lines);
    }
    for await (const { note, data } of notes.contents(before)) {
      const missing = splitLines(data).filter((line) => !standing.get(note.id)?.has(line) && isEntry(line));
      if (missing.length > 0) lost.set(note.id, [...(lost.get(note.id) ?? []), ...missing]);
    }
  } catch (error) {
    // Objects that nothing named any more may have been pruned; what the tip itself lacks is told by its reader. Without a
    // tip nothing is left: an empty journal would have every worktree begin anew under another id.
    const pruned = error instanceof CoppiceError && error.code === "JOURNAL_CORRUPT";
    if (tip === undefined || !pruned) throw error;
  }
  return lost;
}

/** What Coppice has written does; another commit's name may stand where it is remembered. */
export const holdsJournals = async (notes: NotesTree, commit: Oid): Promise<boolean> =>
  (await notes.find(commit)).length > 0;

function isEntry(line: string): boolean {
  const decoded = decode(line);
  return decoded.kind === "entry" || decoded.reason === "unknown version";
}
