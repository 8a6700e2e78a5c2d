import * as z from "zod/mini";
import type { CommitSummary } from "../git/history.js";
import { conflictFileSchema } from "../lifecycle/error-schemas.js";
import type { ConflictFile } from "../lifecycle/errors.js";
import { branchNameSchema, type Oid, oidSchema, recordIdSchema } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";

/** One side of a conflict. */
export interface ResolverSide {
  readonly branch: string;
  readonly oid: Oid;
  /** The side's own commits, newest first. */
  readonly commits: readonly CommitSummary[];
}

/** Everything that a resolver command is told. */
export interface ResolverBrief {
  readonly record: WorktreeRecord;
  readonly files: readonly ConflictFile[];
  /** How many files conflict in all. */
  readonly total: number;
  /** The task's side. */
  readonly ours: ResolverSide;
  /** Base's side. */
  readonly theirs: ResolverSide;
  /** How long the command may take, in seconds. */
  readonly seconds: number;
}

const sideSchema = z.object({
  branch: branchNameSchema,
  oid: oidSchema,
  /** The side's own commits, newest first, at most 50. */
  commits: z.array(
    z.object({
      oid: oidSchema,
      subject: z.string(),
      author: z.string(),
      email: z.string(),
      /** RFC 3339. */
      date: z.string(),
    }),
  ),
});

/** The document on a resolver's standard input. Fields are only ever added. */
const resolverInputSchema = z.object({
  version: z.literal(1),
  /** Everything below in words, with the rules: ready to be given to a language model. */
  prompt: z.string(),
  /** The record's id. */
  worktree: recordIdSchema,
  /** The worktree's directory, which the command runs in. */
  directory: z.string(),
  branch: branchNameSchema,
  base: branchNameSchema,
  task: z.nullable(
    z.object({ id: z.string(), title: z.nullable(z.string()), status: z.nullable(z.string()) }),
  ),
  title: z.nullable(z.string()),
  role: z.nullable(z.string()),
  session: z.nullable(z.string()),
  /** What is in conflict; of very many not all. */
  files: z.array(conflictFileSchema),
  total: z.int(),
  /** The task's side: HEAD. */
  ours: sideSchema,
  /** Base's side: MERGE_HEAD. */
  theirs: sideSchema,
  limits: z.object({
    /** After so many seconds the command is ended, with everything that it has started. */
    seconds: z.number(),
  }),
});
type ResolverInput = z.infer<typeof resolverInputSchema>;

/** The JSON Schema (2020-12) of that document. */
export const resolverJsonSchema = () =>
  z.toJSONSchema(resolverInputSchema, {
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });

/** The document for one conflict. */
export function resolverInput(brief: ResolverBrief, directory: string): string {
  const side = ({ branch, oid, commits }: ResolverSide) => ({
    branch: branchNameSchema.parse(branch),
    oid,
    commits: commits.map(({ oid: commit, subject, author, email, authorDate }) => ({
      oid: commit,
      subject,
      author,
      email,
      date: new Date(authorDate * 1000).toISOString(),
    })),
  });
  const { record, files, total, ours, theirs, seconds } = brief;
  const { task } = record;
  const document: ResolverInput = {
    version: 1,
    prompt: resolverPrompt(brief),
    worktree: record.id,
    directory,
    branch: record.branch,
    base: branchNameSchema.parse(theirs.branch),
    task: task === null ? null : { ...task, title: task.title ?? record.title },
    title: record.title,
    role: record.role,
    session: record.session,
    files: [...files],
    total,
    ours: side(ours),
    theirs: side(theirs),
    limits: { seconds },
  };
  return `${JSON.stringify(document)}\n`;
}

/** The longest value that every system takes for one environment variable, with room to spare. */
const longestVariable = 100_000;

/** The same in the environment, for a command that is no program of its own: beside what every command is told. */
export const resolverEnvironment = (brief: ResolverBrief): Record<string, string> => ({
  COPPICE_BASE: brief.theirs.branch,
  COPPICE_TASK: brief.record.task?.id ?? "",
  COPPICE_RUN: brief.record.run ?? "",
  COPPICE_OURS: brief.ours.oid,
  COPPICE_THEIRS: brief.theirs.oid,
  COPPICE_FILES: brief.files
    .map((file) => file.path)
    .join("\n")
    .slice(0, longestVariable),
  COPPICE_PROMPT: resolverPrompt(brief).slice(0, longestVariable),
  COPPICE_SECONDS: String(brief.seconds),
});

/** Instructions that a person or a language model can follow without knowing Coppice. */
export function resolverPrompt(brief: ResolverBrief): string {
  const { record, ours, theirs, files, total } = brief;
  const what = record.title ?? record.task?.title ?? record.task?.id;
  return [
    `Resolve a merge conflict. The current directory is a git worktree of the branch ${ours.branch}, in which a merge of ${theirs.branch} has stopped.`,
    what === undefined ? "" : `The branch was made for this task: ${what}`,
    `Files in conflict (${total}):\n${fileLines(files, total)}`,
    `What ${ours.branch} (HEAD, "ours") did:\n${commitLines(ours)}`,
    `What ${theirs.branch} (MERGE_HEAD, "theirs") did:\n${commitLines(theirs)}`,
    [
      "Rules:",
      "- Keep the intention of both sides. Look at the commits above where it is not clear.",
      "- Edit the files until no conflict marker is left, then run `git add` (or `git rm`) for each of them.",
      "- Change nothing else, do not commit, do not push, and do not switch branches.",
      `- You have ${brief.seconds} seconds.`,
      "- If you cannot resolve it, print one line `CONFLICT_FAILED: <reason>` and end with a code other than 0.",
    ].join("\n"),
  ]
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
}

function fileLines(files: readonly ConflictFile[], total: number): string {
  const lines = files.map(
    ({ path, kind, count }) => `- ${path} (${kind}${count > 1 ? `, ${count} places` : ""})`,
  );
  if (total > files.length) lines.push(`- and ${total - files.length} more: git status lists them`);
  return lines.join("\n");
}

const commitLines = (side: ResolverSide): string =>
  side.commits.length === 0
    ? "- (no commit of its own)"
    : side.commits.map(({ oid, subject }) => `- ${oid.slice(0, 12)} ${subject}`).join("\n");

/** Finds a resolver's `CONFLICT_FAILED: reason` in its output; the last one counts. */
export class FailureLine {
  #reason: string | undefined;

  /** Takes whole lines. */
  read(chunk: string): void {
    for (const line of chunk.split(/\r?\n/)) {
      const found = /^\s*CONFLICT_FAILED:\s*(.*)$/.exec(line)?.[1];
      if (found !== undefined) this.#reason = found.trim().slice(0, 1000) || "no reason given";
    }
  }

  get reason(): string | undefined {
    return this.#reason;
  }
}
