import { formatDateTimeUtc } from "#contract/dates.ts";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { MAIL_MESSAGES } from "#contract/mail/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { refuse, uploadDocument } from "./support/answers.ts";
import { FULL_ORDER } from "./support/full-orders.ts";
import { chooseProvider, openOrder, region } from "./support/order-page.ts";
import { toastOf } from "./support/page-parts.ts";
import { expect, test } from "./support/test.ts";

test.use({
  // Half a day away from the server's zone, so a date formatted in the browser's zone shows up.
  timezoneId: "Asia/Colombo",
  // Chromium logs refused requests and the driver's access to a frame that runs no script.
  expectedErrors: ["Failed to load resource", "Blocked script execution in 'about:srcdoc'"],
});

const card = { name: "card.pdf", mimeType: "application/pdf", buffer: plainPdf("An arrival card") };

test("the history sections show the mail, the document and the comment of an order @2-134 @3-031 @3-032 @3-033", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const id = await intake(FULL_ORDER);
  const token = await signInAs("Team");
  await uploadDocument(request, token, id, FULL_ORDER.email, "Sendgrid");
  const comment = await request.post("/api/admin/add-new-remark", {
    headers: { authorization: token },
    data: { orderId: id, remark: "Seen by the team.", whatsapp: "Y" },
  });
  const { us_date, us_time, create_ts } = (await comment.json()).data;
  await openOrder(page, id);
  const mails = region(page, "Email History");
  await expect(mails).toContainText(FULL_ORDER.email);
  await expect(mails).toContainText("Sendgrid");
  await expect(mails).toContainText("Written to a file");
  await mails.getByText("Message ID").click();
  await expect(mails.getByTitle(/^Message ID /)).toHaveText(/^<\S+@\S+>$/);
  await expect(region(page, "Upload Document")).toContainText("card.pdf");
  const comments = region(page, "Comment History");
  await expect(comments).toContainText("Team Member");
  await expect(comments).toContainText(formatDateTimeUtc(create_ts));
  await expect(comments.getByTitle(`${us_date} ${us_time} New York`)).toBeVisible();
  await expect(comments).toContainText("Seen by the team.");
  await expect(comments.getByRole("list", { name: "Flags" })).toContainText(/whatsapp/i);
});

test("an upload shows each error at its field, keeps the input and then mails the card", { tag: "@core" }, async ({
  page,
  signInAs,
  intake,
}) => {
  await signInAs("Team");
  const id = await intake(FULL_ORDER);
  await openOrder(page, id);
  const section = region(page, "Upload Document");
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
  await chooseProvider(section, "Sendgrid");
  const refused = await refuse(page, "/admin/upload-visa-document", "unavailable", { message: MESSAGES.unavailable });
  await section.getByRole("button", { name: "Upload Document" }).click();
  await expect(toastOf(page, MESSAGES.unavailable)).toBeVisible();
  await page.unroute(refused);
  await section.getByRole("button", { name: "Upload Document" }).click();
  await expect(toastOf(page, DOCUMENT_MESSAGES.documentQueued)).toBeVisible();
  await expect(toastOf(page, MESSAGES.unavailable)).toHaveCount(0);
  await section.getByText("Details").click();
  await expect(section).toContainText(`${id}_arrival-card-v1.pdf for ${FULL_ORDER.full_name}`);
  const mails = region(page, "Email History");
  for (const text of [FULL_ORDER.email, FULL_ORDER.full_name, "arrival-card-v1.pdf", "Sendgrid"]) {
    await expect(mails).toContainText(text);
  }
  await expect(mails).toContainText("Written to a file");
});

test("a mail's content is shown in a frame without scripts; a resend to another address requires a reason @2-141", {
  tag: "@core",
}, async ({ page, request, signInAs, intake }) => {
  const token = await signInAs("Team");
  const name = "<script>alert(1)</script> Mallory";
  const id = await intake({ ...FULL_ORDER, full_name: name });
  await uploadDocument(request, token, id, FULL_ORDER.email, "Sendgrid");
  await openOrder(page, id);
  const mails = region(page, "Email History");
  await mails.getByRole("button", { name: "View Email Content" }).click();
  const frame = page.getByRole("dialog").locator("iframe");
  await expect(frame).toHaveAttribute("sandbox", "");
  await expect(frame.contentFrame().getByText(name).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();

  await mails.getByRole("button", { name: "Resend" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Mail provider: AWS");
  await dialog.getByLabel("Email").fill("other@example.com");
  await dialog.getByRole("button", { name: "Resend" }).click();
  await expect(dialog).toContainText(DOCUMENT_MESSAGES.reasonRequired);
  await dialog.getByLabel("Reason for another address").fill("The traveller's agent asked");
  await chooseProvider(dialog, "Sendgrid");
  await dialog.getByRole("button", { name: "Resend" }).click();
  await expect(toastOf(page, MAIL_MESSAGES.mailQueued)).toBeVisible();
  await expect(mails).toContainText("other@example.com");
  await region(page, "History").getByRole("button", { name: "Everything" }).click();
  await expect(region(page, "History")).toContainText("The traveller's agent asked");
});

test("upload and resend preselect the provider that the server has credentials for", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const token = await signInAs("Team");
  const id = await intake(FULL_ORDER);
  await uploadDocument(request, token, id, FULL_ORDER.email);
  // As in an installation with credentials for SendGrid only.
  await page.route("**/admin/view-order/**", async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const served = html.replace(/(preferredMailProvider&quot;:&quot;)AWS/, "$1Sendgrid");
    expect(served).not.toBe(html);
    await route.fulfill({ response, body: served });
  });
  await openOrder(page, id);
  await region(page, "Upload Document").getByRole("button", { name: "Upload another" }).click();
  await expect(region(page, "Upload Document")).toContainText("Mail provider: Sendgrid");
  await region(page, "Email History").getByRole("button", { name: "Resend" }).click();
  await expect(page.getByRole("dialog")).toContainText("Mail provider: Sendgrid");
});
