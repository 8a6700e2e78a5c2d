import type { TreeEntry } from "../git/object-format.js";
import type { Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Sight } from "./archive-look.js";
import type { Manifest } from "./archive-manifest.js";

/** Whose worktree it is. */
export type Owner = Pick<WorktreeRecord, "id" | "branch" | "base">;

/** A worktree as objects: what an archive is made of. */
export interface Snapshot {
  readonly sight: Sight;
  /** What `HEAD`, and the operation in progress, stand at. */
  readonly commits: readonly Oid[];
  /** Trees and blobs of the archive's tree; the manifest is not among them. */
  readonly parts: readonly TreeEntry[];
  readonly about: Pick<Manifest, "detached" | "head" | "deleted" | "modes" | "counts">;
  /** What cannot be saved, as a person is told. */
  readonly obstacles: readonly string[];
  /** There is something beside the branch's commits. */
  readonly needed: boolean;
  /** Looks whether nothing was changed since. */
  readonly isStill: () => Promise<boolean>;
}

/** What a snapshot is of. */
export interface SnapshotRequest {
  /** Ignored files to save as well. */
  readonly ignored: readonly string[];
  /** The branch's commit. */
  readonly tip: Oid | undefined;
  readonly of: Owner;
}
