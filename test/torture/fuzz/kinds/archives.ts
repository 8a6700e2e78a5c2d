import { join } from "node:path";
import { manifestFile, manifestSchema, readManifest } from "../../../../src/engine/archive-manifest.js";
import { formatCommit, formatTree } from "../../../../src/git/object-format.js";
import { openRepository } from "../../../../src/git/repository.js";
import { holds, type Kind, same, totalLater } from "../model.js";
import { jsonText, mutateBytes, mutateJson } from "../mutate.js";
import { emptyRepository, RawObjects } from "./trees.js";

const oid = "0123456789abcdef0123456789abcdef01234567";
const person = { name: "Coppice", email: "coppice@localhost", time: 1_700_000_000, zone: "+0000" };

/** What an archive says of itself; archives come from other clones, too. */
export const manifests: Kind = {
  name: "archive manifests",
  share: 3,
  least: 2_000,
  open: async ({ scratch }) => {
    const directory = join(scratch, "archives");
    const raw = new RawObjects(emptyRepository(directory));
    const repo = await openRepository(directory);
    const tree = raw.write("tree", Buffer.alloc(0));
    const draft = { author: person, committer: person, message: "x" };
    const tip = raw.write("commit", formatCommit({ tree, parents: [], ...draft }));
    const real = {
      v: 1,
      id: oid,
      branch: "task/a",
      base: "main",
      tip,
      detached: null,
      deleted: ["a.txt", "sub/b.txt"],
      modes: { "run.sh": 0o700 },
      counts: { staged: 1, unstaged: 2, untracked: 3, ignored: 0 },
      unsaved: ["a mount"],
      settings: { branch: [["remote", "origin"]], worktree: [["core.sparseCheckout", "true"]], sparse: null },
    };
    return {
      attempt: async (random, show) => {
        const text = random.chance(70)
          ? Buffer.from(jsonText(random, mutateJson(random, real)))
          : mutateBytes(random, Buffer.from(JSON.stringify(real)));
        show(text.toString("latin1"));
        const blob = raw.write("blob", text);
        const mode = random.chance(90) ? "100644" : random.pick(["120000", "160000", "040000"]);
        const top = raw.write("tree", formatTree([{ mode, name: manifestFile, oid: blob }]));
        const message = random.chance(50) ? "What is archived of task/a\n" : "x";
        const parents = random.chance(90) ? [tip] : [];
        const archive = raw.write("commit", formatCommit({ ...draft, tree: top, parents, message }));
        const read = await totalLater(() => readManifest(repo, archive));
        if (read === undefined) return undefined;
        holds(read.tip === null || read.tip === tip, "an archive of another branch's tip");
        same(
          manifestSchema.parse(JSON.parse(JSON.stringify(read))),
          read,
          "a manifest that was read and written",
        );
        return undefined;
      },
      close: () => repo.close(),
    };
  },
};
