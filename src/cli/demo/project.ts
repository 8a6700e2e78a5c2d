import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Paths relative to a worktree, and what stands in them. */
export type Files = Readonly<Record<string, string>>;

/** The demo's project: a few lines that tell a gardener what to do. */
export const project: Files = {
  "README.md": "# Garden\n\nWhat to do in the garden, and when.\n",
  ".gitignore": ".env\n",
  "src/plants.js":
    "export const plants = [\n  { name: 'fern', days: 3 },\n  { name: 'cactus', days: 14 },\n  { name: 'basil', days: 1 },\n];\n",
  "src/report.js":
    "import { plants } from './plants.js';\n\nexport function line(plant) {\n  return plant.name;\n}\n\nfor (const plant of plants) console.log(line(plant));\n",
};

/** Not in git; the setup copies it into each new worktree. */
export const environment: Files = { ".env": "GARDEN=back-yard\n" };

const withUnits = "import { millilitres } from './units.js';\n";
const report = (body: string, imports = ""): string =>
  `${imports}${project["src/report.js"] ?? ""}`.replace("  return plant.name;\n", body);

/** The first task changes how a line of the report reads. */
export const watering: Files = {
  "src/report.js": report("  return plant.name + ': water every ' + plant.days + ' days';\n"),
  "README.md": `${project["README.md"]}\nThe report says how often to water.\n`,
};

/** The second one changes the same line in another way, and more. */
export const amounts: Files = {
  "src/report.js": report("  return plant.name + ': ' + millilitres(plant.days) + ' ml';\n", withUnits),
  "src/units.js": "export const millilitres = (days) => days * 40;\n",
};

/** Both wishes in one line: what a person makes of the conflict. */
export const resolved: Files = {
  "src/report.js": report(
    "  return plant.name + ': water every ' + plant.days + ' days, ' + millilitres(plant.days) + ' ml';\n",
    withUnits,
  ),
};

/** The third task is an idea that comes to nothing. */
export const orchids: Files = { "src/orchids.js": "// Are they worth it?\n" };

/** Writes files, making their folders. */
export function write(directory: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    const target = join(directory, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}
