import { DISPUTE_MESSAGES } from "#contract/disputes/messages.ts";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { TRANSACTION_MESSAGES } from "#contract/transactions/messages.ts";
import { breakAnswers, holdAnswers, TELEPHONE } from "./support/looks.ts";
import { LONG_ORDER } from "./support/orders.ts";
import { expect, test } from "./support/test.ts";

test.describe.configure({ mode: "parallel" });
test.use({
  colorScheme: "light",
  contextOptions: { reducedMotion: "reduce" },
  // Chromium logs answers broken on purpose and the driver's access to a mail's frame.
  expectedErrors: ["Failed to load resource", "Blocked script execution in 'about:srcdoc'"],
});

test("the full order is accessible and fits a desktop and a phone, in both themes", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  const admin = await desk.signIn("Admin");
  const id = await desk.fullOrder(admin);
  await page.goto(`/admin/view-order/${encodeOrderId(id)}`);
  await expect(page.getByText("Open dispute")).toBeVisible();
  const last = desk.section("Email History");
  await desk.look(last, { isFullest: true, widths: [TELEPHONE] });
});

test("the visitor's order is accessible and fits a desktop and a phone, in both themes", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  const id = await desk.intake(LONG_ORDER);
  await (await desk.signIn("Team")).upload(id, LONG_ORDER.email);
  await page.goto(`/track-order/${encodeOrderId(id)}`);
  await desk.main.getByRole("textbox").nth(1).fill(LONG_ORDER.email);
  await desk.main.getByRole("button").click();
  const download = desk.main.getByRole("button").first();
  await expect(page).toHaveURL(`/get-new-order-details/${encodeOrderId(id)}`);
  await desk.look(download, { isFullest: true, widths: [TELEPHONE] });
});

