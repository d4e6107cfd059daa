import type { Page } from "@playwright/test";
import type { ConversationMail } from "#contract/conversation/conversation.ts";
import { CONVERSATION_MESSAGES } from "#contract/conversation/messages.ts";
import { MAIL_MESSAGES } from "#contract/mail/messages.ts";
import { uploadDocument } from "./support/answers.ts";
import { LONG_ORDER } from "./support/full-orders.ts";
import { breakAnswers, holdAnswers, lookAround } from "./support/looks.ts";
import { openOrder, region } from "./support/order-page.ts";
import { expect, test } from "./support/test.ts";

test.use({
  colorScheme: "light",
  contextOptions: { reducedMotion: "reduce" },
  // Chromium logs answers broken on purpose and the driver's access to a mail's frame.
  expectedErrors: ["Failed to load resource", "Blocked script execution in 'about:srcdoc'"],
});

const CALL = "**/api/admin/conversation/*";
const WIDTHS = [1366, 1024, 768, 390, 360];
const section = (page: Page) => region(page, "Add Comment Below");
const stream = (page: Page) => region(page, "Comment History");
const messageTab = (page: Page) => section(page).getByRole("tab", { name: "Message to the customer" });
const button = (page: Page, name: string) => section(page).getByRole("button", { name, exact: true });

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

test("the conversation: every state is accessible and fits every width, in both themes", async ({
  page,
  request,
  signInAs,
  intake,
  expectAccessible,
}) => {
  const token = await signInAs("Admin");
  const id = await intake(LONG_ORDER);
  const look = (name: string, shown = section(page)) =>
    test.step(name, () => lookAround(page, shown, expectAccessible, { widths: WIDTHS }));

  const message = {
    orderId: String(id),
    clientKey: `states-${id}-0000000`,
    subject: "A question",
    body: "Which flight?",
  };
  const headers = { authorization: token };
  expect((await request.post("/api/admin/send-message", { headers, multipart: message })).status()).toBe(200);
  const letGo = await holdAnswers(page, CALL);
  await openOrder(page, id);
  await look("loading", stream(page).getByText("Loading the messages"));
  letGo();
  await expect(stream(page)).toContainText("Which flight?");

  await page.unrouteAll({ behavior: "wait" });
  await breakAnswers(page, CALL);
  await page.reload();
  await look("failed", stream(page).getByRole("button", { name: "Retry" }));
  await page.unrouteAll({ behavior: "wait" });
  await stream(page).getByRole("button", { name: "Retry" }).click();
  await expect(stream(page)).toContainText("Which flight?");

  await uploadDocument(request, token, id, LONG_ORDER.email);
  const remark = `Read the number out, https://example.com/${"long-".repeat(30)}`;
  await request.post("/api/admin/add-new-remark", { headers, data: { orderId: id, remark, whatsapp: "Y" } });
  await page.reload();
  await messageTab(page).click();
  await section(page)
    .getByRole("textbox", { name: "Message", exact: true })
    .fill(`${"Unbreakable".repeat(30)} {{customer_name}}`);
  await section(page).getByLabel("Subject").fill("Subject ".repeat(19));
  await button(page, "Send").click();
  await look("wrong", section(page).getByText("At most 150 characters."));
  await section(page).getByLabel("Subject").fill("Subject".repeat(20));
  await button(page, "Preview").click();
  await test.step("preview", () =>
    lookAround(page, page.getByRole("tab", { name: "How it looks" }), expectAccessible, { widths: WIDTHS }));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.route(CALL, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    body.data.entries.push(...longMessages(id));
    await route.fulfill({ response, json: body });
  });
  await page.reload();
  await expect(messageTab(page)).toBeVisible();
  await page.keyboard.press("w");
  await expect(
    section(page)
      .getByText(/^Sends in \d+ s$/)
      .first(),
  ).toBeVisible();
  await test.step("full", () =>
    lookAround(page, stream(page).getByText("Cancelled"), expectAccessible, { widths: WIDTHS, isFullest: true }));
});

test("who can't be written to is said in the editor", async ({ page, signInAs, intake, request, expectAccessible }) => {
  const token = await signInAs("Manager");
  const id = await intake(LONG_ORDER);
  await page.route("**/api/admin/get-orders-details/*", async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const email = LONG_ORDER.email.toLowerCase();
    body.data.blocked_addresses = [{ email, reason: "complained", since: "2026-03-01T00:00:00.000Z" }];
    await route.fulfill({ response, json: body });
  });
  await openOrder(page, id);
  await messageTab(page).click();
  await expect(section(page).getByText(MAIL_MESSAGES.addressComplained)).toBeVisible();
  await expect(button(page, "Send")).toBeDisabled();
  await lookAround(page, section(page).getByText("Nothing can be sent"), expectAccessible, { widths: WIDTHS });
  await button(page, "Change email").click();
  await expect(page.getByRole("dialog").getByLabel("New email")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();

  await page.unrouteAll({ behavior: "wait" });
  const data = { orderId: id, updatingStatus: "Deleted" };
  await request.put("/api/admin/move-order-status", { headers: { authorization: token }, data });
  await expect(section(page).getByText(CONVERSATION_MESSAGES.messageDeleted)).toBeVisible();
});
