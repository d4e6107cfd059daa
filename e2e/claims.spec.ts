import type { Page } from "@playwright/test";
import { assignOrder, claimOrder, returnOrder } from "#contract/claims/claims.ts";
import { CLAIM_MESSAGES } from "#contract/claims/messages.ts";
import { countCalls } from "./support/answers.ts";
import { expectFocusShown, jump, press } from "./support/keyboard.ts";
import { breakAnswers } from "./support/looks.ts";
import { ownName } from "./support/orders.ts";
import type { Screen } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";

const line = (screen: Screen) => screen.section("Who has this order");
const lineButton = (screen: Screen, name: string) => line(screen).getByRole("button", { name, exact: true });
const mark = (screen: Screen, name: string) => screen.main.getByRole("img", { name, exact: true });

/** Watches the rows of a list. @returns a function that reads which cells have changed since */
async function watchRows(page: Page): Promise<() => Promise<string[]>> {
  const cells = await page.evaluateHandle(() => {
    const found = new Set<string>();
    const nameOf = (node: Node) => {
      const place = node instanceof Element ? node : node.parentElement;
      const row = place?.closest<HTMLElement>("[data-order]")?.dataset.order;
      return `${row} ${place?.closest<HTMLElement>("[data-column]")?.dataset.column}`;
    };
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) found.add(nameOf(target));
    });
    const body = document.querySelector("tbody");
    if (body !== null)
      observer.observe(body, { subtree: true, childList: true, attributes: true, characterData: true });
    return found;
  });
  return () => cells.evaluate((found) => [...found]);
}

test("a claim shows in a colleague's list and on the order; taking over asks once and tells the former holder", {
  tag: "@core",
}, async ({ page, desk }) => {
  const { name, id } = await desk.ownOrder();
  await desk.signIn("Team");
  const other = await desk.colleague("Manager");
  await other.list.open("/admin/recent-order", name);
  await desk.openOrder(id);
  await expect(line(desk)).toContainText("Nobody has this order.");
  const eye = mark(other, "Viewed by Team Member");
  await expect(eye).toBeVisible();
  const touched = await watchRows(other.page);
  await page.keyboard.press("a");
  await expect(line(desk)).toContainText("You have this order.");
  await expect(mark(other, "Team Member has it, active")).toHaveAttribute("data-active", "true");
  await expect(mark(other, "Team Member has it, active")).toHaveAttribute("title", "Team Member has it, active");
  await expect(eye).toBeHidden();
  expect(await touched()).toEqual([`${id} order_id`]);
  // The letters are drawn, so that the cell's text is the id alone.
  await expect(other.list.cell(id, "order_id")).toHaveText(String(id));
  await desk.look(lineButton(desk, "Return"), { isFullest: true });

  await other.list.viewLink(id).click();
  await expect(line(other)).toContainText("Team Member has it, active.");
  await lineButton(other, "Take over").click();
  const question = other.dialog(`Take over order ${id}`);
  await expect(question).toContainText("Team Member is working on it now.");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect(line(desk)).toContainText("You have this order.");
  await lineButton(other, "Take over").click();
  await question.getByRole("button", { name: "Take over" }).click();
  await expect(line(other)).toContainText("You have this order.");
  await expect(line(desk)).toContainText("Manager Member has it, active.");
  await expect(desk.announced).toHaveText("Manager Member took the order over from Team Member.");

  await lineButton(other, "Return").click();
  await expect(other.toastBy("status", CLAIM_MESSAGES.orderReturned)).toBeVisible();
  await expect(lineButton(other, "Claim")).toBeFocused();
  await expect(line(desk)).toContainText("Nobody has this order.");
  await other.close();
});

