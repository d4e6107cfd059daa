import type { Locator, Page } from "@playwright/test";
import { claimOrder } from "#contract/claims/claims.ts";
import { correctionInbox } from "#contract/corrections/correction-inbox.ts";
import { requestCorrection } from "#contract/corrections/corrections.ts";
import { listDisputes } from "#contract/disputes/disputes.ts";
import { lateCount, listOrders } from "#contract/orders/orders.ts";
import type { ListName } from "#contract/orders/queues.ts";
import { can, ROLES } from "#contract/roles.ts";
import type { Desk } from "./support/desk.ts";
import { tabTo } from "./support/keyboard.ts";
import type { Member } from "./support/member.ts";
import { arrivalIn, inDays } from "./support/orders.ts";
import { INTAKE_KEY, staffEmail } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

type Control = (path: string) => Promise<string>;

const strip = (page: Page) => page.getByRole("navigation", { name: "What waits" });
const panelLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: new RegExp(`^${name}`) });
const number = (count: number) => count.toLocaleString("en-US");

/** One order of each kind that waits, of which the Manager has one. */
async function makeAllWait(desk: Desk, control: Control): Promise<void> {
  const manager = desk.member("Manager");
  const [failed, disputed, asked, mine] = await desk.intakes({}, {}, {}, {});
  await manager.upload(failed, "traveller@example.com");
  await expect.poll(async () => (await manager.details(failed)).process_status).toBe("Completed");
  await control("/mails/newest-failed");
  await manager.move(failed, "Contact Customer");
  await manager.changeDispute(await manager.openDispute(disputed), { dueDate: inDays(2) });
  const correction = { orderId: asked, fields: { sex: "Female" }, note: "She said so" };
  await desk.member("Telecaller").call(requestCorrection, correction);
  await manager.call(claimOrder, { orderId: mine });
  const deleted = await desk.intake({ paid: false });
  await manager.move(deleted, "Deleted");
  const paid = await desk.page.request.post(`/api/intake/orders/${deleted}/payment`, {
    headers: { authorization: `Bearer ${INTAKE_KEY}` },
    data: { transaction_id: `ch_${deleted}`, merchant_name: "Shop", amount: "49.90", currency: "USD" },
  });
  expect(paid.status()).toBe(200);
  await desk.intake({ arrival_date: arrivalIn(0) });
  await desk.intake();
  await control("/orders/newest-late");
}

async function totalOf(member: Member, filter: object, orderName: ListName = "openOrder"): Promise<number> {
  return (await (await member.answer(listOrders, { orderName, limit: "10", ...filter })).json()).total;
}

/** What the server has for this member, in the order and the words of the screen; earlier tests left some of it. */
async function waitingFor(member: Member): Promise<string[]> {
  const [due, inbox, disputes] = [
    await member.call(lateCount),
    await member.call(correctionInbox),
    await (await member.answer(listDisputes, { state: "open" })).json(),
  ];
  const marked = can(member.role, "orders:history") ? "allOrder" : "openOrder";
  const all: [number, string][] = [
    [due.late, "late"],
    [due.soon, "due within 2 hours"],
    [await totalOf(member, { claim: "me" }), "yours"],
    [await totalOf(member, { mark: "answered" }, marked), "answered"],
    [await totalOf(member, { mark: "download-questioned" }, marked), "with a questioned download"],
    [inbox.to_decide, "with a correction to decide"],
    [disputes.due_soon, "disputes due"],
    [await totalOf(member, { mail: "failed,bounced,unknown" }), "with a failed mail"],
    [disputes.paid_while_deleted.length, "paid while deleted"],
  ];
  return all.filter(([count]) => count > 0).map(([count, words]) => `${number(count)} ${words}`);
}

test("each count of what waits opens its list with as many rows", { tag: "@core" }, async ({ page, desk, control }) => {
  await makeAllWait(desk, control);
  const manager = await desk.signIn("Manager", "/admin");
  const waiting = await waitingFor(manager);
  expect(waiting.length).toBeGreaterThanOrEqual(7);
  const links = strip(page).getByRole("link");
  await expect(links).toHaveText(waiting);
  for (const words of waiting) {
    const [, digits = "", what = ""] = /^([\d,]+) (.+)$/.exec(words) ?? [];
    await test.step(words, async () => {
      await strip(page).getByRole("link", { name: words, exact: true }).click();
      if (what === "paid while deleted") {
        const rows = desk.section("Payments for deleted orders").getByRole("link", { name: /^Order/ });
        await expect(rows).toHaveCount(Number(digits));
      } else if (what === "disputes due") {
        const tile = (name: string) =>
          desk.main.getByText(name, { exact: true }).locator("xpath=following-sibling::dd");
        await expect(tile("Overdue")).toHaveText(/^\d/);
        const due = [await tile("Overdue").textContent(), await tile("Due within 7 days").textContent()];
        expect(Number(due[0]) + Number(due[1])).toBe(Number(digits));
      } else {
        await expect(desk.list.rows.first()).toBeVisible();
        await expect(desk.main.getByText(new RegExp(`\\bof ${digits}$`))).toBeVisible();
      }
    });
    await page.goto("/admin");
    await expect(links).toHaveText(waiting);
  }
});