test("the order: every state is accessible and fits every width, in both themes", async ({ page, desk }) => {
  const admin = await desk.signIn("Admin");
  const id = await desk.fullOrder(admin);
  const call = "**/api/admin/get-orders-details/**";
  const path = `/admin/view-order/${encodeOrderId(id)}`;
  const letGo = await holdAnswers(page, call);
  await page.goto(path);
  await desk.look(desk.heading, { what: "loading" });
  letGo();
  await expect(desk.main.getByText("Completed", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("Open dispute")).toBeVisible();
  await desk.look(desk.section("Email History"), { what: "full", isFullest: true });
  await page.unrouteAll({ behavior: "wait" });
  await breakAnswers(page, call);
  await page.reload();
  await desk.look(desk.retry, { what: "failed" });
});

test("the order's dialogs are accessible and fit every width, in both themes", async ({ page, desk }) => {
  const admin = await desk.signIn("Admin");
  const id = await desk.fullOrder(admin);
  await page.goto(`/admin/view-order/${encodeOrderId(id)}`);
  for (const [button, shown] of [
    ["View Email Content", desk.dialog().getByRole("tab", { name: "As sent" })],
    ["Resend", desk.dialog().getByRole("textbox")],
    ["Enter Transaction Details", desk.dialog().getByText(TRANSACTION_MESSAGES.merchantNameRequired)],
  ] as const) {
    await page.getByRole("button", { name: button }).first().click();
    if (button === "Enter Transaction Details") {
      await desk.dialog().getByLabel("Merchant Name").fill("");
      await desk.dialog().getByRole("button", { name: "Save" }).click();
    }
    await desk.look(shown, { what: button, isFullest: true });
    await page.keyboard.press("Escape");
    await expect(desk.dialog()).toBeHidden();
  }
});

test("a dispute's dialogs are accessible and fit every width, in both themes", async ({ page, desk }) => {
  const admin = await desk.signIn("Admin");
  const id = await desk.intake(LONG_ORDER);
  await admin.fullDispute(id, false);
  await page.goto(`/admin/view-order/${encodeOrderId(id)}`);
  await page.getByRole("button", { name: "Edit dispute" }).click();
  await desk.dialog().getByLabel("Currency").fill("");
  await desk.dialog().getByRole("button", { name: "Save" }).click();
  const missing = desk.dialog().getByText(DISPUTE_MESSAGES.disputeCurrencyMissing);
  await desk.look(missing, { what: "edit", isFullest: true });
  await page.keyboard.press("Escape");
  await expect(desk.dialog()).toBeHidden();
  await page.getByRole("button", { name: "Close dispute" }).click();
  await desk.dialog().getByRole("button", { name: "Close dispute" }).click();
  const unanswered = desk.dialog().getByText(DISPUTE_MESSAGES.disputeOutcomeRequired);
  await desk.look(unanswered, { what: "close", isFullest: true });
});

test("a pack's dialog is accessible and fits every width, in both themes, in each of its states", async ({
  page,
  desk,
}) => {
  const call = "**/api/admin/defence-pack-details";
  const manager = await desk.signIn("Manager");
  const id = await desk.intake({ full_name: "Bare Minimum" });
  await manager.fullDispute(id, false);
  await page.goto(`/admin/view-order/${encodeOrderId(id)}`);
  const open = page.getByRole("button", { name: "Defence Pack 1" });
  const letGo = await holdAnswers(page, call);
  await open.click();
  await desk.look(desk.dialog().getByText("Defence Pack 1"), { what: "loading" });
  letGo();
  const anyway = desk.dialog().getByRole("button", { name: "Make it anyway" });
  await anyway.click();
  await desk.look(anyway, { what: "red", isFullest: true });
  await desk.dialog().getByRole("textbox").fill("Because the bank's day is today. ".repeat(15));
  const [tab] = await Promise.all([page.context().waitForEvent("page"), anyway.click()]);
  await expect(desk.dialog().getByText("Made anyway:")).toBeVisible();
  await tab.close();
  await desk.look(desk.dialog().getByText("Made anyway:"), { what: "made" });
  await page.keyboard.press("Escape");
  await expect(desk.dialog()).toBeHidden();
  await page.unrouteAll({ behavior: "wait" });
  await breakAnswers(page, call);
  await page.reload();
  await open.click();
  await desk.look(desk.retry, { what: "failed" });
});

test("a deleted order is accessible and fits every width, in both themes", async ({ page, desk }) => {
  const admin = await desk.signIn("Admin");
  const id = await desk.intake({ full_name: "Bare Minimum", email: "bare@example.com", paid: false });
  await admin.changeStatus([id], "Deleted");
  await page.goto(`/admin/view-order/${encodeOrderId(id)}`);
  const purge = page.getByRole("button", { name: "Delete permanently" });
  await desk.look(purge, { what: "page", isFullest: true });
  await purge.click();
  await expect(desk.dialog(`Delete order ${id} (Bare Minimum) permanently?`)).toBeVisible();
  await desk.look(desk.dialog().getByRole("button"), { what: "question" });
});

test("selected orders, their question and their results are accessible and fit every width, in both themes", async ({
  page,
  desk,
}) => {
  await (await desk.signIn("Admin")).changeStatus([await desk.intake(LONG_ORDER)], "Refunds");
  await page.goto("/admin/refund-order");
  await page
    .getByRole("checkbox", { name: /^Select order/ })
    .first()
    .check();
  await desk.look(page.getByText("1 selected"), { what: "selected", isFullest: true });
  await page.getByRole("button", { name: "Refunded it" }).click();
  await desk.look(desk.dialog(), { what: "question" });
});

test("the palette's search is accessible and fits every width, in both themes", async ({ page, desk }) => {
  const call = "**/api/admin/find-orders";
  const report = desk.dialog().getByRole("status");
  await desk.intake(LONG_ORDER);
  await desk.signIn("Team", "/admin/change-password");
  await desk.heading.waitFor();
  const letGo = await holdAnswers(page, call);
  await page.keyboard.press("Control+k");
  await expect(desk.dialog().getByRole("combobox")).toBeFocused();
  await page.keyboard.type("featherstonehaugh");
  await desk.look(report.getByText("Searching orders"), { what: "searching" });
  letGo();
  await desk.look(report.getByText("found"), { what: "found", isFullest: true });
  await page.unrouteAll({ behavior: "wait" });
  await breakAnswers(page, call);
  await page.keyboard.type("-nobody");
  await desk.look(desk.retry, { what: "failed" });
  await page.unrouteAll({ behavior: "wait" });
  await desk.retry.click();
  await desk.look(report.getByText("No order found"), { what: "none" });
});

for (const language of ["en", "ar"]) {
  test(`the visitor's order in ${language}: every state is accessible and fits every width, in both themes`, async ({
    page,
    desk,
  }) => {
    const id = await desk.intake(LONG_ORDER);
    const call = "**/api/front/get-download-history";
    await (await desk.signIn("Team")).upload(id, LONG_ORDER.email);
    const track = async () => {
      await desk.main.getByRole("textbox").nth(1).fill(LONG_ORDER.email);
      await desk.main.getByRole("button").click();
      await expect(page).toHaveURL(`/get-new-order-details/${encodeOrderId(id)}`);
    };
    await page.goto(`/track-order/${encodeOrderId(id)}`);
    await page.getByRole("combobox", { name: "Language" }).selectOption(language);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    const letGo = await holdAnswers(page, call);
    await track();
    await desk.look(desk.heading, { what: "loading" });
    letGo();
    const download = desk.main.getByRole("button").first();
    await desk.look(download, { what: "not downloaded" });
    await page.unrouteAll({ behavior: "wait" });
    const file = await desk.download(download);
    await file.path();
    await desk.look(page.getByText("127.0.0.1"), { what: "downloaded", isFullest: true });
    await page.goto(`/track-order/${encodeOrderId(id)}`);
    await breakAnswers(page, call);
    await track();
    await desk.look(page.getByRole("alert").getByRole("button"), { what: "failed" });
  });
}
