import { conversation, sendMessage } from "#contract/conversation/conversation.ts";
import { closeQuestion } from "#contract/questions/questions.ts";
import { directionOf } from "#contract/tracking/visitor-languages.ts";
import { png } from "#test/support/image-files.ts";
import type { Desk } from "./support/desk.ts";
import { expectNoAxeFindings, holdAnswers } from "./support/looks.ts";
import type { Screen } from "./support/screen.ts";
import { CUSTOMER_EMAIL, telephone } from "./support/telephone.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs calls that are broken or refused on purpose.
test.use({ expectedErrors: ["Failed to load resource"] });

const QUESTION = "Please send us the photo page of your passport.";
const composer = (screen: Screen) => screen.section("Add Comment Below");
const stream = (screen: Screen) => screen.section("Comment History");
/** 8 MB, as a telephone's camera takes them. */
const PHOTO = { name: "IMG_0001.png", mimeType: "image/png", buffer: png(2000, 4000, Buffer.alloc(8_004_000, 1)) };
const SMALL = { name: "page.png", mimeType: "image/png", buffer: png(3, 3) };

/** An order whose customer is asked for something. */
async function ask(desk: Desk, control: (path: string) => Promise<string>, question: "text" | "both") {
  const orderId = await desk.intake({ email: CUSTOMER_EMAIL });
  const team = desk.member("Team");
  const message = { orderId, clientKey: `question-of-order-${orderId}`, subject: "A question", body: QUESTION };
  const sent = await team.call(sendMessage, { ...message, question });
  await control("/questions/show");
  return { orderId, team, question: sent.question };
}

