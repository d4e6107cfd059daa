import type { Page } from "@playwright/test";
import { MESSAGES } from "#contract/messages.ts";
import { encodeOrderId } from "#contract/order-id.ts";
import { expect, test } from "./support/test.ts";

// Chromium's own line for the answers that these tests break on purpose.
test.use({ expectedErrors: ["Failed to load resource", "net::ERR_FAILED"] });

const LISTS = [
  ["/admin/recent-order", "New Order"],
  ["/admin/priority-order", "Priority Order"],
  ["/admin/pending-order", "Pending Orders"],
  ["/admin/completed-order", "Completed Orders"],
  ["/admin/deleted-order", "Deleted Orders"],
  ["/admin/awaiting-response", "Awaiting Response"],
  ["/admin/awaiting-govt", "Awaiting Govt"],
  ["/admin/called", "Customer Called"],
  ["/admin/order-history", "Order History"],
  ["/admin/contact-customer", "Contact Customer"],
  ["/admin/refund-order", "Refund Orders"],
] as const;
const LIST_CALL = "**/api/admin/get-orders-list/**";
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Holds every answer to a call until it is let go. */
async function hold(page: Page, call: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(call, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

test("every list is a titled, accessible page without sideways scroll", async ({
  page,
  signInAs,
  intake,
  expectAccessible,
}) => {
  test.setTimeout(180_000);
  await intake({ paid: false });
  await intake({ processing_mode: "Priority" });
  await signInAs("Admin");
  for (const [path, title] of LISTS) {
    await test.step(title, async () => {
      await page.goto(path);
      await expect(heading(page)).toHaveText(title);
      await expect(
        page.getByRole("link", { name: /^View/ }).or(page.getByText(MESSAGES.noRecords)).first(),
      ).toBeVisible();
      await expectAccessible();
    });
  }
});

test("a list says that it is empty", async ({ page, signInAs, expectAccessible }) => {
  await signInAs("Team");
  await page.goto("/admin/called?search=nobody-has-this-name");
  await expect(page.getByText(MESSAGES.noRecords)).toBeVisible();
  await expect(page.getByText(MESSAGES.noData)).toBeVisible();
  await expectAccessible();
});

test("a list shows its shape while it loads", async ({ page, signInAs, expectAccessible }) => {
  await signInAs("Team");
  const letGo = await hold(page, LIST_CALL);
  await page.goto("/admin/recent-order");
  await expect(heading(page)).toHaveText("New Order");
  await expectAccessible();
  letGo();
});

test("a list that fails says so and loads again without a reload", async ({ page, signInAs, expectAccessible }) => {
  await signInAs("Team");
  await page.route(LIST_CALL, (route) => route.abort());
  await page.goto("/admin/recent-order");
  await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
  await expectAccessible();
  await page.unroute(LIST_CALL);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("button", { name: "Retry" })).toBeHidden();
});

test("the months of Future Order open their orders", async ({ page, signInAs, intake, expectAccessible }) => {
  const arrival = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
  await intake({ full_name: "Early Bird", arrival_date: arrival });
  await signInAs("Team");
  await page.goto("/admin/future-order");
  await expect(heading(page)).toHaveText("Future Order");
  await expectAccessible();
  const month = new Date(Date.parse(arrival) - 3 * 86_400_000).toLocaleString("en", {
    month: "short",
    timeZone: "UTC",
  });
  await page.getByRole("main").getByText(month, { exact: true }).first().click();
  await expect(page.getByText("Early Bird").first()).toBeVisible();
  await expectAccessible();
  await page.getByRole("main").getByText("Back", { exact: true }).click();
  await expect(page.getByText("Early Bird")).toBeHidden();
});

test("the order detail loads, fails and says what it does not know", async ({
  page,
  signInAs,
  intake,
  expectAccessible,
}) => {
  const id = await intake();
  const call = "**/api/admin/get-orders-details/**";
  await signInAs("Team");
  await test.step("loading", async () => {
    const letGo = await hold(page, call);
    await page.goto(`/admin/view-order/${encodeOrderId(id)}`);
    await expectAccessible();
    letGo();
    await expect(heading(page)).toHaveText(`Order ${id}`);
  });
  await test.step("failed", async () => {
    await page.route(call, (route) => route.abort());
    await page.reload();
    await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
    await expectAccessible();
    await page.unroute(call);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(heading(page)).toHaveText(`Order ${id}`);
  });
  await test.step("not found", async () => {
    await page.goto("/admin/view-order/nonsense");
    await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
    await expectAccessible();
  });
});

test("the visitor's form keeps what was typed and says what is wrong", async ({ page, expectAccessible }) => {
  await page.goto("/track-order");
  await page.getByRole("button", { name: "TRACK ORDER" }).click();
  await expect(page.getByText(MESSAGES.trackOrderIdRequired)).toBeVisible();
  await expect(page.getByText(MESSAGES.trackEmailRequired)).toBeVisible();
  await expectAccessible();
  await page.getByLabel("Order ID").fill("999999");
  await page.getByLabel("Email ID").fill("nobody@example.com");
  await page.getByRole("button", { name: "TRACK ORDER" }).click();
  await expect(page.getByText(MESSAGES.trackNotFound)).toBeVisible();
  await expect(page.getByLabel("Order ID")).toHaveValue("999999");
  await expectAccessible();
});

test("the visitor's order page loads, fails and tells of progress", async ({ page, intake, expectAccessible }) => {
  const email = "progress@example.com";
  const id = await intake({ email });
  const call = "**/api/front/get-download-history";
  await page.goto(`/track-order/${encodeOrderId(id)}`);
  await page.getByLabel("Email ID").fill(email);
  await page.getByRole("button", { name: "TRACK ORDER" }).click();
  await expect(page).toHaveURL(`/get-new-order-details/${encodeOrderId(id)}`);
  await expect(page.getByRole("button", { name: "Download Now" })).toBeDisabled();
  await expect(page.getByText(/completed successfully/)).toBeHidden();
  await expectAccessible();
  await test.step("loading", async () => {
    const letGo = await hold(page, call);
    await page.reload();
    await expect(heading(page)).toBeVisible();
    await expectAccessible();
    letGo();
  });
  await test.step("failed", async () => {
    await page.route(call, (route) => route.abort());
    await page.reload();
    await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
    await expectAccessible();
  });
});

test("without the proof of the e-mail an order's page leads back to the form", async ({ page, intake }) => {
  const id = await intake();
  await page.goto(`/get-new-order-details/${encodeOrderId(id)}`);
  await expect(page).toHaveURL(`/track-order/${encodeOrderId(id)}`);
});

test("no page scrolls sideways, from the desk to the smallest telephone", async ({ page, signInAs, intake }) => {
  const id = await intake({ full_name: "A name that is rather long, of two families and three islands" });
  await signInAs("Admin");
  const pages = [
    "/admin",
    "/admin/refund-order",
    "/admin/future-order",
    `/admin/view-order/${encodeOrderId(id)}`,
    "/track-order",
  ];
  for (const width of [1440, 991, 767, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of pages) {
      await page.goto(path);
      await expect(heading(page)).toBeVisible();
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(excess, `${path} at ${width}`).toBe(0);
    }
  }
});
