import { conversation as conversationCall, sendMessage } from "#contract/conversation/conversation.ts";
import { CONVERSATION_MESSAGES } from "#contract/conversation/messages.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { press, tabTo } from "./support/keyboard.ts";
import { FULL_ORDER, LONG_ORDER } from "./support/orders.ts";
import type { Screen } from "./support/screen.ts";
import { STAFF_PASSWORD, staffEmail } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

test.use({
  // Chromium logs refused and broken calls, and the driver's access to a mail's frame.
  expectedErrors: ["Failed to load resource", "Blocked script execution in 'about:srcdoc'"],
});

const section = (screen: Screen) => screen.section("Add Comment Below");
const messages = (screen: Screen) =>
  screen.page.getByRole("list", { name: "Comments and messages, newest first" }).locator("> li");
const messageTab = (screen: Screen) => section(screen).getByRole("tab", { name: "Message to the customer" });
const text = (screen: Screen) => section(screen).getByRole("textbox", { name: "Message", exact: true });
const subject = (screen: Screen) => section(screen).getByLabel("Subject");
const button = (screen: Screen, name: string) => section(screen).getByRole("button", { name, exact: true });
const card = { name: "passport page.pdf", mimeType: "application/pdf", buffer: plainPdf("A passport") };

async function openEditor(screen: Screen): Promise<void> {
  await expect(messageTab(screen)).toBeVisible();
  await screen.page.keyboard.press("w");
  await expect(text(screen)).toBeFocused();
}

test("a message is written, stopped in time, changed and sent, by keyboard alone", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  const name = "<img src=x onerror=alert(1)> Mallory";
  const id = await desk.intake({ ...FULL_ORDER, full_name: name });
  const telecaller = await desk.signIn("Telecaller");
  await desk.openOrder(id);
  await openEditor(desk);
  await expect(subject(desk)).toHaveValue(`Your arrival card (order ${id})`);
  await page.keyboard.type("<b>Dear</b> ");
  await tabTo(page, button(desk, "Insert"));
  await page.keyboard.press("Enter");
  await expect(desk.menuItem("Customer's name")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(text(desk)).toBeFocused();
  await page.keyboard.type(",\na digit is missing.");
  const typed = "<b>Dear</b> {{customer_name}},\na digit is missing.";
  await expect(text(desk)).toHaveValue(typed);

  await test.step("the preview shows the mail as it will be", async () => {
    await press(page, button(desk, "Preview"));
    const frame = desk.dialog().locator("iframe");
    await expect(frame).toHaveAttribute("sandbox", "");
    await expect(frame.contentFrame().locator("p", { hasText: `<b>Dear</b> ${name},` })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(desk.dialog()).toBeHidden();
  });

  await test.step("Undo brings the text back", async () => {
    await tabTo(page, text(desk), "Shift+Tab");
    await page.keyboard.press("Control+Enter");
    await expect(section(desk).getByText(/^Sends in \d+ s$/)).toBeVisible();
    await expect(desk.announced).toContainText("Undo stops it.");
    await expect(text(desk)).toBeHidden();
    await press(page, button(desk, "Undo"));
    await expect(desk.toast(CONVERSATION_MESSAGES.messageCancelled)).toBeVisible();
    await expect(text(desk)).toBeFocused();
    await expect(text(desk)).toHaveValue(typed);
    await expect(messages(desk)).toHaveCount(1);
    await expect(messages(desk)).toContainText("Cancelled");
  });

  await test.step("the second one leaves, and the stopped one never does", async () => {
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" Please send it.");
    await page.keyboard.press("Control+Enter");
    await expect(messages(desk)).toHaveCount(2);
    await expect(messages(desk).nth(0)).toContainText("Queued");
    await expect(messages(desk).nth(0)).toContainText("Written to a file");
    await expect(button(desk, "Undo")).toHaveCount(0);
    await expect(messages(desk).nth(1)).toContainText("Cancelled");
    await expect(messages(desk).nth(0)).toContainText(`<b>Dear</b> ${name},\na digit is missing. Please send it.`);
    await expect(messages(desk).nth(0)).toContainText("Telecaller Member");
    const { mailHistory } = await telecaller.details(id);
    expect(mailHistory.map(({ state }: { state: string }) => state).sort()).toEqual(["cancelled", "written"]);
  });
});

