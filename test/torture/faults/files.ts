import fs from "node:fs";
import { begin, end, type Step, sleepForEver, within } from "./steps.js";

/** Calls that change files. "both": their second argument is a path, too. */
const calls: Readonly<Record<string, { readonly paths: 1 | 2; readonly allocates: boolean }>> = {
  appendFile: { paths: 1, allocates: true },
  chmod: { paths: 1, allocates: false },
  copyFile: { paths: 2, allocates: true },
  cp: { paths: 2, allocates: true },
  ftruncate: { paths: 1, allocates: false },
  link: { paths: 2, allocates: true },
  mkdir: { paths: 1, allocates: true },
  mkdtemp: { paths: 1, allocates: true },
  open: { paths: 1, allocates: true },
  rename: { paths: 2, allocates: false },
  rm: { paths: 1, allocates: false },
  rmdir: { paths: 1, allocates: false },
  symlink: { paths: 2, allocates: true },
  truncate: { paths: 1, allocates: false },
  unlink: { paths: 1, allocates: false },
  utimes: { paths: 1, allocates: false },
  write: { paths: 1, allocates: true },
  writeFile: { paths: 1, allocates: true },
};
/** Of an open file, beside `write` and `writeFile`. */
const handleCalls = ["write", "writeFile", "writev", "appendFile", "truncate", "sync", "datasync"];

type Call = (...args: unknown[]) => unknown;

/** Numbers every change of a file that is made through node:fs. */
export function patchFiles(): void {
  for (const name of Object.keys(calls)) {
    patch(fs, `${name}Sync`, (original) => synchronous(name, original));
    patch(fs.promises, name, (original) => promised(name, original));
  }
  patch(fs, "fsyncSync", (original) => synchronous("fsync", original));
  patch(fs, "fsync", (original) => withCallback("fsync", original));
}

/** Puts a function in the place of another one. Where there is none, nothing is done. */
export function patch(target: object, name: string, make: (original: Call) => Call): void {
  const original: unknown = Reflect.get(target, name);
  if (typeof original !== "function") return;
  const made = make((...args) => Reflect.apply(original, target, args));
  // `promisify` finds its own form of a function there.
  for (const key of Reflect.ownKeys(original)) {
    if (typeof key === "symbol") Reflect.set(made, key, Reflect.get(original, key));
  }
  Reflect.set(target, name, made);
}

function synchronous(name: string, original: Call): Call {
  return (...args) => {
    const step = started(name, args);
    if (step === undefined) return within(() => original(...args));
    obey(step, name, args, (data) => within(() => original(args[0], data)));
    const result = within(() => original(...args));
    if (end(step) === "fail") throw systemError("EIO", name, args);
    return result;
  };
}

function promised(name: string, original: Call): Call {
  return async (...args) => {
    const step = started(name, args);
    if (step === undefined) return original(...args);
    obey(step, name, args);
    const result = await original(...args);
    if (end(step) === "fail") throw systemError("EIO", name, args);
    if (name === "open" && typeof result === "object" && result !== null)
      patchHandle(result, String(args[0]));
    return result;
  };
}

function patchHandle(handle: object, path: string): void {
  for (const name of handleCalls) {
    patch(handle, name, (original) => async (...args) => {
      const step = begin(`${name} ${short(path)}`, name.startsWith("write"));
      if (step === undefined) return original(...args);
      obey(step, name, [path]);
      const result = await original(...args);
      if (end(step) === "fail") throw systemError("EIO", name, [path]);
      return result;
    });
  }
}

function withCallback(name: string, original: Call): Call {
  return (...args) => {
    const callback = args.at(-1);
    const step = started(name, args);
    if (step === undefined || typeof callback !== "function") return original(...args);
    try {
      obey(step, name, args);
    } catch (error) {
      setImmediate(() => Reflect.apply(callback, undefined, [error]));
      return undefined;
    }
    return original(...args.slice(0, -1), (...answer: unknown[]) => {
      const failed = end(step) === "fail";
      Reflect.apply(callback, undefined, failed ? [systemError("EIO", name, args)] : answer);
    });
  };
}

function started(name: string, args: readonly unknown[]): Step | undefined {
  const [first, flags] = args;
  // What is only opened to be read changes nothing; 1 and 2 are what people read.
  if (name === "open" && isReading(flags)) return undefined;
  if ((name === "write" || name === "writeFile") && (first === 1 || first === 2)) return undefined;
  const known = calls[name];
  const paths = args.slice(0, known?.paths ?? 1).map((path) => short(String(path)));
  return begin(`${name} ${paths.join(" ")}`, known?.allocates ?? true);
}

const { O_CREAT, O_RDWR, O_TRUNC, O_WRONLY } = fs.constants;

const isReading = (flags: unknown): boolean =>
  flags === undefined ||
  flags === "r" ||
  (typeof flags === "number" && (flags & (O_CREAT | O_RDWR | O_TRUNC | O_WRONLY)) === 0);

/**
 * Does to a step what was asked for.
 * @param write writes a part of what was to be written
 */
function obey(step: Step, name: string, args: readonly unknown[], write?: (data: string) => void): void {
  if (step.before === "hang") sleepForEver();
  if (step.before === undefined) return;
  const data = args[1];
  // A disk that is full, or that fails, takes a part of it.
  if (name === "writeFile" && typeof data === "string" && data.length > 1 && args[2] === undefined)
    write?.(data.slice(0, data.length / 2));
  throw systemError(step.before === "space" ? "ENOSPC" : "EIO", name, args);
}

const errors = {
  EIO: { errno: -5, text: "i/o error" },
  ENOSPC: { errno: -28, text: "no space left on device" },
} as const;

function systemError(code: keyof typeof errors, syscall: string, args: readonly unknown[]): Error {
  const { errno, text } = errors[code];
  const path = String(args[0]);
  return Object.assign(new Error(`${code}: ${text}, ${syscall} '${path}'`), { errno, code, syscall, path });
}

/** What tells a path in a list of steps: its last two names, without what differs from run to run. */
function short(path: string): string {
  const names = path.split("/").slice(-2).join("/");
  return names
    .replaceAll(/[0-9a-f]{6,}/g, "#")
    .replaceAll(/\d{2,}/g, "#")
    .slice(-60);
}
