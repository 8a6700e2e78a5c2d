import * as z from "zod/mini";

/**
 * What the event that started the job tells. It is a hint and nothing else: a field that is missing or of another type
 * is unknown, and what counts is read from the repository.
 */
export interface EventHint {
  /** `push`, `pull_request`, `schedule` ...; empty when the runner did not say. */
  readonly name: string;
  readonly action: string | undefined;
  /** The branch that was pushed or deleted, or the head of the pull request. */
  readonly branch: string | undefined;
  /** It is about a tag. */
  readonly tag: boolean;
  /** A push that deleted its branch. */
  readonly deleted: boolean;
  readonly pull: { readonly number: number | undefined; readonly fork: boolean | undefined } | undefined;
}

const hint = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);
const name = hint(z.string().check(z.minLength(1), z.maxLength(1024)));
const number = hint(z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)));
const repository = z.object({ id: hint(z.number()) });

const payloadSchema = z.object({
  action: name,
  ref: name,
  ref_type: name,
  deleted: hint(z.boolean()),
  number,
  pull_request: hint(
    z.object({
      number,
      // The repository is null where a fork is gone.
      head: hint(z.object({ ref: name, repo: hint(z.nullable(repository)) })),
      base: hint(z.object({ repo: hint(repository) })),
    }),
  ),
});
type Payload = z.infer<typeof payloadSchema>;

/**
 * Reads an event.
 * @param event its name, as GITHUB_EVENT_NAME has it
 * @param text the file that GITHUB_EVENT_PATH names; what is no JSON tells nothing
 */
export function readEvent(event: string, text: string): EventHint {
  const payload = payloadOf(text);
  const pull = pullOf(payload);
  const ref = refOf(event, payload);
  return {
    name: event,
    action: payload.action,
    branch: pull === undefined ? ref.branch : payload.pull_request?.head?.ref,
    tag: pull === undefined && ref.tag,
    deleted: event === "push" && payload.deleted === true,
    pull,
  };
}

function payloadOf(text: string): Partial<Payload> {
  try {
    const parsed = payloadSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}

function pullOf(payload: Partial<Payload>): EventHint["pull"] {
  const found = payload.pull_request;
  if (found === undefined) return undefined;
  const [head, base] = [found.head?.repo, found.base?.repo?.id];
  const known = head !== undefined && head?.id !== undefined && base !== undefined;
  return {
    number: found.number ?? payload.number,
    fork: head === null ? true : known ? head.id !== base : undefined,
  };
}

/** `push` tells a full name, `create` and `delete` a short one with its kind beside it. */
function refOf(event: string, { ref, ref_type }: Partial<Payload>): Pick<EventHint, "branch" | "tag"> {
  if (ref === undefined) return { branch: undefined, tag: false };
  if (event === "push") {
    const heads = "refs/heads/";
    return {
      branch: ref.startsWith(heads) && ref !== heads ? ref.slice(heads.length) : undefined,
      tag: ref.startsWith("refs/tags/"),
    };
  }
  if (event !== "create" && event !== "delete") return { branch: undefined, tag: false };
  return { branch: ref_type === "branch" ? ref : undefined, tag: ref_type === "tag" };
}
