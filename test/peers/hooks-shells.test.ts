import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pushTable } from "../hooks/table-push.js";
import { recordingTable } from "../hooks/table-recording.js";
import { refusingTable } from "../hooks/table-refusing.js";
import { survivalTable } from "../hooks/table-survival.js";
import { hooksDir } from "../support/shims.js";

// What each hook script does is one table; here it runs under every shell that they are written for.
for (const [title, command] of [
  ["dash", "dash"],
  ["bash --posix", "bash --posix"],
  ["busybox sh", "busybox sh"],
] as const) {
  const [name = "", ...rest] = command.split(" ");
  const path = execFileSync("which", [name], { encoding: "utf8" }).trim();
  const shell = [path, ...rest].join(" ");
  for (const table of [recordingTable, refusingTable, pushTable, survivalTable]) table(title, shell);
}

test.each(readdirSync(hooksDir))("shellcheck: %s is clean", (name) => {
  const run = (): string =>
    execFileSync("shellcheck", ["--external-sources", "--shell=sh", join("hooks", name)], {
      cwd: join(hooksDir, ".."),
      encoding: "utf8",
    });
  expect(run()).toBe("");
});
