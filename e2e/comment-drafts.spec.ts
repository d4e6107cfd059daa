import type { Page } from "@playwright/test";
import { openOrder, region } from "./support/order-page.ts";
import { toastOf } from "./support/page-parts.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the call that was under way at the sign-out.
test.use({ expectedErrors: ["the server responded with a status of 401"] });

const comment = (page: Page) => region(page, "Add Comment Below").getByRole("textbox", { name: "Comment" });
const byTelephone = (page: Page) => region(page, "Add Comment Below").getByRole("checkbox", { name: "Telephone" });

test("a comment that was typed and not added is there again after another order, a reload and a closed tab", {
  tag: "@core",
}, async ({ page, context, signInAs, intake }) => {
  const [id, other] = [await intake(), await intake()];
  await signInAs("Telecaller");
  await openOrder(page, id);
  await comment(page).fill("Rang, arrives a day later");
  await byTelephone(page).check();
  await openOrder(page, other);
  await expect(comment(page)).toHaveValue("");
  await comment(page).fill("Of the other order");
  await openOrder(page, id);
  await expect(comment(page)).toHaveValue("Rang, arrives a day later");
  await expect(byTelephone(page)).toBeChecked();
  await page.reload();
  await expect(comment(page)).toHaveValue("Rang, arrives a day later");
  await expect(page.getByText("This is what you had typed and not added.")).toBeVisible();
  const tab = await context.newPage();
  await page.close();
  await openOrder(tab, id);
  await expect(comment(tab)).toHaveValue("Rang, arrives a day later");

  await comment(tab).press("Control+Enter");
  await expect(toastOf(tab, /./)).toBeVisible();
  await expect(region(tab, "Comment History")).toContainText("Rang, arrives a day later");
  await expect(comment(tab)).toHaveValue("");
  await comment(tab).press("Tab");
  await expect(comment(tab)).not.toBeFocused();
  await expect(comment(tab)).not.toHaveAttribute("aria-invalid", "true");
  await tab.reload();
  await expect(comment(tab)).toHaveValue("");
});

test("a draft survives a session that expires, and ends when its member signs out", async ({
  page,
  signInAs,
  intake,
}) => {
  const id = await intake();
  await signInAs("Team");
  await openOrder(page, id);
  await comment(page).fill("Half a thou");
  await page.evaluate(() => localStorage.removeItem("user"));
  await signInAs("Team");
  await openOrder(page, id);
  await expect(comment(page)).toHaveValue("Half a thou");
  await page.getByRole("button", { name: "Team Member" }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
  await signInAs("Team");
  await openOrder(page, id);
  await expect(comment(page)).toHaveValue("");
});
