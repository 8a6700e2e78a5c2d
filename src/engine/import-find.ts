import { isAbsolute, join } from "node:path";
import {
  linkState,
  type Registration,
  readRegistrations,
  readText,
  realPath,
} from "../git/worktree-links.js";
import type { BranchName } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Told } from "../lifecycle/told.js";
import { baseBranches, headBranch } from "./base.js";
import type { Engine } from "./context.js";
import { recordOfBranch } from "./find.js";

/** A worktree of this repository that a file tells of. */
export interface Candidate {
  readonly branch: BranchName;
  /** As git's registration names it, symbolic links resolved. */
  readonly path: string;
  readonly gitDir: string;
  /** The branch's live record: this clone's, or nobody's. */
  readonly record: WorktreeRecord | undefined;
}

interface Checkout {
  readonly registration: Registration;
  readonly path: string;
  readonly branch: BranchName | undefined;
}

interface NotFound {
  readonly reason: string;
}

/**
 * The linked worktrees of this repository, as git's registrations name them. A path from a file is compared with those,
 * and used for nothing else.
 */
export class Checkouts {
  readonly #engine: Engine;
  #all: Promise<readonly Checkout[]> | undefined;
  #bases: Promise<ReadonlySet<string>> | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Whether a path is the repository's: its main worktree, its git directory, or what holds a bare one. */
  isThisRepository(path: string): boolean {
    const { mainWorktree, commonDir, root } = this.#engine.repo;
    if (!isAbsolute(path)) return false;
    const real = realPath(path);
    return [mainWorktree, commonDir, root].some((own) => own !== undefined && realPath(own) === real);
  }

  /**
   * The worktree that is told of: by its path where there is one, and by its branch.
   * @param fallback the branch, where the file names neither
   */
  async find(told: Told, fallback: BranchName | undefined): Promise<Candidate | NotFound> {
    const wanted = told.branch ?? (told.path === null ? fallback : undefined);
    if (wanted === undefined && told.path === null) return { reason: "it names no branch" };
    const all = await this.#read();
    const named = told.path === null ? withBranch(all, wanted) : this.#at(all, told.path);
    if ("reason" in named) return named;
    const { branch, path, registration } = named;
    if (branch === undefined) return { reason: "no branch is checked out there" };
    if (wanted !== undefined && branch !== wanted) return { reason: `${branch} is checked out there` };
    const unfit = unfitness(registration);
    if (unfit !== undefined) return { reason: unfit };
    if (withBranch(all, branch) !== named) return { reason: "two worktrees have the branch checked out" };
    this.#bases ??= baseBranches(this.#engine);
    if ((await this.#bases).has(branch)) return { reason: "it is on the base branch" };
    return this.#unclaimed({ branch, path, gitDir: registration.adminDir });
  }

  /** A worktree that another record has is that one's, and what another clone holds it tells of itself. */
  async #unclaimed(found: Omit<Candidate, "record">): Promise<Candidate | NotFound> {
    const { journal, local, clone } = this.#engine;
    const records = await journal.records();
    const mark = local.markOf(found.gitDir);
    const marked = mark && records.get(journal.joined.get(mark) ?? mark);
    if (marked?.status !== "removed" && marked?.owner === clone && marked.branch !== found.branch)
      return { reason: `its worktree belongs to the record of ${marked.branch}` };
    const record = recordOfBranch(records.values(), found.branch);
    if (record !== undefined && record.owner !== null && record.owner !== clone)
      return { reason: "another clone holds its record" };
    return { ...found, record };
  }

  #at(all: readonly Checkout[], path: string): Checkout | NotFound {
    const real = isAbsolute(path) ? realPath(path) : undefined;
    const found = all.find((one) => one.path === real);
    if (found !== undefined) return found;
    const main = this.#engine.repo.mainWorktree;
    return {
      reason:
        main !== undefined && realPath(main) === real
          ? "its worktree_path is the main worktree, which only coppice init --home tracks"
          : "its worktree_path is no worktree of this repository",
    };
  }

  #read(): Promise<readonly Checkout[]> {
    const { repo } = this.#engine;
    this.#all ??= Promise.all(
      readRegistrations(repo.commonDir).map(async (registration) => ({
        registration,
        path: realPath(registration.path),
        branch: await headBranch(repo, registration.adminDir),
      })),
    );
    return this.#all;
  }
}

function withBranch(all: readonly Checkout[], branch: BranchName | undefined): Checkout | NotFound {
  const [found, other] = all.filter((one) => one.branch === branch);
  if (found === undefined) return { reason: "no worktree of this repository has its branch checked out" };
  return other === undefined ? found : { reason: "two worktrees have its branch checked out" };
}

/** Why a registration is none of a worktree that can be adopted. */
function unfitness({ path, adminDir }: Registration): string | undefined {
  const state = linkState(path, adminDir);
  if (state === "missing") return "its directory is gone";
  if (state !== "intact") return "its directory and git's registration of it do not name each other";
  return readText(join(adminDir, "locked"))?.trim() === "initializing" ? "git is still making it" : undefined;
}
