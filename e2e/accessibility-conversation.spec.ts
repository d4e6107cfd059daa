import { type Conversation, type ConversationMail, sendMessage } from "#contract/conversation/conversation.ts";
import { CONVERSATION_MESSAGES } from "#contract/conversation/messages.ts";
import { MAIL_MESSAGES } from "#contract/mail/messages.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { changeData } from "./support/answers.ts";
import { breakAnswers, holdAnswers } from "./support/looks.ts";
import { LONG_ORDER } from "./support/orders.ts";
import type { Screen } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";

test.use({
  colorScheme: "light",
  contextOptions: { reducedMotion: "reduce" },
  // Chromium logs answers broken on purpose and the driver's access to a mail's frame.
  expectedErrors: ["Failed to load resource", "Blocked script execution in 'about:srcdoc'"],
});

const CALL = "**/api/admin/conversation/*";
const WIDTHS = [1366, 1024, 768, 390, 360];
const section = (screen: Screen) => screen.section("Add Comment Below");
const stream = (screen: Screen) => screen.section("Comment History");
const messageTab = (screen: Screen) => section(screen).getByRole("tab", { name: "Message to the customer" });
const button = (screen: Screen, name: string) => section(screen).getByRole("button", { name, exact: true });

/** A message in each state that a test can't wait for. */
function longMessages(orderId: number): ConversationMail[] {
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const mail: ConversationMail = {
    type: "mail",
    id: 1_000_001,
    at: new Date().toISOString(),
    kind: "message",
    state: "queued",
    email: LONG_ORDER.email,
    subject: `Your arrival card (order ${orderId})`,
    sent_by: LONG_ORDER.full_name,
    text: "Unbreakable".repeat(30),
    language: "en",
    attachments: [
      { name: `${"long ".repeat(20)}.pdf`, content_type: "application/pdf", bytes: 9, sha256: "ab".repeat(32) },
    ],
    question: { question_id: 1, wants: "both", answer_by: "2026-12-01", state: "open" },
    error: null,
    possible_duplicate: false,
    cancel_until: inAnHour,
  };
  return [
    { ...mail, id: 1_000_002, state: "failed", error: "550 5.1.1 no such mailbox", cancel_until: null },
    { ...mail, id: 1_000_003, state: "cancelled", possible_duplicate: true, cancel_until: null },
    mail,
  ];
}

test("the conversation: every state is accessible and fits every width, in both themes", async ({ page, desk }) => {
  const admin = await desk.signIn("Admin");
  const id = await desk.intake(LONG_ORDER);
  const look = (name: string, shown = section(desk)) => desk.look(shown, { what: name, widths: WIDTHS });

  const message = { clientKey: `states-${id}-0000000`, subject: "A question", body: "Which flight?" };
  await admin.call(sendMessage, { orderId: id, ...message });
  const letGo = await holdAnswers(page, CALL);
  await desk.openOrder(id);
  await look("loading", stream(desk).getByText("Loading the messages"));
  letGo();
  await expect(stream(desk)).toContainText("Which flight?");

  await page.unrouteAll({ behavior: "wait" });
  await breakAnswers(page, CALL);
  await page.reload();
  await look("failed", stream(desk).getByRole("button", { name: "Retry" }));
  await page.unrouteAll({ behavior: "wait" });
  await stream(desk).getByRole("button", { name: "Retry" }).click();
  await expect(stream(desk)).toContainText("Which flight?");

  await admin.upload(id, LONG_ORDER.email);
  const remark = `Read the number out, https://example.com/${"long-".repeat(30)}`;
  await admin.addComment(id, remark, { whatsapp: "Y" });
  await page.reload();
  await messageTab(desk).click();
  await section(desk)
    .getByRole("textbox", { name: "Message", exact: true })
    .fill(`${"Unbreakable".repeat(30)} {{customer_name}}`);
  await section(desk).getByLabel("Subject").fill("Subject ".repeat(19));
  await button(desk, "Send").click();
  await look("wrong", section(desk).getByText("At most 150 characters."));
  await section(desk).getByLabel("Subject").fill("Subject".repeat(20));
  await button(desk, "Preview").click();
  await desk.look(page.getByRole("tab", { name: "How it looks" }), { what: "preview", widths: WIDTHS });
  await page.keyboard.press("Escape");
  await expect(desk.dialog()).toBeHidden();
  await changeData<Conversation>(page, CALL, (shown) => ({
    ...shown,
    entries: [...shown.entries, ...longMessages(id)],
  }));
  await page.reload();
  await expect(messageTab(desk)).toBeVisible();
  await page.keyboard.press("w");
  const sends = section(desk).getByText(/^Sends in \d+ s$/);
  await expect(sends.first()).toBeVisible();
  await desk.look(stream(desk).getByText("Cancelled"), { what: "full", widths: WIDTHS, isFullest: true });
});

test("who can't be written to is said in the editor", async ({ page, desk }) => {
  const manager = await desk.signIn("Manager");
  const id = await desk.intake(LONG_ORDER);
  const block = { email: LONG_ORDER.email.toLowerCase(), reason: "complained", since: "2026-03-01T00:00:00.000Z" };
  await changeData<OrderDetails>(page, "**/api/admin/get-orders-details/*", (order) => ({
    ...order,
    blocked_addresses: [block],
  }));
  await desk.openOrder(id);
  await messageTab(desk).click();
  await expect(section(desk).getByText(MAIL_MESSAGES.addressComplained)).toBeVisible();
  await expect(button(desk, "Send")).toBeDisabled();
  await desk.look(section(desk).getByText("Nothing can be sent"), { widths: WIDTHS });
  await button(desk, "Change email").click();
  await expect(desk.dialog().getByLabel("New email")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(desk.dialog()).toBeHidden();

  await page.unrouteAll({ behavior: "wait" });
  await manager.move(id, "Deleted");
  await expect(section(desk).getByText(CONVERSATION_MESSAGES.messageDeleted)).toBeVisible();
});
