import { expect, test } from "vitest";
import { trackingRef } from "../../src/git/tracking.js";
import { createRepo } from "../support/repo.js";
import { open } from "./support.js";

test("under which name a remote's branch is kept: as git says, for every kind of refspec", async () => {
  const main = createRepo();
  const kinds: Record<string, readonly string[]> = {
    usual: ["+refs/heads/*:refs/remotes/usual/*"],
    one: ["refs/heads/other:refs/remotes/one/other", "+refs/heads/main:refs/remotes/one/$&"],
    middle: ["refs/heads/m*n:refs/kept/*/x"],
    none: [],
    others: ["+refs/heads/task/*:refs/remotes/others/*", "refs/heads/main*long:refs/remotes/others/*"],
    fetched: ["refs/heads/main"],
    twice: ["refs/heads/*:refs/first/*", "refs/heads/main:refs/second/main"],
  };
  for (const [remote, refspecs] of Object.entries(kinds)) {
    main.git("config", `remote.${remote}.url`, "../nowhere");
    for (const one of refspecs) main.git("config", "--add", `remote.${remote}.fetch`, one);
    main.git("branch", remote);
    main.git("config", `branch.${remote}.remote`, remote);
    main.git("config", `branch.${remote}.merge`, "refs/heads/main");
  }
  const { config } = await open(main.dir);
  const asked = main.git("for-each-ref", "--format=%(refname:short) %(upstream)", "refs/heads/");
  const told = asked
    .split("\n")
    .map((line) => line.split(" "))
    .filter(([branch]) => branch !== "main");
  expect(told.map(([remote = ""]) => [remote, trackingRef(config, remote, "refs/heads/main") ?? ""])).toEqual(
    told,
  );
  expect(told.filter(([, kept]) => kept === "")).toHaveLength(3);
});
