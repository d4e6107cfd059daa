import type { Page } from "@playwright/test";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { recordRefunds } from "#contract/refunds/refunds.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import { expect, test } from "./support/test.ts";

const LINKS = [
  "Home",
  "Apply Now",
  "Additional Benefits",
  "Terms & Conditions",
  "Privacy Policy",
  "Refund Policy",
  "Contact Us",
];
const LANGUAGES = ["English", "සිංහල", "தமிழ்", "हिन्दी", "中文", "Русский", "Deutsch", "Français", "Español", "العربية"];
const COLUMNS = [
  "#",
  "Order ID",
  "Date & Time (EST)",
  "Device IP Address",
  "Device",
  "Device Type",
  "Browser",
  "OS",
  "Device Location",
];
const HEADING = "To Download your Sri Lanka Arrival Card, please enter the email used on your application";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1";

const language = (page: Page) => page.getByRole("combobox", { name: "Language" });
const root = (page: Page) =>
  page.evaluate(() => ({ lang: document.documentElement.lang, dir: document.documentElement.dir }));

/** Fills in the form from the URL and continues to the order's page. */
async function track(page: Page, orderId: number, email: string): Promise<void> {
  await page.goto(`/track-order/${encodeOrderId(orderId)}`);
  await page.getByLabel("Email ID").fill(email);
  await page.getByRole("button", { name: "TRACK ORDER" }).click();
  await expect(page).toHaveURL(`/get-new-order-details/${encodeOrderId(orderId)}`);
}

test("the shell has the translation bar, the seven links to the website and the footer @1-018 @1-019 @1-020 @1-021 @1-022 @1-023", {
  tag: "@core",
}, async ({ page }) => {
  await page.goto("/track-order");
  await expect(page).toHaveTitle("Sri Lanka Arrival Card");
  expect(await root(page)).toEqual({ lang: "en", dir: "ltr" });
  const header = page.getByRole("banner");
  await expect(header.getByRole("combobox", { name: "Language" })).toHaveValue("en");
  const links = header.getByRole("navigation", { name: "Website" }).getByRole("link");
  await expect(links).toHaveText(LINKS);
  for (const link of await links.all()) {
    const href = new URL((await link.getAttribute("href")) ?? "");
    expect(href.origin).not.toBe(new URL(page.url()).origin);
  }
  await expect(page.getByRole("contentinfo")).toHaveText("© 2025 Sri Lanka Arrival Card");
});

test("the language menu offers ten languages and keeps the choice @1-018 @1-022", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  await page.goto("/track-order");
  expect(await language(page).locator("option").allInnerTexts()).toEqual(LANGUAGES);
  const headings = new Set([await desk.heading.innerText()]);
  const select = page.locator("select");
  for (const code of ["si", "ta", "hi", "zh", "ru", "de", "fr", "es"]) {
    await select.selectOption(code);
    await expect.poll(() => root(page)).toEqual({ lang: code, dir: "ltr" });
    headings.add(await desk.heading.innerText());
  }
  expect(headings.size).toBe(9);
  await select.selectOption("ar");
  await expect.poll(() => root(page)).toEqual({ lang: "ar", dir: "rtl" });
  // Text and header are right-to-left.
  const isOnTheRight = await desk.heading.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const ends = new Map<number, number>();
    for (const { top, right } of range.getClientRects()) {
      ends.set(Math.round(top), Math.max(right, ends.get(Math.round(top)) ?? 0));
    }
    const { right } = node.getBoundingClientRect();
    return [...ends.values()].every((end) => Math.abs(end - right) < 2);
  });
  expect(isOnTheRight).toBe(true);
  const brand = await page.getByRole("banner").getByRole("link").first().boundingBox();
  expect(brand?.x).toBeGreaterThan(720);
  await page.reload();
  await expect.poll(() => root(page)).toEqual({ lang: "ar", dir: "rtl" });
  await expect(page.locator("select")).toHaveValue("ar");
});

test("the visitor area loads nothing of the console", async ({ page, desk }) => {
  const id = await desk.intake({ email: "light@example.com" });
  const calls: string[] = [];
  const scripts: Promise<string>[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.text());
  });
  await track(page, id, "light@example.com");
  await expect(page.getByRole("button", { name: "Download Now" })).toBeVisible();
  await language(page).selectOption("de");
  await expect.poll(() => root(page)).toMatchObject({ lang: "de" });
  const code = (await Promise.all(scripts)).join("\n");
  expect(code).toContain("/front/track-order");
  for (const word of ["Move to Awaiting Response", "get-folder-count", "Rows per page", "mantine-Modal"]) {
    expect(code.includes(word), word).toBe(false);
  }
  expect(calls.filter((path) => path.startsWith("/api/admin"))).toEqual([]);
});

