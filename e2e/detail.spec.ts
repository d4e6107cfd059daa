import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { MOVE_LABELS, MOVE_TARGETS } from "#contract/orders/order-moves.ts";
import { STATUS_LABELS, statusLabel } from "#contract/orders/status-labels.ts";
import { REMARK_MESSAGES } from "#contract/remarks/messages.ts";
import { refuse } from "./support/answers.ts";
import { holdToasts } from "./support/held-toasts.ts";
import { holdAnswers } from "./support/looks.ts";
import { FULL_ORDER } from "./support/orders.ts";
import type { Screen } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";

test.use({
  permissions: ["clipboard-read", "clipboard-write"],
  // Half a day away from the server's zone, so a date formatted in the browser's zone shows up.
  timezoneId: "Asia/Colombo",
  // Chromium logs refused requests.
  expectedErrors: ["Failed to load resource"],
});

/** The fields of a section as displayed: name and value. */
const fieldsIn = (screen: Screen, name: string) =>
  screen
    .section(name)
    .locator("dl > div")
    .evaluateAll((fields) =>
      fields.map((field) => [
        field.querySelector("dt")?.textContent ?? "",
        field.querySelector("dd > span")?.textContent ?? "",
      ]),
    );

test("the sections have the specified names @2-134 @2-135 @2-136 @2-137 @2-138 @2-139 @2-140", async ({
  page,
  desk,
}) => {
  await desk.openNewOrder("Telecaller", FULL_ORDER);
  for (const name of [
    "Email History",
    "Upload Document",
    "Order Details",
    "Personal Information",
    "Download History",
    "Add Comment Below",
    "Comment History",
  ]) {
    await expect(desk.section(name)).toBeVisible();
    await expect(page.getByRole("heading", { level: 2, name, exact: true })).toBeVisible();
  }
  await expect(desk.section("Comment History")).toContainText(MESSAGES.noRecord);
});

test("the order's fields are shown under their labels, and missing ones are left out @2-147 @3-017 @3-018 @3-019 @3-020 @3-021 @3-022 @3-023 @3-024 @3-025 @3-026", {
  tag: "@core",
}, async ({ desk }) => {
  await desk.signIn("Night Staff");
  const id = await desk.intake({ ...FULL_ORDER, processing_mode: "Priority", arrival_date: "2031-07-04" });
  await desk.openOrder(id);
  const personal = [
    ["Name with Initials", FULL_ORDER.full_name],
    ["Nationality", "United Kingdom"],
    ["Passport No.", FULL_ORDER.passport_number],
    ["Sex", FULL_ORDER.sex],
    ["Date of Birth", "03-02-1990"],
    ["Email", FULL_ORDER.email],
    ["Telephone", "+44 07700 900123"],
    ["Arrival Date", "04-07-2031"],
    ["Mode of Arrival", FULL_ORDER.travel_mode],
    ["Flight No./Ship Name", FULL_ORDER.flight_number],
    ["Port of Departure", FULL_ORDER.port_of_departure],
    ["Port of Arrival", FULL_ORDER.port_of_arrival],
    ["Purpose of Visit", FULL_ORDER.purpose_of_visit],
    ["Place of Stay", FULL_ORDER.place_of_stay],
  ];
  expect((await fieldsIn(desk, "Personal Information")).sort()).toEqual(personal.sort());
  expect(await fieldsIn(desk, "Order Details")).toEqual(
    expect.arrayContaining([
      ["Order ID", String(id)],
      ["Processing Mode", "Priority"],
      ["Merchant Name", FULL_ORDER.merchant_name],
      ["Transaction ID", FULL_ORDER.transaction_id],
    ]),
  );

  await desk.openOrder(await desk.intake({ full_name: "Bare Order", paid: false }));
  const names = (await fieldsIn(desk, "Personal Information")).map(([name]) => name);
  expect(names.sort()).toEqual(["Arrival Date", "Email", "Name with Initials", "Nationality"]);
  const shown = (await fieldsIn(desk, "Order Details")).map(([name]) => name);
  expect(shown).toContain("Order ID");
  for (const name of ["Merchant Name", "Transaction ID"]) expect(shown).not.toContain(name);
  await expect(desk.section("Upload Document")).toContainText(DOCUMENT_MESSAGES.uploadUnpaid);
});

