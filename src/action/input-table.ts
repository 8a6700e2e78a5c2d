/**
 * The inputs that action.yml declares, each with the default that stands there. An empty default is one that base's
 * config file may give: what stands in action.yml would be an input that is set, and win over it.
 */
export const inputTable = {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub's
  "github-token": "${{ github.token }}",
  operation: "auto",
  "base-branch": "",
  "task-branches": "",
  "exempt-branches": "",
  "merge-when": "submitted",
  "merge-strategy": "",
  order: "age",
  verify: "off",
  "max-merges": "1000",
  "require-submit": "false",
  "stale-days": "",
  "grace-days": "",
  "completed-delay-hours": "",
  "archive-days": "",
  prune: "true",
  "dry-run": "false",
  "conflict-label": "coppice:conflict",
  "fail-on": "error",
  "notes-ref": "",
  "config-path": "",
  committer: "github-actions[bot] <41898282+github-actions[bot]@users.noreply.github.com>",
} as const;

export type InputName = keyof typeof inputTable;

/** The inputs that base's config file may give. */
export const configInputNames = [
  "base-branch",
  "task-branches",
  "exempt-branches",
  "merge-strategy",
  "stale-days",
  "grace-days",
  "completed-delay-hours",
  "archive-days",
  "notes-ref",
] as const satisfies readonly InputName[];
export type ConfigInputName = (typeof configInputNames)[number];

const isInputName = (name: string): name is InputName => Object.hasOwn(inputTable, name);
export const inputNames: readonly InputName[] = Object.keys(inputTable).filter(isInputName);

/** How a runner hands an input over: upper case, spaces as underscores, dashes as they are. */
export const inputVariable = (name: string): string => `INPUT_${name.replaceAll(" ", "_").toUpperCase()}`;
