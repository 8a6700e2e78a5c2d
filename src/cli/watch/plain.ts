import type { Cli } from "../context.js";
import { failureOf } from "../failure.js";
import { EXIT_INTERRUPTED } from "../io.js";
import { failureText } from "../render/failure.js";
import { changesBetween } from "./changes.js";
import type { Look } from "./model.js";
import { Source } from "./source.js";

/** Prints the table, then a line for each change, until a signal ends it. @returns the exit code */
export async function watchInLines(cli: Cli): Promise<number> {
  const { signal } = cli.io;
  const code = await cli.frame.run(["list", ...(cli.globals.color ? [] : ["--no-color"])], {
    ...cli.io,
    cwd: cli.globals.cwd,
  });
  if (code !== 0) return code;
  let before: Look | undefined;
  let told = "";
  const source = new Source({
    cli,
    wanted: () => (before?.rows ?? []).map(({ record }) => record.id),
    isBusy: () => false,
    told: (look) => {
      if (before !== undefined) for (const line of changesBetween(before, look)) cli.print(line);
      before = look;
    },
    failed: (error) => {
      const text = failureText(failureOf(error), cli.paint);
      // What goes on failing is told once.
      if (text !== told && !signal.aborted) cli.io.stderr.write(text);
      told = text;
    },
  });
  source.start();
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await source.stop();
  return EXIT_INTERRUPTED;
}
