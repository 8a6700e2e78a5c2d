import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import type { LooseObjects } from "./loose-objects.js";
import {
  type Commit,
  type GitObject,
  isObjectType,
  type ObjectInfo,
  type ObjectType,
  parseCommit,
  parseTree,
  type TreeEntry,
} from "./object-format.js";
import { type ObjectFormat, parseOid } from "./oid.js";
import { encodePath } from "./paths.js";
import type { GitProcess } from "./process.js";
import type { GitRunner } from "./run.js";

/**
 * Reads objects through one long-lived `git cat-file --batch-command`, so a thousand reads cost one process. A few that
 * stand in files of their own cost none.
 * A name is whatever `git rev-parse` takes: an oid, a ref, `<oid>:path`, `HEAD^{tree}`.
 * What it reads is current: git looks up refs and new objects at each question.
 */
export class ObjectReader {
  readonly #git: GitRunner;
  readonly #cwd: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #loose: LooseObjects | undefined;
  #process: GitProcess | undefined;
  readonly #open: Item[] = [];
  #working: Promise<void> | undefined;

  /**
   * @param more.env - another object directory, for merges that leave nothing behind
   * @param more.loose - where the repository's own files can be looked into
   */
  constructor(
    git: GitRunner,
    cwd: string,
    more: { readonly env?: Readonly<Record<string, string>>; readonly loose?: LooseObjects } = {},
  ) {
    this.#git = git;
    this.#cwd = cwd;
    this.#env = more.env ?? {};
    this.#loose = more.loose;
  }

