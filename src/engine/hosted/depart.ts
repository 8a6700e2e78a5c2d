import { CoppiceError } from "../../lifecycle/errors.js";
import { type BranchName, branchRef, type Oid } from "../../lifecycle/ids.js";
import { restoreCommand } from "../archive.js";
import { type Archive, archiveChange, archivesOf, saveArchives } from "./archive.js";
import { recordEnded, recordNotDeleted } from "./endings.js";
import type { HostedRun, Task } from "./model.js";
import { type CyclePlan, sentence } from "./plan.js";
import { catchUp, isOvertaken, ledgerOf, notesChange, settle } from "./publish.js";
import type { DeleteEnd, PushEnd, Refused } from "./remote.js";
import type { Look } from "./state.js";
import type { Tally } from "./tally.js";

/** A branch whose work base has. */
export interface Departing {
  readonly task: Task;
  /** The commit that it must have to go. */
  readonly head: Oid;
}

/** What one command line takes everywhere. */
const mostAtOnce = 1000;
/** How often all of it is tried at once while others write the journals. */
const attempts = 3;

export interface Deleting {
  readonly run: HostedRun;
  readonly look: Look;
  readonly plan: CyclePlan;
  readonly tally: Tally;
}

/**
 * Deletes branches by the commits that they must have, and ends the records that no clone holds; a clone's is ended by
 * its owner. What a squash or a rebase leaves behind is archived. All of it is one push with the journals, or what is
 * possible one by one.
 */
export async function deleteLanded(
  { run, look, plan, tally }: Deleting,
  departing: readonly Departing[],
): Promise<void> {
  if (departing.length === 0) return;
  const safety = new Safety(run, plan.tip, departing);
  await safety.look();
  for (let attempt = 1, more = departing.length <= mostAtOnce; more && attempt <= attempts; attempt += 1) {
    const end = await allAtOnce(run, plan, departing, safety);
    if (end.kind === "done") return;
    const isOver = isOvertaken(run, end);
    const isElsewhere = end.kind === "moved" && end.refs.has(branchRef(run.base));
    more = isOver || isElsewhere;
    if (isOver) await catchUp(run, look.state);
    if (isElsewhere) await safety.moveTo(end.refs.get(branchRef(run.base)));
    // What was written in the hope that it comes through is forgotten.
    run.draft.drop();
    await plan.sayAgain(await ledgerOf(run));
  }
  await safety.moveTo((await run.remote.look()).heads.get(run.base));
  const { archives } = safety;
  const unsaved = await saveArchives(run, plan.tip, [...archives.values()]);
  const isSafe = ({ branch }: Task): boolean => !unsaved.has(archives.get(branch)?.ref ?? "");
  const safe = departing.filter(({ task }) => isSafe(task));
  const { ends } = await run.remote.remove(
    new Map(safe.map(({ task, head }) => [branchRef(task.branch), head])),
  );
  for (const one of departing) {
    const archive = archives.get(one.task.branch);
    const end = ends.get(branchRef(one.task.branch));
    if (end !== undefined) await conclude(plan, tally, one, end, archive);
    else if (archive !== undefined) stays(plan, one.task, unsaved.get(archive.ref));
  }
}

/** What keeps the commits of branches that go: base, as it was seen last, or an archive. */
class Safety {
  archives: ReadonlyMap<BranchName, Archive> = new Map();
  readonly #run: HostedRun;
  readonly #branches: readonly { readonly branch: BranchName; readonly head: Oid }[];
  #base: Oid | undefined;

  constructor(run: HostedRun, base: Oid, departing: readonly Departing[]) {
    this.#run = run;
    this.#base = base;
    this.#branches = departing.map(({ task: { branch }, head }) => ({ branch, head }));
  }

  /** Base where it has to stay until they are gone. */
  get watched(): ReadonlyMap<string, Oid> {
    const all = this.archives.size === this.#branches.length;
    return all || this.#base === undefined ? new Map() : new Map([[branchRef(this.#run.base), this.#base]]);
  }

  async look(): Promise<void> {
    const found = await archivesOf(this.#run, this.#base, this.#branches);
    this.archives = new Map([...found, ...this.archives]);
  }

  /** Others have moved base, perhaps to where it no longer has what was merged. */
  async moveTo(oid: Oid | undefined): Promise<void> {
    if (oid === this.#base || this.watched.size === 0) return;
    const { remote, base } = this.#run;
    const branches = new Map(this.#branches.map(({ branch, head }) => [branch, head]));
    if (oid !== undefined) await remote.fetch({ base: { branch: base, oid }, branches, notes: undefined });
    this.#base = oid;
    await this.look();
  }
}

async function allAtOnce(
  run: HostedRun,
  plan: CyclePlan,
  departing: readonly Departing[],
  { archives, watched }: Safety,
): Promise<PushEnd> {
  for (const { task } of departing) await recordEnded(plan.ledger, task.record.id);
  const notes = await notesChange(run);
  const deletions = departing.map(({ task, head }) => ({
    ref: branchRef(task.branch),
    to: undefined,
    expected: head,
  }));
  const changes = [...[...archives.values()].map(archiveChange), ...deletions, ...notes];
  const end = await run.remote.push(changes, watched);
  if (end.kind !== "done") return end;
  settle(run, notes);
  for (const { task } of departing) tellGone(plan, task, archives.get(task.branch));
  return end;
}

function tellGone(plan: CyclePlan, task: Task, archive: Archive | undefined): void {
  const restore = archive && { restore: restoreCommand(task.branch, { archive: archive.ref }) };
  plan.tellMore(task, { branchDeleted: true, ...restore });
}

/** Its record ends another time: what base has is safe, and so is the branch. */
function stays(plan: CyclePlan, task: Task, why: Refused | undefined): void {
  const because = why === undefined ? "others wrote there at the same time" : sentence(why.sentence);
  plan.tellMore(task, { reason: `its branch stays, because its commits could not be archived: ${because}` });
}

async function conclude(
  plan: CyclePlan,
  tally: Tally,
  { task }: Departing,
  end: DeleteEnd,
  archive: Archive | undefined,
): Promise<void> {
  const { id } = task.record;
  if (end.kind === "refused") {
    const error = new CoppiceError("CLEANUP_FAILED", `The branch ${task.branch} could not be deleted.`, {
      details: { branch: task.branch, output: end.why.output },
      suggestedAction: end.why.sentence,
    });
    await plan.say(id, (ledger) => recordNotDeleted(ledger, id, error));
    tally.warn(`${sentence(error.message)}: ${end.why.sentence}`);
    plan.tellMore(task, { reason: `its branch could not be deleted: ${sentence(end.why.sentence)}` });
    return;
  }
  // A branch that has moved on is another record's from now on.
  await plan.say(id, (ledger) => recordEnded(ledger, id));
  if (end.kind === "moved")
    plan.tell(task, "raced", { reason: "its branch moved on while this commit was merged, and stays" });
  else tellGone(plan, task, archive);
}
