import { parseCommit } from "../git/object-format.js";
import { listRefs, updateRefs } from "../git/refs.js";
import { type BranchName, branchNameSchema, type Oid } from "../lifecycle/ids.js";
import { archivedAt, archivePrefix } from "./archive.js";
import { type Manifest, readManifest } from "./archive-manifest.js";
import type { Engine } from "./context.js";
import { asCoppiceError } from "./failure.js";

const dayMs = 86_400_000;

/** One archive, as its ref tells. */
export interface ArchiveRef {
  /** Its full name. */
  readonly ref: string;
  readonly branch: BranchName;
  /** When it was made, milliseconds since the epoch. */
  readonly at: number;
  readonly oid: Oid;
}

/** One archive, looked into. */
export interface Archive extends ArchiveRef {
  /** The branch's tip; null: the branch had no commit. */
  readonly tip: Oid | null;
  /** What was saved beside commits; undefined: there was nothing. */
  readonly manifest: Manifest | undefined;
  /** Why it cannot be read, without a full stop; null: it can. */
  readonly problem: string | null;
}

/** Every archive of this clone, the newest first, with one process. */
export async function archiveRefs(engine: Engine, branch?: BranchName): Promise<ArchiveRef[]> {
  const refs = await listRefs(engine.repo, [
    branch === undefined ? archivePrefix : `${archivePrefix}${branch}/`,
  ]);
  const found = refs.flatMap(({ name, oid, type }) => {
    const at = archivedAt(name);
    const of = branchNameSchema.safeParse(name.slice(archivePrefix.length, name.lastIndexOf("/")));
    return at === undefined || type !== "commit" || !of.success
      ? []
      : [{ ref: name, branch: of.data, at, oid }];
  });
  return found
    .filter((one) => branch === undefined || one.branch === branch)
    .sort((one, other) => other.at - one.at);
}

/**
 * What an archive holds.
 * @throws CoppiceError GIT_FAILED when that cannot be read: part of it is missing, or a newer Coppice wrote it
 */
export async function readArchive(engine: Engine, one: ArchiveRef): Promise<Archive> {
  const manifest = await readManifest(engine.repo, one.oid);
  return { ...one, manifest, tip: manifest === undefined ? one.oid : manifest.tip, problem: null };
}

/** The archives of this clone, the newest first, with what is in them. One that cannot be read is there with its problem. */
export async function archives(engine: Engine): Promise<Archive[]> {
  const found: Archive[] = [];
  for (const one of await archiveRefs(engine)) {
    try {
      found.push(await readArchive(engine, one));
    } catch (error) {
      if (engine.signal.aborted) throw error;
      const { message } = asCoppiceError(error, "GIT_FAILED", "read the archive");
      found.push({ ...one, manifest: undefined, tip: null, problem: message.replace(/\.$/, "") });
    }
  }
  return found;
}

/** The archives of a branch with what makes two of them the same, the newest first. */
export async function archivesOfBranch(
  engine: Engine,
  branch: BranchName,
): Promise<(ArchiveRef & { readonly tree: Oid; readonly parents: readonly Oid[] })[]> {
  const refs = await archiveRefs(engine, branch);
  const commits = await engine.repo.objects().readMany(refs.map(({ oid }) => oid));
  return refs.flatMap((one, index) => {
    const object = commits[index];
    if (object === undefined || object.type !== "commit") return [];
    const { tree, parents } = parseCommit(object.oid, object.data);
    return [{ ...one, tree, parents }];
  });
}

/** When this process last looked for archives that have expired. */
const looked = new WeakMap<Engine["repo"], number>();
const hourMs = 3_600_000;

/**
 * Deletes the archives that are older than the config's `prune.archiveDays`; those that moved meanwhile stay. Looks at
 * most once an hour.
 */
export async function expireArchives(engine: Engine): Promise<void> {
  const now = engine.now();
  const before = looked.get(engine.repo);
  if (before !== undefined && Math.abs(now - before) < hourMs) return;
  looked.set(engine.repo, now);
  const oldest = now - engine.config.prune.archiveDays * dayMs;
  try {
    const expired = (await archiveRefs(engine)).filter(({ at }) => at <= oldest);
    for (const { ref, oid } of expired) {
      await updateRefs(engine.repo, [{ ref, to: undefined, from: oid }], "");
    }
  } catch (error) {
    const { message } = asCoppiceError(error, "GIT_FAILED", "delete archives that have expired");
    engine.report.warn(message);
  }
}
