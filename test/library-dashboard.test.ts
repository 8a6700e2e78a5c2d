import { expect, test } from "vitest";
import { closeEngine, create, openEngine, openMemoryStore } from "../src/index.js";
import { git, github, hosted } from "./support/github/rig.js";

const fake = github();

test("the library's dashboard: it tells what the remote's journals say, without a clone", async () => {
  const { clone, repository } = await hosted(fake.server);
  const engine = await openEngine({ cwd: clone.dir, door: "cli" });
  try {
    await create(engine, { branch: "task/login", title: "Let people log in" });
  } finally {
    await closeEngine(engine);
  }
  await git(clone.dir, "push", "--quiet", repository.bare.dir, "refs/notes/coppice");

  const store = openMemoryStore({
    url: fake.server.gitUrl(repository),
    token: () => process.env.COPPICE_NO_TOKEN,
  });
  const lines: string[] = [];
  for (const { branch, status, pr } of (await store.records()).values()) {
    lines.push([branch, status, pr?.url].join(" ").trimEnd());
  }
  expect(lines).toEqual(["task/login active"]);
});
