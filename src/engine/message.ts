import type { Strategy } from "../lifecycle/events.js";
import type { BranchName, RecordId } from "../lifecycle/ids.js";

/** One `Key: value` line of a message's last paragraph. */
export type Trailer = readonly [key: string, value: string];

/** What a merge's message is made of. */
export interface MessageInput {
  readonly id: RecordId;
  readonly branch: BranchName;
  readonly target: BranchName;
  readonly strategy: Exclude<Strategy, "rebase">;
  readonly task: string | null;
  readonly title: string | null;
  /** Config `merge.message`, with `{branch}`, `{base}`, `{task}` and `{title}`. */
  readonly template: string | undefined;
  /** The messages of the branch's own commits, oldest first; only a squash speaks of them. */
  readonly commits: readonly string[];
  /** People besides the author who wrote squashed commits: `Name <address>`. */
  readonly coAuthors: readonly string[];
}

/** The message of the commit that lands on base, trailers included. Ends in one line feed. */
export function mergeMessage(input: MessageInput): string {
  const text = input.template === undefined ? defaultMessage(input) : fillTemplate(input.template, input);
  const coAuthors = input.coAuthors.map((person): Trailer => ["Co-authored-by", person]);
  return withTrailers(text, [...coAuthors, ...recordTrailers(input.id, input.task)]);
}

/** The trailers that every landed commit carries: whose worktree it was, and for which task. */
export function recordTrailers(id: RecordId, task: string | null): Trailer[] {
  const own: Trailer[] = [[recordTrailerKey, id]];
  if (task !== null && oneLine(task) !== "") own.push(["Task", oneLine(task)]);
  return own;
}

/** Names the record that a commit on base came from. */
export const recordTrailerKey = "Coppice-Worktree";

function defaultMessage(input: MessageInput): string {
  const title = oneLine(input.title ?? "");
  if (input.strategy === "merge") {
    return paragraphs(`Merge ${input.branch} into ${input.target}`, title);
  }
  const [only, ...more] = input.commits;
  if (only !== undefined && more.length === 0) return only;
  const subjects = input.commits.map((message) => `* ${subjectOf(message)}`).join("\n");
  return paragraphs(title === "" ? `Squash ${input.branch} into ${input.target}` : title, subjects);
}

function fillTemplate(template: string, input: MessageInput): string {
  const values: Readonly<Record<string, string>> = {
    branch: input.branch,
    base: input.target,
    task: oneLine(input.task ?? ""),
    title: oneLine(input.title ?? ""),
  };
  // One pass: a title that holds "{branch}" stays as it is.
  const filled = template.replace(/\{([a-z]+)\}/gi, (whole, name: string) => values[name] ?? whole);
  return filled.trim() === "" ? defaultMessage({ ...input, template: undefined }) : filled;
}

/**
 * Adds trailers to a message so that `git interpret-trailers --parse` finds them: into its last paragraph where
 * that is one of trailers already, else as a paragraph of their own. One that stands there already is not repeated.
 */
export function withTrailers(message: string, trailers: readonly Trailer[]): string {
  const body = tidy(message);
  const block = trailerBlock(body);
  const missing = trailers.map(([key, value]) => `${key}: ${value}`).filter((line) => !block.includes(line));
  if (missing.length === 0) return `${body}\n`;
  return `${body}${block.length > 0 ? "\n" : "\n\n"}${missing.join("\n")}\n`;
}

/** The value of a trailer in a message's trailer paragraph; undefined when it has none. */
export function trailerOf(message: string, key: string): string | undefined {
  const prefix = `${key.toLowerCase()}:`;
  const line = trailerBlock(tidy(message)).find((text) => text.toLowerCase().startsWith(prefix));
  return line?.slice(prefix.length).trim();
}

/** A message's first paragraph on one line. */
export function subjectOf(message: string): string {
  return oneLine(tidy(message).split("\n\n")[0] ?? "");
}

/**
 * The lines of the last paragraph when git would read it as trailers, else none: all lines are trailers, or one is
 * git's own and at least a quarter are. The first paragraph is the subject, never trailers. (git's trailer.c)
 */
function trailerBlock(body: string): string[] {
  const start = body.lastIndexOf("\n\n");
  if (start < 0) return [];
  const lines = body.slice(start + 2).split("\n");
  let trailers = 0;
  let others = 0;
  let own = false;
  let continues = false;
  for (const line of lines) {
    const ownLine = /^(?:Signed-off-by: |\(cherry picked from commit )/.test(line);
    own ||= ownLine;
    if (ownLine || /^[A-Za-z0-9-]+[ \t]*:/.test(line)) {
      trailers += 1;
      continues = true;
    } else if (!(continues && /^[ \t]/.test(line))) {
      others += 1;
      continues = false;
    }
  }
  const isBlock = (trailers > 0 && others === 0) || (own && trailers * 3 >= others);
  return isBlock ? lines : [];
}

/** White space as git cleans it: no trailing blanks, no blank lines at the ends, never two in a row. */
function tidy(message: string): string {
  return message
    .replaceAll("\r\n", "\n")
    .replace(/[ \t]+$/gm, "")
    .replace(/^\n+|\n+$/g, "")
    .replace(/\n{3,}/g, "\n\n");
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

const paragraphs = (...texts: readonly string[]): string => texts.filter((text) => text !== "").join("\n\n");
