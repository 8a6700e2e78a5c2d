/** Conflict markers and previews: what can be read out of a merged file. */

/** One place of a file where the two sides differ. */
export interface ConflictRegion {
  readonly ours: string;
  readonly theirs: string;
}

export interface MarkerLabels {
  readonly ours: string;
  readonly theirs: string;
}

/**
 * The conflicting regions of a merged file. Only markers that carry the labels of this merge count, so a file that
 * speaks about conflict markers is not mistaken. Their length may be any (`conflict-marker-size`).
 */
export function conflictRegions(text: string, labels: MarkerLabels): ConflictRegion[] {
  const regions: ConflictRegion[] = [];
  let size = 0;
  let side: "none" | "ours" | "base" | "theirs" = "none";
  let ours: string[] = [];
  let theirs: string[] = [];
  for (const line of text.split(/(?<=\n)/)) {
    const bare = line.replace(/\r?\n$/, "");
    if (side === "none") {
      size = markerSize(bare, "<", labels.ours);
      if (size > 0) [side, ours, theirs] = ["ours", [], []];
    } else if (side !== "theirs" && bare === "=".repeat(size)) {
      side = "theirs";
    } else if (side === "ours" && bare.startsWith("|".repeat(size))) {
      side = "base";
    } else if (side === "theirs" && markerSize(bare, ">", labels.theirs) === size) {
      regions.push({ ours: ours.join(""), theirs: theirs.join("") });
      side = "none";
    } else if (side === "ours") {
      ours.push(line);
    } else if (side === "theirs") {
      theirs.push(line);
    }
  }
  return regions;
}

/** How long a marker is, 0 when the line is none: `<<<<<<< label`, with `:path` when the file was renamed. */
function markerSize(line: string, char: "<" | ">", label: string): number {
  let size = 0;
  while (line[size] === char) size += 1;
  const rest = line.slice(size);
  return size > 0 && (rest === ` ${label}` || rest.startsWith(` ${label}:`)) ? size : 0;
}

/** Whether git would call it binary: a NUL among its first 8,000 bytes. */
export const isBinary = (data: Uint8Array): boolean => data.subarray(0, 8_000).includes(0);

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Bytes as text; what is no UTF-8 comes out as U+FFFD. */
export const decode = (data: Uint8Array): string => decoder.decode(data);

/** The first characters of a text, at most `limit` UTF-16 units, not ending inside a character. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? limit - 1 : limit);
}
