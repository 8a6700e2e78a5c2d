import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readToldFiles } from "../../../../src/engine/import-files.js";
import { eventSchema } from "../../../../src/lifecycle/events.js";
import { branchNameSchema } from "../../../../src/lifecycle/ids.js";
import { readTold, toldForms } from "../../../../src/lifecycle/told.js";
import { hostileText } from "../hostile.js";
import { holds, type Kind, total } from "../model.js";
import { jsonText, mutateBytes, mutateJson } from "../mutate.js";

const now = Date.parse("2026-02-01T00:00:00.000Z");

const real = [
  {
    version: 1,
    type: "worktree",
    status: "active",
    repo_name: "repo",
    branch_name: "task/a",
    parent_branch: "main",
    parent_repo: "/srv/repo",
    worktree_path: "/srv/repo/.worktrees/a",
    created_at: "2026-01-02T03:04:05.678Z",
    updated_at: "2026-01-03T03:04:05.678Z",
  },
  {
    branch: "task/a",
    createdAt: 1_767_323_045,
    pr: {
      number: 7,
      url: "https://forge.test/7",
      title: "A",
      state: "OPEN",
      createdAt: "2026-01-31T12:05:00Z",
    },
    initScriptRan: true,
    initScriptStatus: "failed",
    initScriptError: "no",
  },
];

/** What other tools' files tell of worktrees. */
export const toldFiles: Kind = {
  name: "files to import",
  share: 3,
  least: 2_000,
  open: async ({ scratch }) => {
    const directory = join(scratch, "told");
    mkdirSync(directory, { recursive: true });
    return {
      attempt: (random, show) => {
        const form = random.pick(toldForms);
        const sample = random.pick(real);
        const bytes = random.chance(75)
          ? Buffer.from(jsonText(random, mutateJson(random, sample)))
          : random.chance(60)
            ? mutateBytes(random, Buffer.from(JSON.stringify(sample)))
            : Buffer.from(JSON.stringify({ ...sample, [hostileText(random)]: hostileText(random) }));
        show({ form, text: bytes.toString("latin1") });
        writeFileSync(join(directory, `${form}.json`), bytes);
        const [found] = total(() => readToldFiles(directory, form)) ?? [];
        holds(found !== undefined, "a file has no verdict");
        if (found === undefined || "problem" in found) return undefined;
        const told = total(() => readTold(form, found.value, now));
        holds(told !== undefined, "a file was refused by an error");
        if (told === undefined) return undefined;
        if ("reason" in told) {
          holds(told.reason !== "", "skipped without a reason");
          return undefined;
        }
        const { branch, path, repository, createdAt, pr, initScript, notCarried } = told;
        holds(branch === null || branchNameSchema.safeParse(branch).success, "a branch that is none");
        for (const one of [path, repository])
          holds(
            one === null || (one !== "" && one.length <= 4096 && !one.includes("\0")),
            "a path that is none",
          );
        holds(createdAt === null || Date.parse(createdAt) <= now, "a time that lies ahead");
        holds(pr === null || eventSchema.safeParse({ type: "PR", ...pr }).success, "a PR that is none");
        holds(
          initScript === null || initScript.status === "success" || initScript.status === "failed",
          "an init script that runs",
        );
        holds(
          notCarried.length <= 20 &&
            notCarried.every(({ field, reason }) => field.length <= 100 && reason !== ""),
          "fields that are not named",
        );
        return undefined;
      },
    };
  },
};
