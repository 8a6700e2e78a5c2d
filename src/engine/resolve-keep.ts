import { lstatSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { identity } from "../git/identity.js";
import { hashObject, objectWriter } from "../git/object-writer.js";
import { nativePath } from "../git/paths.js";
import { readRef, updateRef } from "../git/refs.js";
import { branchRef, type Oid } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { resolutionFile } from "./resolution.js";
import type { Choice } from "./resolve-paths.js";
import { standingAt, type Workplace, worktreeTree } from "./resolve-state.js";
import type { RecordSession } from "./session.js";

/**
 * What a person has resolved so far, uncommitted, and that is about to go: it is kept as a commit under a ref of its own,
 * on top of what was kept before.
 * @param before the worktree as Coppice left it
 * @param when what makes it go, as a clause
 */
export async function keepWork(
  session: RecordSession,
  place: Workplace,
  before: Oid,
  when: string,
): Promise<void> {
  const { engine } = session;
  const tree = await worktreeTree(engine, place);
  if (tree !== before) await keepTree(session, tree, when);
}

/**
 * Keeps a person's edits of files in conflict before one side takes their place: what is neither the conflict as Coppice
 * laid it out nor that side is nowhere else.
 */
export async function keepEdited(session: RecordSession, place: Workplace, choice: Choice): Promise<void> {
  const { engine, id } = session;
  const before = engine.local.read(id, resolutionFile)?.tree;
  if (before === undefined || before === null) return;
  const isKnown = async (path: string, now: Oid | undefined): Promise<boolean> =>
    now === choice.get(path)?.oid || now === (await engine.repo.objects().resolve(`${before}:${path}`));
  const open: string[] = [];
  for (const path of choice.keys())
    if (!(await isKnown(path, contentAt(engine, place, path)))) open.push(path);
  if (open.length === 0) return;
  // A filter may have another form lie there than the one that git keeps.
  const tree = await worktreeTree(engine, place);
  for (const path of open) {
    if (await isKnown(path, await engine.repo.objects().resolve(`${tree}:${path}`))) continue;
    await keepTree(session, tree, "one side was taken");
    return;
  }
}

/** The blob that a file's bytes are; undefined: there is no file. */
function contentAt({ repo }: Engine, place: Workplace, path: string): Oid | undefined {
  const file = join(place.path, path);
  const stat = standingAt(file);
  if (stat === undefined || !(stat.isFile() || stat.isSymbolicLink())) return undefined;
  const native = nativePath(file);
  const bytes = lstatSync(native).isSymbolicLink()
    ? readlinkSync(native, { encoding: "buffer" })
    : readFileSync(native);
  return hashObject("blob", bytes, repo.objectFormat);
}

async function keepTree({ engine, record }: RecordSession, tree: Oid, when: string): Promise<void> {
  const head = await readRef(engine.repo, branchRef(record.branch));
  if (head === undefined) return;
  const { author, committer } = await identity(engine.repo, engine.repo.git.inherited, engine.now());
  const message = `Keep what was resolved of ${record.branch} when ${when}`;
  const ref = `refs/coppice/aborted/${record.id}`;
  const last = await readRef(engine.repo, ref);
  const parents = last === undefined ? [head] : [head, last];
  const oid = await objectWriter(engine.repo).commit({ tree, parents, author, committer, message });
  await updateRef(engine.repo, ref, oid, last, "coppice: abort");
  engine.report.warn(
    `What was edited there is kept as ${oid.slice(0, 12)}: git checkout ${oid.slice(0, 12)} -- FILE brings a file back.`,
  );
}
