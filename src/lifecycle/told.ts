import * as z from "zod/mini";
import { initScriptStatusSchema, pullRequestSchema } from "./events.js";
import {
  type BranchName,
  branchNameProblem,
  branchNameSchema,
  type Timestamp,
  timestampSchema,
} from "./ids.js";
import type { WorktreeRecord } from "./record.js";

/** The two forms in which other tools keep what they know of worktrees; the views are written in them, too. */
export const toldForms = ["workspace", "metadata"] as const;
export type ToldForm = (typeof toldForms)[number];

/** A field of a file that does not get into the record, and why. */
export interface NotCarried {
  readonly field: string;
  readonly reason: string;
}

/** What a file of another tool tells of one worktree. Null: it says nothing of that. */
export interface Told {
  readonly type: "worktree" | "home";
  readonly branch: BranchName | null;
  readonly base: string | null;
  /** The worktree's directory and its repository's, as they are written: nothing to be followed. */
  readonly path: string | null;
  readonly repository: string | null;
  readonly createdAt: Timestamp | null;
  readonly pr: WorktreeRecord["pr"];
  readonly initScript: {
    readonly status: "success" | "failed";
    readonly error: string | null;
  } | null;
  readonly notCarried: readonly NotCarried[];
}

/** A file is not taken for what it should be: a sentence without a full stop. */
export interface NotTold {
  readonly reason: string;
}

/** How the fields are called, the name of the view first. */
const names = {
  version: ["version"],
  type: ["type"],
  status: ["status"],
  repoName: ["repo_name", "repoName"],
  branch: ["branch_name", "branchName", "branch"],
  base: ["parent_branch", "parentBranch", "base"],
  repository: ["parent_repo", "parentRepo"],
  path: ["worktree_path", "worktreePath", "path"],
  createdAt: ["created_at", "createdAt"],
  updatedAt: ["updated_at", "updatedAt"],
  pr: ["pr"],
  ran: ["initScriptRan", "init_script_ran"],
  scriptStatus: ["initScriptStatus", "init_script_status"],
  scriptError: ["initScriptError", "init_script_error"],
} as const;
type Name = keyof typeof names;

const allNames: ReadonlySet<string> = new Set(Object.values(names).flat());

/** How a form calls a field that both have. */
export const fieldName = (form: ToldForm, field: "createdAt" | "base" | "pr" | "scriptStatus"): string =>
  form === "metadata" && field === "createdAt" ? "createdAt" : names[field][0];

/** No object: what comes from a file may be called `__proto__`. */
type Fields = ReadonlyMap<string, unknown>;
const pathSchema = z.string().check(z.minLength(1), z.maxLength(4096));

