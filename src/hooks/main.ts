import { failsClosed } from "./fail-closed.js";

/**
 * What Coppice's git hooks start: `flush <common git directory>` turns what recording hooks saw into entries,
 * `pre-push <remote> <url>` judges a push. This file alone is loaded at once, and it keeps to what old Nodes can
 * read, so that one of them can say what it lacks; the rest comes by dynamic import.
 */
const oldestNode = 20;

function run(command: string | undefined, args: readonly string[]): Promise<number> {
  if (command === "flush" && args[0] !== undefined) {
    const [commonDir] = args;
    return import("./flush.js").then(({ flush }) => flush(commonDir, process.env));
  }
  if (command === "pre-push") {
    return Promise.all([import("./pre-push.js"), readInput()])
      .then(([{ prePush }, input]) => prePush(args, input, process.env, process.cwd()))
      .then(({ code, stderr }) => {
        process.stderr.write(stderr);
        return code;
      });
  }
  process.stderr.write("usage: hooks.js flush <common git directory> | pre-push <remote> <url>\n");
  return Promise.resolve(2);
}

/** The lines that git gives a pre-push hook. */
function readInput(): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    process.stdin.on("data", (chunk: Buffer) => chunks.push(chunk));
    process.stdin.on("error", reject);
    process.stdin.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
  });
}

/** What went wrong is told in a line. A recording hook stops nothing; a push is stopped when the config says so. */
function giveUp(command: string | undefined, reason: string): number {
  const stops = command === "pre-push" && failsClosed(process.cwd(), process.env);
  const outcome =
    command === "flush"
      ? ""
      : stops
        ? "; the push is refused (hooks.failClosed)"
        : "; the push is not judged";
  process.stderr.write(`coppice: ${reason}${outcome}\n`);
  // As in pre-push.ts: Node's own failures end with 1, which is no verdict.
  return stops ? 3 : 0;
}

const [command, ...args] = process.argv.slice(2);
const major = Number(process.versions.node.split(".")[0]);
if (command === "flush") {
  // It goes on when the terminal is closed, and Ctrl-C is about the command that the person runs.
  for (const signal of ["SIGHUP", "SIGINT"] as const) process.on(signal, () => {});
}
if (major < oldestNode) {
  process.exitCode = giveUp(
    command,
    `the hooks need Node ${oldestNode} or newer, this is ${process.versions.node}`,
  );
} else {
  run(command, args).then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      process.exitCode = giveUp(
        command,
        error instanceof Error ? error.message.split("\n")[0] || error.name : "failed",
      );
    },
  );
}
