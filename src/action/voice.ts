import type { Reporter } from "../engine/context.js";
import { withoutToken } from "../git/credentials.js";

type Core = typeof import("@actions/core");

/**
 * What a run says while it works, in the job's log. The runner acts on lines that look like commands, so names and
 * other people's output stand behind a word of ours, in one line each, and nothing in them is invisible.
 *
 * @actions/core takes as long to load as everything that is needed until the first request. What is said before it is
 * there waits; the first thing that it writes is the mask of the token.
 */
export class Voice implements Reporter {
  readonly #token: string | undefined;
  readonly #waiting: string[] = [];
  #loading: Promise<Core> | undefined;
  #core: Core | undefined;

  constructor(token: string | undefined) {
    this.#token = token === "" ? undefined : token;
  }

  /** Says what waits, and everything else at once from now on. */
  open(): Promise<Core> {
    this.#loading ??= import("@actions/core").then((core) => {
      for (const secret of this.#secrets()) core.setSecret(secret);
      this.#core = core;
      for (const line of this.#waiting.splice(0)) core.info(line);
      return core;
    });
    return this.#loading;
  }

  step(text: string): void {
    this.#line(text);
  }

  warn(text: string): void {
    this.#line(`warning: ${text}`);
  }

  output(chunk: string): void {
    for (const line of chunk.split(/\r\n|[\r\n]/)) if (line !== "") this.#line(`| ${line}`);
  }

  /** Takes the token out of a text, wherever it came from. */
  clean(text: string): string {
    return withoutToken(text, this.#token);
  }

  /** GitHub masks what it is told alone, not what is made of it. */
  *#secrets(): Generator<string> {
    if (this.#token === undefined) return;
    yield this.#token;
    yield Buffer.from(`x-access-token:${this.#token}`, "utf8").toString("base64");
  }

  #line(text: string): void {
    const line = `coppice: ${this.clean(plainLine(text))}`;
    if (this.#core === undefined) this.#waiting.push(line);
    else this.#core.info(line);
  }
}

/** What is cut of a line is nothing that a log is read for. */
const longestLine = 2_000;

/** A text as one line for a log: what a terminal or the runner would act on is written out. */
export const plainLine = (text: string): string =>
  text
    .slice(0, longestLine)
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
    // The runner looks for this one anywhere in a line.
    .replaceAll("##[", "## [");
