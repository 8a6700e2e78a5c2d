import { pushesOwnBranch } from "../lifecycle/git-push.js";
import type { GitFacts } from "../lifecycle/git-rule.js";
import { judgeGit } from "../lifecycle/git-rules.js";
import { notesRefOf } from "../lifecycle/git-rules-shared.js";
import type { Subject } from "./context.js";
import type { GitCommand } from "./git-command.js";
import type { Reach } from "./reach.js";
import { allowedBy, byState, type JudgedCommand, nextCommand, refusedBy, stateText } from "./verdict.js";

/** Judges a git command by one of the records that it concerns. */
export async function judgeCommand(
  reach: Reach,
  name: string,
  command: GitCommand,
  shown: string,
): Promise<JudgedCommand> {
  const { subject, by } = reach;
  if (name === "push" && subject.policy === "state" && by === "own") {
    const verdict = await pushedByState(subject, command, shown);
    if (verdict !== undefined) return verdict;
  }
  const judge = () => judgeGit(name, command.args, withNotesRef(subject.facts(), command));
  let judgement = judge();
  if (await subject.readRefs()) judgement = judge();
  if (judgement.refusal !== undefined) return refusedBy(subject, shown, judgement.refusal);
  if (by === "project") return allowedBy(subject, shown, judgement.classes[0] ?? "local");
  const verdict = byState(subject, shown, judgement);
  if (by === "own" || !verdict.allowed || judgement.classes.includes("read")) return verdict;
  return refusedBy(subject, shown, {
    class: "unknown",
    reason: "the directory in which it runs is put in when it runs: it could be another worktree",
    instead: "the same with the directory written out",
  });
}

/** `core.notesRef` and `GIT_NOTES_REF` name the ref that git notes uses. */
function withNotesRef(facts: GitFacts, { settings, env }: GitCommand): GitFacts {
  const named = settings.get("core.notesref") ?? env.get("GIT_NOTES_REF");
  if (named === undefined) return facts;
  return { ...facts, defaultNotesRef: named.text === undefined ? facts.notesRef : notesRefOf(named.text) };
}

async function pushedByState(
  subject: Subject,
  command: GitCommand,
  shown: string,
): Promise<JudgedCommand | undefined> {
  if (!pushesOwnBranch(command.args, subject.pushFacts)) return undefined;
  if (await subject.mayPush()) return allowedBy(subject, shown, "local");
  return refusedBy(subject, shown, {
    class: "blocked",
    reason: `${subject.branch} is ${stateText(subject)}: it may be pushed when it is active and clean, or its conflict is resolved`,
    instead: nextCommand(subject),
  });
}
