import type { Page } from "@playwright/test";
import { ORDER_VIEW_MESSAGES, viewConflictMessage } from "#contract/order-views/messages.ts";
import { deleteView, type OrderView, orderViews, type SaveView, saveView } from "#contract/order-views/order-views.ts";
import type { ViewDefinition } from "#contract/order-views/view-definition.ts";
import type { Role } from "#contract/roles.ts";
import { changeData } from "./support/answers.ts";
import type { Desk } from "./support/desk.ts";
import { jump, press } from "./support/keyboard.ts";
import type { Screen } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the answers that refuse.
test.use({ expectedErrors: ["409 (Conflict)", "422 (Unprocessable Entity)"] });

const NEW = "/admin/recent-order";
const DEFINITION: ViewDefinition = {
  filter: {},
  search: "",
  sort: "full_name",
  dir: "desc",
  size: 25,
  columns: [{ column: "order_id" }, { column: "full_name" }, { column: "flight" }, { column: "process_status" }],
};
const LONG = "Arrivals from Germany and Austria without a document, by Friday".slice(0, 60);

const openView = (page: Page) => page.getByRole("main").getByRole("button", { name: /^Views/ });
const changes = (page: Page) => page.getByRole("region", { name: "View" });
const modified = (page: Page) => changes(page).getByText("Modified");
const heads = (screen: Screen) =>
  screen.list.table
    .locator("th[data-column]")
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-column")));

const store = (desk: Desk, role: Role, change: Partial<SaveView> = {}) =>
  desk.member(role).call(saveView, { list: "newOrder", name: "Fridays", definition: DEFINITION, ...change });

/** Other tests use the same members. */
test.afterEach(async ({ desk }) => {
  for (const role of ["Admin", "Manager", "Team", "Telecaller"] as const) {
    const member = desk.member(role);
    for (const { id, version, can_edit } of await member.call(orderViews))
      if (can_edit) await member.call(deleteView, { id, version });
  }
});

async function openMenu(screen: Screen): Promise<void> {
  await screen.list.views.click();
  await expect(screen.menuItem("Save as view…")).toBeVisible();
}

test("a view is saved by the keyboard, survives a reload, opens by the palette, and is deleted", {
  tag: "@core",
}, async ({ page, desk }) => {
  await desk.intake({ full_name: "Ana Views" });
  await desk.signIn("Team", `${NEW}?size=25&sort=full_name&dir=desc`);
  await expect(desk.list.rows.first()).toBeVisible();
  // A view stores the search that the list shows, which follows the typing after half a second.
  const searched = page.waitForResponse(
    (answer) => answer.url().endsWith("/search-order") && answer.request().postData()?.includes('"ana"') === true,
  );
  await desk.list.searchBox.fill("ana");
  await searched;

  await press(page, desk.list.views, { back: true });
  await expect(page.getByText("No views of this list yet.")).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(desk.menuItem("Save as view…")).toBeFocused();
  await page.keyboard.press("Enter");
  const form = desk.dialog("Save as view");
  await expect(form.getByLabel("Name")).toBeFocused();
  await expect(form.getByText("Share with")).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(form.getByText(ORDER_VIEW_MESSAGES.viewNameRequired)).toBeVisible();
  await page.keyboard.type("Ana’s orders");
  await page.keyboard.press("Enter");
  await expect(desk.toastBy("status", ORDER_VIEW_MESSAGES.viewSaved)).toBeVisible();
  await expect(openView(page)).toContainText("Ana’s orders");
  await expect(modified(page)).toBeHidden();
  expect(desk.query()).toMatchObject({ size: "25", sort: "full_name", dir: "desc", view: expect.any(String) });
  expect(page.url()).not.toContain("ana");

  await page.reload();
  await expect(openView(page)).toContainText("Ana’s orders");
  await expect(desk.list.searchBox).toHaveValue("ana");
  await expect(modified(page)).toBeHidden();

  await page.goto("/admin/pending-order");
  await expect(desk.heading).toHaveText("Pending Orders");
  await jump(page, "ana’s", "Ana’s orders · New Order");
  await expect(desk.list.searchBox).toHaveValue("ana");
  await expect(openView(page)).toContainText("Ana’s orders");
  expect(desk.query()).toMatchObject({ size: "25", sort: "full_name", dir: "desc" });

  await openMenu(desk);
  await expect(desk.menuItem("Ana’s orders").first()).toHaveAttribute("aria-current", "true");
  await desk.menuItem(/^Delete/).click();
  const question = desk.dialog("Delete view");
  await expect(question.getByRole("button", { name: "No" })).toBeFocused();
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(desk.toastBy("status", ORDER_VIEW_MESSAGES.viewDeleted)).toBeVisible();
  await expect(openView(page)).toHaveText("Views");
  await expect(desk.list.searchBox).toHaveValue("ana");
  expect(desk.query().view).toBeUndefined();
});

