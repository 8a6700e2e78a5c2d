/** The library: the lifecycle's types, schemas and errors. */
export * from "./lifecycle/effects.js";
export * from "./lifecycle/entry.js";
export * from "./lifecycle/errors.js";
export * from "./lifecycle/events.js";
export * from "./lifecycle/facts.js";
export * from "./lifecycle/ids.js";
export * from "./lifecycle/record.js";
export * from "./lifecycle/states.js";
export { VERSION } from "./version.js";
