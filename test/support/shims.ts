import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { createRepo, type TestRepo } from "./repo.js";

/** The project's hook scripts. */
export const hooksDir = join(import.meta.dirname, "../../hooks");

/** An observation as a hook left it. */
export interface Observed {
  readonly hook: string;
  readonly cwd: string;
  readonly gitDir: string;
  readonly head: string;
  readonly oid: string;
  readonly args: readonly string[];
}

export interface ShimOptions {
  /** The interpreter line of the installed scripts, `/usr/bin/dash`. Default: as they are. */
  readonly shell?: string | undefined;
  /** Added to the settings, as sh. */
  readonly settings?: string;
  /** The main repository's folder. */
  readonly name?: string;
  /** The folder of the managed worktree, beside it. */
  readonly worktree?: string;
}

/** What ran, and what it said. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * A repository with Coppice's scripts in its hooks directory, and a program in the place of Coppice that writes down
 * how it was started. `task/a` is checked out in a managed worktree, `other` in an unmanaged one.
 */
export interface ShimPlace {
  readonly repo: TestRepo;
  readonly common: string;
  readonly worktree: string;
  readonly gitDir: string;
  readonly unmanaged: string;
  /** Runs git and never throws. */
  git(cwd: string, args: readonly string[], env?: Readonly<Record<string, string>>): Ran;
  /** Runs an installed hook as a person would by hand. */
  hook(
    name: string,
    cwd: string,
    args: readonly string[],
    input?: string,
    env?: Readonly<Record<string, string>>,
  ): Ran;
  /** What was observed since the last look. */
  observed(): Observed[];
  /** How Coppice's program was started since the last look: `flush <common>`, `pre-push origin url`. */
  started(): string[];
  /** What the program got on standard input the last time. */
  programInput(): string;
  /** What the program ends with when it judges a push. */
  answer(code: number): void;
  /** The one word, or `error <operation>`, that the engine keeps for the hooks. */
  state(text: string): void;
  /** Puts a script where the installer keeps the one that was there before. */
  keep(hook: string, text: string): void;
  /** Replaces the settings' tail. */
  settings(text: string): void;
  /** A file beside the repository. */
  read(name: string): string;
}

const program = `
place=\${0%/*}
printf '%s\\n' "$*" >>"$place/started"
for name in GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE GIT_COMMON_DIR GIT_PREFIX NODE_OPTIONS; do
  eval "[ -z \\"\\\${$name+x}\\" ]" || printf '%s is set\\n' "$name" >>"$place/started"
done
case $1 in
  flush) rm -f "$2/coppice/flush.pid" ;;
  pre-push)
    cat >"$place/input"
    read -r code <"$place/answer"
    [ "$code" = 0 ] || echo 'refused by the program' >&2
    exit "$code"
    ;;
esac
`;

export function shimPlace(options: ShimOptions = {}): ShimPlace {
  const repo = createRepo({ name: options.name ?? "repo" });
  const beside = dirname(repo.dir);
  const worktree = join(beside, options.worktree ?? "wt");
  const unmanaged = join(beside, "unmanaged");
  repo.git("worktree", "add", "--quiet", "-b", "task/a", worktree);
  repo.git("worktree", "add", "--quiet", "-b", "other", unmanaged);
  const common = join(repo.dir, ".git");
  const gitDir = repo.gitIn(worktree, "rev-parse", "--absolute-git-dir");
  markManaged(common, gitDir, "task/a");
  writeFileSync(join(beside, "program"), program);
  writeFileSync(join(beside, "answer"), "0\n");
  installShims(common, options.shell);
  const settings = (text: string): void =>
    writeFileSync(join(common, "coppice/hooks/settings"), `${settingsFor(join(beside, "program"))}${text}\n`);
  settings(options.settings ?? "");
  const consume = (name: string): string => {
    const text = existsSync(join(beside, name)) ? readFileSync(join(beside, name), "utf8") : "";
    rmSync(join(beside, name), { force: true });
    return text;
  };
  return {
    repo,
    common,
    worktree,
    gitDir,
    unmanaged,
    git: (cwd, args, env = {}) => ran("git", args, cwd, undefined, env),
    hook: (name, cwd, args, input, env = {}) => ran(join(common, "hooks", name), args, cwd, input, env),
    observed: () => takeObservations(common),
    started: () =>
      consume("started")
        .split("\n")
        .filter((line) => line !== ""),
    programInput: () => consume("input"),
    answer: (code) => writeFileSync(join(beside, "answer"), `${code}\n`),
    state: (text) => writeFileSync(join(gitDir, "coppice/state"), `${text}\n`),
    keep: (hook, text) => {
      const file = join(common, "hooks", `${hook}.coppice-kept`);
      writeFileSync(file, text);
      chmodSync(file, 0o755);
    },
    settings,
    read: (name) => readFileSync(join(beside, name), "utf8"),
  };
}