test("the office asks, the customer answers with a photo on a telephone in Arabic, the office sees it and closes it", {
  tag: "@core",
}, async ({ page, desk, baseURL, control }) => {
  const orderId = await desk.intake({ email: CUSTOMER_EMAIL });
  const team = await desk.signIn("Team");
  await team.move(orderId, "Awaiting");
  await desk.openOrder(orderId);

  await test.step("asked in the composer", async () => {
    await composer(desk).getByRole("tab", { name: "Message to the customer" }).click();
    await composer(desk).getByRole("textbox", { name: "Message", exact: true }).fill(QUESTION);
    await composer(desk).getByLabel("Ask the customer for").selectOption("A file");
    await composer(desk).getByLabel("Until").fill("2099-01-31");
    await composer(desk).getByLabel("Language of the button and footer").selectOption("العربية");
    await desk.button("Preview").click();
    await expect(desk.dialog().locator("iframe").contentFrame().locator("a", { hasText: "أجب هنا" })).toBeVisible();
    await page.keyboard.press("Escape");
    await desk.button("Send").click();
    await expect(stream(desk).getByText("Asks for a file until 31-01-2099: not answered yet")).toBeVisible();
    await control("/questions/show");
  });

  const { page: customer, words } = await telephone(desk.page, baseURL, { orderId, language: "ar" });
  const asked = customer.getByRole("region", { name: words.question.heading });
  const send = asked.getByRole("button", { name: words.question.send });
  await test.step("shown on the telephone", async () => {
    await expect(asked.getByText(QUESTION)).toBeVisible();
    await expect(customer.getByText(words.order.answerBelow)).toBeVisible();
    await expect(customer.getByRole("list", { name: words.steps.label }).getByRole("listitem")).toHaveCount(2);
    expect(await customer.evaluate(() => document.documentElement.dir)).toBe(directionOf("ar"));
    expect(await customer.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await expectNoAxeFindings(customer);
  });

  await test.step("an empty answer and a line that breaks lose nothing", async () => {
    await send.click();
    await expect(asked.getByRole("alert")).toHaveText(words.messages.answerEmpty);
    await asked.getByLabel(words.question.text).fill("هذه هي الصفحة");
    await asked.getByLabel(words.question.files).setInputFiles(PHOTO);
    await customer.route("**/api/front/answer-question", (route) => route.abort(), { times: 1 });
    await send.click();
    await expect(asked.getByRole("alert")).toHaveText(words.problem.offline);
    await expect(asked.getByLabel(words.question.text)).toHaveValue("هذه هي الصفحة");
    const letGo = await holdAnswers(customer, "**/api/front/answer-question");
    await send.click();
    await expect(asked.getByRole("progressbar", { name: words.question.sending })).toBeVisible();
    letGo();
    await expect(asked.getByRole("status")).toHaveText(words.messages.answerSent);
    await expect(asked.getByLabel(words.question.text)).toHaveValue("");
    await expect(customer.getByText(words.order.called)).toBeVisible();
  });

  await test.step("seen by the office at once, with question and file", async () => {
    await expect(stream(desk).getByText("هذه هي الصفحة")).toBeVisible();
    await expect(stream(desk).getByLabel("Question")).toHaveText(QUESTION);
    const download = page.waitForEvent("download");
    await stream(desk).getByRole("button", { name: "Save IMG_0001.png" }).click();
    expect((await download).suggestedFilename()).toBe(`${orderId}_IMG_0001.png`);
  });

  await test.step("marked in the list, taken next, dealt with", async () => {
    // Whoever gave an order back is not handed it at once.
    await desk.returnAll("Team");
    await desk.returnAll("Telecaller");
    await desk.signIn("Telecaller", "/admin/awaiting-response?mark=answered");
    await expect(desk.list.row(orderId).getByRole("img", { name: "Answered" })).toBeVisible();
    await desk.button("Take next").click();
    await expect(desk.heading).toHaveText(`Order ${orderId}`);
    await stream(desk).getByRole("button", { name: "Mark as dealt with" }).click();
    await expect(stream(desk).getByText("Asks for a file until 31-01-2099: closed")).toBeVisible();
    await customer.reload();
    await expect(customer.getByText(words.order.awaiting)).toBeVisible();
    await expect(asked).toBeHidden();
  });
  await customer.context().close();
});

for (const language of ["en", "ar"] as const) {
  test(`the customer answers without script in ${language}; a refusal keeps the words`, async ({
    desk,
    baseURL,
    control,
  }) => {
    const { orderId, team } = await ask(desk, control, "both");
    const { page, words } = await telephone(desk.page, baseURL, { orderId, language, hasScript: false });
    const asked = page.getByRole("region", { name: words.question.heading });
    await asked.getByLabel(words.question.text).fill("<b>Hilton</b>");
    await asked.getByLabel(words.question.files).setInputFiles({ ...SMALL, buffer: Buffer.from("MZ") });
    await asked.getByRole("button", { name: words.question.send }).click();
    await expect(asked.getByRole("alert")).toHaveText(words.messages.answerFile);
    await expect(asked.getByLabel(words.question.text)).toHaveValue("<b>Hilton</b>");
    await asked.getByLabel(words.question.files).setInputFiles(SMALL);
    await asked.getByRole("button", { name: words.question.send }).click();
    const before = words.question.answered.split("{{date}}")[0] ?? "";
    await expect(asked.getByText(before)).toBeVisible();
    const { entries } = await team.call(conversation, { orderId });
    expect(entries.filter(({ type }) => type === "answer")).toMatchObject([
      { text: "<b>Hilton</b>", state: "answered" },
    ]);
    await page.context().close();
  });
}

test("an answer that comes too late stays in the form, with the reason; without script it is shown again", async ({
  desk,
  baseURL,
  control,
}) => {
  const { orderId, team, question } = await ask(desk, control, "text");
  const visits = [true, false].map((hasScript) =>
    telephone(desk.page, baseURL, { orderId, language: "en", hasScript }),
  );
  const [scripted, plain] = await Promise.all(visits);
  if (scripted === undefined || plain === undefined) throw new Error("no visit began");
  const form = ({ page, words }: typeof plain) => page.getByRole("region", { name: words.question.heading });
  for (const visit of [scripted, plain]) {
    await form(visit).getByLabel(visit.words.question.text).fill("Hotel Hilton");
  }
  await team.call(closeQuestion, { questionId: question?.question_id ?? 0 });
  for (const visit of [scripted, plain]) {
    await form(visit).getByRole("button", { name: visit.words.question.send }).click();
    await expect(visit.page.getByText(visit.words.messages.answerClosed)).toBeVisible();
  }
  await expect(form(scripted).getByLabel(scripted.words.question.text)).toHaveValue("Hotel Hilton");
  await expect(plain.page.getByText("Hotel Hilton")).toBeVisible();
  await plain.page.goto(plain.page.url());
  await expect(plain.page).toHaveURL(/get-new-order-details/);
  for (const { page } of [scripted, plain]) await page.context().close();
});

test("what was typed stays when the visit ends meanwhile", async ({ page, desk, baseURL, control }) => {
  const { orderId } = await ask(desk, control, "text");
  const { page: customer, words } = await telephone(desk.page, baseURL, { orderId, language: "de" });
  const asked = customer.getByRole("region", { name: words.question.heading });
  await expect(asked.getByLabel(words.question.files)).toBeHidden();
  await asked.getByLabel(words.question.text).fill("Hotel Hilton");
  await customer.context().clearCookies({ name: "visitor" });
  await asked.getByRole("button", { name: words.question.send }).click();
  await customer.getByLabel(words.track.email).fill(CUSTOMER_EMAIL);
  await customer.getByRole("button", { name: words.track.submit }).click();
  await expect(asked.getByLabel(words.question.text)).toHaveValue("Hotel Hilton");
  await customer.getByRole("button", { name: words.order.leave }).click();
  await expect(customer.getByText(words.messages.visitorLeft)).toBeVisible();
  expect(await customer.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("answer")))).toEqual(
    [],
  );
  await customer.context().close();
  await page.close();
});

