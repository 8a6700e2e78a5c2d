import { defineConfig } from "vitest/config";

// Tests that need more than Node and git. A missing tool fails them: a check that is silently
// skipped on the machine that should run it checks nothing.
export default defineConfig({
  test: {
    include: ["test/peers/**/*.test.ts"],
    globalSetup: ["test/support/scratch.ts"],
    setupFiles: ["test/support/setup.ts"],
    pool: "forks",
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
