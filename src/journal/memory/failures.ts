import * as z from "zod/mini";
import { CoppiceError } from "../../lifecycle/errors.js";
import { scrub } from "../scrub.js";

/** What isomorphic-git's errors and Node's carry, as far as it says what has happened. */
const problemSchema = z.object({
  code: z.optional(z.unknown()),
  name: z.optional(z.string()),
  data: z.optional(
    z.object({
      statusCode: z.optional(z.number()),
      result: z.optional(
        z.object({
          error: z.optional(z.string()),
          refs: z.optional(z.record(z.string(), z.object({ error: z.optional(z.string()) }))),
        }),
      ),
    }),
  ),
  cause: z.optional(z.object({ code: z.optional(z.unknown()) })),
});

/** What was being done: it chooses the error's code. */
export type Direction = "fetch" | "push";

/**
 * An error of a conversation as one of ours. It never tells a header, an address beyond the host and the path, or what
 * a server wrote beyond the reason for which it refused the ref.
 */
export function remoteFailure(
  error: unknown,
  direction: Direction,
  { place, ref, token }: { readonly place: string; readonly ref: string; readonly token: boolean },
): CoppiceError {
  if (error instanceof CoppiceError) return error;
  const parsed = z.safeParse(problemSchema, error);
  const { code, name, data, cause } = parsed.success ? parsed.data : {};
  const status = data?.statusCode;
  const done = direction === "fetch" ? "fetched from" : "pushed to";
  const fail = (reason: string, advice?: string, recoverable = true): CoppiceError =>
    new CoppiceError(
      direction === "fetch" ? "FETCH_FAILED" : "PUSH_REJECTED",
      `The journal in ${ref} could not be ${done} ${place}: ${reason}.`,
      {
        details: { reason },
        recoverable,
        ...(advice === undefined ? {} : { suggestedAction: advice }),
      },
    );
  if (status === 429) {
    return new CoppiceError("RATE_LIMITED", `${place} asks for fewer requests.`, {
      details: { reason: "429" },
    });
  }
  if (status === 401) {
    return token
      ? fail("it does not know the token", "Give a token that is valid.", false)
      : fail("it asks for a token", "Give a token.", false);
  }
  if (status === 403)
    return fail(
      "the token may not do that",
      `Give the token ${direction === "fetch" ? "read" : "write"} access to contents.`,
      false,
    );
  if (status === 404)
    return fail(
      "there is no such repository, or the token may not see it",
      "Check the address and the token.",
      false,
    );
  const later = direction === "push" ? "Nothing has changed there: run it again when it answers." : undefined;
  if (status !== undefined) return fail(`it answered with ${status}`, later);
  if (name === "TimeoutError") {
    return new CoppiceError("TIMEOUT", `${place} took too long to answer.`, {
      details: { step: direction },
    });
  }
  const refusal = data?.result?.refs?.[ref]?.error ?? data?.result?.error;
  if (refusal !== undefined)
    return fail(`it refused: ${plain(refusal)}`, `Exempt ${ref} from the rule there that refuses it.`);
  const known = [cause?.code, code].find((one) => typeof one === "string");
  return fail(known === undefined ? "the connection failed" : `${known}`, later);
}

/** What a server wrote, as text that may be shown: no control characters, no secrets, not too long. */
const plain = (text: string): string => scrub(text.slice(0, 500).replaceAll(/\p{Cc}+/gu, " "));

/** An answer that this store cannot work with; a clone with git can. */
export const nativeOnly = (place: string, what: string): CoppiceError =>
  new CoppiceError("FETCH_FAILED", `${place} ${what}, which the store without git cannot read.`, {
    details: { reason: what },
    recoverable: false,
    suggestedAction: "Read the journal in a clone, with git.",
  });