test("an order that is not open work is not counted as one's own, as its list does not show it", async ({
  page,
  desk,
}) => {
  const manager = await desk.signIn("Manager");
  const [own, done] = await desk.intakes({}, {});
  await manager.move(done, "Refunds");
  for (const orderId of [own, done]) await manager.call(claimOrder, { orderId });
  await page.goto("/admin");
  await expect(strip(page)).toContainText(`${number(await totalOf(manager, { claim: "me" }))} yours`);
});

test("each role sees what waits for it, and nothing of what does not wait", async ({ page, desk, control }) => {
  await makeAllWait(desk, control);
  for (const role of ROLES) {
    await test.step(role, async () => {
      const member = await desk.signIn(role, "/admin");
      const expected = await waitingFor(member);
      await expect(strip(page).getByRole("link")).toHaveText(expected);
      expect(expected.some((words) => words.endsWith("yours"))).toBe((await totalOf(member, { claim: "me" })) > 0);
    });
  }
});

test("the side panel says how many are late and lead to them; a count of none is not shown", async ({
  page,
  desk,
  control,
}) => {
  await makeAllWait(desk, control);
  const team = await desk.signIn("Team", "/admin/recent-order");
  const { late } = await team.call(lateCount);
  await expect(panelLink(page, "Open Orders")).toHaveAccessibleName(`Open Orders ${number(late)} late`);
  await panelLink(page, "Open Orders").click();
  await expect(page).toHaveURL("/admin/open-order?due=late");
  await expect(desk.main.getByText(new RegExp(`\\bof ${number(late)}$`))).toBeVisible();
  const disputes = await (await team.answer(listDisputes, { state: "open" })).json();
  const [soon, paid] = [disputes.due_soon, disputes.paid_while_deleted.length];
  await expect(panelLink(page, "Disputes")).toHaveAccessibleName(
    `Disputes ${number(soon + paid)} ${number(soon)} due soon, ${paid} paid after deletion`,
  );

  const none = { status: 1, message: "", data: { late: 0, soon: 0, capped: false } };
  await page.route("**/api/admin/late-count", (route) => route.fulfill({ json: none }));
  await page.reload();
  await expect(panelLink(page, "Open Orders")).toHaveAccessibleName("Open Orders");
  await expect(panelLink(page, "Open Orders")).toHaveAttribute("href", "/admin/open-order");
});

test("Help says how the work is done and whom to ask", { tag: "@core" }, async ({ page, desk }) => {
  await desk.signIn("Night Staff", "/admin");
  await page.getByRole("button", { name: /^Welcome/ }).click();
  await desk.menuItem("Help").click();
  const help = desk.dialog("Help");
  await expect(help.getByRole("region", { name: "How to" }).getByRole("term")).toHaveText([
    "Begin",
    "File",
    "Send",
    "Ask",
    "Correct",
    "Dispute",
    "Undo",
  ]);
  const people = help.getByRole("region", { name: "Whom to ask" }).getByRole("listitem");
  await expect(people.filter({ hasText: "Admin Member" }).getByRole("link")).toHaveAttribute(
    "href",
    `mailto:${staffEmail("Admin")}`,
  );
  await expect(people.filter({ hasText: /Manager Member|Team Member/ })).toHaveCount(0);
  await expect(help.getByRole("region", { name: "Keyboard shortcuts" })).toContainText(
    "Take the next order of the queue",
  );
  await desk.expectAccessible();
});

/** The most presses of keys from the skip link to the first order. */
const MOST_PRESSES = 5;

for (const path of ["/admin/recent-order", "/admin/open-order", "/admin"]) {
  test(`the first order of ${path} is few keys after the skip link`, async ({ page, desk }) => {
    await desk.intake();
    await desk.signIn("Admin", path);
    await expect(desk.list.rows.first()).toBeVisible();
    await tabTo(page, page.getByRole("link", { name: "Skip to content" }));
    await page.keyboard.press("Enter");
    await expect(desk.main).toBeFocused();
    const pressed: string[] = [];
    const has = (target: Locator) => target.evaluate((each) => each.contains(document.activeElement));
    const isThere = () => has(desk.list.rows.first());
    while (!(await isThere()) && pressed.length < MOST_PRESSES) {
      pressed.push((await has(page.getByRole("button", { name: "Skip to the orders" }))) ? "Enter" : "Tab");
      await page.keyboard.press(pressed.at(-1) ?? "");
    }
    expect(await isThere(), pressed.join(" ")).toBe(true);
  });
}
