import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: ["test/support/postgres-global-setup.ts"],
    setupFiles: ["test/support/fail-on-console-error.ts"],
    pool: "forks",
    // The suite shares one PostgreSQL and must pass on a machine with two cores.
    maxWorkers: 2,
    // As for the browser tests: the report names what needed a second try.
    retry: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
  },
});
