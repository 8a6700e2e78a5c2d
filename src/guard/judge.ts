import { known, readArguments, type Word } from "../lifecycle/git-arguments.js";
import type { GitRefusal } from "../lifecycle/git-rule.js";
import { isGitCommand } from "../lifecycle/git-rules.js";
import type { GuardContext, Subject } from "./context.js";
import {
  type GitCommand,
  readGitCall,
  runsText,
  splitAlias,
  textOptions,
  textsBeside,
} from "./git-command.js";
import { judgeCommand } from "./judge-command.js";
import type { ShellParser } from "./parser.js";
import { placeOf } from "./places.js";
import { recordsOf } from "./reach.js";
import { type Found, findInText, findInWords, type GitCall, type ShellOptions } from "./shell.js";
import { type Directories, newState } from "./state.js";
import { type JudgedCommand, refusedBy, type Verdict } from "./verdict.js";

/** Judges a shell text. */
export async function judgeText(text: string, context: GuardContext): Promise<Verdict> {
  // Nothing in such a line means anything to a shell but the space.
  const isPlain = /^[\w./:@,+-][\w./=:@,+ \t-]*$/.test(text) && !/^\S*=/.test(text);
  if (isPlain && !keywords.test(text)) {
    return judgeWords(text.trim().split(/[ \t]+/), context);
  }
  // git opens the repository while the parser is loaded.
  if (/\bgit\b/.test(text)) context.subject(placeOf(context.cwd)).catch(() => {});
  const parser = await context.parser();
  return new Judge(context).all((options) => findInText(text, here(context), { ...options, parser }));
}

/** Judges a command of known words. */
export const judgeWords = (words: readonly string[], context: GuardContext): Promise<Verdict> =>
  new Judge(context).all((options) =>
    findInWords(
      words.map((word) => known(word)),
      here(context),
      options,
    ),
  );

const keywords = /^(if|then|else|elif|fi|for|while|until|do|done|case|esac|select|function|in)\b/;

const here = ({ cwd }: GuardContext) => newState({ paths: [cwd], unknown: false });

/** Loading the parser takes time, and most commands need none. */
class ParserNeeded extends Error {}
const noParser: ShellParser = {
  parse: () => {
    throw new ParserNeeded();
  },
};

/** Aliases of aliases, texts in texts. */
const deepest = 10;
const none: JudgedCommand[] = [];

class Judge {
  readonly #context: GuardContext;

  constructor(context: GuardContext) {
    this.#context = context;
  }

