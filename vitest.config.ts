import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import LongestFirst from "./test/support/longest-first.js";

// Most code runs a few times in a test, which then waits for git: what V8 does to make it fast later costs a tenth of the
// suite's time. It is told to compile for speed only what runs fifteen times as long as it would ask for, to keep what it
// has compiled, and to begin with as much room for young objects as it would come to. Later versions count otherwise.
const patience = process.versions.v8.startsWith("11.") ? ["--interrupt-budget=1000000"] : [];

// The main suite: it needs only Node and git. Tests that need another tool live in test/peers.
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/peers/**", "node_modules/**"],
    globalSetup: ["test/support/scratch.ts"],
    setupFiles: ["test/support/setup.ts"],
    pool: "forks",
    // A worker loads the sources once for all its files, which a third of the suite's time would go to. What a test needs
    // of its process (environment, home) test/support/setup.ts makes anew for each file.
    isolate: false,
    execArgv: [...patience, "--no-flush-bytecode", "--min-semi-space-size=16"],
    // Tests wait for git more than they compute; the default would use one worker on two cores. One more than three only
    // costs: it loads the sources again, and the others' share of the caches.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // Only what hangs is to meet it: machines differ by a factor of ten in how long a program takes to start.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 600_000 } },
    coverage: { provider: "v8", include: ["src/**/*.ts"] },
  },
});
