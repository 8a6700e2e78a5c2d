import { optionSyntax, readArguments, type Word } from "./git-arguments.js";

const options = optionSyntax(
  "o,push-option= receive-pack= exec= repo= recurse-submodules? signed? u,set-upstream q,quiet v,verbose progress no-progress " +
    "porcelain 4,ipv4 6,ipv6 n,dry-run atomic no-atomic tags follow-tags no-follow-tags verify no-verify f,force " +
    "force-with-lease? force-if-includes d,delete all branches mirror prune thin no-thin",
);
/** Options of `git push` that change neither what is pushed nor how. */
const plain = [
  "set-upstream",
  "quiet",
  "verbose",
  "progress",
  "no-progress",
  "porcelain",
  "ipv4",
  "ipv6",
  "dry-run",
];
const harmless = [
  ...plain,
  "atomic",
  "no-atomic",
  "follow-tags",
  "no-follow-tags",
  "tags",
  "verify",
  "thin",
  "no-thin",
];

export interface PushFacts {
  readonly branch: string;
  /** `push.default`; undefined: git's own default. */
  readonly pushDefault: string | undefined;
  /** Whether a remote is configured with refspecs of its own (`remote.<name>.push`). */
  readonly hasPushRefspec: boolean;
}

/**
 * Whether a `git push` sends the worktree's own branch to its own name, and at most tags beside it: never forced, never
 * a deletion. What is not known counts as no.
 * @param words what stands after `push`
 */
export function pushesOwnBranch(words: readonly Word[], facts: PushFacts): boolean {
  const given = readArguments(words, options);
  const all = [...given.operands, ...(given.paths ?? [])];
  if (given.doubt !== undefined || all.some(({ text }) => text === undefined)) return false;
  if (given.options.some(({ name }) => !harmless.includes(name))) return false;
  const [, ...refspecs] = all.map(({ text }) => text ?? "");
  if (refspecs.length === 0) {
    const own = facts.pushDefault === undefined || ["simple", "current"].includes(facts.pushDefault);
    return given.has("tags") || (own && !facts.hasPushRefspec);
  }
  return refspecs.every((refspec, at) => {
    if (refspec === "tag" || refspecs[at - 1] === "tag") return true;
    return isOwn(refspec, facts.branch) || /^(refs\/tags\/[^:+]+)(:refs\/tags\/[^:]+)?$/.test(refspec);
  });
}

function isOwn(refspec: string, branch: string): boolean {
  const names = ["HEAD", "@", branch, `refs/heads/${branch}`];
  const [from = "", to, ...more] = refspec.split(":");
  if (more.length > 0 || !names.includes(from)) return false;
  return to === undefined || to === branch || to === `refs/heads/${branch}`;
}
