import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  type WriteFileOptions,
  writeFileSync,
} from "node:fs";
import { CoppiceError } from "../lifecycle/errors.js";
import { errnoOf } from "../lifecycle/system-errors.js";

/*
 * Where a file of Coppice's own should stand, something else may: a restored backup, another program. To open a pipe would
 * be to wait for its writer for ever, deaf to Ctrl-C.
 */

/** How files of Coppice's own are opened to write them over, and to write at their end: both make them. */
const anew = constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC;
export const atEnd = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND;

/**
 * Opens a file of Coppice's own.
 * @param access default: to read
 * @param mode of a file that is made by this
 * @throws CoppiceError GIT_FAILED where something stands there that is no file, and the system's errors
 */
export function openOwn(path: string, access = constants.O_RDONLY, mode = 0o666): number {
  let file: number;
  try {
    file = openSync(path, access | constants.O_NONBLOCK, mode);
  } catch (error) {
    const errno = errnoOf(error);
    throw errno === "EISDIR" || errno === "ENXIO" || errno === "ELOOP" ? noFile(path) : error;
  }
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw noFile(path);
}

/** What a file of Coppice's own holds. Throws as `openOwn` does. */
export function readOwn(path: string): Buffer {
  const file = openOwn(path);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** The same as text. */
export const readOwnText = (path: string): string => readOwn(path).toString();

/** Writes over a file of Coppice's own, or makes it. Throws as `openOwn` does. */
export function writeOwn(path: string, text: string, options?: WriteFileOptions): void {
  writeTo(openOwn(path, anew), text, options);
}

/** Adds to the end of a file of Coppice's own, or makes it. Throws as `openOwn` does. */
export function appendOwn(path: string, text: string, mode?: number): void {
  writeTo(openOwn(path, atEnd, mode), text);
}

function writeTo(file: number, text: string, options?: WriteFileOptions): void {
  try {
    writeFileSync(file, text, options);
  } finally {
    closeSync(file);
  }
}

const noFile = (path: string): CoppiceError =>
  new CoppiceError("GIT_FAILED", `${path} is no file.`, {
    suggestedAction: "coppice doctor --fix",
  });
