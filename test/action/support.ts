import { spawn } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import * as z from "zod/mini";
import { type InputName, inputNames, inputTable, inputVariable } from "../../src/action/input-table.js";
import { type OutputName, outputNames } from "../../src/action/outputs.js";
import { copied } from "../support/github/copies.js";
import { all, git, type Hosted, withToken } from "../support/github/rig.js";
import type { FakeGitHub } from "../support/github/server.js";
import type { Account, Permissions } from "../support/github/state.js";
import { actionProgram } from "../support/hook-program.js";
import { createTempDir } from "../support/repo.js";

/** The job's own token: nothing that a run leaves may hold it. */
export const jobToken = "ghs_theTokenOfTheJobThatIsSecret0";

const basic = (token: string): string => Buffer.from(`x-access-token:${token}`).toString("base64");

/** Makes the job's token known, with these permissions. */
const jobMay = (server: FakeGitHub, permissions: Permissions = all, more: Partial<Account> = {}): string =>
  server.token(jobToken, permissions, { login: "github-actions[bot]", ...more });

/**
 * A clone as actions/checkout leaves it: one commit deep, base alone, the token in the repository's configuration.
 * @param options.ref what is checked out; default main
 * @param options.credentials false: `persist-credentials: false`
 */
export async function checkout(
  server: FakeGitHub,
  { repository }: Hosted,
  options: { readonly ref?: string; readonly depth?: number; readonly credentials?: boolean } = {},
): Promise<string> {
  const { ref = "main", depth = 1, credentials = true } = options;
  const token = jobMay(server);
  const url = server.gitUrl(repository).replace(/\.git$/, "");
  const header = [`[http "${server.url}/"]`, `\textraheader = AUTHORIZATION: basic ${basic(token)}`, ""];
  // What it holds, the commit and the depth tell.
  const key = `${url} ${ref} ${depth} ${await repository.tip(ref)}`;
  const dir = await copied(key, repository.name, async (made) => {
    mkdirSync(made);
    await git(made, "init", "--quiet", "--initial-branch=main");
    appendFileSync(
      join(made, ".git/config"),
      `[remote "origin"]\n\turl = ${url}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[gc]\n\tauto = 0\n`,
    );
    const fetch = ["fetch", "--quiet", "--no-tags", "--prune", "--no-recurse-submodules"];
    const deep = depth === 0 ? [] : [`--depth=${depth}`];
    const wanted = `+refs/heads/${ref}:refs/remotes/origin/${ref}`;
    await git(made, ...withToken(token), ...fetch, ...deep, "origin", wanted);
    await git(made, "checkout", "--quiet", "--force", "-B", ref, `refs/remotes/origin/${ref}`);
  });
  if (credentials) appendFileSync(join(dir, ".git/config"), header.join("\n"));
  return dir;
}

export interface ActionOptions {
  readonly event: string;
  readonly payload?: unknown;
  readonly inputs?: Partial<Record<InputName, string>>;
  /** What the job's token may do; default what the template asks for. */
  readonly permissions?: Permissions;
  readonly account?: Partial<Account>;
  /** The workspace; default an empty one. */
  readonly workspace?: string;
  /** Added to the runner's variables; undefined takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The Node that runs it; default this one. */
  readonly node?: string;
  /** What it runs; default what ACTION_UNDER_TEST names, else the Action, bundled from src/. */
  readonly program?: string;
  /** Called as soon as it runs. */
  readonly started?: (child: { kill(signal: NodeJS.Signals): boolean }) => void;
}

export interface ActionRun {
  readonly code: number | null;
  /** The job's log, without the masks. */
  readonly log: string;
  readonly stderr: string;
  /** Each parsed from JSON; an output that was not set is missing. */
  readonly outputs: Readonly<Partial<Record<OutputName, unknown>>>;
  readonly summary: string;
  /** `error: message`, unescaped as GitHub does it. */
  readonly annotations: readonly string[];
}

/** Rows of an output. */
export const listed = (value: unknown): z.infer<typeof rowList> => rowList.parse(value);
const rowList = z.array(z.looseObject({ branch: z.string() }));

let runs = 1000;

/**
 * Runs the Action as a runner does: its inputs with the defaults of action.yml, the job's variables, files for the
 * event, the outputs and the summary. The server lives in this process, so the run is waited for, never in its way.
 * The token must be in nothing that it leaves.
 */
