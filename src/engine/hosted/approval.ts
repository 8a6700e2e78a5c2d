import { match } from "ts-pattern";
import type { BranchRules, HostedForge, Judgement } from "../../forge/hosted.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import type { BranchName, Oid } from "../../lifecycle/ids.js";
import type { Candidate, HostedSettings, Task } from "./model.js";

/** What others have to say of a commit before base gets it: the journal, which anybody may write, is no approval. */
export interface ApprovalContext {
  readonly base: BranchName;
  readonly settings: Pick<HostedSettings, "mergeWhen">;
  /** Of base; undefined: they could not be read, and base counts as protected. */
  readonly rules: BranchRules | undefined;
  readonly forge: Pick<HostedForge, "judge">;
}

/** What the forge answers, or why it does not. */
export async function unlessUnknown<T>(ask: () => Promise<T>): Promise<T | string> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CoppiceError) || error.code === "INTERRUPTED") throw error;
    return error.message.replace(/\.$/, "");
  }
}

/** Asks about all of them at once, and only when something depends on it. */
export async function judge(
  context: ApprovalContext,
  wanted: readonly Candidate[],
): Promise<(candidate: Candidate) => Judgement | string> {
  const { mergeWhen } = context.settings;
  const needed = mergeWhen === "approved" || mergeWhen === "checks-pass" || isProtected(context);
  if (!needed || wanted.length === 0) return () => ({ approved: undefined, checks: undefined });
  const judged = await unlessUnknown(() =>
    context.forge.judge(
      wanted.map(({ head, task }) => ({
        oid: head,
        ...(task.pull === undefined ? {} : { pull: task.pull.number }),
      })),
    ),
  );
  if (typeof judged === "string") return () => judged;
  return ({ head }) => judged.get(head) ?? { approved: undefined, checks: undefined };
}

export const isProtected = ({ rules }: ApprovalContext): boolean => rules?.protected !== false;

/** What `merge-when` asks for and the commit has not, as the end of a sentence. */
export function unmet(
  { settings }: ApprovalContext,
  { task, head }: Candidate,
  judgement: Judgement | string,
): string | undefined {
  return match(settings.mergeWhen)
    .with("submitted", "always", () => undefined)
    .with("approved", () => unapprovedReason(task, head, judgement))
    .with("checks-pass", () => uncheckedReason(judgement))
    .exhaustive();
}

function unapprovedReason({ pull }: Task, head: Oid, judgement: Judgement | string): string | undefined {
  if (pull === undefined) return "it has no open pull request that could be approved";
  if (pull.head.oid !== head) return `its pull request #${pull.number} has another commit than the branch`;
  if (typeof judgement === "string") return `whether it is approved could not be found out: ${judgement}`;
  if (judgement.approved === undefined) return "whether it is approved could not be found out";
  return judgement.approved
    ? undefined
    : `this commit of its pull request #${pull.number} is not approved by somebody with write access`;
}

function uncheckedReason(judgement: Judgement | string): string | undefined {
  if (typeof judgement === "string") return `its checks could not be read: ${judgement}`;
  return match(judgement.checks)
    .with("success", () => undefined)
    .with("failure", () => "a check of it failed")
    .with("pending", () => "its checks are not finished")
    .with("none", () => "no check has reported on it")
    .with(undefined, () => "its checks could not be read")
    .exhaustive();
}

export function isHeldByProtection(context: ApprovalContext, judgement: Judgement | string): boolean {
  if (!isProtected(context)) return false;
  return typeof judgement === "string" || (judgement.approved !== true && judgement.checks !== "success");
}

export function protectionReason({ base, rules }: ApprovalContext): string {
  const why = rules === undefined ? `whether ${base} is protected could not be read` : `${base} is protected`;
  return `${why}: its pull request has to be approved, or its checks have to pass`;
}
