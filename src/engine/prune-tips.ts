import { lstatSync } from "node:fs";
import { join } from "node:path";
import { parseOid } from "../git/oid.js";
import { readRef } from "../git/refs.js";
import { branchRef, type Oid, type RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { mainRemote } from "./base.js";
import type { Engine } from "./context.js";
import { hasCode } from "./files.js";
import { trackingRef } from "./hear.js";

/** Above so many branches one listing of all is cheaper than asking for each. */
const fewBranches = 8;

/** Where branches stand, here or, when they are gone here, as the remote was seen last. Null: nowhere; left out: unread. */
export async function tipsOf(
  engine: Engine,
  records: readonly WorktreeRecord[],
): Promise<ReadonlyMap<RecordId, Oid | null>> {
  const remote = mainRemote(engine);
  const look = records.length > fewBranches ? await allTips(engine, remote) : oneTip(engine);
  const tips = await Promise.all(
    records.map(async ({ id, branch }) => {
      const here = await look(branchRef(branch));
      if (here !== null) return [id, here] as const;
      const there = remote === undefined ? null : await look(trackingRef(remote, branch));
      return [id, there] as const;
    }),
  );
  return new Map(tips.flatMap(([id, tip]) => (tip === undefined ? [] : [[id, tip] as const])));
}

/** What a ref holds; null: there is none; undefined: that cannot be told. */
type Look = (ref: string) => Promise<Oid | null | undefined>;

const oneTip =
  (engine: Engine): Look =>
  async (ref) =>
    (await readRef(engine.repo, ref)) ?? ((await isGone(engine, ref)) ? null : undefined);

/** With one process for all. A ref whose commit is missing is listed, too. */
async function allTips(engine: Engine, remote: string | undefined): Promise<Look> {
  const { repo } = engine;
  const text = await repo.git.text(repo.commonDir, [
    "for-each-ref",
    "--format=%(objectname) %(refname)",
    "--",
    "refs/heads/",
    ...(remote === undefined ? [] : [`refs/remotes/${remote}/`]),
  ]);
  const known = new Map(
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => {
        const at = line.indexOf(" ");
        return [line.slice(at + 1), parseOid(line.slice(0, at))] as const;
      }),
  );
  // What is no ref for git may be a damaged one.
  return (ref) => Promise.resolve(known.get(ref) ?? (hasFile(engine, ref) ? undefined : null));
}

/** Whether something stands in a ref's place; true also when that cannot be told. */
function hasFile({ repo }: Engine, ref: string): boolean {
  try {
    return !lstatSync(join(repo.commonDir, ...ref.split("/"))).isDirectory();
  } catch (error) {
    return !hasCode(error, "ENOENT", "ENOTDIR");
  }
}

/** Whether a ref that gave no commit is really none: it may be damaged, or its commit missing. */
async function isGone(engine: Engine, ref: string): Promise<boolean> {
  if (hasFile(engine, ref)) return false;
  const { repo } = engine;
  // Tells of a ref whether or not what it names is there.
  const { code, stdout } = await repo.git.run(repo.commonDir, ["rev-parse", "--verify", "--quiet", ref], {
    codes: "any",
  });
  return code === 1 && stdout.length === 0;
}
