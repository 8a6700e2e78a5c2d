import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

/** What GitHub itself reads workflows with. */
interface GitHubTools {
  readonly validate: typeof import("@actions/languageservice")["validate"];
  readonly parser: typeof import("@actions/workflow-parser");
  readonly expressions: typeof import("@actions/expressions");
}

let loaded: Promise<GitHubTools> | undefined;

/** Its packages import JSON without an attribute, which Node refuses: they are bundled first, once in each worker. */
export function githubTools(): Promise<GitHubTools> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<GitHubTools> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "coppice-github-tools-")));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, "tools.mjs");
  await build({
    stdin: {
      contents: `
        export { validate } from "@actions/languageservice";
        export * as parser from "@actions/workflow-parser";
        export * as expressions from "@actions/expressions";
      `,
      resolveDir: fileURLToPath(new URL("../..", import.meta.url)),
    },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    logLevel: "error",
  });
  const tools: GitHubTools = await import(/* @vite-ignore */ pathToFileURL(outfile).href);
  return tools;
}
