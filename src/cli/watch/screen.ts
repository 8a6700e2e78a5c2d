import { Box, type Key, render, Text, useInput } from "ink";
import { createElement, type ReactElement } from "react";

/** What a screen reads and writes. */
export interface ScreenOptions {
  readonly stdin: NodeJS.ReadStream;
  /** Tells its width; nothing is written to it. */
  readonly stdout: NodeJS.WriteStream;
  /** Puts a frame on the terminal. */
  readonly draw: (lines: readonly string[]) => void;
  readonly onKey: (input: string, key: Key) => void;
  /** A frame could not be made. */
  readonly failed: (error: unknown) => void;
}

/** A terminal's keys and frames. */
export interface Screen {
  show(lines: readonly string[]): void;
  /** Gives the keys back to the shell. Idempotent. */
  close(): void;
}

interface FrameProps {
  readonly lines: readonly string[];
  readonly onKey: ScreenOptions["onKey"];
}

/** The only module that loads ink and react, which are as large as all the rest. */
export function openScreen({ stdin, stdout, draw, onKey, failed }: ScreenOptions): Screen {
  const frame = (lines: readonly string[]): ReactElement => createElement(Frame, { lines, onKey });
  let isShowing = false;
  const write = (text: string): boolean => {
    // All else are orders to the cursor.
    if (isShowing) draw(text.split("\n"));
    return true;
  };
  // ink itself would clear a screen that became lower together with what has scrolled off it, the person's own output
  // before: so it gives each frame as a whole, as for debugging, and where that goes is not its business.
  const canvas: NodeJS.WriteStream = Object.create(stdout, { write: { value: write } });
  const app = render(frame([]), {
    stdin,
    stdout: canvas,
    debug: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  app.waitUntilExit().catch(failed);
  return {
    show: (lines) => {
      isShowing = true;
      app.rerender(frame(lines));
      isShowing = false;
    },
    close: () => app.unmount(),
  };
}

function Frame({ lines, onKey }: FrameProps): ReactElement {
  useInput(onKey);
  return createElement(
    Box,
    { flexDirection: "column" },
    lines.map((line, row) =>
      createElement(Text, { key: `row ${row}`, wrap: "truncate" }, line === "" ? " " : line),
    ),
  );
}
