/**
 * Writes the table of commands into README.md, between its two marks: `npm run readme`. It is made from the
 * definitions that the command line itself is built of.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { commands } from "../src/cli/commands.js";
import { globalOptions, type OptionSpec } from "../src/cli/grammar.js";

const start = "<!-- commands: npm run readme -->";
const end = "<!-- /commands -->";

const cell = (text: string): string => text.replaceAll("|", "\\|");
const optionText = ({ flags, choices }: OptionSpec): string => {
  const shown = choices === undefined ? flags : flags.replace(/<[^>]*>/, choices.join("|"));
  return `\`${cell(shown)}\``;
};

/** The commands with their options as a markdown table. */
export function commandTable(): string {
  const rows = commands
    .filter(({ hidden }) => hidden !== true)
    .map(({ name, aliases, args, summary, options }) => {
      const also = aliases === undefined ? "" : ` (${aliases.map((alias) => `\`${alias}\``).join(", ")})`;
      return `| \`${[name, ...args].join(" ")}\`${also} | ${cell(summary)} | ${options.map(optionText).join(" ")} |`;
    });
  return [
    "| command | does | options |",
    "| --- | --- | --- |",
    ...rows,
    "",
    `Every command takes ${globalOptions.map(optionText).join(", ")} and \`--help\`.`,
  ].join("\n");
}

/**
 * A text with the table between its marks brought up to date.
 * @throws when the marks are not there
 */
export function withCommandTable(text: string): string {
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`README.md has no ${start} followed by ${end}`);
  return `${text.slice(0, from + start.length)}\n\n${commandTable()}\n\n${text.slice(to)}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const path = join(dirname(fileURLToPath(import.meta.url)), "..", "README.md");
  writeFileSync(path, withCommandTable(readFileSync(path, "utf8")));
}
