import type { APIRequestContext, Page } from "@playwright/test";
import { DISPUTE_MESSAGES } from "#contract/disputes/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { ROLES } from "#contract/roles.ts";
import { moveOverTheWire, uploadDocument } from "./support/answers.ts";
import { changeDispute, closeDispute, openDispute } from "./support/disputes.ts";
import { inDays } from "./support/full-orders.ts";
import { history, orderDetails, orderPath } from "./support/order-page.ts";
import { ownName } from "./support/orders.ts";
import { button, dialog, heading, toastOf } from "./support/page-parts.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the answers that these tests break on purpose.
test.use({ expectedErrors: ["Failed to load resource", "net::ERR_FAILED"] });

const LIVE = "**/api/admin/events*";
const UPDATE = "**/api/admin/update-dispute";
const asRead = (day: string) => day.split("-").reverse().join("-");

const disputesLink = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Disputes/ });
const notice = (page: Page) => page.getByRole("region", { name: "Open dispute" });
const editing = (page: Page) => dialog(page, "Edit dispute");
const field = (page: Page, name: string) => editing(page).getByLabel(name);

async function openOrder(page: Page, orderId: number): Promise<void> {
  await page.goto(orderPath(orderId));
  await expect(notice(page)).toBeVisible();
}

async function edit(page: Page): Promise<void> {
  await button(page, "Edit dispute").click();
  await expect(field(page, "Reason")).toBeFocused();
}

const save = (page: Page) => editing(page).getByRole("button", { name: "Save" });

test("staff enter a dispute's details, which are shown on the order and in its timeline", { tag: "@core" }, async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const orderId = await intake({ amount: "49.99", currency: "USD" });
  await openDispute(request, await signInAs("Telecaller"), orderId);
  await openOrder(page, orderId);
  await expect(notice(page).getByText("Not entered")).toHaveCount(4);
  await edit(page);
  await expect(editing(page).getByText("The order's is 49.99 USD.")).toBeVisible();
  await field(page, "Reason").selectOption({ label: "Not authorised (fraud)" });
  await expect(field(page, "Amount")).toHaveValue("49.99");
  await expect(field(page, "Currency")).toHaveValue("USD");
  await field(page, "Currency").fill("");
  await field(page, "Currency").pressSequentially("usd");
  await expect(field(page, "Currency")).toHaveValue("USD");
  await field(page, "Answer due").fill(inDays(12));
  await field(page, "Case id").fill("dp_1QcaseNumber");
  await save(page).click();
  await expect(toastOf(page, DISPUTE_MESSAGES.disputeUpdated)).toBeVisible();
  await expect(editing(page)).toBeHidden();
  for (const shown of ["Not authorised (fraud)", "49.99 USD", asRead(inDays(12)), "12 days left", "dp_1QcaseNumber"]) {
    await expect(notice(page)).toContainText(shown);
  }
  await expect(history(page)).toContainText(
    `Telecaller Member entered the dispute's details: Not authorised (fraud), answer due ${asRead(inDays(12))}`,
  );
  await edit(page);
  await expect(field(page, "Case id")).toHaveValue("dp_1QcaseNumber");
  await expect(field(page, "Answer due")).toHaveValue(inDays(12));
});

test("a dispute is opened where it is answered, with the payment's amount filled in", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const orderId = await intake({ email: "disputed@example.com", amount: "49.99", currency: "USD" });
  await uploadDocument(request, await signInAs("Manager"), orderId, "disputed@example.com");
  await page.goto(orderPath(orderId));
  await button(page, "Open a dispute").click();
  await expect(field(page, "Reason")).toBeFocused();
  await expect(field(page, "Amount")).toHaveValue("49.99");
  await expect(field(page, "Currency")).toHaveValue("USD");
  await page.keyboard.press("Escape");
  await expect(notice(page)).toBeVisible();
  await expect(button(page, "Open a dispute")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Comment History" })).toContainText("Payment dispute opened.");
});

