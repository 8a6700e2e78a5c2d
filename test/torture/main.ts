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

/** Of every thousand seconds of a whole run each section gets so many. The soak only runs when it is asked for. */
const shares: Readonly<Record<string, number>> = { blindness: 15, steps: 740, races: 190, fuzz: 55, soak: 0 };
/** Two of them do not end before they have seen losses, or tried so many inputs: the others share what that leaves. */
const usual = ["blindness", "fuzz", "steps", "races"];
/** Seconds from the first to the last line; what has begun then is brought to its end. */
const whole = { full: 850, short: 25 };
/** Seconds that a section leaves for each that comes after it, however slow the machine is. */
const spared = 160;
/** What goes on at once in short, and what comes after it: nothing else may hold up what is read in this process. */
const shortGroups = [["blindness"], ["steps", "races"], ["fuzz"]];

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
  if (shares[name] === undefined) {
    console.error(`no such section: ${name} (${Object.keys(shares).join(", ")})`);
    process.exit(2);
  }
}

const began = performance.now();
const { scratch, remove } = place();
const losses: string[] = [];
let inputs = 0;
try {
  const options: Omit<SectionOptions, "seconds" | "mostSeconds"> = {
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
  const run = async (name: string, seconds: number, jobs: number, mostSeconds = seconds): Promise<void> => {
    const section = await sectionOf(name);
    const start = performance.now();
    const result = await section.run({ ...options, seconds, mostSeconds, jobs });
    inputs += result.inputs;
    losses.push(...lossesOf(result.losses));
    const took = Math.round((performance.now() - start) / 1000);
    console.log(`\n${section.title} (${result.inputs} tried in ${took} s, seed ${options.seed})\n`);
    console.log(tableOf(result.rows));
  };
  const asked = values.soak === undefined ? values.seconds : 60 * Number(values.soak);
  if (asked === undefined && values.short) {
    const groups = shortGroups.map((names) => names.filter((name) => wanted.includes(name)));
    for (const [at, names] of groups.entries()) {
      const seconds = shareOf(groups.slice(at).map((one) => one[0] ?? ""));
      await Promise.all(names.map((name) => run(name, seconds, names.length > 1 ? 1 : options.jobs)));
    }
  } else {
    for (const [at, name] of wanted.entries()) {
      const most = left() - spared * (wanted.length - at - 1);
      if (asked !== undefined) await run(name, Number(asked), options.jobs);
      else await run(name, shareOf(wanted.slice(at)), options.jobs, most);
    }
  }
} finally {
  remove();
}
if (losses.length > 0) console.log(`\n${losses.join("\n")}`);
console.log(`\n${inputs} tried in ${Math.round((performance.now() - began) / 1000)} s`);
console.log(`${losses.length} losses`);
process.exitCode = losses.length === 0 ? 0 : 1;

/** The seconds that are left of the whole. */
function left(): number {
  return (values.short ? whole.short : whole.full) - (performance.now() - began) / 1000;
}

/** The time for the first of some sections: what is left when the others have theirs, too. */
function shareOf(names: readonly string[]): number {
  const [first = 0, ...others] = names.map((name) => shares[name] ?? 0);
  const all = others.reduce((sum, one) => sum + one, first);
  return all === 0 ? left() : Math.max(1, (left() * first) / all);
}

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
