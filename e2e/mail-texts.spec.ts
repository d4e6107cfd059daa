import { press } from "./support/keyboard.ts";
import { ownName } from "./support/orders.ts";
import { expect, test } from "./support/test.ts";

test("a Manager changes the German text of the document mail, sees it in the preview and publishes it", {
  tag: "@core",
}, async ({ page, desk }) => {
  const words = `Ihre Karte liegt bei ${ownName()}`;
  await desk.signIn("Manager", "/admin/texts");
  const opener = desk.button("Change the text of The document");
  await press(page, opener);
  const section = desk.section("The document");
  await expect(section.getByLabel("Language")).toBeFocused();
  await section.getByLabel("Language").selectOption("de");
  const form = section.getByRole("form", { name: "Text of the mail" });
  const text = form.getByRole("textbox", { name: "Text" });
  await text.fill("Hallo {{custmer_name}}");
  await form.getByRole("button", { name: "Publish" }).click();
  await expect(form.getByText(/custmer_name/).last()).toBeVisible();
  await text.fill(`Hallo {{customer_name}},\n\n${words}`);
  const preview = section.getByRole("region", { name: "Preview" });
  await expect(preview.locator("iframe")).toHaveAttribute("sandbox", "");
  await expect(preview.frameLocator("iframe").getByText(words, { exact: true })).toBeVisible();
  await desk.look(section);
  await form.getByRole("button", { name: "Publish" }).click();
  await expect(desk.toast("The text is published. The next mail is written with it.")).toBeVisible();
  await form.getByText("Versions").click();
  await expect(form.getByRole("listitem").first()).toContainText(words);
  await form.getByRole("button", { name: "Go back to the built-in text" }).click();
  await expect(text).toHaveValue(/^Guten Tag/);
  await expect(page.locator("iframe").first()).toBeVisible();
  await press(page, section.getByRole("button", { name: "Close", exact: true }));
  await expect(opener).toBeFocused();
});
