import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { Oid } from "../lifecycle/ids.js";
import { errnoOf, systemError } from "../lifecycle/system-errors.js";
import { attributeFiles } from "./attribute-files.js";
import { deleteMergeDirectory, makeMergeDirectory } from "./merge-directory.js";
import { ObjectWriter, objectWriter } from "./object-writer.js";
import type { Repository } from "./repository.js";
import { since } from "./version.js";

/**
 * A temporary git directory and work tree in which merges are computed, so that the result does not depend on
 * where Coppice was called: not on the caller's `.gitattributes`, not on `info/attributes` of this clone, not on
 * whether the repository is bare. Objects are read from the real repository; refs do not exist here.
 *
 * The attributes that count are those of one commit, given to `pin`. Git takes them from there with `--attr-source`
 * (2.43); an older git reads them from the work tree, where that commit's `.gitattributes` files are laid out.
 */
export class MergePlace {
  readonly #repo: Repository;
  readonly #dir: string;
  #attributes: Oid | undefined;

  /** Where git is started. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where merge-tree writes. */
  readonly objects: string;
  /** Writes there, too. */
  readonly writer: ObjectWriter;
  /** Writes objects that git can read here and that vanish with the place. */
  readonly scratch: ObjectWriter;

  /** @param keep - whether merged objects go into the repository; else they vanish with the place */
  constructor(repo: Repository, keep: boolean) {
    this.#repo = repo;
    this.#dir = makeMergeDirectory(repo, keep);
    const real = join(repo.commonDir, "objects");
    const scratch = join(this.#dir, "scratch");
    this.objects = keep ? real : join(this.#dir, "objects");
    this.cwd = join(this.#dir, "tree");
    try {
      this.#lay();
    } catch (error) {
      this.dispose();
      throw systemError(error, "make a temporary directory for merging") ?? error;
    }
    this.env = {
      GIT_DIR: join(this.#dir, "git"),
      GIT_WORK_TREE: this.cwd,
      GIT_OBJECT_DIRECTORY: this.objects,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: [...(keep ? [] : [real]), scratch].map(quoted).join(delimiter),
      GIT_ATTR_NOSYSTEM: "1",
    };
    this.writer = keep ? objectWriter(repo) : new ObjectWriter(this.objects, repo.objectFormat);
    this.scratch = new ObjectWriter(scratch, repo.objectFormat);
  }

  /** What stands before `merge-tree` on git's command line. */
  get options(): string[] {
    const source =
      this.#hasAttrSource && this.#attributes !== undefined ? [`--attr-source=${this.#attributes}`] : [];
    return ["-c", "core.attributesFile=", ...source];
  }

  /** Makes the attributes of a commit or tree count. A git that is already running may have read others. */
  async pin(attributes: Oid): Promise<void> {
    this.#attributes = attributes;
    if (this.#hasAttrSource) return;
    rmSync(this.cwd, { recursive: true, force: true });
    mkdirSync(this.cwd);
    const files = await attributeFiles(this.#repo, attributes, this.env);
    const contents = await this.#repo.objects().readMany(files.map((file) => file.oid));
    try {
      files.forEach((file, index) => {
        const target = join(this.cwd, file.path);
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, contents[index]?.data ?? "");
      });
    } catch (error) {
      throw systemError(error, "lay out the attributes of the merge") ?? error;
    }
  }

  /** Deletes the place with everything that was not kept. Idempotent. */
  dispose(): void {
    deleteMergeDirectory(this.#dir);
  }

  #lay(): void {
    for (const folder of ["scratch", "objects", "tree", "git/refs", "git/objects"]) {
      mkdirSync(join(this.#dir, folder), { recursive: true });
    }
    writeFileSync(join(this.#dir, "git/HEAD"), "ref: refs/heads/none\n");
    writeFileSync(join(this.#dir, "git/config"), configText(this.#repo));
    copyShallow(this.#repo.commonDir, join(this.#dir, "git"));
  }

  get #hasAttrSource(): boolean {
    return this.#repo.version.atLeast(...since.attrSource);
  }
}

/** The repository's own configuration is included (merge drivers, promisor remotes); its format has to stand here. */
function configText(repo: Repository): string {
  const partial = repo.config.get("extensions.partialClone");
  const shared = repo.config.get("core.sharedRepository");
  return [
    "[core]",
    "\trepositoryformatversion = 1",
    ...(shared === undefined ? [] : [`\tsharedRepository = ${configValue(shared)}`]),
    "[extensions]",
    ...(repo.objectFormat === "sha1" ? [] : [`\tobjectFormat = ${repo.objectFormat}`]),
    ...(partial === undefined ? [] : [`\tpartialClone = ${configValue(partial)}`]),
    "[include]",
    `\tpath = ${configValue(join(repo.commonDir, "config"))}`,
    // After the included file, which may say otherwise: merge-tree ignores attributes in a bare repository.
    "[core]",
    "\tbare = false",
    "",
  ].join("\n");
}

const configValue = (text: string): string =>
  `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n").replaceAll("\t", "\\t")}"`;

function copyShallow(commonDir: string, gitDir: string): void {
  try {
    writeFileSync(join(gitDir, "shallow"), readFileSync(join(commonDir, "shallow")));
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  }
}

/** A path in GIT_ALTERNATE_OBJECT_DIRECTORIES: in double quotes when it holds what separates or quotes there. */
function quoted(path: string): string {
  if (!path.includes(delimiter) && !/^"|\n/.test(path)) return path;
  return `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}
