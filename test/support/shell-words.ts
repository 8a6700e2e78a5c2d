/** A word of a shell's that is this text. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** No shell can set any other variable. */
export const isSettable = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
