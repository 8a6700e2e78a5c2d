import { branchPatternParts, type PatternPart } from "../config/task-branches.js";
import { branchNameProblem } from "../lifecycle/ids.js";

/** Where the workflow lies in a repository. */
export const workflowFile = ".github/workflows/coppice.yml";

/** What the workflow of one repository says otherwise than that of another. */
export interface WorkflowWish {
  /** The Action: `owner/coppice@v1`, or `./` in the repository that holds it. */
  readonly action: string;
  /** Undefined: the repository's default branch, whichever that is. */
  readonly base: string | undefined;
  readonly taskBranches: readonly string[];
}

/** The patterns that the Action goes by where nothing is said. */
const defaultPatterns = ["task/**"];

/**
 * The workflow that runs the Action. Everything that starts it is a hint: the Action looks at the whole repository each
 * time, so the patterns here may let too much through, and never too little.
 */
export function workflowText({ action, base, taskBranches }: WorkflowWish): string {
  const own = action === "./";
  const inputs = [
    ...(base === undefined ? [] : [`base-branch: ${quoted(base)}`]),
    ...(isDefault(taskBranches) || !taskBranches.every(isListable)
      ? []
      : [`task-branches: ${quoted(taskBranches.join("\n"))}`]),
  ];
  return `# Merges task branches that are ready, hands conflicts over as pull requests, and prunes at night.
name: Coppice

on:
${pushTrigger(taskBranches, base)}  pull_request:
    types: [opened, reopened, synchronize, labeled, ready_for_review, closed]
${base === undefined ? "" : `    branches: [${quoted(escaped(base))}]\n`}  schedule:
    - cron: "0 2 * * *"
  delete:
  workflow_dispatch:
    inputs:
      operation:
        description: What to do now
        type: choice
        options: [merge, prune, sync]
        default: merge
      dry-run:
        description: Only say what would be done
        type: boolean
        default: false

permissions:
  contents: write # merge into base, delete what has landed, exchange journals
  pull-requests: write # hand conflicts over
  statuses: write # the status "coppice" on pull requests
  # checks: read # where base is protected, and for merge-when checks-pass

# A run that has begun ends. Each pull request has a group of its own, so that none waits in vain for its status.
concurrency:
  group: coppice-\${{ github.event.pull_request.number || 'base' }}
  cancel-in-progress: false

jobs:
  coppice:
    if: github.event_name != 'delete' || github.event.ref_type == 'branch'
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      # The Action fetches what it needs, and never looks at these files.
      - uses: actions/checkout@v4
${own ? "" : checkoutCondition}        with:
          ref: \${{ github.event.repository.default_branch }}
          persist-credentials: false
      - uses: ${action}
        with:
          operation: \${{ inputs.operation || 'auto' }}
          dry-run: \${{ inputs.dry-run || false }}
${inputs.map((line) => `          ${line}\n`).join("")}`;
}

/** What is judged by the API and the journal alone needs no checkout, and of a fork nothing is ever needed. */
const checkoutCondition = `        if: >-
          github.event_name != 'delete' && github.event.action != 'closed' && (github.event_name != 'pull_request' ||
          github.event.pull_request.head.repo.full_name == github.repository)
`;

/** Why a workflow cannot be written for these names, as a sentence without a full stop; undefined: it can. */
export function workflowProblem({ base, taskBranches }: Omit<WorkflowWish, "action">): string | undefined {
  // In a workflow file this begins an expression, wherever it stands.
  const name = [base ?? "", ...taskBranches].find((one) => one.includes("${{"));
  return name === undefined ? undefined : `${JSON.stringify(name)} would be evaluated in a workflow file`;
}

function pushTrigger(patterns: readonly string[], base: string | undefined): string {
  const filters = patterns.flatMap((pattern) => branchFilter(pattern) ?? []);
  if (filters.length === 0) return "";
  // What is let through too much must not be every push to base.
  const wider = patterns.some((pattern) => branchPatternParts(pattern).some(({ kind }) => kind === "one"));
  const all = [...new Set(filters), ...(wider && base !== undefined ? [`!${escaped(base)}`] : [])];
  return `  push:\n    branches: [${all.map(quoted).join(", ")}]\n`;
}

/**
 * A pattern of ours as GitHub's filter of branches. There `?` and `+` belong to the character before them, and a set
 * holds letters and digits alone: what stands for one character here is `*` there.
 * @returns undefined for a pattern that no branch can match: GitHub would refuse the whole file for it
 */
export function branchFilter(pattern: string): string | undefined {
  const parts = branchPatternParts(pattern);
  if (branchNameProblem(parts.map(sampleOf).join("")) !== undefined) return undefined;
  const pieces: string[] = [];
  for (const part of parts) {
    const piece = filterOf(part);
    const before = pieces.at(-1);
    if (isWild(piece) && before !== undefined && isWild(before)) {
      pieces[pieces.length - 1] = before.length > piece.length ? before : piece;
    } else pieces.push(piece);
  }
  return pieces.join("").replace(/^!/, "\\!");
}

const isWild = (piece: string): boolean => piece === "*" || piece === "**";

function filterOf(part: PatternPart): string {
  switch (part.kind) {
    case "text":
      return part.text.replaceAll("+", "\\+");
    case "one":
    case "within":
      return "*";
    case "across":
      return "**";
    case "parts":
      return "**/";
  }
}

/** Some text that a part of a pattern matches. */
const sampleOf = (part: PatternPart): string =>
  part.kind === "text" ? part.text : part.kind === "parts" ? "x/" : "x";

/** The name of a branch as a filter that only it matches. */
const escaped = (branch: string): string => branch.replaceAll("+", "\\+").replace(/^!/, "\\!");

const isDefault = (patterns: readonly string[]): boolean =>
  patterns.length === 1 && patterns[0] === defaultPatterns[0];

/** Whether an input can name a pattern: lists have commas, spaces at the ends go, and `!` is no text there. */
const isListable = (pattern: string): boolean => pattern === pattern.trim() && !/^!|[,\r\n]/.test(pattern);

/** A scalar of YAML: what JSON quotes, YAML reads, but for what it takes for a line's end. */
const quoted = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
