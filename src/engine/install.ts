import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One package manager's installation of what a lockfile names. */
export interface Installation {
  /** The program, as it is found on PATH. */
  readonly manager: string;
  readonly command: readonly string[];
  /** The file that asks for it. */
  readonly lockfile: string;
  readonly env: Readonly<Record<string, string>>;
}

const largestManifest = 1_048_576;

/**
 * What a worktree's lockfiles ask for: at most one package manager for JavaScript, and one for each other language.
 * Every command takes the versions of the lockfile and leaves it as it is, so a new worktree stays clean.
 */
export function installationsFor(directory: string): Installation[] {
  const present = new Set(readdirSync(directory));
  const script = javaScript(directory, present);
  return [
    ...(script === undefined ? [] : [script]),
    ...others.filter(({ lockfile }) => present.has(lockfile)),
  ];
}

const others: readonly Installation[] = [
  installation("uv.lock", ["uv", "sync", "--frozen"]),
  installation("poetry.lock", ["poetry", "install", "--no-interaction"]),
  installation("Cargo.lock", ["cargo", "fetch", "--locked"]),
  installation("go.sum", ["go", "mod", "download"]),
  installation("Gemfile.lock", ["bundle", "install"], { BUNDLE_FROZEN: "true" }),
  installation("composer.lock", ["composer", "install", "--no-interaction"]),
];

/** In the order in which they are preferred where several lie side by side and package.json names none. */
const javaScriptLockfiles: readonly { readonly lockfile: string; readonly manager: string }[] = [
  { lockfile: "pnpm-lock.yaml", manager: "pnpm" },
  { lockfile: "yarn.lock", manager: "yarn" },
  { lockfile: "bun.lock", manager: "bun" },
  { lockfile: "bun.lockb", manager: "bun" },
  { lockfile: "package-lock.json", manager: "npm" },
  { lockfile: "npm-shrinkwrap.json", manager: "npm" },
];

function javaScript(directory: string, present: ReadonlySet<string>): Installation | undefined {
  const found = javaScriptLockfiles.filter(({ lockfile }) => present.has(lockfile));
  if (found.length === 0) return undefined;
  const named = packageManager(directory);
  const chosen = found.find(({ manager }) => manager === named?.name) ?? found[0];
  if (chosen === undefined) return undefined;
  const { lockfile, manager } = chosen;
  // corepack would ask whether it may download the manager, and nobody could answer.
  return installation(lockfile, [manager, ...installArguments(directory, present, manager, named)], {
    COREPACK_ENABLE_DOWNLOAD_PROMPT: "0",
  });
}

function installArguments(
  directory: string,
  present: ReadonlySet<string>,
  manager: string,
  named: PackageManager | undefined,
): readonly string[] {
  if (manager === "npm") return ["ci"];
  if (manager !== "yarn") return ["install", "--frozen-lockfile"];
  const modern =
    named?.name === "yarn"
      ? named.major >= 2
      : present.has(".yarnrc.yml") || /^__metadata:/m.test(readStart(join(directory, "yarn.lock")));
  return ["install", modern ? "--immutable" : "--frozen-lockfile"];
}

interface PackageManager {
  readonly name: string;
  readonly major: number;
}

/** The field `packageManager` of package.json: `pnpm@9.1.0+sha512.abc`. */
function packageManager(directory: string): PackageManager | undefined {
  let manifest: unknown;
  try {
    manifest = JSON.parse(readStart(join(directory, "package.json")));
  } catch {
    // The manager itself will say what is wrong with it.
    return undefined;
  }
  if (typeof manifest !== "object" || manifest === null || !("packageManager" in manifest)) return undefined;
  const found = /^(npm|pnpm|yarn|bun)@(\d+)/.exec(String(manifest.packageManager));
  return found === null ? undefined : { name: found[1] ?? "", major: Number(found[2]) };
}

function readStart(path: string): string {
  try {
    return readFileSync(path).subarray(0, largestManifest).toString("utf8");
  } catch {
    return "";
  }
}

function installation(
  lockfile: string,
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Installation {
  return { manager: command[0] ?? "", command, lockfile, env };
}
