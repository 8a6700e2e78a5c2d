import { formatTree } from "../git/object-format.js";
import { objectWriter } from "../git/object-writer.js";
import type { Repository } from "../git/repository.js";
import type { Oid } from "../lifecycle/ids.js";
import { type Manifest, manifestFile } from "./archive-manifest.js";
import type { Owner, Snapshot } from "./archive-model.js";
import { obstaclesIn } from "./archive-obstacles.js";

/** An archive that has no name yet. */
export interface Draft {
  readonly oid: Oid;
  /** Undefined: it is of commits alone. */
  readonly tree: Oid | undefined;
  readonly parents: readonly Oid[];
}

/**
 * Writes the commit of an archive (see archive-manifest.ts).
 * @param now milliseconds since the epoch
 */
export async function writeArchive(
  repo: Repository,
  { id, branch, base }: Owner,
  what: { readonly snapshot: Snapshot; readonly tip: Oid | undefined; readonly now: number },
): Promise<Draft> {
  const { snapshot, tip, now } = what;
  const writer = objectWriter(repo);
  const manifest: Manifest = {
    v: 1,
    id,
    branch,
    base,
    tip: tip ?? null,
    ...snapshot.about,
    unsaved: obstaclesIn(snapshot.sight.status.files),
  };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  const about = { mode: "100644", name: manifestFile, oid: await writer.blob(text, { sync: true }) };
  const tree = await writer.write("tree", formatTree([...snapshot.parts, about]), { sync: true });
  const parents = [...new Set([...(tip === undefined ? [] : [tip]), ...snapshot.commits])];
  const person = { name: "Coppice", email: "coppice@localhost", time: Math.floor(now / 1000), zone: "+0000" };
  const message = `What ${branch} had beside its commits\n\nCoppice-Worktree: ${id}\n`;
  const draft = { tree, parents, author: person, committer: person, message };
  return { oid: await writer.commit(draft, { sync: true }), tree, parents };
}