test("a repeated press sends once, and so does a repetition after a lost answer", async ({ page, desk }) => {
  await desk.openNewOrder("Team", FULL_ORDER);
  let calls = 0;
  await page.route("**/api/admin/send-message", async (route) => {
    calls += 1;
    const response = await route.fetch();
    // The first message is stored, and nobody learns of it.
    if (calls === 1) await route.abort();
    else await route.fulfill({ response });
  });
  await openEditor(desk);
  await text(desk).fill("Which flight do you take?");
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Control+Enter");
  await expect(desk.toast("The server can't be reached.")).toBeVisible();
  await expect(text(desk)).toHaveValue("Which flight do you take?");
  expect(calls).toBe(1);
  await expect(messages(desk)).toHaveCount(1);
  await button(desk, "Send").dblclick();
  await expect(text(desk)).toBeHidden();
  await expect(messages(desk)).toHaveCount(1);
  expect(calls).toBe(2);
});

test("what is wrong is said at its field, and what was typed stays", { tag: "@core" }, async ({ desk }) => {
  await desk.openNewOrder("Team", FULL_ORDER);
  await messageTab(desk).click();
  await subject(desk).fill(" ");
  await button(desk, "Send").click();
  await expect(subject(desk)).toHaveAccessibleDescription(CONVERSATION_MESSAGES.messageSubjectRequired);
  await expect(text(desk)).toHaveAccessibleDescription(CONVERSATION_MESSAGES.messageBodyRequired);
  await expect(subject(desk)).toBeFocused();

  await subject(desk).fill("A question");
  await text(desk).fill("Dear {{nobody}}, we need your passport again.");
  await button(desk, "Send").click();
  await expect(text(desk)).toHaveAccessibleDescription(/\{\{nobody\}\}/);
  await text(desk).fill("We need your passport again.");

  const files = section(desk).locator("input[type=file]");
  const fake = { name: "fake.png", mimeType: "image/png", buffer: Buffer.from("<svg onload=alert(1)>") };
  await files.setInputFiles([card, card, card, card, card, card]);
  await expect(section(desk).getByText(CONVERSATION_MESSAGES.messageFilesMany)).toBeVisible();
  for (let left = 6; left > 0; left--) await button(desk, `Remove ${card.name}`).first().click();
  await files.setInputFiles(fake);
  await button(desk, "Send").click();
  await expect(button(desk, "Attach files")).toHaveAccessibleDescription(/type|PDF/);
  await expect(text(desk)).toHaveValue("We need your passport again.");
  await button(desk, `Remove ${fake.name}`).click();

  await text(desk).fill(`Is ${FULL_ORDER.passport_number} right?`);
  await button(desk, "Send").click();
  await expect(desk.dialog()).toContainText(CONVERSATION_MESSAGES.messagePassport);
  await desk.dialog().getByRole("button", { name: "Back" }).click();
  await expect(text(desk)).toHaveValue(`Is ${FULL_ORDER.passport_number} right?`);
  await button(desk, "Send").click();
  await desk.dialog().getByRole("button", { name: "Send" }).click();
  await expect(messages(desk)).toHaveCount(1);
  await expect(text(desk)).toBeHidden();
});

test("a message begins in the customer's language, and another choice is kept", async ({ desk }) => {
  await desk.openNewOrder("Team", { ...FULL_ORDER, language: "de" });
  await openEditor(desk);
  const language = section(desk).getByLabel("Language of the button and footer");
  await expect(language).toHaveValue("de");
  await language.selectOption("fr");
  await text(desk).fill("Please send your flight number.");
  await button(desk, "Send").click();
  await expect(messages(desk)).toHaveCount(1);
  await openEditor(desk);
  await expect(language).toHaveValue("fr");
});

