import { quickReplies, saveQuickReply } from "#contract/texts/quick-replies.ts";
import { FULL_ORDER, ownName } from "./support/orders.ts";
import type { Screen } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the refused change.
test.use({ expectedErrors: ["status of 409"] });

const composer = (screen: Screen) => screen.section("Add Comment Below");
const comment = (screen: Screen) => composer(screen).getByRole("textbox", { name: "Comment" });
const offered = (screen: Screen, name: string) => screen.page.getByRole("menuitem", { name: new RegExp(`^${name}`) });
const replies = (screen: Screen) => screen.section("Quick replies");
const row = (screen: Screen, name: string) => replies(screen).getByRole("row", { name });

test("a quick reply is put into a comment and a message, filled in for the order, by keyboard alone", {
  tag: "@core",
}, async ({ page, desk }) => {
  const name = "<b>Asha</b> {{flight}}";
  const id = await desk.intake({ ...FULL_ORDER, full_name: name, arrival_date: "2027-02-01" });
  await desk.signIn("Telecaller");
  await desk.openOrder(id);
  await expect(composer(desk).getByRole("button", { name: "Quick replies" })).toBeEnabled();
  await page.keyboard.press("c");
  await expect(comment(desk)).toBeFocused();

  await test.step("into a comment, by / at the start of a line only", async () => {
    await page.keyboard.type("UL 504 and/or UL 505\n/");
    await expect(page.getByPlaceholder("Find a quick reply")).toBeFocused();
    await page.keyboard.type("blurred");
    await expect(page.getByRole("menuitem")).toHaveCount(1);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(comment(desk)).toBeFocused();
    await expect(comment(desk)).toHaveValue(
      /^UL 504 and\/or UL 505\nDear <b>Asha<\/b> \{\{flight\}\},\n\nthank you for/,
    );
  });

  /** Opens the menu from the comment of an order, with or without a text before it. */
  const openMenu = async (orderId: number, text?: string) => {
    await desk.openOrder(orderId);
    await expect(composer(desk).getByRole("button", { name: "Quick replies" })).toBeEnabled();
    await page.keyboard.press("c");
    await expect(comment(desk)).toBeFocused();
    if (text !== undefined) await comment(desk).fill(text);
    await page.keyboard.type("/");
    await expect(page.getByPlaceholder("Find a quick reply")).toBeFocused();
  };

  await test.step("Enter in the search takes the first one and sends nothing", async () => {
    await openMenu(id, "Kept\n");
    await page.keyboard.type("no such words");
    await page.keyboard.press("Enter");
    await expect(page.getByText("No quick reply holds these words.")).toBeVisible();
    await page.getByPlaceholder("Find a quick reply").fill("blurred");
    await expect(page.getByRole("menuitem")).toHaveCount(1);
    await page.keyboard.press("Enter");
    await expect(comment(desk)).toHaveValue(/^Kept\nDear <b>Asha<\/b> \{\{flight\}\},\n\nthank you for/);
    await expect(desk.section("Comment History")).not.toContainText("Kept");
  });

  await test.step("opening the menu marks no error at the empty field, and the arrows choose", async () => {
    await openMenu(await desk.intake({ ...FULL_ORDER }));
    await expect(comment(desk)).not.toHaveAttribute("aria-invalid", "true");
    const third = (await page.getByRole("menuitem").nth(2).locator("span").first().textContent()) ?? "";
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press("ArrowDown");
    await expect(page.locator("[data-menu-active]")).toContainText(third);
    await page.keyboard.press("Enter");
    await expect(comment(desk)).not.toHaveValue("");
    await expect(comment(desk)).not.toHaveValue(/blurred/);
  });

  await test.step("into a message, with its subject", async () => {
    await desk.openOrder(id);
    await composer(desk).getByRole("tab", { name: "Message to the customer" }).click();
    await composer(desk).getByRole("button", { name: "Quick replies" }).click();
    await offered(desk, "Day of arrival").click();
    const text = composer(desk).getByRole("textbox", { name: "Message", exact: true });
    await expect(text).toBeFocused();
    await expect(text).toHaveValue(/you arrive on February 1, 2027\./);
    await expect(composer(desk).getByLabel("Subject")).toHaveValue(`Please check your day of arrival (order ${id})`);
  });
});

test("a Manager adds, changes, removes and puts back a quick reply, which a Telecaller then is offered", {
  tag: "@core",
}, async ({ page, desk }) => {
  const name = `Hotel ${ownName()}`;
  await desk.signIn("Manager", "/admin/texts");
  await desk.button("Add quick reply").click();
  const form = desk.dialog().getByRole("form", { name: "Quick reply" });
  const text = form.getByRole("textbox", { name: "Text", exact: true });
  await desk.look(form);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Please enter a name for the quick reply.")).toBeVisible();
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Telecaller").check();
  await text.fill("Dear {{custmer_name}}");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText(/custmer_name/)).toBeVisible();

  await test.step("what was typed survives a reload", async () => {
    await page.reload();
    await desk.button("Add quick reply").click();
    await expect(form.getByText("This is what you had typed and not saved.")).toBeVisible();
    await expect(form.getByLabel("Name")).toHaveValue(name);
    await text.fill("Which hotel? ");
    await form.getByRole("button", { name: "Insert" }).click();
    await desk.menuItem("Flight").click();
    await expect(text).toHaveValue("Which hotel? {{flight}}");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(desk.toast("The quick reply is saved.")).toBeVisible();
    await expect(row(desk, name)).toContainText("Telecaller");
  });

  await test.step("a change by a colleague is shown, and the own one kept", async () => {
    await row(desk, name)
      .getByRole("button", { name: `Change ${name}` })
      .click();
    await text.fill("Mine");
    const admin = desk.member("Admin");
    const { key, language, version } = (await admin.call(quickReplies)).find((each) => each.name === name) ?? {};
    if (key === undefined || language === undefined || version === undefined) throw new Error("no such reply");
    await admin.call(saveQuickReply, { key, language, version, name, body: "Theirs", roles: ["Telecaller"] });
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByRole("alert")).toContainText("Theirs");
    await form.getByRole("button", { name: "Keep mine" }).click();
    await form.getByRole("button", { name: "Save" }).click();
    await expect(row(desk, name)).toContainText("Mine");
    await row(desk, name)
      .getByRole("button", { name: `Change ${name}` })
      .click();
    await form.getByText("Versions").click();
    await expect(form.getByRole("listitem")).toHaveCount(3);
    await form.getByRole("button", { name: "Use version 2" }).click();
    await expect(text).toHaveValue("Theirs");
  });

  await test.step("removed, it is no longer offered, and can be put back", async () => {
    await form.getByRole("button", { name: "Remove this quick reply" }).click();
    await expect(row(desk, name)).toHaveCount(0);
    await replies(desk)
      .getByText(/^Removed/)
      .click();
    await row(desk, name)
      .getByRole("button", { name: `Change ${name}` })
      .click();
    await form.getByRole("button", { name: "Put back" }).click();
    await expect(row(desk, name)).toBeVisible();
    await desk.expectAccessible();
  });

  const id = await desk.ownOrder().then((order) => order.id);
  for (const [role, count] of [
    ["Telecaller", 1],
    ["Team", 0],
  ] as const) {
    await desk.signIn(role);
    await desk.openOrder(id);
    await composer(desk).getByRole("button", { name: "Quick replies" }).click();
    await expect(offered(desk, "Flight number")).toBeVisible();
    await expect(offered(desk, name)).toHaveCount(count);
    await page.keyboard.press("Escape");
  }
});
