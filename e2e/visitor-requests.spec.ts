import { decideCorrection } from "#contract/corrections/corrections.ts";
import { expectNoAxeFindings } from "./support/looks.ts";
import { CUSTOMER_EMAIL, telephone } from "./support/telephone.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs calls that are refused on purpose.
test.use({ expectedErrors: ["Failed to load resource"] });

/** The customer's telephone, and the section of corrections on it. */
async function phone(...visit: Parameters<typeof telephone>) {
  const { page, words } = await telephone(...visit);
  return { page, words, section: page.getByRole("region", { name: words.correction.heading }) };
}

test("a customer asks for a correction on a telephone in Arabic, and the office accepts it", {
  tag: "@core",
}, async ({ page, desk, baseURL }) => {
  const orderId = await desk.intake({ email: CUSTOMER_EMAIL, flight_number: "UL 504", date_of_birth: "1990-05-04" });
  const { page: customer, words, section } = await phone(page, baseURL, { orderId, language: "ar" });

  await test.step("the form shows nothing of the order, and the next row when one is used", async () => {
    await section.getByText(words.correction.summary).click();
    await expect(section.getByLabel(words.correction.detail)).toHaveCount(3);
    await expect(section.getByLabel(words.correction.detail).filter({ visible: true })).toHaveCount(1);
    await section.getByLabel(words.correction.detail).first().selectOption(words.details.date_of_birth);
    await expect(section.getByLabel(words.correction.detail).filter({ visible: true })).toHaveCount(2);
    await expect(section.getByLabel(words.correction.value).first()).toHaveAttribute("type", "date");
    await section.getByLabel(words.correction.detail).nth(1).selectOption(words.details.nationality);
    expect(await customer.content()).not.toContain("1990");
    await expectNoAxeFindings(customer);
    expect(await customer.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });

  await test.step("a refusal names the detail to check and keeps what was typed", async () => {
    await section.getByLabel(words.correction.value).first().fill("1991-05-04");
    await section.getByRole("button", { name: words.correction.send }).click();
    await expect(section.getByRole("alert")).toHaveText(words.messages.correctionEmpty);
    await section.getByLabel(words.correction.value).nth(1).fill("Atlantis");
    await section.getByRole("button", { name: words.correction.send }).click();
    await expect(section.getByRole("alert")).toHaveText(words.messages.invalidInput);
    await expect(section.getByText(words.correction.check)).toHaveCount(1);
    await expect(section.getByLabel(words.correction.value).nth(1)).toHaveAttribute("aria-invalid", "true");
    await expect(section.getByLabel(words.correction.value).first()).toHaveValue("1991-05-04");
    await section.getByLabel(words.correction.value).nth(1).fill("ألمانيا");
    await section.getByLabel(words.correction.note).fill("كما في جواز السفر");
    await section.getByRole("button", { name: words.correction.send }).click();
    await expect(section.getByRole("status")).toHaveText(words.messages.correctionSent);
    await expect(section.getByText(words.correction.open.split("{{date}}")[1] ?? "")).toBeVisible();
    await expect(section.getByLabel(words.correction.value).first()).toHaveValue("");
  });

  await test.step("the office sees who asked from where, and accepts", async () => {
    await desk.signIn("Manager");
    await desk.openOrder(orderId);
    const requested = desk.section("Requested corrections");
    await expect(requested.getByText("1991-05-04")).toBeVisible();
    await expect(requested.getByText("Germany")).toBeVisible();
    await expect(requested.getByText(/^The customer, /)).toBeVisible();
    await expect(requested.getByText(/on the tracking page, Chrome/)).toBeVisible();
    await requested.getByRole("button", { name: "Accept" }).click();
    await expect(requested).toBeHidden();
    await customer.reload();
    await expect(section.getByText(words.correction.accepted.split("{{date}}")[1] ?? "")).toBeVisible();
  });
  await customer.context().close();
});

test("without script a refused request keeps what was typed; a third open one hides the form", async ({
  page,
  desk,
  baseURL,
}) => {
  const orderId = await desk.intake({ email: CUSTOMER_EMAIL });
  const { page: customer, words, section } = await phone(page, baseURL, { orderId, language: "de", hasScript: false });
  const send = async (field: string, value: string) => {
    if (!(await section.getByLabel(words.correction.note).isVisible())) {
      await section.getByText(words.correction.summary).click();
    }
    await section.getByLabel(words.correction.detail).first().selectOption(field);
    await section.getByLabel(words.correction.value).first().fill(value);
    await section.getByRole("button", { name: words.correction.send }).click();
  };
  await send(words.details.arrival_date, "31.12.2099");
  await expect(section.getByRole("alert")).toHaveText(words.messages.invalidInput);
  await expect(section.getByText(words.correction.check)).toBeVisible();
  await expect(section.getByText(words.correction.hint)).toBeVisible();
  await expect(section.getByLabel(words.correction.value).first()).toHaveValue("31.12.2099");
  const asked = section.getByText(words.correction.open.split("{{date}}")[1] ?? "");
  for (const [count, value] of ["<b>Hilton</b>", "Galle Face", "Cinnamon"].entries()) {
    await send(words.details.place_of_stay, value);
    await expect(asked).toHaveCount(count + 1);
  }
  await expect(section.getByRole("button", { name: words.correction.send })).toBeHidden();
  await expect(section.getByText(words.messages.correctionOpen)).toBeVisible();
  const team = desk.member("Team");
  const { correction_requests: requests } = await team.details(orderId);
  expect(requests.map(({ fields }) => fields.place_of_stay).reverse()).toEqual([
    "<b>Hilton</b>",
    "Galle Face",
    "Cinnamon",
  ]);
  await team.call(decideCorrection, { requestId: requests[0]?.id ?? 0, accept: false });
  await customer.reload();
  await expect(section.getByText(words.correction.summary)).toBeVisible();
  await customer.context().close();
});

for (const hasScript of [true, false]) {
  test(`a download is called somebody else's ${hasScript ? "with" : "without"} script, and the office deals with it`, async ({
    page,
    desk,
    baseURL,
  }) => {
    const orderId = await desk.intake({ email: CUSTOMER_EMAIL });
    await desk.member("Team").upload(orderId, CUSTOMER_EMAIL);
    const { page: customer, words } = await phone(page, baseURL, { orderId, language: "de", hasScript });
    const download = customer.waitForEvent("download");
    await customer.getByText(words.download.button, { exact: true }).click();
    await (await download).saveAs(test.info().outputPath("card.pdf"));
    await customer.reload();
    const row = customer.getByRole("region", { name: words.history.heading }).getByRole("row").last();
    await row.getByText(words.report.summary).click();
    await row.getByLabel(words.correction.note).fill("Ich war im Urlaub");
    if (hasScript) await expectNoAxeFindings(customer);
    expect(await customer.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await row.getByRole("button", { name: words.report.send }).click();
    await expect(row.getByText(words.report.done.split("{{date}}")[1] ?? "")).toBeVisible();
    await expect(row.getByText(words.report.summary)).toBeHidden();

    await desk.signIn("Team", "/admin");
    const waiting = page.getByRole("navigation", { name: "What waits" });
    await waiting.getByRole("link", { name: /with a questioned download$/ }).click();
    await expect(desk.list.row(orderId).getByRole("img", { name: "Download questioned" })).toBeVisible();
    await desk.openOrder(orderId);
    const history = desk.section("Download History");
    await expect(history.getByText("The customer says: not me")).toBeVisible();
    await expect(history.getByText("Ich war im Urlaub")).toBeVisible();
    await history.getByRole("button", { name: "Mark as dealt with" }).click();
    await expect(history.getByText("Dealt with by")).toBeVisible();
    await customer.context().close();
  });
}
