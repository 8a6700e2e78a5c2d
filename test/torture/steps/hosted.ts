import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inputNames, inputTable, inputVariable } from "../../../src/action/input-table.js";
import { FakeGitHub } from "../../support/github/server.js";
import type { Fault } from "../faults/plan.js";
import type { SectionOptions } from "../section.js";
import type { Aftermath, Found } from "./aftermath.js";
import { type Case, type CaseResult, runReal } from "./case.js";
import { Catcher, type Caught } from "./caught.js";
import { Fingerprints } from "./fingerprint.js";
import { lossesSince, stateOf, textOf } from "./judge.js";
import { type Look, linesOf, look, readIn } from "./look.js";
import { copyTree, Place } from "./place.js";
import type { Walked } from "./walked.js";

const token = "ghs_theTokenOfTheTorturedJob00000";
const mostRuns = 3;
/** Where a run has its checkout. */
const job = "job";

/**
 * The Action's cycle, against a GitHub of our own in this process: two branches were submitted, and are merged. It is
 * always a process of its own, as on a runner.
 */
export class HostedLane {
  readonly #options: SectionOptions;
  readonly #place: Place;
  readonly #saved: string;
  readonly #server: FakeGitHub;
  #before: Look | undefined;
  #wanted = "";
  readonly #prints = new Fingerprints();
  readonly #known = new Map<string, Aftermath>();
  #base = "";
  #caught: ReadonlyMap<number, Caught> = new Map();

  private constructor(options: SectionOptions, server: FakeGitHub) {
    this.#options = options;
    this.#server = server;
    this.#place = new Place(join(options.scratch, "hosted/place"));
    this.#saved = join(options.scratch, "hosted/saved");
  }

