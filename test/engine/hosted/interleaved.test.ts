import { expect, test } from "vitest";
import { mergeCycle, syncRun } from "../../../src/engine/hosted/cycle.js";
import { runLight } from "../../../src/engine/hosted/light.js";
import { openLightRun } from "../../../src/engine/hosted/light-open.js";
import type { Report } from "../../../src/engine/hosted/model.js";
import { pruneRun } from "../../../src/engine/hosted/nightly.js";
import { openHostedForge } from "../../../src/forge/open-hosted.js";
import { openMemoryStore } from "../../../src/journal/memory/store.js";
import { prepared } from "../../support/github/copies.js";
import { github, type Hosted } from "../../support/github/rig.js";
import { branchesOf, git, newToken, openRun } from "./support.js";

const fake = github();
const dayMs = 86_400_000;

/** Branches that nobody has recorded: a fresh one, an old one, one in conflict; and one whose record is there already. */
const setUp = prepared(fake, async (host) => {
  const { bare } = host.repository;
  const commit = (name: string, files: Record<string, string>, daysAgo: number): string => {
    const time = Math.floor((Date.now() - daysAgo * dayMs) / 1000);
    const changes = Object.entries(files).map(
      ([path, text]) => `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`,
    );
    const by = `committer Ada <ada@example.com> ${time} +0000\ndata 4\nWork\nfrom ${tip}\n`;
    return `commit refs/heads/${name}\n${by}${changes.join("")}\n`;
  };
  const tip = await git(bare.dir, "rev-parse", "main");
  const put = async (...commits: string[]): Promise<void> => {
    const { code, stderr } = await bare.run(["fast-import", "--quiet"], {}, commits.join(""));
    if (code !== 0) throw new Error(stderr);
  };
  await put(commit("task/known", { "known.txt": "x\n" }, 1));
  await syncRun(await openRun(fake.server, host));
  await put(
    commit("main", { "src/a.txt": "main's\n" }, 1),
    commit("task/fresh", { "fresh.txt": "x\n" }, 1),
    commit("task/old", { "old.txt": "x\n" }, 100),
    commit("task/clash", { "src/a.txt": "task's\n" }, 1),
  );
});

type Kind = "merge" | "prune" | "sync" | "light";

/** A run of a kind, as a job makes it; `light` is what a closed pull request and a check leave behind. */
async function run(kind: Kind, host: Hosted): Promise<Report> {
  if (kind === "light") return light(host);
  const opened = await openRun(fake.server, host, {
    settings: { mergeWhen: "always" },
    inputs: { prune: { maxAgeDays: 7, graceDays: 0, completedDelayHours: 0 } },
  });
  if (kind === "prune") return pruneRun(opened, { mergeFirst: false });
  return kind === "merge" ? mergeCycle(opened) : syncRun(opened);
}

async function light({ repository }: Hosted): Promise<Report> {
  const token = newToken(fake.server);
  const place = { owner: repository.owner, name: repository.name, apiUrl: fake.server.apiUrl, token };
  const options = { signal: new AbortController().signal, pause: async () => {}, workflow: "Coppice" };
  const opened = await openLightRun({
    url: fake.server.gitUrl(repository),
    token,
    forge: async () => openHostedForge(place, options),
    inputs: {},
    configPath: undefined,
    committer: { name: "coppice[bot]", email: "bot@example.com" },
  });
  return runLight({ run: opened, name: "coppice[bot]", dryRun: false });
}

/** What every journal over there says, without what makes two entries of the same content differ. */
async function journals({ repository }: Hosted) {
  const token = newToken(fake.server);
  const store = openMemoryStore({ url: fake.server.gitUrl(repository), token: () => token });
  const all = [...(await store.readAll()).values()];
  const told = all.map(({ record, entries }) => ({
    branch: record?.branch,
    // A beginning has two steps, which are told apart by their place alone.
    said: entries.flatMap(({ entry: { event } }) =>
      event.type === "INIT_COMPLETE" ? [] : [JSON.stringify({ ...event, op: null })],
    ),
    superseded: entries.flatMap(({ entry, superseded }) => (superseded ? [entry.event] : [])),
  }));
  return { told, joined: store.joined };
}

