import { readRef } from "../git/refs.js";
import { diskProblem } from "../git/write-probe.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { branchRef, type Oid } from "../lifecycle/ids.js";
import { shellWord } from "../lifecycle/shell-word.js";
import { commitSigning, ownCall, refuseOtherBranch } from "./commit.js";
import { refuseCommitAtWork } from "./commit-at-work.js";
import { worktreeFacts } from "./facts.js";
import { filesWithNewMarkers } from "./markers.js";
import { resolutionFile } from "./resolution.js";
import { openFiles, type Resolving } from "./resolve-look.js";
import { gitAt, mergeHead } from "./resolve-state.js";

/**
 * Commits the merge of base in the task's worktree, once nothing is open. The person's hooks run, as for a plain
 * `git commit`. Where no merge is in progress there is nothing to commit: somebody did it by hand.
 * @returns the task branch's tip
 * @throws CONFLICT_RESOLUTION_FAILED naming what is open, or was committed with its markers, or when a hook refuses
 */
export async function concludeMerge(resolving: Resolving): Promise<Oid> {
  const { session, place } = resolving;
  const { engine, record } = session;
  refuseOtherBranch(record, await worktreeFacts(engine, record));
  const byHand = mergeHead(place) === undefined;
  if (!byHand) {
    const left = await openFiles(resolving);
    if (left.length > 0) throw stillOpen(record.branch, left);
    refuseCommitAtWork(record, place.path);
    const signing = await commitSigning(engine, record);
    const { code, stderr } = await gitAt(
      engine,
      place,
      ["commit", "--quiet", "--no-edit", "--cleanup=whitespace", signing ? "--gpg-sign" : "--no-gpg-sign"],
      {
        codes: "any",
        hooks: true,
        rawConfig: signing,
        env: ownCall(session),
        timeoutMs: 3_600_000,
        writes: place.gitDir,
        onStderr: (chunk) => engine.report.output(chunk),
      },
    );
    if (code !== 0) {
      const disk = await diskProblem(place.gitDir, stderr);
      if (disk !== undefined) throw disk;
      throw new CoppiceError(
        "CONFLICT_RESOLUTION_FAILED",
        `git commit refused the resolution of ${record.branch}; a hook may have.`,
        {
          details: {
            branch: record.branch,
            exitCode: code,
            output: stderr.slice(-16_384),
            step: "git commit",
          },
          suggestedAction: `Mend it in the worktree, then coppice resolve ${shellWord(record.branch)} --continue.`,
        },
      );
    }
  }
  const head = (await readRef(engine.repo, branchRef(record.branch))) ?? resolving.head;
  if (byHand) await refuseMarkers(resolving, head);
  engine.local.clear(session.id, resolutionFile);
  return head;
}

/** Plain git commits a conflict as it stands, once it is added. What a side has on purpose is none. */
async function refuseMarkers({ session, tip }: Resolving, head: Oid): Promise<void> {
  const { engine, record } = session;
  const own = record.conflict?.headOid;
  const before = [tip, ...(own === undefined ? [] : [own])] as const;
  const files = await filesWithNewMarkers(engine.repo, before, head);
  if (files.length === 0) return;
  const word = shellWord(record.branch);
  throw new CoppiceError(
    "CONFLICT_RESOLUTION_FAILED",
    `Conflict markers were committed: ${namedOf(files)}.`,
    {
      details: { branch: record.branch, files: files.slice(0, 100) },
      suggestedAction: `Take them out and commit, then coppice resolve ${word} --continue; or, where they are meant to be there, coppice abort ${word} and merge again.`,
    },
  );
}

const namedOf = (files: readonly string[]): string =>
  files.length <= 3 ? files.join(", ") : `${files.slice(0, 3).join(", ")} and ${files.length - 3} more`;

export function stillOpen(branch: string, left: readonly string[], reason?: string): CoppiceError {
  const why = reason === undefined ? "" : ` (${reason})`;
  return new CoppiceError("CONFLICT_RESOLUTION_FAILED", `Not resolved yet${why}: ${namedOf(left)}.`, {
    details: { branch, files: left.slice(0, 100), ...(reason === undefined ? {} : { reason }) },
    suggestedAction: `Edit and git add them, then coppice resolve ${shellWord(branch)} --continue; or take a side with --ours or --theirs.`,
  });
}
