import { diskProblem } from "../git/write-probe.js";
import { scrubSecrets } from "../journal/scrub.js";
import type { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { withPass } from "./pass.js";
import { remoteDirectory } from "./remote-directory.js";

/** One ref that is pushed. */
export interface PushedRef {
  /** Its full name over there. */
  readonly ref: string;
  readonly oid: Oid;
  /**
   * What it must hold over there; undefined: it must not exist. The push may then set it back too. Without the field
   * it only moves forward.
   */
  readonly expected?: { readonly oid: Oid | undefined };
}

export interface PushOptions {
  /** All refs or none. */
  readonly atomic?: boolean;
  /** Where the hooks run. Default: the worktree of the command. */
  readonly cwd?: string;
}

export interface PushResult {
  readonly code: number;
  /** The remote told of single refs: it was reached and it decided. */
  readonly answered: boolean;
  /** The end of what git and the remote said, secrets taken out. */
  readonly output: string;
  /** The remote decided nothing: it was the disk here. */
  readonly disk?: CoppiceError;
}

const pushTimeoutMs = 300_000;

/**
 * Pushes refs with a pass: the repository's pre-push hook runs, the person's part of it too, and lets this push
 * through. A refusal is an answer, not an error.
 * @throws TIMEOUT, INTERRUPTED, the system group
 */
export async function pushRefs(
  engine: Engine,
  remote: string,
  refs: readonly PushedRef[],
  options: PushOptions = {},
): Promise<PushResult> {
  const args = ["push", "--porcelain", ...pushArguments(remote, refs, options)];
  const preferred = options.cwd ?? engine.repo.worktree ?? engine.repo.commonDir;
  const { code, stdout, stderr } = await withPass(engine, refs, (env) =>
    engine.repo.git.run(remoteDirectory(engine, remote, preferred), args, {
      codes: "any",
      hooks: true,
      timeoutMs: pushTimeoutMs,
      signal: engine.signal,
      env,
      onStderr: (chunk) => engine.report.output(chunk),
    }),
  );
  // `!`: refused; `=`, `*`, a space and `+`: taken. git-push(1), Output.
  const answered = /^[!=*+ -]\t/m.test(stdout.toString("utf8"));
  const disk = code === 0 || answered ? undefined : await diskProblem(engine.repo.commonDir, stderr);
  return { code, answered, output: scrubSecrets(stderr), ...(disk === undefined ? {} : { disk }) };
}

/**
 * Whether a remote takes these refs, but not all or none of them: an old server, or one that was told so. Nothing is
 * sent and no hook runs. Git's own message is not asked: it is no fact.
 */
export async function lacksAtomic(
  engine: Engine,
  remote: string,
  refs: readonly PushedRef[],
): Promise<boolean> {
  const tries = async (atomic: boolean): Promise<boolean> => {
    const args = ["push", "--dry-run", "--no-verify", ...pushArguments(remote, refs, { atomic })];
    const { code } = await engine.repo.git.run(remoteDirectory(engine, remote, engine.repo.commonDir), args, {
      codes: "any",
      timeoutMs: pushTimeoutMs,
      signal: engine.signal,
    });
    return code === 0;
  };
  return !(await tries(true)) && (await tries(false));
}

function pushArguments(remote: string, refs: readonly PushedRef[], options: PushOptions): string[] {
  return [
    ...(options.atomic === true ? ["--atomic"] : []),
    "--no-follow-tags",
    "--recurse-submodules=no",
    // An empty value: the ref must not exist yet.
    ...refs.flatMap(({ ref, expected }) =>
      expected === undefined ? [] : [`--force-with-lease=${ref}:${expected.oid ?? ""}`],
    ),
    "--end-of-options",
    remote,
    ...refs.map(({ ref, oid }) => `${oid}:${ref}`),
  ];
}
