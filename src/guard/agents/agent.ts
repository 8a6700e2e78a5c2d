/** What an agent is about to do, as far as the guard judges it. */
export type AgentAction =
  /** Runs a shell text. */
  | { readonly kind: "shell"; readonly text: string; readonly cwd: string }
  /** Writes files with a tool of its own. */
  | { readonly kind: "write"; readonly paths: readonly string[]; readonly cwd: string }
  /** Nothing that the guard judges: it reads, searches, plans. */
  | { readonly kind: "other"; readonly cwd: string };

/** What the agent is answered. */
export interface AgentAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** What was said is not what this agent says. */
export class AgentInputError extends Error {
  override readonly name = "AgentInputError";
}

/** How one coding agent asks before it uses a tool, and how it is told of a refusal. */
export interface AgentAdapter {
  /** As `--agent` names it. */
  readonly name: string;
  /**
   * Reads what the agent says on standard input.
   * @param cwd where it was started, if it does not say where it is
   * @throws AgentInputError
   */
  read(input: string, cwd: string): AgentAction;
  /** Refuses. The reason goes to the agent. */
  deny(reason: string): AgentAnswer;
  /** What could not be read, inside a managed worktree: the action must not go on. */
  stop(reason: string): AgentAnswer;
  /** What could not be read, elsewhere: the person is told, the action goes on. */
  warn(reason: string): AgentAnswer;
  /** The settings file, relative to the worktree's top. */
  readonly settingsFile: string;
  /** How the agent starts a program of the project's `node_modules/.bin`. */
  readonly localProgram: string;
  /**
   * The settings with an entry that starts `command` before each use of a tool; everything else in them stays.
   * @param text the settings so far; undefined: there are none
   * @returns undefined when the entry is there
   * @throws AgentInputError where the settings are not what the agent reads
   */
  addSettings(text: string | undefined, command: string): string | undefined;
}
