import type { Colors } from "picocolors/types.js";
import type { Reporter } from "../../engine/context.js";
import type { Output } from "../io.js";
import { visible, visibleOutput } from "./visible.js";

/** A reporter that owns the last line of a terminal until `stop`. */
export interface Progress extends Reporter {
  /** Takes the moving line away. The reporter may be used again afterwards. */
  stop(): void;
}

export interface ProgressOptions {
  /** Says nothing but warnings. */
  readonly quiet: boolean;
  readonly paint: Colors;
}

/** A moving line with the step and the newest output on a terminal, one line for each step elsewhere. */
export function createProgress(output: Output, options: ProgressOptions): Progress {
  if (output.isTTY && !options.quiet) return movingProgress(output, options.paint);
  return {
    step: (text) => {
      if (!options.quiet) output.write(`${visible(text)}\n`);
    },
    warn: (text) => output.write(warning(text, options.paint)),
    output: () => {},
    stop: () => {},
  };
}

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 80;
/** To the line's start, and clear it. */
const CLEAR = "\r\u001b[K";

function movingProgress(output: Output, paint: Colors): Progress {
  let step: string | undefined;
  let detail = "";
  let frame = 0;
  let timer: NodeJS.Timeout | undefined;

  const draw = (): void => {
    if (step === undefined) return;
    const width = Math.max(20, output.columns ?? 80) - 3;
    const text = detail === "" ? step : `${step}  ${detail}`;
    const shown = text.length > width ? `${text.slice(0, width - 1)}…` : text;
    const spinner = FRAMES[frame++ % FRAMES.length] ?? "";
    output.write(
      `${CLEAR}${paint.cyan(spinner)} ${shown.slice(0, step.length)}${paint.dim(shown.slice(step.length))}`,
    );
  };
  const settle = (): void => {
    if (timer !== undefined) clearInterval(timer);
    timer = undefined;
    if (step !== undefined) output.write(`${CLEAR}${paint.dim(`· ${step}`)}\n`);
    step = undefined;
    detail = "";
  };

  return {
    step: (text) => {
      settle();
      step = visible(text);
      timer = setInterval(draw, FRAME_MS);
      // The line moves while work runs; it must not keep a finished process alive.
      timer.unref();
      draw();
    },
    warn: (text) => {
      output.write(`${step === undefined ? "" : CLEAR}${warning(text, paint)}`);
      draw();
    },
    output: (chunk) => {
      const lines = visibleOutput(chunk.replaceAll("\r", "\n")).split("\n");
      detail = visible(lines.findLast((line) => line.trim() !== "")?.trim() ?? detail);
    },
    stop: settle,
  };
}

function warning(text: string, paint: Colors): string {
  return `${paint.yellow("warning:")} ${visible(text)}\n`;
}
