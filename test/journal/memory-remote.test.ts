import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { decode, encode } from "../../src/journal/entry.js";
import { fetchClient, type HttpClient } from "../../src/journal/memory/http.js";
import { openMemoryStore } from "../../src/journal/memory/store.js";
import type { JournalStore } from "../../src/journal/store.js";
import { type Oid, oidSchema, recordIdSchema } from "../../src/lifecycle/ids.js";
import { addBranch, all, hosted } from "../support/github/rig.js";
import { FakeGitHub } from "../support/github/server.js";
import { createTempDir } from "../support/repo.js";
import { bareOf, begin, memoryStores, native, secret, toRemote } from "./hosted.js";
import { actor, createEvent, notesRef, op, openStore, reopen } from "./support.js";
import { fanned, hashOf, linesIn, notesCommit } from "./trees.js";

const { fake, open } = memoryStores();

describe("the branches", () => {
  test("they come with the journals, from one answer, under their names and no others", async () => {
    const place = await hosted(fake.server);
    const tip = addBranch(place, "task/ä#%&+b", { "x.txt": "x\n" });
    place.clone.git("push", "--quiet", place.repository.bare.dir, "HEAD:refs/tags/task/c");
    const store = open(place);
    expect(store.heads).toBeUndefined();
    const from = fake.server.requests.length;
    await store.fetch();
    expect(fake.server.requests.slice(from).map(({ method }) => method)).toEqual(["GET"]);
    expect(store.heads?.head).toBe("main");
    expect([...(store.heads?.branches ?? [])]).toEqual([
      ["main", place.clone.git("rev-parse", "main")],
      ["task/ä#%&+b", tip],
    ]);
    bareOf(place).git("update-ref", "-d", "refs/heads/task/ä#%&+b");
    await store.fetch();
    expect([...(store.heads?.branches.keys() ?? [])]).toEqual(["main"]);
  });
});

describe("others push too", () => {
  test("between the look and the push, and at the last moment: both entries are there, nothing was forced", async () => {
    const place = await hosted(fake.server);
    const [one, two] = [open(place), open(place)];
    const id = await begin(one, "task/a");
    await one.flush();
    await two.fetch();
    await one.append(id, { type: "INIT_COMPLETE", op: op(1) }, actor());
    await one.flush();
    const first = bareOf(place).git("rev-parse", notesRef);
    await two.append(id, { type: "TASK", id: "7", status: "verified" }, actor("action"));
    fake.server.onNextPush = async () => {
      await one.append(id, { type: "MODIFY", filesChanged: ["x"], total: 1 }, actor());
      await one.flush();
    };
    await two.flush();
    await one.fetch();
    for (const store of [one, two, await native(place)]) {
      expect((await store.read(id))?.record).toMatchObject({ status: "dirty", task: { id: "7" } });
      expect((await store.read(id))?.entries.map(({ pending }) => pending)).toEqual(Array(5).fill(false));
    }
    bareOf(place).git("merge-base", "--is-ancestor", first, notesRef);
    expect(bareOf(place).git("rev-list", "--count", "--merges", notesRef)).toBe("0");
  });

  test("several at once: every entry of each comes through", async () => {
    const place = await hosted(fake.server);
    const stores = Array.from({ length: 3 }, () => open(place));
    const work = async (store: JournalStore, at: number) => {
      for (let number = 0; number < 3; number += 1) {
        await begin(store, `task/${at}-${number}`, at * 3 + number);
        await store.flush();
      }
    };
    await Promise.all(stores.map(work));
    expect((await open(place).records()).size).toBe(9);
    expect((await (await native(place)).records()).size).toBe(9);
  });

  test("they drop what was pushed, as git notes does in a race: it is still read, and put back with the next flush", async () => {
    const place = await hosted(fake.server);
    const store = open(place);
    const id = await begin(store, "task/a");
    await store.flush();
    const bare = bareOf(place);
    const tree = bare.git("rev-parse", `${notesRef}~1^{tree}`);
    const person = ["-c", "user.name=T", "-c", "user.email=t@coppice.invalid"];
    bare.git("update-ref", notesRef, bare.git(...person, "commit-tree", tree, "-p", notesRef, "-m", "x"));
    await store.fetch();
    expect((await store.read(id))?.entries.length).toBe(2);
    await begin(store, "task/b", 2);
    await store.flush();
    expect((await (await native(place)).read(id))?.entries.length).toBe(2);
  });

  test("the connection ends after the push was taken: it is not pushed twice, and the flush succeeds", async () => {
    const place = await hosted(fake.server);
    let cut = true;
    const http: HttpClient = async (request) => {
      const answer = await fetchClient(request);
      if (!request.url.endsWith("/git-receive-pack") || !cut) return answer;
      cut = false;
      for await (const _chunk of answer.body);
      throw new TypeError("fetch failed", {
        cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }),
      });
    };
    const store = open(place, { http });
    await begin(store, "task/a");
    await store.flush();
    expect(cut).toBe(false);
    expect(bareOf(place).git("rev-list", "--count", notesRef)).toBe("2");
    await store.flush();
    expect(bareOf(place).git("rev-list", "--count", notesRef)).toBe("2");
  });

  test("join: what an earlier commit of the ref had comes back; a commit that was never fetched is refused", async () => {
    const place = await hosted(fake.server);
    const store = open(place);
    const id = await begin(store, "task/a");
    await store.flush();
    const early = oidSchema.parse(bareOf(place).git("rev-parse", notesRef));
    const other = open(place);
    await other.fetch();
    const empty = notesCommit(place.clone, {});
    place.clone.git("push", "--quiet", "--force", place.repository.bare.dir, `${empty}:${notesRef}`);
    await other.fetch();
    expect(await other.readAll()).toEqual(new Map());
    expect(await other.join(early)).toMatchObject({ outcome: "joined", tip: empty });
    expect((await other.join(early)).outcome).toBe("current");
    await other.flush();
    expect((await (await native(place)).read(id))?.entries.length).toBe(2);
    const strange: Oid = oidSchema.parse("1".repeat(40));
    await expect(other.join(strange)).rejects.toMatchObject({ code: "INVALID_STATE" });
  });
});

