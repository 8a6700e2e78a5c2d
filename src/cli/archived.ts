import type { Archive } from "../engine/archives.js";
import type { ArchiveOutput } from "./output/archive.js";
import { plural } from "./render/words.js";

const dayMs = 86_400_000;

/** @param days how long an archive stays */
export function archiveJson(archive: Archive, days: number): ArchiveOutput {
  const { branch, ref, at, tip, manifest, problem } = archive;
  return {
    branch,
    ref,
    at: new Date(at).toISOString(),
    expires: new Date(at + days * dayMs).toISOString(),
    tip,
    changes: hasChanges(archive) ? (manifest?.counts ?? null) : null,
    unsaved: manifest?.unsaved ?? [],
    problem,
  };
}

/** The manifest may stand there for what is said of the branch alone. */
const hasChanges = ({ manifest }: Archive): boolean =>
  manifest !== undefined &&
  (manifest.deleted.length > 0 || Object.values(manifest.counts).some((count) => count > 0));

/** When an archive goes, as a date. */
export const expiryText = ({ at }: Archive, days: number): string =>
  new Date(at + days * dayMs).toISOString().slice(0, 10);

/** What was saved beside commits, for a person. */
export function changesText({ manifest, problem }: Archive): string {
  if (problem !== null) return problem;
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
