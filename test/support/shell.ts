import { execFileSync, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, readSync, rmSync, writeSync } from "node:fs";
import { join, resolve } from "node:path";
import { isSettable, quoted } from "./shell-words.js";
import { sharedDirectory } from "./temporary.js";

/** How a program ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * A shell that starts programs for this worker and waits for them. To start one itself Node copies the tables of all its
 * memory, and after that each page that it writes to, which takes as long as most gits; a shell has little to copy.
 */
class Shell {
  readonly #dir = sharedDirectory("coppice-shell-");
  readonly #said = join(this.#dir, "said");
  readonly #commands: number;
  readonly #answers: number;
  #exported = settable();
  #umask = process.umask();
  #count = 0;

  constructor() {
    const [commands, answers] = [join(this.#dir, "commands"), join(this.#dir, "answers")];
    execFileSync("mkfifo", [commands, answers]);
    // Opened for both, a pipe waits for nobody, and neither do those that are opened after it.
    const both = [openSync(commands, "r+"), openSync(answers, "r+")];
    const theirs = [openSync(commands, "r"), openSync(answers, "w")];
    this.#commands = openSync(commands, "w");
    this.#answers = openSync(answers, "r");
    // It ends with the worker, at the end of its commands.
    const said = openSync(this.#said, "a");
    spawn("sh", [], { stdio: [theirs[0], "ignore", said, theirs[1]] }).unref();
    for (const descriptor of [...both, ...theirs, said]) closeSync(descriptor);
  }

  run(cwd: string, words: readonly string[], env: Readonly<Record<string, string>>): Ended {
    this.#count += 1;
    const out = join(this.#dir, `${this.#count}.out`);
    const err = join(this.#dir, `${this.#count}.err`);
    const own = Object.entries(env).map(([name, value]) => `export ${name}=${quoted(value)}; `);
    const others = Object.entries(process.env).filter(([name]) => !isSettable(name));
    const set = others.length === 0 ? [] : ["env", ...others.map(([name, value]) => `${name}=${value}`)];
    const program = [...set, ...words].map(quoted).join(" ");
    const command = `${own.join("")}cd -P -- ${quoted(resolve(cwd))} && exec ${program}`;
    const ends = `</dev/null >${quoted(out)} 2>${quoted(err)} 3>&-`;
    this.#tell(`${this.#changes()}(${command}) ${ends}; echo $? >&3\n`);
    const code = this.#answer();
    const ended = { code, stdout: readFileSync(out, "utf8"), stderr: readFileSync(err, "utf8") };
    // What is still open belongs to this program alone.
    rmSync(out);
    rmSync(err);
    return ended;
  }

  /** What has changed in this process's environment since the last program. */
  #changes(): string {
    const now = settable();
    const umask = process.umask();
    const changes = umask === this.#umask ? [] : [`umask ${umask.toString(8)}\n`];
    for (const [name, value = ""] of Object.entries(now))
      if (this.#exported[name] !== value) changes.push(`export ${name}=${quoted(value)}\n`);
    for (const name of Object.keys(this.#exported))
      if (now[name] === undefined) changes.push(`unset ${name}\n`);
    this.#exported = now;
    this.#umask = umask;
    return changes.join("");
  }

  #tell(command: string): void {
    try {
      writeSync(this.#commands, command);
    } catch (error) {
      throw this.#ended(error);
    }
  }

  #ended(cause?: unknown): Error {
    const said = readFileSync(this.#said, "utf8");
    return new Error(`The shell that starts programs for the tests has ended: ${said}`, { cause });
  }

  #answer(): number {
    const bytes = Buffer.alloc(16);
    let text = "";
    while (!text.endsWith("\n")) {
      const length = readSync(this.#answers, bytes);
      if (length === 0) throw this.#ended();
      text += bytes.toString("latin1", 0, length);
    }
    return Number(text);
  }
}

const settable = (): Variables =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => isSettable(name)));

let shell: Shell | undefined;

/** Runs a program to its end, with the environment of this process and `env`; it has no input. */
export function runInShell(
  cwd: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Ended {
  shell ??= new Shell();
  return shell.run(cwd, words, env);
}
