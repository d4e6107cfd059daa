import type { Page } from "@playwright/test";
import { MESSAGES } from "#contract/messages.ts";
import { refuse, storedUser, toastOf } from "./support/answers.ts";
import { expect, test } from "./support/test.ts";

// Chromium's own line for the answers that these tests break on purpose.
test.use({ expectedErrors: ["Failed to load resource"] });

const REASON = "This was refused for a reason to be read.";
const GATEWAYS = [
  { id: 1, gateway_name: "Card desk", is_active: "1" },
  { id: 2, gateway_name: "Second desk", is_active: "0" },
];

/** Puts two gateways into the list, whatever the installation has. */
const withGateways = (page: Page) =>
  page.route("**/api/admin/payment-gateways", (route) =>
    route.fulfill({ json: { status: 1, message: "", data: GATEWAYS } }),
  );

for (const [what, path, call] of [
  ["the team", "/admin/manage-team", "/admin/get-team-member-list"],
  ["the gateways", "/admin/gateway-setting", "/admin/payment-gateways"],
  ["the country report", "/admin/country-order-list", "/admin/get-country-order-count"],
] as const) {
  test(`a session that is over is told by ${what}: toast, no stored user, sign-in`, async ({ page, signInAs }) => {
    await signInAs("Admin");
    await refuse(page, call, "session_ended", { message: MESSAGES.sessionEnded });
    await page.goto(path);
    await expect(page).toHaveURL("/");
    await expect(page.locator(".Toastify__toast")).toHaveCount(1);
    await expect(toastOf(page, MESSAGES.sessionEnded)).toBeVisible();
    expect(await storedUser(page)).toBeNull();
  });
}

test("a refused gateway shows why, and the choice stays", async ({ page, signInAs }) => {
  await signInAs("Admin");
  await withGateways(page);
  await refuse(page, "/admin/payment-gateway-setting", "rule_violation", { message: REASON });
  await page.goto("/admin/gateway-setting");
  const select = page.getByRole("textbox", { name: "Gateway" }).or(page.getByRole("combobox", { name: "Gateway" }));
  await select.first().click();
  await page.getByRole("option", { name: "Second desk" }).click();
  await page.getByRole("button", { name: "Active Gateway" }).click();
  const yes = page.getByRole("dialog").getByRole("button").last();
  await expect(yes.or(toastOf(page, REASON))).toBeVisible();
  if (await yes.isVisible()) await yes.click();
  await expect(toastOf(page, REASON)).toBeVisible();
  await expect(select.first()).toHaveValue("Second desk");
});

test("a refused password shows why, and what was typed stays", async ({ page, signInAs }) => {
  await signInAs("Team");
  await refuse(page, "/admin/change-password", "rule_violation", { message: REASON });
  await page.goto("/admin/change-password");
  const field = page.getByRole("main").locator("input").first();
  await field.fill("correct horse 8");
  await page.getByRole("button", { name: "Update Password" }).click();
  await expect(toastOf(page, REASON)).toBeVisible();
  await expect(field).toHaveValue("correct horse 8");
});

test("a refused member shows why, and what was typed stays", async ({ page, signInAs }) => {
  await signInAs("Admin");
  await refuse(page, "/admin/add-team-member", "rule_violation", { message: REASON });
  await page.goto("/admin/manage-team");
  const form = page.getByRole("main").locator("form").first();
  await form.getByLabel("Name", { exact: true }).fill("Asha Perera");
  await form.getByLabel("Email ID").fill("asha@staff.example");
  await form.getByLabel("Password", { exact: true }).fill("correct horse 8");
  await form.getByLabel("Member Type").first().click();
  await page.getByRole("option", { name: "Team", exact: true }).click();
  await form.locator("button[type=submit]").click();
  await expect(toastOf(page, REASON)).toBeVisible();
  await expect(form.getByLabel("Name", { exact: true })).toHaveValue("Asha Perera");
  await expect(form.getByLabel("Password", { exact: true })).toHaveValue("correct horse 8");
});

test("a deleted member is told in the given words", async ({ page, request, signInAs }) => {
  const headers = { authorization: await signInAs("Admin") };
  const name = "Leaving Member";
  const data = { name, email: "leaving@staff.example", password: "correct horse 8", type: "Team" };
  expect((await request.post("/api/admin/add-team-member", { headers, data })).status()).toBe(200);
  await page.goto("/admin/manage-team");
  const row = page.getByRole("row").filter({ hasText: name });
  await row.getByRole("button", { name: /Delete/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(toastOf(page, "Team member deleted successfully.")).toBeVisible();
  await expect(row).toBeHidden();
});

test("the country report says what its submit brought, and why it brought nothing", async ({ page, signInAs }) => {
  await signInAs("Team");
  await page.goto("/admin/country-order-list");
  const submit = page.getByRole("button", { name: "Submit" });
  await expect(submit).toBeEnabled();
  await expect(page.locator(".Toastify__toast")).toHaveCount(0);
  await submit.click();
  await expect(toastOf(page, MESSAGES.reportReady)).toBeVisible();
  await refuse(page, "/admin/get-country-order-count", "rule_violation", { message: REASON });
  await submit.click();
  await expect(toastOf(page, REASON)).toBeVisible();
});

for (const role of ["Team", "Telecaller", "Night Staff"] as const) {
  test(`${role} reads team and gateways, and is told why no more`, async ({ page, request, signInAs }) => {
    const headers = { authorization: await signInAs(role) };
    await page.goto("/admin/manage-team");
    await expect(page.getByText(MESSAGES.teamReadOnly)).toBeVisible();
    await expect(page.getByText("Admin Member").first()).toBeVisible();
    await expect(page.getByRole("main").getByRole("button", { name: /^(Delete|Edit|Add)/ })).toHaveCount(0);
    await page.goto("/admin/gateway-setting");
    await expect(page.getByText(MESSAGES.gatewayReadOnly)).toBeVisible();
    const member = { name: "A", email: "a@staff.example", password: "correct horse 8", type: "Team" };
    expect((await request.post("/api/admin/add-team-member", { headers, data: member })).status()).toBe(403);
    const gateway = { gatewayId: "Mg" };
    expect((await request.post("/api/admin/payment-gateway-setting", { headers, data: gateway })).status()).toBe(403);
  });
}
