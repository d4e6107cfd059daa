import type { Page } from "@playwright/test";
import { SERVICE_SETTINGS_MESSAGES } from "#contract/service-settings/messages.ts";
import {
  DEFAULT_SERVICE,
  type ServiceSettings,
  saveServiceSettings,
  serviceSettings,
} from "#contract/service-settings/service-settings.ts";
import { refuse } from "./support/answers.ts";
import { breakAnswers, holdAnswers } from "./support/looks.ts";
import type { Member } from "./support/member.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the answers that these tests break on purpose.
test.use({ expectedErrors: ["Failed to load resource"] });

const PATH = "/admin/service-settings";
const CALL = `**/api${PATH}`;
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const day = (page: Page, name: string) => page.getByRole("checkbox", { name });
const save = (page: Page) => page.getByRole("button", { name: "Save" });

const stored = (member: Member) => member.call(serviceSettings);
const store = (member: Member, data: ServiceSettings) => member.call(saveServiceSettings, data);

async function open(page: Page): Promise<void> {
  await page.goto(PATH);
  await expect(field(page, "Standard hours")).toBeVisible();
}

test("a Manager changes hours, week and closed days by keyboard alone", { tag: "@core" }, async ({ page, desk }) => {
  const manager = await desk.signIn("Manager");
  await store(manager, DEFAULT_SERVICE);
  await page.goto("/admin/open-order");
  await page.getByRole("link", { name: "Due times", exact: true }).press("Enter");
  await expect(page).toHaveURL(PATH);
  await expect(desk.heading).toHaveText("Due Times");
  await expect(desk.heading).toBeFocused();
  await expect(page.getByText("within a minute or so")).toBeVisible();
  await expect(field(page, "Standard hours")).toHaveValue("24");
  await page.keyboard.press("Tab");
  await expect(field(page, "Standard hours")).toBeFocused();
  await page.keyboard.type("16");
  for (const name of ["Priority hours", "Standard margin", "Priority margin"]) {
    await page.keyboard.press("Tab");
    await expect(field(page, name)).toBeFocused();
  }
  await page.keyboard.type("6");
  await page.keyboard.press("Tab");
  await expect(day(page, "Monday")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.type("9:00");
  await page.keyboard.press("Tab");
  await page.keyboard.type("17:30");
  await day(page, "Sunday").focus();
  await page.keyboard.press("Space");
  await expect(field(page, "Sunday from")).toBeHidden();
  await page.getByLabel("Day", { exact: true }).fill("2026-12-25");
  await page.getByLabel("Day", { exact: true }).press("Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "25-12-2026" })).toBeVisible();
  // Typed and not added: saved with the rest.
  await page.getByLabel("Day", { exact: true }).fill("2026-12-24");
  await save(page).press("Enter");
  await expect(desk.toast(SERVICE_SETTINGS_MESSAGES.serviceSaved)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(2);
  const [, ...rest] = DEFAULT_SERVICE.calendar.week;
  expect(await stored(manager)).toEqual({
    hours: { standard: 16, priority: 4 },
    margins: { standard: 24, priority: 6 },
    calendar: {
      week: [{ from: "09:00", to: "17:30" }, ...rest.slice(0, 5), null],
      closed: ["2026-12-24", "2026-12-25"],
    },
  });

  await page.getByRole("button", { name: "Remove 24-12-2026" }).press("Enter");
  await day(page, "Sunday").press("Space");
  await expect(field(page, "Sunday to")).toHaveValue("24:00");
  await save(page).press("Enter");
  await expect.poll(async () => (await stored(manager)).calendar.closed).toEqual(["2026-12-25"]);
  expect((await stored(manager)).calendar.week[6]).toEqual({ from: "00:00", to: "24:00" });
  await page.reload();
  await expect(field(page, "Monday from")).toHaveValue("09:00");
  await store(manager, DEFAULT_SERVICE);
});

test("values that can't be are named at their fields, and nothing is sent", async ({ page, desk }) => {
  const admin = await desk.signIn("Admin");
  await store(admin, DEFAULT_SERVICE);
  await open(page);
  await field(page, "Priority hours").fill("");
  await expect(field(page, "Priority hours")).toHaveAccessibleDescription(
    /Hours must be a whole number from 1 to 720\./,
  );
  await field(page, "Tuesday from").fill("17:00");
  await field(page, "Tuesday to").fill("09:00");
  await expect(field(page, "Tuesday to")).toHaveAccessibleDescription("A day must end after it starts.");
  await field(page, "Friday to").fill("25:00");
  await expect(field(page, "Friday to")).toHaveAccessibleDescription(/^A time must be HH:MM/);
  await save(page).click();
  await expect(field(page, "Priority hours")).toBeFocused();
  await field(page, "Tuesday from").fill("08:00");
  await expect(field(page, "Tuesday to")).not.toHaveAttribute("aria-invalid", "true");
  await field(page, "Priority hours").fill("4");
  for (const box of await page.getByRole("checkbox").all()) await box.uncheck();
  await expect(page.getByText("At least one day of the week must be open.")).toBeVisible();
  await save(page).click();
  await expect(page.getByText("At least one day of the week must be open.")).toBeVisible();
  await day(page, "Monday").check();
  await expect(page.getByText("At least one day of the week must be open.")).toBeHidden();
  expect(await stored(admin)).toEqual(DEFAULT_SERVICE);
});

test("a refusal of the server is shown at its field, and what was typed stays", async ({ page, desk }) => {
  const admin = await desk.signIn("Admin");
  await store(admin, DEFAULT_SERVICE);
  await open(page);
  await field(page, "Standard hours").fill("30");
  const message = "Refused at its field.";
  await page.route(CALL, (route) => (route.request().method() === "GET" ? route.fallback() : route.abort()));
  await save(page).click();
  await expect(desk.toast("can't be reached")).toBeVisible();
  await expect(field(page, "Standard hours")).toHaveValue("30");
  await page.unroute(CALL);
  const errors = [
    { path: "margins.priority", message },
    { path: "calendar.week.2.to", message },
  ];
  const pattern = await refuse(page, PATH, "invalid_input", { message, errors });
  await save(page).click();
  await expect(field(page, "Priority margin")).toHaveAccessibleDescription(new RegExp(message));
  await expect(field(page, "Wednesday to")).toHaveAccessibleDescription(message);
  await expect(desk.toast(message)).toBeVisible();
  await page.unroute(pattern);
  await save(page).click();
  await expect(desk.toast(SERVICE_SETTINGS_MESSAGES.serviceSaved)).toBeVisible();
  expect((await stored(admin)).hours.standard).toBe(30);

  await store(admin, DEFAULT_SERVICE);
  await field(page, "Standard hours").fill("40");
  await save(page).click();
  await expect(desk.toast(SERVICE_SETTINGS_MESSAGES.serviceChangedMeanwhile)).toBeVisible();
  await expect(field(page, "Standard hours")).toHaveValue("40");
  expect(await stored(admin)).toEqual(DEFAULT_SERVICE);
});

test("a member without the right sees the settings, why they can't change them, and no way here", async ({
  page,
  desk,
}) => {
  await desk.signIn("Telecaller", "/admin/open-order");
  await expect(page.getByRole("button", { name: "Refresh" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Due times", exact: true })).toHaveCount(0);
  await page.keyboard.press("Control+k");
  const palette = desk.palette;
  await palette.getByRole("combobox").fill("due times");
  await expect(palette.getByRole("option", { name: "Due Times", exact: true })).toHaveCount(0);
  await open(page);
  await expect(page.getByText("Only an Admin or a Manager can change these settings.")).toBeVisible();
  for (const input of await desk.main.locator("input, button").all()) await expect(input).toBeDisabled();
  await desk.expectAccessible();
});

test("the palette opens it; it loads, fails and loads again", async ({ page, desk }) => {
  await desk.signIn("Admin", "/admin/recent-order");
  await expect(page.getByRole("button", { name: "Refresh" })).toBeVisible();
  await page.keyboard.press("Control+k");
  const palette = desk.palette;
  await palette.getByRole("combobox").fill("due times");
  await palette.getByRole("option", { name: "Due Times", exact: true }).click();
  await expect(page).toHaveURL(PATH);
  await expect(field(page, "Standard hours")).toBeVisible();
  const letGo = await holdAnswers(page, CALL);
  await page.goto(PATH);
  await expect(page.getByText("Loading the settings of due times")).toBeAttached();
  letGo();
  await expect(field(page, "Standard hours")).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await breakAnswers(page, CALL);
  await page.goto(PATH);
  await expect(desk.retry).toBeVisible();
  await page.unroute(CALL);
  await desk.retry.click();
  await expect(field(page, "Standard hours")).toBeVisible();
});

test("it fits every width in both themes, with errors and many closed days", async ({ page, desk }, info) => {
  const manager = await desk.signIn("Manager");
  const closed = Array.from({ length: 20 }, (_, index) => `2027-01-${String(index + 1).padStart(2, "0")}`);
  await store(manager, { ...DEFAULT_SERVICE, calendar: { ...DEFAULT_SERVICE.calendar, closed } });
  await open(page);
  await day(page, "Saturday").uncheck();
  await field(page, "Tuesday to").fill("soon");
  await field(page, "Standard hours").fill("many");
  await expect(page.getByText(/^A time must be/)).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [360, 768, 1024, 1366, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const excess = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await expect.poll(excess, `${colorScheme} at ${width}`).toBe(0);
      await page.screenshot({ path: info.outputPath(`${colorScheme}-${width}.png`), fullPage: true });
      if (width === 360 || width === 1440) await desk.expectAccessible();
    }
  }
  await store(manager, DEFAULT_SERVICE);
});
