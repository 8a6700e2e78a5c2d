import { basename } from "node:path";
import { surveyLinks } from "./link-survey.js";
import type { DoctorView, Finding } from "./model.js";

/**
 * Branches and worktrees whose names differ in case or Unicode form alone: on a file system that takes them for one, as on
 * most Macs and on Windows, one is written over the other.
 */
export async function checkNames(view: DoctorView): Promise<Finding[]> {
  const { engine } = view;
  const records = await view.live();
  const branches = [...(await view.branches()).keys()];
  const ours = new Set<string>(records.map(({ branch }) => branch));
  const paths = surveyLinks(engine).entries.flatMap(({ path }) => path ?? []);
  // Where the file system does that, it happens now.
  const severity = engine.repo.config.bool("core.ignoreCase") === true ? "warning" : "note";
  const found = [
    ...alike(branches)
      .filter((names) => names.some((name) => ours.has(name)))
      .map((names) => ({ what: "branches", names, told: names })),
    ...alike(paths).map((names) => ({ what: "worktrees", names, told: names.map((path) => basename(path)) })),
  ];
  return found.map(({ what, names, told }) => ({
    code: "names-clash",
    severity,
    subject: {
      id: null,
      branch: what === "branches" ? (names[0] ?? null) : null,
      path: what === "worktrees" ? (names[0] ?? null) : null,
    },
    message: `The ${what} ${told.join(", ")} differ in case or Unicode form alone: a file system may take them for one.`,
    suggestedAction: "Rename all but one of them, with git branch -m or git worktree move.",
    evidence: { names },
  }));
}

/** The groups of names that a file system may take for one. */
function alike(names: readonly string[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const name of new Set(names)) {
    const key = name.normalize("NFC").toLowerCase();
    groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  return [...groups.values()].filter((group) => group.length > 1).map((group) => group.sort());
}
