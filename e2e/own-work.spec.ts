import type { Page, Route } from "@playwright/test";
import { decideCorrection, requestCorrection } from "#contract/corrections/corrections.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { REFUND_MESSAGES } from "#contract/refunds/messages.ts";
import { holdAnswers } from "./support/looks.ts";
import { expect, test } from "./support/test.ts";

const opener = (page: Page) => page.getByRole("button", { name: /^Your changes and requests/ });
const item = (page: Page, name: string | RegExp) => page.getByRole("menuitem", { name });

test("own changes of many orders are undone from the menu for an hour, also after a reload", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  const full_name = `Own Changes ${Date.now()}`;
  const ids = await desk.intakes({ full_name }, { full_name });
  const manager = await desk.signIn("Manager");
  const statusesOf = async () => {
    const details = await Promise.all(ids.map((id) => manager.details(id)));
    return details.map(({ process_status, refund_date }) => [process_status, refund_date === null]);
  };
  const selectBoth = async () => {
    await expect(page.getByRole("checkbox", { name: /^Select order/ })).toHaveCount(2);
    await page.getByRole("checkbox", { name: /^Select all/ }).check();
    await expect(page.getByText(/^2 selected/)).toBeVisible();
  };
  await page.goto(`/admin/recent-order?search=${encodeURIComponent(full_name)}`);
  await selectBoth();
  await page.getByRole("button", { name: "Move selected" }).click();
  await item(page, /Refund/).click();
  await desk.dialog().getByRole("button", { name: "Move", exact: true }).click();
  await expect(desk.toast("2 orders moved to Refunds.")).toContainText(ORDER_MESSAGES.orderMoved);
  await page.goto(`/admin/refund-order?search=${encodeURIComponent(full_name)}`);
  await selectBoth();
  await page.getByRole("button", { name: "Refunded it" }).first().click();
  await desk.dialog().getByRole("button", { name: "Yes", exact: true }).click();
  await expect(desk.toast("2 orders recorded as refunded.")).toContainText(REFUND_MESSAGES.refundRecorded);
  expect(await statusesOf()).toEqual(ids.map(() => ["Refunds", false]));

  await page.reload();
  await opener(page).click();
  await item(page, /^Undo: 2 orders recorded as refunded/).click();
  await expect(desk.toast("2 orders due again.")).toBeVisible();
  expect(await statusesOf()).toEqual(ids.map(() => ["Refunds", true]));
  await opener(page).press("Enter");
  await item(page, /^Undo: 2 orders moved to Refunds/).press("Enter");
  await expect(desk.toast("2 orders moved back.")).toBeVisible();
  expect(await statusesOf()).toEqual(ids.map(() => ["New", true]));
  await opener(page).click();
  await expect(page.getByText("Nothing to undo.")).toBeVisible();
});

test("a requested correction is counted for those who decide, and who asked is told the decision", {
  tag: "@core",
}, async ({ page, desk }) => {
  const id = await desk.intake({ full_name: "Traveller With A Correction" });
  const telecaller = await desk.signIn("Telecaller");
  const fields = { sex: "Female" };
  const request = { orderId: id, fields, note: "She said so" };
  const correction = await telecaller.call(requestCorrection, request);

  const manager = await desk.signIn("Manager", "/admin");
  await expect(opener(page)).toHaveAccessibleName(/to decide/);
  await opener(page).press("Enter"); // A pointer would show the tooltip too.
  await desk.look(page.getByRole("menu"), { isFullest: true });
  await item(page, /corrections? to decide$/).click();
  await expect(page).toHaveURL(/mark=correction-asked/);
  await expect(page.getByText("Traveller With A Correction").first()).toBeVisible();
  await manager.call(decideCorrection, { requestId: correction.id, accept: true });

  await page.clock.install();
  await desk.signIn("Telecaller", "/admin");
  await opener(page).click();
  const decision = item(page, `Order ${id}: Manager Member accepted your correction of Sex`);
  await expect(decision).toBeVisible();
  // An answer from before the click arrives after it.
  const read = Promise.withResolvers<void>();
  const clicked = Promise.withResolvers<void>();
  const answer = async (route: Route) => {
    const response = await route.fetch();
    read.resolve();
    await clicked.promise;
    await route.fulfill({ response });
  };
  await page.route("**/api/admin/correction-inbox*", answer, { times: 1 });
  const answered = page.waitForResponse("**/api/admin/correction-inbox*");
  await page.clock.fastForward(60_000);
  await read.promise;
  const letGo = await holdAnswers(page, "**/api/admin/see-correction-decisions*");
  await decision.click();
  clicked.resolve();
  await (await answered).finished();
  await expect(page).toHaveURL(`/admin/view-order/${encodeOrderId(id)}`);
  await opener(page).click();
  await expect(page.getByText("Nothing to undo.")).toBeVisible();
  await expect(decision).toHaveCount(0);
  letGo();
});
