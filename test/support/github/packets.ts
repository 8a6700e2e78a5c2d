/** A line of git's protocol, with its length in front. */
export const packet = (text: string): string =>
  `${(Buffer.byteLength(text) + 4).toString(16).padStart(4, "0")}${text}`;

/** The lines of a request, without line feeds; `0001` stands where its sections are told apart, nothing at its end. */
export function packets(input: Buffer): string[] {
  const lines: string[] = [];
  for (let at = 0; at + 4 <= input.length; ) {
    const mark = input.toString("latin1", at, at + 4);
    const length = Number.parseInt(mark, 16);
    if (length > 4) lines.push(input.toString("utf8", at + 4, at + length).replace(/\n$/, ""));
    else if (mark === "0001") lines.push(mark);
    at += Math.max(length, 4) || 4;
  }
  return lines;
}
