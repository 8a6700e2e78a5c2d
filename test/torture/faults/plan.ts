/** What is done at a step. `space`: from there on the disk is full. `cut`: the power goes, git dies with Coppice. */
export const faultKinds = ["kill", "cut", "fail", "space", "hang"] as const;
export type FaultKind = (typeof faultKinds)[number];
/** `opening`: as git writes its first byte to a file. `amid`: as it is halfway through a file of a worktree. */
export const moments = ["before", "after", "opening", "amid"] as const;
export type When = (typeof moments)[number];

/** What can be taken away from Coppice, to see whether the rigs would notice. */
export const safeties = ["lock", "swap", "expected", "archive"] as const;
export type Safety = (typeof safeties)[number];

export interface Fault {
  readonly kind: FaultKind;
  readonly when: When;
  /** The first step is 1. */
  readonly step: number;
}

/** What the preload is asked to do in one process of Coppice. */
export interface Plan {
  /** A file that gets a line `<step>\t<label>` for each step, `room <step>` where it needs room on the disk, and `<step>\t!<kind>\t<pid of a git that hangs>` for the fault. */
  readonly log?: string;
  readonly fault?: Fault;
  readonly off?: readonly Safety[];
  /** A directory of its own, to start programs lightly: see test/support/light.ts. */
  readonly light?: string;
  /** The number of a socket: before each step its label is written there, with a line end, and an answer is waited for. */
  readonly pauses?: number;
}

const names = {
  log: "TORTURE_LOG",
  fault: "TORTURE_FAULT",
  off: "TORTURE_OFF",
  light: "TORTURE_LIGHT",
  pauses: "TORTURE_PAUSES",
} as const;

/** The environment variables that carry a plan to the preload. */
export function variablesOf({ log, fault, off, light, pauses }: Plan): Record<string, string> {
  return {
    ...(log === undefined ? {} : { [names.log]: log }),
    ...(fault === undefined ? {} : { [names.fault]: `${fault.kind}:${fault.when}:${fault.step}` }),
    ...(off === undefined || off.length === 0 ? {} : { [names.off]: off.join(",") }),
    ...(light === undefined ? {} : { [names.light]: light }),
    ...(pauses === undefined ? {} : { [names.pauses]: String(pauses) }),
  };
}

/** Takes the plan out of the environment: the processes that Coppice starts do not get it. */
export function takePlan(env: NodeJS.ProcessEnv): Plan {
  const take = (name: string): string | undefined => {
    const value = env[name];
    delete env[name];
    return value;
  };
  const [log, fault, off] = [take(names.log), parseFault(take(names.fault)), take(names.off)];
  const [light, pauses] = [take(names.light), take(names.pauses)];
  const wanted = safeties.filter((safety) => off?.split(",").includes(safety));
  return {
    ...(log === undefined ? {} : { log }),
    ...(fault === undefined ? {} : { fault }),
    off: wanted,
    ...(light === undefined ? {} : { light }),
    ...(pauses === undefined ? {} : { pauses: Number(pauses) }),
  };
}

function parseFault(text: string | undefined): Fault | undefined {
  if (text === undefined) return undefined;
  const [kindText, when, step] = text.split(":");
  const kind = faultKinds.find((one) => one === kindText);
  const moment = moments.find((one) => one === when);
  if (kind === undefined || moment === undefined) throw new Error(`no such fault: ${text}`);
  return { kind, when: moment, step: Number(step) };
}
