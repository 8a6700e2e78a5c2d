import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Loss } from "../section.js";
import { branchOf } from "./deeds.js";
import { blobOid, type Ledger } from "./ledger.js";
import { type Clone, clones, type Site } from "./site.js";

/** Brings everything to rest and looks whether all that was made is there. */
export async function verdictOn(site: Site, ledger: Ledger, report: (text: string) => void): Promise<Loss[]> {
  const losses: Loss[] = [];
  for (const clone of clones) losses.push(...(await heal(site, clone, report)));
  // Each hears of the other's last words.
  for (const clone of [...clones, ...clones]) {
    const { code, stderr } = await site.coppice(site.at(clone), ["sync"]);
    if (code !== 0)
      losses.push({ kind: "state", where: clone, what: `sync ended with ${code}: ${stderr.slice(-500)}` });
  }
  const [here = "", there = "", over = ""] = await Promise.all(
    [...clones, "origin.git"].map((name) => site.sure(site.at(name), "rev-parse", "refs/notes/coppice")),
  );
  if (here !== there || here !== over)
    losses.push({
      kind: "entry",
      where: "refs/notes/coppice",
      what: "the clones and the remote hold different journals",
    });
  losses.push(...(await missing(site, ledger)));
  for (const name of [...clones, "origin.git"]) {
    const { code, stdout, stderr } = await site.git(site.at(name), ["fsck", "--full", "--no-dangling"]);
    if (code !== 0)
      losses.push({
        kind: "state",
        where: name,
        what: `git fsck ended with ${code}: ${(stdout + stderr).slice(-500)}`,
      });
  }
  return losses;
}

/** A repair may make another one possible. */
const repairs = 3;

async function heal(site: Site, clone: Clone, report: (text: string) => void): Promise<Loss[]> {
  // What a worker has switched to is a person's business: doctor tells of it, and leaves it.
  for (const path of site.workplaces(clone)) await site.switchBack(path, branchOf(path));
  for (let count = 0; count < repairs; count += 1) {
    await site.coppice(site.at(clone), ["doctor", "--fix"]);
    if ((await site.coppice(site.at(clone), ["doctor"])).code === 0) return [];
  }
  const { code, stdout, stderr } = await site.coppice(site.at(clone), ["doctor"]);
  if (code === 0) return [];
  report(stdout + stderr);
  return [
    {
      kind: "state",
      where: clone,
      what: `doctor ends with ${code} after --fix: ${(stdout + stderr).slice(0, 2_000)}`,
    },
  ];
}

async function missing(site: Site, ledger: Ledger): Promise<Loss[]> {
  const there = new Set<string>();
  let messages = "";
  for (const name of [...clones, "origin.git"]) {
    const objects = await site.sure(site.at(name), "rev-list", "--objects", "--all", "--no-object-names");
    for (const oid of objects.split("\n")) there.add(oid);
    messages += await site.sure(site.at(name), "log", "--exclude=refs/notes/*", "--all", "--format=%B%n");
  }
  for (const clone of clones) {
    for (const path of [site.at(clone), ...site.worktrees(clone)]) {
      for (const file of existsSync(path) ? readdirSync(path, { withFileTypes: true }) : [])
        if (file.isFile()) there.add(blobOid(readFileSync(join(path, file.name))));
    }
  }
  const told = new Set(messages.split("\n"));
  const losses: Loss[] = [];
  for (const [oid, where] of ledger.edits)
    if (!there.has(oid))
      losses.push({ kind: "edit", where, what: `a file with the content ${oid} is nowhere` });
  for (const [message, where] of ledger.commits)
    if (!told.has(message))
      losses.push({ kind: "commit", where, what: `the commit "${message}" is on no ref` });
  return losses;
}
