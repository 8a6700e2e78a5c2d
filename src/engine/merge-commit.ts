import { join } from "node:path";
import { identity } from "../git/identity.js";
import {
  type Commit,
  type CommitDraft,
  formatCommit,
  formatPerson,
  type Person,
  parseCommit,
} from "../git/object-format.js";
import { objectWriter } from "../git/object-writer.js";
import { parseOid } from "../git/oid.js";
import type { Repository } from "../git/repository.js";
import { diskProblem } from "../git/write-probe.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";

/**
 * Writes the commits of a merge. Unsigned ones are written without a process; signed ones by `git commit-tree`.
 *
 * Signing (`merge.sign`): `auto` signs when the person's git config says so (commit.gpgSign) and goes on unsigned,
 * with a warning, when that does not work: a missing key must not change what a merge results in. `always` fails
 * instead, `never` does not sign.
 */
export class CommitMaker {
  readonly #engine: Engine;
  readonly #writer;
  #signing: boolean;
  #people: Promise<{ readonly author: Person; readonly committer: Person }> | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#writer = objectWriter(engine.repo);
    this.#signing = wantsSigning(engine);
  }

  /** Who merges, for both roles. */
  people(): Promise<{ readonly author: Person; readonly committer: Person }> {
    this.#people ??= identity(this.#engine.repo, this.#engine.repo.git.inherited, this.#engine.now());
    return this.#people;
  }

  /**
   * Writes a commit by the person who merges.
   * @param draft.author the person who merges when it is left out
   * @throws MERGE_FAILED when `merge.sign` is `always` and signing does not work, GIT_FAILED without an identity
   */
  async make(draft: Omit<CommitDraft, "author" | "committer"> & { readonly author?: Person }): Promise<Oid> {
    const { author, committer } = await this.people();
    const whole: CommitDraft = { ...draft, author: draft.author ?? author, committer };
    if (this.#signing) {
      const signed = await this.#sign(whole);
      if (signed !== undefined) return signed;
      this.#signing = false;
    }
    return this.#writer.commit(whole);
  }

  /** Whether commits are signed: then each costs a process, and its bytes are not known before. */
  get signs(): boolean {
    return this.#signing;
  }

  /** The bytes of an unsigned commit by the person who merges; nothing is written. */
  async bytes(draft: Omit<CommitDraft, "author" | "committer">): Promise<Buffer> {
    return formatCommit({ ...draft, ...(await this.people()) });
  }

  /** An unsigned commit that no ref will ever name: a merge base made to measure. */
  scratch(tree: Oid, parents: readonly Oid[]): Promise<Oid> {
    const person: Person = { name: "Coppice", email: "coppice@localhost", time: 0, zone: "+0000" };
    return this.#writer.commit({ tree, parents, author: person, committer: person, message: "scratch" });
  }

  async #sign(draft: CommitDraft): Promise<Oid | undefined> {
    const { repo, config, report } = this.#engine;
    const parents = draft.parents.flatMap((parent) => ["-p", parent]);
    const result = await repo.git.run(
      repo.commonDir,
      // commit-tree ignores commit.gpgSign: only -S signs.
      ["-c", "i18n.commitEncoding=UTF-8", "commit-tree", "-S", ...parents, "-F", "-", draft.tree],
      { stdin: draft.message, env: peopleEnvironment(draft), codes: "any", rawConfig: true },
    );
    if (result.code === 0) return parseOid(result.stdout.toString("utf8").trim());
    const disk = await diskProblem(join(repo.commonDir, "objects"), result.stderr);
    if (disk !== undefined) throw disk;
    if (config.merge.sign === "always") {
      throw new CoppiceError(
        "MERGE_FAILED",
        "The merge commit could not be signed, and merge.sign is 'always'.",
        {
          details: { exitCode: result.code, output: result.stderr.slice(-16_384), step: "sign" },
          suggestedAction: "Make `git commit -S` work here, or set merge.sign to 'auto' or 'never'.",
        },
      );
    }
    report.warn("commit.gpgSign is set but signing does not work here: the merge commit is not signed");
    return undefined;
  }
}

/** Whether commits of this run are to be signed. */
export function wantsSigning(engine: Engine): boolean {
  const { sign } = engine.config.merge;
  return sign === "always" || (sign === "auto" && engine.repo.config.bool("commit.gpgSign") === true);
}

function peopleEnvironment({ author, committer }: CommitDraft): Record<string, string> {
  const date = (person: Person): string => `@${Math.trunc(person.time)} ${person.zone}`;
  return {
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_AUTHOR_DATE: date(author),
    GIT_COMMITTER_NAME: committer.name,
    GIT_COMMITTER_EMAIL: committer.email,
    GIT_COMMITTER_DATE: date(committer),
  };
}

/** `Name <address>`, as a Co-authored-by trailer carries it. */
export const contact = (person: Person): string => formatPerson(person).replace(/ -?\d+ [+-]\d{4}$/, "");

/**
 * Reads a commit whose text may be in another encoding than UTF-8: what is made from it says no encoding, so it has
 * to be UTF-8.
 */
export async function readCommit(repo: Repository, oid: Oid): Promise<Commit> {
  const object = await repo.objects().read(oid);
  if (object?.type !== "commit") return repo.objects().commit(oid);
  const head = object.data.subarray(0, Math.max(0, object.data.indexOf("\n\n"))).toString("latin1");
  const encoding = /^encoding (.+)$/m.exec(head)?.[1];
  return parseCommit(oid, encoding === undefined ? object.data : recoded(object.data, encoding));
}

function recoded(data: Buffer, encoding: string): Buffer {
  try {
    return Buffer.from(new TextDecoder(encoding).decode(data), "utf8");
  } catch {
    // A name that nobody knows: its bytes are taken as they are.
    return data;
  }
}
