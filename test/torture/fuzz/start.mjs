// Threads know nothing of the loader that the main thread was started with.
import { register } from "tsx/esm/api";

register();
await import("./worker.ts");
