import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { CORRECTION_MESSAGES } from "#contract/corrections/messages.ts";
import { CURRENT_PROFILE, sheetSections } from "#contract/filings/filing-profile.ts";
import { deleteView, type SaveView, saveView } from "#contract/order-views/order-views.ts";
import type { ViewDefinition } from "#contract/order-views/view-definition.ts";
import { EXPORT_HEADINGS } from "#contract/orders/order-export.ts";
import { makeDefencePack } from "#contract/packs/packs.ts";
import { pdfText } from "#test/support/pdf-tools.ts";
import { arrivalIn, FULL_ORDER, inDays } from "./support/orders.ts";
import type { Screen } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";

// One order is worked by several signed-in members, each in a browser of their own.

test.use({ permissions: ["clipboard-read", "clipboard-write"], contextOptions: { reducedMotion: "reduce" } });

const owner = (screen: Screen) => screen.section("Who has this order");
const mark = (screen: Screen, id: number, name: string) => screen.list.row(id).getByRole("img", { name, exact: true });
const requests = (screen: Screen) => screen.section("Requested corrections");

let travellers = 0;
/** A traveller of no other test. */
const traveller = () => {
  travellers += 1;
  return { ...FULL_ORDER, passport_number: `DESK${Date.now()}${travellers}`, email: `desk${travellers}@example.com` };
};

