import { CoppiceError } from "../../lifecycle/errors.js";
import type { Oid } from "../../lifecycle/ids.js";
import type { PushEnd, RefChange } from "./remote.js";
import { type PushAnswer, stale } from "./remote-answer.js";
import { deniedBy, refusalOf } from "./remote-refusal.js";
import { pauseBefore, type Talk, tries } from "./remote-talk.js";

/** What one command line takes with ease, in bytes. */
export const largestCommand = process.platform === "win32" ? 20_000 : 500_000;

/** How much room refs take in a command line: each stands there twice, with an oid and an option's name. */
export function sizeOf(refs: Iterable<string>): number {
  let size = 0;
  for (const ref of refs) size += 2 * (Buffer.byteLength(ref) + 64) + 30;
  return size;
}

const nothing: ReadonlyMap<string, Oid> = new Map();

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
  // git refuses by itself where a watched branch has moved. One command line does not take any number of names.
  const sent = sizeOf(watched.keys()) > largestCommand ? nothing : watched;
  for (let attempt = 1; ; attempt += 1) {
    const end = sent === watched ? undefined : movedFrom([...watched], await refsAfter(talk));
    if (end !== undefined) return end;
    const answer = await talk.push(changes, sent, { atomic: true });
    if (answer.code === 0) return { kind: "done" };
    const denied = deniedBy(answer);
    if (denied !== undefined) return { kind: "refused", why: denied };
    const refs = await refsAfter(talk);
    const judged = judge(answer, changes, watched, refs);
    if (judged !== undefined) return judged;
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
  const expected = [...changes.map((change) => [change.ref, change.expected] as const), ...watched];
  const moved = movedFrom(expected, refs);
  if (moved !== undefined) return moved;
  // Somebody moved it and then back again.
  const lines = stale(answer);
  if (lines.length > 0) return { kind: "moved", refs: new Map(lines.map(({ ref }) => [ref, refs.get(ref)])) };
  const why = refusalOf(answer, changes);
  return why === undefined ? undefined : { kind: "refused", why };
}

/** The refs that hold something else than they should. */
function movedFrom(
  expected: readonly (readonly [ref: string, oid: Oid | undefined])[],
  refs: ReadonlyMap<string, Oid>,
): PushEnd | undefined {
  const moved = expected.filter(([ref, oid]) => refs.get(ref) !== oid);
  if (moved.length === 0) return undefined;
  return { kind: "moved", refs: new Map(moved.map(([ref]) => [ref, refs.get(ref)])) };
}

/** The remote never said yes or no: it was not reached, or others held its refs all the time. */
function exhausted(
  answer: PushAnswer,
  changes: readonly RefChange[],
  refs: ReadonlyMap<string, Oid>,
): PushEnd {
  // Of a ref that is up to date git tells without asking anybody.
  if (answer.lines.some(({ kind }) => kind === "rejected" || kind === "remote rejected")) {
    return { kind: "moved", refs: new Map(changes.map(({ ref }) => [ref, refs.get(ref)])) };
  }
  throw new CoppiceError("PUSH_REJECTED", `The push did not get through, in ${tries} tries.`, {
    details: { exitCode: answer.code, output: answer.stderr.slice(-16_384) },
    suggestedAction: "It changed nothing: run the workflow again when the server answers.",
  });
}
