import type { Browser, Page } from "@playwright/test";
import { changeOrderEmail } from "#contract/email-changes/email-changes.ts";
import { EMAIL_CHANGE_MESSAGES } from "#contract/email-changes/messages.ts";
import { LANGUAGES } from "#contract/tracking/visitor-languages.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import { ENGLISH } from "#web/features/tracking/english.ts";
import { expectNoAxeFindings } from "./support/looks.ts";
import { expect, test } from "./support/test.ts";
import { expectNothingCovered } from "./support/toast-cover.ts";
import { wordsOf } from "./support/visitor-words.ts";

test.use({ expectedErrors: ["Failed to load resource", "status of 404"] });

const LONG = "a.very.long.address.with.many.words.in.it@a-department.of-some-university.example";
const facts = { passport_number: "N7788123", date_of_birth: "1990-02-03", amount: "49.50", currency: "USD" };

/** A page of a customer whose browser runs no script. */
async function plainPage(browser: Browser, baseURL: string | undefined, locale = "en"): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, locale, ...(baseURL && { baseURL }) });
  return await context.newPage();
}

/** Axe needs scripts: it inspects the same page with them. */
async function expectAccessible(browser: Browser, page: Page, locale: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({ locale, colorScheme });
    const copy = await context.newPage();
    await copy.goto(page.url());
    await expectNoAxeFindings(copy);
    await context.close();
  }
}

async function expectFits(page: Page): Promise<void> {
  for (const width of [1440, 1024, 768, 360]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `at ${width}`).toBeLessThan(1);
  }
}

test("a Manager changes a mistyped email: the new address confirms it, the old one objects, an Admin decides", {
  tag: "@core",
}, async ({ page, desk, browser, baseURL, control }) => {
  const old = "mistyped@mail.example";
  const id = await desk.intake({ email: old, ...facts });
  const manager = await desk.signIn("Manager");
  await manager.upload(id, old);
  const visitor = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const track = (email: string) =>
    visitor.request.post("/api/front/track-order", { data: { orderId: String(id), email } });
  expect((await track(old)).status()).toBe(200);

  await desk.openOrder(id);
  const personal = desk.section("Personal Information");
  const open = personal.getByRole("button", { name: "Change email" });
  await open.focus();
  await page.keyboard.press("Enter");
  const dialog = desk.dialog("Change email");
  await expect(dialog.getByLabel("New email")).toBeFocused();
  await page.keyboard.press("Enter");
  for (const words of [
    EMAIL_CHANGE_MESSAGES.emailChangeRequired,
    EMAIL_CHANGE_MESSAGES.emailChangeProofs,
    EMAIL_CHANGE_MESSAGES.emailChangeReasonRequired,
  ]) {
    await expect(dialog).toContainText(words);
  }
  await expect(dialog.getByRole("checkbox", { name: "Passport number" })).toBeEnabled();
  await page.keyboard.type(old.toUpperCase());
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await dialog.getByLabel("Reason").fill("Mistyped at the checkout");
  await desk.look(dialog, { isFullest: true });
  await dialog.getByRole("button", { name: "Ask to confirm" }).click();
  await expect(dialog).toContainText(EMAIL_CHANGE_MESSAGES.emailChangeSame);
  await expectNothingCovered(page, dialog);
  await expect(dialog.getByLabel("Reason")).toHaveValue("Mistyped at the checkout");
  await dialog.getByLabel("New email").fill(LONG);
  await dialog.getByLabel("Reason").press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();

  const pending = page.getByRole("alert").filter({ hasText: "Change of the email not confirmed yet" });
  await expect(pending).toContainText(LONG);
  await expect(open).toBeHidden();
  await desk.look(pending);

  await expect.poll(() => control("/email-link/confirm")).not.toBe("");
  const customer = await plainPage(browser, baseURL);
  await customer.goto(await control("/email-link/confirm"));
  await expect(personal).toContainText(old);
  await customer.getByRole("button", { name: ENGLISH.confirmEmail.button }).click();
  await expect(customer.getByRole("heading", { level: 1 })).toHaveText(ENGLISH.confirmEmail.done);
  expect(customer.url()).toMatch(/\/confirm-email\/done$/);
  await expect(personal).toContainText(LONG);
  await expect(pending).toBeHidden();
  expect((await track(old)).status()).toBe(404);
  const file = await visitor.request.get(`/uploads/docs/${id}_arrival-card-v1.pdf`);
  expect(file.status()).toBe(404);
  expect((await track(LONG)).status()).toBe(200);

  const unsent = desk.section("The card was not sent to the new email");
  await desk.look(unsent, { isFullest: true });
  await unsent.getByRole("button", { name: "Send the card to the new address" }).click();
  const resend = desk.dialog("Resend the document");
  await expect(resend.getByLabel("Email")).toHaveValue(LONG);
  await resend.getByRole("button", { name: "Cancel" }).click();
  await expect(resend).toBeHidden();

  const owner = await plainPage(browser, baseURL);
  const contest = await control("/email-link/contest");
  await owner.goto(contest);
  await owner.getByRole("button", { name: ENGLISH.contestEmail.button }).click();
  await expect(owner.getByRole("heading", { level: 1 })).toHaveText(ENGLISH.contestEmail.done);
  const contested = page.getByRole("alert").filter({ hasText: "Contested change of the email" });
  await expect(contested).toContainText(old);
  await desk.look(contested, { isFullest: true });
  await manager.upload(id, LONG);
  await expect(contested).toContainText(EMAIL_CHANGE_MESSAGES.emailChangeOwn);
  await expect(contested.getByRole("button")).toHaveCount(0);
  await (await desk.signIn("Admin")).openOrder(id);
  await contested.getByRole("button", { name: "Restore the old email" }).click();
  const decide = desk.dialog("Restore the old email");
  await decide.getByRole("button", { name: "Restore the old email" }).click();
  await expect(decide).toContainText(EMAIL_CHANGE_MESSAGES.emailChangeReasonRequired);
  await decide.getByLabel("Reason").fill("The owner called");
  await desk.look(decide);
  await decide.getByRole("button", { name: "Restore the old email" }).click();
  await expect(contested).toBeHidden();
  await expect(unsent).toBeHidden();
  await expect(personal).toContainText(old);
  await expect(desk.section("Email History")).toContainText("Cancelled");
  await expect(desk.section("History")).toContainText(
    "restored the old email; it is m***@mail.example (The owner called)",
  );
  expect((await track(LONG)).status()).toBe(404);

  // Both links have done their work.
  await owner.goto(contest);
  await owner.getByRole("button", { name: ENGLISH.contestEmail.button }).click();
  await expect(owner.getByRole("alert")).toHaveText(VISITOR_MESSAGES.emailLinkInvalid);
  await visitor.close();
});

