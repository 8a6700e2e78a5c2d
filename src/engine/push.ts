import type { Oid } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { withPass } from "./pass.js";

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
}

export interface PushResult {
  readonly code: number;
  /** The remote told of single refs: it was reached and it decided. */
  readonly answered: boolean;
  /** The end of what git and the remote said. */
  readonly output: string;
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
  const args = [
    "push",
    "--porcelain",
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
  const { code, stdout, stderr } = await withPass(engine, refs, (env) =>
    engine.repo.git.run(engine.repo.worktree ?? engine.repo.commonDir, args, {
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
  return { code, answered, output: stderr };
}
