/**
 * The lines of a note, without line feeds and without blank ones: `git notes append` puts blank lines between
 * paragraphs. A note that is not UTF-8 is read byte for byte (Latin-1), so that its lines stay distinct.
 */
export function splitLines(note: Buffer): string[] {
  let text = note.toString("utf8");
  if (text.includes("\uFFFD") && !Buffer.from(text, "utf8").equals(note)) text = note.toString("latin1");
  return text.split("\n").filter((line) => line.trim() !== "");
}

/** The bytes of several notes on one object, one after the other, as git itself joins them; each ends in a line feed. */
export function joinNotes(notes: readonly Buffer[]): Buffer {
  const lineFeed = Buffer.from("\n");
  return Buffer.concat(
    notes.flatMap((note) => (note.length === 0 || note.at(-1) === 0x0a ? [note] : [note, lineFeed])),
  );
}
