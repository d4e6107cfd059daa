import type { Page } from "@playwright/test";
import { signOut } from "#contract/auth/auth.ts";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { activateGateway, listGateways } from "#contract/gateways/gateways.ts";
import { GATEWAY_MESSAGES } from "#contract/gateways/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { breakAnswers, holdAnswers } from "./support/looks.ts";
import type { Member } from "./support/member.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the answers that these tests break on purpose.
test.use({ expectedErrors: ["Failed to load resource"] });

const PATH = "/admin/gateway-setting";
const LIST_CALL = "**/api/admin/payment-gateways";
const SWITCH_CALL = "**/api/admin/payment-gateway-setting";

const select = (page: Page) => page.getByLabel("Gateway", { exact: false }).and(page.locator("select"));
const button = (page: Page) => page.getByRole("button", { name: "Active Gateway" });
const active = (page: Page) => page.getByRole("definition");

async function open(page: Page): Promise<void> {
  await page.goto(PATH);
  await expect(button(page)).toBeVisible();
}

async function choose(page: Page, name: string): Promise<void> {
  const value = await select(page).locator("option", { hasText: name }).getAttribute("value");
  await select(page).selectOption(value);
  await button(page).click();
}

const confirmIn = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Activate" });

/** As created at the first start. */
async function resetGateways(member: Member): Promise<void> {
  const stripe = (await member.call(listGateways)).find(({ gateway_name }) => gateway_name === "Stripe");
  await member.call(activateGateway, { gatewayId: encodeOrderId(stripe?.id ?? 0) });
}

test("a Manager changes the gateway of new checkouts after a confirmation @1-012 @2-052 @2-121 @2-122 @2-123 @4-028", {
  tag: "@core",
}, async ({ page, desk }) => {
  const manager = await desk.signIn("Manager");
  await resetGateways(manager);
  await page.goto("/admin");
  await page.getByRole("link", { name: "Gateway Setting" }).click();
  await expect(page).toHaveURL(PATH);
  await expect(desk.heading).toHaveText("Change Gateway");
  await expect(page).toHaveTitle(/^Change Gateway/);
  await expect(active(page)).toHaveText("Stripe");
  await expect(select(page).locator("option")).toHaveText([
    "Select a gateway",
    "Stripe (active now)",
    "PayPal",
    "Checkout.com",
  ]);

  await test.step("No changes nothing", async () => {
    await choose(page, "PayPal");
    await expect(desk.dialog()).toContainText("new checkouts only");
    await desk.expectAccessible();
    await desk.dialog().getByRole("button", { name: "Cancel" }).click();
    await expect(active(page)).toHaveText("Stripe");
  });

  await test.step("Yes makes it the active one and fetches the list again", async () => {
    const sent = page.waitForRequest(SWITCH_CALL);
    await button(page).click();
    await confirmIn(page).click();
    expect((await sent).postDataJSON()).toEqual({ gatewayId: encodeOrderId(2) });
    await expect(page.getByText(GATEWAY_MESSAGES.gatewayActivated)).toBeVisible();
    await expect(active(page)).toHaveText("PayPal");
    await expect(select(page)).toHaveValue("");
    await expect(page.getByText(GATEWAY_MESSAGES.gatewayRequired)).toBeHidden();
  });

  await test.step("choosing the active one again disables the button", async () => {
    const paypal = select(page).locator("option", { hasText: "PayPal (active now)" });
    await select(page).selectOption(await paypal.getAttribute("value"));
    await expect(button(page)).toBeDisabled();
  });
});

test("the form requires a choice on change, on blur and on submit @5-004 @5-026 @5-027", async ({ page, desk }) => {
  await desk.signIn("Admin");
  const message = page.getByText("Please select gateway.");
  await test.step("submit", async () => {
    await open(page);
    await button(page).click();
    await expect(message).toBeVisible();
    await expect(select(page)).toBeFocused();
  });
  await test.step("blur", async () => {
    await open(page);
    await select(page).focus();
    await select(page).blur();
    await expect(message).toBeVisible();
  });
  await test.step("change", async () => {
    await open(page);
    await select(page).selectOption({ index: 1 });
    await expect(message).toBeHidden();
    await select(page).selectOption({ index: 0 });
    await expect(message).toBeVisible();
  });
});

for (const role of ["Team", "Telecaller", "Night Staff"] as const) {
  test(`a ${role} sees the gateways and why they can't change them @1-012 @2-123 @6-006`, async ({ page, desk }) => {
    await desk.signIn(role);
    await open(page);
    await expect(active(page)).not.toBeEmpty();
    await expect(page.getByText(GATEWAY_MESSAGES.gatewayReadOnly)).toBeVisible();
    await expect(select(page)).toBeDisabled();
    await expect(select(page)).toHaveAccessibleDescription(GATEWAY_MESSAGES.gatewayReadOnly);
    await expect(button(page)).toBeDisabled();
    await desk.expectAccessible();
  });
}

test("a refusal shows a toast and the list is fetched again @8-005", async ({ page, desk }) => {
  const admin = await desk.signIn("Admin");
  await resetGateways(admin);
  await open(page);
  const refusal = { status: 0, message: GATEWAY_MESSAGES.gatewayUnknown, code: "not_found", requestId: "r" };
  await page.route(SWITCH_CALL, (route) => route.fulfill({ status: 404, json: refusal }));
  await choose(page, "Checkout.com");
  const again = page.waitForRequest(LIST_CALL);
  await confirmIn(page).click();
  await expect(desk.toastBy("alert")).toHaveText(GATEWAY_MESSAGES.gatewayUnknown);
  await again;
  await expect(active(page)).toHaveText("Stripe");
});

test("an ended session leads from the gateways to the sign-in @8-003", async ({ page, desk }) => {
  const admin = await desk.signIn("Admin");
  await desk.openSettled("/admin/gateway-setting", "admin/payment-gateways", "admin/activity");
  await admin.call(signOut);
  await choose(page, "PayPal");
  await confirmIn(page).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByText(AUTH_MESSAGES.sessionEnded).first()).toBeVisible();
  expect(await desk.storedUser()).toBeNull();
});

test("the gateways load, fail, load again and may be empty", async ({ page, desk }) => {
  await desk.signIn("Admin");
  await test.step("loading", async () => {
    const letGo = await holdAnswers(page, LIST_CALL);
    await page.goto(PATH);
    await expect(page.getByText("Loading the gateways")).toBeAttached();
    letGo();
    await expect(button(page)).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
  });
  await test.step("failed", async () => {
    await breakAnswers(page, LIST_CALL);
    await page.goto(PATH);
    await expect(desk.retry).toBeVisible();
    await page.unroute(LIST_CALL);
    await desk.retry.click();
    await expect(button(page)).toBeVisible();
  });
  await test.step("empty", async () => {
    await page.route(LIST_CALL, (route) => route.fulfill({ json: { status: 1, message: "", data: [] } }));
    await page.goto(PATH);
    await expect(page.getByText(MESSAGES.noRecords)).toBeVisible();
  });
});
