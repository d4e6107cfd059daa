import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import type { Role } from "#contract/roles.ts";
import { INTAKE_KEY, STAFF_PASSWORD, staffEmail } from "./staff.ts";

interface Fixtures {
  /** Signs a member of a role in over the wire and puts the session where the console keeps it. */
  signInAs(role: Role): Promise<string>;
  /** Hands an order over at intake. @returns its id */
  intake(order?: Record<string, unknown>): Promise<number>;
  /** Fails when axe finds anything on the page as it stands, or anything about its colours. */
  expectAccessible(part?: "colours"): Promise<void>;
  /** Console errors the test provokes on purpose, by a part of their text. */
  expectedErrors: string[];
  database: { stop(): Promise<void>; start(): Promise<void> };
  accounts: {
    /** The link of the newest mail that sets a new password, or "" while there is none. */
    newestResetLink(): Promise<string>;
    /** Makes every sign-in so far older than a password change trusts. */
    ageSignIns(): Promise<void>;
    /** Gives every member the first password back and forgets what was counted. */
    restore(): Promise<void>;
  };
  /** Tells the program's control port to do something. @returns its answer */
  control(path: string): Promise<string>;
}

let intakes = 0;

export const test = base.extend<Fixtures & { watched: undefined }>({
  expectedErrors: [[], { option: true }],

  // Every test fails on a console error, an uncaught exception or a breach of the Content-Security-Policy.
  watched: [
    async ({ page, expectedErrors }, use) => {
      const problems: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error") problems.push(message.text());
      });
      page.on("pageerror", (error) => problems.push(String(error)));
      await use(undefined);
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

  control: async ({ baseURL, playwright }, use) => {
    const address = new URL(baseURL ?? "");
    address.port = String(Number(address.port) + 1);
    const api = await playwright.request.newContext({ baseURL: address.origin });
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

/** What a theme can change of axe's findings. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

async function expectNoAxeFindings(page: Page, part?: "colours"): Promise<void> {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  // The other mode opens a second page each time, for frames of other origins: there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (part === "colours" ? axe.withRules(COLOUR_RULES) : axe.withTags(tags)).analyze();
  const findings = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(" ")).join(" | ")}`,
  );
  expect(findings).toEqual([]);
}

export { expect };
