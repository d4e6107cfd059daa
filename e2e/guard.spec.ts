import type { Page } from "@playwright/test";
import { addDays, formatDay } from "#contract/dates.ts";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { countCalls, refuse } from "./support/answers.ts";
import { holdAnswers } from "./support/looks.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the answers that these tests break on purpose.
test.use({ expectedErrors: ["Failed to load resource"] });

const ARRIVAL = addDays(new Date().toISOString().slice(0, 10), 2);
const ORDER = {
  full_name: "Nimal Kumar Perera",
  passport_number: "N1234567",
  arrival_date: ARRIVAL,
  email: "nimal@example.com",
};
/** Short lines: text printed beyond the edge of the page is not extracted. */
const card = (name: string, words: string) => ({ name, mimeType: "application/pdf", buffer: plainPdf(words) });
const RIGHT = card("right.pdf", `PERERA, Nimal Kumar; N1234567; ${formatDay(ARRIVAL)}`);
const WRONG = card("wrong.pdf", `SILVA, Anna; X7654321; ${formatDay(ARRIVAL)}`);
const SCAN = card("scan.pdf", "Page 1 of 1");
const FOUND = "Name, passport number and arrival date found";
const NOT_FOUND = "Not found in this file: name and passport number";

const region = (page: Page) => page.getByRole("region", { name: "Upload Document", exact: true });
const fileField = (page: Page) => region(page).getByLabel("File", { exact: true });
const submit = (page: Page) => region(page).getByRole("button", { name: "Upload Document" });
const question = (page: Page) => page.getByRole("dialog", { name: "Is this the right document?" });
const stored = (page: Page) => region(page).getByRole("listitem");

async function open(page: Page, id: number): Promise<void> {
  await page.goto(`/admin/view-order/${encodeOrderId(id)}`);
  await expect(submit(page)).toBeVisible();
}

/** How many uploads the page has sent. */
const countUploads = (page: Page) => countCalls(page, "/api/admin/upload-visa-document");

test.beforeEach(async ({ page, desk }) => {
  await desk.signIn("Team");
  await open(page, await desk.intake(ORDER));
});

test("a matching file is uploaded without a question, and its row lists what was found", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  await fileField(page).setInputFiles(RIGHT);
  await expect(region(page).getByText(FOUND)).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: FOUND })).toHaveCount(1);
  await submit(page).click();
  await expect(desk.toast(DOCUMENT_MESSAGES.documentQueued)).toBeVisible();
  await expect(stored(page)).toContainText(FOUND);
  await expect(question(page)).toBeHidden();
});

test("a file that shows another person is sent only after a question, and another file may be chosen instead", {
  tag: "@core",
}, async ({ page, desk }) => {
  const uploads = countUploads(page);
  await fileField(page).setInputFiles(WRONG);
  await expect(region(page).getByText(NOT_FOUND)).toBeVisible();
  await expect(fileField(page)).toHaveAccessibleDescription(new RegExp(NOT_FOUND));
  await submit(page).dblclick();
  for (const row of [
    /name Nimal Kumar Perera Not found/i,
    /passport number N1234567 Not found/i,
    /arrival date .* Found/i,
  ])
    await expect(question(page).getByRole("row", { name: row })).toBeVisible();
  const choose = question(page).getByRole("button", { name: "Choose another file" });
  await expect(choose).toBeFocused();
  await page.mouse.click(8, 8);
  await expect(choose).toBeFocused();

  await page.keyboard.press("Escape");
  await expect(question(page)).toBeHidden();
  await expect(submit(page)).toBeFocused();
  // Awaited before the key is pressed: the browser handles a key faster than the request for the file picker.
  const picker = page.waitForEvent("filechooser");
  await page.keyboard.press("Enter");
  await expect(choose).toBeFocused();
  await page.keyboard.press("Enter");
  const chooser = await picker;
  await expect(question(page)).toBeHidden();
  await expect(fileField(page)).toBeFocused();
  expect(uploads()).toBe(0);
  await chooser.setFiles(RIGHT);
  await expect(region(page).getByText(FOUND)).toBeVisible();
  await submit(page).click();
  await expect(desk.toast(DOCUMENT_MESSAGES.documentQueued)).toBeVisible();
  expect(uploads()).toBe(1);
});

test("the second click of a double click answers nothing, though it lands on a button of the question", async ({
  page,
}) => {
  const uploads = countUploads(page);
  await fileField(page).setInputFiles(WRONG);
  await submit(page).click();
  for (const name of ["Upload anyway", "Choose another file", "Close"]) {
    const button = question(page).getByRole("button", { name });
    await button.hover();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await expect(question(page)).not.toHaveAttribute("data-closing");
    await expect(button).toBeVisible();
  }
  expect(uploads()).toBe(0);
  await question(page).getByRole("button", { name: "Choose another file" }).dblclick();
  await expect(question(page)).toBeHidden();
  expect(uploads()).toBe(0);
});

