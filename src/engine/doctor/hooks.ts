import { basename } from "node:path";
import { CoppiceError } from "../../lifecycle/errors.js";
import { shellWord } from "../../lifecycle/shell-word.js";
import type { Engine } from "../context.js";
import { installHooks } from "../hooks-install.js";
import type { HookState, HooksStatus, WorktreeHooks } from "../hooks-model.js";
import { brokenPlace } from "../hooks-places.js";
import { settingsProgram } from "../hooks-settings.js";
import { hooksStatus, wantedHooks } from "../hooks-status.js";
import { addRefspec, type MissingRefspec, refspecState } from "../init.js";
import { excludeWorktreeRoot, missingExclude } from "../worktree-root.js";
import { type DoctorView, type Finding, subjectAt } from "./model.js";

/** Where `coppice init` has been, its hooks have their settings; elsewhere nothing of it is missed. */
const isInitialised = ({ repo }: Engine): boolean => settingsProgram(repo.commonDir) !== undefined;

/** Hooks that are installed and do not run: which, where, and why. Before the first install none are missed. */
export async function checkHooks({ engine }: DoctorView): Promise<Finding[]> {
  if (wantedHooks(engine).length === 0 || !isInitialised(engine)) return [];
  const status = await hooksStatus(engine, { brief: true });
  const [here, ...others] = status.worktrees;
  const findings: Finding[] = [];
  if (status.program?.there === false) findings.push(programMissing(engine, status));
  for (const state of ["missing", "outdated", "shadowed"] as const) {
    const finding = standing(engine, status, here, state);
    if (finding !== undefined) findings.push(finding);
  }
  for (const other of others) {
    // A worktree in which git does not work at all is told of as that.
    if (other.problem === brokenPlace) continue;
    const finding = elsewhere(other);
    if (finding !== undefined) findings.push(finding);
  }
  return findings;
}

const kinds = {
  missing: {
    code: "hooks-missing",
    words: "are not installed",
  },
  outdated: {
    code: "hooks-outdated",
    words: "are of another version of Coppice",
  },
  shadowed: {
    code: "hooks-shadowed",
    words: "do not run, as git takes its hooks from elsewhere",
  },
} as const;

function standing(
  engine: Engine,
  { hooks, way }: HooksStatus,
  here: WorktreeHooks | undefined,
  state: keyof typeof kinds,
): Finding | undefined {
  const names = hooks.filter((hook) => hook.state === state);
  if (names.length === 0) return undefined;
  const why = here?.problem ?? names.find(({ detail }) => detail !== null)?.detail ?? null;
  // What shadows them is somebody's setting, or another tool's to make.
  const isOurs = state !== "shadowed" && (way === "directory" || way === "config" || way === "husky");
  return {
    code: kinds[state].code,
    severity: "warning",
    subject: here === undefined ? null : subjectAt(here.directory),
    message: `These hooks ${kinds[state].words}: ${list(names)}${why === null ? "" : `; ${why}`}.`,
    suggestedAction: wayOn(state, isOurs),
    evidence: { hooks: names.map(({ hook }) => hook), directory: here?.directory ?? null, reason: why },
    ...(isOurs ? { repair: () => reinstall(engine, state) } : {}),
  };
}

function wayOn(state: keyof typeof kinds, isOurs: boolean): string {
  if (isOurs) return "coppice doctor --fix installs them, as coppice hooks install does.";
  return state === "shadowed"
    ? "Mend what leads git elsewhere, by the reason that is told; coppice hooks status tells how each hook stands."
    : "coppice hooks install says what to do about it.";
}

async function reinstall(engine: Engine, state: HookState["state"]): Promise<string | undefined> {
  const { status, changed } = await installHooks(engine);
  const left = status.hooks.filter((hook) => hook.state === state);
  if (left.length > 0) {
    throw new CoppiceError("CONFIG_INVALID", `These hooks are ${state} still: ${list(left)}.`, {
      suggestedAction: "coppice hooks status tells more.",
    });
  }
  return changed ? "The hooks are installed anew." : undefined;
}

const list = (hooks: readonly { readonly hook: string }[]): string =>
  hooks.map(({ hook }) => hook).join(", ");

function programMissing(engine: Engine, { program }: HooksStatus): Finding {
  return {
    code: "hooks-without-program",
    severity: "warning",
    subject: program === null ? null : subjectAt(program.program),
    message: `Node or Coppice is not where the hooks look for it: ${program?.node}, ${program?.program}.`,
    suggestedAction:
      "coppice doctor --fix makes them start this Coppice; install it in a lasting place first.",
    evidence: { node: program?.node ?? null, program: program?.program ?? null },
    repair: async () => {
      const { status } = await installHooks(engine);
      if (status.program?.there === true) return `The hooks start ${status.program.program} now.`;
      throw new CoppiceError("CONFIG_INVALID", "This Coppice is not whole, so hooks cannot start it.", {
        suggestedAction: "Install Coppice in a lasting place, then run coppice hooks install.",
      });
    },
  };
}

/** A worktree in which hooks do otherwise than where the command runs. */
function elsewhere({ path, problem, differs, directory }: WorktreeHooks): Finding | undefined {
  const bad = differs.filter(({ state }) => state === "missing" || state === "shadowed");
  if (bad.length === 0) return undefined;
  const why = problem ?? bad.find(({ detail }) => detail !== null)?.detail ?? null;
  return {
    code: "hooks-not-run-there",
    severity: "warning",
    subject: subjectAt(path),
    message: `In the worktree ${basename(path)} these hooks do not run: ${list(bad)}${why === null ? "" : `; ${why}`}.`,
    suggestedAction: `coppice -C ${shellWord(path)} hooks install says what to do about it.`,
    evidence: { hooks: bad.map(({ hook }) => hook), directory, reason: why },
  };
}

/** As the configuration is now: what is known of it was read when the repository was opened. */
async function isMissing({ repo }: Engine, { key, wanted }: MissingRefspec): Promise<boolean> {
  const { stdout } = await repo.git.run(repo.commonDir, ["config", "-z", "--get-all", key], { codes: "any" });
  return !stdout.toString("utf8").split("\0").includes(wanted);
}

/** The two lines that `coppice init` adds to a clone's own files. */
export async function checkCloneSetup({ engine }: DoctorView): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (!isInitialised(engine)) return findings;
  const refspec = refspecState(engine);
  if ("wanted" in refspec && (await isMissing(engine, refspec))) {
    findings.push({
      code: "refspec-missing",
      severity: "warning",
      subject: null,
      message: `git fetch does not bring the journals of other clones: ${refspec.key} lacks ${refspec.wanted}.`,
      suggestedAction: "coppice doctor --fix adds it, as coppice init does; coppice sync needs none.",
      evidence: { key: refspec.key, wanted: refspec.wanted },
      repair: async () => {
        if (!(await isMissing(engine, refspec))) return undefined;
        await addRefspec(engine, refspec);
        return "git fetch brings the journals of other clones again.";
      },
    });
  }
  const line = missingExclude(engine);
  if (line !== undefined) {
    findings.push({
      code: "exclude-missing",
      severity: "warning",
      subject: null,
      message: `The worktrees show in git status of the main worktree: info/exclude lacks ${line}.`,
      suggestedAction: "coppice doctor --fix adds it, as coppice init does.",
      evidence: { line },
      repair: async () =>
        excludeWorktreeRoot(engine) === undefined ? undefined : `info/exclude has ${line} again.`,
    });
  }
  return findings;
}