test("two answers to one question, with a long file name, fit the order's page and its print, and are dealt with once", async ({
  page,
  desk,
  baseURL,
  control,
}) => {
  const { orderId, team } = await ask(desk, control, "both");
  const { page: customer, words } = await telephone(desk.page, baseURL, { orderId, language: "en" });
  const asked = customer.getByRole("region", { name: words.question.heading });
  const name = `${"a".repeat(180)}.png`;
  for (const text of ["The first", "The second"]) {
    await asked.getByLabel(words.question.text).fill(text);
    await asked.getByLabel(words.question.files).setInputFiles({ ...SMALL, name });
    await asked.getByRole("button", { name: words.question.send }).click();
    await expect(asked.getByRole("status")).toHaveText(words.messages.answerSent);
  }
  await customer.context().close();
  await team.move(orderId, "Customer Called");

  await desk.signIn("Team");
  await page.setViewportSize({ width: 360, height: 740 });
  await desk.openOrder(orderId);
  await expect(stream(desk).getByRole("button", { name: `Save ${name}` })).toHaveCount(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.emulateMedia({ media: "print" });
  await expect(stream(desk).getByText(name).locator("visible=true").first()).toBeVisible();
  await page.emulateMedia({ media: "screen" });
  const dealtWith = stream(desk).getByRole("button", { name: "Mark as dealt with" });
  await expect(dealtWith).toHaveCount(1);
  await dealtWith.click();
  await expect(dealtWith).toHaveCount(0);
});

test("the dashboard counts answers to orders of any status", async ({ page, desk, baseURL, control }) => {
  const manager = await desk.signIn("Manager");
  const { orderId } = await ask(desk, control, "text");
  const { page: customer, words } = await telephone(desk.page, baseURL, { orderId, language: "en" });
  const asked = customer.getByRole("region", { name: words.question.heading });
  await asked.getByLabel(words.question.text).fill("Hilton");
  await asked.getByRole("button", { name: words.question.send }).click();
  await expect(asked.getByRole("status")).toHaveText(words.messages.answerSent);
  await customer.context().close();
  await manager.move(orderId, "Refunds");
  await page.goto("/admin");
  await page
    .getByRole("navigation", { name: "What waits" })
    .getByRole("link", { name: /answered/ })
    .click();
  await expect(desk.list.row(orderId)).toBeVisible();
});
