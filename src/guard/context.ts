import type { PushFacts } from "../lifecycle/git-push.js";
import type { GitFacts } from "../lifecycle/git-rule.js";
import type { Status } from "../lifecycle/states.js";
import type { ShellParser } from "./parser.js";
import type { Place } from "./places.js";

/** A managed worktree and its record, as the guard judges by them. */
export interface Subject {
  readonly branch: string;
  /** The worktree's directory. */
  readonly path: string;
  /** As observed. */
  readonly status: Status;
  /** Of `error`: the operation that failed. */
  readonly failedOperation: string | undefined;
  /** What a person should know of its state: why it is in error, or that its operation is dead. */
  readonly why: string;
  readonly policy: "strict" | "state";
  readonly pushFacts: PushFacts;
  /** Whether the policy lets the branch be pushed to its own name as it is now. */
  mayPush(): Promise<boolean>;
  /** The facts for git's words, as far as the refs are read. */
  facts(): GitFacts;
  /** Reads the refs of the repository, once, where the facts were asked for one. @returns whether to ask them again */
  readRefs(): Promise<boolean>;
}

/** What the guard may ask of the world. */
export interface GuardContext {
  /** Where the command or the agent is, absolute. */
  readonly cwd: string;
  readonly home: string | undefined;
  /** Loads the parser, the first time. */
  readonly parser: () => Promise<ShellParser>;
  /** The managed worktree of a place; undefined when it is none. */
  readonly subject: (place: Place | undefined) => Promise<Subject | undefined>;
  /** The alias of git's configuration in a directory. */
  readonly alias: (directory: string, name: string) => Promise<string | undefined>;
}
