import type { Page } from "@playwright/test";
import { DISPUTE_MESSAGES } from "#contract/disputes/messages.ts";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { TRANSACTION_MESSAGES } from "#contract/transactions/messages.ts";
import { uploadDocument } from "./support/answers.ts";
import { fullDispute, fullOrder, LONG_ORDER } from "./support/full-orders.ts";
import { breakAnswers, holdAnswers, lookAround, TELEPHONE } from "./support/looks.ts";
import { changeStatus } from "./support/orders.ts";
import { expect, test } from "./support/test.ts";

test.describe.configure({ mode: "parallel" });
test.use({
  colorScheme: "light",
  contextOptions: { reducedMotion: "reduce" },
  // Chromium logs answers broken on purpose and the driver's access to a mail's frame.
  expectedErrors: ["Failed to load resource", "Blocked script execution in 'about:srcdoc'"],
});

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const retry = (page: Page) => page.getByRole("button", { name: "Retry" });
const dialog = (page: Page) => page.getByRole("dialog");

test("the full order is accessible and fits a desktop and a phone, in both themes", { tag: "@core" }, async ({
  page,
  request,
  signInAs,
  intake,
  expectAccessible,
}) => {
  const token = await signInAs("Admin");
  const id = await fullOrder(request, token, intake);
  await page.goto(`/admin/view-order/${encodeOrderId(id)}`);
  await expect(page.getByText("Open dispute")).toBeVisible();
  const last = page.getByRole("region", { name: "Email History" });
  await lookAround(page, last, expectAccessible, { isFullest: true, widths: [TELEPHONE] });
});

test("the visitor's order is accessible and fits a desktop and a phone, in both themes", { tag: "@core" }, async ({
  page,
  request,
  signInAs,
  intake,
  expectAccessible,
}) => {
  const id = await intake(LONG_ORDER);
  await signInAs("Team").then((token) => uploadDocument(request, token, id, LONG_ORDER.email));
  await page.goto(`/track-order/${encodeOrderId(id)}`);
  await page.getByRole("main").getByRole("textbox").nth(1).fill(LONG_ORDER.email);
  await page.getByRole("main").getByRole("button").click();
  const download = page.getByRole("main").getByRole("button").first();
  await expect(page).toHaveURL(`/get-new-order-details/${encodeOrderId(id)}`);
  await lookAround(page, download, expectAccessible, { isFullest: true, widths: [TELEPHONE] });
});

