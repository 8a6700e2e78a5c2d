import { match, P } from "ts-pattern";
import { type PushedRef, type PushedTask, type PushPolicy, type PushRow, pushRow } from "./push-policy.js";
import { several } from "./refusal.js";
import { shellWord } from "./shell-word.js";

/** A ref that a push may not change, with everything that its message needs. */
export interface BlockedRef {
  /** Its full name over there. */
  readonly ref: string;
  readonly pushed: PushedRef;
}

/** Where a push comes from and goes to. */
export interface PushedFrom {
  readonly remote: string;
  readonly policy: PushPolicy;
  /** The task branch of the managed worktree that is pushed from; null: from none. */
  readonly worktree: string | null;
  /** The base of that worktree's branch. */
  readonly base: string | null;
}

/** How many further refs are named. */
const named = 3;

/**
 * What a person or an agent is told of a push that is blocked: at most six lines, the same for both.
 * @param blocked not empty; the first is told in full
 */
export function pushRefusal(blocked: readonly BlockedRef[], from: PushedFrom): string {
  const [first, ...others] = blocked;
  if (first === undefined) return "";
  const { state, why, use } = refusalText(first.pushed, from);
  const lines = [
    `coppice: this push to ${from.remote} is refused, nothing of it was pushed`,
    `  ${labelOf(first)}`,
    `  state:  ${state}`,
    `  why:    ${why}`,
    `  do:     ${use}`,
  ];
  if (others.length > 0) {
    const names = others.slice(0, named).map(({ ref }) => shortName(ref));
    const more = others.length - names.length;
    lines.push(`  also:   ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`);
  }
  return lines.map((line) => `${visibleLine(line)}\n`).join("");
}

/** What is told of one ref: how it stands, why it may not be pushed, and what to do instead. */
export interface RefusalText {
  readonly state: string;
  readonly why: string;
  readonly use: string;
}

/** The same words wherever a branch is judged: before a push, and of a pull request. */
export function refusalText(pushed: PushedRef, from: PushedFrom): RefusalText {
  const row = pushRow(pushed);
  return { state: stateOf(pushed, from), why: whyOf(row, pushed, from), use: useOf(row, pushed, from) };
}

/** Refs come from outside: what a terminal would act on, or would not show, is written out. */
const visibleLine = (line: string): string =>
  line.replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );

