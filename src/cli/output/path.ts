import * as z from "zod/mini";

/** `coppice path --json`. */
export const pathOutput = z.object({ path: z.string() });
