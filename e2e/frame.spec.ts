import type { Locator } from "@playwright/test";
import { userInfo } from "#contract/auth/auth.ts";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { folderCounts } from "#contract/orders/orders.ts";
import { boxOf, styleOf } from "./support/looks.ts";
import { LIST_SCREENS } from "./support/queues.ts";
import { expect, test } from "./support/test.ts";

const SERVICE = "Sri Lanka Arrival Card";
const TILES = [
  ["New Orders", "/admin/recent-order", "newOrdersCount"],
  ["Priority Order", "/admin/priority-order", "priorityOrdersCount"],
  ["Pending Orders", "/admin/pending-order", "pendingOrdersCount"],
  ["Completed Orders", "/admin/completed-order", "completedOrdersCount"],
  ["Contact Customer", "/admin/contact-customer", "contactCustomerOrdersCount"],
] as const;
const SIDEBAR = [
  ["Awaiting Customer", "/admin/awaiting-response", "awaitingOrdersCount"],
  ["Awaiting Govt", "/admin/awaiting-govt", "awaitingGovtCount"],
  ["Customer Called", "/admin/called", "customerCalledCount"],
  ["Order History", "/admin/order-history", "allOrdersCount"],
  ["Future Orders", "/admin/future-order", "futureOrdersCount"],
  ["Deleted Orders", "/admin/deleted-order", "deletedOrdersCount"],
  ["Refunds", "/admin/refund-order", "refundOrdersCount"],
  ["Country Order List", "/admin/country-order-list", null],
  ["Manage Team", "/admin/manage-team", null],
  ["Gateway Setting", "/admin/gateway-setting", null],
  ["Change Password", "/admin/change-password", null],
] as const;
const ROUTES = [
  ["/admin/", "New Order"],
  ["/admin/future-order", "Future Order"],
  ...LIST_SCREENS.map(([, title, path]) => [path, title] as const),
] as const;

/** A link by its label and the count after it, if any. */
function countedLink(within: Locator, label: string, count: number | null): Locator {
  const words = count === null ? label : `${label}\\s*${count.toLocaleString("en-US")}`;
  return within.getByRole("link", { name: new RegExp(`^${words}$`) });
}

test.describe("an address", () => {
  // The visitor area answers 404 where it has no page.
  test.use({ expectedErrors: ["the server responded with a status of 404"] });

  test("the sign-in is at /, the console below /admin, and every other address is the visitor area @1-001 @1-003 @2-001 @2-002 @2-003 @2-037 @6-007", {
    tag: "@core",
  }, async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
    await expect(page.getByRole("contentinfo")).toHaveCount(0);
    for (const path of ["/admin", ...ROUTES.map(([route]) => route), "/admin/view-order/MjAwMDAy", "/admin/nowhere"]) {
      await page.goto(path);
      await expect(page, path).toHaveURL("/");
      await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
    }
    for (const path of ["/track-order", "/no-such-page", "/a/b"]) {
      await page.goto(path);
      await expect(page.getByRole("contentinfo"), path).toContainText("© 2025");
    }
  });
});

test("the console's address is the signed-in member's dashboard @2-037 @2-038", async ({ page, desk }) => {
  await desk.signIn("Team");
  for (const path of ["/admin", "/admin/", "/"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/admin\/?$/);
    await expect(page.getByRole("navigation", { name: "Queues" })).toBeVisible();
    await expect(desk.heading).toHaveText("New Order");
    await expect(page).toHaveTitle(`Dashboard · ${SERVICE}`);
  }
});

test("every address of the console opens its screen inside the frame @1-023 @2-002 @2-038 @2-039 @2-040 @2-041 @2-042 @2-043 @2-044 @2-045 @2-046 @2-047 @2-048 @2-049 @2-050 @2-056 @2-097", {
  tag: "@core",
}, async ({ page, desk }) => {
  const id = await desk.intake();
  await desk.signIn("Admin");
  for (const [path, title] of [...ROUTES, [`/admin/view-order/${encodeOrderId(id)}`, `Order ${id}`] as const]) {
    await page.goto(path);
    await expect(desk.heading, path).toHaveText(title);
    await expect(page).toHaveTitle(path === "/admin/" ? `Dashboard · ${SERVICE}` : `${title} · ${SERVICE}`);
    await expect(desk.sidebar).toBeVisible();
  }
});

test.describe("an unknown address", () => {
  // Chromium logs the status of the page.
  test.use({ expectedErrors: ["the server responded with a status of 404"] });

  test("is not found, in the frame of its area", async ({ page, desk }) => {
    await desk.signIn("Team", "/admin/no-such-screen");
    await expect(desk.heading).toHaveText("Page not found");
    await expect(page.getByText(MESSAGES.notFound)).toBeVisible();
    await expect(desk.sidebar).toBeVisible();
    await page.getByRole("link", { name: "Go to the dashboard" }).click();
    await expect(page).toHaveURL("/admin");
    expect((await page.goto("/no-such-page"))?.status()).toBe(404);
    await expect(desk.heading).toHaveText("Page not found");
    await expect(page.getByRole("contentinfo")).toContainText("© 2025");
    await page.getByRole("link", { name: "Track your order" }).click();
    await expect(page).toHaveURL("/track-order");
  });
});

