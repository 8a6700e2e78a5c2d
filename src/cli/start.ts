#!/usr/bin/env node
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadKept } from "../engine/kept-code.js";
import { oldNode } from "../version.js";
import type { commandLine } from "./command-line.js";
import { keptPlace } from "./kept-place.js";

/*
 * What people start of a built Coppice, `cli.js`: the command line itself lies in `cli/`, as CommonJS, whose compiled code
 * is kept in the repository.
 */
async function start(): Promise<void> {
  // A variable: a bundler would take a literal path beside it for a file to pack.
  const started = import.meta.url;
  const { exports, keep } = loadKept<{ readonly commandLine: typeof commandLine }>(
    join(dirname(fileURLToPath(started)), "cli", "main.js"),
    keptPlace(process.argv[2]),
  );
  await exports.commandLine();
  // What failed may not have been a command at all, and it came less far than others will.
  if ((process.exitCode ?? 0) === 0) keep();
}

const lacks = oldNode();
if (lacks === undefined) await start();
else {
  process.stderr.write(`coppice: ${lacks}\n`);
  process.exitCode = 1;
}
