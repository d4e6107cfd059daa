import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "demo/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: ["test/support/postgres-global-setup.ts"],
    setupFiles: ["test/support/fail-on-console-error.ts"],
    pool: "forks",
    // Files share a process, so that each doesn't load the whole program anew. What one leaves behind in a module shows.
    isolate: false,
    // One more than the cores of the machine that it must pass on: tests of crashes and failovers mostly wait.
    maxWorkers: 3,
    // A test that needs a second try is a fault to mend.
    retry: 0,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Awaited states: a busy machine comes to them later.
    expect: { poll: { timeout: 60_000, interval: 20 } },
    restoreMocks: true,
  },
});