test("a link with view alone shows filters, sort, size and columns; what changes can be saved or saved as another", async ({
  page,
  desk,
}) => {
  await desk.intake();
  const { id } = await store(desk, "Team", { definition: { ...DEFINITION, filter: { doc: "no" } } });
  await desk.signIn("Team", `${NEW}?view=${id}`);
  await expect(openView(page)).toContainText("Fridays");
  await expect
    .poll(() => desk.query())
    .toEqual({
      view: String(id),
      size: "25",
      sort: "full_name",
      dir: "desc",
      doc: "no",
    });
  await expect.poll(() => heads(desk)).toEqual(["order_id", "full_name", "flight", "process_status"]);
  await expect(modified(page)).toBeHidden();

  await desk.list.head("Order Id").getByRole("button").first().click();
  await expect(modified(page)).toBeVisible();
  await changes(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(desk.toastBy("status", ORDER_VIEW_MESSAGES.viewSaved)).toBeVisible();
  await expect(modified(page)).toBeHidden();

  await page.getByRole("list", { name: "Filters" }).getByRole("button").first().click();
  await expect(modified(page)).toBeVisible();
  await changes(page).getByRole("button", { name: "Save as" }).click();
  await desk.dialog("Save as view").getByLabel("Name").fill("FRIDAYS");
  await desk.dialog("Save as view").getByRole("button", { name: "Save" }).click();
  await expect(desk.dialog("Save as view").getByText(ORDER_VIEW_MESSAGES.viewNameTaken)).toBeVisible();
  await desk.dialog("Save as view").getByLabel("Name").fill("Saturdays");
  await desk.dialog("Save as view").getByRole("button", { name: "Save" }).click();
  await expect(openView(page)).toContainText("Saturdays");
  expect(desk.query().view).not.toBe(String(id));
  await expect(modified(page)).toBeHidden();

  await openMenu(desk);
  await desk.menuItem("Fridays").click();
  await expect(openView(page)).toContainText("Fridays");
  expect(desk.query()).toMatchObject({ view: String(id), doc: "no" });
  await openMenu(desk);
  await desk.menuItem("Close view").click();
  await expect(openView(page)).toHaveText("Views");
  expect(desk.query().doc).toBe("no");
});

test("columns changed in an open view stay over a reload, another sort, an order and the way back", async ({
  page,
  desk,
}) => {
  await desk.intake();
  const { id } = await store(desk, "Team");
  await desk.signIn("Team", `${NEW}?view=${id}`);
  await expect.poll(() => heads(desk)).toEqual(["order_id", "full_name", "flight", "process_status"]);
  const columns = await desk.list.openOptions();
  await columns.getByRole("checkbox", { name: "Flight" }).uncheck();
  await columns.getByRole("checkbox", { name: "Mode" }).check();
  const changed = ["order_id", "full_name", "mode", "process_status"];
  await expect.poll(() => heads(desk)).toEqual(changed);
  await expect(modified(page)).toBeVisible();

  const calls = desk.list.calls();
  await page.reload();
  await expect(modified(page)).toBeVisible();
  expect(await heads(desk)).toEqual(changed);
  expect(calls[0]).toContain("columns=mode");
  await desk.list.head("Order Id").getByRole("button").first().click();
  await expect(page).toHaveURL(/sort=order_id/);
  // A press on a row that the sorted list is about to replace does nothing.
  await expect(desk.list.table).not.toHaveAttribute("aria-busy", "true");
  expect(await heads(desk)).toEqual(changed);
  await desk.list.rows.first().getByRole("link", { name: /^View/ }).click();
  await page.getByRole("link", { name: "Back to New Order" }).click();
  await expect(modified(page)).toBeVisible();
  expect(await heads(desk)).toEqual(changed);

  await openMenu(desk);
  await desk.menuItem("Fridays").first().click();
  await expect(modified(page)).toBeHidden();
  await expect.poll(() => heads(desk)).toEqual(["order_id", "full_name", "flight", "process_status"]);
});

test("a Manager shares a view with Telecallers, who see it and can't change it", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  await desk.intake();
  const made = await store(desk, "Manager");
  await desk.signIn("Manager", `${NEW}?view=${made.id}`);
  await expect(openView(page)).toContainText("Fridays");
  await openMenu(desk);
  await desk.menuItem(/^Rename or share/).click();
  const form = desk.dialog("Rename or share view");
  await form.getByLabel("Name").fill("Fridays, by name");
  await form.getByRole("checkbox", { name: "Telecaller" }).check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(openView(page)).toContainText("Fridays, by name");

  const other = await desk.colleague("Telecaller");
  await other.page.goto(NEW);
  await openMenu(other);
  await expect(other.page.getByText("Shared views")).toBeVisible();
  await other.menuItem("Fridays, by name").click();
  await expect(openView(other.page)).toContainText("Fridays, by name");
  await other.list.head("Order Id").getByRole("button").first().click();
  await expect(modified(other.page)).toBeVisible();
  await expect(changes(other.page).getByRole("button", { name: "Save", exact: true })).toBeHidden();
  await openMenu(other);
  await expect(other.menuItem(/^(Rename|Delete)/)).toHaveCount(0);
  await other.close();
});

