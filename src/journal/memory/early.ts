import type { IncomingMessage } from "node:http";
import { getEarly } from "../../git/early.js";
import type { HttpClient, HttpResponse } from "./http.js";

/**
 * Asks a remote for what it has, before anything is loaded that reads the answer.
 * @param url as the store that is opened then gets it
 * @param signal ends everything that is asked
 * @returns a client for that store: its first question gets the answer, every other one is sent as ever
 */
export function beginRemote(url: string, token: string, signal: AbortSignal): HttpClient {
  const asked = `${url}/info/refs?service=git-upload-pack`;
  const authorization = `Basic ${Buffer.from(`x-access-token:${token}`, "utf8").toString("base64")}`;
  const headers = { "user-agent": "git/coppice", authorization };
  let begun: Promise<IncomingMessage | undefined> | undefined = getEarly(asked, headers, signal);
  return async (request) => {
    const early = request.method === "GET" && request.url === asked ? begun : undefined;
    if (early !== undefined) begun = undefined;
    const answer = await early;
    return answer === undefined
      ? (await import("./http.js")).fetchUntil(signal)(request)
      : responseOf(asked, answer);
  };
}

const responseOf = (url: string, answer: IncomingMessage): HttpResponse => ({
  url,
  status: answer.statusCode ?? 0,
  headers: Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")]),
  ),
  body: answer,
});
