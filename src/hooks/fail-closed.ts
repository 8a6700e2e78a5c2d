import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * Whether a push that cannot be judged is refused, as the installed hooks' settings say. Read without anything of the
 * engine, because that may be what cannot be loaded.
 */
export function failsClosed(cwd: string, env: NodeJS.ProcessEnv): boolean {
  const gitDir = resolve(cwd, env.COPPICE_GIT_DIR || env.GIT_DIR || targetOf(join(cwd, ".git")));
  const shared = read(join(gitDir, "commondir")).trim();
  const settings = join(resolve(gitDir, shared), "coppice", "hooks", "settings");
  return /^coppice_fail_closed=1$/m.test(read(settings));
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
