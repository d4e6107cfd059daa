import type { Page } from "@playwright/test";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { inDays, LONG_ORDER } from "./support/full-orders.ts";
import { holdToasts } from "./support/held-toasts.ts";
import { breakAnswers, lookAround } from "./support/looks.ts";
import { openOrder, orderDetails, region } from "./support/order-page.ts";
import { toastOf } from "./support/page-parts.ts";
import { STAFF_PASSWORD, staffEmail } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

test.use({
  colorScheme: "light",
  contextOptions: { reducedMotion: "reduce" },
  expectedErrors: ["Failed to load resource"],
});

const CALL = "**/api/admin/related-orders/*";
const panel = (page: Page) => region(page, "Same traveller");
const badge = (page: Page) =>
  page.getByRole("banner").or(page.locator("header")).getByRole("button", { name: "Possible duplicate" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Compare orders" });

let people = 0;
/** A traveller of no other test, with a long name. */
function traveller(given: Record<string, unknown> = {}) {
  people += 1;
  const unique = `${Date.now()}${people}`;
  return {
    ...LONG_ORDER,
    passport_number: `R${unique}`,
    email: `wickramasinghe.featherstonehaugh+${unique}@travellers.example.com`,
    telephone_number: unique,
    arrival_date: inDays(5),
    ...given,
  };
}

test("a duplicate is compared and dismissed by keyboard, and a colleague's page learns of it", {
  tag: "@core",
}, async ({ page, browser, baseURL, request, signInAs, intake, expectAccessible }) => {
  const own = traveller();
  const first = await intake(own);
  const second = await intake({ ...own, full_name: "Anna Perera", arrival_date: inDays(6) });
  const family = await intake(traveller({ email: own.email }));
  const token = await signInAs("Telecaller");
  const data = { email: staffEmail("Team"), password: STAFF_PASSWORD };
  const { jwtToken } = await (await request.post("/api/admin/admin-login", { data })).json();
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  await context.addInitScript(
    (accessToken) => localStorage.setItem("user", JSON.stringify({ accessToken })),
    String(jwtToken),
  );
  const colleague = await context.newPage();
  await openOrder(colleague, second);
  await expect(badge(colleague)).toBeVisible();

  await openOrder(page, first);
  const rows = panel(page).getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText(`Order ${second}`);
  await expect(rows.nth(0)).toContainText("Possible duplicate: same passport, email, telephone.");
  await expect(rows.nth(1)).toContainText(`Order ${family}`);
  await expect(rows.nth(1)).toContainText("Travels together: same email.");
  await lookAround(page, panel(page), expectAccessible, { isFullest: true });

  await page.getByRole("button", { name: "Filing sheet" }).click();
  await expect(region(page, "Filing sheet")).toContainText(`Possible duplicate of order ${second}.`);
  await page.keyboard.press("Escape");

  await badge(page).focus();
  await page.keyboard.press("Enter");
  const arrival = dialog(page).getByRole("row", { name: /^Arrival Date/ });
  await expect(arrival).toContainText("differs");
  await expect(dialog(page).getByRole("row", { name: /^Passport No\./ })).not.toContainText("differs");
  await lookAround(page, dialog(page), expectAccessible, { isFullest: true });
  const reason = dialog(page).getByLabel("Why these are not duplicates");
  await reason.focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toContainText(ORDER_MESSAGES.dismissReasonRequired);
  await expect(reason).toBeFocused();
  await page.keyboard.type("Twins, both passports were seen");
  await holdToasts(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(toastOf(page, ORDER_MESSAGES.duplicateDismissed)).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(badge(page)).toBeHidden();
  await expect(rows.nth(0)).toContainText("Same traveller: same passport");
  await expect(badge(colleague)).toBeHidden();
  await expect(region(colleague, "History")).toContainText(
    `said that order ${first} is not a duplicate (Twins, both passports were seen)`,
  );
  expect((await orderDetails(request, token, first)).duplicates).toEqual([]);
  await context.close();
});

test("a colleague decides first: what was typed stays, and the page says why it is refused", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const own = traveller();
  const [first, second] = [await intake(own), await intake(own)];
  const token = await signInAs("Manager");
  await openOrder(page, first);
  await panel(page)
    .getByRole("button", { name: `Compare with order ${second}` })
    .click();
  const reason = dialog(page).getByLabel("Why these are not duplicates");
  await reason.fill("A family booked twice");
  // Without its live stream the page doesn't hear of the decision.
  await page.route("**/api/admin/get-orders-details/*", (route) => route.abort());
  const data = { orderId: second, otherId: first, reason: "Said by phone" };
  const headers = { authorization: token };
  expect((await request.post("/api/admin/dismiss-duplicate", { headers, data })).status()).toBe(200);
  await dialog(page).getByRole("button", { name: "Not a duplicate" }).click();
  await expect(toastOf(page, ORDER_MESSAGES.dismissNone)).toBeVisible();
  await expect(reason).toHaveValue("A family booked twice");
});

test("without any other order there is no panel, and a failure says so", async ({
  page,
  signInAs,
  intake,
  expectAccessible,
}) => {
  const id = await intake(traveller());
  await signInAs("Night Staff");
  const answer = page.waitForResponse(CALL);
  await openOrder(page, id);
  await answer;
  await expect(region(page, "History")).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  await expect(badge(page)).toBeHidden();
  await breakAnswers(page, CALL);
  await page.reload();
  const retry = panel(page).getByRole("button", { name: "Retry" });
  await lookAround(page, retry, expectAccessible);
  await page.unrouteAll({ behavior: "wait" });
  await retry.click();
  await expect(panel(page)).toHaveCount(0);
});

test("twenty of an agency's address are listed, three at first, and the panel says that there are more", async ({
  page,
  signInAs,
  intake,
}) => {
  const own = traveller({ email: `agency-${Date.now()}@travellers.example.com` });
  for (let n = 0; n < 21; n += 1) await intake(traveller({ email: own.email, arrival_date: inDays(40) }));
  const id = await intake(own);
  await signInAs("Team");
  await openOrder(page, id);
  const rows = panel(page).getByRole("listitem");
  await expect(rows).toHaveCount(3);
  await expect(panel(page)).toContainText("And more: over 20 orders have the same email.");
  await panel(page).getByRole("button", { name: "Show all 20" }).click();
  await expect(rows).toHaveCount(20);
});
