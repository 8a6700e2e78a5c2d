import { Bare } from "./bare.js";
import {
  type CheckRun,
  type Comment,
  invalid,
  type Label,
  type LabelEvent,
  type Protection,
  Refusal,
  type Review,
  refusesPush,
  type Status,
} from "./state.js";

export interface Pull {
  readonly number: number;
  readonly author: string;
  readonly createdAt: string;
  /** Null: the fork is gone. */
  readonly head: { readonly repository: Repository | null; readonly branch: string; oid: string };
  base: { readonly branch: string; readonly oid: string };
  title: string;
  body: string | null;
  state: "open" | "closed";
  draft: boolean;
  updatedAt: string;
  closedAt: string | null;
  mergedAt: string | null;
  mergedBy: string | null;
  mergeOid: string | null;
  autoMerge: { readonly by: string; readonly method: "merge" | "squash" | "rebase" } | null;
  /** Who put it into the merge queue. */
  queuedBy: string | null;
  readonly labels: string[];
  readonly labelEvents: LabelEvent[];
  readonly comments: Comment[];
  readonly reviews: Review[];
}

export interface RepositoryOptions {
  readonly owner: string;
  readonly name: string;
  /** The bare repository on disk; it is the fake's from now on. */
  readonly dir: string;
  readonly private?: boolean;
  readonly parent?: Repository;
}

export interface NewPull {
  readonly title: string;
  readonly head: string;
  readonly base: string;
  readonly body?: string | null | undefined;
  readonly draft?: boolean | undefined;
  readonly author?: string;
  /** Where the head lives; default here. */
  readonly from?: Repository;
}

/** The clock of all fakes: a second passes with each look, so that no two things happen at once. */
let seconds = Date.parse("2026-01-01T00:00:00Z") / 1000;
export const tick = (): string => new Date(++seconds * 1000).toISOString().replace(".000Z", "Z");

/** Sets the clock on to this time, where it is behind. */
export const tickFrom = (ms: number): void => {
  seconds = Math.max(seconds, Math.floor(ms / 1000));
};

let lastId = 1000;
export const nextId = (): number => ++lastId;

/** One repository of the fake: what git holds is on disk, what only GitHub knows is here. */
export class Repository {
  readonly id = nextId();
  readonly owner: string;
  readonly name: string;
  readonly bare: Bare;
  readonly parent: Repository | undefined;
  readonly createdAt = tick();
  private: boolean;
  defaultBranch = "main";
  readonly pulls = new Map<number, Pull>();
  readonly labels = new Map<string, Label>();
  readonly statuses: Status[] = [];
  readonly checkRuns: CheckRun[] = [];
  /** By login: what a person may do here, as the permission endpoint tells. */
  readonly people = new Map<string, "admin" | "write" | "read" | "none">();
  readonly settings = { allowAutoMerge: true, mergeMethods: ["merge", "squash"], deleteBranchOnMerge: false };
  readonly #protections = new Map<string, Protection>();
  /** How many looks at a pull request answer that its mergeability is not known yet. */
  mergeabilityLag = 0;
  /** How many looks do not see yet that a push has merged what is open. */
  mergedLag = 0;
  #lastNumber = 0;

  constructor(options: RepositoryOptions) {
    this.owner = options.owner;
    this.name = options.name;
    this.private = options.private ?? false;
    this.parent = options.parent;
    this.bare = new Bare(options.dir);
    this.people.set(options.owner, "admin");
  }

  get fullName(): string {
    return `${this.owner}/${this.name}`;
  }

  protection(branch: string): Protection | undefined {
    return this.#protections.get(branch);
  }

