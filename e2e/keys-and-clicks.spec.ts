// What the daily jobs cost in keys and clicks. A job may become cheaper, never dearer; typed words are not counted.
import type { Locator, Page } from "@playwright/test";
import { requestCorrection } from "#contract/corrections/corrections.ts";
import { CURRENT_PROFILE, sheetSections } from "#contract/filings/filing-profile.ts";
import { deleteView, orderViews } from "#contract/order-views/order-views.ts";
import { ROLES } from "#contract/roles.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { FULL_ORDER, inDays, ownName } from "./support/orders.ts";
import { expect, test } from "./support/test.ts";

test.use({ permissions: ["clipboard-read", "clipboard-write"], contextOptions: { reducedMotion: "reduce" } });

/** A member's hand, which counts. */
class Hand {
  readonly #page: Page;
  keys = 0;
  clicks = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.keys += 1;
      await this.#page.keyboard.press(key);
    }
  }

  async tabTo(target: Locator): Promise<void> {
    for (let each = 0; each < 20; each++) {
      await this.press("Tab");
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error("20 times Tab did not reach it");
  }

  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }

  /** Chooses in a list of the browser's own: one click opens it. */
  async choose(target: Locator, option: string): Promise<void> {
    this.clicks += 2;
    await target.selectOption(option);
  }

  /** Expects what was counted since the last call, at most. */
  expectCost(keys: number, clicks: number): void {
    test.info().annotations.push({ type: "cost", description: `${this.keys} keys, ${this.clicks} clicks` });
    expect(this.keys, "keys").toBeLessThanOrEqual(keys);
    expect(this.clicks, "clicks").toBeLessThanOrEqual(clicks);
    this.keys = 0;
    this.clicks = 0;
  }
}

test("an order is taken, filed, uploaded and completed by keys, and the next one taken", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  await desk.emptyQueue("customerCalledOrder");
  await desk.returnAll("Night Staff");
  const email = "keys@example.com";
  const order = { ...FULL_ORDER, email, passport_number: `KEYS${Date.now()}` };
  const next = await desk.intake({ arrival_date: inDays(6) });
  const id = await desk.intake({ ...order, arrival_date: inDays(2) });
  const night = await desk.signIn("Night Staff");
  await night.changeStatus([id, next], "Customer Called");
  await page.goto("/admin/called");
  await expect(desk.list.rows).toHaveCount(2);
  const hand = new Hand(page);
  await hand.press("t");
  await expect(desk.heading).toHaveText(`Order ${id}`);
  await expect(desk.section("Who has this order")).toContainText("You have this order.");
  hand.expectCost(1, 0);

  await hand.press("g");
  const sheet = desk.section("Filing sheet");
  for (const { field } of sheetSections(CURRENT_PROFILE, await night.details(id)).flatMap(({ fields }) => fields)) {
    const row = sheet.getByRole("button", { name: new RegExp(`^${field.label}`) });
    await expect(row).toBeFocused();
    await hand.press("Enter");
    await expect(row).toHaveAccessibleName(/copied/);
  }
  await expect(sheet.getByLabel("Reference")).toBeFocused();
  await page.keyboard.type("SL-KEYS-1");
  await hand.press("Enter");
  await expect(sheet.getByText("Recorded under reference SL-KEYS-1.")).toBeVisible();
  await hand.press("Escape");
  await expect(sheet).toBeHidden();
  const picker = page.waitForEvent("filechooser");
  await hand.press("u");
  await expect(page.getByLabel("File", { exact: true })).toBeFocused();
  await hand.press("Enter");
  const words = plainPdf(`PERERA, N. K.; ${order.passport_number}; ${inDays(2)}`);
  await (await picker).setFiles({ name: "card.pdf", mimeType: "application/pdf", buffer: words });
  await expect(desk.button("Remove card.pdf")).toBeVisible();
  await hand.tabTo(desk.section("Upload Document").getByRole("button", { name: "Upload Document" }));
  await hand.press("Enter");
  await expect(desk.status).toHaveText("Completed");
  hand.expectCost(24, 0);

  await hand.press("t");
  await expect(desk.heading).toHaveText(`Order ${next}`);
  hand.expectCost(1, 0);
  await desk.returnAll("Night Staff");
});

