import * as z from "zod/mini";
import { archiveOutput, restoreOutput } from "./archive.js";
import { cleanOutput } from "./clean.js";
import { commitOutput, createOutput, errorOutput, worktreeOutput } from "./common.js";
import { conflictsOutput } from "./conflicts.js";
import { demoOutput } from "./demo.js";
import { doctorOutput } from "./doctor.js";
import { eventOutput } from "./events.js";
import { guardOutput } from "./guard.js";
import { hooksOutput } from "./hooks.js";
import { importOutput } from "./import.js";
import { initOutput } from "./init.js";
import { listOutput, showOutput } from "./list.js";
import { logOutput } from "./log.js";
import { machineOutput } from "./machine.js";
import { mergeOutput, resolveOutput } from "./merge.js";
import { pathOutput } from "./path.js";
import { pruneOutput } from "./prune.js";
import { removeOutput } from "./remove.js";
import { roleOutput } from "./role.js";
import { runOutput } from "./run.js";
import { submitOutput } from "./submit.js";
import { syncOutput } from "./sync.js";
import { trustOutput } from "./trust.js";
import { metadataOutput, workspaceOutput } from "./views.js";

/**
 * What `--json` prints, by command. The published schemas are made from these; `error` is what every command prints
 * when it fails as a whole. Fields are only ever added.
 */
export const outputs = {
  abort: worktreeOutput,
  archive: archiveOutput,
  clean: cleanOutput,
  commit: commitOutput,
  conflicts: conflictsOutput,
  create: createOutput,
  demo: demoOutput,
  doctor: doctorOutput,
  error: errorOutput,
  events: eventOutput,
  hooks: hooksOutput,
  guard: guardOutput,
  import: importOutput,
  init: initOutput,
  list: listOutput,
  lock: worktreeOutput,
  log: logOutput,
  machine: machineOutput,
  merge: mergeOutput,
  path: pathOutput,
  prune: pruneOutput,
  remove: removeOutput,
  resolve: resolveOutput,
  restore: restoreOutput,
  retry: worktreeOutput,
  role: roleOutput,
  run: runOutput,
  setup: worktreeOutput,
  show: showOutput,
  "show-metadata": metadataOutput,
  "show-workspace": workspaceOutput,
  submit: submitOutput,
  sync: syncOutput,
  task: worktreeOutput,
  trust: trustOutput,
  unlock: worktreeOutput,
} as const satisfies Record<string, z.ZodMiniType>;

export type OutputName = keyof typeof outputs;
const isOutputName = (name: string): name is OutputName => Object.hasOwn(outputs, name);
export const outputNames: readonly OutputName[] = Object.keys(outputs).filter(isOutputName);

/**
 * The JSON Schema (2020-12) of a command's `--json`.
 * @param closed unknown fields are refused, for tests; the published ones allow what later versions add
 */
export function outputJsonSchema(name: OutputName, closed = false): object {
  return {
    title:
      name === "error"
        ? "An error, as every coppice command prints it with --json"
        : `coppice ${name.replace("show-", "show --format ")} --json`,
    ...z.toJSONSchema(outputs[name], {
      override: ({ jsonSchema }) => {
        if (!closed && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    }),
  };
}
