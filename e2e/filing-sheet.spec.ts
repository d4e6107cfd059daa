import { correctOrder } from "#contract/corrections/corrections.ts";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { CURRENT_PROFILE, sheetSections } from "#contract/filings/filing-profile.ts";
import { FILING_MESSAGES } from "#contract/filings/messages.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { changeData } from "./support/answers.ts";
import { expectNoAxeFindings, holdAnswers } from "./support/looks.ts";
import { FULL_ORDER, LONG_ORDER } from "./support/orders.ts";
import type { Screen } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";

test.use({
  permissions: ["clipboard-read", "clipboard-write"],
  colorScheme: "light",
  contextOptions: { reducedMotion: "reduce" },
  // Half a day away from UTC, in which the time of a filing is entered.
  timezoneId: "Pacific/Auckland",
  expectedErrors: ["Failed to load resource"],
});

const sheet = (screen: Screen) => screen.section("Filing sheet");
const row = (screen: Screen, label: string) => sheet(screen).getByRole("button", { name: new RegExp(`^${label}`) });
const reference = (screen: Screen) => sheet(screen).getByLabel("Reference");
let passports = 0;
/** Of a traveller whom no other test files. */
const traveller = () => {
  passports += 1;
  return { ...FULL_ORDER, passport_number: `E2E${Date.now()}${passports}` };
};

test("an order is filed by keyboard alone, and the move is only offered", { tag: "@core" }, async ({ page, desk }) => {
  const nightStaff = await desk.signIn("Night Staff");
  const order = traveller();
  const id = await desk.intake(order);
  await desk.openOrder(id);
  await page.keyboard.press("g");
  await expect(row(desk, "Name with Initials")).toBeFocused();
  await expect(desk.section("Move order")).toBeHidden();
  await expect(desk.personal).toBeVisible();

  const details = await nightStaff.details(id);
  const fields = sheetSections(CURRENT_PROFILE, details).flatMap((section) => section.fields);
  const copied: string[] = [];
  for (const { field } of fields) {
    await expect(row(desk, field.label)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(row(desk, field.label)).toHaveAccessibleName(/copied/);
    copied.push(await desk.clipboard());
  }
  expect(copied).toEqual(fields.map(({ value }) => value));
  expect(copied).toContain("+447700900123");
  expect(copied).toContain("03/02/1990");
  await expect(reference(desk)).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(sheet(desk).getByText(FILING_MESSAGES.filingReferenceRequired)).toBeVisible();
  await page.keyboard.type("SL-2026-77");
  await page.keyboard.press("Enter");
  await expect(desk.toast(FILING_MESSAGES.filingRecorded)).toBeVisible();
  await expect(sheet(desk).getByText("Recorded under reference SL-2026-77.")).toBeVisible();
  await expect(reference(desk)).toBeHidden();
  await expect(sheet(desk).locator("[aria-invalid=true]")).toHaveCount(0);
  await expect(desk.section("Filings")).toContainText("SL-2026-77");
  const filed = await nightStaff.details(id);
  expect([filed.process_status, filed.file_again]).toEqual([details.process_status, false]);
  expect(Math.abs(Date.parse(filed.filings[0]?.filed_at ?? "") - Date.now())).toBeLessThan(600_000);

  await page.keyboard.press("Tab");
  const move = sheet(desk).getByRole("button", { name: "Awaiting Govt" });
  await expect(move).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(desk.toast(ORDER_MESSAGES.orderMoved)).toBeVisible();
  expect((await nightStaff.details(id)).process_status).toBe("AwaitingGovt");
  await page.keyboard.press("Escape");
  await expect(sheet(desk)).toBeHidden();
  await expect(page.getByRole("button", { name: "Filing sheet" })).toBeFocused();
});

test("values are copied exactly as they are, and Shift+Enter goes back", async ({ page, desk }) => {
  await desk.signIn("Team");
  const id = await desk.intake(traveller());
  const texts = {
    place_of_stay: `12 "Galle" Road, 'Colombo' \\ <b>03</b>\r\n\tSri Lanka`,
    port_of_departure: "مطار هيثرو الدولي، لندن",
    port_of_arrival: "x".repeat(200),
  };
  // The intake makes one line of several; orders from an earlier system may have them.
  await changeData<OrderDetails>(page, "**/api/admin/get-orders-details/**", (order) => ({ ...order, ...texts }));
  await desk.openOrder(id);
  await page.getByRole("button", { name: "Filing sheet" }).click();
  for (const [label, text] of [
    ["Port of Departure", texts.port_of_departure],
    ["Port of Arrival", texts.port_of_arrival],
    ["Place of Stay", texts.place_of_stay],
  ] as const) {
    await row(desk, label).click();
    await expect(row(desk, label)).toHaveAccessibleName(/copied/);
    expect(await desk.clipboard()).toBe(text);
  }
  await expect(row(desk, "Port of Arrival")).toContainText("Too long: 200 of at most 100 characters");
  await page.keyboard.press("Shift+Enter");
  await expect(row(desk, "Purpose of Visit")).toBeFocused();
  expect(await desk.clipboard()).toBe(texts.place_of_stay);
  // Closing and opening keeps the ticks and goes to the first field that is not copied.
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await expect(row(desk, "Name with Initials")).toBeFocused();
  await expect(row(desk, "Place of Stay")).toHaveAccessibleName(/copied/);
});

test("wrong entries are explained at their field, and nothing that was typed is lost", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  await desk.openNewOrder("Telecaller", { ...traveller(), flight_number: null });
  await page.keyboard.press("g");
  await expect(sheet(desk).getByText("Missing: Flight No./Ship Name.")).toBeVisible();
  await reference(desk).fill("SL-9");
  await sheet(desk).getByLabel("Filed at (UTC)").fill("2031-01-01T10:00");
  const receipt = sheet(desk).getByLabel("Receipt", { exact: true });
  await receipt.setInputFiles({
    name: "receipt.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.7 torn"),
  });
  const record = sheet(desk).getByRole("button", { name: "Record filing" });
  await record.click();
  await expect(sheet(desk).getByText(FILING_MESSAGES.filingTimeFuture)).toBeVisible();
  await sheet(desk).getByLabel("Filed at (UTC)").fill("2026-01-01T10:00");
  await record.click();
  await expect(sheet(desk).getByText(DOCUMENT_MESSAGES.uploadPdfBroken)).toBeVisible();
  await expect(receipt).toHaveAttribute("aria-invalid", "true");
  await receipt.setInputFiles({ name: "x.txt", mimeType: "text/plain", buffer: Buffer.from("no receipt") });
  await record.click();
  await expect(sheet(desk).getByText(DOCUMENT_MESSAGES.uploadType)).toBeVisible();
  await expect(reference(desk)).toHaveValue("SL-9");
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await expect(reference(desk)).toHaveValue("SL-9");
  await sheet(desk).getByRole("button", { name: "Remove x.txt" }).click();
  await record.click();
  await expect(desk.toast(FILING_MESSAGES.filingRecorded)).toBeVisible();
  await expect(desk.section("Filings")).toContainText("Filed 01-01-2026 10:00:00");
});

