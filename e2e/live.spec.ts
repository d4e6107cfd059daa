import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { encodeOrderId } from "#contract/order-id.ts";
import type { Role } from "#contract/roles.ts";
import { STAFF_PASSWORD, staffEmail } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

const WAIT = { timeout: 15_000 };

async function tokenOf(request: APIRequestContext, role: Role): Promise<string> {
  const data = { email: staffEmail(role), password: STAFF_PASSWORD };
  return (await (await request.post("/api/admin/admin-login", { data })).json()).jwtToken;
}

/** Another member at another machine. */
async function colleague(browser: Browser, request: APIRequestContext, baseURL: string, role: Role): Promise<Page> {
  const context = await browser.newContext({ baseURL });
  const accessToken = await tokenOf(request, role);
  await context.addInitScript(
    (token) => localStorage.setItem("user", JSON.stringify({ accessToken: token })),
    accessToken,
  );
  return await context.newPage();
}

const routeForm = (id: number) => `/admin/view-order/${encodeURIComponent(encodeOrderId(id))}`;
const countOf = (page: Page, link: string) =>
  page.getByRole("navigation", { name: "Console" }).first().getByRole("link", { name: link }).locator("span").last();
const liveRegion = (page: Page) => page.locator('[role="status"][aria-live="polite"].ad-visually-hidden');

/** What the server says of its open streams. */
async function openStreams(request: APIRequestContext): Promise<number> {
  const figures = await (await request.get("/metrics")).text();
  return Number(/^live_streams_open (\d+)$/m.exec(figures)?.[1]);
}

test("a colleague's move changes count, list and open order without a reload", async ({
  page,
  browser,
  request,
  baseURL,
  signInAs,
  intake,
}) => {
  const id = await intake({ full_name: "Live Witness" });
  await signInAs("Admin");
  await page.goto("/admin/recent-order?search=Live+Witness");
  const row = page.getByRole("row").filter({ hasText: "Live Witness" });
  await expect(row).toBeVisible();
  const before = Number(await countOf(page, "Awaiting Govt").textContent());
  const other = await colleague(browser, request, baseURL ?? "", "Team");
  await other.goto(routeForm(id));
  let loads = 0;
  for (const each of [page, other]) {
    each.on("load", () => {
      loads += 1;
    });
  }

  await other.getByRole("button", { name: "Awaiting Govt" }).click();
  await expect(row).toBeHidden(WAIT);
  await expect(countOf(page, "Awaiting Govt")).toHaveText(String(before + 1), WAIT);
  await expect(liveRegion(page)).toContainText("changed in New Order", WAIT);

  await page.getByRole("link", { name: "Awaiting Govt" }).first().click();
  await page.getByRole("row").filter({ hasText: "Live Witness" }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: `Order ${id}` })).toBeVisible();
  await other.getByRole("button", { name: "Contact Customer" }).click();
  const notice = "Team Member moved this order to Contact Customer.";
  await expect(liveRegion(page)).toHaveText(notice, WAIT);
  await expect(page.getByRole("group").filter({ hasText: notice })).toBeVisible();
  await expect(page.locator('[data-status="Contact Customer"]').first()).toBeVisible();
  // Who moved it needs no such words.
  await expect(other.locator('[data-status="Contact Customer"]').first()).toBeVisible();
  await expect(other.getByText(notice)).toHaveCount(0);
  expect(loads).toBe(0);
  await other.context().close();
});

test("whoever else has the order open is named while they have it", async ({
  page,
  browser,
  request,
  baseURL,
  signInAs,
  intake,
  expectAccessible,
}) => {
  const id = await intake();
  await signInAs("Admin");
  await page.goto(routeForm(id));
  await expect(page.getByRole("heading", { name: `Order ${id}` })).toBeVisible();
  const other = await colleague(browser, request, baseURL ?? "", "Night Staff");
  await other.goto(routeForm(id));
  await expect(page.getByText("Also here: Night Staff Member").first()).toBeVisible(WAIT);
  await expect(other.getByText("Also here: Admin Member").first()).toBeVisible(WAIT);
  await expectAccessible();
  // Another tab of one's own is nobody else.
  const again = await page.context().newPage();
  await again.goto(routeForm(id));
  await expect(again.getByText("Also here: Night Staff Member").first()).toBeVisible(WAIT);
  await again.close();

  await other.getByRole("link", { name: "Back to New Order" }).click();
  await expect(page.locator("main").getByText("Also here")).toBeHidden(WAIT);
  await other.context().close();
});

