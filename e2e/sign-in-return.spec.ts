import type { Page } from "@playwright/test";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { STAFF_PASSWORD, staffEmail } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

test.describe.configure({ timeout: 120_000 });
test.use({ expectedErrors: ["401"] });

async function signIn(page: Page): Promise<void> {
  await page.getByLabel("Email ID").fill(staffEmail("Team"));
  await page.getByLabel("Password", { exact: true }).fill(STAFF_PASSWORD);
  await page.getByRole("button", { name: "Sign In" }).click();
}

test("a link to an order survives the sign-in; after Logout the next sign-in leads to the dashboard", {
  tag: "@core",
}, async ({ page, intake }) => {
  const link = `/admin/view-order/${encodeOrderId(await intake())}`;
  await page.goto(link);
  await expect(page).toHaveURL(/\/$/);
  await signIn(page);
  await expect(page).toHaveURL(new RegExp(`${link}$`));

  await page.getByRole("navigation", { name: "Console" }).getByRole("button", { name: "Logout" }).click();
  await expect(page.getByLabel("Email ID")).toBeVisible();
  await signIn(page);
  await expect(page).toHaveURL(/\/admin$/);
});

test("a link opened with an ended session survives the sign-in too", async ({ page, intake, request, signInAs }) => {
  const link = `/admin/view-order/${encodeOrderId(await intake())}`;
  const token = await signInAs("Team");
  await request.post("/api/admin/logout", { headers: { authorization: token } });
  await page.goto(link);
  await expect(page.getByLabel("Email ID")).toBeVisible();
  await signIn(page);
  await expect(page).toHaveURL(new RegExp(`${link}$`));
});

test("a sign-in without a link leads to the dashboard", async ({ page }) => {
  await page.goto("/");
  await signIn(page);
  await expect(page).toHaveURL(/\/admin$/);
});
