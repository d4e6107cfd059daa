import type { APIRequestContext, Page } from "@playwright/test";
import { CLAIM_MESSAGES } from "#contract/claims/messages.ts";
import type { Role } from "#contract/roles.ts";
import { emptyQueue, returnAll } from "./support/claims.ts";
import { colleague, tokenOf } from "./support/colleague.ts";
import { expectFocusShown, jump, press } from "./support/keyboard.ts";
import { openList, rowOf, rowsOf } from "./support/lists.ts";
import { breakAnswers, lookAround } from "./support/looks.ts";
import { openOrder, region } from "./support/order-page.ts";
import { changeStatus, ownName } from "./support/orders.ts";
import { announced, heading, toastBy } from "./support/page-parts.ts";
import { expect, test } from "./support/test.ts";

const line = (page: Page) => region(page, "Who has this order");
const lineButton = (page: Page, name: string) => line(page).getByRole("button", { name, exact: true });
const mark = (page: Page, name: string) => page.getByRole("main").getByRole("img", { name, exact: true });

async function call(request: APIRequestContext, role: Role, path: string, data: object) {
  const authorization = await tokenOf(request, role);
  return await request.post(`/api/admin/${path}`, { headers: { authorization }, data });
}

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
}, async ({ page, browser, request, baseURL, signInAs, intake, expectAccessible }) => {
  const name = ownName();
  const id = await intake({ full_name: name });
  await signInAs("Team");
  const other = await colleague(browser, request, baseURL ?? "", "Manager");
  await openList(other, "/admin/recent-order", name);
  await openOrder(page, id);
  await expect(line(page)).toContainText("Nobody has this order.");
  const eye = mark(other, "Viewed by Team Member");
  await expect(eye).toBeVisible();
  const touched = await watchRows(other);
  await page.keyboard.press("a");
  await expect(line(page)).toContainText("You have this order.");
  await expect(mark(other, "Team Member has it, active")).toHaveAttribute("data-active", "true");
  await expect(mark(other, "Team Member has it, active")).toHaveAttribute("title", "Team Member has it, active");
  await expect(eye).toBeHidden();
  expect(await touched()).toEqual([`${id} order_id`]);
  // The letters are drawn, so that the cell's text is the id alone.
  await expect(rowOf(other, id).locator("[data-column=order_id]")).toHaveText(String(id));
  await lookAround(page, lineButton(page, "Return"), expectAccessible, { isFullest: true });

  await rowOf(other, id).getByRole("link", { name: /^View/ }).click();
  await expect(line(other)).toContainText("Team Member has it, active.");
  await lineButton(other, "Take over").click();
  const question = other.getByRole("dialog", { name: `Take over order ${id}` });
  await expect(question).toContainText("Team Member is working on it now.");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect(line(page)).toContainText("You have this order.");
  await lineButton(other, "Take over").click();
  await question.getByRole("button", { name: "Take over" }).click();
  await expect(line(other)).toContainText("You have this order.");
  await expect(line(page)).toContainText("Manager Member has it, active.");
  await expect(announced(page)).toHaveText("Manager Member took the order over from Team Member.");

  await lineButton(other, "Return").click();
  await expect(toastBy(other, "status", CLAIM_MESSAGES.orderReturned)).toBeVisible();
  await expect(lineButton(other, "Claim")).toBeFocused();
  await expect(line(page)).toContainText("Nobody has this order.");
  await other.context().close();
});

test("Take next hands out a queue to its end, from the list and from the order, with the list kept", {
  tag: "@core",
}, async ({ page, request, signInAs, intake }) => {
  await emptyQueue(request, "customerCalledOrder");
  await returnAll(request, "Night Staff");
  const ids = [await intake(), await intake()];
  await changeStatus(request, await tokenOf(request, "Admin"), ids, "Customer Called");
  await signInAs("Night Staff");
  await page.goto("/admin/called?size=50&sort=order_id&dir=desc");
  await expect(rowsOf(page)).toHaveCount(2);
  await page.keyboard.press("t");
  await expect(page).toHaveURL(/\?size=50&sort=order_id&dir=desc&from=customerCalledOrder$/);
  await expect(heading(page)).toHaveText(`Order ${ids[0]}`);
  await expect(line(page)).toContainText("You have this order.");
  await page.keyboard.press("t");
  await expect(heading(page)).toHaveText(`Order ${ids[1]}`);
  await expect(line(page)).toContainText("You have this order.");
  await page.getByRole("link", { name: "Back to Customer Called" }).click();
  await expect(page).toHaveURL("/admin/called?size=50&sort=order_id&dir=desc");
  await expect(mark(page, "You have this order")).toHaveCount(2);
  await jump(page, "take next", "Take next");
  await expect(announced(page)).toHaveText(CLAIM_MESSAGES.takeNextEmpty);
  await expect(page.getByRole("group").filter({ hasText: CLAIM_MESSAGES.takeNextEmpty })).toBeVisible();
  await returnAll(request, "Night Staff");
  await expect(mark(page, "You have this order")).toHaveCount(0);
});

