import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import type { MergeTarget } from "./merge-target.js";

const pushTimeoutMs = 300_000;

/**
 * Pushes base, if it over there still is where this clone last saw it. The person's pre-push hook runs.
 * @returns what went wrong; base stays moved here
 */
export async function pushBase(
  engine: Engine,
  target: MergeTarget,
  tip: Oid,
): Promise<CoppiceError | undefined> {
  const { upstream, branch } = target;
  if (upstream === undefined) {
    return new CoppiceError("PUSH_REJECTED", `${branch} was merged here but not pushed: it has no remote.`, {
      details: { base: branch },
      suggestedAction: `Give it one: git push --set-upstream <remote> ${branch}.`,
    });
  }
  engine.report.step(`pushing ${branch} to ${upstream.remote}`);
  const { code, stderr } = await engine.repo.git.run(
    engine.repo.worktree ?? engine.repo.commonDir,
    [
      "push",
      "--porcelain",
      "--no-follow-tags",
      "--recurse-submodules=no",
      // An empty value: the ref must not exist yet.
      `--force-with-lease=${upstream.ref}:${upstream.oid ?? ""}`,
      "--end-of-options",
      upstream.remote,
      `${tip}:${upstream.ref}`,
    ],
    {
      codes: "any",
      hooks: true,
      timeoutMs: pushTimeoutMs,
      signal: engine.signal,
      env: { COPPICE_PUSH: "merge" },
      onStderr: (chunk) => engine.report.output(chunk),
    },
  );
  if (code === 0) return undefined;
  return new CoppiceError(
    "PUSH_REJECTED",
    `${branch} was merged here, but ${upstream.remote} did not take it.`,
    {
      details: {
        base: branch,
        exitCode: code,
        output: stderr.slice(-16_384),
        ...(upstream.oid === undefined ? {} : { expectedOid: upstream.oid }),
      },
      suggestedAction: `Look at what changed there (git fetch ${upstream.remote}), then push ${branch} yourself.`,
    },
  );
}
