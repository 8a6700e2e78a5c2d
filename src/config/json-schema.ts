import * as z from "zod/mini";
import { configSchema } from "./schema.js";
import { setFileSchema } from "./set-file.js";

/** The config's JSON Schema: the same keys and types that `loadConfig` checks. */
export const configJsonSchema = () => z.toJSONSchema(configSchema, { io: "input", target: "draft-7" });

/** The JSON Schema of a file that describes a set. */
export const setFileJsonSchema = () => z.toJSONSchema(setFileSchema, { io: "input", target: "draft-7" });
