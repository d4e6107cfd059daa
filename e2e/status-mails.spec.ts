import { ownName } from "./support/orders.ts";
import { expect, test } from "./support/test.ts";
import { translate } from "./support/translated-page.ts";

// The script that stands for the browser's translation is blocked in the sandboxed previews of mails.
test.use({ expectedErrors: ["Blocked script execution"] });

test("a Manager switches a status mail on, and a bulk move says how many customers get it before it asks", {
  tag: "@core",
}, async ({ page, desk }) => {
  const name = ownName();
  await desk.intake({ full_name: name });
  await desk.intake({ full_name: name });
  await desk.signIn("Manager", "/admin/texts");
  const mail = desk.section("Sent to the authority");
  const toggle = mail.getByRole("switch", { name: "Send “Sent to the authority”" });
  await expect(toggle).not.toBeChecked();
  await toggle.press("Space");
  await expect(desk.toast("The mail is switched on.")).toBeVisible();
  await expect(toggle).toBeChecked();
  await expect(mail.getByText(/^On since .* UTC\./)).toBeVisible();
  await desk.look(mail);

  await desk.list.open("/admin/recent-order", name);
  await desk.list.checkboxOfAll.check();
  await desk.list.button("Move selected").click();
  await page.getByRole("menuitem", { name: /Govt/ }).click();
  await expect(desk.dialog().getByText(/2 customers will get an email\./)).toBeVisible();
  await desk.dialog().getByRole("button", { name: "Cancel" }).click();

  await page.goto("/admin/texts");
  await translate(page);
  await toggle.press("Space");
  await expect(desk.toast("The mail is switched off.")).toBeVisible();
  await expect(mail.getByText(/^Off\./)).toBeVisible();
  await expect(toggle).not.toBeChecked();
  await desk.list.open("/admin/recent-order", name);
  await desk.list.checkboxOfAll.check();
  await desk.list.button("Move selected").click();
  await page.getByRole("menuitem", { name: /Govt/ }).click();
  await expect(desk.dialog().getByText(/Orders that can't be moved/)).toBeVisible();
  await expect(desk.dialog().getByText(/will get an email/)).toBeHidden();
});
