import { RequestError } from "@octokit/request-error";
import { CoppiceError } from "../lifecycle/errors.js";
import { limitOf } from "./limit.js";
import type { ForgePlace } from "./place.js";

/** What was asked of the forge, for the sentence that says what went wrong. */
export interface Question {
  /** As it follows "could not": `read pull request #7`. */
  readonly doing: string;
  /** What is not there when the answer is 404: `pull request #7`. */
  readonly what: string;
  /** What it takes, as a workflow's `permissions:` spells it: `pull-requests: write`. */
  readonly permission?: string;
}

/** Who asks: what helps a person at a terminal helps no workflow. */
export interface Asker {
  readonly place: ForgePlace;
  readonly signal: AbortSignal;
  readonly workflow: boolean;
}

/** An error of the catalogue for whatever a request ended in. The token is in none of its words. */
export function forgeError(error: unknown, asker: Asker, question: Question): CoppiceError {
  if (error instanceof CoppiceError) return error;
  const { place, signal, workflow } = asker;
  const { doing, what } = question;
  const repository = `${place.owner}/${place.name}`;
  const host = new URL(place.apiUrl).host;
  if (signal.aborted) return new CoppiceError("INTERRUPTED", `It was interrupted: could not ${doing}.`);
  if (!(error instanceof RequestError))
    return new CoppiceError(
      "FETCH_FAILED",
      `${host} answered with something that Coppice does not understand: could not ${doing} of ${repository}.`,
      { suggestedAction: `See whether the address is that of GitHub's API, then ${again(workflow)}.` },
    );
  const { status, response } = error;
  if (response === undefined) return unreached(error, host, question, workflow);
  const said = sentence(response.data, place.token);
  const details = said === "" ? {} : { details: { reason: said } };
  const limit = limitOf(error);
  if (limit !== undefined)
    return new CoppiceError(
      "RATE_LIMITED",
      `${host} takes no more requests ${limit.words}: could not ${doing}.`,
      {
        ...details,
        ...(place.token === undefined
          ? { suggestedAction: "Set GITHUB_TOKEN: without a token GitHub takes 60 requests an hour." }
          : {}),
      },
    );
  if (status === 401)
    return new CoppiceError("PERMISSION_DENIED", `${host} does not accept the token: could not ${doing}.`, {
      ...details,
      suggestedAction: workflow
        ? "It may have expired: give the input github-token another one, or leave it out."
        : "It may have expired: set GITHUB_TOKEN to another one.",
    });
  if (status === 403 || forbidsPulls(said)) return forbidden(response.headers, asker, question, said);
  if (status === 404 || status === 410) return notThere(place, repository, what, workflow);
  if (status === 422)
    return new CoppiceError("INVALID_STATE", `${host} refuses it: could not ${doing}.`, {
      ...details,
      suggestedAction: "Read the reason that GitHub gives, and mend what it names.",
    });
  return new CoppiceError("FETCH_FAILED", `${host} answered with ${status}: could not ${doing}.`, {
    ...details,
    suggestedAction: workflow
      ? "The next run tries again; https://www.githubstatus.com tells of outages."
      : "Run the command again a little later; https://www.githubstatus.com tells of outages.",
  });
}

const again = (workflow: boolean): string => (workflow ? "run it again" : "run the command again");

function notThere(place: ForgePlace, repository: string, what: string, workflow: boolean): CoppiceError {
  const message =
    place.token === undefined
      ? `${repository} shows no ${what} without a token.`
      : `${repository} has no ${what} that this token may see.`;
  const suggestedAction =
    place.token === undefined
      ? "See whether the number is right. A private repository is shown to a token alone: set GITHUB_TOKEN."
      : workflow
        ? "See whether it was deleted meanwhile, and whether the job's `permissions:` let it be read."
        : "See whether the number is right, and whether the token may read this repository's pull requests.";
  return new CoppiceError("FETCH_FAILED", message, { recoverable: false, suggestedAction });
}

