import type { APIRequestContext, Page } from "@playwright/test";
import { ORDER_VIEW_MESSAGES, viewConflictMessage } from "#contract/order-views/messages.ts";
import type { OrderView } from "#contract/order-views/order-views.ts";
import type { Role } from "#contract/roles.ts";
import { callAs, colleague, tokenOf } from "./support/colleague.ts";
import { jump, press } from "./support/keyboard.ts";
import { buttonOf, listCalls, rowsOf, tableOf } from "./support/lists.ts";
import { lookAround } from "./support/looks.ts";
import { dialog, heading, menuItem, query, toastBy } from "./support/page-parts.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the answers that refuse.
test.use({ expectedErrors: ["409 (Conflict)", "422 (Unprocessable Entity)"] });

const NEW = "/admin/recent-order";
const DEFINITION = {
  filter: {},
  search: "",
  sort: "full_name",
  dir: "desc",
  size: 25,
  columns: [{ column: "order_id" }, { column: "full_name" }, { column: "flight" }, { column: "process_status" }],
};
const LONG = "Arrivals from Germany and Austria without a document, by Friday".slice(0, 60);

const openView = (page: Page) => page.getByRole("region", { name: "View" });
const modified = (page: Page) => openView(page).getByText("Modified");
const heads = (page: Page) =>
  tableOf(page)
    .locator("th[data-column]")
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-column")));

const store = (request: APIRequestContext, role: Role, change: object = {}) =>
  callAs(request, role, "save-view", { list: "newOrder", name: "Fridays", definition: DEFINITION, ...change });

/** Other tests use the same members. */
test.afterEach(async ({ request }) => {
  for (const role of ["Admin", "Manager", "Team", "Telecaller"] as const) {
    const headers = { authorization: await tokenOf(request, role) };
    const views: OrderView[] = (await (await request.get("/api/admin/views", { headers })).json()).data;
    for (const { id, version, can_edit } of views)
      if (can_edit) await callAs(request, role, "delete-view", { id, version });
  }
});

async function openMenu(page: Page): Promise<void> {
  await buttonOf(page, "Views").click();
  await expect(menuItem(page, "Save as view…")).toBeVisible();
}

test("a view is saved by the keyboard, survives a reload, opens by the palette, and is deleted", {
  tag: "@core",
}, async ({ page, intake, signInAs }) => {
  await intake({ full_name: "Ana Views" });
  await signInAs("Team");
  await page.goto(`${NEW}?size=25&sort=full_name&dir=desc`);
  await expect(rowsOf(page).first()).toBeVisible();
  // A view stores the search that the list shows, which follows the typing after half a second.
  const searched = page.waitForResponse(
    (answer) => answer.url().endsWith("/search-order") && answer.request().postData()?.includes('"ana"') === true,
  );
  await page.getByRole("searchbox").fill("ana");
  await searched;

  await press(page, buttonOf(page, "Views"), { back: true });
  await expect(page.getByText("No views of this list yet.")).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(menuItem(page, "Save as view…")).toBeFocused();
  await page.keyboard.press("Enter");
  const form = dialog(page, "Save as view");
  await expect(form.getByLabel("Name")).toBeFocused();
  await expect(form.getByText("Share with")).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(form.getByText(ORDER_VIEW_MESSAGES.viewNameRequired)).toBeVisible();
  await page.keyboard.type("Ana’s orders");
  await page.keyboard.press("Enter");
  await expect(toastBy(page, "status", ORDER_VIEW_MESSAGES.viewSaved)).toBeVisible();
  await expect(openView(page)).toContainText("Ana’s orders");
  await expect(modified(page)).toBeHidden();
  expect(query(page)).toMatchObject({ size: "25", sort: "full_name", dir: "desc", view: expect.any(String) });
  expect(page.url()).not.toContain("ana");

  await page.reload();
  await expect(openView(page)).toContainText("Ana’s orders");
  await expect(page.getByRole("searchbox")).toHaveValue("ana");
  await expect(modified(page)).toBeHidden();

  await page.goto("/admin/pending-order");
  await expect(heading(page)).toHaveText("Pending Orders");
  await jump(page, "ana’s", "Ana’s orders · New Order");
  await expect(page.getByRole("searchbox")).toHaveValue("ana");
  await expect(openView(page)).toContainText("Ana’s orders");
  expect(query(page)).toMatchObject({ size: "25", sort: "full_name", dir: "desc" });

  await openMenu(page);
  await expect(menuItem(page, "Ana’s orders").first()).toHaveAttribute("aria-current", "true");
  await menuItem(page, /^Delete/).click();
  const question = dialog(page, "Delete view");
  await expect(question.getByRole("button", { name: "No" })).toBeFocused();
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(toastBy(page, "status", ORDER_VIEW_MESSAGES.viewDeleted)).toBeVisible();
  await expect(openView(page)).toBeHidden();
  await expect(page.getByRole("searchbox")).toHaveValue("ana");
  expect(query(page).view).toBeUndefined();
});

