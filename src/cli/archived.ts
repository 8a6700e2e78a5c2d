import type { Archive } from "../engine/archives.js";
import type { ArchiveOutput } from "./output/archive.js";
import { plural } from "./render/words.js";

const dayMs = 86_400_000;

/** @param days how long an archive stays */
export function archiveJson({ branch, ref, at, tip, manifest }: Archive, days: number): ArchiveOutput {
  return {
    branch,
    ref,
    at: new Date(at).toISOString(),
    expires: new Date(at + days * dayMs).toISOString(),
    tip,
    changes: manifest?.counts ?? null,
    unsaved: manifest?.unsaved ?? [],
  };
}

/** What was saved beside commits, for a person. */
export function changesText({ manifest }: Archive): string {
  if (manifest === undefined) return "commits";
  const { staged, unstaged, untracked, ignored } = manifest.counts;
  const parts = [
    ...(staged > 0 ? [`${staged} staged`] : []),
    ...(unstaged > 0 ? [`${unstaged} not staged`] : []),
    ...(untracked > 0 ? [`${untracked} untracked`] : []),
    ...(ignored > 0 ? [`${ignored} ignored`] : []),
    ...(manifest.unsaved.length > 0 ? [`${plural(manifest.unsaved.length, "thing")} not saved`] : []),
  ];
  return parts.length === 0 ? "commits" : parts.join(", ");
}
