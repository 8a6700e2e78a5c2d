import { minify } from "terser";

/**
 * Makes a bundle's module small. ncc's own `minify` leaves out everything but names and does not touch chunks; most of what
 * stands in a bundle of zod is never called, and Node reads all of it at each start.
 */
export async function minified(text: string): Promise<string> {
  const { code } = await minify(text, {
    module: true,
    ecma: 2020,
    // React brings itself twice, once for those who work on it; that is most of its size.
    compress: { passes: 2, global_defs: { "process.env.NODE_ENV": "production" } },
    // Messages and stack traces name functions and classes.
    keep_classnames: true,
    keep_fnames: true,
  });
  if (code === undefined) throw new Error("terser gave no code");
  return code;
}
