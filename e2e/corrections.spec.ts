import { correctOrder, requestCorrection } from "#contract/corrections/corrections.ts";
import { CORRECTION_MESSAGES } from "#contract/corrections/messages.ts";
import { FULL_ORDER, inDays, LONG_ORDER } from "./support/orders.ts";
import { orderPath, type Screen } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";
import { expectNothingCovered } from "./support/toast-cover.ts";

// Chromium logs the refusals that these tests cause.
test.use({
  colorScheme: "light",
  contextOptions: { reducedMotion: "reduce" },
  expectedErrors: ["Failed to load resource"],
});

const entry = (screen: Screen, name: string) => screen.drawer.getByLabel(name, { exact: true });
const press = (screen: Screen, name: string) => screen.drawer.getByRole("button", { name, exact: true }).click();

async function open(screen: Screen, orderId: number): Promise<void> {
  await screen.page.goto(orderPath(orderId));
  await expect(screen.history).toBeVisible();
}

test("a correction is made by keyboard, previewed, and both values are shown", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  const orderId = await desk.intake({ ...FULL_ORDER, arrival_date: inDays(1) });
  await desk.signIn("Team");
  await open(desk, orderId);
  await page.keyboard.press("e");
  await expect(entry(desk, "Name with Initials")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("N. K. Pereira");
  await expect(desk.drawer).toContainText("Now N. K. Perera");
  await expect(desk.drawer).toContainText("The order stays in New.");
  await entry(desk, "Arrival Date").fill(inDays(60));
  const correct = desk.drawer.getByRole("button", { name: "Correct and move to Future" });
  await expect(correct).toBeVisible();
  await correct.click();
  await expect(desk.drawer.getByText(CORRECTION_MESSAGES.correctionReasonRequired)).toBeVisible();
  await desk.drawer.getByLabel("Reason").fill("Read from the passport");
  await page.keyboard.press("Tab");
  await correct.press("Enter");
  await expect(page.getByText(CORRECTION_MESSAGES.correctionSaved)).toBeVisible();
  await expect(desk.drawer).toBeHidden();
  await expect(page.locator('[data-status="Future"]').first()).toBeVisible();
  await expect(desk.personal).toContainText("N. K. Pereira");
  await expect(desk.personal.getByRole("img", { name: "Corrected" })).toHaveCount(2);
  await expect(desk.history).toContainText("corrected Name with Initials from N. K. Perera to N. K. Pereira");
  const submitted = desk.personal.getByRole("button", { name: "As submitted" });
  await submitted.press("Enter");
  await expect(submitted).toHaveAttribute("aria-pressed", "true");
  await expect(desk.personal).toContainText("N. K. Perera");
  await expect(desk.personal).not.toContainText("N. K. Pereira");
});

test("what was typed survives a colleague's correction and a value that is refused", async ({ page, desk }) => {
  const orderId = await desk.intake(FULL_ORDER);
  await desk.signIn("Team");
  await open(desk, orderId);
  await desk.personal.getByRole("button", { name: "Correct" }).click();
  await entry(desk, "Flight No./Ship Name").fill("UL 777");
  await entry(desk, "Name with Initials").fill("");
  await expect(desk.drawer.getByText("full_name is required.")).toBeVisible();
  await entry(desk, "Name with Initials").fill("Other Name");
  await desk.drawer.getByLabel("Reason").fill("A typing error");
  await desk.member("Manager").call(correctOrder, {
    orderId,
    factsVersion: 1,
    fields: { flight_number: "UL 505", sex: "Male" },
    reason: "Heard from the airline",
  });
  const overtaken = desk.drawer.getByRole("alert").filter({ hasText: "A colleague has corrected this order" });
  await expect(overtaken).toContainText("Flight No./Ship Name is now UL 505.");
  await press(desk, "Correct");
  await expect(desk.toast("Manager Member corrected this order")).toBeVisible();
  await expectNothingCovered(page, desk.drawer);
  await overtaken.getByRole("button", { name: "Keep mine" }).click();
  await expect(entry(desk, "Flight No./Ship Name")).toHaveValue("UL 777");
  await expect(entry(desk, "Sex")).toHaveValue("Male");
  await expect(desk.drawer.getByLabel("Reason")).toHaveValue("A typing error");
  await press(desk, "Correct");
  await expect(page.getByText(CORRECTION_MESSAGES.correctionSaved)).toBeVisible();
  await expect(desk.personal).toContainText("UL 777");
});