interface Meeting {
  /** The first to plan is the last to push: each of them does everything before a push of the one before it arrives. */
  readonly runs: readonly [Kind, ...Kind[]];
  /** Which push. */
  readonly push: number;
}

/** Each kind meets each. */
const meetings: readonly Meeting[] = [
  { runs: ["merge", "merge", "prune", "merge", "sync"], push: 1 },
  { runs: ["sync", "merge", "light", "prune", "prune"], push: 1 },
  { runs: ["prune", "sync", "prune", "light", "sync"], push: 1 },
  { runs: ["sync", "sync", "light", "light", "merge"], push: 1 },
  { runs: ["prune", "merge"], push: 2 },
  { runs: ["merge", "prune"], push: 2 },
];

test.each(meetings)(
  "$runs at once, each overtaken by the next at its push $push: one record for each branch, nothing lost, nothing said twice",
  async ({ runs: [first, ...others], push }) => {
    const { host } = await setUp();
    const { repository } = host;
    repository.close(await repository.openPull({ title: "Known", head: "task/known", base: "main" }));
    const reports: Report[] = [];
    const meet = async (kind: Kind, [next, ...rest]: readonly Kind[]): Promise<void> => {
      let before = push;
      const arrives = async (): Promise<void> => {
        before -= 1;
        if (before > 0) fake.server.onNextPush = arrives;
        else if (next !== undefined) await meet(next, rest);
      };
      if (next !== undefined) fake.server.onNextPush = arrives;
      reports.push(await run(kind, host));
      expect(next === undefined ? 0 : before).toBe(0);
    };
    await meet(first, others);
    expect(reports.flatMap(({ problems, warnings }) => [...problems, ...warnings])).toEqual([]);

    const { told, joined } = await journals(host);
    const all = ["task/clash", "task/fresh", "task/known", "task/old"];
    expect(told.map(({ branch }) => branch).sort()).toEqual(all);
    expect(joined.size).toBe(0);
    for (const { said, superseded } of told) expect([said, superseded]).toEqual([[...new Set(said)], []]);
    expect(told.find(({ branch }) => branch === "task/known")?.said.join("\n")).toContain('"state":"closed"');

    const [merged, pruned] = ["merge", "prune"].map((kind) => [first, ...others].some((one) => one === kind));
    const gone = [...(merged ? ["task/fresh"] : []), ...(merged || pruned ? ["task/old"] : [])];
    expect(await branchesOf(host)).toEqual(["main", ...all.filter((one) => !gone.includes(one))]);
    const subjects = (await git(repository.bare.dir, "log", "--merges", "--format=%s", "main")).split("\n");
    expect(subjects).toEqual([...new Set(subjects)]);
    expect([...repository.pulls.values()].filter(({ state }) => state === "open")).toHaveLength(
      merged ? 1 : 0,
    );
  },
);

test("the journals move with every push of a sync: at last they alone are put on top of theirs, and all the same nothing is said twice", async () => {
  const { host } = await setUp();
  const { bare } = host.repository;
  let left = 5;
  const move = async (): Promise<void> => {
    left -= 1;
    if (left === 0) {
      await run("sync", host);
      return;
    }
    fake.server.onNextPush = move;
    const [tree, tip] = await Promise.all(
      ["^{tree}", ""].map((of) => git(bare.dir, "rev-parse", `refs/notes/coppice${of}`)),
    );
    await bare.move(
      "refs/notes/coppice",
      await bare.commit(tree ?? "", [tip ?? ""], "Move", "1767225600 +0000"),
    );
  };
  fake.server.onNextPush = move;
  expect((await run("sync", host)).problems).toEqual([]);
  expect(left).toBe(0);
  const { told, joined } = await journals(host);
  expect([told.length, joined.size]).toEqual([4, 0]);
});
