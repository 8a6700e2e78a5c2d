import { errorDetailsSchema } from "../../../src/lifecycle/error-schemas.js";
import { CoppiceError, errorCodes } from "../../../src/lifecycle/errors.js";
import type { Random } from "./random.js";

/** Where a kind of input may write, and how its inputs are made known before they are tried. */
export interface Place {
  readonly scratch: string;
  readonly seed: number;
}

/** Tries inputs of one kind. */
export interface Trier {
  /**
   * Makes one input, or a few, and tries them.
   * @param show is given each input before it is tried
   * @returns how many inputs it was; default 1
   * @throws Violation
   */
  readonly attempt: (
    random: Random,
    show: (input: unknown) => void,
  ) => Promise<number | undefined> | number | undefined;
  readonly close?: () => Promise<void>;
}

/** A kind of input that comes from outside. */
export interface Kind {
  readonly name: string;
  /** Its part of the time. */
  readonly share: number;
  /** So many inputs at least in a full run, however long that takes. */
  readonly least: number;
  readonly open: (place: Place) => Promise<Trier>;
}

/** A property does not hold. */
export class Violation extends Error {
  override readonly name = "Violation";
}

/** @throws Violation unless it holds */
export function holds(condition: boolean, what: string): void {
  if (!condition) throw new Violation(what);
}

/** Runs code that may refuse, by a code of the catalogue, and do nothing else. @returns undefined: refused */
export function total<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    return refused(error);
  }
}

/** The same for what takes its time. */
export async function totalLater<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    return refused(error);
  }
}

function refused(error: unknown): undefined {
  if (error instanceof Violation) throw error;
  if (error instanceof CoppiceError && errorCodes.includes(error.code)) {
    holds(error.message !== "" && error.suggestedAction !== "", `${error.code} says nothing`);
    const details = errorDetailsSchema.safeParse(error.details);
    holds(details.success, `${error.code} has details that its schema refuses: ${details.error?.message}`);
    return undefined;
  }
  throw new Violation(`threw ${error instanceof Error ? error.stack : String(error)}`, { cause: error });
}

/** Two values that JSON says alike. */
export function same(one: unknown, other: unknown, what: string): void {
  const [left, right] = [JSON.stringify(one), JSON.stringify(other)];
  holds(left === right, `${what}: ${left?.slice(0, 2_000)} is not ${right?.slice(0, 2_000)}`);
}
