import type { Locator, Page } from "@playwright/test";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { REMARK_MESSAGES } from "#contract/remarks/messages.ts";
import { png } from "#test/support/image-files.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { countCalls, refuse } from "./support/answers.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the answers that these tests break on purpose.
test.use({ expectedErrors: ["Failed to load resource"] });

interface Field {
  name: string;
  find: (page: Page) => Locator;
  right: string;
  /** Invalid values, each with its error message. */
  wrong: readonly (readonly [value: string, message: string])[];
}

interface FormUnderTest {
  name: string;
  /** Path below `/api`. */
  call: string;
  submit: string;
  fields: readonly Field[];
  open: (page: Page, orderId: number) => Promise<unknown>;
  isStaff: boolean;
}

const inRegion = (region: string, name?: RegExp) => (page: Page) =>
  page.getByRole("region", { name: region }).getByRole("textbox", name && { name });
const byLabel = (label: string) => (page: Page) => page.getByLabel(label, { exact: true });
const detail = (page: Page, orderId: number) => page.goto(`/admin/view-order/${encodeOrderId(orderId)}`);
const CARD = { name: "card.pdf", mimeType: "application/pdf", buffer: plainPdf("Arrival card") };

const FORMS: readonly FormUnderTest[] = [
  {
    name: "sign-in",
    call: "/admin/admin-login",
    submit: "Sign In",
    isStaff: false,
    open: (page) => page.goto("/"),
    fields: [
      {
        name: "Email ID",
        find: byLabel("Email ID"),
        right: "team@staff.example",
        wrong: [
          ["", "Email Address is required"],
          ["team", "Invalid email address"],
        ],
      },
      { name: "Password", find: byLabel("Password"), right: "correct horse 7", wrong: [["", "Password is required"]] },
    ],
  },
  {
    name: "comment",
    call: "/admin/add-new-remark",
    submit: "Add Comment",
    isStaff: true,
    open: detail,
    fields: [
      {
        name: "Comment",
        find: inRegion("Add Comment Below"),
        right: "Called the customer",
        wrong: [
          ["", "Please enter your remark"],
          ["   ", "Please enter your remark"],
        ],
      },
    ],
  },
  {
    name: "upload",
    call: "/admin/upload-visa-document",
    submit: "Upload Document",
    isStaff: true,
    open: detail,
    fields: [
      {
        name: "email",
        find: inRegion("Upload Document", /email/i),
        right: "traveller@example.com",
        wrong: [
          ["", "Please enter your email"],
          ["traveller", "Please enter your email"],
        ],
      },
    ],
  },
  {
    name: "track",
    call: "/front/track-order",
    submit: "TRACK ORDER",
    isStaff: false,
    open: (page) => page.goto("/track-order"),
    fields: [
      { name: "Order ID", find: byLabel("Order ID"), right: "100001", wrong: [["", "Please enter your orderId"]] },
      {
        name: "Email ID",
        find: byLabel("Email ID"),
        right: "traveller@example.com",
        wrong: [
          ["", "Please enter your email"],
          ["traveller", "Please enter your email"],
        ],
      },
    ],
  },
];

/** Expects the message on the page, associated with its field for assistive technology. */
async function expectError(field: Locator, message: string) {
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(message);
}