export async function runAction(
  server: FakeGitHub,
  { repository }: Hosted,
  options: ActionOptions,
): Promise<ActionRun> {
  const folder = createTempDir();
  const workspace = options.workspace ?? join(folder, "workspace");
  mkdirSync(workspace, { recursive: true });
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const paths = {
    event: file("event.json", JSON.stringify(options.payload ?? {})),
    output: file("output", ""),
    summary: file("summary", ""),
  };
  const { GITHUB_TOKEN: _, GH_TOKEN: __, ...own } = process.env;
  runs += 1;
  const env: Record<string, string | undefined> = {
    ...own,
    ...inputVariables(options.inputs ?? {}),
    CI: "true",
    GITHUB_ACTIONS: "true",
    GITHUB_ACTOR: repository.owner,
    GITHUB_API_URL: server.apiUrl,
    GITHUB_EVENT_NAME: options.event,
    GITHUB_EVENT_PATH: paths.event,
    GITHUB_GRAPHQL_URL: `${server.url}/api/graphql`,
    GITHUB_OUTPUT: paths.output,
    GITHUB_REF: `refs/heads/${repository.defaultBranch}`,
    GITHUB_REPOSITORY: repository.fullName,
    GITHUB_REPOSITORY_OWNER: repository.owner,
    GITHUB_RUN_ATTEMPT: "1",
    GITHUB_RUN_ID: String(runs),
    GITHUB_RUN_NUMBER: String(runs),
    GITHUB_SERVER_URL: server.url,
    GITHUB_STEP_SUMMARY: paths.summary,
    GITHUB_WORKFLOW: "Coppice",
    GITHUB_WORKSPACE: workspace,
    RUNNER_TEMP: folder,
    ...options.env,
  };
  jobMay(server, options.permissions, options.account);
  const { code, stdout, stderr } = await started(options, env, workspace);
  const output = readFileSync(paths.output, "utf8");
  const summary = readFileSync(paths.summary, "utf8");
  const lines = stdout.split("\n");
  const log = lines.filter((line) => !line.startsWith("::add-mask::")).join("\n");
  for (const [where, text] of Object.entries({ log, stderr, output, summary }))
    for (const secret of [jobToken, basic(jobToken)])
      expect(text, `the token in ${where}`).not.toContain(secret);
  return {
    code,
    log,
    stderr,
    outputs: parseOutputs(output),
    summary,
    annotations: lines.flatMap((line) => annotationOf(line) ?? []),
  };
}

function inputVariables(inputs: Partial<Record<InputName, string>>): Record<string, string> {
  return Object.fromEntries(
    inputNames.map((name) => {
      const value = inputs[name] ?? (name === "github-token" ? jobToken : inputTable[name]);
      return [inputVariable(name), value];
    }),
  );
}

function started(
  { node, program, started: tell }: ActionOptions,
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const file = program ?? process.env.ACTION_UNDER_TEST ?? actionProgram().program;
  return new Promise((resolve, reject) => {
    const child = spawn(node ?? process.execPath, [file], {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.once("error", reject);
    child.once("close", (code) =>
      resolve({ code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() }),
    );
    tell?.(child);
  });
}

/** `name<<delimiter`, lines, the delimiter: how @actions/core writes an output. */
function parseOutputs(text: string): Partial<Record<OutputName, unknown>> {
  const outputs: Partial<Record<OutputName, unknown>> = {};
  for (const found of text.matchAll(/^(.+?)<<(ghadelimiter_.+)\n([\s\S]*?)\n\2$/gm)) {
    const [, name, , value = ""] = found;
    const known = outputNames.find((one) => one === name);
    if (known === undefined) throw new Error(`an output that action.yml does not declare: ${name}`);
    outputs[known] = JSON.parse(value);
  }
  return outputs;
}

/** GitHub takes the escapes of a command out again. */
function annotationOf(line: string): string | undefined {
  const [, level, message = ""] = /^::(error|warning|notice)(?: [^:]*)?::(.*)$/.exec(line) ?? [];
  if (level === undefined) return undefined;
  return `${level}: ${message.replaceAll("%0A", "\n").replaceAll("%0D", "\r").replaceAll("%25", "%")}`;
}