describe("a remote that refuses", () => {
  /** What a flush that fails says, with nothing of the token in it. */
  async function refusal(store: JournalStore): Promise<unknown> {
    const error = await store.flush().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    const told = error instanceof Error ? [error.message, error.stack, JSON.stringify(error)] : [];
    expect(told.join("\n")).not.toContain(secret);
    expect(told.join("\n")).not.toContain(Buffer.from(`x-access-token:${secret}`).toString("base64"));
    return error;
  }

  test("a token that may only read, one that is unknown, none: told apart; later the entries go through", async () => {
    const place = await hosted(fake.server);
    const tokens = [
      fake.server.token("may-read", { contents: "read" }),
      "expired",
      fake.server.token(secret, all),
    ];
    const store = open(place, { token: () => tokens.shift() ?? secret });
    const id = await begin(store, "task/a");
    // The first is asked for the fetch before the push.
    expect(await refusal(store)).toMatchObject({
      code: "PUSH_REJECTED",
      message: expect.stringContaining("token"),
    });
    tokens.unshift("expired");
    expect(await refusal(store)).toMatchObject({ code: "PUSH_REJECTED", recoverable: false });
    expect((await store.read(id))?.entries.every(({ pending }) => pending)).toBe(true);
    await store.flush();
    expect((await (await native(place)).read(id))?.entries.length).toBe(2);
    const open403 = open(place, { token: () => fake.server.token("may-read", { contents: "read" }) });
    await begin(open403, "task/b");
    expect(await refusal(open403)).toMatchObject({
      code: "PUSH_REJECTED",
      suggestedAction: expect.stringContaining("write"),
    });
    const nobody = openMemoryStore({ url: fake.server.gitUrl(place.repository) });
    expect((await nobody.records()).size).toBe(1);
    await begin(nobody, "task/c");
    expect(await refusal(nobody)).toMatchObject({ code: "PUSH_REJECTED", suggestedAction: "Give a token." });
  });

  test("a repository that is not there or may not be seen: FETCH_FAILED, and no empty journal", async () => {
    const place = await hosted(fake.server);
    place.repository.private = true;
    const blind = open(place, { token: () => fake.server.token("sees-nothing", {}) });
    await expect(blind.records()).rejects.toMatchObject({ code: "FETCH_FAILED", recoverable: false });
    const gone = await FakeGitHub.start();
    const { url } = gone;
    await gone.stop();
    await expect(openMemoryStore({ url: `${url}/a/b.git` }).records()).rejects.toMatchObject({
      code: "FETCH_FAILED",
      details: { reason: "ECONNREFUSED" },
    });
  });

  test("the ref is protected: its reason is told, once, and nothing is lost", async () => {
    const place = await hosted(fake.server);
    const store = open(place);
    await begin(store, "task/a");
    place.repository.bare.refuse(new Map([[notesRef, "notes are not taken here"]]));
    const from = fake.server.requests.length;
    expect(await refusal(store)).toMatchObject({
      code: "PUSH_REJECTED",
      message: expect.stringContaining("refused"),
    });
    expect(fake.server.requests.slice(from).filter(({ method }) => method === "POST").length).toBe(1);
    place.repository.bare.refuse(new Map());
    await store.flush();
    expect((await (await native(place)).records()).size).toBe(1);
  });

  test("too many requests, a server that fails, an answer that is no git: an error each, and later it works", async () => {
    const place = await hosted(fake.server);
    const store = open(place);
    await begin(store, "task/a");
    for (const [status, code] of [
      [429, "RATE_LIMITED"],
      [500, "FETCH_FAILED"],
      [200, "FETCH_FAILED"],
    ] as const) {
      fake.server.fail({ on: /info\/refs/, answer: { status, body: "<html>" } });
      expect(await refusal(store)).toMatchObject({ code });
    }
    fake.server.fail({ on: /info\/refs/, answer: "reset" });
    expect(await refusal(store)).toMatchObject({ code: "FETCH_FAILED" });
    await store.flush();
    expect((await (await native(place)).records()).size).toBe(1);
  });

  test("objects named by SHA-256: a clear error that names the way out", async () => {
    const place = await hosted(fake.server);
    const dir = join(createTempDir(), "sha256.git");
    place.clone.git("init", "--quiet", "--bare", "--object-format=sha256", dir);
    const repository = await fake.server.add({ owner: "acme", name: "sha256", dir });
    const store = openMemoryStore({ url: fake.server.gitUrl(repository), token: () => secret });
    await begin(store, "task/a");
    expect(await refusal(store)).toMatchObject({
      message: expect.stringContaining("sha256"),
      suggestedAction: expect.stringContaining("clone"),
    });
  });

  test("an address with a secret in it, or one that is not https: refused, and not repeated", () => {
    for (const url of [
      `https://x:${secret}@github.com/a/b.git`,
      `https://github.com/a/b.git?token=${secret}`,
      `http://github.com/${secret}/b.git`,
      `file:///${secret}`,
      secret,
    ]) {
      const opening = () => openMemoryStore({ url });
      expect(opening).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
      expect(opening).not.toThrow(expect.objectContaining({ message: expect.stringContaining(secret) }));
    }
  });

  test("a repository that was renamed on its server: followed, for the push too", async () => {
    const place = await hosted(fake.server);
    const url = fake.server.gitUrl(place.repository);
    const old = url.replace(/project-\d+/, "old-name");
    const http: HttpClient = (request) =>
      fetchClient(request.method === "GET" ? { ...request, url: request.url.replace(old, url) } : request);
    const store = open(place, { url: old, http });
    await begin(store, "task/a");
    await store.flush();
    expect((await (await native(place)).records()).size).toBe(1);
  });
});

