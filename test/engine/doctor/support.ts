import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Engine, openEngine } from "../../../src/engine/context.js";
import { type Diagnosis, doctor } from "../../../src/engine/doctor/doctor.js";
import { type GitOptions, type GitResult, GitRunner } from "../../../src/git/run.js";
import { buryLocks } from "../frozen.js";
import { run } from "../support.js";

/** What `coppice doctor` finds without `--fix`. Throws when so much as one file has changed by that. */
export async function diagnose(dir: string): Promise<Diagnosis> {
  const before = filesIn(dir);
  const engine = await openEngine({ cwd: dir, door: "cli", readOnly: true });
  const diagnosis = await doctor(engine).finally(() => engine.repo.close());
  const after = filesIn(dir);
  const changed = [...new Set([...before, ...after])].filter((file) => before.has(file) !== after.has(file));
  if (changed.length > 0) throw new Error(`doctor has written:\n${changed.join("\n")}`);
  return diagnosis;
}

export const repair = (dir: string): Promise<Diagnosis> =>
  run(dir, (engine) => doctor(engine, { fix: true }));

/** `code branch` of what stands, notes apart. */
export const standing = ({ findings }: Diagnosis): string[] =>
  findings
    .filter(({ severity }) => severity !== "note")
    .map(nameOf)
    .sort();

/** `code branch` of what was repaired. */
export const repairedIn = ({ repaired }: Diagnosis): string[] => [...new Set(repaired.map(nameOf))].sort();

const nameOf = ({ code, subject }: Pick<Diagnosis["repaired"][number], "code" | "subject">): string =>
  [code, subject?.branch ?? ""].join(" ").trim();

/** Every file and folder, with its size and the time of its last change, folders' too: a lock that came and went shows. */
function filesIn(root: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (path: string): void => {
    const stat = lstatSync(path, { bigint: true });
    found.add(`${path} ${stat.mode} ${stat.size} ${stat.mtimeNs}`);
    if (stat.isDirectory()) for (const name of readdirSync(path)) visit(join(path, name));
  };
  visit(root);
  return found;
}

/**
 * Stops an operation as SIGKILL would, before or after one of its steps; its locks then belong to a process that is dead.
 * @param at `git commit`, `git commit done`, `INIT_COMPLETE`, `INIT_COMPLETE done`: the first that comes
 */
export async function killedAt(
  cwd: string,
  at: string,
  work: (engine: Engine) => Promise<unknown>,
): Promise<void> {
  let stop: () => void = () => {};
  const killed = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const pass = async (step: string): Promise<void> => {
    if (!`${step} `.startsWith(`${at} `) || step.endsWith(" done") !== at.endsWith(" done")) return;
    stop();
    await new Promise(() => {});
  };
  const around = async <T>(step: string, run: () => Promise<T>): Promise<T> => {
    await pass(step);
    const result = await run();
    await pass(`${step} done`);
    return result;
  };
  class StoppedGit extends GitRunner {
    override run(directory: string, args: readonly string[], options?: GitOptions): Promise<GitResult> {
      const [command = ""] = args.filter((word) => /^[a-z][a-z-]+$/.test(word));
      return around(`git ${command}`, () => super.run(directory, args, options));
    }
  }
  const engine = await openEngine({ cwd, door: "cli", git: new StoppedGit() });
  const { append } = engine.journal;
  engine.journal.append = (...args) => around(args[1].type, () => append.apply(engine.journal, args));
  await Promise.race([
    killed,
    work(engine).then(() => {
      throw new Error(`it never came to ${at}`);
    }),
  ]);
  await engine.repo.close();
  buryLocks(join(engine.repo.commonDir, "coppice"));
}
