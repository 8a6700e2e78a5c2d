import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Io } from "../../../../src/cli/io.js";
import { runCli } from "../../../../src/cli/run.js";
import { closeEngine, openEngine } from "../../../../src/engine/context.js";
import { create } from "../../../../src/engine/create.js";
import { eventSchema, type LifecycleEventInput } from "../../../../src/lifecycle/events.js";
import { branchNameSchema } from "../../../../src/lifecycle/ids.js";
import { Place } from "../../steps/place.js";
import { hostileText, hostileWords } from "../hostile.js";
import { holds, type Kind } from "../model.js";
import type { Random } from "../random.js";
import { actsOnTerminals } from "../terminal.js";

const oid = "0123456789abcdef0123456789abcdef01234567";
const time = "2026-01-31T12:00:00.000Z";

/** Names that git takes, and that a terminal would act on. */
const names = [...hostileWords, "\u009b31m", "\u202egnp", "\u200b", "\u{e0041}"].flatMap((word) => {
  const name = branchNameSchema.safeParse(`task/${word}`);
  return name.success && word.length < 100 ? [name.data] : [];
});

/** An event of a journal that came from elsewhere, everything in it chosen by somebody else. */
function hostileEvent(random: Random): LifecycleEventInput | undefined {
  const text = (most = 1_000): string => hostileText(random).slice(0, most) || "x";
  const branch = random.pick(names);
  const op = random.hex(16);
  const conflictFiles = [
    {
      path: text(),
      kind: "content",
      count: 2,
      preview: { ours: text(), theirs: text() },
      autoResolvable: false,
    },
  ];
  const event = random.pick<object>([
    { type: "TASK", id: text(200), title: text(), status: text(200) },
    { type: "LOCK", reason: text() },
    { type: "UNLOCK", reason: text() },
    { type: "PR", number: 1, url: text(), title: text(), state: "open", createdAt: text(60) },
    { type: "REQUEST", target: branch, headOid: oid },
    { type: "WITHDRAW", reason: text() },
    { type: "LANDED", target: branch, headOid: oid, evidence: "merge" },
    { type: "HEAD", oid, branch, from: branch },
    { type: "INIT_SCRIPT", status: "failed", error: text() },
    { type: "STALE", lastActivity: time },
    { type: "MODIFY", filesChanged: [text(), text()], total: 9 },
    { type: "DISCARD" },
    { type: "COMMIT", op, message: text(), author: text(500) },
    { type: "INIT_COMPLETE", op },
    { type: "ABORT_MERGE", reason: text() },
    {
      type: "ERROR",
      op,
      code: "INIT_SCRIPT_FAILED",
      message: text(),
      details: { output: text(), step: text() },
      operation: "observe",
      recoverable: true,
    },
    {
      type: "ERROR",
      op,
      code: "MERGE_CONFLICT",
      message: text(),
      details: { conflictFiles, conflictTotal: 3 },
      operation: "merge",
      recoverable: true,
    },
    { type: "RETRY", op, operation: "observe" },
    { type: "LEASE", until: "2099-01-31T12:00:00.000Z" },
  ]);
  const parsed = eventSchema.safeParse(event);
  return parsed.success ? parsed.data : undefined;
}

const commands: readonly (readonly string[])[] = [
  ["list"],
  ["list", "--json"],
  ["show", "task/a"],
  ["show", "task/a", "--json"],
  ["show", "task/a", "--format", "metadata"],
  ["log", "task/a"],
  ["log"],
  ["log", "task/a", "--json"],
  ["conflicts"],
  ["archive"],
  ["prune", "--dry-run"],
  ["doctor"],
  ["hooks", "status"],
  ["trust"],
  ["merge", "task/a"],
  ["commit", "task/a", "-m", "x"],
  ["submit", "task/a"],
  ["remove", "task/a"],
  ["retry", "task/a"],
  ["abort", "task/a"],
  ["resolve", "task/a", "--ours"],
  ["lock", "task/a"],
  ["task", "task/a", "--status", "x"],
  ["clean", "--session", "x"],
  ["restore", "task/a"],
  ["path", "task/a"],
  ["setup", "task/a"],
];

/** A repository with a managed worktree whose files, journals and branches have names for a terminal to act on. */
async function template(directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true });
  const git = (...args: string[]): void => {
    execFileSync("git", args, { cwd: directory, stdio: "ignore" });
  };
  git("init", "--quiet", "-b", "main");
  git("config", "user.name", "T\u202e");
  git("config", "user.email", "t@example.invalid");
  writeFileSync(join(directory, "a.txt"), "a\n");
  git("add", ".");
  git("commit", "--quiet", "-m", "Begin \u001b[31m");
  const engine = await openEngine({ cwd: directory, door: "cli" });
  try {
    const setup = { copyEnv: false, installDeps: false, runInitScript: false };
    await create(engine, { branch: "task/a", setup, title: "\u001b]0;owned\u0007" });
    await create(engine, { branch: names[0] ?? "task/b", setup });
  } finally {
    await closeEngine(engine);
  }
  writeFileSync(join(directory, ".worktrees", "task-a", "\u001b[31m\nevil\u202e.txt"), "x\n");
}

/** Somebody of that name writes events of the worktree. */
async function record(
  directory: string,
  events: readonly LifecycleEventInput[],
  name: string,
): Promise<void> {
  const engine = await openEngine({ cwd: directory, door: "cli" });
  try {
    const records = [...(await engine.journal.records()).values()];
    const id = records.find(({ branch }) => branch === "task/a")?.id;
    if (id === undefined) return;
    for (const event of events) await engine.journal.append(id, event, { ...engine.actor, name });
  } finally {
    await closeEngine(engine);
  }
}

/** Commands that show what others wrote, to a terminal and to a pipe. */
export const shown: Kind = {
  name: "what commands show",
  share: 20,
  least: 400,
  open: async ({ scratch }) => {
    const place = new Place(join(scratch, "shown"));
    const directory = place.repo;
    const made = join(scratch, "shown-made");
    await template(directory);
    place.save(made);
    let uses = 0;
    return {
      attempt: async (random, show) => {
        if (uses % 25 === 0) place.load(made);
        uses += 1;
        // What is in the journal stays for the next commands, too.
        const events = Array.from({ length: random.chance(35) ? 1 + random.below(6) : 0 }, () =>
          hostileEvent(random),
        ).filter((event) => event !== undefined);
        if (events.length > 0) await record(directory, events, hostileText(random).slice(0, 200) || "x");
        const argv = random.pick(commands);
        const isTTY = random.chance(50);
        show({ events, argv, isTTY });
        const chunks: string[] = [];
        const output = {
          isTTY,
          columns: isTTY ? 100 : undefined,
          write: (text: string): void => void chunks.push(text),
        };
        const signal = new AbortController().signal;
        const io: Io = {
          cwd: directory,
          env: process.env,
          stdin: () => Promise.resolve(""),
          stdout: output,
          stderr: output,
          canAsk: false,
          signal,
        };
        await runCli(argv, io);
        const text = chunks.join("");
        holds(!text.includes("error[INTERNAL]"), text.slice(0, 2_000));
        const acts = actsOnTerminals(text, true);
        holds(acts === undefined, `a terminal would act on it: ${acts}`);
        return undefined;
      },
    };
  },
};
