import { known, optionSyntax, type Word } from "../lifecycle/git-arguments.js";
import type { GitRefusal } from "../lifecycle/git-rule.js";
import { configRefusal } from "../lifecycle/git-rules-shared.js";
import type { GitCall } from "./shell.js";
import type { Directories } from "./state.js";
import { directoriesFrom } from "./walk.js";

/** A git command with its global options read. */
export interface GitCommand {
  /** The command's name; undefined when there is none: `git --version`. */
  readonly name: Word | undefined;
  readonly args: readonly Word[];
  /** The directories that git starts in. */
  readonly dirs: Directories;
  /** Where `--git-dir` or `GIT_DIR` says that the repository is. */
  readonly gitDir: Word | undefined;
  readonly workTree: Word | undefined;
  /** Settings of this command alone, the last one that counts first; the keys in lower case. */
  readonly settings: ReadonlyMap<string, Word>;
  readonly env: ReadonlyMap<string, Word>;
  /** Why its options alone do not let it pass. */
  readonly refusal: GitRefusal | undefined;
}

/** Global options that change nothing of what the guard asks. */
const harmless = new Set(
  (
    "-p --paginate -P --no-pager --no-replace-objects --no-lazy-fetch --no-optional-locks --no-advice --literal-pathspecs " +
    "--glob-pathspecs --noglob-pathspecs --icase-pathspecs --bare"
  ).split(" "),
);
/** They print something and end. */
const informing =
  /^(-v|--version|-h|--help|--html-path|--man-path|--info-path|--exec-path|--list-cmds=.*|--build-options)$/;
const valued = new Set([
  "-C",
  "-c",
  "--git-dir",
  "--work-tree",
  "--namespace",
  "--super-prefix",
  "--config-env",
  "--attr-source",
]);

const unknown = (reason: string, instead = ""): GitRefusal => ({ class: "unknown", reason, instead });

/** Reads what stands between `git` and the command's name. */
export function readGitCall(call: GitCall): GitCommand {
  const { words, env } = call;
  const settings = new Map<string, Word>();
  let { dirs } = call;
  let gitDir = env.get("GIT_DIR");
  let workTree = env.get("GIT_WORK_TREE");
  let refusal: GitRefusal | undefined = settingsOfEnvironment(env, settings);
  let at = 0;
  const end = (): GitCommand => ({
    name: words[at],
    args: words.slice(at + 1),
    dirs,
    gitDir,
    workTree,
    settings,
    env,
    refusal,
  });
  for (; at < words.length; at += 1) {
    const word = words[at];
    const text = word?.text;
    if (word === undefined || (text === undefined && !/^--[a-z-]+=/.test(word.start))) break;
    if (!word.start.startsWith("-")) break;
    if (text !== undefined && harmless.has(text)) continue;
    if (text !== undefined && informing.test(text)) {
      at = words.length;
      return { ...end(), name: undefined, refusal: undefined };
    }
    const [option = "", ...rest] = word.start.split("=");
    const attached = word.start.includes("=") && option.startsWith("--");
    if (option === "--exec-path") {
      refusal ??= unknown("git would take its programs from another directory", "git without --exec-path");
      continue;
    }
    if (!valued.has(option)) {
      refusal ??= unknown(`git has no option ${option}`);
      continue;
    }
    const value: Word | undefined = attached
      ? { ...word, text: text?.slice(option.length + 1), start: rest.join("=") }
      : words[at + 1];
    if (!attached) at += 1;
    if (value === undefined) break;
    if (option === "-C") dirs = value.text === "" ? dirs : directoriesFrom(dirs, value);
    else if (option === "--git-dir") gitDir = value;
    else if (option === "--work-tree") workTree = value;
    else if (option === "-c" || option === "--config-env")
      refusal = addSetting(settings, value, option === "-c") ?? refusal;
    // A word that may become several moves everything after it.
    if (value.count === "any") {
      refusal ??= unknown(
        `${value.source} is put in when the command runs and could be more than one word`,
        "the same in quotes",
      );
    }
  }
  return end();
}

function addSetting(settings: Map<string, Word>, setting: Word, plain: boolean): GitRefusal | undefined {
  const equals = setting.start.indexOf("=");
  if (setting.text === undefined && equals < 0)
    return unknown(`which setting ${setting.source} is, is not known`);
  const key = equals < 0 ? setting.start : setting.start.slice(0, equals);
  const from = equals + 1;
  const value: Word =
    equals < 0
      ? known("true")
      : { ...setting, text: plain ? setting.text?.slice(from) : undefined, start: setting.start.slice(from) };
  settings.set(key.toLowerCase(), value);
  return configRefusal(key)?.refusal;
}

