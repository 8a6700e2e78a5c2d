import { CoppiceError } from "../lifecycle/errors.js";

/** A git version; what follows the patch number (`.windows.1`, `.rc0`) does not matter to us. */
export class GitVersion {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;

  constructor(major: number, minor: number, patch: number) {
    this.major = major;
    this.minor = minor;
    this.patch = patch;
  }

  /** Reads `2.39.5`, `2.39.5 (Apple Git-154)`, `git version 2.55.GIT`; nothing when there is no version in it. */
  static parse(text: string): GitVersion | undefined {
    const match = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(text);
    return match === null
      ? undefined
      : new GitVersion(Number(match[1]), Number(match[2]), Number(match[3] ?? "0"));
  }

  atLeast(major: number, minor: number): boolean {
    return this.major > major || (this.major === major && this.minor >= minor);
  }

  toString(): string {
    return `${this.major}.${this.minor}.${this.patch}`;
  }
}

/** Since when git can do what we use. Everything below falls back to another way on an older git. */
export const since = {
  /** `merge-tree --write-tree -z`: merging without a checkout. */
  minimum: [2, 38],
  /** `merge-tree --stdin`: many merges in one process. */
  mergeTreeStdin: [2, 39],
  /**
   * `--attr-source`: attributes of a tree instead of a work tree's. git has the option since 2.41, but there
   * merge-tree crashes with it as soon as two contents have to be merged (mended by git's e95bafc52f).
   */
  attrSource: [2, 43],
  /** `merge-tree --stdin` flushes after each record, so a program can wait for it. */
  mergeTreeFlush: [2, 49],
  /** Hooks that the configuration defines, `hook.<name>.command`. */
  configHooks: [2, 54],
} as const;

/** @throws CoppiceError GIT_TOO_OLD */
export function requireVersion(version: GitVersion): void {
  if (version.atLeast(...since.minimum)) return;
  throw new CoppiceError(
    "GIT_TOO_OLD",
    `git ${version} is too old: merging without a checkout needs git 2.38.`,
    {
      details: { found: version.toString(), required: "2.38.0" },
    },
  );
}
