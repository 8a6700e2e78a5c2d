import { getEarly } from "../git/early.js";
import type { ForgePlace } from "./place.js";

/**
 * Asks for the first page of the open pull requests, which nearly every run wants, before Octokit is loaded.
 * @returns a `fetch` for the forge that is opened then: the first question for that page gets the answer, every other
 *   one is sent as ever
 */
export function beginOpenPulls(
  { apiUrl, owner, name, token }: ForgePlace,
  signal: AbortSignal,
): typeof fetch {
  const query = "state=open&sort=created&direction=asc&per_page=100&page=1";
  const url = `${apiUrl}/repos/${owner}/${name}/pulls?${query}`;
  const headers = {
    accept: "application/vnd.github+json",
    "user-agent": "coppice",
    ...(token === undefined ? {} : { authorization: `token ${token}` }),
  };
  let begun: ReturnType<typeof getEarly> | undefined = getEarly(url, headers, signal);
  return async (input, init) => {
    const early = input === url && (init?.method ?? "GET") === "GET" ? begun : undefined;
    if (early !== undefined) begun = undefined;
    const answer = await Promise.race([early, aborted(init?.signal)]);
    if (answer === undefined) return fetch(input, init);
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(Buffer.from(chunk));
    const told = Object.entries(answer.headers).map(([key, value]): [string, string] => [
      key,
      [value ?? ""].flat().join(", "),
    ]);
    return new Response(Buffer.concat(chunks), { status: answer.statusCode ?? 200, headers: told });
  };
}

/** Where the question is given up, it is not waited for what was begun: `fetch` itself says so then. */
const aborted = (signal: AbortSignal | null | undefined): Promise<undefined> =>
  new Promise((resolve) => {
    signal?.addEventListener("abort", () => resolve(undefined), { once: true });
  });
