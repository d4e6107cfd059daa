import type { Page } from "@playwright/test";
import { CORRECTION_MESSAGES } from "#contract/corrections/messages.ts";
import { uploadDocument } from "./support/answers.ts";
import { callAs } from "./support/colleague.ts";
import { FULL_ORDER, inDays, LONG_ORDER } from "./support/full-orders.ts";
import { lookAround } from "./support/looks.ts";
import { drawer, history, orderPath, personal } from "./support/order-page.ts";
import { dialog, toastOf } from "./support/page-parts.ts";
import { STAFF_PASSWORD, staffEmail } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";
import { expectNothingCovered } from "./support/toast-cover.ts";

// Chromium logs the refusals that these tests cause.
test.use({
  colorScheme: "light",
  contextOptions: { reducedMotion: "reduce" },
  expectedErrors: ["Failed to load resource"],
});

const entry = (page: Page, name: string) => drawer(page).getByLabel(name, { exact: true });
const press = (page: Page, name: string) => drawer(page).getByRole("button", { name, exact: true }).click();

async function open(page: Page, orderId: number): Promise<void> {
  await page.goto(orderPath(orderId));
  await expect(history(page)).toBeVisible();
}

test("a correction is made by keyboard, previewed, and both values are shown", { tag: "@core" }, async ({
  page,
  signInAs,
  intake,
}) => {
  const orderId = await intake({ ...FULL_ORDER, arrival_date: inDays(1) });
  await signInAs("Team");
  await open(page, orderId);
  await page.keyboard.press("e");
  await expect(entry(page, "Name with Initials")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("N. K. Pereira");
  await expect(drawer(page)).toContainText("Now N. K. Perera");
  await expect(drawer(page)).toContainText("The order stays in New.");
  await entry(page, "Arrival Date").fill(inDays(60));
  const correct = drawer(page).getByRole("button", { name: "Correct and move to Future" });
  await expect(correct).toBeVisible();
  await correct.click();
  await expect(drawer(page).getByText(CORRECTION_MESSAGES.correctionReasonRequired)).toBeVisible();
  await drawer(page).getByLabel("Reason").fill("Read from the passport");
  await page.keyboard.press("Tab");
  await correct.press("Enter");
  await expect(page.getByText(CORRECTION_MESSAGES.correctionSaved)).toBeVisible();
  await expect(drawer(page)).toBeHidden();
  await expect(page.locator('[data-status="Future"]').first()).toBeVisible();
  await expect(personal(page)).toContainText("N. K. Pereira");
  await expect(personal(page).getByRole("img", { name: "Corrected" })).toHaveCount(2);
  await expect(history(page)).toContainText("corrected Name with Initials from N. K. Perera to N. K. Pereira");
  const submitted = personal(page).getByRole("button", { name: "As submitted" });
  await submitted.press("Enter");
  await expect(submitted).toHaveAttribute("aria-pressed", "true");
  await expect(personal(page)).toContainText("N. K. Perera");
  await expect(personal(page)).not.toContainText("N. K. Pereira");
});

test("what was typed survives a colleague's correction and a value that is refused", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const orderId = await intake(FULL_ORDER);
  await signInAs("Team");
  await open(page, orderId);
  await personal(page).getByRole("button", { name: "Correct" }).click();
  await entry(page, "Flight No./Ship Name").fill("UL 777");
  await entry(page, "Name with Initials").fill("");
  await expect(drawer(page).getByText("full_name is required.")).toBeVisible();
  await entry(page, "Name with Initials").fill("Other Name");
  await drawer(page).getByLabel("Reason").fill("A typing error");
  await callAs(request, "Manager", "correct-order", {
    orderId,
    factsVersion: 1,
    fields: { flight_number: "UL 505", sex: "Male" },
    reason: "Heard from the airline",
  });
  const overtaken = drawer(page).getByRole("alert").filter({ hasText: "A colleague has corrected this order" });
  await expect(overtaken).toContainText("Flight No./Ship Name is now UL 505.");
  await press(page, "Correct");
  await expect(toastOf(page, "Manager Member corrected this order")).toBeVisible();
  await expectNothingCovered(page, drawer(page));
  await overtaken.getByRole("button", { name: "Keep mine" }).click();
  await expect(entry(page, "Flight No./Ship Name")).toHaveValue("UL 777");
  await expect(entry(page, "Sex")).toHaveValue("Male");
  await expect(drawer(page).getByLabel("Reason")).toHaveValue("A typing error");
  await press(page, "Correct");
  await expect(page.getByText(CORRECTION_MESSAGES.correctionSaved)).toBeVisible();
  await expect(personal(page)).toContainText("UL 777");
});

