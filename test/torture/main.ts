/**
 * Tortures Coppice and counts what is lost: `npm run torture [-- --short] [--seed N] [--section steps,races] [--jobs N]
 * [--cases N] [--only TEXT]`, or `-- --soak MINUTES`.
 * It ends with `N losses`, and with exit code 1 where that is not 0.
 */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { actionModules, commandModules } from "../support/hook-program.js";
import { bundlePreload } from "./faults/bundle.js";
import { place } from "./place.js";
import type { Section, SectionOptions } from "./section.js";
import { lossesOf, tableOf } from "./table.js";

/** How many seconds of the whole each section gets: all of it, and in short. The soak only runs when it is asked for. */
const budgets: Readonly<Record<string, readonly [full: number, short: number]>> = {
  steps: [580, 18],
  races: [150, 12],
  fuzz: [50, 9],
  blindness: [45, 6],
  soak: [1800, 30],
};
const usual = ["steps", "races", "fuzz", "blindness"];

const { values } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    seed: { type: "string", default: "6" },
    section: { type: "string" },
    jobs: { type: "string", default: "2" },
    seconds: { type: "string" },
    /** Minutes: the soak, and nothing else. */
    soak: { type: "string" },
    only: { type: "string" },
    cases: { type: "string" },
  },
});

const wanted = values.soak === undefined ? (values.section?.split(",") ?? usual) : ["soak"];
for (const name of wanted) {
  if (budgets[name] === undefined) {
    console.error(`no such section: ${name} (${Object.keys(budgets).join(", ")})`);
    process.exit(2);
  }
}

const began = performance.now();
const { scratch, remove } = place();
const losses: string[] = [];
let inputs = 0;
try {
  const options: Omit<SectionOptions, "seconds"> = {
    short: values.short,
    seed: Number(values.seed),
    jobs: Number(values.jobs),
    only: values.only,
    cases: values.cases === undefined ? undefined : Number(values.cases),
    cli: commandModules().program,
    action: actionModules().program,
    preload: bundlePreload(scratch),
    scratch,
    report: (text) => process.stderr.write(`${text}\n`),
  };
  for (const name of wanted) {
    const section = await sectionOf(name);
    const [full = 60, short = 10] = budgets[name] ?? [];
    const asked = values.soak === undefined ? values.seconds : 60 * Number(values.soak);
    const seconds = Number(asked ?? (values.short ? short : full));
    const start = performance.now();
    const result = await section.run({ ...options, seconds });
    inputs += result.inputs;
    losses.push(...lossesOf(result.losses));
    const took = Math.round((performance.now() - start) / 1000);
    console.log(`\n${section.title} (${result.inputs} tried in ${took} s, seed ${options.seed})\n`);
    console.log(tableOf(result.rows));
  }
} finally {
  remove();
}
if (losses.length > 0) console.log(`\n${losses.join("\n")}`);
console.log(`\n${inputs} tried in ${Math.round((performance.now() - began) / 1000)} s`);
console.log(`${losses.length} losses`);
process.exitCode = losses.length === 0 ? 0 : 1;

async function sectionOf(name: string): Promise<Section> {
  const file = new URL(`./${name}/section.ts`, import.meta.url);
  if (!existsSync(file)) throw new Error(`the section ${name} is missing`);
  const module: unknown = await import(file.href);
  const section: unknown =
    typeof module === "object" && module !== null ? Reflect.get(module, "section") : undefined;
  if (!isSection(section)) throw new Error(`${name}/section.ts exports no section`);
  return section;
}

function isSection(value: unknown): value is Section {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, "run") === "function";
}
