import { dirname } from "node:path";
import { GitRunner } from "../../src/git/run.js";
import { createTempDir, openRepo, type TestRepo } from "../support/repo.js";

/** Numbers that look random and are the same for the same seed. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 to `sides` - 1. */
  roll(sides: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  }

  pick<T>(of: readonly T[]): T {
    const one = of[this.roll(of.length)];
    if (one === undefined) throw new Error("nothing to pick from");
    return one;
  }
}

interface File {
  readonly mode: string;
  readonly text: string;
}

type Files = Map<string, File>;

const lines = (name: string): string =>
  Array.from({ length: 14 }, (_, line) => `${name} ${line % 5 === 4 ? "same" : line}\n`).join("");

const plain = (text: string): File => ({ mode: "100644", text });

function firstFiles(): Files {
  const paths = [
    "top.txt",
    "docs/one.md",
    "docs/two.md",
    "src/a.ts",
    "src/b.ts",
    "src/deep/c.ts",
    "src/deep/d.ts",
  ];
  const files: Files = new Map(paths.map((path) => [path, plain(lines(path))]));
  for (let index = 0; index < 240; index += 1) files.set(`lib/${index}.txt`, plain(lines(`lib ${index}`)));
  files.set("latest", { mode: "120000", text: "top.txt" });
  files.set("with space/ä.txt", plain(lines("umlaut")));
  files.set("lib.txt", plain("sorts between lib and lib/\n"));
  return files;
}

/** One change, mostly an edit of one place. */
function change(dice: Dice, files: Files, fresh: string, options: HistoryOptions): void {
  const path = files.size === 0 ? "only.txt" : dice.pick([...files.keys()]);
  const file = files.get(path) ?? plain("");
  const isText = file.mode !== "120000" && file.mode !== "160000";
  const move = (from: string, to: string): void => {
    const moved = files.get(from);
    if (moved === undefined || from === to) return;
    files.delete(from);
    files.set(to, moved);
  };
  switch (dice.roll(options.calm === true ? 9 : 24)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
    case 5: {
      if (!isText) return;
      const text = file.text.split("\n");
      text[dice.roll(text.length)] = `changed for ${fresh}`;
      files.set(path, { ...file, text: text.join("\n") });
      return;
    }
    case 6:
      files.set(`${dice.pick(["new", "lib", "src/deep", "new/er"])}/${fresh}.txt`, plain(lines(fresh)));
      return;
    case 7:
      if (isText) files.set(path, { ...file, text: `${fresh}\n${file.text}` });
      return;
    case 8:
      if (isText) files.set(path, { ...file, text: `${file.text}${fresh}\n` });
      return;
    case 9:
      files.set("list.txt", plain(`${files.get("list.txt")?.text ?? "list\n"}${fresh}\n`));
      return;
    case 10:
    case 11:
      files.delete(path);
      return;
    case 12:
      move(path, `${path}.moved`);
      return;
    case 13: {
      const folder = path.split("/")[0] ?? "";
      for (const each of [...files.keys()].filter((one) => one.startsWith(`${folder}/`)))
        move(each, `${folder}-moved/${each.slice(folder.length + 1)}`);
      return;
    }
    case 14:
      if (isText) files.set(path, { ...file, mode: file.mode === "100644" ? "100755" : "100644" });
      return;
    case 15:
      if (isText) files.set(path, { mode: "120000", text: "docs/one.md" });
      return;
    case 16:
      // A file where a folder was, or a folder where a file was.
      for (const each of [...files.keys()].filter((one) => one.startsWith("docs/"))) files.delete(each);
      files.set("docs", plain("no folder any more\n"));
      return;
    case 17:
      files.delete("top.txt");
      files.set("top.txt/inner.txt", plain("a folder now\n"));
      return;
    case 18:
      files.set("image.bin", plain(`\0binary ${fresh}`));
      return;
    case 19:
      files.set("module", { mode: "160000", text: fresh.padEnd(40, "0").replace(/[^0-9a-f]/g, "a") });
      return;
    case 20:
      if (options.attributes === true) files.set(".gitattributes", plain(`*.txt merge=union\n# ${fresh}\n`));
      return;
    case 21:
      files.set("docs/same.md", plain("everybody writes the same\n"));
      return;
    default:
      if (isText) files.set(path, plain(lines(path).replace("1\n", "one\n")));
  }
}

export interface HistoryOptions {
  readonly seed: number;
  readonly branches: number;
  /** Edits and new files alone. */
  readonly calm?: boolean;
  /** Some change `.gitattributes`. */
  readonly attributes?: boolean;
  readonly format?: "sha1" | "sha256";
}