test("a save over a colleague's says who was first, and a view that is gone says so", async ({ page, desk }) => {
  await desk.intake();
  const made = await store(desk, "Manager", { sharedWith: ["Team"] });
  await desk.signIn("Manager", `${NEW}?view=${made.id}`);
  await expect(openView(page)).toContainText("Fridays");
  await desk.list.head("Order Id").getByRole("button").first().click();
  const { version, updated_at } = await store(desk, "Admin", {
    id: made.id,
    version: made.version,
    name: "By Admin",
  });
  await changes(page).getByRole("button", { name: "Save", exact: true }).click();
  const [sentence = ""] = viewConflictMessage("Admin Member", updated_at.slice(0, 4)).split(" at ");
  await expect(desk.toastBy("alert", sentence)).toBeVisible();
  await expect(openView(page)).toContainText("By Admin");

  await desk.member("Admin").call(deleteView, { id: made.id, version });
  await page.reload();
  await expect(page.getByText(ORDER_VIEW_MESSAGES.viewNotFound)).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByText(ORDER_VIEW_MESSAGES.viewNotFound)).toBeHidden();
});

test("a search text is not shared", async ({ page, desk }) => {
  await desk.intake();
  const made = await store(desk, "Manager", { definition: { ...DEFINITION, search: "ana@example.com" } });
  await desk.signIn("Manager", `${NEW}?view=${made.id}`);
  await expect(openView(page)).toContainText("Fridays");
  await openMenu(desk);
  await desk.menuItem(/^Rename or share/).click();
  const form = desk.dialog("Rename or share view");
  await expect(form.getByText(ORDER_VIEW_MESSAGES.viewSharedSearch)).toBeVisible();
  for (const box of await form.getByRole("checkbox").all()) await expect(box).toBeDisabled();
});

test("parts of a view that no longer exist are named", async ({ page, desk }) => {
  await desk.intake();
  const { id } = await store(desk, "Team");
  const dropped = ["filter visa"];
  await changeData<OrderView[]>(page, "**/api/admin/views", ([view]) => [{ ...view, dropped }]);
  await desk.signIn("Team", `${NEW}?view=${id}`);
  await expect(page.getByText("Parts of this view no longer exist and are left out: filter visa.")).toBeVisible();
});

test("menu, dialog and open view fit from 360 to 1440 px, in both themes, with a long name", async ({ page, desk }) => {
  await desk.intake();
  const { id } = await store(desk, "Manager", { name: LONG, sharedWith: ["Team"] });
  await store(desk, "Manager");
  await desk.signIn("Manager", `${NEW}?view=${id}`);
  await expect(openView(page)).toContainText(LONG);
  await desk.list.head("Order Id").getByRole("button").first().click();
  await expect(modified(page)).toBeVisible();
  await desk.look(changes(page));
  await openMenu(desk);
  await desk.look(desk.menuItem("Save as view…"));
  await desk.menuItem(/^Rename or share/).click();
  const form = desk.dialog("Rename or share view");
  await expect(form.getByLabel("Name")).toHaveValue(LONG);
  await desk.look(form.getByRole("button", { name: "Save" }));
});
