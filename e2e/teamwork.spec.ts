import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { CORRECTION_MESSAGES } from "#contract/corrections/messages.ts";
import { CURRENT_PROFILE, sheetSections } from "#contract/filings/filing-profile.ts";
import type { OrderView } from "#contract/order-views/order-views.ts";
import { EXPORT_HEADINGS } from "#contract/orders/order-export.ts";
import { pdfText } from "#test/support/pdf-tools.ts";
import { uploadDocument } from "./support/answers.ts";
import { emptyQueue, returnAll } from "./support/claims.ts";
import { colleague, tokenOf } from "./support/colleague.ts";
import { FULL_ORDER, inDays } from "./support/full-orders.ts";
import { buttonOf, rowOf, rowsOf, shownIds, tableOf } from "./support/lists.ts";
import { openOrder, orderDetails, region } from "./support/order-page.ts";
import { arrivalIn, changeStatus } from "./support/orders.ts";
import { expect, test } from "./support/test.ts";

// One order is worked by several signed-in members, each in a browser of their own.

test.use({ permissions: ["clipboard-read", "clipboard-write"], contextOptions: { reducedMotion: "reduce" } });

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const owner = (page: Page) => region(page, "Who has this order");
const mark = (page: Page, id: number, name: string) => rowOf(page, id).getByRole("img", { name, exact: true });
const personal = (page: Page) => region(page, "Personal Information");
const drawer = (page: Page) => page.getByRole("dialog", { name: /^Correct order/ });
const requests = (page: Page) => region(page, "Requested corrections");

let travellers = 0;
/** A traveller of no other test. */
const traveller = () => {
  travellers += 1;
  return { ...FULL_ORDER, passport_number: `DESK${Date.now()}${travellers}`, email: `desk${travellers}@example.com` };
};

test("Night Staff takes, files and moves the order that is due first by keyboard, and a colleague sees who has what", {
  tag: "@core",
}, async ({ page, browser, baseURL, request, signInAs, intake }) => {
  await emptyQueue(request, "customerCalledOrder");
  await returnAll(request, "Night Staff");
  const guest = traveller();
  const calm = await intake({ ...traveller(), arrival_date: inDays(6) });
  const urgent = await intake({ ...guest, arrival_date: inDays(2) });
  const family = await intake({ ...traveller(), email: guest.email, arrival_date: inDays(2) });
  const token = await signInAs("Night Staff");
  await changeStatus(request, token, [calm, urgent], "Customer Called");
  const team = await colleague(browser, request, baseURL ?? "", "Team");
  await team.goto("/admin/called");
  await expect(rowsOf(team)).toHaveCount(2);

  await page.goto("/admin/called");
  await expect(rowsOf(page)).toHaveCount(2);
  await page.keyboard.press("t");
  await expect(heading(page)).toHaveText(`Order ${urgent}`);
  await expect(owner(page)).toContainText("You have this order.");
  await expect(page.getByRole("main").locator("time[data-urgency]").first()).toBeVisible();
  await expect(region(page, "Same traveller")).toContainText(`Order ${family}`);
  await expect(mark(team, urgent, "Night Staff Member has it, active")).toBeVisible();

  await page.keyboard.press("g");
  const sheet = region(page, "Filing sheet");
  const details = await orderDetails(request, token, urgent);
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
  await expect(heading(page)).toHaveText(`Order ${calm}`);

  await expect(rowOf(team, urgent)).toContainText("Moved to Awaiting Govt by Night Staff Member");
  await expect(mark(team, urgent, "Night Staff Member has it, active")).toHaveCount(0);
  await openOrder(team, urgent);
  await expect(owner(team)).toContainText("Nobody has this order.");
  await expect(region(team, "Filings")).toContainText("SL-NIGHT-1");
  await team.context().close();
  await returnAll(request, "Night Staff");
});

