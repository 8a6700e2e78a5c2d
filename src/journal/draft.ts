import type { Oid } from "../lifecycle/ids.js";
import type { JournalStore } from "./store.js";

/**
 * The journals of a remote as they will be once a push has come through. What is appended waits in memory; `draft`
 * writes the commit that is to be pushed, on top of the one that was fetched, and no ref of ours moves before it is
 * known over there. Readers of this store see the fetched journals with what waits.
 */
export interface DraftStore extends JournalStore {
  /** The fetched commit that everything builds on; undefined: the remote has no journal. */
  readonly tip: Oid | undefined;
  /** Whether entries wait. */
  readonly hasPending: boolean;
  /** The notes commit that carries what waits, on top of `tip`; undefined when nothing waits or all is there already. */
  draft(): Promise<Oid | undefined>;
  /** The remote's ref was fetched anew. What waits stays, and is read with it. */
  moveTo(tip: Oid | undefined): void;
  /** The drafted commit is over there: it is the tip now, and nothing waits any more. */
  settle(oid: Oid): void;
  /** Forgets what waits: it is planned anew. */
  drop(): void;
}
