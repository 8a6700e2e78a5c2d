import { createHash } from "node:crypto";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod/mini";
import { readOwn } from "../git/own-file.js";
import { type Oid, oidSchema, type RecordId, recordIdSchema } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { VERSION } from "../version.js";

/** Raised when folding the same lines gives another record than before within one version of Coppice. */
const format = 3;

const headerSchema = z.object({
  format: z.literal(format),
  version: z.literal(VERSION),
  ref: z.string(),
  tip: oidSchema,
  sum: z.string(),
  illegible: z.optional(z.array(recordIdSchema)),
});

/** Fields that say something of every record. */
type Needed = "id" | "status" | "branch" | "createdAt" | "updatedAt" | "lastActivity" | "ops";
/** Fields in which most records say `usual`; a column in which all do is left out. */
type Seldom = Exclude<keyof WorktreeRecord, Needed | "v" | "setup">;

/**
 * Records as columns: a list of values for each field. Ten thousand objects with forty named fields would take several
 * times as long to read.
 */
interface Columns {
  readonly needed: { readonly [Field in Needed]: WorktreeRecord[Field][] };
  readonly seldom: { readonly [Field in Seldom]?: (WorktreeRecord[Field] | 0)[] };
  /** The few different setups there are, and which of them each record has. */
  readonly setups: readonly WorktreeRecord["setup"][];
  readonly setup: readonly number[];
}

function toColumns(records: readonly WorktreeRecord[]): Columns {
  const column = <Field extends keyof WorktreeRecord>(field: Field): WorktreeRecord[Field][] =>
    records.map((record) => record[field]);
  const setups = new Map<string, WorktreeRecord["setup"]>();
  for (const { setup } of records) setups.set(JSON.stringify(setup), setup);
  const indices = new Map([...setups.keys()].map((key, index) => [key, index]));
  const isUsual = (value: unknown): boolean => value === null || value === false || value === "worktree";
  return {
    needed: {
      id: column("id"),
      status: column("status"),
      branch: column("branch"),
      createdAt: column("createdAt"),
      updatedAt: column("updatedAt"),
      lastActivity: column("lastActivity"),
      ops: column("ops"),
    },
    seldom: Object.fromEntries(
      seldomFields.flatMap((field) => {
        const values = column(field);
        return values.every(isUsual) ? [] : [[field, values.map((value) => (isUsual(value) ? 0 : value))]];
      }),
    ),
    setups: [...setups.values()],
    setup: records.map(({ setup }) => indices.get(JSON.stringify(setup)) ?? 0),
  };
}

const seldomFields = [
  "base",
  "baseOid",
  "type",
  "owner",
  "adopted",
  "task",
  "title",
  "role",
  "session",
  "run",
  "op",
  "merge",
  "removal",
  "commit",
  "headOid",
  "envCopied",
  "depsInstalled",
  "initScriptRan",
  "initScriptStatus",
  "initScriptError",
  "request",
  "landed",
  "pr",
  "conflict",
  "uncommittedFiles",
  "lastError",
  "stale",
  "lock",
  "lease",
  "mergedAt",
  "removedAt",
] as const satisfies readonly Seldom[];

/** One record of the columns; nothing when they are not as long as they should be. */
function rowOf({ needed, seldom, setups, setup: indices }: Columns, at: number): WorktreeRecord | undefined {
  const [id, status, branch, ops] = [needed.id[at], needed.status[at], needed.branch[at], needed.ops[at]];
  const [createdAt, updatedAt] = [needed.createdAt[at], needed.updatedAt[at]];
  const [lastActivity, setup] = [needed.lastActivity[at], setups[indices[at] ?? -1]];
  if (id === undefined || status === undefined || branch === undefined || ops === undefined) return undefined;
  if (createdAt === undefined || updatedAt === undefined) return undefined;
  if (lastActivity === undefined || setup === undefined) return undefined;
  return {
    v: 1,
    id,
    status,
    branch,
    base: seldom.base?.[at] || null,
    baseOid: seldom.baseOid?.[at] || null,
    type: seldom.type?.[at] || "worktree",
    owner: seldom.owner?.[at] || null,
    adopted: seldom.adopted?.[at] || false,
    task: seldom.task?.[at] || null,
    title: seldom.title?.[at] || null,
    role: seldom.role?.[at] || null,
    session: seldom.session?.[at] || null,
    run: seldom.run?.[at] || null,
    setup,
    op: seldom.op?.[at] || null,
    ops,
    merge: seldom.merge?.[at] || null,
    removal: seldom.removal?.[at] || null,
    commit: seldom.commit?.[at] || null,
    createdAt,
    updatedAt,
    lastActivity,
    headOid: seldom.headOid?.[at] || null,
    envCopied: seldom.envCopied?.[at] || false,
    depsInstalled: seldom.depsInstalled?.[at] || false,
    initScriptRan: seldom.initScriptRan?.[at] || false,
    initScriptStatus: seldom.initScriptStatus?.[at] || null,
    initScriptError: seldom.initScriptError?.[at] || null,
    request: seldom.request?.[at] || null,
    landed: seldom.landed?.[at] || null,
    pr: seldom.pr?.[at] || null,
    conflict: seldom.conflict?.[at] || null,
    uncommittedFiles: seldom.uncommittedFiles?.[at] || null,
    lastError: seldom.lastError?.[at] || null,
    stale: seldom.stale?.[at] || null,
    lock: seldom.lock?.[at] || null,
    lease: seldom.lease?.[at] || null,
    mergedAt: seldom.mergedAt?.[at] || null,
    removedAt: seldom.removedAt?.[at] || null,
  };
}