test("the track form is filled in from the URL, shows errors at each field and leads to the order @1-014 @2-150 @2-151 @2-152 @2-153 @2-154 @2-155 @5-022 @8-019", {
  tag: "@core",
}, async ({ page, desk }) => {
  const email = "form@example.com";
  const id = await desk.intake({ email });
  await page.goto("/track-order/");
  await expect(desk.heading).toHaveText(HEADING);
  await expect(page.getByLabel("Order ID")).toHaveValue("");
  await page.getByLabel("Order ID").focus();
  await page.getByLabel("Order ID").blur();
  await expect(page.getByText("Please enter your orderId")).toBeVisible();
  await expect(page.getByText("Please enter your email")).toHaveCount(0);
  await page.getByRole("button", { name: "TRACK ORDER" }).click();
  await expect(page.getByLabel("Email ID")).toHaveAccessibleDescription("Please enter your email");
  await expect(page.getByLabel("Order ID")).toHaveAttribute("aria-invalid", "true");

  await page.goto(`/track-order/${encodeOrderId(id)}`);
  await expect(page.getByLabel("Order ID")).toHaveValue(String(id));
  await page.getByLabel("Email ID").fill(email);
  await page.getByRole("button", { name: "TRACK ORDER" }).click();
  await expect(page).toHaveURL(`/get-new-order-details/${encodeOrderId(id)}`);
  await expect(page.getByRole("status").filter({ hasText: VISITOR_MESSAGES.trackFound })).toBeVisible();
});

test("the download page shows an order's progress, and completion only when it is true @1-024 @2-157 @2-158 @2-159 @2-160 @2-161 @2-162 @9-016", {
  tag: "@core",
}, async ({ page, desk }) => {
  const email = "progress@example.org";
  const id = await desk.intake({ email });
  const team = await desk.signIn("Team");
  await track(page, id, email);
  await expect(desk.heading).toHaveText("Your Sri Lanka Arrival Card");
  await expect(page).toHaveTitle("Sri Lanka Arrival Card");
  const button = page.getByRole("button", { name: "Download Now" });
  await expect(button).toBeDisabled();
  await expect(page.getByText("We have received your application and are working on it.")).toBeVisible();
  await expect(page.getByText(/completed successfully|Thank you/)).toHaveCount(0);
  const table = page.getByRole("table", { name: "Downloaded History" });
  await expect(table.getByRole("columnheader")).toHaveText(COLUMNS);
  await expect(table).toContainText("No records found");
  await team.upload(id, email);
  await page.reload();
  await expect(page.getByText("Your application was completed successfully.")).toBeVisible();
  await expect(page.getByText("Thank you for using our service.")).toBeVisible();
  await expect(button).toBeEnabled();
});

test("the download page matches the status: asked to get in touch, refund due, refunded @2-157", async ({
  page,
  desk,
}) => {
  const email = "status@example.org";
  const id = await desk.intake({ email });
  const manager = await desk.signIn("Manager");
  const isReady = page.getByText("You can download your document here as soon as it is ready.");
  await manager.move(id, "Awaiting");
  await track(page, id, email);
  await expect(page.getByText("We need an answer from you. Please get in touch with us.")).toBeVisible();
  await expect(page.getByText(/e-?mail we sent/)).toHaveCount(0);
  const contact = desk.main.getByRole("link", { name: "Contact us", exact: true });
  await expect(contact).toHaveAttribute("href", "https://example.com/contact-us");
  await expect(isReady).toBeVisible();
  await manager.move(id, "Refunds");
  await page.reload();
  await expect(page.getByText("Your order is being refunded.")).toBeVisible();
  await expect(isReady).toHaveCount(0);
  await manager.upload(id, email);
  await manager.move(id, "Contact Customer");
  await page.reload();
  await expect(page.getByText(/^We need to check something with you/)).toBeVisible();
  await expect(page.getByText(/completed successfully/)).toHaveCount(0);
  await manager.move(id, "Refunds");
  await manager.call(recordRefunds, { orderId: [{ id }] });
  await page.reload();
  await expect(page.getByText("Your order has been refunded.")).toBeVisible();
  await expect(page.getByText(/completed successfully|Thank you|being refunded/)).toHaveCount(0);
});