test("a country and a telephone number that nobody knows are named beside the value and in the filing sheet", async ({
  page,
  desk,
}) => {
  await desk.signIn("Team");
  await desk.openOrder(await desk.intake({ ...FULL_ORDER, nationality: "Ruritania", telephone_number: "077" }));
  const personal = desk.section("Personal Information");
  await expect(personal.getByText("Given as “Ruritania”")).toBeVisible();
  await expect(personal.getByText("No valid number")).toBeVisible();
  await page.keyboard.press("g");
  const sheet = desk.section("Filing sheet");
  await expect(sheet.getByRole("button", { name: /^Nationality.*Ruritania/ })).toBeVisible();
  await expect(sheet.getByText("Look at: Nationality, Telephone.")).toBeVisible();
});

test("staff copy the values that the government's form needs", { tag: "@core" }, async ({ page, desk }) => {
  await desk.openNewOrder("Team", FULL_ORDER);
  for (const [label, value] of [
    ["Name with Initials", FULL_ORDER.full_name],
    ["Passport No.", FULL_ORDER.passport_number],
    ["Nationality", "United Kingdom"],
    ["Date of Birth", "03-02-1990"],
    ["Flight No./Ship Name", FULL_ORDER.flight_number],
    ["Place of Stay", FULL_ORDER.place_of_stay],
    ["Email", FULL_ORDER.email],
    ["Telephone", "+44 07700 900123"],
  ] as const) {
    const button = desk.button(`Copy ${label}`);
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status").filter({ hasText: `Copied ${label}` })).toHaveCount(1);
    await expect(page.getByRole("tooltip", { name: "Copied" }).first()).toBeVisible();
    expect(await desk.clipboard()).toBe(value);
  }
});

test("the chat link opens the traveller's number and is shown only for a valid number @2-149", async ({
  page,
  desk,
}) => {
  await desk.openNewOrder("Team", FULL_ORDER);
  const chat = page.getByRole("link", { name: "Chat on WhatsApp" });
  await expect(chat).toHaveAttribute("href", "https://wa.me/447700900123");
  await expect(chat).toHaveAttribute("rel", /noopener/);
  await desk.openOrder(await desk.intake({ ...FULL_ORDER, telephone_number: "123" }));
  await expect(chat).toHaveCount(0);
});

test("each button moves the order, confirms it, disappears and reloads lists and counts @2-148 @4-007 @4-008 @4-009 @4-010 @4-011 @4-012 @4-013 @4-014 @4-015 @4-016", async ({
  page,
  desk,
}) => {
  const telecaller = await desk.signIn("Telecaller");
  const id = await desk.intake(FULL_ORDER);
  await telecaller.upload(id, FULL_ORDER.email);
  const status = async () => (await telecaller.details(id)).process_status;
  // Wait for the move that the mail causes.
  await expect.poll(status).toBe("Completed");
  await desk.openOrder(id);
  await holdToasts(page);
  const badge = desk.status;
  let current = "Completed";
  for (const target of [...MOVE_TARGETS.filter((each) => each !== "Completed"), "Completed"] as const) {
    await test.step(MOVE_LABELS[target], async () => {
      const offered = MOVE_TARGETS.filter((each) => each !== current).map((each) => MOVE_LABELS[each]);
      const names = (await desk.moves.allTextContents()).filter((name) => name.startsWith("Move to"));
      expect(names.toSorted()).toEqual(offered.toSorted());
      const counted = page.waitForRequest(/get-folder-count/);
      const answered = page.waitForResponse(/move-order-status/);
      await desk.moves.filter({ hasText: MOVE_LABELS[target] }).click();
      expect((await answered).request().postDataJSON()).toMatchObject({ orderId: id, updatingStatus: target });
      await counted;
      await expect(badge).toHaveText(statusLabel(target));
      await expect(desk.toast(ORDER_MESSAGES.orderMoved)).toHaveCount(1);
      await expect(desk.moves.filter({ hasText: MOVE_LABELS[target] })).toHaveCount(0);
      expect(await status()).toBe(target);
    });
    current = target;
  }
  await desk.button("Undo").click();
  await expect(badge).toHaveText(STATUS_LABELS["Customer Called"]);
  const listed = page.waitForResponse(/get-orders-list\/customerCalledOrder/);
  await page
    .getByRole("link", { name: /^Customer Called/ })
    .first()
    .click();
  expect((await (await listed).json()).data).toContainEqual(expect.objectContaining({ order_id: id }));
});

