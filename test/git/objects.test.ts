import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import * as git from "isomorphic-git";
import { describe, expect, test } from "vitest";
import { identity, zoneAt } from "../../src/git/identity.js";
import { formatPerson, formatTree, parsePerson, parseTree } from "../../src/git/object-format.js";
import { hashObject, objectWriter } from "../../src/git/object-writer.js";
import { isOid, isZeroOid, parseOid, parseOptionalOid, zeroOid } from "../../src/git/oid.js";
import { createRepo } from "../support/repo.js";
import { codeOf, errorOf, oidOf, open } from "./support.js";

describe("ObjectReader", () => {
  test("many reads of every kind: one process", async () => {
    const main = createRepo({ files: { "x.txt": "x\n" } });
    const repo = await open(main.dir);
    const before = repo.git.count;
    const objects = repo.objects();
    expect((await objects.read("HEAD:x.txt"))?.data.toString()).toBe("x\n");
    expect(await objects.info("HEAD^{tree}")).toMatchObject({ type: "tree" });
    expect(await objects.resolve("main")).toBe(oidOf(main, "main"));
    expect(await objects.read("nothing")).toBeUndefined();
    expect((await objects.commit("main")).parents).toEqual([oidOf(main, "main~1")]);
    expect((await objects.tree("main")).map((entry) => `${entry.mode} ${entry.name}`)).toEqual([
      "100644 README.md",
      "040000 src",
      "100644 x.txt",
    ]);
    expect(repo.git.count - before).toBe(1);
  });

  test("names that are empty, have line feeds, NULs or leading dashes: no other answer is mixed in", async () => {
    const main = createRepo({ files: { "line\nfeed\n.txt": "odd\n", "-n": "dash\n" } });
    const objects = (await open(main.dir)).objects();
    const names = [
      "HEAD:line\nfeed\n.txt",
      "HEAD:no\n\nsuch\n",
      "",
      "a\0b",
      "HEAD:-n",
      "-n",
      "\n",
      "HEAD:README.md",
      " ",
    ];
    const texts = (await objects.readMany(names)).map((object) => object?.data.toString().slice(0, 9));
    expect(texts).toEqual([
      "odd\n",
      undefined,
      undefined,
      undefined,
      "dash\n",
      undefined,
      undefined,
      "# Project",
      undefined,
    ]);
  });

  test("calls made at once: each gets its own answer", async () => {
    const main = createRepo();
    const objects = (await open(main.dir)).objects();
    const files = ["README.md", "src/a.txt", "src/b.txt"];
    const read = await Promise.all(
      Array.from({ length: 300 }, async (_, index) => {
        const path = files[index % 3] ?? "";
        return (await objects.read(`HEAD:${path}`))?.data.toString() === main.read(path);
      }),
    );
    expect(read.every(Boolean)).toBe(true);
  });

  test("git ends at a broken object: who asked for that one is told, all others get their answers", async () => {
    const long = Array.from({ length: 20_000 }, (_, index) => `${index * index}`).join("\n");
    const main = createRepo({ files: { "broken.txt": long } });
    const broken = main.git("rev-parse", "HEAD:broken.txt");
    const file = join(main.dir, ".git", "objects", broken.slice(0, 2), broken.slice(2));
    const half = fs.readFileSync(file).subarray(0, 20_000);
    rmSync(file);
    fs.writeFileSync(file, half);
    const objects = (await open(main.dir)).objects();
    const names = ["HEAD:README.md", broken, "HEAD:src/a.txt", "HEAD:src/b.txt"];
    const ends = await Promise.allSettled(names.map((name) => objects.read(name)));
    const texts = ends.map((end) => (end.status === "fulfilled" ? end.value?.data.toString() : "failed"));
    expect(texts).toEqual([main.read("README.md"), "failed", main.read("src/a.txt"), main.read("src/b.txt")]);
  });

  test("thousands of names in one call: in order", async () => {
    const main = createRepo();
    const objects = (await open(main.dir)).objects();
    const found = await objects.readMany(
      Array.from({ length: 3_000 }, (_, i) => (i % 2 ? "HEAD:README.md" : "none")),
    );
    expect(found.map((object) => object?.type ?? "-").join("")).toBe("-blob".repeat(1_500));
  });

  test("a commit made after the process was started: seen", async () => {
    const main = createRepo();
    const objects = (await open(main.dir)).objects();
    await objects.resolve("main");
    const oid = main.commit("More", { "more.txt": "more\n" });
    expect(await objects.resolve("main")).toBe(oid);
    main.git("gc", "--quiet", "--prune=now");
    expect(await objects.resolve("main^{tree}")).toBe(main.git("rev-parse", "main^{tree}"));
  });

  test("binary data of any size: byte for byte", async () => {
    const repo = await open(createRepo().dir);
    const data = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7919) % 256));
    const oid = await objectWriter(repo).blob(data);
    expect((await repo.objects().read(oid))?.data.equals(data)).toBe(true);
  });

  test("closed: the next read starts another process", async () => {
    const repo = await open(createRepo().dir);
    await repo.objects().resolve("HEAD");
    await repo.close();
    await repo.close();
    expect(await repo.objects().resolve("HEAD")).toBeDefined();
  });

  test("a commit that is none, or does not exist: GIT_FAILED that names it", async () => {
    const objects = (await open(createRepo().dir)).objects();
    expect((await errorOf(objects.commit("HEAD^{tree}"))).message).toContain("is a tree");
    expect((await errorOf(objects.commit("0".repeat(40)))).message).toContain("does not exist");
    expect(await codeOf(objects.tree("HEAD:README.md"))).toBe("GIT_FAILED");
  });
});

