import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isShallow } from "../../git/history.js";
import { quietFetch } from "../../git/quiet-fetch.js";
import type { Repository } from "../../git/repository.js";
import type { Oid } from "../../lifecycle/ids.js";
import { mayHide } from "./remote-depth.js";
import type { Talk } from "./remote-talk.js";

/** How deep a shallow history is fetched, and again when that was too little. */
const depths: readonly number[] = [50, 500];
/** git takes it for all there is (git-fetch(1), --depth). */
const whole = 2_147_483_647;
/** So many commits that are here are told to the remote; the newest are nearest to what is new over there. */
const mostTips = 100;

/** Brings commits here by their ids: no ref is made, and what somebody pushed meanwhile does not come along. */
export class Fetcher {
  readonly #talk: Talk;
  readonly #partial: boolean;
  readonly #here = new Set<Oid>();
  #depth: number | undefined;

  /** @param partial objects are missing in this clone, and fetched when they are needed */
  constructor(talk: Talk, partial: boolean) {
    this.#talk = talk;
    this.#partial = partial;
  }

  /** See `HostedRemote.fetch`. */
  async fetch(base: Oid, heads: readonly Oid[], notes: Oid | undefined): Promise<void> {
    const { repo } = this.#talk.options;
    const shallow = isShallow(repo);
    const commits = this.#missing([base, ...heads]);
    const journal = this.#missing(notes === undefined ? [] : [notes]);
    if (!shallow && !this.#partial) {
      await this.#get([...commits, ...journal], []);
      return;
    }
    // The journal comes whole: neither cut off nor without its blobs, which would be fetched one by one.
    await this.#get(journal, this.#partial ? ["--no-filter"] : []);
    if (!shallow) await this.#get(commits, []);
    else if (commits.length > 0) await this.#deepen(base, heads);
  }

  async #deepen(base: Oid, heads: readonly Oid[]): Promise<void> {
    const { repo } = this.#talk.options;
    this.#depth ??= await firstDepth(repo);
    for (;;) {
      const wanted = [...new Set([base, ...heads])];
      await this.#get(wanted, [`--depth=${this.#depth}`]);
      const boundary = boundaryOf(repo);
      if (this.#depth === whole || boundary.size === 0) return;
      const listing = await repo.git.text(
        repo.commonDir,
        ["rev-list", "--topo-order", "--parents", "--stdin"],
        { stdin: `${wanted.join("\n")}\n` },
      );
      if (!mayHide(listing, boundary, base, heads)) return;
      const reached: number = this.#depth;
      this.#depth = depths.find((depth) => depth > reached) ?? whole;
    }
  }

  #missing(oids: readonly Oid[]): Oid[] {
    return [...new Set(oids)].filter((oid) => !this.#here.has(oid));
  }

  async #get(oids: readonly Oid[], options: readonly string[]): Promise<void> {
    if (oids.length === 0) return;
    const { remote } = this.#talk.options;
    const tips = [...this.#here].slice(-mostTips).map((oid) => `--negotiation-tip=${oid}`);
    // No refmap: remote-tracking refs of the checkout stay what they are.
    const args = quietFetch(remote, ["--refmap=", ...options, ...tips, "--stdin"]);
    await this.#talk.read(args, `${oids.join("\n")}\n`);
    for (const oid of oids) this.#here.add(oid);
  }
}

/** The commits at which this clone's history ends although it goes on. */
function boundaryOf(repo: Repository): ReadonlySet<string> {
  if (!isShallow(repo)) return new Set();
  return new Set(readFileSync(join(repo.commonDir, "shallow"), "utf8").split("\n").filter(Boolean));
}

/** A depth that takes nothing away from what the checkout has. */
async function firstDepth(repo: Repository): Promise<number> {
  const cwd = repo.worktree ?? repo.commonDir;
  const { code, stdout } = await repo.git.run(cwd, ["rev-list", "--count", "HEAD"], { codes: "any" });
  const count = code === 0 ? Number(stdout.toString("utf8").trim()) : 0;
  return Math.max(depths[0] ?? 0, count);
}