test.describe("a download", () => {
  test.use({ userAgent: IPHONE, timezoneId: "Asia/Colombo" });

  test("starts by itself one second after its call and is listed in the history with its device @1-016 @2-159 @2-161 @2-163 @2-166 @2-167 @2-168 @2-171 @4-035 @4-036 @9-010 @9-016", {
    tag: "@core",
  }, async ({ page, desk }) => {
    const email = "download@example.org";
    const id = await desk.intake({ email });
    await (await desk.signIn("Team")).upload(id, email);
    await page.addInitScript(() => {
      const click = HTMLAnchorElement.prototype.click;
      HTMLAnchorElement.prototype.click = function clickAndCount() {
        document.body.dataset.downloads = String(Number(document.body.dataset.downloads ?? 0) + 1);
        click.call(this);
      };
    });
    await page.clock.install();
    await track(page, id, email);
    const table = page.getByRole("table", { name: "Downloaded History" });
    await expect(page.getByText("No records found")).toBeVisible();
    await page.clock.pauseAt(Date.now() + 60_000);
    const recorded = page.waitForResponse("**/api/front/download-passport-doc-pdf");
    await page.getByRole("button", { name: "Download Now" }).click();
    await recorded;
    const row = table.getByRole("row").nth(1);
    await expect(row.getByRole("cell").first()).toHaveText("1");
    const clicks = () => page.evaluate(() => document.body.dataset.downloads ?? "0");
    await page.clock.runFor(900);
    expect(await clicks()).toBe("0");
    const [download] = await Promise.all([page.waitForEvent("download"), page.clock.runFor(200)]);
    expect(await clicks()).toBe("1");
    expect(download.suggestedFilename()).toBe(`${id}_arrival-card-v1.pdf`);

    const [number, orderId, time, ip, ...device] = await row.getByRole("cell").locator("> bdi").allInnerTexts();
    expect([number, orderId, ip]).toEqual(["1", String(id), "127.0.0.1"]);
    expect(device).toEqual(["iPhone", "iPhone mobile", "Safari", "iOS 17.4", "Asia/Colombo"]);
    await expect(row.getByRole("cell").last()).toHaveText(/^Asia\/ColomboNot you\?/);
    const [, day, clock, zone] = /^(\d\d [A-Z][a-z]{2} \d{4}) (\d\d:\d\d:\d\d) (EST|EDT)$/.exec(time ?? "") ?? [];
    const instant = Date.parse(`${day} ${clock} ${zone}`);
    expect(Math.abs(Date.now() - instant)).toBeLessThan(120_000);
    const shown = new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", timeZoneName: "short" });
    expect(shown.format(instant)).toContain(zone);
  });
});

test.describe("ending a visit", () => {
  // The order is requested once more and refused.
  test.use({ expectedErrors: ["401"] });

  test("Leave ends the visit on a shared device, but not a member's session", async ({ page, desk }) => {
    const email = "leaving@example.com";
    const orderId = await desk.intake({ email });
    await desk.signIn("Team");
    const session = await desk.storedUser();
    expect(session).not.toBeNull();
    await page.goto("/track-order");
    await language(page).selectOption("de");
    await page.getByRole("combobox", { name: "Sprache" }).selectOption("en");
    await expect(language(page)).toBeVisible();
    await track(page, orderId, email);
    await page.getByRole("button", { name: "Leave" }).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/track-order");
    await expect(page.getByRole("status").filter({ hasText: VISITOR_MESSAGES.visitorLeft })).toBeVisible();
    await expect(desk.heading).toBeFocused();
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("visitor.")))).toEqual(
      [],
    );
    expect(await desk.storedUser()).toBe(session);
    await page.goto(`/get-new-order-details/${encodeOrderId(orderId)}`);
    await expect(page).toHaveURL(`/track-order/${encodeOrderId(orderId)}`);
  });
});

test.describe("while the service is unreachable", () => {
  test.use({ expectedErrors: ["net::ERR_FAILED"] });

  test("a visit that can't be ended continues, and the visitor sees a message", async ({ page, desk }) => {
    const email = "staying@example.com";
    const orderId = await desk.intake({ email });
    await track(page, orderId, email);
    await page.route("**/api/front/leave", (route) => route.abort());
    await page.getByRole("button", { name: "Leave" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "We can't reach the service." })).toBeVisible();
    await expect(page).toHaveURL(`/get-new-order-details/${encodeOrderId(orderId)}`);
  });
});
