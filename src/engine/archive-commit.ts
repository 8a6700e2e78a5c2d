import { formatTree } from "../git/object-format.js";
import { objectWriter } from "../git/object-writer.js";
import type { Repository } from "../git/repository.js";
import type { Oid } from "../lifecycle/ids.js";
import { archivist, type Manifest, manifestFile, subject } from "./archive-manifest.js";
import type { Owner, Snapshot } from "./archive-model.js";
import type { ArchivedSettings } from "./archive-settings.js";

/** An archive that has no name yet. */
export interface Draft {
  readonly oid: Oid;
  /** Undefined: it is of commits alone. */
  readonly tree: Oid | undefined;
  readonly parents: readonly Oid[];
}

/** What an archive is written of. */
export interface Written {
  /** Undefined: there is nothing beside commits and settings. */
  readonly snapshot: Snapshot | undefined;
  readonly tip: Oid | undefined;
  /** Undefined: of a submodule they are kept elsewhere. */
  readonly settings?: ArchivedSettings;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const nothing: Snapshot["about"] = {
  detached: null,
  deleted: [],
  modes: {},
  counts: { staged: 0, unstaged: 0, untracked: 0, ignored: 0 },
};

/** Writes the commit of an archive (see archive-manifest.ts). */
export async function writeArchive(
  repo: Repository,
  { id, branch, base }: Owner,
  { snapshot, tip, settings, now }: Written,
): Promise<Draft> {
  const writer = objectWriter(repo);
  const manifest: Manifest = {
    v: 1,
    id,
    branch,
    base,
    tip: tip ?? null,
    ...(snapshot?.about ?? nothing),
    unsaved: [...(snapshot?.obstacles ?? [])],
    ...(settings === undefined ? {} : { settings }),
  };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  const about = { mode: "100644", name: manifestFile, oid: await writer.blob(text, { sync: true }) };
  const tree = await writer.write("tree", formatTree([...(snapshot?.parts ?? []), about]), { sync: true });
  const parents = [...new Set([...(tip === undefined ? [] : [tip]), ...(snapshot?.commits ?? [])])];
  const person = { ...archivist, time: Math.floor(now / 1000), zone: "+0000" };
  const message = `${subject(branch)}\n\nCoppice-Worktree: ${id}\n`;
  const draft = { tree, parents, author: person, committer: person, message };
  return { oid: await writer.commit(draft, { sync: true }), tree, parents };
}
