import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { beginOpenPulls } from "../../src/forge/early.js";
import { beginRemote } from "../../src/journal/memory/early.js";

let server: Server;
let url: string;
let status = 200;
const asked: string[] = [];

beforeAll(async () => {
  server = createServer(({ method, url: path, headers }, response) => {
    asked.push(`${method} ${path} ${headers.authorization}`);
    response.writeHead(asked.length === 1 ? status : 200, {
      "content-type": "application/json",
      link: '<a>; rel="next"',
    });
    response.end(`"${asked.length}"`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});
beforeEach(() => {
  asked.splice(0);
  status = 200;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const never = new AbortController().signal;
const place = () => ({ owner: "a", name: "b", apiUrl: url, token: "ghs_early" });
const first = () => `${url}/repos/a/b/pulls?state=open&sort=created&direction=asc&per_page=100&page=1`;

/** When so many requests have come. */
async function until(count: number): Promise<void> {
  while (asked.length < count) await new Promise((resolve) => setImmediate(resolve));
}

test("the first page is asked for: the answer that was begun, with its headers, once; everything else is sent", async () => {
  const send = beginOpenPulls(place(), never);
  await until(1);
  expect(asked[0]).toBe(`GET ${first().slice(url.length)} token ghs_early`);
  const other = await send(`${url}/other`);
  expect(await other.json()).toBe("2");
  const early = await send(first(), { headers: { authorization: "token ghs_early" } });
  expect([early.status, early.headers.get("link"), await early.json()]).toEqual([
    200,
    '<a>; rel="next"',
    "1",
  ]);
  expect(await (await send(first())).json()).toBe("3");
});

test("what was begun fails: it is asked again, and whoever asked gets that answer", async () => {
  status = 502;
  const send = beginOpenPulls(place(), never);
  expect(await (await send(first())).json()).toBe("2");
  const gone = beginOpenPulls({ ...place(), apiUrl: "http://127.0.0.1:1" }, never);
  await expect(gone("http://127.0.0.1:1/repos/a/b/pulls")).rejects.toThrow();
});

test("a remote's branches: the token as git has it, and only the first question gets what was begun", async () => {
  const client = beginRemote(`${url}/a/b.git`, "ghs_early", never);
  await until(1);
  const basic = Buffer.from("x-access-token:ghs_early").toString("base64");
  expect(asked).toEqual([`GET /a/b.git/info/refs?service=git-upload-pack Basic ${basic}`]);
  const question = {
    url: `${url}/a/b.git/info/refs?service=git-upload-pack`,
    method: "GET",
    headers: {},
    body: undefined,
  } as const;
  const texts: string[] = [];
  for (const _ of [1, 2])
    for await (const chunk of (await client(question)).body) texts.push(Buffer.from(chunk).toString());
  expect(texts).toEqual(['"1"', '"2"']);
});

test("the run ends before anybody asks: nothing is left open", async () => {
  const end = new AbortController();
  const send = beginOpenPulls(place(), end.signal);
  await until(1);
  end.abort();
  await expect(send(first(), { signal: end.signal })).rejects.toThrow(/abort/i);
});
