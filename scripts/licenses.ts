import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * One licence file of several that ncc wrote, each package once, in alphabetical order.
 * ncc writes a package as its name, its licence's name and the licence's text, without a separator that
 * could not be in the text; a line is a heading when a package of that name is installed.
 */
export function mergeLicenses(root: string, reports: readonly string[]): string {
  const sections = new Map<string, string>();
  for (const report of reports) {
    const lines = report.replaceAll("\r\n", "\n").split("\n");
    let name: string | undefined;
    let start = 0;
    const finish = (end: number): void => {
      const text = lines.slice(start, end).join("\n").trim();
      if (name !== undefined) sections.set(name, text);
      else if (text !== "") throw new Error(`a licence without a package: ${text.slice(0, 60)}`);
    };
    for (const [number, line] of lines.entries()) {
      if (!isHeading(root, line, lines[number + 1])) continue;
      finish(number);
      name = line;
      start = number;
    }
    finish(lines.length);
  }
  const names = [...sections.keys()].sort();
  return `${names.map((key) => sections.get(key)).join("\n\n\n")}\n`;
}

function isHeading(root: string, line: string, next: string | undefined): boolean {
  if (!/^(@[\w.-]+\/)?[\w.-]+$/.test(line) || next === undefined) return false;
  const path = join(root, "node_modules", line, "package.json");
  if (!existsSync(path)) return false;
  const manifest: { license?: unknown } = JSON.parse(readFileSync(path, "utf8"));
  return typeof manifest.license === "string" && manifest.license === next;
}
