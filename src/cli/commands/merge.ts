import * as z from "zod/mini";
import { asAsked, errorOf, type MergeOutcome, merge } from "../../engine/merge.js";
import { strategySchema } from "../../lifecycle/events.js";
import type { CommandModule } from "../command.js";
import { flag, onFlag, readFlags, textFlag } from "../flags.js";
import { visible } from "../render/visible.js";
import { plural, short } from "../render/words.js";
import { finish, type TargetResult, tellResult } from "../results.js";
import { trustOnRequest } from "../trust.js";

const flags = z.object({
  into: textFlag,
  strategy: z.optional(strategySchema),
  // What is not said on the command line is the config's to say.
  keep: z.optional(z.literal(true)),
  autoCommit: z.optional(z.literal(true)),
  verify: onFlag,
  push: flag,
});

/** Merges worktrees into their base, one after the other. */
export const run: CommandModule["run"] = (cli, args, options) => {
  const { into, strategy, keep, autoCommit, verify, push } = readFlags(flags, options);
  const request = {
    ...(into === undefined ? {} : { into }),
    ...(strategy === undefined ? {} : { strategy }),
    ...(keep === undefined ? {} : { keep }),
    ...(autoCommit === undefined ? {} : { autoCommit }),
    verify,
    push,
  };
  return cli.engine(async (engine) => {
    const outcomes = await trustOnRequest(cli, engine, () => merge(engine, args, request));
    const results = outcomes.map(mergeResult);
    for (const result of results) tellResult(cli, result);
    return finish(cli, results);
  });
};

/** What is told of one merge. */
export function mergeResult(outcome: MergeOutcome): TargetResult {
  const { branch, target, status, record } = outcome;
  const about = { branch, target, outcome: status, id: record?.id ?? null, status: record?.status ?? null };
  const error = errorOf(outcome);
  if (outcome.status !== "merged") return { json: about, error };
  const { strategy, mergeOid, dropped, removed, branchStays, kept } = outcome;
  const into = visible(outcome.target);
  // Why anything stays that was to go has been told as a warning.
  const end = removed
    ? branchStays
      ? "the worktree is removed, the branch stays"
      : "worktree and branch are removed"
    : `worktree and branch are kept${kept === asAsked ? `: ${asAsked}` : ""}`;
  const left =
    dropped.length === 0 ? "" : `; ${plural(dropped.length, "commit")} left out, ${into} had the changes`;
  const at = mergeOid === null ? "had landed already" : short(mergeOid);
  return {
    json: { ...about, strategy, mergeOid, dropped, removed, kept },
    line: `merged ${visible(branch)} into ${into} (${strategy}) ${at}${left}; ${end}`,
    ...(error === undefined ? {} : { error }),
  };
}
