import { existsSync } from "node:fs";
import { basename } from "node:path";
import { type GitVersion, since } from "../git/version.js";
import type { Engine } from "./context.js";
import { statesInConfig } from "./hooks-config.js";
import { isInDirectory, stateInDirectory } from "./hooks-directory.js";
import { stateInHusky } from "./hooks-husky.js";
import { isInLefthook, lefthookConfig, stateInLefthook } from "./hooks-lefthook.js";
import type { HookReport, HookState, HooksStatus, HookWay, WorktreeHooks } from "./hooks-model.js";
import { OwnHooks } from "./hooks-own.js";
import { coreHooks, type HookName, hookNames } from "./hooks-package.js";
import { defaultDirectory, type HookPlace, hookPlaces, mayDiffer, placeProblem } from "./hooks-places.js";
import { settingsProgram } from "./hooks-settings.js";

export interface StatusOptions {
  /** The directory with the hook scripts. Default: this package's. */
  readonly source?: string;
  /** The git that will run the hooks. Default: the one that runs now. */
  readonly version?: GitVersion;
  /** Leaves the other worktrees unasked where nothing that is configured depends on it. Default false. */
  readonly brief?: boolean;
}

/** The hooks that the config wants. */
export const wantedHooks = ({ config }: Pick<Engine, "config">): readonly HookName[] =>
  ({ all: hookNames, core: coreHooks, none: [] })[config.hooks.install];

/**
 * How each hook stands, as git sees it from each worktree: whether it runs, and why not.
 * @throws CONFIG_INVALID when the package came without its hooks
 */
export async function hooksStatus(engine: Engine, options: StatusOptions = {}): Promise<HooksStatus> {
  const { repo } = engine;
  const own = new OwnHooks(repo.commonDir, options.source);
  const onlyHere = options.brief === true && !mayDiffer(repo);
  const [here, ...others] = await hookPlaces(repo, { onlyHere });
  const version = options.version ?? repo.version;
  const configured = await statesInConfig(repo, own);
  const look: Look = {
    own,
    version,
    configured,
    wanted: wantedHooks(engine),
    inDefault: isInDirectory(defaultDirectory(repo.commonDir), own),
  };
  const hooks = reportsOf(look, here);
  const worktrees = [here, ...others].map((place): WorktreeHooks => {
    const reports = place === here ? hooks : reportsOf(look, place);
    return {
      path: place.worktree,
      branch: place.branch,
      directory: place.directory,
      way: wayOf(look, place) ?? null,
      problem: wayOf(look, place) === "config" ? null : (placeProblem(place) ?? null),
      differs: reports.filter((report, index) => !isSame(report, hooks[index])),
    };
  });
  const found = settingsProgram(repo.commonDir);
  const program =
    found === undefined ? null : { ...found, there: existsSync(found.node) && existsSync(found.program) };
  return {
    way: wayOf(look, here) ?? null,
    hooks,
    worktrees,
    program,
    problems: problemsOf({ hooks, worktrees, program }),
  };
}

interface Look {
  readonly own: OwnHooks;
  readonly version: GitVersion;
  readonly configured: ReadonlyMap<HookName, HookState>;
  readonly wanted: readonly HookName[];
  /** Our files stand in the repository's own hooks directory. */
  readonly inDefault: boolean;
}

const readsConfig = ({ version }: Look): boolean => version.atLeast(...since.configHooks);

/** How git comes to our hooks in a worktree, or would once they are installed. */
function wayOf(look: Look, place: HookPlace): HookWay | undefined {
  if (readsConfig(look) && look.configured.size > 0) return "config";
  if (place.kind === "husky") return "husky";
  if (place.kind !== "default") return undefined;
  if (isInLefthook(place.worktree)) return "lefthook";
  if (!look.inDefault && lefthookConfig(place.worktree) !== undefined) return "lefthook";
  return "directory";
}

const reportsOf = (look: Look, place: HookPlace): HookReport[] =>
  hookNames.map((hook) => ({ hook, ...stateOf(look, place, hook) }));

function stateOf(look: Look, place: HookPlace, hook: HookName): HookState {
  const state = foundState(look, place, hook);
  const unwanted = !look.wanted.includes(hook) && state.state === "missing";
  return unwanted ? { ...state, state: "off", detail: "hooks.install in the config leaves it out" } : state;
}

function foundState(look: Look, place: HookPlace, hook: HookName): HookState {
  const configured = look.configured.get(hook);
  if (configured !== undefined && readsConfig(look)) return configured;
  const missing = { state: "missing", chained: null, version: null } as const;
  switch (wayOf(look, place)) {
    case "config":
      return { ...missing, detail: null };
    case "husky":
      return stateInHusky(place, look.own, hook);
    case "lefthook":
      return stateInLefthook(place.worktree, place.directory, look.own, hook);
    case "directory": {
      const state = stateInDirectory(place.directory, look.own, hook);
      return configured === undefined || state.state !== "missing"
        ? state
        : { ...state, detail: `git ${look.version} does not read hooks from its config, where this one is` };
    }
    case undefined: {
      const detail = placeProblem(place) ?? null;
      return { ...missing, state: look.inDefault ? "shadowed" : "missing", detail };
    }
  }
}

const isSame = (one: HookState, other: HookState | undefined): boolean =>
  one.state === other?.state && one.detail === other.detail && one.chained === other.chained;

function problemsOf({ hooks, worktrees, program }: Omit<HooksStatus, "way" | "problems">): string[] {
  const problems: string[] = [];
  const standing = (state: HookState["state"]): string[] =>
    hooks.filter((hook) => hook.state === state).map(({ hook }) => hook);
  if (program === null && hooks.every(({ state }) => state === "missing" || state === "off"))
    return standing("missing").length === 0 ? [] : ["No hooks are installed: coppice hooks install."];
  const missing = [...standing("missing"), ...standing("shadowed")];
  if (missing.length > 0) problems.push(`Not run here: ${missing.join(", ")}.`);
  const outdated = standing("outdated");
  if (outdated.length > 0)
    problems.push(`Of another version: ${outdated.join(", ")}. Run coppice hooks install again.`);
  for (const worktree of worktrees) {
    if (worktree.problem !== null) problems.push(`${basename(worktree.path)}: ${worktree.problem}.`);
    const bad = worktree.differs.filter(({ state }) => state === "missing" || state === "shadowed");
    if (worktree.problem === null && bad.length > 0)
      problems.push(`${basename(worktree.path)}: not run there: ${bad.map(({ hook }) => hook).join(", ")}.`);
  }
  if (program !== null && !program.there)
    problems.push(
      "Node or Coppice is not where the hooks look for it. Install Coppice in a lasting place, then run coppice hooks install.",
    );
  return problems;
}
