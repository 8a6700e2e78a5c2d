import * as z from "zod/mini";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Asking } from "./asking.js";
import type { HostedForge } from "./hosted.js";
import { anything } from "./hosted-answers.js";

const writing = "pull-requests: write";

/** GitHub refuses a longer text of a status. */
const longestDescription = 140;
const statusContext = "coppice";

type DiscussionMethods = Pick<HostedForge, "addLabel" | "removeLabel" | "comment" | "setStatus">;

const label = z.object({ name: z.string() });
const connection = z.object({
  repository: z.object({
    pullRequest: z.object({
      comments: z.object({
        nodes: z.array(
          z.nullable(
            z.object({
              fullDatabaseId: z.nullable(z.string().check(z.regex(/^\d{1,15}$/))),
              body: z.string(),
              viewerDidAuthor: z.boolean(),
            }),
          ),
        ),
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.nullable(z.string()) }),
      }),
    }),
  }),
});

const commentsQuery = `query Comments($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      comments(first: 100, after: $after) {
        nodes { fullDatabaseId body viewerDidAuthor }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}`;

/** Labels, comments and the commit status: what people see of a run. */
export function discussionMethods(asking: Asking): DiscussionMethods {
  const { repo } = asking;

  /** A label that GitHub makes by itself is grey and says nothing; that ours could not be made is no failure. */
  const made = asking.once("lasting", async (name: string): Promise<void> => {
    const told = { doing: `make the label ${name}`, what: "labels", permission: writing };
    const found = await asking.attempt(told, [403, 404], label, (client) =>
      client.rest.issues.getLabel({ ...repo, name }),
    );
    if ("data" in found || found.refused.status === 403) return;
    await asking.attempt(told, [403, 404, 422], anything, (client) =>
      client.rest.issues.createLabel({ ...repo, name, color: "b60205", description: "Set by Coppice" }),
    );
  });

  /** The comment of ours that starts so. Anybody may write the marker: only who wrote the comment tells. */
  async function find(number: number, marker: string): Promise<{ id: number; body: string } | undefined> {
    const told = {
      doing: `read the comments of pull request #${number}`,
      what: `pull request #${number}`,
      permission: "pull-requests: read",
    };
    let after: string | null = null;
    for (;;) {
      const answer: z.output<typeof connection> = await asking.graphWhole(told, connection, commentsQuery, {
        owner: repo.owner,
        name: repo.repo,
        number,
        after,
      });
      const { nodes, pageInfo } = answer.repository.pullRequest.comments;
      const ours = nodes.find((one) => one?.viewerDidAuthor && one.body.startsWith(marker));
      if (ours?.fullDatabaseId) return { id: Number(ours.fullDatabaseId), body: ours.body };
      if (!pageInfo.hasNextPage) return undefined;
      after = pageInfo.endCursor;
    }
  }

  /** GitHub gives back line ends as they came, and a person's editor may have changed them. */
  const same = (one: string, other: string): boolean =>
    one.replaceAll("\r\n", "\n").trim() === other.replaceAll("\r\n", "\n").trim();

  return {
    addLabel: async (number, name) => {
      await made(name);
      const told = {
        doing: `label pull request #${number}`,
        what: `pull request #${number}`,
        permission: writing,
      };
      await asking.ask(told, anything, (client) =>
        client.rest.issues.addLabels({ ...repo, issue_number: number, labels: [name] }),
      );
      asking.wrote();
    },
    removeLabel: async (number, name) => {
      const told = {
        doing: `take the label off pull request #${number}`,
        what: `pull request #${number}`,
        permission: writing,
      };
      await asking.attempt(told, [404, 410], anything, (client) =>
        client.rest.issues.removeLabel({ ...repo, issue_number: number, name }),
      );
      asking.wrote();
    },
    comment: async (number, marker, body) => {
      const told = {
        doing: `comment on pull request #${number}`,
        what: `pull request #${number}`,
        permission: writing,
      };
      // Nothing tells a comment that was written from one whose answer was lost, but the comments: no blind second try.
      for (let tries = 0; ; tries += 1) {
        const there = await find(number, marker);
        if (there !== undefined && same(there.body, body)) return tries > 0;
        try {
          await asking.ask(told, anything, (client) =>
            there === undefined
              ? client.rest.issues.createComment({
                  ...repo,
                  issue_number: number,
                  body,
                  request: { retries: 0 },
                })
              : client.rest.issues.updateComment({ ...repo, comment_id: there.id, body }),
          );
          return true;
        } catch (error) {
          if (tries > 0 || !isLost(error)) throw error;
        }
      }
    },
    setStatus: async (oid, { state, description, targetUrl }) => {
      const told = {
        doing: `set the status of ${oid.slice(0, 10)}`,
        what: `commit ${oid.slice(0, 10)}`,
        permission: "statuses: write",
      };
      await asking.ask(told, anything, (client) =>
        client.rest.repos.createCommitStatus({
          ...repo,
          sha: oid,
          state,
          context: statusContext,
          description: cut(description, longestDescription),
          ...(targetUrl === undefined ? {} : { target_url: targetUrl }),
        }),
      );
    },
  };
}

const isLost = (error: unknown): boolean =>
  error instanceof CoppiceError && error.recoverable && ["FETCH_FAILED", "TIMEOUT"].includes(error.code);

function cut(text: string, longest: number): string {
  const characters = [...text.toWellFormed()];
  if (characters.length <= longest) return characters.join("");
  return `${characters.slice(0, longest - 1).join("")}…`;
}
