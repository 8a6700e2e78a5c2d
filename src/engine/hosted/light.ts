import { randomBytes } from "node:crypto";
import { isTaskBranch } from "../../config/task-branches.js";
import type { HostedForge, HostedPull } from "../../forge/hosted.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import { cloneIdSchema } from "../../lifecycle/ids.js";
import { type Ledger, openLedger } from "./ledger.js";
import type { LightRun } from "./light-open.js";
import type { Pulls, Report, Row } from "./model.js";
import { reconcile } from "./reconcile.js";

export interface LightOptions {
  readonly run: LightRun;
  /** Who does it, as the journals tell it. */
  readonly name: string;
  readonly dryRun: boolean;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** Older closed pull requests are met by the next run that reads more of them. */
const closedPages = 3;

/**
 * Records what happened to branches and pull requests while nothing ran, without a clone and without git: what a closed
 * pull request and a deleted branch start. Nothing but the journals is changed.
 * @throws FETCH_FAILED, RATE_LIMITED, TIMEOUT, JOURNAL_CORRUPT, PUSH_REJECTED: nothing was recorded then, and the next
 *   run of any kind finds it out again
 */
export async function runLight({ run, name, dryRun, now = Date.now }: LightOptions): Promise<Report> {
  const { journal, forge, config, base } = run;
  // Nothing is left here that a later run could be known by.
  const clone = cloneIdSchema.parse(randomBytes(8).toString("hex"));
  const actor = { name, door: "action", clone } as const;
  const problems: CoppiceError[] = [];
  let pulls: Pulls | undefined;
  let rows: readonly Row[] = [];
  const plan = async (): Promise<void> => {
    const ledger = await openLedger({ journal, actor, now });
    pulls ??= await readPulls(forge, ledger, problems);
    rows = await reconcile(
      {
        base,
        isTaskBranch: (branch) => isTaskBranch(config, branch),
        heads: journal.heads?.branches ?? new Map(),
        pulls,
        merge: config.merge,
        now: now(),
      },
      ledger,
    );
  };
  await plan();
  // Another run may have said the same meanwhile, and a person something newer.
  if (!dryRun) await journal.flush(plan);
  return {
    operation: "sync",
    dryRun,
    rows,
    warnings: [],
    problems,
    pushes: run.pushes,
    requests: forge.requests,
  };
}

/** Without the open ones nothing is said of pull requests; branches that are gone are recorded all the same. */
async function readPulls(forge: HostedForge, ledger: Ledger, problems: CoppiceError[]): Promise<Pulls> {
  try {
    const open = await forge.openPulls();
    const isOpen = new Set(open.map(({ number }) => number));
    const numbers = new Set(
      ledger.live().flatMap(({ pr }) => (pr?.state === "open" && !isOpen.has(pr.number) ? [pr.number] : [])),
    );
    const { pulls, complete } = await forge.closedPulls({ numbers, pages: closedPages });
    return { open: open.filter(own), closed: pulls.filter(own), complete };
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    problems.push(error);
    return { open: undefined, closed: [], complete: false };
  }
}

const own = ({ head }: HostedPull): boolean => !head.fork;