test("a Telecaller corrects one field and requests another, a Manager accepts, and the pack prints what was submitted and what was corrected", async ({
  page,
  browser,
  baseURL,
  request,
  signInAs,
  intake,
}) => {
  const guest = { ...traveller(), flight_number: "UL504", merchant_name: "Ready Shop" };
  const id = await intake(guest);
  await signInAs("Telecaller");
  await openOrder(page, id);

  await page.keyboard.press("e");
  await drawer(page).getByLabel("Flight No./Ship Name", { exact: true }).fill("UL505");
  await drawer(page).getByLabel("Reason").fill("The traveller read it from the ticket");
  await drawer(page).getByRole("button", { name: "Correct", exact: true }).click();
  await expect(page.getByText(CORRECTION_MESSAGES.correctionSaved)).toBeVisible();
  await expect(personal(page)).toContainText("UL 505");

  await page.keyboard.press("e");
  await drawer(page).getByLabel("Passport No.", { exact: true }).fill("N7654321");
  await drawer(page).getByLabel("Reason").fill("The traveller read it from the passport");
  await drawer(page).getByRole("button", { name: "Request correction" }).click();
  await expect(page.getByText(CORRECTION_MESSAGES.correctionRequested)).toBeVisible();
  await expect(personal(page)).toContainText(guest.passport_number);

  const manager = await colleague(browser, request, baseURL ?? "", "Manager");
  await openOrder(manager, id);
  await requests(manager).getByRole("button", { name: "Accept" }).click();
  await expect(manager.getByText(CORRECTION_MESSAGES.correctionAccepted)).toBeVisible();
  await manager.context().close();
  await expect(requests(page)).toBeHidden();
  await expect(personal(page)).toContainText("N7654321");
  const submitted = personal(page).getByRole("button", { name: "As submitted" });
  await submitted.click();
  await expect(personal(page)).toContainText("UL504");
  await expect(personal(page)).toContainText(guest.passport_number);

  const token = await tokenOf(request, "Manager");
  await uploadDocument(request, token, id, guest.email);
  await expect.poll(async () => (await orderDetails(request, token, id)).process_status).toBe("Completed");
  for (const defencePackType of [1, 2]) {
    const pack = await request.post("/api/admin/get-defence-pack-pdf", {
      headers: { authorization: token },
      data: { orderId: id, defencePackType, overrideReason: "A rehearsal" },
    });
    expect(pack.status(), pack.status() === 200 ? "" : await pack.text()).toBe(200);
    const text = pdfText(await pack.body());
    expect(text).toContain("Corrected later");
    expect(text).toContain("UL504");
    expect(text).toContain("UL 505");
  }
});

test("an Admin sees what is late in one place and gives it to somebody", async ({
  page,
  browser,
  baseURL,
  request,
  signInAs,
  intake,
  control,
}) => {
  await returnAll(request, "Night Staff");
  const late = await intake(traveller());
  await control("/orders/newest-late");
  const token = await signInAs("Admin");
  const night = await colleague(browser, request, baseURL ?? "", "Night Staff");
  await page.goto("/admin");
  await page.getByRole("banner").getByRole("link", { name: "Open Orders, 1 late" }).click();
  await expect(page).toHaveURL("/admin/open-order?due=late");
  await expect.poll(() => shownIds(page)).toEqual([late]);
  await expect(rowOf(page, late)).toContainText("Late 3 h");
  await rowOf(page, late).getByRole("link", { name: /^View/ }).click();
  await night.goto("/admin/recent-order?sort=order_id&dir=desc");
  await expect(rowOf(night, late)).toBeVisible();

  await owner(page).getByRole("button", { name: "Assign…" }).click();
  const dialog = page.getByRole("dialog", { name: `Assign order ${late}` });
  await dialog.getByLabel("Member").selectOption({ label: "Night Staff Member (Night Staff)" });
  await dialog.getByRole("button", { name: "Assign" }).click();
  await expect(owner(page)).toContainText("Night Staff Member has it.");
  await expect(mark(night, late, "You have this order")).toBeVisible();
  await night.context().close();
  await changeStatus(request, token, [late], "AwaitingGovt");
});

