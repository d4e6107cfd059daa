import type { APIRequestContext } from "@playwright/test";
import { signOut } from "#contract/auth/auth.ts";
import { holdAnswers } from "./support/looks.ts";
import { orderPath } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";

/** The server's metric of open streams. */
async function openStreams(request: APIRequestContext): Promise<number> {
  const metrics = await (await request.get("/metrics")).text();
  return Number(/^live_streams_open (\d+)$/m.exec(metrics)?.[1]);
}

test("a colleague's move changes count, list and open order without a reload", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  const id = await desk.intake({ full_name: "Live Witness" });
  await desk.signIn("Admin");
  const stream = page.waitForResponse("**/api/admin/events*");
  await page.goto("/admin/recent-order?search=Live+Witness");
  await stream;
  const row = page.getByRole("row").filter({ hasText: "Live Witness" });
  await expect(row).toBeVisible();
  const before = Number(await desk.countOf("Awaiting Govt").textContent());
  const other = await desk.colleague("Team");
  await other.page.goto(orderPath(id));
  let loads = 0;
  for (const each of [page, other.page]) {
    each.on("load", () => {
      loads += 1;
    });
  }

  await other.page.getByRole("button", { name: "Awaiting Govt" }).click();
  await expect(row).toContainText("Moved to Awaiting Govt by Team Member");
  await expect(desk.countOf("Awaiting Govt")).toHaveText(String(before + 1));
  await expect(desk.announced).toContainText("changed in New Order");

  await page.getByRole("link", { name: "Awaiting Govt" }).first().click();
  await page.getByRole("row").filter({ hasText: "Live Witness" }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: `Order ${id}` })).toBeVisible();
  await other.page.getByRole("button", { name: "Contact Customer" }).click();
  const notice = "Team Member moved this order to Contact Customer.";
  await expect(desk.announced).toHaveText(notice);
  await expect(page.getByRole("group").filter({ hasText: notice })).toBeVisible();
  await expect(page.locator('[data-status="Contact Customer"]').first()).toBeVisible();
  // The member who moved it gets no such message.
  await expect(other.page.locator('[data-status="Contact Customer"]').first()).toBeVisible();
  await expect(other.page.getByText(notice)).toHaveCount(0);
  expect(loads).toBe(0);
  await other.close();
});

test("a change between the reading of an order and the opening of its stream is shown", async ({ page, desk }) => {
  const id = await desk.intake();
  const admin = await desk.signIn("Admin");
  const other = await desk.colleague("Team");
  await other.page.goto(orderPath(id));
  await expect(other.page.getByRole("heading", { name: `Order ${id}` })).toBeVisible();
  const opening = await holdAnswers(page, "**/api/admin/events*");
  await page.goto(orderPath(id));
  await expect(page.locator('header [data-status="New"]')).toBeVisible();
  await admin.move(id, "Contact Customer");
  // The server has sent the event to the streams that were open.
  await expect(other.page.locator('header [data-status="Contact Customer"]')).toBeVisible();
  await expect(page.locator('header [data-status="New"]')).toBeVisible();
  opening();
  await expect(page.locator('header [data-status="Contact Customer"]')).toBeVisible();
  await other.close();
});

test("other members who have the order open are named", { tag: "@core" }, async ({ page, desk }) => {
  const id = await desk.intake();
  await desk.signIn("Admin", orderPath(id));
  await expect(page.getByRole("heading", { name: `Order ${id}` })).toBeVisible();
  const other = await desk.colleague("Night Staff");
  await other.page.goto(orderPath(id));
  await expect(page.getByText("Also here: Night Staff Member").first()).toBeVisible();
  await expect(other.page.getByText("Also here: Admin Member").first()).toBeVisible();
  await desk.expectAccessible();
  // Another tab of the same member does not count.
  const again = await page.context().newPage();
  await again.goto(orderPath(id));
  await expect(again.getByText("Also here: Night Staff Member").first()).toBeVisible();
  await again.close();

  await other.page.getByRole("link", { name: "Back to New Order" }).click();
  await expect(page.locator("main").getByText("Also here")).toBeHidden();
  await other.close();
});

