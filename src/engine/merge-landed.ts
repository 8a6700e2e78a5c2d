import { mergeTree } from "../git/merge-tree.js";
import { readRef } from "../git/refs.js";
import { type BranchName, branchRef, type Oid, oidSchema } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { readAhead } from "./merge-graph.js";
import { recordTrailerKey, trailerOf } from "./message.js";

/** What an interrupted merge had already done. */
export interface Landed {
  readonly target: BranchName;
  /** The task's commit that base has. */
  readonly head: Oid;
  /** The commit on base that carries the work; null when it cannot be told which. */
  readonly mergeOid: Oid | null;
}

/** How far back the commit is looked for. */
const longestSearch = 2000;

/**
 * Whether base has the work of a record whose merge was interrupted: all its commits, or a commit of ours with its
 * trailer after which nothing of its changes is missing. Looked up in base alone, so a merge is never made twice.
 */
export async function findLanded(engine: Engine, record: WorktreeRecord): Promise<Landed | undefined> {
  const { repo } = engine;
  const { merge } = record;
  if (merge === null) return undefined;
  const tip = await readRef(repo, branchRef(merge.target));
  const head = await readRef(repo, branchRef(record.branch));
  if (tip === undefined || head === undefined) return undefined;
  const graph = await readAhead(repo, [head], tip);
  const mergeOid = await ourCommit(engine, record, tip);
  if (graph.commitsOf(head).length === 0) return { target: merge.target, head, mergeOid };
  if (mergeOid === null || merge.strategy === "merge" || graph.isUnrelated(head)) return undefined;
  const again = await mergeTree(repo, { ours: tip, theirs: head, attributes: tip });
  const same = again.outcome === "clean" && again.tree === (await repo.objects().resolve(`${tip}^{tree}`));
  return same ? { target: merge.target, head, mergeOid } : undefined;
}

/** The newest commit of base that carries the record's trailer. */
async function ourCommit(engine: Engine, record: WorktreeRecord, tip: Oid): Promise<Oid | null> {
  const { repo } = engine;
  const since = record.baseOid === null ? [] : [`^${record.baseOid}`];
  const text = await repo.git.text(repo.commonDir, [
    "rev-list",
    "--first-parent",
    `--max-count=${longestSearch}`,
    "--fixed-strings",
    `--grep=${recordTrailerKey}: ${record.id}`,
    tip,
    ...since,
  ]);
  for (const line of text.split("\n")) {
    const oid = oidSchema.safeParse(line);
    if (!oid.success) continue;
    const { message } = await repo.objects().commit(oid.data);
    if (trailerOf(message, recordTrailerKey) === record.id) return oid.data;
  }
  return null;
}
