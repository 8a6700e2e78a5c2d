import { Asking, type HostedOptions } from "./asking.js";
import { readPullRequest } from "./github.js";
import type { HostedForge } from "./hosted.js";
import { discussionMethods } from "./hosted-discussion.js";
import { fileMethods } from "./hosted-files.js";
import { judge } from "./hosted-judge.js";
import { labels } from "./hosted-labels.js";
import { mergeMethods } from "./hosted-merge.js";
import { pullMethods } from "./hosted-pulls.js";
import { ruleMethods } from "./hosted-rules.js";
import type { ForgePlace } from "./place.js";

export type { HostedOptions } from "./asking.js";

/**
 * A whole repository on GitHub, as a run in a workflow asks it: github.com, ghe.com or an Enterprise server. Nothing is
 * asked, and no client is loaded, before the first question.
 *
 * What was refused is never sent again. Limits are waited for as long as GitHub says, together not longer than
 * `patienceMs`, and are told as RATE_LIMITED then; failures of the server or the network are tried twice more.
 */
export function openHostedForge(place: ForgePlace, options: HostedOptions): HostedForge {
  const asking = new Asking(place, options);
  const pulls = pullMethods(asking);
  const rules = ruleMethods(asking);
  return {
    repository: asking.repository,
    get requests() {
      return asking.requests;
    },
    forget: () => asking.wrote(),
    pullRequest: (number) => readPullRequest(asking, number),
    ...rules,
    ...fileMethods(asking),
    ...pulls,
    judge: (judged) => judge(asking, judged),
    labelled: labels(asking),
    ...discussionMethods(asking),
    ...mergeMethods(asking, { pull: pulls.pull, rules: rules.rules }),
  };
}
