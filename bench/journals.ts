import { HybridClock } from "../src/journal/clock.js";
import { encode } from "../src/journal/entry.js";
import { recordIdOf } from "../src/journal/id.js";
import { entrySchema } from "../src/lifecycle/entry.js";
import type { RecordId } from "../src/lifecycle/ids.js";
import { git } from "./support.js";

const ref = "refs/notes/coppice";
/** Another clone's: nothing of theirs lies here. */
const otherClone = "00000000000000aa";

/** What the journals tell that is not the same everywhere. */
export interface Told {
  /** Who owns the records. */
  readonly clone: string;
  readonly baseOid: string;
  readonly headOf: (number: number) => string;
}

/**
 * Writes journals of records, each with a CREATE and four entries, as Coppice's flusher would: the CREATE lines first.
 * @param told default: another clone's records, with commits that nobody has
 */
export function writeJournals(
  dir: string,
  count: number,
  branchOf = (number: number): string => `task/${number}`,
  told: Told = { clone: otherClone, baseOid: "a".repeat(40), headOf: () => "b".repeat(40) },
): RecordId[] {
  const { clone, baseOid, headOf } = told;
  const clock = new HybridClock();
  const line = (event: unknown, more = {}): string =>
    encode(
      entrySchema.parse({
        t: clock.next(),
        v: 1,
        at: new Date(clock.now()).toISOString(),
        by: { name: "Bench", door: "cli", clone },
        event,
        ...more,
      }),
    );
  const ids: RecordId[] = [];
  const [first, second]: [string[], string[]] = [[], []];
  for (let number = 0; number < count; number += 1) {
    const op = number.toString(16).padStart(16, "0");
    const branch = branchOf(number);
    const create = line(
      { type: "CREATE", op, branch, base: "main", baseOid, clone, task: `T-${number}` },
      { nonce: op.repeat(2) },
    );
    const rest = [
      line({ type: "INIT_COMPLETE", op }),
      line({ type: "INIT_COMPLETE", op, envCopied: true, depsInstalled: true }),
      line({ type: "MODIFY", filesChanged: ["src/index.ts", "README.md"], total: 2 }),
      line({ type: "HEAD", oid: headOf(number), branch }),
    ];
    const id = recordIdOf(create, "sha1");
    ids.push(id);
    first.push(file(id, create));
    second.push(file(id, create + rest.join("")));
  }
  const stream = [commit("Record the beginnings"), ...first, commit("Record the rest", ":1"), ...second];
  git(dir, ["fast-import", "--quiet"], { stdin: stream.join("") });
  return ids;
}

/** A stream for `git fast-import` that adds one commit with one note to a ref which is there. */
export const oneNote = (onto: string): string =>
  commit("Floor", `${onto}^0`, onto) + file("c".repeat(40), "x".repeat(600));

const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
const file = (id: string, text: string): string =>
  `M 100644 inline ${id.slice(0, 2)}/${id.slice(2)}\n${data(text)}`;
const commit = (message: string, from?: string, onto = ref): string =>
  `commit ${onto}\nmark :1\ncommitter Bench <bench@example.com> 1700000000 +0000\n${data(message)}${from === undefined ? "" : `from ${from}\n`}`;
