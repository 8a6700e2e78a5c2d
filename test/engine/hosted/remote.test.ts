import { describe, expect, test } from "vitest";
import { addBranch, all, github, hosted } from "../../support/github/rig.js";
import { branch, notesRef, oid, openRemote } from "./remote-support.js";

const fake = github();
const token = "a-token-that-is-secret";

async function setUp() {
  const place = await hosted(fake.server);
  const opened = await openRemote(fake.server, place, fake.server.token(token, all));
  const tip = async (name: string) => (await place.repository.bare.refs()).get(name);
  const base = oid(await place.repository.tip("main"));
  const { clone } = place;
  /** A commit on top of base that is nowhere but here. */
  const made = (name: string) => oid(clone.git("commit-tree", "-p", base, "-m", name, `${base}^{tree}`));
  return { ...place, ...opened, tip, base, made };
}

describe("looking and fetching", () => {
  test("branches and notes: told by one process, fetched by another, and no ref is made", async () => {
    const place = await setUp();
    const a = addBranch(place, "task/ä#1", { "a.txt": "a\n" });
    await place.repository.bare.move(notesRef, place.base);
    place.clone.git("reflog", "expire", "--expire=now", "--all");
    place.clone.git("gc", "--prune=now", "--quiet");
    const refs = place.clone.git("for-each-ref");
    const { count } = place.repo.git;
    const seen = await place.remote.look();
    expect([...seen.heads].sort()).toEqual([
      ["main", place.base],
      ["task/ä#1", a],
    ]);
    expect([seen.notes, seen.archives.size]).toEqual([place.base, 0]);
    await place.remote.fetch({
      base: { branch: branch("main"), oid: place.base },
      branches: seen.heads,
      notes: seen.notes,
    });
    expect(place.repo.git.count - count).toBe(2);
    expect(place.clone.git("cat-file", "-p", `${a}:a.txt`)).toBe("a");
    expect(place.clone.git("for-each-ref")).toBe(refs);
  });
});

describe("pushing", () => {
  test("base and notes: both arrive in one push", async () => {
    const place = await setUp();
    const [to, notes] = [place.made("merge"), place.made("notes")];
    const end = await place.remote.push([
      { ref: "refs/heads/main", to, expected: place.base },
      { ref: notesRef, to: notes, expected: undefined },
    ]);
    expect(end).toEqual({ kind: "done" });
    expect([await place.tip("refs/heads/main"), await place.tip(notesRef)]).toEqual([to, notes]);
    expect(place.remote.pushes).toBe(1);
  });

  test("a watched branch has moved: nothing is pushed", async () => {
    const place = await setUp();
    const head = oid(addBranch(place, "task/a", { "a.txt": "a\n" }));
    const change = { ref: "refs/heads/main", to: place.made("merge"), expected: place.base };
    const other = place.made("other");
    place.clone.git("push", "--quiet", "--force", place.repository.bare.dir, `${other}:refs/heads/task/a`);
    const end = await place.remote.push([change], new Map([["refs/heads/task/a", head]]));
    expect(end).toEqual({ kind: "moved", refs: new Map([["refs/heads/task/a", other]]) });
    expect(await place.tip("refs/heads/main")).toBe(place.base);
    const again = await place.remote.push([change], new Map([["refs/heads/task/a", other]]));
    expect(again).toEqual({ kind: "done" });
  });
});
