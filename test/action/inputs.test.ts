import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type InputName, inputNames, inputTable, inputVariable } from "../../src/action/input-table.js";
import { readInputs } from "../../src/action/inputs.js";
import { CoppiceError } from "../../src/lifecycle/errors.js";

const token = "ghs_a-token-of-a-test";
const read = (inputs: Partial<Record<InputName, string>> = {}, env: Record<string, string> = {}) =>
  readInputs({
    ...Object.fromEntries(Object.entries(inputTable).map(([name, value]) => [inputVariable(name), value])),
    ...Object.fromEntries(
      Object.entries({ "github-token": token, ...inputs }).map(([name, text]) => [inputVariable(name), text]),
    ),
    ...env,
  });

async function problem(...args: Parameters<typeof read>): Promise<CoppiceError> {
  const error: unknown = await read(...args).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CoppiceError)) throw new Error(`not refused, or not by Coppice: ${String(error)}`);
  expect(error.code).toBe("CONFIG_INVALID");
  return error;
}

/** Names and defaults of a block of action.yml, whose form is this project's own. */
function declared(block: "inputs" | "outputs"): Map<string, string | undefined> {
  const text = readFileSync(new URL("../../action.yml", import.meta.url), "utf8");
  const found = new Map<string, string | undefined>();
  let name = "";
  for (const line of (text.split(`\n${block}:\n`)[1] ?? "").split("\n")) {
    if (/^\S/.test(line)) break;
    const key = /^ {2}([a-z-]+):$/.exec(line)?.[1];
    const value = /^ {4}default: (.*)$/.exec(line)?.[1];
    if (key !== undefined) name = key;
    if (key !== undefined) found.set(name, undefined);
    if (value !== undefined) found.set(name, value.replace(/^"(.*)"$/, "$1"));
  }
  return found;
}

describe("action.yml", () => {
  test("its inputs and their defaults are those that the code knows", () => {
    expect(Object.fromEntries(declared("inputs"))).toEqual(inputTable);
  });

  test("its defaults leave everything that base's config file may say to that file", async () => {
    expect(await read()).toEqual({
      token,
      operation: "auto",
      config: {},
      verify: { kind: "off" },
      settings: {
        mergeWhen: "submitted",
        order: "age",
        maxMerges: 1000,
        requireSubmit: false,
        prune: true,
        dryRun: false,
        conflictLabel: "coppice:conflict",
      },
      failOn: "error",
      configPath: undefined,
      committer: {
        name: "github-actions[bot]",
        email: "41898282+github-actions[bot]@users.noreply.github.com",
      },
    });
  });
});

