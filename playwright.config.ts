import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
if (!existsSync(executablePath)) throw new Error(`No Chromium at ${executablePath}; npm test installs it.`);

const port = Number(process.env.E2E_PORT ?? 4631);
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: "e2e",
  fullyParallel: false,
  workers: 1,
  forbidOnly: process.env.CI !== undefined,
  // A machine that stands still for a moment must not turn the run red; a test that needed its second try is named
  // in the summary as flaky, and is a fault to mend.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    trace: "retain-on-first-failure",
    launchOptions: {
      executablePath,
      args: [...(isRoot ? ["--no-sandbox"] : []), "--disable-gpu", "--disable-background-networking"],
    },
  },
  webServer: {
    command: "exec node e2e/support/server.ts",
    env: { E2E_PORT: String(port) },
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 120_000,
    stdout: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
  },
});
