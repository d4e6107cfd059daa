import { REFUND_MESSAGES } from "#contract/refunds/messages.ts";
import { recordRefund } from "#contract/refunds/record-refund.ts";
import type { Role } from "#contract/roles.ts";
import type { Desk } from "./support/desk.ts";
import { ownName } from "./support/orders.ts";
import { orderPath } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";

// The browser logs the refusals that these tests provoke.
test.use({ expectedErrors: ["Failed to load resource"] });

const PAID = { amount: "49.99", currency: "USD", card_brand: "visa", card_last4: "4242" };

const PART = { lastRefundId: null, amount: "20.00", currency: "USD", reasonCode: "duplicate" } as const;

/** Orders in Refunds, the first of them with an open dispute. */
async function refundsOf(desk: Desk, role: Role, count: number) {
  const name = ownName();
  const ids = await desk.intakes(...Array.from({ length: count }, () => ({ ...PAID, full_name: name })));
  const manager = await desk.signIn("Manager");
  await manager.changeStatus(ids, "Refunds");
  const [disputed = 0] = ids;
  await manager.openDispute(disputed);
  const member = role === "Manager" ? manager : await desk.signIn(role);
  return { name, ids, disputed, member };
}

async function recordSelected(desk: Desk, ids: readonly number[]): Promise<void> {
  for (const id of ids) await desk.list.checkbox(id).check();
  await desk.list.button("Refunded it").click();
  await desk.dialog().getByRole("button", { name: "Yes", exact: true }).click();
}

test("a dispute blocks its rows alone; a Team member reads why, a Manager records them with a reason", {
  tag: "@core",
}, async ({ desk }) => {
  const { name, ids, disputed } = await refundsOf(desk, "Team", 2);
  const [, free = 0] = ids;
  await test.step("Team", async () => {
    await desk.list.open("/admin/refund-order", name);
    await recordSelected(desk, ids);
    await expect(desk.dialog("Not changed")).toContainText(REFUND_MESSAGES.refundDisputeOpen);
    await expect(desk.dialog("Not changed").getByRole("textbox")).toHaveCount(0);
    await desk.page.keyboard.press("Escape");
    await expect(desk.list.cell(free, "process_status")).toHaveText("Refunded");
    await expect(desk.list.cell(disputed, "process_status")).toHaveText("Refund due");
    await desk.page.goto(orderPath(disputed));
    await expect(desk.section("Refund")).toContainText(REFUND_MESSAGES.refundDisputeOpen);
    await expect(desk.section("Refund").getByRole("button")).toHaveCount(0);
  });
  await test.step("Manager", async () => {
    await (await desk.signIn("Manager")).list.open("/admin/refund-order", name);
    await expect(desk.main.getByText("Due", { exact: true })).toBeVisible();
    await recordSelected(desk, [disputed]);
    const refused = desk.dialog("Not changed");
    const reason = refused.getByLabel("Why are they recorded despite the dispute?");
    const submit = refused.getByRole("button", { name: "Record these refunds" });
    await submit.click();
    await expect(reason).toHaveAccessibleDescription(new RegExp(REFUND_MESSAGES.refundOverrideReason));
    await expect(reason).toBeFocused();
    await reason.fill("The bank let it go.");
    await submit.click();
    await expect(desk.toastBy("status", REFUND_MESSAGES.refundRecorded)).toBeVisible();
    await expect(refused).toBeHidden();
    await expect(desk.list.cell(disputed, "process_status")).toHaveText("Refunded");
    await desk.page.goto(orderPath(disputed));
    await expect(desk.section("Refund")).toContainText("despite a dispute: The bank let it go.");
  });
});

test("the reason for a refund despite a dispute is asked for where it is missing", async ({ page, desk }) => {
  const { disputed } = await refundsOf(desk, "Manager", 1);
  await page.goto(orderPath(disputed));
  await desk.section("Refund").getByRole("button", { name: "Record a refund" }).click();
  const form = desk.dialog("Record a refund");
  const reason = form.getByLabel("Why is it recorded despite the dispute?");
  await expect(form).toContainText(REFUND_MESSAGES.refundDisputeOpen);
  await form.getByLabel("Reason").selectOption({ label: "Goodwill" });
  for (const empty of ["", "   "]) {
    await reason.fill(empty);
    await form.getByRole("button", { name: "Record the refund" }).click();
    await expect(reason).toHaveAccessibleDescription(REFUND_MESSAGES.refundOverrideReason);
    await expect(reason).toHaveAttribute("aria-invalid", "true");
    await expect(reason).toBeFocused();
  }
  await desk.expectAccessible();
  await reason.fill("The bank let it go.");
  await form.getByRole("button", { name: "Record the refund" }).click();
  await expect(form).toBeHidden();
  await expect(desk.section("Refund")).toContainText("despite a dispute: The bank let it go.");
});

