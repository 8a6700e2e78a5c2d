import { join, resolve } from "node:path";
import { gitDirectoryOf, sharedDirectoryOf, textOf } from "../git/directories.js";

/**
 * Whether a push that cannot be judged is refused, as the installed hooks' settings say. Read without anything of the
 * engine, because that may be what cannot be loaded.
 */
export function failsClosed(cwd: string, env: NodeJS.ProcessEnv): boolean {
  const settings = join(sharedDirectory(cwd, env), "coppice", "hooks", "settings");
  return /^coppice_fail_closed=1$/m.test(textOf(settings));
}

/** The git directory that all worktrees share, as the hook's environment and git's files tell; none need be there. */
export const sharedDirectory = (cwd: string, env: NodeJS.ProcessEnv): string =>
  sharedDirectoryOf(resolve(cwd, env.COPPICE_GIT_DIR || env.GIT_DIR || gitDirectoryOf(join(cwd, ".git"))));