test("Night Staff takes, files and moves the order that is due first by keyboard, and a colleague sees who has what", {
  tag: "@core",
}, async ({ page, desk }) => {
  await desk.emptyQueue("customerCalledOrder");
  await desk.returnAll("Night Staff");
  const guest = traveller();
  const calm = await desk.intake({ ...traveller(), arrival_date: inDays(6) });
  const urgent = await desk.intake({ ...guest, arrival_date: inDays(2) });
  const family = await desk.intake({ ...traveller(), email: guest.email, arrival_date: inDays(2) });
  const nightStaff = await desk.signIn("Night Staff");
  await nightStaff.changeStatus([calm, urgent], "Customer Called");
  const team = await desk.colleague("Team");
  await team.page.goto("/admin/called");
  await expect(team.list.rows).toHaveCount(2);

  await page.goto("/admin/called");
  await expect(desk.list.rows).toHaveCount(2);
  await page.keyboard.press("t");
  await expect(desk.heading).toHaveText(`Order ${urgent}`);
  await expect(owner(desk)).toContainText("You have this order.");
  await expect(desk.main.locator("time[data-urgency]").first()).toBeVisible();
  await expect(desk.section("Same traveller")).toContainText(`Order ${family}`);
  await expect(mark(team, urgent, "Night Staff Member has it, active")).toBeVisible();

  await page.keyboard.press("g");
  const sheet = desk.section("Filing sheet");
  const details = await nightStaff.details(urgent);
  for (const { field } of sheetSections(CURRENT_PROFILE, details).flatMap(({ fields }) => fields)) {
    const row = sheet.getByRole("button", { name: new RegExp(`^${field.label}`) });
    await expect(row).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(row).toHaveAccessibleName(/copied/);
  }
  await expect(sheet.getByLabel("Reference")).toBeFocused();
  await page.keyboard.type("SL-NIGHT-1");
  await page.keyboard.press("Enter");
  await expect(sheet.getByText("Recorded under reference SL-NIGHT-1.")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(sheet.getByRole("button", { name: "Awaiting Govt" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator('[data-status="AwaitingGovt"]').first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await page.keyboard.press("j");
  await expect(desk.heading).toHaveText(`Order ${calm}`);

  await expect(team.list.row(urgent)).toContainText("Moved to Awaiting Govt by Night Staff Member");
  await expect(mark(team, urgent, "Night Staff Member has it, active")).toHaveCount(0);
  await team.openOrder(urgent);
  await expect(owner(team)).toContainText("Nobody has this order.");
  await expect(team.section("Filings")).toContainText("SL-NIGHT-1");
  await team.close();
  await desk.returnAll("Night Staff");
});

test("a Telecaller corrects one field and requests another, a Manager accepts, and the pack prints what was submitted and what was corrected", async ({
  page,
  desk,
}) => {
  const guest = { ...traveller(), flight_number: "UL504", merchant_name: "Ready Shop" };
  const id = await desk.openNewOrder("Telecaller", guest);

  await page.keyboard.press("e");
  await desk.drawer.getByLabel("Flight No./Ship Name", { exact: true }).fill("UL505");
  await desk.drawer.getByLabel("Reason").fill("The traveller read it from the ticket");
  await desk.drawer.getByRole("button", { name: "Correct", exact: true }).click();
  await expect(page.getByText(CORRECTION_MESSAGES.correctionSaved)).toBeVisible();
  await expect(desk.personal).toContainText("UL 505");

  await page.keyboard.press("e");
  await desk.drawer.getByLabel("Passport No.", { exact: true }).fill("N7654321");
  await desk.drawer.getByLabel("Reason").fill("The traveller read it from the passport");
  await desk.drawer.getByRole("button", { name: "Request correction" }).click();
  await expect(page.getByText(CORRECTION_MESSAGES.correctionRequested)).toBeVisible();
  await expect(desk.personal).toContainText(guest.passport_number);

  const manager = await desk.colleague("Manager");
  await manager.openOrder(id);
  await requests(manager).getByRole("button", { name: "Accept" }).click();
  await expect(manager.page.getByText(CORRECTION_MESSAGES.correctionAccepted)).toBeVisible();
  await manager.close();
  await expect(requests(desk)).toBeHidden();
  await expect(desk.personal).toContainText("N7654321");
  const submitted = desk.personal.getByRole("button", { name: "As submitted" });
  await submitted.click();
  await expect(desk.personal).toContainText("UL504");
  await expect(desk.personal).toContainText(guest.passport_number);

  await manager.upload(id, guest.email);
  await expect.poll(async () => (await manager.details(id)).process_status).toBe("Completed");
  for (const defencePackType of [1, 2] as const) {
    const pack = await manager.answer(makeDefencePack, { orderId: id, defencePackType, overrideReason: "A rehearsal" });
    expect(pack.status(), pack.status() === 200 ? "" : await pack.text()).toBe(200);
    const text = pdfText(await pack.body());
    expect(text).toContain("Corrected later");
    expect(text).toContain("UL504");
    expect(text).toContain("UL 505");
  }
});

test("an Admin sees what is late in one place and gives it to somebody", async ({ page, desk, control }) => {
  await desk.returnAll("Night Staff");
  const late = await desk.intake(traveller());
  await control("/orders/newest-late");
  const admin = await desk.signIn("Admin");
  const night = await desk.colleague("Night Staff");
  await page.goto("/admin");
  await desk.sidebar.getByRole("link", { name: "Open Orders 1 late" }).click();
  await expect(page).toHaveURL("/admin/open-order?due=late");
  await expect.poll(() => desk.list.ids()).toEqual([late]);
  await expect(desk.list.row(late)).toContainText("Late 3 h");
  await desk.list.viewLink(late).click();
  await night.page.goto("/admin/recent-order?sort=order_id&dir=desc");
  await expect(night.list.row(late)).toBeVisible();

  await owner(desk).getByRole("button", { name: "Assign…" }).click();
  const dialog = desk.dialog(`Assign order ${late}`);
  await dialog.getByLabel("Member").selectOption({ label: "Night Staff Member (Night Staff)" });
  await dialog.getByRole("button", { name: "Assign" }).click();
  await expect(owner(desk)).toContainText("Night Staff Member has it.");
  await expect(mark(night, late, "You have this order")).toBeVisible();
  await night.close();
  await admin.changeStatus([late], "AwaitingGovt");
});

test("Team opens a view saved before, a Manager exports exactly its orders, and the list stays still under the hand", async ({
  page,
  desk,
}) => {
  // The Germans without a document are those of filters.spec.ts, which expects no others.
  const austrian = () => ({ ...traveller(), nationality: "AT" });
  const [served, hurried] = [austrian(), austrian()];
  const first = await desk.intake({ ...austrian(), arrival_date: arrivalIn(1) });
  const done = await desk.intake({ ...served, arrival_date: arrivalIn(1) });
  await desk.intake({ ...austrian(), arrival_date: arrivalIn(40) });
  await desk.intake({ ...traveller(), arrival_date: arrivalIn(1) });
  const second = await desk.intake({ ...hurried, arrival_date: arrivalIn(2) });
  const manager = await desk.colleague("Manager");
  await manager.upload(done, served.email);
  const columns = ["order_id", "full_name", "arrival_date", "nationality", "document", "process_status"] as const;
  const definition: ViewDefinition = {
    filter: { arrival: `${arrivalIn(0)}..${arrivalIn(4)}`, nat: "AT", doc: "no" },
    ...{ search: "", sort: "order_id", dir: "desc", size: 25 },
    columns: columns.map((column) => ({ column })),
  };
  const name = "Austrians by Friday, no document";
  const saved: SaveView = { list: "allOrder", name, definition, sharedWith: ["Team"] };
  const { id: view, version } = await manager.call(saveView, saved);

  await desk.signIn("Team", "/admin/order-history");
  await expect(desk.list.rows.first()).toBeVisible();
  await desk.list.views.click();
  await desk.menuItem(name).click();
  await expect(desk.list.views).toHaveText(name);
  await expect.poll(() => desk.list.ids()).toEqual([second, first]);
  const heads = desk.list.table.locator("th[data-column]");
  expect(await heads.evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-column")))).toEqual(columns);
  await expect(desk.list.cell(second, "nationality")).toHaveText("Austria");
  await expect(desk.list.cell(second, "document")).toHaveText("No");

  await manager.page.goto(`/admin/order-history?view=${view}`);
  await expect.poll(() => manager.list.ids()).toEqual([second, first]);
  const download = await manager.download(
    (await manager.list.openOptions()).getByRole("button", { name: "Export CSV" }),
  );
  const rows: Record<string, string>[] = parse(await readFile(await download.path()), { bom: true, columns: true });
  expect(rows.map((row) => Number(row["Order Id"]))).toEqual([second, first]);
  expect(Object.keys(rows[0] ?? {})).toEqual([...EXPORT_HEADINGS]);

  const place = await desk.list.viewLink(first).boundingBox();
  if (place === null) throw new Error("no row");
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
  await manager.upload(second, hurried.email);
  const third = await desk.intake({ ...austrian(), arrival_date: arrivalIn(3) });
  for (const screen of [desk, manager]) {
    await expect(screen.list.button("New orders may match · Show")).toBeVisible();
    await expect(screen.list.row(second)).toContainText("Completed");
    await expect(screen.list.cell(second, "document")).toHaveText("…");
    expect(await screen.list.ids()).toEqual([second, first]);
  }
  await manager.list.button("New orders may match · Show").click();
  await expect.poll(() => manager.list.ids()).toEqual([third, first]);
  await page.mouse.down();
  await page.mouse.up();
  await expect(desk.heading).toHaveText(`Order ${first}`);
  await page.getByRole("link", { name: "Back to Order History" }).click();
  await expect.poll(() => desk.list.ids()).toEqual([third, first]);
  await manager.call(deleteView, { id: view, version });
});
