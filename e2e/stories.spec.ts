// What happens in an office between the screens: lines that drop, two who reach for the same, a telephone that is passed on.

import { encodeOrderId } from "#contract/orders/order-id.ts";
import { REMARK_MESSAGES } from "#contract/remarks/messages.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { expect, test } from "./support/test.ts";

test.describe("while the line is down", () => {
  test.use({ expectedErrors: ["net::ERR_INTERNET_DISCONNECTED"] });

  test("a comment and a chosen file stay, and a second press sends each once", { tag: "@core" }, async ({
    page,
    desk,
  }) => {
    const id = await desk.openNewOrder("Team", { email: "dropped@example.com" });
    await desk.comment.fill("Typed in a train.");
    await page
      .getByLabel("File", { exact: true })
      .setInputFiles({ name: "card.pdf", mimeType: "application/pdf", buffer: plainPdf(`Card of ${id}`) });
    await expect(desk.button("Remove card.pdf")).toBeVisible();
    const upload = desk.section("Upload Document").getByRole("button", { name: "Upload Document" });
    await page.context().setOffline(true);
    await desk.button("Add Comment").click();
    await expect(desk.toasts.first()).toBeVisible();
    await expect(desk.comment).toHaveValue("Typed in a train.");
    await upload.click();
    await expect(desk.toasts).toHaveCount(2);
    await expect(desk.button("Remove card.pdf")).toBeVisible();

    await page.context().setOffline(false);
    await desk.button("Add Comment").click();
    await expect(desk.toast(REMARK_MESSAGES.remarkAdded)).toBeVisible();
    await upload.click();
    await expect(desk.status).toHaveText("Completed");
    const { remark, uploadDoc } = await desk.member("Team").details(id);
    expect([remark.length, uploadDoc.length]).toEqual([1, 1]);
  });
});

test("two members who take the next order in the same instant get two different ones", async ({ page, desk }) => {
  await desk.emptyQueue("customerCalledOrder");
  for (const role of ["Team", "Night Staff"] as const) await desk.returnAll(role);
  const ids = await desk.intakes({}, {});
  await desk.member("Admin").changeStatus(ids, "Customer Called");
  await desk.signIn("Team", "/admin/called");
  const other = await desk.colleague("Night Staff");
  await other.page.goto("/admin/called");
  for (const screen of [desk, other]) await expect(screen.list.rows).toHaveCount(2);
  await Promise.all([page.keyboard.press("t"), other.page.keyboard.press("t")]);
  for (const screen of [desk, other]) {
    await expect(screen.section("Who has this order")).toContainText("You have this order.");
  }
  const headings = await Promise.all([desk, other].map(({ heading }) => heading.textContent()));
  expect(headings.sort()).toEqual(ids.map((id) => `Order ${id}`));
  await other.close();
  for (const role of ["Team", "Night Staff"] as const) await desk.returnAll(role);
});

test.describe("on a telephone that is passed on", () => {
  test.use({ expectedErrors: ["401"] });

  test("Leave closes every order that was open, and Back shows nothing of them", async ({ page, desk }) => {
    const [mine, hers] = await desk.intakes({ email: "mine@example.com" }, { email: "hers@example.com" });
    const shown = (id: number) => page.getByText(`Order ID: ${id}`);
    await page.setViewportSize({ width: 360, height: 740 });
    // As people type an address on a telephone.
    await desk.track(mine, "Mine@Example.com ");
    await expect(shown(mine)).toBeVisible();
    await desk.track(hers, "hers@example.com");
    await expect(shown(hers)).toBeVisible();
    await desk.button("Leave").click();
    await expect(page).toHaveURL("/track-order");
    await page.goBack();
    await expect(page).toHaveURL(/\/track-order/);
    for (const id of [mine, hers]) {
      await page.goto(`/get-new-order-details/${encodeOrderId(id)}`);
      await expect(page).toHaveURL(`/track-order/${encodeOrderId(id)}`);
      await expect(shown(id)).toHaveCount(0);
    }
  });
});

test("at 200 % zoom a list and an order fit, and what has the focus is not below the order's head", async ({
  page,
  desk,
}) => {
  const { id, name } = await desk.ownOrder();
  await desk.signIn("Team");
  await page.setViewportSize({ width: 720, height: 450 });
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await page.goto(`/admin/recent-order?search=${name}`);
  await expect(desk.list.viewLink(id)).toBeAttached();
  expect(await excess()).toBeLessThanOrEqual(0);
  await desk.openOrder(id);
  expect(await excess()).toBeLessThanOrEqual(0);
  await page.keyboard.press("c");
  await expect(desk.comment).toBeFocused();
  // What is drawn at the place of the box is the box.
  const above = () =>
    desk.comment.evaluate((box) => {
      const { left, top, bottom } = box.getBoundingClientRect();
      return [top + 2, bottom - 2].flatMap((y) => {
        const drawn = document.elementFromPoint(left + 20, y);
        return drawn === box ? [] : `${drawn?.outerHTML.slice(0, 200)} at ${y} of ${innerHeight}, scrolled ${scrollY}`;
      });
    });
  await expect.poll(above).toEqual([]);
});
