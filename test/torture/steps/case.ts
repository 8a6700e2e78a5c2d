import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../faults/plan.js";
import { variablesOf } from "../faults/plan.js";
import { Walk, walkIn } from "../faults/steps.js";
import type { Loss } from "../section.js";
import { type Aftermath, type Aim, baseMoved, doctored, type Found, plainly, type Way } from "./aftermath.js";
import { Catcher, type Caught, Promised } from "./caught.js";
import { Fingerprints } from "./fingerprint.js";
import { badAnswer, disturbed, lossesSince, stateOf, tipOf } from "./judge.js";
import { filesOf, type Look, linesOf, look } from "./look.js";
import type { Operation } from "./operations.js";
import type { Place, Ran } from "./place.js";
import { unsyncedEffect, type Walked } from "./walked.js";

/** One fault in one operation. */
export interface Case {
  /** Undefined: nothing happens. */
  readonly fault: Fault | undefined;
  /** A process of its own is ended by a signal; else the run ends in a process that is kept warm. */
  readonly real: boolean;
  /** What was caught at that step is enough, where a run was caught at its steps. It is brought to its end in so many ways. */
  readonly caught?: "one way" | "all ways";
  /** The archive keeps nothing. Coppice reads it back at once, so it is emptied when the command has ended. */
  readonly forgetful?: true;
}

export interface CaseResult {
  /** How the command with the fault ended; "unreached": it had no such step this time. */
  readonly ended: "completed" | "refused" | "died" | "unreached";
  readonly recovered: boolean;
  readonly losses: readonly Loss[];
}

/** An operation that is prepared, and how it ends when nothing happens. */
export interface Prepared extends Aim {
  readonly saved: string;
  readonly before: Look;
  /** What it loses although nothing happens. */
  readonly losses: readonly Loss[];
  readonly walked: Walked;
  /** By the number of a step, what was there before it: nothing where no run was caught at its steps. */
  readonly caught: ReadonlyMap<number, Caught>;
  /**
   * What has come of the states in which faults have left the place: of what is the same, file by file, the same comes.
   */
  readonly known: Readonly<Record<Way, Map<string, Aftermath>>>;
}

/**
 * Prepares an operation and runs it once without a fault.
 * @param saved where what is kept of it goes
 * @param catches whether the run is caught at each of its steps
 */
export async function prepare(
  place: Place,
  operation: Operation,
  saved: string,
  catches: boolean,
): Promise<Prepared> {
  rmSync(place.dir, { recursive: true, force: true });
  await operation.prepare(place);
  place.save(saved);
  place.load(saved);
  const before = await look(place);
  const base = tipOf(place, "main");
  const prints = new Fingerprints();
  const catcher = catches ? new Catcher(place, prints, `${saved}-caught`) : undefined;
  const walk = new Walk({}, false, (label) => catcher?.before(label));
  const ran = await walkIn(walk, () => place.coppice(operation.argv));
  if (ran.code !== (operation.code ?? 0))
    throw new Error(`${operation.name} ended with ${ran.code} without a fault: ${ran.stderr}${ran.stdout}`);
  await quiet(place, walk);
  const lossesIn = async (there: Place, lines: ReadonlySet<string>): Promise<readonly Found[]> =>
    (await lossesSince(there, before, lines)).filter(({ what }) => operation.givesUp?.test(what) !== true);
  const steadfast = steadfastIn(before, await look(place));
  const found = [...(await lossesIn(place, before.lines)), ...changed(place, before, operation.keeps)];
  const early = unsyncedEffect(walk.labels);
  if (early !== undefined)
    found.push({ kind: "entry", what: `nothing is synced to the disk before ${early}` });
  return {
    operation,
    losses: found.map((loss) => ({ ...loss, where: `${operation.name}: nothing happens` })),
    saved,
    before,
    walked: { labels: walk.labels, allocating: walk.allocating },
    wanted: await stateOf(place),
    base,
    lossesIn: async (there, lines) => [...(await lossesIn(there, lines)), ...disturbed(there, steadfast)],
    sound: new Set(),
    states: new Map(),
    whole: new Set(),
    recoveries: new Map(),
    prints,
    caught: catcher?.caught ?? new Map(),
    known: { again: new Map(), retry: new Map(), doctor: new Map() },
  };
}

/** How a faulty run ended. */
interface Ended {
  readonly ran: Ran | "died";
  readonly struck: boolean;
  readonly label: string;
  /** Entries that were in the journal between its steps. */
  readonly lines: readonly string[];
}

export interface Programs {
  readonly cli: string;
  readonly preload: string;
  readonly scratch: string;
}

