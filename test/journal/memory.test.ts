import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { fetchClient, type HttpClient } from "../../src/journal/memory/http.js";
import { hosted } from "../support/github/rig.js";
import { createTempDir } from "../support/repo.js";
import { describeStore } from "./contract.js";
import { bareOf, begin, memoryStores, native, secret, toRemote } from "./hosted.js";
import { actor, notesRef, op, openStore, reopen, type TestClock } from "./support.js";
import { fanned, flat, linesIn, notesCommit } from "./trees.js";

const { fake, open } = memoryStores();

describeStore("memory store", async () => {
  const place = await hosted(fake.server);
  return {
    open: async (clock?: TestClock) => open(place, clock === undefined ? {} : { clock: () => clock.now }),
  };
});

describe("the two stores", () => {
  test("one wrote, then the other, in turns: each reads what the other wrote, and the same journals", async () => {
    const place = await hosted(fake.server);
    const memory = open(place, { committer: { name: "A Dashboard", email: "dash@coppice.invalid" } });
    for (let round = 0; round < 3; round += 1) {
      const git = await native(place).catch(async () => openStore(await reopen(place.clone.dir)));
      const mine = await begin(git, `task/git-${round}`, round * 2 + 1);
      await git.flush();
      toRemote(place);
      await memory.fetch();
      expect([...(await memory.readAll())].sort()).toEqual([...(await git.readAll())].sort());
      await memory.append(mine, { type: "INIT_COMPLETE", op: op(round * 2 + 1) }, actor("action"));
      await begin(memory, `task/memory-${round}`, round * 2 + 2);
      await memory.flush();
      const after = await native(place);
      expect([...(await after.readAll())].sort()).toEqual([...(await memory.readAll())].sort());
      expect(await after.records()).toEqual(await memory.records());
      expect((await after.read(mine))?.record?.status).toBe("active");
    }
    expect(place.clone.git("log", "-1", "--format=%an <%ae> %s", notesRef)).toBe(
      "A Dashboard <dash@coppice.invalid> Record 2 entries of 2 worktrees",
    );
    expect((await memory.records()).size).toBe(6);
  });

  test("a new record: its CREATE line stands alone in the first commit, and git's own notes commands work", async () => {
    const place = await hosted(fake.server);
    const store = open(place);
    const ids = [await begin(store, "task/a", 1), await begin(store, "task/b", 2)];
    await store.flush();
    const bare = bareOf(place);
    expect(bare.git("rev-list", "--count", notesRef)).toBe("2");
    for (const id of ids) {
      expect(bare.git("rev-parse", `${notesRef}~1:${fanned(id)}`)).toBe(id);
      expect(bare.git("notes", "--ref=coppice", "show", id).split("\n").length).toBe(2);
    }
    expect(bare.git("ls-tree", "-r", "--name-only", notesRef).split("\n").sort()).toEqual(
      ids.map(fanned).sort(),
    );
    bare.git("gc", "--quiet", "--prune=now");
    bare.git("notes", "--ref=coppice", "prune");
    bare.git("fsck", "--strict", "--no-dangling");
    expect((await (await native(place)).records()).size).toBe(2);
  });

  test("fetched without its history: only the ref is asked for, and what is pushed has the fetched commit as parent", async () => {
    const place = await hosted(fake.server);
    const first = open(place);
    const id = await begin(first, "task/a");
    await first.flush();
    await first.append(id, { type: "INIT_COMPLETE", op: op(1) }, actor());
    await first.flush();
    const bare = bareOf(place);
    const before = bare.git("rev-parse", notesRef);
    const asked: Buffer[] = [];
    const http: HttpClient = (request) => {
      if (request.body !== undefined) asked.push(Buffer.from(request.body));
      return fetchClient(request);
    };
    const second = open(place, { http });
    expect((await second.records()).get(id)?.status).toBe("active");
    expect(asked.length).toBe(1);
    const wants = [...(asked[0]?.toString() ?? "").matchAll(/want ([0-9a-f]+)/g)].map(([, oid]) => oid);
    expect(wants).toEqual([before]);
    expect(asked[0]?.toString()).toContain("deepen 1\n");
    await second.append(id, { type: "MODIFY", filesChanged: ["x"], total: 1 }, actor());
    await second.flush();
    expect(bare.git("rev-parse", `${notesRef}~1`)).toBe(before);
    expect(bare.git("rev-list", "--count", notesRef)).toBe("4");
    // The first line's blob is in the history that the server has, and only there.
    expect(bare.git("rev-list", "--objects", notesRef)).toContain(id);
    expect(bare.git("rev-list", "--objects", "--no-walk", notesRef)).not.toContain(id);
  });

  test("a repository with nothing but notes, whose HEAD is a branch without commits: read and written", async () => {
    const place = await hosted(fake.server);
    const bare = bareOf(place);
    const first = open(place);
    const id = await begin(first, "task/a");
    await first.flush();
    bare.git("update-ref", "-d", "refs/heads/main");
    const second = open(place);
    await second.append(id, { type: "INIT_COMPLETE", op: op(1) }, actor());
    await second.flush();
    await first.fetch();
    expect((await first.read(id))?.record?.status).toBe("active");
    expect(bare.git("for-each-ref", "--format=%(refname)")).toBe(notesRef);
  });

  test("nothing has changed since: one request, and nothing is fetched", async () => {
    const place = await hosted(fake.server);
    const store = open(place);
    await begin(store, "task/a");
    await store.flush();
    const from = fake.server.requests.length;
    await store.fetch();
    await store.flush();
    expect(fake.server.requests.slice(from).map(({ path }) => path.split("/").at(-1))).toEqual(["refs"]);
  });

  test("any fan-out, one key at two paths, a file that is no note: read; what is written stands at one path", async () => {
    const place = await hosted(fake.server);
    const { clone } = place;
    const store = openStore(await reopen(clone.dir));
    const ids = [
      await begin(store, "task/a", 1),
      await begin(store, "task/b", 2),
      await begin(store, "task/c", 3),
    ];
    await store.flush();
    const [a = "", b = "", c = ""] = ids;
    const lines = linesIn(clone, notesRef);
    const text = (id: string, from = 0): string => `${lines[id]?.slice(from).join("\n\n")}\n`;
    const deep = `${c.slice(0, 2)}/${c.slice(2, 4)}/${c.slice(4)}`;
    const files = {
      [flat(a)]: text(a),
      [flat(b)]: text(b),
      [fanned(b)]: text(b, 1),
      [deep]: text(c),
      README: "x",
    };
    clone.git("update-ref", notesRef, notesCommit(clone, files, clone.git("rev-parse", notesRef)));
    toRemote(place);
    const memory = open(place);
    expect([...(await memory.readAll())].sort()).toEqual([...(await (await native(place)).readAll())].sort());
    for (const id of ids)
      await memory.append(id, { type: "INIT_COMPLETE", op: op(ids.indexOf(id) + 1) }, actor());
    await memory.flush();
    expect(bareOf(place).git("ls-tree", "-r", "--name-only", notesRef).split("\n").sort()).toEqual(
      [...ids.map(fanned), "README"].sort(),
    );
    const records = await (await native(place)).records();
    expect([...records.values()].map(({ status }) => status)).toEqual(["active", "active", "active"]);
  });

  test("node alone, without git on the path: it reads and writes", async () => {
    const place = await hosted(fake.server);
    const store = open(place);
    const id = await begin(store, "task/a");
    await store.flush();
    const script = `
      import { openMemoryStore } from ${JSON.stringify(join(import.meta.dirname, "../../src/index.ts"))};
      const store = openMemoryStore({ url: process.argv[1], token: () => process.argv[2] });
      const [record] = [...(await store.records()).values()];
      await store.append(record.id, { type: "INIT_COMPLETE", op: record.op.id }, { name: "x", door: "action", clone: "00000000000000aa" });
      await store.flush();
      console.log((await store.read(record.id)).record.status);
    `;
    const loader = join(import.meta.dirname, "../../node_modules/tsx/dist/loader.mjs");
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        "--import",
        loader,
        "--input-type=module",
        "--eval",
        script,
        "--",
        fake.server.gitUrl(place.repository),
        secret,
      ],
      { env: { PATH: dirname(createTempDir()) }, encoding: "utf8" },
    );
    expect(stdout).toBe("active\n");
    expect((await (await native(place)).read(id))?.record?.status).toBe("active");
  });
});