test("closing the drawer asks before what was typed is lost", async ({ page, desk }) => {
  const orderId = await desk.intake(FULL_ORDER);
  await desk.signIn("Team");
  await open(desk, orderId);
  const question = desk.dialog("Discard this correction?");
  const name = entry(desk, "Name with Initials");
  await page.keyboard.press("e");
  await expect(name).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(desk.drawer).toBeHidden();
  await page.keyboard.press("e");
  await name.fill("N. K. Pereira");
  await page.keyboard.press("Escape");
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(name).toHaveValue("N. K. Pereira");
  await desk.drawer.getByRole("button", { name: "Close" }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(desk.drawer).toBeHidden();
  await page.keyboard.press("e");
  await expect(name).toHaveValue("N. K. Perera");
});

test("facts are chosen from lists, and doubtful ones are asked about and shown", async ({ page, desk }) => {
  await desk.signIn("Team");
  const orderId = await desk.intake({
    ...FULL_ORDER,
    sex: "unspecified",
    passport_number: "12",
    date_of_birth: "2035-01-01",
  });
  await open(desk, orderId);
  await expect(desk.personal.getByText("The passport number has fewer than 5 letters and digits.")).toBeVisible();
  await expect(desk.personal.getByText("The date of birth is in the future or more than 120 years ago.")).toBeVisible();
  await page.keyboard.press("e");
  // What the order has stays a choice.
  await expect(entry(desk, "Sex")).toHaveValue("unspecified");
  await entry(desk, "Sex").selectOption("Other");
  await entry(desk, "Nationality").selectOption("Lao People's Democratic Republic");
  await entry(desk, "Mode of Arrival").selectOption("Sea");
  await entry(desk, "Port of Arrival").fill("Port of Galle");
  await entry(desk, "Passport No.").fill("P12");
  await entry(desk, "Flight No./Ship Name").fill("lh762");
  await desk.drawer.getByLabel("Reason").fill("Read from the passport");
  const anyway = desk.drawer.getByRole("checkbox", { name: /fewer than 5/ });
  await expect(anyway).toBeVisible();
  await entry(desk, "Passport No.").fill("P1234567");
  await expect(anyway).toBeHidden();
  await press(desk, "Correct");
  await expect(desk.drawer).toBeHidden();
  for (const text of ["Lao People's Democratic Republic", "Sea", "Port of Galle", "P1234567", "LH 762"]) {
    await expect(desk.personal.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(desk.personal.getByText(/fewer than 5/)).toHaveCount(0);
});

test("doubtful facts that are right are confirmed, with a reason", async ({ page, desk }) => {
  await desk.signIn("Team");
  const orderId = await desk.intake({
    ...FULL_ORDER,
    nationality: "Germny",
    passport_number: "12",
    date_of_birth: "2035-01-01",
  });
  await open(desk, orderId);
  await expect(desk.personal.getByText("Given as “Germny”; did you mean Germany?")).toBeVisible();
  await page.keyboard.press("e");
  const right = desk.drawer.getByRole("checkbox", { name: /fewer than 5.*It is right/ });
  await right.check();
  // What is confirmed is the value that stands there.
  await entry(desk, "Passport No.").fill("P12");
  await expect(right).toBeHidden();
  await expect(desk.drawer.getByRole("checkbox", { name: /fewer than 5.*Correct it anyway/ })).not.toBeChecked();
  await entry(desk, "Passport No.").fill("12");
  await expect(right).not.toBeChecked();
  await right.check();
  await press(desk, "Confirm");
  await expect(desk.drawer.getByText(CORRECTION_MESSAGES.correctionReasonRequired)).toBeVisible();
  await desk.drawer.getByLabel("Reason").fill("A seaman's book, seen");
  await press(desk, "Confirm");
  await expect(page.getByText("It is recorded that these values are right.")).toBeVisible();
  await expect(desk.personal.getByText(/fewer than 5/)).toHaveCount(0);
  await expect(desk.personal.getByText(/more than 120 years ago/)).toBeVisible();
});

test("a stored document has to be confirmed and is marked", async ({ page, desk }) => {
  const orderId = await desk.intake(FULL_ORDER);
  await (await desk.signIn("Team")).upload(orderId, FULL_ORDER.email);
  await open(desk, orderId);
  await desk.personal.getByRole("button", { name: "Correct" }).click();
  await entry(desk, "Sex").selectOption("Male");
  await desk.drawer.getByLabel("Reason").fill("A typing error");
  const anyway = desk.drawer.getByRole("checkbox", { name: /A document is stored/ });
  await expect(anyway).toBeVisible();
  await expect(desk.drawer.getByRole("button", { name: "Correct", exact: true })).toBeDisabled();
  await anyway.check();
  await press(desk, "Correct");
  await expect(page.getByText("Made before a correction")).toBeVisible();
});

test("a Telecaller requests what the role can't correct, and a Manager accepts it", async ({ page, desk }) => {
  const orderId = await desk.intake(FULL_ORDER);
  await desk.signIn("Telecaller");
  await open(desk, orderId);
  await desk.personal.getByRole("button", { name: "Correct" }).click();
  await entry(desk, "Passport No.").fill("P7654321");
  await expect(desk.drawer).toContainText("Your role can't correct Passport No.");
  await desk.drawer.getByLabel("Reason").fill("The traveller called");
  await press(desk, "Request correction");
  await expect(page.getByText(CORRECTION_MESSAGES.correctionRequested)).toBeVisible();
  const requests = (screen: Screen) => screen.section("Requested corrections");
  await expect(requests(desk)).toContainText("Passport No.: P1234567 → P7654321");
  await expect(requests(desk).getByRole("button", { name: "Accept" })).toBeHidden();
  await expect(requests(desk).getByRole("button", { name: "Withdraw" })).toBeVisible();

  const manager = await desk.colleague("Manager");
  await open(manager, orderId);
  await requests(manager).getByRole("button", { name: "Accept" }).click();
  await expect(manager.page.getByText(CORRECTION_MESSAGES.correctionAccepted)).toBeVisible();
  await expect(requests(manager)).toBeHidden();
  await manager.close();
  await expect(desk.personal).toContainText("P7654321");
  await expect(requests(desk)).toBeHidden();
});

test("the drawer and the requests are accessible and fit every width, in both themes", async ({ page, desk }) => {
  const orderId = await desk.intake({ ...LONG_ORDER, arrival_date: inDays(1) });
  const admin = await desk.signIn("Admin");
  await admin.upload(orderId, LONG_ORDER.email);
  const fields = { full_name: `${LONG_ORDER.full_name} the Second`, passport_number: "X1" };
  await desk.member("Telecaller").call(requestCorrection, { orderId, fields, note: "Heard on the telephone" });
  const correction = {
    factsVersion: 1,
    fields: { sex: "Male" },
    reason: "Wrong",
    confirm: ["document_stored" as const],
  };
  await desk.member("Team").call(correctOrder, { orderId, ...correction });
  await open(desk, orderId);
  const requests = desk.section("Requested corrections");
  await desk.look(requests, { what: "requests", isFullest: true });
  await page.keyboard.press("e");
  await entry(desk, "Arrival Date").fill(inDays(60));
  const name = entry(desk, "Name with Initials");
  const before = await name.inputValue();
  await name.fill("");
  const missing = desk.drawer.getByText("full_name is required.");
  await desk.look(missing, { what: "refused" });
  await name.fill(before);
  await entry(desk, "Nationality").selectOption("Portugal");
  const follows = desk.drawer.getByText("Consequences");
  await desk.look(follows, { what: "previewed", isFullest: true });
});