describe("values", () => {
  test("every input that is given is read, and what the config knows becomes a layer over it", async () => {
    const inputs = await read({
      operation: " prune ",
      "base-branch": "develop",
      "task-branches": "task/**, agent/*\n  bot/?\r\n\n",
      "exempt-branches": "task/keep",
      "merge-when": "checks-pass",
      "merge-strategy": "squash",
      order: "least-conflict",
      verify: "npm test",
      "max-merges": "7",
      "require-submit": "True",
      "stale-days": "0.5",
      "grace-days": "0",
      "completed-delay-hours": "48",
      "archive-days": "90",
      prune: "TRUE",
      "dry-run": "true",
      "conflict-label": "needs a person",
      "fail-on": "conflict",
      "notes-ref": "refs/notes/ours",
      "config-path": "ci/coppice.json",
      committer: "The Robot <robot@example.com>",
    });
    expect(inputs.config).toEqual({
      base: "develop",
      taskBranches: ["task/**", "agent/*", "bot/?"],
      merge: { strategy: "squash" },
      prune: {
        exempt: ["task/keep"],
        maxAgeDays: 0.5,
        graceDays: 0,
        completedDelayHours: 48,
        archiveDays: 90,
      },
      notesRef: "refs/notes/ours",
    });
    expect(inputs.operation).toBe("prune");
    expect(inputs.verify).toEqual({ kind: "command", command: "npm test" });
    expect(inputs.settings).toEqual({
      mergeWhen: "checks-pass",
      order: "least-conflict",
      maxMerges: 7,
      requireSubmit: true,
      prune: true,
      dryRun: true,
      conflictLabel: "needs a person",
    });
    expect(inputs.failOn).toBe("conflict");
    expect(inputs.configPath).toBe("ci/coppice.json");
    expect(inputs.committer).toEqual({ name: "The Robot", email: "robot@example.com" });
  });

  test("an input that is empty or blank: the same as one that is not given", async () => {
    const blank = Object.fromEntries(
      inputNames.map((name) => [name, name === "github-token" ? token : "  "]),
    );
    expect(await read(blank)).toEqual(await read());
  });

  test.each<[InputName, string, string]>([
    [
      "operation",
      "murge",
      'The input operation is "murge": it must be "auto", "merge", "prune", "check" or "sync" (did you mean \'merge\'?).',
    ],
    ["base-branch", "a..b", 'The input base-branch is "a..b": it is no valid branch name.'],
    [
      "base-branch",
      "refs/heads/x y",
      'The input base-branch is "refs/heads/x y": it is no valid branch name.',
    ],
    ...["task/** agent/**", "task/[ab", "task/a..b*"].map((text): [InputName, string, string] => [
      "task-branches",
      text,
      `The input task-branches is "${text}": it holds what no branch name can: patterns stand one a line, or with commas between them.`,
    ]),
    [
      "task-branches",
      "refs/heads/task/**",
      'The input task-branches is "refs/heads/task/**": it names branches without refs/heads/.',
    ],
    [
      "task-branches",
      "task/**\n!task/x",
      'The input task-branches is "!task/x": it has no negation: task-branches takes what is wanted alone.',
    ],
    ["task-branches", ",", 'The input task-branches is ",": it must have at least 1 entry.'],
    [
      "exempt-branches",
      "x".repeat(1025),
      `The input exempt-branches is "${"x".repeat(200)}...": it must have at most 1024 characters.`,
    ],
    [
      "merge-when",
      "submited",
      'The input merge-when is "submited": it must be "submitted", "approved", "checks-pass" or "always" (did you mean \'submitted\'?).',
    ],
    [
      "merge-strategy",
      "octopus",
      'The input merge-strategy is "octopus": it must be "merge", "squash" or "rebase".',
    ],
    [
      "order",
      "Age",
      'The input order is "Age": it must be "age" or "least-conflict" (did you mean \'age\'?).',
    ],
    ["verify", "a\0b", 'The input verify is "a\\u0000b": it must not contain a NUL character.'],
    ["max-merges", "0", 'The input max-merges is "0": it must be at least 1.'],
    ["max-merges", "1.5", 'The input max-merges is "1.5": it must be a whole number, not a number.'],
    ["max-merges", "1e3", 'The input max-merges is "1e3": it must be a number, not text.'],
    ["max-merges", "10001", 'The input max-merges is "10001": it must be at most 10000.'],
    ["require-submit", "yes", 'The input require-submit is "yes": it must be true or false, not text.'],
    ["stale-days", "-1", 'The input stale-days is "-1": it must be at least 0.'],
    ["stale-days", "seven", 'The input stale-days is "seven": it must be a number, not text.'],
    ["grace-days", "1d", 'The input grace-days is "1d": it must be a number, not text.'],
    [
      "completed-delay-hours",
      "9".repeat(400),
      `The input completed-delay-hours is "${"9".repeat(200)}...": it must be a number, not text.`,
    ],
    ["archive-days", "40000", 'The input archive-days is "40000": it must be at most 36500.'],
    ["prune", "1", 'The input prune is "1": it must be true or false, not text.'],
    ["dry-run", "tru", 'The input dry-run is "tru": it must be true or false, not text.'],
    ["conflict-label", "a\nb", 'The input conflict-label is "a\\nb": it must be one line.'],
    [
      "conflict-label",
      "x".repeat(51),
      `The input conflict-label is "${"x".repeat(51)}": it must have at most 50 characters.`,
    ],
    ["fail-on", "warning", 'The input fail-on is "warning": it must be "error" or "conflict".'],
    ["notes-ref", "coppice", 'The input notes-ref is "coppice": it has a form that is not allowed here.'],
    ["notes-ref", "refs/notes/a b", 'The input notes-ref is "refs/notes/a b": it is no valid ref name.'],
    [
      "config-path",
      "../coppice.json",
      "The input config-path is \"../coppice.json\": it must be a path inside the repository, with slashes and without '..'.",
    ],
    [
      "config-path",
      "/etc/coppice.json",
      "The input config-path is \"/etc/coppice.json\": it must be a path inside the repository, with slashes and without '..'.",
    ],
    ["config-path", "coppice.yml", 'The input config-path is "coppice.yml": it must end in .json or .jsonc.'],
    [
      "committer",
      "robot",
      'The input committer is "robot": it must be a name and an address: Name <name@example.com>.',
    ],
    [
      "committer",
      "<robot@example.com>",
      'The input committer is "<robot@example.com>": it must be a name and an address: Name <name@example.com>.',
    ],
    [
      "committer",
      "A\nB <a@b>",
      'The input committer is "A\\nB <a@b>": it must be a name and an address: Name <name@example.com>.',
    ],
    [
      "operation",
      "merge\u202e::set-output",
      'The input operation is "merge\\u{202e}::set-output": it must be "auto", "merge", "prune", "check" or "sync".',
    ],
  ])("%s is %j: refused by name, the value shown as text", async (name, text, message) => {
    const error = await problem({ [name]: text });
    expect(error.message).toBe(message);
    expect(error.details.key).toBe(name);
  });

  test("two inputs that cannot both be meant: refused", async () => {
    expect((await problem({ "base-branch": "task/base", "task-branches": "x/*\ntask/**" })).message).toBe(
      'The pattern "task/**" of task-branches matches the base branch "task/base".',
    );
    expect((await problem({ operation: "prune", prune: "false" })).message).toBe(
      "The input operation is prune, and the input prune is false.",
    );
  });

  test("a token that is missing or has white space in it: refused, and not shown", async () => {
    expect((await problem({ "github-token": "" })).message).toBe("The input github-token is empty.");
    const broken = await problem({ "github-token": `${token}\n${token}` });
    expect(JSON.stringify(broken)).not.toContain(token);
  });
});

describe("names", () => {
  test.each([
    ["INPUT_TASK_BRANCHES", "task-branches"],
    ["INPUT_DRYRUN", "dry-run"],
    ["INPUT_MERGE-WEN", "merge-when"],
    ["INPUT_STALE-DAY", "stale-days"],
  ])("%s: no input, and refused with the nearest name, %s", async (variable, near) => {
    const error = await problem({}, { [variable]: "x" });
    expect(error.message).toContain(`(did you mean '${near}'?)`);
    expect(error.details.nearest).toBe(near);
  });

  test("a name that resembles none: refused with the list of all", async () => {
    const error = await problem({}, { "INPUT_KUBERNETES\n::x": "" });
    expect(error.message).toBe('The Action has no input "kubernetes\\n::x".');
    expect(error.suggestedAction).toContain("github-token, operation, base-branch");
  });
});
