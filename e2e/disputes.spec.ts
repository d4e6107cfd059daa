import type { Page } from "@playwright/test";
import { DISPUTE_MESSAGES } from "#contract/disputes/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { ROLES, type Role } from "#contract/roles.ts";
import { countCalls } from "./support/answers.ts";
import type { Desk } from "./support/desk.ts";
import type { Member } from "./support/member.ts";
import { inDays, ownName } from "./support/orders.ts";
import { orderPath, type Screen } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the answers that these tests break on purpose.
test.use({ expectedErrors: ["Failed to load resource", "net::ERR_FAILED"] });

const LIVE = "**/api/admin/events*";
const UPDATE = "**/api/admin/update-dispute";
const asRead = (day: string) => day.split("-").reverse().join("-");

const disputesLink = (page: Page) =>
  page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: /^Disputes/ });
const notice = (screen: Screen) => screen.section("Open dispute");
const editing = (screen: Screen) => screen.dialog("Edit dispute");
const field = (screen: Screen, name: string) => editing(screen).getByLabel(name);

async function openOrder(screen: Screen, orderId: number): Promise<void> {
  await screen.page.goto(orderPath(orderId));
  await expect(notice(screen)).toBeVisible();
}

/** Opens the form of a new order's dispute. @returns the member, the order's id and the dispute */
async function openForm(desk: Desk, role: Role = "Team", fields = {}) {
  const orderId = await desk.intake(fields);
  const member = await desk.signIn(role);
  const dispute = await member.openDispute(orderId);
  await openOrder(desk, orderId);
  await edit(desk);
  return { member, orderId, dispute };
}

async function edit(screen: Screen): Promise<void> {
  await screen.button("Edit dispute").click();
  await expect(field(screen, "Reason")).toBeFocused();
}

const save = (screen: Screen) => editing(screen).getByRole("button", { name: "Save" });

test("staff enter a dispute's details, which are shown on the order and in its timeline", { tag: "@core" }, async ({
  desk,
}) => {
  const orderId = await desk.intake({ amount: "49.99", currency: "USD" });
  await (await desk.signIn("Telecaller")).openDispute(orderId);
  await openOrder(desk, orderId);
  await expect(notice(desk).getByText("Not entered")).toHaveCount(4);
  await edit(desk);
  await expect(editing(desk).getByText("The order's is 49.99 USD.")).toBeVisible();
  await field(desk, "Reason").selectOption({ label: "Not authorised (fraud)" });
  await expect(field(desk, "Amount")).toHaveValue("49.99");
  await expect(field(desk, "Currency")).toHaveValue("USD");
  await field(desk, "Currency").fill("");
  await field(desk, "Currency").pressSequentially("usd");
  await expect(field(desk, "Currency")).toHaveValue("USD");
  await field(desk, "Answer due").fill(inDays(12));
  await field(desk, "Case id").fill("dp_1QcaseNumber");
  await save(desk).click();
  await expect(desk.toast(DISPUTE_MESSAGES.disputeUpdated)).toBeVisible();
  await expect(editing(desk)).toBeHidden();
  for (const shown of ["Not authorised (fraud)", "49.99 USD", asRead(inDays(12)), "12 days left", "dp_1QcaseNumber"]) {
    await expect(notice(desk)).toContainText(shown);
  }
  await expect(desk.history).toContainText(
    `Telecaller Member entered the dispute's details: Not authorised (fraud), answer due ${asRead(inDays(12))}`,
  );
  await edit(desk);
  await expect(field(desk, "Case id")).toHaveValue("dp_1QcaseNumber");
  await expect(field(desk, "Answer due")).toHaveValue(inDays(12));
});

test("a dispute is opened where it is answered, with the payment's amount filled in", async ({ page, desk }) => {
  const orderId = await desk.intake({ email: "disputed@example.com", amount: "49.99", currency: "USD" });
  await (await desk.signIn("Manager")).upload(orderId, "disputed@example.com");
  await page.goto(orderPath(orderId));
  await desk.button("Open a dispute").click();
  await expect(field(desk, "Reason")).toBeFocused();
  await expect(field(desk, "Amount")).toHaveValue("49.99");
  await expect(field(desk, "Currency")).toHaveValue("USD");
  await page.keyboard.press("Escape");
  await expect(notice(desk)).toBeVisible();
  await expect(desk.button("Open a dispute")).toHaveCount(0);
  await expect(desk.section("Comment History")).toContainText("Payment dispute opened.");
});

test("an answer that is overdue or due within three days is marked by text and icon", async ({ desk }) => {
  const orderId = await desk.intake();
  const team = await desk.signIn("Team");
  const dispute = await team.openDispute(orderId);
  let version = dispute.version;
  for (const [days, words, tone] of [
    [-2, "2 days overdue", "overdue"],
    [0, "due today", "urgent"],
    [3, "3 days left", "urgent"],
    [4, "4 days left", "calm"],
  ] as const) {
    ({ version } = await team.changeDispute({ ...dispute, version }, { dueDate: inDays(days) }));
    await openOrder(desk, orderId);
    await expect(notice(desk).locator(`[data-tone="${tone}"]`)).toHaveText(words);
  }
});