test("an answer that is overdue or due within three days is marked by text and icon", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const orderId = await intake();
  const token = await signInAs("Team");
  const dispute = await openDispute(request, token, orderId);
  let version = dispute.version;
  for (const [days, words, tone] of [
    [-2, "2 days overdue", "overdue"],
    [0, "due today", "urgent"],
    [3, "3 days left", "urgent"],
    [4, "4 days left", "calm"],
  ] as const) {
    ({ version } = await changeDispute(request, token, { ...dispute, version }, { dueDate: inDays(days) }));
    await openOrder(page, orderId);
    await expect(notice(page).locator(`[data-tone="${tone}"]`)).toHaveText(words);
  }
});

test("a dispute's fields are checked on change, on blur and on submit", async ({ page, request, signInAs, intake }) => {
  const orderId = await intake();
  await openDispute(request, await signInAs("Team"), orderId);
  await openOrder(page, orderId);
  await edit(page);
  const says = (message: string) => editing(page).getByText(message);
  await field(page, "Amount").fill("12,5");
  await expect(says(DISPUTE_MESSAGES.disputeAmountInvalid)).toBeVisible();
  await field(page, "Amount").fill("12.5");
  await expect(says(DISPUTE_MESSAGES.disputeAmountInvalid)).toBeHidden();
  await field(page, "Currency").focus();
  await field(page, "Currency").blur();
  await expect(says(DISPUTE_MESSAGES.disputeCurrencyMissing)).toBeVisible();
  await field(page, "Amount").fill("");
  await expect(says(DISPUTE_MESSAGES.disputeCurrencyMissing)).toBeHidden();
  await field(page, "Currency").fill("EU");
  await expect(says(DISPUTE_MESSAGES.disputeCurrencyInvalid)).toBeVisible();
  await field(page, "Currency").fill("EUX");
  await expect(says(DISPUTE_MESSAGES.disputeCurrencyUnknown)).toBeVisible();
  await field(page, "Currency").fill("EUR");
  await field(page, "Case id").fill("x".repeat(101));
  await expect(says(DISPUTE_MESSAGES.disputeCaseIdLong)).toBeVisible();
  await field(page, "Case id").fill("x");
  await save(page).click();
  await expect(says(DISPUTE_MESSAGES.disputeAmountMissing)).toBeVisible();
  await expect(field(page, "Amount")).toBeFocused();
});

test("a dispute's input stays when saving fails, and a second press sends nothing twice", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const orderId = await intake();
  await openDispute(request, await signInAs("Team"), orderId);
  await openOrder(page, orderId);
  await edit(page);
  await field(page, "Case id").fill("dp_kept");
  await page.route(UPDATE, (route) => route.abort());
  await save(page).click();
  await expect(page.locator(".Toastify").getByRole("alert").first()).toBeVisible();
  await expect(field(page, "Case id")).toHaveValue("dp_kept");
  await page.unroute(UPDATE);
  let sent = 0;
  page.on("request", (asked) => {
    if (asked.url().endsWith("/update-dispute")) sent += 1;
  });
  await save(page).dblclick();
  await expect(toastOf(page, DISPUTE_MESSAGES.disputeUpdated)).toBeVisible();
  expect(sent).toBe(1);
});

test("editing a dispute that another member has changed shows the conflict, keeps the input and offers a choice", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const orderId = await intake();
  const token = await signInAs("Team");
  const dispute = await openDispute(request, token, orderId);
  // Without its live stream the page learns of the other change only from the refusal.
  await page.route(LIVE, () => undefined);
  await openOrder(page, orderId);
  await edit(page);
  await field(page, "Case id").fill("dp_mine");
  await changeDispute(request, token, dispute, { caseId: "dp_theirs", reason: "duplicate" });
  await save(page).click();
  await expect(toastOf(page, /Team Member changed this dispute at/)).toBeVisible();
  const alert = editing(page).getByRole("alert");
  await expect(alert).toContainText("Someone else has changed this dispute");
  await expect(alert).toContainText("dp_theirs");
  await expect(field(page, "Case id")).toHaveValue("dp_mine");
  await alert.getByRole("button", { name: "Keep what I typed" }).click();
  await expect(alert).toBeHidden();
  await save(page).click();
  await expect(toastOf(page, DISPUTE_MESSAGES.disputeUpdated)).toBeVisible();
  await expect(notice(page)).toContainText("dp_mine");
  await expect(notice(page).getByText("Charged twice")).toHaveCount(0);
});

