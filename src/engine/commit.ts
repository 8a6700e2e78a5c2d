import { readRef } from "../git/refs.js";
import { toldProblem, writeProblem } from "../git/write-probe.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { branchRef, type Oid, type OpId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { shellWord } from "../lifecycle/shell-word.js";
import { dropIndex, keepIndex, keepStaged, putIndexBack } from "./commit-index.js";
import { commitProblem } from "./commit-words.js";
import type { Engine } from "./context.js";
import { type WorktreeFacts, worktreeFacts } from "./facts.js";
import { findRecord } from "./find.js";
import type { EffectRunner } from "./interpret.js";
import { filesWithConflicts } from "./markers.js";
import { wantsSigning } from "./merge-commit.js";
import { journalObservation } from "./observe.js";
import { present } from "./place.js";
import { withRecord } from "./protocol.js";
import { gitAt, type Workplace } from "./resolve-state.js";
import { newOp, type RecordSession } from "./session.js";

export interface CommitOptions {
  readonly message: string;
  /** As `git commit --author` takes it: `Name <address>`. */
  readonly author?: string;
}

/**
 * Commits everything that changed in a worktree, untracked files too. The person's hooks run, as for a plain
 * `git commit`; one that refuses leaves the index as it was.
 * @throws INVALID_STATE (nothing to commit, unmerged files, conflict markers), WORKTREE_NOT_FOUND, COMMIT_FAILED
 */
export async function commit(
  engine: Engine,
  name: string | undefined,
  options: CommitOptions,
): Promise<{ readonly record: WorktreeRecord; readonly sha: Oid }> {
  const found = await findRecord(engine, name);
  return withRecord(engine, found.id, "commit", (session) => commitSession(session, options));
}

/** The same under a lock that is held. */
export async function commitSession(
  session: RecordSession,
  options: CommitOptions,
): Promise<{ readonly record: WorktreeRecord; readonly sha: Oid }> {
  const { engine } = session;
  present(engine, session.record);
  const seen = await worktreeFacts(engine, session.record);
  await journalObservation(session, seen.status);
  const { effects } = await openCommit(session, seen, options);
  const record = await session.run(effects, { commitChanges: commitRunner(session) });
  // A hook may have left something changed.
  await journalObservation(session, (await worktreeFacts(engine, record)).status);
  const sha = session.record.headOid;
  if (sha === null) throw new CoppiceError("COMMIT_FAILED", "The commit is not in the journal.");
  return { record: session.record, sha };
}

/** Before anything has begun: git would refuse it then, and leave an operation that has failed. */
function refuseWords({ branch }: WorktreeRecord, { message, author }: CommitOptions): void {
  const problem = commitProblem(message, author);
  if (problem === undefined) return;
  throw new CoppiceError("COMMIT_FAILED", `Nothing of ${branch} was committed: ${problem.what}.`, {
    details: { branch, reason: problem.what },
    suggestedAction: problem.advice,
  });
}

/** Decides about a commit and opens it; the effects are the caller's to run. */
export async function openCommit(session: RecordSession, seen: WorktreeFacts, options: CommitOptions) {
  const { engine } = session;
  refuseWords(session.record, options);
  refuseOtherBranch(session.record, seen);
  refuseSubmodulesOnly(session.record, seen);
  const files = seen.status?.files.map((file) => file.path) ?? [];
  const markers =
    seen.located === undefined
      ? []
      : await filesWithConflicts(engine.repo, seen.located.path, files, seen.status?.oid);
  const op: OpId = newOp();
  const effects = await session.open(
    {
      type: "COMMIT",
      op,
      message: options.message,
      ...(options.author === undefined ? {} : { author: options.author }),
    },
    { ...seen.facts, markers },
  );
  return { op, effects };
}

/** What is committed must be the task's: someone may have switched to another branch in its worktree. */
export function refuseOtherBranch(record: WorktreeRecord, { status }: WorktreeFacts): void {
  if (status === undefined || status.branch === record.branch) return;
  const there = status.branch === undefined ? "HEAD is detached" : `${status.branch} is checked out`;
  throw new CoppiceError("INVALID_STATE", `In the worktree of ${record.branch}, ${there}.`, {
    details: { branch: record.branch, found: status.branch ?? "detached" },
    suggestedAction: `Go back with git switch ${shellWord(record.branch)} there, then run the command again.`,
  });
}

