import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";
import { formatCommit, type ObjectType } from "../../../../src/git/object-format.js";
import { parseOid } from "../../../../src/git/oid.js";
import { openRepository } from "../../../../src/git/repository.js";
import { fold } from "../../../../src/journal/fold.js";
import { formatOf, recordIdOf } from "../../../../src/journal/id.js";
import { joinLimits } from "../../../../src/journal/limits.js";
import { joinNotes, splitLines } from "../../../../src/journal/lines.js";
import { MemoryNotes } from "../../../../src/journal/memory/notes.js";
import { MemoryObjects } from "../../../../src/journal/memory/objects.js";
import { NotesReader, type NotesTree } from "../../../../src/journal/notes.js";
import type { Oid } from "../../../../src/lifecycle/ids.js";
import { lives, type Note, notesOf } from "../corpus.js";
import { hostileText } from "../hostile.js";
import { holds, type Kind, same, totalLater } from "../model.js";
import { mutateBytes } from "../mutate.js";
import type { Random } from "../random.js";

/** Writes objects where git looks for them, without asking whether they are well-formed. */
export class RawObjects {
  readonly #directory: string;

  constructor(commonDir: string) {
    this.#directory = join(commonDir, "objects");
  }

  write(type: ObjectType, data: Buffer): Oid {
    const bytes = Buffer.concat([Buffer.from(`${type} ${data.length}\0`), data]);
    const oid = parseOid(createHash("sha1").update(bytes).digest("hex"));
    const file = join(this.#directory, oid.slice(0, 2), oid.slice(2));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, deflateSync(bytes, { level: 1 }));
    return oid;
  }
}

/** An empty repository of its own. @returns its git directory */
export function emptyRepository(directory: string): string {
  mkdirSync(directory, { recursive: true });
  execFileSync("git", ["init", "--quiet", "-b", "main", directory]);
  return join(directory, ".git");
}

const person = { name: "T", email: "t@example.invalid", time: 1_700_000_000, zone: "+0000" };

interface Stores {
  readonly raw: RawObjects;
  readonly memory: MemoryObjects;
}

async function put({ raw, memory }: Stores, type: ObjectType, data: Buffer): Promise<Oid> {
  const oid = raw.write(type, data);
  const file = `${memory.gitdir}/objects/${oid.slice(0, 2)}/${oid.slice(2)}`;
  memory.fs.write(
    file,
    deflateSync(Buffer.concat([Buffer.from(`${type} ${data.length}\0`), data]), { level: 1 }),
  );
  return oid;
}

type Part = { readonly mode: string; readonly name: Buffer; readonly oid: string };

const treeBytes = (parts: readonly Part[]): Buffer =>
  Buffer.concat(
    parts.flatMap(({ mode, name, oid }) => [
      Buffer.from(`${mode} `),
      name,
      Buffer.from([0]),
      Buffer.from(oid, "hex"),
    ]),
  );

/** A tree as no git writes it: odd fan-out, wrong modes, names that are none, blobs where trees belong, bytes cut off. */
async function hostileTree(
  random: Random,
  stores: Stores,
  all: readonly Note[],
  depth: number,
  prefix: string,
): Promise<Oid> {
  const parts: Part[] = [];
  for (let left = random.below(4); left > 0; left -= 1) {
    const { id, lines } = random.pick(all);
    const rest = id.startsWith(prefix) ? id.slice(prefix.length) : id;
    const content = Buffer.from(`${lines.join("\n")}\n`);
    const note = random.chance(30) ? mutateBytes(random, content) : content;
    const oid = await put(stores, "blob", note);
    const name = Buffer.from(
      random.chance(75)
        ? rest
        : random.chance(50)
          ? hostileText(random).slice(0, 300)
          : random.hex(40 - prefix.length),
    );
    parts.push({
      mode: random.chance(75)
        ? "100644"
        : random.pick(["100755", "120000", "160000", "40000", "040000", "0", "100664", "999999", "x"]),
      name,
      oid,
    });
    if (random.chance(40) && depth < 4) {
      const folder = rest.slice(0, random.pick([2, 2, 2, 1, 3, 4, 38]));
      parts.push({
        mode: random.chance(85) ? "40000" : random.pick(["100644", "120000", "160000"]),
        name: Buffer.from(folder),
        oid: random.chance(90)
          ? await hostileTree(random, stores, all, depth + 1, prefix + folder)
          : random.hex(40),
      });
    }
  }
  const ordered = random.chance(70)
    ? parts.sort((one, other) => Buffer.compare(one.name, other.name))
    : parts;
  const bytes = treeBytes(ordered);
  return put(stores, "tree", random.chance(15) ? mutateBytes(random, bytes) : bytes);
}

/** What a reader makes of a commit: each note's place and what it says. */
async function readAll(notes: NotesTree, commit: Oid): Promise<unknown> {
  const found = await notes.find(commit);
  const contents = new Map<string, Buffer[]>();
  for await (const { note, data } of notes.contents(found))
    contents.set(note.id, [...(contents.get(note.id) ?? []), data]);
  return [...contents].map(([id, parts]) => {
    const note = found.find((one) => one.id === id);
    if (note === undefined) return null;
    const journal = fold(
      note.id,
      splitLines(joinNotes(parts)).map((text) => ({ text, pending: false })),
    );
    const { record } = journal;
    if (record !== null) {
      const create = journal.entries.find(
        ({ line }) => recordIdOf(`${line}\n`, formatOf(note.id)) === note.id,
      );
      holds(create !== undefined, `a record has the id ${id} and no CREATE line that it names`);
    }
    return [
      id,
      found.filter((one) => one.id === id).map(({ path, blob }) => [path, blob]),
      record,
      journal.unreadable,
    ];
  });
}

/** Notes trees as git objects, read by both stores, which have to agree. */
export const trees: Kind = {
  name: "notes trees, both stores",
  share: 16,
  least: 1_200,
  open: async ({ scratch, seed }) => {
    const directory = join(scratch, "trees");
    const commonDir = emptyRepository(directory);
    const repo = await openRepository(directory);
    const memory = new MemoryObjects();
    const stores = { raw: new RawObjects(commonDir), memory };
    const all = notesOf(lives(seed + 2, 40));
    const native = new NotesReader(repo, "refs/notes/coppice");
    const inMemory = new MemoryNotes("refs/notes/coppice", memory, joinLimits);
    return {
      attempt: async (random, show) => {
        const tree = await hostileTree(random, stores, all, 0, "");
        const draft = formatCommit({ tree, parents: [], author: person, committer: person, message: "x" });
        const commit = await put(stores, "commit", random.chance(5) ? mutateBytes(random, draft) : draft);
        show({ repository: commonDir, commit });
        inMemory.moveTo(commit);
        const one = await totalLater(() => readAll(native, commit));
        const other = await totalLater(() => readAll(inMemory.limited, commit));
        same(one, other, "the store in the repository and the one in memory");
        return undefined;
      },
      close: () => repo.close(),
    };
  },
};
