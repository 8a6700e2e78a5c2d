import type { BranchName, Oid } from "../../lifecycle/ids.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import { shellWord } from "../../lifecycle/shell-word.js";
import { cleanUpUnder } from "../clean-up.js";
import type { Engine } from "../context.js";
import { worksOf } from "../evidence.js";
import type { Sight } from "../facts.js";
import { isKeptAsAsked, keptReason, publishedTip } from "../kept.js";
import { isHere, observationOf } from "../observe.js";
import { withRecord } from "../protocol.js";
import { ownWork } from "../prune-works.js";
import { type Checker, type DoctorView, type Finding, subjectOf } from "./model.js";
import { isCalm } from "./view.js";

/** Worktrees whose work base's remote has, that are clean, not in use and without newer work. */
export const checkLanded: Checker = async (view) => {
  const { engine } = view;
  const findings: Finding[] = [];
  for (const { record, sight, told } of await landedOnes(view)) {
    const journal = await engine.journal.read(record.id);
    if (journal === undefined || isKeptAsAsked(journal)) continue;
    const observed = await observationOf(engine, record, sight);
    if ((await keptReason(engine, record, observed)) !== undefined) continue;
    if (await isCalm(view, record.id)) findings.push(findingOf(engine, record, told));
  }
  return findings;
};

interface LandedOne {
  readonly record: WorktreeRecord;
  readonly sight: Sight;
  /** The journal tells of it. A squash leaves no trace in history, so no hook has told of that: the changes do. */
  readonly told: boolean;
}

async function landedOnes(view: DoctorView): Promise<LandedOne[]> {
  const sights = await view.sights();
  const told: LandedOne[] = [];
  const untold: Untold[] = [];
  for (const record of await view.live()) {
    const sight = sights.get(record.id);
    const head = sight?.status?.oid;
    if (sight?.status?.clean !== true || head === undefined || !isHere(view.engine, record)) continue;
    if (record.status !== "active" && record.status !== "dirty") continue;
    if (sight.status.branch !== record.branch) continue;
    if (record.landed?.headOid === head) told.push({ record, sight, told: true });
    else untold.push({ record, sight, head });
  }
  const bases = new Set(untold.flatMap(({ record }) => record.base ?? []));
  const found = await Promise.all([...bases].map((base) => foundIn(view, base, untold)));
  return [...told, ...found.flat()];
}

interface Untold {
  readonly record: WorktreeRecord;
  readonly sight: Sight;
  readonly head: Oid;
}

/** Those whose work is in what base's remote is known to have. */
async function foundIn(
  { engine }: DoctorView,
  base: BranchName,
  all: readonly Untold[],
): Promise<LandedOne[]> {
  const untold = all.filter(({ record }) => record.base === base);
  const published = await publishedTip(engine, base);
  if (published === undefined) return [];
  const heads = untold.map(({ head }) => head);
  const works = await worksOf(engine.repo, published, heads, { signal: engine.signal, merging: false });
  return untold.flatMap(({ record, sight, head }): LandedOne[] => {
    const known = works.get(head);
    const work = known === undefined ? undefined : ownWork(engine, { record, head }, known);
    if (work?.kind !== "merged") return [];
    const { evidence, mergeOid } = work;
    const landed = { target: base, headOid: head, mergeOid, evidence, at: record.updatedAt };
    return [{ record: { ...record, landed }, sight, told: false }];
  });
}

function findingOf(engine: Engine, { id, branch, landed, ...rest }: WorktreeRecord, told: boolean): Finding {
  const target = landed?.target ?? rest.base ?? "base";
  return {
    code: "landed",
    severity: "warning",
    subject: subjectOf({ id, branch, landed, ...rest }),
    message: `${branch} has landed in ${target}, and its worktree is still here.`,
    suggestedAction: `coppice remove ${shellWord(branch)} removes it.`,
    evidence: {
      target,
      evidence: landed?.evidence ?? null,
      headOid: landed?.headOid ?? null,
      journaled: told,
    },
    repair: () =>
      withRecord(engine, id, "doctor", async (session) => {
        if (landed !== null && session.record.landed?.headOid !== landed.headOid) {
          const { at: _, mergeOid, ...landing } = landed;
          await session.note({ type: "LANDED", ...landing, ...(mergeOid === null ? {} : { mergeOid }) });
        }
        const { status } = await cleanUpUnder(session);
        return status === "removed" ? `${branch} has landed in ${target}, and was removed.` : undefined;
      }),
  };
}