test("the button is in five queues alone", async ({ page, signInAs }) => {
  await signInAs("Team");
  const button = page.getByRole("main").getByRole("button", { name: "Take next" });
  for (const [path, count] of [
    ["recent-order", 1],
    ["priority-order", 1],
    ["contact-customer", 1],
    ["called", 1],
    ["refund-order", 1],
    ["awaiting-response", 0],
    ["order-history", 0],
  ] as const) {
    await page.goto(`/admin/${path}`);
    await expect(
      page
        .getByRole("main")
        .getByRole("button", { name: "Move selected" })
        .or(page.getByRole("main").getByRole("button", { name: "Refunded it" })),
    ).toBeVisible();
    await expect(button, path).toHaveCount(count);
  }
});

test("an order is assigned from its page, by those who may", async ({
  page,
  browser,
  request,
  baseURL,
  signInAs,
  intake,
  expectAccessible,
}) => {
  const name = ownName();
  const id = await intake({ full_name: name });
  await signInAs("Manager");
  const other = await colleague(browser, request, baseURL ?? "", "Team");
  await openList(other, "/admin/recent-order", name);
  await openOrder(page, id);
  const dialog = page.getByRole("dialog", { name: `Assign order ${id}` });
  await press(page, lineButton(page, "Assign…"));
  await expect(dialog.getByLabel("Member")).toBeFocused();
  await expectFocusShown(page);
  await lookAround(page, dialog.getByLabel("Member"), expectAccessible, { isFullest: true });
  await dialog.getByLabel("Member").selectOption({ label: "Team Member (Team)" });
  await dialog.getByRole("button", { name: "Assign" }).click();
  await expect(line(page)).toContainText("Team Member has it.");
  await expect(dialog).toBeHidden();
  await expect(mark(other, "You have this order")).toHaveAttribute("data-active", "false");
  await rowOf(other, id).getByRole("link", { name: /^View/ }).click();
  await expect(lineButton(other, "Return")).toBeVisible();
  await expect(lineButton(other, "Assign…")).toBeHidden();
  await page.reload();
  await lineButton(page, "Assign…").click();
  await expect(dialog.getByRole("option", { selected: true })).toHaveText("Team Member (Team)");
  await dialog.getByLabel("Member").selectOption({ label: "Nobody" });
  await dialog.getByRole("button", { name: "Assign" }).click();
  await expect(line(other)).toContainText("Nobody has this order.");
  await other.context().close();
});

test("a claim is renewed only after a key or the pointer, at most every 30 seconds", async ({
  page,
  signInAs,
  intake,
}) => {
  const id = await intake();
  await signInAs("Team");
  await page.clock.install();
  await openOrder(page, id);
  await lineButton(page, "Claim").click();
  await expect(lineButton(page, "Return")).toBeVisible();
  let renewals = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/renew-claim")) renewals += 1;
  });
  await page.mouse.move(300, 300);
  await expect.poll(() => renewals).toBe(1);
  await page.mouse.move(310, 300);
  await page.keyboard.press("Shift");
  await page.clock.runFor(29_000);
  expect(renewals).toBe(1);
  await page.clock.runFor(1_000);
  await expect.poll(() => renewals).toBe(2);
  await page.clock.runFor(90_000);
  expect(renewals).toBe(2);
  await page.keyboard.press("Shift");
  await expect.poll(() => renewals).toBe(3);
});

