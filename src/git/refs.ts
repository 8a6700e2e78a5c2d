import { CoppiceError } from "../lifecycle/errors.js";
import { type BranchName, branchNameSchema, type Oid } from "../lifecycle/ids.js";
import { parseOid, zeroOid } from "./oid.js";
import type { Repository } from "./repository.js";
import { worktreesInFiles } from "./worktree-files.js";
import { listedPath } from "./worktree-links.js";
import { toldProblem, writeProblem } from "./write-probe.js";

export interface RefInfo {
  /** Full name: `refs/heads/x`. */
  readonly name: string;
  /** What it points to: of an annotated tag the tag object. */
  readonly oid: Oid;
  readonly type: string;
  /** What an annotated tag finally points to. */
  readonly peeled: Oid | undefined;
  /** The worktree that has this branch checked out. */
  readonly worktreePath: string | undefined;
  /** Full name of the upstream ref. */
  readonly upstream: string | undefined;
  /** Seconds since the epoch; undefined where the ref is no commit. */
  readonly committerDate: number | undefined;
  /** The ref that a symbolic ref names. */
  readonly symref: string | undefined;
}

const fields = [
  "refname",
  "objectname",
  "objecttype",
  "*objectname",
  "worktreepath",
  "upstream",
  "committerdate:unix",
  "symref",
] as const;

/**
 * Refs in the order of their names, with one process.
 * @param patterns - full names, prefixes ending at a slash, or globs, as for `git for-each-ref`; none: all refs
 */
export async function listRefs(repo: Repository, patterns: readonly string[] = []): Promise<RefInfo[]> {
  const told = await forEachRef(repo, fields, patterns, "any");
  if (told !== undefined) return told;
  // Where git cannot list the worktrees it cannot tell of any ref where it is checked out; the files can.
  const asked = fields.map((field) => (field === "worktreepath" ? "" : field));
  const refs = (await forEachRef(repo, asked, patterns, [0])) ?? [];
  const paths = new Map(worktreesInFiles(repo).map(({ ref, path }) => [ref, path]));
  return refs.map((ref) => ({ ...ref, worktreePath: paths.get(ref.name) }));
}

/** @returns undefined when git failed, and that is an answer */
async function forEachRef(
  repo: Repository,
  asked: readonly string[],
  patterns: readonly string[],
  codes: "any" | readonly number[],
): Promise<RefInfo[] | undefined> {
  // Fields end in NUL: a worktree's path may hold any other character. git adds a line feed after each ref.
  const format = asked.map((field) => (field === "" ? "%00" : `%(${field})%00`)).join("");
  const { code, stdout } = await repo.git.run(
    repo.commonDir,
    ["for-each-ref", `--format=${format}`, "--", ...patterns],
    { codes, onlyReads: true },
  );
  if (code !== 0) return undefined;
  const values = stdout.toString("utf8").split("\0");
  const refs: RefInfo[] = [];
  for (let at = 0; at + fields.length < values.length; at += fields.length) {
    const [
      name = "",
      oid = "",
      type = "",
      peeled = "",
      worktree = "",
      upstream = "",
      date = "",
      symref = "",
    ] = values.slice(at, at + fields.length);
    refs.push({
      name: name.replace(/^\n/, ""),
      oid: parseOid(oid),
      type,
      peeled: peeled === "" ? undefined : parseOid(peeled),
      worktreePath: worktree === "" ? undefined : listedPath(repo, worktree),
      upstream: optional(upstream),
      committerDate: date === "" ? undefined : Number(date),
      symref: optional(symref),
    });
  }
  return refs;
}

const optional = (text: string): string | undefined => (text === "" ? undefined : text);

/** `task/x` of `refs/heads/task/x`; undefined for another ref, and for a name that we would not take. */
export function branchOfRef(ref: string): BranchName | undefined {
  if (!ref.startsWith("refs/heads/")) return undefined;
  const parsed = branchNameSchema.safeParse(ref.slice("refs/heads/".length));
  return parsed.success ? parsed.data : undefined;
}

/** The commit that a name stands for, tags peeled; undefined when there is none. Costs no process of its own. */
export const resolveCommit = (repo: Repository, name: string): Promise<Oid | undefined> =>
  repo.objects().resolve(`${name}^{commit}`);

/** What a ref holds now; undefined when it does not exist. Most often without a process of its own. */
export async function readRef(repo: Repository, ref: string): Promise<Oid | undefined> {
  const near = repo.objects().resolveNear(ref);
  if (near !== undefined) return near;
  const [oid, ...others] = await repo.objects().resolveMany([ref, ...takenFor(ref)]);
  if (oid === undefined) return undefined;
  if (!describes.test(ref) && others.every((other) => other === undefined)) return oid;
  return (await listRefs(repo, [ref])).find(({ name }) => name === ref)?.oid;
}

