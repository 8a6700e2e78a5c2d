import { createRequire } from "node:module";
import type { WorkflowEvent } from "./driver.js";

type Json = Record<string, unknown>;

interface Examples {
  readonly name: string;
  readonly examples: readonly Json[];
}

const require = createRequire(import.meta.url);
const all: readonly Examples[] = require("@octokit/webhooks-examples");

/** A payload as GitHub documents it: the first one of an event, of an action where one is named. */
function example(event: string, action?: string): Json {
  const examples = all.find(({ name }) => name === event)?.examples ?? [];
  const found = examples.find((one) => action === undefined || one.action === action);
  if (found === undefined) throw new Error(`no example of ${event} ${action ?? ""}`);
  return structuredClone(found);
}

const object = (value: unknown): Json => Object(value);

/** Puts values into a payload where it has others. */
function changed(payload: Json, changes: Json): Json {
  const result: Json = { ...payload };
  for (const [key, value] of Object.entries(changes)) {
    const nested = typeof value === "object" && value !== null && !Array.isArray(value);
    result[key] = nested ? changed(object(payload[key]), object(value)) : value;
  }
  return result;
}

export interface Place {
  /** `owner/name`. */
  readonly repository: string;
  readonly defaultBranch?: string;
}

const repositoryOf = ({ repository, defaultBranch = "main" }: Place): Json => ({
  id: 1,
  full_name: repository,
  name: repository.split("/")[1],
  default_branch: defaultBranch,
});

const event = (place: Place, name: string, payload: Json, ref?: string): WorkflowEvent => ({
  name,
  payload,
  repository: place.repository,
  ref: ref ?? `refs/heads/${place.defaultBranch ?? "main"}`,
});

export function pushed(place: Place, ref: string): WorkflowEvent {
  return event(place, "push", changed(example("push"), { ref, repository: repositoryOf(place) }), ref);
}

export function deleted(place: Place, ref: string, type: "branch" | "tag" = "branch"): WorkflowEvent {
  const payload = changed(example("delete"), { ref, ref_type: type, repository: repositoryOf(place) });
  return event(place, "delete", payload);
}

/** Nothing else stands in it: no repository, for one. */
export const scheduled = (place: Place): WorkflowEvent => event(place, "schedule", { schedule: "0 2 * * *" });

export function dispatched(place: Place, inputs: Json): WorkflowEvent {
  return { ...event(place, "workflow_dispatch", { inputs, repository: repositoryOf(place) }), inputs };
}

export function pullRequest(
  place: Place,
  wanted: {
    readonly action: string;
    readonly number: number;
    readonly head: string;
    readonly sha?: string;
    readonly base?: string;
    /** Of the head; null: the fork is gone. */
    readonly from?: string | null;
  },
): WorkflowEvent {
  const { action, number, head, base = "main", sha = "1".repeat(40), from = place.repository } = wanted;
  const repo =
    from === null ? null : { ...repositoryOf({ repository: from }), id: from === place.repository ? 1 : 2 };
  const payload = changed(example("pull_request", action), {
    action,
    number,
    pull_request: {
      number,
      head: { ref: head, sha, repo },
      base: { ref: base, repo: repositoryOf(place) },
    },
    repository: repositoryOf(place),
  });
  return event(place, "pull_request", payload, `refs/pull/${number}/merge`);
}
