import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { inflateSync } from "node:zlib";
import { indexContent } from "../../support/index-content.js";
import type { Place } from "./place.js";
import { statSign } from "./sign.js";

/**
 * Tells whether two runs have come to the same: every file of a place, every ref of its repositories, and every object that
 * something there names. Left out is what differs each time although nothing else happened: times, stamps, random names,
 * what an index remembers of looking. The names of commits follow from their times, so each object goes by a name that is
 * made of its content with these left out. An object that nothing names, or half of one, is as if it were not there: whoever
 * makes it next makes the same.
 */
export class Fingerprints {
  /** Objects never change: what one is called here is found out once for each store and oid. */
  readonly #names = new Map<string, string>();
  /** A file that stands as it did tells the same, once all objects are there that it names. */
  readonly #contents = new Map<string, { readonly sign: string; readonly told: string }>();
  #missing = 0;

  /**
   * @param lines what was promised on the way
   * @returns a hash
   */
  of(place: Place, lines: Iterable<string>): string {
    const objects = place.at("repo/.git/objects");
    const promised = [...lines].map((line) => this.#text(objects, line)).sort();
    return sum([...this.#standing(place), ...promised].join("\n"));
  }

  /** The same of what a list can go by: neither logs nor a cache, and nothing that only waits to be deleted. */
  ofListed(place: Place): string {
    return sum(this.#standing(place, /\/(?:logs|cache|\.coppice-trash|unregistered)$/).join("\n"));
  }

  /** @param passing directories that are passed over */
  #standing(place: Place, passing?: RegExp): string[] {
    const stores = ["repo/.git", "other/.git", "origin.git"].filter((store) => existsSync(place.at(store)));
    const visit = (path: string, objects: string): string[] =>
      readdirSync(place.at(path), { withFileTypes: true }).flatMap((entry) => {
        const name = `${path}/${entry.name}`;
        if (entry.isDirectory()) {
          if (entry.name === "objects" && (path.endsWith(".git") || path.endsWith("/modules"))) return [];
          if (passing?.test(name) === true) return [];
          return [`${plain(name)}/`, ...visit(name, objects)];
        }
        return [`${this.#text(objects, name)} ${this.#contentOf(place.at(name), objects)}`];
      });
    return stores.flatMap((store) => {
      const objects = place.at(`${store}/objects`);
      const others = readdirSync(objects)
        .filter((fan) => fan.length !== 2)
        .flatMap((fan) => readdirSync(join(objects, fan)).map((name) => `${fan}/${plain(name)}`));
      const root = store.replace(/\/\.git$/, "");
      return [store, ...others.sort(), root, ...visit(root, objects).sort()];
    });
  }

  #contentOf(path: string, objects: string): string {
    const sign = statSign(path, Date.now());
    const known = this.#contents.get(path);
    if (sign !== undefined && known?.sign === sign) return known.told;
    const missing = this.#missing;
    const told = this.#read(path, objects);
    if (sign !== undefined && missing === this.#missing) this.#contents.set(path, { sign, told });
    return told;
  }

  #read(path: string, objects: string): string {
    if (lstatSync(path).isSymbolicLink()) return readlinkSync(path);
    const bytes = readFileSync(path);
    // Only people and git write so much, and no times.
    if (bytes.length > much) return sum(bytes);
    if (bytes.toString("latin1", 0, 4) === "DIRC") return sum(this.#index(bytes, objects));
    return sum(this.#text(objects, bytes.toString("latin1")));
  }

  /** With what becomes of the blobs that it names. */
  #index(bytes: Buffer, objects: string): string {
    const content = indexContent(bytes);
    const blobs: string[] = [];
    if (content !== bytes)
      for (let at = entriesAt, left = content.readUInt32BE(countAt); left > 0; left -= 1) {
        blobs.push(this.#nameOf(objects, content.toString("hex", at + oidAt, at + nameAt - 2)));
        at = content.indexOf(0, at + nameAt) + 1;
      }
    return `${sum(content)} ${blobs.join(" ")}`;
  }

  /** A text without what differs each time. */
  #text(objects: string, text: string): string {
    return plain(text.replaceAll(/\b[0-9a-f]{40}\b/g, (one) => this.#nameOf(objects, one)));
  }

  #nameOf(objects: string, name: string): string {
    const known = this.#names.get(objects + name);
    if (known !== undefined) return known;
    const path = join(objects, name.slice(0, 2), name.slice(2));
    if (!existsSync(path)) {
      // It may come later.
      this.#missing += 1;
      return "absent";
    }
    // An object that names itself by a text in it would have no end.
    this.#names.set(objects + name, "itself");
    const made = this.#readObject(path, objects, name);
    this.#names.set(objects + name, made);
    return made;
  }

  #readObject(path: string, objects: string, name: string): string {
    let bytes: Buffer;
    try {
      bytes = inflateSync(readFileSync(path));
    } catch {
      return `broken ${basename(path).length}`;
    }
    const end = bytes.indexOf(0);
    const [type = ""] = bytes.toString("latin1", 0, end).split(" ");
    const content = bytes.subarray(end + 1);
    if (type === "tree") return `t${sum(this.#tree(content, objects))}`;
    const text = content.toString("latin1");
    // Only what Coppice itself has written has times in it.
    if (type === "blob" && !text.startsWith('{"')) return name;
    return `${type[0]}${sum(this.#text(objects, text))}`;
  }

  #tree(content: Buffer, objects: string): string {
    const entries: string[] = [];
    for (let at = 0; at < content.length; ) {
      const end = content.indexOf(0, at);
      const name = content.toString("latin1", at, end);
      const named = this.#nameOf(objects, content.toString("hex", end + 1, end + 21));
      // A note's name is that of a record, whose first line has a time.
      entries.push(`${/^\d+ [0-9a-f]{2}$|^\d+ [0-9a-f]{38,40}$/.test(name) ? "#" : name} ${named}`);
      at = end + 21;
    }
    return entries.sort().join("\n");
  }
}

const much = 50_000;
/** Of what an index says of files: each with mode, blob, flags and path. */
const [countAt, entriesAt, oidAt, nameAt] = [8, 12, 4, 26];
const sum = (data: string | Buffer): string => createHash("sha1").update(data).digest("hex").slice(0, 20);

/** Without times, stamps, and names made at random. */
const plain = (text: string): string =>
  text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, "#")
    .replaceAll(/\b(?=[0-9a-f]*\d)[0-9a-f]{12,}\b(?:-[0-9a-f]+\b)*/g, "#")
    .replaceAll(/(archive-|coppice-[a-z-]+|tmp_obj_|\.tmp\.?|\d\.)[A-Za-z0-9]{6}\b/g, "$1#")
    .replaceAll(/\d{4,}/g, "#");
