import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, join, posix, relative } from "node:path";
import { nearest } from "../config/nearest.js";
import type { Config } from "../config/schema.js";
import { roleName } from "../config/schema.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import { isDotGit } from "./archive-files.js";
import type { Engine } from "./context.js";
import { hasCode } from "./files.js";
import { isInside } from "./find.js";

/** A file that a role brings: both paths relative, with slashes, from the root of the main worktree and of the new one. */
export interface RoleFile {
  readonly from: string;
  readonly to: string;
}

export interface Role {
  readonly name: string;
  readonly config: Config["roles"][string];
  /** By target; each target once. */
  readonly files: readonly RoleFile[];
}

const rolesDirectory = "roles";
const mostFiles = 1_000;
const deepest = 32;

/** What the config says of a role; nothing of one that is a directory alone. */
export const roleConfig = ({ config }: Pick<Engine, "config">, name: string | null): Role["config"] =>
  (name !== null && Object.hasOwn(config.roles, name) ? config.roles[name] : undefined) ?? {};

/**
 * Finds a role, by the config or by a directory `roles/NAME` of the main worktree, with the files that it brings as they
 * are there now. Nothing is read but names.
 * @throws ROLE_NOT_FOUND; ENV_COPY_FAILED when a file that the config names is missing, or cannot be brought; UNTRUSTED
 *   when one of them lies outside the main worktree
 */
export function findRole(engine: Engine, name: string): Role {
  const directories = roleDirectories(engine);
  const known = new Set(roleNames(engine));
  if (!roleName.safeParse(name).success) throw badName(name);
  if (!known.has(name)) throw notFound(name, known);
  const config = roleConfig(engine, name);
  const sources =
    config.files ?? (directories.includes(name) ? { [posix.join(rolesDirectory, name)]: "" } : {});
  const files = new Map<string, RoleFile>();
  for (const [from, to] of Object.entries(sources)) {
    for (const file of filesAt(engine, name, from, to)) {
      const other = files.get(file.to);
      if (other !== undefined)
        throw refused(name, file.to, `both ${other.from} and ${file.from} would become it`);
      files.set(file.to, file);
    }
  }
  if (files.size > mostFiles) throw refused(name, rolesDirectory, `it has more than ${mostFiles} files`);
  return { name, config, files: [...files.values()].sort((a, b) => (a.to < b.to ? -1 : 1)) };
}

/** The roles that there are, by the config or as directories. */
export const roleNames = (engine: Engine): string[] => [
  ...new Set([...Object.keys(engine.config.roles), ...roleDirectories(engine)]),
];

/** The roles that are directories. A file system may take other names for one of them; the name decides here. */
function roleDirectories({ repo }: Engine): string[] {
  if (repo.mainWorktree === undefined) return [];
  return entriesOf(join(repo.mainWorktree, rolesDirectory)).flatMap((entry) =>
    entry.isDirectory() && roleName.safeParse(entry.name).success ? [entry.name] : [],
  );
}

function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return [];
    throw error;
  }
}

/** The files that one source of a role stands for. A directory brings all that is in it. */
function filesAt(engine: Engine, role: string, from: string, to: string): RoleFile[] {
  const main = engine.repo.mainWorktree;
  if (main === undefined) throw refused(role, from, "a bare repository has no main worktree to copy it from");
  const files: RoleFile[] = [];
  // Links can make endlessly many of a few.
  let directories = 0;
  const visit = (source: string, target: string, above: readonly string[]): void => {
    const path = realOf(engine, role, main, source);
    if (above.includes(path)) throw refused(role, source, "it is a link to a directory that it lies in");
    if (above.length > deepest) throw refused(role, source, `it lies more than ${deepest} directories deep`);
    const stat = statSync(path);
    if (stat.isFile()) {
      files.push({ from: source, to: checkedTarget(engine, role, target) });
    } else if (stat.isDirectory() && files.length <= mostFiles) {
      directories += 1;
      if (directories > mostFiles) throw refused(role, from, `it has more than ${mostFiles} directories`);
      for (const { name } of entriesOf(path)) {
        if (/[\r\n\uFFFD]/.test(name))
          throw refused(role, source, "the name of a file in it has a line break, or is no UTF-8");
        visit(posix.join(source, name), posix.join(target, name), [...above, path]);
      }
    } else if (!stat.isDirectory()) {
      throw refused(role, source, "it is no regular file");
    }
  };
  const source = posix.normalize(from).replace(/\/$/, "");
  // Into a directory, where the target is written as one.
  const isFile = statSync(realOf(engine, role, main, source)).isFile();
  const into = to === "" || to === "." || to.endsWith("/");
  visit(source, isFile && into ? posix.join(to, basename(source)) : to, []);
  return files;
}

