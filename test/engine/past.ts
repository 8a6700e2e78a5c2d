import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { encode } from "../../src/journal/entry.js";
import { recordIdOf } from "../../src/journal/id.js";
import { entrySchema } from "../../src/lifecycle/entry.js";
import { type CloneId, type Oid, oidSchema, type RecordId } from "../../src/lifecycle/ids.js";

/** A commit that is still to be made. */
export type Mark = number;
/** What stands at a path: a text, or something with a mode; null: deleted. Of a submodule the text is its commit. */
type Content = string | null | { readonly mode: "100755" | "120000" | "160000"; readonly text: string };
export type Files = Readonly<Record<string, Content>>;

const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
const quoted = (path: string): string =>
  `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
const changes = (files: Files): string =>
  Object.entries(files)
    .map(([path, content]) => {
      if (content === null) return `D ${quoted(path)}\n`;
      const { mode, text } = typeof content === "string" ? { mode: "100644", text: content } : content;
      return mode === "160000"
        ? `M ${mode} ${text} ${quoted(path)}\n`
        : `M ${mode} inline ${quoted(path)}\n${data(text)}`;
    })
    .join("");

/** A history that is written down first and then made at once, by one process. Times are milliseconds since 1970. */
export class Past {
  readonly #stream: string[] = [];
  #marks = 0;

  /** @param parents the files of the first are kept as far as they are not changed */
  commit(parents: readonly Mark[], files: Files, at: number, message = "Work"): Mark {
    this.#marks += 1;
    const [first, ...others] = parents;
    const person = `Ada <ada@example.com> ${Math.floor(at / 1000)} +0000`;
    this.#stream.push(
      // Another commit of the ref that all are made on would go on from the last one.
      first === undefined ? "reset refs/heads/scratch\n\n" : "",
      `commit refs/heads/scratch\nmark :${this.#marks}\nauthor ${person}\ncommitter ${person}\n${data(message)}`,
      first === undefined ? "" : `from :${first}\n`,
      ...others.map((parent) => `merge :${parent}\n`),
      changes(files),
    );
    return this.#marks;
  }

  ref(name: string, mark: Mark): void {
    this.#stream.push(`reset ${name}\nfrom :${mark}\n\n`);
  }

  /**
   * Makes all of it in a repository.
   * @returns what became of each mark
   */
  make(dir: string): (mark: Mark) => Oid {
    const marks = join(dir, "past.marks");
    fastImport(dir, [...this.#stream, "reset refs/heads/scratch\n\n"].join(""), `--export-marks=${marks}`);
    const oids = new Map(
      readFileSync(marks, "utf8")
        .split("\n")
        .map((line): [string, string] => [
          line.slice(0, line.indexOf(" ")),
          line.slice(line.indexOf(" ") + 1),
        ]),
    );
    rmSync(marks);
    return (mark) => oidSchema.parse(oids.get(`:${mark}`));
  }
}

const fastImport = (dir: string, input: string, ...options: readonly string[]): void => {
  execFileSync("git", ["fast-import", "--quiet", "--force", ...options], { cwd: dir, input });
};

/** An event and when it was journaled. */
export interface Told {
  readonly at: number;
  readonly event: Readonly<Record<string, unknown>>;
}

let entries = 0;

/** An entry's line. They follow each other as they are made. */
export function lineOf({ at, event }: Told, clone: CloneId): string {
  entries += 1;
  const hex = entries.toString(16);
  return encode(
    entrySchema.parse({
      t: `01${hex.padStart(14, "0")}-${hex.padStart(16, "0")}`,
      v: 1,
      at: new Date(at).toISOString(),
      by: { name: "Ada", door: "cli", clone },
      event,
      ...(event.type === "CREATE" ? { nonce: hex.padStart(32, "0") } : {}),
    }),
  );
}

export const operation = (): string => {
  entries += 1;
  return entries.toString(16).padStart(16, "0");
};

/** Puts journals into the notes ref, as Coppice's flusher would: the lines that begin them in a commit of their own. */
export function writeJournals(dir: string, journals: readonly (readonly string[])[]): RecordId[] {
  const ids = journals.map(([first = ""]) => recordIdOf(first, "sha1"));
  const notes = (text: (lines: readonly string[]) => string): string =>
    journals
      .map((lines, at) => {
        const id = ids[at] ?? "";
        return `M 100644 inline ${id.slice(0, 2)}/${id.slice(2)}\n${data(text(lines)).slice(0, -1)}`;
      })
      .join("");
  const commit = (from: string): string =>
    `commit refs/notes/coppice\nmark :1\ncommitter Ada <ada@example.com> 1700000000 +0000\n${data("Journals")}${from}`;
  const stream = [
    commit(""),
    notes(([first = ""]) => first),
    commit("from :1\n"),
    notes((lines) => lines.join("")),
  ];
  fastImport(dir, stream.join(""));
  return ids;
}
