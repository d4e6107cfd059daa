import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { EXPORT_HEADINGS } from "#contract/orders/order-export.ts";
import { refuse } from "./support/answers.ts";
import { ownName } from "./support/orders.ts";
import type { Screen } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the refusal that one test simulates.
test.use({ expectedErrors: ["the server responded with a status of 429"] });

const exportButton = (screen: Screen) => screen.list.options.getByRole("button", { name: /^Export/ });

async function exported(screen: Screen): Promise<{ name: string; rows: Record<string, string>[] }> {
  await screen.list.openOptions();
  const download = await screen.download(exportButton(screen));
  const bytes = await readFile(await download.path());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  return { name: download.suggestedFilename(), rows: parse(bytes, { bom: true, columns: true }) };
}

test("Export CSV saves all pages of the search's results, sorted as in the list", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  const name = ownName();
  const arrival_date = new Date().toISOString().slice(0, 10);
  for (const nth of ["C", "A", "B"]) await desk.intake({ full_name: `${name} ${nth}`, arrival_date });
  await desk.signIn("Manager", `/admin/recent-order?search=${name}&sort=full_name&dir=desc`);
  await expect(page.getByText("1–3 of 3")).toBeVisible();
  const { name: file, rows } = await exported(desk);
  expect(file).toMatch(/^orders-new-\d{4}-\d\d-\d\d\.csv$/);
  expect(Object.keys(rows[0] ?? {})).toEqual([...EXPORT_HEADINGS]);
  expect(rows.map((row) => row["Full Name"])).toEqual([`${name} C`, `${name} B`, `${name} A`]);

  await page.goto("/admin/manage-team");
  await expect(page.getByText("exported 3 orders (New, found by a search)").first()).toBeVisible();
});

test("Export CSV is offered on queues of every kind to an Admin and on none to a Team member", async ({
  page,
  desk,
}) => {
  const queues = ["order-history", "completed-order", "refund-order", "deleted-order", "future-order?month=Dec"];
  await desk.signIn("Admin");
  for (const queue of queues) {
    await page.goto(`/admin/${queue}`);
    await desk.list.openOptions();
    await expect(exportButton(desk)).toBeVisible();
  }
  await desk.signIn("Team");
  for (const queue of queues) {
    await page.goto(`/admin/${queue}`);
    await desk.list.openOptions();
    await expect(exportButton(desk)).toHaveCount(0);
  }
});

test("a refused export shows a message, and the button can be pressed again", async ({ page, desk }) => {
  const name = ownName();
  await desk.intake({ full_name: name, arrival_date: new Date().toISOString().slice(0, 10) });
  await desk.signIn("Manager", `/admin/recent-order?search=${name}`);
  const pattern = await refuse(page, "/admin/export-orders/**", "rate_limited", {
    message: ORDER_MESSAGES.exportsBusy,
  });
  await desk.list.openOptions();
  await exportButton(desk).click();
  await expect(desk.toast(ORDER_MESSAGES.exportsBusy)).toBeVisible();
  await page.unroute(pattern);
  expect((await exported(desk)).rows).toHaveLength(1);
});