export async function runCase(
  place: Place,
  prepared: Prepared,
  one: Case,
  programs: Programs,
): Promise<CaseResult> {
  const { operation } = prepared;
  const caught = one.caught !== undefined ? prepared.caught.get(one.fault?.step ?? 0) : undefined;
  if (caught !== undefined) return killedAt(place, prepared, one, caught);
  place.load(prepared.saved);
  const { ran, struck, label, lines } =
    one.real && one.fault !== undefined
      ? await inProcess(place, operation, one.fault, programs)
      : await warm(place, operation, one.fault);
  const { kind, when, step } = one.fault ?? { kind: "nothing", when: "at", step: 0 };
  const where = `${operation.name}: ${one.real ? "real " : ""}${kind} ${when} step ${step}, ${label}`;
  if (one.forgetful === true) await forgetArchives(place);
  if (!struck && one.fault !== undefined) return { ended: "unreached", recovered: true, losses: [] };
  const found: Found[] = [];
  if (ran !== "died") {
    const bad = badAnswer(ran, operation);
    if (bad !== undefined) found.push({ kind: "answer", what: bad });
    const failed = ran.code !== 0 && ran.code !== operation.code;
    if (kind === "space" && failed && !ran.stderr.includes("NO_SPACE_LEFT"))
      found.push({ kind: "answer", what: `a full disk is not named: ${ran.stderr.slice(0, 300)}` });
  }
  const { reached, found: later } = await aftermath(place, prepared, one, new Set(lines));
  found.push(...later);
  return {
    ended: ran === "died" ? "died" : ran.code === (operation.code ?? 0) ? "completed" : "refused",
    recovered: reached,
    losses: found.map((loss) => ({ ...loss, where })),
  };
}

/** Whether the same has come to its end before: another time costs nothing. */
export function isKnown({ caught, known }: Prepared, one: Case): boolean {
  const print = one.caught === "one way" ? caught.get(one.fault?.step ?? 0)?.print : undefined;
  return print !== undefined && ways.some((way) => known[way].has(print));
}

/** The same as a kill before a step, without a run of its own. */
async function killedAt(place: Place, prepared: Prepared, one: Case, caught: Caught): Promise<CaseResult> {
  const { operation, walked } = prepared;
  const { reached, found } = await aftermath(place, prepared, one, new Set(caught.lines), caught);
  const step = one.fault?.step ?? 0;
  const where = `${operation.name}: kill before step ${step}, ${walked.labels[step - 1] ?? ""}`;
  return { ended: "died", recovered: reached, losses: found.map((loss) => ({ ...loss, where })) };
}

const ways: readonly Way[] = ["again", "retry", "doctor"];
/** So many ways of each state are walked, where faults other than a caught kill have left it. */
const usual = 2;

/** The way that a state goes first. */
function firstWay({ fault, caught }: Case): Way {
  const step = fault?.step ?? 0;
  if (caught === "one way") return step % 12 === 1 ? "doctor" : step % 2 === 0 ? "again" : "retry";
  return step % 3 === 1 ? "doctor" : step % 3 === 2 ? "again" : "retry";
}

/**
 * Brings the place to its end, in one way or several; where enough of them are known to come to something, it is that.
 * @param from what the place is to be made first
 */
async function aftermath(
  place: Place,
  prepared: Prepared,
  one: Case,
  lines: ReadonlySet<string>,
  from?: Caught,
): Promise<Aftermath> {
  const { prints, known } = prepared;
  const printed = (): string => prints.of(place, lines);
  const state = from?.print ?? printed();
  const first = firstWay(one);
  const isShared = !one.real && one.forgetful === undefined;
  const inOrder = [first, ...ways.filter((way) => way !== first)];
  const made = isShared ? inOrder.flatMap((way) => known[way].get(state) ?? []) : [];
  const left = isShared ? inOrder.filter((way) => !known[way].has(state)) : [first];
  const missing =
    one.caught === "all ways" ? left.length : (one.caught === "one way" ? 1 : usual) - made.length;
  // A place that was not caught is walked from once.
  for (const way of left.slice(0, from === undefined ? Math.min(missing, 1) : Math.max(missing, 0))) {
    if (from !== undefined) place.load(from.saved);
    const making = await brought(place, prepared, way, lines, printed);
    if (isShared) known[way].set(state, making);
    made.push(making);
  }
  return { reached: made.every(({ reached }) => reached), found: made.flatMap(({ found }) => found) };
}

async function brought(
  place: Place,
  prepared: Prepared,
  way: Way,
  lines: ReadonlySet<string>,
  printed: () => string,
): Promise<Aftermath> {
  const { before, known } = prepared;
  const moved = await baseMoved(place, prepared);
  const seen = new Set([...before.lines, ...lines, ...(await linesOf(place))]);
  const making =
    way === "doctor"
      ? await doctored(place, prepared, seen, printed, async (healed) => {
          const then = known.again.get(healed) ?? (await plainly(place, prepared, seen, "again"));
          known.again.set(healed, then);
          return then;
        })
      : await plainly(place, prepared, seen, way);
  return { ...making, found: [...moved, ...making.found] };
}

async function forgetArchives(place: Place): Promise<void> {
  const refs = await place.git("repo", "for-each-ref", "--format=delete %(refname)", "refs/coppice/archive");
  await place.told("repo", ["update-ref", "--stdin"], `${refs}\n`);
}

