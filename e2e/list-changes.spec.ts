import type { Page } from "@playwright/test";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { holdToasts } from "./support/held-toasts.ts";
import {
  buttonOf,
  checkboxOf,
  checkboxOfAll,
  deleteButton,
  openList,
  rowOf,
  shownIds,
  tableOf,
} from "./support/lists.ts";
import { orderDetails } from "./support/order-page.ts";
import { changeStatus, ownName } from "./support/orders.ts";
import { heading, menuItem, toastBy } from "./support/page-parts.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the refusal of a refund that is already recorded.
test.use({ expectedErrors: ["the server responded with a status of 422"] });

const dialog = (page: Page, name?: string | RegExp) => page.getByRole("dialog", name === undefined ? {} : { name });

test("Delete asks first, is for Manager and Admin, and can be undone @2-089 @2-090 @4-018 @4-021 @4-022 @4-023 @6-002 @8-011", {
  tag: "@core",
}, async ({ page, signInAs, intake }) => {
  const name = ownName();
  const id = await intake({ full_name: name });
  for (const role of ["Team", "Telecaller", "Night Staff"] as const) {
    await signInAs(role);
    await openList(page, "/admin/recent-order", name);
    await expect(rowOf(page, id).getByRole("link", { name: /^View/ })).toBeVisible();
    await expect(page.getByRole("main").getByRole("button", { name: /Delete/ })).toHaveCount(0);
  }
  for (const role of ["Manager", "Admin"] as const) {
    await signInAs(role);
    await openList(page, "/admin/recent-order", name);
    const remove = deleteButton(page, id);
    await test.step(`${role} says No, then Yes`, async () => {
      await expect(remove).toHaveText("Delete");
      await remove.click();
      const question = dialog(page, new RegExp(`^Delete order ${id} \\(${name}\\)$`));
      await expect(question).toContainText("Are you sure you want to delete?");
      await question.getByRole("button", { name: "No", exact: true }).click();
      await expect(dialog(page)).toBeHidden();
      await expect(rowOf(page, id)).toBeVisible();
      await remove.click();
      await holdToasts(page);
      await dialog(page).getByRole("button", { name: "Yes", exact: true }).click();
      await expect(toastBy(page, "status", "Order has been deleted successfully")).toBeVisible();
      await expect(page.getByText("No records found")).toBeVisible();
    });
    await test.step("Undo restores it", async () => {
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(toastBy(page, "status", ORDER_MESSAGES.orderMoved)).toBeVisible();
      await expect(rowOf(page, id)).toBeVisible();
    });
  }
});

