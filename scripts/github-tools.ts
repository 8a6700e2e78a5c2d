import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** What GitHub itself reads workflows and `action.yml` with. */
interface GitHubTools {
  readonly validate: typeof import("@actions/languageservice")["validate"];
  readonly parser: typeof import("@actions/workflow-parser");
  readonly actions: typeof import("@actions/workflow-parser/actions/index");
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
  const outfile = join(folder, "tools.cjs");
  await build({
    stdin: {
      contents: `
        export { validate } from "@actions/languageservice";
        export * as parser from "@actions/workflow-parser";
        export * as actions from "@actions/workflow-parser/actions/index";
        export * as expressions from "@actions/expressions";
      `,
      resolveDir: fileURLToPath(new URL("..", import.meta.url)),
    },
    bundle: true,
    platform: "node",
    format: "cjs",
    outfile,
    logLevel: "error",
  });
  return createRequire(import.meta.url)(outfile);
}