test("a refund is undone with a reason and recorded as a part, which the customer reads", {
  tag: "@core",
}, async ({ page, desk }) => {
  const email = "refunded@example.com";
  const id = await desk.intake({ ...PAID, email });
  const manager = await desk.signIn("Manager");
  await manager.changeStatus([id], "Refunds");
  await page.goto(orderPath(id));
  const section = desk.section("Refund");
  const form = desk.dialog("Record a refund");
  await test.step("the form has what is left, and says what is wrong", async () => {
    await expect(section).toContainText("49.99 USD is due.");
    await section.getByRole("button", { name: "Record a refund" }).click();
    await expect(form.getByLabel("Amount")).toHaveValue("49.99");
    await expect(form.getByLabel("Amount")).toBeFocused();
    await form.getByLabel("Amount").fill("50");
    await form.getByLabel("Reason").selectOption({ label: "Goodwill" });
    await form.getByRole("button", { name: "Record the refund" }).click();
    await expect(form).toContainText("At most 49.99 USD is left of the payment.");
    await form.getByLabel("Amount").fill("49.99");
    await form.getByRole("button", { name: "Record the refund" }).click();
    await expect(form).toBeHidden();
    await expect(desk.status).toHaveText("Refunded");
  });
  await test.step("undone", async () => {
    await section.getByRole("button", { name: "Undo the refund of 49.99 USD" }).click();
    const dialog = desk.dialog("Undo the refund");
    await dialog.getByLabel("Why is the refund undone?").fill("Only a part went back.");
    await dialog.getByRole("button", { name: "Undo the refund" }).click();
    await expect(section).toContainText("49.99 USD is due.");
    await expect(desk.status).toHaveText("Refund due");
  });
  await test.step("a part", async () => {
    await section.getByRole("button", { name: "Record a refund" }).click();
    await form.getByLabel("Amount").fill("20");
    await form.getByLabel("Reason").selectOption({ label: "Goodwill" });
    await form.getByLabel("Reference").fill("re_20");
    await form.getByRole("button", { name: "Record the refund" }).click();
    await expect(section).toContainText("Partly refunded: 29.99 USD is still due.");
    await expect(section).toContainText("reference re_20");
    await expect(desk.history).toContainText("20.00 USD");
  });
  await test.step("the customer", async () => {
    await page.goto("/track-order");
    await page.getByLabel("Order ID").fill(String(id));
    await page.getByLabel("Email").fill(email);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Your order is being refunded.")).toBeVisible();
    await expect(page.getByText(/^Refunded on .*20\.00 USD.* to the card you paid with\.$/)).toBeVisible();
  });
});

test("an order with a recorded refund is moved to Refunds after a question, and keeps its date", async ({
  page,
  desk,
}) => {
  const id = await desk.intake(PAID);
  const manager = await desk.signIn("Manager");
  await manager.changeStatus([id], "Refunds");
  await manager.call(recordRefund, {
    orderId: id,
    lastRefundId: null,
    amount: "49.99",
    currency: "USD",
    reasonCode: "duplicate",
  });
  await manager.move(id, "Contact Customer");
  await page.goto(orderPath(id));
  await desk.button("Move to Completed Refunds").click();
  await expect(desk.dialog()).toContainText("is recorded: the order will be shown as refunded");
  await desk.dialog().getByRole("button", { name: "Move", exact: true }).click();
  await expect(desk.status).toHaveText("Refunded");
});

test("a list asks before a partly refunded order goes back to Refunds, whatever columns it shows", async ({ desk }) => {
  const name = ownName();
  const id = await desk.intake({ ...PAID, full_name: name });
  const manager = await desk.signIn("Manager");
  await manager.changeStatus([id], "Refunds");
  await manager.call(recordRefund, { ...PART, orderId: id });
  await manager.move(id, "Contact Customer");
  await desk.list.open("/admin/contact-customer", name);
  await desk.list.checkbox(id).check();
  await desk.button("Move selected").click();
  await desk.menuItem("Move to Completed Refunds").click();
  await expect(desk.dialog()).toContainText("Already refunded: a part of the payment. Only the rest will be due.");
});

test("a refund that was typed survives a reload, and a colleague's refund is shown beside it", async ({
  page,
  desk,
}) => {
  const id = await desk.intake(PAID);
  const manager = await desk.signIn("Manager");
  await manager.changeStatus([id], "Refunds");
  await page.goto(orderPath(id));
  const open = () => desk.section("Refund").getByRole("button", { name: "Record a refund" }).click();
  const form = desk.dialog("Record a refund").getByRole("form");
  await open();
  await form.getByLabel("Amount").fill(" 30 ");
  await form.getByLabel("Currency").fill("usd");
  await form.getByRole("combobox", { name: "Reason" }).selectOption({ label: "Goodwill" });
  await page.reload();
  await open();
  await expect(form.getByText("This is what you had typed and not saved.")).toBeVisible();
  await expect(form.getByLabel("Amount")).toHaveValue(" 30 ");

  await desk.member("Admin").call(recordRefund, { ...PART, orderId: id });
  const changed = form.getByRole("alert");
  await expect(changed).toContainText("Recorded by now: 20.00 USD. Left of the payment: 29.99 USD.");
  await changed.getByRole("button", { name: "Keep what I typed" }).click();
  await form.getByRole("button", { name: "Record the refund" }).click();
  await expect(form.getByText("At most 29.99 USD is left of the payment.")).toBeVisible();
  await form.getByLabel("Amount").fill("29.99");
  await form.getByRole("button", { name: "Record the refund" }).click();
  await expect(desk.status).toHaveText("Refunded");
  await expect(desk.dialog("Record a refund")).toBeHidden();
});