test("a second filing asks first, its receipt is downloaded, and a wrong one is voided with a reason", async ({
  page,
  desk,
}) => {
  await desk.signIn("Manager");
  const order = traveller();
  const other = await desk.intake(order);
  const id = await desk.intake(order);
  for (const [index, each] of [other, id].entries()) {
    await desk.openOrder(each);
    await page.keyboard.press("g");
    await reference(desk).fill(`SL-${index}`);
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    await sheet(desk)
      .getByLabel("Receipt", { exact: true })
      .setInputFiles({ name: "receipt.png", mimeType: "image/png", buffer: png });
    await sheet(desk).getByRole("button", { name: "Record filing" }).click();
    const question = desk.dialog("Record another filing?");
    const duplicate = each === id ? other : id;
    await expect(question).toContainText(`Order ${duplicate} has the same passport number and an arrival within three`);
    if (each === id) {
      await question.getByRole("button", { name: "Cancel" }).click();
      await expect(question).toBeHidden();
      await expect(reference(desk)).toHaveValue("SL-1");
      await sheet(desk).getByRole("button", { name: "Record filing" }).click();
    }
    await question.getByRole("button", { name: "Record it" }).click();
    await expect(desk.toast(FILING_MESSAGES.filingRecorded)).toBeVisible();
  }
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download the receipt of SL-1" }).click();
  expect((await download).suggestedFilename()).toMatch(new RegExp(`^${id}_receipt-\\d+\\.png$`));
  await page.getByRole("button", { name: "Void filing SL-1" }).click();
  const dialog = desk.dialog("Void filing SL-1");
  await dialog.getByRole("button", { name: "Void the filing" }).click();
  await expect(dialog.getByText(FILING_MESSAGES.filingVoidReasonRequired)).toBeVisible();
  await dialog.getByLabel("Why does this filing not count?").fill("Filed for the other order");
  await dialog.getByRole("button", { name: "Void the filing" }).click();
  await expect(desk.section("Filings")).toContainText("Manager Member: Filed for the other order");
  await expect(page.getByRole("button", { name: "Void filing SL-1" })).toBeHidden();
});