test("Take next hands out a queue to its end, from the list and from the order, with the list kept", {
  tag: "@core",
}, async ({ page, desk }) => {
  await desk.emptyQueue("customerCalledOrder");
  await desk.returnAll("Night Staff");
  const ids = await desk.intakes({}, {});
  await desk.member("Admin").changeStatus(ids, "Customer Called");
  await desk.signIn("Night Staff", "/admin/called?size=50&sort=order_id&dir=desc");
  await expect(desk.list.rows).toHaveCount(2);
  await page.keyboard.press("t");
  await expect(page).toHaveURL(/\?size=50&sort=order_id&dir=desc&from=customerCalledOrder$/);
  await expect(desk.heading).toHaveText(`Order ${ids[0]}`);
  await expect(line(desk)).toContainText("You have this order.");
  await page.keyboard.press("t");
  await expect(desk.heading).toHaveText(`Order ${ids[1]}`);
  await expect(line(desk)).toContainText("You have this order.");
  await page.getByRole("link", { name: "Back to Customer Called" }).click();
  await expect(page).toHaveURL("/admin/called?size=50&sort=order_id&dir=desc");
  await expect(mark(desk, "You have this order")).toHaveCount(2);
  await jump(page, "take next", "Take next");
  await expect(desk.announced).toHaveText(CLAIM_MESSAGES.takeNextEmpty);
  await expect(page.getByRole("group").filter({ hasText: CLAIM_MESSAGES.takeNextEmpty })).toBeVisible();
  await desk.returnAll("Night Staff");
  await expect(mark(desk, "You have this order")).toHaveCount(0);
});

test("the button is in six queues alone", async ({ page, desk }) => {
  await desk.signIn("Team");
  const button = desk.main.getByRole("button", { name: "Take next" });
  for (const [path, count] of [
    ["recent-order", 1],
    ["priority-order", 1],
    ["contact-customer", 1],
    ["called", 1],
    ["refund-order", 1],
    ["awaiting-response", 1],
    ["order-history", 0],
  ] as const) {
    await page.goto(`/admin/${path}`);
    await expect(desk.main.getByRole("button", { name: "Options" })).toBeVisible();
    await expect(button, path).toHaveCount(count);
  }
});

test("an order is assigned from its page, by those who may", async ({ page, desk }) => {
  const { name, id } = await desk.ownOrder();
  await desk.signIn("Manager");
  const other = await desk.colleague("Team");
  await other.list.open("/admin/recent-order", name);
  await desk.openOrder(id);
  const dialog = desk.dialog(`Assign order ${id}`);
  await press(page, lineButton(desk, "Assign…"));
  await expect(dialog.getByLabel("Member")).toBeFocused();
  await expectFocusShown(page);
  await desk.look(dialog.getByLabel("Member"), { isFullest: true });
  await dialog.getByLabel("Member").selectOption({ label: "Team Member (Team)" });
  await dialog.getByRole("button", { name: "Assign" }).click();
  await expect(line(desk)).toContainText("Team Member has it.");
  await expect(dialog).toBeHidden();
  await expect(mark(other, "You have this order")).toHaveAttribute("data-active", "false");
  await other.list.viewLink(id).click();
  await expect(lineButton(other, "Return")).toBeVisible();
  await expect(lineButton(other, "Assign…")).toBeHidden();
  await page.reload();
  await lineButton(desk, "Assign…").click();
  await expect(dialog.getByRole("option", { selected: true })).toHaveText("Team Member (Team)");
  await dialog.getByLabel("Member").selectOption({ label: "Nobody" });
  await dialog.getByRole("button", { name: "Assign" }).click();
  await expect(line(other)).toContainText("Nobody has this order.");
  await other.close();
});

test("a claim is renewed only after a key or the pointer, at most every 30 seconds", async ({ page, desk }) => {
  const id = await desk.intake();
  await desk.signIn("Team");
  await page.clock.install();
  await desk.openOrder(id);
  await lineButton(desk, "Claim").click();
  await expect(lineButton(desk, "Return")).toBeVisible();
  const renewals = countCalls(page, "/renew-claim");
  await page.mouse.move(300, 300);
  await expect.poll(renewals).toBe(1);
  await page.mouse.move(310, 300);
  await page.keyboard.press("Shift");
  await page.clock.runFor(29_000);
  expect(renewals()).toBe(1);
  await page.clock.runFor(1_000);
  await expect.poll(renewals).toBe(2);
  await page.clock.runFor(90_000);
  expect(renewals()).toBe(2);
  await page.keyboard.press("Shift");
  await expect.poll(renewals).toBe(3);
});

