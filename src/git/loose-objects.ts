import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import type { Oid } from "../lifecycle/ids.js";
import { type GitObject, isObjectType, parseCommit } from "./object-format.js";
import { isOid, type ObjectFormat } from "./oid.js";

/** Where a repository keeps its refs and objects. */
export interface LoosePlace {
  /** Absolute. */
  readonly commonDir: string;
  readonly objectFormat: ObjectFormat;
  readonly refFormat: "files" | "reftable";
}

/** What is longer, git reads while we do something else. */
const largest = 1024 * 1024;

/** A journal's commit and folders are read again with each entry. */
const mostKnown = 64;
const largestKnown = 64 * 1024;

/**
 * Reads what stands in files of its own: the refs and objects that were written since the last `git gc`. Those are what is
 * asked for most, and they cost no process. Whatever else there is (packs, alternates, symbolic refs, replacements, something
 * broken) is git's to read.
 */
export class LooseObjects {
  readonly #place: LoosePlace;
  #replaces: boolean | undefined;
  /** What was read last. An object never changes. */
  readonly #known = new Map<Oid, GitObject>();

  constructor(place: LoosePlace) {
    this.#place = place;
  }

  /**
   * The object that a name stands for: an oid, a branch's or a notes ref's full name, either with `^{commit}` or `^{tree}`.
   * @returns undefined when git has to be asked, which may still find it, or tell that there is none
   */
  read(name: string): GitObject | undefined {
    if (this.#hasReplacements()) return undefined;
    const [, base = "", wanted] = /^(.*?)(?:\^\{(commit|tree)\})?$/.exec(name) ?? [];
    const oid = isOid(base) ? base : this.#ref(base);
    const object = oid === undefined ? undefined : this.#object(oid);
    if (object === undefined || wanted === undefined || object.type === wanted) return object;
    if (wanted !== "tree" || object.type !== "commit") return undefined;
    return this.#object(parseCommit(object.oid, object.data).tree);
  }

  #ref(name: string): Oid | undefined {
    if (!/^refs\/(?:heads|notes)\/[^\0\n]+$/.test(name) || name.includes("..")) return undefined;
    const oid = this.#bytes(name)?.toString("latin1").replace(/\n$/, "");
    return oid !== undefined && isOid(oid) ? oid : undefined;
  }

  #object(oid: Oid): GitObject | undefined {
    const object = this.#known.get(oid) ?? this.#readObject(oid);
    if (object === undefined) return undefined;
    if (this.#known.size >= mostKnown) this.#known.clear();
    if (object.size <= largestKnown) this.#known.set(oid, object);
    return object;
  }

  #readObject(oid: Oid): GitObject | undefined {
    const file = this.#bytes(`objects/${oid.slice(0, 2)}/${oid.slice(2)}`);
    if (file === undefined) return undefined;
    try {
      const bytes = inflateSync(file, { maxOutputLength: largest });
      // What is broken git tells better.
      if (createHash(this.#place.objectFormat).update(bytes).digest("hex") !== oid) return undefined;
      const end = bytes.indexOf(0);
      const [type = "", size] = bytes.toString("latin1", 0, end).split(" ");
      const data = bytes.subarray(end + 1);
      return isObjectType(type) && Number(size) === data.length
        ? { oid, type, size: data.length, data }
        : undefined;
    } catch {
      return undefined;
    }
  }

  /** Git shows other objects in the place of replaced ones; refs in a table cannot be looked into for that. */
  #hasReplacements(): boolean {
    this.#replaces ??= this.#place.refFormat === "reftable" || this.#findReplacements();
    return this.#replaces;
  }

  #findReplacements(): boolean {
    const packed = this.#bytes("packed-refs");
    if (packed?.includes(" refs/replace/") === true) return true;
    try {
      return readdirSync(join(this.#place.commonDir, "refs/replace")).length > 0;
    } catch {
      return false;
    }
  }

  #bytes(path: string): Buffer | undefined {
    const file = join(this.#place.commonDir, path);
    try {
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? Number.POSITIVE_INFINITY;
      return size > largest ? undefined : readFileSync(file);
    } catch {
      return undefined;
    }
  }
}
