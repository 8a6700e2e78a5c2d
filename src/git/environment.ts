/**
 * The environment that every git process gets. A person's shell, a hook or a CI job may have set variables and
 * configuration that move git to another repository or change what it prints; here they are taken out.
 */

/** `git rev-parse --local-env-vars`: what ties a process to one repository. A hook exports several of them. */
export const locationVariables: readonly string[] = [
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_CONFIG",
  "GIT_CONFIG_PARAMETERS",
  "GIT_OBJECT_DIRECTORY",
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_IMPLICIT_WORK_TREE",
  "GIT_GRAFT_FILE",
  "GIT_INDEX_FILE",
  "GIT_NO_REPLACE_OBJECTS",
  "GIT_REPLACE_REF_BASE",
  "GIT_PREFIX",
  "GIT_SHALLOW_FILE",
  "GIT_COMMON_DIR",
  "GIT_INTERNAL_SUPER_PREFIX",
];

/** Variables that change what git prints or how it looks at paths and objects. */
const behaviourVariables: readonly string[] = [
  "GIT_ATTR_SOURCE",
  "GIT_DEFAULT_HASH",
  "GIT_DIFF_OPTS",
  "GIT_EXTERNAL_DIFF",
  "GIT_GLOB_PATHSPECS",
  "GIT_ICASE_PATHSPECS",
  "GIT_LITERAL_PATHSPECS",
  "GIT_MERGE_VERBOSITY",
  "GIT_NAMESPACE",
  "GIT_NOGLOB_PATHSPECS",
  "GIT_NOTES_REF",
  "GIT_REFLOG_ACTION",
  "LANGUAGE",
];

/**
 * The pass of a push of Coppice's own: for the pre-push hook of that very push, and for no other program. Whoever
 * starts that push adds it.
 */
export const passVariable = "COPPICE_PASS";

const jobVariables: ReadonlySet<string> = new Set([
  "GITHUB_TOKEN",
  "GH_TOKEN",
  "GITHUB_ENTERPRISE_TOKEN",
  "GH_ENTERPRISE_TOKEN",
  "ACTIONS_RUNTIME_TOKEN",
  // Files through which a step speaks to its job.
  "GITHUB_ENV",
  "GITHUB_PATH",
  "GITHUB_OUTPUT",
  "GITHUB_STATE",
  "GITHUB_STEP_SUMMARY",
]);

/** The variables without those that a runner gives to its action alone: what the action starts speaks for nobody. */
export const withoutJobSecrets = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !jobVariables.has(name) && !/^(?:INPUT|STATE|ACTIONS_ID_TOKEN)_/i.test(name),
    ),
  );

/**
 * Configuration that would change a result, set to git's own defaults. Read after the files and before a `-c`,
 * so one call can still say otherwise.
 */
export const neutralConfig: readonly (readonly [key: string, value: string])[] = [
  ["color.ui", "false"],
  ["column.ui", "never"],
  ["core.abbrev", "auto"],
  ["core.pager", "cat"],
  ["core.quotePath", "false"],
  // Another git's ref lock is held for milliseconds; git's own patience is only 100 ms. Ours comes on top.
  ["core.filesRefLockTimeout", "250"],
  // A monitor of files that hangs would stop every status, and one that errs would call a changed worktree clean.
  ["core.fsmonitor", "false"],
  ["diff.algorithm", "default"],
  ["diff.context", "3"],
  ["diff.ignoreSubmodules", "none"],
  ["diff.interHunkContext", "0"],
  ["diff.mnemonicPrefix", "false"],
  ["diff.noprefix", "false"],
  ["diff.orderFile", "/dev/null"],
  ["diff.relative", "false"],
  ["diff.renameLimit", "1000"],
  ["diff.renames", "true"],
  ["diff.submodule", "short"],
  ["diff.suppressBlankEmpty", "false"],
  ["log.showSignature", "false"],
  ["log.follow", "false"],
  // Merges read these, merge-tree included: a merge must not depend on whose machine it runs on.
  ["merge.conflictStyle", "merge"],
  ["merge.default", "text"],
  ["merge.directoryRenames", "conflict"],
  ["merge.ff", "true"],
  ["merge.autoStash", "false"],
  // Makes merge-tree abort with a BUG in a bare repository.
  ["merge.renormalize", "false"],
  ["merge.renameLimit", "7000"],
  ["merge.renames", "true"],
  ["merge.verbosity", "2"],
  ["merge.verifySignatures", "false"],
  ["status.aheadBehind", "true"],
  ["status.relativePaths", "true"],
  ["status.showStash", "false"],
  ["status.showUntrackedFiles", "normal"],
  ["status.submoduleSummary", "false"],
  // A signing key that is missing, or asks for a passphrase, would stop an unattended commit.
  ["commit.gpgSign", "false"],
  ["gpg.program", "gpg"],
  ["commit.verbose", "false"],
  ["commit.cleanup", "default"],
  ["commit.status", "false"],
  ["advice.submoduleMergeConflict", "false"],
  ["advice.detachedHead", "false"],
];

/** The inherited variables without those that would lead git astray, and with ours. */
export function cleanEnvironment(inherited: NodeJS.ProcessEnv): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(inherited)) {
    if (value !== undefined) env[name] = value;
  }
  for (const name of locationVariables) delete env[name];
  for (const name of behaviourVariables) delete env[name];
  delete env[passVariable];
  return {
    ...env,
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_PAGER: "cat",
    // git takes ":" as "an editor that leaves the text as it is" and starts nothing.
    GIT_EDITOR: ":",
    GIT_SEQUENCE_EDITOR: ":",
    GIT_MERGE_AUTOEDIT: "no",
  };
}

/**
 * Adds configuration through the environment, after what the caller's environment brings
 * (a CI job may give safe.directory or credentials that way).
 */
export function withConfig(
  env: Readonly<Record<string, string>>,
  config: readonly (readonly [key: string, value: string])[],
): Record<string, string> {
  const given = Number(env.GIT_CONFIG_COUNT ?? "0");
  const first = Number.isSafeInteger(given) && given > 0 ? given : 0;
  const result: Record<string, string> = { ...env };
  config.forEach(([key, value], index) => {
    result[`GIT_CONFIG_KEY_${first + index}`] = key;
    result[`GIT_CONFIG_VALUE_${first + index}`] = value;
  });
  result.GIT_CONFIG_COUNT = String(first + config.length);
  return result;
}
