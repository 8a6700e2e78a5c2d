import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RecordId } from "../src/lifecycle/ids.js";
import { bundle, bundleCommand } from "./bundle.js";
import { repository } from "./fixtures.js";
import { appendFloor } from "./floors/append.js";
import { oneNote, writeJournals } from "./journals.js";
import {
  type Bench,
  byTurns,
  environment,
  git,
  inScratch,
  median,
  type Row,
  run,
  runFloor,
  type Suite,
} from "./support.js";

/** Appending to the journal: one event by one process, and many by many. */
export const append: Suite = {
  name: "append",
  run: (bench) => inScratch((dir) => measure(bench, dir)),
};

async function measure(bench: Bench, dir: string): Promise<Row[]> {
  return [await oneEvent(bench, dir), await manyWriters(bench, dir)];
}

/** A process costs little and varies much, so it is timed more often than what takes seconds. */
const moreRounds = 4;

async function oneEvent(bench: Bench, dir: string): Promise<Row> {
  bench.say("append: one event, whole processes");
  const { dir: repo } = repository(join(dir, "repo"), 20);
  const [id = ""] = writeJournals(repo, 200);
  const program = await bundleCommand("append", dir);
  const floorRef = "refs/notes/floor";
  git(repo, ["update-ref", floorRef, "refs/notes/coppice"]);
  const stream = join(dir, "stream");
  writeFileSync(stream, oneNote(floorRef));
  const { ours, floor } = byTurns(bench.rounds * moreRounds, {
    ours: () => run(process.execPath, [program, "lock", id], { cwd: repo }).ms,
    floor: () => runFloor(appendFloor(repo, stream)),
  });
  return {
    what: "one event appended, whole process; floor: `node -e 0` and one `git fast-import`",
    ours,
    floor,
    unit: "ms",
    target: { atMost: 1.5 },
  };
}

async function manyWriters(bench: Bench, dir: string): Promise<Row> {
  const [processes, each, rounds] = bench.quick ? [6, 4, 1] : [50, 20, 3];
  bench.say(`append: ${processes} processes with ${each} entries each`);
  const program = await bundle("writer", dir);
  const times = { group: [] as number[], single: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    for (const how of ["group", "single"] as const) {
      const place = join(dir, `${how}-${round}`);
      mkdirSync(place);
      const { dir: repo } = repository(join(place, "repo"), 20);
      const ids = writeJournals(repo, 5);
      times[how].push(await race(program, repo, ids, { how, processes, each }));
    }
  }
  return {
    what: `${processes} processes with ${each} entries each, every entry in the ref before the next; floor: a commit for each entry, same lock`,
    ours: median(times.group),
    floor: median(times.single),
    unit: "ms",
    target: { atMost: 0.2 },
  };
}

interface Race {
  readonly how: "group" | "single";
  readonly processes: number;
  readonly each: number;
}

/** Lets all writers go at once. @returns milliseconds until the last has ended */
async function race(program: string, repo: string, ids: readonly RecordId[], setting: Race): Promise<number> {
  const { how, processes, each } = setting;
  const writers: ChildProcess[] = [];
  for (let number = 0; number < processes; number += 1) {
    const id = ids[number % ids.length] ?? "";
    const writer = spawn(process.execPath, [program, repo, id, String(each), how], {
      env: environment,
      stdio: ["pipe", "pipe", "inherit"],
    });
    writers.push(writer);
    if (writer.stdout !== null) await once(writer.stdout, "data");
  }
  const started = performance.now();
  const ends = writers.map((writer) => once(writer, "close"));
  for (const { stdin } of writers) stdin?.write("go\n");
  const codes = await Promise.all(ends);
  const ms = performance.now() - started;
  const lines = ids.flatMap((id) => git(repo, ["notes", "--ref=coppice", "show", id]).split("\n"));
  const entries = lines.filter((line) => line.includes('"LOCK"')).length;
  if (codes.some(([code]) => code !== 0) || entries !== processes * each) {
    throw new Error(`${how}: ${entries} of ${processes * each} entries`);
  }
  return ms;
}
