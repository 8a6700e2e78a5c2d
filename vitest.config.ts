import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import LongestFirst from "./test/support/longest-first.js";

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
    // Tests wait for git more than they compute; the default would use one worker on two cores.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    coverage: { provider: "v8", include: ["src/**/*.ts"] },
  },
});
