import type { Page } from "@playwright/test";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { lookAround } from "./support/looks.ts";
import { orderDetails } from "./support/order-page.ts";
import { toastOf } from "./support/page-parts.ts";
import { expect, test } from "./support/test.ts";

const opener = (page: Page) => page.getByRole("button", { name: /^Your changes and requests/ });
const item = (page: Page, name: string | RegExp) => page.getByRole("menuitem", { name });

test("own changes of many orders are undone from the menu for an hour, also after a reload", { tag: "@core" }, async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const full_name = `Own Changes ${Date.now()}`;
  const ids = [await intake({ full_name }), await intake({ full_name })];
  const token = await signInAs("Manager");
  const statusesOf = async () => {
    const details = await Promise.all(ids.map((id) => orderDetails(request, token, id)));
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
  await page.getByRole("dialog").getByRole("button", { name: "Move", exact: true }).click();
  await expect(toastOf(page, "2 orders moved to Refunds.")).toContainText(ORDER_MESSAGES.orderMoved);
  await page.goto(`/admin/refund-order?search=${encodeURIComponent(full_name)}`);
  await selectBoth();
  await page.getByRole("button", { name: "Refunded it" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Yes", exact: true }).click();
  await expect(toastOf(page, "2 orders recorded as refunded.")).toContainText(ORDER_MESSAGES.refundRecorded);
  expect(await statusesOf()).toEqual(ids.map(() => ["Refunds", false]));

  await page.reload();
  await opener(page).click();
  await item(page, /^Undo: 2 orders recorded as refunded/).click();
  await expect(toastOf(page, "2 orders due again.")).toBeVisible();
  expect(await statusesOf()).toEqual(ids.map(() => ["Refunds", true]));
  await opener(page).press("Enter");
  await item(page, /^Undo: 2 orders moved to Refunds/).press("Enter");
  await expect(toastOf(page, "2 orders moved back.")).toBeVisible();
  expect(await statusesOf()).toEqual(ids.map(() => ["New", true]));
  await opener(page).click();
  await expect(page.getByText("Nothing to undo.")).toBeVisible();
});

test("a requested correction is counted for those who decide, and who asked is told the decision", {
  tag: "@core",
}, async ({ page, request, signInAs, intake, expectAccessible }) => {
  const id = await intake({ full_name: "Traveller With A Correction" });
  const telecaller = await signInAs("Telecaller");
  const post = async (token: string, name: string, data: object) => {
    const answer = await request.post(`/api/admin/${name}`, { headers: { authorization: token }, data });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()).data;
  };
  const fields = { sex: "Female" };
  const asked = await post(telecaller, "request-correction", { orderId: id, fields, note: "She said so" });

  const manager = await signInAs("Manager");
  await page.goto("/admin");
  await expect(opener(page)).toHaveAccessibleName(/to decide/);
  await opener(page).press("Enter"); // A pointer would show the tooltip too.
  await lookAround(page, page.getByRole("menu"), expectAccessible, { isFullest: true });
  await item(page, /corrections? to decide$/).click();
  await expect(page).toHaveURL(/mark=correction-asked/);
  await expect(page.getByText("Traveller With A Correction").first()).toBeVisible();
  await post(manager, "decide-correction", { requestId: asked.id, accept: true });

  await signInAs("Telecaller");
  await page.goto("/admin");
  await opener(page).click();
  await item(page, `Order ${id}: Manager Member accepted your correction of Sex`).click();
  await expect(page).toHaveURL(`/admin/view-order/${encodeOrderId(id)}`);
  await opener(page).click();
  await expect(item(page, /^Order/)).toHaveCount(0);
});
