import type { Config, ConfigInput } from "../../config/load.js";
import type { HostedForge } from "../../forge/hosted.js";
import { fetchClient, type HttpClient } from "../../journal/memory/http.js";
import { type MemoryStore, openMemoryStore } from "../../journal/memory/store.js";
import type { BranchName } from "../../lifecycle/ids.js";
import { configOfBase } from "./light-config.js";

export interface LightOpenOptions {
  /** `https://github.com/owner/name.git`. */
  readonly url: string;
  readonly token: string;
  /** Sends what is asked of the remote: `beginRemote` gives one that has begun. */
  readonly http?: HttpClient;
  /** Given when it is asked for: the journals are on their way while it is loaded. */
  readonly forge: () => Promise<HostedForge>;
  /** What the inputs say; wins over base's config file. */
  readonly inputs: ConfigInput;
  /** The config file, relative to the root of base's tree; undefined: where it always is. */
  readonly configPath: string | undefined;
  readonly committer: { readonly name: string; readonly email: string };
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** A run that needs neither a clone nor git. */
export interface LightRun {
  readonly journal: MemoryStore;
  readonly forge: HostedForge;
  /** That of base's tree, with the inputs over it. */
  readonly config: Config;
  readonly base: BranchName;
  /** How many pushes were made. */
  readonly pushes: number;
}

/**
 * Reads the journals and the branches of a remote with one conversation, and base's config file from the forge.
 * @throws CONFIG_INVALID, FETCH_FAILED, PERMISSION_DENIED, RATE_LIMITED, TIMEOUT, JOURNAL_CORRUPT
 */
export async function openLightRun(given: LightOpenOptions): Promise<LightRun> {
  const { inputs } = given;
  let pushes = 0;
  const http: HttpClient = (request) => {
    if (request.method === "POST" && request.url.endsWith("/git-receive-pack")) pushes += 1;
    return (given.http ?? fetchClient)(request);
  };
  const options = { ...given, http };
  const ref = inputs.notesRef ?? defaultRef;
  const first = openJournal(options, ref);
  const fetched = first.fetch();
  const [forge] = await Promise.all([options.forge(), fetched]);
  const { config, base } = await configOfBase({
    forge,
    head: first.heads?.head,
    inputs,
    path: options.configPath,
  });
  const journal = config.notesRef === ref ? first : openJournal(options, config.notesRef);
  if (journal !== first) await journal.fetch();
  return {
    journal,
    forge,
    config,
    base,
    get pushes() {
      return pushes;
    },
  };
}

const defaultRef = "refs/notes/coppice";

function openJournal({ url, token, committer, now, http }: LightOpenOptions, ref: string): MemoryStore {
  return openMemoryStore({
    url,
    token: () => token,
    committer,
    ref,
    ...(http === undefined ? {} : { http }),
    ...(now === undefined ? {} : { clock: now }),
  });
}
