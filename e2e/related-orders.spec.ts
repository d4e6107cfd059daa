import type { Page } from "@playwright/test";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { dismissDuplicate } from "#contract/orders/related-orders.ts";
import { holdToasts } from "./support/held-toasts.ts";
import { breakAnswers } from "./support/looks.ts";
import { inDays, LONG_ORDER } from "./support/orders.ts";
import type { Screen } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";

test.use({
  colorScheme: "light",
  contextOptions: { reducedMotion: "reduce" },
  expectedErrors: ["Failed to load resource"],
});

const CALL = "**/api/admin/related-orders/*";
const panel = (screen: Screen) => screen.section("Same traveller");
const badge = (screen: Screen) =>
  screen.page.getByRole("banner").or(screen.page.locator("header")).getByRole("button", { name: "Possible duplicate" });
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
}, async ({ page, desk }) => {
  const own = traveller();
  const first = await desk.intake(own);
  const second = await desk.intake({ ...own, full_name: "Anna Perera", arrival_date: inDays(6) });
  const family = await desk.intake(traveller({ email: own.email }));
  const telecaller = await desk.signIn("Telecaller");
  const colleague = await desk.colleague("Team");
  await colleague.openOrder(second);
  await expect(badge(colleague)).toBeVisible();

  await desk.openOrder(first);
  const rows = panel(desk).getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText(`Order ${second}`);
  await expect(rows.nth(0)).toContainText("Possible duplicate: same passport, email, telephone.");
  await expect(rows.nth(1)).toContainText(`Order ${family}`);
  await expect(rows.nth(1)).toContainText("Travels together: same email.");
  await desk.look(panel(desk), { isFullest: true });

  await page.getByRole("button", { name: "Filing sheet" }).click();
  await expect(desk.section("Filing sheet")).toContainText(`Possible duplicate of order ${second}.`);
  await page.keyboard.press("Escape");

  await badge(desk).focus();
  await page.keyboard.press("Enter");
  const arrival = dialog(page).getByRole("row", { name: /^Arrival Date/ });
  await expect(arrival).toContainText("differs");
  await expect(dialog(page).getByRole("row", { name: /^Passport No\./ })).not.toContainText("differs");
  await desk.look(dialog(page), { isFullest: true });
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
  await expect(desk.toast(ORDER_MESSAGES.duplicateDismissed)).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(badge(desk)).toBeHidden();
  await expect(rows.nth(0)).toContainText("Same traveller: same passport");
  await expect(badge(colleague)).toBeHidden();
  await expect(colleague.history).toContainText(
    `said that order ${first} is not a duplicate (Twins, both passports were seen)`,
  );
  expect((await telecaller.details(first)).duplicates).toEqual([]);
  await colleague.close();
});

test("a colleague decides first: what was typed stays, and the page says why it is refused", async ({ page, desk }) => {
  const own = traveller();
  const [first, second] = await desk.intakes(own, own);
  const manager = await desk.signIn("Manager");
  await desk.openOrder(first);
  await panel(desk)
    .getByRole("button", { name: `Compare with order ${second}` })
    .click();
  const reason = dialog(page).getByLabel("Why these are not duplicates");
  await reason.fill("A family booked twice");
  // Without its live stream the page doesn't hear of the decision.
  await page.route("**/api/admin/get-orders-details/*", (route) => route.abort());
  await manager.call(dismissDuplicate, { orderId: second, otherId: first, reason: "Said by phone" });
  await dialog(page).getByRole("button", { name: "Not a duplicate" }).click();
  await expect(desk.toast(ORDER_MESSAGES.dismissNone)).toBeVisible();
  await expect(reason).toHaveValue("A family booked twice");
});

test("without any other order there is no panel, and a failure says so", async ({ page, desk }) => {
  const id = await desk.intake(traveller());
  await desk.signIn("Night Staff");
  const answer = page.waitForResponse(CALL);
  await desk.openOrder(id);
  await answer;
  await expect(desk.history).toBeVisible();
  await expect(panel(desk)).toHaveCount(0);
  await expect(badge(desk)).toBeHidden();
  await breakAnswers(page, CALL);
  await page.reload();
  const retry = panel(desk).getByRole("button", { name: "Retry" });
  await desk.look(retry);
  await page.unrouteAll({ behavior: "wait" });
  await retry.click();
  await expect(panel(desk)).toHaveCount(0);
});

test("twenty of an agency's address are listed, three at first, and the panel says that there are more", async ({
  desk,
}) => {
  const own = traveller({ email: `agency-${Date.now()}@travellers.example.com` });
  for (let n = 0; n < 21; n += 1) await desk.intake(traveller({ email: own.email, arrival_date: inDays(40) }));
  await desk.openNewOrder("Team", own);
  const rows = panel(desk).getByRole("listitem");
  await expect(rows).toHaveCount(3);
  await expect(panel(desk)).toContainText("And more: over 20 orders have the same email.");
  await panel(desk).getByRole("button", { name: "Show all 20" }).click();
  await expect(rows).toHaveCount(20);
});
