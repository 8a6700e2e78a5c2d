import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isShallow } from "../../git/history.js";
import { quietFetch } from "../../git/quiet-fetch.js";
import type { Repository } from "../../git/repository.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import type { Oid } from "../../lifecycle/ids.js";
import { mayHide } from "./remote-depth.js";
import { type Talk, tries } from "./remote-talk.js";

/** How deep a shallow history is fetched, and again when that was too little. */
const depths: readonly number[] = [50, 500];
/** git takes it for all there is (git-fetch(1), --depth). */
const whole = 2_147_483_647;
/** So many commits that are here are told to the remote; the newest are nearest to what is new over there. */
const mostTips = 100;

/** So many fetches find out which heads do not come; with more that fail, it is the remote. */
const mostSearches = 60;

/** Heads whose commits do not come, or not all of them, and what was said about that. */
export type Broken = ReadonlyMap<Oid, CoppiceError>;

/** A failure that may come from a single one of the things that were asked for. */
const isOfOne = (error: unknown): error is CoppiceError =>
  error instanceof CoppiceError &&
  (error.code === "GIT_FAILED" || (error.code === "FETCH_FAILED" && error.recoverable));

/** Brings commits here by their ids: no ref is made, and what somebody pushed meanwhile does not come along. */
export class Fetcher {
  readonly #talk: Talk;
  readonly #partial: boolean;
  readonly #here = new Set<Oid>();
  readonly #broken = new Map<Oid, CoppiceError>();
  #searches = 0;
  #depth: number | undefined;

  /** @param partial objects are missing in this clone, and fetched when they are needed */
  constructor(talk: Talk, partial: boolean) {
    this.#talk = talk;
    this.#partial = partial;
  }

  /** See `HostedRemote.fetch`. */
  async fetch(base: Oid, heads: readonly Oid[], notes: Oid | undefined): Promise<Broken> {
    const sound = (): Oid[] => heads.filter((head) => !this.#broken.has(head));
    try {
      await this.#all(base, sound(), notes);
    } catch (error) {
      if (!isOfOne(error) || sound().length === 0) throw error;
      // Where these do not come either, it is none of the heads.
      await this.#all(base, [], notes);
      await this.#findBroken(base, sound(), error);
      await this.#all(base, sound(), notes);
    }
    return new Map([...this.#broken].filter(([oid]) => heads.includes(oid)));
  }

  /** Halves the heads that do not come together until each failure has its head: few fetches where few are broken. */
  async #findBroken(base: Oid, heads: readonly Oid[], error: CoppiceError): Promise<void> {
    const [only, ...more] = heads;
    if (only === undefined) return;
    if (more.length === 0) {
      this.#broken.set(only, error);
      return;
    }
    const middle = Math.ceil(heads.length / 2);
    for (const half of [heads.slice(0, middle), heads.slice(middle)]) {
      this.#searches += 1;
      if (this.#searches > mostSearches) throw error;
      try {
        await this.#all(base, half, undefined, 1);
      } catch (cause) {
        if (!isOfOne(cause)) throw cause;
        await this.#findBroken(base, half, cause);
      }
    }
  }

  async #all(base: Oid, heads: readonly Oid[], notes: Oid | undefined, most = tries): Promise<void> {
    const { repo } = this.#talk.options;
    const shallow = isShallow(repo);
    const commits = this.#missing([base, ...heads]);
    const journal = this.#missing(notes === undefined ? [] : [notes]);
    if (!shallow && !this.#partial) {
      await this.#get([...commits, ...journal], [], most);
      return;
    }
    // The journal comes whole: neither cut off nor without its blobs, which would be fetched one by one.
    await this.#get(journal, this.#partial ? ["--no-filter"] : [], most);
    if (!shallow) await this.#get(commits, [], most);
    else if (commits.length > 0) await this.#deepen(base, heads, most);
  }

  async #deepen(base: Oid, heads: readonly Oid[], most: number): Promise<void> {
    const { repo } = this.#talk.options;
    this.#depth ??= await firstDepth(repo);
    for (;;) {
      const wanted = [...new Set([base, ...heads])];
      await this.#get(wanted, [`--depth=${this.#depth}`], most);
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

  async #get(oids: readonly Oid[], options: readonly string[], most: number): Promise<void> {
    if (oids.length === 0) return;
    const { remote } = this.#talk.options;
    const tips = [...this.#here].slice(-mostTips).map((oid) => `--negotiation-tip=${oid}`);
    // No refmap: remote-tracking refs of the checkout stay what they are.
    const args = quietFetch(remote, ["--refmap=", ...options, ...tips, "--stdin"]);
    await this.#talk.read(args, `${oids.join("\n")}\n`, most);
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
