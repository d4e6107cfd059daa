import type { Page } from "@playwright/test";
import { conversation as conversationCall } from "#contract/conversation/conversation.ts";
import { CONVERSATION_MESSAGES } from "#contract/conversation/messages.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { uploadDocument } from "./support/answers.ts";
import { colleague } from "./support/colleague.ts";
import { FULL_ORDER, LONG_ORDER } from "./support/full-orders.ts";
import { press, tabTo } from "./support/keyboard.ts";
import { openOrder, orderDetails, region } from "./support/order-page.ts";
import { announced, dialog, heading, menuItem, sidebar, toastOf } from "./support/page-parts.ts";
import { STAFF_PASSWORD, staffEmail } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

test.use({
  // Chromium logs refused and broken calls, and the driver's access to a mail's frame.
  expectedErrors: ["Failed to load resource", "Blocked script execution in 'about:srcdoc'"],
});

const section = (page: Page) => region(page, "Add Comment Below");
const messages = (page: Page) =>
  page.getByRole("list", { name: "Comments and messages, newest first" }).locator("> li");
const messageTab = (page: Page) => section(page).getByRole("tab", { name: "Message to the customer" });
const text = (page: Page) => section(page).getByRole("textbox", { name: "Message", exact: true });
const subject = (page: Page) => section(page).getByLabel("Subject");
const button = (page: Page, name: string) => section(page).getByRole("button", { name, exact: true });
const card = { name: "passport page.pdf", mimeType: "application/pdf", buffer: plainPdf("A passport") };

async function openEditor(page: Page): Promise<void> {
  await expect(messageTab(page)).toBeVisible();
  await page.keyboard.press("w");
  await expect(text(page)).toBeFocused();
}

test("a message is written, stopped in time, changed and sent, by keyboard alone", { tag: "@core" }, async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const name = "<img src=x onerror=alert(1)> Mallory";
  const id = await intake({ ...FULL_ORDER, full_name: name });
  const token = await signInAs("Telecaller");
  await openOrder(page, id);
  await openEditor(page);
  await expect(subject(page)).toHaveValue(`Your arrival card (order ${id})`);
  await page.keyboard.type("<b>Dear</b> ");
  await tabTo(page, button(page, "Insert"));
  await page.keyboard.press("Enter");
  await expect(menuItem(page, "Customer's name")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(text(page)).toBeFocused();
  await page.keyboard.type(",\na digit is missing.");
  const typed = "<b>Dear</b> {{customer_name}},\na digit is missing.";
  await expect(text(page)).toHaveValue(typed);

  await test.step("the preview shows the mail as it will be", async () => {
    await press(page, button(page, "Preview"));
    const frame = dialog(page).locator("iframe");
    await expect(frame).toHaveAttribute("sandbox", "");
    await expect(frame.contentFrame().locator("p", { hasText: `<b>Dear</b> ${name},` })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
  });

  await test.step("Undo brings the text back", async () => {
    await tabTo(page, text(page), "Shift+Tab");
    await page.keyboard.press("Control+Enter");
    await expect(section(page).getByText(/^Sends in \d+ s$/)).toBeVisible();
    await expect(announced(page)).toContainText("Undo stops it.");
    await expect(text(page)).toBeHidden();
    await press(page, button(page, "Undo"));
    await expect(toastOf(page, CONVERSATION_MESSAGES.messageCancelled)).toBeVisible();
    await expect(text(page)).toBeFocused();
    await expect(text(page)).toHaveValue(typed);
    await expect(messages(page)).toHaveCount(1);
    await expect(messages(page)).toContainText("Cancelled");
  });

  await test.step("the second one leaves, and the stopped one never does", async () => {
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" Please send it.");
    await page.keyboard.press("Control+Enter");
    await expect(messages(page)).toHaveCount(2);
    await expect(messages(page).nth(0)).toContainText("Queued");
    await expect(messages(page).nth(0)).toContainText("Written to a file");
    await expect(button(page, "Undo")).toHaveCount(0);
    await expect(messages(page).nth(1)).toContainText("Cancelled");
    await expect(messages(page).nth(0)).toContainText(`<b>Dear</b> ${name},\na digit is missing. Please send it.`);
    await expect(messages(page).nth(0)).toContainText("Telecaller Member");
    const { mailHistory } = await orderDetails(request, token, id);
    expect(mailHistory.map(({ state }: { state: string }) => state).sort()).toEqual(["cancelled", "written"]);
  });
});

