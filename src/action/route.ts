import { match, P } from "ts-pattern";
import { CoppiceError } from "../lifecycle/errors.js";
import type { EventHint } from "./event.js";
import type { Operation } from "./inputs.js";

/** What a run is to do. */
export type Route =
  /** Nothing, and why, as a sentence. */
  | { readonly kind: "nothing"; readonly why: string }
  /** The event starts nothing, and why; what happened to others is recorded all the same, as events get lost. */
  | { readonly kind: "aside"; readonly why: string }
  /** `branch`: the run is about it, and is none where that is no task branch. */
  | { readonly kind: "merge" | "prune" | "sync" | "reconcile"; readonly branch: string | undefined }
  | {
      readonly kind: "check";
      /** Undefined: those of the branch, or without one all open ones. */
      readonly pull: number | undefined;
      readonly branch: string | undefined;
      readonly after: "merge" | "record" | "nothing";
    };

/** What of the inputs decides about the way. */
export interface Wanted {
  readonly operation: Operation;
  readonly prune: boolean;
  /** Whether a branch is a task branch by its name; undefined: that stands in a file that is not read yet. */
  readonly isTask: (branch: string) => boolean | undefined;
}

/** Pull request events after which something may be different that a check or a merge looks at. */
const checkedActions = [
  "opened",
  "reopened",
  "synchronize",
  "labeled",
  "unlabeled",
  "ready_for_review",
  "edited",
] as const;

/** Events that may have made a branch ready, besides pushes and pull requests. */
const mergeEvents = [
  "workflow_dispatch",
  "repository_dispatch",
  "workflow_run",
  "check_suite",
  "check_run",
  "status",
  "pull_request_review",
] as const;

/**
 * Decides what a run does.
 * @throws CONFIG_INVALID where the event and the operation do not go together
 */
export function routeOf(event: EventHint, wanted: Wanted): Route {
  const { operation, isTask } = wanted;
  // Its jobs have a token that may write, though a stranger has started them.
  const foreign = event.name === "pull_request_target";
  if (foreign && operation !== "auto" && operation !== "check") throw notThere(operation);
  if (event.pull?.fork === true)
    return nothing(
      `Pull request ${event.pull.number === undefined ? "" : `#${event.pull.number} `}comes from a fork: nothing of it is fetched, checked or merged.`,
    );
  const branch = event.branch;
  return match(operation)
    .returnType<Route>()
    .with("merge", "prune", "sync", (kind) => ({ kind, branch: undefined }))
    .with("check", () => {
      if (foreign && event.pull?.number === undefined) throw noPull();
      return { kind: "check", pull: event.pull?.number, branch, after: foreign ? "nothing" : "record" };
    })
    .with("auto", () => {
      if (branch !== undefined && isTask(branch) === false)
        return (foreign ? nothing : aside)(`${branch} is no task branch.`);
      return byEvent(event, wanted);
    })
    .exhaustive();
}

const byEvent = (event: EventHint, { prune }: Wanted): Route =>
  match(event)
    .returnType<Route>()
    .with({ name: P.union("push", "create", "delete"), tag: true }, () =>
      aside("It is about a tag, and tags are no work of a task."),
    )
    .with({ name: "push", deleted: true }, { name: "delete" }, ({ branch }) => ({
      kind: "reconcile",
      branch,
    }))
    .with({ name: "push" }, { name: "create" }, ({ branch }) => ({ kind: "merge", branch }))
    .with({ name: "schedule" }, () => ({ kind: prune ? "prune" : "merge", branch: undefined }))
    .with({ name: P.union("pull_request", "pull_request_target") }, pullRequest)
    .with({ name: P.union(...mergeEvents) }, ({ branch }) => ({ kind: "merge", branch }))
    .otherwise(({ name }) => {
      throw new CoppiceError(
        "CONFIG_INVALID",
        `The event ${JSON.stringify(name)} does not say what is to be done.`,
        {
          details: { key: "operation" },
          suggestedAction: "Set the input operation to merge, prune, check or sync.",
        },
      );
    });

function pullRequest(event: EventHint): Route {
  const { action, branch, pull } = event;
  const foreign = event.name === "pull_request_target";
  if (action === "closed")
    return foreign
      ? nothing("pull_request_target is for checks alone, and a closed pull request needs none.")
      : { kind: "reconcile", branch };
  if (action !== undefined && !checkedActions.some((one) => one === action))
    return (foreign ? nothing : aside)(
      `${JSON.stringify(action)} changes nothing that a check or a merge looks at.`,
    );
  if (pull?.number !== undefined || branch !== undefined)
    return { kind: "check", pull: pull?.number, branch, after: foreign ? "nothing" : "merge" };
  if (foreign) throw noPull();
  // What it was about is found out with everything else.
  return { kind: "merge", branch: undefined };
}

const nothing = (why: string): Route => ({ kind: "nothing", why });
const aside = (why: string): Route => ({ kind: "aside", why });

const notThere = (operation: Operation): CoppiceError =>
  new CoppiceError(
    "CONFIG_INVALID",
    `The operation ${operation} does not run on pull_request_target: such a job may write, and a stranger starts it.`,
    { details: { key: "operation" }, suggestedAction: "Let the job run on pull_request or push." },
  );

const noPull = (): CoppiceError =>
  new CoppiceError("CONFIG_INVALID", "The event names no pull request to check.", {
    suggestedAction: "Let the job run on pull_request, or set the input operation.",
  });
