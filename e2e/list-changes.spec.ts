import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { listOrders } from "#contract/orders/orders.ts";
import { REFUND_MESSAGES } from "#contract/refunds/messages.ts";
import { holdToasts } from "./support/held-toasts.ts";
import { holdAnswers } from "./support/looks.ts";
import { ownName } from "./support/orders.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the refusal of a refund that is already recorded.
test.use({ expectedErrors: ["the server responded with a status of 422"] });

test("Delete asks first, is for Manager and Admin, and can be undone @2-089 @2-090 @4-018 @4-021 @4-022 @4-023 @6-002 @8-011", {
  tag: "@core",
}, async ({ page, desk }) => {
  const { name, id } = await desk.ownOrder();
  for (const role of ["Team", "Telecaller", "Night Staff"] as const) {
    await (await desk.signIn(role)).list.open("/admin/recent-order", name);
    await expect(desk.list.viewLink(id)).toBeVisible();
    await expect(desk.main.getByRole("button", { name: /Delete/ })).toHaveCount(0);
  }
  for (const role of ["Manager", "Admin"] as const) {
    await (await desk.signIn(role)).list.open("/admin/recent-order", name);
    const remove = desk.list.deleteButton(id);
    await test.step(`${role} says No, then Yes`, async () => {
      await expect(remove).toHaveText("Delete");
      await remove.click();
      const question = desk.dialog(new RegExp(`^Delete order ${id} \\(${name}\\)$`));
      await expect(question).toContainText("Are you sure you want to delete?");
      await question.getByRole("button", { name: "No", exact: true }).click();
      await expect(desk.dialog()).toBeHidden();
      await expect(desk.list.row(id)).toBeVisible();
      await remove.click();
      await holdToasts(page);
      await desk.dialog().getByRole("button", { name: "Yes", exact: true }).click();
      await expect(desk.toastBy("status", "Order has been deleted successfully")).toBeVisible();
      await expect(page.getByText("No records found")).toBeVisible();
    });
    await test.step("Undo restores it", async () => {
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(desk.toastBy("status", ORDER_MESSAGES.orderMoved)).toBeVisible();
      await expect(desk.list.row(id)).toBeVisible();
    });
  }
});