test("a repeated press sends once, and so does a repetition after a lost answer", async ({
  page,
  signInAs,
  intake,
}) => {
  await signInAs("Team");
  await openOrder(page, await intake(FULL_ORDER));
  let calls = 0;
  await page.route("**/api/admin/send-message", async (route) => {
    calls += 1;
    const response = await route.fetch();
    // The first message is stored, and nobody learns of it.
    if (calls === 1) await route.abort();
    else await route.fulfill({ response });
  });
  await openEditor(page);
  await text(page).fill("Which flight do you take?");
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Control+Enter");
  await expect(toastOf(page, "The server can't be reached.")).toBeVisible();
  await expect(text(page)).toHaveValue("Which flight do you take?");
  expect(calls).toBe(1);
  await expect(messages(page)).toHaveCount(1);
  await button(page, "Send").dblclick();
  await expect(text(page)).toBeHidden();
  await expect(messages(page)).toHaveCount(1);
  expect(calls).toBe(2);
});

test("what is wrong is said at its field, and what was typed stays", { tag: "@core" }, async ({
  page,
  signInAs,
  intake,
}) => {
  await signInAs("Team");
  const id = await intake(FULL_ORDER);
  await openOrder(page, id);
  await messageTab(page).click();
  await subject(page).fill(" ");
  await button(page, "Send").click();
  await expect(subject(page)).toHaveAccessibleDescription(CONVERSATION_MESSAGES.messageSubjectRequired);
  await expect(text(page)).toHaveAccessibleDescription(CONVERSATION_MESSAGES.messageBodyRequired);
  await expect(subject(page)).toBeFocused();

  await subject(page).fill("A question");
  await text(page).fill("Dear {{nobody}}, we need your passport again.");
  await button(page, "Send").click();
  await expect(text(page)).toHaveAccessibleDescription(/\{\{nobody\}\}/);
  await text(page).fill("We need your passport again.");

  const files = section(page).locator("input[type=file]");
  const fake = { name: "fake.png", mimeType: "image/png", buffer: Buffer.from("<svg onload=alert(1)>") };
  await files.setInputFiles([card, card, card, card, card, card]);
  await expect(section(page).getByText(CONVERSATION_MESSAGES.messageFilesMany)).toBeVisible();
  for (let left = 6; left > 0; left--) await button(page, `Remove ${card.name}`).first().click();
  await files.setInputFiles(fake);
  await button(page, "Send").click();
  await expect(button(page, "Attach files")).toHaveAccessibleDescription(/type|PDF/);
  await expect(text(page)).toHaveValue("We need your passport again.");
  await button(page, `Remove ${fake.name}`).click();

  await text(page).fill(`Is ${FULL_ORDER.passport_number} right?`);
  await button(page, "Send").click();
  await expect(dialog(page)).toContainText(CONVERSATION_MESSAGES.messagePassport);
  await dialog(page).getByRole("button", { name: "Back" }).click();
  await expect(text(page)).toHaveValue(`Is ${FULL_ORDER.passport_number} right?`);
  await button(page, "Send").click();
  await dialog(page).getByRole("button", { name: "Send" }).click();
  await expect(messages(page)).toHaveCount(1);
  await expect(text(page)).toBeHidden();
});

