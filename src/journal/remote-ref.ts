/** Where the journals of a remote are fetched to: beside our own ref, never over it. */
export const remoteNotesRef = (notesRef: string, remote: string): string =>
  `refs/notes/remotes/${remote}/${notesRef.slice("refs/notes/".length)}`;
