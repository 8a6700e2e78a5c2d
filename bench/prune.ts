import { join } from "node:path";
import type { HostedRun, Report } from "../src/engine/hosted/model.js";
import { pruneRun } from "../src/engine/hosted/nightly.js";
import { closeHostedRun, openHostedRun } from "../src/engine/hosted/open.js";
import { openHostedForge } from "../src/forge/open-hosted.js";
import type { Repository } from "../test/support/github/repository.js";
import { FakeGitHub } from "../test/support/github/server.js";
import { type Bench, git, inScratch, type Row, type Suite } from "./support.js";

/** Two nights of a repository in which every other task branch is stale: what they ask of GitHub, and push to it. */
export const prune: Suite = {
  name: "prune",
  run: (bench) => inScratch((dir) => measure(bench, dir)),
};

const dayMs = 86_400_000;

async function measure(bench: Bench, dir: string): Promise<Row[]> {
  const count = bench.quick ? 40 : 1_000;
  bench.say(`prune: ${count} branches, every other one stale`);
  const bare = join(dir, "hosted.git");
  git(dir, ["init", "--quiet", "--bare", "-b", "main", bare]);
  const now = Date.now();
  git(bare, ["fast-import", "--quiet"], { stdin: history(count, now) });
  const server = await FakeGitHub.start();
  try {
    const hosted = await server.add({ owner: "acme", name: "bench", dir: bare });
    const night = (days: number): Promise<Report> =>
      nightOf(server, hosted, join(dir, `night-${days}`), now + days * dayMs);
    expectOutcomes(await night(0), "marked", count / 2);
    const report = await night(2);
    expectOutcomes(report, "pruned", count / 2);
    const what = `pruning ${count} branches of which ${count / 2} are stale`;
    return [
      { what, ours: report.requests, floor: undefined, unit: "API requests", target: { atMost: 30 } },
      { what, ours: report.pushes, floor: undefined, unit: "pushes", target: { atMost: 2 } },
    ];
  } finally {
    await server.stop();
  }
}

/** Branches of two commits each on files of their own; the odd ones were left a year ago. */
function history(count: number, now: number): string {
  const lines: string[] = [];
  const commit = (ref: string, from: string, path: string, daysAgo: number): void => {
    const at = `Bench <bench@example.com> ${Math.floor((now - daysAgo * dayMs) / 1000)} +0000`;
    lines.push(
      `commit ${ref}\ncommitter ${at}\ndata 4\nWork\n${from}M 100644 inline ${path}\ndata ${path.length}\n${path}\n`,
    );
  };
  commit("refs/heads/main", "", "main.txt", 400);
  for (let at = 0; at < count; at += 1) {
    const ref = `refs/heads/task/${at}`;
    const daysAgo = at % 2 === 0 ? 1 : 365;
    commit(ref, "from refs/heads/main\n", `task-${at}/one.txt`, daysAgo);
    commit(ref, "", `task-${at}/two.txt`, daysAgo);
  }
  return lines.join("");
}

async function nightOf(server: FakeGitHub, hosted: Repository, cwd: string, now: number): Promise<Report> {
  git(hosted.bare.dir, ["clone", "--quiet", "--depth", "1", `file://${hosted.bare.dir}`, cwd]);
  git(cwd, ["remote", "set-url", "origin", server.gitUrl(hosted)]);
  const token = server.token("bench", { contents: "write", pull_requests: "write", statuses: "write" });
  const place = { owner: hosted.owner, name: hosted.name, apiUrl: server.apiUrl, token };
  const signal = new AbortController().signal;
  const run: HostedRun = await openHostedRun({
    cwd,
    token,
    serverUrl: server.url,
    repository: hosted.fullName,
    inputs: {},
    settings: {
      mergeWhen: "submitted",
      order: "age",
      maxMerges: 1_000,
      requireSubmit: false,
      prune: true,
      dryRun: false,
      conflictLabel: "conflict",
    },
    committer: { name: "bench", email: "bench@example.com" },
    forge: openHostedForge(place, { signal }),
    signal,
    now: () => now,
  });
  try {
    return await pruneRun(run, { mergeFirst: true });
  } finally {
    await closeHostedRun(run);
  }
}

function expectOutcomes({ rows, problems }: Report, outcome: string, count: number): void {
  const found = rows.filter((row) => row.outcome === outcome).length;
  const [problem] = problems;
  if (problem !== undefined) throw problem;
  if (found !== count) throw new Error(`${found} of ${count} branches were ${outcome}`);
}
