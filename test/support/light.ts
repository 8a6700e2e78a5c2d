import { AsyncResource } from "node:async_hooks";
import childProcess, { ChildProcess } from "node:child_process";
import fs from "node:fs";
import { Socket } from "node:net";
import { constants } from "node:os";
import { basename, delimiter, join } from "node:path";
import { isSettable, quoted } from "./shell-words.js";

/*
 * Git started for half the price. Node forks itself for each: the tables of all its memory are copied, and each page
 * that it writes to after that, which takes longer than most gits run. Here a small shell starts them instead. Named pipes
 * tell it what, and are the program's input and output; to whoever calls `spawn`, and to the faults, it is a ChildProcess
 * like any other. It goes by the number of its shell, which leads its group. What a shell can't do just so is left to Node.
 */

/** As they are before anybody counts or breaks them. */
const { accessSync, closeSync, mkdirSync, openSync, readSync, statSync, writeSync } = fs;
const { O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY, X_OK } = fs.constants;
const { execFileSync, spawn } = childProcess;

/** What is to be started. */
interface Wanted {
  readonly words: readonly string[];
  readonly cwd: string;
  readonly variables: ReadonlyMap<string, string>;
  /** Input, output, errors, and what git is asked to write beside them: libuv's pipe, or undefined for nothing. */
  readonly pipes: readonly (object | undefined)[];
}

/** How a program has ended, as libuv tells it: the signal is empty where there was none. */
type Told = (code: number, signal: string) => void;

const streams = ["in", "out", "err", "beside"] as const;
/** What a shell gives to its programs unasked. */
const shellsOwn = ["PWD", "OLDPWD", "SHLVL"];
const signals = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));
/** Git's exit code when it was called wrongly, which is a signal's as well. */
const usage = 129;

/** A shell that runs one program at a time. */
class Shell {
  readonly pid: number;
  /** It has ended. */
  gone = false;
  readonly #dir: string;
  readonly #commands: number;
  readonly #begun: number;
  readonly #ends: Socket;
  #told: Told | undefined;