test("tiles and side panel show the server's counts and lead to their queues @1-004 @2-015 @2-016 @2-017 @2-018 @2-019 @2-020 @2-021 @2-022 @2-023 @2-025 @2-026 @2-027 @2-028 @2-029 @2-030 @2-031", {
  tag: "@core",
}, async ({ page, desk, request }) => {
  await desk.intake();
  const admin = await desk.signIn("Admin");
  // A mail of an earlier test moves its order when it is sent.
  await expect
    .poll(async () =>
      (await (await request.get("/metrics")).text()).match(/^mails_waiting\{state="(queued|sending)"\} 0$/gm),
    )
    .toHaveLength(2);
  const counts = await admin.call(folderCounts);
  expect(counts.newOrdersCount).toBeGreaterThan(0);
  await page.goto("/admin");

  const tiles = page.getByRole("navigation", { name: "Queues" });
  await expect(tiles.getByRole("link")).toHaveCount(TILES.length);
  for (const [label, path, count] of TILES) {
    await expect(countedLink(tiles, label, counts[count])).toHaveAttribute("href", path);
    await expect(countedLink(desk.sidebar, label, counts[count])).toHaveAttribute("href", path);
  }
  for (const [label, path, count] of SIDEBAR) {
    const link = countedLink(desk.sidebar, label, count === null ? null : counts[count]);
    await expect(link).toHaveAttribute("href", path);
  }
  for (const [label, path] of TILES) {
    await page.goto("/admin");
    await tiles.getByRole("link", { name: label }).click();
    await expect(page).toHaveURL(path);
  }
  for (const [label, path] of SIDEBAR) {
    await desk.sidebar.getByRole("link", { name: label }).click();
    await expect(page).toHaveURL(path);
  }
});

test("Order History is hidden from a Telecaller, every other link is shown @2-024 @6-005 @6-006", async ({ desk }) => {
  await desk.signIn("Telecaller", "/admin");
  for (const [label] of [...TILES, ...SIDEBAR]) {
    const link = desk.sidebar.getByRole("link", { name: new RegExp(`^${label}`) });
    await expect(link, label).toHaveCount(label === "Order History" ? 0 : 1);
  }
});

test("a link of the side panel opens another tab on request, and adds no history entry for the page that is shown", {
  tag: "@core",
}, async ({ page, desk }) => {
  await desk.signIn("Team", "/admin/refund-order");
  const link = (label: string) => desk.sidebar.getByRole("link", { name: new RegExp(`^${label}`) });
  const opened = page.context().waitForEvent("page");
  await link("New Orders").click({ modifiers: ["ControlOrMeta"] });
  const tab = await opened;
  await expect(tab).toHaveURL("/admin/recent-order");
  await tab.close();
  await expect(page).toHaveURL("/admin/refund-order");
  await expect(link("Refunds")).toHaveAttribute("aria-current", "page");

  const entries = await page.evaluate(() => history.length);
  await link("Refunds").press("Enter");
  await expect(desk.heading).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await link("New Orders").press("Enter");
  await expect(page).toHaveURL("/admin/recent-order");
  await expect(link("New Orders")).toHaveAttribute("aria-current", "page");
  await expect(link("Refunds")).not.toHaveAttribute("aria-current");
  expect(await page.evaluate(() => history.length)).toBe(entries + 1);
  await page.goto("/admin/Refund-Order");
  await expect(link("Refunds")).toHaveAttribute("aria-current", "page");
});

test("the counts are fetched again on every change of the path @2-035", async ({ page, desk }) => {
  await desk.signIn("Team");
  // Responses: while one is awaited, another change of the path sends no second call.
  let fetched = 0;
  page.on("response", (response) => {
    if (response.url().endsWith("/api/admin/get-folder-count")) fetched += 1;
  });
  await page.goto("/admin");
  await expect(desk.sidebar.getByRole("link", { name: /^New Orders\s*\d/ })).toBeVisible();
  for (const [label, path] of SIDEBAR.slice(0, 4)) {
    const before = fetched;
    await desk.sidebar.getByRole("link", { name: label }).click();
    await expect(page).toHaveURL(path);
    await expect.poll(() => fetched).toBeGreaterThan(before);
  }
  // Screens that show no count fetch them too.
  for (const path of ["/admin/view-order/nonsense", "/admin/nowhere"]) {
    const before = fetched;
    await page.evaluate((to) => {
      history.pushState({}, "", to);
      dispatchEvent(new PopStateEvent("popstate"));
    }, path);
    await expect(desk.main.getByRole("link").first()).toBeVisible();
    await expect.poll(() => fetched, path).toBeGreaterThan(before);
  }
  const link = desk.sidebar.getByRole("link", { name: /^Pending Orders/ });
  const shown = Number((await link.innerText()).replace(/\D/g, ""));
  await desk.intake({ paid: false });
  await desk.sidebar.getByRole("link", { name: "Refunds" }).click();
  await expect(link).toHaveText(new RegExp(`${(shown + 1).toLocaleString("en-US")}$`));
});

