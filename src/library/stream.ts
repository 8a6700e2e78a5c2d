import { type FollowOptions, follow } from "../engine/follow.js";
import type { StreamedEvent } from "../engine/streamed-event.js";
import { onAbort } from "./abort-signals.js";
import type { Calls } from "./calls.js";

/** What is handed from the one that follows to the one that reads. */
type Handed = { readonly event: StreamedEvent } | { readonly error: unknown } | "ended";

/**
 * The events as something that can be iterated over, once or several times; each time is a stream of its own, whose
 * engine is open until it is left. An event is derived when it is asked for: who reads slowly keeps nothing in memory.
 */
export function streamOf(calls: Calls, options: FollowOptions): AsyncIterable<StreamedEvent> {
  return { [Symbol.asyncIterator]: () => iterate(calls, options) };
}

async function* iterate(calls: Calls, options: FollowOptions): AsyncGenerator<StreamedEvent, void> {
  const left = new AbortController();
  let ask: () => void = () => {};
  let hand: (handed: Handed) => void = () => {};
  let over: Handed | undefined;
  const asked = (): Promise<void> =>
    new Promise((resolve) => {
      ask = resolve;
    });
  // Also where nobody asks any more: closing must not wait for that.
  const stop = (): void => {
    left.abort();
    ask();
  };
  const end = (how: Handed): void => {
    over = how;
    hand(how);
  };
  const signals = [calls.closing, options.signal].filter((signal) => signal !== undefined);
  if (signals.some(({ aborted }) => aborted)) return;
  const deaf = signals.map((signal) => onAbort(signal, stop));
  let turn = asked();
  const running = calls.run(async (engine) => {
    await turn;
    for await (const event of follow(engine, { ...options, signal: left.signal })) {
      turn = asked();
      hand({ event });
      await turn;
      if (left.signal.aborted) return;
    }
  });
  running.then(
    () => end("ended"),
    (error: unknown) => end({ error }),
  );
  try {
    for (;;) {
      const handed =
        over ??
        (await new Promise<Handed>((resolve) => {
          hand = resolve;
          ask();
        }));
      if (handed === "ended") return;
      if ("error" in handed) throw handed.error;
      yield handed.event;
    }
  } finally {
    stop();
    for (const end of deaf) end();
    await running.catch(() => {});
  }
}
