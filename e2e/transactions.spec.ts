import type { Page } from "@playwright/test";
import { MOVE_TARGETS } from "#contract/orders/order-moves.ts";
import { statusLabel } from "#contract/orders/status-labels.ts";
import type { Role } from "#contract/roles.ts";
import { TRANSACTION_MESSAGES } from "#contract/transactions/messages.ts";
import { countCalls } from "./support/answers.ts";
import type { Desk } from "./support/desk.ts";
import type { Member } from "./support/member.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the answers that these tests break on purpose.
test.use({ expectedErrors: ["Failed to load resource", "net::ERR_FAILED"] });

const CALL = "**/api/admin/save-transaction-details";
const button = (page: Page) => page.getByRole("button", { name: "Enter Transaction Details" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Transaction details" });
const field = (page: Page, name: string) => dialog(page).getByRole("textbox", { name });

/** Opens the dialog of a new order. @returns the member and the order's id */
async function openDialog(desk: Desk, role: Role, fields = {}): Promise<[Member, number]> {
  const orderId = await desk.intake(fields);
  const member = await desk.signIn(role);
  await member.move(orderId, "Customer Called");
  await desk.openOrder(orderId);
  await button(desk.page).click();
  return [member, orderId];
}

test("staff enter and correct transaction details in a dialog @2-146", { tag: "@core" }, async ({ page, desk }) => {
  await openDialog(desk, "Telecaller", { transaction_id: "ch_old", merchant_name: "Old Shop" });
  await expect(field(page, "Transaction Id")).toHaveValue("ch_old");
  await expect(field(page, "Transaction Id")).toBeFocused();
  await expect(field(page, "Merchant Name")).toHaveValue("Old Shop");
  await field(page, "Transaction Id").fill("ch_new_4711");
  await field(page, "Merchant Name").fill("New Shop");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(TRANSACTION_MESSAGES.transactionSaved)).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  const details = desk.section("Order Details");
  await expect(details).toContainText("ch_new_4711");
  await expect(details).toContainText("New Shop");
  await expect(desk.section("History")).toContainText("Telecaller Member saved the transaction ch_new_4711");
  await button(page).click();
  await expect(field(page, "Transaction Id")).toHaveValue("ch_new_4711");
});

test("input survives a colleague's move to a status without these tools", async ({ page, desk }) => {
  const [team, orderId] = await openDialog(desk, "Team");
  await field(page, "Transaction Id").fill("ch_half_typed");
  await team.move(orderId, "Awaiting");
  await expect(page.locator('[data-status="Awaiting"]').first()).toBeVisible();
  await expect(field(page, "Transaction Id")).toHaveValue("ch_half_typed");
  await field(page, "Merchant Name").fill("Shop");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(TRANSACTION_MESSAGES.transactionSaved)).toBeVisible();
  await expect(button(page)).toHaveCount(0);
});

test("both fields are required on change, on blur and on submit @5-017 @5-018 @5-026 @5-027 @5-028", async ({
  page,
  desk,
}) => {
  await openDialog(desk, "Team");
  const noId = dialog(page).getByText("Please enter your Transaction Id");
  const noName = dialog(page).getByText("Please enter your Merchant Name");
  await test.step("blur", async () => {
    await field(page, "Merchant Name").focus();
    await expect(noId).toBeVisible();
    await expect(noName).toBeHidden();
  });
  await test.step("change", async () => {
    await field(page, "Merchant Name").fill("x");
    await field(page, "Merchant Name").fill("");
    await expect(noName).toBeVisible();
    await field(page, "Transaction Id").fill("ch_1");
    await expect(noId).toBeHidden();
  });
  await test.step("submit", async () => {
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await button(page).click();
    await expect(field(page, "Transaction Id")).toHaveValue("ch_1");
    await expect(dialog(page).getByText("This is what you had typed and not saved.")).toBeVisible();
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await expect(dialog(page)).toBeHidden();
    await button(page).click();
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await expect(noId).toBeVisible();
    await expect(noName).toBeVisible();
    await expect(field(page, "Transaction Id")).toBeFocused();
  });
});

test("input stays when saving fails, and a second press sends nothing twice", async ({ page, desk }) => {
  await openDialog(desk, "Team");
  await field(page, "Transaction Id").fill("ch_kept");
  await field(page, "Merchant Name").fill("Kept Shop");
  await page.route(CALL, (route) => route.abort());
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(desk.toastBy("alert").first()).toBeVisible();
  await expect(field(page, "Transaction Id")).toHaveValue("ch_kept");
  await page.unroute(CALL);
  const sent = countCalls(page, "/save-transaction-details");
  await dialog(page).getByRole("button", { name: "Save" }).dblclick();
  await expect(page.getByText(TRANSACTION_MESSAGES.transactionSaved)).toBeVisible();
  expect(sent()).toBe(1);
});

test("the button is shown at the specified statuses and wherever a dispute is open @2-142 @2-143 @2-144 @2-145", async ({
  page,
  desk,
}) => {
  const email = "dispute.tools@example.com";
  const orderId = await desk.intake({ email });
  const team = await desk.signIn("Team");
  await desk.openOrder(orderId);
  await expect(button(page)).toHaveCount(0);
  const state = desk.main.locator("header [data-status]");
  const packs = page.getByRole("button", { name: /^Defence Pack/ });
  await team.upload(orderId, email);
  // Wait for the move that the mail causes.
  await expect(state).toHaveText(statusLabel("Completed"));
  await expect(button(page)).toHaveCount(1);
  for (const status of MOVE_TARGETS.filter((each) => each !== "Completed")) {
    await team.move(orderId, status);
    await desk.openOrder(orderId);
    await expect(state).toHaveText(statusLabel(status));
    const isAskedAbout = status === "Customer Called";
    await expect(button(page)).toHaveCount(isAskedAbout ? 1 : 0);
    await expect(packs).toHaveCount(isAskedAbout ? 2 : 0);
  }
  await team.move(orderId, "Refunds");
  await team.openDispute(orderId);
  await desk.openOrder(orderId);
  await expect(page.getByText("Open dispute")).toBeVisible();
  await expect(button(page)).toBeEnabled();
  await expect(packs).toHaveCount(2);
});

test("an unpaid order offers no details to enter and shows the reason", async ({ page, desk }) => {
  const orderId = await desk.intake({ paid: false });
  await (await desk.signIn("Team")).move(orderId, "Customer Called");
  await desk.openOrder(orderId);
  await expect(button(page)).toBeDisabled();
  await expect(button(page)).toHaveAccessibleDescription(TRANSACTION_MESSAGES.transactionUnpaid);
  await desk.expectAccessible();
});
