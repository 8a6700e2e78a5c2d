import { spawn } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readRefs } from "./refs.js";

/** Who commits on GitHub's side. */
const identity = {
  GIT_AUTHOR_NAME: "GitHub",
  GIT_AUTHOR_EMAIL: "noreply@github.invalid",
  GIT_COMMITTER_NAME: "GitHub",
  GIT_COMMITTER_EMAIL: "noreply@github.invalid",
};

export interface Merge {
  readonly clean: boolean;
  readonly tree: string;
}

/** Refuses single refs, as a protected branch does; the answers are GitHub's. Run by git receive-pack for each ref. */
const updateHook = `#!/bin/sh
while read -r ref what message; do
  if [ "$ref" = "$1" ] && { [ "$what" = all ] || case $3 in *[!0]*) false ;; esac; }; then
    echo "error: $message" >&2
    exit 1
  fi
done < coppice-refused
if [ "$COPPICE_FAKE_WORKFLOWS" = no ]; then
  old=$2
  case $old in *[!0]*) ;; *) old=HEAD ;; esac
  case $3 in *[!0]*) ;; *) exit 0 ;; esac
  if ! git diff --quiet "$old" "$3" -- .github/workflows; then
    echo 'error: refusing to allow a GitHub App to create or update workflow without \`workflows\` permission' >&2
    exit 1
  fi
fi
`;

/** The bare repository behind a fake one. Every git runs beside the server, never in its way. */
export class Bare {
  readonly #known = new Map<string, Promise<{ code: number; stdout: string }>>();

  constructor(readonly dir: string) {
    writeFileSync(join(dir, "coppice-refused"), "");
    mkdirSync(join(dir, "hooks"), { recursive: true });
    writeFileSync(join(dir, "hooks", "update"), updateHook);
    chmodSync(join(dir, "hooks", "update"), 0o755);
  }

  /** Written by hand: a process for each line would be half of what a repository costs. */
  configure(): void {
    const lines = [
      "[http]\n\treceivepack = true",
      // Nobody but GitHub moves them.
      "[receive]\n\thideRefs = refs/pull\n\tautogc = false",
      "[uploadpack]\n\tallowAnySHA1InWant = true\n\tallowFilter = true",
      "[gc]\n\tauto = 0",
    ];
    appendFileSync(join(this.dir, "config"), `${lines.join("\n")}\n`);
  }

  /** Pushes of these refs, or their deletion alone, are refused one by one, with the message. */
  refuse(refs: ReadonlyMap<string, string>, deletions: ReadonlyMap<string, string> = new Map()): void {
    const lines = [
      ...[...refs].map(([ref, message]) => `${ref} all ${message}\n`),
      ...[...deletions].map(([ref, message]) => `${ref} deletion ${message}\n`),
    ];
    writeFileSync(join(this.dir, "coppice-refused"), lines.join(""));
  }

  /** Standard output without its last line feed; throws when git ends with another code than 0. */
  async git(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(args);
    if (code !== 0) throw new Error(`git ${args[0] ?? ""} ended with ${code}: ${stderr}`);
    return stdout.replace(/\n$/, "");
  }

  /** The same for a command whose arguments name objects alone: what it says once stays true, and is not asked again. */
  async constant(...args: string[]): Promise<string> {
    const { code, stdout } = await this.#once(args, [0]);
    if (code !== 0) throw new Error(`git ${args[0] ?? ""} ended with ${code}`);
    return stdout.replace(/\n$/, "");
  }

  /** @param lasting the exit codes that are an answer for ever; any other is asked for anew */
  #once(args: readonly string[], lasting: readonly number[]): Promise<{ code: number; stdout: string }> {
    const key = args.join("\0");
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const asked = this.run(args).then(({ code, stdout }) => {
      if (!lasting.includes(code)) this.#known.delete(key);
      return { code, stdout };
    });
    this.#known.set(key, asked);
    return asked;
  }

  /** The refs below a prefix that ends in a slash, or of exactly that name, by full name and in its order. */
  async refs(prefix = "refs/"): Promise<Map<string, string>> {
    return readRefs(this.dir, prefix);
  }

  /** @param from what the ref must hold; all zeros: it must not exist; undefined: whatever */
  async move(ref: string, to: string, from?: string): Promise<boolean> {
    const { code } = await this.run(["update-ref", ref, to, ...(from === undefined ? [] : [from])]);
    return code === 0;
  }

  async remove(ref: string): Promise<void> {
    await this.git("update-ref", "-d", ref);
  }

  /** Whether it has a commit. */
  async has(oid: string): Promise<boolean> {
    return (await this.#once(["cat-file", "-e", `${oid}^{commit}`], [0])).code === 0;
  }

  async isAncestor(ancestor: string, of: string): Promise<boolean> {
    return (await this.#once(["merge-base", "--is-ancestor", ancestor, of], [0, 1])).code === 0;
  }

  /** What merging would give: the same machinery that GitHub's merges end in. */
  async merge(base: string, head: string): Promise<Merge> {
    const { code, stdout } = await this.#once(["merge-tree", "--write-tree", base, head], [0, 1]);
    if (code > 1 || code < 0) throw new Error(`git merge-tree ended with ${code}`);
    return { clean: code === 0, tree: stdout.split("\n")[0] ?? "" };
  }

  async commit(tree: string, parents: readonly string[], message: string, date: string): Promise<string> {
    const args = ["commit-tree", tree, ...parents.flatMap((parent) => ["-p", parent]), "-m", message];
    const { code, stdout } = await this.run(args, { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date });
    if (code !== 0) throw new Error("git commit-tree failed");
    return stdout.trim();
  }

  async run(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    input?: string,
  ): Promise<{ code: number; stdout: string; stderr: string }> {
    const child = spawn("git", ["--git-dir", this.dir, ...args], {
      env: { ...process.env, ...identity, ...env },
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    child.stdin?.end(input);
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout?.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => err.push(chunk));
    const code = await new Promise<number>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (exit) => resolve(exit ?? -1));
    });
    return { code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() };
  }
}
