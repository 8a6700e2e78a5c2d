import { join } from "node:path";
import { canBeFollowed } from "../../journal/clock.js";
import { decode, type UnreadableReason } from "../../journal/entry.js";
import { bytesOfLines } from "../../journal/lines.js";
import type { JournalHead } from "../../journal/store.js";
import type { RecordId } from "../../lifecycle/ids.js";
import { shellWord } from "../../lifecycle/shell-word.js";
import type { Engine } from "../context.js";
import { coppiceDir } from "../init-clone.js";
import type { DoctorView, Finding, Severity } from "./model.js";

/** A line of a note, as it is told. */
interface BadLine {
  /** Counted from one. */
  readonly number: number;
  readonly reason: UnreadableReason;
  readonly beginning: string;
}

/** So many journals are looked into line by line; of others it is told how many lines are meant. */
const mostNotes = 50;
const mostLines = 20;
const longestBeginning = 80;

/**
 * Lines of journals that this version cannot read, and entries that none can follow. Unread lines are kept byte for byte, and
 * nothing is to be done about them: a journal is only ever added to.
 */
export async function checkJournalLines(view: DoctorView): Promise<Finding[]> {
  const { engine } = view;
  const here = new Set(engine.local.ids());
  const findings: Finding[] = [];
  for (const journal of (await view.journals()).values()) {
    findings.push(...ending(engine, journal, here.has(journal.id)));
    if (journal.unreadable.length === 0 && journal.record !== null) continue;
    const lines = findings.length < mostNotes ? await badLines(engine, journal.id) : [];
    findings.push(finding(journal, lines, here.has(journal.id)));
  }
  return findings;
}

/** After an entry of the last moment that a stamp can name, nothing can be told of the worktree any more. */
function ending(
  { repo, config }: Engine,
  { id, record, lastStamp }: JournalHead,
  isOurs: boolean,
): readonly Finding[] {
  if (lastStamp === undefined || canBeFollowed(lastStamp)) return [];
  const ref = shellWord(config.notesRef);
  const severity: Severity = isOurs && record !== null && record.status !== "removed" ? "broken" : "note";
  return [
    {
      code: "journal-ended",
      severity,
      subject: { id, branch: record?.branch ?? null, path: null },
      message: `The journal of ${record?.branch ?? id.slice(0, 12)} has an entry of the year 9999, the last that there can be: commands that would tell of its worktree end with JOURNAL_CORRUPT; the worktree and its branch stay as they are.`,
      suggestedAction: `git notes --ref=${ref} edit ${id} takes the line with ${lastStamp} out; delete ${join(coppiceDir(repo.commonDir), "last-written")}, too, which would bring it back, and do both in every clone that has the line, or the next sync brings it again.`,
      evidence: { stamp: lastStamp },
    },
  ];
}

/** @param isOurs this clone has, or had, a worktree of the record */
function finding(
  { id, record, unreadable }: JournalHead,
  lines: readonly BadLine[],
  isOurs: boolean,
): Finding {
  const name = record?.branch ?? id.slice(0, 12);
  const where = lines.map(({ number, reason }) => `${number} (${reason})`).join(", ");
  const count = unreadable.length === 1 ? "A line" : `${unreadable.length} lines`;
  const verb = unreadable.length === 1 ? "is no entry" : "are no entries";
  const isNewer = lines.length > 0 && lines.every(({ reason }) => reason === "unknown version");
  return {
    code: record === null ? "journal-without-beginning" : "journal-line-unreadable",
    severity: record === null && isOurs ? "broken" : "note",
    subject: { id, branch: record?.branch ?? null, path: null },
    message:
      record === null
        ? `The journal ${name} has no readable entry that creates its worktree, so it tells of none; its lines are kept.`
        : `${count} of the journal of ${name} ${verb} that this version can read${where === "" ? "" : `: ${where}`}; what is unread is kept, and changes nothing.`,
    suggestedAction: isNewer
      ? "A later version of Coppice wrote it: update this one."
      : `git notes --ref=coppice show ${id} prints the note, git log of its ref tells who wrote it.`,
    evidence: {
      unreadable: unreadable.length,
      lines: lines.map(({ number, reason, beginning }) => `${number}: ${reason}: ${beginning}`),
    },
  };
}

/** Which lines of a note cannot be read. */
async function badLines({ repo, config }: Engine, id: RecordId): Promise<BadLine[]> {
  const { code, stdout } = await repo.git.run(
    repo.commonDir,
    ["notes", `--ref=${config.notesRef}`, "show", id],
    { codes: "any" },
  );
  if (code !== 0) return [];
  return bytesOfLines(stdout)
    .flatMap((bytes, index) => {
      const text = bytes.toString("utf8");
      const decoded = text.trim() === "" ? undefined : decode(text);
      if (decoded?.kind !== "unreadable") return [];
      const beginning = text.slice(0, longestBeginning).toWellFormed();
      return [{ number: index + 1, reason: decoded.reason, beginning }];
    })
    .slice(0, mostLines);
}
