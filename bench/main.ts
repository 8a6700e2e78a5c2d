/**
 * The benchmarks: `npm run bench`. Each runs Coppice and its floor (bench/floors, bare commands) by turns and compares
 * the medians, so the ratios hold on any machine; the milliseconds are of this one.
 *
 *   npm run bench -- [--quick] [--write] [--rounds <n>] [--cli <file>] [suite...]
 *   npm run bench -- --report
 */
import { existsSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { append } from "./append.js";
import { cycle } from "./cycle.js";
import { documents, plotName, resultsFile } from "./documents.js";
import { forecast } from "./forecast.js";
import { guard } from "./guard.js";
import { hooks } from "./hooks.js";
import { list } from "./list.js";
import { merge } from "./merge.js";
import { peers } from "./peers.js";
import { processes } from "./processes.js";
import { prune } from "./prune.js";
import { pruneLocal } from "./prune-local.js";
import { records } from "./records.js";
import { remove } from "./remove.js";
import { isMet, report } from "./report.js";
import { keepResult, type Setting, type SuiteResult } from "./results.js";
import { scale } from "./scale.js";
import { start } from "./start.js";
import { type Bench, run, type Suite } from "./support.js";

/** In the order of docs/benchmarks.md. */
const suites: readonly Suite[] = [
  append,
  records,
  list,
  processes,
  merge,
  forecast,
  hooks,
  guard,
  cycle,
  prune,
  pruneLocal,
  remove,
  start,
  peers,
  scale,
];
const names = suites.map(({ name }) => name);

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const kept = join(root, resultsFile);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Small sizes: does everything run? Misses are told, but do not fail. */
    quick: { type: "boolean", default: false },
    /** Keeps the results in bench/results.json, and brings everything up to date that shows them. */
    write: { type: "boolean", default: false },
    /** Runs nothing: brings up to date what shows the results that are kept. */
    report: { type: "boolean", default: false },
    rounds: { type: "string" },
    cli: { type: "string", default: join(root, "dist", "cli.js") },
  },
});

if (values.report) writeDocuments();
else await runSuites();

async function runSuites(): Promise<void> {
  if (values.quick && values.write) throw new Error("What --quick measures is not worth writing down.");
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`There is no suite ${unknown}, only ${names.join(", ")}.`);
  const cli = resolve(values.cli);
  if (!existsSync(cli)) throw new Error(`There is no ${cli}: npm run build makes it.`);
  const bench: Bench = {
    cli,
    quick: values.quick,
    rounds: Number(values.rounds ?? (values.quick ? 2 : 7)),
    say: (text) => console.error(text),
  };
  const setting: Setting = {
    node: process.versions.node,
    git: run("git", ["version"]).stdout.trim().replace("git version ", ""),
    cores: cpus().length,
    system: `${process.platform} ${process.arch}`,
    rounds: bench.rounds,
  };
  const results: SuiteResult[] = [];
  for (const suite of suites) {
    if (positionals.length > 0 && !positionals.includes(suite.name)) continue;
    const result = { name: suite.name, setting, rows: await suite.run(bench) };
    results.push(result);
    // At once: a later suite that fails takes nothing away from this one.
    if (values.write) keepResult(kept, result, names);
  }
  console.log(report(results, plotName));
  if (values.write) writeDocuments();
  if (!values.quick && !results.every(({ rows }) => rows.every(isMet))) process.exitCode = 1;
}

function writeDocuments(): void {
  for (const [name, text] of documents(root)) writeFileSync(join(root, name), text);
}
