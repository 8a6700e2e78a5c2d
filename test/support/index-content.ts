/** The two versions that have whole names: a fourth would tell parts of them. */
const versions = [2, 3];
const header = 12;
/** Times, device, inode, owner and size of the file that was looked at. */
const modeAt = 24;
const oidAt = 40;
const flagsAt = 60;
const nameAt = 62;
const extended = 0x40;

/**
 * What an index says of files (mode, blob, flags, path), without what it remembers of looking at them, which is another
 * after each copy. An index of another form (version 4, SHA-256) is taken as it is: then a copy differs.
 */
export function indexContent(bytes: Buffer): Buffer {
  if (bytes.toString("latin1", 0, 4) !== "DIRC" || !versions.includes(bytes.readUInt32BE(4))) return bytes;
  const count = bytes.readUInt32BE(8);
  const parts = [bytes.subarray(0, header)];
  let at = header;
  for (let number = 0; number < count; number += 1) {
    if (at + nameAt > bytes.length) return bytes;
    const start = at + nameAt + ((bytes[at + flagsAt] ?? 0) & extended ? 2 : 0);
    const end = bytes.indexOf(0, start);
    if (end < 0) return bytes;
    parts.push(bytes.subarray(at + modeAt, at + modeAt + 4), bytes.subarray(at + oidAt, end + 1));
    // Padded with one to eight NULs.
    at += (end - at + 8) & ~7;
  }
  // Extensions are made of the rest; the checksum is of all.
  return Buffer.concat([...parts, Buffer.from(`${bytes.length - at}`)]);
}
