import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { passVariable } from "../git/environment.js";
import { readOwnText } from "../git/own-file.js";
import { currentOwner, liveness, ownerSchema } from "../git/owner.js";
import { type Oid, oidSchema } from "../lifecycle/ids.js";
import { systemError } from "../lifecycle/system-errors.js";
import type { Engine } from "./context.js";
import { coppiceDir } from "./init-clone.js";

/*
 * The pre-push hook lets Coppice's own pushes through: the push carries a random token in its environment, whose hash
 * stands in the git directory while the push runs. That guards against accidents, a person or an agent who pushes by
 * habit. It cannot guard against a program of the same user that means harm: such a program can write the file itself.
 */

/** A ref over there, and what it is to hold; undefined: it is deleted. */
export interface PassUpdate {
  readonly ref: string;
  readonly oid: Oid | undefined;
}

const passSchema = z.object({
  v: z.literal(1),
  /** The process that pushes: the pass ends with it. */
  owner: ownerSchema,
  updates: z.array(z.object({ ref: z.string(), oid: z.nullable(oidSchema) })),
});

/** Where processes cannot be told apart for certain, a pass is believed no longer than a push may take. */
const oldestMs = 10 * 60_000;
const passName = /^[0-9a-f]{64}$/;

const directoryOf = (commonDir: string): string => join(coppiceDir(commonDir), "pass");
const nameOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/**
 * Runs a push of Coppice's own past its pre-push hook.
 * @param updates what the push may do, all of it; the hook takes nothing else
 * @param push gets the variables for git's environment, and hands them to nothing else
 * @throws what `push` throws, and the system group
 */
export async function withPass<T>(
  engine: Pick<Engine, "repo">,
  updates: readonly PassUpdate[],
  push: (env: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  const directory = directoryOf(engine.repo.commonDir);
  clearLeftovers(directory);
  const token = randomBytes(32).toString("hex");
  const file = join(directory, nameOf(token));
  const pass: z.infer<typeof passSchema> = {
    v: 1,
    owner: currentOwner(),
    updates: updates.map(({ ref, oid }) => ({ ref, oid: oid ?? null })),
  };
  try {
    // As open as the rest: where users share the repository, others of them push too.
    mkdirSync(directory, { recursive: true });
    writeFileSync(file, `${JSON.stringify(pass)}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    throw systemError(error, "write the pass of a push") ?? error;
  }
  try {
    return await push({ [passVariable]: token });
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * Whether a push carries a pass for exactly what it does. Fewer updates than the pass names are fine: git leaves out
 * what is over there already.
 * @param token what the hook found in its environment
 */
export function isPassed(commonDir: string, token: string, updates: readonly PassUpdate[]): boolean {
  const file = join(directoryOf(commonDir), nameOf(token));
  const pass = readPass(file);
  if (pass === undefined || updates.length === 0) return false;
  if (isOver(file, pass)) return false;
  return updates.every((update) =>
    pass.updates.some(({ ref, oid }) => ref === update.ref && oid === (update.oid ?? null)),
  );
}

function readPass(file: string): z.infer<typeof passSchema> | undefined {
  try {
    return passSchema.parse(JSON.parse(readOwnText(file)));
  } catch {
    return undefined;
  }
}

function isOver(file: string, pass: z.infer<typeof passSchema>): boolean {
  const state = liveness(pass.owner);
  return state === "dead" || (state === "unknown" && ageOf(file) > oldestMs);
}

const ageOf = (file: string): number =>
  Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);

/** What pushes left behind that were killed. */
function clearLeftovers(directory: string): void {
  try {
    for (const name of readdirSync(directory)) {
      const file = join(directory, name);
      if (!passName.test(name)) continue;
      const pass = readPass(file);
      // One that cannot be read is just being written, or was cut off.
      if (pass === undefined ? ageOf(file) > oldestMs : isOver(file, pass)) rmSync(file, { force: true });
    }
  } catch {
    // There is no such directory yet, or nothing may be removed: an old pass opens nothing.
  }
}