/** Changes inside a submodule are committed there; here only a new commit of it can be. */
function refuseSubmodulesOnly(record: WorktreeRecord, { status }: WorktreeFacts): void {
  const files = status?.files ?? [];
  const inside = files.filter((file) => file.submodule !== undefined && !file.submodule.commit);
  if (inside.length === 0 || inside.length < files.length) return;
  const paths = inside.map((file) => file.path);
  throw new CoppiceError(
    "INVALID_STATE",
    `${record.branch} has nothing to commit but changes inside submodules: ${paths.slice(0, 3).join(", ")}.`,
    { details: { files: paths.slice(0, 100) }, suggestedAction: "Commit inside the submodule first." },
  );
}

/** Runs `commitChanges`: everything is staged and committed, by the person's hooks and signing. */
export function commitRunner(session: RecordSession): EffectRunner<"commitChanges"> {
  return async ({ message, author }) => {
    const { engine, record } = session;
    const { path, gitDir } = present(engine, record);
    const place: Workplace = { path, gitDir };
    const head = (): Promise<Oid | undefined> => readRef(engine.repo, branchRef(record.branch));
    const before = await head();
    keepIndex(place);
    try {
      // What is new outside of a sparse checkout is the task's, too.
      await gitAt(engine, place, ["-c", "advice.addEmbeddedRepo=false", "add", "--all", "--sparse"]);
      keepStaged(place);
      const signing = await commitSigning(engine, record);
      const { code, stderr } = await engine.repo.git.run(
        path,
        [
          "commit",
          "--quiet",
          "--cleanup=whitespace",
          ...(signing ? ["--gpg-sign"] : ["--no-gpg-sign"]),
          ...(author === null ? [] : [`--author=${author}`]),
          "--file=-",
        ],
        {
          stdin: message,
          codes: "any",
          hooks: true,
          rawConfig: signing,
          env: ownCall(session),
          timeoutMs: 3_600_000,
          signal: engine.signal,
          writes: gitDir,
          onStderr: (chunk) => engine.report.output(chunk),
        },
      );
      if (code !== 0) {
        const disk = (await writeProblem(gitDir)) ?? toldProblem(stderr);
        throw disk ?? (await takenForBare(engine, record, path)) ?? commitFailed(record, code, stderr);
      }
    } catch (error) {
      // Whoever has committed meanwhile has an index of their own: beside the older one it would look undone.
      if ((await head()) === before) putIndexBack(place);
      else dropIndex(place);
      throw error;
    }
    dropIndex(place);
    const sha = await head();
    return sha === undefined ? {} : { sha };
  };
}

/** Tells Coppice's hooks that this git call is ours, so that nothing is recorded twice. */
export const ownCall = ({ id, record }: RecordSession): Record<string, string> => ({
  COPPICE_RECORD: id,
  COPPICE_OP: record.op?.id ?? "",
});

/**
 * Whether to sign, and whether it can be done: a key that is missing must not change what the command results in.
 * Tried on a commit that no ref will name, because a failed `git commit` would run the hooks twice.
 */
export async function commitSigning(engine: Engine, record: WorktreeRecord): Promise<boolean> {
  if (!wantsSigning(engine)) return false;
  const { repo, config, report } = engine;
  const { code } = await repo.git.run(
    repo.commonDir,
    ["commit-tree", "-S", "-m", "probe", `${branchRef(record.branch)}^{tree}`],
    { codes: "any", rawConfig: true },
  );
  if (code === 0 || config.merge.sign === "always") return true;
  report.warn("commit.gpgSign is set but signing does not work here: the commit is not signed");
  return false;
}

/** `core.bare` of the main worktree, which git takes for every worktree where extensions.worktreeConfig is on. */
async function takenForBare(
  { repo }: Engine,
  record: WorktreeRecord,
  path: string,
): Promise<CoppiceError | undefined> {
  const { stdout } = await repo.git.run(path, ["rev-parse", "--is-bare-repository"], { codes: "any" });
  if (stdout.toString("utf8").trim() !== "true") return undefined;
  return new CoppiceError(
    "COMMIT_FAILED",
    `git takes the worktree of ${record.branch} for a bare repository: core.bare is set for all worktrees.`,
    {
      details: { branch: record.branch, step: "git commit", reason: "core.bare" },
      suggestedAction: `coppice doctor --fix moves the setting to where it belongs, then coppice retry ${shellWord(record.branch)}.`,
    },
  );
}

const commitFailed = (record: WorktreeRecord, code: number, stderr: string): CoppiceError =>
  new CoppiceError("COMMIT_FAILED", `git commit refused the changes of ${record.branch}; a hook may have.`, {
    details: { branch: record.branch, exitCode: code, output: stderr.slice(-16_384), step: "git commit" },
    suggestedAction: `Read what it said above, mend it, then coppice retry ${shellWord(record.branch)}.`,
  });
