import type { Locator, Page, Request } from "@playwright/test";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import type { Desk } from "./support/desk.ts";
import { expect, test } from "./support/test.ts";

// Only UTC and New York times may be shown.
test.use({ timezoneId: "Asia/Colombo" });

const bodyOf = (request: Request) => request.postDataJSON() as Record<string, unknown>;

/** The methods and paths below /api of the calls that a page sends from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(`${request.method()} ${pathname.slice("/api".length)}`);
  });
  return calls;
}

test("a list shows times in UTC and status labels and sends the specified request @3-013 @4-002 @7-003", {
  tag: "@core",
}, async ({ page, desk }) => {
  const name = `Wire List ${Date.now()}`;
  const id = await desk.intake({ full_name: name });
  const team = await desk.signIn("Team");
  await team.move(id, "Awaiting");
  const { created_at } = await team.details(id);
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)T(.{8})/.exec(created_at) ?? [];

  const asked = page.waitForRequest(/get-orders-list/);
  await page.goto("/admin/awaiting-response");
  const { pathname, search } = new URL((await asked).url());
  expect(pathname + search).toBe("/api/admin/get-orders-list/awaitingOrder?page=1&limit=10&delay=1");
  expect((await asked).headers().authorization).toBe(await team.token());

  await desk.list.searchBox.fill(name);
  const row = page.getByRole("row").filter({ hasText: String(id) });
  await expect(row).toContainText(`${day}-${month}-${year} ${time}`);
  await expect(row.locator("[data-column=process_status]")).toHaveText("Awaiting Response");
});

/** Opens a list and stops its clock. @returns the search box */
async function openStopped(desk: Desk): Promise<Locator> {
  await desk.signIn("Team");
  await desk.page.clock.install();
  await desk.page.goto("/admin/recent-order");
  await expect(desk.heading).toHaveText("New Order");
  await expect(desk.list.searchBox).toBeEnabled();
  await desk.page.clock.pauseAt(Date.now() + 60_000);
  return desk.list.searchBox;
}

test("a search is sent after 500 ms without typing @9-009", { tag: "@core" }, async ({ page, desk }) => {
  const box = await openStopped(desk);
  const calls = callsOf(page);
  const searches = () => calls.filter((each) => each === "POST /admin/search-order").length;
  await box.pressSequentially("per");
  await page.clock.runFor(400);
  await box.pressSequentially("era");
  await page.clock.runFor(450);
  expect(searches()).toBe(0);
  const sent = page.waitForRequest(/search-order/);
  await page.clock.runFor(100);
  expect(bodyOf(await sent)).toMatchObject({ start: 0, end: 10, searchVal: "perera", folderName: "newOrder" });
  expect(searches()).toBe(1);
});

test("a search does not wait longer because its list is reloaded in the meantime", async ({ page, desk }) => {
  const box = await openStopped(desk);
  await box.pressSequentially("perera");
  await page.clock.runFor(450);
  const read = page.waitForResponse(/get-orders-list/);
  await desk.main.getByRole("button", { name: "Refresh" }).click();
  await (await read).finished();
  await expect(page.locator("[data-progress]")).toBeHidden();
  const sent = page.waitForRequest(/search-order/);
  await page.clock.runFor(100);
  expect(bodyOf(await sent)).toMatchObject({ searchVal: "perera" });
});

test("a row's Delete sends a soft deletion and reloads list and counts @4-018 @4-020 @4-021 @4-023 @8-012", async ({
  page,
  desk,
}) => {
  const name = `Wire Delete ${Date.now()}`;
  const id = await desk.intake({ full_name: name });
  await desk.signIn("Manager", `/admin/recent-order?search=${name}`);
  const row = page.getByRole("row").filter({ hasText: String(id) });
  await row.getByRole("button", { name: /Delete/ }).click();
  const calls = callsOf(page);
  const question = desk.dialog();
  await question.getByRole("button", { name: "No", exact: true }).click();
  await expect(question).toBeHidden();
  expect(calls.filter((each) => each.startsWith("PUT"))).toEqual([]);
  await row.getByRole("button", { name: /Delete/ }).click();
  const sent = page.waitForRequest(/change-order-status/);
  await question.getByRole("button", { name: "Yes", exact: true }).click();
  const body = bodyOf(await sent);
  expect(body).toMatchObject({ updatingStatus: "Deleted" });
  expect(body.permanentDeletedFlag ?? false).toBe(false);
  await expect(row).toHaveCount(0);
  await expect
    .poll(() => calls)
    .toEqual(expect.arrayContaining(["POST /admin/search-order", "GET /admin/get-folder-count"]));
});

test("a comment is sent with the signed-in member's name and Y or N for each flag @5-023 @6-009", async ({
  page,
  desk,
}) => {
  const id = await desk.intake();
  await desk.signIn("Night Staff", `/admin/view-order/${encodeOrderId(id)}`);
  const form = desk.section("Add Comment Below");
  await form.getByRole("textbox").fill("Seen at night.");
  await form.getByRole("checkbox", { name: /telephone/i }).check();
  const sent = page.waitForRequest(/add-new-remark/);
  await form.getByRole("button", { name: "Add Comment" }).click();
  expect(bodyOf(await sent)).toEqual({
    orderId: id,
    remark: "Seen at night.",
    remarkerName: "Night Staff Member",
    whatsapp: "N",
    telephone: "Y",
    statusRefund: "N",
    voided: "N",
    chargeBack: "N",
  });
  await expect(desk.section("Comment History")).toContainText("Seen at night.");
});

test("a visitor's page sends its three calls by POST with the name customer and its cookie's token @7-038 @7-043 @7-050", {
  tag: "@core",
}, async ({ page, desk }) => {
  const email = "wire.visitor@example.com";
  const id = await desk.intake({ email });
  await (await desk.signIn("Team")).upload(id, email);
  await page.evaluate(() => localStorage.removeItem("user"));
  const calls = callsOf(page);
  const listed = page.waitForRequest(/get-download-history/);
  await page.goto(`/track-order/${encodeOrderId(id)}`);
  await page.getByLabel("Email ID").fill(email);
  const tracked = page.waitForRequest(/front\/track-order/);
  await page.getByRole("button", { name: "TRACK ORDER" }).click();
  expect(bodyOf(await tracked)).toMatchObject({ email });
  const token = async () => (await page.context().cookies()).find((cookie) => cookie.name === "XSRF-TOKEN")?.value;
  expect((await listed).headers()["x-xsrf-token"]).toBe(await token());
  const recorded = page.waitForRequest(/download-passport-doc-pdf/);
  const downloaded = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download Now" }).click();
  const record = await recorded;
  expect(bodyOf(record)).toMatchObject({
    orderId: String(id),
    customername: "customer",
    file1: "arrival-card-v1.pdf",
    timezone: "Asia/Colombo",
  });
  expect(record.headers()["x-xsrf-token"]).toBe(await token());
  expect((await downloaded).suggestedFilename()).toBe(`${id}_arrival-card-v1.pdf`);
  expect(new Set(calls)).toEqual(
    new Set(["POST /front/track-order", "POST /front/get-download-history", "POST /front/download-passport-doc-pdf"]),
  );
});
