import type { GitArguments } from "./git-arguments.js";
import type { CommandClass } from "./states.js";

/** Why a command is allowed in no state. */
export interface GitRefusal {
  /** `blocked`: it must not be; `unknown`: what it would do cannot be known before it runs. */
  readonly class: "blocked" | "unknown";
  readonly reason: string;
  /** What to use instead; empty when there is nothing. */
  readonly instead: string;
}

/** The classes that allow a command (a state needs one of them), or why none does. */
export interface GitJudgement {
  readonly classes: readonly CommandClass[];
  readonly refusal?: GitRefusal;
  /** No word that is not known can make another thing of it. */
  readonly certain?: true;
}

/** What a judgement may depend on beyond the words. */
export interface GitFacts {
  /** The record's branch. */
  readonly branch: string;
  /** Whether a live record has this branch. */
  readonly isManaged: (branch: string) => boolean;
  /** Whether a name is that of a remote-tracking branch, in any spelling. */
  readonly isRemote: (name: string) => boolean;
  /** Whether git checkout would make a local branch of this name from a remote one. */
  readonly isOnlyRemote: (name: string) => boolean;
  /** The ref of the journals, and the ref that git notes uses when none is named. */
  readonly notesRef: string;
  readonly defaultNotesRef: string;
}

export interface GitRule {
  /** What the command is when nothing below says otherwise. */
  readonly is: GitJudgement;
  /** Its options, as `optionSyntax` reads them. */
  readonly options?: string;
  /** The options, by long name, that are allowed in no state. */
  readonly refuses?: Readonly<Record<string, GitJudgement>>;
  /** What its words make of it. */
  readonly by?: (given: GitArguments, facts: GitFacts) => GitJudgement | undefined;
  /** `harmless`: no word that is not known can make another thing of it. */
  readonly doubt?: "harmless";
}

export type GitRuleTable = Readonly<Record<string, GitRule>>;

export const read: GitJudgement = { classes: ["read"] };
export const local: GitJudgement = { classes: ["local"] };
/** What a conflict is resolved with, and which is a local command elsewhere. */
export const resolving: GitJudgement = { classes: ["local", "resolve"] };

/** The same, whatever the words turn out to be that are not known. */
export const certainly = (judgement: GitJudgement): GitJudgement => ({ ...judgement, certain: true });

export const refused = (kind: GitRefusal["class"], reason: string, instead = ""): GitJudgement => ({
  classes: [],
  refusal: { class: kind, reason, instead },
});
