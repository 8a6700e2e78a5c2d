import { existsSync } from "node:fs";
import type { Engine } from "./context.js";

/**
 * Where git is run for a remote. A URL that is a relative path starts from where git runs, and whoever wrote it thought
 * of the main worktree.
 * @param preferred for every other URL
 */
export function remoteDirectory({ repo }: Pick<Engine, "repo">, remote: string, preferred: string): string {
  const urls = [`remote.${remote}.url`, `remote.${remote}.pushurl`].flatMap((key) => repo.config.getAll(key));
  if (!urls.some(isRelativePath)) return preferred;
  const { mainWorktree } = repo;
  return mainWorktree !== undefined && existsSync(mainWorktree) ? mainWorktree : repo.commonDir;
}

/** `../x.git`, but not `/x.git`, `https://...`, `host:x.git` or `C:\x.git`. git-push(1), GIT URLS. */
const isRelativePath = (url: string): boolean => !/^[/\\~]/.test(url) && !/^[^/]*:/.test(url);
