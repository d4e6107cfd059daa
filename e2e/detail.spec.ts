import type { APIRequestContext, Page } from "@playwright/test";
import { MESSAGES } from "#contract/messages.ts";
import { encodeOrderId } from "#contract/order-id.ts";
import { MOVE_LABELS, MOVE_TARGETS, STATUS_LABELS, statusLabel } from "#contract/order-status.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { moveOverTheWire, refuse } from "./support/answers.ts";
import { FULL_ORDER } from "./support/full-orders.ts";
import { holdAnswers } from "./support/looks.ts";
import { expect, test } from "./support/test.ts";

test.use({
  permissions: ["clipboard-read", "clipboard-write"],
  // Half a day away from the server's clock: a date that took the browser's zone would show.
  timezoneId: "Asia/Colombo",
  // Chromium's own lines for refused answers, and for a driver that looks into a frame which runs no script.
  expectedErrors: ["Failed to load resource", "Blocked script execution in 'about:srcdoc'"],
});

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
/** The fields of a section as a person reads them: name and value. */
const fieldsIn = (page: Page, name: string) =>
  region(page, name)
    .locator("dl > div")
    .evaluateAll((fields) =>
      fields.map((field) => [
        field.querySelector("dt")?.textContent ?? "",
        field.querySelector("dd > span")?.textContent ?? "",
      ]),
    );
const moveButtons = (page: Page) => region(page, "Move order").getByRole("button");
const toast = (page: Page, text: string | RegExp) =>
  page.getByRole("region", { name: /^Notifications/ }).getByText(text);

async function open(page: Page, id: number): Promise<void> {
  await page.goto(`/admin/view-order/${encodeOrderId(id)}`);
  await expect(region(page, "Order Details")).toBeVisible({ timeout: 30_000 });
}

const card = { name: "card.pdf", mimeType: "application/pdf", buffer: Buffer.from(plainPdf("An arrival card")) };

async function upload(request: APIRequestContext, token: string, id: number, email: string): Promise<void> {
  const response = await request.post("/api/admin/upload-visa-document", {
    headers: { authorization: `Bearer ${token}` },
    multipart: { orderId: String(id), email, mailServiceProvider: "Sendgrid", uploadVisaDoc: card },
  });
  expect(response.status(), await response.text()).toBe(200);
}

