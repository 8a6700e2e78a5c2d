import { inputNames } from "../../src/action/input-table.js";
import { workflowText } from "../../src/engine/workflow-template.js";
import { type ActionRun, checkout, runAction } from "../action/support.js";
import type { Hosted } from "../support/github/rig.js";
import type { FakeGitHub } from "../support/github/server.js";
import type { Permissions } from "../support/github/state.js";
import { type DrivenRun, drive, type WorkflowEvent } from "./driver.js";

const action = "acme/coppice@v1";
const text = workflowText({ action, base: undefined, taskBranches: ["task/**"] });

/** What one event led to. */
export interface WorkflowJob extends ActionRun {
  readonly steps: readonly string[];
}

/**
 * Hands an event to the workflow and runs its steps one by one as a runner does, with the permissions that stand in it.
 * @throws when the event starts no run of the Action
 */
export async function runWorkflow(
  server: FakeGitHub,
  host: Hosted,
  event: WorkflowEvent,
  changes: Readonly<Record<string, string>> = {},
): Promise<WorkflowJob> {
  const driven = await drive(text, event);
  let workspace: string | undefined;
  let run: ActionRun | undefined;
  for (const { uses, inputs } of driven?.steps ?? []) {
    if (uses.startsWith("actions/checkout@")) {
      const ref = inputs.ref === undefined || inputs.ref === "" ? host.repository.defaultBranch : inputs.ref;
      workspace = await checkout(server, host, {
        ref,
        credentials: inputs["persist-credentials"] !== "false",
      });
    } else {
      const unknown = Object.keys(inputs).find((name) => !inputNames.some((one) => one === name));
      if (uses !== action || unknown !== undefined) throw new Error(`not driven: ${uses} ${unknown ?? ""}`);
      run = await runAction(server, host, {
        event: event.name,
        payload: event.payload,
        inputs: { ...inputs, ...changes },
        permissions: permissionsOf(driven),
        ...(workspace === undefined ? {} : { workspace }),
        env: { GITHUB_REF: event.ref },
      });
    }
  }
  if (run === undefined) throw new Error(`${event.name} starts no run of the Action`);
  return { ...run, steps: (driven?.steps ?? []).map(({ uses }) => uses) };
}

function permissionsOf(driven: DrivenRun | undefined): Permissions {
  return Object.fromEntries(
    Object.entries(driven?.permissions ?? {}).map(([name, access]) => [name.replaceAll("-", "_"), access]),
  );
}
