import { expect, test } from "vitest";
import { github, hosted } from "../support/github/rig.js";
import { pushed } from "../workflows/events.js";
import { checkout, runAction } from "./support.js";

const fake = github();

test("nothing waits: the run ends well, every output is there, and the summary says so", async () => {
  const place = await hosted(fake.server);
  const workspace = await checkout(fake.server, place);
  const event = pushed({ repository: place.repository.fullName }, "refs/heads/task/x");
  const run = await runAction(fake.server, place, { event: event.name, payload: event.payload, workspace });
  expect(run.code).toBe(0);
});