function unreached(error: RequestError, host: string, { doing }: Question, workflow: boolean): CoppiceError {
  const { cause } = error;
  const next = workflow ? { suggestedAction: "The next run tries again." } : {};
  if (cause instanceof Error && cause.name === "TimeoutError")
    return new CoppiceError("TIMEOUT", `${host} did not answer in time: could not ${doing}.`, {
      suggestedAction: "Run the command again.",
      ...next,
    });
  return new CoppiceError(
    "FETCH_FAILED",
    `${host} could not be reached (offline?): could not ${doing}.`,
    next,
  );
}

/** What lets the job's own token open pull requests. */
const pullSetting =
  'Allow it in Settings > Actions > General > Workflow permissions: "Allow GitHub Actions to create and approve pull requests".';

/** Whether the repository forbids GitHub Actions what the token would permit. */
export const forbidsPulls = (said: string): boolean =>
  /not permitted to create or approve pull requests/i.test(said);

type Headers = Readonly<Record<string, string | number | undefined>>;

/** One sentence that names what is missing: a setting of the repository, or a permission of the token. */
function forbidden(headers: Headers, asker: Asker, question: Question, said: string): CoppiceError {
  const { place, workflow } = asker;
  const { doing } = question;
  const repository = `${place.owner}/${place.name}`;
  const details = said === "" ? {} : { details: { reason: said } };
  const denied = (message: string, suggestedAction: string): CoppiceError =>
    new CoppiceError("PERMISSION_DENIED", message, { ...details, suggestedAction });
  if (forbidsPulls(said))
    return denied(
      `${repository} does not let GitHub Actions open pull requests: could not ${doing}.`,
      pullSetting,
    );
  if (/archived so is read-only/i.test(said))
    return denied(
      `${repository} is archived: could not ${doing}.`,
      "Unarchive the repository in its settings.",
    );
  const message = `The token may not do this on ${repository}: could not ${doing}.`;
  if (String(headers["x-github-sso"] ?? "").startsWith("required"))
    return denied(
      message,
      "Authorize the token for the organization's single sign-on, in your settings on GitHub.",
    );
  const accepted = String(headers["x-accepted-github-permissions"] ?? "");
  const wanted = /^[a-z_]+=[a-z]+(?:[,;] ?[a-z_]+=[a-z]+)*$/.test(accepted) ? accepted : undefined;
  if (workflow) return denied(message, missing(wanted, question.permission));
  return denied(
    message,
    wanted === undefined
      ? "Give it the permission that GitHub names, or set GITHUB_TOKEN to another token."
      : `Give it one of these permissions, or set GITHUB_TOKEN to another token: ${wanted}.`,
  );
}

/**
 * The line that a workflow lacks. GitHub lists alternatives apart by semicolons, and what is needed together by commas;
 * its names have underscores where a workflow has dashes.
 */
function missing(accepted: string | undefined, known: string | undefined): string {
  const alternatives = (accepted ?? "")
    .split(/; ?/)
    .filter((text) => text !== "")
    .map((text) => text.split(/, ?/).map((pair) => pair.replaceAll("_", "-").replace("=", ": ")));
  const lines =
    alternatives.find((one) => known !== undefined && one.includes(known)) ??
    alternatives[0] ??
    (known === undefined ? [] : [known]);
  return lines.length === 0
    ? "Give the job the permission that GitHub names, under `permissions:` in the workflow."
    : `Add ${lines.map((line) => `\`${line}\``).join(" and ")} to \`permissions:\` in the workflow.`;
}

/** GitHub's own words, cut; whoever stands in between might send the token back in them. */
export function sentence(data: unknown, token: string | undefined): string {
  const message = messageOf(data);
  const clean = token === undefined ? message : message.replaceAll(token, "<secret>");
  return clean.toWellFormed().slice(0, 300).toWellFormed();
}

function messageOf(data: unknown): string {
  if (typeof data !== "object" || data === null || !("message" in data)) return "";
  if (typeof data.message !== "string") return "";
  // With 422 the message is that the validation failed; why stands in the first of the errors.
  const errors: unknown = "errors" in data ? data.errors : undefined;
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const why = typeof first === "string" ? first : messageOf(first);
  return why === "" ? data.message : `${data.message.replace(/\.$/, "")}: ${why}`;
}
