import type { HostedPull } from "../../forge/hosted.js";
import type { Oid } from "../../lifecycle/ids.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import type { Pulls, Task } from "./model.js";

/** Whether a commit has another one in its history; undefined: it could not be found out. */
export type Contains = (descendant: Oid, ancestor: Oid) => Promise<boolean | undefined>;

/** Pull requests by number and by the branch that they come from, the newest first. */
export class PullIndex {
  readonly #byNumber = new Map<number, HostedPull>();
  readonly #byHead = new Map<string, HostedPull[]>();

  constructor({ open, closed }: Pulls) {
    // An open one may have been closed between the two lists: what was read last counts.
    for (const pull of [...(open ?? []), ...closed]) {
      if (!pull.head.fork) this.#byNumber.set(pull.number, pull);
    }
    for (const pull of this.#byNumber.values()) {
      const known = this.#byHead.get(pull.head.branch);
      if (known === undefined) this.#byHead.set(pull.head.branch, [pull]);
      else known.push(pull);
    }
    for (const pulls of this.#byHead.values()) pulls.sort((a, b) => b.number - a.number);
  }

  has(number: number): boolean {
    return this.#byNumber.has(number);
  }

  /** Pull requests from a branch into another, the newest first. */
  from(branch: string, base: string): HostedPull[] {
    return (this.#byHead.get(branch) ?? []).filter((pull) => pull.base.branch === base);
  }

  /**
   * The pull request of a record: the open one of its branch, else the newest that is known to be its. A branch name
   * may have been used before, so a closed one that the record does not name has to have a commit of the record.
   */
  async of(task: Task, base: string, contains?: Contains): Promise<HostedPull | undefined> {
    const { record, branch } = task;
    const pulls = this.from(branch, base);
    const open = pulls.find(({ state }) => state === "open");
    if (open !== undefined) return open;
    const known = record.pr?.number;
    for (const pull of pulls) {
      if (known !== undefined && pull.number <= known) break;
      if (await isOf(pull, task, contains)) return pull;
    }
    const named = known === undefined ? undefined : this.#byNumber.get(known);
    // A number is what somebody wrote into a journal: the pull request of another branch says nothing of this one.
    return named?.head.branch === branch ? named : undefined;
  }
}

async function isOf(pull: HostedPull, { record, head }: Task, contains?: Contains): Promise<boolean> {
  const begun = Date.parse(record.createdAt);
  if (!record.adopted && pull.closedAt !== null && Date.parse(pull.closedAt) < begun) return false;
  const { oid } = pull.head;
  // A new branch may begin at the very commit that an older one of its name ended with. Where an adopted one began is
  // only known from base, which has all of a merged one.
  if (oid === record.baseOid && !record.adopted) return false;
  const commits = commitsOf(record, head);
  if (commits.has(oid)) return true;
  if (contains === undefined) return false;
  // The last commits may have come on the forge's own pages.
  for (const commit of commits) if (await contains(oid, commit)) return true;
  return false;
}

function commitsOf(record: WorktreeRecord, head: Oid | undefined): Set<Oid> {
  const { request, headOid, merge, baseOid, adopted } = record;
  const commits = new Set<Oid>();
  for (const oid of [request?.headOid, headOid, merge?.headOid, head]) {
    if (oid !== undefined && oid !== null && (adopted || oid !== baseOid)) commits.add(oid);
  }
  return commits;
}
