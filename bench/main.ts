/**
 * The benchmarks: `npm run bench`. Each runs Coppice and its floor (bench/floors, bare commands) by turns and compares
 * the medians, so the ratios hold on any machine; the milliseconds are of this one.
 *
 *   npm run bench -- [--quick] [--write] [--rounds <n>] [--cli <file>] [suite...]
 */
import { existsSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { append } from "./append.js";
import { cycle } from "./cycle.js";
import { forecast } from "./forecast.js";
import { guard } from "./guard.js";
import { hooks } from "./hooks.js";
import { list } from "./list.js";
import { merge } from "./merge.js";
import { peers } from "./peers.js";
import { processes } from "./processes.js";
import { prune } from "./prune.js";
import { records } from "./records.js";
import { isMet, table, writeReport } from "./report.js";
import { start } from "./start.js";
import { type Row, run, type Suite } from "./support.js";

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
  start,
  peers,
];

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Small sizes: does everything run? Misses are told, but do not fail. */
    quick: { type: "boolean", default: false },
    /** Puts the table into docs/benchmarks.md. */
    write: { type: "boolean", default: false },
    rounds: { type: "string" },
    cli: { type: "string", default: join(root, "dist", "cli.js") },
  },
});
const cli = resolve(values.cli);
if (!existsSync(cli)) throw new Error(`There is no ${cli}: npm run build makes it.`);
const chosen = positionals.length === 0 ? suites : suites.filter(({ name }) => positionals.includes(name));
if (chosen.length === 0) throw new Error(`The suites are ${suites.map(({ name }) => name).join(", ")}.`);

const bench = {
  cli,
  quick: values.quick,
  rounds: Number(values.rounds ?? (values.quick ? 2 : 7)),
  say: (text: string) => console.error(text),
};
const rows: Row[] = [];
for (const suite of chosen) rows.push(...(await suite.run(bench)));

const version = run("git", ["version"]).stdout.trim();
const about = `Node ${process.versions.node}, ${version}, ${cpus().length} cores, ${process.platform}; medians of ${bench.rounds} rounds.`;
console.log(`${about}\n\n${table(rows)}`);
if (values.write) writeReport(join(root, "docs", "benchmarks.md"), about, rows);
if (!values.quick && !rows.every(isMet)) process.exitCode = 1;