const shortName = (ref: string): string => ref.replace(/^refs\/(?:heads|tags)\//, "");

const labelOf = ({ ref, pushed }: BlockedRef): string =>
  match(pushed.kind)
    .with("task", "branch", () => `branch: ${shortName(ref)}`)
    .with("tag", () => `tag:    ${shortName(ref)}`)
    .with("coppice", "other", () => `ref:    ${ref}`)
    .exhaustive();

function stateOf(pushed: PushedRef, { worktree }: PushedFrom): string {
  if (pushed.kind === "task" && pushed.fromItsPlace) {
    if (pushed.record !== null) return statusText(pushed.record);
    return pushed.change === "deleted" ? "not landed, as far as is known here" : "no record of it here";
  }
  if (pushed.kind === "branch" && pushed.carries !== null) return `${pushed.carries} is not merged by this`;
  return worktree === null ? "not managed" : `pushed from the worktree of ${worktree}`;
}

const statusText = ({ status, seen, resolved, uncommitted, failed }: PushedTask): string =>
  match(status)
    .with("active", () => (seen ? "active, clean" : "active, its worktree cannot be looked at"))
    .with("dirty", () => `dirty, ${several(uncommitted, "uncommitted file")}`)
    .with("conflict", () => (resolved ? "conflict, resolved" : "conflict, not resolved"))
    .with("error", () => `error${failed === null ? "" : ` (${failed})`}`)
    .otherwise(() => status);

function whyOf(row: PushRow, pushed: PushedRef, from: PushedFrom): string {
  const { remote } = from;
  return match(row)
    .with("taskReady", () => "task branches are pushed by Coppice alone (guard.push is strict)")
    .with("taskNotReady", () => notReady(pushed))
    .with("taskForced", () => `it would drop commits that ${remote} has`)
    .with("taskUnknown", () => `${remote} has commits of it that are not known here`)
    .with("taskDeleted", () => "its work has neither landed nor come into base; deleting it may lose it")
    .with("otherBranch", () => "a managed worktree pushes its own branch alone")
    .with("otherName", () =>
      pushed.kind === "task"
        ? "these commits are no work of this branch"
        : "a task's work comes to another branch by a merge alone",
    )
    .with("tagFromManaged", () => "no tags from a managed worktree (guard.push is strict)")
    .with("journalRewritten", () => `it would drop entries that ${remote} has`)
    .with("taskUnrecorded", "taskGone", "journal", "anything", () => "")
    .exhaustive();
}

function notReady(pushed: PushedRef): string {
  if (pushed.kind !== "task" || pushed.record === null) return "its state does not allow it";
  if (pushed.record.elsewhere) return "its worktree is in another clone, which knows its state";
  return match(pushed.record.status)
    .with("dirty", () => "its worktree has changes that the push would leave out")
    .with("conflict", () => "its conflict with base is not resolved")
    .with("error", () => "an operation failed and needs a decision first")
    .with("active", () => "nothing tells whether its worktree is clean")
    .with("removed", () => "it is over")
    .with("creating", "initializing", "committing", "merging", "removing", () => "an operation is running")
    .exhaustive();
}

function useOf(row: PushRow, pushed: PushedRef, from: PushedFrom): string {
  const { base } = from;
  const remote = shellWord(from.remote);
  const worktree = from.worktree === null ? null : shellWord(from.worktree);
  return match(row)
    .with("taskReady", () => `coppice submit ${nameOf(pushed)}`)
    .with("taskNotReady", () => useWhenNotReady(pushed))
    .with(
      "taskForced",
      "taskUnknown",
      () => `git fetch ${remote}, then merge what came, then coppice submit ${nameOf(pushed)}`,
    )
    .with(
      "taskDeleted",
      () =>
        `coppice merge ${nameOf(pushed)} (where it was submitted, coppice submit --withdraw first), or git push --no-verify if nobody needs its work`,
    )
    .with("otherBranch", () =>
      pushed.kind === "branch" && pushed.branch === base && worktree !== null
        ? `coppice submit ${worktree}, or coppice merge ${worktree} --push`
        : `push it from the main worktree${worktree === null ? "" : `, or coppice submit ${worktree}`}`,
    )
    .with("otherName", () =>
      pushed.kind === "branch" && pushed.carries !== null
        ? `coppice submit ${shellWord(pushed.carries)}, or coppice merge ${shellWord(pushed.carries)} --push`
        : `coppice submit ${nameOf(pushed)} pushes its own commits`,
    )
    .with("tagFromManaged", () => "push it from the main worktree")
    .with("journalRewritten", () => `git fetch ${remote}, then coppice submit; entries are only ever added`)
    .with("taskUnrecorded", "taskGone", "journal", "anything", () => "")
    .exhaustive();
}

function useWhenNotReady(pushed: PushedRef): string {
  const name = nameOf(pushed);
  const record = pushed.kind === "task" ? pushed.record : null;
  if (record?.elsewhere === true) return `coppice submit ${name}, in that clone`;
  return match(record?.status)
    .with("dirty", () => `coppice commit ${name} -m <message>, then coppice submit ${name}`)
    .with("conflict", () => `coppice resolve ${name}, then coppice submit ${name}`)
    .with("error", () => `coppice retry ${name}, then coppice submit ${name}`)
    .with("removed", () => `coppice show ${name}`)
    .with("active", P.nullish, () => `coppice show ${name}`)
    .otherwise(() => `wait until it has ended, then coppice submit ${name}`);
}

const nameOf = (pushed: PushedRef): string => (pushed.kind === "task" ? shellWord(pushed.branch) : "");