test("a link with view alone shows filters, sort, size and columns; what changes can be saved or saved as another", async ({
  page,
  intake,
  request,
  signInAs,
}) => {
  await intake();
  const { id } = await store(request, "Team", { definition: { ...DEFINITION, filter: { doc: "no" } } });
  await signInAs("Team");
  await page.goto(`${NEW}?view=${id}`);
  await expect(openView(page)).toContainText("Fridays");
  await expect
    .poll(() => query(page))
    .toEqual({
      view: String(id),
      size: "25",
      sort: "full_name",
      dir: "desc",
      doc: "no",
    });
  await expect.poll(() => heads(page)).toEqual(["order_id", "full_name", "flight", "process_status"]);
  await expect(modified(page)).toBeHidden();

  await tableOf(page).getByRole("columnheader", { name: "Order Id" }).getByRole("button").first().click();
  await expect(modified(page)).toBeVisible();
  await openView(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(toastBy(page, "status", ORDER_VIEW_MESSAGES.viewSaved)).toBeVisible();
  await expect(modified(page)).toBeHidden();

  await page.getByRole("list", { name: "Filters" }).getByRole("button").first().click();
  await expect(modified(page)).toBeVisible();
  await openView(page).getByRole("button", { name: "Save as" }).click();
  await dialog(page, "Save as view").getByLabel("Name").fill("FRIDAYS");
  await dialog(page, "Save as view").getByRole("button", { name: "Save" }).click();
  await expect(dialog(page, "Save as view").getByText(ORDER_VIEW_MESSAGES.viewNameTaken)).toBeVisible();
  await dialog(page, "Save as view").getByLabel("Name").fill("Saturdays");
  await dialog(page, "Save as view").getByRole("button", { name: "Save" }).click();
  await expect(openView(page)).toContainText("Saturdays");
  expect(query(page).view).not.toBe(String(id));
  await expect(modified(page)).toBeHidden();

  await openMenu(page);
  await menuItem(page, "Fridays").click();
  await expect(openView(page)).toContainText("Fridays");
  expect(query(page)).toMatchObject({ view: String(id), doc: "no" });
  await openView(page).getByRole("button", { name: "Close view" }).click();
  await expect(openView(page)).toBeHidden();
  expect(query(page).doc).toBe("no");
});

test("columns changed in an open view stay over a reload, another sort, an order and the way back", async ({
  page,
  intake,
  request,
  signInAs,
}) => {
  await intake();
  const { id } = await store(request, "Team");
  await signInAs("Team");
  await page.goto(`${NEW}?view=${id}`);
  await expect.poll(() => heads(page)).toEqual(["order_id", "full_name", "flight", "process_status"]);
  await buttonOf(page, "Columns").click();
  const columns = dialog(page, "Columns");
  await columns.getByRole("checkbox", { name: "Flight" }).uncheck();
  await columns.getByRole("checkbox", { name: "Mode" }).check();
  const changed = ["order_id", "full_name", "mode", "process_status"];
  await expect.poll(() => heads(page)).toEqual(changed);
  await expect(modified(page)).toBeVisible();

  const calls = listCalls(page);
  await page.reload();
  await expect(modified(page)).toBeVisible();
  expect(await heads(page)).toEqual(changed);
  expect(calls[0]).toContain("columns=mode");
  await tableOf(page).getByRole("columnheader", { name: "Order Id" }).getByRole("button").first().click();
  await expect(page).toHaveURL(/sort=order_id/);
  // A press on a row that the sorted list is about to replace does nothing.
  await expect(tableOf(page)).not.toHaveAttribute("aria-busy", "true");
  expect(await heads(page)).toEqual(changed);
  await rowsOf(page).first().getByRole("link", { name: /^View/ }).click();
  await page.getByRole("link", { name: "Back to New Order" }).click();
  await expect(modified(page)).toBeVisible();
  expect(await heads(page)).toEqual(changed);

  await openMenu(page);
  await menuItem(page, "Fridays").first().click();
  await expect(modified(page)).toBeHidden();
  await expect.poll(() => heads(page)).toEqual(["order_id", "full_name", "flight", "process_status"]);
});

test("a Manager shares a view with Telecallers, who see it and can't change it", { tag: "@core" }, async ({
  page,
  browser,
  baseURL,
  intake,
  request,
  signInAs,
}) => {
  await intake();
  const made = await store(request, "Manager");
  await signInAs("Manager");
  await page.goto(`${NEW}?view=${made.id}`);
  await expect(openView(page)).toContainText("Fridays");
  await openMenu(page);
  await menuItem(page, /^Rename or share/).click();
  const form = dialog(page, "Rename or share view");
  await form.getByLabel("Name").fill("Fridays, by name");
  await form.getByRole("checkbox", { name: "Telecaller" }).check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(openView(page)).toContainText("Fridays, by name");

  const other = await colleague(browser, request, baseURL ?? "", "Telecaller");
  await other.goto(NEW);
  await openMenu(other);
  await expect(other.getByText("Shared views")).toBeVisible();
  await menuItem(other, "Fridays, by name").click();
  await expect(openView(other)).toContainText("Fridays, by name");
  await tableOf(other).getByRole("columnheader", { name: "Order Id" }).getByRole("button").first().click();
  await expect(modified(other)).toBeVisible();
  await expect(openView(other).getByRole("button", { name: "Save", exact: true })).toBeHidden();
  await openMenu(other);
  await expect(menuItem(other, /^(Rename|Delete)/)).toHaveCount(0);
  await other.context().close();
});

test("a save over a colleague's says who was first, and a view that is gone says so", async ({
  page,
  intake,
  request,
  signInAs,
}) => {
  await intake();
  const made = await store(request, "Manager", { sharedWith: ["Team"] });
  await signInAs("Manager");
  await page.goto(`${NEW}?view=${made.id}`);
  await expect(openView(page)).toContainText("Fridays");
  await tableOf(page).getByRole("columnheader", { name: "Order Id" }).getByRole("button").first().click();
  const { version, updated_at } = await store(request, "Admin", {
    id: made.id,
    version: made.version,
    name: "By Admin",
  });
  await openView(page).getByRole("button", { name: "Save", exact: true }).click();
  const [sentence = ""] = viewConflictMessage("Admin Member", updated_at.slice(0, 4)).split(" at ");
  await expect(toastBy(page, "alert", sentence)).toBeVisible();
  await expect(openView(page)).toContainText("By Admin");

  await callAs(request, "Admin", "delete-view", { id: made.id, version });
  await page.reload();
  await expect(page.getByText(ORDER_VIEW_MESSAGES.viewNotFound)).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByText(ORDER_VIEW_MESSAGES.viewNotFound)).toBeHidden();
});

