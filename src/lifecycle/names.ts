/** A file name may have 255 bytes; the rest is left for what tools put after it. */
const mostBytes = 200;

const encoder = new TextEncoder();
const byteLength = (text: string): number => encoder.encode(text).length;

/** Cuts between characters. */
function cutToBytes(text: string, most: number): string {
  if (byteLength(text) <= most) return text;
  let kept = "";
  let used = 0;
  for (const character of text) {
    used += byteLength(character);
    if (used > most) break;
    kept += character;
  }
  return kept;
}

const trimEnds = (text: string): string => text.replace(/^[.-]+/, "").replace(/[.-]+$/, "");

/** Windows opens a device under these names whatever their case and extension. */
const deviceName =
  /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])(?:\.|$)/i;

function sanitize(text: string, most: number): string {
  const replaced = text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go
    .replace(/[/\\:*?"<>|#\u0000-\u001f\u007f-\u009f]/g, "-")
    .replace(/\s/g, "_")
    .replace(/-{2,}/g, "-");
  const cut = trimEnds(cutToBytes(trimEnds(replaced), most));
  if (cut === "") return "_branch";
  return deviceName.test(cut) ? trimEnds(cutToBytes(`_${cut}`, most)) : cut;
}

/**
 * The directory that a branch's worktree gets: a single name that every file system takes, of at most 200 bytes.
 * Different branches may get the same one; `uniqueDirectoryName` tells them apart.
 *
 * @example directoryName("feature/auth-login") // "feature-auth-login"
 */
export const directoryName = (branch: string): string => sanitize(branch, mostBytes);

/** Two names with the same key are one directory where file systems ignore case or Unicode form. */
export const directoryKey = (name: string): string =>
  name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFC");

/** FNV-1a over UTF-8: 8 hex digits. It tells names apart, it protects nothing. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of encoder.encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/**
 * The directory for a branch where others exist already: its plain name when that is free, else the name with a
 * suffix that depends on the branch alone, so that asking again gives the same.
 *
 * @param taken names (not paths) that exist beside it, in any case and Unicode form
 */
export function uniqueDirectoryName(branch: string, taken: Iterable<string>): string {
  const keys = new Set(Array.from(taken, directoryKey));
  const plain = directoryName(branch);
  if (!keys.has(directoryKey(plain))) return plain;
  for (let attempt = 0; ; attempt += 1) {
    const suffix = `-${shortHash(attempt === 0 ? branch : `${branch}\n${attempt}`)}`;
    const name = sanitize(branch, mostBytes - suffix.length) + suffix;
    if (!keys.has(directoryKey(name))) return name;
  }
}