test("the document and a file are attached, the order moves, and a colleague sees it", async ({
  page,
  browser,
  baseURL,
  request,
  signInAs,
  intake,
}) => {
  const id = await intake(FULL_ORDER);
  const token = await signInAs("Team");
  await uploadDocument(request, token, id, FULL_ORDER.email);
  const other = await colleague(browser, request, baseURL ?? "", "Night Staff");
  await openOrder(other, id);
  await openOrder(page, id);
  await openEditor(page);
  await text(page).fill("Your card, and how to read it.");
  await section(page).getByLabel("Attach the current document").check();
  await section(page).locator("input[type=file]").setInputFiles(card);
  await section(page).getByLabel("Move to Awaiting Response").check();
  await button(page, "Send").click();
  await button(other, "Undo").click();
  for (const each of [page, other]) {
    await expect(messages(each)).toHaveCount(1);
    await expect(messages(each)).toContainText("Cancelled");
    await expect(button(each, "Undo")).toHaveCount(0);
    const attached = messages(each).getByRole("list", { name: "Attachments" }).getByRole("listitem");
    await expect(attached).toHaveText([/arrival-card-v1\.pdf \(/, /^passport page\.pdf \(/]);
    await expect(each.locator("header [data-status]")).toHaveText("Awaiting Response");
  }
  await expect(text(other)).toHaveValue("Your card, and how to read it.");
  await other.context().close();
});

test("typed text outlives closing, leaving and a reload, and ends with sign-out", async ({
  page,
  signInAs,
  intake,
}) => {
  await signInAs("Team");
  const id = await intake(FULL_ORDER);
  await openOrder(page, id);
  await openEditor(page);
  await text(page).fill("Half a sentence");
  await button(page, "Close").click();
  await expect(section(page).getByRole("tab", { name: "Comment" })).toBeFocused();
  await openEditor(page);
  await expect(text(page)).toHaveValue("Half a sentence");
  await page.reload();
  await expect(region(page, "Order Details")).toBeVisible();
  await expect(text(page)).toHaveCount(0);
  await openEditor(page);
  await expect(text(page)).toHaveValue("Half a sentence");

  await openOrder(page, await intake(FULL_ORDER));
  await openEditor(page);
  await expect(text(page)).toHaveValue("");

  await sidebar(page).getByRole("button", { name: "Logout" }).click();
  await page.getByLabel("Email ID").fill(staffEmail("Team"));
  await page.getByLabel("Password", { exact: true }).fill(STAFF_PASSWORD);
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("New Order");
  await openOrder(page, id);
  await openEditor(page);
  await expect(text(page)).toHaveValue("");
});

test("comments and messages are one stream, newest first; fifty are read at a time", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  // A member adds at most 30 comments to an order in an hour.
  const tokens = [await signInAs("Manager"), await signInAs("Team")];
  const id = await intake(LONG_ORDER);
  const auth = (turn: number) => ({ authorization: tokens[turn % 2] ?? "" });
  const message = {
    orderId: String(id),
    clientKey: `stream-${id}-0000000`,
    subject: "A question",
    body: "Which flight?",
  };
  expect((await request.post("/api/admin/send-message", { headers: auth(0), multipart: message })).status()).toBe(200);
  for (let call = 1; call <= 51; call++) {
    const data = { orderId: id, remark: `Call ${call}`, telephone: "Y", whatsapp: call === 51 ? "Y" : "N" };
    expect((await request.post("/api/admin/add-new-remark", { headers: auth(call), data })).status()).toBe(200);
  }
  const answer = page.waitForResponse((response) => {
    return response.url().includes(conversationCall.path.replace(":orderId", String(id)));
  });
  await openOrder(page, id);
  expect((await answer).status()).toBe(200);
  const comments = region(page, "Comment History");
  await comments.getByRole("button", { name: "Show all 50" }).click();
  await expect(messages(page)).toHaveCount(50);
  await expect(messages(page).last()).toContainText("Call 2");
  await expect(messages(page).first().getByRole("list", { name: "Flags" })).toHaveText("WhatsAppTelephone");
  await comments.getByRole("button", { name: "Show earlier" }).click();
  await expect(messages(page)).toHaveCount(52);
  await expect(messages(page).nth(50)).toContainText("Call 1");
  await expect(messages(page).last()).toContainText("Which flight?");
  await expect(comments.getByRole("button", { name: "Show earlier" })).toHaveCount(0);
  await comments.getByLabel("Show in Comment History").selectOption("Messages");
  await expect(messages(page)).toHaveCount(1);
  await comments.getByLabel("Show in Comment History").selectOption("Comments");
  await expect(messages(page)).toHaveCount(51);
});