test("closing the drawer asks before what was typed is lost", async ({ page, signInAs, intake }) => {
  const orderId = await intake(FULL_ORDER);
  await signInAs("Team");
  await open(page, orderId);
  const question = dialog(page, "Discard this correction?");
  const name = entry(page, "Name with Initials");
  await page.keyboard.press("e");
  await expect(name).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(drawer(page)).toBeHidden();
  await page.keyboard.press("e");
  await name.fill("N. K. Pereira");
  await page.keyboard.press("Escape");
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(name).toHaveValue("N. K. Pereira");
  await drawer(page).getByRole("button", { name: "Close" }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(drawer(page)).toBeHidden();
  await page.keyboard.press("e");
  await expect(name).toHaveValue("N. K. Perera");
});

test("facts are chosen from lists, and doubtful ones are asked about and shown", async ({ page, signInAs, intake }) => {
  await signInAs("Team");
  const orderId = await intake({
    ...FULL_ORDER,
    sex: "unspecified",
    passport_number: "12",
    date_of_birth: "2035-01-01",
  });
  await open(page, orderId);
  await expect(personal(page).getByText("The passport number has fewer than 5 letters and digits.")).toBeVisible();
  await expect(
    personal(page).getByText("The date of birth is in the future or more than 120 years ago."),
  ).toBeVisible();
  await page.keyboard.press("e");
  // What the order has stays a choice.
  await expect(entry(page, "Sex")).toHaveValue("unspecified");
  await entry(page, "Sex").selectOption("Other");
  await entry(page, "Nationality").selectOption("Lao People's Democratic Republic");
  await entry(page, "Mode of Arrival").selectOption("Sea");
  await entry(page, "Port of Arrival").fill("Port of Galle");
  await entry(page, "Passport No.").fill("P12");
  await entry(page, "Flight No./Ship Name").fill("lh762");
  await drawer(page).getByLabel("Reason").fill("Read from the passport");
  const anyway = drawer(page).getByRole("checkbox", { name: /fewer than 5/ });
  await expect(anyway).toBeVisible();
  await entry(page, "Passport No.").fill("P1234567");
  await expect(anyway).toBeHidden();
  await press(page, "Correct");
  await expect(drawer(page)).toBeHidden();
  for (const text of ["Lao People's Democratic Republic", "Sea", "Port of Galle", "P1234567", "LH 762"]) {
    await expect(personal(page).getByText(text, { exact: true })).toBeVisible();
  }
  await expect(personal(page).getByText(/fewer than 5/)).toHaveCount(0);
});

test("doubtful facts that are right are confirmed, with a reason", async ({ page, signInAs, intake }) => {
  await signInAs("Team");
  const orderId = await intake({
    ...FULL_ORDER,
    nationality: "Germny",
    passport_number: "12",
    date_of_birth: "2035-01-01",
  });
  await open(page, orderId);
  await expect(personal(page).getByText("Given as “Germny”; did you mean Germany?")).toBeVisible();
  await page.keyboard.press("e");
  const right = drawer(page).getByRole("checkbox", { name: /fewer than 5.*It is right/ });
  await right.check();
  // What is confirmed is the value that stands there.
  await entry(page, "Passport No.").fill("P12");
  await expect(right).toBeHidden();
  await expect(drawer(page).getByRole("checkbox", { name: /fewer than 5.*Correct it anyway/ })).not.toBeChecked();
  await entry(page, "Passport No.").fill("12");
  await expect(right).not.toBeChecked();
  await right.check();
  await press(page, "Confirm");
  await expect(drawer(page).getByText(CORRECTION_MESSAGES.correctionReasonRequired)).toBeVisible();
  await drawer(page).getByLabel("Reason").fill("A seaman's book, seen");
  await press(page, "Confirm");
  await expect(page.getByText("It is recorded that these values are right.")).toBeVisible();
  await expect(personal(page).getByText(/fewer than 5/)).toHaveCount(0);
  await expect(personal(page).getByText(/more than 120 years ago/)).toBeVisible();
});

test("a stored document has to be confirmed and is marked", async ({ page, request, signInAs, intake }) => {
  const orderId = await intake(FULL_ORDER);
  await uploadDocument(request, await signInAs("Team"), orderId, FULL_ORDER.email);
  await open(page, orderId);
  await personal(page).getByRole("button", { name: "Correct" }).click();
  await entry(page, "Sex").selectOption("Male");
  await drawer(page).getByLabel("Reason").fill("A typing error");
  const anyway = drawer(page).getByRole("checkbox", { name: /A document is stored/ });
  await expect(anyway).toBeVisible();
  await expect(drawer(page).getByRole("button", { name: "Correct", exact: true })).toBeDisabled();
  await anyway.check();
  await press(page, "Correct");
  await expect(page.getByText("Made before a correction")).toBeVisible();
});

test("a Telecaller requests what the role can't correct, and a Manager accepts it", async ({
  page,
  browser,
  baseURL,
  request,
  signInAs,
  intake,
}) => {
  const orderId = await intake(FULL_ORDER);
  await signInAs("Telecaller");
  await open(page, orderId);
  await personal(page).getByRole("button", { name: "Correct" }).click();
  await entry(page, "Passport No.").fill("P7654321");
  await expect(drawer(page)).toContainText("Your role can't correct Passport No.");
  await drawer(page).getByLabel("Reason").fill("The traveller called");
  await press(page, "Request correction");
  await expect(page.getByText(CORRECTION_MESSAGES.correctionRequested)).toBeVisible();
  const asked = (shown: Page) => shown.getByRole("region", { name: "Requested corrections" });
  await expect(asked(page)).toContainText("Passport No.: P1234567 → P7654321");
  await expect(asked(page).getByRole("button", { name: "Accept" })).toBeHidden();
  await expect(asked(page).getByRole("button", { name: "Withdraw" })).toBeVisible();

  const signIn = { data: { email: staffEmail("Manager"), password: STAFF_PASSWORD } };
  const { jwtToken } = await (await request.post("/api/admin/admin-login", signIn)).json();
  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  await context.addInitScript(
    (token) => localStorage.setItem("user", JSON.stringify({ accessToken: token })),
    jwtToken,
  );
  const manager = await context.newPage();
  await open(manager, orderId);
  await asked(manager).getByRole("button", { name: "Accept" }).click();
  await expect(manager.getByText(CORRECTION_MESSAGES.correctionAccepted)).toBeVisible();
  await expect(asked(manager)).toBeHidden();
  await context.close();
  await expect(personal(page)).toContainText("P7654321");
  await expect(asked(page)).toBeHidden();
});

test("the drawer and the requests are accessible and fit every width, in both themes", async ({
  page,
  request,
  signInAs,
  intake,
  expectAccessible,
}) => {
  const orderId = await intake({ ...LONG_ORDER, arrival_date: inDays(1) });
  const token = await signInAs("Admin");
  await uploadDocument(request, token, orderId, LONG_ORDER.email);
  const fields = { full_name: `${LONG_ORDER.full_name} the Second`, passport_number: "X1" };
  await callAs(request, "Telecaller", "request-correction", { orderId, fields, note: "Heard on the telephone" });
  const correction = {
    orderId,
    factsVersion: 1,
    fields: { sex: "Male" },
    reason: "Wrong",
    confirm: ["document_stored"],
  };
  await callAs(request, "Team", "correct-order", correction);
  await open(page, orderId);
  const requests = page.getByRole("region", { name: "Requested corrections" });
  await test.step("requests", () => lookAround(page, requests, expectAccessible, { isFullest: true }));
  await page.keyboard.press("e");
  await entry(page, "Arrival Date").fill(inDays(60));
  const name = entry(page, "Name with Initials");
  const before = await name.inputValue();
  await name.fill("");
  const missing = drawer(page).getByText("full_name is required.");
  await test.step("refused", () => lookAround(page, missing, expectAccessible));
  await name.fill(before);
  await entry(page, "Nationality").selectOption("Portugal");
  const follows = drawer(page).getByText("Consequences");
  await test.step("previewed", () => lookAround(page, follows, expectAccessible, { isFullest: true }));
});
