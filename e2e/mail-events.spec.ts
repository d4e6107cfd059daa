import { createPrivateKey, randomUUID } from "node:crypto";
import { MAIL_MESSAGES } from "#contract/mail/messages.ts";
import { MAIL_TEMPLATES } from "#contract/mail-templates/mail-templates.ts";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { sendgridHeaders } from "#test/support/sendgrid-signer.ts";
import type { Member } from "./support/member.ts";
import { FULL_ORDER } from "./support/orders.ts";
import { orderPath } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";

test.use({
  colorScheme: "light",
  contextOptions: { reducedMotion: "reduce" },
  // Chromium logs the provoked refusal and the driver's access to a mail's frame.
  expectedErrors: ["Failed to load resource", "Blocked script execution in 'about:srcdoc'"],
});

const WORDS = "550 5.1.1 The email account that you tried to reach does not exist";
let addresses = 0;
const newAddress = () => `perera.the.traveller.${Date.now()}.${++addresses}@a-long-name-of-a-host.example.com`;

interface TakenMail {
  id: number;
  attempt_id: string;
}
type Control = (path: string) => Promise<string>;

/** Opens an order whose mail SendGrid has accepted. */
async function openMailed(screen: Member, control: Control, orderId: number, email: string) {
  await screen.upload(orderId, email);
  await screen.page.goto(`/admin/view-order/${encodeOrderId(orderId)}`);
  await expect(screen.status).toHaveText("Completed");
  const mails: TakenMail[] = JSON.parse(await control("/sendgrid/take-mails"));
  const mail = mails.at(-1);
  if (mail === undefined) throw new Error("SendGrid was given no mail");
  const key = createPrivateKey(await control("/sendgrid/key"));
  return {
    /** Posts an event of this mail as SendGrid would. */
    report: async (event: string, given: object = {}) => {
      const body = JSON.stringify([
        {
          event,
          email,
          sg_event_id: randomUUID(),
          timestamp: Math.floor(Date.now() / 1000),
          mail_id: String(mail.id),
          attempt_id: mail.attempt_id,
          ...given,
        },
      ]);
      const answer = await screen.page.request.post("/api/hooks/sendgrid", {
        headers: sendgridHeaders(key, body),
        data: body,
      });
      expect(answer.status(), await answer.text()).toBe(200);
    },
  };
}

test("the provider's reports show on the open order, and a bounce blocks the address until a Manager lifts the block", {
  tag: "@core",
}, async ({ page, desk, control }) => {
  const manager = await desk.signIn("Manager");
  const email = newAddress();
  const orderId = await desk.intake({ email });
  const { report } = await openMailed(manager, control, orderId, email);
  const mails = desk.section("Email History");

  await test.step("delivered, with its time", async () => {
    await report("processed");
    await report("delivered", { timestamp: Date.parse("2026-03-01T10:20:30Z") / 1000, response: "250 OK" });
    await expect(mails).toContainText("Delivered");
    await expect(mails.getByText("10:20:30").first()).toBeVisible();
    await mails.getByText("2 reports").click();
    await expect(mails.getByRole("listitem")).toHaveText([/Delivered\s*250 OK$/, /Accepted by the provider$/]);
  });

  await test.step("bounced, with the provider's reason, the order's move and the block", async () => {
    await report("bounce", { type: "bounce", reason: WORDS });
    await expect(mails).toContainText("Bounced");
    await expect(mails.getByText(WORDS).first()).toBeVisible();
    await expect(desk.status).toHaveText("Contact Customer");
    await expect(page.getByRole("alert").filter({ hasText: "Blocked address" })).toContainText(email);
    await desk.look(page.getByText("Blocked address"));
  });

  await test.step("an upload and a resend show the reason at the field", async () => {
    await mails.getByRole("button", { name: "Resend" }).click();
    const dialog = desk.dialog();
    await dialog.getByRole("button", { name: "Resend" }).click();
    await expect(dialog).toContainText(MAIL_MESSAGES.addressBounced);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    const upload = desk.section("Upload Document");
    const file = { name: "card.png", mimeType: "image/png", buffer: PIXEL };
    await upload.getByRole("button", { name: "Upload another" }).click();
    await upload.getByLabel("File", { exact: true }).setInputFiles(file);
    await upload.getByRole("button", { name: "Upload Document" }).click();
    await expect(upload).toContainText(MAIL_MESSAGES.addressBounced);
  });

  await test.step("the block is lifted, with a reason", async () => {
    await page.getByRole("button", { name: "Lift the block" }).click();
    const dialog = desk.dialog();
    await dialog.getByRole("button", { name: "Lift the block" }).click();
    await expect(dialog).toContainText(MAIL_MESSAGES.unblockReasonRequired);
    await desk.look(dialog.getByLabel("Reason"));
    await dialog.getByLabel("Reason").fill("The customer's mailbox is back");
    await dialog.getByRole("button", { name: "Lift the block" }).click();
    await expect(desk.toast(MAIL_MESSAGES.addressUnblocked)).toBeVisible();
    await expect(page.getByText("Blocked address")).toBeHidden();
    await expect(desk.section("History")).toContainText("The customer's mailbox is back");
  });
});