for (const role of ROLES) {
  test(`${role} finds a pending order by a part of its name`, async ({ page, desk }) => {
    // Letters alone: a number would be an order's id.
    const part = ownName()
      .slice(3, 8)
      .replace(/\d/g, (digit) => "ghijklmnop".charAt(Number(digit)));
    const id = await desk.intake({ full_name: `Nia ${part}hausen`, paid: false });
    await desk.signIn(role, "/admin");
    await expect(desk.list.table).toBeVisible();
    const hand = new Hand(page);
    await hand.press("Control+k", ...part);
    await expect(desk.palette.getByRole("option", { selected: true })).toContainText(String(id));
    await hand.press("Enter");
    await expect(desk.heading).toHaveText(`Order ${id}`);
    hand.expectCost(7, 0);
  });
}

test("what a caller said is noted by keys alone", async ({ page, desk }) => {
  const id = await desk.openNewOrder("Telecaller");
  const hand = new Hand(page);
  await hand.press("c");
  await expect(desk.comment).toBeFocused();
  await page.keyboard.type("She arrives a day later.");
  const telephone = page.getByRole("checkbox", { name: "Telephone" });
  await hand.tabTo(telephone);
  await hand.press("Space", "Control+Enter");
  await expect(desk.section("Comment History")).toContainText("She arrives a day later.");
  expect((await desk.member("Telecaller").details(id)).remark).toMatchObject([{ telephone: "Y" }]);
  hand.expectCost(5, 0);
});