test("a correction by a colleague takes the tick of its field, and a filed order is marked to be filed again", async ({
  page,
  desk,
}) => {
  const manager = await desk.signIn("Manager");
  const id = await desk.intake(traveller());
  const correct = async (flight_number: string, factsVersion: number, confirm: "filed"[] = []) => {
    const correction = { orderId: id, factsVersion, fields: { flight_number }, reason: "Mistyped", confirm };
    await manager.call(correctOrder, correction);
  };
  await desk.openOrder(id);
  await page.keyboard.press("g");
  await row(desk, "Passport No.").click();
  await row(desk, "Flight No./Ship Name").click();
  await expect(row(desk, "Flight No./Ship Name")).toHaveAccessibleName(/copied/);
  await reference(desk).fill("SL-5");
  await correct("UL505", 1);
  await expect(sheet(desk).getByRole("alert")).toContainText("This order was corrected while the sheet was open");
  await expect(row(desk, "Flight No./Ship Name")).toHaveAccessibleName(/^Flight No.\/Ship Name UL 505/);
  await expect(row(desk, "Passport No.")).toHaveAccessibleName(/copied/);
  const record = sheet(desk).getByRole("button", { name: "Record filing" });
  await record.click();
  await expect(desk.toast(/^Manager Member corrected this order at/)).toBeVisible();
  await expect(reference(desk)).toHaveValue("SL-5");
  await sheet(desk).getByRole("button", { name: "I entered the new values" }).click();
  await expect(sheet(desk).getByRole("alert")).toBeHidden();
  await record.click();
  await expect(desk.toast(FILING_MESSAGES.filingRecorded)).toBeVisible();

  await correct("UL506", 2, ["filed"]);
  const notice = desk.section("File again");
  await expect(notice).toContainText("Changed since it was filed with the authority: Flight No./Ship Name.");
  await expect(sheet(desk)).toContainText("Changed since: Flight No./Ship Name.");
  await expectNoAxeFindings(page);
  await sheet(desk).getByRole("button", { name: "Close the filing sheet" }).click();
  await notice.getByRole("button", { name: "Open the filing sheet" }).click();
  await expect(row(desk, "Name with Initials")).toBeFocused();
});

test("a sheet whose script can't be loaded leaves the order, and loads with Retry", async ({ page, desk }) => {
  await desk.signIn("Team");
  const id = await desk.intake(traveller());
  await page.route("**/assets/filing-sheet-*.js", (route) => route.abort());
  await desk.openOrder(id);
  await page.keyboard.press("g");
  const retry = sheet(desk).getByRole("button", { name: "Retry" });
  await expect(retry).toBeVisible();
  await expect(desk.personal).toBeVisible();
  await expectNoAxeFindings(page);
  await page.unroute("**/assets/filing-sheet-*.js");
  await retry.click();
  await expect(row(desk, "Name with Initials")).toBeFocused();
});

test("sheet and filings are accessible and fit every width, in both themes", async ({ page, desk }) => {
  await desk.signIn("Admin");
  const id = await desk.intake({
    ...LONG_ORDER,
    passport_number: `LONG${Date.now()}`,
    purpose_of_visit: "Surfing".repeat(20),
  });
  await desk.openOrder(id);
  await page.keyboard.press("g");
  await reference(desk).fill("SL-".padEnd(100, "7"));
  await sheet(desk).getByRole("button", { name: "Record filing" }).click();
  await expect(desk.toast(FILING_MESSAGES.filingRecorded)).toBeVisible();
  await sheet(desk).getByRole("button", { name: "Record another" }).click();
  await reference(desk).fill("SL-2");
  await sheet(desk).getByRole("button", { name: "Record filing" }).focus();
  await desk.look(sheet(desk), { what: "sheet", isFullest: true });
  await page.setViewportSize({ width: 991, height: 900 });
  await expect(desk.section("Order Details")).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(desk.section("Order Details")).toBeVisible();
  await expect(page.getByRole("button", { name: "Filing sheet" })).toBeFocused();
  await page.getByText("As filed").click();
  await desk.look(desk.section("Filings"), { what: "filings" });
  await page.getByRole("button", { name: /^Void filing/ }).click();
  await expect(desk.dialog()).toBeVisible();
  await expectNoAxeFindings(page);
});

test("the sheet waits for the order in its final shape", async ({ page, desk }) => {
  await desk.signIn("Team");
  const name = `Waiting ${Date.now()}`;
  await desk.intake({ ...traveller(), full_name: name });
  await page.goto("/admin/recent-order");
  const gate = await holdAnswers(page, "**/api/admin/get-orders-details/**");
  await page
    .getByRole("link", { name: /View|\d{6}/ })
    .first()
    .click();
  await expect(page.getByRole("button", { name: "Filing sheet" })).toBeVisible();
  await page.keyboard.press("g");
  await expect(sheet(desk).getByText("Place of Stay")).toBeVisible();
  await expect(sheet(desk).getByRole("button", { name: /^Place of Stay/ })).toBeHidden();
  gate();
  await expect(row(desk, "Name with Initials")).toBeFocused();
});