test("a dispute that changes while it is edited can be reloaded into the form", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const orderId = await intake();
  const token = await signInAs("Team");
  const dispute = await openDispute(request, token, orderId);
  await openOrder(page, orderId);
  await edit(page);
  await field(page, "Case id").fill("dp_mine");
  await changeDispute(request, token, dispute, { caseId: "dp_theirs" });
  const take = editing(page).getByRole("button", { name: "Use the current details" });
  await take.click();
  await expect(field(page, "Case id")).toHaveValue("dp_theirs");
  await expect(take).toBeHidden();
});

test("a dispute is closed with its outcome and can be reopened", { tag: "@core" }, async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const orderId = await intake();
  const token = await signInAs("Night Staff");
  const dispute = await openDispute(request, token, orderId);
  await changeDispute(request, token, dispute, { reason: "not_received", amount: "12.50", currency: "EUR" });
  await moveOverTheWire(request, token, orderId, "Awaiting");
  await openOrder(page, orderId);
  await button(page, "Close dispute").click();
  const closing = dialog(page, "Close dispute");
  await closing.getByRole("button", { name: "Close dispute" }).click();
  await expect(closing.getByText(DISPUTE_MESSAGES.disputeOutcomeRequired)).toBeVisible();
  await closing.getByRole("radio", { name: "Won" }).check();
  await closing.getByRole("button", { name: "Close dispute" }).click();
  await expect(toastOf(page, DISPUTE_MESSAGES.disputeClosed)).toBeVisible();
  await expect(notice(page)).toBeHidden();
  const section = page.getByRole("region", { name: "Payment dispute" });
  await expect(section.getByRole("listitem")).toContainText("Won");
  await expect(section.getByRole("listitem")).toContainText("Service not received · 12.50 EUR");
  // Without an open dispute this status offers none of the tools.
  await expect(section.getByRole("button", { name: /^(Defence Pack|Enter)/ })).toHaveCount(0);
  await expect(history(page)).toContainText("Night Staff Member closed the dispute: won");
  await section.getByRole("button", { name: /^Reopen/ }).click();
  await expect(toastOf(page, DISPUTE_MESSAGES.disputeReopened)).toBeVisible();
  await expect(notice(page)).toBeVisible();
  await expect(history(page)).toContainText("Night Staff Member opened the dispute again");
});

test("a closed dispute can't be reopened while another is open, and a concurrent close is reported", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const orderId = await intake();
  const token = await signInAs("Team");
  const first = await openDispute(request, token, orderId);
  await openOrder(page, orderId);
  await edit(page);
  await field(page, "Case id").fill("dp_late");
  await closeDispute(request, token, first, "withdrawn");
  await expect(editing(page).getByText("It is closed now.")).toBeVisible();
  await expect(field(page, "Case id")).toHaveValue("dp_late");
  await page.keyboard.press("Escape");
  await openDispute(request, token, orderId);
  await openOrder(page, orderId);
  await expect(page.getByRole("region", { name: "Payment dispute" })).toContainText("Withdrawn");
  await expect(page.getByRole("button", { name: /^Reopen/ })).toHaveCount(0);
});

/** The texts of the overview's rows that belong to a test. */
const rowsOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

