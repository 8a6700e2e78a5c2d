import fs from "node:fs";
import { patch } from "./files.js";
import type { Safety } from "./plan.js";
import { currentWalk } from "./steps.js";

/*
 * Coppice without one of its safeties. They are taken away from outside: in the product there is no switch that could be
 * thrown by anybody else.
 */

const off = (safety: Safety): boolean => currentWalk()?.plan.off?.includes(safety) === true;

/** The lock of one record. */
const recordLock = /\/coppice\/locks\/(?:[0-9a-f]{40}|[0-9a-f]{64})\.lock$/;
/** Everybody gets the lock of a record: it is never there, and making it always works. */
export function switchOff(): void {
  patch(
    fs,
    "linkSync",
    (original) => (from, to) => (off("lock") && recordLock.test(String(to)) ? undefined : original(from, to)),
  );
  patch(fs, "statSync", (original) => (path, options) => {
    if (!off("lock") || !recordLock.test(String(path))) return original(path, options);
    if (typeof options === "object" && options !== null && Reflect.get(options, "throwIfNoEntry") === false)
      return undefined;
    return original(`${String(path)}.switched-off`, options);
  });
}

/** What `git update-ref --stdin -z` is told, without the values that refs must have which move, or which go. */
export function withoutExpected(input: string): string {
  if (!off("swap") && !off("expected")) return input;
  const fields = input.split("\0");
  const kept: string[] = [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [ref = "", to = "", from = ""] = fields.slice(at, at + 3);
    kept.push(`${ref}\0${to}\0${off(/^0+$/.test(to) ? "expected" : "swap") ? "" : from}\0`);
  }
  return kept.join("");
}

/** A command of git without what says which values refs must have. */
export function withoutExpectedArgs(words: readonly string[]): string[] {
  const at = words.findIndex((word) => word === "push" || word === "fast-import");
  if (at < 0 || !off(words[at] === "push" ? "expected" : "swap")) return [...words];
  const bare = words.filter((word) => !word.startsWith("--force-with-lease"));
  return [...bare.slice(0, bare.indexOf(words[at] ?? "") + 1), "--force", ...bare.slice(at + 1)];
}
