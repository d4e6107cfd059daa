import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const isRoot = process.getuid?.() === 0;
const args = [...(isRoot ? ["--no-sandbox"] : []), "--disable-gpu", "--disable-background-networking"];
const browser = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
/** The same engine without the parts of a desktop program: the tests take two thirds of the time in it. */
const headlessShell = "/usr/bin/chromium-headless-shell";
/** A PDF in a tab, and scrollbars that take room, exist in the full browser alone. */
const PDFS = /\/packs\.spec\.ts$/;
const SCROLLBARS = /\/scrollbars\.spec\.ts$/;

export default defineConfig({
  testDir: "e2e",
  fullyParallel: false,
  // Each has a program and a database of its own (`e2e/support/test.ts`).
  workers: 2,
  forbidOnly: process.env.CI !== undefined,
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: "list",
  use: {
    viewport: { width: 1440, height: 900 },
    // Without one, a click on an element that never comes takes the test's whole time, at each try.
    actionTimeout: 60_000,
    // The zone of the machine must not matter.
    timezoneId: "UTC",
    screenshot: "only-on-failure",
  },
  projects: [
    {
      name: "headless shell",
      testIgnore: [PDFS, SCROLLBARS],
      use: { launchOptions: { executablePath: existsSync(headlessShell) ? headlessShell : browser, args } },
    },
    {
      name: "browser",
      testMatch: PDFS,
      use: { launchOptions: { executablePath: browser, args } },
    },
    {
      name: "browser with scrollbars",
      testMatch: SCROLLBARS,
      use: { launchOptions: { executablePath: browser, args, ignoreDefaultArgs: ["--hide-scrollbars"] } },
    },
  ],
});
