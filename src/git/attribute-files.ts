import type { Oid } from "../lifecycle/ids.js";
import { parseTree } from "./object-format.js";
import type { Repository } from "./repository.js";

/** A `.gitattributes` file of a tree. */
export interface AttributeFile {
  /** Below the top, with slashes. */
  readonly path: string;
  readonly oid: string;
}

/** Above so many folders one `ls-tree` is faster than reading them. */
const limit = 100;

/**
 * The `.gitattributes` files of a tree or commit, symbolic links left out. Without a process of its own where there are
 * few folders.
 * @param env where the tree is, if the repository itself does not have it
 */
export async function attributeFiles(
  repo: Repository,
  treeish: Oid,
  env: Readonly<Record<string, string>>,
): Promise<AttributeFile[]> {
  const files = (await readFolders(repo, treeish)) ?? (await listFiles(repo, treeish, env));
  return files.filter(({ path }) => isPlain(path));
}

/** Reads all folders of one depth at a time; undefined: there are many, or one is not in the repository. */
async function readFolders(repo: Repository, treeish: Oid): Promise<AttributeFile[] | undefined> {
  const files: AttributeFile[] = [];
  let open = [{ path: "", name: `${treeish}^{tree}` }];
  for (let met = 1; open.length > 0; met += open.length) {
    if (met > limit) return undefined;
    const objects = await repo.objects().readMany(open.map(({ name }) => name));
    const below: typeof open = [];
    for (const [index, { path }] of open.entries()) {
      const object = objects[index];
      if (object?.type !== "tree") return undefined;
      for (const { mode, name, oid } of parseTree(object.data, repo.objectFormat)) {
        if (mode.startsWith("04")) below.push({ path: `${path}${name}/`, name: oid });
        else if (name === ".gitattributes" && mode.startsWith("100")) files.push({ path: path + name, oid });
      }
    }
    open = below;
  }
  return files;
}

async function listFiles(
  repo: Repository,
  treeish: Oid,
  env: Readonly<Record<string, string>>,
): Promise<AttributeFile[]> {
  const { stdout } = await repo.git.run(repo.commonDir, ["ls-tree", "-r", "-z", "--full-tree", treeish], {
    env: { ...env, GIT_WORK_TREE: repo.commonDir },
  });
  return stdout
    .toString("utf8")
    .split("\0")
    .flatMap((record) => {
      const match = /^100\d{3} blob ([0-9a-f]+)\t((?:[\s\S]*\/)?\.gitattributes)$/.exec(record);
      const [, oid, path] = match ?? [];
      return oid === undefined || path === undefined ? [] : [{ path, oid }];
    });
}

/** A tree can be written to hold any name; these would lead out of the place or into a git directory. */
const isPlain = (path: string): boolean =>
  path
    .split("/")
    .every((part) => part !== "" && part !== "." && part !== ".." && part.toLowerCase() !== ".git");
