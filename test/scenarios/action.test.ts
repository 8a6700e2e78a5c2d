import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { sync } from "../../src/engine/exchange.js";
import { openMemoryStore } from "../../src/journal/memory/store.js";
import { checkout, listed, runAction } from "../action/support.js";
import { branchesOf, git, hosted, laptopOf, newToken } from "../engine/hosted/support.js";
import { withHooks } from "../hooks/support.js";
import { github } from "../support/github/rig.js";
import { openRepo } from "../support/repo.js";
import { pushed } from "../workflows/events.js";

const fake = github();
/** As `coppice init` adds it. */
const notesRefspec = "+refs/notes/coppice*:refs/notes/remotes/origin/coppice*";

test("five branches ready, three clean, one landed already, one in conflict: the job merges, hands over, changes nothing when run again, and closes the loop after a person's resolution; the laptop's pull cleans up, but not what it went on with", async () => {
  const host = await hosted(fake.server);
  const laptop = await laptopOf(fake.server, host);
  const names = ["one", "two", "three", "landed", "clash"];
  const paths = new Map<string, string>();
  for (const name of names) {
    const file = name === "clash" ? "src/a.txt" : `src/${name}.txt`;
    paths.set(name, await laptop.task(`task/${name}`, { [file]: `${name}\n` }));
    await laptop.submit(`task/${name}`);
  }
  const pathOf = (name: string): string => paths.get(name) ?? "";
  const submitted = await git(pathOf("two"), "rev-parse", "HEAD");
  openRepo(pathOf("two")).commit("Go on", { "src/more.txt": "more\n" });
  const { bare, fullName } = host.repository;
  await git(bare.dir, "update-ref", "refs/heads/main", await git(bare.dir, "rev-parse", "task/landed"));
  await git(host.clone.dir, "pull", "--quiet");
  host.clone.commit("Change a.txt on main", { "src/a.txt": "theirs\n" });
  await git(host.clone.dir, "push", "--quiet", "--no-verify", "origin", "HEAD:main");

  const { name: event, payload } = pushed({ repository: fullName }, "refs/heads/task/one");
  const run = async () =>
    runAction(fake.server, host, { event, payload, workspace: await checkout(fake.server, host) });
  const pushes = (): number =>
    fake.server.requests.filter(({ method, path }) => method === "POST" && path.endsWith("/git-receive-pack"))
      .length;
  const writes = (): string[] =>
    fake.server.requests.flatMap(({ method, path }) =>
      method === "GET" || path.includes("/git-") || path.endsWith("/graphql") ? [] : [`${method} ${path}`],
    );

  const before = pushes();
  const first = await run();
  expect(first).toMatchObject({ code: 0, stderr: "" });
  const of = (output: unknown): string[] => listed(output).map(({ branch }) => branch);
  expect(of(first.outputs.merged)).toEqual(["task/one", "task/three", "task/two"]);
  expect(of(first.outputs["already-landed"])).toEqual(["task/landed"]);
  expect(of(first.outputs.conflicted)).toEqual(["task/clash"]);
  expect(await branchesOf(host)).toEqual(["main", "task/clash"]);
  // Base with the journals, then the branches that go with what is known of the pull request.
  expect(pushes() - before).toBe(2);
  const [pull] = [...host.repository.pulls.values()];
  if (pull === undefined) throw new Error("no pull request");
  expect(pull).toMatchObject({ state: "open", labels: ["coppice:conflict"] });
  for (const part of ["| `src/a.txt` |", "theirs", "coppice resolve", "git merge"])
    expect(pull.body).toContain(part);
  expect(first.summary).toContain("task/clash");
  expect(first.annotations.join()).toContain("conflicts with base in src/a.txt");

  const [done, written] = [pushes(), writes()];
  const second = await run();
  expect(of(second.outputs.conflicted)).toEqual(["task/clash"]);
  expect([pushes(), writes()]).toEqual([done, written]);

  await withHooks(host.clone);
  await git(host.clone.dir, "config", "--add", "remote.origin.fetch", notesRefspec);
  await git(host.clone.dir, "pull", "--quiet");
  expect(await laptop.record("task/one")).toMatchObject({ status: "removed", landed: { target: "main" } });
  expect([...paths].filter(([, path]) => existsSync(path)).map(([name]) => name)).toEqual(["two", "clash"]);
  expect(await laptop.record("task/two")).toMatchObject({
    status: "active",
    request: null,
    landed: { headOid: submitted },
  });
  expect(await laptop.record("task/clash")).toMatchObject({
    status: "conflict",
    pr: {
      number: pull.number,
      url: expect.stringMatching(/\/pull\/1$/),
      state: "open",
      title: pull.title,
      createdAt: pull.createdAt,
    },
  });
  const path = pathOf("clash");
  await git(path, "fetch", "--quiet", "origin", "main");
  await git(path, "merge", "--quiet", "-X", "ours", "FETCH_HEAD");
  await git(path, "push", "--quiet", "--no-verify", "origin", "HEAD");
  const third = await run();
  expect(of(third.outputs.merged)).toEqual(["task/clash"]);
  expect(pull.mergedAt).not.toBeNull();
  await laptop.with((engine) => sync(engine));
  expect(await laptop.record("task/clash")).toMatchObject({ status: "removed", pr: { state: "merged" } });
  // Whoever reads the journals over there, without git, knows the same.
  const token = newToken(fake.server);
  const elsewhere = openMemoryStore({ url: fake.server.gitUrl(host.repository), token: () => token });
  const here = await laptop.with((engine) => engine.journal.records());
  expect(await elsewhere.records()).toEqual(new Map(here));
});
