import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import type { Role } from "#contract/roles.ts";
import { type RunningProgram, runProgram } from "./program.ts";
import { INTAKE_KEY, STAFF_PASSWORD, staffEmail } from "./staff.ts";

interface Fixtures {
  /** Signs in a member of a role through the API and stores the session where the console keeps it. */
  signInAs(role: Role): Promise<string>;
  /** Creates an order at intake. @returns its id */
  intake(order?: Record<string, unknown>): Promise<number>;
  /** Fails when axe finds anything on the page in its present state, or only in its colours. */
  expectAccessible(part?: "colours"): Promise<void>;
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

let intakes = 0;

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
      // A page that stays open in another context takes the focus of the next test's page.
      for (const context of browser.contexts()) if (context !== page.context()) await context.close();
      const unexpected = problems.filter((text) => !expectedErrors.some((part) => text.includes(part)));
      expect(unexpected, "console errors").toEqual([]);
    },
    { auto: true },
  ],

  signInAs: async ({ page, baseURL, request }, use) => {
    await use(async (role) => {
      const data = { email: staffEmail(role), password: STAFF_PASSWORD };
      const answer = await (await request.post("/api/admin/admin-login", { data })).json();
      await page.goto(`${baseURL}/healthz`);
      await page.evaluate(
        (accessToken) => localStorage.setItem("user", JSON.stringify({ accessToken })),
        answer.jwtToken,
      );
      return answer.jwtToken;
    });
  },

  intake: async ({ request }, use) => {
    await use(async (order = {}) => {
      intakes += 1;
      const arrival = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
      const response = await request.post("/api/intake/orders", {
        headers: { authorization: `Bearer ${INTAKE_KEY}`, "idempotency-key": `e2e-${Date.now()}-${intakes}` },
        data: {
          full_name: "N. K. Perera",
          email: "traveller@example.com",
          nationality: "GB",
          arrival_date: arrival,
          paid: true,
          ...order,
        },
      });
      expect(response.status(), await response.text()).toBe(201);
      return (await response.json()).data.order_id;
    });
  },

  expectAccessible: async ({ page }, use) => {
    await use((part) => expectNoAxeFindings(page, part));
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

/** The axe rules whose findings depend on the theme. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

export async function expectNoAxeFindings(page: Page, part?: "colours"): Promise<void> {
  // Scrolled, axe takes a button that is half below a sticky head for a small target.
  await page.evaluate(() => scrollTo(0, 0));
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  // The other mode opens a second page for frames of other origins, which do not exist here.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (part === "colours" ? axe.withRules(COLOUR_RULES) : axe.withTags(tags)).analyze();
  const findings = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(" ")).join(" | ")}`,
  );
  expect(findings).toEqual([]);
}

export { expect };
