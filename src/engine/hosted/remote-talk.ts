import { withoutToken } from "../../git/credentials.js";
import { parseOid } from "../../git/oid.js";
import type { Repository } from "../../git/repository.js";
import type { GitResult } from "../../git/run.js";
import { diskProblem } from "../../git/write-probe.js";
import { scrubSecrets } from "../../journal/scrub.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import type { Oid } from "../../lifecycle/ids.js";
import type { Pace, Pause } from "./pace.js";
import type { RefChange } from "./remote.js";
import { httpStatus, type PushAnswer, parsePorcelain } from "./remote-answer.js";

/** How the remote is talked to. */
export interface TalkOptions {
  readonly repo: Repository;
  /** Its name in the checkout's configuration. */
  readonly remote: string;
  /** Known only so that it can be taken out of what git says. */
  readonly token: string | undefined;
  readonly notesRef: string;
  readonly signal: AbortSignal;
  readonly pause: Pause;
  readonly pace: Pace;
}

/** A failed connection is tried again so often, with pauses in between that grow. */
export const tries = 3;
const shortestPauseMs = 1_000;
const readTimeoutMs = 900_000;
const pushTimeoutMs = 900_000;

export const pauseBefore = (attempt: number): number => shortestPauseMs * 4 ** (attempt - 1);

/** The network processes of a run. What is refused is not asked again; what did not get through is. */
export class Talk {
  readonly options: TalkOptions;
  #pushes = 0;

  constructor(options: TalkOptions) {
    this.options = options;
  }

  /** How many pushes were made. */
  get pushes(): number {
    return this.#pushes;
  }

  /**
   * What the remote's branches, notes and our own refs hold, by their full names.
   * @throws FETCH_FAILED, PERMISSION_DENIED, RATE_LIMITED, TIMEOUT, INTERRUPTED
   */
  async refs(): Promise<ReadonlyMap<string, Oid>> {
    const { remote, notesRef } = this.options;
    const patterns = ["refs/heads/*", notesRef, "refs/coppice/*"];
    const { stdout } = await this.read(["ls-remote", "--refs", "--end-of-options", remote, ...patterns]);
    const found = new Map<string, Oid>();
    for (const line of stdout.toString("utf8").split("\n")) {
      const [oid = "", name = ""] = line.split("\t");
      // What is not UTF-8 could not be named in a push again.
      if (name !== "" && !name.includes("\uFFFD")) found.set(name, parseOid(oid));
    }
    return found;
  }

  /**
   * Runs a command that only reads from the remote.
   * @param most how often it is tried
   * @throws FETCH_FAILED, PERMISSION_DENIED, RATE_LIMITED, TIMEOUT, INTERRUPTED, and the system group
   */
  async read(args: readonly string[], stdin?: string, most = tries): Promise<GitResult> {
    const { repo, signal, pause } = this.options;
    for (let attempt = 1; ; attempt += 1) {
      const result = await repo.git.run(repo.commonDir, args, {
        codes: "any",
        timeoutMs: readTimeoutMs,
        signal,
        ...(stdin === undefined ? {} : { stdin }),
      });
      if (result.code === 0) return result;
      const stderr = this.clean(result.stderr);
      const final =
        readProblem(httpStatus(stderr), stderr, result.code) ?? (await diskProblem(repo.commonDir, stderr));
      if (final !== undefined) throw final;
      if (attempt >= most) throw notReached(stderr, result.code);
      await pause(pauseBefore(attempt));
    }
  }

  /**
   * Makes one push. A refusal, and a connection that broke, are answers.
   * @throws INTERRUPTED, the system group, and what starting git throws
   */
  async push(
    changes: readonly RefChange[],
    watched: ReadonlyMap<string, Oid>,
    { atomic }: { readonly atomic: boolean },
  ): Promise<PushAnswer> {
    const { repo, remote, signal, pace } = this.options;
    await pace.turn();
    this.#pushes += 1;
    // A watched ref that is where it was is up to date and nothing is sent for it; else git refuses, by the lease.
    const refs = [...changes, ...[...watched].map(([ref, oid]) => ({ ref, to: oid, expected: oid }))];
    const args = [
      "push",
      "--porcelain",
      ...(atomic ? ["--atomic"] : []),
      "--no-verify",
      "--no-signed",
      "--no-follow-tags",
      "--no-force-if-includes",
      "--recurse-submodules=no",
      // An empty value: the ref must not exist yet.
      ...refs.map(({ ref, expected }) => `--force-with-lease=${ref}:${expected ?? ""}`),
      "--end-of-options",
      remote,
      ...refs.map(({ ref, to }) => `${to ?? ""}:${ref}`),
    ];
    try {
      const options = { codes: "any", timeoutMs: pushTimeoutMs, signal } as const;
      const { code, stdout, stderr } = await repo.git.run(repo.commonDir, args, options);
      const lines = parsePorcelain(stdout.toString("utf8"));
      const silent = code !== 0 && lines.length === 0;
      const disk = silent ? await diskProblem(repo.commonDir, stderr) : undefined;
      if (disk !== undefined) throw disk;
      return { code, lines, stderr: this.clean(stderr) };
    } catch (error) {
      if (!(error instanceof CoppiceError) || error.code !== "TIMEOUT") throw error;
      return { code: -1, lines: [], stderr: error.message };
    }
  }

  /** Takes secrets out of what git said. */
  clean(text: string): string {
    return scrubSecrets(withoutToken(text, this.options.token));
  }
}

/** What asking again would not change. */
function readProblem(status: number | undefined, stderr: string, code: number): CoppiceError | undefined {
  const details = { exitCode: code, output: stderr.slice(-16_384) };
  switch (status) {
    case 401:
      return new CoppiceError("PERMISSION_DENIED", "The remote does not accept the token.", {
        details,
        suggestedAction: "Give github-token one that is valid.",
      });
    case 403:
      return new CoppiceError("PERMISSION_DENIED", "The token may not read the repository.", {
        details,
        suggestedAction: "Give the job `permissions: contents: write`.",
      });
    case 404:
      return new CoppiceError("FETCH_FAILED", "There is no such repository, or the token may not see it.", {
        details,
        recoverable: false,
        suggestedAction: "Check the repository's name and the token.",
      });
    case 429:
      return new CoppiceError("RATE_LIMITED", "The remote asks for fewer requests.", { details });
    default:
      return /unable to update url base from redirection|returned error: 30\d/.test(stderr)
        ? new CoppiceError("FETCH_FAILED", "The repository has moved to another address.", {
            details,
            recoverable: false,
            suggestedAction: "Run the workflow in the repository that it is now.",
          })
        : undefined;
  }
}

const notReached = (stderr: string, code: number): CoppiceError =>
  new CoppiceError("FETCH_FAILED", `The remote could not be read, in ${tries} tries.`, {
    details: { exitCode: code, output: stderr.slice(-16_384) },
    suggestedAction: "Run the workflow again when the server answers.",
  });
