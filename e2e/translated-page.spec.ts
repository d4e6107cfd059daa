import { encodeOrderId } from "#contract/orders/order-id.ts";
import { folderCounts } from "#contract/orders/orders.ts";
import { addTeamMember } from "#contract/team/team.ts";
import { ownName } from "./support/orders.ts";
import type { Screen } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";
import { translate } from "./support/translated-page.ts";

// A browser that translates the page replaces its texts. What stays or acts must be what is shown.

/** What each row shows, and what its controls act on. */
const rowFacts = (screen: Screen) =>
  screen.list.rows.evaluateAll((rows) =>
    rows.map((row) => {
      const label = (selector: string) => row.querySelector(selector)?.getAttribute("aria-label")?.replace(/\D/g, "");
      const text = (column: string) => row.querySelector(`[data-column=${column}]`)?.textContent?.trim();
      const path = row.querySelector<HTMLAnchorElement>("a[data-open]")?.pathname.split("/").pop() ?? "";
      return {
        shown: text("order_id"),
        name: text("full_name"),
        email: text("email"),
        acts: [label("input[type=checkbox]"), label("a[data-open]"), label("button"), String(Number(atob(path)) / 2)],
      };
    }),
  );

/** That every row shows the order that its controls act on. */
async function expectRowsAgree(
  screen: Screen,
  orders: ReadonlyMap<string, string>,
  ids: readonly number[],
): Promise<void> {
  await expect.poll(() => screen.list.ids()).toEqual(ids);
  for (const { shown = "", name, email, acts } of await rowFacts(screen)) {
    expect({ shown, name, email }).toEqual({
      shown,
      name: orders.get(shown),
      email: `${orders.get(shown)?.replaceAll(" ", ".").toLowerCase()}@example.com`,
    });
    expect([shown, ...acts.slice(1)]).toEqual([acts[0], acts[0], acts[0], acts[0]]);
  }
}

test("rows show the orders they act on after page turns, sorts, searches, selections, moves and live changes", {
  tag: "@core",
}, async ({ page, desk }) => {
  const name = ownName();
  const orders = new Map<string, string>();
  const ids: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    const full_name = `${name} ${String.fromCharCode(65 + n)}`;
    const id = await desk.intake({ full_name, email: `${full_name.replace(" ", ".").toLowerCase()}@example.com` });
    orders.set(String(id), full_name);
    ids.push(id);
  }
  const manager = await desk.signIn("Manager");
  await desk.list.open("/admin/recent-order", name);
  await translate(page);
  await expectRowsAgree(desk, orders, ids.slice(0, 10));

  await page.getByRole("button", { name: "Next page" }).click();
  await expectRowsAgree(desk, orders, ids.slice(10));
  await page.getByRole("button", { name: "Previous page" }).click();
  await expectRowsAgree(desk, orders, ids.slice(0, 10));
  const byName = page.getByRole("columnheader", { name: "Name" }).getByRole("button");
  await byName.click();
  await expectRowsAgree(desk, orders, ids.slice(0, 10));
  await byName.click();
  await expectRowsAgree(desk, orders, ids.toReversed().slice(0, 10));
  await byName.click();
  const [first = 0, second = 0] = ids;
  await desk.list.searchBox.fill(`${name} B`);
  await expectRowsAgree(desk, orders, [second]);
  await desk.list.searchBox.fill(name);
  await expectRowsAgree(desk, orders, ids.slice(0, 10));

  await desk.list.row(first).getByRole("checkbox").check();
  await expect(desk.list.selected(1)).toBeVisible();
  await desk.list.row(second).getByRole("checkbox").check();
  await expect(desk.list.selected(2)).toBeVisible();
  await desk.list.row(first).getByRole("checkbox").uncheck();
  await expect(desk.list.selected(1)).toBeVisible();
  await desk.list.button("Move selected").click();
  await desk.menuItem("Move to Customer Called").click();
  await expect(desk.toast(/./)).toBeVisible();
  expect((await manager.details(second)).process_status).toBe("Customer Called");
  expect((await manager.details(first)).process_status).toBe("New");
  await expectRowsAgree(desk, orders, [first, ...ids.slice(2, 11)]);

  // A colleague's move: the row keeps its place and says what became of its order.
  const [, , third = 0, fourth = 0] = ids;
  await manager.changeStatus([third], "Awaiting");
  await expect(desk.list.row(third)).toContainText(/Moved to Awaiting/);
  await desk.list
    .row(fourth)
    .getByRole("button", { name: `Delete order ${fourth}` })
    .click();
  await expect(desk.dialog(new RegExp(String(fourth)))).toContainText(orders.get(String(fourth)) ?? "");
  await page.keyboard.press("Escape");
  await desk.list.viewLink(fourth).click();
  await expect(desk.heading).toHaveText(`Order ${fourth}`);
});

