/**
 * The lines of a note, without line feeds and without blank ones: `git notes append` puts blank lines between
 * paragraphs. A line that is not UTF-8 is read byte for byte (Latin-1), so that lines which differ stay different.
 */
export function splitLines(note: Buffer): string[] {
  const text = note.toString("utf8");
  const lines = text.includes("\uFFFD") ? bytesOfLines(note).map(decodeLine) : text.split("\n");
  return lines.filter((line) => line.trim() !== "");
}

function decodeLine(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  return Buffer.from(text, "utf8").equals(bytes) ? text : bytes.toString("latin1");
}

/** The lines of a note as bytes, blank ones too. */
export const bytesOfLines = (note: Buffer): Buffer[] => [...eachLine(note)];

/** The same one after the other: a large note may have millions. */
export function* eachLine(note: Buffer): Generator<Buffer> {
  for (let start = 0; start <= note.length; ) {
    const end = note.indexOf(0x0a, start);
    yield note.subarray(start, end < 0 ? note.length : end);
    start = end < 0 ? note.length + 1 : end + 1;
  }
}

/** The bytes of several notes on one object, one after the other, as git itself joins them; each ends in a line feed. */
export function joinNotes(notes: readonly Buffer[]): Buffer {
  const lineFeed = Buffer.from("\n");
  return Buffer.concat(
    notes.flatMap((note) => (note.length === 0 || note.at(-1) === 0x0a ? [note] : [note, lineFeed])),
  );
}
