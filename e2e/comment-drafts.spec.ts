import { Screen } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the call that was under way at the sign-out.
test.use({ expectedErrors: ["the server responded with a status of 401"] });

const byTelephone = (screen: Screen) =>
  screen.section("Add Comment Below").getByRole("checkbox", { name: "Telephone" });

test("a comment that was typed and not added is there again after another order, a reload and a closed tab", {
  tag: "@core",
}, async ({ page, desk, context }) => {
  const [id, other] = await desk.intakes({}, {});
  await (await desk.signIn("Telecaller")).openOrder(id);
  await desk.comment.fill("Rang, arrives a day later");
  await byTelephone(desk).check();
  await desk.openOrder(other);
  await expect(desk.comment).toHaveValue("");
  await desk.comment.fill("Of the other order");
  await desk.openOrder(id);
  await expect(desk.comment).toHaveValue("Rang, arrives a day later");
  await expect(byTelephone(desk)).toBeChecked();
  await page.reload();
  await expect(desk.comment).toHaveValue("Rang, arrives a day later");
  await expect(page.getByText("This is what you had typed and not added.")).toBeVisible();
  const tab = new Screen(await context.newPage());
  await page.close();
  await tab.openOrder(id);
  await expect(tab.comment).toHaveValue("Rang, arrives a day later");

  await tab.comment.press("Control+Enter");
  await expect(tab.toast(/./)).toBeVisible();
  await expect(tab.section("Comment History")).toContainText("Rang, arrives a day later");
  await expect(tab.comment).toHaveValue("");
  await tab.comment.press("Tab");
  await expect(tab.comment).not.toBeFocused();
  await expect(tab.comment).not.toHaveAttribute("aria-invalid", "true");
  await tab.page.reload();
  await expect(tab.comment).toHaveValue("");
});

test("a draft survives a session that expires, and ends when its member signs out", async ({ page, desk }) => {
  const id = await desk.openNewOrder("Team");
  await desk.comment.fill("Half a thou");
  await page.evaluate(() => localStorage.removeItem("user"));
  await (await desk.signIn("Team")).openOrder(id);
  await expect(desk.comment).toHaveValue("Half a thou");
  await page.getByRole("button", { name: "Team Member" }).click();
  await desk.menuItem("Logout").click();
  await expect(page).toHaveURL("/");
  await (await desk.signIn("Team")).openOrder(id);
  await expect(desk.comment).toHaveValue("");
});
