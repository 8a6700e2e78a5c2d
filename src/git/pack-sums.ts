const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The CRC-32 of a part of some bytes. (`zlib.crc32` came with Node 22.2.) */
export function crc32(bytes: Uint8Array, start: number, end: number): number {
  let sum = 0xffffffff;
  for (let at = start; at < end; at += 1) {
    sum = (sum >>> 8) ^ (table[(sum ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}

/** The checksum that ends what zlib has written. */
export function adler32(bytes: Uint8Array): number {
  let [low, high] = [1, 0];
  for (const byte of bytes) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return high * 65_536 + low;
}