test("a dispute's fields are checked on change, on blur and on submit", async ({ desk }) => {
  await openForm(desk);
  const says = (message: string) => editing(desk).getByText(message);
  await field(desk, "Amount").fill("12,5");
  await expect(says(DISPUTE_MESSAGES.disputeAmountInvalid)).toBeVisible();
  await field(desk, "Amount").fill("12.5");
  await expect(says(DISPUTE_MESSAGES.disputeAmountInvalid)).toBeHidden();
  await field(desk, "Currency").focus();
  await field(desk, "Currency").blur();
  await expect(says(DISPUTE_MESSAGES.disputeCurrencyMissing)).toBeVisible();
  await field(desk, "Amount").fill("");
  await expect(says(DISPUTE_MESSAGES.disputeCurrencyMissing)).toBeHidden();
  await field(desk, "Currency").fill("EU");
  await expect(says(DISPUTE_MESSAGES.disputeCurrencyInvalid)).toBeVisible();
  await field(desk, "Currency").fill("EUX");
  await expect(says(DISPUTE_MESSAGES.disputeCurrencyUnknown)).toBeVisible();
  await field(desk, "Currency").fill("EUR");
  await field(desk, "Case id").fill("x".repeat(101));
  await expect(says(DISPUTE_MESSAGES.disputeCaseIdLong)).toBeVisible();
  await field(desk, "Case id").fill("x");
  await save(desk).click();
  await expect(says(DISPUTE_MESSAGES.disputeAmountMissing)).toBeVisible();
  await expect(field(desk, "Amount")).toBeFocused();
});

test("a dispute's input stays when saving fails, and a second press sends nothing twice", async ({ page, desk }) => {
  await openForm(desk);
  await field(desk, "Case id").fill("dp_kept");
  await page.route(UPDATE, (route) => route.abort());
  await save(desk).click();
  await expect(desk.toastBy("alert").first()).toBeVisible();
  await expect(field(desk, "Case id")).toHaveValue("dp_kept");
  await page.unroute(UPDATE);
  const sent = countCalls(page, "/update-dispute");
  await save(desk).dblclick();
  await expect(desk.toast(DISPUTE_MESSAGES.disputeUpdated)).toBeVisible();
  expect(sent()).toBe(1);
});

test("editing a dispute that another member has changed shows the conflict, keeps the input and offers a choice", async ({
  page,
  desk,
}) => {
  const orderId = await desk.intake();
  const team = await desk.signIn("Team");
  const dispute = await team.openDispute(orderId);
  // Without its live stream the page learns of the other change only from the refusal.
  await page.route(LIVE, () => undefined);
  await openOrder(desk, orderId);
  await edit(desk);
  await field(desk, "Case id").fill("dp_mine");
  await team.changeDispute(dispute, { caseId: "dp_theirs", reason: "duplicate" });
  await save(desk).click();
  await expect(desk.toast(/Team Member changed this dispute at/)).toBeVisible();
  const alert = editing(desk).getByRole("alert");
  await expect(alert).toContainText("Someone else has changed this dispute");
  await expect(alert).toContainText("dp_theirs");
  await expect(field(desk, "Case id")).toHaveValue("dp_mine");
  await alert.getByRole("button", { name: "Keep what I typed" }).click();
  await expect(alert).toBeHidden();
  await save(desk).click();
  await expect(desk.toast(DISPUTE_MESSAGES.disputeUpdated)).toBeVisible();
  await expect(notice(desk)).toContainText("dp_mine");
  await expect(notice(desk).getByText("Charged twice")).toHaveCount(0);
});

test("a dispute that changes while it is edited can be reloaded into the form", async ({ desk }) => {
  const { member: team, dispute } = await openForm(desk);
  await field(desk, "Case id").fill("dp_mine");
  await team.changeDispute(dispute, { caseId: "dp_theirs" });
  const take = editing(desk).getByRole("button", { name: "Use the current details" });
  await take.click();
  await expect(field(desk, "Case id")).toHaveValue("dp_theirs");
  await expect(take).toBeHidden();
});

