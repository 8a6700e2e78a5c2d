import type { GitJudgement, GitRefusal } from "../lifecycle/git-rule.js";
import { shellWord } from "../lifecycle/shell-word.js";
import { type CommandClass, type Status, stateProperties } from "../lifecycle/states.js";
import type { Subject } from "./context.js";

/** What the guard says of one git command, or of one file that is to be written. */
export interface JudgedCommand {
  /** As the guard read it; empty when it could not be read. */
  readonly command: string;
  readonly allowed: boolean;
  /** `blocked` and `unknown` are allowed in no state; null: it is no git command. */
  readonly class: CommandClass | "blocked" | "unknown" | null;
  /** The branch of the record it was judged by, and that record's state. */
  readonly branch: string;
  readonly state: Status;
  /** Empty when it is allowed. */
  readonly reason: string;
  /** What to use instead, where there is something. */
  readonly instead: string;
}

export interface Verdict {
  readonly allowed: boolean;
  /** What concerns managed worktrees, as far as it was looked at: up to the first that is refused. */
  readonly commands: readonly JudgedCommand[];
}

/** What is refused, in one sentence; undefined when nothing is. */
export function refusalText({ commands }: Verdict): string | undefined {
  const refused = commands.find(({ allowed }) => !allowed);
  if (refused === undefined) return undefined;
  const { command, reason, branch, state } = refused;
  const what = command === "" ? "The command" : command;
  return `${what} is refused in the worktree of ${branch} (${state}): ${reason}.`;
}

/** Whether the state allows one of a command's classes. */
export function byState(subject: Subject, shown: string, { classes }: GitJudgement): JudgedCommand {
  const { commandClasses } = stateProperties(subject.status, subject.failedOperation);
  const fitting = classes.find((one) => commandClasses.includes(one));
  if (fitting !== undefined) return allowedBy(subject, shown, fitting);
  const may =
    commandClasses.length === 0 ? "no git command" : `only ${commandClasses.join(" and ")} commands`;
  return {
    ...refusedBy(subject, shown, {
      class: "blocked",
      reason: `${subject.branch} is ${stateText(subject)}: ${may} may run there now`,
      instead: nextCommand(subject),
    }),
    class: classes[0] ?? null,
  };
}

export function stateText({ status, failedOperation, why }: Subject): string {
  const { meaning } = stateProperties(status, failedOperation);
  return `${status} (${why === "" ? meaning : why})`;
}

/** What to do in a state that does not allow a command. */
export function nextCommand({ status, branch: name, why }: Subject): string {
  const branch = shellWord(name);
  if (status === "conflict") return `coppice resolve ${branch}, or coppice abort ${branch}`;
  if (status === "error") return `coppice retry ${branch}, or coppice show ${branch}`;
  if (status === "dirty") return `coppice commit ${branch} -m <message>, then coppice submit ${branch}`;
  if (why !== "") return `coppice show ${branch}, which says how it goes on`;
  return `wait until it has ended (coppice show ${branch})`;
}

const longest = 200;
const shorten = (text: string): string => {
  const line = text.replace(/\s+/g, " ");
  return line.length > longest ? `${line.slice(0, longest)}...` : line;
};

export const allowedBy = (subject: Subject, command: string, of: CommandClass): JudgedCommand => ({
  command: shorten(command),
  allowed: true,
  class: of,
  branch: subject.branch,
  state: subject.status,
  reason: "",
  instead: "",
});

export const refusedBy = (subject: Subject, command: string, refusal: GitRefusal): JudgedCommand => ({
  ...allowedBy(subject, command, "read"),
  allowed: false,
  class: refusal.class,
  reason: refusal.reason,
  instead: refusal.instead,
});