test("the top bar welcomes the member, and its menu ends the session everywhere @2-010 @2-011 @2-032 @2-033", {
  tag: "@core",
}, async ({ page, desk }) => {
  for (const from of ["the top bar's menu", "the side panel"]) {
    await test.step(from, async () => {
      const nightStaff = await desk.signIn("Night Staff", "/admin");
      const menu = page.getByRole("banner").getByRole("button", { name: "Welcome Night Staff Member" });
      if (from === "the side panel") await desk.sidebar.getByRole("button", { name: "Logout" }).click();
      else {
        await menu.click();
        await desk.menuItem("Logout").click();
      }
      await expect(page).toHaveURL("/");
      await expect(page.getByRole("status").filter({ hasText: AUTH_MESSAGES.signedOut })).toBeVisible();
      expect(await desk.storedUser()).toBeNull();
      const answer = await nightStaff.answer(userInfo);
      expect([answer.status(), (await answer.json()).code]).toEqual([401, "session_ended"]);
    });
  }
});

test("the top bar and the side panel stay while the content scrolls @2-013 @2-014", async ({ page, desk }) => {
  await desk.signIn("Team");
  await page.setViewportSize({ width: 1440, height: 480 });
  await page.goto("/admin");
  await expect(desk.heading).toBeVisible();
  const bar = page.getByRole("banner").first();
  const panel = page.getByRole("complementary");
  const main = desk.main;
  expect([await styleOf(bar, "position"), await styleOf(panel, "position")]).toEqual(["fixed", "fixed"]);
  const [barBox, panelBox] = [await boxOf(bar), await boxOf(panel)];
  expect(barBox).toMatchObject({ x: 0, y: 0, width: 1440 });
  expect([panelBox.x, panelBox.y, panelBox.y + panelBox.height]).toEqual([0, barBox.height, 480]);
  const tiles = await boxOf(page.getByRole("navigation", { name: "Queues" }));
  expect(tiles.y).toBeGreaterThanOrEqual(barBox.height);
  expect((await boxOf(main)).x).toBeGreaterThanOrEqual(panelBox.width);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  expect([await boxOf(bar), await boxOf(panel)]).toEqual([barBox, panelBox]);
});

test("the layout changes at 991 and at 767 pixels @2-012 @2-036 @9-018", { tag: "@core" }, async ({ page, desk }) => {
  await desk.intake();
  await desk.signIn("Team");
  const toggle = page.getByRole("banner").getByRole("button", { name: "Open menu" });
  const name = page.getByRole("banner").getByText(SERVICE);
  const table = page.getByRole("table", { name: "New Order" });
  for (const [width, hasPanel, isWide] of [
    [1440, true, true],
    [992, true, true],
    [991, false, true],
    [768, false, true],
    [767, false, false],
    [390, false, false],
  ] as const) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto("/admin/recent-order");
      await expect(page.getByRole("link", { name: /^View/ }).first()).toBeVisible();
      await expect(desk.sidebar).toHaveCount(hasPanel ? 1 : 0);
      await expect(toggle).toBeVisible({ visible: !hasPanel });
      await expect(name).toBeVisible({ visible: isWide });
      await expect(table).toHaveCount(isWide ? 1 : 0);
      const left = Number.parseFloat(await styleOf(desk.main, "margin-left"));
      expect(left > 0).toBe(hasPanel);
    });
  }
});

test("on a small screen the side panel opens and closes @2-012 @2-034 @4-038", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  await desk.signIn("Team");
  await page.setViewportSize({ width: 767, height: 800 });
  await page.goto("/admin");
  const drawer = desk.dialog("Menu");
  const toggle = page.getByRole("banner").getByRole("button", { name: "Open menu" });
  await expect(toggle).toHaveAttribute("aria-expanded", "false");
  for (const close of [
    () => page.keyboard.press("Escape"),
    () => drawer.getByRole("button", { name: "Close menu" }).click(),
    () => page.mouse.click(750, 400),
  ]) {
    await toggle.click();
    await expect(drawer.getByRole("link", { name: "Awaiting Customer" })).toBeVisible();
    await close();
    await expect(drawer).toBeHidden();
  }
  await toggle.click();
  await desk.expectAccessible();
  await drawer.getByRole("link", { name: "Refunds" }).click();
  await expect(desk.heading).toHaveText("Refund Orders");
  await expect(drawer).toBeHidden();
});