for (const form of FORMS) {
  test.describe(`the ${form.name} form`, () => {
    test.beforeEach(async ({ page, desk }) => {
      const orderId = await desk.intake();
      if (form.isStaff) await desk.signIn("Team");
      await form.open(page, orderId);
    });

    test("validates on blur and on every change @5-001 @5-002 @5-003 @5-013 @5-014 @5-026 @5-027", async ({ page }) => {
      for (const { name, find, right, wrong } of form.fields) {
        await test.step(name, async () => {
          const field = find(page);
          for (const [value, message] of wrong) {
            await field.fill(value);
            await field.blur();
            await expectError(field, message);
            await field.fill(right);
            await expect(page.getByText(message, { exact: true })).toBeHidden();
            await field.fill(value);
            await expectError(field, message);
          }
          await field.fill(right);
        });
      }
    });

    test("shows every error on submit and sends nothing @5-015 @5-028", { tag: "@core" }, async ({ page, desk }) => {
      const sent = countCalls(page, `/api${form.call}`);
      for (const { find } of form.fields) await find(page).fill("");
      await page.getByRole("button", { name: form.submit }).click();
      for (const { find, wrong } of form.fields) await expectError(find(page), wrong[0]?.[1] ?? "");
      if (form.name === "upload") await expect(page.getByText("File is required", { exact: true })).toBeVisible();
      await desk.expectAccessible();
      expect(sent()).toBe(0);
    });

    test("keeps the input whatever the server answers", async ({ page, desk }) => {
      for (const { find, right } of form.fields) await find(page).fill(right);
      if (form.name === "upload") await page.getByLabel("File", { exact: true }).setInputFiles(CARD);
      if (form.name === "comment") await page.getByRole("checkbox", { name: "Voided" }).check();
      const answers = [
        ["400", () => refuse(page, form.call, "invalid_input", { message: "Four hundred." }), "Four hundred."],
        ["422", () => refuse(page, form.call, "rule_violation", { message: "Not by the rules." }), "Not by the rules."],
        ["429", () => refuse(page, form.call, "rate_limited", { message: "Wait a little." }), "Wait a little."],
        ["500", () => refuse(page, form.call, "internal"), MESSAGES.internal],
        ["no answer", () => page.route(`**/api${form.call}`, (route) => route.abort()), /can't (be reached|reach)/],
      ] as const;
      for (const [what, answer, words] of answers) {
        await test.step(what, async () => {
          await answer();
          await page.getByRole("button", { name: form.submit }).click();
          await expect(desk.toast(words).first()).toBeVisible();
          for (const { find, right } of form.fields) await expect(find(page)).toHaveValue(right);
          if (form.name === "upload") await expect(page.getByText(CARD.name, { exact: true })).toBeVisible();
          if (form.name === "comment") await expect(page.getByRole("checkbox", { name: "Voided" })).toBeChecked();
          await page.unroute(`**/api${form.call}`);
        });
      }
    });
  });
}

test("the server's error for a field is shown at that field", { tag: "@core" }, async ({ page, desk }) => {
  await page.goto("/");
  const message = "This address is not taken.";
  await refuse(page, "/admin/admin-login", "invalid_input", { message, errors: [{ path: "email", message }] });
  await page.getByLabel("Email ID").fill("team@staff.example");
  await page.getByLabel("Password", { exact: true }).fill("correct horse 7");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expectError(page.getByLabel("Email ID"), message);
  await expect(desk.toast(message)).toBeVisible();
});

test("the upload accepts a PDF or an image and lists the accepted types otherwise @5-016", async ({ page, desk }) => {
  const id = await desk.intake();
  await desk.signIn("Team");
  await detail(page, id);
  const region = desk.section("Upload Document");
  const file = region.getByLabel("File", { exact: true });
  await file.focus();
  await file.blur();
  await expect(region.getByText("File is required", { exact: true })).toBeVisible();
  await file.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("notes") });
  await expect(region.getByText(DOCUMENT_MESSAGES.uploadType, { exact: true })).toBeVisible();
  await file.setInputFiles({ name: "true.png", mimeType: "image/png", buffer: png() });
  await expect(region.getByText(DOCUMENT_MESSAGES.uploadType, { exact: true })).toBeHidden();
  await expect(region.getByText(DOCUMENT_MESSAGES.checkNoText, { exact: true })).toBeVisible();
  await file.setInputFiles({ name: "card.png", mimeType: "image/png", buffer: Buffer.from("no true image") });
  await expect(region.getByText(DOCUMENT_MESSAGES.uploadType, { exact: true })).toBeVisible();
  await region.getByRole("button", { name: "Upload Document" }).click();
  await expect(file).toBeFocused();
  await expect(region.getByText("card.png", { exact: true })).toBeVisible();
});

test("each ticked flag of a comment is sent as Y, the others as N", async ({ page, desk }) => {
  const id = await desk.intake();
  await desk.signIn("Team");
  await detail(page, id);
  const region = desk.section("Add Comment Below");
  await region.getByRole("textbox").fill("Asked for the money back");
  for (const flag of ["WhatsApp", "Refund", "Voided"]) await region.getByRole("checkbox", { name: flag }).check();
  const sent = page.waitForRequest((request) => request.url().endsWith("/api/admin/add-new-remark"));
  await region.getByRole("button", { name: "Add Comment" }).click();
  expect((await sent).postDataJSON()).toEqual({
    orderId: id,
    remark: "Asked for the money back",
    remarkerName: "Team Member",
    whatsapp: "Y",
    telephone: "N",
    statusRefund: "Y",
    voided: "Y",
    chargeBack: "N",
  });
  await expect(desk.toast(REMARK_MESSAGES.remarkAdded)).toBeVisible();
});