/** What its owner has edited and not committed where no operation has any business, and what this one keeps. */
function changed(place: Place, before: Look, keeps: RegExp | undefined): Found[] {
  const now = filesOf(place);
  return [...before.files]
    .filter(([path, oid]) => now.get(path) !== oid && (owned.test(path) || keeps?.test(path) === true))
    .map(([path]) => ({ kind: "file", what: `${path} is not as it was` }));
}
const owned = /^repo\/(?:src\/b\.txt|mine\.txt|\.env|\.worktrees\/task-by\/)/;

/** The files that the operation leaves alone when nothing happens. */
function steadfastIn(before: Look, after: Look): Look {
  return {
    ...before,
    files: new Map([...before.files].filter(([path, oid]) => after.files.get(path) === oid)),
  };
}

/** Runs it in this process, where it ends as if it had been killed: nothing of it gets outside any more. */
async function warm(place: Place, operation: Operation, fault: Fault | undefined): Promise<Ended> {
  const promised = new Promised(place);
  const walk = new Walk(fault === undefined ? {} : { fault }, false, (label) => promised.before(label));
  const ran = await walkIn(walk, () => Promise.race([place.coppice(operation.argv), walk.died]));
  await quiet(place, walk);
  return {
    ran,
    struck: walk.struck,
    label: walk.labels[(fault?.step ?? 0) - 1] ?? "",
    lines: [...promised.lines],
  };
}

/** Runs it as a process of its own. */
const inProcess = (
  place: Place,
  { argv }: Operation,
  fault: Fault,
  { cli, preload, scratch }: Programs,
): Promise<Ended> =>
  runReal(place, fault, { program: [cli, ...argv], cwd: place.repo, env: process.env, preload, scratch });

/** A program that is run with a fault. */
export interface RealRun {
  readonly program: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly preload: string;
  readonly scratch: string;
  /** Called with the label of each step that is about to begin: the program waits for it. */
  readonly onStep?: (label: string) => void;
}

/** Runs a program as a process of its own, with a fault or without. */
export async function runReal(
  place: Place,
  fault: Fault | undefined,
  { program, cwd, env, preload, scratch, onStep }: RealRun,
): Promise<Ended & { readonly walked: Walked }> {
  const log = join(scratch, `steps-${process.pid}.log`);
  rmSync(log, { force: true });
  const child = spawn(process.execPath, ["--import", preload, ...program], {
    cwd,
    env: {
      ...env,
      ...variablesOf({
        log,
        ...(fault === undefined ? {} : { fault }),
        ...(onStep === undefined ? {} : { pauses: 3 }),
      }),
    },
    stdio: ["ignore", "pipe", "pipe", ...(onStep === undefined ? [] : ["pipe" as const])],
  });
  if (onStep !== undefined) answerSteps(child.stdio[3], onStep);
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout?.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => err.push(chunk));
  const exited = once(child, "exit");
  const ended = exited.then(() => true);
  const steps = (): string => (existsSync(log) ? readFileSync(log, "utf8") : "");
  if (fault?.kind === "hang") {
    // What hangs does not end: it is ended from outside, and with it the git that it waits for.
    while (!steps().includes("!hang") && !(await Promise.race([ended, sleep(5, false)])));
    await Promise.race([ended, sleep(20)]);
    child.kill("SIGKILL");
    for (const [, pid] of steps().matchAll(/!hanging\t(\d+)/g)) endProcess(Number(pid));
  }
  const [code, signal] = await exited;
  await quiet(place, undefined);
  const told = steps();
  const stderr = Buffer.concat(err).toString();
  const labels = [...told.matchAll(/^\d+\t([^!].*)$/gm)].map(([, label = ""]) => label);
  return {
    ran: signal === null ? { code: Number(code), stdout: Buffer.concat(out).toString(), stderr } : "died",
    struck: told.includes("\t!"),
    label: labels[(fault?.step ?? 0) - 1] ?? "",
    lines: [],
    walked: {
      labels,
      allocating: new Set([...told.matchAll(/^room (\d+)$/gm)].map(([, step]) => Number(step))),
    },
  };
}

function answerSteps(stream: unknown, onStep: (label: string) => void): void {
  if (!(stream instanceof Duplex)) throw new Error("there is no way to hear of the steps");
  let text = "";
  stream.on("data", (chunk: Buffer) => {
    text += chunk.toString();
    if (!text.endsWith("\n")) return;
    onStep(text.slice(0, -1));
    text = "";
    stream.write("\n");
  });
  // Its other end goes with the program.
  stream.on("error", () => {});
}

function endProcess(pid: number): void {
  for (const whom of [-pid, pid]) {
    try {
      process.kill(whom, "SIGKILL");
    } catch {
      // It has ended.
    }
  }
}

/** Waits until nothing runs any more that was started there. */
async function quiet(place: Place, walk: Walk | undefined): Promise<void> {
  for (let wait = 0; wait < 200; wait += 1) {
    if ((walk === undefined || walk.children.size === 0) && !(walk === undefined && isBusy(place))) return;
    await sleep(5);
  }
}

/** Whether a process stands in the place: what a process that was killed has started may go on. */
function isBusy(place: Place): boolean {
  if (!existsSync("/proc/self/cwd")) return false;
  return readdirSync("/proc").some((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(place.dir);
    } catch {
      return false;
    }
  });
}
