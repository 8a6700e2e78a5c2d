import type * as z from "zod/mini";

/** What keeps an event from being well-formed: its place, and what has to be there. */
export function illFormed(issues: readonly z.core.$ZodIssue[]): string {
  const [first] = issues;
  if (first === undefined) return "it is not as it has to be";
  const place = first.path.map(String).join(".");
  return `${place === "" ? "it" : place} ${requirement(first)}`;
}

function requirement(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "too_small":
      return bound(issue.origin, "at least", Number(issue.minimum));
    case "too_big":
      return bound(issue.origin, "at most", Number(issue.maximum));
    case "invalid_type":
      return `must be ${issue.expected}`;
    case "invalid_value":
      return `must be one of ${issue.values.map(String).join(", ")}`;
    case "custom":
      return issue.message;
    default:
      return "is not as it has to be";
  }
}

function bound(origin: string, least: string, value: number): string {
  if (origin === "string")
    return value === 1 && least === "at least"
      ? "must not be empty"
      : `must have ${least} ${value} characters`;
  if (origin === "array") return `must have ${least} ${value} ${value === 1 ? "entry" : "entries"}`;
  return `must be ${least} ${value}`;
}
