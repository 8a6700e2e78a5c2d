import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import { errorCatalogue } from "../../../src/lifecycle/errors.js";
import type { Loss } from "../section.js";
import { clonesOf, filesOf, type Look, linesOf, reachable, readIn, storesOf } from "./look.js";
import type { Operation } from "./operations.js";
import type { Place, Ran } from "./place.js";

/** What a place has come to, without what differs from run to run: oids of commits, times, stamps. */
export interface State {
  /** What Coppice tells of each worktree. */
  readonly told: string;
  /** What branches, upstreams and files are: to be had without Coppice. */
  readonly found: string;
}

export async function stateOf(place: Place): Promise<State> {
  const parts: string[] = [];
  for (const clone of clonesOf(place)) {
    const ran = await place.coppice(["list", "--all", "--json", "--columns", "branch,state"], clone);
    if (ran.code !== 0) parts.push(`list ended with ${ran.code}: ${ran.stderr}`);
    else parts.push(...statusesOf(ran.stdout));
  }
  return { told: parts.join("\n"), found: await foundIn(place) };
}

export async function foundIn(place: Place): Promise<string> {
  const parts: string[] = [];
  for (const store of storesOf(place)) {
    parts.push(store, await branchesOf(place, store).catch(() => ""));
  }
  for (const [path, oid] of [...filesOf(place)].sort()) parts.push(`${path} ${oid}`);
  return parts.join("\n");
}

export const textOf = ({ told, found }: State): string => `${told}\n${found}`;

/** What git says of upstreams follows from its configuration and the names of the refs, and is the same most of the time. */
const upstreams = new Map<string, string>();

/** Every branch with its tree and its upstream. */
async function branchesOf(place: Place, store: string): Promise<string> {
  const read = readIn(place, store, (one) => ({
    trees: one.refs("refs/heads/").map(([ref, oid]) => `${ref} ${one.treeOf(oid)}`),
    told: [store, one.config(), ...one.refs().map(([ref]) => ref)].join("\n"),
  }));
  const ask = (...what: string[]): Promise<string> =>
    place.git(store, "for-each-ref", `--format=${what.map((one) => `%(${one})`).join(" ")}`, "refs/heads");
  if (read === undefined) return ask("refname", "tree", "upstream");
  const { trees, told } = read;
  const known = upstreams.get(told) ?? (await ask("refname", "upstream"));
  upstreams.set(told, known);
  const each = known.split("\n").map((line) => line.split(" ")[1] ?? "");
  return trees
    .map((line, at) => `${line} ${each[at] ?? ""}`)
    .join("\n")
    .trim();
}

const listed = z.object({
  worktrees: z.array(z.looseObject({ branch: z.string(), status: z.string() })),
});

const statusesOf = (json: string): string[] =>
  listed
    .parse(JSON.parse(json))
    .worktrees.map(({ branch, status }) => `${branch} ${status}`)
    .sort();

/** What of that which was there before cannot be had back. */
export async function lossesSince(
  place: Place,
  before: Look,
  lines: ReadonlySet<string>,
): Promise<Omit<Loss, "where">[]> {
  const losses: Omit<Loss, "where">[] = [];
  let objects: ReadonlySet<string> = new Set();
  try {
    objects = await reachable(place);
  } catch (error) {
    losses.push({ kind: "commit", what: `git misses objects: ${String(error).slice(0, 400)}` });
  }
  for (const oid of before.commits)
    if (!objects.has(oid)) losses.push({ kind: "commit", what: `${oid} is reached by nothing` });
  const files = new Set(filesOf(place).values());
  for (const [oid, where] of before.contents)
    if (!objects.has(oid) && !files.has(oid)) losses.push({ kind: "edit", what: `the content of ${where}` });
  const now = await linesOf(place);
  for (const line of lines) if (!now.has(line)) losses.push({ kind: "entry", what: line.slice(0, 200) });
  return losses;
}

/** What is nobody's business but its owner's has to stand as it stood. */
export function disturbed(place: Place, before: Look): Omit<Loss, "where">[] {
  const files = filesOf(place);
  return [...before.files]
    .filter(([path]) => !path.includes("/.worktrees/") || path.includes("/task-by/"))
    .filter(([path, oid]) => files.get(path) !== oid)
    .map(([path]) => ({ kind: "file" as const, what: `${path} is not as it was` }));
}

/** Where a branch stands, as its file tells. */
export function tipOf(place: Place, branch: string): string {
  return readFileSync(place.at(`repo/.git/refs/heads/${branch}`), "utf8").trim();
}

const codes: Readonly<Record<string, { readonly exit: number }>> = errorCatalogue;
/** Errors of the command line itself. */
const usage = "USAGE";

/**
 * Whether a command has answered as documented: an error has a code of the catalogue and the exit code that belongs to it,
 * and nobody sees a stack.
 * @returns what is wrong
 */
export function badAnswer(ran: Ran, operation: Operation): string | undefined {
  const said = `${ran.stderr}${ran.stdout}`;
  if (/^ {4}at .*:\d+:\d+\)?$/m.test(said)) return `a stack: ${said.slice(0, 400)}`;
  if (ran.code === 0 || ran.code === operation.code) return undefined;
  if (operation.passes !== undefined && ran.code === operation.passes) return undefined;
  const code = /error\[([A-Z_]+)\]/.exec(said)?.[1];
  if (code === undefined) return told(ran, "no error is named");
  const known = code === usage ? { exit: 2 } : codes[code];
  if (known === undefined) return told(ran, `the code ${code} is not in the catalogue`);
  const exits = [...said.matchAll(/error\[([A-Z_]+)\]/g)].map((found) => codes[found[1] ?? ""]?.exit ?? 2);
  return exits.includes(ran.code) || ran.code === 1
    ? undefined
    : told(ran, `exit code ${ran.code} with ${code}`);
}

const told = (ran: Ran, what: string): string =>
  `${what} (exit code ${ran.code}): ${`${ran.stderr}${ran.stdout}`.trim().slice(0, 400)}`;
