import type { Page } from "@playwright/test";
import { encodeOrderId } from "#contract/order-id.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { expect, test } from "./support/test.ts";

test.use({
  expectedErrors: ["the server responded with a status of 409", "net::ERR_FAILED"],
  timezoneId: "Asia/Colombo",
});

const MOVES = [
  ["Move to Awaiting Response", "Awaiting"],
  ["Move to Completed Refunds", "Refunds"],
  ["Move to Contact Customer", "Contact Customer"],
  ["Move to Awaiting Govt", "AwaitingGovt"],
  ["Move to Customer Called", "Customer Called"],
  ["Move to Delete", "Deleted"],
  ["Move to Completed Orders", "Completed"],
] as const;

const open = (page: Page, id: number) => page.goto(`/admin/view-order/${encodeOrderId(id)}`);
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

async function uploadFor(page: Page, token: string, id: number, email: string): Promise<void> {
  const answer = await page.request.post("/api/admin/upload-visa-document", {
    headers: { authorization: token },
    multipart: {
      orderId: String(id),
      email,
      mailServiceProvider: "Sendgrid",
      uploadVisaDoc: { name: "card.pdf", mimeType: "application/pdf", buffer: plainPdf(`card of ${id}`) },
    },
  });
  expect(answer.status()).toBe(200);
}

test("the order's fields stand under their names, and what is missing does not stand there", async ({
  page,
  signInAs,
  intake,
}) => {
  const id = await intake({
    full_name: "N. K. Perera",
    email: "fields@example.com",
    nationality: "GBR",
    passport_number: "N1234567",
    flight_number: "UL 504",
    arrival_date: "2031-07-04",
    processing_mode: "Priority",
    sex: "Male",
    date_of_birth: "1990-02-28",
    place_of_stay: "12 Galle Road",
    purpose_of_visit: "Holiday",
    travel_mode: "Air",
    port_of_departure: "London",
    port_of_arrival: "Colombo",
    phone_code: "+44",
    telephone_number: "7700900123",
    transaction_id: "ch_1",
    merchant_name: "Arrival Card",
  });
  await signInAs("Night Staff");
  await open(page, id);
  await expect(region(page, "Personal Information")).toContainText("N. K. Perera");
  const personal = [
    ["Name with Initials", "N. K. Perera"],
    ["Nationality", "United Kingdom"],
    ["Passport No.", "N1234567"],
    ["Sex", "Male"],
    ["Date of Birth", "28-02-1990"],
    ["Email", "fields@example.com"],
    ["Telephone", "+44 7700900123"],
    ["Arrival Date", "04-07-2031"],
    ["Mode of Arrival", "Air"],
    ["Flight No./Ship Name", "UL 504"],
    ["Port of Departure", "London"],
    ["Port of Arrival", "Colombo"],
    ["Purpose of Visit", "Holiday"],
    ["Place of Stay", "12 Galle Road"],
  ];
  expect((await fieldsIn(page, "Personal Information")).sort()).toEqual(personal.sort());
  expect(await fieldsIn(page, "Order Details")).toEqual(
    expect.arrayContaining([
      ["Order ID", String(id)],
      ["Processing Mode", "Priority"],
      ["Merchant Name", "Arrival Card"],
      ["Transaction ID", "ch_1"],
    ]),
  );

  const bare = await intake({ full_name: "Bare Order" });
  await open(page, bare);
  await expect(region(page, "Personal Information")).toContainText("Bare Order");
  const names = (await fieldsIn(page, "Personal Information")).map(([name]) => name);
  expect(names.sort()).toEqual(["Arrival Date", "Email", "Name with Initials", "Nationality"]);
  expect((await fieldsIn(page, "Order Details")).map(([name]) => name)).not.toContain("Merchant Name");
});

