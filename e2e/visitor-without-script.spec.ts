import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { ENGLISH } from "#web/features/tracking/english.ts";
import { expectNoAxeFindings } from "./support/looks.ts";
import { expect, test } from "./support/test.ts";
import { type Words, wordsOf } from "./support/visitor-words.ts";

const NAME = "Sri Lanka Arrival Card";
const named = (text: string) => text.replaceAll("{{serviceName}}", NAME);

test.use({
  javaScriptEnabled: false,
  // A headless browser's own would make each download an automated one.
  userAgent:
    "Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
  viewport: { width: 390, height: 844 },
  // Chromium reports the status of a refused page on its console.
  expectedErrors: ["status of 400", "status of 401", "status of 404", "status of 429"],
});

/** Fills in the form and sends it. */
async function send(page: Page, words: Words, orderId: number, email: string): Promise<void> {
  await page.getByLabel(words.track.orderId).fill(String(orderId));
  await page.getByLabel(words.track.email).fill(email);
  await page.getByRole("button", { name: words.track.submit }).click();
}

/** Axe needs scripts: it inspects the same markup, without our scripts, in a second page. */
async function expectAccessible(page: Page, browser: Browser): Promise<void> {
  const markup = await page.content();
  const body = markup.replace(/<script type="module".*?<\/script>/g, "").replace(/<(\/?)noscript>/g, "<$1div>");
  const context = await browser.newContext({ javaScriptEnabled: true });
  const copy = await context.newPage();
  await copy.route(page.url(), (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body }));
  await copy.goto(page.url());
  await expectNoAxeFindings(copy);
  await context.close();
}

async function expectFits(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

for (const language of ["en", "ar", "si"] as const) {
  test.describe(`without script in ${language}`, () => {
    const words = wordsOf(language);
    test.use({ locale: language === "si" ? "si-LK" : language });

    const tag = language === "en" ? "@core" : [];
    test("the track form leads to the order, the link downloads the card, and Leave ends the visit", { tag }, async ({
      page,
      desk,
      browser,
    }) => {
      const email = `plain-${language}@example.com`;
      const id = await desk.intake({ email });
      await desk.member("Team").upload(id, email);
      await page.goto("/track-order");
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      await expect(page.locator("html")).toHaveAttribute("dir", language === "ar" ? "rtl" : "ltr");
      await expect(page).toHaveTitle(NAME);
      await expect(desk.heading).toHaveText(named(words.track.heading));
      await expect(page.locator("meta[name=description]")).toHaveAttribute("content", named(words.track.heading));
      // The menu that a script would open is open.
      await expect(page.getByRole("link", { name: words.links.contact })).toBeVisible();
      await expectAccessible(page, browser);
      await expectFits(page);

      await send(page, words, id, email);
      await expect(page).toHaveURL(`/get-new-order-details/${encodeOrderId(id)}`);
      await expect(page.getByText(words.order.completed)).toBeVisible();
      await expectAccessible(page, browser);
      await expectFits(page);
      const file = page.waitForEvent("download");
      await page.getByRole("link", { name: words.download.button }).click();
      const download = await file;
      expect(download.suggestedFilename()).toBe(`${id}_arrival-card-v1.pdf`);
      expect(readFileSync(await download.path(), "latin1")).toContain("%PDF");
      await page.reload();
      await expect(page.getByRole("row").nth(1)).toContainText("127.0.0.1");

      await desk.button(words.order.leave).click();
      await expect(page.getByText(words.messages.visitorLeft)).toBeVisible();
      expect(await page.context().cookies()).toEqual([]);
      await expectAccessible(page, browser);
    });

    test("a wrong e-mail address is refused beside the entries", async ({ page, desk, browser }) => {
      const id = await desk.intake({ email: `right-${language}@example.com` });
      await page.goto(`/track-order/${encodeOrderId(id)}`);
      await expect(page.getByLabel(words.track.orderId)).toHaveValue(String(id));
      await send(page, words, id, "wrong@example.com");
      await expect(page.getByRole("alert")).toHaveText(words.messages.trackNotFound);
      await expect(page.getByLabel(words.track.email)).toHaveValue("wrong@example.com");
      await expectAccessible(page, browser);
      await expectFits(page);
      await page.getByLabel(words.track.email).fill("");
      await page.getByRole("button", { name: words.track.submit }).click();
      await expect(page.getByRole("link", { name: words.messages.trackEmailRequired })).toBeVisible();
      await expect(page.getByLabel(words.track.email)).toHaveAccessibleDescription(words.messages.trackEmailRequired);
      await expect(page.getByLabel(words.track.email)).toHaveAttribute("aria-invalid", "true");
      await expectAccessible(page, browser);
    });

    test("an expired grant leads to the form, and from there back to the order", async ({ page, desk, browser }) => {
      const email = `expired-${language}@example.com`;
      const id = await desk.intake({ email });
      await page.goto(`/track-order/${encodeOrderId(id)}`);
      await send(page, words, id, email);
      const order = `/get-new-order-details/${encodeOrderId(id)}`;
      await expect(page).toHaveURL(order);
      await page.context().clearCookies({ name: /visitor/ });
      const answer = await page.goto(order);
      expect(answer?.status()).toBe(401);
      await expect(page.getByRole("status")).toContainText(words.messages.visitorNoGrant);
      await expect(page.getByLabel(words.track.orderId)).toHaveValue(String(id));
      await expectAccessible(page, browser);
      await expectFits(page);
      await send(page, words, id, email);
      await expect(page).toHaveURL(order);
      await expect(page.getByText(words.order.received)).toBeVisible();
    });
  });
}

test.describe("without script", () => {
  test("the language menu reloads the page in the chosen language and remembers it", async ({ page, desk }) => {
    await page.goto("/track-order");
    await page.getByRole("combobox", { name: "Language" }).selectOption("ar");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL("/track-order");
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await page.goto("/nowhere");
    await expect(desk.heading).toHaveText(wordsOf("ar").notFound.heading);
  });

  test("too many tries say when to try again, with the zone of that time", async ({ page, desk }) => {
    const id = await desk.intake({ email: "limit@example.com" });
    await page.goto("/track-order");
    const alert = page.getByRole("alert");
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await send(page, ENGLISH, id, `guess-${attempt}@example.com`);
      await expect(alert).toHaveText(ENGLISH.messages.trackNotFound);
      await expect(page.getByLabel("Email ID")).toHaveValue(`guess-${attempt}@example.com`);
    }
    await send(page, ENGLISH, id, "guess@example.com");
    await expect(alert).toHaveText(/^Too many tries\. Please try again after \d+:\d\d.[AP]M UTC\.$/);
  });

  test("a link on another site opens an order that was proved before", async ({ page, desk }) => {
    const email = "webmail@example.com";
    const id = await desk.intake({ email });
    await page.goto("/track-order");
    await send(page, ENGLISH, id, email);
    const order = page.url();
    await page.route("https://webmail.example/", (route) =>
      route.fulfill({ contentType: "text/html", body: `<a href="${order}">Your order</a>` }),
    );
    await page.goto("https://webmail.example/");
    await page.getByRole("link").click();
    await expect(page.getByText("We have received your application")).toBeVisible();
    // Without a grant it ends at the form, and is not sent there again and again.
    await page.context().clearCookies();
    await page.goto("https://webmail.example/");
    await page.getByRole("link").click();
    await expect(page).toHaveURL(/\?again$/);
    await expect(page.getByLabel("Order ID")).toHaveValue(String(id));
  });
});
