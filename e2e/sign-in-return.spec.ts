import { signOut } from "#contract/auth/auth.ts";
import { orderPath } from "./support/screen.ts";
import { staffEmail } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

test.describe.configure({ timeout: 120_000 });
test.use({ expectedErrors: ["401"] });

test("a link to an order survives the sign-in; after Logout the next sign-in leads to the dashboard", {
  tag: "@core",
}, async ({ page, desk }) => {
  const link = orderPath(await desk.intake());
  await page.goto(link);
  await expect(page).toHaveURL(/\/$/);
  await desk.submitSignIn(staffEmail("Team"));
  await expect(page).toHaveURL(new RegExp(`${link}$`));

  await desk.sidebar.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByLabel("Email ID")).toBeVisible();
  await desk.submitSignIn(staffEmail("Team"));
  await expect(page).toHaveURL(/\/admin$/);
});

test("a link opened with an ended session survives the sign-in too", async ({ page, desk }) => {
  const link = orderPath(await desk.intake());
  await (await desk.signIn("Team")).call(signOut);
  await page.goto(link);
  await expect(page.getByLabel("Email ID")).toBeVisible();
  await desk.submitSignIn(staffEmail("Team"));
  await expect(page).toHaveURL(new RegExp(`${link}$`));
});

test("a sign-in without a link leads to the dashboard", async ({ page, desk }) => {
  await page.goto("/");
  await desk.submitSignIn(staffEmail("Team"));
  await expect(page).toHaveURL(/\/admin$/);
});