test("a role that may not lift a block reads which roles may", async ({ page, desk, control }) => {
  const team = await desk.signIn("Team");
  const email = newAddress();
  const { report } = await openMailed(team, control, await desk.intake({ email }), email);
  await report("spamreport");
  await expect(desk.section("Email History")).toContainText("Marked as spam");
  const notice = page.getByRole("alert").filter({ hasText: "Blocked address" });
  await expect(notice).toContainText("A Manager or an Admin can lift the block.");
  await expect(notice.getByRole("button")).toHaveCount(0);
});

test("the mail templates open from the palette and from an order and show each mail as HTML and as text", async ({
  page,
  desk,
}) => {
  const nightStaff = await desk.signIn("Night Staff", "/admin/change-password");
  await desk.heading.waitFor();
  await page.keyboard.press("Control+k");
  await expect(desk.dialog().getByRole("combobox")).toBeFocused();
  await page.keyboard.type("texts");
  await expect(page.getByRole("option", { selected: true })).toHaveText("Texts");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/admin/texts");
  await expect(desk.heading).toHaveText("Texts");
  await expect(page.locator("iframe")).toHaveCount(MAIL_TEMPLATES.length);
  for (const frame of await page.locator("iframe").all()) await expect(frame).toHaveAttribute("sandbox", "");

  for (const [title, greeting] of [
    ["The document", "Dear Sample Traveller,"],
    ["The notice to the order's own address", "Dear Sample Traveller,"],
    ["The link that confirms a new e-mail address", "Dear Sample Traveller,"],
    ["The notice that a new e-mail address was requested", "Dear Sample Traveller,"],
    ["The notice that the e-mail address was changed", "Dear Sample Traveller,"],
    ["The link to set a new password", "Hello Sample Member,"],
    ["The invitation of a new member of the team", "Hello Sample Member,"],
    ["The link that confirms a member's own new email", "Hello Sample Member,"],
    ["The link to set up a second factor", "Hello Sample Member,"],
    ["A notification to a member of the team", "Hello Sample Member,"],
  ] as const) {
    await expect(desk.section(title).locator("iframe").contentFrame().getByText(greeting)).toBeVisible();
  }
  const document = desk.section("The document");
  await document.getByRole("tab", { name: "Text version" }).click();
  await expect(document.getByText("Dear Sample Traveller,")).toBeVisible();

  const id = await desk.intake(FULL_ORDER);
  await nightStaff.upload(id, FULL_ORDER.email);
  await page.goto(orderPath(id));
  await desk.section("Email History").getByRole("button", { name: "View Email Content" }).click();
  await desk.dialog().getByRole("link", { name: "Mail templates" }).click();
  await expect(page).toHaveURL("/admin/texts");
});

/** One pixel: an image is accepted directly, while a PDF would be parsed first. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
