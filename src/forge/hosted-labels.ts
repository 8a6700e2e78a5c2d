import * as z from "zod/mini";
import type { Asking } from "./asking.js";
import type { HostedPull } from "./hosted.js";

const batch = 50;

const event = z.object({
  actor: z.nullable(z.object({ __typename: z.string(), login: z.string().check(z.minLength(1)) })),
  label: z.object({ name: z.string() }),
});
const answer = z.object({
  repository: z.record(
    z.string(),
    z.nullable(z.object({ timelineItems: z.object({ nodes: z.array(z.nullable(event)) }) })),
  ),
});
const permissionAnswer = z.object({ permission: z.enum(["admin", "write", "read", "none"]) });

const told = {
  doing: "find out who set a label",
  what: "labels",
  permission: "pull-requests: read",
};

/** GitHub's labels do not differ in case alone. */
const sameLabel = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const query = (numbers: readonly number[]): string => `query Labelled($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) {
  ${numbers
    .map(
      (number) => `p${number}: pullRequest(number: ${number}) {
    timelineItems(last: 100, itemTypes: [LABELED_EVENT]) {
      nodes { ... on LabeledEvent { actor { __typename login } label { name } } }
    }
  }`,
    )
    .join("\n  ")}
  }
}`;

/** Finds the pull requests whose label counts; whatever cannot be found out lets it count. */
export function labels(
  asking: Asking,
): (pulls: readonly HostedPull[], label: string) => Promise<ReadonlySet<number>> {
  const { repo } = asking;

  const mayWrite = asking.once("lasting", async (login: string): Promise<boolean | undefined> => {
    const question = { ...told, doing: `ask what ${login} may do`, what: `user ${login}` };
    const found = await asking.attempt(question, [401, 403, 404, 422], permissionAnswer, (client) =>
      client.rest.repos.getCollaboratorPermissionLevel({ ...repo, username: login }),
    );
    if (!("data" in found)) return undefined;
    return ["admin", "write"].includes(found.data.permission);
  });

  /** Who set it last, by pull request; without an entry: it could not be found out. */
  async function actors(numbers: readonly number[], label: string): Promise<Map<number, string>> {
    const variables = { owner: repo.owner, name: repo.repo };
    const { data } = await asking.graph(told, answer, query(numbers), variables);
    const found = new Map<number, string>();
    for (const number of numbers) {
      const events = data?.repository[`p${number}`]?.timelineItems.nodes ?? [];
      const last = events.findLast((one) => one === null || sameLabel(one.label.name, label));
      const actor = last?.actor;
      // An application's name may be a person's too, so it is not asked for.
      if (actor?.__typename === "User") found.set(number, actor.login);
    }
    return found;
  }

  return async (pulls, label) => {
    const having = pulls
      .filter((pull) => pull.labels.some((name) => sameLabel(name, label)))
      .map(({ number }) => number);
    const counting = new Set<number>();
    for (let from = 0; from < having.length; from += batch) {
      const some = having.slice(from, from + batch);
      const by = await actors(some, label);
      for (const number of some) {
        const login = by.get(number);
        if (login === undefined || (await mayWrite(login)) !== false) counting.add(number);
      }
    }
    return counting;
  };
}
