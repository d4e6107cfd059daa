import type { Locator, Page } from "@playwright/test";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { REMARK_MESSAGES } from "#contract/remarks/messages.ts";
import { REPORT_MESSAGES } from "#contract/reports/messages.ts";
import { TEAM_MESSAGES } from "#contract/team/messages.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { holdToasts } from "./support/held-toasts.ts";
import { expectFocusShown, jump, press, pressInToast, tabTo } from "./support/keyboard.ts";
import { ownName } from "./support/orders.ts";
import type { Screen } from "./support/screen.ts";
import { STAFF_PASSWORD, staffEmail } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

test.use({
  permissions: ["clipboard-read", "clipboard-write"],
  // Chromium logs the driver's access to the mail's frame, whose sandbox runs no script.
  expectedErrors: ["Blocked script execution in 'about:srcdoc'"],
});

const button = (page: Page, name: string | RegExp) => page.getByRole("main").getByRole("button", { name, exact: true });
const rows = (page: Page) => page.getByRole("main").getByRole("link", { name: /^View order/ });

/** Checks that a new page was opened: its heading has the focus. */
async function expectArrived(screen: Screen, title: string | RegExp): Promise<void> {
  await expect(screen.heading).toHaveText(title);
  await expect(screen.heading).toBeFocused();
}

async function signIn(screen: Screen): Promise<void> {
  await screen.page.goto("/");
  await expect(screen.page.getByLabel("Email ID")).toBeVisible();
  await tabTo(screen.page, screen.page.getByLabel("Email ID"));
  await screen.page.keyboard.type(staffEmail("Admin"));
  await tabTo(screen.page, screen.page.getByLabel("Password", { exact: true }));
  await screen.page.keyboard.type(STAFF_PASSWORD);
  await screen.page.keyboard.press("Enter");
  await expectArrived(screen, "New Order");
}

/** Goes to the search box by its key and searches. */
async function search(page: Page, text: string, found: number): Promise<void> {
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await expectFocusShown(page);
  await page.keyboard.type(text);
  await expect(page.getByText(new RegExp(`\\bof ${found}$`))).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
}

/** Answers the open question by its button, which closes it and leaves the focus visible. */
async function answer(screen: Screen, yes: string): Promise<void> {
  await expect(screen.dialog()).toBeVisible();
  await press(screen.page, screen.dialog().getByRole("button", { name: yes, exact: true }));
  await expect(screen.dialog()).toBeHidden();
  await expectFocusShown(screen.page);
}

async function expectBack(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeFocused();
  await expectFocusShown(page);
}

