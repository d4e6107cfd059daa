import type { Page } from "@playwright/test";
import { LANGUAGES } from "#contract/tracking/visitor-languages.ts";
import { ENGLISH } from "#web/features/tracking/english.ts";
import { expect, test } from "./support/test.ts";
import { wordsOf } from "./support/visitor-words.ts";

const summary = (page: Page, { problem }: typeof ENGLISH) =>
  page.locator("[data-failed=true]").filter({ has: page.getByRole("heading", { name: problem.heading }) });

// Chromium logs the answer about an unknown order.
test.use({ expectedErrors: ["status of 400", "status of 404"] });

test("errors stand at their fields and in a summary with links, which takes the focus", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  const { track, messages } = ENGLISH;
  await page.goto("/track-order");
  const [orderId, email, send] = [
    page.getByLabel(track.orderId),
    page.getByLabel(track.email),
    page.getByRole("button", { name: track.submit }),
  ];
  await expect(summary(page, ENGLISH)).toHaveCount(0);
  await send.click();
  await expect(summary(page, ENGLISH)).toBeFocused();
  await expect(summary(page, ENGLISH).getByRole("link")).toHaveText([
    messages.trackOrderIdRequired,
    messages.trackEmailRequired,
  ]);
  await desk.expectAccessible();
  await summary(page, ENGLISH).getByRole("link", { name: messages.trackEmailRequired }).click();
  await expect(email).toBeFocused();

  await orderId.fill("100001");
  for (const [typed, hint] of [
    ["ann@example,com", track.emailComma],
    ["ann lee@example.com", track.emailSpace],
    ["ann.example.com", track.emailForm],
  ] as const) {
    await email.fill(typed);
    await email.press("Enter");
    await expect(summary(page, ENGLISH)).toBeFocused();
    await expect(summary(page, ENGLISH).getByRole("link")).toHaveText([`${messages.trackEmailRequired}\n${hint}`]);
    await expect(email).toHaveAccessibleDescription(`${messages.trackEmailRequired} ${hint}`);
    await expect(email).toHaveValue(typed);
  }

  await orderId.fill("999999");
  await email.fill("nobody@example.com");
  await send.click();
  await expect(desk.toast(messages.trackNotFound)).toBeVisible();
  await expect(summary(page, ENGLISH)).toBeFocused();
  await expect(orderId).toHaveAccessibleDescription(messages.trackNotFound);
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await desk.expectAccessible();
  await email.fill("somebody@example.com");
  await expect(orderId).toHaveAttribute("aria-invalid", "false");
  await expect(email).toHaveAttribute("aria-invalid", "false");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  for (const [language] of LANGUAGES) {
    test(`the summary names the errors in ${language}`, { tag: language === "en" ? "@core" : [] }, async ({
      browser,
      baseURL,
    }) => {
      const context = await browser.newContext({ javaScriptEnabled: false, locale: language });
      const page = await context.newPage();
      const words = wordsOf(language);
      await page.goto(`${baseURL}/track-order`);
      await page.getByLabel(words.track.email).fill("ann@example,com");
      await page.getByRole("button", { name: words.track.submit }).click();
      await expect(summary(page, words)).toBeFocused();
      await expect(summary(page, words).getByRole("link")).toHaveText([
        words.messages.trackOrderIdRequired,
        `${words.messages.trackEmailRequired}\n${words.track.emailComma}`,
      ]);
      await summary(page, words).getByRole("link").nth(1).click();
      await expect(page.getByLabel(words.track.email)).toBeFocused();
      await context.close();
    });
  }
});
