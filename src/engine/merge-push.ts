import { scrubSecrets } from "../journal/scrub.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import { shellWord } from "../lifecycle/shell-word.js";
import type { Engine } from "./context.js";
import type { MergeTarget } from "./merge-target.js";
import { pushRefs } from "./push.js";

/**
 * Pushes base, if it over there still is where this clone last saw it. The repository's pre-push hook runs.
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
      suggestedAction: `Give it one: git push --set-upstream <remote> ${shellWord(branch)}.`,
    });
  }
  // A URL may stand there, with a password in it.
  const shown = scrubSecrets(upstream.remote);
  engine.report.step(`pushing ${branch} to ${shown}`);
  const { code, output, disk } = await pushRefs(engine, upstream.remote, [
    { ref: upstream.ref, oid: tip, expected: { oid: upstream.oid } },
  ]);
  if (code === 0 || disk !== undefined) return disk;
  return new CoppiceError("PUSH_REJECTED", `${branch} was merged here, but ${shown} did not take it.`, {
    details: {
      base: branch,
      exitCode: code,
      output: output.slice(-16_384),
      ...(upstream.oid === undefined ? {} : { expectedOid: upstream.oid }),
    },
    suggestedAction: `Look at what changed there (git fetch ${shellWord(shown)}), then push ${branch} yourself.`,
  });
}