test("a queue can be worked with the keyboard alone", { tag: "@core" }, async ({ page, desk }) => {
  const name = ownName();
  const ids: number[] = [];
  for (let each = 1; each <= 12; each++) ids.push(await desk.intake({ full_name: `${name} ${each}` }));
  const refunds = ownName();
  const refundId = await desk.intake({ full_name: refunds });
  await (await desk.signIn("Admin")).changeStatus([refundId], "Refunds");
  await page.evaluate(() => localStorage.clear());

  await test.step("sign in, skip to the content, open New Order from the side panel", async () => {
    await signIn(desk);
    await page.reload();
    await expect(rows(page).first()).toBeVisible();
    await press(page, page.getByRole("link", { name: "Skip to content" }));
    await expect(desk.main).toBeFocused();
    await tabTo(page, page.getByRole("navigation", { name: "Queues" }).getByRole("link").first());
    const panel = desk.sidebar;
    await press(page, panel.getByRole("link", { name: /^New Orders/ }), { back: true });
    await expectArrived(desk, "New Order");
    await expect(page).toHaveURL("/admin/recent-order");
  });

  await test.step("search, sort, page", async () => {
    await search(page, name, 12);
    await press(page, button(page, "Order Id"));
    await expect(page).toHaveURL(/sort=order_id&dir=asc/);
    await expect(rows(page).first()).toHaveAccessibleName(`View order ${ids[0]}`);
    await expectBack(page, button(page, "Order Id"));
    await press(page, button(page, "Next page"));
    await expect(rows(page)).toHaveCount(2);
    // On the last page the pressed button is disabled but keeps the focus.
    await expectBack(page, button(page, "Next page"));
    await press(page, button(page, "Page 1"), { back: true });
    await expect(rows(page)).toHaveCount(10);
    await expectFocusShown(page);
  });

  await test.step("select two orders, move them, undo from the toast", async () => {
    const move = button(page, "Move selected");
    await press(page, page.getByLabel(`Select order ${ids[0]}`), { key: "Space", back: true });
    await press(page, page.getByLabel(`Select order ${ids[1]}`), { key: "Space" });
    await expect(page.getByText("2 selected")).toBeVisible();
    await press(page, move, { back: true });
    const item = desk.menuItem("Move to Awaiting Govt");
    await expect(item).toBeVisible();
    for (let step = 0; step < 12 && !(await item.evaluate((each) => each === document.activeElement)); step++) {
      await page.keyboard.press("ArrowDown");
    }
    await expectBack(page, item);
    await page.keyboard.press("Enter");
    const release = await holdToasts(page);
    await answer(desk, "Move");
    await expect(page.getByText(/\bof 10$/)).toBeVisible();
    await expectFocusShown(page);
    await pressInToast(page, "Undo");
    await release();
    await expect(page.getByText(/\bof 12$/)).toBeVisible();
    await expectFocusShown(page);
  });

  await test.step("clear a selection", async () => {
    await page.keyboard.press("/");
    await press(page, rows(page).nth(2), { key: "x" });
    await press(page, button(page, "Clear"), { back: true });
    await expect(page.getByText("1 selected")).toBeHidden();
    await expectFocusShown(page);
  });

  await test.step("delete an order after a question", async () => {
    const remove = button(page, `Delete order ${ids[2]}`);
    await press(page, remove);
    await page.keyboard.press("Escape");
    await expect(desk.dialog()).toBeHidden();
    await expectBack(page, remove);
    await page.keyboard.press("Enter");
    await answer(desk, "Yes");
    await expect(remove).toHaveCount(0);
    await expect(page.getByText(/\bof 11$/)).toBeVisible();
    await expectFocusShown(page);
  });

  await test.step("a month of Future Order and back", async () => {
    await jump(page, "future", "Future Orders");
    await expectArrived(desk, "Future Order");
    const tile = desk.main.getByRole("listitem").getByRole("button").first();
    await press(page, tile);
    await expect(button(page, "Back")).toBeVisible();
    await expectArrived(desk, "Future Order");
    await press(page, button(page, "Back"));
    await expect(tile).toBeVisible();
    await expectArrived(desk, "Future Order");
  });

  await test.step("record a refund", async () => {
    await jump(page, "refunds", /^Refunds/);
    await expectArrived(desk, "Refund Orders");
    await search(page, refunds, 1);
    await press(page, rows(page).first(), { key: "x" });
    await press(page, button(page, "Refunded it"), { back: true });
    await answer(desk, "Yes");
    await expect(desk.toast("refund")).toBeVisible();
    await expectFocusShown(page);
  });
});

