import type { RefChange, Refused } from "./remote.js";
import { declined, httpStatus, type PushAnswer } from "./remote-answer.js";

/** What GitHub asks for, by what its answers say, in our words: theirs are somebody else's text. */
const rules: readonly (readonly [RegExp, string])[] = [
  [/merge queue/i, "changes have to go through the merge queue"],
  [/through a pull request/i, "changes have to come by a pull request"],
  [/approving review|review(?:s)? (?:is|are|from)|code owner/i, "a review is missing"],
  [/status check|required workflow|code scanning/i, "required checks are missing"],
  [/verified signature|must be signed|signature/i, "commits have to be signed"],
  [/linear history|merge commits?/i, "its history has to stay linear"],
  [/secret/i, "the commits hold what the server takes for a secret"],
  [/deployment/i, "a deployment is missing"],
  [/locked/i, "it is locked"],
  [/delet(?:e|ion)/i, "it may not be deleted"],
  [/creations? being restricted|cannot create ref/i, "such refs may not be made"],
  [/updates? (?:being )?restricted|cannot update/i, "it may not be changed"],
  [/force[- ]push/i, "it may only move forward"],
];

const longestOutput = 4096;

/** What the server denied by an HTTP status: nothing was received, so there is nothing to look at. */
export function deniedBy({ stderr }: PushAnswer): Refused | undefined {
  const sentence = accessProblem(httpStatus(stderr), stderr);
  if (sentence === undefined) return undefined;
  return { cause: "permission", refs: [], sentence, output: stderr.slice(-longestOutput) };
}

/**
 * Why a push was refused, with one sentence for a person. The causes come from facts as far as there are some (status,
 * which refs were declined); what GitHub writes chooses among the sentences.
 * @returns undefined when nothing says that it was refused: the connection may have failed
 */
export function refusalOf(answer: PushAnswer, changes: readonly RefChange[]): Refused | undefined {
  const { stderr } = answer;
  const lines = declined(answer);
  const refs = [...new Set([...lines.map(({ ref }) => ref), ...named(stderr, changes)])];
  const output = stderr.slice(-longestOutput);
  // Without the names, which somebody chose: a branch may be called after anything that is looked for here.
  const said = changes.reduce(
    (text, { ref }) => text.replaceAll(ref.replace("refs/heads/", ""), ""),
    `${stderr}\n${lines.map(({ reason }) => reason).join("\n")}`,
  );
  if (lines.length === 0) return undefined;
  const refused = (cause: Refused["cause"], sentence: string): Refused => ({ cause, refs, sentence, output });
  if (/refusing to allow .* workflow/i.test(said)) {
    return refused(
      "workflow",
      "The job's own token may not push changes of workflow files: let a person merge, or give github-token an app's or a fine-grained token that has the permission `workflows: write`.",
    );
  }
  if (/GH001|exceeds .*(?:file size|limit|maximum)|too large/i.test(said)) {
    return refused(
      "other",
      "A file or the whole push is larger than the server takes: take the file out of the task branch's history, or keep it in Git LFS.",
    );
  }
  if (/GH007|email privacy|private email/i.test(said)) {
    return refused(
      "rule",
      "The commits would publish an address that its owner keeps private: set the input committer to a noreply address.",
    );
  }
  const rule = rules.find(([pattern]) => pattern.test(said))?.[1];
  if (rule !== undefined || /GH0\d\d|protected branch|rule violations/i.test(said)) {
    return refused("rule", ruleSentence(refs, changes, rule));
  }
  if (/hook declined/i.test(said)) {
    return refused(
      "rule",
      `A hook of the server does not take ${which(refs)}: read what it said, and ask who runs the server.`,
    );
  }
  return refused("other", `The server did not take ${which(refs)}: read what it said.`);
}

function accessProblem(status: number | undefined, said: string): string | undefined {
  if (/archived/i.test(said) && status === 403) {
    return "The repository is archived and takes no push: unarchive it, or turn this workflow off.";
  }
  if (/SAML|single sign-on/i.test(said) && (status === 403 || status === 401)) {
    return "The organization asks for single sign-on: authorize the token for it.";
  }
  if (status === 403) return "The token may not push: give the job `permissions: contents: write`.";
  if (status === 401) return "The token is not accepted: give github-token one that is valid.";
  return status === 404
    ? "There is no such repository, or the token may not see it: check the repository's name and the token."
    : undefined;
}

function ruleSentence(
  refs: readonly string[],
  changes: readonly RefChange[],
  rule: string | undefined,
): string {
  const of = rule === undefined ? "" : ` (${rule})`;
  const moved = changes.filter(({ ref, to }) => to !== undefined && refs.includes(ref));
  if (moved.some(({ ref }) => ref.startsWith("refs/heads/"))) {
    return `A rule of the repository keeps direct pushes off ${which(refs)}${of}, so pull requests are opened instead.`;
  }
  return moved.length > 0
    ? `A rule of the repository does not let ${which(refs)} be written${of}: exempt it from the rule.`
    : `A rule of the repository protects ${which(refs)}${of}: exempt it from the rule, or from pruning.`;
}

/** Refs of the push that the answer names: GitHub's protection declines a whole push and tells for which ref. */
export function named(stderr: string, changes: readonly RefChange[]): string[] {
  const told = new Set([...stderr.matchAll(/\bfor (refs\/[^ \n]+?)\.?(?=\r?\n|$)/g)].map(([, ref]) => ref));
  return changes.flatMap(({ ref }) => (told.has(ref) ? [ref] : []));
}

/** At most three refs by their short names. */
function which(refs: readonly string[]): string {
  if (refs.length === 0) return "the push";
  const names = refs.slice(0, 3).map((ref) => ref.replace(/^refs\/heads\//, ""));
  return refs.length > 3 ? `${names.join(", ")} and ${refs.length - 3} more` : names.join(", ");
}
