import { isTaskBranch } from "../../config/task-branches.js";
import type { HostedPull } from "../../forge/hosted.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import type { BranchName, Oid } from "../../lifecycle/ids.js";
import { type Ledger, openLedger } from "./ledger.js";
import type { HostedRun, HostedState } from "./model.js";

/** One look at everything over there, with the objects of base and the task branches fetched. */
export interface Look {
  readonly state: HostedState;
  readonly ledger: Ledger;
}

/** What is asked of the forge once in a run: it stays true enough while the same run plans anew. */
export interface Asked {
  readonly open: readonly HostedPull[] | undefined;
  readonly settings: HostedState["forge"];
  readonly rules: HostedState["rules"];
  readonly gaps: readonly string[];
  /** Why the open pull requests are not known: without them little can be decided, so the run has failed. */
  readonly failure: CoppiceError | undefined;
}

export interface LookOptions {
  /** How many pages of closed pull requests may be read. */
  readonly closedPages: number;
}

/** Asks the forge what does not depend on the journals. What it does not answer is a gap, and not the run's end. */
export async function askForge(run: HostedRun): Promise<Asked> {
  const gaps: string[] = [];
  let failure: CoppiceError | undefined;
  const ask = async <T>(what: string, question: Promise<T>): Promise<T | undefined> => {
    try {
      return await question;
    } catch (error) {
      const told = toldBy(run, error);
      gaps.push(gapOf(what, told));
      if (what === openPulls) failure = told;
      return undefined;
    }
  };
  const { forge, base } = run;
  const [open, settings, rules] = await Promise.all([
    ask(openPulls, forge.openPulls()),
    ask("The repository's settings", forge.settings()),
    ask(`The rules of ${base}`, forge.rules(base)),
  ]);
  // Nothing is done without them, and what else could not be read has the same cause.
  if (failure !== undefined) gaps.splice(0, gaps.length, gapOf(openPulls, failure));
  return { open: open?.filter(({ head }) => !head.fork), settings, rules, gaps, failure };
}

const openPulls = "The open pull requests";

function toldBy({ engine }: HostedRun, error: unknown): CoppiceError {
  if (engine.signal.aborted || !(error instanceof CoppiceError)) throw error;
  return error;
}

const gapOf = (what: string, { message, suggestedAction }: CoppiceError): string =>
  `${what} could not be read: ${message.replace(/\.$/, "")}.${suggestedAction === undefined ? "" : ` ${suggestedAction}`}`;

/**
 * Looks at the remote and fetches what a run needs: base, the task branches, those of live records, the journals.
 * Entries that wait in the draft are forgotten.
 * @throws CONFIG_INVALID when base does not exist over there; FETCH_FAILED, TIMEOUT, JOURNAL_CORRUPT
 */
export async function lookAround(run: HostedRun, asked: Asked, { closedPages }: LookOptions): Promise<Look> {
  const { remote, draft, base, engine } = run;
  const { heads, notes } = await remote.look();
  const baseTip = heads.get(base);
  if (baseTip === undefined) throw noBase(base);
  const wanted = new Map<BranchName, Oid>();
  for (const [branch, oid] of heads) {
    if (branch !== base && isTaskBranch(engine.config, branch)) wanted.set(branch, oid);
  }
  const target = { branch: base, oid: baseTip };
  const broken = new Map(await remote.fetch({ base: target, branches: wanted, notes }));
  draft.drop();
  draft.moveTo(notes);
  const ledger = await openLedger({ journal: draft, actor: engine.actor, now: engine.now });
  const others = new Map<BranchName, Oid>();
  for (const { branch } of ledger.live()) {
    const oid = heads.get(branch);
    if (oid !== undefined && branch !== base && !wanted.has(branch)) others.set(branch, oid);
  }
  if (others.size > 0) {
    for (const one of await remote.fetch({ base: target, branches: others, notes })) broken.set(...one);
  }
  const gaps = [...asked.gaps];
  const closed = await closedPulls(run, asked, ledger, closedPages).catch((error: unknown) => {
    const told = toldBy(run, error);
    if (asked.failure === undefined) gaps.push(gapOf("The closed pull requests", told));
    return { pulls: [], complete: false };
  });
  return {
    ledger,
    state: {
      heads,
      baseTip,
      notesTip: notes,
      pulls: {
        open: asked.open,
        closed: closed.pulls.filter(({ head }) => !head.fork),
        complete: closed.complete,
      },
      rules: asked.rules,
      forge: asked.settings,
      gaps,
      broken,
    },
  };
}

async function closedPulls(
  { forge }: HostedRun,
  { open }: Asked,
  ledger: Ledger,
  pages: number,
): Promise<{ readonly pulls: readonly HostedPull[]; readonly complete: boolean }> {
  const isOpen = new Set(open?.map(({ number }) => number));
  const numbers = new Set(
    ledger.live().flatMap(({ pr }) => (pr?.state === "open" && !isOpen.has(pr.number) ? [pr.number] : [])),
  );
  return forge.closedPulls({ numbers, pages });
}

const noBase = (base: BranchName): CoppiceError =>
  new CoppiceError("CONFIG_INVALID", `The branch ${base} does not exist in the repository.`, {
    details: { base },
    suggestedAction: "Name the branch that tasks merge into with the input base-branch, or push it.",
  });
