import { parseOid } from "../../git/oid.js";
import { branchOfRef } from "../../git/refs.js";
import { readRegistrations } from "../../git/worktree-links.js";
import { listWorktrees } from "../../git/worktrees.js";
import type { Journal, JournalHead } from "../../journal/store.js";
import type { RecordId } from "../../lifecycle/ids.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import { type Engine, silent } from "../context.js";
import { sightsOf } from "../facts.js";
import { isHere } from "../observe.js";
import { recordLockHolder } from "../record-lock.js";
import type { DoctorView } from "./model.js";

/** A look at the repository as it is from now on: each part is read when it is first asked for. */
export function openView(engine: Engine): DoctorView {
  const journals = once(() => engine.journal.readAs(headOf));
  const records = once(async () =>
    [...(await journals()).values()].flatMap(({ record }) => record ?? []).sort(byAge),
  );
  const live = once(async () => (await records()).filter(({ status }) => status !== "removed"));
  const registrations = once(() => readRegistrations(engine.repo.commonDir));
  return {
    engine,
    journals,
    live,
    removed: once(async () => (await records()).filter(({ status }) => status === "removed")),
    worktrees: once(() => listWorktrees(engine.repo)),
    registrations,
    branches: once(async () => {
      // Nothing is asked of the commits: one that is missing would end the list.
      const text = await engine.repo.git.text(engine.repo.commonDir, [
        "for-each-ref",
        "--format=%(objectname) %(refname)",
        "--",
        "refs/heads/",
      ]);
      const lines = text.split("\n").filter(Boolean);
      return new Map(
        lines.flatMap((line) => {
          const at = line.indexOf(" ");
          const branch = branchOfRef(line.slice(at + 1));
          return branch === undefined ? [] : [[branch, parseOid(line.slice(0, at))] as const];
        }),
      );
    }),
    sights: once(async () => {
      const here = (await live()).filter((record) => isHere(engine, record) && record.type === "worktree");
      // What cannot be read is a finding, told once.
      const quiet: Engine = { ...engine, report: silent };
      return sightsOf(
        quiet,
        here.map(({ id }) => id),
      );
    }),
    isBusy: (id) => recordLockHolder(engine, id) !== undefined,
  };
}

/**
 * Whether a record still is as the view has it, and nobody works on it: what was put together from looks at several
 * moments may be a command's that ran meanwhile.
 */
export async function isCalm(view: DoctorView, id: RecordId): Promise<boolean> {
  if (view.isBusy(id)) return false;
  const [seen, now] = [(await view.journals()).get(id), await view.engine.journal.read(id)];
  return seen?.lastStamp === now?.lastStamp && !view.isBusy(id);
}

const headOf = ({ id, record, unreadable, lastStamp }: Journal): JournalHead => ({
  id,
  record,
  unreadable,
  lastStamp,
});

/** Keeps what was read, also that it could not be. */
function once<T>(read: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: read() };
    return known.value;
  };
}

const byAge = (a: WorktreeRecord, b: WorktreeRecord): number =>
  a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1;
