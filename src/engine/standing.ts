import { randomUUID } from "node:crypto";
import { lstat, readFile, readlink } from "node:fs/promises";
import { join } from "node:path";
import { encodePath, nativePath } from "../git/paths.js";
import type { GitProcess } from "../git/process.js";
import type { Engine } from "./context.js";
import { hasCode } from "./files.js";
import { throwIfInterrupted } from "./interpret.js";
import type { Version } from "./resolve-paths.js";
import type { Workplace } from "./resolve-state.js";

/** How much of a version stands at a path. */
export type Standing =
  /** All of it. */
  | "whole"
  /** Its beginning, or nothing: what a write leaves that ended early. */
  | "part"
  /** Something else. */
  | "other";

export interface Wanted {
  readonly path: string;
  readonly version: Version;
}

/** Other forms in which a version may be written, the given one among them. */
export type Forms = (written: Buffer) => readonly Buffer[];

export const asWritten: Forms = (written) => [written];

/** How many files are read to be compared before the next ones are. */
const portion = 16;

/** Compares what stands at some paths with what git would write there of a version, each. */
export async function standingsOf(
  engine: Engine,
  place: Workplace,
  wanted: readonly Wanted[],
  forms: Forms,
): Promise<Standing[]> {
  const filters = new Filters(engine, place);
  const standings: Standing[] = [];
  try {
    for (let at = 0; at < wanted.length; at += portion)
      standings.push(...(await compared(engine, place, filters, wanted.slice(at, at + portion), forms)));
  } finally {
    await filters.close();
  }
  return standings;
}

async function compared(
  engine: Engine,
  place: Workplace,
  filters: Filters,
  wanted: readonly Wanted[],
  forms: Forms,
): Promise<Standing[]> {
  const blobs = await engine.repo.objects().readMany(wanted.map(({ version }) => version.oid));
  const standings: Standing[] = [];
  for (const [at, one] of wanted.entries()) {
    const found = await contentAt(join(place.path, one.path));
    const blob = blobs[at];
    const raw = compare(found, blob?.type === "blob" ? blob.data : undefined, forms);
    // A file may have line ends, or a filter, of its own.
    const isOpen = raw === "other" && found?.link === false && blob?.type === "blob";
    standings.push(isOpen ? compare(found, await filters.written(one), forms) : raw);
  }
  return standings;
}

function compare(found: Content | undefined | null, written: Buffer | undefined, forms: Forms): Standing {
  if (found === null) return "part";
  if (found === undefined || written === undefined) return "other";
  const { bytes, link } = found;
  // A link is made in one go.
  if (link) return written.equals(bytes) ? "whole" : "other";
  const begun = forms(written).filter((one) => one.subarray(0, bytes.length).equals(bytes));
  if (begun.length === 0) return "other";
  return begun.some((one) => one.length === bytes.length) ? "whole" : "part";
}

/** Versions as git writes them, with line ends and filters: one git for all of them. */
class Filters {
  readonly #engine: Engine;
  readonly #place: Workplace;
  /** git tells how long an object is without filters. So a name that none has is asked for after each. */
  readonly #mark = `coppice-${randomUUID()}`;
  #git: GitProcess | undefined;

  constructor(engine: Engine, place: Workplace) {
    this.#engine = engine;
    this.#place = place;
  }

  /** Undefined: a filter failed. */
  async written({ path, version }: Wanted): Promise<Buffer | undefined> {
    const { path: root, gitDir } = this.#place;
    const args = ["cat-file", "--batch=%(objectname)", "--filters", "-z"];
    this.#git ??= this.#engine.repo.git.open(root, [`--git-dir=${gitDir}`, `--work-tree=${root}`, ...args]);
    const git = this.#git;
    git.write(encodePath(`${version.oid} ${path}\0${this.#mark}\0`));
    const lines: Buffer[] = [];
    const last = Buffer.from(`${this.#mark} missing`);
    try {
      for (let line = await git.readUntil(LF); !line.equals(last); line = await git.readUntil(LF))
        lines.push(line, lineFeed);
    } catch {
      throwIfInterrupted(this.#engine.signal);
      // git has ended at this one; the next one starts another.
      this.#git = undefined;
      return undefined;
    }
    return lines[0]?.toString("latin1") === version.oid ? Buffer.concat(lines.slice(2, -1)) : undefined;
  }

  async close(): Promise<void> {
    await this.#git?.close();
  }
}

const LF = 0x0a;
const lineFeed = Buffer.of(LF);

interface Content {
  /** What a file holds, or where a link leads. */
  readonly bytes: Buffer;
  readonly link: boolean;
}

/** Files beyond this are not read to be compared; bytes. */
const mostBytes = 2 ** 29;

/** Null where there is nothing, undefined for what is not to be compared. */
async function contentAt(path: string): Promise<Content | null | undefined> {
  const file = nativePath(path);
  const stat = await lstat(file).catch((error: unknown) => {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return undefined;
    throw error;
  });
  if (stat === undefined) return null;
  if (stat.isSymbolicLink()) return { bytes: await readlink(file, { encoding: "buffer" }), link: true };
  return stat.isFile() && stat.size <= mostBytes ? { bytes: await readFile(file), link: false } : undefined;
}