test("a file that shows another person is uploaded after one confirmation, and its row lists what was missing", async ({
  page,
  desk,
}) => {
  const uploads = countUploads(page);
  await fileField(page).setInputFiles(WRONG);
  await region(page).getByLabel("Email").fill(ORDER.email.toUpperCase());
  await desk.chooseProvider(region(page), "Sendgrid");
  const refused = await refuse(page, "/admin/upload-visa-document", "unavailable", { message: MESSAGES.unavailable });
  await submit(page).click();
  await question(page).getByRole("button", { name: "Upload anyway" }).click();
  await expect(desk.toast(MESSAGES.unavailable)).toBeVisible();
  await expect(submit(page)).toBeFocused();
  await expect(region(page).getByLabel("Email")).toHaveValue(ORDER.email.toUpperCase());
  await expect(region(page).getByRole("radio", { name: "Sendgrid" })).toBeChecked();
  await expect(region(page).getByText(WRONG.name)).toBeVisible();

  await page.unroute(refused);
  await submit(page).click();
  await expect(desk.toast(DOCUMENT_MESSAGES.documentQueued)).toBeVisible();
  await expect(question(page)).toBeHidden();
  await expect(stored(page)).toContainText("Not found in it: name and passport number");
  expect(uploads()).toBe(2);
});

test("a file without text says so and is uploaded without a question", async ({ page, desk }) => {
  await fileField(page).setInputFiles(SCAN);
  await expect(region(page).getByText(DOCUMENT_MESSAGES.checkNoText)).toBeVisible();
  await submit(page).click();
  await expect(desk.toast(DOCUMENT_MESSAGES.documentQueued)).toBeVisible();
  await expect(stored(page)).toContainText("No text to compare with the order");
});

test("a file that the server refuses shows the reason at once and is not sent", async ({ page }) => {
  const uploads = countUploads(page);
  await fileField(page).setInputFiles({ ...RIGHT, buffer: Buffer.from("%PDF-1.7 torn") });
  await expect(region(page).getByText(DOCUMENT_MESSAGES.uploadPdfBroken)).toBeVisible();
  await expect(fileField(page)).toHaveAttribute("aria-invalid", "true");
  await submit(page).click();
  await expect(fileField(page)).toBeFocused();
  expect(uploads()).toBe(0);
  await fileField(page).setInputFiles(RIGHT);
  await expect(region(page).getByText(FOUND)).toBeVisible();
  await expect(region(page).getByText(DOCUMENT_MESSAGES.uploadPdfBroken)).toBeHidden();
});

test("a failed comparison is reported and blocks no upload", async ({ page, desk }) => {
  for (const fail of [
    () => refuse(page, "/admin/check-document", "internal"),
    () => refuse(page, "/admin/check-document", "rate_limited", { message: MESSAGES.rateLimited }),
    () => page.route("**/api/admin/check-document", (route) => route.abort()),
  ]) {
    await fail();
    await fileField(page).setInputFiles(WRONG);
    await expect(region(page).getByText(DOCUMENT_MESSAGES.checkFailed)).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
    await region(page).getByRole("button", { name: "Remove wrong.pdf" }).click();
    await expect(region(page).getByText(DOCUMENT_MESSAGES.checkFailed)).toBeHidden();
  }
  await refuse(page, "/admin/check-document", "internal");
  await fileField(page).setInputFiles(WRONG);
  await expect(region(page).getByText(DOCUMENT_MESSAGES.checkFailed)).toBeVisible();
  await submit(page).click();
  await expect(desk.toast(DOCUMENT_MESSAGES.documentQueued)).toBeVisible();
  await expect(stored(page)).toContainText("Not found in it: name and passport number");
});

test("a comparison that never ends times out, and an upload waiting for it continues", async ({ page, desk }) => {
  await page.clock.install();
  await page.route("**/api/admin/check-document", () => undefined);
  await fileField(page).setInputFiles(RIGHT);
  await submit(page).click();
  await expect(region(page).getByText("Comparing it with the order")).toBeVisible();
  await page.clock.fastForward(15_000);
  await expect(desk.toast(DOCUMENT_MESSAGES.documentQueued)).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("a press during the comparison waits for it; choosing another file cancels both", async ({ page, desk }) => {
  const uploads = countUploads(page);
  const letGo = await holdAnswers(page, "**/api/admin/check-document");
  await fileField(page).setInputFiles(RIGHT);
  await submit(page).click();
  await submit(page).click();
  const aborted = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/check-document"));
  await fileField(page).setInputFiles(WRONG);
  await aborted;
  letGo();
  await expect(region(page).getByText(NOT_FOUND)).toBeVisible();
  await expect(question(page)).toBeHidden();
  expect(uploads()).toBe(0);
  await page.unrouteAll({ behavior: "ignoreErrors" });

  const letGoOn = await holdAnswers(page, "**/api/admin/check-document");
  await fileField(page).setInputFiles(RIGHT);
  await submit(page).click();
  letGoOn();
  await expect(desk.toast(DOCUMENT_MESSAGES.documentQueued)).toBeVisible();
  expect(uploads()).toBe(1);
});

test("the notes, the question and the rows are accessible and fit every width, in both themes", async ({
  page,
  desk,
}) => {
  for (const [what, file, words] of [
    ["match", RIGHT, FOUND],
    ["no text", SCAN, DOCUMENT_MESSAGES.checkNoText],
    ["mismatch", WRONG, NOT_FOUND],
  ] as const) {
    await fileField(page).setInputFiles(file);
    await desk.look(region(page).getByText(words), { what: what });
  }
  await submit(page).click();
  await desk.look(question(page).getByRole("table"), { what: "question" });
  await question(page).getByRole("button", { name: "Upload anyway" }).click();
  const row = stored(page).getByText("Not found in it: name and passport number");
  await desk.look(row, { what: "row" });
});
