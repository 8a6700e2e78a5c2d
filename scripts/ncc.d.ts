// @vercel/ncc ships no types; this is the part of its API that the build uses.
declare module "@vercel/ncc" {
  interface Asset {
    readonly source: string | Uint8Array;
  }
  interface Options {
    readonly filename: string;
    readonly minify: boolean;
    readonly cache: boolean;
    readonly license: string;
    readonly target: string;
    readonly quiet: boolean;
    readonly sourceMap: boolean;
  }
  interface Output {
    readonly code: string;
    readonly assets: Readonly<Record<string, Asset>>;
    readonly symlinks: Readonly<Record<string, string>>;
  }
  export default function ncc(input: string, options: Options): Promise<Output>;
}