describe("ObjectWriter", () => {
  test("a commit: git and another reader accept it, field by field", async () => {
    const main = createRepo();
    const repo = await open(main.dir);
    const head = oidOf(main, "HEAD");
    const person = { name: "Ä <odd>\nName.", email: "a@b", time: 1_700_000_000, zone: "-0330" };
    const tree = parseOid(main.git("rev-parse", "HEAD^{tree}"));
    const oid = await objectWriter(repo).commit(
      { tree, parents: [head, head], author: person, committer: person, message: "Subject\n\nBody ✓" },
      { sync: true },
    );
    expect(main.git("fsck", "--strict", "--no-dangling")).toBe("");
    expect(main.git("log", "-1", "--format=%an|%ae|%ad|%B", "--date=raw", oid)).toBe(
      "Ä oddName|a@b|1700000000 -0330|Subject\n\nBody ✓",
    );
    const { commit } = await git.readCommit({ fs, dir: main.dir, oid });
    expect(commit).toMatchObject({ tree, parent: [head, head], message: "Subject\n\nBody ✓\n" });
    expect(await repo.objects().commit(oid)).toMatchObject({
      author: { name: "Ä oddName", time: 1_700_000_000, zone: "-0330" },
      message: "Subject\n\nBody ✓\n",
    });
  });

  test("the same object twice: one file, nothing temporary left", async () => {
    const main = createRepo();
    const writer = objectWriter(await open(main.dir));
    const oid = await writer.blob("once\n");
    expect(await writer.blob("once\n")).toBe(oid);
    expect(readdirSync(join(main.dir, ".git/objects", oid.slice(0, 2)))).toEqual([oid.slice(2)]);
    expect(main.git("cat-file", "blob", oid)).toBe("once");
  });

  test("an objects directory that cannot be written: an error of the catalogue", async () => {
    const main = createRepo();
    const repo = await open(main.dir);
    rmSync(join(main.dir, ".git/objects"), { recursive: true });
    fs.writeFileSync(join(main.dir, ".git/objects"), "");
    expect(await codeOf(objectWriter(repo).blob("x"))).toBe("GIT_FAILED");
  });

  test("hashObject: as git hashes, in both formats", () => {
    const main = createRepo();
    const oid = main.git("hash-object", "README.md");
    expect(hashObject("blob", Buffer.from(main.read("README.md")), "sha1")).toBe(oid);
    const sha256 = createHash("sha256").update("blob 0\0").digest("hex");
    expect(hashObject("blob", Buffer.alloc(0), "sha256")).toBe(sha256);
  });
});

