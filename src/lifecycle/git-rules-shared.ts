import type { GitArguments } from "./git-arguments.js";
import {
  certainly,
  type GitFacts,
  type GitJudgement,
  type GitRuleTable,
  local,
  read,
  refused,
} from "./git-rule.js";

const journal = refused(
  "blocked",
  "the journals of all worktrees are kept there",
  "coppice log, which shows them",
);
const noStash = refused(
  "blocked",
  "the stash is shared by all worktrees and mixes their work",
  "git commit, or git restore to discard",
);
const config = (key: string): GitJudgement =>
  refused(
    "blocked",
    `${key} decides about the hooks that keep the lifecycle`,
    "coppice hooks, in the main worktree",
  );

/** `core.hooksPath` and what else turns hooks or guard off or brings settings that nobody looked at. */
export function configRefusal(key: string): GitJudgement | undefined {
  const name = key.toLowerCase();
  if (name === "core.hookspath" || name.startsWith("hook.") || name.startsWith("coppice."))
    return config(key);
  if (name === "include.path" || name.startsWith("includeif.")) {
    return refused("unknown", `what ${key} brings in is not known`);
  }
  return undefined;
}

/** The full name of a notes ref. */
export function notesRefOf(name: string): string {
  if (name.startsWith("refs/notes/")) return name;
  return name.startsWith("notes/") ? `refs/${name}` : `refs/notes/${name}`;
}

/** The commands that work on what all worktrees share: notes, stash, config, remotes, the worktrees themselves. */
export const sharedRules: GitRuleTable = {
  notes: {
    is: local,
    options:
      "ref= m,message= F,file= C,reuse-message= c,reedit-message= f,force s,strategy= stdin for-rewrite= separator?",
    by: (given, facts) => {
      const command = given.operands[0]?.text ?? (given.operands.length === 0 ? "list" : undefined);
      if (command === "list" || command === "show" || command === "get-ref") return read;
      return writesNotes(given, facts);
    },
  },
  stash: {
    is: noStash,
    by: ({ operands: [command] }) =>
      command?.text === "list" || command?.text === "show" ? read : undefined,
    doubt: "harmless",
  },
  worktree: {
    is: refused(
      "blocked",
      "worktrees are made, moved and removed as records",
      "coppice create, or coppice remove",
    ),
    by: ({ operands: [command] }) => (command?.text === "list" ? read : undefined),
    doubt: "harmless",
  },
  config: {
    is: local,
    options:
      "f,file= blob= type= t default= fixed-value value= comment= global system local worktree get get-all get-regexp " +
      "get-urlmatch get-color get-colorbool l,list z,null name-only show-origin show-scope includes no-includes add unset unset-all " +
      "replace-all rename-section remove-section e,edit bool int bool-or-int path expiry-date all regexp url= append",
    by: judgeConfig,
  },
  remote: {
    is: refused(
      "blocked",
      "remotes are settings of the whole project, and bringing them up to date is too",
      "git remote in the main worktree",
    ),
    by: ({ operands: [command] }) =>
      command === undefined || command.text === "show" || command.text === "get-url" ? read : undefined,
    doubt: "harmless",
  },
};

function writesNotes(given: GitArguments, facts: GitFacts): GitJudgement | undefined {
  const named = given.value("ref");
  if (named !== undefined && named.text === undefined) {
    return refused("unknown", `${named.source} could be the ref of the journals`);
  }
  const ref = named?.text === undefined ? facts.defaultNotesRef : notesRefOf(named.text);
  return ref === facts.notesRef ? journal : undefined;
}

const reading = ["list", "get", "get-color", "get-colorbool"];
const verbs = [...reading, "set", "unset", "rename-section", "remove-section", "edit"];

/** The older form is `git config [--get] <key> [<value>]`, the newer one `git config get|set|... <key>`. */
function judgeConfig(given: GitArguments): GitJudgement | undefined {
  const { operands } = given;
  const verb = verbs.includes(operands[0]?.text ?? "") ? operands[0]?.text : undefined;
  const [key, value] = verb === undefined ? operands : operands.slice(1);
  // git takes one of these alone: a word that is not known cannot make a change of it.
  if (given.has(...reading, "get-all", "get-regexp", "get-urlmatch")) return certainly(read);
  if (reading.includes(verb ?? "")) return certainly(read);
  const changes = ["add", "unset", "unset-all", "replace-all", "rename-section", "remove-section", "edit"];
  if (verb === "edit" || given.has("edit")) {
    return refused("unknown", "what is written in an editor is not known", "git config <key> <value>");
  }
  if (verb === undefined && value === undefined && !given.has(...changes)) return read;
  const section = given.has("rename-section", "remove-section") || verb?.endsWith("-section") === true;
  for (const word of section ? [key, value] : [key]) {
    if (word === undefined) continue;
    if (word.text === undefined) return refused("unknown", `${word.source} could be core.hooksPath`);
    const name = section ? sectionKey(word.text) : word.text;
    const refusal = configRefusal(name);
    if (refusal !== undefined) return refusal;
  }
  // What is set is known then: one word behind the key is its value, and no other key.
  const isPlain = key?.text?.includes(".") === true && operands.every(({ count }) => count !== "any");
  return isPlain ? certainly(local) : local;
}

/** A section stands for the one of its keys that matters. */
const sectionKey = (section: string): string =>
  ({ core: "core.hooksPath", include: "include.path" })[section.toLowerCase()] ?? `${section}.`;
