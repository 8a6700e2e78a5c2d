import type { GitJudgement, GitRefusal } from "../lifecycle/git-rule.js";
import { shellWord } from "../lifecycle/shell-word.js";
import { type CommandClass, stateProperties } from "../lifecycle/states.js";
import type { Subject } from "./context.js";
import type { JudgedCommand, Verdict } from "./judged.js";

export type { JudgedCommand, Verdict } from "./judged.js";

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