  static async open(options: SectionOptions): Promise<HostedLane> {
    return new HostedLane(options, await FakeGitHub.start());
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  /**
   * @param catches whether the cycle is caught at each of its steps
   * @returns the steps of a cycle to which nothing happens
   */
  async prepare(catches: boolean): Promise<Walked> {
    const place = this.#place;
    rmSync(place.dir, { recursive: true, force: true });
    await lay(place);
    place.save(this.#saved);
    place.load(this.#saved);
    this.#before = await look(place);
    this.#base = await place.git("origin.git", "rev-parse", "main");
    const catcher = catches ? new Catcher(place, this.#prints, `${this.#saved}-caught`, job) : undefined;
    const { ran, walked } = await this.#cycle(undefined, catcher);
    this.#caught = catcher?.caught ?? new Map();
    if (ran === "died" || ran.code !== 0)
      throw new Error(`the Action failed without a fault: ${JSON.stringify(ran)}`);
    this.#wanted = await this.#state();
    if (!ran.stdout.includes("2 merged")) throw new Error(`the Action merged nothing: ${ran.stdout}`);
    return walked;
  }

  async run(one: Case): Promise<CaseResult> {
    const { fault } = one;
    const before = this.#before;
    if (fault === undefined || before === undefined)
      throw new Error("nothing is prepared, or nothing is to happen");
    const place = this.#place;
    const caught = one.caught === undefined ? undefined : this.#caught.get(fault.step);
    if (caught !== undefined) {
      const { reached, found } = await this.#aftermath(before, caught);
      const where = `Action: real kill before step ${fault.step}`;
      return { ended: "died", recovered: reached, losses: found.map((loss) => ({ ...loss, where })) };
    }
    place.load(this.#saved);
    const { ran, struck, label } = await this.#cycle(fault);
    if (!struck) return { ended: "unreached", recovered: true, losses: [] };
    const where = `Action: real ${fault.kind} ${fault.when} step ${fault.step}, ${label}`;
    const found: Found[] = [];
    if (ran !== "died" && /^ {4}at .*:\d+:\d+/m.test(`${ran.stdout}${ran.stderr}`))
      found.push({ kind: "answer", what: `a stack: ${ran.stdout.slice(0, 600)}` });
    const { reached, found: later } = await this.#aftermath(before, undefined);
    found.push(...later);
    return {
      ended: ran === "died" ? "died" : ran.code === 0 ? "completed" : "refused",
      recovered: reached,
      losses: found.map((loss) => ({ ...loss, where })),
    };
  }

  /**
   * Of what is the same, file by file, the same comes: the checkout is made anew each time.
   * @param from what the place is to be made first
   */
  async #aftermath(before: Look, from: Caught | undefined): Promise<Aftermath> {
    const print = from?.print ?? this.#prints.of(this.#place, []);
    const known = this.#known.get(print);
    if (known !== undefined) return known;
    if (from !== undefined) this.#place.load(from.saved);
    const made = await this.#again(before);
    this.#known.set(print, made);
    return made;
  }

  /** The Action is run again, as it would be the next time. */
  async #again(before: Look): Promise<Aftermath> {
    const place = this.#place;
    const found: Found[] = [];
    if (!(await this.#baseIsWhole())) found.push({ kind: "commit", what: "base lost what it had" });
    const lines = new Set([...before.lines, ...(await linesOf(place))]);
    let way = "";
    let code: number | undefined;
    for (let runs = 0; runs < mostRuns && code !== 0; runs += 1) {
      const again = await this.#cycle(undefined);
      if (again.ran !== "died") code = again.ran.code;
      way += again.ran === "died" ? "died" : `${again.ran.code} ${again.ran.stdout.slice(0, 500)}\n`;
    }
    const state = await this.#state();
    const reached = state === this.#wanted;
    if (!reached) found.push({ kind: "state", what: `another run does not finish it: ${way}\n${state}` });
    found.push(...(await lossesSince(place, before, lines)));
    return { reached, found };
  }

  /** What the owner's clone sees when it hears of it. */
  async #state(): Promise<string> {
    const ran = await this.#place.coppice(["sync"]);
    if (ran.code !== 0) return `sync failed: ${ran.stderr}`;
    return textOf(await stateOf(this.#place));
  }

  async #baseIsWhole(): Promise<boolean> {
    return this.#place.git("origin.git", "merge-base", "--is-ancestor", this.#base, "main").then(
      () => true,
      () => false,
    );
  }

  /** One run of the Action, in a checkout of its own. */
  async #cycle(fault: Fault | undefined, catcher?: Catcher) {
    const place = this.#place;
    const { action, preload, scratch } = this.#options;
    const repository = await this.#server.add({
      owner: "acme",
      name: "project",
      dir: place.at("origin.git"),
    });
    try {
      this.#server.token(token, all, { login: "github-actions[bot]" });
      const url = this.#server.gitUrl(repository);
      const home = place.at(job);
      rmSync(home, { recursive: true, force: true });
      const workspace = join(home, "workspace");
      await this.#checkOut(workspace, url);
      const env = { ...process.env, ...this.#variables(home, workspace) };
      const onStep = (label: string): void => catcher?.before(label);
      return await runReal(place, fault, {
        program: [action],
        cwd: workspace,
        env,
        preload,
        scratch,
        ...(catcher === undefined ? {} : { onStep }),
      });
    } finally {
      this.#server.remove(repository);
      this.#server.violations.length = 0;
    }
  }

  /** As a runner does. That of the base before any run is made once. */
  async #checkOut(workspace: string, url: string): Promise<void> {
    const place = this.#place;
    const [main] = readIn(place, "origin.git", (store) => store.refs("refs/heads/main")) ?? [];
    const isFirst = main?.[1] === this.#base;
    const kept = `${this.#saved}-checkout`;
    if (isFirst && existsSync(kept)) return copyTree(kept, workspace);
    mkdirSync(workspace, { recursive: true });
    await place.git(`${job}/workspace`, "init", "--quiet", "--initial-branch=main", "--template=");
    const basic = Buffer.from(`x-access-token:${token}`).toString("base64");
    appendFileSync(
      join(workspace, ".git/config"),
      `[remote "origin"]\n\turl = ${url}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[http "${this.#server.url}/"]\n\textraheader = AUTHORIZATION: basic ${basic}\n`,
    );
    const wanted = "+refs/heads/main:refs/remotes/origin/main";
    await place.git(`${job}/workspace`, "fetch", "--quiet", "--no-tags", "--depth=1", "origin", wanted);
    await place.git(`${job}/workspace`, "checkout", "--quiet", "-B", "main", "refs/remotes/origin/main");
    if (isFirst) copyTree(workspace, kept);
  }

  #variables(job: string, workspace: string): Record<string, string> {
    const file = (name: string, text: string): string => {
      writeFileSync(join(job, name), text);
      return join(job, name);
    };
    const given: Partial<Record<string, string>> = { "github-token": token, operation: "merge" };
    return {
      ...Object.fromEntries(inputNames.map((name) => [inputVariable(name), given[name] ?? inputTable[name]])),
      CI: "true",
      GITHUB_ACTIONS: "true",
      GITHUB_ACTOR: "acme",
      GITHUB_API_URL: this.#server.apiUrl,
      GITHUB_EVENT_NAME: "schedule",
      GITHUB_EVENT_PATH: file("event.json", '{"schedule":"0 2 * * *"}'),
      GITHUB_GRAPHQL_URL: `${this.#server.url}/api/graphql`,
      GITHUB_OUTPUT: file("output", ""),
      GITHUB_REF: "refs/heads/main",
      GITHUB_REPOSITORY: "acme/project",
      GITHUB_REPOSITORY_OWNER: "acme",
      GITHUB_RUN_ATTEMPT: "1",
      GITHUB_RUN_ID: "1001",
      GITHUB_RUN_NUMBER: "1",
      GITHUB_SERVER_URL: this.#server.url,
      GITHUB_STEP_SUMMARY: file("summary", ""),
      GITHUB_WORKFLOW: "Coppice",
      GITHUB_WORKSPACE: workspace,
      RUNNER_TEMP: job,
    };
  }
}

const all = { contents: "write", pull_requests: "write", issues: "write", statuses: "write" } as const;

/** A clone whose two tasks are submitted to its remote. */
async function lay(place: Place): Promise<void> {
  place.write("repo/README.md", "# Project\n");
  await place.git("repo", "init", "--quiet", "--initial-branch=main", "--template=");
  await place.commit("repo", "Start", { "shared.txt": "1\n2\n3\n" });
  await place.git("", "clone", "--quiet", "--bare", "repo", "origin.git");
  await place.git("repo", "remote", "add", "origin", place.at("origin.git"));
  await place.git("repo", "fetch", "--quiet", "origin");
  for (const name of ["x", "y"]) {
    await place.did(["create", `task/${name}`]);
    await place.commit(`repo/.worktrees/task-${name}`, `Work on ${name}`, { [`${name}.txt`]: "work\n" });
    await place.did(["submit", `task/${name}`]);
  }
}
