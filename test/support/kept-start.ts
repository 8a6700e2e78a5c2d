import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";

/*
 * Starts the program that lies beside it as `<name>.whole.js`, with the code that an earlier start compiled of it: what
 * dist/cli.js does for people, here for hundreds of repositories that are new. Bundled as CommonJS.
 */
const file = __filename.replace(/\.js$/, ".whole.js");
const flags = cachedDataVersionTag();
const command = /^[a-z-]+$/.exec(process.argv[2] ?? "")?.[0] ?? "none";
const kept = join(dirname(file), "kept", `${file.slice(dirname(file).length + 1)}-${command}-${flags}`);

function read(): Buffer | undefined {
  try {
    return readFileSync(kept);
  } catch {
    return undefined;
  }
}

const code = read();
const script = new Script(
  `(function (require, module, exports, startedFile) {${readFileSync(file, "utf8")}\n})`,
  { filename: file, ...(code === undefined ? {} : { cachedData: code }) },
);
const run: (require: NodeJS.Require, module: { exports: object }, exports: object, started: string) => void =
  script.runInThisContext();
const exports = {};
run(createRequire(file), { exports }, exports, pathToFileURL(file).href);

if (code === undefined || script.cachedDataRejected === true)
  process.once("exit", () => {
    // Code of other flags than the next start has would be of no use to it.
    if (cachedDataVersionTag() !== flags) return;
    try {
      mkdirSync(dirname(kept), { recursive: true });
      const draft = `${kept}.${process.pid}`;
      writeFileSync(draft, script.createCachedData());
      renameSync(draft, kept);
    } catch {
      // Another user's program; the next start compiles for itself too.
    }
  });