test("input and focus stay when a colleague changes the order", { tag: "@core" }, async ({ page, desk }) => {
  const id = await desk.intake();
  await desk.signIn("Admin", orderPath(id));
  const comment = page.getByLabel("Comment", { exact: false }).and(page.getByRole("textbox"));
  await comment.fill("Half a sentence");
  const manager = desk.member("Manager");
  await manager.addComment(id, "The manager was here");
  await expect(desk.announced).toHaveText("Manager Member commented.");
  await expect(page.getByText("The manager was here").first()).toBeVisible();
  await manager.move(id, "Awaiting");
  await expect(desk.announced).toHaveText("Manager Member moved this order to Awaiting Response.");
  await expect(comment).toHaveValue("Half a sentence");
  await expect(comment).toBeFocused();
});

test("the selection and the page of a list stay when its orders change", async ({ page, desk }) => {
  const id = await desk.intake({ full_name: "Selected 0" });
  for (let index = 1; index < 12; index += 1) await desk.intake({ full_name: `Selected ${index}` });
  await desk.signIn("Admin", "/admin/recent-order?page=2");
  const boxes = page.getByRole("checkbox", { name: /^Select order / });
  await boxes.first().check();
  const manager = desk.member("Manager");
  await desk.intake({ full_name: "Newly come" });
  await expect(desk.announced).toContainText("changed in New Order");
  await manager.move(id, "Awaiting");
  await expect(page.getByText("1 selected")).toBeVisible();
  expect(new URL(page.url()).searchParams.get("page")).toBe("2");
});

// Chromium logs refused requests.
test.describe("when the server refuses", () => {
  test.use({ expectedErrors: ["Failed to load resource"] });

  test("a move based on a stale order is refused and names who moved it first", async ({ page, desk }) => {
    const id = await desk.intake();
    // The stream is blocked, as a proxy might do, so the page gets no events.
    await page.route("**/api/admin/events*", (route) => route.fulfill({ status: 204 }));
    await desk.signIn("Admin", orderPath(id));
    const button = page.getByRole("button", { name: "Customer Called" });
    await expect(button).toBeVisible();
    const manager = desk.member("Manager");
    await manager.move(id, "Awaiting");
    await button.click();
    await expect(page.getByRole("alert").filter({ hasText: "Manager Member moved this order" })).toBeVisible();
    await expect(page.locator('[data-status="Awaiting"]').first()).toBeVisible();
  });

  test("a session that ends elsewhere leads the open page to the sign-in", async ({ page, desk }) => {
    const nightStaff = await desk.signIn("Night Staff", "/admin");
    await expect(page.getByRole("table").first()).toBeVisible();
    await nightStaff.call(signOut);
    await expect(page.getByRole("button", { name: /sign in/i })).toBeVisible();
  });
});

test("a hidden tab closes its stream and catches up when it is visible again", async ({ page, desk, request }) => {
  await desk.signIn("Admin", "/admin/recent-order?search=Came+Unseen");
  // Otherwise the list's first answer may come after the order.
  await expect(desk.main.getByText("No records found")).toBeVisible();
  await expect.poll(() => openStreams(request)).toBe(1);
  // A headless browser reports every tab as visible, so the page's visibility state is simulated.
  const setVisibility = (state: "hidden" | "visible") =>
    page.evaluate((value) => {
      Object.defineProperty(document, "visibilityState", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await setVisibility("hidden");
  await expect.poll(() => openStreams(request)).toBe(0);
  await desk.intake({ full_name: "Came Unseen" });
  await expect(page.getByRole("row").filter({ hasText: "Came Unseen" })).toHaveCount(0);
  await setVisibility("visible");
  await expect(page.getByRole("row").filter({ hasText: "Came Unseen" })).toBeVisible();
  await expect.poll(() => openStreams(request)).toBe(1);
});