/** The oid of no object in a SHA-1 repository. */
export const zeros = "0".repeat(40);

/** Changes a file of the managed worktree. */
export const edit = (place: ShimPlace, file = "src/a.txt", text = "changed\n"): void =>
  writeFileSync(join(place.worktree, file), text);

export const headOf = (place: ShimPlace, cwd = place.worktree): string =>
  place.repo.gitIn(cwd, "rev-parse", "HEAD");

/** Which hooks left an observation since the last look. */
export const hooksSeen = (place: ShimPlace): string[] => place.observed().map(({ hook }) => hook);

/** What the engine writes for a worktree that it manages. */
export function markManaged(common: string, gitDir: string, branch: string): void {
  mkdirSync(join(gitDir, "coppice"), { recursive: true });
  writeFileSync(join(gitDir, "coppice/id"), `record-of-${branch}\n`);
  writeFileSync(join(gitDir, "coppice/state"), "active\n");
  const mark = join(common, "coppice/managed", branch);
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, "");
}

/** Copies the scripts to where the installer puts them. */
export function installShims(common: string, shell?: string): void {
  const own = join(common, "coppice/hooks");
  mkdirSync(own, { recursive: true });
  mkdirSync(join(common, "hooks"), { recursive: true });
  for (const name of readdirSync(hooksDir)) copyFileSync(join(hooksDir, name), join(own, name));
  for (const name of readdirSync(hooksDir)) {
    if (name.endsWith(".sh")) continue;
    const text = readFileSync(join(hooksDir, name), "utf8");
    const file = join(common, "hooks", name);
    writeFileSync(file, shell === undefined ? text : text.replace("#!/bin/sh", `#!${shell}`));
    chmodSync(file, 0o755);
  }
}

/** The settings, with sh in Node's place: nothing of Coppice needs to start to see what the scripts do. */
export function settingsFor(file: string): string {
  return [
    "coppice_version=1",
    "coppice_node=/bin/sh",
    `coppice_program='${file.replaceAll("'", "'\\''")}'`,
    "coppice_flush=sync",
    "coppice_fail_closed=0",
    "coppice_order=first",
    "coppice_notes=refs/notes/coppice",
    "coppice_task() { case $1 in 'task/'*) return 0 ;; esac; return 1; }",
    "",
  ].join("\n");
}

/** Reads and removes what is in the spool. An incomplete observation throws. */
export function takeObservations(common: string): Observed[] {
  const spool = join(common, "coppice/spool");
  if (!existsSync(spool)) return [];
  return readdirSync(spool)
    .sort()
    .map((name) => {
      const file = join(spool, name);
      const fields = readFileSync(file, "utf8").split("\0");
      const [mark, version, hook = "", cwd = "", gitDir = "", head = "", oid = "", count] = fields;
      const args = fields.slice(8, -2);
      const end = fields.slice(-2);
      const good =
        name.endsWith(".obs") && mark === "coppice-observation" && version === "1" && end[0] === "end";
      if (!good || end[1] !== "" || args.length !== Number(count)) throw new Error(`incomplete: ${name}`);
      rmSync(file);
      return { hook, cwd, gitDir, head, oid, args };
    });
}

function ran(
  command: string,
  args: readonly string[],
  cwd: string,
  input: string | undefined,
  env: Readonly<Record<string, string>>,
): Ran {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    input: input ?? "",
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error !== undefined) throw error;
  return { code: status, stdout, stderr };
}
