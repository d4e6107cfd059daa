import { MESSAGES } from "#contract/messages.ts";
import { saveServiceSettings, serviceSettings } from "#contract/service-settings/service-settings.ts";
import { setup } from "#contract/setup/setup.ts";
import { jump } from "./support/keyboard.ts";
import { ownName } from "./support/orders.ts";
import { expect, test } from "./support/test.ts";

const DAY_MS = 86_400_000;

test("an Admin sees what the installation lacks, puts it away, and calls it back from the palette", {
  tag: "@core",
}, async ({ page, desk }) => {
  await desk.intake();
  const admin = desk.member("Admin");
  await admin.call(saveServiceSettings, await admin.call(serviceSettings));
  await desk.signIn("Admin", "/admin");
  const steps = desk.section("First steps");
  const step = (title: string) => steps.getByRole("listitem").filter({ hasText: title });

  await test.step("each part as the server finds it, with its page or its document", async () => {
    const found = await admin.call(setup);
    expect(found).toMatchObject({ company: false, mail_provider: false, orders: true, members: true, due_times: true });
    const done = Object.values(found).filter(Boolean).length;
    await expect(steps).toContainText(`${done} of 7 done`);
    await expect(steps.getByText("Done:")).toHaveCount(done);
    for (const title of ["Orders come in", "The team", "Due times"])
      await expect(step(title)).toHaveText(`Done:${title}`);
    await expect(step("The company's details")).toContainText("tax number: COMPANY_… in docs/operations.md");
    await expect(step("A mail provider")).toContainText("docs/operations.md");
    await expect(step("A daily backup")).toContainText("npm run backup in 2 days: docs/operations.md");
    await desk.look(steps, { isFullest: true });
  });

  await test.step("what is missing leads to its page", async () => {
    await page.route("**/api/admin/setup", async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      await route.fulfill({
        response,
        json: { ...answer, data: { ...answer.data, members: false, due_times: false } },
      });
    });
    await page.reload();
    await expect(steps.getByRole("link")).toHaveText(["The team", "Due times"]);
    await steps.getByRole("link", { name: "Due times" }).click();
    await expect(page).toHaveURL("/admin/service-settings");
    await page.unroute("**/api/admin/setup");
  });

  await test.step("put away, also after a reload, until it is called", async () => {
    await page.goto("/admin");
    await steps.getByRole("button", { name: "Put away" }).click();
    await expect(steps).toHaveCount(0);
    await page.reload();
    await expect(desk.list.rows.first()).toBeVisible();
    await expect(steps).toHaveCount(0);
    await page.goto("/admin/disputes");
    await expect(desk.heading).toHaveText("Disputes");
    await jump(page, "getting started", "Getting started: the first steps");
    await expect(page).toHaveURL("/admin");
    await expect(steps).toBeVisible();
  });
});

test("the first steps move nothing that is drawn before them", { tag: "@core" }, async ({ page, desk }) => {
  await page.addInitScript(() => {
    const seen: { tiles?: number | undefined } = {};
    Object.assign(window, { seen });
    const look = () => {
      seen.tiles ??= document.querySelector("nav[aria-label=Queues]")?.getBoundingClientRect().top;
      requestAnimationFrame(look);
    };
    look();
  });
  await page.route("**/api/admin/setup", async (route) => {
    await desk.sidebar.getByRole("link", { name: /^Future Orders \d/ }).waitFor();
    await route.continue();
  });
  await desk.signIn("Admin", "/admin");
  await expect(desk.section("First steps")).toContainText("of 7 done");
  const tiles = page.getByRole("navigation", { name: "Queues" });
  await expect
    .poll(async () => (await tiles.boundingBox())?.y)
    .toBe(await page.evaluate(() => (window as unknown as { seen: { tiles: number } }).seen.tiles));
});

test("the first steps vanish once everything is there, and only an Admin sees them", async ({ page, desk }) => {
  const everything = { company: true, mail_provider: true, mail_sent: true, orders: true, members: true };
  const data = { ...everything, due_times: true, backup: true };
  const steps = desk.section("First steps");
  await page.route("**/api/admin/setup", (route) => route.fulfill({ json: { status: 1, message: "", data } }));
  const answered = page.waitForResponse("**/api/admin/setup");
  await desk.signIn("Admin", "/admin");
  await answered;
  await expect(desk.list.table).toBeVisible();
  await expect(steps).toHaveCount(0);
  await jump(page, "getting started", "Getting started: the first steps");
  await expect(steps).toContainText("7 of 7 done");
  await page.unroute("**/api/admin/setup");

  let calls = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/admin/setup")) calls += 1;
  });
  await desk.signIn("Manager", "/admin");
  await expect(desk.list.table).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("getting started");
  await expect(desk.palette.getByText("No order found")).toBeVisible();
  await expect(desk.palette.getByRole("option", { name: /first steps/ })).toHaveCount(0);
  await expect(steps).toHaveCount(0);
  expect(calls).toBe(0);
});

test("a notice of what is missing is put off for a day, by this member in this browser alone", {
  tag: "@core",
}, async ({ page, desk }) => {
  const company = page.getByText(/^The defence packs lack the company's tax number: COMPANY_/);
  const mail = page.getByText(/^No mail provider is configured/);
  const later = (text: typeof mail) => page.locator("main div").filter({ has: text }).last().getByRole("button");
  await desk.signIn("Admin", "/admin/disputes");
  await expect(company.first()).toBeVisible();
  await later(mail).click();
  await expect(mail).toHaveCount(0);
  await expect(company, "another kind").toBeVisible();
  await later(company).click();
  await page.goto("/admin/account");
  await expect(desk.heading).toHaveText("Your sign-in");
  await expect(mail.or(company)).toHaveCount(0);

  await desk.signIn("Manager", "/admin/account");
  await expect(mail).toBeVisible();

  await desk.signIn("Admin", "/admin/account");
  await expect(desk.heading).toHaveText("Your sign-in");
  await expect(mail.or(company)).toHaveCount(0);
  await page.evaluate((day) => {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith("put-off:")) localStorage.setItem(key, String(Number(localStorage.getItem(key)) - day));
    }
  }, DAY_MS);
  await page.reload();
  await expect(mail).toBeVisible();
  await expect(company).toBeVisible();
});

test("an empty list says what would fill it, or what hides everything, with a way out", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  await desk.emptyQueue("customerCalledOrder");
  await desk.signIn("Team", "/admin/called");
  await expect(page.getByText(MESSAGES.noData, { exact: true })).toBeVisible();
  await expect(page.getByText("Orders come here by “Move to Customer Called” after a call.")).toBeVisible();
  await desk.expectAccessible();

  const name = ownName();
  await desk.intake({ full_name: name, nationality: "GB" });
  await page.goto(`/admin/recent-order?search=${name}X`);
  await expect(page.getByText("No order fits the search.")).toBeVisible();
  await desk.main.getByRole("button", { name: "Clear the search" }).click();
  await expect(desk.list.rows.first()).toBeVisible();
  await expect(desk.list.searchBox).toHaveValue("");

  await page.goto(`/admin/recent-order?search=${name}&nat=DE`);
  await expect(page.getByText("No order fits the search and the filter.")).toBeVisible();
  await desk.main.getByRole("button", { name: "Clear filters" }).click();
  await expect(desk.list.rows).toHaveCount(1);
});
