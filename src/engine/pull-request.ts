import { randomBytes } from "node:crypto";
import type { Forge, ForgePullRequest } from "../forge/forge.js";
import { forgePlace } from "../forge/place.js";
import { deleteRef, readRef } from "../git/refs.js";
import { scrubSecrets } from "../journal/scrub.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { type BranchName, branchNameSchema, branchRef, type Oid } from "../lifecycle/ids.js";
import { mainRemote } from "./base.js";
import type { Engine } from "./context.js";
import { type Created, type CreateRequest, createAt } from "./create.js";
import { fetchRefs } from "./fetch-refs.js";
import type { RecordSession } from "./session.js";

export interface PullRequestRequest extends Omit<CreateRequest, "branch"> {
  readonly number: number;
  /** The local branch of a fork's pull request. Default `pr/<number>`. */
  readonly branch?: string;
}

export interface CreatedForPullRequest extends Created {
  readonly pullRequest: ForgePullRequest;
}

type Environment = Readonly<NodeJS.ProcessEnv>;

/**
 * Makes a worktree on the head of an open pull request; its title is the record's, and its data are journaled. In the
 * repository itself that is the head's branch, which is followed. A fork's comes by the ref that the forge keeps of it
 * into a branch of its own, which follows that ref: nothing of a stranger's is set up, and no hook runs on it.
 * @param env where the forge's address and token may stand
 * @throws what `create` throws; FETCH_FAILED, PERMISSION_DENIED, RATE_LIMITED, TIMEOUT; CONFIG_INVALID without a remote
 *   that a forge hosts; INVALID_STATE for one that is merged or closed: nothing was made
 */
export async function createForPullRequest(
  engine: Engine,
  env: Environment,
  { number, branch: wanted, ...request }: PullRequestRequest,
): Promise<CreatedForPullRequest> {
  const { forge, remote } = await openForge(engine, env);
  engine.report.step(`reading pull request #${number} of ${forge.repository}`);
  const pull = await forge.pullRequest(number);
  if (pull.state !== "open") throw notOpen(pull, forge);
  const branch = localBranch(pull, wanted);
  const source = pull.head.fork ? `refs/pull/${number}/head` : branchRef(branch);
  // A name of its own: two that fetch at once do not meet.
  const kept = `refs/coppice/pull/${number}-${randomBytes(4).toString("hex")}`;
  try {
    const oid = await fetchHead(engine, { remote, source, kept, pull, branch });
    const made = await createAt(
      engine,
      {
        ...request,
        branch,
        base: request.base ?? pull.base.branch,
        title: request.title ?? pull.title,
        ...(pull.head.fork ? { setup: nothing } : {}),
      },
      { oid, foreign: pull.head.fork, begun: (session) => begin(session, pull, { remote, source }) },
    );
    return { ...made, pullRequest: pull };
  } finally {
    const oid = await readRef(engine.repo, kept);
    if (oid !== undefined) await deleteRef(engine.repo, kept, oid);
  }
}

/** A stranger's code is not installed, not run, and not given the person's secrets. */
const nothing = { copyEnv: false, installDeps: false, runInitScript: false };

async function openForge(
  engine: Engine,
  env: Environment,
): Promise<{ readonly forge: Forge; readonly remote: string }> {
  const remote = mainRemote(engine);
  if (remote === undefined)
    throw noForge(
      "No remote is named that a pull request could be at.",
      "Name it: git config coppice.remote <name>.",
    );
  const { repo } = engine;
  // Asked of git: it knows what url.<base>.insteadOf makes of the configured one.
  const url = await repo.git.text(repo.commonDir, ["ls-remote", "--get-url", "--end-of-options", remote], {
    rawConfig: true,
  });
  const place = forgePlace(url, env);
  if (place === undefined)
    throw noForge(
      `The URL of the remote ${remote} names no repository on GitHub.`,
      "Pull requests are read from GitHub alone. For an Enterprise server set GITHUB_API_URL to its API's address.",
    );
  // Octokit takes longer to load than all of Coppice.
  const { openGitHub } = await import("../forge/github.js");
  return { forge: openGitHub(place, { signal: engine.signal }), remote };
}

const noForge = (message: string, suggestedAction: string): CoppiceError =>
  new CoppiceError("CONFIG_INVALID", message, { suggestedAction });

function notOpen(pull: ForgePullRequest, forge: Forge): CoppiceError {
  return new CoppiceError(
    "INVALID_STATE",
    `Pull request #${pull.number} of ${forge.repository} is ${pull.state}: there is nothing to work on.`,
    {
      details: { state: pull.state },
      suggestedAction:
        pull.state === "merged"
          ? "Begin something new: coppice create <branch>."
          : "Reopen it on GitHub, then run the command again.",
    },
  );
}

/** The branch that the worktree is on: the head's own, or for a fork's one that is named after nothing in it. */
function localBranch(pull: ForgePullRequest, wanted: string | undefined): BranchName {
  const name = pull.head.fork ? (wanted ?? `pr/${pull.number}`) : pull.head.branch;
  if (wanted !== undefined && wanted !== name)
    throw new CoppiceError(
      "INVALID_BRANCH_NAME",
      `Pull request #${pull.number} is of the branch ${name} of this repository, so its worktree is on that branch.`,
      { details: { branch: name }, suggestedAction: "Name no branch beside --pr." },
    );
  const parsed = branchNameSchema.safeParse(name);
  if (parsed.success) return parsed.data;
  throw new CoppiceError("INVALID_BRANCH_NAME", `${JSON.stringify(name)} is no branch name.`, {
    details: { branch: name },
  });
}

interface Wanted {
  readonly remote: string;
  readonly source: string;
  readonly kept: string;
  readonly pull: ForgePullRequest;
  readonly branch: BranchName;
}

/** Fetches the head and base; what git has fetched is what counts, the forge may have told of an older one. */
async function fetchHead(engine: Engine, { remote, source, kept, pull, branch }: Wanted): Promise<Oid> {
  const { repo, report } = engine;
  const tracking = (name: BranchName): string => `+${branchRef(name)}:refs/remotes/${remote}/${name}`;
  report.step(`fetching ${pull.head.fork ? `pull request #${pull.number}` : branch} from ${remote}`);
  const { code, stderr } = await fetchRefs(engine, remote, [
    `+${source}:${kept}`,
    ...(pull.head.fork ? [] : [tracking(branch)]),
    tracking(pull.base.branch),
  ]);
  const oid = await readRef(repo, kept);
  if (code === 0 && oid !== undefined) return oid;
  throw new CoppiceError("FETCH_FAILED", `git could not fetch pull request #${pull.number} from ${remote}.`, {
    details: { exitCode: code, output: scrubSecrets(stderr).slice(-16_384) },
    suggestedAction: `git uses its own credentials, not GITHUB_TOKEN: see whether git fetch ${remote} works.`,
  });
}

async function begin(
  session: RecordSession,
  { number, url, title, state, createdAt }: ForgePullRequest,
  from: { readonly remote: string; readonly source: string },
): Promise<void> {
  const { repo } = session.engine;
  const { branch, adopted, pr } = session.record;
  // The Action may have told of it.
  const isTold = pr?.number === number && pr.url === url && pr.title === title && pr.state === state;
  if (!isTold) await session.note({ type: "PR", number, url, title, state, createdAt });
  // A branch that was there before follows what its owner let it follow.
  if (adopted) return;
  await repo.git.run(repo.commonDir, ["config", `branch.${branch}.remote`, from.remote]);
  await repo.git.run(repo.commonDir, ["config", `branch.${branch}.merge`, from.source]);
}
