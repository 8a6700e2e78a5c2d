import { linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { hasCode } from "../../../src/engine/files.js";
import { within } from "../faults/steps.js";
import type { Fingerprints } from "./fingerprint.js";
import { spooled } from "./look.js";
import { copyFile, isKept, type Place } from "./place.js";
import { signOf } from "./sign.js";

/** What a place was between two steps of a run: so it is left when everything in it is killed there. */
export interface Caught {
  /** The same for states from which the same comes: see Fingerprints. */
  readonly print: string;
  /** A copy of the place. */
  readonly saved: string;
  /** Entries that had been promised by then. */
  readonly lines: readonly string[];
}

/** Entries that were in the journal between the steps of a run. */
export class Promised {
  readonly lines: Set<string>;
  readonly #place: Place;
  #begun: number;

  constructor(place: Place) {
    this.#place = place;
    this.lines = new Set(spooled(place, "repo"));
    this.#begun = this.lines.size;
  }

  /** @param label of the step that is about to begin */
  before(label: string): void {
    if (label.startsWith("open spool/")) this.#begun += 1;
    // What is being written, or was not and is taken back, has not been promised to anybody.
    if (this.lines.size >= this.#begun || /^(?:fsync |write |unlink spool\/)/.test(label)) return;
    for (const line of spooled(this.#place, "repo")) this.lines.add(line);
  }
}

/** Of each entry below a place what tells whether it is another since. */
type Seen = ReadonlyMap<string, string>;

/** Keeps what a run leaves behind at each step, so that one run is enough to be killed at all of them. */
export class Catcher {
  /** By the number of the step that was about to begin. */
  readonly caught = new Map<number, Caught>();
  readonly #place: Place;
  readonly #prints: Fingerprints;
  readonly #home: string;
  readonly #without: string | undefined;
  readonly #promised: Promised;
  readonly #byPrint = new Map<string, Caught>();
  #steps = 0;
  #seen: Seen = new Map();
  #last: Caught | undefined;
  #copied: { readonly seen: Seen; readonly to: string } | undefined;

  /**
   * @param home a directory for the copies
   * @param without what of the place is made anew for each run
   */
  constructor(place: Place, prints: Fingerprints, home: string, without?: string) {
    this.#place = place;
    this.#without = without;
    this.#prints = prints;
    this.#home = home;
    this.#promised = new Promised(place);
  }

  /** @param label of the step that is about to begin */
  before(label: string): void {
    this.#steps += 1;
    this.#promised.before(label);
    this.#last = within(() => this.#now());
    if (this.#last !== undefined) this.caught.set(this.#steps, this.#last);
  }

  /** @returns undefined: a git that runs beside it writes meanwhile, and what is seen may be what never was */
  #now(): Caught | undefined {
    const lines = [...this.#promised.lines];
    const now = Date.now();
    const seen = this.#seenAt(now);
    if (this.#last?.lines.length === lines.length && isSame(seen, this.#seen)) return this.#last;
    this.#seen = seen;
    try {
      const print = this.#prints.of(this.#place, lines);
      const known = this.#byPrint.get(print);
      const made = known ?? { print, lines, saved: this.#copy(seen, String(this.#steps)) };
      if (!isSame(seen, this.#seenAt(now))) return undefined;
      this.#byPrint.set(print, made);
      return made;
    } catch (error) {
      if (hasCode(error, "ENOENT")) return undefined;
      throw error;
    }
  }

  #seenAt(now: number): Seen {
    return seenIn(this.#place.dir, now, this.#without);
  }

  /** What has not changed since the last copy gets a second name instead: nobody writes to a copy. */
  #copy(seen: Seen, name: string): string {
    const to = join(this.#home, name);
    mkdirSync(to, { recursive: true });
    const before = this.#copied;
    for (const [path, now] of seen) {
      const [source, target] = [join(this.#place.dir, path), join(to, path)];
      if (now === directory) mkdirSync(target);
      else if (now.startsWith(link)) symlinkSync(now.slice(link.length), target);
      else if (before?.seen.get(path) === now) linkSync(join(before.to, path), target);
      else copyFile(source, target);
    }
    this.#copied = { seen, to };
    return to;
  }
}

const [directory, link, kept] = ["directory", "link ", "kept"];

function seenIn(dir: string, now: number, without: string | undefined): Seen {
  const seen = new Map<string, string>();
  const visit = (path: string): void => {
    for (const entry of readdirSync(join(dir, path), { withFileTypes: true })) {
      const name = path === "" ? entry.name : `${path}/${entry.name}`;
      if (name === without) continue;
      try {
        if (entry.isDirectory()) {
          seen.set(name, directory);
          visit(name);
        } else if (entry.isSymbolicLink()) seen.set(name, `${link}${readlinkSync(join(dir, name))}`);
        else seen.set(name, isKept(`/${name}`) ? kept : signOf(join(dir, name), now));
      } catch (error) {
        if (!hasCode(error, "ENOENT")) throw error;
      }
    }
  };
  visit("");
  return seen;
}

const isSame = (one: Seen, other: Seen): boolean =>
  one.size === other.size && [...one].every(([path, now]) => other.get(path) === now);
