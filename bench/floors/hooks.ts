import type { Floor } from "../support.js";

/** What a hook script costs at the least: a shell that does nothing, so many times. */
export const shellFloor = (times: number): Floor => ({
  commands: Array.from({ length: times }, () => ({ argv: ["sh", "-c", ":"] })),
});