test("Team opens a view saved before, a Manager exports exactly its orders, and the list stays still under the hand", async ({
  page,
  browser,
  baseURL,
  request,
  signInAs,
  intake,
}) => {
  // The Germans without a document are those of filters.spec.ts, which expects no others.
  const austrian = () => ({ ...traveller(), nationality: "AT" });
  const [served, hurried] = [austrian(), austrian()];
  const first = await intake({ ...austrian(), arrival_date: arrivalIn(1) });
  const done = await intake({ ...served, arrival_date: arrivalIn(1) });
  await intake({ ...austrian(), arrival_date: arrivalIn(40) });
  await intake({ ...traveller(), arrival_date: arrivalIn(1) });
  const second = await intake({ ...hurried, arrival_date: arrivalIn(2) });
  const headers = { authorization: await tokenOf(request, "Manager") };
  await uploadDocument(request, headers.authorization, done, served.email);
  const columns = ["order_id", "full_name", "arrival_date", "nationality", "document", "process_status"];
  const definition = {
    filter: { arrival: `${arrivalIn(0)}..${arrivalIn(4)}`, nat: "AT", doc: "no" },
    ...{ search: "", sort: "order_id", dir: "desc", size: 25 },
    columns: columns.map((column) => ({ column })),
  };
  const name = "Austrians by Friday, no document";
  const saved = await request.post("/api/admin/save-view", {
    headers,
    data: { list: "allOrder", name, definition, sharedWith: ["Team"] },
  });
  const { id: view, version }: OrderView = (await saved.json()).data;

  await signInAs("Team");
  await page.goto("/admin/order-history");
  await expect(rowsOf(page).first()).toBeVisible();
  await buttonOf(page, "Views").click();
  await page.getByRole("menuitem", { name }).click();
  await expect(region(page, "View")).toContainText(name);
  await expect.poll(() => shownIds(page)).toEqual([second, first]);
  const heads = tableOf(page).locator("th[data-column]");
  expect(await heads.evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-column")))).toEqual(columns);
  await expect(rowOf(page, second).locator("[data-column=nationality]")).toHaveText("Austria");
  await expect(rowOf(page, second).locator("[data-column=document]")).toHaveText("No");

  const manager = await colleague(browser, request, baseURL ?? "", "Manager");
  await manager.goto(`/admin/order-history?view=${view}`);
  await expect.poll(() => shownIds(manager)).toEqual([second, first]);
  const [download] = await Promise.all([manager.waitForEvent("download"), buttonOf(manager, "Export CSV").click()]);
  const rows: Record<string, string>[] = parse(await readFile(await download.path()), { bom: true, columns: true });
  expect(rows.map((row) => Number(row["Order Id"]))).toEqual([second, first]);
  expect(Object.keys(rows[0] ?? {})).toEqual([...EXPORT_HEADINGS]);

  const place = await rowOf(page, first).getByRole("link", { name: /^View/ }).boundingBox();
  if (place === null) throw new Error("no row");
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
  await uploadDocument(request, headers.authorization, second, hurried.email);
  const third = await intake({ ...austrian(), arrival_date: arrivalIn(3) });
  for (const screen of [page, manager]) {
    await expect(screen.getByRole("button", { name: "New orders may match · Show" })).toBeVisible();
    await expect(rowOf(screen, second)).toContainText("Completed");
    await expect(rowOf(screen, second).locator("[data-column=document]")).toHaveText("…");
    expect(await shownIds(screen)).toEqual([second, first]);
  }
  await buttonOf(manager, "New orders may match · Show").click();
  await expect.poll(() => shownIds(manager)).toEqual([third, first]);
  await manager.context().close();
  await page.mouse.down();
  await page.mouse.up();
  await expect(heading(page)).toHaveText(`Order ${first}`);
  await page.getByRole("link", { name: "Back to Order History" }).click();
  await expect.poll(() => shownIds(page)).toEqual([third, first]);
  await request.post("/api/admin/delete-view", { headers, data: { id: view, version } });
});
