import { submitSignIn } from "./support/forms.ts";
import { orderPath } from "./support/order-page.ts";
import { sidebar } from "./support/page-parts.ts";
import { staffEmail } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

test.describe.configure({ timeout: 120_000 });
test.use({ expectedErrors: ["401"] });

test("a link to an order survives the sign-in; after Logout the next sign-in leads to the dashboard", {
  tag: "@core",
}, async ({ page, intake }) => {
  const link = orderPath(await intake());
  await page.goto(link);
  await expect(page).toHaveURL(/\/$/);
  await submitSignIn(page, staffEmail("Team"));
  await expect(page).toHaveURL(new RegExp(`${link}$`));

  await sidebar(page).getByRole("button", { name: "Logout" }).click();
  await expect(page.getByLabel("Email ID")).toBeVisible();
  await submitSignIn(page, staffEmail("Team"));
  await expect(page).toHaveURL(/\/admin$/);
});

test("a link opened with an ended session survives the sign-in too", async ({ page, intake, request, signInAs }) => {
  const link = orderPath(await intake());
  const token = await signInAs("Team");
  await request.post("/api/admin/logout", { headers: { authorization: token } });
  await page.goto(link);
  await expect(page.getByLabel("Email ID")).toBeVisible();
  await submitSignIn(page, staffEmail("Team"));
  await expect(page).toHaveURL(new RegExp(`${link}$`));
});

test("a sign-in without a link leads to the dashboard", async ({ page }) => {
  await page.goto("/");
  await submitSignIn(page, staffEmail("Team"));
  await expect(page).toHaveURL(/\/admin$/);
});
