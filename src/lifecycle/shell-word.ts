/** What no shell takes for anything but itself; `=` and `~` mean something at the beginning of a word. */
const plain = /^[\p{L}\p{N}_./:@%+,-][\p{L}\p{N}_./:@%+,=~-]*$/u;

/**
 * A text as one word of a command that a person copies into a POSIX shell: as it is where every shell takes it for
 * itself, in single quotes otherwise. Branches may hold `$`, `;`, `&`, quotes, parentheses and more.
 */
export const shellWord = (text: string): string =>
  plain.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