test("a dispute is closed with its outcome and can be reopened", { tag: "@core" }, async ({ desk }) => {
  const orderId = await desk.intake();
  const nightStaff = await desk.signIn("Night Staff");
  const dispute = await nightStaff.openDispute(orderId);
  await nightStaff.changeDispute(dispute, { reason: "not_received", amount: "12.50", currency: "EUR" });
  await nightStaff.move(orderId, "Awaiting");
  await openOrder(desk, orderId);
  await desk.button("Close dispute").click();
  const closing = desk.dialog("Close dispute");
  await closing.getByRole("button", { name: "Close dispute" }).click();
  await expect(closing.getByText(DISPUTE_MESSAGES.disputeOutcomeRequired)).toBeVisible();
  await closing.getByRole("radio", { name: "Won" }).check();
  await closing.getByRole("button", { name: "Close dispute" }).click();
  await expect(desk.toast(DISPUTE_MESSAGES.disputeClosed)).toBeVisible();
  await expect(notice(desk)).toBeHidden();
  const section = desk.section("Payment dispute");
  await expect(section.getByRole("listitem")).toContainText("Won");
  await expect(section.getByRole("listitem")).toContainText("Service not received · 12.50 EUR");
  // Without an open dispute this status offers none of the tools.
  await expect(section.getByRole("button", { name: /^(Defence Pack|Enter)/ })).toHaveCount(0);
  await expect(desk.history).toContainText("Night Staff Member closed the dispute: won");
  await section.getByRole("button", { name: /^Reopen/ }).click();
  await expect(desk.toast(DISPUTE_MESSAGES.disputeReopened)).toBeVisible();
  await expect(notice(desk)).toBeVisible();
  await expect(desk.history).toContainText("Night Staff Member opened the dispute again");
});

test("a closed dispute can't be reopened while another is open, and a concurrent close is reported", async ({
  page,
  desk,
}) => {
  const { member: team, orderId, dispute: first } = await openForm(desk);
  await field(desk, "Case id").fill("dp_late");
  await team.closeDispute(first, "withdrawn");
  await expect(editing(desk).getByText("It is closed now.")).toBeVisible();
  await expect(field(desk, "Case id")).toHaveValue("dp_late");
  await page.keyboard.press("Escape");
  await team.openDispute(orderId);
  await openOrder(desk, orderId);
  await expect(desk.section("Payment dispute")).toContainText("Withdrawn");
  await expect(page.getByRole("button", { name: /^Reopen/ })).toHaveCount(0);
});

/** The texts of the overview's rows that belong to a test. */
const rowsOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

async function manyDisputes(desk: Desk, member: Member, names: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const [index, full_name] of names.entries()) {
    const id = await desk.intake({ full_name });
    const dispute = await member.openDispute(id);
    // Due before any other test's, so that they are on the first pages.
    await member.changeDispute(dispute, { dueDate: `2001-01-${String(28 - index).padStart(2, "0")}` });
    ids.push(id);
  }
  return ids;
}

test("the overview lists open disputes by due date, with the page in the URL", async ({ page, desk }) => {
  const own = ownName();
  const team = await desk.signIn("Team");
  const names = Array.from({ length: 12 }, (_, index) => `${own} ${index}`);
  const ids = await manyDisputes(desk, team, names);
  await page.goto("/admin/disputes");
  const links = desk.main.getByRole("link", { name: /^Order \d+$/ });
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
  await expect(notice(desk)).toBeVisible();
});

test("the overview counts, separates closed from open disputes and shows others' changes without a reload", {
  tag: "@core",
}, async ({ page, desk }) => {
  const own = ownName();
  const manager = await desk.signIn("Manager");
  const [id = 0] = await manyDisputes(desk, manager, [`${own} watched`]);
  await page.goto("/admin/disputes?size=500");
  const count = (label: string) => desk.main.locator("dl > div").filter({ hasText: label }).locator("dd");
  await expect(rowsOf(page, own)).toContainText("overdue");
  const overdue = Number(await count("Overdue").textContent());
  const open = Number(await count("Open").textContent());
  expect(overdue).toBeGreaterThan(0);
  const link = disputesLink(page);
  const soon = Number(await count("Due within 7 days").textContent());
  await expect(link).toHaveAccessibleName(new RegExp(`${(overdue + soon).toLocaleString("en-US")} due soon`));

  await manager.closeDispute(await manager.disputeOf(id), "lost");
  await expect(rowsOf(page, own)).toHaveCount(0);
  await expect(count("Overdue")).toHaveText(String(overdue - 1));
  await expect(count("Open")).toHaveText(String(open - 1));

  await page.getByRole("navigation", { name: "Which disputes" }).getByRole("link", { name: "Closed" }).click();
  await expect(page).toHaveURL("/admin/disputes?state=closed");
  await expect(rowsOf(page, own)).toContainText("Lost");
  await expect(rowsOf(page, own)).toContainText("by Manager Member");
});

test("every role reaches the disputes from the side panel and the palette", async ({ page, desk }) => {
  for (const role of ROLES) {
    await desk.signIn(role, "/admin");
    await disputesLink(page).click();
    await expect(desk.heading).toHaveText("Disputes");
    await expect(desk.main.getByText(MESSAGES.forbidden)).toHaveCount(0);
  }
  await page.goto("/admin");
  await expect(desk.heading).toHaveText("New Order");
  await page.keyboard.press("Control+k");
  await expect(desk.dialog().getByRole("combobox")).toBeFocused();
  await page.keyboard.type("disputes");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/admin/disputes");
});
