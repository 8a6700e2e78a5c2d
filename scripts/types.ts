import { readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";

/**
 * The declarations that a consumer's compiler reaches from `entry`, with their paths under the entry's folder.
 * @throws when one imports a package that an install of this package does not bring along
 */
export function copyTypes(root: string, entry: string): Map<string, string> {
  const base = dirname(join(root, entry));
  const manifest: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  const known = new Set(Object.keys(manifest.dependencies));
  const found = new Map<string, string>();
  const queue = [join(root, entry)];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const name = relative(base, path);
    if (found.has(name)) continue;
    const text = readFileSync(path, "utf8");
    found.set(name, text);
    for (const specifier of specifiers(text)) {
      if (specifier.startsWith(".")) {
        queue.push(normalize(join(dirname(path), specifier.replace(/\.js$/, ".d.ts"))));
      } else if (!specifier.startsWith("node:") && !known.has(packageName(specifier))) {
        throw new Error(`${name}: its types need ${specifier}, which is not in package.json's dependencies`);
      }
    }
  }
  return found;
}

/** Every module a declaration names, in `import ... from`, `export ... from` and `import("...")`. */
function specifiers(declaration: string): string[] {
  const pattern = /(?:\bfrom\s*|\bimport\s*\(?\s*)"([^"]+)"/g;
  return [...declaration.matchAll(pattern)].flatMap((match) => match[1] ?? []);
}

function packageName(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