  async all(find: (options: ShellOptions) => readonly Found[]): Promise<Verdict> {
    const commands: JudgedCommand[] = [];
    for (const found of await this.#find(find)) {
      commands.push(...(await this.#one(found, 0)));
      if (commands.some(({ allowed }) => !allowed)) return { allowed: false, commands };
    }
    return { allowed: true, commands };
  }

  async #find(find: (options: ShellOptions) => readonly Found[]): Promise<readonly Found[]> {
    const options = {
      parser: noParser,
      home: this.#context.home,
      topOf: (directory: string) => placeOf(directory)?.top,
    };
    try {
      return find(options);
    } catch (error) {
      if (!(error instanceof ParserNeeded)) throw error;
      return find({ ...options, parser: await this.#context.parser() });
    }
  }

  async #one(found: Found, depth: number): Promise<JudgedCommand[]> {
    if (found.kind === "git") return this.#git(found, depth);
    const reach = await recordsOf(this.#context, found.dirs, undefined, undefined);
    return reach
      .filter(({ by }) => by !== "project")
      .slice(0, 1)
      .map(({ subject }) => refusedBy(subject, "", { class: "unknown", reason: found.reason, instead: "" }));
  }

  async #git(call: GitCall, depth: number): Promise<JudgedCommand[]> {
    const command = readGitCall(call);
    const reach = await recordsOf(this.#context, command.dirs, command.gitDir, command.workTree);
    const [first] = reach;
    if (first === undefined) return none;
    const shown = ["git", ...call.words.map(({ source }) => source)].join(" ");
    const refuse = (refusal: GitRefusal) => [refusedBy(first.subject, shown, refusal)];
    if (depth > deepest) {
      return refuse({ class: "unknown", reason: "one alias leads to another without an end", instead: "" });
    }
    if (command.refusal !== undefined) return refuse(command.refusal);
    const beside = await this.#texts(textsBeside(command), command, depth, first.subject, shown);
    if (beside.some(({ allowed }) => !allowed)) return beside;
    if (command.name === undefined) return none;
    const name = command.name.text;
    if (name === undefined) {
      return refuse({
        class: "unknown",
        reason: `which git command it is, is put in when it runs: ${command.name.source}`,
        instead: "",
      });
    }
    if (!isGitCommand(name)) {
      const alias = await this.#alias(call, command, name, depth, first.subject, shown);
      if (alias !== undefined) return alias;
    }
    const inside = await this.#inside(name, command, depth, first.subject, shown);
    if (inside.some(({ allowed }) => !allowed)) return inside;
    const judged: JudgedCommand[] = [...inside];
    for (const one of reach) judged.push(await judgeCommand(one, name, command, shown));
    return judged;
  }

  async #alias(
    call: GitCall,
    command: GitCommand,
    name: string,
    depth: number,
    subject: Subject,
    shown: string,
  ): Promise<JudgedCommand[] | undefined> {
    const given = command.settings.get(`alias.${name.toLowerCase()}`);
    const text = given === undefined ? await this.#configured(command, name) : given.text;
    const unclear = (reason: string) => [
      refusedBy(subject, shown, { class: "unknown", reason, instead: "" }),
    ];
    if (given !== undefined && text === undefined)
      return unclear(`what the alias ${name} stands for is put in when it runs`);
    if (text === undefined) return undefined;
    if (text.startsWith("!")) {
      // git runs it at the top of the worktree, with the words that follow behind it.
      const dirs = { ...command.dirs, paths: command.dirs.paths.map((path) => placeOf(path)?.top ?? path) };
      return this.#script(`${text.slice(1)} "$@"`, dirs, command, depth, command.args);
    }
    const words = splitAlias(text);
    if (words === undefined) return unclear(`the alias ${name} cannot be read`);
    const before = call.words.slice(0, call.words.length - command.args.length - 1);
    const judged = await this.#git({ ...call, words: [...before, ...words, ...command.args] }, depth + 1);
    return judged.map((one) => ({ ...one, command: shown }));
  }

  async #configured(command: GitCommand, name: string): Promise<string | undefined> {
    const [directory = this.#context.cwd] = command.dirs.paths;
    return this.#context.alias(directory, name);
  }

  /** What the words of a git command make it run: `rebase --exec`, `bisect run`, `submodule foreach`. */
  async #inside(
    name: string,
    command: GitCommand,
    depth: number,
    subject: Subject,
    shown: string,
  ): Promise<JudgedCommand[]> {
    const { args } = command;
    const options = Object.hasOwn(textOptions, name) ? textOptions[name] : undefined;
    if (options !== undefined) {
      const values = readArguments(args, options.syntax).options.filter((option) =>
        options.names.includes(option.name),
      );
      return this.#texts(
        values.flatMap(({ value }) => (value === undefined ? [] : [value])),
        command,
        depth,
        subject,
        shown,
      );
    }
    const verb = args.findIndex((word) => !word.start.startsWith("-"));
    if (name === "bisect" && args[verb]?.text === "run") {
      return this.#found(
        await this.#find((walk) => findInWords(args.slice(verb + 1), stateOf(command, command.dirs), walk)),
        depth,
      );
    }
    if (name !== "submodule" || args[verb]?.text !== "foreach") return none;
    const rest = args.slice(verb + 1);
    const from = rest.findIndex((word) => !word.start.startsWith("-"));
    const words = from < 0 ? [] : rest.slice(from);
    const texts = words.map(({ text }) => text);
    if (texts.every((text) => text !== undefined))
      return this.#script(texts.join(" "), command.dirs, command, depth);
    return [
      refusedBy(subject, shown, {
        class: "unknown",
        reason: "the text that git runs in each submodule is put together when it runs",
        instead: "",
      }),
    ];
  }

  async #texts(
    words: readonly Word[],
    command: GitCommand,
    depth: number,
    subject: Subject,
    shown: string,
  ): Promise<JudgedCommand[]> {
    const judged: JudgedCommand[] = [];
    for (const { text, source } of words) {
      if (text === undefined) {
        const reason = `what ${source} makes git run is put in when it runs`;
        return [...judged, refusedBy(subject, shown, { class: "unknown", reason, instead: "" })];
      }
      judged.push(...(await this.#script(text.replace(/^!/, ""), command.dirs, command, depth)));
    }
    return judged;
  }

  async #script(
    text: string,
    dirs: Directories,
    command: GitCommand,
    depth: number,
    args: readonly Word[] = [],
  ): Promise<JudgedCommand[]> {
    if (!/[^\w./ -]/.test(text) && !/git/i.test(text)) return none;
    return this.#found(
      await this.#find((walk) => findInText(text, stateOf(command, dirs, args), walk)),
      depth,
    );
  }

  async #found(all: readonly Found[], depth: number): Promise<JudgedCommand[]> {
    const judged: JudgedCommand[] = [];
    for (const found of all) judged.push(...(await this.#one(found, depth + 1)));
    return judged;
  }
}

/** The state of a shell that git starts: its variables are those of git's environment. */
function stateOf(command: GitCommand, dirs: Directories, args: readonly Word[] = []) {
  const state = newState(dirs, args);
  for (const [name, word] of command.env) {
    // These were looked at with the command itself.
    if (!runsText(name)) state.variables.set(name, { words: [word], array: false });
  }
  return state;
}
