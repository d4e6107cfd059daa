import type { Locator } from "@playwright/test";
import { addTeamMember } from "#contract/team/team.ts";
import { expect, test } from "./support/test.ts";

/** From here on the side panel stands beside the page. */
const LAPTOPS = [992, 1024, 1100, 1104, 1280, 1296, 1366, 1440, 1920];

/** Whether the table has columns, and by how many pixels it or one of its values is too wide. */
const shapeOf = (table: Locator) =>
  table.evaluate((element) => {
    const room = element.parentElement?.clientWidth ?? 0;
    const cells = [...element.querySelectorAll("td > *, th")];
    const cut = cells.map((cell) => cell.scrollWidth - cell.clientWidth);
    const hasColumns = [...element.querySelectorAll("td")].every(
      (cell) => getComputedStyle(cell).display === "table-cell",
    );
    return { hasColumns, over: Math.max(0, element.scrollWidth - room, ...cut) };
  });

test("the Team Member List is a table on every laptop, and fits at every width @2-130 @2-131", {
  tag: "@core",
}, async ({ page, desk }) => {
  const admin = await desk.signIn("Admin");
  const name = "Wickramasinghe Featherstonehaugh-Polonnaruwa";
  const email = `anuradhapura.wickramasinghe.${Date.now()}@travellers.staff.example`;
  const data = { name, email, type: "Telecaller", password: "quiet lagoon 4" } as const;
  await admin.call(addTeamMember, data);
  await page.goto("/admin/manage-team");
  const table = page.getByRole("table", { name: "Team Member List" });
  await expect(table).toContainText(email);
  for (const width of [360, 600, 768, 900, 991, ...LAPTOPS]) {
    await page.setViewportSize({ width, height: 800 });
    const { hasColumns, over } = await shapeOf(table);
    expect(over, `cut at ${width}`).toBe(0);
    expect(hasColumns, `columns at ${width}`).toBe(width >= 768);
  }
});

test("an order's Email History and Download History are tables on laptops, and fit at every width", {
  tag: "@core",
}, async ({ page, desk, request }) => {
  const id = await desk.fullOrder(await desk.signIn("Manager"));
  const email = "wickramasinghe.featherstonehaugh+arrival@travellers.example.com";
  expect((await request.post("/api/front/track-order", { data: { orderId: id, email } })).status()).toBe(200);
  const userAgent = await page.evaluate(() => navigator.userAgent.replace("Headless", ""));
  const headers = { "user-agent": userAgent };
  expect((await request.get(`/uploads/docs/${id}_arrival-card-v1.pdf`, { headers })).status()).toBe(200);
  await desk.openOrder(id);
  for (const title of ["Email History", "Download History"]) {
    const table = desk.section(title).getByRole("table");
    await expect(table).toBeVisible();
    for (const width of [360, 768, 900, ...LAPTOPS]) {
      await page.setViewportSize({ width, height: 800 });
      // The moves change their place in a drawing of their own, a moment after the width.
      await expect.poll(async () => (await shapeOf(table)).over, `${title} cut at ${width}`).toBe(0);
      if (width >= 992) expect((await shapeOf(table)).hasColumns, `${title} at ${width}`).toBe(true);
    }
  }
});

test("the tables of disputes and security fit at every width", async ({ page, desk }) => {
  const id = await desk.fullOrder(await desk.signIn("Manager"));
  await (await desk.signIn("Manager")).fullDispute(id, false);
  await (await desk.signIn("Admin")).openOrder(id);
  for (const path of ["/admin/disputes", "/admin/security", "/admin/security?tab=views"]) {
    await page.goto(path);
    const table = desk.main.getByRole("table").first();
    await expect(table.getByRole("row").nth(1)).toBeVisible();
    for (const width of [360, 640, 660, 700, 768, 840, 900, ...LAPTOPS]) {
      await page.setViewportSize({ width, height: 800 });
      expect((await shapeOf(table)).over, `${path} cut at ${width}`).toBe(0);
    }
  }
});