/** The records of a commit of the notes ref, as its notes alone give them. */
export interface CachedRecords {
  readonly tip: Oid;
  readonly records: Map<RecordId, WorktreeRecord>;
  /** Records in whose journals a line could not be read; left out: there are none. */
  readonly illegible?: ReadonlySet<RecordId>;
}

/**
 * Folded records in a local file, so that thousands of journals need not be folded for each list. It speaks of one
 * commit only; what changed since is folded anew. It can be deleted at any time and is never needed: what cannot be
 * read or written is as if it were not there.
 */
export class RecordCache {
  readonly #file: string;
  readonly #ref: string;

  constructor(file: string, ref: string) {
    this.#file = file;
    this.#ref = ref;
  }

  read(): CachedRecords | undefined {
    try {
      const bytes = readOwn(this.#file);
      const end = bytes.indexOf(0x0a);
      const header = headerSchema.parse(JSON.parse(bytes.toString("utf8", 0, end)));
      const body = bytes.subarray(end + 1);
      if (header.ref !== this.#ref || header.sum !== sumOf(body)) return undefined;
      const records = parseBody(body.toString("utf8"));
      const { tip, illegible } = header;
      return records && { tip, records, ...(illegible && { illegible: new Set(illegible) }) };
    } catch {
      return undefined;
    }
  }

  /** Whether a file is there that no version has written like that. One of another version, or of another ref, is whole. */
  isDamaged(): boolean {
    try {
      const bytes = readOwn(this.#file);
      const end = bytes.indexOf(0x0a);
      const header = headerSchema.safeParse(JSON.parse(bytes.toString("utf8", 0, end)));
      return header.success && header.data.sum !== sumOf(bytes.subarray(end + 1));
    } catch (error) {
      return error instanceof SyntaxError;
    }
  }

  /** Forgets everything. */
  clear(): void {
    rmSync(this.#file, { force: true });
  }

  write({ tip, records, illegible }: CachedRecords): void {
    const scratch = `${this.#file}.${process.pid}.tmp`;
    try {
      const body = JSON.stringify(toColumns([...records.values()]));
      const told = { format, version: VERSION, ref: this.#ref, tip, sum: sumOf(body) };
      const header = JSON.stringify({ ...told, ...(illegible && { illegible: [...illegible] }) });
      mkdirSync(dirname(this.#file), { recursive: true });
      // A pipe of that name would be waited for.
      writeFileSync(scratch, `${header}\n${body}`, { flag: "wx" });
      // A file that takes another one's place would have to reach the disk first; this one need not survive anything.
      removeQuietly(this.#file);
      renameSync(scratch, this.#file);
    } catch {
      removeQuietly(scratch);
    }
  }
}

function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Where nothing can be written, nothing is left behind either.
  }
}

const sumOf = (body: string | Uint8Array): string => createHash("sha1").update(body).digest("hex");

/** The sum has shown that the body is what this version wrote. */
const isColumns = (value: unknown): value is Columns => typeof value === "object" && value !== null;

function parseBody(body: string): Map<RecordId, WorktreeRecord> | undefined {
  const columns: unknown = JSON.parse(body);
  if (!isColumns(columns)) return undefined;
  const records = new Map<RecordId, WorktreeRecord>();
  for (const at of columns.setup.keys()) {
    const record = rowOf(columns, at);
    if (record === undefined) return undefined;
    records.set(record.id, record);
  }
  return records;
}
