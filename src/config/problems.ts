import type * as z from "zod/mini";
import { namesAt } from "./keys.js";
import { nearest } from "./nearest.js";

/** What is wrong with one value, in words, and where. */
export interface Problem {
  /** The names and indexes that lead to the value. */
  readonly path: readonly PropertyKey[];
  readonly text: string;
  /** The key that was probably meant. */
  readonly nearest?: string;
}

type Issue = z.core.$ZodIssue;

/** `merge.strategy`, `taskBranches[1]`; names that hold other characters are quoted. */
export function dotted(path: readonly PropertyKey[]): string {
  let text = "";
  for (const part of path) {
    const name = cutName(String(part));
    if (typeof part === "number") text += `[${part}]`;
    else if (/^[\w$-]+$/.test(name)) text += text === "" ? name : `.${name}`;
    else text += `[${JSON.stringify(name)}]`;
  }
  return text;
}

/** A key that nobody knows may be as long as the file. */
export const cutName = (name: string): string =>
  name.length > longestName ? `${name.slice(0, longestName)}...` : name;

const longestName = 200;

/** What was checked, and the names that may stand in the object at a path of it. */
interface Checked {
  readonly value: unknown;
  readonly names: typeof namesAt;
}

/**
 * The first thing that is wrong, said so that a person can mend it.
 * @param value what was checked
 * @param names the names that may stand in the object at a path; default: those of the configuration
 */
export function firstProblem(issues: readonly Issue[], value: unknown, names = namesAt): Problem {
  const issue = issues[0];
  if (issue === undefined) return { path: [], text: "is not valid" };
  return problemOf(issue, issue.path, { value, names });
}

function problemOf(issue: Issue, path: readonly PropertyKey[], checked: Checked): Problem {
  const { value } = checked;
  switch (issue.code) {
    case "unrecognized_keys":
      return unknownKey(path, issue.keys[0] ?? "", checked);
    case "invalid_type":
      return { path, text: `must be ${nameOf(issue.expected)}, not ${kindAt(value, path)}` };
    case "invalid_value":
      return { path, text: `must be ${list(issue.values.map((one) => JSON.stringify(one)))}` };
    case "too_small":
      return { path, text: limit(issue.origin, "at least", Number(issue.minimum)) };
    case "too_big":
      return { path, text: limit(issue.origin, "at most", Number(issue.maximum)) };
    case "invalid_format":
      return { path, text: "has a form that is not allowed here" };
    case "invalid_key":
      return { path, text: `has a name that ${nameProblem(issue.issues[0])}` };
    case "invalid_union":
      return unionProblem(issue, path, checked);
    default:
      return { path, text: issue.message };
  }
}

function unknownKey(path: readonly PropertyKey[], key: string, { names }: Checked): Problem {
  const near = nearest(key, names(path));
  const where = [...path, key];
  const text = "is no key that Coppice knows";
  return near === undefined ? { path: where, text } : { path: where, text, nearest: near };
}

function nameProblem(issue: Issue | undefined): string {
  return issue?.code === "custom" ? issue.message : "is not allowed here";
}

/** A union says what each of its forms misses; the form that got furthest is what was meant. */
function unionProblem(
  issue: Extract<Issue, { code: "invalid_union" }>,
  path: readonly PropertyKey[],
  checked: Checked,
): Problem {
  const firsts = issue.errors.flatMap((errors) => errors[0] ?? []);
  const near = firsts.find((first) => first.code !== "invalid_type" || first.path.length > 0);
  if (near !== undefined) return problemOf(near, [...path, ...near.path], checked);
  const expected = firsts.flatMap((first) => (first.code === "invalid_type" ? [nameOf(first.expected)] : []));
  return { path, text: `must be ${list(expected)}, not ${kindAt(checked.value, path)}` };
}

function limit(origin: string, bound: string, value: number): string {
  if (origin === "string") {
    return bound === "at least" && value === 1
      ? "must not be empty"
      : `must have ${bound} ${value} characters`;
  }
  if (origin === "array") return `must have ${bound} ${value} ${value === 1 ? "entry" : "entries"}`;
  return `must be ${bound} ${value}`;
}

const names: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};
const nameOf = (type: string): string => names[type] ?? type;

/** What stands at `path`, named as the expectation is; a key that is missing is named so. */
function kindAt(value: unknown, path: readonly PropertyKey[]): string {
  let found = value;
  for (const part of path) {
    if (typeof found !== "object" || found === null) return "missing";
    found = Reflect.get(found, part);
  }
  if (found === undefined) return "missing";
  if (found === null) return "null";
  if (Array.isArray(found)) return "a list";
  return nameOf(typeof found);
}

const list = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