test("an order shows its status, its number and its comments as they become", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  const id = await desk.intake({ full_name: ownName() });
  const other = await desk.intake({ full_name: ownName() });
  const manager = await desk.signIn("Manager");
  await desk.openOrder(id);
  await translate(page);
  const badge = desk.main.locator("[data-status]").first();
  const count = page.getByRole("link", { name: /^Customer Called/ });
  await expect(badge).toHaveText("New");
  await page.getByRole("button", { name: "Move to Customer Called" }).click();
  await expect(badge).toHaveText("Customer Called");
  const { customerCalledCount } = await manager.call(folderCounts);
  await expect(count).toContainText(String(customerCalledCount));
  await page.getByRole("button", { name: "Move to Awaiting Response" }).click();
  await expect(badge).toHaveText("Awaiting Response");
  await page.getByRole("textbox", { name: "Comment" }).fill("Rang twice");
  await page.getByRole("button", { name: "Add Comment" }).click();
  await expect(desk.section("Comment History")).toContainText("Rang twice");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill(String(other));
  await page
    .getByRole("option", { name: new RegExp(String(other)) })
    .first()
    .click();
  await expect(desk.heading).toHaveText(`Order ${other}`);
  await expect(badge).toHaveText("New");
});

test("a member's new name and type are shown, and the form holds that member", async ({ page, desk }) => {
  const admin = await desk.signIn("Admin");
  const word = ownName();
  const email = `${word}@staff.example`.toLowerCase();
  await admin.call(addTeamMember, { name: `${word} A`, email, type: "Team", password: "quiet lagoon 4" });
  await page.goto("/admin/manage-team");
  const row = page.getByRole("row").filter({ hasText: word });
  await expect(row).toContainText(`${word} A`);
  await translate(page);
  await row
    .getByRole("button", { name: /^Edit/ })
    .or(row.getByRole("link", { name: /^Edit/ }))
    .click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(`${word} A`);
  await page.getByRole("textbox", { name: "Name" }).fill(`${word} B`);
  await desk.main.getByRole("combobox", { name: "Member Type" }).selectOption("Telecaller");
  await desk.main.getByRole("button", { name: "Save Member" }).click();
  await expect(row).toContainText(`${word} B`);
  await expect(row).toContainText("Telecaller");
});

test.describe("a wrong address", () => {
  test.use({ expectedErrors: ["the server responded with a status of 404"] });
  test("the customer's page shows the download that was made", { tag: "@core" }, async ({ page, desk }) => {
    const email = `${ownName().toLowerCase()}@example.com`;
    const id = await desk.intake({ email });
    const team = await desk.signIn("Team");
    await team.upload(id, email);
    await page.goto(`/track-order/${encodeOrderId(id)}`);
    await translate(page);
    await page.getByLabel("Email ID").fill("nobody@example.com");
    await page.getByRole("button", { name: "TRACK ORDER" }).click();
    await page.getByLabel("Email ID").fill(email);
    await page.getByRole("button", { name: "TRACK ORDER" }).click();
    await expect(page).toHaveURL(`/get-new-order-details/${encodeOrderId(id)}`);
    const found = page.locator(".visitor-toasts").getByText(/./).first();
    await expect(found).toHaveText("Your order was found.");
    await page.getByRole("combobox", { name: "Language" }).selectOption("de");
    await expect(found).not.toHaveText("Your order was found.");
    await page.getByRole("combobox", { name: "Sprache" }).selectOption("en");
    const download = page.waitForEvent("download");
    await page.getByText("Download Now").click();
    await download;
    await expect(page.getByRole("row").filter({ hasText: String(id) })).toHaveCount(1);
  });
});
