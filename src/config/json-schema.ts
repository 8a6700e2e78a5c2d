import * as z from "zod/mini";
import { configSchema } from "./schema.js";

/** The config's JSON Schema: the same keys and types that `loadConfig` checks. */
export const configJsonSchema = () => z.toJSONSchema(configSchema, { io: "input", target: "draft-7" });