async function details(request: APIRequestContext, token: string, id: number) {
  const response = await request.get(`/api/admin/get-orders-details/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await response.json()).data;
}

test("the sections bear the specified names", async ({ page, signInAs, intake }) => {
  await signInAs("Telecaller");
  await open(page, await intake(FULL_ORDER));
  for (const name of [
    "Email History",
    "Upload Document",
    "Order Details",
    "Personal Information",
    "Download History",
    "Add Comment Below",
    "Comment History",
  ]) {
    await expect(region(page, name)).toBeVisible();
    await expect(page.getByRole("heading", { level: 2, name, exact: true })).toBeVisible();
  }
  await expect(region(page, "Comment History")).toContainText(MESSAGES.noRecord);
});

test("the order's fields stand under their names, and what is missing does not stand there", async ({
  page,
  signInAs,
  intake,
}) => {
  await signInAs("Night Staff");
  const id = await intake({ ...FULL_ORDER, processing_mode: "Priority", arrival_date: "2031-07-04" });
  await open(page, id);
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
  expect((await fieldsIn(page, "Personal Information")).sort()).toEqual(personal.sort());
  expect(await fieldsIn(page, "Order Details")).toEqual(
    expect.arrayContaining([
      ["Order ID", String(id)],
      ["Processing Mode", "Priority"],
      ["Merchant Name", FULL_ORDER.merchant_name],
      ["Transaction ID", FULL_ORDER.transaction_id],
    ]),
  );

  await open(page, await intake({ full_name: "Bare Order", paid: false }));
  const names = (await fieldsIn(page, "Personal Information")).map(([name]) => name);
  expect(names.sort()).toEqual(["Arrival Date", "Email", "Name with Initials", "Nationality"]);
  const shown = (await fieldsIn(page, "Order Details")).map(([name]) => name);
  expect(shown).toContain("Order ID");
  for (const name of ["Merchant Name", "Transaction ID"]) expect(shown).not.toContain(name);
  await expect(region(page, "Upload Document")).toContainText(MESSAGES.uploadUnpaid);
});

test("staff copy what they type into the government's form", async ({ page, signInAs, intake }) => {
  await signInAs("Team");
  await open(page, await intake(FULL_ORDER));
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
    const button = page.getByRole("button", { name: `Copy ${label}`, exact: true });
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status").filter({ hasText: `Copied ${label}` })).toHaveCount(1);
    await expect(page.getByRole("tooltip", { name: "Copied" }).first()).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value);
  }
});

test("the chat link dials the traveller's number, and stands only for a number that can be dialled", async ({
  page,
  signInAs,
  intake,
}) => {
  await signInAs("Team");
  await open(page, await intake(FULL_ORDER));
  const chat = page.getByRole("link", { name: "Chat on WhatsApp" });
  await expect(chat).toHaveAttribute("href", "https://wa.me/447700900123");
  await expect(chat).toHaveAttribute("rel", /noopener/);
  await open(page, await intake({ ...FULL_ORDER, telephone_number: "123" }));
  await expect(chat).toHaveCount(0);
});

test("each button moves the order there, says so, is gone, and has lists and counts read anew", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  test.setTimeout(180_000);
  const token = await signInAs("Telecaller");
  const id = await intake(FULL_ORDER);
  await upload(request, token, id, FULL_ORDER.email);
  const status = async () => (await details(request, token, id)).process_status;
  // The mail's own move comes first.
  await expect.poll(status, { timeout: 20_000 }).toBe("Completed");
  await open(page, id);
  const badge = page.locator("header [data-status]");
  let current = "Completed";
  for (const target of [...MOVE_TARGETS.filter((each) => each !== "Completed"), "Completed"] as const) {
    await test.step(MOVE_LABELS[target], async () => {
      const offered = MOVE_TARGETS.filter((each) => each !== current).map((each) => MOVE_LABELS[each]);
      const names = (await moveButtons(page).allTextContents()).filter((name) => name.startsWith("Move to"));
      expect(names.toSorted()).toEqual(offered.toSorted());
      const counted = page.waitForRequest(/get-folder-count/);
      const answered = page.waitForResponse(/move-order-status/);
      await moveButtons(page).filter({ hasText: MOVE_LABELS[target] }).click();
      expect((await answered).request().postDataJSON()).toMatchObject({ orderId: id, updatingStatus: target });
      await counted;
      await expect(badge).toHaveText(statusLabel(target));
      await expect(toast(page, MESSAGES.orderMoved)).toHaveCount(1);
      await expect(moveButtons(page).filter({ hasText: MOVE_LABELS[target] })).toHaveCount(0);
      expect(await status()).toBe(target);
    });
    current = target;
  }
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(badge).toHaveText(STATUS_LABELS["Customer Called"]);
  const listed = page.waitForResponse(/get-orders-list\/customerCalledOrder/);
  await page
    .getByRole("link", { name: /^Customer Called/ })
    .first()
    .click();
  expect((await (await listed).json()).data).toContainEqual(expect.objectContaining({ order_id: id }));
});

test("a move changes the counts beside it, and a deleted order can be restored", async ({ page, signInAs, intake }) => {
  const id = await intake(FULL_ORDER);
  await signInAs("Team");
  await open(page, id);
  const count = page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: /^Deleted Orders/ });
  await expect(count).toHaveText(/\d$/);
  const before = Number(/\d+$/.exec((await count.textContent()) ?? "")?.[0]);
  await page.getByRole("button", { name: MOVE_LABELS.Deleted }).click();
  await expect(count).toHaveText(`Deleted Orders${before + 1}`);
  await page.getByRole("button", { name: "Restore to New" }).click();
  await expect(count).toHaveText(`Deleted Orders${before}`);
  await expect(region(page, "History")).toContainText("took the move back");
});

test("a refused move says why, and its words go when the retry succeeds", async ({ page, signInAs, intake }) => {
  await signInAs("Team");
  await open(page, await intake(FULL_ORDER));
  await page.getByRole("button", { name: MOVE_LABELS.Completed }).click();
  await expect(toast(page, MESSAGES.completedNeedsDocument)).toBeVisible();
  await page.getByRole("button", { name: MOVE_LABELS.Awaiting }).click();
  await expect(toast(page, MESSAGES.orderMoved)).toBeVisible();
  await expect(toast(page, MESSAGES.completedNeedsDocument)).toHaveCount(0);
});

test("whoever moves an order second is told who was first", async ({ page, request, signInAs, intake }) => {
  const id = await intake();
  const token = await signInAs("Manager");
  await signInAs("Team");
  await open(page, id);
  // The screen hears at once that a colleague was faster; it must not read the order anew before the click.
  const pattern = await refuse(page, "/admin/get-orders-details/**", "internal");
  const refreshed = page.waitForResponse(/get-orders-details/);
  await moveOverTheWire(request, token, id, "Awaiting");
  await refreshed;
  await page.unroute(pattern);
  const answered = page.waitForResponse(/move-order-status/);
  await page.getByRole("button", { name: MOVE_LABELS["Contact Customer"] }).click();
  expect((await answered).status()).toBe(409);
  await expect(toast(page, /Manager Member moved this order to Awaiting Response at/)).toBeVisible();
  await expect(page.locator("header [data-status]")).toHaveText("Awaiting Response");
});

test("the histories show the mail, the document and the comment of an order", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const id = await intake(FULL_ORDER);
  const token = await signInAs("Team");
  await upload(request, token, id, FULL_ORDER.email);
  const comment = await request.post("/api/admin/add-new-remark", {
    headers: { authorization: token },
    data: { orderId: id, remark: "Seen by the team.", whatsapp: "Y" },
  });
  const { us_date, us_time } = (await comment.json()).data;
  await open(page, id);
  const mails = region(page, "Email History");
  await expect(mails).toContainText(FULL_ORDER.email);
  await expect(mails).toContainText("Sendgrid");
  await expect(mails).toContainText("Written to a file", { timeout: 20_000 });
  await expect(mails.getByTitle(/^Message ID /)).toHaveText(/^<\S+@\S+>$/);
  await expect(region(page, "Upload Document")).toContainText("card.pdf");
  const comments = region(page, "Comment History");
  await expect(comments).toContainText("Team Member");
  await expect(comments).toContainText(`${us_date} ${us_time}`);
  await expect(comments).toContainText("Seen by the team.");
  await expect(comments.getByRole("list", { name: "Flags" })).toContainText(/whatsapp/i);
});

test("an upload shows each error at its field, keeps what was typed and then mails the card", async ({
  page,
  signInAs,
  intake,
}) => {
  await signInAs("Team");
  const id = await intake(FULL_ORDER);
  await open(page, id);
  const section = region(page, "Upload Document");
  await expect(section.getByRole("radio", { name: "AWS" })).toBeChecked();
  await section.getByLabel("Email").fill("");
  await section.getByRole("button", { name: "Upload Document" }).click();
  await expect(section).toContainText(MESSAGES.uploadEmailRequired);
  await expect(section).toContainText(MESSAGES.uploadFileRequired);
  await section.getByLabel("Email").fill(FULL_ORDER.email);
  // A picture by its name, not by its content.
  const fake = { name: "fake.png", mimeType: "image/png", buffer: Buffer.from("<svg onload=alert(1)>") };
  await section.getByLabel("File", { exact: true }).setInputFiles(fake);
  await expect(section).toContainText(MESSAGES.uploadType);
  await section.getByLabel("File", { exact: true }).setInputFiles(card);
  await expect(section).not.toContainText(MESSAGES.uploadType);
  await section.getByRole("radio", { name: "Sendgrid" }).check();
  const refused = await refuse(page, "/admin/upload-visa-document", "unavailable", { message: MESSAGES.unavailable });
  await section.getByRole("button", { name: "Upload Document" }).click();
  await expect(toast(page, MESSAGES.unavailable)).toBeVisible();
  await page.unroute(refused);
  await section.getByRole("button", { name: "Upload Document" }).click();
  await expect(toast(page, MESSAGES.documentQueued)).toBeVisible();
  await expect(toast(page, MESSAGES.unavailable)).toHaveCount(0);
  await expect(section).toContainText(`${id}_arrival-card-v1.pdf for ${FULL_ORDER.full_name}`);
  const mails = region(page, "Email History");
  for (const text of [FULL_ORDER.email, FULL_ORDER.full_name, "arrival-card-v1.pdf", "Sendgrid"]) {
    await expect(mails).toContainText(text);
  }
  await expect(mails).toContainText("Written to a file", { timeout: 20_000 });
});

test("a mail's content stands in a frame that runs nothing; a resend to another address asks for a reason", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const token = await signInAs("Team");
  const name = "<script>alert(1)</script> Mallory";
  const id = await intake({ ...FULL_ORDER, full_name: name });
  await upload(request, token, id, FULL_ORDER.email);
  await open(page, id);
  const mails = region(page, "Email History");
  await mails.getByRole("button", { name: "View Email Content" }).click();
  const frame = page.getByRole("dialog").locator("iframe");
  await expect(frame).toHaveAttribute("sandbox", "");
  await expect(frame.contentFrame().getByText(name).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();

  await mails.getByRole("button", { name: "Resend" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("radio", { name: "AWS" })).toBeChecked();
  await dialog.getByLabel("Email").fill("other@example.com");
  await dialog.getByRole("button", { name: "Resend" }).click();
  await expect(dialog).toContainText(MESSAGES.reasonRequired);
  await dialog.getByLabel("Reason for another address").fill("The traveller's agent asked");
  await dialog.getByRole("radio", { name: "Sendgrid" }).check();
  await dialog.getByRole("button", { name: "Resend" }).click();
  await expect(toast(page, MESSAGES.mailQueued)).toBeVisible();
  await expect(mails).toContainText("other@example.com");
  await expect(region(page, "History")).toContainText("The traveller's agent asked");
});

test("upload and resend begin with the provider that the server has credentials for", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const token = await signInAs("Team");
  const id = await intake(FULL_ORDER);
  await upload(request, token, id, FULL_ORDER.email);
  // As the page of an installation that has SendGrid alone.
  await page.route("**/admin/view-order/**", async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const served = html.replace(/(preferredMailProvider&quot;:&quot;)AWS/, "$1Sendgrid");
    expect(served).not.toBe(html);
    await route.fulfill({ response, body: served });
  });
  await open(page, id);
  await expect(region(page, "Upload Document").getByRole("radio", { name: "Sendgrid" })).toBeChecked();
  await region(page, "Email History").getByRole("button", { name: "Resend" }).click();
  await expect(page.getByRole("dialog").getByRole("radio", { name: "Sendgrid" })).toBeChecked();
});

test("a comment needs words; its five flags travel as Y, open a dispute and offer the refund", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const token = await signInAs("Team");
  const id = await intake(FULL_ORDER);
  await open(page, id);
  const form = region(page, "Add Comment Below");
  await form.getByRole("button", { name: "Add Comment" }).click();
  await expect(form).toContainText(MESSAGES.remarkRequired);
  await form.getByRole("textbox", { name: "Comment" }).fill("<b>Called</b> twice");
  for (const flag of ["WhatsApp", "Telephone", "Refund", "Voided", "Chargeback"]) {
    await form.getByRole("checkbox", { name: flag }).check();
  }
  await form.getByRole("button", { name: "Add Comment" }).click();
  await expect(toast(page, MESSAGES.remarkAdded)).toBeVisible();
  const history = region(page, "Comment History");
  await expect(history).toContainText("<b>Called</b> twice");
  await expect(history).toContainText("Team Member");
  await expect(history).toContainText(/\d{2}-\d{2}-\d{4} \d{2}:\d{2}:\d{2}/);
  await expect(page.getByText("Open dispute")).toBeVisible();
  const [remark] = (await details(request, token, id)).remark;
  expect(remark).toMatchObject({ whatsapp: "Y", telephone: "Y", status_refund: "Y", voided: "Y", chargeback: "Y" });
  expect(remark.report_error).toBe("N");
  await page
    .getByRole("region", { name: /^Notifications/ })
    .getByRole("button", { name: MOVE_LABELS.Refunds })
    .click();
  await expect(page.locator("header [data-status]")).toHaveText("Refund due");
});

test("what is typed while a comment is on its way stays", async ({ page, signInAs, intake }) => {
  await signInAs("Team");
  await open(page, await intake(FULL_ORDER));
  const letGo = await holdAnswers(page, "**/api/admin/add-new-remark");
  const form = region(page, "Add Comment Below");
  const comment = form.getByRole("textbox", { name: "Comment" });
  await comment.fill("The first");
  await form.getByRole("button", { name: "Add Comment" }).click();
  await comment.fill("The second");
  letGo();
  await expect(toast(page, MESSAGES.remarkAdded)).toBeVisible();
  await expect(comment).toHaveValue("The second");
  await expect(region(page, "Comment History")).toContainText("The first");
});

test("a printed order is whole, black on white, and fits the sheet", async ({ page, request, signInAs, intake }) => {
  test.setTimeout(120_000);
  const token = await signInAs("Team");
  const id = await intake({
    ...FULL_ORDER,
    full_name: "A name of two families and three islands, that goes on and on",
  });
  const headers = { authorization: `Bearer ${token}` };
  for (let each = 1; each <= 12; each++) {
    const data = { orderId: id, remark: `Remark number ${each}.` };
    expect((await request.post("/api/admin/add-new-remark", { headers, data })).status()).toBe(200);
  }
  await upload(request, token, id, FULL_ORDER.email);
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page, id);
  await expect(region(page, "Comment History").getByText("Remark number 1.")).toBeHidden();

  // A4 without its margins is 703 px wide.
  await page.setViewportSize({ width: 703, height: 1000 });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const content = page.getByRole("main");
  await expect(content).toContainText(`Sri Lanka Arrival CardOrder ${id}Printed `);
  await expect(region(page, "Comment History").getByRole("listitem").filter({ hasText: "Remark number" })).toHaveCount(
    12,
  );
  for (const gone of [
    page.getByRole("banner").first(),
    region(page, "Move order"),
    region(page, "Add Comment Below"),
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
          element.scrollHeight > element.clientHeight + 2 && getComputedStyle(element).overflowY !== "visible",
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
