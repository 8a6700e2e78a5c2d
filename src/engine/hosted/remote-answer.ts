/** What git told of one ref of a push. */
export interface RefLine {
  /** Full name over there. */
  readonly ref: string;
  readonly kind: "taken" | "deleted" | "rejected" | "remote rejected";
  /** `stale info`, `protected branch hook declined` ... */
  readonly reason: string;
}

/** How a push went, as git tells it. */
export interface PushAnswer {
  readonly code: number;
  readonly lines: readonly RefLine[];
  /** Secrets taken out. */
  readonly stderr: string;
}

/** Reads `git push --porcelain`: `<flag> TAB <from>:<to> TAB <summary> (<reason>)`, see git-push(1), Output. */
export function parsePorcelain(stdout: string): RefLine[] {
  return stdout.split("\n").flatMap((line): RefLine[] => {
    const [, flag = "", ref = "", summary = "", reason = ""] =
      /^([ +\-*!=])\t[^:\t]*:([^\t]+)\t(\[[^\]]*\]|[^ ]*)(?: \((.*)\))?$/.exec(line) ?? [];
    const kind = ref === "" ? undefined : kindOf(flag, summary);
    return kind === undefined ? [] : [{ ref, kind, reason }];
  });
}

/** A remote that failed to report (`[remote failure]`) has said nothing of the ref. */
function kindOf(flag: string, summary: string): RefLine["kind"] | undefined {
  if (flag === "-") return "deleted";
  if (flag !== "!") return "taken";
  if (summary === "[remote rejected]") return "remote rejected";
  return summary === "[rejected]" ? "rejected" : undefined;
}

/** The status with which an HTTP request ended, from what git says about it. */
export function httpStatus(stderr: string): number | undefined {
  const told = /requested URL returned error: (\d{3})|RPC failed; HTTP (\d{3})/.exec(stderr);
  if (told !== null) return Number(told[1] ?? told[2]);
  // git asks for a password where a request was answered with 401, and is not allowed to here.
  if (/Authentication failed for|could not read (?:Username|Password)/.test(stderr)) return 401;
  return /^fatal: repository '[^\n]*' not found/m.test(stderr) ? 404 : undefined;
}

/**
 * What a remote says of a ref that another transaction has or had, and GitHub when it is out of step with itself
 * (`failure`): the same push may be taken a moment later.
 */
const contended =
  /^failure$|cannot lock ref|failed to (?:lock|update ref)|incorrect old value|reference already exists|fetch first|atomic (?:push|transaction) fail/i;

/** The refs that the remote itself declined, for a reason of its own. */
export const declined = (answer: PushAnswer): readonly RefLine[] =>
  answer.lines.filter(({ kind, reason }) => kind === "remote rejected" && !contended.test(reason));

/** The refs that git did not send, because they are not over there as they were expected. */
export const stale = (answer: PushAnswer): readonly RefLine[] =>
  answer.lines.filter(({ kind, reason }) => kind === "rejected" && !contended.test(reason));
