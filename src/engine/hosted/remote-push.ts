import { CoppiceError } from "../../lifecycle/errors.js";
import type { Oid } from "../../lifecycle/ids.js";
import type { PushEnd, RefChange } from "./remote.js";
import { type PushAnswer, stale } from "./remote-answer.js";
import { deniedBy, refusalOf } from "./remote-refusal.js";
import { pauseBefore, type Talk, tries } from "./remote-talk.js";

/**
 * One atomic push. How it ended is read from the refs wherever git does not say that all is done: an answer may be
 * lost on its way, and its wording is no fact.
 * @throws PUSH_REJECTED when the remote cannot be reached, INTERRUPTED
 */
export async function pushAtomic(
  talk: Talk,
  changes: readonly RefChange[],
  watched: ReadonlyMap<string, Oid>,
): Promise<PushEnd> {
  if (changes.length === 0) return { kind: "done" };
  for (let attempt = 1; ; attempt += 1) {
    const answer = await talk.push(changes, watched, { atomic: true });
    if (answer.code === 0) return { kind: "done" };
    const denied = deniedBy(answer);
    if (denied !== undefined) return { kind: "refused", why: denied };
    const refs = await refsAfter(talk);
    const end = judge(answer, changes, watched, refs);
    if (end !== undefined) return end;
    if (attempt === tries) return exhausted(answer, changes, refs);
    await talk.options.pause(pauseBefore(attempt));
  }
}

/** What the refs hold after a push that did not end well. */
export async function refsAfter(talk: Talk): Promise<ReadonlyMap<string, Oid>> {
  try {
    return await talk.refs();
  } catch (error) {
    if (!(error instanceof CoppiceError) || error.code === "INTERRUPTED") throw error;
    throw new CoppiceError(
      "PUSH_REJECTED",
      "The remote was lost during a push: whether it came through is not known.",
      {
        details: error.details,
        suggestedAction: "Nothing is half done: run the workflow again, which finds out what is there.",
        cause: error,
      },
    );
  }
}

function judge(
  answer: PushAnswer,
  changes: readonly RefChange[],
  watched: ReadonlyMap<string, Oid>,
  refs: ReadonlyMap<string, Oid>,
): PushEnd | undefined {
  if (changes.every(({ ref, to }) => refs.get(ref) === to)) return { kind: "done" };
  const moved = [...changes.map(({ ref, expected }) => [ref, expected] as const), ...watched].filter(
    ([ref, expected]) => refs.get(ref) !== expected,
  );
  if (moved.length > 0) return { kind: "moved", refs: new Map(moved.map(([ref]) => [ref, refs.get(ref)])) };
  // Somebody moved it and then back again.
  const lines = stale(answer);
  if (lines.length > 0) return { kind: "moved", refs: new Map(lines.map(({ ref }) => [ref, refs.get(ref)])) };
  const why = refusalOf(answer, changes);
  return why === undefined ? undefined : { kind: "refused", why };
}

/** The remote never said yes or no: it was not reached, or others held its refs all the time. */
function exhausted(
  answer: PushAnswer,
  changes: readonly RefChange[],
  refs: ReadonlyMap<string, Oid>,
): PushEnd {
  if (answer.lines.length > 0) {
    return { kind: "moved", refs: new Map(changes.map(({ ref }) => [ref, refs.get(ref)])) };
  }
  throw new CoppiceError("PUSH_REJECTED", `The push did not get through, in ${tries} tries.`, {
    details: { exitCode: answer.code, output: answer.stderr.slice(-16_384) },
    suggestedAction: "Nothing was changed: run the workflow again when the server answers.",
  });
}