test("selected orders are moved and deleted together, with progress and a result for each @1-006 @2-085", {
  tag: "@core",
}, async ({ page, desk }) => {
  const name = ownName();
  const ids = await desk.intakes({ full_name: name }, { full_name: name }, { full_name: name });
  const manager = await desk.signIn("Manager");
  await desk.list.open("/admin/recent-order", name);
  await expect(desk.list.button("Move selected")).toHaveCount(0);
  await desk.list.checkboxOfAll.check();
  await expect(desk.list.selected(3)).toBeVisible();
  const [moved = 0, ...rest] = ids;
  await manager.changeStatus([moved], "Awaiting");

  await test.step("the move shows its progress and says which order was refused, and why", async () => {
    const letGo = await holdAnswers(page, "**/api/admin/change-order-status");
    await desk.list.button("Move selected").click();
    await desk.menuItem("Move to Customer Called").click();
    const question = desk.dialog(/^Move to Customer Called: orders \d+, \d+ and \d+$/);
    await expect(question.getByText("Move to Customer Called")).toHaveCount(1);
    await question.getByRole("button", { name: "Move", exact: true }).click();
    await expect(desk.list.button("Move selected")).toHaveAttribute("data-loading", "true");
    await expect(desk.list.button("Delete Order")).toBeDisabled();
    letGo();
    await expect(desk.toastBy("status", "2 of 3 orders moved.")).toBeVisible();
    // The pointer over the toast keeps its Undo open for the next step.
    await desk.toastBy("status", "2 of 3 orders moved.").hover();
    const refused = desk.dialog("Not changed");
    await expect(refused.getByRole("listitem")).toHaveCount(1);
    await expect(refused.getByRole("link", { name: String(moved) })).toBeVisible();
    await expect(refused).toContainText("Manager Member moved this order to Awaiting Response at");
    await refused.getByRole("button", { name: "Close" }).press("Enter");
    await expect(desk.list.selected(1)).toBeVisible();
    await expect(page.getByText("No records found")).toBeVisible();
  });
  await test.step("Undo reverts exactly the orders that were moved", async () => {
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(desk.toastBy("status", ORDER_MESSAGES.orderMoved)).toBeVisible();
    await expect.poll(() => desk.list.ids()).toEqual(rest);
    await desk.list.open("/admin/awaiting-response", name);
    await expect.poll(() => desk.list.ids()).toEqual([moved]);
    await manager.changeStatus(rest, "Customer Called");
  });
  await test.step("Delete Order deletes the selected orders", async () => {
    await desk.list.open("/admin/called", name);
    await desk.list.checkboxOfAll.check();
    await desk.list.button("Delete Order").click();
    const question = desk.dialog(/^Delete orders \d+ and \d+$/);
    await expect(question).toContainText("Are you sure you want to delete?");
    await question.getByRole("button", { name: "Yes", exact: true }).click();
    await expect(desk.toastBy("status", ORDER_MESSAGES.orderDeleted)).toBeVisible();
    await expect(page.getByText("No records found")).toBeVisible();
    await desk.list.open("/admin/deleted-order", name);
    await expect.poll(() => desk.list.ids()).toEqual(rest.toReversed());
  });
  await test.step("Undo of a mixed selection returns every order to its previous status", async () => {
    await desk.list.open("/admin/order-history", name);
    await manager.changeStatus(rest.slice(0, 1), "Contact Customer");
    await desk.list.button("Refresh").click();
    await expect.poll(() => desk.list.ids()).toEqual([rest[0], moved]);
    await desk.list.checkboxOfAll.check();
    await desk.list.button("Move selected").click();
    await desk.menuItem("Move to Awaiting Govt").click();
    await holdToasts(page);
    await desk.dialog().getByRole("button", { name: "Move", exact: true }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(desk.list.row(moved)).toContainText("Awaiting Response");
    await expect(desk.list.row(rest[0] ?? 0)).toContainText("Contact Customer");
  });
});

test("Refund Orders: buttons by role, only View on a row, and a confirmation that says no money is sent @2-085 @2-094 @2-095 @2-096 @4-024 @4-025 @4-026 @4-027 @6-003 @6-004 @8-015 @8-016", {
  tag: "@core",
}, async ({ page, desk }) => {
  const name = ownName();
  const ids = await desk.intakes({ full_name: name }, { full_name: name });
  const [due, other] = ids;
  await (await desk.signIn("Manager")).changeStatus(ids, "Refunds");
  for (const role of ["Admin", "Manager", "Telecaller", "Night Staff", "Team"] as const) {
    await test.step(role, async () => {
      await (await desk.signIn(role)).list.open("/admin/refund-order", name);
      const mayDelete = role === "Admin" || role === "Manager";
      await expect(desk.list.button("Refunded it")).toHaveCount(1);
      await expect(desk.list.button("Delete Order")).toHaveCount(mayDelete ? 1 : 0);
      await expect(desk.list.button("Move selected")).toHaveCount(0);
      await expect(desk.list.viewLink(due)).toHaveCount(1);
      await expect(desk.list.row(due).getByRole("button")).toHaveCount(0);
    });
  }
  await test.step("nothing happens without a selection", async () => {
    await desk.list.button("Refunded it").click();
    await expect(page.getByText(ORDER_MESSAGES.ordersRequired)).toHaveCount(1);
    await expect(desk.dialog()).toHaveCount(0);
  });
  await test.step("the refund is recorded, a second one is refused", async () => {
    await desk.list.checkbox(due).check();
    await desk.list.button("Refunded it").click();
    const question = desk.dialog(`Record order ${due} (${name}) as refunded`);
    await expect(question).toContainText("It moves no money");
    await question.getByRole("button", { name: "Yes", exact: true }).click();
    await expect(desk.toastBy("status", REFUND_MESSAGES.refundRecorded)).toBeVisible();
    await expect(desk.list.cell(due, "process_status")).toHaveText("Refunded");
    await expect(desk.list.cell(other, "process_status")).toHaveText("Refund due");
    await desk.list.checkbox(due).check();
    await desk.list.button("Refunded it").click();
    await desk.dialog().getByRole("button", { name: "Yes", exact: true }).click();
    await expect(desk.toastBy("alert", REFUND_MESSAGES.refundAlready)).toBeVisible();
  });
});

test("Future Order: twelve months with their counts, a month's orders, Back, and Delete @2-097 @2-098 @2-099 @2-100 @2-101 @2-102 @2-103 @2-104 @2-105 @2-106 @2-107 @2-108 @4-037 @9-013", {
  tag: "@core",
}, async ({ page, desk }) => {
  const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
  const name = ownName();
  const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const orders = [
    { full_name: `${name} B`, email: "c@example.com", telephone_number: "300", arrival_date: later(93) },
    { full_name: `${name} A`, email: "b@example.com", telephone_number: "200", arrival_date: later(93) },
    { full_name: `${name} C`, email: "a@example.com", telephone_number: "100", arrival_date: later(93) },
  ] as const;
  const manager = await desk.signIn("Manager");
  const months = async (): Promise<Record<string, number>> =>
    (await (await manager.answer(listOrders, { orderName: "futureOrder" })).json()).months;
  const tiles = desk.main.getByRole("listitem").getByRole("button");
  const tileTexts = async () => (await tiles.allInnerTexts()).map((text) => text.split(/\s+/));
  const expected = (counts: Record<string, number>) => MONTHS.map((month) => [month, String(counts[month])]);

  await page.goto("/admin/future-order");
  await expect(desk.heading).toHaveText("Future Order");
  const before = await months();
  expect(Object.values(before)).toContain(0);
  await expect.poll(tileTexts).toEqual(expected(before));
  const [one, two, three] = await desk.intakes(...orders);
  await desk.list.button("Refresh").click();
  await expect.poll(tileTexts).toEqual(expected(await months()));
  const day = later(90);
  const month = MONTHS[Number(day.slice(5, 7)) - 1] ?? "";
  expect((await months())[month]).toBe((before[month] ?? 0) + 3);

  await tiles.filter({ hasText: month }).click();
  await expect(page).toHaveURL(`/admin/future-order?month=${month}`);
  await expect(page).toHaveTitle(`Future Order, ${month} · Sri Lanka Arrival Card`);
  await expect(page.getByText(new RegExp(`of ${(before[month] ?? 0) + 3}$`))).toBeVisible();
  await expect(desk.list.table.getByRole("columnheader").filter({ hasText: /./ })).toHaveText([
    "Order ID",
    "Name",
    "Email",
    "Telephone",
    "Date & Time (UTC)",
    "Processing Date",
    "Process Month",
    "Status",
    "Action",
  ]);
  await desk.list.button("Back").click();
  await expect(tiles).toHaveCount(12);
  await expect(page).toHaveURL("/admin/future-order");

  await desk.list.open("/admin/future-order", name, `&month=${month}`);
  await expect(desk.list.cell(one, "processing_date")).toHaveText(day.split("-").reverse().join("-"));
  await expect(desk.list.cell(one, "process_month")).toHaveText(month);
  for (const column of ["Processing Date", "Process Month", "Order ID"]) {
    const header = desk.list.head(column);
    await header.getByRole("button").click();
    await expect(header).toHaveAttribute("aria-sort", column === "Processing Date" ? "descending" : "ascending");
    await expect(page).toHaveURL(/sort=(processing_date|process_month|order_id)/);
  }
  await expect.poll(() => desk.list.ids()).toEqual([one, two, three]);

  await test.step("a row's Delete", async () => {
    await expect(desk.list.viewLink(one)).toBeVisible();
    await desk.list.deleteButton(one).click();
    await expect(desk.dialog()).toContainText("Are you sure you want to delete?");
    await desk.dialog().getByRole("button", { name: "Yes", exact: true }).click();
    await expect(desk.toastBy("status", ORDER_MESSAGES.orderDeleted)).toBeVisible();
    await expect.poll(() => desk.list.ids()).toEqual([two, three]);
    await desk.list.open("/admin/deleted-order", name);
    await expect.poll(() => desk.list.ids()).toEqual([one]);
    expect(await manager.details(one)).toMatchObject({
      process_status: "Deleted",
      previous_status: "Future",
    });
    await (await desk.signIn("Team")).list.open("/admin/future-order", name, `&month=${month}`);
    await expect(desk.main.getByRole("button", { name: /Delete/ })).toHaveCount(0);
  });
});
