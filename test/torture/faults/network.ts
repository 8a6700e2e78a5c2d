import { patch } from "./files.js";
import { begin, end, sleepForEver } from "./steps.js";

/** Numbers the requests that may change something on a server. */
export function patchNetwork(): void {
  patch(globalThis, "fetch", (original) => async (input, init) => {
    const method =
      typeof init === "object" && init !== null ? String(Reflect.get(init, "method") ?? "GET") : "GET";
    const step = method === "GET" ? undefined : begin(`ask ${method} ${pathOf(String(input))}`, false);
    if (step === undefined) return original(input, init);
    if (step.before === "hang") sleepForEver();
    if (step.before !== undefined) throw new TypeError("fetch failed");
    const answer = await original(input, init);
    if (end(step) === "fail") throw new TypeError("fetch failed");
    return answer;
  });
}

const pathOf = (url: string): string => {
  try {
    return new URL(url).pathname.replaceAll(/\d+/g, "#");
  } catch {
    return "";
  }
};