test("what is being typed stays, and so does the focus, when a colleague changes the order", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const id = await intake();
  await signInAs("Admin");
  await page.goto(routeForm(id));
  const comment = page.getByLabel("Comment", { exact: false }).and(page.getByRole("textbox"));
  await comment.fill("Half a sentence");
  const headers = { authorization: await tokenOf(request, "Manager") };
  await request.post("/api/admin/add-new-remark", { headers, data: { orderId: id, remark: "The manager was here" } });
  await expect(liveRegion(page)).toHaveText("Manager Member commented.", WAIT);
  await expect(page.getByText("The manager was here").first()).toBeVisible();
  await request.put("/api/admin/move-order-status", { headers, data: { orderId: id, updatingStatus: "Awaiting" } });
  await expect(liveRegion(page)).toHaveText("Manager Member moved this order to Awaiting Response.", WAIT);
  await expect(comment).toHaveValue("Half a sentence");
  await expect(comment).toBeFocused();
});

test("the selection and the page of a list stay when its orders change", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const ids: number[] = [];
  for (let index = 0; index < 12; index += 1) ids.push(await intake({ full_name: `Selected ${index}` }));
  await signInAs("Admin");
  await page.goto("/admin/recent-order?page=2");
  const boxes = page.getByRole("checkbox", { name: /^Select order / });
  await boxes.first().check();
  const headers = { authorization: await tokenOf(request, "Manager") };
  await intake({ full_name: "Newly come" });
  await expect(liveRegion(page)).toContainText("changed in New Order", WAIT);
  await request.put("/api/admin/move-order-status", { headers, data: { orderId: ids[0], updatingStatus: "Awaiting" } });
  await expect(page.getByText("1 selected")).toBeVisible();
  expect(new URL(page.url()).searchParams.get("page")).toBe("2");
});

// Chromium notes every refused call in its console.
test.describe("when the server refuses", () => {
  test.use({ expectedErrors: ["Failed to load resource"] });

  test("a move decided on what is old is refused with the name of who was first", async ({
    page,
    request,
    signInAs,
    intake,
  }) => {
    const id = await intake();
    // Kept from its stream, as a proxy might, this page hears of nothing.
    await page.route("**/api/admin/events*", (route) => route.fulfill({ status: 204 }));
    await signInAs("Admin");
    await page.goto(routeForm(id));
    const button = page.getByRole("button", { name: "Customer Called" });
    await expect(button).toBeVisible();
    const headers = { authorization: await tokenOf(request, "Manager") };
    await request.put("/api/admin/move-order-status", { headers, data: { orderId: id, updatingStatus: "Awaiting" } });
    await button.click();
    await expect(page.getByRole("alert").filter({ hasText: "Manager Member moved this order" })).toBeVisible();
    await expect(page.locator('[data-status="Awaiting"]').first()).toBeVisible();
  });

  test("a session that ends elsewhere ends the open page", async ({ page, request, signInAs }) => {
    test.setTimeout(60_000);
    const token = await signInAs("Night Staff");
    await page.goto("/admin");
    await expect(page.getByRole("table").first()).toBeVisible();
    await request.post("/api/admin/logout", { headers: { authorization: token } });
    await expect(page.getByRole("button", { name: /sign in/i })).toBeVisible({ timeout: 40_000 });
  });
});

test("a tab that nobody sees closes its stream, and asks again when it is seen", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  await signInAs("Admin");
  await page.goto("/admin/recent-order?search=Came+Unseen");
  await expect.poll(() => openStreams(request), WAIT).toBe(1);
  // A headless browser shows every tab; this is all that a page can know of being hidden.
  const setVisibility = (state: "hidden" | "visible") =>
    page.evaluate((value) => {
      Object.defineProperty(document, "visibilityState", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await setVisibility("hidden");
  await expect.poll(() => openStreams(request), WAIT).toBe(0);
  await intake({ full_name: "Came Unseen" });
  await expect(page.getByRole("row").filter({ hasText: "Came Unseen" })).toHaveCount(0);
  await setVisibility("visible");
  await expect(page.getByRole("row").filter({ hasText: "Came Unseen" })).toBeVisible(WAIT);
  await expect.poll(() => openStreams(request), WAIT).toBe(1);
});