/** A field by any of its names; null counts as absent. */
function field(fields: Fields, name: Name): unknown {
  for (const spelled of names[name]) {
    const value = fields.get(spelled);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/**
 * Reads what a file of another tool says of one worktree. What makes it unclear which worktree is meant refuses it; a
 * field that cannot be read otherwise is left out, and named.
 * @param value what the file holds, parsed
 * @param now milliseconds since 1970: nothing was made after it
 */
export function readTold(form: ToldForm, value: unknown, now: number): Told | NotTold {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { reason: "it is no object" };
  const fields: Fields = new Map<string, unknown>(Object.entries(value));
  const version = field(fields, "version");
  if (version !== undefined && version !== 1) return { reason: "its version is not 1" };
  const type = z.enum(["worktree", "home"]).safeParse(field(fields, "type") ?? "worktree");
  if (!type.success) return { reason: "its type is neither worktree nor home" };
  if (fields.get("status") === null) return { reason: "it tells of a worktree that is removed" };
  const branch = branchOf(field(fields, "branch"));
  if (typeof branch === "object" && branch !== null) return branch;
  const places = { path: field(fields, "path"), repository: field(fields, "repository") };
  for (const [name, place] of Object.entries(places)) {
    if (place === undefined || (pathSchema.safeParse(place).success && !String(place).includes("\0")))
      continue;
    return { reason: `its ${name === "path" ? names.path[0] : names.repository[0]} is no path` };
  }
  const notCarried: NotCarried[] = [];
  const told = {
    type: type.data,
    branch,
    base: baseOf(field(fields, "base"), notCarried),
    path: typeof places.path === "string" ? places.path : null,
    repository: typeof places.repository === "string" ? places.repository : null,
    createdAt: createdOf(field(fields, "createdAt"), fieldName(form, "createdAt"), now, notCarried),
    pr: pullRequestOf(field(fields, "pr"), notCarried),
    initScript: initScriptOf(fields, notCarried),
  };
  const status = field(fields, "status");
  if (status !== undefined && status !== "active")
    notCarried.push({ field: "status", reason: "the state is what git tells" });
  if (field(fields, "updatedAt") !== undefined)
    notCarried.push({ field: names.updatedAt[0], reason: "it tells when the record changed last" });
  return { ...told, notCarried: [...notCarried, ...unknownFields(fields)] };
}

function branchOf(value: unknown): BranchName | null | NotTold {
  if (value === undefined) return null;
  if (typeof value !== "string") return { reason: "its branch is no text" };
  const name = value.replace(/^refs\/heads\//, "");
  const parsed = branchNameSchema.safeParse(name);
  return parsed.success
    ? parsed.data
    : { reason: `its branch is no branch name: ${branchNameProblem(name) ?? "it is not well-formed"}` };
}

function baseOf(value: unknown, notCarried: NotCarried[]): string | null {
  if (value === undefined) return null;
  const parsed = branchNameSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  notCarried.push({ field: names.base[0], reason: "it is no branch name" });
  return null;
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;
/** Numbers below are seconds since 1970, above milliseconds. */
const firstMilliseconds = 100_000_000_000;

function createdOf(value: unknown, name: string, now: number, notCarried: NotCarried[]): Timestamp | null {
  if (value === undefined) return null;
  const ms =
    typeof value === "number"
      ? value * (value < firstMilliseconds ? 1000 : 1)
      : typeof value === "string" && instant.test(value)
        ? Date.parse(value)
        : Number.NaN;
  if (ms >= 0 && ms <= now) {
    const parsed = timestampSchema.safeParse(new Date(ms).toISOString());
    if (parsed.success) return parsed.data;
  }
  notCarried.push({ field: name, reason: ms > now ? "it lies ahead" : "it is no time" });
  return null;
}

/** As the forge's own programs print it, too: `state` in capitals. */
const toldPullRequestSchema = z.object({
  number: pullRequestSchema.shape.number,
  url: pullRequestSchema.shape.url.check(z.regex(/^https?:\/\/[^\s]+$/)),
  title: z._default(pullRequestSchema.shape.title, ""),
  state: z.pipe(
    z.pipe(
      z.string(),
      z.transform((state: string) => state.toLowerCase()),
    ),
    pullRequestSchema.shape.state,
  ),
  createdAt: pullRequestSchema.shape.createdAt,
});

function pullRequestOf(value: unknown, notCarried: NotCarried[]): WorktreeRecord["pr"] {
  if (value === undefined) return null;
  const parsed = toldPullRequestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = issue === undefined || issue.path.length === 0 ? "it" : `its ${issue.path.join(".")}`;
  notCarried.push({ field: "pr", reason: `${at} is not as in a pull request` });
  return null;
}

function initScriptOf(fields: Fields, notCarried: NotCarried[]): Told["initScript"] {
  const given = field(fields, "scriptStatus");
  const status = initScriptStatusSchema.safeParse(given);
  const error = field(fields, "scriptError");
  const refuse = (name: Name, reason: string): null => {
    notCarried.push({ field: names[name][0], reason });
    return null;
  };
  if (given === undefined) {
    return field(fields, "ran") === true ? refuse("ran", "how the init script ended is not told") : null;
  }
  if (!status.success) return refuse("scriptStatus", "it is none of running, success and failed");
  if (status.data === "running") return refuse("scriptStatus", "nothing runs here; coppice setup runs it");
  if (error !== undefined && (typeof error !== "string" || error === ""))
    refuse("scriptError", "it is no text");
  return { status: status.data, error: typeof error === "string" && error !== "" ? error : null };
}

const mostUnknown = 10;

function unknownFields(fields: Fields): NotCarried[] {
  const unknown = [...fields.keys()].filter((name) => !allNames.has(name));
  const reason = "a record has no place for it";
  return [
    ...unknown.slice(0, mostUnknown).map((name) => ({ field: name.slice(0, 100).toWellFormed(), reason })),
    ...(unknown.length > mostUnknown
      ? [{ field: `${unknown.length - mostUnknown} more`, reason: "a record has no place for them" }]
      : []),
  ];
}
