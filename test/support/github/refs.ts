import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The refs of a bare repository by full name and in its order: those below a prefix that ends in a slash, or the one of
 * exactly that name. Read from the files, for GitHub looks at each request and a process for each look is dear.
 */
export function readRefs(dir: string, prefix: string): Map<string, string> {
  const found = new Map<string, string>();
  const keep = (name: string, text: string): void => {
    const oid = /^[0-9a-f]{40}(?=\n|$)/.exec(text)?.[0];
    if (oid !== undefined && !found.has(name)) found.set(name, oid);
  };
  // A loose file wins, and is looked at first: git writes what it packs before it takes the files away.
  if (!prefix.endsWith("/")) keep(prefix, read(join(dir, prefix)));
  else for (const name of looseBelow(dir, prefix)) keep(name, read(join(dir, name)));
  for (const line of read(join(dir, "packed-refs")).split("\n")) {
    const name = line.slice(41);
    if (name === prefix || (prefix.endsWith("/") && name.startsWith(prefix))) keep(name, line.slice(0, 40));
  }
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function looseBelow(dir: string, prefix: string): string[] {
  return entries(join(dir, prefix)).flatMap((entry) => {
    if (entry.isDirectory()) return looseBelow(dir, `${prefix}${entry.name}/`);
    return entry.name.endsWith(".lock") ? [] : [`${prefix}${entry.name}`];
  });
}

function entries(dir: string) {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch (error) {
    return absent(error, []);
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    return absent(error, "");
  }
}

/** What is not there, or is a directory where a file was looked for, is no ref. */
function absent<T>(error: unknown, nothing: T): T {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR") return nothing;
  throw error;
}