test("a move changes the counts beside it, and a deleted order can be restored", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  await desk.openNewOrder("Team", FULL_ORDER);
  const count = desk.sidebar.getByRole("link", { name: /^Deleted Orders/ });
  await expect(count).toHaveText(/\d$/);
  const before = Number(/\d+$/.exec((await count.textContent()) ?? "")?.[0]);
  await page.getByRole("button", { name: MOVE_LABELS.Deleted }).click();
  await expect(count).toHaveText(`Deleted Orders${before + 1}`);
  await page.getByRole("button", { name: "Undo last move (back to New)" }).click();
  await expect(count).toHaveText(`Deleted Orders${before}`);
  await expect(desk.section("History")).toContainText("undid the last move");
});

test("a refused move shows the reason, which disappears when the retry succeeds", async ({ page, desk }) => {
  await desk.openNewOrder("Team", FULL_ORDER);
  await page.getByRole("button", { name: MOVE_LABELS.Completed }).click();
  await expect(desk.toast(ORDER_MESSAGES.completedNeedsDocument)).toBeVisible();
  await page.getByRole("button", { name: MOVE_LABELS.Awaiting }).click();
  await expect(desk.toast(ORDER_MESSAGES.orderMoved)).toBeVisible();
  await expect(desk.toast(ORDER_MESSAGES.completedNeedsDocument)).toHaveCount(0);
});

test("the second member to move an order sees who moved it first @4-017", async ({ page, desk }) => {
  const id = await desk.intake();
  const manager = await desk.signIn("Manager");
  await (await desk.signIn("Team")).openOrder(id);
  // The live stream reports the colleague's move at once; the screen must not reload the order before the click.
  const pattern = await refuse(page, "/admin/get-orders-details/**", "internal");
  const refreshed = page.waitForResponse(/get-orders-details/);
  await manager.move(id, "Awaiting");
  await refreshed;
  await page.unroute(pattern);
  const answered = page.waitForResponse(/move-order-status/);
  await page.getByRole("button", { name: MOVE_LABELS["Contact Customer"] }).click();
  expect((await answered).status()).toBe(409);
  await expect(desk.toast(/Manager Member moved this order to Awaiting Response at/)).toBeVisible();
  await expect(desk.status).toHaveText("Awaiting Response");
});

test("a comment requires text; its five flags are sent as Y, open a dispute and offer the refund", {
  tag: "@core",
}, async ({ page, desk }) => {
  const team = await desk.signIn("Team");
  const id = await desk.intake(FULL_ORDER);
  await desk.openOrder(id);
  const form = desk.section("Add Comment Below");
  await form.getByRole("button", { name: "Add Comment" }).click();
  await expect(form).toContainText(REMARK_MESSAGES.remarkRequired);
  await form.getByRole("textbox", { name: "Comment" }).fill("<b>Called</b> twice");
  for (const flag of ["WhatsApp", "Telephone", "Refund", "Voided", "Chargeback"]) {
    await form.getByRole("checkbox", { name: flag }).check();
  }
  await form.getByRole("button", { name: "Add Comment" }).click();
  await expect(desk.toast(REMARK_MESSAGES.remarkAdded)).toBeVisible();
  const history = desk.section("Comment History");
  await expect(history).toContainText("<b>Called</b> twice");
  await expect(history).toContainText("Team Member");
  await expect(history).toContainText(/\d{2}-\d{2}-\d{4} \d{2}:\d{2}:\d{2}/);
  await expect(page.getByText("Open dispute")).toBeVisible();
  const [remark] = (await team.details(id)).remark;
  expect(remark).toMatchObject({ whatsapp: "Y", telephone: "Y", status_refund: "Y", voided: "Y", chargeback: "Y" });
  expect(remark?.report_error).toBe("N");
  await page
    .getByRole("region", { name: /^Notifications/ })
    .getByRole("button", { name: MOVE_LABELS.Refunds })
    .click();
  await expect(desk.status).toHaveText("Refund due");
});