async function manyDisputes(
  request: APIRequestContext,
  token: string,
  intake: (order?: Record<string, unknown>) => Promise<number>,
  names: readonly string[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const [index, name] of names.entries()) {
    const id = await intake({ full_name: name });
    const dispute = await openDispute(request, token, id);
    // Due before any other test's, so that they are on the first pages.
    await changeDispute(request, token, dispute, { dueDate: `2001-01-${String(28 - index).padStart(2, "0")}` });
    ids.push(id);
  }
  return ids;
}

test("the overview lists open disputes by due date, with the page in the URL", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const own = ownName();
  const token = await signInAs("Team");
  const ids = await manyDisputes(
    request,
    token,
    intake,
    Array.from({ length: 12 }, (_, index) => `${own} ${index}`),
  );
  await page.goto("/admin/disputes");
  const links = page.getByRole("main").getByRole("link", { name: /^Order \d+$/ });
  const earliestFirst = ids.toReversed().map((id) => `Order ${id}`);
  await expect(links).toHaveText(earliestFirst.slice(0, 10));
  await expect(rowsOf(page, own).first()).toContainText("overdue");
  await page.getByRole("navigation", { name: "Pages" }).getByRole("button", { name: "Page 2" }).click();
  await expect(page).toHaveURL("/admin/disputes?page=2");
  await expect(links.first()).toHaveText(earliestFirst[10] ?? "");
  await page.goBack();
  await expect(links.first()).toHaveText(earliestFirst[0] ?? "");
  await page.getByLabel("Rows per page").selectOption("25");
  await expect(page).toHaveURL("/admin/disputes?size=25");
  await expect(rowsOf(page, own)).toHaveCount(12);
  await page.goto("/admin/disputes?page=999");
  await expect(page).not.toHaveURL(/page=999/);
  await links.first().click();
  await expect(notice(page)).toBeVisible();
});

test("the overview counts, separates closed from open disputes and shows others' changes without a reload", {
  tag: "@core",
}, async ({ page, request, signInAs, intake }) => {
  const own = ownName();
  const token = await signInAs("Manager");
  const [id = 0] = await manyDisputes(request, token, intake, [`${own} watched`]);
  await page.goto("/admin/disputes?size=500");
  const count = (label: string) => page.getByRole("main").locator("dl > div").filter({ hasText: label }).locator("dd");
  await expect(rowsOf(page, own)).toContainText("overdue");
  const overdue = Number(await count("Overdue").textContent());
  const open = Number(await count("Open").textContent());
  expect(overdue).toBeGreaterThan(0);
  const link = disputesLink(page);
  const soon = Number(await count("Due within 7 days").textContent());
  await expect(link).toHaveAccessibleName(new RegExp(`: ${(overdue + soon).toLocaleString("en-US")} due soon`));

  const { dispute } = await orderDetails(request, token, id);
  await closeDispute(request, token, dispute, "lost");
  await expect(rowsOf(page, own)).toHaveCount(0);
  await expect(count("Overdue")).toHaveText(String(overdue - 1));
  await expect(count("Open")).toHaveText(String(open - 1));

  await page.getByRole("navigation", { name: "Which disputes" }).getByRole("link", { name: "Closed" }).click();
  await expect(page).toHaveURL("/admin/disputes?state=closed");
  await expect(rowsOf(page, own)).toContainText("Lost");
  await expect(rowsOf(page, own)).toContainText("by Manager Member");
});

test("every role reaches the disputes from the top bar and the palette", async ({ page, signInAs }) => {
  for (const role of ROLES) {
    await signInAs(role);
    await page.goto("/admin");
    await disputesLink(page).click();
    await expect(heading(page)).toHaveText("Disputes");
    await expect(page.getByRole("main").getByText(MESSAGES.forbidden)).toHaveCount(0);
  }
  await page.goto("/admin");
  await expect(heading(page)).toHaveText("New Order");
  await page.keyboard.press("Control+k");
  await expect(dialog(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.type("disputes");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/admin/disputes");
});
