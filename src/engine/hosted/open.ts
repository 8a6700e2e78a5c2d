import { setMaxListeners } from "node:events";
import { type ConfigInput, type LoadedConfig, loadConfig } from "../../config/load.js";
import type { HostedForge } from "../../forge/hosted.js";
import { parseRemote } from "../../forge/place.js";
import { withConfig, withoutJobSecrets } from "../../git/environment.js";
import { openRepository, type Repository } from "../../git/repository.js";
import { GitRunner } from "../../git/run.js";
import { openDraftStore } from "../../journal/draft.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import { type BranchName, branchNameSchema, type Oid } from "../../lifecycle/ids.js";
import { remotes } from "../base.js";
import { type Reporter, silent } from "../context.js";
import { openClone } from "../init-clone.js";
import { LocalFacts } from "../local.js";
import { Trash } from "../trash.js";
import { worktreeRoot } from "../worktree-root.js";
import type { HostedRun, HostedSettings } from "./model.js";
import { Pace, type Pause, pauseUntil } from "./pace.js";
import type { HostedRemote } from "./remote.js";
import { openHostedRemote } from "./remote-open.js";

export interface HostedRunOptions {
  /** The checkout, on whatever commit: its work tree, index and branches are not looked at. */
  readonly cwd: string;
  /** Undefined or empty: a public repository is read and nothing can be pushed. */
  readonly token: string | undefined;
  /** `https://github.com`, without a slash at its end. */
  readonly serverUrl: string;
  /** `owner/name`. */
  readonly repository: string;
  /** What counts over base's file and over git's configuration. */
  readonly inputs: ConfigInput;
  /** Path of the config file in base's tree; default: the usual names at its root. */
  readonly configPath?: string | undefined;
  /** Default: the config's base, else the forge's default branch. */
  readonly base?: BranchName | undefined;
  readonly settings: HostedSettings;
  /** Who the commits and notes are by; the journal's actor too. */
  readonly committer: { readonly name: string; readonly email: string };
  readonly forge: HostedForge;
  readonly signal?: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly report?: Reporter;
  readonly runUrl?: string | undefined;
  readonly pause?: Pause;
  /** What git inherits; default: this process's. */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Opens a checkout for a run on what its remote holds: base's tip with its configuration and the journals are fetched,
 * and nothing else is touched.
 * @throws NOT_A_REPO, GIT_TOO_OLD, CONFIG_INVALID (also: no remote is the repository, base does not exist there), what
 *   asking the forge and fetching throws
 */
export async function openHostedRun(options: HostedRunOptions): Promise<HostedRun> {
  const { committer } = options;
  const token = checkedToken(options.token);
  const env = withConfig(definedOnly(withoutJobSecrets(options.env ?? process.env)), [
    ["user.name", committer.name],
    ["user.email", committer.email],
  ]);
  const repo = await openRepository(options.cwd, new GitRunner({ env }));
  try {
    return await openOn(repo, { ...options, token });
  } catch (error) {
    await repo.close();
    throw error;
  }
}

/** Ends the git processes that a run kept. What waits in its draft is forgotten. */
export const closeHostedRun = (run: HostedRun): Promise<void> => run.engine.repo.close();

async function openOn(repo: Repository, options: HostedRunOptions): Promise<HostedRun> {
  const { forge, settings, runUrl, committer } = options;
  const signal = options.signal ?? new AbortController().signal;
  // Every git process that runs listens to it, and many run at once.
  setMaxListeners(0, signal);
  const now = options.now ?? Date.now;
  const pause = options.pause ?? pauseUntil(signal);
  const { name, partial } = useRemote(repo, options);
  const open = (notesRef: string): HostedRemote =>
    openHostedRemote({
      repo,
      name,
      token: options.token,
      notesRef,
      partial,
      signal,
      pause,
      pace: new Pace(pause),
    });
  const found = await findConfig(repo, open, options);
  const { base, loaded, remote, notes } = found;
  const { config } = loaded;
  const draft = openDraftStore(repo, { ref: config.notesRef, tip: notes, clock: now });
  const clone = openClone(repo.commonDir);
  return {
    engine: {
      repo,
      config: { ...config, base },
      // Base decides what it is verified by, and the inputs are the workflow's: both are the person's own here.
      commands: loaded.commands.map((command) => ({ ...command, source: "flag" as const })),
      journal: draft,
      clone,
      actor: { name: committer.name, door: "action", clone },
      local: new LocalFacts(repo.commonDir),
      trash: new Trash({ root: worktreeRoot({ repo, config }) }),
      report: options.report ?? silent,
      signal,
      now,
      cwd: options.cwd,
    },
    draft,
    remote,
    forge,
    settings,
    base,
    runUrl,
    pause,
  };
}

interface Found {
  readonly base: BranchName;
  readonly loaded: LoadedConfig;
  readonly remote: HostedRemote;
  readonly notes: Oid | undefined;
}

/**
 * The configuration says which branch is base, and base's tree has the configuration: the default branch is asked
 * where nothing nearer says it, and where its file names another branch, that one's file counts.
 */
async function findConfig(
  repo: Repository,
  open: (notesRef: string) => HostedRemote,
  options: HostedRunOptions,
): Promise<Found> {
  const { inputs, configPath, forge } = options;
  const known = options.base ?? asBranch(inputs.base) ?? asBranch(repo.config.get("coppice.base"));
  const first = known ?? defaultBase((await forge.settings()).defaultBranch);
  // Which notes ref it is, the configuration tells: base alone is fetched before.
  let remote = open(inputs.notesRef ?? "refs/notes/coppice");
  let seen = await remote.look();
  const load = async (branch: BranchName): Promise<LoadedConfig> => {
    const oid = seen.heads.get(branch);
    if (oid === undefined) throw noBase(branch, options.repository);
    await remote.fetch({ base: { branch, oid }, branches: new Map(), notes: seen.notes });
    return loadConfig(repo, inputs, {
      commit: oid,
      ...(configPath === undefined ? {} : { path: configPath }),
    });
  };
  let loaded = await load(first);
  const base = known ?? loaded.config.base ?? first;
  if (base !== first) loaded = await load(base);
  const { notesRef } = loaded.config;
  if (notesRef !== (inputs.notesRef ?? "refs/notes/coppice")) {
    remote = open(notesRef);
    seen = await remote.look();
    const oid = seen.heads.get(base);
    if (oid === undefined) throw noBase(base, options.repository);
    await remote.fetch({ base: { branch: base, oid }, branches: new Map(), notes: seen.notes });
  }
  return { base, loaded, remote, notes: seen.notes };
}

/** What is no branch name is refused with the configuration, which says where it stands. */
function asBranch(name: string | undefined): BranchName | undefined {
  const parsed = branchNameSchema.safeParse(name);
  return parsed.success ? parsed.data : undefined;
}

function defaultBase(name: string): BranchName {
  const parsed = branchNameSchema.safeParse(name);
  if (parsed.success) return parsed.data;
  throw new CoppiceError(
    "CONFIG_INVALID",
    "The repository's default branch has a name that cannot be base.",
    {
      details: { base: name.slice(0, 4096) },
      suggestedAction: "Name another branch with the input base-branch.",
    },
  );
}

const noBase = (branch: BranchName, repository: string): CoppiceError =>
  new CoppiceError("CONFIG_INVALID", `${repository} has no branch ${branch}, which is to be base.`, {
    details: { base: branch },
    suggestedAction: "Name a branch that exists there with the input base-branch, or in the config file.",
  });

/** Leads git to the repository by its one address, with the token, whatever form the checkout's remote has. */
function useRemote(
  repo: Repository,
  { serverUrl, repository, token }: HostedRunOptions,
): { readonly name: string; readonly partial: boolean } {
  const url = `${serverUrl}/${repository}.git`;
  const name = findRemote(repo, url);
  if (name === undefined) {
    throw new CoppiceError("CONFIG_INVALID", `No remote of this checkout is ${serverUrl}/${repository}.`, {
      details: { reason: "no remote" },
      suggestedAction: "Check the repository out in the same job, before this step (actions/checkout).",
    });
  }
  const key = `remote.${name}`;
  const partial =
    repo.config.bool(`${key}.promisor`) === true ||
    repo.config.get(`${key}.partialCloneFilter`) !== undefined;
  const configured = [...repo.config.getAll(`${key}.url`), ...repo.config.getAll(`${key}.pushurl`)];
  repo.git.useTransport({ url, token, remote: name, configured, partial });
  return { name, partial };
}

/** `origin`, when it is the repository, else any remote that is. */
function findRemote(repo: Repository, url: string): string | undefined {
  const wanted = placeOf(url);
  return remotes(repo)
    .sort((one, other) => Number(other === "origin") - Number(one === "origin"))
    .find((name) => repo.config.getAll(`remote.${name}.url`).some((own) => placeOf(own) === wanted));
}

/** Names on GitHub do not depend on case; ssh has another port than the web. */
function placeOf(url: string): string | undefined {
  const place = parseRemote(url);
  if (place === undefined) return undefined;
  return `${place.host.replace(/:\d+$/, "")}/${place.owner}/${place.name}`.toLowerCase();
}

function checkedToken(token: string | undefined): string | undefined {
  const trimmed = token?.trim() ?? "";
  if (trimmed === "") return undefined;
  // What cannot stand in a header would be named by the error about it.
  if (/^[\x21-\x7e]+$/.test(trimmed)) return trimmed;
  throw new CoppiceError("CONFIG_INVALID", "The input github-token holds no token.", {
    details: { key: "github-token" },
    suggestedAction: "Set github-token to a token in one line, or leave it out.",
  });
}

const definedOnly = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
  );
