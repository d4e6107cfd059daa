import { test as base, expect } from "@playwright/test";
import { Desk } from "./desk.ts";
import { type RunningProgram, runProgram } from "./program.ts";

interface Fixtures {
  desk: Desk;
  /** Console errors that the test provokes on purpose, by a part of their text. */
  expectedErrors: string[];
  database: { stop(): Promise<void>; start(): Promise<void> };
  accounts: {
    /** The link of the newest password reset mail, or "" while there is none. */
    newestResetLink(): Promise<string>;
    /** Makes all existing sign-ins too old for a password change without the current password. */
    ageSignIns(): Promise<void>;
    /** Restores every member's first password and clears the rate limit counters. */
    restore(): Promise<void>;
  };
  /** Sends an action to the program's control port. @returns its answer */
  control(path: string): Promise<string>;
}

export const test = base.extend<Fixtures & { watched: undefined }, { program: RunningProgram }>({
  // Each worker has its own program and database, so workers don't affect each other.
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are wanted.
    async ({}, use) => {
      const program = await runProgram();
      await use(program);
      await program.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],

  baseURL: async ({ program }, use) => {
    await use(program.address);
  },

  expectedErrors: [[], { option: true }],

  // Every test fails on a console error, an uncaught exception or a Content-Security-Policy violation.
  watched: [
    async ({ page, browser, expectedErrors }, use) => {
      const problems: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error") problems.push(`${message.text()} ${message.location().url}`.trimEnd());
      });
      page.on("pageerror", (error) => problems.push(String(error)));
      await use(undefined);
      // A changed answer that is still under way belongs to no test any more.
      if (!page.isClosed()) await page.unrouteAll({ behavior: "ignoreErrors" });
      // A page that stays open in another context takes the focus of the next test's page.
      for (const context of browser.contexts()) if (context !== page.context()) await context.close();
      const unexpected = problems.filter((text) => !expectedErrors.some((part) => text.includes(part)));
      expect(unexpected, "console errors").toEqual([]);
    },
    { auto: true },
  ],

  desk: async ({ page, request, baseURL }, use) => {
    await use(new Desk(page, request, baseURL ?? ""));
  },

  control: async ({ program, playwright }, use) => {
    const api = await playwright.request.newContext({ baseURL: program.control });
    await use(async (path) => {
      const answer = await api.post(path);
      expect(answer.ok(), path).toBe(true);
      return await answer.text();
    });
    await api.dispose();
  },

  database: async ({ control }, use) => {
    await use({
      stop: async () => void (await control("/database/stop")),
      start: async () => void (await control("/database/start")),
    });
  },

  accounts: async ({ control }, use) => {
    await use({
      newestResetLink: () => control("/reset-link"),
      ageSignIns: async () => void (await control("/sign-ins/age")),
      restore: async () => void (await control("/passwords/restore")),
    });
    await control("/passwords/restore");
  },
});

export { expect };