test("who may not change the email sees that a change is open, without buttons", async ({ page, desk }) => {
  const id = await desk.intake({ email: "owner@mail.example", ...facts });
  const manager = await desk.signIn("Manager");
  await (await desk.signIn("Telecaller")).openOrder(id);
  await expect(desk.section("Personal Information").getByRole("button", { name: "Copy Email" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Change email" })).toHaveCount(0);
  const change = { orderId: id, factsVersion: 1, email: "new@else.example", reason: "Mistyped" };
  await manager.call(changeOrderEmail, { ...change, proof: ["passport_number", "amount"] });
  const pending = page.getByRole("alert").filter({ hasText: "Change of the email not confirmed yet" });
  await expect(pending).toContainText("new@else.example");
  await expect(pending.getByRole("button")).toHaveCount(0);
});

for (const [language] of LANGUAGES) {
  test(`the pages of the links speak ${language}, fit every width and work without script`, async ({
    browser,
    baseURL,
  }) => {
    const words = wordsOf(language);
    const locale = language === "si" ? "si-LK" : language;
    const page = await plainPage(browser, baseURL, locale);
    for (const [path, texts] of [
      ["confirm-email", words.confirmEmail],
      ["contest-email", words.contestEmail],
    ] as const) {
      await page.goto(`/${path}/${"A".repeat(43)}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(texts.heading);
      await expect(page.locator("html")).toHaveAttribute("dir", language === "ar" ? "rtl" : "ltr");
      await expectFits(page);
      if (language === "en" || language === "ar") await expectAccessible(browser, page, locale);
      // Once a language: twenty wrong tokens are too many.
      if (path === "confirm-email") {
        await page.getByRole("button", { name: texts.button }).press("Enter");
        await expect(page.getByRole("alert")).toHaveText(words.messages.emailLinkInvalid);
      }
      await page.goto(`/${path}/done`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(texts.done);
      await expectFits(page);
    }
    await page.context().close();
  });
}