test("three filters are set, saved as a view and pinned", async ({ page, desk }) => {
  const member = await desk.signIn("Team", "/admin/order-history");
  await expect(desk.list.button("Filter")).toBeEnabled();
  const hand = new Hand(page);
  const menu = desk.dialog("Filter");
  const choice = async (name: string) => {
    await hand.click(desk.list.button("Filter"));
    await hand.click(menu.getByRole("button", { name }));
  };
  await choice("Nationality");
  await expect(menu.getByRole("textbox")).toBeFocused();
  await page.keyboard.type("ger");
  await hand.press("Enter");
  await expect(menu.getByRole("checkbox", { name: "Germany" })).toBeChecked();
  await hand.press("Enter");
  await expect(menu).toBeHidden();
  await choice("Document");
  await hand.choose(menu.getByRole("combobox"), "No document");
  await hand.click(menu.getByRole("button", { name: "Apply" }));
  await choice("Arrival");
  await hand.click(menu.getByRole("button", { name: "Next 7 days" }));
  await hand.click(menu.getByRole("button", { name: "Apply" }));
  await expect.poll(() => desk.query()).toEqual({ nat: "DE", doc: "no", arrival: "today..today+6" });
  hand.expectCost(2, 11);

  await hand.click(desk.list.views);
  await hand.click(desk.menuItem("Save as view…"));
  await expect(desk.dialog("Save as view").getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Germans");
  await hand.press("Enter");
  await expect(desk.list.views).toHaveText("Germans");
  hand.expectCost(1, 2);
  await hand.click(desk.list.views);
  await hand.click(desk.menuItem("Pin “Germans”"));
  await expect(desk.sidebar.getByRole("link", { name: "Germans" })).toBeVisible();
  hand.expectCost(0, 2);
  for (const { id, version } of await member.call(orderViews)) await member.call(deleteView, { id, version });
});

test("a requested correction is found and accepted", async ({ page, desk }) => {
  const id = await desk.intake({ full_name: ownName() });
  const telecaller = desk.member("Telecaller");
  await telecaller.call(requestCorrection, { orderId: id, fields: { sex: "Female" }, note: "She said so" });
  await desk.signIn("Manager", "/admin");
  const hand = new Hand(page);
  await hand.click(page.getByRole("button", { name: /^Your changes and requests.* to decide/ }));
  await hand.click(desk.menuItem(/to decide$/));
  await hand.click(desk.list.cell(id, "full_name"));
  await expect(desk.heading).toHaveText(`Order ${id}`);
  hand.expectCost(0, 3);
  await hand.click(desk.section("Requested corrections").getByRole("button", { name: "Accept" }));
  await expect(desk.section("Requested corrections")).toBeHidden();
  hand.expectCost(0, 1);
});

test("a hundred orders are moved and moved back; ten refunds are recorded and taken back", async ({ page, desk }) => {
  const name = ownName();
  const ids: number[] = [];
  for (let each = 0; each < 100; each++) ids.push(await desk.intake({ full_name: name }));
  const manager = await desk.signIn("Manager");
  await desk.list.open("/admin/recent-order", name, "&size=100");
  await expect(desk.list.range("1–100 of 100")).toBeVisible();
  const hand = new Hand(page);
  await hand.click(desk.list.checkboxOfAll);
  await hand.click(desk.list.button("Move selected"));
  await hand.click(desk.menuItem("Move to Awaiting Govt"));
  await hand.click(desk.dialog().getByRole("button", { name: "Move", exact: true }));
  await expect(desk.toast("100 orders moved to Awaiting Govt.")).toBeVisible();
  hand.expectCost(0, 4);
  await page.reload();
  await hand.click(page.getByRole("button", { name: /^Your changes and requests/ }));
  await hand.click(desk.menuItem(/^Undo: 100 orders/));
  await expect(desk.toast("100 orders moved back.")).toBeVisible();
  hand.expectCost(0, 2);

  await manager.changeStatus(ids.slice(0, 10), "Refunds");
  await desk.list.open("/admin/refund-order", name);
  await expect(desk.list.rows).toHaveCount(10);
  await hand.click(desk.list.checkboxOfAll);
  await hand.click(desk.list.button("Refunded it"));
  await hand.click(desk.dialog().getByRole("button", { name: "Yes", exact: true }));
  await expect(desk.toast("10 orders recorded as refunded.")).toBeVisible();
  hand.expectCost(0, 3);
  await hand.click(page.getByRole("button", { name: /^Your changes and requests/ }));
  await hand.click(desk.menuItem(/^Undo: 10 orders/));
  await expect(desk.toast("10 orders due again.")).toBeVisible();
  hand.expectCost(0, 2);
});

test("an email is changed; a dispute is opened, entered and closed", async ({ page, desk }) => {
  const email = "clicks@example.com";
  const facts = { passport_number: "N7788123", date_of_birth: "1990-02-03", amount: "49.50", currency: "USD" };
  const id = await desk.intake({ email, ...facts });
  const manager = await desk.signIn("Manager");
  await manager.upload(id, email);
  await expect.poll(async () => (await manager.details(id)).process_status).toBe("Completed");
  await desk.openOrder(id);
  const hand = new Hand(page);
  await hand.click(desk.button("Open a dispute"));
  const form = desk.dialog("Edit dispute");
  await expect(form.getByLabel("Amount")).toHaveValue("49.50");
  hand.expectCost(0, 1);
  await hand.choose(form.getByLabel("Reason"), "Service not received");
  await hand.click(form.getByRole("button", { name: "Save" }));
  await expect(form).toBeHidden();
  hand.expectCost(0, 3);
  await hand.click(desk.button("Close dispute"));
  await hand.click(desk.dialog("Close dispute").getByRole("radio", { name: "Won" }));
  await hand.click(desk.dialog("Close dispute").getByRole("button", { name: "Close dispute" }));
  await expect(desk.section("Payment dispute").getByRole("listitem")).toContainText("Won");
  hand.expectCost(0, 3);

  await hand.click(desk.personal.getByRole("button", { name: "Change email" }));
  const change = desk.dialog("Change email");
  await expect(change.getByLabel("New email")).toBeFocused();
  await page.keyboard.type("right@example.com");
  await hand.click(change.getByRole("checkbox", { name: "Passport number" }));
  await hand.click(change.getByRole("checkbox", { name: "Date of birth" }));
  await hand.tabTo(change.getByLabel("Reason"));
  await page.keyboard.type("Mistyped at the checkout");
  await hand.click(change.getByRole("button", { name: "Ask to confirm" }));
  await expect(change).toBeHidden();
  hand.expectCost(3, 4);
});
