import type * as z from "zod/mini";
import { meant, nearest } from "../config/nearest.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { type InputName, inputVariable } from "./input-table.js";

export type Environment = Readonly<Record<string, string | undefined>>;

/** What stands in an input; undefined: it was not given, or is blank. */
export function given(env: Environment, name: InputName): string | undefined {
  const text = env[inputVariable(name)]?.trim();
  return text === "" ? undefined : text;
}

/** Makes of an input's text what its schema is asked about. */
export type Convert = (text: string) => unknown;
export const asText: Convert = (text) => text;
/** What is no number stays text, which the schema refuses. */
export const numberOf: Convert = (text) =>
  /^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;
export const booleanOf: Convert = (text) => ({ true: true, false: false })[text.toLowerCase()] ?? text;

/** What was found out about a value, which is loaded when something is wrong. */
export async function wrong(
  name: InputName,
  text: string,
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
): Promise<CoppiceError> {
  const { firstProblem } = await import("../config/problems.js");
  const problem = firstProblem(issues, value);
  const near = nearest(text, choicesOf(issues));
  return new CoppiceError(
    "CONFIG_INVALID",
    `The input ${name} is ${shown(text)}: it ${problem.text}${meant(near)}.`,
    {
      details: { key: name, ...(near === undefined ? {} : { nearest: near }) },
      suggestedAction: `Correct ${name} in the workflow file.`,
    },
  );
}

const choicesOf = ([issue]: readonly z.core.$ZodIssue[]): string[] =>
  issue?.code === "invalid_value" ? issue.values.map(String) : [];

/** A value as text in one line: what a log or a page would act on is written out. */
export const shown = (text: string): string =>
  JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}...` : text).replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