describe("what others wrote", () => {
  const lines = (...texts: string[]): string => texts.map((text) => `${text}\n`).join("");

  test("lines that are no entries, a note nobody's line names, bytes that are not UTF-8: as the store with git reads them", async () => {
    const place = await hosted(fake.server);
    const { clone } = place;
    const made = openStore(await reopen(clone.dir));
    const { id, entry } = await made.create(createEvent("task/a"), actor());
    const wrong = hashOf(clone, "something else");
    const bytes = Buffer.concat([
      Buffer.from(encode(entry)),
      Buffer.from([0xff, 0xfe, 0x80, 0x0a]),
      Buffer.from(`${"x".repeat(200_000)}\n{"__proto__":{"polluted":true}}\n\n   \n"t"`),
    ]);
    clone.git(
      "update-ref",
      notesRef,
      notesCommit(clone, { [fanned(id)]: bytes, [fanned(wrong)]: encode(entry) }),
    );
    toRemote(place);
    const store = open(place);
    expect([...(await store.readAll())]).toEqual([...(await (await native(place)).readAll())]);
    expect([...(await store.records()).keys()]).toEqual([id]);
    expect(store.keptOut).toEqual([]);
    await store.append(id, { type: "INIT_COMPLETE", op: op(1) }, actor());
    await store.flush();
    const written = linesIn(bareOf(place), notesRef)[id] ?? [];
    expect(written).toEqual(expect.arrayContaining(["\u00ff\u00fe\u0080", "x".repeat(200_000), '"t"']));
    expect(written.filter((line) => decode(line).kind === "entry").length).toBe(2);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  test("a note too large, one with too many lines: not read or cut as a join cuts, told; a write drops none of it", async () => {
    const place = await hosted(fake.server);
    const { clone } = place;
    const first = `z-${"first".repeat(30)}`;
    const [a, b] = [hashOf(clone, `${first}\n`), hashOf(clone, "b\n")];
    const many = Array.from({ length: 50 }, (_, index) => `line ${String(index).padStart(2, "0")}`);
    const files = { [fanned(a)]: lines(first, ...many), [fanned(b)]: "b".repeat(3000) };
    clone.git("update-ref", notesRef, notesCommit(clone, files));
    toRemote(place);
    const store = open(place, { limits: { noteBytes: 2000, entries: 10 } });
    const [large, long] = [recordIdSchema.parse(b), recordIdSchema.parse(a)];
    expect((await store.readAll()).get(long)?.unreadable).toEqual([...many.slice(0, 9), first]);
    expect(await store.read(large)).toBeUndefined();
    expect([...store.keptOut].sort((x, y) => (x.reason < y.reason ? -1 : 1))).toEqual([
      { id: b, reason: "too large" },
      { id: a, reason: "too many entries" },
    ]);
    for (const id of [large, long]) await store.append(id, { type: "DISCARD" }, actor());
    await store.flush();
    const found = linesIn(bareOf(place), notesRef);
    expect([found[a]?.length, found[b]?.length]).toEqual([52, 2]);
  });

  test("an answer larger than what is taken: an error, and nothing is read", async () => {
    const place = await hosted(fake.server);
    const full = open(place);
    for (let number = 0; number < 30; number += 1) await begin(full, `task/${number}`, number);
    await full.flush();
    const store = open(place, { limits: { answerBytes: 4000 } });
    await expect(store.records()).rejects.toMatchObject({
      code: "FETCH_FAILED",
      details: { reason: "answer too large" },
    });
  });

  test("a ref that names no commit, trees that hold one another many times: JOURNAL_CORRUPT, soon", async () => {
    const place = await hosted(fake.server);
    const { clone } = place;
    clone.git("push", "--quiet", place.repository.bare.dir, `${hashOf(clone, "blob\n")}:${notesRef}`);
    await expect(open(place).records()).rejects.toMatchObject({ code: "JOURNAL_CORRUPT" });
    const folders = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
    let tree = notesCommit(clone, { [folders[0] ?? ""]: "x" });
    let oid = clone.git("rev-parse", `${tree}^{tree}`);
    for (let level = 0; level < 19; level += 1) {
      const input = folders.map((name) => `040000 tree ${oid}\t${name}\n`).join("");
      oid = execFileSync("git", ["mktree"], { cwd: clone.dir, input, encoding: "utf8" }).trim();
    }
    tree = oidSchema.parse(clone.git("commit-tree", oid, "-m", "x"));
    clone.git("push", "--quiet", "--force", place.repository.bare.dir, `${tree}:${notesRef}`);
    await expect(open(place).records()).rejects.toMatchObject({
      code: "JOURNAL_CORRUPT",
      message: expect.stringContaining("too many places"),
    });
  });
});
