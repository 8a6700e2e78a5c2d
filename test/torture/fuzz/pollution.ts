const prototypes: readonly (readonly [string, object])[] = [
  ["Object", Object.prototype],
  ["Array", Array.prototype],
  ["Function", Function.prototype],
  ["String", String.prototype],
  ["Map", Map.prototype],
  ["RegExp", RegExp.prototype],
];

const before = prototypes.map(([, prototype]) => Reflect.ownKeys(prototype).length);

/** Which prototype has something now that it did not have when this was loaded; undefined: none. */
export function polluted(): string | undefined {
  for (const [index, [name, prototype]] of prototypes.entries())
    if (Reflect.ownKeys(prototype).length !== before[index])
      return `${name}: ${Reflect.ownKeys(prototype).join(", ")}`;
  return undefined;
}
