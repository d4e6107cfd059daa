import { formatDateTimeUtc } from "#contract/dates.ts";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { MAIL_MESSAGES } from "#contract/mail/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { refuse } from "./support/answers.ts";
import { FULL_ORDER } from "./support/orders.ts";
import { expect, test } from "./support/test.ts";

test.use({
  // Half a day away from the server's zone, so a date formatted in the browser's zone shows up.
  timezoneId: "Asia/Colombo",
  // Chromium logs refused requests and the driver's access to a frame that runs no script.
  expectedErrors: ["Failed to load resource", "Blocked script execution in 'about:srcdoc'"],
});

const card = { name: "card.pdf", mimeType: "application/pdf", buffer: plainPdf("An arrival card") };

test("the history sections show the mail, the document and the comment of an order @2-134 @3-031 @3-032 @3-033", async ({
  desk,
}) => {
  const id = await desk.intake(FULL_ORDER);
  const team = await desk.signIn("Team");
  await team.upload(id, FULL_ORDER.email, "Sendgrid");
  const { us_date, us_time, create_ts } = await team.addComment(id, "Seen by the team.", { whatsapp: "Y" });
  await desk.openOrder(id);
  const mails = desk.section("Email History");
  await expect(mails).toContainText(FULL_ORDER.email);
  await expect(mails).toContainText("Sendgrid");
  await expect(mails).toContainText("Written to a file");
  await mails.getByText("Message ID").click();
  await expect(mails.getByTitle(/^Message ID /)).toHaveText(/^<\S+@\S+>$/);
  await expect(desk.section("Upload Document")).toContainText("card.pdf");
  const comments = desk.section("Comment History");
  await expect(comments).toContainText("Team Member");
  await expect(comments).toContainText(formatDateTimeUtc(create_ts));
  await expect(comments.getByTitle(`${us_date} ${us_time} New York`)).toBeVisible();
  await expect(comments).toContainText("Seen by the team.");
  await expect(comments.getByRole("list", { name: "Flags" })).toContainText(/whatsapp/i);
});

test("an upload shows each error at its field, keeps the input and then mails the card", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  const id = await desk.openNewOrder("Team", FULL_ORDER);
  const section = desk.section("Upload Document");
  await expect(section).toContainText("Mail provider: AWS");
  await section.getByLabel("Email").fill("");
  await section.getByRole("button", { name: "Upload Document" }).click();
  await expect(section).toContainText(DOCUMENT_MESSAGES.uploadEmailRequired);
  await expect(section).toContainText(MESSAGES.uploadFileRequired);
  await section.getByLabel("Email").fill(FULL_ORDER.email);
  // An image by its name, not by its content.
  const fake = { name: "fake.png", mimeType: "image/png", buffer: Buffer.from("<svg onload=alert(1)>") };
  await section.getByLabel("File", { exact: true }).setInputFiles(fake);
  await expect(section).toContainText(DOCUMENT_MESSAGES.uploadType);
  await section.getByLabel("File", { exact: true }).setInputFiles(card);
  await expect(section).not.toContainText(DOCUMENT_MESSAGES.uploadType);
  await desk.chooseProvider(section, "Sendgrid");
  const refused = await refuse(page, "/admin/upload-visa-document", "unavailable", { message: MESSAGES.unavailable });
  await section.getByRole("button", { name: "Upload Document" }).click();
  await expect(desk.toast(MESSAGES.unavailable)).toBeVisible();
  await page.unroute(refused);
  await section.getByRole("button", { name: "Upload Document" }).click();
  await expect(desk.toast(DOCUMENT_MESSAGES.documentQueued)).toBeVisible();
  await expect(desk.toast(MESSAGES.unavailable)).toHaveCount(0);
  await section.getByText("Details").click();
  await expect(section).toContainText(`${id}_arrival-card-v1.pdf for ${FULL_ORDER.full_name}`);
  const mails = desk.section("Email History");
  for (const text of [FULL_ORDER.email, FULL_ORDER.full_name, "arrival-card-v1.pdf", "Sendgrid"]) {
    await expect(mails).toContainText(text);
  }
  await expect(mails).toContainText("Written to a file");
});

test("a mail's content is shown in a frame without scripts; a resend to another address requires a reason @2-141", {
  tag: "@core",
}, async ({ page, desk }) => {
  const team = await desk.signIn("Team");
  const name = "<script>alert(1)</script> Mallory";
  const id = await desk.intake({ ...FULL_ORDER, full_name: name });
  await team.upload(id, FULL_ORDER.email, "Sendgrid");
  await desk.openOrder(id);
  const mails = desk.section("Email History");
  await mails.getByRole("button", { name: "View Email Content" }).click();
  const frame = desk.dialog().locator("iframe");
  await expect(frame).toHaveAttribute("sandbox", "");
  await expect(frame.contentFrame().getByText(name).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(desk.dialog()).toBeHidden();

  await mails.getByRole("button", { name: "Resend" }).click();
  const dialog = desk.dialog();
  await expect(dialog).toContainText("Mail provider: AWS");
  await dialog.getByLabel("Email").fill("other@example.com");
  await dialog.getByRole("button", { name: "Resend" }).click();
  await expect(dialog).toContainText(DOCUMENT_MESSAGES.reasonRequired);
  await dialog.getByLabel("Reason for another address").fill("The traveller's agent asked");
  await desk.chooseProvider(dialog, "Sendgrid");
  await dialog.getByRole("button", { name: "Resend" }).click();
  await expect(desk.toast(MAIL_MESSAGES.mailQueued)).toBeVisible();
  await expect(mails).toContainText("other@example.com");
  await desk.section("History").getByRole("button", { name: "Everything" }).click();
  await expect(desk.section("History")).toContainText("The traveller's agent asked");
});

test("upload and resend preselect the provider that the server has credentials for", async ({ page, desk }) => {
  const team = await desk.signIn("Team");
  const id = await desk.intake(FULL_ORDER);
  await team.upload(id, FULL_ORDER.email);
  // As in an installation with credentials for SendGrid only.
  await page.route("**/admin/view-order/**", async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const served = html.replace(/(preferredMailProvider&quot;:&quot;)AWS/, "$1Sendgrid");
    expect(served).not.toBe(html);
    await route.fulfill({ response, body: served });
  });
  await desk.openOrder(id);
  await desk.section("Upload Document").getByRole("button", { name: "Upload another" }).click();
  await expect(desk.section("Upload Document")).toContainText("Mail provider: Sendgrid");
  await desk.section("Email History").getByRole("button", { name: "Resend" }).click();
  await expect(desk.dialog()).toContainText("Mail provider: Sendgrid");
});
