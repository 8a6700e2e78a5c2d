import { join } from "node:path";
import { startGitLightly } from "../../support/light.js";
import { patchAll } from "../faults/patch-all.js";
import { Dead } from "../faults/steps.js";
import type { Answer, Request } from "./messages.js";

/*
 * A process that tortures operations, one case after the other. It does so under a number that no process has: to
 * whoever comes later, what is left of a run that has ended in here is that of a dead process.
 */

const [lane = "", cli = "", preload = "", catches = ""] = process.argv.slice(2);

const nobody = 2 ** 22 + 1;
Object.defineProperty(process, "pid", { value: nobody });
startGitLightly(join(lane, "shells"));
patchAll();
// Each reading of the real one asks the system for every variable, and each git that is started reads all.
process.env = { ...process.env };
// Runs that have ended in here keep theirs.
process.setMaxListeners(0);
// What a run that has ended still does meets this, wherever it is.
for (const name of ["uncaughtException", "unhandledRejection"] as const) {
  process.on(name, (error: unknown) => {
    if (error instanceof Dead) return;
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  });
}

// After the patches: what is loaded from here on sees them.
const { operations } = await import("./operations.js");
const { Place } = await import("./place.js");
const { isKnown, prepare, runCase } = await import("./case.js");

const place = new Place(join(lane, "place"));
const prepared = new Map<string, Awaited<ReturnType<typeof prepare>>>();

async function preparedOf(name: string): Promise<Awaited<ReturnType<typeof prepare>>> {
  const known = prepared.get(name);
  if (known !== undefined) return known;
  const operation = operations.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`no such operation: ${name}`);
  const made = await prepare(place, operation, join(lane, `saved-${prepared.size}`), catches === "catches");
  prepared.set(name, made);
  return made;
}

async function answer(request: Request): Promise<Answer> {
  const one = await preparedOf(request.operation);
  if (request.kind === "prepare") return { kind: "prepared", walked: one.walked, losses: one.losses };
  const results = [];
  for (const each of request.cases) {
    const left = request.known && !isKnown(one, each);
    results.push(left ? undefined : await runCase(place, one, each, { cli, preload, scratch: lane }));
  }
  return { kind: "ran", results };
}

process.on("message", (request: Request) => {
  answer(request)
    .catch(
      (error: unknown): Answer => ({
        kind: "broken",
        message: error instanceof Error ? String(error.stack) : String(error),
      }),
    )
    .then((told) => process.send?.(told));
});
process.on("disconnect", () => process.exit());