describe("object formats", () => {
  test("trees: what is written in any order is what git writes", async () => {
    const main = createRepo({ files: { "a.txt": "1", "a/b": "2", "a-b": "3", "ab/c": "4", ä: "5" } });
    const repo = await open(main.dir);
    const raw = (await repo.objects().read("HEAD^{tree}"))?.data ?? Buffer.alloc(0);
    const entries = parseTree(raw, "sha1");
    expect(formatTree([...entries].reverse()).equals(raw)).toBe(true);
  });

  test("a tree that is cut short: an error, no endless loop", () => {
    expect(() => parseTree(Buffer.from("100644 name\0short"), "sha1")).toThrow("cut short");
  });

  test("people: written and read again, whatever their name is", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.string({ unit: "binary" }),
        fc.nat(2 ** 31),
        (name, email, time) => {
          const line = formatPerson({ name, email, time, zone: "+0100" });
          expect(line).not.toContain("\n");
          const read = parsePerson(line);
          expect(read).toMatchObject({ time, zone: "+0100" });
          expect(formatPerson(read)).toBe(line);
        },
      ),
    );
  });

  test("malformed people of old commits: empty, no error", () => {
    expect(parsePerson("no address at all")).toMatchObject({ name: "", time: 0 });
    expect(parsePerson("A <a@b>")).toMatchObject({ name: "A", email: "a@b", time: 0 });
  });

  test("oids: full, zero and wrong ones", () => {
    expect(isOid("a".repeat(40))).toBe(true);
    expect(isOid("A".repeat(40))).toBe(false);
    expect(isZeroOid(zeroOid("sha1")) && isZeroOid(zeroOid("sha256"))).toBe(true);
    expect(parseOptionalOid(zeroOid("sha256"))).toBeUndefined();
    expect(() => parseOid("abc")).toThrow("object id");
  });
});

describe("identity", () => {
  test("configuration: taken without a process", async () => {
    const repo = await open(createRepo().dir);
    const before = repo.git.count;
    const who = await identity(repo, {}, 1_700_000_000_999);
    expect(who.author).toEqual({
      name: "Coppice Test",
      email: "test@coppice.invalid",
      time: 1_700_000_000,
      zone: "+0000",
    });
    expect(repo.git.count).toBe(before);
  });

  test("environment and roles: the nearer one wins", async () => {
    const main = createRepo();
    main.git("config", "committer.name", "The Committer");
    const repo = await open(main.dir);
    const who = await identity(repo, { GIT_AUTHOR_NAME: "The Author", GIT_AUTHOR_EMAIL: "author@x" });
    expect(who.author).toMatchObject({ name: "The Author", email: "author@x" });
    expect(who.committer).toMatchObject({ name: "The Committer", email: "test@coppice.invalid" });
  });

  test("a fixed date: git is asked", async () => {
    const main = createRepo();
    process.env.GIT_AUTHOR_DATE = "2020-02-02T02:02:02+0200";
    try {
      const who = await identity(await open(main.dir));
      expect(who.author).toMatchObject({ name: "Coppice Test", time: 1_580_601_722, zone: "+0200" });
    } finally {
      delete process.env.GIT_AUTHOR_DATE;
    }
  });

  test("nobody configured, and guessing forbidden: GIT_FAILED that says what to set", async () => {
    const main = createRepo();
    const config = join(main.dir, "..", "config");
    fs.writeFileSync(config, "[user]\n\tuseConfigOnly = true\n");
    const repo = await open(main.dir, { env: { ...process.env, GIT_CONFIG_GLOBAL: config } });
    const error = await errorOf(identity(repo, {}));
    expect(error.code).toBe("GIT_FAILED");
    expect(error.suggestedAction).toContain("user.email");
  });

  test("the zone of the test's clock: UTC", () => {
    expect(zoneAt(0)).toBe("+0000");
  });
});