test("text typed while a comment is being sent stays", async ({ page, desk }) => {
  await desk.openNewOrder("Team", FULL_ORDER);
  const letGo = await holdAnswers(page, "**/api/admin/add-new-remark");
  const form = desk.section("Add Comment Below");
  const comment = form.getByRole("textbox", { name: "Comment" });
  await comment.fill("The first");
  await form.getByRole("button", { name: "Add Comment" }).click();
  await comment.fill("The second");
  letGo();
  await expect(desk.toast(REMARK_MESSAGES.remarkAdded)).toBeVisible();
  await expect(comment).toHaveValue("The second");
  await expect(desk.section("Comment History")).toContainText("The first");
});

test("a printed order is complete, black on white and fits the page", async ({ page, desk }) => {
  const team = await desk.signIn("Team");
  const id = await desk.intake({
    ...FULL_ORDER,
    full_name: "A name of two families and three islands, that goes on and on",
  });
  const other = await desk.intake({ ...FULL_ORDER, full_name: "A name of two families and three islands" });
  for (let each = 1; each <= 12; each++) await team.addComment(id, `Remark number ${each}.`);
  await team.upload(id, FULL_ORDER.email);
  await page.emulateMedia({ colorScheme: "dark" });
  await desk.openOrder(id);
  await expect(desk.section("Comment History").getByText("Remark number 1.")).toBeHidden();

  // A4 less its margins is 703 px wide.
  await page.setViewportSize({ width: 703, height: 1000 });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const content = desk.main;
  await expect(content).toContainText(`Sri Lanka Arrival CardOrder ${id}Printed `);
  // Which order it is stands in a link; the page's other links are no facts.
  await expect(desk.section("Same traveller").getByText(`Order ${other}`)).toBeVisible();
  await expect(desk.section("Comment History").getByRole("listitem").filter({ hasText: "Remark number" })).toHaveCount(
    12,
  );
  for (const gone of [
    page.getByRole("banner").first(),
    desk.section("Move order"),
    desk.section("Add Comment Below"),
  ]) {
    await expect(gone).toBeHidden();
  }
  await expect(content.getByRole("button")).toHaveCount(0);
  const sheet = await page.evaluate(() => {
    const root = document.documentElement;
    const shown = [...document.querySelectorAll("#content *")].filter((element) => element.checkVisibility());
    const styles = shown.map((element) => getComputedStyle(element));
    return {
      excess: root.scrollWidth - root.clientWidth,
      inks: [...new Set(styles.map(({ color }) => color))],
      grounds: [...new Set(styles.map(({ backgroundColor }) => backgroundColor))],
      clipped: shown.filter(
        (element) =>
          // A table shown as cards hides its header row and repeats the labels in each card.
          element.tagName !== "THEAD" &&
          element.scrollHeight > element.clientHeight + 2 &&
          getComputedStyle(element).overflowY !== "visible",
      ).length,
    };
  });
  expect(sheet).toEqual({ excess: 0, inks: ["rgb(0, 0, 0)"], grounds: ["rgba(0, 0, 0, 0)"], clipped: 0 });
  expect((await page.pdf({ format: "A4" })).length).toBeGreaterThan(10_000);

  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "yes");
  });
  await page.getByRole("button", { name: "Print" }).click();
  await expect(page.locator("body")).toHaveAttribute("data-printed", "yes");
});
