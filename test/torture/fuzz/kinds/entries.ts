import { decode, encode } from "../../../../src/journal/entry.js";
import { fold } from "../../../../src/journal/fold.js";
import { splitLines } from "../../../../src/journal/lines.js";
import { recordSchema } from "../../../../src/lifecycle/record.js";
import { lives, notesOf } from "../corpus.js";
import { holds, type Kind, same, total } from "../model.js";
import { jsonText, mutateBytes, mutateJson } from "../mutate.js";
import type { Random } from "../random.js";

/** A line that was an entry once. */
function mutatedLine(random: Random, line: string, others: readonly string[]): string {
  if (random.chance(50)) return jsonText(random, mutateJson(random, JSON.parse(line)));
  const other = Buffer.from(random.pick(others));
  return mutateBytes(random, Buffer.from(line), [other]).toString("utf8");
}

export const entries: Kind = {
  name: "entries",
  share: 10,
  least: 20_000,
  open: async ({ seed }) => {
    const lines = notesOf(lives(seed, 100)).flatMap((note) => note.lines);
    return {
      attempt: (random, show) => {
        const line = mutatedLine(random, random.pick(lines), lines);
        show(line);
        const read = total(() => decode(line));
        if (read?.kind !== "entry") return undefined;
        const again = decode(encode(read.entry).slice(0, -1));
        holds(again.kind === "entry", "an entry that was read cannot be written");
        if (again.kind === "entry") same(again.entry, read.entry, "an entry that was read and written");
        return undefined;
      },
    };
  },
};

/** Whole notes: lines of one record, some of them damaged, in any order, with foreign ones among them. */
export const notes: Kind = {
  name: "notes",
  share: 12,
  least: 5_000,
  open: async ({ seed }) => {
    const all = notesOf(lives(seed + 1, 100));
    const every = all.flatMap((note) => note.lines);
    return {
      attempt: (random, show) => {
        const { id, lines } = random.pick(all);
        const changed = lines.map((line) => (random.chance(15) ? mutatedLine(random, line, every) : line));
        const strange = random.chance(20) ? [random.pick(every)] : [];
        const ordered = random.chance(40)
          ? random.shuffled([...changed, ...strange])
          : [...changed, ...strange];
        const whole = Buffer.from(`${ordered.join("\n")}\n`);
        const note = random.chance(30) ? mutateBytes(random, whole) : whole;
        show({ id, note: note.toString("latin1") });
        const found = total(() => splitLines(note).map((text) => ({ text, pending: false })));
        const journal = found && total(() => fold(id, found));
        holds(found !== undefined && journal !== undefined, "reading a note was refused");
        if (found === undefined || journal === undefined) return undefined;
        const known = new Set(journal.entries.map(({ entry }) => entry.t));
        for (const { text } of found) {
          const read = decode(text);
          if (read.kind === "entry")
            holds(known.has(read.entry.t), `the fold lost the entry ${read.entry.t}`);
          else holds(journal.unreadable.includes(text), "the fold lost a line that it cannot read");
        }
        if (journal.record !== null) {
          const parsed = recordSchema.safeParse(journal.record);
          holds(parsed.success, `the record is none: ${parsed.error?.message}`);
        }
        return undefined;
      },
    };
  },
};
