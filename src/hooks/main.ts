import { oldNode } from "../version.js";
import { giveUpPush, reasonOf, runPush } from "./push-run.js";

/**
 * What Coppice's git hooks start: `flush <common git directory>` turns what recording hooks saw into entries,
 * `pre-push <remote> <url>` judges a push (see push-start.ts for a faster way to that). This file and push-run.ts alone
 * are loaded at once, and they keep to what old Nodes can read, so that one of them can say what it lacks; the rest
 * comes by dynamic import.
 */
function run(command: string | undefined, args: readonly string[]): Promise<void> {
  if (command === "flush" && args[0] !== undefined) {
    const [commonDir] = args;
    return import("./flush.js")
      .then(({ flush }) => flush(commonDir, process.env))
      .then((code) => {
        process.exitCode = code;
      });
  }
  if (command === "pre-push") {
    return runPush(args, () => import("./pre-push.js").then(({ prePush }) => prePush));
  }
  process.stderr.write("usage: hooks.js flush <common git directory> | pre-push <remote> <url>\n");
  process.exitCode = 2;
  return Promise.resolve();
}

/** What went wrong is told in a line. A recording hook stops nothing. */
function giveUp(command: string | undefined, reason: string): void {
  if (command === "pre-push") giveUpPush(reason);
  else process.stderr.write(`coppice: ${reason}${command === "flush" ? "" : "; the push is not judged"}\n`);
}

const [command, ...args] = process.argv.slice(2);
if (command === "flush") {
  // It goes on when the terminal is closed, and Ctrl-C is about the command that the person runs.
  for (const signal of ["SIGHUP", "SIGINT"] as const) process.on(signal, () => {});
}
const lacks = oldNode();
if (lacks !== undefined) giveUp(command, lacks);
else run(command, args).catch((error: unknown) => giveUp(command, reasonOf(error)));