  constructor(dir: string) {
    mkdirSync(dir, { recursive: true });
    this.#dir = dir;
    const [commands, begun, ends] = [join(dir, "commands"), join(dir, "begun"), join(dir, "ends")];
    execFileSync("mkfifo", [commands, begun, ends, ...streams.map((name) => join(dir, name))]);
    // Opened for both, a pipe waits for nobody, and neither do those that are opened after it.
    const both = [commands, begun, ends].map((path) => openSync(path, O_RDWR));
    const theirs = [openSync(commands, O_RDONLY), openSync(begun, O_WRONLY), openSync(ends, O_WRONLY)];
    this.#commands = openSync(commands, O_WRONLY);
    this.#begun = openSync(begun, O_RDONLY);
    this.#ends = new Socket({ fd: openSync(ends, O_RDONLY | O_NONBLOCK), readable: true, writable: false });
    // It ends with this process, at the end of its commands.
    const shell = spawn("sh", [], {
      cwd: "/",
      env: { PATH: process.env.PATH },
      stdio: [theirs[0], "ignore", "ignore", theirs[1], theirs[2]],
      detached: true,
    });
    for (const descriptor of [...both, ...theirs]) closeSync(descriptor);
    shell.unref();
    this.pid = shell.pid ?? 0;
    // A signal to the group is for the program; the shell tells what came of it.
    writeSync(this.#commands, "trap : HUP INT TERM\n");
    this.#ends.unref();
    this.#ends.on("error", () => {});
    let text = "";
    this.#ends.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      if (!text.endsWith("\n")) return;
      const status = Number(text);
      text = "";
      const signal = status === usage ? undefined : signals.get(status - 128);
      this.#end(signal === undefined ? status : 0, signal ?? "");
    });
    this.#ends.on("close", () => {
      this.gone = true;
      closeSync(this.#commands);
      closeSync(this.#begun);
      this.#end(0, "SIGKILL");
    });
  }

  /** @returns whether it has begun: the shell may be gone, together with the last program */
  start({ words, cwd, variables, pipes }: Wanted, told: Told): boolean {
    const paths = streams.map((name, at) => (pipes[at] === undefined ? "/dev/null" : join(this.#dir, name)));
    // No end of a pipe is alone before the program has its own.
    const held = paths.map((path) => openSync(path, O_RDWR | O_NONBLOCK));
    const [stdin = "", stdout = "", stderr = "", beside = ""] = paths.map(quoted);
    const given = [...variables].map(([name, value]) => `${name}=${quoted(value)}`);
    const begun = this.#begins(
      [
        `umask ${process.umask().toString(8)}`,
        `cd -P -- ${quoted(cwd)}`,
        `unset ${shellsOwn.join(" ")}`,
        `exec 5<${stdin} 6>${stdout} 7>${stderr} 8>${beside}`,
        "echo >&3",
        `${[...given, ...words.map(quoted)].join(" ")} <&5 >&6 2>&7 3>&8 4>&- 5<&- 6>&- 7>&- 8>&-`,
        "ended=$?",
        // Nobody is to take the shell for somebody at work there.
        "cd /",
        "exec 5<&- 6>&- 7>&- 8>&-",
        "echo $ended >&4",
        "",
      ].join("\n"),
    );
    if (begun) {
      for (const [at, pipe] of pipes.entries())
        if (pipe !== undefined)
          method(pipe, "open")(openSync(paths[at] ?? "", (at === 0 ? O_WRONLY : O_RDONLY) | O_NONBLOCK));
      this.#told = told;
    }
    for (const descriptor of held) closeSync(descriptor);
    return begun;
  }

  #begins(command: string): boolean {
    try {
      writeSync(this.#commands, command);
      return readSync(this.#begun, Buffer.alloc(1)) > 0;
    } catch {
      return false;
    }
  }

  /** Whether it may have another: nothing that the last one has left behind is at its pipes. */
  isFree(): boolean {
    return !this.gone && !this.#isRead("in") && !streams.slice(1).some((name) => this.#isWritten(name));
  }

  /** Whether its end holds this process. */
  hold(held: boolean): void {
    if (held) this.#ends.ref();
    else this.#ends.unref();
  }

  #isRead(name: string): boolean {
    try {
      closeSync(openSync(join(this.#dir, name), O_WRONLY | O_NONBLOCK));
      return true;
    } catch {
      return false;
    }
  }

  #isWritten(name: string): boolean {
    const descriptor = openSync(join(this.#dir, name), O_RDONLY | O_NONBLOCK);
    try {
      return readSync(descriptor, Buffer.alloc(1)) !== 0;
    } catch {
      return true;
    } finally {
      closeSync(descriptor);
    }
  }

  #end(code: number, signal: string): void {
    const told = this.#told;
    this.#told = undefined;
    told?.(code, signal);
  }
}

/** Takes the place of libuv's process in a ChildProcess, which calls these. */
class LightProcess {
  readonly #shell: Shell;
  readonly #context = new AsyncResource("LightProcess");
  #runs = false;

  constructor(shell: Shell) {
    this.#shell = shell;
  }

  get pid(): number {
    return this.#shell.pid;
  }

  /** @returns whether it has begun */
  start(wanted: Wanted, onExit: Method): boolean {
    this.#runs = this.#shell.start(wanted, (code, signal) => {
      this.#runs = false;
      this.#shell.hold(false);
      this.#context.runInAsyncScope(onExit, undefined, code, signal);
    });
    this.#shell.hold(this.#runs);
    return this.#runs;
  }

  kill(signal: number): number {
    try {
      process.kill(-this.pid, signal);
      return 0;
    } catch {
      return -constants.errno.ESRCH;
    }
  }

  ref(): void {
    if (this.#runs) this.#shell.hold(true);
  }

  unref(): void {
    if (this.#runs) this.#shell.hold(false);
  }

  hasRef(): boolean {
    return this.#runs;
  }

  close(): void {}
}

/** @returns undefined: a shell could not do it as Node does */
function wantedIn(given: object): Wanted | undefined {
  const { file, args, cwd, envPairs, stdio } = Object.fromEntries<unknown>(Object.entries(given));
  if (typeof file !== "string" || basename(file) !== "git" || !isTexts(args) || !isTexts(envPairs))
    return undefined;
  if (!Array.isArray(stdio) || stdio.length > streams.length) return undefined;
  const variables = new Map(
    envPairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );
  const directory = typeof cwd === "string" ? cwd : process.cwd();
  const pipes = stdio.map(pipeOf);
  const can =
    [...variables.keys()].every(isSettable) &&
    !pipes.includes(false) &&
    isDirectory(directory) &&
    isProgram(file, variables.get("PATH") ?? "");
  if (!can) return undefined;
  return {
    words: [file, ...args.slice(1)],
    cwd: directory,
    variables,
    pipes: pipes.map((pipe) => (pipe === false ? undefined : pipe)),
  };
}

/** @returns libuv's pipe; undefined: nothing is to be there; false: something else is */
function pipeOf(stream: unknown): object | undefined | false {
  if (typeof stream !== "object" || stream === null) return false;
  const [type, handle, ipc]: unknown[] = ["type", "handle", "ipc"].map((name) => Reflect.get(stream, name));
  if (type === "ignore") return undefined;
  return type === "pipe" && ipc !== true && typeof handle === "object" && handle !== null ? handle : false;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

function isDirectory(path: string): boolean {
  try {
    accessSync(path, X_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

const isProgram = (file: string, path: string): boolean =>
  (file.includes("/") ? [file] : path.split(delimiter).map((dir) => join(dir, file))).some((place) => {
    try {
      // Most of them have none: an error for each takes longer than all else here.
      if (!place.startsWith("/") || statSync(place, { throwIfNoEntry: false })?.isFile() !== true)
        return false;
      accessSync(place, X_OK);
      return true;
    } catch {
      return false;
    }
  });

type Method = (...args: unknown[]) => unknown;

function method(of: object, name: string): Method {
  const found: unknown = Reflect.get(of, name);
  if (typeof found !== "function") throw new Error(`there is no method ${name}`);
  return (...args) => Reflect.apply(found, of, args);
}

/**
 * From now on this process starts its gits so, and nothing else: whoever waits for the signal that ended a program wants
 * to know it, and a shell tells of one as of a code.
 * @param home a directory of its own
 */
export function startGitLightly(home: string): void {
  const original: unknown = Reflect.get(ChildProcess.prototype, "spawn");
  if (process.platform === "win32" || typeof original !== "function") return;
  let free: Shell[] = [];
  let count = 0;
  const start = (wanted: Wanted, onExit: Method): [LightProcess, Shell] => {
    free = free.filter(({ gone }) => !gone);
    const at = free.findLastIndex((shell) => shell.isFree());
    for (const known of at < 0 ? [] : free.splice(at, 1)) {
      const light = new LightProcess(known);
      if (light.start(wanted, onExit)) return [light, known];
    }
    count += 1;
    const shell = new Shell(join(home, String(count)));
    const light = new LightProcess(shell);
    if (!light.start(wanted, onExit)) throw new Error("The shell that was to start a program has ended.");
    return [light, shell];
  };
  Reflect.set(ChildProcess.prototype, "spawn", function (this: ChildProcess, options: unknown): unknown {
    const libuv: unknown = Reflect.get(this, "_handle");
    if (typeof libuv !== "object" || libuv === null) throw new Error("a process has no handle");
    const startAny = (given: object): unknown => {
      const wanted = wantedIn(given);
      if (wanted === undefined) {
        Reflect.set(this, "_handle", libuv);
        return method(libuv, "spawn")(given);
      }
      const [light, shell] = start(wanted, method(libuv, "onexit"));
      Reflect.set(this, "_handle", light);
      this.once("close", () => free.push(shell));
      return 0;
    };
    Reflect.set(this, "_handle", { spawn: startAny });
    return Reflect.apply(original, this, [options]);
  });
}
