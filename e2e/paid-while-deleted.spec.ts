import { encodeOrderId } from "#contract/orders/order-id.ts";
import { INTAKE_KEY } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

const LONG = "Maximiliana Wilhelmina Öztürk-Świątkowska van der Bruggenhoeve";

test("a payment for a deleted order is marked on it and listed above the disputes", { tag: "@core" }, async ({
  page,
  desk,
  request,
}) => {
  const orderId = await desk.intake({ paid: false, full_name: LONG });
  const manager = await desk.signIn("Manager");
  await manager.move(orderId, "Deleted");
  const paid = await request.post(`/api/intake/orders/${orderId}/payment`, {
    headers: { authorization: `Bearer ${INTAKE_KEY}` },
    data: { transaction_id: "ch_late", merchant_name: "Shop", amount: "49.90", currency: "USD" },
  });
  expect(paid.status(), await paid.text()).toBe(200);
  await page.goto("/admin/disputes");
  const list = desk.section("Payments for deleted orders");
  const link = list.getByRole("link", { name: `Order ${orderId}` });
  await expect(list).toContainText("49.90 USD");
  await expect(page.getByRole("link", { name: /^Disputes .*1 paid after deletion/ })).toBeVisible();
  await desk.look(link, { isFullest: true });
  await link.focus();
  await page.keyboard.press("Enter");
  const notice = desk.section("Payment for a deleted order");
  await expect(notice).toContainText("transaction ch_late");
  await expect(page.getByText(/received a payment for this deleted order/)).toBeVisible();
  // The button that the upload box mentions is shown.
  const [, named = ""] = /"(.+)"/.exec((await page.getByText("The order is deleted.").textContent()) ?? "") ?? [];
  expect(named).not.toBe("");
  await expect(page.getByRole("button", { name: named })).toBeEnabled();
  await desk.look(notice);
  await manager.move(orderId, "Refunds");
  await expect(notice).toHaveCount(0);
  await page.goto("/admin/disputes");
  await expect(desk.heading).toHaveText("Disputes");
  await expect(link).toHaveCount(0);
});

test("a Manager withdraws a chargeback flag as a mistake, with a reason; a Team member is not offered it", async ({
  page,
  desk,
}) => {
  const orderId = await desk.intake();
  const team = await desk.signIn("Team");
  await team.openDispute(orderId);
  const close = async () => {
    await page.goto(`/admin/view-order/${encodeOrderId(orderId)}`);
    await desk.button("Close dispute").click();
  };
  const dialog = desk.dialog("Close dispute");
  const mistake = dialog.getByRole("radio", { name: "Ticked by mistake" });
  await close();
  await expect(dialog.getByRole("radio", { name: "Won" })).toBeVisible();
  await expect(mistake).toHaveCount(0);
  await desk.signIn("Manager");
  await close();
  await mistake.check();
  const reason = dialog.getByLabel("Why was the flag a mistake?");
  await dialog.getByRole("button", { name: "Close dispute" }).click();
  await expect(dialog.getByText("Please say why the chargeback flag was a mistake.")).toBeVisible();
  await desk.expectAccessible();
  await reason.fill("The flag belongs to another order");
  await dialog.getByRole("button", { name: "Close dispute" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/closed the dispute: ticked by mistake/)).toBeVisible();
});

test("only an Admin sees a notice in the frame of the details missing from the packs' letters", async ({
  page,
  desk,
}) => {
  const note = page.getByText(/The defence packs lack the company's tax number: COMPANY_/);
  await desk.signIn("Manager", "/admin/disputes");
  await expect(desk.heading).toHaveText("Disputes");
  await expect(note).toHaveCount(0);
  await desk.signIn("Admin", "/admin/disputes");
  await expect(note).toBeVisible();
});
