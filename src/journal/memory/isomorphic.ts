/** isomorphic-git, loaded when it is first needed: it is half a megabyte that most who load the library never ask for. */
export const isomorphicGit = async () => (await import("isomorphic-git")).default;
