import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { onAbort } from "../../src/library/abort-signals.js";

test("a signal that many operations hear: has one listener, which goes with the last of them", () => {
  const { signal, abort } = controller();
  const heard: number[] = [];
  const ends = Array.from({ length: 20 }, (_, index) => onAbort(signal, () => heard.push(index)));
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  for (const end of ends.slice(2)) end();
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  abort();
  expect(heard).toEqual([0, 1]);
});

test("nobody hears it any more: it has no listener, and may be heard again", () => {
  const { signal, abort } = controller();
  const heard: string[] = [];
  onAbort(signal, () => heard.push("first"))();
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
  onAbort(signal, () => heard.push("second"));
  abort();
  expect(heard).toEqual(["second"]);
});

function controller() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
