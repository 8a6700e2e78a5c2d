import type { Person } from "../git/object-format.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import { filesWithNewMarkers } from "./markers.js";
import { contact, readCommit } from "./merge-commit.js";
import { type MergeTools, type MergeWish, messageParts } from "./merge-wish.js";
import { mergeMessage } from "./message.js";

/**
 * One commit of base's alone.
 * @returns undefined when it would change nothing
 * @throws INVALID_STATE when it would bring a conflict's markers to base, where no history shows any more whose
 */
export async function squashCommit(
  tools: MergeTools,
  wish: MergeWish,
  tip: Oid,
  tree: Oid,
  oids: readonly Oid[],
): Promise<Oid | undefined> {
  const { repo } = tools.engine;
  if ((await repo.objects().resolve(`${tip}^{tree}`)) === tree) return undefined;
  const marked = await filesWithNewMarkers(repo, [tip], tree);
  if (marked.length > 0) throw markersLeft(wish, marked);
  const commits = await Promise.all(oids.map((oid) => readCommit(repo, oid)));
  const own = commits.filter((commit) => commit.parents.length < 2);
  const { author, others } = authorship(own.map((commit) => commit.author));
  return tools.maker.make({
    tree,
    parents: [tip],
    ...(author === undefined ? {} : { author }),
    message: mergeMessage({
      ...messageParts(tools, wish),
      strategy: "squash",
      commits: own.map((commit) => commit.message),
      coAuthors: others.map(contact),
    }),
  });
}

/**
 * Who a squash is by: whoever began the work, at the time of the last commit; the others are named as co-authors.
 */
export function authorship(authors: readonly Person[]): {
  readonly author: Person | undefined;
  readonly others: readonly Person[];
} {
  const [first] = authors;
  const last = authors.at(-1);
  if (first === undefined || last === undefined) return { author: undefined, others: [] };
  const known = new Set([first.email.toLowerCase()]);
  const others = authors.filter(({ email }) => {
    const key = email.toLowerCase();
    return known.has(key) ? false : known.add(key);
  });
  return { author: { ...first, time: last.time, zone: last.zone }, others };
}

const markersLeft = ({ record }: MergeWish, files: readonly string[]): CoppiceError =>
  new CoppiceError(
    "INVALID_STATE",
    `${record.branch} has conflict markers in ${files.slice(0, 3).join(", ")}.`,
    {
      details: { branch: record.branch, files: files.slice(0, 100) },
      suggestedAction: "Resolve them and commit, then merge again.",
    },
  );
