import { type GitArguments, optionSyntax, readArguments, type Word } from "./git-arguments.js";
import {
  type GitFacts,
  type GitJudgement,
  type GitRule,
  type GitRuleTable,
  local,
  read,
  refused,
  resolving,
} from "./git-rule.js";
import { branchRules } from "./git-rules-branches.js";
import { sharedRules } from "./git-rules-shared.js";

const skipsHooks = refused(
  "blocked",
  "--no-verify would leave out the hooks that keep the lifecycle",
  "the same command without --no-verify",
);
const project = (verb: string) =>
  refused("blocked", `${verb} concerns the whole project, not one task`, "coppice submit, or coppice merge");
const movesRefs = refused(
  "blocked",
  "it moves refs behind the lifecycle's back",
  "coppice commit and coppice merge",
);
const losesHistory = refused(
  "blocked",
  "it drops objects that coppice restore may need",
  "git gc without --prune",
);
const plumbing: GitRule = { is: refused("unknown", "Coppice does not know what it would do here") };

/** `name name name` with one rule. */
const each = (names: string, rule: GitRule): GitRuleTable =>
  Object.fromEntries(names.split(" ").map((name) => [name, rule]));

/**
 * What every command of git is inside a managed worktree. A command that is not here is none of git's own, or one of
 * which nothing is known.
 */
export const gitRules: GitRuleTable = {
  ...each(
    "annotate archive blame bugreport cat-file check-attr check-ignore check-mailmap check-ref-format cherry column " +
      "count-objects describe diagnose diff diff-files diff-index diff-pairs diff-tree difftool fmt-merge-msg " +
      "for-each-ref fsck fsck-objects get-tar-commit-id grep hash-object help interpret-trailers last-modified log " +
      "ls-files ls-remote ls-tree mailinfo mailsplit merge-base merge-tree name-rev patch-id range-diff request-pull " +
      "rev-list rev-parse shortlog show show-branch show-index show-ref status stripspace var verify-commit " +
      "verify-pack verify-tag version whatchanged gitk",
    { is: read },
  ),
  ...each(
    "mv checkout-index clone commit-graph commit-tree format-patch maintenance merge-file mktag mktree " +
      "multi-pack-index pack-objects pack-refs prune-packed repack replace revert update-index " +
      "update-server-info write-tree apply cherry-pick index-pack unpack-file unpack-objects fast-export",
    { is: local },
  ),
  add: { is: resolving },
  stage: { is: resolving },
  rm: { is: resolving },
  mergetool: { is: resolving },
  restore: {
    is: local,
    options:
      "s,source= S,staged W,worktree p,patch ours theirs m,merge conflict= pathspec-from-file= U,unified=",
    by: (given) => (given.has("ours", "theirs", "merge") ? resolving : undefined),
    doubt: "harmless",
  },
  commit: {
    is: { classes: ["local", "commit", "resolve"] },
    options:
      "m,message= F,file= c,reedit-message= C,reuse-message= t,template= author= date= fixup= squash= trailer= " +
      "cleanup= pathspec-from-file= U,unified= inter-hunk-context= S,gpg-sign? u,untracked-files? a,all p,patch " +
      "n,no-verify verify amend edit no-edit no-gpg-sign no-post-rewrite no-status no-signoff reset-author s,signoff " +
      "o,only i,include e,edit v,verbose q,quiet dry-run short branch ahead-behind porcelain long z,null allow-empty " +
      "allow-empty-message",
    refuses: { "no-verify": skipsHooks },
  },
  merge: {
    is: local,
    options:
      "m,message= F,file= X,strategy-option= s,strategy= into-name= cleanup= S,gpg-sign? log? no-verify verify " +
      "verify-signatures no-verify-signatures no-edit e,edit no-ff ff ff-only squash no-squash commit no-commit " +
      "continue abort quit stat no-stat n autostash no-autostash allow-unrelated-histories no-log no-rerere-autoupdate " +
      "rerere-autoupdate overwrite-ignore q,quiet v,verbose signoff no-signoff progress no-progress compact-summary",
    refuses: { "no-verify": skipsHooks },
    by: (given, facts) => {
      if (given.has("continue", "abort", "quit")) return resolving;
      const unclear = given.operands.find(({ text }) => text === undefined);
      if (unclear !== undefined) {
        return refused(
          "unknown",
          `${unclear.source} is put in when the command runs: it could be a remote branch`,
        );
      }
      const [other] = given.operands.filter(({ text }) => facts.isRemote(text ?? ""));
      if (given.operands.length > 0 && other === undefined) return undefined;
      return refused(
        "blocked",
        other === undefined
          ? "git merge without a name merges the upstream, which is no local branch"
          : `${other.source} is no local branch`,
        "git merge with a local branch",
      );
    },
  },
  am: {
    is: local,
    options:
      "n,no-verify verify C= p= directory= exclude= include= patch-format= S,gpg-sign? show-current-patch? 3,3way " +
      "abort continue skip quit resolved r",
    refuses: { "no-verify": skipsHooks },
  },
  rebase: {
    is: local,
    options:
      "onto= s,strategy= X,strategy-option= x,exec= C= whitespace= empty= r,rebase-merges? S,gpg-sign? i,interactive " +
      "edit-todo no-verify verify continue abort skip quit show-current-patch keep-base root autosquash no-autosquash " +
      "autostash no-autostash fork-point no-fork-point no-keep-empty keep-empty no-ff force-rebase f reset-author-date " +
      "no-rebase-merges no-reapply-cherry-picks reapply-cherry-picks committer-date-is-author-date ignore-date " +
      "ignore-whitespace merge apply signoff stat no-stat update-refs no-update-refs q,quiet v,verbose",
    refuses: {
      interactive: refused("blocked", "an interactive rebase waits for an editor", "git rebase without -i"),
      "edit-todo": refused("blocked", "an interactive rebase waits for an editor", "git rebase --continue"),
      "no-verify": skipsHooks,
    },
  },
  reset: {
    is: local,
    options:
      "hard soft mixed merge keep p,patch pathspec-from-file= N,intent-to-add recurse-submodules no-refresh quiet",
    refuses: {
      hard: refused(
        "blocked",
        "git reset --hard destroys work for good",
        "git restore for single files, or coppice remove to give the whole task up",
      ),
    },
  },
  clean: {
    is: local,
    options: "e,exclude= d f,force i,interactive n,dry-run q,quiet x X",
    refuses: Object.fromEntries(
      ["x", "X"].map((name) => [
        name,
        refused(
          "blocked",
          `git clean -${name} deletes ignored files, such as .env, that nothing brings back`,
          "git clean -fd",
        ),
      ]),
    ),
  },
  "read-tree": {
    is: local,
    options: "prefix= index-output= exclude-per-directory= reset u",
    by: (given) =>
      given.has("reset") && given.has("u")
        ? refused(
            "blocked",
            "git read-tree --reset -u destroys work for good",
            "git restore for single files",
          )
        : undefined,
  },
  gc: {
    is: local,
    options: "prune? auto aggressive no-prune force keep-largest-pack",
    refuses: { prune: losesHistory },
  },
  prune: { is: losesHistory },
  reflog: {
    is: read,
    doubt: "harmless",
    by: (given) =>
      ["expire", "delete", "drop"].includes(given.operands[0]?.text ?? "") ? losesHistory : undefined,
  },
  push: {
    is: refused(
      "blocked",
      "nothing leaves a task's worktree past the lifecycle",
      "coppice submit, or coppice merge",
    ),
  },
  ...each("send-pack http-push", { is: project("pushing") }),
  pull: {
    is: refused(
      "blocked",
      "pulling concerns the whole project, not one task",
      "git merge or git rebase with the local base branch",
    ),
  },
  ...each("fetch fetch-pack http-fetch backfill", {
    is: refused(
      "blocked",
      "fetching concerns the whole project, not one task",
      "git fetch in the main worktree",
    ),
  }),
  "filter-branch": {
    is: refused("blocked", "it rewrites the history of branches", "git rebase, or git commit --amend"),
  },
  ...each("update-ref fast-import", { is: movesRefs }),
  "symbolic-ref": {
    is: read,
    options: "m= d,delete short q,quiet recurse no-recurse",
    by: (given) => (given.has("delete") || given.operands.length > 1 ? movesRefs : undefined),
  },
  refs: {
    is: plumbing.is,
    by: (given) => (["verify", "list", "exists"].includes(given.operands[0]?.text ?? "") ? read : undefined),
  },
  bundle: { is: read },
  rerere: { is: local },
  "sparse-checkout": { is: local },
  submodule: {
    is: local,
    by: (given) => (given.operands.length === 0 || given.operands[0]?.text === "status" ? read : undefined),
    doubt: "harmless",
  },
  bisect: {
    is: local,
    by: (given) => (["log", "view", "visualize"].includes(given.operands[0]?.text ?? "") ? read : undefined),
    doubt: "harmless",
  },
  hook: { is: local },
  init: {
    is: local,
    options: "separate-git-dir= template= b,initial-branch= object-format= ref-format= shared? bare q,quiet",
    refuses: { "separate-git-dir": movesRefs },
  },
  lfs: {
    is: plumbing.is,
    by: ({ operands: [command, pattern] }) => {
      const name = command?.text ?? "";
      if (name === "push") return project("pushing");
      if (name === "pull" || name === "fetch") return project("fetching");
      if (["ls-files", "status", "env", "version", "logs"].includes(name)) return read;
      if (name === "track" || name === "untrack" || name === "checkout")
        return pattern === undefined ? read : local;
      return undefined;
    },
  },
  ...each("citool gui instaweb daemon credential cvsexportcommit svn p4 send-email imap-send", plumbing),
  ...branchRules,
  ...sharedRules,
};

