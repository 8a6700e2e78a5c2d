import {
  type MemoryStore,
  type MemoryStoreOptions,
  openMemoryStore,
} from "../../src/journal/memory/store.js";
import type { JournalStore } from "../../src/journal/store.js";
import type { RecordId } from "../../src/lifecycle/ids.js";
import { all, github, type Hosted } from "../support/github/rig.js";
import { openRepo, type TestRepo } from "../support/repo.js";
import { actor, createEvent, notesRef, op, openStore, reopen } from "./support.js";

/** The token that may write; no message may show it. */
export const secret = "a-token-that-is-secret";

/** Starts a server for a test file, and opens stores of what it hosts. */
export function memoryStores(): {
  readonly fake: ReturnType<typeof github>;
  readonly open: (place: Hosted, more?: Partial<MemoryStoreOptions>) => MemoryStore;
} {
  const fake = github();
  return {
    fake,
    open: (place, more = {}) =>
      openMemoryStore({
        url: fake.server.gitUrl(place.repository),
        token: () => fake.server.token(secret, all),
        ...more,
      }),
  };
}

/** A record with two entries, not flushed. */
export async function begin(store: JournalStore, name: string, number = 1): Promise<RecordId> {
  const { id } = await store.create(createEvent(name, number), actor());
  await store.append(id, { type: "INIT_COMPLETE", op: op(number) }, actor());
  return id;
}

/** The remote's repository: git runs on it directly, past the server. */
export const bareOf = ({ repository }: Hosted): TestRepo => openRepo(repository.bare.dir);

/** The journals as the store with git reads them, in a clone that has just fetched them. */
export async function native(place: Hosted): Promise<JournalStore> {
  place.clone.git("fetch", "--quiet", place.repository.bare.dir, `+${notesRef}:${notesRef}`);
  return openStore(await reopen(place.clone.dir));
}

/** Pushes the clone's journal, past the server. */
export const toRemote = ({ clone, repository }: Hosted): string =>
  clone.git("push", "--quiet", repository.bare.dir, `${notesRef}:${notesRef}`);
