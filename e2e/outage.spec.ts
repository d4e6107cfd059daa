import { orderDetails } from "#contract/order-detail/order-detail.ts";
import { expect, test } from "./support/test.ts";

test.use({ expectedErrors: ["Failed to load resource"] });

test("a stopped database shows a banner, and the page recovers by itself when it is back", { tag: "@core" }, async ({
  page,
  desk,
  request,
  database,
}) => {
  const id = await desk.intake({ full_name: "Outage Witness" });
  const team = await desk.signIn("Team", "/admin/order-history");
  await expect(page.getByText("Outage Witness").first()).toBeVisible();
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });

  await database.stop();
  try {
    const refused = await team.answer(orderDetails, { orderId: id });
    expect(refused.status()).toBe(503);
    expect(refused.headers()["retry-after"]).toBeDefined();
    expect(await refused.json()).toMatchObject({ status: 0, code: "unavailable" });
    expect((await request.get("/readyz")).status()).toBe(503);
    expect((await request.get("/healthz")).status()).toBe(200);

    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByText("The server can't be reached.", { exact: false }).first()).toBeVisible();
  } finally {
    await database.start();
  }
  await expect(page.getByText("We keep trying", { exact: false })).toBeHidden();
  await expect(page.getByText("Outage Witness").first()).toBeVisible();
  expect(loads).toBe(0);
});
