import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod/mini";
import { readOwnText } from "../git/own-file.js";
import { oidSchema } from "../lifecycle/ids.js";
import { systemError } from "../lifecycle/system-errors.js";
import { hasCode, writeAtomically } from "./files.js";
import { coppiceDir } from "./init-clone.js";

/** Hashes of what this clone allowed, one a line. */
const trustPath = (commonDir: string): string => join(coppiceDir(commonDir), "trust");
/** Where commands were refused last: `coppice trust` looks there too. */
const pendingPath = (commonDir: string): string => join(coppiceDir(commonDir), "trust-pending.json");

const placeSchema = z.union([
  z.strictObject({ commit: oidSchema }),
  z.strictObject({ directory: z.string() }),
]);
const pendingSchema = z.array(placeSchema).check(z.maxLength(10));
/** Where a command would run, and so which files it would find: a commit's tree or a directory. */
export type TrustPlace = z.infer<typeof placeSchema>;

/** Nothing readable means that nothing is trusted. */
export function readTrusted(commonDir: string): ReadonlySet<string> {
  const text = read(trustPath(commonDir));
  return new Set(text.split("\n").filter((line) => /^[0-9a-f]{64}$/.test(line)));
}

export function writeTrusted(commonDir: string, hashes: Iterable<string>): void {
  write(trustPath(commonDir), `${[...new Set(hashes)].join("\n")}\n`);
}

export function readPending(commonDir: string): readonly TrustPlace[] {
  try {
    const parsed = pendingSchema.safeParse(JSON.parse(read(pendingPath(commonDir)) || "[]"));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

export function writePending(commonDir: string, places: readonly TrustPlace[]): void {
  if (places.length === 0) rmSync(pendingPath(commonDir), { force: true });
  else write(pendingPath(commonDir), `${JSON.stringify(places)}\n`);
}

function read(path: string): string {
  try {
    return readOwnText(path);
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return "";
    throw systemError(error, "read what this clone trusts") ?? error;
  }
}

function write(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeAtomically(path, text);
  } catch (error) {
    throw systemError(error, "write what this clone trusts") ?? error;
  }
}
