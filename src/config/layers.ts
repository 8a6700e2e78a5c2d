/** A part of the configuration as it was written, not yet checked. */
export interface RawConfig {
  [key: string]: unknown;
}

/** Lays `upper` over `lower`: objects are joined key by key, everything else is replaced. */
export function overlay(lower: RawConfig, upper: RawConfig): RawConfig {
  const result: RawConfig = { ...lower };
  for (const [key, value] of Object.entries(upper)) {
    if (value === undefined) continue;
    const below = result[key];
    result[key] = isObject(below) && isObject(value) ? overlay(below, value) : value;
  }
  return result;
}

export const isObject = (value: unknown): value is RawConfig =>
  typeof value === "object" && value !== null && !Array.isArray(value);
