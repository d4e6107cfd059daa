import { MESSAGES } from "#contract/messages.ts";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import { breakAnswers, holdAnswers } from "./support/looks.ts";
import { LIST_SCREENS } from "./support/queues.ts";
import { orderPath } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the answers that these tests break on purpose.
test.use({ expectedErrors: ["Failed to load resource", "net::ERR_FAILED"] });

const LIST_CALL = "**/api/admin/get-orders-list/**";

test("every list shows its title and its rows or an empty message", async ({ page, desk }) => {
  await desk.intake({ paid: false });
  await desk.intake({ processing_mode: "Priority" });
  await desk.signIn("Admin");
  for (const [, title, path] of LIST_SCREENS) {
    await test.step(title, async () => {
      await page.goto(path);
      await expect(desk.heading).toHaveText(title);
      await expect(
        page.getByRole("link", { name: /^View/ }).or(page.getByText(MESSAGES.noRecords)).first(),
      ).toBeVisible();
    });
  }
});

test("a list says that it is empty @8-022", async ({ page, desk }) => {
  await desk.signIn("Team", "/admin/called?search=nobody-has-this-name");
  await expect(page.getByText(MESSAGES.noRecords)).toBeVisible();
  await expect(page.getByText(MESSAGES.noData)).toBeVisible();
});

test("empty tables say so in the plural, the order's short lists in the singular @8-022", async ({ page, desk }) => {
  const email = "empty@example.com";
  const id = await desk.intake({ email });
  await desk.signIn("Team", "/admin/recent-order?search=nobody-has-this-name");
  await expect(page.getByText(MESSAGES.noRecords, { exact: true })).toBeVisible();
  await page.goto(orderPath(id));
  for (const section of ["Comment History", "Email History", "Download History"]) {
    await expect(desk.section(section).getByText(MESSAGES.noRecord, { exact: true })).toBeVisible();
  }
});

test("a failed list says so and retries without a page reload", { tag: "@core" }, async ({ page, desk }) => {
  // A live event about an earlier test's order would read the list again before Retry does.
  await page.route("**/api/admin/events*", (route) => route.fulfill({ status: 204 }));
  await desk.signIn("Team");
  await breakAnswers(page, LIST_CALL);
  await page.goto("/admin/recent-order");
  await expect(desk.retry).toBeVisible();
  await page.unroute(LIST_CALL);
  await desk.retry.click();
  await expect(desk.retry).toBeHidden();
});

test("the months of Future Order open their orders @4-037", async ({ page, desk }) => {
  const arrival = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
  await desk.intake({ full_name: "Early Bird", arrival_date: arrival });
  await desk.signIn("Team", "/admin/future-order");
  await expect(desk.heading).toHaveText("Future Order");
  const month = new Date(Date.parse(arrival) - 3 * 86_400_000).toLocaleString("en", {
    month: "short",
    timeZone: "UTC",
  });
  await desk.main.getByText(month, { exact: true }).first().click();
  await expect(page.getByText("Early Bird").first()).toBeVisible();
  await desk.main.getByText("Back", { exact: true }).click();
  await expect(page.getByText("Early Bird")).toBeHidden();
});

test("the order detail shows that it is loading, failed or not found", { tag: "@core" }, async ({ page, desk }) => {
  const id = await desk.intake();
  const call = "**/api/admin/get-orders-details/**";
  // A live event, or the stream's opening, would read the order again before Retry does.
  await page.route("**/api/admin/events*", (route) => route.fulfill({ status: 204 }));
  await desk.signIn("Team");
  await test.step("loading", async () => {
    const letGo = await holdAnswers(page, call);
    await page.goto(orderPath(id));
    letGo();
    await expect(desk.heading).toHaveText(`Order ${id}`);
  });
  await test.step("failed", async () => {
    await breakAnswers(page, call);
    await page.reload();
    await expect(desk.retry).toBeVisible();
    await page.unroute(call);
    await desk.retry.click();
    await expect(desk.heading).toHaveText(`Order ${id}`);
  });
  await test.step("not found", async () => {
    await page.goto("/admin/view-order/nonsense");
    await expect(desk.main.getByRole("link").first()).toBeVisible();
  });
});

test("the visitor's form keeps the input and shows its errors @5-019 @5-020 @5-022", async ({ page, desk }) => {
  await page.goto("/track-order");
  await page.getByRole("button", { name: "TRACK ORDER" }).click();
  await expect(page.getByLabel("Order ID")).toHaveAccessibleDescription(VISITOR_MESSAGES.trackOrderIdRequired);
  await expect(page.getByLabel("Email ID")).toHaveAccessibleDescription(VISITOR_MESSAGES.trackEmailRequired);
  await page.getByLabel("Order ID").fill("999999");
  await desk.submitTracking("nobody@example.com");
  await expect(page.getByRole("link", { name: VISITOR_MESSAGES.trackNotFound })).toBeVisible();
  await expect(page.getByLabel("Order ID")).toHaveValue("999999");
});

test("the visitor's order page shows that it is loading or failed, and the progress", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  const email = "progress@example.com";
  const id = await desk.intake({ email });
  const call = "**/api/front/get-download-history";
  await desk.track(id, email);
  await expect(page).toHaveURL(`/get-new-order-details/${encodeOrderId(id)}`);
  await expect(page.getByRole("button", { name: "Download Now" })).toBeDisabled();
  await expect(page.getByText(/completed successfully/)).toBeHidden();
  // A page that the server renders has the order: only the form's own way to it asks for it.
  await test.step("loading", async () => {
    const letGo = await holdAnswers(page, call);
    await desk.track(id, email);
    await expect(page.getByText("Loading your order")).toBeAttached();
    letGo();
    await expect(page.getByRole("button", { name: "Download Now" })).toBeVisible();
  });
  await test.step("failed", async () => {
    await page.unroute(call);
    await page.route(call, (route) => route.abort());
    await desk.track(id, email);
    await expect(desk.retry).toBeVisible();
    await page.unroute(call);
    await desk.retry.click();
    await expect(page.getByRole("button", { name: "Download Now" })).toBeVisible();
  });
});

test("without the visitor's cookie an order's page leads back to the form @2-156", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  const id = await desk.intake();
  await page.goto(`/get-new-order-details/${encodeOrderId(id)}`);
  await expect(page).toHaveURL(`/track-order/${encodeOrderId(id)}`);
});