test("the order: every state is accessible and fits every width, in both themes", async ({
  page,
  request,
  signInAs,
  intake,
  expectAccessible,
}) => {
  const token = await signInAs("Admin");
  const id = await fullOrder(request, token, intake);
  const call = "**/api/admin/get-orders-details/**";
  const path = `/admin/view-order/${encodeOrderId(id)}`;
  const letGo = await holdAnswers(page, call);
  await page.goto(path);
  await test.step("loading", () => lookAround(page, heading(page), expectAccessible));
  letGo();
  await expect(page.getByRole("main").getByText("Completed", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("Open dispute")).toBeVisible();
  await test.step("full", () =>
    lookAround(page, page.getByRole("region", { name: "Email History" }), expectAccessible, { isFullest: true }));
  await page.unrouteAll({ behavior: "wait" });
  await breakAnswers(page, call);
  await page.reload();
  await test.step("failed", () => lookAround(page, retry(page), expectAccessible));
});

test("the order's dialogs are accessible and fit every width, in both themes", async ({
  page,
  request,
  signInAs,
  intake,
  expectAccessible,
}) => {
  const token = await signInAs("Admin");
  const id = await fullOrder(request, token, intake);
  await page.goto(`/admin/view-order/${encodeOrderId(id)}`);
  for (const [button, shown] of [
    ["View Email Content", dialog(page).getByRole("tab", { name: "As sent" })],
    ["Resend", dialog(page).getByRole("textbox")],
    ["Enter Transaction Details", dialog(page).getByText(TRANSACTION_MESSAGES.merchantNameRequired)],
  ] as const) {
    await page.getByRole("button", { name: button }).first().click();
    if (button === "Enter Transaction Details") {
      await dialog(page).getByLabel("Merchant Name").fill("");
      await dialog(page).getByRole("button", { name: "Save" }).click();
    }
    await test.step(button, () => lookAround(page, shown, expectAccessible, { isFullest: true }));
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
  }
});

test("a dispute's dialogs are accessible and fit every width, in both themes", async ({
  page,
  request,
  signInAs,
  intake,
  expectAccessible,
}) => {
  const token = await signInAs("Admin");
  const id = await intake(LONG_ORDER);
  await fullDispute(request, token, id, false);
  await page.goto(`/admin/view-order/${encodeOrderId(id)}`);
  await page.getByRole("button", { name: "Edit dispute" }).click();
  await dialog(page).getByLabel("Currency").fill("");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  const missing = dialog(page).getByText(DISPUTE_MESSAGES.disputeCurrencyMissing);
  await test.step("edit", () => lookAround(page, missing, expectAccessible, { isFullest: true }));
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await page.getByRole("button", { name: "Close dispute" }).click();
  await dialog(page).getByRole("button", { name: "Close dispute" }).click();
  const unanswered = dialog(page).getByText(DISPUTE_MESSAGES.disputeOutcomeRequired);
  await test.step("close", () => lookAround(page, unanswered, expectAccessible, { isFullest: true }));
});

test("a pack's dialog is accessible and fits every width, in both themes, in each of its states", async ({
  page,
  request,
  signInAs,
  intake,
  expectAccessible,
}) => {
  const call = "**/api/admin/defence-pack-details";
  const token = await signInAs("Manager");
  const id = await intake({ full_name: "Bare Minimum" });
  await fullDispute(request, token, id, false);
  await page.goto(`/admin/view-order/${encodeOrderId(id)}`);
  const open = page.getByRole("button", { name: "Defence Pack 1" });
  const letGo = await holdAnswers(page, call);
  await open.click();
  await test.step("loading", () => lookAround(page, dialog(page).getByText("Defence Pack 1"), expectAccessible));
  letGo();
  const anyway = dialog(page).getByRole("button", { name: "Make it anyway" });
  await anyway.click();
  await test.step("red", () => lookAround(page, anyway, expectAccessible, { isFullest: true }));
  await dialog(page).getByRole("textbox").fill("Because the bank's day is today. ".repeat(15));
  const [tab] = await Promise.all([page.context().waitForEvent("page"), anyway.click()]);
  await expect(dialog(page).getByText("Made anyway:")).toBeVisible();
  await tab.close();
  await test.step("made", () => lookAround(page, dialog(page).getByText("Made anyway:"), expectAccessible));
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await page.unrouteAll({ behavior: "wait" });
  await breakAnswers(page, call);
  await page.reload();
  await open.click();
  await test.step("failed", () => lookAround(page, retry(page), expectAccessible));
});

test("a deleted order is accessible and fits every width, in both themes", async ({
  page,
  request,
  signInAs,
  intake,
  expectAccessible,
}) => {
  const token = await signInAs("Admin");
  const id = await intake({ full_name: "Bare Minimum", email: "bare@example.com", paid: false });
  await changeStatus(request, token, [id], "Deleted");
  await page.goto(`/admin/view-order/${encodeOrderId(id)}`);
  const purge = page.getByRole("button", { name: "Delete permanently" });
  await test.step("page", () => lookAround(page, purge, expectAccessible, { isFullest: true }));
  await purge.click();
  await expect(page.getByRole("dialog", { name: `Delete order ${id} (Bare Minimum) permanently?` })).toBeVisible();
  await test.step("question", () => lookAround(page, dialog(page).getByRole("button"), expectAccessible));
});

test("selected orders, their question and their results are accessible and fit every width, in both themes", async ({
  page,
  request,
  signInAs,
  intake,
  expectAccessible,
}) => {
  await changeStatus(request, await signInAs("Admin"), [await intake(LONG_ORDER)], "Refunds");
  await page.goto("/admin/refund-order");
  await page
    .getByRole("checkbox", { name: /^Select order/ })
    .first()
    .check();
  await test.step("selected", () =>
    lookAround(page, page.getByText("1 selected"), expectAccessible, { isFullest: true }));
  await page.getByRole("button", { name: "Refunded it" }).click();
  await test.step("question", () => lookAround(page, dialog(page), expectAccessible));
});

test("the palette's search is accessible and fits every width, in both themes", async ({
  page,
  signInAs,
  intake,
  expectAccessible,
}) => {
  const call = "**/api/admin/find-orders";
  const report = dialog(page).getByRole("status");
  await intake(LONG_ORDER);
  await signInAs("Team");
  await page.goto("/admin/change-password");
  await heading(page).waitFor();
  const letGo = await holdAnswers(page, call);
  await page.keyboard.press("Control+k");
  await expect(dialog(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.type("featherstonehaugh");
  await test.step("searching", () => lookAround(page, report.getByText("Searching orders"), expectAccessible));
  letGo();
  await test.step("found", () => lookAround(page, report.getByText("found"), expectAccessible, { isFullest: true }));
  await page.unrouteAll({ behavior: "wait" });
  await breakAnswers(page, call);
  await page.keyboard.type("-nobody");
  await test.step("failed", () => lookAround(page, retry(page), expectAccessible));
  await page.unrouteAll({ behavior: "wait" });
  await retry(page).click();
  await test.step("none", () => lookAround(page, report.getByText("No order found"), expectAccessible));
});

for (const language of ["en", "ar"]) {
  test(`the visitor's order in ${language}: every state is accessible and fits every width, in both themes`, async ({
    page,
    request,
    signInAs,
    intake,
    expectAccessible,
  }) => {
    const id = await intake(LONG_ORDER);
    const call = "**/api/front/get-download-history";
    await signInAs("Team").then((token) => uploadDocument(request, token, id, LONG_ORDER.email));
    const track = async () => {
      await page.getByRole("main").getByRole("textbox").nth(1).fill(LONG_ORDER.email);
      await page.getByRole("main").getByRole("button").click();
      await expect(page).toHaveURL(`/get-new-order-details/${encodeOrderId(id)}`);
    };
    await page.goto(`/track-order/${encodeOrderId(id)}`);
    await page.getByRole("combobox", { name: "Language" }).selectOption(language);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    const letGo = await holdAnswers(page, call);
    await track();
    await test.step("loading", () => lookAround(page, heading(page), expectAccessible));
    letGo();
    const download = page.getByRole("main").getByRole("button").first();
    await test.step("not downloaded", () => lookAround(page, download, expectAccessible));
    await page.unrouteAll({ behavior: "wait" });
    const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
    await file.path();
    await test.step("downloaded", () =>
      lookAround(page, page.getByText("127.0.0.1"), expectAccessible, { isFullest: true }));
    await page.goto(`/track-order/${encodeOrderId(id)}`);
    await breakAnswers(page, call);
    await track();
    await test.step("failed", () => lookAround(page, page.getByRole("alert").getByRole("button"), expectAccessible));
  });
}
