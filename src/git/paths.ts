import { isUtf8 } from "node:buffer";

/**
 * git's paths are bytes, ours are strings. Bytes that are no UTF-8 stand in them as lone surrogates, U+DC00 plus the
 * byte (as PEP 383 has it), so that the very same path can be given back to git and to the file system. What is only
 * shown goes through `displayPath`.
 */

/** The path that git gave; `encodePath` undoes it. */
export function decodePath(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  let path = "";
  for (let at = 0; at < bytes.length; ) {
    const character = [1, 2, 3, 4]
      .map((length) => bytes.subarray(at, at + length))
      .find((candidate) => isUtf8(candidate));
    path += character?.toString("utf8") ?? String.fromCharCode(0xdc00 + (bytes[at] ?? 0));
    at += character?.length ?? 1;
  }
  return path;
}

/** The fields of an output that ends each with a NUL. */
export function decodePaths(output: Buffer): string[] {
  const paths: string[] = [];
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(0, at);
    const next = end < 0 ? output.length : end;
    paths.push(decodePath(output.subarray(at, next)));
    at = next + 1;
  }
  return paths;
}

/** The bytes of a path, or of a text that holds paths. */
export function encodePath(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text, "utf8");
  const parts = text.split(/([\udc80-\udcff])/u);
  return Buffer.concat(
    parts.map((part, index) =>
      index % 2 === 1 ? Buffer.of(part.charCodeAt(0) - 0xdc00) : Buffer.from(part, "utf8"),
    ),
  );
}

/** For `node:fs`, which takes bytes where a string cannot say them. */
export const nativePath = (path: string): string | Buffer => (path.isWellFormed() ? path : encodePath(path));

/** For people and documents: U+FFFD for what is no UTF-8, the same that Node makes of such an argument. */
export const displayPath = (path: string): string =>
  path.isWellFormed() ? path : encodePath(path).toString("utf8");
