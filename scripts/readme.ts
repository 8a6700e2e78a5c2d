/**
 * Brings up to date what README.md and docs/action.md tell between marks: `npm run readme`. The table of commands is made
 * from the definitions that the command line itself is built of, the tables of the Action from action.yml, the workflow
 * from its template.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { commands } from "../src/cli/commands.js";
import { globalOptions, type OptionSpec } from "../src/cli/grammar.js";
import { workflowText } from "../src/engine/workflow-template.js";
import { githubTools } from "./github-tools.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
/** The files that have such marks. */
export const marked: readonly string[] = ["README.md", "docs/action.md"];

const cell = (text: string): string => text.replaceAll("|", "\\|");
const code = (text: string): string => (text === "" ? "" : `\`${cell(text)}\``);
/** Words that hold what markdown would act on. */
const prose = (text: string): string => cell(text).replace(/[<*_]/g, "\\$&");

const optionText = ({ flags, choices }: OptionSpec): string =>
  code(choices === undefined ? flags : flags.replace(/<[^>]*>/, choices.join("|")));

function commandTable(): string {
  const rows = commands
    .filter(({ hidden }) => hidden !== true)
    .map(({ name, aliases, args, runs, summary, options }) => {
      const also = aliases === undefined ? "" : ` (${aliases.map((alias) => `\`${alias}\``).join(", ")})`;
      return `| \`${[name, ...args, ...(runs === true ? ["-- <command...>"] : [])].join(" ")}\`${also} | ${cell(summary)} | ${options.map(optionText).join(" ")} |`;
    });
  return [
    "| command | does | options |",
    "| --- | --- | --- |",
    ...rows,
    "",
    `Every command takes ${globalOptions.map(optionText).join(", ")} and \`--help\`.`,
  ].join("\n");
}

/** The tables of inputs and outputs, from action.yml as GitHub reads it. */
async function actionTables(): Promise<{ readonly inputs: string; readonly outputs: string }> {
  const { actions, parser } = await githubTools();
  const content = readFileSync(join(root, "action.yml"), "utf8");
  const { context, value } = actions.parseAction(
    { name: "action.yml", content },
    new parser.NoOperationTraceWriter(),
  );
  if (value === undefined) throw new Error("action.yml cannot be read");
  const { inputs = [], outputs = [] } = actions.convertActionTemplate(context, value);
  const rows = (lines: readonly string[]): string => lines.map((line) => `| ${line} |`).join("\n");
  return {
    inputs: rows([
      "input | default | meaning",
      "--- | --- | ---",
      ...inputs.map(
        ({ id, description = "", default: standard }) =>
          `${code(id)} | ${code(standard === undefined ? "" : standard.toString())} | ${prose(description.trim())}`,
      ),
    ]),
    outputs: rows([
      "output | holds",
      "--- | ---",
      ...outputs.map(({ id, description = "" }) => `${code(id)} | ${prose(description.trim())}`),
    ]),
  };
}

/** The workflow to copy, where nobody runs `coppice init --github`. */
const workflow = (): string =>
  `\`\`\`yaml\n${workflowText({ action: "OWNER/coppice@v1", base: undefined, taskBranches: ["task/**"] })}\`\`\``;

/**
 * A text with everything between its marks brought up to date.
 * @throws when a mark has no end
 */
export async function withCurrentParts(text: string): Promise<string> {
  const tables = await actionTables();
  const parts = { commands: commandTable(), ...tables, workflow: workflow() };
  let result = text;
  for (const [name, part] of Object.entries(parts)) {
    const start = `<!-- ${name}: npm run readme -->`;
    const from = result.indexOf(start);
    if (from < 0) continue;
    const to = result.indexOf(`<!-- /${name} -->`);
    if (to < from) throw new Error(`${start} has no end`);
    result = `${result.slice(0, from + start.length)}\n\n${part}\n\n${result.slice(to)}`;
  }
  return result;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const name of marked) {
    const path = join(root, name);
    writeFileSync(path, await withCurrentParts(readFileSync(path, "utf8")));
  }
}
