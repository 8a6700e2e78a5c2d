import { isOid, parseOid } from "../../git/oid.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import { type BranchName, branchNameSchema, type Oid } from "../../lifecycle/ids.js";
import { type Direction, nativeOnly, remoteFailure } from "./failures.js";
import { Conversation, type HttpClient, type TokenSource } from "./http.js";
import { isomorphicGit } from "./isomorphic.js";
import type { MemoryObjects } from "./objects.js";

export interface RemoteOptions {
  readonly url: string;
  readonly ref: string;
  readonly token: TokenSource | undefined;
  readonly http: HttpClient;
  /** Bytes that one answer may have. */
  readonly answerBytes: number;
}

/** The branches of a remote. */
export interface RemoteHeads {
  /** Those whose name git takes, with their tips. */
  readonly branches: ReadonlyMap<BranchName, Oid>;
  /** The branch that a clone checks out; undefined where the remote does not say, or it has no commits. */
  readonly head: BranchName | undefined;
}

/** The notes ref of a remote, over git's smart HTTP protocol. */
export class Remote {
  readonly #options: RemoteOptions;
  readonly #objects: MemoryObjects;
  /** What messages call the remote: nothing of its address that could be a secret. */
  readonly #place: string;
  #seen: RemoteHeads | undefined;

  /** @throws CoppiceError CONFIG_INVALID when the address is none that a token may be sent to */
  constructor(options: RemoteOptions, objects: MemoryObjects) {
    const url = checked(options.url);
    this.#options = { ...options, url: url.href.replace(/\/+$/, "") };
    this.#objects = objects;
    this.#place = url.host + url.pathname;
    const fetchspec = `+${options.ref}:refs/remotes/origin/notes`;
    this.#file("config", `[remote "origin"]\n\turl = ${this.#options.url}\n\tfetch = ${fetchspec}\n`);
    this.#file("HEAD", "ref: refs/heads/main\n");
  }

  /** The branches as the last fetch saw them; undefined: there was none yet. */
  get seen(): RemoteHeads | undefined {
    return this.#seen;
  }

  /**
   * Brings what the ref holds, without its history; nothing is asked for that is here already.
   * @param known what it held when it was last looked at
   * @returns undefined when the remote has no such ref
   */
  async fetch(known: Oid | undefined): Promise<Oid | undefined> {
    const { ref, url } = this.#options;
    return this.#speak("fetch", async (http) => {
      http.begin(url, "git-upload-pack");
      const tip = await this.#tip(http, false);
      if (tip === undefined || tip === known) return tip;
      const git = await isomorphicGit();
      const { fs, gitdir, cache } = this.#objects;
      this.#point(known);
      const where = { fs, gitdir, cache, http, url, ref, remoteRef: ref, remote: "origin" };
      // With a depth git sends every note again; from what is here it sends what came since.
      const depth = known === undefined ? { depth: 1 } : {};
      await git.fetch({ ...where, ...depth, singleBranch: true, tags: false });
      if (!(await this.#objects.hasCommit(tip))) {
        throw new CoppiceError("JOURNAL_CORRUPT", `${ref} of ${this.#place} names no commit.`, {
          details: { reason: "it names no commit" },
        });
      }
      return tip;
    });
  }

  /**
   * Moves the remote's ref from a commit to one that was written on top of it, never otherwise.
   * @returns `moved`: the ref holds something else by now, and nothing has changed
   */
  async push(from: Oid | undefined, to: Oid): Promise<"pushed" | "moved"> {
    const { ref, url } = this.#options;
    return this.#speak("push", async (http) => {
      const tip = await this.#tip(http, true);
      if (tip === to) return "pushed";
      if (tip !== from) return "moved";
      const git = await isomorphicGit();
      const { fs, gitdir, cache } = this.#objects;
      this.#point(to);
      await git.push({ fs, gitdir, cache, http, url, ref, remoteRef: ref, remote: "origin", force: false });
      return "pushed";
    });
  }

  /** What the ref holds, as the remote advertises it. */
  async #tip(http: Conversation, forPush: boolean): Promise<Oid | undefined> {
    const git = await isomorphicGit();
    const { url, ref } = this.#options;
    const { protocolVersion, capabilities, refs } = await git.getRemoteInfo2({
      ...{ http, url, forPush, protocolVersion: 1 },
    });
    if (protocolVersion !== 1) throw nativeOnly(this.#place, "speaks only version 2 of git's protocol");
    const format = "object-format" in capabilities ? capabilities["object-format"] : "sha1";
    if (format !== "sha1") throw nativeOnly(this.#place, `names its objects by ${String(format)}`);
    if (!forPush) this.#seen = headsOf(refs ?? []);
    const oid = refs?.find((one) => one.ref === ref)?.oid;
    if (oid === undefined) return undefined;
    if (!isOid(oid) || oid.length !== 40) throw nativeOnly(this.#place, "names its objects by another hash");
    if (refs?.every((one) => one.ref !== "HEAD")) http.addHead(oid);
    return parseOid(oid);
  }

  async #speak<Result>(direction: Direction, talk: (http: Conversation) => Promise<Result>): Promise<Result> {
    const { token, http, answerBytes, ref } = this.#options;
    const secret = (await token?.()) || undefined;
    try {
      return await talk(new Conversation(http, secret, answerBytes));
    } catch (error) {
      throw remoteFailure(error, direction, { place: this.#place, ref, token: secret !== undefined });
    }
  }

  /** Lets isomorphic-git find a commit under the ref's name. */
  #point(oid: Oid | undefined): void {
    if (oid !== undefined) this.#file(this.#options.ref, `${oid}\n`);
  }

  #file(name: string, text: string): void {
    this.#objects.fs.write(`${this.#objects.gitdir}/${name}`, Buffer.from(text, "utf8"));
  }
}

interface AdvertisedRef {
  readonly ref: string;
  readonly oid: string;
  /** What a symbolic ref points at. */
  readonly target?: string | undefined;
}

function headsOf(refs: readonly AdvertisedRef[]): RemoteHeads {
  const branches = new Map<BranchName, Oid>();
  let head: BranchName | undefined;
  for (const { ref, oid, target } of refs) {
    if (ref === "HEAD") head = branchOf(target ?? "");
    const branch = branchOf(ref);
    if (branch !== undefined && isOid(oid)) branches.set(branch, parseOid(oid));
  }
  return { branches, head };
}

function branchOf(ref: string): BranchName | undefined {
  const parsed = branchNameSchema.safeParse(/^refs\/heads\/(.+)$/s.exec(ref)?.[1]);
  return parsed.success ? parsed.data : undefined;
}

/** A token goes in a header, and only where nobody on the way can read it. */
function checked(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const here = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url?.hostname ?? "");
  const secure = url?.protocol === "https:" || (here && url?.protocol === "http:");
  const plain = url?.username === "" && url.password === "" && url.search === "" && url.hash === "";
  if (url === undefined || !secure || !plain) {
    throw new CoppiceError("CONFIG_INVALID", "The remote's address is not one of https without a secret.", {
      details: { key: "url", reason: secure ? "it holds a secret or a query" : "it is not https" },
      suggestedAction: "Give https://host/owner/name.git, and the token by itself.",
    });
  }
  return url;
}
