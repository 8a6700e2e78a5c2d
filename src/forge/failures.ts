import { RequestError } from "@octokit/request-error";
import { CoppiceError } from "../lifecycle/errors.js";
import type { ForgePlace } from "./place.js";

/** What was asked of the forge, for the sentence that says what went wrong. */
export interface Question {
  /** As it follows "could not": `read pull request #7`. */
  readonly doing: string;
  /** What is not there when the answer is 404: `pull request #7`. */
  readonly what: string;
}

/** An error of the catalogue for whatever a request ended in. The token is in none of its words. */
export function forgeError(
  error: unknown,
  place: ForgePlace,
  { doing, what }: Question,
  signal: AbortSignal,
): CoppiceError {
  const repository = `${place.owner}/${place.name}`;
  const host = new URL(place.apiUrl).host;
  if (signal.aborted) return new CoppiceError("INTERRUPTED", `It was interrupted: could not ${doing}.`);
  if (!(error instanceof RequestError))
    return new CoppiceError(
      "FETCH_FAILED",
      `${host} answered with something that Coppice does not understand: could not ${doing} of ${repository}.`,
      { suggestedAction: "See whether the address is that of GitHub's API, then run the command again." },
    );
  const { status, response } = error;
  if (response === undefined) return unreached(error, host, doing);
  const said = readMessage(response.data, place.token);
  const details = said === "" ? {} : { details: { reason: said } };
  const limit = limitOf(status, response.headers, said);
  if (limit !== undefined)
    return new CoppiceError("RATE_LIMITED", `${host} takes no more requests ${limit}: could not ${doing}.`, {
      ...details,
      ...(place.token === undefined
        ? { suggestedAction: "Set GITHUB_TOKEN: without a token GitHub takes 60 requests an hour." }
        : {}),
    });
  if (status === 401)
    return new CoppiceError("PERMISSION_DENIED", `${host} does not accept the token: could not ${doing}.`, {
      ...details,
      suggestedAction: "It may have expired: set GITHUB_TOKEN to another one.",
    });
  if (status === 403) return forbidden(response.headers, { repository, doing, details });
  if (status === 404 || status === 410)
    return new CoppiceError("FETCH_FAILED", notFound(place, repository, what), {
      recoverable: false,
      suggestedAction:
        place.token === undefined
          ? "See whether the number is right. A private repository is shown to a token alone: set GITHUB_TOKEN."
          : "See whether the number is right, and whether the token may read this repository's pull requests.",
    });
  return new CoppiceError("FETCH_FAILED", `${host} answered with ${status}: could not ${doing}.`, {
    ...details,
    suggestedAction: "Run the command again a little later; https://www.githubstatus.com tells of outages.",
  });
}

const notFound = ({ token }: ForgePlace, repository: string, what: string): string =>
  token === undefined
    ? `${repository} shows no ${what} without a token.`
    : `${repository} has no ${what} that this token may see.`;

function unreached(error: RequestError, host: string, doing: string): CoppiceError {
  const { cause } = error;
  if (cause instanceof Error && cause.name === "TimeoutError")
    return new CoppiceError("TIMEOUT", `${host} did not answer in time: could not ${doing}.`, {
      suggestedAction: "Run the command again.",
    });
  return new CoppiceError("FETCH_FAILED", `${host} could not be reached (offline?): could not ${doing}.`);
}

type Headers = Readonly<Record<string, string | number | undefined>>;

/** Until when nothing is answered, as it follows "takes no more requests"; undefined: no limit was met. */
function limitOf(status: number, headers: Headers, said: string): string | undefined {
  if (status !== 403 && status !== 429) return undefined;
  const seconds = Number(headers["retry-after"] ?? Number.NaN);
  if (Number.isFinite(seconds)) return `for ${seconds} seconds`;
  if (String(headers["x-ratelimit-remaining"]) === "0") {
    const reset = new Date(Number(headers["x-ratelimit-reset"]) * 1000);
    return Number.isNaN(reset.getTime()) ? "for now" : `until ${reset.toISOString()}`;
  }
  return status === 429 || /secondary rate limit/i.test(said) ? "for a minute" : undefined;
}

function forbidden(
  headers: Headers,
  told: { readonly repository: string; readonly doing: string; readonly details: object },
): CoppiceError {
  const message = `The token may not do this on ${told.repository}: could not ${told.doing}.`;
  const accepted = String(headers["x-accepted-github-permissions"] ?? "");
  const wanted = /^[a-z_]+=[a-z]+(?:[,;] ?[a-z_]+=[a-z]+)*$/.test(accepted) ? accepted : undefined;
  if (String(headers["x-github-sso"] ?? "").startsWith("required"))
    return new CoppiceError("PERMISSION_DENIED", message, {
      ...told.details,
      suggestedAction:
        "Authorize the token for the organization's single sign-on, in your settings on GitHub.",
    });
  return new CoppiceError("PERMISSION_DENIED", message, {
    ...told.details,
    suggestedAction:
      wanted === undefined
        ? "Give it the permission that GitHub names, or set GITHUB_TOKEN to another token."
        : `Give it one of these permissions, or set GITHUB_TOKEN to another token: ${wanted}.`,
  });
}

/** GitHub's own words, cut; whoever stands in between might send the token back in them. */
function readMessage(data: unknown, token: string | undefined): string {
  const message = typeof data === "object" && data !== null && "message" in data ? data.message : undefined;
  if (typeof message !== "string") return "";
  const clean = token === undefined ? message : message.replaceAll(token, "<secret>");
  return clean.toWellFormed().slice(0, 300).toWellFormed();
}
