import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { GitCounter, repository } from "./fixtures.js";
import { type Bench, byTurns, coppice, inScratch, type Row, runFloor, type Suite } from "./support.js";

/** What an agent waits for before each of its commands. */
export const guard: Suite = {
  name: "guard",
  run: (bench) => inScratch((dir) => Promise.resolve(measure(bench, dir))),
};

/** As agents write them: 20 lines, with four git commands that all pass. */
const script = `#!/usr/bin/env bash
# Builds the report and commits it.
set -euo pipefail

out="report"
mkdir -p "$out"
for file in src/*.ts; do
  wc -l "$file" >> "$out/lines.txt"
done
if ! npm test 2>&1 | tail -20; then
  echo "the tests fail" >&2
  exit 1
fi
git add -A "$out"
git diff --cached --stat | tail -1
git commit -m "$(cat <<'EOF'
Add the report

It says how long each file is; git push comes later.
EOF
)" && git status --short
`;

function measure(bench: Bench, dir: string): Row[] {
  bench.say("guard: a text and a command in a managed worktree");
  const { dir: main } = repository(join(dir, "repo"), 200);
  coppice(bench, main, ["create", "task/bench", "--base", "main", "--no-setup"]);
  const task = coppice(bench, main, ["path", "task/bench"]).stdout.trim();
  const node = { commands: [{ argv: ["node", "-e", "0"] }] };
  const judged = {
    text: (env = {}) => coppice(bench, task, ["guard", "--stdin"], { stdin: script, env }),
    words: (env = {}) => coppice(bench, task, ["guard", "--", "git", "commit", "-m", "Message"], { env }),
    plain: (env = {}) => coppice(bench, task, ["guard", "--stdin"], { stdin: "npm test", env }),
  };
  const refused = coppice(bench, task, ["guard", "--stdin"], { stdin: `${script}git push\n`, codes: [3] });
  if (refused.code !== 3) throw new Error("a push at the end of the text was not refused");
  const times = byTurns(bench.rounds * moreRounds, {
    text: () => judged.text().ms,
    words: () => judged.words().ms,
    plain: () => judged.plain().ms,
    node: () => runFloor(node),
  });
  mkdirSync(join(dir, "counter"));
  const counter = new GitCounter(join(dir, "counter"));
  const row = (what: string, ours: number): Row => ({
    what: `${what}; floor: \`node -e 0\``,
    ours,
    floor: times.node,
    unit: "ms",
    target: { atMost: 2.5 },
  });
  return [
    row("`guard --stdin`, 20 lines with four git commands", times.text),
    row("`guard -- git commit`", times.words),
    row("`guard --stdin`, a line without git", times.plain),
    {
      what: "`guard --stdin`, the same 20 lines",
      ours: counter.during(() => judged.text(counter.env)).length,
      floor: undefined,
      unit: "git processes",
      target: { atMost: 8 },
    },
  ];
}

/** A process costs little and varies much, so it is timed more often than what takes seconds. */
const moreRounds = 4;
