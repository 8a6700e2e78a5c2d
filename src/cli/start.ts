#!/usr/bin/env node
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadKept } from "../engine/kept-code.js";
import { oldNode } from "../version.js";
import type { commandLine } from "./command-line.js";
import { keptPlace } from "./kept-place.js";

/*
 * What people start of a built Coppice, `cli.js`: the command line itself lies in `cli/`, whose compiled code is kept in the
 * repository. Both are CommonJS.
 */
async function start(): Promise<void> {
  let isEnded = false;
  process.once("exit", () => {
    // Nothing was left to wait for, and yet it had not come to its end.
    if (!isEnded) process.exitCode ||= unsettled;
  });
  // A variable: a bundler would take a literal path beside it for a file to pack.
  const started = import.meta.url;
  const { exports, keep } = loadKept<{ readonly commandLine: typeof commandLine }>(
    join(dirname(fileURLToPath(started)), "cli", "main.js"),
    keptPlace(process.argv[2]),
  );
  const ended = exports.commandLine();
  for (const name of signals) process.removeListener(name, wait);
  await ended;
  isEnded = true;
  // What failed may not have been a command at all, and it came less far than others will.
  if ((process.exitCode ?? 0) === 0) keep();
}

/** What comes while the command line is loaded is for it to hear: it says that it was interrupted. */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const wait = (): void => {};
for (const name of signals) process.on(name, wait);

/** What Node itself ends with when a module waits for ever. */
const unsettled = 13;
const lacks = oldNode();
if (lacks === undefined) void start();
else {
  process.stderr.write(`coppice: ${lacks}\n`);
  process.exitCode = 1;
}
