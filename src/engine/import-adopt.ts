import { readRef } from "../git/refs.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { LifecycleEventInput } from "../lifecycle/events.js";
import { branchRef, type RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { fieldName, type NotCarried, type Told, type ToldForm } from "../lifecycle/told.js";
import { adoptUnrecorded, finishAdoption, notOurs, takeUp } from "./adopt.js";
import { findBase } from "./base.js";
import type { Engine } from "./context.js";
import { readStatus } from "./facts.js";
import type { Candidate } from "./import-find.js";
import { isDead, journalObservation } from "./observe.js";
import { withRecord } from "./protocol.js";

/** What of a file got into the record, as its form calls it, and what did not. */
export interface Carried {
  readonly carried: readonly string[];
  readonly notCarried: readonly NotCarried[];
}

/** Whether a process that adopted a worktree as it stood ended, or failed, before it was done. */
export function isHalfAdopted(engine: Engine, record: WorktreeRecord): boolean {
  const { status, lastError, op, setup } = record;
  const begun = status === "error" ? lastError?.operation : isDead(engine, record) ? op?.name : undefined;
  if (begun !== "create" && begun !== "init") return false;
  const setsUp = setup.copyEnv || setup.installDeps || setup.runInitScript;
  return !setsUp && engine.local.place(record.id)?.found === true;
}

/** Adopts a worktree that no record of a clone tells of, with what the file tells. @throws as `create` */
export async function adoptTold(
  engine: Engine,
  form: ToldForm,
  found: Candidate,
  told: Told,
): Promise<Carried & { readonly id: RecordId }> {
  const { branch, path, gitDir, record } = found;
  const base = record === undefined ? await baseOf(engine, form, found, told) : undefined;
  const id =
    record === undefined
      ? await adoptNew(engine, found, told, base?.branch)
      : record.owner === null
        ? await takeUp(engine, record, { path, gitDir, main: false }, [])
        : await finishAdoption(engine, record, []);
  if (id === undefined || id === "waits") {
    throw new CoppiceError("INVALID_STATE", `Another command is working on the record of ${branch}.`, {
      details: { branch },
      suggestedAction: "Wait until it has ended, then import again.",
    });
  }
  return withRecord(engine, id, "import", async (session) => {
    await journalObservation(session, await readStatus(engine, path, gitDir));
    const plan = planOf(form, session.record, told, base?.problems);
    for (const event of plan.events) await session.note(event);
    const begun: string[] = [];
    if (record === undefined && told.createdAt === session.record.createdAt)
      begun.push(fieldName(form, "createdAt"));
    if (base?.branch !== undefined) begun.push(fieldName(form, "base"));
    return { id, carried: [...begun, ...plan.carried], notCarried: plan.notCarried };
  });
}

async function adoptNew(
  engine: Engine,
  { branch, gitDir }: Candidate,
  told: Told,
  base: string | undefined,
): Promise<RecordId> {
  const tip = await readRef(engine.repo, branchRef(branch));
  if (tip === undefined)
    throw new CoppiceError("BRANCH_CREATION_FAILED", `${branch} has no commit yet.`, { details: { branch } });
  return adoptUnrecorded(engine, { gitDir }, branch, tip, {
    ...(base === undefined ? {} : { base }),
    ...(told.createdAt === null ? {} : { createdAt: told.createdAt }),
  });
}

/** The same for a dry run. @throws what the adoption would be refused with */
export async function foreseeAdoption(
  engine: Engine,
  form: ToldForm,
  found: Candidate,
  told: Told,
): Promise<Carried> {
  if (found.record !== undefined) return planOf(form, found.record, told);
  const base = await baseOf(engine, form, found, told);
  if (base.branch === undefined) await findBase(engine, undefined);
  const plan = planOf(form, undefined, told, base.problems);
  return {
    carried: [
      ...(told.createdAt === null ? [] : [fieldName(form, "createdAt")]),
      ...(base.branch === undefined ? [] : [fieldName(form, "base")]),
      ...plan.carried,
    ],
    notCarried: plan.notCarried,
  };
}

/** Carries into a record of this clone what it says nothing of yet. Where there is nothing, nothing is written. */
export async function carry(
  engine: Engine,
  form: ToldForm,
  record: WorktreeRecord,
  told: Told,
  dryRun: boolean,
): Promise<Carried> {
  const seen = planOf(form, record, told);
  if (dryRun || seen.events.length === 0) return seen;
  return withRecord(engine, record.id, "import", async (session) => {
    const plan = planOf(form, session.record, told);
    for (const event of plan.events) await session.note(event);
    return plan;
  });
}

/** The base that is told of, where this repository has it. */
async function baseOf(
  engine: Engine,
  form: ToldForm,
  { branch }: Candidate,
  { base }: Told,
): Promise<{ readonly branch?: string; readonly problems: readonly NotCarried[] }> {
  if (base === null) return { problems: [] };
  const problem = (reason: string) => ({ problems: [{ field: fieldName(form, "base"), reason }] });
  try {
    const { branch: known } = await findBase(engine, base);
    return known === branch ? problem("it is the branch itself") : { branch: base, problems: [] };
  } catch (error) {
    if (error instanceof CoppiceError && notOurs.has(error.code))
      return problem("this repository has no such branch");
    throw error;
  }
}

interface Plan extends Carried {
  readonly events: readonly LifecycleEventInput[];
}

/**
 * What has to be journaled so that a record says what is told. What it says already stays.
 * @param record undefined: it is made of what is told
 * @param problems what else does not get into it
 */
function planOf(
  form: ToldForm,
  record: WorktreeRecord | undefined,
  told: Told,
  problems: readonly NotCarried[] = [],
): Plan {
  const events: LifecycleEventInput[] = [];
  const carried: string[] = [];
  const notCarried: NotCarried[] = [...problems];
  const own = (field: Parameters<typeof fieldName>[1]): void => {
    notCarried.push({ field: fieldName(form, field), reason: "the record has its own" });
  };
  const { pr, initScript } = told;
  if (pr !== null && (record?.pr ?? null) === null) {
    events.push({ type: "PR", ...pr });
    carried.push(fieldName(form, "pr"));
  } else if (pr !== null && JSON.stringify(record?.pr) !== JSON.stringify(pr)) own("pr");
  if (initScript !== null && (record?.initScriptStatus ?? null) === null) {
    const { status, error } = initScript;
    events.push({ type: "INIT_SCRIPT", status, ...(error === null ? {} : { error }) });
    carried.push(fieldName(form, "scriptStatus"));
  } else if (initScript !== null && record?.initScriptStatus !== initScript.status) own("scriptStatus");
  if (record !== undefined && told.createdAt !== null && told.createdAt !== record.createdAt)
    own("createdAt");
  if (record !== undefined && told.base !== null && problems.length === 0 && told.base !== record.base)
    own("base");
  return { events, carried, notCarried };
}