  /** Type and size without the content; undefined when there is no such object. */
  async info(name: string): Promise<ObjectInfo | undefined> {
    return (await this.#ask("info", [name]))[0]?.info;
  }

  /** The sizes of several objects, without their contents, in the order of their names. */
  async sizesOf(names: readonly string[]): Promise<(number | undefined)[]> {
    return (await this.#ask("info", names)).map((answer) => answer?.info.size);
  }

  /** An object; undefined when there is none of that name. */
  async read(name: string): Promise<GitObject | undefined> {
    return (await this.readMany([name]))[0];
  }

  /** Several objects, in the order of their names. */
  async readMany(names: readonly string[]): Promise<(GitObject | undefined)[]> {
    const answers = await this.#ask("contents", names);
    return answers.map((answer) =>
      answer?.info === undefined || answer.data === undefined
        ? undefined
        : { ...answer.info, data: answer.data },
    );
  }

  /** The oid that a name stands for, or undefined. `resolve("main^{commit}")` peels tags. */
  async resolve(name: string): Promise<Oid | undefined> {
    return (await this.info(name))?.oid;
  }

  /** `resolve` from files alone, at once; undefined: not known, ask for it. */
  resolveNear(name: string): Oid | undefined {
    return this.#loose?.read(name)?.oid;
  }

  /** Several names, in their order. */
  async resolveMany(names: readonly string[]): Promise<(Oid | undefined)[]> {
    return (await this.#ask("info", names)).map((answer) => answer?.info.oid);
  }

  /** @throws CoppiceError GIT_FAILED when it does not exist or is no commit */
  async commit(name: string): Promise<Commit> {
    const object = await this.#expect(name, "commit");
    return parseCommit(object.oid, object.data);
  }

  /** A tree's entries in git's order; the tree of a commit when `name` is one. */
  async tree(name: string): Promise<TreeEntry[]> {
    const object = await this.#expect(`${name}^{tree}`, "tree");
    return parseTree(object.data, formatOf(object.oid));
  }

  /** Ends the process; the next read starts another. */
  async close(): Promise<void> {
    await this.#working;
    const open = this.#process;
    this.#process = undefined;
    await open?.close();
  }

  async #expect(name: string, type: ObjectType): Promise<GitObject> {
    const object = await this.read(name);
    if (object?.type === type) return object;
    const what = object === undefined ? "does not exist" : `is a ${object.type}`;
    throw new CoppiceError("GIT_FAILED", `The ${type} ${JSON.stringify(name.slice(0, 200))} ${what}.`, {
      suggestedAction:
        "Check the repository with git fsck; in a shallow or partial clone, fetch what is missing.",
    });
  }

  #ask(command: Command, names: readonly string[]): Promise<(Answer | undefined)[]> {
    if (names.length === 0) return Promise.resolve([]);
    const near = this.#askFiles(names);
    if (near !== undefined) return Promise.resolve(near);
    return new Promise((resolve, reject) => {
      const question = { answers: [], left: names.length, resolve, reject };
      for (const name of names) this.#open.push({ question, command, name });
      this.#working ??= this.#work();
    });
  }

  /** Undefined: git gets the question, and whole. Where it runs already it is asked: it works while we go on. */
  #askFiles(names: readonly string[]): Answer[] | undefined {
    if (names.length > few || this.#process !== undefined) return undefined;
    const answers: Answer[] = [];
    for (const name of names) {
      const object = this.#loose?.read(name);
      if (object === undefined) return undefined;
      const { data, ...info } = object;
      answers.push({ info, data });
    }
    return answers;
  }

  /** Questions of several callers go to git together: each alone would cost a turn of both processes. */
  async #work(): Promise<void> {
    // Whoever asks in this turn comes along.
    await Promise.resolve();
    while (this.#open.length > 0) {
      // In portions: git must not be left writing to a full pipe while everything is still being sent.
      const together = this.#open.splice(0, portion);
      try {
        await this.#exchange(together);
      } catch (error) {
        // Git ended at the first that has no answer. The others are asked again, of another git.
        const failed = together[0]?.question;
        failed?.reject(error);
        const others = [...together, ...this.#open].filter(({ question }) => question !== failed);
        this.#open.splice(0, this.#open.length, ...others);
      }
    }
    this.#working = undefined;
  }

  /** Asks all and takes each off the list when it is answered. */
  async #exchange(together: Item[]): Promise<void> {
    if (this.#process?.code !== undefined) this.#process = undefined;
    this.#process ??= this.#git.open(this.#cwd, ["cat-file", "--batch-command", "-z", "--buffer"], {
      env: this.#env,
    });
    const git = this.#process;
    const asked = together.map(({ command, name }) => (isAskable(name) ? `${command} ${name}\0` : ""));
    // Unbuffered, git writes each answer in three pieces, and each piece wakes us.
    git.write(encodePath(`${asked.join("")}flush\0`));
    for (let item = together[0]; item !== undefined; item = together[0]) {
      const { question, command, name } = item;
      question.answers.push(isAskable(name) ? await answerOf(git, command, name) : undefined);
      together.shift();
      question.left -= 1;
      if (question.left === 0) question.resolve(question.answers);
    }
  }
}

type Command = "info" | "contents";

/** What one caller wants to know. */
interface Question {
  readonly answers: (Answer | undefined)[];
  /** How many of its names have no answer yet. */
  left: number;
  readonly resolve: (answers: (Answer | undefined)[]) => void;
  readonly reject: (reason: unknown) => void;
}

interface Item {
  readonly question: Question;
  readonly command: Command;
  readonly name: string;
}

const portion = 500;

/** More are read faster by git, while we go on. */
const few = 16;

const isAskable = (name: string): boolean => name !== "" && !name.includes("\0");

interface Answer {
  readonly info: ObjectInfo;
  readonly data: Buffer | undefined;
}

async function answerOf(open: GitProcess, command: Command, name: string): Promise<Answer | undefined> {
  const header = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(open.lineNow() ?? (await open.readLine()));
  const [, oid = "", type = "", length = ""] = header ?? [];
  if (header === null || !isObjectType(type)) {
    // "<name> missing": git repeats the name, line feeds included.
    for (const char of name) if (char === "\n") await open.readLine();
    return undefined;
  }
  const size = Number(length);
  const info: ObjectInfo = { oid: parseOid(oid), type, size };
  if (command === "info") return { info, data: undefined };
  const data = open.bytesNow(size + 1) ?? (await open.read(size + 1));
  return { info, data: data.subarray(0, size) };
}

const formatOf = (oid: Oid): ObjectFormat => (oid.length === 40 ? "sha1" : "sha256");