/** Where the ref itself is missing, git takes such a name for what `git describe` says of a commit (gitrevisions(7)). */
const describes = /-g[0-9a-f]{4,}$/i;

/** Where the ref itself is missing, git takes its name for the short one of these (gitrevisions(7)). */
const takenFor = (ref: string): string[] => [
  `refs/${ref}`,
  `refs/tags/${ref}`,
  `refs/heads/${ref}`,
  `refs/remotes/${ref}`,
  `refs/remotes/${ref}/HEAD`,
];

/** One change of a ref. */
export interface RefUpdate {
  readonly ref: string;
  /** Undefined: delete. */
  readonly to: Oid | undefined;
  /** What it must hold now; undefined: it must not exist. */
  readonly from: Oid | undefined;
}

/**
 * Moves or makes a ref, if it still holds `from`.
 * @param from - undefined: the ref must not exist yet
 * @param message - for the reflog
 * @returns "stale" when it holds something else; nothing has changed then
 * @throws CoppiceError GIT_FAILED: a lock stays held, the object is missing, `a` against `a/b` (see `blockingRef`)
 */
export async function updateRef(
  repo: Repository,
  ref: string,
  to: Oid,
  from: Oid | undefined,
  message: string,
): Promise<"moved" | "stale"> {
  const result = await updateRefs(repo, [{ ref, to, from }], message);
  return result === "done" ? "moved" : "stale";
}

/**
 * Deletes a ref, if it still holds `from`.
 * @returns "absent" when it is gone already, "stale" when it holds something else
 */
export async function deleteRef(
  repo: Repository,
  ref: string,
  from: Oid,
): Promise<"deleted" | "absent" | "stale"> {
  const result = await updateRefs(repo, [{ ref, to: undefined, from }], "");
  if (result === "done") return "deleted";
  return (await readRef(repo, ref)) === undefined ? "absent" : "stale";
}

/**
 * Changes several refs, all or none.
 * @returns "stale" when one of them does not hold what was expected: that is read from the refs, not from git's wording
 */
export async function updateRefs(
  repo: Repository,
  updates: readonly RefUpdate[],
  message: string,
): Promise<"done" | "stale"> {
  if (updates.length === 0) return "done";
  const zero = zeroOid(repo.objectFormat);
  const lines = updates.map(({ ref, to, from }) => `update ${ref}\0${to ?? zero}\0${from ?? zero}\0`);
  const reason = message.replaceAll(/\s+/g, " ").trim();
  const result = await repo.git.run(
    repo.commonDir,
    ["update-ref", "--no-deref", ...(reason === "" ? [] : ["-m", reason]), "--stdin", "-z"],
    { stdin: lines.join(""), codes: "any" },
  );
  if (result.code === 0) return "done";
  for (const { ref, from } of updates) {
    if ((await readRef(repo, ref)) !== from) return "stale";
  }
  const problem = (await writeProblem(repo.commonDir)) ?? toldProblem(result.stderr);
  if (problem !== undefined) throw problem;
  const blocked = await findBlockedRef(repo, updates);
  throw new CoppiceError(
    "GIT_FAILED",
    blocked === undefined
      ? `git could not change ${updates[0]?.ref ?? "the ref"}.`
      : `${blocked.ref} cannot exist beside ${blocked.by}: git keeps refs as files and folders.`,
    {
      details: {
        exitCode: result.code,
        output: result.stderr.slice(-16_384),
        ...(blocked === undefined ? {} : { blockedBy: blocked.by }),
      },
    },
  );
}

async function findBlockedRef(
  repo: Repository,
  updates: readonly RefUpdate[],
): Promise<{ ref: string; by: string } | undefined> {
  const made = updates.filter((update) => update.from === undefined && update.to !== undefined);
  if (made.length === 0) return undefined;
  const names = (await listRefs(repo)).map((ref) => ref.name);
  for (const { ref } of made) {
    const by = blockingRef(names, ref);
    if (by !== undefined) return { ref, by };
  }
  return undefined;
}

/** The existing ref, if any, beside which `name` cannot exist: `feat` blocks `feat/x`, and the reverse. */
export function blockingRef(existing: Iterable<string>, name: string): string | undefined {
  for (const other of existing) {
    if (name.startsWith(`${other}/`) || other.startsWith(`${name}/`)) return other;
  }
  return undefined;
}