test("selected orders are moved and deleted together, with progress and a result for each @1-006 @2-085", {
  tag: "@core",
}, async ({ page, request, signInAs, intake }) => {
  const name = ownName();
  const ids = [await intake({ full_name: name }), await intake({ full_name: name }), await intake({ full_name: name })];
  const token = await signInAs("Manager");
  await openList(page, "/admin/recent-order", name);
  await expect(buttonOf(page, "Move selected")).toBeDisabled();
  await checkboxOfAll(page).check();
  await expect(page.getByText("3 selected", { exact: true })).toBeVisible();
  const [moved = 0, ...rest] = ids;
  await changeStatus(request, token, [moved], "Awaiting");

  await test.step("the move shows its progress and says which order was refused, and why", async () => {
    const gate = Promise.withResolvers<void>();
    await page.route("**/api/admin/change-order-status", async (route) => {
      await gate.promise;
      await route.continue();
    });
    await buttonOf(page, "Move selected").click();
    await menuItem(page, "Move to Customer Called").click();
    const question = dialog(page, /^Move to Customer Called: orders \d+, \d+ and \d+$/);
    await expect(question.getByText("Move to Customer Called")).toHaveCount(1);
    await question.getByRole("button", { name: "Move", exact: true }).click();
    await expect(buttonOf(page, "Move selected")).toHaveAttribute("data-loading", "true");
    await expect(buttonOf(page, "Delete Order")).toBeDisabled();
    gate.resolve();
    await expect(toastBy(page, "status", "2 of 3 orders moved.")).toBeVisible();
    // The pointer over the toast keeps its Undo open for the next step.
    await toastBy(page, "status", "2 of 3 orders moved.").hover();
    const refused = dialog(page, "Not changed");
    await expect(refused.getByRole("listitem")).toHaveCount(1);
    await expect(refused.getByRole("link", { name: String(moved) })).toBeVisible();
    await expect(refused).toContainText("Manager Member moved this order to Awaiting Response at");
    await refused.getByRole("button", { name: "Close" }).press("Enter");
    await expect(page.getByText("1 selected", { exact: true })).toBeVisible();
    await expect(page.getByText("No records found")).toBeVisible();
  });
  await test.step("Undo reverts exactly the orders that were moved", async () => {
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(toastBy(page, "status", ORDER_MESSAGES.orderMoved)).toBeVisible();
    await expect.poll(() => shownIds(page)).toEqual(rest);
    await openList(page, "/admin/awaiting-response", name);
    await expect.poll(() => shownIds(page)).toEqual([moved]);
    await changeStatus(request, token, rest, "Customer Called");
  });
  await test.step("Delete Order deletes the selected orders", async () => {
    await openList(page, "/admin/called", name);
    await checkboxOfAll(page).check();
    await buttonOf(page, "Delete Order").click();
    const question = dialog(page, /^Delete orders \d+ and \d+$/);
    await expect(question).toContainText("Are you sure you want to delete?");
    await question.getByRole("button", { name: "Yes", exact: true }).click();
    await expect(toastBy(page, "status", ORDER_MESSAGES.orderDeleted)).toBeVisible();
    await expect(page.getByText("No records found")).toBeVisible();
    await openList(page, "/admin/deleted-order", name);
    await expect.poll(() => shownIds(page)).toEqual(rest.toReversed());
  });
  await test.step("Undo of a mixed selection returns every order to its previous status", async () => {
    await openList(page, "/admin/order-history", name);
    await changeStatus(request, token, rest.slice(0, 1), "Contact Customer");
    await buttonOf(page, "Refresh").click();
    await expect.poll(() => shownIds(page)).toEqual([rest[0], moved]);
    await checkboxOfAll(page).check();
    await buttonOf(page, "Move selected").click();
    await menuItem(page, "Move to Awaiting Govt").click();
    await holdToasts(page);
    await dialog(page).getByRole("button", { name: "Move", exact: true }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(rowOf(page, moved)).toContainText("Awaiting Response");
    await expect(rowOf(page, rest[0] ?? 0)).toContainText("Contact Customer");
  });
});

test("Refund Orders: buttons by role, only View on a row, and a confirmation that says no money is sent @2-085 @2-094 @2-095 @2-096 @4-024 @4-025 @4-026 @4-027 @6-003 @6-004 @8-015 @8-016", {
  tag: "@core",
}, async ({ page, request, signInAs, intake }) => {
  const name = ownName();
  const ids = [await intake({ full_name: name }), await intake({ full_name: name })];
  const [due = 0, other = 0] = ids;
  await changeStatus(request, await signInAs("Manager"), ids, "Refunds");
  for (const role of ["Admin", "Manager", "Telecaller", "Night Staff", "Team"] as const) {
    await test.step(role, async () => {
      await signInAs(role);
      await openList(page, "/admin/refund-order", name);
      const mayDelete = role === "Admin" || role === "Manager";
      await expect(buttonOf(page, "Refunded it")).toHaveCount(1);
      await expect(buttonOf(page, "Delete Order")).toHaveCount(mayDelete ? 1 : 0);
      await expect(buttonOf(page, "Move selected")).toHaveCount(0);
      await expect(rowOf(page, due).getByRole("link", { name: /^View/ })).toHaveCount(1);
      await expect(rowOf(page, due).getByRole("button")).toHaveCount(0);
    });
  }
  await test.step("nothing happens without a selection", async () => {
    await buttonOf(page, "Refunded it").click();
    await expect(page.getByText(ORDER_MESSAGES.ordersRequired)).toHaveCount(1);
    await expect(dialog(page)).toHaveCount(0);
  });
  await test.step("the refund is recorded, a second one is refused", async () => {
    await checkboxOf(page, due).check();
    await buttonOf(page, "Refunded it").click();
    const question = dialog(page, `Record order ${due} (${name}) as refunded`);
    await expect(question).toContainText("It moves no money");
    await question.getByRole("button", { name: "Yes", exact: true }).click();
    await expect(toastBy(page, "status", ORDER_MESSAGES.refundRecorded)).toBeVisible();
    await expect(rowOf(page, due).locator("[data-column=process_status]")).toHaveText("Refunded");
    await expect(rowOf(page, other).locator("[data-column=process_status]")).toHaveText("Refund due");
    await checkboxOf(page, due).check();
    await buttonOf(page, "Refunded it").click();
    await dialog(page).getByRole("button", { name: "Yes", exact: true }).click();
    await expect(toastBy(page, "alert", ORDER_MESSAGES.refundAlready)).toBeVisible();
  });
});

test("Future Order: twelve months with their counts, a month's orders, Back, and Delete @2-097 @2-098 @2-099 @2-100 @2-101 @2-102 @2-103 @2-104 @2-105 @2-106 @2-107 @2-108 @4-037 @9-013", {
  tag: "@core",
}, async ({ page, request, signInAs, intake }) => {
  const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
  const name = ownName();
  const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const given = [
    { full_name: `${name} B`, email: "c@example.com", telephone_number: "300", arrival_date: later(93) },
    { full_name: `${name} A`, email: "b@example.com", telephone_number: "200", arrival_date: later(93) },
    { full_name: `${name} C`, email: "a@example.com", telephone_number: "100", arrival_date: later(93) },
  ];
  const token = await signInAs("Manager");
  const months = async (): Promise<Record<string, number>> => {
    const answer = await request.get("/api/admin/get-orders-list/futureOrder", { headers: { authorization: token } });
    return (await answer.json()).months;
  };
  const tiles = page.getByRole("main").getByRole("listitem").getByRole("button");
  const tileTexts = async () => (await tiles.allInnerTexts()).map((text) => text.split(/\s+/));
  const expected = (counts: Record<string, number>) => MONTHS.map((month) => [month, String(counts[month])]);

  await page.goto("/admin/future-order");
  await expect(heading(page)).toHaveText("Future Order");
  const before = await months();
  expect(Object.values(before)).toContain(0);
  await expect.poll(tileTexts).toEqual(expected(before));
  const ids = [await intake(given[0]), await intake(given[1]), await intake(given[2])];
  const [one = 0, two = 0, three = 0] = ids;
  await buttonOf(page, "Refresh").click();
  await expect.poll(tileTexts).toEqual(expected(await months()));
  const day = later(90);
  const month = MONTHS[Number(day.slice(5, 7)) - 1] ?? "";
  expect((await months())[month]).toBe((before[month] ?? 0) + 3);

  await tiles.filter({ hasText: month }).click();
  await expect(page).toHaveURL(`/admin/future-order?month=${month}`);
  await expect(page).toHaveTitle(`Future Order, ${month} · Sri Lanka Arrival Card`);
  await expect(page.getByText(new RegExp(`of ${(before[month] ?? 0) + 3}$`))).toBeVisible();
  await expect(tableOf(page).getByRole("columnheader").filter({ hasText: /./ })).toHaveText([
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
  await buttonOf(page, "Back").click();
  await expect(tiles).toHaveCount(12);
  await expect(page).toHaveURL("/admin/future-order");

  await openList(page, "/admin/future-order", name, `&month=${month}`);
  await expect(rowOf(page, one).locator("[data-column=processing_date]")).toHaveText(
    day.split("-").reverse().join("-"),
  );
  await expect(rowOf(page, one).locator("[data-column=process_month]")).toHaveText(month);
  for (const column of ["Processing Date", "Process Month", "Order ID"]) {
    const header = tableOf(page).getByRole("columnheader", { name: column });
    await header.getByRole("button").click();
    await expect(header).toHaveAttribute("aria-sort", column === "Processing Date" ? "descending" : "ascending");
    await expect(page).toHaveURL(/sort=(processing_date|process_month|order_id)/);
  }
  await expect.poll(() => shownIds(page)).toEqual([one, two, three]);

  await test.step("a row's Delete", async () => {
    await expect(rowOf(page, one).getByRole("link", { name: /^View/ })).toBeVisible();
    await deleteButton(page, one).click();
    await expect(dialog(page)).toContainText("Are you sure you want to delete?");
    await dialog(page).getByRole("button", { name: "Yes", exact: true }).click();
    await expect(toastBy(page, "status", ORDER_MESSAGES.orderDeleted)).toBeVisible();
    await expect.poll(() => shownIds(page)).toEqual([two, three]);
    await openList(page, "/admin/deleted-order", name);
    await expect.poll(() => shownIds(page)).toEqual([one]);
    expect(await orderDetails(request, token, one)).toMatchObject({
      process_status: "Deleted",
      previous_status: "Future",
    });
    await signInAs("Team");
    await openList(page, "/admin/future-order", name, `&month=${month}`);
    await expect(page.getByRole("main").getByRole("button", { name: /Delete/ })).toHaveCount(0);
  });
});
