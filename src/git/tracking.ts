import type { GitConfig } from "./config.js";

/**
 * Under which name this clone keeps a remote's ref, by the remote's refspecs as git reads them: the first that fits
 * counts. What is left out by one that begins with `^` may have been kept before that stood there. git itself is not asked:
 * where there is none, `x@{upstream}` ends `git cat-file`.
 * @param remote its name; what has no refspecs, an address too, is kept nowhere
 * @param ref the full name over there
 */
export function trackingRef(config: GitConfig, remote: string, ref: string): string | undefined {
  for (const refspec of config.getAll(`remote.${remote}.fetch`)) {
    const [, source, kept] = /^\+?([^:^][^:]*):(refs\/.+)$/.exec(refspec) ?? [];
    if (source === undefined || kept === undefined) continue;
    const found = between(source, ref);
    if (found !== undefined) return kept.replace("*", () => found);
  }
  return undefined;
}

/** What stands in a name for the star of a pattern, nothing where that has none; undefined: it does not fit. */
function between(pattern: string, name: string): string | undefined {
  const star = pattern.indexOf("*");
  if (star < 0) return pattern === name ? "" : undefined;
  const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
  const fits = name.length >= before.length + after.length && name.startsWith(before) && name.endsWith(after);
  return fits ? name.slice(before.length, name.length - after.length) : undefined;
}
