import type { Person } from "../git/object-format.js";
import type { Repository } from "../git/repository.js";
import type { Oid } from "../lifecycle/ids.js";
import { committer, type Import, ImportStream, importOnto } from "./import.js";
import type { NotesReader } from "./notes.js";
import { type Additions, type NotesCommit, planCommits } from "./plan.js";

/**
 * Adds lines to their notes with one `git fast-import`. How it reaches the disk is the person's core.fsync; by
 * default git syncs the ref after the objects, which is enough where the file system keeps that order. The ref moves only from the tip that was read; when somebody
 * else has moved it (a person with `git notes`, a fetch), their notes are read and ours are added again.
 *
 * New records' CREATE lines get a commit of their own before the rest: a record's id is the blob that holds exactly
 * that line, and the history of the ref keeps that blob.
 *
 * @param last the commit that Coppice wrote last: what others have dropped of it is put back
 * @param meanwhile is called when git has everything and works
 * @returns the commit that was written; nothing when every line was there already
 * @throws CoppiceError GIT_FAILED, JOURNAL_CORRUPT and the system group; nothing has changed then
 */
export async function commitLines(
  repo: Repository,
  ref: string,
  notes: NotesReader,
  additions: Additions,
  last: Oid | undefined,
  now: number,
  meanwhile?: () => void,
): Promise<Oid | undefined> {
  const person = await committer(repo, now);
  return importOnto(repo, ref, notes, () => streamOf(ref, notes, additions, last, person), meanwhile);
}

async function streamOf(
  ref: string,
  notes: NotesReader,
  additions: Additions,
  last: Oid | undefined,
  person: Person,
): Promise<Import> {
  const tip = await notes.tip();
  const commits = await planCommits(notes, tip, additions, last);
  return { tip, stream: commits.length === 0 ? undefined : streamOfCommits(ref, tip, commits, person).end() };
}

/** What git is told for commits of notes on top of a tip; the caller ends it. */
export function streamOfCommits(
  ref: string,
  tip: Oid | undefined,
  commits: readonly NotesCommit[],
  person: Person,
): ImportStream {
  const stream = new ImportStream(ref, person);
  for (const [index, { message, removes, writes }] of commits.entries()) {
    stream.commit(message, index === 0 ? tip : ":1");
    for (const path of removes) stream.remove(path);
    for (const { id, content } of writes) stream.write(id, content);
  }
  return stream;
}
