/**
 * A git-fetch(1) that brings what is asked for and nothing beside it: no tags, no submodules, no FETCH_HEAD, no
 * maintenance, no pruning.
 * @param remote a name or an address, also one that begins with a dash
 * @param options further ones of git's
 * @param refspecs none: they come on standard input, with `--stdin` among the options
 */
export function quietFetch(
  remote: string,
  options: readonly string[],
  refspecs: readonly string[] = [],
): readonly string[] {
  return [
    "fetch",
    "--quiet",
    "--no-tags",
    "--no-prune",
    "--no-recurse-submodules",
    "--no-write-fetch-head",
    "--no-auto-maintenance",
    ...options,
    "--end-of-options",
    remote,
    ...refspecs,
  ];
}
