import { branchOfRef } from "../../git/refs.js";
import type { Repository } from "../../git/repository.js";
import type { BranchName, Oid } from "../../lifecycle/ids.js";
import { archivePrefix } from "../archive.js";
import type { Pace, Pause } from "./pace.js";
import type { DeleteEnd, HostedRemote, PushEnd, RefChange } from "./remote.js";
import { type Broken, Fetcher } from "./remote-fetch.js";
import { pushAtomic } from "./remote-push.js";
import { Removal } from "./remote-remove.js";
import { Talk } from "./remote-talk.js";

export interface HostedRemoteOptions {
  readonly repo: Repository;
  /** Its name in the checkout's configuration. */
  readonly name: string;
  /** Git already sends it (`GitRunner.useTransport`); what git says is searched for it. */
  readonly token: string | undefined;
  readonly notesRef: string;
  /** The checkout leaves objects out, which git fetches when they are needed. */
  readonly partial: boolean;
  readonly signal: AbortSignal;
  readonly pause: Pause;
  readonly pace: Pace;
}

/** Opens the remote of a checkout. Nothing is asked yet. */
export const openHostedRemote = (options: HostedRemoteOptions): HostedRemote => new Remote(options);

class Remote implements HostedRemote {
  readonly name: string;
  readonly #notesRef: string;
  readonly #talk: Talk;
  readonly #fetcher: Fetcher;

  constructor({ name, partial, ...options }: HostedRemoteOptions) {
    this.name = name;
    this.#notesRef = options.notesRef;
    this.#talk = new Talk({ ...options, remote: name });
    this.#fetcher = new Fetcher(this.#talk, partial);
  }

  get pushes(): number {
    return this.#talk.pushes;
  }

  async look(): ReturnType<HostedRemote["look"]> {
    const refs = await this.#talk.refs();
    const heads = new Map<BranchName, Oid>();
    const archives = new Map<string, Oid>();
    for (const [ref, oid] of refs) {
      const branch = branchOfRef(ref);
      if (branch !== undefined) heads.set(branch, oid);
      if (ref.startsWith(archivePrefix)) archives.set(ref, oid);
    }
    return { heads, notes: refs.get(this.#notesRef), archives };
  }

  fetch({ base, branches, notes }: Parameters<HostedRemote["fetch"]>[0]): Promise<Broken> {
    return this.#fetcher.fetch(base.oid, [...branches.values()], notes);
  }

  push(changes: readonly RefChange[], watched: ReadonlyMap<string, Oid> = new Map()): Promise<PushEnd> {
    return pushAtomic(this.#talk, changes, watched);
  }

  async remove(
    refs: ReadonlyMap<string, Oid>,
    others: readonly RefChange[] = [],
  ): Promise<{ ends: ReadonlyMap<string, DeleteEnd>; others: PushEnd }> {
    const removal = new Removal(this.#talk, refs);
    const end = await removal.run(others);
    return { ends: removal.ends, others: end };
  }
}