export interface History {
  readonly repo: TestRepo;
  /** Their tips, in the order of their names. */
  readonly heads: readonly string[];
}

/**
 * A repository with `main` and many branches `task/0` ...: with edits of the same files in other places and in the same
 * ones, renames, deletions, modes, links, folders in the place of files, submodules, branches on branches, with main
 * merged into them, without commits, with changes that main has, with reverts, and one that shares nothing with main.
 */
export async function history(options: HistoryOptions): Promise<History> {
  const { branches, format = "sha1", calm = false } = options;
  const dice = new Dice(options.seed);
  const dir = `${createTempDir()}/repo`;
  const made: Files[] = [];
  const stream: string[] = [];
  const commit = (
    ref: string,
    files: Files,
    before: Files | undefined,
    parents: readonly number[],
  ): number => {
    made.push(files);
    const person = `T <t@example.com> ${1_700_000_000 + (calm ? made.length : dice.roll(1000))} +0000`;
    const text = `commit ${made.length}`;
    stream.push(`commit ${ref}\nmark :${made.length}\ncommitter ${person}\ndata ${text.length}\n${text}\n`);
    for (const [index, parent] of parents.entries()) {
      stream.push(`${index === 0 ? "from" : "merge"} :${parent}\n`);
    }
    for (const path of before?.keys() ?? []) if (!files.has(path)) stream.push(`D ${path}\n`);
    for (const [path, file] of files) {
      if (before?.get(path) === file) continue;
      if (file.mode === "160000")
        stream.push(`M 160000 ${file.text.padEnd(format === "sha1" ? 40 : 64, "0")} ${path}\n`);
      else stream.push(`M ${file.mode} inline ${path}\ndata ${Buffer.byteLength(file.text)}\n${file.text}\n`);
    }
    return made.length;
  };
  const filesOf = (mark: number): Files => made[mark - 1] ?? new Map();
  const start = commit("refs/heads/main", firstFiles(), undefined, []);
  const trunk = [start];
  for (let index = 0; index < 3; index += 1) {
    const [last = start] = trunk.slice(-1);
    const files = new Map(filesOf(last));
    change(dice, files, `m${index}`, { ...options, calm: true });
    trunk.push(commit("refs/heads/main", files, filesOf(last), [last]));
  }
  const tips: number[] = [];
  for (let index = 0; index < branches; index += 1) {
    const ref = `refs/heads/task/${index}`;
    const onOther = tips.length > 0 && dice.roll(6) === 0;
    const calmly = calm || dice.roll(6) > 0;
    let tip = onOther ? dice.pick(tips) : dice.pick(trunk);
    const first = tip;
    if (!calmly && dice.roll(15) === 0)
      tip = commit(ref, new Map([["alone.txt", plain("alone\n")]]), undefined, []);
    for (let count = dice.roll(calmly ? 2 : 4); count >= 0; count -= 1) {
      if (!calmly && count === 0 && dice.roll(12) === 0) break;
      const files = new Map(filesOf(tip));
      for (let more = dice.roll(3); more >= 0; more -= 1)
        change(dice, files, `b${index}-${count}`, { ...options, calm: calmly });
      tip = commit(ref, files, filesOf(tip), [tip]);
    }
    if (!calmly && dice.roll(10) === 0) {
      const [main = start] = trunk.slice(-1);
      const files = new Map([...filesOf(main), ...filesOf(tip)]);
      tip = commit(ref, files, filesOf(tip), [tip, main]);
    }
    if (!calmly && dice.roll(12) === 0) tip = commit(ref, new Map(filesOf(first)), filesOf(tip), [tip]);
    stream.push(`reset ${ref}\nfrom :${tip}\n\n`);
    tips.push(tip);
  }
  const repo = await importInto(dir, format, stream.join(""));
  const refs = tips.map((_, index) => `refs/heads/task/${index}`);
  return { repo, heads: repo.git("rev-parse", ...refs).split("\n") };
}

async function importInto(dir: string, format: string, stream: string): Promise<TestRepo> {
  const repo = openRepo(dir);
  repo.gitIn(dirname(dir), "init", "--quiet", `--object-format=${format}`, "-b", "main", dir);
  repo.git("config", "user.name", "Test");
  repo.git("config", "user.email", "test@example.com");
  await new GitRunner().run(dir, ["fast-import", "--quiet", "--force"], { stdin: stream });
  return repo;
}
