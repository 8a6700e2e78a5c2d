import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Bench, coppice, type Run } from "./support.js";

/**
 * Loaded into the measured process: tells at its end how much memory it had at the most, in kilobytes. Where Linux tells
 * it of the program alone, that is taken: getrusage(2) counts what the process had before it became this program.
 */
const probe = `data:text/javascript,${encodeURIComponent(
  `import { readFileSync, writeFileSync } from "node:fs";
  process.on("exit", () => {
    let most = process.resourceUsage().maxRSS;
    try { most = /VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? most } catch {}
    writeFileSync(process.env.BENCH_MEMORY, String(most));
  });`,
)}`;

/**
 * Runs a command, and finds out the most memory that it has at one time, without the git processes that it starts.
 * @param dir where a file may be made
 */
export function withMemory(
  bench: Bench,
  dir: string,
  repo: string,
  args: readonly string[],
): Run & { readonly megabytes: number } {
  const told = join(dir, "memory");
  const ended = coppice(bench, repo, args, {
    env: { BENCH_MEMORY: told, NODE_OPTIONS: `--import=${probe}` },
  });
  return { ...ended, megabytes: Number(readFileSync(told, "utf8")) / 1024 };
}
