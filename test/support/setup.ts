import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, inject } from "vitest";
import { startGitLightly } from "./light.js";
import { sharedDirectory } from "./temporary.js";

// A test must give the same result on every machine, in a hook of another git, and at every hour:
// git sees no configuration but the one written here, no inherited location, and one time zone. What npm tells its scripts
// is half of the variables, and each of fifty thousand processes would get a copy of them.
for (const name of Object.keys(process.env)) {
  if (/^(?:GIT|COPPICE|npm)_/.test(name)) delete process.env[name];
}

// Once for all files of this worker.
const lightly = Symbol.for("coppice.tests.lightly");
if (Reflect.get(globalThis, lightly) === undefined) {
  Reflect.set(globalThis, lightly, true);
  startGitLightly(sharedDirectory("coppice-light-"));
}

const home = sharedDirectory("coppice-home-");
const globalConfig = join(home, "gitconfig");
writeFileSync(
  globalConfig,
  [
    "[user]",
    "\tname = Coppice Test",
    "\temail = test@coppice.invalid",
    "[init]",
    "\tdefaultBranch = main",
    '[protocol "file"]',
    "\tallow = always",
    "[gc]",
    "\tauto = 0",
    "[maintenance]",
    "\tauto = false",
    // Else each push ends with a process that asks whether there is something to do.
    "[receive]",
    "\tautogc = false",
    "",
  ].join("\n"),
);

process.env.GIT_CONFIG_GLOBAL = globalConfig;
process.env.GIT_CONFIG_NOSYSTEM = "1";
process.env.GIT_TERMINAL_PROMPT = "0";
process.env.HOME = home;
process.env.XDG_CONFIG_HOME = join(home, ".config");
process.env.XDG_STATE_HOME = join(home, ".local", "state");
// Merges and the like are computed where the tests are, and wait for no disk either.
process.env.TMPDIR = join(inject("scratch"), "tmp");
process.env.TZ = "UTC";
process.env.LC_ALL = "C";
process.env.NO_COLOR = "1";
delete process.env.FORCE_COLOR;
// Nothing here leaves 127.0.0.1, and a Node that is given certificates reads all of them at its start: three quarters of it.
delete process.env.NODE_EXTRA_CA_CERTS;

afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});