test("an order can be worked with the keyboard alone", { tag: "@core" }, async ({ page, desk }) => {
  const name = ownName();
  const other = await desk.intake({ full_name: "Another Order" });
  const id = await desk.intake({ full_name: name, passport_number: "N7654321", email: "keys@example.com" });
  await desk.signIn("Team", "/admin/recent-order");
  await expect(rows(page).first()).toBeVisible();

  await test.step("find and open it", async () => {
    await search(page, name, 1);
    await press(page, rows(page).first());
    await expectArrived(desk, `Order ${id}`);
  });

  await test.step("copy a field", async () => {
    const copy = button(page, "Copy Passport No.");
    await press(page, copy);
    await expect(page.getByRole("status").filter({ hasText: "Copied Passport No." })).toHaveCount(1);
    expect(await desk.clipboard()).toBe("N7654321");
    await expectBack(page, copy);
  });

  await test.step("upload its document", async () => {
    // Awaited before the key is pressed, which opens the file picker at once.
    const picker = page.waitForEvent("filechooser");
    await page.keyboard.press("u");
    await expectBack(page, page.getByLabel("File", { exact: true }));
    await page.keyboard.press("Enter");
    const chooser = await picker;
    await chooser.setFiles({ name: "card.pdf", mimeType: "application/pdf", buffer: plainPdf(`Card of ${id}`) });
    await expect(button(page, "Remove card.pdf")).toBeVisible();
    const send = desk.section("Upload Document").getByRole("button", { name: "Upload Document" });
    await press(page, send);
    await expect(desk.toast(DOCUMENT_MESSAGES.documentQueued)).toBeVisible();
    await expect(desk.status).toHaveText("Completed");
    // A completed order has one more section above, which may push the button off the screen.
    await expect(send).toBeFocused();
  });

  await test.step("read its mail", async () => {
    const view = button(page, "View Email Content");
    await press(page, view);
    await expect(desk.dialog().locator("iframe").contentFrame().getByText(name).first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(desk.dialog()).toBeHidden();
    await expectBack(page, view);
  });

  await test.step("comment with two flags", async () => {
    await page.keyboard.press("c");
    await expectBack(page, page.getByRole("textbox", { name: "Comment" }));
    await page.keyboard.type("Called without a mouse.");
    await press(page, page.getByRole("checkbox", { name: "WhatsApp" }), { key: "Space" });
    await press(page, page.getByRole("checkbox", { name: "Telephone" }), { key: "Space" });
    await press(page, button(page, "Add Comment"));
    await expect(desk.toast(REMARK_MESSAGES.remarkAdded)).toBeVisible();
    const history = desk.section("Comment History");
    await expect(history).toContainText("Called without a mouse.");
    await expect(history.getByRole("list", { name: "Flags" }).getByRole("listitem")).toHaveCount(2);
    await expectBack(page, button(page, "Add Comment"));
  });

  await test.step("move it and undo the move", async () => {
    const release = await holdToasts(page);
    await press(page, button(page, "Move to Awaiting Govt"), { back: true });
    await expect(desk.status).toHaveText("Awaiting Govt");
    await expectFocusShown(page);
    await pressInToast(page, "Undo");
    await release();
    await expect(desk.status).toHaveText("Completed");
    await expectFocusShown(page);
  });

  await test.step("jump to another order", async () => {
    await jump(page, String(other), new RegExp(`^Open order ${other}`));
    await expectArrived(desk, `Order ${other}`);
  });
});

test("the office can be run with the keyboard alone, from the team to a new password", async ({
  page,
  desk,
  accounts,
}) => {
  await desk.intake({ nationality: "BT" });
  const link = (name: string) => desk.sidebar.getByRole("link", { name });
  const field = (label: string) => desk.main.locator("input, select").and(page.getByLabel(label));
  const member = ownName();
  const newPassword = "a keyboard full of salt 4";
  expect(await accounts.newestResetLink()).toBeDefined();
  await signIn(desk);

  await test.step("add a member and rename them", async () => {
    await press(page, link("Manage Team"), { back: true });
    await expectArrived(desk, "Manage Team");
    await tabTo(page, page.getByRole("textbox", { name: "Name" }));
    await page.keyboard.type(member);
    await tabTo(page, page.getByRole("textbox", { name: "Password" }));
    await page.keyboard.type("quiet lagoon 4");
    await tabTo(page, page.getByRole("textbox", { name: "Email ID" }));
    await page.keyboard.type(`${member}@staff.example`);
    await tabTo(page, field("Member Type"));
    await page.keyboard.type("Tele");
    await press(page, button(page, "Add Member"));
    await expect(desk.toast(TEAM_MESSAGES.teamMemberAdded)).toBeVisible();
    await expectBack(page, button(page, "Add Member"));
    await press(page, page.getByRole("link", { name: `Edit ${member}` }));
    await expect(page.getByRole("heading", { name: "Edit Member" })).toBeVisible();
    await expectArrived(desk, "Manage Team");
    await tabTo(page, page.getByRole("textbox", { name: "Name" }));
    await page.keyboard.press("End");
    await page.keyboard.type(" Renamed");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("cell", { name: `${member} Renamed`, exact: true })).toBeVisible();
    await expectArrived(desk, "Manage Team");
  });

  await test.step("delete the member", async () => {
    await press(page, button(page, `Delete ${member} Renamed`));
    await answer(desk, "Yes");
    await expect(desk.toast(TEAM_MESSAGES.teamMemberDeleted)).toBeVisible();
    await expect(page.getByRole("cell", { name: `${member} Renamed`, exact: true })).toHaveCount(0);
    await expectFocusShown(page);
  });

  for (const gateway of ["PayPal", "Stripe"]) {
    await test.step(`make ${gateway} the gateway`, async () => {
      await jump(page, "gateway", "Gateway Setting");
      await expect(page).toHaveURL("/admin/gateway-setting");
      await tabTo(page, field("Gateway"));
      await page.keyboard.type(gateway);
      await press(page, button(page, "Active Gateway"));
      await answer(desk, "Activate");
      await expect(page.getByRole("definition")).toHaveText(gateway);
      await expectBack(page, button(page, "Active Gateway"));
    });
  }

  await test.step("read the country report of some days, and search it", async () => {
    await press(page, link("Country Order List"), { back: true });
    await expectArrived(desk, "Country Order Details");
    await tabTo(page, field("From"));
    await page.keyboard.type("01012020");
    await tabTo(page, field("To"));
    await page.keyboard.type("12312099");
    await press(page, button(page, "Submit"));
    await expect(page).toHaveURL(/from=2020-01-01&to=2099-12-31/);
    await expect(desk.toast(REPORT_MESSAGES.reportReady)).toBeVisible();
    await expectBack(page, button(page, "Submit"));
    await page.keyboard.press("/");
    await expectBack(page, desk.list.searchBox);
    await page.keyboard.type("bhutan");
    await expect(page.getByRole("rowheader", { name: "Bhutan" })).toBeVisible();
    await press(page, page.getByRole("button", { name: "Clear search" }));
    await expectBack(page, desk.list.searchBox);
  });

  await test.step("the shortcuts, the theme", async () => {
    const submit = button(page, "Submit");
    await tabTo(page, submit, "Shift+Tab");
    await page.keyboard.press("?");
    await expect(desk.dialog()).toContainText("Keyboard shortcuts");
    await page.keyboard.press("Escape");
    await expect(desk.dialog()).toBeHidden();
    await expectBack(page, submit);
    await press(page, page.getByRole("button", { name: "Use the dark theme" }), { back: true });
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
    await expectBack(page, page.getByRole("button", { name: "Use the light theme" }));
    await page.keyboard.press("Enter");
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "light");
  });

  await test.step("change the password, which ends the session", async () => {
    await press(page, link("Change Password"));
    await expectArrived(desk, "Update Password");
    await tabTo(page, page.getByLabel("New password"));
    await page.keyboard.type(newPassword);
    await press(page, button(page, "Update Password"));
    await expect(page).toHaveURL("/");
    await expect(desk.heading).toBeFocused();
  });

  await test.step("sign in with it and log out from the menu", async () => {
    await tabTo(page, page.getByLabel("Email ID"));
    await page.keyboard.type(staffEmail("Admin"));
    await tabTo(page, page.getByLabel("Password", { exact: true }));
    await page.keyboard.type(newPassword);
    await press(page, page.getByRole("button", { name: "Sign In" }));
    await expectArrived(desk, "New Order");
    await press(page, page.getByRole("button", { name: /^Welcome/ }), { back: true });
    // The menu takes focus and keys shortly after it is drawn.
    await expect(page.getByRole("menu").and(page.locator(":focus, :has(:focus)"))).toBeVisible();
    await page.keyboard.press("ArrowUp");
    await expectBack(page, desk.menuItem("Logout"));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/");
    await expect(desk.heading).toBeFocused();
  });
});
