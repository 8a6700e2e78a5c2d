import { type Dirent, lstatSync, readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "../context.js";
import { hasCode } from "../files.js";
import { coppiceDir, withoutId } from "../init-clone.js";
import { setAside } from "./link-repair.js";
import { namesIn } from "./link-survey.js";
import { type DoctorView, type Finding, subjectAt } from "./model.js";

/** Below these folders stand copies of somebody's files, or names that others choose. */
const foreign: ReadonlySet<string> = new Set(["aside", "managed", "hooks", "trust"]);
const deepest = 3;
/** What has one of these names is a file, where Coppice has made it. */
const fileName =
  /\.(?:lock|json|line|obs|new|tmp)$|^(?:clone|last-written|last-deletion|records|arrivals|id|state)$/;

/**
 * What stands where Coppice has a file and is none: a pipe, a socket, a directory. It is neither read nor replaced, and
 * commands that need the file end there.
 */
export async function checkNoFiles({ engine }: DoctorView): Promise<Finding[]> {
  const { commonDir } = engine.repo;
  const registrations = join(commonDir, "worktrees");
  const marks = namesIn(registrations).map((name) => join(registrations, name, "coppice"));
  const top = coppiceDir(commonDir);
  const found = [top, ...marks].flatMap((folder) => noFilesIn(folder, 0));
  return found.map((path) => ({
    code: "no-file",
    severity: "broken",
    subject: subjectAt(path),
    message: `${path} is no file, and Coppice has a file there.`,
    // Nothing that writes begins without the clone's id.
    ...(path === join(top, "clone")
      ? { suggestedAction: withoutId }
      : { suggestedAction: "coppice doctor --fix keeps it aside.", repair: () => keepAside(engine, path) }),
    evidence: { path },
  }));
}

async function keepAside(engine: Engine, path: string): Promise<string | undefined> {
  const stat = statOf(path);
  return stat === undefined || stat.isFile() ? undefined : `${path} is kept as ${setAside(engine, path)}.`;
}

/** Of a link that leads to itself its own: it leads to no file. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (!hasCode(error, "ELOOP")) throw error;
    return lstatSync(path, { throwIfNoEntry: false });
  }
}

function noFilesIn(folder: string, depth: number): string[] {
  return entriesIn(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    const stat = statOf(path);
    if (stat === undefined || stat.isFile()) return [];
    if (!stat.isDirectory() || fileName.test(entry.name)) return [path];
    const goesOn = entry.isDirectory() && depth < deepest && !(depth === 0 && foreign.has(entry.name));
    return goesOn ? noFilesIn(path, depth + 1) : [];
  });
}

const entriesIn = (folder: string): Dirent[] =>
  namesIn(folder).length === 0 ? [] : readdirSync(folder, { withFileTypes: true });
