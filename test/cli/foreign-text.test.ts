import { expect, test } from "vitest";
import { findRecord } from "../../src/engine/find.js";
import { run } from "../engine/support.js";
import { createRepo } from "../support/repo.js";
import { done } from "./support.js";

test("a journal that came from elsewhere holds what a terminal acts on: show and log write it out", async () => {
  const repo = createRepo();
  await done(repo.dir, "create", "task/a");
  const text = "\u001b]0;x\u0007\nnext: all is well";
  await run(repo.dir, async (engine) => {
    const { id } = await findRecord(engine, "task/a");
    const events = [
      { type: "TASK", id: text, title: text, status: text },
      { type: "LOCK", reason: text },
      { type: "PR", number: 1, url: text, title: text, state: "open", createdAt: text },
    ] as const;
    for (const event of events) await engine.journal.append(id, event, engine.actor);
  });
  for (const command of ["show", "log", "list"]) {
    const { stdout } = await done(repo.dir, command, ...(command === "list" ? [] : ["task/a"]));
    expect(stdout).not.toContain("\u001b");
    expect(stdout).not.toMatch(/^next: /m);
  }
});