/** Whether git itself has the command: an alias of that name counts for nothing. */
export const isGitCommand = (name: string): boolean => Object.hasOwn(gitRules, name);

/**
 * What a git command is inside a managed worktree.
 * @param words what stands after the command's name
 */
export function judgeGit(name: string, words: readonly Word[], facts: GitFacts): GitJudgement {
  const rule = isGitCommand(name) ? gitRules[name] : undefined;
  if (rule === undefined) {
    return refused(
      "unknown",
      `git ${name} is neither a command of git nor an alias: what it does is not known`,
    );
  }
  if (words.length === 1 && (words[0]?.text === "-h" || words[0]?.text === "--help")) return read;
  if (words[0]?.text === "--help") return read;
  const given = readArguments(words, optionSyntax(rule.options ?? ""));
  for (const [option, refusal] of Object.entries(rule.refuses ?? {})) {
    if (given.has(option)) return refusal;
  }
  const judgement = rule.by?.(given, facts) ?? rule.is;
  const open = judgement.refusal === undefined && judgement.certain !== true && given.doubt !== undefined;
  return open && matters(rule) ? inDoubt(name, given) : judgement;
}

/** Whether a word that is not known could make another thing of the command. */
const matters = (rule: GitRule): boolean =>
  rule.doubt !== "harmless" && (rule.refuses !== undefined || rule.by !== undefined);

function inDoubt(name: string, given: GitArguments): GitJudgement {
  return refused(
    "unknown",
    `${given.doubt?.source ?? ""} is put in when the command runs and could be an option of git ${name} that is not allowed`,
    `git ${name} with the words written out, or quoted and after --`,
  );
}
