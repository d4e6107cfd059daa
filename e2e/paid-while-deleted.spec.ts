import { encodeOrderId } from "#contract/orders/order-id.ts";
import { moveOverTheWire } from "./support/answers.ts";
import { openDispute } from "./support/disputes.ts";
import { lookAround } from "./support/looks.ts";
import { INTAKE_KEY } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

const LONG = "Maximiliana Wilhelmina Öztürk-Świątkowska van der Bruggenhoeve";

test("a payment for a deleted order is marked on it and listed above the disputes", { tag: "@core" }, async ({
  page,
  request,
  signInAs,
  intake,
  expectAccessible,
}) => {
  const orderId = await intake({ paid: false, full_name: LONG });
  const token = await signInAs("Manager");
  await moveOverTheWire(request, token, orderId, "Deleted");
  const paid = await request.post(`/api/intake/orders/${orderId}/payment`, {
    headers: { authorization: `Bearer ${INTAKE_KEY}` },
    data: { transaction_id: "ch_late", merchant_name: "Shop", amount: "49.90", currency: "USD" },
  });
  expect(paid.status(), await paid.text()).toBe(200);
  await page.goto("/admin/disputes");
  const list = page.getByRole("region", { name: "Payments for deleted orders" });
  const link = list.getByRole("link", { name: `Order ${orderId}` });
  await expect(list).toContainText("49.90 USD");
  await expect(page.getByRole("link", { name: /^Disputes, .*1 paid after deletion/ })).toBeVisible();
  await lookAround(page, link, expectAccessible, { isFullest: true });
  await link.focus();
  await page.keyboard.press("Enter");
  const notice = page.getByRole("region", { name: "Payment for a deleted order" });
  await expect(notice).toContainText("transaction ch_late");
  await expect(page.getByText(/received a payment for this deleted order/)).toBeVisible();
  // The button that the upload box mentions is shown.
  const [, named = ""] = /"(.+)"/.exec((await page.getByText("The order is deleted.").textContent()) ?? "") ?? [];
  expect(named).not.toBe("");
  await expect(page.getByRole("button", { name: named })).toBeEnabled();
  await lookAround(page, notice, expectAccessible);
  await moveOverTheWire(request, token, orderId, "Refunds");
  await expect(notice).toHaveCount(0);
  await page.goto("/admin/disputes");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Disputes");
  await expect(link).toHaveCount(0);
});

test("a Manager withdraws a chargeback flag as a mistake, with a reason; a Team member is not offered it", async ({
  page,
  request,
  signInAs,
  intake,
  expectAccessible,
}) => {
  const orderId = await intake();
  const token = await signInAs("Team");
  await openDispute(request, token, orderId);
  const close = async () => {
    await page.goto(`/admin/view-order/${encodeOrderId(orderId)}`);
    await page.getByRole("button", { name: "Close dispute", exact: true }).click();
  };
  const dialog = page.getByRole("dialog", { name: "Close dispute" });
  const mistake = dialog.getByRole("radio", { name: "Ticked by mistake" });
  await close();
  await expect(dialog.getByRole("radio", { name: "Won" })).toBeVisible();
  await expect(mistake).toHaveCount(0);
  await signInAs("Manager");
  await close();
  await mistake.check();
  const reason = dialog.getByLabel("Why was the flag a mistake?");
  await dialog.getByRole("button", { name: "Close dispute" }).click();
  await expect(dialog.getByText("Please say why the chargeback flag was a mistake.")).toBeVisible();
  await expectAccessible();
  await reason.fill("The flag belongs to another order");
  await dialog.getByRole("button", { name: "Close dispute" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/closed the dispute: ticked by mistake/)).toBeVisible();
});

test("only an Admin sees a notice in the frame of the details missing from the packs' letters", async ({
  page,
  signInAs,
}) => {
  const note = page.getByText(
    /The company's details are missing from the letters of the defence packs: COMPANY_TAX_ID/,
  );
  await signInAs("Manager");
  await page.goto("/admin/disputes");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Disputes");
  await expect(note).toHaveCount(0);
  await signInAs("Admin");
  await page.goto("/admin/disputes");
  await expect(note).toBeVisible();
});
