import type { Colors } from "picocolors/types.js";
import type { Status } from "../../lifecycle/states.js";

/** A state in its colour: green is ready, yellow needs care, red needs a decision, dim is over or on its way. */
export function statusText(status: Status, paint: Colors): string {
  switch (status) {
    case "active":
      return paint.green(status);
    case "dirty":
      return paint.yellow(status);
    case "conflict":
    case "error":
      return paint.red(status);
    case "removed":
      return paint.dim(status);
    default:
      return paint.cyan(status);
  }
}

const UNITS: readonly (readonly [string, number])[] = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
];

/** How long ago, in the largest unit that fits: `3d`, `5h`, `40s`, `now`. Clocks of clones may differ. */
export function age(from: string, now: number): string {
  const passed = now - Date.parse(from);
  const unit = UNITS.find(([, length]) => passed >= length);
  return unit === undefined ? "now" : `${Math.floor(passed / unit[1])}${unit[0]}`;
}

/** The same as a remark: `3d ago`, `just now`. */
export function ago(from: string, now: number): string {
  const passed = age(from, now);
  return passed === "now" ? "just now" : `${passed} ago`;
}

/** `1 file`, `2 files`. */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** An oid as people write it. */
export const short = (oid: string): string => oid.slice(0, 10);

/** An instant in local time, to the second: `2026-01-31 12:00:00`. */
export function localTime(instant: string): string {
  const date = new Date(instant);
  const pad = (value: number): string => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())} ${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
}
