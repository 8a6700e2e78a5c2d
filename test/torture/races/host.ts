import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { inputNames, inputTable, inputVariable } from "../../../src/action/input-table.js";
import type { Repository } from "../../support/github/repository.js";
import { FakeGitHub } from "../../support/github/server.js";

const token = "ghs_theTokenOfTheJobsOfTheRaces0";
const permissions = {
  contents: "write",
  pull_requests: "write",
  issues: "write",
  statuses: "write",
} as const;
const header = Buffer.from(`x-access-token:${token}`).toString("base64");
/** What runs the Action here. */
const jobs = ["job-a", "job-b"];

/** Serves the `origin.git` of worlds as GitHub would, to the checkouts of their jobs. */
export class Host {
  readonly #served = new Map<string, Repository>();

  private constructor(readonly server: FakeGitHub) {
    server.token(token, permissions, { login: "github-actions[bot]" });
  }

  static async start(): Promise<Host> {
    return new Host(await FakeGitHub.start());
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  /** Leads the jobs of a world that was just copied to its own remote. */
  async serve(world: string): Promise<void> {
    const known = this.#served.get(world);
    if (known !== undefined) this.server.remove(known);
    if (!jobs.some((job) => existsSync(join(world, job)))) return;
    const name = basename(world);
    const repository = await this.server.add({
      owner: "acme",
      name,
      dir: join(world, "origin.git"),
      private: false,
    });
    this.#served.set(world, repository);
    for (const job of jobs) {
      const file = join(world, job, ".git/config");
      const others = readFileSync(file, "utf8").replaceAll(
        /^\turl = .*$/gm,
        `\turl = ${this.server.gitUrl(repository)}`,
      );
      const access = `[http "${this.server.url}/"]\n\textraheader = AUTHORIZATION: basic ${header}\n`;
      writeFileSync(file, others + access);
    }
  }

  /** The variables of a job that runs the Action in one of the checkouts. */
  environment(world: string, job: string): Record<string, string> {
    const folder = join(world, "runner", job);
    mkdirSync(folder, { recursive: true });
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const inputs = inputNames.map((name) => [
      inputVariable(name),
      name === "github-token" ? token : inputTable[name],
    ]);
    const fullName = `acme/${basename(world)}`;
    return {
      ...Object.fromEntries(inputs),
      CI: "true",
      GITHUB_ACTIONS: "true",
      GITHUB_ACTOR: "acme",
      GITHUB_API_URL: this.server.apiUrl,
      GITHUB_EVENT_NAME: "workflow_dispatch",
      GITHUB_EVENT_PATH: file("event.json", "{}"),
      GITHUB_GRAPHQL_URL: `${this.server.url}/api/graphql`,
      GITHUB_OUTPUT: file("output", ""),
      GITHUB_REF: "refs/heads/main",
      GITHUB_REPOSITORY: fullName,
      GITHUB_REPOSITORY_OWNER: "acme",
      GITHUB_RUN_ATTEMPT: "1",
      GITHUB_RUN_ID: "1",
      GITHUB_RUN_NUMBER: "1",
      GITHUB_SERVER_URL: this.server.url,
      GITHUB_STEP_SUMMARY: file("summary", ""),
      GITHUB_WORKFLOW: "Coppice",
      GITHUB_WORKSPACE: join(world, job),
      RUNNER_TEMP: folder,
    };
  }
}