test("each button moves the order there, says so, is gone, and has lists and counts read anew", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  test.setTimeout(180_000);
  const email = "moves@example.com";
  const id = await intake({ email });
  const token = await signInAs("Telecaller");
  await uploadFor(page, token, id, email);
  const status = async () => {
    const answer = await request.get(`/api/admin/get-orders-details/${id}`, { headers: { authorization: token } });
    return (await answer.json()).data.process_status as string;
  };
  // The mail's own move comes first.
  await expect.poll(status, { timeout: 20_000 }).toBe("Completed");
  await open(page, id);
  const section = region(page, "Move order");
  await expect(section.getByRole("button", { name: "Move to Awaiting Response" })).toBeVisible();
  await expect(section.getByRole("button", { name: "Move to Completed Orders" })).toHaveCount(0);
  for (const [label, target] of MOVES) {
    await test.step(label, async () => {
      const counted = page.waitForRequest(/get-folder-count/);
      const answered = page.waitForResponse(/move-order-status/);
      await section.getByRole("button", { name: label }).click();
      const response = await answered;
      expect(response.request().postDataJSON()).toMatchObject({ orderId: id, updatingStatus: target });
      const toasts = page.locator(".Toastify__toast--success");
      await expect(toasts.filter({ hasText: "Order status has been updated successfully" }).first()).toBeVisible();
      await counted;
      await expect(section.getByRole("button", { name: label })).toHaveCount(0);
      expect(await status()).toBe(target);
    });
  }
  const listed = page.waitForResponse(/get-orders-list\/completedOrder/);
  await page
    .getByRole("link", { name: /^Completed Orders/ })
    .first()
    .click();
  expect((await (await listed).json()).data).toContainEqual(expect.objectContaining({ order_id: id }));
});

test("whoever moves an order second is told who was first", async ({ page, request, signInAs, intake }) => {
  const id = await intake();
  const token = await signInAs("Manager");
  await signInAs("Team");
  await open(page, id);
  const button = page.getByRole("button", { name: "Move to Contact Customer" });
  await expect(button).toBeEnabled();
  // What colleagues do must not reach the screen before the click, so the answer alone can tell.
  await page.route("**/api/admin/get-orders-details/**", (route) => route.abort());
  const moved = await request.put("/api/admin/move-order-status", {
    headers: { authorization: token },
    data: { orderId: id, updatingStatus: "Awaiting" },
  });
  expect(moved.status()).toBe(200);
  const answered = page.waitForResponse(/move-order-status/);
  await button.click();
  expect((await answered).status()).toBe(409);
  const toast = page.locator(".Toastify__toast--error");
  await expect(toast).toContainText("Manager Member moved this order to Awaiting Response at");
});

test("the histories show the mail, the document and the comment of an order", async ({ page, signInAs, intake }) => {
  const email = "histories@example.com";
  const id = await intake({ email });
  const token = await signInAs("Team");
  await uploadFor(page, token, id, email);
  const comment = await page.request.post("/api/admin/add-new-remark", {
    headers: { authorization: token },
    data: { orderId: id, remark: "Seen by the team.", whatsapp: "Y" },
  });
  const { us_date, us_time } = (await comment.json()).data;
  await open(page, id);
  const mails = region(page, "Email History");
  await expect(mails).toContainText(email);
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

test("downloads by programs are folded away below those of people", async ({ page, request, signInAs, intake }) => {
  const email = "programs@example.com";
  const id = await intake({ email });
  await uploadFor(page, await signInAs("Team"), id, email);
  expect((await request.post("/api/front/track-order", { data: { orderId: id, email } })).status()).toBe(200);
  const file = `/uploads/docs/${id}_arrival-card-v1.pdf`;
  const person = (await page.evaluate(() => navigator.userAgent)).replace("Headless", "");
  for (const userAgent of ["curl/8.5.0", person]) {
    expect((await request.get(file, { headers: { "user-agent": userAgent } })).status()).toBe(200);
  }
  await open(page, id);
  const history = region(page, "Download History");
  const rows = history.getByRole("table").locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Chrome");
  await expect(rows).not.toContainText("Automated");
  await history.getByRole("button", { name: "Show 1 automated" }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: "Automated" })).toHaveCount(1);
  await history.getByRole("button", { name: "Hide 1 automated" }).click();
  await expect(rows).toHaveCount(1);
});
