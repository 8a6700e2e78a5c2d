import type { Bare } from "./bare.js";

/** GitHub gives no more of a file than this by GraphQL. */
const longestText = 512_000;

/** A path of a commit, as GraphQL tells it; a directory's or a submodule's entry has no text. */
export async function treeEntry(bare: Bare, oid: string, path: string) {
  const line = await bare.constant("ls-tree", "-z", "--full-tree", oid, "--", path);
  const [, mode = "", type = "", object = ""] = /^(\d+) (\w+) ([0-9a-f]+)\t/.exec(line) ?? [];
  if (object === "") return null;
  return { mode: Number.parseInt(mode, 8), type, object: type === "blob" ? () => blob(bare, object) : null };
}

async function blob(bare: Bare, oid: string) {
  const { stdout } = await bare.run(["cat-file", "blob", oid]);
  const isBinary = stdout.includes("\0");
  const isTruncated = stdout.length > longestText;
  return {
    __typename: "Blob",
    oid,
    byteSize: Number(await bare.constant("cat-file", "-s", oid)),
    isBinary,
    isTruncated,
    text: isBinary ? null : stdout.slice(0, longestText),
  };
}
