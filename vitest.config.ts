import { defineConfig } from "vitest/config";

declare module "vitest" {
  interface TestTags {
    tags: "long";
  }
}

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "demo/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: ["test/support/postgres-global-setup.ts"],
    setupFiles: ["test/support/fail-on-console-error.ts", "test/support/random-seed.ts"],
    // The zone of the machine must not matter.
    env: { TZ: "UTC" },
    tags: [
      {
        name: "long",
        description: "Only in `npm run test:full`: takes long, or measures time, which a busy machine spoils.",
      },
    ],
    pool: "forks",
    // Files share a process, so that each doesn't load the whole program anew. What one leaves behind in a module shows.
    isolate: false,
    // One more than the cores of the machine that it must pass on: tests of crashes and failovers mostly wait.
    maxWorkers: 3,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Awaited states: a busy machine comes to them later.
    expect: { poll: { timeout: 60_000, interval: 20 } },
    restoreMocks: true,
  },
});
