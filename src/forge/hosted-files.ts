import * as z from "zod/mini";
import type { BranchName } from "../lifecycle/ids.js";
import type { Asking } from "./asking.js";
import type { FileText, HostedForge } from "./hosted.js";

const batch = 20;
/** What a tree says of a plain file, with or without the right to be executed; a link or a submodule is no file. */
const fileModes = new Set([0o100644, 0o100755]);

const entry = z.object({
  mode: z.int(),
  object: z.nullable(
    z.object({
      byteSize: z.optional(z.int()),
      isBinary: z.optional(z.nullable(z.boolean())),
      isTruncated: z.optional(z.boolean()),
      text: z.optional(z.nullable(z.string())),
    }),
  ),
});
const answer = z.object({
  repository: z.object({
    ref: z.nullable(z.object({ target: z.nullable(z.record(z.string(), z.nullable(entry))) })),
  }),
});

const query = (count: number): string => {
  const numbers = Array.from({ length: count }, (_, at) => at);
  return `query Files($owner: String!, $name: String!, $ref: String!, ${numbers.map((at) => `$f${at}: String!`).join(", ")}) {
  repository(owner: $owner, name: $name) {
    ref(qualifiedName: $ref) {
      target {
        ... on Commit {
          ${numbers.map((at) => `f${at}: file(path: $f${at}) { mode object { ... on Blob { byteSize isBinary isTruncated text } } }`).join("\n          ")}
        }
      }
    }
  }
}`;
};

/** What is read of the repository's own files. */
export const fileMethods = (asking: Asking): Pick<HostedForge, "files"> => ({
  files: (branch, paths) => files(asking, branch, paths),
});

/** Reads files of a branch's tip, some in one request. */
async function files(
  asking: Asking,
  branch: BranchName,
  paths: readonly string[],
): Promise<Map<string, FileText>> {
  const told = { doing: `read files of ${branch}`, what: `branch ${branch}`, permission: "contents: read" };
  const found = new Map<string, FileText>();
  for (let from = 0; from < paths.length; from += batch) {
    const some = paths.slice(from, from + batch);
    const { data, problems } = await asking.graph(told, answer, query(some.length), {
      owner: asking.repo.owner,
      name: asking.repo.repo,
      ref: `refs/heads/${branch}`,
      ...Object.fromEntries(some.map((path, at) => [`f${at}`, path])),
    });
    // A path that is not there may be told as a problem of its own.
    const problem = problems.find(({ type, path }) => type !== "NOT_FOUND" || path.length < 4);
    if (problem !== undefined) throw asking.problem(problem, told);
    const target = data?.repository.ref?.target;
    if (!target)
      throw asking.problem({ type: "NOT_FOUND", message: "there is no such branch", path: [] }, told);
    for (const [at, path] of some.entries()) {
      const one = target[`f${at}`];
      if (!one || !fileModes.has(one.mode) || one.object?.byteSize === undefined) continue;
      const { byteSize: bytes, isBinary, isTruncated, text } = one.object;
      found.set(path, { bytes, text: isBinary === false && isTruncated === false ? (text ?? null) : null });
    }
  }
  return found;
}
