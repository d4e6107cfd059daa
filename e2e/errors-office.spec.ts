import type { Page } from "@playwright/test";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { REQUEST_ID, refuse } from "./support/answers.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the answers that these tests break on purpose.
test.use({ expectedErrors: ["Failed to load resource"] });

const REASON = "This was refused for a reason to be read.";
const GATEWAYS = [
  { id: 1, gateway_name: "Card desk", is_active: "1" },
  { id: 2, gateway_name: "Second desk", is_active: "0" },
];

/** Answers the list with two gateways, regardless of the installation's. */
const withGateways = (page: Page) =>
  page.route("**/api/admin/payment-gateways", (route) =>
    route.fulfill({ json: { status: 1, message: "", data: GATEWAYS } }),
  );

for (const [what, path, call] of [
  ["the team", "/admin/manage-team", "/admin/get-team-member-list"],
  ["the gateways", "/admin/gateway-setting", "/admin/payment-gateways"],
  ["the country report", "/admin/country-order-list", "/admin/get-country-order-count"],
] as const) {
  test(`an ended session on ${what} shows a toast, clears the stored user and leads to the sign-in`, async ({
    page,
    desk,
  }) => {
    await desk.signIn("Admin");
    await refuse(page, call, "session_ended", { message: AUTH_MESSAGES.sessionEnded });
    await page.goto(path);
    await expect(page).toHaveURL("/");
    await expect(desk.toasts).toHaveCount(1);
    await expect(desk.toast(AUTH_MESSAGES.sessionEnded)).toBeVisible();
    expect(await desk.storedUser()).toBeNull();
  });
}

test("a server error on the office's forms shows its request id too", async ({ page, desk }) => {
  const toast = desk.toasts.filter({ hasText: `Request ${REQUEST_ID}` });
  await desk.signIn("Admin");
  await test.step("the country report", async () => {
    await refuse(page, "/admin/get-country-order-count", "internal");
    await page.goto("/admin/country-order-list");
    await expect(toast).toHaveCount(1);
  });
  await test.step("the password", async () => {
    await refuse(page, "/admin/change-password", "internal");
    await page.goto("/admin/change-password");
    await page.getByRole("textbox", { name: "New Password" }).fill("correct horse 8");
    await page.getByRole("button", { name: "Update Password" }).click();
    await expect(toast).toHaveCount(1);
  });
  await test.step("the team", async () => {
    await refuse(page, "/admin/update-team-member", "internal");
    await page.goto("/admin/manage-team/2");
    await expect(page.getByRole("textbox", { name: "Name" })).not.toHaveValue("");
    await page.getByRole("textbox", { name: "Name" }).fill("Another Name");
    await page.getByRole("button", { name: "Save Member" }).click();
    await expect(toast).toHaveCount(1);
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Another Name");
  });
});

test("a refused gateway shows the reason and keeps the choice", async ({ page, desk }) => {
  await desk.signIn("Admin");
  await withGateways(page);
  await refuse(page, "/admin/payment-gateway-setting", "rule_violation", { message: REASON });
  await page.goto("/admin/gateway-setting");
  const select = page.getByRole("combobox", { name: "Gateway" });
  await select.selectOption("Second desk");
  await page.getByRole("button", { name: "Active Gateway" }).click();
  await desk.dialog().getByRole("button", { name: "Activate" }).click();
  await expect(desk.toast(REASON)).toBeVisible();
  await expect(select.locator("option:checked")).toHaveText("Second desk");
});

test("a refused password shows the reason and keeps the input", async ({ page, desk }) => {
  await desk.signIn("Team");
  await refuse(page, "/admin/change-password", "rule_violation", { message: REASON });
  await page.goto("/admin/change-password");
  const field = page.getByLabel("New password", { exact: true });
  await field.fill("correct horse 8");
  await page.getByRole("button", { name: "Update Password" }).click();
  await expect(desk.toast(REASON)).toBeVisible();
  await expect(field).toHaveValue("correct horse 8");
});

test("a refused member shows the reason and keeps the input", async ({ page, desk }) => {
  await desk.signIn("Admin");
  await refuse(page, "/admin/add-team-member", "rule_violation", { message: REASON });
  await page.goto("/admin/manage-team");
  const form = desk.main.locator("form").first();
  const [name, password] = [
    form.getByRole("textbox", { name: "Name" }),
    form.getByRole("textbox", { name: "Password" }),
  ];
  await name.fill("Asha Perera");
  await password.fill("correct horse 8");
  await form.getByRole("textbox", { name: "Email ID" }).fill("asha@staff.example");
  await form.getByRole("combobox", { name: "Member Type" }).selectOption("Team");
  await form.getByRole("button", { name: "Add Member" }).click();
  await expect(desk.toast(REASON)).toBeVisible();
  await expect(name).toHaveValue("Asha Perera");
  await expect(password).toHaveValue("correct horse 8");
});