test("marks are drawn in the cards of a phone and in both themes", async ({
  page,
  request,
  signInAs,
  intake,
  expectAccessible,
}) => {
  const name = ownName();
  const ids = [await intake({ full_name: name }), await intake({ full_name: name })];
  await call(request, "Manager", "claim-order", { orderId: ids[0] });
  await call(request, "Manager", "assign-order", { orderId: ids[1], memberId: 1 });
  await signInAs("Team");
  await openList(page, "/admin/recent-order", name);
  await lookAround(page, page.getByRole("img", { name: /^Manager Member has it/ }), expectAccessible, {
    isFullest: true,
  });
  const tops = () => rowsOf(page).evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  for (const width of [1440, 991]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(tops, `row heights at ${width}`).toEqual([40, 40]);
  }
});

test.describe("when calls are refused or fail", () => {
  // Chromium logs the answers.
  test.use({ expectedErrors: ["Failed to load resource"] });

  test("taking over from somebody who no longer has the order says who does", async ({
    page,
    request,
    signInAs,
    intake,
  }) => {
    const id = await intake();
    await call(request, "Team", "claim-order", { orderId: id });
    // Without events the page keeps what it read.
    await page.route("**/api/admin/events*", (route) => route.fulfill({ status: 204 }));
    await signInAs("Admin");
    await openOrder(page, id);
    await expect(line(page)).toContainText("Team Member has it");
    const token = await tokenOf(request, "Team");
    await request.post("/api/admin/return-order", { headers: { authorization: token }, data: { orderId: id } });
    await call(request, "Manager", "claim-order", { orderId: id });
    await page.keyboard.press("a");
    await page.getByRole("dialog").getByRole("button", { name: "Take over" }).click();
    await expect(toastBy(page, "alert", "Manager Member has this order.")).toBeVisible();
    await expect(line(page)).toContainText("Manager Member has it");
  });

  test("a refused renewal changes the line and says who has the order", async ({ page, request, signInAs, intake }) => {
    const id = await intake();
    await page.route("**/api/admin/events*", (route) => route.fulfill({ status: 204 }));
    await signInAs("Team");
    await openOrder(page, id);
    await lineButton(page, "Claim").click();
    await expect(lineButton(page, "Return")).toBeVisible();
    const team = (await (await call(request, "Team", "claim-order", { orderId: id })).json()).data.member.id;
    await call(request, "Manager", "claim-order", { orderId: id, takeOverFrom: team });
    await page.mouse.move(300, 300);
    await page.mouse.move(320, 300);
    await expect(line(page)).toContainText("Manager Member has it, active.");
    await expect(lineButton(page, "Take over")).toBeVisible();
    await expect(announced(page)).toHaveText(/^Manager Member has this order/);
  });

  test("nobody holds more than three orders that were handed out", async ({ page, request, signInAs, intake }) => {
    await returnAll(request, "Telecaller");
    for (let count = 0; count < 4; count += 1) await intake({ processing_mode: "Priority" });
    await signInAs("Telecaller");
    await page.goto("/admin/priority-order");
    for (let count = 0; count < 3; count += 1) {
      await page.getByRole("main").getByRole("button", { name: "Take next" }).click();
      await expect(line(page)).toContainText("You have this order.");
      await page.getByRole("link", { name: /^Back to/ }).click();
      await expect(mark(page, "You have this order")).toHaveCount(count + 1);
    }
    await page.getByRole("main").getByRole("button", { name: "Take next" }).click();
    await expect(toastBy(page, "alert", CLAIM_MESSAGES.takeNextLimit)).toBeVisible();
    await returnAll(request, "Telecaller");
  });

  test("without the claims a list has no marks and an order can still be claimed", async ({
    page,
    request,
    signInAs,
    intake,
  }) => {
    const name = ownName();
    const id = await intake({ full_name: name });
    await call(request, "Manager", "claim-order", { orderId: id });
    await breakAnswers(page, "**/api/admin/claims");
    await signInAs("Team");
    const read = page.waitForResponse("**/api/admin/claims");
    await openList(page, "/admin/recent-order", name);
    await read;
    await expect(rowOf(page, id).getByRole("img", { name: /has it/ })).toHaveCount(0);
    await rowOf(page, id).getByRole("link", { name: /^View/ }).click();
    await lineButton(page, "Claim").click();
    await expect(toastBy(page, "alert", "Manager Member has this order.")).toBeVisible();
  });
});
