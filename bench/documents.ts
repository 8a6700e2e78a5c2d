import { readFileSync } from "node:fs";
import { join } from "node:path";
import { plotOf } from "./plot-scale.js";
import { quotedResults } from "./quotes.js";
import { report } from "./report.js";
import { readResults } from "./results.js";

/** Where the results are kept, below the repository's root. */
export const resultsFile = join("bench", "results.json");
/** The picture of the curves, as docs/benchmarks.md names it. */
export const plotName = "benchmarks-scale.svg";

/**
 * Everything that shows results, made of those that are kept: file names below the repository's root, with their texts.
 * @throws when a document has no marks between which results could stand
 */
export function documents(root: string): ReadonlyMap<string, string> {
  const results = readResults(join(root, resultsFile));
  const filled = (name: string, part: string): [string, string] => [
    name,
    betweenMarks(name, readFileSync(join(root, name), "utf8"), part),
  ];
  return new Map([
    [join("docs", plotName), plotOf(results.flatMap(({ rows }) => rows))],
    filled(join("docs", "benchmarks.md"), report(results, plotName)),
    filled("README.md", quotedResults(results)),
  ]);
}

function betweenMarks(name: string, text: string, part: string): string {
  const [begin, end] = ["<!-- bench:begin -->", "<!-- bench:end -->"];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${name} has no place for the results: ${begin} ... ${end}`);
  return `${text.slice(0, from + begin.length)}\n\n${part}\n\n${text.slice(to)}`;
}