test("the document and a file are attached, the order moves, and a colleague sees it", async ({ desk }) => {
  const id = await desk.intake(FULL_ORDER);
  const team = await desk.signIn("Team");
  await team.upload(id, FULL_ORDER.email);
  const other = await desk.colleague("Night Staff");
  await other.openOrder(id);
  await desk.openOrder(id);
  await openEditor(desk);
  await text(desk).fill("Your card, and how to read it.");
  await section(desk).getByLabel("Attach the current document").check();
  await section(desk).locator("input[type=file]").setInputFiles(card);
  await section(desk).getByLabel("Move to Awaiting Response").check();
  await button(desk, "Send").click();
  await button(other, "Undo").click();
  for (const each of [desk, other]) {
    await expect(messages(each)).toHaveCount(1);
    await expect(messages(each)).toContainText("Cancelled");
    await expect(button(each, "Undo")).toHaveCount(0);
    const attached = messages(each).getByRole("list", { name: "Attachments" }).getByRole("listitem");
    await expect(attached).toHaveText([/arrival-card-v1\.pdf \(/, /^passport page\.pdf \(/]);
    await expect(each.status).toHaveText("Awaiting Response");
  }
  await expect(text(other)).toHaveValue("Your card, and how to read it.");
  await other.close();
});

test("typed text outlives closing, leaving and a reload, and ends with sign-out", async ({ page, desk }) => {
  const id = await desk.openNewOrder("Team", FULL_ORDER);
  await openEditor(desk);
  await text(desk).fill("Half a sentence");
  await button(desk, "Close").click();
  await expect(section(desk).getByRole("tab", { name: "Comment" })).toBeFocused();
  await openEditor(desk);
  await expect(text(desk)).toHaveValue("Half a sentence");
  await page.reload();
  await expect(desk.section("Order Details")).toBeVisible();
  await expect(text(desk)).toHaveCount(0);
  await openEditor(desk);
  await expect(text(desk)).toHaveValue("Half a sentence");

  await desk.openOrder(await desk.intake(FULL_ORDER));
  await openEditor(desk);
  await expect(text(desk)).toHaveValue("");

  await desk.sidebar.getByRole("button", { name: "Logout" }).click();
  await page.getByLabel("Email ID").fill(staffEmail("Team"));
  await page.getByLabel("Password", { exact: true }).fill(STAFF_PASSWORD);
  await page.keyboard.press("Enter");
  await expect(desk.heading).toHaveText("New Order");
  await desk.openOrder(id);
  await openEditor(desk);
  await expect(text(desk)).toHaveValue("");
});

test("comments and messages are one stream, newest first; fifty are read at a time", async ({ page, desk }) => {
  // A member adds at most 30 comments to an order in an hour.
  const [manager, team] = [await desk.signIn("Manager"), await desk.signIn("Team")];
  const id = await desk.intake(LONG_ORDER);
  const message = { clientKey: `stream-${id}-0000000`, subject: "A question", body: "Which flight?" };
  await manager.call(sendMessage, { orderId: id, ...message });
  for (let call = 1; call <= 51; call++) {
    const flags = { telephone: "Y", whatsapp: call === 51 ? "Y" : "N" } as const;
    await (call % 2 === 0 ? manager : team).addComment(id, `Call ${call}`, flags);
  }
  const answer = page.waitForResponse((response) => {
    return response.url().includes(conversationCall.path.replace(":orderId", String(id)));
  });
  await desk.openOrder(id);
  expect((await answer).status()).toBe(200);
  const comments = desk.section("Comment History");
  await comments.getByRole("button", { name: "Show all 50" }).click();
  await expect(messages(desk)).toHaveCount(50);
  await expect(messages(desk).last()).toContainText("Call 2");
  await expect(messages(desk).first().getByRole("list", { name: "Flags" })).toHaveText("WhatsAppTelephone");
  await comments.getByRole("button", { name: "Show earlier" }).click();
  await expect(messages(desk)).toHaveCount(52);
  await expect(messages(desk).nth(50)).toContainText("Call 1");
  await expect(messages(desk).last()).toContainText("Which flight?");
  await expect(comments.getByRole("button", { name: "Show earlier" })).toHaveCount(0);
  await comments.getByLabel("Show in Comment History").selectOption("Messages");
  await expect(messages(desk)).toHaveCount(1);
  await comments.getByLabel("Show in Comment History").selectOption("Comments");
  await expect(messages(desk)).toHaveCount(51);
});
