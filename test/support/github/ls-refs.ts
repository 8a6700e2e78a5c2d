import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Bare } from "./bare.js";
import { packet, packets } from "./packets.js";
import { readRefs } from "./refs.js";

/**
 * Answers the request of protocol 2 for refs as upload-pack does.
 * @returns undefined: it asks for something else, or for tags, of which git alone knows what they point to
 */
export function listRefs(bare: Bare, input: Buffer): string | undefined {
  // A request for objects can be long; its first line tells it.
  if (!input.toString("latin1", 4, 20).startsWith("command=ls-refs")) return undefined;
  const lines = packets(input);
  const prefixes = lines.flatMap((line) => (line.startsWith("ref-prefix ") ? [line.slice(11)] : []));
  const refs = readRefs(bare.dir, "refs/");
  const wanted = (name: string): boolean =>
    prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix));
  const shown = [...refs].filter(([name]) => wanted(name));
  if (shown.some(([name]) => name.startsWith("refs/tags/"))) return undefined;
  const target = /^ref: (.*)\n$/.exec(readFileSync(join(bare.dir, "HEAD"), "utf8"))?.[1] ?? "";
  const oid = refs.get(target);
  if (target === "" || (oid === undefined && wanted("HEAD"))) return undefined;
  const symrefs = lines.includes("symrefs") ? ` symref-target:${target}` : "";
  const head = wanted("HEAD") ? [packet(`${oid} HEAD${symrefs}\n`)] : [];
  return [...head, ...shown.map(([name, at]) => packet(`${at} ${name}\n`)), "0000"].join("");
}