test("marks are drawn in the cards of a phone and in both themes", async ({ page, desk }) => {
  const name = ownName();
  const [first, second] = await desk.intakes({ full_name: name }, { full_name: name });
  const manager = desk.member("Manager");
  await manager.call(claimOrder, { orderId: first });
  await manager.call(assignOrder, { orderId: second, memberId: 1 });
  await (await desk.signIn("Team")).list.open("/admin/recent-order", name);
  await desk.look(page.getByRole("img", { name: /^Manager Member has it/ }), {
    isFullest: true,
  });
  const tops = () => desk.list.rows.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  for (const width of [1440, 991]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(tops, `row heights at ${width}`).toEqual([40, 40]);
  }
});

test.describe("when calls are refused or fail", () => {
  // Chromium logs the answers.
  test.use({ expectedErrors: ["Failed to load resource"] });

  test("taking over from somebody who no longer has the order says who does", async ({ page, desk }) => {
    const id = await desk.intake();
    const team = desk.member("Team");
    await team.call(claimOrder, { orderId: id });
    // Without events the page keeps what it read.
    await page.route("**/api/admin/events*", (route) => route.fulfill({ status: 204 }));
    await (await desk.signIn("Admin")).openOrder(id);
    await expect(line(desk)).toContainText("Team Member has it");
    await team.call(returnOrder, { orderId: id });
    await desk.member("Manager").call(claimOrder, { orderId: id });
    await page.keyboard.press("a");
    await desk.dialog().getByRole("button", { name: "Take over" }).click();
    await expect(desk.toastBy("alert", "Manager Member has this order.")).toBeVisible();
    await expect(line(desk)).toContainText("Manager Member has it");
  });

  test("a refused renewal changes the line and says who has the order", async ({ page, desk }) => {
    const id = await desk.intake();
    await page.route("**/api/admin/events*", (route) => route.fulfill({ status: 204 }));
    const team = await desk.signIn("Team");
    await desk.openOrder(id);
    await lineButton(desk, "Claim").click();
    await expect(lineButton(desk, "Return")).toBeVisible();
    const { member } = await team.call(claimOrder, { orderId: id });
    await desk.member("Manager").call(claimOrder, { orderId: id, takeOverFrom: member.id });
    await page.mouse.move(300, 300);
    await page.mouse.move(320, 300);
    await expect(line(desk)).toContainText("Manager Member has it, active.");
    await expect(lineButton(desk, "Take over")).toBeVisible();
    await expect(desk.announced).toHaveText(/^Manager Member has this order/);
  });

  test("nobody holds more than three orders that were handed out", async ({ page, desk }) => {
    await desk.returnAll("Telecaller");
    for (let count = 0; count < 4; count += 1) await desk.intake({ processing_mode: "Priority" });
    await desk.signIn("Telecaller", "/admin/priority-order");
    for (let count = 0; count < 3; count += 1) {
      await desk.main.getByRole("button", { name: "Take next" }).click();
      await expect(line(desk)).toContainText("You have this order.");
      await page.getByRole("link", { name: /^Back to/ }).click();
      await expect(mark(desk, "You have this order")).toHaveCount(count + 1);
    }
    await desk.main.getByRole("button", { name: "Take next" }).click();
    await expect(desk.toastBy("alert", CLAIM_MESSAGES.takeNextLimit)).toBeVisible();
    await desk.returnAll("Telecaller");
  });

  test("without the claims a list has no marks and an order can still be claimed", async ({ page, desk }) => {
    const { name, id } = await desk.ownOrder();
    await desk.member("Manager").call(claimOrder, { orderId: id });
    await breakAnswers(page, "**/api/admin/claims");
    await desk.signIn("Team");
    const read = page.waitForResponse("**/api/admin/claims");
    await desk.list.open("/admin/recent-order", name);
    await read;
    await expect(desk.list.row(id).getByRole("img", { name: /has it/ })).toHaveCount(0);
    await desk.list.viewLink(id).click();
    await lineButton(desk, "Claim").click();
    await expect(desk.toastBy("alert", "Manager Member has this order.")).toBeVisible();
  });
});
