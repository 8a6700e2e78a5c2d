import * as z from "zod/mini";
import { CoppiceError } from "../lifecycle/errors.js";
import type { BranchName } from "../lifecycle/ids.js";
import type { Asking } from "./asking.js";
import type { Question } from "./failures.js";
import type { HostedForge, HostedPull } from "./hosted.js";
import { anything, hostedPull } from "./hosted-answers.js";

const reading = "pull-requests: read";
const writing = "pull-requests: write";

const question = (number: number, doing = "read") => ({
  doing: `${doing} pull request #${number}`,
  what: `pull request #${number}`,
  permission: doing === "read" ? reading : writing,
});

type PullMethods = Pick<
  HostedForge,
  "openPulls" | "closedPulls" | "pull" | "mergeable" | "openPull" | "updatePull"
>;

/** Lists of pull requests, and opening and changing them. */
export function pullMethods(asking: Asking): PullMethods {
  const { repo } = asking;

  const openOnes = asking.once("until written", async (_: "all") => {
    const told = { doing: "list the open pull requests", what: "pull requests", permission: reading };
    const found = await asking.list(told, hostedPull, (client, page) =>
      client.rest.pulls.list({ ...repo, state: "open", sort: "created", direction: "asc", ...page }),
    );
    if (found.length === 0) await certainlyNone(told);
    // One that was met twice counts once.
    return [...new Map(found.map((pull) => [pull.number, pull])).values()];
  });

  /** An empty list is what a server in trouble gives too, and much would be thrown away for it: asked another way. */
  async function certainlyNone(told: Question): Promise<void> {
    const variables = { owner: repo.owner, name: repo.repo };
    const { repository } = await asking.graphWhole(told, countAnswer, countQuery, variables);
    if (repository.pullRequests.totalCount > 0)
      throw new CoppiceError(
        "FETCH_FAILED",
        `${asking.repository} has open pull requests, and GitHub lists none: could not ${told.doing}.`,
        { suggestedAction: "The next run tries again; https://www.githubstatus.com tells of outages." },
      );
  }

  const closedPage = asking.once("until written", (number: number) =>
    asking.page(
      { doing: "list the closed pull requests", what: "pull requests", permission: reading },
      hostedPull,
      (client, page) =>
        client.rest.pulls.list({ ...repo, state: "closed", sort: "updated", direction: "desc", ...page }),
      number,
    ),
  );

  const pull = (number: number): Promise<HostedPull> =>
    asking.ask(question(number), hostedPull, (client) =>
      client.rest.pulls.get({ ...repo, pull_number: number }),
    );

  /** The open one of a head and a base. GitHub leaves out a filter that it does not understand: looked at again here. */
  async function twin(head: BranchName, base: BranchName): Promise<HostedPull | undefined> {
    const told = { doing: `find the pull request of ${head}`, what: "pull requests", permission: reading };
    const { items } = await asking.page(
      told,
      hostedPull,
      (client, page) =>
        client.rest.pulls.list({ ...repo, state: "open", head: `${repo.owner}:${head}`, base, ...page }),
      1,
    );
    const fits = (one: HostedPull): boolean =>
      one.head.branch === head && !one.head.fork && one.base.branch === base;
    // An owner that was renamed meanwhile fits no filter.
    return items.find(fits) ?? (await openOnes("all")).find(fits);
  }

  return {
    openPulls: () => openOnes("all"),
    closedPulls: async ({ numbers, pages }) => {
      const pulls = new Map<number, HostedPull>();
      const missing = new Set(numbers);
      for (let number = 1; number <= pages; number += 1) {
        const { items, more } = await closedPage(number);
        for (const one of items) {
          if (!pulls.has(one.number)) pulls.set(one.number, one);
          missing.delete(one.number);
        }
        if (!more) return { pulls: [...pulls.values()], complete: true };
        if (missing.size === 0) break;
      }
      return { pulls: [...pulls.values()], complete: false };
    },
    pull,
    mergeable: async (number) => {
      for (const wait of [1000, 2000, 4000, 8000, 0]) {
        const { mergeable, state } = await asking.ask(question(number), mergeableAnswer, (client) =>
          client.rest.pulls.get({ ...repo, pull_number: number }),
        );
        if (state === "closed") return "unknown";
        if (mergeable !== null) return mergeable ? "clean" : "conflicting";
        if (wait > 0) await asking.pause(wait);
      }
      return "unknown";
    },
    openPull: async ({ head, base, title, body }) => {
      const told = {
        doing: `open a pull request from ${head} into ${base}`,
        what: "place for pull requests",
        permission: writing,
      };
      const made = await asking.attempt(told, [422], hostedPull, (client) =>
        client.rest.pulls.create({ ...repo, head, base, title, body }),
      );
      asking.wrote();
      if ("data" in made) return { pull: made.data, opened: true };
      const { reason } = made.refused;
      if (/already exists/i.test(reason)) {
        const found = await twin(head, base);
        if (found !== undefined) return { pull: found, opened: false };
      }
      throw notOpened({ head, base, repository: asking.repository, reason });
    },
    updatePull: async (number, change) => {
      await asking.ask(question(number, "change"), anything, (client) =>
        client.rest.pulls.update({ ...repo, pull_number: number, ...change }),
      );
      asking.wrote();
    },
  };
}

const countAnswer = z.object({
  repository: z.object({ pullRequests: z.object({ totalCount: z.int().check(z.minimum(0)) }) }),
});
const countQuery = `query CountPulls($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) { pullRequests(states: OPEN) { totalCount } }
}`;

const mergeableAnswer = z.object({
  state: z.enum(["open", "closed"]),
  mergeable: z.nullable(z.boolean()),
});

function notOpened(told: {
  readonly head: BranchName;
  readonly base: BranchName;
  readonly repository: string;
  readonly reason: string;
}): CoppiceError {
  const { head, base, repository, reason } = told;
  const details = { branch: head, base, reason };
  if (/no commits between/i.test(reason))
    return new CoppiceError(
      "INVALID_STATE",
      `${base} has every commit of ${head} already: GitHub opens no pull request for it.`,
      { details, suggestedAction: "Nothing is left to be merged." },
    );
  return new CoppiceError(
    "INVALID_STATE",
    `GitHub opens no pull request from ${head} into ${base} in ${repository}: ${reason || "no reason given"}.`,
    { details, suggestedAction: "See whether both branches are still there; the next run tries again." },
  );
}