/** A link among the files is followed as long as it stays in the main worktree: its content is what is copied. */
function realOf(engine: Engine, role: string, main: string, source: string): string {
  let path: string;
  try {
    path = realpathSync(join(main, source));
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR", "ELOOP")) throw refused(role, source, "it does not exist");
    throw error;
  }
  const root = realpathSync(main);
  const parts = relative(root, path).split(/[\\/]/);
  if (isInside(path, root) && !parts.some((part) => isDotGit(engine.repo, part))) return path;
  throw new CoppiceError(
    "UNTRUSTED",
    `${source}, a file of the role ${role}, leads out of the main worktree, or to files of git's own.`,
    {
      details: { files: [source.slice(0, 4096)] },
      suggestedAction: "Put a copy of the file in its place: a link could lead anywhere on this machine.",
    },
  );
}

function checkedTarget({ repo }: Engine, role: string, target: string): string {
  const to = posix.normalize(target).replace(/\/$/, "");
  const parts = to.split("/");
  if (to === "." || to.startsWith("/") || parts.includes(".."))
    throw refused(role, target, "it lies outside the worktree");
  if (parts.some((part) => isDotGit(repo, part))) throw refused(role, to, "it belongs to git itself");
  return to;
}

/**
 * Refuses a role whose files would stand where the branch has its own.
 * @param commit what the new worktree will have checked out
 * @throws PATH_EXISTS
 */
export async function refuseTracked({ repo }: Engine, { name, files }: Role, commit: Oid): Promise<void> {
  for (const { to } of files) {
    const parts = to.split("/");
    for (let length = 1; length <= parts.length; length += 1) {
      const path = parts.slice(0, length).join("/");
      const found = await repo.objects().info(`${commit}:${path}`);
      if (found === undefined) break;
      if (length < parts.length && found.type === "tree") continue;
      throw new CoppiceError("PATH_EXISTS", `The role ${name} brings ${to}, and git tracks ${path} there.`, {
        details: { files: [to] },
        suggestedAction:
          "Give the file another target in the config's roles, or leave all of them out with --no-role-files.",
      });
    }
  }
}

const badName = (name: string): CoppiceError =>
  new CoppiceError("ROLE_NOT_FOUND", `${JSON.stringify(name.slice(0, 200))} is no name of a role.`, {
    details: { key: name.slice(0, 4096) },
    suggestedAction:
      "A role's name has letters, digits, dots, dashes and underscores of ASCII, at most 100, and begins with a letter or a digit.",
  });

function notFound(name: string, known: ReadonlySet<string>): CoppiceError {
  const near = nearest(name, known);
  const shown = JSON.stringify(name.slice(0, 200));
  return new CoppiceError(
    "ROLE_NOT_FOUND",
    `There is no role ${shown}: neither the config nor a directory roles/ of the main worktree has it${near === undefined ? "" : ` (did you mean '${near}'?)`}.`,
    {
      details: { key: name.slice(0, 4096), ...(near === undefined ? {} : { nearest: near }) },
      ...(known.size === 0
        ? {}
        : { suggestedAction: `Name one of these: ${[...known].sort().slice(0, 20).join(", ")}.` }),
    },
  );
}

const refused = (role: string, path: string, why: string): CoppiceError =>
  new CoppiceError(
    "ENV_COPY_FAILED",
    `The role ${role} cannot bring ${JSON.stringify(path.slice(0, 1000))}: ${why}.`,
    {
      details: { step: "copyEnvFiles", files: [path.slice(0, 4096)], reason: why },
      suggestedAction: "Mend the role, or leave its files out with --no-role-files.",
    },
  );