test("a search text is not shared", async ({ page, intake, request, signInAs }) => {
  await intake();
  const made = await store(request, "Manager", { definition: { ...DEFINITION, search: "ana@example.com" } });
  await signInAs("Manager");
  await page.goto(`${NEW}?view=${made.id}`);
  await expect(openView(page)).toContainText("Fridays");
  await openMenu(page);
  await menuItem(page, /^Rename or share/).click();
  const form = dialog(page, "Rename or share view");
  await expect(form.getByText(ORDER_VIEW_MESSAGES.viewSharedSearch)).toBeVisible();
  for (const box of await form.getByRole("checkbox").all()) await expect(box).toBeDisabled();
});

test("parts of a view that no longer exist are named", async ({ page, intake, request, signInAs }) => {
  await intake();
  const { id } = await store(request, "Team");
  await page.route("**/api/admin/views", async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    await route.fulfill({ response, json: { ...json, data: [{ ...json.data[0], dropped: ["filter visa"] }] } });
  });
  await signInAs("Team");
  await page.goto(`${NEW}?view=${id}`);
  await expect(page.getByText("Parts of this view no longer exist and are left out: filter visa.")).toBeVisible();
});

test("menu, dialog and open view fit from 360 to 1440 px, in both themes, with a long name", async ({
  page,
  intake,
  request,
  signInAs,
  expectAccessible,
}) => {
  await intake();
  const { id } = await store(request, "Manager", { name: LONG, sharedWith: ["Team"] });
  await store(request, "Manager");
  await signInAs("Manager");
  await page.goto(`${NEW}?view=${id}`);
  await expect(openView(page)).toContainText(LONG);
  await tableOf(page).getByRole("columnheader", { name: "Order Id" }).getByRole("button").first().click();
  await expect(modified(page)).toBeVisible();
  await lookAround(page, openView(page), expectAccessible);
  await openMenu(page);
  await lookAround(page, menuItem(page, "Save as view…"), expectAccessible);
  await menuItem(page, /^Rename or share/).click();
  const form = dialog(page, "Rename or share view");
  await expect(form.getByLabel("Name")).toHaveValue(LONG);
  await lookAround(page, form.getByRole("button", { name: "Save" }), expectAccessible);
});
