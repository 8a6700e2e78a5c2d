import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * Whether a push that cannot be judged is refused, as the installed hooks' settings say. Read without anything of the
 * engine, because that may be what cannot be loaded.
 */
export function failsClosed(cwd: string, env: NodeJS.ProcessEnv): boolean {
  const settings = join(sharedDirectory(cwd, env), "coppice", "hooks", "settings");
  return /^coppice_fail_closed=1$/m.test(read(settings));
}

/** The git directory that all worktrees share, as the hook's environment and git's files tell; none need be there. */
export function sharedDirectory(cwd: string, env: NodeJS.ProcessEnv): string {
  const gitDir = resolve(cwd, env.COPPICE_GIT_DIR || env.GIT_DIR || targetOf(join(cwd, ".git")));
  return resolve(gitDir, read(join(gitDir, "commondir")).trim());
}

/** A linked worktree's `.git` is a file that names the git directory. */
function targetOf(marker: string): string {
  const found = /^gitdir: (.+)/.exec(read(marker));
  return found === null || found[1] === undefined ? marker : found[1];
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (_error) {
    return "";
  }
}
