/**
 * Git's effective configuration, read once. Section and variable names do not depend on case, what stands between
 * them does (`branch.Feat.merge`).
 */
export class GitConfig {
  readonly #values = new Map<string, (string | true)[]>();

  /** @param listing - the output of `git config -z --list`: `key LF value NUL`, or `key NUL` for a bare switch. */
  constructor(listing: string) {
    for (const record of listing.split("\0")) {
      if (record === "") continue;
      const end = record.indexOf("\n");
      const key = end < 0 ? record : record.slice(0, end);
      const value = end < 0 ? true : record.slice(end + 1);
      const known = this.#values.get(key);
      if (known === undefined) this.#values.set(key, [value]);
      else known.push(value);
    }
  }

  /** The last value, which is the one that counts; a bare switch reads "true". */
  get(key: string): string | undefined {
    return this.getAll(key).at(-1);
  }

  /** All values, the one that counts last. */
  getAll(key: string): string[] {
    return (this.#values.get(canonical(key)) ?? []).map((value) => (value === true ? "true" : value));
  }

  /** A boolean as git reads it; undefined when it is not set or is no boolean. */
  bool(key: string): boolean | undefined {
    const value = this.get(key)?.toLowerCase();
    if (value === undefined) return undefined;
    if (["true", "yes", "on"].includes(value) || /^[+-]?0*[1-9]\d*$/.test(value)) return true;
    if (["false", "no", "off", ""].includes(value) || /^[+-]?0+$/.test(value)) return false;
    return undefined;
  }

  /** Every key, in git's spelling. */
  keys(): string[] {
    return [...this.#values.keys()];
  }
}

function canonical(key: string): string {
  const first = key.indexOf(".");
  const last = key.lastIndexOf(".");
  if (first < 0) return key.toLowerCase();
  return key.slice(0, first).toLowerCase() + key.slice(first, last) + key.slice(last).toLowerCase();
}