/** `GIT_CONFIG_COUNT` and its keys are settings like those of `-c`. */
function settingsOfEnvironment(
  env: ReadonlyMap<string, Word>,
  settings: Map<string, Word>,
): GitRefusal | undefined {
  let refusal: GitRefusal | undefined;
  for (const [name, value] of env) {
    const number = /^GIT_CONFIG_KEY_(\d+)$/.exec(name)?.[1];
    if (number !== undefined) {
      const of = env.get(`GIT_CONFIG_VALUE_${number}`);
      if (value.text === undefined) refusal ??= unknown(`which setting ${value.source} is, is not known`);
      else {
        settings.set(value.text.toLowerCase(), of ?? known(""));
        refusal ??= configRefusal(value.text)?.refusal;
      }
    } else if (name === "GIT_CONFIG_PARAMETERS")
      refusal ??= unknown("the settings in GIT_CONFIG_PARAMETERS are not known");
    else if (
      /^GIT_CONFIG_(GLOBAL|SYSTEM)$|^GIT_CONFIG$/.test(name) &&
      value.text !== "/dev/null" &&
      value.text !== ""
    ) {
      refusal ??= unknown(`the settings in ${name} are not known`);
    } else if (name === "GIT_EXEC_PATH")
      refusal ??= unknown("git would take its programs from another directory");
    else if (name === "COPPICE" && value.text === "0") {
      refusal ??= {
        class: "blocked",
        reason: "COPPICE=0 would leave out the hooks that keep the lifecycle",
        instead: "the same command without COPPICE=0",
      };
    }
  }
  return refusal;
}

/** Variables and settings whose value git runs as a shell text. */
const runsVariables =
  /^(GIT_(EDITOR|SEQUENCE_EDITOR|PAGER|SSH|SSH_COMMAND|EXTERNAL_DIFF|ASKPASS|PROXY_COMMAND)|EDITOR|VISUAL|PAGER|SSH_ASKPASS)$/;
const runsSettings =
  /^(core\.(editor|pager|sshcommand|askpass|fsmonitor|gitproxy|alternaterefscommand)|sequence\.editor|pager\..*|diff\.external|.*\.(cmd|command|driver|textconv|clean|smudge|process|helper|program|uploadpack|receivepack))$/;

/** Whether git runs the value of a variable. */
export const runsText = (variable: string): boolean => runsVariables.test(variable);

/** The texts that a git command hands to a shell, beside what its own words say. */
export function textsBeside({ settings, env }: GitCommand): Word[] {
  const of = (values: ReadonlyMap<string, Word>, runs: RegExp): Word[] =>
    [...values].flatMap(([name, value]) => (runs.test(name) ? [value] : []));
  return [...of(settings, runsSettings), ...of(env, runsVariables)];
}

const rebase = optionSyntax(
  "onto= s,strategy= X,strategy-option= x,exec= C= whitespace= empty= r,rebase-merges? S,gpg-sign?",
);
const filter = optionSyntax(
  "setup= env-filter= tree-filter= index-filter= parent-filter= msg-filter= commit-filter= tag-name-filter= d= original=",
);

/** The option syntax of the commands that have options whose values are run. */
export const textOptions: Readonly<
  Record<string, { readonly syntax: ReturnType<typeof optionSyntax>; readonly names: readonly string[] }>
> = {
  rebase: { syntax: rebase, names: ["exec"] },
  "filter-branch": { syntax: filter, names: [...filter.long.keys()] },
  difftool: { syntax: optionSyntax("x,extcmd= t,tool="), names: ["extcmd"] },
  grep: { syntax: optionSyntax("O,open-files-in-pager? e= f= m= A= B= C="), names: ["open-files-in-pager"] },
};

/** An alias's words, split as git does it: at white space, with quotes and backslashes; undefined: unbalanced. */
export function splitAlias(text: string): Word[] | undefined {
  const words: string[] = [];
  let current: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    if (quote === undefined && /\s/.test(letter)) {
      if (current !== undefined) words.push(current);
      current = undefined;
    } else if (quote === undefined && (letter === "'" || letter === '"')) {
      quote = letter;
      current ??= "";
    } else if (letter === quote) quote = undefined;
    else if (letter === "\\" && quote !== "'") {
      at += 1;
      current = (current ?? "") + (text[at] ?? "");
    } else current = (current ?? "") + letter;
  }
  if (quote !== undefined) return undefined;
  if (current !== undefined) words.push(current);
  return words.map((word) => known(word));
}
