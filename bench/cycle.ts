import { join } from "node:path";
import { mergeCycle, syncRun } from "../src/engine/hosted/cycle.js";
import type { HostedRun } from "../src/engine/hosted/model.js";
import { closeHostedRun, openHostedRun } from "../src/engine/hosted/open.js";
import { planCycle } from "../src/engine/hosted/plan.js";
import { askForge, lookAround } from "../src/engine/hosted/state.js";
import { openHostedForge } from "../src/forge/open-hosted.js";
import { FakeGitHub } from "../test/support/github/server.js";
import { repository } from "./fixtures.js";
import { mergeFloor } from "./floors/merge.js";
import { type Bench, git, inScratch, median, type Row, runFloor, type Suite } from "./support.js";

/** A run of the Action that merges many branches which are ready: merging and journaling, without the push. */
export const cycle: Suite = {
  name: "cycle",
  run: (bench) => inScratch((dir) => measure(bench, dir)),
};

async function measure(bench: Bench, dir: string): Promise<Row[]> {
  const [files, count, sample] = bench.quick ? [200, 40, 5] : [5_000, 1_000, 40];
  bench.say(`cycle: ${count} branches in a repository of ${files} files`);
  repository(join(dir, "repo"), files, count, { overlapping: true });
  const server = await FakeGitHub.start();
  try {
    const bare = join(dir, "hosted.git");
    git(dir, ["clone", "--quiet", "--bare", join(dir, "repo"), bare]);
    git(bare, ["branch", "-D", "elsewhere"]);
    git(bare, ["symbolic-ref", "HEAD", "refs/heads/main"]);
    const hosted = await server.add({ owner: "acme", name: "bench", dir: bare });
    const token = server.token("bench", { contents: "write", pull_requests: "write", statuses: "write" });
    const open = (cwd: string): Promise<HostedRun> => {
      const place = { owner: "acme", name: "bench", apiUrl: server.apiUrl, token };
      const signal = new AbortController().signal;
      return openHostedRun({
        cwd,
        token,
        serverUrl: server.url,
        repository: hosted.fullName,
        inputs: { taskBranches: ["branch/**"] },
        settings: {
          mergeWhen: "always",
          order: "age",
          maxMerges: count,
          requireSubmit: false,
          prune: false,
          dryRun: false,
          conflictLabel: "conflict",
        },
        committer: { name: "bench", email: "bench@example.com" },
        forge: openHostedForge(place, { signal }),
        signal,
      });
    };
    let round = 0;
    const checkout = (): string => {
      round += 1;
      const into = join(dir, `checkout-${round}`);
      git(dir, ["clone", "--quiet", "--no-local", "--bare", bare, into]);
      git(into, ["remote", "remove", "origin"]);
      git(into, ["remote", "add", "origin", server.gitUrl(hosted)]);
      return into;
    };
    // The branches are known before: their records are there, and nothing is merged yet.
    const first = await open(checkout());
    await syncRun(first);
    await closeHostedRun(first);
    const [ours, bareTimes]: [number[], number[]] = [[], []];
    let processes = 0;
    for (let turn = 0; turn < Math.max(2, Math.floor(bench.rounds / 2)); turn += 1) {
      const run = await open(checkout());
      const look = await lookAround(run, await askForge(run), { closedPages: 1 });
      const before = run.engine.repo.git.count;
      const started = performance.now();
      const plan = await planCycle(run, look, { mode: "push", barred: new Map() });
      await run.draft.draft();
      ours.push(performance.now() - started);
      processes = run.engine.repo.git.count - before;
      const made = plan.landings.flatMap((one) => (one.kind === "made" ? [one] : []));
      if (made.length !== count) throw new Error(`${made.length} of ${count} branches were merged`);
      const some = made.slice(0, sample);
      const floor = join(dir, `floor-${turn}`);
      git(bare, ["worktree", "add", "--quiet", "--detach", floor, "main"]);
      bareTimes.push(
        runFloor(
          mergeFloor(
            floor,
            some.map(({ candidate }) => candidate.task.branch),
          ),
        ),
      );
      const tree = git(run.engine.repo.commonDir, ["rev-parse", `${some.at(-1)?.oid}^{tree}`]);
      if (tree !== git(floor, ["rev-parse", "HEAD^{tree}"]))
        throw new Error("both ways must come to one tree");
      git(bare, ["worktree", "remove", "--force", floor]);
      if (turn === 0) checkTrees(run.engine.repo.commonDir, made);
      await closeHostedRun(run);
    }
    const run = await open(checkout());
    const { pushes, requests } = await mergeCycle(run);
    await closeHostedRun(run);
    const what = `${count} ready branches, ${files} files, in one run`;
    return [
      {
        what: `merging ${what}, with their journals`,
        ours: (count / median(ours)) * 1000,
        floor: (sample / median(bareTimes)) * 1000,
        unit: "per second",
        target: { atLeast: 20 },
      },
      {
        what: `merging ${what}`,
        ours: processes,
        floor: undefined,
        unit: "git processes",
        target: { atMost: 12 },
      },
      { what: `merging ${what}`, ours: pushes, floor: undefined, unit: "pushes", target: { atMost: 3 } },
      {
        what: `merging ${what}`,
        ours: requests,
        floor: undefined,
        unit: "API requests",
        target: { atMost: 10 },
      },
    ];
  } finally {
    await server.stop();
  }
}

/** Every merge has the tree that plain git makes of its two parents. */
function checkTrees(
  dir: string,
  made: readonly {
    readonly onto: string;
    readonly oid: string;
    readonly candidate: { readonly head: string };
  }[],
): void {
  const pairs = made.map(({ onto, candidate }) => `${onto} ${candidate.head}\n`).join("");
  const merged = git(dir, ["merge-tree", "--write-tree", "-z", "--stdin"], { stdin: pairs }).split("\0");
  const names = made.map(({ oid }) => `${oid}^{tree}\n`).join("");
  const trees = git(dir, ["cat-file", "--batch-check=%(objectname)"], { stdin: names }).split("\n");
  const wrong = trees.findIndex((tree, at) => merged[at * 3] !== "1" || merged[at * 3 + 1] !== tree);
  if (trees.length !== made.length || wrong >= 0)
    throw new Error(`merge ${wrong} has another tree than git's`);
}