  /** Protects a branch; from then on a direct push of it, or its deletion, is refused as GitHub does it. */
  protect(branch: string, protection: Partial<Protection> = {}): void {
    this.#protections.set(branch, {
      kind: "protection",
      requiredChecks: [],
      approvals: 1,
      signatures: false,
      mergeQueue: false,
      more: [],
      ...protection,
    });
    const refused = new Map<string, string>();
    const deletions = new Map<string, string>();
    for (const [name, rules] of this.#protections) {
      const ref = `refs/heads/${name}`;
      const message =
        rules.kind === "ruleset"
          ? `GH013: Repository rule violations found for ${ref}.`
          : `GH006: Protected branch update failed for ${ref}.`;
      (refusesPush(rules) ? refused : deletions).set(ref, message);
    }
    this.bare.refuse(refused, deletions);
  }

  async tip(branch: string): Promise<string | undefined> {
    return (await this.bare.refs(`refs/heads/${branch}`)).get(`refs/heads/${branch}`);
  }

  pull(number: number): Pull {
    const found = this.pulls.get(number);
    if (found === undefined) throw new Refusal(404, "Not Found");
    return found;
  }

  /** Opens a pull request, as the API and as a test does it. */
  async openPull(wanted: NewPull): Promise<Pull> {
    const from = wanted.from ?? this;
    const [head, base] = [await from.tip(wanted.head), await this.tip(wanted.base)];
    if (head === undefined) throw invalid("PullRequest", "head", "head is invalid");
    if (base === undefined) throw invalid("PullRequest", "base", "base is invalid");
    const label = `${from.owner}:${wanted.head}`;
    const twin = [...this.pulls.values()].find(
      (pull) =>
        pull.state === "open" &&
        pull.head.repository === from &&
        pull.head.branch === wanted.head &&
        pull.base.branch === wanted.base,
    );
    if (twin !== undefined)
      throw new Refusal(422, "Validation Failed", {
        errors: [
          {
            resource: "PullRequest",
            code: "custom",
            message: `A pull request already exists for ${label}.`,
          },
        ],
      });
    if (from !== this) await this.bare.git("fetch", "--quiet", from.bare.dir, head);
    if (await this.bare.isAncestor(head, base))
      throw invalid("PullRequest", "head", `No commits between ${wanted.base} and ${wanted.head}`);
    const at = tick();
    const pull: Pull = {
      number: ++this.#lastNumber,
      author: wanted.author ?? from.owner,
      createdAt: at,
      updatedAt: at,
      title: wanted.title,
      body: wanted.body ?? null,
      draft: wanted.draft ?? false,
      state: "open",
      head: { repository: from, branch: wanted.head, oid: head },
      base: { branch: wanted.base, oid: base },
      closedAt: null,
      mergedAt: null,
      mergedBy: null,
      mergeOid: null,
      autoMerge: null,
      queuedBy: null,
      labels: [],
      labelEvents: [],
      comments: [],
      reviews: [],
    };
    await this.bare.move(`refs/pull/${pull.number}/head`, head);
    this.pulls.set(pull.number, pull);
    return pull;
  }

  /** Looks at the refs, which a push has changed, and lets the open pull requests follow them. */
  async sync(): Promise<void> {
    const blind = this.mergedLag > 0;
    if (blind) this.mergedLag -= 1;
    const heads = new Map<Repository, Map<string, string>>();
    const headsOf = async (repository: Repository): Promise<Map<string, string>> => {
      const known = heads.get(repository) ?? (await repository.bare.refs("refs/heads/"));
      heads.set(repository, known);
      return known;
    };
    for (const pull of this.pulls.values()) {
      if (pull.state !== "open") continue;
      const base = (await headsOf(this)).get(`refs/heads/${pull.base.branch}`);
      const from = pull.head.repository;
      const head =
        from === null ? pull.head.oid : (await headsOf(from)).get(`refs/heads/${pull.head.branch}`);
      if (head !== undefined && head !== pull.head.oid) await this.#follow(pull, head);
      const moved = base !== undefined && base !== pull.base.oid;
      if (moved && !blind && (await this.bare.isAncestor(pull.head.oid, base)))
        this.merged(pull, null, await this.#bringer(pull.head.oid, base));
      else if (head === undefined || base === undefined) this.close(pull);
      else if (!blind) pull.base = { ...pull.base, oid: base };
    }
  }

  /** The commit of base by which a head became part of it: the head itself, or the merge of it. */
  async #bringer(head: string, base: string): Promise<string> {
    if (head === base) return head;
    const path = ["--first-parent", "--ancestry-path", "--parents", `${head}..${base}`];
    const first = (await this.bare.git("rev-list", ...path)).split("\n").at(-1) ?? "";
    const [oid = base, parent] = first.split(" ");
    return parent === head ? head : oid;
  }

  async #follow(pull: Pull, head: string): Promise<void> {
    const from = pull.head.repository;
    if (from !== null && from !== this) await this.bare.git("fetch", "--quiet", from.bare.dir, head);
    pull.head.oid = head;
    pull.updatedAt = tick();
    await this.bare.move(`refs/pull/${pull.number}/head`, head);
  }

  close(pull: Pull): void {
    pull.state = "closed";
    pull.closedAt = tick();
    pull.updatedAt = pull.closedAt;
    pull.autoMerge = null;
    pull.queuedBy = null;
  }

  /** Closes it as merged. By push it is merged too, as soon as its head is part of base. */
  merged(pull: Pull, by: string | null, oid: string): void {
    this.close(pull);
    pull.mergedAt = pull.closedAt;
    pull.mergedBy = by;
    pull.mergeOid = oid;
  }

  /** Sets a label, by whom it may concern. */
  label(pull: Pull, name: string, actor: string): void {
    if (!this.labels.has(name)) this.labels.set(name, { name, color: "ededed", description: "" });
    if (pull.labels.includes(name)) return;
    pull.labels.push(name);
    pull.labelEvents.push({ id: nextId(), kind: "labeled", label: name, actor, at: tick() });
  }

  /** What a workflow, or another application, says of a commit. */
  check(oid: string, name: string, run: Partial<CheckRun> = {}): void {
    const at = this.checkRuns.findIndex((one) => one.oid === oid && one.name === name);
    if (at >= 0) this.checkRuns.splice(at, 1);
    this.checkRuns.push({ oid, name, conclusion: "SUCCESS", workflow: "Tests", ...run });
  }

  /** Somebody reviews the head, or an older commit of it. */
  review(pull: Pull, author: string, state: Review["state"], oid: string = pull.head.oid): void {
    pull.reviews.push({ id: nextId(), author, state, oid, at: tick() });
  }

  /** Whether somebody may push here. */
  mayPush(login: string): boolean {
    return ["admin", "write"].includes(this.people.get(login) ?? "");
  }

  /** The last review of each person that says yes or no; a later comment takes nothing back. */
  opinions(pull: Pull): Review[] {
    const latest = new Map<string, Review>();
    for (const review of pull.reviews) if (review.state !== "COMMENTED") latest.set(review.author, review);
    return [...latest.values()];
  }

  /** The newest state of each status of a commit. */
  statusesOf(oid: string): Status[] {
    const newest = new Map<string, Status>();
    for (const status of this.statuses) if (status.oid === oid) newest.set(status.context, status);
    return [...newest.values()];
  }
}
