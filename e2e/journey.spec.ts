import { readFile } from "node:fs/promises";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { addDays } from "#contract/dates.ts";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { REMARK_MESSAGES } from "#contract/remarks/messages.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { STAFF_PASSWORD, staffEmail } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the driver's access to the mail's frame, whose sandbox runs no script.
test.use({ expectedErrors: ["Blocked script execution in 'about:srcdoc'"] });

test("an order goes from intake to the customer's download @1-007 @1-008 @1-009 @1-015 @1-017 @2-151 @2-152 @2-153 @2-154 @2-155 @6-010 @7-045 @7-046 @9-016", {
  tag: "@core",
}, async ({ page, desk }) => {
  const email = "journey@example.com";
  const arrival = addDays(new Date().toISOString().slice(0, 10), 1);
  const orderId = await desk.intake({
    full_name: "Journey Fernando",
    email,
    phone_code: "+44",
    telephone_number: "7700900123",
    passport_number: "N7654321",
    arrival_date: arrival,
  });
  const pdf = plainPdf(`FERNANDO, Journey; N7654321; ${arrival}`);

  await test.step("sign in", async () => {
    await page.goto("/");
    await page.getByLabel("Email ID").fill(staffEmail("Team"));
    await page.getByLabel("Password", { exact: true }).fill(STAFF_PASSWORD);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByText(AUTH_MESSAGES.signedIn)).toBeVisible();
    await expect(page).toHaveURL("/admin");
    await expect(page.getByRole("button", { name: /Welcome.*Team Member/ })).toBeVisible();
  });

  await test.step("find the order in its queue and open it", async () => {
    await page
      .getByRole("link", { name: /^New Orders/ })
      .first()
      .click();
    // The dashboard has the same heading and a search box too; only the page title differs.
    await expect(page).toHaveTitle(/^New Order/);
    await desk.list.searchBox.fill("journey fern");
    const row = page.getByRole("row").filter({ hasText: String(orderId) });
    await expect(row).toContainText("Journey Fernando");
    await row.getByRole("link", { name: /View/ }).click();
    await expect(page).toHaveURL(({ pathname }) => pathname === `/admin/view-order/${encodeOrderId(orderId)}`);
    await expect(page.getByRole("heading", { level: 1, name: `Order ${orderId}` })).toBeVisible();
  });

  await test.step("upload the document; the order is completed once its mail is sent", async () => {
    await page
      .getByLabel("File", { exact: true })
      .setInputFiles({ name: "card.pdf", mimeType: "application/pdf", buffer: pdf });
    const upload = desk.section("Upload Document");
    await expect(upload.getByText("Name, passport number and arrival date found")).toBeVisible();
    await page.getByRole("button", { name: "Upload Document" }).click();
    await expect(page.getByText(DOCUMENT_MESSAGES.documentQueued)).toBeVisible();
    await expect(desk.main.getByText("Completed", { exact: true }).first()).toBeVisible({
      timeout: 20_000,
    });
    const mails = desk.section("Email History");
    await expect(mails).toContainText(email);
    await mails.getByRole("button", { name: "View Email Content" }).first().click();
    const dialog = desk.dialog();
    await expect(dialog.frameLocator("iframe").getByText("Journey Fernando")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  await test.step("comment, then sign out", async () => {
    const form = desk.section("Add Comment Below");
    await form.getByRole("textbox").fill("Told the customer on the telephone.");
    await form.getByRole("checkbox", { name: /telephone/i }).check();
    await form.getByRole("button", { name: "Add Comment" }).click();
    await expect(page.getByText(REMARK_MESSAGES.remarkAdded)).toBeVisible();
    await expect(desk.section("Comment History")).toContainText("Told the customer on the telephone.");
    await page.getByRole("button", { name: /Welcome/ }).click();
    await desk.menuItem("Logout").click();
    await expect(page).toHaveURL("/");
    expect(await desk.storedUser()).toBeNull();
  });

  await test.step("the customer tracks the order and downloads the document", async () => {
    await page.goto(`/track-order/${encodeOrderId(orderId)}`);
    await expect(desk.heading).toHaveText(
      "To Download your Sri Lanka Arrival Card, please enter the email used on your application",
    );
    await expect(page.getByLabel("Order ID")).toHaveValue(String(orderId));
    await page.getByLabel("Email ID").fill("JOURNEY@example.com");
    await page.getByRole("button", { name: "TRACK ORDER" }).click();
    await expect(page).toHaveURL(`/get-new-order-details/${encodeOrderId(orderId)}`);
    await expect(page.getByText(/completed successfully/)).toBeVisible();
    await expect(page.getByText(MESSAGES.noRecords)).toBeVisible();

    const download = await desk.download(page.getByRole("button", { name: "Download Now" }));
    expect(download.suggestedFilename()).toMatch(new RegExp(`^${orderId}_`));
    expect((await readFile(await download.path())).equals(pdf)).toBe(true);
    const history = page.getByRole("table", { name: /Downloaded History/ });
    await expect(history).toContainText("127.0.0.1");
    await expect(history).toContainText(/E[SD]T/);
  });
});
